"""Solutions of forces that depend on reactions: one, none, or several."""

from __future__ import annotations

import numpy as np

from dalembert.config import Config
from dalembert.configuration.mobility import without_dependent
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.runs.several_solutions import fitting_reactions
from dalembert.state import State, Values, as_state


def reaction_solutions(
    subject: Subject, state: State | Values, *, config: Config | None = None
) -> list[dict[str, float]]:
    """Solutions for reactions and the forces that depend on them: all sets of reactions that are found, by name.

    The search starts from the reactions without these forces, and from such with other signs. The first set is
    that of a simulation if it is found from its own start. With large Coulomb friction there may be several sets,
    or none (Painlevé 1895): then the model does not determine the motion. Forces whose reactions do not depend on
    them need no search; without others the list has one empty set.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System with forces that depend on reactions.
    state : State or dict of coordinates
        State in which reactions are sought.
    config : Config, optional
        Cache of compiled code, threads and tier; default from the environment.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> hinge = da.Revolute("hinge", da.ground, rod)
    >>> friction = da.planar.joint_friction("rub", hinge, coulomb=0.3, radius=0.05)
    >>> model = da.Model(hinge, friction, gravity=(0, -9.81, 0))
    >>> print(len(da.diagnostics.reaction_solutions(model, da.State(u={"hinge": 1.0}))))
    1
    """
    dynamics, state = as_dynamics(subject, config=config), as_state(state)
    dynamics.check_contacts(state)
    scalars = dynamics.arguments(state)
    dynamics = without_dependent(dynamics, scalars, state.p)
    implicit = dynamics.solved.implicit_forces
    if implicit is None:
        return [{}]
    arguments = {name: np.asarray(x)[np.newaxis] for name, x in scalars.items()}
    (roots,) = fitting_reactions(dynamics, implicit, arguments, state.p)
    return [dict(zip(implicit.reactions, map(float, w), strict=True)) for w in roots]

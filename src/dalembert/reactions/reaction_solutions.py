"""Forces that depend on reactions: whether there is one solution, none, or several."""

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
    """Reactions that fit together with the forces which depend on them, by name: all sets that are found.

    The search starts from the reactions without these forces, and from such with other signs. The first set is
    what a simulation takes if it is found from its own start. With Coulomb friction there may be several sets, or
    none, when friction is large (Painlevé 1895): then the model says too little. Forces whose reactions do not
    depend on them need no search; without others the list has one empty set.
    """
    dynamics, state = as_dynamics(subject, config=config), as_state(state)
    dynamics.check_contacts(state)
    one = dynamics.arguments(state)
    dynamics = without_dependent(dynamics, one, state.p)
    implicit = dynamics.solved.implicit_forces
    if implicit is None:
        return [{}]
    arguments = {name: np.asarray(x)[np.newaxis] for name, x in one.items()}
    (roots,) = fitting_reactions(dynamics, implicit, arguments, state.p)
    return [dict(zip(implicit.reactions, map(float, w), strict=True)) for w in roots]

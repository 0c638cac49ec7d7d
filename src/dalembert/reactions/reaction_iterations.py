"""Fixed-point iteration for forces that depend on reactions: reactions without them, forces, reactions again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import inf

import numpy as np

from dalembert.arrays import Vector
from dalembert.config import Config
from dalembert.configuration.mobility import without_dependent
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import ModelError, SolverError
from dalembert.expr.calculus import DerivativeSweep, jacobian
from dalembert.expr.symbol_nodes import time
from dalembert.state import State, Values, as_state

MOST = 2000
"""Largest number of steps."""

ROUNDING = 1e-14
"""Change of multipliers, relative to the largest, at which the iteration has converged."""


GROWN, TINY = 1e6, 1e-290
"""Growth of changes at which the iteration has diverged; and the least change that counts."""


@dataclass(frozen=True, eq=False)
class ReactionIterations:
    """Iterates of the multipliers of all rows; of a tree without rows, of its reactions."""

    iterates: Mapping[str, Vector]
    """Iterates by row, or by reaction; the first is without the forces that depend on reactions."""

    converged: bool
    factor: float
    """Ratio of the last change to the one before: from 1 on, the iteration diverges."""

    @property
    def count(self) -> int:
        """Number of steps."""
        return len(next(iter(self.iterates.values()))) - 1

    def __str__(self) -> str:
        if self.converged:
            if self.count == 1:
                return "converged at once: these forces do not change the reactions that they depend on"
            return f"converged in {self.count} steps, each of which leaves {self.factor:.3g} of the error"
        if self.factor < 1.0:
            return f"not converged in {self.count} steps, each of which leaves {self.factor:.6g} of the error"
        return (
            f"diverged: each step changes reactions {self.factor:.3g} times as much as the one before; friction "
            "grows with the reactions faster than these can balance it: the mechanism locks itself"
        )


def reaction_iterations(
    subject: Subject, state: State | Values, *, config: Config | None = None
) -> ReactionIterations:
    """Fixed-point iteration for forces that depend on reactions, such as friction in joints, in a state.

    λ without these forces, the forces for these λ, λ again … until nothing changes. Simulations and inverse
    dynamics solve for its limit at once, by Newton's method; the iteration shows how strongly forces and reactions
    are coupled, and that a mechanism locks itself where it diverges.

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
    >>> print(da.diagnostics.reaction_iterations(model, da.State(u={"hinge": 1.0})))
    converged in 9 steps, each of which leaves 0.022 of the error
    """
    dynamics, state = as_dynamics(subject, config=config), as_state(state)
    dynamics.check_contacts(state)
    loads = dynamics.equations.reaction_dependent_forces.loads
    if not loads.laws:
        raise ModelError("no force of this model depends on reactions")
    numbers, laws = _numbers(without_dependent(dynamics, dynamics.arguments(state), state.p), state)
    rows = [row.name for row in dynamics.equations.rows]
    # a joint of a tree has reactions and no multipliers
    kind, names = ("lam", rows) if rows else ("w", [str(name) for name in loads.reactions])
    s, reactions, sizes = np.zeros(len(loads.variables)), list[Vector](), list[float]()
    for _ in range(MOST):
        with np.errstate(all="ignore"):
            now = numbers[kind] + numbers[f"{kind} by s"] @ s
        if not np.isfinite(now).all():
            break
        reactions.append(now)
        if len(reactions) > 1:
            sizes.append(float(np.abs(reactions[-1] - reactions[-2]).max()))
            if sizes[-1] <= ROUNDING * np.abs(now).max() or sizes[-1] > GROWN * max(sizes[0], TINY):
                break
        s = laws(numbers["w"] + numbers["w by s"] @ s)
    if not sizes:
        raise SolverError("reactions without friction, or with it, are not finite in this state")
    iterates = dict(zip(names, np.array(reactions).T, strict=True))
    converged = bool(sizes[-1] <= ROUNDING * np.abs(reactions[-1]).max())
    # infinite after one step
    factor = _factor(sizes) if converged or len(sizes) > 1 else inf
    return ReactionIterations(iterates, converged, factor)


def _numbers(dynamics: Dynamics, state: State) -> tuple[Mapping[str, Vector], Callable[[Vector], Vector]]:
    """Multipliers and reactions as affine functions of the loads, and the loads by reactions, in a state."""
    eom, solved = dynamics.equations, dynamics.solved
    loads, (a, lam) = eom.reaction_dependent_forces.loads, solved.by_loads
    w, s = eom.reaction_dependent_forces.reactions(a, lam), loads.variables
    outputs = {"lam": loads.without(lam), "lam by s": jacobian(lam, s, DerivativeSweep.FORWARD)}
    outputs |= {"w": loads.without(w), "w by s": jacobian(w, s, DerivativeSweep.FORWARD)}
    arguments = dynamics.arguments(state)
    parameters = dynamics.known_parameters(outputs, state.p)
    numbers = dynamics.function(outputs)(**arguments, parameters=parameters)

    law = {"s": np.array(list(loads.laws), dtype=object)}
    variables = np.array(list(loads.reactions.values()), dtype=object)
    inputs = {"t": time, "q": eom.q, "u": eom.u, "z": eom.z, "tau": eom.tau, "w": variables}
    kernel = dynamics.engine.compile(law, inputs)
    law_parameters = dynamics.known_parameters(law, state.p)

    def value(w: Vector) -> Vector:
        return np.asarray(kernel(**arguments, w=w, parameters=law_parameters)["s"], dtype=float)

    return {name: np.asarray(x, dtype=float) for name, x in numbers.items()}, value


def _factor(sizes: list[float]) -> float:
    """Ratio of successive changes, where they are more than rounding."""
    ratios = [b / a for a, b in pairwise(sizes) if a > 1e-6 * sizes[0]]
    return float(ratios[-1]) if ratios else 0.0

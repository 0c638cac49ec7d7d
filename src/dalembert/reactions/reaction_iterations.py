"""Forces that depend on reactions, found step by step: reactions without them, these forces, reactions again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import Any

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
"""Steps at most."""

ROUNDING = 1e-14
"""Change of multipliers, beside the largest, at which they are found."""


GROWN, TINY = 1e6, 1e-290
"""By which factor changes have grown where nothing is found any more; and the least change that counts."""


@dataclass(frozen=True, eq=False)
class ReactionIterations:
    """Multipliers of all rows as they were found, one after the other; of a tree without rows, reactions."""

    iterates: Mapping[str, Vector]
    """By row, or by reaction; the first is without the forces that depend on reactions."""

    converged: bool
    factor: float
    """What the last change was beside the one before: from one on, nothing is found."""

    @property
    def count(self) -> int:
        """How many steps there were."""
        return len(next(iter(self.iterates.values()))) - 1

    def __str__(self) -> str:
        if self.converged:
            if self.count == 1:
                return "found at once: these forces do not change the reactions that they depend on"
            return f"found in {self.count} steps, each of which leaves {self.factor:.3g} of the error"
        if self.factor < 1.0:
            return f"not found in {self.count} steps, each of which leaves {self.factor:.6g} of the error"
        return (
            f"not found: each step changes reactions {self.factor:.3g} times as much as the one before; friction "
            "grows with the reactions faster than these can balance it: the mechanism locks itself"
        )


def reaction_iterations(
    subject: Subject, state: State | Values, *, config: Config | None = None
) -> ReactionIterations:
    """The simple iteration for forces that depend on reactions, such as friction in joints, in one state.

    λ without these forces, the forces for these λ, λ again … until nothing changes. Simulations and inverse
    dynamics solve for the end of it at once, by Newton's method; the iteration shows how strongly forces and
    reactions hang together, and that a mechanism locks itself where it does not end.
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
    s, found, sizes = np.zeros(len(loads.variables)), list[Vector](), list[float]()
    for _ in range(MOST):
        with np.errstate(all="ignore"):
            now = numbers[kind] + numbers[f"{kind} by s"] @ s
        if not np.isfinite(now).all():
            break
        found.append(now)
        if len(found) > 1:
            sizes.append(float(np.abs(found[-1] - found[-2]).max()))
            if sizes[-1] <= ROUNDING * np.abs(now).max() or sizes[-1] > GROWN * max(sizes[0], TINY):
                break
        s = laws(numbers["w"] + numbers["w by s"] @ s)
    if not sizes:
        raise SolverError("reactions without friction, or with it, are not finite in this state")
    iterates = dict(zip(names, np.array(found).T, strict=True))
    converged = bool(sizes[-1] <= ROUNDING * np.abs(found[-1]).max())
    # beyond all numbers after one step
    factor = _factor(sizes) if converged or len(sizes) > 1 else inf
    return ReactionIterations(iterates, converged, factor)


def _numbers(dynamics: Dynamics, state: State) -> tuple[Mapping[str, Vector], Any]:
    """What is affine in the loads, and the loads as a function of reactions, in a state."""
    eom, solved = dynamics.equations, dynamics.solved
    loads, (a, lam) = eom.reaction_dependent_forces.loads, solved.by_loads
    w, s = eom.reaction_dependent_forces.reactions(a, lam), loads.variables
    outputs = {"lam": loads.without(lam), "lam by s": jacobian(lam, s, DerivativeSweep.FORWARD)}
    outputs |= {"w": loads.without(w), "w by s": jacobian(w, s, DerivativeSweep.FORWARD)}
    arguments = dynamics.arguments(state)
    known = dynamics.known_parameters(outputs, state.p)
    numbers = dynamics.function(outputs)(**arguments, parameters=known)

    law = {"s": np.array(list(loads.laws), dtype=object)}
    variables = np.array(list(loads.reactions.values()), dtype=object)
    inputs = {"t": time, "q": eom.q, "u": eom.u, "z": eom.z, "tau": eom.tau, "w": variables}
    kernel = dynamics.engine.compile(law, inputs)
    own = dynamics.known_parameters(law, state.p)

    def value(w: Vector) -> Vector:
        found: Vector = np.asarray(kernel(**arguments, w=w, parameters=own)["s"], dtype=float)
        return found

    return {name: np.asarray(x, dtype=float) for name, x in numbers.items()}, value


def _factor(sizes: list[float]) -> float:
    """How changes follow each other, where they are more than rounding."""
    ratios = [b / a for a, b in pairwise(sizes) if a > 1e-6 * sizes[0]]
    return float(ratios[-1]) if ratios else 0.0

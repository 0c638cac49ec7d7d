"""Events along runs with tangents: what there is at one, and derivatives of what makes it happen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.configuration.constraint_unknowns import Native, native
from dalembert.dynamics.dynamics import Dynamics
from dalembert.expr.calculus import derivative, jacobian
from dalembert.expr.node import Scalar
from dalembert.expr.symbol_nodes import time
from dalembert.linear.start_tangents import Direction
from dalembert.memo import Key
from dalembert.sensitivity.saltation import Guard

AfterEvent: TypeAlias = tuple[Vector, float, Matrix, Vector]
"""States, time, tangents and sides after the actions of an event."""


@dataclass(frozen=True, eq=False)
class EventInstant:
    """An event of a run, with the tangents there."""

    number: int
    t: float
    x: Vector
    S: Matrix
    sides: Vector
    """Signs of conditions in the rates before it."""

    after: tuple[Vector, float, Matrix, Vector] | None = None
    """States, time, tangents and sides after its actions; None if it has none."""

    impulses: Vector = field(default_factory=lambda: np.zeros(0))

    def record(self, width: int) -> list[float]:
        """The event as runs record it: time, number, states before and after, and so many impulses."""
        after = self.x if self.after is None else self.after[0]
        return [self.t, self.number, *self.x, *after, *self.impulses, *[0.0] * (width - len(self.impulses))]


_GUARD_VALUE: Key[Native] = Key("guard value")


def guard_value(
    dynamics: Dynamics, expression: Scalar, instant: EventInstant, tau: Vector, p: Mapping[str, float]
) -> float:
    """The value of a resolved guard at an event."""
    function = dynamics.memo.get(
        _GUARD_VALUE.of(expression), lambda: native(dynamics, {"g": np.array([expression])})
    )
    nq, nu = len(dynamics.equations.q), len(dynamics.equations.u)
    numbers = {"q": instant.x[:nq], "u": instant.x[nq : nq + nu], "z": instant.x[nq + nu :], "tau": tau}
    return float(function({"t": instant.t, **numbers}, p)["g"][0])


_GUARD_SLOPES: Key[Native] = Key("guard slopes")


def guard_slopes(
    dynamics: Dynamics,
    directions: Sequence[Direction],
    name: str,
    expression: Scalar,
    instant: EventInstant,
    tau: Vector,
    p: Mapping[str, float],
) -> Guard:
    """Derivatives of a resolved guard by states, time and directions."""
    eom = dynamics.equations
    x = np.concatenate([eom.q, eom.u, eom.z])
    nodes = np.array([d.node for d in directions if d.node is not None], dtype=object)
    outputs = {"x": jacobian(expression, x), "t": np.array([derivative(expression, time)])}
    if len(nodes):
        outputs["by"] = jacobian(expression, nodes)
    function = dynamics.memo.get(_GUARD_SLOPES.of(expression, *nodes), lambda: native(dynamics, outputs))
    nq, nu = len(eom.q), len(eom.u)
    numbers = {"q": instant.x[:nq], "u": instant.x[nq : nq + nu], "z": instant.x[nq + nu :], "tau": tau}
    y = function({"t": instant.t, **numbers}, p)
    by = np.zeros(len(directions))
    if len(nodes):
        by[[i for i, d in enumerate(directions) if d.node is not None]] = y["by"]
    return Guard(name, np.asarray(y["x"]), float(y["t"][0]), by)

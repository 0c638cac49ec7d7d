"""Admissible states of a subsystem: states that its constraints allow, in which choices are judged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dalembert.expr.calculus import jacobian
from dalembert.expr.node import Expression, Node, Scalar, inputs_of
from dalembert.expr.rewrite import evaluate
from dalembert.expr.symbol_nodes import symbol, time
from dalembert.expr.trial_numbers import RANGES
from dalembert.modules.node_constraints import NodeConstraint
from dalembert.modules.node_kinematics import Kinematics

STEPS = 25
"""Steps of Newton's method towards an admissible state."""

CLOSE = 1e-9
"""Residual below which a constraint holds."""

LARGEST = 60
"""Number of coordinates up to which admissible states are computed; choices in larger systems take any states."""

STARTS = 4
"""Number of starts: one near default values, the others away from them."""


MOVE = 0.1
"""Change of the coordinate that changes most, from a state to its neighbours."""

DETERMINED = 1e-6
"""Part of a gradient, beside the whole, that may be outside those of the constraints."""


def admissible_states(
    kinematics: Kinematics,
    constraints: Iterable[NodeConstraint],
    default_values: Mapping[str, float],
    parameters: Mapping[Node, float] | None = None,
) -> list[dict[Node, float]]:
    """Values of coordinates and speeds that satisfy all constraints; maybe none.

    Parameters have default values, but for these, which are part of every state.
    """
    rows = list(constraints)
    if len(kinematics.coordinates) > LARGEST:
        return []
    positions = [*_of_order(0, rows), *(x for _, x in kinematics.kept)]
    velocities = _of_order(1, rows)
    q, u = ([symbol(name) for name in names] for names in (kinematics.coordinates, kinematics.speeds))
    states = []
    generator = np.random.default_rng(7)
    for low, high in [(0.0, 0.1), *RANGES][:STARTS]:
        values = {x: generator.uniform(low, high) for x in _others(positions + velocities, q, u)}
        values |= {time: 0.2, **(parameters or {})}
        start = [default_values.get(name, 0.0) + generator.uniform(low, high) for name in kinematics.coordinates]
        values |= dict(zip(q, start, strict=True))
        values |= {x: generator.uniform(low, high) for x in u}
        if _solved(positions, q, values) and _solved(velocities, u, values):
            states.append(values)
    return states


@dataclass(frozen=True, eq=False)
class Neighbours:
    """States a little further, and a little back, along motions that constraints allow."""

    kinematics: Kinematics
    constraints: Sequence[NodeConstraint]

    def of(self, state: Mapping[Node, float]) -> list[dict[Node, float]]:
        """The two neighbours of an admissible state; fewer where nothing moves or none was found."""
        q, u = self._q, list(map(symbol, self.kinematics.speeds))
        rates = (
            evaluate(np.array([self.kinematics.rates[x] for x in q], dtype=object), state) if q else np.zeros(0)
        )
        fastest = np.abs(rates).max(initial=0.0)
        states = []
        for duration in (MOVE / fastest, -MOVE / fastest) if 0.0 < fastest < np.inf else ():
            values = {**state, time: state.get(time, 0.0) + duration}
            values |= {x: state[x] + float(rate) * duration for x, rate in zip(q, rates, strict=True)}
            if _solved(self._positions, q, values) and _solved(_of_order(1, self.constraints), u, values):
                states.append(values)
        return states

    def determine(self, residual: Scalar, state: Mapping[Node, float]) -> bool:
        """Whether constraints of positions hold what is zero in a state: its gradient is one of theirs."""
        rows = np.array([residual, *self._positions], dtype=object)
        numbers = evaluate(jacobian(rows, np.array(self._q, dtype=object)), state)
        if not np.isfinite(numbers).all():
            return False
        factors = np.linalg.lstsq(numbers[1:].T, numbers[0], rcond=1e-10)[0]
        off = np.abs(numbers[0] - numbers[1:].T @ factors).max(initial=0.0)
        return bool(off <= DETERMINED * (1.0 + np.abs(numbers[0]).max(initial=0.0)))

    @cached_property
    def _q(self) -> list[Node]:
        return [symbol(name) for name in self.kinematics.coordinates]

    @cached_property
    def _positions(self) -> list[Scalar]:
        return [*_of_order(0, self.constraints), *(x for _, x in self.kinematics.kept)]


def _of_order(order: int, constraints: Iterable[NodeConstraint]) -> list[Scalar]:
    return [x for constraint in constraints if (x := constraint.by_order[order]) is not None]


def _others(expressions: list[Scalar], q: list[Node], u: list[Node]) -> list[Node]:
    state = {*q, *u, time}
    inputs = inputs_of([x for x in expressions if isinstance(x, Expression)])
    return [x for x in inputs if x not in state and x.op != "parameter"]


def _solved(residuals: list[Scalar], variables: list[Node], values: dict[Node, float]) -> bool:
    """Change variables until residuals vanish, by the smallest steps that do so to first order."""
    if not residuals or not variables:
        return True
    entries = np.array(residuals, dtype=object)
    both = np.column_stack([entries, jacobian(entries, np.array(variables, dtype=object))])
    for _ in range(STEPS):
        numbers = evaluate(both, values)
        if not np.isfinite(numbers).all():
            return False
        if np.abs(numbers[:, 0]).max() < CLOSE:
            return True
        step = np.linalg.lstsq(numbers[:, 1:], -numbers[:, 0], rcond=1e-10)[0]
        for x, change in zip(variables, step, strict=True):
            values[x] += float(change)
    return False

"""Admissible states of a subsystem: states that its constraints allow, in which choices are judged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

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
    positions = [constraint.by_order[0] for constraint in rows if constraint.by_order[0] is not None]
    positions += [x for _, x in kinematics.kept]
    velocities = [constraint.by_order[1] for constraint in rows if constraint.by_order[1] is not None]
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

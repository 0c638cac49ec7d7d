"""Denominators of expressions that vanish somewhere: found from admissible states, by Newton's method."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dalembert.expr.calculus import jacobian
from dalembert.expr.node import Node, Scalar, inputs_of
from dalembert.expr.rewrite import evaluate
from dalembert.expr.symbol_nodes import symbol
from dalembert.expr.trial_numbers import RANGES, other_parameters
from dalembert.modules.system_node import SystemNode

STEPS = 40
"""Of Newton's method, towards where a denominator vanishes."""

CLOSE = 1e-8
"""Value of what vanishes, beside that in the state where the search began."""

FARTHEST = 10.0
"""Largest value of a coordinate at which a zero counts: a limit far away is none."""


def states_of(bases: Sequence[dict[Node, float]], expressions: Sequence[Scalar]) -> list[dict[Node, float]]:
    """States to try expressions in: these, else any; all else that they contain has random values.

    Parameters have default values where a state does not say others; without states, every second time others.
    """
    every = inputs_of(expressions)
    inputs = [x for x in every if x.op != "parameter"]
    generator = np.random.default_rng(5)
    states = []
    for k, base in enumerate(bases or [other_parameters(every) if i % 2 else {} for i in range(len(RANGES))]):
        low, high = RANGES[k % len(RANGES)]
        states.append({x: generator.uniform(low, high) for x in inputs} | base)
    return states


def vanishing(node: SystemNode, denominators: Sequence[Node]) -> dict[Node, dict[Node, float]]:
    """Denominators that are zero in an admissible state near the ones where the search begins, and that state."""
    states = {x: _zero(node, x) for x in dict.fromkeys(denominators)}
    return {x: state for x, state in states.items() if state is not None}


def _zero(node: SystemNode, x: Node) -> dict[Node, float] | None:
    """A state in which a denominator vanishes, if one is found."""
    variables = [y for y in map(symbol, node.kinematics.coordinates) if y in set(inputs_of([x]))]
    if not variables:
        return None
    rows = [row.by_order[0] for row in node.all_constraints if row.by_order[0] is not None]
    rows += [y for _, y in node.kinematics.kept]
    q = [symbol(name) for name in node.kinematics.coordinates]
    residuals = np.array([x, *rows], dtype=object)
    both = np.column_stack([residuals, jacobian(residuals, np.array(q, dtype=object))])
    # without admissible states, all coordinates have random values, whether they occur or not
    states = states_of(node.admissible_states, [*both.flat, *q])
    return next((state for state in states if _reaches_zero(both, q, state)), None)


def _reaches_zero(both: np.ndarray, q: list[Node], state: dict[Node, float]) -> bool:
    """Whether Newton's method moves this state to one in which the first row vanishes and the others hold."""
    first = abs(evaluate(both[0, 0], state)) or 1.0
    for _ in range(STEPS):
        numbers = np.asarray(evaluate(both, state), dtype=float)
        if not np.isfinite(numbers).all() or max(abs(state[x]) for x in q) > FARTHEST:
            return False
        if abs(numbers[0, 0]) < CLOSE * first and np.abs(numbers[1:, 0]).max(initial=0.0) < CLOSE:
            return True
        step = np.linalg.lstsq(numbers[:, 1:], -numbers[:, 0], rcond=1e-10)[0]
        for y, change in zip(q, step, strict=True):
            state[y] += float(change)
    return False

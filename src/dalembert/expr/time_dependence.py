"""Laws of time in expressions: what changes by itself, whether or not anything moves."""

from __future__ import annotations

from collections.abc import Iterable

from dalembert.expr.functions import where
from dalembert.expr.node import Expression, Scalar, TruthNode, traverse
from dalembert.expr.symbol_nodes import time

_SUMS = frozenset(["add", "sub", "neg"])

_CURVED = frozenset(["sin", "cos", "tan", "exp", "log", "sinh", "cosh", "tanh", "asin", "acos", "atan2"])
"""Operations that may be laws of time though they depend on more; others come from solving equations."""

_MOST_MIXED = 32
"""More of these are no laws of pushes, but kinematics that move as a whole."""


def time_laws(roots: Iterable[object]) -> tuple[Scalar, ...]:
    """Expressions among those below the roots that depend on time by themselves, the terms of sums one by one.

    First those of time and parameters alone, as large as they are, then curved functions of time and others.
    """
    outputs = [x for x in roots if isinstance(x, Expression)]
    nodes = traverse(outputs)
    has_time, is_alone = _dependence(nodes)
    alone: dict[Expression, None] = {}
    mixed: dict[Expression, None] = {}
    seen: set[Expression] = set()
    stack = list(reversed(outputs))
    while stack:
        node = stack.pop()
        if node in seen or node not in has_time or node is time:
            continue
        seen.add(node)
        below = [x for x in node.args if isinstance(x, Expression)]
        moving = [x for x in below if x in has_time]
        if node not in is_alone and node.op in _CURVED:
            mixed[node] = None
        elif node not in is_alone or node.op in _SUMS or (node.op == "mul" and len(moving) == 1):
            stack += reversed(below)
        else:
            alone[node] = None
    laws = [*alone, *(mixed if len(mixed) <= _MOST_MIXED else ())]
    return tuple(where(x, 1.0, 0.0) if isinstance(x, TruthNode) else x for x in laws)


def _dependence(nodes: Iterable[Expression]) -> tuple[set[Expression], set[Expression]]:
    """Expressions that depend on time, and those that depend on nothing else but parameters."""
    has_time: set[Expression] = set()
    is_alone: set[Expression] = set()
    for node in nodes:
        below = [x for x in node.args if isinstance(x, Expression)]
        if node is time or any(x in has_time for x in below):
            has_time.add(node)
        if node.op not in ("symbol", "measure") and all(x in is_alone for x in below):
            is_alone.add(node)
    return has_time, is_alone

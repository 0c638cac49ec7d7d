"""Laws of time in expressions: what changes by itself, whether or not anything moves."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

from dalembert.expr.functions import where
from dalembert.expr.node import Expression, Scalar, TruthNode, traverse
from dalembert.expr.symbol_nodes import time

_SUMS = frozenset(["add", "sub", "neg"])

_CURVED = frozenset(["sin", "cos", "tan", "exp", "log", "sinh", "cosh", "tanh", "asin", "acos", "atan2"])
"""Operations that may be laws of time though they depend on more; others come from solving equations."""

_MOST_MIXED = 32
"""More of these are no laws of pushes, but kinematics that move as a whole."""

_MOST_LINES = 16
"""Straight lines that one expression of time is made of; with more it has no instants."""

_Lines = list[tuple[Any, Any]]
"""Slopes and values at zero of the straight lines over time that an expression follows, one here and one there."""


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


def instants(laws: Iterable[object]) -> tuple[Scalar, ...]:
    """When laws of time switch or turn round, in parameters: two stages of a step may have a push between them.

    That is where straight lines over time are zero of which the difference, the sign, the size or the square
    counts, or at the knots of a table.
    """
    lines: dict[Expression, _Lines | None] = {}
    found: dict[Scalar, None] = {}
    for node in traverse([x for x in laws if isinstance(x, Expression)]):
        parts = [lines[x] if isinstance(x, Expression) else [(0.0, x)] for x in node.args if _is_operand(x)]
        lines[node] = _lines(node, parts)
        for slope, start in _compared(node, parts):
            if isinstance(slope, Expression) or slope:
                found[-start / slope] = None
    return tuple(found)


def _is_operand(x: object) -> bool:
    return isinstance(x, Expression | float | int)


def _compared(node: Expression, parts: list[_Lines | None]) -> _Lines:
    """Lines whose zeros are switches of a node, or where it may turn round."""
    if node.op == "call":
        return [(a, b - x) for x in node.args[0].bends for a, b in parts[0] or ()]
    if node.op in ("lt", "le", "min", "max"):
        return _sums(parts, -1.0) or []
    is_square = (node.op == "mul" and node.args[0] is node.args[1]) or (
        node.op == "pow" and isinstance(node.args[1], float) and node.args[1] % 2.0 == 0.0
    )
    return (parts[0] or []) if is_square or node.op in ("abs", "sign") else []


def _lines(node: Expression, parts: list[_Lines | None]) -> _Lines | None:
    """Lines that a node follows, given those of its operands; None if it is curved, or made of too many."""
    if node is time:
        return [(1.0, 0.0)]
    if all(part is not None and [slope for slope, _ in part] == [0.0] for part in parts):
        return [(0.0, node)]
    lines: _Lines | None = None
    if node.op in ("add", "sub"):
        lines = _sums(parts, 1.0 if node.op == "add" else -1.0)
    elif node.op == "mul":
        lines = _product(*parts)
    elif node.op in ("neg", "abs", "min", "max", "where"):
        branches = parts[1:] if node.op == "where" else parts
        if all(part is not None for part in branches):
            lines = [line for part in branches for line in part or ()] if node.op != "neg" else []
            lines += [(-a, -b) for a, b in branches[0] or ()] if node.op in ("neg", "abs") else []
    return lines if lines is not None and len(lines) <= _MOST_LINES else None


def _sums(parts: list[_Lines | None], sign: float) -> _Lines | None:
    """Lines of a sum, or of a difference."""
    first, second = parts
    if first is None or second is None:
        return None
    return [(a + sign * c, b + sign * d) for (a, b), (c, d) in product(first, second)]


def _product(first: _Lines | None, second: _Lines | None) -> _Lines | None:
    """Lines of a product of which one factor is constant."""
    for constant, lines in ((first, second), (second, first)):
        if constant is not None and lines is not None and [slope for slope, _ in constant] == [0.0]:
            return [(constant[0][1] * a, constant[0][1] * b) for a, b in lines]
    return None


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

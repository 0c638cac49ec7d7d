"""Shapes of expressions: what is left when variables and numbers are taken out, and read from tables instead.

A thousand springs have a thousand stiffnesses and one shape. Whole numbers that belong to formulas, such as the
one of 1 − cos q, are no part of the description of a system; these stay.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from dalembert.expr.node import Expression, Node, Scalar, make, traverse
from dalembert.expr.operations import LEAVES
from dalembert.expr.symbol_nodes import symbol

_COMMUTATIVE = frozenset(["add", "mul"])
_LIFTED = frozenset(["add", "sub", "mul"])
"""Operations whose numbers are taken out."""

_OF_FORMULAS = frozenset([0.0, 0.5, 1.0, 2.0, -0.5, -1.0, -2.0])
_NUMBER = hash("number")


@dataclass(frozen=True)
class Shape:
    """Expressions of symbols, which stand for what was taken out, in order."""

    entries: tuple[Any, ...]
    symbols: tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class Lifted:
    """A shape, and what its symbols stand for."""

    shape: Shape
    values: tuple[Scalar, ...]


def lifted(
    entries: Sequence[Scalar], rank: Callable[[Node], Any], kept: frozenset[float] = _OF_FORMULAS
) -> Lifted:
    """The shape of expressions; `rank` orders their variables, and says which are alike: by (order, kind).

    Of entries that are numbers, those in `kept` stay in the shape.
    """
    entries = _without_signs(entries)
    nodes = traverse(entries)
    leaves = sorted((x for x in nodes if x.op in LEAVES and type(x) is Node and x.op != "constant"), key=rank)
    new: dict[Expression, Any] = {x: symbol(f"variable {k}") for k, x in enumerate(leaves)}
    values: list[Scalar] = list(leaves)
    symbols: list[Node] = [new[x] for x in leaves]

    def number(x: float) -> Node:
        stand_in = symbol(f"number {len(values) - len(leaves)}")
        values.append(x)
        symbols.append(stand_in)
        return stand_in

    # operands of sums and products in an order that does not depend on names
    tags: dict[Expression, int] = {}
    for x in nodes:
        tags[x] = new[x].tag if x in new else hash((x.op, *_ordered(x, [_tag(a, tags) for a in x.args])))

    def operand(a: Any) -> Any:
        # a multiple has a number of its own wherever it is used: some of them may be equal by chance
        if type(a) is float and a not in _OF_FORMULAS:
            return number(a)
        if not isinstance(a, Expression):
            return a
        return make("mul", (operand(a.args[0]), number(a.args[1]))) if _is_multiple(a) else new[a]

    for x in _in_order(entries, tags):
        if x in new or _is_multiple(x):
            continue
        args = list(x.args)
        if x.op in _COMMUTATIVE:
            args.sort(key=lambda a: _tag(a, tags))
        keep = x.op not in _LIFTED
        new[x] = make(x.op, tuple(a if keep and not isinstance(a, Expression) else operand(a) for a in args))
    results = [
        operand(x) if isinstance(x, Expression) else float(x) if float(x) in kept else number(float(x))
        for x in entries
    ]
    return Lifted(Shape(tuple(results), tuple(symbols)), tuple(values))


def _is_multiple(x: Expression) -> bool:
    """Whether an expression is a multiple with a number that is taken out."""
    return x.op == "mul" and type(x.args[1]) is float and x.args[1] not in _OF_FORMULAS


def _without_signs(entries: Sequence[Scalar]) -> list[Scalar]:
    """The entries with signs in numbers: x − 2.3 y is x + (−2.3) y, so that both signs have one shape."""
    new: dict[Expression, Any] = {}
    for x in traverse(entries):
        args = tuple(new[a] if isinstance(a, Expression) else a for a in x.args) if x.op not in LEAVES else x.args
        if x.op == "neg" and (negative := _negative(args[0])) is not None:
            new[x] = negative
        elif x.op == "sub" and (negative := _negative(args[1])) is not None:
            new[x] = make("add", (args[0], negative))
        else:
            new[x] = x if args == x.args else make(x.op, args)
    return [new[x] if isinstance(x, Expression) else x for x in entries]


def _negative(x: Any) -> Node | None:
    """A multiple, or a sum of such, with the other sign."""
    if not isinstance(x, Node):
        return None
    if _is_multiple(x):
        return make("mul", (x.args[0], -x.args[1]))
    if x.op != "add":
        return None
    first, second = map(_negative, x.args)
    return None if first is None or second is None else make("add", (first, second))


def _tag(a: Any, tags: dict[Expression, int]) -> int:
    if isinstance(a, Expression):
        return tags[a]
    return _NUMBER if type(a) is float and a not in _OF_FORMULAS else hash(a)


def _ordered(x: Expression, tags: list[int]) -> list[int]:
    return sorted(tags) if x.op in _COMMUTATIVE else tags


def _in_order(entries: Sequence[Any], tags: dict[Expression, int]) -> list[Expression]:
    """All expressions, each after its operands, in an order that the shape alone decides."""
    done: dict[Expression, None] = {}

    def visit(x: Expression) -> None:
        stack = [(x, False)]
        while stack:
            y, is_below = stack.pop()
            if y in done:
                continue
            if is_below:
                done[y] = None
                continue
            stack.append((y, True))
            args = [a for a in y.args if isinstance(a, Expression)] if y.op not in LEAVES else []
            if y.op in _COMMUTATIVE:
                args.sort(key=tags.__getitem__)
            stack += [(a, False) for a in reversed(args)]

    for x in entries:
        if isinstance(x, Expression):
            visit(x)
    return list(done)

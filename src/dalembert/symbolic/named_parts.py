"""Long expressions cut into parts with names, each short enough to be read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from dalembert.expr.node import Expression, Node, Scalar, name_of, traverse
from dalembert.expr.operations import CALLS, LEAVES
from dalembert.expr.rewrite import rebuilt
from dalembert.expr.symbol_nodes import symbol

LEAST_PART = 8
"""Operations of a part that is used several times from which on it has a name."""

LARGEST_PART = 60
"""Operations of a part beyond which it has a name however often it is used."""


@dataclass(frozen=True, eq=False)
class NamedParts:
    """Expressions over names of their parts, and the parts, each over the ones before it."""

    parts: tuple[tuple[Node, Scalar], ...]
    """Names and what they stand for."""

    expressions: tuple[Scalar, ...]


def named_parts(roots: Sequence[Scalar]) -> NamedParts:
    """Expressions with names for parts that are used several times and for those that would be long."""
    order = traverse(roots)
    uses = Counter(a for x in order if x.op not in LEAVES for a in x.args if isinstance(a, Expression))
    sizes: dict[Expression, int] = {}
    forms: dict[Expression, Scalar] = {}
    parts: list[tuple[Node, Scalar]] = []
    for x in order:
        operands = [a for a in x.args if isinstance(a, Expression)] if x.op not in LEAVES else []
        sizes[x] = sum(sizes[a] for a in operands) + (x.op not in LEAVES)
        forms[x] = rebuilt(x, forms)
        is_long = sizes[x] >= LEAST_PART and (uses[x] > 1 or sizes[x] > LARGEST_PART)
        if is_long and isinstance(x, Node) and x.op not in CALLS:
            name = symbol(part_name(len(parts) + 1))
            parts.append((name, forms[x]))
            sizes[x], forms[x] = 0, name
    return _used(parts, tuple(forms[x] if isinstance(x, Expression) else x for x in roots))


def part_name(k: int) -> str:
    """The variable of the k-th part; a name that begins with a dot belongs to no part of a model."""
    return f".part {k}"


def _used(parts: Sequence[tuple[Node, Scalar]], expressions: tuple[Scalar, ...]) -> NamedParts:
    """Parts whose name is all that is left of an expression are written out there."""
    whole = {name for name, _ in parts if name in expressions}
    count = Counter(
        a for _, form in (*parts, *((None, x) for x in expressions)) for a in traverse([form]) if a.op == "symbol"
    )
    alone = {name: form for name, form in parts if name in whole and count[name] == 1}
    kept = [(name, form) for name, form in parts if name not in alone]
    new = {name: symbol(part_name(k)) for k, (name, _) in enumerate(kept, start=1)}
    forms: dict[Expression, Scalar] = {name: new[name] for name in new}

    def renamed(y: Scalar) -> Scalar:
        for x in traverse([y], known=forms):
            forms[x] = rebuilt(x, forms)
        return forms[y] if isinstance(y, Expression) else y

    return NamedParts(
        tuple((new[name], renamed(form)) for name, form in kept),
        tuple(renamed(alone.get(x, x) if isinstance(x, Node) else x) for x in expressions),
    )


def part_number(x: Node) -> int:
    """The number of a part by its variable."""
    return int(name_of(x).removeprefix(".part "))

"""Where expressions bend or jump: values that change their sign there."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from dalembert.expr.functions import sin
from dalembert.expr.node import Expression, Node, Scalar

_COMPARED = ("lt", "le", "min", "max")


def guard_of(node: Expression) -> Scalar | None:
    """Expression that changes its sign where a node switches; None if the node does not."""
    if node.op in _COMPARED:
        return node.args[0] - node.args[1]
    return node.args[0] if node.op in ("sign", "abs") else None


def sided(nodes: Iterable[Expression]) -> tuple[Node, ...]:
    """Expressions that nodes compare with zero, each once, whatever its sign."""
    kept: dict[Node, None] = {}
    for guard in dict.fromkeys(guard_of(node) for node in nodes):
        if isinstance(guard, Node) and -guard not in kept:
            kept[guard] = None
    return tuple(kept)


def stepped(nodes: Iterable[Expression]) -> tuple[Scalar, ...]:
    """Expressions that change their sign where floors and remainders jump, at every whole number."""
    among = list(nodes)
    stairs = [node.args[0] for node in among if node.op == "floor"]
    stairs += [node.args[0] / node.args[1] for node in among if node.op == "mod"]
    return tuple(dict.fromkeys(sin(np.pi * x) for x in stairs))

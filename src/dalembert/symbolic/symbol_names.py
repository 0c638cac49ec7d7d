"""Names, by which our inputs and the symbols of SymPy are told to be the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from dalembert.errors import ExpressionError
from dalembert.expr.node import Node, name_of
from dalembert.expr.operations import LEAVES

T = TypeVar("T")


def input_name(x: object) -> str:
    """The name of an input, given the input or its name."""
    if isinstance(x, str):
        return x
    if type(x) is not Node or x.op not in LEAVES or x.op == "constant":
        raise ExpressionError(f"names are given for symbols, parameters and time, not for {x!r}")
    return name_of(x)


def by_name(names: Mapping[Node | str, T] | None) -> dict[str, T]:
    """A mapping from inputs or their names, keyed by name."""
    return {input_name(key): value for key, value in (names or {}).items()}


def claim(name: str, owner: object, taken: dict[str, object]) -> None:
    """Let a name mean one thing only: between SymPy and us, names are all there is."""
    if taken.setdefault(name, owner) != owner:
        raise ExpressionError(
            f"two different things are called {name!r}: {taken[name]!r} and {owner!r}; "
            "rename one of them, or map it to something else in the call"
        )

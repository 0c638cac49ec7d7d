"""Types of the fields of model files: what lists of them hold, and how messages tell them."""

from __future__ import annotations

from collections.abc import Sequence
from types import NoneType
from typing import Any, get_args, get_origin

import numpy as np

from dalembert.expr.node import Node, Scalar
from dalembert.files.constructors import alternatives, constructors_fitting
from dalembert.files.toml_places import Path as Keys
from dalembert.model.bodies import Body, Frame


def entry_kinds(kind: Any) -> tuple[Any, ...] | None:
    """Types of the entries of a list: one and an ellipsis, or one for each; None for what is no list."""
    if kind is Any:
        return (Any, ...)
    if is_array(kind):
        return (Scalar | np.ndarray, ...)
    origin, args = get_origin(kind), get_args(kind)
    if origin is tuple:
        return tuple(args)
    if isinstance(origin, type) and issubclass(origin, Sequence):
        return (args[0], ...)
    return None


def is_array(kind: Any) -> bool:
    """Whether a type is that of arrays of numbers."""
    return kind is np.ndarray or get_origin(kind) is np.ndarray


def union(kinds: Sequence[Any]) -> Any:
    """One type for any of several."""
    result = kinds[0]
    for kind in kinds[1:]:
        result = result | kind if result is not Any and kind is not Any else Any
    return result


def field_told(keys: Keys) -> str:
    """The name of a field, as messages begin with it."""
    name = next((str(key) for key in reversed(keys) if isinstance(key, str)), "this")
    return f"{name!r}"


def type_told(hint: Any) -> str:
    """A type in words."""
    words: list[str] = []
    for kind in alternatives(hint):
        if kind is bool:
            words.append("true or false")
        elif kind is int:
            words.append("a whole number")
        elif kind in (float, Node):
            words.append("a number or an expression" if Node in alternatives(hint) else "a number")
        elif kind is str:
            words.append("a text")
        elif kind in (Body, Frame):
            words.append("a body or a place on one")
        elif entry_kinds(kind) is not None:
            words.append("a list")
        elif isinstance(kind, type) and kind is not NoneType:
            names = [x.name for x in constructors_fitting(kind)][:6]
            words.append(f"a table with one of the types {', '.join(names)}" if names else kind.__name__)
        elif kind is not NoneType:
            words.append("a table of names")
    return " or ".join(dict.fromkeys(words))


def with_article(noun: str) -> str:
    """A noun with its indefinite article."""
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"

"""What is inside parts: the bodies, frames and expressions that their fields hold, however deep."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, cast

import numpy as np

from dalembert.expr.node import Expression, inputs_of
from dalembert.expr.rewrite import substitute
from dalembert.model.bodies import Body, Frame

Leaf = Body | Frame | Expression


def leaves(value: Any) -> list[Leaf]:
    """Bodies, frames and expressions in a field or part."""
    found: list[Leaf] = []
    _gather(value, found)
    return found


def _gather(value: Any, found: list[Leaf]) -> None:
    kind = type(value)
    if kind in _PLAIN:
        return
    if isinstance(value, Body | Frame | Expression):
        found.append(value)
    elif isinstance(value, np.ndarray) and value.dtype == object:
        found.extend(x for x in value.flat if isinstance(x, Expression))
    elif isinstance(value, tuple | list):
        for x in value:
            _gather(x, found)
    elif is_dataclass(kind):
        for name in _field_names(cast(Any, kind)):
            _gather(getattr(value, name), found)
    elif isinstance(value, Mapping):
        _gather(tuple(value.values()), found)


@cache
def _field_names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


@cache
def _given_names(kind: Any) -> tuple[str, ...]:
    """Fields that are given when one is made."""
    return tuple(field.name for field in fields(kind) if field.init)


_PLAIN = frozenset([str, float, int, bool, type(None)])
"""What holds nothing, and is most of all."""


def replaced(value: Any, change: Callable[[Leaf], Any]) -> Any:
    """A field or part with its bodies, frames and expressions changed; if none is, the very same object."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, Leaf):
        return change(value)
    if isinstance(value, np.ndarray):
        return _replaced_array(value, change) if value.dtype == object else value
    if isinstance(value, tuple | list):
        entries = [replaced(x, change) for x in value]
        return value if _is_same(entries, value) else type(value)(entries)
    if isinstance(value, Mapping):
        entries = [replaced(x, change) for x in value.values()]
        return value if _is_same(entries, value.values()) else dict(zip(value, entries, strict=True))
    return with_fields(value, {}, change) if is_dataclass(type(value)) else value


def with_fields(value: Any, given: Mapping[str, Any], change: Callable[[Leaf], Any]) -> Any:
    """A dataclass with some fields as given and the others changed inside."""
    new = dict(given)
    for name in _given_names(cast(Any, type(value))):
        if name not in given:
            new[name] = replaced(getattr(value, name), change)
    if all(new[name] is getattr(value, name) for name in new):
        return value
    return type(value)(**new)


def _replaced_array(array: Any, change: Callable[[Leaf], Any]) -> Any:
    result = array.copy()
    for index in np.ndindex(array.shape):
        if isinstance(array[index], Expression):
            result[index] = change(array[index])
    return result


def _is_same(new: Any, old: Any) -> bool:
    return all(a is b for a, b in zip(new, old, strict=True))


def with_inputs(expression: Any, change: Callable[[Any], Any]) -> Any:
    """An expression with its inputs changed."""
    new = {x: change(x) for x in inputs_of([expression])}
    changed = {x: y for x, y in new.items() if y is not x}
    return substitute(expression, changed) if changed else expression

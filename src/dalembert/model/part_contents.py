"""Contents of parts: the bodies, frames and expressions that their fields hold, however deep."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, TypeVar, cast

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.node import Expression, Node, Scalar, inputs_of
from dalembert.expr.rewrite import substitute
from dalembert.model.bodies import Body, Frame

Leaf = Body | Frame | Expression

_Value = TypeVar("_Value")


def leaves(value: object) -> list[Leaf]:
    """Bodies, frames and expressions in a field or part."""
    gathered: list[Leaf] = []
    _gather(value, gathered)
    return gathered


def _gather(value: object, gathered: list[Leaf]) -> None:
    kind = type(value)
    if kind in _PLAIN:
        return
    if isinstance(value, Body | Frame | Expression):
        gathered.append(value)
    elif isinstance(value, np.ndarray) and value.dtype == object:
        gathered.extend(x for x in value.flat if isinstance(x, Expression))
    elif isinstance(value, tuple | list):
        for x in value:
            _gather(x, gathered)
    elif is_dataclass(kind):
        for name in _field_names(kind):
            _gather(getattr(value, name), gathered)
    elif isinstance(value, Mapping):
        _gather(tuple(value.values()), gathered)


@cache
def _field_names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


@cache
def _argument_names(kind: type[Any]) -> tuple[str, ...]:
    """Fields that are arguments of the class."""
    return tuple(field.name for field in fields(kind) if field.init)


_PLAIN = frozenset([str, float, int, bool, type(None)])
"""Types of most fields, which hold no leaves."""


def replaced(value: _Value, change: Callable[[Leaf], Leaf | Scalar]) -> _Value:
    """A field or part with its bodies, frames and expressions changed; the same object if none of them is."""
    return cast("_Value", _replaced(value, change))


def _replaced(value: Any, change: Callable[[Leaf], Leaf | Scalar]) -> object:
    if type(value) in _PLAIN:
        return value
    if isinstance(value, Leaf):
        return change(value)
    if isinstance(value, np.ndarray):
        return _replaced_array(value, change) if value.dtype == object else value
    if isinstance(value, tuple | list):
        entries = [_replaced(x, change) for x in value]
        return value if _is_same(entries, value) else type(value)(entries)
    if isinstance(value, Mapping):
        entries = [_replaced(x, change) for x in value.values()]
        return value if _is_same(entries, value.values()) else dict(zip(value, entries, strict=True))
    return with_fields(value, {}, change) if is_dataclass(type(value)) else value


def with_fields(value: _Value, fields: Mapping[str, object], change: Callable[[Leaf], Leaf | Scalar]) -> _Value:
    """A dataclass with these values of some fields and the others changed inside."""
    new = dict(fields)
    for name in _argument_names(cast(Any, type(value))):
        if name not in fields:
            new[name] = _replaced(getattr(value, name), change)
    if all(new[name] is getattr(value, name) for name in new):
        return value
    return type(value)(**new)


def _replaced_array(array: Array, change: Callable[[Leaf], Leaf | Scalar]) -> Array:
    result = array.copy()
    for index in np.ndindex(array.shape):
        if isinstance(entry := array[index], Expression):
            result[index] = change(entry)
    return result


def _is_same(new: Iterable[object], old: Iterable[object]) -> bool:
    return all(a is b for a, b in zip(new, old, strict=True))


def with_inputs(expression: Expression, change: Callable[[Node], Scalar]) -> Expression | Scalar:
    """An expression with its inputs changed."""
    new = {x: change(x) for x in inputs_of([expression])}
    changed = {x: y for x, y in new.items() if y is not x}
    return substitute(expression, changed) if changed else expression

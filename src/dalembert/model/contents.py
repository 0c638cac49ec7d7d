"""What is inside parts: the bodies, frames and expressions that their fields hold, however deep."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from dalembert.expr.node import Expression, inputs_of
from dalembert.expr.rewrite import substitute
from dalembert.model.bodies import Body, Frame

Leaf = Body | Frame | Expression


def leaves(value: Any) -> Iterator[Leaf]:
    """Bodies, frames and expressions in a field or part."""
    if isinstance(value, Leaf):
        yield value
    elif isinstance(value, np.ndarray):
        yield from (x for x in value.flat if isinstance(x, Expression)) if value.dtype == object else ()
    elif isinstance(value, tuple | list):
        for x in value:
            yield from leaves(x)
    elif isinstance(value, Mapping):
        yield from leaves(tuple(value.values()))
    elif is_dataclass(value):
        for field in fields(value):
            yield from leaves(getattr(value, field.name))


def replaced(value: Any, change: Callable[[Leaf], Any]) -> Any:
    """A field or part with its bodies, frames and expressions changed; if none is, the very same object."""
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
    return with_fields(value, {}, change) if is_dataclass(value) else value


def with_fields(value: Any, given: Mapping[str, Any], change: Callable[[Leaf], Any]) -> Any:
    """A dataclass with some fields as given and the others changed inside."""
    new = dict(given)
    for field in fields(value):
        if field.init and field.name not in given:
            new[field.name] = replaced(getattr(value, field.name), change)
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

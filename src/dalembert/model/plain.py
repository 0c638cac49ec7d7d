"""Parts of models as plain data, which files keep: numbers, text, lists and dicts."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from dalembert.expr.node import NUMBERS, Expression, describe
from dalembert.model.bodies import Body, Frame
from dalembert.model.part import measures_in


def plain(value: Any) -> Any:
    """A value that parts hold; bodies stand there by name, expressions by text and a checksum of all of it."""
    if isinstance(value, bool | str) or value is None:
        return value
    if isinstance(value, NUMBERS):
        return float(value)
    if isinstance(value, Expression):
        return _plain_expression(value)
    if isinstance(value, Body):
        return value.name
    if isinstance(value, Frame):
        # without its label: frames are equal where they coincide
        return {"body": value.body.name, **plain_fields(value.pose)}
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, tuple | list):
        return [plain(x) for x in value]
    if isinstance(value, frozenset | set):
        return sorted(map(str, map(plain, value)))
    if isinstance(value, Mapping):
        return {str(key): plain(x) for key, x in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return {"kind": type(value).__name__, **plain_fields(value)}
    return type(value).__qualname__


def _plain_expression(value: Expression) -> Any:
    """Text, a checksum of all of it, and the measures in it, whose text may leave out where a frame is."""
    text = f"{describe(value)} #{value.tag & (1 << 64) - 1:016x}"
    measures = measures_in(value)
    return [text, *(plain(node.args[0]) for node in measures)] if measures else text


def plain_fields(value: Any, besides: Collection[str] = ()) -> dict[str, Any]:
    """The fields of a dataclass, besides some."""
    names = [field.name for field in fields(value) if field.init and field.name not in besides]
    return {name: plain(getattr(value, name)) for name in names}

"""Parts of models as plain data, which files keep: numbers, text, lists and dicts."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, cast

import numpy as np

from dalembert.expr.node import NUMBERS, Expression, describe
from dalembert.model.bodies import ORIGIN, Body, Frame
from dalembert.model.part import measures_in

_AXES = ("axis", "normal")
"""Fields that are axes: a letter or a vector."""


def plain(value: object) -> Any:
    """The value of a field as plain data: bodies by name, expressions by text and a checksum of all of it."""
    if isinstance(value, bool | str) or value is None:
        return value
    if isinstance(value, NUMBERS):
        return float(value)
    if isinstance(value, Expression):
        return _plain_expression(value)
    if isinstance(value, Body):
        return value.name
    if isinstance(value, Frame):
        # without its label: frames are equal where they coincide, and one at the origin is the body itself
        place = plain_fields(value.pose)
        return value.body.name if place == plain_fields(ORIGIN) else {"body": value.body.name, **place}
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, tuple | list):
        return [plain(x) for x in value]
    if isinstance(value, frozenset | set):
        return sorted(map(str, map(plain, value)))
    if isinstance(value, Mapping):
        return {str(key): plain(x) for key, x in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        # what stands for a body at a coordinate of none is called by its name
        besides = () if getattr(value, "carries_body", True) else ("child",)
        return {"kind": type(value).__name__, **plain_fields(value, besides)}
    return type(value).__qualname__


def _plain_expression(value: Expression) -> object:
    """Text, a checksum of all of it, and the measures in it, whose text may leave out where a frame is."""
    text = f"{describe(value)} #{value.tag & (1 << 64) - 1:016x}"
    measures = measures_in(value)
    return [text, *(plain(node.args[0]) for node in measures)] if measures else text


def plain_fields(value: object, besides: Collection[str] = ()) -> dict[str, object]:
    """The fields of a dataclass, besides some."""
    names = [field.name for field in fields(cast(Any, value)) if field.init and field.name not in besides]
    return {name: (_plain_axis if name in _AXES else plain)(getattr(value, name)) for name in names}


def _plain_axis(value: object) -> object:
    """An axis as plain data: a coordinate axis is a letter, whether its letter or its vector was written."""
    axis = plain(value)
    if isinstance(axis, list) and len(axis) == 3 and all(isinstance(x, float) for x in axis):
        along = [letter for letter, x in zip("xyz", axis, strict=True) if x > 0.0]
        return along[0] if len(along) == 1 and axis.count(0.0) == 2 else axis
    return axis

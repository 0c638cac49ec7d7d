"""Descriptions of what was asked as plain data, by which a folder knows whether it is the same study."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import partial
from types import CodeType, FunctionType, MethodType
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.model.model import Model
from dalembert.model.plain_data import plain, plain_fields
from dalembert.studies.along import Along

_LETTERS = 16
"""Of a digest."""

_FEW = 32
"""Numbers that are written one by one."""


def described(value: object) -> Any:
    """A value as plain data: a function by its name and a digest of its code and all that it holds."""
    if isinstance(value, np.ndarray) and value.dtype != object and value.size > _FEW:
        return f"{value.shape} numbers {digest(value.tobytes())}"
    if isinstance(value, Along):
        return {"kind": type(value).__name__, "of": described(value.of)}
    if isinstance(value, Model):
        return {"kind": "Model", **plain_fields(value)}
    if isinstance(value, Mapping):
        return {str(key): described(x) for key, x in value.items()}
    if isinstance(value, tuple | list):
        return [described(x) for x in value]
    if isinstance(value, np.ndarray):
        return [described(x) for x in value.tolist()]
    if isinstance(value, partial):
        return {"kind": "partial", "of": [described(x) for x in (value.func, value.args, value.keywords)]}
    if isinstance(value, MethodType):
        return {"kind": value.__qualname__, "of": [described(value.__func__), described(value.__self__)]}
    if isinstance(value, FunctionType):
        held = [cell.cell_contents for cell in value.__closure__ or () if _is_filled(cell)]
        defaults = [value.__defaults__, value.__kwdefaults__]
        contents = [_code(value.__code__), described([*held, *defaults])]
        return f"function {value.__qualname__} #{digest(repr(contents).encode())}"
    if is_dataclass(value) and not isinstance(value, type):
        if any(callable(getattr(value, field.name)) for field in fields(value) if field.init):
            own = {field.name: described(getattr(value, field.name)) for field in fields(value) if field.init}
            return {"kind": type(value).__name__, **own}
        return plain(value)
    if callable(value):
        own = vars(value) if hasattr(value, "__dict__") and not isinstance(value, type) else {}
        name = getattr(value, "__qualname__", type(value).__qualname__)
        return {"kind": name, **described(own)} if own else name
    return plain(value)


def digest(contents: bytes) -> str:
    """Letters that are other ones if the contents are."""
    return hashlib.sha256(contents).hexdigest()[:_LETTERS]


def described_values(values: Array) -> str:
    """A column of numbers, by which one sees where it is and whether it is the same."""
    letters = digest(np.ascontiguousarray(values).tobytes())
    return f"{len(values)} from {values.min():.6g} to {values.max():.6g} #{letters}"


def _code(code: CodeType) -> list[object]:
    """What a function does, without the places where it is written."""
    constants = [_code(x) if isinstance(x, CodeType) else _constant(x) for x in code.co_consts]
    return [code.co_code.hex(), constants, code.co_names, code.co_varnames[: code.co_argcount]]


def _constant(value: object) -> str:
    # sets of text have another order in another process
    return repr(sorted(map(repr, value)) if isinstance(value, frozenset) else value)


def _is_filled(cell: Any) -> bool:
    try:
        cell.cell_contents  # noqa: B018
    except ValueError:
        return False
    return True

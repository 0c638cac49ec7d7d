"""Fingerprints: letters that equal values have in every process, and other values do not.

A value is read as its pickle would be, but whatever has no order or identity of its own counts by its contents.
What has code that may change under its name has none: functions and classes of users.
"""

from __future__ import annotations

import copyreg
import hashlib
import struct
import sys
from collections.abc import Callable
from enum import Enum
from functools import cached_property
from types import BuiltinFunctionType, FunctionType, MappingProxyType
from typing import Any

import numpy as np

_OURS = ("dalembert", "numpy", "builtins", "collections", "functools", "types", "copyreg", "pathlib", "_codecs")
"""Packages whose code changes with their versions alone."""


class _UserCodeError(Exception):
    """A value is, or holds, code that may change under its name."""


def fingerprint(*values: object) -> str | None:
    """Letters for these values; None if they hold code of a user, which has only a name."""
    writer = _Writer()
    try:
        for value in values:
            writer.write(value)
    except (_UserCodeError, RecursionError, TypeError):
        return None
    return writer.digest.hexdigest()


class _Writer:
    """The contents of values, fed to a digest."""

    def __init__(self) -> None:
        self.digest = hashlib.sha256()
        self._numbers: dict[int, int] = {}
        self._alive: list[object] = []

    def write(self, value: object) -> None:
        """One value with all that it holds."""
        plain = _PLAIN.get(type(value))
        if plain is not None:
            self._put(type(value).__name__, plain(value))
        elif type(value) in (tuple, list):
            self._put(type(value).__name__, len(value))  # type: ignore[arg-type]
            for x in value:  # type: ignore[attr-defined]
                self.write(x)
        elif type(value) in (set, frozenset):
            self._put("set", sorted(_alone(x) for x in value))  # type: ignore[attr-defined]
        elif isinstance(value, type | FunctionType | BuiltinFunctionType):
            self._put("name", _checked_name(value))
        elif self._is_new(value):
            self._write_parts(value)

    def _put(self, kind: str, contents: object) -> None:
        # lengths keep one value from running into the next
        text = contents if isinstance(contents, bytes) else repr(contents).encode()
        self.digest.update(f"{kind} {len(text)} ".encode() + text)

    def _is_new(self, value: object) -> bool:
        """Whether this object comes for the first time; later it is told by its number."""
        number = self._numbers.setdefault(id(value), len(self._numbers))
        self._put("object", number)
        if number < len(self._alive):
            return False
        # an id is that of another object when its own is gone
        self._alive.append(value)
        return True

    def _write_parts(self, value: object) -> None:
        if isinstance(value, dict | MappingProxyType):
            self._put(type(value).__name__, len(value))
            for key, x in value.items():
                self.write(key)
                self.write(x)
            if type(value) in (dict, MappingProxyType):
                return
        if isinstance(value, np.ndarray) and value.dtype != object:
            self._put("array", (value.shape, value.dtype.str))
            self._put("numbers", np.ascontiguousarray(value).tobytes())
            return
        if isinstance(value, np.ndarray):
            self._put("objects", value.shape)
            for x in value.flat:
                self.write(x)
            return
        if isinstance(value, Enum):
            self._put("choice", f"{_checked_name(type(value))} {value.name}")
            return
        reduce: Callable[[Any], Any] | None = copyreg.dispatch_table.get(type(value))
        reduced = reduce(value) if reduce else value.__reduce_ex__(4)
        self.write(tuple(_without_derived(type(value), x) for x in reduced) if type(reduced) is tuple else reduced)


def _without_derived(kind: type, state: object) -> object:
    """The fields of a value, without results derived from them and kept."""
    if type(state) is tuple and len(state) == 2 and isinstance(state[1], dict):
        return tuple(_without_derived(kind, x) for x in state)
    if type(state) is not dict:
        return state
    return {key: x for key, x in state.items() if not isinstance(getattr(kind, str(key), None), cached_property)}


def _alone(value: object) -> str:
    """The fingerprint of a member of a set."""
    writer = _Writer()
    writer.write(value)
    return writer.digest.hexdigest()


def _checked_name(value: Any) -> str:
    module, name = getattr(value, "__module__", None) or "builtins", value.__qualname__
    if module.partition(".")[0] not in _OURS or "<" in name:
        raise _UserCodeError(f"{module}.{name}")
    found: Any = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    # code that is run without a module of its own says that it is of the builtins
    if found is not value:
        raise _UserCodeError(f"{module}.{name}")
    return f"{module}.{name}"


_PLAIN: dict[type, Callable[[Any], object]] = {
    type(None): repr,
    bool: repr,
    int: hex,  # numbers of any length
    str: repr,
    bytes: bytes,
    float: lambda x: struct.pack("<d", x),
    complex: repr,
    type(Ellipsis): repr,
    np.float64: lambda x: struct.pack("<d", x),
    np.int64: repr,
    np.bool_: repr,
}

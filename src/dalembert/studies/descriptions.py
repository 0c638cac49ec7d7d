"""Descriptions of what was asked as plain data, by which a folder knows whether it is the same study."""

from __future__ import annotations

import hashlib
import sys
import sysconfig
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache, partial
from math import isfinite
from pathlib import Path
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.node import Expression
from dalembert.model.model import Model
from dalembert.model.plain_data import plain, plain_fields
from dalembert.studies.along import Along
from dalembert.studies.function_globals import names_read

_LETTERS = 16
"""Of a digest."""

_FEW = 32
"""Numbers that are written one by one."""


def described(value: object) -> Any:
    """A value as plain data: a function by its name, a digest of its code, what it holds and what it reads."""
    return _Description().of(value)


class _Description:
    """Descriptions of values that may refer to each other."""

    def __init__(self) -> None:
        self._open: list[object] = []

    def of(self, value: object) -> Any:
        """One value; what is described already while it is described is called by its class."""
        if value is None or isinstance(value, bool | int | float | complex | str | bytes | Expression):
            # what is not finite is not equal to itself, or no JSON
            is_odd = isinstance(value, complex | bytes) or (isinstance(value, float) and not isfinite(value))
            return repr(value) if is_odd else plain(value)
        if any(value is x for x in self._open):
            return f"the same {type(value).__name__}"
        self._open.append(value)
        try:
            return self._contents(value)
        finally:
            self._open.pop()

    def _contents(self, value: object) -> Any:
        if isinstance(value, np.ndarray | np.generic):
            return self._array(np.asarray(value))
        if isinstance(value, Along):
            return {"kind": type(value).__name__, "of": self.of(value.of), **self._class(type(value))}
        if isinstance(value, Model):
            return {"kind": "Model", **plain_fields(value)}
        if isinstance(value, Mapping):
            return {str(key): self.of(x) for key, x in value.items()}
        if isinstance(value, tuple | list):
            every = [self.of(x) for x in value]
            return every if len(every) <= _FEW else f"{len(every)} values {digest(repr(every).encode())}"
        if isinstance(value, set | frozenset):
            return sorted(repr(self.of(x)) for x in value)
        if isinstance(value, partial):
            return {"kind": "partial", "of": [self.of(x) for x in (value.func, value.args, value.keywords)]}
        if isinstance(value, MethodType):
            return {"kind": value.__qualname__, "of": [self.of(value.__func__), self.of(value.__self__)]}
        if isinstance(value, FunctionType):
            return self._function(value)
        if isinstance(value, type):
            return {"kind": value.__qualname__, **self._class(value)}
        if isinstance(value, ModuleType):
            return value.__name__
        return self._object(value)

    def _array(self, value: Array) -> Any:
        if value.dtype == object or value.size <= _FEW:
            return self.of(value.tolist())
        return f"{value.shape} {value.dtype} numbers {digest(np.ascontiguousarray(value).tobytes())}"

    def _object(self, value: object) -> Any:
        kind = type(value)
        is_of_a_library = _is_of_a_library(sys.modules.get(kind.__module__))
        if is_dataclass(value):
            own = {field.name: getattr(value, field.name) for field in fields(value) if field.init}
            if is_of_a_library and not any(callable(x) for x in own.values()):
                return plain(value)
            return {"kind": kind.__name__, **self.of(own), **self._class(kind)}
        if is_of_a_library and callable(value) and (name := getattr(value, "__qualname__", None)):
            return str(name)
        if hasattr(value, "__array__"):
            return {"kind": kind.__qualname__, "values": self.of(np.asarray(value))}
        if is_of_a_library:
            return _described_by_a_library(value) or {"kind": kind.__qualname__, **self.of(_data_of(value))}
        return {"kind": kind.__qualname__, **self.of(_attributes(value)), **self._class(kind)}

    def _class(self, kind: type) -> dict[str, Any]:
        """Code of a class that may change under its name."""
        if _is_of_a_library(sys.modules.get(kind.__module__)):
            return {}
        return {"code": digest(repr({name: self.of(x) for name, x in _code_in(kind).items()}).encode())}

    def _function(self, value: FunctionType) -> Any:
        if _is_of_a_library(sys.modules.get(value.__module__ or "")):
            return f"{value.__module__}.{value.__qualname__}"
        held = [cell.cell_contents for cell in value.__closure__ or () if _is_filled(cell)]
        contents = [_code(value.__code__), self.of([*held, value.__defaults__, value.__kwdefaults__])]
        text = f"function {value.__qualname__} #{digest(repr(contents).encode())}"
        reads = {name: self.of(x) for name, x in names_read(value, is_known=_is_of_a_library).items()}
        return {"code": text, "reads": reads} if reads else text


def digest(contents: bytes) -> str:
    """Letters that are other ones if the contents are."""
    return hashlib.sha256(contents).hexdigest()[:_LETTERS]


def described_values(values: Array) -> str:
    """A column of numbers, by which one sees where it is and whether it is the same."""
    letters = digest(np.ascontiguousarray(values).tobytes())
    return f"{len(values)} from {values.min():.6g} to {values.max():.6g} #{letters}"


def _code(code: CodeType) -> list[object]:
    """The code of a function, without file names and line numbers."""
    constants = [_code(x) if isinstance(x, CodeType) else _constant(x) for x in code.co_consts]
    return [code.co_code.hex(), constants, code.co_names, code.co_varnames[: code.co_argcount]]


def _constant(value: object) -> str:
    # sets of text have another order in another process
    return repr(sorted(map(repr, value)) if isinstance(value, frozenset) else value)


def _code_in(kind: type) -> dict[str, object]:
    """Functions in the text of a class."""
    found: dict[str, object] = {}
    for name, x in vars(kind).items():
        function = x.fget if isinstance(x, property) else getattr(x, "__func__", x)
        # what a dataclass is given says nothing that its fields do not say
        if isinstance(function, FunctionType) and function.__code__.co_filename != "<string>":
            found[name] = function
    return found


def _described_by_a_library(value: object) -> str:
    """Dates, fractions, paths and other values of the standard library in words; empty for locks and files."""
    text = repr(value) if type(value).__module__.partition(".")[0] in sys.stdlib_module_names else ""
    return "" if text.startswith("<") or " at 0x" in text else text


def _attributes(value: object) -> dict[str, object]:
    """Attributes of a value, in its dictionary or in slots."""
    slots = [name for kind in type(value).__mro__ for name in (getattr(kind, "__slots__", ()) or ())]
    return {name: getattr(value, name) for name in slots if hasattr(value, name)} | dict(
        getattr(value, "__dict__", {})
    )


def _data_of(value: object) -> dict[str, object]:
    """Attributes that are data: what else there is may be locks, files and handlers."""
    if type(value).__module__.partition(".")[0] in sys.stdlib_module_names:
        return {}
    return {name: x for name, x in _attributes(value).items() if _is_data(x)}


def _is_data(value: object) -> bool:
    """Whether a value is numbers or text, or made of them."""
    if isinstance(value, tuple | list):
        return all(map(_is_data, value))
    if isinstance(value, np.ndarray):
        return value.dtype != object
    return value is None or isinstance(value, bool | int | float | complex | str)


def _is_of_a_library(module: ModuleType | None) -> bool:
    """Whether a module changes with the versions of packages alone."""
    if module is None:
        return False
    if module.__name__.partition(".")[0] in ("dalembert", "builtins"):
        return True
    file = getattr(module, "__file__", None)
    if file is None:
        return module.__name__ in sys.builtin_module_names
    return any(Path(file).is_relative_to(folder) for folder in _libraries())


@cache
def _libraries() -> tuple[str, ...]:
    paths = sysconfig.get_paths()
    own = {paths[name] for name in ("stdlib", "platstdlib", "purelib", "platlib") if name in paths}
    # those of the user, of the system and of other environments
    return tuple(own | {path for path in sys.path if Path(path).name in ("site-packages", "dist-packages")})


def _is_filled(cell: Any) -> bool:
    try:
        cell.cell_contents  # noqa: B018
    except ValueError:
        return False
    return True

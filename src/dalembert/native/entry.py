"""Built-in functions of Python around native code with fixed arguments: a call costs some tens of nanoseconds."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from dalembert.config import Tier
from dalembert.native.machine import Target, assemble, link
from dalembert.native.module import Module

_METH_NOARGS = 0x0004


class _MethodDef(ctypes.Structure):
    """CPython's description of a built-in function."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


def entry(address: int, pointers: Sequence[int], kept: object) -> Callable[[], int]:
    """A function without arguments that calls native code with these pointers, and gives its status.

    It holds Python's lock meanwhile, and keeps an object in memory for as long as it lives.
    """
    module = _entry_module(address, pointers)
    # the exported functions of CPython itself are found by address, whatever the platform exports
    imports = {"PyLong_FromLongLong": _Function(ctypes.pythonapi.PyLong_FromLongLong)}
    library = link(assemble(module, Target.host(), Tier.QUICK), [module.name], imports)
    method = _MethodDef(b"run", library.address(module.name), _METH_NOARGS, None)
    return _builtin(method, (method, library, kept))


def _entry_module(address: int, pointers: Sequence[int]) -> Module:
    """A function of CPython's calling convention around a call with fixed pointers."""
    args = ", ".join(f"ptr inttoptr (i64 {pointer} to ptr)" for pointer in pointers)
    code = (
        "define ptr @bound(ptr %self, ptr %args) nounwind {\n"
        f"%status = call i64 inttoptr (i64 {address} to ptr)({args})\n"
        "%result = call ptr @PyLong_FromLongLong(i64 %status)\n"
        "ret ptr %result\n}\n"
        "declare ptr @PyLong_FromLongLong(i64)\n"
    )
    return Module.of("bound", code)


@dataclass(frozen=True)
class _Function:
    """A function of CPython that native code calls."""

    function: Any

    @property
    def address(self) -> int:
        return int(ctypes.cast(self.function, ctypes.c_void_p).value or 0)


def _builtin(method: _MethodDef, kept: object) -> Callable[[], int]:
    """A built-in function whose `self`, which it does not read, is an object to keep in memory."""
    signature = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p)
    make = signature(("PyCFunction_NewEx", ctypes.pythonapi))
    function: Callable[[], int] = make(ctypes.addressof(method), kept, None)
    return function

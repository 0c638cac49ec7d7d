"""Python functions that native code calls back."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np

from dalembert.errors import SolverError
from dalembert.expr.calls import Foreign, Routine
from dalembert.native.module import Module
from dalembert.procedures.language import CALLBACK_FAILED

Doubles: TypeAlias = Any
"""Pointer to doubles, as ctypes hands it to Python."""

_SIGNATURE = ctypes.CFUNCTYPE(None, *[ctypes.POINTER(ctypes.c_double)] * 3)


class Thunk:
    """A Python function as a native one; an exception inside is kept and ends the native run.

    Exceptions cannot travel through native code: the status tells the caller to leave, and whoever started
    the run raises the error that `take_error` returns. Success is written to memory rather than returned, because
    a Ctrl-C may strike before the first line of the function, and then there is no return value.
    """

    def __init__(self, routine: Routine, foreign: Foreign) -> None:
        self.routine = routine
        self._errors = threading.local()
        self._native = _SIGNATURE(self._call)
        self._function, self._n_inputs, self._n_outputs = foreign.function, routine.n_inputs, routine.n_outputs

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Thunk) and self.routine == other.routine

    def __hash__(self) -> int:
        return hash(self.routine)

    @property
    def address(self) -> int:
        """Where native code calls the function."""
        return int(ctypes.cast(self._native, ctypes.c_void_p).value or 0)

    def take_error(self) -> BaseException | None:
        """The exception of the last failed call in this thread, once."""
        error: BaseException | None = getattr(self._errors, "last", None)
        self._errors.last = None
        return error

    def _call(self, x: Doubles, y: Doubles, failed: Doubles) -> None:
        try:
            inputs = np.ctypeslib.as_array(x, (self._n_inputs,)).copy()
            self._function(inputs, np.ctypeslib.as_array(y, (self._n_outputs,)))
            failed[0] = 0.0
        except BaseException as error:
            self._errors.last = error


def raise_failure(status: int, imports: Iterable[object]) -> None:
    """Raise what made a run end early, if its status is negative; errors left by other runs are dropped."""
    if status == CALLBACK_FAILED:
        errors = [error for thunk in imports if isinstance(thunk, Thunk) and (error := thunk.take_error())]
        # the only exception that strikes before a callback has begun
        raise errors[0] if errors else KeyboardInterrupt
    if status < 0:
        raise SolverError(f"the native run ended with status {status}")


def callback_module(name: str, thunk: Thunk) -> Module:
    """The function `name(x, y, work)` that calls back and returns a status."""
    code = (
        f"define i64 @{name}(ptr %x, ptr %y, ptr %work) nounwind {{\n"
        "store double 1.0, ptr %work, align 8\n"
        f"call void @{name}.python(ptr %x, ptr %y, ptr %work)\n"
        "%failed = load double, ptr %work, align 8\n"
        "%fine = fcmp oeq double %failed, 0.0\n"
        f"%status = select i1 %fine, i64 0, i64 {CALLBACK_FAILED}\n"
        "ret i64 %status\n}\n"
        f"declare void @{name}.python(ptr, ptr, ptr)\n"
    )
    return replace(Module.of(name, code), imports={f"{name}.python": thunk})

"""Python functions that native code calls back."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from dalembert.expr.calls import Foreign
from dalembert.procedures.language import CALLBACK_FAILED

_SIGNATURE = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.POINTER(ctypes.c_double)] * 3)


class Thunk:
    """A Python function as a native one; an exception inside is kept and ends the native run.

    Exceptions cannot travel through native code: the status tells the caller to leave, and whoever started the
    run raises what `take_error` returns.
    """

    def __init__(self, foreign: Foreign, n_inputs: int, n_outputs: int) -> None:
        self._error: BaseException | None = None
        self._native = _SIGNATURE(self._call)
        self._function, self._n_inputs, self._n_outputs = foreign.function, n_inputs, n_outputs

    @property
    def address(self) -> int:
        """Where native code calls it."""
        return int(ctypes.cast(self._native, ctypes.c_void_p).value or 0)

    def take_error(self) -> BaseException | None:
        """The exception of the last failed call, once."""
        error, self._error = self._error, None
        return error

    def _call(self, x: Any, y: Any, work: Any) -> int:
        try:
            inputs = np.ctypeslib.as_array(x, (self._n_inputs,)).copy()
            self._function(inputs, np.ctypeslib.as_array(y, (self._n_outputs,)))
        except BaseException as error:
            self._error = error
            return CALLBACK_FAILED
        return 0

"""Running procedures: one native call per run, without the GIL, with progress and interruption."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from typing import Any

import numpy as np

from dalembert.config import Config
from dalembert.errors import CompileError, SolverError
from dalembert.kernels.build import Built, build
from dalembert.kernels.callback import Thunk, distinct_callbacks
from dalembert.kernels.machine import Target, Tier
from dalembert.kernels.procedure_text import procedure_module
from dalembert.kernels.program_code import resolve
from dalembert.procedures.language import CALLBACK_FAILED, INTERRUPTED
from dalembert.procedures.statements import Callee, Procedure

_SECONDS_BETWEEN_BEATS = 0.05
_DTYPES = {"real": np.float64, "shared": np.float64, "index": np.int64}


class NativeProcedure:
    """A compiled procedure: call it with its arrays, it fills them in place.

    Reals are C-ordered float64 arrays whose last axis is the lane (no such axis for one lane), shared entries
    float64, indices int64. A procedure with a `control` argument reports to `progress`, a function of the
    number it hands to `beat`; that function, or Ctrl-C, ends the run by raising.
    """

    def __init__(
        self,
        procedure: Procedure,
        *,
        lanes: int = 1,
        tier: Tier = Tier.FULL,
        failures: Mapping[int, str] | None = None,
        config: Config | None = None,
    ) -> None:
        if lanes not in (1, 2, 4, 8):
            raise CompileError(f"lanes must be 1, 2, 4 or 8, not {lanes}")
        self.procedure, self.lanes, self.tier = procedure, lanes, tier
        self._failures = dict(failures or {})
        module = procedure_module(procedure, lanes, resolve)
        self._built: Built = build([module], Target.host(), tier, config or Config.from_environment())
        n_pointers = len(procedure.parameters) + 1
        signature = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * n_pointers)
        self._function = signature(self._built.library.address(module.name))
        self._thunks = distinct_callbacks(_thunks(procedure))

    @property
    def compile_time(self) -> float:
        """Seconds of code generation; zero when it came from the cache."""
        return self._built.compile_time

    def __call__(self, *arrays: np.ndarray[Any, Any], progress: Callable[[float], object] | None = None) -> int:
        """Run; returns a positive status without a declared failure, or 0."""
        heartbeat = Heartbeat(progress)
        pointers = self._pointers(arrays, heartbeat)
        work = np.empty(max(self.procedure.work, 1) * self.lanes)
        status = int(self._function(*pointers, work.ctypes.data))
        if status == INTERRUPTED and heartbeat.error is not None:
            raise heartbeat.error
        raise_failure(status, self._thunks)
        if status in self._failures:
            raise SolverError(f"{self.procedure.name}: {self._failures[status]}")
        return status

    def _pointers(self, arrays: tuple[np.ndarray[Any, Any], ...], heartbeat: Heartbeat) -> list[int]:
        given = iter(arrays)
        kinds = self.procedure.parameters
        expected = sum(kind != "control" for kind in kinds)
        if len(arrays) != expected:
            raise CompileError(f"{self.procedure.name} takes {expected} arrays, not {len(arrays)}")
        return [
            heartbeat.address if kind == "control" else _checked(next(given), kind, self.procedure.name)
            for kind in kinds
        ]


def _checked(array: np.ndarray[Any, Any], kind: str, name: str) -> int:
    dtype = _DTYPES[kind]
    if not isinstance(array, np.ndarray) or array.dtype != dtype or not array.flags.c_contiguous:
        raise CompileError(f"{name} needs C-ordered arrays of {np.dtype(dtype)} here, not {describe_array(array)}")
    return int(array.ctypes.data)


def describe_array(array: object) -> str:
    """What was given instead, for messages."""
    if not isinstance(array, np.ndarray):
        return type(array).__name__
    order = "" if array.flags.c_contiguous else " that is not C-ordered"
    return f"an array of {array.dtype} with shape {array.shape}{order}"


def _thunks(callee: Callee) -> Iterator[tuple[str, Thunk]]:
    """Python functions that a callee may call back, however deep."""
    if isinstance(callee, Procedure):
        for inner in callee.callees:
            yield from _thunks(inner)
    else:
        yield from getattr(callee, "thunks", {}).items()


def raise_failure(status: int, thunks: Mapping[str, Thunk]) -> None:
    """Raise what made a run end early, if the status is negative."""
    if status == CALLBACK_FAILED:
        for thunk in thunks.values():
            if (error := thunk.take_error()) is not None:
                raise error
        raise KeyboardInterrupt  # the only exception that strikes before a callback has begun
    if status < 0:
        raise SolverError(f"the native run ended with status {status}")


class Heartbeat:
    """Called by a native run now and then: hands progress on, and lets Python act on signals.

    It answers with the number of beats to skip, so that calls come about every 50 ms whatever a step takes, or
    with zero when the run should end.
    """

    def __init__(self, progress: Callable[[float], object] | None) -> None:
        self.error: BaseException | None = None
        self._progress = progress
        beats = self._beats()
        first = next(beats)
        # A Ctrl-C is raised where Python code is entered. A function would be left before any `try` in it is
        # reached, and the exception lost in native code; a generator is resumed inside of it.
        self._native = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_double)(beats.send)
        address = ctypes.cast(self._native, ctypes.c_void_p).value
        self._block = np.array([first, address or 0], dtype=np.int64)

    @property
    def address(self) -> int:
        """Of the two words that native code reads: beats left, and whom to call."""
        return int(self._block.ctypes.data)

    def _beats(self) -> Generator[int, float, None]:
        count, last = 100, time.perf_counter()
        while True:
            try:
                value = yield count
                if self._progress is not None:
                    self._progress(value)
                now = time.perf_counter()
                change = _SECONDS_BETWEEN_BEATS / max(now - last, 1e-6)
                count, last = max(1, int(count * min(max(change, 0.1), 10.0))), now
            except GeneratorExit:
                return
            except BaseException as error:
                self.error, count = error, 0

"""Running procedures: one native call per run, without the GIL, with progress and interruption."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np

from dalembert.arrays import Array
from dalembert.config import Config, Tier
from dalembert.errors import CompileError, SolverError
from dalembert.native.build import build
from dalembert.native.callback import raise_failure
from dalembert.native.entry import entry
from dalembert.native.inlining import inlined_module, is_short
from dalembert.native.machine import Library, Target
from dalembert.native.module import Imported
from dalembert.native.procedure_ir import (
    checked_module,
    checked_symbol,
    procedure_module,
    procedure_symbol,
)
from dalembert.native.program_code import resolve
from dalembert.procedures.language import INTERRUPTED, OUT_OF_RANGE
from dalembert.procedures.statements import Procedure

_SECONDS_BETWEEN_BEATS, _FIRST_BEATS = 0.05, 100
_DTYPES = {"real": np.float64, "shared": np.float64, "index": np.int64}

_Start = ctypes.c_char * 0
"""No bytes at a place in memory: ctypes passes them on as the address of this place."""

Pointer: TypeAlias = ctypes.Array[ctypes.c_char] | int
"""Address of an argument, as ctypes takes it."""

NativeFunction: TypeAlias = Callable[..., int]
"""A native function as ctypes calls it; returns a status."""

_LINE = 8
"""Doubles in a cache line."""


class Runner:
    """Native code of a procedure, called with arrays that are long enough."""

    def __init__(
        self, name: str, kinds: Sequence[str], lanes: int, library: Library, symbol: str, work: int
    ) -> None:
        self.name, self.lanes = name, lanes
        self._library, self._kinds = library, tuple(kinds)
        self._failures: Mapping[int, str] = {}
        self._has_control = "control" in self._kinds
        self._address = library.address(symbol)
        self._function: NativeFunction = self._native()
        self._work_size = work * lanes + _LINE
        self._idle: list[Heartbeat] = []

    @classmethod
    def of(cls, procedure: Procedure, lanes: int, library: Library) -> Runner:
        """A procedure in a library."""
        symbol = procedure_symbol(procedure.name, lanes)
        return cls(procedure.name, procedure.parameters, lanes, library, symbol, procedure.work)

    def _native(self) -> NativeFunction:
        """The native function of pointers to all arguments and to the work space."""
        signature = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * (len(self._kinds) + 1))
        return signature(self._address)

    def _lengths(self, arrays: Sequence[Array]) -> list[int]:
        """Lengths of the arrays, as far as the native function takes them."""
        return []

    def __call__(self, *arrays: Array, progress: Callable[[float], object] | None = None) -> int:
        """Run; returns a positive status without a declared failure, or 0."""
        heartbeat = self._heartbeat(progress) if self._has_control else None
        pointers = self._pointers(arrays, heartbeat)
        work = np.empty(self._work_size)
        status = self._function(*pointers, first_line(work), *self._lengths(arrays))
        if status:
            self._check(status, arrays, heartbeat)
        if heartbeat is not None:
            heartbeat.end()
            self._idle.append(heartbeat)
        return status

    def prepared(self, *arrays: Array) -> Callable[[], int]:
        """A function that runs on these arrays, again and again, without progress, one run at a time."""
        heartbeat = Heartbeat(None) if self._has_control else None
        work = np.empty(self._work_size)
        places = (*self._pointers(arrays, heartbeat), first_line(work), *self._lengths(arrays))

        def run(kept: Array = work) -> int:
            if heartbeat is not None:
                heartbeat.begin(None)
            status = self._function(*places)
            if status:
                self._check(status, arrays, heartbeat)
            return status

        return run

    def bound(self, *arrays: Array) -> Callable[[], int]:
        """A function for very short runs on these arrays: a call holds Python's lock and costs next to nothing."""
        heartbeat = Heartbeat(None) if self._has_control else None
        work = np.empty(self._work_size)
        pointers = [_address(x) for x in (*self._pointers(arrays, heartbeat), first_line(work))]
        function = entry(self._address, pointers, (arrays, work, heartbeat, self))

        def run() -> int:
            status = function()
            if status:
                try:
                    self._check(status, arrays, heartbeat)
                finally:
                    # whoever goes on after an error begins anew
                    if heartbeat is not None:
                        heartbeat.begin(None)
            return status

        return run

    def _check(self, status: int, arrays: Sequence[Array], heartbeat: Heartbeat | None) -> None:
        """Raise the error of a status, if it is one."""
        if status == INTERRUPTED and heartbeat is not None and heartbeat.error is not None:
            raise heartbeat.error
        if status == OUT_OF_RANGE:
            shapes = ", ".join(str(array.shape) for array in arrays)
            raise CompileError(
                f"{self.name} would read or write outside of its arrays; they have the shapes {shapes}"
            )
        raise_failure(status, self._imports)
        if status in self._failures:
            raise SolverError(f"{self.name}: {self._failures[status]}")

    @property
    def _imports(self) -> list[Imported]:
        """Python functions that the native code may call."""
        return list(self._library.imports.values())

    def _heartbeat(self, progress: Callable[[float], object] | None) -> Heartbeat:
        """A heartbeat that no run uses: to make one takes longer than a short run."""
        try:
            heartbeat = self._idle.pop()
        except IndexError:
            return Heartbeat(progress)
        heartbeat.begin(progress)
        return heartbeat

    def _pointers(self, arrays: tuple[Array, ...], heartbeat: Heartbeat | None) -> list[Pointer]:
        pointers = list(map(pointer, arrays))
        if heartbeat is not None:
            pointers.insert(self._kinds.index("control"), heartbeat.pointer)
        return pointers


@dataclass(frozen=True)
class AddressedCode:
    """Native code of a procedure that calls programs by address."""

    name: str
    kinds: tuple[str, ...]
    library: Library
    symbol: str
    tier: Tier = Tier.FULL


class Programs(Protocol):
    """Code of programs, which stays as long as this lives."""

    @property
    def imports(self) -> Mapping[str, Imported]:
        """Python functions that the code calls."""

    def address(self, name: str) -> int:
        """Where a program starts."""


class AddressedRunner(Runner):
    """A procedure that calls programs by address; it has none until it is given code of them.

    The first arguments stay the same in all runs: the addresses, then `fixed` arrays.
    """

    def __init__(
        self, loop: AddressedCode, lanes: int, work: int, fixed: Sequence[Array], symbols: Mapping[int, str]
    ) -> None:
        super().__init__(loop.name, loop.kinds, lanes, loop.library, loop.symbol, work)
        self._addresses, self._symbols = np.zeros(max(symbols) + 1, dtype=np.int64), symbols
        self._fixed = (self._addresses, *fixed)
        self._first = list(map(pointer, self._fixed))
        self._programs: list[Programs] = []

    def exchange(self, programs: Programs) -> None:
        """Other code of the same programs, from their next call on, also in runs that are under way."""
        # these may still be within the code that they had
        self._programs.append(programs)
        for k, symbol in self._symbols.items():
            self._addresses[k] = programs.address(symbol)

    @property
    def _imports(self) -> list[Imported]:
        return [imported for library in self._programs for imported in library.imports.values()]

    def _pointers(self, arrays: tuple[Array, ...], heartbeat: Heartbeat | None) -> list[Pointer]:
        pointers = [*self._first, *map(pointer, arrays)]
        if heartbeat is not None:
            pointers.insert(self._kinds.index("control"), heartbeat.pointer)
        return pointers


class TrustedProcedure(Runner):
    """A compiled procedure at full speed, for arrays of the right type and length: nothing checks that."""

    def __init__(
        self, procedure: Procedure, *, lanes: int = 1, tier: Tier | None = None, config: Config | None = None
    ) -> None:
        _check_lanes(lanes)
        config = config or Config.from_environment()
        self.tier = tier or config.tier or Tier.FULL
        is_inlined = self.tier is Tier.FULL and is_short(procedure)
        module = inlined_module(procedure, lanes) if is_inlined else procedure_module(procedure, lanes, resolve)
        built = build([module], Target.host(), self.tier, config)
        self.compile_time = built.compile_time
        symbol = procedure_symbol(procedure.name, lanes)
        super().__init__(procedure.name, procedure.parameters, lanes, built.library, symbol, procedure.work)


class NativeProcedure(Runner):
    """A compiled procedure: call it with its arrays, it fills them in place.

    Before it would read or write outside of them, it ends with an error.

    Reals are C-ordered float64 arrays whose last axis is the lane (no such axis for one lane), shared entries
    float64, indices int64. A procedure with a `control` argument reports to `progress`, a function of the
    number it hands to `beat`; that function, or Ctrl-C, ends the run by raising.

    Parameters
    ----------
    procedure : Procedure
        What is compiled, such as `Code(…)` recorded it.
    lanes : int, optional
        States that are computed side by side; default 1.
    tier : Tier, optional
        How much time goes into code generation; default that of the configuration, or full-speed code.
    failures : dict of str by int, optional
        What the numbers mean with which the procedure stops, for messages; default none.
    config : Config, optional
        Cache of compiled code, threads and tier; default from the environment.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> code = da.kernels.Code("mean")
    >>> x, mean = code.argument("x"), code.argument("mean")
    >>> mean[0] = (x[0] + x[1]) / 2.0
    >>> procedure = da.kernels.NativeProcedure(code.procedure())
    >>> result = np.zeros(1)
    >>> status = procedure(np.array([1.0, 2.0]), result)
    >>> print(result)
    [1.5]
    """

    def __init__(
        self,
        procedure: Procedure,
        *,
        lanes: int = 1,
        tier: Tier | None = None,
        failures: Mapping[int, str] | None = None,
        config: Config | None = None,
    ) -> None:
        _check_lanes(lanes)
        config = config or Config.from_environment()
        self.tier = tier or config.tier or Tier.FULL
        module = checked_module(procedure, lanes, resolve)
        built = build([module], Target.host(), self.tier, config)
        self.compile_time, self.procedure = built.compile_time, procedure
        symbol = checked_symbol(procedure.name, lanes)
        super().__init__(procedure.name, procedure.parameters, lanes, built.library, symbol, procedure.work)
        self._failures = dict(failures or {})

    def _native(self) -> NativeFunction:
        n = len(self._kinds)
        signature = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * (n + 1), *[ctypes.c_int64] * n)
        return signature(self._address)

    def _pointers(self, arrays: tuple[Array, ...], heartbeat: Heartbeat | None) -> list[Pointer]:
        in_order = iter(arrays)
        expected = len(self._kinds) - self._has_control
        if len(arrays) != expected:
            raise CompileError(f"{self.name} takes {expected} arrays, not {len(arrays)}")
        return [
            heartbeat.pointer if heartbeat and kind == "control" else self._checked(next(in_order), kind, position)
            for position, kind in enumerate(self._kinds)
        ]

    def _checked(self, array: Array, kind: str, position: int) -> Pointer:
        dtype, name = _DTYPES[kind], self.name
        if not isinstance(array, np.ndarray) or array.dtype != dtype or not array.flags.c_contiguous:
            need = f"C-ordered arrays of {np.dtype(dtype)}"
            raise CompileError(f"{name} needs {need} here, not {describe_array(array)}")
        if kind == "real" and self.lanes > 1 and array.size and array.shape[-1] % self.lanes:
            raise CompileError(f"{name} runs in {self.lanes} lanes, the last axis; not {describe_array(array)}")
        if position in self.procedure.written and not array.flags.writeable:
            argument = self.procedure.arguments[position].base
            raise CompileError(f"{name} writes to {argument!r}, but this array is read-only; give a copy")
        return pointer(array)

    def _lengths(self, arrays: Sequence[Array]) -> list[int]:
        in_order = iter(arrays)
        return [0 if kind == "control" else self._entries(next(in_order), kind) for kind in self._kinds]

    def _entries(self, array: Array, kind: str) -> int:
        return array.size // self.lanes if kind == "real" else array.size


def _check_lanes(lanes: int) -> None:
    if lanes not in (1, 2, 4, 8):
        raise CompileError(f"lanes must be 1, 2, 4 or 8, not {lanes}")


def pointer(array: Array) -> Pointer:
    """A C-ordered array as ctypes hands it to native code; several times faster than its address as a number."""
    return _Start.from_buffer(array.data) if array.flags.writeable else array.ctypes.data


def _address(place: Pointer) -> int:
    """The address that ctypes would hand on."""
    return place if isinstance(place, int) else ctypes.addressof(place)


def first_line(array: Array) -> int:
    """Address of the first cache line that begins in an array: vectors from there on lie within lines."""
    address = ctypes.addressof(_Start.from_buffer(array.data))
    return address + -address % (8 * _LINE)


def describe_array(array: object) -> str:
    """Type and shape of an array, or the type of another object, for messages."""
    if not isinstance(array, np.ndarray):
        return type(array).__name__
    order = "" if array.flags.c_contiguous else " that is not C-ordered"
    return f"an array of {array.dtype} with shape {array.shape}{order}"


class Heartbeat:
    """Called by a native run now and then: hands progress on, and lets Python act on signals.

    The answer is the number of beats to skip, so that calls come about every 50 ms whatever a step takes, or
    with zero when the run should end.
    """

    def __init__(self, progress: Callable[[float], object] | None) -> None:
        self._count = _FIRST_BEATS
        beats = self._beats()
        next(beats)
        # A Ctrl-C is raised where Python code is entered. A function would be left before any `try` in it is
        # reached, and the exception lost in native code; a generator is resumed inside of it.
        self._native = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_double)(beats.send)
        address = ctypes.cast(self._native, ctypes.c_void_p).value
        self._block = np.array([_FIRST_BEATS, address or 0, 0], dtype=np.int64)
        self.pointer = pointer(self._block)
        """Address of words for native code: beats left, function to call, whether to go on where it stopped."""

        self.begin(progress)

    def begin(self, progress: Callable[[float], object] | None, *, goes_on: bool = False) -> None:
        """Ready for a run, or for the rest of one that was stopped."""
        self.error: BaseException | None = None
        self._progress, self._count, self._last = progress, _FIRST_BEATS, time.perf_counter()
        self._block[0], self._block[2] = _FIRST_BEATS, goes_on

    def end(self) -> None:
        """Forget the function that is told about progress."""
        self._progress = None

    def _beats(self) -> Generator[int, float, None]:
        while True:
            try:
                value = yield self._count
                if self._progress is not None:
                    self._progress(value)
                now = time.perf_counter()
                change = _SECONDS_BETWEEN_BEATS / max(now - self._last, 1e-6)
                self._count, self._last = max(1, int(self._count * min(max(change, 0.1), 10.0))), now
            except GeneratorExit:
                return
            except BaseException as error:
                self.error, self._count = error, 0

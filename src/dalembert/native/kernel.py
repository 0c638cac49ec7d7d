"""Expressions as native functions of NumPy arrays."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Vector
from dalembert.config import Config, Tier
from dalembert.errors import CompileError, SolverError
from dalembert.expr.node import Expression, Node, name_of
from dalembert.expr.operations import INPUTS
from dalembert.native.bind import Bound
from dalembert.native.build import Built, build
from dalembert.native.callback import raise_failure
from dalembert.native.groups import Expressions, Group, arranged, grouped, in_lanes, out_of_lanes, pack, unpack
from dalembert.native.machine import Target
from dalembert.native.native import AddressedCode, AddressedRunner, Runner, pointer
from dalembert.native.procedure_ir import procedure_module
from dalembert.native.program import Program, program
from dalembert.native.program_code import ProgramCode, resolve
from dalembert.native.row_machine import RowMachine
from dalembert.procedures.batch_loops import repeated, sweep

_OPERATIONS_PER_THREAD = 1_000_000
"""Vector operations that are worth another thread."""

_SECONDS_TO_COMPILE, _SECONDS_PER_OPERATION, _SECONDS_PER_ROW = 4e-3, 2e-5, 3e-9
"""Time to make quick code, to begin with and per operation, and time of a row on the machine for rows."""


@dataclass(frozen=True, eq=False)
class _Native:
    """Native code of a kernel: the program itself, and loops around it."""

    built: Built
    address: int
    function: Callable[..., int]
    """The program at this address, as ctypes calls it."""

    code: ProgramCode
    lanes: int
    config: Config

    @classmethod
    def make(cls, code: ProgramCode, lanes: int, tier: Tier, config: Config) -> _Native:
        """Compile, or load from the cache."""
        module = code.module(lanes)
        built = build([module], code.target, tier, config)
        address = built.library.address(module.name)
        return cls(built, address, _PROGRAM(address), code, lanes, config)

    @cached_property
    def work_size(self) -> int:
        """Doubles of work space."""
        return (self.code.work + 1) * self.lanes

    @cached_property
    def sweep(self) -> Runner:
        """Loop over many blocks of states."""
        return self._in_loop(0)

    @cached_property
    def repeat(self) -> Runner:
        """Loop that evaluates one block of states again and again."""
        return self._in_loop(1)

    def _in_loop(self, number: int) -> Runner:
        loop, symbols = _loops(self.lanes, self.config)[number], {0: self.code.module(self.lanes).name}
        runner = AddressedRunner(loop, self.lanes, self.code.work, (), symbols)
        runner.exchange(self.built.library)
        return runner

    def evaluate(self, block: Vector, p: Vector, results: Vector) -> int:
        """One block of states, without the cost of a loop around it; the status."""
        work = np.empty(self.work_size)
        status = self.function(pointer(block), pointer(p), pointer(results), pointer(work))
        if status < 0:
            raise_failure(status, self.built.library.imports.values())
        return status


class _StateBuffer:
    """Memory at fixed places for one state: a call on it costs little more than the numbers."""

    def __init__(self, native: _Native, sizes: tuple[int, int, int]) -> None:
        self.x, self.p, self.y = (np.zeros(size) for size in sizes)
        self._arrays = (self.x, self.p, self.y, np.zeros(native.work_size))
        self._native, self._pointers = native, tuple(map(pointer, self._arrays))

    def evaluate(self) -> int:
        """Compute y; the status."""
        native = self._native
        status = native.function(*self._pointers)
        if status < 0:
            raise_failure(status, native.built.library.imports.values())
        return status


@lru_cache(maxsize=16)
def _loops(lanes: int, config: Config) -> tuple[AddressedCode, ...]:
    """The loops around programs, which all of them share."""
    loops = [sweep(), repeated()]
    modules = [procedure_module(loop, lanes, resolve) for loop in loops]
    library = build(modules, Target.host(), Tier.FULL, config).library
    named = zip(loops, modules, strict=True)
    return tuple(AddressedCode(loop.name, loop.parameters, library, module.name) for loop, module in named)


_PROGRAM = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * 4)


class _StoppedError(Exception):
    """Another part of a batch has failed."""


def _check_stopped(stopped: threading.Event) -> None:
    if stopped.is_set():
        raise _StoppedError


@dataclass(frozen=True, eq=False)
class Kernel:
    """A compiled function: call it with arrays, one state or many along leading axes.

    `kernel(q, u)` evaluates natively, `kernel.interpret(q, u)` does the same row by row in NumPy, as a reference.
    Inputs come by position or by name; entries of leading axes are states, which are computed `lanes` at a time.
    Parameters that are not among the inputs keep their defaults unless `parameters={"l": 2.0}` says otherwise.

    Attributes
    ----------
    code : ProgramCode
        Program of the expressions, before it is made native.
    inputs : tuple of Group
        Arrays that it is called with, in order.
    outputs : tuple of Group
        Arrays that it returns.
    returns : str
        "array", "tuple" or "dict": what a call returns.
    lanes : int
        States that are computed side by side.
    tier : Tier
        How much time goes into code generation.
    config : Config
        Cache of compiled code and threads.
    is_patient : bool
        Whether it is compiled only once that pays; until then rows are evaluated one by one, to the same
        bits.

    Examples
    --------
    >>> import dalembert as da
    >>> x = da.expr.symbols("x", 2)
    >>> kernel = da.kernels.compile(x[0] * x[1], [x])
    >>> print(kernel([2.0, 3.0]), kernel([[1.0, 1.0], [2.0, 2.0]]))
    6.0 [1. 4.]
    """

    code: ProgramCode
    inputs: tuple[Group, ...]
    outputs: tuple[Group, ...]
    returns: str
    """Type of the result of a call: "array" (the only output), "tuple" or "dict"."""

    lanes: int
    tier: Tier
    config: Config
    is_patient: bool = False
    """Whether the kernel is compiled only once that pays: until then a machine for rows computes the same bits."""

    _lock: threading.Lock = field(init=False, repr=False, default_factory=threading.Lock)
    _compiled: list[_Native] = field(init=False, repr=False, default_factory=list)
    _spent: list[float] = field(init=False, repr=False, default_factory=lambda: [0.0])
    """Seconds on the machine for rows."""

    _buffers: list[_StateBuffer] = field(init=False, repr=False, default_factory=list)
    """Memory that no call uses now."""

    def __reduce__(self) -> tuple[Callable[..., Kernel], tuple[object, ...]]:
        # without native code, which is made again for the processor it comes to
        return _restored, (
            self.program,
            self.inputs,
            self.outputs,
            self.returns,
            self.lanes,
            self.tier,
            self.config,
            self.is_patient,
            self._rows.parts if self.is_patient else None,
        )

    # ---- properties

    @property
    def program(self) -> Program:
        """The rows that are computed."""
        return self.code.program

    @property
    def operations(self) -> int:
        """Number of operations; a fused product and sum is one."""
        return self.program.operations

    @property
    def parameters(self) -> tuple[str, ...]:
        """Names of the open parameters."""
        return self.program.shared

    @property
    def defaults(self) -> tuple[float, ...]:
        """Values of the open parameters unless others are given."""
        return self.program.defaults

    @property
    def failures(self) -> tuple[str, ...]:
        """Meanings of the positive statuses of a bound kernel, from one on."""
        return tuple(routine.failure for routine in self.program.routines)

    @property
    def compile_time(self) -> float:
        """Seconds of code generation; zero when the code came from the cache."""
        return self._native.built.compile_time

    @property
    def load_time(self) -> float:
        """Seconds for reading, checking and linking the code."""
        return self._native.built.load_time

    @property
    def is_cached(self) -> bool:
        """Whether the code came from the cache."""
        return self._native.built.is_cached

    def __repr__(self) -> str:
        names = ", ".join(group.name for group in self.inputs)
        return (
            f"<Kernel of {names}: {self.operations} operations, {self.lanes} lane{'s' * (self.lanes > 1)}, "
            f"{self.tier.name.lower()} tier>"
        )

    # ---- evaluation

    def __call__(
        self, *inputs: ArrayLike, parameters: Mapping[str, float] | None = None, **named: ArrayLike
    ) -> Any:
        """Outputs for one state, or for many along leading axes."""
        if not inputs:
            if self._compiled and self.lanes == 1:
                if (y := self._on_buffer(named, parameters)) is not None:
                    return self._returned(y)
            elif (x := self._one_state(named)) is not None:
                return self._returned(self._run(x, self._parameter_values(parameters), is_single=True)[0])
        X, shape = pack(self.inputs, arranged(self.inputs, inputs, named))
        Y = self._run(X, self._parameter_values(parameters), is_single=shape == ())
        return self._returned(Y.reshape(shape + Y.shape[1:]))

    def interpret(
        self, *inputs: ArrayLike, parameters: Mapping[str, float] | None = None, **named: ArrayLike
    ) -> Any:
        """Outputs as of a call, computed row by row in NumPy."""
        X, shape = pack(self.inputs, arranged(self.inputs, inputs, named))
        Y = self.program.interpret(X, self._parameter_values(parameters))
        return self._returned(Y.reshape(shape + Y.shape[1:]))

    def bind(self, parameters: Mapping[str, float] | None = None) -> Bound:
        """The cheapest way to call from a Python loop: fixed arrays to fill and to read, for `lanes` states."""
        native, values = self._native, self._parameter_values(parameters).copy()
        return Bound(native.address, self.inputs, self.outputs, values, self.lanes, native.work_size, native)

    def at(self, tier: Tier) -> Kernel:
        """A kernel of the same program with code of another tier; a kernel never changes its code."""
        return replace(self, tier=tier)

    def time_per_evaluation(self, seconds: float = 0.1) -> float:
        """Seconds for one evaluation of all lanes in a native loop, the best of several runs; inputs are zero."""
        x = np.zeros((len(self.program.inputs), self.lanes))
        y = np.zeros((len(self.program.outputs), self.lanes))
        p, count = np.array(self.defaults), np.array([1], dtype=np.int64)
        native, best = self._native, np.inf
        # the first call may find or make the code of the loop
        native.repeat(count, x, p, y)
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            start = time.perf_counter()
            native.repeat(count, x, p, y)
            elapsed = time.perf_counter() - start
            best = min(best, elapsed / count[0])
            if elapsed < 0.002:
                count[0] *= 2
        return float(best)

    # ---- native code

    @property
    def _native(self) -> _Native:
        """The code, made when it is first needed; several threads may ask at once."""
        if self._compiled:
            return self._compiled[0]
        with self._lock:
            if not self._compiled:
                self._compiled.append(_Native.make(self.code, self.lanes, self.tier, self.config))
            return self._compiled[0]

    def _run(self, X: Vector, p: Vector, *, is_single: bool) -> Vector:
        """Rows of results for rows of inputs; a single state without result is an error, else a row of NaN."""
        if self.is_patient and not self._compiled and self._is_soon_done(len(X)):
            start = time.perf_counter()
            status, Y = self._rows.run(X, p)
            self._spent[0] += time.perf_counter() - start
        else:
            status, Y = self._run_natively(X, p)
        if is_single and status > 0:
            raise SolverError(self.program.routines[status - 1].failure)
        return Y

    def _is_soon_done(self, n_states: int) -> bool:
        """Whether the machine for rows computes so many more states before compiled code would be there."""
        seconds = _SECONDS_PER_ROW * self.operations * (1 + n_states // self.code.target.width)
        return self._spent[0] + seconds < _SECONDS_TO_COMPILE + _SECONDS_PER_OPERATION * self.operations

    @cached_property
    def _rows(self) -> RowMachine:
        return RowMachine(self.code, self.config)

    def _run_natively(self, X: Vector, p: Vector) -> tuple[int, Vector]:
        """Status and rows of results, by compiled code."""
        blocks = in_lanes(X, self.lanes)
        results = np.empty((len(blocks), len(self.program.outputs), self.lanes))
        if len(blocks) == 1:
            status = self._native.evaluate(blocks, p, results)
        else:
            threads = min(self.config.threads, 1 + len(blocks) * self.operations // _OPERATIONS_PER_THREAD)
            cuts = np.linspace(0, len(blocks), threads + 1).astype(int)
            status = max(self._run_parts([(blocks[a:b], results[a:b]) for a, b in pairwise(cuts)], p))
        return status, out_of_lanes(results, len(X))

    def _run_parts(self, parts: Sequence[tuple[Vector, Vector]], p: Vector) -> list[int]:
        """Statuses of the parts, each in a thread; when one fails, or on Ctrl-C, all end at their next beat."""
        native, stopped = self._native, threading.Event()

        def run(part: tuple[Vector, Vector]) -> int:
            blocks, results = part
            sizes = np.array([len(blocks), blocks.shape[1], results.shape[1]], dtype=np.int64)
            return native.sweep(sizes, blocks, p, results, progress=lambda _: _check_stopped(stopped))

        if len(parts) == 1:
            return [run(parts[0])]
        with ThreadPoolExecutor(len(parts)) as pool:
            try:
                return list(pool.map(run, parts))
            except BaseException:
                stopped.set()
                raise

    def _on_buffer(self, named: Mapping[str, ArrayLike], parameters: Mapping[str, float] | None) -> Vector | None:
        """Results (entries,) for one state by compiled code; None if inputs are others than `_filled` takes."""
        p = self._parameter_values(parameters)
        try:
            buffer = self._buffers.pop()
        except IndexError:
            buffer = _StateBuffer(self._native, (len(self.program.inputs), len(p), len(self.program.outputs)))
        if not self._filled(buffer.x, named):
            self._buffers.append(buffer)
            return None
        buffer.p[:] = p
        status, y = buffer.evaluate(), buffer.y.copy()
        self._buffers.append(buffer)
        if status:
            raise SolverError(self.program.routines[status - 1].failure)
        return y

    # ---- packing

    def _one_state(self, named: Mapping[str, ArrayLike]) -> Vector | None:
        """One state as a row (1, entries), if inputs are floats and arrays as they should be; else None."""
        x = np.empty((1, len(self.program.inputs)))
        return x if self._filled(x[0], named) else None

    def _filled(self, row: Vector, named: Mapping[str, ArrayLike]) -> bool:
        """Whether inputs are floats and arrays as they should be; these are put into a row (entries,) then."""
        count = 0
        for name, shape, span in self._places:
            value = named.get(name)
            if type(value) is float:
                if shape:
                    return False
            elif type(value) is not np.ndarray or value.shape != shape or value.dtype != np.float64:
                return False
            row[span] = value if len(shape) < 2 else np.ravel(value)
            count += 1
        return count == len(named)

    @cached_property
    def _places(self) -> tuple[tuple[str, tuple[int, ...], slice], ...]:
        return tuple((group.name, group.shape, group.span) for group in self.inputs)

    @cached_property
    def _default_values(self) -> Vector:
        return np.array(self.defaults, dtype=float)

    def _parameter_values(self, parameters: Mapping[str, float] | None) -> Vector:
        if not parameters:
            return self._default_values
        values = dict(zip(self.parameters, self.defaults, strict=True))
        for name, value in parameters.items():
            if name not in values:
                raise CompileError(f"there is no open parameter {name!r}; there are {sorted(values)}")
            try:
                values[name] = float(value)
            except (TypeError, ValueError):
                raise CompileError(f"the parameter {name!r} must be a number, not {value!r}") from None
        return np.array(list(values.values()), dtype=float)

    def _returned(self, Y: Vector) -> Any:
        arrays = unpack(self.outputs, Y)
        if self.returns == "dict":
            return arrays
        return next(iter(arrays.values())) if self.returns == "array" else tuple(arrays.values())


def compile(
    outputs: Expressions | Mapping[str, Expressions] | tuple[Expressions, ...],
    inputs: Mapping[str, object] | Sequence[object],
    *,
    lanes: int = 1,
    tier: Tier | None = None,
    config: Config | None = None,
    is_patient: bool = False,
) -> Kernel:
    """Native code for expressions.

    Parameters that are not among the inputs stay open with their default values.

    Parameters
    ----------
    outputs : expression, array, or dict or tuple of them
        What is computed; the result of a call has the same form.
    inputs : sequence or dict of symbols and arrays of symbols
        Arguments in the order of the call; of a dict they have names too.
    lanes : int, optional
        States that are computed side by side where many are given; default 1.
    tier : Tier, optional
        How much time goes into code generation; default that of the configuration, or full-speed code.
    config : Config, optional
        Cache of compiled code, threads and tier; default from the environment.
    is_patient : bool, optional
        Whether it is compiled only once its use pays for that, and computes the same bits until then;
        default False.

    Examples
    --------
    >>> import dalembert as da
    >>> x, y = da.expr.symbols("x y")
    >>> distance = da.kernels.compile(da.sqrt(x * x + y * y), [x, y])
    >>> float(distance(3.0, 4.0))
    5.0
    """
    if lanes not in (1, 2, 4, 8):
        raise CompileError(f"lanes must be 1, 2, 4 or 8, not {lanes}")
    groups, nodes = _input_groups(inputs)
    returns, named = _named_outputs(outputs)
    targets, entries = grouped(named)
    code = ProgramCode(program(entries, nodes), Target.host())
    config = config or Config.from_environment()
    return Kernel(code, groups, targets, returns, lanes, tier or config.tier or Tier.FULL, config, is_patient)


def _restored(rows: Program, *others: Any) -> Kernel:
    *fields, parts = others
    kernel = Kernel(ProgramCode(rows, Target.host()), *fields)
    if parts is not None and (machine := RowMachine.of(parts, kernel.code, kernel.config)) is not None:
        kernel.__dict__["_rows"] = machine
    return kernel


def _input_groups(
    inputs: Mapping[str, object] | Sequence[object],
) -> tuple[tuple[Group, ...], list[Node]]:
    if not isinstance(inputs, Mapping):
        if isinstance(inputs, Expression):
            raise CompileError("inputs is a list of symbols or arrays, or a dict of them")
        named = [(_group_name(x, k), x) for k, x in enumerate(inputs)]
        inputs = dict(named)
        if len(inputs) < len(named):
            names = [name for name, _ in named]
            raise CompileError(f"the names of the inputs must differ: {names}; give a dict to name them")
    groups, nodes = grouped(inputs)
    for x in nodes:
        if type(x) is not Node or x.op not in INPUTS:
            raise CompileError(f"inputs are symbols, parameters or time; {x!r} is not")
    return groups, nodes


def _group_name(x: object, position: int) -> str:
    return name_of(x) if type(x) is Node and x.op in INPUTS else f"input{position}"


def _named_outputs(
    outputs: Expressions | Mapping[str, Expressions] | tuple[Expressions, ...],
) -> tuple[str, dict[str, Expressions]]:
    if isinstance(outputs, Mapping):
        return "dict", dict(outputs)
    if isinstance(outputs, tuple):
        return "tuple", {f"output{k}": y for k, y in enumerate(outputs)}
    return "array", {"output": outputs}

"""Expressions as native functions of NumPy arrays."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dalembert.config import Config
from dalembert.errors import CompileError, SolverError
from dalembert.expr.node import Expression, Node, name_of
from dalembert.expr.operations import INPUTS
from dalembert.kernels.bind import Bound
from dalembert.kernels.build import Built, build
from dalembert.kernels.groups import Group, Vector, arranged, grouped, in_lanes, out_of_lanes, pack, unpack
from dalembert.kernels.machine import Target, Tier
from dalembert.kernels.native import raise_failure
from dalembert.kernels.procedure_text import procedure_module
from dalembert.kernels.program import Program, program
from dalembert.kernels.program_code import ProgramCode, resolve
from dalembert.procedures.sweeps import repeated, sweep

_BLOCKS_PER_THREAD = 64
"""Below this a further thread costs more than it gains."""


@dataclass(frozen=True, eq=False)
class Kernel:
    """A compiled function: call it with arrays, one state or many along leading axes.

    `kernel(q, u)` evaluates natively, `kernel.interpret(q, u)` does the same row by row in NumPy, as a reference.
    Inputs come by position or by name; entries of leading axes are states, which are computed `lanes` at a time.
    Parameters that are not among the inputs keep their defaults unless `parameters={"l": 2.0}` says otherwise.
    """

    code: ProgramCode
    inputs: tuple[Group, ...]
    outputs: tuple[Group, ...]
    returns: str
    """What a call gives: "array" (the only output), "tuple" or "dict"."""

    lanes: int
    tier: Tier
    config: Config

    # ---- what it is

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
    def compile_time(self) -> float:
        """Seconds of code generation; zero when the code came from the cache."""
        return self._built.compile_time

    @property
    def load_time(self) -> float:
        """Seconds for reading, checking and linking the code."""
        return self._built.load_time

    @property
    def is_cached(self) -> bool:
        """Whether the code came from the cache."""
        return self._built.is_cached

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
        X, shape = pack(self.inputs, arranged(self.inputs, inputs, named))
        Y = self._run(X, self._parameter_values(parameters))
        return self._returned(Y.reshape(shape + Y.shape[1:]))

    def interpret(
        self, *inputs: ArrayLike, parameters: Mapping[str, float] | None = None, **named: ArrayLike
    ) -> Any:
        """The same outputs, computed row by row in NumPy."""
        X, shape = pack(self.inputs, arranged(self.inputs, inputs, named))
        Y = self.program.interpret(X, self._parameter_values(parameters))
        return self._returned(Y.reshape(shape + Y.shape[1:]))

    def bind(self, parameters: Mapping[str, float] | None = None) -> Bound:
        """The cheapest way to call from a Python loop: fixed arrays to fill and to read, for `lanes` states."""
        address = self._built.library.address(f"{self.code.name}_x{self.lanes}")
        values = self._parameter_values(parameters)
        owner = (self._built, self.code)
        return Bound(address, self.inputs, self.outputs, values, self.lanes, self._work_size, owner)

    def at(self, tier: Tier) -> Kernel:
        """The same kernel with code of another tier; a kernel never changes its own code."""
        return replace(self, tier=tier)

    def time_per_evaluation(self, seconds: float = 0.1) -> float:
        """Seconds for one evaluation of all lanes in a native loop, the best of several runs; inputs are zero."""
        x = np.zeros((len(self.program.inputs), self.lanes))
        y = np.zeros((len(self.program.outputs), self.lanes))
        p, work = np.array(self.defaults), np.zeros(self._work_size)
        count = np.array([1], dtype=np.int64)
        best = np.inf
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            start = time.perf_counter()
            status = self._repeat(*(a.ctypes.data for a in (count, x, p, y, work)))
            raise_failure(status, self.code.thunks)
            elapsed = time.perf_counter() - start
            best = min(best, elapsed / count[0])
            if elapsed < 0.002:
                count[0] *= 2
        return float(best)

    # ---- native code

    @cached_property
    def _built(self) -> Built:
        modules = [self.code.module(self.lanes)]
        modules += [procedure_module(make(self.code), self.lanes, resolve) for make in (sweep, repeated)]
        return build(modules, self.code.target, self.tier, self.config)

    @cached_property
    def _sweep(self) -> Any:
        return self._entry(f"{sweep(self.code).name}_x{self.lanes}", 5)

    @cached_property
    def _repeat(self) -> Any:
        return self._entry(f"{repeated(self.code).name}_x{self.lanes}", 5)

    def _entry(self, symbol: str, n_pointers: int) -> Any:
        signature = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * n_pointers)
        return signature(self._built.library.address(symbol))

    @property
    def _work_size(self) -> int:
        return (self.code.work + 1) * self.lanes

    def _run(self, X: Vector, p: Vector) -> Vector:
        """Rows of results for rows of inputs."""
        blocks = in_lanes(X, self.lanes)
        results = np.empty((len(blocks), len(self.program.outputs), self.lanes))
        threads = min(self.config.threads, len(blocks) // _BLOCKS_PER_THREAD + 1)
        if threads == 1:
            statuses = [self._run_blocks(blocks, results, p)]
        else:
            cuts = np.linspace(0, len(blocks), threads + 1).astype(int)
            parts = [(blocks[a:b], results[a:b], p) for a, b in pairwise(cuts)]
            with ThreadPoolExecutor(threads) as pool:
                statuses = list(pool.map(lambda part: self._run_blocks(*part), parts))
        self._check(statuses, is_single=len(X) == 1)
        return out_of_lanes(results, len(X))

    def _run_blocks(self, blocks: Vector, results: Vector, p: Vector) -> int:
        sizes = np.array([len(blocks), blocks.shape[1], results.shape[1]], dtype=np.int64)
        work = np.empty(self._work_size)
        return int(self._sweep(*(a.ctypes.data for a in (sizes, blocks, p, results, work))))

    def _check(self, statuses: Sequence[int], *, is_single: bool) -> None:
        """One state without result is an error; among many it is a row that is not a number."""
        raise_failure(min(statuses), self.code.thunks)
        if is_single and (status := max(statuses)) > 0:
            raise SolverError(self.program.routines[status - 1].failure)

    # ---- packing

    def _parameter_values(self, given: Mapping[str, float] | None) -> Vector:
        values = dict(zip(self.parameters, self.defaults, strict=True))
        for name, value in (given or {}).items():
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
    outputs: Any,
    inputs: Mapping[str, Any] | Sequence[Any],
    *,
    lanes: int = 1,
    tier: Tier = Tier.FULL,
    config: Config | None = None,
) -> Kernel:
    """Native code for expressions.

    `outputs` is an expression, an array, or a dict or tuple of them; `inputs` are symbols or arrays of symbols, in
    the order of the call, as a dict if they should have names. Parameters that are not listed stay open
    with their default values. `lanes` states are computed side by side where many are given.

    >>> import dalembert as da
    >>> x, y = da.symbols("x y")
    >>> distance = da.compile(da.sqrt(x * x + y * y), [x, y])
    >>> float(distance(3.0, 4.0))
    5.0
    """
    if lanes not in (1, 2, 4, 8):
        raise CompileError(f"lanes must be 1, 2, 4 or 8, not {lanes}")
    groups, nodes = _input_groups(inputs)
    returns, named = _named_outputs(outputs)
    targets, entries = grouped(named)
    code = ProgramCode(program(entries, nodes), Target.host())
    return Kernel(code, groups, targets, returns, lanes, tier, config or Config.from_environment())


def _input_groups(inputs: Mapping[str, Any] | Sequence[Any]) -> tuple[tuple[Group, ...], list[Node]]:
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


def _group_name(x: Any, position: int) -> str:
    return name_of(x) if type(x) is Node and x.op in INPUTS else f"input{position}"


def _named_outputs(outputs: Any) -> tuple[str, dict[str, Any]]:
    if isinstance(outputs, Mapping):
        return "dict", dict(outputs)
    if isinstance(outputs, tuple):
        return "tuple", {f"output{k}": y for k, y in enumerate(outputs)}
    return "array", {"output": outputs}

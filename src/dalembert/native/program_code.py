"""The code of a program: its modules for any number of lanes, with everything they call."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.errors import CompileError
from dalembert.expr.calls import Composed, Routine, Subgraph
from dalembert.native.callback import Thunk, callback_module
from dalembert.native.instructions import instruction
from dalembert.native.llvm_types import Types
from dalembert.native.machine import Target
from dalembert.native.module import CALLBACK_PREFIX, Module
from dalembert.native.procedure_ir import function_module, procedure_module
from dalembert.native.program import NAMES, Program, located_program, program
from dalembert.native.program_ir import Layout, Links, program_assembly
from dalembert.native.schedule import CHUNK, Schedule, schedule
from dalembert.procedures.array_loops import LaneByLane, lane_by_lane, sines_and_cosines
from dalembert.procedures.elementary import ELEMENTARY, elementary
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Array, Callee, Procedure

_MODULE = 400
"""Instructions that take as long to compile as a module of its own does besides its contents."""

_INLINE = frozenset(["fms", "fnma", "sincos", "call"])


@dataclass(frozen=True, eq=False)
class ProgramCode:
    """A program that native loops can call: `f(x, p, y)` on inputs, shared inputs and outputs."""

    program: Program
    target: Target
    chunk: int = CHUNK
    at: tuple[tuple[int, int], ...] | None = None
    """Blocks of inputs, which begin where shared inputs say, and places there; None if inputs are in a row."""

    parameters = ("real", "shared", "real")
    is_one_lane = False
    written = frozenset([2])

    @property
    def sizes(self) -> tuple[int, ...]:
        """Inputs, shared inputs, outputs."""
        return len(self.program.inputs), len(self.program.shared), len(self.program.outputs)

    @cached_property
    def plan(self) -> Schedule:
        """Order and slots."""
        return schedule(self.program, self.chunk)

    @cached_property
    def routines(self) -> tuple[_RoutineCode, ...]:
        """The code of the routines that the program calls."""
        return tuple(_RoutineCode(routine, self.target) for routine in self.program.routines)

    @cached_property
    def name(self) -> str:
        """Symbol; equal programs have equal names."""
        parts = [self.program.digest, str(self.chunk), *(r.name for r in self.routines)]
        contents = "\n".join(parts if self.at is None else [*parts, str(self.at)])
        return f"f_{hashlib.sha256(contents.encode()).hexdigest()[:20]}"

    @cached_property
    def _loops(self) -> Procedure | None:
        """The program as loops around its only call, if it is nothing else."""
        call = one_call(self.program)
        if call is None or not isinstance(native := self.routines[0].native, Procedure) or native.is_one_lane:
            return None
        return one_call_code(self.name, call, native, self.program.routines[0].n_outputs)

    @property
    def _callees(self) -> tuple[Callee, ...]:
        """Callees of the routine of its only call."""
        native = self.routines[0].native
        return native.callees if isinstance(native, Procedure) else ()

    @cached_property
    def work(self) -> int:
        """Entries of work space per lane."""
        if self._loops is not None:
            return self._loops.work
        return self.plan.n_slots + max((routine.work for routine in self.routines), default=0)

    @cached_property
    def size(self) -> int:
        """Instructions, about: an elementary function counts as many as it has statements."""
        if self._loops is not None:
            parts = [part.code if isinstance(part, _Part) else part for part in self._callees]
            return sum(part.size + _MODULE for part in parts if isinstance(part, ProgramCode))
        ops = [row[0] for row in self.program.rows if row[0] not in NAMES]
        return sum(len(elementary(op).body) if op in ELEMENTARY else 1 for op in ops)

    @property
    def n_rows(self) -> int:
        """Rows whose code stands one after the other; one where loops hand operands to the only call."""
        return len(self.program.rows) if self._loops is None else 1

    def symbol(self, lanes: int) -> str:
        """Name of the entry point for this many lanes."""
        return f"{self.name}_x{lanes}"

    def module(self, lanes: int) -> Module:
        """The module for this many lanes."""
        if self._loops is not None:
            return procedure_module(self._loops, lanes, resolve)
        width = min(lanes, self.target.width)
        if lanes % width:
            raise CompileError(f"{lanes} lanes do not fill vectors of {width}; take 1, 2, 4 or 8")
        routines = [routine.module(width) for routine in self.routines]
        functions = [function_module(elementary(op), width) for op in self._functions(width)]
        sines = [procedure_module(sines_and_cosines(), self.target.width, resolve)] if self.plan.angles else []
        name = self.symbol(lanes)
        links = Links([module.name for module in routines], [module.name for module in sines], self.target.width)

        def assembly() -> Iterator[str]:
            return program_assembly(name, self.program, self.plan, Layout(lanes, width, self.at), links)

        return Module(name, f"{self.name} {lanes} {width}", assembly, (*routines, *functions, *sines))

    def _functions(self, width: int) -> list[str]:
        """Operations of the program that are calls of elementary functions."""
        early = set(self.plan.angles)
        ops = {row[0] for row in self.program.rows} - NAMES - _INLINE
        called = {op for op in ops if instruction(op, Types(width), ["", "", ""]) is None}
        if any(row[0] == "sincos" and row[1] not in early for row in self.program.rows):
            called.add("sincos")
        return sorted(called)


@dataclass(frozen=True, eq=False)
class _RoutineCode:
    """A routine as code: `f(x, y)` on operands and results."""

    routine: Routine
    target: Target

    @cached_property
    def native(self) -> Procedure | ProgramCode | _Import:
        form = self.routine.native()
        if isinstance(form, Procedure):
            return _named_by_contents(form, self.routine.name)
        if isinstance(form, Subgraph):
            return ProgramCode(program(form.outputs, form.inputs), self.target)
        if isinstance(form, Composed):
            callees = [graph_code(graph, self.target) for graph in form.graphs]
            return _named_by_contents(form.procedure(callees), self.routine.name)
        return _Import(f"{CALLBACK_PREFIX}{self.routine.name}", Thunk(self.routine, form))

    @property
    def name(self) -> str:
        return self.native.name

    @property
    def work(self) -> int:
        return self.native.work + self.routine.n_inputs + self.routine.n_outputs

    def module(self, width: int) -> Module:
        """The module that runs the routine for `width` lanes."""
        native = self.native
        if isinstance(native, ProgramCode):
            return _without_shared(native.module(width))
        if native.is_one_lane and width > 1:
            wrapper = lane_by_lane(native, self.routine.n_inputs, self.routine.n_outputs, width)
            return procedure_module(wrapper, 1, resolve)
        return resolve(native, width)


def graph_code(graph: Subgraph, target: Target) -> _Part | ProgramCode:
    """A graph that a procedure calls, as a callee."""
    if graph.reads is None:
        return _Part(ProgramCode(program(graph.outputs, graph.inputs), target))
    located, at = located_program(graph, graph.reads)
    return ProgramCode(located, target, at=at)


@dataclass(frozen=True, eq=False)
class _Part:
    """A program without shared inputs as a callee `f(x, y)`."""

    code: ProgramCode

    parameters = ("real", "real")
    is_one_lane = False
    written = frozenset([1])

    @property
    def sizes(self) -> tuple[int, ...]:
        """Inputs, outputs."""
        return len(self.code.program.inputs), len(self.code.program.outputs)

    @property
    def name(self) -> str:
        return self.code.name

    @property
    def work(self) -> int:
        return self.code.work

    def symbol(self, lanes: int) -> str:
        """Name of the entry point for this many lanes."""
        return f"{self.name}_x{lanes}"

    def module(self, lanes: int) -> Module:
        """The module for this many lanes."""
        return _without_shared(self.code.module(lanes))


@dataclass(frozen=True, eq=False)
class _Import:
    """A Python function as a callee."""

    name: str
    thunk: Thunk

    parameters = ("real", "real")
    work = 1
    is_one_lane = True
    written = frozenset([1])

    @property
    def sizes(self) -> tuple[int, ...]:
        """Operands, results."""
        return self.thunk.routine.n_inputs, self.thunk.routine.n_outputs


def resolve(callee: Callee, lanes: int) -> Module:
    """The module of anything that a procedure can call."""
    if isinstance(callee, Procedure):
        return procedure_module(callee, lanes, resolve)
    if isinstance(callee, LaneByLane):
        return procedure_module(callee.for_lanes(lanes), 1, resolve)
    if isinstance(callee, _Import):
        return callback_module(callee.name, callee.thunk)
    module: Any = callee.module(lanes)  # type: ignore[attr-defined]
    assert isinstance(module, Module)
    return module


def _named_by_contents(procedure: Procedure, name: str) -> Procedure:
    """The procedure under a name that differs from that of any other contents."""
    key = procedure_module(replace(procedure, name="routine"), 1, resolve).key
    return replace(procedure, name=f"{name}_{key[:16]}")


def _without_shared(module: Module) -> Module:
    """A program that has no shared inputs, called like a routine."""
    name = f"{module.name}.routine"
    code = (
        f'define i64 @"{name}"(ptr %x, ptr %y, ptr %w) nounwind {{\n'
        f'%s = call i64 @"{module.name}"(ptr %x, ptr null, ptr %y, ptr %w)\n'
        f'ret i64 %s\n}}\ndeclare i64 @"{module.name}"(ptr, ptr, ptr, ptr) nounwind\n'
    )
    return Module.of(name, code, (module,))


# ---- programs that are one call of a long routine: operands are copied by loops, not entry by entry

_MANY_OPERANDS = 64
"""Operands from which on a loop is shorter than its entries."""

_MOST_RUNS = 16
"""Runs of operands that follow each other, up to which loops are written for them."""


@dataclass(frozen=True)
class OneCall:
    """Where operands of the only call come from, and which of its results are wanted."""

    runs: tuple[tuple[str, int, int], ...]
    """Operands that follow each other: "input" or "shared", the first of them, and how many."""

    results: tuple[tuple[str, int, int], ...]
    """What is wanted, likewise: entries of the result ("element"), inputs and shared inputs."""


def one_call(program: Program) -> OneCall | None:
    """Operands and results of the only call of a program, if it does nothing else and they are many."""
    calls = [k for k, row in enumerate(program.rows) if row[0] == "call"]
    if len(calls) != 1 or program.operations != 1 or len(program.rows[calls[0]]) - 2 < _MANY_OPERANDS:
        return None
    rows = [program.rows[a] if isinstance(a, int) else ("constant", a) for a in program.rows[calls[0]][2:]]
    wanted = [program.rows[y] if isinstance(y, int) else ("constant", y) for y in program.outputs]
    if any(row[0] == "constant" for row in (*rows, *wanted)):
        return None
    runs, results = _runs(rows), _runs([("element", row[2]) if row[0] == "element" else row for row in wanted])
    return OneCall(tuple(runs), tuple(results)) if max(len(runs), len(results)) <= _MOST_RUNS else None


def _runs(rows: Sequence[tuple[object, ...]]) -> list[tuple[str, int, int]]:
    runs: list[tuple[str, int, int]] = []
    for row in rows:
        kind, k = str(row[0]), int(row[1])  # type: ignore[call-overload]
        if runs and runs[-1][0] == kind and runs[-1][1] + runs[-1][2] == k:
            runs[-1] = kind, runs[-1][1], runs[-1][2] + 1
        else:
            runs.append((kind, k, 1))
    return runs


def one_call_code(name: str, call: OneCall, routine: Procedure, n_results: int) -> Procedure:
    """The procedure `f(x, p, y)` that hands the routine its operands and takes the wanted results."""
    c = Code(name)
    x, p, y = c.argument("x"), c.shared("p"), c.argument("y")
    places = {"input": x, "shared": p}
    if len(call.runs) == 1 and call.runs[0][0] == "input":
        # operands that stand side by side stay where they are
        operands = x.part(call.runs[0][1])
    else:
        operands = c.array(sum(n for _, _, n in call.runs))
        _copy(c, operands, [(places[kind], first, n) for kind, first, n in call.runs])
    starts = np.cumsum([0, *(n for _, _, n in call.results)]).tolist()
    whole = [at for at, run in zip(starts, call.results, strict=False) if run == ("element", 0, n_results)]
    results = y.part(whole[0]) if whole else c.array(n_results)
    status = c.call(routine, operands, results)
    for at, (kind, first, n) in zip(starts, call.results, strict=False):
        if at not in whole[:1]:
            _copy(c, y.part(at), [({**places, "element": results}[kind], first, n)])
    # a positive status names the routine that failed, which is the first
    c.end(c.pick(status > 0, 1, status))
    return c.procedure()


def _copy(c: Code, target: Array, runs: Sequence[tuple[Array, int, int]]) -> None:
    """Entries of several arrays, one after the other."""
    at = 0
    for source, first, n in runs:
        with c.each(n) as i:
            target[at + i] = source[first + i]
        at += n

"""A machine for the rows of programs: native code, made once, that computes any program without compiling it.

Rows are numbers: an operation, and where its operands and its result stand in a file of values. Each row is the
same instruction that compiled code has for it, on as many states side by side as the processor's vectors hold, so
the bits are the same too. It is slower than compiled code by the way of all values through memory, and there at
once: what is asked a few thousand times or less is answered sooner by it.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Vector
from dalembert.config import Config, Tier
from dalembert.native.build import build
from dalembert.native.callback import raise_failure
from dalembert.native.groups import in_lanes, out_of_lanes
from dalembert.native.instructions import instruction, intrinsics
from dalembert.native.llvm_types import Types
from dalembert.native.machine import Library, Target
from dalembert.native.module import Module
from dalembert.native.native import pointer
from dalembert.native.procedure_ir import function_module, function_symbol
from dalembert.native.program import CONDITIONS, Program, Row
from dalembert.native.program_code import ProgramCode
from dalembert.procedures.elementary import ELEMENTARY, elementary

ARITIES = {
    **{"copy": 1, "fma": 3, "fms": 3, "fnma": 3, "sincos": 1, "where": 3},
    **{"add": 2, "sub": 2, "mul": 2, "neg": 1, "inv": 1, "sqrt": 1, "abs": 1, "floor": 1, "min": 2, "max": 2},
    **{"tan": 1, "asin": 1, "acos": 1, "atan2": 2, "exp": 1, "log": 1, "sinh": 1, "cosh": 1, "tanh": 1},
    **{"pow": 2, "sign": 1, "mod": 2, "lt": 2, "le": 2, "eq": 2, "and": 2, "or": 2, "not": 1},
}
"""Operands of each operation, in the order of their numbers; the call of a routine comes after them."""

NUMBERS = {name: number for number, name in enumerate(ARITIES)}
CALL, BLOCK = len(ARITIES), len(ARITIES) + 1
"""Rows that call a routine, and that call the kernel of a block of rows, on the places at an address."""

WORDS, _ROUTINE = 5, 3
"""Numbers of a row: operation, place of the result, places of up to three operands; and which of them is the
routine in rows that call one."""

_MOST_LANES = 8


class RowMachine:
    """One program on the machine."""

    def __init__(self, code: ProgramCode, config: Config) -> None:
        self._code, self._config = code, config
        # two vectors at a time: to look up what to do takes as long as to do it
        self.width = min(2 * code.target.width, _MOST_LANES)
        writer = ProgramRows(code.program, self.width)
        self._rows = writer.table
        self._outputs = writer.outputs
        self._constants = np.array(list(writer.constants.values()), dtype=float)
        self._n_values, self._n_rows = writer.n_values, writer.n_rows

    @property
    def parts(self) -> tuple[Any, ...]:
        """The rows as they are written for this width, for pickles: to write them again takes longer."""
        is_short = bool((self._rows <= np.iinfo(np.int32).max).all())
        rows = self._rows.astype(np.int32) if is_short else self._rows
        return self.width, rows, self._outputs, self._constants, self._n_values, self._n_rows

    @classmethod
    def of(cls, parts: tuple[Any, ...], code: ProgramCode, config: Config) -> RowMachine | None:
        """A machine with these parts; None if they are for a processor with vectors of another width."""
        width, *others = parts
        if width != min(2 * code.target.width, _MOST_LANES):
            return None
        machine = cls.__new__(cls)
        machine._code, machine._config, machine.width = code, config, width
        rows, machine._outputs, machine._constants, machine._n_values, machine._n_rows = others
        machine._rows = rows.astype(np.int64)
        return machine

    def run(self, X: Vector, p: Vector) -> tuple[int, Vector]:
        """Status and rows of results for rows of inputs (N, n)."""
        blocks = in_lanes(X, self.width)
        results = np.empty((len(blocks), len(self._outputs), self.width))
        values, work = np.empty(self._n_values * self.width + _LINE), np.empty(self._work_size)
        counts = [len(blocks), blocks.shape[1], len(p), len(self._constants), self._n_rows, len(self._outputs)]
        sizes = np.array(counts, dtype=np.int64)
        routines, addresses = self._routines
        arguments = (sizes, self._rows, self._outputs, blocks, p, self._constants, results)
        machine = row_machine(self.width, self._config)
        status: int = machine.function(
            *map(pointer, arguments), _aligned(values), pointer(addresses), _aligned(work)
        )
        if status < 0:
            raise_failure(status, routines.imports.values() if routines is not None else ())
        return status, out_of_lanes(results, len(X))

    @cached_property
    def _work_size(self) -> int:
        return max((routine.work for routine in self._code.routines), default=0) * self.width + _LINE

    @cached_property
    def _routines(self) -> tuple[Library | None, NDArray[np.int64]]:
        """Native code of the routines that the program calls, and where each begins."""
        if not self._code.routines:
            return None, np.zeros(1, dtype=np.int64)
        modules = [routine.module(self.width) for routine in self._code.routines]
        named = {module.name: module for module in modules}
        library = build(list(named.values()), self._code.target, Tier.QUICK, self._config).library
        return library, np.array([library.address(module.name) for module in modules], dtype=np.int64)


_LINE = 8
"""Doubles in a cache line."""


def _aligned(array: Vector) -> int:
    """Address of the first cache line that begins in an array."""
    address = int(array.ctypes.data)
    return address + -address % (8 * _LINE)


class ProgramRows:
    """Writes the rows of a program as numbers; places are counted in bytes of the file of values.

    That holds inputs, parameters and constants, then results. While rows are written, constants are counted apart,
    downwards from −1: how many there are is known in the end.
    """

    def __init__(self, program: Program, width: int) -> None:
        self._step = 8 * width
        self._routines, self._outputs = program.routines, program.outputs
        self._n_inputs, self.n_given = len(program.inputs), len(program.inputs) + len(program.shared)
        self.constants: dict[float | str, float] = {}
        self._next = self.n_given
        self._places: list[int] = []
        self._words: list[int] = []
        self._write(program.rows)
        for y in program.outputs:
            if type(y) is float:
                self._constant(y)

    @cached_property
    def table(self) -> NDArray[np.int64]:
        """All rows, one after the other."""
        table = np.array(self._words, dtype=np.int64).reshape(-1, WORDS)
        is_call = table[:, 0] == CALL
        numbers = table[is_call, _ROUTINE]
        places, m = table[:, 1:], len(self.constants)
        places[places >= self.n_given] += m
        places[places < 0] = self.n_given - 1 - places[places < 0]
        places *= self._step
        table[is_call, _ROUTINE] = numbers
        return table.ravel()

    @property
    def outputs(self) -> NDArray[np.int64]:
        """Where the outputs stand."""
        return np.array([self.place(y) for y in self._outputs], dtype=np.int64)

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return len(self._words) // WORDS

    @property
    def n_values(self) -> int:
        """Number of values in the file."""
        return self._next + len(self.constants)

    def place(self, operand: int | float) -> int:
        """Where a value stands."""
        place = self._places[operand] if type(operand) is int else self._constant(operand)
        if place < 0:
            place = self.n_given - 1 - place
        elif place >= self.n_given:
            place += len(self.constants)
        return place * self._step

    def _constant(self, value: float) -> int:
        """The place of a constant; zeros differ in their signs."""
        key = value or repr(value)
        if (place := self._numbers.get(key)) is None:
            place = self._numbers[key] = -1 - len(self.constants)
            self.constants[key] = value
        return place

    @cached_property
    def _numbers(self) -> dict[float | str, int]:
        return {}

    def _write(self, rows: Sequence[Row]) -> None:
        """Append all rows; most of them are operations with one result, which are dealt with at once."""
        places, constant = self._places, self._constant
        for row in rows:
            if (number := NUMBERS.get(row[0])) is None:
                places.append(self._without_operation(row))
                continue
            # as many as there are in most rows, one by one: that is faster than a loop
            b, c = 0, 0
            a = places[x] if type(x := row[1]) is int else constant(x)
            if len(row) > 2:
                b = places[x] if type(x := row[2]) is int else constant(x)
                if len(row) > 3:
                    c = places[x] if type(x := row[3]) is int else constant(x)
            self._words += (number, self._next, a, b, c)
            places.append(self._next)
            self._next += 2 if row[0] == "sincos" else 1

    def _without_operation(self, row: Row) -> int:
        """The place of the value that a row names, or of the first result of the routine that it calls."""
        op = row[0]
        if op == "input":
            return int(row[1])
        if op == "shared":
            return self._n_inputs + int(row[1])
        if op == "element":
            return int(self._places[row[1]] + row[2])
        return self._call(row[1], row[2:])

    def _call(self, number: int, operands: Sequence[int | float]) -> int:
        """Operands one after the other, then the call; gives the place of the first result."""
        routine = self._routines[number]
        first = self._next
        self._next += routine.n_inputs + routine.n_outputs
        for k, a in enumerate(operands):
            place = self._places[a] if type(a) is int else self._constant(a)
            self._words += (NUMBERS["copy"], first + k, place, 0, 0)
        result = first + routine.n_inputs
        self._words += (CALL, result, first, number, 0)
        return result


# ---- the machine itself


@dataclass(frozen=True, eq=False)
class MachineCode:
    """The native function; its arguments are those of `RowMachine.run`."""

    library: Library
    address: int

    @cached_property
    def function(self) -> Callable[..., int]:
        """The native function, as ctypes calls it."""
        return ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * 10)(self.address)


@cache
def row_machine(width: int, config: Config) -> MachineCode:
    """The machine for so many states side by side."""
    name = f"rows_x{width}"
    functions = tuple(function_module(elementary(op), width) for op in sorted(ELEMENTARY))
    module = Module.of(name, _text(name, Types(width)), functions, is_structured=True)
    library = build([module], Target.host(), Tier.FULL, config).library
    return MachineCode(library, library.address(name))


def _text(name: str, types: Types) -> str:
    """A loop over blocks of states, and in it one over rows, which jumps to the code of each operation."""
    real = types.real
    declared: dict[str, str] = {}
    bodies: list[str] = []
    for op, arity in ARITIES.items():
        bodies += [f"op{NUMBERS[op]}:", *_operation(op, arity, types, declared), "br label %next"]
    cases = "\n".join(f"i64 {number}, label %op{number}" for number in (*NUMBERS.values(), CALL, BLOCK))
    counts = ("blocks", "inputs", "shared", "constants", "rows", "outputs")
    sizes = [
        f"%s{k} = getelementptr i64, ptr %sizes, i64 {k}\n%n.{x} = load i64, ptr %s{k}"
        for k, x in enumerate(counts)
    ]
    head = ", ".join(
        f"ptr %{x}"
        for x in ("sizes", "rows", "outputs", "x", "p", "constants", "y", "values", "addresses", "work")
    )
    lines = [
        f"define i64 @{name}({head}) nounwind {{",
        "start:",
        "%status = alloca i64",
        "store i64 0, ptr %status",
        *sizes,
        # parameters and constants are the same in all lanes of all blocks
        f"%first.shared = getelementptr {real}, ptr %values, i64 %n.inputs",
        f"%first.constant = getelementptr {real}, ptr %first.shared, i64 %n.shared",
        *_spread("shared", "%p", "%first.shared", "%n.shared", types),
        *_spread("constant", "%constants", "%first.constant", "%n.constants", types),
        *_loop("block", "%n.blocks"),
        "%from = mul i64 %block, %n.inputs",
        f"%block.x = getelementptr {real}, ptr %x, i64 %from",
        *_loop("input", "%n.inputs"),
        f"%i.from = getelementptr {real}, ptr %block.x, i64 %input",
        f"%i.to = getelementptr {real}, ptr %values, i64 %input",
        f"%i.value = load {real}, ptr %i.from, align 8",
        f"store {real} %i.value, ptr %i.to, align 8",
        *_again("input"),
        *_loop("row", "%n.rows"),
        f"%where = mul i64 %row, {WORDS}",
        "%words = getelementptr i64, ptr %rows, i64 %where",
        "%op = load i64, ptr %words",
    ]
    for k, x in enumerate(("r", "a", "b", "c"), start=1):
        lines += [
            f"%at.{x} = getelementptr i64, ptr %words, i64 {k}",
            f"%o.{x} = load i64, ptr %at.{x}",
            f"%{x} = getelementptr i8, ptr %values, i64 %o.{x}",
        ]
    lines += [
        f"switch i64 %op, label %next [\n{cases}\n]",
        *bodies,
        *_call(),
        f"op{BLOCK}:",
        "%kernel.at = getelementptr i64, ptr %addresses, i64 %o.b",
        "%kernel = load ptr, ptr %kernel.at",
        "%kernel.places = inttoptr i64 %o.a to ptr",
        "%kernel.status = call i64 %kernel(ptr %r, ptr %kernel.places, ptr %values)",
        "br label %next",
        "next:",
        *_again("row"),
        *_loop("output", "%n.outputs"),
        "%o.at = getelementptr i64, ptr %outputs, i64 %output",
        "%o.place = load i64, ptr %o.at",
        "%o.from = getelementptr i8, ptr %values, i64 %o.place",
        f"%o.value = load {real}, ptr %o.from, align 8",
        "%o.row = mul i64 %block, %n.outputs",
        "%o.number = add i64 %o.row, %output",
        f"%o.to = getelementptr {real}, ptr %y, i64 %o.number",
        f"store {real} %o.value, ptr %o.to, align 8",
        *_again("output"),
        *_again("block"),
        "%result = load i64, ptr %status",
        "ret i64 %result",
        "}",
    ]
    needed = set(ARITIES) - {"copy", "sincos"}
    declared |= intrinsics(needed | {"fma"}, types)
    return "\n".join([*lines, *declared.values(), ""])


def _loop(name: str, count: str) -> list[str]:
    """The head of a loop."""
    return [
        f"br label %{name}.entry",
        f"{name}.entry:",
        f"br label %{name}.test",
        f"{name}.test:",
        f"%{name} = phi i64 [ 0, %{name}.entry ], [ %{name}.following, %{name}.again ]",
        f"%{name}.more = icmp slt i64 %{name}, {count}",
        f"br i1 %{name}.more, label %{name}.body, label %{name}.done",
        f"{name}.body:",
    ]


def _again(name: str) -> list[str]:
    """The end of a loop."""
    return [
        f"br label %{name}.again",
        f"{name}.again:",
        f"%{name}.following = add i64 %{name}, 1",
        f"br label %{name}.test",
        f"{name}.done:",
    ]


def _spread(name: str, source: str, target: str, count: str, types: Types) -> list[str]:
    """Numbers that are the same in all lanes, into the file of values."""
    real, zeros = types.real, f"<{types.width} x i32> zeroinitializer"
    spread = [f"%{name}.all = fadd double %{name}.value, -0.0"]
    if types.width > 1:
        spread = [
            f"%{name}.one = insertelement {real} poison, double %{name}.value, i64 0",
            f"%{name}.all = shufflevector {real} %{name}.one, {real} poison, {zeros}",
        ]
    return [
        *_loop(name, count),
        f"%{name}.from = getelementptr double, ptr {source}, i64 %{name}",
        f"%{name}.to = getelementptr {real}, ptr {target}, i64 %{name}",
        f"%{name}.value = load double, ptr %{name}.from, align 8",
        *spread,
        f"store {real} %{name}.all, ptr %{name}.to, align 8",
        *_again(name),
    ]


_TRUTHS = {"where": (0,), "and": (0, 1), "or": (0, 1), "not": (0,)}
"""Operands that are conditions: numbers that are not zero where they hold."""


def _operation(op: str, arity: int, types: Types, declared: dict[str, str]) -> list[str]:
    """Assembly of one operation: load, compute, store."""
    real, tag = types.real, f"%o{NUMBERS[op]}"
    loads = [f"{tag}.{x} = load {real}, ptr %{x}, align 8" for x in "abc"[:arity]]
    lines, results = computed(op, [f"{tag}.{x}" for x in "abc"[:arity]], tag, types, declared)
    stores = [f"store {real} {results[0]}, ptr %r, align 8"]
    if len(results) > 1:
        stores += [
            f"{tag}.second = getelementptr {real}, ptr %r, i64 1",
            f"store {real} {results[1]}, ptr {tag}.second, align 8",
        ]
    return [*loads, *lines, *stores]


def computed(
    op: str, args: Sequence[str], tag: str, types: Types, declared: dict[str, str]
) -> tuple[list[str], list[str]]:
    """Assembly of an operation on real values, and its results as such; conditions are one where they hold."""
    if op == "copy":
        return [], list(args)
    lines, values, real, zero = [], list(args), types.real, types.real_constant(0.0)
    for k in _TRUTHS.get(op, ()):
        lines.append(f"{tag}.is{k} = fcmp une {real} {values[k]}, {zero}")
        values[k] = f"{tag}.is{k}"
    if op in ("fms", "fnma"):
        negated = 2 if op == "fms" else 0
        lines.append(f"{tag}.n = fneg {real} {values[negated]}")
        values[negated] = f"{tag}.n"
    text = instruction("fma" if op in ("fms", "fnma") else op, types, values)
    if text is None:
        symbol, pair = function_symbol(op, types.width), f"{{ {real}, {real} }}"
        result = pair if op == "sincos" else real
        declared[symbol] = f"declare {result} @{symbol}({', '.join([real] * len(values))}) nounwind"
        text = f"call {result} @{symbol}({', '.join(f'{real} {a}' for a in values)})"
    lines.append(f"{tag}.y = {text}")
    if op == "sincos":
        parts = [f"{tag}.y{k} = extractvalue {{ {real}, {real} }} {tag}.y, {k}" for k in (0, 1)]
        return [*lines, *parts], [f"{tag}.y0", f"{tag}.y1"]
    if op in CONDITIONS:
        one = types.real_constant(1.0)
        return [*lines, f"{tag}.t = select {types.mask} {tag}.y, {real} {one}, {real} {zero}"], [f"{tag}.t"]
    return lines, [f"{tag}.y"]


def _call() -> list[str]:
    """A routine on operands and results; the first failure is the status, and a negative one ends the run."""
    return [
        f"op{CALL}:",
        "%routine.at = getelementptr i64, ptr %addresses, i64 %o.b",
        "%routine = load ptr, ptr %routine.at",
        "%routine.status = call i64 %routine(ptr %a, ptr %r, ptr %work)",
        "%routine.is_bad = icmp slt i64 %routine.status, 0",
        "br i1 %routine.is_bad, label %leave, label %stay",
        "leave:",
        "ret i64 %routine.status",
        "stay:",
        "%routine.number = add i64 %o.b, 1",
        "%routine.failed = icmp sgt i64 %routine.status, 0",
        "%status.now = load i64, ptr %status",
        "%status.none = icmp eq i64 %status.now, 0",
        "%status.new = and i1 %routine.failed, %status.none",
        "%status.next = select i1 %status.new, i64 %routine.number, i64 %status.now",
        "store i64 %status.next, ptr %status",
        "br label %next",
    ]

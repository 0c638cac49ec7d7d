"""Large programs folded: rows that stand there again and again are one compiled kernel, run over tables of places.

What a long chain computes for each link, a tangent matrix for each body, a net for each bar, is one computation on
other operands. The rows of a program are brought into an order in which such stretches look alike; equal ones
become blocks of one kind, and the machine calls their kernel where it did one row after the other. What is left
over, it still does so. Operations and operands are those of the rows, so the bits are too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dalembert.native.instructions import intrinsics
from dalembert.native.llvm_types import Types
from dalembert.native.module import Module
from dalembert.native.procedure_ir import function_module
from dalembert.native.program import Program
from dalembert.native.repeats import Numbers, repeats
from dalembert.native.row_machine import ARITIES, BLOCK, CALL, NUMBERS, WORDS, ProgramRows, computed
from dalembert.procedures.elementary import ELEMENTARY, elementary

_LEAST, _MOST, _TIMES = 6, 400, 4
"""Rows of a block, and how often its kind occurs: fewer are left to the machine."""

_ALONE = 30_000
"""Rows that do not repeat and are compiled all the same."""

_GIVEN, _CONSTANT, _RESULT = 1, 2, 3
"""Kinds of operands: inputs and parameters, numbers, results of rows."""

_COMMUTING = ("fma", "fms", "fnma", "add", "mul", "min", "max", "eq", "and", "or")

_COPY, _SINCOS = NUMBERS["copy"], NUMBERS["sincos"]


class FoldedRows:
    """Rows of a program for the machine, most of them as blocks."""

    def __init__(self, program: Program, width: int) -> None:
        self.plain = ProgramRows(program, width)
        self.constants, self._types, self._step = self.plain.constants, Types(width), 8 * width
        self._graph = _RowGraph(self.plain, program, self._step)
        self._outputs = self.plain.outputs // self._step
        self._graph.arrange(self._outputs)
        stretches = [*repeats(self._graph.symbols, _LEAST, _MOST, _TIMES)]
        stretches += _between(stretches, self._graph.symbols)
        self._kinds = [_Kind(self._graph, starts[:, None] + np.arange(n)) for n, starts in stretches]
        self._store(self._outputs)

    @cached_property
    def kernels(self) -> list[Module]:
        """Compiled code of each kind of block."""
        numbers = [*[0.0] * self.plain.n_given, *self.constants.values()]
        return [kind.module(self._types, numbers) for kind in self._kinds]

    @cached_property
    def operands(self) -> list[NDArray[np.int64]]:
        """Places that the blocks of each kind read, a row for each block, in bytes."""
        return [self._new_places[kind.operands] * self._step for kind in self._kinds]

    @property
    def outputs(self) -> Numbers:
        """Where the outputs stand, in bytes."""
        places: Numbers = self._new_places[self._outputs] * self._step
        return places

    @cached_property
    def table(self) -> NDArray[np.int64]:
        """Words of all rows and blocks, which hold addresses of `operands`."""
        G, words = self._graph, np.zeros((self._graph.n, WORDS), dtype=np.int64)
        words[:, 0] = G.op
        words[:, 1] = self._new_places[G.result] * self._step
        words[:, 2:] = np.where(G.kind > 0, self._new_places[G.places] * self._step, 0)
        calls = G.op == CALL
        words[calls, 2], words[calls, 3] = self._new_places[G.first_operand[calls]] * self._step, G.routine[calls]
        stays = np.ones(G.n, dtype=bool)
        for number, (kind, operands) in enumerate(zip(self._kinds, self.operands, strict=True)):
            first = kind.rows[:, 0]
            stays[kind.rows[:, 1:]] = False
            words[first, 0], words[first, 1] = BLOCK, self._bases[first] * self._step
            words[first, 2] = operands.ctypes.data + np.arange(len(operands)) * operands.strides[0]
            words[first, 3] = len(G.routines) + number
        return np.ascontiguousarray(words[stays]).ravel()

    @property
    def n_rows(self) -> int:
        """Number of rows and blocks."""
        return len(self.table) // WORDS

    @property
    def n_values(self) -> int:
        """Number of values that are kept at a time."""
        return self._n_values

    def _store(self, outputs: Numbers) -> None:
        """Find which results are read outside of their blocks, and give these their places."""
        G = self._graph
        is_read = np.zeros(G.n_places, dtype=bool)
        is_read[outputs] = True
        outside = np.ones(G.n, dtype=bool)
        for kind in self._kinds:
            outside[kind.rows] = False
            is_read[kind.operands] = True
        is_read[G.places[outside][G.kind[outside] > 0]] = True
        sizes = np.where(outside, G.room, 0)
        for kind in self._kinds:
            kind.store(is_read)
            sizes[kind.rows[:, 0]] = len(kind.stored)
        self._bases = G.first + np.cumsum(sizes) - sizes
        self._n_values = int(G.first + sizes.sum())
        self._new_places = new = np.arange(G.n_places)
        alone = np.flatnonzero(outside & (G.op != CALL) & (G.op != _COPY))
        new[G.result[alone]] = self._bases[alone]
        pairs = alone[G.op[alone] == _SINCOS]
        new[G.result[pairs] + 1] = self._bases[pairs] + 1
        for k in np.flatnonzero(G.op == CALL):
            # operands stand before the results, as before
            places = G.first_operand[k] + np.arange(G.room[k])
            new[places] = self._bases[k] + np.arange(len(places))
        for kind in self._kinds:
            for number, stored in enumerate(kind.stored_places):
                new[stored] = self._bases[kind.rows[:, 0]] + number


def _between(stretches: Sequence[tuple[int, Numbers]], symbols: Numbers) -> Iterator[tuple[int, Numbers]]:
    """Stretches of what does not repeat, if that is not more than is worth compiling; without calls."""
    is_left = symbols >= 0
    for n, starts in stretches:
        is_left[(starts[:, None] + np.arange(n)).ravel()] = False
    if is_left.sum() > _ALONE:
        return
    ends = np.flatnonzero(np.diff(np.concatenate([[0], is_left, [0]])))
    for first, last in ends.reshape(-1, 2):
        for start in range(first, last, _MOST):
            if (n := min(_MOST, last - start)) >= _LEAST:
                yield int(n), np.array([start])


class _RowGraph:
    """Rows as arrays of numbers: operations, results, and operands with the rows that make them."""

    def __init__(self, rows: ProgramRows, program: Program, step: int) -> None:
        table = rows.table.reshape(-1, WORDS).copy()
        self.routines = program.routines
        calls = table[:, 0] == CALL
        self.routine = np.where(calls, table[:, 3], 0)
        table[:, 1:] //= step
        self.op, self.result = table[:, 0], table[:, 1]
        self.first_operand = np.where(calls, table[:, 2], 0)
        self.n, self.first = len(table), rows.n_given + len(rows.constants)
        self.n_places = rows.n_values

        # values that a row makes, and the operands of a call, which stand before its results
        self.room = np.where(self.op == _SINCOS, 2, 1)
        self.room[self.op == _COPY] = 0
        sizes = np.array([(x.n_inputs, x.n_outputs) for x in self.routines] or [(0, 0)])
        self.room[calls] = sizes[self.routine[calls]].sum(axis=1)

        arities = np.array([*ARITIES.values(), 0])[self.op]
        self.places = np.where(np.arange(3) < arities[:, None], table[:, 2:], 0)
        self.kind = np.where(
            np.arange(3) >= arities[:, None],
            0,
            np.where(self.places < rows.n_given, _GIVEN, np.where(self.places < self.first, _CONSTANT, _RESULT)),
        )
        self.maker, self.which = np.full(self.n_places, -1), np.zeros(self.n_places, dtype=np.int64)
        self.maker[self.result] = np.arange(self.n)
        pairs = np.flatnonzero(self.op == _SINCOS)
        self.maker[self.result[pairs] + 1], self.which[self.result[pairs] + 1] = pairs, 1
        for k in np.flatnonzero(calls):
            n = sizes[self.routine[k], 1]
            self.maker[self.result[k] : self.result[k] + n] = k

    @property
    def symbols(self) -> Numbers:
        """Symbols that rows share if they are one row of a kernel, (n,); −1 for calls and their operands."""
        symbols: Numbers = np.where((self.op == CALL) | (self.op == _COPY), -1, self.op)
        return symbols

    def arrange(self, outputs: Numbers) -> None:
        """Bring the rows into an order in which equal computations are equal stretches.

        Depth first from the outputs. Operands that commute come by what is done to make them, which the program
        does not know: its order of them is one by chance.
        """
        made = np.where(self.kind == _RESULT, self.maker[self.places], -1)
        own = self.op + 1
        for _ in range(2):
            signs = np.where(made >= 0, 8 * own[made] + 4 * self.which[self.places], self.kind)
            own = 64 * (64 * (signs[:, 0] + signs[:, 1]) + signs[:, 2]) + self.op + 1
        swapped = np.isin(self.op, [NUMBERS[x] for x in _COMMUTING]) & (signs[:, 0] > signs[:, 1])
        for array in (self.places, self.kind, made):
            array[swapped, :2] = array[swapped, 1::-1]
        order = np.array(self._depth_first(made, self.maker[outputs[outputs >= self.first]]), dtype=np.int64)
        for name in ("op", "result", "first_operand", "routine", "room", "places", "kind"):
            setattr(self, name, getattr(self, name)[order])
        new = np.empty(self.n, dtype=np.int64)
        new[order] = np.arange(self.n)
        is_made = self.maker >= 0
        self.maker[is_made] = new[self.maker[is_made]]

    def _depth_first(self, made: Numbers, roots: Numbers) -> list[int]:
        """Rows after the rows that make their operands."""
        operands: list[Sequence[int]] = made[:, ::-1].tolist()
        for k in np.flatnonzero(self.op == CALL):
            first = self.first_operand[k]
            operands[k] = self.maker[first : self.result[k]][::-1].tolist()
        seen, order = bytearray(self.n), []
        for root in (*roots.tolist(), *range(self.n)):
            stack = [root]
            while stack:
                k = stack.pop()
                if k < 0:
                    order.append(~k)
                elif not seen[k]:
                    seen[k] = 1
                    stack.append(~k)
                    stack += [x for x in operands[k] if x >= 0 and not seen[x]]
        return order


@dataclass
class _Operand:
    """An operand of a row in all blocks of a kind: a result of their own, a number, or an entry that they read."""

    row: int = -1
    which: int = 0
    place: int = -1
    """Of the number, if it is one."""

    entry: int = -1


class _Kind:
    """Blocks of one kind: rows (m, n) of m blocks with n rows each."""

    def __init__(self, graph: _RowGraph, rows: Numbers) -> None:
        self.rows, self._ops = rows, [_NAMES[op] for op in graph.op[rows[0]]]
        self._result = graph.result[rows]
        entries: dict[bytes, int] = {}
        columns: list[Numbers] = []
        self._operands: list[list[_Operand]] = []
        for j in range(rows.shape[1]):
            operands = []
            for k in range(ARITIES[self._ops[j]]):
                places, kinds = graph.places[rows[:, j], k], graph.kind[rows[:, j], k]
                made, which = graph.maker[places], graph.which[places]
                at = made - rows[:, 0]
                if (
                    (kinds == _RESULT).all()
                    and 0 <= at[0] < j
                    and (at == at[0]).all()
                    and (which == which[0]).all()
                ):
                    operands.append(_Operand(row=int(at[0]), which=int(which[0])))
                elif (kinds == _CONSTANT).all() and (places == places[0]).all():
                    operands.append(_Operand(place=int(places[0])))
                else:
                    entry = entries.setdefault(places.tobytes(), len(entries))
                    if entry == len(columns):
                        columns.append(places)
                    operands.append(_Operand(entry=entry))
            self._operands.append(operands)
        self.operands = (
            np.ascontiguousarray(np.stack(columns, axis=1)) if columns else np.zeros((len(rows), 0), int)
        )

    def store(self, is_read: NDArray[np.bool_]) -> None:
        """Note which results something outside of some block reads."""
        self.stored = [
            (j, which)
            for j, op in enumerate(self._ops)
            for which in range(2 if op == "sincos" else 1)
            if is_read[self._result[:, j] + which].any()
        ]

    @property
    def stored_places(self) -> Iterator[Numbers]:
        """Where each stored result stood in the program, by blocks."""
        for j, which in self.stored:
            yield self._result[:, j] + which

    def module(self, types: Types, numbers: Sequence[float]) -> Module:
        """The kernel: results r, places of the operands o, and the file of values v."""
        declared: dict[str, str] = {}
        body = "\n".join(self._lines(types, numbers, declared))
        name = f"block_{hashlib.sha256(body.encode()).hexdigest()[:20]}"
        ops = set(self._ops)
        needed = {"fma"} & {"fma" if op in ("fms", "fnma") else op for op in ops} | ops - {"copy", "sincos"}
        declared |= intrinsics(needed, types)
        functions = tuple(function_module(elementary(op), types.width) for op in sorted(ops & set(ELEMENTARY)))
        head = f"define i64 @{name}(ptr %r, ptr %o, ptr %v) nounwind {{"
        text = "\n".join([head, body, "ret i64 0", "}", *declared.values(), ""])
        return Module.of(name, text, functions)

    def _lines(self, types: Types, numbers: Sequence[float], declared: dict[str, str]) -> Iterator[str]:
        """Assembly; operands are loaded when they are first used, since some may be results of the block."""
        places = {result: k for k, result in enumerate(self.stored)}
        results: list[list[str]] = []
        loaded: set[int] = set()
        for j, (op, operands) in enumerate(zip(self._ops, self._operands, strict=True)):
            for x in operands:
                if x.entry >= 0 and x.entry not in loaded:
                    loaded.add(x.entry)
                    yield from _load(x.entry, types)
            values = [
                f"%x{x.entry}" if x.entry >= 0
                else types.real_constant(numbers[x.place]) if x.place >= 0
                else results[x.row][x.which]
                for x in operands
            ]  # fmt: skip
            lines, made = computed(op, values, f"%r{j}", types, declared)
            yield from lines
            results.append(made)
            for which, value in enumerate(made):
                if (place := places.get((j, which))) is not None:
                    yield f"%s{place} = getelementptr {types.real}, ptr %r, i64 {place}"
                    yield f"store {types.real} {value}, ptr %s{place}, align 8"


_NAMES = list(ARITIES)


def _load(entry: int, types: Types) -> Iterable[str]:
    return (
        f"%w{entry} = getelementptr i64, ptr %o, i64 {entry}",
        f"%p{entry} = load i64, ptr %w{entry}, align 8",
        f"%a{entry} = getelementptr i8, ptr %v, i64 %p{entry}",
        f"%x{entry} = load {types.real}, ptr %a{entry}, align 8",
    )

"""Programs: a graph as a list of rows, which backends print and the interpreter runs.

A row is `(op, operands…)`. An operand is the number of an earlier row (int) or a constant (float). Rows stand
in the depth-first order of the graph. Three kinds need a word:

- `("input", k)` and `("shared", k)` are entries of the two input arrays; a shared entry is the same for all lanes;
- `("fma", a, b, c)`, `("fms", …)`, `("fnma", …)` are a·b + c, a·b − c, c − a·b, rounded once: a product that
  only one sum uses is fused with it *here*, so that no backend has to decide it again;
- `("sincos", x)` and `("call", routine, operands…)` have several results, read by `("element", row, k)`.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite
from operator import itemgetter
from typing import Any, TypeAlias

import numpy as np

from dalembert.arrays import Vector
from dalembert.errors import CompileError
from dalembert.expr.calls import Routine, Subgraph
from dalembert.expr.node import (
    Expression,
    Node,
    TruthNode,
    is_half_power,
    name_of,
    traverse,
    whole_power,
)
from dalembert.expr.operations import INPUTS, OPERATIONS
from dalembert.expr.rewrite import rebuilt
from dalembert.expr.scalar import apply
from dalembert.expr.symbol_nodes import symbol
from dalembert.number_checks import told
from dalembert.procedures.rolled_code import Reads

Row: TypeAlias = tuple[Any, ...]
"""An operation and its operands."""

Value: TypeAlias = Any
"""Numbers along all states, or all results of a call or of sine and cosine."""

NAMES = frozenset(["input", "shared", "element"])
"""Rows that name a value and compute nothing."""

_SPECIAL = NAMES | {"call"}
"""Rows in which an integer need not be a row."""

CONDITIONS = frozenset(name for name, operation in OPERATIONS.items() if operation.is_condition)


def operands(row: Row) -> list[int]:
    """The rows that a row computes with."""
    if row[0] in _SPECIAL:
        return [
            a for a in (row[2:] if row[0] == "call" else row[1:2] if row[0] == "element" else ()) if type(a) is int
        ]
    return [a for a in row[1:] if type(a) is int]


@dataclass(frozen=True)
class Program:
    """Rows, the names of their inputs, and which rows are the outputs."""

    inputs: tuple[str, ...]
    shared: tuple[str, ...]
    kept_rows: tuple[Row, ...] | bytes = field(repr=False)
    """The rows, or their pickle: of a program that comes from disk they are often never asked for."""

    outputs: tuple[int | float, ...] = field(repr=False)
    routines: tuple[Routine, ...] = ()
    defaults: tuple[float, ...] = ()
    """Values of the shared inputs unless others are given."""

    def __reduce__(self) -> tuple[Callable[..., Program], tuple[object, ...]]:
        rows = self.kept_rows if isinstance(self.kept_rows, bytes) else pickle.dumps(self.kept_rows)
        own = (self.inputs, self.shared, rows, self.outputs, self.routines, self.defaults)
        return _from_pickle, (own, self.operations)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The rows of the program, in the order of their computation."""
        kept = self.kept_rows
        return pickle.loads(kept) if isinstance(kept, bytes) else kept

    @cached_property
    def operations(self) -> int:
        """Number of operations; a fused product and sum is one, a routine too."""
        return sum(row[0] not in NAMES for row in self.rows)

    @cached_property
    def elements(self) -> dict[int, tuple[int, ...]]:
        """For each row with several results, the rows that name them."""
        elements: dict[int, list[int]] = {}
        for k, row in enumerate(self.rows):
            if row[0] == "element":
                elements.setdefault(row[1], []).append(k)
        return {k: tuple(rows) for k, rows in elements.items()}

    @cached_property
    def digest(self) -> str:
        """Identifies the computation; routines are known by their native form, which their users add."""
        contents = repr((len(self.inputs), len(self.shared), self.rows, self.outputs))
        return hashlib.sha256(contents.encode()).hexdigest()

    def interpret(self, x: Vector, p: Vector) -> Vector:
        """Outputs (…, n_out) for inputs (…, n_in) and shared inputs (n_shared,), row by row in NumPy.

        The reference for compiled code, with NumPy's own elementary functions and without fused rounding.
        """
        columns = np.moveaxis(np.asarray(x, dtype=float), -1, 0)
        values: list[Value] = []
        with np.errstate(all="ignore"):
            for row in self.rows:
                values.append(self._value(row, values, columns, p))
        shape = columns.shape[1:]
        results = [np.broadcast_to(values[y] if isinstance(y, int) else y, shape) for y in self.outputs]
        return np.stack(results, axis=-1).astype(float) if results else np.zeros((*shape, 0))

    def _value(self, row: Row, values: list[Value], columns: Vector, p: Vector) -> Value:
        op, *args = row
        if op == "input":
            return columns[args[0]]
        if op == "shared":
            return np.float64(p[args[0]])
        if op == "element":
            return values[args[0]][args[1]]
        numbers = [values[a] if isinstance(a, int) else a for a in (args[1:] if op == "call" else args)]
        if op == "call":
            return _interpreted_call(self.routines[args[0]], numbers, columns.shape[1:])
        return _FUSED[op](*numbers) if op in _FUSED else OPERATIONS[op].numeric(*numbers)


def _from_pickle(own: tuple[Any, ...], operations: int) -> Program:
    program = Program(*own)
    program.__dict__["operations"] = operations
    return program


_FUSED: dict[str, Callable[..., Any]] = {
    "fma": lambda a, b, c: a * b + c,
    "fms": lambda a, b, c: a * b - c,
    "fnma": lambda a, b, c: c - a * b,
    "sincos": lambda a: (np.sin(a), np.cos(a)),
}


def _interpreted_call(routine: Routine, values: list[Value], shape: tuple[int, ...]) -> Vector:
    stacked = np.stack([np.broadcast_to(x, shape) for x in values], axis=-1).astype(float)
    results = np.empty((*shape, routine.n_outputs))
    for index in np.ndindex(shape):
        results[index] = routine.evaluate(stacked[index])
    return np.moveaxis(results, -1, 0)


def program(outputs: Sequence[object], inputs: Sequence[Node], shared: Sequence[Node] | None = None) -> Program:
    """The program that computes the outputs from the inputs.

    Parameters that are not inputs are shared; they come in the order of their names, unless their order is given.
    """
    for y in outputs:
        if type(y) is TruthNode:
            raise CompileError(f"the output {y!r} is a condition; give where(condition, 1.0, 0.0)")
    nodes = traverse(outputs)
    if any(x.op == "pow" and is_half_power(x) for x in nodes):
        outputs = _with_roots(outputs, nodes)
        nodes = traverse(outputs)
    return _Writer(outputs, nodes, inputs, shared).program()


def located_program(graph: Subgraph, reads: Reads) -> tuple[Program, tuple[tuple[int, int], ...]]:
    """The program of a graph whose inputs stand in blocks of a memory and in a record, and where they stand.

    Its inputs are those in the memory; shared ones are the record, of which the first say where blocks begin.
    """
    placed = [*zip(graph.inputs, reads.at, strict=True)]
    in_memory = [(x, at) for x, at in placed if at[0] >= 0]
    numbers = sorted(((place, x) for x, (block, place) in placed if block < 0), key=itemgetter(0))
    shared = [*(symbol(f"block {k}") for k in range(reads.n_blocks)), *(x for _, x in numbers)]
    return program(graph.outputs, [x for x, _ in in_memory], shared), tuple(at for _, at in in_memory)


def _with_roots(outputs: Sequence[object], nodes: Sequence[Expression]) -> Sequence[object]:
    """The outputs with products of whole powers and roots, which cost less, for powers such as x³ᐟ²."""
    new: dict[Expression, Any] = {}
    for x in nodes:
        form = rebuilt(x, new)
        if isinstance(form, Node) and is_half_power(form):
            base, exponent = form.args
            form = whole_power(base, int(exponent)) * apply("sqrt", base)
        new[x] = form
    return [new[y] if isinstance(y, Expression) else y for y in outputs]


def open_parameters(nodes: Sequence[Expression], inputs: Sequence[Node]) -> list[Node]:
    """Parameters among the nodes that are not inputs, in the order of their names."""
    listed = set(inputs)
    parameters: dict[str, Node] = {}
    for x in nodes:
        if type(x) is not Node or x.op != "parameter" or x in listed:
            continue
        if parameters.setdefault(name_of(x), x) is not x:
            raise CompileError(f"two parameters are called {name_of(x)!r}, with different defaults")
    return [parameters[name] for name in sorted(parameters)]


_SPECIAL_ROWS = frozenset(["sin", "cos", "call", "element"])
"""Operations whose rows are more than themselves and their operands."""


def _latest(x: Expression, among: set[Expression], depth: Mapping[Expression, int]) -> Expression | None:
    """The operand among these that is ready last."""
    a: Expression
    b: Expression
    a, b = x.args
    if a in among:
        return b if b in among and depth[b] > depth[a] else a
    return b if b in among else None


class _Writer:
    """Turns nodes into rows, fusing products into sums on the way."""

    def __init__(
        self,
        outputs: Sequence[object],
        nodes: Sequence[Expression],
        inputs: Sequence[Node],
        shared: Sequence[Node] | None,
    ) -> None:
        self.outputs, self.nodes, self.inputs = outputs, nodes, inputs
        self.shared = open_parameters(self.nodes, inputs) if shared is None else shared
        self.rows: list[Row] = []
        self.places: dict[Expression, int | float] = {}
        """The row of each node, or the number that it is."""

        self.routines: dict[Routine, int] = {}
        self.sincos: dict[int | float, int] = {}

    def program(self) -> Program:
        declared = self._declare_inputs()
        fused = self._fusions()
        inside = set(fused.values())
        places, rows = self.places, self.rows
        for x in self.nodes:
            op = x.op
            if op in INPUTS:
                if x not in declared:
                    raise CompileError(f"the outputs depend on {name_of(x)!r}, which is not among the inputs")
            elif op == "constant":
                places[x] = float(x.args[0])
            elif x in inside:
                continue
            elif op in _SPECIAL_ROWS:
                places[x] = self._write(x)
            else:
                args = x.args
                if (product := fused.get(x)) is not None:
                    is_first = args[0] is product
                    op = "fma" if op == "add" else "fms" if is_first else "fnma"
                    args = (*product.args, args[1 if is_first else 0])
                # operands are nodes that have their places, as a rule, or numbers, which are finite in nodes
                if len(args) == 2:
                    a, b = args
                    a = places[a] if type(a) is Node else a if type(a) is float else self._operand(a)
                    b = places[b] if type(b) is Node else b if type(b) is float else self._operand(b)
                    row: Row = (op, a, b)
                else:
                    row = (op, *[places[a] if type(a) is Node else self._operand(a) for a in args])
                places[x] = len(rows)
                rows.append(row)
        return Program(
            tuple(map(name_of, self.inputs)),
            tuple(map(name_of, self.shared)),
            tuple(self.rows),
            tuple(self._operand(y) for y in self.outputs),
            tuple(self.routines),
            tuple(float(x.args[1]) if x.op == "parameter" else 0.0 for x in self.shared),
        )

    def _declare_inputs(self) -> set[Node]:
        """Rows for the inputs that are used."""
        used = set(self.nodes)
        declared: set[Node] = set()
        for kind, nodes in (("input", self.inputs), ("shared", self.shared)):
            for k, x in enumerate(nodes):
                if x in declared:
                    raise CompileError(f"the input {name_of(x)!r} is given twice")
                declared.add(x)
                if x in used:
                    self.places[x] = self._row(kind, k)
        return declared

    def _fusions(self) -> dict[Expression, Expression]:
        """For each sum or difference the product that is fused into it.

        A product disappears if every use of it is such a sum. Of two products, the one that is ready later is
        fused: the other is then computed while its operands are still on their way.
        """
        uses: dict[Expression, int] = {}
        users: dict[Expression, list[Expression]] = {}
        depth: dict[Expression, int] = {}
        for x in self.nodes:
            op, below = x.op, 0
            for a in x.args:
                if type(a) is Node:
                    if (ready := depth[a]) > below:
                        below = ready
                    if a.op == "mul":
                        uses[a] = uses.get(a, 0) + 1
                        if op == "add" or op == "sub":
                            if a in users:
                                users[a].append(x)
                            else:
                                users[a] = [x]
            # how long it must wait for its operands, in operations; a division counts as several
            depth[x] = below + (4 if op == "inv" else 1)
        outputs = {y for y in self.outputs if isinstance(y, Expression)}
        vanishing = {a for a, sums in users.items() if len(sums) == uses[a] and a not in outputs}
        several = {a for a in vanishing if uses[a] > 1}
        chosen = {x: _latest(x, vanishing, depth) for sums in users.values() for x in sums}
        # a product that some sum did not choose is computed anyway, so the others had better just add it
        lost = {a for a in several if any(chosen[x] is not a for x in users[a])}
        if lost:
            vanishing -= lost
            chosen = {x: _latest(x, vanishing, depth) if a in lost else a for x, a in chosen.items()}
        return {x: a for x, a in chosen.items() if a is not None}

    def _write(self, x: Expression) -> int:
        """A row of one of `_SPECIAL_ROWS`."""
        if x.op in ("sin", "cos"):
            pair = self._sincos(self._operand(x.args[0]))
            return self._row("element", pair, 0 if x.op == "sin" else 1)
        if x.op == "call":
            routine: Routine = x.args[0]
            number = self.routines.setdefault(routine, len(self.routines))
            return self._row("call", number, *map(self._operand, x.args[1 + routine.n_passive :]))
        return self._row("element", self.places[x.args[0]], x.args[1])

    def _sincos(self, angle: int | float) -> int:
        if angle not in self.sincos:
            self.sincos[angle] = self._row("sincos", angle)
        return self.sincos[angle]

    def _row(self, *row: object) -> int:
        self.rows.append(row)
        return len(self.rows) - 1

    def _operand(self, x: Any) -> int | float:
        """Row number or constant."""
        if (place := self.places.get(x) if type(x) is Node else None) is not None:
            return place
        if not isinstance(x, Expression):
            try:
                value = float(x)
            except (TypeError, ValueError, OverflowError):
                raise CompileError(f"the output {told(x)} is neither an expression nor a number") from None
            if not isfinite(value):
                raise CompileError(f"the constant {value} among the outputs is not finite")
            return value
        return self.places[x]

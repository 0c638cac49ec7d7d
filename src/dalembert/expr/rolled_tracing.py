"""Tracing step by step: a function of arrays becomes a step of rolled code, and equal steps share one routine.

Values are numbers, places in the memory of the rolled code, or expressions of its operands. Expressions that
differ in their variables only are one: variables are told apart by their roles, the owners taken in order.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from dalembert.arrays import Array, ArrayLike
from dalembert.expr.calls import array_of
from dalembert.expr.node import Expression, Node, Scalar, inputs_of
from dalembert.expr.rewrite import substitute
from dalembert.expr.rolled import Rolled
from dalembert.expr.subprogram import Subprogram
from dalembert.expr.symbol_nodes import symbol
from dalembert.procedures.rolled_code import Steps


@dataclass(frozen=True)
class Place:
    """An entry of the memory; −1 − k is number k of a table."""

    number: int


Value: TypeAlias = Scalar | Place
"""A number, an expression of operands, or an entry of the memory."""

Entries: TypeAlias = tuple[Any, ...]
"""Expressions, real or truth-valued, and numbers, as a key."""


@dataclass(frozen=True)
class Role:
    """Owner of a variable, as a number in an order that equal parts have in common, and which of its variables."""

    owner: int
    what: str


@dataclass(frozen=True, eq=False)
class _Part:
    """A step as it was traced once."""

    number: int
    program: Subprogram | None
    """None if nothing is computed."""

    shapes: Sequence[tuple[int, ...]]
    entries: Sequence[Value]
    """Entries of the arrays that the step makes: numbers, variables that it reads, or results."""

    @cached_property
    def read(self) -> list[tuple[int, Node, int | None]]:
        """Which entries are variables that the step reads, or results, and of these which."""
        results = {x: k for k, x in enumerate(self.outputs)}
        return [
            (k, x, results.get(x))
            for k, x in enumerate(self.entries)
            if isinstance(x, Node) and x.op != "constant"
        ]

    @property
    def inputs(self) -> tuple[Node, ...]:
        return self.program.inputs if self.program else ()

    @property
    def outputs(self) -> tuple[Scalar, ...]:
        return self.program.outputs if self.program else ()


class Forms:
    """Expressions with variables named by their roles, each made once for all steps and routines."""

    def __init__(self, operands: Sequence[Node], roles: Mapping[Node, Role]) -> None:
        self.places = {x: k for k, x in enumerate(operands)}
        self._roles = roles
        self._forms: dict[Entries, tuple[Entries, dict[Node, int]]] = {}
        self._inputs: dict[Entries, list[Node]] = {}
        self._of_names: dict[tuple[Entries, tuple[str, ...]], Entries] = {}

    def of(self, entries: Entries) -> tuple[Entries, dict[Node, int]]:
        """The form of some expressions, and where its variables stand among the operands, as far as they do."""
        if entries not in self._forms:
            self._forms[entries] = self._renamed_by_role(entries)
        return self._forms[entries]

    def of_renamed(self, entries: Entries, renamed: Callable[[Node], Node]) -> tuple[Entries, dict[Node, int]]:
        """The form of expressions whose variables have other names, without making these expressions."""
        if entries not in self._inputs:
            self._inputs[entries] = inputs_of(entries)
        inputs = [renamed(x) for x in self._inputs[entries]]
        names = tuple(self._names([self._roles[x] for x in inputs]))
        new = [symbol(name) for name in names]
        if (entries, names) not in self._of_names:
            values = dict(zip(self._inputs[entries], new, strict=True))
            self._of_names[entries, names] = _substituted(entries, values)
        places = {y: self.places[x] for x, y in zip(inputs, new, strict=True) if x in self.places}
        return self._of_names[entries, names], places

    def _renamed_by_role(self, entries: Entries) -> tuple[Entries, dict[Node, int]]:
        inputs = inputs_of(entries)
        new = dict(zip(inputs, map(symbol, self._names([self._roles[x] for x in inputs])), strict=True))
        return _substituted(entries, new), {y: self.places[x] for x, y in new.items() if x in self.places}

    def _names(self, roles: Sequence[Role]) -> list[str]:
        """Names of variables: the number of the owner among all owners in order, and which of its variables."""
        owners = {owner: k for k, owner in enumerate(sorted({role.owner for role in roles}))}
        return [f"{owners[role.owner]}: {role.what}" for role in roles]


@dataclass(frozen=True, eq=False)
class RenamedArray:
    """Expressions before their variables get other names, and the function that renames a variable."""

    plain: Array
    renamed: Callable[[Node], Node]

    @property
    def shape(self) -> tuple[int, ...]:
        return np.shape(self.plain)


def _substituted(entries: Entries, values: Mapping[Node, Scalar]) -> Entries:
    return tuple(np.ravel(substitute(array_of(entries, (len(entries),)), values)))


class Rolling:
    """Records steps over operands; steps of one form are runs of one part."""

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self._parts: dict[Hashable, _Part] = {}
        self._programs: list[Subprogram] = []
        self._numbers: list[int] = []
        self._offsets: list[int] = []
        self._reads: list[int] = []
        self._notes: dict[int, str] = {}
        self._constants: list[float] = []
        self._stand_ins: list[Node] = []
        self._size = len(forms.places)

    def number(self, value: float) -> Place:
        """A number that is read from a table, so that steps are of one form whatever it is."""
        self._constants.append(value)
        return Place(-len(self._constants))

    def apply(
        self,
        function: Callable[..., Sequence[ArrayLike]],
        *arrays: ArrayLike | RenamedArray,
        fixed: Hashable = None,
        note: str = "",
    ) -> list[Array]:
        """The arrays that a function makes of arrays, as one step; `fixed` is its first argument, unless None.

        One of the arrays may be a `RenamedArray`, if the others contain no expressions. The note explains a step
        without a result.
        """
        operands = [x if isinstance(x, RenamedArray) else np.asarray(x, dtype=object) for x in arrays]
        canonical, places = self._canonical(operands)
        shapes = tuple(array.shape for array in operands)
        key = (function, fixed, shapes, canonical)
        if key not in self._parts:
            first = () if fixed is None else (fixed,)
            self._parts[key] = self._traced(function(*first, *split(canonical, shapes)))
        if note:
            self._notes[len(self._numbers)] = note
        return self._step(self._parts[key], places)

    def values(self, expressions: Scalar | ArrayLike, given: Mapping[Node, Value] | None = None) -> Array:
        """Expressions of operands, and of other variables whose values are `given`."""
        array = np.asarray(expressions, dtype=object)
        values = given or {}
        variables = [x for x in inputs_of([x for x in array.ravel() if isinstance(x, Expression)]) if x in values]
        if not variables:
            return self.apply(_itself, array)[0]
        return self.apply(_with_values, array, variables, [values[x] for x in variables])[0]

    def routine(self, label: str, results: Sequence[Place | float], message: str) -> Rolled:
        """All steps as a routine of the operands; results are places or numbers."""
        result_places = [self._result(x) for x in results]
        tables = (self._numbers, self._offsets, self._reads)
        steps = Steps(*tables, self._size, result_places, self._constants)
        return Rolled(label, len(self.forms.places), tuple(self._programs), steps, message, self._notes)

    # ---- one step

    def _canonical(self, arrays: Sequence[Array | RenamedArray]) -> tuple[Entries, dict[Node, int]]:
        """The entries of arrays with variables by their roles, and where these stand."""
        entries: list[Any] = []
        for array in arrays:
            entries += (array.plain if isinstance(array, RenamedArray) else array).ravel().tolist()
        expressions = tuple(x for x in entries if type(x) is not Place and isinstance(x, Expression))
        renamed_arrays = [array for array in arrays if isinstance(array, RenamedArray)]
        if renamed_arrays:
            form, places = self.forms.of_renamed(expressions, renamed_arrays[0].renamed)
        else:
            form, places = self.forms.of(expressions)
        renamed, read = iter(form), dict[int, Node]()
        plain: list[Any] = []
        for x in entries:
            if type(x) is Place:
                if (stand_in := read.get(x.number)) is None:
                    if len(read) == len(self._stand_ins):
                        self._stand_ins.append(symbol(f"value {len(read)}"))
                    stand_in = read[x.number] = self._stand_ins[len(read)]
                plain.append(stand_in)
            else:
                plain.append(next(renamed) if isinstance(x, Expression) else x)
        return tuple(plain), places | {y: number for number, y in read.items()}

    def _traced(self, results: Sequence[ArrayLike]) -> _Part:
        """A new part for the arrays that a function made."""
        arrays = [np.asarray(y, dtype=object) for y in results]
        entries = [x for y in arrays for x in y.ravel()]
        computed: dict[Any, None] = dict.fromkeys(
            x for x in entries if isinstance(x, Expression) and x.op != "symbol"
        )
        program = None
        if computed:
            program = Subprogram(f"step_{len(self._programs)}", tuple(inputs_of(computed)), tuple(computed))
            self._programs.append(program)
        return _Part(len(self._programs) - 1, program, [y.shape for y in arrays], entries)

    def _step(self, part: _Part, places: Mapping[Node, int]) -> list[Array]:
        """Another run of a part; where its results are."""
        at = self._size
        if part.program is not None:
            self._numbers.append(part.number)
            self._offsets.append(at)
            self._reads += [places[x] for x in part.inputs]
            self._size += len(part.outputs)
        entries: list[Value] = list(part.entries)
        for k, x, result in part.read:
            entries[k] = Place(places[x] if result is None else at + result)
        return split(entries, part.shapes)

    def _result(self, x: Place | float) -> int:
        """Where a result stands."""
        if isinstance(x, Place):
            return x.number if x.number >= 0 else self._constant(self._constants[-1 - x.number])
        return self._constant(x)

    def _constant(self, value: float) -> int:
        """Where a number stands that is a result."""
        key = ("constant", float(value))
        if key not in self._parts:
            program = Subprogram(f"step_{len(self._programs)}", (), (float(value),))
            self._programs.append(program)
            self._parts[key] = _Part(len(self._programs) - 1, program, [()], program.outputs)
        self._step(self._parts[key], {})
        return self._size - 1


def split(entries: Sequence[object], shapes: Sequence[tuple[int, ...]]) -> list[Array]:
    """Arrays of these shapes, filled one after the other."""
    arrays, start = [], 0
    for shape in shapes:
        n = math.prod(shape)
        array = np.empty(n, dtype=object)
        array[:] = entries[start : start + n]
        arrays.append(array.reshape(shape))
        start += n
    return arrays


def _itself(array: Array) -> list[Array]:
    return [array]


def _with_values(expressions: Array, variables: Array, values: Array) -> list[Array]:
    return [substitute(expressions, dict(zip(variables, values, strict=True)))]

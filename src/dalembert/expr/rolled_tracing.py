"""Tracing step by step: a function of arrays becomes a step of rolled code, and equal steps share one routine.

Values are numbers, places in the memory of the rolled code, or expressions of its operands. Expressions that
differ in their variables only are one: variables are told apart by whose they are, in order, and what they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.calls import array_of
from dalembert.expr.node import Expression, Node, inputs_of
from dalembert.expr.rewrite import substitute
from dalembert.expr.rolled import Rolled
from dalembert.expr.subprogram import Subprogram
from dalembert.expr.symbol_nodes import symbol
from dalembert.procedures.rolled_code import Steps


@dataclass(frozen=True)
class Place:
    """An entry of the memory."""

    number: int


@dataclass(frozen=True)
class Role:
    """Whose variable something is, as a number in an order that equal parts have in common, and which it is."""

    owner: int
    what: str


@dataclass(frozen=True, eq=False)
class _Part:
    """A step as it was traced once."""

    number: int
    program: Subprogram | None
    """None if nothing is computed."""

    shapes: Sequence[tuple[int, ...]]
    entries: Sequence[Any]
    """Entries of the arrays that it makes: numbers, variables that it was given, or what it computes."""

    @property
    def inputs(self) -> tuple[Node, ...]:
        return self.program.inputs if self.program else ()

    @property
    def outputs(self) -> tuple[Any, ...]:
        return self.program.outputs if self.program else ()


class Forms:
    """Expressions with variables by their roles, each found once for all steps and routines."""

    def __init__(self, operands: Sequence[Node], roles: Mapping[Node, Role]) -> None:
        self.places = {x: k for k, x in enumerate(operands)}
        self._roles = roles
        self._found: dict[tuple[Any, ...], tuple[tuple[Any, ...], dict[Node, int]]] = {}
        self._inputs: dict[tuple[Any, ...], list[Node]] = {}
        self._of_names: dict[Any, tuple[Any, ...]] = {}

    def of(self, entries: tuple[Any, ...]) -> tuple[tuple[Any, ...], dict[Node, int]]:
        """The form of some expressions, and where its variables stand among the operands, as far as they do."""
        if entries not in self._found:
            self._found[entries] = self._made(entries)
        return self._found[entries]

    def of_renamed(
        self, entries: tuple[Any, ...], renamed: Callable[[Node], Node]
    ) -> tuple[tuple[Any, ...], dict[Node, int]]:
        """The same of expressions with other variables, which are not made for that."""
        if entries not in self._inputs:
            self._inputs[entries] = inputs_of(entries)
        own = [renamed(x) for x in self._inputs[entries]]
        names = tuple(self._names([self._roles[x] for x in own]))
        new = [symbol(name) for name in names]
        if (entries, names) not in self._of_names:
            values = dict(zip(self._inputs[entries], new, strict=True))
            self._of_names[entries, names] = _substituted(entries, values)
        places = {y: self.places[x] for x, y in zip(own, new, strict=True) if x in self.places}
        return self._of_names[entries, names], places

    def _made(self, entries: tuple[Any, ...]) -> tuple[tuple[Any, ...], dict[Node, int]]:
        own = inputs_of(entries)
        new = dict(zip(own, map(symbol, self._names([self._roles[x] for x in own])), strict=True))
        return _substituted(entries, new), {y: self.places[x] for x, y in new.items() if x in self.places}

    def _names(self, roles: Sequence[Role]) -> list[str]:
        """Names of variables by whose they are, in order, and what they are there."""
        owners = {owner: k for k, owner in enumerate(sorted({role.owner for role in roles}))}
        return [f"{owners[role.owner]}: {role.what}" for role in roles]


@dataclass(frozen=True, eq=False)
class RenamedArray:
    """Expressions over other variables, as they are before these get their names."""

    plain: Array
    renamed: Callable[[Node], Node]

    @property
    def shape(self) -> tuple[int, ...]:
        return np.shape(self.plain)


def _substituted(entries: tuple[Any, ...], values: Mapping[Node, Any]) -> tuple[Any, ...]:
    return tuple(np.ravel(substitute(array_of(entries, (len(entries),)), values)))


class Rolling:
    """Records steps over operands; steps of one form are runs of one part."""

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self._parts: dict[Any, _Part] = {}
        self._programs: list[Subprogram] = []
        self._numbers: list[int] = []
        self._offsets: list[int] = []
        self._reads: list[int] = []
        self._notes: dict[int, str] = {}
        self._size = len(forms.places)

    def apply(
        self, function: Callable[..., Sequence[Any]], *arrays: Any, fixed: Any = None, note: str = ""
    ) -> list[Array]:
        """The arrays that a function makes of arrays, as one step; what is `fixed` is handed to it first.

        The note says what is lost where the step has no result.

        One of them may be a `RenamedArray`, if the others contain no expressions.
        """
        given = [x if isinstance(x, RenamedArray) else np.asarray(x, dtype=object) for x in arrays]
        canonical, places = self._canonical(given)
        shapes = tuple(array.shape for array in given)
        key = (function, fixed, shapes, canonical)
        if key not in self._parts:
            first = () if fixed is None else (fixed,)
            self._parts[key] = self._traced(function(*first, *split(canonical, shapes)))
        if note:
            self._notes[len(self._numbers)] = note
        return self._step(self._parts[key], places)

    def values(self, expressions: Any, given: Mapping[Node, Any] | None = None) -> Array:
        """Expressions of operands, and of other variables whose values are given."""
        array = np.asarray(expressions, dtype=object)
        known = given or {}
        own = [x for x in inputs_of([x for x in array.ravel() if isinstance(x, Expression)]) if x in known]
        if not own:
            return self.apply(_itself, array)[0]
        return self.apply(_with_values, array, own, [known[x] for x in own])[0]

    def routine(self, label: str, results: Sequence[Any], message: str) -> Rolled:
        """All steps as a routine of the operands; results are places or numbers."""
        found = tuple(x.number if isinstance(x, Place) else self._constant(x) for x in results)
        tables = (tuple(self._numbers), tuple(self._offsets), tuple(self._reads))
        steps = Steps(*tables, self._size, found)
        return Rolled(label, len(self.forms.places), tuple(self._programs), steps, message, self._notes)

    # ---- one step

    def _canonical(self, arrays: Sequence[Array | RenamedArray]) -> tuple[tuple[Any, ...], dict[Node, int]]:
        """The entries of arrays with variables by their roles, and where these stand."""
        entries = [
            x for array in arrays for x in (array.plain if isinstance(array, RenamedArray) else array).ravel()
        ]
        expressions = tuple(x for x in entries if isinstance(x, Expression))
        renamed_arrays = [array for array in arrays if isinstance(array, RenamedArray)]
        if renamed_arrays:
            form, places = self.forms.of_renamed(expressions, renamed_arrays[0].renamed)
        else:
            form, places = self.forms.of(expressions)
        renamed, read = iter(form), dict[int, Node]()
        plain: list[Any] = []
        for x in entries:
            if isinstance(x, Place):
                if x.number not in read:
                    read[x.number] = symbol(f"value {len(read)}")
                plain.append(read[x.number])
            else:
                plain.append(next(renamed) if isinstance(x, Expression) else x)
        return tuple(plain), places | {y: number for number, y in read.items()}

    def _traced(self, results: Sequence[Any]) -> _Part:
        """A new part for what a function made."""
        arrays = [np.asarray(y, dtype=object) for y in results]
        entries = [x for y in arrays for x in y.ravel()]
        computed = dict.fromkeys(x for x in entries if isinstance(x, Expression) and x.op != "symbol")
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
        known: dict[Any, Place] = {x: Place(number) for x, number in places.items()}
        known |= {x: Place(at + k) for k, x in enumerate(part.outputs)}
        return split([known.get(x, x) if isinstance(x, Expression) else x for x in part.entries], part.shapes)

    def _constant(self, value: float) -> int:
        """Where a number stands that is a result."""
        key = ("constant", float(value))
        if key not in self._parts:
            program = Subprogram(f"step_{len(self._programs)}", (), (float(value),))
            self._programs.append(program)
            self._parts[key] = _Part(len(self._programs) - 1, program, [()], program.outputs)
        self._step(self._parts[key], {})
        return self._size - 1


def split(entries: Sequence[Any], shapes: Sequence[tuple[int, ...]]) -> list[Array]:
    """Arrays of these shapes, filled one after the other."""
    found, start = [], 0
    for shape in shapes:
        n = int(np.prod(shape))
        array = np.empty(n, dtype=object)
        array[:] = entries[start : start + n]
        found.append(array.reshape(shape))
        start += n
    return found


def _itself(array: Array) -> list[Array]:
    return [array]


def _with_values(expressions: Array, variables: Array, values: Array) -> list[Array]:
    return [substitute(expressions, dict(zip(variables, values, strict=True)))]

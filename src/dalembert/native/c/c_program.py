"""C code of programs and of the routines they call: one statement per row, inputs under their own names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from dalembert.expr.calls import Composed, Routine, Subgraph
from dalembert.native.c.c_names import Names, comment, identifier
from dalembert.native.c.c_operations import Term, real
from dalembert.native.c.plan import Plan
from dalembert.native.c.procedure import Written, procedure_function
from dalembert.native.c.unit import OWN_NAME, Defined, Unit, function_code, words
from dalembert.native.program import CONDITIONS, Program, located_program, program
from dalembert.procedures.statements import Procedure

_SHORTEST_LOOP = 4
"""Neighbouring results that are copied by a loop."""


@dataclass(frozen=True)
class Place:
    """An input or output: the argument that holds it, its C expression, and its name in the model."""

    argument: str
    text: str
    name: str = ""
    other: str = ""
    """Another argument that the expression reads."""


@dataclass(frozen=True)
class Face:
    """Signature of a function: declarations of its arguments by name, and where inputs and outputs are in them."""

    arguments: dict[str, str]
    inputs: tuple[Place, ...]
    shared: tuple[Place, ...]
    outputs: tuple[Place, ...]


class ProgramBody:
    """The body of a program's function; the parts of a long one are functions of their own."""

    def __init__(self, unit: Unit, program: Program, face: Face, label: str) -> None:
        self.unit, self.program, self.face, self.label = unit, program, face, label
        self.plan = Plan(program, unit.part_size)
        self.routines = [_routine_function(unit, routine) for routine in program.routines]
        self._names = Names([*unit.functions, *face.arguments, "work", "status", "operands"])
        self.local = self._input_names()
        self._name_statements()

    @property
    def work(self) -> int:
        """Doubles of work space."""
        return self.plan.n_slots + max((routine.work for routine in self.routines), default=0)

    @property
    def has_status(self) -> bool:
        """Whether a routine may fail."""
        return bool(self.plan.result_slot)

    def lines(self) -> list[str]:
        """All statements, up to the return of the status."""
        parts = [_Part(self, number) for number in range(len(self.plan.parts))]
        status = ["    int status = 0;"] if self.has_status else []
        end = [f"    return {'status' if self.has_status else '0'};"]
        if len(parts) == 1:
            return [*status, *parts[0].lines, "", *end]
        return [*status, *(self._part_call(part) for part in parts), *end]

    def _part_call(self, part: _Part) -> str:
        """Defines a part as a function, and calls it."""
        wish = f"{self.label}_part{part.number + 1}".removeprefix("_")
        heading = f"Part {part.number + 1} of {len(self.plan.parts)}."
        declarations = {**self.face.arguments, "work": "double *work", "status": "int *status"}
        used = [name for name in declarations if name in part.arguments]
        code = function_code(f"static void {OWN_NAME}", [declarations[name] for name in used], part.lines)
        name = self.unit.define(wish, code, heading)
        return f"    {name}({', '.join('&status' if name == 'status' else name for name in used)});"

    # ---- names

    def _input_names(self) -> dict[int, str]:
        """Local names of the inputs; one that is passed by value under its own name needs no other."""
        names: dict[int, str] = {}
        for k, place in self.inputs:
            is_own = place.text == place.argument == identifier(place.name)
            names[k] = place.text if is_own else self._names.take(place.name)
        return names

    @cached_property
    def inputs(self) -> list[tuple[int, Place]]:
        """Rows of the inputs that are used, and their places."""
        places = {"input": self.face.inputs, "shared": self.face.shared}
        rows = self.program.rows
        return [(k, places[rows[k][0]][rows[k][1]]) for k in sorted(self.plan.live) if rows[k][0] in places]

    def _name_statements(self) -> None:
        """Numbers for values, words for sines of inputs and for results of calls."""
        letter = "v" if not any(re.fullmatch(r"v\d+", name) for name in self.local.values()) else "value"
        inputs = set(self.local)
        for k in sorted(self.plan.live - inputs):
            op, *args = self.program.rows[k]
            if op == "call":
                self.local[k] = self._names.take(self.program.routines[args[0]].name)
            elif self.plan.is_sine(k) and (angle := self.program.rows[args[0]][1]) in inputs:
                self.local[k] = self._names.take(f"{('sin', 'cos')[args[1]]}_{self.local[angle]}")
            else:
                self.local[k] = f"{letter}{k}"


class _Part:
    """Writes one part of a program: inputs, statements, outputs."""

    def __init__(self, whole: ProgramBody, number: int) -> None:
        self.whole, self.number = whole, number
        self.plan, self.rows, self.unit = whole.plan, whole.program.rows, whole.unit
        self.is_only = len(self.plan.parts) == 1
        self.arguments: set[str] = set()
        self._statements: list[str] = []
        self._declared: set[int] = set()
        self._inputs: set[int] = set()
        self._loaded: set[int] = set()
        self._results: dict[int, bool] = {}
        for k in self.plan.parts[number]:
            self._write(k)
        later, outputs = self._later(), self._outputs()
        blocks = [self._head(), self._statements, later, outputs]
        self.lines = [line for block in blocks if block for line in ("", *block)][1:]

    # ---- blocks

    def _head(self) -> list[str]:
        """Inputs, values from earlier parts, and places of results."""
        lines = []
        for k, place in self.whole.inputs:
            local = self.whole.local[k]
            if k in self._inputs:
                self.arguments |= {place.argument, place.other or place.argument}
                if local != place.text:
                    note = "" if place.name in (local, place.text) else f" /* {comment(place.name)} */"
                    lines.append(f"    const double {local} = {place.text};{note}")
        for k in sorted(self._loaded):
            lines.append(f"    const double {self.whole.local[k]} = work[{self.plan.crossing[k]}];")
        if any(self._results.values()):
            lines.append("    double *const operands = work;")
        for k, is_own in sorted(self._results.items()):
            kind = "double" if is_own else "const double"
            lines.append(f"    {kind} *const {self.whole.local[k]} = work + {self.plan.result_slot[k]};")
        if self._loaded or self._results:
            self.arguments.add("work")
        return lines

    def _later(self) -> list[str]:
        """Values for later parts."""
        kept = [k for k in self.plan.parts[self.number] if k in self.plan.crossing]
        if kept:
            self.arguments.add("work")
        return [f"    work[{self.plan.crossing[k]}] = {self.whole.local[k]};" for k in kept]

    def _outputs(self) -> list[str]:
        """Outputs that this part computes; the last one also writes constants and inputs."""
        lines = []
        last = len(self.plan.parts) - 1
        for y, place in zip(self.whole.program.outputs, self.whole.face.outputs, strict=True):
            if (self._home(y) if isinstance(y, int) else last) == self.number:
                self.arguments.add(place.argument)
                lines.append(f"    {place.text} = {self._term(y).text};")
        return lines

    def _home(self, y: int) -> int:
        """The part that computes a row, or the last one."""
        row = self.rows[y]
        is_result = row[0] == "element" and row[1] in self.plan.result_slot
        return self.plan.home.get(row[1] if is_result else y, len(self.plan.parts) - 1)

    # ---- values

    def _term(self, a: int | float) -> Term:
        """A constant, or the name of a row that is made known on the way."""
        if not isinstance(a, int):
            return real(a)
        op, *args = self.rows[a]
        if op == "element" and not self.plan.is_sine(a):
            self._results.setdefault(args[0], False)
            return Term(f"{self.whole.local[args[0]]}[{args[1]}]")
        if op in ("input", "shared"):
            self._inputs.add(a)
        elif a not in self._declared:
            if op in CONDITIONS:
                self._write(a)
            else:
                self._loaded.add(a)
        return Term(self.whole.local[a])

    # ---- statements

    def _write(self, k: int) -> None:
        op, *args = self.rows[k]
        if op == "call":
            self._call(k, args[0], args[1:])
            return
        if self.plan.is_sine(k):
            op, args = ("sin", "cos")[args[1]], [self.rows[args[0]][1]]
        term = self.unit.term(op, [self._term(a) for a in args])
        kind = "int" if op in CONDITIONS else "double"
        self._statements.append(f"    const {kind} {self.whole.local[k]} = {term.text};")
        self._declared.add(k)

    def _call(self, k: int, number: int, args: Sequence[int | float]) -> None:
        """Operands into their array, the routine on them; the first failure is the status."""
        routine, function = self.whole.program.routines[number], self.whole.routines[number]
        # operands that are conditions or earlier values are computed before the block of the call
        copies = self._copies(args)
        self._results[k] = True
        status = "status" if self.is_only else "*status"
        self.arguments.add("status")
        arguments = ["operands", self.whole.local[k], *([f"work + {self.plan.n_slots}"] if function.work else [])]
        self._statements += [
            "",
            f"    /* {comment(routine.name)}: {routine.n_inputs} operands, {routine.n_outputs} results */",
            *copies,
            f"    if ({function.name}({', '.join(arguments)}) != 0 && {status} == 0)",
            f"        {status} = {number + 1};",
            "",
        ]

    def _copies(self, args: Sequence[int | float]) -> list[str]:
        """Assignments of the operands; a loop where they are neighbours among the results of another call."""
        lines: list[str] = []
        position = 0
        while position < len(args):
            length = self._neighbours(args[position:])
            first = self._term(args[position])
            if length < _SHORTEST_LOOP:
                lines.append(f"    operands[{position}] = {first.text};")
                position += 1
                continue
            _, call, entry = self.rows[int(args[position])]
            lines.append(f"    for (int i = 0; i < {length}; ++i)")
            lines.append(f"        operands[{_shifted(position)}] = {self.whole.local[call]}[{_shifted(entry)}];")
            position += length
        return lines

    def _neighbours(self, args: Sequence[int | float]) -> int:
        """How many of these operands are results of one call that stand one after the other."""
        row = self.rows[args[0]] if isinstance(args[0], int) else ("constant",)
        if row[0] != "element" or row[1] not in self.plan.result_slot:
            return 0
        expected = (("element", row[1], row[2] + k) for k in range(len(args)))
        for length, (a, wanted) in enumerate(zip(args, expected, strict=True)):
            if not isinstance(a, int) or self.rows[a] != wanted:
                return length
        return len(args)


def _shifted(start: int) -> str:
    return f"{start} + i" if start else "i"


# ---- routines


def _routine_function(unit: Unit, routine: Routine) -> Defined:
    """The function `int f(x, y, work)` of a routine; without work if it needs none."""
    if routine not in unit.defined:
        native = routine.native()
        heading = comment(f"{routine.name}: {routine.n_outputs} results of {routine.n_inputs} operands.")
        if isinstance(native, Procedure):
            unit.defined[routine] = procedure_function(unit, native, routine.name, heading)
        elif isinstance(native, Subgraph):
            inner = program(native.outputs, native.inputs)
            unit.defined[routine] = _subprogram_function(unit, routine.name, inner, heading)
        elif isinstance(native, Composed):
            procedure = native.procedure([_part(unit, routine, graph) for graph in native.graphs])
            unit.defined[routine] = procedure_function(unit, procedure, routine.name, heading)
        else:
            unit.defined[routine] = _callback_function(unit, routine, heading)
    return unit.defined[routine]


def _part(unit: Unit, routine: Routine, graph: Subgraph) -> Written:
    """The function of expressions that a routine's procedure calls."""
    label = f"{routine.name}_equations"
    if graph.reads is not None:
        inner, at = located_program(graph, graph.reads)
        heading = comment(f"A step of {routine.name}: {len(inner.outputs)} results; p is its record.")
        return Written(_subprogram_function(unit, label, inner, heading, has_shared=True, at=at), has_shared=True)
    inner = program(graph.outputs, graph.inputs)
    heading = comment(
        f"What {routine.name} evaluates: {len(inner.outputs)} results of {len(inner.inputs)} operands."
    )
    return Written(_subprogram_function(unit, label, inner, heading))


def shared_program(unit: Unit, label: str, inner: Program, heading: str) -> Written:
    """The function `f(in, p, out, work)` of a program that reads parameters, as a callee of loops."""
    return Written(_subprogram_function(unit, label, inner, heading, has_shared=True), has_shared=True)


def _subprogram_function(
    unit: Unit,
    label: str,
    inner: Program,
    heading: str,
    *,
    has_shared: bool = False,
    at: Sequence[tuple[int, int]] | None = None,
) -> Defined:
    """The function of a program; with `at`, p says where blocks of inputs begin."""
    shared = {"p": "const double *p"} if has_shared else {}
    places = [str(k) for k in range(len(inner.inputs))]
    if at is not None:
        places = [f"(int64_t)p[{block}] + {place}" for block, place in at]
    face = Face(
        {"in": "const double *in", **shared, "out": "double *out"},
        tuple(
            Place("in", f"in[{k}]", name, "p" if at is not None else "")
            for k, name in zip(places, inner.inputs, strict=True)
        ),
        tuple(Place("p", f"p[{k}]", name) for k, name in enumerate(inner.shared)),
        tuple(Place("out", f"out[{k}]") for k in range(len(inner.outputs))),
    )
    whole = ProgramBody(unit, inner, face, label)
    arguments = {**face.arguments, **({"work": "double *work"} if whole.work else {})}
    lines = with_unused(arguments, whole.lines())
    code = function_code(f"static int {OWN_NAME}", list(arguments.values()), lines)
    return Defined(unit.define(label, code, heading), whole.work)


def _callback_function(unit: Unit, routine: Routine, heading: str) -> Defined:
    """A function that calls the user's, and has no numbers as results where that one fails."""
    symbol = unit.callback(routine)
    lines = [
        f"    if ({symbol}(x, y) == 0)",
        "        return 0;",
        f"    for (int i = 0; i < {routine.n_outputs}; ++i)",
        "        y[i] = NAN;",
        "    return 1;",
    ]
    code = function_code(f"static int {OWN_NAME}", ["const double *x", "double *y"], lines)
    return Defined(unit.define(routine.name, code, heading))


def with_unused(arguments: dict[str, str], lines: list[str]) -> list[str]:
    """The lines, after a note to the compiler about arguments that they do not use."""
    used = words(lines)
    return [*(f"    (void){name};" for name in arguments if name not in used), *lines]

"""C code of the procedures and functions of the loop language, for one lane.

A statement of the language is a statement in C, with two exceptions for the sake of the reader: a value that is
used once stands where it is used, if nothing changes in between; and what nobody uses is left out. A product never
stands inside a sum: compilers may fuse the two, and the code says `fma` where this is meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from dalembert.errors import CompileError
from dalembert.native.c.c_names import Names
from dalembert.native.c.c_operations import ATOM, PRODUCT, SUM, Term, bits, integer, real
from dalembert.native.c.unit import OWN_NAME, Defined, Unit, filled, function_code, words
from dalembert.native.c.uses import Uses
from dalembert.procedures.array_loops import LaneByLane
from dalembert.procedures.elementary import ELEMENTARY, elementary
from dalembert.procedures.statements import (
    Array,
    Beat,
    Callee,
    Each,
    Evaluate,
    Function,
    Invoke,
    Let,
    Load,
    Procedure,
    Put,
    Read,
    Repeat,
    Return,
    Statement,
    Store,
    Take,
    Variable,
    When,
    Write,
)
from dalembert.procedures.values import Index, Value

TYPES = {"real": "double", "bits": "uint64_t", "mask": "int", "index": "int64_t", "flag": "int"}

_LONGEST_OPERAND, _LONGEST_ASSIGNED = 48, 80
"""Characters of an expression that stands where it is used, as an operand or as all that is assigned."""

_ARRAYS = "arrays"
"""Dependence of an expression that reads arrays; other dependences are numbers of variables."""


@dataclass(frozen=True, eq=False)
class Written:
    """A function of the file as a callee of procedures: `f(x, y)`, or `f(x, p, y)` with shared inputs."""

    defined: Defined
    has_shared: bool = False

    is_one_lane = False

    @property
    def parameters(self) -> tuple[str, ...]:
        return ("real", "shared", "real") if self.has_shared else ("real", "real")

    @property
    def written(self) -> frozenset[int]:
        return frozenset([len(self.parameters) - 1])

    @property
    def name(self) -> str:
        return self.defined.name

    @property
    def work(self) -> int:
        return self.defined.work


def procedure_function(unit: Unit, procedure: Procedure, wish: str = "", comment: str = "") -> Defined:
    """The C function of a procedure, `int f(arrays…, work)`; without work if it needs none.

    Nobody looks at its progress.
    """
    if procedure not in unit.defined:
        written = written_arguments(procedure)
        body = _Body(unit, procedure.name, Uses(procedure.body, ()), procedure)
        body.block(procedure.body)
        if not procedure.body or not isinstance(procedure.body[-1], Return):
            body.emit("return 0;")
        parameters = [
            f"{'' if x.base in written else 'const '}{_element(x)} *{body.names_of[x.base]}"
            for x in procedure.arguments
            if isinstance(x, Array)
        ]
        parameters += ["double *work"] if procedure.work else []
        code = function_code(f"static int {OWN_NAME}", parameters, [*body.heading(parameters), *body.lines])
        unit.defined[procedure] = Defined(unit.define(wish or procedure.name, code, comment), procedure.work)
    return unit.defined[procedure]


def pure_function(unit: Unit, function: Function) -> Defined:
    """The C function of a pure function; several results are returned through pointers."""
    if function not in unit.defined:
        body = _Body(unit, function.name, Uses(function.body, function.results))
        body.block(function.body)
        parameters = [f"double v{x.number}" for x in function.parameters]
        if len(function.results) == 1:
            kind = "double"
            body.emit(f"return {body.use(function.results[0]).text};")
        else:
            kind = "void"
            parameters += [f"double *result{k}" for k, _ in enumerate(function.results)]
            for k, result in enumerate(function.results):
                body.emit(f"*result{k} = {body.use(result).text};")
        lines = [*body.heading(parameters), *body.lines]
        code = function_code(f"static inline {kind} {OWN_NAME}", parameters, lines)
        unit.defined[function] = Defined(unit.define(function.name, code))
    return unit.defined[function]


def written_arguments(procedure: Procedure) -> set[str | int]:
    """The arrays that a procedure or one of its callees writes to."""
    return {procedure.arguments[k].base for k in procedure.written}


def _known_callee(owner: str, callee: Callee) -> Procedure | Written:
    if isinstance(callee, LaneByLane):
        return callee.for_lanes(1)
    if not isinstance(callee, Procedure | Written):
        raise CompileError(f"{owner} calls the compiled program {callee.name}, which cannot be exported to C")
    return callee


def _element(array: Array) -> str:
    return "int64_t" if array.kind == "index" else "double"


@dataclass(frozen=True)
class _Waiting:
    """An expression that will stand where it is used."""

    value: Value
    term: Term
    depends_on: frozenset[object] = frozenset()
    is_product: bool = False


@dataclass
class _Operands:
    """Expressions of operands, and the arrays and variables that they depend on together."""

    terms: list[Term] = field(default_factory=list)
    depends_on: frozenset[object] = frozenset()


class _Body:
    """Writes statements as C; every statement kind has one method."""

    def __init__(self, unit: Unit, name: str, uses: Uses, owner: Procedure | None = None) -> None:
        self.unit, self.name, self.uses = unit, name, uses
        self.lines: list[str] = []
        self._depth = 1
        self._waiting: dict[int, _Waiting] = {}
        self._own_work = owner.own_work if owner else 0
        self._tables = {array.base: (array, values) for array, values in owner.tables} if owner else {}
        self._work_arrays: set[int] = set()
        self._used_tables: set[str | int] = set()

        # names: arguments as they are called, then counters by depth
        names = Names(["work", *unit.functions])
        arguments = owner.arguments if owner else ()
        self.names_of: dict[str | int, str] = {x.base: names.take(str(x.base)) for x in arguments}
        self.names_of.update({base: names.take(str(base)) for base in self._tables})
        self._counters = [names.take(letter) for letter in "ijklmn"]
        self._counter_of: dict[int, str] = {}
        self._loops = 0

    # ---- lines

    def emit(self, line: str) -> None:
        """One line at the present depth."""
        self.lines.append("    " * self._depth + line)

    def block(self, statements: Iterable[Statement]) -> None:
        """Statements in order."""
        for statement in statements:
            if self.uses.is_live(statement):
                self._WRITERS[type(statement)](self, statement)

    def heading(self, parameters: Sequence[str]) -> list[str]:
        """Lines before the statements: tables, places in work space, declarations, unused parameters."""
        lines = []
        for base, (array, values) in self._tables.items():
            if base in self._used_tables:
                lines += self._table(self.names_of[base], array, values)
        lines += [f"    double *const work{first} = work + {first};" for first in sorted(self._work_arrays - {0})]
        lines += [f"    {TYPES[x.kind]} v{x.number};" for x in self.uses.hoisted]
        lines += [f"    {TYPES[x.kind.kind]} {_variable(x)};" for x in self.uses.variables_at_head]
        used = words([*lines, *self.lines])
        names = [parameter.split()[-1].lstrip("*") for parameter in parameters]
        return [*lines, *(f"    (void){name};" for name in names if name not in used)]

    @staticmethod
    def _table(name: str, array: Array, values: tuple[float, ...]) -> list[str]:
        is_integer = array.kind == "index"
        entries = [(integer(int(x)) if is_integer else real(float(x))).text for x in values or (0,)]
        head = f"    static const {_element(array)} {name}[{len(entries)}] = {{"
        return [head, *filled(entries, "        "), "    };"]

    # ---- values

    def use(self, value: Value) -> Term:
        """The expression of a value."""
        return self._operands(value).terms[0]

    def _operands(self, *values: Value) -> _Operands:
        operands = _Operands()
        for value in values:
            if value.constant is None and value.number in self._waiting:
                waiting = self._waiting.pop(value.number)
                operands.terms.append(waiting.term)
                operands.depends_on |= waiting.depends_on
            else:
                operands.terms.append(self._name_or_constant(value))
        return operands

    def _name_or_constant(self, value: Value) -> Term:
        if value.constant is None:
            return Term(self._counter_of.get(value.number, f"v{value.number}"))
        if value.kind == "real":
            return real(float(value.constant))
        return bits(int(value.constant)) if value.kind == "bits" else integer(int(value.constant))

    def _bind(
        self, value: Value, term: Term, depends_on: Iterable[object] = (), *, is_product: bool = False
    ) -> None:
        """Let a value wait for its only use, or give it a name."""
        waiting = _Waiting(value, term, frozenset(depends_on), is_product)
        is_assigned = isinstance(self.uses.last_user.get(value.number), (Store, Write))
        is_short = len(term.text) <= (_LONGEST_ASSIGNED if is_assigned else _LONGEST_OPERAND)
        self._waiting[value.number] = waiting
        if self.uses.count[value.number] != 1 or not is_short or self.uses.is_hoisted(value):
            self._settle(value.number)

    def _settle(self, number: int) -> None:
        """Compute a waiting value now."""
        waiting = self._waiting.pop(number)
        declared = "" if self.uses.is_hoisted(waiting.value) else f"const {TYPES[waiting.value.kind]} "
        self.emit(f"{declared}v{number} = {waiting.term.text};")

    def _settle_all(self, changed: object = None) -> None:
        """Compute all waiting values, or those that depend on what is about to change."""
        for number, waiting in list(self._waiting.items()):
            if changed is None or changed in waiting.depends_on:
                self._settle(number)

    def _entry(self, array: Array, index: Index) -> _Operands:
        """An entry of an array."""
        at, place = self._place(array, index)
        base = self._base(array)
        operands = _Operands([Term(f"{base}[{place.text}]")], at.depends_on)
        if array.kind == "real":
            operands.depends_on |= {_ARRAYS}
        return operands

    def _place(self, array: Array, index: Index | None) -> tuple[_Operands, Term]:
        """Where an entry stands, counted from the start of its storage."""
        parts = [x for x in (array.offset, index) if x is not None and x.constant != 0]
        if len(parts) == 2 and all(x.constant is not None for x in parts):
            return _Operands(), integer(sum(int(x.constant or 0) for x in parts))
        at = self._operands(*parts)
        return at, self.unit.term("uadd", at.terms) if len(parts) == 2 else at.terms[0] if parts else Term("0")

    def _base(self, array: Array) -> str:
        if isinstance(array.base, int):
            self._work_arrays.add(array.base)
            return f"work{array.base}" if array.base else "work"
        if array.base in self._tables:
            self._used_tables.add(array.base)
        return self.names_of[array.base]

    def _pointer(self, array: Array) -> str:
        _, place = self._place(array, None)
        base = self._base(array)
        return base if place.text == "0" else f"{base} + {place.within(PRODUCT)}"

    # ---- statements

    def _let(self, s: Let) -> None:
        if s.op in ("add", "sub"):
            for x in s.args:
                if x.number in self._waiting and self._waiting[x.number].is_product:
                    self._settle(x.number)
        is_product = s.op == "mul" or (
            s.op == "neg" and s.args[0].number in self._waiting and self._waiting[s.args[0].number].is_product
        )
        operands = self._operands(*s.args)
        self._bind(s.target, self.unit.term(s.op, operands.terms), operands.depends_on, is_product=is_product)

    def _evaluate(self, s: Evaluate) -> None:
        operands = self._operands(*s.args)
        name = s.function.name
        if name in ELEMENTARY and s.function is elementary(name):
            operations = ("sin", "cos") if name == "sincos" else (name,)
            for target, op in zip(s.targets, operations, strict=True):
                if self.uses.count[target.number]:
                    self._bind(target, self.unit.term(op, operands.terms), operands.depends_on)
            return
        symbol, args = pure_function(self.unit, s.function).name, [term.text for term in operands.terms]
        if len(s.targets) == 1:
            self._bind(s.targets[0], Term(f"{symbol}({', '.join(args)})"), operands.depends_on)
            return
        for target in s.targets:
            if not self.uses.is_hoisted(target):
                self.emit(f"double v{target.number};")
        self.emit(f"{symbol}({', '.join([*args, *(f'&v{target.number}' for target in s.targets)])});")

    def _load(self, s: Load) -> None:
        operands = self._entry(s.array, s.index)
        self._bind(s.target, operands.terms[0], operands.depends_on)

    def _store(self, s: Store) -> None:
        value = self.use(s.value).text
        target = self._entry(s.array, s.index).terms[0].text
        self._settle_all(_ARRAYS)
        self.emit(f"{target} = {value};")

    def _take(self, s: Take) -> None:
        operands = self._operands(s.position)
        entry = f"{self._start(s.array)}[(int64_t){operands.terms[0].within(ATOM)}]"
        self._bind(s.target, Term(entry), operands.depends_on | {_ARRAYS})

    def _put(self, s: Put) -> None:
        mask, position, value = (self.use(x) for x in (s.mask, s.position, s.value))
        self._settle_all(_ARRAYS)
        self.emit(f"if ({mask.text})")
        self.emit(f"    {self._start(s.array)}[(int64_t){position.within(ATOM)}] = {value.text};")

    def _start(self, array: Array) -> str:
        """Where an array begins, as an operand of brackets."""
        pointer = self._pointer(array)
        return pointer if pointer.isidentifier() else f"({pointer})"

    def _read(self, s: Read) -> None:
        self._bind(s.target, Term(_variable(s.variable)), {s.variable.number})

    def _write(self, s: Write) -> None:
        value = self.use(s.value).text
        self._settle_all(s.variable.number)
        declared = f"{TYPES[s.variable.kind.kind]} " if self.uses.declares(s) else ""
        self.emit(f"{declared}{_variable(s.variable)} = {value};")

    def _each(self, s: Each) -> None:
        # the stop is computed once, before the loop changes anything
        if s.stop.number in self._waiting and self._waiting[s.stop.number].depends_on:
            self._settle(s.stop.number)
        start, stop = self.use(s.start).text, self.use(s.stop).within(SUM)
        self._settle_all()
        counter = self._counters[self._loops] if self._loops < len(self._counters) else f"v{s.counter.number}"
        self._counter_of[s.counter.number] = counter
        self.emit(f"for (int64_t {counter} = {start}; {counter} < {stop}; ++{counter}) {{")
        self._loops += 1
        self._inside(s.body)
        self._loops -= 1
        self.emit("}")

    def _repeat(self, s: Repeat) -> None:
        self._settle_all()
        self.emit("do {")
        self._inside(s.body)
        self.emit(f"}} while ({self.use(s.again[0]).text});")

    def _when(self, s: When) -> None:
        flag = self.use(s.flag).text
        self._settle_all()
        self.emit(f"if ({flag}) {{")
        self._inside(s.body)
        self.emit("}")

    def _inside(self, statements: Iterable[Statement]) -> None:
        self._depth += 1
        self.block(statements)
        self._depth -= 1

    def _invoke(self, s: Invoke) -> None:
        callee = _known_callee(self.name, s.callee)
        symbol = callee.name if isinstance(callee, Written) else procedure_function(self.unit, callee).name
        pointers = [self._pointer(x) for x in s.arguments if isinstance(x, Array)]
        if callee.work:
            pointers.append(f"work + {self._own_work}" if self._own_work else "work")
        self._settle_all(_ARRAYS)
        call = f"{symbol}({', '.join(pointers)})"
        if not self.uses.count[s.target.number]:
            self.emit(f"{call};")
        elif self.uses.is_hoisted(s.target):
            self.emit(f"v{s.target.number} = {call};")
        else:
            self.emit(f"const int64_t v{s.target.number} = {call};")

    def _beat(self, _: Beat) -> None:
        """Nobody looks at the progress of a run in C."""

    def _return(self, s: Return) -> None:
        status = self.use(s.status)
        self.emit(f"return {status.text if s.status.constant is not None else f'(int){status.within(ATOM)}'};")

    _WRITERS: ClassVar[dict[type, Callable[..., None]]] = {
        **{Let: _let, Evaluate: _evaluate, Load: _load, Store: _store, Take: _take, Put: _put},
        **{Read: _read, Write: _write},
        **{Each: _each, Repeat: _repeat, When: _when, Invoke: _invoke, Beat: _beat, Return: _return},
    }


def _variable(variable: Variable) -> str:
    return f"var{variable.number}"

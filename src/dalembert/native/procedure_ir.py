"""LLVM assembly of the procedures and functions of the loop language.

The code of a procedure may be *checked*: then it takes the lengths of its arrays too, as one more argument for
each, and ends with `OUT_OF_RANGE` before it would leave one of them. Procedures that it calls are checked as
well; programs get arrays that are long enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar

import numpy as np

from dalembert.errors import CompileError
from dalembert.native.instructions import instruction, intrinsics
from dalembert.native.llvm_types import Types
from dalembert.native.module import Module
from dalembert.procedures.extents import Extent, Length
from dalembert.procedures.language import INTERRUPTED, OUT_OF_RANGE
from dalembert.procedures.statements import (
    Array,
    Beat,
    Callee,
    Control,
    Each,
    Evaluate,
    Function,
    GoesOn,
    Invoke,
    Let,
    Load,
    Procedure,
    Put,
    Read,
    Repeat,
    Return,
    SizedCallee,
    Slot,
    Statement,
    Store,
    Take,
    Variable,
    When,
    Write,
)
from dalembert.procedures.values import Index, Value

_LONG_TABLE = 256
"""Entries of tables that are written as bytes."""

Resolve = Callable[[Callee, int], Module]
"""Finds the module of a callee for a number of lanes."""


def function_symbol(name: str, width: int) -> str:
    """Symbol of a pure function for this many lanes."""
    return f"da_{name}_x{width}"


def procedure_symbol(name: str, lanes: int) -> str:
    """Symbol of a procedure for this many lanes."""
    return f"{name}_x{lanes}"


def checked_symbol(name: str, lanes: int) -> str:
    """Symbol of the checked form of a procedure."""
    return f"{procedure_symbol(name, lanes)}_checked"


def function_module(function: Function, width: int) -> Module:
    """The module of a pure function: reals in, reals out, in registers."""
    definitions, declared = _definitions([function], width, exported=function)
    name = function_symbol(function.name, width)
    return Module.of(name, _joined(definitions, declared), is_structured=True)


def procedure_module(procedure: Procedure, lanes: int, resolve: Resolve) -> Module:
    """The module of a procedure: pointers in, status out; the pure functions it uses are inside."""
    _check_lanes(procedure, lanes)
    needs = tuple(resolve(callee, lanes) for callee in procedure.callees)
    symbols = {callee.name: module.name for callee, module in zip(procedure.callees, needs, strict=True)}
    printer = _Printer(procedure.name, Types(lanes), procedure.own_work, symbols)
    parameters = [*(f"ptr {_register(x)}" for x in procedure.arguments), "ptr %work"]
    return _module(procedure, procedure_symbol(procedure.name, lanes), printer, parameters, needs)


def checked_module(procedure: Procedure, lanes: int, resolve: Resolve) -> Module:
    """The module of the checked form of a procedure."""

    def checked(callee: Callee) -> Module:
        if isinstance(callee, Procedure):
            return checked_module(callee, lanes, resolve)
        return resolve(callee, lanes)

    _check_lanes(procedure, lanes)
    needs = tuple(map(checked, procedure.callees))
    symbols = {callee.name: module.name for callee, module in zip(procedure.callees, needs, strict=True)}
    printer = _CheckedPrinter(procedure, Types(lanes), symbols)
    pointers = [*(f"ptr {_register(x)}" for x in procedure.arguments), "ptr %work"]
    parameters = [*pointers, *(f"i64 {length}" for length in printer.lengths)]
    return _module(procedure, checked_symbol(procedure.name, lanes), printer, parameters, needs)


def _check_lanes(procedure: Procedure, lanes: int) -> None:
    if procedure.is_one_lane and lanes > 1:
        raise CompileError(
            f"{procedure.name} decides by values and runs lane by lane; it has no {lanes}-lane form"
        )


def _module(
    procedure: Procedure, name: str, printer: _Printer, parameters: list[str], needs: tuple[Module, ...]
) -> Module:
    printer.tables = {array.base for array, _ in procedure.tables}
    printer.measure_work()
    printer.place_kept(procedure.variables[: procedure.n_kept])
    printer.allocate(procedure.variables[procedure.n_kept :])
    printer.block(procedure.body)
    printer.emit("ret i64 0")
    tables = [printer.table(array, values) for array, values in procedure.tables]
    head = f"define i64 @{name}({', '.join(parameters)}) nounwind {{"
    functions, declared = _definitions(procedure.functions, printer.types.width)
    definitions = {name: "\n".join([*tables, head, *printer.lines, "}"]), **functions}
    code = _joined(definitions, declared | printer.declared())
    return Module.of(name, code, needs, is_structured=True)


def _definitions(
    functions: Iterable[Function], width: int, exported: Function | None = None
) -> tuple[dict[str, str], dict[str, str]]:
    """Definitions of these functions and all they use, and the declarations these need, by symbol."""
    definitions: dict[str, str] = {}
    declared: dict[str, str] = {}
    stack = list(functions)
    while stack:
        function = stack.pop()
        symbol = function_symbol(function.name, width)
        if symbol not in definitions:
            definitions[symbol], needed = _definition(function, width, is_exported=function is exported)
            declared |= needed
            stack += function.functions
    return definitions, declared


def _definition(function: Function, width: int, *, is_exported: bool) -> tuple[str, dict[str, str]]:
    printer = _Printer(function.name, Types(width))
    real = printer.types.real
    n = len(function.results)
    result = real if n == 1 else f"{{ {', '.join([real] * n)} }}"
    parameters = ", ".join(f"{real} {printer.ref(p)}" for p in function.parameters)
    printer.allocate(function.variables)
    printer.block(function.body)
    printer.leave(result, [printer.ref(value) for value in function.results])
    head = f"define {'' if is_exported else 'internal '}{result} @{function_symbol(function.name, width)}"
    return "\n".join([f"{head}({parameters}) nounwind {{", *printer.lines, "}"]), printer.declared()


def _joined(definitions: Mapping[str, str], declared: Mapping[str, str]) -> str:
    """Assembly of a module; functions that it defines need no declaration."""
    missing = [declared[symbol] for symbol in sorted(declared) if symbol not in definitions]
    return "\n".join([*definitions.values(), *missing, ""])


def _register(argument: Array | Control) -> str:
    """The register of an argument; its name cannot be that of another register."""
    return f'%"argument {argument.base}"'


class _Printer:
    """Writes statements as LLVM assembly; every statement kind has one method."""

    def __init__(
        self, name: str, types: Types, own_work: Length = 0, symbols: dict[str, str] | None = None
    ) -> None:
        self.name, self.types, self.symbols = name, types, symbols or {}
        self._extent = own_work
        self.own_work = "0" if isinstance(own_work, Extent) else str(own_work)
        """Entries of the work space before that of callees: a number, or the register that holds it."""

        self.tables: set[str | int] = set()
        self.lines: list[str] = []
        self._ops: set[str] = set()
        self._external: dict[str, str] = {}
        self._labels = 0
        self._names = 0

    # ---- small pieces

    def emit(self, line: str) -> None:
        self.lines.append(line)

    def temporary(self, text: str) -> str:
        self._names += 1
        self.emit(f"%r{self._names} = {text}")
        return f"%r{self._names}"

    def label(self, hint: str) -> str:
        self._labels += 1
        return f"{hint}{self._labels}"

    def ref(self, value: Value) -> str:
        if value.constant is None:
            return f"%v{value.number}"
        if value.kind == "real":
            return self.types.real_constant(float(value.constant))
        return self.types.bits_constant(int(value.constant)) if value.kind == "bits" else str(value.constant)

    def splat(self, scalar: str, element: str = "double") -> str:
        if self.types.width == 1:
            return scalar
        vector = self.types.vector(element)
        first = self.temporary(f"insertelement {vector} poison, {element} {scalar}, i64 0")
        zeros = f"<{self.types.width} x i32> zeroinitializer"
        return self.temporary(f"shufflevector {vector} {first}, {vector} poison, {zeros}")

    def bind(self, target: Value, text: str) -> None:
        self.emit(f"{self.ref(target)} = {text}")

    def alias(self, target: Value, existing: str) -> None:
        """Name an existing register after the target."""
        kind = self.types.of(target.kind)
        self.bind(target, f"select i1 true, {kind} {existing}, {kind} {existing}")

    def declare(self, symbol: str, signature: str) -> None:
        self._external[symbol] = signature

    def declared(self) -> dict[str, str]:
        """Declarations of everything that is called, by symbol."""
        return intrinsics(self._ops, self.types) | self._external

    def allocate(self, variables: Iterable[Variable]) -> None:
        for variable in variables:
            self.emit(f"%c{variable.number} = alloca {self.types.of(variable.kind.kind)}, align 64")

    def measure_work(self) -> None:
        """Where the work space of callees begins, if that is known only now."""
        if not isinstance(self._extent, Extent):
            return
        total = str(self._extent.constant)
        for k, factor in enumerate(self._extent.factors):
            place = self.temporary(f'getelementptr inbounds i64, ptr %"argument sizes", i64 {k}')
            term = self.temporary(f"mul i64 {self.temporary(f'load i64, ptr {place}, align 8')}, {factor}")
            total = self.temporary(f"add i64 {total}, {term}")
        self.own_work = total

    def place_kept(self, variables: Sequence[Variable]) -> None:
        """Variables that are at the end of the work space."""
        first = self.temporary(f"sub i64 {self.own_work}, {len(variables)}") if variables else ""
        for k, variable in enumerate(variables):
            place = self.temporary(f"add i64 {first}, {k}")
            self.emit(f"%c{variable.number} = getelementptr inbounds {self.types.real}, ptr %work, i64 {place}")

    def leave(self, result: str, values: list[str]) -> None:
        if len(values) == 1:
            self.emit(f"ret {result} {values[0]}")
            return
        whole = "poison"
        for position, value in enumerate(values):
            whole = self.temporary(f"insertvalue {result} {whole}, {self.types.real} {value}, {position}")
        self.emit(f"ret {result} {whole}")

    def table(self, array: Array, values: tuple[float, ...]) -> str:
        element = "double" if array.kind == "shared" else "i64"
        if len(values) >= _LONG_TABLE:
            # as bytes, which are written and read many times faster than numbers
            kind = "<f8" if element == "double" else "<i8"
            contents = np.array(values, dtype=kind).tobytes()
            text = "\\" + contents.hex("\\")
            return f'@{self._table_name(array)} = private constant [{len(contents)} x i8] c"{text}", align 64'
        scalar = Types(1)
        entries = [scalar.real_constant(x) if element == "double" else str(int(x)) for x in values]
        body = ", ".join(f"{element} {x}" for x in entries)
        return f"@{self._table_name(array)} = private constant [{len(values)} x {element}] [{body}], align 64"

    def _table_name(self, array: Array) -> str:
        return f"{self.name}.{array.base}"

    # ---- addresses

    def pointer(self, array: Array, index: Index | None) -> str:
        """Address of an entry; work space is counted in entries from the start of the work array."""
        element = {"real": self.types.real, "shared": "double", "index": "i64"}[array.kind]
        base = _register(array)
        if isinstance(array.base, int):
            base = (
                self.temporary(f"getelementptr inbounds {element}, ptr %work, i64 {array.base}")
                if array.base
                else "%work"
            )
        elif array.base in self.tables:
            base = f"@{self._table_name(array)}"
        for position in (array.offset, index):
            if position is not None and position.constant != 0:
                base = self.temporary(f"getelementptr inbounds {element}, ptr {base}, i64 {self.ref(position)}")
        return base

    # ---- what a checked form does before it reads, writes or calls

    def check_index(self, array: Array, index: Index) -> None:
        """End unless there is such an entry; this form trusts its caller."""

    def check_position(self, array: Array, position: str) -> None:
        """End unless there is an entry at the position, a double."""

    def lengths_for(self, s: Invoke) -> list[str]:
        """Lengths that the callee wants to know."""
        return []

    def check_status(self, status: str) -> None:
        """End if the callee had to."""

    # ---- statements

    def block(self, statements: Iterable[Statement]) -> None:
        for statement in statements:
            self._WRITERS[type(statement)](self, statement)

    def _let(self, s: Let) -> None:
        args = [self.ref(x) for x in s.args]
        op = "select_bits" if s.op == "select" and s.target.kind == "bits" else s.op
        if op == "select" and s.target.kind == "mask":
            self.bind(
                s.target,
                f"select {self.types.mask} {args[0]}, {self.types.mask} {args[1]}, {self.types.mask} {args[2]}",
            )
        elif op == "any":
            self.bind(s.target, self._any(args[0]))
        elif op == "lane":
            self.alias(s.target, self.types.lane_numbers)
        elif op == "lanes":
            self.bind(s.target, f"add i64 {self.types.width}, 0")
        elif op == "index_to_real":
            self.alias(s.target, self.splat(self.temporary(f"sitofp i64 {args[0]} to double")))
        elif op.startswith("library:"):
            self.alias(s.target, self._library(op.removeprefix("library:"), args[0]))
        else:
            self._ops.add(op)
            text = instruction(op, self.types, args)
            if text is None:
                raise CompileError(f"{self.name}: no instruction for {op!r}")
            self.bind(s.target, text)

    def _any(self, mask: str) -> str:
        if self.types.width == 1:
            return f"or i1 {mask}, false"
        symbol = f"llvm.vector.reduce.or.v{self.types.width}i1"
        self.declare(symbol, f"declare i1 @{symbol}({self.types.mask})")
        return f"call i1 @{symbol}({self.types.mask} {mask})"

    def _library(self, function: str, x: str) -> str:
        self.declare(function, f"declare double @{function}(double)")
        result = "poison"
        for lane in range(self.types.width):
            operand = self._of_lane(self.types.real, x, lane)
            result = self._with_lane(result, self.temporary(f"call double @{function}(double {operand})"), lane)
        return result

    def _evaluate(self, s: Evaluate) -> None:
        real, symbol = self.types.real, function_symbol(s.function.name, self.types.width)
        result = real if len(s.targets) == 1 else f"{{ {', '.join([real] * len(s.targets))} }}"
        args = ", ".join(f"{real} {self.ref(x)}" for x in s.args)
        self.declare(symbol, f"declare {result} @{symbol}({', '.join([real] * len(s.args))}) nounwind")
        if len(s.targets) == 1:
            self.bind(s.targets[0], f"call {result} @{symbol}({args})")
            return
        whole = self.temporary(f"call {result} @{symbol}({args})")
        for position, target in enumerate(s.targets):
            self.bind(target, f"extractvalue {result} {whole}, {position}")

    def _load(self, s: Load) -> None:
        self.check_index(s.array, s.index)
        pointer = self.pointer(s.array, s.index)
        if s.array.kind == "shared":
            self.alias(s.target, self.splat(self.temporary(f"load double, ptr {pointer}, align 8")))
        else:
            self.bind(s.target, f"load {self.types.of(s.target.kind)}, ptr {pointer}, align 8")

    def _store(self, s: Store) -> None:
        self.check_index(s.array, s.index)
        pointer = self.pointer(s.array, s.index)
        self.emit(f"store {self.types.real} {self.ref(s.value)}, ptr {pointer}, align 8")

    def _take(self, s: Take) -> None:
        first, value = self.pointer(s.array, None), "poison"
        for lane in range(self.types.width):
            entry = self.temporary(f"load double, ptr {self._entry(s.array, first, s.position, lane)}, align 8")
            value = self._with_lane(value, entry, lane)
        self.alias(s.target, value)

    def _put(self, s: Put) -> None:
        first, mask = self.pointer(s.array, None), self.ref(s.mask)
        for lane in range(self.types.width):
            store, done = self.label("store"), self.label("done")
            self._split(self._of_lane(self.types.mask, mask, lane), store, done)
            entry = self._entry(s.array, first, s.position, lane)
            self.emit(
                f"store double {self._of_lane(self.types.real, self.ref(s.value), lane)}, ptr {entry}, align 8"
            )
            self._jump(done)

    def _entry(self, array: Array, first: str, position: Value, lane: int) -> str:
        """Address of the entry that a lane wants of doubles that follow the first."""
        wanted = self._of_lane(self.types.real, self.ref(position), lane)
        self.check_position(array, wanted)
        place = self.temporary(f"fptosi double {wanted} to i64")
        return self.temporary(f"getelementptr inbounds double, ptr {first}, i64 {place}")

    def _of_lane(self, kind: str, values: str, lane: int) -> str:
        return values if self.types.width == 1 else self.temporary(f"extractelement {kind} {values}, i64 {lane}")

    def _with_lane(self, values: str, value: str, lane: int) -> str:
        if self.types.width == 1:
            return value
        return self.temporary(f"insertelement {self.types.real} {values}, double {value}, i64 {lane}")

    def _read(self, s: Read) -> None:
        self.bind(s.target, f"load {self.types.of(s.target.kind)}, ptr %c{s.variable.number}, align 8")

    def _write(self, s: Write) -> None:
        self.emit(f"store {self.types.of(s.value.kind)} {self.ref(s.value)}, ptr %c{s.variable.number}, align 8")

    def _each(self, s: Each) -> None:
        test, body, done, entry = (self.label(x) for x in ("test", "body", "done", "entry"))
        counter, following = self.ref(s.counter), f"{self.ref(s.counter)}.next"
        latch = self.label("latch")
        self._jump(entry)
        self._jump(test)
        self.emit(f"{counter} = phi i64 [ {self.ref(s.start)}, %{entry} ], [ {following}, %{latch} ]")
        more = self.temporary(f"icmp slt i64 {counter}, {self.ref(s.stop)}")
        self._split(more, body, done)
        self.block(s.body)
        self._jump(latch)
        self.emit(f"{following} = add i64 {counter}, 1")
        self.emit(f"br label %{test}")
        self.emit(f"{done}:")

    def _repeat(self, s: Repeat) -> None:
        body, done = self.label("body"), self.label("done")
        self._jump(body)
        self.block(s.body)
        self.emit(f"br i1 {self.ref(s.again[0])}, label %{body}, label %{done}")
        self.emit(f"{done}:")

    def _when(self, s: When) -> None:
        body, done = self.label("then"), self.label("done")
        self._split(self.ref(s.flag), body, done)
        self.block(s.body)
        self._jump(done)

    def _invoke(self, s: Invoke) -> None:
        pointers = [_register(x) if isinstance(x, Control) else self.pointer(x, None) for x in s.arguments]
        work = self.temporary(f"getelementptr inbounds {self.types.real}, ptr %work, i64 {self.own_work}")
        arguments = [f"ptr {x}" for x in (*pointers, work)] + [f"i64 {x}" for x in self.lengths_for(s)]
        if isinstance(s.callee, Slot):
            place = self.pointer(s.callee.addresses, Index(s.callee.addresses.code, 0, s.callee.position))
            function = self.temporary(f"load ptr, ptr {place}, align 8")
        else:
            symbol = self.symbols[s.callee.name]
            function = f"@{symbol}"
            kinds = ", ".join(x.split()[0] for x in arguments)
            self.declare(symbol, f"declare i64 @{symbol}({kinds}) nounwind")
        self.bind(s.target, f"call i64 {function}({', '.join(arguments)})")
        self.check_status(self.ref(s.target))

    def _beat(self, s: Beat) -> None:
        """Count down to the next beat; at zero ask the caller, who answers with the next count or with zero."""
        ask, stop, go = self.label("ask"), self.label("stop"), self.label("go")
        control = _register(s.control)
        count = self.temporary(f"load i64, ptr {control}, align 8")
        left = self.temporary(f"sub i64 {count}, 1")
        self.emit(f"store i64 {left}, ptr {control}, align 8")
        self._split(self.temporary(f"icmp sle i64 {left}, 0"), ask, go)
        slot = self.temporary(f"getelementptr inbounds i64, ptr {control}, i64 1")
        function = self.temporary(f"load ptr, ptr {slot}, align 8")
        answer = self.temporary(f"call i64 {function}(double {self._least(self.ref(s.progress))})")
        self.emit(f"store i64 {answer}, ptr {control}, align 8")
        self.emit(f"br i1 {self.temporary(f'icmp sgt i64 {answer}, 0')}, label %{go}, label %{stop}")
        self.emit(f"{stop}:")
        self.emit(f"ret i64 {INTERRUPTED}")
        self.emit(f"{go}:")

    def _goes_on(self, s: GoesOn) -> None:
        """The third word of the control says it."""
        word = self.temporary(f"getelementptr inbounds i64, ptr {_register(s.control)}, i64 2")
        self.bind(s.target, f"icmp ne i64 {self.temporary(f'load i64, ptr {word}, align 8')}, 0")

    def _least(self, x: str) -> str:
        """The smallest over the lanes, as one double."""
        if self.types.width == 1:
            return x
        symbol = f"llvm.vector.reduce.fmin.{self.types.suffix}"
        self.declare(symbol, f"declare double @{symbol}({self.types.real})")
        return self.temporary(f"call double @{symbol}({self.types.real} {x})")

    def _return(self, s: Return) -> None:
        self.emit(f"ret i64 {self.ref(s.status)}")
        self.emit(f"{self.label('after')}:")  # nothing below in this block is reached

    def _jump(self, label: str) -> None:
        self.emit(f"br label %{label}")
        self.emit(f"{label}:")

    def _split(self, flag: str, then: str, otherwise: str) -> None:
        self.emit(f"br i1 {flag}, label %{then}, label %{otherwise}")
        self.emit(f"{then}:")

    _WRITERS: ClassVar[dict[type, Callable[..., None]]] = {
        **{Let: _let, Evaluate: _evaluate, Load: _load, Store: _store, Take: _take, Put: _put},
        **{
            Read: _read,
            Write: _write,
            Each: _each,
            Repeat: _repeat,
            When: _when,
            Invoke: _invoke,
            Beat: _beat,
            GoesOn: _goes_on,
            Return: _return,
        },
    }


class _CheckedPrinter(_Printer):
    """Writes statements as LLVM assembly that checks lengths before each access."""

    def __init__(self, procedure: Procedure, types: Types, symbols: dict[str, str]) -> None:
        super().__init__(procedure.name, types, procedure.own_work, symbols)
        self._arguments = {x.base: f"%length{k}" for k, x in enumerate(procedure.arguments)}
        self._table_sizes = {array.base: len(values) for array, values in procedure.tables}

    @property
    def lengths(self) -> list[str]:
        """The registers of the lengths of all arguments."""
        return list(self._arguments.values())

    def check_index(self, array: Array, index: Index) -> None:
        # as unsigned numbers, those below zero are large
        self._unless(self.temporary(f"icmp ult i64 {self.ref(index)}, {self._length(array)}"))

    def check_position(self, array: Array, position: str) -> None:
        length = self.temporary(f"sitofp i64 {self._length(array)} to double")
        is_low = self.temporary(f"fcmp oge double {position}, 0.0")
        is_high = self.temporary(f"fcmp olt double {position}, {length}")
        self._unless(self.temporary(f"and i1 {is_low}, {is_high}"))

    def lengths_for(self, s: Invoke) -> list[str]:
        lengths = ["0" if isinstance(x, Control) else self._length(x) for x in s.arguments]
        if isinstance(s.callee, Procedure):
            return lengths
        if isinstance(s.callee, Slot):
            return []
        callee: SizedCallee = s.callee  # type: ignore[assignment]
        for length, size in zip(lengths, callee.sizes, strict=True):
            self._unless(self.temporary(f"icmp sge i64 {length}, {size}"))
        return []

    def check_status(self, status: str) -> None:
        self._unless(self.temporary(f"icmp ne i64 {status}, {OUT_OF_RANGE}"))

    def _length(self, array: Array) -> str:
        """Entries from where the array is seen; none where that is outside."""
        if isinstance(array.base, int):
            length = self.temporary(f"sub i64 {self.own_work}, {array.base}")
        elif array.base in self._table_sizes:
            length = str(self._table_sizes[array.base])
        else:
            length = self._arguments[array.base]
        if array.offset is None:
            return length
        offset = self.ref(array.offset)
        is_inside = self.temporary(f"icmp ule i64 {offset}, {length}")
        left = self.temporary(f"sub i64 {length}, {offset}")
        return self.temporary(f"select i1 {is_inside}, i64 {left}, i64 0")

    def _unless(self, is_fine: str) -> None:
        leave, go = self.label("leave"), self.label("go")
        self.emit(f"br i1 {is_fine}, label %{go}, label %{leave}")
        self.emit(f"{leave}:")
        self.emit(f"ret i64 {OUT_OF_RANGE}")
        self.emit(f"{go}:")

"""Statements and storage that the loop language records, and the procedures and functions made of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol, TypeAlias

from dalembert.errors import CompileError
from dalembert.procedures.extents import Extent, Length, length_of
from dalembert.procedures.values import Flag, Index, IndexLike, Mask, Real, RealLike, Recorder, V, Value


class Writer(Recorder, Protocol):
    """Where accesses to storage are recorded."""

    def fresh(self, kind: type[V]) -> V:
        """A new value of this kind, computed by the next statement."""

    def append(self, statement: Statement) -> None:
        """Record a statement."""

    def select(self, mask: Mask, a: Value | float, b: Value | float) -> Any:
        """`a` in the lanes of the mask, `b` in the others."""


@dataclass(frozen=True, eq=False)
class Let:
    """`target = op(args)`."""

    target: Value
    op: str
    args: tuple[Value, ...]


@dataclass(frozen=True, eq=False)
class Evaluate:
    """`targets = function(args)` of a pure function of reals."""

    targets: tuple[Real, ...]
    function: Function
    args: tuple[Real, ...]


@dataclass(frozen=True, eq=False)
class Load:
    """`target = array[index]`."""

    target: Value
    array: Array
    index: Index


@dataclass(frozen=True, eq=False)
class Store:
    """`array[index] = value`."""

    array: Array
    index: Index
    value: Value


@dataclass(frozen=True, eq=False)
class Take:
    """`target = array[position]`, where each lane has a position of its own."""

    target: Real
    array: Array
    position: Real


@dataclass(frozen=True, eq=False)
class Put:
    """`array[position] = value` in the lanes of the mask, each at a position of its own."""

    array: Array
    position: Real
    value: Real
    mask: Mask


@dataclass(frozen=True, eq=False)
class Read:
    """`target = variable`."""

    target: Value
    variable: Variable


@dataclass(frozen=True, eq=False)
class Write:
    """`variable = value`."""

    variable: Variable
    value: Value


@dataclass(frozen=True, eq=False)
class Each:
    """`for counter in range(start, stop): body`."""

    counter: Index
    start: Index
    stop: Index
    body: list[Statement]


@dataclass(frozen=True, eq=False)
class Repeat:
    """`do body while again`; `again` is the last entry of the list once the body is recorded."""

    body: list[Statement]
    again: list[Flag]


@dataclass(frozen=True, eq=False)
class When:
    """`if flag: body`."""

    flag: Flag
    body: list[Statement]


@dataclass(frozen=True, eq=False)
class Invoke:
    """`target = callee(arrays…)`: the callee's status."""

    target: Index
    callee: Callee
    arguments: tuple[Array | Control, ...]


@dataclass(frozen=True, eq=False)
class Beat:
    """Let the caller look at the progress, now and then; its wish to stop ends the procedure."""

    control: Control
    progress: Real


@dataclass(frozen=True, eq=False)
class GoesOn:
    """`target = whether the caller goes on from where a run was stopped`."""

    target: Flag
    control: Control


@dataclass(frozen=True, eq=False)
class Return:
    """End the procedure with this status."""

    status: Index


Statement: TypeAlias = (
    "Let | Evaluate | Load | Store | Take | Put | Read | Write | Each | Repeat | When | Invoke | Beat | GoesOn"
    " | Return"
)


@dataclass(frozen=True, eq=False)
class Array:
    """Storage of values: an argument, part of the work space, or a table of constants.

    `kind` says what an entry is: "real" (one double per lane), "shared" (one double for all lanes) or
    "index" (one integer for all lanes).
    """

    code: Writer = field(repr=False)
    kind: str
    base: str | int
    offset: Index | None = None

    __iter__ = None  # an array does not know its length

    def __getitem__(self, index: IndexLike) -> Any:
        target: Value = self.code.fresh(Index if self.kind == "index" else Real)
        self.code.append(Load(target, self, self.code.lift(Index, index)))
        return target

    def __setitem__(self, index: IndexLike, value: RealLike) -> None:
        if self.kind != "real":
            raise CompileError(f"only arrays of reals can be written to, not {self.base}")
        self.code.append(Store(self, self.code.lift(Index, index), self.code.lift(Real, value)))

    def take(self, position: RealLike) -> Real:
        """The entry that each lane wants of a shared array; its position is a whole number."""
        self._check_shared("take")
        target = self.code.fresh(Real)
        self.code.append(Take(target, self, self.code.lift(Real, position)))
        return target

    def put(self, position: RealLike, value: RealLike, mask: Mask) -> None:
        """Write to a shared array from the lanes of the mask; if two write to one entry, the later one wins."""
        self._check_shared("put")
        lift = self.code.lift
        self.code.append(Put(self, lift(Real, position), lift(Real, value), lift(Mask, mask)))

    def part(self, start: IndexLike) -> Array:
        """The array from entry `start` on, in the same storage, to hand to a callee."""
        first = self.code.lift(Index, start)
        if isinstance(start, Extent):
            first = self.code.let(Index, "place", first)
        return Array(self.code, self.kind, self.base, first if self.offset is None else self.offset + first)

    def _check_shared(self, what: str) -> None:
        if self.kind != "shared":
            raise CompileError(f"`{what}` is for shared arrays; an entry of {self.base} belongs to its lane")


@dataclass(frozen=True, eq=False)
class Control:
    """The argument through which a run reports progress and learns that it should stop."""

    code: Writer = field(repr=False)
    base: str

    def beat(self, progress: RealLike) -> None:
        """Report progress; ends the procedure with `INTERRUPTED` when the caller wants it to stop."""
        self.code.append(Beat(self, self.code.lift(Real, progress)))

    def goes_on(self) -> Flag:
        """Whether the caller goes on from where a beat ended a run."""
        target = self.code.fresh(Flag)
        self.code.append(GoesOn(target, self))
        return target


class Variable:
    """A mutable value; read and assign `.value`."""

    __slots__ = ("code", "kind", "number")

    def __init__(self, code: Writer, kind: type[Value], number: int) -> None:
        self.code, self.kind, self.number = code, kind, number

    @property
    def value(self) -> Any:
        """Value of the variable at this place of the code."""
        target = self.code.fresh(self.kind)
        self.code.append(Read(target, self))
        return target

    @value.setter
    def value(self, value: Any) -> None:
        self.code.append(Write(self, self.code.lift(self.kind, value)))

    def update(self, mask: Mask, value: Value | float) -> None:
        """Assign in the lanes of the mask only."""
        self.value = self.code.select(mask, self.code.lift(self.kind, value), self.value)


class Callee(Protocol):
    """Code that a procedure can call: another procedure, or a compiled program."""

    @property
    def name(self) -> str:
        """Symbol under which the code is found."""

    @property
    def parameters(self) -> tuple[str, ...]:
        """Kinds of its arguments in order: "real", "shared", "index" or "control"."""

    @property
    def work(self) -> int:
        """Entries of work space per lane that it needs from its caller."""

    @property
    def is_one_lane(self) -> bool:
        """Whether it runs lane by lane, because it decides by values."""

    @property
    def written(self) -> frozenset[int]:
        """Positions of the arguments that it writes to."""


class SizedCallee(Callee, Protocol):
    """Code that a procedure can call with arrays of fixed lengths."""

    @property
    def sizes(self) -> tuple[int, ...]:
        """Entries that it needs of each argument."""


@dataclass(frozen=True, eq=False)
class Slot:
    """A program `f(x, p, y)` that is called by its address: whoever runs the procedure says which one.

    The addresses stand in an array of integers, and are read at every call: they may change while it runs.
    """

    name: str
    addresses: Array
    position: int

    parameters = ("real", "shared", "real")
    work = 0
    is_one_lane = False
    written = frozenset([2])


@dataclass(frozen=True, eq=False)
class Function:
    """A pure function of reals: `results` as computed by `body` from `parameters`."""

    name: str
    parameters: tuple[Real, ...]
    body: tuple[Statement, ...]
    results: tuple[Real, ...]
    variables: tuple[Variable, ...]
    functions: tuple[Function, ...]


@dataclass(frozen=True, eq=False)
class Procedure:
    """A recorded procedure: arguments, statements, and what it needs from others."""

    name: str
    arguments: tuple[Array | Control, ...]
    body: tuple[Statement, ...]
    variables: tuple[Variable, ...]
    tables: tuple[tuple[Array, tuple[float, ...]], ...]
    own_work: Length
    callees: tuple[Callee, ...]
    functions: tuple[Function, ...]
    is_one_lane: bool
    n_kept: int = 0
    """So many of the first variables are at the end of its work space, and outlast a run that is stopped."""

    @property
    def parameters(self) -> tuple[str, ...]:
        """Kinds of the arguments in order."""
        return tuple("control" if isinstance(x, Control) else x.kind for x in self.arguments)

    @property
    def work(self) -> int:
        """Entries of work space per lane, callees included; these share the same place."""
        return self.work_for(())

    def work_for(self, sizes: Sequence[int], programs: Iterable[Callee] = ()) -> int:
        """Entries of work space per lane for these sizes, and for programs that are called by address."""
        most = max((callee.work for callee in (*self.callees, *programs)), default=0)
        return length_of(self.own_work, sizes) + most

    @property
    def calls(self) -> Iterator[Callee]:
        """The callee of every call in the code."""
        return (statement.callee for statement in _flat(self.body) if isinstance(statement, Invoke))

    @cached_property
    def written(self) -> frozenset[int]:
        """Positions of the arguments that it writes to, or lets others write to."""
        bases = {base for statement in _flat(self.body) for base in _written_by(statement)}
        return frozenset(k for k, x in enumerate(self.arguments) if x.base in bases)


def _flat(statements: Iterable[Statement]) -> Iterator[Statement]:
    """All statements, those inside of others too."""
    for statement in statements:
        yield statement
        if isinstance(statement, Each | Repeat | When):
            yield from _flat(statement.body)


def _written_by(statement: Statement) -> list[str | int]:
    """The storage that a statement writes to."""
    if isinstance(statement, Store | Put):
        return [statement.array.base]
    if isinstance(statement, Invoke):
        return [statement.arguments[k].base for k in statement.callee.written]
    return []

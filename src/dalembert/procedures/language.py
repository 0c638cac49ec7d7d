"""A small language for native loops, written in Python: values with operators, arrays, loops, calls.

Algorithms that are no expression graphs — iterate until it converges, step through time, sweep over a batch —
are written in it. Running the Python code *records* statements; `dalembert.homes.kernels` prints them as machine
code or C. One recording serves one simulation or several lanes side by side:

- `Real`, `Bits` and `Mask` hold one entry per lane; a decision that differs between lanes is a mask and `select`;
- `Index` and `Flag` are common to all lanes and steer loops and branches.

```python
c = Code("norm")                              # y[0] = sqrt(Σ x[i]²) for n entries
x, y = c.argument("x"), c.argument("y")
total = c.variable(0.0)
with c.each(n) as i:
    total.value = c.fma(x[i], x[i], total.value)
y[0] = c.sqrt(total.value)
norm = c.procedure()
```

A procedure returns a status: 0 when all went well, a positive code when a number could not be computed
(its results are then not a number), a negative one when the run must end. A negative status of a callee
ends the caller as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from dalembert.errors import CompileError
from dalembert.procedures.extents import Extent, Length
from dalembert.procedures.statements import (
    Array,
    Callee,
    Control,
    Each,
    Evaluate,
    Function,
    Invoke,
    Let,
    Procedure,
    Read,
    Repeat,
    Return,
    Slot,
    Statement,
    Variable,
    When,
    Write,
)
from dalembert.procedures.values import Bits, BitsLike, Flag, Index, IndexLike, Mask, Real, RealLike, V, Value

INTERRUPTED = -1
"""Status of a run that was asked to stop between two steps."""

CALLBACK_FAILED = -2
"""Status of a run in which a Python callback raised."""

OUT_OF_RANGE = -3
"""Status of a checked run that would have left one of its arrays."""

A = TypeVar("A", Array, Control)


class Code:
    """Records one procedure or function.

    Parameters
    ----------
    name : str
        Name of the procedure.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> code = da.kernels.Code("doubled")
    >>> x, y = code.argument("x"), code.argument("y")
    >>> with code.each(3) as k:
    ...     y[k] = 2.0 * x[k]
    ...
    >>> doubled = da.kernels.NativeProcedure(code.procedure())
    >>> result = np.zeros(3)
    >>> status = doubled(np.array([1.0, 2.0, 3.0]), result)
    >>> print(result)
    [2. 4. 6.]
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._count = 0
        self._blocks: list[list[Statement]] = [[]]
        self._arguments: list[Array | Control] = []
        self._variables: list[Variable] = []
        self._tables: list[tuple[Array, tuple[float, ...]]] = []
        self._callees: list[Callee] = []
        self._functions: dict[str, Function] = {}
        self._work: Length = 0
        self._sizes: tuple[Index, ...] = ()
        self._is_one_lane = False
        self._n_kept = 0

    # ---- storage

    def argument(self, name: str) -> Array:
        """An array argument with one double per entry and lane."""
        return self._declare(Array(self, "real", name))

    def shared(self, name: str) -> Array:
        """An array argument whose entries are the same for all lanes."""
        return self._declare(Array(self, "shared", name))

    def indices(self, name: str) -> Array:
        """An array argument of integers common to all lanes: sizes and counts."""
        return self._declare(Array(self, "index", name))

    def control(self) -> Control:
        """The argument that reports progress and lets the caller stop the run."""
        return self._declare(Control(self, "control"))

    def sizes(self, count: int) -> tuple[Extent, ...]:
        """So many numbers that the procedure is told when it runs, by an array argument `sizes`."""
        sizes = self.indices("sizes")
        self._sizes = tuple(sizes[k] for k in range(count))
        return tuple(Extent(0, tuple(int(k == i) for i in range(count))) for k in range(count))

    def number(self, length: Length) -> Array:
        """A constant, or one of the sizes that the procedure is told, as an array to hand to a callee."""
        if not isinstance(length, Extent):
            return self.table([length], "index")
        if length.constant or sorted(length.factors) != [0] * (len(length.factors) - 1) + [1]:
            raise CompileError(f"{self.name}: {length} is none of the sizes that it is told")
        return Array(self, "index", "sizes", self.lift(Index, length.factors.index(1)))

    def array(self, size: Length) -> Array:
        """Work space for `size` reals; its contents are undefined at the start."""
        start = self._work
        self._work = start + size
        if isinstance(start, int):
            return Array(self, "real", start)
        if len(self._blocks) > 1:
            raise CompileError(
                f"{self.name}: work space of unknown size is declared outside of loops and branches"
            )
        return Array(self, "real", 0, self.let(Index, "place", self.lift(Index, start)))

    def table(self, values: Sequence[float], kind: str = "shared") -> Array:
        """Constants: doubles ("shared") or integers ("index")."""
        array = Array(self, kind, f".table{len(self._tables)}")
        self._tables.append((array, tuple(values)))
        return array

    def variable(self, initial: Value | float, kind: type[Value] | None = None) -> Variable:
        """A mutable value; its kind is that of the initial value: float → Real, int → Index."""
        kind = kind or (
            type(initial) if isinstance(initial, Value) else Real if isinstance(initial, float) else Index
        )
        variable = Variable(self, kind, len(self._variables))
        self._variables.append(variable)
        variable.value = initial
        return variable

    def keep_variables(self, control: Control) -> None:
        """Keep all variables so far in the work space: a run that a beat has ended goes on from here."""
        before, variables = self._blocks[-1], set(map(id, self._variables))
        initial = [x for x in before if isinstance(x, Write) and id(x.variable) in variables]
        assert len(self._blocks) == 1 and not any(isinstance(x, Read) for x in before)
        before[:] = [x for x in before if x not in initial]
        with self.when(~control.goes_on()):
            for statement in initial:
                self.append(statement)
        self._n_kept = len(self._variables)
        self._work = self._work + self._n_kept

    # ---- arithmetic

    def fma(self, a: RealLike, b: RealLike, c: RealLike) -> Real:
        """a·b + c, rounded once."""
        return self.let(Real, "fma", *(self.lift(Real, x) for x in (a, b, c)))

    def sqrt(self, x: RealLike) -> Real:
        """Square root."""
        return self.let(Real, "sqrt", self.lift(Real, x))

    def abs(self, x: RealLike) -> Real:
        """Absolute value."""
        return self.let(Real, "abs", self.lift(Real, x))

    def floor(self, x: RealLike) -> Real:
        """Largest integer not above x."""
        return self.let(Real, "floor", self.lift(Real, x))

    def copysign(self, x: RealLike, sign: RealLike) -> Real:
        """|x| with the sign bit of the other."""
        return self.let(Real, "copysign", self.lift(Real, x), self.lift(Real, sign))

    def minimum(self, a: RealLike, b: RealLike) -> Real:
        """The smaller; not a number if one of them is none."""
        return self.let(Real, "min", self.lift(Real, a), self.lift(Real, b))

    def maximum(self, a: RealLike, b: RealLike) -> Real:
        """The larger; not a number if one of them is none."""
        return self.let(Real, "max", self.lift(Real, a), self.lift(Real, b))

    def select(self, mask: Mask, a: Value | float, b: Value | float) -> Any:
        """`a` in the lanes of the mask, `b` in the others."""
        kind = type(a) if isinstance(a, Value) else type(b) if isinstance(b, Value) else Real
        return self.let(kind, "select", mask, self.lift(kind, a), self.lift(kind, b))

    def bits(self, x: RealLike) -> Bits:
        """The bit pattern of a double."""
        return self.let(Bits, "as_bits", self.lift(Real, x))

    def real(self, x: BitsLike) -> Real:
        """The double with this bit pattern."""
        return self.let(Real, "as_real", self.lift(Bits, x))

    def integer_value(self, x: BitsLike) -> Real:
        """An integer as a double of the same value."""
        return self.let(Real, "to_real", self.lift(Bits, x))

    def truncate(self, x: RealLike) -> Bits:
        """The double without its fraction, as an integer; undefined beyond 2⁶³."""
        return self.let(Bits, "to_bits", self.lift(Real, x))

    def library(self, name: str, x: RealLike) -> Real:
        """A function of the C library, lane by lane; for rare cases only, it is slow and differs by platform."""
        return self.let(Real, f"library:{name}", self.lift(Real, x))

    def apply(self, function: Function, *args: RealLike) -> Any:
        """A pure function's result, or its results as a tuple."""
        if len(args) != len(function.parameters):
            raise CompileError(f"{function.name} takes {len(function.parameters)} operands, not {len(args)}")
        self._functions[function.name] = function
        targets = tuple(self.fresh(Real) for _ in function.results)
        self.append(Evaluate(targets, function, tuple(self.lift(Real, x) for x in args)))
        return targets if len(targets) > 1 else targets[0]

    def lane(self) -> Real:
        """The number of each lane, from zero on."""
        return self.let(Real, "lane")

    def lanes(self) -> Index:
        """How many lanes there are."""
        return self.let(Index, "lanes")

    # ---- decisions common to all lanes

    def any(self, mask: Mask) -> Flag:
        """Whether the mask holds in at least one lane."""
        return self.let(Flag, "any", mask)

    def all(self, mask: Mask) -> Flag:
        """Whether the mask holds in every lane."""
        return ~self.any(~mask)

    def is_true(self, mask: Mask) -> Flag:
        """The truth value of the only lane: the procedure then runs lane by lane."""
        self._is_one_lane = True
        return self.let(Flag, "any", mask)

    def position(self, x: RealLike) -> Index:
        """A real without its fraction as an index: the procedure then runs lane by lane."""
        self._is_one_lane = True
        return self.let(Index, "to_index", self.lift(Real, x))

    def pick(self, flag: Flag, a: IndexLike, b: IndexLike) -> Index:
        """`a` if the flag holds, else `b`."""
        return self.let(Index, "upick", flag, self.lift(Index, a), self.lift(Index, b))

    def spread(self, index: IndexLike) -> Real:
        """An index as a real, the same in every lane."""
        return self.let(Real, "index_to_real", self.lift(Index, index))

    # ---- control flow

    @contextmanager
    def each(self, start: IndexLike, stop: IndexLike | None = None) -> Iterator[Index]:
        """`for i in range(start, stop)`; with one number, it is the stop."""
        first, last = (0, start) if stop is None else (start, stop)
        loop = Each(self.fresh(Index), self.lift(Index, first), self.lift(Index, last), [])
        with self._block(loop.body):
            yield loop.counter
        self.append(loop)

    @contextmanager
    def repeat(self) -> Iterator[list[Flag]]:
        """A loop that goes on while the flag appended to the yielded list holds; runs at least once."""
        loop = Repeat([], [])
        with self._block(loop.body):
            yield loop.again
        if len(loop.again) != 1:
            raise CompileError(f"{self.name}: a repeat needs exactly one flag that says whether to go on")
        self.append(loop)

    @contextmanager
    def when(self, flag: Flag) -> Iterator[None]:
        """The statements inside run if the flag holds."""
        branch = When(flag, [])
        with self._block(branch.body):
            yield
        self.append(branch)

    def call(self, callee: Callee, *arguments: Array | Control) -> Index:
        """Run another procedure or program on these arrays; its status, if not negative."""
        kinds = tuple("control" if isinstance(x, Control) else x.kind for x in arguments)
        if kinds != callee.parameters:
            raise CompileError(f"{self.name} calls {callee.name} with {kinds}; it takes {callee.parameters}")
        if not isinstance(callee, Procedure) and _place(arguments[-1]) in map(_place, arguments[:-1]):
            raise CompileError(
                f"{self.name} calls {callee.name} in place; a program reads while it writes, so its results need "
                "an array of their own"
            )
        if not isinstance(callee, Slot) and all(callee is not other for other in self._callees):
            self._callees.append(callee)
        target = self.fresh(Index)
        self.append(Invoke(target, callee, arguments))
        with self.when(target < 0):
            self.end(target)
        return target

    def end(self, status: IndexLike = 0) -> None:
        """Leave the procedure with this status."""
        self.append(Return(self.lift(Index, status)))

    # ---- results

    def procedure(self) -> Procedure:
        """The recorded procedure."""
        return Procedure(
            self.name,
            tuple(self._arguments),
            tuple(self._blocks[0]),
            tuple(self._variables),
            tuple(self._tables),
            self._work,
            tuple(self._callees),
            tuple(self._functions.values()),
            self._is_one_lane,
            self._n_kept,
        )

    def function(self, parameters: Sequence[Real], results: Sequence[Real]) -> Function:
        """The recorded pure function; it has no arrays and calls no procedure."""
        if self._arguments or self._callees or self._work != 0:
            raise CompileError(f"the function {self.name} is not pure: it uses arrays or calls procedures")
        return Function(
            self.name,
            tuple(parameters),
            tuple(self._blocks[0]),
            tuple(results),
            tuple(self._variables),
            tuple(self._functions.values()),
        )

    # ---- recording, used by the values above

    def parameter(self) -> Real:
        """A parameter of the pure function being recorded."""
        return self.fresh(Real)

    def fresh(self, kind: type[V]) -> V:
        """A new value of this kind, computed by the next statement."""
        self._count += 1
        return kind(self, self._count)

    def lift(self, kind: type[V], x: Any) -> V:
        """A value or a constant as a value of this kind."""
        if isinstance(x, Value):
            if type(x) is not kind:
                raise CompileError(f"{self.name}: expected {kind.__name__}, found {type(x).__name__}")
            if x.code is not self:
                raise CompileError(f"{self.name} uses a value of another procedure")
            return x
        if kind is Real or (kind in (Bits, Index) and isinstance(x, int)):
            return kind(self, 0, float(x) if kind is Real else x)
        if kind is Index and isinstance(x, Extent):
            return self._index(x)  # type: ignore[return-value]
        raise CompileError(f"{self.name}: {x!r} cannot be a constant of kind {kind.__name__}")

    def _index(self, extent: Extent) -> Index:
        """An extent from the sizes that the procedure was told."""
        total = Index(self, 0, extent.constant)
        for factor, size in zip(extent.factors, self._sizes, strict=True):
            if factor:
                term = size if factor == 1 else size * factor
                total = term if total.constant == 0 else total + term
        return total

    def let(self, kind: type[V], op: str, *args: Value) -> V:
        """Record `target = op(args)`."""
        target = self.fresh(kind)
        self.append(Let(target, op, args))
        return target

    def append(self, statement: Statement) -> None:
        """Record a statement in the innermost block."""
        self._blocks[-1].append(statement)

    def _declare(self, argument: A) -> A:
        self._arguments.append(argument)
        return argument

    @contextmanager
    def _block(self, body: list[Statement]) -> Iterator[None]:
        self._blocks.append(body)
        try:
            yield
        finally:
            self._blocks.pop()


def _place(argument: Array | Control) -> tuple[object, ...]:
    """Where an array starts, as far as it is known."""
    offset = argument.offset if isinstance(argument, Array) else None
    return (
        argument.base,
        0 if offset is None else offset.constant if offset.constant is not None else offset.number,
    )

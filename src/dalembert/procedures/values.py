"""Values of the loop language: typed, with operators that record what they compute."""

from __future__ import annotations

from typing import Protocol, TypeAlias, TypeVar

from dalembert.errors import CompileError
from dalembert.procedures.extents import Extent

V = TypeVar("V", bound="Value")


class Recorder(Protocol):
    """Where operators of values are recorded."""

    def let(self, kind: type[V], op: str, *args: Value) -> V:
        """A new value of this kind, computed by an operation."""

    def lift(self, kind: type[V], x: Value | Extent | float) -> V:
        """A value or a constant as a value of this kind."""


class Value:
    """A typed value of the program being recorded; `constant` is set where it is known now."""

    __slots__ = ("code", "constant", "number")
    kind = ""

    def __init__(self, code: Recorder, number: int, constant: float | int | None = None) -> None:
        self.code, self.number, self.constant = code, number, constant

    def __bool__(self) -> bool:
        raise CompileError("a recorded value has no truth value; use select(mask, a, b) or `with code.when(flag)`")

    def __eq__(self, other: object) -> bool:
        raise CompileError("recorded values are compared with `a.equals(b)`")

    __hash__ = object.__hash__

    def _two(self, kind: type[V], op: str, a: Value | Extent | float, b: Value | Extent | float) -> V:
        """`op(a, b)` of operands of the same kind as this value, as a value of another kind."""
        operand_kind = type(self)
        return self.code.let(kind, op, self.code.lift(operand_kind, a), self.code.lift(operand_kind, b))


class Real(Value):
    """A double per lane."""

    __slots__ = ()
    kind = "real"

    def __add__(self, other: RealLike) -> Real:
        return self._two(Real, "add", self, other)

    def __radd__(self, other: RealLike) -> Real:
        return self._two(Real, "add", other, self)

    def __sub__(self, other: RealLike) -> Real:
        return self._two(Real, "sub", self, other)

    def __rsub__(self, other: RealLike) -> Real:
        return self._two(Real, "sub", other, self)

    def __mul__(self, other: RealLike) -> Real:
        return self._two(Real, "mul", self, other)

    def __rmul__(self, other: RealLike) -> Real:
        return self._two(Real, "mul", other, self)

    def __truediv__(self, other: RealLike) -> Real:
        return self._two(Real, "div", self, other)

    def __rtruediv__(self, other: RealLike) -> Real:
        return self._two(Real, "div", other, self)

    def __neg__(self) -> Real:
        return self.code.let(Real, "neg", self)

    # comparisons are false when an operand is not a number
    def __lt__(self, other: RealLike) -> Mask:
        return self._two(Mask, "lt", self, other)

    def __le__(self, other: RealLike) -> Mask:
        return self._two(Mask, "le", self, other)

    def __gt__(self, other: RealLike) -> Mask:
        return self._two(Mask, "lt", other, self)

    def __ge__(self, other: RealLike) -> Mask:
        return self._two(Mask, "le", other, self)

    def equals(self, other: RealLike) -> Mask:
        """Where both are the same number."""
        return self._two(Mask, "eq", self, other)

    def is_nan(self) -> Mask:
        """Where this is not a number."""
        return self.code.let(Mask, "nan", self)


class Bits(Value):
    """A 64-bit integer per lane, for taking doubles apart."""

    __slots__ = ()
    kind = "bits"

    def __add__(self, other: BitsLike) -> Bits:
        return self._two(Bits, "iadd", self, other)

    def __sub__(self, other: BitsLike) -> Bits:
        return self._two(Bits, "isub", self, other)

    def __and__(self, other: BitsLike) -> Bits:
        return self._two(Bits, "iand", self, other)

    def __or__(self, other: BitsLike) -> Bits:
        return self._two(Bits, "ior", self, other)

    def __xor__(self, other: BitsLike) -> Bits:
        return self._two(Bits, "ixor", self, other)

    def __lshift__(self, other: BitsLike) -> Bits:
        return self._two(Bits, "shl", self, other)

    def __rshift__(self, other: BitsLike) -> Bits:
        """Shift that keeps the sign."""
        return self._two(Bits, "ashr", self, other)

    def equals(self, other: BitsLike) -> Mask:
        """Where both are the same integer."""
        return self._two(Mask, "ieq", self, other)

    def __lt__(self, other: BitsLike) -> Mask:
        return self._two(Mask, "ilt", self, other)

    def __gt__(self, other: BitsLike) -> Mask:
        return self._two(Mask, "ilt", other, self)


class Mask(Value):
    """A truth value per lane."""

    __slots__ = ()
    kind = "mask"

    def __and__(self, other: Mask) -> Mask:
        return self._two(Mask, "mand", self, other)

    def __or__(self, other: Mask) -> Mask:
        return self._two(Mask, "mor", self, other)

    def __invert__(self) -> Mask:
        return self.code.let(Mask, "mnot", self)


class Index(Value):
    """An integer common to all lanes: a count, a position, a status."""

    __slots__ = ()
    kind = "index"

    def __add__(self, other: IndexLike) -> Index:
        return self._two(Index, "uadd", self, other)

    def __radd__(self, other: IndexLike) -> Index:
        return self._two(Index, "uadd", other, self)

    def __sub__(self, other: IndexLike) -> Index:
        return self._two(Index, "usub", self, other)

    def __rsub__(self, other: IndexLike) -> Index:
        return self._two(Index, "usub", other, self)

    def __mul__(self, other: IndexLike) -> Index:
        return self._two(Index, "umul", self, other)

    __rmul__ = __mul__

    def __lt__(self, other: IndexLike) -> Flag:
        return self._two(Flag, "ult", self, other)

    def __le__(self, other: IndexLike) -> Flag:
        return self._two(Flag, "ule", self, other)

    def __gt__(self, other: IndexLike) -> Flag:
        return self._two(Flag, "ult", other, self)

    def __ge__(self, other: IndexLike) -> Flag:
        return self._two(Flag, "ule", other, self)

    def equals(self, other: IndexLike) -> Flag:
        """Whether both are the same integer."""
        return self._two(Flag, "ueq", self, other)


class Flag(Value):
    """A truth value common to all lanes: steers branches and loops."""

    __slots__ = ()
    kind = "flag"

    def __and__(self, other: Flag) -> Flag:
        return self._two(Flag, "fand", self, other)

    def __or__(self, other: Flag) -> Flag:
        return self._two(Flag, "for", self, other)

    def __invert__(self) -> Flag:
        return self.code.let(Flag, "fnot", self)


RealLike: TypeAlias = "Real | float"
BitsLike: TypeAlias = "Bits | int"
IndexLike: TypeAlias = "Index | int | Extent"

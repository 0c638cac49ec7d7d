"""Nodes of the expression graph: equal expressions are one object.

A `Node` is a real-valued expression, a `TruthNode` a truth-valued one. Nodes are made by arithmetic on
other nodes and by the functions of `dalembert.expr.functions`; they live in NumPy object arrays next to
plain floats, which are the constants of the graph.

How they behave as Python objects:

- *equality and hashing* are by identity, and equal structure is identical: `x + y is y + x`. So
  `==` tells whether two expressions are the same expression, never whether their values agree; use
  `equal(a, b)` for an expression that asks this. `x < y` is a `TruthNode`, which has no truth value: `if x < y`,
  `max(x, y)`, `np.where(x < y, ...)` raise.
- *copying* gives the same node, deep or not.
- *pickling* a node writes the expressions below it once and rebuilds them shared with what exists.
- dead expressions vanish: the table that finds equal nodes holds them weakly.
- building is safe from several threads.
"""

from __future__ import annotations

import hashlib
import math
import struct
import threading
import weakref
from collections.abc import Callable, Container, Iterable, Sequence
from types import NotImplementedType
from typing import Any, Literal, NoReturn, TypeAlias, final, overload

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import ExpressionError
from dalembert.expr.numpy_methods import NumpyMethods
from dalembert.expr.operations import CALLS, INPUTS, LEAVES, OPERATIONS

NUMBERS = (int, float, np.number, np.bool_)
"""Types of numbers that may be constants of the graph."""

Condition: TypeAlias = Literal["eq", "lt", "le", "and", "or", "not"]
"""Operations whose result is a truth value."""


class _Reference(weakref.ref["Expression"]):
    """A weak reference that knows where its node is filed: in which table, under which operands."""

    __slots__ = ("key", "table")
    key: tuple[Any, ...]
    table: dict[tuple[Any, ...], _Reference]


_TAGGED = {"call": 0, **{name: operation.number for name, operation in OPERATIONS.items()}}
_CONDITIONS = frozenset(name for name, operation in OPERATIONS.items() if operation.is_condition)
_PRODUCTS_AND_SUMS = frozenset(["add", "sub", "mul"])
_ODD = frozenset(["sin", "tan", "asin", "sinh", "tanh", "sign"])
_EVEN = frozenset(["cos", "cosh", "abs"])
_new = object.__new__
_pack, _unpack = struct.Struct("<d").pack, struct.Struct("<q").unpack

# one table for each operation, by operands: fewer objects per node than one table by both, less to collect
_tables: dict[str, dict[tuple[Any, ...], _Reference]] = {op: {} for op in (*LEAVES, *CALLS, *OPERATIONS)}
# reentrant: collecting garbage while a node is filed may run `_forget` in the same thread
_lock = threading.RLock()


def _forget(reference: _Reference, lock: threading.RLock = _lock) -> None:
    # no names of the module: nodes also die while Python ends, when these may be gone
    with lock:
        if reference.table.get(reference.key) is reference:
            del reference.table[reference.key]


class Expression:
    """An operation with its operands, real or truth-valued, and an order that is the same in every process."""

    __slots__ = ("__weakref__", "args", "op", "tag")

    op: str
    args: tuple[Any, ...]
    tag: int
    """Structural hash, the same in every process: orders operands, identifies nothing."""

    def __bool__(self) -> NoReturn:
        raise ExpressionError(
            f"the expression {self!r} has no truth value while it is traced; "
            "use where(condition, a, b), minimum(a, b) or maximum(a, b) instead of if, and, or, min, max"
        )

    def __float__(self) -> NoReturn:
        raise ExpressionError(f"the expression {self!r} is not a number; compile it or substitute its symbols")

    __int__ = __complex__ = __index__ = __float__

    def __copy__(self) -> Expression:
        return self

    def __deepcopy__(self, memo: object) -> Expression:
        return self

    def __reduce__(self) -> tuple[Callable[[list[FlatRow]], Expression], tuple[list[FlatRow]]]:
        return _restore, (flatten([self]),)

    def __repr__(self) -> str:
        return describe(self)


@final
class TruthNode(Expression):
    """A truth value that is known only when numbers are: made by comparisons, used by `where`.

    Examples
    --------
    >>> import dalembert as da
    >>> x = da.expr.symbol("x")
    >>> condition = x < 1.0
    >>> print(type(condition).__name__, da.where(condition, x, 1.0))
    TruthNode where((x < 1), x, 1)
    """

    __slots__ = ()

    def __and__(self, other: Truth) -> Truth:
        return _logic("and", self, other)

    def __or__(self, other: Truth) -> Truth:
        return _logic("or", self, other)

    __rand__, __ror__ = __and__, __or__

    def __invert__(self) -> TruthNode:
        return self.args[0] if self.op == "not" else make("not", (self,))


@final
class Node(Expression, NumpyMethods):
    """A real-valued expression.

    Examples
    --------
    >>> import dalembert as da
    >>> x = da.expr.symbol("x")
    >>> y = 2.0 * x + da.sin(x)
    >>> print(type(y).__name__, y)
    Node (sin(x) + (x * 2))
    """

    __slots__ = ()

    def applied(self, op: str, *others: object) -> Node:
        if not others:
            return function_of(op, self)
        if (node := _binary(op, self, *others)) is NotImplemented:
            raise ExpressionError(f"{op} takes numbers and real expressions, not {others[0]!r}")
        return node

    @overload
    def __add__(self, other: Scalar) -> Scalar: ...
    @overload
    def __add__(self, other: Array) -> Array: ...
    def __add__(self, other: Any) -> Any:
        if type(other) is not Node:
            other = constant(other)
            return other if other is NotImplemented else make("add", (self, other)) if other else self
        if other.op == "neg":
            return self - other.args[0]
        if self.op == "neg":
            return other - self.args[0]
        if self is other:
            return self * 2.0
        return make("add", (self, other) if self.tag < other.tag else in_order(self, other))

    __radd__ = __add__

    @overload
    def __sub__(self, other: Scalar) -> Scalar: ...
    @overload
    def __sub__(self, other: Array) -> Array: ...
    def __sub__(self, other: Any) -> Any:
        if self is other:
            return 0.0
        if type(other) is not Node:
            other = constant(other)
            return other if other is NotImplemented else make("add", (self, -other)) if other else self
        if other.op == "neg":
            return self + other.args[0]
        if self.op == "neg":
            return -(self.args[0] + other)
        return make("sub", (self, other))

    @overload
    def __rsub__(self, other: Scalar) -> Scalar: ...
    @overload
    def __rsub__(self, other: Array) -> Array: ...
    def __rsub__(self, other: Any) -> Any:
        if type(other := constant(other)) is Node or other is NotImplemented:
            return other if other is NotImplemented else other - self
        if self.op == "neg":
            return self.args[0] + other
        return make("sub", (other, self)) if other else -self

    @overload
    def __mul__(self, other: Scalar) -> Scalar: ...
    @overload
    def __mul__(self, other: Array) -> Array: ...
    def __mul__(self, other: Any) -> Any:
        if type(other) is not Node:
            other = constant(other)
            return other if other is NotImplemented else _scaled(self, other)
        if self.op == "neg":
            return -(self.args[0] * other)
        if other.op == "neg":
            return -(self * other.args[0])
        if (other.op == "inv" and other.args[0] is self) or (self.op == "inv" and self.args[0] is other):
            return 1.0
        return make("mul", (self, other) if self.tag < other.tag else in_order(self, other))

    __rmul__ = __mul__

    @overload
    def __truediv__(self, other: Scalar) -> Scalar: ...
    @overload
    def __truediv__(self, other: Array) -> Array: ...
    def __truediv__(self, other: Any) -> Any:
        if type(other) is Node:
            return self * inverse(other)
        if (other := constant(other)) is NotImplemented:
            return other
        if other == 0.0 or math.isinf(1.0 / other):
            raise ExpressionError(f"division of {self!r} by the constant {other!r}, which has no finite inverse")
        return _scaled(self, 1.0 / other)

    @overload
    def __rtruediv__(self, other: Scalar) -> Scalar: ...
    @overload
    def __rtruediv__(self, other: Array) -> Array: ...
    def __rtruediv__(self, other: Any) -> Any:
        other = constant(other)
        return other if other is NotImplemented else inverse(self) * other

    def __mod__(self, other: Scalar) -> Node:
        return _binary("mod", self, other)

    def __rmod__(self, other: Scalar) -> Node:
        return _binary("mod", other, self)

    def __neg__(self) -> Node:
        if self.op == "neg":
            return self.args[0]
        if self.op == "sub":
            a, b = self.args
            return b - a
        return make("neg", (self,))

    def __pos__(self) -> Node:
        return self

    def __abs__(self) -> Node:
        return make("abs", (self.args[0],)) if self.op == "neg" else make("abs", (self,))

    def __pow__(self, exponent: Scalar) -> Scalar:
        if type(exponent := constant(exponent)) is float:
            return _fixed_power(self, exponent)
        return exponent if exponent is NotImplemented else make("pow", (self, exponent))

    def __rpow__(self, base: Scalar) -> Node:
        return _binary("pow", base, self)

    def __lt__(self, other: Scalar) -> TruthNode:
        return _binary("lt", self, other)

    def __gt__(self, other: Scalar) -> TruthNode:
        return _binary("lt", other, self)

    def __le__(self, other: Scalar) -> TruthNode:
        return _binary("le", self, other)

    def __ge__(self, other: Scalar) -> TruthNode:
        return _binary("le", other, self)


Scalar: TypeAlias = float | Node
"""A real number or an expression for one."""

Truth: TypeAlias = bool | TruthNode
"""A truth value or an expression for one."""


@overload
def make(op: Condition, args: tuple[object, ...]) -> TruthNode: ...
@overload
def make(op: str, args: tuple[object, ...]) -> Any: ...
def make(op: str, args: tuple[Any, ...]) -> Any:
    """The one node with this operation and these operands, as they are: no rule is applied."""
    table = _tables[op]
    reference = table.get(args)
    if reference is not None and (existing := reference()) is not None:
        return existing
    node = _new(TruthNode if op in _CONDITIONS else Node)
    node.op = op
    node.args = args
    number = _TAGGED.get(op)
    if number is None:
        node.tag = _other_tag(op, args)
    elif op in _PRODUCTS_AND_SUMS and type(args[0]) is Node and type(args[1]) is Node:  # most nodes
        node.tag = hash((number, args[0].tag, args[1].tag))
    else:
        node.tag = hash((number, *[_float_tag(x) if type(x) is float else x.tag for x in args]))
    reference = _Reference(node, _forget)
    reference.key, reference.table = args, table
    return node if table.setdefault(args, reference) is reference else _filed_node(reference)


def _filed_node(reference: _Reference) -> Expression:
    """The one of two equal nodes that stays: filed meanwhile by another thread, or successor of a dead one."""
    with _lock:
        while True:
            filed = reference.table.setdefault(reference.key, reference)
            if (node := filed()) is not None:
                return node
            _forget(filed)


def _other_tag(op: str, args: tuple[Any, ...]) -> int:
    """The tag of an entry of a call's result, or of a leaf."""
    return hash((args[0].tag, args[1])) if op == "element" else text_tag(f"{op} {args}")


def in_order(a: Expression, b: Expression) -> tuple[Expression, Expression]:
    """Operands of a commutative operation; two that only memory tells apart, like callbacks, are ordered by it."""
    return (a, b) if (a.tag, id(a)) < (b.tag, id(b)) else (b, a)


def _float_tag(x: float) -> int:
    """The bits: `hash` does not tell -1.0 from -2.0."""
    bits: int = _unpack(_pack(x))[0]
    return bits


def text_tag(text: str) -> int:
    """A checksum; `hash` of text differs between processes."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little", signed=True)


@overload
def constant(value: float) -> float: ...
@overload
def constant(value: Node) -> Node: ...
@overload
def constant(value: object) -> Scalar | NotImplementedType: ...
def constant(value: Any) -> Scalar | NotImplementedType:
    """An operand of arithmetic: a finite float or a node; NotImplemented for what is no scalar."""
    kind = type(value)
    if kind is float and value - value == 0.0:  # the most frequent case first: a finite float
        return value
    if kind is Node:
        return value
    if kind is not float and (value := number(value)) is NotImplemented:
        return NotImplemented
    if not math.isfinite(value):
        raise ExpressionError(
            f"the constant {value!r} is not finite, so no expression can hold it; "
            "check where it comes from, or take a large number instead"
        )
    return value


def number(value: object) -> float | NotImplementedType:
    """A real number as float, finite or not; NotImplemented for what is no number."""
    if not isinstance(value, NUMBERS):
        return NotImplemented
    if isinstance(value, np.complexfloating):
        raise ExpressionError(f"the constant {value!r} is complex; expressions are real, so give its parts")
    try:
        return float(value)
    except OverflowError:
        raise ExpressionError("an integer constant is larger than any float; scale the quantity") from None


def kept(value: Scalar) -> Scalar:
    """A scalar as a node keeps it: as a float, negative zero would be filed together with zero."""
    if type(value) is float and value == 0.0 and math.copysign(1.0, value) < 0.0:
        return NEGATIVE_ZERO
    return value


def inverse(x: Node) -> Node:
    """1/x, shared by all quotients with this divisor."""
    if x.op == "inv":
        return x.args[0]
    if x.op == "neg":
        return -inverse(x.args[0])
    return make("inv", (x,))


def _scaled(x: Node, factor: float) -> Scalar:
    """x times a constant; the sign is pulled out, so that x·c and −x·c share one product."""
    if factor < 0.0:
        return -_scaled(x, -factor)
    if factor == 0.0:
        return 0.0
    if factor == 1.0:
        return x
    if x.op == "neg":
        return -_scaled(x.args[0], factor)
    return make("mul", (x, factor))


def _fixed_power(x: Node, exponent: float) -> Scalar:
    """Powers with constant exponent: products, inverses and roots where these are exact.

    A power such as x³ᐟ² stays one, because the slope of x √x by the rule of products has no value at zero.
    """
    if exponent < 0.0:
        return inverse(x) if exponent == -1.0 else 1.0 / _fixed_power(x, -exponent)
    if x.op == "sqrt" and exponent > 1.0 and exponent % 2.0 == 1.0:
        return _fixed_power(x.args[0], 0.5 * exponent)
    if exponent == 0.5:
        return make("sqrt", (x,))
    return (
        whole_power(x, int(exponent)) if _is_small(exponent) and not exponent % 1.0 else make("pow", (x, exponent))
    )


def is_half_power(x: Expression) -> bool:
    """Whether this is a power that is a product of whole ones and a root."""
    return x.op == "pow" and type(x.args[1]) is float and _is_small(x.args[1]) and x.args[1] % 1.0 == 0.5


def whole_power(x: Scalar, exponent: int) -> Scalar:
    """x to a power by squaring; 1.0 for the power zero."""
    result: Scalar = 1.0
    square = x
    while exponent:
        result = result * square if exponent % 2 else result
        exponent //= 2
        square = square * square if exponent else square
    return result


def _is_small(exponent: float) -> bool:
    return 0.0 <= exponent <= 64.0


def function_of(op: str, x: Node) -> Node:
    """A function of one operand; the sign is pulled out of odd and even ones."""
    if x.op == "neg" and (op in _ODD or op in _EVEN):
        inner = function_of(op, x.args[0])
        return -inner if op in _ODD else inner
    return make(op, (x,))


def _binary(op: str, a: object, b: object) -> Any:
    x, y = constant(a), constant(b)
    return NotImplemented if x is NotImplemented or y is NotImplemented else make(op, (kept(x), kept(y)))


def _logic(op: Literal["and", "or"], a: TruthNode, b: object) -> Truth | NotImplementedType:
    if isinstance(b, (bool, np.bool_)):
        absorbs = bool(b) == (op == "or")
        return bool(b) if absorbs else a
    if type(b) is not TruthNode:
        return NotImplemented
    return a if a is b else make(op, (a, b) if a.tag < b.tag else in_order(a, b))


NEGATIVE_ZERO: Node = make("constant", ("-0.0",))


def name_of(node: Expression) -> str:
    """The name of an input: of a symbol or parameter its own, of time "t"."""
    return "t" if node.op == "time" else str(node.args[0])


def traverse(roots: Iterable[object], known: Container[Expression] = ()) -> list[Expression]:
    """All expressions below the roots, each after its operands, depth first from the left.

    Neighbours in this order are computed close to their use, which keeps few values alive at a time. Expressions
    that are `known` are passed over, with all below them.
    """
    seen: set[Expression] = set()
    done: list[Expression] = []
    above: list[Any] = []
    pop, push, see, finish = above.pop, above.append, seen.add, done.append
    for root in roots:
        if not isinstance(root, Expression) or root in seen or root in known:
            continue
        see(root)
        x, left = root, iter(root.args if root.op not in LEAVES else ())
        while True:
            for a in left:
                # most operands are nodes or floats
                if (type(a) is Node or isinstance(a, Expression)) and a not in seen and a not in known:
                    see(a)
                    if a.op in LEAVES:
                        finish(a)
                        continue
                    push(x)
                    push(left)
                    x, left = a, iter(a.args)
                    break
            else:
                finish(x)
                if not above:
                    break
                left, x = pop(), pop()
    return done


def inputs_of(roots: Iterable[object]) -> list[Node]:
    """The symbols, parameters and time that the roots depend on, in order of first use."""
    seen: set[Expression] = set()
    inputs: list[Node] = []
    stack: list[Any] = [x for x in roots if isinstance(x, Expression)]
    stack.reverse()
    pop, push, see = stack.pop, stack.append, seen.add
    while stack:
        x = pop()
        if x in seen:
            continue
        see(x)
        if x.op in LEAVES:
            if x.op in INPUTS and type(x) is Node:
                inputs.append(x)
            continue
        for a in x.args[::-1]:
            # as `traverse`, without an order of what is not a leaf
            if (type(a) is Node or isinstance(a, Expression)) and a not in seen:
                push(a)
    return inputs


def operation_count(roots: Iterable[object]) -> int:
    """How many operations the roots need together; shared ones count once."""
    return sum(x.op not in LEAVES and x.op != "element" for x in traverse(roots))


FlatRow: TypeAlias = tuple[Any, ...]
"""An operation and its operands, which are constants, texts, numbers of rows."""


def flatten(roots: Sequence[object]) -> list[FlatRow]:
    """Rows (op, operands…) of everything below the roots, the last row naming the roots.

    An operand is `("#", row)` for an expression and itself otherwise.
    """
    position: dict[Expression, int] = {}

    def operand(x: object) -> object:
        return ("#", position[x]) if isinstance(x, Expression) else x

    rows: list[FlatRow] = []
    for x in traverse(roots):
        rows.append((x.op, *map(operand, x.args)))
        position[x] = len(position)
    rows.append(("roots", *map(operand, roots)))
    return rows


def unflatten(rows: list[FlatRow]) -> list[Any]:
    """The roots that `flatten` wrote, shared with equal expressions that exist already."""
    nodes: list[Expression] = []

    def operand(x: object) -> object:
        return nodes[x[1]] if isinstance(x, tuple) and len(x) == 2 and x[0] == "#" else x

    for op, *args in rows[:-1]:
        nodes.append(make(op, tuple(map(operand, args))))
    return [operand(x) for x in rows[-1][1:]]


def _restore(rows: list[FlatRow]) -> Expression:
    return unflatten(rows)[0]


_INFIX = {"add": "+", "sub": "-", "mul": "*", "lt": "<", "le": "<=", "eq": "==", "and": "&", "or": "|"}


def describe(x: object, depth: int = 4) -> str:
    """Short text of an expression for messages; what lies deeper than `depth` is an ellipsis."""
    if not isinstance(x, Expression):
        return f"{x:g}" if isinstance(x, float) else repr(x)
    if x.op in LEAVES:
        return "-0" if x.op == "constant" else name_of(x)
    if depth == 0:
        return "…"
    if x.op == "element":
        return f"{describe(x.args[0], depth)}[{x.args[1]}]"
    if x.op == "call":
        return f"{x.args[0].name}(…)"
    parts = [describe(a, depth - 1) for a in x.args]
    if x.op in _INFIX:
        return f"({f' {_INFIX[x.op]} '.join(parts)})"
    if x.op == "neg":
        return f"-{parts[0]}"
    return f"1/{parts[0]}" if x.op == "inv" else f"{x.op}({', '.join(parts)})"

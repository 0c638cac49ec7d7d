"""Functions of numbers, expressions and arrays of both: the same code computes or is traced.

Given floats these functions compute; given nodes they return nodes, given jets jets; given arrays they
work entry by entry and broadcast. NumPy's own `np.sin` gives the same; functions that look at values, such as
`np.sign`, `np.maximum` and `np.linalg`, know nothing of nodes and raise, so traced code uses these.
"""

from __future__ import annotations

from typing import Any, Protocol, overload

import numpy as np

from dalembert.arrays import Array, ArrayLike
from dalembert.errors import ExpressionError
from dalembert.expr.jets import Jet, jet_function
from dalembert.expr.node import Node, Scalar, Truth, function_of
from dalembert.expr.operations import OPERATIONS
from dalembert.expr.scalar import apply


class Unary(Protocol):
    """A function of one operand; of an array entry by entry."""

    @overload
    def __call__(self, x: Scalar, /) -> Scalar: ...
    @overload
    def __call__(self, x: Jet, /) -> Jet: ...
    @overload
    def __call__(self, x: ArrayLike, /) -> Any: ...


class Binary(Protocol):
    """A function of two operands; of arrays entry by entry, with broadcasting."""

    def __call__(self, a: Any, b: Any, /) -> Any: ...


class Comparison(Protocol):
    """A condition on two operands; of arrays entry by entry, with broadcasting."""

    @overload
    def __call__(self, a: Scalar | Jet, b: Scalar | Jet, /) -> Truth: ...
    @overload
    def __call__(self, a: Any, b: Any, /) -> Any: ...


class Choice(Protocol):
    """A choice between two operands by a condition; of arrays entry by entry, with broadcasting."""

    def __call__(self, condition: Any, a: Any, b: Any, /) -> Any: ...


def _function(op: str, description: str, name: str | None = None) -> Any:
    operation, name = OPERATIONS[op], name or op

    def scalar(*operands: Any) -> Any:
        return jet_function(op, *operands) if any(type(x) is Jet for x in operands) else apply(op, *operands)

    entrywise = np.frompyfunc(scalar, operation.arity, 1)

    def function(*operands: Any) -> Any:
        if operation.arity == len(operands) == 1 and type(operands[0]) is Node:  # the most frequent case first
            return function_of(op, operands[0])
        if len(operands) != operation.arity:
            raise ExpressionError(f"{name} takes {operation.arity} operand(s), not {len(operands)}")
        if not any(isinstance(x, (np.ndarray, list, tuple)) for x in operands):
            return scalar(*operands)
        arrays = [np.asarray(x) for x in operands]
        if any(x.dtype == object for x in arrays):
            return entrywise(*arrays)
        with np.errstate(all="ignore"):
            return operation.numeric(*_numeric(op, arrays))

    function.__name__ = function.__qualname__ = name
    function.__doc__ = description
    return function


def _numeric(op: str, arrays: list[Array]) -> list[Array]:
    """Arrays of numbers as floats, and the condition of `where` as it is."""
    n_conditions = 1 if op == "where" else 0
    for k, x in enumerate(arrays):
        if x.dtype.kind not in ("b" if k < n_conditions else "biuf"):
            raise ExpressionError(f"operand {k + 1} of {op} cannot be an array of {x.dtype}")
    return arrays[:n_conditions] + [x.astype(float) for x in arrays[n_conditions:]]


sin: Unary = _function("sin", "Sine.")
cos: Unary = _function("cos", "Cosine.")
tan: Unary = _function("tan", "Tangent.")
asin: Unary = _function("asin", "Inverse sine, in [−π/2, π/2].")
acos: Unary = _function("acos", "Inverse cosine, in [0, π].")
atan2: Binary = _function("atan2", "Angle of the point (x, y), called as atan2(y, x), in [−π, π].")
sqrt: Unary = _function("sqrt", "Square root.")
exp: Unary = _function("exp", "Exponential.")
log: Unary = _function("log", "Natural logarithm.")
sinh: Unary = _function("sinh", "Hyperbolic sine.")
cosh: Unary = _function("cosh", "Hyperbolic cosine.")
tanh: Unary = _function("tanh", "Hyperbolic tangent.")
absolute_value: Unary = _function("abs", "Absolute value.", "absolute_value")
sign: Unary = _function("sign", "−1, 0 or 1 by the sign of the operand.")
floor: Unary = _function("floor", "Largest integer not above the operand.")
mod: Binary = _function("mod", "Remainder a − b floor(a/b); it has the sign of b.")
pow: Binary = _function("pow", "The first operand to the power of the second.")
minimum: Binary = _function("min", "The smaller of two; not a number if one of them is none.", "minimum")
maximum: Binary = _function("max", "The larger of two; not a number if one of them is none.", "maximum")
equal: Comparison = _function(
    "eq", "Condition that two values agree, for `where`; `==` compares expressions instead.", "equal"
)
less: Comparison = _function(
    "lt", "Condition a < b, for `where`; for arrays, whose own `<` asks for truth values.", "less"
)
less_equal: Comparison = _function("le", "Condition a <= b, for `where`; for arrays as `less`.", "less_equal")
where: Choice = _function(
    "where",
    "Choice: of where(condition, a, b), `a` where the condition holds, else `b`; the other one does not count.",
)


@overload
def atan(x: Scalar) -> Scalar: ...
@overload
def atan(x: ArrayLike) -> Array: ...
def atan(x: Scalar | ArrayLike) -> Scalar | Array:
    """Inverse tangent, in [−π/2, π/2]."""
    return atan2(x, 1.0)


@overload
def radians(angle: Scalar) -> Scalar: ...
@overload
def radians(angle: ArrayLike) -> Array: ...
def radians(angle: Scalar | ArrayLike) -> Scalar | Array:
    """An angle given in degrees as the package takes it, in radians: a number, an array or an expression."""
    if angle is None or isinstance(angle, str):
        raise ExpressionError(f"radians needs numbers or expressions, not {angle!r}")
    values: Any = np.array(angle) if isinstance(angle, list | tuple) else angle
    return values * (np.pi / 180.0)

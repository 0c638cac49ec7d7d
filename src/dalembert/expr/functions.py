"""Functions of numbers, expressions and arrays of both: the same code computes or is traced.

Given floats these functions compute; given nodes they return nodes, given jets jets; given arrays they
work entry by entry and broadcast. NumPy's own `np.sin` gives the same; functions that look at values, such as
`np.sign`, `np.maximum` and `np.linalg`, know nothing of nodes and raise, so traced code uses these.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, overload

import numpy as np

from dalembert.arrays import Array, ArrayLike
from dalembert.errors import ExpressionError
from dalembert.expr.jets import Jet, jet_function
from dalembert.expr.node import Node, Scalar, function_of
from dalembert.expr.operations import OPERATIONS
from dalembert.expr.scalar import apply


def _function(op: str, description: str, name: str | None = None) -> Callable[..., Any]:
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


sin = _function("sin", "Sine.")
cos = _function("cos", "Cosine.")
tan = _function("tan", "Tangent.")
asin = _function("asin", "Inverse sine, in [−π/2, π/2].")
acos = _function("acos", "Inverse cosine, in [0, π].")
atan2 = _function("atan2", "Angle of the point (x, y), called as atan2(y, x), in [−π, π].")
sqrt = _function("sqrt", "Square root.")
exp = _function("exp", "Exponential.")
log = _function("log", "Natural logarithm.")
sinh = _function("sinh", "Hyperbolic sine.")
cosh = _function("cosh", "Hyperbolic cosine.")
tanh = _function("tanh", "Hyperbolic tangent.")
absolute_value = _function("abs", "Absolute value.", "absolute_value")
sign = _function("sign", "−1, 0 or 1 by the sign of the operand.")
floor = _function("floor", "Largest integer not above the operand.")
mod = _function("mod", "Remainder a − b floor(a/b); it has the sign of b.")
pow = _function("pow", "The first operand to the power of the second.")
minimum = _function("min", "The smaller of two; not a number if one of them is none.", "minimum")
maximum = _function("max", "The larger of two; not a number if one of them is none.", "maximum")
equal = _function(
    "eq", "Condition that two values agree, for `where`; `==` compares expressions instead.", "equal"
)
less = _function("lt", "Condition a < b, for `where`; for arrays, whose own `<` asks for truth values.", "less")
less_equal = _function("le", "Condition a <= b, for `where`; for arrays as `less`.", "less_equal")
where = _function(
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

"""Functions of numbers, expressions and arrays of both: the same code computes or is traced.

Given floats these functions compute; given nodes they return nodes, given jets jets; given arrays they
work entry by entry and broadcast. NumPy's own `np.sin` gives the same; functions that look at values, such as
`np.sign`, `np.maximum` and `np.linalg`, know nothing of nodes and raise, so traced code uses these.
"""

from __future__ import annotations

from inspect import Parameter, Signature
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


def _function(op: str, description: str, example: str, name: str | None = None, **operands: str) -> Any:
    """A function of numbers, expressions and arrays.

    `example` is a call of it and what that prints; `operands` says what each of them is.
    """
    operation, name = OPERATIONS[op], name or op
    assert len(operands) == operation.arity, op

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
    parameters = [Parameter(operand, Parameter.POSITIONAL_ONLY) for operand in operands]
    vars(function)["__signature__"] = Signature(parameters)
    kinds = {"condition": "condition, or array of them"}
    listed = [f"{x} : {kinds.get(x, 'float, array or expression')}\n    {text}" for x, text in operands.items()]
    call, result = example.split(" → ")
    example = f">>> import dalembert as da\n>>> print({call})\n{result}\n"
    parts = (description, _section("Parameters", "\n".join(listed)), _section("Examples", example))
    function.__doc__ = "\n\n".join(parts)
    return function


def _section(title: str, text: str) -> str:
    """A section of a docstring."""
    return f"{title}\n{'-' * len(title)}\n{text}"


def _numeric(op: str, arrays: list[Array]) -> list[Array]:
    """Arrays of numbers as floats, and the condition of `where` as it is."""
    n_conditions = 1 if op == "where" else 0
    for k, x in enumerate(arrays):
        if x.dtype.kind not in ("b" if k < n_conditions else "biuf"):
            raise ExpressionError(f"operand {k + 1} of {op} cannot be an array of {x.dtype}")
    return arrays[:n_conditions] + [x.astype(float) for x in arrays[n_conditions:]]


sin: Unary = _function("sin", "Sine of an angle in radians.", "da.sin(0.0) → 0.0", x="Angle in radians.")
cos: Unary = _function(
    "cos", "Cosine of an angle in radians.", "da.cos(da.expr.symbol('x')) → cos(x)", x="Angle in radians."
)
tan: Unary = _function("tan", "Tangent of an angle in radians.", "da.tan(0.0) → 0.0", x="Angle in radians.")
asin: Unary = _function(
    "asin", "Inverse sine, in [−π/2, π/2].", "da.expr.asin(0.0) → 0.0", x="Sine of the angle, from −1 to 1."
)
acos: Unary = _function(
    "acos", "Inverse cosine, in [0, π].", "da.expr.acos(1.0) → 0.0", x="Cosine of the angle, from −1 to 1."
)
atan2: Binary = _function(
    "atan2",
    "Angle of the point (x, y), called as atan2(y, x), in [−π, π].",
    "da.atan2(0.0, 2.0) → 0.0",
    y="Second coordinate of the point.",
    x="First coordinate of the point.",
)
sqrt: Unary = _function("sqrt", "Square root.", "da.sqrt(2.25) → 1.5", x="Operand, from 0 on.")
exp: Unary = _function("exp", "Exponential.", "da.exp(0.0) → 1.0", x="Exponent.")
log: Unary = _function("log", "Natural logarithm.", "da.expr.log(1.0) → 0.0", x="Operand, above 0.")
sinh: Unary = _function("sinh", "Hyperbolic sine.", "da.expr.sinh(0.0) → 0.0", x="Operand.")
cosh: Unary = _function("cosh", "Hyperbolic cosine.", "da.expr.cosh(0.0) → 1.0", x="Operand.")
tanh: Unary = _function("tanh", "Hyperbolic tangent.", "da.tanh(0.0) → 0.0", x="Operand.")
absolute_value: Unary = _function(
    "abs", "Absolute value.", "da.expr.absolute_value(-2.5) → 2.5", name="absolute_value", x="Operand."
)
sign: Unary = _function(
    "sign", "−1, 0 or 1 by the sign of the operand.", "da.expr.sign(-2.5) → -1.0", x="Operand."
)
floor: Unary = _function(
    "floor", "Largest integer not above the operand.", "da.expr.floor(-2.5) → -3.0", x="Operand."
)
mod: Binary = _function(
    "mod",
    "Remainder a − b floor(a/b); it has the sign of b.",
    "da.expr.mod(-1.0, 3.0) → 2.0",
    a="Dividend.",
    b="Divisor.",
)
pow: Binary = _function(
    "pow", "The first operand to the power of the second.", "da.expr.pow(2.0, 3.0) → 8.0", a="Base.", b="Exponent."
)
minimum: Binary = _function(
    "min",
    "The smaller of two; not a number if one of them is none.",
    "da.minimum(da.expr.symbol('x'), 2.0) → min(x, 2)",
    name="minimum",
    a="One value.",
    b="The other value.",
)
maximum: Binary = _function(
    "max",
    "The larger of two; not a number if one of them is none.",
    "da.maximum(1.0, 2.0) → 2.0",
    name="maximum",
    a="One value.",
    b="The other value.",
)
equal: Comparison = _function(
    "eq",
    "Condition that two values agree, for `where`; `==` compares expressions instead.",
    "da.where(da.expr.equal(1.0, 1.0), 5.0, 6.0) → 5.0",
    name="equal",
    a="One value.",
    b="The other value.",
)
less: Comparison = _function(
    "lt",
    "Condition a < b, for `where`; for arrays, whose own `<` asks for truth values.",
    "da.where(da.expr.less([1.0, 3.0], 2.0), 5.0, 6.0) → [5. 6.]",
    name="less",
    a="Left side.",
    b="Right side.",
)
less_equal: Comparison = _function(
    "le",
    "Condition a <= b, for `where`; for arrays, whose own `<=` asks for truth values.",
    "da.where(da.expr.less_equal([2.0, 3.0], 2.0), 5.0, 6.0) → [5. 6.]",
    name="less_equal",
    a="Left side.",
    b="Right side.",
)
where: Choice = _function(
    "where",
    "Choice: of where(condition, a, b), `a` where the condition holds, else `b`; the other one does not count.",
    "da.where(da.expr.symbol('x') < 1.0, 5.0, 6.0) → where((x < 1), 5, 6)",
    condition="Where it holds, `a` is taken.",
    a="Value where the condition holds.",
    b="Value elsewhere.",
)


@overload
def atan(x: Scalar) -> Scalar: ...
@overload
def atan(x: ArrayLike) -> Array: ...
def atan(x: Scalar | ArrayLike) -> Scalar | Array:
    """Inverse tangent, in [−π/2, π/2].

    Parameters
    ----------
    x : float, array or expression
        Tangent of the angle.

    Examples
    --------
    >>> import dalembert as da
    >>> print(f"{da.expr.atan(1.0):.4f}")
    0.7854
    """
    return atan2(x, 1.0)


@overload
def radians(angle: Scalar) -> Scalar: ...
@overload
def radians(angle: ArrayLike) -> Array: ...
def radians(angle: Scalar | ArrayLike) -> Scalar | Array:
    """An angle given in degrees as the package takes it, in radians: a number, an array or an expression.

    Parameters
    ----------
    angle : float, array or expression
        Angle in degrees.

    Examples
    --------
    >>> import dalembert as da
    >>> print(da.radians(180.0))
    3.141592653589793
    """
    if angle is None or isinstance(angle, str):
        raise ExpressionError(f"radians needs numbers or expressions, not {angle!r}")
    values: Any = np.array(angle) if isinstance(angle, list | tuple) else angle
    return values * (np.pi / 180.0)

"""Derivatives of the scalar operations, forward and backward.

`tangent` carries rates of change from operands to value, `cotangents` carries sensitivities back. What
selects (`where`, `min`, `max`) selects among derivatives too and never multiplies by a mask, because the
branch that is not taken may be infinite there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dalembert.expr.node import Expression, Scalar, Truth, TruthNode
from dalembert.expr.scalar import apply, choose, is_zero

# for each operand the slope, a function of the value v and the operands
_SLOPES: dict[str, tuple[Callable[..., Any], ...]] = {
    "add": (lambda v, a, b: 1.0, lambda v, a, b: 1.0),
    "sub": (lambda v, a, b: 1.0, lambda v, a, b: -1.0),
    "mul": (lambda v, a, b: b, lambda v, a, b: a),
    "neg": (lambda v, a: -1.0,),
    "inv": (lambda v, a: -(v * v),),
    # a power that is zero stays zero when the exponent changes, though the logarithm is infinite
    "pow": (
        lambda v, a, b: b * apply("pow", a, b - 1.0),
        lambda v, a, b: choose(apply("eq", v, 0.0), 0.0, v * apply("log", a)),
    ),
    "sqrt": (lambda v, a: 0.5 * apply("inv", v),),
    "sin": (lambda v, a: apply("cos", a),),
    "cos": (lambda v, a: -apply("sin", a),),
    "tan": (lambda v, a: 1.0 + v * v,),
    "asin": (lambda v, a: apply("inv", apply("sqrt", 1.0 - a * a)),),
    "acos": (lambda v, a: -apply("inv", apply("sqrt", 1.0 - a * a)),),
    "atan2": (
        lambda v, y, x: x * apply("inv", x * x + y * y),
        lambda v, y, x: -y * apply("inv", x * x + y * y),
    ),
    "exp": (lambda v, a: v,),
    "log": (lambda v, a: apply("inv", a),),
    "sinh": (lambda v, a: apply("cosh", a),),
    "cosh": (lambda v, a: apply("sinh", a),),
    "tanh": (lambda v, a: 1.0 - v * v,),
    "abs": (lambda v, a: apply("sign", a),),
    "sign": (lambda v, a: 0.0,),
    "floor": (lambda v, a: 0.0,),
    # the quotient as the remainder tells it, since a/b may round up to the next integer
    "mod": (lambda v, a, b: 1.0, lambda v, a, b: -apply("floor", (a - v) * apply("inv", b) + 0.5)),
}

SELECTING = frozenset(["where", "min", "max"])


def tangent(op: str, args: Sequence[Any], value: Scalar | Expression, tangents: Sequence[Scalar]) -> Scalar:
    """Rate of change of the value for given rates of its operands; 0.0 where it has none."""
    if op in SELECTING:
        return choose(_condition(op, args), tangents[-2], tangents[-1])
    total: Scalar = 0.0
    for slope, rate in zip(_SLOPES[op], tangents, strict=True):
        if not is_zero(rate):
            total = total + _product(slope(value, *args), rate)
    return total


def _product(slope: Scalar, rate: Scalar) -> Scalar:
    """Slope times rate; where a rate is zero because it is not selected, the slope does not count."""
    if isinstance(rate, Expression) and rate.op == "where":
        condition, a, b = rate.args
        if is_zero(b):
            return choose(condition, _product(slope, a), 0.0)
        if is_zero(a):
            return choose(condition, 0.0, _product(slope, b))
    return slope * rate


def cotangents(
    op: str, args: Sequence[Any], value: Scalar | Expression, sensitivity: Scalar
) -> list[tuple[Scalar, Truth]]:
    """Sensitivities of the operands for a given sensitivity of the value, each with the condition that it counts.

    The condition is True but for what selects. Constants have none.
    """
    if op in SELECTING:
        condition = _condition(op, args)
        return [*[(0.0, True)] * (len(args) - 2), (sensitivity, condition), (sensitivity, ~condition)]
    return [
        (0.0 if type(a) is float else slope(value, *args) * sensitivity, True)
        for slope, a in zip(_SLOPES[op], args, strict=True)
    ]


def _condition(op: str, args: Sequence[Any]) -> TruthNode:
    """When the first of the two branches is taken; they are the last operands."""
    if op == "where":
        return args[0]
    a, b = args
    return a <= b if op == "min" else b <= a

"""Derivatives of the scalar operations, forward and backward.

`tangent` carries rates of change from operands to value, `cotangents` carries sensitivities back. What
selects (`where`, `min`, `max`) selects among derivatives too and never multiplies by a mask, because the
branch that is not taken may be infinite there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dalembert.expr.node import Node
from dalembert.expr.scalar import apply, choose, is_zero

_PARTIALS: dict[str, Callable[..., tuple[Any, ...]]] = {
    "add": lambda v, a, b: (1.0, 1.0),
    "sub": lambda v, a, b: (1.0, -1.0),
    "mul": lambda v, a, b: (b, a),
    "neg": lambda v, a: (-1.0,),
    "inv": lambda v, a: (-(v * v),),
    "pow": lambda v, a, b: (b * a ** (b - 1.0), v * apply("log", a) if type(b) is Node else 0.0),
    "sqrt": lambda v, a: (0.5 / v,),
    "sin": lambda v, a: (apply("cos", a),),
    "cos": lambda v, a: (-apply("sin", a),),
    "tan": lambda v, a: (1.0 + v * v,),
    "asin": lambda v, a: (1.0 / apply("sqrt", 1.0 - a * a),),
    "acos": lambda v, a: (-1.0 / apply("sqrt", 1.0 - a * a),),
    "atan2": lambda v, y, x: (x / (x * x + y * y), -y / (x * x + y * y)),
    "exp": lambda v, a: (v,),
    "log": lambda v, a: (1.0 / a,),
    "sinh": lambda v, a: (apply("cosh", a),),
    "cosh": lambda v, a: (apply("sinh", a),),
    "tanh": lambda v, a: (1.0 - v * v,),
    "abs": lambda v, a: (apply("sign", a),),
    "sign": lambda v, a: (0.0,),
    "floor": lambda v, a: (0.0,),
    "mod": lambda v, a, b: (1.0, -apply("floor", a / b)),
}


def _selection(op: str, args: Sequence[Any]) -> tuple[Any, int]:
    """The condition under which the first branch is taken, and where the two branches start."""
    if op == "where":
        return args[0], 1
    a, b = args
    return (a <= b if op == "min" else b <= a), 0


_SELECTING = frozenset(["where", "min", "max"])


def tangent(op: str, args: Sequence[Any], value: Any, tangents: Sequence[Any]) -> Any:
    """Rate of change of the value for given rates of its operands; 0.0 where it has none."""
    if op in _SELECTING:
        condition, first = _selection(op, args)
        return choose(condition, tangents[first], tangents[first + 1])
    total: Any = 0.0
    for slope, rate in zip(_PARTIALS[op](value, *args), tangents, strict=True):
        if not is_zero(rate):
            total = total + slope * rate
    return total


def cotangents(op: str, args: Sequence[Any], value: Any, sensitivity: Any) -> tuple[Any, ...]:
    """Sensitivities of the operands for a given sensitivity of the value."""
    if op in _SELECTING:
        condition, first = _selection(op, args)
        return (0.0,) * first + (choose(condition, sensitivity, 0.0), choose(condition, 0.0, sensitivity))
    return tuple(slope * sensitivity for slope in _PARTIALS[op](value, *args))

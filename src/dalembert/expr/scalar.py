"""One operation on scalars, whether they are numbers or nodes."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from dalembert.errors import ExpressionError
from dalembert.expr.node import Condition, Expression, Node, constant, make
from dalembert.expr.operations import OPERATIONS

_ARITHMETIC: dict[str, Callable[..., Any]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "neg": operator.neg,
    "inv": lambda a: 1.0 / a,
    "pow": operator.pow,
    "lt": operator.lt,
    "le": operator.le,
    "and": operator.and_,
    "or": operator.or_,
    "not": operator.invert,
}

_COMMUTATIVE = frozenset(["min", "max", "eq"])
_ODD = frozenset(["sin", "tan", "asin", "sinh", "tanh", "sign"])
_EVEN = frozenset(["cos", "cosh", "abs"])


def apply(op: str, *operands: Any) -> Any:
    """The operation on these operands, by the rules of the graph: a number if all of them are numbers."""
    if op == "where":
        return choose(*operands)
    if not any(isinstance(x, Expression) for x in operands):
        return _number(op, operands)
    if op in _ARITHMETIC:
        return _ARITHMETIC[op](*operands)
    args = tuple(operand(op, x) for x in operands)
    if op in _COMMUTATIVE and (type(args[0]) is float or (type(args[1]) is Node and args[1].tag < args[0].tag)):
        args = (args[1], args[0])
    if len(args) == 1 and args[0].op == "neg" and (op in _ODD or op in _EVEN):
        inner = apply(op, args[0].args[0])
        return -inner if op in _ODD else inner
    return make(op, args)


def choose(condition: Any, a: Any, b: Any) -> Any:
    """`a` where the condition holds, else `b`."""
    if isinstance(condition, (bool, np.bool_)):
        return a if condition else b
    if type(condition) is not Condition:
        raise ExpressionError(f"where needs a condition such as x < y, not {condition!r}")
    a, b = operand("where", a), operand("where", b)
    return a if a is b or (type(a) is type(b) is float and a == b) else make("where", (condition, a, b))


def operand(op: str, x: Any) -> Any:
    """An operand as a node keeps it: a finite float or a node.

    Negative zero becomes a node, because as a float it would be filed together with zero.
    """
    value = operand_value(op, x)
    if type(value) is float and value == 0.0 and math.copysign(1.0, value) < 0.0:
        return make("constant", ("-0.0",))
    return value


def operand_value(op: str, x: Any) -> Any:
    """An operand as it is: a finite float or a node."""
    value = constant(x)
    if value is NotImplemented:
        raise ExpressionError(f"{op} takes numbers and real expressions, not {x!r}")
    return value


def is_zero(x: Any) -> bool:
    """Whether x is the number zero: a structural zero, known without any values."""
    return not isinstance(x, Expression) and x == 0.0


def _number(op: str, operands: tuple[Any, ...]) -> Any:
    if op in ("and", "or", "not"):
        return bool(OPERATIONS[op].numeric(*operands))
    args = [operand_value(op, x) for x in operands]
    with np.errstate(all="ignore"):
        value = OPERATIONS[op].numeric(*args)
    if OPERATIONS[op].is_condition:
        return bool(value)
    if not math.isfinite(value):
        raise ExpressionError(f"{op}({', '.join(f'{x:g}' for x in args)}) is not a finite number")
    return float(value)

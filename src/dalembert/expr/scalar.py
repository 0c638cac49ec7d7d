"""One operation on scalars, whether they are numbers or nodes."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, overload

import numpy as np

from dalembert.errors import ExpressionError
from dalembert.expr.node import (
    Condition,
    Expression,
    Node,
    Scalar,
    Truth,
    TruthNode,
    constant,
    function_of,
    in_order,
    kept,
    make,
    number,
)
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


@overload
def apply(op: Condition, *operands: Any) -> Truth: ...
@overload
def apply(op: str, *operands: Any) -> Any: ...
def apply(op: str, *operands: Any) -> Any:
    """The operation on these operands, by the rules of the graph: a number if all of them are numbers."""
    if op == "where":
        return choose(*operands)
    if not any(isinstance(x, Expression) for x in operands):
        return _number(op, operands)
    if op in _ARITHMETIC:
        return _ARITHMETIC[op](*operands)
    args: tuple[Any, ...] = tuple(operand(op, x) for x in operands)
    if op in _COMMUTATIVE:
        a, b = args
        args = (b, a) if type(a) is float else (a, b) if type(b) is float else in_order(a, b)
    return function_of(op, *args) if len(args) == 1 else make(op, args)


def choose(condition: Truth, a: Scalar, b: Scalar) -> Scalar:
    """`a` where the condition holds, else `b`."""
    if isinstance(condition, (bool, np.bool_)):
        return _scalar("where", a if condition else b)
    if type(condition) is not TruthNode:
        raise ExpressionError(f"where needs a condition such as x < y, not {condition!r}")
    a, b = operand("where", a), operand("where", b)
    return a if a is b or (type(a) is type(b) is float and a == b) else make("where", (condition, a, b))


def operand(op: str, x: object) -> Scalar:
    """An operand as a node keeps it: a finite float or a node."""
    return kept(finite(op, x))


def finite(op: str, x: object) -> Scalar:
    """A finite float or a node; `op` is named in the message about anything else."""
    return constant(_scalar(op, x))


def _scalar(op: str, x: object) -> Scalar:
    """A float, finite or not, or a node."""
    value = x if type(x) is Node else number(x)
    if value is NotImplemented:
        raise ExpressionError(f"{op} takes numbers and real expressions, not {x!r}")
    return value


def is_zero(x: object) -> bool:
    """Whether x is the number zero: a structural zero, known without any values."""
    return x == 0.0 if type(x) is float else not isinstance(x, Expression) and x == 0.0


def is_one(x: object) -> bool:
    """Whether x is the number one, known without any values."""
    return not isinstance(x, Expression) and x == 1.0


def _number(op: str, operands: tuple[object, ...]) -> float | bool:
    """The result as NumPy computes it; where none is real it is infinite or not a number."""
    operation = OPERATIONS[op]
    args = [_scalar(op, x) for x in operands]
    with np.errstate(all="ignore"):
        value = operation.numeric(*args)
    return bool(value) if operation.is_condition else float(value)

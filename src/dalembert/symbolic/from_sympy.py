"""From SymPy to expressions."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from functools import partial, reduce
from typing import Any

import numpy as np

from dalembert.errors import ExpressionError
from dalembert.expr import functions
from dalembert.expr.node import Scalar, Truth, constant
from dalembert.expr.scalar import apply
from dalembert.expr.symbol_nodes import symbol, time
from dalembert.symbolic.symbol_names import claim
from dalembert.symbolic.sympy_types import SympyArray, SympyExpr


def from_sympy(expr: SympyArray, symbols: Mapping[SympyExpr, Scalar] | None = None) -> Any:
    """Expression of a SymPy expression; an object array of the same shape of a matrix or array.

    Symbols that are not mapped become symbols of their names, `t` becomes time; derivatives must be mapped.

    Parameters
    ----------
    expr : SymPy expression, matrix or array
        What is translated.
    symbols : dict of nodes or numbers, optional
        What stands for SymPy symbols, functions of time q(t), derivatives, or names; default none.

    Examples
    --------
    >>> import sympy
    >>> import dalembert as da
    >>> x, y = sympy.symbols("x y")
    >>> print(da.expr.from_sympy(sympy.sin(x) * y))
    (sin(x) * y)
    """
    from sympy import MatrixBase, NDimArray

    if isinstance(expr, (MatrixBase, NDimArray)):
        array = np.array(expr.tolist(), dtype=object).reshape(expr.shape)
    elif isinstance(expr, (np.ndarray, list, tuple)):
        array = np.asarray(expr, dtype=object)
    else:
        return _nodes([expr], symbols or {})[0]
    result = np.empty(array.shape, dtype=object)
    result.ravel()[:] = _nodes(list(array.flat), symbols or {})
    return result


def _nodes(roots: list[SympyExpr], symbols: Mapping[SympyExpr, Scalar]) -> list[Scalar | Truth]:
    """Nodes of the SymPy roots; subexpressions that they share are converted once."""
    roots = [_sympified(x) for x in roots]
    taken: dict[str, object] = {}
    nodes: dict[int, Any] = {}
    stack = roots[::-1]
    while stack:
        x = stack[-1]
        if _is_input(x):
            nodes[id(x)] = _input_node(x, symbols, taken)
        elif not x.args:
            nodes[id(x)] = _atom(x)
        elif missing := [a for a in x.args if id(a) not in nodes]:
            _reader(x)
            stack += missing[::-1]
            continue
        else:
            nodes[id(x)] = _operation_node(x, [nodes[id(a)] for a in x.args])
        stack.pop()
    return [nodes[id(x)] for x in roots]


def _sympified(x: object) -> SympyExpr:
    import sympy

    try:
        return sympy.sympify(x, strict=True)
    except sympy.SympifyError:
        raise ExpressionError(f"{x!r} is no SymPy expression; parse text with sympy.sympify first") from None


def _is_input(x: SympyExpr) -> bool:
    """Whether a SymPy expression stands for one of our inputs: a symbol, q(t), or its derivative."""
    from sympy import Derivative, Symbol
    from sympy.core.function import AppliedUndef

    return isinstance(x, (Symbol, AppliedUndef, Derivative))


def _input_node(x: SympyExpr, symbols: Mapping[SympyExpr, Scalar], taken: dict[str, object]) -> Scalar:
    name = x.name if x.is_Symbol else x.func.__name__
    for key in (x, name):
        if key in symbols:
            return _mapped_node(key, symbols[key])
    if x.is_Derivative:
        raise ExpressionError(f"the derivative {x} has no node; map it: symbols={{{x}: ...}}")
    if not x.is_Symbol and [str(a) for a in x.args] != ["t"]:
        raise ExpressionError(f"the undefined function {x} has no node; map it: symbols={{{x}: ...}}")
    claim(name, x, taken)
    return time if x.is_Symbol and name == "t" else symbol(name)


def _mapped_node(key: SympyExpr, value: object) -> Scalar:
    if (node := constant(value)) is NotImplemented:
        raise ExpressionError(f"{key} is mapped to {value!r}; give a node or a number")
    return node


def _atom(x: SympyExpr) -> float | bool:
    if x.is_Boolean:
        return bool(x)
    try:
        value = x.p / x.q if x.is_Rational else float(x)
    except (TypeError, OverflowError, AttributeError):
        value = math.nan
    if not math.isfinite(value):
        raise ExpressionError(f"the SymPy constant {x} is no finite real number; expressions have only these")
    return value


def _reader(x: SympyExpr) -> Callable[..., Any]:
    """The function that makes our expression from the operands of this SymPy expression."""
    name = x.func.__name__
    if name not in _READ:
        functions_read = ", ".join(sorted(_READ.keys() - {"ExprCondPair"}))
        raise ExpressionError(f"the SymPy function {name} is not known here; there are {functions_read}")
    return _READ[name]


def _operation_node(x: SympyExpr, operands: list[Any]) -> Any:
    try:
        value = _reader(x)(*operands)
    except (ZeroDivisionError, OverflowError):
        value = math.nan
    if isinstance(value, complex) or (isinstance(value, float) and not math.isfinite(value)):
        raise ExpressionError(f"the SymPy expression {x} is no finite real number; expressions have only these")
    return value


def _cases(*cases: tuple[Scalar, Truth]) -> Scalar:
    (value, always), *others = reversed(cases)
    if always is not True:
        raise ExpressionError("a Piecewise must say what holds otherwise; end it with (value, True)")
    return reduce(lambda rest, case: functions.where(case[1], case[0], rest), others, value)


def _step(x: Scalar, middle: Scalar = 0.5) -> Scalar:
    return functions.where(x < 0.0, 0.0, functions.where(x > 0.0, 1.0, middle))


def _folded(function: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    return lambda *operands: reduce(function, operands)


_READ: dict[str, Callable[..., Any]] = {
    "Add": _folded(operator.add),
    "Mul": _folded(operator.mul),
    "Pow": operator.pow,
    "sin": functions.sin,
    "cos": functions.cos,
    "tan": functions.tan,
    "cot": lambda x: 1.0 / functions.tan(x),
    "sec": lambda x: 1.0 / functions.cos(x),
    "csc": lambda x: 1.0 / functions.sin(x),
    "asin": functions.asin,
    "acos": functions.acos,
    "atan": functions.atan,
    "atan2": functions.atan2,
    "acot": lambda x: functions.atan(1.0 / x),
    "asec": lambda x: functions.acos(1.0 / x),
    "acsc": lambda x: functions.asin(1.0 / x),
    "exp": functions.exp,
    "log": functions.log,
    "sinh": functions.sinh,
    "cosh": functions.cosh,
    "tanh": functions.tanh,
    "coth": lambda x: 1.0 / functions.tanh(x),
    "sech": lambda x: 1.0 / functions.cosh(x),
    "csch": lambda x: 1.0 / functions.sinh(x),
    # with |x|, because x + sqrt(x² + 1) cancels for negative x
    "asinh": lambda x: functions.sign(x) * functions.log(abs(x) + functions.sqrt(x * x + 1.0)),
    "acosh": lambda x: functions.log(x + functions.sqrt(x * x - 1.0)),
    "atanh": lambda x: 0.5 * functions.log((1.0 + x) / (1.0 - x)),
    "Abs": functions.absolute_value,
    "sign": functions.sign,
    "floor": functions.floor,
    "ceiling": lambda x: -functions.floor(-x),
    "Mod": functions.mod,
    "Min": _folded(functions.minimum),
    "Max": _folded(functions.maximum),
    "Heaviside": _step,
    "ExprCondPair": lambda value, condition: (value, condition),
    "Piecewise": _cases,
    "StrictLessThan": operator.lt,
    "LessThan": operator.le,
    "StrictGreaterThan": operator.gt,
    "GreaterThan": operator.ge,
    "Equality": functions.equal,
    "Unequality": lambda a, b: apply("not", functions.equal(a, b)),
    "And": _folded(operator.and_),
    "Or": _folded(operator.or_),
    "Not": partial(apply, "not"),
    "ITE": lambda condition, a, b: (condition & a) | (apply("not", condition) & b),
}
"""Our expression for each SymPy class, from its converted operands."""

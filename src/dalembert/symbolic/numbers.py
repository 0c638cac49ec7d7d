"""Numbers as SymPy has them: exact where they are simple fractions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from dalembert.errors import ExpressionError
from dalembert.expr.node import constant
from dalembert.symbolic.number_format import DIGITS, is_short, simple_fraction
from dalembert.symbolic.sympy_types import SympyExpr


def sympy_constant(x: object, number: Callable[[float], SympyExpr]) -> SympyExpr:
    """SymPy form of a number, made by `number`, or of a truth value."""
    import sympy

    if isinstance(x, (bool, np.bool_)):
        return sympy.true if x else sympy.false
    if type(value := constant(x)) is not float:
        raise ExpressionError(f"SymPy takes expressions, numbers and conditions, not {x!r}")
    return number(value)


def fraction(value: float) -> SympyExpr:
    """The simple fraction that this number is, as near as numbers go; else the number."""
    import sympy

    near = Fraction(value).limit_denominator(1000)
    is_simple = float(near) == value and abs(near.numerator) <= 10**6
    return sympy.Rational(near.numerator, near.denominator) if is_simple else sympy.Float(value)


def short_number(value: float, *, among_decimals: bool = False) -> SympyExpr:
    """Fraction or decimals, whichever is less to read: 1/2 but 9.81; with all digits, see `printed_float`."""
    import sympy

    near = simple_fraction(value)
    if near is None or not is_short(near, among_decimals=among_decimals):
        return sympy.Float(value)
    return sympy.Rational(near.numerator, near.denominator)


def printed_float(x: SympyExpr) -> SympyExpr:
    """A number with as many digits as are printed."""
    import sympy

    return sympy.Float(x, DIGITS)

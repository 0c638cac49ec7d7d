"""Elementary functions that no processor instruction computes, by the names of the expression graph."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import inf

from dalembert.procedures.exponential import cosh, exp, log, pow, sinh, tanh
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Function
from dalembert.procedures.trigonometric import acos, asin, atan2, sincos, tan
from dalembert.procedures.values import Real


def mod() -> Function:
    """a − b ⌊a/b⌋ without rounding error: the remainder has the sign of b, as in Python."""
    c = Code("mod")
    a, b = c.parameter(), c.parameter()
    reduced = c.variable(a)

    # long division, 53 bits of the quotient at a time, until the rest of it is exact as a double
    is_long = c.abs(a / b) >= 2.0**53
    with c.when(c.any(is_long)), c.repeat() as again:
        rest = reduced.value
        reduced.update(c.abs(rest / b) >= 2.0**53, _without_leading_multiple(c, rest, b))
        again.append(c.any(c.abs(reduced.value / b) >= 2.0**53))

    # the rounded quotient is right or, next to an integer, one too large
    rest = reduced.value
    whole = c.floor(rest / b)
    rest = c.select(whole.equals(0.0), rest, c.fma(-whole, b, rest))
    rest = c.select((rest < 0.0) & (b > 0.0) | (rest > 0.0) & (b < 0.0), rest + b, rest)
    return c.function([a, b], [c.select(rest.equals(0.0), c.copysign(0.0, b), rest)])


def _without_leading_multiple(c: Code, a: Real, b: Real) -> Real:
    """a minus b times the rounded quotient; the difference is a double."""
    # where the quotient is none, divide 2⁻¹⁰⁰ a by the multiple 2¹⁰⁰ b or 2¹⁰⁰⁰ b: the same digits
    is_wide = c.abs(a / b).equals(inf)
    multiple = b * c.select(c.abs(b) < 2.0**-100, 2.0**1000, 2.0**100)
    whole = c.select(is_wide, a * 2.0**-100 / multiple, a / b)
    return c.fma(-whole, c.select(is_wide, multiple * 2.0**100, b), a)


def sign() -> Function:
    """−1, 0 or 1."""
    c = Code("sign")
    x = c.parameter()
    size = c.abs(x)
    return c.function([x], [c.select(size > 0.0, c.copysign(1.0, x), size)])


ELEMENTARY: dict[str, Callable[[], Function]] = {
    **{"sincos": sincos, "tan": tan, "asin": asin, "acos": acos, "atan2": atan2},
    **{"exp": exp, "log": log, "sinh": sinh, "cosh": cosh, "tanh": tanh, "pow": pow},
    **{"mod": mod, "sign": sign},
}
"""Writers of the elementary functions, by operation; "sincos" has two results, sine and cosine."""


@cache
def elementary(name: str) -> Function:
    """The function of this operation, written once per process."""
    return ELEMENTARY[name]()

"""Numbers as people read them: as a simple fraction where there is one, else with few digits."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

DIGITS = 6
"""Digits of a number that is no simple fraction; more are noise to a reader."""

_ROUNDING = 1e-15
"""Relative error of a number that was meant to be a fraction; a few roundings."""

_LARGEST_DENOMINATOR = 1000

_LARGEST_WHOLE = 10**9

_LARGEST_SMALL = 16
"""Numerator and denominator of a number that is read at a glance."""

_FEW = 3
"""Digits of decimals that are read at a glance: 0.075 in place of 3/40."""


def simple_fraction(value: float | Fraction) -> Fraction | None:
    """The fraction with a small denominator that a number is meant to be."""
    exact = Fraction(value)
    near = exact.limit_denominator(_LARGEST_DENOMINATOR)
    is_near = abs(near - exact) <= _ROUNDING * abs(exact) and abs(near.numerator) <= _LARGEST_WHOLE
    return near if is_near else None


def decimals(value: float | Fraction) -> str:
    """The number with few digits."""
    return f"{float(value):.{DIGITS}g}"


def is_short(near: Fraction, *, among_decimals: bool = False) -> bool:
    """Whether a fraction is less to read than its decimals: 8/75 but 0.24; 2/5, but 0.4 `among_decimals`."""
    if near.denominator <= 2:
        return True
    if near.denominator > _LARGEST_SMALL and float(f"{float(near):.{_FEW}g}") == float(near):
        return False
    margin = len(decimals(near)) - len(str(near))
    return margin > 0 or (margin == 0 and not among_decimals)


def number_text(value: float | Fraction) -> str:
    """Fraction or decimals, whichever is less to read."""
    near = simple_fraction(value)
    return str(near) if near is not None and is_short(near) else decimals(value)


def entry_text(value: float) -> str:
    """The number as an entry of a table: a fraction of small numbers, or decimals."""
    near = simple_fraction(value)
    is_small = near is not None and near.denominator <= _LARGEST_SMALL and is_short(near)
    return str(near) if is_small else decimals(value)


def are_no_longer(numbers: Iterable[float | Fraction], before: Iterable[float | Fraction]) -> bool:
    """Whether numbers are small, or were there before: 0.94 + 0.4 x needs no other form, as (47 + 20 x)/50."""
    previous = {_unsigned(a) for a in before}
    return all(_is_small(a) or _unsigned(a) in previous for a in numbers)


def _unsigned(value: float | Fraction) -> str:
    return number_text(value).removeprefix("-")


def _is_small(value: float | Fraction) -> bool:
    near = simple_fraction(value)
    return near is not None and max(abs(near.numerator), near.denominator) <= _LARGEST_SMALL

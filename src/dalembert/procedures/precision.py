"""Polynomials, and sums of two doubles that together carry about 106 bits.

A pair (high, low) stands for the exact sum of both. The functions below return the rounded result of one
operation together with what the rounding lost, so that a result can be rounded once, at the end.
"""

from __future__ import annotations

from collections.abc import Sequence

from dalembert.procedures.language import Code
from dalembert.procedures.values import Real, RealLike


def squares(x: Real, count: int) -> list[Real]:
    """x, x², x⁴, … each the square of the one before."""
    powers = [x]
    while len(powers) < count:
        powers.append(powers[-1] * powers[-1])
    return powers


def polynomial(c: Code, powers: Sequence[Real], coefficients: Sequence[float]) -> Real:
    """Σ coefficients[i]·xⁱ, added in pairs (Estrin 1960) as far as the powers x, x², x⁴ … go, then by Horner.

    One power more halves what is left of the chain of dependent operations.
    """
    terms: list[RealLike] = list(coefficients)
    for power in powers[:-1]:
        pairs = [c.fma(power, terms[i + 1], terms[i]) for i in range(0, len(terms) - 1, 2)]
        terms = [*pairs, *terms[len(terms) & ~1 :]]
    *lower, last = terms
    total: Real = c.lift(Real, last)
    for term in reversed(lower):
        total = c.fma(powers[-1], total, term)
    return total


def ordered_sum(a: RealLike, b: Real) -> tuple[Real, Real]:
    """The pair a + b, exact when |a| ≥ |b| or a = 0 (Dekker 1971)."""
    high = a + b
    return high, (a - high) + b


def exact_sum(a: Real, b: Real) -> tuple[Real, Real]:
    """The pair a + b, exact for any two (Knuth 1969)."""
    high = a + b
    part = high - a
    return high, (a - (high - part)) + (b - part)


def exact_product(c: Code, a: Real, b: RealLike) -> tuple[Real, Real]:
    """The pair a·b, exact unless it underflows."""
    high = a * b
    return high, c.fma(a, b, -high)


def quotient(c: Code, a: tuple[Real, Real], b: tuple[Real, Real]) -> tuple[Real, Real]:
    """The pair a/b: an approximate quotient and the residual it leaves, over b; one division."""
    inverse = 1.0 / b[0]
    high = a[0] * inverse
    residual = c.fma(-high, b[0], a[0]) + c.fma(-high, b[1], a[1])
    return high, residual * inverse

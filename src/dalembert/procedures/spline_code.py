"""Native code of a spline: find the piece, evaluate its polynomial."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Enum

from dalembert.procedures.language import Code
from dalembert.procedures.statements import Array, Procedure
from dalembert.procedures.values import Index, Mask, Real, RealLike

OUTSIDE = 1
"""Status of a spline that is asked outside its range and has no answer there."""


class Beyond(Enum):
    """Continuation of a spline outside the range of its knots.

    Examples
    --------
    >>> import dalembert as da
    >>> hold = da.expr.Beyond.HOLD
    >>> law = da.spline([0.0, 1.0, 2.0, 3.0], [0.0, 1.0, 4.0, 9.0], beyond=hold)
    >>> print(f"{da.expr.evaluate(law(5.0)):.3f}")
    9.000
    >>> print([kind.name for kind in da.expr.Beyond])
    ['NAN', 'HOLD', 'CONTINUE', 'PERIODIC']
    """

    NAN = "nan"
    """Not a number, and a failing status: no answer rather than a wrong one."""

    HOLD = "hold"
    """The value at the end; derivatives are zero."""

    CONTINUE = "continue"
    """The polynomial of the first or the last piece goes on."""

    PERIODIC = "periodic"
    """The range repeats; in the range, both ends included, nothing changes."""


def spline_procedure(
    name: str,
    knots: Sequence[float],
    pieces: Sequence[Sequence[float]],
    *,
    beyond: Beyond,
    is_derivative: bool,
) -> Procedure:
    """y[0] = Σⱼ pieces[i][j] (x[0] − knots[i])ʲ for the last piece i that does not start above x[0].

    With more than one piece the procedure runs lane by lane.
    """
    c = Code(name)
    operand, result = c.argument("x"), c.argument("y")
    x, first, last = operand[0], knots[0], knots[-1]
    is_outside = (x < first) | (x > last)

    # the place in the range that answers for x
    place = _place(c, x, is_outside, first, last, beyond)
    is_missing = place.is_nan()

    # its piece, and the polynomial there
    starts, piece = _piece(c, c.select(is_missing, first, place), knots[:-1])
    value = _horner(c, pieces, piece, place - starts[piece])

    if beyond is Beyond.HOLD and is_derivative:
        value = c.select(is_outside, 0.0, value)
    result[0] = c.select(is_missing, math.nan, value)
    if beyond is Beyond.NAN:
        with c.when(c.any(is_outside)):
            c.end(OUTSIDE)
    return c.procedure()


def nearly_uniform_step(starts: Sequence[float]) -> float | None:
    """The mean step, if every start is less than half of it away from its place in an even row."""
    n = len(starts)
    step = (starts[-1] - starts[0]) / max(n - 1, 1)
    is_even = all(abs(start - (starts[0] + i * step)) < 0.4 * step for i, start in enumerate(starts))
    return step if is_even and step > 0.0 and math.isfinite(1.0 / step) else None


def _place(c: Code, x: Real, is_outside: Mask, first: float, last: float, beyond: Beyond) -> Real:
    """Not a number where there is no answer."""
    if beyond is Beyond.CONTINUE:
        return x
    if beyond is Beyond.HOLD:
        return c.minimum(c.maximum(x, first), last)
    inside: RealLike = math.nan
    if beyond is Beyond.PERIODIC:
        period = last - first
        turned = x - period * c.floor((x - first) / period)
        inside = c.minimum(c.maximum(turned, first), last)
    place: Real = c.select(is_outside, inside, x)
    return place


def _piece(c: Code, x: Real, starts: Sequence[float]) -> tuple[Array, Index]:
    """The table of starts, and the last of them that is not above x, or the first."""
    n = len(starts)
    guess = c.lift(Index, 0)
    steps = [1 << bit for bit in reversed(range((n - 1).bit_length()))]
    if len(steps) > 2 and (mean := nearly_uniform_step(starts)):
        # at most one off, so one less is at most two too low
        near = (x - starts[0]) * (1.0 / mean) - 1.0
        guess, steps = c.position(c.maximum(c.minimum(near, n - 1.0), 0.0)), [1, 1]

    # what is not a number is never below x: no step leads out of the table
    table = c.table([*starts, *[math.nan] * max(sum(steps) + 1 - n, 1)])
    for step in steps:
        further = guess + step
        guess = c.pick(c.is_true(table[further] <= x), further, guess)
    return table, guess


def _horner(c: Code, pieces: Sequence[Sequence[float]], piece: Index, s: Real) -> Real:
    """Σⱼ pieces[piece][j] sʲ, without fused operations: the same bits as NumPy."""
    width = len(pieces[0])
    table = c.table([coefficient for row in pieces for coefficient in row])
    value: Real = table[piece * width + (width - 1)]
    for j in reversed(range(width - 1)):
        value = value * s + table[piece * width + j]
    return value

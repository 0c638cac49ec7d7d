"""Native code of the least ½ xᵀ H x + gᵀ x between limits, for a definite H.

Each entry is free, or at one of its limits. Free ones follow from the others; the first one that is beyond a limit
goes there, the first one at a limit from which the function falls inwards is freed. With a definite H no set of
limits comes twice, so this ends (Murty 1974; Júdice and Pires 1992, for boxes).
"""

from __future__ import annotations

from dalembert.procedures.columns import give_up
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Array, Procedure
from dalembert.procedures.values import Index, Real

MOST_CHANGES = 64
"""Largest number of changes of limits for each entry; there are a few as a rule."""

ROUNDING = 1e-13
"""Distance beyond a limit, or slope, that is rounding, relative to the terms that add up to it."""


def box_minimum(n: int) -> Procedure:
    """x: H (n, n), g (n), lower and upper limits (n) → y: the minimum (n), and −1, 0 or 1 where it is (n).

    −1 is the lower limit, 1 the upper one, 0 between them. Lane by lane.
    """
    c = Code(f"box_minimum_{n}")
    x, y = c.argument("x"), c.argument("y")
    H, g, low, high = x.part(0), x.part(n * n), x.part(n * n + n), x.part(n * n + 2 * n)
    side, K, b = c.array(n), c.array(n * n), c.array(n)
    with c.each(n) as i:
        side[i] = 0.0
    changes, is_changed = c.variable(0), c.variable(0)
    with c.repeat() as again:
        _system(c, n, H, g, low, high, side, K, b)
        _eliminated(c, n, K, b)
        is_changed.value = 0
        with c.each(n) as i:
            wanted = _wanted(c, n, H, g, low, high, side, b, i)
            with c.when(is_changed.value.equals(0)), c.when(c.is_true(~wanted.equals(side[i]))):
                is_changed.value = 1
                side[i] = wanted
        changes.value = changes.value + 1
        again.append(is_changed.value.equals(1) & (changes.value < MOST_CHANGES * n))
    with c.when(is_changed.value.equals(1)):
        give_up(c, y, 2 * n)
    with c.each(n) as i:
        y[i] = b[i]
        y[n + i] = side[i]
    return c.procedure()


def _system(c: Code, n: int, H: Array, g: Array, low: Array, high: Array, side: Array, K: Array, b: Array) -> None:
    """K x = b: free entries make the slope zero along them, the others are at their limits."""
    with c.each(n) as i:
        is_free = side[i].equals(0.0)
        limit = c.select(side[i] < 0.0, low[i], high[i])
        b[i] = c.select(is_free, -g[i], limit)
        with c.each(n) as j:
            other = side[j].equals(0.0)
            bound = c.select(side[j] < 0.0, low[j], high[j])
            entry = H[i * n + j]
            K[i * n + j] = c.select(is_free & other, entry, 0.0)
            # a limit that is infinite is never taken
            moved = c.select(is_free & ~other, entry * bound, 0.0)
            b[i] = b[i] - moved
        K[i * n + i] = c.select(is_free, K[i * n + i], 1.0)


def _eliminated(c: Code, n: int, K: Array, b: Array) -> None:
    """b := K⁻¹ b, for a definite K."""
    with c.each(n) as k:
        inverse = 1.0 / K[k * n + k]
        with c.each(k + 1, n) as i:
            factor = K[i * n + k] * inverse
            with c.each(k, n) as j:
                K[i * n + j] = c.fma(-factor, K[k * n + j], K[i * n + j])
            b[i] = c.fma(-factor, b[k], b[i])
    with c.each(n) as reverse:
        k = n - 1 - reverse
        total = c.variable(b[k])
        with c.each(k + 1, n) as j:
            total.value = c.fma(-K[k * n + j], b[j], total.value)
        b[k] = total.value / K[k * n + k]


def _wanted(c: Code, n: int, H: Array, g: Array, low: Array, high: Array, side: Array, b: Array, i: Index) -> Real:
    """Side on which an entry should be: −1, 0 or 1."""
    slope, size = c.variable(g[i]), c.variable(c.abs(g[i]))
    with c.each(n) as j:
        term = H[i * n + j] * b[j]
        slope.value = slope.value + term
        size.value = size.value + c.abs(term)
    room = ROUNDING * c.abs(b[i])
    is_below, is_above = b[i] < low[i] - room, high[i] + room < b[i]
    falls_up, falls_down = slope.value < -ROUNDING * size.value, ROUNDING * size.value < slope.value
    when_free = c.select(is_below, -1.0, c.select(is_above, 1.0, 0.0))
    when_low = c.select(falls_up, 0.0, -1.0)
    when_high = c.select(falls_down, 0.0, 1.0)
    return c.select(side[i].equals(0.0), when_free, c.select(side[i] < 0.0, when_low, when_high))

"""Native text of impacts one after the other, the fastest approach first, for one lane."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan

from dalembert.contact.cone_code import ConeShape, Fields
from dalembert.numerics.contact_levels import MOVES, NOISE
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Callee, Procedure

MOST_BLOWS = 100_000
"""Impacts of a sequence after which it is taken to be endless."""


def sequence(shape: ConeShape, fields: Fields, single: Fields, n_own: int, callees: Sequence[Callee]) -> Procedure:
    """x: what laws see, and n_own parameters → y: impulses, not numbers if endless; the callee is one's law."""
    c, n, N, width = Code(f"sequence_{shape.key}"), shape.n, shape.size, shape.width
    (law,), x, total = callees, c.argument("x"), c.argument("y")
    given, one, blow, v = fields.of(x), c.array(single.size + n_own), c.array(width), c.array(N)
    alone, largest = single.of(one), c.variable(0.0)
    with c.each(N) as k:
        total[k], v[k] = 0.0, given["v"][k]
        largest.value = c.maximum(largest.value, c.abs(v[k]))
    with c.each(n_own) as k:
        one[k + single.size] = x[k + fields.size]
    count, is_over = c.variable(0), c.variable(0)
    with c.repeat() as again:
        fastest, which = c.variable(-NOISE * largest.value), c.variable(0)
        is_over.value = 1
        with c.each(n) as i, c.when(c.is_true((given["active"][i] > 0.5) & (v[i * width] < fastest.value))):
            fastest.value, which.value, is_over.value = v[i * width], i, 0
        with c.when(is_over.value.equals(0)):
            i = which.value
            first, size, slip = i * width, c.variable(0.0), c.variable(0.0)
            for name in ("mu", "kinetic", "restitution", "tangential"):
                alone[name][0] = given[name][i]
            alone["active"][0], alone["approach"][0] = 1.0, v[first]
            with c.each(width) as r:
                alone["v"][r] = v[first + r]
                size.value = c.maximum(size.value, c.abs(v[first + r]))
                with c.each(width) as s:
                    alone["W"][r * width + s] = given["W"][(first + r) * N + (first + s)]
            with c.each(1, width) as r:
                slip.value = c.fma(v[first + r], v[first + r], slip.value)
            alone["slides"][0] = c.select(c.sqrt(slip.value) > MOVES * size.value, 1.0, 0.0)
            c.call(law, one, blow)
            with c.each(width) as r:
                total[first + r] = total[first + r] + blow[r]
                with c.each(N) as k:
                    v[k] = c.fma(given["W"][k * N + (first + r)], blow[r], v[k])
        count.value = count.value + 1
        again.append(is_over.value.equals(0) & (count.value < MOST_BLOWS))
    with c.when(is_over.value.equals(0)), c.each(N) as k:
        total[k] = nan
    return c.procedure()

"""Rows that contradict each other: J a = γ has no solution."""

from __future__ import annotations

from functools import reduce
from operator import add

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.bounds import bounded
from dalembert.expr.functions import absolute_value, maximum
from dalembert.expr.scalar import is_zero
from dalembert.expr.sparse_matrix import sparse_product

CONTRADICTION = 1e-6
"""What a row may be off, beside what it is made of."""

NEGLIGIBLE = 1e-12
"""What a row may be off in any case: γ may be nothing but rounding of zero."""


def checked(a: Array, J: Array, gamma: Array, rank: int | None) -> Array:
    """a (nu,) as given where J a = γ; elsewhere not a number, and native code reports it.

    Of a solution only the part that γ asks for is given: whether rows contradict each other depends on it alone.
    Where the rank is known, so are the rows: they are off only where states are, as inside a time step.
    """
    if not len(J) or rank is not None:
        return a
    largest = reduce(maximum, absolute_value(a))
    off = absolute_value(sparse_product(J, a) - gamma)
    size = _sums_of_sizes(J) * largest + absolute_value(gamma)
    message = "constraint rows contradict each other: no accelerations satisfy all of them"
    return bounded(a, list(off), list(CONTRADICTION * size + NEGLIGIBLE), "agreement", message)


def checked_as_whole(a: Array, J: Array, gamma: Array, taken: int, rank: int | None) -> Array:
    """All accelerations, checked where only so many rows were taken since others seem to depend on them."""
    return checked(a, J, gamma, rank) if taken < min(J.shape) else a


def _sums_of_sizes(J: Array) -> Array:
    """Σ |J_ik| of each row (m,), skipping structural zeros."""
    sums = np.empty(len(J), dtype=object)
    sums[:] = [reduce(add, [absolute_value(x) for x in row if not is_zero(x)], 0.0) for row in J]
    return sums

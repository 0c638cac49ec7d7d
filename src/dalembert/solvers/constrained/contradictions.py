"""Rows that contradict each other: J a = γ has no solution."""

from __future__ import annotations

from functools import reduce
from typing import Any

from dalembert.expr.bounds import bounded
from dalembert.expr.functions import absolute_value, maximum

CONTRADICTION = 1e-6
"""What a row may be off, beside what it is made of."""

NEGLIGIBLE = 1e-12
"""What a row may be off in any case: γ may be nothing but rounding of zero."""


def checked(a: Any, J: Any, gamma: Any, rank: int | None) -> Any:
    """a (nu,) as given where J a = γ; elsewhere not a number, and native code reports it.

    Of a solution only the part that γ asks for is given: whether rows contradict each other depends on it alone.
    Where the rank is known, so are the rows: they are off only where states are, as inside a time step.
    """
    if not len(J) or rank is not None:
        return a
    largest = reduce(maximum, absolute_value(a))
    off, size = absolute_value(J @ a - gamma), absolute_value(J).sum(axis=1) * largest + absolute_value(gamma)
    message = "constraint rows contradict each other: no accelerations satisfy all of them"
    return bounded(a, list(off), list(CONTRADICTION * size + NEGLIGIBLE), "agreement", message)

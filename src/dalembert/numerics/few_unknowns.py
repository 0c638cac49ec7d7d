"""Zeros of functions of a few unknowns that are asked with numbers."""

from __future__ import annotations

from collections.abc import Callable

from dalembert.arrays import Vector


def zero_near(function: Callable[[Vector], Vector], guess: Vector, tolerance: float) -> Vector:
    """Where a function of as many values as unknowns vanishes, near a guess, by Powell's hybrid method.

    It may not have come there: the caller looks at what the function is.
    """
    from scipy.optimize import root

    found: Vector = root(function, guess, tol=tolerance).x
    return found

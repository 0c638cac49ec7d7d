"""Minima and jumps of functions of one variable, closed in on between samples."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Matrix, Vector

SUSPECTS = 8
"""Number of intervals between samples that are searched: those whose change fits least to their neighbours'."""

HALVINGS = 34
"""Number of halvings of an interval, after which its length is rounding."""


PARTS, ROUNDS = 16, 14
"""Number of parts of an interval around a minimum, and how often it is divided."""


def least(function: Callable[[Vector], Vector], places: Vector, values: Vector) -> tuple[float, float]:
    """The place where a function is least, and its value there, from values at some places.

    Around places that may be next to the least one, the interval between their neighbours is divided again and
    again; where the function jumps, that comes as near to the jump as numbers do.
    """
    order = np.argsort(places)
    x, y = places[order], values[order]
    left, right = np.concatenate([y[:1], y[:-1]]), np.concatenate([y[1:], y[-1:]])
    best = int(np.argmin(y))
    smallest = float(x[best]), float(y[best])
    # below its neighbours, and not higher than it changes between them
    low = np.flatnonzero((y <= left) & (y <= right) & (2.0 * y - np.maximum(left, right) <= smallest[1]))
    for k in low[np.argsort(y[low])[:SUSPECTS]]:
        a, b = float(x[max(k - 1, 0)]), float(x[min(k + 1, len(x) - 1)])
        for _ in range(ROUNDS):
            inside = np.linspace(a, b, PARTS + 1)
            numbers = function(inside)
            i = int(np.argmin(numbers))
            if numbers[i] < smallest[1]:
                smallest = float(inside[i]), float(numbers[i])
            a, b = float(inside[max(i - 1, 0)]), float(inside[min(i + 1, PARTS)])
    return smallest


def largest_jump(function: Callable[[float], ArrayLike], places: Vector, values: Matrix) -> tuple[float, float]:
    """The place where a function jumps most, and by how much; zero if it is continuous.

    `places` (n,) rise, `values` (n, k) are those of the function there.
    """
    changes = np.diff(values, axis=0)
    around = np.pad(changes, ((1, 1), (0, 0)), mode="edge")
    expected = (around[:-2] + around[2:]) / 2.0
    misfit = np.linalg.norm(changes - expected, axis=1)
    largest = (float(places[0]), 0.0)
    for k in np.argsort(misfit)[::-1][:SUSPECTS]:
        place, size = _closed_in(function, places[k : k + 2], values[k : k + 2], expected[k])
        if size > largest[1]:
            largest = (place, size)
    return largest


def _closed_in(
    function: Callable[[float], ArrayLike], ends: Vector, values: Matrix, expected: Vector
) -> tuple[float, float]:
    """The place in an interval where a function changes otherwise than expected, and the change there."""
    (low, high), (first, last) = ends, values
    for _ in range(HALVINGS):
        middle, expected = (low + high) / 2.0, expected / 2.0
        between = np.atleast_1d(function(middle))
        if np.linalg.norm(between - first - expected) > np.linalg.norm(last - between - expected):
            high, last = middle, between
        else:
            low, first = middle, between
    return float((low + high) / 2.0), float(np.linalg.norm(last - first))

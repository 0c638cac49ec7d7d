"""Mass of flat bodies between points of a plane: where its centre is, and its moment of inertia."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from dalembert.arrays import Array, Matrix
from dalembert.expr.functions import sqrt
from dalembert.expr.node import Scalar
from dalembert.expr.rewrite import evaluate
from dalembert.spatial.vectors import as_array

FLAT = 1e-9
"""Area beside the square of the longest distance up to which corners lie on a line."""


def numbers(values: Scalar | Array | Sequence[Array]) -> Matrix:
    """Numbers of expressions, with default values of parameters."""
    return np.asarray(evaluate(np.asarray(values, dtype=object)), dtype=float)


def length(vector: Array) -> Scalar:
    """Length of a vector (2,) of numbers or expressions."""
    return sqrt(vector[0] ** 2 + vector[1] ** 2)


def uniform(corners: list[Array]) -> tuple[Array, Scalar]:
    """Centre (2,) of a thin plate with these corners, and its moment of inertia per mass about the centre.

    Two corners, or several on a line, are the ends of a thin rod; one is a point.
    """
    if len(corners) == 1:
        return as_array(corners[0]), 0.0
    first, last = max(combinations(corners, 2), key=lambda pair: float(np.linalg.norm(numbers(pair[1] - pair[0]))))
    if (
        len(corners) == 2
        or abs(float(numbers(_area(corners)))) <= FLAT * float(numbers(length(last - first))) ** 2
    ):
        return as_array((first + last) / 2.0), length(last - first) ** 2 / 12.0
    return _plate(corners)


def is_crossing(corners: list[Array]) -> bool:
    """Whether sides of a plate cross each other, as drawn."""
    sides = [(numbers(a), numbers(b)) for a, b in _sides(corners)] if len(corners) > 3 else []
    return any(
        _cross(b - a, c - a) * _cross(b - a, d - a) < 0.0 and _cross(d - c, a - c) * _cross(d - c, b - c) < 0.0
        for (a, b), (c, d) in combinations(sides, 2)
    )


def rim(corners: list[Array]) -> list[int]:
    """Numbers of the points that lie around all others, counterclockwise; all of them, in order, on a line."""
    places = numbers(corners)
    order = sorted(range(len(corners)), key=lambda k: tuple(places[k]))
    if len(order) < 3:
        return list(range(len(corners)))
    near = 1e-12 * float(np.ptp(places, axis=0).max()) ** 2

    def half(points: list[int]) -> list[int]:
        bend: list[int] = []
        for k in points:
            while len(bend) > 1 and _cross(*(places[[bend[-1], k]] - places[bend[-2]])) < -near:
                bend.pop()
            bend.append(k)
        return bend

    lower, upper = half(order), half(order[::-1])
    around = list(dict.fromkeys([*lower[:-1], *upper[:-1]]))
    return order if set(lower) == set(upper) == set(order) else around


def _area(corners: list[Array]) -> Scalar:
    return sum(_cross(a, b) for a, b in _sides(corners)) / 2.0


def _plate(corners: list[Array]) -> tuple[Array, Scalar]:
    """Centre and moment per mass of a plate, by triangles between each side and the first corner."""
    origin = corners[0]
    sides = [(a - origin, b - origin) for a, b in _sides(corners)]
    area = sum(_cross(a, b) for a, b in sides) / 2.0
    centre = sum(_cross(a, b) * (a + b) for a, b in sides) / (6.0 * area)
    moment = sum(_cross(a, b) * (a @ a + a @ b + b @ b) for a, b in sides) / (12.0 * area)
    return as_array(origin + centre), moment - centre @ centre


def _sides(corners: list[Array]) -> list[tuple[Array, Array]]:
    return list(zip(corners, [*corners[1:], corners[0]], strict=True))


def _cross(a: Array, b: Array) -> Scalar:
    return a[0] * b[1] - a[1] * b[0]

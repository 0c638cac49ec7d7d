"""Saddles of fits: stationary points from which residuals still fall, found by second derivatives."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from dalembert.arrays import Array, Matrix, Vector
from dalembert.numerics.bounded_least_squares import Linearized

STEP = 1e-3
"""Step of differences of slopes, beside the size of an unknown."""

FLAT = 1e-6
"""Curvature beside the largest that is none."""

REACHES = (1e-2, 3e-2, 0.1, 0.3, 1.0)
"""Parts of the sizes of unknowns that are looked ahead."""

LOWER = 1e-6
"""Decrease of the cost, beside it, from which a point is lower."""

FEW = 10
"""Samples below which nothing is said about their order."""


def looks_random(parts: Sequence[Vector]) -> bool:
    """Whether residuals follow each other like noise, so that no smooth change could explain more of them."""
    # neighbours of white noise are correlated by 1/√n, give or take
    return all(len(r) >= FEW and correlation(r) < 3.0 / np.sqrt(len(r)) for r in parts)


def correlation(r: Vector) -> float:
    """How far each residual tells the next one, -1 to 1."""
    return float(r[1:] @ r[:-1]) / max(float(r @ r), 1e-300)


def way_down(
    evaluate: Callable[[Vector], Linearized | None],
    x: Vector,
    sizes: Vector,
    lower: Vector,
    upper: Vector,
) -> Vector | None:
    """A point of lower cost along which a stationary point is a maximum; None if there is none."""
    here = evaluate(x)
    direction = None if here is None or len(here.gaps) else _maximum(evaluate, here, x, sizes, (lower, upper))
    if here is None or direction is None:
        return None
    best, least = None, here.cost * (1.0 - LOWER)
    for reach in REACHES:
        for sign in (1.0, -1.0):
            there = np.clip(x + sign * reach * direction, lower, upper)
            point = evaluate(there)
            if point is not None and point.cost < least:
                best, least = there, point.cost
    return best


def _maximum(
    evaluate: Callable[[Vector], Linearized | None],
    here: Linearized,
    x: Vector,
    sizes: Vector,
    bounds: tuple[Vector, Vector],
) -> Vector | None:
    """The direction in which the cost is curved down most; None if it is curved down in none."""
    slope = here.jacobian.T @ here.residuals
    is_held = ((x <= bounds[0]) & (slope > 0.0)) | ((x >= bounds[1]) & (slope < 0.0))
    free = np.flatnonzero(~is_held)
    H = _curvature(evaluate, x, sizes, *bounds, free) if len(free) else None
    if H is None:
        return None
    values, axes = np.linalg.eigh(H)
    if not values[0] < -FLAT * np.abs(values).max():
        return None
    direction = np.zeros(len(x))
    direction[free] = sizes[free] * axes[:, 0]
    return direction


def _curvature(
    evaluate: Callable[[Vector], Linearized | None],
    x: Vector,
    sizes: Vector,
    lower: Vector,
    upper: Vector,
    free: Array,
) -> Matrix | None:
    """Second derivatives of the cost by free unknowns over their sizes; None where runs next to it fail."""
    columns = []
    for k in free:
        slopes, places = [], []
        for sign in (1.0, -1.0):
            there = x.copy()
            there[k] = np.clip(x[k] + sign * STEP * sizes[k], lower[k], upper[k])
            point = evaluate(there)
            if point is None:
                return None
            slopes.append(point.jacobian.T @ point.residuals)
            places.append(there[k])
        if places[0] == places[1]:
            return None
        columns.append((slopes[0] - slopes[1])[free] * sizes[free] * sizes[k] / (places[0] - places[1]))
    H = np.array(columns)
    return np.asarray(0.5 * (H + H.T))

"""Looks of bodies that nobody gave one: bars and plates between the points where they are held, or their inertia."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.looks import Bar, Ellipsoid, Plate, Solid, sphere
from dalembert.spatial.pose import Pose

Vector = NDArray[np.float64]

_SAME = 1e-6
"""Distance of points, beside the largest, that are one."""


def guessed_look(inertia: Any, points: Vector) -> tuple[Solid, ...]:
    """Solids for a body with these mass properties, numbers, that is held at these points (n, 3)."""
    corners = _distinct(points)
    if len(corners) < 2:
        return _by_inertia(inertia, corners)
    centre = corners.mean(axis=0)
    _, sizes, axes = np.linalg.svd(corners - centre)
    spread = np.concatenate([sizes, np.zeros(3)])[:3]
    if spread[1] <= 1e-3 * spread[0]:
        # all on one line
        along = (corners - centre) @ axes[0]
        return (Bar(corners[np.argmin(along)], corners[np.argmax(along)]),)
    if spread[2] <= 1e-3 * spread[0]:
        return (Plate(_around(corners, centre, axes)),)
    return tuple(Bar(centre, corner) for corner in corners)


def _by_inertia(inertia: Any, points: Vector) -> tuple[Solid, ...]:
    """The solid ellipsoid with the same mass and inertia; with a stick to the point where it is held."""
    if inertia is None:
        return (sphere(0.0),)
    com = np.array(inertia.com, dtype=float)
    moments, axes = np.linalg.eigh(np.array(inertia.J, dtype=float))
    squares = 5.0 * (moments.sum() / 2.0 - moments) / max(float(inertia.mass), np.finfo(float).tiny)
    radii = np.sqrt(np.maximum(squares, 0.0))
    R = axes if np.linalg.det(axes) > 0.0 else axes * [1.0, 1.0, -1.0]
    radii = np.maximum(radii, 0.04 * radii.max(initial=0.0))
    solid = Ellipsoid(radii, place=Pose(R, com))
    return (solid, *(Bar(point, com) for point in points if np.linalg.norm(point - com) > radii.max(initial=0.0)))


def _distinct(points: Vector) -> Vector:
    scale = float(np.abs(points).max(initial=0.0)) or 1.0
    found: list[Vector] = []
    for point in points:
        if all(np.linalg.norm(point - other) > _SAME * scale for other in found):
            found.append(point)
    return np.array(found).reshape(-1, 3)


def _around(corners: Vector, centre: Vector, axes: Vector) -> Vector:
    """Points of a plane on their convex hull, in the order of the rim (Andrew's monotone chain)."""
    flat = (corners - centre) @ axes[:2].T
    order = np.lexsort((flat[:, 1], flat[:, 0]))

    def chain(numbers: Any) -> list[int]:
        found: list[int] = []
        for k in numbers:
            while len(found) > 1 and _turn(flat[found[-2]], flat[found[-1]], flat[k]) <= 0.0:
                found.pop()
            found.append(int(k))
        return found[:-1]

    return corners[[*chain(order), *chain(order[::-1])]]


def _turn(a: Vector, b: Vector, c: Vector) -> float:
    (x, y), (u, v) = b - a, c - b
    return float(x * v - y * u)

"""Visuals of bodies that have none: bars and plates between points where they are held, or their inertia."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Vector
from dalembert.model.visuals import Bar, Cylinder, Ellipsoid, Plate, Solid, sphere
from dalembert.spatial.inertia import Inertia
from dalembert.spatial.pose import Pose

_TINY = np.finfo(float).tiny

_ARM = 0.1
"""How far from its centre a body without mass is drawn as if its inertia was there."""

_FLAT = 1e-3
"""Distance from a line, beside the length of it, that is none."""

_NEARLY_FLAT = 0.2
"""Thickness of a set of points, beside its length, that still makes a plate."""

_SAME_POINT = 1e-6
"""Distance of points, beside the largest, that are one."""


def guessed_visual(inertia: Inertia | None, points: Vector) -> tuple[Solid, ...]:
    """Solids for a body with these mass properties, numbers, that is held at these points (n, 3)."""
    corners = _distinct(points)
    if len(corners) < 2:
        return () if inertia is None else _by_inertia(inertia, corners)
    centre = corners.mean(axis=0)
    _, sizes, axes = np.linalg.svd(corners - centre)
    spread = np.concatenate([sizes, np.zeros(3)])[:3]
    if spread[1] <= _FLAT * spread[0]:
        return (_bar(inertia, corners, axes[0]),)
    if len(corners) > 2 and spread[2] <= _NEARLY_FLAT * spread[0]:
        return (Plate(_around(corners, centre, axes)),)
    return tuple(Bar(centre, corner) for corner in corners)


def arms(solids: Sequence[Solid], points: Vector) -> tuple[Solid, ...]:
    """Thin bars from solids to the points outside of them where their body is held."""
    corners = [solid.mesh(0.0).moved(solid.place.R, solid.place.p).points for solid in solids]
    if not corners:
        return ()
    least, largest = np.concatenate(corners).min(axis=0), np.concatenate(corners).max(axis=0)
    size = float(np.linalg.norm(largest - least))
    bars = []
    for point in _distinct(points):
        nearest = np.clip(point, least, largest)
        if (gap := float(np.linalg.norm(point - nearest))) > max(0.1 * size, _SAME_POINT):
            # from inside, where the solid is thick
            bars.append(Bar(nearest + min(1.0, 0.2 * size / gap) * (0.5 * (least + largest) - nearest), point))
    return tuple(bars)


def _bar(inertia: Inertia | None, points: Vector, direction: Vector) -> Solid:
    """A bar along points of one line, and to the centre of mass if it lies on that line too."""
    start = points[0]
    along = (points - start) @ direction
    if inertia is not None:
        com = np.array(inertia.com, dtype=float)
        way = float((com - start) @ direction)
        if np.linalg.norm(com - start - way * direction) <= _FLAT * np.ptp(along):
            along = np.append(along, way)
    return Bar(start + along.min() * direction, start + along.max() * direction)


def _by_inertia(inertia: Inertia, points: Vector) -> tuple[Solid, ...]:
    """The solid with the same mass and inertia: a bar, a cylinder, else an ellipsoid; with an arm to a point."""
    com = np.array(inertia.com, dtype=float)
    # of a rotor without mass any size has its moments
    mass = float(inertia.mass) or max(float(np.trace(np.array(inertia.J, dtype=float))) / _ARM**2, _TINY)
    moments, axes = np.linalg.eigh(np.array(inertia.J, dtype=float) / mass)
    R = axes if np.linalg.det(axes) > 0.0 else axes * [1.0, 1.0, -1.0]
    solid = _equal_solid(np.maximum(moments, 0.0), R, com)
    return (solid, *arms((solid,), points))


def _equal_solid(moments: Vector, R: Vector, com: Vector) -> Solid:
    """A solid of unit mass with these principal moments, in ascending order, about the columns of R."""
    largest = moments[-1]
    if largest <= 0.0:
        return sphere(0.0, place=Pose(p=com))
    if moments[0] <= 1e-3 * largest:
        half = np.sqrt(3.0 * largest) * R[:, 0]
        return Bar(com - half, com + half)
    for k, others in ((0, moments[1:]), (2, moments[:2])):
        # J = r²/2 along the axis of a cylinder, r²/4 + h²/12 across it
        rest = others.mean() - moments[k] / 2.0
        if np.ptp(others) <= 1e-6 * largest and np.ptp(moments) > 1e-6 * largest and rest >= -1e-9 * largest:
            return Cylinder(np.sqrt(2.0 * moments[k]), np.sqrt(12.0 * max(rest, 0.0)), R[:, k], place=Pose(p=com))
    radii = np.sqrt(np.maximum(5.0 * (moments.sum() / 2.0 - moments), 0.0))
    return Ellipsoid(np.maximum(radii, 0.04 * radii.max()), place=Pose(R, com))


def _distinct(points: Vector) -> Vector:
    scale = float(np.abs(points).max(initial=0.0)) or 1.0
    distinct: list[Vector] = []
    for point in points:
        if all(np.linalg.norm(point - other) > _SAME_POINT * scale for other in distinct):
            distinct.append(point)
    return np.array(distinct).reshape(-1, 3)


def _around(corners: Vector, centre: Vector, axes: Vector) -> Vector:
    """Points of a plane on their convex hull, in the order of the rim (Andrew's monotone chain)."""
    flat = (corners - centre) @ axes[:2].T
    order = np.lexsort((flat[:, 1], flat[:, 0]))

    def chain(numbers: NDArray[np.int64]) -> list[int]:
        hull: list[int] = []
        for k in numbers:
            while len(hull) > 1 and _turn(flat[hull[-2]], flat[hull[-1]], flat[k]) <= 0.0:
                hull.pop()
            hull.append(int(k))
        return hull[:-1]

    return corners[[*chain(order), *chain(order[::-1])]]


def _turn(a: Vector, b: Vector, c: Vector) -> float:
    (x, y), (u, v) = b - a, c - b
    return float(x * v - y * u)

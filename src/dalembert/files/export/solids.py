"""Solids for drawings as the plain shapes that robot formats have; others are not drawn there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dalembert.expr.rewrite import evaluate
from dalembert.files.export.robot_parts import numeric_pose
from dalembert.model.visuals import Bar, Box, Cylinder, Ellipsoid, Solid
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import across, unit


@dataclass(frozen=True, eq=False)
class PlainSolid:
    """A box, cylinder, sphere or ellipsoid where it is drawn on a body."""

    kind: str
    pose: Pose
    sizes: tuple[float, ...]
    """Edges of a box, radius and length of a cylinder, a radius, half-axes."""


def plain_solid(solid: Solid) -> PlainSolid | None:
    """The shape of a solid; None if it is none of the plain ones, or without extent."""
    found = _shape(solid)
    if found is None or not all(x > 0.0 for x in found.sizes):
        return None
    return PlainSolid(found.kind, numeric_pose(solid.place) @ found.pose, found.sizes)


def _shape(solid: Solid) -> PlainSolid | None:
    if isinstance(solid, Box):
        return PlainSolid("box", Pose(), _numbers(solid.size))
    if isinstance(solid, Cylinder):
        return PlainSolid("cylinder", Pose(_along(unit(solid.axis))), _numbers([solid.radius, solid.length]))
    if isinstance(solid, Ellipsoid):
        radii = _numbers(solid.radii)
        return (
            PlainSolid("sphere", Pose(), radii[:1])
            if len({*radii}) == 1
            else PlainSolid("ellipsoid", Pose(), radii)
        )
    if isinstance(solid, Bar):
        start, end, (radius,) = (
            np.array(_numbers(solid.start)),
            np.array(_numbers(solid.end)),
            _numbers([solid.radius]),
        )
        length = float(np.linalg.norm(end - start))
        axis = (end - start) / length if length else np.array([0.0, 0.0, 1.0])
        return PlainSolid("cylinder", Pose(_along(axis), (start + end) / 2.0), (radius, length))
    return None


def _numbers(values: object) -> tuple[float, ...]:
    return tuple(map(float, evaluate(np.asarray(values, dtype=object))))


def _along(axis: np.ndarray) -> np.ndarray:
    """Axes (3, 3) of which the last is along a direction."""
    n = np.asarray(axis, dtype=float)
    first = np.asarray(across(tuple(n))[0], dtype=float)
    return np.column_stack([first, np.cross(n, first), n])

"""Spots on wheels and balls, so that their turning is seen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dalembert.model.visuals import Bar, Cylinder, Ellipsoid, Solid
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import across

COLOUR = "#efece4"

_TETRAHEDRON = np.array([[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]]) / np.sqrt(3.0)
"""Directions of which two are seen from anywhere."""


def marks(solids: Sequence[Solid]) -> tuple[Solid, ...]:
    """Spots on flat cylinders, and on a ball that is alone; none where bars show how a body is turned."""
    if any(isinstance(solid, Bar) for solid in solids):
        return ()
    spots: list[Solid] = []
    for solid in solids:
        if isinstance(solid, Cylinder) and float(solid.length) <= 1.2 * float(solid.radius):
            spots.append(_on_wheel(solid))
        elif isinstance(solid, Ellipsoid) and len(solids) == 1:
            spots += _on_ball(solid)
    return tuple(spots)


def _on_wheel(wheel: Cylinder) -> Solid:
    """A spot that is seen from both sides of a wheel."""
    r, length = float(wheel.radius), float(wheel.length)
    place = wheel.place @ Pose(p=0.66 * r * np.asarray(across(wheel.axis)[0], dtype=float))
    return Cylinder(0.11 * r, length + 0.02 * r, wheel.axis, place=place, colour=COLOUR)


def _on_ball(ball: Ellipsoid) -> list[Solid]:
    """Flat lenses that just stand out."""
    r, *others = (float(x) for x in ball.radii)
    if r <= 0.0 or any(x != r for x in others):
        return []
    lenses: list[Solid] = []
    for direction in _TETRAHEDRON:
        R = np.stack([*(np.asarray(e, dtype=float) for e in across(direction)), direction], axis=1)
        place = ball.place @ Pose(R, 0.97 * r * direction)
        lenses.append(Ellipsoid((0.22 * r, 0.22 * r, 0.036 * r), place=place, colour=COLOUR))
    return lenses

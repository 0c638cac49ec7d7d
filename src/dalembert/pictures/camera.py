"""From where a scene is seen."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Vector
from dalembert.errors import ModelError
from dalembert.pictures.scene import Scene

AZIMUTHS, ELEVATION = np.radians([-35.0, -55.0, -15.0, 35.0, 55.0]), np.radians(20.0)
"""Directions to the right of the front in the order in which they are tried, and how far above."""


@dataclass(frozen=True, eq=False)
class Camera:
    """Directions to the right, upwards and towards the eye; parallel rays."""

    right: Vector
    upward: Vector
    towards: Vector

    @classmethod
    def of(cls, scene: Scene) -> Camera:
        """From the front of a plane, otherwise from the side and a little above, where nothing is edge-on."""
        if scene.normal is not None:
            return cls.along(scene.normal, scene.up)
        right = np.array([1.0, 0.0, 0.0] if abs(scene.up[0]) < 0.9 else [0.0, 1.0, 0.0])
        ahead = np.cross(scene.up, right)
        ahead /= np.linalg.norm(ahead)
        right = np.cross(ahead, scene.up)
        flat = [np.sin(a) * right - np.cos(a) * ahead for a in AZIMUTHS]
        sides = [cls.along(np.cos(ELEVATION) * way + np.sin(ELEVATION) * scene.up, scene.up) for way in flat]
        widths = [camera.narrowest(scene.points) for camera in sides]
        return next(camera for camera, width in zip(sides, widths, strict=True) if width >= 0.6 * max(widths))

    @classmethod
    def along(cls, towards: ArrayLike, up: Vector) -> Camera:
        """With the eye in one direction; from right above or below, some other direction is up."""
        back = np.asarray(towards, dtype=float)
        if back.shape != (3,) or not np.isfinite(back).all() or not back.any():
            raise ModelError(f"the direction towards the eye is three numbers, not {towards!r}")
        back = back / np.linalg.norm(back)
        right = np.cross(up, back)
        if np.linalg.norm(right) < 1e-6:
            right = np.cross(np.roll(up, 1), back)
        right = right / np.linalg.norm(right)
        return cls(right, np.cross(back, right), back)

    def narrowest(self, points: Vector) -> float:
        """How wide the picture of points (n, 3) is where it is narrowest."""
        if len(points) < 2:
            return 0.0
        flat = self.flat(points)
        return float(np.linalg.svd(flat - flat.mean(axis=0), compute_uv=False)[-1])

    def flat(self, points: Vector) -> Vector:
        """Points (…, 3) in the picture (…, 2)."""
        return np.stack([points @ self.right, points @ self.upward], axis=-1)

    def depth(self, points: Vector) -> Vector:
        """How near points are to the eye."""
        return np.asarray(points @ self.towards)

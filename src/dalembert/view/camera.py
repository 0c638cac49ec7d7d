"""From where a scene is seen."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert.view.scene import Scene

Vector = NDArray[np.float64]

AZIMUTH, ELEVATION = np.radians(-55.0), np.radians(18.0)


@dataclass(frozen=True, eq=False)
class Camera:
    """Directions to the right, upwards and towards the eye; parallel rays."""

    right: Vector
    upward: Vector
    towards: Vector

    @classmethod
    def of(cls, scene: Scene) -> Camera:
        """From the front of a plane, from the side and a little above otherwise."""
        if scene.normal is not None:
            return cls.along(scene.normal, scene.up)
        first = np.cross(scene.up, [0.0, 0.0, 1.0] if abs(scene.up[2]) < 0.9 else [0.0, 1.0, 0.0])
        ahead = np.cross(first, scene.up) / np.linalg.norm(first)
        side = np.cross(scene.up, ahead)
        flat = np.cos(AZIMUTH) * side + np.sin(AZIMUTH) * ahead
        return cls.along(np.cos(ELEVATION) * flat + np.sin(ELEVATION) * scene.up, scene.up)

    @classmethod
    def along(cls, towards: Vector, up: Vector) -> Camera:
        """With the eye in one direction."""
        back = np.asarray(towards, dtype=float) / np.linalg.norm(towards)
        right = np.cross(up, back)
        right = right / np.linalg.norm(right)
        return cls(right, np.cross(back, right), back)

    def flat(self, points: Vector) -> Vector:
        """Points (…, 3) in the picture (…, 2)."""
        return np.stack([points @ self.right, points @ self.upward], axis=-1)

    def depth(self, points: Vector) -> Vector:
        """How near points are to the eye."""
        return np.asarray(points @ self.towards)

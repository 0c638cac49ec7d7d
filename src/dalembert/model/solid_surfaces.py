"""Surfaces of boxes and rods, which balls touch anywhere: on faces, along edges and at corners."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np

from dalembert.errors import ModelError
from dalembert.expr.functions import absolute_value, less, maximum, minimum, sqrt, where
from dalembert.model.shape import Ball, Shape
from dalembert.model.surfaces import ContactSurface
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import Array, as_array, is_numeric


@dataclass(frozen=True)
class SolidSurface(ContactSurface):
    """The outside of a convex solid with flat or straight parts; what touches it is a ball."""

    @abstractmethod
    def nearest(self, x: Array) -> Array:
        """Where the core of the solid is nearest to a point."""

    @abstractmethod
    def inside(self, x: Array) -> Any:
        """How far a point in the core is from leaving it, negative."""

    @property
    @abstractmethod
    def thickness(self) -> Any:
        """How far its surface is from its core."""

    def touch(self, shape: Shape, X: Pose) -> tuple[Any, Array]:
        assert isinstance(shape, Ball)
        way = X.p - self.nearest(X.p)
        square = way @ way
        is_inside = less(square, 1e-30)
        distance = sqrt(where(is_inside, 1.0, square))
        gap = where(is_inside, self.inside(X.p), distance) - self.thickness - shape.radius
        return gap, as_array(way / distance)

    def check_fit(self, shape: Shape, owner: str) -> None:
        if not isinstance(shape, Ball) or (is_numeric(shape.radius) and not shape.radius + self.thickness > 0.0):
            raise ModelError(
                f"{owner} cannot touch the edges of a solid on {self.frame.body.name!r}, only balls can; give a "
                "sphere, or the plane of the face that it touches: da.geometry.plane(body.at(z=…), 'z')"
            )


@dataclass(frozen=True)
class BoxSurface(SolidSurface):
    """A box about the origin of a frame."""

    halves: tuple[float, float, float]

    @property
    def thickness(self) -> Any:
        return 0.0

    def nearest(self, x: Array) -> Array:
        return as_array([minimum(maximum(a, -1.0 * h), h) for a, h in zip(x, self.halves, strict=True)])

    def inside(self, x: Array) -> Any:
        depths = [absolute_value(a) - h for a, h in zip(x, self.halves, strict=True)]
        return maximum(maximum(depths[0], depths[1]), depths[2])


@dataclass(frozen=True)
class RodSurface(SolidSurface):
    """A rod with round ends (a capsule) from one point of a frame to another."""

    start: tuple[float, float, float]
    end: tuple[float, float, float]
    radius: Any

    @property
    def thickness(self) -> Any:
        return self.radius

    def nearest(self, x: Array) -> Array:
        start, way = np.array(self.start), np.array(self.end) - np.array(self.start)
        part = minimum(maximum(((x - start) @ way) / (way @ way), 0.0), 1.0)
        return as_array(start + part * way)

    def inside(self, x: Array) -> Any:
        return 0.0

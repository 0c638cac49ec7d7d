"""Surfaces of boxes, rods, cylinders and cones: balls touch them on faces, along edges and at corners."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.expr.functions import absolute_value, less, maximum, minimum, sqrt, where
from dalembert.expr.node import Scalar
from dalembert.model.convex_shapes import Ball, Shape
from dalembert.model.edges import Edge, RodEnd
from dalembert.model.surfaces import ContactSurface
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import Axis, as_array, dot, is_numeric, unit


@dataclass(frozen=True)
class SolidSurface(ContactSurface):
    """The outside of a convex solid with flat or straight parts, which balls touch."""

    @abstractmethod
    def nearest(self, x: Array) -> Array:
        """The point (3,) of the core of the solid that is nearest to x (3,)."""

    @abstractmethod
    def inside(self, x: Array) -> Scalar:
        """Minus the depth of a point x (3,) within the core."""

    @property
    @abstractmethod
    def thickness(self) -> Scalar:
        """Distance of the surface from the core."""

    def touch(self, shape: Shape, X: Pose) -> tuple[Scalar, Array]:
        assert isinstance(shape, Ball)
        way = X.p - self.nearest(X.p)
        square = way @ way
        is_inside = less(square, 1e-30)
        distance = sqrt(where(is_inside, 1.0, square))
        gap = where(is_inside, self.inside(X.p), distance) - self.thickness - shape.radius
        return gap, as_array(way / distance)

    def check_fit(self, shape: Shape, owner: str) -> None:
        if not isinstance(shape, Ball | Edge) or (
            is_numeric([shape.radius, self.thickness]) and not shape.radius + self.thickness > 0.0
        ):
            raise ModelError(
                f"{owner} cannot touch the edges of a solid on {self.frame.body.name!r}, only balls can; give a "
                "sphere, or a radius to a rod, or the plane of the face that it touches: "
                "da.geometry.plane(body.at(z=…), 'z')"
            )


@dataclass(frozen=True)
class BoxSurface(SolidSurface):
    """A box about the origin of a frame."""

    halves: tuple[Scalar, ...]
    """Half lengths of the edges along x, y and z."""

    @property
    def thickness(self) -> Scalar:
        return 0.0

    def nearest(self, x: Array) -> Array:
        return as_array([minimum(maximum(a, -1.0 * h), h) for a, h in zip(x, self.halves, strict=True)])

    def inside(self, x: Array) -> Scalar:
        depths = [absolute_value(a) - h for a, h in zip(x, self.halves, strict=True)]
        return maximum(maximum(depths[0], depths[1]), depths[2])


@dataclass(frozen=True)
class RodSurface(SolidSurface):
    """A rod with round ends (a capsule) from one point of a frame to another."""

    start: tuple[float, float, float]
    end: tuple[float, float, float]
    radius: Scalar

    @property
    def thickness(self) -> Scalar:
        return self.radius

    def nearest(self, x: Array) -> Array:
        start, way = np.array(self.start), np.array(self.end) - np.array(self.start)
        part = minimum(maximum(((x - start) @ way) / (way @ way), 0.0), 1.0)
        return as_array(start + part * way)

    def inside(self, x: Array) -> Scalar:
        return 0.0

    def meet(self, shape: Shape, X: Pose) -> tuple[Scalar, Array, Array]:
        start, way = np.array(self.start), np.array(self.end) - np.array(self.start)
        if isinstance(shape, Edge):
            apart, n, arm = shape.meets((start, way), X)
            return apart - self.radius, n, arm
        gap, n, arm = super().meet(shape, X)
        return (gap + shape.aslant(way, X), n, arm) if isinstance(shape, RodEnd) else (gap, n, arm)


@dataclass(frozen=True)
class TurnedSurface(SolidSurface):
    """A solid of revolution about an axis of a frame; `radius` and `length` are its sizes."""

    axis_of_turning: Axis
    radius: Scalar
    length: Scalar

    @property
    def thickness(self) -> Scalar:
        return 0.0

    def parts(self, x: Array) -> tuple[Scalar, Array, Scalar]:
        """Component of a point along the axis, vector across it, and the length of that, which is never zero."""
        a = unit(self.axis_of_turning)
        along = dot(a, x)
        aside = as_array(x - along * a)
        square = aside @ aside
        return along, aside, sqrt(where(less(square, 1e-30), 1e-30, square))


@dataclass(frozen=True)
class CylinderSurface(TurnedSurface):
    """A cylinder about the origin of a frame; a disc if it has no length."""

    def nearest(self, x: Array) -> Array:
        along, aside, far = self.parts(x)
        height = minimum(maximum(along, -0.5 * self.length), 0.5 * self.length)
        return as_array(height * unit(self.axis_of_turning) + minimum(self.radius / far, 1.0) * aside)

    def inside(self, x: Array) -> Scalar:
        along, _, far = self.parts(x)
        return maximum(absolute_value(along) - 0.5 * self.length, far - self.radius)


@dataclass(frozen=True)
class ConeSurface(TurnedSurface):
    """A cone about its centre of mass: the base a quarter of its length below."""

    def nearest(self, x: Array) -> Array:
        along, aside, far = self.parts(x)
        above, r, l = along + 0.25 * self.length, self.radius, self.length

        # nearest in the base, and on the slope from the rim to the tip
        in_base = minimum(far, r)
        part = minimum(maximum((r * (r - far) + l * above) / (r * r + l * l), 0.0), 1.0)
        on_slope, height = r * (1.0 - part), l * part
        is_below = less((far - in_base) ** 2 + above**2, (far - on_slope) ** 2 + (above - height) ** 2)
        wide, high = where(is_below, in_base, on_slope), where(is_below, 0.0, height)

        is_inside = less(self.inside(x), 0.0)
        wide, high = where(is_inside, far, wide), where(is_inside, above, high)
        return as_array((high - 0.25 * l) * unit(self.axis_of_turning) + wide / far * aside)

    def inside(self, x: Array) -> Scalar:
        along, _, far = self.parts(x)
        above, r, l = along + 0.25 * self.length, self.radius, self.length
        return maximum(-above, (l * (far - r) + r * above) / sqrt(r * r + l * l))

"""The surface of a convex body, as far as contacts need it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np

from dalembert.expr.functions import sqrt
from dalembert.spatial.vectors import Array, as_array, unit


@dataclass(frozen=True)
class Shape(ABC):
    """A convex shape about the origin of a body, in its axes."""

    @abstractmethod
    def support(self, n: Array) -> Array:
        """The point (3,) that lies farthest along a unit vector n."""


@dataclass(frozen=True)
class Ball(Shape):
    """A sphere."""

    radius: Any

    def support(self, n: Array) -> Array:
        return as_array(self.radius * n)


@dataclass(frozen=True)
class Ring(Shape):
    """A thin disc, or the circle at its rim; with a tube radius a torus."""

    radius: Any
    axis: str
    tube: Any = 0.0

    @property
    def is_thin(self) -> bool:
        """Whether it has no tube."""
        return isinstance(self.tube, float) and self.tube == 0.0

    def support(self, n: Array) -> Array:
        a = unit(self.axis)
        outward = n - (n @ a) * a
        rim = self.radius / sqrt(outward @ outward) * outward
        return as_array(rim if self.is_thin else rim + self.tube * n)


@dataclass(frozen=True)
class Ellipsoid(Shape):
    """An ellipsoid with semi-axes along x, y and z."""

    semi_axes: tuple[Any, Any, Any]

    def support(self, n: Array) -> Array:
        scaled = np.array(self.semi_axes) * n
        return as_array(np.array(self.semi_axes) * scaled / sqrt(scaled @ scaled))

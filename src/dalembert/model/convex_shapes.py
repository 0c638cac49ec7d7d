"""Convex shapes of bodies, as contacts need them: the point that lies farthest along a direction."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.functions import sqrt
from dalembert.expr.node import Scalar
from dalembert.expr.root import root_of
from dalembert.expr.symbol_nodes import symbol
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import as_array, dot, norm, unit


@dataclass(frozen=True)
class Shape(ABC):
    """A convex shape about the origin of a body, in its axes."""

    @property
    @abstractmethod
    def radii(self) -> tuple[Scalar, Scalar, Scalar]:
        """Half widths of the shape along x, y and z."""

    @abstractmethod
    def support(self, n: Array) -> Array:
        """The point (3,) that lies farthest along a unit vector n."""

    def arm(self, R: Array, n: Array) -> Array:
        """Vector (3,) to the point that lies farthest along n, in axes in which those of the body are R (3, 3)."""
        return as_array(R @ self.support(R.T @ n))


@dataclass(frozen=True)
class Ball(Shape):
    """A sphere."""

    radius: Scalar

    @property
    def radii(self) -> tuple[Scalar, Scalar, Scalar]:
        return (self.radius,) * 3

    def support(self, n: Array) -> Array:
        return as_array(self.radius * n)

    def arm(self, R: Array, n: Array) -> Array:
        return self.support(n)


@dataclass(frozen=True)
class Ring(Shape):
    """A thin disc, or the circle at its rim; with a tube radius a torus."""

    radius: Scalar
    axis: str
    tube: Scalar = 0.0

    @property
    def is_thin(self) -> bool:
        """Whether the ring has no tube."""
        return isinstance(self.tube, float) and self.tube == 0.0

    @property
    def radii(self) -> tuple[Scalar, Scalar, Scalar]:
        x, y, z = (self.tube if along else self.radius + self.tube for along in unit(self.axis))
        return x, y, z

    def support(self, n: Array) -> Array:
        a = unit(self.axis)
        outward = n - (n @ a) * a
        rim = self.radius / sqrt(outward @ outward) * outward
        return as_array(rim if self.is_thin else rim + self.tube * n)


@dataclass(frozen=True)
class Ellipsoid(Shape):
    """An ellipsoid with semi-axes along x, y and z."""

    semi_axes: tuple[Scalar, Scalar, Scalar]

    @property
    def radii(self) -> tuple[Scalar, Scalar, Scalar]:
        return self.semi_axes

    def support(self, n: Array) -> Array:
        scaled = np.array(self.semi_axes) * n
        return as_array(np.array(self.semi_axes) * scaled / sqrt(scaled @ scaled))


def separation(lower: Shape, upper: Shape, X: Pose, across: Array, name: str) -> tuple[Scalar, Array]:
    """The gap between a shape and another one at X, and the unit normal (3,) of the first where they touch.

    The normal is that of the contact if both grow about their origins, by the same factor, until they touch. So
    the gap is zero where they do, to first order their distance near there, and defined unless the origins meet.

    With H(m), the support function of both together, and p from origin to origin, m along the normal satisfies
    H ∇H = p: the minimum of ½ H² − m · p, which is strictly convex. So the root is the only one, on the sides
    where the shapes face each other, and damped steps of Newton's method lead to it. There is none where a flat
    side touches. `across` (k, 3) are the directions in which the shapes are separated: all three, or two if the
    first stands for a cylinder along the third. `name` is for messages.
    """
    p = across @ X.p

    def gradient(m: Array) -> Array:
        """∇H, which depends on the direction of m only."""
        n = across.T @ m / norm(m)
        return as_array(across @ (lower.arm(np.eye(3), n) - upper.arm(X.R, -n)))

    # start: along the line of origins, exact for spheres
    unknowns = np.array([symbol(f"normal {k}") for k in range(len(p))], dtype=object)
    reach, ahead = gradient(unknowns), p @ gradient(p)
    start = p @ p / ahead**2 * p
    m = root_of((unknowns @ reach) * reach - p, unknowns, start, name=name)

    n = as_array(across.T @ m / norm(m))
    return dot(n, X.p + upper.arm(X.R, -n) - lower.support(n)), n

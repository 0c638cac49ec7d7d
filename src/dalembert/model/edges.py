"""Straight edges that cross: how far apart they are, and where each is nearest to the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.expr.functions import less, maximum, minimum, sqrt, where
from dalembert.expr.node import Scalar
from dalembert.model.convex_shapes import Ball, Shape
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import as_array, cross, dot, norm

PARALLEL = 1e-20
"""Squared sine of an angle between edges below which they are parallel: then their ends meet, not their sides."""

BEYOND = 4.0
"""Weight of the squared distance beyond an end, so that there the end is nearer than the crossing."""


@dataclass(frozen=True)
class Edge(Shape):
    """A straight edge from one point of a body to another, as thick as a rod."""

    start: tuple[Scalar, Scalar, Scalar]
    end: tuple[Scalar, Scalar, Scalar]
    radius: Scalar = 0.0
    has_ends: bool = False
    """Whether the edge is a rod with round ends; corners at the ends of other edges touch by themselves."""

    @property
    def radii(self) -> tuple[Scalar, Scalar, Scalar]:
        raise ModelError("an edge has no widths")

    def support(self, n: Array) -> Array:
        raise ModelError("an edge touches where it crosses another one")

    def at(self, X: Pose) -> tuple[Array, Array]:
        """Start and direction of the edge, from end to end, in axes in which its body is at X."""
        start, end = (X.p + X.R @ np.array(place) for place in (self.start, self.end))
        return as_array(start), as_array(end - start)

    def meets(
        self, line: tuple[Array, Array], X: Pose, *, is_endless: bool = False
    ) -> tuple[Scalar, Array, Array]:
        """Distance from another edge, the normal towards this one, and the touching point as seen from X.p."""
        apart, n, place = (nearest if self.has_ends else crossing)(self.at(X), line, is_endless=is_endless)
        return apart - self.radius, n, as_array(place - self.radius * n - X.p)


@dataclass(frozen=True)
class RodEnd(Ball):
    """The round end of a rod, which touches others where they are parallel to the rod; else that is the rod's."""

    way: tuple[Scalar, Scalar, Scalar] = (0.0, 0.0, 0.0)
    """The vector from end to end of the rod."""

    def aslant(self, other: Array, X: Pose) -> Scalar:
        """A length that is zero if the rod is parallel to another direction."""
        a = X.R @ np.array(self.way)
        m = cross(a, other)
        return dot(m, m) / (norm(a) * dot(other, other))


def crossing(
    edge: tuple[Array, Array], other: tuple[Array, Array], *, is_endless: bool = False
) -> tuple[Scalar, Array, Array]:
    """Distance of two straight edges where they cross, the normal towards the first, and the point on it.

    An edge is its start and the vector to its end; the second may be an endless line. Where the lines are nearest
    beyond an end, the distance is enlarged: there the ends are nearer, which are contacts by themselves. So are
    the ends of parallel edges.
    """
    (p, a), (q, b) = edge, other
    r, m = p - q, cross(a, b)
    is_parallel, s, t = _on_lines(edge, other)
    square = where(is_parallel, 1.0, m @ m)
    on_edge, on_other = _part(s), t if is_endless else _part(t)
    beyond = (on_edge - s) * a - (on_other - t) * b
    height = r @ m / sqrt(square)
    apart = sqrt(height * height + BEYOND * (beyond @ beyond))
    n = where(less(height, 0.0), -1.0, 1.0) * m / sqrt(square)
    return where(is_parallel, _far(edge, other), apart), as_array(n), as_array(p + on_edge * a)


def nearest(
    edge: tuple[Array, Array], other: tuple[Array, Array], *, is_endless: bool = False
) -> tuple[Scalar, Array, Array]:
    """Distance of two straight edges with their ends; normal and point as of `crossing`, parallel ones are far."""
    (p, a), (q, b) = edge, other
    is_parallel, s, _ = _on_lines(edge, other)
    if is_endless:
        on_edge = _part(s)
        on_other = ((p + on_edge * a - q) @ b) / (b @ b)
    else:
        on_other = _part(((p + _part(s) * a - q) @ b) / (b @ b))
        on_edge = _part(((q + on_other * b - p) @ a) / (a @ a))
    w = p + on_edge * a - q - on_other * b
    square = w @ w
    apart = sqrt(where(less(square, 1e-30), 1e-30, square))
    return where(is_parallel, _far(edge, other), apart), as_array(w / apart), as_array(p + on_edge * a)


def _on_lines(edge: tuple[Array, Array], other: tuple[Array, Array]) -> tuple[Any, Scalar, Scalar]:
    """Whether two edges are parallel, and where their lines are nearest, as parts of their ways."""
    (p, a), (q, b) = edge, other
    r, m = p - q, cross(a, b)
    aa, ab, bb, ar, br, square = a @ a, a @ b, b @ b, a @ r, b @ r, m @ m
    is_parallel = less(square, PARALLEL * aa * bb)
    square = where(is_parallel, 1.0, square)
    return is_parallel, (ab * br - bb * ar) / square, (aa * br - ab * ar) / square


def _part(x: Scalar) -> Scalar:
    """The nearest number from 0 to 1."""
    return minimum(maximum(x, 0.0), 1.0)


def _far(edge: tuple[Array, Array], other: tuple[Array, Array]) -> Scalar:
    """A length greater than the distance of any two points of the edges."""
    (p, a), (q, b) = edge, other
    r = p - q
    return norm(r) + norm(a) + norm(b)

"""Native code of points at which two shapes touch or nearly do: one routine for each pair of kinds.

A point is eight numbers: what it is on the shapes, the normal from b to a, the gap, and its place, which lies in
the middle between both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from dalembert.contact.heap_layout import BALL, BOX, PLANE, ROD, Placed, Shape
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Array, Variable
from dalembert.procedures.values import Real
from dalembert.procedures.vectors_in_space import Vector3, Vectors

POINT = 8
"""Numbers of a point."""

_LEAST = 1e-300


class PairOfShapes:
    """Two shapes in a procedure that is being recorded, and the points found of them."""

    def __init__(self, c: Code, a: Sequence[Array], b: Sequence[Array], points: Array, found: Variable) -> None:
        self.c, self.v = c, Vectors(c)
        (self.shape_a, self.placed_a), (self.shape_b, self.placed_b) = a, b
        self.points, self.found = points, found

    @cached_property
    def centers(self) -> tuple[Vector3, Vector3]:
        """Places of both in the world."""
        return self.v.at(self.placed_a, Placed.place), self.v.at(self.placed_b, Placed.place)

    def lengths(self, which: int) -> Vector3:
        """Lengths of one of them."""
        return self.v.at((self.shape_a, self.shape_b)[which], Shape.lengths)

    def axes(self, which: int) -> list[Real]:
        """Axes of one of them, row by row."""
        return self.v.nine((self.placed_a, self.placed_b)[which], Placed.axes)

    def add(self, feature: Real | float, n: Vector3, gap: Real, on_b: Vector3) -> None:
        """A point whose nearest one on b is known."""
        point = self.points.part(self.found.value * POINT)
        middle = self.v.moved(0.5 * gap, n, on_b)
        self.v.put(point, 0, (feature, *n, gap, *middle))
        self.found.value = self.found.value + 1


def ball_ball(p: PairOfShapes) -> None:
    """Along the line of centres; above each other if the centres are one."""
    (a, b), (ra, rb) = p.centers, (p.lengths(0)[0], p.lengths(1)[0])
    _balls(p, 0.0, a, ra, b, rb)


def _balls(p: PairOfShapes, feature: Real | float, a: Vector3, ra: Real, b: Vector3, rb: Real) -> None:
    c, v = p.c, p.v
    way = v.minus(a, b)
    distance = c.sqrt(v.dot(way, way))
    is_one, inverse = distance <= _LEAST, 1.0 / c.maximum(distance, _LEAST)
    n = c.select(is_one, 0.0, way[0] * inverse), c.select(is_one, 0.0, way[1] * inverse)
    normal = (*n, c.select(is_one, 1.0, way[2] * inverse))
    p.add(feature, normal, distance - ra - rb, v.moved(rb, normal, b))


def ball_rod(p: PairOfShapes) -> None:
    """The ball and the nearest point of the middle line."""
    a, b = p.centers
    R, (radius, _, half) = p.axes(1), p.lengths(1)
    axis = R[2], R[5], R[8]
    along = p.c.maximum(-half, p.c.minimum(half, p.v.dot(axis, p.v.minus(a, b))))
    _balls(p, 0.0, a, p.lengths(0)[0], p.v.moved(along, axis, b), radius)


def ball_plane(p: PairOfShapes) -> None:
    """The lowest point of the ball."""
    a, b = p.centers
    _on_plane(p, 0.0, a, p.lengths(0)[0], b)


def _on_plane(p: PairOfShapes, feature: Real | float, a: Vector3, radius: Real | float, b: Vector3) -> None:
    R = p.axes(1)
    n = R[2], R[5], R[8]
    height = p.v.dot(n, p.v.minus(a, b))
    p.add(feature, n, height - radius, p.v.moved(-height, n, a))


def rod_plane(p: PairOfShapes) -> None:
    """Both ends."""
    a, b = p.centers
    R, (radius, _, half) = p.axes(0), p.lengths(0)
    for k, side in enumerate((-1.0, 1.0)):
        _on_plane(p, float(k), p.v.moved(side * half, (R[2], R[5], R[8]), a), radius, b)


def box_plane(p: PairOfShapes) -> None:
    """All corners; those that are far are left out by their gaps."""
    a, b = p.centers
    R, halves = p.axes(0), p.lengths(0)
    for k in range(8):
        corner = a
        for i in range(3):
            side = halves[i] if k >> i & 1 else -halves[i]
            corner = p.v.moved(side, (R[i], R[3 + i], R[6 + i]), corner)
        _on_plane(p, float(k), corner, 0.0, b)


def ball_box(p: PairOfShapes) -> None:
    """The nearest point of the box; within it, the nearest face."""
    c, v = p.c, p.v
    a, b = p.centers
    R, halves, radius = p.axes(1), p.lengths(1), p.lengths(0)[0]
    x = v.transposed_times(R, v.minus(a, b))
    near = tuple(c.maximum(-h, c.minimum(h, s)) for s, h in zip(x, halves, strict=True))
    way = v.minus(x, near)  # type: ignore[arg-type]
    distance = c.sqrt(v.dot(way, way))
    with c.when(c.is_true(distance > _LEAST)):
        n = v.times(R, v.scaled(1.0 / distance, way))
        p.add(0.0, n, distance - radius, v.plus(b, v.times(R, near)))  # type: ignore[arg-type]
    with c.when(c.is_true(~(distance > _LEAST))):
        depth, axis = c.variable(c.abs(x[0]) - halves[0]), c.variable(0.0)
        for i in (1, 2):
            with c.when(c.is_true(c.abs(x[i]) - halves[i] > depth.value)):
                depth.value, axis.value = c.abs(x[i]) - halves[i], float(i)
        local = tuple(c.select(axis.value.equals(float(i)), c.copysign(1.0, x[i]), 0.0) for i in range(3))
        n = v.times(R, local)
        p.add(0.0, n, depth.value - radius, v.moved(-depth.value, n, a))


ROUTINES: dict[tuple[int, int], Callable[[PairOfShapes], None]] = {
    (BALL, BALL): ball_ball,
    (BALL, ROD): ball_rod,
    (BALL, BOX): ball_box,
    (BALL, PLANE): ball_plane,
    (ROD, PLANE): rod_plane,
    (BOX, PLANE): box_plane,
}
"""The routine of each pair of kinds."""

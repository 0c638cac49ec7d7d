"""Planar mechanisms typed from a sketch: here are the points, connect them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.expr.functions import atan2
from dalembert.expr.node import Scalar
from dalembert.model import visuals
from dalembert.model.bodies import Body, Frame, ground
from dalembert.model.flat_bodies import is_crossing, length, numbers, rim, uniform
from dalembert.model.joint import Joint
from dalembert.model.joints.pin_in_slot import PinInSlot
from dalembert.model.joints.prismatic import Prismatic
from dalembert.model.joints.revolute import Revolute
from dalembert.name_checks import closest
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import VectorLike, as_array, as_shape, is_numeric

NEAR = 1e-9
"""Distance beside the size of the sketch up to which points coincide, or lie on a line."""

CENTER = "center"


@dataclass(frozen=True, eq=False)
class Sketch:
    """Points of a planar mechanism as it is drawn, by name: `Sketch({"A": (0, 0), "B": (0.1, 0.2)})`.

    A sketch makes bodies, with the points as markers, and joints, whose coordinates are by default as drawn: no
    guess is needed to put the mechanism together. Coordinates of points may contain parameters.
    All is in the plane of x and y.

    Parameters
    ----------
    points : dict of pairs
        Place of each point in x and y, in m; numbers or expressions of parameters.

    Examples
    --------
    >>> import dalembert as da
    >>> sketch = da.planar.Sketch({"A": (0, 0), "B": (0.1, 0.25), "C": (0.6, 0.45), "D": (0.7, 0)})
    >>> crank, coupler = sketch.link("crank", "A", "B", mass=0.3), sketch.link("coupler", "B", "C", mass=0.8)
    >>> rocker = sketch.link("rocker", "D", "C", mass=0.5)
    >>> linkage = da.Model(*sketch.pins(crank, coupler, rocker, ground=("A", "D")), gravity=(0, -9.81, 0))
    >>> print(da.mobility(linkage).degrees_of_freedom)
    1
    """

    points: Mapping[str, VectorLike]

    def __post_init__(self) -> None:
        if not isinstance(self.points, Mapping) or not self.points:
            raise ModelError('a sketch is made of points by name, such as {"A": (0, 0), "B": (0.1, 0.2)}')
        if CENTER in self.points:
            raise ModelError("a sketch has no point called 'center': on links that is their mass centre")
        points = {name: as_array(as_shape(x, (2,), f"point {name!r}")) for name, x in self.points.items()}
        object.__setattr__(self, "points", points)

    def point(self, name: str) -> Array:
        """Coordinates (2,) of a point as drawn."""
        if name not in self.points:
            raise ModelError(f"the sketch has no point {name!r}; {closest(str(name), self.points)}")
        return as_array(self.points[name])

    def between(self, first: str, second: str, along: Scalar = 0.5, aside: Scalar = 0.0) -> Array:
        """The point p₁ + a r + b z × r (2,) with r from the first point to the second."""
        start, way = self.point(first), self.point(second) - self.point(first)
        return as_array(start + along * way + aside * np.array([-way[1], way[0]]))

    def angle(self, first: str, second: str) -> Scalar:
        """The direction from the first point to the second, as drawn: an angle from x, or an expression of it."""
        x, y = self.point(second) - self.point(first)
        return float(np.arctan2(y, x)) if is_numeric([x, y]) else atan2(y, x)

    # ---- bodies

    def link(
        self,
        name: str,
        *nodes: str,
        mass: Scalar | None = None,
        center: str | VectorLike | None = None,
        moment: Scalar | None = None,
        visual: visuals.Solid | Sequence[visuals.Solid] | None = None,
    ) -> Body:
        """A body with these points on it, its markers beside "center": a crank, a coupler, a block.

        Its axes are at the first point, x towards the second; as drawn if there is one only. With a mass alone it
        is a thin rod, between more points a thin plate with these corners. Otherwise `center`, a name or where it
        is drawn, and `moment`, about the centre, say how its mass is spread. Without a mass it moves others only.
        """
        corners, has_moment = self._corners(name, nodes), moment is not None
        default_center, per_mass = uniform(corners)
        if mass is None and (center is not None or moment is not None):
            raise ModelError(f"link {name!r} has a centre or a moment of inertia, but no mass")
        if center is not None and moment is None:
            raise ModelError(f"link {name!r} has a centre of its own; give its moment of inertia about it too")
        if mass is not None:
            mass = as_shape(mass, (), f"the mass of link {name!r}").item()
            if moment is None and is_crossing(corners):
                raise ModelError(f"corners of link {name!r} are not in order: sides cross; give center and moment")
            moment = mass * per_mass if moment is None else as_shape(moment, (), f"the moment of {name!r}").item()
        place = default_center if center is None else self._place(center, f"the centre of link {name!r}")
        X = _pose(corners)
        markers = {node: _seen(X, self.point(node)) for node in nodes} | {CENTER: _seen(X, place)}
        inertia: Any = None if mass is None or moment is None else (mass, markers[CENTER].p, _moments(moment))
        # a plate is drawn as its mass is spread; a body with a mass of its own as what its points span
        sides = rim(corners) if has_moment or mass is None else range(len(corners))
        solid = _bars(list(markers.values())[:-1], sides) if visual is None else visual
        return Body(name, inertia, markers, visual=solid)

    def _corners(self, name: str, nodes: Sequence[str]) -> list[Array]:
        if not nodes:
            raise ModelError(f"link {name!r} needs points of the sketch, such as link({name!r}, 'A', 'B')")
        if len(set(nodes)) < len(nodes):
            raise ModelError(f"link {name!r} has a point twice: {', '.join(nodes)}")
        corners = [self.point(node) for node in nodes]
        if len(corners) > 1 and float(numbers(length(corners[1] - corners[0]))) <= NEAR * self.size:
            raise ModelError(f"the first points of link {name!r}, {nodes[0]!r} and {nodes[1]!r}, are one place")
        return corners

    def _place(self, center: str | VectorLike, what: str) -> Array:
        return self.point(center) if isinstance(center, str) else as_array(as_shape(center, (2,), what))

    @property
    def size(self) -> float:
        """The longest side of a box around all points."""
        return float(np.ptp(numbers([self.point(name) for name in self.points]), axis=0).max())

    def drawn(self, body: Body) -> Frame:
        """The frame of the ground that a body of this sketch is drawn at."""
        return Frame(ground, self._drawn(body), f"{body.name} as drawn")

    def _drawn(self, body: Body) -> Pose:
        """The place of a body as drawn."""
        if not isinstance(body, Body):
            raise ModelError(f"a sketch joins bodies, made with sketch.link(…), and the ground, not {body!r}")
        if body is ground:
            return Pose()
        nodes = [name for name in body.markers if name != CENTER]
        if not nodes or any(name not in self.points for name in nodes):
            raise ModelError(f"body {body.name!r} is not made by this sketch; make it with sketch.link(…)")
        X = _pose([self.point(node) for node in nodes])
        for node in nodes:
            off = numbers(_seen(X, self.point(node)).p - body.markers[node].p)
            if np.abs(off).max() > NEAR * self.size:
                raise ModelError(f"body {body.name!r} is of another sketch: there its point {node!r} is elsewhere")
        return X

    def at(self, body: Body, point: str) -> Frame:
        """The frame of a body, of this sketch or the ground, at any point, as drawn; its axes are the body's."""
        return Frame(body, _seen(self._drawn(body), self.point(point)), point)

    # ---- joints

    def pins(self, *bodies: Body, ground: Iterable[str] = ()) -> tuple[Joint, ...]:
        """Pins wherever bodies share a point, and on the ground at those points: a `Revolute` each, named like it.

        Their angles are from the first point of a body to its second, on the ground from x. Where more than two
        meet, names are of the point and of the body, "C rocker".
        """
        fixed = list(ground)
        for point in fixed:
            self.point(point)
        levels = self._levels(bodies, fixed)
        return tuple(
            joint for point in self.points for joint in self._pins_at(point, bodies, point in fixed, levels)
        )

    def _pins_at(
        self, point: str, bodies: Sequence[Body], is_fixed: bool, levels: Mapping[Body, int]
    ) -> list[Joint]:
        meeting = sorted((body for body in bodies if point in body.markers), key=lambda body: levels[body])
        if is_fixed and not meeting:
            raise ModelError(f"no link has the point {point!r}, which is to be pinned to the ground")
        carrier, *carried = [ground, *meeting] if is_fixed else meeting or [ground]
        pins = list[Joint]()
        for body in carried:
            name = point if len(carried) == 1 else f"{point} {body.name}"
            angle = _angle(self._drawn(carrier).inverse @ self._drawn(body))
            pins.append(Revolute(name, self.at(carrier, point), body[point], axis="z", default=angle))
        return pins

    def _levels(self, bodies: Sequence[Body], fixed: Sequence[str]) -> dict[Body, int]:
        """Numbers of pins between bodies and the ground; bodies without a way there follow in their order."""
        for body in bodies:
            self._drawn(body)
        nodes = {body: {*body.markers} - {CENTER} for body in bodies}
        level, levels = {body for body in bodies if nodes[body] & {*fixed}}, dict[Body, int]()
        while len(levels) < len(nodes):
            level = level or {next(body for body in bodies if body not in levels)}
            levels |= dict.fromkeys(level, len(levels))
            level = {b for b in bodies if b not in levels and any(nodes[b] & nodes[a] for a in level)}
        return levels

    def slide(
        self, name: str, parent: Body, child: Body, *, along: Sequence[str], at: str | None = None
    ) -> Prismatic:
        """A guide of the parent, along two points, in which a point of the child slides; neither turns in it.

        The point is the child's first unless another is named, and lies on the line as drawn. The coordinate is
        its distance from the first point of the line. The parent is the ground or a body of this sketch.
        """
        guide, pin, way = self._line(name, parent, child, along, at)
        turned = self._drawn(child).R.T @ self._drawn(parent).R @ guide.pose.R
        frame = Frame(child, Pose(as_array(turned), pin.pose.p), pin.label)
        return Prismatic(name, guide, frame, axis="x", default=way)

    def slot(
        self, name: str, parent: Body, child: Body, *, along: Sequence[str], at: str | None = None
    ) -> PinInSlot:
        """A slot of the parent, along two points, in which a point of the child slides as a pin, and turns.

        Coordinates are the distance `.way` from the first point of the line, and `.angle` from it to the child.
        """
        guide, pin, way = self._line(name, parent, child, along, at)
        angle = _angle(guide.pose.inverse @ self._drawn(parent).inverse @ self._drawn(child))
        return PinInSlot(name, guide, pin, axis="x", default_position=way, default_angle=angle)

    def _line(
        self, name: str, parent: Body, child: Body, along: Sequence[str], at: str | None
    ) -> tuple[Frame, Frame, float]:
        """The frame of a line on the parent, the point of the child on it, and its distance from the start."""
        if isinstance(along, str) or len(along) != 2:
            raise ModelError(f"{name!r} slides along two points of the sketch, such as along=('A', 'B')")
        start, end = (self.point(point) for point in along)
        if float(numbers(length(end - start))) <= NEAR * self.size:
            raise ModelError(f"{name!r} slides along {along[0]!r} and {along[1]!r}, which are one place")
        self._drawn(child)
        node = next(iter(child.markers)) if at is None else at
        pin, X = child[node], _pose([start, end])
        way, off = numbers(X.R[:2, :2].T @ (self.point(node) - start))
        if abs(off) > NEAR * self.size:
            raise ModelError(
                f"{name!r}: the point {node!r} of {child.name!r} is {abs(off):g} off the line through "
                f"{along[0]!r} and {along[1]!r}, along which it slides"
            )
        return Frame(parent, self._drawn(parent).inverse @ X, "–".join(along)), pin, float(way)


def _pose(corners: list[Array]) -> Pose:
    """Axes at the first point, x towards the second."""
    origin = as_array([*corners[0], 0.0])
    if len(corners) == 1:
        return Pose(p=origin)
    c, s = (corners[1] - corners[0]) / length(corners[1] - corners[0])
    return Pose(as_array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]), origin)


def _seen(X: Pose, point: Array) -> Pose:
    """The place of a point, drawn in the plane, in other axes; without turning."""
    return Pose(p=as_array(X.R.T @ (as_array([*point, 0.0]) - X.p)))


def _angle(X: Pose) -> float:
    """Angle by which axes are turned, as drawn."""
    return float(np.arctan2(*numbers(X.R[1::-1, 0])))


def _moments(moment: Scalar) -> Array:
    """Inertia (3, 3) of a body that turns in the plane only."""
    return np.diag(np.array([moment / 2.0, moment / 2.0, moment]))


def _bars(nodes: list[Pose], sides: Sequence[int]) -> tuple[visuals.Bar, ...] | None:
    """Thin bars along all sides of a link, and to points inside; None for a point."""
    ends = list(pairwise(sides))
    if len(sides) > 2:
        ends.append((sides[-1], sides[0]))
        ends += [(inner, corner) for inner in range(len(nodes)) if inner not in sides for corner in sides]
    return tuple(visuals.Bar(tuple(nodes[a].p), tuple(nodes[b].p), 0.0) for a, b in ends) or None

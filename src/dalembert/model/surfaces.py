"""Surfaces that points stay on and bodies roll on, fixed to a frame."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.expr.functions import less, where
from dalembert.expr.node import Expression, Node, Scalar, inputs_of
from dalembert.expr.root import root_of
from dalembert.expr.symbol_nodes import symbol, time
from dalembert.model.bodies import Frame, Place, as_frame
from dalembert.model.constraint import Relation
from dalembert.model.convex_shapes import Ball, Ring, Shape, separation
from dalembert.model.edges import Edge, RodEnd
from dalembert.model.local_point import POINT, components_in, gradient_at, height_at, local_expression
from dalembert.model.part import as_tuple, checked_axis, measures_in
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import (
    Axis,
    VectorLike,
    across,
    as_array,
    as_shape,
    cross,
    dot,
    is_numeric,
    norm,
    shape_of,
    unit,
)

_XYZ = "xyz"

_DOT = Ball(0.0)
"""The shape of a point."""


@dataclass(frozen=True)
class Surface(ABC):
    """A surface fixed to a frame, in whose axes its points are.

    Parameters
    ----------
    frame : Body or Frame
        Frame in whose axes it is.

    Examples
    --------
    >>> import dalembert as da
    >>> bowl = da.geometry.sphere_inside(da.ground, radius=1.0)
    >>> print(isinstance(bowl, da.geometry.Surface), bowl.frame)
    True ground
    """

    frame: Frame

    def __post_init__(self) -> None:
        object.__setattr__(self, "frame", as_frame(self.frame, f"the place of {type(self).__name__}"))

    @abstractmethod
    def relations(self, x: Array) -> Sequence[Relation]:
        """Relations for points x (3,) on the surface, in the axes of its frame."""


@dataclass(frozen=True)
class ContactSurface(Surface):
    """A surface that bodies roll on, or touch; they are on the side of its normal.

    One of your own is a frozen dataclass with `touch`, written with functions of `da`.

    Parameters
    ----------
    frame : Body or Frame
        Frame in whose axes it is.

    Examples
    --------
    >>> import dalembert as da
    >>> floor = da.geometry.plane(da.ground)
    >>> print(isinstance(floor, da.geometry.ContactSurface), floor.frame)
    True ground
    """

    @property
    def axis(self) -> Axis | None:
        """The direction along which the surface is straight, if it is round about one axis; else None."""
        return None

    def keeps_parallel(self, shape: Shape) -> bool:
        """Whether the shape is a disc that stays across the axis of the surface."""
        return isinstance(shape, Ring) and shape.is_thin and self.axis is not None

    @abstractmethod
    def touch(self, shape: Shape, X: Pose) -> tuple[Scalar, Array]:
        """The gap to a shape at X, and the unit normal (3,) of the surface where they touch.

        X has the place `X.p` (3,) and the axes `X.R` (3, 3) of the shape in those of the surface, and
        `shape.arm(X.R, n)` is the way from there to the point that lies farthest along n.
        """

    def meet(self, shape: Shape, X: Pose) -> tuple[Scalar, Array, Array]:
        """Gap, normal, and the vector (3,) from the origin of the shape to its touching point."""
        gap, n = self.touch(shape, X)
        return gap, n, shape.arm(X.R, -n)

    def relations(self, x: Array) -> Sequence[Relation]:
        return [Relation("", self.touch(_DOT, Pose(p=x))[0], force_unit="N")]

    def tangents(self, n: Array) -> tuple[Array, Array]:
        """Two unit vectors along it that make a right-handed basis with its normal there.

        They are x and y, turned the shortest way with z to n; on the side of −z, with −z to n.
        """
        s = where(less(n[2], 0.0), -1.0, 1.0)
        a = -1.0 / (s + n[2])
        b = n[0] * n[1] * a
        return as_array([1.0 + s * n[0] ** 2 * a, s * b, -s * n[0]]), as_array([b, s + n[1] ** 2 * a, -n[1]])

    def check_fit(self, shape: Shape, owner: str) -> None:
        """Raise if the shape cannot roll on the surface."""
        return


@dataclass(frozen=True)
class FlatSurface(ContactSurface):
    """A plane through the origin of a frame.

    Parameters
    ----------
    frame : Body or Frame
        Frame through whose origin the plane goes.
    normal : "x", "y", "z" or vector (3,)
        Normal in axes of the frame, on whose side bodies are.

    Examples
    --------
    >>> import dalembert as da
    >>> floor = da.geometry.plane(da.ground, normal="y")
    >>> print(isinstance(floor, da.geometry.FlatSurface))
    True
    """

    normal: Axis

    def touch(self, shape: Shape, X: Pose) -> tuple[Scalar, Array]:
        n = unit(self.normal)
        return dot(n, X.p + shape.arm(X.R, -n)), n

    def tangents(self, n: Array) -> tuple[Array, Array]:
        return across(self.normal)


@dataclass(frozen=True)
class RoundSurface(ContactSurface):
    """A sphere about the origin of a frame, or a cylinder about an axis of it; hollow if bodies are inside."""

    radius: Scalar
    cylinder_axis: Axis | None = None
    is_hollow: bool = False

    @property
    def axis(self) -> Axis | None:
        return self.cylinder_axis

    def touch(self, shape: Shape, X: Pose) -> tuple[Scalar, Array]:
        if isinstance(shape, Ball) or self.keeps_parallel(shape):
            distance, n = self._nearest(X.p)
            return distance + dot(n, shape.arm(X.R, -n)), n
        if self.is_hollow:
            return self._by_equation.touch(shape, X)
        directions = np.eye(3) if self.axis is None else np.stack(across(self.axis))
        return separation(Ball(self.radius), shape, X, directions, f"the contact with {self.frame!r}")

    def meet(self, shape: Shape, X: Pose) -> tuple[Scalar, Array, Array]:
        if self.axis is None or not isinstance(shape, Edge | RodEnd):
            return super().meet(shape, X)
        line = np.zeros(3), unit(self.axis)
        if isinstance(shape, Edge):
            apart, n, arm = shape.meets(line, X, is_endless=True)
            return apart - self.radius, n, arm
        gap, n, arm = super().meet(shape, X)
        return gap + shape.aslant(line[1], X), n, arm

    def _nearest(self, x: Array) -> tuple[Scalar, Array]:
        """Distance of a point, and the normal below it."""
        x = self._from_centre(x)
        r = norm(x)
        return (self.radius - r, -x / r) if self.is_hollow else (r - self.radius, x / r)

    def _from_centre(self, x: Array) -> Array:
        return x if self.axis is None else as_array(x - (unit(self.axis) @ x) * unit(self.axis))

    @property
    def _by_equation(self) -> ImplicitSurface:
        """The hollow surface by its equation."""
        x = self._from_centre(np.array(POINT, dtype=object))
        return ImplicitSurface(self.frame, self.radius**2 - dot(x, x))

    def tangents(self, n: Array) -> tuple[Array, Array]:
        return super().tangents(n) if self.axis is None else (cross(unit(self.axis), n), unit(self.axis))

    def check_fit(self, shape: Shape, owner: str) -> None:
        if not self.is_hollow or not is_numeric([*shape.radii, self.radius]):
            return
        # lengthwise in a cylinder a body may be as long as it likes
        radius = sorted(shape.radii)[2 if self.axis is None else 1]
        if not radius < self.radius:
            raise ModelError(f"{owner} has the radius {radius:g}, which does not fit inside {self.radius:g}")


@dataclass(frozen=True)
class ConvexSurface(ContactSurface):
    """The outside of a convex shape about the origin of a frame."""

    shape: Shape

    def touch(self, shape: Shape, X: Pose) -> tuple[Scalar, Array]:
        return separation(self.shape, shape, X, np.eye(3), f"the contact with {self.frame!r}")


@dataclass(frozen=True)
class ImplicitSurface(ContactSurface):
    """F(x, y, z) = 0; the normal is along ∇F.

    As a relation between points it is F / |∇F|. Where a body touches is a root that is looked for in every
    evaluation, so the distance is exact wherever the surface is less curved than the body.
    """

    expression: Scalar

    def relations(self, x: Array) -> Sequence[Relation]:
        return [Relation("", height_at(self.expression, x), force_unit="N")]

    def touch(self, shape: Shape, X: Pose) -> tuple[Scalar, Array]:
        # foot x and gap s: x + s n(x) is the body's lowest point against n(x), and F(x) = 0
        inside = components_in(self.expression)
        unknowns = np.array([symbol(f"foot {_XYZ[k]}") for k in inside] + [symbol("gap")], dtype=object)
        foot = _replaced(X.p, inside, unknowns[:-1])
        n, below = self._normal(foot), self._normal(X.p)
        equations = [
            *(foot + unknowns[-1] * n - X.p - shape.arm(X.R, -n))[inside],
            height_at(self.expression, foot),
        ]
        start = [*(X.p + shape.arm(X.R, -below))[inside], 0.0]
        *foot_entries, gap = root_of(
            np.array(equations, dtype=object),
            unknowns,
            np.array(start, dtype=object),
            name=f"the contact with a surface on {self.frame!r}",
        )
        return gap, self._normal(_replaced(X.p, inside, foot_entries))

    def _normal(self, x: Array) -> Array:
        slope = gradient_at(self.expression, x)
        return as_array(slope / norm(slope))

    def tangents(self, n: Array) -> tuple[Array, Array]:
        straight = [k for k in range(3) if k not in components_in(self.expression)]
        if not straight:
            return super().tangents(n)
        e = unit(_XYZ[straight[-1]])
        return cross(e, n), e

    def check_fit(self, shape: Shape, owner: str) -> None:
        if time in inputs_of([self.expression]):
            raise ModelError(
                f"{owner} cannot roll on a surface whose equation depends on time; fix it to a body that moves"
            )


@dataclass(frozen=True)
class ParametricSurface(Surface):
    """Points r(s₁, s₂), expressions of two coordinates of the model."""

    points: tuple[Scalar, Scalar, Scalar]

    def relations(self, x: Array) -> Sequence[Relation]:
        return [Relation(axis, d, force_unit="N") for axis, d in zip(_XYZ, x - as_array(self.points), strict=True)]


def plane(place: Place, normal: Axis = "z") -> FlatSurface:
    """The plane through the origin of a frame, with this normal in its axes; bodies stand on the normal's side.

    Parameters
    ----------
    place : Body or Frame
        Frame in whose axes it is.
    normal : "x", "y", "z" or vector (3,), optional
        Normal in axes of the frame, on whose side bodies stand; default "z".

    Examples
    --------
    >>> import dalembert as da
    >>> slope = da.geometry.plane(da.ground.rotated("y", 0.3), normal="z")
    >>> print(type(slope).__name__, slope.normal)
    FlatSurface z
    """
    return FlatSurface(as_frame(place, "a plane"), checked_axis(normal, "the normal of a plane"))


def surface(place: Place, equation: Node | VectorLike) -> Surface:
    """The surface F = 0 for an expression of `symbols("x y z")`, or of points r (3,), expressions of coordinates.

    x, y and z are coordinates in the axes of the frame; bodies roll where F is positive. Coordinates that points r
    depend on may be ones without mass, see `extra_coordinate`.

    Parameters
    ----------
    place : Body or Frame
        Frame in whose axes it is.
    equation : expression, or points (3,)
        F = 0 in `symbols("x y z")`, or points r of two coordinates.

    Examples
    --------
    >>> import dalembert as da
    >>> x, y, z = da.expr.symbols("x y z")
    >>> hill = da.geometry.surface(da.ground, z - da.sin(x))
    >>> print(type(hill).__name__)
    ImplicitSurface
    """
    frame = as_frame(place, "a surface")
    if shape_of(equation) == ():
        return ImplicitSurface(frame, local_expression(equation, f"a surface on {frame!r}"))
    return ParametricSurface(frame, parametric_points(equation, f"a surface on {frame!r}", 2))


def parametric_points(points: object, what: str, count: int) -> tuple[Scalar, Scalar, Scalar]:
    """Expressions (3,) that depend on coordinates, as many as a curve or surface has dimensions."""
    entries = as_shape(points, (3,), what)
    if len(measures_in(entries)) < count or not all(isinstance(x, Expression | float) for x in entries):
        raise ModelError(
            f"{what} needs points that depend on {count} measures such as coordinate('s'), not {points!r}"
        )
    return as_tuple(entries)


def sphere_outside(place: Place, radius: Scalar) -> RoundSurface:
    """The outside of a sphere about the origin of a frame.

    Parameters
    ----------
    place : Body or Frame
        Frame in whose axes it is.
    radius : float or parameter
        Radius in m.

    Examples
    --------
    >>> import dalembert as da
    >>> ball = da.sphere("ball", radius=0.1, mass=1.0)
    >>> touch = da.Contact("touch", ball, da.geometry.sphere_outside(da.ground, radius=1.0))
    >>> model = da.Model(da.Free("pose", da.ground, ball), touch, gravity=(0, 0, -9.81))
    >>> motion = da.simulate(model, {"pose.z": 1.5}, until=1.0)
    >>> print(f"{motion['pose.z'][-1]:.3f} m")
    1.100 m
    """
    return _round(place, radius, None, False, "a sphere")


def sphere_inside(place: Place, radius: Scalar) -> RoundSurface:
    """The inside of a sphere about the origin of a frame.

    Parameters
    ----------
    place : Body or Frame
        Frame in whose axes it is.
    radius : float or parameter
        Radius in m.

    Examples
    --------
    >>> import dalembert as da
    >>> ball = da.sphere("ball", radius=0.1, mass=1.0)
    >>> roll = da.Rolling("roll", ball, on=da.geometry.sphere_inside(da.ground, radius=1.0))
    >>> model = da.Model(da.Free("pose", da.ground, ball), roll, gravity=(0, 0, -9.81))
    >>> print(da.mobility(model, {"pose.z": -0.9}).degrees_of_freedom)
    3
    """
    return _round(place, radius, None, True, "a sphere")


def cylinder_outside(place: Place, radius: Scalar, axis: Axis = "z") -> RoundSurface:
    """The outside of a cylinder about an axis of a frame.

    Parameters
    ----------
    place : Body or Frame
        Frame in whose axes it is.
    radius : float or parameter
        Radius in m.
    axis : "x", "y", "z" or vector (3,), optional
        Axis in axes of the frame; default "z".

    Examples
    --------
    >>> import dalembert as da
    >>> roller = da.disc("roller", radius=0.1, mass=1.0)
    >>> roll = da.Rolling("roll", roller, on=da.geometry.cylinder_outside(da.ground, radius=0.5))
    >>> model = da.Model(da.Planar("pose", da.ground, roller), roll, gravity=(0, -9.81, 0))
    >>> print(da.mobility(model, {"pose.y": 0.6}).degrees_of_freedom)
    1
    """
    return _round(place, radius, axis, False, "a cylinder")


def cylinder_inside(place: Place, radius: Scalar, axis: Axis = "z") -> RoundSurface:
    """The inside of a cylinder about an axis of a frame.

    Parameters
    ----------
    place : Body or Frame
        Frame in whose axes it is.
    radius : float or parameter
        Radius in m.
    axis : "x", "y", "z" or vector (3,), optional
        Axis in axes of the frame; default "z".

    Examples
    --------
    >>> import dalembert as da
    >>> ball = da.sphere("ball", radius=0.1, mass=1.0)
    >>> roll = da.Rolling("roll", ball, on=da.geometry.cylinder_inside(da.ground, radius=1.0, axis="x"))
    >>> model = da.Model(da.Free("pose", da.ground, ball), roll, gravity=(0, 0, -9.81))
    >>> print(da.mobility(model, {"pose.z": -0.9}).degrees_of_freedom)
    3
    """
    return _round(place, radius, axis, True, "a cylinder")


def _round(place: Place, radius: Scalar, axis: Axis | None, is_hollow: bool, what: str) -> RoundSurface:
    frame = as_frame(place, what)
    r = as_shape(radius, (), f"the radius of {what}").item()
    if is_numeric(r) and not r > 0.0:
        raise ModelError(f"the radius of {what} on {frame!r} must be positive, not {r:g}")
    axis = None if axis is None else checked_axis(axis, f"the axis of {what}")
    return RoundSurface(frame, r, axis, is_hollow)


def _replaced(x: Array, places: Sequence[int], values: VectorLike) -> Array:
    """A copy of x with other entries at some places."""
    entries = list(x)
    for k, value in zip(places, values, strict=True):
        entries[k] = value
    return as_array(entries)

"""Lines and curves that points stay on, fixed to a frame."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.expr.node import Node, Scalar
from dalembert.model.bodies import Frame, Place, as_frame
from dalembert.model.constraint import Relation
from dalembert.model.local_point import POINT, components_in, height_at, local_expression
from dalembert.model.part import checked_axis
from dalembert.model.surfaces import parametric_points
from dalembert.spatial.vectors import Axis, VectorLike, across, as_array, dot, shape_of, unit

_XYZ = "xyz"


@dataclass(frozen=True)
class Curve(ABC):
    """A curve fixed to a frame, in whose axes its points are.

    Parameters
    ----------
    frame : Body or Frame
        Frame in whose axes it is.

    Examples
    --------
    >>> import dalembert as da
    >>> wire = da.geometry.line(da.ground, "x")
    >>> print(isinstance(wire, da.geometry.Curve))
    True
    """

    frame: Frame

    @abstractmethod
    def relations(self, x: Array) -> Sequence[Relation]:
        """Relations for points x (3,) on the curve, in the axes of its frame."""


@dataclass(frozen=True)
class Line(Curve):
    """A straight line through the origin of a frame, with a direction.

    Parameters
    ----------
    frame : Body or Frame
        Frame through whose origin the line goes.
    axis : "x", "y", "z" or vector (3,)
        Direction in axes of the frame.

    Examples
    --------
    >>> import dalembert as da
    >>> wire = da.geometry.line(da.ground, "x")
    >>> print(isinstance(wire, da.geometry.Line))
    True
    """

    axis: Axis

    @property
    def direction(self) -> Array:
        """Unit vector along the line (3,), in the axes of the frame."""
        return unit(self.axis)

    def relations(self, x: Array) -> Sequence[Relation]:
        return [
            Relation(name, dot(e, x), force_unit="N")
            for name, e in zip(("first", "second"), across(self.axis), strict=True)
        ]


@dataclass(frozen=True)
class ImplicitCurve(Curve):
    """The intersection of two surfaces F(x, y, z) = 0; each is a row F / |∇F|."""

    expressions: tuple[Node, Node]

    def relations(self, x: Array) -> Sequence[Relation]:
        names = zip(("first", "second"), self.expressions, strict=True)
        return [Relation(name, height_at(expression, x), force_unit="N") for name, expression in names]


@dataclass(frozen=True)
class ParametricCurve(Curve):
    """Points r(s), expressions of a coordinate of the model."""

    points: tuple[Scalar, Scalar, Scalar]

    def relations(self, x: Array) -> Sequence[Relation]:
        return [Relation(axis, d, force_unit="N") for axis, d in zip(_XYZ, x - as_array(self.points), strict=True)]


def line(place: Place, axis: Axis = "x") -> Line:
    """The line through the origin of a frame, along this direction in its axes.

    Parameters
    ----------
    place : Body or Frame
        Frame in whose axes it is.
    axis : "x", "y", "z" or vector (3,), optional
        Axis in axes of the frame; default "x".

    Examples
    --------
    >>> import dalembert as da
    >>> wire = da.geometry.line(da.ground, axis=(1, 0, -1))
    >>> print(type(wire).__name__, wire.axis)
    Line (1, 0, -1)
    """
    return Line(as_frame(place, "a line"), checked_axis(axis, "the direction of a line"))


def curve(place: Place, equations: Node | VectorLike) -> Curve:
    """The curve F = 0 in the plane z = 0 of a frame, the one where two F = 0, or points r (3,).

    F is an expression of `symbols("x y z")`, coordinates in the axes of the frame; r are expressions of a
    coordinate of the model, which may be one without mass, see `extra_coordinate`.

    Parameters
    ----------
    place : Body or Frame
        Frame in whose axes it is.
    equations : expression, two of them, or points (3,)
        F = 0 in x and y, two F = 0 in x, y and z, or points r of a coordinate.

    Examples
    --------
    >>> import dalembert as da
    >>> x, y = da.expr.symbols("x y")
    >>> ellipse = da.geometry.curve(da.ground, x**2 / 4.0 + y**2 - 1.0)
    >>> print(isinstance(ellipse, da.geometry.Curve))
    True
    """
    frame = as_frame(place, "a curve")
    what = f"a curve on {frame!r}"
    shape = shape_of(equations)
    if shape == (3,):
        return ParametricCurve(frame, parametric_points(equations, what, 1))
    if shape == ():
        F = local_expression(equations, what)
        if 2 in components_in(F):
            raise ModelError(f"{what} needs an expression of x and y, or two expressions of x, y and z")
        return ImplicitCurve(frame, (F, POINT[2]))
    if shape != (2,):
        raise ModelError(f"{what} needs one or two expressions of x, y, z, or three of a coordinate")
    F, G = (local_expression(expression, what) for expression in np.asarray(equations))
    return ImplicitCurve(frame, (F, G))

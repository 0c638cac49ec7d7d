"""Directions that stay parallel, perpendicular or at an angle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import pi

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.expr.functions import cos, sin
from dalembert.expr.node import Scalar
from dalembert.model.bodies import Frame
from dalembert.model.constraint import Constraint, Relation
from dalembert.model.curves import Line
from dalembert.model.measure import Kinematics, instead_of
from dalembert.model.part import measures_in
from dalembert.spatial.vectors import across, dot, is_numeric


@dataclass(frozen=True)
class _Directions(Constraint):
    """The directions of two lines on different bodies; where the lines lie does not count."""

    first: Line
    second: Line

    def __post_init__(self) -> None:
        super().__post_init__()
        for line in (self.first, self.second):
            if not isinstance(line, Line):
                raise ModelError(f"{self.label} needs two directions such as line(body, 'x'), not {line!r}")
        if self.first.frame.body is self.second.frame.body:
            raise ModelError(
                f"{self.label} has both directions on the body {self.first.frame.body.name!r}, so it has no effect"
            )

    @property
    def is_relative(self) -> bool:
        return True

    @property
    def reaction_frame(self) -> Frame:
        return self.second.frame

    def directions(self, kinematics: Kinematics) -> tuple[Array, Array]:
        """The two directions as unit vectors (3,), seen from one frame."""
        a, b = (kinematics.pose(line.frame).R @ line.direction for line in (self.first, self.second))
        return a, b


@dataclass(frozen=True)
class Parallel(_Directions):
    """Two directions stay parallel, the same way or opposite as they are at the start: e₁ · b = e₂ · b = 0.

    e₁ and e₂ are across the first direction, b is the second. The multiplier of `.first` is the moment on the
    second body about b × e₁, that of `.second` the one about b × e₂.

    Parameters
    ----------
    name : str
        Name of the constraint, of its rows and of its multipliers.
    first : Line
        Directions on two bodies, such as `da.geometry.line(body, "x")`.
    second : Line
        Directions on two bodies, such as `da.geometry.line(body, "x")`.

    Examples
    --------
    >>> import dalembert as da
    >>> ball = da.sphere("ball", radius=0.1, mass=1.0)
    >>> up = da.Prismatic("z", da.ground, ball, axis="z")
    >>> free = da.Free("pose", da.ground, ball)
    >>> axes = da.geometry.line(da.ground, "z"), da.geometry.line(ball, "z")
    >>> upright = da.relations.Parallel("upright", *axes)
    >>> print(da.mobility(da.Model(free, upright)).degrees_of_freedom)
    4
    """

    def relations(self, kinematics: Kinematics) -> Sequence[Relation]:
        _, b = self.directions(kinematics)
        R = kinematics.pose(self.first.frame).R
        e1, e2 = across(self.first.axis)
        return [
            Relation("first", dot(R @ e1, b), force_unit="N m"),
            Relation("second", dot(R @ e2, b), force_unit="N m"),
        ]


@dataclass(frozen=True)
class Perpendicular(_Directions):
    """Two directions stay at a right angle: a · b = 0. The multiplier is the moment on the second about b × a.

    Parameters
    ----------
    name : str
        Name of the constraint, of its rows and of its multipliers.
    first : Line
        Directions on two bodies, such as `da.geometry.line(body, "x")`.
    second : Line
        Directions on two bodies, such as `da.geometry.line(body, "x")`.

    Examples
    --------
    >>> import dalembert as da
    >>> ball = da.sphere("ball", radius=0.1, mass=1.0)
    >>> up = da.Prismatic("z", da.ground, ball, axis="z")
    >>> free = da.Free("pose", da.ground, ball)
    >>> axes = da.geometry.line(da.ground, "z"), da.geometry.line(ball, "x")
    >>> level = da.relations.Perpendicular("level", *axes)
    >>> print(da.mobility(da.Model(free, level)).degrees_of_freedom)
    5
    """

    def relations(self, kinematics: Kinematics) -> Sequence[Relation]:
        a, b = self.directions(kinematics)
        return [Relation("", dot(a, b), force_unit="N m")]


@dataclass(frozen=True)
class AngleBetween(_Directions):
    """The angle between two directions, between 0 and π: (cos α − a · b) / sin α = 0.

    The multiplier is the moment on the second body about a × b, which opens the angle. The angle may be an
    expression of time and parameters. For a turning about an axis, with turns that count, use RelativeRotation.

    Parameters
    ----------
    name : str
        Name of the constraint, of its rows and of its multipliers.
    first : Line
        Directions on two bodies, such as `da.geometry.line(body, "x")`.
    second : Line
        Directions on two bodies, such as `da.geometry.line(body, "x")`.
    value : float or expression
        Angle between 0 and π, in rad.

    Examples
    --------
    >>> import dalembert as da
    >>> ball = da.sphere("ball", radius=0.1, mass=1.0)
    >>> joint = da.Spherical("ball joint", da.ground, ball)
    >>> axes = da.geometry.line(da.ground, "z"), da.geometry.line(ball, "z")
    >>> tilt = da.relations.AngleBetween("tilt", *axes, 0.3)
    >>> model = da.Model(joint, tilt)
    >>> start = da.assemble(model, guess=da.State(q={"ball joint.e1": 0.1}))
    >>> print(da.mobility(model, start).degrees_of_freedom)
    2
    """

    value: Scalar

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep((), "value")
        if is_numeric(self.value) and not 0.0 < self.value < pi:
            raise ModelError(
                f"{self.label} needs an angle between 0 and π, not {self.value:g}; for these use Parallel"
            )
        if measures := measures_in(self.value):
            why = instead_of(measures[0], "use Holonomic for that")
            raise ModelError(f"the angle of {self.label} {why}")

    def relations(self, kinematics: Kinematics) -> Sequence[Relation]:
        a, b = self.directions(kinematics)
        return [Relation("", (cos(self.value) - dot(a, b)) / sin(self.value), force_unit="N m")]

"""Points that coincide or keep their distance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.expr.node import Scalar
from dalembert.model.bodies import Frame, Place, as_frame
from dalembert.model.closures import meeting
from dalembert.model.constraint import Constraint, Relation, Surroundings
from dalembert.model.drawing_symbols import DrawnLine
from dalembert.model.measure import Kinematics, instead_of
from dalembert.model.part import measures_in
from dalembert.model.visuals import JointSymbol
from dalembert.spatial.vectors import dot, is_numeric, norm
from dalembert.tolerances import SAME_POSITION


@dataclass(frozen=True)
class Pair(Constraint):
    """Two places on different bodies."""

    first: Place
    second: Place

    def __post_init__(self) -> None:
        super().__post_init__()
        first, second = (as_frame(place, f"an end of {self.label}") for place in (self.first, self.second))
        if first.body is second.body:
            raise ModelError(
                f"{self.label} has both places on the body {first.body.name!r}, where it has no effect"
            )

    @property
    def is_relative(self) -> bool:
        return True

    @property
    def reaction_frame(self) -> Frame:
        return as_frame(self.second)

    @property
    def joined(self) -> tuple[Frame, Frame]:
        return as_frame(self.first), as_frame(self.second)

    def line(self, kinematics: Kinematics) -> Array:
        """Vector (3,) from the first origin to the second."""
        return kinematics.pose(as_frame(self.second)).p - kinematics.pose(as_frame(self.first)).p


@dataclass(frozen=True)
class Coincident(Pair):
    """The origins of two frames coincide: a ball joint that adds no coordinates.

    Parameters
    ----------
    name : str
        Name of the constraint.
    first : Body or Frame
        One frame.
    second : Body or Frame
        The other frame, whose origin is at the same place.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=2.0)
    >>> model = da.Model(da.Free("pose", da.ground, rod), da.Coincident("pin", da.ground, rod["start"]))
    >>> print(da.mobility(model).degrees_of_freedom)
    3
    """

    @property
    def symbol(self) -> JointSymbol:
        return JointSymbol("ball")

    def relations(self, kinematics: Kinematics) -> Sequence[Relation]:
        P, C = (kinematics.pose(as_frame(place)) for place in (self.first, self.second))
        return meeting(P, C).relations


@dataclass(frozen=True)
class Distance(Pair):
    """The origins of two frames keep a distance, as by a massless bar: (d·d − l²) / 2l = 0.

    Its multiplier is the force with which the bar pushes them apart. The length may be an expression of time and
    parameters.

    Parameters
    ----------
    name : str
        Name of the constraint.
    first : Body or Frame
        One end.
    second : Body or Frame
        The other end.
    length : float or expression, optional
        Distance in m; default the one at the zero configuration, in which all coordinates of joints are zero.

    Examples
    --------
    >>> import dalembert as da
    >>> ball = da.particle("ball", mass=2.0)
    >>> model = da.Model(da.Translational("place", da.ground, ball), da.Distance("bar", da.ground, ball, 0.5))
    >>> print(da.mobility(model, {"place.x": 0.5}).degrees_of_freedom)
    2

    A bar that is as long as it is drawn:

    >>> beam = da.rod("beam", length=3.0, mass=2.0)
    >>> tie = da.Distance("tie", da.ground.at(y=4.0), beam["end"])
    >>> model = da.Model(da.Revolute("pin", da.ground, beam), tie)
    >>> print(model.constraints[0].length)
    5.0
    """

    length: Scalar | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.length is None:
            return
        self.keep((), "length")
        if is_numeric(self.length) and not self.length > 0.0:
            raise ModelError(f"{self.label} needs a positive length, not {self.length:g}; for zero use Coincident")
        if measures := measures_in(self.length):
            why = instead_of(measures[0], "use Holonomic with distance(…) for that")
            raise ModelError(f"the length of {self.label} {why}")

    @property
    def drawn(self) -> DrawnLine:
        return DrawnLine("bar", as_frame(self.first), as_frame(self.second))

    def fitted(self, surroundings: Surroundings) -> Self:
        if self.length is not None:
            return self
        ends = [surroundings.zero_position(as_frame(place)) for place in (self.first, self.second)]
        if ends[0] is None or ends[1] is None:
            raise ModelError(f"{self.label} needs its length: what carries its ends is not known yet")
        length = norm(ends[1] - ends[0])
        if is_numeric(length) and length <= SAME_POSITION:
            raise ModelError(
                f"{self.label} needs its length: where all coordinates are zero, its ends are at the same place"
            )
        return replace(self, length=length)

    def relations(self, kinematics: Kinematics) -> Sequence[Relation]:
        d = self.line(kinematics)
        assert self.length is not None
        return [Relation("", (dot(d, d) - self.length**2) / (2.0 * self.length), force_unit="N")]

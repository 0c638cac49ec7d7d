"""Differences of coordinates and angles between frames, constant or prescribed in time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass

from dalembert.errors import ModelError
from dalembert.expr.functions import atan2, cos, sin
from dalembert.expr.node import Scalar
from dalembert.model.bodies import Place, as_frame, ground
from dalembert.model.closures import turned_sides
from dalembert.model.constraint import Relation
from dalembert.model.constraints.points import Pair
from dalembert.model.measure import Kinematics, instead_of
from dalembert.model.part import checked_axis, measures_in
from dalembert.spatial.vectors import Axis, dot, unit


@dataclass(frozen=True)
class _Difference(Pair):
    """A coordinate or an angle of the second frame relative to the first, which has a value."""

    axis: Axis
    value: Scalar = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep((), "value")
        object.__setattr__(self, "axis", checked_axis(self.axis, f"the axis of {self.label}"))
        if measures := measures_in(self.value):
            why = instead_of(measures[0], "it is a law of time; use Holonomic")
            raise ModelError(f"the value of {self.label} {why}")


@dataclass(frozen=True)
class CoordinateDifference(_Difference):
    """The distance of the second origin from the first along an axis is prescribed: e · (p₂ − p₁) − f(t) = 0.

    The axis is fixed in the frame `along`, the ground unless another is given: differences of abscissae are along
    "x", of ordinates along "y". The multiplier is the force on the second body along the axis.

    Parameters
    ----------
    name : str
        Name of the constraint, of its rows and of its multipliers.
    first : Body or Frame
        Frames whose origins are meant.
    second : Body or Frame
        Frames whose origins are meant.
    axis : "x", "y", "z" or vector (3,)
        Direction in axes of `along`.
    value : float or expression, optional
        Prescribed difference in m; default 0.
    along : Body or Frame, optional
        Frame in which the axis is fixed; default the ground.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> law = da.relations.CoordinateDifference("law", da.ground, block, "x", da.sin(da.time))
    >>> motion = da.kinematics(da.Model(slide, law), [0.0, 1.0])
    >>> print(f"{motion['x'][-1]:.4f} m")
    0.8415 m
    """

    _: KW_ONLY
    along: Place = ground

    def __post_init__(self) -> None:
        super().__post_init__()
        as_frame(self.along, f"the axis of {self.label}")

    def relations(self, kinematics: Kinematics) -> Sequence[Relation]:
        e = kinematics.pose(as_frame(self.along)).R @ unit(self.axis)
        return [Relation("", dot(e, self.line(kinematics)) - self.value, force_unit="N")]


@dataclass(frozen=True)
class RelativeRotation(_Difference):
    """The angle of the second frame against the first about an axis is prescribed: θ − f(t) = 0.

    The frames share the axis, as those of a Revolute do, or bodies in a plane; then the multiplier is the moment
    on the second body about it. The row is the difference in (−π, π], so f(t) may run over any number of turns.

    Parameters
    ----------
    name : str
        Name of the constraint, of its rows and of its multipliers.
    first : Body or Frame
        Frames, which share the axis.
    second : Body or Frame
        Frames, which share the axis.
    axis : "x", "y", "z" or vector (3,)
        Axis in axes of both frames.
    value : float or expression, optional
        Prescribed angle in rad; default 0.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> turn = da.relations.RelativeRotation("turn", da.ground, rod, "z", 2.0 * da.time)
    >>> motion = da.kinematics(da.Model(da.Revolute("hinge", da.ground, rod), turn), [0.0, 5.0])
    >>> print(f"{motion['hinge'][-1]:.3f} rad")
    10.000 rad
    """

    def relations(self, kinematics: Kinematics) -> Sequence[Relation]:
        first, second = (kinematics.pose(as_frame(place)) for place in (self.first, self.second))
        y, x = turned_sides(self.axis, first.R.T @ second.R)
        s, c = sin(self.value), cos(self.value)
        return [Relation("", atan2(y * c - x * s, x * c + y * s), force_unit="N m")]

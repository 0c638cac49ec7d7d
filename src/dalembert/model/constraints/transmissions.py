"""Belts, racks and screws: couplings by a force at a radius or along a thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from math import pi
from typing import Self

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.expr.node import Scalar
from dalembert.model.constraint import CoordinateAxis, Relation, Surroundings
from dalembert.model.constraints.couplings import Coupled, direction_text
from dalembert.model.measure import Kinematics, coordinate
from dalembert.model.part import measures_in
from dalembert.spatial.vectors import is_numeric
from dalembert.tolerances import PARALLEL


@dataclass(frozen=True)
class Belt(Coupled):
    """Two pulleys with a belt that does not slip: r₁ θ₁ − r₂ θ₂ = offset, or + r₂ θ₂ if the belt is crossed.

    The multiplier is the difference of the tensions, as it turns the first pulley forwards.

    Parameters
    ----------
    name : str
        Name of the constraint, of its rows and of its multipliers.
    first : str
        Joint coordinates by name.
    second : str
        Joint coordinates by name.
    radii : pair of float
        Radii of both pulleys, in m.
    offset : float or expression, optional
        Value of the relation as it was put together, in m; default 0.
    is_crossed : bool, optional
        Whether the belt is crossed; default False.

    Examples
    --------
    >>> import dalembert as da
    >>> motor, fan = da.disc("rotor", radius=0.05, mass=1.0), da.disc("wheel", radius=0.1, mass=1.0)
    >>> first, second = da.Revolute("motor", da.ground, motor), da.Revolute("fan", da.ground.at(x=0.5), fan)
    >>> belt = da.relations.Belt("belt", "motor", "fan", radii=(0.05, 0.1))
    >>> model = da.Model(first, second, belt)
    >>> motion = da.simulate(model, da.State(u={"motor": 2.0, "fan": 1.0}), until=1.0)
    >>> print(f"{motion['fan'][-1]:.3f} rad")
    1.000 rad
    """

    radii: tuple[Scalar, Scalar]
    offset: Scalar = 0.0
    _: KW_ONLY
    is_crossed: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep((2,), "radii")
        self.keep_laws("offset")
        if measures_in(self.radii) or any(is_numeric(r) and not r > 0.0 for r in self.radii):
            raise ModelError(f"{self.label} needs two positive radii, not {self.radii!r}")

    def fitted(self, surroundings: Surroundings) -> Self:
        first, second = (self.axis_of(name, surroundings, is_turning=True) for name in (self.first, self.second))
        if first and second and first.parent is second.parent:
            self._check_parallel(first.in_parent, second.in_parent)
        return self

    def relations(self, kinematics: Kinematics) -> Sequence[Relation]:
        first, second = self.radii[0] * coordinate(self.first), self.radii[1] * coordinate(self.second)
        return [Relation("", (first + second if self.is_crossed else first - second) - self.offset)]

    def _check_parallel(self, first: Array, second: Array) -> None:
        if first @ second < 1.0 - PARALLEL:
            raise ModelError(
                f"{self.label} is between pulleys that do not turn about parallel axes, the same way round: "
                f"{self.first!r} turns about {direction_text(first)}, {self.second!r} "
                f"about {direction_text(second)}"
            )


@dataclass(frozen=True)
class RackAndPinion(Coupled):
    """A rack that a pinion moves: slide − radius · angle = offset; the first coordinate slides, the second turns.

    The radius is negative if the rack moves backwards as the pinion turns forwards. The multiplier is the force of
    the teeth on the rack.

    Parameters
    ----------
    name : str
        Name of the constraint, of its rows and of its multipliers.
    first : str
        Coordinates of the rack, which slides, and of the pinion, which turns, by name.
    second : str
        Coordinates of the rack, which slides, and of the pinion, which turns, by name.
    radius : float
        Radius of the pinion in m, negative if the rack moves backwards.
    offset : float or expression, optional
        Value of the relation as it was put together, in m; default 0.

    Examples
    --------
    >>> import dalembert as da
    >>> rack, pinion = da.particle("rack", mass=1.0), da.disc("pinion", radius=0.05, mass=1.0)
    >>> slide, turn = da.Prismatic("way", da.ground, rack, axis="x"), da.Revolute("turn", da.ground, pinion)
    >>> teeth = da.relations.RackAndPinion("teeth", "way", "turn", radius=0.05)
    >>> model = da.Model(slide, turn, teeth)
    >>> motion = da.simulate(model, da.State(u={"way": 0.1, "turn": 2.0}), until=1.0)
    >>> print(f"{motion['way'][-1]:.3f} m, {motion['turn'][-1]:.3f} rad")
    0.100 m, 2.000 rad
    """

    radius: Scalar
    offset: Scalar = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep_laws("radius", "offset")
        self.refuse_zero("radius")

    def fitted(self, surroundings: Surroundings) -> Self:
        rack = self.axis_of(self.first, surroundings, is_turning=False)
        pinion = self.axis_of(self.second, surroundings, is_turning=True)
        if rack and pinion and rack.parent is pinion.parent:
            self._check_across(rack, pinion)
        return self

    def relations(self, kinematics: Kinematics) -> Sequence[Relation]:
        return [
            Relation(
                "", coordinate(self.first) - self.radius * coordinate(self.second) - self.offset, force_unit="N"
            )
        ]

    def _check_across(self, rack: CoordinateAxis, pinion: CoordinateAxis) -> None:
        if abs(rack.in_parent @ pinion.in_parent) > PARALLEL:
            raise ModelError(
                f"{self.label}: the rack moves along {direction_text(rack.in_parent)}, not across the axis "
                f"{direction_text(pinion.in_parent)} of the pinion"
            )


@dataclass(frozen=True)
class ScrewCoupling(Coupled):
    """A nut that a spindle moves: slide − lead · angle / 2π = offset; the first slides, the second turns.

    The lead is the way for one turn, negative for a left-handed thread. The multiplier is the force on the nut
    along its way. For a body that turns and slides on its own axis use the joint Screw.

    Parameters
    ----------
    name : str
        Name of the constraint, of its rows and of its multipliers.
    first : str
        Coordinates of the nut, which slides, and of the spindle, which turns, by name.
    second : str
        Coordinates of the nut, which slides, and of the spindle, which turns, by name.
    lead : float
        Way for one turn in m, negative for a left-handed thread.
    offset : float or expression, optional
        Value of the relation as it was put together, in m; default 0.

    Examples
    --------
    >>> import dalembert as da
    >>> nut, spindle = da.particle("nut", mass=1.0), da.cylinder("spindle", radius=0.01, length=0.3, mass=0.5)
    >>> slide, turn = da.Prismatic("way", da.ground, nut, axis="z"), da.Revolute("turn", da.ground, spindle)
    >>> thread = da.relations.ScrewCoupling("thread", "way", "turn", lead=0.005)
    >>> start = da.State(u={"way": 0.005, "turn": 2 * da.pi})
    >>> motion = da.simulate(da.Model(slide, turn, thread), start, until=1.0)
    >>> print(f"{motion['way'][-1]:.3f} m")
    0.005 m
    """

    lead: Scalar
    offset: Scalar = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep_laws("lead", "offset")
        self.refuse_zero("lead")

    def fitted(self, surroundings: Surroundings) -> Self:
        nut = self.axis_of(self.first, surroundings, is_turning=False)
        spindle = self.axis_of(self.second, surroundings, is_turning=True)
        if nut and spindle and nut.parent is spindle.parent:
            self._check_along(nut, spindle)
        return self

    def relations(self, kinematics: Kinematics) -> Sequence[Relation]:
        slide, turn = coordinate(self.first), coordinate(self.second)
        return [Relation("", slide - self.lead / (2.0 * pi) * turn - self.offset, force_unit="N")]

    def _check_along(self, nut: CoordinateAxis, spindle: CoordinateAxis) -> None:
        if abs(nut.in_parent @ spindle.in_parent) < 1.0 - PARALLEL:
            raise ModelError(
                f"{self.label}: the nut moves along {direction_text(nut.in_parent)}, which is not along the axis "
                f"{direction_text(spindle.in_parent)} of the spindle"
            )

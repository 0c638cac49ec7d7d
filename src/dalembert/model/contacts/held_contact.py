"""Contacts in modes that stay as they are: rows that always hold, and kinetic friction as a force."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import add
from typing import Any, ClassVar

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.functions import sign, sqrt
from dalembert.model.bodies import Frame, ground
from dalembert.model.constraint import Constraint, Relation
from dalembert.model.contacts.contact_rows import ContactRows
from dalembert.model.contacts.contact_sum import ContactSum
from dalembert.model.contacts.dry_friction_force import TANGENTS, DryFrictionForce
from dalembert.model.contacts.friction import PatchFriction
from dalembert.model.contacts.touching import Touching
from dalembert.model.force import Force, Loads
from dalembert.model.measure import Kinematics, Measure, measure_node, resolved
from dalembert.model.part import Output, Part
from dalembert.model.reaction_measures import multiplier, reaction_force
from dalembert.rows import Role
from dalembert.spatial.vectors import as_array

_XYZ = "xyz"


@dataclass(frozen=True)
class SlipFriction(Force):
    """Kinetic friction of a point of contact, against its slip; against turning it is a moment."""

    names_in: ClassVar[tuple[str, ...]] = ("name", "of")

    of: str
    """Name of the point of contact."""

    point: ContactRows
    limit: Any = None
    """Greatest friction, where that is not the kinetic coefficient times the normal force of the point."""

    direction: tuple[float, ...] | None = None
    """Unit vector against which it acts, along the slips; the direction of slip if None."""

    @property
    def label(self) -> str:
        return self.point.label

    def along_slips(self, kinematics: Kinematics) -> tuple[list[Any], Any]:
        """Forces along the slips, and the moment about the normal, as expressions of measures."""
        slips, law, N = list(self.point.geometry.slip(kinematics)), self.point.friction, multiplier(self.normal)
        ways = _directions(slips) if self.direction is None else self.direction
        if self.limit is not None:
            return [-self.limit * e for e in ways], 0.0
        # along a given direction the speed has slopes at zero too
        speed = (
            _speed(slips)
            if self.direction is None
            else reduce(add, [e * v for e, v in zip(ways, slips, strict=True)])
        )
        if isinstance(law, PatchFriction):
            spin = self.point.geometry.spin(kinematics)
            factor, about = law.slip_factor(speed, spin), law.spin_factor(speed, spin) * spin
            return [-law.static * N * factor * v for v in slips], -law.static * N * about
        return [-law.kinetic_at(speed) * N * e for e in ways], 0.0

    @property
    def normal(self) -> str:
        """Name of the normal row of the point."""
        return f"{self.of}.normal"

    def loads(self, kinematics: Kinematics) -> Loads:
        return self.point.geometry.friction_loads(kinematics, *self.along_slips(kinematics))

    @property
    def forces_along_slips(self) -> list[Any]:
        """Forces along the slips, as measures."""
        return [measure_node(FrictionAlong(self, k)) for k in range(self.point.geometry.n_slips)]

    def whole_force(self, in_world: bool) -> list[Any]:
        """Components of the normal force and friction together, on the body of the point, as measures."""
        return [measure_node(SlippingForce(self, k, in_world)) for k in range(3)]


def _speed(slips: Sequence[Any]) -> Any:
    """Size of a slip."""
    return sqrt(reduce(add, [v * v for v in slips])) if slips else 0.0


def _directions(slips: Sequence[Any]) -> list[Any]:
    """Unit vector of slip; without a value in two directions where there is no slip."""
    moving = [v for v in slips if not _is_zero(v)]
    if len(moving) < 2:
        return [0.0 if _is_zero(v) else sign(v) for v in slips]
    speed = _speed(moving)
    return [v / speed for v in slips]


def _is_zero(v: Any) -> bool:
    return isinstance(v, int | float) and v == 0.0


@dataclass(frozen=True)
class FrictionAlong(Measure):
    """Kinetic friction along one of the slips of a point."""

    friction: SlipFriction
    number: int

    def resolve(self, kinematics: Kinematics) -> Any:
        forces, _ = self.friction.along_slips(kinematics)
        return resolved(forces[self.number], kinematics)


@dataclass(frozen=True)
class SlippingForce(Measure):
    """Component of the whole force of a slipping point on its body, in axes of the body or of the world."""

    friction: SlipFriction
    component: int
    in_world: bool

    def resolve(self, kinematics: Kinematics) -> Any:
        geometry = self.friction.point.geometry
        assert isinstance(geometry, Touching)
        along, _ = self.friction.along_slips(kinematics)
        F = geometry.axes(kinematics) @ as_array([multiplier(self.friction.normal), *along])
        axes: Array = np.eye(3) if self.in_world else kinematics.pose(geometry.piece).R
        return resolved(axes[:, self.component] @ F, kinematics)


@dataclass(frozen=True)
class HeldRows(Constraint):
    """Rows of a point of contact that stays closed: that of its gap, and those of slip if it sticks."""

    point: ContactRows
    sticks: bool

    @property
    def label(self) -> str:
        return self.point.label

    @property
    def is_relative(self) -> bool:
        return self.point.is_relative

    @property
    def reaction_frame(self) -> Frame | None:
        # rows of what slips do not exert all of its force
        return self.point.reaction_frame if self.sticks or not self.point.has_friction else None

    def reaction_point(self, kinematics: Kinematics) -> Any:
        return self.point.reaction_point(kinematics)

    def relations(self, kinematics: Kinematics) -> Sequence[Relation]:
        return [
            replace(row, switch=None, when_off=None, role=Role.CONSTRAINT)
            for row in self.point.relations(kinematics)
            if self.sticks or row.role is Role.UNILATERAL
        ]


@dataclass(frozen=True)
class HeldContact(Part):
    """A point of contact that stays closed: its rows, and kinetic friction if it slips."""

    point: ContactRows
    friction: SlipFriction | None = None
    """Kinetic friction, if it slips."""

    @property
    def label(self) -> str:
        return self.point.label

    @property
    def run_states(self) -> tuple[str, ...]:
        return self.point.run_states

    @property
    def constraints(self) -> tuple[HeldRows, ...]:
        has_rows = self.friction is None or self.point.strength is None
        return (HeldRows(self.name, self.point, self.friction is None),) if has_rows else ()

    @property
    def forces(self) -> tuple[SlipFriction, ...]:
        return () if self.friction is None else (self.friction,)

    @property
    def dry_friction_force(self) -> DryFrictionForce | None:
        return self.point.dry_friction_force

    @property
    def dry_friction_forces(self) -> tuple[Any, ...]:
        if self.dry_friction_force is None:
            return ()
        if self.friction is not None:
            return tuple(self.friction.forces_along_slips)
        names = TANGENTS[: len(self.dry_friction_force.slips)]
        return tuple(multiplier(f"{self.name}.slip {which}") for which in names)

    @property
    def outputs(self) -> Mapping[str, Output]:
        friction = self.friction
        if self.dry_friction_force is not None:
            return self.dry_friction_force.outputs(self.name, self.dry_friction_forces)
        if friction is None or not isinstance(self.point.geometry, Touching):
            return {}
        along = zip(TANGENTS, friction.forces_along_slips, strict=True)
        whole = zip(_XYZ, friction.whole_force(in_world=False), strict=True)
        return {
            **{f"slip {which}.multiplier": Output(f, self.point.unit) for which, f in along},
            **{f"force.{axis}": Output(f, "N") for axis, f in whole},
        }

    @property
    def force_in_world(self) -> list[Any]:
        """Whole force of the point on its body in world axes, as measures."""
        if self.friction is None:
            return list(reaction_force(self.name, axes=ground))
        return self.friction.whole_force(in_world=True)


@dataclass(frozen=True)
class OpenPoint(Part):
    """A point of contact that stays open: it does nothing."""

    point: ContactRows

    @property
    def label(self) -> str:
        return self.point.label

    @property
    def run_states(self) -> tuple[str, ...]:
        return self.point.run_states


@dataclass(frozen=True)
class HeldSum(Part):
    """Sum of the forces of closed points on the first body, in world axes: signals `<contact>.sum.x` and so on."""

    points: tuple[HeldContact, ...]
    on_second: tuple[str, ...] = ()
    """Names of those whose force is that on the second body."""

    @classmethod
    def of(cls, whole: ContactSum, points: Mapping[str, HeldContact]) -> HeldSum:
        """The sum over those points that are closed."""
        return cls(whole.name, tuple(points[x] for x in whole.points if x in points), whole.on_second)

    @property
    def outputs(self) -> Mapping[str, Output]:
        total: list[Any] = [0.0, 0.0, 0.0]
        for point in self.points:
            side = -1.0 if point.name in self.on_second else 1.0
            total = [x + side * f for x, f in zip(total, point.force_in_world, strict=True)]
        return {f"sum.{axis}": Output(x, "N") for axis, x in zip(_XYZ, total, strict=True)}


def held_contacts(parts: Iterable[Part]) -> list[HeldContact]:
    """Points of contact that stay closed, among parts."""
    return [part for part in parts if isinstance(part, HeldContact)]

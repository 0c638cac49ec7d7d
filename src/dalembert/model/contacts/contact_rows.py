"""A contact as rows that come and go: the gap, and slip along one or two tangents."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import add
from typing import Any, ClassVar

import numpy as np

from dalembert.errors import ModelError
from dalembert.expr.functions import absolute_value, less, sqrt, where
from dalembert.expr.node import Expression
from dalembert.model.bodies import Frame
from dalembert.model.constraint import Constraint, OffLaw, Relation
from dalembert.model.contacts.compliance import MotionLaw, Relaxation
from dalembert.model.contacts.dry_friction_force import TANGENTS, DryFrictionForce
from dalembert.model.contacts.friction import Creep, FrictionLaw, PatchFriction
from dalembert.model.contacts.impacts import ImpactLaw, NewtonImpact, PoissonImpact
from dalembert.model.contacts.open_laws import (
    check_values,
    has_parameters,
    is_positive,
    number_text,
    parameters_of,
    with_values,
)
from dalembert.model.contacts.point_law import PointLaw
from dalembert.model.force import Loads
from dalembert.model.measure import Kinematics, Measure, force, measure_node, resolved, state_variable
from dalembert.model.part import Output, Part
from dalembert.model.reaction_measures import multiplier
from dalembert.model.state_variable import StateVariable
from dalembert.number_checks import is_number
from dalembert.numerics.contact_levels import UNSEEN_SLIP
from dalembert.rows import Level, Role

HUGE = 1e300
"""More than the square of any speed."""


@dataclass(frozen=True)
class Mode(StateVariable):
    """A mode of a contact: a value that only events change."""

    def __post_init__(self) -> None:
        return

    @property
    def is_discrete(self) -> bool:
        return True


MODES = ("mode", "touches", "watched", "lift", "press", "undecided")
"""States of a contact, by what stands behind its name.

- `mode`: 0 open, 1 closed or slipping, 2 sticking.
- `touches`: whether the row of its gap is on.
- `watched`: whether its forces tell when modes end.
- `lift`: depth by rounding where it opens; of slip in two directions, the speed at which it is checked again.
- `press`: how far below zero the normal force may be where the contact closes without any.
- `undecided`: whether what it does at this instant is still to be decided: 1 in native code, 2 in Python.
"""

SHARED = "shared"
"""State of a contact that may hold together with others what fewer could: whether it carries its share while its
row is off. One that is closed without it carries nothing."""

FRICTION_MODES = ("stick first", "stick second", "slip first", "slip second", "plane")
"""States of a contact with friction besides these.

- `stick first`, `stick second`: whether the rows of slip are on.
- `slip first`, `slip second`: the direction of slip.
- `plane`: whether slip has one direction only, to and fro.
"""

PATCH_MODES = ("slip spin",)
"""State of a contact whose friction joins slip and spin: `slip first`, `slip second` and this are its motion as it
began, of size one."""


BEGINNINGS = {"closed": "closes", "slipping": "slips", "rolling": "rolls"}
"""Words for the beginning of modes in which a contact is closed and does not stick."""


@dataclass(frozen=True)
class Geometry(ABC):
    """Where and how two things may touch."""

    @abstractmethod
    def gap(self, kinematics: Kinematics) -> Any:
        """The distance, negative where they overlap; None if they always touch."""

    def slip(self, kinematics: Kinematics) -> Sequence[Any]:
        """Relative velocities along tangents: none, one or two."""
        return ()

    @property
    def n_slips(self) -> int:
        """How many velocities of slip there are."""
        return 0

    def spin(self, kinematics: Kinematics) -> Any:
        """Relative angular velocity about the normal; asked of places of bodies."""
        raise NotImplementedError

    def friction_loads(self, kinematics: Kinematics, forces: Sequence[Any], moment: Any = 0.0) -> Loads:
        """Loads of friction forces along the slips, and of a moment about the normal; asked of what has slips."""
        raise NotImplementedError

    @property
    def moving_mode(self) -> str:
        """Word for the mode in which the contact is closed and friction does not hold it."""
        return "slipping"

    @property
    def frame(self) -> Frame | None:
        """The frame at which its force is given; None if it has no place."""
        return None

    def point(self, kinematics: Kinematics) -> Any:
        """Where its force acts in the world (3,)."""
        assert self.frame is not None
        return kinematics.pose(self.frame).p


@dataclass(frozen=True)
class GeometryMeasure(Measure):
    """An entry of something that a geometry says of positions and velocities."""

    geometry: Geometry
    quantity: Callable[[Any, Kinematics], Any]
    """A method of the geometry, such as `Geometry.slip`."""

    entry: int

    def resolve(self, kinematics: Kinematics) -> Any:
        values = np.ravel(np.asarray(self.quantity(self.geometry, kinematics), dtype=object))
        return resolved(values[self.entry], kinematics)


def geometry_measures(geometry: Geometry, quantity: Callable[[Any, Kinematics], Any], n: int) -> list[Any]:
    """All n entries of something that a geometry says, as measures."""
    return [measure_node(GeometryMeasure(geometry, quantity, k)) for k in range(n)]


@dataclass(frozen=True)
class ContactRows(Constraint):
    """One point of contact, as rows that states switch on and off."""

    geometry: Geometry
    friction: FrictionLaw
    law: ImpactLaw
    contact: str
    """Name of the contact that it belongs to."""

    compliance: MotionLaw | Relaxation | None = None
    """How penetration moves, if the contact is no rigid one; of a limit of velocities, how its excess decays."""

    release_by_gap: bool = False
    """Whether a compliant contact is released by its position alone, so that it may pull."""

    tolerance: float = 0.0
    """How deep bodies are in each other where a compliant contact closes, and opens by its position."""

    strength: tuple[Any, Any] | None = None
    """Greatest forces of friction, at rest and in motion, where no normal force of its own is behind them."""

    unit: str = "N"
    """Of its friction."""

    creep: Creep | None = None
    """How it creeps while it sticks; it stands still if None."""

    dry_friction_force: DryFrictionForce | None = None
    """Law of dry friction that is no contact."""

    may_share: ClassVar[bool] = False
    """Whether there are others that may press together with it, so that fewer would do."""

    @property
    def label(self) -> str:
        return f"the contact {self.contact!r}"

    @property
    def instead_of_inputs(self) -> str:
        return "use a law of time; a limit of speeds may contain a StateVariable of the input"

    @property
    def _open_laws(self) -> list[Any]:
        """Laws of the contact whose coefficients are open parameters."""
        laws = [law for law in (self.friction, self.law, self.compliance) if law is not None]
        return [law for law in laws if has_parameters(law)]

    @property
    def has_open_numbers(self) -> bool:
        return bool(self._open_laws)

    def check_parameters(self, p: Mapping[str, Any]) -> None:
        for law in self._open_laws:
            check_values(law, p, self.label)

    def with_values(self, p: Mapping[str, float]) -> ContactRows:
        """The contact with numbers for parameters of friction and impacts."""
        if not self.decision_parameters:
            return self
        return replace(self, friction=with_values(self.friction, p), law=self.law.with_coefficients(p))

    @property
    def decision_parameters(self) -> set[str]:
        """Names of parameters in its laws of friction and impact."""
        return parameters_of(self.friction) | parameters_of(self.law)

    @property
    def dry_friction_forces(self) -> tuple[Any, ...]:
        if self.dry_friction_force is None:
            return ()
        names = TANGENTS[: len(self.dry_friction_force.slips)]
        forces = [multiplier(f"{self.name}.slip {which}") for which in names]
        return (
            (forces[0] + force(self.dry_friction_force.sliding), *forces[1:])
            if self.dry_friction_force.sliding
            else tuple(forces)
        )

    @property
    def outputs(self) -> Mapping[str, Output]:
        return (
            {}
            if self.dry_friction_force is None
            else self.dry_friction_force.outputs(self.name, self.dry_friction_forces)
        )

    @property
    def point_law(self) -> PointLaw | None:
        is_by_reactions = self.strength is not None and (
            self.dry_friction_force is None or self.dry_friction_force.sliding
        )
        if self.compliance is not None or self.creep is not None or is_by_reactions:
            return None
        slips = tuple(f"{self.name}.slip {which}" for which in TANGENTS)
        normal, spin = f"{self.name}.normal", f"{self.name}.spin"
        return PointLaw(normal, slips, spin, self.friction, self.law, self.strength)

    @property
    def in_words(self) -> str:
        """The laws of friction and impact, in words."""
        if self.strength is not None:
            friction = f"friction {_as_text(self.strength[0])}"
        elif self.has_friction:
            friction = f"friction {number_text(self.friction.static)}"
        else:
            friction = "no friction"
        e = self.law.restitution
        return f"{friction}, restitution {number_text(e)}" if is_positive(e) else friction

    @property
    def mode_words(self) -> tuple[str, str, str]:
        """Words for the modes 0, 1 and 2, such as `open`, `slipping` and `sticking`."""
        return ("open", self.geometry.moving_mode if self.has_friction else "closed", "sticking")

    @property
    def event_words(self) -> tuple[str, str, str]:
        """Words for the beginning of the modes 0, 1 and 2, such as `opens`, `slips` and `sticks`."""
        return ("opens", BEGINNINGS[self.mode_words[1]], "sticks")

    @property
    def modes(self) -> tuple[str, ...]:
        """Names of the modes, behind the name of the contact."""
        shared = (SHARED,) if self.may_share else ()
        patch = PATCH_MODES if isinstance(self.friction, PatchFriction) else ()
        return (*MODES, *shared, *FRICTION_MODES, *patch) if self.has_friction else (*MODES, *shared)

    @property
    def is_rigid(self) -> bool:
        """Whether it is a body that another one does not enter."""
        return self.strength is None and self.compliance is None

    @property
    def run_states(self) -> tuple[str, ...]:
        """Names of the states that runs have for it, from event to event or by time stepping."""
        means = (f"mean {row}" for row in ("normal", *(f"slip {which}" for which in TANGENTS)))
        return tuple(
            f"{self.name}.{what}" for what in (*MODES, SHARED, *FRICTION_MODES, *PATCH_MODES, "residual", *means)
        )

    @property
    def state_variables(self) -> tuple[StateVariable, ...]:
        return tuple(Mode(f"{self.name}.{what}", rate=0.0) for what in self.modes)

    @property
    def reaction_frame(self) -> Frame | None:
        return self.geometry.frame

    def reaction_point(self, kinematics: Kinematics) -> Any:
        return self.geometry.point(kinematics)

    @property
    def is_relative(self) -> bool:
        return self.geometry.frame is not None

    def state(self, what: str) -> Any:
        """One of its states, as a measure."""
        return state_variable(f"{self.name}.{what}")

    def relations(self, kinematics: Kinematics) -> Sequence[Relation]:
        gap, slip = self.geometry.gap(kinematics), list(self.geometry.slip(kinematics))
        found = []
        if gap is not None:
            touches, moves = self.state("touches"), None if self.compliance is None else self._gap_motion
            level = Level.VELOCITY if isinstance(self.compliance, Relaxation) else Level.POSITION
            shared = self.state(SHARED) if self.may_share else None
            found.append(
                Relation("normal", gap, level, Role.UNILATERAL, "N", touches, motion=moves, shared=shared)
            )
        if not self.has_friction:
            return found
        if isinstance(self.friction, PatchFriction):
            return [*found, *self._combined(self.friction, slip, self.geometry.spin(kinematics))]
        for which, v, e in zip(TANGENTS, slip, self.directions(slip), strict=False):
            law = self._kinetic(e, slip)
            switch = self.state(f"stick {which}")
            row = Relation(f"slip {which}", v, Level.VELOCITY, Role.FRICTION, self.unit, switch, law)
            found.append(row if self.creep is None else replace(row, motion=self._creeping))
        return found

    def _creeping(self, _: Any, v: Any) -> Any:
        """v̇ while it creeps."""
        assert self.creep is not None
        return -self.creep.damping * v

    def _gap_motion(self, gap: Any, rate: Any) -> Any:
        """The highest derivative of the gap of a compliant contact; of velocities, the gap itself is a rate."""
        assert self.compliance is not None
        if isinstance(self.compliance, Relaxation):
            return -self.compliance.rate * rate
        return -self.compliance.acceleration(-gap, -rate)

    @property
    def has_friction(self) -> bool:
        """Whether there is any."""
        return self.friction.acts or self.strength is not None

    def _combined(self, law: PatchFriction, slip: Sequence[Any], spin: Any) -> list[Relation]:
        """Rows of slip and spin that are on together; off, they exert what follows from the motion."""
        # below what steps see it is the motion that began
        is_as_begun = less(law.motion_left(slip, spin), UNSEEN_SLIP)
        own = [self.state(f"slip {which}") for which in TANGENTS[: len(slip)]]
        moving = [where(is_as_begun, e, v) for e, v in zip(own, slip, strict=True)]
        turning = where(is_as_begun, self.state("slip spin"), spin)
        speed, mu = sqrt(reduce(add, [v * v for v in moving])), -law.static * self.is_slipping
        laws = [mu * law.slip_factor(speed, turning) * v for v in moving]
        sticks = self.state("stick first")
        found = [
            Relation(f"slip {which}", v, Level.VELOCITY, Role.FRICTION, "N", sticks, OffLaw(factor, "normal"))
            for which, v, factor in zip(TANGENTS, slip, laws, strict=False)
        ]
        moment = OffLaw(mu * law.spin_factor(speed, turning) * turning, "normal")
        return [*found, Relation("spin", spin, Level.VELOCITY, Role.FRICTION, "N m", sticks, moment)]

    @property
    def is_slipping(self) -> Any:
        """One while the contact is closed and does not stick, else zero."""
        mode = self.state("mode")
        return where(less(mode, 1.5), where(less(mode, 0.5), 0.0, 1.0), 0.0)

    def directions(self, slip: Sequence[Any]) -> list[Any]:
        """Unit vector of slip: as it began, or in space as it is."""
        own = [self.state(f"slip {which}") for which, _ in zip(TANGENTS, slip, strict=False)]
        if self.creep is not None:
            return [creeping_way(self.creep, slip[0], own[0])]
        if len(slip) < 2:
            return own
        square = reduce(add, [v * v for v in slip])
        forward = reduce(add, [e * v for e, v in zip(own, slip, strict=True)])
        # where slip comes to its end within a step, friction goes on as if it did not turn round
        is_as_begun = less(square, UNSEEN_SLIP**2 + HUGE * self.state("plane"))
        size = where(less(forward, 0.0), -1.0, 1.0) * sqrt(where(is_as_begun, 1.0, square))
        return [where(is_as_begun, e, v / size) for e, v in zip(own, slip, strict=True)]

    def _kinetic(self, direction: Any, slip: Sequence[Any]) -> OffLaw:
        """Kinetic friction, against the direction of slip, while the contact slips."""
        if self.strength is not None:
            return OffLaw(0.0, "", -self.strength[1] * direction * self.is_slipping)
        speed = sqrt(reduce(add, [v * v for v in slip])) if self.friction.depends_on_speed else 0.0
        return OffLaw(-self.friction.kinetic_at(speed) * direction * self.is_slipping, "normal")


@dataclass(frozen=True)
class ContactPart(Part):
    """A contact: nothing in the model while it is open; runs close and open its rows."""

    @abstractmethod
    def contact_points(self) -> tuple[ContactRows, ...]:
        """The points of the contact, each as rows."""

    @property
    def has_open_numbers(self) -> bool:
        return any(point.has_open_numbers for point in self.contact_points())

    def check_parameters(self, p: Mapping[str, Any]) -> None:
        for point in self.contact_points():
            point.check_parameters(p)

    @property
    def in_words(self) -> str:
        """Where it is, if bodies do not say that, and how it holds, for people."""
        points = self.contact_points()
        number = f"{len(points)} points, " if len(points) > 1 else ""
        return number + points[0].in_words


def _as_text(value: Any) -> str:
    """A number, or that it is none."""
    return f"up to {value:g}" if isinstance(value, int | float) else "by a law"


def creeping_way(creep: Creep, v: Any, begun: Any) -> Any:
    """The direction of slip with creep: that of the velocity, below the tolerance the one in which it began."""
    return where(less(absolute_value(v), creep.tolerance), begun, where(less(v, 0.0), -1.0, 1.0))


def as_law(restitution: Any, friction: FrictionLaw, owner: str) -> ImpactLaw:
    """A law of impact: as given, or the default one with this coefficient."""
    if isinstance(restitution, ImpactLaw):
        return restitution
    is_open = isinstance(restitution, Expression)
    if not is_number(restitution) and not is_open:
        raise ModelError(f"the restitution of {owner} is a number or a law such as da.contacts.PoissonImpact(0.5)")
    try:
        return (PoissonImpact if friction.acts else NewtonImpact)(restitution if is_open else float(restitution))
    except ModelError as error:
        raise ModelError(f"{owner}: {error}") from None

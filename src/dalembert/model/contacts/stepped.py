"""A contact as time stepping treats it: rows that are never on, whose forces are states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from dalembert.model.bodies import Frame
from dalembert.model.constraint import Constraint, Relation
from dalembert.model.contacts.contact_rows import ContactRows
from dalembert.model.contacts.dry_friction_force import TANGENTS, DryFrictionForce
from dalembert.model.contacts.point_law import PointLaw
from dalembert.model.measure import Kinematics, state_variable
from dalembert.model.part import Output
from dalembert.model.state_variable import StateVariable
from dalembert.rows import Level, Role

NORMAL = "normal"


@dataclass(frozen=True)
class _StepResult(StateVariable):
    """A result of a time step about a contact, such as its impulse, which goes into the next step as states do."""

    def __post_init__(self) -> None:
        return


@dataclass(frozen=True)
class SteppedContact(Constraint):
    """One point of contact: its mode, the mean force of each of its rows in a step, and how exact they are."""

    point: ContactRows

    @property
    def relation_names(self) -> tuple[str, ...]:
        """Names of its relations, the normal one first."""
        normal = () if self.point.strength is not None else (NORMAL,)
        return (*normal, *(f"slip {which}" for which in TANGENTS if self.point.has_friction))

    def state(self, what: str) -> str:
        """The name of one of its states: `mode`, `residual`, or `mean <relation>`, a force."""
        return f"{self.name}.{what}"

    @property
    def means(self) -> tuple[Any, ...]:
        """Mean forces along its relations, as measures."""
        return tuple(state_variable(self.state(f"mean {name}")) for name in self.relation_names)

    @property
    def point_law(self) -> PointLaw | None:
        law = self.point.point_law
        return None if law is None else replace(law, is_stepped=True)

    @property
    def dry_friction_force(self) -> DryFrictionForce | None:
        return self.point.dry_friction_force

    @property
    def dry_friction_forces(self) -> tuple[Any, ...]:
        return () if self.dry_friction_force is None else self.means[: len(self.dry_friction_force.slips)]

    @property
    def outputs(self) -> Mapping[str, Output]:
        return (
            {}
            if self.dry_friction_force is None
            else self.dry_friction_force.outputs(self.name, self.dry_friction_forces)
        )

    @property
    def state_variables(self) -> tuple[StateVariable, ...]:
        names = ["mode", "residual", *(f"mean {name}" for name in self.relation_names)]
        return tuple(_StepResult(self.state(name), rate=0.0) for name in names)

    @property
    def reaction_frame(self) -> Frame | None:
        return self.point.reaction_frame

    def reaction_point(self, kinematics: Kinematics) -> Any:
        return self.point.reaction_point(kinematics)

    @property
    def is_relative(self) -> bool:
        return self.point.is_relative

    def relations(self, kinematics: Kinematics) -> Sequence[Relation]:
        geometry, found = self.point.geometry, []
        if (gap := geometry.gap(kinematics)) is not None:
            found.append(Relation(NORMAL, gap, Level.POSITION, Role.UNILATERAL, "N", 0.0))
        if self.point.has_friction:
            slips = zip(TANGENTS, geometry.slip(kinematics), strict=False)
            found += [Relation(f"slip {w}", v, Level.VELOCITY, Role.FRICTION, "N", 0.0) for w, v in slips]
        return found

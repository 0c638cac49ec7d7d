"""Coordinates that are prescribed, and what coordinates have in common that follow each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from dalembert.errors import ModelError
from dalembert.model.constraint import Constraint, CoordinateAxis, Relation, Surroundings
from dalembert.model.measures import Kinematics, coordinate, speed
from dalembert.model.part import Output, measures_in
from dalembert.model.reaction_measures import multiplier
from dalembert.rows import Role
from dalembert.spatial.vectors import is_numeric

PARALLEL = 1e-9
"""How far the product of two unit vectors may be from that of parallel or perpendicular ones."""


@dataclass(frozen=True)
class Drive(Constraint):
    """A joint coordinate that follows a law of time, whatever force it takes.

    The force is its multiplier: signals `<drive>.torque` (or `.force`) and `<drive>.power`.
    """

    names_in: ClassVar[tuple[str, ...]] = ("name", "coordinate")

    coordinate: str
    law: Any
    """An expression of time and parameters."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep((), "law")
        if measures := measures_in(self.law):
            raise ModelError(
                f"the law of {self.label} depends on {measures[0]!r}; it is a law of time: for a coupling of "
                "coordinates use Gear or Holonomic"
            )

    @property
    def acts_on(self) -> tuple[str, ...]:
        return (self.coordinate,)

    @property
    def prescribed(self) -> tuple[str, ...]:
        return (self.coordinate,)

    @property
    def outputs(self) -> Mapping[str, Output]:
        force = multiplier(self.name)
        power = force * speed(self.coordinate)
        return {"torque": Output(force), "force": Output(force), "power": Output(power, "W")}

    def relations(self, kinematics: Kinematics) -> Sequence[Relation]:
        return [Relation("", coordinate(self.coordinate) - self.law, role=Role.DRIVE)]


@dataclass(frozen=True)
class Coupled(Constraint):
    """Two coordinates of joints, one of which follows the other."""

    names_in: ClassVar[tuple[str, ...]] = ("name", "first", "second")

    first: str
    second: str

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.first == self.second:
            raise ModelError(f"{self.label} couples {self.first!r} to itself; it needs two coordinates")

    @property
    def acts_on(self) -> tuple[str, ...]:
        return self.first, self.second

    def keep_laws(self, *fields: str) -> None:
        """Check that fields hold numbers, parameters or laws of time."""
        self.keep((), *fields)
        for field in fields:
            if measures := measures_in(getattr(self, field)):
                raise ModelError(
                    f"{self.label} depends on {measures[0]!r}; for a {field} that varies use Holonomic"
                )

    def refuse_zero(self, field: str) -> None:
        """Check that a field is not zero: the coupling would be none."""
        value = getattr(self, field)
        if is_numeric(value) and value == 0.0:
            raise ModelError(f"{self.label} has the {field} zero; to hold {self.first!r} use a Drive")

    def axis_of(self, name: str, surroundings: Surroundings, *, is_turning: bool) -> CoordinateAxis | None:
        """The axis of a coordinate that must turn, or slide; None if it is not known."""
        axis = surroundings.axis(name)
        if axis is not None and axis.is_turning is not is_turning:
            raise ModelError(
                f"{self.label} needs a coordinate that {'turns' if is_turning else 'slides'}, unlike {name!r}"
            )
        return axis


def direction_text(e: Any) -> str:
    """A direction (3,) in words."""
    return f"({', '.join(f'{float(x):.4g}' for x in e)})"

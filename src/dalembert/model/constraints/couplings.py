"""Coordinates that are prescribed, or coupled to each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from dalembert.errors import ModelError
from dalembert.model.constraint import Constraint, Relation
from dalembert.model.measures import Kinematics, coordinate
from dalembert.model.part import measures_in
from dalembert.spatial.vectors import is_numeric


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

    def relations(self, kinematics: Kinematics) -> Sequence[Relation]:
        return [Relation("", coordinate(self.coordinate) - self.law)]


@dataclass(frozen=True)
class Gear(Constraint):
    """Two joint coordinates in a fixed ratio: q_first − ratio · q_second = offset.

    The ratio is negative for wheels that turn against each other.
    """

    names_in: ClassVar[tuple[str, ...]] = ("name", "first", "second")

    first: str
    second: str
    ratio: Any
    offset: Any = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep((), "ratio", "offset")
        if self.first == self.second:
            raise ModelError(f"{self.label} couples {self.first!r} to itself; it needs two coordinates")
        if is_numeric(self.ratio) and self.ratio == 0.0:
            raise ModelError(f"{self.label} has the ratio zero; to hold {self.first!r} use a Drive")

    @property
    def acts_on(self) -> tuple[str, ...]:
        return self.first, self.second

    def relations(self, kinematics: Kinematics) -> Sequence[Relation]:
        return [Relation("", coordinate(self.first) - self.ratio * coordinate(self.second) - self.offset)]

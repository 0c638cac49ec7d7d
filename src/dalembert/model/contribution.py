"""Contributions of parts to a model: joints, constraints, forces and first-order states."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from dalembert.model.constraint import Constraint
from dalembert.model.force import Force
from dalembert.model.joint import Joint
from dalembert.model.part import Part
from dalembert.model.state_variable import StateVariable


@dataclass(frozen=True, eq=False)
class Contribution:
    """A part with the joints, constraints, forces and state variables that it contributes."""

    part: Part
    joints: tuple[Joint, ...]
    constraints: tuple[Constraint, ...]
    forces: tuple[Force, ...]
    state_variables: tuple[StateVariable, ...]

    @classmethod
    def of(cls, part: Part) -> Contribution:
        """The contribution of a part."""
        return cls(
            part,
            cast("tuple[Joint, ...]", part.joints),
            cast("tuple[Constraint, ...]", part.constraints),
            cast("tuple[Force, ...]", part.forces),
            cast("tuple[StateVariable, ...]", part.state_variables),
        )

    @property
    def elements(self) -> Iterator[Part]:
        """Joints, constraints, forces and state variables, one after the other."""
        yield from (*self.joints, *self.constraints, *self.forces, *self.state_variables)

    @property
    def everything(self) -> Iterator[Part]:
        """The part itself, and the elements that it stands for."""
        yield self.part
        yield from (element for element in self.elements if element is not self.part)

    @property
    def names(self) -> list[str]:
        """Names of the part, its elements and their coordinates; one element may be called like the part."""
        elements = [element.name for element in self.elements]
        part = [] if self.part.name in elements else [self.part.name]
        coordinates = [name for joint in self.joints for name in joint.coordinates if name != joint.name]
        return [*part, *elements, *coordinates]

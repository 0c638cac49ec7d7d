"""What a part adds to a model: joints, constraints, forces and first-order states."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dalembert.model.constraint import Constraint
from dalembert.model.force import Force
from dalembert.model.joint import Joint
from dalembert.model.part import Part
from dalembert.model.state_variable import StateVariable


@dataclass(frozen=True, eq=False)
class Contribution:
    """A part, and what it contributes."""

    part: Part
    joints: tuple[Joint, ...]
    constraints: tuple[Constraint, ...]
    forces: tuple[Force, ...]
    state_variables: tuple[StateVariable, ...]

    @classmethod
    def of(cls, part: Part) -> Contribution:
        """What a part says that it contributes."""
        return cls(part, part.joints, part.constraints, part.forces, part.state_variables)

    @property
    def elements(self) -> Iterator[Part]:
        """All of it."""
        yield from (*self.joints, *self.constraints, *self.forces, *self.state_variables)

    @property
    def everything(self) -> Iterator[Part]:
        """The part itself, and what it stands for."""
        yield self.part
        yield from (one for one in self.elements if one is not self.part)

    @property
    def names(self) -> list[str]:
        """Names of all that, coordinates too; one element may be called like the part."""
        elements = list(self.elements)
        own = [] if any(one.name == self.part.name for one in elements) else [self.part.name]
        coordinates = [name for joint in self.joints for name in joint.coordinates if name != joint.name]
        return [*own, *(one.name for one in elements), *coordinates]

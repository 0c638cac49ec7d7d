"""What a force element is: loads on bodies and joints, and perhaps a potential energy."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.model.bodies import Frame
from dalembert.model.constraint import Surroundings
from dalembert.model.drawn_line import DrawnLine
from dalembert.model.measure import Kinematics
from dalembert.model.measure import force as strength
from dalembert.model.part import Output, Part
from dalembert.spatial.vectors import zero_vector


@dataclass(frozen=True)
class BodyLoad:
    """A force and a moment on a body, at the origin of a frame, in world axes."""

    frame: Frame
    force: Array
    moment: Array = field(default_factory=zero_vector)


@dataclass(frozen=True)
class Loads:
    """What a force element does: loads on bodies, and generalized forces by the coordinates they act on."""

    on_bodies: Sequence[BodyLoad] = ()
    on_joints: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Force(Part):
    """A force element."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "potential" in vars(cls) and cls.loads_without_potential is Force.loads_without_potential:
            raise ModelError(
                f"the force element {cls.__name__} has a potential: say in `loads_without_potential` what it does "
                "besides, da.extend.Loads() if nothing; else it would count twice"
            )

    @property
    def forces(self) -> tuple[Force, ...]:
        return (self,)

    @property
    def as_scalar(self) -> ScalarForce | None:
        """Itself, if one number describes it."""
        return None

    def fitted(self, surroundings: Surroundings) -> Self:
        """Itself, knowing the joints of the model it stands in."""
        return self

    @abstractmethod
    def loads(self, kinematics: Kinematics) -> Loads:
        """What it does in this state; may contain measures, which are resolved afterwards."""

    def loads_without_potential(self, kinematics: Kinematics) -> Loads:
        """What it does besides the slopes of its potential: all of it, unless it has one."""
        return self.loads(kinematics)

    def potential(self, kinematics: Kinematics) -> Any:
        """Its potential energy; 0.0 if it has none."""
        return 0.0

    @property
    def drawn(self) -> DrawnLine | None:
        """How it is drawn between two points; None if it is not."""
        return None


@dataclass(frozen=True)
class ScalarForce(Force):
    """A force element that one number describes: the tension of a line, the force or torque on a coordinate."""

    @property
    def as_scalar(self) -> ScalarForce:
        return self

    @property
    def outputs(self) -> Mapping[str, Output]:
        return {"force": Output(strength(self.name))}

    @abstractmethod
    def strength(self, loads: Loads, kinematics: Kinematics) -> Any:
        """That number, of what the element does."""

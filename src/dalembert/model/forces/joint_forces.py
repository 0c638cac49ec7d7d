"""Springs, dampers and laws on joint coordinates: torsional on an angle, linear on a displacement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from dalembert.model.force import Force, Loads
from dalembert.model.measures import Kinematics


@dataclass(frozen=True)
class JointSpring(Force):
    """A spring on a joint coordinate, −k (q − rest): a torsion spring on an angle, a linear one on a displacement.

    A turning joint counts its turns, so the spring winds up over several of them.
    """

    names_in: ClassVar[tuple[str, ...]] = ("name", "coordinate")

    coordinate: str
    stiffness: Any
    rest: Any = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep((), "stiffness", "rest")
        self.refuse_measures("stiffness", "rest")

    @property
    def acts_on(self) -> tuple[str, ...]:
        return (self.coordinate,)

    def loads(self, kinematics: Kinematics) -> Loads:
        stretch = kinematics.coordinate(self.coordinate) - self.rest
        return Loads(on_joints={self.coordinate: -self.stiffness * stretch})

    def loads_without_potential(self, kinematics: Kinematics) -> Loads:
        return Loads()

    def potential(self, kinematics: Kinematics) -> Any:
        return 0.5 * self.stiffness * (kinematics.coordinate(self.coordinate) - self.rest) ** 2


@dataclass(frozen=True)
class JointDamper(Force):
    """A damper on the rate of a joint coordinate, −c q̇: torsional on an angle, linear on a displacement."""

    names_in: ClassVar[tuple[str, ...]] = ("name", "coordinate")

    coordinate: str
    damping: Any

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep((), "damping")

    @property
    def acts_on(self) -> tuple[str, ...]:
        return (self.coordinate,)

    def loads(self, kinematics: Kinematics) -> Loads:
        return Loads(on_joints={self.coordinate: -self.damping * kinematics.speed(self.coordinate)})


@dataclass(frozen=True)
class JointForce(Force):
    """A force or torque on a joint coordinate by a law: an expression of time, parameters and measures."""

    names_in: ClassVar[tuple[str, ...]] = ("name", "coordinate")

    coordinate: str
    law: Any

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep((), "law")

    @property
    def acts_on(self) -> tuple[str, ...]:
        return (self.coordinate,)

    def loads(self, kinematics: Kinematics) -> Loads:
        return Loads(on_joints={self.coordinate: self.law})

"""Springs, dampers and laws on joint coordinates: torsional on an angle, linear on a displacement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dalembert.expr.node import Scalar
from dalembert.model.force import Loads, ScalarForce
from dalembert.model.measure import Kinematics


@dataclass(frozen=True)
class OnCoordinate(ScalarForce):
    """A force or torque on a joint coordinate."""

    names_in: ClassVar[tuple[str, ...]] = ("name", "coordinate")

    coordinate: str

    @property
    def acts_on(self) -> tuple[str, ...]:
        return (self.coordinate,)

    def strength(self, loads: Loads, kinematics: Kinematics) -> Scalar:
        return loads.on_joints[self.coordinate]


@dataclass(frozen=True)
class JointSpring(OnCoordinate):
    """A spring on a joint coordinate, −k (q − rest): a torsion spring on an angle, a linear one on a displacement.

    The angle of a joint that turns is unwrapped, so the spring winds up over several turns.
    """

    stiffness: Scalar
    rest: Scalar = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep((), "stiffness", "rest")
        self.refuse_measures("stiffness", "rest")

    def loads(self, kinematics: Kinematics) -> Loads:
        stretch = kinematics.coordinate(self.coordinate) - self.rest
        return Loads(on_joints={self.coordinate: -self.stiffness * stretch})

    def loads_without_potential(self, kinematics: Kinematics) -> Loads:
        return Loads()

    def potential(self, kinematics: Kinematics) -> Scalar:
        return 0.5 * self.stiffness * (kinematics.coordinate(self.coordinate) - self.rest) ** 2


@dataclass(frozen=True)
class JointDamper(OnCoordinate):
    """A damper on the rate of a joint coordinate, −c q̇: torsional on an angle, linear on a displacement."""

    damping: Scalar

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep((), "damping")

    def loads(self, kinematics: Kinematics) -> Loads:
        return Loads(on_joints={self.coordinate: -self.damping * kinematics.speed(self.coordinate)})


@dataclass(frozen=True)
class JointForce(OnCoordinate):
    """A force or torque on a joint coordinate by a law: an expression of time, parameters and measures."""

    law: Scalar

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep((), "law")

    def loads(self, kinematics: Kinematics) -> Loads:
        return Loads(on_joints={self.coordinate: self.law})

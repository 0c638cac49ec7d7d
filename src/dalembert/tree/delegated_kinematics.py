"""Kinematics that answer some questions differently from others."""

from __future__ import annotations

from dalembert.arrays import Array
from dalembert.expr.node import Scalar
from dalembert.model.bodies import Frame
from dalembert.model.measure import Kinematics, Measure
from dalembert.spatial.pose import Pose


class DelegatedKinematics:
    """Hands every question on; subclasses answer some themselves."""

    def __init__(self, others: Kinematics) -> None:
        self.others = others

    def coordinate(self, name: str) -> Scalar:
        """A joint coordinate."""
        return self.others.coordinate(name)

    def speed(self, name: str) -> Scalar:
        """A generalized speed."""
        return self.others.speed(name)

    def value(self, name: str) -> Scalar:
        """A first-order state."""
        return self.others.value(name)

    def input(self, name: str) -> Scalar:
        """An input."""
        return self.others.input(name)

    def speed_rate(self, name: str) -> Scalar:
        """The rate of a generalized speed."""
        return self.others.speed_rate(name)

    def pose(self, frame: Frame) -> Pose:
        """Place of a frame."""
        return self.others.pose(frame)

    def velocity(self, frame: Frame) -> tuple[Array, Array]:
        """Angular velocity and velocity of a frame."""
        return self.others.velocity(frame)

    def acceleration(self, frame: Frame) -> tuple[Array, Array]:
        """Angular acceleration and acceleration of a frame."""
        return self.others.acceleration(frame)

    def reaction(self, measure: Measure) -> Scalar:
        """A component of the reaction of a joint or constraint."""
        return self.others.reaction(measure)

    def force(self, name: str) -> Scalar:
        """The force or moment of a force element."""
        return self.others.force(name)

    def kinetic_energy(self) -> Scalar:
        """Kinetic energy T."""
        return self.others.kinetic_energy()

    def potential_energy(self) -> Scalar:
        """Potential energy V."""
        return self.others.potential_energy()

    def supplied_power(self) -> Scalar:
        """Power of inputs, drives and forces without potential."""
        return self.others.supplied_power()

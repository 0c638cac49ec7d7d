"""Measures: what expressions about a model are written over.

A law, an event or an output is an ordinary expression of measures such as `coordinate("elbow")` or
`position(arm["end"])`. Names belong to the model; each formulation says what they are in its own states.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from dalembert.expr.functions import atan2, sqrt
from dalembert.expr.node import Node, make
from dalembert.model.bodies import Frame, Place, as_frame, ground
from dalembert.spatial.pose import Pose

Array = Any


class Kinematics(Protocol):
    """What a formulation knows about positions and velocities, in its own states."""

    def coordinate(self, name: str) -> Any:
        """A joint coordinate."""

    def speed(self, name: str) -> Any:
        """A generalized speed, by its own name or that of the coordinate it is the rate of."""

    def pose(self, frame: Frame) -> Pose:
        """Place of a frame in the world."""

    def velocity(self, frame: Frame) -> tuple[Array, Array]:
        """Angular velocity and velocity of the origin of a frame, in world axes."""

    def kinetic_energy(self) -> Any:
        """T of all bodies."""

    def potential_energy(self) -> Any:
        """V of gravity and of all forces that have a potential."""


@dataclass(frozen=True)
class Measure(ABC):
    """A quantity of a model, known when a formulation says what it is."""

    @abstractmethod
    def resolve(self, kinematics: Kinematics) -> Any:
        """The quantity in the states of a formulation."""


def measure_node(measure: Measure) -> Node:
    """The measure as an input of expressions."""
    node: Node = make("measure", (measure,))
    return node


@dataclass(frozen=True)
class _Coordinate(Measure):
    name: str

    def resolve(self, kinematics: Kinematics) -> Any:
        return kinematics.coordinate(self.name)

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True)
class _Speed(Measure):
    name: str

    def resolve(self, kinematics: Kinematics) -> Any:
        return kinematics.speed(self.name)

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True)
class _Position(Measure):
    place: Frame
    origin: Frame
    component: int

    def resolve(self, kinematics: Kinematics) -> Any:
        return (kinematics.pose(self.origin).inverse @ kinematics.pose(self.place)).p[self.component]

    def __repr__(self) -> str:
        return f"position({self.place!r}).{'xyz'[self.component]}"


@dataclass(frozen=True)
class _Velocity(Measure):
    place: Frame
    component: int
    is_angular: bool

    def resolve(self, kinematics: Kinematics) -> Any:
        w, v = kinematics.velocity(self.place)
        return (w if self.is_angular else v)[self.component]

    def __repr__(self) -> str:
        kind = "angular_velocity" if self.is_angular else "velocity"
        return f"{kind}({self.place!r}).{'xyz'[self.component]}"


@dataclass(frozen=True)
class _Angle(Measure):
    first: Frame
    second: Frame
    axis: int

    def resolve(self, kinematics: Kinematics) -> Any:
        R = (kinematics.pose(self.first).inverse @ kinematics.pose(self.second)).R
        i, j = (self.axis + 1) % 3, (self.axis + 2) % 3
        return atan2(R[j, i], R[i, i])

    def __repr__(self) -> str:
        return f"angle({self.first!r}, {self.second!r})"


@dataclass(frozen=True)
class _Energy(Measure):
    is_kinetic: bool

    def resolve(self, kinematics: Kinematics) -> Any:
        return kinematics.kinetic_energy() if self.is_kinetic else kinematics.potential_energy()

    def __repr__(self) -> str:
        return "kinetic energy" if self.is_kinetic else "potential energy"


def coordinate(name: str) -> Node:
    """A joint coordinate, by its name."""
    return measure_node(_Coordinate(name))


def speed(name: str) -> Node:
    """A generalized speed, by its own name or that of the coordinate it is the rate of."""
    return measure_node(_Speed(name))


def position(place: Place, relative_to: Place = ground) -> Array:
    """Position (3,) of a frame's origin relative to another frame, in the axes of that one."""
    target, origin = as_frame(place), as_frame(relative_to)
    return np.array([measure_node(_Position(target, origin, k)) for k in range(3)], dtype=object)


def velocity(place: Place) -> Array:
    """Velocity (3,) of a frame's origin, in world axes."""
    return np.array([measure_node(_Velocity(as_frame(place), k, False)) for k in range(3)], dtype=object)


def angular_velocity(place: Place) -> Array:
    """Angular velocity (3,) of a frame, in world axes."""
    return np.array([measure_node(_Velocity(as_frame(place), k, True)) for k in range(3)], dtype=object)


def angle(first: Place, second: Place, about: str = "z") -> Node:
    """Angle by which the second frame is turned against the first about a coordinate axis of it, in (−π, π]."""
    return measure_node(_Angle(as_frame(first), as_frame(second), "xyz".index(about)))


def distance(first: Place, second: Place) -> Any:
    """Distance between the origins of two frames."""
    d = position(second, relative_to=first)
    return sqrt(d @ d)


def kinetic_energy() -> Node:
    """Kinetic energy T of the model."""
    return measure_node(_Energy(True))


def potential_energy() -> Node:
    """Potential energy V of the model."""
    return measure_node(_Energy(False))

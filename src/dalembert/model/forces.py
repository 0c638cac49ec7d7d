"""Forces: what acts on bodies and joints besides gravity."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from dalembert.expr.functions import sqrt
from dalembert.expr.scalar import is_zero
from dalembert.model.bodies import Frame, Place, as_frame, checked_name
from dalembert.model.measures import Array, Kinematics
from dalembert.spatial.vectors import as_vector


@dataclass(frozen=True)
class BodyLoad:
    """A force and a moment on a body, at the origin of a frame, in world axes."""

    frame: Frame
    force: Array
    moment: Array = field(default_factory=lambda: np.zeros(3))


@dataclass(frozen=True)
class Loads:
    """What a force element does: loads on bodies, and generalized forces on joint speeds by coordinate name."""

    on_bodies: Sequence[BodyLoad] = ()
    on_joints: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Force(ABC):
    """A force element."""

    name: str

    def __post_init__(self) -> None:
        checked_name(self.name, "force")

    @abstractmethod
    def loads(self, kinematics: Kinematics) -> Loads:
        """What it does in this state; may contain measures, which are resolved afterwards."""

    def potential(self, kinematics: Kinematics) -> Any:
        """Its potential energy; 0.0 if it has none."""
        return 0.0


@dataclass(frozen=True)
class PointForce(Force):
    """A force (3,) on the origin of a frame, in world axes or in those of `axes`."""

    place: Place
    force: Any
    axes: Place | None = None

    def loads(self, kinematics: Kinematics) -> Loads:
        frame = as_frame(self.place)
        return Loads([BodyLoad(frame, _in_world(self, self.force, self.axes, kinematics))])


@dataclass(frozen=True)
class Torque(Force):
    """A moment (3,) on a body, in world axes or in those of `axes`."""

    place: Place
    moment: Any
    axes: Place | None = None

    def loads(self, kinematics: Kinematics) -> Loads:
        moment = _in_world(self, self.moment, self.axes, kinematics)
        return Loads([BodyLoad(as_frame(self.place), np.zeros(3), moment)])


@dataclass(frozen=True)
class Spring(Force):
    """A spring, and a damper if `damping` is given, along the line between two points."""

    first: Place
    second: Place
    stiffness: Any
    rest_length: Any = 0.0
    damping: Any = 0.0

    def loads(self, kinematics: Kinematics) -> Loads:
        first, second = as_frame(self.first), as_frame(self.second)
        d = kinematics.pose(second).p - kinematics.pose(first).p
        pull = self.stiffness * d
        if not is_zero(self.rest_length) or not is_zero(self.damping):
            # direction and length are needed only now: a plain spring has no trouble at length zero
            length = sqrt(d @ d)
            rate = (kinematics.velocity(second)[1] - kinematics.velocity(first)[1]) @ d / length
            pull = (self.stiffness * (length - self.rest_length) + self.damping * rate) / length * d
        return Loads([BodyLoad(first, pull), BodyLoad(second, -pull)])

    def potential(self, kinematics: Kinematics) -> Any:
        d = kinematics.pose(as_frame(self.second)).p - kinematics.pose(as_frame(self.first)).p
        if is_zero(self.rest_length):
            return 0.5 * self.stiffness * (d @ d)
        return 0.5 * self.stiffness * (sqrt(d @ d) - self.rest_length) ** 2


@dataclass(frozen=True)
class JointSpring(Force):
    """A spring on a joint coordinate: torsional for an angle, linear for a displacement."""

    coordinate: str
    stiffness: Any
    rest: Any = 0.0

    def loads(self, kinematics: Kinematics) -> Loads:
        stretch = kinematics.coordinate(self.coordinate) - self.rest
        return Loads(on_joints={self.coordinate: -self.stiffness * stretch})

    def potential(self, kinematics: Kinematics) -> Any:
        return 0.5 * self.stiffness * (kinematics.coordinate(self.coordinate) - self.rest) ** 2


@dataclass(frozen=True)
class JointDamper(Force):
    """A damper on the rate of a joint coordinate."""

    coordinate: str
    damping: Any

    def loads(self, kinematics: Kinematics) -> Loads:
        return Loads(on_joints={self.coordinate: -self.damping * kinematics.speed(self.coordinate)})


@dataclass(frozen=True)
class JointForce(Force):
    """A force or torque on a joint coordinate by a law of the user's own, an expression of measures."""

    coordinate: str
    law: Any

    def loads(self, kinematics: Kinematics) -> Loads:
        return Loads(on_joints={self.coordinate: self.law})


def _in_world(force: Force, components: Any, axes: Place | None, kinematics: Kinematics) -> Array:
    vector = as_vector(components, f"the components of {force.name!r}")
    return vector if axes is None else kinematics.pose(as_frame(axes)).R @ vector

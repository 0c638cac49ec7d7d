"""Forces of teeth: wheels that mesh push each other across the line of their axles, and the axles feel it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dalembert.model.bodies import Frame
from dalembert.model.measure import Kinematics
from dalembert.spatial.vectors import cross


@dataclass(frozen=True)
class Axle:
    """A point about which one body turns on another: on that body, and on what it turns on."""

    on: Frame
    of: Frame

    def gap(self, kinematics: Kinematics) -> Any:
        """From one point to the other (3,): nothing, across the axle."""
        return kinematics.pose(self.on).p - kinematics.pose(self.of).p


@dataclass(frozen=True)
class Teeth:
    """Where two wheels mesh.

    A coupling of angles exerts torques on the wheels and on what carries them. Of teeth it is one force, on both
    wheels at the point where their pitch circles touch. What differs is a force through each axle, which does no
    work: that of an expression which is always zero, the gap of the axle along the force.
    """

    first: Axle
    second: Axle
    axis: Any
    """Unit vector (3,) in the axes of what the first wheel hangs on."""

    distance: float
    lever: float
    """From the axle of the first wheel to where the teeth are, towards the second; negative inside of it."""

    def through_axles(self, kinematics: Kinematics) -> Any:
        """Zero; as a part of a row for the angle of the first wheel it exerts the forces of the teeth on axles."""
        first, second = (kinematics.pose(axle.of) for axle in (self.first, self.second))
        along = cross(first.R @ self.axis, second.p - first.p) / self.distance
        gap = self.first.gap(kinematics) - self.second.gap(kinematics)
        return along @ gap / self.lever

"""Sliding along one axis."""

from __future__ import annotations

from dataclasses import dataclass

from dalembert.arrays import Array
from dalembert.model.closures import Closure, held_along, not_turned
from dalembert.model.joint import columns
from dalembert.model.joints.one_axis import OneAxis
from dalembert.model.visuals import JointSymbol
from dalembert.spatial.pose import Pose
from dalembert.spatial.twists import twist
from dalembert.spatial.vectors import across, as_array, unit


@dataclass(frozen=True)
class Prismatic(OneAxis):
    """Sliding along one axis, which both frames share; the coordinate, named like the joint, is the way."""

    @property
    def units(self) -> tuple[str, ...]:
        return ("m",)

    @property
    def symbol(self) -> JointSymbol | None:
        return JointSymbol("slider", self.axis)

    def pose(self, q: Array) -> Pose:
        return Pose(p=q[0] * unit(self.axis))

    def motion(self, q: Array) -> Array:
        return columns(twist(linear=unit(self.axis)))

    def closure(self, P: Pose, C: Pose) -> Closure:
        return held_along(P, C, *across(self.axis)) + not_turned(P, C)

    def measured(self, X: Pose) -> Array:
        return as_array([unit(self.axis) @ X.p])

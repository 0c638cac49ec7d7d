"""Turning about one axis."""

from __future__ import annotations

from dataclasses import dataclass

from dalembert.model.joint import Array, Axis, Joint, columns
from dalembert.spatial.pose import Pose
from dalembert.spatial.rotations import rotation
from dalembert.spatial.twists import twist
from dalembert.spatial.vectors import unit


@dataclass(frozen=True)
class Revolute(Joint):
    """Turning about one axis, which both frames share; the coordinate, named like the joint, is the angle."""

    axis: Axis = "z"

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep_axis("axis")

    @property
    def coordinates(self) -> tuple[str, ...]:
        return (self.name,)

    def pose(self, q: Array) -> Pose:
        return Pose(R=rotation(self.axis, q[0]))

    def motion(self, q: Array) -> Array:
        return columns(twist(angular=unit(self.axis)))

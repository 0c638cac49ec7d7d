"""Joints with one or two axes: revolute, prismatic, screw, cylindrical, universal, planar, weld."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from dalembert.model.joint import Array, Joint, columns
from dalembert.spatial.pose import Pose
from dalembert.spatial.rotations import rotation
from dalembert.spatial.twists import twist
from dalembert.spatial.vectors import cross, unit

Axis = Any
"""A coordinate axis "x", "y", "z" or a direction (3,)."""

_NONE = np.zeros(3)


@dataclass(frozen=True)
class Revolute(Joint):
    """Turning about one axis."""

    axis: Axis = "z"

    @property
    def coordinates(self) -> tuple[str, ...]:
        return (self.name,)

    def pose(self, q: Array) -> Pose:
        return Pose(R=rotation(self.axis, q[0]))

    def motion(self, q: Array) -> Array:
        return columns(twist(unit(self.axis), _NONE))


@dataclass(frozen=True)
class Prismatic(Joint):
    """Sliding along one axis."""

    axis: Axis = "z"

    @property
    def coordinates(self) -> tuple[str, ...]:
        return (self.name,)

    def pose(self, q: Array) -> Pose:
        return Pose(p=q[0] * unit(self.axis))

    def motion(self, q: Array) -> Array:
        return columns(twist(_NONE, unit(self.axis)))


@dataclass(frozen=True)
class Screw(Joint):
    """Turning about an axis and sliding along it by `lead` per turn; the coordinate is the angle."""

    axis: Axis = "z"
    lead: Any = 0.0

    @property
    def coordinates(self) -> tuple[str, ...]:
        return (self.name,)

    @property
    def _advance(self) -> Any:
        return self.lead / (2.0 * np.pi)

    def pose(self, q: Array) -> Pose:
        return Pose(rotation(self.axis, q[0]), q[0] * self._advance * unit(self.axis))

    def motion(self, q: Array) -> Array:
        return columns(twist(unit(self.axis), self._advance * unit(self.axis)))


@dataclass(frozen=True)
class Cylindrical(Joint):
    """Turning about an axis and sliding along it, independently."""

    axis: Axis = "z"

    @property
    def coordinates(self) -> tuple[str, ...]:
        return self.component_names(("angle", "slide"))

    def pose(self, q: Array) -> Pose:
        return Pose(rotation(self.axis, q[0]), q[1] * unit(self.axis))

    def motion(self, q: Array) -> Array:
        return columns(twist(unit(self.axis), _NONE), twist(_NONE, unit(self.axis)))


@dataclass(frozen=True)
class Universal(Joint):
    """Turning about an axis of the parent, then about one of the child (a Cardan joint)."""

    first: Axis = "x"
    second: Axis = "y"

    @property
    def coordinates(self) -> tuple[str, ...]:
        return self.component_names(("first", "second"))

    def pose(self, q: Array) -> Pose:
        return Pose(R=rotation(self.first, q[0]) @ rotation(self.second, q[1]))

    def _first_axis(self, q: Array) -> Array:
        """The parent's axis, in the axes of the child."""
        return rotation(self.second, q[1]).T @ unit(self.first)

    def motion(self, q: Array) -> Array:
        return columns(twist(self._first_axis(q), _NONE), twist(unit(self.second), _NONE))

    def bias(self, q: Array, u: Array) -> Array:
        # the parent's axis, seen from the child, turns backwards about the second axis
        return twist(cross(self._first_axis(q), unit(self.second)) * (u[0] * u[1]), _NONE)


@dataclass(frozen=True)
class Planar(Joint):
    """Sliding in a plane of the parent and turning about its normal: x, y along the parent's axes, then the angle."""

    normal: Axis = "z"

    @property
    def coordinates(self) -> tuple[str, ...]:
        return self.component_names(("x", "y", "angle"))

    def _plane(self) -> tuple[Array, Array]:
        """The two directions of the plane, so that they and the normal are right-handed."""
        n = unit(self.normal)
        helper = np.roll(np.eye(3), 1, axis=0)[int(np.argmax(np.abs(n)))] if np.count_nonzero(n) > 1 else None
        first = np.roll(n, 1) if helper is None else cross(helper, n) / np.linalg.norm(np.cross(helper, n))
        return first, cross(n, first)

    def pose(self, q: Array) -> Pose:
        first, second = self._plane()
        return Pose(rotation(self.normal, q[2]), q[0] * first + q[1] * second)

    def motion(self, q: Array) -> Array:
        R = rotation(self.normal, q[2])
        first, second = self._plane()
        return columns(twist(_NONE, R.T @ first), twist(_NONE, R.T @ second), twist(unit(self.normal), _NONE))

    def bias(self, q: Array, u: Array) -> Array:
        R = rotation(self.normal, q[2])
        first, second = self._plane()
        v = R.T @ (u[0] * first + u[1] * second)
        return twist(_NONE, cross(v, unit(self.normal)) * u[2])


@dataclass(frozen=True)
class Weld(Joint):
    """No motion: the two frames coincide."""

    @property
    def coordinates(self) -> tuple[str, ...]:
        return ()

    def pose(self, q: Array) -> Pose:
        return Pose()

    def motion(self, q: Array) -> Array:
        return np.zeros((6, 0))

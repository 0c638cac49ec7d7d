"""Joints with three rotations: spherical and free, by unit quaternions or by angles."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dalembert.errors import ModelError
from dalembert.expr.functions import sqrt
from dalembert.model.joint import Array, Joint, columns
from dalembert.spatial.pose import Pose
from dalembert.spatial.quaternions import quaternion_rates, quaternion_rotation, quaternion_turned
from dalembert.spatial.rotations import euler, euler_rates, euler_rates_dot
from dalembert.spatial.twists import twist
from dalembert.spatial.vectors import cross

_NONE = np.zeros(3)
_QUATERNION = ("e0", "e1", "e2", "e3")
_ANGULAR = ("wx", "wy", "wz")


@dataclass(frozen=True)
class Spherical(Joint):
    """Turning about a point: a unit quaternion, or three angles such as "zxy" if they are given.

    With a quaternion the speeds are the components of the relative angular velocity in the axes of the child; with
    angles they are the rates of the angles.
    """

    angles: str | None = None
    names: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        _check_angles(self, self.angles, self.names)

    @property
    def coordinates(self) -> tuple[str, ...]:
        return _orientation_names(self, self.angles, self.names)

    @property
    def speeds(self) -> tuple[str, ...]:
        return self.component_names(_ANGULAR) if self.angles is None else super().speeds

    @property
    def neutral(self) -> tuple[float, ...]:
        return (1.0, 0.0, 0.0, 0.0) if self.angles is None else (0.0,) * 3

    def pose(self, q: Array) -> Pose:
        return Pose(R=_rotation(self.angles, q))

    def motion(self, q: Array) -> Array:
        Q = np.eye(3) if self.angles is None else euler_rates(self.angles, q)
        return columns(*(twist(Q[:, k], _NONE) for k in range(3)))

    def bias(self, q: Array, u: Array) -> Array:
        return np.zeros(6) if self.angles is None else twist(euler_rates_dot(self.angles, q, u) @ u, _NONE)

    def rates(self, q: Array, u: Array) -> Array:
        return quaternion_rates(q) @ u if self.angles is None else u

    def retract(self, q: Array, delta: Array) -> Array:
        return quaternion_turned(q, delta) if self.angles is None else q + delta

    def residual(self, q: Array) -> Array:
        return np.zeros(0) if self.angles is not None else np.array([q @ q - 1.0])

    def project(self, q: Array) -> Array:
        return q if self.angles is not None else q / sqrt(q @ q)


@dataclass(frozen=True)
class Free(Joint):
    """No restriction: position of the child's origin in the parent's axes, and its orientation as in `Spherical`.

    The linear speeds are the rates of x, y, z.
    """

    angles: str | None = None
    names: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        _check_angles(self, self.angles, self.names)

    @property
    def _orientation(self) -> Spherical:
        return Spherical(self.name, self.parent, self.child, self.angles, self.names)

    @property
    def coordinates(self) -> tuple[str, ...]:
        return (*self.component_names(("x", "y", "z")), *self._orientation.coordinates)

    @property
    def speeds(self) -> tuple[str, ...]:
        linear = tuple(f"{name}.rate" for name in self.component_names(("x", "y", "z")))
        return (*linear, *self._orientation.speeds)

    @property
    def neutral(self) -> tuple[float, ...]:
        return (0.0, 0.0, 0.0, *self._orientation.neutral)

    def pose(self, q: Array) -> Pose:
        return Pose(_rotation(self.angles, q[3:]), q[:3])

    def motion(self, q: Array) -> Array:
        R = _rotation(self.angles, q[3:])
        linear = columns(*(twist(_NONE, R[k]) for k in range(3)))
        return np.concatenate([linear, self._orientation.motion(q[3:])], axis=1)

    def bias(self, q: Array, u: Array) -> Array:
        """The parent's axes turn backwards when seen from the child."""
        R, w = _rotation(self.angles, q[3:]), self._orientation.motion(q[3:])[:3] @ u[3:]
        return twist(self._orientation.bias(q[3:], u[3:])[:3], cross(R.T @ u[:3], w))

    def rates(self, q: Array, u: Array) -> Array:
        return np.concatenate([u[:3], self._orientation.rates(q[3:], u[3:])])

    def retract(self, q: Array, delta: Array) -> Array:
        return np.concatenate([q[:3] + delta[:3], self._orientation.retract(q[3:], delta[3:])])

    def residual(self, q: Array) -> Array:
        return self._orientation.residual(q[3:])

    def project(self, q: Array) -> Array:
        return np.concatenate([q[:3], self._orientation.project(q[3:])])


def _check_angles(joint: Joint, angles: str | None, names: tuple[str, ...] | None) -> None:
    if angles is not None and (
        len(angles) != 3 or set(angles) - set("xyz") or angles[1] in (angles[0], angles[2])
    ):
        raise ModelError(f"joint {joint.name!r}: angles are three axes such as 'zxz' or 'xyz', not {angles!r}")
    if names is not None and (angles is None or len(names) != 3):
        raise ModelError(f"joint {joint.name!r}: three names go with three angles, not {names!r}")


def _orientation_names(joint: Joint, angles: str | None, names: tuple[str, ...] | None) -> tuple[str, ...]:
    if names is not None:
        return tuple(names)
    return joint.component_names(_QUATERNION if angles is None else ("angle1", "angle2", "angle3"))


def _rotation(angles: str | None, q: Array) -> Array:
    return quaternion_rotation(q) if angles is None else euler(angles, q)

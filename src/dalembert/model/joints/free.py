"""No restriction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from dalembert.arrays import Array
from dalembert.model.closures import Closure
from dalembert.model.joint import Joint, columns
from dalembert.model.joints.spherical import Spherical, check_angles
from dalembert.spatial.pose import Pose
from dalembert.spatial.twists import twist
from dalembert.spatial.vectors import as_array, cross


@dataclass(frozen=True)
class Free(Joint):
    """No restriction: position of the child's origin in the parent's axes, and orientation as in `Spherical`.

    Coordinates `.x`, `.y`, `.z`, then those of the orientation. The first three speeds are the rates of x, y, z;
    with a quaternion the others are the relative angular velocity in the axes of the child.

    Parameters
    ----------
    name : str
        Name of the joint.
    parent : Body or Frame
        Where the joint sits on the parent: `da.ground`, a body, a marker `body["end"]`, or `body.at(x=0.5)`.
    child : Body or Frame
        Where it sits on the child; at the zero configuration the two frames coincide.
    angles : str, optional
        Three axes, such as "zyx", of angles that turn with the child; default a unit quaternion.
    names : sequence of str, optional
        Names of the three angles; default `angle1` to `angle3`.

    Examples
    --------
    >>> import dalembert as da
    >>> body = da.box("body", size=(0.2, 0.1, 0.1), mass=1.0)
    >>> model = da.Model(da.Free("pose", da.ground, body))
    >>> print(model.coordinates)
    ('pose.x', 'pose.y', 'pose.z', 'pose.e0', 'pose.e1', 'pose.e2', 'pose.e3')
    """

    looks_at_frames: ClassVar[bool] = False

    names_in: ClassVar[tuple[str, ...]] = ("name", "names")

    angles: str | None = None
    names: Sequence[str] | None = None
    """Names of the three angles."""

    def __post_init__(self) -> None:
        super().__post_init__()
        check_angles(self, self.angles, self.names)

    @cached_property
    def _turning(self) -> Spherical:
        return Spherical(self.name, self.parent, self.child, self.angles, self.names)

    @property
    def coordinates(self) -> tuple[str, ...]:
        return (*self.component_names(("x", "y", "z")), *self._turning.coordinates)

    @property
    def speeds(self) -> tuple[str, ...]:
        return (*self.component_names(("x.rate", "y.rate", "z.rate")), *self._turning.speeds)

    @property
    def units(self) -> tuple[str, ...]:
        return ("m", "m", "m", *self._turning.units)

    @property
    def speed_units(self) -> tuple[str, ...]:
        return (*("m/s",) * 3, *self._turning.speed_units)

    @property
    def default_values(self) -> tuple[float, ...]:
        return (0.0, 0.0, 0.0, *self._turning.default_values)

    def pose(self, q: Array) -> Pose:
        return Pose(self._turning.pose(q[3:]).R, q[:3])

    def motion(self, q: Array) -> Array:
        R = self._turning.pose(q[3:]).R
        linear = columns(*(twist(linear=axis) for axis in R))
        return np.concatenate([linear, self._turning.motion(q[3:])], axis=1)

    def bias(self, q: Array, u: Array) -> Array:
        # the parent's axes, seen from the child, turn backwards
        R, w = self._turning.pose(q[3:]).R, self._turning.motion(q[3:])[:3] @ u[3:]
        return twist(self._turning.bias(q[3:], u[3:])[:3], cross(R.T @ u[:3], w))

    def rates(self, q: Array, u: Array) -> Array:
        return np.concatenate([u[:3], self._turning.rates(q[3:], u[3:])])

    def speeds_for(self, q: Array, rates: Array) -> Array:
        return np.concatenate([rates[:3], self._turning.speeds_for(q[3:], rates[3:])])

    def retract(self, q: Array, delta: Array) -> Array:
        return np.concatenate([q[:3] + delta[:3], self._turning.retract(q[3:], delta[3:])])

    def residual(self, q: Array) -> Array:
        return self._turning.residual(q[3:])

    def project(self, q: Array) -> Array:
        return np.concatenate([q[:3], self._turning.project(q[3:])])

    def turned(self, R: Array) -> dict[str, float]:
        """Coordinates of the orientation by name, as of `Spherical`; the position is left out."""
        return self._turning.turned(R)

    def closure(self, P: Pose, C: Pose) -> Closure:
        return Closure([])

    @property
    def is_measurable(self) -> bool:
        return False

    def measured(self, X: Pose) -> Array:
        return as_array([*X.p, *self._turning.measured(X)])

    def nearest(self, q: Array, near: Array) -> Array:
        return np.concatenate([q[:3], self._turning.nearest(q[3:], near[3:])])

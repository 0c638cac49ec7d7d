"""Turning about a point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.expr.functions import sqrt
from dalembert.model.closures import Closure, meeting
from dalembert.model.joint import Joint, columns, turned_to
from dalembert.model.part import checked_name
from dalembert.model.visuals import JointSymbol
from dalembert.spatial.pose import Pose
from dalembert.spatial.quaternions import (
    quaternion_from_rotation,
    quaternion_rates,
    quaternion_rotation,
    quaternion_turned,
)
from dalembert.spatial.rotations import euler, euler_angles, euler_rates, euler_rates_dot, other_angles
from dalembert.spatial.twists import twist
from dalembert.spatial.vectors import is_numeric


@dataclass(frozen=True)
class Spherical(Joint):
    """Turning about a point: by a unit quaternion, or by three angles about axes such as "zxy".

    With a quaternion, coordinates `.e0` (scalar) to `.e3` are redundant by one, and speeds `.wx`, `.wy`, `.wz` are
    the relative angular velocity in the axes of the child. With angles about axes that turn with the child,
    coordinates are `.angle1` to `.angle3`, or called by `names`, and speeds are their rates; they are singular
    where the first and last axis are parallel.

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
    >>> model = da.Model(da.Spherical("ball", da.ground, body, angles="zyx"))
    >>> print(model.coordinates)
    ('ball.angle1', 'ball.angle2', 'ball.angle3')
    """

    looks_at_frames: ClassVar[bool] = False

    names_in: ClassVar[tuple[str, ...]] = ("name", "names")

    angles: str | None = None
    names: Sequence[str] | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        check_angles(self, self.angles, self.names)

    @property
    def coordinates(self) -> tuple[str, ...]:
        if self.angles is None:
            return self.component_names(("e0", "e1", "e2", "e3"))
        return tuple(self.names or self.component_names(("angle1", "angle2", "angle3")))

    @property
    def speeds(self) -> tuple[str, ...]:
        return self.component_names(("wx", "wy", "wz")) if self.angles is None else super().speeds

    @property
    def units(self) -> tuple[str, ...]:
        return ("",) * 4 if self.angles is None else ("rad",) * 3

    @property
    def speed_units(self) -> tuple[str, ...]:
        return ("rad/s",) * 3

    @property
    def symbol(self) -> JointSymbol:
        return JointSymbol("ball")

    @property
    def default_values(self) -> tuple[float, ...]:
        return (1.0, 0.0, 0.0, 0.0) if self.angles is None else (0.0, 0.0, 0.0)

    def pose(self, q: Array) -> Pose:
        return Pose(R=quaternion_rotation(q) if self.angles is None else euler(self.angles, q))

    def motion(self, q: Array) -> Array:
        Q = np.eye(3) if self.angles is None else euler_rates(self.angles, q)
        return columns(*(twist(angular=column) for column in Q.T))

    def bias(self, q: Array, u: Array) -> Array:
        return np.zeros(6) if self.angles is None else twist(angular=euler_rates_dot(self.angles, q, u) @ u)

    def rates(self, q: Array, u: Array) -> Array:
        return quaternion_rates(q) @ u if self.angles is None else u

    def speeds_for(self, q: Array, rates: Array) -> Array:
        return 4.0 * quaternion_rates(q).T @ rates if self.angles is None else rates

    def retract(self, q: Array, delta: Array) -> Array:
        return quaternion_turned(q, delta) if self.angles is None else q + delta

    def residual(self, q: Array) -> Array:
        return np.array([q @ q - 1.0]) if self.angles is None else np.zeros(0)

    def project(self, q: Array) -> Array:
        return q / sqrt(q @ q) if self.angles is None else q

    def turned(self, R: Array) -> dict[str, float]:
        """Coordinates by name, for a state, at which the child stands turned by a rotation matrix R_PC of numbers.

        The quaternion with e₀ ≥ 0, or the angles with the middle one in [0, π] if the first and last letter agree,
        else in [−π/2, π/2].
        """
        q = quaternion_from_rotation(R) if self.angles is None else euler_angles(self.angles, R)
        return dict(zip(self.coordinates, map(float, q), strict=True))

    def closure(self, P: Pose, C: Pose) -> Closure:
        return meeting(P, C)

    @property
    def is_measurable(self) -> bool:
        return False

    def measured(self, X: Pose) -> Array:
        # by cases, so of numbers only
        if not is_numeric(X.R):
            return super().measured(X)
        return quaternion_from_rotation(X.R) if self.angles is None else euler_angles(self.angles, X.R)

    def nearest(self, q: Array, near: Array) -> Array:
        """A quaternion or its opposite; one of the two triples of angles that make up a rotation, by turns."""
        if self.angles is None:
            return q if q @ near >= 0.0 else -q
        triples = [np.array(list(map(turned_to, triple, near))) for triple in (q, other_angles(self.angles, q))]
        return min(triples, key=lambda triple: float(np.abs(triple - near).max()))


def check_angles(joint: Joint, angles: str | None, names: Sequence[str] | None) -> None:
    """Check the sequence of angles and the names of the angles of a joint, which are kept as a tuple."""
    if angles is not None:
        try:
            euler(angles, np.zeros(3))
        except ModelError as error:
            raise ModelError(f"'angles' of {joint.label}: {error}") from None
    if names is None:
        return
    if angles is None or isinstance(names, str) or len(names) != 3:
        raise ModelError(f"{joint.label}: three names go with three angles such as angles='zxy', not {names!r}")
    object.__setattr__(joint, "names", tuple(checked_name(name, f"an angle of {joint.label}") for name in names))

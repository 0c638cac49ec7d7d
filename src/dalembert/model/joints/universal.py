"""Turning about two axes that meet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.model.closures import Closure, angle_about, at_fixed_angle, meeting
from dalembert.model.joint import Joint, columns
from dalembert.model.visuals import JointSymbol
from dalembert.rank import ROUNDING
from dalembert.spatial.pose import Pose
from dalembert.spatial.rotations import rotation
from dalembert.spatial.twists import twist
from dalembert.spatial.vectors import Axis, as_array, cross, is_numeric, unit


@dataclass(frozen=True)
class Universal(Joint):
    """Turning about an axis of the parent, then about one of the child (a Cardan joint).

    R_PC = R(first, q₀) R(second, q₁): `first` is fixed in the parent and given in its axes, `second` in the child.
    Coordinates `.first` and `.second` are these angles. The axes need not be perpendicular.

    Parameters
    ----------
    name : str
        Name of the joint; its coordinates are `<name>.first` and `<name>.second` in rad.
    parent : Body or Frame
        Where the joint sits on the parent: `da.ground`, a body, a marker `body["end"]`, or `body.at(x=0.5)`.
    child : Body or Frame
        Where it sits on the child; at the zero configuration the two frames coincide.
    first : "x", "y", "z" or vector (3,), optional
        Axis that is fixed in the parent; default "x".
    second : "x", "y", "z" or vector (3,), optional
        Axis that is fixed in the child; default "y".

    Examples
    --------
    >>> import dalembert as da
    >>> body = da.box("body", size=(0.2, 0.1, 0.1), mass=1.0)
    >>> model = da.Model(da.Universal("cross", da.ground, body))
    >>> print(model.coordinates)
    ('cross.first', 'cross.second')
    """

    looks_at_frames: ClassVar[bool] = False

    first: Axis = "x"
    second: Axis = "y"

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep_axis("first", "second")
        normal = cross(unit(self.first), unit(self.second))
        if is_numeric(normal) and np.linalg.norm(normal) < ROUNDING.distance:
            raise ModelError(f"{self.label} has two parallel axes; a Revolute turns about one")

    @property
    def coordinates(self) -> tuple[str, ...]:
        return self.component_names(("first", "second"))

    @property
    def units(self) -> tuple[str, ...]:
        return ("rad", "rad")

    @property
    def symbol(self) -> JointSymbol:
        return JointSymbol("cross", self.second)

    @property
    def angle_indices(self) -> tuple[int, ...]:
        return (0, 1)

    def pose(self, q: Array) -> Pose:
        return Pose(R=rotation(self.first, q[0]) @ rotation(self.second, q[1]))

    def _first_axis(self, q: Array) -> Array:
        """The parent's axis, in the axes of the child."""
        return rotation(self.second, q[1]).T @ unit(self.first)

    def motion(self, q: Array) -> Array:
        return columns(twist(angular=self._first_axis(q)), twist(angular=unit(self.second)))

    def bias(self, q: Array, u: Array) -> Array:
        # the parent's axis, seen from the child, turns backwards about the second axis
        return twist(angular=cross(self._first_axis(q), unit(self.second)) * (u[0] * u[1]))

    def closure(self, P: Pose, C: Pose) -> Closure:
        return meeting(P, C) + at_fixed_angle(P, C, self.first, self.second)

    def measured(self, X: Pose) -> Array:
        # the first angle turns the child's axis, the second, seen from the child, the parent's axis back
        a, b = unit(self.first), unit(self.second)
        return as_array([angle_about(a, b, X.R @ b), -angle_about(b, a, X.R.T @ a)])

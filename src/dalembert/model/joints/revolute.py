"""Turning about one axis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dalembert.arrays import Array
from dalembert.model.closures import Closure, meeting, parallel, turned_angle
from dalembert.model.joint import columns
from dalembert.model.joints.one_axis import OneAxis
from dalembert.model.visuals import JointSymbol
from dalembert.spatial.pose import Pose
from dalembert.spatial.rotations import rotation
from dalembert.spatial.twists import twist
from dalembert.spatial.vectors import as_array, unit


@dataclass(frozen=True)
class Revolute(OneAxis):
    """Turning about one axis, which both frames share; the coordinate, named like the joint, is the angle.

    Parameters
    ----------
    name : str
        Name of the joint, of its coordinate, and of its signals, such as `hinge.rate` and `hinge.force.x`.
    parent : Body or Frame
        Where the joint sits on the parent: `da.ground`, a body, a marker `body["end"]`, or `body.at(x=0.5)`.
    child : Body or Frame
        Where it sits on the child; at the zero configuration the two frames coincide.
    axis : "x", "y", "z" or vector (3,), optional
        Axis in the axes of both frames; "-y" is one against y. Default "z".
    default : float, optional
        Coordinate where nothing else is said, in rad; default 0.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=2.0)
    >>> model = da.Model(da.Revolute("hinge", da.ground, rod, axis="z"), gravity=(0, -9.81, 0))
    >>> print(model.coordinates)
    ('hinge',)
    """

    looks_at_frames: ClassVar[bool] = False

    @property
    def units(self) -> tuple[str, ...]:
        return ("rad",)

    @property
    def symbol(self) -> JointSymbol:
        return JointSymbol("hinge", self.axis)

    @property
    def angle_indices(self) -> tuple[int, ...]:
        return (0,)

    def pose(self, q: Array) -> Pose:
        return Pose(R=rotation(self.axis, q[0]))

    def motion(self, q: Array) -> Array:
        return columns(twist(angular=unit(self.axis)))

    def closure(self, P: Pose, C: Pose) -> Closure:
        return meeting(P, C) + parallel(P, C, self.axis)

    def measured(self, X: Pose) -> Array:
        return as_array([turned_angle(self.axis, X.R)])

"""Sliding along one axis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

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
    """Sliding along one axis, which both frames share; the coordinate, named like the joint, is the way.

    Parameters
    ----------
    name : str
        Name of the joint, and of its coordinate, the way in m.
    parent : Body or Frame
        Where the joint sits on the parent: `da.ground`, a body, a marker `body["end"]`, or `body.at(x=0.5)`.
    child : Body or Frame
        Where it sits on the child; at the zero configuration the two frames coincide.
    axis : "x", "y", "z" or vector (3,), optional
        Axis in the axes of both frames; "-y" is one against y. Default "z".
    default : float, optional
        Coordinate where nothing else is said, in m; default 0.

    Examples
    --------
    >>> import dalembert as da
    >>> body = da.box("body", size=(0.2, 0.1, 0.1), mass=1.0)
    >>> model = da.Model(da.Prismatic("slide", da.ground, body, axis="x"))
    >>> print(model.coordinates)
    ('slide',)
    """

    looks_at_frames: ClassVar[bool] = False

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

"""Turning about an axis and sliding along it in proportion."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi
from typing import ClassVar

from dalembert.arrays import Array
from dalembert.expr.node import Scalar
from dalembert.model.closures import Closure, held_along, parallel, turned_angle
from dalembert.model.constraint import Relation
from dalembert.model.joint import columns
from dalembert.model.joints.one_axis import OneAxis
from dalembert.model.measure import coordinate
from dalembert.model.visuals import JointSymbol
from dalembert.spatial.pose import Pose
from dalembert.spatial.rotations import rotation
from dalembert.spatial.twists import twist
from dalembert.spatial.vectors import across, as_array, dot, unit


@dataclass(frozen=True)
class Screw(OneAxis):
    """Turning about an axis and sliding along it by `lead` per turn; the coordinate is the angle.

    Parameters
    ----------
    name : str
        Name of the joint, and of its coordinate, the angle in rad.
    parent : Body or Frame
        Where the joint sits on the parent: `da.ground`, a body, a marker `body["end"]`, or `body.at(x=0.5)`.
    child : Body or Frame
        Where it sits on the child; at the zero configuration the two frames coincide.
    axis : "x", "y", "z" or vector (3,), optional
        Axis in the axes of both frames; "-y" is one against y. Default "z".
    lead : float or expression, optional
        Way along the axis of a full turn, in m; default 0.
    default : float, optional
        Coordinate where nothing else is said, in rad; default 0.

    Examples
    --------
    >>> import dalembert as da
    >>> body = da.box("body", size=(0.2, 0.1, 0.1), mass=1.0)
    >>> model = da.Model(da.Screw("spindle", da.ground, body, axis="x", lead=0.005))
    >>> print(model.coordinates)
    ('spindle',)
    """

    looks_at_frames: ClassVar[bool] = False

    lead: Scalar = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep((), "lead")

    @property
    def units(self) -> tuple[str, ...]:
        return ("rad",)

    @property
    def symbol(self) -> JointSymbol:
        return JointSymbol("screw", self.axis)

    @property
    def _slide(self) -> Array:
        """Displacement for each unit of the angle."""
        return self.lead / (2.0 * pi) * unit(self.axis)

    @property
    def angle_indices(self) -> tuple[int, ...]:
        return (0,)

    def pose(self, q: Array) -> Pose:
        return Pose(rotation(self.axis, q[0]), q[0] * self._slide)

    def motion(self, q: Array) -> Array:
        return columns(twist(unit(self.axis), self._slide))

    def closure(self, P: Pose, C: Pose) -> Closure:
        # the angle is the joint's coordinate, which is unwrapped
        slide = dot(P.R @ unit(self.axis), C.p - P.p)
        thread = Closure([Relation("thread", slide - self.lead / (2.0 * pi) * coordinate(self.name))])
        return held_along(P, C, *across(self.axis)) + parallel(P, C, self.axis) + thread

    def measured(self, X: Pose) -> Array:
        return as_array([turned_angle(self.axis, X.R)])

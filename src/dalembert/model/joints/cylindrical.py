"""Turning about an axis and sliding along it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dalembert.arrays import Array
from dalembert.model.closures import Closure, held_along, parallel, turned_angle
from dalembert.model.joint import Joint, columns
from dalembert.model.visuals import JointSymbol
from dalembert.spatial.pose import Pose
from dalembert.spatial.rotations import rotation
from dalembert.spatial.twists import twist
from dalembert.spatial.vectors import Axis, across, as_array, unit


@dataclass(frozen=True)
class Cylindrical(Joint):
    """Turning about an axis and sliding along it, independently; coordinates `.angle` and `.slide`.

    Parameters
    ----------
    name : str
        Name of the joint; its coordinates are `<name>.angle` in rad and `<name>.slide` in m.
    parent : Body or Frame
        Where the joint sits on the parent: `da.ground`, a body, a marker `body["end"]`, or `body.at(x=0.5)`.
    child : Body or Frame
        Where it sits on the child; at the zero configuration the two frames coincide.
    axis : "x", "y", "z" or vector (3,), optional
        Axis in the axes of both frames; "-y" is one against y. Default "z".

    Examples
    --------
    >>> import dalembert as da
    >>> body = da.box("body", size=(0.2, 0.1, 0.1), mass=1.0)
    >>> model = da.Model(da.Cylindrical("pipe", da.ground, body, axis="x"))
    >>> print(model.coordinates)
    ('pipe.angle', 'pipe.slide')
    """

    looks_at_frames: ClassVar[bool] = False

    axis: Axis = "z"

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep_axis("axis")

    @property
    def coordinates(self) -> tuple[str, ...]:
        return self.component_names(("angle", "slide"))

    @property
    def units(self) -> tuple[str, ...]:
        return ("rad", "m")

    @property
    def symbol(self) -> JointSymbol:
        return JointSymbol("sleeve", self.axis)

    @property
    def angle_indices(self) -> tuple[int, ...]:
        return (0,)

    def pose(self, q: Array) -> Pose:
        return Pose(rotation(self.axis, q[0]), q[1] * unit(self.axis))

    def motion(self, q: Array) -> Array:
        n = unit(self.axis)
        return columns(twist(angular=n), twist(linear=n))

    def closure(self, P: Pose, C: Pose) -> Closure:
        return held_along(P, C, *across(self.axis)) + parallel(P, C, self.axis)

    def measured(self, X: Pose) -> Array:
        return as_array([turned_angle(self.axis, X.R), unit(self.axis) @ X.p])

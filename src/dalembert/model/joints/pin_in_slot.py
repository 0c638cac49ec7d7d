"""A pin that slides in a straight slot and turns there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.model.closures import Closure, held_along, parallel, turned_angle
from dalembert.model.joint import Joint, columns
from dalembert.model.visuals import JointSymbol
from dalembert.spatial.pose import Pose
from dalembert.spatial.rotations import rotation
from dalembert.spatial.twists import twist
from dalembert.spatial.vectors import Axis, as_array, cross, is_numeric, unit


@dataclass(frozen=True)
class PinInSlot(Joint):
    """A pin of the child in a slot of the parent: it slides along `axis` and turns about `normal`, across it.

    Coordinates are `.way`, along the slot from the origin of the parent's frame, and `.angle`. Motors on them are
    the force in the slot and the torque on the pin.

    Parameters
    ----------
    name : str
        Name of the joint; its coordinates are `name.way` and `name.angle`.
    parent : Body or Frame
        Frame of the slot: its origin is where the way begins.
    child : Body or Frame
        Frame of the pin.
    axis : "x", "y", "z" or vector (3,), optional
        Direction of the slot in axes of the parent; default "x".
    normal : "x", "y", "z" or vector (3,), optional
        Axis about which the pin turns, across the slot; default "z".
    default_position : float, optional
        Way where nothing else is said, in m; default 0.
    default_angle : float, optional
        Angle where nothing else is said, in rad; default 0.

    Examples
    --------
    >>> import dalembert as da
    >>> slot, pin = da.rod("slot", length=1.0, mass=1.0), da.disc("pin", radius=0.02, mass=0.5)
    >>> model = da.Model(da.Revolute("turn", da.ground, slot), da.PinInSlot("guide", slot, pin))
    >>> print(model.coordinates)
    ('turn', 'guide.way', 'guide.angle')
    """

    axis: Axis = "x"
    normal: Axis = "z"
    default_position: float = 0.0
    default_angle: float = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep_axis("axis", "normal")
        self.keep_defaults("default_position", "default_angle")
        directions = unit(self.axis), unit(self.normal)
        if not all(map(is_numeric, directions)) or abs(directions[0] @ directions[1]) > 1e-12:
            raise ModelError(f"the slot of {self.label} and the axis of its pin are numbers, and at right angles")

    @property
    def coordinates(self) -> tuple[str, ...]:
        return self.component_names(("way", "angle"))

    @property
    def units(self) -> tuple[str, ...]:
        return ("m", "rad")

    @property
    def default_values(self) -> tuple[float, ...]:
        return (self.default_position, self.default_angle)

    @property
    def symbol(self) -> JointSymbol:
        return JointSymbol("hinge", self.normal, slot=self.axis)

    @property
    def angle_indices(self) -> tuple[int, ...]:
        return (1,)

    def pose(self, q: Array) -> Pose:
        return Pose(rotation(self.normal, q[1]), q[0] * unit(self.axis))

    def motion(self, q: Array) -> Array:
        along = rotation(self.normal, q[1]).T @ unit(self.axis)
        return columns(twist(linear=along), twist(angular=unit(self.normal)))

    def bias(self, q: Array, u: Array) -> Array:
        # the slot, seen from the child, turns backwards
        v = rotation(self.normal, q[1]).T @ (u[0] * unit(self.axis))
        return twist(linear=cross(v, unit(self.normal)) * u[1])

    def closure(self, P: Pose, C: Pose) -> Closure:
        normal = unit(self.normal)
        return held_along(P, C, np.asarray(cross(normal, unit(self.axis))), normal) + parallel(P, C, self.normal)

    def measured(self, X: Pose) -> Array:
        return as_array([unit(self.axis) @ X.p, turned_angle(self.normal, X.R)])

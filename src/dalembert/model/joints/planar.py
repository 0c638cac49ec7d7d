"""Moving in a plane."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dalembert.errors import ModelError
from dalembert.looks import JointSymbol
from dalembert.model.closures import Closure, held_along, parallel, turned_angle
from dalembert.model.joint import Array, Axis, Joint, columns
from dalembert.spatial.pose import Pose
from dalembert.spatial.rotations import rotation
from dalembert.spatial.twists import twist
from dalembert.spatial.vectors import across, as_array, cross, is_numeric, unit


@dataclass(frozen=True)
class Planar(Joint):
    """Sliding in a plane of the parent and turning about its normal; coordinates `.x`, `.y`, `.angle`.

    For the normal "z", x and y are displacements along the parent's x and y; for "x" along y and z, for "y" along
    z and x. In general they are along e × n and n × (e × n), where n is the normal and e the coordinate axis two
    after the one nearest to it, with the sign that makes it x and −y for "-z". Speeds are their rates.
    """

    normal: Axis = "z"

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep_axis("normal")
        if not is_numeric(unit(self.normal)):
            raise ModelError(
                f"the normal of {self.label} must be numbers, since they choose the directions x and y"
            )

    @property
    def coordinates(self) -> tuple[str, ...]:
        return self.component_names(("x", "y", "angle"))

    @property
    def units(self) -> tuple[str, ...]:
        return ("m", "m", "rad")

    @property
    def symbol(self) -> JointSymbol | None:
        return JointSymbol("plane", self.normal)

    def _directions(self) -> Array:
        """The directions x and y in the parent's axes, as columns (3, 2)."""
        return np.column_stack(across(self.normal))

    @property
    def angles_among(self) -> tuple[int, ...]:
        return (2,)

    def pose(self, q: Array) -> Pose:
        return Pose(rotation(self.normal, q[2]), self._directions() @ q[:2])

    def motion(self, q: Array) -> Array:
        first, second = (rotation(self.normal, q[2]).T @ self._directions()).T
        return columns(twist(linear=first), twist(linear=second), twist(angular=unit(self.normal)))

    def bias(self, q: Array, u: Array) -> Array:
        # the parent's directions, seen from the child, turn backwards
        v = rotation(self.normal, q[2]).T @ (self._directions() @ u[:2])
        return twist(linear=cross(v, unit(self.normal)) * u[2])

    def closure(self, P: Pose, C: Pose) -> Closure:
        return held_along(P, C, unit(self.normal)) + parallel(P, C, self.normal)

    def measured(self, X: Pose) -> Array:
        return as_array([*(self._directions().T @ X.p), turned_angle(self.normal, X.R)])

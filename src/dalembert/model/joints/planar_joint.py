"""Moving in a plane."""

from __future__ import annotations

from dataclasses import KW_ONLY, InitVar, dataclass
from typing import ClassVar

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.model.closures import Closure, held_along, parallel, turned_angle
from dalembert.model.joint import Joint, columns
from dalembert.model.visuals import JointSymbol
from dalembert.spatial.pose import Pose
from dalembert.spatial.rotations import rotation
from dalembert.spatial.twists import twist
from dalembert.spatial.vectors import Axis, across, as_array, cross, is_numeric, unit


@dataclass(frozen=True)
class Planar(Joint):
    """Sliding in a plane of the parent and turning about its normal; coordinates `.x`, `.y`, `.angle`.

    For the normal "z", x and y are displacements along the parent's x and y; for "x" along y and z, for "y" along
    z and x, so that `.x` is the parent's z there. `along` says which direction of the parent x is instead, and y
    is n × x, where n is the normal: with `normal="-y", along="x"` x is x and y is z. Without it they are e × n and
    n × (e × n), where e is the coordinate axis two after the one nearest to n, with the sign that makes it x and
    −y for "-z". Speeds are their rates.

    Parameters
    ----------
    name : str
        Name of the joint; its coordinates are `<name>.x` and `<name>.y` in m, `<name>.angle` in rad.
    parent : Body or Frame
        Where the joint sits on the parent: `da.ground`, a body, a marker `body["end"]`, or `body.at(x=0.5)`.
    child : Body or Frame
        Where it sits on the child; at the zero configuration the two frames coincide.
    normal : "x", "y", "z" or vector (3,), optional
        Normal of the plane, in the axes of the parent; default "z".
    along : "x", "y", "z" or vector (3,), optional
        Direction of x in the plane; default as above.
    axis : "x", "y", "z" or vector (3,), optional
        The same as `normal`: the axis about which it turns, as other joints call it.

    Examples
    --------
    >>> import dalembert as da
    >>> body = da.box("body", size=(0.2, 0.1, 0.1), mass=1.0)
    >>> model = da.Model(da.Planar("table", da.ground, body))
    >>> print(model.coordinates)
    ('table.x', 'table.y', 'table.angle')
    """

    looks_at_frames: ClassVar[bool] = False

    normal: Axis = "z"
    along: Axis | None = None
    _: KW_ONLY
    axis: InitVar[Axis | None] = None

    def __post_init__(self, axis: Axis | None) -> None:
        super().__post_init__()
        if axis is not None:
            if not (isinstance(self.normal, str) and self.normal == type(self).normal):
                raise ModelError(f"{self.label} has a normal and an axis, which are the same; give one of them")
            object.__setattr__(self, "normal", axis)
        self.keep_axis("normal", *(() if self.along is None else ("along",)))
        directions = [unit(self.normal), *(() if self.along is None else (unit(self.along),))]
        if not all(map(is_numeric, directions)):
            raise ModelError(
                f"the normal of {self.label} must be numbers, since they choose the directions x and y"
            )
        if len(directions) == 2 and abs(float(directions[0] @ directions[1])) > 1e-12:
            raise ModelError(
                f"x of {self.label} is along {self.along!r}, which is not in the plane across {self.normal!r}"
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
        if self.along is None:
            return np.column_stack(across(self.normal))
        return np.column_stack([unit(self.along), cross(unit(self.normal), unit(self.along))])

    @property
    def angle_indices(self) -> tuple[int, ...]:
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

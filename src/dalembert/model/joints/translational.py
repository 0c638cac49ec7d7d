"""Sliding in space."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from dalembert.arrays import Array
from dalembert.model.closures import Closure, not_turned
from dalembert.model.joint import Joint, columns
from dalembert.spatial.pose import Pose
from dalembert.spatial.twists import twist


@dataclass(frozen=True)
class Translational(Joint):
    """Sliding in space without turning; coordinates `.x`, `.y`, `.z` are displacements along the parent's axes.

    Parameters
    ----------
    name : str
        Name of the joint; its coordinates are `<name>.x`, `<name>.y` and `<name>.z` in m.
    parent : Body or Frame
        Where the joint sits on the parent: `da.ground`, a body, a marker `body["end"]`, or `body.at(x=0.5)`.
    child : Body or Frame
        Where it sits on the child; at the zero configuration the two frames coincide.

    Examples
    --------
    >>> import dalembert as da
    >>> body = da.box("body", size=(0.2, 0.1, 0.1), mass=1.0)
    >>> model = da.Model(da.Translational("place", da.ground, body))
    >>> print(model.coordinates)
    ('place.x', 'place.y', 'place.z')
    """

    looks_at_frames: ClassVar[bool] = False

    @property
    def coordinates(self) -> tuple[str, ...]:
        return self.component_names(("x", "y", "z"))

    @property
    def units(self) -> tuple[str, ...]:
        return ("m", "m", "m")

    def pose(self, q: Array) -> Pose:
        return Pose(p=q)

    def motion(self, q: Array) -> Array:
        return columns(*(twist(linear=axis) for axis in np.eye(3)))

    def closure(self, P: Pose, C: Pose) -> Closure:
        return not_turned(P, C)

    def measured(self, X: Pose) -> Array:
        return X.p

"""Sliding in space."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array
from dalembert.model.closures import Closure, not_turned
from dalembert.model.joint import Joint, columns
from dalembert.spatial.pose import Pose
from dalembert.spatial.twists import twist


@dataclass(frozen=True)
class Translational(Joint):
    """Sliding in space without turning; coordinates `.x`, `.y`, `.z` are displacements along the parent's axes."""

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

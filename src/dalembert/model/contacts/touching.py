"""A convex piece of a body and a surface: where they touch, how they slip and turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.model.bodies import Frame
from dalembert.model.contacts.contact_rows import Geometry
from dalembert.model.contacts.grain import Grain
from dalembert.model.convex_shapes import Shape
from dalembert.model.force import BodyLoad, Loads
from dalembert.model.measure import Kinematics
from dalembert.model.surfaces import ContactSurface
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import as_array, cross


@dataclass(frozen=True)
class Touching(Geometry):
    """A convex piece of a body at a frame, and a surface."""

    piece: Frame
    shape: Shape
    surface: ContactSurface
    grain: Grain | None = None
    """The direction of its friction, if that is not the same along all tangents."""

    @property
    def frame(self) -> Frame:
        return self.piece

    def touched(self, kinematics: Kinematics) -> tuple[Any, Array, Array]:
        """The gap, the normal of the surface in its axes, and the way from the piece's frame to its point."""
        B, S = kinematics.pose(self.piece), kinematics.pose(self.surface.frame)
        X = Pose(S.R.T @ B.R, S.R.T @ (B.p - S.p))
        gap, n, arm = self.surface.meet(self.shape, X)
        return gap, n, as_array(S.R @ arm)

    def gap(self, kinematics: Kinematics) -> Any:
        return self.touched(kinematics)[0]

    @property
    def n_slips(self) -> int:
        return 2

    def slip(self, kinematics: Kinematics) -> Sequence[Any]:
        B, S = kinematics.pose(self.piece), kinematics.pose(self.surface.frame)
        _, n, arm = self.touched(kinematics)
        (w, v), (w_surface, v_surface) = (kinematics.velocity(f) for f in (self.piece, self.surface.frame))
        slip = v + cross(w, arm) - v_surface - cross(w_surface, B.p + arm - S.p)
        tangents = self.surface.tangents(n) if self.grain is None else self.grain.tangents(n)
        return [(S.R @ e) @ slip for e in tangents]

    def turning(self, kinematics: Kinematics) -> tuple[Any, Sequence[Any]]:
        """Relative angular velocity about the normal, and about the tangents."""
        S = kinematics.pose(self.surface.frame)
        n, (w, _), (w_surface, _) = (
            self.touched(kinematics)[1],
            kinematics.velocity(self.piece),
            kinematics.velocity(self.surface.frame),
        )
        turn = w - w_surface
        return (S.R @ n) @ turn, [(S.R @ e) @ turn for e in self.surface.tangents(n)]

    def spin(self, kinematics: Kinematics) -> Any:
        return self.turning(kinematics)[0]

    def axes(self, kinematics: Kinematics) -> Array:
        """The normal, towards the piece, and the directions of slip in world axes, as columns (3, 3)."""
        S, n = kinematics.pose(self.surface.frame), self.touched(kinematics)[1]
        tangents = self.surface.tangents(n) if self.grain is None else self.grain.tangents(n)
        return as_array(S.R @ np.stack([n, *tangents], axis=1))

    def friction_loads(self, kinematics: Kinematics, forces: Sequence[Any], moment: Any = 0.0) -> Loads:
        B, S = kinematics.pose(self.piece), kinematics.pose(self.surface.frame)
        arm = self.touched(kinematics)[2]
        axes = self.axes(kinematics)
        F, M = as_array(axes[:, 1:] @ as_array(forces)), as_array(moment * axes[:, 0])
        on_piece = BodyLoad(self.piece, F, as_array(cross(arm, F) + M))
        on_surface = BodyLoad(self.surface.frame, as_array(-F), as_array(-cross(B.p + arm - S.p, F) - M))
        return Loads([on_piece, on_surface])

    def point(self, kinematics: Kinematics) -> Any:
        return as_array(kinematics.pose(self.piece).p + self.touched(kinematics)[2])

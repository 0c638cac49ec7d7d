"""Coordinates and speeds of a tree from where its bodies are and how they move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from dalembert.equations import BodyMotion
from dalembert.errors import FormulationError
from dalembert.model.bodies import Frame, ground
from dalembert.model.model import Model
from dalembert.spatial.pose import Pose

Array = Any

MISFIT = 1e-8
"""Relative velocity that a joint does not allow, beside the largest velocity, that is rounding."""


@dataclass(frozen=True)
class _Moving:
    """A frame with its angular velocity and the velocity of its origin, in the world."""

    X: Pose
    w: Array
    v: Array

    def at(self, X: Pose) -> _Moving:
        """Another frame on the same body, by its place in this one."""
        return _Moving(self.X @ X, self.w, self.v + np.cross(self.w, self.X.R @ X.p))


def states_of_tree(model: Model, motions: Mapping[str, BodyMotion]) -> tuple[Array, Array]:
    """q (without counted angles) and u that place and move the bodies of a model like this; of numbers."""
    q: list[float] = []
    u: list[float] = []
    for link in model.tree.links:
        P, C = _moving(motions, link.joint.parent_frame), _moving(motions, link.joint.child_frame)
        own = np.asarray(link.joint.measured(P.X.inverse @ C.X), dtype=float)
        q += own.tolist()

        # relative velocity in the axes of the child, which the joint's axes must make
        carried = P.v + np.cross(P.w, C.X.p - P.X.p)
        V = np.concatenate([C.X.R.T @ (C.w - P.w), C.X.R.T @ (C.v - carried)])
        H = np.asarray(link.joint.motion(own), dtype=float)
        speeds = np.linalg.lstsq(H, V, rcond=None)[0] if H.shape[1] else np.zeros(0)
        if np.abs(H @ speeds - V).max() > MISFIT * (1.0 + np.abs(V).max()):
            raise FormulationError(
                f"{link.joint.label} does not allow the velocities that its bodies have; is this state one of the "
                "same model?"
            )
        u += speeds.tolist()
    return np.array(q), np.array(u)


def _moving(motions: Mapping[str, BodyMotion], frame: Frame) -> _Moving:
    if frame.body is ground:
        return _Moving(frame.pose, np.zeros(3), np.zeros(3))
    motion = motions[frame.body.name]
    return _Moving(Pose(motion.R, motion.p), motion.w, motion.v).at(frame.pose)

"""Coordinates and speeds of a tree from where its bodies are and how they move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from dalembert.equations import BodyMotion
from dalembert.errors import FormulationError
from dalembert.expr.rewrite import evaluate
from dalembert.expr.symbols import param
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


def states_of_tree(
    model: Model, motions: Mapping[str, BodyMotion], p: Mapping[str, float], near: Mapping[str, float]
) -> tuple[Array, Array]:
    """q (without counted angles) and u that place and move the bodies of a model like this; of numbers.

    Parameters, which frames and axes of joints may depend on, have the values p, or else their usual ones. Angles
    are whole turns from where places alone put them: next to those in `near`.
    """
    known = parameter_values(model, p)
    q: list[float] = []
    u: list[float] = []
    for link in model.tree.links:
        P, C = (_moving(motions, frame, known) for frame in (link.joint.parent_frame, link.joint.child_frame))
        own = evaluate(link.joint.measured(P.X.inverse @ C.X), known)
        for k in link.joint.angles_among:
            turns = (near.get(link.joint.coordinates[k], own[k]) - own[k]) / (2.0 * np.pi)
            own[k] += 2.0 * np.pi * np.round(turns)
        q += own.tolist()

        # relative velocity in the axes of the child, which the joint's axes must make
        carried = P.v + np.cross(P.w, C.X.p - P.X.p)
        V = np.concatenate([C.X.R.T @ (C.w - P.w), C.X.R.T @ (C.v - carried)])
        H = evaluate(link.joint.motion(own), known)
        speeds = np.linalg.lstsq(H, V, rcond=None)[0] if H.shape[1] else np.zeros(0)
        if np.abs(H @ speeds - V).max() > MISFIT * (1.0 + np.abs(V).max()):
            raise FormulationError(
                f"{link.joint.label} does not allow the velocities that its bodies have; is this state one of the "
                "same model?"
            )
        u += speeds.tolist()
    return np.array(q), np.array(u)


def parameter_values(model: Model, p: Mapping[str, float]) -> dict[Any, float]:
    """Values of the parameters of a model, those that are given and the usual ones, for `evaluate`."""
    return {param(name, usual): p.get(name, usual) for name, usual in model.parameters.items()}


def _moving(motions: Mapping[str, BodyMotion], frame: Frame, known: Mapping[Any, float]) -> _Moving:
    X = Pose(evaluate(frame.pose.R, known), evaluate(frame.pose.p, known))
    if frame.body is ground:
        return _Moving(X, np.zeros(3), np.zeros(3))
    motion = motions[frame.body.name]
    return _Moving(Pose(motion.R, motion.p), motion.w, motion.v).at(X)

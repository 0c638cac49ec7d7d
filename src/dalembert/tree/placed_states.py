"""Coordinates and speeds of a tree from where its bodies are and how they move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.outputs import BodyMotion
from dalembert.errors import FormulationError
from dalembert.expr.node import Node
from dalembert.expr.rewrite import evaluate
from dalembert.expr.symbol_nodes import param
from dalembert.model.bodies import Frame, ground
from dalembert.model.joint import Joint
from dalembert.model.model import Model
from dalembert.spatial.pose import Pose
from dalembert.state import State
from dalembert.tolerances import SAME_POSITION

MISFIT = 1e-8
"""Relative velocity that a joint does not allow, beside the largest velocity, that is rounding."""


@dataclass(frozen=True)
class _Moving:
    """A frame in n states: axes (n, 3, 3) and origin (n, 3) in the world, angular velocity and velocity (n, 3)."""

    R: Array
    p: Array
    w: Array
    v: Array

    def at(self, X: Pose) -> _Moving:
        """Another frame on the same body, by its place in this one."""
        offset = self.R @ X.p
        return _Moving(self.R @ X.R, self.p + offset, self.w, self.v + np.cross(self.w, offset))


def states_of_tree(
    model: Model, motions: Mapping[str, BodyMotion], p: Mapping[str, float], near: Sequence[State]
) -> tuple[Array, Array]:
    """q (n, nq) without unwrapped angles, and u (n, nu), that place and move the bodies of a model like this.

    Parameters, which frames and axes of joints may depend on, have the values p, or else their default ones.
    Coordinates are those of the same names in `near` if these place the bodies so, or else next to them.
    """
    parameters, n = parameter_values(model, p), len(near)
    q, u = [np.zeros((n, 0))], [np.zeros((n, 0))]
    for link in model.tree.links:
        joint = link.joint
        P, C = (_moving(motions, frame, parameters, n) for frame in (joint.parent_frame, joint.child_frame))
        seen, turned = P.R.transpose(0, 2, 1), C.R.transpose(0, 2, 1)
        R, place = seen @ C.R, _products(seen, C.p - P.p)
        coordinates = [_coordinates(joint, Pose(R[k], place[k]), parameters, near[k].q) for k in range(n)]

        # relative velocity in the axes of the child
        carried = P.v + np.cross(P.w, C.p - P.p)
        V = np.concatenate([_products(turned, C.w - P.w), _products(turned, C.v - carried)], axis=1)
        speeds = [_speeds(joint, coordinates[k], V[k], parameters, near[k].u) for k in range(n)]
        q.append(np.array(coordinates).reshape(n, -1))
        u.append(np.array(speeds).reshape(n, -1))
    return np.concatenate(q, axis=1), np.concatenate(u, axis=1)


def _coordinates(joint: Joint, X: Pose, known: Mapping[Node, float], near: Mapping[str, float]) -> Array:
    """Coordinates of a joint for a place of its child in its parent: the given ones, or the nearest to them."""
    names = joint.coordinates
    if all(name in near for name in names):
        old = np.array([near[name] for name in names])
        Y = joint.pose(old)
        R, p = evaluate(Y.R, known), evaluate(Y.p, known)
        size = 1.0 + np.abs(X.p).max()
        if np.abs(R - X.R).max() <= SAME_POSITION and np.abs(p - X.p).max() <= SAME_POSITION * size:
            return old
    measured = np.asarray(evaluate(joint.measured(X), known), dtype=float)
    return joint.nearest(measured, np.array([near.get(name, x) for name, x in zip(names, measured, strict=True)]))


def _speeds(joint: Joint, q: Array, V: Array, known: Mapping[Node, float], near: Mapping[str, float]) -> Array:
    """Speeds for which the joint's axes make a relative velocity, nearest to given ones where several do."""
    if joint.follows is not None:
        return np.zeros(0)
    H = np.asarray(evaluate(joint.motion(q), known), dtype=float)
    old = np.array([near.get(name, 0.0) for name in joint.speeds])
    speeds = old + np.linalg.lstsq(H, V - H @ old, rcond=None)[0] if len(old) else old
    if np.abs(H @ speeds - V).max() > MISFIT * (1.0 + np.abs(V).max()):
        raise FormulationError(
            f"{joint.label} does not allow the velocities that its bodies have; is this state one of the same "
            "model?"
        )
    return speeds


def _products(A: Array, x: Array) -> Array:
    """A x in every state."""
    return np.einsum("nij,nj->ni", A, x)


def parameter_values(model: Model, p: Mapping[str, float]) -> dict[Node, float]:
    """Values of the parameters of a model, those that are given and the default ones, for `evaluate`."""
    return {param(name, default): p.get(name, default) for name, default in model.parameters.items()}


def _moving(motions: Mapping[str, BodyMotion], frame: Frame, known: Mapping[Node, float], n: int) -> _Moving:
    X = Pose(evaluate(frame.pose.R, known), evaluate(frame.pose.p, known))
    if frame.body is ground:
        still = np.zeros((n, 3))
        return _Moving(np.broadcast_to(np.eye(3), (n, 3, 3)), still, still, still).at(X)
    motion = motions[frame.body.name]
    return _Moving(motion.R, motion.p, motion.w, motion.v).at(X)

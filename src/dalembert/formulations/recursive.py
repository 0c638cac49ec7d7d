"""Equations of a tree by recursion over its bodies: inverse dynamics, mass matrix, forward dynamics.

Accelerations and forces are pairs (6,), angular part first, about the origin of each link's frame and in its axes.
The linear part of an acceleration is that of the origin itself, so the recursions need no linear velocity; gravity
is an acceleration of the ground the other way. (Featherstone 2008, chapters 5 to 7, with accelerations of points
instead of spatial ones.)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.equations import Equations
from dalembert.expr.fixed_order import ldl, ldl_solve
from dalembert.expr.node import Expression
from dalembert.expr.scalar import is_zero
from dalembert.formulations.signals import Signals
from dalembert.formulations.tree_kinematics import TreeKinematics
from dalembert.model.model import Model
from dalembert.spatial.blocks import Blocks, added_blocks, blocks_to_parent, mirrored, momentum, projected_blocks
from dalembert.spatial.pose import Pose
from dalembert.spatial.twists import force_to_parent
from dalembert.spatial.vectors import cross

Array = Any


@dataclass(frozen=True)
class Recursive:
    """Relative coordinates, recursion over the bodies: the default, fastest for trees."""

    def equations(self, model: Model) -> RecursiveEquations:
        """The equations of motion of a model."""
        return RecursiveEquations(model)


class RecursiveEquations(Equations):
    """Equations of motion of a tree in joint coordinates."""

    def __init__(self, model: Model) -> None:
        self.model, self.tree = model, model.tree
        self.kinematics = TreeKinematics(model, self.q, self.u)

    @property
    def coordinates(self) -> tuple[str, ...]:
        return self.model.coordinates

    @property
    def speeds(self) -> tuple[str, ...]:
        return self.model.speeds

    @property
    def inputs(self) -> tuple[str, ...]:
        return tuple(motor.name for motor in self.model.motors)

    @property
    def neutral(self) -> tuple[float, ...]:
        return tuple(x for link in self.tree.links for x in link.joint.neutral)

    @cached_property
    def rates(self) -> Array:
        return self._by_joint(lambda joint, q, u: joint.rates(q, u))

    @cached_property
    def projected(self) -> Array:
        return self._by_joint(lambda joint, q, u: joint.project(q))

    @cached_property
    def c(self) -> Array:
        return self._by_joint(lambda joint, q, u: joint.residual(q))

    def _by_joint(self, function: Any) -> Array:
        parts = [function(link.joint, self.q[link.q], self.u[link.u]) for link in self.tree.links]
        return np.concatenate([np.zeros(0, dtype=object), *parts])

    @cached_property
    def M(self) -> Array:
        """Mass matrix by composite bodies: column by column, a unit acceleration of one joint carried to the root."""
        n = len(self.speeds)
        M = np.zeros((n, n), dtype=object)
        M[...] = 0.0
        I = [link.inertia.blocks() for link in self.tree.links]
        for k in reversed(range(len(self.tree.links))):
            link, H = self.tree.links[k], self.kinematics.axes[k]
            F = momentum(I[k], H)
            M[link.u, link.u] = H.T @ F
            j = k
            while self.tree.links[j].parent >= 0:
                F = _columns_to_parent(F, self._steps(j))
                j = self.tree.links[j].parent
                M[link.u, self.tree.links[j].u] = F.T @ self.kinematics.axes[j]
                M[self.tree.links[j].u, link.u] = M[link.u, self.tree.links[j].u].T
            if link.parent >= 0:
                I[link.parent] = added_blocks(I[link.parent], self._inertia_to_parent(I[k], k))
        return M

    @cached_property
    def f(self) -> Array:
        return self.kinematics.joint_forces(dict.fromkeys(self.inputs, 0.0)) - self.inverse(
            np.zeros(len(self.speeds))
        )

    @cached_property
    def G(self) -> Array:
        G = np.zeros((len(self.speeds), len(self.inputs)))
        for k, motor in enumerate(self.model.motors):
            G[self.speeds.index(self.model.speed_name(motor.coordinate)), k] = 1.0
        return G

    def inverse(self, a: Array) -> Array:
        """Joint forces (nu,) that produce the accelerations a besides all force elements on bodies and gravity."""
        wrenches = self.joint_wrenches(a)
        parts = [H.T @ F for H, F in zip(self.kinematics.axes, wrenches, strict=True)]
        return np.concatenate([np.zeros(0, dtype=object), *parts])

    def joint_wrenches(self, a: Array) -> list[Array]:
        """Wrench (6,) that each joint exerts on its child, at the child's joint frame, for accelerations a."""
        A = self._link_accelerations(a)
        F = [
            momentum(link.inertia.blocks(), A[k]) + self._bias_forces[k] for k, link in enumerate(self.tree.links)
        ]
        for k in reversed(range(len(F))):
            if (parent := self.tree.links[k].parent) >= 0:
                F[parent] = F[parent] + _wrench_to_parent(F[k], self._steps(k))
        return F

    @cached_property
    def accelerations(self) -> Array:
        """Forward dynamics by articulated bodies."""
        links, axes = self.tree.links, self.kinematics.axes
        tau = self.kinematics.joint_forces(dict(zip(self.inputs, self.tau, strict=True)))
        I: list[Blocks] = [link.inertia.blocks() for link in links]
        F = list(self._bias_forces)
        solved: list[Any] = [None] * len(links)

        # tips to root: what each joint lets through
        for k in reversed(range(len(links))):
            U = momentum(I[k], axes[k])
            rest = tau[links[k].u] - axes[k].T @ F[k]
            factors = ldl(mirrored(axes[k].T @ U)) if U.shape[1] else None
            solved[k] = (U, rest, factors)
            if links[k].parent >= 0:
                if factors is not None:
                    W = np.stack([ldl_solve(factors, row) for row in U])
                    I[k] = projected_blocks(I[k], U, W, _coordinate_axes(axes[k]))
                    F[k] = F[k] + W @ rest
                F[k] = F[k] + momentum(I[k], self._bias_accelerations[k])
                parent = links[k].parent
                I[parent] = added_blocks(I[parent], self._inertia_to_parent(I[k], k))
                F[parent] = F[parent] + _wrench_to_parent(F[k], self._steps(k))

        # root to tips: accelerations
        A: list[Any] = []
        a: list[Any] = []
        for k, link in enumerate(links):
            U, rest, factors = solved[k]
            A_k = (
                _acceleration_to_child(self._parent_acceleration(A, k), self._steps(k))
                + self._bias_accelerations[k]
            )
            if factors is not None:
                a_k = ldl_solve(factors, rest - U.T @ A_k)
                a += list(a_k)
                A_k = A_k + axes[k] @ a_k
            A.append(A_k)
        return np.array(a, dtype=object)

    # ---- pieces of the recursions

    def _steps(self, k: int) -> tuple[Pose, Pose]:
        """From a link to its parent: through the joint, then by the fixed offset."""
        return self.kinematics.joint_poses[k], self.tree.links[k].offset

    def _inertia_to_parent(self, I: Blocks, k: int) -> Blocks:
        for step in self._steps(k):
            I = blocks_to_parent(step.R, step.p, I)
        return I

    def _parent_acceleration(self, A: list[Any], k: int) -> Array:
        parent = self.tree.links[k].parent
        return A[parent] if parent >= 0 else np.concatenate([np.zeros(3), -self.model.gravity])

    def _link_accelerations(self, a: Array) -> list[Array]:
        A: list[Any] = []
        for k, link in enumerate(self.tree.links):
            carried = _acceleration_to_child(self._parent_acceleration(A, k), self._steps(k))
            A.append(carried + self._bias_accelerations[k] + self.kinematics.axes[k] @ a[link.u])
        return A

    @cached_property
    def _bias_accelerations(self) -> list[Array]:
        """What remains of each link's acceleration when its parent and its joint have none."""
        found: list[Any] = []
        velocities = self.kinematics.angular_velocities
        for k, link in enumerate(self.tree.links):
            joint, offset = self._steps(k)
            carried, relative, w = velocities[k]
            w_parent = velocities[link.parent][2] if link.parent >= 0 else np.zeros(3)
            w_joint = offset.R.T @ w_parent
            u = self.u[link.u]
            v = self.kinematics.axes[k][3:] @ u
            turning = offset.R.T @ cross(w_parent, cross(w_parent, offset.p)) + cross(
                w_joint, cross(w_joint, joint.p)
            )
            linear = joint.R.T @ turning + cross(w + carried, v)
            found.append(np.concatenate([cross(w, relative), linear]) + link.joint.bias(self.q[link.q], u))
        return found

    @cached_property
    def _bias_forces(self) -> list[Array]:
        """What each link's motion and the force elements on it need when it has no acceleration."""
        wrenches = self.kinematics.wrenches()
        found = []
        for k, link in enumerate(self.tree.links):
            w = self.kinematics.angular_velocities[k][2]
            J, h = link.inertia.about(np.zeros(3)), link.inertia.mass * link.inertia.com
            found.append(np.concatenate([cross(w, J @ w), cross(w, cross(w, h))]) - wrenches[k])
        return found

    # ---- what can be asked

    def resolve(self, expression: Any) -> Any:
        return self.kinematics.resolve(expression)

    @cached_property
    def signals(self) -> Mapping[str, Any]:
        return Signals(self)


def _acceleration_to_child(A: Array, steps: tuple[Pose, Pose]) -> Array:
    """The acceleration of a parent as that of the child fixed to it, apart from what velocities add."""
    for step in reversed(steps):
        alpha, a = A[:3], A[3:]
        A = np.concatenate([step.R.T @ alpha, step.R.T @ (a + cross(alpha, step.p))])
    return A


def _wrench_to_parent(F: Array, steps: tuple[Pose, Pose]) -> Array:
    """The wrench of a child on its parent, about the parent's origin."""
    for step in steps:
        F = force_to_parent(step.R, step.p, F)
    return F


def _columns_to_parent(F: Array, steps: tuple[Pose, Pose]) -> Array:
    return np.stack([_wrench_to_parent(column, steps) for column in F.T], axis=1) if F.shape[1] else F


def _coordinate_axes(H: Array) -> list[int]:
    """Entries of twists that are motion axes themselves."""
    found = []
    for column in H.T:
        along = [k for k, x in enumerate(column) if not is_zero(x)]
        if len(along) == 1 and not isinstance(column[along[0]], Expression):
            found.append(along[0])
    return found

"""Recursions over the bodies of a tree: inverse dynamics, mass matrix, forward dynamics.

Accelerations and forces are pairs (6,), angular part first, about the origin of each link's frame and in its axes.
The linear part of an acceleration is that of the origin itself, so the recursions need no linear velocity; gravity
is an acceleration of the ground the other way. (Featherstone 2008, chapters 5 to 7, with accelerations of points
instead of spatial ones.)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.massless_speeds import massless
from dalembert.expr.fixed_order import FixedOrderFactors, ldl_solve, semidefinite_ldl
from dalembert.expr.node import Scalar
from dalembert.expr.scalar import is_zero
from dalembert.expr.sparse_matrix import SparseMatrix
from dalembert.spatial.block_inertia import (
    Blocks,
    Composite,
    added_blocks,
    composite_to_parent,
    joined,
    momentum,
)
from dalembert.spatial.pose import Pose
from dalembert.tree.link_steps import (
    JointSolution,
    acceleration_to_child,
    bias_acceleration,
    bias_force,
    inertia_to_parent,
    solved_joint,
    wrench_to_parent,
)
from dalembert.tree.rolled_recursions import RolledRecursions, is_large
from dalembert.tree.tree_kinematics import TreeKinematics


class TreeRecursions:
    """Dynamics of a tree in the coordinates and speeds of its joints."""

    def __init__(self, kinematics: TreeKinematics) -> None:
        self.kinematics = kinematics
        self.links = kinematics.tree.links

    # ---- inverse dynamics

    def inverse(self, a: Array) -> Array:
        """Joint forces (nu,) that produce the accelerations a besides gravity and all force elements on bodies."""
        wrenches = self.joint_wrenches(a)
        parts = [H.T @ F for H, F in zip(self.kinematics.axes, wrenches, strict=True)]
        own = [part for link, part in zip(self.links, parts, strict=True) if link.joint.follows is None]
        forces: Array = np.concatenate([np.zeros(0, dtype=object), *own])
        for link, part in zip(self.links, parts, strict=True):
            if link.joint.follows is not None:
                forces[link.u] = forces[link.u] + part
        return forces

    def joint_wrenches(self, a: Array, loads: Iterable[tuple[int, Array]] = ()) -> list[Array]:
        """Wrench (6,) that each joint exerts on its child, at the child's joint frame, for accelerations a.

        Further `loads` on links, by number, are wrenches about the link's origin in its axes.
        """
        # what each link needs by itself
        A = self._link_accelerations(a)
        F = [momentum(I, A[k]) + self._bias_forces[k] for k, I in enumerate(self._inertias)]
        return self._carried(F, loads)

    def static_wrenches(self, loads: Iterable[tuple[int, Array]]) -> list[Array]:
        """Wrench (6,) that each joint exerts on its child to balance loads on links, without mass and motion."""
        return self._carried([np.zeros(6) for _ in self.links], loads)

    def _carried(self, F: list[Array], loads: Iterable[tuple[int, Array]]) -> list[Array]:
        """Wrenches of joints, from those that each link needs by itself and loads that act on links."""
        for k, load in loads:
            if k >= 0:
                F[k] = F[k] - load

        # tips to root: a link also carries its children
        for k in reversed(range(len(F))):
            if (parent := self.links[k].parent) >= 0:
                F[parent] = F[parent] + wrench_to_parent(F[k], self._steps(k))
        return F

    # ---- mass matrix

    @cached_property
    def mass_matrix(self) -> SparseMatrix:
        """M (nu, nu)."""
        return SparseMatrix.symmetric(self.mass_entries, len(self.kinematics.u))

    @cached_property
    def mass_entries(self) -> Mapping[tuple[int, int], Scalar]:
        """Entries of M that are not zero, in its lower triangle, by row and column.

        By composite bodies: a unit acceleration of each joint, its force carried to the root.
        """
        entries: dict[tuple[int, int], Any] = {}

        def enter(rows: slice, columns: slice, block: Array) -> None:
            for i, row in zip(range(rows.start, rows.stop), block, strict=True):
                for j, x in zip(range(columns.start, columns.stop), row, strict=True):
                    if j <= i and not is_zero(x):
                        entries[i, j] = entries[i, j] + x if (i, j) in entries else x

        I = list(self._bodies)
        for k in reversed(range(len(self.links))):
            link, H = self.links[k], self.kinematics.axes[k]
            F = momentum(I[k].blocks, H)
            enter(link.u, link.u, H.T @ F)
            child = k
            while (parent := self.links[child].parent) >= 0:
                F = _columns_to_parent(F, self._steps(child))
                enter(link.u, self.links[parent].u, F.T @ self.kinematics.axes[parent])
                child = parent
            if link.parent >= 0:
                I[link.parent] = joined(I[link.parent], _composite_to_parent(I[k], self._steps(k)))
        return entries

    @cached_property
    def n_entries(self) -> int:
        """How many entries of the mass matrix, its lower triangle, are not zero by the shape of the tree."""
        above = [0] * len(self.links)
        total = 0
        for k, link in enumerate(self.links):
            n = len(link.joint.speeds)
            above[k] = n + (above[link.parent] if link.parent >= 0 else 0)
            total += n * above[k] - n * (n - 1) // 2
        return total

    # ---- forward dynamics

    def by_mass_matrix(self, tau: Array) -> Array:
        """Accelerations (nu,) for joint forces tau: M a = tau − inverse(0), eliminated from the tips."""
        still = np.zeros(len(self.kinematics.u))
        speeds = [name for link in self.links for name in link.joint.speeds]
        return ldl_solve(_factored(self.mass_matrix, speeds), tau - self.inverse(still))

    def by_articulated_bodies(self, tau: Array) -> Array:
        """Accelerations (nu,) for joint forces tau, by what each joint lets through."""
        ground = np.concatenate([np.zeros(3), -self.kinematics.model.gravity])
        return self._let_through(tau, self._bias_forces, self._bias_accelerations, ground)

    def accelerated(self, tau: Array) -> Array:
        """M⁻¹ tau (nu,): accelerations for joint forces alone, from rest and without weight."""
        nothing: list[Any] = [np.zeros(6) for _ in self.links]
        return self._let_through(tau, nothing, nothing, np.zeros(6))

    def _let_through(
        self, tau: Array, bias_forces: Sequence[Array], bias_accelerations: Sequence[Array], ground: Array
    ) -> Array:
        """Accelerations (nu,) by articulated bodies, for what links have of forces and accelerations."""
        links, axes = self.links, self.kinematics.axes
        I, F = list(self._inertias), list(bias_forces)
        solved: list[JointSolution | None] = [None] * len(links)

        # tips to root: inertia and force of all that hangs on a link
        for k in reversed(range(len(links))):
            if links[k].joint.follows is not None:
                continue
            passed = solved_joint(I[k], F[k], axes[k], tau[links[k].u], self._rotors[links[k].u])
            if passed.vanishing:
                raise massless([links[k].joint.speeds[i] for i in passed.vanishing])
            solved[k] = passed
            if (parent := links[k].parent) >= 0:
                I_k, F_k = passed.let_through(I[k], F[k], axes[k], bias_accelerations[k])
                I[parent] = added_blocks(I[parent], inertia_to_parent(I_k, self._steps(k)))
                F[parent] = F[parent] + wrench_to_parent(F_k, self._steps(k))

        # root to tips: accelerations
        A: list[Any] = []
        a: list[Any] = []
        for k in range(len(links)):
            joint = solved[k]
            if joint is None:
                A.append(None)
                continue
            parent = links[k].parent
            carried = acceleration_to_child(A[parent] if parent >= 0 else ground, self._steps(k))
            a_k, A_k = joint.accelerations(carried + bias_accelerations[k], axes[k])
            a += list(a_k)
            A.append(A_k)
        return np.array(a, dtype=object)

    @property
    def is_large(self) -> bool:
        """Whether accelerations are too long for code that names every link."""
        return is_large(self.links)

    def by_rolled_code(self, tau: Array) -> Array:
        """Accelerations (nu,) for joint forces tau, by articulated bodies in a loop over tables."""
        rolled = RolledRecursions(self.kinematics, tau, self._rotors, self._bodies)
        return self.by_articulated_bodies(tau) if rolled.has_laws_in_joints else rolled.accelerations()

    # ---- pieces

    def _steps(self, k: int) -> tuple[Pose, ...]:
        return self.kinematics.steps[k]

    @cached_property
    def _rotors(self) -> Array:
        """Inertia (nu,) of what follows each speed besides the bodies that it moves."""
        inertias = np.zeros(len(self.kinematics.u), dtype=object)
        for link in self.links:
            if link.joint.follows is not None:
                inertias[link.u] = inertias[link.u] + link.joint.speed_inertia
        return inertias

    @cached_property
    def _bodies(self) -> list[Composite]:
        inertias = [link.inertia for link in self.links]
        return [Composite(I.mass, I.mass * I.com, I.about()) for I in inertias]

    @cached_property
    def _inertias(self) -> list[Blocks]:
        return [body.blocks for body in self._bodies]

    def _link_accelerations(self, a: Array) -> list[Array]:
        ground = -self.kinematics.model.gravity
        return [np.concatenate(pair) for pair in self.kinematics.sweep.accelerations(a, ground)]

    @cached_property
    def _bias_accelerations(self) -> list[Array]:
        """Remainder of each link's acceleration when its parent and its joint have none."""
        biases: list[Any] = []
        velocities = self.kinematics.sweep.angular_velocities
        for k, link in enumerate(self.links):
            w: Any = velocities[link.parent][2] if link.parent >= 0 else np.zeros(3)
            u = self.kinematics.u[link.u]
            bias = link.joint.bias(self.kinematics.q[link.q], u)
            biases.append(bias_acceleration(self._steps(k), self.kinematics.axes[k], u, bias, w, velocities[k]))
        return biases

    @cached_property
    def _bias_forces(self) -> list[Array]:
        """Wrench that each link's motion and the force elements on it need when it has no acceleration."""
        forces = []
        for k, (I, load) in enumerate(zip(self._bodies, self.kinematics.wrenches(), strict=True)):
            w = self.kinematics.sweep.angular_velocities[k][2]
            forces.append(bias_force(I, w) - load)
        return forces


def _composite_to_parent(I: Composite, steps: tuple[Pose, ...]) -> Composite:
    for step in steps:
        I = composite_to_parent(step.R, step.p, I)
    return I


def _columns_to_parent(F: Array, steps: tuple[Pose, ...]) -> Array:
    return np.stack([wrench_to_parent(column, steps) for column in F.T], axis=1) if F.shape[1] else F


def _factored(M: SparseMatrix | Array, speeds: Sequence[str]) -> FixedOrderFactors:
    """Factors of inertia along these speeds, which must be there whatever the parameters are."""
    factors = semidefinite_ldl(M)
    if factors.vanishing:
        raise massless([speeds[k] for k in factors.vanishing])
    return factors

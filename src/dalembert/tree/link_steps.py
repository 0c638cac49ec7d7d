"""Steps of recursions over a tree: what a link and its joint add to motions from above and loads from below.

Pairs (6,) have the angular part first, about the origin of a link's frame and in its axes. A link's place in its
parent is a chain of poses, from the link outwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.fixed_order import FixedOrderFactors, ldl_solve, semidefinite_ldl
from dalembert.expr.node import Expression
from dalembert.expr.scalar import is_one, is_zero
from dalembert.spatial.block_inertia import (
    Blocks,
    Composite,
    blocks_to_parent,
    mirrored,
    momentum,
    projected_blocks,
)
from dalembert.spatial.pose import Pose
from dalembert.spatial.twists import force_to_parent
from dalembert.spatial.vectors import cross


def poses_to_parent(joint: Pose, offset: Pose) -> tuple[Pose, ...]:
    """Poses from a link to its parent: of the joint, then of its place there; one pose unless both turn."""
    return (joint, offset) if _turns(joint) and _turns(offset) else (offset @ joint,)


def _turns(pose: Pose) -> bool:
    """Whether a pose is more than a displacement, as far as its numbers tell."""
    return not all(is_one(x) if i == j else is_zero(x) for (i, j), x in np.ndenumerate(pose.R))


# ---- what velocities bring about


def bias_acceleration(
    steps: Sequence[Pose], axes: Array, u: Array, bias: Array, w_parent: Array, angular: tuple[Array, Array, Array]
) -> Array:
    """Acceleration (6,) of a link when its parent and its joint have none.

    `bias` is the joint's Ḣ u, `angular` the angular velocities from the parent, relative to it, and their sum.
    """
    # the place of the link, fixed in its parent, goes round with it
    turning: Array = np.zeros(3)
    for step in reversed(steps):
        turning = step.R.T @ (turning + cross(w_parent, cross(w_parent, step.p)))
        w_parent = step.R.T @ w_parent

    # and the joint moves it along axes that turn
    carried, relative, w = angular
    linear = turning + cross(w + carried, axes[3:] @ u)
    pair: Array = np.concatenate([cross(w, relative), linear]) + bias
    return pair


def bias_force(I: Composite, w: Array) -> Array:
    """Wrench (6,) that a body needs when it turns with w and its origin has no acceleration."""
    return np.concatenate([cross(w, I.A @ w), cross(w, cross(w, I.h))])


# ---- articulated bodies


@dataclass(frozen=True, eq=False)
class JointSolution:
    """A joint that moves freely under forces: a = D⁻¹ (rest − Uᵀ A), where A is what its link is carried with."""

    U: Array
    """Force that accelerations of the joint need, (6, k)."""

    rest: Array
    """Forces that are left for the joint, (k,)."""

    factors: FixedOrderFactors | None
    """Those of D, the inertia along the joint; None of one without speeds."""

    has_rotors: bool

    @property
    def vanishing(self) -> tuple[int, ...]:
        """Speeds along which there is no inertia, whatever the parameters are."""
        return self.factors.vanishing if self.factors is not None else ()

    def let_through(self, I: Blocks, F: Array, axes: Array, bias: Array) -> tuple[Blocks, Array]:
        """Inertia and force that the parent feels, of those of the link; with the link's bias acceleration."""
        if self.factors is not None:
            W = np.stack([ldl_solve(self.factors, row) for row in self.U])
            # what resists a rotor is felt by the parent
            free = [] if self.has_rotors else coordinate_axes(axes)
            I = projected_blocks(I, self.U, W, free)
            F = F + W @ self.rest
        return I, F + momentum(I, bias)

    def accelerations(self, A: Array, axes: Array) -> tuple[Array, Array]:
        """Accelerations of the joint (k,) and of its link (6,), for what the link would have without them."""
        if self.factors is None:
            return np.zeros(0), A
        a = ldl_solve(self.factors, self.rest - self.U.T @ A)
        return a, A + axes @ a


def solved_joint(I: Blocks, F: Array, axes: Array, tau: Array, rotors: Array) -> JointSolution:
    """A joint by inertia and force of all that hangs on it, its own forces tau (k,), and inertia of its rotors."""
    U = momentum(I, axes)
    rest = tau - axes.T @ F
    D = mirrored(axes.T @ U)
    if has_rotors := any(not is_zero(x) for x in rotors):
        D = D + np.diag(rotors)
    return JointSolution(U, rest, semidefinite_ldl(D) if U.shape[1] else None, has_rotors)


def coordinate_axes(H: Array) -> list[int]:
    """Entries of twists that are motion axes themselves."""
    axes = []
    for column in H.T:
        along = [k for k, x in enumerate(column) if not is_zero(x)]
        if len(along) == 1 and not isinstance(column[along[0]], Expression):
            axes.append(along[0])
    return axes


# ---- between a link and its parent


def acceleration_to_child(A: Array, steps: Sequence[Pose]) -> Array:
    """The acceleration of a parent as that of the child fixed to it, apart from what velocities add."""
    for step in reversed(steps):
        alpha, a = A[:3], A[3:]
        A = np.concatenate([step.R.T @ alpha, step.R.T @ (a + cross(alpha, step.p))])
    return A


def inertia_to_parent(I: Blocks, steps: Sequence[Pose]) -> Blocks:
    """The inertia of a child, about the parent's origin."""
    for step in steps:
        I = blocks_to_parent(step.R, step.p, I)
    return I


def wrench_to_parent(F: Array, steps: Sequence[Pose]) -> Array:
    """The wrench of a child on its parent, about the parent's origin."""
    for step in steps:
        F = force_to_parent(step.R, step.p, F)
    return F

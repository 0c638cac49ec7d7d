"""Bodies that move as one: mass, first moment and inertia about the origin, in the form that recursions carry."""

from __future__ import annotations

from typing import NamedTuple

from dalembert.arrays import Array
from dalembert.expr.node import Scalar
from dalembert.expr.scalar import is_zero
from dalembert.spatial.block_inertia import Blocks, mirrored, rotated_block
from dalembert.spatial.vectors import as_array, skew


class Composite(NamedTuple):
    """A rigid spatial inertia [[A, skew(h)], [−skew(h), m 1]]."""

    mass: Scalar
    h: Array
    """Mass times centre of mass (3,)."""

    A: Array
    """Inertia matrix about the origin (3, 3)."""

    @property
    def blocks(self) -> Blocks:
        """Spatial inertia as blocks, for momenta."""
        return Blocks(
            self.A, skew(self.h), as_array([[self.mass if i == j else 0.0 for j in range(3)] for i in range(3)])
        )


def joined(I: Composite, K: Composite) -> Composite:
    """Composite of two."""
    return Composite(I.mass + K.mass, as_array(I.h + K.h), as_array(I.A + K.A))


def composite_to_parent(R: Array, p: Array, I: Composite) -> Composite:
    """Composite about the origin of A, in A's axes, from that about the origin of B, with R = R_AB, p = p_AB.

    With the turned h:  h' = h + m p,  A' = R A Rᵀ + (p · (h + h')) 1 − h pᵀ − p h'ᵀ.
    """
    h, A = as_array(R @ I.h), rotated_block(I.A, R)
    if all(map(is_zero, p)):
        return Composite(I.mass, h, A)
    moved = h + I.mass * p
    xx, yy, zz = p * (h + moved)
    Y = A.astype(object)
    Y[0, 0], Y[1, 1], Y[2, 2] = A[0, 0] + yy + zz, A[1, 1] + zz + xx, A[2, 2] + xx + yy
    for i, j in ((1, 0), (2, 0), (2, 1)):
        Y[i, j] = A[i, j] - h[i] * p[j] - p[i] * moved[j]
    return Composite(I.mass, as_array(moved), mirrored(Y))

"""Spatial inertias as blocks of three by three: the form in which recursions carry them from body to body.

Of a rigid body A = J_O, B = m skew(c), M = m 1; of an articulated one A and M are symmetric and B is anything.
Bodies that move as one need less: mass, first moment and inertia about the origin.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.node import Scalar
from dalembert.expr.scalar import is_one, is_zero
from dalembert.spatial.rotations import coordinate_axis
from dalembert.spatial.vectors import as_array, skew


class Blocks(NamedTuple):
    """A spatial inertia [[A, B], [Bᵀ, M]] with symmetric A and M."""

    A: Array
    B: Array
    M: Array


def momentum(I: Blocks, V: Array) -> Array:
    """Momentum of a twist, angular first: (A w + B v, Bᵀ w + M v); (6,), or (6, k) for k twists as columns."""
    w, v = V[:3], V[3:]
    return as_array(np.concatenate([I.A @ w + I.B @ v, I.B.T @ w + I.M @ v]))


def added_blocks(I: Blocks, K: Blocks) -> Blocks:
    """Inertia of two bodies that move as one."""
    return Blocks(as_array(I.A + K.A), as_array(I.B + K.B), as_array(I.M + K.M))


def rotated_blocks(I: Blocks, R: Array) -> Blocks:
    """Inertia in the axes of A from that in the axes of B, with R = R_AB."""
    axis = coordinate_axis(R)
    return Blocks(*(_rotated(X, R, axis) for X in I))


def shifted_blocks(I: Blocks, p: Array) -> Blocks:
    """Inertia about another point, from which p leads to the old one, in the same axes.

    B' = B + P M,  A' = A + P Bᵀ − B' P  with  P = skew(p).
    """
    if all(map(is_zero, p)):
        return I
    P = skew(p)
    B = I.B + P @ I.M
    return Blocks(mirrored(I.A + P @ I.B.T - B @ P), as_array(B), I.M)


def blocks_to_parent(R: Array, p: Array, I: Blocks) -> Blocks:
    """Inertia about the origin of A, in A's axes, from that about the origin of B, with R = R_AB, p = p_AB."""
    return shifted_blocks(rotated_blocks(I, R), p)


def projected_blocks(I: Blocks, U: Array, W: Array, axes: Sequence[int] = ()) -> Blocks:
    """Inertia felt through a joint that moves freely: I − U Wᵀ with U = I H and W = U (Hᵀ U)⁻¹, (6,) or (6, k).

    `axes` lists the entries of twists that are free axes of the joint: their rows and columns vanish exactly.
    """
    U, W = U.reshape(6, -1), W.reshape(6, -1)
    A = _less_product(I.A, U[:3], W[:3])
    B = as_array(I.B - U[:3] @ W[3:].T)
    M = _less_product(I.M, U[3:], W[3:])
    for k in axes:
        if k < 3:
            A[k, :] = A[:, k] = B[k, :] = 0.0
        else:
            M[k - 3, :] = M[:, k - 3] = B[:, k - 3] = 0.0
    return Blocks(A, B, M)


def _less_product(X: Array, U: Array, W: Array) -> Array:
    """X − U Wᵀ, symmetric; (3, 3)."""
    Y = X.astype(object)
    for i in range(3):
        Y[i, : i + 1] = X[i, : i + 1] - W[: i + 1] @ U[i]
    return mirrored(Y)


def rotated_block(X: Array, R: Array) -> Array:
    """R X Rᵀ, cheaply where known zeros say that R turns about a coordinate axis; symmetric if X is; (3, 3)."""
    return _rotated(X, R, coordinate_axis(R))


def _rotated(X: Array, R: Array, axis: int | None) -> Array:
    if axis is not None:
        return _turned(X, R, axis)
    is_symmetric = bool((X == X.T).all())
    Y = as_array(R @ X @ R.T)
    return mirrored(Y) if is_symmetric else Y


def _turned(X: Array, R: Array, axis: int) -> Array:
    """R X Rᵀ for a turn about a coordinate axis: trace and antisymmetric part of its plane stay."""
    i, j = (axis + 1) % 3, (axis + 2) % 3
    c, s = R[i, i], R[j, i]
    if is_zero(s) and is_one(c):
        return X
    d, e = X[j, j] - X[i, i], X[i, j] + X[j, i]
    stretch, slide = s * (s * d - c * e), s * (c * d + s * e)
    Y = X.astype(object)
    Y[i, i], Y[j, j] = X[i, i] + stretch, X[j, j] - stretch
    Y[i, j], Y[j, i] = X[i, j] - slide, X[j, i] - slide
    Y[axis, [i, j]] = (R @ X[axis])[[i, j]]
    Y[[i, j], axis] = (R @ X[:, axis])[[i, j]]
    return as_array(Y)


def mirrored(X: Array) -> Array:
    """A symmetric matrix from its lower triangle."""
    Y = as_array(X).copy()
    for k in range(len(Y) - 1):
        Y[k, k + 1 :] = Y[k + 1 :, k]
    return Y


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

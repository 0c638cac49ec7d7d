"""Forward dynamics of a chain of revolute joints by the articulated-body recursion, as traced text.

Accelerations and forces are pairs (angular part first) in the axes of their body. Each step from a parent to
its child is a shift by a fixed vector, then a rotation about one coordinate axis. The linear part is the
acceleration of the body's origin itself, so no linear velocity is ever needed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dalembert import cos, param, sin

Array = Any


@dataclass(frozen=True)
class Link:
    """A body behind a revolute joint: axis (0, 1, 2), place in the parent, mass, first moment, inertia."""

    axis: int
    p: Array
    mass: Any
    h: Array
    J: Array


def rods(n: int, *, is_spatial: bool = True) -> list[Link]:
    """n equal rods hanging down, with axes y, x, y, … or all y."""
    mass, length, radius = 1.0, 1.0, 0.05
    c = np.array([0.0, 0.0, -length / 2])
    J_c = np.diag([mass * length**2 / 12 + mass * radius**2 / 4] * 2 + [mass * radius**2 / 2])
    J = J_c + mass * (c @ c * np.eye(3) - np.outer(c, c))
    place = np.array([0.0, 0.0, -length])
    return [
        Link(0 if k % 2 and is_spatial else 1, place if k else np.zeros(3), mass, mass * c, J) for k in range(n)
    ]


def opened(links: Sequence[Link]) -> list[Link]:
    """The same links with every number a parameter."""

    def entry(name: str, value: float) -> Any:
        return param(name, float(value))

    def vector(name: str, values: Array) -> Array:
        return np.array([entry(f"{name}.{k}", x) for k, x in enumerate(values)], dtype=object)

    def one(k: int, link: Link) -> Link:
        J = np.array([[entry(f"J{k}.{min(i, j)}{max(i, j)}", link.J[i, j]) for j in range(3)] for i in range(3)])
        return Link(link.axis, vector(f"p{k}", link.p), entry(f"m{k}", link.mass), vector(f"h{k}", link.h), J)

    return [one(k, link) for k, link in enumerate(links)]


def accelerations(links: Sequence[Link], q: Array, u: Array, tau: Array, g: float = 9.81) -> Array:
    """Joint accelerations for joint torques tau, under gravity g downwards."""
    n = len(links)
    R = [(link.axis, sin(angle), cos(angle)) for link, angle in zip(links, q, strict=True)]
    H = [np.eye(6)[link.axis] for link in links]

    # root to tips: angular velocities w, bias accelerations C, inertia I and bias force F of each body by itself
    w, C, I, F = [], [], [], []
    for k, link in enumerate(links):
        w_joint = np.eye(3)[link.axis] * u[k]
        w_parent = w[k - 1] if k else np.zeros(3)
        w.append(turn_back(R[k], w_parent) + w_joint)
        C.append(pair(cross(w[k], w_joint), turn_back(R[k], cross(w_parent, cross(w_parent, link.p)))))
        I.append(block_inertia(link))
        F.append(pair(cross(w[k], link.J @ w[k]), cross(w[k], cross(w[k], link.h))))

    # tips to root: articulated inertia and force
    U, D_inv, f = [None] * n, [None] * n, [None] * n
    for k in reversed(range(n)):
        axis = links[k].axis
        U[k] = column(I[k], axis)
        D_inv[k] = 1.0 / U[k][axis]
        f[k] = tau[k] - F[k][axis]
        if k:
            W = U[k] * D_inv[k]
            projected = project(I[k], U[k], W, axis)
            force = F[k] + momentum(projected, C[k]) + W * f[k]
            I[k - 1] = plus(I[k - 1], shifted(rotated(projected, R[k]), links[k].p))
            F[k - 1] = F[k - 1] + to_parent(R[k], links[k].p, force)

    # root to tips: accelerations, gravity as one of the base
    A: Array = np.array([0.0, 0.0, 0.0, 0.0, 0.0, g])
    a = []
    for k, link in enumerate(links):
        A = to_child(R[k], link.p, A) + C[k]
        a.append((f[k] - U[k] @ A) * D_inv[k])
        A = A + H[k] * a[k]
    return np.array(a, dtype=object)


# ---- vectors of a pair of three


def turn(R: tuple[int, Any, Any], v: Array) -> Array:
    """v from the child's axes to the parent's."""
    axis, s, c = R
    i, j = (axis + 1) % 3, (axis + 2) % 3
    result = np.array(v, dtype=object)
    result[i], result[j] = c * v[i] - s * v[j], s * v[i] + c * v[j]
    return result


def turn_back(R: tuple[int, Any, Any], v: Array) -> Array:
    """v from the parent's axes to the child's."""
    axis, s, c = R
    return turn((axis, -s, c), v)


def cross(a: Array, b: Array) -> Array:
    return np.array(
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]], dtype=object
    )


def pair(angular: Array, linear: Array) -> Array:
    return np.concatenate([angular, linear])


def to_child(R: tuple[int, Any, Any], p: Array, V: Array) -> Array:
    w, v = V[:3], V[3:]
    return pair(turn_back(R, w), turn_back(R, v + cross(w, p)))


def to_parent(R: tuple[int, Any, Any], p: Array, F: Array) -> Array:
    m, f = turn(R, F[:3]), turn(R, F[3:])
    return pair(m + cross(p, f), f)


# ---- inertias as blocks (A, B, M): momentum = (A w + B v, Bᵀ w + M v), A and M symmetric

Blocks = tuple[Array, Array, Array]


def skew(v: Array) -> Array:
    return np.array([[0.0, -v[2], v[1]], [v[2], 0.0, -v[0]], [-v[1], v[0], 0.0]], dtype=object)


def block_inertia(link: Link) -> Blocks:
    return np.array(link.J, dtype=object), skew(link.h), link.mass * np.eye(3)


def momentum(I: Blocks, V: Array) -> Array:
    A, B, M = I
    return pair(A @ V[:3] + B @ V[3:], B.T @ V[:3] + M @ V[3:])


def column(I: Blocks, axis: int) -> Array:
    return pair(I[0][:, axis], I[1].T[:, axis])


def plus(I: Blocks, K: Blocks) -> Blocks:
    return I[0] + K[0], I[1] + K[1], I[2] + K[2]


def mirrored(A: Array) -> Array:
    """A symmetric matrix from its lower triangle."""
    return np.tril(A) + np.tril(A, -1).T


def project(I: Blocks, U: Array, W: Array, axis: int) -> Blocks:
    """I − U Uᵀ / D with W = U / D; the joint's own row and column vanish."""
    A, B, M = I
    A = mirrored(A - np.outer(U[:3], W[:3]))
    B = B - np.outer(U[:3], W[3:])
    M = mirrored(M - np.outer(U[3:], W[3:]))
    A[axis, :] = A[:, axis] = B[axis, :] = 0.0
    return A, B, M


def rotated(I: Blocks, R: tuple[int, Any, Any]) -> Blocks:
    return tuple(rotated_block(X, R) for X in I)  # type: ignore[return-value]


def rotated_block(X: Array, R: tuple[int, Any, Any]) -> Array:
    """R X Rᵀ for a rotation about a coordinate axis: trace and antisymmetric part of its plane stay."""
    axis, s, c = R
    i, j = (axis + 1) % 3, (axis + 2) % 3
    d, e = X[j, j] - X[i, i], X[i, j] + X[j, i]
    stretch, slide = s * (s * d - c * e), s * (c * d + s * e)
    Y = np.array(X, dtype=object)
    Y[i, i], Y[j, j] = X[i, i] + stretch, X[j, j] - stretch
    Y[i, j], Y[j, i] = X[i, j] - slide, X[j, i] - slide
    Y[axis, [i, j]] = turn(R, X[axis])[[i, j]]
    Y[[i, j], axis] = turn(R, X[:, axis])[[i, j]]
    return Y


def shifted(I: Blocks, p: Array) -> Blocks:
    """The same inertia about a point that p leads away from."""
    A, B, M = I
    P = skew(p)
    Y = B + P @ M
    return mirrored(A + P @ B.T - Y @ P), Y, M

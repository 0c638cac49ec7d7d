"""One rigid solid in the place of its origin and Bryan angles, by the matrices of its Lagrange equations.

q = (s, β) with β = (ψ, θ, φ) about x, then the new y, then the new z. The origin O is any point of the body.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def skew(r: Any) -> Array:
    """The matrix of r ×."""
    x, y, z = r
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])


def rotation(beta: Any) -> Array:
    """A from axes of the body to those of the world, closed form."""
    (s1, s2, s3), (c1, c2, c3) = np.sin(beta), np.cos(beta)
    return np.array(
        [
            [c2 * c3, -c2 * s3, s2],
            [s1 * s2 * c3 + c1 * s3, -s1 * s2 * s3 + c1 * c3, -s1 * c2],
            [-c1 * s2 * c3 + s1 * s3, c1 * s2 * s3 + s1 * c3, c1 * c2],
        ]
    )


def rates(beta: Any) -> Array:
    """Q of w = Q β̇, in axes of the body."""
    _, theta, phi = beta
    s2, c2, s3, c3 = np.sin(theta), np.cos(theta), np.sin(phi), np.cos(phi)
    return np.array([[c3 * c2, s3, 0.0], [-s3 * c2, c3, 0.0], [s2, 0.0, 1.0]])


def rates_dot(beta: Any, beta_dot: Any) -> Array:
    """Q̇, closed form."""
    _, theta, phi = beta
    s2, c2, s3, c3 = np.sin(theta), np.cos(theta), np.sin(phi), np.cos(phi)
    Q_theta = np.array([[-c3 * s2, 0.0, 0.0], [s3 * s2, 0.0, 0.0], [c2, 0.0, 0.0]])
    Q_phi = np.array([[-s3 * c2, c3, 0.0], [-c3 * c2, -s3, 0.0], [0.0, 0.0, 0.0]])
    return np.asarray(beta_dot[1] * Q_theta + beta_dot[2] * Q_phi)


@dataclass(frozen=True)
class Solid:
    """Mass, centre of mass and inertia matrix about the origin O, in axes of the body."""

    mass: float
    com: Array
    J_O: Array

    def mass_matrix(self, q: Array) -> Array:
        """[m 1, A Sᵀ Q; Qᵀ S Aᵀ, Qᵀ J_O Q]  with  S = m skew(c)."""
        A, Q, S = rotation(q[3:]), rates(q[3:]), self.mass * skew(self.com)
        return np.block([[self.mass * np.eye(3), A @ S.T @ Q], [Q.T @ S @ A.T, Q.T @ self.J_O @ Q]])

    def velocity_force(self, q: Array, u: Array) -> Array:
        """Minus what M q̈ leaves out: (−(A Sᵀ Q̇ + Ȧ Sᵀ Q) β̇, −(Qᵀ J_O Q̇ + Qᵀ skew(w) J_O Q) β̇)."""
        A, Q, S = rotation(q[3:]), rates(q[3:]), self.mass * skew(self.com)
        b = u[3:]
        Q_dot, W = rates_dot(q[3:], b), skew(Q @ b)
        linear = -(A @ S.T @ Q_dot + A @ W @ S.T @ Q) @ b
        return np.concatenate([linear, -(Q.T @ self.J_O @ Q_dot + Q.T @ W @ self.J_O @ Q) @ b])

    def point(self, q: Array, r: Array) -> Array:
        """Where the point r of the body is."""
        return np.asarray(q[:3] + rotation(q[3:]) @ r)

    def force(self, q: Array, r: Array, F: Array) -> Array:
        """Generalized force of F at the point r, (1; Qᵀ skew(r) Aᵀ) F."""
        return np.concatenate([F, rates(q[3:]).T @ skew(r) @ rotation(q[3:]).T @ F])

    def point_rows(self, q: Array, r: Array) -> Array:
        """B of the velocity of the point r, (1, −A skew(r) Q)."""
        return np.hstack([np.eye(3), -rotation(q[3:]) @ skew(r) @ rates(q[3:])])

    def point_bias(self, q: Array, u: Array, r: Array) -> Array:
        """Ḃ q̇ of the same rows."""
        A, Q, b = rotation(q[3:]), rates(q[3:]), u[3:]
        W = skew(Q @ b)
        return np.asarray(-(A @ W @ skew(r) @ Q + A @ skew(r) @ rates_dot(q[3:], b)) @ b)


def constrained(M: Array, forces: Array, B: Array, right: Array) -> tuple[Array, Array]:
    """q̈ and λ of  [M −Bᵀ; B 0] (q̈, λ) = (forces, right): positive multipliers act on the body."""
    n, m = len(M), len(B)
    whole = np.block([[M, -B.T], [B, np.zeros((m, m))]])
    solved = np.linalg.solve(whole, np.concatenate([forces, right]))
    return solved[:n], solved[n:]

"""Matrix equations and pencils of linear systems: Riccati, exponentials, zeros; SciPy is loaded when needed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Matrix
from dalembert.errors import SolverError

Complex = NDArray[np.complex128]

MARGIN = 1e-9
"""How fast the slowest mode of a closed loop must decay, relative to the fastest."""

INFINITE = 1e-10
"""Part of a pencil's eigenvalue that is the matrix of derivatives, below which the eigenvalue is infinite."""


def regulator(A: Matrix, B: Matrix, Q: Matrix, R: Matrix, period: float | None = None) -> tuple[Matrix, Matrix]:
    """K of τ = −K y (n_tau, n) with least ∫ yᵀ Q y + τᵀ R τ dt, and the solution P of Riccati's equation (n, n).

    In discrete time, with a period, it is the sum over the instants.
    """
    from scipy.linalg import solve_continuous_are, solve_discrete_are

    try:
        P = (solve_continuous_are if period is None else solve_discrete_are)(A, B, Q, R)
    except (np.linalg.LinAlgError, ValueError) as error:
        raise SolverError(f"Riccati's equation has no solution that stabilizes: {error}") from error
    K = np.linalg.solve(R, B.T @ P) if period is None else np.linalg.solve(R + B.T @ P @ B, B.T @ P @ A)

    # solutions that do not stabilize are found as well
    closed = np.linalg.eigvals(A - B @ K)
    margin = -closed.real.max(initial=-np.inf) if period is None else 1.0 - np.abs(closed).max(initial=0.0)
    if not margin > MARGIN * np.abs(closed).max(initial=0.0):
        raise SolverError(f"the solution of Riccati's equation does not stabilize: {closed}")
    return K, P


def held(A: Matrix, B: Matrix, period: float) -> tuple[Matrix, Matrix]:
    """A and B from one instant to the next, with inputs that are held in between."""
    from scipy.linalg import expm

    n, m = B.shape
    whole = np.zeros((n + m, n + m))
    whole[:n, :n], whole[:n, n:] = A, B
    exponential = expm(whole * period)
    return np.asarray(exponential[:n, :n]), np.asarray(exponential[:n, n:])


def transmission_zeros(A: Matrix, B: Matrix, C: Matrix, D: Matrix) -> Complex:
    """Finite eigenvalues of the pencil [A − s 1, B; C, D]; as many outputs as inputs."""
    from scipy.linalg import eig

    n, m = B.shape
    left, right = np.block([[A, B], [C, D]]), np.zeros((n + m, n + m))
    right[:n, :n] = np.eye(n)
    alpha, beta = eig(left, right, right=False, homogeneous_eigvals=True)
    is_finite = np.abs(beta) > INFINITE * np.hypot(np.abs(alpha), np.abs(beta))
    return np.sort_complex(alpha[is_finite] / beta[is_finite])


def riccati_along(times: Matrix, A: Matrix, B: Matrix, Q: Matrix, R: Matrix, final: Matrix) -> Matrix:
    """P (T, n, n) with −Ṗ = Aᵀ P + P A − P B R⁻¹ Bᵀ P + Q back from its last value; A and B are (T, …)."""
    from scipy.integrate import solve_ivp
    from scipy.interpolate import CubicSpline

    n = len(Q)
    A_at, B_at = CubicSpline(times, A), CubicSpline(times, B)

    def rate(t: float, x: Matrix) -> Matrix:
        P, here, ways = x.reshape(n, n), A_at(t), B_at(t)
        change = here.T @ P + P @ here - P @ ways @ np.linalg.solve(R, ways.T @ P) + Q
        return np.asarray(-0.5 * (change + change.T).ravel())

    span = (float(times[-1]), float(times[0]))
    solution = solve_ivp(rate, span, final.ravel(), t_eval=times[::-1], rtol=1e-8, atol=1e-10)
    if not solution.success or not np.isfinite(solution.y).all():
        raise SolverError(f"Riccati's equation along the motion has no solution: {solution.message}")
    return np.asarray(solution.y.T[::-1].reshape(len(times), n, n))

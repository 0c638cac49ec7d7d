"""Small quadratic programs: least ½ xᵀ H x + cᵀ x with A x ≤ b, and multipliers, by an interior-point method."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from dalembert.arrays import Matrix, Vector

_MOST = 60
_GAP, _ACCEPTED = 1e-11, 1e-7
_TO_BOUNDARY = 0.995


class QuadraticSolution(NamedTuple):
    """A least x, and multipliers of the rows."""

    x: Vector
    multipliers: Vector
    converged: bool


def quadratic_program(H: Matrix, c: Vector, A: Matrix, b: Vector) -> QuadraticSolution:
    """Least ½ xᵀ H x + cᵀ x with A x ≤ b by Mehrotra's predictor and corrector; H is positive where A leaves x."""
    n, m = len(c), len(b)
    x = np.zeros(n)
    slack = np.maximum(b - A @ x, 1.0)
    lam = np.ones(m)
    least, best = np.inf, QuadraticSolution(x, lam, False)
    size = 1.0 + max(np.abs(c).max(initial=0.0), np.abs(b).max(initial=0.0))
    for _ in range(_MOST):
        dual, primal = H @ x + c + A.T @ lam, A @ x + slack - b
        gap = float(slack @ lam) / m
        error = max(float(np.abs(dual).max()), float(np.abs(primal).max()), gap) / size
        if error < least:
            least, best = error, QuadraticSolution(x, lam, error < _ACCEPTED)
        # once rounding is reached, further steps only lose digits
        if error < _GAP or (best.converged and error > 1e3 * least):
            return best
        K = H + (A.T * (lam / slack)) @ A
        factor = np.linalg.cholesky(K + 1e-13 * np.trace(K) / n * np.eye(n))

        def step(
            target: Vector,
            factor: Matrix = factor,
            dual: Vector = dual,
            primal: Vector = primal,
            slack: Vector = slack,
            lam: Vector = lam,
        ) -> tuple[Vector, Vector, Vector]:
            """Newton's step to complementarity `target`."""
            rest = (target + lam * primal) / slack
            dx = np.linalg.solve(factor.T, np.linalg.solve(factor, -dual - A.T @ rest))
            dlam = rest + (lam / slack) * (A @ dx)
            return dx, -primal - A @ dx, dlam

        _, ds, dl = step(-lam * slack)
        part = min(_longest(slack, ds), _longest(lam, dl))
        after = float((slack + part * ds) @ (lam + part * dl)) / m
        center = (after / gap) ** 3 * gap
        dx, ds, dl = step(center - lam * slack - ds * dl)
        part = _TO_BOUNDARY * min(_longest(slack, ds), _longest(lam, dl))
        part = min(part, 1.0)
        x, slack, lam = x + part * dx, slack + part * ds, lam + part * dl
    return best


def _longest(x: Vector, dx: Vector) -> float:
    """The longest part of a step with which x stays positive, 1 at most."""
    falling = dx < 0.0
    return min(1.0, float((-x[falling] / dx[falling]).min(initial=np.inf)))

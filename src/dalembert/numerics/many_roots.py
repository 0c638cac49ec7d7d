"""Roots from many starts at once: the damped Gauss–Newton steps of `nearest_root`, all starts side by side."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Matrix, Vector
from dalembert.numerics.nearest_root import DAMPINGS, EXACT, MAX_STEPS, SOLVED
from dalembert.rank import ROUNDING, row_scales

Truths = NDArray[np.bool_]

Watch = Callable[[NDArray[np.int64], Matrix, Matrix], None]
"""Function of the numbers of starts that went on, where they are now, and their residuals."""


class ManyUnknowns(Protocol):
    """Equations in N places at once: r(x), its derivative A along small motions δ of x, and x after these."""

    def rows(self, x: Matrix) -> tuple[Matrix, Matrix]:
        """r (N, m) and A (N, m, n)."""

    def moved(self, x: Matrix, delta: Matrix) -> Matrix:
        """x after small motions δ (N, n)."""

    def measured(self, x: Matrix) -> Matrix:
        """The entries of x in units of residuals that are scaled."""


def many_roots(unknowns: ManyUnknowns, starts: Matrix, watch: Watch) -> Matrix:
    """Where steps lead from each start, (N, n_x): to roots, or to where they end."""
    x = starts.copy()
    r, A = unknowns.rows(x)
    watch(np.arange(len(x)), x, r)
    levels, is_going = np.zeros(len(x), dtype=int), np.full(len(x), True)
    for _ in range(MAX_STEPS):
        is_going &= _goes_on(r, A)
        going = np.flatnonzero(is_going)
        if not going.size:
            break
        better = _improve(unknowns, x, r, A, levels, going)
        is_going[np.setdiff1d(going, better)] = False
        watch(better, x[better], r[better])
    return x


def _goes_on(r: Matrix, A: Matrix) -> Truths:
    """Which of the places are finite, and no roots to rounding."""
    is_finite = np.isfinite(r).all(axis=1) & np.isfinite(A).all(axis=(1, 2))
    gap = np.abs(r / row_scales(np.where(np.isfinite(A), A, 1.0))).max(axis=1, initial=0.0)
    return np.asarray(is_finite & (gap > EXACT))


def _improve(
    unknowns: ManyUnknowns, x: Matrix, r: Matrix, A: Matrix, levels: NDArray[np.int64], going: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Move these places to smaller residuals, each with the damping that it takes; gives those that could."""
    scales = row_scales(A[going])
    scaled = r[going] / scales
    is_root = np.abs(scaled).max(axis=1, initial=0.0) <= SOLVED * _sizes(unknowns.measured(x[going]))
    goals = np.where(is_root, 0.5, 0.99999) * np.linalg.norm(scaled, axis=1)
    U, s, Vt = np.linalg.svd(A[going] / scales[..., None], full_matrices=False)
    level, waiting, done = np.maximum(levels[going] - 1, 0), np.arange(len(going)), []
    while waiting.size:
        tried = going[waiting]
        delta = _steps(U[waiting], s[waiting], Vt[waiting], scaled[waiting], level[waiting], x[tried])
        trial = unknowns.moved(x[tried], delta)
        trial_r, trial_A = unknowns.rows(trial)
        is_better = np.linalg.norm(trial_r / scales[waiting], axis=1) < goals[waiting]
        taken = tried[is_better]
        x[taken], r[taken], A[taken] = trial[is_better], trial_r[is_better], trial_A[is_better]
        levels[taken] = level[waiting][is_better]
        done.append(taken)
        waiting = waiting[~is_better & ~is_root[waiting]]
        level[waiting] += 1
        waiting = waiting[level[waiting] < len(DAMPINGS)]
    return np.sort(np.concatenate(done))


def _sizes(x: Matrix) -> Vector:
    """Size of x in each place, or one."""
    return np.asarray(np.maximum(1.0, np.abs(x).max(axis=1, initial=0.0)))


def _steps(U: Matrix, s: Matrix, Vt: Matrix, scaled: Matrix, level: NDArray[np.int64], x: Matrix) -> Matrix:
    """Damped steps (N, n), none too long."""
    largest = s.max(axis=1, keepdims=True, initial=0.0)
    kept = s > ROUNDING.distance * largest
    damping = np.array(DAMPINGS)[level][:, None] * largest**2
    weights = np.where(kept, s / np.where(kept, s**2 + damping, 1.0), 0.0)
    delta = -np.einsum("kin,ki->kn", Vt, weights * np.einsum("kmi,km->ki", U, scaled))
    longest = np.maximum(1.0, 0.5 * np.abs(x).max(axis=1, initial=0.0))
    length = np.abs(delta).max(axis=1, initial=0.0)
    return np.asarray(delta * np.minimum(1.0, longest / np.maximum(length, longest))[:, None])

"""Forces of contacts that are not unique: whether there are some that all of them can bear.

Forces λ with A λ = −c keep contacts where they are. A point bears what presses, λₙ ≥ 0, and what friction holds,
|λₜ| ≤ μ λₙ. How far forces have to exceed that is found by minimizing it with a logarithmic barrier (Boyd and
Vandenberghe 2004, section 11.4).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.numerics.contact_levels import DEPENDENT, FITS

Cones = Sequence[tuple[int, float]]
"""Of each point how many forces it has, the normal one first, and μ."""

_PASSES, _LEAST = 3, 1e-6
"""How often forces are shared anew before they are searched for, and the least share beside the largest."""

_SHARPER, _SHARPEST = 8.0, 1e12
"""How much sharper the barrier becomes each time, and in the end."""

_STEPS, _HALVINGS, _CENTRED = 30, 40, 1e-8
"""Steps of Newton's method for each barrier at most, and of a line search; decrement at which they end."""


def bearable_forces(A: Matrix, c: Vector, cones: Cones) -> Vector | None:
    """λ with A λ = −c that all points can bear; None if there is none."""
    shares, starts = np.ones(A.shape[1]), np.cumsum([0, *(n for n, _ in cones)])
    for _ in range(_PASSES):
        lam: Vector = np.asarray(-shares * np.linalg.lstsq(A * shares, c, rcond=DEPENDENT)[0])
        left = float(np.abs(A @ lam + c).max(initial=0.0))
        if left > FITS * float(np.abs(c).max(initial=0.0)):
            return None
        size = float(np.abs(lam).max(initial=0.0))
        if size == 0.0 or _excess(lam, cones) <= 0.0:
            return lam
        # friction is shared as the normal forces are
        normals = np.maximum(lam[starts[:-1]] / size, _LEAST)
        shares = np.repeat(np.sqrt(normals), np.diff(starts))
    _, values, ways = np.linalg.svd(A)
    free = ways[np.count_nonzero(values > DEPENDENT * values[0]) :].T
    found = _least_excess(lam / size, free, cones) if free.size else None
    return None if found is None else size * found


def _excess(lam: Vector, cones: Cones) -> float:
    """By how much forces exceed what points can bear, in the worst of them; below zero if they bear more."""
    worst, k = -np.inf, 0
    for n, mu in cones:
        held = lam[k + 1 : k + n]
        worst = max(worst, -lam[k] if n == 1 else float(np.sqrt(held @ held)) - mu * lam[k])
        k += n
    return float(worst)


def _least_excess(start: Vector, ways: Matrix, cones: Cones) -> Vector | None:
    """start + ways y that exceeds nothing; None if there is none: y and an excess s are found together."""
    columns = np.column_stack([ways, np.zeros(len(start))])
    y = np.append(np.zeros(ways.shape[1]), 1.0 + _excess(start, cones))
    sharpness, many = 1.0, 2.0 * len(cones)
    while sharpness < _SHARPEST:
        for _ in range(_STEPS):
            value, slope, curvature = _barrier(start + columns @ y, y[-1], columns, cones)
            slope[-1] += sharpness
            step = -np.linalg.solve(curvature + 1e-14 * np.trace(curvature) * np.eye(len(y)), slope)
            decrement = -float(slope @ step)
            if decrement <= _CENTRED:
                break
            y = _shortened(start, columns, cones, y, step, (sharpness, value + sharpness * y[-1], decrement))
            if _excess(start + columns @ y, cones) <= 0.0:
                return np.asarray(start + columns @ y)
        if y[-1] > many / sharpness:
            # no forces exceed less than this
            return None
        sharpness *= _SHARPER
    return None


def _shortened(
    start: Vector, columns: Matrix, cones: Cones, y: Vector, step: Vector, at: tuple[float, float, float]
) -> Vector:
    """A step that lowers what is minimized, as far as it is one."""
    sharpness, value, decrement = at
    part = 1.0
    for _ in range(_HALVINGS):
        new = y + part * step
        lower = _barrier(start + columns @ new, new[-1], columns, cones)[0] + sharpness * new[-1]
        if lower <= value - 0.1 * part * decrement:
            return np.asarray(new)
        part *= 0.5
    return y


def _barrier(lam: Vector, s: float, columns: Matrix, cones: Cones) -> tuple[float, Vector, Matrix]:
    """−Σ log of what is left of each cone with an excess s, and its derivatives; infinite outside."""
    n = columns.shape[1]
    value, slope, curvature, k = 0.0, np.zeros(n), np.zeros((n, n)), 0
    last = np.eye(n)[-1]
    for size, mu in cones:
        J = columns[k : k + size]
        axis, along = lam[k] * (1.0 if size == 1 else mu) + s, J[0] * (1.0 if size == 1 else mu) + last
        held = lam[k + 1 : k + size]
        left = axis * axis - float(held @ held)
        if not axis > 0.0 or not left > 0.0:
            return np.inf, slope, curvature
        rate = 2.0 * (axis * along - held @ J[1:])
        value -= float(np.log(left))
        slope -= rate / left
        curvature += np.outer(rate, rate) / left**2 - 2.0 * (np.outer(along, along) - J[1:].T @ J[1:]) / left
        k += size
    return value, slope, curvature

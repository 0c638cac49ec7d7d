"""Whether linear inequalities can hold together, and by how much; how far a vector is from a cone."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dalembert.arrays import Matrix, Vector

NEAR = 1e-11
"""Distance from a cone, relative to the size of a vector, that is none."""

_ADDED, _STAYS = 60, 1.0 - 1e-6
"""How often edges are added at most, and the part of the distance that may be left for it to go on."""


def most_feasible(A: Matrix, b: Vector) -> tuple[Vector, float]:
    """The y with the largest margin m ≤ 1 for which A y + b ≥ m in every row, and this margin."""
    from scipy.optimize import linprog

    n = A.shape[1]
    result = linprog(
        np.append(np.zeros(n), -1.0),
        A_ub=np.column_stack([-A, np.ones(len(A))]),
        b_ub=b,
        bounds=[*[(None, None)] * n, (None, 1.0)],
        method="highs",
    )
    if result.status != 0:
        return np.zeros(n), -np.inf
    return np.asarray(result.x[:n]), float(result.x[n])


def cone_distance(told: Vector, edges: Matrix, discs: Sequence[tuple[Vector, Matrix]]) -> float:
    """How far a vector (n,) is from all sums of edges (n, m) and of a + B y, |y| ≤ 1, with weights from zero on.

    Of each disc the edge that is worth most is added, until none brings them nearer.
    """
    from scipy.optimize import nnls

    columns = [*edges.T, *(a for a, _ in discs)]
    if not columns:
        return float(np.linalg.norm(told))
    last = np.inf
    for _ in range(_ADDED):
        weights, left = nnls(np.array(columns).T, told, maxiter=100 * (1 + len(columns)))
        rest = told - np.array(columns).T @ weights
        if left <= NEAR * np.linalg.norm(told) or left > _STAYS * last:
            break
        last = left
        ways = [(a, B, B.T @ rest) for a, B in discs]
        columns += [a + B @ (way / size) for a, B, way in ways if (size := np.linalg.norm(way)) > 0.0]
    return float(left)


def largest_entry(k: int, A: Matrix, b: Vector, positive: Sequence[int], most: float) -> float:
    """Largest entry k of x with A x = b and entries `positive` from zero to `most`; infinite if there is no x."""
    from scipy.optimize import linprog

    bounds = [(0.0, most) if i in positive else (None, None) for i in range(A.shape[1])]
    result = linprog(-np.eye(A.shape[1])[k], A_eq=A, b_eq=b, bounds=bounds)
    return -float(result.fun) if result.success else float(np.inf)

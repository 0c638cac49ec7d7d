"""Whether linear inequalities can hold together, and by how much."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]


def most_feasible(A: Matrix, b: Vector) -> tuple[Vector, float]:
    """The y with the largest margin m ≤ 1 for which A y + b ≥ m in every row, and this margin."""
    from scipy.optimize import linprog

    n = A.shape[1]
    found = linprog(
        np.append(np.zeros(n), -1.0),
        A_ub=np.column_stack([-A, np.ones(len(A))]),
        b_ub=b,
        bounds=[*[(None, None)] * n, (None, 1.0)],
        method="highs",
    )
    if found.status != 0:
        return np.zeros(n), -np.inf
    return np.asarray(found.x[:n]), float(found.x[n])

"""Rows of a matrix that depend on others, decided with a tolerance after scaling them to length one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dalembert.solvers.nearest_root import row_scales

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]

DEPENDENT = 1e-6
"""Singular values of rows of length one, beside the largest, that are taken for zero.

A thousandth of a radian away from a singular position of a mechanism they are a thousand times larger; an assembly
that ends in such a position misses it by a tenth of this at most.
"""

ROUNDING = 1e-9
"""Singular values of rows of length one, beside the largest, that are rounding of zero."""


def ranks(J: Matrix) -> NDArray[np.intp]:
    """How many rows of each matrix (…, m, n) are independent."""
    s = np.linalg.svd(J / row_scales(J)[..., None], compute_uv=False)
    return np.asarray((s > DEPENDENT * s.max(axis=-1, keepdims=True, initial=0.0)).sum(axis=-1))


def rank(J: Matrix) -> int:
    """How many rows are independent."""
    return int(ranks(J))


def smallest_value(J: Matrix) -> float:
    """The smallest singular value of rows scaled to length one, beside the largest; zero if some are dependent."""
    s = np.linalg.svd(J / row_scales(J)[:, None], compute_uv=False)
    return float(s[-1] / s[0]) if len(s) == len(J) and len(s) else float(not len(J))


def free_motions(J: Matrix) -> Matrix:
    """Orthonormal columns (n, n_free) that span the null space."""
    _, s, Vt = np.linalg.svd(J / row_scales(J)[:, None])
    return Vt[int((s > DEPENDENT * s.max(initial=0.0)).sum()) :].T


def independent_rows(J: Matrix, n: int, acceptable: float = 0.1) -> tuple[int, ...]:
    """Numbers of n rows that span all, earlier ones first unless that is much worse.

    A row is acceptable in its turn if this part is left of it besides those taken, beside the best candidate.
    """
    left, found = J / row_scales(J)[:, None], list[int]()
    for _ in range(n):
        sizes = np.linalg.norm(left, axis=1)
        i = int(np.argmax(sizes >= acceptable * sizes.max()))
        found.append(i)
        direction = left[i] / sizes[i]
        left = left - np.outer(left @ direction, direction)
    return tuple(sorted(found))


def coefficients(J: Matrix, kept: Sequence[int], row: int) -> Vector:
    """Factors (n_kept,) with which rows add up to one that depends on them."""
    scales = row_scales(J)
    rows = J[list(kept)] / scales[list(kept), None]
    found: Vector = np.linalg.lstsq(rows.T, J[row], rcond=DEPENDENT)[0]
    return found / scales[list(kept)]


def dependent_among(J: Matrix, kept: Sequence[int]) -> tuple[int, ...]:
    """Which of the rows take part in dependences among them."""
    rows = J[list(kept)] / row_scales(J)[list(kept), None]
    U, s, _ = np.linalg.svd(rows)
    n = int((s > DEPENDENT * s.max(initial=0.0)).sum())
    parts = np.abs(U[:, n:]).max(axis=1, initial=0.0)
    return tuple(i for i, part in zip(kept, parts, strict=True) if part > DEPENDENT)


def zero_combinations(A: Matrix) -> tuple[int, ...]:
    """Which columns of A take part in combinations of columns that are zero, rows scaled to length one."""
    _, s, Vt = np.linalg.svd(A / row_scales(A)[:, None])
    parts = np.abs(Vt[int((s > ROUNDING * s.max(initial=0.0)).sum()) :]).max(axis=0, initial=0.0)
    return tuple(int(k) for k in np.flatnonzero(parts > DEPENDENT))

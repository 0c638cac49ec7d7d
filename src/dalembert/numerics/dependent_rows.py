"""Rows of large sparse matrices that follow from others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dalembert.arrays import Vector

FOLLOWS = 1e-6
"""Part of a row that others leave, below which it follows from them."""

REGULAR = 1e-12
"""Added to the products of rows of length one, so that rows that depend on each other are no obstacle."""


def dependent_rows(A: Any, candidates: Any) -> list[int]:
    """Numbers of the candidates (m, n) that follow from the rows A and from the candidates before them."""
    from scipy import sparse

    rows = _of_length_one(sparse.csr_matrix(A))
    found = []
    for k, row in enumerate(_of_length_one(sparse.csr_matrix(candidates))):
        if np.linalg.norm(_rest(rows, row.toarray().ravel())) < FOLLOWS:
            found.append(k)
        else:
            rows = sparse.vstack([rows, row]).tocsr()
    return found


def _rest(rows: Any, target: Vector) -> Vector:
    """What no combination of rows gives of a target: r with r + Aᵀ y = target and A r = ε y."""
    from scipy import sparse
    from scipy.sparse.linalg import splu

    m, n = rows.shape
    K = sparse.bmat([[sparse.eye(n), rows.T], [rows, -REGULAR * sparse.eye(m)]], format="csc")
    solution: Vector = splu(K).solve(np.concatenate([target, np.zeros(m)]))
    return solution[:n]


def _of_length_one(rows: Any) -> Any:
    from scipy import sparse

    lengths = np.sqrt(np.asarray(rows.multiply(rows).sum(axis=1)).ravel())
    return sparse.csr_matrix(sparse.diags(1.0 / np.where(lengths > 0.0, lengths, 1.0)) @ rows)


def opened(bounds: Sequence[Vector], which: Sequence[int]) -> tuple[Vector, Vector]:
    """Bounds of which some are none."""
    lower, upper = (np.array(x) for x in bounds)
    lower[which], upper[which] = -np.inf, np.inf
    return lower, upper

"""Linear equations of expressions, eliminated so that the solution stays readable."""

from __future__ import annotations

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.node import Expression, Scalar
from dalembert.expr.scalar import is_one, is_zero
from dalembert.expr.small_inverse import small_inverse
from dalembert.expr.sparse_matrix import products

LEAST_PIVOT = 1e-3
"""Smallest number that is a pivot by structure; blocks without one are solved with pivots at run time."""


def solved(A: Array, b: Array) -> Array:
    """X (n, k) with A X = b for a square A (n, n) and b (n, k).

    Rows in which an unknown stands with a number are solved for it and put into the others, as one does by hand;
    what is left is inverted by cofactors if it is small, else with pivots at run time.
    """
    A, b = np.array(A, dtype=object), np.array(b, dtype=object)
    done: list[tuple[int, int]] = []
    while (place := _plain_pivot(A, done)) is not None:
        i, j = place
        A[i], b[i] = _scaled(A[i], A[i, j]), _scaled(b[i], A[i, j])
        for k in range(len(A)):
            if k != i and not is_zero(factor := A[k, j]):
                A[k], b[k] = _minus(A[k], A[i], factor), _minus(b[k], b[i], factor)
                A[k, j] = 0.0
        done.append(place)

    # the block without such pivots
    rows = [i for i in range(len(A)) if i not in [i for i, _ in done]]
    columns = [j for j in range(len(A)) if j not in [j for _, j in done]]
    X = np.full(b.shape, 0.0, dtype=object)
    if rows:
        X[columns] = products(small_inverse(A[np.ix_(rows, columns)]), b[rows])
    for i, j in done:
        X[j] = b[i] - products(A[i : i + 1, columns], X[columns])[0]
    return X


def _plain_pivot(A: Array, done: list[tuple[int, int]]) -> tuple[int, int] | None:
    """Row and column of a pivot that is a number: in the shortest row, ±1 before other numbers."""
    rows, columns = {i for i, _ in done}, {j for _, j in done}
    candidates = [
        (sum(not is_zero(y) for y in A[i]), abs(x) != 1.0, i, j)
        for (i, j), x in np.ndenumerate(A)
        if i not in rows and j not in columns and not isinstance(x, Expression) and abs(x) >= LEAST_PIVOT
    ]
    return min(candidates)[2:] if candidates else None


def _scaled(row: Array, pivot: float) -> Array:
    return row if is_one(pivot) else row / pivot


def _minus(row: Array, other: Array, factor: Scalar) -> Array:
    """row − factor · other, skipping structural zeros."""
    difference = row.copy()
    for k, x in enumerate(other):
        if not is_zero(x):
            difference[k] = difference[k] - factor * x
    return difference

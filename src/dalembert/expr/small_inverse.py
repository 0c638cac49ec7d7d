"""Inverses of small matrices of expressions, without pivots and without needless divisions."""

from __future__ import annotations

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.linear import solve
from dalembert.expr.node import Scalar
from dalembert.expr.scalar import is_zero

COFACTORS = 3
"""Blocks up to this size are inverted by cofactors; larger ones by elimination with pivots."""


def small_inverse(A: Array, cofactors: int = COFACTORS) -> Array:
    """A⁻¹ of a square matrix, block by block; blocks up to a size are inverted by cofactors.

    By cofactors the only division is that by the determinant of a block, so nothing is singular where the block
    is not: a rotation has the inverse at every angle.
    """
    n = len(A)
    result = np.full((n, n), 0.0, dtype=object)
    for rows, columns in tied_blocks(A):
        block = A[np.ix_(rows, columns)]
        if len(rows) != len(columns):
            return solve(A, np.eye(n))
        result[np.ix_(columns, rows)] = _inverse(block, cofactors)
    return result


def _inverse(A: Array, cofactors: int) -> Array:
    n = len(A)
    if n > cofactors:
        return solve(A, np.eye(n))
    transposed_cofactors, determinant = adjugate(A)
    if isinstance(determinant, float | int) and determinant == 1.0:
        return transposed_cofactors
    return transposed_cofactors / determinant


def adjugate(A: Array) -> tuple[Array, Scalar]:
    """The transposed cofactors of a small square matrix, and its determinant."""
    n = len(A)
    transposed_cofactors = np.empty((n, n), dtype=object)
    for i, j in np.ndindex(n, n):
        minor = np.delete(np.delete(A, i, axis=0), j, axis=1)
        transposed_cofactors[j, i] = (-1.0) ** (i + j) * _determinant(minor)
    return transposed_cofactors, sum(A[0, j] * transposed_cofactors[j, 0] for j in range(n))


def _determinant(A: Array) -> Scalar:
    match len(A):
        case 0:
            return 1.0
        case 1:
            return A[0, 0]
        case 2:
            return A[0, 0] * A[1, 1] - A[0, 1] * A[1, 0]
        case _:
            minors = (np.delete(A[1:], j, axis=1) for j in range(len(A)))
            return sum((-1.0) ** j * A[0, j] * _determinant(minor) for j, minor in enumerate(minors))


def tied_blocks(A: Array) -> list[tuple[list[int], list[int]]]:
    """Rows and columns that entries other than zero tie to each other."""
    n = len(A)
    left, blocks = set(range(n)), []
    while left:
        rows, columns, new = set(), set(), {min(left)}
        while new:
            rows |= new
            columns |= {j for i in new for j in range(n) if not is_zero(A[i, j])}
            new = {i for i in left for j in columns if not is_zero(A[i, j])} - rows
        left -= rows
        blocks.append((sorted(rows), sorted(columns)))
    return blocks

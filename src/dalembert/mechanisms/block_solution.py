"""Square systems in blocks: each block of unknowns is solved for by itself, in an order that exists."""

from __future__ import annotations

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.linear import solve
from dalembert.expr.scalar import is_zero
from dalembert.mechanisms.dead_positions import blocks


def solved_in_blocks(J: Array, b: Array) -> Array:
    """x (n,) with J x = b, for J (n, n) of expressions with structural zeros."""
    x = np.full(len(b), 0.0, dtype=object)
    for rows, columns in ordered_blocks(J):
        block, inside = J[rows], set(columns)
        right = [b[i] for i in rows]
        for place, row in enumerate(block):
            for k, entry in enumerate(row):
                if k not in inside and not is_zero(entry):
                    right[place] = right[place] - entry * x[k]
        x[columns] = _solved(block[:, columns], np.array(right, dtype=object))
    return x


def ordered_blocks(J: Array) -> list[tuple[list[int], list[int]]]:
    """Rows and columns of the blocks on the diagonal, each after those whose unknowns it contains."""
    waiting, done, ordered = blocks(J), set[int](), []
    while waiting:
        ready = next(block for block in waiting if _needs(J, block) <= done)
        waiting.remove(ready)
        ordered.append(ready)
        done |= set(ready[1])
    return ordered


def _needs(J: Array, block: tuple[list[int], list[int]]) -> set[int]:
    rows, columns = block
    return {k for i in rows for k, entry in enumerate(J[i]) if not is_zero(entry)} - set(columns)


def _solved(A: Array, b: Array) -> Array:
    """One or two unknowns by Cramer's rule: nothing to pivot, and lanes stay together."""
    if len(b) == 1:
        return np.array([b[0] / A[0, 0]], dtype=object)
    if len(b) == 2:
        det = A[0, 0] * A[1, 1] - A[0, 1] * A[1, 0]
        x = [(b[0] * A[1, 1] - b[1] * A[0, 1]) / det, (b[1] * A[0, 0] - b[0] * A[1, 0]) / det]
        return np.array(x, dtype=object)
    return solve(A, b)

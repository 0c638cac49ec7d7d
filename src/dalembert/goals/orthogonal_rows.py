"""Rows made orthogonal one after the other, as plain text: what solves S x = b for the shortest x, in any lanes.

By modified Gram and Schmidt, rows in their order: each changes x only along what is left of it beside the rows
before, so that a row never disturbs those before it, and one that depends on them changes nothing (Björck 1967).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from dalembert.expr.functions import where
from dalembert.expr.scalar import is_zero
from dalembert.rank import ROUNDING

Array = Any


@dataclass(frozen=True, eq=False)
class OrthogonalRows:
    """What is left of rows beside those before them."""

    S: Array
    Q: Array
    """Orthogonal rows (m, n); those that depend on rows before them to rounding are zero."""

    squares: Array
    """Squares of their lengths (m,)."""

    inverses: Array
    """Of these, zero where they are zero."""

    @classmethod
    def of(cls, S: Array) -> OrthogonalRows:
        """The rows of S (m, n)."""
        Q = np.full(S.shape, 0.0, dtype=object)
        squares, inverses = (np.full(len(S), 0.0, dtype=object) for _ in range(2))
        for i, row in enumerate(S):
            left = np.array(row, dtype=object)
            for k in range(i):
                left = left - Q[k] * (dot(left, Q[k]) * inverses[k])
            square = dot(left, left)
            if is_zero(square):
                continue
            is_there = ROUNDING.square * dot(row, row) < square if i else square > 0.0
            Q[i], squares[i] = left, where(is_there, square, 0.0)
            inverses[i] = where(is_there, 1.0 / where(is_there, square, 1.0), 0.0)
        return cls(S, Q, squares, inverses)

    def solution(self, b: Array) -> Array:
        """The shortest x (n,) with S x = b, for as many rows as have one; those before others first."""
        x = np.full(self.S.shape[1], 0.0, dtype=object)
        for row, left, inverse, value in zip(self.S, self.Q, self.inverses, b, strict=True):
            if not is_zero(inverse):
                x = x + left * ((value - dot(row, x)) * inverse)
        return x


def dot(a: Array, b: Array) -> Any:
    """Σ aᵢ bᵢ, without structural zeros."""
    total: Any = 0.0
    for x, y in zip(a, b, strict=True):
        if not is_zero(x) and not is_zero(y):
            total = total + x * y
    return total

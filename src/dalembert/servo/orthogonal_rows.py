"""Rows made orthogonal one after the other, as plain text: what solves S x = b for the shortest x, in any lanes.

By modified Gram and Schmidt, rows in their order: each changes x only along what is left of it beside the rows
before, so that a row never disturbs those before it, and one that depends on them changes nothing (Björck 1967).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.fixed_order import ldl_solve, semidefinite_ldl
from dalembert.expr.functions import sqrt, where
from dalembert.expr.node import Scalar, TruthNode
from dalembert.expr.scalar import is_zero
from dalembert.rank import NEARLY, ROUNDING

_SMALL = NEARLY.square
"""Weight of the unknowns in a sum of squares, beside the squares of the rows."""


@dataclass(frozen=True, eq=False)
class OrthogonalRows:
    """Rows made orthogonal: each is what is left of it beside those before."""

    S: Array
    Q: Array
    """Orthogonal rows (m, n); those that depend on rows before them to rounding are zero."""

    squares: Array
    """Squares of their lengths (m,)."""

    inverses: Array
    """Inverses of these squares, zero where they are zero."""

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
        return self.judged_solution(b, np.zeros(len(b)), 0.0)[0]

    def judged_solution(self, b: Array, sizes: Array, tolerance: float) -> tuple[Array, Scalar]:
        """The solution, and zero, which is not a number where a row that depends on others contradicts them.

        A row contradicts if more than this part of its terms, whose `sizes` (m,) are given, is left of it.
        """
        x, conditions = np.full(self.S.shape[1], 0.0, dtype=object), []
        for i, (row, left, inverse) in enumerate(zip(self.S, self.Q, self.inverses, strict=True)):
            missing = b[i] - dot(row, x)
            # later rows change x along what this one does not see
            terms = b[i] * b[i] + sizes[i] * sizes[i] + dot(row, row) * dot(x, x)
            is_met = missing * missing <= tolerance**2 * terms
            conditions.append(is_met if is_zero(inverse) else (self.squares[i] > 0.0) | is_met)
            if not is_zero(inverse):
                x = x + left * (missing * inverse)
        return x, alarm_unless(conditions)

    def least_beside(self, A: Array, b: Array) -> Array:
        """The shortest x (n,), up to a small part, that makes |A x + b| least among those that change no row of S.

        By Tikhonov's method, iterated once, so that what it adds counts with its square.
        """
        B = np.array([self._projected(row) for row in A], dtype=object)
        for i, row in enumerate(A):
            is_there = ROUNDING.square * dot(row, row) < dot(B[i], B[i])
            B[i] = [where(is_there, x, 0.0) for x in B[i]]
        H = np.array([[dot(p, q) if j <= i else 0.0 for j, q in enumerate(B.T)] for i, p in enumerate(B.T)])
        H = np.where(np.tri(len(H), dtype=bool), H, H.T)
        # each unknown by what it does in all, so that units and large inertias beside small ones do not count
        sizes = [dot(column, column) for column in A.T]
        H = H + np.diag([1.0 if is_zero(x) else where(x > 0.0, _SMALL * x, 1.0) for x in sizes])
        factors = semidefinite_ldl(H, range(len(H)))
        x = -ldl_solve(factors, _by_columns(B, b))
        x = x - ldl_solve(factors, _by_columns(B, b + _by_columns(B.T, x)))
        # columns of other sizes lead to another x of these than the shortest one
        return self._projected(OrthogonalRows.of(B).along(x) if len(self.S) + len(B) < len(x) else x)

    def along(self, x: Array) -> Array:
        """The part of x (n,) that rows see."""
        part = np.full(len(x), 0.0, dtype=object)
        for row, inverse in zip(self.Q, self.inverses, strict=True):
            if not is_zero(inverse):
                part = part + row * (dot(x, row) * inverse)
        return part

    def _projected(self, row: Array) -> Array:
        """The part of a row that is left beside those of S."""
        left = np.array(row, dtype=object)
        for before, inverse in zip(self.Q, self.inverses, strict=True):
            if not is_zero(inverse):
                left = left - before * (dot(left, before) * inverse)
        return left


def _by_columns(B: Array, b: Array) -> Array:
    """Bᵀ b."""
    return np.array([dot(column, b) for column in B.T], dtype=object)


def dot(a: Array, b: Array) -> Scalar:
    """Σ aᵢ bᵢ, without structural zeros, in pairs: few operations wait for each other."""
    terms = [x * y for x, y in zip(a, b, strict=True) if not is_zero(x) and not is_zero(y)]
    while len(terms) > 1:
        terms = [sum(terms[k + 1 : k + 2], terms[k]) for k in range(0, len(terms), 2)]
    return terms[0] if terms else 0.0


def alarm_unless(conditions: Sequence[TruthNode | bool]) -> Scalar:
    """Zero where all of these hold, else not a number."""
    left = [x for x in conditions if x is not True]
    if any(x is False for x in left):
        return float("nan")
    return sqrt(where(reduce(and_, left), 0.0, -1.0)) if left else 0.0

"""Factorizations of square matrices: A = L U, A = L D Lᵀ, A = L Lᵀ, and solving with them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np

from dalembert.arrays import Array, ArrayLike
from dalembert.errors import ExpressionError
from dalembert.expr.bounds import bounded
from dalembert.expr.calls import array_of
from dalembert.expr.factor_entries import FactorEntries
from dalembert.expr.functions import absolute_value
from dalembert.expr.inverses import as_columns, as_matrix, call, check_factors, shaped
from dalembert.expr.node import Scalar
from dalembert.expr.scalar import is_zero
from dalembert.expr.square_factors import (
    BackSolve,
    CholeskyFactor,
    LDLFactor,
    PivotedLU,
    SquareFactor,
    StaticLU,
)
from dalembert.procedures.sparsity import Pattern, full_pattern, lower_triangle, sparse_pattern, square

INACCURATE = 1e-8
"""Largest residual of an equation over the size of its terms: rounding times the growth by small pivots."""


@dataclass(frozen=True)
class LU:
    """A[order] = L U with partial pivoting; sparse: A[order, order] = L U, pivots taken from the diagonal."""

    sparse: bool = False

    def routine(self, A: Array) -> SquareFactor:
        """The routine for matrices with the structural zeros of A."""
        if self.sparse:
            return StaticLU(sparse_pattern(len(A), _nonzero(A)))
        return PivotedLU(full_pattern(len(A), square(len(A))))


@dataclass(frozen=True)
class LDL:
    """A = L D Lᵀ of a symmetric, not necessarily definite, matrix whose lower triangle is read.

    Without pivoting, from first to last row; sparse: in an order of little fill-in, in which rows with zero
    on the diagonal come after the coordinates they are connected with. A solution that small pivots spoil is not a
    number; `LU()` has one.
    """

    sparse: bool = False

    def routine(self, A: Array) -> SquareFactor:
        return LDLFactor(_symmetric_pattern(A, self.sparse))


@dataclass(frozen=True)
class Cholesky:
    """A = L Lᵀ of a positive definite matrix whose lower triangle is read.

    Without pivoting, from first to last row; sparse: in an order of little fill-in.
    """

    sparse: bool = False

    def routine(self, A: Array) -> SquareFactor:
        return CholeskyFactor(_symmetric_pattern(A, self.sparse))


Method: TypeAlias = LU | LDL | Cholesky
"""A way to factorize."""


@dataclass(frozen=True, eq=False)
class Factorization:
    """Factors of a matrix, ready to solve with: A[order] = L U or A[order][:, order] = L U."""

    routine: SquareFactor
    entries: tuple[Scalar, ...]
    factors: tuple[Scalar, ...]

    def solve(self, b: ArrayLike) -> Array:
        """A⁻¹ b for b of shape (n,) or (n, k); not a number if A is singular.

        Nor where b − A x shows that, without pivoting, a small pivot has cost the digits.
        """
        columns = as_columns(b, self.routine.pattern.n, "solve")
        check_factors(self.routine, self.factors, columns)
        x = BackSolve(self.routine, 1).solve([*self.entries, *self.factors], columns)
        return shaped(x if self.routine.is_stable else self._verified(x, columns), b)

    def _verified(self, x: Array, b: Array) -> Array:
        """The solution where the residual of each equation is small beside its terms."""
        residual = absolute_value(b - self.routine.product(self.entries, x, False))
        size = absolute_value(b) + self.routine.product(absolute_value(self.entries), absolute_value(x), False)
        message = (
            f"a pivot of {self.routine.name} is so small beside the others that no digits are left; without "
            "pivoting the order of the rows matters: use LU()"
        )
        return bounded(x, list(residual.ravel()), list((INACCURATE * size).ravel()), "accuracy", message)

    @cached_property
    def L(self) -> Array:
        """Lower factor (n, n)."""
        return self._clean(self.routine.lower(self._packed))

    @cached_property
    def U(self) -> Array:
        """Upper factor (n, n); of a symmetric matrix D Lᵀ or Lᵀ."""
        return self._clean(self.routine.upper(self._packed))

    @cached_property
    def D(self) -> Array:
        """Diagonal (n,) of D in A = L D Lᵀ."""
        return self._clean(self.routine.diagonal(self._packed))

    @property
    def order(self) -> Array:
        """Rows of A in the order of elimination (n,); of the columns too, unless pivots were chosen."""
        return self.routine.orders(self.factors)[0]

    @cached_property
    def _packed(self) -> Array:
        return self.routine.packed(call(FactorEntries(self.routine), [*self.entries, *self.factors]))

    @staticmethod
    def _clean(array: Array) -> Array:
        return array_of(list(array.ravel()), array.shape)


def factorize(A: ArrayLike, method: Method) -> Factorization:
    """Factors of a square matrix by `LU()`, `LDL()` or `Cholesky()`, computed once however often they are used.

    The entries of A are floats or nodes. The sparse forms of the methods take 0.0 as a structural zero.
    """
    matrix = as_matrix(A, "factorize")
    if matrix.shape[0] != matrix.shape[1] or not matrix.size:
        raise ExpressionError(f"factorize needs a square matrix, not one of shape {matrix.shape}")
    if not isinstance(method, (LU, LDL, Cholesky)):
        raise ExpressionError(f"factorize(A, method) takes LU(), LDL() or Cholesky() as method, not {method!r}")
    routine = method.routine(matrix)
    entries = [matrix[place] for place in routine.pattern.entries]
    return Factorization(routine, tuple(entries), tuple(call(routine, entries)))


def _symmetric_pattern(A: Array, sparse: bool) -> Pattern:
    n = len(A)
    if sparse:
        return sparse_pattern(n, _nonzero(np.tril(A)))
    return full_pattern(n, lower_triangle(n))


def _nonzero(A: Array) -> list[tuple[int, int]]:
    places = [(i, j) for i, row in enumerate(A) for j, a in enumerate(row) if not is_zero(a)]
    if empty := set(range(len(A))) - {k for place in places for k in place}:
        raise ExpressionError(f"rows {sorted(empty)} of the sparse matrix are zero, so it has no inverse")
    return places

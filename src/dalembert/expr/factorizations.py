"""Factorizations of square matrices: A = L U, A = L D Lᵀ, A = L Lᵀ, and solving with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np

from dalembert.arrays import Array, ArrayLike, Vector
from dalembert.errors import ExpressionError
from dalembert.expr.bounds import bounded
from dalembert.expr.calls import Routine, array_of
from dalembert.expr.functions import absolute_value
from dalembert.expr.inverses import as_columns, as_matrix, call, check_factors, shaped, zeros
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
from dalembert.procedures.columns import copied
from dalembert.procedures.sparsity import Pattern, full_pattern, lower_triangle, sparse_pattern, square
from dalembert.procedures.statements import Procedure

INACCURATE = 1e-8
"""Largest residual of an equation over the size of its terms: rounding times the growth by small pivots."""


@dataclass(frozen=True)
class LU:
    """A[order] = L U with partial pivoting; sparse: A[order, order] = L U, pivots taken from the diagonal.

    Parameters
    ----------
    sparse : bool, optional
        Whether pivots are taken from the diagonal, in an order of little fill-in; default False, partial
        pivoting.

    Examples
    --------
    >>> import dalembert as da
    >>> factors = da.matrices.factorize([[0.0, 2.0], [1.0, 0.0]], da.matrices.LU())
    >>> print(factors.solve([4.0, 3.0]))
    [3. 2.]
    """

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

    Parameters
    ----------
    sparse : bool, optional
        Whether rows are put in an order of little fill-in; default False, from first to last row.

    Examples
    --------
    >>> import dalembert as da
    >>> factors = da.matrices.factorize([[2.0, 1.0], [1.0, -1.0]], da.matrices.LDL())
    >>> print(factors.solve([3.0, 0.0]))
    [1. 1.]
    """

    sparse: bool = False

    def routine(self, A: Array) -> SquareFactor:
        return LDLFactor(_symmetric_pattern(A, self.sparse))


@dataclass(frozen=True)
class Cholesky:
    """A = L Lᵀ of a positive definite matrix whose lower triangle is read.

    Without pivoting, from first to last row; sparse: in an order of little fill-in.

    Parameters
    ----------
    sparse : bool, optional
        Whether rows are put in an order of little fill-in; default False, from first to last row.

    Examples
    --------
    >>> import dalembert as da
    >>> factors = da.matrices.factorize([[4.0, 0.0], [0.0, 2.0]], da.matrices.Cholesky())
    >>> print(factors.solve([4.0, 4.0]))
    [1. 2.]
    """

    sparse: bool = False

    def routine(self, A: Array) -> SquareFactor:
        return CholeskyFactor(_symmetric_pattern(A, self.sparse))


Method: TypeAlias = LU | LDL | Cholesky
"""A way to factorize."""


@dataclass(frozen=True, eq=False)
class Factorization:
    """Factors of a matrix, ready to solve with: A[order] = L U or A[order][:, order] = L U.

    Attributes
    ----------
    routine : SquareFactor
        How the factors were made.
    entries : tuple
        Entries of the matrix.
    factors : tuple
        Entries of its factors.

    Examples
    --------
    >>> import dalembert as da
    >>> factors = da.matrices.factorize([[2.0, 0.0], [0.0, 4.0]], da.matrices.Cholesky())
    >>> print(type(factors).__name__, factors.solve([2.0, 4.0]))
    Factorization [1. 1.]
    """

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
        size = absolute_value(b) + self.routine.product(
            list(absolute_value(self.entries)), absolute_value(x), False
        )
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

    The entries of A are floats or nodes.

    Parameters
    ----------
    A : array (n, n)
        Square matrix, of numbers or expressions; sparse methods take 0.0 as a structural zero.
    method : LU, LDL or Cholesky
        How it is factorized.

    Examples
    --------
    >>> import dalembert as da
    >>> x = da.expr.symbol("x")
    >>> factors = da.matrices.factorize([[2.0, x], [x, 2.0]], da.matrices.Cholesky())
    >>> solution = factors.solve([3.0, 3.0])
    >>> print(da.expr.evaluate(solution, {x: 1.0}))
    [1. 1.]
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


# ---- entries of the factors, with derivatives


@dataclass(frozen=True)
class FactorEntries(Routine):
    """The packed entries of the factors as functions of A, with derivatives.

    With X = A⁻¹ dA in the order of elimination, G = L⁻¹ dA U⁻¹ = U X U⁻¹ gives the rates.
    Operands: entries of A (passive), factors.
    """

    factor: SquareFactor

    @property
    def n_passive(self) -> int:  # type: ignore[override]
        """Entries of A."""
        return self.factor.n_inputs

    @property
    def name(self) -> str:
        return f"{self.factor.name}_entries"

    @property
    def n_inputs(self) -> int:
        return self.factor.n_outputs

    @property
    def n_outputs(self) -> int:
        return len(self.factor.places)

    def evaluate(self, x: Vector) -> Vector:
        """The packed entries among the factors."""
        return x[: self.n_outputs]

    def native(self) -> Procedure:
        """Procedure that copies the packed entries."""
        return copied(self.name, self.n_outputs)

    def forward(self, x: Sequence[Scalar], y: Sequence[Scalar], dx: Sequence[Scalar]) -> Sequence[Scalar]:
        """Rates by G = U X U⁻¹."""
        order, P = list(self.factor.pattern.order), self.factor.packed(y)
        X = BackSolve(self.factor, 1).solve(x, self.factor.matrix(dx[: self.n_passive]))
        U = self.factor.upper(P)
        rates = self.factor.rates(P, _over(U @ X[np.ix_(order, order)], U))
        return [rates[place] for place in self.factor.places]

    def reverse(self, x: Sequence[Scalar], y: Sequence[Scalar], y_bar: Sequence[Scalar]) -> Sequence[Scalar]:
        """X̄ = Uᵀ Ḡ U⁻ᵀ, Ā = A⁻ᵀ X̄."""
        order, P = list(self.factor.pattern.order), self.factor.packed(y)
        U = self.factor.upper(P)
        G_bar = self.factor.rates_adjoint(P, self.factor.packed(y_bar))
        X_bar = zeros(self.factor.shape)
        # dividing by Uᵀ from the right is dividing by an upper triangle, seen from the other end
        X_bar[np.ix_(order, order)] = U.T @ _over(G_bar[:, ::-1], U.T[::-1, ::-1])[:, ::-1]
        A_bar = BackSolve(self.factor, 1, is_transposed=True).solve(x, X_bar)
        entries = self.factor.outer(A_bar, np.eye(len(P)), is_transposed=False)
        return [*entries, *[0.0] * self.factor.n_outputs]


def _over(Y: Array, U: Array) -> Array:
    """Y U⁻¹ for an upper triangle U."""
    result = zeros(Y.shape)
    for k in range(len(U)):
        result[:, k] = (Y[:, k] - result[:, :k] @ U[:k, k] if k else Y[:, k]) * (1.0 / U[k, k])
    return result

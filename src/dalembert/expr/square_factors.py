"""Routines for factors of square matrices and for solving with them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array, Vector
from dalembert.errors import ExpressionError
from dalembert.expr.calls import array_of
from dalembert.expr.inverses import Factor, Inverse, zeros
from dalembert.expr.node import Scalar
from dalembert.procedures import ldl, lu
from dalembert.procedures.sparsity import Pattern
from dalembert.procedures.statements import Procedure


class SquareFactor(Factor):
    """Factors L U of A with rows and columns reordered: packed as one matrix on a pattern.

    With G = L⁻¹ dA U⁻¹ in the order of elimination, dL = L (G below the diagonal), dU = (the rest of G) U.
    """

    pattern: Pattern

    is_stable = False
    """Whether no pivot is so small that digits are lost which the matrix has."""

    @property
    def shape(self) -> tuple[int, int]:
        return self.pattern.n, self.pattern.n

    @property
    def read(self) -> Sequence[tuple[int, int]]:
        return self.pattern.entries

    @property
    def n_inputs(self) -> int:
        return len(self.pattern.entries)

    @property
    def n_outputs(self) -> int:
        return len(self.places)

    @property
    def failure(self) -> str:
        return f"a pivot of {self.name} is zero, so the matrix is singular or needs another order"

    @property
    @abstractmethod
    def places(self) -> tuple[tuple[int, int], ...]:
        """Where the packed entries stand in one matrix."""

    @abstractmethod
    def lower(self, P: Array) -> Array:
        """L from the matrix of packed entries."""

    @abstractmethod
    def upper(self, P: Array) -> Array:
        """U from the matrix of packed entries."""

    def decompose(self, A: Vector) -> Vector:
        """Packed entries, as a matrix, of the reordered A: by elimination from first to last row."""
        return eliminated(A)

    @abstractmethod
    def solve_procedure(self, n_columns: int, is_transposed: bool) -> Procedure:
        """Native form of solving."""

    @abstractmethod
    def rates(self, P: Array, G: Array) -> Array:
        """Rates of the packed entries, as a matrix, for G = L⁻¹ dA U⁻¹."""

    @abstractmethod
    def rates_adjoint(self, P: Array, P_bar: Array) -> Array:
        """Sensitivities of G for those of the packed entries."""

    def diagonal(self, P: Array) -> Array:
        """D of A = L D Lᵀ from the matrix of packed entries."""
        raise ExpressionError(f"{self.name} has no diagonal factor; factorize(A, LDL()) gives one")

    def orders(self, factors: Sequence[Scalar] | Vector) -> tuple[Array, Array]:
        """Rows and columns of A in the order of elimination, from the factors."""
        return np.array(self.pattern.order), np.array(self.pattern.order)

    def evaluate(self, x: Vector) -> Vector:
        """Packed factors of numbers; not a number if a pivot is zero."""
        order = list(self.pattern.order)
        with np.errstate(all="ignore"):
            P = self.decompose(self.matrix(list(x))[np.ix_(order, order)])
        return P[tuple(zip(*self.places, strict=True))]

    def packed(self, entries: Sequence[Scalar]) -> Array:
        """The matrix of packed entries."""
        P = zeros(self.shape)
        P[tuple(zip(*self.places, strict=True))] = entries
        return P


class LUFactor(SquareFactor):
    """L U packed as L below, U on and above the diagonal; the diagonal of L is one."""

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Places of both factors, row by row."""
        return self.pattern.by_rows

    def lower(self, P: Array) -> Array:
        return _strictly_lower(P) + np.eye(len(P))

    def upper(self, P: Array) -> Array:
        return P - _strictly_lower(P)

    def rates(self, P: Array, G: Array) -> Array:
        """L slow(G) + up(G) U."""
        below = _strictly_lower(G)
        return self.lower(P) @ below + (G - below) @ self.upper(P)

    def rates_adjoint(self, P: Array, P_bar: Array) -> Array:
        """slow(Lᵀ L̄) + up(Ū Uᵀ)."""
        L_bar = _strictly_lower(P_bar)
        right = (P_bar - L_bar) @ self.upper(P).T
        return _strictly_lower(self.lower(P).T @ L_bar) + right - _strictly_lower(right)


@dataclass(frozen=True)
class StaticLU(LUFactor):
    """A[order, order] = L U without pivoting, on a pattern."""

    pattern: Pattern

    @property
    def name(self) -> str:
        return f"static_lu_{self.pattern.key}"

    def native(self) -> Procedure:
        """Procedure that eliminates row by row over the pattern."""
        return lu.static_lu(self.pattern)

    def solve_procedure(self, n_columns: int, is_transposed: bool) -> Procedure:
        return lu.lu_solve(self.pattern, n_columns, is_pivoted=False, is_transposed=is_transposed)


@dataclass(frozen=True)
class PivotedLU(LUFactor):
    """A[order] = L U of a dense matrix, the largest entry of each column its pivot; also gives `order`."""

    pattern: Pattern
    is_stable = True

    @property
    def name(self) -> str:
        return f"lu_{self.pattern.n}"

    @property
    def n_outputs(self) -> int:
        return len(self.places) + self.pattern.n

    def orders(self, factors: Sequence[Scalar] | Vector) -> tuple[Array, Array]:
        """Rows in the order of the pivots, columns as in A."""
        rows = array_of(list(factors[-self.pattern.n :]), (-1,))
        is_known = rows.dtype == float and np.isfinite(rows).all()
        return rows.astype(int) if is_known else rows, np.arange(self.pattern.n)

    def evaluate(self, x: Vector) -> Vector:
        """Packed factors of numbers; not a number if a pivot is zero."""
        A, order = x.reshape(self.shape).copy(), np.arange(self.pattern.n)
        for k in range(self.pattern.n):
            row = k + int(np.argmax(np.abs(A[k:, k])))
            if not abs(A[row, k]) > 0.0:
                return np.full(self.n_outputs, np.nan)
            A[[k, row]], order[[k, row]] = A[[row, k]], order[[row, k]]
            eliminate(A, k)
        return np.concatenate([A.ravel(), order])

    def native(self) -> Procedure:
        """Procedure that decides by values, lane by lane."""
        return lu.pivoted_lu(self.pattern.n)

    def solve_procedure(self, n_columns: int, is_transposed: bool) -> Procedure:
        return lu.lu_solve(self.pattern, n_columns, is_pivoted=True, is_transposed=is_transposed)


class SymmetricFactor(SquareFactor):
    """Factors of a symmetric matrix whose lower triangle is read; without pivoting, on a pattern."""

    is_symmetric = True
    is_root: bool

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Places of the lower factor, column by column."""
        return self.pattern.by_columns

    def native(self) -> Procedure:
        """Procedure that eliminates row by row over the pattern."""
        return ldl.ldl(self.pattern, self.is_root)

    def solve_procedure(self, n_columns: int, is_transposed: bool) -> Procedure:
        """Native form of solving; the transpose is the same."""
        return ldl.ldl_solve(self.pattern, self.is_root, n_columns)


@dataclass(frozen=True)
class LDLFactor(SymmetricFactor):
    """A[order, order] = L D Lᵀ; packed: D on the diagonal, L below."""

    pattern: Pattern
    is_root = False

    @property
    def name(self) -> str:
        return f"ldl_{self.pattern.key}"

    def lower(self, P: Array) -> Array:
        """L with ones on the diagonal."""
        return _strictly_lower(P) + np.eye(len(P))

    def upper(self, P: Array) -> Array:
        """D Lᵀ."""
        return np.diag(P)[:, np.newaxis] * self.lower(P).T

    def diagonal(self, P: Array) -> Array:
        return np.diag(P)

    def rates(self, P: Array, G: Array) -> Array:
        """dL = L slow(G), dD = diag(G) D."""
        return self.lower(P) @ _strictly_lower(G) + _diagonal(np.diag(G) * np.diag(P))

    def rates_adjoint(self, P: Array, P_bar: Array) -> Array:
        """slow(Lᵀ L̄) + D̄ D."""
        below = _strictly_lower(self.lower(P).T @ _strictly_lower(P_bar))
        return below + _diagonal(np.diag(P_bar) * np.diag(P))


@dataclass(frozen=True)
class CholeskyFactor(SymmetricFactor):
    """A[order, order] = L Lᵀ of a positive definite matrix."""

    pattern: Pattern
    is_root = True
    is_stable = True

    @property
    def name(self) -> str:
        return f"cholesky_{self.pattern.key}"

    @property
    def failure(self) -> str:
        return f"the matrix of {self.name} is not positive definite"

    def lower(self, P: Array) -> Array:
        """L, which is all that is packed."""
        return P

    def upper(self, P: Array) -> Array:
        """Lᵀ."""
        return P.T

    def decompose(self, A: Vector) -> Vector:
        """NumPy's factor."""
        try:
            return np.asarray(np.linalg.cholesky(A), dtype=float)
        except np.linalg.LinAlgError:
            return np.full_like(A, np.nan)

    def rates(self, P: Array, G: Array) -> Array:
        """dL = L Φ(G), where Φ takes the lower triangle and half of the diagonal."""
        return P @ _half_lower(G)

    def rates_adjoint(self, P: Array, P_bar: Array) -> Array:
        """Φ(Lᵀ L̄)."""
        return _half_lower(P.T @ P_bar)


@dataclass(frozen=True)
class BackSolve(Inverse):
    """x = A⁻¹ b or A⁻ᵀ b from the factors of A."""

    factor: SquareFactor

    def native(self) -> Procedure:
        """Procedure that solves with these factors."""
        return self.factor.solve_procedure(self.n_columns, self.is_transposed)

    def apply(self, factors: Vector, b: Vector) -> Vector:
        """Columns x by NumPy's solver, triangle by triangle."""
        P = self.factor.packed(list(factors[: len(self.factor.places)])).astype(float)
        L, U = self.factor.lower(P), self.factor.upper(P)
        (rows, columns), x = self.factor.orders(factors), np.empty_like(b)
        try:
            if self.is_transposed:
                x[rows] = np.linalg.solve(L.T, np.linalg.solve(U.T, b[columns]))
            else:
                x[columns] = np.linalg.solve(U, np.linalg.solve(L, b[rows]))
        except np.linalg.LinAlgError:
            x[...] = np.nan
        return x


def eliminated(A: Vector) -> Vector:
    """L below, U on and above the diagonal, without pivoting; not a number if a pivot is zero."""
    result = A.copy()
    for k in range(len(A)):
        eliminate(result, k)
    return result if np.all(np.isfinite(1.0 / np.diag(result))) else np.full_like(A, np.nan)


def eliminate(A: Vector, k: int) -> None:
    """Take row k, and with it column k, out of the rows below, in place."""
    A[k + 1 :, k] /= A[k, k]
    A[k + 1 :, k + 1 :] -= np.outer(A[k + 1 :, k], A[k, k + 1 :])


def _strictly_lower(A: Array) -> Array:
    """Entries below the diagonal, zero elsewhere."""
    result = A.copy()
    result[np.triu_indices(len(A))] = 0.0
    return result


def _half_lower(A: Array) -> Array:
    """Φ(A): entries below the diagonal, and half of the diagonal."""
    return _strictly_lower(A) + _diagonal(0.5 * np.diag(A))


def _diagonal(entries: Array) -> Array:
    result = zeros((len(entries), len(entries)))
    result[np.diag_indices(len(entries))] = entries
    return result

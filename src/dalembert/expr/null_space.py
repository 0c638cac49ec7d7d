"""Null spaces with independent coordinates: which coordinates depend on which others, and how."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array, ArrayLike, Vector
from dalembert.errors import ExpressionError
from dalembert.expr.bounds import bounded
from dalembert.expr.calls import Routine, array_of
from dalembert.expr.functions import absolute_value
from dalembert.expr.inverses import Factor, Inverse, applied, as_columns, as_matrix, call, shaped
from dalembert.expr.least_squares import digest
from dalembert.expr.node import Scalar
from dalembert.procedures.partition import basic_solve, null_basis, partition
from dalembert.procedures.statements import Procedure
from dalembert.rank import LAST_DIGITS


def null_space(A: ArrayLike, rank: int | None = None, *, rcond: float = LAST_DIGITS.distance) -> Array:
    """Z (n, n − rank) with A Z = 0 for A (m, n): identity on the independent coordinates.

    Which coordinates depend on the others is decided by the values: A is eliminated with complete pivoting,
    and Z is −A_D⁻¹ A_I on the dependent ones. In derivatives the choice stays: A dZ = −dA Z, zero on the
    independent coordinates.

    Parameters
    ----------
    A : array (m, n)
        Matrix, of numbers or expressions.
    rank : int, optional
        Number of independent rows; those beyond it are taken as dependent. Default min(m, n).
    rcond : float, optional
        Smallest pivot beside the first one; the result is not a number below. Default 1e-12.

    Examples
    --------
    >>> import dalembert as da
    >>> print(da.matrices.null_space([[1.0, 1.0]]))
    [[-1.]
     [ 1.]]
    """
    matrix = as_matrix(A, "null_space")
    n, rank = matrix.shape[1], _checked_rank(matrix, rank, rcond, "null_space")
    if rank == 0:
        return np.eye(n)
    if rank == n:
        return np.zeros((n, 0))
    routine, entries = PartitionFactor(len(matrix), matrix.shape[1], rank, float(rcond)), list(matrix.ravel())
    factors = call(routine, entries)
    return array_of(call(NullBasis(routine), [*entries, *factors]), (n, n - rank))


def where_of_rank(y: Array, A: ArrayLike, rank: int, *, rcond: float = LAST_DIGITS.distance) -> Array:
    """y as given where A (m, n) has this rank; not a number where it has a lower one, though y does not need A."""
    matrix = as_matrix(A, "where_of_rank")
    if not rank:
        return y
    routine = PartitionFactor(len(matrix), matrix.shape[1], rank, float(rcond))
    pivot = call(routine, list(matrix.ravel()))[(rank - 1) * matrix.shape[1] + rank - 1]
    return bounded(y, [absolute_value(pivot)], [np.finfo(float).max], "rank", routine.failure)


def basic_solution(
    A: ArrayLike, b: ArrayLike, rank: int | None = None, *, rcond: float = LAST_DIGITS.distance
) -> Array:
    """x with A x = b and zeros for the independent coordinates that `null_space` chooses; b is (m,) or (m, k).

    If A has more rows than `rank`, the others are not looked at: b must be consistent with them.

    Parameters
    ----------
    A : array (m, n)
        Matrix, of numbers or expressions.
    b : array (m,) or (m, k)
        Right-hand side, or several.
    rank : int, optional
        Number of independent rows; default min(m, n). If A has more, b must be consistent with the others.
    rcond : float, optional
        Smallest pivot beside the first one; default 1e-12.

    Examples
    --------
    >>> import dalembert as da
    >>> print(da.matrices.basic_solution([[2.0, 1.0]], [4.0]))
    [2. 0.]
    """
    return _basic(A, b, rank, rcond, is_transposed=False)


def transposed_basic_solution(
    A: ArrayLike, b: ArrayLike, rank: int | None = None, *, rcond: float = LAST_DIGITS.distance
) -> Array:
    """Sᵀ b for b (n,) or (n, k), where S b is the `basic_solution`: y with Aᵀ y = b, where there is one.

    It is zero for rows that are not looked at.
    """
    return _basic(A, b, rank, rcond, is_transposed=True)


def _basic(A: ArrayLike, b: ArrayLike, rank: int | None, rcond: float, is_transposed: bool) -> Array:
    matrix = as_matrix(A, "basic_solution")
    rank = _checked_rank(matrix, rank, rcond, "basic_solution")
    m, n = matrix.shape
    height, width = (n, m) if is_transposed else (m, n)
    columns = as_columns(b, height, "basic_solution")
    if rank == 0:
        return shaped(np.zeros((width, columns.shape[1])), b)
    inverse = BasicInverse(PartitionFactor(m, n, rank, float(rcond)), 1, is_transposed)
    return shaped(applied(inverse, matrix, columns), b)


@dataclass(frozen=True)
class PartitionFactor(Factor):
    """P A Q = L U with complete pivoting, stopped at `rank`; packed as `procedures.partition` says."""

    m: int
    n: int
    rank: int
    rcond: float

    @property
    def shape(self) -> tuple[int, int]:
        return self.m, self.n

    @property
    def name(self) -> str:
        return f"partition_{self.m}_{self.n}_{self.rank}_{digest(self.rcond)}"

    @property
    def n_outputs(self) -> int:
        return self.m * self.n + self.m + self.n

    @property
    def failure(self) -> str:
        return f"a matrix of shape {self.shape} has a rank below {self.rank}"

    def native(self) -> Procedure:
        """Procedure that decides by values, lane by lane."""
        return partition(self.m, self.n, self.rank, self.rcond, self.name)

    def evaluate(self, x: Vector) -> Vector:
        """The packed elimination of numbers, with the pivots of the native form."""
        F, rows, columns, least = x.reshape(self.shape).copy(), np.arange(self.m), np.arange(self.n), 0.0
        for k in range(self.rank):
            i, j = np.unravel_index(np.argmax(np.abs(F[k:, k:])), (self.m - k, self.n - k))
            row, column = k + int(i), k + int(j)
            pivot = abs(F[row, column])
            if not pivot > least:
                return np.full(self.n_outputs, np.nan)
            least = self.rcond * pivot if k == 0 else least
            forward = [*range(k), column, *range(k, column), *range(column + 1, self.n)]
            F[[k, row]], rows[[k, row]] = F[[row, k]], rows[[row, k]]
            F, columns = F[:, forward], columns[forward]
            F[k + 1 :, k] /= F[k, k]
            F[k + 1 :, k + 1 :] -= np.outer(F[k + 1 :, k], F[k, k + 1 :])
        return np.concatenate([F.ravel(), rows, columns])

    def parts(self, factors: Vector) -> tuple[Vector, Vector, Vector, Array, Array]:
        """L and U of the dependent coordinates, U of the independent ones, and the orders."""
        F, rows, columns = np.split(factors, [self.m * self.n, self.m * self.n + self.m])
        F, r = F.reshape(self.shape), self.rank
        L = np.tril(F[:r, :r], -1) + np.eye(r)
        return L, np.triu(F[:r, :r]), F[:r, r:], rows.astype(int), columns.astype(int)


@dataclass(frozen=True)
class BasicInverse(Inverse):
    """x = S b or Sᵀ b, where S inverts A on the pivot rows and dependent coordinates and is zero elsewhere."""

    factor: PartitionFactor

    def native(self) -> Procedure:
        """Procedure in which values decide nothing."""
        return basic_solve(*self.factor.shape, self.factor.rank, self.n_columns, self.is_transposed)

    def apply(self, factors: Vector, b: Vector) -> Vector:
        """Columns x by NumPy's solver on the block of pivot rows and dependent coordinates."""
        (L, U, _, rows, columns), r = self.factor.parts(factors), self.factor.rank
        x = np.zeros((self.factor.m if self.is_transposed else self.factor.n, self.n_columns))
        if self.is_transposed:
            x[rows[:r]] = np.linalg.solve((L @ U).T, b[columns[:r]])
        else:
            x[columns[:r]] = np.linalg.solve(L @ U, b[rows[:r]])
        return x


@dataclass(frozen=True)
class NullBasis(Routine):
    """Z of `null_space` from the factors of A: dZ = −S dA Z.

    Operands: entries of A (passive), factors.
    """

    factor: PartitionFactor

    @property
    def n_passive(self) -> int:  # type: ignore[override]
        return self.factor.n_inputs

    @property
    def name(self) -> str:
        return f"null_basis_{self.factor.m}_{self.factor.n}_{self.factor.rank}"

    @property
    def n_inputs(self) -> int:
        return self.factor.n_outputs

    @property
    def n_outputs(self) -> int:
        return self.factor.n * (self.factor.n - self.factor.rank)

    def native(self) -> Procedure:
        """Procedure in which values decide nothing."""
        return null_basis(*self.factor.shape, self.factor.rank)

    def evaluate(self, x: Vector) -> Vector:
        """Z in numbers; not a number if the factors are none."""
        n, r = self.factor.n, self.factor.rank
        if np.isnan(x).any():
            return np.full(self.n_outputs, np.nan)
        (_, U, U_I, _, columns), Z = self.factor.parts(x), np.zeros((n, n - r))
        Z[columns[:r]], Z[columns[r:]] = -np.linalg.solve(U, U_I), np.eye(n - r)
        return Z.ravel()

    def forward(self, x: Sequence[Scalar], y: Sequence[Scalar], dx: Sequence[Scalar]) -> Sequence[Scalar]:
        """dZ = −S dA Z."""
        change = self.factor.product(dx[: self.n_passive], self._basis(y), is_transposed=False)
        return list(BasicInverse(self.factor, 1).solve(x, -change).ravel())

    def reverse(self, x: Sequence[Scalar], y: Sequence[Scalar], y_bar: Sequence[Scalar]) -> Sequence[Scalar]:
        """Ā = −Sᵀ Z̄ Zᵀ."""
        S_bar = BasicInverse(self.factor, 1, is_transposed=True).solve(x, self._basis(y_bar))
        return [*self.factor.outer(-S_bar, self._basis(y), is_transposed=False), *[0.0] * self.n_inputs]

    def _basis(self, y: Sequence[Scalar]) -> Array:
        return array_of(y, (self.factor.n, self.factor.n - self.factor.rank))


def _checked_rank(A: Array, rank: int | None, rcond: float, owner: str) -> int:
    if not 0.0 <= rcond < 1.0:
        raise ExpressionError(f"{owner}: rcond is a fraction of the largest entry, in [0, 1), not {rcond!r}")
    largest = int(min(A.shape))
    if rank is None:
        return largest
    if not isinstance(rank, int | np.integer) or not 0 <= rank <= largest:
        raise ExpressionError(
            f"{owner}: a matrix of shape {A.shape} has a rank between 0 and {largest}, not {rank!r}"
        )
    return int(rank)

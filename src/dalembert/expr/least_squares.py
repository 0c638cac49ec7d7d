"""Least squares of minimum norm, x = A⁺ b, for matrices of any shape and rank."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from dalembert.arrays import Array, ArrayLike, Vector
from dalembert.errors import ExpressionError
from dalembert.expr.inverses import (
    Factor,
    Inverse,
    as_columns,
    as_matrix,
    call,
    check_factors,
    shaped,
)
from dalembert.expr.node import Scalar
from dalembert.procedures.orthogonal import Layout, orthogonal, pseudo_solve
from dalembert.procedures.statements import Procedure
from dalembert.rank import LAST_DIGITS


def least_squares(
    A: ArrayLike, b: ArrayLike, rank: int | None = None, *, rcond: float = LAST_DIGITS.distance
) -> Array:
    """The shortest x that makes |A x − b| smallest, for A (m, n) and b (m,) or (m, k).

    By QR with column pivoting. The derivative is that of A⁺ at constant rank (Golub and Pereyra 1973, eq.
    4.12).

    Parameters
    ----------
    A : array (m, n)
        Matrix, of numbers or expressions.
    b : array (m,) or (m, k)
        Right-hand side, or several.
    rank : int, optional
        Number of directions that count as independent at most; default min(m, n).
    rcond : float, optional
        Size of A along a direction, beside its largest column, below which it counts as dependent; default
        1e-12.

    Examples
    --------
    >>> import dalembert as da
    >>> print(da.matrices.least_squares([[1.0, 0.0], [1.0, 0.0]], [1.0, 3.0]))
    [2. 0.]
    """
    return PseudoInverseOf.matrix(A, rank, rcond=rcond).solve(b)


@dataclass(frozen=True, eq=False)
class PseudoInverseOf:
    """A⁺ of one matrix, factored once: for x = A⁺ b, and for x = (Aᵀ)⁺ b."""

    inverse: Inverse | None
    """None if A has no entries."""

    shape: tuple[int, int]
    factors: Sequence[Scalar] = ()
    """Entries of A, then its factors."""

    @classmethod
    def matrix(
        cls, A: ArrayLike, rank: int | None = None, *, rcond: float = LAST_DIGITS.distance
    ) -> PseudoInverseOf:
        """A⁺ of a matrix A (m, n), with a rank as in `least_squares`."""
        matrix = as_matrix(A, "least_squares")
        factor = _factor(matrix.shape, rank, rcond)
        if not matrix.size:
            return cls(None, matrix.shape)
        entries = list(matrix.ravel())
        return cls(PseudoInverse(factor, 1), matrix.shape, [*entries, *call(factor, entries)])

    def solve(self, b: ArrayLike) -> Array:
        """The shortest x (n,) or (n, k) that makes |A x − b| smallest."""
        return self._solved(self.inverse, b, *self.shape)

    def transposed_solve(self, b: ArrayLike) -> Array:
        """The shortest x (m,) or (m, k) that makes |Aᵀ x − b| smallest."""
        turned = self.inverse and replace(self.inverse, is_transposed=True)
        return self._solved(turned, b, *reversed(self.shape))

    def _solved(self, inverse: Inverse | None, b: ArrayLike, m: int, n: int) -> Array:
        columns = as_columns(b, m, "least_squares")
        if inverse is None:
            return shaped(np.zeros((n, columns.shape[1])), b)
        check_factors(inverse.factor, self.factors[inverse.factor.n_inputs :], columns)
        return shaped(inverse.solve(self.factors, columns), b)


def _factor(shape: tuple[int, int], rank: int | None, rcond: float) -> OrthogonalFactor:
    m, n = shape
    if not 0.0 <= rcond < 1.0:
        raise ExpressionError(
            f"least_squares: rcond is a fraction of the largest column, in [0, 1), not {rcond!r}"
        )
    largest = min(m, n)
    if rank is not None and not 0 <= rank <= largest:
        raise ExpressionError(
            f"least_squares: a matrix of shape {shape} has a rank between 0 and {largest}, not {rank!r}"
        )
    return OrthogonalFactor(m, n, float(rcond), rank)


@dataclass(frozen=True)
class OrthogonalFactor(Factor):
    """A P = Q [T 0; 0 0] Zᵀ, packed as `procedures.orthogonal` says."""

    m: int
    n: int
    rcond: float
    rank: int | None = None
    """Largest rank, if it is below min(m, n)."""

    @property
    def shape(self) -> tuple[int, int]:
        return self.m, self.n

    @property
    def name(self) -> str:
        limit = "" if self.rank is None else f"{self.rank}_"
        return f"orthogonal_{self.m}_{self.n}_{limit}{digest(self.rcond)}"

    @property
    def n_outputs(self) -> int:
        return Layout(self.m, self.n).size

    @property
    def failure(self) -> str:
        return "the matrix of a least-squares problem has entries that are not finite"

    def native(self) -> Procedure:
        """Procedure that decides by values, lane by lane."""
        return orthogonal(self.m, self.n, self._limit, self.rcond, self.name)

    def evaluate(self, x: Vector) -> Vector:
        """The packed decomposition of numbers, by the reflections of the native form."""
        if not np.isfinite(x).all():
            return np.full(self.n_outputs, np.nan)
        F, steps = x.reshape(self.shape).copy(), min(self.shape)
        left, right, inverse, order = np.zeros(steps), np.zeros(steps), np.zeros(steps), np.arange(self.n)
        rank, least = 0, 0.0
        for k in range(self._limit):
            norms = np.linalg.norm(F[k:, k:], axis=0)
            j = k + int(np.argmax(norms))
            least = self.rcond * norms.max() if k == 0 else least
            if not norms.max() > least:
                break
            F[:, [k, j]], order[[k, j]] = F[:, [j, k]], order[[j, k]]
            left[k], F[k:, k], v = _reflection(F[k:, k])
            F[k:, k + 1 :] -= left[k] * np.outer(v, v @ F[k:, k + 1 :])
            rank = k + 1
        for k in reversed([k for k in range(rank) if rank < self.n]):
            place = [k, *range(rank, self.n)]
            right[k], F[k, place], v = _reflection(F[k, place])
            F[np.ix_(range(k), place)] -= right[k] * np.outer(F[np.ix_(range(k), place)] @ v, v)
        inverse[:rank] = 1.0 / np.diag(F)[:rank]
        return np.concatenate([F.ravel(), left, right, inverse, order, [rank]])

    @property
    def _limit(self) -> int:
        return min(self.shape) if self.rank is None else self.rank


@dataclass(frozen=True)
class PseudoInverse(Inverse):
    """x = A⁺ b or A⁺ᵀ b from the decomposition of A.

    With B the matrix that is inverted (A or Aᵀ), r = b − B x and z = B⁺ᵀ x:
    dx = h + B⁺ (db − dB x − B h + B⁺ᵀ dBᵀ r),  h = dBᵀ z.
    """

    factor: OrthogonalFactor

    def native(self) -> Procedure:
        """Procedure in which values decide nothing."""
        return pseudo_solve(*self.factor.shape, self.n_columns, self.is_transposed)

    def apply(self, factors: Vector, b: Vector) -> Vector:
        """Q and the trapezoid R Pᵀ are restored; NumPy finds the shortest solution of R Pᵀ x = Qᵀ b."""
        at, n = Layout(*self.factor.shape), self.factor.n
        F = factors[: at.left].reshape(self.factor.shape)
        left, right, _, order, (rank,) = np.split(factors[at.left :], np.cumsum([at.steps] * 3 + [n]))
        r = int(rank)
        Q, R = np.eye(self.factor.m), np.zeros((r, n))
        for k in range(r):
            v = np.concatenate([np.zeros(k), [1.0], F[k + 1 :, k]])
            Q -= left[k] * np.outer(Q @ v, v)
        R[:, :r] = np.triu(F[:r, :r])
        for k in range(r):
            v = np.concatenate([np.eye(r)[k], F[k, r:]])
            R -= right[k] * np.outer(R @ v, v)
        matrix = np.zeros_like(R)
        matrix[:, order.astype(int)] = R
        inverse = np.linalg.pinv(matrix, rcond=1e-15) @ Q[:, :r].T
        return (inverse.T if self.is_transposed else inverse) @ b

    def forward(self, x: Sequence[Scalar], y: Sequence[Scalar], dx: Sequence[Scalar]) -> Sequence[Scalar]:
        """Rates by the formula of Golub and Pereyra."""
        X, r, z = self._parts(x, y)
        h = self.product(dx, z, turned=True)
        s = self.again(x, self.product(dx, r, turned=True), turned=True)
        rest = self.right_hand_side(dx) - self.product(dx, X) - self.product(x, h) + s
        return list((h + self.again(x, rest)).ravel())

    def reverse(self, x: Sequence[Scalar], y: Sequence[Scalar], y_bar: Sequence[Scalar]) -> Sequence[Scalar]:
        """b̄ = B⁺ᵀ x̄,  B̄ = z (x̄ − Bᵀ b̄)ᵀ − b̄ xᵀ + r (B⁺ b̄)ᵀ."""
        X, r, z = self._parts(x, y)
        X_bar = self.solution(y_bar)
        b_bar = self.again(x, X_bar, turned=True)
        h_bar = X_bar - self.product(x, b_bar, turned=True)
        e = self.again(x, b_bar)
        parts = [self.outer(z, h_bar), self.outer(-b_bar, X), self.outer(r, e)]
        return self.sensitivities([sum(terms) for terms in zip(*parts, strict=True)], b_bar)

    def _parts(self, x: Sequence[Scalar], y: Sequence[Scalar]) -> tuple[Array, Array, Array]:
        """x, the residual r = b − B x and z = B⁺ᵀ x."""
        X = self.solution(y)
        return X, self.right_hand_side(x) - self.product(x, X), self.again(x, X, turned=True)


def digest(rcond: float) -> str:
    """A number as part of a symbol's name."""
    return hashlib.sha256(float(rcond).hex().encode()).hexdigest()[:8]


def _reflection(x: Vector) -> tuple[float, Vector, Vector]:
    """τ and v of the reflection I − τ v vᵀ that leaves of x its first entry, which is put before v's tail."""
    beta = -np.copysign(np.linalg.norm(x), x[0])
    v = np.concatenate([[1.0], x[1:] / (x[0] - beta)])
    return float((beta - x[0]) / beta), np.concatenate([[beta], v[1:]]), v

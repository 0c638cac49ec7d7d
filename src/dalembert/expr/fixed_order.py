"""Factorization of symmetric matrices as plain traced code, in a fixed order, without calls.

For small matrices whose structural zeros matter, such as the mass matrix of a tree: eliminating leaves first
fills nothing in (Featherstone 2008, section 6.5).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array, ArrayLike
from dalembert.errors import ExpressionError
from dalembert.expr.calls import array_of
from dalembert.expr.node import Scalar
from dalembert.expr.scalar import is_zero
from dalembert.expr.sparse_matrix import SparseMatrix, sparse
from dalembert.procedures.sparsity import minimum_degree


@dataclass(frozen=True, eq=False)
class FixedOrderFactors:
    """M = Lᵀ D L; row j of L has one on the diagonal and is nonzero in columns eliminated after j only.

    Attributes
    ----------
    rows : sequence of dict
        Entries of L off the diagonal that are not zero, by number of the column, for each row.
    D_inverse : array (n,)
        Inverse pivots.
    order : tuple of int
        Rows in the order of their elimination.
    vanishing : tuple of int
        Rows of which nothing is left when their turn comes, whatever the values are: zeros in D⁻¹.

    Examples
    --------
    >>> import dalembert as da
    >>> factors = da.matrices.ldl([[2.0, 1.0], [1.0, 3.0]])
    >>> print(factors.order, factors.D_inverse)
    (1, 0) [0.6        0.33333333]
    """

    rows: Sequence[Mapping[int, Scalar]]
    """Entries of L off the diagonal that are not zero, by number of the column, in order."""

    D_inverse: Array
    order: tuple[int, ...]
    vanishing: tuple[int, ...] = ()
    """Rows of which nothing is left when their turn comes, whatever the values are: zeros in D⁻¹."""

    @property
    def L(self) -> Array:
        """L (n, n) with all its zeros."""
        rows = [{**row, j: 1.0} for j, row in enumerate(self.rows)]
        return _clean(SparseMatrix(rows, len(rows)).to_array())


def ldl(M: ArrayLike | SparseMatrix, order: Sequence[int] | None = None) -> FixedOrderFactors:
    """Factors of a symmetric matrix (n, n), full or sparse, whose lower triangle is read: from last row to first.

    Structural zeros are skipped, and each pivot is inverted once.

    Parameters
    ----------
    M : array (n, n) or SparseMatrix
        Symmetric matrix, of numbers or expressions.
    order : sequence of int, optional
        Rows in the order of their elimination, in which, read backwards, L is lower triangular; default
        from last to first.

    Examples
    --------
    >>> import dalembert as da
    >>> factors = da.matrices.ldl([[2.0, 1.0], [1.0, 3.0]])
    >>> print(da.matrices.ldl_solve(factors, [5.0, 5.0]))
    [2. 1.]
    """
    factors = semidefinite_ldl(M, order)
    if factors.vanishing:
        raise ExpressionError(
            f"ldl: the pivot of row {factors.vanishing[0]} is zero when its turn comes; give another order"
        )
    return factors


def semidefinite_ldl(
    M: ArrayLike | SparseMatrix,
    order: Sequence[int] | None = None,
    inverse: Callable[[int, Scalar], Scalar] | None = None,
) -> FixedOrderFactors:
    """As `ldl`, of a semidefinite matrix: a row whose pivot is the number zero depends on others; it is left.

    With `inverse`, that of the number of a row and its pivot is taken for one over the pivot: where it is zero,
    solutions are zero there, and those of the others are as without the row.
    """
    A = M if isinstance(M, SparseMatrix) else np.asarray(M, dtype=object)
    if len(A.shape) != 2 or A.shape[0] != A.shape[1]:
        raise ExpressionError(f"ldl needs a square matrix, not an array of shape {A.shape}")
    sequence = _checked_order(order, len(A))
    left, linked = _lower_entries(sparse(A))
    D_inverse, vanishing = np.full(len(A), 0.0, dtype=object), []
    L: list[dict[int, Scalar]] = [{} for _ in sequence]
    for j in sequence:
        for i in linked[j]:
            linked[i].discard(j)
        pivot = left.get((j, j), 0.0)
        if inverse is None and is_zero(pivot):
            vanishing.append(j)
            continue
        D_inverse[j] = 1.0 / pivot if inverse is None else inverse(j, pivot)
        row = {i: a for i in sorted(linked[j]) if not is_zero(a := left[max(i, j), min(i, j)])}
        L[j] = {i: a * D_inverse[j] for i, a in row.items()}
        # what is left of the others: M − Lⱼᵀ Dⱼ Lⱼ
        for i in row:
            for k in (k for k in row if k <= i):
                left[i, k] = left.get((i, k), 0.0) - L[j][i] * row[k]
            linked[i].update(k for k in row if k != i)
    rows = [{i: a for i, a in row.items() if not is_zero(a)} for row in L]
    return FixedOrderFactors(rows, _clean(D_inverse), sequence, tuple(vanishing))


def _lower_entries(A: SparseMatrix) -> tuple[dict[tuple[int, int], Scalar], list[set[int]]]:
    """Entries of the lower triangle that are not zero by structure, and which rows they link."""
    entries = {(i, k): a for i, row in enumerate(A.rows) for k, a in row.items() if k <= i}
    linked: list[set[int]] = [set() for _ in A.rows]
    for i, k in entries:
        if i != k:
            linked[i].add(k)
            linked[k].add(i)
    return entries, linked


def ldl_solve(factors: FixedOrderFactors, b: ArrayLike) -> Array:
    """M⁻¹ b for b of shape (n,) or (n, k): x = L⁻¹ D⁻¹ L⁻ᵀ b.

    Parameters
    ----------
    factors : FixedOrderFactors
        Factors from `da.matrices.ldl`.
    b : array (n,) or (n, k)
        Right-hand side, or several.

    Examples
    --------
    >>> import dalembert as da
    >>> factors = da.matrices.ldl([[4.0, 0.0], [0.0, 2.0]])
    >>> print(da.matrices.ldl_solve(factors, [4.0, 4.0]))
    [1. 2.]
    """
    y = ldl_forward(factors, b)
    return ldl_backward(factors, (factors.D_inverse * y.T).T)


def ldl_forward(factors: FixedOrderFactors, b: ArrayLike) -> Array:
    """L⁻ᵀ b for b of shape (n,) or (n, k), the first half of a solution."""
    x = _right_side(factors, b)
    for j in factors.order:
        for i, a in factors.rows[j].items():
            x[i] = x[i] - a * x[j]
    return _clean(x)


def sparse_forward(factors: FixedOrderFactors, columns: Sequence[Mapping[int, Scalar]]) -> list[dict[int, Scalar]]:
    """L⁻ᵀ b of columns, each a mapping from numbers of rows to entries that are not zero; so are the results."""
    results = []
    for column in columns:
        x = dict(column)
        for j in factors.order:
            if j in x:
                for i, a in factors.rows[j].items():
                    x[i] = x.get(i, 0.0) - a * x[j]
        results.append({i: x[i] for i in sorted(x) if not is_zero(x[i])})
    return results


def ldl_backward(factors: FixedOrderFactors, b: ArrayLike) -> Array:
    """L⁻¹ b for b of shape (n,) or (n, k), the second half of a solution."""
    x = _right_side(factors, b)
    for j in reversed(factors.order):
        for i, a in factors.rows[j].items():
            x[j] = x[j] - a * x[i]
    return _clean(x)


def _right_side(factors: FixedOrderFactors, b: ArrayLike) -> Array:
    x = np.array(b, dtype=object)
    n = len(factors.order)
    if x.ndim not in (1, 2) or len(x) != n:
        raise ExpressionError(f"ldl_solve: b must have shape ({n},) or ({n}, k), not {x.shape}")
    return x


def sparse_order(M: Array | SparseMatrix) -> tuple[int, ...]:
    """An order of elimination that fills in little: that of minimum degree, of equal rows the last one first.

    Only structural zeros of the lower triangle count.
    """
    # numbered backwards, since leaves of a tree come last and go first
    n, (_, linked) = len(M), _lower_entries(sparse(M))
    backwards = [{n - 1 - k for k in linked[n - 1 - i]} for i in range(n)]
    order, _ = minimum_degree(backwards, set(range(n)))
    return tuple(n - 1 - i for i in order)


def _checked_order(order: Sequence[int] | None, n: int) -> tuple[int, ...]:
    if order is None:
        return tuple(reversed(range(n)))
    sequence = tuple(int(i) for i in order)
    if sorted(sequence) != list(range(n)):
        raise ExpressionError(f"ldl: an order of elimination names each of the {n} rows once, not {sequence}")
    return sequence


def _clean(array: Array) -> Array:
    """Vector if all entries are numbers."""
    if any(not isinstance(x, (int, float)) for x in array.ravel()):
        return array
    return array_of(list(array.ravel()), array.shape)

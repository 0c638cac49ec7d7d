"""Matrices of numbers and expressions by their entries, and products that skip structural zeros."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from math import isfinite, nan
from operator import add

import numpy as np
from numpy.typing import DTypeLike

from dalembert.arrays import Array, ArrayLike
from dalembert.expr.calls import array_of
from dalembert.expr.node import Scalar
from dalembert.expr.scalar import is_zero


@dataclass(frozen=True, eq=False)
class SparseMatrix:
    """A matrix (m, n) row by row: entries that are not zero by structure, by number of the column.

    Parameters
    ----------
    rows : sequence of dict
        Entries by number of the column, for each of the m rows.
    width : int
        Number n of columns.

    Examples
    --------
    >>> import dalembert as da
    >>> matrix = da.matrices.SparseMatrix(({0: 2.0}, {0: 1.0, 2: 3.0}), 3)
    >>> print(matrix.shape, matrix[1, 2])
    (2, 3) 3.0
    """

    rows: Sequence[Mapping[int, Scalar]]
    width: int
    """n."""

    def __post_init__(self) -> None:
        rows = [{k: row[k] for k in sorted(row) if not is_zero(row[k])} for row in self.rows]
        object.__setattr__(self, "rows", tuple(rows))

    @classmethod
    def symmetric(cls, lower: Mapping[tuple[int, int], Scalar], n: int) -> SparseMatrix:
        """The symmetric matrix (n, n) with these entries of the lower triangle, by row and column."""
        rows: list[dict[int, Scalar]] = [{} for _ in range(n)]
        for (i, k), x in lower.items():
            rows[i][k] = rows[k][i] = x
        return cls(rows, n)

    @classmethod
    def identity(cls, n: int) -> SparseMatrix:
        """The matrix (n, n) with ones on the diagonal."""
        return cls([{k: 1.0} for k in range(n)], n)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, place: tuple[int, int]) -> Scalar:
        i, k = place
        return self.rows[i].get(k, 0.0)

    @property
    def shape(self) -> tuple[int, int]:
        """(m, n)."""
        return len(self.rows), self.width

    @property
    def values(self) -> list[Scalar]:
        """All entries, row by row."""
        return [x for row in self.rows for x in row.values()]

    @property
    def places(self) -> list[tuple[int, int]]:
        """Row and column of each entry, row by row."""
        return [(i, k) for i, row in enumerate(self.rows) for k in row]

    @property
    def T(self) -> SparseMatrix:
        """The transposed matrix (n, m)."""
        columns: list[dict[int, Scalar]] = [{} for _ in range(self.width)]
        for i, row in enumerate(self.rows):
            for k, x in row.items():
                columns[k][i] = x
        return SparseMatrix(columns, len(self.rows))

    @property
    def diagonal(self) -> Array:
        """The diagonal (n,)."""
        diagonal = np.full(len(self.rows), 0.0, dtype=object)
        diagonal[:] = [row.get(k, 0.0) for k, row in enumerate(self.rows)]
        return diagonal

    def taken(self, rows: Iterable[int]) -> SparseMatrix:
        """The matrix of some rows, by number."""
        return SparseMatrix([self.rows[i] for i in rows], self.width)

    def mapped(self, function: Callable[[Array], Array]) -> SparseMatrix:
        """The matrix with other entries, which a function makes of all of them, (number of entries,)."""
        values = np.empty(len(self.values), dtype=object)
        values[:] = self.values
        others = iter(function(values))
        return SparseMatrix([{k: next(others) for k in row} for row in self.rows], self.width)

    def times(self, other: SparseMatrix) -> SparseMatrix:
        """The product (m, k) with another matrix (n, k)."""
        rows: list[dict[int, Scalar]] = [{} for _ in self.rows]
        for result, row in zip(rows, self.rows, strict=True):
            for i, x in row.items():
                for k, y in other.rows[i].items():
                    result[k] = result.get(k, 0.0) + x * y
        return SparseMatrix(rows, other.width)

    def plus(self, factor: Scalar, other: SparseMatrix) -> SparseMatrix:
        """The sum with another matrix that is multiplied by a factor."""
        rows = [dict(row) for row in self.rows]
        for result, row in zip(rows, other.rows, strict=True):
            for k, x in row.items():
                result[k] = result.get(k, 0.0) + factor * x
        return SparseMatrix(rows, self.width)

    def plus_products(
        self, forces: SparseMatrix, weights: Sequence[Scalar] | Array, J: SparseMatrix
    ) -> SparseMatrix:
        """The sum with F D J, for F (m, l), the diagonal D (l,) and J (l, n)."""
        rows = [dict(row) for row in self.rows]
        for force, weight, row in zip(forces.T.rows, weights, J.rows, strict=True):
            for i, x in force.items() if not is_zero(weight) else ():
                for k, y in row.items():
                    rows[i][k] = rows[i].get(k, 0.0) + weight * x * y
        return SparseMatrix(rows, self.width)

    def to_array(self) -> Array:
        """The full matrix, with 0.0 where nothing is stored."""
        matrix = np.full(self.shape, 0.0, dtype=object)
        for i, row in enumerate(self.rows):
            for k, x in row.items():
                matrix[i, k] = x
        return matrix

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> Array:
        # NumPy functions take the full matrix
        return self.to_array().astype(object if dtype is None else dtype)


def sparse(A: ArrayLike | SparseMatrix) -> SparseMatrix:
    """The entries of an array (m, n); a sparse matrix as it is."""
    return A if isinstance(A, SparseMatrix) else SparseMatrix(list(map(_entries, A)), np.shape(A)[1])


def products(A: ArrayLike | SparseMatrix, x: Array) -> Array:
    """A x of a vector or a matrix x, skipping structural zeros."""
    if np.ndim(x) == 1:
        return products(A, x[:, None])[:, 0]
    rows, columns = [_numbers(row) for row in sparse(A).rows], [_numbers(_entries(column)) for column in x.T]
    product = np.full((len(rows), len(columns)), 0.0, dtype=object)
    for i, row in enumerate(rows):
        for j, column in enumerate(columns):
            product[i, j] = _sparse_dot(row, column)
    return product


def sparse_product(A: ArrayLike | SparseMatrix, x: Array) -> Array:
    """A x of a vector or a matrix x, skipping structural zeros; of floats where all entries are numbers."""
    product = products(A, x)
    return array_of(list(product.ravel()), product.shape)


def symmetric_product(A: Array, B: Array) -> Array:
    """A B (n, n) where it is symmetric; of mirrored entries one is made."""
    n, columns = len(A), [_numbers(_entries(column)) for column in B.T]
    product = np.full((n, n), 0.0, dtype=object)
    for i, row in enumerate(map(_numbers, sparse(A).rows)):
        for j, column in enumerate(columns[: i + 1]):
            product[i, j] = product[j, i] = _sparse_dot(row, column)
    return array_of(list(product.ravel()), (n, n))


def _entries(x: Array) -> dict[int, Scalar]:
    """Entries that are not zero by structure, by number."""
    return {k: entry for k, entry in enumerate(x) if not is_zero(entry)}


def _numbers(entries: Mapping[int, Scalar]) -> Mapping[int, Scalar] | None:
    """The entries; None if one of them is not a finite number, which must not vanish beside a zero."""
    return None if any(isinstance(x, float) and not isfinite(x) for x in entries.values()) else entries


def _sparse_dot(a: Mapping[int, Scalar] | None, b: Mapping[int, Scalar] | None) -> Scalar:
    if a is None or b is None:
        return nan
    if len(b) < len(a):  # fewer to look up
        a, b = b, a
    return reduce(add, [x * b[k] for k, x in a.items() if k in b], 0.0)

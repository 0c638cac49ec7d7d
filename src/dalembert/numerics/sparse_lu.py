"""Factorization of square matrices as plain traced code, in a fixed order, with structural zeros left out.

For matrices whose symmetric part is definite, so that no pivot needs to be sought.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import ExpressionError
from dalembert.expr.fixed_order import sparse_order
from dalembert.expr.node import Node, Scalar
from dalembert.expr.scalar import is_zero
from dalembert.expr.sparse_matrix import SparseMatrix


@dataclass(frozen=True, eq=False)
class SparseFactors:
    """A = L U by elimination in an order, entries by number."""

    order: tuple[int, ...]
    below: Mapping[int, Mapping[int, Scalar]]
    """For each j the factors by which it is taken from rows that come later: L, whose diagonal is one."""

    right: Mapping[int, Mapping[int, Scalar]]
    """For each j the entries in columns that come later: U without its diagonal."""

    inverses: Mapping[int, Scalar]
    """One over the diagonal of U."""

    @property
    def entries(self) -> list[Node]:
        """All entries that are no constants, in the order in which `with_entries` takes others."""
        rows = [*self.below.values(), *self.right.values(), self.inverses]
        return [x for row in rows for x in row.values() if isinstance(x, Node)]

    def with_entries(self, entries: Sequence[Scalar]) -> SparseFactors:
        """Factors of the same structure with other entries, such as variables that hold them."""
        left = iter(entries)
        return self._replaced(lambda _: next(left))

    def solve(self, b: Array) -> Array:
        """A⁻¹ b, (n,)."""
        x = list(b)
        for j in self.order:
            if not is_zero(x[j]):
                for i, factor in self.below[j].items():
                    x[i] = x[i] - factor * x[j]
        for j in reversed(self.order):
            for k, entry in self.right[j].items():
                x[j] = x[j] - entry * x[k]
            x[j] = x[j] * self.inverses[j]
        result = np.empty(len(x), dtype=object)
        result[:] = x
        return result

    def _replaced(self, new: Callable[[Node], Scalar]) -> SparseFactors:
        def other(entries: Mapping[int, Scalar]) -> dict[int, Scalar]:
            return {k: new(x) if isinstance(x, Node) else x for k, x in entries.items()}

        return SparseFactors(
            self.order,
            {j: other(entries) for j, entries in self.below.items()},
            {j: other(entries) for j, entries in self.right.items()},
            other(self.inverses),
        )


def sparse_lu(A: SparseMatrix) -> SparseFactors:
    """Factors of a matrix (n, n) in an order that fills in little."""
    rows, order = [dict(row) for row in A.rows], sparse_order(_pattern(A))
    below: dict[int, dict[int, Scalar]] = {}
    right: dict[int, dict[int, Scalar]] = {}
    inverses: dict[int, Scalar] = {}
    for position, j in enumerate(order):
        if j not in rows[j]:
            raise ExpressionError(f"sparse_lu: the pivot of row {j} is zero when its turn comes")
        inverses[j] = 1.0 / rows[j].pop(j)
        right[j], below[j] = dict(sorted(rows[j].items())), {}
        for i in order[position + 1 :]:
            if j in rows[i]:
                factor = below[j][i] = rows[i].pop(j) * inverses[j]
                for k, x in right[j].items():
                    rows[i][k] = rows[i].get(k, 0.0) - factor * x
    return SparseFactors(order, below, right, inverses)


def _pattern(A: SparseMatrix) -> SparseMatrix:
    """Ones where a matrix or its transpose has an entry."""
    return SparseMatrix.symmetric(dict.fromkeys(A.places, 1.0), len(A))

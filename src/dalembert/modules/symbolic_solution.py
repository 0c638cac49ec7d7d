"""Small linear equations solved in symbols, without a call: blocks by structure, adjugates, few divisions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import FormulationError
from dalembert.expr.node import Expression, Scalar
from dalembert.expr.scalar import is_zero
from dalembert.expr.small_inverse import COFACTORS, adjugate, tied_blocks
from dalembert.expr.trial_numbers import finite_samples
from dalembert.symbolic.short_forms import written_sizes

UNSEEN = 1e-10
"""Value of an entry, beside the largest one of its array, that is nothing but rounding."""

LEAST_PIVOT = 1e-3
"""Smallest number that is divided by, and smallest value of a pivot in the states that are tried."""

STEADY = 0.5
"""Smallest value of a pivot in the states that are tried, beside its largest, if it stays away from zero."""

CROSSWISE = 6
"""Size up to which rows are multiplied crosswise, so that nothing is divided on the way."""

Shorten = Callable[[Array], Array]
"""A function that gives an array of expressions in shorter forms."""


@dataclass(frozen=True, eq=False)
class SymbolicSolver:
    """A solver of A X = b for expressions: what it divides by is gathered in `pivots`."""

    owner: str
    """Name of the system, for messages."""

    shorten: Shorten
    pivots: list[Scalar] = field(default_factory=list)

    def solve(self, A: Array, b: Array) -> Array:
        """X (n, k) with A X = b for a square A (n, n) and b (n, k), block by block."""
        A, b = self._cleaned(A), self._cleaned(b)
        X = np.full(b.shape, 0.0, dtype=object)
        for rows, columns in tied_blocks(A):
            if len(rows) != len(columns):
                raise self._singular()
            X[columns] = self._block(A[np.ix_(rows, columns)], b[rows])
        return X

    def _block(self, A: Array, b: Array) -> Array:
        """X of rows that are tied to each other: single entries first, adjugates of what is small, then pivots."""
        stored = np.array([[not is_zero(x) for x in row] for row in A], dtype=bool).reshape(A.shape)
        for i in map(int, np.flatnonzero(stored.sum(axis=1) == 1)):
            if self._is_regular(A[i, j := int(np.argmax(stored[i]))]):
                return self._known(A, b, i, j)
        for j in map(int, np.flatnonzero(stored.sum(axis=0) == 1)):
            if self._is_regular(A[i := int(np.argmax(stored[:, j])), j]):
                return self._last(A, b, i, j)
        if len(A) <= COFACTORS:
            return self._by_cofactors(A, b)
        return self._eliminated(A, b, *self._pivot(A, stored))

    def _known(self, A: Array, b: Array, i: int, j: int) -> Array:
        """X where row i has one unknown j: it is put into the other rows."""
        x = self._over(b[i], A[i, j])
        rest = np.delete(b, i, axis=0) - np.outer(np.delete(A[:, j], i), x)
        others = self.solve(np.delete(np.delete(A, i, axis=0), j, axis=1), self.shorten(rest))
        return np.insert(others, j, x, axis=0)

    def _last(self, A: Array, b: Array, i: int, j: int) -> Array:
        """X where the unknown j stands in row i alone: it follows from the others."""
        others = self.solve(np.delete(np.delete(A, i, axis=0), j, axis=1), np.delete(b, i, axis=0))
        rest = _less(b[i], np.delete(A[i], j), others)
        return np.insert(others, j, self._over(self.shorten(rest), A[i, j]), axis=0)

    def _by_cofactors(self, A: Array, b: Array) -> Array:
        """X = adj(A) b / det(A)."""
        cofactors, determinant = adjugate(A)
        determinant = self.shorten(np.array([determinant], dtype=object))[0]
        if not self._is_regular(determinant, 0.0):
            raise self._singular()
        return np.array([self._over(row, determinant) for row in self.shorten(_product(cofactors, b))])

    def _pivot(self, A: Array, stored: Array) -> tuple[int, int]:
        """Row and unknown by structure: numbers before expressions, ones before numbers, short before long.

        Among those that fill up as little, one that stays away from zero is taken first.
        """
        in_rows, in_columns = stored.sum(axis=1), stored.sum(axis=0)
        samples = np.abs(np.array(finite_samples(A, changes_parameters=True) or [np.ones(A.shape)], dtype=float))
        places = [(i, j) for i, j in np.argwhere(stored) if samples[:, i, j].min() > LEAST_PIVOT]
        if not places:
            raise self._singular()
        sizes = written_sizes([A[i, j] for i, j in places])
        costs = [
            (
                isinstance(A[i, j], Expression),
                not isinstance(A[i, j], Expression) and abs(A[i, j]) != 1.0,
                (in_rows[i] - 1) * (in_columns[j] - 1),
                bool(samples[:, i, j].min() < STEADY * samples[:, i, j].max()),
                size,
            )
            for (i, j), size in zip(places, sizes, strict=True)
        ]
        i, j = places[min(range(len(places)), key=lambda k: costs[k])]
        return int(i), int(j)

    def _eliminated(self, A: Array, b: Array, i: int, j: int) -> Array:
        """X by elimination of the unknown j with row i."""
        p, both = A[i, j], np.column_stack([A, b])
        is_crosswise = isinstance(p, Expression) and len(A) <= CROSSWISE
        for k in range(len(A)):
            if k != i and not is_zero(factor := A[k, j]):
                for l, x in enumerate(both[i]):
                    left = both[k, l] * p if is_crosswise else both[k, l]
                    both[k, l] = left if is_zero(x) else left - (factor * x if is_crosswise else factor * x / p)
        rest = self.shorten(np.delete(np.delete(both, i, axis=0), j, axis=1))
        others = self.solve(rest[:, : len(A) - 1], rest[:, len(A) - 1 :])
        return np.insert(others, j, self._over(_less(b[i], np.delete(A[i], j), others), p), axis=0)

    def _over(self, x: Array, p: Scalar) -> Array:
        if isinstance(p, Expression):
            self.pivots.append(p)
        return np.array([y if is_zero(y) else y / p for y in x], dtype=object)

    def _is_regular(self, p: Scalar, least: float = LEAST_PIVOT) -> bool:
        """Whether a pivot is above a size in the states that are tried; for none given, whether it is not zero."""
        if not isinstance(p, Expression):
            return abs(p) > least
        values = [abs(float(x[0])) for x in finite_samples(np.array([p], dtype=object), changes_parameters=True)]
        return not values or (min(values) > least if least else max(values) > UNSEEN)

    def _cleaned(self, X: Array) -> Array:
        """An array in which entries that are zero wherever they are tried are zero by structure."""
        X = np.array(X, dtype=object)
        if not any(isinstance(x, Expression) for x in X.flat):
            return X
        samples = finite_samples(X, changes_parameters=True)
        for place, x in np.ndenumerate(X):
            if isinstance(x, Expression) and samples and all(_is_rounding(sample, place) for sample in samples):
                X[place] = 0.0
        return X

    def _singular(self) -> FormulationError:
        return FormulationError(
            f"{self.owner}: its accelerations do not follow from rows and forces in any state: a determinant is "
            "zero everywhere; some variable has neither inertia nor a row that holds it"
        )


def _is_rounding(sample: Array, place: tuple[int, ...]) -> bool:
    return bool(abs(sample[place]) <= UNSEEN * max(float(np.abs(sample).max()), 1.0) * 1e-3)


def _less(b: Array, row: Array, X: Array) -> Array:
    """b − row X, skipping structural zeros."""
    rest = b.copy()
    for x, values in zip(row, X, strict=True):
        for k, y in enumerate(values):
            if not is_zero(x) and not is_zero(y):
                rest[k] = rest[k] - x * y
    return rest


def _product(A: Array, b: Array) -> Array:
    return np.array([-_less(np.full(b.shape[1], 0.0, dtype=object), row, b) for row in A], dtype=object)


def unchanged(X: Array) -> Array:
    """The array itself: a way of shortening that does nothing."""
    return X


def regular_rows(samples: Sequence[Array], n: int) -> list[int]:
    """The first n rows that are independent in the first sample that has so many."""
    for sample in samples:
        chosen: list[int] = []
        for k in range(len(sample)):
            rows = sample[[*chosen, k]]
            if np.linalg.matrix_rank(rows / np.maximum(np.abs(rows).max(), 1e-300), tol=1e-9) == len(chosen) + 1:
                chosen.append(k)
            if len(chosen) == n:
                return chosen
    return list(range(n))

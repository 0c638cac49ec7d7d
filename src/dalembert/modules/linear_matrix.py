"""Matrices with names to first order in named increments: X = X₀ + Σ Xⱼ xⱼ, products of increments dropped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from dalembert.arrays import Array, Matrix
from dalembert.expr.calculus import jacobian
from dalembert.expr.node import Expression, Node, inputs_of, name_of
from dalembert.expr.rewrite import evaluate
from dalembert.expr.symbol_nodes import symbol
from dalembert.modules.labelled_matrix import LabelledMatrix

UNSEEN = 1e-12
"""Size of an entry, beside the largest of its matrix, that is rounding."""


@dataclass(frozen=True, eq=False)
class LinearMatrix:
    """A matrix to first order: X₀ and slopes Xⱼ by increment; increments that change nothing are absent."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    value: Matrix
    slopes: Mapping[str, Matrix] = field(default_factory=dict)

    def slope(self, increment: str) -> LabelledMatrix:
        """Slope Xⱼ by an increment; zero if it changes nothing."""
        slope = self.slopes.get(increment, np.zeros(self.value.shape))
        return LabelledMatrix(self.rows, self.columns, slope)

    @property
    def expressions(self) -> LabelledMatrix:
        """X₀ + Σ Xⱼ xⱼ as expressions, to be read; what is rounding beside the largest entry is left out."""
        size = max((float(np.abs(X).max(initial=0.0)) for X in (self.value, *self.slopes.values())), default=0.0)

        def seen(X: Matrix) -> Array:
            return np.where(np.abs(X) > UNSEEN * size, X, 0.0).astype(object)

        total = seen(self.value)
        for name, slope in self.slopes.items():
            total = total + seen(slope) * symbol(name)
        return LabelledMatrix(self.rows, self.columns, total)

    def in_terms_of(self, changes: Mapping[str, Mapping[str, float]]) -> LinearMatrix:
        """The matrix in other increments: changes of increments by a unit of each other one."""
        slopes = {
            name: sum((self.slopes[x] * y for x, y in by.items() if x in self.slopes), np.zeros(self.value.shape))
            for name, by in changes.items()
        }
        return LinearMatrix(self.rows, self.columns, self.value, {x: X for x, X in slopes.items() if X.any()})

    @property
    def T(self) -> LinearMatrix:
        """Transpose."""
        return LinearMatrix(
            self.columns, self.rows, self.value.T, {x: slope.T for x, slope in self.slopes.items()}
        )

    def __matmul__(self, other: LinearMatrix) -> LinearMatrix:
        """Product to first order; columns of this matrix and rows of the other are matched by name."""
        aligned = other.taken(self.columns)
        slopes = {x: slope @ aligned.value for x, slope in self.slopes.items()}
        for x, slope in aligned.slopes.items():
            slopes[x] = slopes.get(x, 0.0) + self.value @ slope
        return LinearMatrix(self.rows, other.columns, self.value @ aligned.value, slopes)

    def taken(self, rows: Sequence[str]) -> LinearMatrix:
        """Matrix with these rows, in this order; zero for rows that this one has not."""
        place = {name: k for k, name in enumerate(self.rows)}
        pairs = [(i, place[name]) for i, name in enumerate(rows) if name in place]
        to, of = [i for i, _ in pairs], [k for _, k in pairs]

        def move(X: Matrix) -> Matrix:
            moved = np.zeros((len(rows), X.shape[1]))
            moved[to] = X[of]
            return moved

        return LinearMatrix(
            tuple(rows), self.columns, move(self.value), {x: move(s) for x, s in self.slopes.items()}
        )

    def __add__(self, other: LinearMatrix) -> LinearMatrix:
        """Sum: union of the names, entries under the same names added."""
        rows = tuple(dict.fromkeys((*self.rows, *other.rows)))
        columns = tuple(dict.fromkeys((*self.columns, *other.columns)))
        first, second = (X.taken(rows).T.taken(columns).T for X in (self, other))
        names = dict.fromkeys((*first.slopes, *second.slopes))
        slopes = {x: first.slopes.get(x, 0.0) + second.slopes.get(x, 0.0) for x in names}
        return LinearMatrix(rows, columns, first.value + second.value, slopes)  # type: ignore[arg-type]

    def along(self, increments: Sequence[str]) -> Matrix:
        """Slopes of a column as a matrix (number of rows, number of increments)."""
        none = np.zeros(self.value.shape)
        return np.column_stack([self.slopes.get(x, none)[:, 0] for x in increments]) if increments else none[:, :0]


def zeros(rows: Sequence[str], columns: Sequence[str]) -> LinearMatrix:
    """Zero matrix with these names."""
    return LinearMatrix(tuple(rows), tuple(columns), np.zeros((len(rows), len(columns))))


def ones(names: Sequence[str]) -> LinearMatrix:
    """Identity matrix with these names."""
    return LinearMatrix(tuple(names), tuple(names), np.eye(len(names)))


@dataclass(frozen=True, eq=False)
class FirstOrderForm:
    """A matrix of expressions and its derivatives by all variables in it, made once for all references."""

    X: LabelledMatrix

    @cached_property
    def variables(self) -> tuple[Node, ...]:
        """Variables in the matrix, without time and parameters."""
        inputs = inputs_of([x for x in self.X.entries.flat if isinstance(x, Expression)])
        return tuple(x for x in inputs if x.op == "symbol")

    @cached_property
    def _both(self) -> Array:
        flat = self.X.entries.ravel()
        if not self.variables:
            return flat[:, None]
        return np.column_stack([flat, jacobian(flat, np.array(self.variables, dtype=object))])

    def at(self, values: Mapping[Node, float]) -> LinearMatrix:
        """The matrix to first order about a reference."""
        X, shape = self.X, self.X.entries.shape
        numbers = np.asarray(evaluate(self._both, values), dtype=float)
        slopes = {
            name_of(x): s.reshape(shape) for x, s in zip(self.variables, numbers[:, 1:].T, strict=True) if s.any()
        }
        return LinearMatrix(X.rows, X.columns, numbers[:, 0].reshape(shape), slopes)

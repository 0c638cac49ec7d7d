"""Inverses as calls: factors of a matrix, computed once, and columns solved with them.

A `Factor` reads a matrix A and gives numbers that only other routines understand; to calculus they are
constants. An `Inverse` reads these numbers and right-hand sides b; A itself stands among its operands for the
derivative rules only. So whatever is differentiated, however often, A is factorized once.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from dalembert.arrays import Array, ArrayLike, Vector
from dalembert.errors import ExpressionError
from dalembert.expr.calls import Routine, array_of, invoke
from dalembert.expr.node import Expression, Node, Scalar
from dalembert.expr.scalar import is_zero


class Factor(Routine):
    """Entries of a matrix A → factors, however they are packed."""

    is_symmetric = False
    """Whether an entry that is read stands for its mirror image too."""

    @property
    @abstractmethod
    def shape(self) -> tuple[int, int]:
        """Shape of A."""

    @property
    def read(self) -> Sequence[tuple[int, int]]:
        """The places of A that are read, in order; all others are zero."""
        return list(np.ndindex(*self.shape))

    @property
    def n_inputs(self) -> int:
        """Entries of A that are read."""
        return self.shape[0] * self.shape[1]

    def matrix(self, entries: Sequence[Scalar]) -> Array:
        """A, or a matrix like A, from the entries that are read."""
        result = zeros(self.shape)
        for (i, j), a in zip(self.read, entries, strict=True):
            result[i, j] = a
            if self.is_symmetric:
                result[j, i] = a
        return array_of(list(result.ravel()), self.shape)

    def product(self, entries: Sequence[Scalar], x: Array, is_transposed: bool) -> Array:
        """A x or Aᵀ x for columns x; zero entries cost nothing."""
        result = zeros((self.shape[1 if is_transposed else 0], x.shape[1]))
        for (i, j), a in zip(self.read, entries, strict=True):
            if is_zero(a):
                continue
            row, column = (j, i) if is_transposed else (i, j)
            result[row] = result[row] + a * x[column]
            if self.is_symmetric and i != j:
                result[column] = result[column] + a * x[row]
        return result

    def outer(self, y: Array, x: Array, is_transposed: bool) -> list[Scalar]:
        """Sensitivities of the entries that are read where A, or Aᵀ, has the sensitivities y xᵀ."""
        left, right = (x, y) if is_transposed else (y, x)
        result = [left[i] @ right[j] for i, j in self.read]
        if not self.is_symmetric:
            return result
        mirrored = [left[j] @ right[i] if i != j else 0.0 for i, j in self.read]
        return [a + b for a, b in zip(result, mirrored, strict=True)]

    def forward(self, x: Sequence[Scalar], y: Sequence[Scalar], dx: Sequence[Scalar]) -> Sequence[Scalar]:
        """Zero rates: an `Inverse` carries the derivatives."""
        return [0.0] * self.n_outputs

    def reverse(self, x: Sequence[Scalar], y: Sequence[Scalar], y_bar: Sequence[Scalar]) -> Sequence[Scalar]:
        """Zero sensitivities: an `Inverse` carries the derivatives."""
        return [0.0] * self.n_inputs


@dataclass(frozen=True)
class Inverse(Routine):
    """x = S b, or Sᵀ b, for the columns of b, where S inverts A on the coordinates and rows that it reaches.

    Forward dx = S (db − dA x), in reverse b̄ = Sᵀ x̄ and Ā = −b̄ xᵀ, all with the same factors.
    Operands: entries of A (passive), factors, b row by row.
    """

    factor: Factor
    n_columns: int
    is_transposed: bool = False

    @property
    def n_passive(self) -> int:  # type: ignore[override]
        return self.factor.n_inputs

    @property
    def n_inputs(self) -> int:
        return self.factor.n_outputs + self._heights[0] * self.n_columns

    @property
    def n_outputs(self) -> int:
        return self._heights[1] * self.n_columns

    @property
    def name(self) -> str:
        kind = "transposed_solve" if self.is_transposed else "solve"
        return f"{self.factor.name}_{kind}_{self.n_columns}"

    @property
    def _heights(self) -> tuple[int, int]:
        """Numbers of rows of b and of x."""
        m, n = self.factor.shape
        return (n, m) if self.is_transposed else (m, n)

    @abstractmethod
    def apply(self, factors: Vector, b: Vector) -> Vector:
        """The columns x (n, n_columns) in numbers."""

    def evaluate(self, x: Vector) -> Vector:
        """Solution in numbers, column by column; not a number if the factors are none."""
        factors, b = np.split(x, [self.factor.n_outputs])
        if np.isnan(factors).any():
            return np.full(self.n_outputs, np.nan)
        with np.errstate(all="ignore"):
            return self.apply(factors, b.reshape(-1, self.n_columns)).ravel()

    def forward(self, x: Sequence[Scalar], y: Sequence[Scalar], dx: Sequence[Scalar]) -> Sequence[Scalar]:
        """dx = S (db − dA x)."""
        change = self.product(dx, self.solution(y))
        return list(self.again(x, self.right_hand_side(dx) - change).ravel())

    def reverse(self, x: Sequence[Scalar], y: Sequence[Scalar], y_bar: Sequence[Scalar]) -> Sequence[Scalar]:
        """b̄ = Sᵀ x̄, Ā = −b̄ xᵀ."""
        b_bar = self.again(x, self.solution(y_bar), turned=True)
        return self.sensitivities(self.outer(-b_bar, self.solution(y)), b_bar)

    def again(self, x: Sequence[Scalar], b: Array, turned: bool = False) -> Array:
        """S b for other columns with the factors among the operands x; Sᵀ b if `turned`."""
        matrix_and_factors = list(x[: self.n_passive + self.factor.n_outputs])
        return replace(self, is_transposed=self.is_transposed != turned).solve(matrix_and_factors, b)

    def solve(self, matrix_and_factors: Sequence[Scalar], b: Array) -> Array:
        """S b for any number of columns, from A's entries and factors; structurally zero ones cost nothing."""
        is_traced = any(isinstance(x, Expression) for x in (*matrix_and_factors, *b.ravel()))
        columns = [j for j, column in enumerate(b.T) if not (is_traced and all(map(is_zero, column)))]
        height = self._heights[1]
        result = zeros((height, b.shape[1]))
        if columns:
            routine = replace(self, n_columns=len(columns))
            entries = call(routine, [*matrix_and_factors, *b[:, columns].ravel()])
            result[:, columns] = array_of(entries, (height, len(columns)))
        return array_of(list(result.ravel()), result.shape)

    def product(self, x: Sequence[Scalar], columns: Array, turned: bool = False) -> Array:
        """The matrix that is inverted, from operands or their rates, times columns; transposed if `turned`."""
        return self.factor.product(x[: self.n_passive], columns, self.is_transposed != turned)

    def outer(self, y: Array, x: Array) -> list[Scalar]:
        """Sensitivities of A's entries where the matrix that is inverted has the sensitivities y xᵀ."""
        return self.factor.outer(y, x, self.is_transposed)

    def right_hand_side(self, x: Sequence[Scalar]) -> Array:
        """b, or its rates, from the operands."""
        return array_of(x[self.n_passive + self.factor.n_outputs :], (-1, self.n_columns))

    def solution(self, y: Sequence[Scalar]) -> Array:
        """The results as columns."""
        return array_of(y, (-1, self.n_columns))

    def sensitivities(self, A_bar: Sequence[Scalar], b_bar: Array) -> list[Scalar]:
        """Sensitivities of all operands, from those of A's entries and of b."""
        return [*A_bar, *[0.0] * self.factor.n_outputs, *b_bar.ravel()]


def zeros(shape: tuple[int, int]) -> Array:
    """Zeros that may become nodes."""
    result = np.empty(shape, dtype=object)
    result[...] = 0.0
    return result


def call(routine: Routine, operands: Sequence[Scalar]) -> list[Scalar]:
    """The routine's results: numbers if all operands are numbers, finite or not, else nodes."""
    with np.errstate(all="ignore"):
        if any(isinstance(x, Expression) for x in operands):
            return invoke(routine, operands)
        return [float(y) for y in routine.evaluate(np.array(operands[routine.n_passive :], dtype=float))]


def check_factors(factor: Factor, factors: Sequence[Scalar], b: Array) -> None:
    """Refuse to trace on with a matrix of constants that has no inverse."""
    is_traced = any(isinstance(x, Expression) for x in (*factors, *b.ravel()))
    if is_traced and any(x != x for x in factors if not isinstance(x, Expression)):
        raise ExpressionError(f"a matrix of constants cannot be inverted here: {factor.failure}")


def as_matrix(A: ArrayLike, owner: str) -> Array:
    """A checked (m, n) array of floats, or of floats and nodes."""
    array = np.asarray(A, dtype=object)
    if array.ndim != 2:
        raise ExpressionError(f"{owner} needs a matrix, not an array of shape {array.shape}")
    return _checked(array, owner)


def as_columns(b: ArrayLike, m: int, owner: str) -> Array:
    """A checked (m,) or (m, k) array as (m, k)."""
    array = np.asarray(b, dtype=object)
    if array.ndim not in (1, 2) or len(array) != m:
        raise ExpressionError(
            f"{owner}: the matrix has {m} rows, so the right-hand side must have shape ({m},) or ({m}, k), "
            f"not {array.shape}"
        )
    return _checked(array.reshape(m, *array.shape[1:] or (1,)), owner)


def shaped(x: Array, b: ArrayLike) -> Array:
    """Columns x as one vector if b is one."""
    return x[:, 0] if np.ndim(b) == 1 else x


def _checked(array: Array, owner: str) -> Array:
    # most entries are nodes or floats
    entries = [x if type(x) is Node or type(x) is float else _entry(x, owner) for x in array.ravel()]
    return array_of(entries, array.shape)


def _entry(x: object, owner: str) -> Scalar:
    if isinstance(x, Node):
        return x
    if not isinstance(x, int | float | np.number | np.bool_) or isinstance(x, np.complexfloating):
        raise ExpressionError(f"{owner} takes numbers and real expressions, not {x!r}")
    return float(x)


def applied(inverse: Inverse, matrix: Array, columns: Array) -> Array:
    """Columns of solutions: the matrix is factored once, and the inverse applied to each column."""
    entries = list(matrix.ravel())
    factors = call(inverse.factor, entries)
    check_factors(inverse.factor, factors, columns)
    return inverse.solve([*entries, *factors], columns)

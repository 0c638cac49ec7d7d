"""The least of a quadratic function between limits, as a call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array, Vector
from dalembert.errors import ExpressionError
from dalembert.expr.calls import Routine, array_of, invoke
from dalembert.expr.functions import equal, less, where
from dalembert.expr.inverses import as_matrix
from dalembert.expr.linear import solve
from dalembert.expr.node import Scalar, Truth
from dalembert.expr.scalar import is_zero
from dalembert.procedures.box_minimum_code import MOST_CHANGES, ROUNDING, box_minimum
from dalembert.procedures.statements import Procedure


def least_between(H: Array, g: Array, low: Array, high: Array) -> tuple[Array, Array]:
    """x (n,) with the least ½ xᵀ H x + gᵀ x between limits, and its sides: −1, 0 or 1; H (n, n) is definite.

    The derivative is that of a constant set of limits. A limit may be infinite.
    """
    matrix = as_matrix(H, "least_between")
    n = len(matrix)
    if matrix.shape != (n, n) or any(np.shape(x) != (n,) for x in (g, low, high)):
        raise ExpressionError("least_between needs a square matrix, and as many entries of g and of each limit")
    results = invoke(BoxMinimum(n), [*matrix.ravel(), *g, *low, *high])
    return array_of(results[:n], (n,)), array_of(results[n:], (n,))


@dataclass(frozen=True)
class BoxMinimum(Routine):
    """Operands H row by row, g, lower and upper limits; results x and its sides."""

    n: int

    @property
    def name(self) -> str:
        return f"box_minimum_{self.n}"

    @property
    def n_inputs(self) -> int:
        return self.n * self.n + 3 * self.n

    @property
    def n_outputs(self) -> int:
        return 2 * self.n

    @property
    def failure(self) -> str:
        return "a quadratic function has no least value between limits: its matrix is not definite"

    def native(self) -> Procedure:
        return box_minimum(self.n)

    def evaluate(self, x: Vector) -> Vector:
        """Minimum and sides for numbers, by the changes of limits of the native form."""
        n = self.n
        H, g, low, high = np.split(x, np.cumsum([n * n, n, n]))
        H, side = H.reshape(n, n), np.zeros(n)
        for _ in range(MOST_CHANGES * n):
            is_free, limit = side == 0.0, np.where(side < 0.0, low, high)
            at = np.where(is_free, 0.0, limit)
            free, bound = np.flatnonzero(is_free), np.flatnonzero(~is_free)
            if len(free):
                b = -g[free] - H[np.ix_(free, bound)] @ limit[bound]
                at[free] = np.linalg.solve(H[np.ix_(free, free)], b)
            slope, size = g + H @ at, np.abs(g) + np.abs(H) @ np.abs(at)
            wanted = [self._wanted(side[i], at[i], low[i], high[i], slope[i], size[i]) for i in range(n)]
            changed = [i for i in range(n) if wanted[i] != side[i]]
            if not changed:
                return np.concatenate([at, side])
            side[changed[0]] = wanted[changed[0]]
        return np.full(2 * n, np.nan)

    def _wanted(self, side: float, x: float, low: float, high: float, slope: float, size: float) -> float:
        room = ROUNDING * abs(x)
        if side == 0.0:
            return -1.0 if x < low - room else 1.0 if high + room < x else 0.0
        if side < 0.0:
            return 0.0 if slope < -ROUNDING * size else -1.0
        return 0.0 if ROUNDING * size < slope else 1.0

    # ---- derivatives: limits that are taken stay so

    def _split(self, x: Sequence[Scalar]) -> tuple[Array, Array, Array, Array]:
        n = self.n
        H = array_of(list(x[: n * n]), (n, n))
        g, low, high = (array_of(list(x[n * n + k * n : n * n + (k + 1) * n]), (n,)) for k in range(3))
        return H, g, low, high

    def _free(self, y: Sequence[Scalar]) -> Array:
        """One where an entry is free, else zero."""
        return array_of([where(equal(side, 0.0), 1.0, 0.0) for side in y[self.n :]], (self.n,))

    def _matrix(self, H: Array, free: Array) -> Array:
        return H * free[:, None] * free[None, :] + np.diag(1.0 - free)

    def forward(self, x: Sequence[Scalar], y: Sequence[Scalar], dx: Sequence[Scalar]) -> Sequence[Scalar]:
        H = self._split(x)[0]
        dH, dg, dlow, dhigh = self._split(dx)
        at, free = array_of(list(y[: self.n]), (self.n,)), self._free(y)
        sides = y[self.n :]
        pairs = zip(sides, dlow, dhigh, strict=True)
        limits = array_of([_chosen(less(side, 0.0), a, b) for side, a, b in pairs], (self.n,))
        moved = (1.0 - free) * limits
        b = moved - free * (dH @ at + dg + H @ moved)
        if all(map(is_zero, b)):
            return [0.0] * (2 * self.n)
        return [*solve(self._matrix(H, free), b), *[0.0] * self.n]

    def reverse(self, x: Sequence[Scalar], y: Sequence[Scalar], y_bar: Sequence[Scalar]) -> Sequence[Scalar]:
        H, n = self._split(x)[0], self.n
        at, free = array_of(list(y[:n]), (n,)), self._free(y)
        mu = free * solve(self._matrix(H, free).T, array_of(list(y_bar[:n]), (n,)))
        at_limits = (1.0 - free) * (array_of(list(y_bar[:n]), (n,)) - H.T @ mu)
        is_low = [where(less(side, 0.0), 1.0, 0.0) for side in y[n:]]
        low = [b * k for b, k in zip(at_limits, is_low, strict=True)]
        high = [b * (1.0 - k) for b, k in zip(at_limits, is_low, strict=True)]
        return [*(-np.outer(mu, at)).ravel(), *(-mu), *low, *high]


def _chosen(condition: Truth, a: Scalar, b: Scalar) -> Scalar:
    return 0.0 if is_zero(a) and is_zero(b) else where(condition, a, b)

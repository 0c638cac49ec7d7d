"""Linear systems inside native loops: every lane chooses pivots of its own."""

from __future__ import annotations

from dalembert.procedures.language import Code
from dalembert.procedures.statements import Array
from dalembert.procedures.values import Index, Real


class LinearSystem:
    """A square matrix, which its factors replace, and a right-hand side, which the solution replaces.

    Rows are exchanged under masks, so that lanes with other pivots stand side by side. A singular matrix gives
    results that are not finite.
    """

    def __init__(self, c: Code, n: int) -> None:
        self.c, self.n = c, n
        self.matrix, self.right = c.array(n * n), c.array(n)
        self._pivots = c.array(n)
        self._inverses = c.array(n)

    def factor(self) -> None:
        """P A = L U, row by row in the place of A; the pivot is the largest of its column."""
        c, n, A = self.c, self.n, self.matrix
        with c.each(n) as k:
            self._pivots[k] = self._largest_below(k)
            self._exchange(A, k, n)
            inverse = 1.0 / A[k * (n + 1)]
            self._inverses[k] = inverse
            with c.each(k + 1, n) as i:
                factor = A[i * n + k] * inverse
                A[i * n + k] = factor
                with c.each(k + 1, n) as j:
                    A[i * n + j] = c.fma(-factor, A[k * n + j], A[i * n + j])

    def solve(self) -> None:
        """A⁻¹ times the right-hand side, in its place."""
        c, n, A, x = self.c, self.n, self.matrix, self.right
        with c.each(n) as k:
            self._exchange(x, k, 1)
        with c.each(n) as k, c.each(k + 1, n) as i:
            x[i] = c.fma(-A[i * n + k], x[k], x[i])
        with c.each(n) as back:
            k = n - 1 - back
            total = c.variable(x[k])
            with c.each(k + 1, n) as j:
                total.value = c.fma(-A[k * n + j], x[j], total.value)
            x[k] = total.value * self._inverses[k]

    def _largest_below(self, k: Index) -> Real:
        """The row, from k on, of the largest entry of column k, in each lane."""
        c, n = self.c, self.n
        row, size = c.variable(c.spread(k)), c.variable(c.abs(self.matrix[k * (n + 1)]))
        with c.each(k + 1, n) as i:
            candidate = c.abs(self.matrix[i * n + k])
            is_larger = candidate > size.value
            row.update(is_larger, c.spread(i))
            size.update(is_larger, candidate)
        found: Real = row.value
        return found

    def _exchange(self, array: Array, k: Index, width: int) -> None:
        """Exchange row k with its pivot's, in an array of this many columns."""
        c, n = self.c, self.n
        with c.each(k + 1, n) as i:
            mine = self._pivots[k].equals(c.spread(i))
            with c.when(c.any(mine)), c.each(width) as j:
                upper, lower = array[k * width + j], array[i * width + j]
                array[k * width + j] = c.select(mine, lower, upper)
                array[i * width + j] = c.select(mine, upper, lower)

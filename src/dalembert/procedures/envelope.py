"""Native code of A = L U within an envelope that is known at run time only, and of solving with it.

The matrix is stored in full, row by row; of each row and column k, nothing but zeros lies beyond `last[k]`.
Fill-in of the elimination lies within. There is no pivoting, so matrices must be definite, as inertia makes them.
"""

from __future__ import annotations

from dalembert.procedures.columns import descending
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Array
from dalembert.procedures.values import Index, IndexLike, RealLike


class Envelope:
    """A square matrix and its envelope; for one lane."""

    def __init__(self, c: Code, n: int) -> None:
        self.c, self.n = c, n
        self.entries, self.last, self.inverse = c.array(n * n), c.array(n), c.array(n)

    def shrink(self) -> None:
        """Nothing but the diagonal is in the envelope."""
        with self.c.each(self.n) as k:
            self.last[k] = self.c.spread(k)

    def admit(self, first: IndexLike, last: IndexLike) -> None:
        """Entries of these rows and columns may differ from zero, and those between."""
        self.last[first] = self.c.maximum(self.last[first], self.c.spread(last))

    def close(self) -> None:
        """Rows reach as far as those before them; then all of the envelope is zero."""
        c, n = self.c, self.n
        far = c.variable(0.0)
        with c.each(n) as k:
            far.value = c.maximum(far.value, self.last[k])
            self.last[k] = far.value
            with c.each(k, self._stop(k)) as j:
                self.entries[k * n + j] = 0.0
                self.entries[j * n + k] = 0.0

    def add(self, i: Index, j: Index, value: RealLike) -> None:
        """Add to an entry of the envelope."""
        at = i * self.n + j
        self.entries[at] = self.entries[at] + value

    def factorize(self) -> None:
        """Both factors in the place of the matrix."""
        c, n, A = self.c, self.n, self.entries
        with c.each(n) as k:
            stop, inverse = self._stop(k), 1.0 / A[k * (n + 1)]
            self.inverse[k] = inverse
            with c.each(k + 1, stop) as i:
                factor = A[i * n + k] * inverse
                with c.when(c.is_true(~factor.equals(0.0))):
                    A[i * n + k] = factor
                    with c.each(k + 1, stop) as j:
                        A[i * n + j] = c.fma(-factor, A[k * n + j], A[i * n + j])

    def solve(self, w: Array) -> None:
        """w := U⁻¹ L⁻¹ w."""
        c, n, A = self.c, self.n, self.entries
        with c.each(n) as k:
            value = w[k]
            with c.each(k + 1, self._stop(k)) as i:
                w[i] = c.fma(-A[i * n + k], value, w[i])
        with c.each(n) as reverse:
            k = descending(n, reverse)
            total = c.variable(w[k])
            with c.each(k + 1, self._stop(k)) as j:
                total.value = c.fma(-A[k * n + j], w[j], total.value)
            w[k] = total.value * self.inverse[k]

    def _stop(self, k: Index) -> Index:
        return self.c.position(self.last[k]) + 1

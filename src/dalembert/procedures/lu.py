"""Native code of P A = L U, with pivots chosen at run time or in a fixed order, and of solving with it.

Both factors are stored in one matrix, row by row: L below the diagonal (its own diagonal is one), U on and
above it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from dalembert.procedures.columns import Columns, descending, give_up, spoil
from dalembert.procedures.language import Code
from dalembert.procedures.sparsity import Pattern
from dalembert.procedures.statements import Array, Procedure
from dalembert.procedures.values import Index


class Rows:
    """Positions of the two factors in their storage."""

    def __init__(self, c: Code, pattern: Pattern) -> None:
        self.c, self.n, self.is_full = c, pattern.n, pattern.is_full
        if self.is_full:
            return
        starts = [0]
        for left, right in zip(pattern.before, pattern.below, strict=True):
            starts.append(starts[-1] + len(left) + 1 + len(right))
        self._start = c.table(starts, "index")
        self._diagonal = c.table([s + len(left) for s, left in zip(starts, pattern.before, strict=False)], "index")
        self._column = c.table([j for _, j in pattern.by_rows], "index")

    def diagonal(self, k: Index) -> Index:
        """Where U[k, k] is."""
        return k * (self.n + 1) if self.is_full else self._diagonal[k]

    @contextmanager
    def left(self, k: Index) -> Iterator[tuple[Index, Index]]:
        """Loop over row k of L: where L[k, j] is, and j."""
        if self.is_full:
            with self.c.each(k) as j:
                yield k * self.n + j, j
        else:
            with self.c.each(self._start[k], self._diagonal[k]) as p:
                yield p, self._column[p]

    @contextmanager
    def right(self, k: Index) -> Iterator[tuple[Index, Index]]:
        """Loop over row k of U right of the diagonal: where U[k, j] is, and j."""
        if self.is_full:
            with self.c.each(k + 1, self.n) as j:
                yield k * self.n + j, j
        else:
            with self.c.each(self._diagonal[k] + 1, self._start[k + 1]) as p:
                yield p, self._column[p]


def pivoted_lu(n: int) -> Procedure:
    """x: A (n, n) → y: both factors (n, n), order (n): row k of the factors is row order[k] of A.

    The pivot is the largest of its column, the first of equal ones. Products are rounded before they are
    subtracted, as in the interpreted form, so that both choose the same pivots.
    """
    c = Code(f"lu_{n}")
    x, y = c.argument("x"), c.argument("y")
    order = y.part(n * n)
    with c.each(n * n) as i:
        y[i] = x[i]
    with c.each(n) as i:
        order[i] = c.spread(i)
    with c.each(n) as k:
        row = _largest_below(c, y, n, k)
        with c.when(c.is_true(~(c.abs(y[row * n + k]) > 0.0))):
            give_up(c, y, n * n + n)
        with c.when(row > k):
            with c.each(n) as j:
                swap(y, k * n + j, row * n + j)
            swap(order, k, row)
        with c.each(k + 1, n) as i:
            factor = y[i * n + k] / y[k * (n + 1)]
            y[i * n + k] = factor
            with c.each(k + 1, n) as j:
                y[i * n + j] = y[i * n + j] - factor * y[k * n + j]
    return c.procedure()


def _largest_below(c: Code, y: Array, n: int, k: Index) -> Index:
    """The row, from k on, of the largest entry of column k."""
    row, size = c.variable(k), c.variable(c.abs(y[k * (n + 1)]))
    with c.each(k + 1, n) as i:
        candidate = c.abs(y[i * n + k])
        with c.when(c.is_true(candidate > size.value)):
            row.value, size.value = i, candidate
    return row.value


def swap(array: Array, i: Index, j: Index) -> None:
    """Exchange two entries."""
    array_i, array_j = array[i], array[j]
    array[i], array[j] = array_j, array_i


def static_lu(pattern: Pattern) -> Procedure:
    """x: the entries of A → y: both factors on the pattern; row by row, no decision depends on a value."""
    c = Code(f"static_lu_{pattern.key}")
    x, y = c.argument("x"), c.argument("y")
    rows, row = Rows(c, pattern), c.array(pattern.n)
    size, inverse, spread_nan = len(pattern.by_rows), c.array(pattern.n), c.variable(0.0)
    target = c.table(pattern.positions(pattern.by_rows), "index")
    with c.each(size) as i:
        y[i] = 0.0
    with c.each(len(pattern.entries)) as i:
        y[target[i]] = x[i]
    with c.each(pattern.n) as k:
        diagonal = rows.diagonal(k)
        row[k] = y[diagonal]
        for side in (rows.left, rows.right):
            with side(k) as (p, j):
                row[j] = y[p]
        # each row above takes its part: A[k] − L[k, j] U[j]
        with rows.left(k) as (p, j):
            factor = row[j] * inverse[j]
            y[p] = factor
            with rows.right(j) as (q, i):
                row[i] = c.fma(-factor, y[q], row[i])
        y[diagonal] = row[k]
        with rows.right(k) as (p, j):
            y[p] = row[j]
        inverse[k] = 1.0 / row[k]
        spread_nan.value = c.fma(0.0, inverse[k], spread_nan.value)
    spoil(c, y, size, spread_nan.value)
    return c.procedure()


def lu_solve(pattern: Pattern, width: int, is_pivoted: bool, is_transposed: bool) -> Procedure:
    """x: both factors, order (n) if pivoted, b (n, width) → y = A⁻¹ b or A⁻ᵀ b (n, width)."""
    kind = "lu" if is_pivoted else "static_lu"
    c = Code(f"{kind}_{'transposed_' if is_transposed else ''}solve_{pattern.key}_{width}")
    x, y = c.argument("x"), c.argument("y")
    n, size, rows = pattern.n, len(pattern.by_rows), Rows(c, pattern)
    b = Columns(c, x.part(size + n if is_pivoted else size), width)
    result, w = Columns(c, y, width), Columns(c, c.array(n * width), width)
    order = x.part(size)
    if not is_pivoted:
        w.gather(b, pattern.order)
    elif is_transposed:
        w.copy(b, n)
    else:
        w.gather_by(b, order, n, n)
    (_solve_transposed if is_transposed else _solve)(c, x, rows, w)
    if not is_pivoted:
        result.scatter(w, pattern.order)
    elif is_transposed:
        result.scatter_by(w, order, n, n)
    else:
        result.copy(w, n)
    return c.procedure()


def _solve(c: Code, F: Array, rows: Rows, w: Columns) -> None:
    """w := U⁻¹ L⁻¹ w."""
    with c.each(rows.n) as k, rows.left(k) as (p, j):
        w.subtract(k, F[p], j)
    with c.each(rows.n) as i:
        k = descending(rows.n, i)
        with rows.right(k) as (p, j):
            w.subtract(k, F[p], j)
        w.scale(k, 1.0 / F[rows.diagonal(k)])


def _solve_transposed(c: Code, F: Array, rows: Rows, w: Columns) -> None:
    """w := L⁻ᵀ U⁻ᵀ w."""
    with c.each(rows.n) as k:
        w.scale(k, 1.0 / F[rows.diagonal(k)])
        with rows.right(k) as (p, j):
            w.subtract(j, F[p], k)
    with c.each(rows.n) as i:
        k = descending(rows.n, i)
        with rows.left(k) as (p, j):
            w.subtract(j, F[p], k)

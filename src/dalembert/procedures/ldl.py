"""Native code of A = L D Lᵀ and A = L Lᵀ without pivoting, and of solving with them.

The factors are stored column by column: first the diagonal (of D, or of L if D is one), then what lies below.
No decision depends on a value, so several lanes run at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate

from dalembert.procedures.columns import Columns, descending, spoil
from dalembert.procedures.language import Code
from dalembert.procedures.sparsity import Pattern
from dalembert.procedures.statements import Array, Procedure
from dalembert.procedures.values import Index


class LowerFactor:
    """Positions of L in its storage."""

    def __init__(self, c: Code, pattern: Pattern) -> None:
        self.c, self.n, self.is_full = c, pattern.n, pattern.is_full
        starts = [0, *accumulate(1 + len(rows) for rows in pattern.below)]
        self._start = c.table(starts, "index")
        if self.is_full:
            return
        at = {place: position for position, place in enumerate(pattern.by_columns)}
        left = [(k, j) for k, columns in enumerate(pattern.before) for j in columns]
        self._row = c.table([i for i, _ in pattern.by_columns], "index")
        self._left_start = c.table([0, *accumulate(map(len, pattern.before))], "index")
        # a table is never empty
        self._left_column = c.table([j for _, j in left] or [0], "index")
        self._left_position = c.table([at[place] for place in left] or [0], "index")

    def diagonal(self, j: Index) -> Index:
        """Where the diagonal of column j is."""
        return self._start[j]

    @contextmanager
    def below(self, j: Index, stop: Index | None = None) -> Iterator[tuple[Index, Index]]:
        """Loop over column j below the diagonal, up to position `stop`: where L[i, j] is, and i."""
        start = self._start[j]
        with self.c.each(start + 1, self._start[j + 1] if stop is None else stop) as p:
            yield p, (p - start + j if self.is_full else self._row[p])

    @contextmanager
    def left(self, k: Index) -> Iterator[tuple[Index, Index]]:
        """Loop over row k left of the diagonal: where L[k, j] is, and j."""
        if self.is_full:
            with self.c.each(k) as j:
                yield self._start[j] + k - j, j
        else:
            with self.c.each(self._left_start[k], self._left_start[k + 1]) as s:
                yield self._left_position[s], self._left_column[s]


def ldl(pattern: Pattern, is_root: bool) -> Procedure:
    """x: entries of A's lower triangle → y: L and D, or L √D if `is_root` (Cholesky's factor).

    Row by row: with v = (L D)[k],  v[i] = A[k, i] − Σⱼ L[i, j] v[j],  D[k] = A[k, k] − Σⱼ L[k, j] v[j]
    (Davis 2005, ACM TOMS 31, "a concise sparse Cholesky").
    """
    c = Code(f"{'cholesky' if is_root else 'ldl'}_{pattern.key}")
    x, y = c.argument("x"), c.argument("y")
    L, n, size = LowerFactor(c, pattern), pattern.n, len(pattern.by_columns)
    v, inverse, spread_nan = c.array(n), c.array(n), c.variable(0.0)
    target = c.table(pattern.positions(pattern.by_columns), "index")
    with c.each(size) as i:
        y[i] = 0.0
    with c.each(len(pattern.entries)) as i:
        y[target[i]] = x[i]
    with c.each(n) as k:
        with L.left(k) as (p, j):
            v[j] = y[p]
        pivot = c.variable(y[L.diagonal(k)])
        with L.left(k) as (p, j):
            taken = v[j]
            with L.below(j, stop=p) as (q, i):
                v[i] = c.fma(-y[q], taken, v[i])
            entry = taken * inverse[j]
            y[p] = entry
            pivot.value = c.fma(-entry, taken, pivot.value)
        y[L.diagonal(k)] = pivot.value
        inverse[k] = 1.0 / pivot.value
        spread_nan.value = c.fma(0.0, inverse[k], spread_nan.value)
    if is_root:
        with c.each(n) as j:
            root = c.sqrt(y[L.diagonal(j)])
            y[L.diagonal(j)] = root
            with L.below(j) as (p, _):
                y[p] = y[p] * root
            spread_nan.value = c.fma(0.0, root, spread_nan.value)
    spoil(c, y, size, spread_nan.value)
    return c.procedure()


def ldl_solve(pattern: Pattern, is_root: bool, width: int) -> Procedure:
    """x: factors as `ldl` gives them, b (n, width) → y = A⁻¹ b (n, width)."""
    c = Code(f"{'cholesky' if is_root else 'ldl'}_solve_{pattern.key}_{width}")
    x, y = c.argument("x"), c.argument("y")
    L, n = LowerFactor(c, pattern), pattern.n
    b, result = Columns(c, x.part(len(pattern.by_columns)), width), Columns(c, y, width)
    if pattern.is_full:
        result.copy(b, n)
        _solve(c, x, L, result, is_root)
        return c.procedure()
    w = Columns(c, c.array(n * width), width)
    w.gather(b, pattern.order)
    _solve(c, x, L, w, is_root)
    result.scatter(w, pattern.order)
    return c.procedure()


def _solve(c: Code, F: Array, L: LowerFactor, w: Columns, is_root: bool) -> None:
    """w := L⁻ᵀ D⁻¹ L⁻¹ w, where D is one if `is_root`."""
    with c.each(L.n) as j:
        if is_root:
            w.scale(j, 1.0 / F[L.diagonal(j)])
        with L.below(j) as (p, i):
            w.subtract(i, F[p], j)
    with c.each(L.n) as reverse:
        j = descending(L.n, reverse)
        if not is_root:
            w.scale(j, 1.0 / F[L.diagonal(j)])
        with L.below(j) as (p, i):
            w.subtract(j, F[p], i)
        if is_root:
            w.scale(j, 1.0 / F[L.diagonal(j)])

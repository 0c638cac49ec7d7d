"""Native code of P A Q = L U with complete pivoting: which coordinates follow from which others.

Elimination stops after `rank` steps. The first `rank` columns of A Q are those of the dependent coordinates,
the others, in the order of A, those of the independent ones. Storage, in this order: both factors (m, n),
order of the rows (m), order of the columns (n).
"""

from __future__ import annotations

from dalembert.procedures.columns import Columns, descending, give_up
from dalembert.procedures.language import Code
from dalembert.procedures.lu import swap
from dalembert.procedures.statements import Array, Procedure
from dalembert.procedures.values import Index


def partition(m: int, n: int, rank: int, rcond: float, name: str) -> Procedure:
    """x: A (m, n) → y: its factors, as laid out above; no result if a pivot is below rcond times the first.

    The pivot is the largest entry left, the first of equal ones, row by row. Products are rounded before they
    are subtracted, as in the interpreted form, so that both choose the same pivots.
    """
    c = Code(name)
    x, y = c.argument("x"), c.argument("y")
    rows, columns = y.part(m * n), y.part(m * n + m)
    with c.each(m * n) as i:
        y[i] = x[i]
    for order, count in ((rows, m), (columns, n)):
        with c.each(count) as i:
            order[i] = c.spread(i)
    least = c.variable(0.0)
    with c.each(rank) as k:
        row, column = _largest(c, y, m, n, k)
        pivot = c.abs(y[row * n + column])
        with c.when(c.is_true(~(pivot > least.value))):
            give_up(c, y, m * n + m + n)
        with c.when(k.equals(0)):
            least.value = rcond * pivot
        with c.each(n) as j:
            swap(y, k * n + j, row * n + j)
        swap(rows, k, row)
        with c.each(m) as i:
            _move(c, y.part(i * n), column, k)
        _move(c, columns, column, k)
        _eliminate(c, y, m, n, k)
    return c.procedure()


def _largest(c: Code, y: Array, m: int, n: int, k: Index) -> tuple[Index, Index]:
    """Place of the largest entry from row and column k on."""
    row, column, size = c.variable(k), c.variable(k), c.variable(c.abs(y[k * (n + 1)]))
    with c.each(k, m) as i, c.each(k, n) as j:
        candidate = c.abs(y[i * n + j])
        with c.when(c.is_true((candidate > size.value) | candidate.is_nan())):
            row.value, column.value, size.value = i, j, candidate
    return row.value, column.value


def _move(c: Code, array: Array, source: Index, target: Index) -> None:
    """Move an entry forward; those between make room and keep their order."""
    with c.each(target, source) as i:
        swap(array, i, source)


def _eliminate(c: Code, y: Array, m: int, n: int, k: Index) -> None:
    """Take column k out of the rows below."""
    with c.each(k + 1, m) as i:
        factor = y[i * n + k] / y[k * (n + 1)]
        y[i * n + k] = factor
        with c.each(k + 1, n) as j:
            y[i * n + j] = y[i * n + j] - factor * y[k * n + j]


def null_basis(m: int, n: int, rank: int) -> Procedure:
    """x: factors of A (m, n) → y: Z (n, n − rank), identity on the independent coordinates, A Z = 0."""
    c = Code(f"null_basis_{m}_{n}_{rank}")
    F, y = c.argument("x"), c.argument("y")
    width = n - rank
    w = Columns(c, c.array(n * width), width)
    with c.each(rank) as i, c.each(width) as r:
        w.array[i * width + r] = -F[i * n + rank + r]
    _divide(c, F, n, rank, w)
    w.clear(rank, n)
    with c.each(width) as r:
        w.array[(r + rank) * width + r] = 1.0
    Columns(c, y, width).scatter_by(w, F.part(m * n + m), n, n)
    return c.procedure()


def basic_solve(m: int, n: int, rank: int, width: int, is_transposed: bool) -> Procedure:
    """x: factors of A (m, n), b → y = S b with zero independent coordinates, or Sᵀ b; A S b = b if possible."""
    c = Code(f"basic_{'transposed_' if is_transposed else ''}solve_{m}_{n}_{rank}_{width}")
    F, y = c.argument("x"), c.argument("y")
    rows, columns = F.part(m * n), F.part(m * n + m)
    b, result = Columns(c, F.part(m * n + m + n), width), Columns(c, y, width)
    w = Columns(c, c.array(rank * width), width)
    if is_transposed:
        w.gather_by(b, columns, rank, n)
        _divide_transposed(c, F, n, rank, w)
        with c.each(rank) as i:
            k = descending(rank, i)
            with c.each(k) as j:
                w.subtract(j, F[k * n + j], k)
        result.scatter_by(w, rows, m, rank)
    else:
        w.gather_by(b, rows, rank, m)
        with c.each(rank) as k, c.each(k) as j:
            w.subtract(k, F[k * n + j], j)
        _divide(c, F, n, rank, w)
        result.scatter_by(w, columns, n, rank)
    return c.procedure()


def _divide(c: Code, F: Array, n: int, rank: int, w: Columns) -> None:
    """w := U⁻¹ w, of the first columns of U."""
    with c.each(rank) as i:
        k = descending(rank, i)
        with c.each(k + 1, rank) as j:
            w.subtract(k, F[k * n + j], j)
        w.scale(k, 1.0 / F[k * (n + 1)])


def _divide_transposed(c: Code, F: Array, n: int, rank: int, w: Columns) -> None:
    """w := U⁻ᵀ w."""
    with c.each(rank) as k:
        w.scale(k, 1.0 / F[k * (n + 1)])
        with c.each(k + 1, rank) as j:
            w.subtract(j, F[k * n + j], k)

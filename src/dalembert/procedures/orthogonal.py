"""Native code of the complete orthogonal decomposition A P = Q [T 0; 0 0] Zᵀ and of its pseudoinverse.

Householder reflections I − τ v vᵀ make A P upper trapezoidal from the left, the column of largest remaining
norm coming next, until nothing above `rcond` times the first norm remains, or enough were taken; further ones make
this square from the right (Golub and Van Loan 2013, section 5.5).

Storage, in this order, with s = min(m, n):

- F (m, n): T on and above the diagonal of the first `rank` columns; below it the tails of v, whose first
  entry is one; in the first `rank` rows of the other columns the tails of Z's v, which begin at the diagonal;
- τ of Q (s) and of Z (s), zero from `rank` on;
- 1/T[k, k] (s), zero from `rank` on: what is beyond the rank then takes no part;
- order (n): column k of A P is column order[k] of A;
- rank (1).
"""

from __future__ import annotations

from dataclasses import dataclass

from dalembert.procedures.columns import Columns, descending, give_up
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Array, Procedure
from dalembert.procedures.values import Index, Real


@dataclass(frozen=True)
class Layout:
    """Where the parts of the decomposition of an (m, n) matrix begin."""

    m: int
    n: int

    @property
    def steps(self) -> int:
        """The largest rank there can be."""
        return min(self.m, self.n)

    @property
    def left(self) -> int:
        """τ of Q."""
        return self.m * self.n

    @property
    def right(self) -> int:
        """τ of Z."""
        return self.left + self.steps

    @property
    def inverse(self) -> int:
        """1/T[k, k]."""
        return self.right + self.steps

    @property
    def order(self) -> int:
        """Order of the columns."""
        return self.inverse + self.steps

    @property
    def rank(self) -> int:
        """The rank."""
        return self.order + self.n

    @property
    def size(self) -> int:
        """All of it."""
        return self.rank + 1


def orthogonal(m: int, n: int, rank: int, rcond: float, name: str) -> Procedure:
    """x: A (m, n) → y: its decomposition, as laid out above; decides by values, lane by lane.

    What remains after `rank` steps is taken for zero.
    """
    at = Layout(m, n)
    c = Code(name)
    x, F = c.argument("x"), c.argument("y")
    spread_nan = c.variable(0.0)
    with c.each(m * n) as i:
        F[i] = x[i]
        spread_nan.value = c.fma(0.0, x[i], spread_nan.value)
    with c.when(c.is_true(spread_nan.value.is_nan())):
        give_up(c, F, at.size)
    with c.each(at.left, at.order) as i:
        F[i] = 0.0
    with c.each(n) as j:
        F[j + at.order] = c.spread(j)
    steps, first, goes_on = c.variable(0), c.variable(0.0), c.variable(1)
    with c.each(rank) as k, c.when(goes_on.value.equals(1)):
        column, norm = _longest(c, F, at, k)
        with c.when(k.equals(0)):
            first.value = norm
        goes_on.value = c.pick(c.is_true(norm > rcond * first.value), 1, 0)
        with c.when(goes_on.value.equals(1)):
            _exchange(c, F, at, k, column)
            _reflect_rows(c, F, at, k, norm)
            steps.value = k + 1
    with c.each(steps.value) as i:
        _reflect_columns(c, F, at, descending(steps.value, i), steps.value)
    F[at.rank] = c.spread(steps.value)
    return c.procedure()


def _longest(c: Code, F: Array, at: Layout, k: Index) -> tuple[Index, Real]:
    """The column, from k on, whose part from row k on is longest, and its norm."""
    column, square = c.variable(k), c.variable(0.0)
    with c.each(k, at.n) as j:
        total = c.variable(0.0)
        with c.each(k, at.m) as i:
            total.value = c.fma(F[i * at.n + j], F[i * at.n + j], total.value)
        with c.when(c.is_true(total.value > square.value)):
            column.value, square.value = j, total.value
    return column.value, c.sqrt(square.value)


def _exchange(c: Code, F: Array, at: Layout, k: Index, j: Index) -> None:
    """Exchange columns k and j."""
    with c.each(at.m) as i:
        F_k, F_j = F[i * at.n + k], F[i * at.n + j]
        F[i * at.n + k], F[i * at.n + j] = F_j, F_k
    order_k, order_j = F[k + at.order], F[j + at.order]
    F[k + at.order], F[j + at.order] = order_j, order_k


def _reflect_rows(c: Code, F: Array, at: Layout, k: Index, norm: Real) -> None:
    """The reflection that leaves of column k its diagonal only, applied to the columns right of it."""
    alpha = F[k * at.n + k]
    beta = -c.copysign(norm, alpha)
    tau = (beta - alpha) / beta
    with c.each(k + 1, at.m) as i:
        F[i * at.n + k] = F[i * at.n + k] / (alpha - beta)
    F[k * at.n + k], F[k + at.left] = beta, tau
    F[k + at.inverse] = 1.0 / beta
    with c.each(k + 1, at.n) as j:
        total = c.variable(F[k * at.n + j])
        with c.each(k + 1, at.m) as i:
            total.value = c.fma(F[i * at.n + k], F[i * at.n + j], total.value)
        scaled = tau * total.value
        F[k * at.n + j] = F[k * at.n + j] - scaled
        with c.each(k + 1, at.m) as i:
            F[i * at.n + j] = c.fma(-scaled, F[i * at.n + k], F[i * at.n + j])


def _reflect_columns(c: Code, F: Array, at: Layout, k: Index, rank: Index) -> None:
    """The reflection that leaves of row k nothing beyond the rank, applied to the rows above it."""
    tail = c.variable(0.0)
    with c.each(rank, at.n) as j:
        tail.value = c.fma(F[k * at.n + j], F[k * at.n + j], tail.value)
    with c.when(c.is_true(tail.value > 0.0)):
        alpha = F[k * at.n + k]
        beta = -c.copysign(c.sqrt(c.fma(alpha, alpha, tail.value)), alpha)
        tau = (beta - alpha) / beta
        with c.each(rank, at.n) as j:
            F[k * at.n + j] = F[k * at.n + j] / (alpha - beta)
        F[k * at.n + k], F[k + at.right] = beta, tau
        F[k + at.inverse] = 1.0 / beta
        with c.each(k) as i:
            total = c.variable(F[i * at.n + k])
            with c.each(rank, at.n) as j:
                total.value = c.fma(F[k * at.n + j], F[i * at.n + j], total.value)
            scaled = tau * total.value
            F[i * at.n + k] = F[i * at.n + k] - scaled
            with c.each(rank, at.n) as j:
                F[i * at.n + j] = c.fma(-scaled, F[k * at.n + j], F[i * at.n + j])


def pseudo_solve(m: int, n: int, width: int, is_transposed: bool) -> Procedure:
    """x: decomposition of A (m, n), b → y = A⁺ b = P Z T⁻¹ Qᵀ b, or A⁺ᵀ b = Q T⁻ᵀ Zᵀ Pᵀ b.

    Nothing is decided by values: what lies beyond the rank is multiplied by zeros.
    """
    at = Layout(m, n)
    c = Code(f"pseudo_{'transposed_' if is_transposed else ''}solve_{m}_{n}_{width}")
    F, y = c.argument("x"), c.argument("y")
    b, result = Columns(c, F.part(at.size), width), Columns(c, y, width)
    w = Columns(c, c.array(max(m, n) * width), width)
    if is_transposed:
        w.gather_by(b, F.part(at.order), n, n)
        with c.each(at.steps) as i:
            _apply_right(c, F, at, w, descending(at.steps, i))
        _divide_transposed(c, F, at, w)
        w.clear(at.steps, m)
        with c.each(at.steps) as i:
            _apply_left(c, F, at, w, descending(at.steps, i))
        result.copy(w, m)
    else:
        w.copy(b, m)
        with c.each(at.steps) as k:
            _apply_left(c, F, at, w, k)
        _divide(c, F, at, w)
        w.clear(at.steps, n)
        with c.each(at.steps) as k:
            _apply_right(c, F, at, w, k)
        result.scatter_by(w, F.part(at.order), n, n)
    return c.procedure()


def _apply_left(c: Code, F: Array, at: Layout, w: Columns, k: Index) -> None:
    """Reflection k of Q on all columns of w."""
    with c.each(w.width) as r:
        total = c.variable(w.array[k * w.width + r])
        with c.each(k + 1, at.m) as i:
            total.value = c.fma(F[i * at.n + k], w.array[i * w.width + r], total.value)
        scaled = F[k + at.left] * total.value
        w.array[k * w.width + r] = w.array[k * w.width + r] - scaled
        with c.each(k + 1, at.m) as i:
            w.array[i * w.width + r] = c.fma(-scaled, F[i * at.n + k], w.array[i * w.width + r])


def _apply_right(c: Code, F: Array, at: Layout, w: Columns, k: Index) -> None:
    """Reflection k of Z on all columns of w; its tail begins at the rank, which may differ between lanes."""

    def tail(j: Index) -> Real:
        entry: Real = c.select(c.spread(j) >= F[at.rank], F[k * at.n + j], 0.0)
        return entry

    with c.each(w.width) as r:
        total = c.variable(w.array[k * w.width + r])
        with c.each(k + 1, at.n) as j:
            total.value = c.fma(tail(j), w.array[j * w.width + r], total.value)
        scaled = F[k + at.right] * total.value
        w.array[k * w.width + r] = w.array[k * w.width + r] - scaled
        with c.each(k + 1, at.n) as j:
            w.array[j * w.width + r] = c.fma(-scaled, tail(j), w.array[j * w.width + r])


def _divide(c: Code, F: Array, at: Layout, w: Columns) -> None:
    """w := T⁻¹ w."""
    with c.each(at.steps) as i:
        k = descending(at.steps, i)
        with c.each(k + 1, at.steps) as j:
            w.subtract(k, F[k * at.n + j], j)
        w.scale(k, F[k + at.inverse])


def _divide_transposed(c: Code, F: Array, at: Layout, w: Columns) -> None:
    """w := T⁻ᵀ w."""
    with c.each(at.steps) as k:
        w.scale(k, F[k + at.inverse])
        with c.each(k + 1, at.steps) as j:
            w.subtract(j, F[k * at.n + j], k)

"""Native code of the eigenvalues of a real matrix, by shifted QR steps in complex numbers.

The matrix is balanced by powers of two (Parlett and Reinsch 1969) and reduced to Hessenberg form by reflections.
Steps of QR with Wilkinson's shift, by rotations, then make entries below the diagonal vanish one after the other
from the end (Golub and Van Loan 2013, chapter 7); what is left on the diagonal are the eigenvalues.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from dalembert.procedures.columns import give_up
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Array, Procedure
from dalembert.procedures.values import Index, Real

_ROUNDING = 2.0**-52
_SWEEPS = 8
"""Rounds of balancing."""

_STEPS = 40
"""Steps for each eigenvalue, on average, after which there is none."""

_STUCK = 10
"""Steps without success after which a shift is taken that is none of the usual ones."""

_Number: TypeAlias = tuple[Real, Real]
"""Real and imaginary part."""

_Place: TypeAlias = Callable[[Index], Index]


def eigenvalues(n: int) -> Procedure:
    """x: A (n, n) → y: real parts (n), imaginary parts (n); status 1 and no numbers where there are none."""
    c = Code(f"eigenvalues_{n}")
    x, y = c.argument("x"), c.argument("y")
    H = _Complex(c.array(n * n), c.array(n * n), n)
    with c.each(n * n) as i:
        H.re[i], H.im[i] = x[i], 0.0
    _balance(c, H.re, n)
    _reduce(c, H.re, n)
    _iterate(c, H, y)
    return c.procedure()


@dataclass(frozen=True)
class _Complex:
    """A complex (n, n) matrix as two arrays."""

    re: Array
    im: Array
    n: int

    def __getitem__(self, at: tuple[Index, Index]) -> _Number:
        k = self._at(*at)
        return self.re[k], self.im[k]

    def __setitem__(self, at: tuple[Index, Index], z: _Number) -> None:
        k = self._at(*at)
        self.re[k], self.im[k] = z

    def _at(self, i: Index, j: Index) -> Index:
        return i * self.n + j


def _product(a: _Number, b: _Number) -> _Number:
    return a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]


def _size(c: Code, z: _Number) -> Real:
    """|re| + |im|."""
    return c.abs(z[0]) + c.abs(z[1])


def _root(c: Code, z: _Number) -> _Number:
    """Square root with a real part that is not negative."""
    length = c.sqrt(z[0] * z[0] + z[1] * z[1])
    re = c.sqrt(c.maximum(0.5 * (length + z[0]), 0.0))
    im = c.sqrt(c.maximum(0.5 * (length - z[0]), 0.0))
    return re, c.copysign(im, z[1])


def _balance(c: Code, A: Array, n: int) -> None:
    """Rows and columns of like size: D⁻¹ A D with powers of two, which round nothing."""
    with c.each(_SWEEPS), c.each(n) as i:
        row, column = c.variable(0.0), c.variable(0.0)
        with c.each(n) as j, c.when(~i.equals(j)):
            row.value = row.value + c.abs(A[i * n + j])
            column.value = column.value + c.abs(A[j * n + i])
        has_both = (row.value > 0.0) & (column.value > 0.0)
        grows = has_both & (column.value * 4.0 < row.value)
        shrinks = has_both & (column.value > 4.0 * row.value)
        factor = c.select(grows, 2.0, c.select(shrinks, 0.5, c.lift(Real, 1.0)))
        with c.each(n) as j:
            A[i * n + j] = A[i * n + j] / factor
        with c.each(n) as j:
            A[j * n + i] = A[j * n + i] * factor


def _reduce(c: Code, A: Array, n: int) -> None:
    """Hessenberg form, by reflections from both sides."""
    v = c.array(n)
    with c.each(max(n - 2, 0)) as k:
        total = c.variable(0.0)
        with c.each(k + 1, n) as i:
            v[i] = A[i * n + k]
            total.value = c.fma(v[i], v[i], total.value)
        with c.when(c.is_true(total.value > 0.0)):
            norm = c.copysign(c.sqrt(total.value), v[k + 1])
            v[k + 1] = v[k + 1] + norm
            # vᵀ v / 2
            half = norm * v[k + 1]
            with c.each(n) as j:
                _reflect(c, A, v, half, k, n, _column(n, j))
            with c.each(n) as i:
                _reflect(c, A, v, half, k, n, _row(n, i))
            with c.each(k + 2, n) as i:
                A[i * n + k] = 0.0


def _column(n: int, j: Index) -> _Place:
    return lambda i: i * n + j


def _row(n: int, i: Index) -> _Place:
    return lambda j: i * n + j


def _reflect(c: Code, A: Array, v: Array, half: Real, k: Index, n: int, at: _Place) -> None:
    """A column or a row of A, whose entries are at these places, by I − v vᵀ / half."""
    total = c.variable(0.0)
    with c.each(k + 1, n) as i:
        total.value = c.fma(v[i], A[at(i)], total.value)
    part = total.value / half
    with c.each(k + 1, n) as i:
        A[at(i)] = c.fma(-part, v[i], A[at(i)])


# ---- steps of QR


def _iterate(c: Code, H: _Complex, y: Array) -> None:
    """The eigenvalues of a Hessenberg matrix, from the last one on."""
    n = H.n
    norm = c.variable(0.0)
    with c.each(n * n) as i:
        norm.value = norm.value + c.abs(H.re[i])
    rotations = [c.array(n) for _ in range(4)]
    left, steps, failures = c.variable(n), c.variable(0), c.variable(0)
    with c.repeat() as again:
        last = left.value - 1
        first = _block(c, H, last, norm.value)
        is_found = first.equals(last)
        with c.when(is_found):
            y[last], y[last + n] = H[last, last]
            left.value, failures.value = last, 0
        with c.when(~is_found):
            failures.value = failures.value + 1
            shift = _shift(c, H, last)
            is_stuck = failures.value.equals(_STUCK)
            with c.when(is_stuck):
                failures.value = 0
            away = c.spread(c.pick(is_stuck, 1, 0)) * _size(c, H[last, last - 1])
            _step(c, H, first, last, (shift[0] + away, shift[1]), rotations)
        steps.value = steps.value + 1
        again.append((left.value > 0) & (steps.value < _STEPS * n))
    with c.when(left.value > 0):
        give_up(c, y, 2 * n)


def _block(c: Code, H: _Complex, last: Index, norm: Real) -> Index:
    """Where the block begins that ends here: below the diagonal there is nothing but rounding before it."""
    first = c.variable(0)
    with c.each(1, last + 1) as i:
        beside = _size(c, H[i - 1, i - 1]) + _size(c, H[i, i])
        scale = c.select(beside > 0.0, beside, norm)
        with c.when(c.is_true(_size(c, H[i, i - 1]) <= _ROUNDING * scale)):
            first.value = i
    return first.value


def _shift(c: Code, H: _Complex, last: Index) -> _Number:
    """The eigenvalue of the last two rows and columns that is next to the last entry."""
    a, b = H[last - 1, last - 1], H[last - 1, last]
    below, d = H[last, last - 1], H[last, last]
    half = 0.5 * (a[0] - d[0]), 0.5 * (a[1] - d[1])
    square, product = _product(half, half), _product(b, below)
    root = _root(c, (square[0] + product[0], square[1] + product[1]))
    sign = c.select(half[0] * root[0] + half[1] * root[1] < 0.0, -1.0, c.lift(Real, 1.0))
    divisor = half[0] + sign * root[0], half[1] + sign * root[1]
    length = divisor[0] * divisor[0] + divisor[1] * divisor[1]
    quotient = _product(product, (divisor[0], -divisor[1]))
    safe = c.select(length > 0.0, length, c.lift(Real, 1.0))
    return d[0] - quotient[0] / safe, d[1] - quotient[1] / safe


def _step(c: Code, H: _Complex, first: Index, last: Index, shift: _Number, rotations: list[Array]) -> None:
    """H := R Q + μ with Q R = H − μ in a block."""
    p_re, p_im, q_re, q_im = rotations
    with c.each(first, last + 1) as i:
        z = H[i, i]
        H[i, i] = z[0] - shift[0], z[1] - shift[1]
    with c.each(first, last) as k:
        p, q = H[k, k], H[k + 1, k]
        length = c.sqrt(p[0] * p[0] + p[1] * p[1] + q[0] * q[0] + q[1] * q[1])
        is_any = length > 0.0
        safe = c.select(is_any, length, c.lift(Real, 1.0))
        p_re[k], p_im[k] = c.select(is_any, p[0] / safe, 1.0), p[1] / safe
        q_re[k], q_im[k] = q[0] / safe, q[1] / safe
        p, q = (p_re[k], p_im[k]), (q_re[k], q_im[k])
        with c.each(k, last + 1) as j:
            upper, lower = H[k, j], H[k + 1, j]
            H[k, j] = _sum(_product((p[0], -p[1]), upper), _product((q[0], -q[1]), lower))
            H[k + 1, j] = _sum(_product((-q[0], -q[1]), upper), _product(p, lower))
    with c.each(first, last) as k:
        p, q = (p_re[k], p_im[k]), (q_re[k], q_im[k])
        with c.each(first, k + 2) as i:
            left, right = H[i, k], H[i, k + 1]
            H[i, k] = _sum(_product(left, p), _product(right, q))
            H[i, k + 1] = _sum(_product(left, (-q[0], q[1])), _product(right, (p[0], -p[1])))
    with c.each(first, last + 1) as i:
        z = H[i, i]
        H[i, i] = z[0] + shift[0], z[1] + shift[1]


def _sum(a: _Number, b: _Number) -> _Number:
    return a[0] + b[0], a[1] + b[1]

"""B-splines as numbers: local values, polynomial pieces, interpolation through points.

A spline of degree k has knots t (n + k + 1,), not decreasing, and coefficients c (n,). On the interval
t[m] ≤ x < t[m+1] it depends on the k + 1 coefficients c[m−k] … c[m] alone, so collocation matrices are
banded. Algorithms after de Boor, "A Practical Guide to Splines" (2001), chapters IX, X and XIII.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from dalembert.arrays import Vector

Integers: TypeAlias = NDArray[np.int64]


def derivatives(t: Vector, m: Integers, x: Vector, local: Vector, order: int) -> Vector:
    """Derivatives of this order at x, where x[i] lies in the interval m[i] of the knots; (len(x), …).

    `local` (len(x), k + 1, …) are the coefficients that matter there.
    """
    k, m, x = local.shape[1] - 1, m[:, None], x[:, None]

    # a derivative is a spline of one degree less, with differences as coefficients: de Boor, X (15)
    for degree in range(k, k - order, -1):
        i = np.arange(degree)
        factor = degree / (t[m + 1 + i] - t[m + 1 - degree + i])
        local = factor[..., None] * (local[:, 1:] - local[:, :-1])

    # convex combinations until one is left: de Boor, X (20)
    degree = k - order
    for level in range(1, degree + 1):
        i = np.arange(level, degree + 1)
        left, right = t[m - degree + i], t[m + 1 - level + i]
        share = ((x - left) / (right - left))[..., None]
        local = (1.0 - share) * local[:, :-1] + share * local[:, 1:]
    return local[:, 0]


def polynomial_pieces(t: Vector, c: Vector) -> tuple[Vector, Vector]:
    """Breakpoints (n + 1,) and coefficients (n, k + 1) of powers of the distance to the left breakpoint."""
    k = len(t) - len(c) - 1
    m = np.flatnonzero(t[k : len(c)] < t[k + 1 : len(c) + 1]) + k
    local = c[m[:, None] - k + np.arange(k + 1)][..., None]
    taylor = [derivatives(t, m, t[m], local, order)[:, 0] / math.factorial(order) for order in range(k + 1)]
    return np.append(t[m], t[len(c)]), np.stack(taylor, axis=1)


def collocation(t: Vector, degree: int, x: Vector, order: int) -> tuple[Integers, Vector]:
    """Basis functions' derivatives of this order at x: first columns (n,), and entries (n, degree + 1)."""
    last = len(t) - degree - 2
    m = np.clip(np.searchsorted(t, x, side="right") - 1, degree, last)
    basis = np.broadcast_to(np.eye(degree + 1), (len(x), degree + 1, degree + 1))
    return m - degree, derivatives(t, m, x, basis, order)


def interpolant(t: Vector, degree: int, x: Vector, values: Vector, end_orders: Sequence[int] = ()) -> Vector:
    """Coefficients of splines with given values at x and given derivatives at both ends; one column each.

    Rows of `values`: at the first point the value, then the derivatives of `end_orders`; the values at inner
    points; at the last point the derivatives in reverse, then the value.
    """
    at_start = [0, *end_orders]
    orders = np.array([*at_start, *[0] * (len(x) - 2), *reversed(at_start)])
    places = np.concatenate([x[:1].repeat(len(at_start)), x[1:-1], x[-1:].repeat(len(at_start))])
    first = np.empty(len(orders), dtype=np.int64)
    rows = np.empty((len(orders), degree + 1))
    for order in set(at_start):
        chosen = orders == order
        first[chosen], rows[chosen] = collocation(t, degree, places[chosen], order)

    # rows of derivatives are large where points are close: without scaling they would attract the pivots
    scale = np.abs(rows).max(axis=1, keepdims=True)
    return solve_banded(first, rows / scale, values / scale)


def solve_banded(first: Integers, rows: Vector, right: Vector) -> Vector:
    """Solution of A X = right (n, r), where row i of A is zero but for `rows[i]` from column `first[i]` on.

    Gaussian elimination with row exchanges, in the band only.
    """
    n, width = rows.shape
    below = int((np.arange(n) - first).max())
    above = int((first + width - 1 - np.arange(n)).max()) + below  # exchanges fill in above
    A, X = _band(n, below, above), right.copy()
    for i in range(n):
        A[i, first[i] : first[i] + width] = rows[i]

    for j in range(n):
        block, x = A[j : j + below + 1, j : j + above + 1], X[j : j + below + 1]
        pivot = int(np.abs(block[:, 0]).argmax())
        if pivot:
            block[[0, pivot]], x[[0, pivot]] = block[[pivot, 0]], x[[pivot, 0]]
        factors = block[1:, 0] / block[0, 0]
        block[1:] -= factors[:, None] * block[0]
        x[1:] -= factors[:, None] * x[0]
    for j in reversed(range(n)):
        X[j] = (X[j] - A[j, j + 1 : j + above + 1] @ X[j + 1 : j + above + 1]) / A[j, j]
    return X


def _band(n: int, below: int, above: int) -> Vector:
    """A zero matrix (n, n) of which only the band may be touched: nothing else is stored.

    Entry (i, j) is stored at i·width + (j − i + below), which is a plain matrix with overlapping rows.
    """
    width = below + above + 1
    store = np.zeros(n * width + above)
    size = store.itemsize
    return as_strided(store[below:], (n, n), ((width - 1) * size, size))

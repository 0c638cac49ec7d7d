"""Pieces that procedures of linear algebra share: columns of right-hand sides, orders, failure."""

from __future__ import annotations

import math
from collections.abc import Sequence

from dalembert.procedures.language import Code
from dalembert.procedures.statements import Array, Procedure
from dalembert.procedures.values import Index, IndexLike, Real, RealLike


class Columns:
    """A matrix of `width` columns, row by row in an array; all columns are treated alike."""

    def __init__(self, c: Code, array: Array, width: int) -> None:
        self.c, self.array, self.width = c, array, width

    def subtract(self, i: IndexLike, factor: Real, j: IndexLike) -> None:
        """Row i minus a multiple of row j."""
        with self.c.each(self.width) as r:
            at = i * self.width + r
            self.array[at] = self.c.fma(-factor, self.array[j * self.width + r], self.array[at])

    def scale(self, i: IndexLike, factor: RealLike) -> None:
        """Row i times a factor."""
        with self.c.each(self.width) as r:
            at = i * self.width + r
            self.array[at] = self.array[at] * factor

    def clear(self, start: IndexLike, stop: IndexLike) -> None:
        """Rows from start to stop are zero."""
        with self.c.each(start, stop) as i, self.c.each(self.width) as r:
            self.array[i * self.width + r] = 0.0

    def copy(self, source: Columns, n: int) -> None:
        """The first n rows of another matrix."""
        with self.c.each(n * self.width) as i:
            self.array[i] = source.array[i]

    def gather(self, source: Columns, order: Sequence[int]) -> None:
        """Row i is row order[i] of the other."""
        table = self.c.table(order, "index")
        with self.c.each(len(order)) as i, self.c.each(self.width) as r:
            self.array[i * self.width + r] = source.array[table[i] * self.width + r]

    def scatter(self, source: Columns, order: Sequence[int]) -> None:
        """Row order[i] is row i of the other."""
        table = self.c.table(order, "index")
        with self.c.each(len(order)) as i, self.c.each(self.width) as r:
            self.array[table[i] * self.width + r] = source.array[i * self.width + r]

    # orders known at run time only, in reals: every lane may have another, so rows are selected by comparing.
    # The first value is zero, or not a number if the order is none.

    def gather_by(self, source: Columns, order: Array, n: int, n_source: int) -> None:
        """Row i < n is row order[i] of the other, which has n_source rows."""
        c = self.c
        with c.each(n) as i, c.each(self.width) as r:
            value = c.variable(0.0 * order[0])
            with c.each(n_source) as j:
                value.update(order[i].equals(c.spread(j)), source.array[j * self.width + r])
            self.array[i * self.width + r] = value.value

    def scatter_by(self, source: Columns, order: Array, n: int, n_source: int) -> None:
        """Row order[i] is row i < n_source of the other; all else of the n rows is zero."""
        c = self.c
        with c.each(n) as j, c.each(self.width) as r:
            value = c.variable(0.0 * order[0])
            with c.each(n_source) as i:
                value.update(order[i].equals(c.spread(j)), source.array[i * self.width + r])
            self.array[j * self.width + r] = value.value


def descending(n: IndexLike, i: Index) -> Index:
    """n − 1 − i: counts down to zero while i counts up."""
    return n - 1 - i


def spoil(c: Code, y: Array, n: int, spread_nan: Real) -> None:
    """Where the check is not a number, neither are the results: status 1 if this is so in a lane."""
    with c.when(c.any(spread_nan.is_nan())):
        with c.each(n) as i:
            y[i] = c.select(spread_nan.is_nan(), spread_nan, y[i])
        c.end(1)


def give_up(c: Code, y: Array, n: int) -> None:
    """No result: not a number in all entries, status 1."""
    with c.each(n) as i:
        y[i] = math.nan
    c.end(1)


def copied(name: str, n: int) -> Procedure:
    """x → y: the first n entries."""
    c = Code(name)
    x, y = c.argument("x"), c.argument("y")
    with c.each(n) as i:
        y[i] = x[i]
    return c.procedure()

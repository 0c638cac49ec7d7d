"""Native code of a root of a small system g(w; x) = 0: fixed-point steps where they help, then Newton's method.

Newton's steps are halved until they make |g| smaller. All ends with changes at the level of rounding, or with a
step that is small and makes |g| no smaller any more, because rounding does not let it. Where neither is reached
there is no result.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from dalembert.procedures.columns import give_up
from dalembert.procedures.language import Code
from dalembert.procedures.lu import lu_solve, pivoted_lu
from dalembert.procedures.sparsity import full_pattern, square
from dalembert.procedures.statements import Array, Callee, Procedure
from dalembert.procedures.values import Flag, Real

FIXED_POINT_STEPS = 4
"""Largest number of fixed-point steps; Newton's method is faster near the root."""

CONTRACTION = 0.5
"""Fixed-point steps go on while each change is smaller than the one before by this factor."""

NEWTON_STEPS = 50
HALVINGS = 40

ROUNDING = 4.0 * 2.0**-52
"""A change that is nothing but rounding, relative to the size of the unknowns."""

STALLED = 1e-9
"""A change small enough to be the effect of rounding in g, if g becomes no smaller by it."""


def newton(callees: Sequence[Callee], n: int, n_given: int, is_fixed_point: bool) -> Procedure:
    """x: start (n), given (n_given) → y: w (n) with g(w; given) = 0.

    The callees compute g (n), and g with ∂g/∂w (n, n), of w and given. If the system is a fixed point,
    g = w − Φ(w), steps w := Φ(w) come first.
    """
    c = Code(f"root_{n}")
    x, y = c.argument("x"), c.argument("y")
    residual, slope = callees
    search = _Search(c, residual, slope, n, n_given)
    search.begin(x)
    if is_fixed_point:
        search.fixed_point_steps()
    converged = search.newton_steps()
    with c.when(~converged):
        give_up(c, y, n)
    with c.each(n) as i:
        y[i] = search.here[i]
    return c.procedure()


class _Search:
    """Writes the code of the search, for one lane."""

    def __init__(self, c: Code, residual: Callee, slope: Callee, n: int, n_given: int) -> None:
        self.c, self.residual, self.slope, self.n, self.n_given = c, residual, slope, n, n_given
        self.here, self.there = c.array(n + n_given), c.array(n + n_given)
        self.g, self.g_there, self.slopes = c.array(n), c.array(n), c.array(n + n * n)
        self.factors, self.d = c.array(n * n + 2 * n), c.array(n)
        self.start_size = c.variable(0.0)

    def begin(self, x: Array) -> None:
        """Copy the start and the inputs to both places."""
        with self.c.each(self.n + self.n_given) as i:
            self.here[i] = x[i]
            self.there[i] = x[i]
        self.start_size.value = self._largest(self.here)

    # ---- fixed point

    def fixed_point_steps(self) -> None:
        """w := w − g(w) while that contracts, also against the start: else it may end far from there."""
        c = self.c
        change, steps = c.variable(self.start_size.value), c.variable(0)
        with c.repeat() as again:
            c.call(self.residual, self.here, self.g)
            step = self._largest(self.g)
            contracts = c.is_true(step <= CONTRACTION * change.value)
            with c.when(c.is_true(~(step <= change.value))):
                self._copy(self.there, self.here)
            with c.when(contracts):
                self._copy(self.here, self.there)
                with c.each(self.n) as i:
                    self.here[i] = self.here[i] - self.g[i]
            change.value, steps.value = step, steps.value + 1
            again.append(contracts & c.is_true(step > self._rounding()) & (steps.value < FIXED_POINT_STEPS))

    # ---- Newton

    def newton_steps(self) -> Flag:
        """Steps until nothing changes any more; whether that was reached."""
        c = self.c
        converged, steps = c.variable(0), c.variable(0)
        with c.repeat() as again:
            c.call(self.slope, self.here, self.slopes)
            size = self._direction()
            improved = self._line_search(self._squares(self.slopes))
            with c.when(improved):
                self._copy(self.there, self.here)
            small = c.is_true(size <= self._rounding())
            stalled = ~improved & c.is_true(size <= STALLED * self._size())
            converged.value, steps.value = c.pick(small | stalled, 1, 0), steps.value + 1
            again.append(improved & converged.value.equals(0) & (steps.value < NEWTON_STEPS))
        return converged.value.equals(1)

    def _direction(self) -> Real:
        """The step −d with ∂g/∂w d = g, or d = g where there is none; the size of d."""
        c, n = self.c, self.n
        b, size = self.factors.part(n * n + n), c.variable(math.nan)
        failed = c.call(pivoted_lu(n), self.slopes.part(n), self.factors)
        with c.when(failed.equals(0)):
            self._copy(self.slopes, b)
            c.call(
                lu_solve(full_pattern(n, square(n)), 1, is_pivoted=True, is_transposed=False), self.factors, self.d
            )
            size.value = self._largest(self.d)
        with c.when(c.is_true(~(size.value < math.inf))):
            self._copy(self.slopes, self.d)
            size.value = self._largest(self.d)
        return size.value

    def _line_search(self, before: Real) -> Flag:
        """Halve the step until |g| becomes smaller; whether it did."""
        c = self.c
        part, improved, halvings = c.variable(1.0), c.variable(0), c.variable(0)
        with c.repeat() as again:
            with c.each(self.n) as i:
                self.there[i] = self.here[i] - part.value * self.d[i]
            c.call(self.residual, self.there, self.g_there)
            improved.value = c.pick(c.is_true(self._squares(self.g_there) < before), 1, 0)
            part.value, halvings.value = 0.5 * part.value, halvings.value + 1
            again.append(improved.value.equals(0) & (halvings.value < HALVINGS))
        return improved.value.equals(1)

    # ---- pieces

    def _copy(self, source: Array, target: Array) -> None:
        with self.c.each(self.n) as i:
            target[i] = source[i]

    def _largest(self, array: Array) -> Real:
        largest = self.c.variable(0.0)
        with self.c.each(self.n) as i:
            largest.value = self.c.maximum(largest.value, self.c.abs(array[i]))
        return largest.value

    def _squares(self, array: Array) -> Real:
        total = self.c.variable(0.0)
        with self.c.each(self.n) as i:
            total.value = self.c.fma(array[i], array[i], total.value)
        return total.value

    def _size(self) -> Real:
        """How large the unknowns are, or were at the start."""
        return self.c.maximum(self.start_size.value, self._largest(self.here))

    def _rounding(self) -> Real:
        return ROUNDING * self._size()

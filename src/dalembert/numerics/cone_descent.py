"""Native code of a descent to the impulses of a step, which cannot go round in circles, for one lane.

With bounds R of friction held, s is where a convex function has its minimum,

    ½ sᵀ M s − p·s + Σ |Π(P − κ w ṽ)|² / 2 κ w        (Huber's function where Π shortens friction to R)

Newton's method finds it with a search along each direction. Then P becomes Π(…), R becomes μ P_n, and so on.
"""

from __future__ import annotations

from dalembert.numerics.cone_rows import KAPPA, Pair
from dalembert.numerics.cone_state import ConeState
from dalembert.procedures.values import Index, Real

MOST_INNER, MOST_OUTER, HALVINGS = 40, 60, 40
"""Iterations of Newton's method, changes of bounds, and places that a search looks at."""

STEEP = 0.1
"""Part of the slope at its start that may be left where a search ends."""

ENOUGH = 1e-14
"""Change of velocities, relative to those of the step, that is rounding."""


class ConeDescent:
    """From the best so far; the state judges what comes out after each change of bounds."""

    def __init__(self, state: ConeState) -> None:
        self.state, self.c = state, state.c
        n, m = len(state.layout.groups), len(state.layout.rows)
        self.bound, self.is_closed, self.across, self.first_axis, self.second_axis = (
            self.c.array(n) for _ in range(5)
        )
        self.change, self.inertia = self.c.array(m), self.c.array(state.layout.nu)

    def write(self, goal: Real) -> None:
        """Until the residual, relative to the velocities of the step, is as small as this."""
        c, state = self.c, self.state
        state.restore()
        count = c.variable(0)
        with c.repeat() as again:
            self._bound()
            self._minimize()
            with state.each_active() as g, state.each_row(g) as (i, _):
                state.P[i] = state.P_hat[i]
            state.judge()
            count.value = count.value + 1
            again.append(c.is_true(state.residual.value > goal * state.scale.value) & (count.value < MOST_OUTER))

    def _bound(self) -> None:
        """Friction is held below μ P_n."""
        c, state = self.c, self.state
        with state.each_active() as g:
            self.bound[g] = state.mu[g]
            with c.when(state.has_normal[g].equals(1)):
                self.bound[g] = state.mu[g] * c.maximum(state.P[state.first_row[g]], 0.0)

    def _minimize(self) -> None:
        """s at the minimum, and the impulses there."""
        c, state = self.c, self.state
        count = c.variable(0)
        with c.repeat() as again:
            self._limit()
            self._assemble()
            state.matrix.factorize()
            state.balance(state.P_hat)
            state.matrix.solve(state.right)
            with state.each_active() as g, state.each_row(g) as (i, begin):
                self.change[i] = state.along(g, begin, state.right, 0.0 * state.v[i])
            part = self._search()
            largest = c.variable(0.0)
            with state.each_active() as g, state.each_row(g) as (i, _):
                largest.value = c.maximum(largest.value, c.abs(self.change[i]))
            state.go_on(part)
            count.value = count.value + 1
            moves = c.is_true(part * largest.value > ENOUGH * state.scale.value)
            again.append(moves & (count.value < MOST_INNER))
        self._limit()

    # ---- impulses that friction's bounds allow

    def _limit(self, part: Real | None = None) -> None:
        """P̂ = Π(P − κ w ṽ) where velocities have changed by a part of the step, and which case it is."""
        c, state = self.c, self.state
        with state.each_active() as g:
            with state.each_row(g) as (i, _):
                there = state.kept_out(i) if part is None else c.fma(part, self.change[i], state.kept_out(i))
                state.P_hat[i] = state.P[i] - KAPPA * state.w[i] * there
            with c.when(g >= state.layout.n_joints):
                self._limit_contact(g)

    def _limit_contact(self, g: Index) -> None:
        c, state, n = self.c, self.state, self.state.first_row[g]
        with c.when(state.has_normal[g].equals(1)):
            self.is_closed[g] = c.select(state.P_hat[n] > 0.0, 1.0, 0.0)
            state.P_hat[n] = c.maximum(state.P_hat[n], 0.0)
        first, held = n + state.has_normal[g], Pair(c)
        with c.when(state.n_tangents(g) > 0):
            held.first.value = state.P_hat[first]
        with c.when(state.n_tangents(g) > 1):
            held.second.value = state.P_hat[first + 1]
        size = held.length()
        slides = size > self.bound[g]
        part = c.select(slides, self.bound[g] / size, 1.0)
        with c.each(first, state.first_row[g + 1]) as i:
            state.P_hat[i] = state.P_hat[i] * part
        self.across[g] = c.select(slides, part, -1.0)
        self.first_axis[g], self.second_axis[g] = held.first.value / size, held.second.value / size

    def _assemble(self) -> None:
        """M + Σ κ w Jᵀ J of what is closed and of friction below its bound, across it where it is at its bound."""
        c, state = self.c, self.state
        state.begin_matrix()
        with state.each_active() as g:
            is_joint, first = g < state.layout.n_joints, state.first_row[g] + state.has_normal[g]
            sticks = is_joint | c.is_true(self.across[g] < 0.0)
            with c.when(state.has_normal[g].equals(1) & c.is_true(self.is_closed[g] > 0.5)):
                state.add_row(g, state.first_entry[g], KAPPA * state.w[state.first_row[g]])
            with c.when(sticks), c.each(first, state.first_row[g + 1]) as i:
                begin = state.first_entry[g] + (i - state.first_row[g]) * state.n_columns[g]
                state.add_row(g, begin, KAPPA * state.w[i])
            with c.when(~sticks & (state.n_tangents(g) > 1)):
                begin = state.first_entry[g] + state.has_normal[g] * state.n_columns[g]
                weight = KAPPA * state.w[first] * self.across[g]
                state.add_across(g, begin, weight, (self.first_axis[g], self.second_axis[g]))

    # ---- the search

    def _search(self) -> Real:
        """The part of a step at which the slope of the function is small: all of it, or found by halving."""
        c, state = self.c, self.state
        with c.each(state.layout.nu) as i:
            self.inertia[i] = 0.0
        state.subtract_inertia(self.inertia, state.right)
        fixed, growing = c.variable(0.0), c.variable(0.0)
        with c.each(state.layout.nu) as i:
            growing.value = c.fma(-self.inertia[i], state.right[i], growing.value)
            self.inertia[i] = state.push[i]
        state.subtract_inertia(self.inertia, state.s)
        with c.each(state.layout.nu) as i:
            fixed.value = c.fma(-self.inertia[i], state.right[i], fixed.value)
        least = STEEP * c.abs(self._slope(fixed.value, growing.value, c.lift(Real, 0.0)))
        part, low, high, count = c.variable(1.0), c.variable(0.0), c.variable(1.0), c.variable(0)
        with c.repeat() as again:
            slope = self._slope(fixed.value, growing.value, part.value)
            is_steep = c.is_true(slope > least)
            is_first = count.value.equals(0)
            goes_on = is_steep | (~is_first & c.is_true(slope < -least))
            with c.when(goes_on):
                low.value = c.select(slope > 0.0, low.value, part.value)
                high.value = c.select(slope > 0.0, part.value, high.value)
                part.value = 0.5 * (low.value + high.value)
            count.value = count.value + 1
            again.append(goes_on & (count.value < HALVINGS))
        return part.value

    def _slope(self, fixed: Real, growing: Real, part: Real) -> Real:
        """d/dα of the function at a part α of the step."""
        c, state = self.c, self.state
        self._limit(part)
        total = c.variable(c.fma(part, growing, fixed))
        with state.each_active() as g, state.each_row(g) as (i, _):
            total.value = c.fma(-self.change[i], state.P_hat[i], total.value)
        return total.value

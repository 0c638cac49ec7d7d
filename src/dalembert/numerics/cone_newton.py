"""Native code of Newton's method on the active set of joints and contacts, for one lane."""

from __future__ import annotations

from dalembert.numerics.cone_rows import KAPPA
from dalembert.numerics.cone_state import TIGHT, ConeState
from dalembert.procedures.statements import Array
from dalembert.procedures.values import Flag, Index

MOST = 30
"""Iterations."""

OPEN, SLIPPING, STICKING = 0.0, 1.0, 2.0


class ConeNewton:
    """Which contacts are open, slide or stick follows from impulses and velocities at hand: the last set at first.

    All forces are those of an augmented Lagrangian, P − κ w ṽ, so that contacts may be redundant, and the matrix
    M + κ Jᵀ w J is no larger than M. Slip resists across its direction like a damper, as it turns.
    """

    def __init__(self, state: ConeState) -> None:
        self.state, self.c = state, state.c
        n = len(state.layout.groups)
        self.kind, self.was, self.across, self.first_axis, self.second_axis = (self.c.array(n) for _ in range(5))
        self.is_stale = self.c.variable(0)

    def write(self) -> None:
        """Iterate from what is at hand, once more than the residual asks for: only rounding is left then."""
        c, state = self.c, self.state
        count, left = c.variable(0), c.variable(2)
        state.find_velocities()
        with state.each_active() as g:
            self.kind[g], self.was[g] = STICKING, -1.0
        with c.repeat() as again:
            self._classify(count.value.equals(0))
            with c.when(self.is_stale.value.equals(1)):
                self._assemble()
                state.matrix.factorize()
            self._impulses(state.P_hat)
            state.balance(state.P_hat)
            state.matrix.solve(state.right)
            state.go_on()
            self._impulses(state.P)
            state.judge()
            is_done = c.is_true(state.residual.value <= TIGHT * state.scale.value)
            left.value = c.pick(is_done, left.value - 1, left.value)
            count.value = count.value + 1
            is_lost = c.is_true(state.residual.value.is_nan())
            again.append((left.value > 0) & (count.value < MOST) & ~is_lost)

    def _classify(self, is_first: Flag) -> None:
        """Open, slides or sticks; the matrix is stale if that changes, or if directions of slip may."""
        c, state = self.c, self.state
        self.is_stale.value = c.pick(is_first, 1, 0)
        with state.each_active() as g:
            with c.when(g >= state.layout.n_joints):
                self._classify_contact(g)
            turns = c.is_true(self.kind[g].equals(SLIPPING)) & (state.n_tangents(g) > 1)
            changed = c.is_true(~self.kind[g].equals(self.was[g]))
            self.is_stale.value = c.pick(changed | turns, 1, self.is_stale.value)
            self.was[g] = self.kind[g]

    def _classify_contact(self, g: Index) -> None:
        c, state, n = self.c, self.state, self.state.first_row[g]
        most = c.variable(state.mu[g])
        self.kind[g], self.across[g] = STICKING, 0.0
        with c.when(state.has_normal[g].equals(1)):
            pressed = state.P[n] - state.w[n] * state.kept_out(n)
            self.kind[g] = c.select(pressed > 0.0, STICKING, OPEN)
            most.value = state.mu[g] * pressed
        is_closed = self.kind[g] > 0.5
        with c.when(state.n_tangents(g).equals(0)):
            self.kind[g] = c.select(is_closed, SLIPPING, OPEN)
        with c.when(state.n_tangents(g) > 0):
            w = state.w[n + state.has_normal[g]]
            slip = state.held(g, w)
            size = slip.length()
            with c.when(c.is_true(is_closed & ~(size <= most.value))):
                self.kind[g] = SLIPPING
                self.first_axis[g], self.second_axis[g] = slip.first.value / size, slip.second.value / size
                part = most.value / size
                with c.when(state.n_tangents(g) > 1):
                    self.across[g] = c.minimum(part / (1.0 - part), KAPPA) * w

    def _assemble(self) -> None:
        """M + Σ κ w Jᵀ J of what is closed; sliding exerts along n + μ d, and resists across d."""
        c, state = self.c, self.state
        state.begin_matrix()
        with state.each_active() as g:
            sticks, slides = (c.is_true(self.kind[g].equals(kind)) for kind in (STICKING, SLIPPING))
            with c.when(sticks):
                state.add_contact(g, KAPPA)
            with c.when(slides):
                self._assemble_sliding(g)

    def _assemble_sliding(self, g: Index) -> None:
        c, state = self.c, self.state
        begin, width = state.first_entry[g], state.n_columns[g]
        first = begin + state.has_normal[g] * width
        has_tangent, has_two = state.n_tangents(g) > 0, state.n_tangents(g) > 1
        with c.when(state.has_normal[g].equals(1)):
            weight = KAPPA * state.w[state.first_row[g]]
            state.add_row(g, begin, weight)
            with c.when(has_tangent):
                state.add_row(g, begin, weight * state.mu[g] * self.first_axis[g], first)
            with c.when(has_two):
                state.add_row(g, begin, weight * state.mu[g] * self.second_axis[g], first + width)
        with c.when(has_two):
            state.add_across(g, first, self.across[g], (self.first_axis[g], self.second_axis[g]))

    def _impulses(self, target: Array) -> None:
        """P̂ = P − κ w ṽ of what sticks; of what slides that of the normal, then μ P̂ d and across."""
        c, state = self.c, self.state
        with state.each_active() as g:
            sticks, slides, is_open = (c.is_true(self.kind[g].equals(kind)) for kind in (STICKING, SLIPPING, OPEN))
            with c.when(is_open), state.each_row(g) as (i, _):
                target[i] = 0.0
            with c.when(sticks), state.each_row(g) as (i, _):
                target[i] = state.P[i] - KAPPA * state.w[i] * state.kept_out(i)
            with c.when(slides):
                self._sliding_impulses(g, target)

    def _sliding_impulses(self, g: Index, target: Array) -> None:
        c, state, n = self.c, self.state, self.state.first_row[g]
        first = n + state.has_normal[g]
        strength = c.variable(state.mu[g])
        with c.when(state.has_normal[g].equals(1)):
            pressed = state.P[n] - KAPPA * state.w[n] * state.kept_out(n)
            target[n] = pressed
            strength.value = state.mu[g] * pressed
        with c.when(state.n_tangents(g) > 0):
            target[first] = strength.value * self.first_axis[g]
        with c.when(state.n_tangents(g) > 1):
            a, b = -self.second_axis[g], self.first_axis[g]
            held = self.across[g] * (a * state.v[first] + b * state.v[first + 1])
            target[first] = target[first] - held * a
            target[first + 1] = strength.value * self.second_axis[g] - held * b

"""Where in a step values change their sign, to rounding."""

from __future__ import annotations

from math import inf

from dalembert.integrators.crossings import TOUCHES, Bracket
from dalembert.integrators.event_actions import Actions
from dalembert.integrators.guards import Guard, ValueSigns, Window
from dalembert.integrators.loop_parts import FROM_ZERO, TOUCHING
from dalembert.integrators.step_control import Proposal
from dalembert.integrators.steps import Interpolant
from dalembert.integrators.workspace import Workspace
from dalembert.procedures.statements import Variable
from dalembert.procedures.values import Index, Mask, Real

# an event within so many roundings of the start is the one from which the run was started
_AT_START = 4 * 2.0**-52


class EventLocation:
    """Writes the text that finds the part of the step at which an event happens, by the interpolant."""

    def __init__(
        self, w: Workspace, guard: Guard, signs: ValueSigns, interpolant: Interpolant, actions: Actions | None
    ) -> None:
        c, tables = w.c, w.parts.tables
        self.w, self.guard, self.signs, self.interpolant, self.actions = w, guard, signs, interpolant, actions
        self.acts, self.touches = tables.acts, tables.touches
        self.again = c.array(guard.n if guard.has_rates else 0)
        """Parts of the step at which values that have gone through zero in a window come back."""

        self.has_past = c.array(guard.n)
        """One where it is known what an event has behind it."""

    def evaluate(self, theta: Real, proposal: Proposal) -> None:
        """Values at a part of the step, into the guard's scratch."""
        self.w.copy_discrete(self.w.scratch, self.w.here)
        self.interpolant.evaluate(self.w.scratch, self.time(theta, proposal), theta)
        self.guard.evaluate(self.w.scratch, self.guard.scratch)

    def time(self, theta: Real, proposal: Proposal) -> Real:
        """Time at a part of the step; exact at its end."""
        c = self.w.c
        inside = c.fma(theta, proposal.step, self.w.here.t)
        time: Real = c.select(theta.equals(1.0), proposal.t, inside)
        return time

    def locate(self, e: Index, window: Window, proposal: Proposal) -> None:
        """The part of the step at which value e has changed its sign."""
        w, c = self.w, self.w.c
        hit = self.guard.theta[e] < inf
        begins_at_zero = hit & self.signs.leaves_zero(e, window)
        dips, lowest = self.signs.dips(e, window) if self.guard.has_rates else (None, None)
        turns = hit & self.signs.turns_back(e, window) if self.guard.has_rates else None

        # the sign that it has before
        sign = c.select(begins_at_zero, -c.copysign(1.0, window.after[e]), self.signs.side(e, window))

        def value(x: Real, k: Index = e) -> Real:
            self.evaluate(x, proposal)
            found: Real = sign * self.guard.scratch[k]
            return found

        least = 0.5 * c.abs(w.here.t / proposal.step)
        ends = (window.low, window.high)
        bracket = Bracket.of(c, hit, ends, c.abs(window.before[e]), sign * window.after[e], least)
        found = c.variable(c.select(hit, 1.0, 0.0))
        at, from_zero = c.variable(inf), c.variable(0.0)
        from_zero.update(begins_at_zero, 1.0)
        beyond, at_beyond = c.variable(inf), c.variable(-1.0)
        if turns is not None:
            with c.when(c.any(turns)):
                self._look_for_touch(e, window, turns, sign, least, proposal, bracket, found, at)
                is_beyond = turns & (bracket.high.value < window.high) & (found.value > 0.0)
                beyond.update(is_beyond, bracket.high.value)
                at_beyond.update(is_beyond, bracket.at_high.value)
        if dips is not None and lowest is not None:
            with c.when(c.any(hit & dips)):
                at_lowest = value(c.select(hit & dips, lowest, 1.0))
                crosses, misses = hit & dips & (at_lowest <= 0.0), hit & dips & ~(at_lowest <= 0.0)
                bracket.high.update(crosses, lowest)
                bracket.at_high.update(crosses, at_lowest)
                beyond.update(crosses, lowest)
                at_beyond.update(crosses, at_lowest)
                bracket.low.update(misses, bracket.high.value)
                found.update(misses, 0.0)
                from_zero.update(crosses & window.before[e].equals(0.0), 1.0)
        with c.when(c.any(from_zero.value > 0.0)):
            zero = c.maximum(self.actions.left_at[e], 0.0) if self.actions is not None else c.lift(Real, 0.0)
            nowhere = (from_zero.value > 0.0) & ~bracket.halve(from_zero.value > 0.0, value, zero)
            bracket.low.update(nowhere, bracket.high.value)
            found.update(nowhere, 0.0)
            if self.actions is not None:
                waits = nowhere & (self.acts[e] >= FROM_ZERO) & (self.actions.left_at[e] < 0.0)
                at.update(self.actions.is_vanishing(e, nowhere) | waits, window.low)
        reached = c.variable(bracket.at_low.value)
        bracket.shrink(value)
        theta = c.select(found.value > 0.0, bracket.high.value, at.value)
        if self.guard.has_rates:
            theta = self._with_return(e, window, sign, least, proposal, (beyond.value, at_beyond.value), theta)
        if self.actions is not None:
            is_located, actions = hit & (theta < inf), self.actions
            with c.when(c.any(is_located)):
                width = c.maximum(bracket.at_low.value, -bracket.at_high.value)
                # at the end of a step, the interpolant is not the state but for rounding
                there = c.abs(value(c.select(theta < inf, theta, 1.0)))
                actions.note_located(e, is_located, c.maximum(width, there), reached.value)
        self.guard.theta[e] = c.select(hit & ~self._is_start(e, theta, proposal), theta, inf)

    def _with_return(
        self,
        e: Index,
        window: Window,
        sign: Real,
        least: Real,
        proposal: Proposal,
        beyond: tuple[Real, Real],
        theta: Real,
    ) -> Real:
        """Where value e first changes its sign in the direction that counts; if it comes back, that is next.

        It has been on the other side at a part of the step, with a value there.
        """
        c, way = self.w.c, sign * self.guard.directions[e]
        returns, counts = (beyond[0] < inf) & (way >= 0.0), way <= 0.0
        first = c.variable(c.select(counts, theta, inf))
        with c.when(c.any(returns)):
            ends = (c.select(returns, beyond[0], window.low), window.high)
            back = Bracket.of(c, returns, ends, -beyond[1], -sign * window.after[e], least)

            def value(x: Real) -> Real:
                self.evaluate(x, proposal)
                found: Real = -sign * self.guard.scratch[e]
                return found

            back.shrink(value)
            self.again[e] = c.select(returns & counts, back.high.value, inf)
            first.update(returns & ~counts, back.high.value)
        found: Real = first.value
        return found

    def _look_for_touch(
        self,
        e: Index,
        window: Window,
        turns: Mask,
        sign: Real,
        least: Real,
        proposal: Proposal,
        bracket: Bracket,
        found: Variable,
        at: Variable,
    ) -> None:
        """Where values turn back: beyond zero, so that there is a crossing before, at zero, or not at all."""
        c, towards = self.w.c, -sign * self.w.direction.value

        def rate(x: Real) -> Real:
            self.evaluate(x, proposal)
            found: Real = towards * self.guard.scratch[e + self.guard.n]
            return found

        rates = (towards * window.before[e + self.guard.n], towards * window.after[e + self.guard.n])
        turning = Bracket.of(c, turns, (window.low, window.high), *rates, least)
        turning.shrink(rate)
        theta = turning.high.value
        self.evaluate(theta, proposal)
        value = sign * self.guard.scratch[e]
        size = c.maximum(c.abs(window.before[e]), c.abs(window.after[e]))
        zero, may_touch = TOUCHES * size, self.touches[e] >= TOUCHING
        crosses = turns & (value <= c.select(may_touch, 0.0, -zero))
        misses = turns & ~(may_touch & (value <= zero))
        bracket.high.update(crosses, theta)
        bracket.at_high.update(crosses, value)
        bracket.low.update(turns & ~crosses, bracket.high.value)
        bracket.at_low.update(turns & ~crosses, c.abs(value))
        found.update(turns & ~crosses, 0.0)
        at.update(turns & ~crosses & ~misses, theta)

    def _is_start(self, e: Index, theta: Real, proposal: Proposal) -> Mask:
        """Whether it is at the very start of a simulation of which nothing is known before: it is past."""
        w, c = self.w, self.w.c
        time = self.time(theta, proposal)
        scale = c.maximum(c.abs(w.start.value), c.abs(w.end.value))
        is_near: Mask = c.abs(time - w.start.value) <= _AT_START * scale
        is_start: Mask = is_near & (self.has_past[e] <= 0.0) & (self.acts[e] < FROM_ZERO)
        return is_start

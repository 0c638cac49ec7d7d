"""What events do: they change states and discrete values in the lanes in which they happen."""

from __future__ import annotations

from math import inf

from dalembert.integrators.crossings import LEFT_AT_ZERO
from dalembert.integrators.guards import Guard
from dalembert.integrators.simulations import Simulations
from dalembert.integrators.status import Status
from dalembert.integrators.workspace import Instant, Workspace
from dalembert.procedures.extents import Length
from dalembert.procedures.statements import Array, Variable
from dalembert.procedures.values import Index, Mask, Real

# how far projection may move the state after an action, beside its coordinates and speeds or one
_ACCEPTED = 1e-6

# events without end: so many at one instant, which lasts so many roundings of the time; or so often one after the
# other sooner than before, until that is this part of the time
_MOST_AT_ONCE, _INSTANT = 1000.0, 8 * 2.0**-52
_SHRINKING, _SHORT = 5.0, 2.0**-30

# a value is zero up to so many times what it is at the two sides of a rounding of the event's time; and one that
# did not come farther than so many times that before it reached zero again will soon not leave it at all
_NOISE, _HARDLY = 16.0, 2.0**20


class Actions:
    """Writes the text that lets events act, and that sees when they do so without end."""

    def __init__(self, w: Workspace, simulations: Simulations, guard: Guard, old: Array, new: Array) -> None:
        c, parts = w.c, w.parts
        self.w, self.simulations, self.guard, self.old, self.new = w, simulations, guard, old, new
        self.number_of_action = parts.tables.actions
        self.after = Instant(c, parts)
        self.result = c.array(parts.n_after)
        """State and discrete values after the event at hand, then what is recorded."""

        # t, x, d, extra, and the number of the event; −1 in lanes without
        self._inputs = c.array(parts.n_inputs + 1)
        self._outputs = c.array(parts.n_after)
        self._before = c.array(guard.n_values)
        self.acted = c.variable(0.0)
        """One in lanes in which an event has acted in this step."""

        self.happened = c.array(guard.n)
        """Part of the step up to which what acts does so with an event that happened; −1 if it did not."""

        self._cut = c.variable(0.0)
        """Part of the step at which the first event acted."""

        self.left_at = c.array(guard.n)
        """Up to where the value of an event counts as zero that has just acted; −1 where it has left zero."""

        self.resolution = c.array(guard.n)
        """How large values are at their event, and at the two sides of a rounding of its time."""

        self._seen, self._reached = c.array(guard.n), c.array(guard.n)
        """How far values have come since their last event or jump, as far as seen; and how far before it."""

        # for events without end
        self._is_vanishing = c.variable(0.0)
        self._last, self._gap, self._shrinking = (c.array(guard.n) for _ in range(3))
        self._instant, self._at_once = c.variable(-inf), c.variable(0.0)

    def begin(self, fresh: Mask) -> None:
        """Nothing has happened yet."""
        c = self.w.c
        self.acted.value = 0.0
        self._instant.update(fresh, -inf)
        self._at_once.update(fresh, 0.0)
        with c.each(self.guard.n) as e:
            self._reached[e] = c.select(fresh, inf, self._reached[e])
            self._last[e] = c.select(fresh, -inf, self._last[e])
            self._gap[e] = c.select(fresh, inf, self._gap[e])
            self._shrinking[e] = c.select(fresh, 0.0, self._shrinking[e])

    def remember(self, e: Index, fresh: Mask, left_at: Real, seen: Real) -> None:
        """Up to where a value counts as zero at first, and how far it has come before."""
        self.left_at[e] = self.w.c.select(fresh, left_at, self.left_at[e])
        self._seen[e] = self.w.c.select(fresh, seen, self._seen[e])

    def begin_step(self) -> None:
        """Nothing has acted in this step."""
        self.acted.value = self._is_vanishing.value = 0.0
        with self.w.c.each(self.guard.n) as e:
            self.happened[e] = -1.0
            self.resolution[e] = 0.0

    def has_acted(self, good: Mask) -> Mask:
        """Lanes in which an event has acted in this step."""
        acted: Mask = good & (self.acted.value > 0.0)
        return acted

    def accept(self, good: Mask, values: Array) -> None:
        """Where a step went by without action, values have left zero, or still count as zero."""
        c = self.w.c
        passed = good & (self.acted.value <= 0.0)
        with c.each(self.guard.n) as e:
            stays = passed & (c.abs(values[e]) <= self.left_at[e])
            values[e] = c.select(stays, 0.0, values[e])
            self.left_at[e] = c.select(passed & ~stays, -1.0, self.left_at[e])
            self._seen[e] = c.select(passed, c.maximum(self._seen[e], c.abs(values[e])), self._seen[e])

    def is_vanishing(self, e: Index, mask: Mask) -> Mask:
        """Of values that leave zero to the other side at once, those whose event happens again all the same.

        It came hardly away from zero the last time: bounces have become so small that rounding hides them. They
        have no end.
        """
        left = self.left_at[e]
        is_vanishing: Mask = mask & (left >= 0.0) & (self._reached[e] <= _HARDLY * left)
        self._is_vanishing.update(is_vanishing, 1.0)
        return is_vanishing

    def note_located(self, e: Index, mask: Mask, value: Real, reached: Real) -> None:
        """How large a value is where its event was found, and how far it had come in this step before."""
        c = self.w.c
        self.resolution[e] = c.select(mask, value, self.resolution[e])
        self._seen[e] = c.select(mask, c.maximum(self._seen[e], reached), self._seen[e])

    def note_happened(self, mine: Mask, number: Real, until: Real, cuts: Mask, theta: Real) -> None:
        """An event happened, and goes with those up to some part of the step; some `cuts` the step."""
        c = self.w.c
        self._cut.update(cuts, theta)
        with c.each(self.guard.n) as e:
            is_it = mine & number.equals(c.spread(e))
            self.happened[e] = c.select(is_it, until, self.happened[e])
            self._reached[e] = c.select(is_it, self._seen[e], self._reached[e])
            self._seen[e] = c.select(is_it, 0.0, self._seen[e])

    def act(self, acts: Mask, number: Real, theta: Real) -> None:
        """Let an event act on the instant aside: the end of the step is then what it leaves."""
        w, c, parts = self.w, self.w.c, self.w.parts
        self._copy(self.after.array, w.scratch.array, parts.n_inputs)
        with c.each(parts.n_kept) as i:
            self.result[i] = w.scratch.state[i]
        with c.each(parts.n_recorded) as i:
            self.result[i + parts.n_kept] = 0.0
        with c.when(c.any(acts)):
            self._apply(acts, number)
            good = self._checked(acts, number)
            w.keep_all(good, self.result, self.after.state)
            self._note(good, number)
            self._look_for_jumps(good, number, theta)
            w.keep_all(good, w.trial.state, self.after.state)
            self.acted.update(good, 1.0)

    # ---- one action

    def _apply(self, acts: Mask, number: Real) -> None:
        """The state after the action, and what is recorded of it."""
        w, c, parts = self.w, self.w.c, self.w.parts
        self._copy(self._inputs, w.scratch.array, parts.n_inputs)
        self._inputs[parts.n_inputs] = c.select(acts, number, -1.0)
        action = self.number_of_action.take(c.maximum(number, 0.0))
        for k, program in enumerate(parts.actions):
            mine = acts & action.equals(float(k))
            with c.when(c.any(mine)):
                c.call(program, self._inputs, w.p, self._outputs)
                w.keep_all(mine, self.after.state, self._outputs)
                with c.each(parts.n_recorded) as i:
                    place = i + parts.n_kept
                    self.result[place] = c.select(mine, self._outputs[place], self.result[place])

    def _checked(self, acts: Mask, number: Real) -> Mask:
        """Project the state after the action; lanes in which it is finite, and was nearly valid by itself."""
        w, c = self.w, self.w.c
        nan_unless_finite = c.variable(w.nan_unless_finite(self.after.state))
        with c.each(w.parts.n_discrete) as i:
            nan_unless_finite.value = c.fma(self.after.discrete[i], 0.0, nan_unless_finite.value)
        is_finite = nan_unless_finite.value.equals(0.0)
        w.keep_all(acts & ~is_finite, self.after.state, w.scratch.state)
        moved = self._projected()
        is_near = moved <= _ACCEPTED
        w.status.update(acts & ~is_finite, float(Status.NO_RESET))
        w.status.update(acts & is_finite & ~is_near, float(Status.INVALID_RESET))
        good: Mask = acts & is_finite & is_near
        self.simulations.terminal_event.update(acts & ~good, number)
        return good

    def _projected(self) -> Real:
        """Project the state after the action; gives how far that moves it."""
        w, c = self.w, self.w.c
        if w.parts.project is None:
            return c.lift(Real, 0.0)
        self._copy(self._outputs, self.after.state, w.n)
        w.project(self.after)
        moved = c.variable(0.0)
        with c.each(w.n) as i:
            unit = 1.0 / (1.0 + c.abs(self._outputs[i]))
            moved.value = c.maximum(moved.value, c.abs(self.after.state[i] - self._outputs[i]) * unit)
        result: Real = moved.value
        return result

    def _look_for_jumps(self, acts: Mask, number: Real, theta: Real) -> None:
        """Values that another event's action brings to the other side: these events happen too, at once."""
        c, guard = self.w.c, self.guard
        guard.evaluate(self.w.scratch, self._before)
        guard.evaluate(self.after, guard.scratch)
        with c.each(guard.n) as e:
            is_own = number.equals(c.spread(e))
            before, now, direction = self._before[e], guard.scratch[e], guard.directions[e]
            upwards = (before < 0.0) & (now > 0.0) & (direction >= 0.0)
            downwards = (before > 0.0) & (now < 0.0) & (direction <= 0.0)
            jumps = acts & (c.abs(now - before) > LEFT_AT_ZERO * self._size(e))
            self._seen[e] = c.select(jumps, c.abs(now), self._seen[e])
            guard.theta[e] = c.select(acts & ~is_own & (upwards | downwards), theta, guard.theta[e])

    def _size(self, e: Index) -> Real:
        """How large a value is at the ends of the step."""
        size: Real = self.w.c.maximum(self.w.c.abs(self.old[e]), self.w.c.abs(self.new[e]))
        return size

    def settle(self, acted: Mask, values: Array) -> None:
        """After all actions of a step, values of what happened then, or just before, may count as zero.

        They do next to what they were in the step, and to what they were at their event: steps may begin and end
        on zeros, so that nothing in them is larger than rounding.
        """
        c = self.w.c
        with c.each(self.guard.n) as e:
            left, has_happened = c.abs(values[e]), self.happened[e] >= self._cut.value
            # where a value jumps, what it is beside its event is no rounding
            most = LEFT_AT_ZERO * c.maximum(self._size(e), self._reached[e])
            resolution = c.minimum(self.resolution[e], most)
            near = c.maximum(LEFT_AT_ZERO * self._size(e), c.minimum(_NOISE * resolution, most))
            noise = c.select(has_happened, _NOISE * c.maximum(left, resolution), self.left_at[e])
            is_zero = acted & (left <= c.select(has_happened, near, self.left_at[e]))
            self.left_at[e] = c.select(acted, c.select(is_zero, noise, -1.0), self.left_at[e])
            values[e] = c.select(is_zero, 0.0, values[e])

    # ---- without end

    def _note(self, acts: Mask, number: Real) -> None:
        """Count events that follow each other too closely; end the simulation where that has no end."""
        w, c, t = self.w, self.w.c, self.w.scratch.t
        scale = c.maximum(c.abs(t), c.abs(w.start.value))
        is_now = c.abs(t - self._instant.value) <= _INSTANT * scale
        self._instant.update(acts & ~is_now, t)
        self._at_once.update(acts, c.select(is_now, self._at_once.value + 1.0, 1.0))
        is_endless = (self._at_once.value > _MOST_AT_ONCE) | (self._is_vanishing.value > 0.0)
        endless = c.variable(c.select(acts & is_endless, 1.0, 0.0))
        with c.each(self.guard.n) as e:
            self._note_gap(e, acts & number.equals(c.spread(e)), endless)
        ends = endless.value > 0.0
        w.status.update(ends, float(Status.ENDLESS_EVENTS))
        self.simulations.terminal_event.update(ends, number)

    def _note_gap(self, e: Index, mine: Mask, endless: Variable) -> None:
        """How long an event has not acted: always shorter, until that is hardly any time, has no end."""
        w, c, t = self.w, self.w.c, self.w.scratch.t
        gap = c.abs(t - self._last[e])
        shrinks = (gap > 0.0) & (gap < self._gap[e])
        count = c.select(shrinks, self._shrinking[e] + 1.0, 0.0)
        scale = c.maximum(c.abs(t), c.abs(w.start.value))
        endless.update(mine & (count >= _SHRINKING) & (gap <= _SHORT * scale), 1.0)
        self._shrinking[e] = c.select(mine, count, self._shrinking[e])
        self._gap[e] = c.select(mine, gap, self._gap[e])
        self._last[e] = c.select(mine, t, self._last[e])

    def _copy(self, target: Array, source: Array, n: Length) -> None:
        with self.w.c.each(n) as i:
            target[i] = source[i]

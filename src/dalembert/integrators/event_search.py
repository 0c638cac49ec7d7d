"""Events: values of a guard that change their sign within a step, located to rounding; and what they do."""

from __future__ import annotations

from math import inf

from dalembert.integrators.crossings import TOUCHES, Bracket
from dalembert.integrators.dense_output import Interpolant
from dalembert.integrators.event_actions import Actions
from dalembert.integrators.guards import Guard
from dalembert.integrators.loop_parts import FROM_ZERO, TOUCHING
from dalembert.integrators.simulations import Simulations
from dalembert.integrators.status import Status
from dalembert.integrators.step_control import Proposal
from dalembert.integrators.windows import FAR, Window, Windows
from dalembert.integrators.workspace import Workspace
from dalembert.procedures.statements import Array, Callee, Variable
from dalembert.procedures.values import Index, Mask, Real

# an event within so many roundings of the start is the one from which the run was started
_AT_START = 4 * 2.0**-52

# how near zero, beside its values at both ends of a step, a value is expected that is looked at in between
_NEAR = 0.1

# events within so many roundings of one that acts happen with it
_AT_ONCE = 4 * 2.0**-52


class Events:
    """Writes the text that finds, orders and records the events of a step, and lets them act.

    A value that reaches zero has its event now; one that is zero at the beginning of a step has had it. The first
    event that acts ends the step; it, and those at the same time, act one after the other in the order of their
    list, each on what the one before left. What happens there, and is at zero after all actions, does not happen
    again before its value has been on the side from which it comes.
    """

    def __init__(self, w: Workspace, simulations: Simulations, interpolant: Interpolant, guard: Callee) -> None:
        c, tables = w.c, w.parts.tables
        self.w, self.simulations, self.interpolant = w, simulations, interpolant
        self.guard = Guard(w, guard)
        self.n, self.has_rates = self.guard.n, self.guard.has_rates
        self.directions, self.scratch, self.theta = self.guard.directions, self.guard.scratch, self.guard.theta
        self.is_terminal, self.acts, self.touches = tables.is_terminal, tables.acts, tables.touches
        self.old, self.new = c.array(self.guard.n_values), c.array(self.guard.n_values)
        self.actions = Actions(w, simulations, self.guard, self.old, self.new) if w.parts.actions else None
        has_windows = w.parts.has_windows
        self.others = c.array(self.n if has_windows else 0)
        """Parts of the step at which events happen that do not touch."""

        self.again = c.array(self.n if self.has_rates else 0)
        """Parts of the step at which values that have gone through zero in a window come back."""

        self.windows = Windows(w, self.guard, self.old, self.new, self.touches) if has_windows else None
        self.hides = c.variable(0.0)
        """One in lanes in which more may happen in a step than its ends tell."""

        self.has_past = c.array(self.n)
        """One where it is known what an event has behind it."""

    def begin(self, fresh: Mask) -> None:
        """Values at the beginning of a simulation."""
        self.guard.evaluate(self.w.here, self.scratch)
        self._with_values(fresh & self.w.running(), self.scratch)
        if self.actions is not None:
            self.actions.begin(fresh)
        self._remember(fresh)
        self._keep(fresh, self.scratch)

    def _remember(self, fresh: Mask) -> None:
        """Values that a simulation comes from, which may have jumped; those that counted as zero still may."""
        c = self.w.c
        with c.each(self.n) as e:
            before, left_at = self.simulations.past(e), self.simulations.past(e + self.n)
            is_known = ~before.is_nan()
            self.has_past[e] = c.select(fresh, c.select(is_known, 1.0, 0.0), self.has_past[e])
            stays = before.equals(0.0) & (c.abs(self.scratch[e]) <= left_at)
            begin = c.select(stays, 0.0, c.select(before.equals(0.0), self.scratch[e], before))
            self.scratch[e] = c.select(is_known, begin, self.scratch[e])
            if self.actions is not None:
                seen = c.select(is_known, inf, c.abs(self.scratch[e]))
                self.actions.remember(e, fresh, c.select(is_known & stays, left_at, -1.0), seen)

    def store(self) -> None:
        """What events of simulations that have ended have behind them."""
        with self.w.c.each(self.n) as e:
            self.simulations.store_past(e, self.old[e])
            left_at = self.actions.left_at[e] if self.actions is not None else self.w.c.lift(Real, 0.0)
            self.simulations.store_past(e + self.n, left_at)

    def accept(self, good: Mask) -> None:
        """The values at the end of the step are those at the beginning of the next; after actions they are not."""
        if self.actions is not None:
            self.actions.accept(good, self.new)
            good = good & ~self.actions.has_acted(good)
        self._keep(good, self.new)

    def restart(self, acted: Mask) -> None:
        """Values where events have acted; of those whose own action left it at zero, it counts as zero."""
        assert self.actions is not None
        self.guard.evaluate(self.w.here, self.scratch)
        self._with_values(acted & self.w.running(), self.scratch)
        self.actions.settle(acted, self.scratch)
        self._keep(acted, self.scratch)

    def look(self, good: Mask) -> Mask:
        """Evaluate the guard at the end of the step; gives the lanes in which it has all values."""
        self.guard.evaluate(self.w.trial, self.new)
        return self._with_values(good, self.new)

    def detect(self, good: Mask, step: Real) -> Mask:
        """Lanes in which an event happens, or may."""
        c = self.w.c
        if self.actions is not None:
            self.actions.begin_step()
        found = self._happens(self._whole(), good)
        if self.windows is None:
            return found

        def sample(part: float) -> None:
            self.w.copy_discrete(self.w.scratch, self.w.here)
            self.interpolant.sketch(self.w.scratch, step, part)
            self.guard.evaluate(self.w.scratch, self.scratch)

        hides = good & self.windows.may_hide(sample)
        self.hides.value = c.select(hides, 1.0, 0.0)
        return found | hides

    def _whole(self) -> Window:
        """The whole step."""
        c = self.w.c
        return Window(c.lift(Real, 0.0), c.lift(Real, 1.0), self.old, self.new)

    def _happens(self, window: Window, good: Mask, *, are_others: bool = True) -> Mask:
        """Lanes in which an event happens in a window, or may; marks these events, or only those that touch."""
        c, first = self.w.c, self.w.c.variable(inf)
        with c.each(self.n) as e:
            hit = self._crosses(e, window) | self._leaves_zero(e, window)
            if self.has_rates:
                hit = hit | (self._turns_back(e, window) & self._may_reach(e, window)) | self._dips(e, window)[0]
            if not are_others:
                hit = hit & (self.touches[e] > 0.0)
            self.theta[e] = c.select(good & hit, 1.0, inf)
            if self.has_rates:
                self.again[e] = inf
            first.value = c.minimum(first.value, self.theta[e])
        found: Mask = first.value < inf
        return found

    def record(self, proposal: Proposal, hit: Mask) -> None:
        """Locate all events of the step and record them in order of time, up to the first that ends it."""
        c, last = self.w.c, self.w.c.variable(inf)
        if self.windows is None:
            self._record_within(self._whole(), proposal, last, hit)
            return
        hides = hit & (self.hides.value > 0.0)
        with c.when(c.any(hit & ~hides)):
            with c.each(self.n) as e:
                self.theta[e] = c.select(hides, inf, self.theta[e])
                self.others[e] = inf
            self._record_within(self._whole(), proposal, last, hit & ~hides)
        with c.when(c.any(hides)):
            self._record_in_windows(hides, proposal, last)

    def _record_in_windows(self, hit: Mask, proposal: Proposal, last: Variable) -> None:
        """The same where more may happen than the ends of the step tell: window by window."""
        assert self.windows is not None
        self._happens(self._whole(), hit)
        self._find_others(proposal)

        def look(window: Window, mask: Mask) -> None:
            happens = self._happens(window, mask, are_others=False) | self._others_in(window, mask)
            with self.w.c.when(self.w.c.any(happens)):
                self._record_within(window, proposal, last, mask)

        def goes_on() -> Mask:
            is_whole: Mask = (last.value >= inf) & (self.w.status.value <= float(Status.TERMINAL_EVENT))
            return is_whole

        left_at = self.actions.left_at if self.actions is not None else None
        self.windows.go(hit, lambda x: self._evaluate_inside(x, proposal), look, goes_on, left_at)

    def _find_others(self, proposal: Proposal) -> None:
        """Locate events that do not touch: their values are compared at the ends of the step only.

        In between, those that are zero but for rounding would seem to change their sign.
        """
        c = self.w.c
        with c.each(self.n) as e:
            self.theta[e] = c.select(self.touches[e] > 0.0, inf, self.theta[e])
        with c.each(self.n) as e, c.when(c.any(self.theta[e] < inf)):
            self._locate(e, self._whole(), proposal)
        with c.each(self.n) as e:
            self.others[e] = self.theta[e]

    def _is_in(self, e: Index, window: Window) -> Mask:
        """Whether an event that does not touch happens in a window."""
        at = self.others[e]
        is_in: Mask = (at <= window.high) & ((at > window.low) | window.low.equals(0.0))
        return is_in

    def _others_in(self, window: Window, mask: Mask) -> Mask:
        """Lanes in which one of these happens in a window."""
        c, found = self.w.c, self.w.c.variable(0.0)
        with c.each(self.n) as e:
            found.update(mask & self._is_in(e, window), 1.0)
        happens: Mask = found.value > 0.0
        return happens

    def _record_within(self, window: Window, proposal: Proposal, last: Variable, mask: Mask) -> None:
        """The events of a window."""
        w, c = self.w, self.w.c
        with c.each(self.n) as e, c.when(c.any(self.theta[e] < inf)):
            self._locate(e, window, proposal)
        if self.windows is not None:
            with c.each(self.n) as e:
                self.theta[e] = c.select(mask & self._is_in(e, window), self.others[e], self.theta[e])
        with c.repeat() as again:
            theta, number = self._first()
            is_sound = w.status.value <= float(Status.TERMINAL_EVENT)
            mine = (theta < inf) & (theta <= last.value) & is_sound
            with c.when(c.any(mine)):
                self._happen(mine, theta, number, last, proposal)
            again.append(c.any(mine))

    # ---- which events

    def _crosses(self, e: Index, window: Window) -> Mask:
        """Where a value is on the other side at the end of the step."""
        old, new, direction = window.before[e], window.after[e], self.directions[e]
        upwards = (old < 0.0) & (new >= 0.0) & (direction >= 0.0)
        downwards = (old > 0.0) & (new <= 0.0) & (direction <= 0.0)
        crosses: Mask = upwards | downwards
        return crosses

    def _leaves_zero(self, e: Index, window: Window) -> Mask:
        """Where a value begins at zero: it may have been on the other side in between."""
        old, new, direction = window.before[e], window.after[e], self.directions[e]
        upwards, downwards = (new > 0.0) & (direction >= 0.0), (new < 0.0) & (direction <= 0.0)
        leaves: Mask = old.equals(0.0) & (upwards | downwards)
        return leaves if self.actions is None else leaves & (self.w.c.abs(new) > self.actions.left_at[e])

    def _turns_back(self, e: Index, window: Window) -> Mask:
        """Where a value first goes towards zero and then away from it."""
        old, new = window.before[e], window.after[e]
        sign = self.w.c.copysign(1.0, old)
        stays: Mask = (sign * old > 0.0) & (sign * new > 0.0)
        along = sign * self.w.direction.value
        turns = (along * window.before[e + self.n] < 0.0) & (along * window.after[e + self.n] > 0.0)
        found: Mask = stays & turns & (self.touches[e] > 0.0)
        return found

    def _may_reach(self, e: Index, window: Window) -> Mask:
        """Where a value is not so far from zero, beside its rates, that it turns back by rounding alone."""
        w, c = self.w, self.w.c
        h = c.abs((window.high - window.low) * (w.trial.t - w.here.t))
        least = c.minimum(c.abs(window.before[e]), c.abs(window.after[e]))
        fastest = c.maximum(c.abs(window.before[e + self.n]), c.abs(window.after[e + self.n]))
        found: Mask = ~(h * fastest < FAR * least)
        return found

    def _dips(self, e: Index, window: Window) -> tuple[Mask, Real]:
        """Where a value goes away from zero, then towards it and away again, and at which part of the step.

        By the cubic through the values and rates at both ends: where that comes near zero, the value is looked at.
        """
        w, c = self.w, self.w.c
        old, new = window.before[e], window.after[e]
        sign, h = self._side(e, window), (window.high - window.low) * (w.trial.t - w.here.t)
        start, end = sign * old, sign * new
        leaves, arrives = sign * h * window.before[e + self.n], sign * h * window.after[e + self.n]
        cube = 2.0 * (start - end) + leaves + arrives
        square = 3.0 * (end - start) - 2.0 * leaves - arrives
        inside = square * square - 3.0 * cube * leaves
        theta = (c.sqrt(c.maximum(inside, 0.0)) - square) / (3.0 * cube)
        lowest = start + theta * (leaves + theta * (square + theta * cube))
        is_wave: Mask = (start >= 0.0) & (end > 0.0) & (leaves >= 0.0) & (arrives > 0.0) & (cube > 0.0)
        is_wave = is_wave & (inside > 0.0) & (theta > 0.0) & (theta < 1.0)
        comes_near = lowest <= _NEAR * c.maximum(start, end)
        found: Mask = is_wave & comes_near & (self.touches[e] > 0.0)
        return found, c.fma(theta, window.high - window.low, window.low)

    def _side(self, e: Index, window: Window) -> Real:
        """The sign that a value has at first; of one that begins at zero, that at the end."""
        old = window.before[e]
        return self.w.c.copysign(1.0, self.w.c.select(old.equals(0.0), window.after[e], old))

    # ---- where

    def _locate(self, e: Index, window: Window, proposal: Proposal) -> None:
        """The part of the step at which value e has changed its sign."""
        w, c = self.w, self.w.c
        hit = self.theta[e] < inf
        begins_at_zero = hit & self._leaves_zero(e, window)
        dips, lowest = self._dips(e, window) if self.has_rates else (None, None)
        turns = hit & self._turns_back(e, window) if self.has_rates else None

        # the sign that it has before
        sign = c.select(begins_at_zero, -c.copysign(1.0, window.after[e]), self._side(e, window))

        def value(x: Real, k: Index = e) -> Real:
            self._evaluate_inside(x, proposal)
            found: Real = sign * self.scratch[k]
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
        if self.has_rates:
            theta = self._with_return(e, window, sign, least, proposal, (beyond.value, at_beyond.value), theta)
        if self.actions is not None:
            is_located, actions = hit & (theta < inf), self.actions
            with c.when(c.any(is_located)):
                width = c.maximum(bracket.at_low.value, -bracket.at_high.value)
                # at the end of a step, the interpolant is not the state but for rounding
                there = c.abs(value(c.select(theta < inf, theta, 1.0)))
                actions.note_located(e, is_located, c.maximum(width, there), reached.value)
        self.theta[e] = c.select(hit & ~self._is_start(e, theta, proposal), theta, inf)

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
        c, way = self.w.c, sign * self.directions[e]
        returns, counts = (beyond[0] < inf) & (way >= 0.0), way <= 0.0
        first = c.variable(c.select(counts, theta, inf))
        with c.when(c.any(returns)):
            ends = (c.select(returns, beyond[0], window.low), window.high)
            back = Bracket.of(c, returns, ends, -beyond[1], -sign * window.after[e], least)

            def value(x: Real) -> Real:
                self._evaluate_inside(x, proposal)
                found: Real = -sign * self.scratch[e]
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
            self._evaluate_inside(x, proposal)
            found: Real = towards * self.scratch[e + self.n]
            return found

        rates = (towards * window.before[e + self.n], towards * window.after[e + self.n])
        turning = Bracket.of(c, turns, (window.low, window.high), *rates, least)
        turning.shrink(rate)
        theta = turning.high.value
        self._evaluate_inside(theta, proposal)
        value = sign * self.scratch[e]
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

    # ---- one after the other

    def _first(self) -> tuple[Real, Real]:
        """Take the first event off the list, of simultaneous ones that of the lowest number."""
        c = self.w.c
        theta, number = c.variable(inf), c.variable(-1.0)
        with c.each(self.n) as e:
            earlier = self.theta[e] < theta.value
            theta.update(earlier, self.theta[e])
            number.update(earlier, c.spread(e))
        first = number.value
        with c.each(self.n) as e:
            is_it = first.equals(c.spread(e))
            self.theta[e] = c.select(is_it, self.again[e] if self.has_rates else inf, self.theta[e])
            if self.has_rates:
                self.again[e] = c.select(is_it, inf, self.again[e])
        return theta.value, first

    def _happen(self, mine: Mask, theta: Real, number: Real, last: Variable, proposal: Proposal) -> None:
        """Record an event, and let it act; those that act or are terminal end the step there."""
        w, c = self.w, self.w.c
        place = c.maximum(number, 0.0)
        stops = mine & (self.is_terminal.take(place) > 0.0)
        acts = mine & (self.acts.take(place) > 0.0)
        at = c.select(mine, theta, 1.0)
        w.copy_discrete(w.scratch, w.here)
        self.interpolant.evaluate(w.scratch, self.time(at, proposal), at)
        if self.actions is None:
            self._write(mine, number)
            self._end(stops, theta, number, last)
            self._cut(stops)
            last.update(stops, theta)
            return

        # what others have left at this time
        is_cut = mine & (last.value < inf)
        w.scratch.t = c.select(is_cut, w.trial.t, w.scratch.t)
        w.keep_all(is_cut, w.scratch.state, w.trial.state)
        cuts = (stops | acts) & ~is_cut
        self._cut(cuts)
        until = c.fma(_AT_ONCE, c.maximum(theta, c.abs(w.here.t / proposal.step)), theta)
        self.actions.note_happened(mine, number, until, cuts, theta)
        self.actions.act(acts, number, theta)
        self._write(mine, number)
        self._end(stops & w.running(), theta, number, last)
        last.update(cuts, until)

    def _cut(self, mask: Mask) -> None:
        """The step ends at the instant aside."""
        w = self.w
        w.trial.t = w.c.select(mask, w.scratch.t, w.trial.t)
        w.keep(mask, w.trial.state, w.scratch.state)

    def _end(self, stops: Mask, theta: Real, number: Real, last: Variable) -> None:
        """The simulation ends at a terminal event."""
        self.simulations.terminal_event.update(stops & (theta < last.value), number)
        self.w.status.update(stops, float(Status.TERMINAL_EVENT))

    def _write(self, mine: Mask, number: Real) -> None:
        """Record the event aside, if there is room; it is counted in any case."""
        w, c, s = self.w, self.w.c, self.simulations
        count = s.n_events.value
        place = c.fma(s.number.value, s.capacity, count) * c.spread(w.parts.record_size)
        fits, records = mine & (count < s.capacity), s.arrays.events
        records.put(place, w.scratch.t, fits)
        records.part(1).put(place, number, fits)
        with c.each(w.n_kept) as i:
            records.part(i + 2).put(place, w.scratch.state[i], fits)
        if self.actions is not None:
            with c.each(w.parts.n_after) as i:
                records.part(i + (2 + w.n_kept)).put(place, self.actions.result[i], fits)
        w.count(s.n_events, mine)

    # ---- values

    def _evaluate_inside(self, theta: Real, proposal: Proposal) -> None:
        self.w.copy_discrete(self.w.scratch, self.w.here)
        self.interpolant.evaluate(self.w.scratch, self.time(theta, proposal), theta)
        self.guard.evaluate(self.w.scratch, self.scratch)

    def _with_values(self, mask: Mask, values: Array) -> Mask:
        """Lanes of the mask in which all values are numbers; in the others no event could be seen."""
        c = self.w.c
        number, which = c.variable(0.0), c.variable(-1.0)
        with c.each(self.n) as e:
            which.value = c.select(values[e].is_nan(), number.value, which.value)
            number.value = number.value + 1.0
        undefined: Mask = mask & (which.value >= 0.0)
        self.w.status.update(undefined, float(Status.NO_EVENT_VALUE))
        self.simulations.terminal_event.update(undefined, which.value)
        return mask & ~undefined

    def _keep(self, mask: Mask, values: Array) -> None:
        with self.w.c.each(self.guard.n_values) as e:
            self.old[e] = self.w.c.select(mask, values[e], self.old[e])

    def time(self, theta: Real, proposal: Proposal) -> Real:
        """Time at a part of the step; exact at its end."""
        c = self.w.c
        inside = c.fma(theta, proposal.step, self.w.here.t)
        time: Real = c.select(theta.equals(1.0), proposal.t, inside)
        return time

"""Events of a step: which happen, in which order, and what they leave."""

from __future__ import annotations

from math import inf

from dalembert.integrators.event_actions import Actions
from dalembert.integrators.event_location import EventLocation
from dalembert.integrators.guards import Guard, ValueSigns, Window
from dalembert.integrators.simulations import Simulations
from dalembert.integrators.status import Status
from dalembert.integrators.step_control import Proposal
from dalembert.integrators.steps import Interpolant
from dalembert.integrators.windows import Windows
from dalembert.integrators.workspace import Workspace
from dalembert.procedures.statements import Array, Callee, Variable
from dalembert.procedures.values import Index, Mask, Real

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
        self.signs = ValueSigns(w, self.guard, None if self.actions is None else self.actions.left_at)
        self.location = EventLocation(w, self.guard, self.signs, interpolant, self.actions)
        self.again, self.has_past = self.location.again, self.location.has_past
        has_windows = w.parts.has_windows
        self.others = c.array(self.n if has_windows else 0)
        """Parts of the step at which events happen that do not touch."""

        self.windows = Windows(w, self.guard, self.old, self.new, self.touches) if has_windows else None
        self.hides = c.variable(0.0)
        """One in lanes in which more may happen in a step than its ends tell."""

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
        """Store the past of the events of simulations that have ended."""
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

    def with_values(self, good: Mask) -> Mask:
        """Lanes in which the guard has all values at the end of the step; the others cannot go on."""
        return self._with_values(good, self.new)

    def detect(self, good: Mask, step: Real) -> Mask:
        """Evaluate the guard at the end of the step; gives lanes in which an event happens, or may."""
        c = self.w.c
        self.guard.evaluate(self.w.trial, self.new)
        good = good & (self._undefined(self.new) < 0.0)
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
        c, signs, first = self.w.c, self.signs, self.w.c.variable(inf)
        with c.each(self.n) as e:
            hit = signs.crosses(e, window) | signs.leaves_zero(e, window)
            if self.has_rates:
                hit = hit | (signs.turns_back(e, window) & signs.may_reach(e, window)) | signs.dips(e, window)[0]
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
        """Record events window by window, where more may happen than the ends of the step tell."""
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
        self.windows.go(hit, lambda x: self.location.evaluate(x, proposal), look, goes_on, left_at)

    def _find_others(self, proposal: Proposal) -> None:
        """Locate events that do not touch: their values are compared at the ends of the step only.

        In between, those that are zero but for rounding would seem to change their sign.
        """
        c = self.w.c
        with c.each(self.n) as e:
            self.theta[e] = c.select(self.touches[e] > 0.0, inf, self.theta[e])
        with c.each(self.n) as e, c.when(c.any(self.theta[e] < inf)):
            self.location.locate(e, self._whole(), proposal)
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
            self.location.locate(e, window, proposal)
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
        self.interpolant.evaluate(w.scratch, self.location.time(at, proposal), at)
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

    def _with_values(self, mask: Mask, values: Array) -> Mask:
        """Lanes of the mask in which all values are numbers; in the others no event could be seen."""
        which = self._undefined(values)
        undefined: Mask = mask & (which >= 0.0)
        self.w.status.update(undefined, float(Status.NO_EVENT_VALUE))
        self.simulations.terminal_event.update(undefined, which)
        return mask & ~undefined

    def _undefined(self, values: Array) -> Real:
        """Number of the last value that is none; −1 where all are."""
        c = self.w.c
        number, which = c.variable(0.0), c.variable(-1.0)
        with c.each(self.n) as e:
            which.value = c.select(values[e].is_nan(), number.value, which.value)
            number.value = number.value + 1.0
        found: Real = which.value
        return found

    def _keep(self, mask: Mask, values: Array) -> None:
        with self.w.c.each(self.guard.n_values) as e:
            self.old[e] = self.w.c.select(mask, values[e], self.old[e])

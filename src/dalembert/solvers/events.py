"""Events: values of a guard that change their sign within a step, located to rounding."""

from __future__ import annotations

from math import inf

from dalembert.procedures.language import Code
from dalembert.procedures.statements import Array, Callee, Variable
from dalembert.procedures.values import Index, Mask, Real
from dalembert.solvers.dense import Interpolant
from dalembert.solvers.simulations import Simulations
from dalembert.solvers.status import Status
from dalembert.solvers.step_control import Proposal
from dalembert.solvers.workspace import Instant, Workspace

# an event within so many roundings of the start is the one from which the run was started
_AT_START = 4 * 2.0**-52

# of a number relative to its size; and a part of a step that no event needs to be known to
_ROUNDING, _SMALLEST = 2.0**-52, 2.0**-60


class Events:
    """Writes the text that finds, orders and records the events of a step.

    A value that is zero at the beginning of a step has had its event; one that reaches zero has it now.
    """

    def __init__(self, w: Workspace, simulations: Simulations, interpolant: Interpolant, guard: Callee) -> None:
        c, parts = w.c, w.parts
        self.w, self.simulations, self.interpolant, self._guard = w, simulations, interpolant, guard
        assert parts.directions is not None and parts.is_terminal is not None
        self.n, self.directions, self.is_terminal = parts.n_events, parts.directions, parts.is_terminal
        self.old, self.new, self.aside = (c.array(self.n) for _ in range(3))
        self.theta = c.array(self.n)
        """Part of the step at which each event happens; infinite if it does not."""

    def begin(self, fresh: Mask) -> None:
        """Values at the beginning of a simulation."""
        self._evaluate(self.w.here, self.aside)
        self._with_values(fresh & self.w.running(), self.aside)
        self._keep(fresh, self.aside)

    def accept(self, good: Mask) -> None:
        """The values at the end of the step are those at the beginning of the next."""
        self._keep(good, self.new)

    def look(self, good: Mask) -> Mask:
        """Evaluate the guard at the end of the step; gives the lanes in which it has all values."""
        self._evaluate(self.w.trial, self.new)
        return self._with_values(good, self.new)

    def detect(self, good: Mask) -> Mask:
        """Lanes in which an event happens."""
        c, first = self.w.c, self.w.c.variable(inf)
        with c.each(self.n) as e:
            old, new, direction = self.old[e], self.new[e], self.directions[e]
            upwards = (old < 0.0) & (new >= 0.0) & (direction >= 0.0)
            downwards = (old > 0.0) & (new <= 0.0) & (direction <= 0.0)
            self.theta[e] = c.select(good & (upwards | downwards), 1.0, inf)
            first.value = c.minimum(first.value, self.theta[e])
        hit: Mask = first.value < inf
        return hit

    def record(self, proposal: Proposal) -> None:
        """Locate all events of the step and record them in order of time, up to the first that is terminal."""
        w, c = self.w, self.w.c
        with c.each(self.n) as e, c.when(c.any(self.theta[e] < inf)):
            self._locate(e, proposal)
        last = c.variable(inf)
        with c.repeat() as again:
            theta, number, is_terminal = self._first()
            mine = (theta < inf) & (theta <= last.value)
            with c.when(c.any(mine)):
                at = c.select(mine, theta, 1.0)
                self.interpolant.evaluate(w.aside, self._time(at, proposal), at)
                self._write(mine, number)
                self._end(mine & (is_terminal > 0.0), theta, number, last)
            again.append(c.any(mine))

    # ---- one event

    def _locate(self, e: Index, proposal: Proposal) -> None:
        """The part of the step at which value e has changed its sign, by the method ITP.

        I. F. D. Oliveira, R. H. C. Takahashi (2020): false position, truncated and projected such that it needs at
        most one evaluation more than bisection.
        """
        w, c = self.w, self.w.c
        hit = self.theta[e] < inf
        sign = c.copysign(1.0, self.old[e])
        low, high = c.variable(c.select(hit, 0.0, 1.0)), c.variable(1.0)
        at_low, at_high = c.variable(c.abs(self.old[e])), c.variable(sign * self.new[e])
        radius = c.variable(1.0)
        least = c.maximum(0.5 * c.abs(w.here.t / proposal.step), _SMALLEST)
        with c.repeat() as again:
            x = _next_point(c, low.value, high.value, at_low.value, at_high.value, radius.value)
            self.interpolant.evaluate(w.aside, self._time(x, proposal), x)
            self._evaluate(w.aside, self.aside)
            value = sign * self.aside[e]
            active = self._can_shrink(low, high, least)
            changed, same = active & (value <= 0.0), active & ~(value <= 0.0)
            for bound, at_bound, side in ((high, at_high, changed), (low, at_low, same)):
                bound.update(side, x)
                at_bound.update(side, value)
            radius.value = 0.5 * radius.value
            again.append(c.any(self._can_shrink(low, high, least)))

        # the event from which the simulation was started does not count again
        time = self._time(high.value, proposal)
        scale = c.maximum(c.abs(w.start.value), c.abs(w.end.value))
        is_old = c.abs(time - w.start.value) <= _AT_START * scale
        self.theta[e] = c.select(hit & ~is_old, high.value, inf)

    def _can_shrink(self, low: Variable, high: Variable, least: Real) -> Mask:
        """Whether a bracket is wider than a rounding of its ends, or of `least`."""
        width: Real = high.value - low.value
        return width > _ROUNDING * self.w.c.maximum(high.value, least)

    def _first(self) -> tuple[Real, Real, Real]:
        """Take the first event off the list, of simultaneous ones that of the lowest number."""
        c = self.w.c
        theta, number, is_terminal = c.variable(inf), c.variable(-1.0), c.variable(0.0)
        with c.each(self.n) as e:
            earlier = self.theta[e] < theta.value
            theta.update(earlier, self.theta[e])
            number.update(earlier, c.spread(e))
            is_terminal.update(earlier, self.is_terminal[e])
        first = number.value
        with c.each(self.n) as e:
            self.theta[e] = c.select(first.equals(c.spread(e)), inf, self.theta[e])
        return theta.value, first, is_terminal.value

    def _write(self, mine: Mask, number: Real) -> None:
        """Record the event aside, if there is room; it is counted in any case."""
        w, c, s = self.w, self.w.c, self.simulations
        count = s.n_events.value
        place = c.fma(s.number.value, s.capacity, count) * c.spread(2 + w.n)
        fits, records = mine & (count < s.capacity), s.arrays.events
        records.put(place, w.aside.t, fits)
        records.part(1).put(place, number, fits)
        with c.each(w.n) as i:
            records.part(i + 2).put(place, w.aside.state[i], fits)
        w.count(s.n_events, mine)

    def _end(self, stops: Mask, theta: Real, number: Real, last: Variable) -> None:
        """The step ends at a terminal event."""
        w = self.w
        self.simulations.terminal_event.update(stops & (theta < last.value), number)
        last.update(stops, theta)
        w.status.update(stops, float(Status.TERMINAL_EVENT))
        w.trial.t = w.c.select(stops, w.aside.t, w.trial.t)
        w.keep(stops, w.trial.state, w.aside.state)

    # ---- values

    def _evaluate(self, at: Instant, values: Array) -> None:
        self.w.c.call(self._guard, at.array, self.w.p, values)

    def _with_values(self, mask: Mask, values: Array) -> Mask:
        """Lanes of the mask in which all values are numbers; in the others no event could be seen."""
        c, poison = self.w.c, self.w.c.variable(0.0)
        with c.each(self.n) as e:
            poison.value = poison.value + c.select(values[e].is_nan(), values[e], 0.0)
        undefined: Mask = poison.value.is_nan()
        self.w.status.update(mask & undefined, float(Status.NOT_FINITE))
        return mask & ~undefined

    def _keep(self, mask: Mask, values: Array) -> None:
        with self.w.c.each(self.n) as e:
            self.old[e] = self.w.c.select(mask, values[e], self.old[e])

    def _time(self, theta: Real, proposal: Proposal) -> Real:
        """Time at a part of the step; exact at its end."""
        c = self.w.c
        inside = c.fma(theta, proposal.step, self.w.here.t)
        time: Real = c.select(theta.equals(1.0), proposal.t, inside)
        return time


def _next_point(c: Code, low: Real, high: Real, at_low: Real, at_high: Real, radius: Real) -> Real:
    """Where to look next within a bracket whose values are positive at its low end, not so at the high end."""
    half = 0.5 * (high - low)
    middle = low + half

    # false position, moved towards the middle a little, so that the root comes to lie on its other side
    guess = c.fma(high - low, at_low / (at_low - at_high), low)
    away = middle - guess
    shift = 0.8 * half * half
    towards = c.copysign(1.0, away)
    guess = c.select(c.abs(away) > shift, c.fma(towards, shift, guess), middle)

    # not farther from the middle than bisection can make good
    reach = radius - half
    guess = c.select(c.abs(guess - middle) <= reach, guess, c.fma(-towards, reach, middle))
    point: Real = c.select((low < guess) & (guess < high), guess, middle)
    return point

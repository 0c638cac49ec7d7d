"""Values whose changes of sign are events: their program, and what they do between two parts of a step."""

from __future__ import annotations

from dataclasses import dataclass

from dalembert.integrators.workspace import Instant, Workspace
from dalembert.procedures.statements import Array, Callee
from dalembert.procedures.values import Index, Mask, Real

# a value is far from zero where this part of it is more than what its rate, or the step, changes it by
FAR = 0.25

# how near zero, beside its values at both ends of a step, a value is expected that is looked at in between
_NEAR = 0.1


class Guard:
    """The program that gives these values, and memory for them."""

    def __init__(self, w: Workspace, program: Callee) -> None:
        c, parts = w.c, w.parts
        self.w, self._program = w, program
        self.n, self.n_values, self.has_rates = parts.n_events, parts.n_values, parts.has_rates
        self.directions = parts.tables.directions
        self.scratch = c.array(self.n_values)
        """Values anywhere."""

        self.theta = c.array(self.n)
        """Part of the step at which each event happens; infinite if it does not."""

    def evaluate(self, at: Instant, values: Array) -> None:
        """The values at an instant, then their rates if some events may touch zero."""
        self.w.c.call(self._program, at.array, self.w.p, values)


@dataclass(frozen=True)
class Window:
    """A part of the step, and the values at its ends."""

    low: Real
    high: Real
    before: Array
    after: Array


class ValueSigns:
    """Writes the text that compares values, and their rates, at the ends of a window."""

    def __init__(self, w: Workspace, guard: Guard, left_at: Array | None) -> None:
        self.w, self.guard, self.left_at = w, guard, left_at
        self.touches: Array = w.parts.tables.touches

    def crosses(self, e: Index, window: Window) -> Mask:
        """Where a value is on the other side at the end of the step."""
        old, new, direction = window.before[e], window.after[e], self.guard.directions[e]
        upwards = (old < 0.0) & (new >= 0.0) & (direction >= 0.0)
        downwards = (old > 0.0) & (new <= 0.0) & (direction <= 0.0)
        crosses: Mask = upwards | downwards
        return crosses

    def leaves_zero(self, e: Index, window: Window) -> Mask:
        """Where a value begins at zero: it may have been on the other side in between."""
        old, new, direction = window.before[e], window.after[e], self.guard.directions[e]
        upwards, downwards = (new > 0.0) & (direction >= 0.0), (new < 0.0) & (direction <= 0.0)
        leaves: Mask = old.equals(0.0) & (upwards | downwards)
        return leaves if self.left_at is None else leaves & (self.w.c.abs(new) > self.left_at[e])

    def turns_back(self, e: Index, window: Window) -> Mask:
        """Where a value first goes towards zero and then away from it."""
        old, new = window.before[e], window.after[e]
        sign = self.w.c.copysign(1.0, old)
        stays: Mask = (sign * old > 0.0) & (sign * new > 0.0)
        along = sign * self.w.direction.value
        turns = (along * window.before[e + self.guard.n] < 0.0) & (along * window.after[e + self.guard.n] > 0.0)
        found: Mask = stays & turns & (self.touches[e] > 0.0)
        return found

    def may_reach(self, e: Index, window: Window) -> Mask:
        """Where a value is not so far from zero, beside its rates, that it turns back by rounding alone."""
        w, c = self.w, self.w.c
        h = c.abs((window.high - window.low) * (w.trial.t - w.here.t))
        least = c.minimum(c.abs(window.before[e]), c.abs(window.after[e]))
        fastest = c.maximum(c.abs(window.before[e + self.guard.n]), c.abs(window.after[e + self.guard.n]))
        found: Mask = ~(h * fastest < FAR * least)
        return found

    def dips(self, e: Index, window: Window) -> tuple[Mask, Real]:
        """Where a value goes away from zero, then towards it and away again, and at which part of the step.

        By the cubic through the values and rates at both ends: where that comes near zero, the value is looked at.
        """
        w, c = self.w, self.w.c
        old, new = window.before[e], window.after[e]
        sign, h = self.side(e, window), (window.high - window.low) * (w.trial.t - w.here.t)
        start, end = sign * old, sign * new
        leaves, arrives = sign * h * window.before[e + self.guard.n], sign * h * window.after[e + self.guard.n]
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

    def side(self, e: Index, window: Window) -> Real:
        """The sign that a value has at first; of one that begins at zero, that at the end."""
        old = window.before[e]
        return self.w.c.copysign(1.0, self.w.c.select(old.equals(0.0), window.after[e], old))

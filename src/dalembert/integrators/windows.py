"""Parts of a step in which values of the guard are next to cubics, so that no event hides between their ends."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from dalembert.integrators.guards import FAR, Guard, Window
from dalembert.integrators.loop_parts import RATED
from dalembert.integrators.workspace import Workspace
from dalembert.procedures.statements import Array, Variable
from dalembert.procedures.values import Mask, Real

# how far from the cubic through the ends a value may be in the middle: beside its smaller and its larger size
# there, and beside that in the whole step
_OFF, _OFF_IN_WINDOW, _OFF_IN_STEP = 0.1, 1e-3, 1e-6

# the same of the way that the rate in the middle goes in the window
_OFF_RATE = 4.0

# the same of values without rates beside the smaller size
_OFF_PLAIN = 0.5

# such values are sampled in every step; where a second difference is as large beside a value, that may reach zero
# between samples: a parabola falls by an eighth of it; and the widest window of a step in which one may
_BENDS, _WIDEST_SAMPLED = 0.5, 0.25

# what stands for the value of a guard that is not at work
_OFF_GUARD = 1.0

# parts of the step at which values are sampled
_SAMPLED = (1.0 / 3.0, 2.0 / 3.0)

# the shortest window beside its step, and the longest beside the whole run
_SHORTEST, _LONGEST = 2.0**-14, 1.0 / 32.0


class Windows:
    """Writes the text that goes through a step, window by window.

    Where motion is simple, steps are long, whatever values such as gaps do on the way: these need not be as smooth
    in time as the motion is. So values are looked at in the middle of a window, which is halved until they are
    next to the cubics through their values and rates at its ends.
    """

    def __init__(self, w: Workspace, guard: Guard, old: Array, new: Array, touches: Array) -> None:
        c = w.c
        self.w, self.guard, self.old, self.new, self.touches = w, guard, old, new, touches
        self.before, self.middle, self.after = (c.array(guard.n_values) for _ in range(3))
        self._samples = [c.array(guard.n_values) for _ in _SAMPLED]
        self._bends = c.variable(0.0)
        """One in lanes in which samples of the step show that a value may reach zero between them."""

    def may_hide(self, sample: Callable[[float], None]) -> Mask:
        """Lanes in which the step is long beside the run, or beside how far a value is from zero.

        `sample` gives values aside, at a part of the step, by a sketch of it.
        """
        w, c, n = self.w, self.w.c, self.guard.n
        h = c.abs(w.trial.t - w.here.t)
        found = c.variable(c.select(h > self._longest(), 1.0, 0.0))
        sampled = c.variable(0.0)
        with c.each(n) as e:
            old, new = self.old[e], self.new[e]
            if self.guard.has_rates:
                far = FAR * c.minimum(c.abs(old), c.abs(new))
                way = c.maximum(h * c.maximum(c.abs(self.old[e + n]), c.abs(self.new[e + n])), c.abs(new - old))
                found.update((self.touches[e] >= RATED) & (way > far), 1.0)
            is_off = old.equals(_OFF_GUARD) & new.equals(_OFF_GUARD)
            sampled.update((self.touches[e] > 0.0) & (self.touches[e] < RATED) & ~is_off, 1.0)
        self._bends.value = 0.0
        with c.when(c.any((sampled.value > 0.0) & w.running())):
            for array, part in zip(self._samples, _SAMPLED, strict=True):
                sample(part)
                self._copy(w.running(), array, self.guard.scratch)
            self._look_for_bends()
        hides: Mask = (found.value > 0.0) | (self._bends.value > 0.0)
        return hides

    def _look_for_bends(self) -> None:
        """Values whose samples bend towards zero as much as they are away from it, or are on its other side."""
        c = self.w.c
        with c.each(self.guard.n) as e:
            values = [self.old[e], *(array[e] for array in self._samples), self.new[e]]
            looks = (self.touches[e] > 0.0) & (self.touches[e] < RATED)
            bends = [a - 2.0 * b + d for a, b, d in zip(values, values[1:], values[2:], strict=False)]
            for k, (a, b) in enumerate(pairwise(values)):
                sign = c.copysign(1.0, b)
                bend = c.maximum(sign * bends[max(k - 1, 0)], sign * bends[min(k, len(bends) - 1)])
                is_near = (sign * a > 0.0) & (c.minimum(c.abs(a), c.abs(b)) < _BENDS * bend)
                self._bends.update(looks & (is_near | (b.is_nan())), 1.0)
            for b in values[1:-1]:
                is_beyond = (self.old[e] * b < 0.0) & (self.new[e] * b < 0.0)
                self._bends.update(looks & is_beyond, 1.0)

    def _longest(self) -> Real:
        longest: Real = _LONGEST * self.w.c.abs(self.w.end.value - self.w.start.value)
        return longest

    def go(
        self,
        lanes: Mask,
        evaluate: Callable[[Real], None],
        look: Callable[[Window, Mask], None],
        goes_on: Callable[[], Mask],
        left_at: Array | None,
    ) -> None:
        """Look into one window after the other in these lanes, up to the end of the step, or as long as told.

        `evaluate` gives values aside, at a part of the step.
        """
        w, c = self.w, self.w.c
        h = c.abs(w.trial.t - w.here.t)
        widest = c.variable(c.minimum(self._longest() / c.maximum(h, self._longest()), 1.0))
        widest.update(self._bends.value > 0.0, c.minimum(widest.value, _WIDEST_SAMPLED))
        low, high = c.variable(c.select(lanes, 0.0, 1.0)), c.variable(c.select(lanes, widest.value, 1.0))
        self._copy(lanes, self.before, self.old)
        self._find(lanes, high, evaluate)
        with c.repeat() as again:
            active = lanes & (low.value < 1.0)
            width = high.value - low.value
            evaluate(c.select(active, c.fma(0.5, width, low.value), 1.0))
            self._copy(active, self.middle, self.guard.scratch)
            is_simple = active & (self._is_cubic(width * (w.trial.t - w.here.t)) | (width <= _SHORTEST))
            with c.when(c.any(is_simple)):
                look(Window(low.value, high.value, self.before, self.after), is_simple)
            stays = goes_on()
            halved = active & ~is_simple
            high.update(halved, c.fma(0.5, width, low.value))
            self._copy(halved, self.after, self.middle)
            moved = is_simple & stays
            self._move_on(moved, left_at)
            low.update(is_simple, c.select(stays, high.value, 1.0))
            wider = c.minimum(low.value + c.minimum(2.0 * width, widest.value), 1.0)
            high.update(moved, wider)
            with c.when(c.any(moved & (low.value < 1.0))):
                self._find(moved & (low.value < 1.0), high, evaluate)
            again.append(c.any(lanes & (low.value < 1.0)))

    def _find(self, mask: Mask, high: Variable, evaluate: Callable[[Real], None]) -> None:
        """The values at the upper end."""
        inside = mask & (high.value < 1.0)
        self._copy(mask & ~inside, self.after, self.new)
        with self.w.c.when(self.w.c.any(inside)):
            evaluate(self.w.c.select(inside, high.value, 1.0))
            self._copy(inside, self.after, self.guard.scratch)

    def _is_cubic(self, h: Real) -> Mask:
        """Whether values in the middle are next to the cubics."""
        c, n = self.w.c, self.guard.n
        wild = c.variable(0.0)
        with c.each(n) as e:
            start, end = self.before[e], self.after[e]
            cubic = 0.5 * (start + end)
            if self.guard.has_rates:
                cubic = cubic + 0.125 * h * (self.before[e + n] - self.after[e + n])
            smaller, larger = c.minimum(c.abs(start), c.abs(end)), c.maximum(c.abs(start), c.abs(end))
            in_step = c.maximum(c.abs(self.old[e]), c.abs(self.new[e]))
            part = c.select(self.touches[e] < RATED, _OFF_PLAIN, _OFF)
            accepted = part * smaller + _OFF_IN_WINDOW * larger + _OFF_IN_STEP * in_step
            is_off = ~(c.abs(self.middle[e] - cubic) <= accepted)
            wild.update((self.touches[e] > 0.0) & is_off, 1.0)
            if self.guard.has_rates:
                # waves that pass through the middle of the cubic by chance pass it at another rate
                ahead = 1.5 * (end - start) - 0.25 * h * (self.before[e + n] + self.after[e + n])
                is_wave = ~(c.abs(h * self.middle[e + n] - ahead) <= _OFF_RATE * accepted)
                wild.update((self.touches[e] >= RATED) & is_wave, 1.0)
        is_cubic: Mask = wild.value <= 0.0
        return is_cubic

    def _move_on(self, mask: Mask, left_at: Array | None) -> None:
        """Values at the end of a window are those at the beginning of the next; what counts as zero still does."""
        c = self.w.c
        if left_at is not None:
            with c.each(self.guard.n) as e:
                stays = mask & self.before[e].equals(0.0) & (c.abs(self.after[e]) <= left_at[e])
                self.after[e] = c.select(stays, 0.0, self.after[e])
        self._copy(mask, self.before, self.after)

    def _copy(self, mask: Mask, target: Array, source: Array) -> None:
        with self.w.c.each(self.guard.n_values) as i:
            target[i] = self.w.c.select(mask, source[i], target[i])

"""Laws of time: steps are not so long that a stage, or a look inside, could pass over what such a law does."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from dalembert.integrators.simulations import Simulations
from dalembert.integrators.step_control import Proposal
from dalembert.integrators.workspace import Workspace
from dalembert.procedures.statements import Variable
from dalembert.procedures.values import Index, Mask, Real

# samples of the whole run by which it is known how much a law changes in it, and the part of that which counts
_FIRST_LOOKS, _COUNTS = 512.0, 1e-6

# how much the rate of a law may change within a step, beside how much the law does, in the time of the step: over
# a parabola with its vertex in the middle it changes by 8, over a pulse by 4 for each of its widths. Beside guards
# it is about half a wave: what holds still through a whole one may have let go in it
_BENDS, _BENDS_BESIDE_GUARDS = 12.0, 5.0

# a step ends so many samples before the one at which a law has bent too much, and has this part of one at least
_BEFORE, _LEAST = 2.0, 0.25

# part of the time within which an instant is where a step begins: it is behind
_HERE = 2.0**-40


class TimeLawWatch:
    """Writes the text that samples laws ahead of a step, and ends it where one has bent too much, or switches.

    Where a body rests, nothing in its state tells how long steps may be, and a push that comes and goes between
    two stages would never have been. States are held where they are: what their motion does, errors of steps tell.
    """

    def __init__(self, w: Workspace, simulations: Simulations) -> None:
        c, n = w.c, w.parts.n_laws
        assert w.parts.laws is not None
        self.w, self.simulations, self.n, self._program = w, simulations, n, w.parts.laws
        self._values, self._last = (c.array(n + w.parts.n_instants) for _ in range(2))
        self._change, self._bend = (c.array(n) for _ in range(2))
        self._low, self._high, self._size = (c.array(n) for _ in range(3))

    def begin(self, fresh: Mask) -> None:
        """How much each law changes in the whole of simulations that begin."""
        w, c = self.w, self.w.c
        span = c.abs(w.end.value - w.start.value)
        apart = c.maximum(span / _FIRST_LOOKS, self._apart())
        self._sample_ahead(fresh, span, apart)
        with c.each(self.n) as k:
            self._size[k] = c.select(fresh, self._high[k] - self._low[k], self._size[k])

    def limited(self, proposal: Proposal, running: Mask, landing: Callable[[Real], Real]) -> Proposal:
        """The proposed step, or a part of it that ends where a law has bent too much, or at an instant.

        `landing` says its time.
        """
        w, c = self.w, self.w.c
        h, apart, most = c.abs(proposal.step), self._apart(), c.variable(inf)
        bends = _BENDS if w.parts.guard is None else _BENDS_BESIDE_GUARDS

        def look(k: Index, count: Real, active: Mask) -> None:
            is_second: Mask = count > 1.0
            change = self._values[k] - self._last[k]
            bend = self._bend[k] + c.select(is_second, c.abs(change - self._change[k]), 0.0)
            way = self._high[k] - self._low[k]
            is_bent = (way > _COUNTS * self._size[k]) & (count * bend > bends * way)
            before = apart * c.maximum(count - _BEFORE, _LEAST)
            most.update(active & is_bent & (most.value >= inf), before)
            self._change[k], self._bend[k] = change, bend

        with c.each(self.n) as k:
            self._bend[k] = 0.0
        with c.when(c.any(running & (h > 2.0 * apart))):
            self._sample_ahead(running & (h > 2.0 * apart), h, apart, look, most)
        ahead, at = self._next_instant()
        is_landing = (ahead < h) & (ahead <= most.value)
        is_cut = is_landing | (most.value < h)
        length = c.select(is_landing, ahead, most.value)
        step = c.select(is_cut, w.direction.value * length, proposal.step)
        t = c.select(is_cut, c.select(is_landing, at, landing(step)), proposal.t)
        return Proposal(step, t, proposal.is_last & ~is_cut)

    def _next_instant(self) -> tuple[Real, Real]:
        """How far ahead a step has to end because of instants, infinite if there are none ahead; and when that is.

        That is at the next one; from one of them, half the way to it: what holds between two of them alone is seen
        by the end of a step. They are as parameters say, which events may have set.
        """
        w, c = self.w, self.w.c
        first, begins = c.variable(inf), c.variable(0.0)
        at = c.variable(0.0)
        n = c.lift(Index, w.parts.n_instants)
        with c.when(n > 0):
            c.call(self._program, w.here.array, w.p, self._values)
            with c.each(n) as k:
                t = self._values[k + self.n]
                ahead = w.direction.value * (t - w.here.t)
                rounding = _HERE * c.maximum(c.abs(t), c.abs(w.here.t))
                begins.update(c.abs(ahead) <= rounding, 1.0)
                is_next = (ahead > rounding) & (ahead < first.value)
                at.update(is_next, t)
                first.update(is_next, ahead)
        is_between = begins.value > 0.0
        at.update(is_between, c.fma(0.5, at.value - w.here.t, w.here.t))
        first.update(is_between, 0.5 * first.value)
        return first.value, at.value

    def _apart(self) -> Real:
        """Time between two samples."""
        assert self.simulations.look is not None
        apart: Real = self.simulations.look.value
        return apart

    def _sample_ahead(
        self,
        lanes: Mask,
        h: Real,
        apart: Real,
        look: Callable[[Index, Real, Mask], None] | None = None,
        most: Variable | None = None,
    ) -> None:
        """Go through samples of the next time, with their lowest and highest values.

        `look` at each law there, as long as `most` is not known in all lanes.
        """
        w, c = self.w, self.w.c
        with c.each(w.parts.n_inputs) as i:
            w.scratch.array[i] = w.here.array[i]
        c.call(self._program, w.scratch.array, w.p, self._last)
        with c.each(self.n) as k:
            self._low[k] = self._high[k] = self._last[k]
        count = c.variable(1.0)
        with c.repeat() as again:
            active = lanes & ((count.value - 1.0) * apart < h)
            w.scratch.t = w.here.t + w.direction.value * c.minimum(count.value * apart, h)
            c.call(self._program, w.scratch.array, w.p, self._values)
            with c.each(self.n) as k:
                self._low[k] = c.minimum(self._low[k], self._values[k])
                self._high[k] = c.maximum(self._high[k], self._values[k])
                if look is not None:
                    look(k, count.value, active)
                self._last[k] = self._values[k]
            count.value = count.value + 1.0
            left = lanes & ((count.value - 1.0) * apart < h)
            again.append(c.any(left if most is None else left & (most.value >= inf)))

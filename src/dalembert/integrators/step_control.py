"""How long the steps are: always the same, or as the error estimate asks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from math import inf

from dalembert.integrators.status import Status
from dalembert.integrators.workspace import Workspace
from dalembert.procedures.elementary import elementary
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Array
from dalembert.procedures.values import Mask, Real

# a last step may be longer by this part, so that rounding leaves no tiny rest
_STRETCH = 1.0 + 1e-8

# steps shorter than this part of the time hardly move it
_SMALLEST_PART = 2.0**-50

# limits of the change of size from step to step
_LEAST, _MOST, _IF_NOT_FINITE = 0.2, 10.0, 0.1


# projection may move a step by so many tolerated errors, or, without tolerances, by this part of its way
_PROJECTED_SHARE, _MOST_MOVED, _ROUNDING = 0.1, 0.1, 1e-10

# part of the largest state by which a step may be moved anyway: shorter steps round no less
_ROUNDED = 256.0 * 2.0**-52

# attempts after which the way is measured, and how often one after the other it must be too short: single phases
# with short steps, such as impacts, take fewer
_WINDOW, _PATIENCE = 16384.0, 3.0


@dataclass(frozen=True)
class Proposal:
    """The next step of each lane: its signed length, where it leads, whether it is the last."""

    step: Real
    t: Real
    is_last: Mask


class StepControl(ABC):
    """Chooses the size of steps; `size` of the workspace holds it, positive, and zero in idle lanes."""

    def __init__(self, w: Workspace) -> None:
        self.w = w
        needs_room = w.problem.project is not None and not w.problem.is_projected_once
        self.unprojected = w.c.array(w.n if needs_room else 0)
        self.moved = w.c.variable(0.0)
        """What projection adds to the error of an attempt that would be good without."""

    @abstractmethod
    def begin(self, fresh: Mask, wish: Real) -> None:
        """First size in fresh lanes, whose states and slopes are known; `wish` if this is positive."""

    def restart(self, acted: Mask, proposal: Proposal) -> None:
        """Go on in lanes in which an event has just changed the state, within this step."""
        self.w.origin.update(acted, self.w.here.t)
        self.w.made.update(acted, 0.0)

    @abstractmethod
    def react(self, proposal: Proposal, error: Real, running: Mask, good: Mask) -> None:
        """Next size, and the status of lanes that cannot go on."""

    @abstractmethod
    def landing(self, step: Real) -> Real:
        """Where a step leads that is not the last."""

    def note_unprojected(self) -> None:
        """Remember the trial state before it is projected."""
        w = self.w
        with w.c.each(w.n) as i:
            self.unprojected[i] = w.trial.state[i]

    def with_projection(self, error: Real) -> Real:
        """The error of an attempt, or how far its end was moved by projection if that is more."""
        c, moved = self.w.c, self.projection_error()
        self.moved.value = c.select(error < 1.0, moved, 0.0)
        larger: Real = c.maximum(error, moved)
        return larger

    @abstractmethod
    def projection_error(self) -> Real:
        """How far the trial state was moved by projection, in units of what a good step may need."""

    def propose(self) -> Proposal:
        """The next step: as long as the size says, or to the end."""
        w, c = self.w, self.w.c
        left, direction, size = w.end.value - w.here.t, w.direction.value, w.size.value
        is_last = _STRETCH * size >= direction * left
        step = c.select(is_last, left, direction * size)
        return Proposal(step, c.select(is_last, w.end.value, self.landing(step)), is_last)


class FixedSteps(StepControl):
    """All steps have the size of the first setting; the last one is what remains.

    Parameters
    ----------
    w : Workspace
        Where the step writes: arrays, variables and settings of the run.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> import dalembert as da
    >>> @dataclass(frozen=True)
    ... class Euler(da.methods.Method):
    ...     step: float
    ...
    ...     @property
    ...     def settings(self):
    ...         return (self.step,)
    ...
    ...     def scheme(self, problem):
    ...         return da.methods.Scheme("Euler", 2, 1, EulerSteps, da.methods.FixedSteps)
    ...
    >>> class EulerSteps(da.methods.Steps):
    ...     def __init__(self, w):
    ...         super().__init__(w)
    ...         self.cubic = da.methods.Interpolant(w)
    ...
    ...     @property
    ...     def interpolant(self):
    ...         return self.cubic
    ...
    ...     def attempt(self, step, running):
    ...         self.w.advance(self.w.trial, step, (1.0,))
    ...         return self.w.nan_unless_finite(self.w.trial.state)
    ...
    >>> block = da.particle("block", mass=1.0)
    >>> fall = da.Model(da.Prismatic("x", da.ground, block, axis="x"), gravity=(1, 0, 0))
    >>> motion = da.simulate(fall, until=1.0, method=Euler(0.1))
    >>> print(f"{motion['x'][-1]:.3f} m, exactly 0.5")
    0.450 m, exactly 0.5
    """

    def begin(self, fresh: Mask, wish: Real) -> None:
        self.w.size.update(fresh, self.w.settings[0])

    def landing(self, step: Real) -> Real:
        # counted from the start, or from the last event that acted: no rounding errors add up
        w = self.w
        return w.c.fma(w.made.value + 1.0, w.direction.value * w.size.value, w.origin.value)

    def projection_error(self) -> Real:
        # without tolerances: beside the way of the step
        w, c = self.w, self.w.c
        moved, way = c.variable(0.0), c.variable(0.0)
        with c.each(w.n) as i:
            moved.value = c.maximum(moved.value, c.abs(w.trial.state[i] - self.unprojected[i]))
            way.value = c.maximum(way.value, c.abs(self.unprojected[i] - w.here.state[i]))
        result: Real = moved.value / (_MOST_MOVED * way.value + _ROUNDING * (1.0 + way.value))
        return result

    def react(self, proposal: Proposal, error: Real, running: Mask, good: Mask) -> None:
        w = self.w
        w.status.update(running & error.is_nan(), float(Status.NOT_FINITE))
        w.status.update(running & (error >= 1.0), float(Status.NOT_CONVERGED))
        w.status.update(~w.running() & running & (self.moved.value >= 1.0), float(Status.MOVED_FAR))
        w.count(w.rejected, running & ~good)


class AdaptiveSteps(StepControl):
    """Steps whose estimated error meets the tolerances.

    Settings are rtol, atol, first size (0: find one), largest size. Steps take a `share` of the estimated best
    size. The rules are those of Hairer, Nørsett, Wanner (1993), II.4.

    Parameters
    ----------
    w : Workspace
        Where the step writes: arrays, variables and settings of the run.
    error_order : int
        Order of the estimate of the error.
    share : float, optional
        Part of the estimated best size that steps take; default 0.9.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> import dalembert as da
    >>> @dataclass(frozen=True)
    ... class Heun(da.methods.Method):
    ...     step: float
    ...
    ...     @property
    ...     def settings(self):
    ...         return (1e-8, 1e-10, self.step, 1.0)
    ...
    ...     def scheme(self, problem):
    ...         def control(w):
    ...             return da.methods.AdaptiveSteps(w, error_order=1)
    ...
    ...         return da.methods.Scheme("Heun", 3, 2, HeunSteps, control)
    ...
    >>> class HeunSteps(da.methods.Steps):
    ...     def __init__(self, w):
    ...         super().__init__(w)
    ...         self.cubic = da.methods.Interpolant(w)
    ...
    ...     @property
    ...     def interpolant(self):
    ...         return self.cubic
    ...
    ...     def attempt(self, step, running):
    ...         w = self.w
    ...         w.scratch.t = w.here.t + step
    ...         w.advance(w.scratch, step, (1.0,))
    ...         w.rate(w.scratch, w.slopes[1])
    ...         w.count(w.evaluations, running)
    ...         w.advance(w.trial, step, (0.5, 0.5))
    ...         return w.nan_unless_finite(w.trial.state)
    ...
    >>> block = da.particle("block", mass=1.0)
    >>> fall = da.Model(da.Prismatic("x", da.ground, block, axis="x"), gravity=(1, 0, 0))
    >>> motion = da.simulate(fall, until=1.0, method=Heun(0.1))
    >>> print(f"{motion['x'][-1]:.3f} m, exactly 0.5")
    0.500 m, exactly 0.5
    """

    def __init__(self, w: Workspace, error_order: int, share: float = 0.9) -> None:
        super().__init__(w)
        self.power, self.share = error_order + 1, share
        self.was_rejected = w.c.variable(0.0)

    def landing(self, step: Real) -> Real:
        return self.w.here.t + step

    def begin(self, fresh: Mask, wish: Real) -> None:
        w, c = self.w, self.w.c
        given = c.select(wish > 0.0, wish, w.settings[2])
        w.size.update(fresh, given)
        asked = fresh & ~(given > 0.0)
        with c.when(c.any(asked)):
            w.size.update(asked, self._first_size(asked))
        w.size.update(fresh, c.minimum(w.size.value, w.settings[3]))
        self.was_rejected.update(fresh, 0.0)

    def restart(self, acted: Mask, proposal: Proposal) -> None:
        super().restart(acted, proposal)
        # the motion has the scales that it had, so a step of this size is worth a try, but not a longer one
        w = self.w
        w.size.update(acted, w.c.minimum(w.size.value, w.c.abs(proposal.step)))
        self.was_rejected.update(acted, 0.0)

    def _first_size(self, asked: Mask) -> Real:
        """A size at which an Euler step makes about a hundredth of the tolerated error."""
        w, c = self.w, self.w.c
        span = c.abs(w.end.value - w.start.value)
        state, slope = self._norm(w.here.state), self._norm(w.slopes[0])
        is_tiny = (state < 1e-5) | (slope < 1e-5)
        guess = c.minimum(c.select(is_tiny, 1e-6, 0.01 * state / slope), span)

        # how much does the slope change along an Euler step?
        step = c.select(asked, w.direction.value * guess, 0.0)
        w.scratch.t = w.here.t + step
        w.advance(w.scratch, step, (1.0,))
        w.rate(w.scratch, w.end_slope)
        w.count(w.evaluations, asked)
        with c.each(w.n) as i:
            w.scratch.state[i] = w.end_slope[i] - w.slopes[0][i]
        curvature = self._norm(w.scratch.state) / guess

        most = c.maximum(slope, curvature)
        size = c.select(most <= 1e-15, c.maximum(1e-6, guess * 1e-3), root(c, 0.01 / most, self.power))
        size = c.minimum(c.minimum(100.0 * guess, size), span)
        first: Real = c.select(size > 0.0, size, c.minimum(1e-6, span))
        return first

    def _norm(self, array: Array) -> Real:
        """Root mean square in units of the tolerances."""
        w, c = self.w, self.w.c
        total = c.variable(0.0)
        with c.each(w.n) as i:
            ratio = array[i] / c.fma(w.settings[0], c.abs(w.here.state[i]), w.settings[1])
            total.value = c.fma(ratio, ratio, total.value)
        return c.sqrt(total.value / c.spread(w.n))

    def projection_error(self) -> Real:
        w, c = self.w, self.w.c
        total, largest = c.variable(0.0), c.variable(0.0)
        with c.each(w.n) as i:
            largest.value = c.maximum(largest.value, c.abs(w.trial.state[i]))
        least = _ROUNDED * largest.value
        with c.each(w.n) as i:
            scale = c.fma(w.settings[0], c.maximum(c.abs(w.here.state[i]), c.abs(w.trial.state[i])), w.settings[1])
            scale = c.maximum(scale, least)
            ratio = (w.trial.state[i] - self.unprojected[i]) / scale
            total.value = c.fma(ratio, ratio, total.value)
        result: Real = c.sqrt(total.value / c.spread(w.n)) * _PROJECTED_SHARE
        return result

    def react(self, proposal: Proposal, error: Real, running: Mask, good: Mask) -> None:
        w, c = self.w, self.w.c
        bad = running & ~good
        best = self.share / root(c, error, self.power)
        factor = c.maximum(_LEAST, c.minimum(best, c.select(self.was_rejected.value > 0.0, 1.0, _MOST)))
        size = c.abs(proposal.step) * c.select(error < inf, factor, _IF_NOT_FINITE)

        # the last step says little when it was cut short
        size = c.select(good & proposal.is_last, c.maximum(size, w.size.value), size)
        w.size.update(running, c.minimum(size, w.settings[3]))
        self.was_rejected.update(running, c.select(good, 0.0, 1.0))
        w.count(w.rejected, bad)

        stuck = running & ~(good & proposal.is_last) & (size <= _SMALLEST_PART * c.abs(w.here.t))
        status = c.select(error < inf, float(Status.STEP_TOO_SMALL), float(Status.NOT_FINITE))
        w.status.update(stuck, status)


def root(c: Code, x: Real, power: int) -> Real:
    """The positive number whose `power` is x."""
    if power & (power - 1):
        found: Real = c.apply(elementary("pow"), x, 1.0 / power)
        return found
    for _ in range(power.bit_length() - 1):
        x = c.sqrt(x)
    return x


class Pace:
    """Writes the text that measures how far each lane comes in a number of attempts."""

    def __init__(self, w: Workspace) -> None:
        self.w = w
        self._t, self._attempts, self._slow = (w.c.variable(0.0) for _ in range(3))

    def begin(self, free: Mask) -> None:
        """Measure from the start, in free lanes."""
        self._t.update(free, self.w.start.value)
        for variable in (self._attempts, self._slow):
            variable.update(free, 0.0)

    def look(self, attempts: Real, most: Real) -> None:
        """End lanes in which, at their pace, the rest takes more attempts than the most there may be."""
        w, c = self.w, self.w.c
        due = w.running() & (attempts - self._attempts.value >= _WINDOW)
        with c.when(c.any(due)):
            way, rest = c.abs(w.here.t - self._t.value), c.abs(w.end.value - w.here.t)
            is_slow = rest * _WINDOW > way * most
            self._slow.update(due, c.select(is_slow, self._slow.value + 1.0, 0.0))
            self._t.update(due, w.here.t)
            self._attempts.update(due, attempts)
            w.status.update(due & (self._slow.value >= _PATIENCE), float(Status.TOO_SLOW))

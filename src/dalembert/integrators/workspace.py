"""The workspace that parts of an integrator's code share: states, slopes, and the values of each lane."""

from __future__ import annotations

from math import inf

from dalembert.integrators.loop_parts import LoopParts
from dalembert.integrators.problem import Problem
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Array, Variable
from dalembert.procedures.values import Index, Mask, Real, RealLike

# Newton's method squares the error: after a change this small only rounding is left
SMALL_CHANGE, MOST_PASSES = 1e-7, 6

RUNNING, IDLE = -1.0, -2.0
"""Status of a lane that is at work, or has no simulation; other numbers tell how its simulation ended."""


class Instant:
    """Time, state, discrete values and extra in the order in which programs take them."""

    def __init__(self, c: Code, parts: LoopParts) -> None:
        self.array = c.array(parts.n_inputs)
        self.state = self.array.part(1)
        self.discrete = self.array.part(1 + parts.n)
        self.extra = self.array.part(1 + parts.n_kept)

    @property
    def t(self) -> Real:
        """The time."""
        value: Real = self.array[0]
        return value

    @t.setter
    def t(self, value: RealLike) -> None:
        self.array[0] = value


class Workspace:
    """States and slopes of the step at hand, and the values of each lane."""

    def __init__(
        self,
        c: Code,
        problem: Problem,
        parts: LoopParts,
        n_slopes: int,
        end: int,
        p: Array,
        p_within: Array,
        settings: Array,
    ) -> None:
        self.c, self.problem, self.parts, self.n, self.n_kept = c, problem, parts, parts.n, parts.n_kept
        self.p, self.p_within, self.settings = p, p_within, settings

        # beginning and end of the step, and any instant besides
        self.here, self.trial, self.scratch = (Instant(c, parts) for _ in range(3))
        self.slopes = [c.array(parts.n) for _ in range(n_slopes)]
        self.end_slope = self.slopes[end]
        self._projected = c.array(parts.n if parts.project else 0)

        # the simulation of each lane
        self.status = c.variable(0.0)
        self.start, self.end, self.direction = (c.variable(0.0) for _ in range(3))
        self.size = c.variable(0.0)
        self.accepted, self.rejected, self.evaluations = (c.variable(0.0) for _ in range(3))

        # where steps of one length are counted from, and how many have been made since
        self.origin, self.made = c.variable(0.0), c.variable(0.0)

    def running(self) -> Mask:
        """Lanes at work."""
        mask: Mask = self.status.value.equals(RUNNING)
        return mask

    def rate(self, at: Instant, slope: Array, *, within: bool = False) -> None:
        """The right-hand side in all lanes, within an accepted step or not; whoever asks counts."""
        self.c.call(self.parts.rate, at.array, self.p_within if within else self.p, slope)

    def count(self, counter: Variable, mask: Mask, number: float = 1.0) -> None:
        """Add to a counter in the lanes of the mask."""
        counter.value = counter.value + self.c.select(mask, number, 0.0)

    def project(self, at: Instant) -> None:
        """The projected state instead of the state, in all lanes."""
        self._move_to_projection(at, keeps_what_has_none=False)

    def project_where_possible(self, at: Instant) -> None:
        """The projected state instead of the state, in lanes where there is one."""
        self._move_to_projection(at, keeps_what_has_none=True)

    def _move_to_projection(self, at: Instant, *, keeps_what_has_none: bool) -> None:
        project = self.parts.project
        if project is None:
            return
        if self.problem.is_projected_once:
            self.c.call(project, at.array, self.p, self._projected)
            with self.c.each(self.n) as i:
                at.state[i] = self._projected[i]
            return
        c = self.c
        moving, passes = c.variable(1.0), c.variable(0)
        with c.repeat() as again:
            c.call(project, at.array, self.p, self._projected)
            change = c.variable(0.0)
            with c.each(self.n) as i:
                unit = 1.0 / (1.0 + c.abs(at.state[i]))
                change.value = c.maximum(change.value, c.abs(self._projected[i] - at.state[i]) * unit)
            # a step to what is not a number is rejected; an output is as good as the interpolant without it
            taken = moving.value > 0.0
            self.keep(taken & (change.value < inf) if keeps_what_has_none else taken, at.state, self._projected)
            moving.update(moving.value > 0.0, c.select(change.value > SMALL_CHANGE, 1.0, 0.0))
            passes.value = passes.value + 1
            again.append(c.any(moving.value > 0.0) & (passes.value < MOST_PASSES))

    def keep(self, mask: Mask, target: Array, source: Array) -> None:
        """Copy n entries in the lanes of the mask."""
        with self.c.each(self.n) as i:
            target[i] = self.c.select(mask, source[i], target[i])

    def keep_all(self, mask: Mask, target: Array, source: Array) -> None:
        """Copy states and discrete values in the lanes of the mask."""
        with self.c.each(self.n_kept) as i:
            target[i] = self.c.select(mask, source[i], target[i])

    def copy_discrete(self, target: Instant, source: Instant) -> None:
        """Discrete values of another instant, in all lanes."""
        with self.c.each(self.parts.n_discrete) as i:
            target.discrete[i] = source.discrete[i]

    def weighted(self, weights: tuple[float, ...], i: Index) -> Real:
        """Σ weight · slope of entry i."""
        total: Real | None = None
        for weight, slope in zip(weights, self.slopes, strict=False):
            if weight:
                total = slope[i] * weight if total is None else self.c.fma(weight, slope[i], total)
        return self.c.lift(Real, 0.0) if total is None else total

    def advance(self, at: Instant, step: Real, weights: tuple[float, ...]) -> None:
        """State at an instant: y + step Σ weight · slope."""
        with self.c.each(self.n) as i:
            at.state[i] = self.c.fma(step, self.weighted(weights, i), self.here.state[i])

    def nan_unless_finite(self, array: Array) -> Real:
        """Zero, or not a number where one of n entries is not finite."""
        total = self.c.variable(0.0)
        with self.c.each(self.n) as i:
            total.value = self.c.fma(array[i], 0.0, total.value)
        value: Real = total.value
        return value

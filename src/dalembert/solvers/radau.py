"""Steps of Radau IIA with three stages, for stiff systems."""

from __future__ import annotations

from math import inf, sqrt

from dalembert.procedures.statements import Array
from dalembert.procedures.values import Index, Mask, Real
from dalembert.solvers.dense import CollocationInterpolant
from dalembert.solvers.linear_systems import LinearSystem
from dalembert.solvers.stepper import Steps
from dalembert.solvers.tableaux import RADAU_5
from dalembert.solvers.workspace import Workspace

_MOST_ITERATIONS = 8

# the iteration ends when it changes the step by less than this part of the tolerated error
_ENOUGH = 1e-3

# an error that makes the next attempt about half as long
_TOO_LONG = 16.0

# real eigenvalue of A⁻¹, and weights of the error estimate (Hairer, Wanner 1996, IV.8)
_EIGENVALUE = 30.0 / (6.0 + 81.0 ** (1.0 / 3.0) - 9.0 ** (1.0 / 3.0))
_WEIGHTS = ((-13.0 - 7.0 * sqrt(6.0)) / 3.0, (-13.0 + 7.0 * sqrt(6.0)) / 3.0, -1.0 / 3.0)


class RadauSteps(Steps):
    """Simplified Newton's method for all stages at once, with the Jacobian at the beginning of the step.

    Slope 0 is that at the beginning, the stages follow, then the slope at the end. The error is that of an
    embedded formula, filtered so that stiff components do not blow it up.
    """

    def __init__(self, w: Workspace) -> None:
        super().__init__(w)
        c, n = w.c, w.n
        self._interpolant = CollocationInterpolant(w, RADAU_5)
        self._stages = w.slopes[1:4]
        self._jacobian = c.array(n * n)

        self._large, self._small = LinearSystem(c, 3 * n), LinearSystem(c, n)
        self._second = c.variable(0.0)

    @property
    def interpolant(self) -> CollocationInterpolant:
        return self._interpolant

    def attempt(self, step: Real, running: Mask) -> Real:
        w, c = self.w, self.w.c
        c.call(w.problem.program("jacobian", "Radau"), w.here.array, w.p, self._jacobian)
        self._factor(step)
        for stage in self._stages:
            with c.each(w.n) as i:
                stage[i] = w.slopes[0][i]
        failure = self._iterate(step, running)
        w.advance(w.trial, step, (0.0, *RADAU_5.b))
        error = self._error(step)
        result: Real = c.select(failure > 0.0, failure, error + w.poison(w.trial.state))
        return result

    # ---- the iteration

    def _factor(self, step: Real) -> None:
        """I − h A ⊗ J for the stages, μ/h I − J for the error."""
        c, n = self.w.c, self.w.n
        for row, weights in enumerate(RADAU_5.A):
            for column, weight in enumerate(weights):
                with c.each(n) as i, c.each(n) as j:
                    at = (row * n + i) * (3 * n) + column * n + j
                    self._large.matrix[at] = -(weight * step) * self._jacobian[i * n + j]
        with c.each(3 * n) as i:
            self._large.matrix[i * (3 * n + 1)] = self._large.matrix[i * (3 * n + 1)] + 1.0
        with c.each(n * n) as i:
            self._small.matrix[i] = -self._jacobian[i]
        with c.each(n) as i:
            self._small.matrix[i * (n + 1)] = self._small.matrix[i * (n + 1)] + _EIGENVALUE / step
        self._large.factor()
        self._small.factor()

    def _iterate(self, step: Real, running: Mask) -> Real:
        """Improve the stages until that changes little; zero in lanes where it does, else a large error."""
        w, c = self.w, self.w.c
        state, last, rounds = c.variable(c.select(running, inf, 0.0)), c.variable(inf), c.variable(0)
        with c.repeat() as again:
            iterating = state.value.equals(inf)
            w.count(w.evaluations, iterating, 3)
            change = self._improve(step, iterating)
            state.update(iterating & (change < _ENOUGH), 0.0)
            is_hopeless = change.is_nan() | (change >= last.value)
            state.update(iterating & ~(change < _ENOUGH) & is_hopeless, _TOO_LONG)
            last.update(iterating, change)
            rounds.value = rounds.value + 1
            again.append(c.any(state.value.equals(inf)) & (rounds.value < _MOST_ITERATIONS))
        result: Real = c.select(state.value.equals(inf), _TOO_LONG, state.value)
        return result

    def _improve(self, step: Real, iterating: Mask) -> Real:
        """One iteration; gives the size of the change in units of the tolerances."""
        w, c, n = self.w, self.w.c, self.w.n
        right = self._large.right
        for k, (weights, part) in enumerate(zip(RADAU_5.A, RADAU_5.c, strict=True)):
            w.aside.t = c.fma(part, step, w.here.t)
            w.advance(w.aside, step, (0.0, *weights))
            w.rate(w.aside, w.end_slope)
            with c.each(n) as i:
                right[k * n + i] = w.end_slope[i] - self._stages[k][i]
        self._large.solve()
        total = c.variable(0.0)
        for k, stage in enumerate(self._stages):
            with c.each(n) as i:
                change = self._large.right[k * n + i]
                stage[i] = c.select(iterating, stage[i] + change, stage[i])
                ratio = step * change * self._unit(i)
                total.value = c.fma(ratio, ratio, total.value)
        return c.sqrt(total.value / float(3 * n))

    # ---- the error

    def _error(self, step: Real) -> Real:
        """Estimated error in units of the tolerances; where it is too large, a second estimate."""
        w, c = self.w, self.w.c
        weights = tuple(sum(e * A[j] for e, A in zip(_WEIGHTS, RADAU_5.A, strict=True)) for j in range(3))
        first = self._filtered(w.slopes[0], weights)
        is_large = first >= 1.0
        with c.when(c.any(is_large)):
            w.aside.t = w.here.t
            with c.each(w.n) as i:
                w.aside.state[i] = w.here.state[i] + self._small.right[i]
            w.rate(w.aside, w.end_slope)
            second = self._filtered(w.end_slope, weights)
            self._second.value = second
        result: Real = c.select(is_large, self._second.value, first)
        return result

    def _filtered(self, slope: Array, weights: tuple[float, ...]) -> Real:
        """Size of (μ/h I − J)⁻¹ (slope + Σ weight · stage)."""
        w, c = self.w, self.w.c
        with c.each(w.n) as i:
            self._small.right[i] = slope[i] + w.weighted((0.0, *weights), i)
        self._small.solve()
        total = c.variable(0.0)
        with c.each(w.n) as i:
            ratio = self._small.right[i] * self._unit(i)
            total.value = c.fma(ratio, ratio, total.value)
        return c.sqrt(total.value / float(w.n))

    def _unit(self, i: Index) -> Real:
        """One over the tolerated error of a state."""
        w, c = self.w, self.w.c
        unit: Real = 1.0 / c.fma(w.settings[0], c.abs(w.here.state[i]), w.settings[1])
        return unit

"""Steps of explicit methods."""

from __future__ import annotations

from dalembert.integrators.steps import Interpolant, ShorterStep, Steps
from dalembert.integrators.tableaux import Tableau
from dalembert.integrators.workspace import Workspace
from dalembert.procedures.values import Mask, Real


class ExplicitSteps(Steps):
    """A Runge–Kutta method; the error is estimated where its tableau says how."""

    def __init__(self, w: Workspace, tableau: Tableau) -> None:
        super().__init__(w)
        self.tableau = tableau
        is_one_slope = w.parts.guard is not None and tableau.end == 1
        self._interpolant = ShorterStep(w) if is_one_slope else Interpolant(w, tableau.dense)

    @property
    def interpolant(self) -> Interpolant:
        return self._interpolant

    @property
    def knows_end_slope(self) -> bool:
        return self.tableau.ends_with_slope

    @property
    def can_repeat(self) -> bool:
        return True

    def attempt(self, step: Real, running: Mask) -> Real:
        w, T = self.w, self.tableau
        self._stages(step, range(1, T.end), T.A[1:], T.c[1:])
        w.advance(w.trial, step, T.b)
        if T.ends_with_slope:
            w.rate(w.trial, w.end_slope)
        w.count(w.evaluations, running, T.end - 1 + T.ends_with_slope)
        return self._error(step) + w.nan_unless_finite(w.trial.state)

    def prepare_interpolant(self, step: Real, wanted: Mask) -> None:
        T = self.tableau
        self._stages(step, range(T.end + 1, T.n_slopes), T.A_dense, T.c_dense)
        self.w.count(self.w.evaluations, wanted, len(T.c_dense))
        super().prepare_interpolant(step, wanted)

    def _stages(
        self, step: Real, positions: range, A: tuple[tuple[float, ...], ...], c: tuple[float, ...]
    ) -> None:
        w = self.w
        for position, weights, part in zip(positions, A, c, strict=True):
            w.scratch.t = w.c.fma(part, step, w.here.t)
            w.advance(w.scratch, step, weights)
            w.rate(w.scratch, w.slopes[position], within=position > self.tableau.end)

    def _error(self, step: Real) -> Real:
        """Estimated error in units of the tolerances, as a root mean square."""
        w, c = self.w, self.w.c
        errors = self.tableau.errors
        if not errors:
            return c.lift(Real, 0.0)
        sums = [c.variable(0.0) for _ in errors]
        rtol, atol = w.settings[0], w.settings[1]
        with c.each(w.n) as i:
            unit = 1.0 / c.fma(rtol, c.maximum(c.abs(w.here.state[i]), c.abs(w.trial.state[i])), atol)
            for total, row in zip(sums, errors, strict=True):
                ratio = w.weighted(row, i) * unit
                total.value = c.fma(ratio, ratio, total.value)
        squares: Real = sums[0].value
        if len(sums) == 1:
            return c.abs(step) * c.sqrt(squares / c.spread(w.n))
        # Hairer's combination of two estimates; the tiny number only turns 0/0 into 0
        both = c.fma(0.01, sums[1].value, squares)
        return c.abs(step) * squares / c.sqrt(c.fma(both, c.spread(w.n), 1e-300))


class ConstantAccelerationSteps(Steps):
    """q⁺ = q + q̇ h + ½ a h², u⁺ = u + a h: the slope at the beginning is all that is used.

    States that are neither positions nor their rates advance like u.
    """

    def __init__(self, w: Workspace) -> None:
        super().__init__(w)
        has_events = w.parts.guard is not None
        self._interpolant = ShorterStep(w, w.parts.n_positions) if has_events else Interpolant(w)

    @property
    def interpolant(self) -> Interpolant:
        return self._interpolant

    @property
    def can_repeat(self) -> bool:
        return True

    def attempt(self, step: Real, running: Mask) -> Real:
        w, c = self.w, self.w.c
        nq, slope = w.parts.n_positions, w.slopes[0]
        with c.each(nq) as i:
            rate = c.fma(0.5 * step, slope[i + nq], slope[i])
            w.trial.state[i] = c.fma(step, rate, w.here.state[i])
        with c.each(nq, w.n) as i:
            w.trial.state[i] = c.fma(step, slope[i], w.here.state[i])
        return w.nan_unless_finite(w.trial.state)

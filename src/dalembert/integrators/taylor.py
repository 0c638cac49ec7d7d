"""Steps by the power series of the motion, of an order that its tolerance asks for."""

from __future__ import annotations

from dalembert.integrators.steps import Interpolant, Steps
from dalembert.integrators.workspace import Workspace
from dalembert.procedures.values import Index, Mask, Real


class SeriesInterpolant(Interpolant):
    """The series itself: y(θ) = y + Σ c_k (θ h)^k."""

    def __init__(self, w: Workspace, steps: SeriesSteps) -> None:
        self.w, self.steps = w, steps
        self._step = w.c.variable(0.0)

    def prepare(self, step: Real) -> None:
        self._step.value = step

    def _quotient(self, i: Index, theta: Real) -> Real:
        step = self._step.value
        value: Real = step * self.steps.slope(i, theta * step)
        return value

    def _sketched(self, i: Index, step: Real, theta: float) -> Real:
        value: Real = step * self.steps.slope(i, theta * step)
        return value


class SeriesSteps(Steps):
    """x⁺ = x + Σ c_k h^k, k = 1 … order; the last two terms are the estimate of the error.

    Where a step is refused, the next attempt has the coefficients already.
    """

    def __init__(self, w: Workspace, order: int) -> None:
        super().__init__(w)
        self.order = order
        (n_coefficients,) = w.parts.sizes
        self._coefficients = w.c.array(n_coefficients)
        # c₁ is the slope, the others stand one order after the other
        self._orders = [w.slopes[0], *(self._coefficients.part(k * w.n) for k in range(order - 1))]
        self._are_made, self._t = w.c.variable(0.0), w.c.variable(0.0)
        self._interpolant = SeriesInterpolant(w, self)

    @property
    def interpolant(self) -> Interpolant:
        return self._interpolant

    @property
    def can_repeat(self) -> bool:
        return True

    def begin(self, fresh: Mask) -> None:
        self._are_made.update(fresh, 0.0)

    def attempt(self, step: Real, running: Mask) -> Real:
        w, c = self.w, self.w.c
        stale = running & ~(self._t.value.equals(w.here.t) & (self._are_made.value > 0.0))
        with c.when(c.any(stale)):
            c.call(w.parts.programs["series"], w.here.array, w.p, self._coefficients)
            w.count(w.evaluations, stale)
            self._t.update(stale, w.here.t)
            self._are_made.update(stale, 1.0)
        with c.each(w.n) as i:
            w.trial.state[i] = c.fma(step, self.slope(i, step), w.here.state[i])
        return self._error(step) + w.nan_unless_finite(w.trial.state)

    def slope(self, i: Index, s: Real) -> Real:
        """The quotient (x(s) − x) / s of state i, which is c₁ + c₂ s and so on."""
        c = self.w.c
        value: Real = self._orders[-1][i]
        for coefficients in reversed(self._orders[:-1]):
            value = c.fma(s, value, coefficients[i])
        return value

    def _error(self, step: Real) -> Real:
        """The larger of the last two terms in units of the tolerances, as root mean squares."""
        w, c = self.w, self.w.c
        last, before = c.variable(0.0), c.variable(0.0)
        with c.each(w.n) as i:
            size = c.maximum(c.abs(w.here.state[i]), c.abs(w.trial.state[i]))
            unit = 1.0 / c.fma(w.settings[0], size, w.settings[1])
            a, b = self._orders[-1][i] * unit, self._orders[-2][i] * unit
            last.value, before.value = c.fma(a, a, last.value), c.fma(b, b, before.value)
        h = c.abs(step)
        power: Real = h
        for _ in range(self.order - 2):
            power = power * h
        largest = c.maximum(h * c.sqrt(last.value), c.sqrt(before.value)) * power
        error: Real = largest / c.sqrt(c.spread(w.n))
        return error

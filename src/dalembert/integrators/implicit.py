"""Steps of implicit Runge–Kutta methods, solved by fixed-point iteration."""

from __future__ import annotations

from math import inf

from dalembert.integrators.steps import Interpolant, Steps
from dalembert.integrators.tableaux import Collocation
from dalembert.integrators.workspace import Workspace
from dalembert.procedures.statements import Variable
from dalembert.procedures.values import Mask, Real

_MOST_SWEEPS = 100

# a change of this relative size may be rounding; the iteration then ends as soon as changes stop to shrink
_NEAR_ROUNDING = 1e-12


_FAILED = 2.0


class CollocationSteps(Steps):
    """Stages iterated in each lane until only rounding changes them; symplectic if the method is.

    Slope 0 is that at the beginning, the stages follow, then the slope at the end. New slopes are computed aside
    and kept only in lanes that still iterate, so that a lane does not depend on its neighbours.
    """

    def __init__(self, w: Workspace, tableau: Collocation) -> None:
        super().__init__(w)
        self.tableau = tableau
        self._interpolant = Interpolant(w)
        self._new = [w.c.array(w.n) for _ in tableau.c]

    @property
    def interpolant(self) -> Interpolant:
        return self._interpolant

    def attempt(self, step: Real, running: Mask) -> Real:
        w, c, T = self.w, self.w.c, self.tableau
        for k in range(len(T.c)):
            with c.each(w.n) as i:
                w.slopes[1 + k][i] = w.slopes[0][i]

        # error: infinite while iterating, zero when done, large when there is nothing to iterate any more
        error, change, sweeps = c.variable(c.select(running, inf, 0.0)), c.variable(inf), c.variable(0)
        with c.repeat() as again:
            iterating = error.value.equals(inf)
            w.count(w.evaluations, iterating, len(T.c))
            self._sweep(step)
            self._keep(step, iterating, error, change)
            sweeps.value = sweeps.value + 1
            again.append(c.any(error.value.equals(inf)) & (sweeps.value < _MOST_SWEEPS))
        w.advance(w.trial, step, (0.0, *T.b))
        failed, nan_unless_finite = error.value > 0.0, w.nan_unless_finite(w.trial.state)
        result: Real = c.select(failed, error.value, nan_unless_finite)
        return result

    def _sweep(self, step: Real) -> None:
        """New slopes at the states that the present slopes give."""
        w, T = self.w, self.tableau
        for new, weights, part in zip(self._new, T.A, T.c, strict=True):
            w.scratch.t = w.c.fma(part, step, w.here.t)
            w.advance(w.scratch, step, (0.0, *weights))
            w.rate(w.scratch, new)

    def _keep(self, step: Real, iterating: Mask, error: Variable, last: Variable) -> None:
        """Replace the slopes, and see how much this changes."""
        w, c = self.w, self.w.c
        change, size = c.variable(0.0), c.variable(0.0)
        for old, new in zip(w.slopes[1:], self._new, strict=False):
            with c.each(w.n) as i:
                change.value = c.maximum(change.value, c.abs(step * (new[i] - old[i])))
                size.value = c.maximum(size.value, c.maximum(c.abs(w.here.state[i]), c.abs(step * new[i])))
            w.keep(iterating, old, new)
        now = change.value
        is_small = now < _NEAR_ROUNDING * size.value  # never if infinite
        error.update(iterating & (now.equals(0.0) | (is_small & (now >= last.value))), 0.0)
        error.update(iterating & now.is_nan(), _FAILED)
        last.update(iterating, now)

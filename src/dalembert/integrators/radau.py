"""Steps of Radau IIA with three stages, for stiff systems."""

from __future__ import annotations

from math import inf, sqrt

from dalembert.integrators.shifted_systems import ShiftedSystem
from dalembert.integrators.steps import CollocationInterpolant, Steps
from dalembert.integrators.tableaux import RADAU_5
from dalembert.integrators.workspace import Workspace
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Array, Variable
from dalembert.procedures.values import Index, Mask, Real

_MOST_ITERATIONS = 7

# the iteration ends when what is still to come is less than this part of the tolerated error, or the root of rtol;
# where rounding is more than that, it may be more, up to a limit
_ENOUGH, _ROUNDING, _LEAST_EXACT = 1e-3, 1e-15, 0.03

# a correction that leaves more than this part of the one before asks for a new Jacobian in the next step
_SLOW = 1e-3

# an error that makes the next attempt about half as long
_TOO_LONG = 16.0

# eigenvalues of A⁻¹, and its real form T⁻¹ A⁻¹ T, whose blocks they are (Hairer, Wanner 1996, IV.8)
_REAL = 3.0 + 3.0 ** (2 / 3) - 3.0 ** (1 / 3)
_COMPLEX = (3.0 + 0.5 * (3.0 ** (1 / 3) - 3.0 ** (2 / 3)), -0.5 * (3.0 ** (5 / 6) + 3.0 ** (7 / 6)))
_T = (
    (0.09443876248897524, -0.14125529502095421, 0.03002919410514742),
    (0.25021312296533332, 0.20412935229379994, -0.38294211275726192),
    (1.0, 1.0, 0.0),
)
_T_INVERSE = (
    (4.17871859155190428, 0.32768282076106237, 0.52337644549944951),
    (-4.17871859155190428, -0.32768282076106237, 0.47662355450055044),
    (0.50287263494578682, -2.57192694985560522, 0.59603920482822492),
)

# A⁻¹, which gives slopes of the stages, and weights of the stages in the error estimate
_ROOT = sqrt(6.0)
_A_INVERSE = (
    (2.0 + _ROOT / 2.0, -6.0 / 5.0 + 29.0 * _ROOT / 30.0, 2.0 / 5.0 - 4.0 * _ROOT / 15.0),
    (-6.0 / 5.0 - 29.0 * _ROOT / 30.0, 2.0 - _ROOT / 2.0, 2.0 / 5.0 + 4.0 * _ROOT / 15.0),
    (-1.0 + 8.0 * _ROOT / 3.0, -1.0 - 8.0 * _ROOT / 3.0, 5.0),
)
_WEIGHTS = ((-13.0 - 7.0 * _ROOT) / 3.0, (-13.0 + 7.0 * _ROOT) / 3.0, -1.0 / 3.0)


def radau_sizes(n: int, m: int) -> tuple[int, int]:
    """Entries of the Jacobian of n states, and of what is left of it without m positions."""
    return n * n, (n - m) * (n - m)


class RadauSteps(Steps):
    """Simplified Newton's method for all stages at once, turned so that they are one real and one complex system.

    Jacobian and factors are kept from step to step as long as the iteration converges fast and the step stays. The
    first guess is the polynomial of the step before. The error is that of an embedded formula, filtered so that
    stiff components do not blow it up. Slope 0 is that at the beginning, the stages follow, then that at the end.
    """

    def __init__(self, w: Workspace) -> None:
        super().__init__(w)
        c, n, m = w.c, w.n, w.parts.n_positions
        n_square, n_room = w.parts.sizes
        self._interpolant = CollocationInterpolant(w, RADAU_5)
        self._stages = w.slopes[1:4]

        # derivatives along one direction, and the Jacobian (n, n) that is kept
        self._along, self._column = c.array(w.parts.n_inputs + n), c.array(n)
        self._direction = self._along.part(w.parts.n_inputs)
        self._jacobian, self._columns = c.array(n_square), c.lift(Index, n)
        self._systems = (
            ShiftedSystem(c, n, m, is_complex=False, room=n_room),
            ShiftedSystem(c, n, m, is_complex=True, room=n_room),
        )

        # what the stages add to the state, and the same in the other coordinates; the change of these
        self._added, self._turned = ([c.array(n) for _ in range(3)] for _ in range(2))

        # coefficients of the last step's polynomial, and of the last attempt's, from its end on
        self._path, self._tried = ([c.array(n) for _ in range(3)] for _ in range(2))
        self._path_step, self._tried_step, self._tried_end = (c.variable(0.0) for _ in range(3))
        self._factored_step, self._jacobian_time = c.variable(0.0), c.variable(0.0)
        self._is_wanted, self._ratio, self._second = (c.variable(0.0) for _ in range(3))

    @property
    def interpolant(self) -> CollocationInterpolant:
        return self._interpolant

    def begin(self, fresh: Mask) -> None:
        c = self.w.c
        for variable in (self._path_step, self._factored_step):
            variable.update(fresh, 0.0)
        self._tried_end.update(fresh, inf)
        self._is_wanted.update(fresh, 1.0)
        for array in (*self._path, *self._tried):
            with c.each(self.w.n) as i:
                array[i] = c.select(fresh, 0.0, array[i])

    def attempt(self, step: Real, running: Mask) -> Real:
        w, c = self.w, self.w.c
        self._note_path()
        trying, failure = c.variable(c.select(running, 1.0, 0.0)), c.variable(0.0)
        with c.repeat() as again:
            lanes = trying.value > 0.0
            self._renew(lanes & (self._is_wanted.value > 0.0))
            self._refactor(step, lanes)
            self._guess(step, lanes)
            failure.update(lanes, self._iterate(step, lanes))

            # once more with a Jacobian of this very place
            is_stale = ~self._jacobian_time.value.equals(w.here.t)
            stale = lanes & (failure.value > 0.0) & is_stale
            trying.value = c.select(stale, 1.0, 0.0)
            self._is_wanted.update(lanes, c.select(stale | (self._ratio.value > _SLOW), 1.0, 0.0))
            again.append(c.any(stale))
        self._finish(step, running)
        error = self._error(step)
        result: Real = c.select(failure.value > 0.0, failure.value, error + w.nan_unless_finite(w.trial.state))
        return result

    # ---- what is kept

    def _note_path(self) -> None:
        """The polynomial of the last attempt is that of the last step, if it was good."""
        w = self.w
        good = self._tried_end.value.equals(w.here.t)
        self._path_step.update(good, self._tried_step.value)
        for path, tried in zip(self._path, self._tried, strict=True):
            w.keep(good, path, tried)

    def _renew(self, wanted: Mask) -> None:
        """The Jacobian at the beginning of the step, in some lanes: column by column, exact."""
        w, c, n, direction = self.w, self.w.c, self._columns, self._direction
        tangent = w.parts.programs["tangent"]
        with c.when(c.any(wanted)):
            with c.each(w.parts.n_inputs) as i:
                self._along[i] = w.here.array[i]
            with c.each(n) as i:
                direction[i] = 0.0
            with c.each(n) as j:
                direction[j] = 1.0
                c.call(tangent, self._along, w.p, self._column)
                direction[j] = 0.0
                with c.each(n) as i:
                    self._jacobian[i * n + j] = c.select(wanted, self._column[i], self._jacobian[i * n + j])
            self._jacobian_time.update(wanted, w.here.t)
            self._factored_step.update(wanted, 0.0)

    def _refactor(self, step: Real, lanes: Mask) -> None:
        """New factors where Jacobian or step are new; in other lanes the same ones again."""
        c = self.w.c
        due = lanes & ~self._factored_step.value.equals(step)
        self._factored_step.update(due, step)
        with c.when(c.any(due)):
            inverse = 1.0 / self._factored_step.value
            real, complex_ = self._systems
            real.factor(self._jacobian, (_REAL * inverse,))
            complex_.factor(self._jacobian, (_COMPLEX[0] * inverse, _COMPLEX[1] * inverse))

    # ---- the iteration

    def _guess(self, step: Real, lanes: Mask) -> None:
        """The polynomial of the step before, where it leads to; nothing added if there is none."""
        w, c = self.w, self.w.c
        ratio = c.select(self._path_step.value.equals(0.0), 0.0, step / self._path_step.value)
        first, second, third = self._path
        with c.each(w.n) as i:
            added = [
                (part * ratio) * c.fma(part * ratio, c.fma(part * ratio, third[i], second[i]), first[i])
                for part in RADAU_5.c
            ]
            for target, row in zip(self._turned, _T_INVERSE, strict=True):
                target[i] = c.select(lanes, _combined(c, row, added), target[i])
        self._turn_back()

    def _turn_back(self) -> None:
        """Increments of the stages, from the transformed coordinates."""
        w, c = self.w, self.w.c
        with c.each(w.n) as i:
            turned = [array[i] for array in self._turned]
            for target, row in zip(self._added, _T, strict=True):
                target[i] = _combined(c, row, turned)

    def _iterate(self, step: Real, lanes: Mask) -> Real:
        """Improve the stages until that changes little; zero in lanes where it does, else a large error."""
        w, c = self.w, self.w.c
        rtol = w.settings[0]
        enough = c.minimum(_LEAST_EXACT, c.maximum(_ROUNDING / rtol, c.minimum(_ENOUGH, c.sqrt(rtol))))
        state, last, rounds = c.variable(c.select(lanes, inf, 0.0)), c.variable(inf), c.variable(0)
        self._ratio.update(lanes, 0.0)
        with c.repeat() as again:
            iterating = state.value.equals(inf)
            w.count(w.evaluations, iterating, 3)
            change = self._improve(step, iterating)
            self._judge(iterating, change, enough, state, last)
            rounds.value = rounds.value + 1
            again.append(c.any(state.value.equals(inf)) & (rounds.value < _MOST_ITERATIONS))
        result: Real = c.select(state.value.equals(inf), _TOO_LONG, state.value)
        return result

    def _judge(self, iterating: Mask, change: Real, enough: Real, state: Variable, last: Variable) -> None:
        """Which lanes are done, and which will never be."""
        c = self.w.c
        is_known = last.value < inf
        ratio = c.select(is_known, change / last.value, 0.0)
        rest = c.select(is_known, ratio / (1.0 - ratio) * change, change)
        is_done = change.equals(0.0) | (is_known & (ratio < 1.0) & (rest < enough))
        state.update(iterating & is_done, 0.0)
        is_hopeless = change.is_nan() | (is_known & (ratio >= 1.0))
        state.update(iterating & ~is_done & is_hopeless, _TOO_LONG)
        self._ratio.update(iterating, ratio)
        last.update(iterating, change)

    def _improve(self, step: Real, iterating: Mask) -> Real:
        """One iteration; gives the size of the change in units of the tolerances."""
        w, c = self.w, self.w.c
        self._set_right_sides(step)
        for system in self._systems:
            system.solve(self._jacobian)
        changes = [part for system in self._systems for part in system.right]
        total = c.variable(0.0)
        with c.each(w.n) as i:
            unit = self._unit(i)
            for target, change in zip(self._turned, changes, strict=True):
                target[i] = c.select(iterating, target[i] + change[i], target[i])
                ratio = change[i] * unit
                total.value = c.fma(ratio, ratio, total.value)
        self._turn_back()
        return c.sqrt(total.value / c.spread(3 * w.n))

    def _set_right_sides(self, step: Real) -> None:
        """T⁻¹ f − (blocks / h) W, for slopes f at the stages and what they add in the other coordinates, W."""
        w, c = self.w, self.w.c
        for stage, added, part in zip(self._stages, self._added, RADAU_5.c, strict=True):
            w.scratch.t = c.fma(part, step, w.here.t)
            with c.each(w.n) as i:
                w.scratch.state[i] = w.here.state[i] + added[i]
            w.rate(w.scratch, stage)
        real, complex_ = self._systems
        inverse = 1.0 / step
        mu, alpha, beta = _REAL * inverse, _COMPLEX[0] * inverse, _COMPLEX[1] * inverse
        with c.each(w.n) as i:
            slopes, turned = [stage[i] for stage in self._stages], [array[i] for array in self._turned]
            first, second, third = (_combined(c, row, slopes) for row in _T_INVERSE)
            real.right[0][i] = c.fma(-mu, turned[0], first)
            complex_.right[0][i] = c.fma(beta, turned[2], c.fma(-alpha, turned[1], second))
            complex_.right[1][i] = c.fma(-beta, turned[1], c.fma(-alpha, turned[2], third))

    # ---- the end of a step

    def _finish(self, step: Real, running: Mask) -> None:
        """State at the end, slopes of the stages, and the polynomial from the end on."""
        w, c = self.w, self.w.c
        inverse = 1.0 / step
        with c.each(w.n) as i:
            added = [array[i] for array in self._added]
            w.trial.state[i] = w.here.state[i] + added[2]
            slopes = [inverse * _combined(c, row, added) for row in _A_INVERSE]
            for stage, slope in zip(self._stages, slopes, strict=True):
                stage[i] = slope
            # y(1 + θ) − y(1) = θ (first + second θ + third θ²)
            one, two, three = (step * _combined(c, row, slopes) for row in self._interpolant.rows)
            values = (c.fma(3.0, three, c.fma(2.0, two, one)), c.fma(3.0, three, two), three)
            for tried, value in zip(self._tried, values, strict=True):
                tried[i] = c.select(running, value, tried[i])
        self._tried_step.update(running, step)
        self._tried_end.update(running, w.trial.t)

    def _error(self, step: Real) -> Real:
        """Estimated error in units of the tolerances; where it is too large, a second estimate."""
        w, c = self.w, self.w.c
        first = self._filtered(step, w.slopes[0])
        is_large = first >= 1.0
        with c.when(c.any(is_large)):
            w.scratch.t = w.here.t
            with c.each(w.n) as i:
                w.scratch.state[i] = w.here.state[i] + self._systems[0].right[0][i]
            w.rate(w.scratch, w.end_slope)
            self._second.value = self._filtered(step, w.end_slope)
        result: Real = c.select(is_large, self._second.value, first)
        return result

    def _filtered(self, step: Real, slope: Array) -> Real:
        """Size of (μ/h I − J)⁻¹ (slope + Σ weight · what a stage adds / h)."""
        w, c, system = self.w, self.w.c, self._systems[0]
        right, inverse = system.right[0], 1.0 / step
        with c.each(w.n) as i:
            right[i] = c.fma(inverse, _combined(c, _WEIGHTS, [array[i] for array in self._added]), slope[i])
        system.solve(self._jacobian)
        total = c.variable(0.0)
        with c.each(w.n) as i:
            ratio = right[i] * self._unit(i)
            total.value = c.fma(ratio, ratio, total.value)
        return c.sqrt(total.value / c.spread(w.n))

    def _unit(self, i: Index) -> Real:
        """One over the tolerated error of a state."""
        w, c = self.w, self.w.c
        unit: Real = 1.0 / c.fma(w.settings[0], c.abs(w.here.state[i]), w.settings[1])
        return unit


def _combined(c: Code, weights: tuple[float, ...], values: list[Real]) -> Real:
    """Σ weight · value."""
    total: Real | None = None
    for weight, value in zip(weights, values, strict=True):
        if weight:
            total = value * weight if total is None else c.fma(weight, value, total)
    assert total is not None
    return total

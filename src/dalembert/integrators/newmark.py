"""Steps of Newmark's kind for constrained systems: generalized-α, and the trapezoidal rule as a case of it."""

from __future__ import annotations

from math import inf

from dalembert.integrators.newmark_programs import NewmarkLayout
from dalembert.integrators.steps import Interpolant, Steps
from dalembert.integrators.workspace import Workspace
from dalembert.procedures.statements import Array, Variable
from dalembert.procedures.values import Index, IndexLike, Mask, Real

_MOST_ITERATIONS = 25

# the iteration ends when speeds and states z change by less than these parts, or positions by rounding only
_SPEED_TOLERANCE, _Z_TOLERANCE, _ROUNDING = 1e-10, 1e-9, 2.0**-52

# a correction that leaves more than this part of the one before asks for a new tangent matrix; so does one that
# turns the rows so far that κ times the square of this angle is felt beside inertia
_SLOW = 0.1

# if the new one leaves even more, a singular position is near: multipliers grow there without effect, and are held
_STUCK = 0.3

# a correction that does not shrink is rounding, if it is less than so many times what that usually makes
_NOISE = 1e3

# the way in a step, relative to the largest coordinate, below which rounding of the rows' positions is felt
_SHORT = 1e-3

# a rate, in 1/s, below which nothing moves: its square would soon be no number any more
_STILL = 1e-100

# what is left of rows, as a motion relative to the largest coordinate: to be projected, or no solution at all
_UNMET, _CONTRADICTORY = 1e-11, 1e-6

_FAILED = 2.0


class NewmarkSteps(Steps):
    """q⁺ = q ⊞ (h u + h² ((½ − β) A + β A⁺)), u⁺ = u + h ((1 − γ) A + γ A⁺), r(t⁺, q⁺, u⁺, a⁺, λ⁺) = 0, φ⁺ = 0.

    A is an average of the accelerations: (1 − α_m) A⁺ + α_m A = (1 − α_f) a⁺ + α_f a. Then velocities and
    accelerations are projected. States z follow by the trapezoidal rule. Settings are the step, κ, β, γ, α_m, α_f.

    The tangent matrix is factorized at the beginning of the iteration, and again where this proves slow. Lanes
    that are done keep what they have, so that none depends on its neighbours.
    """

    def __init__(self, w: Workspace) -> None:
        super().__init__(w)
        c, s = w.c, NewmarkLayout(*w.parts.sizes)
        self.layout, self._interpolant = NewmarkLayout(*(c.lift(Index, size) for size in s.sizes)), Interpolant(w)
        # t, state and extra of the end of the step, then what else the programs read
        self.at = c.array(w.parts.n_inputs + s.n_inputs)
        self.q, self.u, self.z = (self.at.part(1 + k) for k in (0, s.nq, s.nq + s.nu))
        own = self.at.part(w.parts.n_inputs)
        self.a, self.lam, self.delta = (own.part(k) for k in (0, s.nu, s.nu + s.m))
        self.shares, self.levels = own.part(2 * s.nu + s.m), own.part(2 * s.nu + s.m + 6)
        self.factors = self.levels.part(s.m_phi)
        self.new_levels, self.new_factors = c.array(s.m_phi), c.array(s.n_factors)
        self.new = c.array(s.nq + s.nu + s.m + s.nz + 2)
        self.da, self.dlam = self.new.part(s.nq), self.new.part(s.nq + s.nu)
        self.z_rate = self.new.part(s.nq + s.nu + s.m)
        self.end = c.array(s.nu + w.n)
        self.end_rate = self.end.part(s.nu)
        # A and λ are remembered from step to step
        self.mean, self.new_mean = c.array(s.nu), c.array(s.nu)
        self.old_lam, self.first_lam = c.array(s.m), c.array(s.m)
        self.left = c.variable(0.0)

    @property
    def interpolant(self) -> Interpolant:
        return self._interpolant

    @property
    def knows_end_slope(self) -> bool:
        return True

    @property
    def ends_valid(self) -> bool:
        return True

    def begin(self, fresh: Mask) -> None:
        c, s, w = self.w.c, self.layout, self.w
        with c.each(s.nu) as i:
            self.mean[i] = c.select(fresh, w.slopes[0][i + s.nq], self.mean[i])
        with c.when(c.any(fresh)):
            self._copy(self.at, w.here.array, w.parts.n_inputs)
            c.call(w.parts.programs["multipliers"], self.at, w.p, self.first_lam)
            with c.each(s.m) as i:
                self.old_lam[i] = c.select(fresh, self.first_lam[i], self.old_lam[i])

    def attempt(self, step: Real, running: Mask) -> Real:
        c, w = self.w.c, self.w
        h = c.select(running, step, w.settings[0])
        self._predict(h)
        self._weigh_levels(h)
        error = self._iterate(h, running)
        self._finish(running)
        failed: Mask = error.value > 0.0
        nan_unless_finite = w.nan_unless_finite(w.trial.state) + w.nan_unless_finite(w.end_slope)
        result: Real = c.select(failed, error.value, nan_unless_finite)
        return result

    # ---- before

    def _predict(self, h: Real) -> None:
        """State and accelerations from which the iteration starts: a⁺ = a, λ⁺ = λ."""
        c, w, s = self.w.c, self.w, self.layout
        kappa, beta, gamma, alpha_m, alpha_f = (w.settings[k] for k in range(1, 6))
        share = (1.0 - alpha_f) / (1.0 - alpha_m)
        self.shares[0], self.shares[1], self.shares[2] = h * h * beta * share, h * gamma * share, kappa
        self._copy(self.at, w.here.array, w.parts.n_inputs)
        self._copy(self.lam, self.old_lam, s.m)
        self.at[0] = w.trial.t
        with c.each(s.nu) as i:
            a, A = w.slopes[0][i + s.nq], self.mean[i]
            new = (a - alpha_m * A) / (1.0 - alpha_m)
            self.a[i], self.new_mean[i] = a, new
            self.delta[i] = h * c.fma(h, c.fma(beta, new - A, 0.5 * A), self.u[i])
        c.call(w.parts.programs["predict"], self.at, w.p, self.new)
        self._copy(self.q, self.new, s.nq)
        with c.each(s.nu) as i:
            self.u[i] = c.fma(h, c.fma(gamma, self.new_mean[i] - self.mean[i], self.mean[i]), self.u[i])
        with c.each(s.nz) as i:
            self.z[i] = c.fma(h, w.slopes[0][i + s.nq + s.nu], self.z[i])

    def _weigh_levels(self, h: Real) -> None:
        """How much J a − γ, ψ and φ count in rows of positions: φ alone, unless the step is very short.

        Then s = (J a − γ + 2 ω ψ + ω² φ) / (1 + 2 ω c_u + ω² c_q), where ω is two over the shortest step at which
        rounding of φ is not felt; its part of the motion is that in which the error of the rule is.
        """
        c, w, s = self.w.c, self.w, self.layout
        c_q, c_u = self.shares[0], self.shares[1]
        speed, pull, place = c.variable(0.0), c.variable(0.0), self._place()
        with c.each(s.nu) as i:
            speed.value = c.maximum(speed.value, c.abs(w.here.state[i + s.nq]))
            pull.value = c.maximum(pull.value, c.abs(w.slopes[0][i + s.nq]))
        rate = c.maximum(speed.value / place, c.sqrt(pull.value / place))
        omega = c.copysign(rate * (2.0 / _SHORT), h)
        # where nothing moves and nothing pulls there is no such step
        is_short = (c.abs(h) * rate < _SHORT) & (rate > _STILL)
        total = c.fma(omega * omega, c_q, c.fma(2.0 * omega, c_u, 1.0))
        self.shares[3] = c.select(is_short, 1.0 / total, 0.0)
        self.shares[4] = c.select(is_short, 2.0 * omega / total, 0.0)
        self.shares[5] = c.select(is_short, omega * omega / total, 1.0 / c_q)
        with c.each(s.m_phi) as i:
            self.levels[i] = 0.0

    # ---- Newton's method

    def _iterate(self, h: Real, running: Mask) -> Variable:
        """Correct until nothing changes any more; gives zero where that is so, else the failure."""
        c, w = self.w.c, self.w
        error, last, count = c.variable(c.select(running, inf, 0.0)), c.variable(inf), c.variable(0)
        is_slow, is_held = c.variable(1.0), c.variable(0.0)
        with c.repeat() as again:
            iterating = error.value.equals(inf)
            w.count(w.evaluations, iterating)
            self._factorize(iterating & (is_slow.value > 0.0))
            self._weigh_rows()
            c.call(w.parts.programs["correct"], self.at, w.p, self.new)
            self._update(iterating, is_held.value.equals(0.0))
            motion, change, noise = self._change(h)
            change = c.maximum(change, self._update_z(h, iterating))
            ratio = change / last.value
            # what is still to come, if all changes shrink like the last one
            is_known = last.value < inf
            ratio_to_come = c.maximum(ratio, self.z_rate[self.layout.nz + 1])
            rest = c.select(is_known & (ratio < 0.5), ratio_to_come * change, change)
            self.left.update(iterating, self._rows_left())
            error.update(iterating & (rest <= 1.0), c.select(self.left.value <= _CONTRADICTORY, 0.0, _FAILED))
            error.update(iterating & change.is_nan(), _FAILED)
            was_slow = is_known & (is_slow.value > 0.0)
            # rounding is all that still changes: a fresh tangent matrix does not make it less
            is_noise = was_slow & (ratio > _STUCK) & (noise <= _NOISE)
            error.update(iterating & is_noise & (self.left.value <= _CONTRADICTORY), 0.0)
            is_held.update(iterating & was_slow & (ratio > _STUCK) & (self.left.value <= _CONTRADICTORY), 1.0)
            is_stale = (is_known & (ratio > _SLOW)) | (self.shares[2] * motion * motion > _SLOW)
            is_slow.update(iterating, c.select(is_stale, 1.0, 0.0))
            last.update(iterating, change)
            count.value = count.value + 1
            again.append(c.any(error.value.equals(inf)) & (count.value < _MOST_ITERATIONS))
        return error

    def _factorize(self, stale: Mask) -> None:
        """A new tangent matrix in some lanes."""
        c, w, s = self.w.c, self.w, self.layout
        with c.when(c.any(stale)):
            c.call(w.parts.programs["factor"], self.at, w.p, self.new_factors)
            with c.each(s.n_factors) as i:
                self.factors[i] = c.select(stale, self.new_factors[i], self.factors[i])

    def _weigh_rows(self) -> None:
        """Rows of positions at the levels of velocity and acceleration, where these count."""
        c, w, s = self.w.c, self.w, self.layout
        with c.when(c.any(self.shares[3] > 0.0)):
            c.call(w.parts.programs["other levels"], self.at, w.p, self.new_levels)
            self._copy(self.levels, self.new_levels, s.m_phi)

    def _update(self, iterating: Mask, is_free: Mask) -> None:
        """Take the corrections in lanes that iterate, those of λ where it is not held."""
        c, s = self.w.c, self.layout
        with c.each(s.nq) as i:
            self.q[i] = c.select(iterating, self.new[i], self.q[i])
        with c.each(s.nu) as i:
            taken = c.select(iterating, self.da[i], 0.0)
            self.a[i] = self.a[i] + taken
            self.u[i] = c.fma(self.shares[1], taken, self.u[i])
        with c.each(s.m) as i:
            self.lam[i] = self.lam[i] + c.select(iterating & is_free, self.dlam[i], 0.0)

    def _update_z(self, h: Real, iterating: Mask) -> Real:
        """States z by the trapezoidal rule; gives the size of their change in units of the tolerance."""
        c, w, s = self.w.c, self.w, self.layout
        first, rate = s.nq + s.nu, self.z_rate
        worst = c.variable(0.0)
        with c.each(s.nz) as i:
            old, slope = w.here.state[i + first], w.slopes[0][i + first]
            z = c.fma(0.5 * h, slope + rate[i], old)
            size = c.maximum(c.abs(h * rate[i]), c.maximum(c.abs(h * slope), _ROUNDING * c.abs(old)))
            change = c.abs(z - self.z[i])
            worst.value = c.maximum(worst.value, c.select(change > 0.0, change / (_Z_TOLERANCE * size), 0.0))
            self.z[i] = c.select(iterating, z, self.z[i])
        value: Real = worst.value
        return value

    def _change(self, h: Real) -> tuple[Real, Real, Real]:
        """Size of the correction: as a motion, in units of the tolerance, and beside what rounding makes."""
        c, s = self.w.c, self.layout
        c_q, c_u, da = self.shares[0], c.abs(self.shares[1]), self.da
        change, speed = c.variable(0.0), c.variable(0.0)
        with c.each(s.nu) as i:
            change.value = c.maximum(change.value, c.abs(da[i]))
            speed.value = c.maximum(speed.value, c.maximum(c.abs(self.u[i]), c.abs(h * self.a[i])))
        # near singular positions √κ times the rounding of the rows moves the positions
        rounding = _ROUNDING * c.sqrt(self.shares[2]) * self._place() * self.shares[5]
        tolerance = c.maximum(_SPEED_TOLERANCE * speed.value / c_u, rounding)
        return c_q * change.value, change.value / tolerance, change.value / rounding

    def _rows_left(self) -> Real:
        """The residual of the rows as a displacement, relative to the largest coordinate."""
        s = self.layout
        left: Real = self.shares[0] * self.z_rate[s.nz]
        return left / self._place()

    def _place(self) -> Real:
        """The largest coordinate, or one."""
        c, place = self.w.c, self.w.c.variable(1.0)
        with c.each(self.layout.nq) as i:
            place.value = c.maximum(place.value, c.abs(self.q[i]))
        value: Real = place.value
        return value

    # ---- after

    def _finish(self, running: Mask) -> None:
        """Project, and write down the end of the step and what the next one needs."""
        c, w, s = self.w.c, self.w, self.layout
        alpha_m, alpha_f = w.settings[4], w.settings[5]
        self._polish(running)
        c.call(w.parts.programs["finish"], self.at, w.p, self.end)
        self._copy(w.trial.state, self.q, w.n)
        self._copy(w.trial.state.part(s.nq), self.end, s.nu)
        self._copy(w.end_slope, self.end_rate, w.n)
        with c.each(s.nu) as i:
            # (1 − α_m) A⁺ = (1 − α_f) a⁺ + α_f a − α_m A
            a, new = w.slopes[0][i + s.nq], w.end_slope[i + s.nq]
            mean = c.fma(-alpha_m, self.mean[i], c.fma(alpha_f, a - new, new)) / (1.0 - alpha_m)
            self.mean[i] = c.select(running, mean, self.mean[i])
        with c.each(s.m) as i:
            self.old_lam[i] = c.select(running, self.lam[i], self.old_lam[i])

    def _polish(self, running: Mask) -> None:
        """Project positions where the iteration could not meet the rows: near singular positions."""
        c, w, s = self.w.c, self.w, self.layout
        unmet = running & (self.left.value > _UNMET)
        with c.when(c.any(unmet)):
            w.scratch.t = w.trial.t
            self._copy(w.scratch.state, self.q, w.n)
            w.project(w.scratch)
            with c.each(s.nq) as i:
                self.q[i] = c.select(unmet, w.scratch.state[i], self.q[i])

    def _copy(self, target: Array, source: Array, n: IndexLike) -> None:
        with self.w.c.each(n) as i:
            target[i] = source[i]

"""Steps of Moreau and Jean (θ = ½): velocities with impulses first, then positions by the mean of both."""

from __future__ import annotations

from math import inf

from dalembert.integrators.steps import Interpolant, Steps
from dalembert.integrators.workspace import Instant, Workspace
from dalembert.numerics.cone_drift import drift_correction
from dalembert.numerics.contact_records import TouchingLayout
from dalembert.numerics.step_cone_code import step_solution
from dalembert.procedures.statements import Array, Variable
from dalembert.procedures.values import Mask, Real

_MOST_ITERATIONS = 40

# forces in the middle of the step are known when they change by less than this part of the largest; states z, when
# they change by less than this part of what they are, or of a small one
_FORCE_TOLERANCE, _SMALL_STATE, _LEAST = 1e-12, 1e-3, 1e-300

_FAILED = 2.0


class MoreauSteps(Steps):
    """M (u⁺ − u) = h f + Jᵀ P in the middle of the step, q⁺ = q ⊞ ½ h (u + u⁺), then closed gaps are projected.

    M and J are those at q ⊞ ½ h u, forces those there with speeds ½ (u + u⁺) and states z in the middle. Settings
    are the step and the largest residual of the contacts, beside the velocities of the step. Impulses begin as
    those of the step before, which stand in z as forces: nothing else is remembered.
    """

    def __init__(self, w: Workspace, layout: TouchingLayout, who: str) -> None:
        super().__init__(w)
        c, s = w.c, layout
        self.layout, self._interpolant = s, StepInterpolant(w, s)
        names = ("matrices", "forces", "moved", "places")
        self._matrices, self._forces, self._moved, self._places = (w.problem.program(x, who) for x in names)
        self._solution, self._correction = step_solution(s), drift_correction(s)
        # t, state and extra where programs are asked, then a motion δ
        self.at = c.array(w.problem.n_inputs + s.nu)
        self.q, self.u, self.z = (self.at.part(1 + k) for k in (0, s.nq, s.nq + s.nu))
        self.delta = self.at.part(w.problem.n_inputs)
        self.given, self.found, self.kept = c.array(s.n_given), c.array(s.n_found), c.array(s.n_found)
        self.acting, self.acted, self.new_q = c.array(s.nu + s.nz), c.array(s.nu + s.nz), c.array(s.nq)
        self.correction = c.array(s.nu)

    @property
    def interpolant(self) -> Interpolant:
        return self._interpolant

    def attempt(self, step: Real, running: Mask) -> Real:
        c, w, s = self.w.c, self.w, self.layout
        h = c.select(running, step, w.settings[0])
        self._go_to_middle(h)
        c.call(self._matrices, self.at, w.p, self.given)
        self._begin_impulses(h)
        error = self._iterate(h, running)
        with c.each(s.nu) as i:
            self.delta[i] = h * c.fma(0.5, self._out("change")[i], w.here.state[i + s.nq])
        self._move(w.here.state)
        self._copy(w.trial.state, self.new_q, s.nq)
        self._finish(h)
        if s.n_joints or s.touches:
            self._project()
        worst, scale, eased = (self._out(name)[0] for name in ("worst", "scale", "eased"))
        # solutions whose restitution would gain energy were rejected
        w.count(w.rejected, running & (eased > 0.5))
        error.update(error.value.equals(0.0) & ~(worst <= w.settings[1] * scale), _FAILED)
        nan_unless_finite = w.nan_unless_finite(w.trial.state)
        result: Real = c.select(error.value > 0.0, error.value, nan_unless_finite)
        return result

    # ---- before

    def _go_to_middle(self, h: Real) -> None:
        """Where matrices are those of the step."""
        c, w, s = self.w.c, self.w, self.layout
        self._copy(self.at, w.here.array, w.problem.n_inputs)
        with c.each(s.nu) as i:
            self.delta[i] = 0.5 * h * self.u[i]
        self._move(w.here.state)
        self.at[0] = w.here.t + 0.5 * h
        self._copy(self.q, self.new_q, s.nq)

    def _begin_impulses(self, h: Real) -> None:
        """Forces of the last step are those of this one, at first."""
        s = self.layout
        for k, touch in enumerate(s.touches):
            self._in("modes")[k] = self.w.here.state[s.nq + s.nu + touch.mode]
        self._in("step")[0] = h
        self._copy_impulses(h)
        with self.w.c.each(s.nu) as i:
            self._in("change")[i] = 0.0

    def _copy_impulses(self, h: Real) -> None:
        s, P = self.layout, self._in("impulses")
        with self.w.c.each(s.n_joints) as joint:
            P[joint] = 0.0
        for k, touch in enumerate(s.touches):
            first = s.first_rows[s.n_joints + k]
            for i, place in enumerate(touch.forces):
                P[first + i] = h * self.w.here.state[s.nq + s.nu + place]

    # ---- the step

    def _iterate(self, h: Real, running: Mask) -> Variable:
        """Impulses with forces in the middle, until these change no more; zero where that is so."""
        c, w, s = self.w.c, self.w, self.layout
        error, count = c.variable(c.select(running, inf, 0.0)), c.variable(0)
        c.call(self._forces, self.at, w.p, self.acting)
        w.count(w.evaluations, running)
        with c.repeat() as again:
            iterating = error.value.equals(inf)
            with c.each(s.nu) as i:
                self._in("push")[i] = h * self.acting[i]
            c.call(self._solution, self.given, self.found)
            self._take(h, iterating)
            if s.is_iterated:
                change = self._forces_change(h, iterating)
                w.count(w.evaluations, iterating)
                error.update(iterating & ~(change > _FORCE_TOLERANCE), 0.0)
                error.update(iterating & change.is_nan(), _FAILED)
            else:
                error.update(iterating, 0.0)
            count.value = count.value + 1
            again.append(c.any(error.value.equals(inf)) & (count.value < _MOST_ITERATIONS))
        return error

    def _take(self, h: Real, iterating: Mask) -> None:
        """Impulses, and with them speeds and states in the middle."""
        c, w, s = self.w.c, self.w, self.layout
        change, P = self._out("change"), self._out("impulses")
        with c.each(s.n_found) as i:
            self.kept[i] = c.select(iterating, self.found[i], self.kept[i])
        with c.each(s.nu) as i:
            self._in("change")[i] = change[i]
            self.u[i] = c.fma(0.5, change[i], w.here.state[i + s.nq])
        with c.each(s.nz) as i:
            self.z[i] = c.fma(0.5 * h, self.acting[i + s.nu], w.here.state[i + s.nq + s.nu])
        with c.each(len(s.rows)) as i:
            self._in("impulses")[i] = P[i]

    def _forces_change(self, h: Real, iterating: Mask) -> Real:
        """Forces and rates of z in the middle anew; gives how much they changed beside their sizes."""
        c, w, s = self.w.c, self.w, self.layout
        c.call(self._forces, self.at, w.p, self.acted)
        changed, size = c.variable(0.0), c.variable(_LEAST)
        with c.each(s.nu) as i:
            size.value = c.maximum(size.value, c.abs(self.acted[i]))
            changed.value = c.maximum(changed.value, c.abs(self.acted[i] - self.acting[i]))
        ratio = c.variable(changed.value / size.value)
        with c.each(s.nz) as i:
            before, change = w.here.state[i + s.nq + s.nu], self.acted[i + s.nu] - self.acting[i + s.nu]
            unit = c.abs(before) + c.abs(h * self.acted[i + s.nu]) + _SMALL_STATE
            ratio.value = c.maximum(ratio.value, c.abs(h * change) / unit)
        with c.each(s.nu + s.nz) as i:
            self.acting[i] = c.select(iterating, self.acted[i], self.acting[i])
        result: Real = ratio.value
        return result

    # ---- after

    def _finish(self, h: Real) -> None:
        """Speeds, states z, and what contacts do, at the end."""
        c, w, s = self.w.c, self.w, self.layout
        u, z = w.trial.state.part(s.nq), w.trial.state.part(s.nq + s.nu)
        with c.each(s.nu) as i:
            u[i] = w.here.state[i + s.nq] + self._out("change")[i]
        with c.each(s.nz) as i:
            z[i] = c.fma(h, self.acting[i + s.nu], w.here.state[i + s.nq + s.nu])
        P, modes, residuals = (self._out(name) for name in ("impulses", "modes", "residuals"))
        for k, touch in enumerate(s.touches):
            first = s.first_rows[s.n_joints + k]
            z[touch.mode], z[touch.residual] = modes[k], residuals[k]
            for row, place in enumerate(touch.forces):
                z[place] = P[first + row] / h

    def _project(self) -> None:
        """Positions where gaps of joints and closed contacts are zero, as near as can be; speeds stay."""
        c, w, s = self.w.c, self.w, self.layout
        self._copy(self.at, w.trial.array, w.problem.n_inputs)
        c.call(self._places, self.at, w.p, self._in("phi"))
        self._copy(self._in("closed"), self._out("closed"), len(s.touches))
        c.call(self._correction, self.given, self.correction)
        self._copy(self.delta, self.correction, s.nu)
        self._move(w.trial.state)
        self._copy(w.trial.state, self.new_q, s.nq)

    # ---- pieces

    def _move(self, origin: Array) -> None:
        """New coordinates: those of a state moved by δ."""
        s = self.layout
        self._copy(self.q, origin, s.nq)
        self.w.c.call(self._moved, self.at, self.w.p, self.new_q)

    def _in(self, name: str) -> Array:
        return self.given.part(self.layout.given[name][0])

    def _out(self, name: str) -> Array:
        return self.kept.part(self.layout.found[name][0])

    def _copy(self, target: Array, source: Array, n: int) -> None:
        with self.w.c.each(n) as i:
            target[i] = source[i]


class StepInterpolant(Interpolant):
    """Speeds change evenly, positions by the cubic through both ends; forces are those of the whole step."""

    def __init__(self, w: Workspace, layout: TouchingLayout) -> None:
        super().__init__(w)
        self.layout = layout

    def evaluate(self, at: Instant, t: Real, theta: Real) -> None:
        w, c, s = self.w, self.w.c, self.layout
        super().evaluate(at, t, theta)
        with c.each(s.nq, s.nq + s.nu) as i:
            change = w.trial.state[i] - w.here.state[i]
            at.state[i] = c.select(t.equals(w.trial.t), w.trial.state[i], c.fma(theta, change, w.here.state[i]))
        first = s.nq + s.nu
        for touch in s.touches:
            # modes change in the middle of a step, if at all; forces are means of the whole step
            k = first + touch.mode
            at.state[k] = c.select(theta >= 0.5, w.trial.state[k], w.here.state[k])
            for place in (touch.residual, *touch.forces):
                k = first + place
                at.state[k] = c.select(theta > 0.0, w.trial.state[k], w.here.state[k])

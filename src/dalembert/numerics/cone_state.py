"""Native code about impulses and velocities of a step: their balance, and the residual that certifies them."""

from __future__ import annotations

from math import inf

from dalembert.numerics.cone_rows import ConeRows, Pair
from dalembert.numerics.contact_records import TouchingLayout
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Array, Variable
from dalembert.procedures.values import Flag, Index, Real

TOUCHES = 1e-9
"""Gap in the middle of a step, in m, up to which a contact takes part: more than projection and rounding leave."""

TIGHT = 1e-11
"""Residual of a solution, relative to the velocities of the step."""

SOFT = 1e-5
"""Speed of approach, relative to the velocities of the step, up to which contacts do not spring back."""

LEAST = 1e-300


class ConeState(ConeRows):
    """Impulses P, the change s of speeds, and velocities v of the rows after it; the best of them is kept."""

    def __init__(self, c: Code, layout: TouchingLayout, x: Array, y: Array) -> None:
        super().__init__(c, layout, x, y)
        s, m, n = layout, len(layout.rows), len(layout.groups)
        self.before, self.push = self.part("before"), self.part("push")
        self.restitution = c.table([1.0] * s.n_joints + [t.restitution for t in s.touches] or [0.0])
        self.s, self.right = c.array(s.nu), c.array(s.nu)
        self.P, self.P_hat, self.v, self.shift = (c.array(m) for _ in range(4))
        self.mu = c.array(n)
        """Coefficients of friction, or its greatest impulses where there is no normal."""

        self.best_s, self.best_P = c.array(s.nu), c.array(m)
        self.scale, self.residual, self.best = (c.variable(0.0) for _ in range(3))
        self.meets = c.variable(0)
        """One where a contact takes part that was open."""

    # ---- before

    def begin(self) -> None:
        """Which groups take part, their weights, and where iterations start."""
        c, s = self.c, self.layout
        for array, size, name in ((self.s, s.nu, "change"), (self.P, len(s.rows), "impulses")):
            start = self.part(name)
            with c.each(size) as i:
                array[i] = start[i]
        self.count.value = self.meets.value = 0
        with c.each(s.n_joints) as g:
            self.take_part(g)
        gaps, modes, friction, step = (self.part(name) for name in ("gaps", "modes", "friction", "step"))
        with c.each(len(s.touches)) as k:
            g = k + s.n_joints
            with c.when(c.is_true(gaps[k] <= TOUCHES)):
                self.take_part(g)
                with c.when(c.is_true(modes[k] < 0.5) & self.has_normal[g].equals(1)):
                    self.meets.value = 1
            self.mu[g] = c.select(modes[k] > 1.5, friction[2 * k], friction[2 * k + 1])
            with c.when(self.has_normal[g].equals(0)):
                self.mu[g] = self.mu[g] * step[0]
        self.weigh()
        self.outline()
        self._measure()

    def spring_back(self, part: Real) -> Flag:
        """Shift velocities of contacts by this part of restitution; whether one of them is shifted.

        Of joints, the middle of the step counts, so that energy is kept. Where bodies meet and stay together, the
        end of it does: else what the jump leaves of their velocities would go to and fro for ever.
        """
        c, springs = self.c, self.c.variable(0)
        self.best.value = inf
        with self.each_active() as g, self.each_row(g) as (i, _):
            before, is_joint = self.before[i], g < self.layout.n_joints
            self.shift[i] = 0.0
            with c.when(~is_joint & self.has_normal[g].equals(1) & i.equals(self.first_row[g])):
                is_fast = before < -SOFT * self.scale.value
                self.shift[i] = c.select(is_fast, part * self.restitution[g] * before, 0.0)
                springs.value = c.pick(c.is_true(self.shift[i] < 0.0), 1, springs.value)
        any_springs: Flag = springs.value.equals(1)
        keeps = any_springs | self.meets.value.equals(0)
        with self.each_active() as g, c.when(keeps & (g < self.layout.n_joints)), self.each_row(g) as (i, _):
            self.shift[i] = self.before[i]
        return any_springs

    def _measure(self) -> None:
        """How large velocities are: those before, and what forces without contacts make; impulses do not count."""
        c = self.c
        self.scale.value = LEAST
        with self.each_active() as g, self.each_row(g) as (i, begin):
            size = c.variable(c.abs(self.before[i]))
            with self.each_entry(g, begin) as (k, slope):
                size.value = size.value + c.abs(slope * self.push[k]) / self.diagonal[k]
            self.scale.value = c.maximum(self.scale.value, size.value)

    # ---- the equations

    def go_on(self, part: Real | float = 1.0) -> None:
        """Change speeds by what was solved for, or a part of it."""
        with self.c.each(self.layout.nu) as i:
            self.s[i] = self.c.fma(part, self.right[i], self.s[i])
        self.find_velocities()

    def find_velocities(self) -> None:
        """v = v⁻ + J s."""
        with self.each_active() as g, self.each_row(g) as (i, begin):
            self.v[i] = self.along(g, begin, self.s, self.before[i])

    def kept_out(self, i: Index) -> Real:
        """ṽ of a row."""
        return self.v[i] + self.shift[i]

    def balance(self, impulses: Array) -> None:
        """Put p + Jᵀ P − M s, the imbalance of impulses and speeds, on the right-hand side."""
        with self.c.each(self.layout.nu) as i:
            self.right[i] = self.push[i]
        self.subtract_inertia(self.right, self.s)
        with self.each_active() as g, self.each_row(g) as (i, begin):
            self.exert(self.right, g, begin, impulses[i])

    def gain(self) -> Real:
        """Work of the impulses after the forces of the step, P·v − ½ Pᵀ J M⁻¹ Jᵀ P, relative to its terms."""
        c, s = self.c, self.layout
        force, response, work, size = c.array(s.nu), c.array(s.nu), c.variable(0.0), c.variable(LEAST)
        with c.each(s.nu) as i:
            force[i] = 0.0
        with self.each_active() as g, c.when(g >= s.n_joints), self.each_row(g) as (i, begin):
            self.exert(force, g, begin, self.P[i])
            work.value = c.fma(self.P[i], self.v[i], work.value)
            size.value = c.fma(c.abs(self.P[i]), c.abs(self.v[i]) + self.scale.value, size.value)
        with c.each(s.nu) as i:
            response[i] = force[i]
        self.begin_matrix()
        self.matrix.factorize()
        self.matrix.solve(response)
        with c.each(s.nu) as i:
            work.value = c.fma(-0.5 * force[i], response[i], work.value)
        return work.value / size.value

    # ---- the certificate

    def judge(self) -> None:
        """The residual of impulses and velocities at hand; they are kept if it is the least."""
        c, s = self.c, self.layout
        self.residual.value = 0.0
        with self.each_active() as g:
            self.residual.value = c.maximum(self.residual.value, self.residual_of(g))
        with c.when(c.is_true(self.residual.value <= self.best.value)):
            self.best.value = self.residual.value
            with c.each(s.nu) as i:
                self.best_s[i] = self.s[i]
            with self.each_active() as g, self.each_row(g) as (i, _):
                self.best_P[i] = self.P[i]

    def restore(self) -> None:
        """The best so far."""
        with self.c.each(self.layout.nu) as i:
            self.s[i] = self.best_s[i]
        with self.each_active() as g, self.each_row(g) as (i, _):
            self.P[i] = self.best_P[i]
        self.find_velocities()

    def imbalance(self) -> Real:
        """Residual of M s = p + Jᵀ P, as the largest velocity of a row that it would make."""
        c, worst = self.c, self.c.variable(0.0)
        self.balance(self.P)
        with self.each_active() as g, self.each_row(g) as (_, begin):
            size = c.variable(0.0)
            with self.each_entry(g, begin) as (k, slope):
                size.value = size.value + c.abs(slope * self.right[k]) / self.diagonal[k]
            worst.value = c.maximum(worst.value, size.value)
        return worst.value

    def change(self) -> Real:
        """The largest change of a row's velocity, of whose parts each has its own rounding."""
        c, largest = self.c, self.c.variable(0.0)
        with self.each_active() as g, self.each_row(g) as (_, begin):
            size = c.variable(0.0)
            with self.each_entry(g, begin) as (k, slope):
                size.value = size.value + c.abs(slope * self.s[k])
            largest.value = c.maximum(largest.value, size.value)
        return largest.value

    def residual_of(self, g: Index) -> Real:
        """By how much the formulas of a group do not hold, as a velocity."""
        c, n = self.c, self.first_row[g]
        residual = c.variable(0.0)
        with c.when(g < self.layout.n_joints):
            residual.value = c.abs(self.kept_out(n))
        with c.when(g >= self.layout.n_joints):
            most = c.variable(self.mu[g])
            with c.when(self.has_normal[g].equals(1)):
                w = self.w[n]
                wanted = c.maximum(0.0, self.P[n] - w * self.kept_out(n))
                residual.value = c.select(w > 0.0, c.abs(self.P[n] - wanted) / w, 0.0)
                most.value = self.mu[g] * c.maximum(self.P[n], 0.0)
            with c.when(self.n_tangents(g) > 0):
                residual.value = c.maximum(residual.value, self._slip_residual(g, most))
        return residual.value

    def _slip_residual(self, g: Index, most: Variable) -> Real:
        c, first = self.c, self.first_row[g] + self.has_normal[g]
        w = self.w[first]
        slip, missing = self.held(g, w), Pair(c)
        size = slip.length()
        part = c.select(size > most.value, most.value / size, 1.0)
        missing.first.value = self.P[first] - part * slip.first.value
        with c.when(self.n_tangents(g) > 1):
            missing.second.value = self.P[first + 1] - part * slip.second.value
        return c.select(w > 0.0, missing.length() / w, 0.0)

    def held(self, g: Index, weight: Real) -> Pair:
        """P − weight v of the tangents of a group."""
        c, first, pair = self.c, self.first_row[g] + self.has_normal[g], Pair(self.c)
        with c.when(self.n_tangents(g) > 0):
            pair.first.value = self.P[first] - weight * self.v[first]
        with c.when(self.n_tangents(g) > 1):
            pair.second.value = self.P[first + 1] - weight * self.v[first + 1]
        return pair

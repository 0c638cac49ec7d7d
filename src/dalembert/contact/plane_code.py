"""Native text of all solutions of a few contacts in the plane, for one lane: each combination is tried."""

from __future__ import annotations

from math import inf

from dalembert.contact.cone_code import ConeCode, ConeShape, Fields, cone_map
from dalembert.numerics.contact_levels import FITS, MOST_COMBINATIONS, SAME
from dalembert.procedures.language import Code
from dalembert.procedures.orthogonal import Layout, orthogonal, pseudo_solve
from dalembert.procedures.statements import Array, Procedure
from dalembert.procedures.values import Flag, Index, Real

DEPENDENT = 1e-10
"""What is left of a column, beside the first, at which equations of a combination depend on each other."""

FLAT = 1e-9
"""Slope of a condition along forces that are free at which it does not depend on them."""

NONE, ONE, SEVERAL, UNKNOWN, MANY = 0.0, 1.0, 2.0, 3.0, 4.0
"""How many motions fit: none, one, several; unknown, because forces are not unique; too many combinations."""

_OPEN, _STICKING, _FORWARD, _BACKWARD = 0.0, 1.0, 2.0, 3.0


def plane_answer(shape: ConeShape) -> Fields:
    """Forces and motions, and how many motions fit."""
    return Fields(lam=shape.size, w=shape.size, count=1)


def plane_solutions(shape: ConeShape) -> Procedure:
    """problem → y: the solution, and how many there are; points have one tangent or none, and no least forces."""
    c = Code(f"plane_solutions_{shape.key}")
    text, y = ConeCode(c, shape, c.argument("problem")), c.argument("y")
    parts = plane_answer(shape).of(y)
    one = _Combination(text)
    total = one.count()
    parts["count"][0] = MANY
    with c.when(c.is_true(total <= MOST_COMBINATIONS)):
        parts["count"][0] = NONE
        number = c.variable(0.0)
        with c.repeat() as again:
            one.choose(number.value)
            one.solve()
            with c.when(one.verdict.value.equals(1)):
                _keep(one, parts)
            with c.when(one.verdict.value.equals(2)):
                parts["count"][0] = UNKNOWN
            number.value = number.value + 1.0
            again.append(c.is_true((number.value < total) & (parts["count"][0] < UNKNOWN)))
    return c.procedure()


def _keep(one: _Combination, parts: dict[str, Array]) -> None:
    """Take a solution, or see that there is another motion."""
    c, N = one.c, one.shape.size
    apart = c.variable(0.0)
    with c.each(N) as k:
        apart.value = c.maximum(apart.value, c.abs(one.w[k] - parts["w"][k]))
    is_first = c.is_true(parts["count"][0].equals(NONE))
    is_other = c.is_true(apart.value > SAME * one.text.motion_size[0])
    with c.when(~is_first & is_other):
        parts["count"][0] = SEVERAL
    with c.when(is_first):
        parts["count"][0] = ONE
        with c.each(N) as k:
            parts["lam"][k], parts["w"][k] = one.lam[k], one.w[k]


class _Combination:
    """One combination of modes: its equations A λ = b, and whether forces fit."""

    def __init__(self, text: ConeCode) -> None:
        c, shape = text.c, text.shape
        N, at = shape.size, Layout(shape.size, shape.size)
        self.c, self.text, self.shape, self.at = c, text, shape, at
        self.mode, self.sense, self.n_modes = (c.array(shape.n) for _ in range(3))
        self.A, self.b, self.lam, self.free, self.image = (c.array(k) for k in (N * N, N, N, N, N))
        self.factors, self.found = c.array(at.size + N), c.array(shape.answer.size)
        self.split = orthogonal(N, N, N, DEPENDENT, f"plane_split_{N}")
        self.divide, self.map = pseudo_solve(N, N, 1, False), cone_map(shape)
        parts = shape.answer.of(self.found)
        self.w, self.residual = parts["w"], parts["residual"]
        self.verdict = c.variable(0)
        """One if forces fit, two if some may that are not unique."""

    def _has_friction(self, i: Index) -> Real:
        found: Real = self.c.select((self.text.mu[i] > 0.0) | (self.text.base[i] > 0.0), 1.0, 0.0)
        return found

    def count(self) -> Real:
        """How many combinations there are; how many modes each point has."""
        c, text, total = self.c, self.text, self.c.variable(1.0)
        with c.each(self.shape.n) as i:
            chooses = (text.slides[i] <= 0.5) & (self._has_friction(i) > 0.5)
            own = c.variable(1.0)
            with c.when(c.is_true(text.active[i] > 0.5)):
                own.value = c.select(chooses, 3.0, 1.0)
                with c.when(text.has_normal[i].equals(1)):
                    own.value = own.value + 1.0
            self.n_modes[i] = own.value
            total.value = total.value * own.value
        value: Real = total.value
        return value

    def choose(self, number: Real) -> None:
        """The modes of a combination."""
        c, text, left = self.c, self.text, self.c.variable(number)
        with c.each(self.shape.n) as i:
            rest = c.floor(left.value / self.n_modes[i])
            digit = left.value - rest * self.n_modes[i]
            left.value = rest
            mode = c.variable(c.select(self.n_modes[i] > 2.5, digit, 2.0 * digit))
            with c.when(text.has_normal[i].equals(0)):
                mode.value = c.select(self.n_modes[i] > 2.5, digit + 1.0, _FORWARD)
            self.mode[i] = c.select(text.active[i] > 0.5, mode.value, _OPEN)
            sense = c.select(mode.value.equals(_FORWARD), 1.0, c.select(mode.value.equals(_BACKWARD), -1.0, 0.0))
            slip = text.direction[i] if self.shape.tangents else sense
            self.sense[i] = c.select(text.slides[i] > 0.5, slip, sense * self._has_friction(i))

    def solve(self) -> None:
        """Forces of the combination, and whether they fit."""
        c, N, text = self.c, self.shape.size, self.text
        self._system()
        c.call(self.split, self.A, self.factors)
        self._divided(self.b, self.lam)
        c.call(self.map, text.problem, self.lam, self.found)
        self.verdict.value = 0
        rank = self.factors[self.at.rank]
        is_whole = c.is_true(rank >= float(N))
        fits = c.is_true(self.residual[0] <= FITS)
        with c.when(is_whole & fits):
            self.verdict.value = 1
        with c.when(~is_whole & self._is_consistent()):
            self.verdict.value = 2
            with c.when(~fits & c.is_true(rank >= N - 1.0)):
                self._find_free()
                self.verdict.value = c.pick(self._can_fit(), 2, 0)

    def _divided(self, b: Array, y: Array) -> None:
        c, N = self.c, self.shape.size
        with c.each(N) as k:
            self.factors[k + self.at.size] = b[k]
        c.call(self.divide, self.factors, y)

    def _times(self, vector: Array, y: Array) -> None:
        """y = A vector."""
        c, N = self.c, self.shape.size
        with c.each(N) as i:
            total = c.variable(0.0)
            with c.each(N) as j:
                total.value = c.fma(self.A[i * N + j], vector[j], total.value)
            y[i] = total.value

    def _is_consistent(self) -> Flag:
        c, worst = self.c, self.c.variable(0.0)
        self._times(self.lam, self.image)
        with c.each(self.shape.size) as k:
            worst.value = c.maximum(worst.value, c.abs(self.image[k] - self.b[k]))
        return c.is_true(worst.value <= FITS * self.text.force_size[0])

    def _system(self) -> None:
        """Equations of the combination, in units of forces."""
        c, N, text = self.c, self.shape.size, self.text
        with c.each(N * N) as k:
            self.A[k] = 0.0
        with c.each(self.shape.n) as i:
            k, mode, r = i * self.shape.width, self.mode[i], text.step[i]
            self._row(k, r, c.is_true(mode > _OPEN) & text.has_normal[i].equals(1))
            if self.shape.tangents:
                sticks = c.is_true(mode.equals(_STICKING))
                self._row(k + 1, r, sticks)
                with c.when(~sticks):
                    self.A[(k + 1) * N + k] = text.mu[i] * self.sense[i]
                    self.b[k + 1] = -text.base[i] * self.sense[i]
                with c.when(c.is_true(text.active[i] <= 0.5)):
                    self.A[(k + 1) * N + k], self.b[k + 1] = 0.0, 0.0

    def _row(self, k: Index, r: Real, is_held: Flag) -> None:
        """No motion along a row, or no force."""
        c, N, text = self.c, self.shape.size, self.text
        self.A[k * N + k], self.b[k] = 1.0, 0.0
        with c.when(is_held):
            with c.each(N) as j:
                self.A[k * N + j] = r * text.W[k * N + j]
            self.b[k] = -r * text.rest[k]

    # ---- forces that are free along one direction

    def _find_free(self) -> None:
        """The direction along which equations leave forces free, of length one."""
        c, N = self.c, self.shape.size
        ones = c.table([1.0 + 0.37 * (k % 5) - 0.11 * k for k in range(N)])
        with c.each(N) as k:
            self.free[k] = ones[k]
        self._times(self.free, self.image)
        own = c.array(N)
        self._divided(self.image, own)
        size = c.variable(0.0)
        with c.each(N) as k:
            self.free[k] = self.free[k] - own[k]
            size.value = c.maximum(size.value, c.abs(self.free[k]))
        with c.each(N) as k:
            self.free[k] = self.free[k] / size.value

    def _can_fit(self) -> Flag:
        """Whether some of these forces satisfy all conditions."""
        c, low, high = self.c, self.c.variable(-inf), self.c.variable(inf)
        unit = 1.0 / self.text.force_size[0]

        def condition(at: Real, slope: Real) -> None:
            value = at * unit
            is_flat = c.abs(slope) <= FLAT
            bound = -value / c.select(is_flat, 1.0, slope)
            low.update(~is_flat & (slope > 0.0), c.maximum(low.value, bound))
            high.update(~is_flat & (slope < 0.0), c.minimum(high.value, bound))
            high.update(is_flat & ~(value >= -FITS), -inf)

        with self.text.each_active() as (i, k):
            mode, r, mu = self.mode[i], self.text.step[i], self.text.mu[i]
            with c.when(self.text.has_normal[i].equals(1)):
                is_open = c.is_true(mode.equals(_OPEN))
                with c.when(is_open):
                    condition(
                        r * self.text.row(k, self.lam, self.text.rest[k]), r * self.text.row(k, self.free, 0.0)
                    )
                with c.when(~is_open):
                    condition(self.lam[k], self.free[k])
            if self.shape.tangents:
                with c.when(c.is_true(mode.equals(_STICKING))):
                    for sign in (1.0, -1.0):
                        most = c.fma(mu, self.lam[k], self.text.base[i])
                        condition(most + sign * self.lam[k + 1], mu * self.free[k] + sign * self.free[k + 1])
                slips = (mode > _STICKING) & (self.text.slides[i] <= 0.5) & (self._has_friction(i) > 0.5)
                with c.when(c.is_true(slips)):
                    push = self.sense[i] * r
                    condition(
                        push * self.text.row(k + 1, self.lam, self.text.rest[k + 1]),
                        push * self.text.row(k + 1, self.free, 0.0),
                    )
        return c.is_true(low.value <= high.value + FITS)

"""Native code of forces that are not unique: whether there are some that all points can bear, for one lane.

Forces λ with R λ = b keep contacts where they are. A point bears what presses, λₙ ≥ 0, and what friction holds,
|λₜ| ≤ μ λₙ + base. How far forces have to exceed that is found by minimizing it with a logarithmic barrier (Boyd
and Vandenberghe 2004, section 11.4), by damped steps of Newton's method, which stay inside (Nesterov 2004, 4.1.5).
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass

from dalembert.contact.cone_code import ConeShape, Fields
from dalembert.numerics.contact_levels import DEPENDENT, FITS
from dalembert.procedures.language import Code
from dalembert.procedures.orthogonal import Layout, orthogonal, pseudo_solve
from dalembert.procedures.statements import Array, Procedure
from dalembert.procedures.values import Index, Mask, Real

PRESSING, HOLDING = 1.0, 2.0
"""What a point does: it presses, or friction holds it too; zero if nothing."""

_PASSES, _LEAST = 3, 1e-6
"""How often forces are shared anew before they are searched for, and the least share beside the largest."""

_SHARPER, _SHARPEST, _STEPS, _CENTRED = 8.0, 1e12, 60, 1e-4
"""How much sharper the barrier gets each time, and in the end; steps of each, and the decrement at their end."""

_TINY = 1e-13
"""What is left of a column beside the first that is none, of columns of very different size."""


@dataclass(frozen=True)
class BearableShape:
    """Points, and equations that their forces satisfy."""

    cone: ConeShape
    rows: int

    @property
    def key(self) -> str:
        """For names."""
        return f"{self.cone.key}_{self.rows}"

    @property
    def given(self) -> Fields:
        """R, b, μ, friction without normal force, what each point does, and the excess that is allowed."""
        n, N = self.cone.n, self.cone.size
        return Fields(R=self.rows * N, b=self.rows, mu=n, base=n, kind=n, allowed=1)

    @property
    def found(self) -> Fields:
        """Forces, and by how much they exceed what points bear, beside their size."""
        return Fields(lam=self.cone.size, excess=1)


def bearable(shape: BearableShape) -> Procedure:
    """x: `shape.given` → y: `shape.found`."""
    c = Code(f"bearable_{shape.key}")
    search = _Search(c, shape, shape.given.of(c.argument("x")), shape.found.of(c.argument("y")))
    search.write()
    return c.procedure()


class _Search:
    """The least excess s and forces with it."""

    def __init__(self, c: Code, shape: BearableShape, given: dict[str, Array], found: dict[str, Array]) -> None:
        self.c, self.shape, self.given = c, shape, given
        self.lam, self.excess = found["lam"], found["excess"]
        N, r, w = shape.cone.size, shape.rows, shape.cone.width
        self.at = Layout(r, N)
        self.A, self.factors = c.array(r * N), c.array(self.at.size + r)
        self.split = orthogonal(r, N, min(r, N), DEPENDENT, f"bearable_split_{r}_{N}")
        self.split_scaled = orthogonal(r, N, min(r, N), _TINY, f"bearable_scaled_split_{r}_{N}")
        self.divide = pseudo_solve(r, N, 1, False)
        self.weight, self.slope, self.cross, self.moved, self.own = (c.array(N) for _ in range(5))
        self.root = c.array(shape.cone.n * w * w)
        """Of each point a matrix B with B Bᵀ the inverse of the barrier's curvature, upper triangular."""

        self.has_normal = c.table([int(x) for x in shape.cone.has_normal] or [0], "index")
        self.base = c.array(max(shape.cone.n, 1))
        self.s, self.sharpness = c.variable(0.0), c.variable(1.0)
        self.slope_s, self.curvature_s = c.variable(0.0), c.variable(0.0)

    def write(self) -> None:
        """Forces in proportion to what presses; where these exceed anything, the search."""
        c, N = self.c, self.shape.cone.size
        allowed, is_solved, passes = self.given["allowed"][0], c.variable(0), c.variable(0)
        with c.each(self.shape.cone.n) as i:
            self.base[i] = self.given["base"][i]
            with self._each_row(i) as k:
                self.weight[k] = c.select(self._takes_part(i, k), 1.0, 0.0)
        size, free = c.variable(1.0), c.variable(0.0)
        with c.repeat() as again:
            self._share()
            is_solved.value = self._is_solved()
            size.value = 0.0
            with c.each(N) as k:
                size.value = c.maximum(size.value, c.abs(self.lam[k]))
            size.value = c.select(size.value > 0.0, size.value, 1.0)
            self.excess[0] = self._excess() / size.value
            self._weigh(size.value)
            passes.value = passes.value + 1
            exceeds = c.is_true(self.excess[0] > 0.0)
            again.append(is_solved.value.equals(1) & exceeds & (passes.value < _PASSES))
        with c.when(is_solved.value.equals(0)):
            self.excess[0] = 1.0
        free.value = -self.factors[self.at.rank]
        with c.each(self.shape.cone.n) as i, self._each_row(i) as k:
            free.value = c.select(self._takes_part(i, k), free.value + 1.0, free.value)
        searches = is_solved.value.equals(1) & c.is_true((self.excess[0] > allowed) & (free.value > 0.5))
        with c.when(searches):
            with c.each(N) as k:
                self.lam[k] = self.lam[k] / size.value
            with c.each(self.shape.cone.n) as i:
                self.base[i] = self.base[i] / size.value
            self._descend(allowed)
            with c.each(N) as k:
                self.lam[k] = self.lam[k] * size.value
            with c.each(self.shape.cone.n) as i:
                self.base[i] = self.base[i] * size.value

    # ---- forces that solve

    def _each_row(self, i: Index) -> AbstractContextManager[Index]:
        width = self.shape.cone.width
        return self.c.each(i * width, (i + 1) * width)

    def _takes_part(self, i: Index, k: Index) -> Mask:
        """Whether a force of a point is free: its normal one, and friction where it holds."""
        c, kind = self.c, self.given["kind"][i]
        is_normal = c.spread(k).equals(c.spread(i * self.shape.cone.width))
        presses = is_normal & (kind > 0.5) & (c.spread(self.has_normal[i]) > 0.5)
        takes_part: Mask = presses | (~is_normal & (kind > 1.5))
        return takes_part

    def _share(self) -> None:
        """λ with R λ = b, least in the measure of weights."""
        c, N, r = self.c, self.shape.cone.size, self.shape.rows
        with c.each(r) as i, c.each(N) as k:
            self.A[i * N + k] = self.given["R"][i * N + k] * self.weight[k]
        c.call(self.split, self.A, self.factors)
        with c.each(r) as i:
            self.factors[i + self.at.size] = self.given["b"][i]
        c.call(self.divide, self.factors, self.lam)
        with c.each(N) as k:
            self.lam[k] = self.lam[k] * self.weight[k]

    def _is_solved(self) -> Index:
        c, N = self.c, self.shape.cone.size
        largest, left = c.variable(0.0), c.variable(0.0)
        with c.each(self.shape.rows) as i:
            total = c.variable(-self.given["b"][i])
            with c.each(N) as k:
                total.value = c.fma(self.given["R"][i * N + k], self.lam[k], total.value)
            left.value = c.maximum(left.value, c.abs(total.value))
            largest.value = c.maximum(largest.value, c.abs(self.given["b"][i]))
        found: Index = c.pick(c.is_true(left.value <= FITS * largest.value), 1, 0)
        return found

    def _weigh(self, size: Real) -> None:
        """Friction is shared as the normal forces are."""
        c, width = self.c, self.shape.cone.width
        with c.each(self.shape.cone.n) as i:
            share = c.sqrt(c.maximum(self.lam[i * width] / size, _LEAST))
            share = c.select(c.spread(self.has_normal[i]) > 0.5, share, 1.0)
            with self._each_row(i) as k:
                self.weight[k] = c.select(self._takes_part(i, k), share, 0.0)

    def _axis(self, i: Index) -> Real:
        """The most that friction of a point can hold; of one without friction what presses."""
        c, k = self.c, i * self.shape.cone.width
        holds = self.given["kind"][i] > 1.5
        mu = c.select(holds, self.given["mu"][i], 1.0)
        found: Real = c.fma(mu, self.lam[k], c.select(holds, self.base[i], 0.0))
        return found

    def _held(self, i: Index) -> Real:
        """|λₜ|² of a point."""
        c, width, total = self.c, self.shape.cone.width, self.c.variable(0.0)
        with c.each(i * width + 1, (i + 1) * width) as k:
            total.value = c.fma(self.lam[k], self.lam[k], total.value)
        value: Real = total.value
        return value

    def _excess(self) -> Real:
        c, worst = self.c, self.c.variable(-1e300)
        with c.each(self.shape.cone.n) as i, c.when(c.is_true(self.given["kind"][i] > 0.5)):
            worst.value = c.maximum(worst.value, c.sqrt(self._held(i)) - self._axis(i))
        value: Real = worst.value
        return value

    # ---- the search

    def _descend(self, allowed: Real) -> None:
        """Sharper and sharper barriers, until forces exceed nothing or cannot but exceed."""
        c, many = self.c, self._count()
        self.s.value, self.sharpness.value = 1.0 + self.excess[0], 1.0
        goes_on = c.variable(1)
        with c.repeat() as sharper:
            steps, is_centred = c.variable(0), c.variable(0)
            with c.repeat() as again:
                decrement = self._step()
                is_centred.value = c.pick(c.is_true(~(decrement > _CENTRED)), 1, 0)
                self.excess[0] = self._excess()
                steps.value = steps.value + 1
                is_found = c.is_true(self.excess[0] <= 0.0)
                again.append(is_centred.value.equals(0) & (steps.value < _STEPS) & ~is_found)
            # no forces exceed less than this
            least = self.s.value - 2.0 * many / self.sharpness.value
            is_lost = c.is_true((least > allowed) | self.s.value.is_nan())
            is_found = c.is_true(self.excess[0] <= 0.0)
            goes_on.value = c.pick(is_found | is_lost, 0, 1)
            self.sharpness.value = self.sharpness.value * _SHARPER
            again_sharper = goes_on.value.equals(1) & c.is_true(self.sharpness.value < _SHARPEST)
            sharper.append(again_sharper)

    def _count(self) -> Real:
        """How many points take part."""
        c, total = self.c, self.c.variable(0.0)
        with c.each(self.shape.cone.n) as i:
            total.value = c.select(self.given["kind"][i] > 0.5, total.value + 1.0, total.value)
        value: Real = total.value
        return value

    def _step(self) -> Real:
        """One damped step of Newton's method in λ and s; its decrement."""
        c, N, r = self.c, self.shape.cone.size, self.shape.rows
        self._derive()
        with c.each(r) as i:
            with c.each(N) as k:
                self.A[i * N + k] = 0.0
            with c.each(self.shape.cone.n) as p:
                self._times_root(p, self.given["R"].part(i * N), self.A.part(i * N))
        c.call(self.split_scaled, self.A, self.factors)
        self._project(self.slope)
        self._project(self.cross)
        by_slope, by_cross, both = (c.variable(0.0) for _ in range(3))
        with c.each(N) as k:
            by_slope.value = c.fma(self.slope[k], self.slope[k], by_slope.value)
            by_cross.value = c.fma(self.cross[k], self.cross[k], by_cross.value)
            both.value = c.fma(self.slope[k], self.cross[k], both.value)
        left = self.curvature_s.value - by_cross.value
        left = c.select(left > 1e-14 * self.curvature_s.value, left, 1e-14 * self.curvature_s.value)
        total = self.slope_s.value + self.sharpness.value
        ds = -(total - both.value) / left
        # gᵀ H⁻¹ g of λ and s together
        decrement = c.variable(by_slope.value + (total - both.value) * (total - both.value) / left)
        part = 1.0 / (1.0 + c.sqrt(decrement.value))
        part = c.select(decrement.value < 0.06, 1.0, part)
        with c.each(N) as k:
            self.moved[k] = -(self.slope[k] + ds * self.cross[k])
        with c.each(self.shape.cone.n) as p:
            self._root_times(p, part)
        self.s.value = c.fma(part, ds, self.s.value)
        value: Real = decrement.value
        return value

    def _derive(self) -> None:
        """Slopes of the barrier times B, and B itself, of each point."""
        c, w, N = self.c, self.shape.cone.width, self.shape.cone.size
        self.slope_s.value, self.curvature_s.value = 0.0, 0.0
        with c.each(self.shape.cone.n * w * w) as k:
            self.root[k] = 0.0
        with c.each(N) as k:
            self.slope[k], self.cross[k] = 0.0, 0.0
        with c.each(self.shape.cone.n) as i, c.when(c.is_true(self.given["kind"][i] > 0.5)):
            k, start = i * w, i * w * w
            holds = self.given["kind"][i] > 1.5
            along = c.select(holds, self.given["mu"][i], 1.0)
            along = c.select(c.spread(self.has_normal[i]) > 0.5, along, 0.0)
            axis = self._axis(i) + self.s.value
            held = self._held(i)
            q = c.fma(axis, axis, -held)
            # H = ∇q ∇qᵀ / q² − ∇²q / q, by λₙ first: q = (along λₙ + …)² − |λₜ|²
            inverse = 1.0 / q
            self.slope_s.value = self.slope_s.value - 2.0 * axis * inverse
            of_axis = 2.0 * inverse * c.fma(2.0 * inverse * axis, axis, -1.0)
            self.curvature_s.value = self.curvature_s.value + of_axis
            self.slope[k], self.cross[k] = -2.0 * axis * along * inverse, of_axis * along
            with c.each(k + 1, k + w) as j:
                self.slope[j] = 2.0 * self.lam[j] * inverse
                self.cross[j] = -4.0 * axis * self.lam[j] * inverse * inverse
            self._factor(i, start, along, axis, inverse, of_axis)
            self._into_root(i, self.slope)
            self._into_root(i, self.cross)

    def _factor(self, i: Index, start: Index, along: Real, axis: Real, inverse: Real, of_axis: Real) -> None:
        """B = L⁻ᵀ of H = L Lᵀ; zero along forces that take no part."""
        c, w = self.c, self.shape.cone.width
        H, L = c.array(w * w), c.array(w * w)
        k = i * w
        with c.each(w * w) as j:
            H[j], L[j] = 0.0, 0.0
        H[0] = of_axis * along * along
        with c.each(1, w) as a:
            H[a * w] = -4.0 * axis * along * self.lam[k + a] * inverse * inverse
            with c.each(1, w) as b:
                H[a * w + b] = 4.0 * self.lam[k + a] * self.lam[k + b] * inverse * inverse
            H[a * w + a] = H[a * w + a] + 2.0 * inverse
        with c.each(w) as a, c.when(c.is_true(self._takes_part(i, k + a))):
            self._factor_row(i, a, H, L)
        # B Lᵀ = 1, upper triangular
        with c.each(w) as b, c.when(c.is_true(self._takes_part(i, k + b))):
            self.root[start + (b * w + b)] = 1.0 / L[b * w + b]
            with c.each(b) as up:
                a = b - 1 - up
                with c.when(c.is_true(self._takes_part(i, k + a))):
                    total = c.variable(0.0)
                    with c.each(a + 1, b + 1) as j:
                        total.value = c.fma(L[j * w + a], self.root[start + (j * w + b)], total.value)
                    self.root[start + (a * w + b)] = -total.value / L[a * w + a]

    def _factor_row(self, i: Index, a: Index, H: Array, L: Array) -> None:
        """Row a of L."""
        c, w = self.c, self.shape.cone.width
        with c.each(a + 1) as b, c.when(c.is_true(self._takes_part(i, i * w + b))):
            total = c.variable(H[a * w + b])
            with c.each(b) as j:
                total.value = c.fma(-L[a * w + j], L[b * w + j], total.value)
            with c.when(b < a):
                L[a * w + b] = total.value / L[b * w + b]
            with c.when(b.equals(a)):
                least = 1e-14 * H[a * w + a]
                L[a * w + a] = c.sqrt(c.select(total.value > least, total.value, least))

    def _into_root(self, i: Index, vector: Array) -> None:
        """Entries of a point become Bᵀ of them."""
        c, w = self.c, self.shape.cone.width
        with c.each(w) as b:
            total = c.variable(0.0)
            with c.each(b + 1) as a:
                total.value = c.fma(self.root[i * (w * w) + (a * w + b)], vector[i * w + a], total.value)
            self.own[b] = total.value
        with c.each(w) as b:
            vector[i * w + b] = self.own[b]

    def _times_root(self, i: Index, row: Array, result: Array) -> None:
        """Entries of a point of a row times B."""
        c, w = self.c, self.shape.cone.width
        with c.each(w) as b:
            total = c.variable(0.0)
            with c.each(b + 1) as a:
                total.value = c.fma(row[i * w + a], self.root[i * (w * w) + (a * w + b)], total.value)
            result[i * w + b] = total.value

    def _root_times(self, i: Index, part: Real) -> None:
        """λ of a point moves by a part of B times what is found."""
        c, w = self.c, self.shape.cone.width
        with c.each(w) as a:
            total = c.variable(0.0)
            with c.each(a, w) as b:
                total.value = c.fma(self.root[i * (w * w) + (a * w + b)], self.moved[i * w + b], total.value)
            self.lam[i * w + a] = c.fma(part, total.value, self.lam[i * w + a])

    def _project(self, vector: Array) -> None:
        """Project a vector onto changes that leave R λ as it is: subtract its part in the rows of A = R B."""
        c, N, r = self.c, self.shape.cone.size, self.shape.rows
        with c.each(r) as i:
            total = c.variable(0.0)
            with c.each(N) as k:
                total.value = c.fma(self.A[i * N + k], vector[k], total.value)
            self.factors[i + self.at.size] = total.value
        c.call(self.divide, self.factors, self.own)
        with c.each(N) as k:
            vector[k] = vector[k] - self.own[k]

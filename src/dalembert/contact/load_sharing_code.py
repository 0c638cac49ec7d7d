"""Native code of which rows hold from an instant on, and which points carry what more of them touch, for one lane.

Of rows that depend on each other some are on. Where friction slips, how points share a load changes the motion:
shares are those of equal small compliances, N = J η for one small motion η, with none that pull. So they are C
times those of rows that are on, and a point that would pull carries nothing until it would press.
"""

from __future__ import annotations

from dalembert.contact.cone_code import ConeShape, Fields
from dalembert.numerics.contact_levels import DEPENDENT, IMMOBILE, MOVES
from dalembert.procedures.language import Code
from dalembert.procedures.orthogonal import Layout, orthogonal, pseudo_solve
from dalembert.procedures.statements import Array, Procedure
from dalembert.procedures.values import Flag, Index, Mask, Real

PULLS = 1e-9
"""Force beside the largest that is none."""


def sharing_given(shape: ConeShape) -> Fields:
    """W, free motions, friction, who is closed and slips where, who carries, and whether that is settled."""
    n, N = shape.n, shape.size
    own = {"W": N * N, "c": N, "mu": n, "base": n, "closed": n, "slips": n, "way": n * shape.tangents}
    return Fields(**own, carries=n, settled=n)


def sharing_found(shape: ConeShape) -> Fields:
    """Rows that are on, who carries, stays closed, and has forces that tell ends of modes; whether rows depend."""
    n = shape.n
    return Fields(on=shape.size, carries=n, closed=n, watched=n, redundant=1)


def load_sharing(shape: ConeShape) -> Procedure:
    """x: `sharing_given` → y: `sharing_found`."""
    c = Code(f"load_sharing_{shape.key}")
    given, found = sharing_given(shape).of(c.argument("x")), sharing_found(shape).of(c.argument("y"))
    _Sharing(c, shape, given, found).write()
    return c.procedure()


class _Sharing:
    """Rows are taken one after the other, normal ones first, those that depend least on others before."""

    def __init__(self, c: Code, shape: ConeShape, given: dict[str, Array], found: dict[str, Array]) -> None:
        self.c, self.shape, self.given, self.found = c, shape, given, found
        N, n = shape.size, max(shape.n, 1)
        self.at = Layout(N, N)
        self.S, self.left = c.array(N * N), c.array(N)
        self.A, self.factors = c.array(N * N), c.array(self.at.size + N)
        self.split = orthogonal(N, N, N, 1e-12, f"sharing_split_{N}")
        self.divide = pseudo_solve(N, N, 1, False)
        self.C, self.column, self.lam, self.N = c.array(n * n), c.array(N), c.array(N), c.array(n)
        self.has_normal = c.table([int(x) for x in shape.has_normal] or [0], "index")
        self.depends, self.tangents_depend = c.variable(0), c.variable(0)
        self.rubs = c.variable(0)
        """Whether friction slips."""

    def write(self) -> None:
        """Choose rows; where shares count, until nothing pulls and nothing is left out that would press."""
        c, given, found, n = self.c, self.given, self.found, self.shape.n
        with c.each(n) as i:
            found["carries"][i] = given["carries"][i] * given["closed"][i]
            found["closed"][i], found["watched"][i] = given["closed"][i], 1.0
            slips = (given["closed"][i] > 0.5) & (given["slips"][i] > 0.5) & (given["mu"][i] > 0.0)
            with c.when(c.is_true(slips)):
                self.rubs.value = 1
        self._take_rows()
        shares = c.variable(self.depends.value)
        with c.each(n) as i, c.when(self.has_normal[i].equals(1)):
            is_idle = c.is_true((found["closed"][i] > 0.5) & (found["carries"][i] < 0.5))
            shares.value = c.pick(is_idle, 1, shares.value)
        found["redundant"][0] = c.spread(shares.value)
        with c.when(shares.value.equals(1) & self.rubs.value.equals(1)):
            rounds, is_other = c.variable(0), c.variable(0)
            with c.repeat() as again:
                self._share()
                is_other.value = self._turn_worst()
                with c.when(is_other.value.equals(1)):
                    self._take_rows()
                rounds.value = rounds.value + 1
                again.append(is_other.value.equals(1) & (rounds.value < 4 * n + 4))
            self._open()
        with c.each(n) as i:
            holds = (found["closed"][i] > 0.5) & (given["slips"][i] < 0.5)
            blind = self.tangents_depend.value.equals(1) & c.is_true(holds)
            with c.when(self.rubs.value.equals(0)):
                found["watched"][i] = c.select(c.spread(self.depends.value) > 0.5, 1.0 - found["closed"][i], 1.0)
            with c.when(self.rubs.value.equals(1) & blind):
                found["watched"][i] = 0.0

    # ---- rows that are on

    def _is_wanted(self, k: Index, is_normal: bool) -> Flag:
        """Whether a row holds, if it does not depend on others."""
        c, i = self.c, self._point(k)
        own = c.spread(k).equals(c.spread(i * self.shape.width))
        if is_normal:
            carries: Flag = c.is_true(own & (self.found["carries"][i] > 0.5)) & self.has_normal[i].equals(1)
            return carries
        moves = self.given["W"][k * (self.shape.size + 1)] > 0.0
        holds: Flag = c.is_true(~own & moves & (self.found["closed"][i] > 0.5) & (self.given["slips"][i] < 0.5))
        return holds

    def _point(self, k: Index) -> Index:
        c = self.c
        found: Index = c.position(c.floor((c.spread(k) + 0.5) * (1.0 / self.shape.width)))
        return found

    def _take_rows(self) -> None:
        """Rows that are on: as many as do not depend on each other."""
        c, N, on = self.c, self.shape.size, self.found["on"]
        self.depends.value, self.tangents_depend.value = 0, 0
        with c.each(N * N) as k:
            self.S[k] = self.given["W"][k]
        with c.each(N) as k:
            on[k] = 0.0
        for is_normal in (True, False):
            if not is_normal and not self.shape.tangents:
                continue
            goes_on = c.variable(1)
            with c.each(N), c.when(goes_on.value.equals(1)):
                best, most = c.variable(0), c.variable(DEPENDENT)
                goes_on.value = 0
                with c.each(N) as k, c.when(self._is_wanted(k, is_normal) & c.is_true(on[k] < 0.5)):
                    left = self.S[k * (N + 1)] / self._size(k)
                    with c.when(c.is_true(left > most.value)):
                        best.value, most.value, goes_on.value = k, left, 1
                with c.when(goes_on.value.equals(1)):
                    self._eliminate(best.value)
            with c.each(N) as k, c.when(self._is_wanted(k, is_normal) & c.is_true(on[k] < 0.5)):
                self.depends.value = 1
                if not is_normal:
                    self.tangents_depend.value = 1
        with c.each(N) as k:
            self.left[k] = self.S[k * (N + 1)]

    def _size(self, k: Index) -> Real:
        """Motion by a unit of force along a row; of one that hardly moves, a part of that along its normal."""
        W, step, normal = self.given["W"], self.shape.size + 1, self._point(k) * self.shape.width
        size: Real = self.c.maximum(W[k * step], IMMOBILE * W[normal * step])
        return size

    def _eliminate(self, k: Index) -> None:
        c, N, on = self.c, self.shape.size, self.found["on"]
        on[k] = 1.0
        with c.each(N) as i, c.when(~i.equals(k)):
            factor = self.S[i * N + k] / self.S[k * (N + 1)]
            with c.each(N) as j, c.when(~j.equals(k)):
                self.S[i * N + j] = c.fma(-factor, self.S[k * N + j], self.S[i * N + j])
        with c.each(N) as i, c.when(~i.equals(k)):
            self.S[i * N + k], self.S[k * N + i] = 0.0, 0.0

    # ---- who carries how much

    def _share(self) -> None:
        """N of all closed points: C, and forces with which rows that are on stay at rest."""
        c, shape, N, w, n = self.c, self.shape, self.shape.size, self.shape.width, self.shape.n
        W, on = self.given["W"], self.found["on"]
        with c.each(N) as k, c.each(N) as j:
            both = self._is_on(k) & self._is_on(j)
            unit = c.select(c.spread(k).equals(c.spread(j)), 1.0, 0.0)
            self.A[k * N + j] = c.select(c.spread(c.pick(both, 1, 0)) > 0.5, W[k * N + j], unit)
        c.call(self.split, self.A, self.factors)
        with c.each(n) as i:
            with c.each(N) as k:
                own = c.spread(c.pick(self._is_on(k), 1, 0))
                self.factors[k + self.at.size] = own * W[k * N + i * w]
            c.call(self.divide, self.factors, self.column)
            with c.each(n) as j:
                self.C[i * n + j] = self.column[j * w]
        with c.each(N) as k:
            is_on = c.is_true(on[k] > 0.5)
            with c.each(N) as j:
                self.A[k * N + j] = c.select(c.spread(k).equals(c.spread(j)), 1.0, 0.0)
            with c.when(is_on), c.each(N) as j:
                self.A[k * N + j] = on[j] * W[k * N + j]
                with c.when(self._is_on(j)):
                    self.A[k * N + j] = 0.0
            self.factors[k + self.at.size] = 0.0
            with c.when(is_on):
                self._load(k)
        self._solve(shape)

    def _load(self, k: Index) -> None:
        """Sum the motion along a row by all normal forces that are on, beside the motion that it needs."""
        c, N, w, n, given = self.c, self.shape.size, self.shape.width, self.shape.n, self.given
        need = c.variable(-given["c"][k])
        with c.each(n) as i, c.when(c.is_true(self.found["closed"][i] > 0.5)):
            along = c.variable(0.0)
            with c.when(c.is_true(given["slips"][i] > 0.5)):
                with c.each(self.shape.tangents) as t:
                    row = given["W"][k * N + (i * w + 1 + t)]
                    along.value = c.fma(row, given["way"][i * self.shape.tangents + t], along.value)
                need.value = c.fma(given["base"][i], along.value, need.value)
            with c.when(self.has_normal[i].equals(1) & c.is_true(self.found["carries"][i] > 0.5)):
                own = given["W"][k * N + i * w] - given["mu"][i] * along.value
                with c.each(n) as j, c.when(self._is_on(j * w)):
                    self.A[k * N + j * w] = c.fma(self.C[i * n + j], own, self.A[k * N + j * w])
        self.column[k] = need.value

    def _solve(self, shape: ConeShape) -> None:
        c, N, w, n = self.c, shape.size, shape.width, shape.n
        c.call(self.split, self.A, self.factors)
        with c.each(N) as k:
            self.factors[k + self.at.size] = c.select(self.found["on"][k] > 0.5, self.column[k], 0.0)
        c.call(self.divide, self.factors, self.lam)
        with c.each(n) as i:
            total = c.variable(0.0)
            with c.each(n) as j:
                total.value = c.fma(self.C[i * n + j], self.lam[j * w], total.value)
            self.N[i] = total.value
        with c.each(n) as i:
            lets_go = (self.found["closed"][i] > 0.5) & (self.found["carries"][i] < 0.5) & self._is_free(i)
            with c.when(c.is_true(lets_go) & self.has_normal[i].equals(1)):
                self.N[i] = self._needed(i)

    def _is_free(self, i: Index) -> Mask:
        """Whether those that carry do not hold a point in place."""
        k = i * self.shape.width
        is_free: Mask = self.left[k] > DEPENDENT * self.given["W"][k * (self.shape.size + 1)]
        return is_free

    def _needed(self, i: Index) -> Real:
        """The force that keeps a point from being entered that nothing holds in place; zero where it parts."""
        c, N, w, given, d = self.c, self.shape.size, self.shape.width, self.given, self.shape.tangents
        k = i * w
        motion, size = c.variable(given["c"][k]), c.variable(0.0)
        with c.each(self.shape.n) as j, c.when(c.is_true(self.found["closed"][j] > 0.5)):
            along, friction = c.variable(0.0), given["base"][j]
            with c.each(d) as t:
                row = given["W"][k * N + (j * w + 1 + t)]
                along.value = c.fma(row, given["way"][j * d + t], along.value)
                held = self.found["on"][j * w + 1 + t] * self.lam[j * w + 1 + t]
                motion.value = c.fma(row, held, motion.value)
            size.value = c.maximum(size.value, c.abs(given["c"][j * w]))
            with c.when(self.has_normal[j].equals(1) & c.is_true(self.found["carries"][j] > 0.5)):
                motion.value = c.fma(given["W"][k * N + j * w], self.N[j], motion.value)
            pressed = c.fma(given["mu"][j] * self.found["carries"][j], self.N[j], friction)
            slips = given["slips"][j] > 0.5
            motion.value = c.select(slips, c.fma(-pressed, along.value, motion.value), motion.value)
        needed: Real = c.select(motion.value < -MOVES * size.value, -motion.value / given["W"][k * (N + 1)], 0.0)
        return needed

    def _is_on(self, k: Index) -> Flag:
        """Whether a row is a normal one that is on."""
        i = self._point(k)
        own = self.c.spread(k).equals(self.c.spread(i * self.shape.width))
        found: Flag = self.c.is_true(own & (self.found["on"][k] > 0.5)) & self.has_normal[i].equals(1)
        return found

    def _turn_worst(self) -> Index:
        """Let go the point that pulls most, or else take the one that would press most; one if there is any."""
        c, found, n = self.c, self.found, self.shape.n
        largest, worst, which, turned = c.variable(0.0), c.variable(0.0), c.variable(0), c.variable(0)
        with c.each(n) as i:
            largest.value = c.maximum(largest.value, c.abs(self.N[i]) * found["closed"][i])
        for pulls in (True, False):
            with c.when(turned.value.equals(0)):
                worst.value = PULLS * largest.value
                with c.each(n) as i:
                    carries = found["carries"][i] > 0.5
                    asked = (found["closed"][i] > 0.5) & (self.given["settled"][i] < 0.5)
                    own = -self.N[i] if pulls else self.N[i]
                    is_worse = asked & (carries if pulls else ~carries) & (own > worst.value)
                    with c.when(c.is_true(is_worse) & self.has_normal[i].equals(1)):
                        worst.value, which.value, turned.value = own, i, 1
        with c.when(turned.value.equals(1)):
            found["carries"][which.value] = 1.0 - found["carries"][which.value]
        value: Index = turned.value
        return value

    def _open(self) -> None:
        """Points that carry nothing and that those which carry do not hold in place let go."""
        c, found = self.c, self.found
        with c.each(self.shape.n) as i, c.when(self.has_normal[i].equals(1)):
            lets_go = (found["closed"][i] > 0.5) & (found["carries"][i] < 0.5) & self._is_free(i)
            found["closed"][i] = c.select(lets_go, 0.0, found["closed"][i])

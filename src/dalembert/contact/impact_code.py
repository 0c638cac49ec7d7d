"""Native text of impacts by Newton's and Poisson's law, for one lane."""

from __future__ import annotations

from dalembert.contact.cone_code import ConeCode
from dalembert.contact.cone_search_code import cone_newton
from dalembert.contact.decision_layout import DecisionLayout
from dalembert.contact.instant_code import InstantCode
from dalembert.numerics.contact_levels import APPROACHES, FLAT, GAIN, GRAZES, MOVES, NOISE, SLIPS, SOLVED, TOUCHES
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Array, Procedure
from dalembert.procedures.values import Flag, Index, Mask, Real

UNDECIDED, STICKING = 2.0, 2.0
"""A verdict, and a mode."""

SLIDING, HOLDING, SLIPPING = 0.0, 1.0, 2.0
"""Friction of a point in an impact: kinetic as long as slip goes on, static, kinetic for good."""


def impact(layout: DecisionLayout) -> Procedure:
    """x: `layout.instant` → y: `layout.impact`."""
    c = Code(f"contact_impact_{layout.key}")
    x, y = c.argument("x"), c.argument("y")
    text = _ImpactCode(c, layout, layout.instant.of(x), layout.impact.of(y))
    with c.each(layout.impact.size) as k:
        y[k] = 0.0
    with c.when(~text.at.is_none()):
        text.at.prepare()
        text.close()
        with c.when(c.is_true(text.found["verdict"][0].equals(1.0))):
            text.solve()
    return c.procedure()


class _ImpactCode:
    """Which points are closed, which of them approach, and what becomes of their velocities."""

    def __init__(self, c: Code, layout: DecisionLayout, given: dict[str, Array], found: dict[str, Array]) -> None:
        self.c, self.layout, self.given, self.found = c, layout, given, found
        self.at = InstantCode(c, layout, given)
        self.cone = ConeCode(c, layout.shape, c.array(layout.shape.problem.size))
        self.newton, self.answer = cone_newton(layout.shape), c.array(layout.shape.answer.size)
        self.restitution = given["restitution"]
        n = max(layout.n, 1)
        self.before, self.phase = c.array(layout.shape.size), c.array(n)
        """Velocities before compression or expansion; and what friction each point has, see `_press`."""

        self.fastest = c.variable(0.0)
        """The largest of all velocities before."""

    def close(self) -> None:
        """Points that are closed now, and how fast they approach."""
        c, given, found, at = self.c, self.given, self.found, self.at
        meets, lets_go = at.happens("gap", "deep", "bounce", "meets"), at.happens("force")
        with c.each(self.layout.n) as i:
            is_own = i.equals(at.point)
            is_closed = c.variable(c.pick(c.is_true(given["mode"][i] > 0.5), 1, 0))
            with c.when(at.has_normal[i].equals(0)):
                is_closed.value = 1
            with c.when(meets & (is_own | c.is_true(c.abs(given["phi"][i]) <= TOUCHES))):
                is_closed.value = 1
            with c.when(lets_go & is_own & ~at.shares_load()):
                is_closed.value = 0
            found["closed"][i] = c.spread(is_closed.value)
            with c.when(is_closed.value.equals(1) & at.has_normal[i].equals(1)):
                self._look_at(i)

    def _look_at(self, i: Index) -> None:
        """The approach of a closed point."""
        c, found = self.c, self.found
        speed = -self.given["rate"][i]
        approaches = c.is_true(speed > APPROACHES * self.at.size[i])
        with c.when(approaches):
            found["approach"][i] = speed
            found["verdict"][0] = c.maximum(found["verdict"][0], 1.0)
            # others may turn it round at once
            grazes = (speed < GRAZES * self.at.size[i]) & (self.given["mode"][i] < 0.5) & self._beside_others()
            found["verdict"][0] = c.select(grazes, UNDECIDED, found["verdict"][0])
        with c.when(self.at.is_flat(i, FLAT)):
            found["verdict"][0] = UNDECIDED

    def _beside_others(self) -> Mask:
        """Whether a point was closed before."""
        c, count = self.c, self.c.variable(0.0)
        with c.each(self.layout.n) as i, c.when(self.at.has_normal[i].equals(1)):
            count.value = c.select(self.given["mode"][i] > 0.5, 1.0, count.value)
        found: Mask = count.value > 0.5
        return found

    def solve(self) -> None:
        """Impulses by the law; undecided where none are found, or where they would gain energy."""
        c, layout, found, at = self.c, self.layout, self.found, self.at
        if not layout.law:
            found["verdict"][0] = UNDECIDED
            return
        with c.each(layout.n) as i:
            self.cone.active[i] = found["closed"][i] * c.spread(at.has_normal[i])
            self.cone.base[i], self.cone.floor[i], self.cone.slides[i] = 0.0, 0.0, 0.0
        at.fill(self.cone, self.given["psi"])
        with c.each(layout.shape.size) as k:
            self.before[k] = self.cone.rest[k]
            self.fastest.value = c.maximum(self.fastest.value, c.abs(self.cone.rest[k]))
        with c.each(layout.n) as i:
            speed, typical = at.slip_speed(i, self.given["psi"]), at.typical_slip(i)
            slips = (speed > SLIPS * typical) & ~self.given["mode"][i].equals(STICKING)
            self.phase[i] = c.select(slips, SLIDING, HOLDING)
        if layout.law == "newton":
            self._spring_back()
        self._press()
        if layout.law == "poisson":
            self._expand()
        self._clean()
        self._check_work()
        at.respond(found["impulses"], found["du"])

    def _spring_back(self) -> None:
        """Newton's law: velocities after are those before times −e."""
        c, width = self.c, self.layout.shape.width
        with self.cone.each_active() as (i, k):
            before = self.cone.rest[k]
            self.cone.rest[k] = c.fma(self.restitution[i], c.minimum(before, 0.0), before)
            with c.each(k + 1, k + width) as j:
                self.cone.rest[j] = c.fma(self.given["tangential"][i], self.cone.rest[j], self.cone.rest[j])

    def _press(self) -> None:
        """Impulses of compression are added.

        Slip has kinetic friction. Where that turns it round, or where there was none, static friction holds if it
        can; what it does not hold slips, with the kinetic one.
        """
        c, N, given = self.c, self.layout.shape.size, self.given
        self.cone.measure()
        parts, rounds, is_other = self.layout.shape.answer.of(self.answer), c.variable(0), c.variable(0)
        with c.repeat() as again:
            with c.each(self.layout.n) as i:
                holds = self.phase[i].equals(HOLDING)
                self.cone.mu[i] = c.select(holds, given["static"][i], given["sliding"][i])
            c.call(self.newton, self.cone.problem, self.answer)
            is_other.value = 0
            with self.cone.each_active() as (i, k):
                differs = c.is_true(~given["static"][i].equals(given["sliding"][i]) & (parts["lam"][k] > 0.0))
                with c.when(differs & self._moves(k, parts["w"])):
                    turned = c.is_true(self.phase[i].equals(SLIDING) & ~(self._onwards(k, parts["w"]) > 0.0))
                    begins = c.is_true(self.phase[i].equals(HOLDING))
                    with c.when(turned):
                        self.phase[i] = HOLDING
                    with c.when(begins):
                        self.phase[i] = SLIPPING
                    with c.when(turned | begins):
                        is_other.value = 1
            rounds.value = rounds.value + 1
            again.append(is_other.value.equals(1) & (rounds.value < 2 * self.layout.n + 1))
        with c.when(c.is_true(~(parts["residual"][0] <= SOLVED))):
            self.found["verdict"][0] = UNDECIDED
        with c.each(N) as k:
            self.found["impulses"][k] = self.found["impulses"][k] + parts["lam"][k]

    def _onwards(self, k: Index, w: Array) -> Real:
        """The product of slip before and after."""
        c, total = self.c, self.c.variable(0.0)
        with c.each(k + 1, k + self.layout.shape.width) as j:
            total.value = c.fma(self.before[j], w[j], total.value)
        value: Real = total.value
        return value

    def _moves(self, k: Index, w: Array) -> Flag:
        """Whether a point slips by velocities."""
        c, total = self.c, self.c.variable(0.0)
        with c.each(k + 1, k + self.layout.shape.width) as j:
            total.value = c.fma(w[j], w[j], total.value)
        return c.is_true(c.sqrt(total.value) > MOVES * self.fastest.value)

    def _expand(self) -> None:
        """Poisson's law: impulses of expansion are at least e times those of compression."""
        c, N, springs = self.c, self.layout.shape.size, self.c.variable(0.0)
        parts = self.layout.shape.answer.of(self.answer)
        with self.cone.each_active() as (i, k):
            self.cone.floor[i] = self.restitution[i] * parts["lam"][k]
            springs.value = c.maximum(springs.value, self.cone.floor[i])
        with c.when(c.is_true(springs.value > 0.0)):
            with c.each(N) as k:
                self.cone.rest[k] = self.before[k] = parts["w"][k]
            with self.cone.each_active() as (i, k):
                moves = self._moves(k, self.before)
                self.phase[i] = c.spread(c.pick(moves, int(SLIDING), int(HOLDING)))
            self._press()

    def _clean(self) -> None:
        """Impulses that are rounding are none."""
        c, N, largest, P = self.c, self.layout.shape.size, self.c.variable(0.0), self.found["impulses"]
        with c.each(N) as k:
            largest.value = c.maximum(largest.value, c.abs(P[k]))
        with c.each(N) as k:
            P[k] = c.select(c.abs(P[k]) > NOISE * largest.value, P[k], 0.0)

    def _check_work(self) -> None:
        """½ Λ · (v⁺ + v⁻)."""
        c, N, work, size = self.c, self.layout.shape.size, self.c.variable(0.0), self.c.variable(0.0)
        P = self.found["impulses"]
        with c.each(N) as k:
            v = self.at.is_row[k] * self.given["psi"][self.at.slots[k]]
            work.value = c.fma(P[k], v + 0.5 * self.cone.row(k, P, 0.0), work.value)
            size.value = c.fma(c.abs(P[k]), c.abs(v), size.value)
        self.found["work"][0] = work.value
        with c.when(c.is_true(~(work.value <= GAIN * size.value))):
            self.found["verdict"][0] = UNDECIDED

"""Native text of the least impulses with which contacts stop approaching, with Coulomb friction, for one lane."""

from __future__ import annotations

from math import nan

from dalembert.contact.cone_code import ConeCode, ConeShape, Fields
from dalembert.contact.cone_search_code import cone_newton
from dalembert.contact.plane_code import ONE, SEVERAL, plane_answer, plane_solutions
from dalembert.numerics.contact_levels import MOVES, SOLVED
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Array, Procedure
from dalembert.procedures.values import Flag, Index, Real

SLIDING, HOLDING, SLIPPING = 0.0, 1.0, 2.0
"""Friction of a point in an impact: kinetic as long as slip goes on, static, kinetic for good."""


def pressing_fields(shape: ConeShape) -> Fields:
    """W, velocities to begin with and before, coefficients, who slides, least normal impulses, who takes part."""
    n, N = shape.n, shape.size
    own = {"W": N * N, "c": N, "before": N, "static": n, "kinetic": n, "slides": n, "floor": n, "active": n}
    return Fields(**own, fastest=1)


def pressed_fields(shape: ConeShape) -> Fields:
    """Impulses and velocities after."""
    return Fields(lam=shape.size, w=shape.size)


def pressing(shape: ConeShape) -> Procedure:
    """x: `pressing_fields` → y: `pressed_fields`, not numbers if none are found."""
    c = Code(f"contact_pressing_{shape.key}")
    text = _PressingCode(c, shape, pressing_fields(shape).of(c.argument("x")))
    text.write(pressed_fields(shape).of(c.argument("y")))
    return c.procedure()


class _PressingCode:
    """Slip has kinetic friction.

    Where that turns it round, or where there was none, static friction holds if it can; what it does not hold
    slips, with the kinetic one.
    """

    def __init__(self, c: Code, shape: ConeShape, given: dict[str, Array]) -> None:
        self.c, self.shape, self.given = c, shape, given
        self.cone = ConeCode(c, shape, c.array(shape.problem.size))
        self.newton, self.whole = cone_newton(shape), c.array(shape.answer.size)
        self.answer = shape.answer.of(self.whole)
        self.phase, self.is_found = c.array(max(shape.n, 1)), c.variable(0)
        if shape.tangents < 2:
            self.plane, self.all = plane_solutions(shape), c.array(plane_answer(shape).size)

    def write(self, found: dict[str, Array]) -> None:
        """Impulses with friction that fits to how contacts slip by them."""
        c, N, cone, given = self.c, self.shape.size, self.cone, self.given
        with c.each(N * N) as k:
            cone.W[k] = given["W"][k]
        any_active = c.variable(0)
        with c.each(self.shape.n) as i:
            cone.active[i], cone.base[i], cone.slides[i] = given["active"][i], 0.0, 0.0
            cone.floor[i] = given["floor"][i]
            self.phase[i] = c.select(given["slides"][i] > 0.5, SLIDING, HOLDING)
        with cone.each_active():
            any_active.value = 1
        with c.each(N) as k:
            cone.rest[k] = given["c"][k]
            found["lam"][k], found["w"][k] = 0.0, given["c"][k]
        with c.when(any_active.value.equals(1)):
            self._solve()
            is_found = self.is_found.value.equals(1)
            with c.when(is_found), c.each(N) as k:
                found["lam"][k], found["w"][k] = self.answer["lam"][k], self.answer["w"][k]
            with c.when(~is_found), c.each(N) as k:
                found["lam"][k] = nan

    def _solve(self) -> None:
        c, given = self.c, self.given
        self.cone.measure()
        rounds, is_other = c.variable(0), c.variable(0)
        with c.repeat() as again:
            with c.each(self.shape.n) as i:
                holds = self.phase[i].equals(HOLDING)
                self.cone.mu[i] = c.select(holds, given["static"][i], given["kinetic"][i])
            self._find()
            is_other.value = 0
            with self.cone.each_active() as (i, k):
                differs = c.is_true(
                    ~given["static"][i].equals(given["kinetic"][i]) & (self.answer["lam"][k] > 0.0)
                )
                with c.when(differs & self._moves(k)):
                    turned = c.is_true(self.phase[i].equals(SLIDING) & ~(self._onwards(k) > 0.0))
                    begins = c.is_true(self.phase[i].equals(HOLDING))
                    with c.when(turned):
                        self.phase[i] = HOLDING
                    with c.when(begins):
                        self.phase[i] = SLIPPING
                    with c.when(turned | begins):
                        is_other.value = 1
            rounds.value = rounds.value + 1
            again.append(is_other.value.equals(1) & (rounds.value < 2 * self.shape.n + 1))

    def _find(self) -> None:
        """By Newton's method; where that finds none, a few contacts in the plane are enumerated."""
        c = self.c
        c.call(self.newton, self.cone.problem, self.whole)
        self.is_found.value = c.pick(c.is_true(self.answer["residual"][0] <= SOLVED), 1, 0)
        if self.shape.tangents < 2:
            is_pressed = c.variable(0.0)
            with self.cone.each_active() as (i, _):
                is_pressed.value = c.maximum(is_pressed.value, self.cone.floor[i])
            with c.when(self.is_found.value.equals(0) & c.is_true(is_pressed.value <= 0.0)):
                self._enumerate()

    def _enumerate(self) -> None:
        c, parts = self.c, plane_answer(self.shape).of(self.all)
        c.call(self.plane, self.cone.problem, self.all)
        is_one = parts["count"][0].equals(ONE) | parts["count"][0].equals(SEVERAL)
        self.is_found.value = c.pick(c.is_true(is_one), 1, 0)
        with c.each(self.shape.size) as k:
            self.answer["lam"][k], self.answer["w"][k] = parts["lam"][k], parts["w"][k]

    def _onwards(self, k: Index) -> Real:
        """The product of slip before and after."""
        c, total = self.c, self.c.variable(0.0)
        with c.each(k + 1, k + self.shape.width) as j:
            total.value = c.fma(self.given["before"][j], self.answer["w"][j], total.value)
        value: Real = total.value
        return value

    def _moves(self, k: Index) -> Flag:
        """Whether a point slips by velocities."""
        c, total = self.c, self.c.variable(0.0)
        with c.each(k + 1, k + self.shape.width) as j:
            total.value = c.fma(self.answer["w"][j], self.answer["w"][j], total.value)
        return c.is_true(c.sqrt(total.value) > MOVES * self.given["fastest"][0])

"""Native text of the choice of modes at an instant, for one lane; what is not clear at once is left undecided.

Left to others are several motions or none (Painlevé).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from dalembert.contact.cone_code import Fields
from dalembert.contact.decision_layout import STATES, WAYS, DecisionLayout
from dalembert.contact.decision_layout import UNDECIDED as OPEN_QUESTION
from dalembert.contact.impact_code import UNDECIDED
from dalembert.contact.load_sharing_code import load_sharing, sharing_found, sharing_given
from dalembert.contact.stick_or_slip_code import SLIPPING, STICKING, ModeCode
from dalembert.numerics.contact_levels import (
    ACCUMULATES,
    EPSILON,
    LEAST,
    LIFT,
    LIGHT,
    LOWEST,
    MOVES,
    PLACES,
    PULLS,
    ROUNDING,
    SLIP_ENDS,
    SLOWED,
    SLOWLY,
    STRAIGHT,
    UNSEEN_SLIP,
)
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Array, Callee, Procedure
from dalembert.procedures.values import Flag, Index

ROUNDS = 3
"""How often bounces may end at one instant: points that come to rest may let others do so."""


def choice(layout: DecisionLayout, fields: Fields, laws: Sequence[Callee]) -> Procedure:
    """x: `layout.choice` → y: `layout.outcome`; what jams is asked of a law that sees these fields, if any may."""
    c = Code(f"contact_choice_{layout.key}")
    given, found = layout.choice.of(c.argument("x")), layout.outcome.of(c.argument("y"))
    text = _ChoiceCode(c, layout, given, found, fields, laws)
    text.keep()
    with c.when(~text.at.is_none()):
        text.at.prepare()
        goes_on = text.slips_on()
        with c.when(goes_on):
            text.aim_again()
        with c.when(~goes_on):
            text.decide()
        with c.when(text.is_open_question.value.equals(1)):
            text.keep()
            text.found["undecided"][text.at.point] = OPEN_QUESTION
    return c.procedure()


class _ChoiceCode(ModeCode):
    """Code for the outcome of a choice: bounces that end, slip that is stopped, and states."""

    def __init__(
        self,
        c: Code,
        layout: DecisionLayout,
        given: dict[str, Array],
        found: dict[str, Array],
        fields: Fields,
        laws: Sequence[Callee],
    ) -> None:
        super().__init__(c, layout, given, found)
        self.fields, self.laws, self.seen = fields, laws, c.array(fields.size)
        self.shares, self.press = load_sharing(layout.shape), c.array(max(layout.n, 1))
        self.sharing = c.array(sharing_given(layout.shape).size)
        self.shared = c.array(sharing_found(layout.shape).size)

    def keep(self) -> None:
        """Nothing changes."""
        c, n, d = self.c, self.layout.n, self.layout.d
        with c.each(self.layout.nu) as k:
            self.found["du"][k] = 0.0
        with c.each(self.layout.shape.size) as k:
            self.found["impulses"][k] = 0.0
        self.found["work"][0], self.found["jams"][0] = 0.0, 0.0
        with c.each(n) as k:
            self.found["rest"][k], self.found["until"][k] = 0.0, 0.0
        for names, size in ((STATES, n), (WAYS, n * d)):
            with c.each(size) as k:
                for name in names:
                    self.found[name][k] = self.given[name][k]

    # ---- slip in space

    def slips_on(self) -> Flag:
        """Whether slip in space is only looked at: it may have turned."""
        c, k = self.c, self.at.point
        for now, given, size in (
            (self.psi, self.given["psi"], self.layout.rows),
            (self.rate, self.given["rate"], self.layout.n),
        ):
            with c.each(size) as i:
                now[i] = given[i]
        speed = self.at.slip_speed(k, self.psi)
        is_fast = c.is_true((speed > SLIP_ENDS) & self.given["mode"][k].equals(SLIPPING))
        found: Flag = self.at.happens("slip") & self.at.n_tangents[k].equals(2) & is_fast
        return found

    def aim_again(self) -> None:
        """The direction of slip is what it is now; straight slip is followed to its end."""
        c, k, d = self.c, self.at.point, self.layout.d
        speed, turned = self.at.slip_speed(k, self.psi), c.variable(0.0)
        with c.each(d) as j:
            e = self.slip(k, j) / speed
            change = e - self.given["slip"][k * d + j]
            turned.value = c.fma(change, change, turned.value)
            self.found["slip"][k * d + j] = e
        self.found["lift"][k] = c.select(c.sqrt(turned.value) <= STRAIGHT, 0.0, SLOWED * speed)

    def decide(self) -> None:
        """Forces that fit, and modes by them; a question that stays open where it is not clear."""
        c = self.c
        with c.when(c.is_true(self.given["verdict"][0].equals(UNDECIDED))):
            self.is_open_question.value = 1
        self._carry_over()
        rounds, ends = c.variable(0), c.variable(0)
        with c.each(self.layout.n) as i:
            self.jammed[i] = 0.0
        with c.repeat() as again:
            ends.value, self.jams.value = 0, 0
            with c.when(self.is_open_question.value.equals(0)):
                self.set_up()
                self.solve()
            with c.when(self._goes_on()):
                self.brake()
                self.solve()
            with c.when(self._goes_on()):
                self.see_closed()
                ends.value = self._look_at_bounces()
                with c.when(ends.value.equals(1)):
                    self._bring_to_rest()
            with c.when(self.jams.value.equals(1)):
                self._jam()
                ends.value = 1
            rounds.value = rounds.value + 1
            again.append(ends.value.equals(1) & (rounds.value < ROUNDS))
        self.doubt(ends.value.equals(1))
        with c.when(self.is_open_question.value.equals(0)):
            self._look_at_forces()
            self._share()
        with c.when(self.is_open_question.value.equals(0)):
            if self.layout.d == 2:
                self._stop_slip()
            self._write()

    def _goes_on(self) -> Flag:
        found: Flag = self.is_open_question.value.equals(0) & self.jams.value.equals(0)
        return found

    def _jam(self) -> None:
        """The one point that slides is pressed by its own friction until slip ends; then it rests."""
        c, at, cone, N = self.c, self.at, self.cone, self.layout.shape.size
        for law in self.laws:
            with cone.each_active() as (i, _):
                cone.active[i] = c.spread(at.has_normal[i])
                self.jammed[i] = cone.active[i]
            at.fill(cone, self.psi)
            at.show(cone, self.fields.of(self.seen), self.psi, self.given["kinetic"])
            c.call(law, self.seen, self.impulse)
            with c.each(N) as k:
                push = self.impulse[k] * at.is_row[k]
                self.doubt(c.is_true(~(c.abs(push) < inf)))
                before = self.psi[at.slots[k]]
                self.found["work"][0] = c.fma(
                    push, before + 0.5 * cone.row(k, self.impulse, 0.0), self.found["work"][0]
                )
                self.found["impulses"][k] = self.found["impulses"][k] + push
            at.respond(self.impulse, self.found["du"], self.psi)
            with c.each(self.layout.n) as i, c.when(at.has_normal[i].equals(1)):
                self.rate[i] = self.psi[at.normal[i]]
            self.found["jams"][0] = 1.0

    def _look_at_bounces(self) -> Index:
        """Points that bounce for the last time, and what all their further impacts are; one if there are any."""
        c, given, at, m, found = self.c, self.given, self.at, self.layout.rows, self.found
        span = c.maximum(given["span"][0], c.abs(given["t"][0]))
        any_ends = c.variable(0)
        with c.each(self.layout.n) as i:
            self.ends[i] = 0.0
            parts = c.is_true((given["closed"][i] > 0.5) & (self.cone.active[i] < 0.5))
            with c.when(parts & at.has_normal[i].equals(1)):
                row, v = at.normal[i], self.rate[i]
                a = c.variable(at.free[row])
                with c.each(self.layout.shape.size) as k:
                    force = at.is_row[k] * self.lam[k]
                    a.value = c.fma(at.W[row * m + at.slots[k]], force, a.value)
                before = given["approach"][i]
                e = c.select(before > 0.0, v / c.select(before > 0.0, before, 1.0), given["restitution"][i])
                falls, flight = (a.value < 0.0) & (v > 0.0) & (e < 1.0), 2.0 * v / -a.value
                lowest = c.maximum(LOWEST, PLACES * given["q_size"][0])
                is_low = v * v <= -2.0 * lowest * a.value
                with c.when(c.is_true(falls & ((flight <= ACCUMULATES * span) | is_low))):
                    self.ends[i] = 1.0
                    any_ends.value = 1
                    left = flight / (1.0 - e)
                    found["until"][i] = given["t"][0] + left
                    # what the impacts that are left out would exert: they also carry the weight
                    found["rest"][i] = 1.0 + a.value * left / v
        value: Index = any_ends.value
        return value

    def _bring_to_rest(self) -> None:
        """The last speeds of bouncing are taken away, while rows that are on stay so."""
        c, width, at = self.c, self.layout.shape.width, self.at
        with c.each(self.layout.n) as i:
            with c.each(i * width, (i + 1) * width) as row:
                self.is_on[row] = c.spread(c.pick(self._is_on(i, i * width, row), 1, 0))
                self.right[row] = 0.0
            with c.when(c.is_true(self.ends[i] > 0.5)):
                self.is_on[i * width], self.right[i * width] = 1.0, -self.rate[i]
        self._exert()
        with c.each(self.layout.n) as i, c.when(c.is_true(self.ends[i] > 0.5)):
            self.found["rest"][i] = self.found["rest"][i] * self.impulse[i * width]
        with c.each(self.layout.n) as i, c.when(at.has_normal[i].equals(1)):
            self.rate[i] = self.psi[at.normal[i]]

    def _exert(self) -> None:
        """Impulses along rows that are on which change their velocities by what is asked."""
        c, N, m, at = self.c, self.layout.shape.size, self.layout.rows, self.at
        with c.each(N) as i:
            is_on = self.is_on[i] > 0.5
            self.factors[i + self.place.size] = self.right[i]
            with c.each(N) as j:
                own = at.W[at.slots[i] * m + at.slots[j]]
                unit = c.select(c.spread(i).equals(c.spread(j)), 1.0, 0.0)
                self.A[i * N + j] = c.select(is_on, c.select(self.is_on[j] > 0.5, own, 0.0), unit)
        c.call(self.split, self.A, self.factors)
        c.call(self.divide, self.factors, self.impulse)
        at.respond(self.impulse, self.found["du"], self.psi)
        with c.each(N) as k:
            work = -0.5 * self.right[k] * self.impulse[k]
            self.found["work"][0] = self.found["work"][0] + work

    def _look_at_forces(self) -> None:
        """Points that close next to without force: it may fall below zero by rounding, and no more."""
        c, at = self.c, self.at
        largest = c.variable(0.0)
        with c.each(self.layout.n) as i, c.when(at.has_normal[i].equals(1)):
            largest.value = c.maximum(largest.value, at.mobility(at.normal[i]))
        typical = c.sqrt(at.push.value / c.select(largest.value > 0.0, largest.value, 1.0))
        self.doubt(c.is_true(~(typical >= 0.0)))
        with c.each(self.layout.n) as i:
            self.press[i] = 0.0
        with self.cone.each_active() as (i, k):
            stays = (self.closed[i] > 0.5) & (c.spread(at.has_normal[i]) > 0.5)
            self.press[i] = c.select(stays & (self.lam[k] <= LIGHT * typical), PULLS * typical, 0.0)

    def _share(self) -> None:
        """Rows that are on, and who carries what."""
        c, shape, given, cone = self.c, self.layout.shape, self.given, self.cone
        parts, n = sharing_given(shape).of(self.sharing), self.layout.n
        with c.each(shape.size) as k:
            parts["c"][k] = cone.rest[k]
            with c.each(shape.size) as j:
                parts["W"][k * shape.size + j] = cone.W[k * shape.size + j]
        lets_go = self.at.happens("force")
        with c.each(n) as i:
            parts["mu"][i], parts["base"][i] = cone.mu[i], cone.base[i]
            parts["closed"][i], parts["slips"][i] = self.closed[i], self.slips[i]
            parts["settled"][i], parts["carries"][i] = 0.0, 1.0
            with c.when(lets_go):
                # all others go on as they did
                carried = (given["touches"][i] > 0.5) | (given["shared"][i] > 0.5) | (given["mode"][i] < 0.5)
                own = c.spread(c.pick(i.equals(self.at.point), 1, 0))
                parts["settled"][i] = own
                parts["carries"][i] = c.select(carried, 1.0 - own, own)
        with c.each(n * self.layout.d) as k:
            parts["way"][k] = self.way[k]
        c.call(self.shares, self.sharing, self.shared)
        with c.each(n) as i:
            self.closed[i] = sharing_found(shape).of(self.shared)["closed"][i]

    def _is_on(self, i: Index, k: Index, row: Index) -> Flag:
        """Whether a row of a point holds from now on."""
        c = self.c
        has_row = c.is_true((self.closed[i] > 0.5) & (self.at.is_row[row] > 0.5))
        return has_row & (row.equals(k) | c.is_true(self.slips[i] < 0.5))

    # ---- what comes out

    def _carry_over(self) -> None:
        """The impact that was before."""
        c, given, found = self.c, self.given, self.found
        for name, size in (("du", self.layout.nu), ("impulses", self.layout.shape.size), ("work", 1)):
            with c.each(size) as k:
                found[name][k] = given[name][k]

    def _stop_slip(self) -> None:
        """What is left of slip in space is taken away by an impulse where it ends or goes on elsewhere."""
        c, N, width, at = self.c, self.layout.shape.size, self.layout.shape.width, self.at
        stops = c.variable(0)
        with c.each(self.layout.n) as i, c.each(i * width, (i + 1) * width) as row:
            ends = c.is_true((self.rests[i] > 0.5) & (self.closed[i] > 0.5)) & at.n_tangents[i].equals(2)
            self.is_on[row] = c.spread(c.pick(ends | self._is_on(i, i * width, row), 1, 0)) * at.is_row[row]
            self.right[row] = 0.0
            with c.when(ends & (row > i * width)):
                self.right[row] = -self.psi[at.slots[row]]
                stops.value = 1
        with c.when(stops.value.equals(1)):
            self._exert()
            with c.each(N) as k:
                self.found["impulses"][k] = self.found["impulses"][k] + self.impulse[k]

    def _write(self) -> None:
        """States of all points."""
        c, found, at, d = self.c, self.found, self.at, self.layout.d
        shared, width = sharing_found(self.layout.shape).of(self.shared), self.layout.shape.width
        with c.each(self.layout.n) as i:
            is_closed, has_tangents = self.closed[i] > 0.5, c.spread(at.n_tangents[i]) > 0.5
            sticks = is_closed & has_tangents & (self.slips[i] < 0.5)
            mode = c.select(is_closed, c.select(sticks, STICKING, SLIPPING), 0.0)
            found["mode"][i], found["watched"][i] = mode, shared["watched"][i]
            found["touches"][i] = shared["on"][i * width] * c.spread(at.has_normal[i])
            carries = shared["carries"][i] * self.closed[i] * c.spread(at.has_normal[i])
            found["shared"][i] = carries * (1.0 - found["touches"][i])
            found["press"][i], found["undecided"][i] = self.press[i], 0.0
            found["plane"][i] = c.select(c.spread(at.n_tangents[i]).equals(1.0), 1.0, 0.0)
            found["lift"][i] = 0.0
            with c.each(d) as j:
                has_row = at.is_row[i * self.layout.shape.width + (j + 1)] > 0.5
                is_on = shared["on"][i * width + (j + 1)]
                found["stick"][i * d + j] = c.select(sticks & has_row, is_on, 0.0)
                slides = is_closed & ~sticks & has_row
                found["slip"][i * d + j] = c.select(slides, self.way[i * d + j], 0.0)
            with c.when(c.is_true(~is_closed) & at.has_normal[i].equals(1)):
                self._lift(i)
            if d:
                with c.when(c.is_true(mode.equals(SLIPPING)) & (at.n_tangents[i] > 0)):
                    self._watch_slip(i)

    def _watch_slip(self, i: Index) -> None:
        """Up to where slip may be below zero by rounding; in space, the speed at which it is looked at again."""
        c, d, speed, along = self.c, self.layout.d, self.at.slip_speed(i, self.psi), self.c.variable(0.0)
        with c.each(d) as j:
            along.value = c.fma(self.slip(i, j), self.way[i * d + j], along.value)
        rounding = 4.0 * EPSILON * self.at.typical_slip(i)
        below = c.fma(c.maximum(-along.value, 0.0), 1.0 + EPSILON, rounding + LEAST)
        moves, is_space = along.value > rounding, c.spread(self.at.n_tangents[i]) > 1.5
        again = c.select(speed > UNSEEN_SLIP, SLOWED * speed, -UNSEEN_SLIP)
        below = c.select(is_space, again, c.select(moves, 0.0, below))
        # of what creeps, how little a load may exceed friction by rounding
        self.found["lift"][i] = c.select(self.at.creeps[i] > 0.5, MOVES * self.cone.motion_size[0], below)

    def _lift(self, i: Index) -> None:
        """How far an open gap is below zero by rounding."""
        c, gap, at = self.c, self.given["phi"][i], self.at
        below = c.select(gap <= 0.0, c.maximum(-gap * (1.0 + EPSILON), LEAST), 0.0)
        is_slow = self.rate[i] <= SLOWLY * at.size[i]
        rounding = c.select(is_slow, ROUNDING * (1.0 + self.given["q_size"][0]), 0.0)
        self.found["lift"][i] = c.select(gap <= LIFT, below + rounding, 0.0)

"""Native text of the choice of modes at an instant, for one lane; what is not clear at once is left undecided.

Left to others are forces that are not unique or next to none, several motions or none (Painlevé), the last bounces
of a point, and bodies that jam.
"""

from __future__ import annotations

from dalembert.contact.cone_text import SOLVED, ConeText, cone_newton
from dalembert.contact.decision_layout import STATES, WAYS, DecisionLayout
from dalembert.contact.impact_text import UNDECIDED
from dalembert.contact.instant_text import APPROACHES, InstantText
from dalembert.contact.plane_text import MANY, ONE, plane_answer, plane_solutions
from dalembert.procedures.language import Code
from dalembert.procedures.orthogonal import Layout, orthogonal, pseudo_solve
from dalembert.procedures.statements import Array, Procedure
from dalembert.procedures.values import Flag, Index, Real

SLIDES, STICKS = 1.0, 2.0

PARTS = 1e-11
"""Speed after an impact, beside those before it, that is none."""

MOVES = 1e-8
"""Relative acceleration, beside the largest, from which on a contact slips or parts."""

SLIPS = 1e-10
"""Speed of slip, beside that which the energy could make, that is rounding."""

LIGHT = 1e-7
"""Normal force, beside a usual one, of a point that closes next to without any."""

DEPENDENT = 1e-9
"""Part of a row that is left beside others at which it depends on them."""

SLOWED, STRAIGHT, SLIP_ENDS = 0.1, 1e-7, 1e-6
"""Part of its speed at which slip in space is looked at again, change of direction up to which it is straight, and
speed in m/s at which it ends."""

ACCUMULATES, LOWEST = 1e-10, 1e-13
"""Time, beside that of the run, of all further bounces or of the next, and height in metres of a last bounce."""

ROUNDS = 3
"""How often bounces may end at one instant: points that come to rest may let others do so."""

LIFT, SLOWLY, ROUNDING = 1e-12, 1e-9, 4e-15
"""Gap that is about to open, speed of opening beside a usual one that is next to none, and rounding of a gap."""

EPSILON, LEAST = 2.0**-52, 1e-300


def choice(layout: DecisionLayout) -> Procedure:
    """x: `layout.choice` → y: `layout.outcome`."""
    c = Code(f"contact_choice_{layout.key}")
    text = _ChoiceText(c, layout, layout.choice.of(c.argument("x")), layout.outcome.of(c.argument("y")))
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
            text.found["undecided"][text.at.point] = 1.0
    return c.procedure()


class _ChoiceText:
    """From what is closed to what each point does, and its states."""

    def __init__(self, c: Code, layout: DecisionLayout, given: dict[str, Array], found: dict[str, Array]) -> None:
        self.c, self.layout, self.given, self.found = c, layout, given, found
        n, N, d = max(layout.n, 1), layout.shape.size, layout.d
        self.at = InstantText(c, layout, given)
        self.cone = ConeText(c, layout.shape, c.array(layout.shape.problem.size))
        self.is_open_question = c.variable(0)
        self.rests, self.slips, self.closed, self.ends = (c.array(n) for _ in range(4))
        self.psi, self.rate = c.array(layout.rows), c.array(n)
        """Velocities of rows and rates of gaps, as they are now."""

        place = Layout(N, N)
        self.place, self.A, self.factors = place, c.array(N * N), c.array(place.size + N)
        self.is_on, self.right, self.impulse = c.array(N), c.array(N), c.array(N)
        self.split = orthogonal(N, N, N, DEPENDENT, f"rows_split_{N}")
        self.divide = pseudo_solve(N, N, 1, False)
        self.way = c.array(max(n * d, 1))
        self.lam, self.w = c.array(N), c.array(N)
        self.newton, self.newton_answer = cone_newton(layout.shape), c.array(layout.shape.answer.size)
        if d < 2:
            self.plane = plane_solutions(layout.shape)
            self.plane_answer = c.array(plane_answer(layout.shape).size)

    def keep(self) -> None:
        """Nothing changes."""
        c, n, d = self.c, self.layout.n, self.layout.d
        with c.each(self.layout.nu) as k:
            self.found["du"][k] = 0.0
        with c.each(self.layout.shape.size) as k:
            self.found["impulses"][k] = 0.0
        self.found["work"][0] = 0.0
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
        is_fast = c.is_true((speed > SLIP_ENDS) & self.given["mode"][k].equals(SLIDES))
        return self.at.happens("slip") & self.at.n_tangents[k].equals(2) & is_fast

    def aim_again(self) -> None:
        """The direction of slip is what it is now; straight slip is followed to its end."""
        c, k, d = self.c, self.at.point, self.layout.d
        speed, turned = self.at.slip_speed(k, self.psi), c.variable(0.0)
        with c.each(d) as j:
            e = self._slip(k, j) / speed
            change = e - self.given["slip"][k * d + j]
            turned.value = c.fma(change, change, turned.value)
            self.found["slip"][k * d + j] = e
        self.found["lift"][k] = c.select(c.sqrt(turned.value) <= STRAIGHT, 0.0, SLOWED * speed)

    def _slip(self, i: Index, j: Index) -> Real:
        at = self.at
        k = i * self.layout.shape.width + (j + 1)
        value: Real = at.is_row[k] * self.psi[at.slots[k]]
        return value

    # ---- the choice

    def decide(self) -> None:
        """Forces that fit, and modes by them; a question that stays open where it is not clear."""
        c = self.c
        with c.when(c.is_true(self.given["verdict"][0].equals(UNDECIDED))):
            self.is_open_question.value = 1
        self._carry_over()
        rounds, ends = c.variable(0), c.variable(0)
        with c.repeat() as again:
            ends.value = 0
            with c.when(self.is_open_question.value.equals(0)):
                self._set_up()
                self._solve()
            with c.when(self.is_open_question.value.equals(0)):
                self._brake()
                self._solve()
            with c.when(self.is_open_question.value.equals(0)):
                self._see_closed()
                ends.value = self._look_at_bounces()
                with c.when(ends.value.equals(1)):
                    self._bring_to_rest()
            rounds.value = rounds.value + 1
            again.append(ends.value.equals(1) & (rounds.value < ROUNDS))
        self._doubt(ends.value.equals(1))
        with c.when(self.is_open_question.value.equals(0)):
            self._look_at_forces()
        with c.when(self.is_open_question.value.equals(0)):
            if self.layout.d == 2:
                self._stop_slip()
            self._write()

    def _doubt(self, flag: Flag) -> None:
        """Leave the question open."""
        with self.c.when(flag):
            self.is_open_question.value = 1

    def _set_up(self) -> None:
        """Points that neither approach nor part, and how they slide."""
        c, given, cone, at, n = self.c, self.given, self.cone, self.at, self.layout.n
        fastest = c.variable(0.0)
        with c.each(n) as i:
            fastest.value = c.maximum(fastest.value, given["approach"][i])
        is_struck, ends, lets_slip = c.is_true(fastest.value > 0.0), at.happens("slip"), at.happens("cone")
        with c.each(n) as i:
            was_closed, is_fixed = c.is_true(given["mode"][i] > 0.5), at.has_normal[i].equals(0)
            limit = c.maximum(APPROACHES * at.size[i], PARTS * fastest.value)
            stays = is_fixed | (~is_struck & was_closed) | c.is_true(self.rate[i] <= limit)
            is_held = c.is_true(given["closed"][i] > 0.5) & stays
            cone.active[i] = c.spread(c.pick(is_held, 1, 0))
            cone.floor[i], cone.slides[i], self.rests[i] = 0.0, 0.0, 0.0
            is_slow = c.is_true((at.slip_speed(i, self.psi) <= SLIP_ENDS) & given["mode"][i].equals(SLIDES))
            with c.when(ends & is_slow & (i.equals(at.point) | at.n_tangents[i].equals(2))):
                self.rests[i] = 1.0
            cone.mu[i], cone.base[i] = given["static"][i], 0.0
            with c.when(is_fixed):
                cone.mu[i], cone.base[i] = 0.0, given["strength"][2 * i]
            if self.layout.d:
                self._direct(i, lets_slip & i.equals(at.point), is_struck | ends)
                with c.when(c.is_true(cone.slides[i] > 0.5)):
                    self._slide(i)
        at.fill(cone, at.free)

    def _slide(self, i: Index) -> None:
        """Friction of a point that slides."""
        cone = self.cone
        cone.mu[i] = self.given["kinetic"][i]
        with self.c.when(self.at.has_normal[i].equals(0)):
            cone.mu[i], cone.base[i] = 0.0, self.given["strength"][2 * i + 1]

    def _direct(self, i: Index, begins: Flag, may_turn: Flag) -> None:
        """The direction in which a point slides, if it does; in the plane as before, unless it may have turned."""
        c, given, d, at = self.c, self.given, self.layout.d, self.at
        mode, way = given["mode"][i], self.cone.direction
        holds, size, largest = c.variable(0.0), at.slip_speed(i, self.psi), c.variable(0.0)
        with c.each(d) as j:
            way[i * d + j] = 0.0
            holds.value = c.fma(given["held"][i * d + j], given["held"][i * d + j], holds.value)
        width = self.layout.shape.width
        with c.each(i * width + 1, (i + 1) * width) as k:
            largest.value = c.maximum(largest.value, at.is_row[k] * at.usual_speed(at.slots[k]))
        force = c.sqrt(holds.value)
        gives_way = begins & c.is_true(mode.equals(STICKS) & (force > 0.0))
        may_slide = ~gives_way & c.is_true((self.rests[i] < 0.5) & ~mode.equals(STICKS)) & (at.n_tangents[i] > 0)
        keeps = may_slide & c.is_true(mode.equals(SLIDES)) & at.n_tangents[i].equals(1) & ~may_turn
        moves = may_slide & ~keeps & c.is_true(size > SLIPS * largest.value)
        with c.when(gives_way | keeps | moves):
            self.cone.slides[i] = 1.0
        with c.each(d) as j:
            with c.when(gives_way):
                way[i * d + j] = -given["held"][i * d + j] / force
            with c.when(keeps):
                way[i * d + j] = given["slip"][i * d + j]
            with c.when(moves):
                way[i * d + j] = self._slip(i, j) / size

    def _solve(self) -> None:
        """Forces that fit, and accelerations with them: the only ones in the plane."""
        c = self.c
        self.cone.measure()
        if self.layout.d == 2:
            self._search()
            return
        parts = plane_answer(self.layout.shape).of(self.plane_answer)
        c.call(self.plane, self.cone.problem, self.plane_answer)
        self._take(parts)
        is_many = c.is_true(parts["count"][0].equals(MANY))
        with c.when(is_many):
            self._search()
        self._doubt(~is_many & c.is_true(~parts["count"][0].equals(ONE)))

    def _search(self) -> None:
        c = self.c
        parts = self.layout.shape.answer.of(self.newton_answer)
        c.call(self.newton, self.cone.problem, self.newton_answer)
        self._take(parts)
        self._doubt(c.is_true(~(parts["residual"][0] <= SOLVED)))

    def _take(self, parts: dict[str, Array]) -> None:
        with self.c.each(self.layout.shape.size) as k:
            self.lam[k], self.w[k] = parts["lam"][k], parts["w"][k]

    def _brake(self) -> None:
        """Points that begin to slip have kinetic friction; which let go, stick and slip is known after it."""
        c = self.c
        if self.layout.d:
            self._see_slip()
            with self.cone.each_active() as (i, _):
                with c.when(c.is_true((self.slips[i] > 0.5) & (self.cone.slides[i] < 0.5))):
                    self._slide(i)

    def _see_slip(self) -> None:
        """Which points slip, and their directions."""
        c, d = self.c, self.layout.d
        with self.cone.each_active() as (i, k):
            total = c.variable(0.0)
            with c.each(d) as j:
                total.value = c.fma(self.w[k + (j + 1)], self.w[k + (j + 1)], total.value)
            size = c.sqrt(total.value)
            slides = self.cone.slides[i] > 0.5
            begins = size > MOVES * self.cone.motion_size[0]
            self.slips[i] = c.select(slides | begins, 1.0, 0.0)
            unit = c.select(size > 0.0, size, 1.0)
            with c.each(d) as j:
                self.way[i * d + j] = c.select(slides, self.cone.direction[i * d + j], self.w[k + (j + 1)] / unit)

    def _see_closed(self) -> None:
        """Which points stay closed, and which slip."""
        c, cone, at = self.c, self.cone, self.at
        if self.layout.d:
            self._see_slip()
        with c.each(self.layout.n) as i:
            self.closed[i] = 0.0
        with cone.each_active() as (i, k):
            leaves = (self.w[k] > MOVES * cone.motion_size[0]) & (self.lam[k] <= MOVES * cone.force_size[0])
            stays = at.has_normal[i].equals(0) | c.is_true(~leaves)
            self.closed[i] = c.spread(c.pick(stays, 1, 0))

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
                is_low = v * v <= -2.0 * LOWEST * a.value
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
        """Forces next to none or not unique leave the question open."""
        c, at = self.c, self.at
        largest = c.variable(0.0)
        with c.each(self.layout.n) as i, c.when(at.has_normal[i].equals(1)):
            largest.value = c.maximum(largest.value, at.mobility(at.normal[i]))
        usual = c.sqrt(at.push.value / c.select(largest.value > 0.0, largest.value, 1.0))
        self._doubt(c.is_true(~(usual >= 0.0)))
        with self.cone.each_active() as (i, k):
            stays = c.is_true(self.closed[i] > 0.5) & at.has_normal[i].equals(1)
            self._doubt(stays & c.is_true(self.lam[k] <= LIGHT * usual))
        self._eliminate()

    def _is_on(self, i: Index, k: Index, row: Index) -> Flag:
        """Whether a row of a point holds from now on."""
        c = self.c
        has_row = c.is_true((self.closed[i] > 0.5) & (self.at.is_row[row] > 0.5))
        return has_row & (row.equals(k) | c.is_true(self.slips[i] < 0.5))

    def _eliminate(self) -> None:
        """Rows that depend on each other leave the question open."""
        c, N, width, cone = self.c, self.layout.shape.size, self.layout.shape.width, self.cone
        S, size, is_on = self.A, c.array(N), self.is_on
        with c.each(N * N) as k:
            S[k] = cone.W[k]
        with c.each(self.layout.n) as i, c.each(i * width, (i + 1) * width) as row:
            is_on[row] = c.spread(c.pick(self._is_on(i, i * width, row), 1, 0))
            size[row] = S[row * N + row]
        with c.each(N) as k, c.when(c.is_true(is_on[k] > 0.5)):
            pivot = S[k * N + k]
            is_free = c.is_true(pivot > DEPENDENT * size[k])
            self._doubt(~is_free)
            with c.when(is_free), c.each(k + 1, N) as i:
                factor = S[i * N + k] / pivot
                with c.each(k + 1, N) as j:
                    S[i * N + j] = c.fma(-factor, S[k * N + j], S[i * N + j])

    # ---- what comes out

    def _carry_over(self) -> None:
        """The impact that was before."""
        c, given, found = self.c, self.given, self.found
        for name, size in (("du", self.layout.nu), ("impulses", self.layout.shape.size), ("work", 1)):
            with c.each(size) as k:
                found[name][k] = given[name][k]

    def _stop_slip(self) -> None:
        """What is left of slip in space is taken away by an impulse where a point begins to stick."""
        c, N, width, at = self.c, self.layout.shape.size, self.layout.shape.width, self.at
        stops = c.variable(0)
        with c.each(self.layout.n) as i, c.each(i * width, (i + 1) * width) as row:
            self.is_on[row] = c.spread(c.pick(self._is_on(i, i * width, row), 1, 0))
            self.right[row] = 0.0
            ends = c.is_true((self.rests[i] > 0.5) & (self.is_on[row] > 0.5)) & at.n_tangents[i].equals(2)
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
        with c.each(self.layout.n) as i:
            is_closed, has_tangents = self.closed[i] > 0.5, c.spread(at.n_tangents[i]) > 0.5
            sticks = is_closed & has_tangents & (self.slips[i] < 0.5)
            mode = c.select(is_closed, c.select(sticks, STICKS, SLIDES), 0.0)
            found["mode"][i], found["watched"][i] = mode, 1.0
            found["touches"][i] = self.closed[i] * c.spread(at.has_normal[i])
            found["press"][i] = found["undecided"][i] = 0.0
            found["plane"][i] = c.select(c.spread(at.n_tangents[i]).equals(1.0), 1.0, 0.0)
            found["lift"][i] = 0.0
            with c.each(d) as j:
                has_row = at.is_row[i * self.layout.shape.width + (j + 1)] > 0.5
                found["sticks"][i * d + j] = c.select(sticks & has_row, 1.0, 0.0)
                slides = is_closed & ~sticks & has_row
                found["slip"][i * d + j] = c.select(slides, self.way[i * d + j], 0.0)
            with c.when(c.is_true(~is_closed) & at.has_normal[i].equals(1)):
                self._lift(i)
            if d:
                with c.when(c.is_true(mode.equals(SLIDES)) & (at.n_tangents[i] > 0)):
                    self._watch_slip(i)

    def _watch_slip(self, i: Index) -> None:
        """Up to where slip may be below zero by rounding; in space, the speed at which it is looked at again."""
        c, d, speed, along = self.c, self.layout.d, self.at.slip_speed(i, self.psi), self.c.variable(0.0)
        with c.each(d) as j:
            along.value = c.fma(self._slip(i, j), self.way[i * d + j], along.value)
        below = c.select(along.value > 0.0, 0.0, c.fma(-along.value, 1.0 + EPSILON, LEAST))
        self.found["lift"][i] = c.select(c.spread(self.at.n_tangents[i]) > 1.5, SLOWED * speed, below)

    def _lift(self, i: Index) -> None:
        """How far an open gap is below zero by rounding."""
        c, gap, at = self.c, self.given["phi"][i], self.at
        below = c.select(gap <= 0.0, c.maximum(-gap * (1.0 + EPSILON), LEAST), 0.0)
        is_slow = self.rate[i] <= SLOWLY * at.size[i]
        rounding = c.select(is_slow, ROUNDING * (1.0 + self.given["q_size"][0]), 0.0)
        self.found["lift"][i] = c.select(gap <= LIFT, below + rounding, 0.0)

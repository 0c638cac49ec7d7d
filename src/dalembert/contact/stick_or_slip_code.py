"""Native text of the forces that fit at an instant, and of who sticks, slips or lets go by them, for one lane."""

from __future__ import annotations

from dalembert.contact.bearable_code import HOLDING, PRESSING, BearableShape, bearable
from dalembert.contact.cone_code import ConeCode
from dalembert.contact.cone_search_code import cone_newton
from dalembert.contact.decision_layout import DecisionLayout
from dalembert.contact.instant_code import InstantCode
from dalembert.contact.plane_code import MANY, NONE, ONE, UNKNOWN, plane_answer, plane_solutions
from dalembert.numerics.contact_levels import (
    APPROACHES,
    DEPENDENT,
    FITS,
    MOVES,
    PARTS,
    SLIP_ENDS,
    SLIPS,
    SOLVED,
)
from dalembert.procedures.language import Code
from dalembert.procedures.orthogonal import Layout, orthogonal, pseudo_solve
from dalembert.procedures.statements import Array
from dalembert.procedures.values import Flag, Index, Real

SLIPPING, STICKING = 1.0, 2.0


class ModeCode:
    """From what is closed to what each point does."""

    def __init__(self, c: Code, layout: DecisionLayout, given: dict[str, Array], found: dict[str, Array]) -> None:
        self.c, self.layout, self.given, self.found = c, layout, given, found
        n, N, d = max(layout.n, 1), layout.shape.size, layout.d
        self.at = InstantCode(c, layout, given)
        self.cone = ConeCode(c, layout.shape, c.array(layout.shape.problem.size))
        self.is_open_question, self.jams = c.variable(0), c.variable(0)
        self.rests, self.slips, self.closed, self.ends, self.jammed = (c.array(n) for _ in range(5))
        self.psi, self.rate = c.array(layout.rows), c.array(n)
        """Velocities of rows and rates of gaps, as they are now."""

        place = Layout(N, N)
        self.place, self.A, self.factors = place, c.array(N * N), c.array(place.size + N)
        self.is_on, self.right, self.impulse = c.array(N), c.array(N), c.array(N)
        self.split = orthogonal(N, N, N, DEPENDENT, f"rows_split_{N}")
        self.divide = pseudo_solve(N, N, 1, False)
        self.way = c.array(max(n * d, 1))
        self.lam, self.w = c.array(N), c.array(N)
        self.rest_shape = BearableShape(layout.shape, N)
        self.rest, self.rest_given = bearable(self.rest_shape), c.array(self.rest_shape.given.size)
        self.rest_found = c.array(self.rest_shape.found.size)
        self.newton, self.newton_answer = cone_newton(layout.shape), c.array(layout.shape.answer.size)
        if d < 2:
            self.plane = plane_solutions(layout.shape)
            self.plane_answer = c.array(plane_answer(layout.shape).size)

    def doubt(self, flag: Flag) -> None:
        """Leave the question open."""
        with self.c.when(flag):
            self.is_open_question.value = 1

    def slip(self, i: Index, j: Index) -> Real:
        at = self.at
        k = i * self.layout.shape.width + (j + 1)
        value: Real = at.is_row[k] * self.psi[at.slots[k]]
        return value

    def set_up(self) -> None:
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
            is_slow = c.is_true((at.slip_speed(i, self.psi) <= SLIP_ENDS) & given["mode"][i].equals(SLIPPING))
            with c.when(ends & is_slow & (i.equals(at.point) | at.n_tangents[i].equals(2))):
                self.rests[i] = 1.0
            # what creeps comes to rest below a speed of its own
            creeps = c.is_true((at.creeps[i] > 0.5) & given["mode"][i].equals(SLIPPING))
            with c.when((ends & creeps & i.equals(at.point)) | c.is_true(self.jammed[i] > 0.5)):
                self.rests[i] = 1.0
            cone.mu[i], cone.base[i] = given["static"][i], 0.0
            with c.when(is_fixed):
                cone.mu[i], cone.base[i] = 0.0, given["strength"][2 * i]
            if self.layout.d:
                self._direct(i, lets_slip & i.equals(at.point), is_struck, ends)
                with c.when(c.is_true(cone.slides[i] > 0.5)):
                    self._slide(i)
        at.fill(cone, at.free)
        if any(point.creeps for point in self.layout.points):
            self._creep()

    def _creep(self) -> None:
        """Set the right-hand side of creeping points at rest: v̇ = −a v."""
        with self.cone.each_active() as (i, k), self.c.each(self.layout.d) as j:
            row = k + (j + 1)
            self.cone.rest[row] = self.c.fma(self.given["damping"][i], self.slip(i, j), self.cone.rest[row])

    def _slide(self, i: Index) -> None:
        """Friction of a point that slides."""
        cone = self.cone
        cone.mu[i] = self.given["kinetic"][i]
        with self.c.when(self.at.has_normal[i].equals(0)):
            cone.mu[i], cone.base[i] = 0.0, self.given["strength"][2 * i + 1]

    def _direct(self, i: Index, begins: Flag, is_struck: Flag, ends: Flag) -> None:
        """The direction in which a point slides, if it does; in the plane as before, unless it may have turned.

        After an impact one that stuck may slide.
        """
        c, given, d, at = self.c, self.given, self.layout.d, self.at
        mode, way = given["mode"][i], self.cone.direction
        holds, size = c.variable(0.0), at.slip_speed(i, self.psi)
        with c.each(d) as j:
            way[i * d + j] = 0.0
            holds.value = c.fma(given["held"][i * d + j], given["held"][i * d + j], holds.value)
        force = c.sqrt(holds.value)
        gives_way = begins & c.is_true(mode.equals(STICKING) & (force > 0.0))
        creeps = c.is_true(at.creeps[i] > 0.5)
        is_fast = creeps & c.is_true(size > given["tolerance"][i])
        may_slide = ~gives_way & (is_fast | c.is_true(self.rests[i] < 0.5)) & (at.n_tangents[i] > 0)
        may_slide = may_slide & (is_struck | creeps | c.is_true(~mode.equals(STICKING)))
        keeps = may_slide & c.is_true(mode.equals(SLIPPING)) & at.n_tangents[i].equals(1) & ~is_struck
        keeps = keeps & (creeps | ~ends) & ~is_fast
        # a point that followed others without force has no direction of its own yet
        keeps = keeps & c.is_true(~given["slip"][i * d].equals(0.0))
        moves = may_slide & ~keeps & (is_fast | (~creeps & c.is_true(size > SLIPS * at.typical_slip(i))))
        with c.when(gives_way | keeps | moves):
            self.cone.slides[i] = 1.0
        with c.each(d) as j:
            with c.when(gives_way):
                way[i * d + j] = -given["held"][i * d + j] / force
            with c.when(keeps):
                way[i * d + j] = given["slip"][i * d + j]
            with c.when(moves):
                way[i * d + j] = self.slip(i, j) / size

    def solve(self) -> None:
        """Forces that fit, and accelerations with them: the only ones in the plane, if they are unique.

        Where nothing slides, all stays at rest if there are forces that all can bear.
        """
        c = self.c
        self.cone.measure()
        if self.layout.d == 2:
            self._rest_or_search()
            return
        parts = plane_answer(self.layout.shape).of(self.plane_answer)
        c.call(self.plane, self.cone.problem, self.plane_answer)
        self._take(parts)
        is_searched = c.is_true(parts["count"][0].equals(MANY) | parts["count"][0].equals(UNKNOWN))
        with c.when(is_searched):
            self._rest_or_search()
        may_jam = self._may_jam() & c.is_true(parts["count"][0].equals(NONE))
        self.jams.value = c.pick(may_jam, 1, 0)
        self.doubt(~is_searched & ~may_jam & c.is_true(~parts["count"][0].equals(ONE)))

    def _may_jam(self) -> Flag:
        """Whether the one point with a normal that is held slides, and may jam."""
        c, count = self.c, self.c.variable(0.0)
        may = c.table([float(point.jams) for point in self.layout.points] or [0.0])
        with self.cone.each_active() as (i, _), c.when(self.at.has_normal[i].equals(1)):
            slides = (may[i] > 0.5) & (self.at.slip_speed(i, self.psi) > 0.0)
            count.value = count.value + c.select(slides, 1.0, 2.0)
        found: Flag = c.is_true(count.value.equals(1.0))
        return found

    def _rest_or_search(self) -> None:
        """Forces with which nothing moves, if there are any; else others that fit."""
        c, rests = self.c, self.c.variable(1)
        with self.cone.each_active() as (i, _):
            rests.value = c.pick(c.is_true(self.cone.slides[i] > 0.5), 0, rests.value)
        with c.when(rests.value.equals(1)):
            rests.value = self._can_rest()
        with c.when(rests.value.equals(0)):
            self._search()

    def _can_rest(self) -> Index:
        """One if there are forces that all points can bear and with which nothing moves; then these are taken."""
        c, cone, N, width = self.c, self.cone, self.layout.shape.size, self.layout.shape.width
        parts, found = self.rest_shape.given.of(self.rest_given), self.rest_shape.found.of(self.rest_found)
        with c.each(self.layout.n) as i:
            is_active = c.is_true(cone.active[i] > 0.5)
            holds = c.is_true((cone.mu[i] > 0.0) | (cone.base[i] > 0.0)) | self.at.has_normal[i].equals(0)
            kind = c.select(c.spread(c.pick(holds, 1, 0)) > 0.5, HOLDING, PRESSING)
            parts["kind"][i] = c.select(c.spread(c.pick(is_active, 1, 0)) > 0.5, kind, 0.0)
            parts["mu"][i], parts["base"][i] = cone.mu[i], cone.base[i]
        with c.each(self.layout.n) as i, c.each(i * width, (i + 1) * width) as k:
            is_normal = c.spread(k).equals(c.spread(i * width))
            takes_part = (parts["kind"][i] > 1.5) | (is_normal & (parts["kind"][i] > 0.5))
            parts["b"][k] = c.select(takes_part, -cone.rest[k], 0.0)
            with c.each(N) as j:
                parts["R"][k * N + j] = c.select(takes_part, cone.W[k * N + j], 0.0)
        parts["allowed"][0] = FITS
        c.call(self.rest, self.rest_given, self.rest_found)
        can_rest: Index = c.pick(c.is_true(found["excess"][0] <= FITS), 1, 0)
        with c.when(can_rest.equals(1)), c.each(N) as k:
            self.lam[k], self.w[k] = found["lam"][k], 0.0
        with c.when(can_rest.equals(1)), cone.each_active() as (_, first), c.each(first, first + width) as k:
            self.w[k] = cone.row(k, self.lam, cone.rest[k])
        return can_rest

    def _search(self) -> None:
        c = self.c
        parts = self.layout.shape.answer.of(self.newton_answer)
        c.call(self.newton, self.cone.problem, self.newton_answer)
        self._take(parts)
        self.doubt(c.is_true(~(parts["residual"][0] <= SOLVED)))

    def _take(self, parts: dict[str, Array]) -> None:
        with self.c.each(self.layout.shape.size) as k:
            self.lam[k], self.w[k] = parts["lam"][k], parts["w"][k]

    def brake(self) -> None:
        """Points that begin to slip have kinetic friction; which let go, stick and slip is known after it."""
        c = self.c
        if self.layout.d:
            self._see_slip()
            with self.cone.each_active() as (i, _):
                begins = c.is_true((self.slips[i] > 0.5) & (self.cone.slides[i] < 0.5))
                with c.when(begins):
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

    def see_closed(self) -> None:
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

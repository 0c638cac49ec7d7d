"""Native text of impacts: who is closed, who approaches, and what their law makes of it, for one lane."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from dalembert.contact.cone_code import ConeCode, Fields
from dalembert.contact.decision_layout import ACTED, LET_GO, DecisionLayout
from dalembert.contact.instant_code import InstantCode
from dalembert.numerics.contact_levels import APPROACHES, FLAT, GAIN, GRAZES, NOISE, OVERLAP, TOUCHES
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Array, Callee, Procedure
from dalembert.procedures.values import Index, Mask

UNDECIDED = 2.0
"""A verdict."""


def impact(
    layout: DecisionLayout, fields: Fields, n_parameters: Sequence[int], laws: Sequence[Callee]
) -> Procedure:
    """x: `layout.instant`, and parameters of laws → y: `layout.impact`; laws see these fields and theirs."""
    c = Code(f"contact_impact_{layout.key}")
    x, y = c.argument("x"), c.argument("y")
    text = _ImpactCode(c, layout, layout.instant.of(x), layout.impact.of(y))
    with c.each(layout.impact.size) as k:
        y[k] = 0.0
    with c.when(~text.at.is_none()):
        text.at.prepare()
        text.close()
        with c.when(c.is_true(text.found["verdict"][0].equals(1.0))):
            text.solve(fields, list(zip(laws, n_parameters, strict=True)), x.part(layout.instant.size))
    return c.procedure()


class _ImpactCode:
    """Which points are closed, which of them approach, and what becomes of their velocities."""

    def __init__(self, c: Code, layout: DecisionLayout, given: dict[str, Array], found: dict[str, Array]) -> None:
        self.c, self.layout, self.given, self.found = c, layout, given, found
        self.at = InstantCode(c, layout, given)
        self.cone = ConeCode(c, layout.shape, c.array(layout.shape.problem.size))
        self.law_of = c.table([point.law for point in layout.points] or [0], "index")

    def close(self) -> None:
        """Points that are closed now, and how fast they approach."""
        c, given, found, at = self.c, self.given, self.found, self.at
        meets, lets_go = at.happens("gap", "deep", "bounce", "meets"), at.happens("force")
        acted = c.is_true(given["number"][0].equals(ACTED))
        with c.each(self.layout.n) as i:
            is_own = i.equals(at.point)
            is_closed = c.variable(c.pick(c.is_true(given["mode"][i] > 0.5), 1, 0))
            with c.when(at.has_normal[i].equals(0)):
                is_closed.value = 1
            touches = c.is_true(c.abs(given["phi"][i]) <= TOUCHES)
            stays = c.is_true(given["mode"][i].equals(LET_GO) & (given["phi"][i] <= OVERLAP))
            with c.when((meets & (is_own | touches)) | (acted & (stays | touches))):
                is_closed.value = 1
            with c.when(acted & at.has_normal[i].equals(1) & c.is_true(given["phi"][i] < -OVERLAP)):
                found["verdict"][0] = UNDECIDED
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

    def solve(self, fields: Fields, laws: Sequence[tuple[Callee, int]], parameters: Array) -> None:
        """Impulses by the law; undecided where there are several, none are found, or they would gain energy."""
        c, layout, found, at = self.c, self.layout, self.found, self.at
        law, are_several = c.variable(-1), c.variable(0)
        with c.each(layout.n) as i:
            self.cone.active[i] = found["closed"][i] * c.spread(at.has_normal[i])
            decides = c.is_true(self.cone.active[i] > 0.5) & (self.law_of[i] > -1)
            is_other = decides & (law.value > -1) & ~law.value.equals(self.law_of[i])
            are_several.value = c.pick(is_other, 1, are_several.value)
            law.value = c.pick(decides, self.law_of[i], law.value)
        law.value = c.pick(law.value > -1, law.value, 0)
        at.fill(self.cone, self.given["psi"])
        seen = c.array(fields.size + max((n_own for _, n_own in laws), default=0))
        at.show(self.cone, fields.of(seen), self.given["psi"], self.given["sliding"])
        first = 0
        for k, (callee, n_own) in enumerate(laws):
            with c.when(law.value.equals(k)):
                with c.each(n_own) as j:
                    seen[j + fields.size] = parameters[j + first]
                c.call(callee, seen, found["impulses"])
            first += n_own
        with c.when(are_several.value.equals(1)):
            found["verdict"][0] = UNDECIDED
        self._clean()
        self._check_work()
        at.respond(found["impulses"], found["du"])

    def _clean(self) -> None:
        """Impulses that are rounding are none, and of points that take no part."""
        c, N, largest, P = self.c, self.layout.shape.size, self.c.variable(0.0), self.found["impulses"]
        with (
            c.each(self.layout.n) as i,
            c.each(i * self.layout.shape.width, (i + 1) * self.layout.shape.width) as k,
        ):
            takes_part = (self.cone.active[i] > 0.5) & (self.at.is_row[k] > 0.5)
            P[k] = c.select(takes_part, P[k], 0.0)
            with c.when(c.is_true(~(c.abs(P[k]) < inf))):
                self.found["verdict"][0] = UNDECIDED
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

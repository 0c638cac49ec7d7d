"""Native text about one instant of a run with contacts, for one lane: mobilities, sizes, what just happened."""

from __future__ import annotations

from dalembert.contact.cone_code import ConeCode
from dalembert.contact.decision_layout import KINDS, DecisionLayout
from dalembert.numerics.contact_levels import SLIPS
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Array
from dalembert.procedures.values import Flag, Index, Real

STICKING = 2.0
"""A mode."""


class InstantCode:
    """Numbers of an instant: W = J M⁻¹ Jᵀ with all fixed rows kept, accelerations without contacts, and sizes."""

    def __init__(self, c: Code, layout: DecisionLayout, given: dict[str, Array]) -> None:
        self.c, self.layout, self.given = c, layout, given
        nu, m = layout.nu, layout.rows
        self.W, self.a, self.free, self.size = c.array(m * m), c.array(nu), c.array(m), c.array(max(layout.n, 1))
        self.normal = c.table([point.normal for point in layout.points] or [0], "index")
        self.has_normal = c.table([int(point.normal >= 0) for point in layout.points] or [0], "index")
        self.n_tangents = c.table([len(point.tangents) for point in layout.points] or [0], "index")
        self.slots = c.table([max(row, 0) for row in layout.slots] or [0], "index")
        self.is_row = c.table([float(row >= 0) for row in layout.slots] or [0.0])
        self.inertia, self.push = c.variable(0.0), c.variable(0.0)
        """uᵀ M u and aᵀ M a."""

        self.creeps = c.table([float(point.creeps) for point in layout.points] or [0.0])
        number = given["number"][0]
        self.point = c.position(c.maximum(c.floor(number * (1.0 / len(KINDS))), 0.0))
        kind = number - c.spread(self.point) * float(len(KINDS))
        # of what creeps, a load that friction holds again ends slip
        holds_again = (self.creeps[self.point] > 0.5) & kind.equals(float(KINDS.index("force")))
        self._kind = c.select(holds_again, float(KINDS.index("slip")), kind)

    def happens(self, *kinds: str) -> Flag:
        """Whether this is why the instant is one."""
        found = self._kind.equals(float(KINDS.index(kinds[0])))
        for kind in kinds[1:]:
            found = found | self._kind.equals(float(KINDS.index(kind)))
        return self.c.is_true(found)

    def is_none(self) -> Flag:
        """Whether nothing happens in this lane."""
        return self.c.is_true(self.given["number"][0] < 0.0)

    def shares_load(self) -> Flag:
        """Whether more points touch than hold the bodies: one that lets go then may stay, without force."""
        c, count = self.c, self.c.variable(0)
        with c.each(self.layout.n) as i, c.when(self.has_normal[i].equals(1)):
            others = (self.given["mode"][i] > 0.5) & (self.given["touches"][i] < 0.5)
            count.value = c.pick(c.is_true(others), 1, count.value)
        found: Flag = count.value.equals(1)
        return found

    def prepare(self) -> None:
        """Find W, accelerations, and sizes."""
        c, nu, m, given = self.c, self.layout.nu, self.layout.rows, self.given
        fixed = c.table(self.layout.bilateral or [0], "index")
        with c.each(nu) as k:
            total = c.variable(0.0)
            with c.each(nu) as j:
                total.value = c.fma(given["P"][j * nu + k], given["f"][j], total.value)
            with c.each(len(self.layout.bilateral)) as j:
                total.value = c.fma(given["G"][j * nu + k], given["gamma"][fixed[j]], total.value)
            self.a[k] = total.value
        with c.each(m) as i:
            self.free[i] = self._along(given["J"].part(i * nu), self.a) - given["gamma"][i]
            with c.each(m) as j:
                self.W[i * m + j] = self._along(given["J"].part(i * nu), given["R"].part(j * nu))
        self.inertia.value, self.push.value = self._square(given["u"]), self._square(self.a)
        with c.each(self.layout.n) as i, c.when(self.has_normal[i].equals(1)):
            self.size[i] = self.typical_speed(self.normal[i])

    def _along(self, row: Array, vector: Array) -> Real:
        c, total = self.c, self.c.variable(0.0)
        with c.each(self.layout.nu) as k:
            total.value = c.fma(row[k], vector[k], total.value)
        value: Real = total.value
        return value

    def _square(self, v: Array) -> Real:
        """|vᵀ M v|."""
        c, nu, total = self.c, self.layout.nu, self.c.variable(0.0)
        with c.each(nu) as i:
            total.value = c.fma(v[i], self._along(self.given["M"].part(i * nu), v), total.value)
        return c.abs(total.value)

    def typical_speed(self, row: Index) -> Real:
        """Velocity along a row by all energy of the motion, or by that of free motion in all the time."""
        c, own = self.c, self.mobility(row)
        speed: Real = c.sqrt(own * self.inertia.value) + c.sqrt(own * self.push.value) * self.given["span"][0]
        return speed

    def typical_slip(self, i: Index) -> Real:
        """Speed of slip that the energy of the motion could make."""
        c, width, largest = self.c, self.layout.shape.width, self.c.variable(0.0)
        with c.each(i * width + 1, (i + 1) * width) as k:
            largest.value = c.maximum(largest.value, self.is_row[k] * self.typical_speed(self.slots[k]))
        value: Real = largest.value
        return value

    def is_flat(self, i: Index, part: float) -> Flag:
        """Whether no motion changes the gap of a point."""
        c, nu, largest = self.c, self.layout.nu, self.c.variable(0.0)
        with c.each(nu * nu) as k:
            largest.value = c.maximum(largest.value, c.abs(self.given["P"][k]))
        return c.is_true(self.mobility(self.normal[i]) <= part * largest.value)

    def fill(self, cone: ConeCode, values: Array) -> None:
        """W and c of points that take part; zero of the others."""
        c, N, m, width = self.c, self.layout.shape.size, self.layout.rows, self.layout.shape.width
        with c.each(N * N) as k:
            cone.W[k] = 0.0
        with c.each(N) as k:
            cone.rest[k] = 0.0
        with cone.each_active() as (_, k), c.each(k, k + width) as i:
            cone.rest[i] = self.is_row[i] * values[self.slots[i]]
            with cone.each_active() as (_, l), c.each(l, l + width) as j:
                cone.W[i * N + j] = self.is_row[i] * self.is_row[j] * self.W[self.slots[i] * m + self.slots[j]]

    def respond(self, impulses: Array, du: Array, psi: Array | None = None) -> None:
        """Add what impulses change of speeds, and of velocities of the rows."""
        c, nu, m = self.c, self.layout.nu, self.layout.rows
        with c.each(self.layout.shape.size) as k:
            impulse = self.is_row[k] * impulses[k]
            with c.each(nu) as i:
                du[i] = c.fma(impulse, self.given["R"][self.slots[k] * nu + i], du[i])
            if psi is not None:
                with c.each(m) as i:
                    psi[i] = c.fma(impulse, self.W[i * m + self.slots[k]], psi[i])

    def slip_speed(self, i: Index, psi: Array) -> Real:
        """How fast a point slips."""
        c, total, width = self.c, self.c.variable(0.0), self.layout.shape.width
        with c.each(i * width + 1, (i + 1) * width) as k:
            v = self.is_row[k] * psi[self.slots[k]]
            total.value = c.fma(v, v, total.value)
        return c.sqrt(total.value)

    def show(self, cone: ConeCode, seen: dict[str, Array], psi: Array, kinetic: Array) -> None:
        """Fill the fields that laws of impact see; points that take no part have a mobility of their own."""
        c, given, N, width = self.c, self.given, self.layout.shape.size, self.layout.shape.width
        with c.each(N * N) as k:
            seen["W"][k] = cone.W[k]
        with c.each(N) as k:
            seen["v"][k] = cone.rest[k]
        with c.each(self.layout.n) as i:
            slips = (self.slip_speed(i, psi) > SLIPS * self.typical_slip(i)) & ~given["mode"][i].equals(STICKING)
            seen["slides"][i] = c.select(slips, 1.0, 0.0)
            seen["mu"][i], seen["kinetic"][i] = given["static"][i], kinetic[i]
            for name in ("restitution", "tangential"):
                seen[name][i] = given[name][i]
            seen["active"][i], seen["approach"][i] = cone.active[i], cone.rest[i * width]
            with c.when(c.is_true(cone.active[i] < 0.5)), c.each(i * width, (i + 1) * width) as k:
                seen["W"][k * (N + 1)] = 1.0

    def mobility(self, row: Index) -> Real:
        """Acceleration along a row by a unit of force along it."""
        return self.c.abs(self.W[row * (self.layout.rows + 1)])

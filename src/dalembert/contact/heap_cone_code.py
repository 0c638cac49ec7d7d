"""Native code of the contacts of a step: impulses P and velocities y that obey the laws of contact.

A contact presses and does not pull, 0 ≤ v_n + bias ⊥ P_n ≥ 0, and friction opposes slip as far as it can,
P_t = projection of P_t − ρ v_t to the disc of radius μ P_n. The residual of a step is how far P is from what these
say, in the units of impulses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from dalembert.contact.heap_layout import SPEEDS, Contact
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Array, Procedure
from dalembert.procedures.values import Index, Real
from dalembert.procedures.vectors_in_space import Vectors


class Around(NamedTuple):
    """A contact within a loop: its numbers, its impulses, and where velocities of its bodies begin."""

    record: Array
    P: Array
    a: Index
    b: Index


class Contacts:
    """Contacts in a procedure that is being recorded."""

    number: Index
    """Number of the contact in the loop."""

    def __init__(self, c: Code, records: Array, P: Array, y: Array) -> None:
        self.c, self.records, self.P, self.y, self.vectors = c, records, P, y, Vectors(c)

    @contextmanager
    def each(self, count: Index, is_backward: bool = False) -> Iterator[Around]:
        """Loop over those that take part."""
        c = self.c
        with c.each(count) as i:
            k = self.number = count - 1 - i if is_backward else i
            record = self.records.part(k * Contact.size)
            with c.when(c.is_true(record[Contact.active] > 0.5)):
                a, b = c.position(record[Contact.a]), c.position(record[Contact.b])
                yield Around(record, self.P.part(k * 3), a * SPEEDS, b * SPEEDS)

    def velocities(self, at: Around) -> tuple[Real, Real, Real]:
        """Velocities of a contact along its three directions."""
        dot = self.vectors.dot
        ya, yb = self._speeds(at.a), self._speeds(at.b)
        apart = self.vectors.minus(ya[0], yb[0])
        rows = []
        for k in range(3):
            d, ra, rb = self._row(at, Contact.directions, k), self._arm(at, 0, k), self._arm(at, 1, k)
            rows.append(dot(d, apart) + dot(ra, ya[1]) + dot(rb, yb[1]))
        return rows[0], rows[1], rows[2]

    def push(self, at: Around, change: Sequence[Real]) -> None:
        """Change velocities by impulses along the three directions."""
        v = self.vectors
        (va, wa), (vb, wb) = self._speeds(at.a), self._speeds(at.b)
        ma, mb = at.record[Contact.inverse_masses], at.record[Contact.inverse_masses + 1]
        for k, P in enumerate(change):
            d = self._row(at, Contact.directions, k)
            va, vb = v.moved(ma * P, d, va), v.moved(-mb * P, d, vb)
            wa = v.moved(P, self._row(at, Contact.turns, k), wa)
            wb = v.moved(P, self._row(at, Contact.turns + 9, k), wb)
        v.put(self.y, at.a, (*va, *wa))
        v.put(self.y, at.b, (*vb, *wb))

    def wanted(self, at: Around, v: Sequence[Real]) -> tuple[Real, Real, Real]:
        """Impulses that the laws want at these velocities; the normal one first, friction beside it."""
        c, r = self.c, at.record
        P = at.P[0], at.P[1], at.P[2]
        normal = c.maximum(0.0, c.fma(-(v[0] + r[Contact.bias]), r[Contact.normal_weight], P[0]))
        more = normal - P[0]
        slip = [c.fma(r[Contact.coupling + k], more, v[1 + k]) for k in range(2)]
        weight = r[Contact.tangent_weight]
        first, second = c.fma(-slip[0], weight, P[1]), c.fma(-slip[1], weight, P[2])
        return normal, *self.on_disc(first, second, r[Contact.friction] * normal)

    def on_disc(self, first: Real, second: Real, radius: Real) -> tuple[Real, Real]:
        """The point of a disc that is nearest."""
        c = self.c
        length = c.sqrt(c.fma(first, first, second * second))
        factor = c.select(length > radius, radius / c.maximum(length, 1e-300), 1.0)
        return factor * first, factor * second

    def _speeds(self, first: Index) -> tuple[tuple[Real, Real, Real], tuple[Real, Real, Real]]:
        return self.vectors.at(self.y, first), self.vectors.at(self.y, first + 3)

    def _row(self, at: Around, field: int, k: int) -> tuple[Real, Real, Real]:
        return self.vectors.at(at.record, field + 3 * k)

    def _arm(self, at: Around, which: int, k: int) -> tuple[Real, Real, Real]:
        return self._row(at, Contact.arms + 9 * which, k)


def sweep(name: str, is_backward: bool) -> Procedure:
    """count; records, P, y: one contact after the other gets the impulses that the laws want of it."""
    c = Code(name)
    count, records, P, y = c.indices("count"), c.argument("records"), c.argument("P"), c.argument("y")
    contacts = Contacts(c, records, P, y)
    with contacts.each(count[0], is_backward) as at:
        wanted = contacts.wanted(at, contacts.velocities(at))
        change = [new - at.P[k] for k, new in enumerate(wanted)]
        for k, new in enumerate(wanted):
            at.P[k] = new
        contacts.push(at, change)
    return c.procedure()


def applied(name: str) -> Procedure:
    """count, bodies; records, P, free → y: velocities with these impulses, from those without."""
    c = Code(name)
    count, records, P, free = c.indices("count"), c.argument("records"), c.argument("P"), c.argument("free")
    y = c.argument("y")
    contacts = Contacts(c, records, P, y)
    with c.each(count[1] * SPEEDS) as i:
        y[i] = free[i]
    with contacts.each(count[0]) as at:
        contacts.push(at, [at.P[0], at.P[1], at.P[2]])
    return c.procedure()


def measured(name: str) -> Procedure:
    """count; records, P, y → told: residual and largest impulse."""
    c = Code(name)
    count, records, P, y = c.indices("count"), c.argument("records"), c.argument("P"), c.argument("y")
    told = c.argument("told")
    contacts = Contacts(c, records, P, y)
    worst, largest = c.variable(0.0), c.variable(0.0)
    with contacts.each(count[0]) as at:
        r, v = at.record, contacts.velocities(at)
        normal = c.maximum(0.0, c.fma(-(v[0] + r[Contact.bias]), r[Contact.normal_weight], at.P[0]))
        weight = r[Contact.tangent_weight]
        first, second = contacts.on_disc(
            c.fma(-v[1], weight, at.P[1]), c.fma(-v[2], weight, at.P[2]),
            r[Contact.friction] * c.maximum(at.P[0], 0.0),
        )  # fmt: skip
        for k, wanted in enumerate((normal, first, second)):
            worst.value = c.maximum(worst.value, c.abs(wanted - at.P[k]))
            largest.value = c.maximum(largest.value, c.abs(at.P[k]))
    told[0], told[1] = worst.value, largest.value
    return c.procedure()

"""Native code of Newton's method for the impulses of a step, where sweeps converge too slowly.

The laws of contact are linearized where P − ρ v is within the cone of friction, beside it or behind (Alart and
Curnier 1991): P = P̄ − D v, with stiffness in place of what cannot move at all, so that forces that are not unique
are the nearest ones to those before. Then M (y − y_f) = Jᵀ P is a linear system of the bodies, whose matrix
M + Jᵀ D J is kept within the profile of its rows, bodies in their order along the longest axis of the heap.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from dalembert.contact.heap_cone_code import Around, Contacts
from dalembert.contact.heap_layout import SPEEDS, Body, Contact, State
from dalembert.contact.heap_places_code import longest_axis, sort
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Array, Procedure
from dalembert.procedures.values import Index, Real
from dalembert.procedures.vectors_in_space import Vector3, Vectors

STIFF = 1e5
"""Stiffness in place of what cannot move, beside the inverse of what an impulse changes of its velocity."""

_LEAST = 1e-300


class Profile:
    """Lower triangle of a symmetric matrix of blocks (6, 6), each row from its first block on.

    `order` are the bodies row by row, `rank` their rows, `first` the first block of each row and `start` where the
    row begins; its six lines follow each other.
    """

    def __init__(self, c: Code, rank: Array, first: Array, start: Array, entries: Array) -> None:
        self.c, self.rank, self.first, self.start, self.entries = c, rank, first, start, entries

    def width(self, i: Index) -> Index:
        """Entries of a line of a row."""
        return (i + 1 - self.c.position(self.first[i])) * SPEEDS

    def line(self, i: Index, k: Index | int) -> Array:
        """One of the six lines of a row."""
        return self.entries.part(self.c.position(self.start[i]) + self.width(i) * k)

    def add(self, a: Index, b: Index, block: Sequence[Sequence[Real]]) -> None:
        """Add a block (6, 6) of the rows of body a and the columns of b, which is not behind it."""
        c = self.c
        i, j = c.position(self.rank[a]), c.position(self.rank[b])
        place = (j - c.position(self.first[i])) * SPEEDS
        for k, row in enumerate(block):
            line = self.line(i, k).part(place)
            for l, x in enumerate(row):
                line[l] = line[l] + x


def profile() -> Procedure:
    """count (contacts, bodies); records, rank, first, start → told[0], the entries of the matrix."""
    c = Code("heap_profile")
    count, records = c.indices("count"), c.argument("records")
    rank, first, start, told = (c.argument(name) for name in ("rank", "first", "start", "told"))
    n, total = count[1], c.variable(0)
    with c.each(n) as i:
        first[i] = c.spread(i)
    with c.each(count[0]) as k:
        record = records.part(k * Contact.size)
        a, b = c.position(record[Contact.a]), c.position(record[Contact.b])
        with c.when((a < n) & (b < n) & c.is_true(record[Contact.active] > 0.5)):
            i, j = rank[a], rank[b]
            later, earlier = c.position(c.maximum(i, j)), c.minimum(i, j)
            first[later] = c.minimum(first[later], earlier)
    with c.each(n) as i:
        start[i] = c.spread(total.value)
        total.value = total.value + (i + 1 - c.position(first[i])) * (SPEEDS * SPEEDS)
    told[0] = c.spread(total.value)
    return c.procedure()


class Linearized(NamedTuple):
    """P = whole − D v of a contact, where its laws are linearized: entries of D row by row, then P where v is."""

    D: list[Real]
    P: list[Real]


class Laws(Contacts):
    """Contacts whose laws are linearized where P − ρ v is in the cone of friction, beside it, or behind."""

    def __init__(self, c: Code, records: Array, P: Array, y: Array, stiff: Real) -> None:
        super().__init__(c, records, P, y)
        self.stiff = stiff

    def linearized(self, at: Around, P: Sequence[Real], v: Sequence[Real]) -> Linearized:
        """P and its slopes by velocities v, to which gaps and restitution are added."""
        c, r = self.c, at.record
        mu, weights = r[Contact.friction], (r[Contact.normal_weight], r[Contact.tangent_weight])
        presses = c.fma(-v[0], weights[0], P[0]) > 0.0
        stiff = [self.stiff * w for w in weights]
        normal = c.fma(-stiff[0], v[0], P[0])

        # where friction would go, and how far that is beyond what it can
        x = [c.fma(-v[k], weights[1], P[k]) for k in (1, 2)]
        length = c.sqrt(c.fma(x[0], x[0], x[1] * x[1]))
        radius = mu * c.maximum(c.fma(-v[0], weights[0], P[0]), 0.0)
        sticks = length <= radius
        inverse = 1.0 / c.maximum(length, _LEAST)
        t, part = [x[0] * inverse, x[1] * inverse], radius * inverse
        turn = c.minimum(part * weights[1] / c.maximum(1.0 - part, _LEAST), stiff[1])
        across = -t[1], t[0]
        aside = across[0] * v[1] + across[1] * v[2]
        zero = c.lift(Real, 0.0)
        slides = [stiff[0], zero, zero]
        for k in range(2):
            slides += [mu * t[k] * stiff[0], *(turn * across[k] * across[j] for j in range(2))]
        holds = [stiff[0], zero, zero, zero, stiff[1], zero, zero, zero, stiff[1]]
        ahead = [mu * t[k] * normal - turn * aside * across[k] for k in range(2)]
        behind = [c.fma(-stiff[1], v[k], P[k]) for k in (1, 2)]
        D = [c.select(presses, c.select(sticks, a, b), 0.0) for a, b in zip(holds, slides, strict=True)]
        friction = [c.select(presses, c.select(sticks, a, b), 0.0) for a, b in zip(behind, ahead, strict=True)]
        return Linearized(D, [c.select(presses, normal, 0.0), *friction])

    def biased(self, at: Around) -> list[Real]:
        """Velocities v with what gaps and restitution add to the normal one."""
        v = self.velocities(at)
        return [v[0] + at.record[Contact.bias], v[1], v[2]]


def newton_system() -> Procedure:
    """Contacts → both triangles of the slope, the upper one turned, and what is missing of balance."""
    c = Code("heap_newton_system")
    count, bodies, records = c.indices("count"), c.argument("bodies"), c.argument("records")
    P, y, free = c.argument("P"), c.argument("y"), c.argument("free")
    rank, first, start = (c.argument(name) for name in ("rank", "first", "start"))
    halves = c.argument("lower"), c.argument("upper")
    right, told = c.argument("right"), c.argument("told")
    v, n = Vectors(c), count[1]
    lower, upper = (Profile(c, rank, first, start, half) for half in halves)
    laws = Laws(c, records, P, y, told[2])
    for half in halves:
        with c.each(c.position(told[1])) as entry:
            half[entry] = 0.0
    with c.each((n + 1) * SPEEDS) as entry:
        right[entry] = 0.0
    with c.each(n) as k:
        body, place = bodies.part(k * Body.size), k * SPEEDS
        mass, inertia = 1.0 / body[Body.inverse_mass], v.nine(body, Body.inertia)
        apart = [free[place + i] - y[place + i] for i in range(SPEEDS)]
        v.put(right, place, (*v.scaled(mass, _three(apart[:3])), *v.times(inertia, _three(apart[3:]))))
        row = c.position(rank[k])
        at = (row - c.position(first[row])) * SPEEDS
        for matrix in (lower, upper):
            for i in range(3):
                matrix.line(row, i)[at + i] = mass
                for j in range(3):
                    matrix.line(row, 3 + i)[at + 3 + j] = inertia[3 * i + j]
    with laws.each(count[0]) as around:
        law = laws.linearized(around, [around.P[k] for k in range(3)], laws.biased(around))
        rows = _rows(v, around)
        for side, first_speed in enumerate((around.a, around.b)):
            for i in range(SPEEDS):
                pull = v.dot([rows[side][j][i] for j in range(3)], law.P)
                right[first_speed + i] = right[first_speed + i] + pull
        _add_contact(lower, upper, around, rows, law.D, n)
    return c.procedure()


def _three(x: Sequence[Real]) -> Vector3:
    return x[0], x[1], x[2]


def taken() -> Procedure:
    """count (contacts); records, P, y, way: P where the linearized laws put it at y + way."""
    c = Code("heap_taken")
    count, records, P = c.indices("count"), c.argument("records"), c.argument("P")
    y, way, told = c.argument("y"), c.argument("way"), c.argument("told")
    laws, ahead = Laws(c, records, P, y, told[2]), Contacts(c, records, P, way)
    with laws.each(count[0]) as around:
        law = laws.linearized(around, [around.P[k] for k in range(3)], laws.biased(around))
        d = ahead.velocities(around)
        new = [law.P[k] - laws.vectors.dot(law.D[3 * k : 3 * k + 3], d) for k in range(3)]
        normal = c.maximum(new[0], 0.0)
        friction = laws.on_disc(new[1], new[2], around.record[Contact.friction] * normal)
        for k, x in enumerate((normal, *friction)):
            around.P[k] = x
    return c.procedure()


def _rows(v: Vectors, at: Around) -> list[list[list[Real]]]:
    """Rows of J (3, 6) of both bodies."""
    sides = []
    for side, sign in enumerate((1.0, -1.0)):
        own = []
        for k in range(3):
            d, arm = v.at(at.record, Contact.directions + 3 * k), v.at(at.record, Contact.arms + 9 * side + 3 * k)
            own.append([*(d if sign > 0.0 else v.scaled(-1.0, d)), *arm])
        sides.append(own)
    return sides


def _add_contact(
    lower: Profile, upper: Profile, at: Around, rows: list[list[list[Real]]], D: list[Real], n: Index
) -> None:
    """Jᵀ D J of a contact."""
    c = lower.c

    def dot(a: Sequence[Real], b: Sequence[Real]) -> Real:
        return c.fma(a[2], b[2], c.fma(a[1], b[1], a[0] * b[0]))

    bodies = c.position(at.record[Contact.a]), c.position(at.record[Contact.b])
    columns = [[[side[j][l] for j in range(3)] for l in range(SPEEDS)] for side in rows]
    turned = [D[0], D[3], D[6], D[1], D[4], D[7], D[2], D[5], D[8]]
    for matrix, entries in ((lower, D), (upper, turned)):
        scaled = [[[dot(entries[3 * i : 3 * i + 3], x) for i in range(3)] for x in side] for side in columns]
        for i in (0, 1):
            with c.when(bodies[i] < n):
                matrix.add(bodies[i], bodies[i], _block(dot, columns[i], scaled[i]))
        with c.when((bodies[0] < n) & (bodies[1] < n)):
            is_later = c.is_true(matrix.rank[bodies[0]] > matrix.rank[bodies[1]])
            with c.when(is_later):
                matrix.add(bodies[0], bodies[1], _block(dot, columns[0], scaled[1]))
            with c.when(~is_later):
                matrix.add(bodies[1], bodies[0], _block(dot, columns[1], scaled[0]))


def _block(
    dot: Callable[[Sequence[Real], Sequence[Real]], Real], rows: list[list[Real]], columns: list[list[Real]]
) -> list[list[Real]]:
    return [[dot(row, column) for column in columns] for row in rows]


def factored() -> Procedure:
    """count (rows); first, start, lower, upper: L and Uᵀ of the matrix L U take their places.

    The diagonal of U is kept as its inverse, that of L is one; nothing is exchanged.
    """
    c = Code("heap_factored")
    count, first, start = c.indices("count"), c.argument("first"), c.argument("start")
    L, U = (Profile(c, first, first, start, c.argument(name)) for name in ("lower", "upper"))
    with c.each(count[0]) as i:
        begin = c.position(first[i])
        with c.each(begin, i + 1) as j:
            other = c.position(first[j])
            least = c.pick(other > begin, other, begin)
            length, here, there = (j - least) * SPEEDS, (least - begin) * SPEEDS, (least - other) * SPEEDS
            for mine, theirs in ((L, U), (U, L)):
                for one in (0, 3):
                    for two in (0, 3):
                        lines = [mine.line(i, one + k).part(here) for k in range(3)]
                        others = [theirs.line(j, two + k).part(there) for k in range(3)]
                        _subtract(c, lines, others, length, two)
            with c.when(j < i):
                _substitute(c, L, U, i, j, is_unit=False)
                _substitute(c, U, L, i, j, is_unit=True)
        _small_factor(c, L, U, i)
    return c.procedure()


def _subtract(c: Code, lines: list[Array], others: list[Array], length: Index, two: int) -> None:
    """Entries behind a length minus the products of what is before it, of three lines with three."""
    sums = [[c.variable(line[length + (two + j)]) for j in range(3)] for line in lines]
    with c.each(length) as k:
        a, b = [line[k] for line in lines], [other[k] for other in others]
        for i in range(3):
            for j in range(3):
                sums[i][j].value = c.fma(-a[i], b[j], sums[i][j].value)
    for line, row in zip(lines, sums, strict=True):
        for j in range(3):
            line[length + (two + j)] = row[j].value


def _substitute(c: Code, lines: Profile, corner: Profile, i: Index, j: Index, *, is_unit: bool) -> None:
    """A block times the inverse of the turned corner block of its columns, whose diagonal is one or inverse."""
    place = (j - c.position(lines.first[i])) * SPEEDS
    at = (j - c.position(lines.first[j])) * SPEEDS
    T = [[corner.line(j, k).part(at)[l] for l in range(k + 1)] for k in range(SPEEDS)]
    with c.each(SPEEDS) as k:
        line = lines.line(i, k).part(place)
        x: list[Real] = []
        for l in range(SPEEDS):
            rest = line[l]
            for m in range(l):
                rest = c.fma(-x[m], T[l][m], rest)
            x.append(rest if is_unit else rest * T[l][l])
            line[l] = x[l]


def _small_factor(c: Code, L: Profile, U: Profile, i: Index) -> None:
    """Both factors of a diagonal block, which stands in L; the inverse of the diagonal of U in both."""
    place = (i - c.position(L.first[i])) * SPEEDS
    lower, upper = ([m.line(i, k).part(place) for k in range(SPEEDS)] for m in (L, U))
    A = [[lower[k][l] for l in range(SPEEDS)] for k in range(SPEEDS)]
    for k in range(SPEEDS):
        inverse = 1.0 / A[k][k]
        for r in range(k + 1, SPEEDS):
            A[r][k] = A[r][k] * inverse
            for l in range(k + 1, SPEEDS):
                A[r][l] = c.fma(-A[r][k], A[k][l], A[r][l])
        A[k][k] = inverse
    for k in range(SPEEDS):
        for l in range(k + 1):
            lower[k][l], upper[k][l] = A[k][l], A[l][k]


def solved() -> Procedure:
    """order, first, start, lower, upper, right → way: (L U)⁻¹ times right, in the order of bodies."""
    c = Code("heap_solved")
    count, order, first, start = c.indices("count"), c.argument("order"), c.argument("first"), c.argument("start")
    L, U = (Profile(c, first, first, start, c.argument(name)) for name in ("lower", "upper"))
    right, way, w = c.argument("right"), c.argument("way"), c.argument("work")
    n = count[0]
    with c.each(n) as i:
        body = c.position(order[i]) * SPEEDS
        for speed in range(SPEEDS):
            w[i * SPEEDS + speed] = right[body + speed]
    with c.each(n) as i:
        begin = c.position(first[i]) * SPEEDS
        with c.each(SPEEDS) as k:
            line, at = L.line(i, k), i * SPEEDS + k
            rest = c.variable(w[at])
            with c.each(at - begin) as l:
                rest.value = c.fma(-line[l], w[begin + l], rest.value)
            w[at] = rest.value
    with c.each(n) as back:
        i = n - 1 - back
        begin = c.position(first[i]) * SPEEDS
        with c.each(SPEEDS) as up:
            k = SPEEDS - 1 - up
            line, at = U.line(i, k), i * SPEEDS + k
            x = w[at] * line[at - begin]
            w[at] = x
            with c.each(at - begin) as l:
                w[begin + l] = c.fma(-line[l], x, w[begin + l])
    with c.each(n) as i:
        body = c.position(order[i]) * SPEEDS
        for speed in range(SPEEDS):
            way[body + speed] = w[i * SPEEDS + speed]
    return c.procedure()


def ranked() -> Procedure:
    """states, order → rank: bodies in their order along the axis on which they lie farthest apart."""
    c = Code("heap_ranked")
    count, states, order, rank = c.indices("count"), c.argument("states"), c.argument("order"), c.argument("rank")
    axis = longest_axis(c, states, State.size, count[0])
    sort(c, order, count[0], lambda k: states[k * State.size + axis])
    with c.each(count[0]) as i:
        rank[c.position(order[i])] = c.spread(i)
    return c.procedure()

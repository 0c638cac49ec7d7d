"""Native code of the contacts of a step: records of points that are near, with impulses of the step before."""

from __future__ import annotations

from dalembert.contact.heap_layout import MOST_POINTS, SPEEDS, Body, Contact, Pair, Placed, Shape, State
from dalembert.contact.heap_points_code import POINT, ROUTINES, PairOfShapes
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Array, Procedure
from dalembert.procedures.values import Index, Real
from dalembert.procedures.vectors_in_space import Vector3, Vectors

_KINDS = 4


def near_contacts() -> Procedure:
    """count (pairs, room, ground); settings; … → records and their impulses; told[0] is how many there are."""
    c = Code("heap_contacts")
    count, settings = c.indices("count"), c.argument("settings")
    tables = {name: c.argument(name) for name in ("bodies", "sets", "shapes", "states", "placed", "free", "reach")}
    pairs, before = c.argument("pairs"), c.argument("before")
    records, P, told = c.argument("records"), c.argument("P"), c.argument("told")
    points, n_points, found = c.array(MOST_POINTS * POINT), c.variable(0), c.variable(0)
    maker = _Maker(c, tables, settings, count[2])
    with c.each(count[0]) as k:
        pair = pairs.part(k * Pair.size)
        a, b = c.position(pair[Pair.a]), c.position(pair[Pair.b])
        shapes = [tables["shapes"].part(i * Shape.size) for i in (a, b)]
        placed = [tables["placed"].part(i * Placed.size) for i in (a, b)]
        n_points.value = 0
        key = c.position(shapes[0][Shape.kind]) * _KINDS + c.position(shapes[1][Shape.kind])
        for (first, second), routine in ROUTINES.items():
            with c.when(key.equals(first * _KINDS + second)):
                sides = (shapes[0], placed[0]), (shapes[1], placed[1])
                routine(PairOfShapes(c, *sides, points, n_points))
        begin = found.value
        with c.each(n_points.value) as i, c.when(c.is_true(points[i * POINT + 4] < maker.reach(shapes))):
            with c.when(found.value < count[1]):
                record = records.part(found.value * Contact.size)
                maker.write(record, P.part(found.value * 3), shapes, points.part(i * POINT), pair, before)
            found.value = found.value + 1
        pair[Pair.first], pair[Pair.count] = c.spread(begin), c.spread(found.value - begin)
    told[0] = c.spread(found.value)
    return c.procedure()


class _Maker:
    """Writes records."""

    def __init__(self, c: Code, tables: dict[str, Array], settings: Array, ground: Index) -> None:
        self.c, self.v, self.tables, self.settings, self.ground = c, Vectors(c), tables, settings, ground

    def reach(self, shapes: list[Array]) -> Real:
        """How near a point must be."""
        reach = self.tables["reach"]
        a, b = (self.c.position(shape[Shape.body]) for shape in shapes)
        result: Real = reach[a] + reach[b] + self.settings[1]
        return result

    def write(
        self, record: Array, P: Array, shapes: list[Array], point: Array, pair: Array, before: Array
    ) -> None:
        """A record of a point."""
        c, v = self.c, self.v
        n, place, gap = v.at(point, 1), v.at(point, 5), point[4]
        directions = (n, *v.tangents(n))
        numbers = [c.position(shape[Shape.body]) for shape in shapes]
        record[Contact.a], record[Contact.b] = (c.spread(k) for k in numbers)
        record[Contact.feature], record[Contact.gap] = point[0], gap
        v.put(record, Contact.point, place)
        for k, d in enumerate(directions):
            v.put(record, Contact.directions + 3 * k, d)
        weights = self._sides(record, numbers, place, directions)
        friction, restitution = self._law(shapes[0])
        record[Contact.friction] = friction
        record[Contact.normal_weight] = 1.0 / weights[0]
        middle, half = 0.5 * (weights[1] + weights[2]), 0.5 * (weights[1] - weights[2])
        record[Contact.tangent_weight] = 1.0 / (middle + c.sqrt(c.fma(half, half, weights[3] * weights[3])))
        record[Contact.coupling], record[Contact.coupling + 1] = weights[4], weights[5]
        self._bias(record, numbers, gap, restitution)
        self._begin(record, P, directions, pair, before)

    def _law(self, shape: Array) -> tuple[Real, Real]:
        place = self.c.position(shape[Shape.set]) * 2
        return self.tables["sets"][place], self.tables["sets"][place + 1]

    def _sides(
        self, record: Array, numbers: list[Index], place: Vector3, directions: tuple[Vector3, Vector3, Vector3]
    ) -> list[Real]:
        """Arms and turns of both bodies; gives W_nn, W_11, W_22, W_12, W_n1, W_n2."""
        v, entries = self.v, ((0, 0), (1, 1), (2, 2), (1, 2), (0, 1), (0, 2))
        sums: list[Real] = []
        for side, k in enumerate(numbers):
            body, state = self.tables["bodies"].part(k * Body.size), self.tables["states"].part(k * State.size)
            r, R = v.minus(place, v.at(state, State.place)), v.rotation(state, State.quaternion)
            inverse, mass = v.nine(body, Body.inverse_inertia), body[Body.inverse_mass]
            record[Contact.inverse_masses + side] = mass
            arms, turns = [], []
            for i, d in enumerate(directions):
                arm = v.transposed_times(R, v.cross(r, d))
                arm = arm if side == 0 else v.scaled(-1.0, arm)
                turn = v.times(inverse, arm)
                v.put(record, Contact.arms + 9 * side + 3 * i, arm)
                v.put(record, Contact.turns + 9 * side + 3 * i, turn)
                arms.append(arm)
                turns.append(turn)
            own = [v.dot(arms[i], turns[j]) + (mass if i == j else 0.0) for i, j in entries]
            sums = [x + y for x, y in zip(sums, own, strict=True)] if sums else own
        return sums

    def _bias(self, record: Array, numbers: list[Index], gap: Real, restitution: Real) -> None:
        """v_n + bias ≥ 0: a gap may close but no more, and what would close it with restitution turns back.

        Within a thin skin gaps count as closed: to close the last of them, or to push bodies apart that overlap,
        may be impossible with friction.
        """
        c, v, h = self.c, self.v, self.settings[0]
        free, states = self.tables["free"], self.tables["states"]

        def approach(array: Array, size: int, first: int) -> Real:
            ways = [v.at(array, k * size + first) for k in numbers]
            total = v.dot(v.at(record, Contact.directions), v.minus(*ways))
            for side, k in enumerate(numbers):
                total = total + v.dot(v.at(record, Contact.arms + 9 * side), v.at(array, k * size + first + 3))
            return total

        unhindered = approach(free, SPEEDS, 0)
        now = approach(states, State.size, State.velocity)
        closes = c.fma(h, unhindered, gap)
        record[Contact.bias] = c.select(now < 0.0, restitution * now, 0.0)
        skin = self.settings[3]
        record[Contact.active] = c.select((gap < skin) | (closes < self.settings[2]), 1.0, 0.0)

    def _begin(
        self,
        record: Array,
        P: Array,
        directions: tuple[Vector3, Vector3, Vector3],
        pair: Array,
        before: Array,
    ) -> None:
        """The impulse of the same point in the step before, if there is one, within the laws."""
        c, v = self.c, self.v
        P[0] = P[1] = P[2] = 0.0
        first = c.position(pair[Pair.first])
        with c.each(c.position(pair[Pair.count])) as i:
            old = before.part((first + i) * Contact.size)
            with c.when(c.is_true(old[Contact.feature].equals(record[Contact.feature]))):
                impulse = v.at(old, Contact.impulse)
                normal, one, two = (v.dot(impulse, d) for d in directions)
                normal = c.maximum(normal, 0.0)
                length = c.sqrt(c.fma(one, one, two * two))
                radius = record[Contact.friction] * normal
                factor = c.select(length > radius, radius / c.maximum(length, 1e-300), 1.0)
                P[0], P[1], P[2] = normal, factor * one, factor * two

"""Native code of where the shapes of a heap are, and which of them are near each other."""

from __future__ import annotations

from collections.abc import Callable

from dalembert.contact.heap_layout import BALL, BOX, PLANE, ROD, Pair, Placed, Shape, State
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Array, Procedure
from dalembert.procedures.values import Index, Real
from dalembert.procedures.vectors_in_space import Vectors

FAR = 1e30
"""Extent of a plane."""


def placed_shapes() -> Procedure:
    """count (shapes); shapes, states → placed; the ground is the last body."""
    c = Code("heap_places")
    count, shapes, states, placed = (
        c.indices("count"),
        c.argument("shapes"),
        c.argument("states"),
        c.argument("placed"),
    )
    v = Vectors(c)
    with c.each(count[0]) as k:
        shape, out = shapes.part(k * Shape.size), placed.part(k * Placed.size)
        state = states.part(c.position(shape[Shape.body]) * State.size)
        R, A = v.rotation(state, State.quaternion), v.nine(shape, Shape.axes)
        place = v.plus(v.at(state, State.place), v.times(R, v.at(shape, Shape.place)))
        columns = [v.times(R, (A[j], A[3 + j], A[6 + j])) for j in range(3)]
        axes = [columns[j][i] for i in range(3) for j in range(3)]
        v.put(out, Placed.place, place)
        v.put(out, Placed.axes, axes)
        kind, lengths = shape[Shape.kind], v.at(shape, Shape.lengths)
        for i in range(3):
            half = c.variable(lengths[0])
            with c.when(c.is_true(kind.equals(float(ROD)))):
                half.value = c.fma(c.abs(columns[2][i]), lengths[2], lengths[0])
            with c.when(c.is_true(kind.equals(float(BOX)))):
                half.value = v.dot([c.abs(column[i]) for column in columns], lengths)
            with c.when(c.is_true(kind.equals(float(PLANE)))):
                half.value = FAR
            out[Placed.lowest + i] = place[i] - half.value
            out[Placed.highest + i] = place[i] + half.value
    return c.procedure()


def near_pairs() -> Procedure:
    """Counts of shapes, solids, room and bodies; how near; shapes → pairs, and in `told` how many there are.

    All pairs of shapes of one set, on two bodies that are not both the ground, whose boxes are so near. Pairs are
    found along the axis on which the shapes lie farthest apart. What old pairs know of the contacts of the step
    before, new ones of the same shapes know too.
    """
    c = Code("heap_near_pairs")
    count, within = c.indices("count"), c.argument("within")
    shapes, placed, order = c.argument("shapes"), c.argument("placed"), c.argument("order")
    old, heads, following = c.argument("old"), c.argument("heads"), c.argument("next")
    pairs, told = c.argument("pairs"), c.argument("told")
    n_shapes, n_solids, room, ground = (count[k] for k in range(4))
    near = within[0]
    search = _Search(c, shapes, placed, pairs, room, ground, near, n_solids)
    axis = longest_axis(c, placed, Placed.size, n_solids)
    sort(c, order, n_solids, lambda k: placed[k * Placed.size + Placed.lowest + axis])
    with c.each(n_solids) as i:
        k = c.position(order[i])
        top = placed[k * Placed.size + Placed.highest + axis] + near
        j, goes_on = c.variable(i + 1), c.variable(0)
        with c.repeat() as again:
            goes_on.value = 0
            with c.when(j.value < n_solids):
                other = c.position(order[j.value])
                with c.when(c.is_true(placed[other * Placed.size + Placed.lowest + axis] < top)):
                    goes_on.value = 1
                    search.look_at(k, other)
            j.value = j.value + 1
            again.append(goes_on.value.equals(1))
        with c.each(n_solids, n_shapes) as plane:
            search.look_at(k, plane)
    _remember(c, count, old, told, heads, following, pairs, search.found.value)
    told[0] = c.spread(search.found.value)
    return c.procedure()


class _Search:
    """Pairs that were found so far."""

    def __init__(
        self,
        c: Code,
        shapes: Array,
        placed: Array,
        pairs: Array,
        room: Index,
        ground: Index,
        near: Real,
        n_solids: Index,
    ) -> None:
        self.c, self.shapes, self.placed, self.pairs = c, shapes, placed, pairs
        self.room, self.ground, self.near, self.n_solids = room, ground, near, n_solids
        self.found = c.variable(0)

    def look_at(self, k: Index, other: Index) -> None:
        """Take two shapes as a pair if they are near."""
        c = self.c
        first, second = self.shapes.part(k * Shape.size), self.shapes.part(other * Shape.size)
        here, there = self.placed.part(k * Placed.size), self.placed.part(other * Placed.size)
        is_near = first[Shape.set].equals(second[Shape.set]) & ~first[Shape.body].equals(second[Shape.body])
        for i in range(3):
            is_near = is_near & (here[Placed.lowest + i] < there[Placed.highest + i] + self.near)
            is_near = is_near & (there[Placed.lowest + i] < here[Placed.highest + i] + self.near)
        with c.when(c.is_true(is_near)):
            is_far = c.variable(0)
            kinds = first[Shape.kind], second[Shape.kind]
            with c.when(c.is_true(kinds[0].equals(float(BALL)) & kinds[1].equals(float(BALL)))):
                reach = first[Shape.lengths] + second[Shape.lengths] + self.near
                way = [here[i] - there[i] for i in range(3)]
                is_far.value = c.pick(c.is_true(Vectors(c).dot(way, way) > reach * reach), 1, 0)
            with c.when(other >= self.n_solids):
                self._leave_far(first, second, here, there, is_far)
            with c.when(is_far.value.equals(0)):
                self._take(k, other, kinds[0], kinds[1])

    def _leave_far(self, first: Array, second: Array, here: Array, there: Array, is_far: object) -> None:
        """Solids that are far from a plane: by the box around them."""
        c = self.c
        n = [there[Placed.axes + 3 * i + 2] for i in range(3)]
        height = c.variable(0.0)
        for i in range(3):
            lowest = c.select(n[i] > 0.0, here[Placed.lowest + i], here[Placed.highest + i])
            height.value = c.fma(n[i], lowest - there[i], height.value)
        is_far.value = c.pick(c.is_true(height.value > self.near), 1, 0)  # type: ignore[attr-defined]

    def _take(self, k: Index, other: Index, kind: Real, other_kind: Real) -> None:
        """Write a pair, the shape of the lower kind first, then that of the lower number."""
        c = self.c
        is_turned = c.is_true((other_kind < kind) | (other_kind.equals(kind) & (c.spread(other) < c.spread(k))))
        with c.when(self.found.value < self.room):
            out = self.pairs.part(self.found.value * Pair.size)
            out[Pair.a] = c.spread(c.pick(is_turned, other, k))
            out[Pair.b] = c.spread(c.pick(is_turned, k, other))
            out[Pair.first] = out[Pair.count] = 0.0
        self.found.value = self.found.value + 1


def longest_axis(c: Code, places: Array, size: int, n: Index) -> Index:
    """The axis along which places are farthest apart, by their mean squares; records begin with them."""
    sums, squares = [c.variable(0.0) for _ in range(3)], [c.variable(0.0) for _ in range(3)]
    with c.each(n) as k:
        for i in range(3):
            x = places[k * size + i]
            sums[i].value = sums[i].value + x
            squares[i].value = c.fma(x, x, squares[i].value)
    number = c.maximum(c.spread(n), 1.0)
    spreads = [b.value - a.value * a.value / number for a, b in zip(sums, squares, strict=True)]
    axis, widest = c.variable(0), c.variable(spreads[0])
    for i in (1, 2):
        with c.when(c.is_true(spreads[i] > widest.value)):
            axis.value, widest.value = i, spreads[i]
    result: Index = axis.value
    return result


def sort(c: Code, order: Array, n: Index, key: Callable[[Index], Real]) -> None:
    """Sort numbers by their keys; the order was nearly right before."""
    with c.each(1, n) as i:
        k, j, is_moved = order[i], c.variable(i), c.variable(0)
        mine = key(c.position(k))
        with c.repeat() as again:
            is_moved.value = 0
            with c.when(j.value > 0):
                before = order[j.value - 1]
                with c.when(c.is_true(key(c.position(before)) > mine)):
                    order[j.value] = before
                    j.value = j.value - 1
                    is_moved.value = 1
            again.append(is_moved.value.equals(1))
        order[j.value] = k


def _remember(
    c: Code, count: Array, old: Array, told: Array, heads: Array, following: Array, pairs: Array, found: Index
) -> None:
    """Tell new pairs which contacts the same shapes had in the step before."""
    with c.each(count[0]) as k:
        heads[k] = -1.0
    with c.each(c.position(told[1])) as k, c.when(c.is_true(old[k * Pair.size + Pair.count] > 0.0)):
        a = c.position(old[k * Pair.size + Pair.a])
        following[k] = heads[a]
        heads[a] = c.spread(k)
    with c.each(c.pick(found < count[2], found, count[2])) as k:
        new = pairs.part(k * Pair.size)
        at, b = c.variable(heads[c.position(new[Pair.a])]), new[Pair.b]
        with c.when(c.is_true(at.value >= 0.0)), c.repeat() as again:
            place = c.position(at.value)
            before = old.part(place * Pair.size)
            with c.when(c.is_true(before[Pair.b].equals(b))):
                new[Pair.first], new[Pair.count] = before[Pair.first], before[Pair.count]
            at.value = following[place]
            again.append(c.is_true(at.value >= 0.0))

"""Computations over all elements of a system at once, recorded as rolled code.

Vectors of the system are arrays of places: of each body where its block begins, of each row where its number is.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.calls import invoke
from dalembert.expr.functions import maximum
from dalembert.expr.node import Expression, Node, name_of
from dalembert.expr.rewrite import substitute
from dalembert.expr.rolled_blocks import Blocks, Function, Places, RolledBlocks
from dalembert.numerics.block_elimination import BlockFactors, BlockOrder, block_factors
from dalembert.numerics.repeated_system import ElementGroup, ElementKind, RepeatedSystem
from dalembert.numerics.row_sizes import RowSizes

Vector: TypeAlias = Places
"""Where the block of each body begins, or each row."""

Results: TypeAlias = list[list[Blocks]]
"""Results of each group of elements."""


@dataclass(frozen=True, eq=False)
class Form:
    """Arrays of expressions of one element, and their variables in the order in which blocks bring them."""

    variables: Sequence[Node]
    outputs: Sequence[Array]


class Sheet:
    """Records what is computed of elements."""

    def __init__(
        self, system: RepeatedSystem, order: BlockOrder, sizes: RowSizes, vectors: Mapping[str, Any]
    ) -> None:
        self.system, self.order, self._sizes, self._n_rows = system, order, sizes, len(system.lam)
        operands: dict[Any, None] = {}
        self._first: dict[str, int] = {}
        for name, vector in vectors.items():
            self._first[name] = len(operands)
            operands |= dict.fromkeys(vector)
        # parameters come in the order of their names: programs hand them on side by side then
        parameters = {x for x in system.on if isinstance(x, Expression)}
        for group in (*system.bodies, *system.parts):
            parameters |= {*group.kind.shared, *group.opened.ravel()}
        operands |= dict.fromkeys(sorted(parameters, key=_name_or_text))
        self._places = {x: k for k, x in enumerate(operands)}
        self._operands: list[Any] = list(operands)
        self.rolling = RolledBlocks(self._operands)
        self.units = self._table(sizes.derivatives)
        self._forms: dict[tuple[Any, ElementKind], Form] = {}

    # ---- where things stand

    def bodies(self, name: str) -> Vector:
        """A vector along the speeds."""
        return self._first[name] + np.array([x.start for x in self.system.u_of], dtype=np.int64)

    @property
    def q(self) -> Vector:
        """The coordinates."""
        return self._first["q"] + np.array([x.start for x in self.system.q_of], dtype=np.int64)

    def rows(self, name: str) -> Vector:
        """A vector along the rows."""
        return self._first[name] + np.arange(self._n_rows)

    def scalar(self, name: str, k: int) -> int:
        """An entry of a vector."""
        return self._first[name] + k

    @cached_property
    def switches(self) -> Vector:
        """One for each row that is on, zero for the others."""
        on = self.system.on
        if all(isinstance(x, Expression) for x in on):
            return np.array([self._places[x] for x in on], dtype=np.int64)
        return self._table(on)

    def _table(self, values: Any) -> Vector:
        return self.rolling.numbers(np.array(values, dtype=float).reshape(-1, 1)).starts

    # ---- elements

    def of(
        self,
        groups: Sequence[ElementGroup],
        form: Callable[[ElementKind], Form],
        *,
        q: Vector | None = None,
        u: Vector | None = None,
        bodies: Sequence[Vector] = (),
        coordinates: Sequence[Vector] = (),
        rows: Sequence[Vector] = (),
        scalars: Sequence[int] = (),
    ) -> Results:
        """The expressions of each element: of its variables, then of vectors and numbers that are given."""
        results = []
        for group in groups:
            blocks = [*self._on_bodies(group, [self.q if q is None else q], self.system.q_of)]
            blocks += self._on_bodies(group, [self.bodies("u") if u is None else u], self.system.u_of)
            blocks += self._own(group)
            blocks += self._on_bodies(group, bodies, self.system.u_of)
            blocks += self._on_bodies(group, coordinates, self.system.q_of)
            blocks += self._on_rows(group, rows) + self._numbers(group, scalars)
            results.append(self.rolling.each(_evaluated, *blocks, fixed=self._form(form, group.kind)))
        return results

    def each(
        self,
        function: Function,
        known: Results,
        *,
        bodies: Sequence[Vector] = (),
        rows: Sequence[Vector] = (),
        fixed: Hashable = None,
    ) -> Results:
        """What a function makes of results of each part and of vectors, for (number of rows, fixed value)."""
        results = []
        for group, own in zip(self.system.parts, known, strict=True):
            # vectors along the speeds are one block
            blocks = [*own, *self._on_bodies(group, bodies, self.system.u_of), *self._on_rows(group, rows)]
            m, sizes = group.rows.shape[1], tuple(self._size(k) for k in group.bodies[0])
            results.append(self.rolling.each(function, *blocks, fixed=(m, sizes, len(bodies), len(rows), fixed)))
        return results

    def _form(self, make: Callable[[ElementKind], Form], kind: ElementKind) -> Form:
        if (make, kind) not in self._forms:
            self._forms[make, kind] = make(kind)
        return self._forms[make, kind]

    def _on_bodies(self, group: ElementGroup, vectors: Sequence[Vector], slices: Sequence[slice]) -> list[Blocks]:
        return [
            Blocks(vector[group.bodies[:, k]], _length(slices[group.bodies[0, k]]))
            for vector in vectors
            for k in range(group.bodies.shape[1])
        ]

    def _own(self, group: ElementGroup) -> list[Blocks]:
        """Numbers and open parameters of each element."""
        blocks = [self.rolling.numbers(group.values)] if group.values.shape[1] else []
        for column in group.opened.T:
            blocks.append(Blocks(np.array([self._places[x] for x in column], dtype=np.int64), 1))
        return blocks + self._numbers(group, [self._places[x] for x in group.kind.shared])

    def _on_rows(self, group: ElementGroup, vectors: Sequence[Vector]) -> list[Blocks]:
        return [Blocks(vector[column], 1) for vector in vectors for column in group.rows.T]

    def _numbers(self, group: ElementGroup, places: Sequence[int]) -> list[Blocks]:
        return [Blocks(np.full(len(group), place), 1) for place in places]

    def _size(self, body: int) -> int:
        return _length(self.system.u_of[body])

    # ---- vectors

    def along_rows(self, results: Sequence[Blocks]) -> Vector:
        """The vector of a result of each part that has a number for each of its rows."""
        vector = np.zeros(self._n_rows, dtype=np.int64)
        for group, block in zip(self.system.parts, results, strict=True):
            vector[group.rows] = block.places
        return vector

    def along_bodies(self, results: Sequence[Blocks]) -> Vector:
        """The vector of a result of each body."""
        vector = np.zeros(len(self.system.u_of), dtype=np.int64)
        for group, block in zip(self.system.bodies, results, strict=True):
            vector[group.bodies[:, 0]] = block.starts
        return vector

    def weights(self, factor: float, *scalars: int) -> Vector:
        """Weights of the rows: a number, over the size of J M⁻¹ Jᵀ, times switches and scalars."""
        if not self._n_rows:
            return np.zeros(0, dtype=np.int64)
        own = Blocks(self._table(factor * np.asarray(self._sizes.weights, dtype=float)), 1)
        more = [Blocks(np.full(self._n_rows, place), 1) for place in scalars]
        return self.rolling.each(_product, own, Blocks(self.switches, 1), *more)[0].starts

    def added(self, a: Vector, b: Vector) -> Vector:
        """a + b along the speeds."""
        return self.by_size(_sum, a, b)

    def scaled(self, a: Vector, scalar: int) -> Vector:
        """A vector along the speeds times a number of the memory."""
        return self.by_size(_product, a, scalar=scalar)

    def by_size(self, function: Function, *vectors: Vector, scalar: int | None = None) -> Vector:
        """What a function makes of vectors along the speeds, body by body, and of a number of the memory."""
        result = np.zeros(len(self.system.u_of), dtype=np.int64)
        sizes = np.array(list(self.order.sizes))
        for size in np.unique(sizes):
            which = np.flatnonzero(sizes == size)
            blocks = [Blocks(vector[which], int(size)) for vector in vectors]
            if scalar is not None:
                blocks.append(Blocks(np.full(len(which), scalar), 1))
            result[which] = self.rolling.each(function, *blocks)[0].starts
        return result

    def summed(self, contributions: Sequence[tuple[Places, Blocks]], n: int) -> Places:
        """Sums of blocks by target, of n targets: where they begin, −1 of those without any."""
        result = np.full(n, -1, dtype=np.int64)
        for size in sorted({x.size for _, x in contributions}):
            of_size = [(targets, x.starts) for targets, x in contributions if x.size == size]
            targets, starts = (np.concatenate(column) for column in zip(*of_size, strict=True))
            targets, starts = self._reduced(_sum, targets, starts, size)
            result[targets] = starts
        return result

    def largest(self, results: Sequence[Blocks]) -> int:
        """The largest of all entries of some results, and zero."""
        places = np.concatenate([np.zeros(0, dtype=np.int64), *(x.places.ravel() for x in results)])
        return int(self._reduced(_maximum, np.zeros(len(places), dtype=np.int64), places, 1)[1][0])

    def _reduced(self, function: Function, targets: Places, starts: Places, size: int) -> tuple[Places, Places]:
        """Blocks of each target, taken together two by two until there is one."""
        order = np.argsort(targets, kind="stable")
        targets, starts = targets[order], starts[order]
        while True:
            firsts = np.searchsorted(targets, targets, side="left")
            is_even = (np.arange(len(targets)) - firsts) % 2 == 0
            has_next = np.append(targets[1:] == targets[:-1], False)
            pairs = np.flatnonzero(is_even & has_next)
            if not len(pairs):
                return targets, starts
            made = self.rolling.each(function, Blocks(starts[pairs], size), Blocks(starts[pairs + 1], size))[0]
            starts = starts.copy()
            starts[pairs] = made.starts
            targets, starts = targets[is_even], starts[is_even]

    # ---- matrices and results

    def factors(self, own: Sequence[Blocks], of_parts: Results) -> BlockFactors:
        """Factors of the sum of a block of each body, and of all blocks between the bodies of each part."""
        n, pairs = len(self.order.sizes), sorted(self.order.pairs)
        number = {pair: n + 2 * k for k, pair in enumerate(pairs)} | {
            (j, i): n + 2 * k + 1 for k, (i, j) in enumerate(pairs)
        }
        contributions = [(g.bodies[:, 0], x) for g, x in zip(self.system.bodies, own, strict=True)]
        for group, blocks in zip(self.system.parts, of_parts, strict=True):
            width = group.bodies.shape[1]
            for k, block in enumerate(blocks):
                rows, columns = group.bodies[:, k // width], group.bodies[:, k % width]
                if k // width == k % width:
                    contributions.append((rows, block))
                    continue
                ends = zip(rows.tolist(), columns.tolist(), strict=True)
                contributions.append((np.array([number[pair] for pair in ends], dtype=np.int64), block))
        starts = self.summed(contributions, n + 2 * len(pairs)).tolist()
        others = {pair: starts[k] for pair, k in number.items()}
        return block_factors(self.rolling, self.order, starts[:n], others)

    def solved(self, factors: BlockFactors, right: Vector) -> Vector:
        """A⁻¹ b along the speeds."""
        return np.array(factors.solve(self.rolling, right.tolist()), dtype=np.int64)

    def kept(self, name: str) -> BlockFactors:
        """Factors that are among the operands."""
        return BlockFactors.kept(self.order, self._first[name])

    def results(self, label: str, *results: Vector | Sequence[Blocks]) -> list[Any]:
        """Results of the call that computes all this: of rows, or of blocks."""
        blocks = [
            Blocks(x, 1)
            if isinstance(x, np.ndarray)
            else Blocks(np.concatenate([np.zeros(0, dtype=np.int64), *(y.places.ravel() for y in x)]), 1)
            for x in results
        ]
        return invoke(self.rolling.routine(label, blocks, "has no value"), self._operands)

    def zero(self) -> Vector:
        """The number zero, as a result."""
        return np.array(self.rolling.once(_zero, [0], (1,)))

    def of_speeds(self, vector: Vector) -> Vector:
        """All entries of a vector along the speeds, in their order."""
        return self._entries(vector, self.system.u_of)

    def of_coordinates(self, vector: Vector) -> Vector:
        """All entries of a vector of coordinates, in their order."""
        return self._entries(vector, self.system.q_of)

    @staticmethod
    def _entries(vector: Vector, slices: Sequence[slice]) -> Vector:
        entries = np.zeros(sum(map(_length, slices)), dtype=np.int64)
        for start, place in zip(vector.tolist(), slices, strict=True):
            entries[place] = np.arange(start, start + _length(place))
        return entries


def _name_or_text(x: Expression) -> tuple[bool, str]:
    """Order of parameters, before expressions of them."""
    return x.op != "parameter", name_of(x) if x.op == "parameter" else repr(x)


def _length(place: slice) -> int:
    return place.stop - place.start


# ---- functions that are traced


def _evaluated(form: Form, *arrays: Array) -> list[Array]:
    values = dict(zip(form.variables, np.concatenate(arrays), strict=True))
    return [np.asarray(substitute(y, values), dtype=object) for y in form.outputs]


def _zero(_: Array) -> list[Any]:
    return [[0.0]]


def _sum(a: Array, b: Array) -> list[Array]:
    return [a + b]


def _product(a: Array, *factors: Array) -> list[Array]:
    for x in factors:
        a = a * x
    return [a]


def _maximum(a: Array, b: Array) -> list[Any]:
    return [[maximum(x, y) for x, y in zip(a, b, strict=True)]]

"""Where the factors of a matrix are nonzero: found once, in integers, before there are numbers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from heapq import heapify, heappop, heappush


@dataclass(frozen=True, repr=False)
class Pattern:
    """Elimination of an n × n matrix in a fixed order, and where this fills it.

    Row and column k of the factors belong to row and column `order[k]` of the matrix. Column k of the lower
    factor is nonzero on the diagonal and in the rows `below[k]`; so is row k of the upper factor in these
    columns. `entries` are the places of the matrix that are read, one after the other.
    """

    order: tuple[int, ...]
    below: tuple[tuple[int, ...], ...]
    entries: tuple[tuple[int, int], ...]

    # calls carry patterns and are looked up often: the digest stands for the contents
    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"Pattern({self.key})"

    @property
    def n(self) -> int:
        """Number of rows."""
        return len(self.order)

    @cached_property
    def before(self) -> tuple[tuple[int, ...], ...]:
        """Columns left of the diagonal in each row of the lower factor."""
        result: list[list[int]] = [[] for _ in self.order]
        for j, rows in enumerate(self.below):
            for i in rows:
                result[i].append(j)
        return tuple(map(tuple, result))

    @cached_property
    def is_full(self) -> bool:
        """Whether nothing is zero and the order is the given one."""
        return self.order == tuple(range(self.n)) and 2 * sum(map(len, self.below)) == self.n * (self.n - 1)

    @cached_property
    def by_rows(self) -> tuple[tuple[int, int], ...]:
        """Places of both factors in one matrix, row by row."""
        rows = zip(self.before, self.below, strict=True)
        return tuple((k, j) for k, (left, right) in enumerate(rows) for j in (*left, k, *right))

    @cached_property
    def by_columns(self) -> tuple[tuple[int, int], ...]:
        """Places of the lower factor, diagonal included, column by column."""
        return tuple((i, j) for j, rows in enumerate(self.below) for i in (j, *rows))

    def positions(self, places: tuple[tuple[int, int], ...]) -> list[int]:
        """For each entry of the matrix its position in a list of places of the factors.

        A list of places in the lower triangle takes what lies above the diagonal at the mirrored place.
        """
        at = {place: position for position, place in enumerate(places)}
        rank = {row: k for k, row in enumerate(self.order)}
        eliminated = [(rank[i], rank[j]) for i, j in self.entries]
        return [at[place] if place in at else at[place[1], place[0]] for place in eliminated]

    @cached_property
    def key(self) -> str:
        """Short name: the size if all is read, else with a digest of the pattern."""
        if self.is_full and self.entries == square(self.n):
            return f"{self.n}"
        if self.is_full and self.entries == lower_triangle(self.n):
            return f"{self.n}_lower"
        text = repr((self.order, self.below, self.entries))
        return f"{self.n}_{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def square(n: int) -> tuple[tuple[int, int], ...]:
    """All places of an n × n matrix, row by row."""
    return tuple((i, j) for i in range(n) for j in range(n))


def lower_triangle(n: int) -> tuple[tuple[int, int], ...]:
    """The places on and below the diagonal, row by row."""
    return tuple((i, j) for i in range(n) for j in range(i + 1))


def full_pattern(n: int, entries: Iterable[tuple[int, int]]) -> Pattern:
    """Elimination of a dense matrix from first to last row."""
    return Pattern(tuple(range(n)), tuple(tuple(range(k + 1, n)) for k in range(n)), tuple(entries))


def sparse_pattern(n: int, entries: Iterable[tuple[int, int]]) -> Pattern:
    """Elimination of a sparse matrix in the order of minimum degree.

    The pattern of the matrix is made symmetric first. A row whose diagonal is zero, such as a constraint's,
    waits until those of its neighbours are eliminated whose diagonal is not: only then it has a pivot.
    """
    places = tuple(entries)
    neighbours: list[set[int]] = [set() for _ in range(n)]
    for i, j in places:
        if i != j:
            neighbours[i].add(j)
            neighbours[j].add(i)
    order, left = minimum_degree(neighbours, {i for i, j in places if i == j})
    rank = {row: k for k, row in enumerate(order)}
    return Pattern(tuple(order), tuple(tuple(sorted(rank[i] for i in rows)) for rows in left), places)


def minimum_degree(neighbours: list[set[int]], definite: set[int]) -> tuple[list[int], list[set[int]]]:
    """Order of elimination, least connected first, and what each row is still connected with at its turn.

    Rows that are not `definite` wait for their definite neighbours; of equal ones the first comes first.
    """
    graph = [set(row) for row in neighbours]
    waits = [set() if i in definite else row & definite for i, row in enumerate(neighbours)]
    queue = [(len(row), i) for i, row in enumerate(graph) if not waits[i]]
    heapify(queue)
    order: list[int] = []
    left: list[set[int]] = []
    done = [False] * len(graph)
    while queue:
        degree, row = heappop(queue)
        if done[row] or degree != len(graph[row]):
            continue
        done[row] = True
        order.append(row)
        left.append(graph[row])
        # whoever was connected with the row is now connected with each other
        for other in graph[row]:
            graph[other] |= graph[row]
            graph[other] -= {other, row}
            waits[other].discard(row)
            if not waits[other]:
                heappush(queue, (len(graph[other]), other))
    return order, left

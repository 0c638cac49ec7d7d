"""Elimination of sparse matrices of small blocks, as rolled code, in an order that is found once.

A = L U without pivoting, block by block: for matrices whose symmetric part is definite. The blocks of a system are
its bodies, so that an elimination step is a few products of small matrices, one routine for all bodies of a kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dalembert.arrays import Array
from dalembert.expr.rolled_blocks import RolledBlocks
from dalembert.procedures.sparsity import minimum_degree

_TOGETHER = 3
"""Neighbours of a row that are treated in one step."""


@dataclass(frozen=True, eq=False)
class BlockOrder:
    """Order of elimination of blocks of these sizes, between which there are these pairs."""

    sizes: Sequence[int]
    pairs: frozenset[tuple[int, int]]
    """Pairs (i, j), i < j, of blocks that are connected."""

    @classmethod
    def of(cls, sizes: Sequence[int], pairs: Iterable[tuple[int, int]]) -> BlockOrder:
        """The order for pairs in any order."""
        return cls(sizes, frozenset((min(i, j), max(i, j)) for i, j in pairs if i != j))

    @cached_property
    def _eliminated(self) -> tuple[list[int], list[list[int]]]:
        neighbours: list[set[int]] = [set() for _ in self.sizes]
        for i, j in self.pairs:
            neighbours[i].add(j)
            neighbours[j].add(i)
        order, left = minimum_degree(neighbours, set(range(len(self.sizes))))
        rank = {k: position for position, k in enumerate(order)}
        return order, [sorted(row, key=rank.__getitem__) for row in left]

    @property
    def steps(self) -> Iterable[tuple[int, list[int]]]:
        """Each block in the order of elimination, and the blocks with which it is still connected then."""
        return zip(*self._eliminated, strict=True)

    @property
    def reversed_steps(self) -> Iterable[tuple[int, list[int]]]:
        """The same backwards."""
        order, left = self._eliminated
        return zip(reversed(order), reversed(left), strict=True)

    @cached_property
    def places(self) -> tuple[dict[int, int], dict[tuple[int, int], int], int]:
        """Where factors stand that are kept one after the other: pivots, other blocks of L and U; their size."""
        pivots: dict[int, int] = {}
        others: dict[tuple[int, int], int] = {}
        at = 0
        for k, connected in self.steps:
            pivots[k] = at
            at += self.sizes[k] ** 2
            for i in connected:
                for pair in ((i, k), (k, i)):
                    others[pair] = at
                    at += self.sizes[i] * self.sizes[k]
        return pivots, others, at


@dataclass(frozen=True, eq=False)
class BlockFactors:
    """L U of a matrix of blocks: where its entries begin in the memory of rolled code."""

    order: BlockOrder
    pivots: Mapping[int, int]
    """L and U of the blocks on the diagonal, in one, with one over the pivots."""

    others: Mapping[tuple[int, int], int]
    """Blocks of L below the diagonal, and of U above it."""

    @property
    def parts(self) -> list[tuple[int, int]]:
        """Where each kept block begins, and its size, in the order of `BlockOrder.places`."""
        sizes, kept = self.order.sizes, list[tuple[int, int]]()
        for k, connected in self.order.steps:
            kept.append((self.pivots[k], sizes[k] ** 2))
            kept += [(self.others[pair], sizes[i] * sizes[k]) for i in connected for pair in ((i, k), (k, i))]
        return kept

    @classmethod
    def kept(cls, order: BlockOrder, first: int) -> BlockFactors:
        """Factors that stand one after the other from an entry on."""
        pivots, others, _ = order.places
        return cls(
            order,
            {k: first + at for k, at in pivots.items()},
            {pair: first + at for pair, at in others.items()},
        )

    def solve(self, rolling: RolledBlocks, right: Sequence[int]) -> list[int]:
        """A⁻¹ b, for blocks of b that begin at these entries."""
        x, sizes = list(right), self.order.sizes
        for k, connected in self.order.steps:
            for i in connected:
                shape = (sizes[i], sizes[k])
                blocks = (x[i], self.others[i, k], x[k])
                (x[i],) = rolling.once(_less_product, blocks, (shape[0], shape[0] * shape[1], shape[1]), shape)
        for k, connected in self.order.reversed_steps:
            starts, lengths = [x[k], self.pivots[k]], [sizes[k], sizes[k] ** 2]
            # several neighbours are taken together
            for first in range(0, max(1, len(connected)), _TOGETHER):
                group = connected[first : first + _TOGETHER]
                is_last = first + _TOGETHER >= len(connected)
                for j in group:
                    starts += [self.others[k, j], x[j]]
                    lengths += [sizes[k] * sizes[j], sizes[j]]
                (x[k],) = rolling.once(_backward, starts, tuple(lengths), (sizes[k], is_last))
                starts, lengths = [x[k], self.pivots[k]], [sizes[k], sizes[k] ** 2]
        return x


def block_factors(
    rolling: RolledBlocks,
    order: BlockOrder,
    diagonal: Sequence[int],
    others: Mapping[tuple[int, int], int],
) -> BlockFactors:
    """Factors of a matrix whose blocks begin at these entries; all pairs stand in both triangles."""
    A, D, sizes = dict(others), list(diagonal), order.sizes
    pivots: dict[int, int] = {}
    for k, connected in order.steps:
        n = sizes[k]
        if len(connected) == 1:
            # as everywhere in a chain: all in one step
            i, m = connected[0], sizes[connected[0]]
            blocks, shape = [D[k], A[i, k], A[k, i], D[i]], (n, m)
            made = rolling.once(_with_one_neighbour, blocks, (n * n, m * n, n * m, m * m), shape)
            pivots[k], A[i, k], D[i] = made
            continue
        (pivots[k],) = rolling.once(_pivot, [D[k]], (n * n,), n)
        for i in connected:
            m = sizes[i]
            (A[i, k],) = rolling.once(_lower, [A[i, k], pivots[k]], (m * n, n * n), (m, n))
        for i in connected:
            for j in connected:
                m, width = sizes[i], sizes[j]
                own = D[i] if i == j else A.get((i, j))
                starts, lengths = [A[i, k], A[k, j]], [m * n, n * width]
                if own is not None:
                    starts, lengths = [*starts, own], [*lengths, m * width]
                (result,) = rolling.once(_updated, starts, tuple(lengths), (m, n, width))
                if i == j:
                    D[i] = result
                else:
                    A[i, j] = result
    return BlockFactors(order, pivots, A)


# ---- functions that are traced


def _pivot(n: int, entries: Array) -> list[Any]:
    """L U of a block; inverses of the pivots stand on the diagonal."""
    A = entries.reshape(n, n).copy()
    for k in range(n):
        A[k, k] = 1.0 / A[k, k]
        for i in range(k + 1, n):
            A[i, k] = A[i, k] * A[k, k]
            for j in range(k + 1, n):
                A[i, j] = A[i, j] - A[i, k] * A[k, j]
    return [A]


def _lower(shape: tuple[int, int], entries: Array, pivot: Array) -> list[Any]:
    """X A⁻¹ for the factors of A."""
    X, A = entries.reshape(shape).copy(), pivot.reshape(shape[1], shape[1])
    n = shape[1]
    for row in X:
        for k in range(n):
            for i in range(k):
                row[k] = row[k] - row[i] * A[i, k]
            row[k] = row[k] * A[k, k]
        for k in reversed(range(n)):
            for i in range(k + 1, n):
                row[k] = row[k] - row[i] * A[i, k]
    return [X]


def _with_one_neighbour(sizes: tuple[int, int], own: Array, lower: Array, upper: Array, other: Array) -> list[Any]:
    """Factors of a block, L below it, and what is left of the only other block that it is connected with."""
    n, m = sizes
    (pivot,) = _pivot(n, own)
    (L,) = _lower((m, n), lower, pivot.ravel())
    (left,) = _updated((m, n, m), L.ravel(), upper, other)
    return [pivot, L, left]


def _updated(shape: tuple[int, int, int], left: Array, right: Array, own: Array | None = None) -> list[Any]:
    """C − L U, or −L U."""
    m, n, k = shape
    product = left.reshape(m, n) @ right.reshape(n, k)
    return [-product if own is None else own.reshape(m, k) - product]


def _less_product(shape: tuple[int, int], x: Array, block: Array, y: Array) -> list[Any]:
    return [x - block.reshape(shape) @ y]


def _backward(form: tuple[int, bool], x: Array, pivot: Array, *pairs: Array) -> list[Any]:
    """x − Σ U y, and A⁻¹ of that if nothing more is to be taken away."""
    n, is_last = form
    total = x.copy()
    for block, y in zip(pairs[::2], pairs[1::2], strict=True):
        total = total - block.reshape(n, len(y)) @ y
    if not is_last:
        return [total]
    A = pivot.reshape(n, n)
    for k in range(n):
        for i in range(k):
            total[k] = total[k] - A[k, i] * total[i]
    for k in reversed(range(n)):
        for i in range(k + 1, n):
            total[k] = total[k] - A[k, i] * total[i]
        total[k] = total[k] * A[k, k]
    return [total]

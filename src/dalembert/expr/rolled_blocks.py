"""Rolled code from blocks: equal computations on many blocks of entries are recorded at once, as arrays of places.

`rolled_tracing` takes steps one by one and entry by entry. Where a system is a thousand equal elements, their
tables are arrays, and so is all that is done here: no loop in Python names an entry.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Array, Matrix
from dalembert.expr.node import Node, inputs_of
from dalembert.expr.rolled import Rolled
from dalembert.expr.subprogram import Subprogram
from dalembert.expr.symbol_nodes import symbol
from dalembert.procedures.rolled_code import Steps

Places: TypeAlias = NDArray[np.int64]

Function: TypeAlias = Callable[..., Sequence[Any]]
"""Arrays of one computation, (size,) each, behind a value that is fixed; gives arrays."""


@dataclass(frozen=True, eq=False)
class Blocks:
    """The same block of entries for each of n computations: where it begins, and how long it is."""

    starts: Places
    """Entries of the memory (n,); −1 − k begins at number k of the tables."""

    size: int

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def are_numbers(self) -> bool:
        """Whether they are in tables."""
        return bool(len(self.starts)) and bool(self.starts[0] < 0)

    @property
    def places(self) -> Places:
        """All entries (n, size)."""
        steps = np.arange(self.size)
        places: Places = self.starts[:, None] + (-steps if self.are_numbers else steps)
        return places

    def part(self, first: int, size: int) -> Blocks:
        """A part of each block."""
        return Blocks(self.starts + (-first if self.are_numbers else first), size)

    def taken(self, which: Places) -> Blocks:
        """Some of the blocks, by number."""
        return Blocks(self.starts[which], self.size)


@dataclass(frozen=True, eq=False)
class _Part:
    number: int
    used: Places
    """Which of its operands it reads."""

    block: Places
    place: Places
    """In which blocks these are, and where in them."""

    sizes: tuple[int, ...]
    """Of its results, one after the other."""

    @cached_property
    def firsts(self) -> list[int]:
        """Where its results begin."""
        return [int(end) - size for end, size in zip(np.cumsum(self.sizes), self.sizes, strict=True)]


class RolledBlocks:
    """Records computations on blocks of a memory, in which operands stand first."""

    def __init__(self, operands: Sequence[Node]) -> None:
        self._operands, self._size = operands, len(operands)
        self._known: dict[Hashable, _Part] = {}
        self._programs: list[Subprogram] = []
        self._tables: list[Matrix] = []
        self._n_numbers = 0
        self._numbers: list[Places] = []
        self._offsets: list[Places] = []
        self._reads: list[Places] = []

    def numbers(self, values: Matrix) -> Blocks:
        """Numbers (n, k) that are read from a table."""
        n, k = values.shape
        first = self._n_numbers
        self._tables.append(values.ravel())
        self._n_numbers += n * k
        return Blocks(-1 - first - k * np.arange(n), k)

    def each(self, function: Function, *blocks: Blocks, fixed: Hashable = None) -> list[Blocks]:
        """What a function makes of each row of blocks, the same computation for all."""
        n, part = len(blocks[0]), self._part(function, fixed, blocks)
        size = sum(part.sizes)
        reads = np.concatenate([x.places for x in blocks], axis=1)[:, part.used]
        offsets = self._size + size * np.arange(n)
        self._numbers.append(np.full(n, part.number))
        self._offsets.append(offsets)
        self._reads.append(reads.ravel())
        self._size += n * size
        return [Blocks(offsets + first, k) for first, k in zip(part.firsts, part.sizes, strict=True)]

    def once(
        self, function: Function, starts: Sequence[int], sizes: tuple[int, ...], fixed: Hashable = None
    ) -> list[int]:
        """What a function makes of one row of blocks of the memory, given where they begin; so are its results."""
        key = (function, fixed, sizes)
        if key not in self._known:
            self._known[key] = self._traced(function, fixed, sizes)
        part, at = self._known[key], self._size
        self._numbers.append(np.array([part.number]))
        self._offsets.append(np.array([at]))
        self._reads.append(np.array(starts)[part.block] + part.place)
        self._size += sum(part.sizes)
        return [at + first for first in part.firsts]

    def routine(self, label: str, results: Sequence[Blocks], message: str) -> Rolled:
        """All computations as a routine of the operands; its results are the blocks one after the other."""
        empty = np.zeros(0, dtype=np.int64)
        numbers, offsets, reads = (
            np.concatenate([empty, *table]) for table in (self._numbers, self._offsets, self._reads)
        )
        wanted = np.concatenate([empty, *(x.places.ravel() for x in results)])
        steps = Steps(numbers, offsets, reads, self._size, wanted, np.concatenate([np.zeros(0), *self._tables]))
        return Rolled(label, len(self._operands), tuple(self._programs), steps, message)

    def _part(self, function: Function, fixed: Hashable, blocks: Sequence[Blocks]) -> _Part:
        sizes, tables = tuple(x.size for x in blocks), tuple(x.are_numbers for x in blocks)
        # an operand is a number in all runs of a part, or in none
        key = (function, fixed, sizes, tables) if any(tables) else (function, fixed, sizes)
        if key not in self._known:
            self._known[key] = self._traced(function, fixed, sizes)
        return self._known[key]

    def _traced(self, function: Function, fixed: Hashable, sizes: Sequence[int]) -> _Part:
        entries = [symbol(f"entry {k}") for k in range(sum(sizes))]
        starts = np.cumsum([0, *sizes])
        arrays = [_objects(entries[i:j]) for i, j in pairwise(starts)]
        results = [
            np.asarray(y, dtype=object).ravel() for y in function(*(() if fixed is None else (fixed,)), *arrays)
        ]
        outputs = tuple(x for y in results for x in y)
        inputs = set(inputs_of(outputs))
        used = [k for k, x in enumerate(entries) if x in inputs]
        program = Subprogram(f"step_{len(self._programs)}", tuple(entries[k] for k in used), outputs)
        self._programs.append(program)
        reads = np.array(used, dtype=np.int64)
        block = np.searchsorted(starts, reads, side="right") - 1
        return _Part(len(self._programs) - 1, reads, block, reads - starts[block], tuple(map(len, results)))


def _objects(entries: Sequence[Any]) -> Array:
    array = np.empty(len(entries), dtype=object)
    array[:] = entries
    return array

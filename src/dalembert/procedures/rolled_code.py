"""Native code of steps over tables: each is a run of a callee on entries of one memory, and leaves results there.

The code grows with the number of callees, not with that of the steps. What a step reads stands in a record of its
own: where the blocks of memory begin that it reads from, then its numbers. Entries that lie side by side in all
steps of a callee are one block, so that records are short, and nothing is copied before a callee runs.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Callee, Procedure
from dalembert.procedures.values import Index

Numbers = Sequence[int] | Array
"""Whole numbers."""


@dataclass(frozen=True, eq=False)
class Steps:
    """Which part runs when, on which entries of the memory, and where its results go; equal by contents."""

    parts: Numbers
    """Number of the part of each step."""

    offsets: Numbers
    """Where the results of each step begin."""

    places: Numbers
    """The entries that the steps read, those of the first step first; −1 − k is entry k of `numbers`."""

    size: int
    """Entries of the memory; operands stand first."""

    results: Numbers
    """The entries that are the results of the whole."""

    numbers: Sequence[float] | Array = field(default=())
    """Numbers that steps read; an operand of a part is a number in all steps or in none."""

    def __post_init__(self) -> None:
        for name in ("parts", "offsets", "places", "results"):
            object.__setattr__(self, name, _kept(getattr(self, name), np.int64))
        object.__setattr__(self, "numbers", _kept(self.numbers, np.float64))

    @cached_property
    def digest(self) -> str:
        """Checksum of the contents."""
        sha = hashlib.sha256(str(self.size).encode())
        for table in (self.parts, self.offsets, self.places, self.results, self.numbers):
            sha.update(f"{len(table)} ".encode())
            sha.update(np.asarray(table).tobytes())
        return sha.hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Steps) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __reduce__(self) -> tuple[type[Steps], tuple[Any, ...]]:
        return Steps, (self.parts, self.offsets, self.places, self.size, self.results, self.numbers)

    def starts(self, counts: Sequence[int]) -> Array:
        """Where in `places` each step begins, for parts that read so many entries."""
        lengths = np.asarray(counts, dtype=np.int64)[self.parts]
        return np.cumsum(lengths) - lengths

    def places_of(self, part: int, counts: Sequence[int]) -> Array:
        """The entries that the steps of a part read, step by step."""
        starts = self.starts(counts)[np.asarray(self.parts) == part]
        return np.asarray(self.places)[starts[:, None] + np.arange(counts[part])]

    def reads(self, counts: Sequence[int]) -> list[Reads]:
        """For each part where its operands stand, and the records of its steps."""
        return [self._reads_of(self.places_of(part, counts)) for part in range(len(counts))]

    def _reads_of(self, places: Array) -> Reads:
        steps, n = places.shape
        is_number = places[0] < 0 if steps else np.zeros(n, dtype=bool)
        assert not steps or ((places < 0) == is_number).all()
        # entries that keep their distance in all steps are of one block
        blocks: dict[bytes, int] = {}
        firsts: list[int] = []
        at: list[tuple[int, int]] = []
        moves = np.ascontiguousarray((places - places[:1]).T)
        for k in range(n):
            if is_number[k]:
                at.append((-1, 0))
                continue
            if (block := blocks.setdefault(moves[k].tobytes(), len(firsts))) == len(firsts):
                firsts.append(k)
            at.append((block, int(places[0, k] - places[0, firsts[block]]) if steps else 0))
        numbers = [k for k in range(n) if is_number[k]]
        for k, column in enumerate(numbers):
            at[column] = (-1, len(firsts) + k)
        values = np.asarray(self.numbers)[-1 - places[:, numbers]] if numbers else np.zeros((steps, 0))
        return Reads(tuple(at), len(firsts), np.hstack([places[:, firsts].astype(float), values]))


@dataclass(frozen=True, eq=False)
class Reads:
    """Where the operands of a part stand, and the records of its steps."""

    at: tuple[tuple[int, int], ...]
    """For each operand its block and its place there; of a number −1, and where it stands in the record."""

    n_blocks: int
    records: Array
    """Beginnings of the blocks, then numbers, for each step."""


def _kept(values: Any, kind: type) -> Array:
    array: Array = np.array(values, dtype=kind)
    array.flags.writeable = False
    return array


def rolled(
    callees: Sequence[Callee], reads: Sequence[Reads], sizes: Sequence[int], n_inputs: int, steps: Steps
) -> Procedure:
    """x: operands (n_inputs) → y: results; callees are f(memory, record, results) with so many results."""
    c = Code("rolled")
    x, y = c.argument("x"), c.argument("y")
    memory = c.array(steps.size)
    with c.each(n_inputs) as i:
        memory[i] = x[i]

    # which part runs how often, from which record and place of results on
    runs, records = _runs(reads, sizes, steps)
    record = c.table(records.tolist() or (0.0,))
    run_table, failed = c.table(runs.ravel().tolist() or (0,), "index"), c.variable(0)
    lengths = [part.records.shape[1] for part in reads]
    with c.each(len(runs)) as run:
        row = run_table.part(run * 4)
        part, repetitions, first, offset = (row[k] for k in range(4))

        def choose(low: int, high: int) -> None:
            if high - low > 1:
                middle = (low + high) // 2
                is_low = part < middle
                with c.when(is_low):
                    choose(low, middle)
                with c.when(~is_low):
                    choose(middle, high)
                return
            with c.each(repetitions) as k:
                status = c.call(
                    callees[low],
                    memory,
                    record.part(_at(first, k, lengths[low])),
                    memory.part(_at(offset, k, sizes[low])),
                )
                failed.value = c.pick(status > 0, 1, failed.value)

        if callees:
            choose(0, len(callees))
    result = c.table(np.asarray(steps.results).tolist() or (0,), "index")
    with c.each(len(steps.results)) as i:
        y[i] = memory[result[i]]
    c.end(failed.value)
    return c.procedure()


def _at(first: Index, k: Index, length: int) -> Index:
    return first + k * length


def _runs(reads: Sequence[Reads], sizes: Sequence[int], steps: Steps) -> tuple[Array, Array]:
    """Steps of one part with results in a row: part, how many, first record, first result; then all records."""
    parts = np.asarray(steps.parts)
    lengths = np.array([part.records.shape[1] for part in reads], dtype=np.int64)[parts]
    starts = np.cumsum(lengths) - lengths
    records = np.empty(int(lengths.sum()))
    for number, part in enumerate(reads):
        records[starts[parts == number][:, None] + np.arange(part.records.shape[1])] = part.records
    offsets, n = np.asarray(steps.offsets), len(parts)
    if not n:
        return np.zeros((0, 4), dtype=np.int64), records
    follows = (parts[1:] == parts[:-1]) & (offsets[1:] - offsets[:-1] == np.asarray(sizes)[parts[1:]])
    firsts = np.flatnonzero(np.concatenate([[True], ~follows]))
    lasts = np.concatenate([firsts[1:], [n]])
    return np.stack([parts[firsts], lasts - firsts, starts[firsts], offsets[firsts]], axis=1), records

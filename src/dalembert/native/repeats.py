"""Repeats in a sequence of symbols: neighbours are paired again and again, until few long symbols are left.

Which neighbours are paired depends on their symbols only, so equal stretches become equal symbols wherever they
stand, apart from their ends. (Recompression: Jeż 2016.)
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]

_ROUNDS = 60


def repeats(symbols: Numbers, least: int, most: int, times: int) -> Iterator[tuple[int, Numbers]]:
    """Stretches that occur at least so many times: the length of each, and where its copies begin.

    They are of a least and a most length, and no two overlap. Negative symbols stand in none.
    """
    if not len(symbols):
        return
    cover, lengths = _Pairing(symbols, most).cover(times)
    lengths_here = lengths[cover]
    starts = np.concatenate([[0], np.cumsum(lengths_here)[:-1]])
    long = np.flatnonzero((lengths_here >= least) & (lengths_here <= most))
    kinds, kind = np.unique(cover[long], return_inverse=True)
    for k in range(len(kinds)):
        yield int(lengths[kinds[k]]), starts[long[kind == k]]


class _Pairing:
    """Symbols for pairs and runs of symbols: what each stands for."""

    def __init__(self, symbols: Numbers, most: int) -> None:
        names, sequence = np.unique(symbols, return_inverse=True)
        self.most, n = most, len(names)
        # a pair is two symbols, a run is one of them so many times; symbols of the sequence are neither
        self.first, self.second = np.full(n, -1), np.full(n, -1)
        self.count = np.zeros(n, dtype=np.int64)
        self.length = np.ones(n, dtype=np.int64)
        self.is_barred = names < 0
        self.sequence = sequence.ravel()
        self._generator = np.random.default_rng(0)
        for _ in range(_ROUNDS):
            self._join_runs()
            self._join_pairs()

    def _new(self, first: Numbers, second: Numbers, count: Numbers) -> int:
        """Number of the first of new symbols."""
        n = len(self.length)
        length = np.where(count > 0, self.length[first] * count, self.length[first] + self.length[second])
        self.first, self.second = np.concatenate([self.first, first]), np.concatenate([self.second, second])
        self.count, self.length = np.concatenate([self.count, count]), np.concatenate([self.length, length])
        self.is_barred = np.concatenate([self.is_barred, np.zeros(len(first), dtype=bool)])
        return n

    def _join_runs(self) -> None:
        """Equal neighbours become one symbol."""
        S = self.sequence
        starts = np.concatenate([[0], np.flatnonzero(np.diff(S)) + 1])
        counts = np.diff(np.concatenate([starts, [len(S)]]))
        is_run = (counts > 1) & ~self.is_barred[S[starts]]
        if not is_run.any():
            return
        kinds, kind = np.unique(np.column_stack([S[starts], counts])[is_run], axis=0, return_inverse=True)
        n = self._new(kinds[:, 0], np.full(len(kinds), -1), kinds[:, 1])
        # what is no run stays as often as it stands there
        new = S[starts]
        new[is_run] = n + kind.ravel()
        self.sequence = np.repeat(new, np.where(is_run, 1, counts))

    def _join_pairs(self) -> None:
        """Neighbours of which one is called left and the other right become one symbol, if there are several."""
        S, is_left = self.sequence, self._generator.integers(0, 2, len(self.length)).astype(bool)
        a, b = S[:-1], S[1:]
        is_pair = is_left[a] & ~is_left[b] & ~self.is_barred[a] & ~self.is_barred[b]
        at = np.flatnonzero(is_pair & (self.length[a] + self.length[b] <= self.most))
        kinds, kind, count = np.unique(a[at] * len(self.length) + b[at], return_inverse=True, return_counts=True)
        several = count > 1
        at, kind = at[several[kind.ravel()]], (np.cumsum(several) - 1)[kind.ravel()][several[kind.ravel()]]
        if not len(at):
            return
        first, second = np.divmod(kinds[several], len(self.length))
        n = self._new(first, second, np.zeros(len(first), dtype=np.int64))
        new = S.copy()
        new[at] = n + kind
        self.sequence = np.delete(new, at + 1)

    def cover(self, times: int) -> tuple[Numbers, Numbers]:
        """Symbols that make the sequence, those of more than one symbol so many times, and the length of each."""
        sequence = self.sequence
        while True:
            count = np.bincount(sequence, minlength=len(self.length))
            is_opened = (self.first >= 0) & ((count < times) | (self.length > self.most))
            if not is_opened[sequence].any():
                return sequence, self.length
            n = np.where(is_opened[sequence], np.where(self.count > 0, self.count, 2)[sequence], 1)
            whole = np.repeat(sequence, n)
            is_second = np.arange(len(whole)) - np.repeat(np.cumsum(n) - n, n) == 1
            inner = np.where(is_second & (self.count[whole] == 0), self.second[whole], self.first[whole])
            sequence = np.where(is_opened[whole], inner, whole)

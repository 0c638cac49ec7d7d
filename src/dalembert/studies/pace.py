"""Pace of a study: how many cases are worth one chunk, how far it has come, and how long it will take."""

from __future__ import annotations

import time
from collections.abc import Mapping

import numpy as np

from dalembert.integrators.native_calls import Progress
from dalembert.studies.case_answers import Answers

_FIRST, _MOST_BYTES = 256, 1 << 25
"""Cases of the first chunk, and bytes of the answers of one."""

_SECONDS, _GROWTH = 2.0, 8.0
"""Time that a chunk shall take, and by how much chunks grow at most."""

_MOST_CHUNKS = 1000
"""Beyond so many chunks each takes longer."""


class Pace:
    """Size of chunks, from the time that earlier ones took."""

    def __init__(self, count: int, bytes_per_case: int) -> None:
        self._most = max(1, _MOST_BYTES // max(bytes_per_case, 1))
        self._count, self._size, self._seconds_per_case = count, min(_FIRST, self._most), 0.0

    def size(self, workers: int) -> int:
        """Cases of the next chunk; at first there is one for each of the workers at least."""
        return max(1, min(self._size, self._most, -(-self._count // workers)))

    def note(self, count: int, seconds: float) -> None:
        """A chunk of so many cases took so long."""
        each = seconds / count
        # the first chunk has compiled code
        is_slower = each > self._seconds_per_case
        self._seconds_per_case = (
            each if not self._seconds_per_case or not is_slower else 0.5 * (each + self._seconds_per_case)
        )
        wanted = max(_SECONDS, self._count * self._seconds_per_case / _MOST_CHUNKS) / max(
            self._seconds_per_case, 1e-9
        )
        self._size = int(min(max(wanted, 1.0), _GROWTH * max(count, 1)))


class Part(float):
    """The part of a sweep that is done, 0 to 1; as text how many cases, and the time that is left."""

    done: int
    total: int
    failed: int
    seconds_left: float
    """Not a number before the first chunk."""

    means: Mapping[str, float]
    """Mean of each answer that is a number, of the cases that this call has computed."""

    def __str__(self) -> str:
        failed = f", {self.failed:,} failed" if self.failed else ""
        left = (
            f", {_duration(self.seconds_left)} left" if self.done < self.total and self.seconds_left >= 0 else ""
        )
        means = "".join(f", mean {name} {x:.6g}" for name, x in self.means.items())
        return f"{self.done:,} of {self.total:,} cases{failed}{left}{means}"

    __repr__ = __str__


def in_cases(progress: Progress, total: int) -> Progress:
    """A function that is told the part of all runs, and tells it as cases."""
    begin = time.monotonic()

    def tell(fraction: float) -> None:
        part = Part(fraction)
        part.done, part.total, part.failed, part.means = int(fraction * total), total, 0, {}
        part.seconds_left = (time.monotonic() - begin) * (1.0 / fraction - 1.0) if fraction else np.nan
        progress(part)

    return tell


class Count:
    """Cases that are done, and what is told about them."""

    def __init__(self, total: int, done: int, failed: int) -> None:
        self._total, self._done, self._failed, self._earlier = total, done, failed, done
        self._begin = time.monotonic()
        self._sums: dict[str, tuple[float, int]] = {}

    def note(self, answers: Answers) -> Part:
        """Add a chunk; how far it is now."""
        self._done += answers.count
        self._failed += len(answers.failures)
        for name, column in answers.columns.items():
            if column is not None and column.ndim == 1 and column.dtype.kind == "f":
                total, count = self._sums.get(name, (0.0, 0))
                good = column[np.isfinite(column)]
                self._sums[name] = total + float(good.sum()), count + len(good)
        return self.part

    @property
    def part(self) -> Part:
        """How far it is."""
        part = Part(self._done / self._total)
        part.done, part.total, part.failed = self._done, self._total, self._failed
        now = self._done - self._earlier
        part.seconds_left = (time.monotonic() - self._begin) / now * (self._total - self._done) if now else np.nan
        part.means = {name: total / count for name, (total, count) in self._sums.items() if count}
        return part


def _duration(seconds: float) -> str:
    if seconds < 100.0:
        return f"{seconds:.0f} s"
    return f"{seconds / 60.0:.0f} min" if seconds < 6000.0 else f"{seconds / 3600.0:.1f} h"

"""Native calls of integrators: their arrays, in threads, and spans of time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.errors import SolverError
from dalembert.integrators.simulations import SPAN, SUMMARY

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

MOST_STEPS = 100_000_000
"""Attempts at steps that a simulation may make."""

_FEW = 8
"""Numbers that NumPy is too slow for."""

_CHUNKS_PER_THREAD = 4
"""More than one, since simulations differ in length; not many, since each chunk ends with idle lanes."""

Progress = Callable[[float], object]


class Native(Protocol):
    """Compiled code of a procedure."""

    lanes: int

    def __call__(self, *arrays: NDArray[Any], progress: Progress | None = None) -> int:
        """Run on these arrays."""

    def prepared(self, *arrays: NDArray[Any]) -> Callable[[], int]:
        """A function that runs on these arrays, again and again, one run at a time."""

    def bound(self, *arrays: NDArray[Any]) -> Callable[[], int]:
        """A function for short runs on these arrays, which hold Python's lock."""


@dataclass(frozen=True)
class Room:
    """Room of each simulation, and what it may need."""

    events: int
    record: int
    """Numbers in the record of an event."""

    attempts: int
    steps: int


@dataclass(frozen=True)
class CallArrays:
    """Arrays of one native call, in the order of its arguments."""

    counts: Integers
    common: tuple[Floats, ...]
    own: tuple[Floats, ...]
    """One row for each simulation."""

    @classmethod
    def with_room(
        cls, given: tuple[Floats, ...], common: tuple[Floats, ...], times: Floats, limits: Room
    ) -> CallArrays:
        """Spans, states and extra of some simulations, and room for what becomes of them."""
        N, n = given[1].shape
        counts = [N, len(times), limits.events, limits.attempts, limits.steps, 0]
        n_past = given[0].shape[1] - len(SPAN)
        outputs, finals = unknown(N, len(times), n), np.empty((N, n))
        summaries = np.empty((N, len(SUMMARY) + n_past))
        # records are read as far as they are counted
        events, steps = np.empty((N, limits.events, limits.record)), unknown(N, limits.steps)
        own = (*given, outputs, summaries, finals, events, steps)
        return cls(np.array(counts, dtype=np.int64), (*common, some_numbers(times)), own)

    def again(self, some: Integers, event_capacity: int) -> CallArrays:
        """Arrays of some of the simulations, without outputs, and with more room for events."""
        spans, states, extra = (array[some] for array in self.own[:3])
        spans[:, [SPAN.index("first_row"), SPAN.index("stop_row")]] = 0.0
        limits = Room(event_capacity, self.events.shape[2], int(self.counts[3]), 0)
        return CallArrays.with_room((spans, states, extra), self.common[:3], np.zeros(0), limits)

    @property
    def outputs(self) -> Floats:
        """States at the times of output."""
        return self.own[3]

    @property
    def summaries(self) -> Floats:
        """Rows of `SUMMARY`, then of `PAST`."""
        return self.own[4]

    @property
    def finals(self) -> Floats:
        """States at the end."""
        return self.own[5]

    @property
    def events(self) -> Floats:
        """Records of events."""
        return self.own[6]

    @property
    def steps(self) -> Floats:
        """Times at the ends of steps."""
        return self.own[7]

    def part(self, first: int, stop: int) -> CallArrays:
        """Some of the simulations; results go to the same memory."""
        counts = np.concatenate([[stop - first], self.counts[1:]]).astype(np.int64)
        return CallArrays(counts, self.common, tuple(array[first:stop] for array in self.own))


def in_threads(native: Native, data: CallArrays, threads: int, progress: Progress | None) -> None:
    """Run all simulations; an exception in one part, or Ctrl-C, ends the others too."""
    N = int(data.counts[0])
    n_parts = min(threads * _CHUNKS_PER_THREAD, N // native.lanes) if threads > 1 else 1
    if n_parts <= 1:
        native(data.counts, *data.common, *data.own, progress=progress)
        return
    from concurrent.futures import ThreadPoolExecutor, wait

    cuts = np.linspace(0, N, n_parts + 1).astype(int)
    report = _Report(progress, np.diff(cuts) / N)

    def run(part: int) -> None:
        chunk = data.part(int(cuts[part]), int(cuts[part + 1]))
        with report.stopping_all():
            native(chunk.counts, *chunk.common, *chunk.own, progress=lambda value: report(part, value))

    with ThreadPoolExecutor(threads) as pool, report.stopping_all():
        futures = [pool.submit(run, part) for part in range(n_parts)]
        wait(futures)
    errors = [future.exception() for future in futures]
    for error in errors:
        if error is not None and not isinstance(error, _StoppedError):
            raise error


class _StoppedError(Exception):
    """Another part has failed."""


class _Report:
    """Adds up the progress of parts, and ends them all when one fails."""

    def __init__(self, progress: Progress | None, weights: Floats) -> None:
        self._progress, self._weights = progress, weights
        self._done = np.zeros(len(weights))
        self._is_stopped = False
        self._lock = threading.Lock()

    def __call__(self, part: int, value: float) -> None:
        if self._is_stopped:
            raise _StoppedError
        if self._progress is not None:
            with self._lock:
                self._done[part] = value
                self._progress(float(self._done @ self._weights))

    @contextmanager
    def stopping_all(self) -> Iterator[None]:
        """An exception inside ends all parts at their next report; a part that begins later ends at once."""
        if self._is_stopped:
            raise _StoppedError
        try:
            yield
        except BaseException:
            self._is_stopped = True
            raise


def check_repeated(now: Floats, before: Floats) -> None:
    """Raise if a simulation that was run again did not lead to the same bits."""
    if not np.array_equal(now, before, equal_nan=True):
        raise SolverError(
            "a simulation that was run again came out differently: a callback in it does not give the same "
            "numbers for the same arguments"
        )


# ---- arrays


def spans_of(
    N: int,
    times: Floats,
    start: ArrayLike | None,
    end: ArrayLike | None,
    first_step: ArrayLike,
    look: float = 0.0,
) -> Floats:
    """Rows of `SPAN`: times of each simulation, and its rows of outputs."""
    if not len(times) and (start is None or end is None):
        raise SolverError("without times of output, give start and end")
    spans = np.empty((N, len(SPAN)))
    spans[:, 5] = look
    if type(start) is float and type(end) is float and len(times):
        spans[:, :4] = equal_span(times, start, end)
        spans[:, 4] = _one_or_each("first_step", first_step, N)
        return spans
    spans[:, 0] = _one_or_each("start", times[0] if start is None else start, N)
    spans[:, 1] = _one_or_each("end", times[-1] if end is None else end, N)
    spans[:, 4] = _one_or_each("first_step", first_step, N)
    first, last = spans[:, 0], spans[:, 1]
    if not (np.isfinite(spans[:, :2]).all() and np.isfinite(times).all()):
        raise SolverError("start, end and times of output are finite numbers")
    is_backward = bool((last < first).any())
    if is_backward and (last > first).any():
        raise SolverError("all simulations of one run go forward in time, or all go backward")
    direction = -1.0 if is_backward else 1.0
    along = times * direction
    if len(times) > 1 and (np.diff(along) <= 0.0).any():
        raise SolverError(f"times of output must {'fall' if is_backward else 'rise'}, from start to end")
    spans[:, 2] = along.searchsorted(first * direction, "left")
    spans[:, 3] = along.searchsorted(last * direction, "right")
    return spans


def with_past(spans: Floats, past: Floats | None, n_past: int) -> Floats:
    """Rows of `SPAN`, then what events have behind them."""
    if not n_past:
        return spans
    behind = unknown(len(spans), n_past) if past is None else past
    check_shape("past", behind, (len(spans), n_past))
    return np.concatenate([spans, behind], axis=1)


def _one_or_each(name: str, value: ArrayLike, N: int) -> Floats:
    array = np.array(value, dtype=float)
    if array.shape not in ((), (1,), (N,)):
        raise SolverError(f"{name} is one number or one for each simulation: {N}, not {array.shape}")
    return array


def check_shape(name: str, array: Floats, shape: tuple[int, int]) -> None:
    """Raise if an array that was given has another shape."""
    if array.shape != shape:
        raise SolverError(f"{name} has shape {array.shape}; {shape} is needed")


def check_limits(max_steps: int, event_capacity: int) -> None:
    """Raise if there are no steps, or less than no room."""
    if max_steps < 1:
        raise SolverError(f"a simulation needs at least one step, not max_steps={max_steps}")
    if event_capacity < 0:
        raise SolverError(f"there is no room for events with event_capacity={event_capacity}")


def unknown(*shape: int) -> Floats:
    """Room for results; not a number where there will be none."""
    array = np.empty(shape)
    array.fill(np.nan)
    return array


def some_numbers(array: Floats) -> Floats:
    """The array, or one zero: native code may look at the first entry."""
    return array if array.size else np.zeros(1)


def equal_span(times: Floats, start: float, end: float) -> tuple[float, float, int, int]:
    """Numbers of `SPAN` of simulations that begin and end together, checked by few calls."""
    first_time, last_time = times.item(0), times.item(-1)
    if not (isfinite(start) and isfinite(end) and isfinite(first_time) and isfinite(last_time)):
        raise SolverError("start, end and times of output are finite numbers")
    is_backward = end < start
    along, first, last = (-times, -start, -end) if is_backward else (times, start, end)
    if not _rises(along):
        raise SolverError(f"times of output must {'fall' if is_backward else 'rise'}, from start to end")
    if first <= along.item(0) and along.item(-1) <= last:
        return start, end, 0, len(times)
    return start, end, int(along.searchsorted(first)), int(along.searchsorted(last, "right"))


def _rises(values: Floats) -> bool:
    """Whether each is larger than the one before; a few numbers are quicker in Python."""
    if len(values) > _FEW:
        return bool(np.greater(values[1:], values[:-1]).all())
    return all(a < b for a, b in pairwise(values.tolist()))

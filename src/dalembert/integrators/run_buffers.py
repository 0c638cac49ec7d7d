"""Memory for one short simulation at fixed places: to make it costs more than a small run."""

from __future__ import annotations

from itertools import pairwise
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import SolverError
from dalembert.integrators.problem import Problem
from dalembert.integrators.repeated import Native
from dalembert.integrators.simulations import SPAN, SUMMARY

Floats = NDArray[np.float64]

MOST_STEPS = 100_000_000
"""Attempts at steps that a simulation may make."""

_FEW = 8
"""Numbers that NumPy is too slow for."""

_KEPT = 2**17
"""Numbers in memory that is kept for other runs."""

_N_EVENTS = SUMMARY.index("n_events")


class RunBuffer:
    """Arrays of one simulation in one lane, and the native call on them; one run uses it at a time.

    `x` (n,), `extra`, `settings`, `p`, `p_within` (parameters between the ends of accepted steps) and `past` (what
    events have behind them, not a number if nothing is known) are the caller's to fill; `final` and `summary` (see
    `SUMMARY`), `records` of events and `left`, what these have behind them at the end, are what came of the last
    run. There is room for so many numbers of outputs and for so many records.
    """

    def __init__(
        self, problem: Problem, native: Native, n_settings: int, n_p: int, room: int, n_records: int
    ) -> None:
        n = problem.n_kept
        self.n, self.n_times, self.room, self.n_records = n, 0, room, n_records
        self._counts = np.array([1, 0, n_records, MOST_STEPS, 0, 0], dtype=np.int64)
        self.settings = np.zeros(n_settings)
        # native code may look at the first parameter
        p, p_within = np.zeros(max(n_p, 1)), np.zeros(max(n_p, 1))
        self.p, self.p_within = p[:n_p], p_within[:n_p]
        self._times, self._outputs = np.zeros(room), np.zeros(room)
        spans, summary = np.zeros((1, len(SPAN) + problem.n_past)), np.zeros((1, len(SUMMARY) + problem.n_past))
        self._span, self.past = spans[0, : len(SPAN)], spans[0, len(SPAN) :]
        self.past.fill(np.nan)
        states, extra, final = np.zeros((1, n)), np.zeros((1, problem.n_extra)), np.zeros((1, n))
        self.x, self.extra, self.final = states[0], extra[0], final[0]
        self.summary, self.left = summary[0, : len(SUMMARY)], summary[0, len(SUMMARY) :]
        # memory that no record needs is never touched
        records = np.empty((1, n_records, problem.record_size))
        self.records, self.outputs = records[0], self._outputs
        given = (self.settings, p, p_within, self._times, spans, states, extra)
        self.run = native.prepared(self._counts, *given, self._outputs, summary, final, records, np.zeros((1, 0)))

    def fits(self, times: Floats) -> bool:
        """Whether there is room for outputs at some times."""
        return 0 < times.size * self.n <= self.room

    def aim(self, times: Floats, start: float, end: float, first_step: float = 0.0, look: float = 0.0) -> None:
        """The next runs go from start to end, with `outputs` (T n,) at these times, which each overwrites."""
        self._span[:] = (*equal_span(times, start, end), first_step, look)
        self._counts[1] = self.n_times = len(times)
        self._times[: len(times)] = times
        self.outputs = self._outputs[: len(times) * self.n]

    @property
    def is_small(self) -> bool:
        """Whether its memory, as far as the last run has touched it, is worth keeping for others."""
        n_touched = min(int(self.summary[_N_EVENTS]), self.n_records) * self.records.shape[1]
        return self.room + n_touched <= _KEPT


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

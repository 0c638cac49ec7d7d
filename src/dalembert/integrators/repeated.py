"""Runs of the same simulations in memory at fixed places, which costs more to make than a small run."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.integrators.method import Method
from dalembert.integrators.native_calls import MOST_STEPS, Floats, Native, equal_span
from dalembert.integrators.problem import Problem
from dalembert.integrators.simulations import SPAN, SUMMARY

_STOP_ROW, _FIRST_STEP = SPAN.index("stop_row"), SPAN.index("first_step")
_STATUS, _STEP, _N_EVENTS = (SUMMARY.index(name) for name in ("status", "step", "n_events"))

_KEPT = 2**17
"""Numbers in memory that is kept for other runs."""


class Repeated:
    """Simulations that go on from time to time: by `advance`, as often as it is called.

    `states` (N, n) are where they are, discrete values behind them, `extra` (N, n_extra) their constants, and
    `steps` (N,) the sizes of steps to go on with, zero where the method should find one, and `past` (N, n_past)
    what events have behind them, not a number if nothing is known: all of them are the caller's to change. The
    others are what came of the last advance. A simulation alone may also be aimed once at times, by `aim`, and run
    from any states, by `run`.
    """

    def __init__(
        self,
        problem: Problem,
        native: Native,
        method: Method,
        p: tuple[Floats, Floats],
        count: int,
        *,
        n_outputs: int = 0,
        n_events: int = 0,
        holds_lock: bool = True,
    ) -> None:
        """Room for so many outputs and events of each; very short runs are quicker if they hold Python's lock."""
        N, n = count, problem.n_kept
        self.block = np.zeros(N * (n + problem.n_extra + len(SUMMARY) + problem.n_past))
        """States, constants and summaries of all, one after the other: what there is to keep of an advance."""

        self.states, self.extra, self.summaries = self.parts(self.block, N, n, problem.n_extra)
        self.left = self.summaries[:, len(SUMMARY) :]
        """What events have behind them at the end."""

        self._spans = np.zeros((N, len(SPAN) + problem.n_past))
        self.past = self._spans[:, len(SPAN) :]
        self.past.fill(np.nan)
        self._starts, self._ends, self._stop_rows = (self._spans[:, k] for k in (0, 1, _STOP_ROW))
        self.steps, self.looks = (self._spans[:, SPAN.index(name)] for name in ("first_step", "look"))
        self.status, self.n_events = self.summaries[:, _STATUS], self.summaries[:, _N_EVENTS]
        self._next_steps = self.summaries[:, _STEP]
        self._shape = (N, n)
        self._alone = (_numbers(self._spans), _numbers(self.summaries)) if N == 1 else None
        self.idle, self.has_idle = np.full(N, False), False
        """Simulations that stay where they are, and whether there are some."""

        # events, projection and what is watched look at the slope at the end, outputs interpolate by it
        self._is_plain = not problem.events and not problem.watch and problem.project is None
        self._counts = np.array([N, 0, n_events, MOST_STEPS, 0, self._is_plain], dtype=np.int64)
        self._counts_one_by_one = _numbers(self._counts)
        self.n_outputs, self.n_records = n_outputs, n_events
        self._times, self._outputs = np.zeros(max(n_outputs, 1)), np.zeros(max(n_outputs * N * n, 1))
        self.outputs = self._outputs[:0]
        """States at the times at which it is aimed, one after the other; each run overwrites them."""

        # memory that no record needs is never touched
        self.records = np.empty((N, max(n_events, 1), problem.record_size))
        """Of events, as many as `n_events` says."""

        self.p = p[0]
        given = (np.array(method.settings), *p, self._times, self._spans, self.states, self.extra)
        # each simulation has left its place before it comes back to it
        results = (self._outputs, self.summaries, self.states, self.records, np.zeros(1))
        self.run = (native.bound if holds_lock else native.prepared)(self._counts, *given, *results)

    @staticmethod
    def parts(blocks: Floats, N: int, n: int, n_extra: int) -> tuple[Floats, Floats, Floats]:
        """States (…, N, n), constants and summaries as views of blocks (…, size)."""
        cuts = np.cumsum([N * n, N * n_extra])
        shapes = ((N, n), (N, n_extra), (N, blocks.shape[-1] // N - n - n_extra))
        found = [
            part.reshape(*part.shape[:-1], *shape)
            for part, shape in zip(np.split(blocks, cuts, axis=-1), shapes, strict=True)
        ]
        states, extra, summaries = found
        return states, extra, summaries

    # ---- on and on

    def advance(self, start: float, end: float) -> bool:
        """From one time to another; whether all came there. Those that did not stay at their last good state."""
        if self._alone is not None:
            span, summary = self._alone
            span[0], span[1] = end if self.has_idle else start, end
            self.run()
            return not summary[_STATUS]
        self._starts.fill(start)
        self._ends.fill(end)
        if self.has_idle:
            self._starts[self.idle] = end
        self.run()
        return not np.count_nonzero(self.status)

    def advance_with_outputs(self, start: float, end: float, times: Floats) -> tuple[Floats, bool]:
        """Advance with outputs (N, T, n) at times in between, in memory that is used again; they may be none."""
        T = len(times)
        N, n = self._shape
        outputs = self._outputs[: N * T * n]
        outputs.fill(np.nan)
        self._times[:T] = times
        self._ask_for(T, is_plain=False)
        is_complete = self.advance(start, end)
        self._ask_for(0, is_plain=self._is_plain)
        return outputs.reshape(N, T, n), is_complete

    def _ask_for(self, n_outputs: int, *, is_plain: bool) -> None:
        """How many outputs the next advance has, and whether nobody asks for the slope at its end."""
        self._counts_one_by_one[1], self._counts_one_by_one[5] = n_outputs, is_plain
        if self._alone is not None:
            self._alone[0][_STOP_ROW] = n_outputs
        else:
            self._stop_rows.fill(n_outputs)

    def go_on(self) -> None:
        """Go on with steps of the size that the last ones had, and with what events have behind them now."""
        if self._alone is not None:
            span, summary = self._alone
            span[_FIRST_STEP] = summary[_STEP]
        else:
            self.steps[:] = self._next_steps
        if self.past.size:
            self.past[:] = self.left

    # ---- again and again, alone

    def fits(self, times: Floats) -> bool:
        """Whether there is room for outputs at some times."""
        return 0 < times.size <= self.n_outputs

    def aim(self, times: Floats, start: float, end: float) -> None:
        """The next runs of a simulation alone go from start to end, with `outputs` at these times."""
        self._spans[0, :4] = equal_span(times, start, end)
        self._counts[1], self._counts[5] = len(times), False
        self._times[: len(times)] = times
        self.outputs = self._outputs[: len(times) * self._shape[1]]

    @property
    def is_small(self) -> bool:
        """Whether the memory of a simulation alone, as far as it was touched, is worth keeping for others."""
        touched = int(self.n_events[0]) * self.records.shape[2] if self.n_records else 0
        return self._outputs.size + min(touched, self.records.size) <= _KEPT


def _numbers(array: NDArray[Any]) -> Any:
    """The numbers of an array one by one, which Python reads and writes sooner than by NumPy."""
    return array.reshape(-1).data

"""Results of integration: what became of many simulations, as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dalembert.integrators.native_calls import unknown
from dalembert.integrators.simulations import SUMMARY
from dalembert.integrators.status import Status

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


class Summary(NamedTuple):
    """Summary of a simulation, besides its states; see `SUMMARY`."""

    status: Status
    time: float
    accepted: int
    rejected: int
    evaluations: int
    step: float
    stop_row: int
    n_events: int
    terminal_event: int

    @classmethod
    def of(cls, numbers: Sequence[float]) -> Summary:
        """From the numbers of a row."""
        status, time, accepted, rejected, evaluations, step, stop_row, n_events, terminal = numbers
        return cls(
            _STATUSES[int(status)],
            time,
            *(int(accepted), int(rejected), int(evaluations)),
            step,
            *(int(stop_row), int(n_events), int(terminal)),
        )

    @property
    def statistics(self) -> dict[str, int]:
        """Steps and evaluations by name."""
        return {"accepted": self.accepted, "rejected": self.rejected, "evaluations": self.evaluations}


_STATUSES = tuple(Status)
assert Summary._fields == SUMMARY


@dataclass(frozen=True, eq=False)
class IntegrationResult:
    """Results of N simulations; outputs that were not reached are not a number."""

    times: Floats
    """Times of output; (T,)."""

    states: Floats
    """States at these times; (N, T, n)."""

    final_states: Floats
    """States at the end, at the terminal event, or the last good ones; (N, n)."""

    summaries: Floats
    """Summaries, a column for each of `SUMMARY`; (N, 9)."""

    records: tuple[Floats, ...]
    """Time, number and state of each event, with actions also the state after it and what they record;
    (event_counts, …) for each simulation."""

    step_times: Floats
    """Times at the ends of steps, as far as there was room; (N, step_capacity)."""

    past: Floats
    """Pasts of events where simulations end, `PAST` for whoever goes on; (N, n_past)."""

    @property
    def status(self) -> Integers:
        """How each ended, a `Status`; (N,)."""
        return self._count("status")

    @property
    def final_times(self) -> Floats:
        """Times of the final states; (N,)."""
        return self._summary("time")

    @property
    def accepted(self) -> Integers:
        """Steps that were made; (N,)."""
        return self._count("accepted")

    @property
    def rejected(self) -> Integers:
        """Attempts at steps that were not; (N,)."""
        return self._count("rejected")

    @property
    def evaluations(self) -> Integers:
        """Evaluations of the right-hand side; (N,)."""
        return self._count("evaluations")

    @property
    def steps(self) -> Floats:
        """The step that would come next, for going on; (N,)."""
        return self._summary("step")

    @property
    def stop_rows(self) -> Integers:
        """The row after the last output that was reached; (N,)."""
        return self._count("stop_row")

    @property
    def event_counts(self) -> Integers:
        """Events that happened; (N,)."""
        return self._count("n_events")

    @property
    def event_times(self) -> Floats:
        """Times of events, not a number in rows without; (N, most events)."""
        return self._padded[:, :, 0]

    @property
    def event_numbers(self) -> Integers:
        """Which event; −1 in rows without; (N, most events)."""
        numbers = self._padded[:, :, 1]
        return np.where(np.isnan(numbers), -1.0, numbers).astype(np.int64)

    @property
    def event_states(self) -> Floats:
        """States at events, not a number in rows without; (N, most events, n)."""
        return self._padded[:, :, 2 : 2 + self.final_states.shape[1]]

    @property
    def terminal_events(self) -> Integers:
        """The number of the event that ended the simulation, or −1; (N,)."""
        return self._count("terminal_event")

    @property
    def is_complete(self) -> bool:
        """Whether every simulation came to its end or its terminal event."""
        return not self.failures.size

    @property
    def failures(self) -> Integers:
        """Simulations that did not."""
        return np.flatnonzero(self._summary("status") > float(Status.TERMINAL_EVENT))

    def status_of(self, simulation: int = 0) -> Status:
        """How one simulation ended."""
        return self.summary(simulation).status

    def summary(self, simulation: int) -> Summary:
        """All that is told of one of them besides its states."""
        return Summary.of(self.summaries[simulation].tolist())

    def message(self, simulation: int = 0) -> str:
        """How a simulation ended, where, and what helps."""
        state = np.array2string(self.final_states[simulation], precision=6, threshold=12)
        reason = self.status_of(simulation).reason
        return f"at t = {self.final_times[simulation]:.17g}: {reason}. Last good state: {state}"

    def without_states(self) -> IntegrationResult:
        """Results of systems that have no states, so that nothing but time went on."""
        return replace(
            self,
            states=self.states[..., 1:],
            final_states=self.final_states[:, 1:],
            records=tuple(np.delete(record, self._first_states, axis=1) for record in self.records),
        )

    @property
    def _first_states(self) -> list[int]:
        """Where records of events hold the first state, before an action and after it."""
        n = self.final_states.shape[1]
        return [2, 2 + n][: 2 if self.records and self.records[0].shape[1] > 2 + n else 1]

    @cached_property
    def _padded(self) -> Floats:
        """Records of events in one array."""
        most = max((len(record) for record in self.records), default=0)
        width = self.records[0].shape[1] if self.records else 2
        padded = unknown(len(self.records), most, width)
        for rows, record in zip(padded, self.records, strict=True):
            rows[: len(record)] = record
        return padded

    @staticmethod
    def column(name: str) -> int:
        """Where a number of `SUMMARY` stands."""
        return SUMMARY.index(name)

    def _summary(self, name: str) -> Floats:
        return self.summaries[:, SUMMARY.index(name)]

    def _count(self, name: str) -> Integers:
        return self._summary(name).astype(np.int64)

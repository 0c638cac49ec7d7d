"""Courses under a supervisor: native code from border to border, where it says what inputs hold from then on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from dalembert.arrays import Vector
from dalembert.errors import ModelError, SolverError
from dalembert.integrators.repeated import Repeated
from dalembert.integrators.simulations import SUMMARY
from dalembert.integrators.status import Status
from dalembert.name_checks import checked_names
from dalembert.runs.course import Course, Departure
from dalembert.runs.event_records import DiscreteRows
from dalembert.runs.sampling import Supervisor, checked_inputs
from dalembert.state import State

_ROOM = 16
"""Events of a segment for which there is room at first."""


def sampled_course(
    departure: Departure, supervisor: Supervisor, numbers: Sequence[int], borders: Sequence[float] | None = None
) -> tuple[Course, dict[int, SolverError]]:
    """The course of simulations from border to border, and those that had to end because the supervisor failed.

    The supervisor knows the simulations by these numbers. Borders are given where a run goes on.
    """
    launch, progress = departure.launch, departure.progress
    if borders is None:
        _check(departure)
        borders = supervisor.borders(launch.start, launch.until)
    memory, refused = _Memory(departure, borders), dict[int, SolverError]()
    asked = [supervisor.asked(number, launch.dynamics) for number in numbers]
    for segment, t in enumerate(borders[:-1]):
        for k, ask in enumerate(asked):
            if memory.n_alive < memory.count and not memory.alive[k]:
                continue
            try:
                memory.set_inputs(k, ask(memory.state(k, t)))
            except Exception as cause:
                refused[k] = supervisor.failure(numbers[k], t, cause)
                memory.leave(k)
        if not memory.n_alive:
            break
        memory.advance(segment)
        if progress is not None:
            progress((segment + 1) / (len(borders) - 1))
    return memory.course(), refused


def _check(departure: Departure) -> None:
    start, until = departure.launch.start, departure.launch.until
    if until < start:
        raise ModelError(
            f"a sampled controller cannot run back in time, from {start:g} to {until:g}: what it holds at an "
            "instant follows from a state before that"
        )
    if (np.diff(departure.times) <= 0.0).any():
        raise ModelError("times of output must rise, from start to end")


class _Memory:
    """Memory in which simulations go on from border to border; what comes of them is kept by segment."""

    def __init__(self, departure: Departure, borders: Sequence[float]) -> None:
        self._departure, self._borders, self._ready = departure, list(borders), departure.ready
        states, extra, times = departure.states, departure.extra, departure.times
        self._has_events = bool(departure.events)
        self._rows = DiscreteRows(departure.launch.dynamics, departure.launch.events.discrete)
        self._offset = 0 if departure.launch.dynamics.n_states else 1
        # outputs at the very end belong to the last segment
        self._cuts = [*map(int, np.searchsorted(times, borders[:-1])), len(times)]
        self._most_outputs = max(np.diff(self._cuts), default=0)
        self._most_events = _ROOM if departure.events else 0
        self._memory = self._made(states, extra)
        N, S = len(states), len(borders) - 1
        self.count = self.n_alive = N
        self.alive = np.full(N, True)
        if departure.past is not None:
            self._memory.past[:] = departure.past
        self._log = np.zeros((S + 1, len(self._memory.block)))
        self._log[0] = self._memory.block
        parts = self._memory.parts(self._log, N, self._memory.states.shape[1], extra.shape[1])
        self._states, self._extra, self._summaries = parts[0][..., self._offset :], parts[1], parts[2]
        self._past = self._summaries[..., len(SUMMARY) :]
        self._past[0] = self._memory.past
        self._outputs = np.full((N, len(times), states.shape[1]), np.nan)
        self._records: list[list[tuple[int, Vector]]] = [[] for _ in range(N)]
        self._made_before, self._segments = np.zeros(N, dtype=np.int64), 0
        self._places = self._input_places()
        self._sets_states = any(array is self._memory.states for array, _ in self._places.values())
        self._begins = np.zeros((S, *states.shape)) if self._sets_states else self._states[:-1]
        """States where segments begin: where those before end, but for inputs that are discrete values."""

        self._is_plain = not departure.events and not self._sets_states
        self._n_tau = departure.ready.tau.shape[1]
        self._alone = self._numbers_alone()

    def course(self) -> Course:
        """Course of the simulations so far."""
        departure = self._departure
        return Course(
            departure,
            self._outputs,
            np.array(self._borders),
            self._begins,
            self._states[1:],
            self._extra[1:],
            self._summaries[1:, :, : len(SUMMARY)],
            self._past if departure.events else None,
            self._records,
            np.where(self.alive, self._segments, self._made_before),
            self._cuts,
        )

    # ---- where they are

    def state(self, k: int, t: float) -> State:
        """One simulation by name."""
        if self._alone is not None:
            return self._departure.launch.dynamics.state_of(t, self._alone.tolist(), self._ready.p[0])
        x, tau = self._memory.states[k, self._offset :], self._memory.extra[k, : self._n_tau]
        return self._rows.state(t, x, tau, self._ready.p[k])

    def set_inputs(self, k: int, given: Mapping[str, float]) -> None:
        """Inputs of one simulation from now on, checked."""
        for name, value in checked_inputs(given):
            if name not in self._places:
                checked_names([name], self._places, "input")
            array, place = self._places[name]
            array[k, place] = value

    def _numbers_alone(self) -> Vector | None:
        """States and inputs of the only simulation, which stand side by side; None where there is more to it."""
        if self.count > 1 or self._rows.names or self._offset:
            return None
        numbers: Vector = self._memory.block[: self._states.shape[-1] + self._n_tau]
        return numbers

    def _input_places(self) -> dict[str, tuple[Vector, int]]:
        """Where each input stands: among the constants, or behind the states if events change it."""
        memory, names = self._memory, self._departure.launch.dynamics.equations.inputs
        places = {name: (memory.extra, i) for i, name in enumerate(names)}
        first = self._offset + self._departure.launch.dynamics.n_states
        return places | {
            name: (memory.states, first + i) for i, name in enumerate(self._rows.names) if name in places
        }

    def leave(self, k: int) -> None:
        """One simulation stays where it is."""
        self.alive[k], self.n_alive = False, self.n_alive - 1
        self._made_before[k] = self._segments
        self._memory.idle[k] = self._memory.has_idle = True

    # ---- how they go on

    def advance(self, segment: int) -> None:
        """Through one segment; simulations that do not come to its end stay there."""
        memory, offset = self._memory, self._offset
        begin, end = self._borders[segment], self._borders[segment + 1]
        first, stop = self._cuts[segment], self._cuts[segment + 1]
        if self._is_plain and first == stop:
            self._note(segment, memory.advance(begin, end))
            return
        if self._sets_states:
            self._begins[segment] = memory.states[:, offset:]
        if stop > first:
            outputs, is_complete = memory.advance_with_outputs(begin, end, self._departure.times[first:stop])
            which = slice(None) if self.n_alive == self.count else self.alive
            self._outputs[which, first:stop] = outputs[which, :, offset:]
        else:
            is_complete = memory.advance(begin, end)
        if self._has_events and (memory.n_events > self._most_events).any():
            self._advance_again(segment)
            return
        if self._has_events:
            for k in map(int, np.flatnonzero(self.alive & (memory.n_events > 0))):
                self._records[k].append((segment, self._record(k)))
        self._note(segment, is_complete)

    def _note(self, segment: int, is_complete: bool) -> None:
        """Keep where a segment has led to."""
        memory = self._memory
        memory.go_on()
        self._log[segment + 1] = memory.block
        self._segments = segment + 1
        if not is_complete:
            for k in map(int, np.flatnonzero(self.alive & (memory.status != float(Status.DONE)))):
                self.leave(k)

    def _advance_again(self, segment: int) -> None:
        """Through the same segment with room for all its events."""
        self._most_events = 2 * int(self._memory.n_events.max())
        steps, extra = self._memory.steps.copy(), self._memory.extra.copy()
        self._memory = self._made(self._begins[segment], extra)
        self._memory.steps[:] = steps
        self._memory.past[:] = self._past[segment]
        self._memory.idle[:], self._memory.has_idle = ~self.alive, not self.alive.all()
        self._places, self._alone = self._input_places(), self._numbers_alone()
        self.advance(segment)

    def _made(self, states: Vector, extra: Vector) -> Repeated:
        return self._departure.launch.repeated(states, extra, int(self._most_outputs), self._most_events)

    def _record(self, k: int) -> Vector:
        """Events of the last segment, without the state that stands in for none."""
        record: Vector = self._memory.records[k, : int(self._memory.n_events[k])].copy()
        n = self._states.shape[-1]
        if not self._offset:
            return record
        return np.delete(record, [2, 2 + n + 1][: 2 if record.shape[1] > 3 + n else 1], axis=1)

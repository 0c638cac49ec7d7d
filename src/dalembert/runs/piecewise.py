"""Runs in pieces: native code from border to border, and a supervisor that looks at each border."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, ItemsView, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from numbers import Real
from typing import Any, overload

import numpy as np

from dalembert.arrays import Vector
from dalembert.configuration.starts import Starts
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import ModelError, SolverError
from dalembert.integrators.simulations import SUMMARY
from dalembert.integrators.status import Status
from dalembert.name_checks import checked_names
from dalembert.runs.event_pasts import past_row
from dalembert.runs.event_program import EventError, event_failure, is_by_event, run_events, undefined_event
from dalembert.runs.event_records import DiscreteRows, EventRecords
from dalembert.runs.motion import Motion
from dalembert.runs.runs import Ended, Task, switch_intervals
from dalembert.runs.segments import Launch, Segment
from dalembert.state import State

_COUNTS = slice(SUMMARY.index("accepted"), SUMMARY.index("evaluations") + 1)
_TIME, _STATUS, _EVENT = (SUMMARY.index(name) for name in ("time", "status", "terminal_event"))

_ROOM = 16
"""Events of a piece for which there is room at first."""


class Supervisor(ABC):
    """Looks at simulations where a piece of their run begins, and may change their inputs for it."""

    @abstractmethod
    def borders(self, start: float, until: float) -> Sequence[float]:
        """Where pieces begin, and the end."""

    @abstractmethod
    def asked(self, simulation: int, dynamics: Dynamics) -> Callable[[State], Mapping[str, float]]:
        """A function of the state of a simulation: inputs that it has from now on, by name.

        Those that are not named stay as they are.
        """

    @abstractmethod
    def failure(self, simulation: int, t: float, cause: Exception) -> SolverError:
        """What to say if it could not give them."""


def checked_inputs(given: Mapping[str, float]) -> ItemsView[str, float]:
    """Inputs by name that a law gave; an error if they are none."""
    if type(given) is not dict and not isinstance(given, Mapping):
        raise ModelError(f"a law gives inputs by name, such as {{'motor': 1.0}}, not {given!r}")
    for name, value in given.items():
        if type(value) is not float and (not isinstance(value, Real | np.ndarray) or np.ndim(value)):
            raise ModelError(f"the input {name!r} is one number, not {value!r}")
        if not isfinite(value):
            raise ModelError(f"the input {name!r} must be finite, not {value!r}")
    return given.items()


def held_inputs(given: Mapping[str, float], names: Sequence[str], tau: Vector) -> Vector:
    """Inputs (n_tau,) with those that a law gave; the others stay as they are."""
    found = tau.copy()
    for name, value in checked_inputs(given):
        checked_names([name], names, "input")
        found[names.index(name)] = value
    return found


@dataclass(frozen=True, eq=False)
class Pieces(Sequence[Segment]):
    """Segments between borders as numbers; each is made when it is asked for."""

    launch: Launch
    borders: Vector
    starts: Vector
    """States and discrete values at their beginnings; (n, …)."""

    extra: Vector
    first_steps: Vector
    end: float
    final: Vector
    n_steps: Vector
    ends: Vector
    """States and discrete values at their ends; (n, …)."""

    past: Vector
    """What their events had behind them, and have at the end; (n + 1, …)."""

    def __len__(self) -> int:
        return len(self.starts)

    @overload
    def __getitem__(self, which: int) -> Segment: ...

    @overload
    def __getitem__(self, which: slice) -> tuple[Segment, ...]: ...

    def __getitem__(self, which: int | slice) -> Any:
        if isinstance(which, slice):
            return tuple(self[k] for k in range(*which.indices(len(self))))
        if not -len(self) <= which < len(self):
            raise IndexError(f"there is no segment {which} among {len(self)}")
        k = which % len(self)
        begin, planned = float(self.borders[k]), float(self.borders[k + 1])
        is_last = k + 1 == len(self)
        launch = replace(self.launch, start=begin, until=planned)
        final = self.final if is_last else self.ends[k]
        end, count = self.end if is_last else planned, int(self.n_steps[k])
        size = float(self.first_steps[k])
        past, left = (self.past[k], self.past[k + 1]) if self.past.size else (None, None)
        steps: dict[str, Any] = {"first_step": size, "past": past, "left": left}
        return Segment(launch, self.starts[k], self.extra[k], end, final, count, **steps)


class Piecewise:
    """Simulations that go on from border to border; what comes of them is kept by border."""

    def __init__(self, task: Task, ready: Starts, borders: Sequence[float]) -> None:
        self.task, self.ready, self.borders, self._borders = task, ready, np.array(borders), list(borders)
        self.launch, extra = task.launched(ready, float(borders[-1]))
        self.rows = DiscreteRows(ready.dynamics, self.launch.events.discrete)
        states = task.with_discrete(ready)
        self._offset = 0 if ready.dynamics.n_states else 1
        cuts = np.searchsorted(task.times, self.borders[:-1])
        # outputs at the very end belong to the last piece
        self._cuts = [*map(int, cuts), len(task.times)]
        self._most_outputs = max(np.diff(self._cuts), default=0)
        self._most_events = _ROOM if task.events else 0
        self._memory = self._made(states, extra)
        N, S = len(states), len(borders) - 1
        self.count = N
        self._n = states.shape[1]
        self._log = np.zeros((S + 1, len(self._memory.block)))
        self._log[0] = self._memory.block
        parts = self._memory.parts(self._log, N, self._memory.states.shape[1], extra.shape[1])
        self.ends, self.extra, self.summaries = parts[0][..., self._offset :], parts[1][1:], parts[2][1:]
        """States where pieces end, those first where all begin; inputs and summaries of each piece."""

        self.past = parts[2][..., len(SUMMARY) :]
        """What events had behind them where pieces begin, and at the end."""

        if (behind := past_row(task.past, task.events)) is not None:
            self._memory.past[:] = behind
        self.past[0] = self._memory.past

        self.outputs = np.full((N, len(task.times), self._n), np.nan)
        self.records: list[tuple[int, Vector]] = []
        """Simulation, and its events in a piece."""

        self.alive, self.n_alive = np.full(N, True), N
        self._made_before, self._pieces = np.zeros(N, dtype=int), 0
        self._places = self._input_places()
        self._sets_states = any(array is self._memory.states for array, _ in self._places.values())
        self.begins = np.zeros((S, N, self._n)) if self._sets_states else self.ends
        """States where pieces begin: where those before end, but for inputs that are discrete values."""

        self._is_plain = not task.events and not self._sets_states
        self._has_discrete = bool(self.rows.names)
        self._n_tau = len(ready.dynamics.equations.inputs)
        self._alone = self._numbers_alone()

    # ---- where they are

    def made(self, k: int) -> int:
        """How many pieces of one simulation there are."""
        return self._pieces if self.alive[k] else int(self._made_before[k])

    def state(self, k: int, t: float) -> State:
        """One simulation by name."""
        if self._alone is not None:
            return self.ready.dynamics.state_of(t, self._alone.tolist(), self.ready.p[0])
        x, tau = self._memory.states[k], self._memory.extra[k, : self._n_tau]
        if self._has_discrete:
            return self.rows.state(t, x[self._offset :], tau, self.ready.p[k])
        return self.ready.dynamics.state(t, x[self._offset :] if self._offset else x, tau, self.ready.p[k])

    def set_inputs(self, k: int, given: Mapping[str, float]) -> None:
        """Inputs of one simulation from now on, checked."""
        for name, value in checked_inputs(given):
            if name not in self._places:
                checked_names([name], self._places, "input")
            array, place = self._places[name]
            array[k, place] = value

    def _numbers_alone(self) -> Vector | None:
        """States and inputs of the only simulation, which stand side by side; None where there is more to it."""
        if self.count > 1 or self._has_discrete or self._offset:
            return None
        numbers: Vector = self._memory.block[: self._n + self._n_tau]
        return numbers

    def _input_places(self) -> dict[str, tuple[Vector, int]]:
        """Where each input stands: among the constants, or behind the states if events change it."""
        memory, names = self._memory, self.ready.dynamics.equations.inputs
        places = {name: (memory.extra, i) for i, name in enumerate(names)}
        first = self._offset + self.ready.dynamics.n_states
        return places | {
            name: (memory.states, first + i) for i, name in enumerate(self.rows.names) if name in places
        }

    def leave(self, k: int) -> None:
        """One simulation stays where it is."""
        self.alive[k], self.n_alive = False, self.n_alive - 1
        self._made_before[k] = self._pieces
        self._memory.idle[k] = self._memory.has_idle = True

    # ---- how they go on

    def advance(self, piece: int) -> bool:
        """Through one piece; whether all that are alive came to its end."""
        memory, offset = self._memory, self._offset
        begin, end = self._borders[piece], self._borders[piece + 1]
        if self._is_plain and self._cuts[piece] == self._cuts[piece + 1]:
            return self._noted(piece, memory.advance(begin, end))
        if self._sets_states:
            self.begins[piece] = memory.states[:, offset:]
        first, stop = self._cuts[piece], self._cuts[piece + 1]
        if stop > first:
            found, is_complete = memory.advance_with_outputs(begin, end, self.task.times[first:stop])
            which = slice(None) if self.n_alive == self.count else self.alive
            self.outputs[which, first:stop] = found[which, :, offset:]
        else:
            is_complete = memory.advance(begin, end)
        if self.task.events and (memory.n_events > self._most_events).any():
            return self._again(piece)
        if self.task.events:
            for k in map(int, np.flatnonzero(self.alive & (memory.n_events > 0))):
                self.records.append((k, self._record(k)))
        return self._noted(piece, is_complete)

    def _noted(self, piece: int, is_complete: bool) -> bool:
        """Keep where a piece has led to; simulations that did not come to its end stay there."""
        memory = self._memory
        memory.go_on()
        self._log[piece + 1] = memory.block
        self._pieces = piece + 1
        if not is_complete:
            for k in map(int, np.flatnonzero(self.alive & (memory.status != float(Status.DONE)))):
                self.leave(k)
        return is_complete

    def _again(self, piece: int) -> bool:
        """The same piece with room for all its events."""
        self._most_events = 2 * int(self._memory.n_events.max())
        steps = self._memory.steps.copy()
        extra = self._memory.extra.copy()
        self._memory = self._made(self.begins[piece], extra)
        self._memory.steps[:] = steps
        self._memory.past[:] = self.past[piece]
        self._memory.idle[:], self._memory.has_idle = ~self.alive, not self.alive.all()
        self._places, self._alone = self._input_places(), self._numbers_alone()
        return self.advance(piece)

    def _made(self, states: Vector, extra: Vector) -> Any:
        return self.launch.repeated(states, extra, int(self._most_outputs), self._most_events)

    def _record(self, k: int) -> Vector:
        """Events of the last piece, without the state that stands in for none."""
        record: Vector = self._memory.records[k, : int(self._memory.n_events[k])].copy()
        if not self._offset:
            return record
        return np.delete(record, [2, 2 + self._n + 1][: 2 if record.shape[1] > 3 + self._n else 1], axis=1)

    def __getstate__(self) -> dict[str, Any]:
        # what came of the simulations, without the memory in which they would go on
        return {**self.__dict__, "_memory": None, "_places": {}, "_alone": None}

    # ---- what came of them

    def motion(self, k: int) -> Motion:
        """The motion of one simulation up to where it is."""
        return self.ended(k)[0]

    def ended(self, k: int, *, pieces: int | None = None, is_cut: bool = False) -> Ended:
        """The motion of one simulation up to where it is, and why it could not go on, if it could not.

        Or of its first `pieces` only; a motion that `is_cut` has its last row where it is.
        """
        S = self.made(k) if pieces is None else pieces
        last = self.summaries[S - 1, k] if S else np.array([0.0, self.borders[0], *[0.0] * (len(SUMMARY) - 2)])
        status, end = Status(int(last[_STATUS])), float(last[_TIME])
        final = self.ends[S, k]
        rows = self._reached(k, S)
        times, states = self.task.times[:rows], self.outputs[k, :rows]
        tau = self.inputs_at(k, times)
        if (is_cut or status is not Status.DONE) and (not rows or times[-1] != end):
            times, states = np.append(times, end), np.vstack([states, final])
            tau = np.vstack([tau, self._held(k, max(S - 1, 0))[None]])
        dynamics, p = self.ready.system(k), dict(self.ready.p[k].items())
        events = self._events(k)
        failure = self._failure(status, end, final, int(last[_EVENT]), events)
        launch = self.launch if dynamics is self.launch.dynamics else replace(self.launch, dynamics=dynamics)
        motion = Motion(
            dynamics,
            times,
            self.rows.states(states),
            self._inputs(states, tau),
            p,
            discrete=self.rows.parameters(states),
            events=events,
            termination=str(failure or "") or f"at t = {end:.9g}: {status.reason}",
            statistics=self._statistics(k, S),
            notes=self.ready.notes_of(k),
            segments=self._segments(launch, k, S, end, final),
        )
        motion = self.task.let_go(motion)
        if self.rows.names:
            motion = replace(motion, intervals=switch_intervals(motion, self._borders[0], end))
        return motion, failure

    def _reached(self, k: int, S: int) -> int:
        """How many outputs there are."""
        is_there = np.isfinite(self.outputs[k, : self._cuts[S]]).all(axis=1)
        return len(is_there) if is_there.all() else int(np.argmin(is_there))

    def inputs_at(self, k: int, times: Vector) -> Vector:
        """Inputs held at times of output."""
        n_tau = len(self.ready.dynamics.equations.inputs)
        piece = np.searchsorted(self.borders[:-1], times, side="right") - 1
        return np.asarray(self.extra[np.maximum(piece, 0), k, :n_tau])

    def _held(self, k: int, piece: int) -> Vector:
        """Inputs in a piece, or those of now if there is none yet."""
        found = self.extra[piece, k] if self._pieces else self._memory.extra[k]
        return np.asarray(found[: self._n_tau])

    def _inputs(self, states: Vector, tau: Vector) -> Vector:
        found = tau.copy()
        for i, name in enumerate(self.rows.names, self.ready.dynamics.n_states):
            if name in self.ready.dynamics.equations.inputs:
                found[:, self.ready.dynamics.equations.inputs.index(name)] = states[:, i]
        return found

    def _events(self, k: int) -> Any:
        if not self.task.events:
            return ()
        found = run_events(self.ready.dynamics, self.task.events)
        records = [record for simulation, record in self.records if simulation == k]
        names, tau = [event.name for event in self.task.events], self.extra[0, k, : self.ready.tau.shape[1]]
        if not records:
            return ()
        return EventRecords.of(
            self.rows, names, found.impulses, np.concatenate(records), tau, dict(self.ready.p[k].items())
        )

    def _failure(self, status: Status, end: float, final: Vector, number: int, events: Any) -> SolverError | None:
        if not status.is_failure:
            return None
        shown = np.array2string(self.rows.states(final[None])[0], precision=6, threshold=12)
        text = f"at t = {end:.17g}: {status.reason}. Last good state: {shown}"
        if status is Status.NO_EVENT_VALUE:
            return SolverError(f"{text}; {undefined_event(number, self.task.events)}")
        if not is_by_event(status):
            return SolverError(text)
        records = np.column_stack([events.times, events.numbers]) if len(events) else np.zeros((0, 2))
        return EventError(f"{text}; {event_failure(status, number, self.task.events, records)}")

    def _statistics(self, k: int, S: int) -> dict[str, int]:
        sums = self.summaries[:S, k, _COUNTS].sum(axis=0)
        return {name: int(x) for name, x in zip(SUMMARY[_COUNTS], sums, strict=True)}

    def _segments(self, launch: Launch, k: int, S: int, end: float, final: Vector) -> Any:
        if not S:
            return ()
        steps = self.summaries[:S, k, SUMMARY.index("accepted")]
        sizes = np.concatenate([[0.0], self.summaries[: S - 1, k, SUMMARY.index("step")]])
        begins, ends = self.begins[:S, k], self.ends[1 : S + 1, k]
        past, borders = self.past[: S + 1, k], self.borders[: S + 1]
        return Pieces(launch, borders, begins, self.extra[:S, k], sizes, end, final, steps, ends, past)

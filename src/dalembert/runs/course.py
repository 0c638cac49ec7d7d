"""Departures and courses: simulations before they begin, and what became of them, of which motions are views."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Vector
from dalembert.configuration.starts import Starts
from dalembert.equations.solved_rows import switch_name
from dalembert.errors import SolverError
from dalembert.integrators.integration_result import IntegrationResult, Summary
from dalembert.integrators.native_calls import Progress
from dalembert.integrators.repeated import Repeated
from dalembert.integrators.simulations import SUMMARY
from dalembert.integrators.status import Status
from dalembert.runs.event_program import (
    EventError,
    event_failure,
    is_by_event,
    needless_switch,
    run_events,
    undefined_event,
)
from dalembert.runs.event_records import DiscreteRows, EventRecords
from dalembert.runs.events import Event
from dalembert.runs.intervals import Interval
from dalembert.runs.motion import Motion
from dalembert.runs.segments import Launch, Segment
from dalembert.runs.several_solutions import several_solutions

_log = logging.getLogger(__name__)

Ended = tuple[Motion, SolverError | None]
"""A motion, and why it could not go on, if it could not."""

_COUNTS = slice(SUMMARY.index("accepted"), SUMMARY.index("evaluations") + 1)
_STATUS, _STEP, _STOP_ROW = (SUMMARY.index(name) for name in ("status", "step", "stop_row"))

_FEW = 32
"""Numbers that NumPy is too slow for."""


@dataclass(frozen=True, eq=False)
class Departure:
    """N simulations before they begin."""

    launch: Launch
    ready: Starts
    """Their starts, checked."""

    events: tuple[Event, ...]
    off: frozenset[str]
    """Constraint rows that are let go."""

    times: Vector
    """Times of output; (T,)."""

    states: Vector
    """States, and discrete values behind them; (N, n)."""

    extra: Vector
    """Inputs, then parameters that differ between the simulations; (N, …)."""

    past: Vector | None = None
    """Pasts of events where simulations begin, (N, …); None if nothing is known."""

    progress: Progress | None = None

    def run(self, known: IntegrationResult | None = None) -> Course:
        """Their course in one segment each; native code need not run if it is known what it does."""
        states, extra = self.states, self.extra
        result = known or self.launch.run(states, extra, self.times, progress=self.progress, past=self.past)
        past = None
        if self.events:
            unknown = np.full(result.past.shape, np.nan)
            past = np.stack([unknown if self.past is None else self.past, result.past])
        return Course(
            # tangents have times of their own
            replace(self, times=result.times) if known else self,
            result.states,
            np.array([self.launch.start, self.launch.until]),
            states[None],
            result.final_states[None],
            extra[None],
            result.summaries[None],
            past,
            [((0, record),) for record in result.records] if self.events else (),
            np.ones(len(states), dtype=np.int64),
            (0, len(result.times)),
        )

    def repeated(self) -> Repeated:
        """Memory in which they go on again and again."""
        return self.launch.repeated(self.states, self.extra)


@dataclass(frozen=True, eq=False)
class Course:
    """Numbers of N simulations in up to S segments between borders."""

    departure: Departure
    outputs: Vector
    """States and discrete values at the times of output; (N, T, n)."""

    borders: Vector
    """Where segments begin, and the end; (S + 1,)."""

    begins: Vector
    """States and discrete values where segments begin; (S, N, n)."""

    ends: Vector
    """States and discrete values where they end; (S, N, n)."""

    extra: Vector
    """Inputs in them, then parameters that differ between simulations; (S, N, …)."""

    summaries: Vector
    """Rows of `SUMMARY` of each segment; (S, N, 9)."""

    past: Vector | None
    """Pasts of events at the borders; (S + 1, N, …)."""

    records: Sequence[Sequence[tuple[int, Vector]]]
    """Numbers of segments of each simulation, and records of the events in them; empty without events."""

    made: NDArray[np.int64]
    """How many segments of each simulation there are; (N,)."""

    cuts: Sequence[int]
    """The number of the first output in each segment, and of all outputs; (S + 1,)."""

    def __len__(self) -> int:
        return len(self.departure.states)

    @property
    def rows(self) -> DiscreteRows:
        """Meaning of its rows of numbers."""
        launch = self.departure.launch
        return DiscreteRows(launch.dynamics, launch.events.discrete)

    @property
    def ready(self) -> Starts:
        """The starts, checked."""
        return self.departure.ready

    @cached_property
    def failed(self) -> list[int]:
        """Simulations that did not come to their end, or not in all their outputs."""
        last = self.summaries[np.maximum(self.made - 1, 0), np.arange(len(self))]
        stops = np.asarray(self.cuts)[np.maximum(self.made - 1, 0)] + last[:, _STOP_ROW]
        is_finite = np.isfinite(self.outputs).all(axis=2)
        is_finite &= np.arange(is_finite.shape[1]) < stops[:, None]
        is_cut = np.logical_and.accumulate(is_finite, axis=1).sum(axis=1) < stops
        return [int(k) for k in np.flatnonzero((last[:, _STATUS] > Status.TERMINAL_EVENT) | is_cut)]

    def motion(self, k: int) -> Motion:
        """The motion of one simulation."""
        return self.ended(k)[0]

    def ended(self, k: int, *, segments: int | None = None, has_end: bool = False) -> Ended:
        """The motion of one simulation, and why it could not go on, if it could not.

        If it ended early, or `has_end` asks for it, its last sample is where it ended. Of the first `segments`
        only, if they are departure.
        """
        departure, values = self.departure, self.rows
        S = int(self.made[k]) if segments is None else segments
        end = self.end(k, S)
        final = self.ends[S - 1, k] if S else departure.states[k]
        stop = self.cuts[S - 1] + end.stop_row if S else 0
        rows = self._finite_rows(k, stop)
        is_cut = rows < stop
        times, states = departure.times[:rows], self.outputs[k, :rows]
        tau = self.inputs_at(k, times)
        if (has_end or end.status is not Status.DONE) and not is_cut and (not rows or times[-1] != end.time):
            times, states = np.append(times, end.time), np.vstack([states, final])
            tau = np.vstack([tau, self._inputs(k, S - 1)])
        failure = self._failure(k, S, end, final)
        text = str(failure or f"at t = {end.time:.9g}: {end.status.reason}")
        if is_cut:
            text = self._lost_output(rows)
            failure = failure or SolverError(text)
        motion = Motion(
            departure.ready.system(k),
            times,
            values.states(states),
            values.inputs(states, tau),
            dict(departure.ready.p[k].items()),
            discrete=self._discrete(states),
            events=self._event_records(k, S) if departure.events else (),
            termination=text,
            statistics=self._statistics(k, S),
            notes=departure.ready.notes_of(k),
            segments=self._segments(k, S, end, final),
        )
        if values.names:
            motion = replace(motion, intervals=switch_intervals(motion, float(self.borders[0]), end.time))
        for note in (several := several_solutions(motion)):
            _log.warning(note)
        return replace(motion, notes=(*motion.notes, *several)) if several else motion, failure

    # ---- outputs

    def _finite_rows(self, k: int, stop: int) -> int:
        """How many outputs of a simulation there are before one that is not finite."""
        states = self.outputs[k, :stop]
        # a sum of finite numbers may not be finite, but never the other way round
        if isfinite(sum(states.ravel().tolist()) if states.size < _FEW else states.sum()):
            return stop
        is_finite = np.asarray(np.isfinite(states).all(axis=1))
        return len(is_finite) if is_finite.all() else int(np.argmin(is_finite))

    def _discrete(self, rows: Vector) -> dict[str, Vector]:
        """Values that events changed in rows of numbers, and zeros for constraint rows that were let go."""
        zeros = {switch_name(row): np.zeros(len(rows)) for row in self.departure.off}
        return {**zeros, **self.rows.parameters(rows)}

    def inputs_at(self, k: int, times: Vector) -> Vector:
        """Inputs of a simulation that are held at times of output; (T, n_tau)."""
        segment = np.searchsorted(self.borders[:-1], times, side="right") - 1 if len(self.borders) > 2 else 0
        n_tau = self.ready.tau.shape[1]
        tau = self.extra[np.maximum(segment, 0), k, :n_tau]
        return np.asarray(np.broadcast_to(tau, (len(times), n_tau)))

    def _inputs(self, k: int, segment: int) -> Vector:
        """Inputs of a simulation in a segment; those of its start before the first."""
        tau = self.ready.tau[k]
        return np.asarray(tau if segment < 0 else self.extra[segment, k, : len(tau)])

    # ---- what else is told

    def end(self, k: int, segments: int | None = None) -> Summary:
        """How the last segment of a simulation ended, or that of the first so many."""
        S = int(self.made[k]) if segments is None else segments
        if not S:
            return Summary(Status.DONE, float(self.borders[0]), 0, 0, 0, 0.0, 0, 0, -1)
        return Summary.of(self.summaries[S - 1, k].tolist())

    def _statistics(self, k: int, S: int) -> dict[str, int]:
        sums = self.summaries[:S, k, _COUNTS].sum(axis=0)
        return {name: int(x) for name, x in zip(SUMMARY[_COUNTS], sums, strict=True)}

    def _event_records(self, k: int, S: int) -> EventRecords:
        departure = self.departure
        program, names = (
            run_events(departure.launch.dynamics, departure.events),
            [event.name for event in departure.events],
        )
        tau, p = self._inputs(k, min(S, 1) - 1), dict(departure.ready.p[k].items())
        if S > 1:
            held = [self._inputs(k, s) for s, record in self.records[k] if s < S for _ in record]
            tau = np.array(held).reshape(-1, len(tau))
        return EventRecords.of(self.rows, names, program.impulses, self._recorded(k, S), tau, p)

    def _recorded(self, k: int, S: int) -> Vector:
        """Records of the events in the first S segments of a simulation."""
        records = [record for segment, record in self.records[k] if segment < S]
        if len(records) == 1:
            return records[0]
        return np.concatenate(records) if records else np.zeros((0, 2 + self.departure.states.shape[1]))

    def _segments(self, k: int, S: int, end: Summary, final: Vector) -> Sequence[Segment]:
        launch, dynamics = self.departure.launch, self.ready.system(k)
        if dynamics is not launch.dynamics:
            launch = replace(launch, dynamics=dynamics)
        if not S:
            return ()
        steps = self.summaries[:S, k, SUMMARY.index("accepted")]
        sizes = np.concatenate([[0.0], self.summaries[: S - 1, k, _STEP]])
        segments = Segments(
            launch,
            self.borders[: S + 1],
            self.begins[:S, k],
            self.extra[:S, k],
            sizes,
            end.time,
            final,
            steps,
            self.ends[:S, k],
            None if self.past is None else self.past[: S + 1, k],
        )
        return (segments[0],) if S == 1 else segments

    # ---- why one could not go on

    def _failure(self, k: int, S: int, end: Summary, final: Vector) -> SolverError | None:
        if not end.status.is_failure:
            return None
        shown = np.array2string(self.rows.states(final[None])[0], precision=6, threshold=12)
        text, events = (
            f"at t = {end.time:.17g}: {end.status.reason}. Last good state: {shown}",
            self.departure.events,
        )
        if end.status is Status.NO_EVENT_VALUE:
            return SolverError(f"{text}; {undefined_event(end.terminal_event, events)}")
        if not is_by_event(end.status):
            return SolverError(text)
        if end.status is Status.INVALID_RESET and (needless := self._needless(k, end, final)):
            return EventError(f"at t = {end.time:.9g}: {needless}")
        return EventError(f"{text}; {event_failure(end.status, end.terminal_event, events, self._recorded(k, S))}")

    def _needless(self, k: int, end: Summary, final: Vector) -> str:
        """Words about rows that an event switches on though others which are on imply them; empty if none."""
        dynamics, event, values = self.ready.system(k), self.departure.events[end.terminal_event], self.rows
        x, eom = final[None], dynamics.equations
        now = {name: float(y[0]) for name, y in values.parameters(x).items()}
        q, u, z = np.split(values.states(x)[0], np.cumsum([len(eom.q), len(eom.u)]))
        tau = values.inputs(x, self._inputs(k, int(self.made[k]) - 1))[0]
        arguments = {"t": end.time, "q": q, "u": u, "z": z, "tau": tau}
        return needless_switch(dynamics, event, arguments, {**self.ready.p[k], **now})

    def _lost_output(self, row: int) -> str:
        advice = "ask for another time, or smaller steps"
        return f"the output at t = {self.departure.times[row]:.9g} is not finite, though the steps are; {advice}"


@dataclass(frozen=True, eq=False)
class Segments(Sequence[Segment]):
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

    past: Vector | None
    """Pasts of their events at the borders; (n + 1, …)."""

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
        launch = self.launch
        if (begin, planned) != (launch.start, launch.until):
            launch = replace(launch, start=begin, until=planned)
        final = self.final if is_last else self.ends[k]
        end, count = self.end if is_last else planned, int(self.n_steps[k])
        past, left = (None, None) if self.past is None else (self.past[k], self.past[k + 1])
        steps: Mapping[str, Any] = {"first_step": float(self.first_steps[k]), "past": past, "left": left}
        return Segment(launch, self.starts[k], self.extra[k], end, final, count, **steps)


def switch_intervals(motion: Motion, start: float, end: float) -> tuple[Interval, ...]:
    """When rows that events switch were on and off."""
    events, intervals = motion.events, []
    assert isinstance(events, EventRecords)
    for row in (row.name for row in motion.dynamics.equations.rows):
        if (name := switch_name(row)) not in events.rows.names:
            continue
        edges, was_on = [start], motion.parameter_value(name) > 0.0
        after = events.rows_of(slice(None), is_after=True)
        labels = [was_on]
        for t, is_on in zip(after.times.tolist(), (after.discrete[name] > 0.0).tolist(), strict=True):
            if is_on != labels[-1]:
                edges.append(t)
                labels.append(is_on)
        ends = [*edges[1:], end]
        intervals += [
            Interval(row, *x) for x in zip(edges, ends, ("on" if x else "off" for x in labels), strict=True)
        ]
    return tuple(intervals)

"""The course of a run with contacts so far: samples, segments, events and modes; and the motion they make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np

from dalembert.arrays import Array, Matrix, Vector
from dalembert.contact.contact_actions import acted
from dalembert.contact.contact_events import ContactEvents, NativeEvents, event_of, phases
from dalembert.contact.contact_guards import GUARDS, ContactGuards
from dalembert.contact.contact_impacts import ContactChange
from dalembert.contact.contact_instant import ContactInstant, Decision
from dalembert.contact.contact_system import ContactSystem
from dalembert.equations.solved_rows import switch_name
from dalembert.integrators.problem import PAST
from dalembert.runs.event_records import DiscreteRows, EventRecord
from dalembert.runs.events import Event
from dalembert.runs.intervals import Interval
from dalembert.runs.motion import Motion
from dalembert.runs.sampling import Supervisor
from dalembert.runs.segments import Launch, Segment
from dalembert.runs.task import Task
from dalembert.state import State

LOOKS = 32
"""Parts of a run between which forces and gaps are looked at besides their events."""


JUST_NOW = 1e-6
"""Part of a segment before its end from which on an event happens together with what contacts do there."""

_SAME = 1e-12
"""Difference of coordinates and speeds, beside sizes of about one, that is rounding."""


class OneLane:
    """One of several simulations that ran side by side, as if it had run alone."""

    def __init__(self, result: Any, k: int) -> None:
        self._result, self._k = result, k
        self.states, self.final_states = result.states[k : k + 1], result.final_states[k : k + 1]
        self.records, self.step_times = [result.records[k]], result.step_times[k : k + 1]
        self.past = result.past[k : k + 1]

    def summary(self, _: int) -> Any:
        """How it went."""
        return self._result.summary(self._k)

    def message(self, _: int) -> str:
        """Why it could not go on."""
        return str(self._result.message(self._k))


@dataclass(eq=False)
class ContactCourse:
    """One run as it goes on."""

    task: Task
    system: ContactSystem
    guards: ContactGuards
    until: float
    launch: Launch
    t: float
    x: Vector
    tau: Vector
    p: Mapping[str, float]
    """Parameters from now on."""

    first_p: Mapping[str, float]
    """Parameters at the start."""

    set_names: tuple[str, ...] = ()
    """Parameters that events set."""

    set_values: list[Vector] = field(default_factory=list)
    """Their values in rows."""

    times: list[Vector] = field(default_factory=list)
    rows: list[Vector] = field(default_factory=list)
    inputs: list[Vector] = field(default_factory=list)
    segments: list[Segment] = field(default_factory=list)
    events: list[EventRecord | NativeEvents] = field(default_factory=list)
    statistics: dict[str, int] = field(
        default_factory=lambda: dict.fromkeys(("accepted", "rejected", "evaluations"), 0)
    )
    notes: list[str] = field(default_factory=list)
    changes: list[tuple[float, tuple[int, ...]]] = field(default_factory=list)
    """Times from which points have these modes."""

    begun: float = 0.0
    decision: Decision | None = None
    ahead: tuple[Launch, Vector, Any] | None = None
    """The next segment, if it was run already."""

    arrived: tuple[Vector, Vector, Mapping[str, float]] = (np.zeros(0), np.zeros(0), MappingProxyType({}))
    """State, inputs and parameters at the end of the last segment."""

    n_endless: int = 0
    """How often native code took events to be endless."""

    past: Vector | None = None
    """What events of the run have behind them now; None if nothing is known."""

    supervisor: Supervisor | None = None
    number: int = 0
    """Which of its simulations this is."""

    is_apart: bool = False
    """Whether it is known that nothing touches at the start."""

    is_quiet: bool = False
    """Whether it is known that native code has decided all that happens, and has overlooked nothing."""

    is_told: bool = False
    """Whether the start tells modes, which an earlier run left."""

    borders: Sequence[float] = ()
    """Times from now on at which the supervisor is asked."""

    def _instant(self) -> ContactInstant:
        return ContactInstant(self.system, self.t, self.tau, self.p, max(self.until - self.begun, 1e-300))

    @property
    def row(self) -> Vector:
        """The state of now, and behind it the values that events of native code set."""
        if not (names := self.launch.events.discrete):
            return self.x
        values = {**self.p, **dict(zip(self.launch.dynamics.equations.inputs, self.tau, strict=True))}
        return np.append(self.x, [values[name] for name in names])

    @cached_property
    def native_rows(self) -> DiscreteRows:
        """The meaning of the numbers in samples of native code."""
        return DiscreteRows(self.launch.dynamics, self.launch.events.discrete)

    def _read(self, rows: Matrix) -> tuple[Matrix, Array, Mapping[str, Any]]:
        """States in rows of native code, inputs and parameters; these of each row if events may set some."""
        own = self.native_rows
        if not own.names:
            return rows, self.tau, self.p
        return own.states(rows), own.inputs(rows, self.tau), {**self.p, **own.parameters(rows)}

    def _go_to(self, t: float, row: Vector) -> None:
        """Go on from there."""
        x, self.tau, self.p = self.arrived = self._at(row)
        self.t, self.x = t, x.copy()

    def _at(self, row: Vector) -> tuple[Vector, Vector, Mapping[str, float]]:
        """State, inputs and parameters of one row."""
        states, tau, p = self._read(row[None])
        if not self.native_rows.names:
            return states[0], tau, p
        return states[0], tau[0], {name: float(np.ravel(x)[0]) for name, x in p.items()}

    def _take(self, decision: Decision) -> None:
        """Go on with what was decided, and record what happened."""
        dynamics, old = self.launch.dynamics, self.x
        self.x, self.decision = decision.x, decision
        self.changes.append((self.t, decision.modes))
        if decision.is_redundant:
            self._note_redundant(self.t, decision.modes)
        if not decision.changes:
            return
        before, after = (dynamics.state(self.t, x, self.tau, self.p) for x in (old, decision.x))
        for one in decision.changes:
            self.events.append(event_of(one, self.t, before, after))
            before = after

    def _note_redundant(self, t: float, modes: Sequence[int]) -> None:
        """Say, once for each contact, that forces of its single points are not unique."""
        names = dict.fromkeys(p.rows.contact for p, mode in zip(self.system.points, modes, strict=True) if mode)
        note = (
            f"from t = {t:.6g} on, forces of single points of {', '.join(map(repr, names))} are not unique: "
            "they hold more than needed; what all of them exert together is unique unless they slide and turn, "
            "where they share as equal small compliances would; single ones of what sticks may pull or exceed "
            "friction, though others fit"
        )
        if not any(", ".join(map(repr, names)) in known for known in self.notes):
            self.notes.append(note)

    def _note_decided(self, records: Vector) -> None:
        """Take over the last decision of native code."""
        z_start, n = self.system.z_start, self.launch.dynamics.n_states
        decided = [row for row in records if self._decides(int(row[1]))]
        if self.decision is None or not decided:
            return
        begin = 2 + n + len(self.native_rows.names)
        for row in decided:
            z = row[begin + z_start : begin + n]
            if self.system.shares_load(z):
                self._note_redundant(row[0], [point.mode(z) for point in self.system.points])
        z, points = self.x[z_start:], self.system.points
        self.decision = Decision(self.x, (), self.system.shares_load(z), tuple(point.mode(z) for point in points))

    def _acts(self, number: int) -> bool:
        """Whether an event is one of the run that acts in native code."""
        k = number - len(self.guards.guards)
        return k >= 0 and self.guards.takes_actions and bool(self.task.events[k].actions)

    def _decides(self, number: int) -> bool:
        """Whether native code decides at an event what all points do."""
        return self._acts(number) if number >= len(self.guards.guards) else self.guards.is_decision(number)

    def _recorded(self, records: Vector, end: float) -> list[int]:
        """Keep what happened in a segment, natively or by events of the run; gives numbers of those at its end.

        Where native code left open what happens, it is decided anew, with all that happened there.
        """
        n_guards, given = len(self.guards.guards), self.task.events
        numbers = records[:, 1].astype(np.int64)
        others = np.flatnonzero(~np.append(self.guards.acting, np.zeros(len(given), dtype=bool))[numbers])
        for first, last in zip([0, *(others + 1)], [*others, len(records)], strict=True):
            if last > first:
                self._note_native(records[first:last])
            if last < len(records) and (k := int(numbers[last])) >= n_guards:
                self._note_given(given[k - n_guards], records[last])
        is_end = [
            k < n_guards
            or given[k - n_guards].is_terminal
            or bool(given[k - n_guards].actions and not self._acts(int(k)))
            for k in numbers[others]
        ]
        found = [
            int(k)
            for k, ends, t in zip(numbers[others], is_end, records[others, 0], strict=True)
            if ends and t == end
        ]
        if any(k < n_guards and GUARDS[k % len(GUARDS)] == "undecided" for k in found):
            acting = [
                int(k)
                for k in numbers[records[:, 0] == end]
                if self._acts(int(k)) or (k < n_guards and self.guards.acting[k])
            ]
            found += [k for k in acting if k not in found]
        return found

    def _note_native(self, records: Vector) -> None:
        """Keep what native code did."""
        native = NativeEvents(self.guards, records, self.native_rows, self.tau, self.p)
        self.events.append(native)
        self.changes += native.changes()

    def _note_given(self, event: Event, record: Vector) -> None:
        """Keep an event of the run, and what contacts did after it has acted in native code."""
        dynamics, t, start = self.launch.dynamics, float(record[0]), self.system.z_start
        n_states, n = dynamics.n_states, len(self.row)
        x, tau, p = self._at(record[2 : 2 + n])
        state = dynamics.state(t, x, tau, p)
        if not event.actions:
            self.events.append(EventRecord(event.name, t, state, state))
        if not event.actions or not self.guards.takes_actions:
            return
        left, own = acted(self.system, event, t, x, tau, p), self._at(record[2 + n : 2 + 2 * n])
        is_open = own[0][start + self.system.points[0].states["undecided"]] > 0.5
        # where nothing is struck, contacts are not seen open in between
        is_kept = not is_open and np.allclose(own[0][:start], left.x[:start], rtol=0.0, atol=_SAME)
        after = dynamics.state(t, own[0] if is_kept else left.x, *own[1:])
        self.events.append(EventRecord(event.name, t, state, after, left.impulses))
        if is_open:
            return
        if self.guards.decide is None:
            self._note_modes(t, x, own[0], after, dynamics.state(t, *own))
            return
        # what contacts did then is told as where the first of them meets
        decided, modes = record.copy(), [start + k for point in self.system.points for k in point.states.values()]
        decided[1], decided[2 : 2 + n_states] = GUARDS.index("meets"), left.x
        decided[[2 + k for k in modes]], decided[2 + n_states : 2 + n] = (
            x[modes],
            record[2 + n + n_states : 2 + 2 * n],
        )
        self._note_native(decided[None])

    def _note_modes(self, t: float, old: Vector, new: Vector, before: State, after: State) -> None:
        """Keep what dry friction does after an event of the run has acted."""
        modes = [
            (p, p.mode(old[self.system.z_start :]), p.mode(new[self.system.z_start :])) for p in self.system.points
        ]
        told = [ContactChange(point.name, point.event_word(mode)) for point, was, mode in modes if mode != was]
        self.events += [event_of(one, t, before, after) for one in told]
        if told:
            self.changes.append((t, tuple(mode for *_, mode in modes)))

    def _keep(self, launch: Launch, times: Vector, result: Any) -> None:
        """A segment, its rows and what it cost."""
        summary = result.summary(0)
        n = int(summary.stop_row)
        if n and times[n - 1] == summary.time != self.until:
            # at an event, a row is what the event left
            n -= 1
        asked = np.flatnonzero(np.isin(times[:n], self.task.times))
        states, tau, p = self._read(result.states[0, asked])
        self.times.append(times[asked])
        self.rows.append(states)
        self.inputs.append(np.array(np.broadcast_to(tau, (len(asked), len(self.tau)))))
        values = [np.broadcast_to(p[name], len(asked)) for name in self.set_names]
        self.set_values.append(np.array(values).reshape(len(self.set_names), len(asked)).T)
        final, count = result.final_states[0], summary.accepted
        ends = result.step_times[0, :count].copy() if count <= result.step_times.shape[1] else None
        segment = Segment(launch, self.row, self.tau, summary.time, final, count, step_ends=ends, past=self.past)
        self.segments.append(segment)
        self.past = self._past_behind(result)
        for name, value in summary.statistics.items():
            self.statistics[name] = self.statistics.get(name, 0) + value

    def _past_behind(self, result: Any) -> Vector | None:
        """What events of the run that have not happened where a segment ended have behind them there."""
        if not self.task.events:
            return None
        past, records = result.past[0].copy().reshape(len(PAST), -1), result.records[0]
        past[:, : len(self.guards.guards)] = np.nan
        end = result.summary(0).time
        happened = records[:, 0] >= end - JUST_NOW * (end - self.t)
        past[:, records[happened, 1].astype(np.intp)] = np.nan
        return np.asarray(past.ravel())

    def _forget(self, events: Sequence[Event]) -> None:
        """Events that have just happened begin anew."""
        if self.past is not None:
            own = [len(self.guards.guards) + self.task.events.index(event) for event in events]
            self.past.reshape(len(PAST), -1)[:, own] = np.nan

    @property
    def _set_now(self) -> Vector:
        """Values of parameters that events set."""
        return np.array([self.p[name] for name in self.set_names])

    def wanted(self, end: float) -> Vector:
        """Times of output in the next segment, and those at which it is looked at."""
        times, looks = self.task.times, self.looks
        times = times[(times >= self.t) & (times <= end)]
        return np.union1d(times, looks[(looks > self.t) & (looks < end)])

    @cached_property
    def looks(self) -> Vector:
        """Instants of the run at which forces and gaps are looked at: the same wherever output is asked for."""
        return np.asarray(self.begun + (self.until - self.begun) / LOOKS * np.arange(1, LOOKS))

    def _switch_intervals(self) -> list[Interval]:
        """When rows that events of the run switch were on and off."""
        acted = [event for event in self.events if isinstance(event, EventRecord) and not event.what]
        found = []
        for row in (row.name for row in self.launch.dynamics.equations.rows):
            if (name := switch_name(row)) not in self.set_names:
                continue
            edges = [(self.begun, self.first_p[name] > 0.0)]
            for event in acted:
                if (is_on := event.after.p[name] > 0.0) != edges[-1][1]:
                    edges.append((event.t, is_on))
            ends = [*(t for t, _ in edges[1:]), self.t]
            found += [Interval(row, t, end, "on" if x else "off") for (t, x), end in zip(edges, ends, strict=True)]
        return found

    def _motion(self, termination: str) -> Motion:
        dynamics = self.launch.dynamics
        n = dynamics.n_states
        times = np.concatenate([np.zeros(0), *self.times])
        states = np.concatenate([np.zeros((0, n)), *self.rows])
        inputs = np.concatenate([np.zeros((0, len(self.tau))), *self.inputs])
        set_values = np.concatenate([np.zeros((0, len(self.set_names))), *self.set_values])
        if not len(times) or (self.t != self.until and times[-1] != self.t):
            times, states, inputs, set_values = (
                np.append(times, self.t),
                np.vstack([states, self.x]),
                np.vstack([inputs, self.tau]),
                np.vstack([set_values, self._set_now]),
            )
        return Motion(
            dynamics,
            times,
            states,
            inputs,
            dict(self.first_p),
            discrete=dict(zip(self.set_names, set_values.T, strict=True)),
            events=ContactEvents(tuple(self.events)),
            termination=termination,
            statistics=self.statistics,
            notes=tuple(self.notes),
            segments=tuple(self.segments),
            intervals=(
                *phases([point.rows for point in self.system.points], self.changes, self.t),
                *self._switch_intervals(),
            ),
        )

"""What a run with contacts has been so far: rows, segments, events and modes; and the motion that it makes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from dalembert.arrays import Vector
from dalembert.contact.contact_events import ContactEvents, NativeEvents, event_of, phases
from dalembert.contact.contact_guards import GUARDS, ContactGuards
from dalembert.contact.contact_instant import ContactInstant, Decision
from dalembert.contact.contact_system import ContactSystem
from dalembert.runs.event_records import EventRecord
from dalembert.runs.motion import Motion
from dalembert.runs.sampling import Supervisor
from dalembert.runs.segments import Launch, Segment
from dalembert.runs.task import Task

LOOKS = 32
"""Parts of a run between which forces and gaps are looked at besides their events."""


class OneLane:
    """One of several simulations that ran side by side, as if it had run alone."""

    def __init__(self, result: Any, k: int) -> None:
        self._result, self._k = result, k
        self.states, self.final_states = result.states[k : k + 1], result.final_states[k : k + 1]
        self.records, self.step_times = [result.records[k]], result.step_times[k : k + 1]

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

    n_endless: int = 0
    """How often native code took events to be endless."""

    supervisor: Supervisor | None = None
    number: int = 0
    """Which of its simulations this is."""

    is_told: bool = False
    """Whether the start tells modes, which an earlier run left."""

    borders: Sequence[float] = ()
    """Times from now on at which the supervisor is asked."""

    def _instant(self) -> ContactInstant:
        return ContactInstant(self.system, self.t, self.tau, self.p, max(self.until - self.begun, 1e-300))

    def _take(self, decision: Decision) -> None:
        """Go on with what was decided, and record what happened."""
        dynamics = self.launch.dynamics
        before, after = (dynamics.state(self.t, x, self.tau, self.p) for x in (self.x, decision.x))
        self.x, self.decision = decision.x, decision
        self.changes.append((self.t, decision.modes))
        if decision.is_redundant:
            self._note_redundant(self.t, decision.modes)
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
        """What native code decided counts from now on."""
        guards, z_start, n = self.guards, self.system.z_start, self.launch.dynamics.n_states
        decided = [row for row in records if row[1] < len(guards.guards) and guards.is_decision(int(row[1]))]
        if self.decision is None or not decided:
            return
        for row in decided:
            z = row[2 + n + z_start : 2 + 2 * n]
            if self.system.shares_load(z):
                self._note_redundant(row[0], [point.mode(z) for point in self.system.points])
        z, points = self.x[z_start:], self.system.points
        self.decision = Decision(self.x, (), self.system.shares_load(z), tuple(point.mode(z) for point in points))

    def _recorded(self, launch: Launch, records: Vector, end: float) -> list[int]:
        """Keep what happened in a segment, natively or by events of the run; gives numbers of those at its end.

        Where native code left open what happens, it is decided anew, with all that happened there.
        """
        dynamics, n_guards = launch.dynamics, len(self.guards.guards)
        n, numbers = dynamics.n_states, records[:, 1].astype(np.int64)
        others = np.flatnonzero(
            ~np.append(self.guards.acting, np.zeros(len(self.task.events), dtype=bool))[numbers]
        )
        for first, last in zip([0, *(others + 1)], [*others, len(records)], strict=True):
            if last > first:
                native = NativeEvents(self.guards, records[first:last], self.tau, self.p)
                self.events.append(native)
                self.changes += native.changes()
            if last < len(records) and (k := int(numbers[last])) >= n_guards:
                if self.task.events[k - n_guards].actions:
                    continue
                t, x = float(records[last, 0]), records[last, 2 : 2 + n]
                state = dynamics.state(t, x, self.tau, self.p)
                self.events.append(EventRecord(self.task.events[k - n_guards].name, t, state, state))
        given = self.task.events
        is_end = [
            k < n_guards or given[k - n_guards].is_terminal or given[k - n_guards].actions for k in numbers[others]
        ]
        found = [
            int(k)
            for k, ends, t in zip(numbers[others], is_end, records[others, 0], strict=True)
            if ends and t == end
        ]
        if any(k < n_guards and GUARDS[k % len(GUARDS)] == "undecided" for k in found):
            found += [int(k) for k in numbers[records[:, 0] == end] if k < n_guards and self.guards.acting[k]]
        return found

    def _keep(self, launch: Launch, times: Vector, result: Any) -> None:
        """A segment, its rows and what it cost."""
        summary = result.summary(0)
        n = int(summary.stop_row)
        if n and times[n - 1] == summary.time != self.until:
            # at an event, a row is what the event left
            n -= 1
        asked = np.flatnonzero(np.isin(times[:n], self.task.times))
        self.times.append(times[asked])
        self.rows.append(result.states[0, asked])
        self.inputs.append(np.tile(self.tau, (len(asked), 1)))
        self.set_values.append(np.tile(self._set_now, (len(asked), 1)))
        final, count = result.final_states[0], summary.accepted
        ends = result.step_times[0, :count].copy() if count <= result.step_times.shape[1] else None
        self.segments.append(Segment(launch, self.x, self.tau, summary.time, final, count, step_ends=ends))
        for name, value in summary.statistics.items():
            self.statistics[name] = self.statistics.get(name, 0) + value

    @property
    def _set_now(self) -> Vector:
        """Values of parameters that events set."""
        return np.array([self.p[name] for name in self.set_names])

    def wanted(self, end: float) -> Vector:
        """Times of output in the next segment, and those at which it is looked at."""
        times, looks = self.task.times, self.looks
        times = times[(times >= self.t) & (times <= end)]
        return np.union1d(times, looks[(looks > self.t) & (looks < end)])

    @property
    def looks(self) -> Vector:
        """Instants of the run at which forces and gaps are looked at: the same wherever output is asked for."""
        return np.asarray(self.begun + (self.until - self.begun) / LOOKS * np.arange(1, LOOKS))

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
            intervals=phases([point.rows for point in self.system.points], self.changes, self.t),
        )

"""Checks for what no event of a run with contacts tells: forces that begin at zero and pull, unseen closing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Matrix, Vector
from dalembert.contact.contact_course import ContactCourse
from dalembert.contact.contact_system import OPEN
from dalembert.errors import SolverError
from dalembert.integrators.problem import PAST
from dalembert.integrators.status import Status
from dalembert.memo import Key
from dalembert.numerics.contact_levels import INSIDE, OVERLAP
from dalembert.runs.event_records import EventRecord
from dalembert.runs.events import Event
from dalembert.runs.segments import Launch

PULLS, BESIDE = 1e-9, 1e-8
"""Force, in N and beside the largest one, by which a contact pulls or friction fails to hold, beyond rounding."""

DRIVES = 1e-9
"""Speed, in m/s and beside the largest one, of slip against its direction that is not rounding."""

VANISHES = 1e-9
"""Value at the begin of a segment that is rounding beside the one below zero at its end."""

LOCATED = 1e-13
"""Time, beside that of the run, to which changes of modes are located that no event tells."""

_NOTED_STEPS = 1024
"""Steps of a segment whose ends are noted, so that it need not be run again to know them."""

_HALVINGS = 60
"""Of the time of a segment in which a closing was overlooked."""


_EXPRESSIONS: Key[Any] = Key("expressions of events beside contacts")


@dataclass(frozen=True, eq=False)
class Missed:
    """When guards were seen below zero without an event, which, and their values there."""

    t: float
    guards: NDArray[np.int64]
    values: Vector


@dataclass(eq=False)
class WatchedCourse(ContactCourse):
    """Segments, and what is looked for at their ends."""

    def _launched(self, end: float) -> tuple[Launch, Vector, Any]:
        """A segment up to a time, which may have run ahead."""
        ahead, self.ahead = self.ahead, None
        if ahead is not None and (ahead[0].start, ahead[0].until) == (self.t, end):
            return ahead
        launch, times = replace(self.launch, start=self.t, until=end), self.wanted(end)
        result = launch.run(
            self.row[None],
            self.tau[None],
            times,
            progress=self.task.progress,
            step_capacity=_NOTED_STEPS,
            past=None if self.past is None else self.past[None],
        )
        return launch, times, result

    def _missed(self, times: Vector, result: Any) -> Missed | None:
        """Closed points that pull or hold too much at a look or the end of a segment, though no event told so."""
        inside, end = self._inside_rows(times, result), float(result.summary(0).time)
        records, n = result.records[0], len(self.row)
        are_endings = self._are_endings(records)
        endings = records[are_endings]
        looked = np.concatenate([endings[:, 0], times[inside], [end]])
        rows = np.concatenate([endings[:, 2 : 2 + n], result.states[0, inside], result.final_states[:1]])
        states, tau, p = self._read(rows)
        found = self.guards.all_values(looked, states, tau, p)
        found[: len(endings)][self._own(records, are_endings, found.shape[1])] = 1.0
        last = records[records[:, 0] >= end, 1].astype(np.intp)
        found[-1, last[last < found.shape[1]]] = 1.0
        self._check_brakes(looked, states, self.guards.slips_among(found))
        values = self.guards.forces_among(found)
        least = np.maximum(PULLS, BESIDE * np.abs(values).max(axis=1, initial=0.0))
        rows, guards = np.nonzero(values < -least[:, None])
        if not len(rows):
            return None
        own = guards[rows == rows[0]]
        return Missed(float(looked[rows[0]]), own, values[rows[0], own])

    def _are_endings(self, records: Matrix) -> NDArray[np.bool_]:
        """Events of native code at which a point was closed: there, too, others must not have been below zero."""
        places = [2 + self.system.z_start + point.states["mode"] for point in self.system.points]
        return np.asarray((records[:, places] > 0.5).any(axis=1))

    @staticmethod
    def _own(records: Matrix, are_endings: NDArray[np.bool_], n_guards: int) -> NDArray[np.bool_]:
        """Guards of all events at the instant of each ending: zero there but for rounding, they tell nothing."""
        times, numbers = records[:, 0], records[:, 1].astype(np.intp)
        instants = np.cumsum(np.diff(times, prepend=times[:1]) != 0.0)
        happens = np.zeros((len(times), n_guards), dtype=bool)
        is_guard = numbers < n_guards
        happens[instants[is_guard], numbers[is_guard]] = True
        return happens[instants[are_endings]]

    def _check_brakes(self, times: Vector, states: Vector, slips: Vector) -> None:
        """Raise if a point slips against the direction in which it began: friction would drive what it brakes."""
        eom = self.launch.dynamics.equations
        speeds = np.abs(states[:, len(eom.coordinates) : self.system.z_start]).max(axis=1, initial=1.0)
        rows, guards = np.nonzero(slips < -DRIVES * speeds[:, None])
        if len(rows):
            name = self.guards.point_of(int(guards[0])).name
            raise SolverError(
                f"friction of {name!r} drives at t = {times[rows[0]]:.9g}: its slip has turned round without "
                "being seen; use smaller tolerances, or a smaller largest_step of the method"
            )

    def _jumped(self) -> list[Event]:
        """Events of the run whose expressions have changed sign by what has happened at this instant."""
        given, dynamics = self.task.events, self.launch.dynamics
        if not given:
            return []

        def made() -> Any:
            values = [dynamics.solved.resolve(event.expression) for event in given]
            return dynamics.function({"values": np.array(values, dtype=object)})

        function = dynamics.shared.get(_EXPRESSIONS.of(*map(id, given)), made)
        states = (self.arrived, (self.x, self.tau, self.p))
        old, new = (self.system.values(function, self.t, *one)["values"] for one in states)
        if self.past is not None:
            # a gap that closes is rounding, on either side, where a segment ends
            behind = self.past.reshape(len(PAST), -1)[0, -len(given) :]
            old = np.where(np.isnan(behind), old, behind)
        names = {event.name for event in self.events if isinstance(event, EventRecord) and event.t == self.t}
        ways = np.array([event.direction for event in given])
        has_jumped = (old * new < 0.0) & (ways * (new - old) >= 0.0)
        return [event for event, jumps in zip(given, has_jumped, strict=True) if jumps and event.name not in names]

    def _until_missed(self, missed: Missed) -> float:
        """The last time at which guards were not yet below zero: now, if they vanish but for rounding.

        So do forces that vanish together with others, here or where native code decided on the way.
        """
        begin = self.guards.values(np.array([self.t]), self.x[None], self.tau, self.p)[0, missed.guards]
        if (begin < -VANISHES * missed.values).any():
            return self.t
        low, high = self.t, missed.t
        for _ in range(_HALVINGS):
            middle = 0.5 * (low + high)
            if not low < middle < high:
                break
            _, times, result = self._launched(middle)
            low, high = (middle, high) if self._missed(times, result) is None else (low, middle)
        return low if low > self.t + LOCATED * (self.until - self.begun) else self.t

    def _inside_rows(self, times: Vector, result: Any) -> NDArray[np.intp]:
        """Numbers of the rows between the ends of a segment at which it is looked at."""
        n, end = int(result.summary(0).stop_row), float(result.summary(0).time)
        looks = self.looks
        looks = looks[(looks > self.t) & (looks < end)]
        rows = np.searchsorted(times[:n], looks)
        return rows[(rows < n) & (times[np.minimum(rows, n - 1)] == looks)] if n else rows[:0]

    def _entered(self, times: Vector, result: Any) -> float | None:
        """The first look at which bodies overlap whose points are open; None if there is none."""
        if all(point.normal is None for point in self.system.points):
            return None
        if not len(inside := self._inside_rows(times, result)):
            return None
        gaps = self.system.open_gaps(times[inside], *self._read(result.states[0, inside]))
        deep = np.flatnonzero((gaps < -OVERLAP).any(axis=1))
        return float(times[inside[deep[0]]]) if len(deep) else None

    def _open_gaps(self, t: float, row: Vector) -> list[tuple[int, float]]:
        """Gaps of rigid points that are open, by their numbers."""
        x, tau, p = self._at(row)
        z, numbers = x[self.system.z_start :], self.system.at(t, x, tau, p)
        gaps = enumerate(zip(self.system.points, map(float, numbers.phi), strict=True))
        return [(k, gap) for k, (p, gap) in gaps if p.mode(z) == OPEN and not p.is_compliant]

    def _inside(self, t: float, row: Vector) -> list[int]:
        """Points that are open, but overlap: their closing was overlooked."""
        if all(point.normal is None for point in self.system.points):
            return []
        return [k for k, gap in self._open_gaps(t, row) if gap < -INSIDE]

    def _below(self, t: float, row: Vector) -> list[int]:
        """Points that are open and touch."""
        return [k for k, gap in self._open_gaps(t, row) if -INSIDE <= gap <= 0.0]

    def _raise_overlooked(self, result: Any) -> None:
        """Raise if an open gap is below zero all the time."""
        t = float(result.summary(0).time)
        for k, gap in self._open_gaps(t, result.final_states[0]):
            if gap < -OVERLAP:
                raise SolverError(
                    f"the closing of {self.system.points[k].name!r} before t = {t:.9g} was overlooked: it is "
                    f"{-gap:.3g} m inside; use smaller tolerances"
                )

    def _until_outside(self, launch: Launch, times: Vector, result: Any) -> tuple[Launch, Vector, Any]:
        """A segment up to the closing of a gap that no step saw: its end is halved until nothing is inside."""
        low, high = self.t, float(result.summary(0).time)
        for _ in range(_HALVINGS):
            middle = 0.5 * (low + high)
            if not low < middle < high:
                break
            launch, times, result = self._launched(middle)
            summary = result.summary(0)
            if not self._inside(float(summary.time), result.final_states[0]):
                if summary.status is Status.TERMINAL_EVENT or self._below(middle, result.final_states[0]):
                    return launch, times, result
                low = middle
            else:
                high = float(summary.time)
        self._raise_overlooked(result)
        return launch, times, result

"""Preparation of runs: what depends on the system, the method and the events alone is made once and kept.

The first run makes it, the system keeps it, and every later run uses it. A single run from a start that is plainly
good then costs little more than its native code; whatever is unusual about the start or the outcome is left to the
task, which says what.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import isfinite, nan
from typing import Any

import numpy as np

from dalembert.arrays import Vector
from dalembert.configuration.contact_overlaps import has_contacts
from dalembert.configuration.inertia_check import has_massless_speeds
from dalembert.configuration.quick_check import QuickCheck, are_typical, coordinate_check
from dalembert.configuration.starts import (
    REDUNDANT_ROWS,
    ReusableCheck,
    Starts,
    has_rows,
    start_check,
    typical_sizes,
)
from dalembert.dynamics.dynamics import Dynamics
from dalembert.integrators.integration_result import IntegrationResult
from dalembert.integrators.method import Method
from dalembert.integrators.native_calls import Progress
from dalembert.integrators.repeated import Repeated
from dalembert.integrators.simulations import SUMMARY
from dalembert.integrators.status import Status
from dalembert.memo import Key
from dalembert.model.model import contact_sets
from dalembert.rows import Stabilization, checked_stabilization
from dalembert.runs.chatter import may_chatter
from dalembert.runs.event_program import run_events
from dalembert.runs.event_records import DiscreteRows, EventRecords
from dalembert.runs.events import Event, checked_events
from dalembert.runs.motion import Motion
from dalembert.runs.output_times import wanted_times
from dalembert.runs.segments import Launch, Segment
from dalembert.runs.short_pushes import may_pass_over
from dalembert.runs.task import Task, caution, launch_of
from dalembert.runs.unsolved_rows import has_unsolved_rows
from dalembert.state import State, values_key

_USES, _OPERATIONS_PER_USE = 10, 16
"""Runs before it pays to compile the checks of starts, and operations of these for which there is one more."""

_MOST_KEPT = 8
"""Preparations that a system keeps, and sets of parameters that one of them keeps memory for."""

_DONE = Status.DONE.reason

PREPARATIONS: Key[dict[Any, Preparation]] = Key("preparations of runs")


def preparation(
    dynamics: Dynamics, method: Method, events: Sequence[Event] = (), stabilization: Stabilization | None = None
) -> Preparation:
    """The preparation of runs by this method with these events, made once and kept by the dynamics."""
    if type(events) is not tuple and type(events) is not list:
        events = checked_events(events, dynamics.equations)
    if stabilization is not None:
        stabilization = checked_stabilization(stabilization)
    key = (method.kind, method.settings, tuple(map(id, events)), stabilization)
    kept = dynamics.memo.get(PREPARATIONS, dict)
    if (run := kept.get(key)) is None:
        run = Preparation(dynamics, method, checked_events(events, dynamics.equations), stabilization)
        if len(kept) >= _MOST_KEPT:
            kept.clear()
        kept[key] = run
    return run


class Preparation:
    """Preparation of all runs of one system by one method with the same events."""

    def __init__(
        self,
        dynamics: Dynamics,
        method: Method,
        events: tuple[Event, ...],
        stabilization: Stabilization | None,
    ) -> None:
        self.dynamics, self.method, self.events = dynamics, method, events
        self.stabilization = stabilization or dynamics.solution.stabilization
        self._reductions = dynamics.memo.get(REDUNDANT_ROWS, dict)
        self._n_runs = 0
        self._single_runs: dict[Any, SingleRuns] = {}

    def task(self, times: Vector, progress: Progress | None = None) -> Task:
        """The task of runs with outputs at these times."""
        return Task(self.dynamics, times, self.method, self.events, self.stabilization, progress)

    def outcome(self, start: State, until: float, times: Vector | None) -> Motion | IntegrationResult | None:
        """The motion from a plain start; what native code gave, if that is unusual; None if the start may be."""
        key: Any = values_key(start.p)
        # rows that are redundant with these parameters, as an earlier run found
        reduction = self._reductions.get((key,)) if self._reductions else None
        if reduction is not None:
            key = (key, reduction)
        if (runs := self._single_runs.get(key)) is None:
            self._n_runs += 1
            if not self._is_plain or self._n_runs <= self._patience:
                return None
            if len(self._single_runs) >= _MOST_KEPT:
                self._single_runs.clear()
            runs = self._single_runs[key] = SingleRuns(self, start, *(reduction or ()))
        return runs.outcome(start, until, times)

    @cached_property
    def is_doubtful(self) -> bool:
        """Whether motions that came to their end are worth a look each: for their method, or what moves."""
        dynamics, method = self.dynamics, self.method
        is_method = method.may_explode or method.may_be_below_rounding
        return is_method or may_chatter(dynamics, method) or may_pass_over(dynamics, method)

    @property
    def _patience(self) -> int:
        """Runs whose starts are checked without compiled checks: none where there is nothing to check."""
        if not self.has_checks:
            return 0
        return _USES if self._n_runs <= _USES else _USES + self._size_of_checks // _OPERATIONS_PER_USE

    @cached_property
    def has_checks(self) -> bool:
        """Whether more than the names of a start needs a look."""
        dynamics = self.dynamics
        return has_rows(dynamics.equations) or bool(dynamics.turning_axes) or dynamics.corrects_coordinates

    @cached_property
    def _size_of_checks(self) -> int:
        checks = (start_check(self.dynamics), coordinate_check(self.dynamics))
        return sum(check.function.operations for check in checks if check is not None)

    @cached_property
    def _is_plain(self) -> bool:
        """Whether nothing but names, constraints and coordinates of a start needs a look."""
        dynamics, method = self.dynamics, self.method
        eom, solution = dynamics.equations, dynamics.solution
        if solution.law is not None or eom.constraints.state_rows:
            return False
        if not dynamics.n_states or contact_sets(eom.model) or has_contacts(eom.model):
            return False
        # methods that find accelerations begin in singular positions too
        if method.finds_accelerations and eom.rows:
            return False
        if has_unsolved_rows(dynamics) or (eom.rows and has_massless_speeds(dynamics)):
            return False
        is_switched = bool(run_events(dynamics, self.events).texts.discrete)
        return not is_switched and dynamics.solved.implicit_forces is None and dynamics.engine.lanes == 1


class SingleRuns:
    """Single runs with one set of parameters: the numbers of a start become a motion."""

    def __init__(
        self, run: Preparation, start: State, left_out: frozenset[str] = frozenset(), notes: tuple[str, ...] = ()
    ) -> None:
        dynamics = run.dynamics.without(left_out) if left_out else run.dynamics
        self._coordinates: QuickCheck | None = None
        self._check: ReusableCheck | None = None
        if run.has_checks:
            starts = Starts.of_one(dynamics, start)
            self._coordinates, self._check = coordinate_check(dynamics), starts.reusable_check()
        else:
            dynamics.equations.outputs.check_parameters(start.p)
        dynamics = dynamics.stabilized(run.stabilization)
        self._run, self._dynamics, self._n = run, dynamics, dynamics.n_states
        self._program = run_events(dynamics, run.events)
        self._native = dynamics.integrator(run.method, self._program.texts)
        self._p = dict(start.p.items())
        self._parameters = {**self._p, **dynamics.settings}
        self._notes = notes
        self._watched = [str(x.args[0]) for x in dynamics.solved.typical_pivots] if self._check else []
        self._watched_places = self._native.places(self._watched)
        self._factor, self._n_inputs = caution(run.method), len(dynamics.equations.inputs)
        self._no_events = self._records(np.zeros((0, 2 + self._n)), np.zeros(0)) if run.events else ()
        self._idle: list[_Scratch] = []

    def outcome(self, start: State, until: float, times: Vector | None) -> Motion | IntegrationResult | None:
        """The motion from a start; an integration result or None, if the task has something to say of it."""
        try:
            scratch = self._idle.pop()
        except IndexError:
            coordinates = self._coordinates and self._coordinates.bound(self._p)
            scratch = _Scratch(self._n, self._n_inputs, self._check, coordinates)
        aim = (start.t, until, None if times is None else times.tobytes())
        if scratch.aim != aim:
            self._take_aim(scratch, aim, times)
        self._dynamics.state_arrays.fill(scratch.row, start)
        outcome = self._ran(scratch, start.t, until) if scratch.has_valid_coordinates() else None
        # memory of a run that an error ended is not used again
        if scratch.is_small:
            self._idle.append(scratch)
        return outcome

    def _take_aim(self, scratch: _Scratch, aim: tuple[float, float, bytes | None], times: Vector | None) -> None:
        """Make a scratch ready for runs between these times."""
        start, until, _ = aim
        wanted = wanted_times(times, start, until)
        launch = scratch.launch = self._launch(start, until, self._parameters)
        if scratch.memory is None or not scratch.memory.fits(wanted):
            p, room = self._native.values(self._parameters, launch.known), 2 * wanted.size
            scratch.memory = self._native.repeated(
                p=p, method=launch.method, n_outputs=room, n_events=None, holds_lock=False
            )
        scratch.memory.aim(wanted, start, until)
        scratch.memory.looks[:] = launch.look
        scratch.aim, scratch.times = aim, wanted.copy()

    def _ran(self, scratch: _Scratch, start: float, until: float) -> Motion | IntegrationResult | None:
        """Outcome of native code from the numbers of a start, if the constraints hold there."""
        memory, launch = scratch.memory, scratch.launch
        assert memory is not None
        memory.states[0], memory.extra[0] = scratch.state, scratch.inputs
        if self._check is not None:
            watched = self._watched_pivots(scratch, memory, self._check.elsewhere)
            if watched is None:
                return None
            launch = self._launch(start, until, {**self._parameters, **watched})
        memory.run()
        summary, n = memory.summaries[0].tolist(), scratch.times.size
        status, t, accepted, rejected, evaluations, _, stop_row, n_events, _ = summary[: len(SUMMARY)]
        outputs = memory.outputs.copy()
        if status or stop_row != n or n_events > memory.n_records or not isfinite(outputs.sum()):
            memory.outputs[int(stop_row) * self._n :] = nan
            result: IntegrationResult | None = self._native.result(memory, scratch.times)
            return result
        x, extra, final = scratch.state.copy(), memory.extra[0].copy(), memory.states[0].copy()
        inputs = np.empty((n, len(extra)))
        inputs[:] = extra
        left = memory.left[0].copy() if self._run.events else None
        return Motion(
            self._dynamics,
            scratch.times.copy(),
            outputs.reshape(n, self._n),
            inputs,
            self._p.copy(),
            events=self._records(memory.records[0, : int(n_events)], extra) if n_events else self._no_events,
            termination=f"at t = {t:.9g}: {_DONE}",
            statistics={"accepted": int(accepted), "rejected": int(rejected), "evaluations": int(evaluations)},
            notes=self._notes,
            segments=(Segment(launch, x, extra, t, final, int(accepted), left=left),),
        )

    def _watched_pivots(
        self, scratch: _Scratch, memory: Repeated, elsewhere: list[float]
    ) -> dict[str, float] | None:
        """Sizes of pivots that the run watches, by parameter; None if the start is worth a closer look."""
        sizes = None if scratch.check() else typical_sizes(scratch.found.tolist(), elsewhere)
        if sizes is None:
            return None
        watched = {}
        for name, place, size in zip(self._watched, self._watched_places, sizes, strict=True):
            value = size * self._factor if isfinite(size) else 0.0
            if place is not None:
                memory.p[place] = value
            if isfinite(size):
                watched[name] = value
        return watched

    def _records(self, records: Vector, tau: Vector) -> EventRecords:
        names = [event.name for event in self._run.events]
        rows = DiscreteRows(self._dynamics, ())
        return EventRecords.of(rows, names, self._program.impulses, records.copy(), tau, self._p.copy())

    def _launch(self, start: float, until: float, parameters: Mapping[str, float]) -> Launch:
        run = self._run
        return launch_of(self._dynamics, run.method, self._program, (start, until), parameters)


class _Scratch:
    """Memory of one run at a time."""

    def __init__(self, n: int, n_inputs: int, check: ReusableCheck | None, coordinates: Any) -> None:
        self.memory: Repeated | None = None
        self.aim: Any = None
        self.times: Any = None
        self.launch: Any = None
        """How runs between the times are launched at which the memory aims."""

        self.check: Any = None
        self.row, self.found = np.zeros(1 + n + n_inputs), np.zeros(0)
        if check is not None:
            self.check, self.row, self.found = check.bound()
        self.state, self.inputs = self.row[1 : 1 + n], self.row[1 + n :]
        self._coordinates = coordinates

    @property
    def is_small(self) -> bool:
        """Whether its memory is worth keeping for other runs."""
        return self.memory is None or self.memory.is_small

    def has_valid_coordinates(self) -> bool:
        """Whether coordinates are valid by themselves, and axes of joints are surely independent."""
        if self._coordinates is None:
            return True
        check, row, found = self._coordinates
        row[:] = self.row
        return not check() and are_typical(found.tolist())

"""Runs by time stepping: contacts close, open, stick and slip in the steps of the method, in native code."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Vector
from dalembert.configuration.starts import Starts
from dalembert.contact.contact_events import ContactEvent, phases
from dalembert.contact.contact_reasons import OverlapError
from dalembert.contact.stepped_system import SteppedSystem, stepped_system
from dalembert.errors import ModelError, SolverError
from dalembert.expr.scalar import is_zero
from dalembert.integrators.status import Status
from dalembert.rows import Projection
from dalembert.runs.course import Course, Departure, Ended
from dalembert.runs.event_program import run_events
from dalembert.runs.event_records import EventRecord, EventRecords
from dalembert.runs.motion import Motion
from dalembert.runs.sampled_course import sampled_course
from dalembert.runs.sampling import Supervisor
from dalembert.runs.segments import Launch
from dalembert.runs.task import Task
from dalembert.state import State

OVERLAP = 1e-9
"""How deep shapes may overlap at the start, in m."""

DEEP, SHALLOW = 0.05, 1e-6
"""How deep they may along a run, beside the largest gap in it, before that is told; and how deep, in m, in any."""

_log = logging.getLogger(__name__)


def run_stepped(
    task: Task, starts: Sequence[State], until: float, supervisor: Supervisor | None = None
) -> list[Ended]:
    """Motions with contacts from several starts, perhaps under a supervisor, and why each failed, if it did."""
    _check(task, starts[0].t, until)
    return _runs(task, starts, until, supervisor, range(len(starts)))


def stepped_departure(task: Task, starts: Sequence[State], until: float) -> Departure:
    """Several simulations with contacts before they begin, for whoever makes their steps."""
    _check(task, starts[0].t, until)
    ready = task.ready(starts)
    if len(set(ready.left_out)) > 1:
        raise ModelError("these starts differ in which rows are redundant, so they cannot go side by side")
    stepped = _Stepped(task, stepped_system(task.dynamics), ready, until, starts)
    for k, error in stepped.overlapping().items():
        raise ModelError(f"start {k + 1}: {error}") if len(starts) > 1 else error
    return stepped.departure


def _runs(
    task: Task, starts: Sequence[State], until: float, supervisor: Supervisor | None, numbers: Sequence[int]
) -> list[Ended]:
    ready = replace(task, events=()).ready(starts)
    if ready.left_out and len(set(ready.left_out)) > 1:
        alone = zip(starts, numbers, strict=True)
        return [ended for start, k in alone for ended in _runs(task, [start], until, supervisor, [k])]
    stepped = _Stepped(task, stepped_system(task.dynamics), ready, until, starts)
    if not (overlapping := stepped.overlapping()):
        return stepped.ended(supervisor, numbers)
    if len(starts) == 1:
        return [(stepped.at_start(0, overlapping[0]), overlapping[0])]
    alone = zip(starts, numbers, strict=True)
    return [ended for start, k in alone for ended in _runs(task, [start], until, supervisor, [k])]


def _check(task: Task, start: float, until: float) -> None:
    if not isinstance(task.stabilization, Projection | None):
        raise ModelError("runs with contacts keep constraints by projection; leave `stabilization` out")
    if until < start:
        raise ModelError("runs with contacts go forwards: an impact does not tell what was before it")
    if any(event.actions for event in task.events):
        raise ModelError(
            "events that act are not stepped beside contacts by da.methods.MoreauJean: leave the method out"
        )


def _eased(steps: int) -> tuple[str, ...]:
    """Note about restitution that was lowered."""
    if not steps:
        return ()
    text = "restitution was lowered in {} step{}: with friction it would have gained energy, or jammed the bodies"
    return (text.format(steps, "s" * (steps > 1)),)


def _modes(bits: NDArray[np.bool_]) -> tuple[int, ...]:
    """Modes of contacts that are closed or not, and stick or not."""
    return tuple(np.where(bits[:, 0], np.where(bits[:, 1], 2, 1), 0).tolist())


class _Stepped:
    """Several runs together."""

    def __init__(
        self, task: Task, system: SteppedSystem, ready: Starts, until: float, starts: Sequence[State]
    ) -> None:
        self.task, self.system, self.ready, self.starts = task, system, ready, starts
        left_out = ready.left_out[0] if ready.left_out else ready.dynamics.solution.left_out
        self.dynamics = system.without(left_out)
        self.step = task.method.uniform_step
        common, varying, own = ready.parameters
        extra = np.concatenate([ready.tau, own], axis=1) if varying else ready.tau
        own_names = {*self.dynamics.equations.parameters, *self.dynamics.settings, *ready.dynamics.settings}
        known = {name: value for name, value in common.items() if not name.startswith(".")}
        method = task.method.with_contacts(system.touches)
        events = (*system.events, *task.events)
        program = run_events(self.dynamics, events).texts
        launch = Launch(self.dynamics, method, program, ready.t, until, known, varying, own_names)
        stepped = replace(ready, dynamics=self.dynamics, left_out=())
        arrays = self._states(), extra, None
        self.departure = Departure(launch, stepped, events, frozenset(), task.times, *arrays, task.progress)

    def ended(self, supervisor: Supervisor | None, numbers: Sequence[int]) -> list[Ended]:
        """Motions of the runs, perhaps under a supervisor, which knows them by these numbers."""
        if supervisor is None:
            course, refused = self.departure.run(), dict[int, SolverError]()
        else:
            course, refused = sampled_course(self.departure, supervisor, numbers)
        return [self._ended(course, k, refused.get(k)) for k in range(len(course))]

    def _states(self) -> Vector:
        """States at the starts, all contacts open and without force unless a start is from such a run."""
        ready, eom = self.ready, self.dynamics.equations
        places = {name: k for k, name in enumerate(ready.dynamics.equations.states)}
        starts = dict(zip(eom.states, eom.variables.starts, strict=True))
        columns = [
            ready.z[:, places[name]] if name in places else np.full(len(ready.q), starts[name])
            for name in eom.states
        ]
        z = np.stack(columns, axis=1) if columns else np.zeros((len(ready.q), 0))
        for k in filter(self._is_told, range(len(z))):
            own = [i for i, name in enumerate(eom.states) if name not in places]
            z[k, own] = [self.starts[k].z[eom.states[i]] for i in own]
        return np.concatenate([ready.q, ready.u, z], axis=1)

    def _is_told(self, k: int) -> bool:
        """Whether a start tells modes and forces of contacts, as an earlier run by steps left them."""
        own = set(self.dynamics.equations.states).difference(self.ready.dynamics.equations.states)
        return own <= set(self.starts[k].z)

    def overlapping(self) -> dict[int, OverlapError]:
        """Starts at which contacts overlap, by their numbers."""
        nq, nu = len(self.dynamics.equations.coordinates), len(self.dynamics.equations.speeds)
        names, errors = [contact.name for contact in self.system.contacts], {}
        for k, row in enumerate(self.departure.states):
            if self._is_told(k):
                # bodies that meet overlap by half a step of approach
                continue
            q, u, z = np.split(row, [nq, nq + nu])
            given = {"t": self.ready.t, "q": q, "u": u, "z": z, "tau": self.ready.tau[k]}
            gaps = self.system.gaps(given, self.ready.p[k])
            if deep := [(name, -gap) for name, gap in zip(names, gaps, strict=True) if gap < -OVERLAP]:
                errors[k] = OverlapError.of(deep)
        return errors

    def at_start(self, k: int, failure: SolverError) -> Motion:
        """A motion that did not begin."""
        x, tau, p = self.departure.states[k], self.ready.tau[k], dict(self.ready.p[k].items())
        return Motion(self.dynamics, np.array([self.ready.t]), x[None], tau[None], p, termination=str(failure))

    def _advice(self) -> str:
        """Advice where impulses are not found."""
        eom = self.dynamics.equations
        bare = [name for name, x in zip(eom.speeds, eom.entries.M.diagonal, strict=True) if is_zero(x)]
        if bare:
            return f"nothing but constraints resists {bare[0]!r}: give what it moves some mass, however little"
        return "take a smaller step, or a larger tolerance"

    def _ended(self, course: Course, k: int, refusal: SolverError | None) -> Ended:
        """One of the motions with the events of its contacts, and why it failed, if it did."""
        motion, failure = course.ended(k, has_end=refusal is not None)
        end = course.end(k)
        if end.status is Status.NOT_CONVERGED:
            failure = SolverError(
                f"at t = {end.time:.9g}: the impulses of a step were not found to the tolerance "
                f"{self.departure.launch.method.tolerance:g} of its velocities, or forces change too fast for "
                f"it; {self._advice()}"
            )
        failure = refusal or failure
        changes, events = self._happened(course.departure.states[k], motion.events)
        motion = replace(
            motion,
            events=events,
            termination=str(failure or motion.termination),
            notes=(*motion.notes, *_eased(motion.statistics["rejected"]), *self._deep(motion)),
            intervals=phases([contact.point for contact in self.system.contacts], changes, end.time),
        )
        return motion, failure

    def _deep(self, motion: Motion) -> tuple[str, ...]:
        """Note about bodies that are far inside of each other, beside how far apart they come."""
        if not len(motion):
            return ()
        eom, times = self.dynamics.equations, motion.times
        q, u, z = np.split(motion.states, np.cumsum([len(eom.coordinates), len(eom.speeds)]), axis=1)
        gaps = self.system.gaps({"t": times, "q": q, "u": u, "z": z, "tau": motion.inputs}, motion.parameters)
        k = int(np.argmin(gaps.min(axis=0)))
        depth, when = -float(gaps[:, k].min()), float(times[np.argmin(gaps[:, k])])
        if not depth > max(DEEP * float(gaps.max()), SHALLOW):
            return ()
        text = (
            f"{self.system.contacts[k].name!r} overlaps by {depth:.3g} m at t = {when:.6g}: steps of "
            f"{self.step:g} s are too long for these speeds; take shorter ones"
        )
        _log.warning(text)
        return (text,)

    def _happened(
        self, x: Vector, records: Sequence[EventRecord]
    ) -> tuple[list[tuple[float, tuple[int, ...]]], tuple[EventRecord, ...]]:
        """Modes of all contacts from certain times on, and events, given the state at the start."""
        assert isinstance(records, EventRecords)
        contacts, start = self.system.contacts, self.ready.t
        first = len(self.dynamics.equations.coordinates) + len(self.dynamics.equations.speeds)
        modes_before = x[[first + touch.mode for touch in self.system.touches]]
        bits = modes_before[:, None] > np.array([0.5, 1.5])
        changes: list[tuple[float, tuple[int, ...]]] = [(start, _modes(bits))]
        events: list[EventRecord] = []
        for event, number in zip(records, records.numbers.tolist(), strict=True):
            if number >= 2 * len(contacts):
                events.append(event)
                continue
            which, bit = divmod(number, 2)
            bits[which, bit] = not bits[which, bit]
            # what touches in the first step does so from the start on
            since = start if event.t <= start + 0.75 * self.step else event.t
            if changes[-1][0] == since:
                changes.pop()
            changes.append((since, _modes(bits)))
            events.append(self._event(which, bit, bits, event.state))
        return changes, tuple(events)

    def _event(self, which: int, bit: int, bits: NDArray[np.bool_], state: State) -> ContactEvent:
        """A change of one contact, with the impulses of the step in which it happened."""
        contact = self.system.contacts[which]
        what = ("closes" if bits[which, 0] else "opens") if bit == 0 else ("sticks" if bits[which, 1] else "slips")
        impulses = {
            f"{contact.name}.{name}": self.step * state.z[contact.state(f"mean {name}")]
            for name in contact.relation_names
        }
        return ContactEvent(f"{contact.name} {what}", state.t, state, state, impulses, contact.name, what)

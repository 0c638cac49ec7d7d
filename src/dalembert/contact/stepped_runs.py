"""Runs by time stepping: contacts close, open, stick and slip in the steps of the method, in native code."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Vector
from dalembert.configuration.starts import Starts
from dalembert.contact.contact_events import ContactEvent, phases
from dalembert.contact.stepped_system import SteppedSystem, stepped_system
from dalembert.errors import ModelError, SolverError
from dalembert.expr.scalar import is_zero
from dalembert.integrators.methods import MoreauJean
from dalembert.integrators.status import Status
from dalembert.rows import Projection
from dalembert.runs.course import Ended
from dalembert.runs.event_program import run_events
from dalembert.runs.event_records import EventRecord
from dalembert.runs.motion import Motion, joined
from dalembert.runs.sampling import Supervisor, held_inputs
from dalembert.runs.segments import Launch, Segment
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
    system, plain = stepped_system(task.dynamics), replace(task, events=())
    if supervisor is not None:
        alone = (_Stepped(task, system, plain.ready([start]), until, [start]) for start in starts)
        return [run.supervised(supervisor, k) for k, run in enumerate(alone)]
    ready = plain.ready(starts)
    if ready.left_out and len(set(ready.left_out)) > 1:
        return [ended for start in starts for ended in run_stepped(task, [start], until)]
    return _Stepped(task, system, ready, until, starts).ended()


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
    """What to say about restitution that was lowered."""
    if not steps:
        return ()
    text = "restitution was lowered in {} step{}: with friction it would have gained energy, or jammed the bodies"
    return (text.format(steps, "s" * (steps > 1)),)


_NO_STEPS = dict.fromkeys(("accepted", "rejected", "evaluations"), 0)


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
        self.extra = np.concatenate([ready.tau, own], axis=1) if varying else ready.tau
        own_names = {*self.dynamics.equations.parameters, *self.dynamics.settings, *ready.dynamics.settings}
        known = {name: value for name, value in common.items() if not name.startswith(".")}
        assert isinstance(task.method, MoreauJean)
        method = task.method.with_contacts(system.touches)
        texts = run_events(self.dynamics, (*system.events, *task.events)).texts
        self.launch = Launch(self.dynamics, method, texts, ready.t, until, known, varying, own_names)

    def ended(self) -> list[Ended]:
        """What became of them."""
        x = self._states()
        self._check_apart(x)
        result = self.launch.run(x, self.extra, self.task.times, progress=self.task.progress)
        return [self._ended(k, self.launch, x[k], self.extra[k], result) for k in range(len(x))]

    def supervised(self, supervisor: Supervisor, number: int) -> Ended:
        """What became of the only one of them, whose inputs a supervisor sets."""
        (x,), extra, p = self._states(), self.extra[0].copy(), self.ready.p[0]
        self._check_apart(x[None])
        borders, times, names = supervisor.borders(self.ready.t, self.launch.until), self.task.times, self._inputs
        parts: list[Motion] = []
        past: Vector | None = None
        ask = supervisor.asked(number, self.dynamics)
        for begin, end in pairwise(borders):
            state = self.dynamics.state(begin, x, extra[: len(names)], p)
            try:
                extra[: len(names)] = held_inputs(ask(state), names, extra[: len(names)])
            except Exception as cause:
                failure = supervisor.failure(number, begin, cause)
                now = Motion(self.dynamics, np.array([begin]), x[None], extra[None, : len(names)], dict(p.items()))
                return joined([*parts, replace(now, termination=str(failure), statistics=_NO_STEPS)]), failure
            is_in = (times >= begin) & ((times < end) | ((times == end) & (end == borders[-1])))
            launch = replace(self.launch, start=begin, until=end)
            result = launch.run(x[None], extra[None], times[is_in], past=past)
            motion, stop = self._ended(0, launch, x, extra.copy(), result, None if past is None else past[0])
            is_over = stop is not None or result.summary(0).status is not Status.DONE
            parts.append(motion if is_in.any() or is_over else motion.with_rows(np.arange(0), motion.events))
            if is_over:
                return joined(parts), stop
            x, past = result.final_states[0].copy(), result.past
        return joined(parts), None

    @property
    def _inputs(self) -> tuple[str, ...]:
        return tuple(self.dynamics.equations.inputs)

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

    def _check_apart(self, x: Vector) -> None:
        """Raise if contacts overlap at a start."""
        nq, nu = len(self.dynamics.equations.coordinates), len(self.dynamics.equations.speeds)
        for k, row in enumerate(x):
            if self._is_told(k):
                # bodies that meet overlap by half a step of approach
                continue
            q, u, z = np.split(row, [nq, nq + nu])
            given = {"t": self.ready.t, "q": q, "u": u, "z": z, "tau": self.ready.tau[k]}
            gaps = self.system.gaps(given, self.ready.p[k])
            names = [contact.name for contact in self.system.contacts]
            deep = [f"{name!r} by {-gap:.3g} m" for name, gap in zip(names, gaps, strict=True) if gap < -OVERLAP]
            if deep:
                raise ModelError(
                    f"contacts overlap at the start: {', '.join(deep)}; move the bodies apart at the start"
                )

    def _advice(self) -> str:
        """What helps where impulses are not found."""
        eom = self.dynamics.equations
        bare = [name for name, x in zip(eom.speeds, eom.entries.M.diagonal, strict=True) if is_zero(x)]
        if bare:
            return f"nothing but constraints resists {bare[0]!r}: give what it moves some mass, however little"
        return "take a smaller step, or a larger tolerance"

    def _ended(
        self, k: int, launch: Launch, x: Vector, extra: Vector, result: Any, past: Vector | None = None
    ) -> Ended:
        end, dynamics, tau = result.summary(k), self.dynamics, extra[: len(self._inputs)]
        n = int(end.stop_row)
        times, states = result.times[:n], result.states[k, :n]
        if not n or (end.status is not Status.DONE and times[-1] != end.time):
            times, states = np.append(times, end.time), np.vstack([states, result.final_states[k]])
        has_failed = end.status > Status.TERMINAL_EVENT
        text = result.message(k) if has_failed else f"at t = {end.time:.9g}: {end.status.reason}"
        if end.status is Status.NOT_CONVERGED:
            text = (
                f"at t = {end.time:.9g}: the impulses of a step were not found to the tolerance "
                f"{self.launch.method.tolerance:g} of its velocities, or forces change too fast for it; "
                f"{self._advice()}"
            )
        segment = Segment(launch, x, extra, end.time, result.final_states[k], end.accepted, past=past)
        p = dict(self.ready.p[k].items())
        changes, events = self._happened(launch.start, x, result.records[k], tau, p)
        motion = Motion(
            dynamics,
            times,
            states,
            np.tile(tau, (len(times), 1)),
            p,
            events=events,
            termination=text,
            statistics=end.statistics,
            notes=(*self.ready.notes_of(k), *_eased(end.rejected), *self._deep(times, states, tau, p)),
            segments=(segment,),
            intervals=phases([contact.point for contact in self.system.contacts], changes, end.time),
        )
        return motion, SolverError(text) if has_failed else None

    def _deep(self, times: Vector, states: Vector, tau: Vector, p: dict[str, float]) -> tuple[str, ...]:
        """What to say of bodies that are far inside of each other, beside how far apart they come."""
        if not len(times):
            return ()
        eom = self.dynamics.equations
        q, u, z = np.split(states, np.cumsum([len(eom.coordinates), len(eom.speeds)]), axis=1)
        given = {"t": times, "q": q, "u": u, "z": z, "tau": np.tile(tau, (len(times), 1))}
        gaps = self.system.gaps(given, p)
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
        self, start: float, x: Vector, records: Vector, tau: Vector, p: dict[str, float]
    ) -> tuple[list[tuple[float, tuple[int, ...]]], tuple[EventRecord, ...]]:
        """Modes of all contacts from certain times on, and events."""
        contacts, n = self.system.contacts, len(x)
        first = len(self.dynamics.equations.coordinates) + len(self.dynamics.equations.speeds)
        modes_before = x[[first + touch.mode for touch in self.system.touches]]
        bits = modes_before[:, None] > np.array([0.5, 1.5])
        changes: list[tuple[float, tuple[int, ...]]] = [(start, _modes(bits))]
        events: list[EventRecord] = []
        for record in records:
            t, number = float(record[0]), int(record[1])
            state = self.dynamics.state(t, record[2 : 2 + n], tau, p)
            if number >= 2 * len(contacts):
                events.append(EventRecord(self.task.events[number - 2 * len(contacts)].name, t, state, state))
                continue
            which, bit = divmod(number, 2)
            bits[which, bit] = not bits[which, bit]
            # what touches in the first step does so from the start on
            since = start if t <= self.ready.t + 0.75 * self.step else t
            if changes[-1][0] == since:
                changes.pop()
            changes.append((since, _modes(bits)))
            events.append(self._event(which, bit, bits, state))
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

"""Runs with contacts: segments between events, and what happens to the contacts at each."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.configuration.starts import Starts
from dalembert.contact.contact_actions import (
    acted,
    beside_contacts,
    check_acting,
    set_parameters,
    switched_rows,
    switching_alone,
)
from dalembert.contact.contact_course import OneLane
from dalembert.contact.contact_guards import GUARDS, ContactGuards
from dalembert.contact.contact_impacts import ContactChange
from dalembert.contact.contact_instant import Decision, begun
from dalembert.contact.contact_reasons import OverlapError, contact_reason
from dalembert.contact.contact_system import OPEN, SLIPPING, STICKING, ContactSystem, contact_system
from dalembert.contact.contact_watch import BESIDE, PULLS, Missed, WatchedCourse
from dalembert.contact.native_decisions import SPAN
from dalembert.contact.quiet_runs import note_open_starts, quiet_runs
from dalembert.equations.solved_rows import switch_name
from dalembert.errors import ModelError, SolverError
from dalembert.integrators.simulations import OWN_LOOKS
from dalembert.integrators.status import Status
from dalembert.memo import Key
from dalembert.model.model import Model, flat
from dalembert.numerics.contact_levels import OVERLAP, SLIP_ENDS, SLOWED, STRAIGHT, TOUCHES
from dalembert.rows import Projection
from dalembert.runs.course import Ended
from dalembert.runs.event_program import event_failure, is_by_event, run_events, undefined_event
from dalembert.runs.event_records import EventRecord
from dalembert.runs.events import Event
from dalembert.runs.motion import Motion
from dalembert.runs.sampling import Supervisor, held_inputs
from dalembert.runs.segments import Launch
from dalembert.runs.side_by_side import SideBySide
from dalembert.runs.task import Task
from dalembert.state import State, States, values_key

logger = logging.getLogger(__name__)

AGAIN = 20
"""How often in a run native code may take events to be endless that are not, once they are decided in Python."""

ENDLESS = 200
"""Events at one instant after which they are taken to be endless."""

MANY = 32
"""Points of contact from which on it is told that a run will take long: four boxes in space."""

LITTLE = (1e-7, 1e-5, 1e-3, 0.1, 1.0)
"""Parts of a segment after which modes are decided that its begin did not tell apart."""


_TOLD: Key[None] = Key("many contacts were told")


def run_contacts(
    task: Task, starts: Sequence[State], until: float, supervisor: Supervisor | None = None
) -> Sequence[Ended]:
    """Motions of a model with contacts, perhaps under a supervisor, and why each failed, if it did.

    Without one, those from many starts go side by side as far as native code decides alone.
    """
    for t in {starts.t} if isinstance(starts, States) else {start.t for start in starts}:
        _check(task, t, until)
    task.dynamics.shared.get(_TOLD, lambda: _tell_many(task.dynamics.equations.model))
    runs = _begin(task, starts, until)
    if supervisor is None and len(runs) > 1:
        note_open_starts(runs)
        return _side_by_side(runs, [k for k, run in enumerate(runs) if run.begins()])
    return [run.supervised(supervisor, k).motion() for k, run in enumerate(runs)]


def _side_by_side(runs: Sequence[_Run], numbers: Sequence[int]) -> Sequence[Ended]:
    """All motions; the first segments of these, which have a start, run in lanes.

    Where that was all, a motion is made when it is asked for.
    """
    if not numbers:
        return [run.motion() for run in runs]
    first = runs[numbers[0]]
    end, lasting = first.next_border(), first.lasting
    # those that differ in nothing but their states
    same = [k for k in numbers if runs[k].next_border() == end and runs[k].lasting == lasting]
    launch, times = replace(first.launch, start=first.t, until=end), first.wanted(end)
    x, tau = np.array([runs[k].row for k in same]), np.array([runs[k].tau for k in same])
    result = launch.run(x, tau, times, progress=first.task.progress)
    are_quiet = quiet_runs([runs[k] for k in same], times, result)
    for i, k in enumerate(same):
        runs[k].ahead, runs[k].is_quiet = (launch, times, OneLane(result, i)), bool(are_quiet[i])
    others = {k: run.motion() for k, run in enumerate(runs) if not run.is_quiet}

    asked = np.flatnonzero(np.isin(times, first.task.times))
    rows = result.states[np.ix_(np.flatnonzero(are_quiet), asked)][:, :, : launch.dynamics.n_states]
    numbers = [k for k in same if runs[k].is_quiet]
    given = [(run.tau, run.first_p) for run in runs]
    return SideBySide(launch.dynamics, [run.motion for run in runs], others, times[asked], (numbers, rows), given)


def _tell_many(model: Model) -> None:
    """Say before it begins that a run from event to event will take long."""
    n = sum(len(part.contact_points()) for part in flat(model).parts)
    if n > MANY:
        logger.warning(
            "a run from event to event with %d points of contact takes long, and longer by the square of their "
            "number; da.methods.MoreauJean(step) is made for as many",
            n,
        )


def _check(task: Task, t: float, until: float) -> None:
    if task.method.finds_accelerations:
        raise ModelError(
            f"{type(task.method).__name__} cannot treat contacts; use an explicit method such as "
            "da.methods.DOP853(), or da.methods.MoreauJean(step)"
        )
    if not isinstance(task.stabilization, Projection | None):
        raise ModelError("runs with contacts keep constraints by projection; leave `stabilization` out")
    if until < t:
        raise ModelError("runs with contacts go forwards: an impact does not tell what was before it")
    if (np.diff(task.times) < 0.0).any():
        raise ModelError("times of output must rise, from start to end")


def _begin(task: Task, starts: Sequence[State], until: float) -> list[_Run]:
    """Runs before their starts."""
    ready = _ready(task, starts)
    if ready.dynamics.solution.left_out and len(starts) > 1:
        # each leaves out rows of its own, as it would alone
        return [run for start in starts for run in _begin(task, [start], until)]
    return _Begin.of(task, ready, until).runs(starts)


def _ready(task: Task, starts: Sequence[State]) -> Starts:
    """The starts as numbers; of events it counts which rows they switch."""
    return replace(task, events=switching_alone(task.events)).ready(starts)


_OTHER_EVENTS: Key[tuple[Event, ...]] = Key("events beside contacts")
_GUARDS: Key[ContactGuards] = Key("guards of contacts")


def before_start(task: Task, start: State, until: float) -> tuple[Launch, ContactGuards, Starts, Vector]:
    """A run before its start: how segments are launched, what is watched, and the state with all points open."""
    _check(task, start.t, until)
    ready = _ready(task, [start])
    (run,) = _Begin.of(task, ready, until).runs([start])
    return run.launch, run.guards, ready, run.system.opened(run.x)


@dataclass(frozen=True, eq=False)
class _Begin:
    """What runs from some starts have in common before they begin."""

    task: Task
    ready: Starts
    until: float
    system: ContactSystem
    guards: ContactGuards
    launch: Launch
    """How segments are launched, with parameters that all runs have."""

    set_by_events: Mapping[str, float]
    """Parameters that events set, with their default values."""

    @classmethod
    def of(cls, task: Task, ready: Starts, until: float) -> _Begin:
        """Raise if events do what runs with contacts cannot take over."""
        system, t = contact_system(ready.dynamics), ready.t
        dynamics = system.dynamics
        never = system.left_out - switched_rows(dynamics.solved, task.events)
        guards = dynamics.memo.get(_GUARDS.of(never), lambda: ContactGuards(system, never))
        check_acting(system, task.events)
        # an earlier run may have let rows go
        set_by_events = dict.fromkeys(map(switch_name, task.off), 0.0) | set_parameters(system, task.events)
        if coefficients := sorted(system.law_parameters.intersection(set_by_events)):
            raise ModelError(
                f"an event sets {coefficients[0]!r}, a coefficient of a law of contact: these hold for a whole "
                "run; let the event end the run, and begin another with the other value from its last state"
            )
        own = dynamics.shared.get(
            _OTHER_EVENTS.of(*map(id, task.events)), lambda: tuple(beside_contacts(guards, task.events))
        )
        texts = run_events(dynamics, (*guards.events, *own)).texts
        values = {**dynamics.settings, SPAN: max(until - t, 1e-300)}
        known = {*dynamics.equations.parameters, *set_by_events, *dynamics.settings, SPAN}
        launch = Launch(dynamics, task.method, texts, t, t, values, (), known, (until - t) / OWN_LOOKS)
        return cls(task, ready, until, system, guards, launch, set_by_events)

    def runs(self, starts: Sequence[State]) -> list[_Run]:
        """The runs, with the states at their starts.

        All contacts are open in them, unless a start is from a run and tells their modes.
        """
        eom, given, ready = self.launch.dynamics.equations, self.ready.dynamics.equations, self.ready
        modes = set(eom.states).difference(given.states)
        z = np.zeros((len(starts), len(eom.states)))
        z[:, [eom.states.index(name) for name in given.states]] = ready.z
        are_told = [modes <= set(one.z) for one in ([starts] if isinstance(starts, States) else starts)]
        are_told = are_told * (len(starts) if isinstance(starts, States) else 1)
        places = [(k, name) for k, name in enumerate(eom.states) if name in modes]
        for row, start, is_told in zip(z, starts if any(are_told) else [None] * len(z), are_told, strict=True):
            if is_told and start is not None:
                for k, name in places:
                    row[k] = start.z[name]
        x, found = np.concatenate([ready.q, ready.u, z], axis=1), list[_Run]()
        # runs with the same values share what follows from them
        common: dict[Any, tuple[ContactSystem, Launch, dict[str, float]]] = {}
        for k, is_told in enumerate(are_told):
            p = {**self.set_by_events, **ready.p[k]}
            key = values_key(p)
            if key not in common:
                launch = replace(self.launch, parameters={**p, **self.launch.parameters})
                common[key] = self.system.with_values(p), launch, p
            system, launch, p = common[key]
            run = _Run(
                self.task, system, self.guards, self.until, launch, ready.t, x[k].copy(), ready.tau[k], p, p
            )
            run.set_names, run.is_told = tuple(self.set_by_events), is_told
            found.append(run)
        return found


@dataclass(eq=False)
class _Run(WatchedCourse):
    """One run as it goes on."""

    def supervised(self, supervisor: Supervisor | None, number: int) -> _Run:
        """The run under a supervisor."""
        if supervisor is not None:
            self.supervisor, self.number = supervisor, number
            self.borders = supervisor.borders(self.t, self.until)
        return self

    @property
    def lasting(self) -> Any:
        """Parameters that no event sets in native code, as a key."""
        names = self.launch.events.discrete
        return values_key({name: x for name, x in self.p.items() if name not in names})

    def begins(self) -> bool:
        """Decide about the start; whether there is something to run from it."""
        self.begun = self.t
        try:
            self._start()
        except SolverError:
            self.decision = None
        return self.decision is not None and self.t < self.until

    def motion(self) -> tuple[Motion, SolverError | None]:
        """All of it."""
        self.begun = self.t
        failure, termination = None, f"at t = {self.until:.9g}: the end time is reached"
        try:
            if self.decision is None:
                self._ask()
                self._start()
            termination = self._all_segments()
        except SolverError as error:
            failure, termination = error, str(error)
        return self._motion(termination), failure

    def _start(self) -> None:
        """Modes at the start: as an earlier run left them if they fit, else what touches is closed, or meets."""
        if self.is_told:
            if self._fits_told():
                modes = tuple(point.mode(self.x[self.system.z_start :]) for point in self.system.points)
                self._take(Decision(self.x, (), False, modes))
                return
            told, self.x = self.x, self.system.opened(self.x)
            self._take(self._news(told, self._decided_at_start()))
            return
        self._take(self._decided_at_start())

    def _decided_at_start(self) -> Decision:
        """Decide at the start: points that touch are closed, or meet with an impact."""
        if self.is_apart:
            return self._open()
        if (dry := self.guards.dry_start(self.t, self.x, self.tau, self.p)) is not None:
            return begun(self.system, dry)
        numbers = self._instant().at(self.x)
        gaps = zip(self.system.points, numbers.phi, strict=True)
        deep = [(p.name, -gap) for p, gap in gaps if gap < -OVERLAP and not p.is_compliant]
        if deep:
            raise OverlapError.of(deep)
        # what is apart by more than rounding is open, however little that is
        q = self.x[: len(self.launch.dynamics.equations.coordinates)]
        rounding = TOUCHES * (1.0 + float(np.abs(q).max(initial=0.0)))
        touching = frozenset(
            k for k, p in enumerate(self.system.points) if p.normal is None or numbers.phi[k] <= rounding
        )
        if touching:
            return self._instant().decided(self.x, touching)
        return self._open()

    def _open(self) -> Decision:
        """Nothing touches."""
        self.x[[self.system.z_start + point.states["watched"] for point in self.system.points]] = 1.0
        return Decision(self.x, (), False, (OPEN,) * len(self.system.points))

    def _fits_told(self) -> bool:
        """Whether modes that the start tells can go on: forces hold, nothing meets, nothing stops to slip."""
        z, numbers = self.x[self.system.z_start :], self._instant().at(self.x)
        rates = numbers.normal_speeds()
        for k, point in enumerate(self.system.points):
            mode, gap, rate = point.mode(z), float(numbers.phi[k]), float(rates[k])
            if z[point.states["watched"]] < 0.5 or z[point.states["undecided"]] > 0.5:
                return False
            if point.normal is not None and not point.is_compliant:
                is_still = abs(gap) <= OVERLAP and abs(rate) <= SLIP_ENDS
                if not (is_still if mode != OPEN else gap > TOUCHES or (gap > -OVERLAP and rate > 0.0)):
                    return False
            slips = numbers.slips(point)
            along = [z[point.states[self.system.along(point, i)]] for i in range(len(slips))]
            if mode == STICKING and np.linalg.norm(slips) > SLIP_ENDS:
                return False
            if mode == SLIPPING and len(slips) and point.combined is None and not np.dot(slips, along) >= 0.0:
                return False
        return self.guards.holds(self.t, self.x, self.tau, self.p)

    def _all_segments(self) -> str:
        n_here, here = 0, -np.inf
        while self.t < self.until:
            reason = self._segment(self.next_border())
            if reason is not None and not isinstance(reason, list):
                return str(reason)
            if self.t <= here + 1e-13 * max(abs(here), self.until - self.begun):
                n_here += 1
            else:
                n_here, here = 0, self.t
            if n_here > ENDLESS:
                self._raise_endless()
            if isinstance(reason, list):
                self._act(reason)
                if self._follow_jumps():
                    return f"at t = {self.t:.9g}: {Status.TERMINAL_EVENT.reason}"
            if self._ask():
                self._settle()
        return f"at t = {self.until:.9g}: the end time is reached"

    def _follow_jumps(self) -> bool:
        """Let events happen whose expressions jump past zero by what contacts do; whether one ends the run."""
        while jumped := self._jumped():
            self._forget(jumped)
            for event in jumped:
                if event.actions:
                    self._act_beside([event])
                else:
                    state = self.launch.dynamics.state(self.t, self.x, self.tau, self.p)
                    self.events.append(EventRecord(event.name, self.t, state, state))
                if event.is_terminal:
                    return True
        return False

    def next_border(self) -> float:
        """The end of the next segment at most."""
        return min(self.until, self.borders[0]) if self.borders else self.until

    def _ask(self) -> bool:
        """Ask the supervisor for inputs, if it is time; whether they are others now."""
        if self.supervisor is None or not self.borders or self.t < self.borders[0] or self.t >= self.until:
            return False
        self.borders = [t for t in self.borders if t > self.t]
        dynamics = self.launch.dynamics
        try:
            state = dynamics.state(self.t, self.x, self.tau, self.p)
            given = self.supervisor.asked(self.number, dynamics)(state)
            tau = held_inputs(given, dynamics.equations.inputs, self.tau)
        except Exception as cause:
            raise self.supervisor.failure(self.number, self.t, cause) from cause
        is_other, self.tau = not np.array_equal(tau, self.tau), tau
        return is_other

    def _settle(self) -> None:
        """Modes where forces have jumped: if friction holds and nothing pulls, they stay."""
        z = self.x[self.system.z_start :]
        closed = frozenset(k for k, p in enumerate(self.system.points) if p.mode(z) != OPEN or p.normal is None)
        if not closed or self.guards.holds(self.t, self.x, self.tau, self.p):
            return
        self._take(self._anew(self.x, closed))

    def _anew(self, before: Vector, closed: frozenset[int]) -> Decision:
        """Decide anew about these points, and tell changes only."""
        return self._news(before, self._instant().decided(self.x, closed))

    def _news(self, before: Vector, found: Decision) -> Decision:
        """A decision that tells what is new in it."""
        points = self.system.points
        modes = [point.mode(before[self.system.z_start :]) for point in points]
        stayed = {
            (point.name, point.event_word(mode)) for point, mode in zip(points, modes, strict=True) if mode != OPEN
        }
        told = [one for one in found.changes if (one.point, one.what) not in stayed]
        names = {one.point for one in told if one.what == "opens"}
        lost = [
            point
            for point, old, new in zip(points, modes, found.modes, strict=True)
            if old != OPEN and new == OPEN and point.name not in names
        ]
        told += [ContactChange(point.name, point.event_word(OPEN)) for point in lost]
        return replace(found, changes=tuple(told))

    def _segment(self, end: float, *, looks: bool = True) -> list[int] | str | None:
        """Run until an event or the end: numbers of guards that changed, words if the run is over, or None.

        It also looks for what no event told.
        """
        launch, times, result = self._launched(end)
        summary = result.summary(0)
        if looks and not self.is_quiet and (missed := self._missed(times, result)) is not None:
            low = self._until_missed(missed)
            return self._reconsidered(missed) if low <= self.t else self._segment(low, looks=False)
        if summary.status > Status.TERMINAL_EVENT:
            return self._stopped(launch, times, result)
        if not self.is_quiet and (early := self._entered(times, result)) is not None:
            # a gap that closed and opened again within a step
            launch, times, result = self._launched(early)
            summary = result.summary(0)
        overlooked = [] if self.is_quiet else self._inside(float(summary.time), result.final_states[0])
        if overlooked:
            launch, times, result = self._until_outside(launch, times, result)
            summary = result.summary(0)
        self._keep(launch, times, result)
        records, n_guards = result.records[0], len(self.guards.guards)
        happened = self._recorded(records, float(summary.time))
        self._go_to(float(summary.time), result.final_states[0])
        self._note_decided(records)
        if given := [self.task.events[k - n_guards] for k in happened if k >= n_guards]:
            acting = [event for event in given if event.actions]
            if not self.guards.takes_actions:
                self._act_beside(acting)
            elif acting and self._is_open(happened):
                self._decide_after(acting, records)
            if any(event.is_terminal for event in given):
                return f"at t = {self.t:.9g}: {summary.status.reason}"
            return []
        if overlooked:
            return [len(GUARDS) * k + GUARDS.index("gap") for k in self._below(self.t, self.row)] + happened
        return happened if summary.status is Status.TERMINAL_EVENT else None

    def _stopped(self, launch: Launch, times: Vector, result: Any) -> list[int]:
        """Where native code could not go on: the guard whose events seem endless to it, or an error.

        What there is up to there is kept.
        """
        summary = result.summary(0)
        self._keep(launch, times, result)
        self._recorded(result.records[0], float(summary.time))
        self._go_to(float(summary.time), result.final_states[0])
        self._note_decided(result.records[0])
        number = int(summary.terminal_event)
        is_endless = summary.status is Status.ENDLESS_EVENTS
        self.n_endless += is_endless
        if is_endless and 0 <= number < len(self.guards.guards) and self.n_endless <= AGAIN:
            return [number]
        n_guards = len(self.guards.guards)
        if is_by_event(summary.status) and number >= n_guards:
            given = self.task.events
            if is_endless:
                events = (*self.guards.events, *given)
                raise SolverError(
                    f"{result.message(0)}; {event_failure(summary.status, number, events, result.records[0])}"
                )
            # why, or what else becomes of it
            self._act_beside([given[number - n_guards]])
            return []
        who = f"; it is about {self.guards.point_of(number).name!r}" if 0 <= number < n_guards else ""
        if summary.status is Status.NO_EVENT_VALUE and not who:
            who = f"; {undefined_event(number - n_guards, self.task.events)}"
        if summary.status is Status.STEP_TOO_SMALL:
            who += contact_reason(self.system, self.t, self.x, self.tau, self.p)
        raise SolverError(result.message(0) + who)

    def _raise_endless(self) -> None:
        names = ", ".join(dict.fromkeys(str(event.name) for event in self.events[-6:]))
        raise SolverError(
            f"endless events at t = {self.t:.9g}: {names}; contacts change again and again without time "
            "going on; other restitution or friction may let them come to rest"
        )

    def _act_beside(self, events: Sequence[Event]) -> None:
        """Let events of the run act; then contacts that were closed close anew, or let go."""
        self.past = None
        for event in events:
            before = self.x
            old = self.launch.dynamics.state(self.t, self.x, self.tau, self.p)
            after = acted(self.system, event, self.t, self.x, self.tau, self.p)
            self._set(after.set_values)
            self.x = after.x
            new = self.launch.dynamics.state(self.t, self.x, self.tau, self.p)
            self.events.append(EventRecord(event.name, self.t, old, new, after.impulses))
            self._close_anew(event.name, before)

    def _is_open(self, happened: Sequence[int]) -> bool:
        """Whether native code has left open what contacts do."""
        kinds = [GUARDS[k % len(GUARDS)] for k in happened if k < len(self.guards.guards)]
        return "undecided" in kinds

    def _decide_after(self, events: Sequence[Event], records: Matrix) -> None:
        """Decide what contacts do after events have acted in native code, which has left that open."""
        first = next(row for row in records if row[0] == self.t and self._acts(int(row[1])))
        self.x = self.system.opened(self.x)
        self._close_anew(events[-1].name, self._at(first[2 : 2 + len(self.row)])[0])

    def _close_anew(self, name: str, before: Vector) -> None:
        """Contacts that were closed before an event has acted close anew, or let go."""
        points = self.system.points
        modes = [point.mode(before[self.system.z_start :]) for point in points]
        gaps = dict(enumerate(map(float, self._instant().at(self.x).phi)))
        self._check_left(name, gaps)
        stays = {
            k for k, point in enumerate(points) if point.normal is None or point.is_compliant or gaps[k] <= OVERLAP
        }
        closed = {k for k in stays if modes[k] != OPEN or points[k].normal is None}
        near = {k for k, point in enumerate(points) if abs(gaps[k]) <= TOUCHES and point.normal is not None}
        self._take(self._anew(before, frozenset(closed | near)))

    def _set(self, values: Mapping[str, float]) -> None:
        """Other parameters and inputs from now on."""
        inputs = self.launch.dynamics.equations.inputs
        self.tau = np.array([values.get(name, x) for name, x in zip(inputs, self.tau, strict=True)])
        if own := {name: x for name, x in values.items() if name not in inputs}:
            self.p = {**self.p, **own}
            self.launch = replace(self.launch, parameters={**self.launch.parameters, **own})

    def _check_left(self, name: str, gaps: Mapping[int, float]) -> None:
        """Raise if an event has put bodies into each other."""
        for k, point in enumerate(self.system.points):
            if gaps[k] < -OVERLAP and point.normal is not None and not point.is_compliant:
                raise SolverError(
                    f"the event {name!r} leaves bodies that overlap at t = {self.t:.9g}: {point.name!r} by "
                    f"{-gaps[k]:.3g} m; look at what it resets"
                )

    def _reconsidered(self, missed: Missed) -> list[int] | str | None:
        """Go on a little, to where forces tell modes from each other, and decide there."""
        for part in LITTLE:
            reason = self._segment(min(self.t + part * (missed.t - self.t), missed.t), looks=False)
            if reason is not None:
                return reason
            decision = self._instant().decided(self.x)
            if self.decision is None or decision.modes != self.decision.modes:
                self._take(decision)
                return []
        names = ", ".join(dict.fromkeys(repr(self.guards.point_of(int(k)).name) for k in missed.guards))
        raise SolverError(
            f"{names} would pull, or hold more than friction can, before t = {self.t:.9g}, but no other modes fit"
        )

    def _act(self, happened: Sequence[int]) -> None:
        """Decide what the events of contacts lead to."""
        found: dict[str, set[int]] = {name: set() for name in GUARDS}
        for number in happened:
            found[GUARDS[number % len(GUARDS)]].add(number // len(GUARDS))
        instant, z = self._instant(), self.x[self.system.z_start :]
        points = self.system.points
        found["gap"] |= found["bounce"] | found["deep"] | found["meets"]
        creeping = {k for k in found["force"] if points[k].rows.creep is not None}
        found["slip"], found["force"] = found["slip"] | creeping, found["force"] - creeping
        if found["gap"]:
            numbers = instant.at(self.x)
            found["gap"] |= {
                k
                for k, p in enumerate(points)
                if p.mode(z) == OPEN and p.normal is not None and abs(numbers.phi[k]) <= TOUCHES
            }
        self.x[[self.system.z_start + point.states["undecided"] for point in points]] = 0.0
        self._still_slips(found["slip"])
        if found["slip"]:
            found["slip"] |= self._nearly_at_rest()
        if not any(found[name] for name in ("gap", "force", "cone", "slip", "shares")):
            return
        slip_directions = {k: self._begins(k) for k in found["cone"] if points[k].mode(z) == STICKING}
        self._take(
            instant.decided(
                self.x,
                frozenset(found["gap"]),
                frozenset(found["force"]),
                {k: e for k, e in slip_directions.items() if e is not None},
                frozenset(k for k in found["slip"] if points[k].mode(z) == SLIPPING),
            )
        )

    def _still_slips(self, ended: set[int]) -> None:
        """Take away points in space that slip on in another direction than they began: the new one counts."""
        numbers, start = self._instant().at(self.x), self.system.z_start
        for k in sorted(ended):
            point = self.system.points[k]
            if point.has_patch_friction:
                continue
            slip = numbers.slips(point)
            speed = float(np.sqrt(slip @ slip))
            if len(slip) > 1 and speed > SLIP_ENDS:
                ended.discard(k)
                places = [start + point.states[self.system.along(point, i)] for i in range(len(slip))]
                is_straight = np.linalg.norm(self.x[places] - slip / speed) <= STRAIGHT
                self.x[places] = slip / speed
                self.x[start + point.states["lift"]] = 0.0 if is_straight else SLOWED * speed

    def _nearly_at_rest(self) -> set[int]:
        """Points in space whose slip is as slow as that of one that just ends: they end together."""
        numbers, z = self._instant().at(self.x), self.x[self.system.z_start :]
        points = enumerate(self.system.points)
        sliding = [
            k for k, p in points if p.mode(z) == SLIPPING and len(p.tangents) > 1 and not p.has_patch_friction
        ]
        return {k for k in sliding if np.linalg.norm(numbers.slips(self.system.points[k])) <= SLIP_ENDS}

    def _begins(self, k: int) -> Vector | None:
        """The direction in which a point begins to slip: against the friction that held it."""
        point, solved = self.system.points[k], self.launch.dynamics.solved
        names = [f"{self.launch.dynamics.equations.rows[i].name}" for i in point.tangents]
        lam = {name: solved.multipliers[i] for name, i in zip(names, point.tangents, strict=True)}
        found = self.launch.dynamics.evaluate(lam, self.launch.dynamics.state(self.t, self.x, self.tau, self.p))
        force = np.array([found[name] for name in names], dtype=float)
        size = float(np.sqrt(force @ force))
        return -force / size if size > 0.0 else None

    def _take(self, decision: Decision) -> None:
        super()._take(self._with_late_rows(decision) if self.guards.late else decision)

    def _with_late_rows(self, decision: Decision) -> Decision:
        """A decision after which rows that let bodies pass while they would pull do so, and the others act.

        What one of them exerts may be what another has to follow: one after the other is turned over.
        """
        late, points = list(self.guards.late), self.system.points
        seen: set[tuple[int, ...]] = set()
        while decision.modes not in seen:
            seen.add(decision.modes)
            values = self.guards.late_values(self.t, decision.x, self.tau, self.p)
            if not (values < -np.maximum(PULLS, BESIDE * np.abs(values).max())).any():
                before = [point.mode(self.x[self.system.z_start :]) for point in points]
                told = [one for one in decision.changes if one.point not in {points[k].name for k in late}]
                told += [
                    ContactChange(points[k].name, points[k].event_word(decision.modes[k]))
                    for k in late
                    if decision.modes[k] != before[k]
                ]
                return replace(decision, changes=tuple(told))
            k = late[int(np.argmin(values))]
            turned, none = frozenset({k}), frozenset[int]()
            which = (turned, none) if decision.modes[k] == OPEN else (none, turned)
            found = self._instant().decided(decision.x, *which)
            decision = replace(found, changes=(*decision.changes, *found.changes))
        names = ", ".join(repr(points[k].name) for k in late)
        raise SolverError(
            f"{names}: no choice of which of them act fits at t = {self.t:.9g}, each pulls or is passed if "
            "another acts; give one row for what they limit together"
        )

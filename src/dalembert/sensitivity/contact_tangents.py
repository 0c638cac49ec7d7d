"""Derivatives through events of contacts: runs in held modes, and what happens to derivatives between them.

With y = S⁻ + F⁻ ∂t*/∂θ, how the state of an event changes, and its image y⁺ by an impact, S⁺ = y⁺ − F⁺ ∂t*/∂θ.
Where speeds do not jump y⁺ = y; of an impact y⁺ is by central differences of what is decided there.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Any

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.contact.contact_events import ContactEvent
from dalembert.contact.contact_system import ContactSystem, contact_system
from dalembert.contact.held_modes import OPEN, STICKING, held_dynamics, static_limit
from dalembert.contact.held_modes import Direction as SlipDirection
from dalembert.contact.state_modes import contact_points, held_in_state, told_modes
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import SolverError
from dalembert.expr.calculus import jacobian
from dalembert.expr.functions import sqrt
from dalembert.expr.node import Expression
from dalembert.integrators.integration_methods import as_method
from dalembert.integrators.method import Method
from dalembert.linear.start_tangents import Direction, directions
from dalembert.model.contacts.contact_rows import geometry_measures
from dalembert.model.contacts.dry_friction_force import TANGENTS
from dalembert.model.model import touching_parts
from dalembert.model.reaction_measures import multiplier
from dalembert.numerics.contact_levels import GRAZES
from dalembert.rows import Stabilization
from dalembert.runs.motion import Motion
from dalembert.runs.output_times import wanted_times
from dalembert.runs.preparation import preparation
from dalembert.runs.simulate import simulate
from dalembert.sensitivity.event_instants import EventInstant, guard_slopes
from dalembert.sensitivity.saltation import Guard, at_event
from dalembert.sensitivity.tangent_runs import TangentTask
from dalembert.state import State

STEP = 1e-5
"""Largest change of a state, or of what derivatives are taken by, in differences of an impact."""

_LOOKS = 1000
"""How often gaps of open contacts are looked at along a run, at least."""

_CLOSER_LOOKS = 65
"""How often they are looked at about an instant at which one is least."""

_NEAR, _MISSES = 1e-2, 1e-7
"""Least gap, beside the largest of the run, that is looked at closer, and that may be none."""

_UNKNOWN = {
    "comes to rest": "infinitely many impacts end",
    "stops": "slip in space ends",
    "jams": "a contact jams",
}
"""Events after which derivatives are not known, and why."""


@dataclass(frozen=True, eq=False)
class ContactInstant:
    """An event of a contact, how its time changes (k,) and how the state in which it happens does (n, k)."""

    name: str
    t: float
    time: Vector
    states: Matrix


@dataclass(frozen=True)
class _LeastGap:
    """An instant at which an open contact is nearer to touching than before and after."""

    name: str
    t: float
    span: tuple[float, float]
    """Times of the samples before and after."""

    gap: float
    largest: float
    """Largest gap of the run."""


@dataclass(frozen=True, eq=False)
class ContactTangents:
    """A run with contacts, from event to event."""

    dynamics: Dynamics
    start: State
    """State at the start, with the modes that are decided there."""

    run: Motion
    by: tuple[str, ...]
    independent: Collection[str] | None
    method: Method | None
    stabilization: Stabilization | None

    @cached_property
    def system(self) -> ContactSystem:
        """The system with contacts whose modes are states."""
        return contact_system(self.dynamics)

    @property
    def begin(self) -> float:
        """Time of the start."""
        return self.start.t

    @cached_property
    def instants(self) -> list[tuple[ContactEvent, ContactEvent]]:
        """Events after the start: the first and the last of those that happen together to one point."""
        events = [event for event in self.run.events if isinstance(event, ContactEvent)]
        later = [event for event in events if event.t > self.begin]
        for event in events:
            if event.t <= self.begin and event.what in (*_UNKNOWN, "impact"):
                raise SolverError(
                    f"sensitivities begin beside an event: {event.name} at t = {event.t:.6g}; start after it"
                )
        pairs = []
        for _, group in groupby(later, key=lambda event: event.t):
            together = list(group)
            _check_single(together)
            pairs.append((together[0], together[-1]))
        return pairs

    # ---- runs in held modes

    def tangents(self) -> tuple[Matrix, tuple[str, ...], tuple[ContactInstant, ...]]:
        """∂x/∂θ (T, n, k) in all samples, what was held at the start, and the events."""
        start, S = self.start, None
        held: tuple[str, ...] = ()
        held_in_state(self.dynamics, start, "sensitivities")
        self._check_misses()
        samples = np.zeros((len(self.run), len(self.run.names), len(self.by)))
        instants: list[ContactInstant] = []
        ends = [*(first.t for first, _ in self.instants), float(self.run.times[-1])]
        begin = self.begin
        for k, end in enumerate(ends):
            system = self._held(start)
            which = (self.run.times > begin) & (self.run.times <= end) | ((self.run.times == begin) & (k == 0))
            at_end, piece, names = self._piece(system, start, S, self.run.times[which], end)
            places = [self.run.names.index(name) for name in _state_names(system)]
            samples[np.flatnonzero(which)[:, None], places] = piece
            held = held or names
            if k < len(self.instants):
                first, last = self.instants[k]
                S, instant = self._through(system, start, first, last, at_end)
                instants.append(instant)
                start, begin = last.after, end
        return samples, held, tuple(instants)

    def _check_misses(self) -> None:
        """Raise if an open contact is passed at no distance: next to it there is an impact, or none."""
        end = float(self.run.times[-1])
        if not self._open_gaps or end <= self.begin:
            return
        looks = self._least_gaps(np.linspace(self.begin, end, max(_LOOKS, len(self.run)) + 1))
        near = [look for look in looks if look.gap <= _NEAR * look.largest]
        if not near:
            return
        spans = [np.linspace(*look.span, _CLOSER_LOOKS) for look in near]
        largest = {look.name: look.largest for look in near}
        for look in self._least_gaps(np.unique(np.concatenate(spans))):
            if look.name in largest and look.gap <= _MISSES * largest[look.name]:
                raise SolverError(
                    f"{look.name!r} is passed without a gap at t = {look.t:.6g} and does not close: next to it, "
                    "it does, so that there is no derivative; end before it"
                )

    @cached_property
    def _open_gaps(self) -> dict[str, Any]:
        """Gaps of contacts that cannot be passed, by name."""
        contacts = self.dynamics.equations.outputs.contacts
        return {x.name: x.gap for x in contacts if x.gap is not None and x.is_rigid}

    def _least_gaps(self, times: Vector) -> list[_LeastGap]:
        """Gaps of open contacts where they are less than before and after, by parabolas through three samples."""
        motion = simulate(
            self.dynamics, self.start, times=times, method=self.method, stabilization=self.stabilization
        )
        events = [event for event in motion.events if isinstance(event, ContactEvent)]
        times, least = motion.times, []
        for name, gaps in motion.evaluate(self._open_gaps).items():
            is_open = motion[f"{name}.mode"] == 0.0
            inner = (gaps[1:-1] <= gaps[:-2]) & (gaps[1:-1] <= gaps[2:])
            for k in 1 + np.flatnonzero(inner & is_open[1:-1] & is_open[:-2] & is_open[2:]):
                t = times[k - 1 : k + 2]
                if any(t[0] <= event.t <= t[2] and name in _points_of(event) for event in events):
                    continue
                bend, slope, gap = np.polyfit(t - t[1], gaps[k - 1 : k + 2], 2)
                lowest = gap - slope**2 / (4.0 * bend) if bend > 0.0 else gap
                least.append(_LeastGap(name, t[1], (t[0], t[2]), lowest, float(np.abs(gaps).max())))
        return least

    def _held(self, start: State) -> Dynamics:
        """Dynamics in the modes of a state, with the directions of slip to and fro that it tells."""
        modes = told_modes(self.dynamics, start)
        assert modes is not None
        slips: dict[str, SlipDirection] = {}
        for point in self.system.points:
            is_slipping = modes[point.name] not in (OPEN, STICKING) and bool(point.tangents)
            if is_slipping and point.combined is None and len(point.tangents) == 1:
                size = point.rows.geometry.n_slips
                slips[point.name] = tuple(float(start.z[f"{point.name}.slip {x}"]) for x in TANGENTS[:size])
        return held_dynamics(self.dynamics, modes, slips=slips)

    def _piece(
        self, system: Dynamics, start: State, S: Matrix | None, times: Vector, end: float
    ) -> tuple[EventInstant, Matrix, tuple[str, ...]]:
        """From a state to the next event: the end with its tangents, tangents at times, and what was held."""
        wanted = times if len(times) and times[-1] == end else np.append(times, end)
        run = preparation(system, as_method(self.method), (), self.stabilization)
        task = run.task(wanted_times(wanted, start.t, end))
        tangent = TangentTask(task, directions(system, self.by), self.independent if S is None else None)
        ready = task.ready([start])
        names: tuple[str, ...] = ()
        if S is None:
            changes = tangent.changes(ready)
            S, names = changes.S, changes.held
        piece = tangent.run_from(ready, S, names, end)
        if piece.failure is not None:
            raise piece.failure
        last = EventInstant(0, end, piece.motion.states[-1], piece.tangents[-1], np.zeros(0))
        return last, piece.tangents[: len(times)], names

    # ---- events

    def _through(
        self, system: Dynamics, start: State, first: ContactEvent, last: ContactEvent, instant: EventInstant
    ) -> tuple[Matrix, ContactInstant]:
        """Tangents after an event at the end of a piece, and how it changes."""
        state, after = first.state, last.after
        ways = directions(system, self.by)
        tau, p = np.array([state.tau[name] for name in system.equations.inputs]), dict(state.p)
        expression = self._guard(system, first)
        guard = guard_slopes(system, ways, first.name, expression, instant, tau, p)
        before = _rates(system, state)
        at_start = replace(instant, t=start.t, x=_numbers(system, start))
        earlier = guard_slopes(system, ways, first.name, expression, at_start, tau, p)
        _check_passing(guard, before, earlier, _rates(system, start))
        time = guard.event_time(instant.S, before)
        changed = at_event(instant.S, time, before)
        image = changed
        if first.what == "impact":
            image = self._image(first, after, guard, changed, time)
        next_system = self._held(after)
        S = image - np.outer(_rates(next_system, after), time)
        S = along_rows(next_system, after, S, directions(next_system, self.by))
        return S, ContactInstant(first.name, first.t, time, changed)

    def _guard(self, system: Dynamics, event: ContactEvent) -> Any:
        """Expression that is zero where an event happens, in the variables of the equations before it."""
        rows = contact_points(self.dynamics)[event.point]
        if rows.compliance is not None:
            raise SolverError(f"sensitivities cannot go through events of the compliant contact {event.point!r}")
        before = told_modes(self.dynamics, event.state)
        if before is None or before[event.point] == OPEN:
            return system.solved.resolve(geometry_measures(rows.geometry, type(rows.geometry).gap, 1)[0])
        if event.what == "opens":
            return system.solved.resolve(multiplier(f"{event.point}.normal"))
        (point,) = (x for x in self.system.points if x.name == event.point)
        if len(point.tangents) != 1:
            raise SolverError(
                f"sensitivities cannot go through {event.name!r} at t = {event.t:.6g}, where slip in space begins "
                "or ends; end before it"
            )
        if event.what in ("slips", "rolls"):
            laws = {
                law.rows: law
                for part in touching_parts(self.dynamics.equations.model)
                for law in part.contact_friction()
            }
            row = self.system.dynamics.equations.rows[point.tangents[0]].name
            F = multiplier(row)
            return system.solved.resolve(sqrt(F * F) - static_limit(rows, laws.get(rows.name)))
        slips = geometry_measures(rows.geometry, type(rows.geometry).slip, rows.geometry.n_slips)
        values = [system.solved.resolve(v) for v in slips]
        return next(v for v in values if isinstance(v, Expression))

    def _image(self, event: ContactEvent, after: State, guard: Guard, changed: Matrix, time: Vector) -> Matrix:
        """How the state after an impact changes with that before it, by central differences; (n, k)."""
        columns = []
        for k, name in enumerate(self.by):
            h = STEP / max(1.0, float(np.abs(changed[:, k]).max(initial=0.0)), abs(float(time[k])))
            ends = [
                self._decided(
                    self._moved(event, guard, changed[:, k], float(time[k]), name, side * h), event, after
                )
                for side in (1.0, -1.0)
            ]
            columns.append((ends[0] - ends[1]) / (2.0 * h))
        return np.stack(columns, axis=1)

    def _moved(self, event: ContactEvent, guard: Guard, change: Vector, time: float, name: str, h: float) -> State:
        """The state of an impact beside it, where the gap is closed too."""
        eom, state = self.dynamics.equations, event.state
        nq, nu = len(eom.coordinates), len(eom.speeds)
        x = _numbers(self.dynamics, state) + h * change
        p = {n: v + h * (n == name) for n, v in {**eom.parameters, **state.p}.items()}
        tau = {n: v + h * (n == name) for n, v in state.tau.items()}
        slope = guard.by_states[:nq]
        moved = state
        for _ in range(3):
            moved = replace(
                state,
                t=state.t + h * time,
                q=dict(zip(eom.coordinates, map(float, x[:nq]), strict=True)),
                u=dict(zip(eom.speeds, map(float, x[nq : nq + nu]), strict=True)),
                z={**state.z, **dict(zip(eom.states, map(float, x[nq + nu :]), strict=True))},
                p=p,
                tau=tau,
            )
            contacts = [x for x in eom.outputs.contacts if x.name == event.point]
            (gap,) = self.dynamics.gaps(moved, contacts)
            x[:nq] -= gap * slope / (slope @ slope)
        return moved

    def _decided(self, state: State, event: ContactEvent, after: State) -> Vector:
        """Numbers of the state after an impact that is decided beside another, in the same modes."""
        motion = simulate(self.dynamics, state, times=[state.t])
        decided = motion.state()
        if told_modes(self.dynamics, decided) != told_modes(self.dynamics, after):
            raise SolverError(
                f"next to {event.name!r} at t = {event.t:.6g} contacts do something else, so that motion is no "
                "derivative; end before it"
            )
        return _numbers(self.dynamics, decided)


def _points_of(event: ContactEvent) -> set[str]:
    """Names of the points to which an event happens."""
    return {part.point for part in event.parts or (event,)}


def _check_single(events: Sequence[ContactEvent]) -> None:
    """Raise if events at one instant are of several points, or have no derivatives."""
    t = events[0].t
    for event in events:
        if event.what in _UNKNOWN:
            raise SolverError(
                f"sensitivities cannot go through {event.name!r} at t = {t:.6g}, where {_UNKNOWN[event.what]}; "
                "end before it"
            )
    is_late = any(event.what == "impact" for event in events[1:])
    if is_late or events[0].parts or len({event.point for event in events}) > 1:
        names = ", ".join(dict.fromkeys(part.point for event in events for part in event.parts or (event,)))
        raise SolverError(
            f"contacts change together at t = {t:.6g}, {names}: next to it one comes before the other, so that "
            "there is no derivative; end before it"
        )


def _state_names(system: Dynamics) -> Sequence[str]:
    eom = system.equations
    return (*eom.coordinates, *eom.speeds, *eom.states)


def _numbers(system: Dynamics, state: State) -> Vector:
    """States (n,) of the equations."""
    eom = system.equations
    values = [*(state.q[name] for name in eom.coordinates), *(state.u[name] for name in eom.speeds)]
    return np.array([*values, *(state.z[name] for name in eom.states)])


def along_rows(system: Dynamics, state: State, S: Matrix, ways: Sequence[Direction]) -> Matrix:
    """The nearest tangents (n, k) along which rows of positions and speeds hold: differences have rounding."""
    eom = system.equations
    residuals = np.concatenate([eom.c, eom.phi, eom.psi])
    if not len(residuals):
        return S
    places = [k for k, way in enumerate(ways) if way.node is not None]
    outputs = {"x": jacobian(residuals, np.concatenate([eom.q, eom.u, eom.z]))}
    if places:
        outputs["by"] = jacobian(residuals, np.array([ways[k].node for k in places], dtype=object))
    slopes = system.evaluate(outputs, state)
    missing = slopes["x"] @ S
    if places:
        missing[:, places] += slopes["by"]
    return np.asarray(S - np.linalg.lstsq(slopes["x"], missing, rcond=None)[0])


def _check_passing(guard: Guard, rates: Vector, earlier: Guard, rates_earlier: Vector) -> None:
    """Raise if a guard only touches zero: its rate is next to nothing beside what it was and how it changed."""
    now = guard.by_time + guard.by_states @ rates
    then = earlier.by_time + earlier.by_states @ rates_earlier
    if abs(now) <= GRAZES * max(abs(then), abs(now - then)):
        raise SolverError(
            f"{guard.name!r} only touches: next to it, it does not happen at all, so that there is no derivative"
        )


def _rates(system: Dynamics, state: State) -> Vector:
    """ẋ (n,) in a state."""
    return np.asarray(system.evaluate(system.solved.first_order().rate, state), dtype=float)

"""Runs with tangents: a motion and its derivatives by parameters, inputs and start values, in one native loop."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.arrays import Array, Matrix, Vector
from dalembert.configuration.starts import Starts
from dalembert.dynamics.dynamics import Dynamics
from dalembert.dynamics.method_systems import EventProgram, FirstOrderSystem
from dalembert.equations.tangents import Tangents
from dalembert.errors import SolverError
from dalembert.expr.node import Node, Scalar
from dalembert.integrators.integration_result import IntegrationResult
from dalembert.integrators.problem import Event as Crossing
from dalembert.linear.start_tangents import Changes, Direction, StartTangents
from dalembert.memo import Key
from dalembert.runs.course import Departure
from dalembert.runs.event_program import crossing_of
from dalembert.runs.motion import Motion
from dalembert.runs.rate_jumps import AHEAD, Instant, Switches, has_jump
from dalembert.runs.segments import Launch
from dalembert.runs.task import Task
from dalembert.sensitivity.event_instants import AfterEvent, EventInstant, guard_slopes, guard_value
from dalembert.sensitivity.event_maps import EventMap
from dalembert.sensitivity.saltation import Map, after_event
from dalembert.state import State

TOGETHER = 1e-12
"""Value of an event's expression at which it happens too."""

EARLY = 0.05
"""First step after an event that acts, beside the time to turn back: a step over both ends would see nothing."""

SHORTEST = 1e-12
"""Time between two events, beside that of the whole run, that is none."""

MANY, STUCK = 8, 1e-6
"""Number of switches in this part of the time that are a sign of sticking, which rates that jump cannot say."""


@dataclass(frozen=True, eq=False)
class TangentRun:
    """A motion, and ∂x/∂θ (T, n, k) at each of its samples."""

    motion: Motion
    tangents: Matrix
    instants: tuple[EventInstant, ...]
    """The events that were asked for."""

    held: tuple[str, ...]
    """Names of the values that were held at the start while one direction changed."""

    failure: SolverError | None
    jumps: tuple[float, ...]
    """Times at which rates jumped."""


_START_TANGENTS: Key[StartTangents] = Key("start tangents")


@dataclass(frozen=True, eq=False)
class TangentTask:
    """A task of runs with tangents: directions, and what is independent at the start."""

    task: Task
    directions: tuple[Direction, ...]
    independent: Collection[str] | None = None

    def __post_init__(self) -> None:
        if self.task.method.finds_accelerations:
            raise SolverError(
                f"{type(self.task.method).__name__} leaves the equations unsolved, and tangents need rates; use "
                "an explicit method such as da.methods.DOP853(), or da.methods.Radau()"
            )

    @property
    def nodes(self) -> list[Node]:
        """Parameters and inputs among the directions."""
        return [direction.node for direction in self.directions if direction.node is not None]

    def run(self, start: State, until: float) -> TangentRun:
        """The motion from a start, with its tangents."""
        ready = self.task.ready([start])
        changes = self.changes(ready)
        return self.run_from(ready, changes.S, changes.held, until)

    def changes(self, ready: Starts) -> Changes:
        """How a checked start changes along the directions."""
        numbers = {name: getattr(ready, name)[0] for name in ("q", "u", "z", "tau")}
        return self._starts(ready.dynamics).at({"t": ready.t, **numbers}, ready.p[0])

    def _starts(self, dynamics: Dynamics) -> StartTangents:
        independent = None if self.independent is None else tuple(self.independent)
        return dynamics.memo.get(
            _START_TANGENTS.of(self.directions, independent),
            lambda: StartTangents(dynamics, self.directions, independent),
        )

    def run_from(self, ready: Starts, S: Matrix, held: tuple[str, ...], until: float) -> TangentRun:
        """The motion from a checked start and given tangents (n, k)."""
        passage = Passage(self, ready, until)
        pieces = passage.all_pieces(S)
        motion, failure = passage.departure.run(pieces.result).ended(0)
        tangents = pieces.tangents
        if len(motion) > len(tangents):
            tangents = np.concatenate([tangents, pieces.final_tangents[None]])
        # what lies between samples would be run again without tangents, to other bits
        motion = replace(motion, segments=())
        return TangentRun(motion, tangents[: len(motion)], pieces.instants, held, failure, pieces.jumps)


@dataclass(frozen=True, eq=False)
class JoinedPieces:
    """Results of the pieces of a run, joined."""

    result: IntegrationResult
    tangents: Matrix
    final_tangents: Matrix
    instants: tuple[EventInstant, ...]
    jumps: tuple[float, ...]
    stretches: tuple[Stretch, ...]


@dataclass(frozen=True, eq=False)
class Stretch:
    """A part of a run in which nothing switches or acts, and what ended it."""

    t: float
    x: Vector
    sides: Vector
    steps: Vector
    """Times at the ends of its steps, if they were asked for; the last may be that of what ended it."""

    end: float
    stop: EventInstant | None = None
    after: tuple[Vector, Vector] | None = None
    """States and sides behind what ended it; None if nothing changed."""

    rates: tuple[Vector, Vector] | None = None
    """Rates before and after that."""


_TANGENT_INTEGRATOR: Key[Any] = Key("integrator of tangents")


@dataclass(frozen=True, eq=False)
class Passage:
    """One run, in pieces between jumps of rates."""

    tangent_task: TangentTask
    ready: Starts
    until: float
    step_capacity: int = 0
    """How many times of steps are kept of each stretch at first; none if zero."""

    @cached_property
    def departure(self) -> Departure:
        """The run without tangents."""
        return self.tangent_task.task.departure(self.ready, self.until)

    @property
    def launch(self) -> Launch:
        """How the run is launched without tangents."""
        return self.departure.launch

    @property
    def extra(self) -> Vector:
        """Inputs (1, n_tau)."""
        return self.departure.extra

    @property
    def dynamics(self) -> Dynamics:
        """The dynamics that are run."""
        return self.ready.dynamics

    @property
    def n(self) -> int:
        """Number of states."""
        return self.dynamics.n_states

    @property
    def switches(self) -> Switches:
        """Where rates may jump or bend."""
        return Switches.of(self.dynamics)

    def _instant(self, t: float, x: Vector) -> Instant:
        return Instant(t, x, self.ready.tau[0], self.ready.p[0])

    # ---- pieces

    def all_pieces(self, S: Matrix) -> JoinedPieces:
        """The whole run, in pieces from switch to switch: where rates jump, the tangents do."""
        x, t, times = self.ready.states[0], self.ready.t, self.tangent_task.task.times
        sides = self.switches.at_start(self._instant(t, x))
        parts: list[IntegrationResult] = []
        first_step = 0.0
        instants: list[EventInstant] = []
        switched: list[float] = []
        jumps: list[float] = []
        stretches: list[Stretch] = []
        while True:
            result = self._piece(np.concatenate([x, S.T.ravel()]), t, times, sides, first_step)
            parts.append(result)
            events = self._events(result, sides)
            instants += [event for event in events if event.number < self._n_events]
            stop = self._stop(result, events)
            steps = result.step_times[0, : int(result.accepted[0])] if self.step_capacity else np.zeros(0)
            stretch = Stretch(
                t, x, sides, steps, float(result.final_times[0]), stop or self._terminal(result, events)
            )
            if stop is None:
                return self._joined(parts, instants, jumps, [*stretches, stretch])
            if stop.number < self._n_events:
                instants[-1], rates = self._acted(stop)
                assert instants[-1].after is not None
                x, t, S, sides = instants[-1].after
                stretches.append(replace(stretch, after=(x, sides), rates=rates))
                first_step = self._time_to_turn(stop, x, sides)
                if self.tangent_task.task.events[stop.number].is_terminal:
                    parts[-1] = replace(result, final_states=np.concatenate([x, S.T.ravel()])[None])
                    return self._joined(parts, instants, jumps, stretches)
            else:
                x, t, first_step = stop.x, stop.t, 0.0
                at = self._instant(t, x)
                sides, before, after = self.switches.crossed(at, sides, self._number(stop))
                S = self._after(stop, before, after) if has_jump(before, after) else stop.S
                jumps += [t] if has_jump(before, after) else []
                rates = (before, after) if has_jump(before, after) else (before, before)
                stretches.append(replace(stretch, after=(x, sides), rates=rates))
            switched.append(t)
            self._check_progress(switched)
            times = times[times > t] if self.until >= self.ready.t else times[times < t]

    def _acted(self, instant: EventInstant) -> tuple[EventInstant, tuple[Vector, Vector]]:
        """An event with the outcome of its actions, and rates before and after it."""
        event, directions = self.tangent_task.task.events[instant.number], self.tangent_task.directions
        self._check_alone(instant)
        before = self.switches.rates(self._instant(instant.t, instant.x), instant.sides)
        x, mapped, impulses = EventMap.of(self.dynamics, event, directions).at(self._instant(instant.t, instant.x))
        sides = self.switches.at_start(self._instant(instant.t, x))
        after = self.switches.rates(self._instant(instant.t, x), sides)
        expression, tau, p = self.dynamics.solved.resolve(event.expression), self.ready.tau[0], self.ready.p[0]
        moved = guard_slopes(self.dynamics, directions, event.name, expression, instant, tau, p).event_time(
            instant.S, before
        )
        S = after_event(instant.S, moved, before, after, mapped)
        outcome: AfterEvent = x, instant.t, S, sides
        return replace(instant, after=outcome, impulses=impulses), (before, after)

    def _time_to_turn(self, instant: EventInstant, x: Vector, sides: Vector) -> float:
        """A part of the time after which what an event has brought to zero comes back; zero if it does not."""
        event, at = self.tangent_task.task.events[instant.number], self._instant(instant.t, x)
        expression = self.dynamics.solved.resolve(event.expression)

        def rate(at: Instant) -> float:
            guard = guard_slopes(
                self.dynamics,
                self.tangent_task.directions,
                event.name,
                expression,
                replace(instant, t=at.t, x=at.x),
                at.tau,
                at.p,
            )
            return float(guard.by_time + guard.by_states @ self.switches.rates(at, sides))

        rates = self.switches.rates(at, sides)
        later = at.moved(rates, AHEAD)
        now, change = rate(at), (rate(later) - rate(at)) / (later.t - at.t)
        if not now * change < 0.0:
            return 0.0
        if abs(now / change) < SHORTEST * abs(self.until - self.ready.t):
            raise _accumulate(instant.t)
        return EARLY * abs(now / change)

    def _check_alone(self, instant: EventInstant) -> None:
        """Raise if another event with actions happens at the same time: then there is no derivative."""
        for number, event in enumerate(self.tangent_task.task.events):
            if number == instant.number or not event.actions:
                continue
            expression = self.dynamics.solved.resolve(event.expression)
            value = guard_value(self.dynamics, expression, instant, self.ready.tau[0], self.ready.p[0])
            if abs(value) <= TOGETHER:
                first = self.tangent_task.task.events[instant.number].name
                raise SolverError(
                    f"the events {first!r} and {event.name!r} happen together at t = {instant.t:.9g}: next to it "
                    "one comes before the other, so that there is no derivative"
                )

    def _number(self, switch: EventInstant) -> int:
        return switch.number - self._n_events

    @property
    def _n_events(self) -> int:
        """How many events were asked for; those of switches follow."""
        return len(self.tangent_task.task.events)

    def _stop(self, result: IntegrationResult, events: Sequence[EventInstant]) -> EventInstant | None:
        """The switch or the event with actions at which a piece ended, if it did at one before the end."""
        number = int(result.terminal_events[0])
        is_acting = number >= self._n_events or (number >= 0 and self.tangent_task.task.events[number].actions)
        return events[-1] if is_acting and events and events[-1].t != self.until else None

    def _terminal(self, result: IntegrationResult, events: Sequence[EventInstant]) -> EventInstant | None:
        """The event at which the run ended, if it was one."""
        number = int(result.terminal_events[0])
        is_terminal = 0 <= number < self._n_events and self.tangent_task.task.events[number].is_terminal
        return events[-1] if is_terminal and events else None

    def _check_progress(self, switched: Sequence[float]) -> None:
        """Raise if a run hardly gets on from switch to switch, or ever less."""
        whole, gaps = abs(self.until - self.ready.t), np.abs(np.diff(switched[-1 - MANY :]))
        is_shrinking = bool((np.diff(gaps) < 0.0).all()) and gaps[-1:].sum() < STUCK * whole
        if len(gaps) == MANY and (gaps.sum() < STUCK * whole or is_shrinking):
            raise _accumulate(switched[-1])

    def _piece(self, x: Vector, t: float, times: Vector, sides: Vector, first_step: float) -> IntegrationResult:
        """The run from an instant to the next switch, with rates on the sides where they are."""
        task = self.tangent_task.task
        of_events = [
            replace(
                crossing_of(event, self.dynamics.solved.resolve(event.expression), self.dynamics.equations),
                is_terminal=event.is_terminal or bool(event.actions),
            )
            for event in task.events
        ]
        crossings = (*of_events, *(Crossing(0, True) for _ in self.switches.guards))
        guards = (
            *(self.dynamics.solved.resolve(event.expression) for event in task.events),
            *self.switches.guards,
        )
        settings = self.switches.settings(sides)
        integrator = self._integrator(guards, crossings)
        p = integrator.values({**self.launch.parameters, **settings}, {*self.launch.known, *settings})

        def run(capacity: int) -> IntegrationResult:
            found: IntegrationResult = integrator.run(
                x[None],
                times,
                start=t,
                end=self.until,
                extra=self.extra,
                p=p,
                method=task.method,
                first_step=first_step,
                step_capacity=capacity,
                progress=task.progress,
            )
            return found

        result = run(self.step_capacity)
        if self.step_capacity and result.accepted[0] > self.step_capacity:
            result = run(int(result.accepted[0]))
        return result

    def _integrator(self, guards: tuple[Scalar, ...], crossings: tuple[Crossing, ...]) -> Any:
        dynamics, method = self.dynamics, self.tangent_task.task.method
        nodes = tuple(direction.node for direction in self.tangent_task.directions)
        key = _TANGENT_INTEGRATOR.of(dynamics.solved, nodes, method.kind, guards, crossings)

        def compiled() -> Any:
            system = Tangents(dynamics.solved, nodes).system
            held = replace(system, rate=self.switches.held(system.rate))
            texts = method.texts(FirstOrderSystem(held))
            rates = np.array(dynamics.guard_rates(guards, crossings), dtype=object)
            rated = (*guards, *self.switches.held(rates))
            events = EventProgram(rated, crossings)
            if method.is_adaptive:
                events = events.watching([*dynamics.solved.first_order().rate, *rated])
            return dynamics.engine.integrator(texts, events, method, (), len(system.x))

        return dynamics.shared.get(key, compiled)

    def _joined(
        self,
        parts: Sequence[IntegrationResult],
        instants: Sequence[EventInstant],
        jumps: Sequence[float],
        stretches: Sequence[Stretch],
    ) -> JoinedPieces:
        """Pieces as one run: states and tangents apart."""
        n, last = self.n, parts[-1]
        # samples and tangents are large, and most runs have one piece
        states = _stacked([part.states[0, : part.stop_rows[0]] for part in parts])
        times = _stacked([part.times[: part.stop_rows[0]] for part in parts])
        summaries = last.summaries.copy()
        for name in ("accepted", "rejected", "evaluations", "stop_row"):
            k = last.column(name)
            summaries[0, k] = sum(part.summaries[0, k] for part in parts)
        width = max((len(instant.impulses) for instant in instants), default=0)
        records = [instant.record(width) for instant in instants]
        result = replace(
            last,
            times=times,
            states=states[None, :, :n],
            final_states=last.final_states[:, :n],
            summaries=summaries,
            records=(np.array(records, dtype=float).reshape(len(records), 2 + 2 * n + width),),
        )
        return JoinedPieces(
            result,
            np.swapaxes(states[:, n:].reshape(len(states), len(self.tangent_task.directions), n), 1, 2),
            last.final_states[0, n:].reshape(-1, n).T,
            tuple(instants),
            tuple(jumps),
            tuple(stretches),
        )

    # ---- events

    def _events(self, result: IntegrationResult, sides: Vector) -> list[EventInstant]:
        n = self.n
        return [
            EventInstant(int(number), float(t), np.array(x[:n]), np.array(x[n:]).reshape(-1, n).T, sides)
            for t, number, *x in result.records[0]
        ]

    def _after(self, instant: EventInstant, before: Vector, after: Vector) -> Matrix:
        """Tangents after a jump of the rates."""
        expression, directions = self.switches.guards[self._number(instant)], self.tangent_task.directions
        guard = guard_slopes(
            self.dynamics, directions, "jump of rates", expression, instant, self.ready.tau[0], self.ready.p[0]
        )
        return after_event(
            instant.S, guard.event_time(instant.S, before), before, after, Map.identity(self.n, instant.S.shape[1])
        )


def _accumulate(t: float) -> SolverError:
    return SolverError(
        f"events or switches follow each other more and more often up to t = {t:.9g}; end the run before that"
    )


def _stacked(parts: Sequence[Array]) -> Array:
    """Arrays one after the other, without a copy if there is one."""
    return parts[0] if len(parts) == 1 else np.concatenate(parts)

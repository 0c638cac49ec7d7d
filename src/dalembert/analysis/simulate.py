"""Simulation: a model and a start become a motion."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.analysis.reaction_solutions import missing_result, several_solutions
from dalembert.analysis.singular_positions import Nearness, caution, nearness, passage_note, passing
from dalembert.analysis.starts import Starts
from dalembert.config import Config
from dalembert.dynamics import Dynamics
from dalembert.equations import Equations
from dalembert.errors import ModelError, SolverError
from dalembert.model.model import Model
from dalembert.motion import Motion, Occurrence
from dalembert.pipeline import as_dynamics
from dalembert.rows import Drift, Projection
from dalembert.solvers.integration import IntegrationResult
from dalembert.solvers.methods import DOP853, Method
from dalembert.solvers.problem import Event as Crossing
from dalembert.solvers.status import Status
from dalembert.state import State

Vector = NDArray[np.float64]
Progress = Callable[[float], object]

_BEHIND, _MOST_PASSAGES = "singular position behind", 1000

_SAMPLES = 1001
"""Times of output unless others are asked for."""


@dataclass(frozen=True)
class Event:
    """Something that happens when an expression of measures changes its sign.

    Upwards (direction 1), downwards (−1) or either way (0); a terminal event ends the simulation.
    """

    name: str
    expression: Any
    direction: int = 0
    is_terminal: bool = False


@dataclass(frozen=True)
class SampledController:
    """A Python law that gives the inputs every `period` from the state then; they are held in between."""

    period: float
    law: Callable[[State], Mapping[str, float]]

    def __post_init__(self) -> None:
        if not self.period > 0.0:
            raise ModelError(f"the period of a controller is positive, not {self.period!r}")


def simulate(
    subject: Model | Equations | Dynamics,
    start: State | None = None,
    *,
    until: float,
    times: ArrayLike | None = None,
    method: Method | None = None,
    events: Sequence[Event] = (),
    controller: SampledController | None = None,
    drift: Drift | None = None,
    progress: Progress | None = None,
    config: Config | None = None,
) -> Motion:
    """The motion from a start until a time, at given times of output (1001 of them, evenly, unless given).

    The start must satisfy the constraints; `assemble` finds one that does. Along the run they are kept by
    projection, or as `drift` says: `Projection()`, `Baumgarte(…)` or `Drifting()`. Rows that are redundant are
    left out; the `notes` of the motion say so.

    A run that cannot go on raises `SolverError`; its `motion` attribute is what was reached.
    """
    dynamics = as_dynamics(subject, config=config)
    begin = start or State()
    task = _Task(dynamics, _wanted(times, begin.t, until), method or DOP853(), tuple(events), drift, progress)
    if controller is None:
        motion, failure = task.run_on(begin, until)
    else:
        motion, failure = task.run_sampled(begin, until, controller)
    if failure is not None:
        raise _explained(failure, motion)
    return motion


def batch(
    subject: Model | Equations | Dynamics,
    starts: Sequence[State],
    *,
    until: float,
    times: ArrayLike | None = None,
    method: Method | None = None,
    events: Sequence[Event] = (),
    drift: Drift | None = None,
    lanes: int | None = None,
    progress: Progress | None = None,
    config: Config | None = None,
) -> list[Motion]:
    """Motions from many starts, several at a time in lanes and threads; each equals its own `simulate` to the bit.

    Starts may differ in parameters too. One that cannot go on to the end does not disturb the others: the `ending`
    of its motion says what happened.
    """
    if not starts:
        return []
    dynamics = as_dynamics(subject, lanes=lanes, config=config)
    if any(start.t != starts[0].t for start in starts):
        raise ModelError("the starts of a batch have one time")
    wanted = _wanted(times, starts[0].t, until)
    motions, _ = _Task(dynamics, wanted, method or DOP853(), tuple(events), drift, progress).run(starts, until)
    return motions


@dataclass(frozen=True)
class _Task:
    """What runs have in common."""

    dynamics: Dynamics
    times: Vector
    method: Method
    events: tuple[Event, ...]
    drift: Drift | None
    progress: Progress | None
    notes: tuple[str, ...] = ()
    usual: Mapping[str, float] = field(default_factory=dict)
    """Sizes of pivots, by their parameters, that are known to be usual."""

    def run(self, starts: Sequence[State], until: float) -> tuple[list[Motion], SolverError | None]:
        """Motions from these starts, and why the first of those that failed did."""
        ready = self._ready(starts)
        task = replace(self, dynamics=ready.dynamics, notes=ready.notes)
        common, varying = _parameters(starts)
        own = np.array([[start.p[name] for name in varying] for start in starts], dtype=float)
        extra = np.concatenate([ready.tau, own], axis=1)
        known = {**common, **self._watched(ready)}
        result = task._integrate(ready.states, extra, ready.t, until, self.times, known, varying)
        motions = [task._motion(result, k, ready.tau[k], dict(start.p)) for k, start in enumerate(starts)]
        failures = result.failures
        return motions, SolverError(result.message(int(failures[0]))) if failures.size else None

    def run_on(self, start: State, until: float) -> tuple[Motion, SolverError | None]:
        """The motion from one start, through singular positions too if drift is removed by projection."""
        (motion,), failure = self.run([start], until)
        if failure is not None and self._may_hand_over:
            return self._passed(start, motion, failure, until)
        return motion, failure

    def _passed(
        self, start: State, motion: Motion, failure: SolverError | None, until: float
    ) -> tuple[Motion, SolverError | None]:
        """On from where a run stopped, as often as that is because of a singular position."""
        parts = [motion]
        task = replace(self, usual=self._ready([start]).usual_pivots)
        while failure is not None and (near := nearness(motion, task.usual, self.method)):
            if len(parts) > _MOST_PASSAGES:
                failure = SolverError(f"{failure}; after {_MOST_PASSAGES} times something else is wrong")
                break
            if (other := task._otherwise(motion)) is not None:
                (motion,), failure = other.run([motion.state()], until)
                parts.append(motion)
                continue
            through, failure = task._through(motion, near, until)
            if failure is not None:
                break
            events = tuple(event for event in through.events if event.name != _BEHIND)
            parts.append(replace(through, events=events, notes=(passage_note(motion, through, near),)))
            if len(events) < len(through.events):
                (motion,), failure = task._later(through).run([through.state()], until)
                parts.append(motion)
        return (_joined(_as_asked(parts, self.times)) if len(parts) > 1 else motion), failure

    def _otherwise(self, motion: Motion) -> _Task | None:
        """The task with other rows left out, if at the end of the motion another choice of them is independent."""
        later = self._later(motion)
        ready = replace(later, dynamics=self.dynamics)._ready([motion.state()])
        changed = ready.dynamics.equations.left_out != motion.dynamics.equations.left_out
        return replace(later, dynamics=self.dynamics) if changed else None

    @property
    def _may_hand_over(self) -> bool:
        return isinstance(self.drift, Projection | None) and not self.method.is_second_order

    def _through(self, motion: Motion, near: Nearness, until: float) -> tuple[Motion, SolverError | None]:
        """On from a singular position by the index-3 rule, until it is behind."""
        pivot = motion.dynamics.equations.pivots[near.pivot]
        regular = Event(_BEHIND, pivot - near.least, 1, is_terminal=True)
        for method in passing(motion, until):
            task = replace(self._later(motion), method=method, events=(*self.events, regular))
            (through,), failure = task.run([motion.state()], until)
            if failure is None:
                break
        return through, failure

    def _later(self, motion: Motion) -> _Task:
        """The same task with the outputs that the motion has not reached."""
        end = motion.times[-1]
        is_later = self.times > end if self.times[-1] >= self.times[0] else self.times < end
        return replace(self, dynamics=motion.dynamics, times=self.times[is_later], notes=())

    def run_sampled(
        self, start: State, until: float, controller: SampledController
    ) -> tuple[Motion, SolverError | None]:
        """The motion under a sampled controller: a run from sample to sample, inputs held in between."""
        n_periods = max(1, int(np.ceil((until - start.t) / controller.period - 1e-9)))
        borders = [*(start.t + controller.period * np.arange(n_periods)), until]
        parts: list[Motion] = []
        ready = self._ready([start])
        task, x = replace(self, dynamics=ready.dynamics, notes=ready.notes), ready.states[0]
        known = {**start.p, **self._watched(ready)}
        state = task.dynamics.state(start.t, x, ready.tau[0], start.p)
        for k, (begin, end) in enumerate(pairwise(borders)):
            state = replace(state, tau=controller.law(state))
            inside = self.times[(self.times >= begin) & ((self.times < end) | (k == n_periods - 1))]
            tau = task.dynamics.arguments(state)["tau"]
            result = task._integrate(x[None], tau[None], float(begin), float(end), inside, known, ())
            parts.append(task._motion(result, 0, tau, dict(start.p)))
            if result.ending() is not Status.DONE:
                failure = None if result.is_complete else SolverError(result.message())
                return _joined(parts), failure
            x = result.final_states[0]
            state = task.dynamics.state(float(end), x, tau, start.p)
        return _joined(parts), None

    def _integrate(
        self,
        states: Vector,
        extra: Vector,
        start: float,
        until: float,
        times: Vector,
        parameters: Mapping[str, float],
        varying: Sequence[str],
    ) -> IntegrationResult:
        crossings = [Crossing(event.direction, event.is_terminal) for event in self.events]
        guards = [event.expression for event in self.events]
        integrator = self.dynamics.integrator(self.method, guards, crossings, varying, self.drift)
        result: IntegrationResult = integrator.run(
            states,
            times,
            start=start,
            end=until,
            extra=extra,
            parameters=parameters,
            method=self.method,
            progress=self.progress,
        )
        return result

    def _watched(self, ready: Starts) -> dict[str, float]:
        """Parameters by which a run stops near singular positions."""
        if self.method.is_second_order or not ready.dynamics.equations.rows:
            return {}
        sizes = ready.usual_pivots
        return {name: max(x, self.usual.get(name, 0.0)) * caution(self.method) for name, x in sizes.items()}

    def _ready(self, starts: Sequence[State]) -> Starts:
        """The starts as numbers, checked against the constraints."""
        rows = [self.dynamics.arguments(start) for start in starts]
        q, u, z, tau = (np.array([row[kind] for row in rows]) for kind in ("q", "u", "z", "tau"))
        given = Starts(self.dynamics, starts[0].t, q, u, z, tau, [start.p for start in starts])
        ready = given.ready(self.drift, passes_singular=self.method.is_second_order or self._may_hand_over)
        note = several_solutions(ready.dynamics, starts[0]) if len(starts) == 1 else ""
        return replace(ready, notes=(*ready.notes, note)) if note else ready

    def _motion(self, result: IntegrationResult, k: int, tau: Vector, p: Mapping[str, float]) -> Motion:
        """One of the simulations; if it ended early, the state at which it did is its last row."""
        rows = int(result.stop_rows[k])
        times, states = result.times[:rows], result.states[k, :rows]
        if not np.isfinite(states).all():
            row = int(np.argmin(np.isfinite(states).all(axis=1)))
            raise SolverError(
                f"the output at t = {times[row]:.9g} is not finite; ask for another time, or smaller steps"
            )
        ended_early = result.ending(k) is not Status.DONE
        if ended_early and (not rows or times[-1] != result.final_times[k]):
            times, states = np.append(times, result.final_times[k]), np.vstack([states, result.final_states[k]])
        return Motion(
            self.dynamics,
            times,
            states,
            np.tile(tau, (len(times), 1)),
            p,
            events=self._occurrences(result, k, tau, p),
            ending=_ending(result, k),
            notes=self.notes,
            statistics={name: int(getattr(result, name)[k]) for name in ("accepted", "rejected", "evaluations")},
        )

    def _occurrences(
        self, result: IntegrationResult, k: int, tau: Vector, p: Mapping[str, float]
    ) -> tuple[Occurrence, ...]:
        if not self.events:
            return ()
        if (lost := int(result.lost_events[k])) > 0:
            raise SolverError(f"{lost} events could not be recorded; simulate a shorter time or fewer events")
        records = (result.event_numbers, result.event_times, result.event_states)
        return tuple(
            Occurrence(self.events[number].name, float(t), self.dynamics.state(float(t), x, tau, p))
            for number, t, x in zip(*(record[k] for record in records), strict=True)
            if number >= 0
        )


def _explained(failure: SolverError, motion: Motion) -> SolverError:
    """The failure with what was reached, and with what has no result where it ended, if that is found."""
    step = abs(motion.times[-1] - motion.times[0]) / max(motion.statistics["accepted"], 1)
    reason = missing_result(motion.dynamics, motion.state(), step)
    explained = SolverError(f"{failure}; {reason}") if reason else failure
    explained.motion = motion
    return explained


def _ending(result: IntegrationResult, k: int) -> str:
    """How a simulation ended; with its last state if that was not as planned."""
    status = result.ending(k)
    return result.message(k) if status.is_failure else f"at t = {result.final_times[k]:.9g}: {status.reason}"


def _parameters(starts: Sequence[State]) -> tuple[dict[str, float], list[str]]:
    """Parameters that all starts share, and names of those that differ."""
    names = sorted({name for start in starts for name in start.p})
    for start in starts:
        if missing := [name for name in names if name not in start.p]:
            raise ModelError(
                f"the parameter {missing[0]!r} is given for some starts of a batch and not for others"
            )
    varying = [name for name in names if any(start.p[name] != starts[0].p[name] for start in starts)]
    return {name: starts[0].p[name] for name in names if name not in varying}, varying


def _as_asked(parts: Sequence[Motion], times: Vector) -> list[Motion]:
    """Motions without the rows at which one hands over to the next, except at the end."""
    found = []
    for part in parts:
        is_asked = np.isin(part.times, times) | ((part is parts[-1]) & (np.arange(len(part)) == len(part) - 1))
        rows = {name: getattr(part, name)[is_asked] for name in ("times", "states", "inputs")}
        found.append(replace(part, **rows))
    return found


def _joined(parts: Sequence[Motion]) -> Motion:
    """Motions that follow each other as one."""
    return replace(
        parts[-1],
        notes=tuple(dict.fromkeys(note for part in parts for note in part.notes)),
        times=np.concatenate([part.times for part in parts]),
        states=np.concatenate([part.states for part in parts]),
        inputs=np.concatenate([part.inputs for part in parts]),
        events=tuple(event for part in parts for event in part.events),
        statistics={name: sum(part.statistics[name] for part in parts) for name in parts[0].statistics},
    )


def _wanted(times: ArrayLike | None, start: float, until: float) -> Vector:
    """Times of output."""
    if times is None:
        return np.linspace(start, until, _SAMPLES)
    values = np.asarray(times, dtype=float).ravel()
    if not values.size or min(start, until) > values.min() or max(start, until) < values.max():
        raise ModelError(f"times of output lie between the start {start:g} and the end {until:g}")
    return values

"""Simulation: a model and a start become a motion."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.config import Config
from dalembert.dynamics import Dynamics
from dalembert.equations import Equations
from dalembert.errors import ModelError, SolverError
from dalembert.model.model import Model
from dalembert.motion import Motion, Occurrence
from dalembert.pipeline import as_dynamics
from dalembert.solvers.integration import IntegrationResult
from dalembert.solvers.methods import DOP853, Method
from dalembert.solvers.problem import Event as Crossing
from dalembert.solvers.status import Status
from dalembert.state import State

Vector = NDArray[np.float64]
Progress = Callable[[float], object]

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
    progress: Progress | None = None,
    config: Config | None = None,
) -> Motion:
    """The motion from a start until a time, at given times of output (1001 of them, evenly, unless given).

    A run that cannot go on raises `SolverError`; its `motion` attribute is what was reached.
    """
    dynamics = as_dynamics(subject, config=config)
    begin = start or State()
    task = _Task(dynamics, _wanted(times, begin.t, until), method or DOP853(), tuple(events), progress)
    if controller is None:
        (motion,), failure = task.run([begin], until)
    else:
        motion, failure = task.run_sampled(begin, until, controller)
    if failure is not None:
        failure.motion = motion
        raise failure
    return motion


def batch(
    subject: Model | Equations | Dynamics,
    starts: Sequence[State],
    *,
    until: float,
    times: ArrayLike | None = None,
    method: Method | None = None,
    events: Sequence[Event] = (),
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
    motions, _ = _Task(dynamics, wanted, method or DOP853(), tuple(events), progress).run(starts, until)
    return motions


@dataclass(frozen=True)
class _Task:
    """What runs have in common."""

    dynamics: Dynamics
    times: Vector
    method: Method
    events: tuple[Event, ...]
    progress: Progress | None

    def run(self, starts: Sequence[State], until: float) -> tuple[list[Motion], SolverError | None]:
        """Motions from these starts, and why the first of those that failed did."""
        common, varying = _parameters(starts)
        states, inputs = self._numbers(starts)
        own = np.array([[start.p[name] for name in varying] for start in starts], dtype=float)
        extra = np.concatenate([inputs, own], axis=1)
        result = self._integrate(states, extra, starts[0].t, until, self.times, common, varying)
        motions = [self._motion(result, k, inputs[k], dict(start.p)) for k, start in enumerate(starts)]
        failures = result.failures
        return motions, SolverError(result.message(int(failures[0]))) if failures.size else None

    def run_sampled(
        self, start: State, until: float, controller: SampledController
    ) -> tuple[Motion, SolverError | None]:
        """The motion under a sampled controller: a run from sample to sample, inputs held in between."""
        n_periods = max(1, int(np.ceil((until - start.t) / controller.period - 1e-9)))
        borders = [*(start.t + controller.period * np.arange(n_periods)), until]
        parts: list[Motion] = []
        (x,), (tau,) = self._numbers([start])
        state = self.dynamics.state(start.t, x, tau, start.p)
        for k, (begin, end) in enumerate(pairwise(borders)):
            state = replace(state, tau=controller.law(state))
            inside = self.times[(self.times >= begin) & ((self.times < end) | (k == n_periods - 1))]
            states, (tau,) = self._numbers([state])
            result = self._integrate(states, tau[None], float(begin), float(end), inside, dict(start.p), ())
            parts.append(self._motion(result, 0, tau, dict(start.p)))
            if result.ending() is not Status.DONE:
                failure = None if result.is_complete else SolverError(result.message())
                return _joined(parts), failure
            state = self.dynamics.state(float(end), result.final_states[0], tau, start.p)
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
        integrator = self.dynamics.integrator(self.method, guards, crossings, varying)
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

    def _numbers(self, starts: Sequence[State]) -> tuple[Vector, Vector]:
        """States and inputs, a row for each start."""
        rows = [self.dynamics.arguments(start) for start in starts]
        states = np.array([np.concatenate([row["q"], row["u"], row["z"]]) for row in rows])
        return states, np.array([row["tau"] for row in rows])

    def _motion(self, result: IntegrationResult, k: int, tau: Vector, p: Mapping[str, float]) -> Motion:
        """One of the simulations; if it ended early, the state at which it did is its last row."""
        rows = int(result.stop_rows[k])
        times, states = result.times[:rows], result.states[k, :rows]
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


def _joined(parts: Sequence[Motion]) -> Motion:
    """Motions that follow each other as one."""
    return replace(
        parts[-1],
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

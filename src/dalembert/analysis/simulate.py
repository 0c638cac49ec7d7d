"""Simulation: a model and a start become a motion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
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


def simulate(
    subject: Model | Equations | Dynamics,
    start: State | None = None,
    *,
    until: float,
    times: ArrayLike | None = None,
    method: Method | None = None,
    events: Sequence[Event] = (),
    progress: Callable[[float], object] | None = None,
    config: Config | None = None,
) -> Motion:
    """The motion from a start until a time, at given times of output (1001 of them, evenly, unless given).

    A run that cannot go on raises `SolverError`; its `motion` attribute is what was reached.
    """
    dynamics = as_dynamics(subject, config=config)
    begin = start or State()
    wanted = np.linspace(begin.t, until, _SAMPLES) if times is None else _checked_times(times, begin.t, until)
    (motion,), result = _run(dynamics, [begin], until, wanted, method or DOP853(), events, progress)
    if not result.is_complete:
        error = SolverError(result.message())
        error.motion = motion
        raise error
    return motion


def batch(
    subject: Model | Equations | Dynamics,
    starts: Sequence[State],
    *,
    until: float,
    times: ArrayLike | None = None,
    method: Method | None = None,
    events: Sequence[Event] = (),
    lanes: int = 8,
    progress: Callable[[float], object] | None = None,
    config: Config | None = None,
) -> list[Motion]:
    """Motions from many starts, several at a time in lanes and threads; each equals its own `simulate` to the bit.

    A start that cannot go on to the end does not disturb the others: the `ending` of its motion says what
    happened.
    """
    if not starts:
        return []
    dynamics = as_dynamics(subject, lanes=lanes, config=config)
    first = starts[0]
    if any(s.t != first.t or s.p != first.p for s in starts):
        raise ModelError("the starts of a batch have one time and one set of parameters")
    wanted = np.linspace(first.t, until, _SAMPLES) if times is None else _checked_times(times, first.t, until)
    motions, _ = _run(dynamics, starts, until, wanted, method or DOP853(), events, progress)
    return motions


def _run(
    dynamics: Dynamics,
    starts: Sequence[State],
    until: float,
    times: Vector,
    method: Method,
    events: Sequence[Event],
    progress: Callable[[float], object] | None,
) -> tuple[list[Motion], IntegrationResult]:
    """Motions from these starts, and how the integrator saw them."""
    crossings = [Crossing(event.direction, event.is_terminal) for event in events]
    integrator = dynamics.integrator(method, [event.expression for event in events], crossings)
    arguments = [dynamics.arguments(start) for start in starts]
    result: IntegrationResult = integrator.run(
        states=np.stack([np.concatenate([a["q"], a["u"], a["z"]]) for a in arguments]),
        extra=np.stack([a["tau"] for a in arguments]),
        times=times,
        start=starts[0].t,
        end=until,
        parameters=starts[0].p,
        method=method,
        progress=progress,
    )
    return [_motion(dynamics, start, result, k, events) for k, start in enumerate(starts)], result


def _motion(
    dynamics: Dynamics, start: State, result: IntegrationResult, k: int, events: Sequence[Event]
) -> Motion:
    """One of the simulations; if it ended early, the state at which it did is its last row."""
    rows = int(result.stop_rows[k])
    times, states = result.times[:rows], result.states[k, :rows]
    ended_early = result.status[k] != Status.DONE
    if ended_early and (not rows or times[-1] != result.final_times[k]):
        times, states = np.append(times, result.final_times[k]), np.vstack([states, result.final_states[k]])
    motion = Motion(dynamics, times, states, start.tau, start.p)
    if (lost := int(result.lost_events[k])) > 0:
        raise SolverError(f"{lost} events could not be recorded; simulate a shorter time or fewer events")
    records = (result.event_numbers, result.event_times, result.event_states)
    happened = [
        Occurrence(events[number].name, float(t), motion.state_of(float(t), x))
        for number, t, x in zip(*(r[k] for r in records), strict=True)
        if number >= 0
    ]
    statistics = {name: int(getattr(result, name)[k]) for name in ("accepted", "rejected", "evaluations")}
    return replace(motion, events=tuple(happened), ending=result.message(k), statistics=statistics)


def _checked_times(times: ArrayLike, start: float, until: float) -> Vector:
    values = np.asarray(times, dtype=float).ravel()
    if not values.size or min(start, until) > values.min() or max(start, until) < values.max():
        raise ModelError(f"times of output lie between the start {start:g} and the end {until:g}")
    return values

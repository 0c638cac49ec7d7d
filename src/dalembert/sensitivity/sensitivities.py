"""Sensitivities: a motion, and how all of it changes with parameters, inputs and start values."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Matrix, Vector
from dalembert.config import Config
from dalembert.configuration.contact_overlaps import with_lasting_rows
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.dynamics.dynamics import Dynamics, resolved_together
from dalembert.errors import ModelError, SolverError
from dalembert.expr.calculus import jacobian
from dalembert.integrators.methods import Method, as_method
from dalembert.integrators.repeated import Progress
from dalembert.linear.start_tangents import Direction, directions
from dalembert.rows import Stabilization
from dalembert.runs.events import Event
from dalembert.runs.failure_reasons import failure_text
from dalembert.runs.motion import Motion
from dalembert.runs.output_times import as_times, checked_end, wanted_times
from dalembert.runs.preparation import preparation
from dalembert.runs.rate_jumps import Instant, Switches
from dalembert.runs.unsolved_rows import broken_row
from dalembert.sensitivity.event_instants import EventInstant, guard_slopes
from dalembert.sensitivity.event_maps import check_actions, event_parameters
from dalembert.sensitivity.saltation import at_event
from dalembert.sensitivity.tangent_runs import TangentRun, TangentTask
from dalembert.state import State, Values, as_state, checked_names


def sensitivities(
    subject: Subject,
    start: State | Values | None = None,
    *,
    by: Collection[str],
    until: float | None = None,
    times: ArrayLike | None = None,
    independent: Collection[str] | None = None,
    method: Method | None = None,
    events: Sequence[Event] = (),
    stabilization: Stabilization | None = None,
    progress: Progress | None = None,
    config: Config | None = None,
) -> Sensitivities:
    """The motion that `simulate` gives, and its exact derivatives by all that is named in `by`.

    These are open parameters, inputs, and coordinates, speeds or states of the start. Derivatives are integrated
    beside the motion, in the same native loop, to the same tolerances: Ṡ = ∂F/∂x S + ∂F/∂θ. Where rates jump, as
    those with dry friction do, and at events, whose times change too, they jump as they must.

    With constraints, independent coordinates and speeds of the start are held while one thing changes, and the
    others follow: those in `independent`, or such as are found; the result says which.
    """
    dynamics = with_lasting_rows(as_dynamics(subject, config=config), "sensitivities")
    begin, asked = as_state(start), as_times(times)
    end = checked_end(until, asked)
    run = preparation(dynamics, as_method(method), events, stabilization)
    task = run.task(wanted_times(asked, begin.t, end), progress)
    check_actions(dynamics, task.events)
    own = directions(dynamics, by, event_parameters(task.events))
    found = TangentTask(task, own, independent).run(begin, end)
    if text := failure_text(found.failure, found.motion, task.method, end) or broken_row(found.motion):
        raise SolverError(f"{text}; sensitivities go no further than that")
    happened = tuple(_event(found, own, one, task.events[one.number]) for one in found.instants)
    return Sensitivities(found.motion, tuple(by), found.tangents, found.held, happened, found.jumps, own)


@dataclass(frozen=True, eq=False, repr=False)
class EventSensitivity:
    """An event, and how it changes: its time, and the state in which it happens."""

    name: str
    t: float
    by: tuple[str, ...]
    time: Mapping[str, float]
    """∂t*/∂θ by name of θ."""

    names: tuple[str, ...]
    states: Matrix
    """Derivatives (n, k) of the states in which it happens: of x(t*(θ), θ)."""

    def __getitem__(self, key: str | tuple[str, str]) -> Any:
        name, by = key if isinstance(key, tuple) else (key, None)
        checked_names([name], self.names, "state")
        row = self.states[self.names.index(name)]
        if by is None:
            return dict(zip(self.by, map(float, row), strict=True))
        checked_names([by], self.by, "name in `by`")
        return float(row[self.by.index(by)])

    def __repr__(self) -> str:
        return f"<EventSensitivity of {self.name!r} at t = {self.t:.6g} by {', '.join(self.by)}>"


@dataclass(frozen=True, eq=False, repr=False)
class Sensitivities:
    """A motion, and its derivatives by name: `found["elbow", "l"]` is ∂elbow/∂l in every row."""

    motion: Motion
    by: tuple[str, ...]
    states: Matrix
    """Derivatives of all states in every row: (T, n, k)."""

    held: tuple[str, ...]
    """Coordinates, speeds and states of the start that are held while one thing changes; the others follow."""

    events: tuple[EventSensitivity, ...]
    jumps: tuple[float, ...]
    """Times at which rates jumped, so that derivatives do."""

    directions: tuple[Direction, ...]

    @property
    def times(self) -> Vector:
        """Of the rows."""
        return self.motion.times

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the states."""
        return self.motion.names

    def __getitem__(self, key: str | tuple[str, str]) -> Vector:
        """Derivatives of a signal: (T, k) by all, or (T,) by one that is named second."""
        name, by = key if isinstance(key, tuple) else (key, None)
        if not isinstance(name, str):
            raise ModelError(
                f"write found[signal] or found[signal, by], not found[{key!r}]; expressions: evaluate(…)"
            )
        if name in self.names:
            found = self.states[:, self.names.index(name)]
        else:
            found = self.evaluate(self.motion.dynamics.solved.signal(name))
        if by is None:
            return found
        checked_names([by], self.by, "name in `by`")
        return found[..., self.by.index(by)]

    def evaluate(self, expression: Any) -> Vector:
        """Derivatives of an expression of measures in every row, by all: (T, k), or (T, …, k) of an array."""
        motion, dynamics = self.motion, self.motion.dynamics
        eom = dynamics.equations
        y = np.asarray(resolved_together(dynamics.solved, {"y": expression})["y"], dtype=object)
        x = np.concatenate([eom.q, eom.u, eom.z])
        slopes = {"x": jacobian(y, x)}
        places = [k for k, one in enumerate(self.directions) if one.node is not None]
        if places:
            slopes["by"] = jacobian(y, np.array([self.directions[k].node for k in places], dtype=object))
        found = motion.evaluate(slopes)
        result: Vector = np.einsum("t...n,tnk->t...k", found["x"], self.states)
        if places:
            result[..., places] += found["by"]
        return result

    def __repr__(self) -> str:
        return f"<Sensitivities of {len(self.names)} states by {', '.join(self.by)}: {len(self.motion)} rows>"


def _event(run: TangentRun, own: tuple[Direction, ...], one: EventInstant, event: Event) -> EventSensitivity:
    """How the time and the state of an event change."""
    dynamics: Dynamics = run.motion.dynamics
    tau, p = run.motion.inputs[0], run.motion.parameters
    guard = guard_slopes(dynamics, own, event.name, dynamics.solved.resolve(event.expression), one, tau, p)
    rates = Switches.of(dynamics).rates(Instant(one.t, one.x, tau, p), one.sides)
    moved = guard.event_time(one.S, rates)
    by = tuple(d.name for d in own)
    return EventSensitivity(
        event.name,
        one.t,
        by,
        dict(zip(by, map(float, moved), strict=True)),
        run.motion.names,
        at_event(one.S, moved, rates),
    )

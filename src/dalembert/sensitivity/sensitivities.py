"""Sensitivities: a motion, and how all of it changes with parameters, inputs and start values."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Array, Matrix, Vector
from dalembert.config import Config
from dalembert.configuration.contact_overlaps import has_contacts, with_lasting_rows
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.dynamics.dynamics import Dynamics
from dalembert.dynamics.native_functions import resolved_together
from dalembert.errors import ModelError, SolverError
from dalembert.expr.calculus import jacobian
from dalembert.expr.node import Scalar
from dalembert.integrators.integration_methods import as_method
from dalembert.integrators.method import Method
from dalembert.integrators.native_calls import Progress
from dalembert.linear.start_tangents import Direction, directions
from dalembert.name_checks import checked_names
from dalembert.rows import Stabilization
from dalembert.runs.events import Event
from dalembert.runs.failure_reasons import failure_text
from dalembert.runs.motion import Motion
from dalembert.runs.output_times import as_times, checked_end, wanted_times
from dalembert.runs.preparation import preparation
from dalembert.runs.rate_jumps import Instant, Switches
from dalembert.runs.simulate import simulate
from dalembert.runs.task import Task
from dalembert.runs.unsolved_rows import broken_row
from dalembert.sensitivity.adjoint_runs import AdjointTask
from dalembert.sensitivity.contact_tangents import ContactTangents
from dalembert.sensitivity.event_instants import EventInstant, guard_slopes
from dalembert.sensitivity.event_maps import check_actions, event_parameters
from dalembert.sensitivity.saltation import at_event
from dalembert.sensitivity.tangent_runs import TangentRun, TangentTask
from dalembert.sensitivity.tangent_sweeps import TangentSweep, goes_first
from dalembert.state import State, Values, as_state


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
    """Motion that `simulate` gives, and its exact derivatives by parameters, inputs and the start.

    Derivatives are integrated beside the motion, in the same native loop, to the same tolerances: Ṡ = ∂F/∂x S
    + ∂F/∂θ; a dozen and more follow the steps of the motion, side by side in lanes. Where rates jump, as those
    with dry friction do, and at events, whose times change too, they jump as they must.

    Contacts change their modes on the way: derivatives go through impacts, the beginning and end of slip along a
    line, and where contacts open. Where next to an event something else happens, it is refused by name.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is asked.
    start : State or dict of coordinates, optional
        Where it begins, in rad, m, rad/s and m/s; default values of the model unless given. It must satisfy
        the constraints: `assemble` finds one that does.
    by : collection of str
        Names of open parameters, inputs, and of coordinates, speeds or state variables of the start.
    until : float, optional
        End of the run in seconds; the last of `times` unless given.
    times : array of float, optional
        Times of output in seconds; 1001 evenly spaced ones unless given.
    independent : collection of str, optional
        Coordinates and speeds of the start that are held while one thing changes, where constraints let the
        others follow; default such as are well conditioned.
    method : Method, optional
        Method of integration, such as `da.methods.Radau()`; default `da.methods.DOP853(rtol=1e-8,
        atol=1e-10)`.
    events : sequence of Event, optional
        Events that are looked for; default none.
    stabilization : Projection, Baumgarte or NoStabilization, optional
        Treatment of constraint drift; default as the solution says, which is `da.methods.Projection()`.
    progress : function of float, optional
        Called now and then with the part of the run that is done, 0 to 1.
    config : Config, optional
        Cache of compiled code, threads and tier; default from the environment.

    Returns
    -------
    Sensitivities
        The motion and its derivatives: `result["elbow", "l"]` is ∂elbow/∂l at every time of output.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> model = da.Model(slide, da.JointSpring("spring", "x", da.param("k", 4.0)))
    >>> result = da.sensitivities(model, {"x": 1.0}, by=["k"], until=1.0)
    >>> print(f"{result['x', 'k'][-1]:.6f}, by hand {-da.sin(2.0) / 4:.6f}")
    -0.227324, by hand -0.227324
    """
    dynamics, begin = as_dynamics(subject, config=config), as_state(start)
    if has_contacts(dynamics.equations.model):
        if events:
            raise ModelError("sensitivities take no events of one's own beside contacts; hold modes of these")
        motion = simulate(dynamics, begin, until=until, times=times, method=method, stabilization=stabilization)
        first = simulate(dynamics, begin, times=[begin.t]).state()
        return _beside_contacts(
            ContactTangents(dynamics, first, motion, tuple(by), independent, method, stabilization)
        )
    dynamics = with_lasting_rows(dynamics, "sensitivities")
    asked = as_times(times)
    end = checked_end(until, asked)
    prepared = preparation(dynamics, as_method(method), events, stabilization)
    task = prepared.task(wanted_times(asked, begin.t, end), progress)
    check_actions(dynamics, task.events)
    ways = directions(dynamics, by, event_parameters(task.events))
    run = _tangents(task, ways, independent, begin, end)
    if text := failure_text(run.failure, run.motion, task.method, end) or broken_row(run.motion):
        error = SolverError(f"{text}; sensitivities go no further than that")
        error.motion = run.motion
        raise error
    happened = tuple(_event(run, ways, instant, task.events[instant.number]) for instant in run.instants)
    return Sensitivities(run.motion, tuple(by), run.tangents, run.held, happened, run.jumps, ways)


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

    def __getitem__(self, key: str | tuple[str, str]) -> float | dict[str, float]:
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
    """A motion, and its derivatives by name: `sensitivities["elbow", "l"]` is ∂elbow/∂l at every sample."""

    motion: Motion
    by: tuple[str, ...]
    states: Matrix
    """Derivatives of all states at every sample: (T, n, k)."""

    held: tuple[str, ...]
    """Coordinates, speeds and states of the start that are held while one thing changes; the others follow."""

    events: tuple[EventSensitivity, ...]
    jumps: tuple[float, ...]
    """Times at which rates jumped, so that derivatives do."""

    directions: tuple[Direction, ...]

    @property
    def times(self) -> Vector:
        """Times of the samples."""
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
                f"derivatives are of signals, [signal] or [signal, by], not [{key!r}]; expressions: evaluate(…)"
            )
        if name in self.names:
            slopes = self.states[:, self.names.index(name)]
        else:
            slopes = self.evaluate(self.motion.dynamics.solved.signal(name))
        if by is None:
            return slopes
        checked_names([by], self.by, "name in `by`")
        return slopes[..., self.by.index(by)]

    def evaluate(self, expression: Array | Scalar) -> Vector:
        """Derivatives of an expression of measures at every sample, by all: (T, k), or (T, …, k) of an array."""
        motion, dynamics = self.motion, self.motion.dynamics
        eom = dynamics.equations
        y = np.asarray(resolved_together(dynamics.solved, {"y": expression})["y"], dtype=object)
        x = np.concatenate([eom.q, eom.u, eom.z])
        slopes = {"x": jacobian(y, x)}
        places = [k for k, direction in enumerate(self.directions) if direction.node is not None]
        if places:
            slopes["by"] = jacobian(y, np.array([self.directions[k].node for k in places], dtype=object))
        numbers = motion.evaluate(slopes)
        result: Vector = np.einsum("t...n,tnk->t...k", numbers["x"], self.states)
        if places:
            result[..., places] += numbers["by"]
        return result

    def __repr__(self) -> str:
        return f"<Sensitivities of {len(self.names)} states by {', '.join(self.by)}: {len(self.motion)} samples>"


def _tangents(
    task: Task, ways: tuple[Direction, ...], independent: Collection[str] | None, begin: State, end: float
) -> TangentRun:
    """The run with its tangents: beside it, or along its steps where there are many."""
    if task.method.explicit_tableau is not None and goes_first(task.dynamics, len(ways)):
        return TangentSweep(AdjointTask(task, ways, independent).run(begin, end)).tangents()
    return TangentTask(task, ways, independent).run(begin, end)


def _beside_contacts(task: ContactTangents) -> Sensitivities:
    """A run with contacts and its derivatives, through events of contacts."""
    own = directions(task.dynamics, task.by)
    rows, held, instants = task.tangents()
    eom = task.dynamics.equations
    names = (*eom.coordinates, *eom.speeds, *eom.states)
    events = [
        EventSensitivity(
            one.name, one.t, task.by, dict(zip(task.by, map(float, one.time), strict=True)), names, one.states
        )
        for one in instants
    ]
    return Sensitivities(task.run, task.by, rows, held, tuple(events), (), own)


def _event(
    run: TangentRun, directions: tuple[Direction, ...], instant: EventInstant, event: Event
) -> EventSensitivity:
    """How the time and the state of an event change."""
    dynamics: Dynamics = run.motion.dynamics
    tau, p = run.motion.inputs[0], run.motion.parameters
    guard = guard_slopes(
        dynamics, directions, event.name, dynamics.solved.resolve(event.expression), instant, tau, p
    )
    rates = Switches.of(dynamics).rates(Instant(instant.t, instant.x, tau, p), instant.sides)
    moved = guard.event_time(instant.S, rates)
    by = tuple(d.name for d in directions)
    return EventSensitivity(
        event.name,
        instant.t,
        by,
        dict(zip(by, map(float, moved), strict=True)),
        run.motion.names,
        at_event(instant.S, moved, rates),
    )

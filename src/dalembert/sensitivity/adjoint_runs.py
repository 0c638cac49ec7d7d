"""Runs whose gradients go backwards: one sweep for a number, however many parameters there are.

The run is made forwards, with the times of its steps; then its steps are made again, stretch by stretch from
switch to switch, and transposed from the last to the first. Events are transposed like steps.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.arrays import Array, Matrix, Vector
from dalembert.configuration.starts import Starts
from dalembert.dynamics.dynamics import Dynamics
from dalembert.dynamics.native_functions import resolved_together
from dalembert.equations.adjoints import Adjoints
from dalembert.errors import SolverError
from dalembert.expr.calculus import derivative, jacobian
from dalembert.expr.node import Node, Scalar
from dalembert.expr.symbol_nodes import time
from dalembert.integrators.adjoint_integration import AdjointIntegrator, Seeds, Track
from dalembert.integrators.adjoint_steps import AdjointSteps
from dalembert.integrators.method import Method
from dalembert.integrators.method_programs import MethodProgram, MethodPrograms
from dalembert.integrators.tableaux import Tableau
from dalembert.linear.start_tangents import Changes, Direction
from dalembert.memo import Key
from dalembert.runs.motion import Motion
from dalembert.runs.rate_jumps import Instant, Switches
from dalembert.runs.task import Task
from dalembert.sensitivity.contact_tangents import along_rows
from dalembert.sensitivity.event_instants import EventInstant, guard_slopes
from dalembert.sensitivity.event_maps import EventMap
from dalembert.sensitivity.saltation import Guard, Map, before_event
from dalembert.sensitivity.tangent_runs import Passage, Stretch, TangentTask
from dalembert.state import State

STEPS = 2**14
"""Times of steps of each stretch for which there is room at first."""

GUIDE = Direction("guide")
"""A small change of the start that chooses the steps with the states."""


@dataclass(frozen=True, eq=False)
class Weighted:
    """Σ w_t y(t) over samples of a run: the weights (T,), and derivatives of y at each sample."""

    weights: Vector
    by_states: Matrix
    """(T, n)."""

    by_directions: Matrix
    """(T, k)."""

    by_time: Vector


@dataclass(frozen=True, eq=False)
class Gradients:
    """A gradient by all directions, and how sensitivities by states grow on the way back."""

    values: Vector
    growth: float


def check_adjoint_method(method: Method) -> Tableau:
    """Coefficients of a method along whose steps gradients go back."""
    if (tableau := method.explicit_tableau) is None:
        raise SolverError(
            f"{type(method).__name__} is no explicit Runge–Kutta method, and gradients go back along the steps of "
            "such methods only: use da.methods.DOP853() or another explicit one, or da.sensitivities, whose "
            "tangents go forwards by any method that solves for rates"
        )
    return tableau


def check_finite(derivatives: Array) -> None:
    """Raise if derivatives along a run have no value."""
    if not np.isfinite(derivatives).all():
        raise SolverError(
            "derivatives along the run are not finite: somewhere a law has none, as a root has none at zero; "
            "start or end the run elsewhere, or smooth the law"
        )


_SLOPES: Key[dict[str, Any]] = Key("slopes of a number")
_ADJOINT_STEPS: Key[AdjointIntegrator] = Key("steps backwards")


@dataclass(frozen=True, eq=False)
class AdjointTask:
    """A task of runs whose gradients go backwards, and the directions of these."""

    task: Task
    directions: tuple[Direction, ...]
    independent: Collection[str] | None = None

    def run(self, start: State, until: float) -> AdjointRun:
        """The run from a start."""
        tableau = check_adjoint_method(self.task.method)
        ready = self.task.ready([start])
        changes = TangentTask(self.task, self.directions, self.independent).changes(ready)
        guides = (GUIDE,) if self.task.method.is_adaptive else ()
        passage = Passage(TangentTask(self.task, guides), ready, until, STEPS)
        pieces = passage.all_pieces(self._guide(ready) if guides else np.zeros((ready.dynamics.n_states, 0)))
        motion, failure = passage.departure.run(pieces.result).ended(0)
        # what lies between samples would be run again without what guides the steps, to other bits
        motion = replace(motion, segments=())
        return AdjointRun(
            *(self, tableau, passage, changes, motion),
            *(pieces.stretches, pieces.instants, pieces.jumps, failure),
        )

    def _guide(self, ready: Starts) -> Matrix:
        """A change (n, 1) of the start in which all states take part; constraints hold along it."""
        dynamics, n = ready.dynamics, ready.dynamics.n_states
        mixed = np.cos(np.arange(1.0, n + 1.0) * (1.0 + np.sqrt(5.0)))[:, None]
        state = dynamics.state(ready.t, ready.states[0, :n], ready.tau[0], ready.p[0])
        return along_rows(dynamics, state, mixed, (GUIDE,))


@dataclass(frozen=True, eq=False)
class AdjointRun:
    """A run that was made forwards; each gradient takes a sweep backwards."""

    asked: AdjointTask
    tableau: Tableau
    passage: Passage
    changes: Changes
    motion: Motion
    stretches: tuple[Stretch, ...]
    instants: tuple[EventInstant, ...]
    """The events that were asked for; their directions are those that chose the steps."""

    jumps: tuple[float, ...]
    failure: SolverError | None

    @property
    def dynamics(self) -> Dynamics:
        """The dynamics that are run."""
        return self.passage.dynamics

    @property
    def directions(self) -> tuple[Direction, ...]:
        """What gradients are by."""
        return self.asked.directions

    @property
    def ends_by_event(self) -> bool:
        """Whether an event ended it, whose time changes too."""
        return self.motion.times[-1] == self.stretches[-1].end and self._final_event is not None

    @property
    def _final_event(self) -> EventInstant | None:
        last = self.stretches[-1]
        return last.stop if last.stop is not None and self._is_event(last.stop) else None

    @cached_property
    def places(self) -> list[int]:
        """Which directions are parameters or inputs."""
        return [k for k, way in enumerate(self.directions) if way.node is not None]

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """Parameters and inputs among the directions."""
        return tuple(way.node for way in self.directions if way.node is not None)

    @property
    def switches(self) -> Switches:
        """Where rates may jump or bend."""
        return self.passage.switches

    def _is_event(self, instant: EventInstant) -> bool:
        return instant.number < len(self.asked.task.events)

    # ---- numbers

    def weighted(self, expression: Scalar, weights: Vector) -> Weighted:
        """Σ w_t y(t) of an expression of measures over the samples of the motion (T,)."""
        key, n_rows = _SLOPES.of(self.dynamics.solved, expression, self.nodes), len(self.motion)
        numbers = self.motion.evaluate(self.dynamics.memo.get(key, lambda: self._slopes(expression)))
        by = np.zeros((n_rows, len(self.directions)))
        if self.nodes:
            by[:, self.places] = numbers["by"]
        return Weighted(weights, numbers["x"], by, np.asarray(numbers["t"]).reshape(n_rows))

    def _slopes(self, expression: Scalar) -> dict[str, Any]:
        """Derivatives of an expression of measures by states, time, parameters and inputs."""
        eom = self.dynamics.equations
        y = np.asarray(resolved_together(self.dynamics.solved, {"y": expression})["y"], dtype=object)
        slopes: dict[str, Any] = {
            "x": jacobian(y, np.concatenate([eom.q, eom.u, eom.z])),
            "t": derivative(y, time),
        }
        if self.nodes:
            slopes["by"] = jacobian(y, np.array(self.nodes, dtype=object))
        return slopes

    def gradient(self, number: Weighted) -> Gradients:
        """The gradient of a number by all directions."""
        w = number.weights
        total = w @ number.by_directions
        seeds = w[:, None] * number.by_states
        times, rows = self.motion.times, np.flatnonzero(w)
        n = self.dynamics.n_states
        lam = np.zeros(n)
        last = self.stretches[-1]
        if self.ends_by_event and w[-1]:
            # the last sample moves with the event
            lam, at_event = self._before_final_event(seeds[-1], float(w[-1] * number.by_time[-1]))
            total = total + at_event
            rows = rows[rows != len(w) - 1]
        elif len(rows) and times[rows[-1]] == last.end:
            lam = lam + seeds[rows[-1]]
            rows = rows[:-1]
        sizes, largest = [float(np.abs(lam).max(initial=0.0))], float(np.abs(seeds).max(initial=0.0))
        for k in reversed(range(len(self.stretches))):
            stretch = self.stretches[k]
            if k < len(self.stretches) - 1:
                lam, at_event = self._before_stop(stretch, lam)
                total = total + at_event
            is_own = self.is_within(stretch, times[rows])
            own = Seeds(times[rows[is_own]], seeds[rows[is_own]])
            rows = rows[~is_own]
            lam, by_nodes, after = self._backward(stretch, lam, own)
            check_finite(np.concatenate([lam, by_nodes]))
            total[self.places] += by_nodes
            sizes += [float(after.max(initial=0.0))]
        # samples at the start itself
        lam = lam + seeds[rows].sum(axis=0)
        return Gradients(total + lam @ self.changes.S, max(sizes) / largest if largest else 0.0)

    def is_within(self, stretch: Stretch, times: Vector) -> Any:
        """Which times lie in a stretch, its end included."""
        sign = 1.0 if self.passage.until >= self.passage.ready.t else -1.0
        return (sign * times > sign * stretch.t) & (sign * times <= sign * stretch.end)

    # ---- stretches

    def _backward(self, stretch: Stretch, lam: Vector, seeds: Seeds) -> tuple[Vector, Vector, Vector]:
        """λ at the beginning of a stretch, from that at its end; what parameters have of it; and sizes of λ."""
        return self._integrator.backward(
            self.track(stretch, self._integrator.values(self.settings(stretch))),
            lam,
            seeds,
            is_one_slope=self.is_one_slope,
            progress=self.asked.task.progress,
        )

    def settings(self, stretch: Stretch) -> dict[str, float]:
        """Parameters along a stretch, with the sides on which its rates are."""
        return {**self.passage.launch.parameters, **self.switches.settings(stretch.sides)}

    def track(self, stretch: Stretch, p: Vector) -> Track:
        """The steps of a stretch."""
        sign, steps = (1.0 if stretch.end >= stretch.t else -1.0), stretch.steps
        inner = steps[(sign * steps > sign * stretch.t) & (sign * steps < sign * stretch.end)]
        times = np.unique(sign * np.concatenate([[stretch.t], inner, [stretch.end]])) * sign
        return Track(times, stretch.x[: self.dynamics.n_states], self.passage.extra[0], p)

    @property
    def is_one_slope(self) -> bool:
        """Whether states within steps follow one slope alone."""
        return (bool(self.asked.task.events) or bool(self.switches.guards)) and self.tableau.end == 1

    @cached_property
    def _integrator(self) -> AdjointIntegrator:
        dynamics = self.dynamics
        key = _ADJOINT_STEPS.of(dynamics.solved, self.nodes, self.tableau)

        def made() -> AdjointIntegrator:
            adjoints, held = Adjoints(dynamics.solved, self.nodes), self.switches.held
            plain, v = adjoints.plain, list(adjoints.v)
            steps = AdjointSteps(self.tableau, adjoints.is_projected, plain.is_projected_once)
            projection: Array = adjoints.projection if adjoints.is_projected else np.zeros(0, dtype=object)
            programs = MethodPrograms(
                plain.x,
                plain.tau,
                held(plain.rate),
                plain.projected,
                {
                    "transposed": MethodProgram(list(held(adjoints.rate)), v),
                    "transposed projection": MethodProgram(list(projection), v),
                },
            )
            return dynamics.engine.adjoint(programs, steps, len(self.nodes))

        return dynamics.shared.get(key, made)

    # ---- events

    def _before_stop(self, stretch: Stretch, lam: Vector) -> tuple[Vector, Vector]:
        """λ before what ended a stretch, and what directions have of that; times behind it stay."""
        assert stretch.stop is not None and stretch.rates is not None
        before, after = stretch.rates
        if before is after:
            return lam, np.zeros(len(self.directions))
        mapped = self.event_map(stretch.stop)
        found = before_event(lam, 0.0, self.guard(stretch.stop), before, after, mapped)
        return found.by_states, found.by_directions

    def _before_final_event(self, by_states: Vector, by_time: float) -> tuple[Vector, Vector]:
        """λ before the event that ended the run, of a number that is looked at as it happens."""
        stop = self._final_event
        assert stop is not None
        before = self.switches.rates(self._instant(stop), stop.sides)
        found = before_event(
            by_states, by_time, self.guard(stop), before, np.zeros_like(before), self.event_map(stop)
        )
        return found.by_states, found.by_directions

    def event_map(self, stop: EventInstant) -> Map:
        """Derivatives of what an event does to states."""
        events = self.asked.task.events
        if self._is_event(stop) and events[stop.number].actions:
            return EventMap.of(self.dynamics, events[stop.number], self.directions).at(self._instant(stop))[1]
        return Map.identity(self.dynamics.n_states, len(self.directions))

    def guard(self, stop: EventInstant) -> Guard:
        """Derivatives of what makes an event happen."""
        events = self.asked.task.events
        name, expression = "jump of rates", None
        if self._is_event(stop):
            name = events[stop.number].name
            expression = self.dynamics.solved.resolve(events[stop.number].expression)
        else:
            expression = self.switches.guards[stop.number - len(events)]
        ready = self.passage.ready
        return guard_slopes(self.dynamics, self.directions, name, expression, stop, ready.tau[0], ready.p[0])

    def _instant(self, stop: EventInstant) -> Instant:
        return Instant(stop.t, stop.x, self.passage.ready.tau[0], self.passage.ready.p[0])

"""Runs with tangents: a motion and its derivatives by parameters, inputs and start values, in one native loop."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.analysis.constraint_unknowns import Native, native
from dalembert.analysis.rate_jumps import RateSides, has_jump, switch_guards
from dalembert.analysis.runs import Runs, Task
from dalembert.analysis.saltation import Guard, Map, after_event
from dalembert.analysis.start_tangents import Changes, Direction, StartTangents
from dalembert.analysis.starts import Starts
from dalembert.dynamics import Dynamics, EventTexts, FirstOrderSystem
from dalembert.equations.tangents import Tangents
from dalembert.errors import SolverError
from dalembert.expr.calculus import derivative, jacobian
from dalembert.expr.symbols import time
from dalembert.motion import Motion
from dalembert.segments import Launch
from dalembert.solvers.integration import IntegrationResult
from dalembert.solvers.problem import Event as Crossing
from dalembert.solvers.status import Status
from dalembert.state import State

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]

MOST_JUMPS = 1000
"""Jumps of rates that a run may pass; more are a sign that it sticks, which rates that jump cannot say."""


@dataclass(frozen=True, eq=False)
class Happening:
    """An event of a run, with the tangents there."""

    number: int
    t: float
    x: Vector
    S: Matrix


@dataclass(frozen=True, eq=False)
class TangentRun:
    """A motion, and ∂x/∂θ (T, n, k) in each of its rows."""

    motion: Motion
    tangents: Matrix
    happenings: tuple[Happening, ...]
    """The events that were asked for."""

    held: tuple[str, ...]
    """What was held at the start while one direction changed."""

    failure: SolverError | None
    jumps: tuple[float, ...]
    """Times at which rates jumped."""


@dataclass(frozen=True, eq=False)
class TangentTask:
    """What runs with tangents have in common."""

    task: Task
    directions: tuple[Direction, ...]
    independent: Collection[str] | None = None

    def __post_init__(self) -> None:
        if self.task.method.finds_accelerations:
            raise SolverError(
                f"{type(self.task.method).__name__} leaves the equations unsolved, and tangents need rates; use "
                "an explicit method such as da.DOP853(), or da.Radau()"
            )

    @property
    def nodes(self) -> list[Any]:
        """Parameters and inputs among the directions."""
        return [one.node for one in self.directions if one.node is not None]

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
        own = None if self.independent is None else tuple(self.independent)
        found: StartTangents = dynamics.kept(
            ("start tangents", self.directions, own), lambda: StartTangents(dynamics, self.directions, own)
        )
        return found

    def run_from(self, ready: Starts, S: Matrix, held: tuple[str, ...], until: float) -> TangentRun:
        """The same from a checked start and given tangents (n, k)."""
        passage = _Passage(self, ready, until)
        rows = passage.all_pieces(S)
        runs = Runs(self.task, ready, passage.launch, ready.states, passage.extra, rows.result)
        motion, failure = runs.ended(0)
        tangents = rows.tangents
        if len(motion) > len(tangents):
            tangents = np.concatenate([tangents, rows.final_tangents[None]])
        # what lies between rows would be run again without tangents, to other bits
        motion = replace(motion, segments=())
        return TangentRun(motion, tangents[: len(motion)], rows.happenings, held, failure, rows.jumps)


@dataclass(frozen=True, eq=False)
class _Rows:
    """What the pieces of a run gave."""

    result: IntegrationResult
    tangents: Matrix
    final_tangents: Matrix
    happenings: tuple[Happening, ...]
    jumps: tuple[float, ...]


@dataclass(frozen=True, eq=False)
class _Passage:
    """One run, in pieces between jumps of rates."""

    tangent_task: TangentTask
    ready: Starts
    until: float

    @cached_property
    def _launched(self) -> tuple[Launch, Vector]:
        return self.tangent_task.task.launched(self.ready, self.until)

    @property
    def launch(self) -> Launch:
        """How the run is launched without tangents."""
        return self._launched[0]

    @property
    def extra(self) -> Vector:
        """Inputs (1, n_tau)."""
        return self._launched[1]

    @property
    def dynamics(self) -> Dynamics:
        """What is run."""
        return self.ready.dynamics

    @property
    def n(self) -> int:
        """Number of states."""
        return self.dynamics.n_states

    @cached_property
    def switches(self) -> tuple[Any, ...]:
        """Guards where rates may jump."""
        found: tuple[Any, ...] = self.dynamics.shared(
            ("switches", self.dynamics.solved), lambda: switch_guards(self.dynamics)
        )
        return found

    # ---- pieces

    def all_pieces(self, S: Matrix) -> _Rows:
        """From the start to the end; at each jump of the rates the tangents jump, and the run goes on."""
        x, t, times = (
            np.concatenate([self.ready.states[0], S.T.ravel()]),
            self.ready.t,
            self.tangent_task.task.times,
        )
        parts: list[IntegrationResult] = []
        happenings: list[Happening] = []
        jumps: list[float] = []
        stops: set[int] = set()
        while True:
            result = self._piece(x, t, times, stops)
            jump = next((one for one in self._events(result) if one.number in stops or self._is_jump(one)), None)
            reached = np.inf if jump is None else jump.t
            is_before = _before(self._events(result), reached, self.until >= self.ready.t)
            happenings += [one for one in is_before if one.number < len(self.tangent_task.task.events)]
            if jump is None:
                parts.append(result)
                return self._joined(parts, happenings, jumps)
            parts.append(_cut(result, jump.t, self.until >= self.ready.t))
            stops.add(jump.number)
            jumps.append(jump.t)
            if len(jumps) > MOST_JUMPS:
                raise SolverError(
                    f"rates jumped {MOST_JUMPS} times until t = {jump.t:.9g}: it seems to stick where they do, "
                    "and such a law has no derivative there; make it steep instead, as tanh(u/small)"
                )
            t, x = jump.t, np.concatenate([jump.x, self._after(jump).T.ravel()])
            times = times[times > t] if self.until >= self.ready.t else times[times < t]

    def _piece(self, x: Vector, t: float, times: Vector, stops: set[int]) -> IntegrationResult:
        """From an instant on; guards whose number is among the stops end it."""
        task = self.tangent_task.task
        own = [Crossing(event.direction, event.is_terminal) for event in task.events]
        first = len(own)
        crossings = [*own, *(Crossing(0, first + k in stops) for k in range(len(self.switches)))]
        guards = [*(self.dynamics.solved.resolve(event.expression) for event in task.events), *self.switches]
        integrator = self._integrator(tuple(guards), tuple(crossings))
        found: IntegrationResult = integrator.run(
            x[None],
            times,
            start=t,
            end=self.until,
            extra=self.extra,
            parameters=self.launch.parameters,
            known=self.launch.known,
            method=task.method,
            progress=task.progress,
        )
        return found

    def _integrator(self, guards: tuple[Any, ...], crossings: tuple[Crossing, ...]) -> Any:
        dynamics, method = self.dynamics, self.tangent_task.task.method
        nodes = tuple(one.node for one in self.tangent_task.directions)
        key = ("tangents", dynamics.solved, nodes, type(method), guards, crossings)

        def made() -> Any:
            system = Tangents(dynamics.solved, nodes).system
            texts = method.texts(FirstOrderSystem(system))
            return dynamics.engine.integrator(texts, EventTexts(guards, crossings), method, (), len(system.x))

        return dynamics.shared(key, made)

    def _joined(
        self, parts: Sequence[IntegrationResult], happenings: Sequence[Happening], jumps: Sequence[float]
    ) -> _Rows:
        """Pieces as one run: states and tangents apart."""
        n, last = self.n, parts[-1]
        states = np.concatenate([part.states[0, : part.stop_rows[0]] for part in parts])
        times = np.concatenate([part.times[: part.stop_rows[0]] for part in parts])
        summaries = last.summaries.copy()
        for name in ("accepted", "rejected", "evaluations", "stop_row"):
            k = last.column(name)
            summaries[0, k] = sum(part.summaries[0, k] for part in parts)
        records = [[one.t, one.number, *one.x] for one in happenings]
        result = replace(
            last,
            times=times,
            states=states[None, :, :n],
            final_states=last.final_states[:, :n],
            summaries=summaries,
            records=(np.array(records, dtype=float).reshape(len(records), 2 + n),),
        )
        return _Rows(
            result,
            np.swapaxes(states[:, n:].reshape(len(states), -1, n), 1, 2),
            last.final_states[0, n:].reshape(-1, n).T,
            tuple(happenings),
            tuple(jumps),
        )

    # ---- events

    def _events(self, result: IntegrationResult) -> list[Happening]:
        n = self.n
        return [
            Happening(int(number), float(t), np.array(x[:n]), np.array(x[n:]).reshape(-1, n).T)
            for t, number, *x in result.records[0]
        ]

    def _is_jump(self, one: Happening) -> bool:
        """Whether rates are different on both sides of an event."""
        if one.number < len(self.tangent_task.task.events):
            return False
        return has_jump(*self._sides(one))

    def _sides(self, one: Happening) -> tuple[Vector, Vector]:
        return RateSides.of(self.dynamics).sides(one.t, one.x, self.ready.tau[0], self.ready.p[0])

    def _after(self, one: Happening) -> Matrix:
        """Tangents after a jump of the rates."""
        before, after = self._sides(one)
        if not has_jump(before, after):
            return one.S
        expression = self.switches[one.number - len(self.tangent_task.task.events)]
        guard = guard_slopes(
            self.dynamics,
            self.tangent_task.directions,
            "jump of rates",
            expression,
            one,
            self.ready.tau[0],
            self.ready.p[0],
        )
        moved = guard.event_time(one.S, before)
        return after_event(one.S, moved, before, after, Map.identity(self.n, one.S.shape[1]))


def guard_slopes(
    dynamics: Dynamics,
    directions: Sequence[Direction],
    name: str,
    expression: Any,
    one: Happening,
    tau: Vector,
    p: Mapping[str, float],
) -> Guard:
    """Derivatives of a resolved guard by states, time and directions."""
    eom = dynamics.equations
    x = np.concatenate([eom.q, eom.u, eom.z])
    nodes = np.array([d.node for d in directions if d.node is not None], dtype=object)
    outputs = {"x": jacobian(expression, x), "t": np.array([derivative(expression, time)])}
    if len(nodes):
        outputs["by"] = jacobian(expression, nodes)
    made: Native = dynamics.kept(("guard", expression, tuple(nodes)), lambda: native(dynamics, outputs))
    nq, nu = len(eom.q), len(eom.u)
    numbers = {"q": one.x[:nq], "u": one.x[nq : nq + nu], "z": one.x[nq + nu :], "tau": tau}
    y: Mapping[str, Any] = made({"t": one.t, **numbers}, p)
    by = np.zeros(len(directions))
    if len(nodes):
        by[[i for i, d in enumerate(directions) if d.node is not None]] = y["by"]
    return Guard(name, np.asarray(y["x"]), float(y["t"][0]), by)


def _before(events: Sequence[Happening], t: float, is_forward: bool) -> list[Happening]:
    """Those before an instant, or at it."""
    return [one for one in events if t == np.inf or (one.t <= t if is_forward else one.t >= t)]


def _cut(result: IntegrationResult, t: float, is_forward: bool) -> IntegrationResult:
    """The rows up to an instant, which is reached as if the run had ended there."""
    rows = result.stop_rows[0]
    is_kept = result.times[:rows] <= t if is_forward else result.times[:rows] >= t
    summaries = result.summaries.copy()
    summaries[0, result.column("stop_row")] = int(is_kept.sum())
    summaries[0, result.column("status")] = float(Status.DONE)
    return replace(result, summaries=summaries)

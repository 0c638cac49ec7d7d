"""Runs: starts become motions by a method, one after the other or many at once."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from dalembert.analysis.events import Event
from dalembert.analysis.reaction_solutions import several_solutions
from dalembert.analysis.starts import Starts
from dalembert.dynamics import Dynamics
from dalembert.errors import ModelError, SolverError
from dalembert.motion import Motion, Occurrence
from dalembert.rows import Drift, DriftProjection
from dalembert.segments import Launch, Segment
from dalembert.solvers.integration import IntegrationResult
from dalembert.solvers.methods import Method
from dalembert.solvers.problem import Event as Crossing
from dalembert.solvers.status import Status
from dalembert.state import State

_log = logging.getLogger(__name__)

Vector = NDArray[np.float64]
Progress = Callable[[float], object]


@dataclass(frozen=True)
class Task:
    """What runs have in common."""

    dynamics: Dynamics
    times: Vector
    method: Method
    events: tuple[Event, ...]
    drift: Drift | None
    progress: Progress | None
    notes: tuple[str, ...] = ()
    usual: Mapping[str, float] = field(default_factory=dict)
    """Sizes of pivots, by their parameters, that are known to be usual; for methods of second order, what events
    compare pivots with."""

    def run(self, starts: Sequence[State], until: float) -> tuple[list[Motion], list[SolverError | None]]:
        """Motions from these starts, and for each of them why it failed, if it did."""
        return self.run_ready(self.ready(starts), until)

    def run_ready(self, ready: Starts, until: float) -> tuple[list[Motion], list[SolverError | None]]:
        """The same from starts that have been checked."""
        task, systems = replace(self, dynamics=ready.dynamics), ready.systems
        given = [{**p, **system.settings} for p, system in zip(ready.p, systems, strict=True)]
        common, varying = _parameters(given)
        own = np.array([[p[name] for name in varying] for p in given], dtype=float)
        extra = np.concatenate([ready.tau, own], axis=1)
        known = {**common, **self._watched(ready)}
        launch = task._launch(ready.t, until, known, varying)
        result = launch.run(ready.states, extra, self.times, progress=self.progress)
        motions = []
        for k, (system, p, x, own) in enumerate(zip(systems, ready.p, ready.states, extra, strict=True)):
            segment = Segment.of(replace(launch, dynamics=system), x, own, result, k)
            motions.append(
                replace(task, dynamics=system, notes=ready.notes_of(k))._motion(result, k, dict(p), segment)
            )
        return motions, [_failure(result, k) for k in range(len(motions))]

    @property
    def may_hand_over(self) -> bool:
        """Whether another method may stand in for this one near singular positions, which pivots tell."""
        eom = self.dynamics.equations
        is_projected = isinstance(self.drift, DriftProjection | None) and not self.method.is_second_order
        return is_projected and not eom.motion.has_affine_rates and len(self.dynamics.solved.usual_pivots) > 0

    def later(self, motion: Motion) -> Task:
        """The same task with the outputs that the motion has not reached."""
        end = motion.times[-1]
        is_later = self.times > end if self.times[-1] >= self.times[0] else self.times < end
        return replace(self, dynamics=motion.dynamics, times=self.times[is_later], notes=())

    def _launch(
        self, start: float, until: float, parameters: Mapping[str, float], varying: Sequence[str]
    ) -> Launch:
        crossings = [Crossing(event.direction, event.is_terminal) for event in self.events]
        guards = [event.expression for event in self.events]
        return Launch(
            self.dynamics,
            self.method,
            guards,
            crossings,
            start,
            until,
            parameters,
            varying,
            self._known,
        )

    @property
    def _known(self) -> set[str]:
        """Parameters of the equations, settings and sizes of pivots: accelerations need not depend on them."""
        pivots = {str(x.args[0]) for x in self.dynamics.solved.usual_pivots}
        return {*self.dynamics.equations.parameters, *self.dynamics.settings, *pivots}

    def _watched(self, ready: Starts) -> dict[str, float]:
        """Parameters by which a run stops near singular positions."""
        if not ready.dynamics.equations.rows:
            return {}
        if self.method.is_second_order:
            return dict(self.usual)
        sizes = ready.usual_pivots
        return {name: max(x, self.usual.get(name, 0.0)) * caution(self.method) for name, x in sizes.items()}

    def ready(self, starts: Sequence[State]) -> Starts:
        """The starts as numbers, checked against the constraints."""
        given = self._given(starts)
        if not self.method.is_second_order:
            given.check_joint_axes()
        ready = given.ready(self.drift, passes_singular=self.method.is_second_order or self.may_hand_over)
        return replace(ready, dynamics=ready.dynamics.kept_by(self.drift))

    def settled(self, state: State) -> State:
        """A state near to which the constraints hold, moved to where they do."""
        return self._given([state]).projected(0)

    def _given(self, starts: Sequence[State]) -> Starts:
        rows = [self.dynamics.arguments(start) for start in starts]
        q, u, z, tau = (np.array([row[kind] for row in rows]) for kind in ("q", "u", "z", "tau"))
        return Starts(self.dynamics, starts[0].t, q, u, z, tau, [start.p for start in starts])

    def _motion(self, result: IntegrationResult, k: int, p: Mapping[str, float], segment: Segment) -> Motion:
        """One of the simulations; if it ended early, the state at which it did is its last row."""
        rows, tau = _finite_rows(result, k), segment.tau
        is_cut = rows < result.stop_rows[k]
        times, states = result.times[:rows], result.states[k, :rows]
        ended_early = result.ending(k) is not Status.DONE and not is_cut
        if ended_early and (not rows or times[-1] != result.final_times[k]):
            times, states = np.append(times, result.final_times[k]), np.vstack([states, result.final_states[k]])
        motion = Motion(
            self.dynamics,
            times,
            states,
            np.tile(tau, (len(times), 1)),
            p,
            events=self._occurrences(result, k, tau, p),
            ending=_lost_output(result, k) if is_cut else _ending(result, k),
            notes=self.notes,
            segments=(segment,),
            statistics={name: int(getattr(result, name)[k]) for name in ("accepted", "rejected", "evaluations")},
        )
        for note in (several := several_solutions(motion)):
            _log.warning(note)
        return replace(motion, notes=(*motion.notes, *several)) if several else motion

    def _occurrences(
        self, result: IntegrationResult, k: int, tau: Vector, p: Mapping[str, float]
    ) -> tuple[Occurrence, ...]:
        return tuple(
            Occurrence(self.events[int(number)].name, float(t), self.dynamics.state(float(t), x, tau, p))
            for t, number, *x in result.records[k]
        )


def caution(method: Method) -> float:
    """How much larger pivots must be than usually: the more digits a method wants, the earlier it must stop."""
    return max(1.0, 1e-9 / method.wanted_accuracy)


def _finite_rows(result: IntegrationResult, k: int) -> int:
    """How many outputs of a simulation there are before one that is not finite."""
    is_finite = np.asarray(np.isfinite(result.states[k, : result.stop_rows[k]]).all(axis=1))
    return len(is_finite) if is_finite.all() else int(np.argmin(is_finite))


def _lost_output(result: IntegrationResult, k: int) -> str:
    t = result.times[_finite_rows(result, k)]
    return f"the output at t = {t:.9g} is not finite, though the steps are; ask for another time, or smaller steps"


def _ending(result: IntegrationResult, k: int) -> str:
    """How a simulation ended; with its last state if that was not as planned."""
    status = result.ending(k)
    return result.message(k) if status.is_failure else f"at t = {result.final_times[k]:.9g}: {status.reason}"


def _failure(result: IntegrationResult, k: int) -> SolverError | None:
    """Why a simulation failed, if it did."""
    if result.ending(k).is_failure:
        return SolverError(result.message(k))
    return SolverError(_lost_output(result, k)) if _finite_rows(result, k) < result.stop_rows[k] else None


def _parameters(given: Sequence[Mapping[str, float]]) -> tuple[dict[str, float], list[str]]:
    """Parameters that all starts share, and names of those that differ."""
    names = sorted({name for p in given for name in p})
    for p in given:
        if missing := [name for name in names if name not in p]:
            raise ModelError(
                f"the parameter {missing[0]!r} is given for some starts of a batch and not for others"
            )
    varying = [name for name in names if any(p[name] != given[0][name] for p in given)]
    return {name: given[0][name] for name in names if name not in varying}, varying


def joined(parts: Sequence[Motion]) -> Motion:
    """Motions that follow each other as one."""
    return replace(
        parts[-1],
        notes=tuple(dict.fromkeys(note for part in parts for note in part.notes)),
        times=np.concatenate([part.times for part in parts]),
        states=np.concatenate([part.states for part in parts]),
        inputs=np.concatenate([part.inputs for part in parts]),
        segments=tuple(segment for part in parts for segment in part.segments),
        events=tuple(event for part in parts for event in part.events),
        statistics={name: sum(part.statistics[name] for part in parts) for name in parts[0].statistics},
    )

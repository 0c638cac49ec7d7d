"""Runs: starts become motions by a method, one after the other or many at once."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Vector
from dalembert.configuration.starts import Starts
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.solution import stepped_name, switch_name
from dalembert.errors import SolverError
from dalembert.integrators.integration import IntegrationResult, Summary
from dalembert.integrators.methods import Method
from dalembert.integrators.simulations import OWN_LOOKS
from dalembert.integrators.status import Status
from dalembert.memo import Key
from dalembert.rows import Projection, Stabilization
from dalembert.runs.event_pasts import Pasts, past_of, past_row
from dalembert.runs.event_program import (
    EventError,
    RunEvents,
    event_failure,
    is_by_event,
    needless_switch,
    rows_let_go,
    run_events,
    undefined_event,
)
from dalembert.runs.event_records import DiscreteRows, EventRecords
from dalembert.runs.events import Event
from dalembert.runs.goal_starts import typical_slopes
from dalembert.runs.intervals import Interval
from dalembert.runs.motion import Motion
from dalembert.runs.segments import Launch, Segment
from dalembert.runs.several_solutions import several_solutions
from dalembert.runs.unsolved_rows import check_implied
from dalembert.state import State, States

_log = logging.getLogger(__name__)

Progress = Callable[[float], object]

Ended = tuple[Motion, SolverError | None]
"""A motion, and why it could not go on, if it could not."""


_RUN_PARAMETERS: Key[set[str]] = Key("parameters of runs")


@dataclass(frozen=True)
class Task:
    """What runs have in common."""

    dynamics: Dynamics
    times: Vector
    method: Method
    events: tuple[Event, ...]
    stabilization: Stabilization | None
    progress: Progress | None
    typical: Mapping[str, float] = field(default_factory=dict)
    """Sizes of pivots, by their parameters, that are typical; for methods of second order, what events
    compare pivots with."""

    off: frozenset[str] = frozenset()
    """Rows that are let go: they need not hold."""

    past: Pasts = field(default_factory=dict)
    """What events have behind them where runs begin; none at a start."""
    redundant: frozenset[str] = frozenset()
    """Rows that its dynamics leave out because others imply them, not because it was asked for."""

    noun: str = "start"
    """What states that runs begin with are called in messages."""

    remedy: str = Starts.remedy
    """What to do where one of them is singular."""

    def run(self, starts: Sequence[State], until: float, known: IntegrationResult | None = None) -> Runs:
        """What becomes of these starts; native code need not run if it is known what it does."""
        return self.run_ready(self.ready(starts), until, known)

    def run_ready(self, ready: Starts, until: float, known: IntegrationResult | None = None) -> Runs:
        """The same from starts that have been checked."""
        if self.off and self.method.finds_accelerations:
            raise SolverError(
                f"{type(self.method).__name__} solves for all rows by itself, but events have let go "
                f"{', '.join(map(repr, sorted(self.off)))}; use another method"
            )
        launch, extra = self.launched(ready, until)
        states = self.with_discrete(ready)
        past = past_row(self.past, self.events)
        behind = None if past is None else np.tile(past, (len(states), 1))
        result = known or launch.run(states, extra, self.times, progress=self.progress, past=behind)
        return Runs(self, ready, launch, states, extra, result, past)

    def launched(self, ready: Starts, until: float) -> tuple[Launch, Vector]:
        """How checked starts are run, and what each of them has of its own: inputs, parameters that differ."""
        common, varying, own = ready.parameters
        goals, slopes = typical_slopes(ready)
        if goals and (len(slopes) > 1 or varying):
            varying, own = [*varying, *goals], np.concatenate([own, slopes], axis=1)
        elif goals:
            common = {**common, **dict(zip(goals, map(float, slopes[0]), strict=True))}
        if self.method.finds_accelerations and (off := self._off_in_steps(ready)):
            if len(set(off)) > 1:
                names = sorted(frozenset().union(*off))
                rows = np.array([[float(name not in one) for name in names] for one in off])
                varying, own = [*varying, *map(stepped_name, names)], np.concatenate([own, rows], axis=1)
            else:
                common = {**common, **{stepped_name(name): 0.0 for name in off[0]}}
        extra = np.concatenate([ready.tau, own], axis=1) if varying else ready.tau
        program, parameters = run_events(ready.dynamics, self.events), {**common, **self._watched(ready)}
        return launch_of(ready.dynamics, self.method, program, (ready.t, until), parameters, varying), extra

    def _off_in_steps(self, ready: Starts) -> list[frozenset[str]]:
        """Rows for which steps do not solve either, of each start; none at all if there are none.

        Rows that others imply may be solved for along with these, unless forces depend on multipliers.
        """
        found = [system.solution.left_out for system in ready.systems]
        if not any(found):
            return []
        if not ready.dynamics.solved.second_order.has_reacting_forces:
            asked = self.dynamics.solution.left_out - self.redundant
            found = [rows & asked for rows in found]
        return found

    @property
    def may_hand_over(self) -> bool:
        """Whether another method may stand in for this one near singular positions, which pivots tell."""
        eom = self.dynamics.equations
        is_projected = isinstance(self.stabilization, Projection | None) and not self.method.finds_accelerations
        may_be_unsolved = not eom.variables.are_momenta and not eom.motion.has_affine_rates
        return is_projected and may_be_unsolved and len(self.dynamics.solved.typical_pivots) > 0

    def later(self, motion: Motion) -> Task:
        """The same task with the outputs that the motion has not reached."""
        end = motion.times[-1]
        is_later = self.times > end if self.times[-1] >= self.times[0] else self.times < end
        dynamics, off = motion.dynamics_at_end, self.off | motion.rows_off
        redundant = self.redundant | (dynamics.solution.left_out - self.dynamics.solution.left_out)
        rest = replace(self, dynamics=dynamics, off=off, redundant=redundant, times=self.times[is_later])
        return replace(rest, past=past_of(motion, self.events)).at(float(end))

    def at(self, t: float) -> Task:
        """The same task in the middle of a run, of which messages speak."""
        return replace(self, noun=f"state that the run reached at t = {t:.9g}", remedy=_REMEDY)

    def with_discrete(self, ready: Starts) -> Vector:
        """The states of starts, and behind them what actions of events may change."""
        found = run_events(ready.dynamics, self.events)
        if not found.texts.discrete:
            return ready.states
        common, varying, own = ready.parameters
        inputs = ready.dynamics.equations.inputs
        columns = {name: found.defaults.get(name, 0.0) for name in found.texts.discrete} | common
        columns |= dict(zip(inputs, ready.tau.T, strict=True)) | dict(zip(varying, own.T, strict=True))
        discrete = [np.broadcast_to(columns[name], len(ready.states)) for name in found.texts.discrete]
        return np.column_stack([ready.states, *discrete])

    def _watched(self, ready: Starts) -> dict[str, float]:
        """Parameters by which a run stops near singular positions."""
        if not ready.dynamics.equations.rows:
            return {}
        if self.method.finds_accelerations:
            return dict(self.typical)
        sizes, typical, factor = ready.typical_pivots, self.typical, caution(self.method)
        return {name: max(x, typical.get(name, 0.0)) * factor for name, x in sizes.items()}

    def ready(self, starts: Sequence[State]) -> Starts:
        """The starts as numbers, checked against the constraints."""
        given = self._given(starts)
        if self.method.treats_contacts:
            check_implied(given)
        if not self.method.finds_accelerations:
            given.check_joint_axes()
        if given.has_constraints:
            passes_singular = self.method.finds_accelerations or self.may_hand_over
            given = self._letting_go(given.ready(self.stabilization, passes_singular=passes_singular))
        dynamics = given.dynamics.stabilized(self.stabilization)
        return given if dynamics is given.dynamics else replace(given, dynamics=dynamics)

    def _letting_go(self, ready: Starts) -> Starts:
        """The same with rows left out that events will let go, where others say what these do."""
        own, left_out = self.dynamics.solution.left_out, ready.dynamics.solution.left_out
        if not self.events or ready.left_out or left_out <= own:
            return ready
        fleeting = rows_let_go(self.dynamics.solved, self.events)
        if fleeting <= left_out:
            return ready
        found = ready.of(self.dynamics.without(own | fleeting)).dependence
        return ready.leaving_out(own | found.redundant_rows, found, own) if found is not None else ready

    def settled(self, state: State) -> State:
        """A state near to which the constraints hold, moved to where they do."""
        return self._given([state]).projected(0)

    def _given(self, starts: Sequence[State]) -> Starts:
        if isinstance(starts, States):
            table = self.dynamics.many_arguments(starts)
            q, u, z, tau = (table[kind] for kind in ("q", "u", "z", "tau"))
            return self._starts(starts.t, q, u, z, tau, starts.parameter_sets)
        rows = [self.dynamics.arguments(start) for start in starts]
        if len(rows) == 1:
            (row,) = rows
            q, u, z, tau = row["q"][None], row["u"][None], row["z"][None], row["tau"][None]
        else:
            q, u, z, tau = (np.array([row[kind] for row in rows]) for kind in ("q", "u", "z", "tau"))
        return self._starts(starts[0].t, q, u, z, tau, [start.p for start in starts])

    def _starts(self, t: float, q: Vector, u: Vector, z: Vector, tau: Vector, p: Sequence[Any]) -> Starts:
        found = Starts(self.dynamics, t, q, u, z, tau, p, loose=self._loose, switched=self._switched)
        return found if self.noun == found.noun else replace(found, noun=self.noun, remedy=self.remedy)

    @property
    def _loose(self) -> frozenset[str]:
        """Rows that need not hold at first: those that are let go, or off until events switch them."""
        left_out = self.dynamics.solution.left_out
        return self.off | (left_out & self._switched()) if left_out else self.off

    def _switched(self) -> frozenset[str]:
        """Rows that events switch."""
        if not self.events:
            return frozenset()
        discrete = run_events(self.dynamics, self.events).texts.discrete
        return frozenset(row.name for row in self.dynamics.equations.rows if switch_name(row.name) in discrete)

    def let_go(self, motion: Motion) -> Motion:
        """The motion, which says in its rows that some rows of constraints are off."""
        zeros = {switch_name(row): np.zeros(len(motion)) for row in self.off}
        return replace(motion, discrete={**zeros, **motion.discrete}) if zeros else motion


@dataclass(frozen=True, eq=False)
class Runs:
    """What became of starts: one block of numbers, of which motions are views."""

    task: Task
    ready: Starts
    launch: Launch
    states: Vector
    """At the starts, (N, n)."""

    extra: Vector
    """Inputs, then parameters that differ, (N, …)."""

    result: IntegrationResult
    past: Vector | None = None
    """What events had behind them, (…,)."""

    def __len__(self) -> int:
        return len(self.states)

    @cached_property
    def finite_rows(self) -> NDArray[np.int64]:
        """How many outputs of each there are before one that is not finite; (N,)."""
        stops = self.result.stop_rows
        is_finite = np.isfinite(self.result.states).all(axis=2)
        is_finite &= np.arange(is_finite.shape[1]) < stops[:, None]
        return np.asarray(np.logical_and.accumulate(is_finite, axis=1).sum(axis=1))

    @cached_property
    def failed(self) -> list[int]:
        """Those that did not come to their end, or not in all their outputs."""
        is_cut = self.finite_rows < self.result.stop_rows
        return [int(k) for k in np.flatnonzero((self.result.status > Status.TERMINAL_EVENT) | is_cut)]

    def ended(self, k: int) -> Ended:
        """One of the motions, and why it failed, if it did; if it ended early, its last row is where it did."""
        result, ready, end = self.result, self.ready, self.result.summary(k)
        rows, status = self._rows(k, end.stop_row), end.status
        is_cut = rows < end.stop_row
        times, states = result.times[:rows], result.states[k, :rows]
        if status is not Status.DONE and not is_cut and (not rows or times[-1] != end.time):
            times, states = np.append(times, end.time), np.vstack([states, result.final_states[k]])
        has_failed = status > Status.TERMINAL_EVENT
        text = self._failure(k, end) if has_failed else f"at t = {end.time:.9g}: {status.reason}"
        failure = (EventError if is_by_event(status) else SolverError)(text) if has_failed else None
        if is_cut:
            text = self._lost_output(rows)
            failure = failure or SolverError(text)
        dynamics, p, tau = ready.system(k), ready.p[k], ready.tau[k]
        launch = self.launch if dynamics is self.launch.dynamics else replace(self.launch, dynamics=dynamics)
        memory = {"past": self.past, "left": result.past[k]} if self.task.events else {}
        segment = Segment(
            launch, self.states[k], self.extra[k], end.time, result.final_states[k], end.accepted, **memory
        )
        inputs, discrete = np.empty((len(times), len(tau))), {}
        inputs[:] = tau
        if names := launch.events.discrete:
            rows_of = DiscreteRows(dynamics, names)
            states, inputs, discrete = (
                rows_of.states(states),
                rows_of.inputs(states, tau),
                rows_of.parameters(states),
            )
        motion = Motion(
            dynamics,
            times,
            states,
            inputs,
            dict(p.items()),
            discrete=discrete,
            events=self._occurrences(dynamics, k, tau, p) if self.task.events else (),
            termination=text,
            statistics=end.statistics,
            notes=ready.notes_of(k),
            segments=(segment,),
        )
        motion = self.task.let_go(motion)
        if discrete:
            motion = replace(motion, intervals=switch_intervals(motion, launch.start, end.time))
        for note in (several := several_solutions(motion)):
            _log.warning(note)
        return replace(motion, notes=(*motion.notes, *several)) if several else motion, failure

    def motion(self, k: int) -> Motion:
        """One of the motions."""
        return self.ended(k)[0]

    def _rows(self, k: int, stop: int) -> int:
        """How many of its outputs there are before one that is not finite."""
        states = self.result.states[k, :stop]
        # a sum of finite numbers may not be finite, but never the other way round
        if isfinite(sum(states.ravel().tolist()) if states.size < _FEW else states.sum()):
            return stop
        is_finite = np.asarray(np.isfinite(states).all(axis=1))
        return len(is_finite) if is_finite.all() else int(np.argmin(is_finite))

    def _failure(self, k: int, end: Summary) -> str:
        """Why one of them could not go on."""
        text = self.result.message(k)
        if end.status is Status.NO_EVENT_VALUE:
            return f"{text}; {undefined_event(end.terminal_event, self.task.events)}"
        if not is_by_event(end.status):
            return text
        if end.status is Status.INVALID_RESET and (needless := self._needless(k, end.terminal_event)):
            return f"at t = {end.time:.9g}: {needless}"
        return f"{text}; {event_failure(end.status, end.terminal_event, self.task.events, self.result.records[k])}"

    def _needless(self, k: int, number: int) -> str:
        """What to say of rows that an event switches on though others which are on imply them; empty if none."""
        dynamics, event = self.ready.system(k), self.task.events[number]
        names = self.launch.events.discrete
        rows = DiscreteRows(dynamics, names)
        x = self.result.final_states[k][None]
        now = {name: float(y[0]) for name, y in rows.parameters(x).items()}
        q, u, z = np.split(rows.states(x)[0], np.cumsum([len(dynamics.equations.q), len(dynamics.equations.u)]))
        tau, p = rows.inputs(x, self.ready.tau[k])[0], {**self.ready.p[k], **now}
        arguments = {"t": self.result.summary(k).time, "q": q, "u": u, "z": z, "tau": tau}
        return needless_switch(dynamics, event, arguments, p)

    def _lost_output(self, row: int) -> str:
        t = self.result.times[row]
        advice = "ask for another time, or smaller steps"
        return f"the output at t = {t:.9g} is not finite, though the steps are; {advice}"

    def _occurrences(self, dynamics: Dynamics, k: int, tau: Vector, p: Mapping[str, float]) -> EventRecords:
        found = run_events(dynamics, self.task.events)
        rows, names = DiscreteRows(dynamics, found.texts.discrete), [event.name for event in self.task.events]
        return EventRecords.of(rows, names, found.impulses, self.result.records[k], tau, dict(p.items()))


def launch_of(
    dynamics: Dynamics,
    method: Method,
    events: RunEvents,
    span: tuple[float, float],
    parameters: Mapping[str, float],
    varying: Sequence[str] = (),
) -> Launch:
    """How simulations from one time to another are run."""
    program, (start, until) = events.texts, span
    known = dynamics.memo.get(_RUN_PARAMETERS, lambda: _known(dynamics))
    if program.discrete:
        known = known.union(program.discrete)
    look = abs(until - start) / OWN_LOOKS
    return Launch(dynamics, method, program, start, until, parameters, varying, known, look)


def _known(dynamics: Dynamics) -> set[str]:
    """Parameters of the equations, settings and sizes of pivots: accelerations need not depend on them."""
    pivots = {str(x.args[0]) for x in dynamics.solved.typical_pivots}
    slopes = {str(x.args[0]) for x in dynamics.solved.typical_slopes}
    rows = {stepped_name(row.name) for row in dynamics.equations.rows}
    return {*dynamics.equations.parameters, *dynamics.settings, *pivots, *slopes, *rows}


_REMEDY = "choose another end for the run, or use method=da.methods.IndexThree(step), which passes such positions"

_FEW = 32
"""Numbers that NumPy is too slow for."""


def caution(method: Method) -> float:
    """How much larger pivots must be than usually: the more digits a method wants, the earlier it must stop."""
    return max(1.0, 1e-9 / method.wanted_accuracy)


def switch_intervals(motion: Motion, start: float, end: float) -> tuple[Interval, ...]:
    """When rows that events switch were on and off."""
    events, rows = motion.events, [row.name for row in motion.dynamics.equations.rows]
    found = []
    for row in rows:
        if (name := switch_name(row)) not in motion.discrete or not isinstance(events, EventRecords):
            continue
        edges, was_on = [start], motion.parameter_value(name) > 0.0
        after = events.rows_of(slice(None), is_after=True)
        labels = [was_on]
        for t, is_on in zip(after.times.tolist(), (after.discrete[name] > 0.0).tolist(), strict=True):
            if is_on != labels[-1]:
                edges.append(t)
                labels.append(is_on)
        ends = [*edges[1:], end]
        found += [Interval(row, *x) for x in zip(edges, ends, ("on" if x else "off" for x in labels), strict=True)]
    return tuple(found)

"""Tasks: what runs have in common, from checked starts to the course that they take."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from dalembert.arrays import Vector
from dalembert.configuration.starts import Starts
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.solved_rows import stepped_name, switch_name
from dalembert.errors import SolverError
from dalembert.integrators.integration_result import IntegrationResult
from dalembert.integrators.method import Method
from dalembert.integrators.native_calls import Progress
from dalembert.integrators.simulations import OWN_LOOKS
from dalembert.memo import Key
from dalembert.rows import Projection, Stabilization
from dalembert.runs.course import Course, Departure
from dalembert.runs.event_pasts import Pasts, past_of, past_row
from dalembert.runs.event_program import (
    RunEvents,
    rows_let_go,
    run_events,
)
from dalembert.runs.events import Event
from dalembert.runs.goal_starts import typical_slopes
from dalembert.runs.motion import Motion
from dalembert.runs.segments import Launch
from dalembert.runs.unsolved_rows import check_implied
from dalembert.state import State, States

_log = logging.getLogger(__name__)

_RUN_PARAMETERS: Key[set[str]] = Key("parameters of runs")


@dataclass(frozen=True)
class Task:
    """Task of one or several runs: the system, the method, events and times of output."""

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
    """Pasts of events where runs begin; none at a start."""
    redundant: frozenset[str] = frozenset()
    """Rows that its dynamics leave out because others imply them, not because it was asked for."""

    noun: str = "start"
    """Noun for the states that runs begin with, in messages."""

    remedy: str = Starts.remedy
    """Advice where one of them is singular."""

    def run(self, starts: Sequence[State], until: float, known: IntegrationResult | None = None) -> Course:
        """Course from these starts; native code need not run if its result is known."""
        return self.run_ready(self.ready(starts), until, known)

    def run_ready(self, ready: Starts, until: float, known: IntegrationResult | None = None) -> Course:
        """Course from starts that have been checked."""
        if self.off and self.method.finds_accelerations:
            raise SolverError(
                f"{type(self.method).__name__} solves for all rows by itself, but events have let go "
                f"{', '.join(map(repr, sorted(self.off)))}; use another method"
            )
        return self.departure(ready, until).run(known)

    def departure(self, ready: Starts, until: float) -> Departure:
        """Checked starts, ready to run until a time."""
        launch, extra = self._launched(ready, until)
        past = past_row(self.past, self.events)
        behind = None if past is None else np.tile(past, (len(ready.q), 1))
        arrays = self._with_discrete(ready), extra, behind
        return Departure(launch, ready, self.events, self.off, self.times, *arrays, self.progress)

    def _launched(self, ready: Starts, until: float) -> tuple[Launch, Vector]:
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
        left_out = [system.solution.left_out for system in ready.systems]
        if not any(left_out):
            return []
        if not ready.dynamics.solved.second_order.has_reacting_forces:
            asked = self.dynamics.solution.left_out - self.redundant
            left_out = [rows & asked for rows in left_out]
        return left_out

    @property
    def may_hand_over(self) -> bool:
        """Whether another method may stand in for this one near singular positions, which pivots tell."""
        eom = self.dynamics.equations
        is_projected = isinstance(self.stabilization, Projection | None) and not self.method.finds_accelerations
        may_be_unsolved = not eom.variables.are_momenta and not eom.motion.has_affine_rates
        return is_projected and may_be_unsolved and len(self.dynamics.solved.typical_pivots) > 0

    def later(self, motion: Motion) -> Task:
        """Task of the outputs that a motion has not reached."""
        end = motion.times[-1]
        is_later = self.times > end if self.times[-1] >= self.times[0] else self.times < end
        dynamics, off = motion.dynamics_at_end, self.off | motion.rows_off
        redundant = self.redundant | (dynamics.solution.left_out - self.dynamics.solution.left_out)
        rest = replace(self, dynamics=dynamics, off=off, redundant=redundant, times=self.times[is_later])
        return replace(rest, past=past_of(motion, self.events)).at(float(end))

    def at(self, t: float) -> Task:
        """Task in the middle of a run, of which messages speak."""
        return replace(self, noun=f"state that the run reached at t = {t:.9g}", remedy=_REMEDY)

    def _with_discrete(self, ready: Starts) -> Vector:
        """The states of starts, and behind them what actions of events may change."""
        program = run_events(ready.dynamics, self.events)
        if not program.texts.discrete:
            return ready.states
        common, varying, own = ready.parameters
        inputs = ready.dynamics.equations.inputs
        columns = {name: program.defaults.get(name, 0.0) for name in program.texts.discrete} | common
        columns |= dict(zip(inputs, ready.tau.T, strict=True)) | dict(zip(varying, own.T, strict=True))
        discrete = [np.broadcast_to(columns[name], len(ready.states)) for name in program.texts.discrete]
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
        checked = self._given(starts)
        if self.method.treats_contacts:
            check_implied(checked)
        if not self.method.finds_accelerations:
            checked.check_joint_axes()
        if checked.has_constraints:
            passes_singular = self.method.finds_accelerations or self.may_hand_over
            checked = self._letting_go(checked.ready(self.stabilization, passes_singular=passes_singular))
        dynamics = checked.dynamics.stabilized(self.stabilization)
        return checked if dynamics is checked.dynamics else replace(checked, dynamics=dynamics)

    def _letting_go(self, ready: Starts) -> Starts:
        """Starts with rows left out that events will let go, where others say what these do."""
        own, left_out = self.dynamics.solution.left_out, ready.dynamics.solution.left_out
        if not self.events or ready.left_out or left_out <= own:
            return ready
        fleeting = rows_let_go(self.dynamics.solved, self.events)
        if fleeting <= left_out:
            return ready
        dependence = ready.of(self.dynamics.without(own | fleeting)).dependence
        return (
            ready.leaving_out(own | dependence.redundant_rows, dependence, own)
            if dependence is not None
            else ready
        )

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
        starts = Starts(self.dynamics, t, q, u, z, tau, p, loose=self._loose, switched=self._switched)
        return starts if self.noun == starts.noun else replace(starts, noun=self.noun, remedy=self.remedy)

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


def caution(method: Method) -> float:
    """How much larger pivots must be than typically: the more digits a method wants, the earlier it must stop."""
    return max(1.0, 1e-9 / method.wanted_accuracy)

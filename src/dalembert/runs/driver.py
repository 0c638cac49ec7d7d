"""The driver of runs: native segments one after the other, and what to do where one ends before its time.

A run has one segment, unless a supervisor samples it: then there is one from border to border. A segment that
could not go on is run again by whatever leads through, such as past a singular position.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from dalembert.configuration.contact_overlaps import has_contacts
from dalembert.configuration.starts import Starts, parameter_names
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.solved_rows import switch_name
from dalembert.errors import DalembertError, ModelError, SolverError
from dalembert.integrators.integration_result import IntegrationResult
from dalembert.integrators.method import Method
from dalembert.model.model import contact_sets
from dalembert.runs.chatter import may_chatter, turning
from dalembert.runs.course import Course, Departure, Ended
from dalembert.runs.event_pasts import past_by_name, past_of
from dalembert.runs.event_program import EventError
from dalembert.runs.motion import Motion, joined
from dalembert.runs.motions import Motions
from dalembert.runs.sampled_course import sampled_course
from dalembert.runs.sampling import ControllerError, Supervisor
from dalembert.runs.short_pushes import may_pass_over
from dalembert.runs.side_by_side import SideBySide
from dalembert.runs.stiffness_check import grown
from dalembert.runs.task import Task
from dalembert.runs.unsolved_rows import has_unsolved_rows
from dalembert.state import State, States

_TOLD = 5
"""Refused starts of a batch that are told one by one."""


@dataclass(frozen=True, eq=False)
class Driven:
    """Outcome of all starts: a course, and motions that are more than it tells."""

    task: Task
    course: Course
    others: Mapping[int, Ended]
    """Motions that had to stop on the way, through whatever led on."""

    def ended(self, k: int) -> Ended:
        """The motion from one start, and why it could not go on, if it could not."""
        return self.others[k] if k in self.others else self.course.ended(k)

    @property
    def doubtful(self) -> Sequence[int]:
        """Numbers of the motions that are worth a look each."""
        dynamics, method = self.course.ready.dynamics, self.task.method
        if _may_be_doubtful(dynamics, method) or self.course.ready.left_out:
            return range(len(self.course))
        large = map(int, grown(self.course.outputs)) if method.may_explode else ()
        restless = map(int, turning(self.course, method)) if may_chatter(dynamics, method) else ()
        return sorted({*self.others, *large, *restless})

    def motions(self, others: Mapping[int, Motion]) -> Motions:
        """All motions, of which some are known."""
        return Motions.of(self.course, others)


@dataclass(frozen=True, eq=False)
class Touched:
    """Outcome of all starts of a model with contacts: motions one by one."""

    task: Task
    all: Sequence[Ended]

    def ended(self, k: int) -> Ended:
        """The motion from one start, and why it could not go on, if it could not."""
        return self.all[k]

    @property
    def doubtful(self) -> Sequence[int]:
        """Numbers of the motions that are worth a look each: all that are made."""
        if not isinstance(self.all, SideBySide) or _may_be_doubtful(self.all.dynamics, self.task.method):
            return range(len(self.all))
        return self.all.others

    def motions(self, others: Mapping[int, Motion]) -> Motions:
        """All motions, of which those worth a look are known."""
        if isinstance(self.all, SideBySide):
            return self.all.motions(others, self.task.times)
        return Motions.one_by_one([others[k] for k in range(len(self.all))], self.task.times)


def _may_be_doubtful(dynamics: Dynamics, method: Method) -> bool:
    """Whether each motion is worth a look, whatever it does."""
    is_fine = method.may_be_below_rounding
    return is_fine or has_unsolved_rows(dynamics) or may_pass_over(dynamics, method)


def driven(
    task: Task,
    starts: Sequence[State],
    until: float,
    supervisor: Supervisor | None = None,
    known: IntegrationResult | None = None,
) -> Driven | Touched:
    """Outcome of starts, perhaps under a supervisor; native code need not run if its result is known."""
    if contact_sets(task.dynamics.equations.model):
        from dalembert.contact.heap_runs import run_heaps

        return Touched(task, run_heaps(task, starts, until, supervisor))
    if has_contacts(task.dynamics.equations.model):
        parameter_names(starts.parameter_sets if isinstance(starts, States) else [start.p for start in starts])
        return Touched(task, _touching(task, starts, until, supervisor))
    ready = task.ready(starts)
    # pivots that are typical at the starts are so behind every border
    task = task if supervisor is None else replace(task, typical=ready.typical_pivots)
    runs = _Runs(task, supervisor)
    course, refused = runs.course(ready, range(len(starts)), until, known=known)
    return Driven(task, course, {k: runs.ended(course, k, refused) for k in sorted({*course.failed, *refused})})


def departed(task: Task, starts: Sequence[State], until: float) -> Departure:
    """Simulations from starts before they begin, for whoever advances them."""
    if not has_contacts(task.dynamics.equations.model):
        return task.departure(task.ready(starts), until)
    from dalembert.contact.stepped_runs import stepped_departure

    return stepped_departure(task, starts, until)


def _touching(task: Task, starts: Sequence[State], until: float, supervisor: Supervisor | None) -> Sequence[Ended]:
    """Motions from starts with contacts; if some starts cannot be, all of these are named."""
    try:
        return _contact_runs(task, starts, until, supervisor)
    except ModelError as error:
        refused = [(k, text) for k, start in enumerate(starts, 1) if (text := _refusal(task, start))]
        if not refused or len(starts) == 1:
            raise
        texts = [f"start {k}: {text}" for k, text in refused[:_TOLD]]
        more = f"; and {len(refused) - _TOLD} more" if len(refused) > _TOLD else ""
        raise ModelError("; ".join(texts) + more) from error


def _contact_runs(
    task: Task, starts: Sequence[State], until: float, supervisor: Supervisor | None
) -> Sequence[Ended]:
    # what treats contacts is loaded with the first run that has some
    if task.method.treats_contacts:
        from dalembert.contact.stepped_runs import run_stepped

        return run_stepped(task, starts, until, supervisor)
    from dalembert.contact.contact_runs import run_contacts

    return run_contacts(task, starts, until, supervisor)


def _refusal(task: Task, start: State) -> str:
    """Why there is no motion with contacts from a start; empty if there is."""
    try:
        _contact_runs(replace(task, times=np.array([start.t])), [start], start.t, None)
    except ModelError as error:
        return str(error)
    return ""


# ---- on from where a segment stopped


@dataclass(frozen=True)
class _Runs:
    """Runs of a task in segments: from border to border if a supervisor says what inputs hold, else in one."""

    task: Task
    supervisor: Supervisor | None

    def course(
        self,
        ready: Starts,
        numbers: Sequence[int],
        until: float,
        borders: Sequence[float] | None = None,
        known: IntegrationResult | None = None,
    ) -> tuple[Course, Mapping[int, SolverError]]:
        """Course from checked starts, and simulations that had to end because the supervisor failed."""
        departure = self.task.departure(ready, until)
        if self.supervisor is None:
            return departure.run(known), {}
        return sampled_course(departure, self.supervisor, numbers, borders)

    def ended(self, course: Course, number: int, refused: Mapping[int, SolverError]) -> Ended:
        """Motion of a simulation, on through singular positions where it stopped."""
        parts: list[Motion] = []
        k = number if len(course) > 1 else 0
        while True:
            motion, failure = course.ended(k, has_end=k in refused)
            if k in refused:
                motion, failure = replace(motion, termination=str(refused[k])), refused[k]
            if failure is None or isinstance(failure, EventError | ControllerError):
                return _joined([*parts, motion]), failure
            segment = int(course.made[k]) - 1
            end, is_last = float(course.borders[segment + 1]), segment + 2 == len(course.borders)
            if is_last and not segment and (len(course) == 1 or not self.task.may_hand_over):
                return _gone_on(self.task, course.ready, motion, failure, end)

            # the segment in which it stopped, once more and alone, by whatever leads on
            through, stop = self._once_more(course, k, segment)
            before = course.ended(k, segments=segment)[0]
            parts += [before] if len(before) else []
            is_over = stop is not None or through.times[-1] != end
            is_asked = is_over or (is_last and end in self.task.times)
            parts.append(through if is_asked else through.with_rows(np.arange(len(through) - 1), through.events))
            if is_over or is_last:
                return _joined(parts), stop
            times, past = self.task.times[self.task.times >= end], past_of(through, self.task.events)
            later = replace(self, task=replace(self.task, times=times, past=past))
            try:
                ready = _ready_behind(later.task, course.ready, k, through)
            except DalembertError as error:
                return _joined(parts), SolverError(f"at t = {end:.9g}, behind a singular position: {error}")
            borders = course.borders[segment + 1 :].tolist()
            course, refused = later.course(ready, [number], borders[-1], borders)
            k = 0

    def _once_more(self, course: Course, k: int, segment: int) -> Ended:
        """From the beginning of a segment to its end, though native code stopped there."""
        begin, end = float(course.borders[segment]), float(course.borders[segment + 1])
        is_inside = (self.task.times >= begin) & (self.task.times < end)
        dynamics, times = _switched(course, k, segment), np.append(self.task.times[is_inside], end)
        interval = replace(self.task, times=times, dynamics=dynamics, progress=None).at(begin)
        if course.past is not None:
            interval = replace(interval, past=past_by_name(course.past[segment, k], self.task.events))
        tau = course.extra[segment, k, : len(dynamics.equations.inputs)]
        state = course.rows.state(begin, course.begins[segment, k], tau, course.ready.p[k])
        ready = _later(course.ready, k, dynamics, state)
        motion, failure = interval.run_ready(ready, end).ended(0)
        return (motion, None) if failure is None else _gone_on(interval, ready, motion, failure, end)


def _gone_on(task: Task, ready: Starts, motion: Motion, failure: SolverError, until: float) -> Ended:
    """On from where a run stopped; what goes wrong there is said of the run, and nothing of it is lost."""
    if isinstance(failure, EventError):
        return motion, failure
    if off := sorted(task.off | motion.rows_off):
        # the index-3 rule solves for all rows
        return motion, SolverError(f"{failure}; a singular position could not be passed while {off[0]!r} is off")
    # few runs stop, so the others do without what leads through
    from dalembert.runs.singular_positions import passed

    try:
        return passed(task, ready, motion, failure, until)
    except DalembertError as error:
        t = float(motion.times[-1]) if len(motion) else ready.t
        return motion, SolverError(f"{failure}; behind t = {t:.9g} the run cannot go on either: {error}")


def _joined(parts: Sequence[Motion]) -> Motion:
    return parts[0] if len(parts) == 1 else joined(parts)


def _switched(course: Course, k: int, segment: int) -> Dynamics:
    """The dynamics of a simulation at the beginning of a segment, with the rows that events have left on."""
    dynamics = course.ready.system(k)
    values = {name: x[0] for name, x in course.rows.parameters(course.begins[segment, k][None]).items()}
    off = {row.name for row in dynamics.equations.rows if values.get(switch_name(row.name), 1.0) == 0.0}
    on = {row.name for row in dynamics.equations.rows if values.get(switch_name(row.name), 0.0) == 1.0}
    left_out = dynamics.solution.left_out
    wanted = (left_out | off) - on
    return dynamics if wanted == left_out else dynamics.without(wanted)


def _ready_behind(task: Task, ready: Starts, k: int, motion: Motion) -> Starts:
    """Ready to go on from the end of a motion, with rows chosen anew if a singular position lies behind."""
    state = motion.state()
    if motion.notes == ready.notes_of(k):
        return _later(ready, k, motion.dynamics, state)
    # where rows are nearly singular, the index-3 rule leaves a small rest of them
    now = task.at(state.t)
    return now.ready([replace(now, dynamics=motion.dynamics).settled(state)])


def _later(ready: Starts, k: int, dynamics: Dynamics, state: State) -> Starts:
    """Start of one of the simulations alone, at a later state of its run."""
    now = dynamics.arguments(state)
    q, u, z, tau = (now[kind][None] for kind in ("q", "u", "z", "tau"))
    pivots = None if len(ready.p) > 1 or not ready.has_constraints else ready.largest_pivots
    alone = replace(ready, notes=ready.notes_of(k), notes_of_each=(), left_out=(), p=[state.p], pivots=pivots)
    return replace(alone, dynamics=dynamics, t=state.t, q=q, u=u, z=z, tau=tau)

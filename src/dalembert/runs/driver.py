"""The driver of runs: native segments one after the other, and what to do where one ends before its time.

A run has one segment, unless a supervisor samples it: then there is one from border to border. A segment that
could not go on is run again by whatever leads through, such as past a singular position.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from dalembert.arrays import Vector
from dalembert.configuration.contact_overlaps import has_contacts
from dalembert.configuration.starts import Starts
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.solution import switch_name
from dalembert.errors import DalembertError, ModelError, SolverError
from dalembert.integrators.integration import IntegrationResult
from dalembert.integrators.repeated import Repeated
from dalembert.integrators.simulations import SUMMARY
from dalembert.integrators.status import Status
from dalembert.runs.chatter import may_chatter
from dalembert.runs.course import Course, Ended
from dalembert.runs.event_pasts import past_by_name, past_of, past_row
from dalembert.runs.event_program import EventError
from dalembert.runs.event_records import DiscreteRows
from dalembert.runs.failure_reasons import may_be_below_rounding
from dalembert.runs.motion import Motion, joined
from dalembert.runs.motions import Motions
from dalembert.runs.sampling import Supervisor, checked_inputs
from dalembert.runs.stiffness_check import grown, may_explode
from dalembert.runs.task import Task
from dalembert.runs.unsolved_rows import has_unsolved_rows
from dalembert.state import State, checked_names

_TOLD = 5
"""Refused starts of a batch that are told one by one."""

_ROOM = 16
"""Events of a segment for which there is room at first."""


@dataclass(frozen=True, eq=False)
class Driven:
    """What became of all starts: a course, and motions of their own for those that are more than it tells."""

    task: Task
    course: Course
    others: Mapping[int, Ended]
    """Those that had to stop on the way, through whatever led on."""

    def ended(self, k: int) -> Ended:
        """The motion from one start, and why it could not go on, if it could not."""
        return self.others[k] if k in self.others else self.course.ended(k)

    @property
    def doubtful(self) -> Sequence[int]:
        """Numbers of the motions that are worth a look each."""
        dynamics, method = self.course.ready.dynamics, self.task.method
        is_any = may_be_below_rounding(method) or may_chatter(dynamics, method) or has_unsolved_rows(dynamics)
        if is_any or self.course.ready.left_out:
            return range(len(self.course))
        large = map(int, grown(self.course.outputs)) if may_explode(method) else ()
        return sorted({*self.others, *large})

    def motions(self, others: Mapping[int, Motion]) -> Motions:
        """All motions, of which some are known."""
        return Motions.of(self.course, others)


@dataclass(frozen=True, eq=False)
class Touched:
    """What became of all starts of a model with contacts: motions one by one."""

    task: Task
    all: Sequence[Ended]

    def ended(self, k: int) -> Ended:
        """The motion from one start, and why it could not go on, if it could not."""
        return self.all[k]

    @property
    def doubtful(self) -> Sequence[int]:
        """Numbers of the motions that are worth a look each: all of them."""
        return range(len(self.all))

    def motions(self, others: Mapping[int, Motion]) -> Motions:
        """All motions, which are known."""
        return Motions.one_by_one([others[k] for k in range(len(self.all))], self.task.times)


def driven(
    task: Task,
    starts: Sequence[State],
    until: float,
    supervisor: Supervisor | None = None,
    known: IntegrationResult | None = None,
) -> Driven | Touched:
    """What becomes of starts, perhaps under a supervisor; native code need not run if it is known what it does."""
    if has_contacts(task.dynamics.equations.model):
        return Touched(task, _touching(task, list(starts), until, supervisor))
    if supervisor is None:
        course = task.run(starts, until, known)
        return Driven(task, course, {k: _past_stop(task, course, k, starts, until) for k in course.failed})
    _check_sampled(task, starts[0].t, until)
    ready = task.ready(starts)
    sampled = _Sampled(replace(task, typical=ready.typical_pivots), supervisor)
    course, refused = sampled.course(ready, supervisor.borders(ready.t, until), range(len(starts)))
    stopped = sorted({*course.failed, *refused})
    return Driven(task, course, {k: sampled.ended(course, k, refused) for k in stopped})


def _touching(task: Task, starts: Sequence[State], until: float, supervisor: Supervisor | None) -> list[Ended]:
    """What becomes of starts with contacts; if some cannot be, all of these are named."""
    try:
        return _contact_runs(task, starts, until, supervisor)
    except ModelError as error:
        refused = [(k, text) for k, start in enumerate(starts, 1) if (text := _refusal(task, start))]
        if not refused or len(starts) == 1:
            raise
        texts = [f"start {k}: {text}" for k, text in refused[:_TOLD]]
        more = f"; and {len(refused) - _TOLD} more" if len(refused) > _TOLD else ""
        raise ModelError("; ".join(texts) + more) from error


def _contact_runs(task: Task, starts: Sequence[State], until: float, supervisor: Supervisor | None) -> list[Ended]:
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


def _past_stop(task: Task, course: Course, k: int, starts: Sequence[State], until: float) -> Ended:
    """One of several simulations that stopped, on from there."""
    motion, failure = course.ended(k)
    if len(starts) > 1 and task.may_hand_over:
        # what a run counts as usual is its own then
        motion, failure = task.run([starts[k]], until).ended(0)
    return (motion, None) if failure is None else _gone_on(task, starts[k], motion, failure, until)


def _gone_on(task: Task, start: State, motion: Motion, failure: SolverError, until: float) -> Ended:
    """On from where a segment stopped; what goes wrong there is said of the run, and nothing of it is lost."""
    if isinstance(failure, EventError) and motion.rows_off:
        return motion, failure
    if off := sorted(task.off | motion.rows_off):
        # the index-3 rule solves for all rows
        return motion, SolverError(f"{failure}; a singular position could not be passed while {off[0]!r} is off")
    # few runs stop, so the others do without what leads through
    from dalembert.runs.singular_positions import passed

    try:
        return passed(task, start, motion, failure, until)
    except DalembertError as error:
        t = float(motion.times[-1]) if len(motion) else start.t
        return motion, SolverError(f"{failure}; behind t = {t:.9g} the run cannot go on either: {error}")


# ---- under a supervisor


def _check_sampled(task: Task, start: float, until: float) -> None:
    if until < start:
        raise ModelError(
            f"a sampled controller cannot run back in time, from {start:g} to {until:g}: what it holds at an "
            "instant follows from a state before that"
        )
    if (np.diff(task.times) <= 0.0).any():
        raise ModelError("times of output must rise, from start to end")


@dataclass(frozen=True)
class _Sampled:
    """Runs whose supervisor is asked for inputs at every border."""

    task: Task
    supervisor: Supervisor

    def course(
        self, ready: Starts, borders: Sequence[float], numbers: Sequence[int], task: Task | None = None
    ) -> tuple[Course, dict[int, SolverError]]:
        """Simulations through all segments, and those that had to end because the supervisor failed."""
        refused: dict[int, SolverError] = {}
        memory, progress = _Memory(task or self.task, ready, borders), self.task.progress
        asked = [self.supervisor.asked(number, ready.dynamics) for number in numbers]
        for segment, t in enumerate(borders[:-1]):
            for k, ask in enumerate(asked):
                if memory.n_alive < memory.count and not memory.alive[k]:
                    continue
                try:
                    memory.set_inputs(k, ask(memory.state(k, t)))
                except Exception as cause:
                    refused[k] = self.supervisor.failure(numbers[k], t, cause)
                    memory.leave(k)
            if not memory.n_alive:
                break
            memory.advance(segment)
            if progress is not None:
                progress((segment + 1) / (len(borders) - 1))
        return memory.course(), refused

    def ended(self, course: Course, number: int, refused: Mapping[int, SolverError]) -> Ended:
        """What became of a simulation that stopped, through singular positions too."""
        parts: list[Motion] = []
        k = number
        while True:
            motion, failure = course.ended(k, has_end=k in refused)
            if k in refused:
                return _joined([*parts, replace(motion, termination=str(refused[k]))]), refused[k]
            if failure is None or isinstance(failure, EventError):
                return _joined([*parts, motion]), failure

            # the segment in which it stopped, once more, by whatever leads on
            segment = int(course.made[k]) - 1
            end, is_last = float(course.borders[segment + 1]), segment + 2 == len(course.borders)
            through, stop = self._once_more(course, k, segment)
            before = course.ended(k, segments=segment)[0]
            parts += [before] if len(before) else []
            is_over = stop is not None or through.times[-1] != end
            is_asked = is_over or (is_last and end in course.times)
            parts.append(through if is_asked else through.with_rows(np.arange(len(through) - 1), through.events))
            if is_over or is_last:
                return _joined(parts), stop
            later = replace(
                self.task, times=course.times[course.times >= end], past=past_of(through, course.events)
            )
            try:
                ready = _ready_behind(later, course.ready, through)
            except DalembertError as error:
                return _joined(parts), SolverError(f"at t = {end:.9g}, behind a singular position: {error}")
            course, refused = self.course(ready, course.borders[segment + 1 :].tolist(), [number], later)
            k = 0

    def _once_more(self, course: Course, k: int, segment: int) -> Ended:
        """From the beginning of a segment to its end, though native code stopped there."""
        begin, end = float(course.borders[segment]), float(course.borders[segment + 1])
        is_inside = (course.times >= begin) & (course.times < end)
        dynamics, times = _switched(course, k, segment), np.append(course.times[is_inside], end)
        interval = replace(self.task, times=times, dynamics=dynamics, progress=None).at(begin)
        if course.past is not None:
            interval = replace(interval, past=past_by_name(course.past[segment, k], course.events))
        tau = course.extra[segment, k, : len(dynamics.equations.inputs)]
        state = course.rows.state(begin, course.begins[segment, k], tau, course.ready.p[k])
        motion, failure = interval.run_ready(_later(course.ready, dynamics, state), end).ended(0)
        return (motion, None) if failure is None else _gone_on(interval, state, motion, failure, end)


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


def _ready_behind(task: Task, ready: Starts, motion: Motion) -> Starts:
    """Ready to go on from the end of a motion, with rows chosen anew if a singular position lies behind."""
    state = motion.state()
    if motion.notes == ready.notes_of(0):
        return _later(ready, motion.dynamics, state)
    # where rows are nearly singular, the index-3 rule leaves a small rest of them
    now = task.at(state.t)
    return now.ready([replace(now, dynamics=motion.dynamics).settled(state)])


def _later(ready: Starts, dynamics: Dynamics, state: State) -> Starts:
    """Starts of one simulation alone, at a later state of its run."""
    now = dynamics.arguments(state)
    q, u, z, tau = (now[kind][None] for kind in ("q", "u", "z", "tau"))
    pivots = None if len(ready.p) > 1 or not ready.has_constraints else ready.largest_pivots
    own = replace(ready, own_notes=(), left_out=(), p=[state.p], pivots=pivots)
    return replace(own, dynamics=dynamics, t=state.t, q=q, u=u, z=z, tau=tau)


class _Memory:
    """Memory in which simulations go on from border to border; what comes of them is kept by segment."""

    def __init__(self, task: Task, ready: Starts, borders: Sequence[float]) -> None:
        self._task, self._ready, self._borders = task, ready, list(borders)
        self._launch, extra = task.launched(ready, float(borders[-1]))
        self._rows = DiscreteRows(ready.dynamics, self._launch.events.discrete)
        states = task.with_discrete(ready)
        self._offset = 0 if ready.dynamics.n_states else 1
        # outputs at the very end belong to the last segment
        self._cuts = [*map(int, np.searchsorted(task.times, borders[:-1])), len(task.times)]
        self._most_outputs = max(np.diff(self._cuts), default=0)
        self._most_events = _ROOM if task.events else 0
        self._memory = self._made(states, extra)
        N, S = len(states), len(borders) - 1
        self.count = self.n_alive = N
        self.alive = np.full(N, True)
        if (behind := past_row(task.past, task.events)) is not None:
            self._memory.past[:] = behind
        self._log = np.zeros((S + 1, len(self._memory.block)))
        self._log[0] = self._memory.block
        parts = self._memory.parts(self._log, N, self._memory.states.shape[1], extra.shape[1])
        self._states, self._extra, self._summaries = parts[0][..., self._offset :], parts[1], parts[2]
        self._past = self._summaries[..., len(SUMMARY) :]
        self._past[0] = self._memory.past
        self._outputs = np.full((N, len(task.times), states.shape[1]), np.nan)
        self._records: list[list[tuple[int, Vector]]] = [[] for _ in range(N)]
        self._made_before, self._segments = np.zeros(N, dtype=np.int64), 0
        self._places = self._input_places()
        self._sets_states = any(array is self._memory.states for array, _ in self._places.values())
        self._begins = np.zeros((S, *states.shape)) if self._sets_states else self._states[:-1]
        """States where segments begin: where those before end, but for inputs that are discrete values."""

        self._is_plain = not task.events and not self._sets_states
        self._n_tau = ready.tau.shape[1]
        self._alone = self._numbers_alone()

    def course(self) -> Course:
        """What came of the simulations."""
        return Course(
            self._launch,
            self._ready,
            self._task.events,
            self._task.off,
            self._task.times,
            self._outputs,
            np.array(self._borders),
            self._states[0],
            self._begins,
            self._states[1:],
            self._extra[1:],
            self._summaries[1:, :, : len(SUMMARY)],
            self._past if self._task.events else None,
            self._records,
            np.where(self.alive, self._segments, self._made_before),
            self._cuts,
        )

    # ---- where they are

    def state(self, k: int, t: float) -> State:
        """One simulation by name."""
        if self._alone is not None:
            return self._ready.dynamics.state_of(t, self._alone.tolist(), self._ready.p[0])
        x, tau = self._memory.states[k, self._offset :], self._memory.extra[k, : self._n_tau]
        return self._rows.state(t, x, tau, self._ready.p[k])

    def set_inputs(self, k: int, given: Mapping[str, float]) -> None:
        """Inputs of one simulation from now on, checked."""
        for name, value in checked_inputs(given):
            if name not in self._places:
                checked_names([name], self._places, "input")
            array, place = self._places[name]
            array[k, place] = value

    def _numbers_alone(self) -> Vector | None:
        """States and inputs of the only simulation, which stand side by side; None where there is more to it."""
        if self.count > 1 or self._rows.names or self._offset:
            return None
        numbers: Vector = self._memory.block[: self._states.shape[-1] + self._n_tau]
        return numbers

    def _input_places(self) -> dict[str, tuple[Vector, int]]:
        """Where each input stands: among the constants, or behind the states if events change it."""
        memory, names = self._memory, self._ready.dynamics.equations.inputs
        places = {name: (memory.extra, i) for i, name in enumerate(names)}
        first = self._offset + self._ready.dynamics.n_states
        return places | {
            name: (memory.states, first + i) for i, name in enumerate(self._rows.names) if name in places
        }

    def leave(self, k: int) -> None:
        """One simulation stays where it is."""
        self.alive[k], self.n_alive = False, self.n_alive - 1
        self._made_before[k] = self._segments
        self._memory.idle[k] = self._memory.has_idle = True

    # ---- how they go on

    def advance(self, segment: int) -> None:
        """Through one segment; simulations that do not come to its end stay there."""
        memory, offset = self._memory, self._offset
        begin, end = self._borders[segment], self._borders[segment + 1]
        first, stop = self._cuts[segment], self._cuts[segment + 1]
        if self._is_plain and first == stop:
            self._note(segment, memory.advance(begin, end))
            return
        if self._sets_states:
            self._begins[segment] = memory.states[:, offset:]
        if stop > first:
            found, is_complete = memory.advance_with_outputs(begin, end, self._task.times[first:stop])
            which = slice(None) if self.n_alive == self.count else self.alive
            self._outputs[which, first:stop] = found[which, :, offset:]
        else:
            is_complete = memory.advance(begin, end)
        if self._task.events and (memory.n_events > self._most_events).any():
            self._advance_again(segment)
            return
        if self._task.events:
            for k in map(int, np.flatnonzero(self.alive & (memory.n_events > 0))):
                self._records[k].append((segment, self._record(k)))
        self._note(segment, is_complete)

    def _note(self, segment: int, is_complete: bool) -> None:
        """Keep where a segment has led to."""
        memory = self._memory
        memory.go_on()
        self._log[segment + 1] = memory.block
        self._segments = segment + 1
        if not is_complete:
            for k in map(int, np.flatnonzero(self.alive & (memory.status != float(Status.DONE)))):
                self.leave(k)

    def _advance_again(self, segment: int) -> None:
        """Through the same segment with room for all its events."""
        self._most_events = 2 * int(self._memory.n_events.max())
        steps, extra = self._memory.steps.copy(), self._memory.extra.copy()
        self._memory = self._made(self._begins[segment], extra)
        self._memory.steps[:] = steps
        self._memory.past[:] = self._past[segment]
        self._memory.idle[:], self._memory.has_idle = ~self.alive, not self.alive.all()
        self._places, self._alone = self._input_places(), self._numbers_alone()
        self.advance(segment)

    def _made(self, states: Vector, extra: Vector) -> Repeated:
        return self._launch.repeated(states, extra, int(self._most_outputs), self._most_events)

    def _record(self, k: int) -> Vector:
        """Events of the last segment, without the state that stands in for none."""
        record: Vector = self._memory.records[k, : int(self._memory.n_events[k])].copy()
        n = self._states.shape[-1]
        if not self._offset:
            return record
        return np.delete(record, [2, 2 + n + 1][: 2 if record.shape[1] > 3 + n else 1], axis=1)

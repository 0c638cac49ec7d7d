"""Simulation: a model and a start become a motion."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from dalembert.config import Config
from dalembert.configuration.contact_overlaps import has_contacts
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.errors import ModelError, SolverError
from dalembert.integrators.integration import IntegrationResult
from dalembert.integrators.methods import Method, as_method
from dalembert.rows import Stabilization
from dalembert.runs.chatter import chattering, may_chatter
from dalembert.runs.course import Course, Ended
from dalembert.runs.driver import driven
from dalembert.runs.events import Event, SampledController
from dalembert.runs.failure_reasons import below_rounding, failure_text, may_be_below_rounding
from dalembert.runs.motion import Motion
from dalembert.runs.motions import Motions
from dalembert.runs.output_times import as_times, checked_end, wanted_times
from dalembert.runs.preparation import preparation
from dalembert.runs.sampling import ControllerError, Sampling
from dalembert.runs.stiffness_check import grown, may_explode
from dalembert.runs.task import Progress, Task
from dalembert.runs.unsolved_rows import broken_row, has_unsolved_rows
from dalembert.state import State, States, Values, as_state

_log = logging.getLogger(__name__)

_MANY = 32
"""Starts that are worth being made arrays."""

_TOLD = 5
"""Refused starts of a batch that are told one by one."""


def simulate(
    subject: Subject,
    start: State | Values | None = None,
    *,
    until: float | None = None,
    times: ArrayLike | None = None,
    method: Method | None = None,
    events: Sequence[Event] = (),
    controller: SampledController | None = None,
    stabilization: Stabilization | None = None,
    progress: Progress | None = None,
    config: Config | None = None,
) -> Motion:
    """The motion from a start until a time, at given times of output (1001 of them, evenly, unless given).

    Without `until`, the last of these times is the end.

    The start is a state, or coordinates by name. It must satisfy the constraints; `assemble` finds one that does.
    Along the run they are projected, or kept as `stabilization` says: `Projection()`, `Baumgarte(…)` or
    `NoStabilization()`; unless it is given, as the solution says that is simulated. Rows that are redundant are
    left out; the `notes` of the motion say so.

    A run that cannot go on raises `SolverError`; its `motion` attribute is what was reached.
    """
    dynamics, begin = as_dynamics(subject, config=config), as_state(start)
    run, asked = preparation(dynamics, as_method(method), events, stabilization), as_times(times)
    end = checked_end(until, asked)
    outcome = run.outcome(begin, end, asked) if controller is None and progress is None else None
    if isinstance(outcome, Motion):
        return outcome
    task = run.task(wanted_times(asked, begin.t, end), progress)
    return simulated(task, begin, end, controller, outcome)


def simulated(
    task: Task,
    begin: State,
    until: float,
    controller: SampledController | None = None,
    known: IntegrationResult | None = None,
) -> Motion:
    """The motion that a task is about, or an error with what was reached of it; its first part may be known."""
    supervisor = None if controller is None else Sampling.of(controller, 1)
    if has_contacts(task.dynamics.equations.model):
        return _with_contacts(task, begin, until, supervisor)
    course, stopped = driven(task, [begin], until, supervisor, known)
    motion, failure = stopped[0] if stopped else course.ended(0)
    if isinstance(failure, ControllerError):
        failure.motion = motion
        raise failure
    if text := failure_text(failure, motion, task.method, until) or broken_row(motion):
        error = SolverError(text)
        error.motion = replace(motion, termination=text)
        raise error
    return _noted(motion, task.method)


def batch(
    subject: Subject,
    starts: States | Sequence[State | Values],
    *,
    until: float | None = None,
    times: ArrayLike | None = None,
    method: Method | None = None,
    events: Sequence[Event] = (),
    controller: SampledController | Sequence[SampledController] | None = None,
    stabilization: Stabilization | None = None,
    lanes: int | None = None,
    progress: Progress | None = None,
    config: Config | None = None,
) -> Motions:
    """Motions from many starts, several at a time in lanes and threads; each equals its own `simulate` to the bit.

    Starts are a list of states, or arrays by name: `da.States(q={"elbow": angles})`. They may differ in parameters
    too. What comes back is one block of numbers, of which motions are views. A run that cannot go on to the end
    does not disturb the others: the `termination` of its motion says what happened. A `controller` is one for all,
    which remembers nothing, or a list of one for each.
    """
    if isinstance(starts, State | Mapping):
        raise ModelError(
            "the starts of a batch are a list of states: write [state], or da.States(q={name: array}), "
            "or simulate one by da.simulate"
        )
    begins = starts if isinstance(starts, States) else _together([as_state(start) for start in starts])
    dynamics = as_dynamics(subject, lanes=lanes, config=config)
    wanted = as_times(times)
    until = checked_end(until, wanted)
    if not isinstance(begins, States) and any(begin.t != begins[0].t for begin in begins):
        raise ModelError("the starts of a batch have one time")
    wanted = wanted_times(wanted, begins[0].t if len(begins) else until, until)
    task = preparation(dynamics, as_method(method), events, stabilization).task(wanted, progress)
    if not len(begins):
        nothing = np.zeros((0, len(wanted), dynamics.n_states))
        return Motions(dynamics, wanted, nothing, np.zeros((0, len(dynamics.equations.inputs))), {}, _no_motion)
    supervisor = None if controller is None else Sampling.of(controller, len(begins))
    if has_contacts(dynamics.equations.model):
        return _batch_contacts(task, list(begins), until, supervisor)
    course, stopped = driven(task, begins, until, supervisor)
    others = {}
    for k in sorted({*stopped, *_suspicious(course)}):
        motion, failure = stopped[k] if k in stopped else (course.motion(k), None)
        text = _text(task, until, (motion, failure))
        others[k] = replace(_noted(motion, task.method), termination=text or motion.termination)
    return Motions.of(course, others)


def _batch_contacts(
    task: Task, begins: Sequence[State], until: float, supervisor: Sampling | None = None
) -> Motions:
    """Motions with contacts; one that cannot go on does not disturb the others."""
    motions = [_told_broken(motion) for motion in _run_many_contacts(task, begins, until, supervisor)]
    found = [_with_notes(motion, below_rounding(motion, task.method)) for motion in motions]
    states = np.full((len(found), len(task.times), found[0].states.shape[1]), np.nan)
    for block, motion in zip(states, found, strict=True):
        rows = np.searchsorted(task.times, motion.times)
        is_asked = np.isin(motion.times, task.times)
        block[rows[is_asked]] = motion.states[is_asked]
    names = {name for motion in found for name in motion.parameters}
    p = {name: np.array([motion.parameters[name] for motion in found]) for name in names}
    inputs = np.array([motion.inputs[0] for motion in found])
    return Motions(found[0].dynamics, task.times, states, inputs, p, found.__getitem__)


def _text(task: Task, until: float, ended: Ended) -> str:
    """Why a run is no result; empty if it is one."""
    motion, failure = ended
    if isinstance(failure, ControllerError):
        return str(failure)
    return failure_text(failure, motion, task.method, until) or broken_row(motion)


def _together(starts: list[State]) -> States | list[State]:
    """Starts as arrays, where they are many and name the same."""
    return (States.of(starts) if len(starts) > _MANY else None) or starts


def _no_motion(k: int) -> Motion:
    raise IndexError(k)


def _suspicious(course: Course) -> Iterable[int]:
    """Motions that came to their end, but are worth a look each."""
    dynamics, method = course.ready.dynamics, course.launch.method
    is_doubtful = may_be_below_rounding(method) or may_chatter(dynamics, method)
    if course.ready.left_out or has_unsolved_rows(dynamics) or is_doubtful:
        return range(len(course))
    return map(int, grown(course.outputs)) if may_explode(method) else ()


def _with_contacts(task: Task, begin: State, until: float, supervisor: Sampling | None = None) -> Motion:
    """The motion of a model with contacts, or an error with what was reached of it."""
    motion, failure = _run_contacts(task, begin, until, supervisor)
    if failure is None and (text := broken_row(motion)):
        motion, failure = replace(motion, termination=text), SolverError(text)
    if failure is not None:
        failure.motion = motion
        raise failure
    return _with_notes(motion, below_rounding(motion, task.method))


def _run_contacts(task: Task, begin: State, until: float, supervisor: Sampling | None) -> Ended:
    """What becomes of a start with contacts; what treats them is loaded with the first of these."""
    if task.method.treats_contacts:
        from dalembert.contact.stepped_runs import run_stepped

        return run_stepped(task, [begin], until, supervisor)[0]
    from dalembert.contact.contact_runs import run_contacts

    return run_contacts(task, begin, until, supervisor)


def _run_many_contacts(
    task: Task, begins: Sequence[State], until: float, supervisor: Sampling | None
) -> list[Motion]:
    """The motions of many starts with contacts; starts that cannot be are all named."""
    try:
        if task.method.treats_contacts:
            from dalembert.contact.stepped_runs import run_stepped

            return [motion for motion, _ in run_stepped(task, begins, until, supervisor)]
        from dalembert.contact.contact_runs import run_many_contacts

        return run_many_contacts(task, begins, until, supervisor)
    except ModelError as error:
        refused = [(k, text) for k, begin in enumerate(begins, 1) if (text := _refusal(task, begin))]
        if not refused:
            raise
        texts = [f"start {k}: {text}" for k, text in refused[:_TOLD]]
        more = f"; and {len(refused) - _TOLD} more" if len(refused) > _TOLD else ""
        raise ModelError("; ".join(texts) + more) from error


def _told_broken(motion: Motion) -> Motion:
    """The motion, whose ending says so if a row does not hold that was left out."""
    text = broken_row(motion)
    return replace(motion, termination=text) if text else motion


def _refusal(task: Task, begin: State) -> str:
    """Why there is no motion with contacts from a start; empty if there is."""
    try:
        _run_contacts(replace(task, times=np.array([begin.t])), begin, begin.t, None)
    except ModelError as error:
        return str(error)
    return ""


def _noted(motion: Motion, method: Method) -> Motion:
    """The motion with notes if its rates chatter, or tolerances are below rounding."""
    return _with_notes(motion, chattering(motion, method), below_rounding(motion, method))


def _with_notes(motion: Motion, *groups: tuple[str, ...]) -> Motion:
    notes = [note for group in groups for note in group]
    for note in notes:
        _log.warning(note)
    return replace(motion, notes=(*motion.notes, *notes)) if notes else motion

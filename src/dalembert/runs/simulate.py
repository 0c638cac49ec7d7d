"""Simulation: a model and a start become a motion."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Vector
from dalembert.config import Config
from dalembert.configuration.contact_overlaps import has_contacts
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import ModelError, SolverError
from dalembert.integrators.integration import IntegrationResult
from dalembert.integrators.integration_methods import Method, as_method
from dalembert.rows import Stabilization, checked_stabilization
from dalembert.runs.chatter import chattering, may_chatter
from dalembert.runs.events import Event, SampledController, checked_events
from dalembert.runs.failure_reasons import below_rounding, failure_text, may_be_below_rounding
from dalembert.runs.known_runs import known_motion, note_run
from dalembert.runs.motion import Motion
from dalembert.runs.motions import Motions
from dalembert.runs.output_times import as_times, checked_end, wanted_times
from dalembert.runs.recovery import run_all_on, run_on
from dalembert.runs.runs import Ended, Progress, Runs, Task
from dalembert.runs.sampled_runs import ControllerError, Sampling, batch_sampled, run_sampled
from dalembert.runs.stiffness_check import grown, may_explode
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
    """Motion of a system from a start until a time.

    Constraints are kept along the run as `stabilization` says. Rows that are redundant are left out; the
    `notes` of the motion say so.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is asked.
    start : State or dict of coordinates, optional
        Where it begins, in rad, m, rad/s and m/s; default values of the model unless given. It must satisfy
        the constraints: `assemble` finds one that does.
    until : float, optional
        End of the run in seconds; the last of `times` unless given.
    times : array of float, optional
        Times of output in seconds; 1001 evenly spaced ones unless given.
    method : Method, optional
        Method of integration, such as `da.methods.Radau()`; default `da.methods.DOP853(rtol=1e-8,
        atol=1e-10)`.
    events : sequence of Event, optional
        Events that are looked for; default none.
    controller : SampledController, optional
        Law that gives the inputs every period; default none, inputs are those of the start.
    stabilization : Projection, Baumgarte or NoStabilization, optional
        Treatment of constraint drift; default as the solution says, which is `da.methods.Projection()`.
    progress : function of float, optional
        Called now and then with the part of the run that is done, 0 to 1.
    config : Config, optional
        Cache of compiled code, threads and tier; default from the environment.

    Returns
    -------
    Motion
        Samples at the times of output, with every signal by name: `motion["hinge"]`.

    Raises
    ------
    SolverError
        The run cannot go on; the `motion` attribute of the error is what was reached.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=2.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod, axis="z"), gravity=(0, -9.81, 0))
    >>> motion = da.simulate(pendulum, {"hinge": 0.1}, until=2.0)
    >>> print(f"{motion['hinge'][-1]:.6f} rad after {motion.times[-1]} s")
    0.097077 rad after 2.0 s
    """
    dynamics = as_dynamics(subject, config=config)
    begin = as_state(start)
    if controller is None and stabilization is None and progress is None and not events:
        return _free_motion(dynamics, begin, until, times, as_method(method))
    task, until = task_of_one(dynamics, begin, until, times, method, events, stabilization, progress)
    return simulated(task, begin, until, controller)


def _free_motion(
    dynamics: Dynamics, begin: State, until: float | None, times: ArrayLike | None, method: Method
) -> Motion:
    """The motion without events or anything else to heed: runs like earlier ones cost little."""
    wanted = as_times(times)
    end = checked_end(until, wanted)
    found = known_motion(dynamics, method, begin, end, wanted)
    if isinstance(found, Motion):
        return found
    task = checked_task(dynamics, wanted_times(wanted, begin.t, end), method, (), None, None)
    motion = simulated(task, begin, end, known=found)
    note_run(dynamics, method, begin, motion)
    return motion


def simulated(
    task: Task,
    begin: State,
    until: float,
    controller: SampledController | None = None,
    known: IntegrationResult | None = None,
) -> Motion:
    """The motion that a task is about, or an error with what was reached of it; its first part may be known."""
    if has_contacts(task.dynamics.equations.model):
        supervisor = None if controller is None else _sampling(controller, 1)
        return _with_contacts(task, begin, until, supervisor)
    if controller is None:
        motion, failure = run_on(task, begin, until, known)
    else:
        motion, failure = run_sampled(task, begin, until, _sampling(controller, 1))
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

    A run that cannot go on to the end does not disturb the others: the `termination` of its motion says what
    happened.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is asked.
    starts : States or sequence of State
        Starts, which may differ in parameters too: a list, or arrays by name, `da.States(q={"elbow":
        angles})`.
    until : float, optional
        End of the run in seconds; the last of `times` unless given.
    times : array of float, optional
        Times of output in seconds; 1001 evenly spaced ones unless given.
    method : Method, optional
        Method of integration, such as `da.methods.Radau()`; default `da.methods.DOP853(rtol=1e-8,
        atol=1e-10)`.
    events : sequence of Event, optional
        Events that are looked for; default none.
    controller : SampledController or sequence of them, optional
        One for all, which remembers nothing, or one for each start; default none.
    stabilization : Projection, Baumgarte or NoStabilization, optional
        Treatment of constraint drift; default as the solution says, which is `da.methods.Projection()`.
    lanes : int, optional
        How many copies the processor advances at once, 1 to 64; default as many as fill its vectors.
    progress : function of float, optional
        Called now and then with the part of the run that is done, 0 to 1.
    config : Config, optional
        Cache of compiled code, threads and tier; default from the environment.

    Returns
    -------
    Motions
        One block of numbers, of which single motions are views: `motions[3]`, and `motions["elbow"]`, (N, T).

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=2.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod, axis="z"), gravity=(0, -9.81, 0))
    >>> motions = da.batch(pendulum, da.States(q={"hinge": [0.1, 0.2, 0.3]}), until=1.0)
    >>> motions["hinge"].shape
    (3, 1001)
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
    task = checked_task(dynamics, wanted, method, events, stabilization, progress)
    if not len(begins):
        nothing = np.zeros((0, len(wanted), dynamics.n_states))
        return Motions(dynamics, wanted, nothing, np.zeros((0, len(dynamics.equations.inputs))), {}, _no_motion)
    if has_contacts(dynamics.equations.model):
        supervisor = None if controller is None else _sampling(controller, len(begins))
        return _batch_contacts(task, list(begins), until, supervisor)
    if controller is not None:
        return batch_sampled(task, begins, until, _sampling(controller, len(begins)), partial(_text, task, until))
    runs, stopped = run_all_on(task, begins, until)
    found = {}
    for k in sorted({*stopped, *_suspicious(runs)}):
        motion, failure = stopped[k] if k in stopped else (runs.motion(k), None)
        text = _text(task, until, (motion, failure))
        found[k] = replace(_noted(motion, task.method), termination=text or motion.termination)
    return Motions.of(runs, found)


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


def task_of_one(
    dynamics: Dynamics,
    start: State,
    until: float | None,
    times: ArrayLike | None,
    method: Method | None,
    events: Sequence[Event],
    stabilization: Stabilization | None,
    progress: Progress | None,
) -> tuple[Task, float]:
    """What a run from one start is to do, and its end, checked."""
    wanted = as_times(times)
    end = checked_end(until, wanted)
    return checked_task(dynamics, wanted_times(wanted, start.t, end), method, events, stabilization, progress), end


def _together(starts: list[State]) -> States | list[State]:
    """Starts as arrays, where they are many and name the same."""
    return (States.of(starts) if len(starts) > _MANY else None) or starts


def _no_motion(k: int) -> Motion:
    raise IndexError(k)


def _suspicious(runs: Runs) -> Iterable[int]:
    """Motions that came to their end, but are worth a look each."""
    dynamics, method = runs.ready.dynamics, runs.task.method
    is_doubtful = may_be_below_rounding(method) or may_chatter(dynamics, method)
    if runs.ready.left_out or has_unsolved_rows(dynamics) or is_doubtful:
        return range(len(runs))
    return map(int, grown(runs.result.states)) if may_explode(method) else ()


def checked_task(
    dynamics: Dynamics,
    times: Vector,
    method: Method | None,
    events: Sequence[Event],
    stabilization: Stabilization | None,
    progress: Progress | None,
) -> Task:
    """What runs have in common, checked."""
    looked_for = checked_events(events, dynamics.equations)
    stabilization = checked_stabilization(stabilization) or dynamics.solution.stabilization
    return Task(dynamics, times, as_method(method), looked_for, stabilization, progress)


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


def _sampling(controller: Any, count: int) -> Sampling:
    """The controllers of so many simulations."""
    controllers = [controller] if isinstance(controller, SampledController) else controller
    if not isinstance(controllers, Sequence) or any(not isinstance(x, SampledController) for x in controllers):
        raise ModelError(
            f"a controller is a law and how often it is asked: write da.control.SampledController(period, law), "
            f"not {controller!r}"
        )
    if len(controllers) not in (1, count):
        raise ModelError(f"controllers are one for all starts or one for each: {count}, not {len(controllers)}")
    if len({x.period for x in controllers}) > 1:
        raise ModelError("the controllers of a batch are asked at the same times: give them one period")
    return Sampling(tuple(controllers))

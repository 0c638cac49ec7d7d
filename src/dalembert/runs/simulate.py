"""Simulation: a model and a start become a motion."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from dalembert.config import Config
from dalembert.configuration.contact_overlaps import has_contacts
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.errors import ModelError, SolverError
from dalembert.integrators.integration import IntegrationResult
from dalembert.integrators.methods import Method, as_method
from dalembert.integrators.repeated import Progress
from dalembert.rows import Stabilization
from dalembert.runs.chatter import chattering
from dalembert.runs.driver import driven
from dalembert.runs.events import Event, SampledController
from dalembert.runs.failure_reasons import below_rounding, failure_text
from dalembert.runs.motion import Motion
from dalembert.runs.motions import Motions
from dalembert.runs.output_times import as_times, checked_end, wanted_times
from dalembert.runs.preparation import preparation
from dalembert.runs.sampling import ControllerError, Sampling
from dalembert.runs.task import Task
from dalembert.runs.unsolved_rows import broken_row
from dalembert.state import State, States, Values, as_state

_log = logging.getLogger(__name__)

_MANY = 32
"""Starts that are worth being made arrays."""


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
    if isinstance(outcome, Motion) and not run.is_doubtful:
        return outcome
    task = run.task(wanted_times(asked, begin.t, end), progress)
    return simulated(task, begin, end, controller, outcome)


def simulated(
    task: Task,
    begin: State,
    until: float,
    controller: SampledController | None = None,
    known: Motion | IntegrationResult | None = None,
) -> Motion:
    """The motion that a task is about, judged, or an error with what was reached of it.

    Native code need not run if it is known what it does.
    """
    if isinstance(known, Motion):
        motion, failure = known, None
    else:
        supervisor = None if controller is None else Sampling.of(controller, 1)
        motion, failure = driven(task, [begin], until, supervisor, known).ended(0)
    if error := _reason(task, until, motion, failure):
        error.motion = replace(motion, termination=str(error))
        raise error
    return _noted(motion, task)


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
    outcome, others = driven(task, begins, until, supervisor), {}
    for k in outcome.doubtful:
        motion, failure = outcome.ended(k)
        error = _reason(task, until, motion, failure)
        others[k] = replace(_noted(motion, task), termination=str(error or motion.termination))
    return outcome.motions(others)


def _reason(task: Task, until: float, motion: Motion, failure: SolverError | None) -> SolverError | None:
    """Why a run is no result; None if it is one."""
    # laws that failed and contacts have their own words
    if isinstance(failure, ControllerError) or has_contacts(task.dynamics.equations.model):
        text = ""
    else:
        text = failure_text(failure, motion, task.method, until)
    if failure is None:
        text = text or broken_row(motion)
    return SolverError(text) if text else failure


def _noted(motion: Motion, task: Task) -> Motion:
    """The motion with notes if its rates chatter, or tolerances are below rounding."""
    notes = below_rounding(motion, task.method)
    if not has_contacts(task.dynamics.equations.model):
        notes = (*chattering(motion, task.method), *notes)
    for note in notes:
        _log.warning(note)
    return replace(motion, notes=(*motion.notes, *notes)) if notes else motion


def _together(starts: list[State]) -> States | list[State]:
    """Starts as arrays, where they are many and name the same."""
    return (States.of(starts) if len(starts) > _MANY else None) or starts


def _no_motion(k: int) -> Motion:
    raise IndexError(k)

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
from dalembert.integrators.integration_methods import as_method
from dalembert.integrators.integration_result import IntegrationResult
from dalembert.integrators.method import Method
from dalembert.integrators.native_calls import Progress
from dalembert.model.model import contact_sets
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
from dalembert.runs.short_pushes import passed_over
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
    dynamics, begin = as_dynamics(subject, config=config), as_state(start)
    run, asked = preparation(dynamics, as_method(method), events, stabilization), as_times(times)
    end = checked_end(until, asked)
    outcome = run.outcome(begin, end, asked) if controller is None and progress is None else None
    if isinstance(outcome, Motion) and not outcome.notes and not run.is_doubtful:
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
    task = preparation(dynamics, as_method(method), events, stabilization).task(wanted, progress)
    if not len(begins):
        nothing = np.zeros((0, len(wanted), dynamics.n_states))
        return Motions(dynamics, wanted, nothing, np.zeros((0, len(dynamics.equations.inputs))), {}, _no_motion)
    supervisor = None if controller is None else Sampling.of(controller, len(begins))
    outcome, others, failed = driven(task, begins, until, supervisor), {}, set()
    for k in outcome.doubtful:
        motion, failure = outcome.ended(k)
        error = _reason(task, until, motion, failure)
        others[k] = replace(_noted(motion, task), termination=str(error or motion.termination))
        if error is not None:
            failed.add(k)
    return replace(outcome.motions(others), failed=frozenset(failed))


def _reason(task: Task, until: float, motion: Motion, failure: SolverError | None) -> SolverError | None:
    """Why a run is no result; None if it is one."""
    # laws that failed and contacts have their own words
    if isinstance(failure, ControllerError) or _may_touch(task.dynamics.equations.model):
        text = ""
    else:
        text = failure_text(failure, motion, task.method, until)
    if failure is None:
        text = text or broken_row(motion)
    return SolverError(text) if text else failure


def _noted(motion: Motion, task: Task) -> Motion:
    """The motion with notes if its rates chatter, tolerances are below rounding, or pushes shorter than steps."""
    notes = (*below_rounding(motion, task.method), *passed_over(motion, task.method))
    if not _may_touch(task.dynamics.equations.model):
        notes = (*chattering(motion, task.method), *notes)
    for note in notes:
        _log.warning(note)
    return replace(motion, notes=(*motion.notes, *notes)) if notes else motion


def _may_touch(model: object) -> bool:
    return bool(contact_sets(model)) or has_contacts(model)


def _together(starts: list[State]) -> States | list[State]:
    """Starts as arrays, where they are many and name the same."""
    return (States.of(starts) if len(starts) > _MANY else None) or starts


def _no_motion(k: int) -> Motion:
    raise IndexError(k)

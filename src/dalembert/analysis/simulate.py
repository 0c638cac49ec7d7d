"""Simulation: a model and a start become a motion."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from dalembert.analysis.events import Event, SampledController
from dalembert.analysis.reaction_solutions import missing_result
from dalembert.analysis.runs import Progress, Task, Vector
from dalembert.analysis.singular_positions import run_on
from dalembert.config import Config
from dalembert.dynamics import Dynamics
from dalembert.equations import Equations
from dalembert.errors import ModelError, SolverError
from dalembert.model.model import Model
from dalembert.motion import Motion
from dalembert.pipeline import as_dynamics
from dalembert.rows import Drift
from dalembert.solvers.methods import DOP853, Method
from dalembert.state import State

_SAMPLES = 1001
"""Times of output unless others are asked for."""


def simulate(
    subject: Model | Equations | Dynamics,
    start: State | None = None,
    *,
    until: float,
    times: ArrayLike | None = None,
    method: Method | None = None,
    events: Sequence[Event] = (),
    controller: SampledController | None = None,
    drift: Drift | None = None,
    progress: Progress | None = None,
    config: Config | None = None,
) -> Motion:
    """The motion from a start until a time, at given times of output (1001 of them, evenly, unless given).

    The start must satisfy the constraints; `assemble` finds one that does. Along the run they are kept by
    projection, or as `drift` says: `Projection()`, `Baumgarte(…)` or `Drifting()`. Rows that are redundant are
    left out; the `notes` of the motion say so.

    A run that cannot go on raises `SolverError`; its `motion` attribute is what was reached.
    """
    dynamics = as_dynamics(subject, config=config)
    begin = start or State()
    task = Task(dynamics, _wanted(times, begin.t, until), method or DOP853(), tuple(events), drift, progress)
    if controller is None:
        motion, failure = run_on(task, begin, until)
    else:
        motion, failure = task.run_sampled(begin, until, controller)
    if failure is not None:
        raise _explained(failure, motion)
    return motion


def batch(
    subject: Model | Equations | Dynamics,
    starts: Sequence[State],
    *,
    until: float,
    times: ArrayLike | None = None,
    method: Method | None = None,
    events: Sequence[Event] = (),
    drift: Drift | None = None,
    lanes: int | None = None,
    progress: Progress | None = None,
    config: Config | None = None,
) -> list[Motion]:
    """Motions from many starts, several at a time in lanes and threads; each equals its own `simulate` to the bit.

    Starts may differ in parameters too. One that cannot go on to the end does not disturb the others: the `ending`
    of its motion says what happened.
    """
    if not starts:
        return []
    dynamics = as_dynamics(subject, lanes=lanes, config=config)
    if any(start.t != starts[0].t for start in starts):
        raise ModelError("the starts of a batch have one time")
    wanted = _wanted(times, starts[0].t, until)
    motions, _ = Task(dynamics, wanted, method or DOP853(), tuple(events), drift, progress).run(starts, until)
    return motions


def _explained(failure: SolverError, motion: Motion) -> SolverError:
    """The failure with what was reached, and with what has no result where it ended, if that is found."""
    reason = ""
    if len(motion):
        step = abs(motion.times[-1] - motion.times[0]) / max(motion.statistics["accepted"], 1)
        reason = missing_result(motion.dynamics, motion.state(), step)
    explained = SolverError(f"{failure}; {reason}") if reason else failure
    explained.motion = motion
    return explained


def _wanted(times: ArrayLike | None, start: float, until: float) -> Vector:
    """Times of output."""
    if times is None:
        return np.linspace(start, until, _SAMPLES)
    values = np.asarray(times, dtype=float).ravel()
    if not values.size or min(start, until) > values.min() or max(start, until) < values.max():
        raise ModelError(f"times of output lie between the start {start:g} and the end {until:g}")
    return values

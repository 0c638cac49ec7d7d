"""Runs under a sampled controller: from sample to sample, with inputs that are held in between."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from dalembert.analysis.events import SampledController
from dalembert.analysis.runs import Task, joined
from dalembert.analysis.singular_positions import passed
from dalembert.analysis.starts import Starts
from dalembert.dynamics import Dynamics
from dalembert.errors import ModelError, SolverError
from dalembert.motion import Motion
from dalembert.state import State


def run_sampled(
    task: Task, start: State, until: float, controller: SampledController
) -> tuple[Motion, SolverError | None]:
    """The motion under a controller, and why it failed, if it did."""
    if until < start.t:
        raise ModelError(
            f"a sampled controller cannot run back in time, from {start.t:g} to {until:g}: what it holds at an "
            "instant follows from a state before that"
        )
    if (np.diff(task.times) <= 0.0).any():
        raise ModelError("times of output must rise, from start to end")
    borders = controller.samples(start.t, until)
    ready = task.ready([start])
    task = replace(task, usual=ready.usual_pivots)
    parts: list[Motion] = []
    waiting: deque[dict[str, float]] = deque([{}] * controller.delay)
    state = ready.dynamics.state(start.t, ready.states[0], ready.tau[0], start.p)
    reached = Motion(ready.dynamics, np.array([start.t]), ready.states, ready.tau, start.p)
    for begin, end in pairwise(borders):
        # the state at the end is asked for too: it is the next start
        is_inside = (task.times >= begin) & (task.times < end)
        interval = replace(task, times=np.append(task.times[is_inside], end), dynamics=ready.dynamics)
        waiting.append(_asked(controller, ready.dynamics, state, parts, reached))
        held = replace(state, tau={**state.tau, **waiting.popleft()})
        motion, failure = interval.run_ready(_later(ready, held), end).ended(0)
        if failure is not None:
            motion, failure = passed(interval, held, motion, failure, end)
        state, reached = motion.state(), motion
        if failure is None and motion.notes != ready.notes_of(0):
            # where rows are nearly singular, the index-3 rule leaves a small rest of them
            state = replace(interval, dynamics=motion.dynamics).settled(state)
            try:
                ready = replace(task, noun=task.later(motion).noun).ready([state])
            except ModelError as error:
                failure = SolverError(f"at t = {end:.9g}, behind a singular position: {error}")
        has_ended = failure is not None or motion.times[-1] != end or _is_stopped(task, motion)
        is_asked = has_ended or (end == until and until in task.times)
        parts.append(motion if is_asked else _shortened(motion))
        if has_ended:
            return joined(parts), failure
    return joined(parts), None


def _asked(
    controller: SampledController, dynamics: Dynamics, state: State, parts: Sequence[Motion], last: Motion
) -> dict[str, float]:
    """Inputs that the law gives; if it fails, the motion goes with the error, its last part in full."""
    try:
        return controller.asked(dynamics, state)
    except Exception as cause:
        text = f"the controller {controller} failed at t = {state.t:.9g}: {type(cause).__name__}: {cause}"
        error = SolverError(text)
        error.motion = replace(joined([*parts[:-1], last]), ending=text)
        raise error from cause


def _later(ready: Starts, state: State) -> Starts:
    """The same as at the start, at a later state of the run."""
    now = ready.dynamics.arguments(state)
    q, u, z, tau = (now[kind][None] for kind in ("q", "u", "z", "tau"))
    return replace(ready, t=state.t, q=q, u=u, z=z, tau=tau)


def _is_stopped(task: Task, motion: Motion) -> bool:
    terminal = {event.name for event in task.events if event.is_terminal}
    return any(event.name in terminal for event in motion.events)


def _shortened(motion: Motion) -> Motion:
    """Without the last row."""
    return replace(motion, times=motion.times[:-1], states=motion.states[:-1], inputs=motion.inputs[:-1])

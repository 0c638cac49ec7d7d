"""Runs under a supervisor, such as a sampled controller: it is asked at each border, native code does the rest."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from dalembert.configuration.starts import Starts
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.solved_rows import switch_name
from dalembert.errors import DalembertError, ModelError, SolverError
from dalembert.runs.event_pasts import past_by_name, past_of
from dalembert.runs.event_program import EventError
from dalembert.runs.events import SampledController
from dalembert.runs.motion import Motion, joined
from dalembert.runs.motions import Motions
from dalembert.runs.piecewise import Piecewise, Supervisor
from dalembert.runs.recovery import gone_on
from dalembert.runs.runs import Ended, Task
from dalembert.runs.several_solutions import several_solutions
from dalembert.state import State


class ControllerError(SolverError):
    """A law failed: nothing is wrong with the motion up to there."""


@dataclass(frozen=True)
class Sampling(Supervisor):
    """Controllers that are asked every period: one for all simulations, or one for each."""

    controllers: Sequence[SampledController]
    waiting: dict[int, deque[Mapping[str, float]]] = field(default_factory=dict)
    """For each simulation, what its law gave that is not held yet."""

    def borders(self, start: float, until: float) -> Sequence[float]:
        return self.controllers[0].samples(start, until)

    def asked(self, simulation: int, dynamics: Dynamics) -> Callable[[State], Mapping[str, float]]:
        controller = self._of(simulation)
        if callable(controller.law) and not controller.delay and not controller.quantum:
            return controller.law
        if not controller.delay:
            return lambda state: controller.asked(dynamics, state)
        queue = self.waiting.setdefault(simulation, deque([{}] * controller.delay))

        def delayed(state: State) -> Mapping[str, float]:
            queue.append(controller.asked(dynamics, state))
            return queue.popleft()

        return delayed

    def failure(self, simulation: int, t: float, cause: Exception) -> SolverError:
        which = f" of start {simulation + 1}" if len(self.controllers) > 1 else ""
        text = (
            f"the controller {self._of(simulation)}{which} failed at t = {t:.9g}: {type(cause).__name__}: {cause}"
        )
        error = ControllerError(text)
        error.__cause__ = cause
        return error

    def _of(self, simulation: int) -> SampledController:
        return self.controllers[simulation if len(self.controllers) > 1 else 0]


def run_sampled(task: Task, start: State, until: float, supervisor: Supervisor) -> Ended:
    """The motion under a supervisor, and why it could not go on, if it could not."""
    run, failures = _started(task, [start], until, supervisor)
    return _concluded(run, 0, failures, supervisor, 0)


def batch_sampled(
    task: Task, starts: Sequence[State], until: float, supervisor: Supervisor, text: Callable[[Ended], str]
) -> Motions:
    """The motions of many starts under a supervisor; `text` says why one of them is no result."""
    run, failures = _started(task, starts, until, supervisor)
    others = {}
    for k in map(int, np.flatnonzero(~run.alive)):
        motion, failure = _concluded(run, k, failures, supervisor, k)
        others[k] = replace(motion, termination=text((motion, failure)) or motion.termination)
    return Motions.piecewise(run, others)


def _started(
    task: Task, starts: Sequence[State], until: float, supervisor: Supervisor
) -> tuple[Piecewise, dict[int, SolverError]]:
    """All simulations through all their pieces."""
    begin = starts[0].t
    if until < begin:
        raise ModelError(
            f"a sampled controller cannot run back in time, from {begin:g} to {until:g}: what it holds at an "
            "instant follows from a state before that"
        )
    if (np.diff(task.times) <= 0.0).any():
        raise ModelError("times of output must rise, from start to end")
    ready = task.ready(starts)
    run = Piecewise(replace(task, typical=ready.typical_pivots), ready, supervisor.borders(begin, until))
    return run, _supervised(run, supervisor, range(len(starts)))


def _supervised(run: Piecewise, supervisor: Supervisor, numbers: Sequence[int]) -> dict[int, SolverError]:
    """Go through all pieces; which simulations had to end because the supervisor failed."""
    failures: dict[int, SolverError] = {}
    borders, progress = run.borders.tolist(), run.task.progress
    asked = [supervisor.asked(number, run.ready.dynamics) for number in numbers]
    for piece, t in enumerate(borders[:-1]):
        for k, ask in enumerate(asked):
            if run.n_alive < run.count and not run.alive[k]:
                continue
            try:
                run.set_inputs(k, ask(run.state(k, t)))
            except Exception as cause:
                failures[k] = supervisor.failure(numbers[k], t, cause)
                run.leave(k)
        if not run.n_alive:
            break
        run.advance(piece)
        if progress is not None:
            progress((piece + 1) / (len(borders) - 1))
    return failures


def _concluded(
    run: Piecewise, k: int, failures: dict[int, SolverError], supervisor: Supervisor, number: int
) -> Ended:
    """One of the simulations to its end, through singular positions too."""
    parts: list[Motion] = []
    while True:
        motion, failure = run.ended(k)
        if k in failures:
            return _noted(
                [*parts, replace(run.ended(k, is_cut=True)[0], termination=str(failures[k]))], failures[k]
            )
        if failure is None or isinstance(failure, EventError):
            return _noted([*parts, motion], failure)

        # the piece in which it stopped, once more, by whatever leads on
        piece = run.made(k) - 1
        through, stop = _passage(run, k, piece)
        before = run.ended(k, pieces=piece)[0]
        parts += [before] if len(before) else []
        end = float(run.borders[piece + 1])
        is_over = stop is not None or through.times[-1] != end
        is_asked = is_over or (piece + 2 == len(run.borders) and end in run.task.times)
        parts.append(through if is_asked else _shortened(through))
        if is_over or piece + 2 == len(run.borders):
            return _noted(parts, stop)
        past = past_of(through, run.task.events)
        later = replace(run.task, times=run.task.times[run.task.times >= end], past=past)
        try:
            ready = _ready_behind(later, run.ready, through)
        except DalembertError as error:
            return _noted(parts, SolverError(f"at t = {end:.9g}, behind a singular position: {error}"))
        run = Piecewise(later, ready, run.borders[piece + 1 :].tolist())
        failures, k = _supervised(run, supervisor, [number]), 0


def _passage(run: Piecewise, k: int, piece: int) -> Ended:
    """From the beginning of a piece to its end, though native code stopped there."""
    begin, end = float(run.borders[piece]), float(run.borders[piece + 1])
    is_inside = (run.task.times >= begin) & (run.task.times < end)
    dynamics = _switched(run, k, piece)
    interval = replace(
        run.task, times=np.append(run.task.times[is_inside], end), dynamics=dynamics, progress=None
    ).at(begin)
    if run.task.events:
        interval = replace(interval, past=past_by_name(run.past[piece, k], run.task.events))
    tau = run.extra[piece, k, : len(dynamics.equations.inputs)]
    state = run.rows.state(begin, run.begins[piece, k], tau, run.ready.p[k])
    motion, failure = interval.run_ready(_later(run.ready, dynamics, state), end).ended(0)
    return (motion, None) if failure is None else gone_on(interval, state, motion, failure, end)


def _switched(run: Piecewise, k: int, piece: int) -> Dynamics:
    """The dynamics of a simulation at the beginning of a piece, with the rows that events have left on."""
    dynamics = run.ready.system(k)
    values = {name: x[0] for name, x in run.rows.parameters(run.begins[piece, k][None]).items()}
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
    """The same as at the start, of one simulation at a later state of its run."""
    now = dynamics.arguments(state)
    q, u, z, tau = (now[kind][None] for kind in ("q", "u", "z", "tau"))
    pivots = None if len(ready.p) > 1 or not ready.has_constraints else ready.largest_pivots
    own = replace(ready, notes_of_each=(), left_out=(), p=[state.p], pivots=pivots)
    return replace(own, dynamics=dynamics, t=state.t, q=q, u=u, z=z, tau=tau)


def _noted(parts: list[Motion], failure: SolverError | None) -> Ended:
    """All parts as one motion, with a note if forces have several solutions."""
    motion = parts[0] if len(parts) == 1 else joined(parts)
    several = several_solutions(motion)
    return replace(motion, notes=(*motion.notes, *several)) if several else motion, failure


def _shortened(motion: Motion) -> Motion:
    """Without the last row."""
    return motion.with_rows(np.arange(len(motion) - 1), motion.events)

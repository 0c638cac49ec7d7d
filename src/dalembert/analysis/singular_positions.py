"""Singular positions on the way: where an explicit method stops, the index-3 rule takes over for a while."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from dalembert.analysis.events import Event
from dalembert.analysis.runs import Task, Vector, caution, joined
from dalembert.errors import SolverError
from dalembert.motion import Motion
from dalembert.solvers.accelerations import SINGULAR
from dalembert.solvers.methods import IndexThree, Method
from dalembert.state import State

NEAR, CLEAR = 30.0 * SINGULAR, 4.0 * SINGULAR
"""Pivot of a row beside its usual size below which a run that stops has met a singular position, and above which
the position is clear again."""

_WAY = 1e-4
"""What the fastest coordinate goes in one step of the index-3 rule, in its unit: a tenth of the way to pass."""

_TRIES = (1.0, 4.0, 0.25, 16.0)
"""Parts of that step which are tried one after the other: very small ones do not converge, for rounding."""


_BEHIND, _MOST_PASSAGES = "singular position behind", 1000


def run_on(task: Task, start: State, until: float) -> tuple[Motion, SolverError | None]:
    """The motion from one start, through singular positions too if drift is removed by projection."""
    (motion,), failure = task.run([start], until)
    if failure is not None and task.may_hand_over:
        return _passed(task, start, motion, failure, until)
    return motion, failure


def _passed(
    first: Task, start: State, motion: Motion, failure: SolverError | None, until: float
) -> tuple[Motion, SolverError | None]:
    """On from where a run stopped, as often as that is because of a singular position."""
    parts = [motion]
    task = replace(first, usual=first.ready([start]).usual_pivots)
    while failure is not None and (near := nearness(motion, task.usual, task.method)):
        if len(parts) > _MOST_PASSAGES:
            failure = SolverError(f"{failure}; after {_MOST_PASSAGES} times something else is wrong")
            break
        if (other := _otherwise(task, motion)) is not None:
            (motion,), failure = other.run([motion.state()], until)
            parts.append(motion)
            continue
        through, failure = _through(task, motion, near, until)
        if failure is not None:
            break
        events = tuple(event for event in through.events if event.name != _BEHIND)
        parts.append(replace(through, events=events, notes=(passage_note(motion, through, near),)))
        if len(events) < len(through.events):
            (motion,), failure = task.later(through).run([through.state()], until)
            parts.append(motion)
    return (joined(_as_asked(parts, task.times)) if len(parts) > 1 else motion), failure


def _otherwise(task: Task, motion: Motion) -> Task | None:
    """The task with other rows left out, if at the end of the motion another choice of them is independent."""
    later = task.later(motion)
    ready = replace(later, dynamics=task.dynamics).ready([motion.state()])
    changed = ready.dynamics.equations.left_out != motion.dynamics.equations.left_out
    return replace(later, dynamics=task.dynamics) if changed else None


def _through(task: Task, motion: Motion, near: Nearness, until: float) -> tuple[Motion, SolverError | None]:
    """On from a singular position by the index-3 rule, until it is behind."""
    pivot = motion.dynamics.equations.pivots[near.pivot]
    regular = Event(_BEHIND, pivot - near.least, 1, is_terminal=True)
    for method in passing(motion, until):
        rule = replace(task.later(motion), method=method, events=(*task.events, regular))
        (through,), failure = rule.run([motion.state()], until)
        if failure is None:
            break
    return through, failure


def _as_asked(parts: Sequence[Motion], times: Vector) -> list[Motion]:
    """Motions without the rows at which one hands over to the next, except at the end."""
    found = []
    for part in parts:
        is_asked = np.isin(part.times, times) | ((part is parts[-1]) & (np.arange(len(part)) == len(part) - 1))
        rows = {name: getattr(part, name)[is_asked] for name in ("times", "states", "inputs")}
        found.append(replace(part, **rows))
    return found


@dataclass(frozen=True)
class Nearness:
    """Which rows nearly depend on others at the end of a motion."""

    rows: tuple[str, ...]
    pivot: int
    """Number, among the independent rows, of the one that is nearest."""

    least: float
    """Its pivot from which on the position is clear again."""


def nearness(motion: Motion, usual: Mapping[str, float], method: Method) -> Nearness | None:
    """What is nearly singular at the end of a motion; None if nothing is."""
    eom = motion.dynamics.equations
    if not len(eom.usual_pivots):
        # no rows, or solved in a way that has no pivots to watch
        return None
    found = motion.dynamics.evaluate({"pivots": eom.pivots}, motion.state())["pivots"]
    pivots = np.nan_to_num(np.abs(found), nan=0.0, posinf=0.0)
    sizes = np.array([usual.get(x.args[0], 0.0) for x in eom.usual_pivots])
    limit = caution(method) * np.where(sizes > 0.0, sizes, pivots.max(initial=1.0))
    names = [eom.rows[i].name for i in eom.independent]
    rows = tuple(name for name, is_near in zip(names, pivots < NEAR * limit, strict=True) if is_near)
    k = int(np.argmin(pivots / limit))
    return Nearness(rows, k, float(CLEAR * limit[k])) if rows else None


def passing(motion: Motion, until: float) -> list[IndexThree]:
    """Rules to try from the end of a motion on, with steps that suit it."""
    left = float(abs(until - motion.times[-1]))
    fastest = max(map(abs, motion.state().u.values()), default=0.0)
    step = _WAY / fastest if fastest * left > _WAY else 1e-3 * left
    return [IndexThree(min(part * step, left)) for part in _TRIES]


def passage_note(before: Motion, through: Motion, near: Nearness) -> str:
    """What to say about a passage."""
    return (
        f"from t = {before.times[-1]:.9g} to {through.times[-1]:.9g} the position is nearly singular, because of "
        f"{', '.join(near.rows)}: passed by the index-3 rule, on the branch that continues the velocity"
    )

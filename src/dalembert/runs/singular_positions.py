"""Singular positions on the way: where another method stops, the index-3 rule takes over for a while."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any

import numpy as np

from dalembert.arrays import Vector
from dalembert.configuration.starts import Starts
from dalembert.errors import ModelError, SolverError
from dalembert.expr.functions import absolute_value, minimum, where
from dalembert.integrators.constrained_methods import IndexThree
from dalembert.integrators.method import Method
from dalembert.memo import Key
from dalembert.rank import NEARLY
from dalembert.runs.event_pasts import state_for
from dalembert.runs.events import Event
from dalembert.runs.failure_reasons import lost_in_rounding
from dalembert.runs.intervals import Interval
from dalembert.runs.motion import Motion, joined
from dalembert.runs.singular_crossing import ENERGY_JUMP, Passing, energy_report
from dalembert.runs.task import Task, caution
from dalembert.state import State

NEAR, CLEAR = 30.0 * NEARLY.square, 4.0 * NEARLY.square
"""Pivot of a row beside its typical size below which a run that stops has met a singular position, and above which
the position is clear again."""

_WIDER, _WIDEST = 4.0, 0.1
"""If the method cannot go on where the position is clear, that is wider by this factor, up to this part of the
typical size."""

_WAY = 1e-4
"""What the fastest coordinate goes in one step of the index-3 rule, in its unit: a tenth of the way to pass."""

_TRIES = (1.0, 4.0, 0.25, 16.0)
"""Parts of that step which are tried one after the other: very small ones do not converge, for rounding."""

_STEPS_AHEAD = 2.0
"""How far from its last good state the step of a fixed length may have met a singular position."""

_FARTHEST, _LONGEST = 10.0, 0.1
"""Ways of the fastest coordinate, in its unit: up to which a singular position is looked for, and passed."""

_LARGE = 1e300
"""More than any pivot."""

SINGULAR = "singular position"
"""Name of intervals in which such a position is passed."""

_BEFORE, _BEHIND, _MOST_PASSAGES = "singular position ahead", "singular position behind", 1000

Sizes = Mapping[str, float]


def passed(
    first: Task, ready: Starts, motion: Motion, failure: SolverError, until: float
) -> tuple[Motion, SolverError | None]:
    """On from where a run from a checked start stopped, as often as that is because of a singular position."""
    if not first.dynamics.equations.rows or not len(motion):
        return motion, failure
    if lost_in_rounding(motion, first.method):
        return motion, failure
    if not len(motion.dynamics.solved.typical_pivots):
        rows = _shrunk_rows(motion)
        return motion, _named(failure, rows) if rows else failure
    task = replace(first, typical=first.typical or ready.typical_pivots)
    parts, clear, reason = [motion], CLEAR, failure
    for _ in range(_MOST_PASSAGES):
        parts[-1:], more, reason_now = _passage(task, parts[-1], reason, clear, until)
        if reason_now is None:
            return joined(_as_asked([*parts, *more], task.times)), None
        reason = reason_now
        if not more:
            return (joined(_as_asked(parts, task.times)) if len(parts) > 1 else motion), reason
        parts += more
        is_away = parts[-1].statistics["accepted"] > _STEPS_AHEAD
        clear = CLEAR if is_away else _WIDER * max(clear, _smallest_ratio(parts[-1], task))
    reason = SolverError(f"{reason}; after {_MOST_PASSAGES} singular positions something else is wrong")
    return joined(_as_asked(parts, task.times)), reason


def _passage(
    task: Task, motion: Motion, failure: SolverError, clear: float, until: float
) -> tuple[list[Motion], list[Motion], SolverError | None]:
    """A motion that stopped, perhaps cut, and what follows it through a singular position, if there is a way."""
    rows = near_rows(motion, task.typical, task.method, max(NEAR, 2.0 * clear, _reach(task, motion)))
    if not task.may_hand_over or clear > _WIDEST:
        return [motion], [], _named(failure, rows) if rows else failure
    if not rows:
        approach = _approach(task, motion, until)
        return [motion], ([approach] if approach is not None else []), failure

    # perhaps it is only the choice of rows that is singular
    if (other := _otherwise(task, motion)) is not None:
        after, stop = _gone_on(other, motion.state(), until)
        return [motion], after, stop

    through, stop = _through(task, motion, max(clear, _WIDER * _smallest_ratio(motion, task)), until)
    if stop is not None:
        return [motion], [], _named(stop, rows)
    found = Passing(task, motion, through, until, lambda guess: _smallest_ratios(guess, task)).passage()
    if found is not None:
        before, along, jump, how = found.before, found.along, found.energy_jump, "along a polynomial"
    else:
        if (stop := _energy_jump(motion, through)) is not None:
            return [motion], [], _named(stop, rows)
        before, jump, how = motion, _unexplained(motion, through), "by the index-3 rule, as exact as its steps"
        along = replace(through, events=tuple(event for event in through.events if event.name != _BEHIND))
    note = f"{passage_note(before, along, rows, how)}{energy_report(jump, task.method.wanted_accuracy)}"
    lasting = Interval(SINGULAR, float(before.times[-1]), float(along.times[-1]), "passed")
    along = replace(along, notes=(note,), intervals=(lasting,))
    if _is_stopped(task, along) or along.times[-1] == until:
        return [before], [along], None
    later = task.later(along)
    after, stop = _gone_on(later, later.settled(along.state()), until)
    return [before], [along, *after], stop


def _gone_on(task: Task, state: State, until: float) -> tuple[list[Motion], SolverError | None]:
    """The motion from a state that a run has reached; none, if no run can begin there."""
    try:
        motion, stop = task.run([state], until).ended(0)
    except ModelError as error:
        return [], SolverError(f"the run cannot go on at t = {state.t:.9g}: {error}")
    return [motion], stop


def _is_stopped(task: Task, motion: Motion) -> bool:
    terminal = {event.name for event in task.events if event.is_terminal}
    return any(event.name in terminal for event in motion.events)


def _energy_jump(before: Motion, through: Motion) -> SolverError | None:
    """An error if a passage changed the energy by more than forces can within its short time."""
    names = ["energy", "kinetic energy", "power"]
    if not all(name in through.dynamics.solved.signals for name in names):
        return None
    first, last = (
        motion.dynamics.signals(names, state_for(motion, motion.state(), ())) for motion in (before, through)
    )
    lasted = abs(through.times[-1] - before.times[-1])
    jump = abs(last["energy"] - first["energy"])
    work = 2.0 * lasted * max(abs(first["power"]), abs(last["power"]))
    size = max(first["kinetic energy"], last["kinetic energy"])
    if not jump > work + ENERGY_JUMP * size:
        return None
    return SolverError(
        f"passing the singular position changes the energy by {jump / size:.1e} of the kinetic energy between "
        f"t = {before.times[-1]:.9g} and {through.times[-1]:.9g}: either the end of an interval falls into it: "
        "choose other times for samples or the end; or the run started there with speeds that fit no motion"
    )


def _unexplained(before: Motion, through: Motion) -> float:
    """Change of the energy in a passage that no power explains, beside the kinetic energy."""
    names = ["energy", "kinetic energy", "power"]
    ends = [before.times[-1], through.times[-1]]
    if ends[0] == ends[1] or not all(name in through.dynamics.solved.signals for name in names):
        return 0.0
    whole = through.resampled(ends)
    values = whole.signals(names[:2])
    size = float(values["kinetic energy"].max())
    jump = float(abs(np.diff(values["energy"])[0] - whole.work[-1]))
    return jump / size if size > 0.0 and jump < np.inf else 0.0


def _otherwise(task: Task, motion: Motion) -> Task | None:
    """The task with other rows left out, if at the end of the motion another choice of them is independent."""
    later = task.later(motion)
    ready = replace(later, dynamics=task.dynamics).ready([motion.state()])
    changed = ready.dynamics.solution.left_out != motion.dynamics.solution.left_out
    return replace(later, dynamics=task.dynamics) if changed else None


def _approach(task: Task, motion: Motion, until: float) -> Motion | None:
    """By the index-3 rule from the last good state to the singular position that a fixed step met, if it did."""
    ahead = _STEPS_AHEAD * task.method.uniform_step
    if ahead * _fastest(motion) > _FARTHEST:
        return None
    left = until - motion.times[-1]
    end = until if abs(left) <= ahead else float(motion.times[-1] + np.copysign(ahead, left))
    if not ahead or not len(motion.dynamics.solved.typical_pivots):
        return None
    approach, failure = _by_index_three(task, motion, CLEAR, end, _small_pivot(motion, _BEFORE, -1))
    is_met = failure is None and any(event.name == _BEFORE for event in approach.events)
    events = tuple(event for event in approach.events if event.name != _BEFORE)
    return replace(approach, events=events) if is_met else None


def _through(task: Task, motion: Motion, clear: float, until: float) -> tuple[Motion, SolverError | None]:
    """On from a singular position by the index-3 rule, until it is behind."""
    return _by_index_three(task, motion, clear, until, _small_pivot(motion, _BEHIND, 1))


def _by_index_three(
    task: Task, motion: Motion, size: float, until: float, event: Event
) -> tuple[Motion, SolverError | None]:
    """From the end of a motion until an event: that the smallest pivot is of a size, beside its typical one."""
    names = [x.args[0] for x in motion.dynamics.solved.typical_pivots]
    limits = dict(zip(names, size * _typical(motion, task.typical, task.method), strict=True))
    for method in passing(motion, until):
        rule = replace(task.later(motion), method=method, events=(*task.events, event), typical=limits)
        gone_on, failure = _gone_on(rule, motion.state(), until)
        if failure is None:
            break
    return (gone_on[0] if gone_on else motion), failure


def _small_pivot(motion: Motion, name: str, direction: int) -> Event:
    """An event: the smallest pivot, relative to its parameter, becomes smaller or larger than one."""
    solved = motion.dynamics.solved
    ratios = [
        absolute_value(pivot) / size for pivot, size in zip(solved.pivots, solved.typical_pivots, strict=True)
    ]
    # behind a pivot of exactly zero the others have no value; rows that are off have none either
    assert solved.switches is not None
    finite = [where(ratio < _LARGE, ratio, 0.0) for ratio in ratios]
    on = zip(solved.switches, finite, strict=True)
    smallest = reduce(minimum, (where(switch > 0.0, ratio, _LARGE) for switch, ratio in on))
    return Event(name, smallest - 1.0, direction, is_terminal=True, search_inside_steps=False)


def _as_asked(parts: Sequence[Motion], times: Vector) -> list[Motion]:
    """Motions without the rows at which one hands over to the next, except at the end."""
    found = []
    for part in parts:
        is_asked = np.isin(part.times, times) | ((part is parts[-1]) & (np.arange(len(part)) == len(part) - 1))
        rows = {name: getattr(part, name)[is_asked] for name in ("times", "states", "inputs")}
        found.append(replace(part, **rows))
    return found


def near_rows(motion: Motion, typical: Sizes, method: Method, near: float = NEAR) -> tuple[str, ...]:
    """Rows that nearly depend on others at the end of a motion.

    Their pivots are that small beside typical ones.
    """
    if not len(motion.dynamics.solved.typical_pivots):
        # no rows, or solved in a way that has no pivots to watch
        return ()
    is_near = _pivots(motion) < near * _typical(motion, typical, method)
    return tuple(name for name, near in zip(_row_names(motion), is_near, strict=True) if near)


def _shrunk_rows(motion: Motion) -> tuple[str, ...]:
    """Rows whose pivots are much smaller at the end of a motion than at its beginning."""
    is_near = _pivots(motion) < NEAR * _pivots(motion, 0)
    return tuple(name for name, near in zip(_row_names(motion), is_near, strict=True) if near)


def _row_names(motion: Motion) -> list[str]:
    """Names of the rows that have pivots."""
    solved = motion.dynamics.solved
    return [solved.equations.rows[i].name for i in solved.independent]


def _pivots(motion: Motion, row: int = -1) -> Vector:
    """The pivot of each row after those before it; infinite for rows that are left out."""
    end = len(motion) + row + 1 if row < 0 else row + 1
    found: Vector = _all_pivots(motion, slice(end - 1, end))[0]
    return found


_PIVOTS: Key[Any] = Key("pivots")


def _all_pivots(motion: Motion, rows: slice) -> Vector:
    """The pivots in some samples of a motion, (…, m)."""
    dynamics = motion.dynamics
    function = dynamics.memo.get(_PIVOTS, lambda: dynamics.function({"pivots": dynamics.solved.pivots}))
    eom, known = dynamics.equations, set(function.parameters)
    q, u, z = np.split(motion.states[rows], np.cumsum([len(eom.coordinates), len(eom.speeds)]), axis=1)
    p = {name: x for name, x in motion.parameters.items() if name in known}
    found = function(t=motion.times[rows], q=q, u=u, z=z, tau=motion.inputs[rows], parameters=p)["pivots"]
    sizes: Vector = np.nan_to_num(np.abs(found), nan=0.0, posinf=0.0)
    sizes[:, [name in dynamics.solution.left_out for name in _row_names(motion)]] = np.inf
    return sizes


def _smallest_ratio(motion: Motion, task: Task) -> float:
    """The smallest pivot at the end of a motion beside its typical size."""
    return float((_pivots(motion) / _typical(motion, task.typical, task.method)).min(initial=1.0))


def _smallest_ratios(motion: Motion, task: Task) -> Vector:
    """The smallest pivot in each row of a motion beside its typical size."""
    sizes = _all_pivots(motion, slice(None))
    found: Vector = (sizes / _typical(motion, task.typical, task.method)).min(axis=1, initial=1.0)
    return found


def _typical(motion: Motion, typical: Sizes, method: Method) -> Vector:
    """Typical pivots at the end of a motion, which its pivots are compared with."""
    sizes = np.array([typical.get(x.args[0], 0.0) for x in motion.dynamics.solved.typical_pivots])
    pivots = _pivots(motion)
    largest = pivots[np.isfinite(pivots)].max(initial=1.0)
    found: Vector = caution(method) * np.where(sizes > 0.0, sizes, largest)
    return found


def passing(motion: Motion, until: float) -> list[IndexThree]:
    """Rules to try from the end of a motion on, with steps that suit it."""
    left = float(abs(until - motion.times[-1]))
    fastest = _fastest(motion)
    step = _WAY / fastest if fastest * left > _WAY else 1e-3 * left
    return [IndexThree(min(part * step, left)) for part in _TRIES]


def _fastest(motion: Motion) -> float:
    """The largest speed at the end of a motion."""
    return max(map(abs, motion.state().u.values()), default=0.0)


def _reach(task: Task, motion: Motion) -> float:
    """Pivots beside their typical sizes, squares of distances, that a step of fixed length goes over."""
    return float(min(task.method.uniform_step * _fastest(motion), _LONGEST) ** 2)


def passage_note(before: Motion, through: Motion, rows: Sequence[str], how: str) -> str:
    """A note on a passage."""
    return (
        f"from t = {before.times[-1]:.9g} to {through.times[-1]:.9g} the position is nearly singular, because of "
        f"{', '.join(rows)}: passed {how}, on the branch that continues the velocity"
    )


def _named(failure: SolverError, rows: Sequence[str]) -> SolverError:
    """The failure with the rows that are singular."""
    return SolverError(
        f"{failure}; the position is nearly singular there, because of {', '.join(rows)}: "
        "method=da.methods.IndexThree(step) passes such positions, with equations of second order"
    )

"""The past of events where a run goes on: the values they come from, and what has just happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from dalembert.arrays import Vector
from dalembert.expr.node import inputs_of
from dalembert.integrators.problem import PAST
from dalembert.integrators.problem import Event as Crossing
from dalembert.runs.events import Event
from dalembert.runs.motion import Motion
from dalembert.state import State

Pasts = Mapping[str, tuple[float, float]]
"""By the name of an event: the value that it comes from, zero if it has just happened, and up to where that counts
as zero, −1 if it does not."""

_AT_ONCE = 16 * 2.0**-52
"""Roundings of the time within which an event is at the end of a motion."""

_ROUNDING, _NEAR = 2.0**-44, 2.0**-30
"""What is rounding of a value, and what is next to zero after its event, beside the value along the motion."""

_NOISE = 16.0
"""How many times its size a value counts as zero that has just happened."""


def past_of(motion: Motion, events: Sequence[Event]) -> dict[str, tuple[float, float]]:
    """The past of events at the end of a motion: as its run knew it, or as its samples tell."""
    known = _known(motion)
    happened = _happened_at_end(motion) if events else frozenset()
    found = {}
    for event in events:
        own = [pair for guard, pair in known if guard is event.expression]
        found[event.name] = own[0] if own else _told(motion, event, event.name in happened)
    return found


def past_row(pasts: Pasts, events: Sequence[Event]) -> Vector | None:
    """The past of events as native code takes it, (n_past,); None if nothing is known."""
    if not pasts:
        return None
    nothing = (np.nan,) * len(PAST)
    return np.array([pasts.get(event.name, nothing) for event in events]).T.ravel()


def past_by_name(row: Vector, events: Sequence[Event]) -> dict[str, tuple[float, float]]:
    """The past of events by name, from an array of native code."""
    pairs = row.reshape(len(PAST), len(events)).T.tolist()
    return {event.name: (pair[0], pair[1]) for event, pair in zip(events, pairs, strict=True)}


def state_for(motion: Motion, state: State, expressions: Sequence[Any]) -> State:
    """A state without parameters that stood in earlier events alone."""
    names = {str(x.args[0]) for x in inputs_of(list(expressions)) if x.op == "parameter"}
    names |= set(motion.dynamics.equations.parameters)
    return replace(state, p={name: value for name, value in state.p.items() if name in names})


def _known(motion: Motion) -> list[tuple[Any, tuple[float, float]]]:
    """Guards of the last run, and what native code knew of them, where nothing but its time ended it."""
    if not motion.segments:
        return []
    last: Any = motion.segments[-1]
    is_whole = last.left is not None and last.window is None and last.end == last.launch.until
    if not is_whole:
        return []
    guards = last.launch.events.guards
    pairs = last.left.reshape(len(PAST), len(guards)).T.tolist()
    return [(guard, (pair[0], pair[1])) for guard, pair in zip(guards, pairs, strict=True)]


def _happened_at_end(motion: Motion) -> frozenset[str]:
    """Names of events at the very end."""
    end, found = float(motion.times[-1]), set()
    tolerance = _AT_ONCE * max(abs(float(motion.times[0])), abs(end))
    for one in reversed(motion.events):
        if abs(one.t - end) > tolerance:
            break
        found.add(one.name)
    return frozenset(found)


def _told(motion: Motion, event: Event, has_happened: bool) -> tuple[float, float]:
    """The past of an event by the samples of a motion; at zero without having happened, it is about to happen."""
    dynamics, state = motion.dynamics_at_end, state_for(motion, motion.state(), [event.expression])
    value = float(dynamics.evaluate(event.expression, state))
    size = float(np.abs(motion.evaluate(event.expression)).max(initial=abs(value)))
    if has_happened and abs(value) <= _NEAR * size:
        return 0.0, _NOISE * max(abs(value), _ROUNDING * size)
    if has_happened or abs(value) > _ROUNDING * size:
        return value, -1.0
    guard = dynamics.solved.resolve(event.expression)
    (rate,) = dynamics.guard_rates([guard], [Crossing(detect_touch=True)])
    along = np.sign(motion.times[-1] - motion.times[0]) or 1.0
    side = -np.sign(float(dynamics.evaluate(rate, _before_end(motion, state)))) * along
    return (float(side) * max(abs(value), np.finfo(float).tiny), -1.0) if side else (0.0, 0.0)


def _before_end(motion: Motion, state: State) -> State:
    """The state at the end before anything happened there."""
    end, found = float(motion.times[-1]), state
    for one in reversed(motion.events):
        if one.t != end:
            break
        found = replace(one.state, p=state.p)
    return found

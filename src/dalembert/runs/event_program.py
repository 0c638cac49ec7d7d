"""Events as the native loop takes them, and in words where they are why a run could not go on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dalembert.arrays import Vector
from dalembert.configuration.constraint_values import constraint_values
from dalembert.dynamics.dynamics import Dynamics
from dalembert.dynamics.method_systems import NO_EVENTS, EventProgram
from dalembert.equations.equations import Equations
from dalembert.equations.solution import Solution
from dalembert.equations.solved_rows import is_switch, switch_name
from dalembert.errors import SolverError
from dalembert.expr.calculus import derivative
from dalembert.expr.node import Node, describe, inputs_of
from dalembert.expr.symbol_nodes import time
from dalembert.integrators.problem import Event as Crossing
from dalembert.integrators.status import Status
from dalembert.memo import Key
from dalembert.rank import dependent_among
from dalembert.runs.actions_at_events import Outcome, Switch, discrete_names, outcome, parameter_nodes
from dalembert.runs.events import Event

Numbers = Mapping[str, Any]


class EventError(SolverError):
    """A run could not go on because of what an event does: nothing is wrong with the motion up to there."""


_SEVERAL = 5
"""Names of events that are listed."""


@dataclass(frozen=True, eq=False)
class RunEvents:
    """The events of a run as expressions, and the names of what they record."""

    events: tuple[Event, ...]
    texts: EventProgram
    impulses: tuple[tuple[str, ...], ...]
    """For each event, the impulses in it."""

    defaults: dict[str, float]
    """Values that discrete parameters begin with unless given."""


_RUN_EVENTS: Key[RunEvents] = Key("events of a run")


def run_events(dynamics: Dynamics, events: Sequence[Event]) -> RunEvents:
    """Events in the variables of the given equations; made once."""
    if not events:
        return _NONE
    key = _RUN_EVENTS.of(dynamics.solved, *map(id, events))
    return dynamics.shared.get(key, lambda: _made(dynamics, tuple(events)))


def _made(dynamics: Dynamics, events: tuple[Event, ...]) -> RunEvents:
    solution = dynamics.solved
    actions = [action for event in events for action in event.actions]
    discrete = discrete_names(solution, actions)
    expressions = [*(event.expression for event in events), *(x for action in actions for x in action.expressions)]
    parameters = parameter_nodes(solution, discrete, expressions)
    outcomes: list[Outcome] = []
    crossings, impulses = [], []
    numbers: dict[tuple[int, ...], int] = {}
    for event in events:
        number, waits = -1, any(action.waits_at_zero for action in event.actions)
        if event.actions:
            # events that do the very same share its code
            number = numbers.setdefault(tuple(map(id, event.actions)), len(outcomes))
            if number == len(outcomes):
                outcomes.append(outcome(solution, parameters, discrete, event.actions))
        crossing = crossing_of(event, solution.resolve(event.expression), dynamics.equations)
        crossings.append(replace(crossing, action=number, from_zero=waits))
        impulses.append(outcomes[number].impulses if event.actions else ())
    guards = tuple(event.expression for event in events)
    texts = EventProgram(guards, tuple(crossings), tuple(tuple(one.values) for one in outcomes), discrete)
    return RunEvents(events, texts, tuple(impulses), {name: float(x.args[1]) for name, x in parameters.items()})


def crossing_of(event: Event, guard: Any, equations: Equations) -> Crossing:
    """An event without its actions; it is looked at inside of steps unless it says otherwise.

    Steps follow coordinates, not curved functions of them such as the sine of an angle, which may come and go in
    one: these are looked at by their rates too, which cost little, as no forces are in them.
    """
    inputs = set(inputs_of([guard]))
    is_place = inputs.isdisjoint({*equations.u, *equations.z})
    is_rated = is_place and (event.search_inside_steps is not None or _is_curved(guard, inputs, equations))
    return Crossing(
        event.direction,
        event.is_terminal,
        -1,
        event.detect_touch,
        event.search_inside_steps is not False,
        is_rated=is_rated,
    )


def _is_curved(guard: Any, inputs: set[Node], equations: Equations) -> bool:
    """Whether a guard is more than a sum of multiples of coordinates and time."""
    moving = inputs.intersection([*equations.q, time])
    slopes = [derivative(guard, x) for x in moving]
    return not moving.isdisjoint(inputs_of(slopes))


_NONE = RunEvents((), NO_EVENTS, (), {})


def is_by_event(status: Status) -> bool:
    """Whether an event is why a run could not go on."""
    return status in (Status.ENDLESS_EVENTS, Status.NO_RESET, Status.INVALID_RESET)


def event_failure(status: Status, number: int, events: Sequence[Event], records: Vector) -> str:
    """Which event is why a run could not go on, and what to do."""
    name, times = events[number].name, records[records[:, 1] == number, 0]
    if status is Status.ENDLESS_EVENTS:
        return _endless(name, times, events, records)
    if status is Status.NO_RESET:
        return (
            f"event {name!r}: its expressions are not defined there, what it leaves violates the constraints, or "
            "the velocities that its impulses should reach contradict each other"
        )
    return f"event {name!r}: look at what it resets, sets or switches on"


def undefined_event(number: int, events: Sequence[Event]) -> str:
    """Which event has no value where a run ended, and what to do."""
    if not 0 <= number < len(events):
        return "look at the expressions of events"
    event = events[number]
    return (
        f"event {event.name!r}: {describe(event.expression)} is not a number there; write it so that it has a "
        "value on the whole way, such as x - a instead of sqrt(x - a)"
    )


def rows_let_go(solution: Solution, events: Sequence[Event]) -> frozenset[str]:
    """Rows that events switch off."""
    return frozenset(
        row
        for event in events
        for action in event.actions
        if isinstance(action, Switch)
        for row in action.rows_off(solution)
    )


def needless_switch(dynamics: Dynamics, event: Event, arguments: Numbers, p: Mapping[str, float]) -> str:
    """A message about rows that an event switches on though others already imply them; empty if there are none.

    The state is that before the event, and parameters have what switches are there.
    """
    switches = [action for action in event.actions if isinstance(action, Switch)]
    on = [row for action in switches for row in action.rows_on(dynamics.solved)]
    off = {row for action in switches for row in action.rows_off(dynamics.solved)}
    if not on:
        return ""
    default = dynamics.settings
    before = [
        row.name
        for row in dynamics.equations.rows
        if p.get(name := switch_name(row.name), default.get(name, 1.0)) > 0.0 and row.name not in (*on, *off)
    ]
    names = [row.name for row in dynamics.equations.rows]
    values = constraint_values(dynamics, arguments, {name: x for name, x in p.items() if not is_switch(name)})
    involved = dependent_among(values.J, [names.index(name) for name in (*before, *on)])
    dependent = [names[i] for i in involved]
    if not (needless := [name for name in dependent if name in on]):
        return ""
    return (
        f"event {event.name!r} switches {', '.join(map(repr, needless))} on, but the rows {', '.join(dependent)} "
        "depend on each other there: let the event switch off those that say the same, or leave it out"
    )


def _endless(name: str, times: Vector, events: Sequence[Event], records: Vector) -> str:
    """Where events accumulate, or which ones follow each other at one instant."""
    apart = np.unique(times)
    apart = apart if times[-1] >= times[0] else apart[::-1]
    gaps = np.abs(np.diff(apart[-3:]))
    if len(gaps) == 2 and 0.0 < gaps[1] < gaps[0]:
        ratio = gaps[1] / gaps[0]
        end = apart[-1] + np.copysign(gaps[1] * ratio / (1.0 - ratio), apart[-1] - apart[-2])
        return (
            f"event {name!r} happened {len(times)} times, always sooner than before, by a factor of {ratio:.6g} "
            f"in the end: its times accumulate at t = {end:.12g}, behind which nothing is known; let an event end "
            "the run before, or change what happens when it is slow"
        )
    there = dict.fromkeys(events[int(k)].name for k in records[np.isclose(records[:, 0], records[-1, 0]), 1])
    several = ", ".join(map(repr, list(there)[:_SEVERAL]))
    return (
        f"more than a thousand at one instant, of {several}: what they do brings each other about, or themselves"
    )

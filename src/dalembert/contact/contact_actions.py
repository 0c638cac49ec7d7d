"""Events of one's own beside contacts: what they do to a state in which contacts let go, and close anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dalembert.arrays import Vector
from dalembert.contact.contact_guards import ContactGuards
from dalembert.contact.contact_system import ContactSystem
from dalembert.contact.dry_decisions import DecideDry
from dalembert.contact.native_decisions import DecideAnew, LetGo
from dalembert.equations.solution import Solution
from dalembert.errors import ModelError, SolverError
from dalembert.expr.symbol_nodes import time
from dalembert.memo import Key
from dalembert.runs.actions_at_events import Reset, Switch, discrete_names, outcome, parameter_nodes
from dalembert.runs.events import Event

NEAR = 1e-6
"""How far what an event leaves may be from holding the constraints, beside sizes of about one."""


def check_acting(system: ContactSystem, events: Sequence[Event]) -> None:
    """Raise if an event does what runs with contacts cannot take over."""
    states = {f"{point.name}.{what}" for point in system.points for what in point.states}
    for event in events:
        values = [name for action in event.actions if isinstance(action, Reset) for name in action.values]
        if own := [name for name in values if name in states]:
            raise ModelError(
                f"the event {event.name!r} resets {own[0]!r}: what a contact does follows from gaps, speeds and "
                "forces; reset coordinates or speeds"
            )
        own_rows = {system.dynamics.equations.rows[i].name for point in system.points for i in point.own_rows}
        if rows := switched_rows(system.dynamics.solved, [event]) & own_rows:
            raise ModelError(
                f"the event {event.name!r} switches {min(rows)!r}: rows of contacts come and go by themselves; "
                "events switch those of joints and constraints"
            )


def switched_rows(solution: Solution, events: Sequence[Event]) -> frozenset[str]:
    """Names of rows that actions of events switch."""
    switches = [action for event in events for action in event.actions if isinstance(action, Switch)]
    return frozenset(row for one in switches for row in (*one.rows_on(solution), *one.rows_off(solution)))


def switching_alone(events: Sequence[Event]) -> tuple[Event, ...]:
    """Events that switch rows, and do nothing else: what equations without contacts know of them."""
    found = [(event, tuple(x for x in event.actions if isinstance(x, Switch))) for event in events]
    return tuple(replace(event, expression=time, action=switches) for event, switches in found if switches)


def set_parameters(system: ContactSystem, events: Sequence[Event]) -> dict[str, float]:
    """Parameters that events set, with their default values, and switches of rows with those at the start."""
    solution = system.dynamics.solved
    actions = [action for event in events for action in event.actions]
    if not actions:
        return {}
    names = discrete_names(solution, actions)
    nodes = parameter_nodes(solution, names, [x for action in actions for x in action.expressions])
    known, inputs = system.dynamics.settings, solution.equations.inputs
    return {name: known.get(name, float(node.args[1])) for name, node in nodes.items() if name not in inputs}


def beside_contacts(guards: ContactGuards, events: Sequence[Event]) -> list[Event]:
    """Events for native code: after those that act it decides anew, or they end a segment."""
    if not guards.takes_actions:
        return [replace(event, action=(), is_terminal=True) if event.actions else event for event in events]
    system, decide = guards.system, guards.decide
    first, last = LetGo(system), DecideDry(system) if decide is None else DecideAnew(system, decide.layout)
    return [replace(x, action=(first, *x.actions, last)) if x.actions else x for x in events]


@dataclass(frozen=True, eq=False)
class Acted:
    """The result of an event that acts beside contacts."""

    x: Vector
    """The state, all contacts open."""

    set_values: Mapping[str, float]
    """Parameters and inputs that it sets, by name."""

    impulses: Mapping[str, float]


_ACTION: Key[tuple[Any, tuple[str, ...], tuple[str, ...]]] = Key("action of an event beside contacts")


def acted(system: ContactSystem, event: Event, t: float, x: Vector, tau: Vector, p: Mapping[str, float]) -> Acted:
    """Apply the actions of an event to a state."""
    function, changed, names = system.dynamics.shared.get(_ACTION.of(id(event)), lambda: _function(system, event))
    found = np.asarray(system.values(function, t, x, tau, p)["values"], dtype=float)
    if not np.isfinite(found).all():
        raise SolverError(
            f"the event {event.name!r} leaves no finite state at t = {t:.9g}: look at its expressions"
        )
    n = system.dynamics.n_states
    set_values = dict(zip(changed, map(float, found[n : n + len(changed)]), strict=True))
    p = {**p, **{name: value for name, value in set_values.items() if name in p}}
    left = system.opened(found[:n])
    after = system.projected(t, left, tau, p)
    if np.abs(after - left).max(initial=0.0) > NEAR * (1.0 + np.abs(after).max(initial=0.0)):
        raise SolverError(
            f"what the event {event.name!r} leaves at t = {t:.9g} violates the constraints; look at what it resets"
        )
    return Acted(after, set_values, dict(zip(names, map(float, found[n + len(changed) :]), strict=True)))


def _function(system: ContactSystem, event: Event) -> tuple[Any, tuple[str, ...], tuple[str, ...]]:
    solution = system.dynamics.solved
    changed = discrete_names(solution, event.actions)
    parameters = parameter_nodes(solution, changed, [x for action in event.actions for x in action.expressions])
    made = outcome(solution, parameters, changed, (LetGo(system), *event.actions))
    return system.dynamics.function({"values": made.values}), changed, made.impulses

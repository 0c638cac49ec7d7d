"""Events of one's own beside contacts: what they do to a state in which contacts let go, and close anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dalembert.arrays import Vector
from dalembert.contact.contact_system import ContactSystem
from dalembert.errors import ModelError, SolverError
from dalembert.memo import Key
from dalembert.runs.actions_at_events import Switch, discrete_names, outcome, parameter_nodes
from dalembert.runs.events import Event

NEAR = 1e-6
"""How far what an event leaves may be from holding the constraints, beside sizes of about one."""


def check_acting(events: Sequence[Event]) -> None:
    """Raise if an event does what runs with contacts cannot take over."""
    for event in events:
        switches = [action for action in event.actions if isinstance(action, Switch)]
        if rows := [row for action in switches for row in (*action.on, *action.off)]:
            raise ModelError(
                f"the event {event.name!r} switches {rows[0]!r}: beside contacts, events set parameters and "
                "inputs, reset states and exert impulses, but impacts count on rows that always hold; let the "
                "event end the run, and go on with a model in which the row is as it should be"
            )


def set_parameters(system: ContactSystem, events: Sequence[Event]) -> dict[str, float]:
    """Parameters that events set, with their default values."""
    solution = system.dynamics.solved
    actions = [action for event in events for action in event.actions]
    names = discrete_names(solution, actions)
    nodes = parameter_nodes(solution, names, [x for action in actions for x in action.expressions])
    return {name: float(node.args[1]) for name, node in nodes.items() if name not in solution.equations.inputs}


def without_actions(events: Sequence[Event]) -> list[Event]:
    """The same events for native code: those that act end a segment."""
    return [replace(event, action=(), is_terminal=True) if event.actions else event for event in events]


@dataclass(frozen=True, eq=False)
class Acted:
    """What an event leaves."""

    x: Vector
    """The state, all contacts open."""

    set_values: Mapping[str, float]
    """Parameters and inputs that it sets, by name."""

    impulses: Mapping[str, float]


_ACTION: Key[tuple[Any, tuple[str, ...], tuple[str, ...]]] = Key("action of an event beside contacts")


def acted(system: ContactSystem, event: Event, t: float, x: Vector, tau: Vector, p: Mapping[str, float]) -> Acted:
    """What an event leaves that acts in a state."""
    function, changed, names = system.dynamics.shared.get(_ACTION.of(id(event)), lambda: _function(system, event))
    found = np.asarray(system.values(function, t, system.opened(x), tau, p)["values"], dtype=float)
    if not np.isfinite(found).all():
        raise SolverError(
            f"the event {event.name!r} leaves no finite state at t = {t:.9g}: look at its expressions"
        )
    n = system.dynamics.n_states
    set_values = dict(zip(changed, map(float, found[n : n + len(changed)]), strict=True))
    p = {**p, **{name: value for name, value in set_values.items() if name in p}}
    after = system.projected(t, found[:n], tau, p)
    if np.abs(after - found[:n]).max(initial=0.0) > NEAR * (1.0 + np.abs(after).max(initial=0.0)):
        raise SolverError(
            f"what the event {event.name!r} leaves at t = {t:.9g} violates the constraints; look at what it resets"
        )
    return Acted(after, set_values, dict(zip(names, map(float, found[n + len(changed) :]), strict=True)))


def _function(system: ContactSystem, event: Event) -> tuple[Any, tuple[str, ...], tuple[str, ...]]:
    solution = system.dynamics.solved
    changed = discrete_names(solution, event.actions)
    parameters = parameter_nodes(solution, changed, [x for action in event.actions for x in action.expressions])
    made = outcome(solution, parameters, changed, event.actions)
    return system.dynamics.function({"values": made.values}), changed, made.impulses

"""Events of one's own beside contacts: what they do to a state in which contacts let go, and close anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from dalembert.arrays import Vector
from dalembert.contact.contact_system import ContactSystem
from dalembert.errors import ModelError, SolverError
from dalembert.memo import Key
from dalembert.runs.actions_at_events import discrete_names, outcome, parameter_nodes
from dalembert.runs.events import Event

NEAR = 1e-6
"""How far what an event leaves may be from holding the constraints, beside sizes of about one."""


def checked_acting(system: ContactSystem, events: Sequence[Event]) -> None:
    """Raise if an event does what runs with contacts cannot take over."""
    for event in events:
        if names := discrete_names(system.dynamics.solved, event.actions):
            raise ModelError(
                f"the event {event.name!r} sets {names[0]!r}: beside contacts, events reset states and exert "
                "impulses only; let the parameter be a first-order state, a StateVariable of 0, and reset that"
            )


def without_actions(events: Sequence[Event]) -> list[Event]:
    """The same events for native code: those that act end a segment."""
    return [replace(event, action=(), is_terminal=True) if event.actions else event for event in events]


_ACTION: Key[tuple[Any, tuple[str, ...]]] = Key("action of an event beside contacts")


def acted(
    system: ContactSystem, event: Event, t: float, x: Vector, tau: Vector, p: Mapping[str, float]
) -> tuple[Vector, dict[str, float]]:
    """The state after an event has acted, all contacts open, and its impulses by name."""
    function, names = system.dynamics.shared.get(_ACTION.of(id(event)), lambda: _function(system, event))
    found = np.asarray(system.values(function, t, system.opened(x), tau, p)["values"], dtype=float)
    if not np.isfinite(found).all():
        raise SolverError(
            f"the event {event.name!r} leaves no finite state at t = {t:.9g}: look at its expressions"
        )
    n = system.dynamics.n_states
    after = system.projected(t, found[:n], tau, p)
    if np.abs(after - found[:n]).max(initial=0.0) > NEAR * (1.0 + np.abs(after).max(initial=0.0)):
        raise SolverError(
            f"what the event {event.name!r} leaves at t = {t:.9g} violates the constraints; look at what it resets"
        )
    return after, dict(zip(names, map(float, found[n:]), strict=True))


def _function(system: ContactSystem, event: Event) -> tuple[Any, tuple[str, ...]]:
    solution = system.dynamics.solved
    parameters = parameter_nodes(solution, (), [x for action in event.actions for x in action.expressions])
    made = outcome(solution, parameters, (), event.actions)
    return system.dynamics.function({"values": made.values}), made.impulses

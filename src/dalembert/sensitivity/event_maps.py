"""Maps of the states by actions of an event, with derivatives: resets and impulses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dalembert.arrays import Array, Vector
from dalembert.configuration.constraint_unknowns import Native, native
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import ModelError, SolverError
from dalembert.expr.calculus import derivative, jacobian
from dalembert.expr.node import Expression, Node, Scalar, inputs_of
from dalembert.expr.symbol_nodes import time
from dalembert.linear.start_tangents import Direction
from dalembert.memo import Key
from dalembert.runs.actions_at_events import discrete_names, outcome
from dalembert.runs.events import Event
from dalembert.runs.rate_jumps import Instant
from dalembert.sensitivity.saltation import Map

KEPT = 1e-6
"""Residual of the constraints up to which a state after an event counts as valid."""


def check_actions(dynamics: Dynamics, events: Sequence[Event]) -> None:
    """Raise if events do more than change states."""
    for event in events:
        if names := discrete_names(dynamics.solved, event.actions):
            raise ModelError(
                f"derivatives are carried through resets and impulses, not through what event {event.name!r} sets "
                f"or switches: {', '.join(name.removeprefix('.switch ') for name in names)}"
            )


def event_parameters(events: Sequence[Event]) -> dict[str, Node]:
    """Open parameters in expressions of events and of their actions, by name."""
    actions = [action for event in events for action in event.actions]
    expressions = [*(event.expression for event in events), *(x for action in actions for x in action.expressions)]
    entries = [x for x in expressions if isinstance(x, Expression)]
    return {str(x.args[0]): x for x in inputs_of(entries) if x.op == "parameter"}


def event_expressions(dynamics: Dynamics, events: Sequence[Event]) -> list[Scalar]:
    """Expressions of events and of their actions in the variables of the equations, without states that stay."""
    solution, eom = dynamics.solved, dynamics.equations
    x = [*eom.q, *eom.u, *eom.z]
    expressions = [solution.resolve(event.expression) for event in events]
    for event in events:
        after: Sequence[Scalar] | Array = outcome(solution, {}, (), event.actions).values if event.actions else []
        expressions += [y for y, before in zip(after, x, strict=False) if y is not before]
    return expressions


_EVENT_MAP: Key[EventMap] = Key("event map")


@dataclass(frozen=True, eq=False)
class EventMap:
    """The map x⁺ = R(t, x⁻, θ) of an event with actions."""

    dynamics: Dynamics
    event: Event
    directions: tuple[Direction, ...]

    @classmethod
    def of(cls, dynamics: Dynamics, event: Event, directions: tuple[Direction, ...]) -> EventMap:
        """The map of an event, made once."""
        return dynamics.memo.get(_EVENT_MAP.of(event, directions), lambda: cls(dynamics, event, directions))

    @cached_property
    def _native(self) -> Native:
        eom, solution = self.dynamics.equations, self.dynamics.solved
        y = outcome(solution, {}, (), self.event.actions).values
        x, n = np.concatenate([eom.q, eom.u, eom.z]), self.dynamics.n_states
        nodes = np.array([way.node for way in self.directions if way.node is not None], dtype=object)
        outputs = {
            "values": y,
            "x": jacobian(y[:n], x),
            "t": derivative(y[:n], time),
            "by": jacobian(y[:n], nodes),
            "phi": eom.phi,
            "psi": eom.psi,
        }
        return native(self.dynamics, {name: array for name, array in outputs.items() if np.size(array)})

    def at(self, instant: Instant) -> tuple[Vector, Map, Vector]:
        """States after the event, derivatives of the map, and impulses."""
        n, y = self.dynamics.n_states, self._native(instant.numbers(self.dynamics), instant.p)
        by = np.zeros((n, len(self.directions)))
        if "by" in y:
            by[:, [k for k, way in enumerate(self.directions) if way.node is not None]] = y["by"]
        values = np.asarray(y["values"], dtype=float)
        self._check(Instant(instant.t, values[:n], instant.tau, instant.p))
        return values[:n], Map(np.asarray(y["x"]), np.asarray(y["t"]), by), values[n:]

    def _check(self, after: Instant) -> None:
        """Raise if the state after it is none, or does not satisfy the constraints."""
        y = self._native(after.numbers(self.dynamics), after.p)
        rows = np.concatenate([np.ravel(y[name]) for name in ("phi", "psi") if name in y] or [np.zeros(0)])
        if not np.isfinite(after.x).all() or not (np.abs(rows) <= KEPT).all():
            raise SolverError(
                f"event {self.event.name!r}: the state after it does not satisfy the constraints, or has no values"
            )

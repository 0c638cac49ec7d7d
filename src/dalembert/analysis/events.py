"""What a run looks out for, and what may steer it from outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf, pi
from numbers import Real
from types import FunctionType
from typing import Any

import numpy as np

from dalembert.analysis.actions import Action, as_actions
from dalembert.equations.value import Equations
from dalembert.errors import ModelError
from dalembert.expr.node import Node, inputs_of
from dalembert.expr.rewrite import evaluate
from dalembert.model.measures import Coordinate
from dalembert.model.part import measures_in
from dalembert.state import State

MOST_SAMPLES = 10_000_000
"""More would be hours of work in Python."""

SHORTEST = 1e-14
"""Period beside the largest time that differs from rounding."""

_TRIALS, _SAME = 20, 1e-9
"""Random values by which an expression is found to have the period of one turn, and what is the same there."""


@dataclass(frozen=True)
class Event:
    """Something that happens when an expression of measures changes its sign.

    Upwards (direction 1), downwards (−1) or either way (0); a terminal event ends the simulation. `then` says what
    else it does: an action such as `Reset`, `Set`, `Switch` or `Impulse`, or a list of them, which follow each
    other. Events at the same time act in the order of their list. Where `touches` holds, it also happens where the
    expression reaches zero between steps and turns back.
    """

    name: str
    expression: Any
    direction: int = 0
    is_terminal: bool = False
    then: Action | Sequence[Action] = ()
    touches: bool = False

    def __post_init__(self) -> None:
        as_actions(self.then, self.name)

    @property
    def actions(self) -> tuple[Action, ...]:
        """What it does, one after the other."""
        return as_actions(self.then, self.name)


@dataclass(frozen=True)
class SampledController:
    """A Python law that gives the inputs every `period` from the state then; they are held in between.

    An input that the law does not name stays as it is: what it gave before, or what the start says.
    """

    period: float
    law: Callable[[State], Mapping[str, float]]

    def __post_init__(self) -> None:
        if not isinstance(self.period, Real) or not 0.0 < float(self.period) < inf:
            raise ModelError(f"the period of a controller is a positive number, not {self.period!r}")
        if not callable(self.law):
            raise ModelError(f"the law of a controller is a function of the state, not {self.law!r}")

    def samples(self, start: float, until: float) -> list[float]:
        """When the law is asked, and the end."""
        count = (until - start) / self.period
        if count > MOST_SAMPLES or self.period < SHORTEST * max(abs(start), abs(until)):
            raise ModelError(
                f"with a period of {self.period:g} a controller would be asked {count:.3g} times from t = "
                f"{start:g} to {until:g}; give a longer period"
            )
        n_periods = max(1, int(np.ceil(count - 1e-9)))
        return [*map(float, start + self.period * np.arange(n_periods)), until]

    def __str__(self) -> str:
        return self.law.__qualname__ if isinstance(self.law, FunctionType) else repr(self.law)


def checked_events(events: Any, equations: Equations) -> tuple[Event, ...]:
    """The events of a run; none may depend on turns that the equations do not count."""
    found = (events,) if isinstance(events, Event) else tuple(events)
    names = [event.name for event in found if isinstance(event, Event)]
    if twice := [name for k, name in enumerate(names) if name in names[:k]]:
        raise ModelError(f"two events are called {twice[0]!r}; give each its own name")
    for event in found:
        if not isinstance(event, Event):
            raise ModelError(f"events are a list of da.Event(name, expression), not of {event!r}")
        if np.ndim(event.expression):
            raise ModelError(
                f"event {event.name!r}: its expression is one number, not an array of {event.expression!r}"
            )
        if names := _uncounted(event.expression, equations):
            name = names[0]
            raise ModelError(
                f"event {event.name!r} depends on the turns of {name!r}, which these equations do not count: the "
                "joint closes a loop, so its angle is a measure in (−π, π]; let a part of the model refer to it, "
                f"such as da.Integral('sum', of=da.coordinate({name!r})), or take relative coordinates in which "
                "the joint carries a body; sines and cosines of the angle need no turns"
            )
    return found


def _uncounted(expression: Any, equations: Equations) -> list[str]:
    """Angles known in (−π, π] only whose turns change the expression."""
    angles = [
        node
        for node in measures_in(expression)
        if isinstance(node.args[0], Coordinate) and equations.variables.measurable.get(node.args[0].name, False)
    ]
    return [node.args[0].name for node in angles if not _has_period(expression, node)]


def _has_period(expression: Any, angle: Node) -> bool:
    """Whether an expression is the same after a turn of an angle, by trial."""
    inputs, generator = inputs_of([expression]), np.random.default_rng(7)
    for _ in range(_TRIALS):
        values = dict(zip(inputs, generator.uniform(-pi, pi, len(inputs)), strict=True))
        before, after = (evaluate(expression, {**values, angle: values[angle] + turn}) for turn in (0.0, 2.0 * pi))
        if not abs(after - before) <= _SAME * max(1.0, abs(before)):
            return False
    return True

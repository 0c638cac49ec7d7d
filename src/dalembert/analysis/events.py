"""What a run looks out for, and what may steer it from outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import inf
from numbers import Real
from types import FunctionType
from typing import Any

import numpy as np

from dalembert.errors import ModelError
from dalembert.state import State, checked_names

MOST_SAMPLES = 10_000_000
"""More would be hours of work in Python."""

SHORTEST = 1e-14
"""Period beside the largest time that differs from rounding."""


@dataclass(frozen=True)
class Event:
    """Something that happens when an expression of measures changes its sign.

    Upwards (direction 1), downwards (−1) or either way (0); a terminal event ends the simulation.
    """

    name: str
    expression: Any
    direction: int = 0
    is_terminal: bool = False


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

    def held(self, state: State) -> State:
        """The state with the inputs that the law gives there."""
        given = self.law(state)
        if not isinstance(given, Mapping):
            raise ModelError(f"a law gives inputs by name, such as {{'motor': 1.0}}, not {given!r}")
        checked_names(given, state.tau, "input")
        return replace(state, tau={**state.tau, **given})

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

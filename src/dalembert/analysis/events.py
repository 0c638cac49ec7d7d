"""What a run looks out for, and what may steer it from outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from numbers import Real
from typing import Any

from dalembert.errors import ModelError
from dalembert.state import State


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
    """A Python law that gives the inputs every `period` from the state then; they are held in between."""

    period: float
    law: Callable[[State], Mapping[str, float]]

    def __post_init__(self) -> None:
        if not isinstance(self.period, Real) or not 0.0 < float(self.period) < inf:
            raise ModelError(f"the period of a controller is a positive number, not {self.period!r}")
        if not callable(self.law):
            raise ModelError(f"the law of a controller is a function of the state, not {self.law!r}")

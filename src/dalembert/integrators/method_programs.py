"""What a method asks of a system: programs, as expressions that the engine compiles, and nothing else."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dalembert.arrays import Array
from dalembert.expr.node import Node
from dalembert.numerics.second_order import Unsolved


@dataclass(frozen=True, eq=False)
class MethodProgram:
    """Expressions of the system's variables, and of others that the method gives behind them."""

    outputs: Sequence[Any]
    inputs: Sequence[Node] = ()


@dataclass(frozen=True, eq=False)
class MethodPrograms:
    """ẋ = F(t, x, τ, p) as a method integrates it, and the programs that it calls besides, by name."""

    x: Array
    tau: Array
    rate: Array
    projected: Array
    """The nearest states that are valid, after each step."""

    programs: Mapping[str, MethodProgram] = field(default_factory=dict)
    n_positions: int = 0
    """How many states at the beginning are positions whose rates follow in the same order."""

    is_projected_once: bool = True
    """Whether one projection is exact; else it is one step of Newton's method."""

    watch: tuple[Any, ...] = ()
    """Parameters by which F stops to be finite; zero turns them off."""

    layout: Any = None
    """What the steps of the method know about sizes in its programs."""

    discrete: Sequence[Node] = ()
    """Discrete variables, which stand behind the states and are changed by events alone."""


class System(ABC):
    """What a method may ask: the equations solved for rates, or not solved at all."""

    @abstractmethod
    def solved(self) -> Any:
        """ẋ = F with x, τ, rate, projected and their derivatives: a `FirstOrder`."""

    @abstractmethod
    def unsolved(self, who: str, *, is_lasting: bool = False) -> Unsolved:
        """M a − f − Jᵀ λ = 0 with rows by level; `who` asks, for messages where there is none.

        With rows that come and go, unless all are to be lasting.
        """

"""Measures of accelerations and reactions in terms of variables for them, before equations are solved."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from dalembert.arrays import Array
from dalembert.equations.outputs import NamedOutputs
from dalembert.equations.solution import Solution
from dalembert.memo import Memo


class Unsolved:
    """A solution whose accelerations and multipliers are the variables of its equations; the rest is as it was."""

    def __init__(self, solution: Solution) -> None:
        self._solution, self.memo = solution, Memo()
        self.equations = solution.equations

    def __getattr__(self, name: str) -> Any:
        return getattr(self._solution, name)

    @property
    def accelerations(self) -> Array:
        """Variables for u̇ (nu,)."""
        return self.equations.a

    @property
    def multipliers(self) -> Array:
        """Variables for λ (m,)."""
        return self.equations.lam

    @cached_property
    def signals(self) -> NamedOutputs:
        """Named outputs, with these variables."""
        return self.equations.outputs.signals(self)

    def signal(self, name: str) -> Any:
        """A named output as an expression."""
        return self.signals[name]

    def resolve(self, expression: Any) -> Any:
        """An expression of measures in the variables of the equations, these among them."""
        return self.equations.outputs.resolve(expression, self)

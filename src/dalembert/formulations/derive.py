"""From a model to its equations, by a principle."""

from __future__ import annotations

from typing import Protocol

from dalembert.equations import Equations
from dalembert.formulations.recursive import Recursive
from dalembert.model.model import Model


class Principle(Protocol):
    """A principle of mechanics: it makes equations of a model."""

    def equations(self, model: Model) -> Equations:
        """The equations of motion."""


def derive(model: Model, principle: Principle | None = None) -> Equations:
    """The equations of motion of a model, by recursion unless another principle is chosen."""
    return (principle or Recursive()).equations(model)

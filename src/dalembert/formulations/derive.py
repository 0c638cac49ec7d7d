"""From a model to its equations, by a principle."""

from __future__ import annotations

from typing import Protocol, TypeGuard, TypeVar

from dalembert.equations import Equations
from dalembert.errors import FormulationError, ModelError
from dalembert.formulations.derivation import Derivation
from dalembert.formulations.recursive import Recursive
from dalembert.model.model import Model

P = TypeVar("P")


class Principle(Protocol):
    """A principle of mechanics: it makes equations of a model."""

    def equations(self, model: Model) -> Equations:
        """The equations of motion."""


class Explains(Principle, Protocol):
    """A principle that can show its work."""

    def derivation(self, model: Model) -> Derivation:
        """The equations and how they come about, step by step."""


def derive(model: Model, principle: Principle | None = None) -> Equations:
    """The equations of motion of a model, by recursion unless another principle is chosen."""
    return (principle if _is_object(principle) else Recursive()).equations(_checked(model))


def explain(model: Model, principle: Explains | None = None) -> Derivation:
    """How a principle comes to the equations of a model, step by step; by recursion unless another is chosen."""
    return (principle if _is_object(principle) else Recursive()).derivation(_checked(model))


def _checked(model: Model) -> Model:
    if not isinstance(model, Model):
        raise ModelError(f"a principle makes equations of a model, not of {type(model).__name__}")
    return model


def _is_object(principle: P | None) -> TypeGuard[P]:
    """Whether a principle is given, which must be an object."""
    if isinstance(principle, type):
        raise FormulationError(f"a principle is an object: write {principle.__name__}(), not {principle.__name__}")
    return principle is not None

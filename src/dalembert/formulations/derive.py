"""From a model to its equations, by a principle."""

from __future__ import annotations

from typing import Any, Protocol, TypeGuard, TypeVar, runtime_checkable

from dalembert.equations.value import Equations
from dalembert.errors import FormulationError, ModelError
from dalembert.formulations.derivation import Derivation
from dalembert.formulations.principle_names import meant_principle
from dalembert.formulations.recursive import Recursive
from dalembert.model.model import Model
from dalembert.model.standalone import standalone

P = TypeVar("P")


@runtime_checkable
class Principle(Protocol):
    """A principle of mechanics: it makes equations of a model."""

    def equations(self, model: Model) -> Equations:
        """The equations of motion."""


class Explains(Principle, Protocol):
    """A principle that can show its work."""

    def derivation(self, model: Model) -> Derivation:
        """The equations and how they come about, step by step."""


def derive(model: Model, principle: Principle | None = None) -> Equations:
    """The equations of motion of a model, by recursion unless another principle is chosen.

    Of a module, whose bodies other models will carry, they are those of `standalone(model)`: its ports are free.
    """
    return (principle if _is_object(principle) else Recursive()).equations(_checked(model))


def explain(model: Model, principle: Explains | None = None) -> Derivation:
    """How a principle comes to the equations of a model, step by step; by recursion unless another is chosen."""
    return (principle if _is_object(principle) else Recursive()).derivation(_checked(model))


def _checked(model: Model) -> Model:
    if not isinstance(model, Model):
        raise ModelError(f"a principle makes equations of a model, not of {type(model).__name__}")
    return standalone(model) if model.roots else model


def _is_object(principle: P | None) -> TypeGuard[P]:
    """Whether a principle is given, which must be an object."""
    given: Any = principle
    if isinstance(given, type | str):
        name, written = (given, repr(given)) if isinstance(given, str) else (given.__name__, given.__name__)
        raise FormulationError(f"a principle is an object, not {written}: {meant_principle(name)}")
    if given is not None and not isinstance(given, Principle):
        raise FormulationError(f"a principle is an object such as Kane() or Lagrange(), not {given!r}")
    return given is not None

"""From a model to its equations, by a principle and in coordinates."""

from __future__ import annotations

from dalembert.equations.value import Equations
from dalembert.model.model import Model
from dalembert.principles.coordinates.choice import Coordinates
from dalembert.principles.deriving.derivation import Derivation
from dalembert.principles.formulation import Explains, Principle, formulation


def derive(
    model: Model, principle: Principle | None = None, *, coordinates: Coordinates | None = None
) -> Equations:
    """The equations of motion of a model, by recursion and in relative coordinates unless others are chosen.

    Of a module, whose bodies other models will carry, they are those of `standalone(model)`: its ports are free.
    """
    return formulation(principle, coordinates).equations(model)


def explain(
    model: Model, principle: Explains | None = None, *, coordinates: Coordinates | None = None
) -> Derivation:
    """How a principle comes to the equations of a model, step by step; by recursion unless another is chosen."""
    return formulation(principle, coordinates).derivation(model)

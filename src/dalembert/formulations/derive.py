"""From a model to its equations, by a principle and in coordinates."""

from __future__ import annotations

from dalembert.coordinates.choice import Coordinates
from dalembert.deriving.derivation import Derivation
from dalembert.equations.value import Equations
from dalembert.formulations.formulation import Explains, Principle, formulation
from dalembert.model.model import Model


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

"""Equations of motion whose inertia and forces a principle gives."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from typing import Any, Self

from dalembert.formulations.constrained import ConstrainedEquations
from dalembert.formulations.input_forces import input_matrix, without_inputs
from dalembert.formulations.principles.bodies import MovingBodies
from dalembert.formulations.principles.speeds import ChosenSpeeds
from dalembert.formulations.principles.terms import MakesTerms, Terms
from dalembert.formulations.relative import RelativeEquations
from dalembert.model.model import Model
from dalembert.solvers.accelerations import products
from dalembert.solvers.constrained.solver import AccelerationSolver

Array = Any


class EquationsByPrinciple(ConstrainedEquations):
    """M, f and G from what a principle makes."""

    principle: MakesTerms

    @property
    def bodies(self) -> MovingBodies:
        """Bodies in the speeds of these equations."""
        raise NotImplementedError

    @cached_property
    def terms(self) -> Terms:
        """What the principle makes."""
        return self.principle.terms(self.bodies)

    @property
    def M(self) -> Array:
        return self.terms.M

    @property
    def forces(self) -> Array:
        return self.terms.forces

    @cached_property
    def f(self) -> Array:
        return self.bodies.kinematics.dependent.without(without_inputs(self.forces, self.tau))

    @cached_property
    def G(self) -> Array:
        return input_matrix(self.forces, self.tau)

    @cached_property
    def J(self) -> Array:
        own = self.principle.constraint_matrix(self)
        return super().J if own is None else own

    @cached_property
    def solver(self) -> AccelerationSolver | None:
        solver = self.principle.acceleration_solver
        return solver and solver.bound(self.speeds, self.resolve)

    def unloaded_residual(self, a: Array, lam: Array) -> Array:
        return products(self.M, a) - self.forces - products(self.J.T, lam) - self.nonideal_forces


class PrincipleEquations(EquationsByPrinciple, RelativeEquations):
    """Equations by a principle in the speeds of the model."""

    def __init__(self, model: Model, principle: MakesTerms, left_out: Collection[str] = ()) -> None:
        RelativeEquations.__init__(self, model, left_out)
        self.principle = principle

    def _made_without(self, rows: Collection[str]) -> Self:
        return type(self)(self.model, self.principle, rows)

    @cached_property
    def bodies(self) -> MovingBodies:
        return MovingBodies(self.kinematics, ChosenSpeeds.own(self.speeds, self.u))

    def residual(self, a: Array, lam: Array) -> Array:
        return self.with_loads(self.unloaded_residual(a, lam), a, lam)

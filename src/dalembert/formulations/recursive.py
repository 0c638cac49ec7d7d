"""Equations of a tree by recursion over its bodies, in relative coordinates."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np

from dalembert.expr.cost import estimated_cost
from dalembert.formulations.derivation import Derivation
from dalembert.formulations.recursive_steps import recursive_steps
from dalembert.formulations.relative import RelativeEquations
from dalembert.model.model import Model
from dalembert.solvers.accelerations import SchurComplement, products
from dalembert.solvers.constrained.solver import AccelerationSolver

Array = Any

MASS_MATRIX_ENTRIES = 130
"""Beyond this many entries in the mass matrix of the tree, articulated bodies win always: 16 joints in a chain."""


@dataclass(frozen=True)
class Recursive:
    """Relative coordinates, recursion over the bodies: the default, fastest for trees.

    With constraints, `solver` gets accelerations and multipliers; the Schur complement of the constraints if None.
    """

    solver: AccelerationSolver | None = None

    def equations(self, model: Model) -> RecursiveEquations:
        """The equations of motion of a model."""
        return RecursiveEquations(model, (), self.solver)

    def derivation(self, model: Model) -> Derivation:
        """The equations and how they come about, step by step."""
        equations = self.equations(model)
        return Derivation("Recursive()", tuple(recursive_steps(equations)), equations)


class RecursiveEquations(RelativeEquations):
    """Equations of motion by recursion: composite bodies make M, inverse dynamics f, articulated bodies solve."""

    def _made_without(self, rows: Collection[str]) -> Self:
        return type(self)(self.model, rows, self._solver)

    # ---- dynamics

    @property
    def M(self) -> Array:
        return self.recursions.mass_matrix

    @cached_property
    def forces(self) -> Array:
        return self._applied - self.inverse(np.zeros(len(self.speeds)))

    # ---- solved

    def open_solution(self, schur: SchurComplement | None = None) -> tuple[Array, Array]:
        """Without constraints, of two recursions the one whose graph promises the faster code.

        Articulated bodies need operations in proportion to the number of joints, one after the other; the mass
        matrix needs more of them in large trees, but they wait less for each other. With constants compiled in, it
        is 1.2 to 1.6 times faster for chains of 4 to 8 joints, and slower from 12 joints on.
        """
        if self.rows:
            return super().open_solution(schur)
        tau = self._applied
        a = self.recursions.by_articulated_bodies(tau)
        if self.recursions.n_entries <= MASS_MATRIX_ENTRIES:
            a = min(a, self.recursions.by_mass_matrix(tau), key=estimated_cost)
        return a, np.zeros(0)

    def inverse(self, a: Array) -> Array:
        """Joint forces (nu,) that produce the accelerations a besides gravity and all force elements on bodies."""
        return self.recursions.inverse(a)

    def unloaded_residual(self, a: Array, lam: Array) -> Array:
        return self.inverse(a) - self._applied - products(self.J.T, lam) - self.nonideal_forces

    def residual(self, a: Array, lam: Array) -> Array:
        return self.with_loads(self.unloaded_residual(a, lam), a, lam)

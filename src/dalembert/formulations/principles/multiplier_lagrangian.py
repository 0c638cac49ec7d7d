"""The Lagrangian with multipliers in it, L + λᵀ φ: for holonomic constraints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np

from dalembert.expr.calculus import jacobian
from dalembert.expr.symbols import symbol
from dalembert.formulations.constrained import ConstrainedEquations
from dalembert.formulations.constraint_steps import rows_step
from dalembert.formulations.derivation import Step
from dalembert.formulations.principles.bodies import MovingBodies
from dalembert.formulations.principles.lagrange import lagrange_steps, lagrange_terms
from dalembert.formulations.principles.principle import TreePrinciple
from dalembert.formulations.principles.terms import Terms
from dalembert.model.model import Model
from dalembert.rows import Row
from dalembert.solvers.constrained.solver import AccelerationSolver

Array = Any


@dataclass(frozen=True)
class MultiplierLagrangian(TreePrinciple):
    """Lagrange's equations of L + λᵀ φ: stationary by λ, it says φ = 0, by the path, M a = f + (∂φ/∂q)ᵀ λ.

    Holonomic constraints only: with velocities in it, L + λᵀ ψ is stationary for other paths than mechanics takes
    (vakonomic motion).
    """

    _: KW_ONLY
    solver: AccelerationSolver | None = None

    @property
    def acceleration_solver(self) -> AccelerationSolver | None:
        return self.solver

    def check(self, model: Model, rows: Sequence[Row]) -> None:
        self.refuse_nonholonomic(rows, "LagrangeFirstKind, whose forces are Jᵀ λ,")

    def terms(self, bodies: MovingBodies) -> Terms:
        return lagrange_terms(bodies)

    def constraint_matrix(self, equations: ConstrainedEquations) -> Array:
        """∂²(λᵀ φ)/∂λ∂q along the motion that coordinates allow."""
        lam = _multipliers(equations)
        added = lam @ equations.phi if len(lam) else 0.0
        slopes = jacobian(np.array([added], dtype=object), equations.q) @ equations.N
        return jacobian(slopes[0], lam).T if len(lam) else np.zeros((0, len(equations.speeds)))

    def steps(self, bodies: MovingBodies) -> Sequence[Step]:
        return lagrange_steps(bodies)

    def constraint_steps(self, equations: ConstrainedEquations) -> Sequence[Step]:
        return [
            Step(
                "Multipliers",
                "λᵀ φ is added to L; its slopes by the coordinates are the forces of the constraints.",
                {
                    r"\lambda^T \varphi": _multipliers(equations) @ equations.phi,
                    r"\partial \varphi / \partial q": self.constraint_matrix(equations),
                },
            ),
            rows_step(equations),
        ]


def _multipliers(equations: ConstrainedEquations) -> Array:
    lam = np.empty(len(equations.rows), dtype=object)
    lam[:] = [symbol(f"λ {row.name}") for row in equations.rows]
    return lam

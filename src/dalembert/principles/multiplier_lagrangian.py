"""The Lagrangian with multipliers in it, L + λᵀ φ: for holonomic constraints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.coordinate_motion import CoordinateMotion
from dalembert.equations.equations import Equations
from dalembert.equations.level_rows import LevelRow
from dalembert.equations.variables import helper_variables
from dalembert.expr.calculus import jacobian
from dalembert.expr.node import name_of
from dalembert.model.model import Model
from dalembert.principles.deriving.constraint_steps import rows_step
from dalembert.principles.deriving.derivation import DerivationStep
from dalembert.principles.deriving.principle import TakesSolver
from dalembert.principles.deriving.terms import Terms
from dalembert.principles.lagrange import lagrange_steps, lagrange_terms
from dalembert.rows import Row
from dalembert.tree.moving_bodies import MovingBodies


@dataclass(frozen=True)
class MultiplierLagrangian(TakesSolver):
    """Lagrange's equations of L + λᵀ φ: stationary by λ, it says φ = 0, by the path, M a = f + (∂φ/∂q N)ᵀ λ.

    Holonomic constraints only: with velocities in it, L + λᵀ ψ is stationary for other paths than mechanics takes
    (vakonomic motion).

    Parameters
    ----------
    solver : AccelerationSolver, optional
        Way to accelerations and multipliers; default the Schur complement of the constraints.

    Examples
    --------
    >>> import dalembert as da
    >>> crank, bar = da.rod("crank", length=0.3, mass=1.0), da.rod("bar", length=0.9, mass=1.0)
    >>> piston = da.particle("piston", mass=1.0)
    >>> engine = da.Model(
    ...     da.Revolute("A", da.ground, crank),
    ...     da.Revolute("B", crank["end"], bar),
    ...     da.Prismatic("slide", da.ground, piston, axis="x"),
    ...     da.Revolute("C", bar["end"], piston),
    ... )
    >>> start = da.assemble(engine, q={"A": 0.5}, u={"A": 1.0})
    >>> eom = da.derive(engine, da.formulations.MultiplierLagrangian())
    >>> print(f"{da.as_dynamics(eom).accelerations(start)['A.rate']:.6f}")
    -0.827637
    """

    def check(self, model: Model, rows: Sequence[Row]) -> None:
        self.refuse_nonholonomic(rows, "LagrangeFirstKind, whose forces are Jᵀ λ,")

    def terms(self, bodies: MovingBodies) -> Terms:
        return lagrange_terms(bodies)

    def constraint_matrix(self, rows: Sequence[LevelRow], motion: CoordinateMotion) -> Array:
        """∂²(λᵀ φ)/∂λ∂q along the motion that coordinates allow."""
        if not rows:
            return np.zeros((0, len(motion.u)))
        lam = helper_variables((f"λ {row.row.name}" for row in rows), {*map(name_of, (*motion.q, *motion.u))})
        added = lam @ np.array([row.phi for row in rows], dtype=object)
        slopes = jacobian(np.array([added], dtype=object), motion.q) @ motion.N
        return jacobian(slopes[0], lam).T

    def steps(self, bodies: MovingBodies) -> Sequence[DerivationStep]:
        return lagrange_steps(bodies)

    def constraint_steps(self, equations: Equations) -> Sequence[DerivationStep]:
        return [
            DerivationStep(
                "Multipliers",
                "λᵀ φ is added to L; its slopes along the motion of each speed are the forces of the constraints.",
                {
                    r"\lambda^\top \varphi": equations.lam @ equations.phi,
                    r"\partial \varphi / \partial q \, N": equations.J,
                },
            ),
            rows_step(equations),
        ]

"""Maggi's equations: Lagrange's, projected onto what constraints allow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dalembert.equations.equations import Equations
from dalembert.equations.solvers.partitions import FullOrderForm
from dalembert.equations.solvers.solver import AccelerationSolver
from dalembert.model.model import Model
from dalembert.principles.deriving.constraint_steps import (
    parted_speeds,
    parted_step,
    projected_step,
    rows_step,
)
from dalembert.principles.deriving.derivation import DerivationStep
from dalembert.principles.deriving.principle import NamesIndependent
from dalembert.principles.deriving.terms import Terms
from dalembert.principles.lagrange import lagrange_steps, lagrange_terms
from dalembert.rows import Row
from dalembert.tree.moving_bodies import MovingBodies


@dataclass(frozen=True)
class Maggi(NamesIndependent):
    """Zᵀ (d/dt ∂T/∂q̇ − ∂T/∂q − Q) = 0 with J Z = 0, and the constraints J q̈ = γ beside.

    No multipliers stand in the equations; afterwards they follow from what is left of Lagrange's equations.
    Constraints are holonomic or linear in the speeds. (Maggi 1896.)

    Parameters
    ----------
    independent : sequence of str, optional
        Names of independent speeds, or of the coordinates they are rates of; default chosen by pivoting.

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
    >>> eom = da.derive(engine, da.Maggi())
    >>> print(f"{da.as_dynamics(eom).accelerations(start)['A.rate']:.6f}")
    -0.827637
    """

    @property
    def acceleration_solver(self) -> AccelerationSolver:
        return FullOrderForm(tuple(self.independent))

    def check(self, model: Model, rows: Sequence[Row]) -> None:
        self.refuse_nonlinear(rows, "Nonminimal, GibbsAppell, Gauss and UdwadiaKalaba")

    def terms(self, bodies: MovingBodies) -> Terms:
        return lagrange_terms(bodies)

    def steps(self, bodies: MovingBodies) -> Sequence[DerivationStep]:
        return lagrange_steps(bodies)

    def constraint_steps(self, equations: Equations) -> Sequence[DerivationStep]:
        parts = parted_speeds(equations, self.independent)
        return [rows_step(equations), parted_step(equations, parts), projected_step(equations, parts)]

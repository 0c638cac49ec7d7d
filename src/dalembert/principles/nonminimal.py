"""The nonminimal acceleration form: Kane's equations with constraints of accelerations, in all speeds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dalembert.arrays import Array
from dalembert.equations.equations import Equations
from dalembert.equations.solvers.partitions import FullOrderForm
from dalembert.equations.solvers.solver import AccelerationSolver
from dalembert.principles.deriving.constraint_steps import (
    full_order_step,
    line_by_line,
    parted_speeds,
    parted_step,
    rows_step,
)
from dalembert.principles.deriving.derivation import DerivationStep
from dalembert.principles.deriving.principle import NamesIndependent, TakesSpeeds
from dalembert.principles.deriving.terms import Terms
from dalembert.principles.kane import Kane
from dalembert.tree.moving_bodies import MovingBodies


@dataclass(frozen=True)
class Nonminimal(NamesIndependent, TakesSpeeds):
    """T u̇ = V with T = [A₁; A₂ M]: constraint rows for dependent speeds, Kane's equations for independent ones.

    Constraints of any kind, also nonlinear in the speeds and of accelerations. Equations are read as u̇ = T⁻¹ V,
    line by line and without multipliers. (Bajodah 2003.)

    Parameters
    ----------
    speeds : QuasiVelocities or object with `chosen`, optional
        Speeds of one's own; default those of the model.
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
    >>> eom = da.derive(engine, da.Nonminimal(independent=["A.rate"]))
    >>> print(f"{da.as_dynamics(eom).accelerations(start)['A.rate']:.6f}")
    -0.827637
    """

    @property
    def acceleration_solver(self) -> AccelerationSolver:
        return FullOrderForm(tuple(self.independent))

    def terms(self, bodies: MovingBodies) -> Terms:
        return Kane().terms(bodies)

    def steps(self, bodies: MovingBodies) -> Sequence[DerivationStep]:
        return Kane().steps(bodies)

    def written(self, equations: Equations) -> tuple[Array, Array]:
        return line_by_line(equations, parted_speeds(equations, self.independent))

    def constraint_steps(self, equations: Equations) -> Sequence[DerivationStep]:
        parts = parted_speeds(equations, self.independent)
        return [rows_step(equations), parted_step(equations, parts), full_order_step(equations, parts)]

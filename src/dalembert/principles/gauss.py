"""Gauss' principle of least constraint: accelerations deviate as little as possible from free ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import cast

from dalembert.equations.solvers.least_constraint import LeastConstraint
from dalembert.equations.solvers.solver import AccelerationSolver
from dalembert.errors import FormulationError
from dalembert.expr.calculus import gradient
from dalembert.expr.node import Scalar
from dalembert.principles.deriving.derivation import DerivationStep
from dalembert.principles.deriving.principle import TakesSolver, TakesSpeeds, accelerations_step
from dalembert.principles.deriving.terms import Terms
from dalembert.spatial.vectors import cross
from dalembert.tree.moving_bodies import MovingBodies


@dataclass(frozen=True)
class Gauss(TakesSpeeds, TakesSolver):
    """Z = Σ ½ m |a − F/m|² + ½ |α − I⁻¹ (T − ω × I ω)|²_I is least, of all accelerations that constraints allow.

    Z is used up to what contains no accelerations, so that bodies without mass pose no question. At the minimum
    ∂Z/∂u̇ = 0; with `minimise` the minimum itself is looked for, by orthogonal transformations instead of this
    equation. (Gauss 1829.)

    Parameters
    ----------
    solver : AccelerationSolver, optional
        Way to accelerations and multipliers; default the Schur complement of the constraints.
    speeds : QuasiVelocities or object with `chosen`, optional
        Speeds of one's own; default those of the model.
    minimise : bool, optional
        Whether the minimum itself is looked for, by orthogonal transformations; default False.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> print(da.derive(pendulum, da.Gauss()).reading().text())
    hinge″/3 + 4.905 cos(hinge) = 0
    """

    _: KW_ONLY
    minimise: bool = False

    def __post_init__(self) -> None:
        if self.minimise and self.solver is not None:
            raise FormulationError("Gauss looks for the minimum by itself; give `minimise` or `solver`, not both")

    @property
    def acceleration_solver(self) -> AccelerationSolver | None:
        return LeastConstraint() if self.minimise else self.solver

    def terms(self, bodies: MovingBodies) -> Terms:
        return Terms.of_balance(gradient(compulsion(bodies), bodies.a), 0.0, bodies.a)

    def steps(self, bodies: MovingBodies) -> Sequence[DerivationStep]:
        Z = compulsion(bodies)
        return [
            accelerations_step(bodies),
            DerivationStep("Compulsion", "Z, without what contains no accelerations.", {"Z": Z}),
            DerivationStep(
                "Minimum",
                "Z is a sum of squares of accelerations, so it is least where its slope vanishes along all that "
                "is allowed.",
                {r"\partial Z / \partial \dot u": gradient(Z, bodies.a)},
            ),
        ]


def compulsion(bodies: MovingBodies) -> Scalar:
    """Z in terms of the variables a, up to what does not contain them."""
    total: Scalar = 0.0
    for body, (alpha, a) in zip(bodies.bodies, bodies.accelerations, strict=True):
        moment = body.T - cross(body.w, body.I @ body.w)
        total = total + 0.5 * (body.mass * (a @ a) + alpha @ (body.I @ alpha)) - a @ body.F - alpha @ moment
    return total - cast(Scalar, bodies.joint_forces @ bodies.a)

"""The equations of Gibbs and Appell: forces are slopes of the energy of accelerations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dalembert.expr.calculus import gradient
from dalembert.principles.deriving.derivation import DerivationStep
from dalembert.principles.deriving.principle import (
    TakesSolver,
    TakesSpeeds,
    accelerations_step,
    applied_forces,
)
from dalembert.principles.deriving.terms import Terms
from dalembert.tree.moving_bodies import MovingBodies


@dataclass(frozen=True)
class GibbsAppell(TakesSpeeds, TakesSolver):
    """∂S/∂u̇ = Q with S = Σ ½ m a · a + ½ α · I α + α · (ω × I ω) + …, for any speeds and any constraints.

    With constraints their forces stand beside Q, which is what relaxing them one by one gives. (Gibbs 1879,
    Appell 1899.)

    Parameters
    ----------
    solver : AccelerationSolver, optional
        Way to accelerations and multipliers; default the Schur complement of the constraints.
    speeds : QuasiVelocities or object with `chosen`, optional
        Speeds of one's own; default those of the model.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> print(da.derive(pendulum, da.GibbsAppell()).reading().text())
    hinge″/3 + 4.905 cos(hinge) = 0
    """

    def terms(self, bodies: MovingBodies) -> Terms:
        return Terms.of_balance(gradient(bodies.gibbs_function, bodies.a), applied_forces(bodies), bodies.a)

    def steps(self, bodies: MovingBodies) -> Sequence[DerivationStep]:
        S = bodies.gibbs_function
        return [
            accelerations_step(bodies),
            DerivationStep("Gibbs function", "The energy of accelerations of all bodies.", {"S": S}),
            DerivationStep(
                "Its slope",
                "What the applied forces must be equal to, together with those of constraints.",
                {r"\partial S / \partial \dot u": gradient(S, bodies.a)},
            ),
            DerivationStep(
                "Applied forces", "Their power for a unit of each speed.", {"Q": applied_forces(bodies)}
            ),
        ]

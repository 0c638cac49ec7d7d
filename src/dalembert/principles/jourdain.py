"""Jourdain's principle: no power in any virtual change of the velocities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dalembert.expr.calculus import jacobian
from dalembert.principles.deriving.derivation import DerivationStep
from dalembert.principles.deriving.principle import (
    TakesSolver,
    TakesSpeeds,
    accelerations_step,
    applied_forces,
    columns_of,
    named,
    velocities_step,
)
from dalembert.principles.deriving.terms import Terms, VirtualMotion, virtual_power
from dalembert.tree.moving_bodies import MovingBodies


@dataclass(frozen=True)
class Jourdain(TakesSpeeds, TakesSolver):
    """Σ (F − m a) · δv + (T − I α − ω × I ω) · δω = 0 for all δv, δω that constraints allow at fixed positions.

    Velocities are written down and differentiated by the speeds: δv = ∂v/∂u δu. (Jourdain 1909.)

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
    >>> print(da.derive(pendulum, da.Jourdain()).reading().text())
    hinge″/3 + 4.905 cos(hinge) = 0
    """

    def terms(self, bodies: MovingBodies) -> Terms:
        return virtual_power(len(bodies.u), self._motions(bodies), bodies.joint_forces)

    def _motions(self, bodies: MovingBodies) -> list[VirtualMotion]:
        motions = []
        for body, (alpha, a) in zip(bodies.bodies, bodies.biases, strict=True):
            angular, linear = columns_of(jacobian(body.w, bodies.u), jacobian(body.v, bodies.u))
            motions.append(VirtualMotion(body.mass, body.I, body.w, angular, linear, alpha, a, body.F, body.T))
        return motions

    def steps(self, bodies: MovingBodies) -> Sequence[DerivationStep]:
        changes: dict[str, Any] = {}
        for body in bodies.bodies:
            changes |= {
                rf"\partial \omega_{{{named(body)}}} / \partial u": jacobian(body.w, bodies.u),
                rf"\partial v_{{{named(body)}}} / \partial u": jacobian(body.v, bodies.u),
            }
        return [
            velocities_step(bodies),
            DerivationStep(
                "Virtual velocities",
                "Positions are held, velocities changed: δω = ∂ω/∂u δu, δv = ∂v/∂u δu.",
                changes,
            ),
            accelerations_step(bodies),
            DerivationStep(
                "Power",
                "That of applied forces and of −m a and −I α − ω × I ω together vanishes for every δu that is "
                "allowed.",
                {"Q": applied_forces(bodies)},
            ),
        ]

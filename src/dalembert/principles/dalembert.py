"""The principle of d'Alembert and Lagrange: no virtual work of applied and inertia forces together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.calculus import jacobian
from dalembert.expr.node import Scalar
from dalembert.expr.scalar import is_zero
from dalembert.principles.deriving.derivation import DerivationStep
from dalembert.principles.deriving.principle import TakesSolver, columns_of, named
from dalembert.principles.deriving.terms import Terms, VirtualMotion, virtual_power
from dalembert.tree.moving_bodies import MovingBodies, MovingBody


@dataclass(frozen=True)
class DAlembert(TakesSolver):
    """Σ (F − m a) · δr + (T − I α − ω × I ω) · δθ = 0 for all displacements that constraints allow.

    Positions are differentiated: δr = Γ δq with Γ = ∂r/∂q, and skew(δθ) = Rᵀ δR. M = Σ m Γᵀ Γ + Πᵀ I Π, and the
    forces of inertia without accelerations come from Γ̇ and Π̇.

    Parameters
    ----------
    solver : AccelerationSolver, optional
        Way to accelerations and multipliers; default the Schur complement of the constraints.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> print(da.compare(pendulum, [da.DAlembert(), da.Kane()], 5).agrees(1e-12))
    True
    """

    def terms(self, bodies: MovingBodies) -> Terms:
        motions = [self._motion(bodies, body) for body in bodies.bodies]
        # speeds of no coordinate move no place, and resist by themselves
        alone = [link for link in bodies.kinematics.tree.links if not link.joint.coordinates]
        inertia: dict[int, Scalar] = {}
        for link in alone:
            for k in range(link.u.start, link.u.stop):
                inertia[k] = inertia.get(k, 0.0) + link.joint.speed_inertia
        return virtual_power(len(bodies.u), motions, bodies.joint_forces, inertia)

    def _motion(self, bodies: MovingBodies, body: MovingBody) -> VirtualMotion:
        """Linear quantities in world axes, all from places alone."""
        Gamma, Pi = displacements(bodies, body)
        angular, linear = columns_of(Pi, Gamma)
        w, v = rotation_rate(body.R, bodies.along(body.R)), bodies.along(body.r)
        alpha, a = bodies.along(w), bodies.along(v)
        return VirtualMotion(body.mass, body.I, w, angular, linear, alpha, a, body.R @ body.F, body.T)

    def steps(self, bodies: MovingBodies) -> Sequence[DerivationStep]:
        places: dict[str, Any] = {}
        virtual: dict[str, Any] = {}
        inertia: dict[str, Any] = {}
        for body in bodies.bodies:
            Gamma, Pi = displacements(bodies, body)
            places |= {f"r_{{{named(body)}}}": body.r}
            virtual |= {rf"\Gamma_{{{named(body)}}}": Gamma, rf"\Pi_{{{named(body)}}}": Pi}
            inertia |= {
                rf"\dot\Gamma_{{{named(body)}}}": bodies.along(Gamma),
                rf"\dot\Pi_{{{named(body)}}}": bodies.along(Pi),
            }
        return [
            DerivationStep("Places", "The mass centre of each body in the world.", places),
            DerivationStep(
                "Virtual displacements", "δr = Γ δq for mass centres, δθ = Π δq in axes of the bodies.", virtual
            ),
            DerivationStep("Rates", "Γ̇ and Π̇ give what accelerations have besides Γ q̈ and Π q̈.", inertia),
            DerivationStep(
                "Work",
                "The virtual work of applied and inertia forces vanishes for every δq that is allowed.",
                {"Q": self._applied(bodies)},
            ),
        ]

    def _applied(self, bodies: MovingBodies) -> Array:
        total: Array = np.array(bodies.joint_forces, dtype=object)
        for body in bodies.bodies:
            Gamma, Pi = displacements(bodies, body)
            total = total + Gamma.T @ (body.R @ body.F) + Pi.T @ body.T
        return total


def displacements(bodies: MovingBodies, body: MovingBody) -> tuple[Array, Array]:
    """Γ and Π (3, nu): displacement of the mass centre in the world, turning in axes of the body."""
    n = len(bodies.u)
    Gamma = np.stack([bodies.along_speeds(row) for row in jacobian(body.r, bodies.q)])
    turned = np.stack([bodies.along_speeds(row) for row in jacobian(body.R, bodies.q).reshape(9, -1)])
    Pi = np.full((3, n), 0.0, dtype=object)
    for k in range(n):
        if not all(is_zero(x) for x in turned[:, k]):
            Pi[:, k] = rotation_rate(body.R, turned[:, k].reshape(3, 3))
    return Gamma, Pi


def rotation_rate(R: Array, change: Array) -> Array:
    """θ (3,) in axes of the body with skew(θ) = Rᵀ R′, for a change R′ of a rotation matrix."""
    return np.array([R[:, 2] @ change[:, 1], R[:, 0] @ change[:, 2], R[:, 1] @ change[:, 0]], dtype=object)

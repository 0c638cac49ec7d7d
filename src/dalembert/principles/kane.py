"""Kane's equations: active and inertia forces along partial velocities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dalembert.equations.equations import Equations
from dalembert.equations.solvers.partitions import CoordinatePartitioning
from dalembert.equations.solvers.solver import AccelerationSolver
from dalembert.expr.sparse_matrix import products
from dalembert.principles.deriving.constraint_steps import (
    parted_speeds,
    parted_step,
    projected_step,
    rows_step,
)
from dalembert.principles.deriving.derivation import DerivationStep
from dalembert.principles.deriving.principle import (
    NamesIndependent,
    TakesSpeeds,
    accelerations_step,
    matrix_of,
    named,
    velocities_step,
)
from dalembert.principles.deriving.terms import Terms, VirtualMotion, virtual_power
from dalembert.tree.moving_bodies import MovingBodies


@dataclass(frozen=True)
class Kane(NamesIndependent, TakesSpeeds):
    """F + F* = 0 along the partial velocities of as many speeds as there are degrees of freedom.

    F_r = Σ v_r · F + ω_r · T and F*_r = −Σ v_r · m a + ω_r · (I α + ω × I ω). With constraints the partial
    velocities of the independent speeds carry those of the dependent ones: ṽ_r = v_r + Σ v_s A_sr. Independent
    speeds are those named, or chosen by pivoting in every evaluation. (Kane and Levinson 1985.)

    Parameters
    ----------
    speeds : QuasiVelocities or object with `chosen`, optional
        Speeds of one's own; default those of the model.
    independent : sequence of str, optional
        Names of independent speeds, or of the coordinates they are rates of; default chosen by pivoting.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> print(da.derive(pendulum, da.Kane()).reading().text())
    hinge″/3 + 4.905 cos(hinge) = 0
    """

    @property
    def acceleration_solver(self) -> AccelerationSolver:
        return CoordinatePartitioning(tuple(self.independent))

    def terms(self, bodies: MovingBodies) -> Terms:
        return virtual_power(len(bodies.u), kane_motions(bodies), bodies.joint_forces)

    def steps(self, bodies: MovingBodies) -> Sequence[DerivationStep]:
        n, motions = len(bodies.u), kane_motions(bodies)
        partials = {}
        for body, motion in zip(bodies.bodies, motions, strict=True):
            partials[rf"\partial \omega_{{{named(body)}}} / \partial u"] = matrix_of(motion.angular, n)
            partials[rf"\partial v_{{{named(body)}}} / \partial u"] = matrix_of(motion.linear, n)
        terms = self.terms(bodies)
        still = [_still(motion) for motion in motions]
        active = virtual_power(n, [_active(motion) for motion in motions], bodies.joint_forces).forces
        inertia = virtual_power(n, still, np.zeros(n)).forces - products(terms.M, bodies.a)
        return [
            velocities_step(bodies),
            DerivationStep("Partial velocities", "What multiplies each speed in these velocities.", partials),
            accelerations_step(bodies),
            DerivationStep(
                "Active forces", "Applied forces and moments along the partial velocities.", {"F": active}
            ),
            DerivationStep(
                "Inertia forces", "−m a and −I α − ω × I ω along the partial velocities.", {"F^*": inertia}
            ),
        ]

    def constraint_steps(self, equations: Equations) -> Sequence[DerivationStep]:
        parts = parted_speeds(equations, self.independent)
        return [rows_step(equations), parted_step(equations, parts), projected_step(equations, parts)]


def kane_motions(bodies: MovingBodies) -> list[VirtualMotion]:
    """Partial velocities read off the motion axes of joints."""
    return [
        VirtualMotion(body.mass, body.I, body.w, angular, linear, alpha, a, body.F, body.T)
        for body, (angular, linear), (alpha, a) in zip(
            bodies.bodies, bodies.partial_velocities, bodies.biases, strict=True
        )
    ]


def _active(motion: VirtualMotion) -> VirtualMotion:
    """Generalized active forces: without inertia."""
    none = np.zeros(3)
    return VirtualMotion(
        0.0, np.zeros((3, 3)), none, motion.angular, motion.linear, none, none, motion.F, motion.T
    )


def _still(motion: VirtualMotion) -> VirtualMotion:
    """Generalized inertia forces: without applied forces."""
    none = np.zeros(3)
    return VirtualMotion(
        motion.mass, motion.I, motion.w, motion.angular, motion.linear, motion.alpha, motion.a, none, none
    )

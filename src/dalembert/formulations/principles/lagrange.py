"""Lagrange's equations: of the second kind, and with multipliers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np

from dalembert.expr.calculus import gradient, jacobian, time_derivative
from dalembert.expr.rewrite import substitute
from dalembert.expr.symbols import symbol
from dalembert.formulations.derivation import Step
from dalembert.formulations.principles.bodies import MovingBodies
from dalembert.formulations.principles.principle import TreePrinciple
from dalembert.formulations.principles.terms import Terms
from dalembert.model.model import Model
from dalembert.rows import Row
from dalembert.solvers.constrained.solver import AccelerationSolver

Array = Any


@dataclass(frozen=True)
class Lagrange(TreePrinciple):
    """d/dt ∂L/∂q̇ − ∂L/∂q = Q in independent coordinates, L = T − V: the equations of the second kind.

    Where speeds are no rates, as of a quaternion, the equations are those of T(q, q̇) along the directions that the
    coordinates allow: Nᵀ (d/dt ∂T/∂q̇ − ∂T/∂q).
    """

    def check(self, model: Model, rows: Sequence[Row]) -> None:
        self.refuse_rows(rows, "LagrangeFirstKind, Kane, GibbsAppell and others")

    def terms(self, bodies: MovingBodies) -> Terms:
        return lagrange_terms(bodies)

    def steps(self, bodies: MovingBodies) -> Sequence[Step]:
        return lagrange_steps(bodies)


@dataclass(frozen=True)
class LagrangeFirstKind(TreePrinciple):
    """d/dt ∂L/∂q̇ − ∂L/∂q = Q + Jᵀ λ with the constraints beside: multipliers are their forces."""

    _: KW_ONLY
    solver: AccelerationSolver | None = None

    @property
    def acceleration_solver(self) -> AccelerationSolver | None:
        return self.solver

    def terms(self, bodies: MovingBodies) -> Terms:
        return lagrange_terms(bodies)

    def steps(self, bodies: MovingBodies) -> Sequence[Step]:
        return lagrange_steps(bodies)


def lagrange_terms(bodies: MovingBodies) -> Terms:
    """M and forces from the kinetic energy and the potential, and generalized forces that have none."""
    M, inertia = _inertia(bodies)
    forces = bodies.forces_without_potential - inertia - bodies.by_positions(bodies.potential_energy)
    return Terms(M, forces)


def _inertia(bodies: MovingBodies) -> tuple[Array, Array]:
    """M, and d/dt ∂T/∂q̇ − ∂T/∂q without accelerations (nu,)."""
    T = bodies.kinetic_energy
    if bodies.has_own_rates:
        p = gradient(T, bodies.u)
        return jacobian(p, bodies.u), bodies.along(p) - bodies.by_positions(T)
    rates, p, slope = _by_rates(bodies)
    known = dict(zip(rates, bodies.rates, strict=True))
    N = bodies.N

    # q̈ = N u̇ + Ṅ u: what is left without u̇
    turning = dict(zip(rates, bodies.along(bodies.rates), strict=True))
    still = time_derivative(p, {**dict(zip(bodies.q, rates, strict=True)), **turning})
    M = N.T @ substitute(jacobian(p, rates), known) @ N
    return M, N.T @ substitute(still - slope, known)


def _by_rates(bodies: MovingBodies) -> tuple[Array, Array, Array]:
    """Variables for q̇, and ∂T/∂q̇ and ∂T/∂q in terms of them."""
    rates = np.empty(len(bodies.q), dtype=object)
    rates[:] = [symbol(f"rate of {name}") for name in bodies.kinematics.model.coordinates]
    T = substitute(bodies.kinetic_energy, dict(zip(bodies.u, bodies.speeds_for(rates), strict=True)))
    return rates, gradient(T, rates), gradient(T, bodies.q)


def lagrange_steps(bodies: MovingBodies) -> list[Step]:
    """Energies, momenta, their rates, and what is applied."""
    T, V = bodies.kinetic_energy, bodies.potential_energy
    p = gradient(T, bodies.u)
    return [
        Step("Kinetic energy", "Of all bodies, by velocities of mass centres and angular velocities.", {"T": T}),
        Step("Potential energy", "Of gravity and of all forces that have a potential.", {"V": V}),
        Step("Lagrangian", "Their difference.", {"L": T - V}),
        Step("Momenta", "The slopes of L by the velocities.", {r"\partial L / \partial \dot q": p}),
        Step(
            "Their rates",
            "Along the motion, with all that moves.",
            {r"\frac{d}{dt} \partial L / \partial \dot q": bodies.rate_of(p)},
        ),
        Step(
            "Slopes by positions",
            "L changes with positions at given velocities.",
            {r"\partial L / \partial q": bodies.by_positions(T - V)},
        ),
        Step("Other forces", "What is applied and has no potential.", {"Q": bodies.forces_without_potential}),
    ]

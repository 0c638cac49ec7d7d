"""The equations of Boltzmann and Hamel: Lagrange's in quasi-velocities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.calculus import gradient, sparse_jacobian, time_derivative
from dalembert.expr.rewrite import substitute
from dalembert.principles.deriving.derivation import DerivationStep
from dalembert.principles.deriving.principle import TakesSolver, TakesSpeeds
from dalembert.principles.deriving.terms import Terms
from dalembert.tree.moving_bodies import MovingBodies


@dataclass(frozen=True)
class BoltzmannHamel(TakesSpeeds, TakesSolver):
    """d/dt ∂T/∂u + Nᵀ (Ẏ − ∂u/∂q)ᵀ ∂T/∂u − Nᵀ ∂T/∂q = Q for speeds u = Y q̇ + …, q̇ = N u + η.

    The middle term is there because the speeds are no rates of coordinates: it takes all speeds, those that
    constraints make zero too, and T before they do. (Boltzmann 1902, Hamel 1904.)

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
    >>> print(da.derive(pendulum, da.BoltzmannHamel()).reading().text())
    hinge″/3 + 4.905 cos(hinge) = 0
    """

    def terms(self, bodies: MovingBodies) -> Terms:
        T = bodies.kinetic_energy
        p = gradient(T, bodies.u)
        inertia = bodies.along(p) + hamel_term(bodies, p) - bodies.by_positions(T)
        forces = bodies.forces_without_potential - inertia - bodies.by_positions(bodies.potential_energy)
        return Terms(sparse_jacobian(p, bodies.u), forces)

    def steps(self, bodies: MovingBodies) -> Sequence[DerivationStep]:
        T, V = bodies.kinetic_energy, bodies.potential_energy
        p = gradient(T, bodies.u)
        return [
            DerivationStep("Rates", "How coordinates move by the speeds: q̇ = N u + η.", {r"\dot q": bodies.rates}),
            DerivationStep("Energies", "In terms of coordinates and speeds.", {"T": T, "V": V}),
            DerivationStep("Momenta", "The slopes of T by the speeds.", {r"\partial T / \partial u": p}),
            DerivationStep(
                "Their rates", "Along the motion.", {r"\frac{d}{dt} \partial T / \partial u": bodies.rate_of(p)}
            ),
            hamel_step(bodies),
            DerivationStep(
                "Slopes by positions",
                "Along the motion that each speed makes.",
                {r"N^\top \partial T / \partial q": bodies.by_positions(T)},
            ),
            DerivationStep(
                "Forces",
                "Of the potential, and those that have none.",
                {"Q": bodies.forces_without_potential - bodies.by_positions(V)},
            ),
        ]


def hamel_step(bodies: MovingBodies) -> DerivationStep:
    """The step of a derivation for speeds that are no rates of coordinates."""
    term = hamel_term(bodies, gradient(bodies.kinetic_energy, bodies.u))
    return DerivationStep(
        "Hamel's term",
        "Speeds that are no rates change among themselves as the coordinates move.",
        {r"N^\top (\dot Y - \partial u / \partial q)^\top \partial T / \partial u": term},
    )


def hamel_term(bodies: MovingBodies, p: Array) -> Array:
    """Nᵀ (Ẏ − ∂u/∂q)ᵀ p (nu,), zero where speeds are rates of coordinates."""
    if bodies.has_own_rates:
        return np.full(len(bodies.u), 0.0, dtype=object)
    rates = bodies.rate_variables
    weights = bodies.helpers(f"weight of {name}" for name in bodies.speeds.names)

    # pᵀ u as a function of q and q̇, with p held: its slope by q̇ is Yᵀ p, that by q is (∂u/∂q)ᵀ p
    weighted = weights @ bodies.speeds_for(rates)
    turning = time_derivative(gradient(weighted, rates), dict(zip(bodies.q, rates, strict=True)))
    term = turning - gradient(weighted, bodies.q)
    values = {**dict(zip(rates, bodies.rates, strict=True)), **dict(zip(weights, p, strict=True))}
    return bodies.along_speeds(substitute(term, values))

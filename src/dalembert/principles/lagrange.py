"""Lagrange's equations: of the second kind, and with multipliers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import FormulationError
from dalembert.expr.calculus import gradient, sparse_jacobian, time_derivative
from dalembert.expr.node import Scalar
from dalembert.expr.rewrite import Substitution, substitute
from dalembert.expr.sparse_matrix import SparseMatrix, sparse
from dalembert.model.model import Model
from dalembert.principles.deriving.derivation import DerivationStep
from dalembert.principles.deriving.principle import TakesSolver, TreePrinciple
from dalembert.principles.deriving.terms import Terms
from dalembert.rows import Row
from dalembert.tree.moving_bodies import MovingBodies


@dataclass(frozen=True)
class Lagrange(TreePrinciple):
    """d/dt ∂L/∂q̇ − ∂L/∂q = Q in independent coordinates, L = T − V: the equations of the second kind.

    Where speeds are no rates, as of a quaternion, the equations are those of T(q, q̇) along the directions that the
    coordinates allow: Nᵀ (d/dt ∂T/∂q̇ − ∂T/∂q).

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> print(da.derive(pendulum, da.Lagrange()).reading().text())
    hinge″/3 + 4.905 cos(hinge) = 0
    """

    def check(self, model: Model, rows: Sequence[Row]) -> None:
        self.refuse_rows(rows, "LagrangeFirstKind, Kane, GibbsAppell and others")

    def terms(self, bodies: MovingBodies) -> Terms:
        return lagrange_terms(bodies)

    def steps(self, bodies: MovingBodies) -> Sequence[DerivationStep]:
        return lagrange_steps(bodies)


@dataclass(frozen=True)
class LagrangeFirstKind(TakesSolver):
    """d/dt ∂L/∂q̇ − ∂L/∂q = Q + Jᵀ λ with the constraints beside: multipliers are their forces.

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
    >>> eom = da.derive(engine, da.formulations.LagrangeFirstKind())
    >>> print(f"{da.as_dynamics(eom).accelerations(start)['A.rate']:.6f}")
    -0.827637
    """

    def terms(self, bodies: MovingBodies) -> Terms:
        return lagrange_terms(bodies)

    def steps(self, bodies: MovingBodies) -> Sequence[DerivationStep]:
        return lagrange_steps(bodies)


def lagrange_terms(bodies: MovingBodies) -> Terms:
    """M and forces from the kinetic energy and the potential, and generalized forces that have none."""
    M, inertia = _inertia(bodies)
    forces = bodies.forces_without_potential - inertia - bodies.by_positions(bodies.potential_energy)
    return Terms(M, forces)


def _inertia(bodies: MovingBodies) -> tuple[SparseMatrix, Array]:
    """M, and d/dt ∂T/∂q̇ − ∂T/∂q without accelerations (nu,)."""
    T = bodies.kinetic_energy
    if bodies.has_own_rates:
        p = gradient(T, bodies.u)
        return sparse_jacobian(p, bodies.u), bodies.along(p) - bodies.by_positions(T)
    T, rates, N = _by_rates(bodies), bodies.rate_variables, sparse(bodies.N)
    p, values = gradient(T, rates), dict(zip(rates, bodies.rates, strict=True))

    # q̈ = N u̇ + Ṅ u: what is left without u̇
    still = _rate_along(bodies, p, bodies.along(bodies.rates))
    by_rates = sparse_jacobian(p, rates).mapped(Substitution(values))
    return N.T.times(by_rates).times(N), bodies.along_speeds(still - substitute(gradient(T, bodies.q), values))


def _by_rates(bodies: MovingBodies) -> Scalar:
    """T in terms of q and variables for q̇."""
    if lone := bodies.kinematics.model.coordinate_free_speeds:
        raise FormulationError(
            f"the speed {lone[0]!r} has no coordinate, and other speeds are no rates of theirs: Lagrange's "
            "equations know neither; choose angles, and speeds that are their rates, or Kane, BoltzmannHamel …"
        )
    u = bodies.speeds_for(bodies.rate_variables)
    return substitute(bodies.kinetic_energy, dict(zip(bodies.u, u, strict=True)))


def _rate_along(bodies: MovingBodies, y: Array, second: Array) -> Array:
    """dy/dt of what depends on q and on variables for q̇, for q̈ (nq,); in terms of q and u."""
    rates = bodies.rate_variables
    changes = dict(zip((*bodies.q, *rates), (*rates, *second), strict=True))
    return np.asarray(substitute(time_derivative(y, changes), dict(zip(rates, bodies.rates, strict=True))))


def lagrange_steps(bodies: MovingBodies) -> list[DerivationStep]:
    """Energies, momenta, their rates, and what is applied."""
    if not bodies.has_own_rates:
        return _projected_steps(bodies)
    T, V = bodies.kinetic_energy, bodies.potential_energy
    p = gradient(T, bodies.u)
    return [
        DerivationStep(
            "Kinetic energy", "Of all bodies, by velocities of mass centres and angular velocities.", {"T": T}
        ),
        DerivationStep("Potential energy", "Of gravity and of all forces that have a potential.", {"V": V}),
        DerivationStep("Lagrangian", "Their difference.", {"L": T - V}),
        DerivationStep("Momenta", "The slopes of L by the velocities.", {r"\partial L / \partial \dot q": p}),
        DerivationStep(
            "Their rates",
            "Along the motion, with all that moves.",
            {r"\frac{d}{dt} \partial L / \partial \dot q": bodies.rate_of(p)},
        ),
        DerivationStep(
            "Slopes by positions",
            "L changes with positions at given velocities.",
            {r"\partial L / \partial q": bodies.by_positions(T - V)},
        ),
        _other_forces(bodies),
    ]


def _projected_steps(bodies: MovingBodies) -> list[DerivationStep]:
    """Steps where speeds are no rates: in coordinates and their rates, then along each speed."""
    T, V = _by_rates(bodies), bodies.potential_energy
    p = gradient(T, bodies.rate_variables)
    rate = _rate_along(bodies, p, bodies.rate_of(bodies.rates))
    slope = substitute(gradient(T, bodies.q), dict(zip(bodies.rate_variables, bodies.rates, strict=True)))
    return [
        DerivationStep(
            "Rates",
            "The speeds are no rates of coordinates: q̇ = N u + η.",
            {r"\dot q": bodies.rates, "N": bodies.N},
        ),
        DerivationStep("Kinetic energy", "Of all bodies, by coordinates and their rates.", {"T": T}),
        DerivationStep("Potential energy", "Of gravity and of all forces that have a potential.", {"V": V}),
        DerivationStep("Momenta", "The slopes of T by the rates.", {r"\partial T / \partial \dot q": p}),
        DerivationStep(
            "Their rates",
            "Along the motion, with all that moves; the rates are known now.",
            {r"\frac{d}{dt} \partial T / \partial \dot q": rate},
        ),
        DerivationStep(
            "Slopes by positions", "T changes with positions at given rates.", {r"\partial T / \partial q": slope}
        ),
        DerivationStep(
            "Projection",
            "Coordinates are not free, but each speed is: along its motion.",
            {
                r"N^\top (\frac{d}{dt} \partial T / \partial \dot q - \partial T / \partial q)": (
                    bodies.along_speeds(rate - slope)
                ),
                r"N^\top \partial V / \partial q": bodies.by_positions(V),
            },
        ),
        _other_forces(bodies),
    ]


def _other_forces(bodies: MovingBodies) -> DerivationStep:
    return DerivationStep(
        "Other forces", "What is applied and has no potential.", {"Q": bodies.forces_without_potential}
    )

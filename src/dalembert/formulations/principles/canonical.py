"""Canonical equations: coordinates and momenta, in the contract of all equations.

Momenta are speeds like others, p = M u: then u = M⁻¹ p takes the place of B u in chosen speeds, and
M⁻¹ ṗ = M⁻¹ F + (J M⁻¹)ᵀ λ is M a = f + Jᵀ λ for them. So analyses treat momenta as any other speeds. What the
contract calls M is M⁻¹ here; it is 1 where multipliers of momenta leave no rows.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.equations import ReactionLaws
from dalembert.errors import FormulationError, ModelError
from dalembert.expr.fixed_order import ldl_solve, semidefinite_ldl, sparse_order
from dalembert.expr.node import Expression, Node, inputs_of
from dalembert.expr.symbols import symbol
from dalembert.formulations.principles.bodies import MovingBodies
from dalembert.formulations.principles.chosen_speed_equations import ChosenSpeedEquations
from dalembert.formulations.principles.lagrange import lagrange_terms
from dalembert.formulations.principles.speeds import ChosenSpeeds
from dalembert.formulations.principles.terms import MakesTerms, Terms
from dalembert.formulations.unresisted_speeds import unresisted
from dalembert.model.checks import check_masses
from dalembert.model.model import Model
from dalembert.reading import by_reactions, equation_lines
from dalembert.solvers.accelerations import SchurComplement, products

Array = Any


class CanonicalEquations(ChosenSpeedEquations):
    """q̇ = ∂H/∂p, ṗ = Q − ∂H/∂q + Jᵀ λ, with λ such that the constraints hold for accelerations (form A).

    H = p · q̇ − L. Its slope by q at given p is −∂L/∂q at given q̇ (Legendre), which is what is computed. In the
    contract M is M⁻¹, a is ṗ, f is M⁻¹ (Q − ∂H/∂q), J is J M⁻¹.
    """

    def __init__(self, model: Model, principle: MakesTerms, left_out: Collection[str] = ()) -> None:
        super().__init__(model, principle, left_out)
        self.lagrangian = MovingBodies(self.inner.kinematics, ChosenSpeeds.own(self.inner.speeds, self.inner.u))
        _check(self.lagrangian, model)

    @cached_property
    def mass(self) -> Array:
        """M of the rates of coordinates (nu, nu)."""
        return lagrange_terms(self.lagrangian).M

    @property
    def speeds(self) -> tuple[str, ...]:
        return momenta(self.inner.speeds)[0]

    @cached_property
    def canonical(self) -> Momenta:
        """The rates of coordinates as momenta alone give them: ∂H/∂p = M⁻¹ p."""
        none, factors = (
            np.full(len(self.mass), 0.0, dtype=object),
            semidefinite_ldl(self.mass, sparse_order(self.mass)),
        )
        if factors.vanishing:
            raise unresisted([self.inner.speeds[k] for k in factors.vanishing])
        B = ldl_solve(factors, np.eye(len(self.mass)).astype(object))
        names, mom = momenta(self.inner.speeds)
        return Momenta(names, mom, self.inner.u, B, none, self.mass, none, (), ldl_solve(factors, mom))

    @cached_property
    def chosen(self) -> ChosenSpeeds:
        return self.canonical

    @cached_property
    def lagrangian_forces(self) -> Array:
        """∂L/∂q (nu,) in terms of coordinates and their rates."""
        bodies = self.lagrangian
        return bodies.by_positions(bodies.kinetic_energy) - bodies.by_positions(bodies.potential_energy)

    @cached_property
    def momentum_forces(self) -> Array:
        """Q − ∂H/∂q (nu,) in terms of coordinates and momenta; loads by reactions are variables."""
        return self.chosen.known(self.lagrangian.forces_without_potential + self.lagrangian_forces)

    @cached_property
    def hamiltonian(self) -> Any:
        """H(t, q, p) = p · q̇ − L."""
        return self.hamiltonian_by(self.chosen)

    def hamiltonian_by(self, speeds: ChosenSpeeds) -> Any:
        """p · q̇ − L with these rates of coordinates."""
        L = self.lagrangian.kinetic_energy - self.lagrangian.potential_energy
        return self.u @ speeds.model_speeds - speeds.known(L)

    @cached_property
    def terms(self) -> Terms:
        return Terms(self.chosen.B, products(self.chosen.B, self.momentum_forces))

    # ---- reading

    @property
    def momentum_coordinates(self) -> Mapping[str, str]:
        return dict(zip(self.speeds, (name.removesuffix(".rate") for name in self.inner.speeds), strict=True))

    @property
    def reaction_laws(self) -> ReactionLaws:
        """Of what adds to ṗ."""
        found = self.inner.reaction_laws
        return replace(found, forces=self.chosen.known(found.forces)) if found.labels else found

    @property
    def lines(self) -> list[tuple[Any, Any]]:
        """q̇ = ∂H/∂p and ṗ = Q − ∂H/∂q + Jᵀ λ, in place of M⁻¹ ṗ."""
        a, lam = self.second_order.a, self.second_order.lam
        forces = self.inner.kinematics.dependent.without(self.momentum_forces) + by_reactions(self)
        return equation_lines(self, (a, forces + (self.rate_rows.T @ lam if len(lam) else 0.0)))

    # ---- the solution

    @cached_property
    def rate_rows(self) -> Array:
        """J of the rates of coordinates (m, nu); that of the momenta is J M⁻¹."""
        return self.canonical.known(self.inner.J)

    @cached_property
    def schur(self) -> SchurComplement:
        return self._restricted(list(self.independent))

    def _restricted(self, rows: list[int]) -> SchurComplement:
        return _MomentumRows(self.mass, self.rate_rows[rows])

    def open_solution(self, schur: SchurComplement | None = None) -> tuple[Array, Array]:
        if not self.rows:
            return self.momentum_forces, np.zeros(0)
        taken = list(self.independent)
        rates, solved = self.solvable(schur or self.schur).solve(self.momentum_forces, self.gamma[taken])
        lam = np.full(len(self.rows), 0.0, dtype=object)
        lam[taken] = solved
        return rates, lam

    def moving(self, y: Any) -> dict[Node, Any]:
        """Rates of the coordinates, and of the integrals that stand in y, by variable."""
        entries = np.asarray(y, dtype=object).ravel()
        inputs = set(inputs_of(x for x in entries if isinstance(x, Expression)))
        resolve, known = self.inner.kinematics.resolve, self.chosen.known
        integrals = zip(self.z, self.model.integrals, strict=True)
        found = {x: known(resolve(integral.of)) for x, integral in integrals if x in inputs}
        return {**dict(zip(self.q, self.rates, strict=True)), **found}


@dataclass(frozen=True, eq=False)
class Momenta(ChosenSpeeds):
    """Momenta as speeds; the rates of coordinates are given as they are computed best."""

    rates: Any = None

    @cached_property
    def model_speeds(self) -> Array:
        return self.rates


@dataclass(frozen=True, eq=False)
class _MomentumRows(SchurComplement):
    """Rows J of rates of coordinates, with forces and corrections along momenta: M times those along rates."""

    def solve(self, f: Array, gamma: Array) -> tuple[Array, Array]:
        _, lam = super().solve(f, gamma)
        return f + products(self.J.T, lam), lam

    def correction(self, residual: Array) -> Array:
        return products(self.M, super().correction(residual))


def momenta(speeds: tuple[str, ...]) -> tuple[tuple[str, ...], Array]:
    """Names and variables of the momenta that go with rates of coordinates."""
    names = tuple(f"{name.removesuffix('.rate')}.momentum" for name in speeds)
    mom = np.empty(len(names), dtype=object)
    mom[:] = [symbol(name) for name in names]
    return names, mom


def _check(bodies: MovingBodies, model: Model) -> None:
    """Momenta need rates as speeds, and all of them inertia."""
    if not bodies.has_own_rates:
        joint = next(
            link.joint
            for link in model.tree.links
            if tuple(f"{name}.rate" for name in link.joint.coordinates) != link.joint.speeds
        )
        raise FormulationError(
            f"canonical equations need speeds that are rates of coordinates, but those of {joint.label} are "
            "angular velocities; give it angles, such as angles='zxy' or coordinates=Absolute('zxy'), or use "
            "another principle"
        )
    try:
        check_masses(model.tree)
    except ModelError as error:
        raise FormulationError(
            f"canonical equations need momenta for all speeds, so that these follow from them: {error}; Kane, "
            "LagrangeFirstKind and others do without"
        ) from None

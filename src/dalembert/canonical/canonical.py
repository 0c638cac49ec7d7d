"""Canonical equations: coordinates and momenta in place of speeds.

Momenta p = M u are speeds like others: u = M⁻¹ p takes the place of B u in chosen speeds, and
M⁻¹ ṗ = M⁻¹ F + (J M⁻¹)ᵀ λ is M a = f + Jᵀ λ for them. So analyses treat momenta as any other speeds. What the
contract calls M is M⁻¹ here; it is 1 where multipliers of momenta leave no rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.equations.balance import Balance
from dalembert.equations.laws import ReactionLaws
from dalembert.equations.solution import Solution
from dalembert.equations.unresisted_speeds import unresisted
from dalembert.equations.value import Equations
from dalembert.equations.variables import Variables
from dalembert.errors import FormulationError, ModelError
from dalembert.expr.fixed_order import ldl_solve, semidefinite_ldl, sparse_order
from dalembert.expr.node import Expression, Node, inputs_of
from dalembert.expr.symbols import symbol
from dalembert.model.checks import check_masses
from dalembert.model.model import Model
from dalembert.model.plain import plain
from dalembert.principles.lagrange import lagrange_terms
from dalembert.reading import by_reactions
from dalembert.solvers.accelerations import SchurComplement, products
from dalembert.tree.bodies import MovingBodies
from dalembert.tree.speed_change import (
    ChangedConstraints,
    ChangedLaws,
    ChangedMotion,
    ChangedPlaces,
    SpeedChange,
)
from dalembert.tree.speeds import ChosenSpeeds

Array = Any


class CanonicalForm(SpeedChange):
    """q̇ = ∂H/∂p, ṗ = Q − ∂H/∂q + Jᵀ λ, with λ such that the constraints hold for accelerations (form A).

    H = p · q̇ − L. Its slope by q at given p is −∂L/∂q at given q̇ (Legendre), which is what is computed. In the
    contract M is M⁻¹, a is ṗ, f is M⁻¹ (Q − ∂H/∂q), J is J M⁻¹.
    """

    def __init__(self, model: Model, principle: Any) -> None:
        super().__init__(model)
        self.principle = principle
        own = ChosenSpeeds.own(model.speeds, self.tree.variables.u)
        self.lagrangian = MovingBodies(self.tree.kinematics, own)
        _check(self.lagrangian, model)

    @cached_property
    def variables(self) -> Variables:
        of_tree = self.tree.variables
        names, mom = momenta(of_tree.speeds)
        rates = [name.removesuffix(".rate") for name in of_tree.speeds]
        return replace(
            of_tree,
            speeds=names,
            own_speeds=mom,
            units={name: unit for name, unit in of_tree.units.items() if name not in of_tree.speeds},
            momentum_coordinates=dict(zip(names, rates, strict=True)),
        )

    @property
    def contents(self) -> Mapping[str, Any]:
        # momenta depend on the principle
        return {"speeds": plain(self.principle)}

    @cached_property
    def mass(self) -> Array:
        """M of the rates of coordinates (nu, nu)."""
        return lagrange_terms(self.lagrangian).M

    @cached_property
    def canonical(self) -> Momenta:
        """The rates of coordinates as momenta alone give them: ∂H/∂p = M⁻¹ p."""
        of_tree, v = self.tree.variables, self.variables
        none, factors = (
            np.full(len(self.mass), 0.0, dtype=object),
            semidefinite_ldl(self.mass, sparse_order(self.mass)),
        )
        if factors.vanishing:
            raise unresisted([of_tree.speeds[k] for k in factors.vanishing])
        B = ldl_solve(factors, np.eye(len(self.mass)).astype(object))
        return Momenta(v.speeds, v.u, of_tree.u, B, none, self.mass, none, (), ldl_solve(factors, v.u))

    @property
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
        return self.variables.u @ speeds.model_speeds - speeds.known(L)

    @cached_property
    def tree_matrix(self) -> Array:
        """J of the rates of coordinates (m, nu), in terms of these."""
        return matrix_of_rows(self.tree.constraints.rows, len(self.variables.speeds))

    @cached_property
    def rate_rows(self) -> Array:
        """J of the rates of coordinates (m, nu); that of the momenta is J M⁻¹."""
        return self.canonical.known(self.tree_matrix)

    def moving(self, y: Any) -> dict[Node, Any]:
        """Rates of the coordinates, and of the integrals that stand in y, by variable."""
        entries = np.asarray(y, dtype=object).ravel()
        inputs = set(inputs_of(x for x in entries if isinstance(x, Expression)))
        resolve, known, v = self.tree.kinematics.resolve, self.chosen.known, self.variables
        integrals = zip(v.z, self.tree.model.integrals, strict=True)
        found = {x: known(resolve(integral.of)) for x, integral in integrals if x in inputs}
        return {**dict(zip(v.q, self.rates, strict=True)), **found}


class CanonicalBalance(Balance):
    """M⁻¹ ṗ = M⁻¹ (Q − ∂H/∂q): the balance of a form, with momenta as speeds."""

    def __init__(self, form: CanonicalForm) -> None:
        self.form = form

    @property
    def M(self) -> Array:
        return self.form.chosen.B

    @cached_property
    def forces(self) -> Array:
        return products(self.form.chosen.B, self.form.momentum_forces)

    def solution(self, solution: Solution, schur: SchurComplement | None) -> tuple[Array, Array] | None:
        if not solution.equations.rows:
            return self.form.momentum_forces, np.zeros(0)
        factors, gamma = solution.solvable(schur or solution.schur), solution.gamma[list(solution.independent)]
        rates, solved = factors.solve(self.form.momentum_forces, gamma)
        return rates, solution.of_all_rows(solved)

    def factorized(self, solution: Solution, rows: list[int], on: Array | None) -> SchurComplement:
        return _MomentumRows(self.form.mass, self.form.rate_rows[rows], on=on)

    def written(self, equations: Equations) -> tuple[Array, Array] | None:
        """ṗ = Q − ∂H/∂q + Jᵀ λ, in place of M⁻¹ ṗ."""
        forces = equations.laws.loads.without(self.form.momentum_forces) + by_reactions(equations)
        lam = equations.lam
        return equations.a, forces + (self.form.rate_rows.T @ lam if len(lam) else 0.0)


class CanonicalLaws(ChangedLaws):
    """Laws that depend on reactions, as they add to ṗ."""

    def __init__(self, form: CanonicalForm) -> None:
        super().__init__(form)
        self.form = form

    def as_given(self, forces: Array) -> ReactionLaws:
        return super().as_given(self.form.momentum_forces)


def canonical_equations(
    form: CanonicalForm, balance: Balance, recipe: Any, constraints: ChangedConstraints | None = None
) -> Equations:
    """Equations of a form; constraints may have their own way to leave out rows."""
    return Equations(
        recipe,
        form.variables,
        ChangedMotion(form),
        balance,
        ChangedPlaces(form),
        constraints or ChangedConstraints(form),
        CanonicalLaws(form),
    )


def matrix_of_rows(rows: Any, n: int) -> Array:
    """Entries of rows as a matrix (m, n)."""
    J = np.full((len(rows), n), 0.0, dtype=object)
    for i, row in enumerate(rows):
        for k, value in row.J.items():
            J[i, k] = value
    return J


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

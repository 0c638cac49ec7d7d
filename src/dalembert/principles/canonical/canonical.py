"""Canonical equations: coordinates and momenta, of first order from the beginning.

```
q̇ = ∂H/∂p   ṗ = Q − ∂H/∂q + Jᵀ λ     a is ṗ, f is Q − ∂H/∂q, M is one
φ(t,q) = 0   ψ(t,q,p) = 0             ∂φ/∂δ = J along small motions δ of positions, ∂ψ/∂p = J M⁻¹
```

Small motions are those of the rates q̇ and measured by their M, momenta by M⁻¹. What needs a second order, such as
the index-3 rule, refuses these equations.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol, cast

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.balance import Balance
from dalembert.equations.coordinate_motion import CoordinateMotion
from dalembert.equations.equations import Equations
from dalembert.equations.input_states import input_rates
from dalembert.equations.massless_speeds import massless
from dalembert.equations.solved_system import SolvedSystem
from dalembert.equations.solvers.accelerations import SchurComplement
from dalembert.equations.variables import Variables
from dalembert.errors import FormulationError, ModelError
from dalembert.expr.calculus import time_derivative
from dalembert.expr.fixed_order import ldl_solve, semidefinite_ldl, sparse_order
from dalembert.expr.node import Expression, Node, Scalar, inputs_of
from dalembert.expr.sparse_matrix import SparseMatrix, products, sparse
from dalembert.expr.symbol_nodes import symbol
from dalembert.model.checks import check_masses
from dalembert.model.model import Model
from dalembert.model.plain_data import plain
from dalembert.name_checks import checked_names
from dalembert.principles.lagrange import lagrange_terms
from dalembert.symbolic.equation_text import by_reactions
from dalembert.tree.constraint_rows import ConstraintRow
from dalembert.tree.moving_bodies import MovingBodies
from dalembert.tree.speed_change import OutputsInSpeeds, SpeedChange
from dalembert.tree.speeds import ChosenSpeeds


class CanonicalPrinciple(Protocol):
    """A principle with a choice among forms of canonical equations."""

    @property
    def form(self) -> object:
        """The form."""


class CanonicalForm(SpeedChange):
    """q̇ = ∂H/∂p, ṗ = Q − ∂H/∂q + Jᵀ λ, with λ such that the constraints hold for accelerations (form A).

    H = p · q̇ − L. Its slope by q at given p is −∂L/∂q at given q̇ (Legendre), which is what is computed.
    """

    left_out = frozenset[str]()

    has_pivots = True
    """Whether pivots of J M⁻¹ Jᵀ tell where rows depend on each other."""

    def __init__(self, model: Model, principle: CanonicalPrinciple, left_out: Collection[str] = ()) -> None:
        super().__init__(model)
        self.principle, self.left_out = principle, frozenset(left_out)
        speeds = ChosenSpeeds.own(model.speeds, self.tree.variables.u)
        self.lagrangian = MovingBodies(self.tree.kinematics, speeds)
        _check(self.lagrangian, model)
        checked_names(self.left_out, [row.row.name for row in self.tree.constraints.rows], "constraint row")

    @property
    def nonideal_forces(self) -> Array | float:
        """Forces (nu,) that constraints exert besides Jᵀ λ, or the number zero."""
        return 0.0

    @cached_property
    def variables(self) -> Variables:
        of_tree = self.tree.variables
        names, mom = momenta(of_tree.speeds)
        return replace(of_tree, speeds=names, own_speeds=mom, rates_of_momenta=of_tree.speeds)

    @property
    def contents(self) -> Mapping[str, object]:
        # momenta depend on the principle
        return {"speeds": plain(self.principle)}

    @cached_property
    def mass(self) -> SparseMatrix:
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
            raise massless([of_tree.speeds[k] for k in factors.vanishing])
        B = ldl_solve(factors, np.eye(len(self.mass)).astype(object))
        return Momenta(
            v.speeds, v.u, of_tree.u, sparse(B), none, sparse(self.mass), none, (), ldl_solve(factors, v.u)
        )

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
    def hamiltonian(self) -> Scalar:
        """H(t, q, p) = p · q̇ − L."""
        return self.hamiltonian_by(self.chosen)

    def hamiltonian_by(self, speeds: ChosenSpeeds) -> Scalar:
        """p · q̇ − L with these rates of coordinates."""
        L = self.lagrangian.kinetic_energy - self.lagrangian.potential_energy
        return cast(Scalar, self.variables.u @ speeds.model_speeds) - speeds.known(L)

    @property
    def rates(self) -> Array:
        """q̇ (nq,) in terms of coordinates and momenta."""
        return self.bodies.rates

    def row(self, row: ConstraintRow) -> ConstraintRow:
        return replace(super().row(row), gradient=self.gradient(row))

    def gradient(self, row: ConstraintRow) -> dict[int, Scalar]:
        """Slopes of a row of the tree along small motions, along which it must exert its force."""
        if row.exerts is not None:
            raise FormulationError(
                f"the row {row.row.name!r} exerts other forces than along its gradient, which canonical equations "
                "cannot solve; derive the model by another principle, such as da.Kane()"
            )
        return {k: self.canonical.known(x) for k, x in row.J.items()}

    def rates_of_rates(self, a: Array) -> Array:
        """Rates of the speeds of the tree (nu,) for rates a of the momenta."""
        rates = self.chosen.model_speeds
        return time_derivative(rates, self.moving(rates) | dict(zip(self.variables.u, a, strict=True)))

    def moving(self, y: Array) -> dict[Node, Scalar]:
        """Rates of the coordinates, and of the state variables that stand in y, by variable."""
        entries = np.asarray(y, dtype=object).ravel()
        inputs = set(inputs_of(x for x in entries if isinstance(x, Expression)))
        resolve, in_momenta, v = self.tree.kinematics.resolve, self.chosen.known, self.variables
        state_variables = zip(v.z, self.tree.model.state_variables, strict=True)
        rates = {
            x: in_momenta(resolve(state_variable.rate)) for x, state_variable in state_variables if x in inputs
        }
        rates |= {x: rate for x, rate in input_rates(v.inputs).items() if x in inputs}
        return {**dict(zip(v.q, self.rates, strict=True)), **rates}

    def solved(self, solution: SolvedSystem, schur: SchurComplement | None) -> tuple[Array, Array]:
        """ṗ and λ, by another Schur complement than that of the solution if one is given."""
        if not solution.equations.rows:
            return self.momentum_forces, np.zeros(0)
        taken = list(solution.independent)
        _, multipliers = solution.solvable(schur or solution.schur).solve(
            self.momentum_forces, solution.gamma[taken]
        )
        lam = solution.of_all_rows(multipliers)
        return self.momentum_forces + products(solution.equations.entries.constraint_force_matrix, lam), lam


class CanonicalMotion(CoordinateMotion):
    """Coordinates whose rates follow from momenta; small motions are those of the rates."""

    def __init__(self, form: CanonicalForm) -> None:
        self.form, self.of_tree, self.q, self.u = form, form.tree.motion, form.variables.q, form.variables.u

    @property
    def rates(self) -> Array:
        return self.form.rates

    @property
    def N(self) -> Array:
        return self.of_tree.N

    @property
    def c(self) -> Array:
        return self.of_tree.c

    @property
    def projected(self) -> Array:
        return self.of_tree.projected

    def moved(self, delta: Array) -> Array:
        return self.of_tree.moved(delta)

    def moving(self, delta: Array) -> dict[Node, Scalar]:
        return self.of_tree.moving(delta)


class CanonicalBalance(Balance):
    """ṗ = Q − ∂H/∂q + Jᵀ λ, solved by the form."""

    def __init__(self, form: CanonicalForm) -> None:
        self.form = form

    @cached_property
    def M(self) -> SparseMatrix:
        return SparseMatrix.identity(len(self.form.variables.u))

    @property
    def forces(self) -> Array:
        return self.form.momentum_forces

    def residual(self, a: Array) -> Array:
        return a - self.forces

    def solution(self, solution: SolvedSystem, schur: SchurComplement | None) -> tuple[Array, Array]:
        if solution.solver is not None:
            raise FormulationError(
                "canonical equations get rates of momenta and multipliers by their own form, not by "
                f"{type(solution.solver).__name__}; choose the form, or derive the model by another principle"
            )
        return self.form.solved(solution, schur)

    @property
    def inertia(self) -> SparseMatrix:
        return self.form.mass

    def metric(self, definite: SparseMatrix) -> SparseMatrix:
        return self.inertia

    @property
    def speed_metric(self) -> SparseMatrix:
        return self.form.canonical.B

    def speed_correction(self, rows: SchurComplement, residual: Array) -> Array:
        return products(rows.J.T, rows.multipliers(residual))

    @property
    def has_pivots(self) -> bool:
        return self.form.has_pivots

    @property
    def nonideal_forces(self) -> Array | float:
        return self.form.nonideal_forces

    def written(self, equations: Equations) -> tuple[Array, Array]:
        """ṗ = Q − ∂H/∂q + Jᵀ λ."""
        forces = equations.reaction_dependent_forces.loads.without(self.forces) + by_reactions(equations)
        return equations.a, forces + products(equations.entries.constraint_force_matrix, equations.lam)


def canonical_equations(form: CanonicalForm) -> Equations:
    """Equations of a form."""
    return Equations(
        (made_form, (type(form), form.tree.model, form.principle, form.left_out)),
        form.variables,
        CanonicalMotion(form),
        CanonicalBalance(form),
        OutputsInSpeeds(form),
        form,
        form.reaction_dependent_forces,
    )


def made_form(
    kind: type[CanonicalForm], model: Model, principle: CanonicalPrinciple, left_out: Collection[str]
) -> Equations:
    """Equations of a form of this kind, with some rows left out for good."""
    return canonical_equations(kind(model, principle, left_out))


@dataclass(frozen=True, eq=False)
class Momenta(ChosenSpeeds):
    """Momenta as speeds; the rates of coordinates are given as they are computed best."""

    rates: Any = None

    @cached_property
    def model_speeds(self) -> Array:
        return self.rates


def momenta(speeds: tuple[str, ...]) -> tuple[tuple[str, ...], Array]:
    """Names and variables of the momenta that go with rates of coordinates."""
    names = tuple(f"{name.removesuffix('.rate')}.momentum" for name in speeds)
    mom = np.empty(len(names), dtype=object)
    mom[:] = [symbol(name) for name in names]
    return names, mom


def _check(bodies: MovingBodies, model: Model) -> None:
    """Momenta need rates as speeds, and all of them inertia."""
    if model.coordinate_free_speeds:
        raise FormulationError(
            f"canonical equations need a coordinate for each speed, but {model.coordinate_free_speeds[0]!r} has "
            f"none; Kane, "
            "Lagrange and others do without"
        )
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

"""Canonical equations with multipliers of momenta: velocities are admissible always (form B)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import cached_property

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.constraints import StateRow
from dalembert.equations.equations import Equations
from dalembert.equations.level_rows import check_lasting
from dalembert.equations.solved_system import SolvedSystem
from dalembert.equations.solvers.accelerations import SchurComplement
from dalembert.equations.solvers.row_independence import REMEDY
from dalembert.errors import FormulationError
from dalembert.expr.calculus import sparse_jacobian, time_derivative
from dalembert.expr.rewrite import substitute
from dalembert.expr.sparse_matrix import SparseMatrix, products, sparse
from dalembert.expr.trial_numbers import structural_sample
from dalembert.model.model import Model
from dalembert.principles.canonical.canonical import CanonicalForm, CanonicalPrinciple, Momenta, made_form
from dalembert.principles.canonical.canonical_forms import (
    MomentumMultipliers,
    kept_for_good,
    refuse_baumgarte,
    refuse_dependent_loads,
    refuse_inputs_in_rows,
)
from dalembert.rank import ROUNDING, rows_after_others
from dalembert.rows import Level, Stabilization
from dalembert.tree.constraint_rows import ConstraintRow
from dalembert.tree.speeds import ChosenSpeeds


class MomentumForm(CanonicalForm):
    """p = M q̇ + Jᵀ σ keeps velocities admissible; ṗ = Q + ∂L/∂q + J̇ᵀ σ, and λ = −σ̇ (form B).

    [M Jᵀ; J 0] [q̇; σ] = [p; −ψ₀ − α φ], where ψ = J q̇ + ψ₀. Velocities are always right: rows restrict positions
    only, which may drift and are kept by projection or by α. Momenta are free but for a start, which has σ = 0.
    """

    has_pivots = False

    def __init__(self, model: Model, principle: CanonicalPrinciple, left_out: Collection[str] = ()) -> None:
        super().__init__(model, principle, left_out)
        assert isinstance(principle.form, MomentumMultipliers)
        self.form = principle.form
        self.tree_rows = self.tree.constraints.rows
        refuse_dependent_loads(self)
        refuse_inputs_in_rows(self, "MomentumMultipliers")
        check_lasting(self.tree.constraints.rows, "MomentumMultipliers", "use da.Hamilton() with its default form")

    def without(self, rows: Collection[str]) -> Equations | None:
        if self.left_out == frozenset(rows):
            return None
        return made_form(MomentumForm, self.tree.model, self.principle, rows)

    def independent(self) -> MomentumForm:
        """The form without rows that depend on those before them wherever the bodies are."""
        dependent = rows_after_others(structural_sample(self._J), ROUNDING)
        names = [self.tree_rows[self._kept[i]].row.name for i in dependent]
        return MomentumForm(self.tree.model, self.principle, names) if names else self

    def check_stabilization(self, stabilization: Stabilization | None) -> None:
        refuse_baumgarte(stabilization, "MomentumMultipliers")

    @property
    def unswitchable(self) -> str:
        return kept_for_good("MomentumMultipliers")

    def row(self, row: ConstraintRow) -> ConstraintRow:
        # the rates keep ψ = 0, of rows that are left out if others imply them; λ is no force on p
        psi = self.chosen.known(row.psi) if row.row.name in self.left_out else 0.0
        return replace(row, psi=psi, J={}, gamma=0.0, gradient=self.gradient(row), exerts={})

    @cached_property
    def _kept(self) -> list[int]:
        return [i for i, row in enumerate(self.tree_rows) if row.row.name not in self.left_out]

    @cached_property
    def _J(self) -> Array:
        return SparseMatrix([self.tree_rows[i].J for i in self._kept], len(self.variables.speeds)).to_array()

    @cached_property
    def _velocity_system(self) -> SchurComplement:
        system = SchurComplement(sparse(self.mass), sparse(self._J))
        if system.dependent:
            names = [self.tree_rows[self._kept[i]].row.name for i in system.dependent]
            raise FormulationError(
                f"the rows {names} depend on others, so that multipliers of momenta have no values; {REMEDY}"
            )
        return system

    @cached_property
    def _velocities(self) -> tuple[Array, Array]:
        """q̇ and σ in terms of coordinates and momenta."""
        still = dict.fromkeys(self.tree.variables.u, 0.0)
        moving = [substitute(self.tree_rows[i].psi, still) for i in self._kept]
        if self.form.alpha:
            for k, i in enumerate(self._kept):
                if self.tree_rows[i].phi is not None:
                    moving[k] = moving[k] + self.form.alpha * self.tree_rows[i].phi
        rates, negative = self._velocity_system.solve(self.variables.u, -np.array(moving, dtype=object))
        return rates, -negative

    @cached_property
    def chosen(self) -> ChosenSpeeds:
        v, u = self.variables, self.tree.variables.u
        rates, none = self._velocities[0], np.full(len(u), 0.0, dtype=object)
        b = substitute(rates, dict.fromkeys(v.u, 0.0))
        return Momenta(
            v.speeds, v.u, u, sparse(sparse_jacobian(rates, v.u)), b, sparse(self.mass), none, (), rates
        )

    @cached_property
    def momentum_forces(self) -> Array:
        J_rate = time_derivative(self._J, self.moving(self._J))
        return super().momentum_forces + products(J_rate.T, self._velocities[1])

    def solved(self, solution: SolvedSystem, schur: SchurComplement | None) -> tuple[Array, Array]:
        """Nothing is left to be solved: λ = −σ̇."""
        sigma, lam = self._velocities[1], np.full(len(self.tree_rows), 0.0, dtype=object)
        slopes = dict(zip(self.variables.u, self.momentum_forces, strict=True))
        lam[self._kept] = -time_derivative(sigma, self.moving(sigma) | slopes)
        return self.momentum_forces, lam

    def model_accelerations(self, a: Array) -> Array:
        return self.rates_of_rates(a)

    @cached_property
    def state_rows(self) -> tuple[StateRow, ...]:
        """σ = 0 at the start, by ψ with M⁻¹ p in place of q̇."""
        return tuple(
            StateRow(
                replace(row.row, level=Level.VELOCITY),
                self.canonical.known(row.psi),
                f"the velocity row {row.row.name!r} of M⁻¹ p",
                "momenta start as M q̇ of admissible velocities, with σ = 0 in p = M q̇ + Jᵀ σ; "
                "da.convert_state(state, motion.dynamics, equations) makes them so in a state of a motion",
                is_kept=False,
            )
            for row in self.tree_rows
        )

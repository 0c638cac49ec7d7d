"""Canonical equations with multipliers of momenta: velocities are admissible always (form B)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.canonical.canonical import (
    CanonicalBalance,
    CanonicalForm,
    Momenta,
    canonical_equations,
)
from dalembert.canonical.canonical_forms import (
    MomentumMultipliers,
    refuse_baumgarte,
    refuse_dependent_loads,
)
from dalembert.equations.constraints import StateRow
from dalembert.equations.solution import Solution
from dalembert.equations.value import Equations
from dalembert.errors import FormulationError
from dalembert.expr.calculus import jacobian, time_derivative
from dalembert.expr.rewrite import substitute
from dalembert.expr.samples import finite_samples, structural_sample
from dalembert.model.model import Model
from dalembert.rank import ROUNDING, rows_after_others
from dalembert.rows import Drift, Level
from dalembert.solvers.accelerations import SchurComplement, products
from dalembert.state import checked_names
from dalembert.tree.constraint_rows import ConstraintRow
from dalembert.tree.speed_change import ChangedConstraints
from dalembert.tree.speeds import ChosenSpeeds

Array = Any

CONTRADICTION = 1e-9
"""What a row that follows from others may differ from them, beside the largest velocity or one."""


class MomentumForm(CanonicalForm):
    """p = M q̇ + Jᵀ σ keeps velocities admissible; ṗ = Q + ∂L/∂q + J̇ᵀ σ, and λ = −σ̇ (form B).

    [M Jᵀ; J 0] [q̇; σ] = [p; −ψ₀ − α φ], where ψ = J q̇ + ψ₀. Velocities are always right: rows restrict positions
    only, which may drift and are kept by projection or by α. Momenta are free but for a start, which has σ = 0.
    """

    def __init__(self, model: Model, principle: Any, form: MomentumMultipliers) -> None:
        super().__init__(model, principle)
        self.form = form
        self.tree_rows = self.tree.constraints.rows
        checked_names(form.left_out, [row.row.name for row in self.tree_rows], "constraint row")
        refuse_dependent_loads(self)

    def without(self, rows: Collection[str]) -> MomentumForm:
        """The same form with these rows left out too."""
        if set(rows) <= set(self.form.left_out):
            return self
        left_out = tuple(dict.fromkeys((*self.form.left_out, *rows)))
        found = MomentumForm(self.tree.model, self.principle, replace(self.form, left_out=left_out))
        check_kept_rows(found)
        return found

    def row(self, row: ConstraintRow) -> ConstraintRow:
        # the rates keep ψ = 0, and λ is no force on p
        return replace(row, psi=0.0, J={}, gamma=0.0, gradient=self.gradient(row), exerts={})

    @cached_property
    def _kept(self) -> list[int]:
        return [i for i, row in enumerate(self.tree_rows) if row.row.name not in self.form.left_out]

    @property
    def kept_rows(self) -> tuple[list[str], Array]:
        """Names of the rows that have multipliers, and their J."""
        return [self.tree_rows[i].row.name for i in self._kept], self._J

    @cached_property
    def _velocity_system(self) -> SchurComplement:
        return SchurComplement(self.mass, self._J)

    @cached_property
    def _J(self) -> Array:
        return self.tree_matrix[self._kept]

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
        return Momenta(v.speeds, v.u, u, jacobian(rates, v.u), b, self.mass, none, (), rates)

    @cached_property
    def momentum_forces(self) -> Array:
        J_rate = time_derivative(self._J, self.moving(self._J))
        return super().momentum_forces + products(J_rate.T, self._velocities[1])

    @property
    def multipliers(self) -> Array:
        """λ = −σ̇ (m,); zero of rows that are left out."""
        sigma = self._velocities[1]
        slopes = dict(zip(self.variables.u, self.momentum_forces, strict=True))
        lam = np.full(len(self.tree_rows), 0.0, dtype=object)
        lam[self._kept] = -time_derivative(sigma, self.moving(sigma) | slopes)
        return lam

    def in_model_speeds(self, a: Array, lam: Array) -> tuple[Array, Array]:
        return self.rates_of_rates(a), lam

    @property
    def start_rows(self) -> tuple[StateRow, ...]:
        """σ = 0, by ψ with M⁻¹ p in place of q̇."""
        psi = self.canonical.known(np.array([self.tree_rows[i].psi for i in self._kept], dtype=object))
        return tuple(
            StateRow(
                replace(self.tree_rows[i].row, level=Level.VELOCITY),
                value,
                f"the velocity row {self.tree_rows[i].row.name!r} of M⁻¹ p",
                "momenta start as M q̇ of admissible velocities, with σ = 0 in p = M q̇ + Jᵀ σ; "
                "da.converted(state, equations, equations) makes them so",
                is_kept=False,
            )
            for i, value in zip(self._kept, psi, strict=True)
        )


class _MomentumBalance(CanonicalBalance):
    """ṗ = Q + ∂L/∂q + J̇ᵀ σ: nothing is left to be solved."""

    def __init__(self, form: MomentumForm) -> None:
        super().__init__(form)
        self.momentum = form

    @property
    def has_pivots(self) -> bool:
        return False

    def solved(self, solution: Solution, schur: SchurComplement | None) -> tuple[Array, Array]:
        return self.forces, self.momentum.multipliers


class _MomentumConstraints(ChangedConstraints):
    """Rows of positions; the rates keep those of velocities."""

    def __init__(self, form: MomentumForm) -> None:
        super().__init__(form)
        self.form = form

    @property
    def state_rows(self) -> tuple[StateRow, ...]:
        return self.form.start_rows

    def check_drift(self, drift: Drift | None) -> None:
        refuse_baumgarte(drift, "MomentumMultipliers")

    @property
    def left_out(self) -> frozenset[str]:
        return frozenset(self.form.form.left_out)

    def without(self, rows: Collection[str]) -> Equations | None:
        found = self.form.without(rows)
        return None if found is self.form else momentum_equations(found)


def momentum_equations(form: MomentumForm) -> Equations:
    """Equations with multipliers of momenta."""
    recipe = _made, (form.tree.model, form.principle, form.form)
    return canonical_equations(form, _MomentumBalance(form), recipe, _MomentumConstraints(form))


def _made(model: Model, principle: Any, form: MomentumMultipliers) -> Equations:
    return momentum_equations(MomentumForm(model, principle, form))


def check_kept_rows(form: MomentumForm) -> None:
    """Raise if rows depend on others wherever the bodies are."""
    if dependent := _dependent_rows(form):
        raise FormulationError(
            f"the rows {dependent} depend on others, so that multipliers of momenta are not determined; name them "
            "in MomentumMultipliers(left_out=…), or use Hamilton(ForceMultipliers())"
        )


def without_dependent_rows(form: MomentumForm) -> MomentumForm:
    """The equations without rows that hold by others wherever the bodies are and however they move."""
    dependent = _dependent_rows(form)
    if not dependent:
        return form
    found = form.without(dependent)
    _check_implied(found, dependent)
    return found


def _dependent_rows(form: MomentumForm) -> list[str]:
    """Names of rows that depend on those before them, somewhere where nothing is aligned by chance."""
    names, J = form.kept_rows
    return [names[i] for i in rows_after_others(structural_sample(J), ROUNDING)]


def _check_implied(form: MomentumForm, dependent: list[str]) -> None:
    """Raise if velocities that the rows allow contradict a row that depends on them: ψ differs, not only J."""
    kept = form.kept_rows[0]
    numbers = {row.row.name: k for k, row in enumerate(form.tree_rows)}
    psi = np.array([row.psi for row in form.tree_rows], dtype=object)
    for sample in finite_samples(np.column_stack([form.tree_matrix, psi]), changes_parameters=True):
        rows = sample[[numbers[name] for name in kept]]
        for name in dependent:
            own = sample[numbers[name]]
            factors = np.linalg.lstsq(rows[:, :-1].T, own[:-1], rcond=ROUNDING.distance)[0]
            if abs(own[-1] - factors @ rows[:, -1]) > CONTRADICTION * (1.0 + np.abs(sample[:, -1]).max()):
                raise FormulationError(
                    f"the row {name!r} contradicts others that it depends on: no velocities satisfy all of them"
                )

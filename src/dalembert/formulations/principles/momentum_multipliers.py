"""Canonical equations with multipliers of momenta: velocities are admissible always (form B)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import cached_property
from typing import Any, Self

import numpy as np

from dalembert.equations import FirstOrder, StartCondition
from dalembert.errors import FormulationError
from dalembert.expr.calculus import jacobian, time_derivative
from dalembert.expr.rewrite import substitute
from dalembert.expr.samples import finite_samples, structural_sample
from dalembert.formulations.constraint_rows import ConstraintRow
from dalembert.formulations.principles.canonical import CanonicalEquations, Momenta, momenta
from dalembert.formulations.principles.canonical_forms import (
    MomentumMultipliers,
    refuse_baumgarte,
    refuse_dependent_loads,
)
from dalembert.formulations.principles.speeds import ChosenSpeeds
from dalembert.formulations.principles.terms import MakesTerms, Terms
from dalembert.model.model import Model
from dalembert.rank import ROUNDING, rows_after_others
from dalembert.rows import Drift, Drifting
from dalembert.solvers.accelerations import SchurComplement, products
from dalembert.state import checked_names

Array = Any

CONTRADICTION = 1e-9
"""What a row that follows from others may differ from them, beside the largest velocity or one."""


class MomentumMultiplierEquations(CanonicalEquations):
    """p = M q̇ + Jᵀ σ keeps velocities admissible; ṗ = Q + ∂L/∂q + J̇ᵀ σ, and λ = −σ̇ (form B).

    [M Jᵀ; J 0] [q̇; σ] = [p; −ψ₀ − α φ], where ψ = J q̇ + ψ₀. Momenta are free, and velocities always right; what
    may drift are positions, which are kept by projection or by α. The rows are no rows of these equations, so M in
    the contract is 1.
    """

    def __init__(self, model: Model, principle: MakesTerms, form: MomentumMultipliers) -> None:
        super().__init__(model, principle)
        self.form = form
        checked_names(form.left_out, [row.name for row in self.inner.rows], "constraint row")
        refuse_dependent_loads(self)

    def without(self, rows: Collection[str]) -> Self:
        """The same equations with these rows left out too."""
        if set(rows) <= set(self.form.left_out):
            return self
        found = self._made(rows, self.drift)
        check_kept_rows(found)
        return found

    def _made_without(self, rows: Collection[str]) -> Self:
        left_out = tuple(dict.fromkeys((*self.form.left_out, *rows)))
        return type(self)(self.model, self.principle, replace(self.form, left_out=left_out))

    def kept_by(self, drift: Drift | None) -> Self:
        if not self.inner.rows:
            return self
        refuse_baumgarte(drift, "MomentumMultipliers")
        return self._kept_by(drift)

    @property
    def constraint_rows(self) -> tuple[ConstraintRow, ...]:
        return ()

    @property
    def reaction_patterns(self) -> tuple[tuple[str, ...], Array]:
        names, patterns = self.inner.reaction_patterns
        return names, patterns[:, len(self.inner.rows) :]

    @cached_property
    def _kept(self) -> list[int]:
        return [i for i, row in enumerate(self.inner.rows) if row.name not in self.form.left_out]

    @property
    def kept_rows(self) -> tuple[list[str], Array]:
        """Names of the rows that have multipliers, and their J."""
        return [self.inner.rows[i].name for i in self._kept], self._J

    @cached_property
    def _velocity_system(self) -> SchurComplement:
        return SchurComplement(self.mass, self._J)

    @cached_property
    def _J(self) -> Array:
        return self.inner.J[self._kept]

    @cached_property
    def _velocities(self) -> tuple[Array, Array]:
        """q̇ and σ in terms of coordinates and momenta."""
        inner, mom = self.inner, momenta(self.inner.speeds)[1]
        still = substitute(inner.psi, dict.fromkeys(inner.u, 0.0))[self._kept]
        if self.form.alpha:
            n = len(inner.phi)
            for row, i in enumerate(self._kept):
                if i < n:
                    still[row] = still[row] + self.form.alpha * inner.phi[i]
        rates, negative = self._velocity_system.solve(mom, -still)
        return rates, -negative

    @cached_property
    def chosen(self) -> ChosenSpeeds:
        names, mom = momenta(self.inner.speeds)
        rates, none = self._velocities[0], np.full(len(mom), 0.0, dtype=object)
        b = substitute(rates, dict.fromkeys(mom, 0.0))
        return Momenta(names, mom, self.inner.u, jacobian(rates, mom), b, self.mass, none, (), rates)

    @cached_property
    def momentum_forces(self) -> Array:
        J_rate = time_derivative(self._J, self.moving(self._J))
        return super().momentum_forces + products(J_rate.T, self._velocities[1])

    @cached_property
    def terms(self) -> Terms:
        return Terms(np.eye(len(self.u)).astype(object), self.momentum_forces)

    @property
    def definite_mass(self) -> tuple[Array, Array]:
        return self.M, np.zeros(0)

    @property
    def open_solution_in_model_speeds(self) -> tuple[Array, Array]:
        """By differentiation: q̈ of the rates, λ = −σ̇."""
        rates, sigma = self._velocities
        states = self.moving([*rates, *sigma]) | dict(zip(self.u, self.momentum_forces, strict=True))
        lam = np.full(len(self.inner.rows), 0.0, dtype=object)
        lam[self._kept] = -time_derivative(sigma, states)
        return time_derivative(rates, states), lam

    # ---- positions, which may drift

    @cached_property
    def _positions(self) -> list[int]:
        return [i for i in self._kept if i < len(self.inner.phi)]

    @cached_property
    def c(self) -> Array:
        return np.concatenate([self.inner.c, self.inner.phi[self._positions]])

    @property
    def valid(self) -> Array:
        return self.inner.projected

    @cached_property
    def projected(self) -> Array:
        """One step of Newton's method towards φ = 0, nearest in the sense of M."""
        if not self._positions:
            return self.inner.projected
        rows = SchurComplement(self.mass, self.inner.J[self._positions])
        return self.inner.moved(rows.correction(self.inner.phi[self._positions]))

    @property
    def start_conditions(self) -> tuple[StartCondition, ...]:
        inner, (names, _) = self.inner, self.kept_rows
        assembled = "find a state that satisfies it with da.assemble(model), and take it over with da.converted"
        positions = [
            StartCondition(f"the row {row.name!r}", value, assembled)
            for row, value in zip(inner.rows, inner.phi, strict=False)
        ]
        velocities = [
            StartCondition(
                f"σ of the row {name!r} in p = M q̇ + Jᵀ σ",
                value,
                "give momenta M q̇ of admissible velocities; da.converted(state, equations, equations) does",
            )
            for name, value in zip(names, self._velocities[1], strict=True)
        ]
        return (*positions, *velocities)

    def first_order_by(self, accelerations: Array) -> FirstOrder:
        plain = super().first_order_by(accelerations)
        if not self.inner.rows:
            return plain
        if isinstance(self.drift, Drifting):
            return replace(plain, projected=np.concatenate([self.inner.projected, self.u, self.z]))
        return replace(plain, is_projected_once=not self._positions)


def check_kept_rows(equations: MomentumMultiplierEquations) -> None:
    """Raise if rows depend on others wherever the bodies are."""
    if dependent := _dependent_rows(equations):
        raise FormulationError(
            f"the rows {dependent} depend on others, so that multipliers of momenta are not determined; name them "
            "in MomentumMultipliers(left_out=…), or use Hamilton(ForceMultipliers())"
        )


def without_dependent_rows(equations: MomentumMultiplierEquations) -> MomentumMultiplierEquations:
    """The equations without rows that hold by others wherever the bodies are and however they move."""
    dependent = _dependent_rows(equations)
    if not dependent:
        return equations
    found = equations.without(dependent)
    _check_implied(found, dependent)
    return found


def _dependent_rows(equations: MomentumMultiplierEquations) -> list[str]:
    """Names of rows that depend on those before them, somewhere where nothing is aligned by chance."""
    names, J = equations.kept_rows
    return [names[i] for i in rows_after_others(structural_sample(J), ROUNDING)]


def _check_implied(equations: MomentumMultiplierEquations, dependent: list[str]) -> None:
    """Raise if velocities that the rows allow contradict a row that depends on them: ψ differs, not only J."""
    inner, kept = equations.inner, equations.kept_rows[0]
    numbers = {row.name: k for k, row in enumerate(inner.rows)}
    for sample in finite_samples(np.column_stack([inner.J, inner.psi]), changes_parameters=True):
        rows = sample[[numbers[name] for name in kept]]
        for name in dependent:
            own = sample[numbers[name]]
            factors = np.linalg.lstsq(rows[:, :-1].T, own[:-1], rcond=ROUNDING.distance)[0]
            if abs(own[-1] - factors @ rows[:, -1]) > CONTRADICTION * (1.0 + np.abs(sample[:, -1]).max()):
                raise FormulationError(
                    f"the row {name!r} contradicts others that it depends on: no velocities satisfy all of them"
                )

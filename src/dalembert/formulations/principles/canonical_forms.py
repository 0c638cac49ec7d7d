"""Canonical equations with constraints in two further forms: multipliers of momenta, and Dirac's."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np

from dalembert.equations import FirstOrder
from dalembert.errors import FormulationError
from dalembert.expr.calculus import derivative, jacobian, time_derivative
from dalembert.expr.linear import solve
from dalembert.expr.node import Expression, inputs_of
from dalembert.expr.rewrite import substitute
from dalembert.expr.samples import sampled
from dalembert.expr.symbols import time
from dalembert.formulations.constraint_rows import ConstraintRow
from dalembert.formulations.principles.canonical import CanonicalEquations, _Momenta, momenta
from dalembert.formulations.principles.speeds import ChosenSpeeds
from dalembert.formulations.principles.terms import MakesTerms, Terms
from dalembert.model.model import Model
from dalembert.rows import Drift, Drifting
from dalembert.solvers.accelerations import SchurComplement, products
from dalembert.state import checked_names

Array = Any


@dataclass(frozen=True)
class ForceMultipliers:
    """Form A: ṗ = Q − ∂H/∂q + Jᵀ λ, with λ from the constraints differentiated to accelerations."""


@dataclass(frozen=True)
class MomentumMultipliers:
    """Form B: p = M q̇ + Jᵀ σ, so that velocities are always admissible; λ = −σ̇.

    Positions are stabilized by J q̇ + α φ = 0. Rows that depend on others must be named in `left_out`. The motion
    must start from an admissible state, whose momenta are M q̇.
    """

    alpha: float = 0.0
    left_out: Sequence[str] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "left_out", tuple(self.left_out))


@dataclass(frozen=True)
class DiracMultipliers:
    """Form C: constraints χ(t, q, p) = 0 of the second class, kept by brackets of Poisson, with χ̇ + α χ = 0.

    Holonomic rows of the model take part with φ and ψ; `further` are constraints of one's own by name, expressions
    of measures and of momenta `symbol("pendulum.momentum")`.
    """

    alpha: float = 0.0
    further: Mapping[str, Any] = field(default_factory=dict)


Form: TypeAlias = ForceMultipliers | MomentumMultipliers | DiracMultipliers


class MomentumMultiplierEquations(CanonicalEquations):
    """p = M q̇ + Jᵀ σ keeps velocities admissible; ṗ = Q + ∂L/∂q + J̇ᵀ σ, and λ = −σ̇ (form B).

    [M Jᵀ; J 0] [q̇; σ] = [p; −ψ₀ − α φ], where ψ = J q̇ + ψ₀. Momenta are free, and velocities always right; what
    may drift are positions, which are kept by projection or by α. The rows are no rows of these equations.
    """

    def __init__(self, model: Model, principle: MakesTerms, form: MomentumMultipliers) -> None:
        super().__init__(model, principle)
        self.form = form
        checked_names(form.left_out, [row.name for row in self.inner.rows], "constraint row")
        _refuse_dependent_loads(self)

    @property
    def constraint_rows(self) -> tuple[ConstraintRow, ...]:
        return ()

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
        return _Momenta(names, mom, self.inner.u, jacobian(rates, mom), b, self.mass, none, (), rates)

    @cached_property
    def momentum_forces(self) -> Array:
        J_rate = time_derivative(self._J, dict(zip(self.q, self.rates, strict=True)))
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
        states = dict(zip((*self.q, *self.u), (*self.rates, *self.momentum_forces), strict=True))
        rates, sigma = self._velocities
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

    @cached_property
    def projected(self) -> Array:
        """One step of Newton's method towards φ = 0, nearest in the sense of M."""
        if not self._positions:
            return self.inner.projected
        rows = SchurComplement(self.mass, self.inner.J[self._positions])
        return self.inner.moved(rows.correction(self.inner.phi[self._positions]))

    def first_order(self, drift: Drift | None = None) -> FirstOrder:
        plain = super().first_order()
        projected = plain.x if isinstance(drift, Drifting) else plain.projected
        return FirstOrder(
            plain.names, plain.x, plain.tau, plain.rate, projected, plain.n_positions, is_projected_once=False
        )


class DiracEquations(CanonicalEquations):
    """q̇ = ∂H/∂p − χₚᵀ μ, ṗ = Q − ∂H/∂q + χ_qᵀ μ for constraints χ(t, q, p) = 0, with χ̇ + α χ = 0 (form C).

    χ holds φ and ψ of holonomic rows, whose μ are λ and zero, and further constraints of coordinates and momenta.
    The matrix of Poisson brackets {χᵢ, χⱼ} must be regular.
    """

    def __init__(
        self, model: Model, principle: MakesTerms, form: DiracMultipliers, left_out: Collection[str] = ()
    ) -> None:
        super().__init__(model, principle, left_out)
        self.form = form
        _refuse_dependent_loads(self)

    def without(self, rows: Collection[str]) -> DiracEquations:
        if frozenset(rows) == self.left_out:
            return self
        return DiracEquations(self.model, self.principle, self.form, rows)

    @cached_property
    def chi(self) -> Array:
        """All constraints (k,)."""
        taken = list(self.independent)
        return np.concatenate([self.phi[taken], self.psi[taken], self._further])

    @cached_property
    def _further(self) -> Array:
        """Constraints of one's own in terms of coordinates and momenta."""
        resolve, known = self.inner.kinematics.resolve, {*self.q, *self.u, *self.z, *self.tau}
        found = np.array([self.chosen.known(resolve(y)) for y in self.form.further.values()], dtype=object)
        for name, y in zip(self.form.further, found, strict=True):
            symbols = [x for x in inputs_of([y] if isinstance(y, Expression) else []) if x.op == "symbol"]
            if unknown := [x.args[0] for x in symbols if x not in known]:
                raise FormulationError(
                    f"the constraint {name!r} of Dirac has {unknown[0]!r} in it, which is no coordinate and no "
                    f"momentum; the momenta are {list(self.speeds)}"
                )
        return found

    @cached_property
    def brackets(self) -> Array:
        """{χᵢ, χⱼ} = χ_q χₚᵀ − χₚ χ_qᵀ (k, k)."""
        by_q, by_p = self._slopes
        return by_q @ by_p.T - by_p @ by_q.T

    @cached_property
    def _slopes(self) -> tuple[Array, Array]:
        return jacobian(self.chi, self.q), jacobian(self.chi, self.u)

    @cached_property
    def _multipliers(self) -> Array:
        by_q, by_p = self._slopes
        free = by_q @ self.chosen.model_speeds + by_p @ self.momentum_forces + derivative(self.chi, time)
        return solve(-self.brackets, -self.form.alpha * self.chi - free)

    @cached_property
    def rates(self) -> Array:
        if not len(self.chi):
            return super().rates
        return self.chosen.model_speeds - self._slopes[1].T @ self._multipliers

    @cached_property
    def N(self) -> Array:
        """M⁻¹: the multipliers in the rates of coordinates vanish with the constraints."""
        return self.chosen.B

    @property
    def usual_pivots(self) -> Array:
        return np.zeros(0)

    def open_solution(
        self, drift: Drift | None = None, schur: SchurComplement | None = None
    ) -> tuple[Array, Array]:
        if not len(self.chi):
            return super().open_solution(drift, schur)
        lam = np.full(len(self.rows), 0.0, dtype=object)
        taken = list(self.independent)
        lam[taken] = self._multipliers[: len(taken)]
        return self.momentum_forces + self._slopes[0].T @ self._multipliers, lam


def _refuse_dependent_loads(equations: CanonicalEquations) -> None:
    if equations.inner.has_dependent_loads:
        name = next(iter(equations.inner.kinematics.dependent.forces.values()))[0]
        raise FormulationError(
            f"the force {name!r} depends on reactions, and so needs multipliers of forces; "
            "Hamilton(ForceMultipliers()) has them"
        )


def check_kept_rows(equations: MomentumMultiplierEquations) -> None:
    """Raise if rows depend on others wherever the bodies are."""
    names, J = equations.kept_rows
    numbers = sampled(J)
    ranks = [0, *(int(np.linalg.matrix_rank(numbers[: k + 1], rtol=1e-9)) for k in range(len(names)))]
    dependent = [name for name, (before, after) in zip(names, pairwise(ranks), strict=True) if before == after]
    if dependent:
        raise FormulationError(
            f"the rows {dependent} depend on others, so that multipliers of momenta are not determined; name them "
            "in MomentumMultipliers(left_out=…), or use Hamilton(ForceMultipliers())"
        )


def check_brackets(equations: DiracEquations) -> None:
    """Raise if the matrix of Poisson brackets is singular, but for rows of the model that depend on others."""
    k = len(equations.chi)
    if k == 1:
        raise FormulationError(
            "a single constraint of Dirac is always singular, because {χ, χ} = 0; give its rate as a second one"
        )
    if not equations.form.further:
        return
    J = sampled(equations.J)
    dependent = len(J) - (int(np.linalg.matrix_rank(J, rtol=1e-9)) if len(J) else 0)
    if np.linalg.matrix_rank(sampled(equations.brackets), rtol=1e-9) < k - 2 * dependent:
        raise FormulationError(
            f"the matrix of Poisson brackets of the {k} constraints is singular, so they are not of the second "
            f"class; give the rates of those of {list(equations.form.further)} that commute with all others too"
        )

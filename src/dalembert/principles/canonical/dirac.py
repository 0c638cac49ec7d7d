"""Canonical equations with constraints of coordinates and momenta, by Dirac (form C)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import cached_property, partial

import numpy as np

from dalembert.arrays import Array, ArrayLike
from dalembert.equations.constraints import StateRow
from dalembert.equations.equations import Equations
from dalembert.equations.lazy_signals import Signal
from dalembert.equations.level_rows import check_lasting
from dalembert.equations.solved_system import SolvedSystem
from dalembert.equations.solvers.accelerations import SchurComplement
from dalembert.equations.solvers.row_independence import where_independent
from dalembert.equations.variables import Variables
from dalembert.errors import FormulationError
from dalembert.expr.calculus import derivative, jacobian, time_derivative
from dalembert.expr.linear import solve
from dalembert.expr.node import Expression, Scalar, inputs_of, name_of
from dalembert.expr.rewrite import substitute
from dalembert.expr.scalar import is_zero
from dalembert.expr.sparse_matrix import products
from dalembert.expr.symbol_nodes import time
from dalembert.expr.trial_numbers import sampled
from dalembert.model.model import Model
from dalembert.principles.canonical.canonical import CanonicalForm, CanonicalPrinciple, Momenta, made_form
from dalembert.principles.canonical.canonical_forms import (
    DiracMultipliers,
    kept_for_good,
    refuse_baumgarte,
    refuse_dependent_loads,
    refuse_inputs_in_rows,
)
from dalembert.rank import ROUNDING, rank
from dalembert.rows import Level, Row, Stabilization
from dalembert.tree.constraint_rows import ConstraintRow
from dalembert.tree.frames_in_speeds import FramesInSpeeds
from dalembert.tree.speeds import ChosenSpeeds

LINEAR = 1e-10
"""Difference of forces from linear ones, beside the largest, that is rounding."""


class DiracForm(CanonicalForm):
    """q̇ = ∂H/∂p − χₚᵀ μ, ṗ = Q − ∂H/∂q + χ_qᵀ μ for constraints χ(t, q, p) = 0, with χ̇ + α χ = 0 (form C).

    χ holds φ and ψ of holonomic rows, whose μ are λ and zero, and further constraints of coordinates and momenta.
    The matrix of Poisson brackets {χᵢ, χⱼ} must be regular. By rows alone q̇ is M⁻¹ p where they hold; constraints
    of one's own change it for good, so with them all that depends on speeds is made of the true q̇.
    """

    has_pivots = False

    def __init__(self, model: Model, principle: CanonicalPrinciple, left_out: Collection[str] = ()) -> None:
        super().__init__(model, principle, left_out)
        assert isinstance(principle.form, DiracMultipliers)
        self.form = principle.form
        refuse_dependent_loads(self)
        refuse_inputs_in_rows(self, "DiracMultipliers")
        check_lasting(self.tree.constraints.rows, "DiracMultipliers", "use da.Hamilton() with its default form")
        self._check_names()

    def _check_names(self) -> None:
        """Raise if a constraint of one's own has the name of a row, whose signals it would hide."""
        rows = {row.row.name for row in self.tree.constraints.rows}
        if taken := [name for name in self.form.further if name in rows]:
            raise FormulationError(
                f"the constraint {taken[0]!r} of Dirac has the name of a row of the model; call it otherwise"
            )

    def without(self, rows: Collection[str]) -> Equations | None:
        if self.left_out == frozenset(rows):
            return None
        return made_form(DiracForm, self.tree.model, self.principle, rows)

    def check_stabilization(self, stabilization: Stabilization | None) -> None:
        if len(self.chi):
            refuse_baumgarte(stabilization, "DiracMultipliers")

    @property
    def unswitchable(self) -> str:
        return kept_for_good("DiracMultipliers")

    def corrected(self) -> tuple[Array, Array] | None:
        return self._onto_chi if self.form.further else None

    @cached_property
    def variables(self) -> Variables:
        v = super().variables
        further = [self.tree.kinematics.resolve(y) for y in self.form.further.values()]
        parameters = {name_of(x): x.args[1] for x in inputs_of(_expressions(further)) if x.op == "parameter"}
        return replace(v, parameters={**parameters, **v.parameters})

    # ---- constraints and multipliers

    @cached_property
    def chi(self) -> Array:
        """All constraints (k,)."""
        rows = [self.tree.constraints.rows[i] for i in self.taken]
        phi, psi = (np.array([getattr(row, name) for row in rows], dtype=object) for name in ("phi", "psi"))
        return np.concatenate([phi, self.canonical.known(psi), self.further])

    @property
    def taken(self) -> list[int]:
        """Numbers of the rows that have multipliers."""
        return [i for i, row in enumerate(self.tree.constraints.rows) if row.row.name not in self.left_out]

    @cached_property
    def further(self) -> Array:
        """Constraints of one's own in terms of coordinates and momenta."""
        resolve, states = self.tree.kinematics.resolve, {*self.variables.q, *self.variables.u}
        conditions = np.array([self.canonical.known(resolve(y)) for y in self.form.further.values()], dtype=object)
        for name, y in zip(self.form.further, conditions, strict=True):
            symbols = [x for x in inputs_of(_expressions([y])) if x.op == "symbol"]
            if unknown := [name_of(x) for x in symbols if x not in states]:
                raise FormulationError(
                    f"the constraint {name!r} of Dirac has {unknown[0]!r} in it, which is no coordinate and no "
                    f"momentum; the momenta are {list(self.variables.speeds)}"
                )
        return conditions

    @cached_property
    def brackets(self) -> Array:
        """{χᵢ, χⱼ} = χ_q χₚᵀ − χₚ χ_qᵀ (k, k)."""
        by_q, by_p = self.slopes_of_chi
        return by_q @ by_p.T - by_p @ by_q.T

    @cached_property
    def slopes_of_chi(self) -> tuple[Array, Array]:
        """Slopes of χ along the motion of each rate, ∂χ/∂q N, and by momenta; (k, nu)."""
        return jacobian(self.chi, self.variables.q) @ self.lagrangian.N, jacobian(self.chi, self.variables.u)

    @cached_property
    def multipliers_of_chi(self) -> Array:
        """μ (k,), by which χ̇ + α χ = 0 along the motion.

        Forces without potential act by the true rates: a damper feels how its ends move. Those that are linear in
        the rates, Q = Q₀ + D q̇, add χₚ D χₚᵀ to the brackets; others, which would need an equation to be solved at
        every time, are refused.
        """
        by_p, in_momenta = self.slopes_of_chi[1], self.canonical.known
        forces = in_momenta(self.lagrangian.forces_without_potential + self.lagrangian_forces)
        rates = in_momenta(self.tree.kinematics.rates)
        free = jacobian(self.chi, self.variables.q) @ rates + by_p @ forces + derivative(self.chi, time)
        matrix, n = self.brackets, len(self.taken)
        if self.form.further:
            matrix = matrix + by_p @ self._damping @ by_p.T
        mu = solve(-matrix, -self.form.alpha * self.chi - free)
        return where_independent(mu, self.slopes_of_chi[0][:n])

    @cached_property
    def _damping(self) -> Array:
        """D = ∂Q/∂q̇ (nu, nu) of forces without potential."""
        return jacobian(self.lagrangian.forces_without_potential, self.tree.variables.u)

    @property
    def has_linear_forces(self) -> bool:
        """Whether forces without potential are linear in the rates; at zero too, where signs of speeds jump."""
        Q, u, D = self.lagrangian.forces_without_potential, self.tree.variables.u, self._damping
        forces, rest = sampled(np.stack([Q, Q - substitute(Q, dict.fromkeys(u, 0.0)) - D @ u]))
        is_small = np.abs(rest).max(initial=0.0) <= LINEAR * np.abs(forces).max(initial=0.0)
        return bool(is_small) and not set(u).intersection(inputs_of(_expressions(D)))

    # ---- rates

    @cached_property
    def _true(self) -> Momenta:
        """Momenta with the true rates of coordinates, q̇ = ∂H/∂p − χₚᵀ μ."""
        rates = self.canonical.model_speeds - self.slopes_of_chi[1].T @ self.multipliers_of_chi
        return replace(self.canonical, rates=rates)

    @property
    def chosen(self) -> ChosenSpeeds:
        # by rows alone both agree where the rows hold, and M⁻¹ p is shorter
        return self._true if self.form.further else self.canonical

    @cached_property
    def frames(self) -> FramesInSpeeds:
        if self.form.further:
            raise FormulationError(
                "with constraints of one's own, rates of coordinates are not linear in momenta, so frames have no "
                "Jacobian in these; ask equations by another principle"
            )
        return super().frames

    @cached_property
    def rates(self) -> Array:
        speeds = self._true if len(self.chi) else self.canonical
        return speeds.known(self.tree.kinematics.rates)

    @cached_property
    def momentum_forces(self) -> Array:
        Q = self.chosen.known(self.lagrangian.forces_without_potential)
        return Q + self.canonical.known(self.lagrangian_forces)

    @cached_property
    def hamiltonian(self) -> Scalar:
        return self.hamiltonian_by(self.canonical)

    # ---- in the contract

    def row(self, row: ConstraintRow) -> ConstraintRow:
        if not self.form.further:
            return super().row(row)
        psi = self.canonical.known(row.psi)
        slopes = jacobian(np.array([psi], dtype=object), self.variables.u)[0]
        J = {k: x for k, x in enumerate(slopes) if not is_zero(x)}
        gamma = -time_derivative(psi, self.moving(psi))
        return replace(row, psi=psi, J=J, gamma=gamma, gradient=self.gradient(row))

    def model_accelerations(self, a: Array) -> Array:
        return self.rates_of_rates(a) if self.form.further else super().model_accelerations(a)

    def solved(self, solution: SolvedSystem, schur: SchurComplement | None) -> tuple[Array, Array]:
        if not len(self.chi):
            return super().solved(solution, schur)
        mu, lam = self.multipliers_of_chi, np.full(len(solution.equations.rows), 0.0, dtype=object)
        lam[self.taken] = mu[: len(self.taken)]
        return self.momentum_forces + self.slopes_of_chi[0].T @ mu, lam

    @cached_property
    def nonideal_forces(self) -> Array | float:
        """Forces of the constraints of one's own: χ_qᵀ μ without that of λ."""
        if not self.form.further:
            return 0.0
        n = len(self.taken)
        return self.slopes_of_chi[0][n:].T @ self.multipliers_of_chi[n:]

    # ---- along a run

    @property
    def state_rows(self) -> tuple[StateRow, ...]:
        """The constraints of one's own."""
        return tuple(
            StateRow(
                Row(name, name, self._level(value), is_rheonomic=time in inputs_of(_expressions([value]))),
                value,
                f"the constraint {name!r} of Dirac",
                "give coordinates and momenta for which it holds, by da.assemble for example",
            )
            for name, value in zip(self.form.further, self.further, strict=True)
        )

    def own_signals(self) -> dict[str, Signal]:
        """Residuals and multipliers of the constraints of one's own."""
        signals, first = {}, len(self.chi) - len(self.further)
        for k, (name, value) in enumerate(zip(self.form.further, self.further, strict=True)):
            signals[f"{name}.residual"] = Signal(partial(lambda value: value, value))
            signals[f"{name}.multiplier"] = Signal(partial(lambda k: self.multipliers_of_chi[first + k], k))
        return signals

    def _level(self, value: Scalar) -> Level:
        has_momenta = set(self.variables.u).intersection(inputs_of(_expressions([value])))
        return Level.VELOCITY if has_momenta else Level.POSITION

    @cached_property
    def _onto_chi(self) -> tuple[Array, Array]:
        """q and p after one step of Newton's method towards χ = 0, by the smallest change that does.

        x − W Cᵀ (C W Cᵀ)⁻¹ χ with C = [χ_q χₚ] and W = diag(M⁻¹, M): coordinates are measured by M, momenta by
        M⁻¹.
        """
        by_q, by_p = self.slopes_of_chi
        along_q, along_p = products(self.canonical.B, by_q.T), products(self.mass, by_p.T)
        y = solve(by_q @ along_q + by_p @ along_p, self.chi)
        return self.tree.motion.moved(-(along_q @ y)), self.variables.u - along_p @ y


def _expressions(y: ArrayLike) -> list[Expression]:
    return [x for x in np.asarray(y, dtype=object).ravel() if isinstance(x, Expression)]


def check_multipliers(equations: DiracForm) -> None:
    """Raise if constraints do not determine their multipliers, or forces make these an implicit equation.

    The matrix of Poisson brackets is regular, but for rows of the model that depend on others.
    """
    k = len(equations.chi)
    if k == 1:
        raise FormulationError(
            "a single constraint of Dirac is always singular, because {χ, χ} = 0; give its rate as a second one"
        )
    if not equations.form.further:
        return
    if not equations.has_linear_forces:
        raise FormulationError(
            "forces that are not linear in the speeds make the multipliers of constraints of one's own an "
            "implicit equation; use linear ones, or give the constraints as rows of the model, by da.Holonomic"
        )
    J = sampled(equations.slopes_of_chi[0][: len(equations.taken)])
    dependent = len(J) - rank(J, ROUNDING)
    if rank(sampled(equations.brackets), ROUNDING) < k - 2 * dependent:
        raise FormulationError(
            f"the matrix of Poisson brackets of the {k} constraints is singular, so they are not of the second "
            f"class; give the rates of those of {list(equations.form.further)} that commute with all others too"
        )

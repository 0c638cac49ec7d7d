"""Equations with constraints: accelerations and multipliers, and how the constraints are kept along a run."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Self

import numpy as np

from dalembert.equations import Equations, FirstOrder
from dalembert.errors import FormulationError
from dalembert.expr.calculus import directional, jacobian
from dalembert.expr.least_squares import least_squares
from dalembert.expr.rewrite import substitute
from dalembert.expr.symbols import param
from dalembert.formulations.dependent_loads import DependentLoads
from dalembert.formulations.level_rows import LevelRow
from dalembert.formulations.unresisted_speeds import unresisted
from dalembert.rows import Baumgarte, Drift, DriftProjection, Level, Row
from dalembert.solvers.accelerations import SchurComplement, products
from dalembert.solvers.constrained.solver import AccelerationSolver
from dalembert.solvers.row_independence import REMEDY
from dalembert.state import checked_names

Array = Any


class ConstrainedEquations(Equations):
    """Equations whose rows come as records; rows that depend on others may be left out of the solution.

    `independent` are the numbers of the rows that are solved for; the multipliers of the others are zero.
    """

    @property
    @abstractmethod
    def constraint_rows(self) -> Sequence[LevelRow]:
        """The rows, those with a position level first, those of accelerations last."""

    _left_out: frozenset[str] = frozenset()
    _drift: Drift | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return (*super().__reduce__(), {"_drift": self._drift})

    @property
    def left_out(self) -> frozenset[str]:
        return self._left_out

    @property
    def drift(self) -> Drift | None:
        return self._drift

    @abstractmethod
    def _made_without(self, rows: Collection[str]) -> Self:
        """The same equations made anew, with these rows left out of the solution."""

    def without(self, rows: Collection[str]) -> Self:
        return self if frozenset(rows) == self.left_out else self._made(rows, self.drift)

    def kept_by(self, drift: Drift | None) -> Self:
        return self._kept_by(drift) if self.rows else self

    def _kept_by(self, drift: Drift | None) -> Self:
        wanted = None if isinstance(drift, DriftProjection) else drift
        return self if wanted == self.drift else self._made(self.left_out, wanted)

    def _made(self, left_out: Collection[str], drift: Drift | None) -> Self:
        found = self._made_without(left_out)
        found._drift = drift
        return found

    @cached_property
    def independent(self) -> tuple[int, ...]:
        checked_names(self.left_out, {row.name for row in self.rows}, "constraint row")
        return tuple(i for i, row in enumerate(self.rows) if row.name not in self.left_out)

    @property
    def solver(self) -> AccelerationSolver | None:
        """What gets accelerations and multipliers, in terms of these speeds; the Schur complement if None."""
        return None

    @property
    def forces(self) -> Array:
        """f + G τ (nu,), and loads that depend on reactions, as variables."""
        return self.f + self.G @ self.tau

    # ---- the rows

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        return tuple(row.row for row in self.constraint_rows)

    @cached_property
    def phi(self) -> Array:
        return _array(row.phi for row in self.constraint_rows if row.phi is not None)

    @cached_property
    def psi(self) -> Array:
        return _array(row.psi for row in self.constraint_rows if row.psi is not None)

    @cached_property
    def J(self) -> Array:
        J = np.full((len(self.constraint_rows), len(self.speeds)), 0.0, dtype=object)
        for i, row in enumerate(self.constraint_rows):
            for k, value in row.J.items():
                J[i, k] = value
        return J

    @cached_property
    def gamma(self) -> Array:
        gamma = _array(row.gamma for row in self.constraint_rows)
        return self._stabilized(gamma, self.drift) if isinstance(self.drift, Baumgarte) else gamma

    def _stabilized(self, gamma: Array, drift: Baumgarte) -> Array:
        """γ − A φ̇ − B φ for holonomic rows, γ − C ψ for nonholonomic ones."""
        m_phi, m_psi = len(self.phi), len(self.psi)
        A, B = (_gain(drift, field, m_phi) for field in ("velocity", "position"))
        C = _gain(drift, "nonholonomic", m_psi - m_phi)
        gamma[:m_phi] = gamma[:m_phi] - A @ self.psi[:m_phi] - B @ self.phi
        gamma[m_phi:m_psi] = gamma[m_phi:m_psi] - C @ self.psi[m_phi:]
        return gamma

    # ---- the solution

    @cached_property
    def schur(self) -> SchurComplement:
        """The factorized system of the independent rows."""
        return SchurComplement(self.metric, self.J[list(self.independent)])

    @property
    def pivots(self) -> Array:
        return self.schur.pivots if self.independent else np.ones(0)

    @property
    def metric(self) -> Array:
        """What small motions of the speeds are measured by, symmetric and definite (nu, nu): M̂ as a rule."""
        return self.definite_mass[0]

    def closed(self, a: Array, lam: Array) -> tuple[Array, Array]:
        """a and λ, given in terms of loads that depend on reactions, with what these loads are."""
        return a, lam

    def open_solution(self, schur: SchurComplement | None = None) -> tuple[Array, Array]:
        """a (nu,) and λ (m,) in terms of loads that depend on reactions; by another Schur complement if given."""
        gamma, (M, weights), taken = self.gamma, self.definite_mass, list(self.independent)
        solver = self.solver if self.rows else None
        if solver is not None and solver.allows_singular_mass:
            M, weights = self.M, np.zeros(len(gamma))
        if solver is not None and solver.allows_redundant_rows:
            taken += [i for i in range(len(gamma)) if i not in taken]
        f = self.forces + self.J.T @ (weights * gamma) if weights.any() else self.forces
        if solver is None:
            a, solved = self.solvable(schur or self.schur).solve(f, gamma[taken])
        else:
            rank = len(self.independent) if len(taken) > len(self.independent) else None
            a, solved = solver.solve(M, f, self.J[taken], gamma[taken], rank=rank)
        lam = np.full(len(self.rows), 0.0, dtype=object)
        lam[taken] = solved
        return a, lam

    def solvable(self, schur: SchurComplement) -> SchurComplement:
        """The Schur complement as given, unless some of its rows depend on others whatever the state is."""
        if schur.unresisted:
            raise unresisted([self.speeds[k] for k in schur.unresisted])
        if schur.dependent:
            names = [self.rows[self.independent[i]].name for i in schur.dependent]
            raise FormulationError(
                f"the rows {names} depend on others, so that multipliers have no values; {REMEDY}"
            )
        return schur

    def unloaded_residual(self, a: Array, lam: Array) -> Array:
        """M a − f − G τ − Jᵀ λ with loads by reactions as variables."""
        return self.residual(a, lam)

    def required_with(self, a: Array, dependent: DependentLoads) -> tuple[Array, Array]:
        """What `required` says, in terms of loads that depend on reactions."""
        off = dict.fromkeys(self.tau, 0.0)
        need = substitute(self.unloaded_residual(a, np.zeros(len(self.rows))), off)
        columns = np.column_stack([dependent.without(need), jacobian(need, dependent.variables)])
        found = least_squares(self.ways, columns)
        return self._as_inputs(found[:, 0] + products(found[:, 1:], np.array(dependent.variables, dtype=object)))

    @property
    def nonideal_forces(self) -> Any:
        return 0.0 if self.solver is None or not self.rows else self.solver.nonideal_forces

    @cached_property
    def _open_solution(self) -> tuple[Array, Array]:
        return self.open_solution()

    @cached_property
    def _solution(self) -> tuple[Array, Array]:
        return self.closed(*self._open_solution)

    @property
    def accelerations(self) -> Array:
        return self._solution[0]

    @property
    def multipliers(self) -> Array:
        return self._solution[1]

    # ---- along a run

    def first_order(self, drift: Drift | None = None) -> FirstOrder:
        kept = self if drift is None else self.kept_by(drift)
        return kept.first_order_by(kept.accelerations)

    def watched(self, drift: Drift | None = None) -> FirstOrder:
        kept = self if drift is None else self.kept_by(drift)
        plain = kept.first_order_by(kept._watched_accelerations)
        if plain.is_projected_once or not len(kept.usual_pivots):
            return replace(plain, watch=tuple(kept.usual_pivots))

        # where rows nearly depend on each other, projection could lead anywhere: there is none
        n, alarm = len(kept.q) + len(kept.u), kept._watched_schur.alarm
        projected = np.concatenate([plain.projected[:n] + alarm, plain.projected[n:]])
        return replace(plain, projected=projected, watch=tuple(kept.usual_pivots))

    def first_order_by(self, accelerations: Array) -> FirstOrder:
        """ẋ = F with accelerations solved for in one way or another, constraints kept as `drift` says."""
        plain = super().first_order()
        rate = np.concatenate([self.rates, accelerations, self.h])
        is_projected = self.drift is None and any(row.level < Level.ACCELERATION for row in self.rows)
        projected = np.concatenate([*self.corrected, self.z]) if is_projected else plain.projected
        return FirstOrder(
            plain.names, plain.x, plain.tau, rate, projected, plain.n_positions, is_projected_once=not is_projected
        )

    @property
    def _watched_accelerations(self) -> Array:
        """Accelerations that are not finite where rows nearly depend on each other."""
        if not len(self.usual_pivots):
            return self.accelerations
        return self.closed(*self.open_solution(self._watched_schur))[0]

    @property
    def _watched_schur(self) -> SchurComplement:
        return replace(self.schur, usual=self.usual_pivots)

    @cached_property
    def usual_pivots(self) -> Array:
        if self.solver is not None:
            return np.zeros(0)
        return _array(param(f"usual pivot of {self.rows[i].name}", 0.0) for i in self.independent)

    @cached_property
    def corrected(self) -> tuple[Array, Array]:
        """q and u after one step of Newton's method towards φ = 0 and ψ = 0, nearest in the sense of the metric.

        ψ is met at the corrected positions to first order: its change with them counts. It starts from coordinates
        that are valid by themselves: a quaternion of another length would move the bodies when it is normalized.
        """
        position = [i for i in self.independent if self.rows[i].level == Level.POSITION]
        velocity = [i for i in self.independent if self.rows[i].level <= Level.VELOCITY]
        delta: Array = np.zeros(len(self.speeds))
        psi = self.psi[velocity]
        if position:
            delta = self._restricted(position).correction(self.phi[position])
            psi = psi + directional(psi, self._moving(delta))
        n, free = len(self.q), len(self.q) - len(self.counted)
        found = np.concatenate([self.moved(delta), self.u + self._restricted(velocity).correction(psi)])
        valid = {x: y for x, y in zip(self.q[:free], self.projected[:free], strict=True) if x is not y}
        found = substitute(found, valid) if valid else found
        return found[:n], found[n:]

    def _moving(self, delta: Array) -> dict[Any, Any]:
        """First-order change of the coordinates for a small motion δ of the speeds."""
        change = directional(self.rates, dict(zip(self.u, delta, strict=True)))
        return dict(zip(self.q, change, strict=True))

    def _restricted(self, rows: list[int]) -> SchurComplement:
        if rows == list(self.independent):
            return self.schur
        return SchurComplement(self.metric, self.J[rows])


def _array(values: Any) -> Array:
    entries = list(values)
    result = np.empty(len(entries), dtype=object)
    result[:] = entries
    return result


def _gain(drift: Baumgarte, field: str, n: int) -> Array:
    gain = np.array(getattr(drift, field))
    if not gain.ndim:
        return gain * np.eye(n)
    if gain.shape != (n, n):
        raise FormulationError(
            f"the gain {field!r} has the shape {gain.shape}, but there are {n} rows of its kind in the system"
        )
    return gain

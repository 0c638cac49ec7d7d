"""Factors of the mass matrix and of J M⁻¹ Jᵀ, by which accelerations and multipliers are solved for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dalembert.arrays import Array, column
from dalembert.equations.massless_speeds import massless
from dalembert.equations.solved_rows import SolvedRows
from dalembert.equations.solvers.accelerations import SchurComplement
from dalembert.equations.solvers.row_independence import REMEDY
from dalembert.errors import FormulationError
from dalembert.expr.sparse_matrix import SparseMatrix
from dalembert.expr.symbol_nodes import param


@dataclass(frozen=True, eq=False)
class RowFactors:
    """Factors for the rows of a solution; each is made when it is asked for."""

    rows: SolvedRows
    weights: Callable[[], Array]
    """D (m,) for which M + Jᵀ D J is definite, as the balance has it."""

    @cached_property
    def definite_mass(self) -> tuple[SparseMatrix, Array]:
        """M̂ = M + Jᵀ D J, definite where M alone is not, and the diagonal of D (m,)."""
        rows, eom = self.rows, self.rows.equations
        of_balance = self.weights()
        weights: Array = np.zeros(len(of_balance))
        if not of_balance.any():
            return eom.entries.M, weights
        independent = list(rows.independent)
        on = np.ones(len(independent)) if rows.switches is None else rows.switches
        weights = np.full(len(of_balance), 0.0, dtype=object)
        weights[independent] = of_balance[independent] * on
        J = eom.entries.J
        return eom.entries.M.plus_products(J.T, weights, J), weights

    @cached_property
    def metric(self) -> SparseMatrix:
        """Measure of small motions, symmetric and definite (nu, nu): M̂ as a rule."""
        return self.rows.equations.balance.metric(self.definite_mass[0])

    @cached_property
    def schur(self) -> SchurComplement:
        """Factors for all independent rows."""
        return self._restricted(list(self.rows.independent))

    def of(self, rows: list[int]) -> SchurComplement:
        """Factors for some of the independent rows."""
        return self.schur if rows == list(self.rows.independent) else self._restricted(rows)

    def _restricted(self, rows: list[int]) -> SchurComplement:
        on, eom = None, self.rows.equations
        if self.rows.switches is not None:
            on = self.rows.switches[[self.rows.independent.index(i) for i in rows]]
        factors = eom.balance.factorized(self.metric, eom.entries.gradients.taken(rows), on)
        if factors.massless:
            raise massless([eom.speeds[k] for k in factors.massless])
        return factors

    def solvable(self, schur: SchurComplement) -> SchurComplement:
        """The Schur complement as given, unless some of its rows depend on others whatever the state is."""
        if schur.dependent:
            names = [self.rows.names[self.rows.independent[i]] for i in schur.dependent]
            raise FormulationError(
                f"the rows {names} depend on others, so that multipliers have no values; {REMEDY}"
            )
        return schur

    @property
    def pivots(self) -> Array:
        """Remainder of J M⁻¹ Jᵀ of each independent row beside those before it: zero where it depends on them.

        Infinite for rows that are switched off.
        """
        return self.schur.pivots if self.rows.independent else np.ones(0)

    @cached_property
    def typical_pivots(self) -> Array:
        """Parameters for typical values of the pivots; a run stops where pivots are much smaller than these."""
        rows, eom = self.rows, self.rows.equations
        is_watched = eom.balance.has_pivots and eom.is_ideal and not rows.come_and_go
        if rows.solver is not None or not is_watched:
            return np.zeros(0)
        return column(param(f".typical pivot {rows.names[i]}", 0.0) for i in rows.independent)

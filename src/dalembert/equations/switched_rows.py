"""Rows that come and go, beside a solver that knows lasting ones only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.equations import Equations
from dalembert.equations.row_elimination import other_forces
from dalembert.equations.shared_loads import SharedLoads
from dalembert.equations.solved_rows import SolvedRows
from dalembert.equations.solvers.solver import AccelerationSolver
from dalembert.expr.linear import solve
from dalembert.expr.sparse_matrix import products


@dataclass(frozen=True, eq=False)
class SwitchedRows:
    """Solution of rows that come and go around a solver which is given the lasting ones.

    With the lasting rows the solver maps forces to accelerations, affinely. Of the others J a = γ holds while they
    are on; while they are off, λ follows the law of the row, or is zero.
    """

    all_rows: SolvedRows
    solver: AccelerationSolver
    weights: Callable[[], Array]
    """D (m,) for which M + Jᵀ D J is definite, as the balance has it."""

    @property
    def equations(self) -> Equations:
        """The equations that the rows belong to."""
        return self.all_rows.equations

    @property
    def lasting(self) -> list[int]:
        """Numbers of the rows that always hold."""
        return self.all_rows.lasting

    @property
    def rows(self) -> list[int]:
        """Numbers of the rows that come and go."""
        return self.all_rows.switched

    @cached_property
    def _by_lasting(self) -> Callable[[Array, Array], tuple[Array, Array]]:
        """a (nu,) and λ of the lasting rows, by the given solver, for forces (nu,) and γ of these rows."""
        eom, rows, solver = self.equations, self.lasting, self.solver
        others = [row for i in rows if (row := eom.constraint_rows[i]).exerts is not None]
        if others and not solver.allows_other_forces:
            raise other_forces(others[0], solver)
        J, M, weights = eom.J[rows], eom.entries.M, np.zeros(len(rows))
        if not solver.allows_singular_mass:
            weights = self.weights()[rows]
        if weights.any():
            kept = eom.entries.J.taken(rows)
            M = M.plus_products(kept.T, list(weights), kept)
        matrix, rank = M.to_array(), len(rows) if self.all_rows.left_out else None

        def solved(f: Array, gamma: Array) -> tuple[Array, Array]:
            pushed = f + products(J.T, weights * gamma) if weights.any() else f
            return solver.solve(matrix, pushed, J, gamma, rank=rank)

        return solved

    @cached_property
    def _while_off(self) -> tuple[Array, Array]:
        """a (nu,) and λ of the lasting rows while nothing that comes and goes exerts anything."""
        return self._by_lasting(self.equations.balance.forces, self.all_rows.gamma[self.lasting])

    @property
    def forces_beside(self) -> Array:
        """f (nu,) with M a = f + E λ of the lasting rows while the others exert nothing."""
        a, lam = self._while_off
        return products(self.equations.entries.M, a) - products(
            self.equations.constraint_force_matrix[:, self.lasting], lam
        )

    @cached_property
    def _responses(self) -> tuple[Array, Array]:
        """a and λ of the lasting rows by a unit of each other multiplier: columns (nu, n), (m, n)."""
        eom, none = self.equations, np.zeros(len(self.lasting))
        # what the solver adds by itself does not belong to it
        own_a, own_lam = self._by_lasting(np.full(len(eom.speeds), 0.0, dtype=object), none)
        pairs = [self._by_lasting(eom.constraint_force_matrix[:, i], none) for i in self.rows]
        A = np.array([a - own_a for a, _ in pairs], dtype=object).T
        L = np.array([lam - own_lam for _, lam in pairs], dtype=object).T
        return A, L

    def solution_of_all(self) -> tuple[Array, Array]:
        """a (nu,) and λ of all rows (m,)."""
        eom, names = self.equations, self.all_rows.names
        (a, lam), (A, L), n = self._while_off, self._responses, len(self.rows)
        matrix, right = np.full((n, n), 0.0, dtype=object), np.full(n, 0.0, dtype=object)
        for k, i in enumerate(self.rows):
            row = eom.constraint_rows[i]
            on, off = row.switch, 1.0 - row.switch
            matrix[k] = on * products(A.T, eom.J[i])
            matrix[k, k] = matrix[k, k] + off
            right[k] = on * (self.all_rows.gamma[i] - products(eom.J[[i]], a)[0])
            if row.when_off is None:
                continue
            factor, other, plus = row.when_off
            right[k] = right[k] + off * plus
            if other and (j := names.index(other)) in self.rows:
                place = self.rows.index(j)
                matrix[k, place] = matrix[k, place] - off * factor
            elif other:
                place = self.lasting.index(j)
                matrix[k] = matrix[k] - off * factor * L[place]
                right[k] = right[k] + off * factor * lam[place]
        if (loads := SharedLoads(self.all_rows)).rows:
            loads.add_to(matrix, [self.rows.index(i) for i in loads.rows])
        x = solve(matrix, right)
        multipliers = np.full(len(eom.rows), 0.0, dtype=object)
        multipliers[self.rows], multipliers[self.lasting] = x, lam + products(L, x)
        return a + products(A, x), multipliers

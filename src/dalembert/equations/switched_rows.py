"""Rows that come and go, beside what solves for the lasting ones only."""

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
from dalembert.equations.solvers.accelerations import SchurComplement
from dalembert.equations.solvers.solver import AccelerationSolver
from dalembert.expr.linear import LU, factorize
from dalembert.expr.small_inverse import COFACTORS, small_inverse, tied_blocks
from dalembert.expr.sparse_matrix import SparseMatrix, products


@dataclass(frozen=True, eq=False)
class SwitchedRows:
    """Solution of rows that come and go around a solver which is given the lasting ones.

    With the lasting rows the solver maps forces to accelerations, affinely. Of the others J a = γ holds while they
    are on; while they are off, λ follows the law of the row, or is zero.
    """

    all_rows: SolvedRows
    solver: AccelerationSolver | None
    """None for factors of M and of J M⁻¹ Jᵀ in an order that is fixed."""

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
    def has_factors(self) -> bool:
        """Whether M is definite with the lasting rows alone, which exert what they resist, and are independent."""
        eom, weights = self.equations, self.weights()
        is_plain = all(eom.constraint_rows[i].exerts is None for i in self.lasting)
        if not (self.rows and is_plain) or any(weights[self.rows]):
            return False
        return not (self._schur.massless or self._schur.dependent)

    @cached_property
    def _schur(self) -> SchurComplement:
        """Factors for the lasting rows."""
        J = self.equations.entries.J.taken(self.lasting)
        return SchurComplement(self._definite_mass[0], J, on=self._switches_of(self.lasting))

    def _switches_of(self, rows: list[int]) -> Array:
        """Switches of some rows; a given solver knows no others than those that rows have by themselves."""
        if (every := self.all_rows.switches) is not None:
            return every[[self.all_rows.independent.index(i) for i in rows]]
        own = [self.equations.constraint_rows[i].switch for i in rows]
        return np.array([1.0 if x is None else x for x in own], dtype=object)

    @cached_property
    def _definite_mass(self) -> tuple[SparseMatrix, Array]:
        """M + Jᵀ D J of the lasting rows, definite where M alone is not, and the diagonal of D."""
        rows, M = self.lasting, self.equations.entries.M
        is_needed = self.solver is None or not self.solver.allows_singular_mass
        weights = self.weights()[rows] if is_needed else np.zeros(len(rows))
        if weights.any():
            kept = self.equations.entries.J.taken(rows)
            M = M.plus_products(kept.T, list(weights), kept)
        return M, weights

    @cached_property
    def _by_lasting(self) -> Callable[[Array, Array], tuple[Array, Array]]:
        """a (nu,) and λ of the lasting rows, by the given solver, for forces (nu,) and γ of these rows."""
        eom, rows, solver = self.equations, self.lasting, self.solver
        others = [row for i in rows if (row := eom.constraint_rows[i]).exerts is not None]
        if others and not (solver is not None and solver.allows_other_forces):
            assert solver is not None
            raise other_forces(others[0], solver)
        M, weights = self._definite_mass
        J, rank = eom.J[rows], len(rows) if self.all_rows.left_out else None

        def solved(f: Array, gamma: Array) -> tuple[Array, Array]:
            pushed = f + products(J.T, weights * gamma) if weights.any() else f
            if solver is None:
                return self._schur.solve(pushed, gamma)
            return solver.solve(M.to_array(), pushed, J, gamma, rank=rank)

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
        ons = self._switches_of(self.rows)
        matrix, right = np.full((n, n), 0.0, dtype=object), np.full(n, 0.0, dtype=object)
        for k, i in enumerate(self.rows):
            row, on = eom.constraint_rows[i], ons[k]
            off = 1.0 - on
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
        solved = _solver(matrix)
        x = solved(right)
        moving = a + products(A, x)
        if self.solver is None:
            # once more for what rounding has left: what rests does so for as long as it likes
            rest = self.all_rows.gamma[self.rows] - products(eom.J[self.rows], moving)
            more = solved(np.array([on * y for on, y in zip(ons, rest, strict=True)], dtype=object))
            x, moving = x + more, moving + products(A, more)
        multipliers = np.full(len(eom.rows), 0.0, dtype=object)
        multipliers[self.rows], multipliers[self.lasting] = x, lam + products(L, x)
        return moving, multipliers


def _solver(matrix: Array) -> Callable[[Array], Array]:
    """x of matrix x = b for any b, block by block; small ones without pivots, so that lanes go side by side."""
    n = len(matrix)
    blocks = [(*places, _block_solver(matrix[np.ix_(*places)])) for places in tied_blocks(matrix)] if n else []

    def solved(b: Array) -> Array:
        x = np.full(n, 0.0, dtype=object)
        for rows, columns, of_block in blocks:
            x[columns] = of_block(b[rows])
        return x

    return solved


def _block_solver(block: Array) -> Callable[[Array], Array]:
    if len(block) > COFACTORS:
        return factorize(block, LU()).solve
    inverse = small_inverse(block)
    return lambda b: products(inverse, b)

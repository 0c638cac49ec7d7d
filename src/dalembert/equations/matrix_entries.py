"""The matrices of equations by their entries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from dalembert.equations.balance import Balance
from dalembert.equations.level_rows import LevelRow
from dalembert.expr.node import Scalar
from dalembert.expr.sparse_matrix import SparseMatrix


@dataclass(frozen=True, eq=False)
class MatrixEntries:
    """M, and what the rows say, by their entries; each is made when it is asked for."""

    balance: Balance
    rows: Sequence[LevelRow]
    n_speeds: int

    @property
    def M(self) -> SparseMatrix:
        """Mass matrix (nu, nu)."""
        return self.balance.M

    @cached_property
    def J(self) -> SparseMatrix:
        """∂ψ/∂u, (m, nu)."""
        return self._matrix(row.J for row in self.rows)

    @cached_property
    def gradients(self) -> SparseMatrix:
        """Slopes of the rows along small motions of positions (m, nu): J, unless speeds are momenta."""
        if all(row.gradient is None for row in self.rows):
            return self.J
        return self._matrix(row.along for row in self.rows)

    @cached_property
    def constraint_force_matrix(self) -> SparseMatrix:
        """E: what a unit of each multiplier exerts (nu, m)."""
        if all(row.exerts is None for row in self.rows):
            return self.gradients.T
        return self._matrix(row.along if row.exerts is None else row.exerts for row in self.rows).T

    def _matrix(self, rows: Iterable[Mapping[int, Scalar]]) -> SparseMatrix:
        return SparseMatrix(list(rows), self.n_speeds)

"""The matrices of equations by their entries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from dalembert.expr.sparse_matrix import SparseMatrix


class MatrixEntries:
    """M, and what the rows say, by their entries; each is made when it is asked for."""

    def __init__(self, equations: Any) -> None:
        self._equations = equations

    @property
    def M(self) -> SparseMatrix:
        """Mass matrix (nu, nu)."""
        found: SparseMatrix = self._equations.balance.M
        return found

    @cached_property
    def J(self) -> SparseMatrix:
        """∂ψ/∂u, (m, nu)."""
        return self._of_rows(row.J for row in self._equations.constraint_rows)

    @cached_property
    def gradients(self) -> SparseMatrix:
        """Slopes of the rows along small motions of positions (m, nu): J, unless speeds are momenta."""
        rows = self._equations.constraint_rows
        return self.J if all(row.gradient is None for row in rows) else self._of_rows(row.along for row in rows)

    @cached_property
    def exerted(self) -> SparseMatrix:
        """E: what a unit of each multiplier exerts (nu, m)."""
        if self._equations.is_ideal:
            return self.gradients.T
        rows = self._equations.constraint_rows
        return self._of_rows(row.along if row.exerts is None else row.exerts for row in rows).T

    def _of_rows(self, rows: Iterable[Mapping[int, Any]]) -> SparseMatrix:
        return SparseMatrix(list(rows), len(self._equations.speeds))

"""Rows that hold more than needed: how each shares what the others hold, as equal small compliances would."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.solved_rows import SolvedRows
from dalembert.expr.linear import solve
from dalembert.expr.sparse_matrix import SparseMatrix, products


@dataclass(frozen=True, eq=False)
class SharedLoads:
    """Multipliers in proportion to how far one small motion η would press: λ = J η of rows that share.

    Those that are on determine η along them, and so λ of the others: λ = C λ of those that are on.
    """

    solved_rows: SolvedRows

    @property
    def rows(self) -> list[int]:
        """Numbers of the rows that may share."""
        rows = self.solved_rows
        return [i for i in rows.switched if rows.equations.constraint_rows[i].shared is not None]

    @property
    def shares(self) -> Array:
        """C (k, k): what rows would bear, by multipliers of those that are on; zero columns of the others."""
        own, eom = self.rows, self.solved_rows.equations
        every = [*own, *self.solved_rows.lasting]
        on = np.array([eom.constraint_rows[i].switch for i in own] + [1.0] * (len(every) - len(own)), dtype=object)
        J = SparseMatrix([eom.constraint_rows[i].J for i in every], len(eom.speeds)).to_array()
        square = products(J, J.T)
        kept = on[:, None] * square * on
        kept[np.diag_indices(len(every))] = kept.diagonal() + 1.0 - on
        return solve(kept, on[:, None] * square[:, : len(own)])[: len(own)].T

    def add_to(self, matrix: Array, places: list[int]) -> None:
        """Replace λ = 0 of rows that are off by the load they bear, in equations with unknowns at these places."""
        C = self.shares
        for k, i in enumerate(self.rows):
            shared = self.solved_rows.equations.constraint_rows[i].shared
            for j, place in enumerate(places):
                if j != k:
                    matrix[places[k], place] = matrix[places[k], place] - shared * C[k, j]

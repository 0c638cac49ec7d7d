"""Constraints imposed one after the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from dalembert.expr.fixed_order import ldl, ldl_solve, sparse_order
from dalembert.expr.functions import less, where
from dalembert.expr.sparse_matrix import sparse_product, symmetric_product
from dalembert.rank import SINGULAR
from dalembert.solvers.constrained.contradictions import checked
from dalembert.solvers.constrained.solver import AccelerationSolver, shortest_multipliers

Array = Any


@dataclass(frozen=True)
class OneAtATime(AccelerationSolver):
    """P = M⁻¹; for each row a += P jᵀ s⁺ (γ − j a), P −= P jᵀ s⁺ j P with s = j P jᵀ; then a += P f.

    Nothing is factorized but M, which must be definite. A row that adds nothing to those before it is left alone:
    s⁺ = 0. P ends as the inverse of M on what the rows allow.
    """

    allows_redundant_rows = True

    def solve(self, M: Array, f: Array, J: Array, gamma: Array, *, rank: int | None = None) -> tuple[Array, Array]:
        P = ldl_solve(ldl(M, sparse_order(M)), np.eye(len(f)))
        sizes = [sparse_product(j[None], sparse_product(P, j))[0] for j in J]
        part: Array = np.zeros(len(f))
        n_taken: Any = 0.0
        for j, target, size in zip(J, gamma, sizes, strict=True):
            Pj = sparse_product(P, j)
            s = sparse_product(j[None], Pj)[0]
            is_new = less(SINGULAR.square * size, s)
            if rank is not None:
                is_new = is_new & less(n_taken, rank)
            step = Pj * where(is_new, 1.0 / where(is_new, s, 1.0), 0.0)
            part = part + step * (target - sparse_product(j[None], part)[0])
            P = P - symmetric_product(step[:, None], Pj[None])
            n_taken = n_taken + where(is_new, 1.0, 0.0)
        a = checked(part, J, gamma, rank) + P @ f
        return a, shortest_multipliers(M, f, J, a, rank)

"""Accelerations where multipliers of some rows are known: those of contacts that time stepping has found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.solvers.accelerations import SchurComplement
from dalembert.equations.solvers.solver import AccelerationSolver
from dalembert.expr.node import Scalar
from dalembert.expr.sparse_matrix import sparse, sparse_product


@dataclass(frozen=True, eq=False)
class GivenMultipliers(AccelerationSolver):
    """M a = f + Jᵀ λ, where λ of some rows are values of measures; the others follow from J a = γ."""

    rows: tuple[int, ...]
    """Numbers of the rows whose multipliers are given, among those that are solved for."""

    values: tuple[Scalar, ...]

    inner: AccelerationSolver | None = None
    """What solves for the others; the Schur complement if None."""

    knows_switched_rows = True

    def bound(self, speeds: tuple[str, ...], resolve: Callable[[Array], Array]) -> Self:
        values = resolve(np.array([*self.values], dtype=object)) if self.values else ()
        inner = None if self.inner is None else self.inner.bound(speeds, resolve)
        return replace(self, values=tuple(values), inner=inner)

    @property
    def is_ideal(self) -> bool:  # type: ignore[override]
        return self.inner is None or self.inner.is_ideal

    @property
    def nonideal_forces(self) -> Array | float:
        return 0.0 if self.inner is None else self.inner.nonideal_forces

    def solve(self, M: Array, f: Array, J: Array, gamma: Array, *, rank: int | None = None) -> tuple[Array, Array]:
        values = np.array([*self.values], dtype=object)
        others = [i for i in range(len(J)) if i not in set(self.rows)]
        lam = np.full(len(J), 0.0, dtype=object)
        lam[list(self.rows)] = values
        f = f + sparse_product(J[list(self.rows)].T, values)
        if self.inner is not None and others:
            a, lam[others] = self.inner.solve(M, f, J[others], gamma[others], rank=rank and len(others))
        else:
            a, lam[others] = SchurComplement(sparse(M), sparse(J[others])).solve(f, gamma[others])
        return a, lam

"""M a = forces: inertia and all that acts besides constraints."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.solved_system import SolvedSystem
from dalembert.equations.solvers.accelerations import SchurComplement
from dalembert.expr.sparse_matrix import SparseMatrix, products, sparse


class Balance(ABC):
    """Inertia and forces along the speeds; each is made when it is asked for."""

    @property
    @abstractmethod
    def M(self) -> SparseMatrix:
        """Mass matrix (nu, nu), by its entries."""

    @property
    @abstractmethod
    def forces(self) -> Array:
        """All that contains no accelerations (nu,): inputs too, and loads by reactions as variables."""

    def residual(self, a: Array) -> Array:
        """M a − forces (nu,): what constraints must exert for accelerations a."""
        return products(self.M, a) - self.forces

    # of a `Solution`

    def solution(self, solution: SolvedSystem, schur: SchurComplement | None) -> tuple[Array, Array] | None:
        """a (nu,) and λ (m,) in the balance's own way, with loads by reactions as variables; None if it has none.

        By another Schur complement than that of the solution, if one is given.
        """
        return None

    def accelerated(self, forces: Array) -> Array | None:
        """M⁻¹ forces (nu,) in the balance's own way, by the factors of its solution; None if it has none."""
        return None

    def row_weights(self, solution: SolvedSystem) -> Array:
        """D (m,) for which M + Jᵀ D J is definite: rows hold speeds that have no inertia."""
        return np.zeros(len(solution.equations.rows))

    def metric(self, definite: SparseMatrix) -> SparseMatrix:
        """Measure of small motions, symmetric and definite (nu, nu), given M + Jᵀ D J."""
        return definite

    def factorized(self, metric: SparseMatrix, rows: SparseMatrix, on: Array | None) -> SchurComplement:
        """Factors of J M⁻¹ Jᵀ, M being the metric of small motions and J gradients of rows with switches `on`."""
        return SchurComplement(sparse(metric), rows, on=on)

    @property
    def inertia(self) -> SparseMatrix:
        """Inertia of small motions of positions (nu, nu)."""
        return self.M

    @property
    def speed_metric(self) -> SparseMatrix:
        """Half the square of the speeds by it is the kinetic energy, as far as that is quadratic in them."""
        return self.M

    def speed_correction(self, rows: SchurComplement, residual: Array) -> Array:
        """The smallest change (nu,) of the speeds by which ψ changes by −residual."""
        return rows.correction(residual)

    @property
    def has_pivots(self) -> bool:
        """Whether pivots of J M⁻¹ Jᵀ tell where rows depend on each other."""
        return True

    @property
    def nonideal_forces(self) -> Array | float:
        """Forces (nu,) that constraints exert besides E λ, or the number zero."""
        return 0.0

    def written(self, equations: Any) -> tuple[Array, Array] | None:
        """Left and right sides of the equations as they are read; None for M a − f and the other forces."""
        return None

    def lost(self, t: float, q: Array, u: Array, tau: Array, p: Mapping[str, float]) -> str:
        """Cause, in words, that accelerations have no value in a state; empty if the balance knows none."""
        return ""

    def elements(self, equations: Any) -> Any:
        """The few kinds of elements that equations are made of, each many times; None if they are not."""
        return None

    def check_unsolved(self) -> None:
        """Raise if methods that leave equations unsolved cannot measure corrections by M."""
        return

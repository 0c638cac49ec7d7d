"""Speeds parted into independent and dependent ones: multipliers eliminated."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from dalembert.expr.calls import array_of
from dalembert.expr.inverses import zeros
from dalembert.expr.least_squares import PseudoInverseOf
from dalembert.expr.linear import solve
from dalembert.expr.null_space import basic_solution, null_space
from dalembert.expr.sparse_matrix import sparse_product
from dalembert.rank import ROUNDING
from dalembert.solvers.constrained.contradictions import checked
from dalembert.solvers.constrained.independent_speeds import named_speeds
from dalembert.solvers.constrained.reduced import ReducedEquations
from dalembert.solvers.constrained.solver import AccelerationSolver, shortest_multipliers, speed_sizes

Array = Any


@dataclass(frozen=True)
class NullSpace(AccelerationSolver):
    """a = J⁺ γ + Z y with J Z = 0 and (Zᵀ M Z) y = Zᵀ (f − M J⁺ γ).

    Z is the identity on speeds chosen by complete pivoting in every evaluation. M may be singular and unsymmetric;
    rows may depend on others if their rank is known.
    """

    allows_singular_mass = True
    allows_redundant_rows = True
    allows_unsymmetric_mass = True

    def reduced(self, M: Array, f: Array, J: Array, gamma: Array, *, rank: int | None = None) -> ReducedEquations:
        """The equations along Z, with s = J⁺ γ."""
        return self._reduced(M, f, J, gamma, rank, PseudoInverseOf.matrix(J, rank, rcond=ROUNDING.distance))

    def _reduced(
        self, M: Array, f: Array, J: Array, gamma: Array, rank: int | None, inverse: PseudoInverseOf
    ) -> ReducedEquations:
        Z = null_space(J, rank)
        part = inverse.solve(gamma) if Z.size else basic_solution(J, gamma, rank)
        return ReducedEquations(M, f, Z, checked(part, J, gamma, rank))

    def solve(self, M: Array, f: Array, J: Array, gamma: Array, *, rank: int | None = None) -> tuple[Array, Array]:
        # one factorization for both: J⁺ γ, and the shortest λ with Jᵀ λ = M a − f
        inverse = PseudoInverseOf.matrix(J, rank, rcond=ROUNDING.distance)
        a = self._reduced(M, f, J, gamma, rank, inverse).accelerations
        return a, inverse.transposed_solve(sparse_product(M, a) - f)


@dataclass(frozen=True)
class _Parted(AccelerationSolver):
    """Independent speeds by name, or chosen by complete pivoting in every evaluation."""

    independent: tuple[str, ...] = ()
    speeds: tuple[str, ...] = ()
    """Names of all speeds, to find these among; equations fill it in."""

    allows_singular_mass = True
    allows_redundant_rows = True
    allows_unsymmetric_mass = True

    def bound(self, speeds: tuple[str, ...], resolve: Callable[[Any], Any]) -> Self:
        return replace(self, speeds=speeds)

    def parted(self, J: Array, rank: int | None) -> Parts:
        """J solved for the dependent speeds."""
        return parted(J, named_speeds(self.independent, self.speeds, J, rank), rank)


@dataclass(frozen=True)
class CoordinatePartitioning(_Parted):
    """a = S γ + Z y, where S solves the rows for dependent speeds: (Zᵀ M Z) y = Zᵀ (f − M S γ).

    The independent speeds are chosen by complete pivoting in every evaluation, or are those named, for good. M may
    be singular and unsymmetric; rows may depend on others if their rank is known.
    """

    def reduced(self, M: Array, f: Array, J: Array, gamma: Array, *, rank: int | None = None) -> ReducedEquations:
        """The equations along Z, with s = S γ: those of the independent speeds."""
        parts = self.parted(J, rank)
        return ReducedEquations(M, f, parts.Z, checked(sparse_product(parts.S, gamma), J, gamma, rank))

    def solve(self, M: Array, f: Array, J: Array, gamma: Array, *, rank: int | None = None) -> tuple[Array, Array]:
        a = self.reduced(M, f, J, gamma, rank=rank).accelerations
        return a, shortest_multipliers(M, f, J, a, rank)


@dataclass(frozen=True)
class FullOrderForm(_Parted):
    """T a = V: for dependent speeds the solved rows, for independent ones the equations they leave.

    T = S J + (1 − S J)ᵀ M, V = S γ + (1 − S J)ᵀ f; each speed has its own row, and |det T| = det(Zᵀ M Z). The
    nonminimal form of Bajodah (2003, eq. 39–48), T = [A₁; A₂ M] with A₁ = [−A 1] and A₂ = [1 Aᵀ] = Zᵀ, in the
    order of the speeds. Independent speeds, M and rows are as for `CoordinatePartitioning`.
    """

    def system(
        self, M: Array, f: Array, J: Array, gamma: Array, *, rank: int | None = None
    ) -> tuple[Array, Array]:
        """T (nu, nu) and V (nu,)."""
        S = self.parted(J, rank).S
        rows = sparse_product(S, J)
        allowed = np.eye(len(f)) - rows
        return rows + sparse_product(allowed.T, M), checked(
            sparse_product(S, gamma), J, gamma, rank
        ) + allowed.T @ f

    def solve(self, M: Array, f: Array, J: Array, gamma: Array, *, rank: int | None = None) -> tuple[Array, Array]:
        sizes = speed_sizes(M)
        sized = (sizes * (M * sizes).T).T, sizes * f, J * sizes, gamma
        a = sizes * solve(*self.system(*sized, rank=rank))
        return a, shortest_multipliers(M, f, J, a, rank)


@dataclass(frozen=True, eq=False)
class Parts:
    """All solutions of J a = γ: a = S γ + Z y, with zeros in S and ones in Z for the independent speeds."""

    S: Array
    """(nu, m)."""

    Z: Array
    """(nu, nu − rank)."""


def parted(J: Array, independent: tuple[int, ...] | None, rank: int | None) -> Parts:
    """J (m, nu) solved for the dependent speeds, by number of the others, or all chosen by complete pivoting."""
    m, n = J.shape
    if independent is None:
        return Parts(basic_solution(J, np.eye(m), rank), null_space(J, rank))
    dependent = [k for k in range(n) if k not in independent]
    S, Z = zeros((n, m)), zeros((n, len(independent)))
    S[dependent] = basic_solution(J[:, dependent], np.eye(m), len(dependent))
    Z[list(independent)] = np.eye(len(independent))
    Z[dependent] = -S[dependent] @ J[:, list(independent)]
    return Parts(array_of(list(S.ravel()), S.shape), array_of(list(Z.ravel()), Z.shape))

"""Accelerations of constrained systems: M a = f + Jᵀ λ, J a = γ."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, reduce
from operator import add

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.solvers.row_independence import checked_rows, dependent_rows
from dalembert.errors import FormulationError
from dalembert.expr.fixed_order import (
    FixedOrderFactors,
    ldl_backward,
    ldl_forward,
    ldl_solve,
    semidefinite_ldl,
    sparse_forward,
    sparse_order,
)
from dalembert.expr.functions import absolute_value, maximum, minimum, sqrt, where
from dalembert.expr.node import Scalar, Truth
from dalembert.expr.scalar import is_zero
from dalembert.expr.sparse_matrix import SparseMatrix
from dalembert.rank import NEARLY


@dataclass(frozen=True, eq=False)
class SchurComplement:
    """M = Lᵀ D L and S = J M⁻¹ Jᵀ factorized, in orders fixed beforehand; structural zeros are kept.

    M (nu, nu) must be definite, J (m, nu) of full rank: results are not finite where rows depend on each other to
    rounding. If the `typical` sizes of the pivots of S are given, they end much earlier, before digits are lost.
    """

    M: SparseMatrix
    J: SparseMatrix
    typical: Array | None = None
    """Sizes of the pivots of S (m,); a zero says nothing about its row."""

    on: Array | None = None
    """Switches of the rows (m,), one or zero: where a row is off, its λ is zero, and the others do without it."""

    @cached_property
    def _mass(self) -> FixedOrderFactors:
        return semidefinite_ldl(self.M, sparse_order(self.M))

    @property
    def massless(self) -> tuple[int, ...]:
        """Speeds without inertia in every state; there is no solution with these."""
        return self._mass.vanishing

    @cached_property
    def _V(self) -> list[dict[int, Scalar]]:
        """L⁻ᵀ Jᵀ: for each row of J the entries that are not zero."""
        if self.massless:
            raise FormulationError("nothing resists some speeds: M is singular, whatever the state is")
        return sparse_forward(self._mass, self.J.rows)

    @cached_property
    def S(self) -> SparseMatrix:
        """J M⁻¹ Jᵀ (m, m)."""
        columns, D_inverse = self._V, self._mass.D_inverse
        weighted = [{k: D_inverse[k] * x for k, x in entries.items()} for entries in columns]
        lower: dict[tuple[int, int], Scalar] = {}
        touching: dict[int, list[int]] = {}
        for i, entries in enumerate(columns):
            for k in entries:
                touching.setdefault(k, []).append(i)

            # rows before it that touch the same speeds
            for j in sorted({j for k in entries for j in touching[k]}):
                other = weighted[j]
                shared = [x * other[k] for k, x in entries.items() if k in other]
                lower[i, j] = reduce(add, shared)
        return SparseMatrix.symmetric(lower, len(columns))

    @cached_property
    def _factors(self) -> FixedOrderFactors:
        return semidefinite_ldl(self.S, sparse_order(self.S), None if self.on is None else self._switched)

    def _switched(self, i: int, pivot: Scalar) -> Scalar:
        """The inverse of a pivot, zero where its row is off; no number where it is on with a pivot of zero."""
        assert self.on is not None
        return sqrt(-self.on[i]) if is_zero(pivot) else where(self.on[i] > 0.0, 1.0 / pivot, 0.0)

    @cached_property
    def dependent(self) -> tuple[int, ...]:
        """Rows that depend on others in every state; there is no solution with these."""
        return dependent_rows(self._factors, self.S)

    @cached_property
    def _schur(self) -> FixedOrderFactors:
        """The factors to solve with; with typical sizes, the last pivot is zero where one is much smaller."""
        if self.typical is None or self.dependent or not len(self.J):
            return checked_rows(self._factors, self.S)
        inverse, last = np.array(self._factors.D_inverse, dtype=object), self._factors.order[-1]
        inverse[last] = inverse[last] / where(self._is_regular, 1.0, 0.0)
        return replace(self._factors, D_inverse=inverse)

    @property
    def _is_regular(self) -> Truth:
        """Whether no pivot is much smaller than its typical size."""
        assert self.typical is not None
        pairs = zip(self._factors.D_inverse, self.typical, strict=True)
        return reduce(maximum, [absolute_value(x) * size for x, size in pairs]) < 1.0 / NEARLY.square

    @property
    def alarm(self) -> Scalar:
        """Zero; not a number where a pivot is much smaller than its typical size, if these are given."""
        if self.typical is None or self.dependent or not len(self.J):
            return 0.0
        return sqrt(where(self._is_regular, 0.0, -1.0))

    @cached_property
    def pivots(self) -> Array:
        """Remainder of each row's diagonal entry of S when the rows before it are eliminated; (m,)."""
        left = np.full(len(self.J), 0.0, dtype=object)
        for i in self._factors.order:
            if i not in self._factors.vanishing:
                left[i] = 1.0 / self._factors.D_inverse[i]
        return left

    @cached_property
    def smallest_pivot(self) -> Scalar:
        """How far the rows are from dependent: the smallest pivot of S relative to its diagonal, at most one."""
        if self._factors.vanishing:
            return 0.0
        ratios = [1.0 / (self._factors.D_inverse[i] * self.S[i, i]) for i in range(len(self.J))]
        smallest = ratios[0]
        for ratio in ratios[1:]:
            smallest = minimum(smallest, ratio)
        return smallest

    def solve(self, f: Array, gamma: Array) -> tuple[Array, Array]:
        """a (nu,) and λ (m,)."""
        y = ldl_forward(self._mass, f)
        free = self._mass.D_inverse * y
        lam = ldl_solve(self._schur, gamma - self._along_rows(free))
        a = ldl_backward(self._mass, self._mass.D_inverse * (y + self._exerted(lam)))
        return a, lam

    def free(self, f: Array) -> Array:
        """M⁻¹ f (nu,): accelerations without constraints; (nu, k) of columns."""
        return ldl_solve(self._mass, f)

    def spread(self, lam: Array) -> Array:
        """M⁻¹ Jᵀ λ (nu,): how forces along the rows accelerate the system."""
        return ldl_backward(self._mass, self._mass.D_inverse * self._exerted(lam))

    def correction(self, residual: Array) -> Array:
        """The smallest change δ (nu,), measured by M, with J δ = −residual."""
        return self.spread(self.multipliers(residual))

    def multipliers(self, residual: Array) -> Array:
        """λ (m,) of that change: M δ = Jᵀ λ."""
        return self.felt(-np.asarray(residual, dtype=object))

    def felt(self, x: Array) -> Array:
        """S⁻¹ x: the force along the rows that accelerates by x (m,) along them; (m, k) of columns."""
        return ldl_solve(self._schur, x)

    def _along_rows(self, x: Array) -> Array:
        """Vᵀ x (m,)."""
        sums = np.empty(len(self._V), dtype=object)
        sums[:] = [
            reduce(add, [v * x[k] for k, v in entries.items() if not is_zero(x[k])], 0.0) for entries in self._V
        ]
        return sums

    def _exerted(self, lam: Array) -> Array:
        """V λ (nu,)."""
        forces = np.full(len(self.M), 0.0, dtype=object)
        for entries, x in zip(self._V, lam, strict=True):
            for k, v in entries.items() if not is_zero(x) else ():
                forces[k] = forces[k] + v * x
        return forces


def row_factors(S: Array) -> FixedOrderFactors:
    """Factors of S = J M⁻¹ Jᵀ (m, m); solutions are not finite where rows depend on others."""
    return checked_rows(semidefinite_ldl(S, sparse_order(S)), S)

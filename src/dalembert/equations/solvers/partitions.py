"""Speeds parted into independent and dependent ones: multipliers eliminated."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.solvers.contradictions import checked, checked_as_whole
from dalembert.equations.solvers.independent_speeds import named_speeds
from dalembert.equations.solvers.reduced import ReducedEquations
from dalembert.equations.solvers.solver import AccelerationSolver, rank_in_general, speed_sizes
from dalembert.expr.calls import array_of
from dalembert.expr.inverses import shaped, zeros
from dalembert.expr.least_squares import PseudoInverseOf, least_squares
from dalembert.expr.linear import solve
from dalembert.expr.null_space import basic_solution, null_space, transposed_basic_solution, where_of_rank
from dalembert.expr.sparse_matrix import sparse_product
from dalembert.rank import ROUNDING


@dataclass(frozen=True)
class NullSpace(AccelerationSolver):
    """a = J⁺ γ + Z y with J Z = 0 and (Zᵀ M Z) y = Zᵀ (f − M J⁺ γ).

    Z is the identity on speeds chosen by complete pivoting in every evaluation. M may be singular and unsymmetric;
    rows may depend on others if their rank is known, or if they do in any state.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> M, f, J, gamma = np.diag([1.0, 3.0]), np.array([2.0, 0.0]), np.array([[1.0, -1.0]]), np.zeros(1)
    >>> print(da.solvers.NullSpace().reduced(M, f, J, gamma).accelerations)
    [0.5 0.5]
    """

    allows_singular_mass = True
    allows_redundant_rows = True
    allows_unsymmetric_mass = True

    def reduced(self, M: Array, f: Array, J: Array, gamma: Array, *, rank: int | None = None) -> ReducedEquations:
        """The equations along Z, with s = J⁺ γ."""
        inverse = PseudoInverseOf.matrix(J, rank, rcond=ROUNDING.distance)
        return self._reduced(M, f, J, gamma, rank, rank_in_general(J, rank), inverse)

    def _reduced(
        self, M: Array, f: Array, J: Array, gamma: Array, rank: int | None, taken: int, inverse: PseudoInverseOf
    ) -> ReducedEquations:
        Z = null_space(J, taken)
        # rows that say all accelerations must do so: γ that is zero would not ask them
        part = inverse.solve(gamma) if Z.size else where_of_rank(basic_solution(J, gamma, taken), J, taken)
        return ReducedEquations(M, f, Z, checked(part, J, gamma, rank))

    def solve(self, M: Array, f: Array, J: Array, gamma: Array, *, rank: int | None = None) -> tuple[Array, Array]:
        # one factorization for both: J⁺ γ, and the shortest λ with Jᵀ λ = M a − f
        inverse, taken = PseudoInverseOf.matrix(J, rank, rcond=ROUNDING.distance), rank_in_general(J, rank)
        a = self._reduced(M, f, J, gamma, rank, taken, inverse).accelerations
        a = checked_as_whole(a, J, gamma, taken, rank)
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

    def bound(self, speeds: tuple[str, ...], resolve: Callable[[Array], Array]) -> Self:
        return replace(self, speeds=speeds)

    def dependent(self, J: Array, rank: int | None) -> DependentSpeeds:
        """J solved for the dependent speeds."""
        return DependentSpeeds(
            J, named_speeds(self.independent, self.speeds, J, rank), rank_in_general(J, rank), rank
        )


@dataclass(frozen=True)
class CoordinatePartitioning(_Parted):
    """a = S γ + Z y, where S solves the rows for dependent speeds: (Zᵀ M Z) y = Zᵀ (f − M S γ).

    M may be singular and unsymmetric; rows may depend on others if their rank is known, or if they do in any
    state.

    Parameters
    ----------
    independent : tuple of str, optional
        Names of the independent speeds, or of the coordinates they are rates of, for good; default chosen
        by complete pivoting in every evaluation.
    speeds : tuple of str, optional
        Names of all speeds, which equations fill in; default none.

    Examples
    --------
    >>> import dalembert as da
    >>> crank, bar = da.rod("crank", length=0.3, mass=1.0), da.rod("bar", length=0.9, mass=1.0)
    >>> piston = da.particle("piston", mass=1.0)
    >>> engine = da.Model(
    ...     da.Revolute("A", da.ground, crank),
    ...     da.Revolute("B", crank["end"], bar),
    ...     da.Prismatic("slide", da.ground, piston, axis="x"),
    ...     da.Revolute("C", bar["end"], piston),
    ... )
    >>> by_crank = da.solvers.CoordinatePartitioning(independent=["A.rate"])
    >>> eom = da.derive(engine, da.Recursive(solver=by_crank))
    >>> start = da.assemble(engine, q={"A": 0.5}, u={"A": 1.0})
    >>> print(f"{da.as_dynamics(eom).accelerations(start)['A.rate']:.6f}")
    -0.827637
    """

    def reduced(self, M: Array, f: Array, J: Array, gamma: Array, *, rank: int | None = None) -> ReducedEquations:
        """The equations along Z, with s = S γ: those of the independent speeds."""
        return self._reduced(M, f, gamma, self.dependent(J, rank))

    def _reduced(self, M: Array, f: Array, gamma: Array, parts: DependentSpeeds) -> ReducedEquations:
        return ReducedEquations(M, f, parts.Z, parts.checked_part(gamma))

    def solve(self, M: Array, f: Array, J: Array, gamma: Array, *, rank: int | None = None) -> tuple[Array, Array]:
        parts = self.dependent(J, rank)
        a = parts.checked_as_whole(self._reduced(M, f, gamma, parts).accelerations, gamma)
        return a, parts.multipliers(sparse_product(M, a) - f)


@dataclass(frozen=True)
class FullOrderForm(_Parted):
    """T a = V: for dependent speeds the solved rows, for independent ones the equations they leave.

    T = S J + (1 − S J)ᵀ M, V = S γ + (1 − S J)ᵀ f; each speed has its own row, and |det T| = det(Zᵀ M Z). The
    nonminimal form of Bajodah (2003, eq. 39–48), T = [A₁; A₂ M] with A₁ = [−A 1] and A₂ = [1 Aᵀ] = Zᵀ, in the
    order of the speeds. Independent speeds, M and rows are as for `CoordinatePartitioning`.

    Parameters
    ----------
    independent : tuple of str, optional
        Names of the independent speeds, or of the coordinates they are rates of, for good; default chosen
        by complete pivoting in every evaluation.
    speeds : tuple of str, optional
        Names of all speeds, which equations fill in; default none.

    Examples
    --------
    >>> import dalembert as da
    >>> crank, bar = da.rod("crank", length=0.3, mass=1.0), da.rod("bar", length=0.9, mass=1.0)
    >>> piston = da.particle("piston", mass=1.0)
    >>> engine = da.Model(
    ...     da.Revolute("A", da.ground, crank),
    ...     da.Revolute("B", crank["end"], bar),
    ...     da.Prismatic("slide", da.ground, piston, axis="x"),
    ...     da.Revolute("C", bar["end"], piston),
    ... )
    >>> eom = da.derive(engine, da.Recursive(solver=da.solvers.FullOrderForm()))
    >>> start = da.assemble(engine, q={"A": 0.5}, u={"A": 1.0})
    >>> print(f"{da.as_dynamics(eom).accelerations(start)['A.rate']:.6f}")
    -0.827637
    """

    def system(
        self, M: Array, f: Array, J: Array, gamma: Array, *, rank: int | None = None
    ) -> tuple[Array, Array]:
        """T (nu, nu) and V (nu,)."""
        return self._system(M, f, gamma, self.dependent(J, rank))

    def _system(self, M: Array, f: Array, gamma: Array, parts: DependentSpeeds) -> tuple[Array, Array]:
        J, rows, part = parts.J, parts.solved(parts.J), parts.checked_part(gamma)
        return rows + M - sparse_product(rows.T, M), part + f - sparse_product(J.T, parts.carried(f))

    def solve(self, M: Array, f: Array, J: Array, gamma: Array, *, rank: int | None = None) -> tuple[Array, Array]:
        sizes = speed_sizes(M)
        M, f, parts = (sizes * (M * sizes).T).T, sizes * f, self.dependent(J * sizes, rank)
        a = parts.checked_as_whole(solve(*self._system(M, f, gamma, parts)), gamma)
        return sizes * a, parts.multipliers(sparse_product(M, a) - f)


@dataclass(frozen=True, eq=False)
class DependentSpeeds:
    """All solutions of J a = γ: a = S γ + Z y, with zeros in S and ones in Z for the independent speeds."""

    J: Array
    """(m, nu)."""

    independent: tuple[int, ...] | None
    """Speeds by number; if None, they are chosen by complete pivoting in every evaluation."""

    rank: int
    known_rank: int | None
    """The same if it is known, so that rows do not contradict each other."""

    def checked_part(self, gamma: Array) -> Array:
        """S γ (nu,); not a number where rows contradict each other, or do not say all that they seemed to say."""
        part = self.solved(gamma)
        if self.rank == self.J.shape[1]:
            part = where_of_rank(part, self.J, self.rank)
        return checked(part, self.J, gamma, self.known_rank)

    def checked_as_whole(self, a: Array, gamma: Array) -> Array:
        """a (nu,); not a number where a row that seemed to depend on others does not."""
        return checked_as_whole(a, self.J, gamma, self.rank, self.known_rank)

    def solved(self, b: Array) -> Array:
        """S b for b (m,) or (m, k)."""
        if self.independent is None:
            return basic_solution(self.J, b, self.rank)
        dependent = self._dependent
        x = zeros((self.J.shape[1], 1 if np.ndim(b) == 1 else b.shape[1]))
        x[dependent] = basic_solution(self.J[:, dependent], np.reshape(b, (len(b), -1)), len(dependent))
        return shaped(array_of(list(x.ravel()), x.shape), b)

    def multipliers(self, forces: Array) -> Array:
        """λ (m,) with Jᵀ λ = F (nu,), where there is one; the shortest where rows are known as dependent."""
        if self.rank < len(self.J):
            return least_squares(self.J.T, forces, self.rank, rcond=ROUNDING.distance)
        return self.carried(forces)

    def carried(self, forces: Array) -> Array:
        """Sᵀ F (m,): multipliers by which dependent speeds carry their part of F (nu,)."""
        if self.independent is None:
            return transposed_basic_solution(self.J, forces, self.rank)
        dependent = self._dependent
        return transposed_basic_solution(self.J[:, dependent], forces[dependent], len(dependent))

    @property
    def Z(self) -> Array:
        """(nu, nu − rank)."""
        if self.independent is None:
            return null_space(self.J, self.rank)
        independent = list(self.independent)
        columns = -self.solved(self.J[:, independent])
        columns[independent] = np.eye(len(independent))
        return columns

    @property
    def _dependent(self) -> list[int]:
        assert self.independent is not None
        return [k for k in range(self.J.shape[1]) if k not in self.independent]

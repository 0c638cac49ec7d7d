"""Acceleration solvers: the contract of all ways to solve M a = f + Jᵀ λ, J a = γ."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection
from typing import Self

import numpy as np

from dalembert.arrays import Array
from dalembert.contract_help import ContractClass
from dalembert.errors import FormulationError
from dalembert.expr.functions import absolute_value, less, sqrt, where
from dalembert.expr.least_squares import least_squares
from dalembert.expr.sparse_matrix import sparse_product
from dalembert.expr.trial_numbers import finite_samples
from dalembert.rank import ROUNDING
from dalembert.rank import rank as rank_of


class AccelerationSolver(metaclass=ContractClass):
    """A way to get accelerations and multipliers from what a principle makes: M, f, J and γ.

    As text it computes with numbers and is traced with expressions. What it cannot do by itself, equations do for
    it: a solver that needs a definite M gets M + Jᵀ D J, one that needs independent rows gets these only.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> import dalembert as da
    >>> @dataclass(frozen=True)
    ... class FreeFirst(da.solvers.AccelerationSolver):
    ...     def solve(self, M, f, J, gamma, *, rank=None):
    ...         free, moved = da.matrices.solve(M, f), da.matrices.solve(M, J.T)
    ...         lam = da.matrices.solve(J @ moved, gamma - J @ free)
    ...         return free + moved @ lam, lam
    ...
    >>> crank, bar = da.rod("crank", length=0.3, mass=1.0), da.rod("bar", length=0.9, mass=1.0)
    >>> piston = da.particle("piston", mass=1.0)
    >>> engine = da.Model(
    ...     da.Revolute("A", da.ground, crank),
    ...     da.Revolute("B", crank["end"], bar),
    ...     da.Prismatic("slide", da.ground, piston, axis="x"),
    ...     da.Revolute("C", bar["end"], piston),
    ... )
    >>> print(da.compare(engine, [da.Recursive(), da.Recursive(solver=FreeFirst())], 5).agrees(1e-10))
    True
    """

    allows_singular_mass: bool = False
    """Whether M may be singular, as long as constraints resist what has no inertia: ker M ∩ ker J = 0."""

    allows_redundant_rows: bool = False
    """Whether rows may depend on others; multipliers are then the shortest ones."""

    allows_unsymmetric_mass: bool = False
    """Whether all entries of M are read, not those of one triangle for both."""

    is_ideal: bool = True
    """Whether constraints exert Jᵀ λ alone."""

    allows_other_forces: bool = False
    """Whether rows may exert other forces than along their gradients: E λ with E ≠ Jᵀ."""

    knows_switched_rows: bool = False
    """Whether it knows by itself which rows come and go, and what they exert."""

    @abstractmethod
    def solve(self, M: Array, f: Array, J: Array, gamma: Array, *, rank: int | None = None) -> tuple[Array, Array]:
        """a (nu,) and λ (m,) for M (nu, nu), f (nu,), J (m, nu) and γ (m,).

        `rank` is that of J where rows are known to depend on others, consistently; else all count as independent,
        or the numbers decide, and rows that contradict each other are reported.
        """

    @property
    def nonideal_forces(self) -> Array | float:
        """Forces (nu,) that the constraints exert besides Jᵀ λ, or the number zero."""
        return 0.0

    def without(self, left_out: Collection[str]) -> Self:
        """The solver that is asked without rows of these names, which depend on others."""
        return self

    def bound(self, speeds: tuple[str, ...], resolve: Callable[[Array], Array]) -> Self:
        """The solver for equations in these speeds, with measures in the equations' variables."""
        return self


def checked_solver(solver: object) -> AccelerationSolver | None:
    """A solver of accelerations, or None for the default one; anything else is refused."""
    if not isinstance(solver, AccelerationSolver | None):
        raise FormulationError(
            f"a solver is an object such as NullSpace() that gets accelerations, not {solver!r}; methods of "
            "integration are given to da.simulate(…, method=…)"
        )
    return solver


def rank_in_general(J: Array, rank: int | None) -> int:
    """The rank of J (m, nu) if it is known, or else the largest in some states: others depend in any state."""
    if rank is not None:
        return rank
    samples = finite_samples(J, changes_parameters=True) if len(J) else []
    return max((rank_of(numbers, ROUNDING) for numbers in samples), default=min(J.shape))


def speed_sizes(M: Array) -> Array:
    """Sizes of speeds (nu,) that give M a unit diagonal; one without inertia.

    Where equations and rows come together in one matrix, they keep units from deciding what is rounding.
    """
    return inverse_sizes(sqrt(absolute_value(M.diagonal())))


def inverse_sizes(sizes: Array) -> Array:
    """One over sizes (n,); one where they are zero."""
    is_zero = less(sizes, np.finfo(float).tiny)
    return where(is_zero, 1.0, 1.0 / where(is_zero, 1.0, sizes))


def shortest_multipliers(M: Array, f: Array, J: Array, a: Array, rank: int | None) -> Array:
    """λ with Jᵀ λ = M a − f, of minimum norm where rows depend on each other."""
    return least_squares(J.T, sparse_product(M, a) - f, rank, rcond=ROUNDING.distance)

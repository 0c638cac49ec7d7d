"""Accelerations nearest to those without constraints, by pseudoinverses."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.solvers.contradictions import checked
from dalembert.equations.solvers.solver import (
    AccelerationSolver,
    inverse_sizes,
    shortest_multipliers,
    speed_sizes,
)
from dalembert.errors import FormulationError
from dalembert.expr.fixed_order import ldl, ldl_backward, ldl_forward, sparse_order
from dalembert.expr.functions import sqrt
from dalembert.expr.least_squares import PseudoInverseOf, least_squares
from dalembert.expr.sparse_matrix import sparse_product
from dalembert.number_checks import checked_number
from dalembert.rank import ROUNDING


@dataclass(frozen=True)
class WeightedPseudoinverse(AccelerationSolver):
    """a = a₀ + W (J W)⁺ (γ − J a₀) with a₀ = M⁻¹ f and W Wᵀ = M⁻¹: Gauss' least constraint.

    By Udwadia and Kalaba (1992); any root of M⁻¹ does for their M^(−1/2). Rows may depend on others.

    Parameters
    ----------
    alpha : float, optional
        α, with which M + α² J⁺ J takes the place of M and f + α² J⁺ γ that of f, so that M may be singular
        (Udwadia and Schutte 2010); α² is best of the size of the masses. Default 0.

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
    >>> eom = da.derive(engine, da.Recursive(solver=da.solvers.WeightedPseudoinverse()))
    >>> start = da.assemble(engine, q={"A": 0.5}, u={"A": 1.0})
    >>> print(f"{da.as_dynamics(eom).accelerations(start)['A.rate']:.6f}")
    -0.827637
    """

    alpha: float = 0.0

    allows_redundant_rows = True

    def __post_init__(self) -> None:
        checked_number(self.alpha, "alpha of WeightedPseudoinverse", FormulationError)

    @property
    def allows_singular_mass(self) -> bool:  # type: ignore[override]
        return self.alpha != 0.0

    def solve(self, M: Array, f: Array, J: Array, gamma: Array, *, rank: int | None = None) -> tuple[Array, Array]:
        part = checked(least_squares(J, gamma, rank, rcond=ROUNDING.distance), J, gamma, rank)
        if self.alpha:
            M = M + self.alpha**2 * least_squares(J, J, rank, rcond=ROUNDING.distance)
            f = f + self.alpha**2 * part
        mass = ldl(M, sparse_order(M))
        root, y = sqrt(mass.D_inverse), ldl_forward(mass, f)
        JW = root * ldl_forward(mass, J.T).T
        free = ldl_backward(mass, mass.D_inverse * y)
        nearest = least_squares(JW, sparse_product(J, part - free), rank, rcond=ROUNDING.distance)
        a = ldl_backward(mass, root * (root * y + nearest))
        return a, least_squares(JW.T, nearest, rank, rcond=ROUNDING.distance)


@dataclass(frozen=True)
class StackedPseudoinverse(AccelerationSolver):
    """a = [(1 − J⁺ J) M; J]⁺ [(1 − J⁺ J) f; γ].

    By Udwadia and Phohomsiri (2006). M may be singular and unsymmetric, and rows may
    depend on others.

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
    >>> eom = da.derive(engine, da.Recursive(solver=da.solvers.StackedPseudoinverse()))
    >>> start = da.assemble(engine, q={"A": 0.5}, u={"A": 1.0})
    >>> print(f"{da.as_dynamics(eom).accelerations(start)['A.rate']:.6f}")
    -0.827637
    """

    allows_singular_mass = True
    allows_redundant_rows = True
    allows_unsymmetric_mass = True

    def solve(self, M: Array, f: Array, J: Array, gamma: Array, *, rank: int | None = None) -> tuple[Array, Array]:
        # equations and rows stand in one matrix: speeds by their inertia, rows by their length
        sizes = speed_sizes(M)
        J_sized = J * sizes
        by_row = inverse_sizes(sqrt((J_sized * J_sized).sum(axis=1)))
        rows = (J_sized.T * by_row).T, by_row * gamma
        a = sizes * self._accelerations((sizes * (M * sizes).T).T, sizes * f, *rows, rank)
        return a, shortest_multipliers(M, f, J, a, rank)

    def _accelerations(self, M: Array, f: Array, J: Array, gamma: Array, rank: int | None) -> Array:
        inverse = PseudoInverseOf.matrix(J, rank, rcond=ROUNDING.distance)
        part = checked(inverse.solve(gamma), J, gamma, rank)

        def allowed(x: Array) -> Array:
            """(1 − J⁺ J) x."""
            return x - inverse.solve(sparse_product(J, x))

        stacked = np.concatenate([allowed(M), J])
        return part + least_squares(stacked, np.concatenate([allowed(f - sparse_product(M, part)), 0.0 * gamma]))

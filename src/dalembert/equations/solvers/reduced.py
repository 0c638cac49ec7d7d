"""Equations of motion along what constraints allow, without multipliers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.functions import sqrt
from dalembert.expr.linear import solve
from dalembert.expr.scalar import is_zero
from dalembert.expr.sparse_matrix import sparse_product, symmetric_product


@dataclass(frozen=True, eq=False)
class ReducedEquations:
    """Remainder of M a = f + Jᵀ λ along a = Z y + s with J Z = 0, J s = γ: (Zᵀ M Z) y = Zᵀ (f − M s).

    They are made by `NullSpace().reduced(…)` and `CoordinatePartitioning(…).reduced(…)`, of numbers or
    expressions. Where the constraints are solved for coordinates, q = q(q_p), they are Z = ∂q/∂q_p and s = Ż
    q̇_p.

    Attributes
    ----------
    M : array (nu, nu)
        Mass matrix.
    f : array (nu,)
        Forces without accelerations.
    Z : array (nu, nu − rank J)
        Columns that span the null space of J.
    s : array (nu,)
        One acceleration that satisfies the rows.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> M, f = np.diag([1.0, 3.0]), np.array([2.0, 0.0])
    >>> along = da.solvers.ReducedEquations(M, f, Z=np.array([[1.0], [1.0]]), s=np.zeros(2))
    >>> print(along.mass, along.forces, along.accelerations)
    [[4.]] [2.] [0.5 0.5]
    """

    M: Array
    f: Array
    Z: Array
    """(nu, nu − rank J)."""

    s: Array
    """(nu,)."""

    @cached_property
    def mass(self) -> Array:
        """Zᵀ M Z."""
        MZ = sparse_product(self.M, self.Z)
        if any(x is not y for x, y in zip(self.M.flat, self.M.T.flat, strict=True) if not is_zero(x)):
            return self.Z.T @ MZ
        return symmetric_product(self.Z.T, MZ)

    @cached_property
    def forces(self) -> Array:
        """Zᵀ (f − M s): forces, with the bias that comes from the changing of Z."""
        return self.along(self.f - sparse_product(self.M, self.s))

    def along(self, forces: Array) -> Array:
        """Zᵀ F: inputs, gravity or any other forces (nu,) along the independent speeds."""
        return self.Z.T @ forces

    @cached_property
    def independent(self) -> Array:
        """y, the accelerations of independent speeds."""
        return solve(self.mass, self.forces)

    @cached_property
    def accelerations(self) -> Array:
        """a = Z y + s (nu,)."""
        return self.s + self.Z @ self.independent if self.Z.shape[1] else self.s


def orthonormal(Z: Array) -> Array:
    """Columns W = Z R⁻¹ that span the same and are orthonormal; R is triangular, one column after the other."""
    columns: list[Array] = []
    for z in Z.T:
        # twice: once leaves rounding along the others where columns are nearly parallel
        for _ in range(2):
            for w in columns:
                z = z - w * (w @ z)
        columns.append(z / sqrt(z @ z))
    return np.stack(columns, axis=1) if columns else Z

"""Accelerations and multipliers together: the augmented matrix, solved at once or inverted by blocks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.solvers.accelerations import SchurComplement
from dalembert.equations.solvers.multiplier_sign import MultiplierSign
from dalembert.equations.solvers.row_independence import where_independent
from dalembert.equations.solvers.solver import AccelerationSolver
from dalembert.expr.inverses import zeros
from dalembert.expr.linear import solve
from dalembert.expr.sparse_matrix import sparse, sparse_product


@dataclass(frozen=True)
class AugmentedMatrix(AccelerationSolver):
    """[M −Jᵀ; J 0] [a; λ] = [f; γ] by elimination with partial pivoting.

    M may be singular and unsymmetric; rows must be independent. Texts that write [M Jᵀ; J 0] have −λ for λ:
    `system(…, sign=MultiplierSign.COUNTERFORCE)` is theirs.

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
    >>> eom = da.derive(engine, da.Recursive(solver=da.solvers.AugmentedMatrix()))
    >>> start = da.assemble(engine, q={"A": 0.5}, u={"A": 1.0})
    >>> print(f"{da.as_dynamics(eom).accelerations(start)['A.rate']:.6f}")
    -0.827637
    """

    allows_singular_mass = True
    allows_unsymmetric_mass = True
    allows_other_forces = True

    def solve(self, M: Array, f: Array, J: Array, gamma: Array, *, rank: int | None = None) -> tuple[Array, Array]:
        x = where_independent(solve(*self.system(M, f, J, gamma)), J)
        return x[: len(f)], x[len(f) :]

    def system(
        self, M: Array, f: Array, J: Array, gamma: Array, *, sign: MultiplierSign = MultiplierSign.FORCE
    ) -> tuple[Array, Array]:
        """The augmented matrix (n + m, n + m) and the right-hand side (n + m,) of [a; λ], λ of either sign."""
        n, m = len(f), len(gamma)
        matrix = zeros((n + m, n + m))
        matrix[:n, :n], matrix[:n, n:], matrix[n:, :n] = M, -sign.value * J.T, J
        return matrix, np.concatenate([f, gamma])


@dataclass(frozen=True, eq=False)
class InverseBlocks:
    """[M −Jᵀ; J 0]⁻¹ = [C11 C12; −C12ᵀ C22] for a symmetric M.

    Attributes
    ----------
    C11 : array (nu, nu)
        M⁻¹ − M⁻¹ Jᵀ C22 J M⁻¹.
    C12 : array (nu, m)
        M⁻¹ Jᵀ C22.
    C22 : array (m, m)
        (J M⁻¹ Jᵀ)⁻¹.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> blocks = da.solvers.BlockInverse().blocks(np.diag([1.0, 3.0]), np.array([[1.0, 1.0]]))
    >>> print(type(blocks).__name__, blocks.C11.tolist())
    InverseBlocks [[0.25, -0.25], [-0.25, 0.25]]
    """

    C11: Array
    """M⁻¹ − M⁻¹ Jᵀ C22 J M⁻¹ (nu, nu)."""

    C12: Array
    """M⁻¹ Jᵀ C22 (nu, m)."""

    C22: Array
    """(J M⁻¹ Jᵀ)⁻¹ (m, m)."""


@dataclass(frozen=True)
class BlockInverse(AccelerationSolver):
    """a = C11 f + C12 γ, λ = C22 γ − C12ᵀ f.

    M must be definite, and rows independent: else the result is not finite. Orders of elimination are fixed
    beforehand, so nothing is pivoted. The blocks are applied by their factors: with B = M⁻¹ Jᵀ they are
    C12 = B C22 and C11 = M⁻¹ − B C22 Bᵀ, and `blocks` writes them out.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> blocks = da.solvers.BlockInverse().blocks(np.diag([1.0, 3.0]), np.array([[1.0, 1.0]]))
    >>> print(blocks.C22)
    [[0.75]]
    """

    def blocks(self, M: Array, J: Array) -> InverseBlocks:
        """The inverse of the augmented matrix."""
        rows = SchurComplement(sparse(M), sparse(J))
        B, C22 = rows.free(J.T), rows.felt(np.eye(len(J)))
        C12 = sparse_product(B, C22)
        return InverseBlocks(rows.free(np.eye(len(M))) - sparse_product(C12, B.T), C12, C22)

    def solve(self, M: Array, f: Array, J: Array, gamma: Array, *, rank: int | None = None) -> tuple[Array, Array]:
        rows = SchurComplement(sparse(M), sparse(J))
        free = rows.free(f)
        lam = rows.felt(gamma - sparse_product(J, free))
        return free + rows.spread(lam), lam

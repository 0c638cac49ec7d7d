"""Projection of accelerations and forces onto what constraints allow."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.solvers.accelerations import SchurComplement, row_factors
from dalembert.equations.solvers.reduced import orthonormal
from dalembert.equations.solvers.solver import AccelerationSolver
from dalembert.expr.fixed_order import ldl_solve
from dalembert.expr.null_space import null_space
from dalembert.expr.sparse_matrix import sparse, sparse_product, symmetric_product


@dataclass(frozen=True, eq=False)
class ConstraintOperators:
    """The operators of the explicit solution, for a definite M (nu, nu) and independent rows J (m, nu).

    J Θ = 0, Θ² = Θ, trace Θ = nu − m, Θ M⁻¹ = M⁻¹ Θᵀ, J J̄ = 1; without masses J⁺ and P take the places of J̄ and Θ.

    Parameters
    ----------
    M : array (nu, nu)
        Definite mass matrix.
    J : array (m, nu)
        Independent rows.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> operators = da.solvers.ConstraintOperators(np.diag([1.0, 3.0]), np.array([[1.0, -1.0]]))
    >>> print(operators.H, operators.Theta.tolist())
    [[0.75]] [[0.25, 0.75], [0.25, 0.75]]
    """

    M: Array
    J: Array

    @cached_property
    def _schur(self) -> SchurComplement:
        """M and J M⁻¹ Jᵀ factorized."""
        return SchurComplement(sparse(self.M), sparse(self.J))

    @cached_property
    def _transfer(self) -> Array:
        """M⁻¹ Jᵀ (nu, m)."""
        return self._schur.free(self.J.T)

    @cached_property
    def H(self) -> Array:
        """(J M⁻¹ Jᵀ)⁻¹ (m, m): the mass that is felt along the rows."""
        return self.felt(np.eye(len(self.J)))

    @cached_property
    def J_bar(self) -> Array:
        """M⁻¹ Jᵀ H (nu, m): the right inverse of J with the least kinetic energy."""
        return sparse_product(self._transfer, self.H)

    @cached_property
    def Theta(self) -> Array:
        """1 − J̄ J (nu, nu): what the rows allow of accelerations; of forces, Θᵀ moves the system."""
        return np.eye(self.J.shape[1]) - sparse_product(self.J_bar, self.J)

    @cached_property
    def J_plus(self) -> Array:
        """J⁺ = Jᵀ (J Jᵀ)⁻¹ (nu, m): the right inverse of J with the shortest columns."""
        gram = symmetric_product(self.J, self.J.T)
        return sparse_product(self.J.T, ldl_solve(row_factors(gram), np.eye(len(gram))))

    @cached_property
    def P(self) -> Array:
        """1 − J⁺ J (nu, nu): what the rows allow of velocities, whatever the masses; P = Pᵀ = P² = W Wᵀ."""
        return np.eye(self.J.shape[1]) - sparse_product(self.J_plus, self.J)

    @cached_property
    def W(self) -> Array:
        """An orthonormal basis of what the rows allow (nu, nu − m): J W = 0, Wᵀ W = 1."""
        return orthonormal(null_space(self.J))

    def free(self, f: Array) -> Array:
        """M⁻¹ f (nu,): accelerations without constraints."""
        return self._schur.free(f)

    def felt(self, x: Array) -> Array:
        """H x (m,): the force along the rows that accelerates by x along them."""
        return self._schur.felt(x)

    def spread(self, lam: Array) -> Array:
        """M⁻¹ Jᵀ λ (nu,): how forces along the rows accelerate the system; J̄ x is that of H x."""
        return self._schur.spread(lam)

    def bias_force(self, b: Array, gamma: Array) -> Array:
        """α_c = J̄ᵀ b + H γ (m,): what centrifugal and Coriolis forces b ask of the constraints."""
        return self.J_bar.T @ b + self.H @ gamma

    def gravity_force(self, g: Array) -> Array:
        """ρ = J̄ᵀ g (m,): what gravity asks of the constraints.

        With both, of M a + b + g = τ + Jᵀ λ remains Θᵀ τ = M a + b + g − Jᵀ (α_c + ρ).
        """
        return self.J_bar.T @ g


@dataclass(frozen=True)
class ObliqueProjector(AccelerationSolver):
    """a = J̄ γ + Θ M⁻¹ f, λ = H γ − J̄ᵀ f, with `ConstraintOperators(M, J)` to look at.

    M must be definite, and rows independent: else the result is not finite. The operators are applied one after
    the other and not multiplied out: Θ x = x − J̄ J x, J̄ x = M⁻¹ Jᵀ H x.

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
    >>> eom = da.derive(engine, da.Recursive(solver=da.solvers.ObliqueProjector()))
    >>> start = da.assemble(engine, q={"A": 0.5}, u={"A": 1.0})
    >>> print(f"{da.as_dynamics(eom).accelerations(start)['A.rate']:.6f}")
    -0.827637
    """

    def solve(self, M: Array, f: Array, J: Array, gamma: Array, *, rank: int | None = None) -> tuple[Array, Array]:
        P = ConstraintOperators(M, J)
        free = P.free(f)
        lam = P.felt(gamma - sparse_product(J, free))
        return free + P.spread(lam), lam

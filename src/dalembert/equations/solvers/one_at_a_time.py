"""Constraints imposed one after the other."""

from __future__ import annotations

from dataclasses import dataclass

from dalembert.arrays import Array
from dalembert.equations.solvers.accelerations import SchurComplement
from dalembert.equations.solvers.contradictions import checked
from dalembert.equations.solvers.solver import AccelerationSolver, shortest_multipliers
from dalembert.expr.fixed_order import ldl_solve, semidefinite_ldl
from dalembert.expr.functions import less, where
from dalembert.expr.node import Scalar
from dalembert.expr.sparse_matrix import sparse, sparse_product
from dalembert.rank import SINGULAR


@dataclass(frozen=True)
class OneAtATime(AccelerationSolver):
    """P = M⁻¹; for each row a += P jᵀ s⁺ (γ − j a), P −= P jᵀ s⁺ j P with s = j P jᵀ; then a += P f.

    M must be definite. A row that adds nothing to those before it is left alone: s⁺ = 0. P, which ends as the
    inverse of M on what the rows allow, is not written out: s is what is left of the diagonal entry of J M⁻¹ Jᵀ
    when the rows before are eliminated, in the order in which they are given.

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
    >>> eom = da.derive(engine, da.Recursive(solver=da.solvers.OneAtATime()))
    >>> start = da.assemble(engine, q={"A": 0.5}, u={"A": 1.0})
    >>> print(f"{da.as_dynamics(eom).accelerations(start)['A.rate']:.6f}")
    -0.827637
    """

    allows_redundant_rows = True

    def solve(self, M: Array, f: Array, J: Array, gamma: Array, *, rank: int | None = None) -> tuple[Array, Array]:
        rows, n_taken = SchurComplement(sparse(M), sparse(J)), 0.0

        def inverse(i: int, s: Scalar) -> Scalar:
            """s⁺ of a row."""
            nonlocal n_taken
            is_new = less(SINGULAR.square * rows.S[i, i], s)
            if rank is not None:
                is_new = is_new & less(n_taken, rank)
                n_taken = n_taken + where(is_new, 1.0, 0.0)
            return where(is_new, 1.0 / where(is_new, s, 1.0), 0.0)

        factors = semidefinite_ldl(rows.S, range(len(J)), inverse)
        part = checked(rows.spread(ldl_solve(factors, gamma)), J, gamma, rank)
        free = rows.free(f)
        a = part + (free - rows.spread(ldl_solve(factors, sparse_product(J, free))))
        return a, shortest_multipliers(M, f, J, a, rank)

"""Accelerations by direct minimisation of Gauss' constraint."""

from __future__ import annotations

from dataclasses import dataclass

from dalembert.arrays import Array
from dalembert.equations.solvers.contradictions import checked, checked_as_whole
from dalembert.equations.solvers.solver import AccelerationSolver, rank_in_general, shortest_multipliers
from dalembert.expr.fixed_order import ldl, ldl_backward, ldl_forward, sparse_order
from dalembert.expr.functions import sqrt
from dalembert.expr.least_squares import least_squares
from dalembert.expr.null_space import basic_solution, null_space
from dalembert.expr.sparse_matrix import sparse_product
from dalembert.rank import ROUNDING


@dataclass(frozen=True)
class LeastConstraint(AccelerationSolver):
    """a = a₀ + y of all a with J a = γ such that |R y| is least, a₀ = M⁻¹ f and M = Rᵀ R: ½ |R y|² is Gauss' Z.

    y = s + Z x with J Z = 0, and x by orthogonal transformations of R Z: the minimum itself is looked for, no
    equation for it is formed. Rows may depend on others.

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
    >>> eom = da.derive(engine, da.Recursive(solver=da.solvers.LeastConstraint()))
    >>> start = da.assemble(engine, q={"A": 0.5}, u={"A": 1.0})
    >>> print(f"{da.as_dynamics(eom).accelerations(start)['A.rate']:.6f}")
    -0.827637
    """

    allows_redundant_rows = True

    def solve(self, M: Array, f: Array, J: Array, gamma: Array, *, rank: int | None = None) -> tuple[Array, Array]:
        mass = ldl(M, sparse_order(M))
        free = ldl_backward(mass, mass.D_inverse * ldl_forward(mass, f))
        n = rank_in_general(J, rank)
        Z, excess = null_space(J, n), gamma - sparse_product(J, free)
        part = least_squares(J, excess, rank, rcond=ROUNDING.distance) if Z.size else basic_solution(J, excess, n)
        part = checked(part, J, excess, rank)
        if Z.size:
            # R y = D^(−1/2) L⁻ᵀ (M y) for M = Lᵀ D L
            root = sqrt(mass.D_inverse)
            RZ = (root * ldl_forward(mass, sparse_product(M, Z)).T).T
            part = part - Z @ least_squares(RZ, root * ldl_forward(mass, sparse_product(M, part)))
        a = checked_as_whole(free + part, J, gamma, n, rank)
        return a, shortest_multipliers(M, f, J, a, rank)

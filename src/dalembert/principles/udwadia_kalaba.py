"""The equations of Udwadia and Kalaba: constrained accelerations from free ones by a pseudoinverse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass

from dalembert.deriving.constraint_steps import COFACTORS, parted_speeds, rows_step
from dalembert.deriving.derivation import DerivationStep
from dalembert.deriving.principle import TakesSpeeds
from dalembert.deriving.terms import Terms
from dalembert.equations.solution import solved
from dalembert.equations.value import Equations
from dalembert.expr.fixed_order import ldl, ldl_solve, sparse_order
from dalembert.expr.scalar import is_zero
from dalembert.expr.small_inverse import small_inverse
from dalembert.principles.kane import Kane
from dalembert.reading import acting
from dalembert.solvers.constrained.pseudoinverses import WeightedPseudoinverse
from dalembert.solvers.constrained.solver import AccelerationSolver
from dalembert.tree.bodies import MovingBodies


@dataclass(frozen=True)
class UdwadiaKalaba(TakesSpeeds):
    """a = a₀ + M^(−1/2) (J M^(−1/2))⁺ (γ − J a₀) with the free accelerations a₀ = M⁻¹ (f + G τ).

    M and forces are those of Kane's unconstrained equations. Constraints of any kind, also redundant ones; with `alpha`
    M may be singular. (Udwadia and Kalaba 1992, Udwadia and Schutte 2010.)
    """

    _: KW_ONLY
    alpha: float = 0.0

    @property
    def acceleration_solver(self) -> AccelerationSolver:
        return WeightedPseudoinverse(self.alpha)

    def terms(self, bodies: MovingBodies) -> Terms:
        return Kane().terms(bodies)

    def steps(self, bodies: MovingBodies) -> Sequence[DerivationStep]:
        return Kane().steps(bodies)

    def constraint_steps(self, equations: Equations) -> Sequence[DerivationStep]:
        M, weights = solved(equations).definite_mass
        J, gamma, forces = equations.J, equations.gamma, acting(equations)
        if not all(map(is_zero, weights)):
            forces = forces + J.T @ (weights * gamma)
        factors = ldl(M, sparse_order(M))
        free = ldl_solve(factors, forces)
        added = (
            ""
            if M is equations.entries.M
            else " Where M is singular, rows are added to it: M + Jᵀ D J, f + Jᵀ D γ."
        )
        # the pseudoinverse satisfies rows that depend on others with these
        rows = parted_speeds(equations, ()).rows
        held = ldl_solve(factors, J[rows].T)
        correction = held @ (small_inverse(J[rows] @ held, COFACTORS) @ (gamma - J @ free)[rows])
        return [
            rows_step(equations),
            DerivationStep(
                "Free accelerations",
                f"Without constraints accelerations would be a₀; the constraints miss them by γ − J a₀.{added}",
                {"a_0": free, r"\gamma - J a_0": gamma - J @ free},
            ),
            DerivationStep(
                "Correction",
                "M^(−1/2) (J M^(−1/2))⁺ times what is missed is the smallest change, measured by M, that "
                "satisfies the rows.",
                {r"\dot u - a_0": correction},
            ),
        ]

"""The equations of Udwadia and Kalaba: constrained accelerations from free ones by a pseudoinverse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass

from dalembert.formulations.derivation import Step
from dalembert.formulations.principles.bodies import MovingBodies
from dalembert.formulations.principles.kane import Kane
from dalembert.formulations.principles.principle import TreePrinciple
from dalembert.formulations.principles.speeds import QuasiVelocities
from dalembert.formulations.principles.terms import Terms
from dalembert.solvers.constrained.pseudoinverses import WeightedPseudoinverse
from dalembert.solvers.constrained.solver import AccelerationSolver


@dataclass(frozen=True)
class UdwadiaKalaba(TreePrinciple):
    """a = a₀ + M^(−1/2) (J M^(−1/2))⁺ (γ − J a₀) with the free accelerations a₀ = M⁻¹ f.

    M and f are those of Kane's unconstrained equations. Constraints of any kind, also redundant ones; with `alpha`
    M may be singular. (Udwadia and Kalaba 1992, Udwadia and Schutte 2010.)
    """

    _: KW_ONLY
    alpha: float = 0.0
    speeds: QuasiVelocities | None = None

    @property
    def acceleration_solver(self) -> AccelerationSolver:
        return WeightedPseudoinverse(self.alpha)

    @property
    def chosen_speeds(self) -> QuasiVelocities | None:
        return self.speeds

    def terms(self, bodies: MovingBodies) -> Terms:
        return Kane().terms(bodies)

    def steps(self, bodies: MovingBodies) -> Sequence[Step]:
        return Kane().steps(bodies)

"""The equations of Udwadia and Kalaba: constrained accelerations from free ones by a pseudoinverse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass

from dalembert.equations.equations import Equations
from dalembert.equations.solvers.pseudoinverses import WeightedPseudoinverse
from dalembert.equations.solvers.solver import AccelerationSolver
from dalembert.errors import FormulationError
from dalembert.number_checks import checked_number
from dalembert.principles.deriving.constraint_steps import corrected_steps, rows_step
from dalembert.principles.deriving.derivation import DerivationStep
from dalembert.principles.deriving.principle import TakesSpeeds
from dalembert.principles.deriving.terms import Terms
from dalembert.principles.kane import Kane
from dalembert.tree.moving_bodies import MovingBodies


@dataclass(frozen=True)
class UdwadiaKalaba(TakesSpeeds):
    """a = a₀ + M^(−1/2) (J M^(−1/2))⁺ (γ − J a₀) with the free accelerations a₀ = M⁻¹ (f + G τ).

    M and forces are those of Kane's unconstrained equations. Constraints of any kind, also redundant ones; with
    `alpha` M may be singular. (Udwadia and Kalaba 1992, Udwadia and Schutte 2010.)

    Parameters
    ----------
    speeds : QuasiVelocities or object with `chosen`, optional
        Speeds of one's own; default those of the model.
    alpha : float, optional
        Weight α of J⁺ J beside M, with which M may be singular; default 0, a definite M.

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
    >>> start = da.assemble(engine, q={"A": 0.5}, u={"A": 1.0})
    >>> eom = da.derive(engine, da.UdwadiaKalaba())
    >>> print(f"{da.as_dynamics(eom).accelerations(start)['A.rate']:.6f}")
    -0.827637
    """

    _: KW_ONLY
    alpha: float = 0.0

    def __post_init__(self) -> None:
        checked_number(self.alpha, "alpha of UdwadiaKalaba", FormulationError)

    @property
    def acceleration_solver(self) -> AccelerationSolver:
        return WeightedPseudoinverse(self.alpha)

    def terms(self, bodies: MovingBodies) -> Terms:
        return Kane().terms(bodies)

    def steps(self, bodies: MovingBodies) -> Sequence[DerivationStep]:
        return Kane().steps(bodies)

    def constraint_steps(self, equations: Equations) -> Sequence[DerivationStep]:
        return [rows_step(equations), *corrected_steps(equations)]

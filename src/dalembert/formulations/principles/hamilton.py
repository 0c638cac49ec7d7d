"""Hamilton's canonical equations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from dalembert.errors import FormulationError
from dalembert.expr.calculus import gradient
from dalembert.expr.rewrite import Substitution
from dalembert.expr.scalar import is_zero
from dalembert.expr.symbols import symbol
from dalembert.formulations.constraint_steps import rows_step
from dalembert.formulations.derivation import Derivation, DerivationStep
from dalembert.formulations.principles.bodies import MovingBodies
from dalembert.formulations.principles.canonical import CanonicalEquations
from dalembert.formulations.principles.canonical_forms import (
    DiracMultipliers,
    ForceMultipliers,
    Form,
    MomentumMultipliers,
)
from dalembert.formulations.principles.dirac import DiracEquations, check_multipliers
from dalembert.formulations.principles.lagrange import lagrange_terms
from dalembert.formulations.principles.momentum_multipliers import (
    MomentumMultiplierEquations,
    without_dependent_rows,
)
from dalembert.formulations.principles.principle import TreePrinciple
from dalembert.formulations.principles.terms import Terms
from dalembert.model.model import Model
from dalembert.reading import rate_name
from dalembert.rows import Row


@dataclass(frozen=True)
class Hamilton(TreePrinciple):
    """q̇ = ∂H/∂p, ṗ = Q − ∂H/∂q with momenta p = ∂L/∂q̇ and H = p · q̇ − L; Q are forces without potential.

    States are coordinates and momenta, named `elbow.momentum`. Speeds must be rates of coordinates. Constraints
    enter by one of three forms: A and B for holonomic rows and rows linear in the speeds, C for holonomic rows.
    """

    form: Form = field(default_factory=ForceMultipliers)

    def __post_init__(self) -> None:
        if not isinstance(self.form, ForceMultipliers | MomentumMultipliers | DiracMultipliers):
            raise FormulationError(
                "the form of Hamilton is ForceMultipliers(), MomentumMultipliers() or DiracMultipliers(), not "
                f"{self.form!r}"
            )

    def check(self, model: Model, rows: Sequence[Row]) -> None:
        self.refuse_nonlinear(rows, "Kane, Nonminimal, GibbsAppell, Gauss and UdwadiaKalaba")
        if isinstance(self.form, DiracMultipliers):
            self.refuse_nonholonomic(rows, "Hamilton(ForceMultipliers()) and Hamilton(MomentumMultipliers())")

    def equations(self, model: Model) -> CanonicalEquations:
        equations = self._equations(model)
        self.check(model, equations.inner.rows)
        match equations:
            case DiracEquations():
                check_multipliers(equations)
            case MomentumMultiplierEquations():
                return without_dependent_rows(equations)
        return equations

    def _equations(self, model: Model) -> CanonicalEquations:
        match self.form:
            case MomentumMultipliers():
                return MomentumMultiplierEquations(model, self, self.form)
            case DiracMultipliers():
                return DiracEquations(model, self, self.form)
        return CanonicalEquations(model, self)

    def terms(self, bodies: MovingBodies) -> Terms:
        """Those of the rates, which momenta are made of: what every principle must be able to say."""
        return lagrange_terms(bodies)

    def steps(self, bodies: MovingBodies) -> Sequence[DerivationStep]:
        """None: all steps are in `derivation`, because they need momenta and not the bodies alone."""
        return ()

    def derivation(self, model: Model) -> Derivation:
        equations = self.equations(model)
        steps = self._canonical_steps(equations)
        if equations.inner.rows:
            steps.append(rows_step(equations.inner))
        if equations.inner.rows or (isinstance(equations, DiracEquations) and len(equations.chi)):
            steps.append(self._form_step(equations))
        written = _with_dots(equations)
        steps = [replace(step, results={name: written(y) for name, y in step.results.items()}) for step in steps]
        return Derivation(self.title, tuple(steps), equations)

    def _canonical_steps(self, equations: CanonicalEquations) -> list[DerivationStep]:
        """From the energies to the equations without constraints."""
        bodies, canonical = equations.lagrangian, equations.canonical
        L, H = bodies.kinetic_energy - bodies.potential_energy, equations.hamiltonian_by(canonical)
        slopes = bodies.along_speeds(gradient(H, equations.q))
        turned = "N^T " if equations.counted else ""
        results = {r"\dot q": bodies.N @ gradient(H, equations.u), rf"-{turned}\partial H / \partial q": -slopes}
        Q = canonical.known(bodies.forces_without_potential)
        if not all(map(is_zero, Q)):
            results["Q"] = Q
        return [
            DerivationStep("Lagrangian", "Kinetic minus potential energy.", {"L": L}),
            DerivationStep(
                "Momenta", "The slopes of L by the rates.", {"p": gradient(bodies.kinetic_energy, bodies.u)}
            ),
            DerivationStep("Rates", "The momenta solved for the rates.", {r"\dot q": canonical.model_speeds}),
            DerivationStep("Hamiltonian", "p · q̇ − L, with the rates in terms of momenta.", {"H": H}),
            DerivationStep(
                "Canonical equations",
                "Coordinates and momenta move along the slopes of H; forces Q without potential add to ṗ.",
                results,
            ),
        ]

    def _form_step(self, equations: CanonicalEquations) -> DerivationStep:
        """How constraints are kept, by the form."""
        match equations:
            case MomentumMultiplierEquations():
                return DerivationStep(
                    "Multipliers of momenta",
                    "p = M q̇ + Jᵀ σ with J q̇ + ψ₀ + α φ = 0 gives q̇ and σ; ṗ has J̇ᵀ σ besides, and λ = −σ̇.",
                    {"M": equations.mass, r"\dot p": equations.momentum_forces},
                )
            case DiracEquations():
                return DerivationStep(
                    "Dirac's multipliers",
                    "χ holds φ and ψ in terms of momenta. χ̇ + α χ = 0 gives the multipliers, if the matrix of "
                    "Poisson brackets is regular.",
                    {r"\chi": equations.chi, r"\{\chi, \chi\}": equations.brackets},
                )
        return DerivationStep(
            "Multipliers of forces",
            "ψ in terms of momenta is differentiated once more: (J M⁻¹ Jᵀ) λ = γ − J M⁻¹ (Q − ∂H/∂q).",
            {"J M^{-1}": equations.J, r"\gamma": equations.gamma},
        )


def _with_dots(equations: CanonicalEquations) -> Substitution:
    """Rates of coordinates as readers know them, which are variables of their own beside momenta."""
    names = equations.coordinates[: len(equations.speeds)]
    return Substitution({u: symbol(rate_name(name)) for u, name in zip(equations.inner.u, names, strict=True)})

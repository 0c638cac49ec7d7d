"""Hamilton's canonical equations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from dalembert.equations.equations import Equations
from dalembert.errors import FormulationError
from dalembert.expr.calculus import gradient
from dalembert.expr.rewrite import Substitution
from dalembert.expr.scalar import is_zero
from dalembert.expr.symbol_nodes import symbol
from dalembert.model.model import Model
from dalembert.principles.canonical.canonical import CanonicalForm, canonical_equations
from dalembert.principles.canonical.canonical_forms import (
    DiracMultipliers,
    ForceMultipliers,
    Form,
    MomentumMultipliers,
)
from dalembert.principles.canonical.dirac import DiracForm, check_multipliers
from dalembert.principles.canonical.momentum_multipliers import MomentumForm
from dalembert.principles.deriving.constraint_steps import rows_step
from dalembert.principles.deriving.derivation import Derivation, DerivationStep
from dalembert.principles.deriving.principle import TreePrinciple
from dalembert.principles.deriving.terms import Terms
from dalembert.principles.lagrange import lagrange_terms
from dalembert.principles.recursive import recursive_equations
from dalembert.rows import Row
from dalembert.symbolic.equation_text import rate_name
from dalembert.tree.moving_bodies import MovingBodies
from dalembert.tree.speed_change import tree_beside

_FORMS: dict[type[Form], type[CanonicalForm]] = {
    ForceMultipliers: CanonicalForm,
    MomentumMultipliers: MomentumForm,
    DiracMultipliers: DiracForm,
}


@dataclass(frozen=True)
class Hamilton(TreePrinciple):
    """q̇ = ∂H/∂p, ṗ = Q − ∂H/∂q with momenta p = ∂L/∂q̇ and H = p · q̇ − L; Q are forces without potential.

    States are coordinates and momenta, named `elbow.momentum`. Speeds must be rates of coordinates. Constraints
    enter by one of three forms: A and B for holonomic rows and rows linear in the speeds, C for holonomic rows.

    Parameters
    ----------
    form : ForceMultipliers, MomentumMultipliers or DiracMultipliers, optional
        Form in which constraints enter; default `da.formulations.ForceMultipliers()`.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> print(da.derive(pendulum, da.Hamilton()).reading().text())
    hinge′ = 3 p_hinge
    ṗ_hinge = -4.905 cos(hinge)
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

    def equations(self, model: Model) -> Equations:
        return self._formed(model)[1]

    def _formed(self, model: Model) -> tuple[CanonicalForm, Equations]:
        """The form and its equations."""
        form = _FORMS[type(self.form)](model, self)
        self._check_rows(form)
        match form:
            case MomentumForm():
                form = form.independent()
            case DiracForm():
                check_multipliers(form)
        return form, canonical_equations(form)

    def _check_rows(self, form: CanonicalForm) -> None:
        self.check(form.tree.model, [row.row for row in form.tree.constraints.rows])

    def terms(self, bodies: MovingBodies) -> Terms:
        """Terms in the rates, which momenta are made of: every principle must be able to give them."""
        return lagrange_terms(bodies)

    def steps(self, bodies: MovingBodies) -> Sequence[DerivationStep]:
        """None: all steps are in `derivation`, because they need momenta and not the bodies alone."""
        return ()

    def derivation(self, model: Model) -> Derivation:
        form, equations = self._formed(model)
        steps = self._canonical_steps(form)
        if form.tree.constraints.rows:
            steps.append(rows_step(recursive_equations(form.tree, (tree_beside, (model,)))))
        if form.tree.constraints.rows or (isinstance(form, DiracForm) and len(form.chi)):
            steps.append(self._form_step(form, equations))
        written = _with_dots(form)
        steps = [replace(step, results={name: written(y) for name, y in step.results.items()}) for step in steps]
        return Derivation(self.title, tuple(steps), equations)

    def _canonical_steps(self, form: CanonicalForm) -> list[DerivationStep]:
        """Steps from the energies to the equations without constraints."""
        bodies, canonical, v = form.lagrangian, form.canonical, form.variables
        L, H = bodies.kinetic_energy - bodies.potential_energy, form.hamiltonian_by(canonical)
        slopes = bodies.along_speeds(gradient(H, v.q))
        turned = r"N^\top " if v.unwrapped_angles else ""
        results = {r"\dot q": bodies.N @ gradient(H, v.u), rf"-{turned}\partial H / \partial q": -slopes}
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

    def _form_step(self, form: CanonicalForm, equations: Equations) -> DerivationStep:
        """How constraints are kept, by the form."""
        match form:
            case MomentumForm():
                return DerivationStep(
                    "Multipliers of momenta",
                    "p = M q̇ + Jᵀ σ with J q̇ + ψ₀ + α φ = 0 gives q̇ and σ; ṗ has J̇ᵀ σ besides, and λ = −σ̇.",
                    {"M": form.mass.to_array(), r"\dot p": form.momentum_forces},
                )
            case DiracForm():
                return DerivationStep(
                    "Dirac's multipliers",
                    "χ holds φ and ψ in terms of momenta. χ̇ + α χ = 0 gives the multipliers, if the matrix of "
                    "Poisson brackets is regular.",
                    {r"\chi": form.chi, r"\{\chi, \chi\}": form.brackets},
                )
        return DerivationStep(
            "Multipliers of forces",
            "ψ in terms of momenta is differentiated once more: (J M⁻¹ Jᵀ) λ = γ − J M⁻¹ (Q − ∂H/∂q).",
            {"J M^{-1}": equations.J, r"\gamma": equations.gamma},
        )


def _with_dots(form: CanonicalForm) -> Substitution:
    """Rates of coordinates as readers know them, which are variables of their own beside momenta."""
    u = form.tree.variables.u
    names = form.variables.coordinates[: len(u)]
    return Substitution({x: symbol(rate_name(name)) for x, name in zip(u, names, strict=True)})

"""Three forms in which constraints enter canonical equations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from numbers import Real
from typing import Any, TypeAlias

from dalembert.errors import FormulationError
from dalembert.expr.node import Expression, inputs_of, name_of
from dalembert.principles.canonical.canonical import CanonicalForm
from dalembert.rows import Baumgarte, Stabilization


@dataclass(frozen=True)
class ForceMultipliers:
    """Form A: ṗ = Q − ∂H/∂q + Jᵀ λ, with λ from the constraints differentiated to accelerations.

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
    >>> eom = da.derive(engine, da.Hamilton(da.formulations.ForceMultipliers()))
    >>> print(eom.speeds)
    ('A.momentum', 'B.momentum', 'slide.momentum')
    """


@dataclass(frozen=True)
class MomentumMultipliers:
    """Form B: p = M q̇ + Jᵀ σ, so that velocities are always admissible; λ = −σ̇.

    Positions are kept by projection, and stabilized by J q̇ + ψ₀ + α φ = 0. Rows that depend on others have no
    multipliers. A run must start with σ = 0: from an admissible state, whose momenta are M q̇.

    Parameters
    ----------
    alpha : float, optional
        Rate α in 1/s at which violations of positions decay; default 0.

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
    >>> eom = da.derive(engine, da.Hamilton(da.formulations.MomentumMultipliers()))
    >>> print(eom.speeds[0])
    A.momentum
    """

    alpha: float = 0.0

    def __post_init__(self) -> None:
        _check_alpha(self)


@dataclass(frozen=True)
class DiracMultipliers:
    """Form C: constraints χ(t, q, p) = 0 of the second class, kept by brackets of Poisson, with χ̇ + α χ = 0.

    Holonomic rows of the model take part with φ and ψ; `further` are constraints of one's own by name, expressions
    of measures and of momenta `symbol("pendulum.momentum")`; speeds in them stand for M⁻¹ p. All are kept by
    projection too. Constraints of one's own change rates: q̇ is not M⁻¹ p where their slopes by momenta and their
    multipliers are not zero, and signals, velocities of bodies, accelerations and forces are those of the true q̇.

    Parameters
    ----------
    alpha : float, optional
        Rate α in 1/s at which violations decay; default 0.
    further : dict of expressions, optional
        Constraints of your own by name, which stay zero; default none.

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
    >>> eom = da.derive(engine, da.Hamilton(da.formulations.DiracMultipliers(alpha=10.0)))
    >>> print(eom.speeds[0])
    A.momentum
    """

    alpha: float = 0.0
    further: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _check_alpha(self)
        if not isinstance(self.further, Mapping) or not all(isinstance(name, str) for name in self.further):
            raise FormulationError(
                "constraints of Dirac are given by name, such as further={'circle': x**2 + y**2 - 1.0, …}, not as "
                f"{self.further!r}"
            )
        for name, y in self.further.items():
            if not isinstance(y, Expression):
                raise FormulationError(
                    f"the constraint {name!r} of Dirac is one expression of measures and momenta, not {y!r}"
                )


Form: TypeAlias = ForceMultipliers | MomentumMultipliers | DiracMultipliers


def _check_alpha(form: MomentumMultipliers | DiracMultipliers) -> None:
    """Raise unless errors decay by it, or stay."""
    alpha = form.alpha
    if not isinstance(alpha, Real) or isinstance(alpha, bool) or not 0.0 <= float(alpha) < inf:
        raise FormulationError(
            f"alpha of {type(form).__name__} is the rate at which errors decay, a finite number and not negative, "
            f"not {alpha!r}"
        )


def refuse_dependent_loads(form: CanonicalForm) -> None:
    """Raise for forces that depend on reactions, where these are no unknowns."""
    if form.tree.reaction_dependent_forces.loads.laws:
        name = next(iter(form.tree.reaction_dependent_forces.loads.forces.values()))[0]
        raise FormulationError(
            f"the force {name!r} depends on reactions, and so needs multipliers of forces; "
            "Hamilton(ForceMultipliers()) has them"
        )


def refuse_inputs_in_rows(form: CanonicalForm, name: str) -> None:
    """Raise for rows with inputs, as states of which they would have rates in brackets and momenta."""
    inputs, rows = set(form.tree.variables.tau), form.tree.constraints.rows
    smooth = [[x for x in (row.phi, row.psi) if isinstance(x, Expression)] for row in rows] if inputs else []
    if inputs.isdisjoint(inputs_of([x for entries in smooth for x in entries])):
        return
    row, inside = next(
        (row, x) for row, entries in zip(rows, smooth, strict=True) for x in inputs_of(entries) if x in inputs
    )
    raise FormulationError(
        f"Hamilton({name}()) cannot treat the row {row.row.name!r}, which contains the input {name_of(inside)!r}; "
        "use da.Hamilton() with its default form"
    )


def refuse_baumgarte(stabilization: Stabilization | None, form: str) -> None:
    """Raise for a stabilization of forces where there are none to add to."""
    if isinstance(stabilization, Baumgarte):
        raise FormulationError(
            f"Hamilton({form}()) does not solve for accelerations, so Baumgarte's gains have no place in it; use "
            f"alpha of the form: {form}(alpha=…)"
        )


def kept_for_good(form: str) -> str:
    """Why rows cannot come and go along a run of this form, and what to do."""
    return f"Hamilton({form}()) makes rates and momenta of all its rows for good; use Hamilton(ForceMultipliers())"

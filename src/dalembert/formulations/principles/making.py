"""From a principle and a model to equations, in the model's speeds or in chosen ones."""

from __future__ import annotations

from collections.abc import Collection

from dalembert.errors import FormulationError
from dalembert.formulations.constrained import ConstrainedEquations
from dalembert.formulations.principles.bodies import MovingBodies
from dalembert.formulations.principles.chosen_speed_equations import ChosenSpeedEquations
from dalembert.formulations.principles.equations import PrincipleEquations
from dalembert.formulations.principles.terms import MakesTerms
from dalembert.model.model import Model


def equations_by(
    principle: MakesTerms, model: Model, left_out: Collection[str] = ()
) -> PrincipleEquations | ChosenSpeedEquations:
    """The equations of a model by a principle, which says if it cannot treat it."""
    found: PrincipleEquations | ChosenSpeedEquations
    if principle.chosen_speeds is None:
        found = PrincipleEquations(model, principle, left_out)
    else:
        found = ChosenSpeedEquations(model, principle, left_out)
        _check_signals(found)
        _check_parameters(found)
    principle.check(model, found.rows)
    return found


def moving_bodies(equations: ConstrainedEquations) -> MovingBodies:
    """The bodies that equations by a principle are about."""
    assert isinstance(equations, PrincipleEquations | ChosenSpeedEquations)
    return equations.bodies


def _check_signals(equations: ChosenSpeedEquations) -> None:
    """Raise if a speed has the name of a signal, unless it is the name of one of the model's speeds."""
    inner = equations.inner
    if clash := [name for name in equations.speeds if name in inner.signals and name not in inner.speeds]:
        raise FormulationError(f"the name {clash[0]!r} of a quasi-velocity is that of a signal")


def _check_parameters(equations: ChosenSpeedEquations) -> None:
    """Raise if a parameter of the speeds has another usual value in the model."""
    own, known = equations.chosen.parameters, equations.inner.parameters
    if clash := [name for name, usual in own.items() if known.get(name, usual) != usual]:
        raise FormulationError(
            f"the parameter {clash[0]!r} has two usual values, {known[clash[0]]} in the model and "
            f"{own[clash[0]]} in the quasi-velocities; give it one"
        )

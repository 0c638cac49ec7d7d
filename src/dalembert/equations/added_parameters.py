"""Equations with parameters besides their own: those of what is put on top of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from dalembert.equations.equations import Equations
from dalembert.errors import ModelError
from dalembert.memo import Key

_MORE_PARAMETERS: Key[Equations] = Key("equations with more parameters")


def with_parameters(equations: Equations, parameters: Mapping[str, float]) -> Equations:
    """Equations with these names and default values among their parameters; the given ones if they have all."""
    present = equations.parameters
    for name, default in parameters.items():
        if present.get(name, default) != default:
            raise ModelError(
                f"the parameter {name!r} has two defaults, {present[name]:g} and {default:g}; give it one, or use "
                "two names"
            )
    more = {name: default for name, default in parameters.items() if name not in present}
    if not more:
        return equations
    return equations.memo.get(_MORE_PARAMETERS.of(*more.items()), lambda: _made(equations, more))


def _made(equations: Equations, more: Mapping[str, float]) -> Equations:
    variables = replace(equations.variables, parameters={**equations.parameters, **more})
    return replace(equations, recipe=(with_parameters, (equations, dict(more))), variables=variables)

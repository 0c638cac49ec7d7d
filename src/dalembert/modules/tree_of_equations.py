"""The tree of systems that equations are of."""

from __future__ import annotations

from dalembert.equations.equations import Equations
from dalembert.modules.joining import joined_equations
from dalembert.modules.joining_with_contacts import joined_with_contacts
from dalembert.modules.subsystem import Subsystem


def root_of(equations: Equations) -> Subsystem | None:
    """Root of the tree of systems that equations were joined from; None if they are others."""
    recipe = equations.recipe
    if recipe.make not in (joined_equations, joined_with_contacts):
        return None
    root: Subsystem = recipe.arguments[0]
    return root


def node_of(equations: Equations) -> Subsystem | None:
    """Node of the tree of systems that equations are of, those of a model of models too; None if of none."""
    first = next(iter(equations.recipe.arguments), None)
    return first if isinstance(first, Subsystem) else None

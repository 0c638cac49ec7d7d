"""What underactuation implies: relations between accelerations that hold whatever the inputs do."""

from __future__ import annotations

from typing import Any

import numpy as np

from dalembert.equations.orders import check_second_order
from dalembert.equations.solution import solved
from dalembert.equations.value import Equations
from dalembert.errors import FormulationError
from dalembert.expr.null_space import null_space
from dalembert.expr.rewrite import substitute
from dalembert.expr.scalar import is_zero
from dalembert.expr.sparse_matrix import products
from dalembert.model.measures import acceleration, coordinate, integral_value, speed

Array = Any


def passive_relations(equations: Equations) -> Array:
    """Zᵀ (M a − f) with Zᵀ [G Jᵀ] = 0, as expressions of measures that stay zero; (nu − n_tau − m,).

    Inputs and multipliers do not enter: for ẋ = f(x) + g(x) τ these are gᶜᵀ (ẋ − f) = 0 with gᶜᵀ g = 0,
    constraints of second order that cannot be integrated as a rule. An `AccelerationConstraint` takes them, in any
    model with coordinates and speeds of the same names.
    """
    check_second_order(equations, "passive_relations")
    eom, solution = equations, solved(equations)
    if not all(map(is_zero, solution.r)):
        raise FormulationError(
            "forces that depend on reactions depend on the inputs too: no relation is without them"
        )
    ways = solution.ways
    if ways.shape[1] > len(eom.speeds):
        raise FormulationError(f"the inputs {', '.join(eom.inputs)} do the same as each other or as constraints")
    a = np.array([acceleration(name) for name in eom.speeds], dtype=object)
    need = solution.residual(a, np.zeros(len(eom.rows)))
    names = {
        **{x: coordinate(name) for x, name in zip(eom.q, eom.coordinates, strict=True)},
        **{x: speed(name) for x, name in zip(eom.u, eom.speeds, strict=True)},
        **{x: integral_value(name) for x, name in zip(eom.z, eom.states, strict=True)},
        **dict.fromkeys(eom.tau, 0.0),
    }
    return substitute(products(null_space(ways.T).T, need), names)

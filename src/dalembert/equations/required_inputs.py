"""Inputs and multipliers for which a system accelerates as given: inverse dynamics."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.solution import Solution
from dalembert.errors import FormulationError
from dalembert.expr.calculus import jacobian
from dalembert.expr.least_squares import least_squares
from dalembert.expr.rewrite import substitute
from dalembert.expr.sparse_matrix import products


def required_inputs(solution: Solution, a: Array, unknown: Collection[str]) -> tuple[Array, Array]:
    """Inputs (n_tau,) and multipliers (m,) for which accelerations are a (nu,): the shortest, if several do.

    Inputs that are not unknown stay as they are.
    """
    if solution.law is not None:
        raise FormulationError(
            "the inputs follow from goals here, so they cannot be those of another motion; ask the model "
            "without goals"
        )
    eom = solution.equations
    absent = {x: 0.0 for name, x in zip(eom.inputs, eom.tau, strict=True) if name in unknown}
    need = substitute(solution.open_residual(a, np.zeros(len(eom.rows))), absent)
    ways = ways_of(solution, unknown)
    if not eom.reaction_dependent_forces.loads.laws:
        return _split(solution, unknown, least_squares(ways, need))
    loads = eom.reaction_dependent_forces.loads
    columns = np.column_stack([loads.without(need), jacobian(need, loads.variables)])
    amounts = least_squares(ways, columns)
    s = np.array(loads.variables, dtype=object)
    tau, lam = _split(solution, unknown, amounts[:, 0] + products(amounts[:, 1:], s))
    coupling = eom.reaction_dependent_forces.coupling(a, lam, dict(zip(eom.tau, tau, strict=True)))
    return loads.closed(tau, lam, coupling.loads)


def ways_of(solution: Solution, unknown: Collection[str]) -> Array:
    """Forces of a unit of each unknown input, then of each multiplier that is solved for."""
    inputs = solution.equations.inputs
    columns = [k for k in range(solution.ways.shape[1]) if k >= len(inputs) or inputs[k] in unknown]
    return solution.ways[:, columns]


def _split(solution: Solution, unknown: Collection[str], amounts: Array) -> tuple[Array, Array]:
    """All inputs, and multipliers of all rows, from the factors of `ways_of`."""
    eom = solution.equations
    tau = np.array(eom.tau, dtype=object)
    places = [k for k, name in enumerate(eom.inputs) if name in unknown]
    tau[places] = amounts[: len(places)]
    return tau, solution.of_all_rows(amounts[len(places) :])

"""Inputs and multipliers for which a system accelerates as given: inverse dynamics."""

from __future__ import annotations

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.solution import Solution
from dalembert.errors import FormulationError
from dalembert.expr.calculus import jacobian
from dalembert.expr.least_squares import least_squares
from dalembert.expr.rewrite import substitute
from dalembert.expr.sparse_matrix import products


def required_inputs(solution: Solution, a: Array) -> tuple[Array, Array]:
    """Inputs (n_tau,) and multipliers (m,) for which accelerations are a (nu,): the shortest, if several do."""
    if solution.law is not None:
        raise FormulationError(
            "the inputs follow from goals here, so they cannot be those of another motion; ask the model "
            "without goals"
        )
    eom = solution.equations
    need = substitute(solution.open_residual(a, np.zeros(len(eom.rows))), dict.fromkeys(eom.tau, 0.0))
    if not eom.reaction_dependent_forces.loads.laws:
        return _split(solution, least_squares(solution.ways, need))
    loads = eom.reaction_dependent_forces.loads
    columns = np.column_stack([loads.without(need), jacobian(need, loads.variables)])
    amounts = least_squares(solution.ways, columns)
    s = np.array(loads.variables, dtype=object)
    tau, lam = _split(solution, amounts[:, 0] + products(amounts[:, 1:], s))
    coupling = eom.reaction_dependent_forces.coupling(a, lam, dict(zip(eom.tau, tau, strict=True)))
    return loads.closed(tau, lam, coupling.loads)


def _split(solution: Solution, amounts: Array) -> tuple[Array, Array]:
    """Inputs, and multipliers of all rows, from the factors of `solution.ways`."""
    n = len(solution.equations.inputs)
    return amounts[:n], solution.of_all_rows(amounts[n:])

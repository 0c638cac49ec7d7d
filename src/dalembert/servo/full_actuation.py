"""Inputs that act on every speed: goals choose the accelerations, and the balance tells the inputs, unsolved."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array, Matrix
from dalembert.equations.solution import Solution
from dalembert.expr.functions import absolute_value
from dalembert.expr.node import Expression, Scalar, inputs_of
from dalembert.expr.rewrite import substitute
from dalembert.expr.sparse_matrix import products
from dalembert.rank import ROUNDING, SINGULAR, rank
from dalembert.servo.goal_rows import GoalRows
from dalembert.servo.orthogonal_rows import OrthogonalRows


@dataclass(frozen=True, eq=False)
class ChosenAccelerations:
    """Accelerations that goals leave no choice about."""

    a: Array
    """(nu,)"""

    alarm: Scalar
    """Zero, or not a number where strict goals contradict each other."""

    hold: Array
    """How accelerations act on strict goals (k, nu), beside each other as soft goals weigh them."""

    asked: Array
    """Residuals of strict goals beside that (k,)."""

    def inputs(self, solution: Solution) -> Array:
        """τ (n,): what the balance of these accelerations needs."""
        eom = solution.equations
        need = solution.residual(self.a, np.zeros(0))
        need = substitute(need, dict.fromkeys(eom.tau, 0.0))
        return products(np.linalg.inv(np.asarray(eom.G, dtype=float)), need)


def chosen_accelerations(rows: GoalRows) -> ChosenAccelerations | None:
    """Accelerations by strict goals alone, or by soft ones beside strict ones; None if inputs have to be asked.

    Inputs are as many as speeds and act on all of them, nothing else holds the system, and the coefficients of
    accelerations in the last goals, which determine all of them, are numbers.
    """
    solution = rows.solution
    strict, soft = rows.strict, [i for i in range(len(rows.rows)) if i not in rows.strict]
    if not _is_free(solution) or _contain_inputs(rows) or not _is_one_stage(rows, strict, soft):
        return None
    last, nu = soft or strict, len(solution.equations.u)
    P, numbers = rows.terms, _numbers(rows.terms[last])
    if numbers is None or rank(numbers, ROUNDING) < nu or (not soft and len(last) != nu):
        return None
    # all speeds have goals, so that inputs are known to act on them linearly
    G = _numbers(solution.equations.G)
    if G is None or rank(G, ROUNDING) < nu:
        return None
    c = rows.residual(np.zeros(nu))
    if not soft:
        a = products(-np.linalg.inv(numbers), c)
        return ChosenAccelerations(a, 0.0, P, c)

    # weighted by soft goals, then moved as little as strict ones allow: x = R (a − free), N = Rᵀ R
    weights = np.array([float(rows.rows[i].goal.weight or 1.0) for i in soft])
    N = numbers.T @ (weights[:, None] * numbers)
    free = products(-np.linalg.solve(N, numbers.T * weights), c[soft])
    back = np.linalg.inv(np.linalg.cholesky(N).T)
    hold = np.array([products(back.T, row) for row in P[strict]], dtype=object).reshape(len(strict), nu)
    asked = c[strict] + products(P[strict], free)
    sizes = products(absolute_value(P[strict]), absolute_value(free)) if strict else np.zeros(0)
    x, alarm = OrthogonalRows.of(hold).judged_solution(-asked, sizes, SINGULAR.distance)
    return ChosenAccelerations(free + products(back, x), alarm, hold, asked)


def _is_free(solution: Solution) -> bool:
    """Whether there are as many inputs as speeds, and nothing is solved for besides accelerations."""
    eom = solution.equations
    return (
        not eom.rows
        and not eom.reaction_dependent_forces.loads.laws
        and eom.is_ideal
        and len(eom.tau) == len(eom.u)
    )


def _is_one_stage(rows: GoalRows, strict: list[int], soft: list[int]) -> bool:
    """Whether soft goals come after all strict ones, and all at once."""
    is_after = not strict or not soft or max(strict) < min(soft)
    return is_after and len({rows.rows[i].goal.priority for i in soft}) <= 1


def _contain_inputs(rows: GoalRows) -> bool:
    eom = rows.solution.equations
    used = inputs_of(row.highest for row in rows.rows if isinstance(row.highest, Expression))
    return not set(used).isdisjoint([*eom.tau, *eom.lam])


def _numbers(A: Array) -> Matrix | None:
    """A matrix without any expression; None if there is one."""
    return None if any(isinstance(x, Expression) for x in np.ravel(A)) else np.asarray(A, dtype=float)

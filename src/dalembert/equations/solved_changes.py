"""Changes of accelerations where what they are solved from changes, by the factors of the solution."""

from __future__ import annotations

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.solution import Solution
from dalembert.expr.scalar import is_zero
from dalembert.expr.sparse_matrix import products

MOST_SPEEDS = 12
"""In larger trees recursions are shorter than factors of M."""


def is_plainly_solved(solution: Solution) -> bool:
    """Whether a solves M a = f + G τ + Jᵀ λ, J a = γ, and there are factors to solve that again."""
    eom = solution.equations
    has_laws = bool(eom.reaction_dependent_forces.loads.laws) or not eom.is_ideal
    if has_laws or solution.law is not None or solution.solver is not None or not eom.balance.has_pivots:
        return False
    if eom.rows:
        return eom.balance.solution(solution, None) is None
    # off the unit sphere of quaternions, which stages of steps leave, recursions solve slightly other equations
    if any(a is not b for a, b in zip(eom.motion.projected, eom.q, strict=True)):
        return False
    has_own_way = len(eom.u) > 0 and eom.balance.accelerated(np.zeros(len(eom.u))) is not None
    return is_small_tree(solution) or has_own_way


def is_small_tree(solution: Solution) -> bool:
    """Whether there are no rows, and so few speeds that derivatives of a itself may be the shortest."""
    return not solution.equations.rows and 0 < len(solution.equations.u) <= MOST_SPEEDS


def solved_for(solution: Solution, forces: Array, gamma: Array) -> tuple[Array, Array]:
    """a and λ of M a = forces + Jᵀ λ, J a = γ of the independent rows, by the factors of the solution."""
    eom = solution.equations
    if not eom.rows and (a := eom.balance.accelerated(forces)) is not None:
        return a, np.zeros(0)
    found: tuple[Array, Array] = solution.solvable(solution.schur).solve(forces, gamma)
    return found


def moved_accelerations(solution: Solution, forces: Array, gamma: Array) -> Array:
    """Change (nu,) of the accelerations where forces (nu,) and right sides (m,) of all rows change."""
    _, weights = solution.definite_mass
    if solution.equations.rows and not all(map(is_zero, weights)):
        forces = forces + products(solution.equations.entries.J.T, weights * gamma)
    return solved_for(solution, forces, gamma[list(solution.independent)])[0]

"""Accelerations and multipliers by elimination: for rows that exert other forces than along their gradients."""

from __future__ import annotations

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.level_rows import LevelRow
from dalembert.equations.shared_loads import SharedLoads
from dalembert.equations.solved_rows import SolvedRows
from dalembert.equations.solvers.solver import AccelerationSolver
from dalembert.errors import FormulationError
from dalembert.expr.linear import solve


def eliminated(rows: SolvedRows, solver: AccelerationSolver | None) -> tuple[Array, Array]:
    """a (nu,) and λ (m,) of [M −E; J 0] [a; λ] = [f; γ], with pivoting.

    For a row that is off, λ = 0 takes the place of J a = γ, or the law that the row has for this.
    """
    eom, taken = rows.equations, list(rows.independent)
    if solver is not None and not solver.allows_other_forces:
        raise other_forces(next(row for row in eom.constraint_rows if row.exerts is not None), solver)
    forces = eom.balance.forces if solver is None else eom.balance.forces + solver.nonideal_forces
    n, m = len(eom.speeds), len(taken)
    on = np.ones(m) if rows.switches is None else rows.switches
    matrix = np.full((n + m, n + m), 0.0, dtype=object)
    matrix[:n, :n], matrix[:n, n:] = eom.M, -eom.constraint_force_matrix[:, taken]
    for i, (row, switch) in enumerate(zip(taken, on, strict=True)):
        for k, x in eom.constraint_rows[row].J.items():
            matrix[n + i, k] = switch * x
        matrix[n + i, n + i] = 1.0 - switch
    right = on * rows.gamma[taken]

    # laws of rows that are off
    for i, row in enumerate(taken):
        if (law := eom.constraint_rows[row].when_off) is None:
            continue
        factor, other, plus = law
        if other:
            j = n + taken.index(rows.names.index(other))
            matrix[n + i, j] = matrix[n + i, j] - (1.0 - on[i]) * factor
        right[i] = right[i] + (1.0 - on[i]) * plus
    if (loads := SharedLoads(rows)).rows:
        loads.add_to(matrix, [n + taken.index(i) for i in loads.rows])
    solution = solve(matrix, np.concatenate([forces, right]))
    return solution[:n], rows.of_all(solution[n:])


def other_forces(row: LevelRow, solver: AccelerationSolver) -> FormulationError:
    """The error for a row that exerts forces which a solver cannot solve for."""
    return FormulationError(
        f"the row {row.row.name!r} exerts other forces than along its gradient, which "
        f"{type(solver).__name__} cannot solve; use AugmentedMatrix, or no solver of your own"
    )

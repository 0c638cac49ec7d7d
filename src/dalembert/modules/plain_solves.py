"""Linear equations inside expressions that are solved with pivots at run time, solved in symbols instead."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.node import Expression, Scalar, traverse
from dalembert.expr.rewrite import rebuilt
from dalembert.expr.square_factors import BackSolve
from dalembert.modules.symbolic_solution import SymbolicSolver


def without_solves(values: Iterable[Scalar], solver: SymbolicSolver) -> Array:
    """Expressions (n,) in which every solution of A x = b is an expression of A and b."""
    every = np.array(list(values), dtype=object)
    new: dict[Expression, Any] = {}
    solutions: dict[Expression, Array] = {}
    for x in traverse(every):
        call = x.args[0] if x.op == "element" else None
        if call is None or not isinstance(call.args[0], BackSolve):
            new[x] = rebuilt(x, new)
            continue
        if call not in solutions:
            operands = [new[y] if isinstance(y, Expression) else y for y in call.args[1:]]
            solutions[call] = _solution(call.args[0], np.array(operands, dtype=object), solver)
        new[x] = solutions[call][x.args[1]]
    return np.array([new[x] if isinstance(x, Expression) else x for x in every], dtype=object)


def _solution(routine: BackSolve, operands: Array, solver: SymbolicSolver) -> Array:
    """All entries of x, row by row, for the operands of a solution: entries of A, its factors, and b."""
    A = routine.factor.matrix(list(operands[: routine.n_passive]))
    b = operands[len(operands) - len(A) * routine.n_columns :].reshape(len(A), routine.n_columns)
    return np.ravel(solver.solve(A.T if routine.is_transposed else A, b))

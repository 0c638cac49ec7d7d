"""Conditions that follow from others: a search may fail at them, and meets them without looking at them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from dalembert.integrators.native_calls import Progress
from dalembert.numerics.dependent_rows import dependent_rows, opened
from dalembert.optimal_control.sparse_problem import Answer, ProblemSolver
from dalembert.optimal_control.transcribe import Transcribed

MET = 1e-6
"""By how much a row may be missed where dependence is looked at, and in the end."""


def without_dependent(
    transcribed: Transcribed, answer: Answer, solver: ProblemSolver, progress: Progress | None
) -> Answer:
    """The answer of a search that leaves out conditions which follow from others, if that one finds the optimum.

    What was left out holds there too, or the answer stays what it was.
    """
    problem = transcribed.problem
    rows = _dependent(transcribed, answer)
    if not rows:
        return answer
    again = solver.solve(replace(problem, row_bounds=opened(problem.row_bounds, rows)), progress)
    is_met = float(problem.violation(again.w).max(initial=0.0)) < MET
    return again if (again.converged or again.was_stopped) and is_met else answer


def _dependent(transcribed: Transcribed, answer: Answer) -> list[int]:
    """Numbers of the rows of conditions that follow from the other rows where the search ended."""
    problem, w = transcribed.problem, answer.w
    if not np.isfinite(w).all() or not float(problem.violation(w).max(initial=0.0)) < MET:
        return []
    lower, upper = problem.row_bounds
    ends = np.cumsum([0, *(block.n_rows for block in transcribed.blocks.blocks)])
    conditions = [k for number in transcribed.conditions for k in range(int(ends[number]), int(ends[number + 1]))]
    asked = [k for k in conditions if lower[k] == upper[k]]
    if not asked:
        return []
    others = np.setdiff1d(np.flatnonzero(lower == upper), asked)
    free = np.flatnonzero(problem.bounds[0] < problem.bounds[1])
    J = problem.jacobian(w).tocsr()[:, free]
    return [asked[k] for k in dependent_rows(J[others], J[asked])]

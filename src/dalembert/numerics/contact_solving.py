"""Which method solves the complementarity of contacts: all solutions where they are asked for, or one quickly."""

from __future__ import annotations

from dalembert.numerics.complementarity import ConeProblem, ConeSolution, NoSolutionError
from dalembert.numerics.cone_roots import solve_on_cone
from dalembert.numerics.contact_levels import MOST_COMBINATIONS
from dalembert.numerics.plane_modes import n_combinations, solve_in_plane


def solve_contacts(problem: ConeProblem) -> ConeSolution:
    """Forces that fit, by Newton's method; where that finds none, a few contacts in the plane are enumerated.

    Raises `NoSolutionError` if there are none, or none is found.
    """
    try:
        return solve_on_cone(problem)
    except NoSolutionError:
        if not can_be_enumerated(problem):
            raise
    return solve_in_plane(problem)


def can_be_enumerated(problem: ConeProblem) -> bool:
    """Whether all solutions can be found: contacts in the plane or without friction, and few of them."""
    return problem.tangents < 2 and n_combinations(problem) <= MOST_COMBINATIONS

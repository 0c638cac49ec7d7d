"""All solutions of a few contacts in the plane: every combination of modes is tried."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.numerics.complementarity import ConeProblem, ConeSolution, NoSolutionError
from dalembert.numerics.contact_levels import FITS, SAME
from dalembert.numerics.feasibility import most_feasible

DEPENDENT = 1e-10
"""Singular value relative to the largest at which equations of a combination depend on each other."""

OPEN, STICKING, FORWARD, BACKWARD = 0, 1, 2, 3
"""Modes of a contact: it lets go, or it is closed and sticks, or slips along its tangent or against it."""

PRESSED = 4
"""Added to a mode: the normal force is the least that is given, and the contact may let go."""


def n_combinations(problem: ConeProblem) -> int:
    """Number of combinations of modes."""
    count = 1
    for i in range(problem.n):
        count *= len(_modes(problem, i))
    return count


def all_solutions(problem: ConeProblem) -> list[Vector]:
    """Forces of all solutions with different motions; one set for each motion."""
    choices = [_modes(problem, i) for i in range(problem.n)]
    combinations = list(product(*choices))
    systems = [_system(problem, modes) for modes in combinations]
    if not problem.n:
        return [np.zeros(0)]
    A, b = np.array([x for x, _ in systems]), np.array([y for _, y in systems])
    U, s, Vt = np.linalg.svd(A)
    solutions: list[Vector] = []
    for modes, *factors in zip(combinations, b, U, s, Vt, strict=True):
        if (lam := _forces(problem, modes, *factors)) is not None:
            solutions.append(lam)
    return _different(problem, solutions)


def solve_in_plane(problem: ConeProblem) -> ConeSolution:
    """The solution with least forces, and the forces of all others."""
    solutions = all_solutions(problem)
    if not solutions:
        raise NoSolutionError("no combination of open, sticking and slipping contacts fits")
    first = min(solutions, key=lambda lam: float(np.abs(lam).max(initial=0.0)))
    others = tuple(lam for lam in solutions if lam is not first)
    return ConeSolution(first, problem.motions(first), others, True, problem.residual(first))


def _modes(problem: ConeProblem, i: int) -> Sequence[int]:
    """Modes that a contact may have."""
    d = problem.tangents
    closed = (STICKING, FORWARD, BACKWARD) if d and problem.mu[i] > 0.0 and not problem.slides[i] else (FORWARD,)
    pressed = tuple(mode + PRESSED for mode in closed) if problem.floor[i] > 0.0 else (OPEN,)
    return (*closed, *pressed)


def _system(problem: ConeProblem, modes: Sequence[int]) -> tuple[Matrix, Vector]:
    """Equations A λ = b of a combination of modes, in units of forces."""
    size, d = len(problem.c), problem.tangents
    A, b = np.zeros((size, size)), np.zeros(size)
    for i, (k, mode, r) in enumerate(zip(problem.normals, modes, problem.steps, strict=True)):
        if mode == OPEN or mode >= PRESSED:
            A[k, k], b[k] = 1.0, problem.floor[i]
        else:
            A[k], b[k] = r * problem.W[k], -r * problem.c[k]
        if not d:
            continue
        if mode in (STICKING, STICKING + PRESSED):
            A[k + 1], b[k + 1] = r * problem.W[k + 1], -r * problem.c[k + 1]
        else:
            A[k + 1, k + 1], A[k + 1, k] = 1.0, problem.mu[i] * _sense(problem, i, mode)
    return A, b


def _sense(problem: ConeProblem, i: int, mode: int) -> float:
    """The sign of slip in a mode."""
    if problem.slides[i]:
        return float(problem.direction[i, 0])
    return 0.0 if mode == OPEN else 1.0 if mode in (FORWARD, FORWARD + PRESSED) else -1.0


def _forces(
    problem: ConeProblem, modes: Sequence[int], b: Vector, U: Matrix, s: Vector, Vt: Matrix
) -> Vector | None:
    """Forces of a combination if they satisfy its inequalities; some that do, if equations are dependent."""
    n_solved = int((s > DEPENDENT * s[0]).sum())
    y = U.T @ b
    lam = Vt[:n_solved].T @ (y[:n_solved] / s[:n_solved])
    if np.abs(y[n_solved:]).max(initial=0.0) > FITS * problem.force_size:
        return None
    if problem.residual(lam) <= FITS:
        return lam
    free = Vt[n_solved:].T
    if not free.size:
        return None

    # equations that depend on each other leave forces free: some may be admissible
    rows, rest = _inequalities(problem, modes)
    shift, margin = most_feasible(rows @ free, (rows @ lam + rest) / problem.force_size)
    lam = lam + problem.force_size * (free @ shift)
    return lam if margin >= -FITS and problem.residual(lam) <= FITS else None


def _inequalities(problem: ConeProblem, modes: Sequence[int]) -> tuple[Matrix, Vector]:
    """A λ + b ≥ 0 of a combination, in units of forces."""
    rows, rest = [], []
    eye = np.eye(len(problem.c))
    for i, (k, mode) in enumerate(zip(problem.normals, modes, strict=True)):
        r = problem.steps[i]
        if mode == OPEN or mode >= PRESSED:
            rows.append(r * problem.W[k])
            rest.append(r * problem.c[k])
        else:
            rows.append(eye[k])
            rest.append(-problem.floor[i])
        if not problem.tangents or mode == OPEN or problem.slides[i]:
            continue
        if mode in (STICKING, STICKING + PRESSED):
            for sign in (1.0, -1.0):
                rows.append(problem.mu[i] * eye[k] + sign * eye[k + 1])
                rest.append(0.0)
        else:
            sense = _sense(problem, i, mode)
            rows.append(sense * r * problem.W[k + 1])
            rest.append(sense * r * problem.c[k + 1])
    return np.array(rows), np.array(rest)


def _different(problem: ConeProblem, solutions: Sequence[Vector]) -> list[Vector]:
    """One of the solutions for each motion."""
    kept: list[tuple[Vector, Vector]] = []
    for lam in solutions:
        w = problem.motions(lam)
        if not any(np.abs(w - other).max(initial=0.0) <= SAME * problem.motion_size for _, other in kept):
            kept.append((lam, w))
    return [lam for lam, _ in kept]

"""Contacts in space, or many of them: Newton's method on the true cone, from several starts."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.numerics.complementarity import ConeProblem, ConeSolution, NoSolutionError
from dalembert.numerics.contact_levels import SOLVED

_FEW, _SWEEPS, _STEPS, _STARTS = 5, 200, 40, 12


def solve_on_cone(problem: ConeProblem) -> ConeSolution:
    """A solution with a residual that certifies it; whether there are others is not known."""
    least = np.inf
    for start in _starts(problem):
        lam = _newton(problem, start)
        residual = problem.residual(lam)
        if residual <= SOLVED:
            return ConeSolution(lam, problem.motions(lam), (), False, residual)
        least = min(least, residual)
    raise NoSolutionError(f"no forces were found that fit: the best leave a residual of {least:.2g}")


def _starts(problem: ConeProblem) -> Iterator[Vector]:
    """Where Newton's method starts: sweeps over the contacts, nothing, forces that hold all, and turned ones."""
    swept = _swept(problem, np.zeros(len(problem.c)), _FEW)
    yield swept
    yield np.asarray(np.linalg.lstsq(problem.W, -problem.c, rcond=1e-10)[0], dtype=float)
    swept = _swept(problem, swept, _SWEEPS)
    yield swept
    yield np.zeros(len(problem.c))
    generator = np.random.default_rng(3)
    for _ in range(_STARTS):
        yield swept + problem.force_size * generator.standard_normal(len(swept))


def _swept(problem: ConeProblem, lam: Vector, n: int) -> Vector:
    """Sweeps in which all contacts are moved towards their own solutions."""
    share = 1.0 / max(problem.n, 1)
    for _ in range(n):
        lam = lam - share * problem.natural_map(lam)
    return lam


def _newton(problem: ConeProblem, lam: Vector) -> Vector:
    """Damped steps on the natural map, which has derivatives almost everywhere."""
    F = problem.natural_map(lam)
    for _ in range(_STEPS):
        size = float(F @ F)
        if np.sqrt(size) <= 0.1 * SOLVED * problem.force_size:
            break
        step = np.linalg.lstsq(_derivative(problem, lam), -F, rcond=1e-12)[0]
        for share in (1.0, 0.5, 0.25, 0.1, 0.03, 0.01):
            tried = lam + share * step
            F_tried = problem.natural_map(tried)
            if float(F_tried @ F_tried) < size * (1.0 - 0.1 * share):
                break
        else:
            break
        lam, F = tried, F_tried
    return lam


def _derivative(problem: ConeProblem, lam: Vector) -> Matrix:
    """One of the derivatives of the natural map."""
    n, d = problem.n, problem.tangents
    shape = (n, 1 + d)
    forces, w, r = lam.reshape(shape), problem.motions(lam).reshape(shape), problem.steps
    eye = np.eye(len(lam))
    D, forward = eye.reshape(n, 1 + d, -1).copy(), (np.repeat(r, 1 + d)[:, None] * problem.W).reshape(n, 1 + d, -1)
    I = eye.reshape(n, 1 + d, -1)

    # closed contacts: the motion counts, not the force
    is_closed = forces[:, 0] - problem.floor - r * w[:, 0] > 0.0
    D[is_closed, 0] = forward[is_closed, 0]
    if not d:
        return D.reshape(len(lam), -1)

    # within the disc the motion counts; outside, where it points and how large the disc is
    aim, radii = forces[:, 1:] - r[:, None] * w[:, 1:], problem.mu * np.maximum(forces[:, 0], 0.0)
    sizes = np.sqrt(np.einsum("ij,ij->i", aim, aim))
    turned = I[:, 1:] - forward[:, 1:]
    e = aim / np.where(sizes > 0.0, sizes, 1.0)[:, None]
    across = turned - e[:, :, None] * np.einsum("ij,ijk->ik", e, turned)[:, None]
    slope = np.where(forces[:, 0] > 0.0, problem.mu, 0.0)
    ratio = np.where(sizes > radii, radii / np.where(sizes > 0.0, sizes, 1.0), 1.0)
    outside = ratio[:, None, None] * across + slope[:, None, None] * e[:, :, None] * I[:, :1]
    D[:, 1:] = I[:, 1:] - np.where((sizes > radii)[:, None, None], outside, turned)
    for i in np.flatnonzero(problem.slides):
        D[i, 1:] = I[i, 1:] + problem.mu[i] * np.outer(problem.direction[i], I[i, 0])
    return D.reshape(len(lam), -1)

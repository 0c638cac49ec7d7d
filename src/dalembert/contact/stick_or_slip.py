"""The choice of modes: which closed contacts let go, stick or slip from now on."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Matrix, Vector
from dalembert.contact.bearable_forces import bearable_forces
from dalembert.numerics.complementarity import ConeProblem, ConeSolution, NoSolutionError
from dalembert.numerics.cone_roots import solve_on_cone
from dalembert.numerics.contact_levels import MOVES
from dalembert.numerics.contact_solving import can_be_enumerated, solve_contacts
from dalembert.numerics.plane_modes import solve_in_plane


@dataclass(frozen=True, eq=False)
class Chosen:
    """The chosen modes of closed contacts."""

    is_closed: NDArray[np.bool_]
    slips: NDArray[np.bool_]
    direction: Matrix
    """Unit vectors of slip (n, d)."""

    lam: Vector
    w: Vector
    is_proved: bool
    """Whether it is known that nothing else fits."""


class InconsistentError(NoSolutionError):
    """No modes fit: Painlevé's case without a solution."""


class IndeterminateError(NoSolutionError):
    """Several modes fit: Painlevé's case with several solutions."""


def choose_modes(
    W: Matrix,
    c: Vector,
    static: Vector,
    kinetic: Vector,
    direction: Matrix,
    floor: Vector,
    names: tuple[str, ...],
    *,
    sees_all: bool = True,
) -> Chosen:
    """Choose the modes of closed contacts from accelerations w = W λ + c; those with a direction slide already.

    First all that rest have their static friction; then those that slip the kinetic one. Where contacts in the
    plane are few, all solutions are seen, unless one is enough: none or several are refused with their numbers.
    """
    n, d = len(static), direction.shape[1]
    problem = ConeProblem(W, c, static, d, floor, direction)
    problem = replace(problem, mu=np.where(problem.slides, kinetic, static))
    found = _one_solution(problem, names, sees_all)
    slips = _slips(problem, found.w, found.lam)
    begins = slips & ~problem.slides & (kinetic != static)
    if begins.any():
        problem = replace(problem, mu=np.where(begins, kinetic, problem.mu))
        found = _one_solution(problem, names, sees_all)
        slips = _slips(problem, found.w, found.lam)
    w, lam = found.w.reshape(n, 1 + d), found.lam.reshape(n, 1 + d)
    is_closed = ~((w[:, 0] > MOVES * problem.motion_size) & (lam[:, 0] <= MOVES * problem.force_size))
    is_closed |= floor > 0.0
    sizes = np.sqrt(np.einsum("ij,ij->i", w[:, 1:], w[:, 1:]))
    begun = w[:, 1:] / np.where(sizes > 0.0, sizes, 1.0)[:, None]
    return Chosen(
        is_closed,
        slips & is_closed,
        np.where(problem.slides[:, None], direction, begun),
        found.lam,
        found.w,
        found.is_complete,
    )


def _slips(problem: ConeProblem, w: Vector, lam: Vector) -> NDArray[np.bool_]:
    """Which contacts slip: those that slide already, and those that tangential acceleration moves."""
    n, d = problem.n, problem.tangents
    sizes = np.sqrt((w.reshape(n, 1 + d)[:, 1:] ** 2).sum(axis=1))
    return np.asarray(problem.slides | (sizes > MOVES * problem.motion_size))


def _one_solution(problem: ConeProblem, names: tuple[str, ...], sees_all: bool) -> ConeSolution:
    who = ", ".join(map(repr, names)) or "the contacts"
    if not can_be_enumerated(problem):
        return _at_rest(problem) or solve_on_cone(problem)
    if not sees_all:
        return solve_contacts(problem)
    try:
        found = solve_in_plane(problem)
    except NoSolutionError:
        raise InconsistentError(
            f"{who}: no forces fit, whichever contacts open, stick or slip (Painlevé): "
            f"∂w/∂λ = {_numbers(problem)}, w without forces {_listed(problem.c)}; rigid bodies with this friction "
            "have no motion from here; less friction, compliant contacts or an impact without collision, as "
            "da.contacts.PoissonImpact(e, jams=True) allows it, have one"
        ) from None
    if found.others:
        told = "; or ".join(_told(problem, lam, names) for lam in (found.lam, *found.others))
        raise IndeterminateError(
            f"{who}: {1 + len(found.others)} sets of modes fit (Painlevé): {told}; rigid bodies with this "
            "friction do not say which"
        )
    return found


def _told(problem: ConeProblem, lam: Vector, names: tuple[str, ...]) -> str:
    """The mode of each contact in a solution, with forces and relative accelerations, normal first, in words."""
    w, d = problem.motions(lam), problem.tangents
    words = []
    for i, (k, slips) in enumerate(zip(problem.normals, _slips(problem, w, lam), strict=True)):
        name, own = repr(names[i]) if i < len(names) else f"contact {i + 1}", slice(k, k + 1 + d)
        is_open = w[k] > MOVES * problem.motion_size and lam[k] <= MOVES * problem.force_size
        what = "opens" if is_open else "slips" if slips else "sticks"
        words.append(f"{name} {what}, forces {_listed(lam[own])}, relative accelerations {_listed(w[own])}")
    return "; ".join(words)


def _at_rest(problem: ConeProblem) -> ConeSolution | None:
    """All contacts stay where they are, if none slides and there are forces, unique or not, that all can bear."""
    if problem.slides.any() or problem.floor.any():
        return None
    d = problem.tangents
    cones = [(1 + d if mu > 0.0 else 1, float(mu)) for mu in problem.mu]
    rows = [k + i for k, (size, _) in zip(problem.normals, cones, strict=True) for i in range(size)]
    found = bearable_forces(problem.W[np.ix_(rows, rows)], problem.c[rows], cones)
    if found is None:
        return None
    lam = np.zeros(len(problem.c))
    lam[rows] = found
    return ConeSolution(lam, problem.W @ lam + problem.c)


def _numbers(problem: ConeProblem) -> str:
    """Accelerations along each normal by a unit of its own normal force, with its friction, in words."""
    found = []
    for i, k in enumerate(problem.normals):
        own = problem.W[k, k]
        if problem.slides[i]:
            own = own - problem.mu[i] * float(
                problem.W[k, k + 1 : k + 1 + problem.tangents] @ problem.direction[i]
            )
        found.append(own)
    return _listed(np.array(found))


def _listed(values: Vector) -> str:
    return "(" + ", ".join(f"{x:.6g}" for x in values) + ")"

"""Which small motions are independent, and what the others are in terms of them.

Independent small motions are changes of named coordinates and speeds themselves, y = L s with a constant L that
picks them. So ẏ = L A Z y holds about any reference, also where the constraints change along it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Matrix
from dalembert.errors import ModelError, SolverError
from dalembert.linear.jacobians import Derivatives, Jacobians
from dalembert.name_checks import checked_names
from dalembert.numerics.eigenvalues import acting
from dalembert.rank import SINGULAR, are_lengths, column_sizes, ranks, row_scales

Truths = NDArray[np.bool_]

USEFUL = 0.1
"""Part of the largest that a preferred motion must have in what is still free."""

_CANDIDATES = 5


@dataclass(frozen=True)
class Partition:
    """Independent small motions, by number among those of coordinates and among the speeds."""

    coordinates: tuple[int, ...]
    speeds: tuple[int, ...]


def partition(jacobians: Jacobians, derivatives: Derivatives, independent: Collection[str] | None) -> Partition:
    """Small motions that are independent in all references: as named, or the best where they are worst."""
    eom = jacobians.equations
    preferred = _preferred(jacobians, derivatives)
    levels = (
        ("coordinates", jacobians.position_names, derivatives.positions, preferred[0]),
        ("speeds", eom.speeds, derivatives.velocities, preferred[1]),
    )
    if independent is not None:
        names_of_motions = {eom.speed_name(name) if name in eom.speeds else name for name in independent}
        checked_names(names_of_motions, {*jacobians.position_names, *eom.speeds, *eom.states}, "small motion")
    chosen = [
        independent_of(kind, names, rows, liked, independent, eom.variables.units)
        for kind, names, rows, liked in levels
    ]
    return Partition(*chosen)


def independent_of(
    kind: str,
    names: Sequence[str],
    rows: Matrix,
    liked: Collection[int],
    independent: Collection[str] | None,
    units: Mapping[str, str],
) -> tuple[int, ...]:
    """Numbers of the independent ones among small motions that obey rows (k, m, n): as named, or the best."""
    if independent is None and not rows.shape[1]:
        return tuple(range(len(names)))
    is_length = are_lengths(names, units)
    bases = free_bases(rows, is_length, kind)
    if independent is None:
        return _best(bases, liked, is_length, kind)
    return _named(bases, names, independent, kind)


def _preferred(jacobians: Jacobians, derivatives: Derivatives) -> tuple[list[int], list[int]]:
    """Small motions of coordinates on which rates depend, and speeds that move these, by number."""
    nq, nu = len(jacobians.position_names), len(jacobians.equations.speeds)
    acts = acting(derivatives.A)
    coordinates = [i for i in range(nq) if acts[:, i].any()]
    return coordinates, [k for k in range(nu) if acts[coordinates, nq + k].any()]


def free_bases(rows: Matrix, is_length: Truths, kind: str) -> Matrix:
    """Orthonormal columns (k, n, n_free) that the rows (k, m, n) leave free, by sizes that count alike."""
    sized = rows * column_sizes(rows, is_length)[:, None]
    counts = rows.shape[2] - ranks(sized)
    if (counts != counts[0]).any():
        k = int(np.argmax(counts != counts[0]))
        raise SolverError(
            f"the number of independent {kind} changes between the references: {counts[0]} in the first one, "
            f"{counts[k]} in reference {k + 1}; that is a singular position or a change of structure, linearize "
            "on each side of it by itself"
        )
    return np.swapaxes(np.linalg.svd(sized / row_scales(sized)[..., None])[2], 1, 2)[
        :, :, rows.shape[2] - counts[0] :
    ]


def _best(bases: Matrix, liked: Collection[int], is_length: Truths, kind: str) -> tuple[int, ...]:
    which = np.unique(np.linspace(0, len(bases) - 1, _CANDIDATES).astype(int))
    candidates = list(dict.fromkeys(_picked(bases[k], liked, is_length) for k in which))
    worst = [_distance(bases, rows) for rows in candidates]
    best = int(np.argmax(np.array(worst) >= 0.5 * max(worst)))
    if worst[best] <= SINGULAR.distance:
        raise SolverError(
            f"no {kind} are independent in all references; linearize about parts of them by themselves"
        )
    return candidates[best]


def _picked(basis: Matrix, liked: Collection[int], is_length: Truths) -> tuple[int, ...]:
    """Rows that span all, each the largest in what those before leave; preferred ones if they are large enough.

    Angles come before lengths of equal size: as a rule the latter are along axes of the world, which a motion in a
    circle turns away from.
    """
    left, chosen = basis.copy(), []
    is_liked = np.array([i in liked for i in range(len(basis))], dtype=bool)
    for _ in range(basis.shape[1]):
        norms = np.linalg.norm(left, axis=1)
        sizes = np.where(is_length, 0.5, 1.0) * norms
        wanted = np.where(is_liked & (sizes >= USEFUL * sizes.max()), sizes, 0.0)
        among = wanted if wanted.any() else sizes
        # of equal ones the first
        i = int(np.argmax(among >= (1.0 - 1e-9) * among.max()))
        chosen.append(i)
        direction = left[i] / norms[i]
        left = left - np.outer(left @ direction, direction)
    return tuple(sorted(chosen))


def _distance(bases: Matrix, rows: Sequence[int]) -> float:
    """How far these rows are from dependent in the worst reference."""
    if not rows:
        return 1.0
    return float(np.linalg.svd(bases[:, list(rows)], compute_uv=False)[:, -1].min())


def _named(bases: Matrix, names: Sequence[str], independent: Collection[str], kind: str) -> tuple[int, ...]:
    rows = tuple(i for i, name in enumerate(names) if name in independent)
    n = bases.shape[2]
    if len(rows) != n:
        named = ", ".join(names[i] for i in rows) or "none"
        best = ", ".join(names[i] for i in _picked(bases[0], (), np.zeros(len(names), dtype=bool)))
        raise ModelError(f"{n} {kind} are independent here, for example {best}; {len(rows)} are named: {named}")
    if _distance(bases, rows) <= SINGULAR.distance:
        raise ModelError(
            f"the {kind} {', '.join(names[i] for i in rows)} are not independent in all references; name others"
        )
    return rows


def dependence(jacobians: Jacobians, d: Derivatives, chosen: Partition) -> Matrix:
    """Z with s = Z y for independent small motions y (k, n, n_y): coordinates, then speeds, then states."""
    eom = jacobians.equations
    nq, nu, nz = len(jacobians.position_names), len(eom.speeds), len(eom.states)
    Zq, Zu = _spread(d.positions, chosen.coordinates), _spread(d.velocities, chosen.speeds)

    Z = np.zeros((len(Zq), nq + nu + nz, Zq.shape[2] + Zu.shape[2] + nz))
    first, second = Zq.shape[2], Zq.shape[2] + Zu.shape[2]
    Z[:, :nq, :first], Z[:, nq : nq + nu, first:second] = Zq, Zu
    Z[:, nq + nu :, second:] = np.eye(nz)

    # positions that change with states in their rows, then speeds that change with both, while those that are
    # independent do not
    Z[:, :nq, second:] = _following(d.positions, chosen.coordinates, d.positions_by_states)
    by_states = d.velocities_by_states + d.carried @ Z[:, :nq, second:]
    Z[:, nq : nq + nu, :first] = _following(d.velocities, chosen.speeds, d.carried @ Zq)
    Z[:, nq : nq + nu, second:] = _following(d.velocities, chosen.speeds, by_states)
    return Z


def _following(rows: Matrix, chosen: Sequence[int], upset: Matrix) -> Matrix:
    """Small motions (k, n, l) of the dependent ones that make up for what upsets the rows (k, m, l)."""
    n = rows.shape[2]
    motions = np.zeros((len(rows), n, upset.shape[2]))
    if others := [i for i in range(n) if i not in chosen]:
        motions[:, others] = -np.linalg.pinv(rows[:, :, others], rcond=SINGULAR.distance) @ upset
    return motions


def _spread(rows: Matrix, chosen: Sequence[int]) -> Matrix:
    """Small motions (k, n, n_free) for a unit of each of the independent ones: the others follow from the rows."""
    n = rows.shape[2]
    others = [i for i in range(n) if i not in chosen]
    Z = np.zeros((len(rows), n, len(chosen)))
    Z[:, list(chosen)] = np.eye(len(chosen))
    if others:
        Z[:, others] = -np.linalg.pinv(rows[:, :, others], rcond=SINGULAR.distance) @ rows[:, :, list(chosen)]
    return Z


def numbers_of(jacobians: Jacobians, chosen: Partition) -> list[int]:
    """Numbers of the independent ones among all small motions."""
    eom = jacobians.equations
    nq, nu = len(jacobians.position_names), len(eom.speeds)
    speeds = [nq + k for k in chosen.speeds]
    return [*chosen.coordinates, *speeds, *range(nq + nu, nq + nu + len(eom.states))]

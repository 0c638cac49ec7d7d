"""Drives of a mechanism: whether some prescribe what constraints and other drives determine already."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.configuration.constraint_unknowns import Positions
from dalembert.configuration.constraint_values import constraint_values
from dalembert.configuration.mobility import Dependence
from dalembert.configuration.skew_axes import skew_axes_text
from dalembert.configuration.typical_sizes import sizes_around
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.equations import Equations
from dalembert.errors import ModelError
from dalembert.numerics.nearest_root import Unknowns, root
from dalembert.rank import INVOLVED, coefficients, independent_rows, rank
from dalembert.rows import Role, Row
from dalembert.state import State

_FIRST = (0.0, 0.3, 1.0, 1.0)
"""How far from the given positions some are looked for in which constraints hold, in rad and arms."""

_AROUND = (0.0, *5 * (0.05,))
"""How far from these the rank is taken too: it may be smaller in a singular position."""

_NEAR = 0.5
"""How far a position may lie from the first one to count as next to it."""

_VANISHING = 0.01
"""Norm of a row, beside its largest one in these positions, that is too small to tell its direction."""


def drive_rows(equations: Equations) -> tuple[int, ...]:
    """Numbers of the rows that prescribe a motion: those of drives, and all in which time stands."""
    return tuple(i for i, row in enumerate(equations.rows) if _drives(row))


def _drives(row: Row) -> bool:
    return row.is_rheonomic or row.role is Role.DRIVE


def check_drives(dynamics: Dynamics, near: State) -> None:
    """Refuse drives that depend on constraints and other drives, whether they agree with these or not."""
    eom = dynamics.equations
    J = _generic_jacobian(dynamics, near)
    if J is None or not (dependences := _dependences(eom, J)):
        return
    n, missing = len(dependences), len(eom.speeds) - rank(J)
    drives = [eom.rows[i].name for i in drive_rows(eom)]
    involved = {name for dependence in dependences for name in (dependence.row, *dependence.on)}
    choice = [repr(name) for name in drives if name in involved]
    one_of = f"{n} of {', '.join(choice)}" if len(choice) > 1 else choice[0]
    skew = skew_axes_text(dynamics)
    why = f"; {skew}" if skew else ""
    also = f"; {missing} more {'are' if missing > 1 else 'is'} needed elsewhere" if missing else ""
    raise ModelError(
        f"{n} drive{'s are' if n > 1 else ' is'} too many: {'; '.join(map(str, dependences))}; leave "
        f"out {one_of}, or let a Motor act in its place{also}{why}"
    )


def _dependences(eom: Equations, J: Matrix) -> list[Dependence]:
    """Drives that depend on constraints and on drives before them."""
    drives = drive_rows(eom)
    constraints = [i for i in range(len(J)) if i not in drives]
    J_constraints = J[constraints]
    kept = [constraints[i] for i in independent_rows(J_constraints, rank(J_constraints))] if constraints else []
    dependences = []
    for drive in drives:
        if rank(J[[*kept, drive]]) > len(kept):
            kept.append(drive)
        else:
            dependences.append(_dependence(eom, J, kept, drive))
    return dependences


def _dependence(eom: Equations, J: Matrix, kept: list[int], drive: int) -> Dependence:
    factors = np.abs(coefficients(J, kept, drive)) * np.linalg.norm(J[kept], axis=1)
    size = max(float(np.linalg.norm(J[drive])), float(factors.max(initial=0.0)))
    involved = [i for i, factor in zip(kept, factors, strict=True) if factor > INVOLVED * size]
    row = eom.rows[drive]
    return Dependence(row.name, row.part, tuple(eom.rows[i].name for i in involved))


# ---- positions that constraints allow, wherever drives would have them


@dataclass(frozen=True, eq=False)
class Released:
    """Positions or speeds that satisfy some of the rows only."""

    unknowns: Unknowns
    kept: list[int]

    def rows(self, x: Vector) -> tuple[Vector, Matrix]:
        r, A = self.unknowns.rows(x)
        return r[self.kept], A[self.kept]

    def moved(self, x: Vector, delta: Vector) -> Vector:
        return self.unknowns.moved(x, delta)

    def measured(self, x: Vector) -> Vector:
        """All numbers of x."""
        return x

    def displacement(self, x: Vector) -> Vector:
        return self.unknowns.displacement(x)


def _generic_jacobian(dynamics: Dynamics, near: State) -> Matrix | None:
    """J at a regular position near the given one, in which constraints hold; None if there is no such position."""
    eom, arguments = dynamics.equations, dynamics.guessed(near)
    q: Vector = arguments["q"]
    positions = Positions(dynamics, (), (), arguments, near.p, q, np.zeros(0))
    fixed = [i for i, row in enumerate(positions.records) if not _drives(row)]
    sizes = sizes_around(dynamics, arguments, near.p)
    positions_around = _around(Released(positions, fixed), q, sizes.columns, sizes.of_coordinates(eom))
    matrices = [
        sizes.sized(constraint_values(dynamics, {**arguments, "q": x}, near.p).J) for x in positions_around
    ]
    constraints = [i for i in range(len(eom.rows)) if i not in drive_rows(eom)]
    clear = _with_clear_rows([J for J in matrices if np.isfinite(J).all()])
    return max(clear, key=lambda J: (rank(J[constraints]), rank(J)), default=None)


def _with_clear_rows(matrices: list[Matrix]) -> list[Matrix]:
    """Matrices in which no row nearly vanishes; all if there are none."""
    if not matrices:
        return []
    norms = np.array([np.linalg.norm(J, axis=1) for J in matrices])
    is_clear = (norms >= _VANISHING * norms.max(axis=0, initial=0.0)).all(axis=-1)
    return [J for J, is_so in zip(matrices, is_clear, strict=True) if is_so] or matrices


def _around(released: Released, q: Vector, by_speed: Vector, by_coordinate: Vector) -> list[Vector]:
    """Positions next to each other that are near the given ones, as far as they are found."""
    generator = np.random.default_rng(3)

    def solved(x: Vector, distance: float) -> list[Vector]:
        point = root(released, released.moved(x, distance * by_speed * generator.standard_normal(len(by_speed))))
        return [point.x] if point.is_root else []

    first = next((x for distance in _FIRST for x in solved(q, distance)), None)
    if first is None:
        return []
    positions = [x for distance in _AROUND for x in solved(first, distance)]
    return [x for x in positions if np.abs((x - first) / by_coordinate).max(initial=0.0) <= _NEAR]

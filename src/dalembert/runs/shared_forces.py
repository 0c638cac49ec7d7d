"""Whether contacts stay as they are where forces of single points are not unique: shares that all can bear.

What points exert together is unique; modes end where no shares fit any more. Shares that fit show that they have
not ended, and are much cheaper than the choice of modes.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from dalembert.contact.levels import FITS
from dalembert.expr.rewrite import evaluate
from dalembert.runs.contact_choices import PRESSES
from dalembert.runs.contact_system import OPEN, STICKS, ContactNumbers, ContactSystem, Point

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]

_PASSES = 3
"""How often friction is shared anew by the normal forces that were found."""

_LEAST = 1e-6
"""Share of the smallest normal force in friction, beside that of the largest."""


class Shares:
    """Points that are closed in these modes, and whether forces of single ones keep them so."""

    def __init__(self, system: ContactSystem, modes: Sequence[int], followers: Collection[int] = ()) -> None:
        self.system = system
        closed = [
            (k, p, mode) for k, (p, mode) in enumerate(zip(system.points, modes, strict=True)) if mode != OPEN
        ]
        self.carrying = [(p, mode == STICKS) for k, p, mode in closed if k not in followers]
        self.following = [p.normal for k, p, _ in closed if k in followers]
        self.are_plain = not system.sliding and all(_is_plain(p) for _, p, _ in closed)
        """Whether all are bodies that touch with Coulomb's friction or none, so that shares can be told."""

    def fit(self, numbers: ContactNumbers) -> bool:
        """Whether shares are found in a state that all points can bear; if not, there may still be some."""
        if not self.are_plain:
            return False
        ways = np.column_stack([self._columns(numbers, point, sticks) for point, sticks in self.carrying])
        rows = [i for point, sticks in self.carrying for i in _own(point, sticks)]
        shares = np.ones(len(rows))
        for _ in range(_PASSES):
            forces = self._shared(ways[rows], numbers.free[rows], shares)
            if forces is not None and self._can_be_borne(forces) and self._stay(numbers, ways @ forces):
                return True
            if forces is None:
                return False
            shares = self._by_normals(forces)
        return False

    def _columns(self, numbers: ContactNumbers, point: Point, sticks: bool) -> Matrix:
        """Accelerations of all rows by each force of a point; what slides brakes with its normal force."""
        W = numbers.W
        if sticks or not point.tangents:
            return W[:, _own(point, sticks)]
        slip = numbers.slips(point)
        speed = float(np.sqrt(slip @ slip))
        mu = float(evaluate(point.rows.friction.kinetic_at(speed), {}))
        way = slip / speed if speed > 0.0 else np.zeros(len(slip))
        return (W[:, point.normal] - mu * W[:, list(point.tangents)] @ way)[:, None]

    def _shared(self, A: Matrix, free: Vector, shares: Vector) -> Vector | None:
        """The smallest forces beside their shares that keep all rows where they are; None if none do."""
        forces: Vector = -shares * np.linalg.lstsq(A * shares, free, rcond=1e-10)[0]
        left = float(np.abs(A @ forces + free).max(initial=0.0))
        return forces if left <= FITS * float(np.abs(free).max(initial=0.0)) else None

    def _can_be_borne(self, forces: Vector) -> bool:
        """Whether nothing pulls, and friction holds what sticks."""
        k = 0
        for point, sticks in self.carrying:
            normal, held = forces[k], forces[k + 1 : k + len(_own(point, sticks))]
            if normal < 0.0 or np.sqrt(held @ held) > point.rows.friction.static * normal:
                return False
            k += 1 + len(held)
        return True

    def _by_normals(self, forces: Vector) -> Vector:
        """Shares of all forces by those of the normal ones."""
        starts = np.cumsum([0, *(len(_own(point, sticks)) for point, sticks in self.carrying)])
        normals = np.maximum(forces[starts[:-1]], 0.0)
        largest = float(normals.max(initial=0.0))
        shares = np.maximum(normals / largest, _LEAST) if largest > 0.0 else np.ones(len(normals))
        return np.repeat(np.sqrt(shares), np.diff(starts))

    def _stay(self, numbers: ContactNumbers, accelerations: Vector) -> bool:
        """Whether points that follow without force are not pressed into what they touch."""
        rows = [i for i in self.following if i is not None]
        pressed = (numbers.free + accelerations)[rows]
        return bool((pressed >= -PRESSES * np.abs(numbers.free).max(initial=0.0)).all())


def _is_plain(point: Point) -> bool:
    return not (point.normal is None or point.yields or point.combined is not None or point.rows.creep is not None)


def _own(point: Point, sticks: bool) -> list[int]:
    """Rows along which forces of a point are free."""
    assert point.normal is not None
    return [point.normal, *(point.tangents if sticks else ())]

"""Whether contacts stay as they are where forces of single points are not unique: shares that all can bear.

What points exert together is unique unless they slide and turn; modes end where no shares fit any more. Shares
that fit show that they have not ended, and are much cheaper than the choice of modes.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.contact.contact_system import OPEN, STICKING, ContactNumbers, ContactSystem, Point
from dalembert.contact.held_points import PRESSES
from dalembert.contact.shares import bearable_forces
from dalembert.expr.rewrite import evaluate


class Shares:
    """Points that are closed in these modes, and whether forces of single ones keep them so."""

    def __init__(self, system: ContactSystem, modes: Sequence[int], followers: Collection[int] = ()) -> None:
        self.system = system
        closed = [
            (k, p, mode) for k, (p, mode) in enumerate(zip(system.points, modes, strict=True)) if mode != OPEN
        ]
        self.carrying = [(p, mode == STICKING) for k, p, mode in closed if k not in followers]
        self.following = [p.normal for k, p, _ in closed if k in followers]
        self.are_plain = not system.sliding and all(_is_plain(p) for _, p, _ in closed)
        """Whether all are bodies that touch with Coulomb's friction or none, so that shares can be told."""

    def fit(self, numbers: ContactNumbers) -> bool:
        """Whether there are shares in a state that all points can bear."""
        if not self.are_plain:
            return False
        ways = np.column_stack([self._columns(numbers, point, sticks) for point, sticks in self.carrying])
        rows = [i for point, sticks in self.carrying for i in _own(point, sticks)]
        cones = [(len(_own(point, sticks)), point.rows.friction.static) for point, sticks in self.carrying]
        forces = bearable_forces(ways[rows], numbers.free[rows], cones)
        return forces is not None and self._stay(numbers, ways @ forces)

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

    def _stay(self, numbers: ContactNumbers, accelerations: Vector) -> bool:
        """Whether points that follow without force are not pressed into what they touch."""
        rows = [i for i in self.following if i is not None]
        pressed = (numbers.free + accelerations)[rows]
        return bool((pressed >= -PRESSES * np.abs(numbers.free).max(initial=0.0)).all())


def _is_plain(point: Point) -> bool:
    return not (
        point.normal is None or point.is_compliant or point.combined is not None or point.rows.creep is not None
    )


def _own(point: Point, sticks: bool) -> list[int]:
    """Rows along which forces of a point are free."""
    assert point.normal is not None
    return [point.normal, *(point.tangents if sticks else ())]

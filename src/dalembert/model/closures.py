"""Closures of joints: relations between a frame P and a frame C, whose places are seen from one frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from dalembert.arrays import Array
from dalembert.expr.functions import atan2
from dalembert.expr.node import Scalar
from dalembert.model.constraint import Relation
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import Axis, across, cross, dot, unit

_XYZ = "xyz"


@dataclass(frozen=True)
class Closure:
    """The relations of a joint that closes a loop.

    Relations between directions hold for turned-over frames too, which `senses` tell apart.

    Parameters
    ----------
    relations : sequence of Relation
        Relations between the two frames of the joint.
    senses : sequence of expressions, optional
        Expressions that are positive where the joint is closed the right way round; default none.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> height = da.coordinate("z")
    >>> closure = da.extend.Closure([da.extend.Relation("z", height - 1.0)])
    >>> print([relation.name for relation in closure.relations])
    ['z']
    """

    relations: Sequence[Relation]
    senses: Sequence[Scalar] = field(default=())

    def __add__(self, other: Closure) -> Closure:
        return Closure((*self.relations, *other.relations), (*self.senses, *other.senses))


def meeting(P: Pose, C: Pose) -> Closure:
    """The origins coincide: three rows, in the axes from which P and C are seen."""
    return Closure([Relation(axis, d, force_unit="N") for axis, d in zip(_XYZ, C.p - P.p, strict=True)])


def held_along(P: Pose, C: Pose, *directions: Array) -> Closure:
    """The origin of C does not leave that of P along directions fixed in P."""
    d = C.p - P.p
    return Closure([Relation(_along(e), dot(P.R @ e, d), force_unit="N") for e in directions])


def parallel(P: Pose, C: Pose, axis: Axis) -> Closure:
    """An axis is the same in both frames: two rows, the turning of C about the axes of P across it."""
    a = unit(axis)
    e1, e2 = across(axis)
    a_C = C.R @ a
    rows = [
        Relation(f"turn {_along(e2)}", dot(P.R @ e1, a_C), force_unit="N m"),
        Relation(f"turn {_along(e1)}", -dot(P.R @ e2, a_C), force_unit="N m"),
    ]
    return Closure(rows, [dot(P.R @ a, a_C)])


def not_turned(P: Pose, C: Pose) -> Closure:
    """The axes of C stay parallel to those of P: three rows, the turning of C about the axes of P."""
    rows = []
    for k, axis in enumerate(_XYZ):
        i, j = (k + 1) % 3, (k + 2) % 3
        rows.append(Relation(f"turn {axis}", dot(P.R[:, j], C.R[:, i]), force_unit="N m"))
    senses = [dot(P.R[:, k], C.R[:, k]) for k in range(3)]
    return Closure(rows, senses)


def at_fixed_angle(P: Pose, C: Pose, first: Axis, second: Axis) -> Closure:
    """A direction of P and one of C keep the angle they have when the frames coincide: one row."""
    a, b = unit(first), unit(second)
    return Closure([Relation("turn", dot(P.R @ a, C.R @ b) - dot(a, b), force_unit="N m")])


def angle_about(axis: Array, start: Array, end: Array) -> Scalar:
    """The angle about a unit vector from one direction to another, in (−π, π]."""
    return atan2(axis @ cross(start, end), start @ end - (axis @ start) * (axis @ end))


def turned_angle(axis: Axis, R: Array) -> Scalar:
    """The angle of a rotation R about an axis, in (−π, π]."""
    return atan2(*turned_sides(axis, R))


def turned_sides(axis: Axis, R: Array) -> tuple[Scalar, Scalar]:
    """Sine and cosine of the angle of a rotation R about an axis, times one positive number."""
    e1, e2 = across(axis)
    return dot(e2, R @ e1), dot(e1, R @ e1)


def _along(e: Array) -> str:
    """A name for a direction."""
    for axis, x in zip(_XYZ, e, strict=True):
        if abs(float(x)) == 1.0:
            return axis
    return f"({', '.join(f'{float(x):g}' for x in e)})"

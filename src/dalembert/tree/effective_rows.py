"""Which rows of constraints a motion can change at all."""

from __future__ import annotations

import numpy as np

from dalembert.errors import FormulationError
from dalembert.expr.node import Expression, inputs_of
from dalembert.expr.trial_numbers import sampled
from dalembert.rank import NOISE, ROUNDING
from dalembert.rows import Role
from dalembert.tree.constraint_rows import ConstraintRow
from dalembert.tree.loop_kinematics import LoopKinematics

GAP = 1e-9
"""Residual of a row that no motion changes, such as an offset out of the plane of a planar mechanism."""


def effective_rows(kinematics: LoopKinematics) -> list[ConstraintRow]:
    """Rows that depend on the motion; the others hold by geometry, or never.

    In a planar mechanism the rows out of its plane hold by geometry: their reactions do not show in the motion.
    """
    all_rows = kinematics.constraint_rows
    apart = {row.row.part for row in all_rows if row.row.role is Role.UNILATERAL and _stays_apart(row)}
    geometric = [row for row in geometric_rows(kinematics) if row.row.part not in apart]
    for row in geometric:
        value = row.phi if row.phi is not None else row.psi
        if value is not None and abs(gap := sampled(value)) > GAP:
            raise FormulationError(
                f"{row.row.part!r} cannot be closed: its row {row.row.name!r} is off by {gap:g}, and no "
                "coordinate changes that; place its frames so that they can meet"
            )
    left_out = set(map(id, geometric))
    rows = [row for row in all_rows if id(row) not in left_out]
    # friction against what cannot happen, such as spin in a plane, is no mistake
    effective = {row.row.part for row in rows} | {
        row.row.part for row in geometric if row.row.role is Role.FRICTION
    }
    for constraint in kinematics.model.constraints:
        if constraint.name not in effective:
            raise FormulationError(
                f"{constraint.label} has no effect: no speed of the model changes it; leave it out, or see which "
                "places and coordinates it names"
            )
    return rows


def _stays_apart(row: ConstraintRow) -> bool:
    """Whether no motion changes a gap, which is open: the contact stays, and never closes."""
    return not row.J and row.phi is not None and sampled(row.phi) > 0.0


def geometric_rows(kinematics: LoopKinematics) -> list[ConstraintRow]:
    """Rows that no motion changes: J is zero by structure, or by its numbers wherever one looks.

    By numbers it is zero to rounding, beside other rows or the arms that it is made of: a plane may stand askew.
    Only numbers that are frozen decide: a row that contains open parameters may become effective, as may a gap
    that no motion changes here or there, such as that of a ball beside a box.
    """
    if not (rows := kinematics.constraint_rows):
        return []
    frozen = [row for row in rows if row.J and not _open(row) and row.row.role is not Role.UNILATERAL]
    flat = [x for row in frozen for x in row.J.values()]
    sizes = np.abs(sampled(np.array(flat, dtype=object)))
    least = max(ROUNDING.distance * sizes.max(initial=0.0), NOISE * (1.0 + _reach(kinematics)))
    without_motion = {id(row) for row in rows if not row.J}
    for row, end in zip(frozen, np.cumsum([len(row.J) for row in frozen]), strict=True):
        if sizes[end - len(row.J) : end].max() <= least:
            without_motion.add(id(row))
    return [row for row in rows if id(row) in without_motion]


def _reach(kinematics: LoopKinematics) -> float:
    """How far frames of joints are from those of their bodies, all together."""
    joints = kinematics.model.joints
    places = [frame.pose.p for joint in joints for frame in (joint.parent_frame, joint.child_frame)]
    return float(np.abs(sampled(np.array(places, dtype=object))).sum())


def _open(row: ConstraintRow) -> bool:
    return any(x.op == "parameter" for x in inputs_of(x for x in row.J.values() if isinstance(x, Expression)))

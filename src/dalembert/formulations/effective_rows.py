"""Which rows of constraints a motion can change at all."""

from __future__ import annotations

from dalembert.errors import FormulationError
from dalembert.expr.node import Expression
from dalembert.formulations.constraint_rows import ConstraintRow
from dalembert.formulations.loop_kinematics import ClosingJoint, LoopKinematics

GAP = 1e-9
"""Residual of a row that no motion changes, such as an offset out of the plane of a planar mechanism."""


def effective_rows(kinematics: LoopKinematics) -> list[ConstraintRow]:
    """Rows that depend on the motion; the others hold by geometry, or never.

    In a planar mechanism the rows out of its plane hold by geometry: their reactions do not show in the motion.
    """
    for row in geometric_rows(kinematics):
        value = row.phi if row.phi is not None else row.psi
        if not isinstance(value, Expression) and value is not None and abs(value) > GAP:
            raise FormulationError(
                f"{row.row.part!r} cannot be closed: its row {row.row.name!r} is off by {value:g}, and no "
                "coordinate changes that; place its frames so that they can meet"
            )
    found = [row for row in kinematics.constraint_rows if row.J]
    effective = {row.row.part for row in found}
    for constraint in kinematics.constraints:
        if constraint.name not in effective and not isinstance(constraint, ClosingJoint):
            raise FormulationError(
                f"{constraint.label} has no effect: no speed of the model changes it; leave it out, or see which "
                "places and coordinates it names"
            )
    return found


def geometric_rows(kinematics: LoopKinematics) -> list[ConstraintRow]:
    """Rows that no motion changes."""
    return [row for row in kinematics.constraint_rows if not row.J]

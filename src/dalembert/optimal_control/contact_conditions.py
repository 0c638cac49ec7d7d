"""Conditions of contacts that keep their modes: gaps stay open, normal forces press, friction holds."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from dalembert.contact.held_modes import OPEN, STICKING, point_modes, static_limit
from dalembert.equations.equations import Equations
from dalembert.expr.functions import sqrt
from dalembert.expr.node import Scalar
from dalembert.model.contacts.contact_rows import ContactRows
from dalembert.model.model import touching_parts
from dalembert.model.reaction_measures import multiplier
from dalembert.name_checks import checked_names
from dalembert.optimal_control.conditions import RowCondition
from dalembert.optimal_control.phase_system import PhaseSystem
from dalembert.optimal_control.phases import Phase

TOUCHES = 1e-6
"""Depth, in m, that counts as no overlap: at their ends phases touch exactly, by a row of their own."""

_SMALL = 1e-3
"""Force, in N, by which the limit of friction in space is rounded at its tip."""


def contact_conditions(equations: Equations, phase: Phase, system: PhaseSystem) -> list[RowCondition]:
    """Conditions under which contacts stay as a phase says; at an instant there are no forces."""
    words = point_modes(equations.model, phase.modes)
    checked_names(phase.may_overlap, words, "contact")
    conditions = [
        _least(f"the gap of {contact.name!r}", system, contact.gap, -TOUCHES)
        for contact in equations.outputs.contacts
        if contact.gap is not None and words.get(contact.name) == OPEN and contact.name not in phase.may_overlap
    ]
    if phase.is_instant:
        return conditions
    held = {system.solution.equations.rows[i].name for i in system.independent}
    for part in touching_parts(equations.model):
        laws = {force.rows: force for force in part.contact_friction()}
        for rows in part.contact_points():
            if words[rows.name] == OPEN or f"{rows.name}.normal" not in held:
                continue
            conditions.append(
                _least(f"the normal force of {rows.name!r}", system, multiplier(f"{rows.name}.normal"))
            )
            if words[rows.name] == STICKING:
                conditions += _holding(rows, laws.get(rows.name), system, held)
    return conditions


def _holding(rows: ContactRows, law: Any, system: PhaseSystem, held: set[str]) -> list[RowCondition]:
    """Friction of a point that sticks: no larger than its law can hold."""
    slips = [multiplier(name) for name in sorted(held) if name.startswith(f"{rows.name}.slip ")]
    limit, label = static_limit(rows, law), f"what friction of {rows.name!r} can hold"
    if len(slips) == 1:
        return [_least(label, system, limit - slips[0]), _least(label, system, limit + slips[0])]
    size = sqrt(sum(slip**2 for slip in slips) + _SMALL**2) if slips else 0.0
    return [_least(label, system, limit - size)] if slips else []


def _least(label: str, system: PhaseSystem, expression: Scalar, least: float = 0.0) -> RowCondition:
    return RowCondition(label, system.resolved(np.array(expression, dtype=object)).item(), least, inf)

"""Modes of dry friction of given strength: what moves slides, what rests is held if friction can hold it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from dalembert.contact.contact_system import SLIPPING, STICKING, ContactSystem, Point
from dalembert.expr.functions import absolute_value, less, where
from dalembert.expr.rewrite import substitute
from dalembert.numerics.contact_levels import EPSILON, LEAST, SLIP_ENDS
from dalembert.runs.actions_at_events import Action, Moment


def dry_modes(system: ContactSystem) -> dict[Any, Any]:
    """States of points of dry friction alone, by what moves and by the forces that would hold what rests."""
    rests, held = [], {}
    for point in system.points:
        is_at_rest = less(absolute_value(system.velocity_of(point.tangents[0])), SLIP_ENDS)
        rests.append(where(is_at_rest, 1.0, 0.0))
        held[system.z(point, f"stick {which(system, point)}")] = rests[-1]
        held[system.z(point, "mode")] = float(SLIPPING) + rests[-1]
    forces = substitute(np.asarray(system.dynamics.solved.multipliers, dtype=object), held)
    values: dict[Any, Any] = {}
    for point, at_rest in zip(system.points, rests, strict=True):
        force = forces[point.tangents[0]]
        holds = less(absolute_value(force), system.strengths_of(point)[0])
        sticks = where(less(at_rest, 0.5), 0.0, where(holds, 1.0, 0.0))
        way = where(less(at_rest, 0.5), system.velocity_of(point.tangents[0]), -force)
        values |= {
            system.z(point, "mode"): where(less(sticks, 0.5), float(SLIPPING), float(STICKING)),
            system.z(point, f"stick {which(system, point)}"): sticks,
            system.z(point, system.along(point)): where(less(sticks, 0.5), where(less(way, 0.0), -1.0, 1.0), 0.0),
            system.z(point, "watched"): 1.0,
            system.z(point, "plane"): 1.0,
        }
    return values


def which(system: ContactSystem, point: Point) -> str:
    """Name of the one tangent of a point."""
    return system.along(point).removeprefix("slip ")


class DecideDry(Action):
    """Modes of dry friction after an event of the run has acted."""

    def __init__(self, system: ContactSystem) -> None:
        self.system = system

    @property
    def subjects(self) -> Iterable[str]:
        return ("what contacts do",)

    def applied(self, moment: Moment) -> Moment:
        system, values = self.system, dry_modes(self.system)
        for point in system.points:
            # up to where slip that begins may be below zero by rounding
            speed = absolute_value(system.velocity_of(point.tangents[0]))
            below = where(less(speed, SLIP_ENDS), speed * (1.0 + EPSILON) + LEAST, 0.0)
            values[system.z(point, "lift")] = below
        nodes = list(values)
        return moment.with_values(dict(zip(nodes, moment.now(_array(values.values())), strict=True)))


def _array(entries: Any) -> Any:
    result = np.empty(len(entries), dtype=object)
    result[:] = list(entries)
    return result

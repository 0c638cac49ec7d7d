"""Runs with contacts about which native code decides from their start to their end, for whoever has no Python."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.contact.contact_guards import GUARDS, ContactGuards
from dalembert.contact.contact_runs import before_start
from dalembert.contact.contact_system import Point, contact_system
from dalembert.contact.dry_decisions import dry_modes
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import ModelError
from dalembert.expr.functions import absolute_value, less, maximum, where
from dalembert.expr.node import Expression
from dalembert.numerics.contact_levels import TOUCHES
from dalembert.runs.course import Departure
from dalembert.runs.segments import Launch
from dalembert.runs.task import Task
from dalembert.state import State

FORCES = ("force", "cone", "shares")
"""Guards that are below zero only where a contact pulls, or friction does not hold what it has to."""


@dataclass(frozen=True, eq=False)
class UnattendedRun:
    """A run from event to event before its start, with all contacts open."""

    departure: Departure
    guards: ContactGuards

    @property
    def launch(self) -> Launch:
        """How it is run."""
        return self.departure.launch

    @property
    def points(self) -> tuple[Point, ...]:
        """The points of contact."""
        return self.guards.system.points

    def begin(self) -> Array:
        """States at the start as expressions of themselves, and the number of the event that decides there.

        That is the closing of a point that touches; −1 where none does, or where modes are clear.
        """
        eom = self.guards.system.dynamics.equations
        values, number = (dry_modes(self.guards.system), -1.0) if self.guards.is_dry else self._first_closing()
        return np.array([*eom.q, *eom.u, *(values.get(z, z) for z in eom.z), number], dtype=object)

    def _first_closing(self) -> tuple[dict[Any, Any], Any]:
        """Modes where nothing touches; the number of the closing of the first point that does."""
        system, number = self.guards.system, -1.0
        rounding = TOUCHES * (1.0 + reduce(maximum, map(absolute_value, system.dynamics.equations.q), 0.0))
        for k, point in reversed(list(enumerate(self.points))):
            if point.normal is None:
                # friction without a gap always touches
                number = float(k * len(GUARDS) + GUARDS.index("slip"))
            else:
                gap, _ = system.gap_of(point)
                number = where(less(rounding, gap), number, float(k * len(GUARDS) + GUARDS.index("gap")))
        is_apart = where(less(number, 0.0), 1.0, 0.0)
        return {system.z(point, "watched"): is_apart for point in self.points}, number


def is_unattended(dynamics: Dynamics) -> bool:
    """Whether native code decides about all that contacts do along a run."""
    system = contact_system(dynamics)
    return _decides(ContactGuards(system, dynamics.solution.left_out))


def _decides(guards: ContactGuards) -> bool:
    """Whether each event does something."""
    kinds = [GUARDS[k % len(GUARDS)] for k in range(len(guards.guards))]
    watched = zip(guards.guards, guards.events, kinds, strict=True)
    return all(
        bool(event.actions) or kind == "undecided" for x, event, kind in watched if isinstance(x, Expression)
    )


def unattended_run(task: Task, starts: Sequence[State], until: float, who: str = "a live page") -> UnattendedRun:
    """A run before its start, about which native code decides alone, for `who` needs it."""
    if acting := [event.name for event in task.events if event.actions]:
        raise ModelError(
            f"the event {acting[0]!r} acts: beside contacts {who} cannot have that, as da.simulate and da.view do"
        )
    launch, guards, ready, x = before_start(task, starts[0], until)
    if not _decides(guards):
        names = ", ".join(repr(point.name) for point in guards.system.points)
        raise ModelError(
            f"what {names} do at their events is decided in Python, so {who} steps them, "
            "method=da.methods.MoreauJean(step); da.simulate, and da.view of its motion, have all their events"
        )
    events = (*guards.events, *task.events)
    departure = Departure(
        replace(launch, until=until), ready, events, frozenset(), task.times, x[None], ready.tau[:1], None
    )
    return UnattendedRun(departure, guards)

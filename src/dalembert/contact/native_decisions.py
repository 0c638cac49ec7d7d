"""What native code decides about contacts by itself: an action of events, for systems in which it can."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import reduce
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.contact.contact_system import OPEN, ContactSystem, Point
from dalembert.contact.decision_layout import STATES, WAYS, DecidedPoint, DecisionLayout
from dalembert.contact.routines import ChoiceRoutine, ImpactRoutine, ResponseRoutine
from dalembert.dynamics.method_systems import EVENT_NUMBER
from dalembert.expr.functions import absolute_value, maximum, sqrt
from dalembert.expr.rewrite import substitute
from dalembert.expr.symbol_nodes import param, time
from dalembert.model.contacts.friction import Coulomb
from dalembert.model.contacts.impacts import ImpactLaw, NewtonImpact, PoissonImpact, common_law, known_law
from dalembert.runs.actions_at_events import Action, Moment

SPAN = ".time of the run with contacts"
"""The parameter that is the time of the whole run."""

MOST_SPEEDS, MOST_ROWS = 36, 72
"""Beyond these, matrices of an instant are too large for texts of expressions."""


def decision_layout(system: ContactSystem, left_out: Collection[str] = ()) -> DecisionLayout | None:
    """How native code sees a system whose rows of these names are left out; None if it cannot decide about it."""
    eom, points = system.dynamics.equations, system.points
    is_small = len(eom.speeds) <= MOST_SPEEDS and len(eom.rows) <= MOST_ROWS
    if not (points and is_small and not system.sliding and all(map(_is_plain, points))):
        return None
    law = _law([point.law for point in points if point.normal is not None])
    decided = [DecidedPoint(-1 if point.normal is None else point.normal, point.tangents) for point in points]
    fixed = tuple(i for i in system.bilateral if eom.rows[i].name not in left_out)
    return DecisionLayout(len(eom.speeds), len(eom.rows), fixed, tuple(decided), law)


def _is_plain(point: Point) -> bool:
    """Whether a point is rigid, with friction by Coulomb."""
    is_rigid = not point.is_compliant and point.rows.creep is None and not point.law.jams
    return is_rigid and isinstance(point.rows.friction, Coulomb)


def _law(laws: list[ImpactLaw]) -> str:
    """The one law of all impacts, if native code knows it; without restitution all that are ours are the same."""
    if not any(law.springs_back or known_law(law) is None for law in laws):
        return "poisson"
    law = common_law(laws)
    kind = None if law is None else known_law(law)
    return {NewtonImpact: "newton", PoissonImpact: "poisson"}.get(kind, "") if kind is not None else ""


class Decide(Action):
    """Impacts and the choice of modes at an instant; what it leaves undecided ends the segment."""

    # a gap or a force that vanishes at the start, or together with another, is decided about when it goes on
    waits_at_zero = True

    def __init__(self, system: ContactSystem, layout: DecisionLayout) -> None:
        self.system, self.layout = system, layout

    @property
    def subjects(self) -> Iterable[str]:
        return ("what contacts do",)

    def applied(self, moment: Moment) -> Moment:
        eom, layout, points = self.system.dynamics.equations, self.layout, self.system.points
        given = self._numbers(moment)
        responses = ResponseRoutine(layout).of(M=given["M"], J=given["J"])
        given |= {**responses, "number": EVENT_NUMBER, "span": param(SPAN, 1.0), "t": time}
        given |= {
            **{what: [self._state(point, what) for point in points] for what in STATES[:3]},
            "static": [point.rows.friction.static for point in points],
            "sliding": moment.solution.resolve(_array([self._kinetic(point) for point in points])),
            "restitution": [point.law.restitution for point in points],
            "tangential": [point.law.tangential for point in points],
        }
        impact = ImpactRoutine(layout).of(**given)
        given |= self._after(given, impact["du"])
        found = ChoiceRoutine(layout).of(
            **given, **impact, **self._friction(moment, impact["du"]), **self._states()
        )
        values: dict[Any, Any] = {u: u + du for u, du in zip(eom.u, found["du"], strict=True)}
        for k, point in enumerate(points):
            for what, place in point.states.items():
                values[eom.z[place]] = self._result(found, k, what)
        told = [x for name in layout.record.sizes for x in found[name]]
        impulses = {f"contact {k}": x for k, x in enumerate(told)}
        return replace(moment.with_values(values), impulses=impulses)

    def _numbers(self, moment: Moment) -> dict[str, Any]:
        """Matrices and velocities without forces of contacts."""
        found = {**self.system.quantities, "u": self.system.dynamics.equations.u}
        gaps = found.pop("gaps")
        found |= {"phi": gaps[:, 0], "rate": gaps[:, 1]}
        is_open = {self.system.z(point, "mode"): float(OPEN) for point in self.system.points}
        return {name: substitute(moment.solution.resolve(x), is_open) for name, x in found.items()}

    def _after(self, given: Mapping[str, Any], du: list[Any]) -> dict[str, Any]:
        """What depends on speeds, after an impact."""
        return {name: substitute(given[name], self._faster(du)) for name in ("f", "gamma", "psi", "rate", "u")}

    def _faster(self, du: list[Any]) -> dict[Any, Any]:
        return {u: u + x for u, x in zip(self.system.dynamics.equations.u, du, strict=True)}

    def _friction(self, moment: Moment, du: list[Any]) -> dict[str, Any]:
        """Forces that hold points that stick, and coefficients after an impact."""
        eom, points, d = self.system.dynamics.equations, self.system.points, self.layout.d
        lam = moment.solution.multipliers
        held = [[lam[i] for i in point.tangents] + [0.0] * (d - len(point.tangents)) for point in points]
        strength = [(0.0, 0.0) if p.normal is not None else self.system.strengths_of(p) for p in points]
        kinetic = substitute(moment.solution.resolve(_array([self._kinetic(p) for p in points])), self._faster(du))
        return {
            "held": _array(held),
            "strength": _array(strength),
            "kinetic": kinetic,
            "q_size": reduce(maximum, map(absolute_value, eom.q), 0.0),
        }

    def _kinetic(self, point: Point) -> Any:
        """Coefficient of friction at the slip of now."""
        slips = [self.system.velocity_of(i) for i in point.tangents]
        return point.rows.friction.kinetic_at(sqrt(sum((v * v for v in slips), 0.0)) if slips else 0.0)

    def _states(self) -> dict[str, Any]:
        """States of all points; zero where one has no such state."""
        found = {what: _array([self._state(p, what) for p in self.system.points]) for what in STATES[3:]}
        for name in WAYS:
            found[name] = _array([self._along_tangents(point, name) for point in self.system.points])
        return found

    def _along_tangents(self, point: Point, name: str) -> list[Any]:
        """A state of a point for each of its tangents; zero for those that it does not have."""
        own = [self.system.z(point, f"{name} {which}") for which in self._tangents(point)]
        return own + [0.0] * (self.layout.d - len(own))

    def _tangents(self, point: Point) -> list[str]:
        """What the tangents along which a point can slip are called."""
        return [self.system.along(point, i).removeprefix("slip ") for i in range(len(point.tangents))]

    def _state(self, point: Point, what: str) -> Any:
        return self.system.z(point, what) if what in point.states else 0.0

    def _result(self, found: Mapping[str, list[Any]], k: int, what: str) -> Any:
        """A state of a point afterwards."""
        if what in STATES:
            return found[what][k]
        name, which = what.split(" ")
        own = self._tangents(self.system.points[k])
        return found[name][k * self.layout.d + own.index(which)] if which in own else 0.0


def _array(entries: Any) -> Array:
    return np.array(entries, dtype=object)

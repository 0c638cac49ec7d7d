"""Decisions about contacts in native code: an action of events, for systems that allow it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.contact.contact_system import OPEN, ContactSystem, Point
from dalembert.contact.decision_layout import ACTED, LET_GO, STATES, WAYS, DecidedPoint, DecisionLayout
from dalembert.contact.routines import ChoiceRoutine, ImpactRoutine, ResponseRoutine
from dalembert.dynamics.method_systems import EVENT_NUMBER
from dalembert.expr.functions import absolute_value, less, maximum, sqrt, where
from dalembert.expr.rewrite import substitute
from dalembert.expr.symbol_nodes import param, time
from dalembert.model.contacts.impacts import ImpactLaw, kind_of
from dalembert.runs.actions_at_events import Action, Moment

SPAN = ".time of the run with contacts"
"""The parameter that is the time of the whole run."""


def decision_layout(system: ContactSystem, left_out: Collection[str] = ()) -> DecisionLayout | None:
    """How native code sees a system whose rows of these names are left out; None if it cannot decide about it."""
    eom, points = system.dynamics.equations, system.points
    if not (points and not system.sliding and all(map(_is_plain, points))):
        return None
    laws = impact_laws([point.law for point in points if point.normal is not None])
    decided = [
        DecidedPoint(-1, point.tangents, creeps=point.rows.creep is not None)
        if point.normal is None
        else DecidedPoint(
            point.normal,
            point.tangents,
            -1 if point.law.is_plastic else laws.index(kind_of(point.law)),
            jams=point.law.jams and len(point.tangents) == 1,
        )
        for point in points
    ]
    fixed = tuple(i for i in system.bilateral if eom.rows[i].name not in left_out)
    return DecisionLayout(len(eom.speeds), len(eom.rows), fixed, tuple(decided), laws)


def _is_plain(point: Point) -> bool:
    """Whether a point is rigid, with friction of slip alone."""
    return not point.is_compliant and point.combined is None


def impact_laws(laws: Sequence[ImpactLaw]) -> tuple[ImpactLaw, ...]:
    """Laws of impact without their coefficients, each once; one that fits to every law only if it is alone."""
    deciding = [law for law in laws if not law.is_plastic]
    return tuple(dict.fromkeys(map(kind_of, deciding or laws[:1])))


class Decide(Action):
    """Impacts and the choice of modes at an instant; what it leaves undecided ends the segment."""

    # a gap or a force that vanishes at the start, or together with another, is decided about when it goes on
    waits_at_zero = True
    number: Any = EVENT_NUMBER
    """Number that says what happens."""

    def __init__(self, system: ContactSystem, layout: DecisionLayout) -> None:
        self.system, self.layout = system, layout

    @property
    def subjects(self) -> Iterable[str]:
        return ("what contacts do",)

    def applied(self, moment: Moment) -> Moment:
        eom, layout, points = self.system.dynamics.equations, self.layout, self.system.points
        free = self._numbers(moment)
        given = {name: moment.now(x) for name, x in free.items()}
        responses = ResponseRoutine(layout).of(M=given["M"], J=given["J"])
        given |= {**responses, "number": self.number, "span": param(SPAN, 1.0), "t": time, "mode": self._modes}
        given |= {
            **{what: [self._state(point, what) for point in points] for what in STATES[1:3]},
            "static": [point.rows.friction.static for point in points],
            "sliding": moment.now(_array([self._kinetic(point) for point in points])),
            "restitution": [point.law.restitution for point in points],
            "tangential": [point.law.tangential for point in points],
        }
        struck = ImpactRoutine(layout)
        impact = struck.of(**given, own=list(struck.parameters))
        after = self._faster(moment, impact["du"])
        given |= {name: after.now(free[name]) for name in ("f", "gamma", "psi", "rate", "u")}
        found = ChoiceRoutine(layout).of(
            **given, **impact, **self._holding(moment), **self._friction(after), **self._states()
        )
        values: dict[Any, Any] = {}
        for k, point in enumerate(points):
            for what, place in point.states.items():
                values[eom.z[place]] = self._result(found, k, what)
        told = [x for name in layout.record.sizes for x in found[name]]
        impulses = {f"contact {k}": x for k, x in enumerate(told)}
        return replace(self._faster(moment, found["du"]).with_values(values), impulses=impulses)

    def _numbers(self, moment: Moment) -> dict[str, Any]:
        """Matrices and velocities without forces of contacts."""
        found = {**self.system.quantities, "u": self.system.dynamics.equations.u}
        gaps = found.pop("gaps")
        found |= {"phi": gaps[:, 0], "rate": gaps[:, 1]}
        is_open = {self.system.z(point, "mode"): float(OPEN) for point in self.system.points}
        return {name: substitute(moment.solution.resolve(x), is_open) for name, x in found.items()}

    def _faster(self, moment: Moment, du: list[Any]) -> Moment:
        """The moment with changed speeds."""
        u = self.system.dynamics.equations.u
        return moment.with_values({x: moment.changed.get(x, x) + dx for x, dx in zip(u, du, strict=True)})

    @property
    def _modes(self) -> list[Any]:
        """Modes of points before."""
        return [self._state(point, "mode") for point in self.system.points]

    def _holding(self, moment: Moment) -> dict[str, Any]:
        """Forces that hold points that stick."""
        lam, d = moment.solution.multipliers, self.layout.d
        own = [point.tangents for point in self.system.points]
        return {"held": [[lam[i] for i in rows] + [0.0] * (d - len(rows)) for rows in own]}

    def _friction(self, moment: Moment) -> dict[str, Any]:
        """Coefficients of friction after an impact."""
        eom, points = self.system.dynamics.equations, self.system.points
        strength = [(0.0, 0.0) if p.normal is not None else self.system.strengths_of(p) for p in points]
        return {
            "strength": moment.now(_array(strength)),
            "kinetic": moment.now(_array([self._kinetic(p) for p in points])),
            "q_size": moment.now(reduce(maximum, map(absolute_value, eom.q), 0.0)),
            "tolerance": [0.0 if p.rows.creep is None else p.rows.creep.tolerance for p in points],
            "damping": [0.0 if p.rows.creep is None else p.rows.creep.damping for p in points],
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
        """Names of the tangents along which a point can slip."""
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


class DecideAnew(Decide):
    """Impacts and the choice of modes after an event of the run has acted: what has been closed closes anew."""

    waits_at_zero = False
    number = ACTED

    @property
    def _modes(self) -> list[Any]:
        return [where(less(0.5, mode), LET_GO, float(OPEN)) for mode in super()._modes]

    def _holding(self, moment: Moment) -> dict[str, Any]:
        return {"held": [0.0] * (self.layout.n * self.layout.d)}


class LetGo(Action):
    """Contacts let go while an event of the run acts."""

    def __init__(self, system: ContactSystem) -> None:
        self.system = system

    @property
    def subjects(self) -> Iterable[str]:
        return ()

    def applied(self, moment: Moment) -> Moment:
        z = self.system.dynamics.equations.z
        places = [place for point in self.system.points for place in point.states.values()]
        return replace(moment, let_go={z[place]: 0.0 for place in places})


def _array(entries: Any) -> Array:
    return np.array(entries, dtype=object)

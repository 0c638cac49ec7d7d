"""Models with contacts as time stepping takes them: records of contacts, whose forces and modes are states."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.arrays import Vector
from dalembert.contact.contact_system import check_apart, checked_law, with_rows
from dalembert.dynamics.as_dynamics import native_dynamics
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.equations import Equations
from dalembert.equations.level_rows import check_lasting
from dalembert.equations.solution import Solution, solved
from dalembert.equations.solvers.given_multipliers import GivenMultipliers
from dalembert.errors import FormulationError, ModelError
from dalembert.expr.functions import sqrt
from dalembert.expr.node import Expression
from dalembert.memo import Key
from dalembert.model.contacts.contact_rows import ContactRows
from dalembert.model.contacts.friction import PatchFriction
from dalembert.model.contacts.impacts import NewtonImpact, PoissonImpact
from dalembert.model.contacts.open_laws import is_positive
from dalembert.model.contacts.stepped import SteppedContact
from dalembert.model.model import flat, on_its_bodies, touching_parts
from dalembert.model.part import Part
from dalembert.numerics.contact_records import Touch
from dalembert.runs.events import Event

STEPPED_GUARDS = {"closes": 0.5, "sticks": 1.5}
"""Modes of a contact that are crossed where it does something."""


_STEPPED_SYSTEM: Key[SteppedSystem] = Key("stepped system")


def stepped_system(dynamics: Dynamics) -> SteppedSystem:
    """The system with contacts of a model for time stepping, made once."""
    key = _STEPPED_SYSTEM.of(id(dynamics.solution.solver))
    return dynamics.shared.get(key, lambda: SteppedSystem(dynamics))


def stepped_equations(given: Equations) -> Equations:
    """Equations with rows of contacts added, whose forces are states."""
    plain = flat(given.model)
    touching = [(part, part.contact_points()) for part in plain.parts]
    points = [rows for _, own in touching for rows in own]
    beside = [one for part, _ in touching for one in part.contact_parts()]
    parts = [part for part, own in touching if not own]
    check_apart(plain, points)
    contacts = [SteppedContact(rows.name, rows) for rows in points]
    model = on_its_bodies(plain, *parts, *contacts, *beside, ports=plain.ports, cut=plain.cut)
    return with_rows(given, model, stepped_equations)


_WITHOUT_ROWS: Key[Dynamics] = Key("stepped dynamics without rows")
_EQUATIONS: Key[Equations] = Key("stepped equations")


class SteppedSystem:
    """A model with contacts whose forces are states; they are found by each step."""

    def __init__(self, dynamics: Dynamics) -> None:
        given = checked_law(dynamics).equations
        points = [rows for part in touching_parts(given.model) for rows in part.contact_points()]
        for part in flat(given.model).parts:
            _check_friction(part)
        for rows in points:
            _check_law(rows)
        self.contacts = tuple(SteppedContact(rows.name, rows) for rows in points)
        engine: Any = dynamics.engine
        self._solver = dynamics.solution.solver
        self.equations = own = dynamics.shared.get(_EQUATIONS, lambda: stepped_equations(given))
        self._plain = native_dynamics(solved(own), config=engine.config, lanes=engine.lanes)
        if own.reaction_dependent_forces.loads.laws:
            raise FormulationError(
                "forces that depend on reactions cannot stand beside contacts yet: give friction of joints as "
                "da.DryFriction(name, joint, static=…), or as part of a contact"
            )
        names = {contact.name for contact in self.contacts}
        others = [row for row in own.constraint_rows if row.row.part not in names]
        check_lasting(others, "a run with contacts", "leave its part out")

    def without(self, left_out: Iterable[str]) -> Dynamics:
        """The dynamics whose accelerations follow from the forces of contacts; redundant rows are left out."""
        rows = frozenset(left_out)
        return self._plain.memo.get(_WITHOUT_ROWS.of(rows), lambda: self._without(rows))

    def _without(self, left_out: frozenset[str]) -> Dynamics:
        names = [row.name for row in self.equations.rows if row.name not in left_out]
        given = {
            f"{contact.name}.{name}": mean
            for contact in self.contacts
            for name, mean in zip(contact.relation_names, contact.means, strict=True)
        }
        rows = tuple(i for i, name in enumerate(names) if name in given)
        solver = GivenMultipliers(rows, tuple(given[names[i]] for i in rows), self._solver)
        return Dynamics(Solution(self.equations, solver, left_out), self._plain.engine)

    @cached_property
    def touches(self) -> tuple[Touch, ...]:
        """Records of all contacts."""
        return tuple(self._touch(contact) for contact in self.contacts)

    def _touch(self, contact: SteppedContact) -> Touch:
        numbers, places = self._row_numbers, self._places
        rows = {name: numbers.get(f"{contact.name}.{name}", -1) for name in contact.relation_names}
        normal = rows.pop("normal", -1)
        if normal < 0 and contact.point.strength is None:
            raise ModelError(f"no motion of the model changes the gap of {contact.name!r}; leave the contact out")
        tangents = {name: i for name, i in rows.items() if i >= 0}
        along = [*(["normal"] if normal >= 0 else []), *tangents]
        law: Any = contact.point.law
        return Touch(
            normal,
            tuple(tangents.values()),
            float(law.restitution),
            self._friction(contact.point, tuple(tangents.values())),
            places[contact.state("mode")],
            tuple(places[contact.state(f"mean {name}")] for name in along),
            places[contact.state("residual")],
        )

    def _friction(self, point: ContactRows, tangents: tuple[int, ...]) -> tuple[Any, Any]:
        """Coefficients at rest and in motion, or forces where there is no normal one."""
        if point.strength is not None:
            resolve = self._plain.solved.resolve
            return tuple(y if isinstance(y, int | float) else resolve(y) for y in point.strength)  # type: ignore[return-value]
        law, slips = point.friction, [self.equations.constraint_rows[i].psi for i in tangents]
        speed = sqrt(sum((v * v for v in slips), 0.0)) if law.depends_on_speed and slips else 0.0
        return law.static, law.kinetic_at(speed)

    @cached_property
    def _row_numbers(self) -> Mapping[str, int]:
        return {row.name: i for i, row in enumerate(self.equations.rows)}

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return {name: k for k, name in enumerate(self.equations.states)}

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """Changes of modes: two for each contact, whether it is closed and whether it sticks."""
        z = self.equations.z
        return tuple(
            Event(f"{contact.name} {what}", z[touch.mode] - level)
            for contact, touch in zip(self.contacts, self.touches, strict=True)
            for what, level in STEPPED_GUARDS.items()
        )

    def gaps(self, arguments: Mapping[str, Any], p: Mapping[str, float]) -> Vector:
        """Gaps of all contacts in states; zero of those that always touch."""
        rows = self.equations.constraint_rows
        gaps = [rows[touch.normal].phi if touch.has_normal else 0.0 for touch in self.touches]
        function = self._plain.function({"gaps": np.array(gaps, dtype=object)})
        known = {name: value for name, value in p.items() if name in function.parameters}
        return np.asarray(function(**arguments, parameters=known)["gaps"], dtype=float)


def _check_friction(part: Part) -> None:
    """Raise if friction of a part depends on reactions in a way that time stepping does not know."""
    if part.contact_friction():
        raise ModelError(
            f"MoreauJean cannot treat the resistance to turning, or the friction by reactions of a joint, of "
            f"{part.name!r}; leave it out, or use another method"
        )


def _check_law(rows: ContactRows) -> None:
    """Raise if time stepping cannot treat a contact."""
    if rows.compliance is not None:
        raise ModelError(
            f"MoreauJean cannot treat {rows.contact!r}, which is compliant by a law of motion; use another method"
        )
    if rows.creep is not None or isinstance(rows.friction, PatchFriction):
        given = rows.friction if rows.creep is None else rows.creep
        raise ModelError(
            f"MoreauJean cannot treat {given!r} of {rows.contact!r}; use da.Coulomb, or another method"
        )
    if not (isinstance(rows.law, NewtonImpact | PoissonImpact) or rows.law.is_plastic):
        raise ModelError(
            f"MoreauJean has the law of impact v⁺ = −e v⁻, but {rows.contact!r} has {rows.law!r}; give a number "
            "as its restitution, or use another method"
        )
    if isinstance(rows.law.restitution, Expression):
        raise ModelError(
            f"MoreauJean has numbers as restitution, but that of {rows.contact!r} is the open parameter "
            f"{rows.law.restitution!r}; give a number, or use another method"
        )
    if is_positive(rows.law.tangential):
        raise ModelError(
            f"MoreauJean has no tangential restitution, which {rows.contact!r} asks for; use another method"
        )

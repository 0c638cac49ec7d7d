"""Models and equations with contacts in modes that are held: ordinary ones, which every question accepts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, overload

from dalembert.dynamics.as_dynamics import native_dynamics
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.equations import Equations
from dalembert.errors import FormulationError, ModelError
from dalembert.memo import Key
from dalembert.model.contacts.contact_rows import ContactRows
from dalembert.model.contacts.held_contact import HeldContact, HeldSum, OpenPoint, SlipFriction
from dalembert.model.model import Model, flat, on_its_bodies, touching_parts
from dalembert.model.part import Part
from dalembert.model.reaction_measures import multiplier
from dalembert.name_checks import checked_names
from dalembert.number_checks import told

OPEN, CLOSED, STICKING = "open", "closed", "sticking"

Direction: TypeAlias = tuple[float, ...]
"""Unit vector along the slips of a point."""

Directions: TypeAlias = Mapping[str, Direction]
"""Directions by names of points."""

_HELD: Key[Dynamics] = Key("dynamics with held modes")

NONE: Directions = {}
"""No directions."""


@overload
def with_modes(subject: Model, modes: Mapping[str, str]) -> Model: ...


@overload
def with_modes(subject: Equations, modes: Mapping[str, str]) -> Equations: ...


def with_modes(subject: Model | Equations, modes: Mapping[str, str]) -> Model | Equations:
    """A model, or equations, whose contacts stay in these modes, for every question that can be asked.

    Friction that always acts, as `da.DryFriction`, needs a mode. Equations are derived by the same principle
    as those that were given. Whether the modes last is not checked, as `da.simulate` of the model itself does:
    a normal force may pull, and friction that sticks may be of any size.

    Parameters
    ----------
    subject : Model or Equations
        System with contacts.
    modes : dict of str
        Mode by name of a contact or of one of its points: "open" (no rows; the mode of contacts that are
        not named), "closed" (touching without friction: the row of its gap), "sticking" (rows of slip
        too), "slipping" (the row of the gap, and kinetic friction against the slip, which depends on the
        reaction), and "rolling" of a resistance to rolling such as `foot rolling`.

    Examples
    --------
    >>> import dalembert as da
    >>> brick = da.particle("brick", mass=1.0)
    >>> foot = da.Contact("foot", brick, da.geometry.plane(da.ground), friction=0.5)
    >>> model = da.Model(da.Translational("p", da.ground, brick), foot, gravity=(0, 0, -9.81))
    >>> free, held = (da.contacts.with_modes(model, {"foot": mode}) for mode in ("open", "sticking"))
    >>> print([da.mobility(subject).degrees_of_freedom for subject in (free, held)])
    [3, 0]
    """
    if isinstance(subject, Model):
        return _held_model(subject, point_modes(subject, modes))
    if not isinstance(subject, Equations):
        raise ModelError(f"modes are held of a Model or of Equations, not of {type(subject).__name__}")
    return held_equations(subject, point_modes(subject.model, modes))


def held_equations(
    equations: Equations, modes: Mapping[str, str], limits: Directions = NONE, slips: Directions = NONE
) -> Equations:
    """Equations with all points in these modes; those in `limits` are at the limit of static friction instead.

    Directions are those against which friction acts, along the slips; in `slips` those of points that slip.
    """
    model = _held_model(equations.model, modes, limits, slips)
    if equations.variables.momentum_coordinates:
        raise FormulationError(
            "canonical equations are not derived with rows of contacts: hold modes of the model, "
            "da.derive(da.contacts.with_modes(model, modes), principle)"
        )
    return equations.of_model(model, "modes of contacts are held by deriving the equations with their rows")


def held_dynamics(
    dynamics: Dynamics, modes: Mapping[str, str], limits: Directions = NONE, slips: Directions = NONE
) -> Dynamics:
    """Dynamics with all points in these modes, by the same solver, made once."""
    solution = dynamics.solution
    if solution.law is not None:
        raise FormulationError(
            "inputs that follow from goals cannot stand beside contacts; give them as laws of your own"
        )

    def made() -> Dynamics:
        engine: Any = dynamics.engine
        held = held_equations(dynamics.equations, modes, limits, slips)
        return native_dynamics(solution.of_equations(held), config=engine.config)

    held = (frozenset(values.items()) for values in (modes, limits, slips))
    return dynamics.shared.get(_HELD.of(id(solution.solver), solution.left_out, *held), made)


def _held_model(
    model: Model, modes: Mapping[str, str], limits: Directions = NONE, slips: Directions = NONE
) -> Model:
    """The model with ordinary parts in place of each contact."""
    plain = flat(model)
    parts: list[Part] = []
    for part in plain.parts:
        points: tuple[ContactRows, ...] = part.contact_points()
        if not points:
            parts.append(part)
            continue
        by_reactions = {force.rows: force for force in part.contact_friction()}
        held = {
            rows.name: _held_point(
                rows, modes[rows.name], by_reactions.get(rows.name), limits.get(rows.name), slips.get(rows.name)
            )
            for rows in points
            if modes[rows.name] != OPEN
        }
        parts += held.values()
        parts += [OpenPoint(rows.name, rows) for rows in points if rows.name not in held]
        sums: Any = part.contact_parts()
        parts += [HeldSum.of(whole, held) for whole in sums]
    return on_its_bodies(plain, *parts, ports=plain.ports, cut=plain.cut)


def _held_point(
    rows: ContactRows, mode: str, law: Any, limit_against: Direction | None, slip_along: Direction | None
) -> HeldContact:
    """A point that stays closed in a mode, or at the limit of friction; `law` is its friction by reactions."""
    if limit_against is not None:
        friction = SlipFriction(f"{rows.name} friction", rows.name, rows, static_limit(rows, law), limit_against)
        return HeldContact(rows.name, rows, friction)
    if mode in (CLOSED, STICKING):
        return HeldContact(rows.name, rows)
    limit = law.kinetic if law is not None else None if rows.strength is None else rows.strength[1]
    friction = SlipFriction(f"{rows.name} friction", rows.name, rows, limit, slip_along)
    return HeldContact(rows.name, rows, friction)


def static_limit(rows: ContactRows, law: Any) -> Any:
    """Greatest static friction of a point, as an expression of measures; `law` is its friction by reactions."""
    if law is not None:
        return law.static
    return (
        rows.strength[0] if rows.strength is not None else rows.friction.static * multiplier(f"{rows.name}.normal")
    )


def point_modes(model: Any, modes: Mapping[str, str]) -> dict[str, str]:
    """The mode of every point, by its name; those of a contact are that of the contact unless they are named."""
    touching = touching_parts(model)
    if not touching:
        raise ModelError("there are no contacts whose modes could be held")
    points: list[ContactRows] = [rows for part in touching for rows in part.contact_points()]
    if not isinstance(modes, Mapping):
        example = {points[0].name: allowed_modes(points[0])[-1]}
        raise ModelError(f"modes are words by name of a contact, such as {example}, not {told(modes)}")
    pressed = {
        force.rows: force.impulse_arm[0]
        for part in touching
        for force in part.contact_friction()
        if force.impulse_arm is not None
    }
    checked_names(modes, dict.fromkeys(name for rows in points for name in (rows.name, rows.contact)), "contact")
    words: dict[str, str] = {}
    for rows in points:
        is_open = rows.name not in pressed or words[pressed[rows.name]] == OPEN
        word = modes.get(rows.name, modes.get(rows.contact, OPEN if is_open else ""))
        words[rows.name] = _checked_mode(rows, word)
        if rows.name in pressed and is_open and word != OPEN:
            raise ModelError(
                f"{rows.name!r} cannot be {word}: nothing presses where {pressed[rows.name]!r} is open"
            )
    return words


def _checked_mode(rows: ContactRows, word: str) -> str:
    """A mode that a point may have; raise if it may not."""
    allowed = allowed_modes(rows)
    if word in allowed:
        return word
    needed = word == "" or (word == OPEN and OPEN not in allowed)
    raise ModelError(
        f"the mode of {rows.name!r} is {_listed(allowed)}"
        + (f": give it, such as {{{rows.name!r}: {allowed[-1]!r}}}" if needed else f", not {word!r}")
    )


def allowed_modes(rows: ContactRows) -> tuple[str, ...]:
    """Modes that a point may have."""
    moving = rows.mode_words[1]
    if not rows.has_friction:
        return (OPEN, CLOSED)
    return (moving, STICKING) if rows.dry_friction_force is not None else (OPEN, moving, STICKING)


def _listed(words: Sequence[str]) -> str:
    return f"{', '.join(map(repr, words[:-1]))} or {words[-1]!r}"

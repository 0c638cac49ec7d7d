"""Models and equations with contacts in modes that are held: ordinary ones, which every question accepts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, overload

from dalembert.equations.value import Equations
from dalembert.errors import FormulationError, ModelError
from dalembert.model.contacts.contact_rows import ContactRows
from dalembert.model.contacts.contact_sum import ContactSum
from dalembert.model.contacts.friction import Contensou
from dalembert.model.contacts.held_contact import HeldContact, HeldSum, SlipFriction
from dalembert.model.model import Model, flat, on_its_bodies, touching_parts
from dalembert.model.part import Part
from dalembert.state import checked_names

OPEN, CLOSED, STICKING = "open", "closed", "sticking"


@overload
def with_modes(subject: Model, modes: Mapping[str, str]) -> Model: ...


@overload
def with_modes(subject: Equations, modes: Mapping[str, str]) -> Equations: ...


def with_modes(subject: Model | Equations, modes: Mapping[str, str]) -> Model | Equations:
    """A model, or equations, whose contacts stay in these modes, for every question that can be asked.

    `modes` are words by name of a contact or of one of its points: `open` (no rows; so are contacts that are not
    named), `closed` (touching without friction: the row of its gap), `sticking` (rows of slip too), `slipping`
    (the row of the gap, and kinetic friction against the slip, a force that depends on the reaction), and
    `rolling` of a resistance to rolling such as `foot rolling`. Friction that always acts, as `da.DryFriction`,
    needs a mode.

    Equations are derived as those that were given. Nothing looks whether modes last, as `da.simulate` of the model
    itself does: a normal force may pull, and friction that sticks may be any.
    """
    if isinstance(subject, Model):
        return _held_model(subject, modes)
    if not isinstance(subject, Equations):
        raise ModelError(f"modes are held of a Model or of Equations, not of {type(subject).__name__}")
    model = _held_model(subject.model, modes)
    if subject.variables.momentum_coordinates:
        raise FormulationError(
            "canonical equations are not derived with rows of contacts: hold modes of the model, "
            "da.derive(da.contacts.with_modes(model, modes), principle)"
        )
    return subject.of_model(model, "modes of contacts are held by deriving the equations with their rows")


def _held_model(model: Any, modes: Mapping[str, str]) -> Model:
    """The model with an ordinary part in place of each contact."""
    if not isinstance(model, Model) or not touching_parts(model):
        raise ModelError("there are no contacts whose modes could be held")
    plain = flat(model)
    words = point_modes(plain, modes)
    parts: list[Part] = []
    for part in plain.parts:
        points: tuple[ContactRows, ...] = part.contact_points()
        if not points:
            parts.append(part)
            continue
        limits = {force.rows: force.kinetic for force in part.contact_friction()}
        held = {
            rows.name: held_point(rows, words[rows.name], limits) for rows in points if words[rows.name] != OPEN
        }
        parts += held.values()
        closed = {name: one for name, one in held.items() if isinstance(one, HeldContact)}
        parts += [HeldSum.of(whole, closed) for whole in part.contact_parts() if isinstance(whole, ContactSum)]
    return on_its_bodies(plain, *parts, ports=plain.ports, cut=plain.cut)


def held_point(rows: ContactRows, mode: str, limits: Mapping[str, Any]) -> Part:
    """A point that stays in a mode in which it is closed; `limits` is kinetic friction by reactions, by name."""
    if mode in (CLOSED, STICKING):
        return HeldContact(rows.name, rows)
    limit = limits.get(rows.name, None if rows.strength is None else rows.strength[1])
    friction = SlipFriction(f"{rows.name} friction", rows.name, rows, limit)
    return HeldContact(rows.name, rows, friction)


def point_modes(model: Model, modes: Mapping[str, str]) -> dict[str, str]:
    """The mode of every point, by its name; those of a contact are that of the contact unless they are named."""
    touching = touching_parts(model)
    points: list[ContactRows] = [rows for part in touching for rows in part.contact_points()]
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
    if isinstance(rows.friction, Contensou):
        return (OPEN, moving)
    return (moving, STICKING) if rows.kinetic_friction is not None else (OPEN, moving, STICKING)


def _listed(words: Sequence[str]) -> str:
    return f"{', '.join(map(repr, words[:-1]))} or {words[-1]!r}"

"""Whether there are contacts, and contacts of shapes in words: how deep they overlap, how far they are apart."""

from __future__ import annotations

import math

from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.level_rows import check_lasting
from dalembert.errors import ModelError
from dalembert.model.model import touching_parts
from dalembert.rows import Role, Row


def has_contacts(model: object) -> bool:
    """Whether there are contacts in a model, or in models inside it."""
    return bool(touching_parts(model))


def without_contacts(dynamics: Dynamics, what: str) -> Dynamics:
    """Dynamics of what has no contacts; others are refused, for they would count as open."""
    model = dynamics.equations.model
    if not has_contacts(model):
        return dynamics
    touching = touching_parts(model)
    if (first := next((part for part in touching if part.dry_friction_force is None), None)) is not None:
        raise ModelError(
            f"{what} cannot treat contacts, which would count as open: hold their modes, "
            f"da.contacts.with_modes(model, {{{first.name!r}: …}}), leave {first.label} out of the model, or "
            "simulate"
        )
    raise ModelError(
        f"{what} cannot treat friction that may stick, which would not count: hold its mode, "
        f"da.contacts.with_modes(model, {{{touching[0].name!r}: …}}); or in place of {touching[0].label} "
        "give friction that only slips, da.planar.joint_friction(name, joint, coulomb=…), or "
        "da.JointForce(name, coordinate, -force * da.expr.sign(da.speed(coordinate))); or simulate"
    )


def with_lasting_rows(dynamics: Dynamics, what: str) -> Dynamics:
    """Dynamics whose constraints hold all the time; contacts, and rows that come and go, are refused."""
    check_lasting(
        dynamics.equations.constraint_rows,
        what,
        "simulate, assemble, mobility and linearize can; leave its part out",
    )
    return without_contacts(dynamics, what)


def is_contact(row: Row) -> bool:
    """Whether a row is the distance of two shapes, negative where they overlap."""
    return row.role is Role.CONTACT


def contact_text(row: Row, distance: float) -> str:
    """How two shapes stand to each other at a distance."""
    shapes = f"{' and '.join(map(repr, row.bodies))} of {row.part!r}"
    if not math.isfinite(distance):
        return f"{shapes} have no common normal, as if one were at the centre of the other"
    return f"{shapes} overlap by {-distance:.3g}" if distance < 0.0 else f"{shapes} are {distance:.3g} apart"

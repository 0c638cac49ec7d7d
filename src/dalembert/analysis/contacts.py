"""Contacts of shapes in words: how deep they overlap, or how far they are apart."""

from __future__ import annotations

import math

from dalembert.rows import Role, Row


def is_contact(row: Row) -> bool:
    """Whether a row is the distance of two shapes, negative where they overlap."""
    return row.role is Role.CONTACT


def contact_text(row: Row, distance: float) -> str:
    """How two shapes stand to each other at a distance."""
    shapes = f"{' and '.join(map(repr, row.bodies))} of {row.part!r}"
    if not math.isfinite(distance):
        return f"{shapes} have no common normal, as if one were at the centre of the other"
    return f"{shapes} overlap by {-distance:.3g}" if distance < 0.0 else f"{shapes} are {distance:.3g} apart"

"""Text about models."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Sized
from typing import Any

from dalembert.expr.node import Expression
from dalembert.model.bodies import Body, Frame
from dalembert.model.contents import leaves
from dalembert.model.joint import Joint
from dalembert.model.part import Part
from dalembert.model.state_variable import StateVariable
from dalembert.spatial.vectors import LEAST, tidy


def has_gravity(gravity: Any) -> bool:
    """Whether gravity is given, if only as an open parameter."""
    return any(isinstance(x, Expression) or x != 0.0 for x in gravity)


def numbers(values: Any) -> str:
    """Numbers as a person writes them, and expressions."""
    return listed(repr(x) if isinstance(x, Expression) else f"{x:g}" for x in tidy(values, LEAST))


def listed(names: Iterable[str]) -> str:
    """Names with commas."""
    return ", ".join(names)


def count(things: Sized, one: str, many: str = "") -> str:
    """How many, with the right noun."""
    return f"{len(things)} {one if len(things) == 1 else many or one + 's'}"


def joint_row(joint: Joint) -> list[str]:
    """Name, kind, frames and coordinates of a joint."""
    names = listed(joint.coordinates) or listed(joint.speeds) or "no coordinates"
    frames = f"{joint.parent_frame!r} – {joint.child_frame!r}" if joint.carries_body else ""
    return [joint.name, type(joint).__name__, frames, names]


def part_row(part: Part, elements: Iterable[Part] = ()) -> list[str]:
    """Name, kind and places of a force, motor or constraint, or of a part that contributes such elements."""
    acts_on = dict.fromkeys(name for one in (part, *elements) for name in one.acts_on)
    places = dict.fromkeys(repr(leaf) for leaf in leaves(part) if isinstance(leaf, Body | Frame))
    return [part.name, type(part).__name__, listed((*acts_on, *places))]


def contact_row(part: Part) -> list[str]:
    """Name, kind, places and laws of a contact."""
    joints = [getattr(part, field) for field in part.names_in if field != "name"]
    places = dict.fromkeys(repr(leaf) for leaf in leaves(part) if isinstance(leaf, Body | Frame))
    return [part.name, type(part).__name__, listed((*filter(None, joints), *places)), part.in_words]


def state_variable_line(state_variable: StateVariable) -> list[str]:
    """Name, kind and start of a state variable."""
    return [state_variable.name, type(state_variable).__name__, f"from {state_variable.start:g}"]


def section(title: str, rows: Sequence[Sequence[str]]) -> list[str]:
    """A title and its rows, in columns."""
    if not rows:
        return []
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [title] + [
        "  " + "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]

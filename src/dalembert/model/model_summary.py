"""The summary of a model: a text for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Sized

from dalembert.model.bodies import Body, Frame
from dalembert.model.joint import Joint
from dalembert.model.model import Model
from dalembert.model.part import Part
from dalembert.model.part_contents import leaves
from dalembert.model.state_variable import StateVariable
from dalembert.spatial.vectors import LEAST, written


def summary(model: Model) -> str:
    """Size, parts, inputs, parameters and gravity of a model, in words."""
    lines = [size(model)]
    lines += section("submodels", [[part.name, listed(part.model.ports)] for part in model.children])
    lines += section("ports left open", [[name] for name in model.open_ports])
    lines += section("joints", [joint_row(joint) for joint in model.carrying])
    lines += section("joints that close loops", [joint_row(joint) for joint in model.closing])
    lines += section("constraints", [part_row(constraint) for constraint in model.constraints])
    if model.unwrapped_angles:
        lines.append(f"unwrapped angles: {listed(model.unwrapped_angles)}")
    lines += section(
        "forces", [part_row(added.part, added.forces) for added in model.contributions if added.forces]
    )
    lines += section("contacts", [contact_row(part) for part in model.flat_parts if part.contact_points()])
    if model.inputs:
        lines.append(f"inputs: {listed(model.inputs)}")
    lines += section("servo goals", [part_row(goal) for goal in model.goals])
    lines += section(
        "state variables", [state_variable_line(state_variable) for state_variable in model.state_variables]
    )
    lines += section("parameters", [[name, f"{x:g}"] for name, x in model.parameters.items()])
    lines += section("ports", [[name, repr(frame)] for name, frame in model.ports.items()])
    lines.append(f"gravity {written(model.gravity, LEAST)}" if model.has_gravity else "no gravity: none was given")
    if model.roots:
        lines.append(f"a module: nothing carries {listed(body.name for body in model.roots)}")
    lines += section("notes", [[note] for note in model.notes])
    return "\n".join(lines)


def size(model: Model) -> str:
    """Numbers of bodies, coordinates, speeds and state variables, in words."""
    sizes = [count(model.bodies, "body", "bodies")]
    sizes += [count(model.coordinates, "coordinate"), count(model.speeds, "speed")]
    if model.state_variables:
        sizes.append(count(model.state_variables, "state variable"))
    return listed(sizes)


def count(things: Sized, singular: str, plural: str = "") -> str:
    """The number of things, with the right noun."""
    return f"{len(things)} {singular if len(things) == 1 else plural or singular + 's'}"


def listed(names: Iterable[str]) -> str:
    """Names with commas."""
    return ", ".join(names)


def joint_row(joint: Joint) -> list[str]:
    """Name, kind, frames and coordinates of a joint."""
    names = listed(joint.coordinates) or listed(joint.speeds) or "no coordinates"
    frames = f"{joint.parent_frame!r} – {joint.child_frame!r}" if joint.carries_body else ""
    return [joint.name, type(joint).__name__, frames, names]


def part_row(part: Part, elements: Iterable[Part] = ()) -> list[str]:
    """Name, kind and places of a force, motor or constraint, or of a part that contributes such elements."""
    acts_on = dict.fromkeys(name for element in (part, *elements) for name in element.acts_on)
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

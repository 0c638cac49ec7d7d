"""Models whose bodies are placed in the world by themselves."""

from __future__ import annotations

from collections.abc import Callable

from dalembert.model.bodies import Body, ground
from dalembert.model.joint import Joint
from dalembert.model.model import Model, flat, on_its_bodies


def placed(model: Model, place: Callable[[Body], Joint]) -> Model:
    """The model whose bodies are placed in the world by joints that `place` makes; all others are constraints.

    Free joints with the ground place a body already. Coordinates of no body stay what they are; what follows the
    speed of a joint gets one of its own.
    """
    if any(joint.follows is not None for joint in model.joints):
        apart = {joint.name: joint.apart for joint in model.joints}
        parts = [other for part in flat(model).parts for other in apart.get(part.name, (part,))]
        model = on_its_bodies(model, *parts, cut=[joint.name for joint in model.closing])
    carrying = [joint for joint in model.joints if is_place(joint)] + extra_coordinates(model)
    settled, kept = {joint.child_frame.body for joint in carrying}, {joint.name for joint in carrying}
    places = [place(body) for body in model.bodies if body not in settled]

    # a free joint between bodies constrains nothing
    gone = {joint.name for joint in model.joints if joint.is_free} - kept
    parts = [part for part in flat(model).parts if part.name not in gone]
    cut = [joint.name for joint in model.joints if joint.name not in gone | kept]
    return on_its_bodies(model, *places, *parts, cut=cut)


def is_place(joint: Joint) -> bool:
    """Whether a joint places a body in the world, or in a plane of it, by itself."""
    return joint.parent_frame.body is ground and joint.is_place


def extra_coordinates(model: Model) -> list[Joint]:
    """Coordinates of no body."""
    return [joint for joint in model.joints if not joint.carries_body]


def place_name(body: Body) -> str:
    """Name of the joint that places a body."""
    return f"place of {body.name}"

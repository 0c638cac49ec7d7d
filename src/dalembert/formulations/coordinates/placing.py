"""Models whose bodies are placed in the world by themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from dalembert.model.bodies import Body, ground
from dalembert.model.joint import Joint
from dalembert.model.joints.free import Free
from dalembert.model.joints.placed import PlacedInPlane
from dalembert.model.model import Model, flat


def placed(model: Model, place: Callable[[Body], Joint]) -> Model:
    """The model whose bodies are placed in the world by joints that `place` makes; all others are constraints.

    Free joints with the ground place a body already. Coordinates of no body stay what they are.
    """
    carrying = [joint for joint in model.joints if is_place(joint)] + extra_coordinates(model)
    settled, kept = {joint.child_frame.body for joint in carrying}, {joint.name for joint in carrying}
    places = [place(body) for body in model.bodies if body not in settled]

    # a free joint between bodies constrains nothing
    gone = {joint.name for joint in model.joints if isinstance(joint, Free)} - kept
    parts = [part for part in flat(model).parts if not (isinstance(part, Free) and part.name in gone)]
    cut = [joint.name for joint in model.joints if joint.name not in gone | kept]
    return Model(*places, *parts, gravity=model.gravity, cut=cut)


def is_place(joint: Joint) -> bool:
    """Whether a joint places a body in the world, or in a plane of it, by itself."""
    return joint.parent_frame.body is ground and isinstance(joint, Free | PlacedInPlane)


def extra_coordinates(model: Model) -> list[Joint]:
    """Joints with the ground that carry nothing but a marker without mass: coordinates of no body."""
    ends = Counter(body for joint in model.joints for body in (joint.parent_frame.body, joint.child_frame.body))
    return [
        joint
        for joint in model.joints
        if joint.parent_frame.body is ground
        and joint.child_frame.body.inertia is None
        and ends[joint.child_frame.body] == 1
    ]


def place_name(body: Body) -> str:
    """What the joint is called that places a body."""
    return f"place of {body.name}"

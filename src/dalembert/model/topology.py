"""The tree that joints make of bodies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dalembert.errors import ModelError
from dalembert.model.bodies import Body, Frame, ground
from dalembert.model.joint import Joint
from dalembert.spatial.inertia import Inertia
from dalembert.spatial.pose import Pose


@dataclass(frozen=True)
class Link:
    """A body with the joint that carries it, all seen from the joint's child frame."""

    body: Body
    joint: Joint
    parent: int
    """Position of the parent link; −1 for the ground."""

    offset: Pose
    """From the parent link's frame (the world for the ground) to the joint's parent frame."""

    inertia: Inertia
    q: slice
    u: slice

    def frame_pose(self, frame: Frame) -> Pose:
        """Place of a frame of this body in the link's frame."""
        return self.joint.child_frame.pose.inverse @ frame.pose


@dataclass(frozen=True)
class Tree:
    """Links ordered from the ground to the tips."""

    links: tuple[Link, ...]

    def position(self, body: Body) -> int:
        """Position of a body's link; −1 for the ground."""
        if body is ground:
            return -1
        for k, link in enumerate(self.links):
            if link.body is body:
                return k
        raise ModelError(f"body {body.name!r} is not part of the model")

    def children(self, k: int) -> list[int]:
        """Positions of the links that a link carries."""
        return [j for j, link in enumerate(self.links) if link.parent == k]


def tree_of(joints: Sequence[Joint]) -> Tree:
    """The tree of the joints; each body hangs on one joint."""
    carriers: dict[int, Joint] = {}
    for joint in joints:
        body = joint.child_frame.body
        if body is ground:
            raise ModelError(f"joint {joint.name!r} has the ground as its child; give the ground as the parent")
        if id(body) in carriers:
            other = carriers[id(body)].name
            raise ModelError(
                f"body {body.name!r} is the child of two joints, {other!r} and {joint.name!r}; a tree has one for each"
            )
        carriers[id(body)] = joint
    order = _from_ground(joints, carriers)
    links: list[Link] = []
    places: dict[int, int] = {}
    nq = nu = 0
    for joint in order:
        frame, parent = joint.child_frame, joint.parent_frame
        above = places.get(id(parent.body), -1)
        offset = parent.pose if above < 0 else links[above].frame_pose(parent)
        inertia = frame.body.inertia
        assert inertia is not None
        q, u = slice(nq, nq + len(joint.coordinates)), slice(nu, nu + len(joint.speeds))
        nq, nu = q.stop, u.stop
        places[id(frame.body)] = len(links)
        links.append(Link(frame.body, joint, above, offset, inertia.moved(frame.pose.inverse), q, u))
    return Tree(tuple(links))


def _from_ground(joints: Iterable[Joint], carriers: dict[int, Joint]) -> list[Joint]:
    """Joints in an order in which every parent comes first."""
    order: list[Joint] = []
    reached = {id(ground)}
    waiting = list(joints)
    while waiting:
        ready = [joint for joint in waiting if id(joint.parent_frame.body) in reached]
        if not ready:
            joint = waiting[0]
            parent = joint.parent_frame.body
            why = "hangs in a circle" if id(parent) in carriers else "is not joined to anything"
            raise ModelError(
                f"joint {joint.name!r} hangs on body {parent.name!r}, which {why}; every body needs a way to the ground"
            )
        for joint in ready:
            order.append(joint)
            reached.add(id(joint.child_frame.body))
            waiting.remove(joint)
    return order

"""The tree that joints make of bodies."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.expr.node import Scalar
from dalembert.model.bodies import ORIGIN, Body, Frame, another_of_that_name, ground
from dalembert.model.joint import Joint
from dalembert.name_checks import checked_names, closest
from dalembert.spatial.inertia import Inertia
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import read_only, zero_vector


@dataclass(frozen=True)
class Link:
    """A body with the joint that carries it, all seen from the joint's child frame."""

    body: Body
    joint: Joint
    parent: int
    """Position of the parent link; −1 for the ground."""

    offset: Pose
    """Pose of the joint's parent frame in the frame of the parent link, or in the world for the ground."""

    inertia: Inertia
    q: slice
    u: slice
    """Which speeds move it: its own, or that of another joint, which it follows."""

    def frame_pose(self, frame: Frame) -> Pose:
        """Place of a frame of this body in the link's frame."""
        X_BC = self.joint.child_frame.pose
        if frame.pose is X_BC:
            return ORIGIN
        return frame.pose if X_BC is ORIGIN else X_BC.inverse @ frame.pose


@dataclass(frozen=True)
class Tree:
    """Links ordered from the ground to the tips."""

    links: tuple[Link, ...]

    @cached_property
    def positions(self) -> Mapping[Body, int]:
        """Position of each body's link; −1 for the ground."""
        return {ground: -1, **{link.body: k for k, link in enumerate(self.links)}}

    def position(self, body: Body) -> int:
        """Position of a body's link; −1 for the ground."""
        if body not in self.positions:
            names = [other.name for other in self.positions]
            copies = [name for name in names if name.endswith(f"/{body.name}")]
            hint = f"its copy is model.body({copies[0]!r})" if copies else closest(body.name, names)
            if body.name in names:
                hint = another_of_that_name(body.name)
            raise ModelError(f"body {body.name!r} is not part of the model; {hint}")
        return self.positions[body]

    @cached_property
    def _children(self) -> list[list[int]]:
        children: list[list[int]] = [[] for _ in self.links]
        for k, link in enumerate(self.links):
            if link.parent >= 0:
                children[link.parent].append(k)
        return children

    def children(self, k: int) -> list[int]:
        """Positions of the links that a link carries."""
        return self._children[k]

    def path(self, k: int) -> list[int]:
        """Positions of the links from the ground to a link, itself included."""
        path = []
        while k >= 0:
            path.append(k)
            k = self.links[k].parent
        return path[::-1]


def tree_of(joints: Iterable[Joint]) -> Tree:
    """The tree of joints that are in order: every body hangs on one, and parents come first."""
    links: list[Link] = []
    places: dict[Body, int] = {ground: -1}
    joints, nq, nu = tuple(joints), 0, 0
    speeds = [name for joint in joints for name in joint.speeds]
    for joint in joints:
        frame, parent = joint.child_frame, joint.parent_frame
        above = places[parent.body]
        offset = parent.pose if above < 0 else links[above].frame_pose(parent)
        q, u = slice(nq, nq + len(joint.coordinates)), slice(nu, nu + len(joint.speeds))
        nq, nu = q.stop, u.stop
        if joint.follows is not None:
            u = _followed(joint, joint.follows, speeds)
        places[frame.body] = len(links)
        inertia = _inertia_at(frame) if joint.carries_body else _about_x(joint.speed_inertia)
        links.append(Link(frame.body, joint, above, offset, inertia, q, u))
    return Tree(tuple(links))


def _followed(joint: Joint, name: str, speeds: Sequence[str]) -> slice:
    """Where the rate of the coordinate stands that a joint follows."""
    if (rate := f"{name}.rate") in speeds:
        return slice(speeds.index(rate), speeds.index(rate) + 1)
    coordinates = [x.removesuffix(".rate") for x in speeds if x.endswith(".rate")]
    raise ModelError(
        f"{joint.label} follows {name!r}, which is no coordinate with a rate of a joint that carries a body here; "
        f"{closest(name, coordinates)}, or cut another joint of its loop"
    )


@dataclass(frozen=True)
class Spanning:
    """Joints that carry bodies, each after the one that carries its parent, and joints that close loops."""

    carrying: tuple[Joint, ...]
    closing: tuple[Joint, ...]


def spanning(joints: Sequence[Joint], roots: Iterable[Body], cut: Collection[str] = ()) -> Spanning:
    """Joints of the tree with the shortest ways to the roots, earlier joints first, and those that close loops.

    Joints named in `cut` close loops in any case.
    """
    checked_names(cut, [joint.name for joint in joints], "joint to cut:")
    closed, hanging = set(cut), defaultdict[Body, list[int]](list)
    for number, joint in enumerate(joints):
        if joint.name not in closed:
            hanging[joint.parent_frame.body].append(number)
    level = set(roots)
    reached = set(level)
    carriers: dict[Body, Joint] = {}
    while level:
        next_level: dict[Body, Joint] = {}
        for number in sorted(number for body in level for number in hanging[body]):
            if (body := joints[number].child_frame.body) not in reached:
                next_level.setdefault(body, joints[number])
        carriers |= next_level
        level = set(next_level)
        reached |= level
    for joint in joints:
        for frame in (joint.parent_frame, joint.child_frame):
            if frame.body not in reached:
                raise _no_way(joint, frame.body, reached)
    chosen = {id(joint) for joint in carriers.values()}
    carrying = _in_order([joint for joint in joints if id(joint) in chosen], carriers, roots)
    return Spanning(tuple(carrying), tuple(joint for joint in joints if id(joint) not in chosen))


def _in_order(joints: Iterable[Joint], carriers: Mapping[Body, Joint], roots: Iterable[Body]) -> list[Joint]:
    """Joints in their order, except that every parent comes first."""
    reached = set(roots)
    order: list[Joint] = []
    for joint in joints:
        # up to what is reached already, then down again
        way: dict[Body, Joint] = {}
        while joint.child_frame.body not in reached:
            way[joint.child_frame.body] = joint
            if joint.parent_frame.body in reached:
                break
            joint = carriers[joint.parent_frame.body]
        order += reversed(way.values())
        reached.update(way)
    return order


def _no_way(joint: Joint, body: Body, reached: Collection[Body]) -> ModelError:
    if joint.parent_frame.body in reached:
        return ModelError(
            f"nothing carries body {body.name!r} when {joint.label} is cut; cut another joint of its loop"
        )
    if joint.child_frame.body in reached:
        return ModelError(
            f"{joint.label} has body {body.name!r} as its parent, which nothing carries; swap its parent and child"
        )
    return ModelError(
        f"{joint.label} hangs on body {joint.parent_frame.body.name!r}, which nothing carries to the ground; "
        "every body needs a way to it: join it (a Free joint leaves it free), or declare ports to make it a module"
    )


def floating_roots(joints: Sequence[Joint], others: Iterable[Body]) -> list[Body]:
    """Bodies that nothing carries: a module hangs on these when it stands in a model."""
    carried = {joint.child_frame.body for joint in joints}
    bodies = [joint.parent_frame.body for joint in joints] + list(others)
    return list(dict.fromkeys(body for body in bodies if body not in carried and body is not ground))


def _inertia_at(frame: Frame) -> Inertia:
    """The inertia of a frame's body, seen from the frame."""
    inertia = frame.body.inertia
    if inertia is None:
        return _about_x(0.0)
    return inertia if frame.pose is ORIGIN else inertia.moved(frame.pose.inverse)


def _about_x(moment: Scalar) -> Inertia:
    """Inertia of a marker without mass that turns about x; no body has such a one, so it is not checked."""
    J: Array = np.zeros((3, 3)) if isinstance(moment, float) else np.full((3, 3), 0.0, dtype=object)
    J[0, 0] = moment
    inertia = object.__new__(Inertia)
    for field, value in (("mass", 0.0), ("com", zero_vector()), ("J", J)):
        object.__setattr__(inertia, field, read_only(value) if isinstance(value, np.ndarray) else value)
    return inertia

"""Motion of a tree as any frame on it sees it: what constraints between bodies are made of.

Two bodies that hang on a third move relative to it by the joints in between only. Seen from there, a constraint
between them does not depend on what moves the third one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Protocol

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.node import Scalar
from dalembert.model.bodies import Body, Frame, ground
from dalembert.model.topology import Tree
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import cross
from dalembert.tree.frame_motion import Pair, along


class MovingTree(Protocol):
    """A tree, its variables, and what its joints do with them."""

    tree: Tree
    q: Array
    u: Array

    @property
    def joint_poses(self) -> list[Pose]:
        """Place of each joint's child frame in its parent frame."""

    @property
    def axes(self) -> list[Array]:
        """Motion axes H of each joint, in the axes of its child."""


class LinkView:
    """Places, velocities and accelerations of the bodies that a link carries, in the axes of that link."""

    def __init__(self, moving: MovingTree, origin: int) -> None:
        self.moving, self.tree, self.origin = moving, moving.tree, origin
        self._poses: dict[int, Pose] = {origin: Pose()}
        self._velocities: dict[int, Pair] = {origin: (np.zeros(3), np.zeros(3))}
        self._biases: dict[int, Pair] = {origin: (np.zeros(3), np.zeros(3))}

    # ---- frames

    def pose(self, frame: Frame) -> Pose:
        """Place of a frame."""
        k = self.tree.position(frame.body)
        return self.link_pose(k) @ self._inside(k, frame)

    def velocity(self, frame: Frame) -> Pair:
        """Angular velocity and velocity of the origin of a frame."""
        k = self.tree.position(frame.body)
        w, v = self.link_velocity(k)
        return w, v + cross(w, self._arm(k, frame))

    def bias(self, frame: Frame) -> Pair:
        """Angular acceleration and acceleration of the origin of a frame while all speeds are constant."""
        k = self.tree.position(frame.body)
        w, (alpha, a), arm = self.link_velocity(k)[0], self._bias(k), self._arm(k, frame)
        return alpha, a + cross(alpha, arm) + cross(w, cross(w, arm))

    def jacobian(self, frame: Frame) -> dict[int, Array]:
        """Velocity of a frame for a unit of each speed: columns (6,), angular part first, by number."""
        columns: dict[int, Array] = {}
        k = self.tree.position(frame.body)
        arm = self._arm(k, frame)
        while k != self.origin:
            link, R = self.tree.links[k], self.link_pose(k).R
            for number, H in zip(range(link.u.start, link.u.stop), self.moving.axes[k].T, strict=True):
                w = R @ H[:3]
                columns[number] = np.concatenate([w, R @ H[3:] + cross(w, arm)])
            arm, k = self._step(k) + arm, link.parent
        return columns

    def wrench_on_link(self, frame: Frame, moment: Array, force: Array) -> tuple[int, Array]:
        """The link of a frame, and a wrench at the frame as one (6,) about the link's origin, in its axes."""
        k = self.tree.position(frame.body)
        R, f = self.link_pose(k).R, self.link_pose(k).R.T @ force
        return k, np.concatenate([R.T @ moment + cross(self._inside(k, frame).p, f), f])

    # ---- links

    def _inside(self, k: int, frame: Frame) -> Pose:
        return frame.pose if k < 0 else self.tree.links[k].frame_pose(frame)

    def _arm(self, k: int, frame: Frame) -> Array:
        """Vector from the origin of a link to a frame on it."""
        return self.link_pose(k).R @ self._inside(k, frame).p

    def link_pose(self, k: int) -> Pose:
        """Place of a link's frame."""
        for j in self._missing(self._poses, k):
            link = self.tree.links[j]
            self._poses[j] = self._poses[link.parent] @ (link.offset @ self.moving.joint_poses[j])
        return self._poses[k]

    def link_velocity(self, k: int) -> Pair:
        """Angular velocity and velocity of the origin of a link's frame."""
        for j in self._missing(self._velocities, k):
            (w, v), (w_joint, v_joint) = self._velocities[self._parent(j)], self._relative(j)
            self._velocities[j] = w + w_joint, v + cross(w, self._step(j)) + v_joint
        return self._velocities[k]

    def _bias(self, k: int) -> Pair:
        """Angular acceleration and acceleration of the origin of a link's frame while all speeds are constant."""
        for j in self._missing(self._biases, k):
            link, R, arm = self.tree.links[j], self.link_pose(j).R, self._step(j)
            alpha, a = self._biases[link.parent]
            w_parent, w = self.link_velocity(link.parent)[0], self.link_velocity(j)[0]
            w_joint, v_joint = self._relative(j)
            rest = link.joint.bias(self.moving.q[link.q], self.moving.u[link.u])
            turning = cross(w_parent, cross(w_parent, arm) + v_joint) + cross(w, v_joint)
            linear = a + cross(alpha, arm) + turning + R @ rest[3:]
            self._biases[j] = alpha + cross(w, w_joint) + R @ rest[:3], linear
        return self._biases[k]

    def _relative(self, k: int) -> Pair:
        """Angular velocity and velocity that the joint of a link gives it."""
        R, H = self.link_pose(k).R, self.moving.axes[k]
        V = H @ self.moving.u[self.tree.links[k].u] if H.shape[1] else np.zeros(6)
        return R @ V[:3], R @ V[3:]

    def _step(self, k: int) -> Array:
        """Vector from the origin of a link's parent to that of the link."""
        link = self.tree.links[k]
        return self.link_pose(link.parent).R @ (link.offset @ self.moving.joint_poses[k]).p

    def _parent(self, k: int) -> int:
        return self.tree.links[k].parent

    def _missing(self, known: Collection[int], k: int) -> list[int]:
        """Links on the way to a link about which something is not known yet, in order."""
        links = []
        while k not in known:
            links.append(k)
            k = self._parent(k)
        return links[::-1]


class TreeView:
    """Motion as a frame of a tree sees it: through the last link that carries both it and what it looks at."""

    def __init__(self, tree: Tree, observer: Frame, links: Callable[[int], LinkView]) -> None:
        self.tree, self._observer, self._links = tree, observer, links
        self._origin = tree.position(observer.body)
        self._stands_like_link = observer.pose == link_frame(tree, self._origin).pose
        self._common: dict[Body, tuple[LinkView, Pose | None]] = {}

    @property
    def observer(self) -> Frame:
        return self._observer

    def is_fixed(self, frame: Frame) -> bool:
        return self.tree.position(frame.body) == self._origin

    def pose(self, frame: Frame) -> Pose:
        link, observer = self._between(frame)
        return link.pose(frame) if observer is None else observer.inverse @ link.pose(frame)

    def velocity(self, frame: Frame) -> Pair:
        link, observer = self._between(frame)
        (w, v) = link.velocity(frame)
        if observer is None:
            return w, v
        (w_own, v_own), arm = link.velocity(self._observer), link.pose(frame).p - observer.p
        return observer.R.T @ (w - w_own), observer.R.T @ (v - v_own - cross(w_own, arm))

    def velocity_at_rest(self, frame: Frame) -> Pair:
        """No joint moves by itself."""
        return np.zeros(3), np.zeros(3)

    def bias(self, frame: Frame) -> Pair:
        link, observer = self._between(frame)
        alpha, a = link.bias(frame)
        if observer is None:
            return alpha, a
        (w_own, v_own), (alpha_own, a_own) = link.velocity(self._observer), link.bias(self._observer)
        (w, v), arm = link.velocity(frame), link.pose(frame).p - observer.p
        turning = cross(w_own, v - v_own + v - v_own - cross(w_own, arm))
        angular = alpha - alpha_own - cross(w_own, w)
        return observer.R.T @ angular, observer.R.T @ (a - a_own - cross(alpha_own, arm) - turning)

    def jacobian(self, frame: Frame) -> dict[int, Array]:
        link, observer = self._between(frame)
        if observer is None:
            return link.jacobian(frame)
        # what moves the frame, and what moves the observer the other way
        arm, columns = link.pose(frame).p - observer.p, {}
        for k, V in link.jacobian(frame).items():
            columns[k] = np.concatenate([observer.R.T @ V[:3], observer.R.T @ V[3:]])
        for k, V in link.jacobian(self._observer).items():
            columns[k] = -np.concatenate([observer.R.T @ V[:3], observer.R.T @ (V[3:] + cross(V[:3], arm))])
        return dict(sorted(columns.items()))

    def generalized(self, frame: Frame, moment: Array, force: Array) -> dict[int, Scalar]:
        return along(self.jacobian(frame), moment, force)

    def wrench_on_link(self, frame: Frame, moment: Array, force: Array) -> tuple[int, Array]:
        """The link of a frame, and a wrench at the frame as one (6,) about the link's origin, in its axes."""
        link, observer = self._between(frame)
        if observer is None:
            return link.wrench_on_link(frame, moment, force)
        return link.wrench_on_link(frame, observer.R @ moment, observer.R @ force)

    def _between(self, frame: Frame) -> tuple[LinkView, Pose | None]:
        """The view of the last common link, and the observer's place there; None if it stands like the link."""
        if frame.body not in self._common:
            origin = common_origin(self.tree, (self._observer, frame))
            view, is_own = self._links(origin), origin == self._origin and self._stands_like_link
            self._common[frame.body] = view, None if is_own else view.pose(self._observer)
        return self._common[frame.body]


def link_frame(tree: Tree, k: int) -> Frame:
    """The frame in which a link is seen: that of its joint; the world for −1."""
    return Frame(ground) if k < 0 else tree.links[k].joint.child_frame


def common_origin(tree: Tree, frames: Iterable[Frame]) -> int:
    """The last link that carries all these frames, or one of their own; −1 for the ground."""
    paths = [[-1, *tree.path(tree.position(frame.body))] for frame in frames]
    common = -1
    for steps in zip(*paths, strict=False):
        if len(set(steps)) > 1:
            break
        common = steps[0]
    return common

"""Axes of joint coordinates: which body turns or slides on which, and about or along what direction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dalembert.arrays import Array
from dalembert.model.bodies import Body, Frame, ground
from dalembert.model.constraint import CoordinateAxis
from dalembert.model.joint import Joint
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import is_numeric
from dalembert.tolerances import SAME_POSITION


@dataclass(frozen=True)
class JointAxes:
    """The joints of a model, as far as constraints on their coordinates ask about them."""

    joints: Sequence[Joint]
    carrying: Sequence[Joint] = ()
    """Joints that carry bodies, from the ground to the tips."""

    @cached_property
    def _joint_of(self) -> Mapping[str, Joint]:
        return {name: joint for joint in self.joints for name in joint.coordinates}

    @cached_property
    def _welds(self) -> Mapping[Body, Joint]:
        """The joint that fixes a body to another one, by body."""
        return {joint.child_frame.body: joint for joint in self.joints if not joint.speeds}

    def axis(self, coordinate: str) -> CoordinateAxis | None:
        """The axis of a coordinate; None if it has none that is fixed in its bodies, or if that is open."""
        joint, rate = self._joint_of[coordinate], f"{coordinate}.rate"
        if rate not in joint.speeds:
            return None
        k = joint.speeds.index(rate)
        near, far = (_motion(joint, k, offset) for offset in (0.4, 0.9))
        is_turning = bool(near.angular.any())
        e, fixed = (near.angular, far.in_child) if is_turning else (near.linear, far.linear)
        X, anchor = self._anchored(joint.parent_frame)
        R = X.R
        if not is_numeric(e) or not is_numeric(R) or np.abs(e - fixed).max() > SAME_POSITION:
            return None
        C = joint.child_frame
        points = (
            (X.p, C.pose.p) if is_turning and len(joint.speeds) == 1 and not near.linear.any() else (None, None)
        )
        return CoordinateAxis(anchor, C.body, R @ e, C.pose.R @ e, is_turning, *points)

    def zero_position(self, frame: Frame) -> Array | None:
        """Where the origin of a frame is if all joints are at their zero configuration; None if none carry it."""
        pose = self._zero_poses.get(frame.body)
        return None if pose is None else pose.point(frame.pose.p)

    @cached_property
    def _zero_poses(self) -> Mapping[Body, Pose]:
        poses = {ground: Pose()}
        for joint in self.carrying:
            P, C = joint.parent_frame, joint.child_frame
            if P.body in poses:
                X = joint.pose(np.array(joint.default_values))
                poses[C.body] = poses[P.body] @ P.pose @ X @ C.pose.inverse
        return poses

    def _anchored(self, frame: Frame) -> tuple[Pose, Body]:
        """The place of a frame seen from the body that it is fixed to in the end, through welds; and that body."""
        place, body, passed = frame.pose, frame.body, {frame.body}
        while (weld := self._welds.get(body)) is not None and weld.parent_frame.body not in passed:
            X = weld.parent_frame.pose @ weld.pose(np.zeros(0)) @ weld.child_frame.pose.inverse
            place, body = X @ place, weld.parent_frame.body
            passed.add(body)
        return place, body


@dataclass(frozen=True, eq=False)
class _Motion:
    """Motion of a joint for a unit of a speed: angular and linear velocity in its frame of the parent."""

    angular: Array
    linear: Array
    in_child: Array
    """Angular velocity in the frame of the child."""


def _motion(joint: Joint, k: int, offset: float) -> _Motion:
    """The motion for one speed of a joint, at some offset from its default coordinates."""
    q = joint.retract(np.array(joint.default_values), np.linspace(offset, 1.7 * offset, len(joint.speeds)))
    R, H = joint.pose(q).R, joint.motion(q)
    return _Motion(R @ H[:3, k], R @ H[3:, k], H[:3, k])

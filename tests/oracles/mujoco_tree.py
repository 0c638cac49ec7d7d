"""The same tree in MuJoCo, for joints that hinges, slides and balls make up.

A body's frame there is our joint's child frame. Coordinates and speeds of balls agree with ours, the angular
velocity being in the child's axes; a free joint is three slides and a ball, so that it may hang on any body.
"""

from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np

from dalembert.model.bodies import ground
from dalembert.model.joint import Joint
from dalembert.model.joints.cylindrical import Cylindrical
from dalembert.model.joints.free import Free
from dalembert.model.joints.planar_joint import Planar
from dalembert.model.joints.prismatic import Prismatic
from dalembert.model.joints.revolute import Revolute
from dalembert.model.joints.spherical import Spherical
from dalembert.model.joints.translational import Translational
from dalembert.model.joints.universal import Universal
from dalembert.model.joints.weld import Weld
from dalembert.model.model import Model
from dalembert.spatial.vectors import unit

SLIDE, HINGE, BALL = mujoco.mjtJoint.mjJNT_SLIDE, mujoco.mjtJoint.mjJNT_HINGE, mujoco.mjtJoint.mjJNT_BALL


@dataclass(frozen=True)
class MujocoTree:
    """A model of MuJoCo next to ours."""

    ours: Model
    model: Any
    data: Any

    def set(self, q: Any, u: Any, tau: Any) -> None:
        """Put a state in and compute forward dynamics and the interaction forces of all bodies."""
        for link in self.ours.tree.links:
            for k, name in enumerate(_names(link.joint)):
                joint = self.model.joint(name)
                nq, nv = (4, 3) if joint.type[0] == BALL else (1, 1)
                from_q, from_u = link.q.start + k, link.u.start + k
                self.data.qpos[joint.qposadr[0] : joint.qposadr[0] + nq] = q[from_q : from_q + nq]
                self.data.qvel[joint.dofadr[0] : joint.dofadr[0] + nv] = u[from_u : from_u + nv]
                self.data.qfrc_applied[joint.dofadr[0] : joint.dofadr[0] + nv] = tau[from_u : from_u + nv]
        mujoco.mj_forward(self.model, self.data)
        mujoco.mj_rnePostConstraint(self.model, self.data)

    def order(self) -> Any:
        """For each of our speeds its place in theirs."""
        found: list[int] = []
        for link in self.ours.tree.links:
            for name in _names(link.joint):
                joint = self.model.joint(name)
                found += range(joint.dofadr[0], joint.dofadr[0] + (3 if joint.type[0] == BALL else 1))
        return found

    @property
    def accelerations(self) -> Any:
        return self.data.qacc[self.order()]

    @property
    def M(self) -> Any:
        full = np.zeros((self.model.nv, self.model.nv))
        mujoco.mj_fullM(self.model, self.data, full)
        return full[np.ix_(self.order(), self.order())]

    def wrench(self, joint: Joint) -> Any:
        """What a joint exerts on its child, at the child's joint frame and in its axes."""
        body = self.model.body(joint.child_frame.body.name).id
        R, p = self.data.xmat[body].reshape(3, 3), self.data.xpos[body]
        # theirs is about the centre of the whole tree, in world axes
        center = self.data.subtree_com[self.model.body_rootid[body]]
        moment, force = self.data.cfrc_int[body, :3], self.data.cfrc_int[body, 3:]
        return np.concatenate([R.T @ (moment + np.cross(center - p, force)), R.T @ force])


def mujoco_tree(ours: Model) -> MujocoTree:
    """Our model, body by body; nothing of our own kinematics is used."""
    spec = mujoco.MjSpec()
    spec.option.gravity = np.array(ours.gravity, dtype=float)
    spec.option.disableflags = int(mujoco.mjtDisableBit.mjDSBL_CONSTRAINT)
    spec.compiler.autolimits = False

    def add(body: Any, parent: Any, place: Any) -> None:
        """Bodies carried by a body whose frame rests at `place` in the MuJoCo body `parent`."""
        for joint in ours.joints:
            if joint.parent_frame.body is not body:
                continue
            foot, child = place @ _matrix(joint.parent_frame.pose), joint.child_frame
            made = parent.add_body(name=child.body.name, pos=foot[:3, 3], quat=_quaternion(foot[:3, :3]))
            for name, kind, axis in zip(_names(joint), *_their_joints(joint), strict=True):
                made.add_joint(name=name, type=kind, axis=axis)
            rest = np.linalg.inv(_matrix(child.pose))
            moments, axes = np.linalg.eigh(rest[:3, :3] @ child.body.inertia.J @ rest[:3, :3].T)
            axes = axes * np.sign(np.linalg.det(axes))
            made.mass, made.ipos = float(child.body.inertia.mass), (rest @ [*child.body.inertia.com, 1.0])[:3]
            made.iquat, made.inertia, made.explicitinertial = _quaternion(axes), moments, True
            add(child.body, made, rest)

    add(ground, spec.worldbody, np.eye(4))
    model = spec.compile()
    return MujocoTree(ours, model, mujoco.MjData(model))


def _matrix(pose: Any) -> Any:
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = pose.R, pose.p
    return T


def _quaternion(R: Any) -> Any:
    e = np.zeros(4)
    mujoco.mju_mat2Quat(e, np.ascontiguousarray(R, dtype=float).ravel())
    return e


def _names(joint: Joint) -> list[str]:
    return [f"{joint.name}.{k}" for k in range(len(_their_joints(joint)[0]))]


def _their_joints(joint: Joint) -> tuple[list[Any], list[Any]]:
    """Kinds and axes of the joints that make up one of ours."""
    match joint:
        case Weld():
            return [], []
        case Revolute():
            return [HINGE], [unit(joint.axis)]
        case Prismatic():
            return [SLIDE], [unit(joint.axis)]
        case Cylindrical():
            return [HINGE, SLIDE], [unit(joint.axis)] * 2
        case Universal():
            return [HINGE, HINGE], [unit(joint.first), unit(joint.second)]
        case Spherical(angles=None):
            return [BALL], [unit("z")]
        case Spherical():
            return [HINGE] * 3, [unit(axis) for axis in joint.angles]
        case Planar():
            directions = [joint.pose(np.eye(3)[k]).p for k in range(2)]
            return [SLIDE, SLIDE, HINGE], [*directions, unit(joint.normal)]
        case Translational():
            return [SLIDE] * 3, [*np.eye(3)]
        case Free(angles=None):
            return [SLIDE] * 3 + [BALL], [*np.eye(3), unit("z")]
        case Free():
            return [SLIDE] * 3 + [HINGE] * 3, [*np.eye(3), *(unit(axis) for axis in joint.angles)]
    raise NotImplementedError(joint)

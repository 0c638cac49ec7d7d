"""The same tree in Pinocchio, with the maps between its conventions and ours.

Pinocchio puts linear before angular parts, writes quaternions (x, y, z, w), and measures the velocity of a free or
planar joint in the child's axes, v = S u with ours. So accelerations are S a + Ṡ u there, and ours τ = Sᵀ τ there.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pinocchio as pin

from dalembert.model.bodies import ground
from dalembert.model.joint import Joint
from dalembert.model.joints.cylindrical import Cylindrical
from dalembert.model.joints.free import Free
from dalembert.model.joints.planar_joint import Planar
from dalembert.model.joints.prismatic import Prismatic
from dalembert.model.joints.revolute import Revolute
from dalembert.model.joints.screw import Screw
from dalembert.model.joints.spherical import Spherical
from dalembert.model.joints.translational import Translational
from dalembert.model.joints.universal import Universal
from dalembert.model.joints.weld import Weld
from dalembert.model.model import Model
from dalembert.spatial.vectors import unit


@dataclass(frozen=True)
class PinocchioTree:
    """A model of Pinocchio next to ours."""

    ours: Model
    model: Any
    data: Any

    def joint_id(self, joint: Joint) -> int:
        return int(self.model.getJointId(joint.name))

    def configuration(self, q: Any) -> Any:
        """Our coordinates as theirs."""
        found = pin.neutral(self.model)
        for link in self._moving():
            joint = self.model.joints[self.joint_id(link.joint)]
            found[joint.idx_q : joint.idx_q + joint.nq] = _their_coordinates(link.joint, q[link.q])
        return found

    def velocity_map(self, q: Any, u: Any) -> tuple[Any, Any]:
        """S and Ṡ u."""
        n = len(self.ours.speeds)
        S, bias = np.zeros((n, n)), np.zeros(n)
        for link in self._moving():
            start = self.model.joints[self.joint_id(link.joint)].idx_v
            rows = slice(start, start + len(link.joint.speeds))
            S[rows, link.u], bias[rows] = _their_speeds(link.joint, q[link.q], u[link.u])
        return S, bias

    def _moving(self) -> Any:
        return [link for link in self.ours.tree.links if link.joint.speeds]


def pinocchio_tree(ours: Model) -> PinocchioTree:
    """Our model, joint by joint, depth first as Pinocchio wants it; nothing of our own kinematics is used."""
    model = pin.Model()
    model.gravity.linear = np.array(ours.gravity, dtype=float)

    def add(body: Any, carrier: int, place: Any) -> None:
        """Joints on a body that rests at `place` in the frame of the joint `carrier`."""
        for joint in ours.joints:
            if joint.parent_frame.body is not body:
                continue
            foot, child = place * _se3(joint.parent_frame.pose), joint.child_frame
            if isinstance(joint, Weld):
                number, frame = carrier, foot
            else:
                number, frame = model.addJoint(carrier, _their_joint(joint), foot, joint.name), pin.SE3.Identity()
            rest = frame * _se3(child.pose).inverse()
            inertia = child.body.inertia
            model.appendBodyToJoint(number, pin.Inertia(float(inertia.mass), inertia.com, inertia.J), rest)
            add(child.body, number, rest)

    add(ground, 0, pin.SE3.Identity())
    return PinocchioTree(ours, model, model.createData())


def _se3(pose: Any) -> Any:
    return pin.SE3(np.array(pose.R, dtype=float), np.array(pose.p, dtype=float))


def _turns(axes: Any) -> Any:
    """Turns one after the other as one joint."""
    joint = pin.JointModelComposite()
    for axis in axes:
        joint.addJoint(pin.JointModelRevoluteUnaligned(unit(axis)))
    return joint


def _plane(joint: Planar) -> tuple[Any, Any]:
    """The directions of the plane, as the joint's pose tells them."""
    return joint.pose(np.array([1.0, 0.0, 0.0])).p, joint.pose(np.array([0.0, 1.0, 0.0])).p


def _their_joint(joint: Joint) -> Any:
    match joint:
        case Revolute(axis=str() as axis):
            return {"x": pin.JointModelRX, "y": pin.JointModelRY, "z": pin.JointModelRZ}[axis]()
        case Revolute():
            return pin.JointModelRevoluteUnaligned(unit(joint.axis))
        case Prismatic():
            return pin.JointModelPrismaticUnaligned(unit(joint.axis))
        case Screw():
            return pin.JointModelHelicalUnaligned(unit(joint.axis), joint.lead / (2.0 * np.pi))
        case Cylindrical():
            composite = pin.JointModelComposite(pin.JointModelRevoluteUnaligned(unit(joint.axis)))
            return composite.addJoint(pin.JointModelPrismaticUnaligned(unit(joint.axis)))
        case Universal(first="x", second="y"):
            return pin.JointModelUniversal(unit("x"), unit("y"))
        case Universal():
            return _turns((joint.first, joint.second))
        case Spherical(angles=None):
            return pin.JointModelSpherical()
        case Spherical(angles="zyx"):
            return pin.JointModelSphericalZYX()
        case Spherical():
            return _turns(joint.angles)
        case Planar(normal="z"):
            return pin.JointModelPlanar()
        case Planar():
            composite = pin.JointModelComposite()
            for direction in _plane(joint):
                composite.addJoint(pin.JointModelPrismaticUnaligned(direction))
            return composite.addJoint(pin.JointModelRevoluteUnaligned(unit(joint.normal)))
        case Translational():
            return pin.JointModelTranslation()
        case Free(angles=None):
            return pin.JointModelFreeFlyer()
        case Free():
            composite = pin.JointModelComposite(pin.JointModelTranslation())
            for axis in joint.angles:
                composite.addJoint(pin.JointModelRevoluteUnaligned(unit(axis)))
            return composite
    raise NotImplementedError(joint)


def _their_coordinates(joint: Joint, q: Any) -> Any:
    match joint:
        case Spherical(angles=None):
            return np.roll(q, -1)
        case Free(angles=None):
            return np.concatenate([q[:3], np.roll(q[3:], -1)])
        case Planar(normal="z"):
            return np.array([q[0], q[1], np.cos(q[2]), np.sin(q[2])])
    return q


def _their_speeds(joint: Joint, q: Any, u: Any) -> tuple[Any, Any]:
    """S and Ṡ u of one joint; ẋ = R v, so v = Rᵀ ẋ and its rate gains −w × v."""
    S, bias = np.eye(len(u)), np.zeros(len(u))
    match joint:
        case Free(angles=None):
            R = pin.Quaternion(np.roll(q[3:], -1)).toRotationMatrix()
            S[:3, :3] = R.T
            bias[:3] = -np.cross(u[3:], R.T @ u[:3])
        case Planar(normal="z"):
            R = pin.utils.rotate("z", q[2])[:2, :2]
            S[:2, :2] = R.T
            bias[:2] = u[2] * np.array([[0.0, 1.0], [-1.0, 0.0]]) @ R.T @ u[:2]
    return S, bias

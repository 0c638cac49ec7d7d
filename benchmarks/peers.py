"""The measured chains in other packages, each as a function that computes accelerations once."""

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np
from chains import GRAVITY, LENGTH, MASS, RADIUS, axis

ACROSS, ALONG = MASS * (LENGTH**2 / 12 + RADIUS**2 / 4), MASS * RADIUS**2 / 2

Peer = Callable[[int, bool], tuple[Any, Callable[[Any, Any, Any], Any]]]


def pinocchio_model(n: int, is_spatial: bool) -> Any:
    """The chain."""
    import pinocchio as pin

    model = pin.Model()
    joint = 0
    inertia = pin.Inertia(MASS, np.array([0.0, 0.0, -LENGTH / 2]), np.diag([ACROSS, ACROSS, ALONG]))
    for k in range(n):
        kind = pin.JointModelRX() if axis(k, is_spatial=is_spatial) == "x" else pin.JointModelRY()
        place = pin.SE3(np.eye(3), np.array([0.0, 0.0, -LENGTH if k else 0.0]))
        joint = model.addJoint(joint, kind, place, f"joint{k}")
        model.appendBodyToJoint(joint, inertia, pin.SE3.Identity())
    model.gravity.linear = np.array([0.0, 0.0, -GRAVITY])
    return model


def pinocchio_chain(n: int, is_spatial: bool) -> tuple[Any, Callable[[Any, Any, Any], Any]]:
    """Its mass matrix at a configuration, and `aba`."""
    import pinocchio as pin

    model = pinocchio_model(n, is_spatial)
    data = model.createData()

    def mass_matrix(q: Any) -> Any:
        M = pin.crba(model, data, q)
        return np.triu(M) + np.triu(M, 1).T

    return mass_matrix, lambda q, u, tau: pin.aba(model, data, q, u, tau)


def mujoco_model(n: int, is_spatial: bool) -> Any:
    """The chain without constraints, so also without contacts."""
    import mujoco

    spec = mujoco.MjSpec()
    spec.option.gravity = np.array([0.0, 0.0, -GRAVITY])
    spec.option.disableflags = int(mujoco.mjtDisableBit.mjDSBL_CONSTRAINT)
    body = spec.worldbody
    for k in range(n):
        body = body.add_body(pos=[0.0, 0.0, -LENGTH if k else 0.0])
        turns = [1.0, 0.0, 0.0] if axis(k, is_spatial=is_spatial) == "x" else [0.0, 1.0, 0.0]
        body.add_joint(type=mujoco.mjtJoint.mjJNT_HINGE, axis=turns)
        body.mass, body.ipos = MASS, [0.0, 0.0, -LENGTH / 2]
        body.inertia, body.explicitinertial = [ACROSS, ACROSS, ALONG], True
    return spec.compile()


def mujoco_chain(n: int, is_spatial: bool) -> tuple[Any, Callable[[Any, Any, Any], Any]]:
    """`mj_forward`."""
    import mujoco

    model = mujoco_model(n, is_spatial)
    data = mujoco.MjData(model)

    def forward(q: Any, u: Any, tau: Any) -> Any:
        data.qpos[:], data.qvel[:], data.qfrc_applied[:] = q, u, tau
        mujoco.mj_forward(model, data)
        return data.qacc

    return None, forward


def drake_chain(n: int, is_spatial: bool) -> tuple[Any, Callable[[Any, Any, Any], Any]]:
    """Time derivatives of a plant in continuous time; the forces are an input of it."""
    from pydrake.multibody.plant import MultibodyPlant
    from pydrake.multibody.tree import JointActuator, RevoluteJoint, RotationalInertia, SpatialInertia

    plant = MultibodyPlant(0.0)
    plant.mutable_gravity_field().set_gravity_vector([0.0, 0.0, -GRAVITY])
    center = np.array([0.0, 0.0, -LENGTH / 2])
    own = SpatialInertia.MakeFromCentralInertia(MASS, center, RotationalInertia(ACROSS, ACROSS, ALONG))
    above = plant.world_frame()
    for k in range(n):
        body = plant.AddRigidBody(f"rod{k}", own)
        turns = [1.0, 0.0, 0.0] if axis(k, is_spatial=is_spatial) == "x" else [0.0, 1.0, 0.0]
        foot = _drake_offset(plant, above, k)
        joint = plant.AddJoint(RevoluteJoint(f"joint{k}", foot, body.body_frame(), turns))
        assert isinstance(plant.AddJointActuator(f"motor{k}", joint), JointActuator)
        above = body.body_frame()
    plant.Finalize()
    context = plant.CreateDefaultContext()
    port = plant.get_actuation_input_port()

    def forward(q: Any, u: Any, tau: Any) -> Any:
        port.FixValue(context, tau)
        plant.SetPositionsAndVelocities(context, np.concatenate([q, u]))
        return plant.EvalTimeDerivatives(context).CopyToVector()[n:]

    return None, forward


def _drake_offset(plant: Any, above: Any, k: int) -> Any:
    from pydrake.math import RigidTransform
    from pydrake.multibody.tree import FixedOffsetFrame

    place = RigidTransform([0.0, 0.0, -LENGTH if k else 0.0])
    return plant.AddFrame(FixedOffsetFrame(f"foot{k}", above, place))


PEERS: dict[str, tuple[str, Peer]] = {
    "pinocchio.aba": ("pinocchio", pinocchio_chain),
    "mujoco.mj_forward": ("mujoco", mujoco_chain),
    "drake.EvalTimeDerivatives": ("pydrake", drake_chain),
}
"""Package and maker of each; those that are not installed are left out."""


def installed() -> dict[str, Peer]:
    return {name: make for name, (package, make) in PEERS.items() if find_spec(package)}

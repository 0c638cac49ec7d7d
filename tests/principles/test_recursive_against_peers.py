"""Random trees against Pinocchio and MuJoCo: accelerations, mass matrix, joint forces and wrenches, energies."""

from typing import Any

import numpy as np
import pytest

from dalembert.principles.derive import derive
from tests.oracles.trees import KINDS, numbers, random_kinds, sample, tree

pytestmark = pytest.mark.slow

RTOL = 1e-10
"""Of the largest entry: both sides round differently along up to thirty joints."""

EPS_CONDITION = 1e-15
"""Accelerations of an ill-conditioned mass matrix are known to this times its condition only."""

STATES = 3

TREES = [
    *(pytest.param([kind] if kind != "weld" else ["free", "weld"], id=kind) for kind in KINDS),
    *(
        pytest.param([kind, "weld", kind, "revolute"], id=f"{kind}, welded on itself")
        for kind in KINDS
        if kind != "weld"
    ),
    pytest.param(list(KINDS), id="all kinds", marks=pytest.mark.slow),
    pytest.param(random_kinds(30, seed=1), id="30 joints", marks=pytest.mark.slow),
    pytest.param(["revolute x", "revolute y"] * 15, id="30 revolute joints", marks=pytest.mark.slow),
]


def assert_close(actual: Any, expected: Any, rtol: float = RTOL) -> None:
    expected = np.asarray(expected, dtype=float)
    scale = np.abs(expected).max() if expected.size else 1.0
    np.testing.assert_allclose(np.asarray(actual, dtype=float), expected, rtol=0.0, atol=rtol * scale)


@pytest.mark.parametrize("kinds", TREES)
@pytest.mark.covers("F000-44", "F001-9", "F001-19", "F000-54")
def test_a_tree_moves_as_in_pinocchio(kinds: list[str]) -> None:
    pin = pytest.importorskip("pinocchio")
    from tests.oracles.pinocchio_tree import pinocchio_tree

    model = tree(kinds, seed=len(kinds))
    eom = derive(model)
    peer = pinocchio_tree(model)
    links = model.tree.links
    kinematics, world = eom.outputs.kinematics, eom.outputs.kinematics.world
    tau = kinematics.joint_forces()
    outputs = {
        "a": eom.accelerations,
        "articulated": eom.balance.recursions.by_articulated_bodies(tau),
        "M": eom.M,
        "f": eom.f,
        "wrenches": np.array(eom.balance.recursions.joint_wrenches(eom.accelerations)),
        "T": kinematics.kinetic_energy(),
        "V": kinematics.potential_energy(),
        "com": kinematics.center_of_mass(),
        "momentum": np.array(kinematics.momentum()),
        "positions": np.array([world.link_pose(k).p for k in range(len(links))]),
        "axes": np.array([world.link_pose(k).R for k in range(len(links))]),
        "velocities": np.array([np.concatenate(world.link_velocity(k)) for k in range(len(links))]),
    }
    states = sample(model, seed=2, count=STATES)
    found = numbers(eom, outputs, states)

    for k in range(STATES):
        ours = {name: y[k] for name, y in found.items()}
        q, u, forces = states.q[k], states.u[k], eom.G.astype(float) @ states.tau[k]
        S, S_dot_u = peer.velocity_map(q, u)
        x, v = peer.configuration(q), S @ u
        m, d = peer.model, peer.data

        # τ = Sᵀ τ', so theirs is S⁻ᵀ times ours
        a = np.linalg.solve(S, pin.aba(m, d, x, v, np.linalg.solve(S.T, forces)) - S_dot_u)
        M = pin.crba(m, d, x)
        M = S.T @ (np.triu(M) + np.triu(M, 1).T) @ S
        rtol_a = max(RTOL, EPS_CONDITION * np.linalg.cond(M))
        assert_close(ours["a"], a, rtol_a)
        assert_close(ours["articulated"], a, rtol_a)
        assert_close(ours["M"], M)
        assert_close(ours["f"], -S.T @ pin.rnea(m, d, x, v, S_dot_u))

        # the wrench of every joint at its own accelerations
        pin.rnea(m, d, x, v, S @ ours["a"] + S_dot_u)
        pin.forwardKinematics(m, d, x, v)
        moving = [i for i, link in enumerate(links) if link.joint.speeds]
        f = [d.f[peer.joint_id(links[i].joint)] for i in moving]
        assert_close(ours["wrenches"][moving], [np.concatenate([w.angular, w.linear]) for w in f], rtol_a)

        # positions and velocities
        places = [d.oMi[peer.joint_id(links[i].joint)] for i in moving]
        assert_close(ours["positions"][moving], [place.translation for place in places])
        assert_close(ours["axes"][moving], [place.rotation for place in places])
        twists = [pin.getVelocity(m, d, peer.joint_id(links[i].joint), pin.LOCAL_WORLD_ALIGNED) for i in moving]
        assert_close(ours["velocities"][moving], [np.concatenate([V.angular, V.linear]) for V in twists])

        # energies and momenta
        assert_close(ours["T"], pin.computeKineticEnergy(m, d, x, v))
        assert_close(ours["V"], pin.computePotentialEnergy(m, d, x))
        com = pin.centerOfMass(m, d, x, v)
        h = pin.computeCentroidalMomentum(m, d, x, v)
        assert_close(ours["com"], com)
        assert_close(ours["momentum"], [h.angular + np.cross(com, h.linear), h.linear])


# it has no screws, and refuses a model that is in gimbal lock where all angles are zero
SHARED_WITH_MUJOCO = [kind for kind in KINDS if not kind.startswith("screw") and not kind.endswith("zxz")]


@pytest.mark.parametrize(
    "kinds",
    [
        *(
            pytest.param([kind, "weld", kind, "revolute"], id=kind)
            for kind in SHARED_WITH_MUJOCO
            if kind != "weld"
        ),
        pytest.param(SHARED_WITH_MUJOCO, id="all kinds"),
        pytest.param(random_kinds(30, seed=4, among=SHARED_WITH_MUJOCO), id="30 joints", marks=pytest.mark.slow),
    ],
)
@pytest.mark.covers("F000-44", "F001-9")
def test_a_tree_moves_as_in_mujoco(kinds: list[str]) -> None:
    pytest.importorskip("mujoco")
    from tests.oracles.mujoco_tree import mujoco_tree

    model = tree(kinds, seed=len(kinds))
    eom = derive(model)
    peer = mujoco_tree(model)
    outputs = {
        "a": eom.accelerations,
        "M": eom.M,
        "wrenches": np.array(eom.balance.recursions.joint_wrenches(eom.accelerations)),
    }
    states = sample(model, seed=3, count=STATES)
    found = numbers(eom, outputs, states)

    for k in range(STATES):
        peer.set(states.q[k], states.u[k], eom.G.astype(float) @ states.tau[k])
        rtol_a = max(RTOL, EPS_CONDITION * np.linalg.cond(peer.M))
        assert_close(found["a"][k], peer.accelerations, rtol_a)
        assert_close(found["M"][k], peer.M)
        wrenches = np.array([peer.wrench(link.joint) for link in model.tree.links])
        assert_close(found["wrenches"][k], wrenches, rtol_a)

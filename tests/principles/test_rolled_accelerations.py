"""Rolled accelerations of large trees: code per kind of joint in a loop over tables, with the usual numbers."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import dalembert as da
from benchmarks.chains import chain
from dalembert.expr.calculus import jacobian
from dalembert.expr.rolled import Rolled
from dalembert.model.bodies import ground
from dalembert.model.model import Model
from dalembert.principles.derive import derive
from dalembert.spatial.pose import Pose
from dalembert.spatial.rotations import rotation
from dalembert.tree.tree import Tree
from tests.oracles.trees import GRAVITY, KINDS, body, frame, random_kinds, sample, tree

RTOL = 1e-13
"""Of the largest entry, times the largest quotient of inertias that hang on each other."""


def both(model: Model) -> tuple[Any, Any, Any]:
    """The equations of a model, its accelerations with all links named, and those of rolled code."""
    eom = derive(model)
    recursions, tau = eom.balance.recursions, eom.outputs.kinematics.joint_forces()
    return eom, recursions.by_articulated_bodies(tau), recursions.by_rolled_code(tau)


def assert_same(model: Model, *, seed: int, rtol: float = RTOL, t: float = 0.0) -> None:
    eom, named, rolled = both(model)
    at = sample(model, seed=seed, count=3)
    kernel = da.kernels.compile(
        {"named": named, "rolled": rolled}, {"t": da.time, "q": eom.q, "u": eom.u, "tau": eom.tau}
    )
    values = kernel.interpret(t=t, q=at.q, u=at.u, tau=at.tau)
    scale = np.abs(values["named"]).max()
    np.testing.assert_allclose(values["rolled"], values["named"], rtol=0.0, atol=rtol * scale)


def routine_of(accelerations: Any) -> Rolled:
    routine = accelerations[0].args[0].args[0]
    assert isinstance(routine, Rolled)
    return routine


def test_random_trees_of_all_joints_have_the_same_accelerations() -> None:
    for seed in range(4):
        assert_same(tree(random_kinds(12, seed=seed), seed=seed), seed=seed)
    assert_same(tree(list(KINDS), seed=9), seed=9)


def test_forces_rotors_and_open_parameters_are_the_same() -> None:
    """Springs, dampers, friction, laws of time and states, forces between bodies, armature and geared rotors."""
    rng = np.random.default_rng(3)
    bare = tree(["revolute", "free", "prismatic x", "revolute z", "spherical", "universal", "revolute y"], seed=4)
    first, last = bare.bodies[0], bare.bodies[-1]
    hinges = ["joint0", "joint3", "joint6"]
    stiffness = da.param("k", 7.0)
    elements: list[Any] = [
        *(da.JointSpring(f"torsion {k}", name, 5.0 + k, rest=0.1 * k) for k, name in enumerate(hinges)),
        da.JointDamper("damper", "joint3", da.param("d", 0.3)),
        da.JointForce("law", "joint6", stiffness * da.sin(3.0 * da.time) - da.coordinate("joint0") ** 3),
        da.JointForce("pair", "joint0", da.tanh(20.0 * da.speed("joint0")) * da.coordinate("joint6") * -0.4),
        da.Spring("spring", frame(rng, first), ground.at(1.0, -2.0, 0.5), stiffness=30.0, rest_length=0.4),
        da.Spring("rope", frame(rng, first), frame(rng, last), stiffness=20.0),
        da.PointForce("push", frame(rng, last), (1.0, -2.0, 0.7), axes=first),
    ]
    parts = [
        *bare.parts,
        *elements,
        da.extend.rotor("rotor", "joint3", inertia=0.02),
        da.extend.extra_speed("current", inertia=0.3),
    ]
    heavy = da.Body(
        "heavy", da.Inertia(da.param("m", 2.0), [da.param("c", 0.2), 0.0, 0.1], np.diag([0.3, 0.4, 0.5]))
    )
    hung = da.Revolute("hung", frame(rng, last), heavy.at(z=da.param("z", 0.3)), axis=(1.0, 2.0, 2.0))
    model = Model(*parts, hung, gravity=(0.0, da.param("g", 1.0), -9.81))
    assert_same(model, seed=5, t=0.7)


@dataclass(frozen=True)
class Leaning(da.Revolute):
    """A revolute joint whose axis leans as its child is long: it looks at its frames."""

    def motion(self, q: Any) -> Any:
        lean = 0.1 * self.child_frame.body.inertia.mass
        return np.array([[np.sin(lean)], [0.0], [np.cos(lean)], [0.0], [0.0], [0.0]])

    def pose(self, q: Any) -> Any:
        lean = 0.1 * self.child_frame.body.inertia.mass
        return Pose(R=rotation((float(np.sin(lean)), 0.0, float(np.cos(lean))), q[0]))


def test_joints_that_look_at_their_frames_are_told_apart() -> None:
    rng = np.random.default_rng(14)
    bodies = [body(rng, f"body{k}") for k in range(4)]
    places = [ground, *bodies]
    joints = [Leaning(f"joint{k}", frame(rng, places[k]), child) for k, child in enumerate(bodies)]
    assert_same(Model(*joints, gravity=GRAVITY), seed=15)


def test_native_code_in_lanes_computes_the_same() -> None:
    model = tree(["revolute x", "free", "revolute", "universal", "revolute x", "spherical zyx", "weld"], seed=6)
    eom, named, rolled = both(model)
    at = sample(model, seed=7, count=11)
    inputs = {"q": eom.q, "u": eom.u, "tau": eom.tau}
    expected = da.kernels.compile({"a": named}, inputs).interpret(q=at.q, u=at.u, tau=at.tau)["a"]
    for lanes in (1, 8):
        values = da.kernels.compile({"a": rolled}, inputs, lanes=lanes)(at.q, at.u, at.tau)["a"]
        np.testing.assert_allclose(values, expected, rtol=0.0, atol=RTOL * np.abs(expected).max())


def test_code_does_not_grow_with_the_number_of_links_or_different_numbers() -> None:
    """Axes that differ in numbers only, masses and offsets are in tables; eight joints at a time are one more."""
    sizes = []
    for n in (24, 96):
        rng = np.random.default_rng(n)
        above, parts = ground, list[Any]()
        for k in range(n):
            child = body(rng, f"body{k}")
            parts += [
                da.Revolute(f"joint{k}", frame(rng, above), frame(rng, child), axis=rng.standard_normal(3)),
                da.JointSpring(f"spring{k}", f"joint{k}", rng.uniform(1.0, 2.0), rest=rng.uniform()),
            ]
            above = child
        kinematics = (hung := Tree(Model(*parts, gravity=GRAVITY))).kinematics
        rolled = hung.recursions.by_rolled_code(kinematics.joint_forces())
        sizes.append(len(routine_of(rolled).parts))
    assert sizes[0] == sizes[1] < 16


def test_derivatives_are_those_of_the_named_links() -> None:
    eom, named, rolled = both(tree(["revolute x", "spherical", "revolute", "prismatic"], seed=8))
    x = np.concatenate([eom.q, eom.u])
    at = sample(tree(["revolute x", "spherical", "revolute", "prismatic"], seed=8), seed=9)
    inputs = {"q": eom.q, "u": eom.u, "tau": eom.tau}
    values = {
        name: da.kernels.compile({"J": jacobian(a, x)}, inputs).interpret(q=at.q, u=at.u, tau=at.tau)["J"]
        for name, a in (("named", named), ("rolled", rolled))
    }
    scale = np.abs(values["named"]).max()
    np.testing.assert_allclose(values["rolled"], values["named"], rtol=0.0, atol=1e-12 * scale)


def test_a_large_chain_moves_as_in_pinocchio() -> None:
    pin = pytest.importorskip("pinocchio")
    from tests.oracles.pinocchio_tree import pinocchio_tree

    model = tree(random_kinds(130, seed=11, among=["revolute x", "revolute", "prismatic"]), seed=12)
    eom = derive(model)
    assert isinstance(routine_of(eom.accelerations), Rolled)
    at, peer = sample(model, seed=13), pinocchio_tree(model)
    S, S_dot_u = peer.velocity_map(at.q, at.u)
    x, v, forces = peer.configuration(at.q), S @ at.u, eom.G.astype(float) @ at.tau
    a = np.linalg.solve(S, pin.aba(peer.model, peer.data, x, v, np.linalg.solve(S.T, forces)) - S_dot_u)
    values = da.kernels.compile(eom.accelerations, [eom.q, eom.u, eom.tau])(at.q, at.u, at.tau)
    np.testing.assert_allclose(values, a, rtol=0.0, atol=1e-10 * np.abs(a).max())


def test_a_run_of_a_large_chain_keeps_its_energy_and_feels_a_short_push() -> None:
    n = 150
    still = chain(n)
    start = still.state(q={f"joint{k}": 0.01 for k in range(n)})
    motion = da.simulate(still, start, until=0.05, times=[0.0, 0.05], method=da.methods.DormandPrince(rtol=1e-9))
    energy = motion["energy"]
    assert abs(energy[1] - energy[0]) < 1e-6 * abs(energy[0])
    # a torque of a millisecond in the middle of a long step is seen from outside of the steps
    pushed = Model(
        *(part for part in still.parts if not isinstance(part, da.Motor)),
        da.JointForce("push", "joint0", da.where((da.time > 0.02) & (da.time < 0.021), 1e6, 0.0)),
        gravity=still.gravity,
    )
    other = da.simulate(pushed, pushed.state(), until=0.05, times=[0.0, 0.05])
    assert abs(other["joint149.rate"][1]) > 1e-3 or abs(other["joint0.rate"][1]) > 1e-3


def test_a_speed_without_inertia_is_named() -> None:
    light = da.Body("light")
    model = Model(da.Revolute("hinge", ground, light, axis="x"), ports={"end": light})
    with pytest.raises(da.errors.FormulationError, match="hinge"):
        Tree(model).recursions.by_rolled_code(np.zeros(1))


def test_signals_of_forces_along_speeds_are_made_one_by_one() -> None:
    """A force for each joint has one along each speed: of 400 joints 160,000, each found by its name alone."""
    n = 400
    signals = derive(chain(n)).solution.signals
    assert len(signals) > n * n
    assert "motor7.on.joint7" in signals
    assert "motor7.on.joint" not in signals
    assert signals["motor7.on.joint8"] == 0.0
    assert signals.units["motor7.on.joint7"] == "N m"
    assert "motor7.on.joint7" not in signals.of_kinds([signals.kinds["energy"]])

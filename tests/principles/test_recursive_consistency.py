"""What must hold among the equations of any tree, whatever its joints, at random states, by exact derivatives."""

from functools import cache
from typing import Any

import numpy as np
import pytest

import dalembert as da
from benchmarks.chains import chain
from dalembert.expr.calculus import directional, jacobian, time_derivative
from dalembert.expr.node import operation_count
from dalembert.model.bodies import Body, ground
from dalembert.model.forces.applied import PointForce, Torque
from dalembert.model.forces.joint_forces import JointSpring
from dalembert.model.forces.line_forces import Spring
from dalembert.model.joints.revolute import Revolute
from dalembert.model.model import Model
from dalembert.model.motors import Motor
from dalembert.principles.derive import derive
from dalembert.spatial.inertia import Inertia
from dalembert.spatial.vectors import skew
from tests.oracles.trees import GRAVITY, KINDS, Sample, frame, numbers, sample, tree

pytestmark = pytest.mark.slow

RTOL = 1e-12
"""Of the largest entry, for terms of a few bodies."""

RTOL_TREE = 1e-10
"""For whole trees, whose terms cancel."""

STATES = 3

PAIRS = {kind: [kind, "revolute", kind] if kind != "weld" else ["universal", "weld"] for kind in KINDS}
"""A small tree for each kind: it hangs on the ground and on a moving body."""

HOLONOMIC = [kind for kind in KINDS if kind not in ("spherical", "free")]
"""Kinds whose speeds are the rates of their coordinates."""


@cache
def small(kind: str) -> Model:
    """A small tree with force elements of every sort on it."""
    bare = tree(PAIRS[kind], seed=5)
    rng = np.random.default_rng(6)
    first, last = bare.bodies[0], bare.bodies[-1]
    elements: list[Any] = [
        Spring("spring", frame(rng, first), ground.at(1.0, -2.0, 0.5), stiffness=30.0, rest_length=0.4),
        Spring("rope", frame(rng, first), frame(rng, last), stiffness=20.0),
        PointForce("push", frame(rng, last), (1.0, -2.0, 0.7), axes=first),
        Torque("twist", last, (0.3, 0.4, -0.8)),
    ]
    driven = [motor.coordinate for motor in bare.motors][-1]
    return Model(*bare.parts, *elements, JointSpring("torsion", driven, 7.0, rest=0.3), gravity=GRAVITY)


@cache
def big() -> Model:
    """A tree with every kind of joint."""
    return tree(list(KINDS), seed=7)


def both(kind: str) -> Model:
    return big() if kind == "all kinds" else small(kind)


def assert_close(actual: Any, expected: Any, rtol: float = RTOL_TREE) -> None:
    actual, expected = np.asarray(actual, dtype=float), np.asarray(expected, dtype=float)
    scale = max(np.abs(expected).max(), 1.0) if expected.size else 1.0
    np.testing.assert_allclose(actual, expected, rtol=0.0, atol=rtol * scale)


def rates(eom: Any, accelerations: Any | None = None) -> dict[Any, Any]:
    """Rates of all variables of a motion, for total derivatives."""
    a = eom.accelerations if accelerations is None else accelerations
    return {**dict(zip(eom.q, eom.rates, strict=True)), **dict(zip(eom.u, a, strict=True))}


@cache
def derived(kind: str) -> tuple[Model, Any]:
    """A tree and its equations, which keep what they have traced."""
    model = both(kind)
    return model, derive(model)


each_kind = pytest.mark.parametrize(
    "kind",
    [
        *(pytest.param(kind, marks=pytest.mark.xdist_group(f"tree of {kind}")) for kind in KINDS),
        pytest.param("all kinds", marks=[pytest.mark.slow, pytest.mark.xdist_group("tree of all kinds")]),
    ],
)


# ---- the three recursions


@each_kind
@pytest.mark.covers("F000-44", "F001-9")
def test_both_recursions_of_forward_dynamics_solve_the_mass_matrix(kind: str) -> None:
    model, eom = derived(kind)
    at = sample(model, seed=1, count=STATES)
    tau = eom.outputs.kinematics.joint_forces()
    ways = {
        "articulated": eom.balance.recursions.by_articulated_bodies(tau),
        "factorized": eom.balance.recursions.by_mass_matrix(tau),
        "chosen": eom.accelerations,
    }
    found = numbers(eom, {**ways, "M": eom.M, "f": eom.f}, at)
    for k in range(STATES):
        right_side = found["f"][k] + eom.G.astype(float) @ at.tau[k]
        a = np.linalg.solve(found["M"][k], right_side)
        for way in ways:
            assert_close(found[way][k], a, max(RTOL_TREE, 1e-15 * np.linalg.cond(found["M"][k])))


def test_forward_dynamics_is_by_the_recursion_that_promises_faster_code() -> None:
    """Small chains by their mass matrix, long ones and those of balls by articulated bodies."""
    for model, by_mass_matrix in ((chain(6), True), (chain(20), False), (tree(["spherical"] * 3, seed=0), False)):
        eom = derive(model)
        tau = eom.outputs.kinematics.joint_forces()
        recursion = (
            eom.balance.recursions.by_mass_matrix
            if by_mass_matrix
            else eom.balance.recursions.by_articulated_bodies
        )
        assert all(a is b for a, b in zip(eom.accelerations, recursion(tau), strict=True))


@each_kind
@pytest.mark.covers("F000-44")
def test_inverse_dynamics_undoes_forward_dynamics(kind: str) -> None:
    model, eom = derived(kind)
    at = sample(model, seed=2)
    applied = eom.outputs.kinematics.joint_forces()
    found = numbers(eom, {"needed": eom.balance.recursions.inverse(eom.accelerations), "applied": applied}, at)
    assert_close(found["needed"], found["applied"])


@each_kind
@pytest.mark.covers("F001-5", "F000-54")
def test_mass_matrix_is_the_hessian_of_the_kinetic_energy(kind: str) -> None:
    model, eom = derived(kind)
    hessian = jacobian(jacobian(eom.outputs.kinematics.kinetic_energy(), eom.u), eom.u)
    found = numbers(eom, {"M": eom.M, "hessian": hessian}, sample(model, seed=3))
    assert_close(found["M"], found["hessian"], RTOL)
    assert (found["M"] == found["M"].T).all()
    assert np.linalg.eigvalsh(found["M"]).min() > 0.0


@pytest.mark.covers("F001-3", "F001-5")
def test_mass_matrix_vanishes_between_branches_without_any_numbers() -> None:
    model = big()
    links = model.tree.links
    paths: list[set[int]] = []
    for k, link in enumerate(links):
        paths.append({k} | (paths[link.parent] if link.parent >= 0 else set()))
    M = derive(model).M
    n = range(len(links))
    disjoint = [(i, j) for i in n for j in n if i not in paths[j] and j not in paths[i]]
    assert len(disjoint) > 50
    for i, j in disjoint:
        assert all(type(x) is float and x == 0.0 for x in M[links[i].u, links[j].u].ravel())


# ---- principles


@pytest.mark.parametrize("kind", HOLONOMIC)
@pytest.mark.covers("F001-6")
def test_bias_is_that_of_lagrange(kind: str) -> None:
    """d/dt ∂T/∂q̇ − ∂T/∂q + ∂V/∂q = Q with Q of the loads that have no potential."""
    model = small(kind)
    conservative = Model(
        *(part for part in model.parts if not isinstance(part, (PointForce, Torque))), gravity=model.gravity
    )
    eom = derive(conservative)
    T, V = eom.outputs.kinematics.kinetic_energy(), eom.outputs.kinematics.potential_energy()
    p = jacobian(T, eom.u)
    p_dot = directional(p, dict(zip(eom.q, eom.u, strict=True)))
    lagrange = p_dot - jacobian(T, eom.q) + jacobian(V, eom.q)
    found = numbers(eom, {"f": eom.f, "lagrange": lagrange}, sample(conservative, seed=4))
    assert_close(found["f"], -found["lagrange"])


@each_kind
@pytest.mark.covers("F001-7")
def test_gravity_is_the_gradient_of_its_potential_for_any_up_direction(kind: str) -> None:
    model = Model(*both(kind).joints, gravity=[da.param(f"g{axis}", 0.0) for axis in "xyz"])
    eom = derive(model)
    force = -jacobian(eom.outputs.kinematics.potential_energy(), eom.q) @ eom.N
    kernel = da.kernels.compile({"f": eom.f, "force": force}, {"q": eom.q, "u": eom.u})
    at = sample(model, seed=5)
    for gravity in ((0.0, 0.0, -9.81), (3.7, 0.0, 0.0), (0.4, -1.6, 0.2)):
        parameters = dict(zip(("gx", "gy", "gz"), gravity, strict=True))
        found = kernel.interpret(q=at.q, u=np.zeros_like(at.u), parameters=parameters)
        assert np.abs(found["f"]).max() > 0.0
        assert_close(found["f"], found["force"], RTOL)


@each_kind
@pytest.mark.covers("F001-19")
def test_energy_changes_by_the_power_of_inputs_and_loads(kind: str) -> None:
    """Elements with a potential have a power too, but it is in the energy already."""
    model, eom = derived(kind)
    names = [part.name for part in model.parts if isinstance(part, (Motor, PointForce, Torque))]
    outputs = {
        "gained": time_derivative(eom.signal("energy"), rates(eom)),
        "power": eom.signal("power"),
        "sum": sum(eom.signal(f"{name}.power") for name in names),
    }
    found = numbers(eom, outputs, sample(model, seed=6, count=STATES))
    assert_close(found["power"], found["gained"])
    assert_close(found["sum"], found["gained"])


@each_kind
@pytest.mark.covers("F001-2")
def test_velocities_are_the_rates_of_positions(kind: str) -> None:
    """Γ = ∂v/∂u = ∂p/∂q N and Π: Ṙ = skew(w) R, in the world and in axes of the body."""
    model, eom = derived(kind)
    place = frame(np.random.default_rng(8), model.bodies[-1])
    pose, (w, v) = eom.outputs.kinematics.pose(place), eom.outputs.kinematics.velocity(place)
    moving = dict(zip(eom.q, eom.rates, strict=True))
    R_dot = time_derivative(pose.R, moving)
    outputs = {
        "v": v,
        "p_dot": time_derivative(pose.p, moving),
        "Γ": jacobian(v, eom.u),
        "dp": jacobian(pose.p, eom.q) @ eom.N,
        "spin": R_dot,
        "expected spin": skew(w) @ pose.R,
        "in the body": pose.R.T @ R_dot,
        "Π": skew(pose.R.T @ (jacobian(w, eom.u) @ eom.u)),
    }
    found = numbers(eom, outputs, sample(model, seed=7))
    assert_close(found["v"], found["p_dot"], RTOL)
    assert_close(found["Γ"], found["dp"], RTOL)
    assert_close(found["spin"], found["expected spin"], RTOL)
    assert_close(found["in the body"], found["Π"], RTOL)


@each_kind
@pytest.mark.covers("F001-1", "F001-4", "F001-8")
def test_inverse_dynamics_projects_the_inertia_force_of_every_body(kind: str) -> None:
    """τ = Σ Γᵀ (m a_G − m g) + Πᵀ (J α + w × J w), with accelerations by differentiating velocities."""
    model = Model(*both(kind).joints, gravity=GRAVITY)
    eom = derive(model)
    a = np.array([da.expr.symbol(f"a{k}") for k in range(len(eom.speeds))], dtype=object)
    tau: Any = np.zeros(len(eom.speeds))
    for body in model.bodies:
        assert body.inertia is not None
        center = body.at(*body.inertia.com)
        R, (w, v) = eom.outputs.kinematics.pose(center).R, eom.outputs.kinematics.velocity(center)
        a_G, alpha = time_derivative(v, rates(eom, a)), time_derivative(w, rates(eom, a))
        J = R @ body.inertia.J @ R.T
        force = body.inertia.mass * (a_G - model.gravity)
        moment = J @ alpha + skew(w) @ (J @ w)
        tau = tau + jacobian(v, eom.u).T @ force + jacobian(w, eom.u).T @ moment
    at = sample(model, seed=8)
    values = np.random.default_rng(9).standard_normal(len(a))
    kernel = da.kernels.compile(
        {"tau": tau, "inverse": eom.balance.recursions.inverse(a)}, {"q": eom.q, "u": eom.u, "a": a}
    )
    found = kernel.interpret(q=at.q, u=at.u, a=values)
    assert_close(found["inverse"], found["tau"])


@each_kind
@pytest.mark.covers("F000-44", "F001-1")
def test_joint_wrenches_balance_every_body(kind: str) -> None:
    """What acts on a body, its own joint, those it carries, gravity and loads, is what its motion needs."""
    model, eom = derived(kind)
    kinematics, links = eom.outputs.kinematics, model.tree.links

    def wrench(joint: Any) -> Any:
        """Force and moment about the world's origin, in the world, of a joint on its child."""
        pose = kinematics.pose(joint.child_frame)
        moment, force = (
            pose.R @ np.array([eom.signal(f"{joint.name}.{part}.{axis}") for axis in "xyz"], dtype=object)
            for part in ("moment", "force")
        )
        return np.concatenate([moment + skew(pose.p) @ force, force])

    loads = [load for force in model.forces for load in force.loads(kinematics).on_bodies]
    residuals = []
    for k, link in enumerate(links):
        center = link.body.at(*link.body.inertia.com)
        pose, (w, v) = kinematics.pose(center), kinematics.velocity(center)
        J = pose.R @ link.body.inertia.J @ pose.R.T
        motion = time_derivative(np.concatenate([J @ w, link.body.inertia.mass * v]), rates(eom))
        needed = motion[3:] - link.body.inertia.mass * model.gravity
        total = wrench(link.joint) - np.concatenate([motion[:3] + skew(pose.p) @ needed, needed])
        for child in model.tree.children(k):
            total = total - wrench(links[child].joint)
        for load in loads:
            if load.frame.body is link.body:
                arm = skew(kinematics.pose(load.frame).p)
                total = total + np.concatenate([load.moment + arm @ load.force, load.force])
        residuals.append(total)
    found = numbers(eom, {"residuals": np.array(residuals), "own": wrench(links[0].joint)}, sample(model, seed=10))
    scale = np.abs(found["own"]).max()
    np.testing.assert_allclose(found["residuals"], 0.0, atol=RTOL_TREE * scale)


@each_kind
def test_coordinates_keep_what_they_satisfy_by_themselves(kind: str) -> None:
    model, eom = derived(kind)
    if not len(eom.c):
        return
    at = sample(model, seed=11)
    drift = time_derivative(eom.c, dict(zip(eom.q, eom.rates, strict=True)))
    assert_close(numbers(eom, drift, at), np.zeros(len(eom.c)), RTOL)
    bent = Sample(1.1 * at.q, at.u, at.tau)
    back = Sample(numbers(eom, eom.motion.projected, bent), at.u, at.tau)
    assert_close(numbers(eom, eom.c, back), np.zeros(len(eom.c)), RTOL)


@pytest.mark.covers("F001-19")
def test_momentum_without_gravity_and_ground_is_constant() -> None:
    """A floating tree without loads keeps its momenta."""
    bare = tree(["free", "revolute", "spherical", "prismatic", "universal"], seed=12)
    model = Model(*bare.joints)
    eom = derive(model)
    momenta = [eom.signal(f"{kind}.{axis}") for kind in ("momentum", "angular momentum") for axis in "xyz"]
    changes = time_derivative(np.array(momenta, dtype=object), rates(eom))
    found = numbers(eom, {"momenta": np.array(momenta, dtype=object), "changes": changes}, sample(model, seed=13))
    assert np.abs(found["momenta"]).min() > 1e-3
    np.testing.assert_allclose(found["changes"], 0.0, atol=RTOL_TREE * np.abs(found["momenta"]).max())


@pytest.mark.covers("F001-19")
def test_momentum_is_mass_times_the_velocity_of_the_center() -> None:
    model = big()
    eom = derive(model)
    center = np.array([eom.signal(f"center of mass.{axis}") for axis in "xyz"], dtype=object)
    mass = sum(body.inertia.mass for body in model.bodies if body.inertia is not None)
    expected = mass * time_derivative(center, dict(zip(eom.q, eom.rates, strict=True)))
    momentum = np.array([eom.signal(f"momentum.{axis}") for axis in "xyz"], dtype=object)
    found = numbers(eom, {"momentum": momentum, "expected": expected}, sample(model, seed=14))
    assert_close(found["momentum"], found["expected"], RTOL)


# ---- numbers that stay open, native code, cost


def test_parameters_may_stay_open() -> None:
    """Masses, centres, moments, offsets and gravity as parameters give the numbers of constants."""

    def chain(number: Any) -> Model:
        parts: list[Any] = []
        above: Any = ground
        for k in range(4):
            mass, com = number(f"m{k}", 1.0 + k), [number(f"c{k}{i}", 0.1 * (i + k)) for i in range(3)]
            J = np.diag([number(f"J{k}{i}", 0.5 + 0.1 * i) for i in range(3)])
            body = Body(f"body{k}", Inertia(mass, com, J))
            offset = [number(f"p{k}{i}", 0.3 - 0.2 * i) for i in range(3)]
            parts.append(Revolute(f"joint{k}", above.at(*offset), body.at(z=number(f"d{k}", 0.2)), axis="xyzx"[k]))
            above = body
        return Model(*parts, gravity=[0.0, 0.0, number("g", -9.81)])

    closed, opened = derive(chain(lambda name, value: value)), derive(chain(da.param))
    at = Sample(*np.random.default_rng(15).standard_normal((2, 4)), np.zeros(0))
    for quantity in ("accelerations", "M", "f"):
        expected = numbers(closed, getattr(closed, quantity), at)
        assert_close(numbers(opened, getattr(opened, quantity), at), expected, RTOL)


def test_native_code_computes_the_same() -> None:
    model = tree(["revolute", "spherical", "prismatic", "universal"], seed=16)
    eom = derive(model)
    at = sample(model, seed=17, count=11)
    for lanes in (1, 8):
        kernel = da.kernels.compile({"a": eom.accelerations, "M": eom.M}, [eom.q, eom.u, eom.tau], lanes=lanes)
        found, expected = kernel(at.q, at.u, at.tau), kernel.interpret(at.q, at.u, at.tau)
        assert_close(found["a"], expected["a"], RTOL)
        assert_close(found["M"], expected["M"], RTOL)


def test_forward_dynamics_of_a_seven_joint_chain_needs_few_operations() -> None:
    assert operation_count(derive(chain(7)).accelerations) <= 1200

"""Rows of constraints by level, against their definitions in space and exact derivatives along motions."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import dalembert as da
from dalembert.expr.calculus import jacobian, time_derivative
from dalembert.expr.node import inputs_of
from dalembert.expr.trial_numbers import sample_of
from dalembert.model.bodies import Frame
from dalembert.rows import Level, Row
from dalembert.spatial.vectors import across, unit
from tests.oracles.mechanisms import At, levels
from tests.oracles.trees import KINDS, frame, sample, tree

pytestmark = pytest.mark.slow

RTOL = 1e-11
"""Of the largest entry: sums of a few hundred products."""

t = da.time
LENGTH, RATIO, TILT = da.param("length", 1.3), da.param("ratio", -2.5), da.param("tilt", 0.4)

ROUND = {
    "disc": da.disc("disc", radius=0.4, mass=1.0, axis="x"),
    "ball": da.sphere("ball", radius=0.3, mass=1.0),
    "egg": da.ellipsoid("egg", radii=(0.2, 0.3, 0.5), mass=1.0),
    "tyre": da.torus("tyre", radius=0.5, tube=0.1, mass=1.0, axis="y"),
}
NORMALS = {"disc": "z", "ball": "-y", "egg": (0.3, -0.4, 1.0), "tyre": (1.0, 0.2, 0.1)}

TREES = [list(KINDS)[k::3] for k in range(3)]
"""Each kind of joint in one of the trees."""


def assert_close(actual: Any, expected: Any) -> None:
    actual, expected = np.asarray(actual, dtype=float), np.asarray(expected, dtype=float)
    np.testing.assert_allclose(actual, expected, rtol=0.0, atol=RTOL * max(1.0, np.abs(expected).max(initial=0.0)))


@cache
def frames(number: int) -> list[Frame]:
    """Random frames on the bodies of a tree, and one on the ground."""
    rng = np.random.default_rng(10 + number)
    return [*(frame(rng, body) for body in bare(number).bodies), da.ground.at(0.3, -0.2, 0.5)]


@cache
def bare(number: int) -> da.Model:
    return tree(TREES[number], seed=30 + number, motors=False)


def rated(model: da.Model) -> list[str]:
    """Coordinates whose rates are speeds."""
    return [name for name in model.coordinates if f"{name}.rate" in model.speeds]


def points(number: int) -> list[Any]:
    """Constraints between places of one tree: along branches, across them, to the ground."""
    A, B, C, *_, Z, W = frames(number)
    return [
        da.Coincident("meet", A, Z),
        da.Coincident("meet ground", Z, W),
        da.Coincident("ground meets", W, B),
        da.Distance("bar", B, Z, 0.7),
        da.Distance("jack", W, C, 0.8 + 0.2 * da.sin(2.0 * t) * t),
        da.Distance("open bar", Z, A, LENGTH),
        da.relations.KnifeEdge("blade", Z),
        da.relations.KnifeEdge("skew blade", C, across=(0.3, 1.0, TILT)),
    ]


def couplings(number: int) -> list[Any]:
    first, second, *_, last = rated(bare(number))
    return [
        da.Drive("drive", first, 0.3 * da.sin(t) + t**3),
        da.Gear("gear", second, last, RATIO, 0.2),
        da.Gear("gear back", last, first, 3.0),
    ]


def expressed(number: int) -> list[Any]:
    """The user's own, over all kinds of measures."""
    A, B, C, *_, Z, _ = frames(number)
    first, second, *_, last = rated(bare(number))
    speeds = bare(number).speeds
    q, u, a = da.coordinate, da.speed, da.acceleration
    return [
        da.Holonomic("angle", da.measures.rotation_angle(A, Z, about="y") * q(first)),
        da.Holonomic("line", da.measures.distance(B, Z) * da.cos(t) - LENGTH),
        da.Holonomic("inside", da.position(Z, relative_to=C)),
        da.Holonomic("high", da.energies.potential_energy() - q(last) ** 2),
        da.Holonomic("mixed", da.position(Z)[2] * q(second) - da.exp(TILT * t)),
        da.Nonholonomic(
            "linear", da.velocity(Z)[0] * q(first) + da.angular_velocity(B)[1] - da.sin(t) * u(second)
        ),
        da.Nonholonomic("speeds", [u(x) - (1.0 + t) * u(speeds[0]) - da.cos(3.0 * t) for x in speeds[1:3]]),
        da.Nonholonomic("fast", da.velocity(Z) @ da.velocity(A) - 2.0 * da.velocity(C)[2] - RATIO),
        da.Nonholonomic("lively", da.energies.kinetic_energy() - 3.0 - t**2 + da.sqrt(1.0 + u(speeds[-1]) ** 2)),
        da.relations.AccelerationConstraint(
            "turning", t * a(Z)[1] - da.measures.angular_acceleration(B)[0] * q(last) + u(first) ** 3
        ),
        da.relations.AccelerationConstraint(
            "rates", [a(x) - LENGTH * a(speeds[-1]) + da.velocity(Z)[1] for x in speeds[:2]]
        ),
    ]


def rolling(number: int) -> tuple[list[Any], list[Any]]:
    """Round bodies on branches of a tree, rolling on the ground and on another body of it."""
    rng, places = np.random.default_rng(20 + number), frames(number)
    kinds = ["free", "spherical", "universal skew", "free xyz"]
    joints, constraints = [], []
    for k, (name, body) in enumerate(ROUND.items()):
        joints.append(KINDS[kinds[k]](rng, f"carries {name}", places[k % 3], frame(rng, body)))
        for floor, place in (("ground", places[-1]), ("moving", places[-2 - k])):
            on = da.geometry.plane(place, NORMALS[name])
            constraints.append(da.Rolling(f"{name} on {floor}", body, on=on))
    return joints, constraints


@cache
def constrained(number: int) -> At:
    """A tree with all of these, anywhere: no row is satisfied, and none needs to be."""
    joints, wheels = rolling(number)
    parts = [*bare(number).parts, *joints, *points(number), *couplings(number), *expressed(number), *wheels]
    model = da.Model(*parts, gravity=bare(number).gravity)
    at = sample(model, seed=3)
    return At(model, at.q, at.u, t=0.7, p={"length": 1.1, "ratio": -1.7, "tilt": 0.3})


each_tree = pytest.mark.parametrize("number", range(3))


def chosen(at: At, level: Level) -> list[int]:
    return [i for i, row in enumerate(at.eom.rows) if row.level == level]


# ---- levels


@each_tree
@pytest.mark.covers("F000-6", "F001-12", "F002-5", "F002-6", "F002-7", "F004-10", "F004-12")
def test_each_level_is_the_rate_of_the_one_below(number: int) -> None:
    """ψ = dφ/dt and J a − γ = dψ/dt along any motion, time included, differentiated over q."""
    at = constrained(number)
    psi, accelerated, rate, slope = levels(at)
    assert len(at.eom.phi) == len(chosen(at, Level.POSITION)) > 20
    assert_close(psi[: len(at.eom.phi)], rate)
    assert_close(accelerated[: len(at.eom.psi)], slope)


@each_tree
@pytest.mark.covers("F000-6", "F002-6")
def test_J_is_the_derivative_of_ψ_by_the_speeds(number: int) -> None:
    at = constrained(number)
    J, expected = at(at.eom.J[: len(at.eom.psi)], jacobian(at.eom.psi, at.eom.u))
    assert_close(J, expected)


@each_tree
def test_ψ_is_the_slope_of_φ_along_a_small_motion(number: int) -> None:
    """By central differences of numbers: no derivative of the package takes part."""
    at, h = constrained(number), 1e-5
    step = at(at.eom.motion.moved(at.u * h)), at(at.eom.motion.moved(-at.u * h))
    there, back = (replace(at, q=q, t=at.t + dt, equations=at.eom) for q, dt in zip(step, (h, -h), strict=True))
    slope = (there(at.eom.phi) - back(at.eom.phi)) / (2.0 * h)
    np.testing.assert_allclose(at(at.eom.psi)[: len(slope)], slope, rtol=0.0, atol=1e-7 * np.abs(slope).max())


@each_tree
@pytest.mark.covers("F002-8")
def test_rows_of_accelerations_are_the_relations_given(number: int) -> None:
    at = constrained(number)
    eom, K = at.eom, at.eom.outputs.kinematics
    rows = chosen(at, Level.ACCELERATION)
    assert rows == list(range(len(eom.psi), len(eom.rows))) and len(rows) == 3
    a = np.random.default_rng(2).standard_normal(len(eom.u))
    moving = dict(zip(eom.q, eom.rates, strict=True)) | dict(zip(eom.u, a, strict=True))
    _, B, *_, Z, _ = frames(number)
    first, *_, last = rated(bare(number))
    v, w_B = K.velocity(Z)[1], K.velocity(B)[0]
    turning = 0.7 * time_derivative(v, moving)[1] - time_derivative(w_B, moving)[0] * K.coordinate(last)
    n = len(bare(number).speeds)
    expected = [turning + K.speed(first) ** 3, *(a[k] - 1.1 * a[n - 1] + v[1] for k in range(2))]
    J, gamma, numbers = at(eom.J[rows], eom.gamma[rows], np.array(expected, dtype=object))
    assert_close(J @ a - gamma, numbers)


@pytest.mark.covers("F000-6")
def test_rows_have_one_matrix_at_all_orders_from_their_own_on() -> None:
    """A q⟨σ⟩ + b for speeds, accelerations and jerks: b changes, A is J; nonlinear rows have none."""
    sleigh = da.box("sleigh", size=(1.0, 0.4, 0.1), mass=2.0)
    x, angle = da.coordinate("p.x"), da.coordinate("p.angle")
    model = da.Model(
        da.Planar("p", da.ground, sleigh),
        da.relations.KnifeEdge("blade", sleigh, across="y"),
        da.Holonomic("rail", da.sin(angle) * x - 0.1 * da.time**2),
    )
    eom = da.derive(model)
    jerk = np.array(da.expr.symbols("jx jy jz"), dtype=object)
    a = eom.a
    moving = dict(zip(eom.q, eom.rates, strict=True)) | dict(zip(eom.u, a, strict=True))
    rows = {1: eom.psi, 2: da.expr.time_derivative(eom.psi, moving)}
    rows[3] = da.expr.time_derivative(rows[2], moving | dict(zip(a, jerk, strict=True)))
    values = sample_of(inputs_of([*rows[3], *jerk, *a]))
    J, gamma = (np.asarray(da.expr.evaluate(y, values), dtype=float) for y in (eom.J, eom.gamma))
    for order, variables in ((1, eom.u), (2, a), (3, jerk)):
        A = da.expr.jacobian(rows[order], variables)
        assert not set(variables) & set(inputs_of([y for y in A.flat if isinstance(y, da.expr.Node)]))
        assert_close(da.expr.evaluate(A, values), J)

    # b at the order of accelerations is −γ
    at_rest = {**values, **dict.fromkeys(a, 0.0)}
    assert_close(da.expr.evaluate(rows[2], at_rest), -gamma)
    curved = da.relations.AccelerationConstraint("curved", da.acceleration("p.x") * da.acceleration("p.y") - 1.0)
    with pytest.raises(da.errors.FormulationError, match="'curved' is not linear in the accelerations"):
        da.as_dynamics(da.Model(da.Planar("p", da.ground, sleigh), curved)).accelerations(da.State())


# ---- what the rows say


@each_tree
def test_points_meet_and_keep_their_distance(number: int) -> None:
    at = constrained(number)
    A, B, C, *_, Z, W = (at.pose(place).p for place in frames(number))
    seen = {row.name: x for row, x in zip(at.eom.rows, at(at.eom.phi), strict=False)}
    length = 0.8 + 0.2 * np.sin(1.4) * 0.7
    for name, first, second, l in (("bar", B, Z, 0.7), ("jack", W, C, length), ("open bar", Z, A, 1.1)):
        d = second - first
        assert_close(seen[name], (d @ d - l**2) / (2.0 * l))
    for name, first, second in (("meet", A, Z), ("meet ground", Z, W), ("ground meets", W, B)):
        # in axes of a common ancestor
        assert_close(np.linalg.norm([seen[f"{name}.{axis}"] for axis in "xyz"]), np.linalg.norm(second - first))


@each_tree
def test_the_users_expressions_are_their_measures(number: int) -> None:
    at = constrained(number)
    for part in expressed(number):
        rows = [i for i, row in enumerate(at.eom.rows) if row.part == part.name]
        if isinstance(part, da.relations.AccelerationConstraint):
            continue
        level = at.eom.phi if isinstance(part, da.Holonomic) else at.eom.psi
        found, expected = at(level[rows], at.eom.resolve(np.atleast_1d(np.array(part.expression, dtype=object))))
        assert_close(found, expected)


def support_height(name: str, R: Any, n: Any) -> float:
    """How far a round body reaches along a direction, times its length."""
    along = R.T @ n
    match name:
        case "disc":
            return 0.4 * np.hypot(along[1], along[2])
        case "ball":
            return 0.3 * float(np.linalg.norm(n))
        case "egg":
            return float(np.linalg.norm(along * (0.2, 0.3, 0.5)))
        case _:
            return 0.5 * np.hypot(along[0], along[2]) + 0.1 * np.linalg.norm(n)


@each_tree
def test_a_rolling_body_touches_with_its_lowest_point_which_is_at_rest_on_the_plane(number: int) -> None:
    at = constrained(number)
    phi, psi = at(at.eom.phi, at.eom.psi)
    index = {row.name: i for i, row in enumerate(at.eom.rows)}
    for part in rolling(number)[1]:
        B, P = at.pose(Frame(part.body)), at.pose(part.on.frame)
        n = P.R @ unit(part.on.normal)
        height = support_height(part.body.name, B.R, -n)
        assert_close(phi[index[f"{part.name}.contact"]], n @ (B.p - P.p) - height)

        # the lowest point, as the gradient of how far the body reaches
        grid = [support_height(part.body.name, B.R, x) for h in (1e-5, -1e-5) for x in h * np.eye(3) - n]
        lowest = B.p + (np.array(grid[:3]) - grid[3:]) / 2e-5
        (w, v), (w_P, v_P) = at.velocity(Frame(part.body)), at.velocity(part.on.frame)
        slip = v + np.cross(w, lowest - B.p) - v_P - np.cross(w_P, lowest - P.p)
        found = [psi[index[f"{part.name}.slip {which}"]] for which in ("first", "second")]
        np.testing.assert_allclose(found, [(P.R @ e) @ slip for e in across(part.on.normal)], atol=1e-7)


def test_a_blade_moves_along_itself_only() -> None:
    at = constrained(0)
    index = {row.name: i for i, row in enumerate(at.eom.rows)}
    *_, Z, _ = frames(0)
    psi = at(at.eom.psi)
    assert_close(psi[index["blade"]], at.pose(Z).R[:, 1] @ at.velocity(Z)[1])
    C = frames(0)[2]
    across_blade = np.array([0.3, 1.0, 0.3]) / np.linalg.norm([0.3, 1.0, 0.3])
    assert_close(psi[index["skew blade"]], at.pose(C).R @ across_blade @ at.velocity(C)[1])


def test_the_touching_point_of_a_rolling_body_does_not_follow_the_allowed_motions() -> None:
    """The body's point there has a velocity for each speed, but none along the null space of J."""
    body = ROUND["disc"]
    model = da.Model(da.Free("free", da.ground, body), da.Rolling("rolls", body, on=da.geometry.plane(da.ground)))
    at = At(model)
    at.q[:] = [0.1, 0.2, 0.0, *(x := np.array([0.8, 0.3, -0.4, 0.2])) / np.linalg.norm(x)]
    B = at.pose(Frame(body))
    along = B.R.T @ (0.0, 0.0, -1.0)
    arm = B.R @ (0.4 * np.array([0.0, along[1], along[2]]) / np.hypot(along[1], along[2]))
    V = at.body_jacobian([body])
    of_point = V[3:] - np.cross(arm, V[:3], axisb=0, axisc=0)
    _, s, Vt = np.linalg.svd(at(at.eom.J))
    Z = Vt[len(s) :].T
    assert np.linalg.matrix_rank(of_point) == 3 and Z.shape == (6, 3)
    assert_close(of_point @ Z, np.zeros((3, 3)))


@pytest.mark.covers("F000-12")
@pytest.mark.parametrize("principle", [da.Recursive(), da.Kane()], ids=lambda one: type(one).__name__)
def test_the_touching_point_of_a_sphere_in_a_trough_has_no_velocity_along_the_allowed_motions(principle) -> None:
    """V = ∂v/∂u of any point by its measure: (V Z = 0) of the touching one, and of no other, with J Z = 0."""
    r, ball = 0.01, da.sphere("ball", radius=0.01, mass=0.05)
    _, y, z = da.expr.symbols("x y z")
    model = da.Model(
        da.Free("pose", da.ground, ball),
        da.Rolling("tread", ball, on=da.geometry.surface(da.ground, z - y**2 / 2.0)),
    )
    eom = da.derive(model, principle)
    dynamics = da.as_dynamics(eom)
    state = da.assemble(dynamics, q={"pose.x": 0.2, "pose.y": 0.0}, guess={"pose.z": r})
    points = {"touching": ball.at(z=-r), "side": ball.at(x=r), "centre": ball}
    V = {name: da.expr.jacobian(eom.resolve(da.velocity(point)), eom.u) for name, point in points.items()}
    found = dynamics.evaluate({**V, "J": eom.J}, state)
    Z = np.asarray(da.expr.evaluate(da.matrices.null_space(found["J"])))
    assert Z.shape == (6, 3)
    ranks = {name: np.linalg.matrix_rank(found[name] @ Z, tol=1e-10) for name in points}
    assert ranks == {"touching": 0, "side": 2, "centre": 2}
    assert all(np.linalg.matrix_rank(found[name]) == 3 for name in points)


# ---- records


@pytest.mark.covers("F000-9")
def test_rows_are_classified() -> None:
    kinds = {row.name: row.kind for row in constrained(1).eom.rows}
    expected = {
        "meet.x": "holonomic, scleronomic",
        "jack": "holonomic, rheonomic",
        "drive": "holonomic, rheonomic",
        "gear": "holonomic, scleronomic",
        "open bar": "holonomic, scleronomic",
        "mixed": "holonomic, rheonomic",
        "blade": "simple nonholonomic, scleronomic",
        "linear": "simple nonholonomic, rheonomic",
        "speeds.2": "simple nonholonomic, rheonomic",
        "fast": "general nonholonomic, scleronomic",
        "lively": "general nonholonomic, rheonomic",
        "turning": "of accelerations, rheonomic",
        "rates.1": "of accelerations, scleronomic",
        "egg on moving.contact": "holonomic, scleronomic",
        "egg on moving.slip first": "simple nonholonomic, scleronomic",
    }
    assert {name: kinds[name] for name in expected} == expected


def test_rows_come_by_level_and_name_their_parts() -> None:
    rows: Sequence[Row] = constrained(2).eom.rows
    assert [row.level for row in rows] == sorted(row.level for row in rows)
    assert len({row.name for row in rows}) == len(rows)
    assert all(row.name == row.part or row.name.startswith(f"{row.part}.") for row in rows)


def test_rows_have_the_role_that_their_part_says():
    wheel, rod = da.sphere("wheel", radius=0.2, mass=1.0), da.rod("rod", length=1.0, mass=1.0)
    model = da.Model(
        da.Free("place", da.ground, wheel),
        da.Revolute("pin", da.ground, rod),
        da.Weld("clamp", rod["end"], wheel),
        da.Rolling("contact-free name", wheel, on=da.geometry.plane(da.ground, "y")),
        da.Drive("motor", "pin", 0.3),
        cut=["clamp"],
    )
    roles = {row.name: row.role for row in da.derive(model).rows}
    assert {role for name, role in roles.items() if name.startswith("clamp")} == {da.extend.Role.JOINT}
    assert roles["contact-free name.contact"] is da.extend.Role.CONTACT
    assert (
        roles["contact-free name.slip first"] is roles["contact-free name.slip second"] is da.extend.Role.ROLLING
    )
    assert roles["motor"] is da.extend.Role.DRIVE


def test_definitions_of_redundant_speeds_are_no_reactions():
    rod = da.rod("rod", length=1.0, mass=1.0)
    model = da.Model(da.Revolute("pin", da.ground, rod))
    speeds = da.formulations.QuasiVelocities({"w": da.speed("pin"), "twice": 2.0 * da.speed("pin")})
    (row,) = da.derive(model, da.Kane(speeds=speeds)).rows
    assert row.role is da.extend.Role.DEFINITION and not row.is_physical


def test_a_drive_of_typed_equations_has_its_role_and_its_signals():
    q, u = da.expr.symbol("x"), da.expr.symbol("v")
    eom = da.formulations.TypedSystem(
        [q], [u], rates=[u], constraints=[da.Drive("motor", "x", da.time**2)]
    ).from_energies(0.5 * u**2)
    assert [row.role for row in eom.rows] == [da.extend.Role.DRIVE]
    assert {"motor.torque", "motor.force", "motor.power"} <= set(eom.signals)


def test_forces_and_multipliers_have_units():
    crank = da.rod("crank", length=0.05, mass=0.5)
    rod = da.rod("rod", length=0.15, mass=0.4)
    piston = da.box("piston", size=(0.06, 0.08, 0.08), mass=0.5)
    model = da.Model(
        da.Revolute("shaft", da.ground, crank),
        da.Revolute("crank pin", crank["end"], rod),
        da.Revolute("wrist pin", rod["end"], piston),
        da.Prismatic("cylinder", da.ground, piston, axis="x"),
        da.Drive("motor", "shaft", da.time),
        da.JointSpring("bias", "cylinder", 10.0),
        da.JointDamper("bearing", "crank pin", 0.1),
        da.Spring("spring", da.ground, piston, stiffness=1.0),
        da.Holonomic("given", da.coordinate("shaft") - da.time),
    )
    units = da.derive(model).signals.units
    assert {units[f"{name}.force"] for name in ("bias", "spring")} == {"N"}
    assert {units[name] for name in ("bearing.force", "motor.multiplier", "motor.torque", "motor.force")} == {
        "N m"
    }
    closing = [name for name in units if name.startswith("wrist pin.") and name.endswith(".multiplier")]
    assert closing and {units[name] for name in closing} == {"N"}
    assert units["given.multiplier"] == ""


def test_the_coordinate_of_a_joint_that_closes_a_loop_is_a_signal():
    crank, coupler, rocker = (da.rod(name, length=1.0, mass=1.0) for name in ("crank", "coupler", "rocker"))
    model = da.Model(
        da.Revolute("A", da.ground, crank),
        da.Revolute("B", crank["end"], coupler),
        da.Revolute("D", da.ground.at(x=1.0), rocker),
        da.Revolute("C", coupler["end"], rocker["end"]),
    )
    state = da.assemble(model, q={"A": 1.2}, guess={"B": -1.2, "D": 1.2})
    motion = da.simulate(model, state, until=0.1)
    # angles of a loop add up
    np.testing.assert_allclose(motion["C"], motion["D"] - motion["A"] - motion["B"], atol=1e-9)
    assert motion.dynamics.equations.signals.units["C"] == "rad"

"""Worked numbers of the sources: spring, damper and actuator, least norm, quaternion, slider on two rods."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import dalembert as da

PRINTED = 1e-11
"""Half of the last of the digits in which the numbers are given, with some room."""

RTOL = 1e-12
"""Formulas of a few dozen operations."""

ATOL_RUN = 1e-9
"""Of states after some seconds, with steps controlled to 1e-12."""


def state_of(model: da.Model, q: Any, u: Any = ()) -> da.State:
    """Numbers in the order of the model's coordinates and speeds."""
    speeds = dict(zip(model.speeds, map(float, u), strict=True)) if len(u) else {}
    return model.state(q=dict(zip(model.coordinates, map(float, q), strict=True)), u=speeds)


# ---- X004-11: spring, damper and actuator between two planar bodies

STIFFNESS, DAMPING, REST_LENGTH, ACTUATOR = 120.0, 8.0, 1.0, 3.0
LENGTH, LENGTH_RATE, TENSION = 1.486656779124, -0.352690447843, 58.577289912168
ON_FIRST = (55.049035465558, 20.022551979356, -5.278707662224)
ON_SECOND = (-55.049035465558, -20.022551979356, 13.292921445034)
Q_PAIR = (0.0, 0.0, 0.3, 1.5, 0.4, -0.6)
U_PAIR = np.array([0.1, -0.2, 0.5, -0.3, 0.4, 1.0])


def pair(actuator: str) -> tuple[da.Model, Any, Any]:
    """Two bodies in a plane with all three between them, and the length with its rate."""
    first, second = (da.Body(name, da.Inertia(1.0, (0.0, 0.0, 0.0), np.eye(3))) for name in ("first", "second"))
    A, B = first.at(0.2, 0.1), second.at(-0.1, 0.25)
    d, length = da.position(B) - da.position(A), da.measures.distance(A, B)
    if actuator == "forces":
        pull = ACTUATOR * d / length
        actuators = [da.PointForce("on first", A, pull), da.PointForce("on second", B, -pull)]
    else:
        actuators = [da.Potential("actuator", ACTUATOR * length)]
    model = da.Model(
        da.Planar("i", da.ground, first),
        da.Planar("j", da.ground, second),
        da.Spring("spring", A, B, stiffness=STIFFNESS, rest_length=REST_LENGTH),
        da.Damper("damper", A, B, damping=DAMPING),
        *actuators,
    )
    return model, length, (da.velocity(B) - da.velocity(A)) @ d / length


@pytest.mark.covers("F004-15")
@pytest.mark.parametrize("actuator", ["forces", "potential"])
def test_spring_damper_and_actuator_pull_as_given(actuator):
    model, length, rate = pair(actuator)
    dynamics = da.as_dynamics(model)
    outputs = {"length": length, "rate": rate, "forces": dynamics.equations.f}
    found = dynamics.evaluate(outputs, state_of(model, Q_PAIR, U_PAIR))
    assert found["length"] == pytest.approx(LENGTH, abs=PRINTED)
    assert found["rate"] == pytest.approx(LENGTH_RATE, abs=PRINTED)
    tension = STIFFNESS * (found["length"] - REST_LENGTH) + DAMPING * found["rate"] + ACTUATOR
    assert tension == pytest.approx(TENSION, abs=PRINTED)
    np.testing.assert_allclose(found["forces"], (*ON_FIRST, *ON_SECOND), rtol=0.0, atol=PRINTED)


@pytest.mark.covers("F004-25")
def test_an_actuator_pulls_along_its_line_and_tells_its_force_length_and_rate():
    """X004-11 with all three in one law, then by the input of its name; then a ram that holds a boom."""
    first, second = (da.Body(name, da.Inertia(1.0, (0.0, 0.0, 0.0), np.eye(3))) for name in ("first", "second"))
    A, B = first.at(0.2, 0.1), second.at(-0.1, 0.25)
    joints = da.Planar("i", da.ground, first), da.Planar("j", da.ground, second)
    length = da.measures.distance(A, B)
    rate = (da.velocity(B) - da.velocity(A)) @ (da.position(B) - da.position(A)) / length
    law = STIFFNESS * (length - REST_LENGTH) + DAMPING * rate + ACTUATOR
    for given, tau in ((law, {}), (None, {"ram": TENSION})):
        model = da.Model(*joints, da.Actuator("ram", A, B, given))
        dynamics, state = da.as_dynamics(model), replace(state_of(model, Q_PAIR, U_PAIR), tau=tau)
        told = dynamics.signals([f"ram.{what}" for what in ("force", "length", "rate", "power")], state)
        wanted = [TENSION, LENGTH, LENGTH_RATE, -TENSION * LENGTH_RATE]
        assert list(told.values()) == pytest.approx(wanted, abs=20 * PRINTED)
        # unit masses and moments: accelerations are the forces
        found = dynamics.accelerations(state)
        np.testing.assert_allclose([*found.values()], (*ON_FIRST, *ON_SECOND), rtol=0.0, atol=10 * PRINTED)
        assert (model.inputs, dynamics.equations.variables.units.get("ram")) == (
            (("ram",), "N") if given is None else ((), None)
        )

    boom = da.rod("boom", length=2.0, mass=30.0)
    crane = da.Model(
        da.Revolute("pin", da.ground, boom, axis="z"),
        da.Actuator("ram", da.ground.at(0.5, -0.8), boom.at(0.7)),
        gravity=(0.0, -9.81, 0.0),
    )
    held = da.inverse_dynamics(crane, crane.state(q={"pin": 0.4}), accelerations={"pin": 0.0})
    # pulled towards the foot, the boom turns down: it is pushed
    eye, foot = 0.7 * np.array([np.cos(0.4), np.sin(0.4)]), np.array([0.5, -0.8])
    way = (eye - foot) / np.linalg.norm(eye - foot)
    pull = 30.0 * 9.81 * np.cos(0.4) / (way[0] * eye[1] - way[1] * eye[0])
    assert held["ram"] == pytest.approx(pull, rel=1e-12) and pull < 0.0
    with pytest.raises(da.errors.ModelError, match="has both ends on the body 'boom'"):
        da.Actuator("ram", boom, boom.at(0.7))


@pytest.mark.covers("F004-15")
def test_power_of_spring_damper_and_actuator_is_accounted_for():
    """All forces together have the power −𝓕 l̇; that of the spring is taken from its energy."""
    model, length, rate = pair("forces")
    dynamics = da.as_dynamics(model)
    names = ["spring.power", "damper.power", "on first.power", "on second.power", "power"]
    state = state_of(model, Q_PAIR, U_PAIR)
    powers = dynamics.signals(names, state)
    found = dynamics.evaluate({"length": length, "rate": rate, "forces": dynamics.equations.f}, state)
    l_dot = float(found["rate"])
    assert found["forces"] @ U_PAIR == pytest.approx(-TENSION * LENGTH_RATE, abs=10 * PRINTED)
    assert sum(powers[name] for name in names[:4]) == pytest.approx(-TENSION * LENGTH_RATE, abs=10 * PRINTED)
    assert powers["damper.power"] == pytest.approx(-DAMPING * l_dot**2, rel=RTOL)
    assert powers["on first.power"] + powers["on second.power"] == pytest.approx(-ACTUATOR * l_dot, rel=RTOL)
    assert powers["power"] == pytest.approx(-DAMPING * l_dot**2 - ACTUATOR * l_dot, rel=RTOL)

    # along a motion: work is integrated within the steps, however few the rows are
    motion = da.simulate(
        model, state, until=2.0, method=da.methods.DOP853(1e-11, 1e-12), times=np.linspace(0.0, 2.0, 5)
    )
    assert motion.energy_drift < 1e-9


@pytest.mark.covers("F004-14")
def test_weight_a_force_at_a_point_and_a_torque_in_the_coordinates_of_a_planar_body():
    """(F, s · Bᵀ F) with B = dA/dφ; the torque is on the angle alone."""
    body = da.Body("body", da.Inertia(2.0, (0.0, 0.0, 0.0), np.eye(3)))
    s, F, angle = np.array([0.3, -0.2]), np.array([5.0, -7.0]), 0.9
    model = da.Model(
        da.Planar("place", da.ground, body),
        da.PointForce("pull", body.at(*s), (*F, 0.0)),
        da.Torque("twist", body, (0.0, 0.0, 1.5)),
        gravity=(0.0, -9.81, 0.0),
    )
    eom = da.derive(model)
    found = da.as_dynamics(eom).evaluate({"forces": eom.f}, state_of(model, [0.4, 0.1, angle]))
    B = np.array([[-np.sin(angle), -np.cos(angle)], [np.cos(angle), -np.sin(angle)]])
    np.testing.assert_allclose(found["forces"], [F[0], F[1] - 2.0 * 9.81, s @ B.T @ F + 1.5], rtol=RTOL)


# ---- X004-13: least norm

A = np.array([[1.0, 2.0, 3.0], [0.0, 1.0, -1.0]])
b = np.array([14.0, 1.0])


@pytest.mark.covers("F004-13")
def test_the_shortest_solution_is_stationary_with_the_given_multipliers():
    x = np.asarray(da.expr.evaluate(da.matrices.least_squares(A, b)))
    multipliers = np.asarray(da.expr.evaluate(da.matrices.least_squares(A.T, 2.0 * x)))
    np.testing.assert_allclose(x, (1.07407407, 3.18518519, 2.18518519), rtol=0.0, atol=5e-9)
    np.testing.assert_allclose(multipliers, (2.14814815, 2.07407407), rtol=0.0, atol=5e-9)
    np.testing.assert_allclose(multipliers, 2.0 * np.linalg.solve(A @ A.T, b), rtol=RTOL)

    # the gradient of x·x − λ·(A x − b) vanishes there, by x and by λ
    unknowns = np.array(da.expr.symbols("x y z p q"), dtype=object)
    y, p = unknowns[:3], unknowns[3:]
    slopes = da.expr.gradient(y @ y - p @ (A @ y - b), unknowns)
    values = dict(zip(unknowns, np.concatenate([x, multipliers]), strict=True))
    np.testing.assert_allclose(np.asarray(da.expr.evaluate(slopes, values)), 0.0, rtol=0.0, atol=1e-13)


# ---- E-2.1: a free body by a quaternion


def free_body() -> tuple[da.Model, da.Body]:
    body = da.box("body", size=(0.3, 0.5, 0.7), mass=2.0)
    return da.Model(da.Free("free", da.ground, body)), body


def random_body_state(model: da.Model) -> tuple[da.State, np.ndarray, np.ndarray]:
    """A state, its quaternion with the scalar first, and its speeds."""
    generator = np.random.default_rng(21)
    e, u = generator.normal(size=4), generator.normal(size=6)
    e /= np.linalg.norm(e)
    return state_of(model, [0.1, -0.4, 0.8, *e], u), e, u


def test_rates_of_a_quaternion_are_solved_for_and_agree_with_its_seven_invariants():
    model, _ = free_body()
    eom = da.derive(model)
    state, (t, x, y, z), u = random_body_state(model)
    assert (len(eom.coordinates), len(eom.speeds), len(eom.c)) == (7, 6, 1)
    found = da.as_dynamics(eom).evaluate({"rates": eom.rates, "c": eom.c}, state)
    assert found["c"][0] == pytest.approx(0.0, abs=1e-15)

    wx, wy, wz = u[3:]
    expected = [
        *u[:3],
        -(x * wx + y * wy + z * wz) / 2,
        (t * wx - z * wy + y * wz) / 2,
        (z * wx + t * wy - x * wz) / 2,
        (-y * wx + x * wy + t * wz) / 2,
    ]
    np.testing.assert_allclose(found["rates"], expected, rtol=0.0, atol=1e-15)

    # and back: the norm stays, and the angular velocity in axes of the body is the one given
    t_dot, x_dot, y_dot, z_dot = found["rates"][3:]
    w = [
        2 * (t * x_dot + z * y_dot - y * z_dot - x * t_dot),
        2 * (-z * x_dot + t * y_dot + x * z_dot - y * t_dot),
        2 * (y * x_dot - x * y_dot + t * z_dot - z * t_dot),
    ]
    np.testing.assert_allclose(w, u[3:], rtol=0.0, atol=1e-14)
    assert t * t_dot + x * x_dot + y * y_dot + z * z_dot == pytest.approx(0.0, abs=1e-15)


def test_a_quaternion_turns_the_body_as_in_closed_form():
    model, body = free_body()
    state, (t, x, y, z), u = random_body_state(model)
    outputs = {"R": da.orientation(body), "w": da.angular_velocity(body)}
    found = da.as_dynamics(model).evaluate(outputs, state)
    R = [
        [t**2 + x**2 - y**2 - z**2, 2 * (x * y - t * z), 2 * (x * z + t * y)],
        [2 * (x * y + t * z), t**2 - x**2 + y**2 - z**2, 2 * (y * z - t * x)],
        [2 * (x * z - t * y), 2 * (y * z + t * x), t**2 - x**2 - y**2 + z**2],
    ]
    np.testing.assert_allclose(found["R"], R, rtol=0.0, atol=1e-14)
    np.testing.assert_allclose(found["w"], np.array(R) @ u[3:], rtol=0.0, atol=1e-14)


def test_a_quaternion_turns_by_half_the_angle():
    model, _ = free_body()
    spin = 1.7
    start = state_of(model, [0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 0, spin, 0])
    motion = da.simulate(
        model, start, until=6.0, method=da.methods.DOP853(1e-12, 1e-13), times=np.linspace(0.0, 6.0, 25)
    )
    half = 0.5 * spin * motion.times
    np.testing.assert_allclose(motion["free.e0"], np.cos(half), rtol=0.0, atol=ATOL_RUN)
    np.testing.assert_allclose(motion["free.e2"], np.sin(half), rtol=0.0, atol=ATOL_RUN)
    for name in ("free.e1", "free.e3", "free.x", "free.y", "free.z"):
        np.testing.assert_allclose(motion[name], 0.0, rtol=0.0, atol=1e-14)


# ---- E-2.2, E-2.3: a slider on two rods in space


def two_rods(l1: float, l2: float, height: float, *, by: str = "expressions", has_angle: bool = True) -> da.Model:
    """Ends of the rods, of which the second is on a line along x; the angle between the rods is a coordinate."""
    one, two = da.particle("one", mass=1.0), da.particle("two", mass=2.0)
    p1, p2 = da.position(one), da.position(two)
    joints = [da.Translational("p1", da.ground, one), da.Translational("p2", da.ground, two)]
    rows: list[Any]
    if by == "expressions":
        rods = [p1 @ p1 - l1**2, (p1 - p2) @ (p1 - p2) - l2**2]
        rows = [da.Holonomic("rods", rods), da.Holonomic("slide", [p2[1] - height, p2[2]])]
    else:
        rows = [
            da.Distance("rod 1", da.ground, one, l1),
            da.Distance("rod 2", one, two, l2),
            da.relations.PointOnLine("slide", two, on=da.geometry.line(da.ground.at(y=height), axis="x")),
        ]
    if has_angle:
        joints.append(da.extend.extra_coordinate("theta"))
        cosine = da.cos(da.coordinate("theta"))
        rows.append(da.Holonomic("angle", p2 @ p2 - l1**2 - l2**2 - 2 * l1 * l2 * cosine))
    return da.Model(*joints, *rows)


L1, L2 = 1.0, 1.7
ALONG_THE_LINE = [
    (L1, L1 + L2, 0.0),
    (-L1, -L1 - L2, 0.0),
    (L1, L1 - L2, np.pi),
    (-L1, L2 - L1, np.pi),
]
"""x of both points and the angle, stretched and folded."""

each_way = pytest.mark.parametrize("by", ["expressions", "parts"])


@pytest.mark.covers("F000-7")
@each_way
def test_the_slider_on_two_rods_has_two_degrees_of_freedom(by):
    model = two_rods(L1, L2, 0.0, by=by)
    angle, turn = 0.8, 0.6
    x2 = np.sqrt(L1**2 + L2**2 + 2 * L1 * L2 * np.cos(angle))
    x1 = (x2**2 + L1**2 - L2**2) / (2 * x2)
    h = np.sqrt(L1**2 - x1**2)
    found = da.mobility(model, state_of(model, [x1, h * np.cos(turn), h * np.sin(turn), x2, 0.0, 0.0, angle]))
    assert (found.speeds, found.rows, found.rank, found.generic_rank) == (7, 5, 5, 5)
    assert found.degrees_of_freedom == 2


@pytest.mark.covers("F000-8")
@each_way
@pytest.mark.parametrize(("x1", "x2", "angle"), ALONG_THE_LINE)
def test_the_angle_between_rods_in_line_makes_the_position_singular(by, x1, x2, angle):
    points = [x1, 0.0, 0.0, x2, 0.0, 0.0]
    model = two_rods(L1, L2, 0.0, by=by)
    found = da.mobility(model, state_of(model, [*points, angle]))
    assert (found.rows, found.rank, found.generic_rank) == (5, 4, 5)
    assert found.is_singular
    assert "angle" in found.singular

    # without that coordinate nothing is singular
    model = two_rods(L1, L2, 0.0, by=by, has_angle=False)
    found = da.mobility(model, state_of(model, points))
    assert (found.speeds, found.rows, found.rank, found.generic_rank) == (6, 4, 4, 4)
    assert not found.is_singular


def test_folded_rods_of_one_length_are_singular_also_without_the_angle():
    model = two_rods(1.0, 1.0, 0.0, has_angle=False)
    found = da.mobility(model, state_of(model, [0.0, 0.6, 0.8, 0.0, 0.0, 0.0]))
    assert (found.rank, found.generic_rank) == (3, 4)


@pytest.mark.covers("F000-8")
@each_way
@pytest.mark.parametrize(
    ("place", "rank"),
    [
        ((-2 * np.sqrt(2) / 3, 1 / 3, 0.0, -2 * np.sqrt(2), 1.0, 0.0, 0.0), 4),
        ((2 * np.sqrt(2) / 3, 1 / 3, 0.0, 2 * np.sqrt(2), 1.0, 0.0, 0.0), 4),
        ((0.0, -1.0, 0.0, 0.0, 1.0, 0.0, np.pi), 3),
    ],
)
def test_ranks_of_the_slider_on_a_higher_line(by, place, rank):
    model = two_rods(1.0, 2.0, 1.0, by=by)
    found = da.mobility(model, state_of(model, place))
    assert (found.rows, found.rank, found.generic_rank) == (5, rank, 5)
    assert found.is_singular

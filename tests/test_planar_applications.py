"""Planar mechanisms as the slides write them: x, y and an angle of each body's mass centre, rows by hand.

Their λ belongs to M q̈ + Ψ_qᵀ λ = F, the opposite of the force that the constraints exert.
"""

from typing import Any

import numpy as np
import pytest

import dalembert as da

G = 9.81
RTOL = 1e-11
"""Reference numbers have twelve decimals."""

HERE, SLIDES = da.solvers.MultiplierSign.FORCE, da.solvers.MultiplierSign.COUNTERFORCE
c, s = da.cos, da.sin


def planar(*rows: Any, masses: Any, moments: Any, parts: Any = (), gravity: float = G) -> da.Model:
    """Bodies 1, 2, … in the plane by their mass centres, and rows of their coordinates q[1], q[2], …"""
    bodies = [
        da.Body(f"body {k}", da.Inertia(m, J=np.diag([I, I, I])))
        for k, (m, I) in enumerate(zip(masses, moments, strict=True), 1)
    ]
    joints = [da.Planar(f"place {k}", da.ground, body) for k, body in enumerate(bodies, 1)]
    return da.Model(*joints, *rows, *parts, gravity=(0.0, -gravity, 0.0))


def coordinates(n: int) -> list[Any]:
    """q[1], q[2], … as the slides number them: x, y and the angle of body i are q[3i−2], q[3i−1], q[3i]."""
    return [None, *(da.coordinate(f"place {i}.{name}") for i in range(1, n + 1) for name in ("x", "y", "angle"))]


def state_of(model: da.Model, q: Any, u: Any = None, **more: Any) -> da.State:
    q, u = (
        dict(zip(model.coordinates, q, strict=True)),
        dict(zip(model.speeds, u, strict=True)) if u is not None else {},
    )
    return model.state(q=q, u=u, **more)


def accelerations_and_multipliers(model: da.Model, state: da.State) -> tuple[Any, Any]:
    """q̈, and λ in the sign of the slides."""
    dynamics = da.as_dynamics(model)
    eom = dynamics.equations
    found = dynamics.evaluate({"a": eom.accelerations, "λ": HERE.converted(eom.multipliers, SLIDES)}, state)
    return found["a"], found["λ"]


# ---- X004-1: two links whose angles are driven


def manipulator() -> da.Model:
    L, t, q = 0.5, da.time, coordinates(2)
    structure = [
        q[1] - L * c(q[3]),
        q[2] - L * s(q[3]),
        q[1] + L * c(q[3]) - q[4] + L * c(q[6]),
        q[2] + L * s(q[3]) - q[5] + L * s(q[6]),
    ]
    drives = [q[3] - (0.3 + 0.5 * t + 0.2 * s(2.0 * t)), q[6] - (-0.4 + 0.8 * t**2)]
    return planar(da.Holonomic("Ψ", structure + drives), masses=(2.0, 2.0), moments=(1.0 / 6.0, 1.0 / 6.0))


@pytest.mark.covers("F004-2", "F004-16", "F004-22", "F004-23")
def test_manipulator_in_absolute_coordinates():
    model = manipulator()
    assert model.coordinates[3:] == ("place 2.x", "place 2.y", "place 2.angle")
    motion = da.kinematics(model, [0.0, 0.35, 0.7], guess={"place 1.x": 0.5, "place 2.x": 1.5})
    q = (0.331083307423, 0.374678320091, 0.847089945998, 1.162150614931, 0.745356682848, -0.008)
    u = (-0.212812361474, 0.188050967241, 0.567986857160, -0.421144770735, 0.936084014578, 1.12)
    a = (0.188570841623, -0.381887389081, -0.788359783991, -0.243638314727, 0.041217168453, 1.6)
    lam = (0.110134946207, -38.558659558743, -0.487276629453, 19.702434336905, -19.381719529285, -10.115619512124)
    np.testing.assert_allclose(motion.states[-1], [*q, *u], rtol=0.0, atol=RTOL)
    found_a, found_lam = accelerations_and_multipliers(model, motion.state())
    np.testing.assert_allclose(found_a, a, rtol=0.0, atol=RTOL)
    np.testing.assert_allclose(found_lam, lam, rtol=0.0, atol=1e-10)

    # of a drive, what it exerts is −λ of the slides
    torques = [motion[f"Ψ.{k}.multiplier"][-1] for k in (5, 6)]
    np.testing.assert_allclose(torques, [19.381719529285, 10.115619512124], rtol=RTOL)


# ---- X004-4 and X004-9: a slider-crank of two bars of length 2


def slider_crank(*parts: Any, drive: Any = None) -> da.Model:
    q = coordinates(2)
    rows = [
        q[1] + c(q[3]) - q[4] + c(q[6]),
        q[2] + s(q[3]) - q[5] + s(q[6]),
        q[1] - c(q[3]),
        q[2] - s(q[3]),
        q[5] + s(q[6]),
    ]
    rows += [] if drive is None else [q[3] - drive]
    return planar(da.Holonomic("Ψ", rows), masses=(1.0, 1.0), moments=(1.0 / 3.0, 1.0 / 3.0), parts=parts)


HALF = np.sqrt(0.5)
AT_45_DEGREES = [HALF, HALF, np.pi / 4, 3.0 * HALF, HALF, -np.pi / 4]


@pytest.mark.covers("F004-16", "F004-22")
def test_augmented_system_of_a_slider_crank_is_that_of_the_slides():
    """[M Ψ_qᵀ; Ψ_q 0] [q̈; λ] = [F; γ], spring and damper on the abscissa of the end."""
    q = coordinates(2)
    X, V = q[4] + c(q[6]), da.speed("place 2.x") - s(q[6]) * da.speed("place 2.angle")
    R = 50.0 * (X - 3.5) + 2.0 * V
    forces = da.JointForce("R on x", "place 2.x", -R), da.JointForce("R on angle", "place 2.angle", R * s(q[6]))
    model = slider_crank(*forces)
    eom = da.derive(model)
    matrix, right = da.solvers.AugmentedMatrix().system(eom.M, eom.f, eom.J, eom.gamma, sign=SLIDES)
    solution = da.matrices.solve(matrix, right)
    state = state_of(model, AT_45_DEGREES)
    found = da.as_dynamics(eom).evaluate({"matrix": matrix, "right": right, "x": solution}, state)

    F = (0.0, -9.81, 0.0, 33.57864376269, -9.81, 23.743686707646)
    a = (11.545093128807, -11.545093128807, -16.327227281619, 34.635279386421, -11.545093128807, 16.327227281619)
    lam = (1.056635623731, 11.545093128807, -12.601728752538, -9.81, 13.280186257614)
    Psi_q = [
        (1.0, 0.0, -HALF, -1.0, 0.0, HALF),
        (0.0, 1.0, HALF, 0.0, -1.0, HALF),
        (1.0, 0.0, HALF, 0.0, 0.0, 0.0),
        (0.0, 1.0, -HALF, 0.0, 0.0, 0.0),
        (0.0, 0.0, 0.0, 0.0, 1.0, HALF),
    ]
    np.testing.assert_allclose(found["matrix"][6:, :6], Psi_q, rtol=0.0, atol=1e-14)
    np.testing.assert_allclose(found["matrix"][:6, 6:], np.transpose(Psi_q), rtol=0.0, atol=1e-14)
    np.testing.assert_allclose(found["right"], [*F, *np.zeros(5)], rtol=0.0, atol=RTOL)
    np.testing.assert_allclose(found["x"], [*a, *lam], rtol=0.0, atol=1e-10)
    np.testing.assert_allclose(np.concatenate(accelerations_and_multipliers(model, state)), found["x"], atol=1e-12)


@pytest.mark.covers("F004-22", "F004-23")
@pytest.mark.parametrize(
    ("mu", "fifth", "torque"),
    [(0.0, 30.450339059327, 113.87343504688), (0.2, 38.062923824159, 135.405076285160)],
)
def test_turning_of_a_slider_crank_with_friction_in_its_guide(mu, fifth, torque):
    q = coordinates(2)
    push = (
        -mu
        * da.expr.absolute_value(da.measures.multiplier("Ψ.5"))
        * da.expr.sign(da.speed("place 2.x") - s(q[6]) * da.speed("place 2.angle"))
    )
    rub = da.JointForce("on x", "place 2.x", push), da.JointForce("on angle", "place 2.angle", -push * s(q[6]))
    model = slider_crank(*rub, drive=np.pi / 4 + 5.0 * da.time)
    turning = 5.0 * np.array([-HALF, HALF, 1.0, -3.0 * HALF, HALF, -1.0])
    a, lam = accelerations_and_multipliers(model, state_of(model, AT_45_DEGREES, turning))
    expected = (-17.677669529664, -17.677669529664, 0.0, -53.033008588991, -17.677669529664, 0.0)
    np.testing.assert_allclose(a, expected, rtol=0.0, atol=RTOL)
    np.testing.assert_allclose(lam[[4, 5]], [fifth, -torque], rtol=RTOL)
    if mu == 0.0:
        others = (-53.033008588991, 22.582669529664, 70.710678118655, -14.715)
        np.testing.assert_allclose(lam[:4], others, rtol=RTOL)


# ---- X004-6: a cam and its roller


def profile(body: da.Body, radius: Any, name: str) -> tuple[Any, Any]:
    """A point of a profile r(ϑ) about the body's origin and its tangent ∂/∂ϑ, in world axes; ϑ is a coordinate."""
    angle = da.expr.symbol("ϑ")
    point = radius(angle) * np.array([c(angle), s(angle)])
    at = {angle: da.coordinate(name)}
    A = da.orientation(body)[:2, :2]
    place, tangent = (A @ da.expr.substitute(y, at) for y in (point, da.expr.derivative(point, angle)))
    return da.position(body)[:2] + place, tangent


def cam(law: Any) -> da.Model:
    """An eccentric disc, its profile about the pivot, and a roller led along y; an angle of contact on each."""
    disc, roller = (da.Body(name, da.Inertia(1.0, J=np.eye(3))) for name in ("disc", "roller"))
    p1, t1 = profile(disc, lambda x: 0.2 * c(x) + da.sqrt(0.25 - 0.04 * s(x) ** 2), "on disc")
    p2, t2 = profile(roller, lambda x: 0.1, "on roller")
    return da.Model(
        da.Revolute("pivot", da.ground, disc),
        da.Prismatic("lift", da.ground, roller, axis="y"),
        da.extend.extra_coordinate("on disc"),
        da.extend.extra_coordinate("on roller"),
        da.Holonomic("contact", [*(p1 - p2), t1[0] * t2[1] - t1[1] * t2[0]]),
        da.Drive("motor", "pivot", law),
    )


@pytest.mark.covers("F004-2", "F004-22")
@pytest.mark.parametrize("is_absolute", [False, True])
def test_cam_lifts_its_roller(is_absolute):
    """Two further coordinates without inertia; the starts of their angles choose the contact outside."""
    model = cam(0.8 + 3.0 * da.time + 0.75 * da.time**2)
    start = da.assemble(model, guess={"lift": 0.7, "on disc": 0.7, "on roller": -1.3})
    eom = da.derive(model, coordinates=da.formulations.AbsolutePlanar()) if is_absolute else da.derive(model)
    if is_absolute:
        bodies = tuple(f"{body}.{name}" for body in ("disc", "roller") for name in ("x", "y", "angle"))
        assert eom.coordinates == (*bodies, "on disc", "on roller", *eom.variables.unwrapped_angles)
    state = da.convert_state(start, model, eom)
    rates = da.as_dynamics(eom).accelerations(state)
    names = ("roller.y" if is_absolute else "lift", "on disc", "on roller")
    found = [
        [values[name + end] for name in names]
        for values, end in ((state.q, ""), (state.u, ".rate"), (rates, ".rate"))
    ]
    expected = [
        (0.727066960493, 0.7339385899, -1.336420862942),
        (0.520791081353, -2.856803530778, -0.737520210195),
        (-1.066954143838, -1.401761894222, -2.387759235559),
    ]
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=RTOL)
    assert found[0][0] == pytest.approx(0.2 * np.sin(0.8) + np.sqrt(0.36 - (0.2 * np.cos(0.8)) ** 2), rel=1e-13)


# ---- X004-13: the shortest solution


@pytest.mark.covers("F004-13", "F004-22")
def test_shortest_solution_is_where_its_length_is_stationary():
    A, b = np.array([[1.0, 2.0, 3.0], [0.0, 1.0, -1.0]]), np.array([14.0, 1.0])
    x = np.array(da.expr.symbols("x y z"), dtype=object)
    found = da.expr.stationary_point(x @ x, x, A @ x - b)
    np.testing.assert_allclose(
        da.expr.evaluate(found.x), (1.07407407, 3.18518519, 2.18518519), rtol=0.0, atol=5e-9
    )
    np.testing.assert_allclose(da.expr.evaluate(found.multipliers), (2.14814815, 2.07407407), rtol=0.0, atol=5e-9)
    np.testing.assert_allclose(
        da.expr.evaluate(found.x), da.expr.evaluate(da.matrices.least_squares(A, b)), rtol=1e-14
    )
    shortest = da.expr.evaluate(found.x)
    assert da.expr.evaluate(found.value) == pytest.approx(shortest @ shortest, rel=1e-14)


@pytest.mark.covers("F004-13")
def test_multipliers_are_the_rates_of_the_value_with_the_constraints():
    """Nearest and farthest point of an ellipse: λ = dL/dc for x²/4 + y² = c, from compiled code too."""
    x, y, level = da.expr.symbols("x y c")
    for start, nearest in (([2.5, 0.1], (2.0, 0.0)), ([-0.1, 1.5], (0.0, 1.0))):
        found = da.expr.stationary_point(x**2 + y**2, [x, y], [x**2 / 4.0 + y**2 - level], start=start)
        slope = da.expr.derivative(found.value, level)
        kernel = da.kernels.compile({"x": found.x, "λ": found.multipliers, "slope": slope}, {"c": level})
        at_one = kernel(1.0)
        np.testing.assert_allclose(at_one["x"], nearest, rtol=0.0, atol=1e-12)
        assert at_one["slope"] == pytest.approx(at_one["λ"][0], rel=1e-12)


@pytest.mark.covers("F004-13")
def test_a_stationary_point_of_energy_is_an_equilibrium_whose_multipliers_are_reactions():
    """E003-1: a bar of 1 m and 2 kg, one end pinned, a spring of 50 N/m from the other to a point."""
    X, Y, phi = q = np.array(da.expr.symbols("X Y φ"), dtype=object)
    end = np.array([X + 0.5 * c(phi) - 0.8, Y + 0.5 * s(phi) - 0.6])
    V = 25.0 * (end @ end) + 2.0 * G * Y
    pin = [X - 0.5 * c(phi), Y - 0.5 * s(phi)]
    for start, angle, lam in (
        ((0.3, 0.1, 0.2), 0.467440384506, (4.636229053536, 12.150136614772)),
        ((-0.4, -0.2, 3.4), 3.609033038096, (-84.636229053536, -32.910136614772)),
    ):
        found = da.expr.stationary_point(V, q, pin, start=start)
        assert float(da.expr.evaluate(found.x[2])) == pytest.approx(angle, abs=RTOL)
        np.testing.assert_allclose(da.expr.evaluate(found.multipliers), lam, rtol=RTOL)


def test_a_stationary_point_needs_what_it_is_made_of():
    x, y = da.expr.symbols("x y")
    with pytest.raises(da.errors.ExpressionError, match="at most n constraints"):
        da.expr.stationary_point(x**2, [x], [x - 1.0, x - 2.0])
    with pytest.raises(da.errors.ExpressionError, match="do not depend on the unknown 'y'"):
        da.expr.stationary_point(x**2, [x, y])

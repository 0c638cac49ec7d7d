"""Misprints of Orsino's thesis (2016) about what is built: what is printed fails, what is right holds."""

from typing import Any

import numpy as np
import pytest

import dalembert as da
from dalembert.principles.boltzmann_hamel import hamel_term
from dalembert.principles.deriving.assembly import moving_bodies
from dalembert.spatial.quaternions import quaternion_rotation
from tests.examples import example
from tests.modules.test_thesis_examples import angle_pendulum

RTOL = 1e-11
"""Formulas of a few dozen operations."""

APART = 1e-2
"""By this much, at least, the printed forms miss."""


def at(model: da.Model | da.Equations, state: da.State, **outputs: Any) -> dict[str, Any]:
    """Values of expressions in a state."""
    return da.as_dynamics(model).evaluate(outputs, state)


# ---- null spaces and velocities


def test_footnote_9_and_example_2_4_signs_of_the_null_space():
    """Five dependent columns of seven; their rows are −A_*⁻¹ A_#, with a plus A S is not zero."""
    l1, l2 = 1.0, 1.7
    x1, y1, z1, x2, y2, z2, theta = q = da.expr.symbols("q", 7)
    rows = np.array(
        [
            x1**2 + y1**2 + z1**2 - l1**2,
            (x1 - x2) ** 2 + (y1 - y2) ** 2 + (z1 - z2) ** 2 - l2**2,
            y2,
            z2,
            x2**2 + y2**2 + z2**2 - l1**2 - l2**2 - 2.0 * l1 * l2 * da.cos(theta),
        ]
    )

    # a closed position: both rods in a plane through the x axis
    X2, turned = 1.9, 0.8
    X1 = (l1**2 - l2**2 + X2**2) / (2.0 * X2)
    h = np.sqrt(l1**2 - X1**2)
    Y1, Z1 = h * np.cos(turned), h * np.sin(turned)
    angle = np.arccos((X2**2 - l1**2 - l2**2) / (2.0 * l1 * l2))
    kernel = da.kernels.compile({"rows": rows, "A": da.expr.jacobian(rows, q)}, {"q": q})
    found = kernel([X1, Y1, Z1, X2, 0.0, 0.0, angle])
    A = found["A"]
    np.testing.assert_allclose(found["rows"], 0.0, atol=1e-14)
    assert np.linalg.matrix_rank(A) == 5

    # columns ż₁ and ẋ₂ are independent
    S = np.zeros((7, 2))
    S[2, 0] = S[3, 1] = 1.0
    S[0, 1] = 1.0 - X1 / X2
    S[1] = -Z1 / Y1, -X1 * (X2 - X1) / (Y1 * X2)
    S[6, 1] = -X2 / (l1 * l2 * np.sin(angle))
    printed = -S
    printed[2, 0] = printed[3, 1] = 1.0
    np.testing.assert_allclose(A @ S, 0.0, atol=1e-13)
    assert np.abs(A @ printed).max() > APART


def test_example_2_5_row_z_of_the_touching_point():
    """ż of the point (0, 0, −r) of a sphere: its row was unreadable."""
    r, e = 0.3, np.array([0.5, -0.1, 0.7, 0.2])
    e = e / np.linalg.norm(e)
    qt, qx, qy, qz = e
    lever = np.asarray(quaternion_rotation(e), dtype=float) @ [0.0, 0.0, -r]
    V = np.hstack([np.column_stack([np.cross(axis, lever) for axis in np.eye(3)]), np.eye(3)])
    row = [-2.0 * r * (qy * qz - qx * qt), 2.0 * r * (qx * qz + qy * qt), 0.0, 0.0, 0.0, 1.0]
    np.testing.assert_allclose(V[2], row, rtol=RTOL)

    # along the allowed motions, with the normal (γx, γy, γz)
    gx, gy, gz = np.array([0.2, -0.5, 1.0]) / np.linalg.norm([0.2, -0.5, 1.0])
    S = np.vstack([np.eye(3), r * np.array([[0.0, gz, -gy], [-gz, 0.0, gx], [gy, -gx, 0.0]])])
    along = [-2.0 * r * (qy * qz - qx * qt - gy / 2.0), 2.0 * r * (qx * qz + qy * qt - gx / 2.0), 0.0]
    np.testing.assert_allclose(V[2] @ S, along, rtol=RTOL, atol=1e-15)


def test_example_2_6_velocity_belongs_to_the_first_node():
    """v of b_i = v* + ω ẑ × (b_i − b*); the printed left side is that of b_j."""
    plate = da.disc("plate", radius=0.4, mass=1.0)
    model = da.Model(da.Planar("pose", da.ground, plate))
    nodes = [plate.at(0.3, 0.1), plate.at(-0.2, 0.4)]
    state = model.state(q={"pose.angle": 0.7}, u={"pose.x": 0.5, "pose.y": -0.2, "pose.angle": 1.3})
    outputs = {f"p{k}": da.position(node) for k, node in enumerate(nodes)}
    outputs |= {f"v{k}": da.velocity(node) for k, node in enumerate(nodes)}
    found = at(model, state, **outputs)
    right = np.array([0.5, -0.2, 0.0]) + np.cross([0.0, 0.0, 1.3], found["p0"])
    np.testing.assert_allclose(found["v0"], right, rtol=RTOL)
    assert np.abs(found["v1"] - right).max() > APART


# ---- principles


def test_eq_3_127_middle_term_takes_all_speeds():
    """On the sleigh the speed across, which is zero, carries −m a ω² into the equation of the speed forward."""
    module = example("chaplygin_sleigh")
    model = module.chaplygin_sleigh()
    angle, x, y = da.coordinate("pose.angle"), da.speed("pose.x"), da.speed("pose.y")
    speeds = {
        "forward": x * da.cos(angle) + y * da.sin(angle),
        "across": y * da.cos(angle) - x * da.sin(angle),
        "turn": da.speed("pose.angle"),
    }
    eom = da.derive(model, da.BoltzmannHamel(speeds=da.formulations.QuasiVelocities(definitions=speeds)))
    bodies = moving_bodies(eom)
    p = da.expr.gradient(bodies.kinetic_energy, bodies.u)
    outputs = {
        "full": hamel_term(bodies, p),
        "printed": hamel_term(bodies, p * np.array([1.0, 0.0, 1.0])),
        "a": eom.accelerations,
    }
    omega, v = 0.8, -1.1
    found = at(eom, da.State(q={"pose.angle": 0.6}, u={"forward": v, "turn": omega}), **outputs)
    lost = -module.MASS * module.AHEAD * omega**2
    assert found["full"][0] == pytest.approx(lost, rel=RTOL)
    assert found["printed"][0] == pytest.approx(0.0, abs=1e-14)
    assert found["a"][0] == pytest.approx(module.AHEAD * omega**2, rel=RTOL)


def test_eqs_3_79_and_3_95_sign_of_the_multipliers():
    """[M Aᵀ; A 0] gives −λ where the forces of the constraints are +Aᵀ λ, as here."""
    rng = np.random.default_rng(8)
    B, J = rng.normal(size=(4, 4)), rng.normal(size=(2, 4))
    M, f, gamma = B @ B.T + np.eye(4), rng.normal(size=4), rng.normal(size=2)
    a, lam = (np.asarray(x, dtype=float) for x in da.solvers.AugmentedMatrix().solve(M, f, J, gamma))
    np.testing.assert_allclose(M @ a - J.T @ lam, f, atol=1e-12)
    other = np.linalg.solve(np.block([[M, J.T], [J, np.zeros((2, 2))]]), np.concatenate([f, gamma]))
    np.testing.assert_allclose(other[:4], a, atol=1e-12)
    np.testing.assert_allclose(other[4:], -lam, atol=1e-12)


def test_example_4_1_k_second_row_of_the_spherical_pendulum():
    """The row is a direction along the sphere, (−y, x, 0); (−y, 0, y) is none."""
    m, g, radius = 1.3, 9.81, 0.9
    bob = da.particle("bob", mass=m)
    model = da.Model(
        da.Translational("p", da.ground, bob),
        da.Distance("rod", da.ground, bob, radius),
        gravity=(g, 0.0, 0.0),
    )
    place = radius * np.array([0.6, 0.48, 0.64])
    velocity = np.cross([0.3, -0.8, 0.5], place)
    state = model.state(
        q=dict(zip(model.coordinates, place, strict=True)), u=dict(zip(model.speeds, velocity, strict=True))
    )
    eom = da.derive(model)
    a = at(eom, state, a=eom.accelerations)["a"]
    x, y, _ = place
    right, printed = np.array([-y, x, 0.0]), np.array([-y, 0.0, y])
    assert right @ place == pytest.approx(0.0, abs=1e-15)
    assert right @ a == pytest.approx(-g * y, rel=RTOL)
    assert abs(printed @ place) > APART
    assert abs(printed @ a + g * y) > APART


# ---- worked examples


def test_example_4_4_start_of_the_sphere_in_the_trough():
    """x = 0, y = 0.1, z = 0.005 touches z = y²/2; three values of z(0) contradict each other."""
    r = 0.01
    y, z = da.expr.symbols("y z")
    ball = da.sphere("ball", radius=r, mass=0.05)
    model = da.Model(
        da.Free("pose", da.ground, ball),
        da.Rolling("rolls", ball, on=da.geometry.surface(da.ground, z - 0.5 * y**2)),
    )
    eom = da.derive(model)

    def off(contact: Any) -> float:
        """How far a sphere that should touch there is from the trough."""
        normal = np.array([0.0, -contact[1], 1.0]) / np.hypot(contact[1], 1.0)
        place = dict(zip(("pose.x", "pose.y", "pose.z"), contact + r * normal, strict=True))
        return float(np.abs(at(eom, model.state(q=place), phi=eom.phi)["phi"]).max())

    assert off(np.array([0.0, 0.1, 0.005])) < 1e-12
    for z0 in (0.1, 0.005):
        assert off(np.array([0.0, 0.0, z0])) > 1e-3


def spatial_crank(t: float, t0: float) -> tuple[Any, float]:
    """C (9, 3) of example 4.5 and the crank's rate; the rod does not spin from its position at t₀ on."""
    l1, l2, gamma, h = 0.5, np.sqrt(2.0), np.sqrt(2.0) / 2.0, 1e-6

    def angles(t: float) -> Any:
        s = -(l2 - 1.0) * (1.0 + 8.0 * np.sin(2.0 * np.pi * t) ** 2) / 10.0
        chi = np.arccos(1.0 - (l2**2 - (l2 + s) ** 2) / (2.0 * l1**2))
        phi = -np.arcsin(l1 * np.sin(chi) / l2)
        return np.array([chi, np.arctan2(-l1 * (1.0 - np.cos(chi)), l2 + s), phi])

    slope = (angles(t0 + h) - angles(t0 - h)) / (2.0 * h)
    chi, psi, phi = angles(t)
    theta = slope[1] * np.sin(angles(t0)[2]) * (t - t0)
    E = np.asarray(da.spatial.euler("zyx", np.array([psi, phi, theta])), dtype=float)
    s, c, (E11, E21, E31) = np.sin(chi), np.cos(chi), E[:, 0]
    slide = np.array([l1 * (s * E21 - c * E31), -E21, -E31]) / E11

    def turning(k: int) -> Any:
        return np.array([-l1 * (c * E[1, k] + s * E[2, k]), E[2, k], -E[1, k]]) / (l2 * E11)

    rows = [
        [1.0, 0.0, 0.0],
        gamma * slide,
        [-s * l1 * (gamma - 1.0), gamma, 0.0],
        [c * l1 * (gamma - 1.0), 0.0, gamma],
        turning(1),
        turning(2),
        slide,
        [0.0, 1.0, 0.0],
        [0.0, 0.0, 1.0],
    ]
    rate = (angles(t + h)[0] - angles(t - h)[0]) / (2.0 * h)
    return np.array(rows), rate


def test_example_4_5_h_forces_of_the_spatial_slider_crank():
    """u = Cᵀ M q̇ + x₃ 𝐱₃; C M has no meaning, and without its row of v₂z the forces are others."""
    t, h = 0.1, 1e-4
    C, _ = spatial_crank(t, t)
    speeds = [rows[:, 0] * rate for rows, rate in (spatial_crank(t + k * h, t) for k in (-1, 1))]
    a = (speeds[1] - speeds[0]) / (2.0 * h)
    M = np.diag([0.2, 0.5, 0.5, 0.5, 0.1, 0.1, 2.0, 2.0, 2.0])
    expected = np.array([6.93901, -8.00520, 12.92572])
    friction = 7.60193 * -C[6]
    np.testing.assert_allclose(C.T @ M @ a + friction, expected, atol=1e-3)
    with pytest.raises(ValueError, match="matmul"):
        C @ M @ a
    kept = [k for k in range(9) if k != 3]
    without = C[kept].T @ M[np.ix_(kept, kept)] @ a[kept] + friction
    assert np.abs(without - expected).max() > APART


def test_example_4_7_swing_in_the_ring():
    """∂θ̈/∂θ has r₁ − r₂ in its denominator, printed is r₂; the steady motion has sin θ and ω̇₂."""
    module = example("ring_and_disc")
    steady = module.steady_motion(da.as_dynamics(module.as_free_bodies()))
    r1, r2, g = module.RING_RADIUS, module.DISC_RADIUS, module.GRAVITY
    xi, th = np.arcsin(0.8), np.arcsin(0.6)
    k, p = 2.0 * np.cos(th - xi) + 1.0, g * (np.cos(th) + 2.0 * np.cos(xi))
    D = 2.0 * np.sin(th) + 3.0 * np.sin(2.0 * th - xi) - 2.0 * np.sin(xi)
    D += 2.0 * np.sin(th - 2.0 * xi) + np.sin(2.0 * th - 3.0 * xi)
    slope = 2.0 * p * np.sin(xi) / (k * D)
    assert slope / (r1 - r2) == pytest.approx(steady["slope"]["θ"], rel=1e-9)
    assert abs(slope / r2 - steady["slope"]["θ"]) > APART
    assert steady["a"]["ring.x"] == pytest.approx(2.0 * g * np.sin(th) / k, rel=1e-9)
    assert steady["a"]["disc.angle"] == pytest.approx(-steady["a"]["disc.x"] / r2, rel=1e-9)


def test_section_5_3_1_fourth_node_of_the_base():
    """The slider at (0.8, 0.8) is on the line through the nodes (0, 0.8) and (0.001, 0.8), not (0.001, 0.3)."""
    slider = da.particle("slider", mass=1.0)

    def off(node: tuple[float, float]) -> float:
        rail = da.geometry.line(da.ground.at(y=0.8), (node[0], node[1] - 0.8, 0.0))
        model = da.Model(da.Planar("place", da.ground, slider), da.relations.PointOnLine("rail", slider, on=rail))
        eom = da.derive(model)
        state = model.state(q={"place.x": 0.8, "place.y": 0.8})
        return float(np.abs(at(eom, state, phi=eom.phi)["phi"]).max())

    assert off((0.001, 0.8)) < 1e-12
    assert off((0.001, 0.3)) > APART


def test_section_5_3_2_law_of_the_platform():
    """Node 2 of the platform dips to −0.59 and −0.5 in between by sin⁴, as the author's plot shows."""
    t = np.linspace(0.0, 8.0, 8001)
    y = np.sin(np.pi * t / 4.0)
    by_law = {power: y + np.sin(np.pi / 6.0 * y**power) for power in (1, 4)}
    assert by_law[4].min() == pytest.approx(-0.59, abs=5e-3)
    assert by_law[4][6000] == pytest.approx(-0.5, abs=1e-12)
    assert abs(by_law[1].min() + 0.59) > APART


# ---- forward dynamics, linear models, the tricycle


def test_theorem_4_1_c_forces_are_differentiated_by_accelerations():
    """[Cᵀ ∂f/∂a; A] is regular and gives a; by the rates of accelerations, as printed, there is nothing."""
    x, y = da.coordinate("x"), da.coordinate("y")
    carriage, bead = da.Body("carriage"), da.particle("bead", mass=1.5)
    model = da.Model(
        da.Prismatic("x", da.ground, carriage, axis="x"),
        da.Prismatic("y", carriage, bead, axis="y"),
        da.Holonomic("circle", x**2 + y**2 - 1.0),
        gravity=(0.0, -9.81, 0.0),
    )
    eom, jerks = da.derive(model), np.array(da.expr.symbols("j1 j2"))
    f = eom.f - eom.M @ eom.a
    state = model.state(q={"x": 0.6, "y": -0.8}, u={"x": 0.4, "y": 0.3})
    outputs = {"by_a": da.expr.jacobian(f, eom.a), "rest": eom.f, "A": eom.J, "b": -eom.gamma}
    found = at(eom, state, **outputs, a=eom.accelerations)
    assert not np.any(da.expr.jacobian(f, jerks))
    C = np.array([[-found["A"][0, 1]], [found["A"][0, 0]]])
    matrix = np.vstack([C.T @ found["by_a"], found["A"]])
    a = np.linalg.solve(matrix, np.concatenate([-C.T @ found["rest"], -found["b"]]))
    np.testing.assert_allclose(a, found["a"], rtol=RTOL)
    assert np.linalg.matrix_rank(np.vstack([0.0 * C.T, found["A"]])) < 2


def test_eq_4_21_a_central_difference_is_over_twice_its_step():
    """B₀ C_j + B_j C₀ = 0 with 1/(2γ); with the printed 1/γ B_j C₀ is counted twice."""
    node, s, c = angle_pendulum(), np.sin(0.7), np.cos(0.7)
    place = {"θ": 0.7, "φ": 0.4, "x": c, "y": np.cos(0.4) * s, "z": np.sin(0.4) * s}
    root = da.modules.linearized(node, place, differences=da.modules.Differences(1e-4)).root
    left = {}
    for factor in (1.0, 2.0):
        left[factor] = max(
            np.abs(root.B.value @ (factor * root.C.slopes[x]) + root.B.slopes[x] @ root.C.value).max()
            for x in root.B.slopes
        )
    assert left[1.0] < 1e-7 < APART < left[2.0]


def test_eqs_5_10_and_5_11_last_rows_are_those_of_a_thin_bar():
    """Newton and Euler's moments of diag(0, I, I) along the rates of zyx angles are the rows of the text's bar."""
    angles = da.expr.symbols("psi phi theta")
    rates = dict(zip(angles, (0.7, -0.4, 0.9), strict=True))
    turn = da.spatial.euler("zyx", angles)
    names = da.expr.symbols("dpsi dphi dtheta")
    turning = turn.T @ da.expr.time_derivative(turn, dict(zip(angles, names, strict=True)))
    w = np.array([turning[2, 1], turning[0, 2], turning[1, 0]])
    along = da.expr.jacobian(w, np.array(names))
    values = {"psi": 0.3, "phi": 0.5, "theta": -0.8}
    inputs = {"q": np.array(angles), "u": np.array(names)}
    found = da.kernels.compile({"w": w, "E": along}, inputs)([*values.values()], [*rates.values()])
    inertia, alpha, (wx, wy, wz) = 0.001, np.array([0.6, -1.1, 0.8]), found["w"]
    J = np.diag([0.0, inertia, inertia])
    moments = -J @ alpha - np.cross(found["w"], J @ found["w"])
    by_psi, by_phi, by_theta = found["E"].T @ moments
    s, c = np.sin(values["theta"]), np.cos(values["theta"])
    assert by_theta == pytest.approx(0.0, abs=1e-15)
    of_phi = inertia * (-c * alpha[1] + s * alpha[2] + wx * (c * wz + s * wy))
    of_psi = -inertia * np.cos(values["phi"]) * (s * alpha[1] + c * alpha[2] + wx * (c * wy - s * wz))
    assert (by_phi, by_psi) == pytest.approx((of_phi, of_psi), rel=RTOL)
    # and the rates of turning are those that go with them
    assert wx == pytest.approx(0.9 - np.sin(0.5) * 0.7, rel=RTOL)

"""Misprints of the slides on planar mechanisms in absolute coordinates. Rows here and there agree up to scale."""

from typing import Any

import numpy as np
import pytest

import dalembert as da

RTOL = 1e-11
"""Formulas of a few dozen operations."""

APART = 1e-2
"""By this much, at least, the printed forms miss."""

t = da.time
TIME = 0.7


def at(model: da.Model | da.Equations, state: da.State, **outputs: Any) -> dict[str, Any]:
    """Values of expressions in a state."""
    return da.as_dynamics(model).evaluate(outputs, state)


def turn(angle: float) -> Any:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


QUARTER = turn(np.pi / 2.0)


# ---- drives: Ψ = φ − h(t)


def driven() -> dict[str, Any]:
    """One body whose angle follows a law, at a time when it moves, and what its rows say of a body at rest."""
    body = da.disc("body", radius=0.3, mass=1.0)
    model = da.Model(da.Revolute("angle", da.ground, body), da.Drive("drive", "angle", 0.3 + da.sin(2.0 * t)))
    eom = da.derive(model)
    at_rest = da.State(t=TIME, q={"angle": 0.3 + np.sin(2.0 * TIME)})
    return at(eom, at_rest, psi=eom.psi, J=eom.J, gamma=eom.gamma) | {"h_dot": 2.0 * np.cos(2.0 * TIME)}


def test_velocity_equation_has_the_partial_derivative():
    """Ψ_t = −ḣ is ψ of a body at rest; the total derivative is zero along the motion, and nothing would move."""
    found = driven()
    assert found["psi"][0] == pytest.approx(-found["h_dot"], rel=RTOL)
    moving = found["J"][0, 0] * found["h_dot"] + found["psi"][0]
    assert moving == pytest.approx(0.0, abs=1e-14)
    assert abs(found["h_dot"]) > APART


def test_velocity_equation_of_the_summary_lost_its_minus():
    """Ψ_q q̇ = −Ψ_t; with a plus the body would turn backwards."""
    found = driven()
    assert np.linalg.solve(found["J"], -found["psi"])[0] == pytest.approx(found["h_dot"], rel=RTOL)
    assert abs(np.linalg.solve(found["J"], found["psi"])[0] - found["h_dot"]) > APART


def two_links(law: Any, other: Any) -> da.Equations:
    """X004-1: links of length 2 L = 1 with both angles driven, the second one absolute."""
    first, second = (da.rod(name, length=1.0, mass=2.0) for name in ("first", "second"))
    model = da.Model(
        da.Revolute("A", da.ground, first, axis="z"),
        da.Revolute("B", first["end"], second, axis="z"),
        da.Drive("h", "A", law),
        da.relations.RelativeRotation("k", da.ground, second, "z", other),
    )
    return da.derive(model, coordinates=da.formulations.AbsolutePlanar())


def test_manipulator_signs_of_the_drives():
    """Ψ_t = (…, −ḣ, −k̇) and γ = (…, ḧ, k̈); printed are all four with the other sign."""
    eom = two_links(0.3 + 0.5 * t + 0.2 * da.sin(2.0 * t), -0.4 + 0.8 * t**2)
    found = at(eom, da.State(t=TIME), psi=eom.psi, gamma=eom.gamma)
    rows = [row.name for row in eom.rows]
    drives = [rows.index(name) for name in ("h", "k")]
    rates = np.array([0.5 + 0.4 * np.cos(2.0 * TIME), 1.6 * TIME])
    seconds = np.array([-0.8 * np.sin(2.0 * TIME), 1.6])
    np.testing.assert_allclose(found["psi"][drives], -rates, rtol=RTOL)
    np.testing.assert_allclose(found["gamma"][drives], seconds, rtol=RTOL)
    assert np.abs(rates).min() > APART
    assert np.abs(seconds).min() > APART


# ---- rows of the library


class Pair:
    """Two bodies in the plane, in a state that is not special; rows of what joins them."""

    def __init__(self, join: Any) -> None:
        i, j = (da.disc(name, radius=0.3, mass=1.0) for name in "ij")
        model = da.Model(da.Planar("qi", da.ground, i), da.Planar("qj", da.ground, j), join(i, j))
        rng = np.random.default_rng(5)
        q, u = rng.uniform(-1.0, 1.0, (2, 6))
        eom = da.derive(model)
        self.q, self.u = q, u
        self.state = da.State(
            q=dict(zip(eom.coordinates, q, strict=True)), u=dict(zip(eom.speeds, u, strict=True))
        )
        self.found = at(eom, self.state, phi=eom.phi, J=eom.J, gamma=eom.gamma)


A, AB, C = np.array([0.3, -0.2]), np.array([0.8, -0.5]), np.array([-0.1, 0.4])
"""Two points A and B of the guide on i, and a point C of j."""


@pytest.fixture(scope="module")
def guide() -> Pair:
    return Pair(
        lambda i, j: da.relations.PointOnLine("guide", j.at(*C), on=da.geometry.line(i.at(*A), (*AB, 0.0)))
    )


def corners(q: Any, third: str) -> Any:
    """The determinant of the guide with its third point on body j, or on body i as printed."""
    r, R = {"i": q[:2], "j": q[3:5]}, {"i": turn(q[2]), "j": turn(q[5])}
    points = [r["i"] + R["i"] @ A, r["i"] + R["i"] @ (A + AB), r[third] + R[third] @ C]
    return np.linalg.det([[*point, 1.0] for point in points])


def test_prismatic_determinant_has_a_point_of_each_body(guide):
    """With C on body i the determinant is constant and holds nothing."""
    row = int(np.argmax(np.abs(guide.found["phi"])))
    found, step = guide.found["phi"][row] * np.linalg.norm(AB), 1e-6
    assert abs(corners(guide.q, "j")) == pytest.approx(abs(found), rel=RTOL)
    slopes = {
        third: [
            (corners(guide.q + step * e, third) - corners(guide.q - step * e, third)) / (2 * step)
            for e in np.eye(6)
        ]
        for third in "ij"
    }
    J = guide.found["J"][row] * np.linalg.norm(AB) * np.sign(found * corners(guide.q, "j"))
    np.testing.assert_allclose(slopes["j"], J, atol=1e-8)
    np.testing.assert_allclose(slopes["i"], 0.0, atol=1e-8)


def slide_gamma(q: Any, u: Any) -> Any:
    """γ as on the slides."""
    along = turn(q[2]) @ AB
    apart, speed, w = q[:2] - q[3:5], u[:2] - u[3:5], u[2]
    return -2.0 * w * along @ speed + w**2 * (along[1] * apart[0] - along[0] * apart[1])


def general_gamma(q: Any, u: Any) -> Any:
    """γ for any rates."""
    n, s_A, s_C = QUARTER @ turn(q[2]) @ AB, turn(q[2]) @ A, turn(q[5]) @ C
    D = q[3:5] + s_C - q[:2] - s_A
    D_rate = u[3:5] + u[5] * QUARTER @ s_C - u[:2] - u[2] * QUARTER @ s_A
    return u[2] ** 2 * n @ D - 2.0 * u[2] * (QUARTER @ n) @ D_rate + n @ (u[5] ** 2 * s_C - u[2] ** 2 * s_A)


def test_prismatic_right_side_holds_for_equal_rates_only(guide):
    """The slides' γ is right where both bodies turn alike, as the other row of the joint makes them."""
    row = int(np.argmax(np.abs(guide.found["phi"])))
    sign = np.sign(guide.found["phi"][row] * corners(guide.q, "j"))
    found = sign * guide.found["gamma"][row] * np.linalg.norm(AB)
    assert general_gamma(guide.q, guide.u) == pytest.approx(found, rel=1e-9)
    assert abs(slide_gamma(guide.q, guide.u) - found) > APART

    alike = np.array([*guide.u[:5], guide.u[2]])
    assert slide_gamma(guide.q, alike) == pytest.approx(general_gamma(guide.q, alike), rel=RTOL)


def test_distance_right_side_has_the_opposite_sign():
    """γ = −(Ψ_q q̇)_q q̇ = −2 (Ḋ · Ḋ − …); the slide calls the second derivative itself γ."""
    c, d = np.array([0.4, -0.7]), 0.9
    pair = Pair(lambda i, j: da.Distance("rod", da.ground.at(*c), i.at(*A), d))
    s = turn(pair.q[2]) @ A
    D, D_rate = pair.q[:2] + s - c, pair.u[:2] + pair.u[2] * QUARTER @ s
    second = 2.0 * (D_rate @ D_rate - s @ D * pair.u[2] ** 2)
    found = 2.0 * d * pair.found["gamma"][0]
    assert found == pytest.approx(-second, rel=RTOL)
    assert abs(found - second) > APART


# ---- whole systems


def test_block_inverse_signs():
    """Of [M Ψᵀ; Ψ 0]: C₂₂ = −N and C₁₂ = +M⁻¹ Ψᵀ N; the printed C₂₂ = +N, C₁₂ = −M⁻¹ Ψᵀ C₂₂ is no inverse."""
    rng = np.random.default_rng(2)
    B, Psi = rng.normal(size=(4, 4)), rng.normal(size=(2, 4))
    M = B @ B.T + np.eye(4)
    whole = np.block([[M, Psi.T], [Psi, np.zeros((2, 2))]])
    blocks = da.solvers.BlockInverse().blocks(M, Psi)
    C11, C12, N = (np.asarray(C, dtype=float) for C in (blocks.C11, blocks.C12, blocks.C22))
    right = np.block([[C11, C12], [C12.T, -N]])
    printed = np.block([[C11, -C12], [-C12.T, N]])
    np.testing.assert_allclose(whole @ right, np.eye(6), atol=1e-12)
    assert np.abs(whole @ printed - np.eye(6)).max() > APART


def test_slider_crank_right_sides_of_the_pins():
    """γ = L (c₃ q̇₃² + c₆ q̇₆²), …, −L c₃ q̇₃²: what the bars' turning needs, with the signs of the rows."""
    L, (q3, q6), (u3, u6) = 1.0, (0.8, -0.5), (1.3, -0.7)
    ends = {"left": da.spatial.Pose(p=(-L, 0.0, 0.0)), "right": da.spatial.Pose(p=(L, 0.0, 0.0))}
    first, second = (
        da.Body(name, da.Inertia(1.0, J=np.diag([1e-3, 1.0 / 3.0, 1.0 / 3.0])), ends)
        for name in ("first", "second")
    )
    model = da.Model(
        da.Revolute("A", da.ground, first["left"], axis="z"),
        da.Revolute("B", first["right"], second["left"], axis="z"),
        da.relations.PointOnPlane("guide", second["right"], on=da.geometry.plane(da.ground, normal="y")),
    )
    eom = da.derive(model, coordinates=da.formulations.AbsolutePlanar())
    state = da.State(
        q={"first.angle": q3, "second.angle": q6}, u={"first.angle.rate": u3, "second.angle.rate": u6}
    )
    found = at(eom, state, J=eom.J, gamma=eom.gamma)
    c3, s3, c6, s6 = np.cos(q3), np.sin(q3), np.cos(q6), np.sin(q6)
    table = {
        "A.x": ([1, 0, L * s3, 0, 0, 0], -L * c3 * u3**2),
        "A.y": ([0, 1, -L * c3, 0, 0, 0], -L * s3 * u3**2),
        "B.x": ([1, 0, -L * s3, -1, 0, -L * s6], L * (c3 * u3**2 + c6 * u6**2)),
        "B.y": ([0, 1, L * c3, 0, -1, L * c6], L * (s3 * u3**2 + s6 * u6**2)),
        "guide": ([0, 0, 0, 0, 1, L * c6], L * s6 * u6**2),
    }
    order = [eom.coordinates.index(f"{bar}.{name}") for bar in ("first", "second") for name in ("x", "y", "angle")]
    for record, J, gamma in zip(eom.rows, found["J"], found["gamma"], strict=True):
        row, right = table[record.name]
        sign = np.sign(J[order] @ row)
        np.testing.assert_allclose(J[order], sign * np.array(row), atol=1e-12)
        assert gamma == pytest.approx(sign * right, rel=1e-9)
        assert abs(gamma + sign * right) > APART

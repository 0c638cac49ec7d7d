"""Misprints of the paper on one constrained rigid solid in Bryan angles."""

from typing import Any

import numpy as np
import pytest

import dalembert as da
from dalembert.spatial.rotations import euler_rates_partials
from tests.oracles.rigid_solid import Solid, constrained, rates, rates_dot, rotation, skew

RTOL = 1e-11
"""Of the largest entry: the same matrices by other arithmetic."""

APART = 1e-2
"""By this much, at least, the printed forms miss."""

BETA, BETA_DOT = np.array([0.4, -0.7, 1.1]), np.array([1.3, -0.8, 2.1])
Q0, U0 = np.concatenate([[0.3, -0.2, 0.5], BETA]), np.concatenate([[0.6, -0.9, 0.2], BETA_DOT])
PIN = np.array([0.2, -0.1, 0.3])


def body() -> da.Body:
    """Its mass centre is not its origin, and its axes are not principal."""
    J = np.array([[0.5, 0.05, -0.03], [0.05, 0.7, 0.02], [-0.03, 0.02, 0.6]])
    return da.Body("solid", da.Inertia(2.0, (0.3, -0.1, 0.2), J))


def solid() -> Solid:
    inertia = body().inertia
    assert inertia is not None
    return Solid(2.0, np.asarray(inertia.com, dtype=float), np.asarray(inertia.about(), dtype=float))


def terms(*parts: Any, owner: da.Body) -> dict[str, Any]:
    """Everything in one state, in the place of the origin and Bryan angles."""
    eom = da.derive(
        da.Model(da.Free("free", da.ground, owner, angles="xyz"), *parts), da.formulations.LagrangeFirstKind()
    )
    state = da.State(q=dict(zip(eom.coordinates, Q0, strict=True)), u=dict(zip(eom.speeds, U0, strict=True)))
    outputs = {"M": eom.M, "f": eom.f, "J": eom.J, "gamma": eom.gamma, "a": eom.accelerations}
    return da.as_dynamics(eom).evaluate(outputs | {"lam": eom.multipliers}, state)


def assert_close(found: Any, expected: Any) -> None:
    scale = max(1.0, np.abs(expected).max(initial=0.0))
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=RTOL * scale)


def test_eq_3_sign_in_the_rotation_matrix():
    """Entry (3, 1) is −cos ψ sin θ cos φ + sin ψ sin φ; with the printed plus A is not orthogonal."""
    A = np.asarray(da.spatial.euler("xyz", BETA), dtype=float)
    assert_close(A, rotation(BETA))
    printed = A.copy()
    printed[2, 0] += 2.0 * np.cos(BETA[0]) * np.sin(BETA[1]) * np.cos(BETA[2])
    assert_close(A.T @ A, np.eye(3))
    assert np.abs(printed.T @ printed - np.eye(3)).max() > APART


def test_eq_14_slopes_of_the_matrix_of_rates():
    """φ_pᵀ [θᵀ u_ψ | u_θ | u_φ] is ∂Q/∂φ, and ∂Q/∂ψ, for which it is printed, is zero."""
    by_psi, by_theta, by_phi = np.asarray(euler_rates_partials("xyz", BETA), dtype=float)
    turn = np.asarray(da.spatial.rotation("z", BETA[2]), dtype=float)
    tilt = np.asarray(da.spatial.rotation("y", BETA[1]), dtype=float)
    phi_p, theta_p = skew([0, 0, 1]) @ turn, skew([0, 1, 0]) @ tilt
    first = phi_p.T @ np.column_stack([tilt.T @ [1, 0, 0], [0, 1, 0], [0, 0, 1]])
    second = turn.T @ np.column_stack([theta_p.T @ [1, 0, 0], np.zeros(3), np.zeros(3)])
    assert_close(by_phi, first)
    assert_close(by_theta, second)
    assert_close(by_psi, np.zeros((3, 3)))
    assert np.abs(first - by_psi).max() > APART


@pytest.mark.parametrize("equation", [19, 20])
def test_eqs_19_and_20_velocity_forces_have_brackets_and_rates(equation):
    """−(A Sᵀ Q̇ + Ȧ Sᵀ Q) β̇ and −(Qᵀ J Q̇ + Qᵀ ω̃ J Q) β̇; printed are no brackets, and β for β̇."""
    one = solid()
    A, Q, Q_dot, S = rotation(BETA), rates(BETA), rates_dot(BETA, BETA_DOT), one.mass * skew(one.com)
    W = skew(Q @ BETA_DOT)
    first, second = (
        (A @ S.T @ Q_dot, A @ W @ S.T @ Q) if equation == 19 else (Q.T @ one.J_O @ Q_dot, Q.T @ W @ one.J_O @ Q)
    )
    found = terms(owner=body())["f"]
    found = found[:3] if equation == 19 else found[3:]
    assert_close(found, -(first + second) @ BETA_DOT)
    for printed in (-(first + second) @ BETA, (-first + second) @ BETA_DOT):
        assert np.abs(found - printed).max() > APART


def test_eq_32_unknowns_are_accelerations_and_the_rows_are_differentiated():
    """B q̈ = Ċ − Ḃ q̇ for a pinned point; with the printed B q̇ the pin would accelerate."""
    one, owner = solid(), body()
    here = one.point(Q0, PIN)
    found = terms(da.Coincident("pin", da.ground.at(*here), owner.at(*PIN)), owner=owner)
    B = one.point_rows(Q0, PIN)
    right = constrained(found["M"], found["f"], B, -one.point_bias(Q0, U0, PIN))
    assert_close(found["a"], right[0])
    assert_close(found["J"].T @ found["lam"], B.T @ right[1])
    printed = constrained(found["M"], found["f"], B, -B @ U0)
    assert np.abs(found["a"] - printed[0]).max() > APART


def test_eq_40_inertia_in_principal_axes():
    """Entry (1, 2) of Qᵀ J Q has J_x − J_y, not J_z − J_y."""
    Jx, Jy, Jz = 1.0, 1.6, 2.3
    owner = da.Body("solid", da.Inertia(1.0, J=np.diag([Jx, Jy, Jz])))
    M = terms(owner=owner)["M"]
    factor = np.sin(BETA[2]) * np.cos(BETA[2]) * np.cos(BETA[1])
    assert M[3, 4] == pytest.approx((Jx - Jy) * factor, rel=RTOL)
    assert abs(M[3, 4] - (Jz - Jy) * factor) > APART


# ---- the plane


def planar() -> dict[str, Any]:
    """A bar pinned at one end, in x, y and its angle."""
    bar = da.Body("bar", da.Inertia(2.0, J=np.diag([1e-3, 1.0 / 6.0, 1.0 / 6.0])))
    model = da.Model(
        da.Planar("place", da.ground, bar),
        da.Coincident("pin", da.ground, bar.at(x=-0.5)),
        da.PointForce("pull", bar.at(0.5, 0.1), (3.0, -4.0, 0.0)),
        gravity=(0.0, -9.81, 0.0),
    )
    eom = da.derive(model)
    angle, rate = 0.4, 1.5
    q = {"place.x": 0.5 * np.cos(angle), "place.y": 0.5 * np.sin(angle), "place.angle": angle}
    u = {"place.x": -0.5 * np.sin(angle) * rate, "place.y": 0.5 * np.cos(angle) * rate, "place.angle": rate}
    outputs = {"M": eom.M, "f": eom.f, "J": eom.J, "gamma": eom.gamma, "a": eom.accelerations}
    state = model.state(q=q, u=u)
    found = da.as_dynamics(eom).evaluate(outputs, state)
    return found | {"angle": angle, "rate": rate, "u": np.array(list(u.values()))}


def test_eq_62_reactions_stand_in_the_equations():
    """[M −Bᵀ; B 0]; without −Bᵀ the bar falls as if it were free and the rows cannot hold."""
    found = planar()
    c, s, w = np.cos(found["angle"]), np.sin(found["angle"]), found["rate"]
    B = np.array([[1.0, 0.0, 0.5 * s], [0.0, 1.0, -0.5 * c]])
    bias = np.array([0.5 * c, 0.5 * s]) * w**2
    a, _ = constrained(found["M"], found["f"], B, -bias)
    assert_close(found["a"], a)
    without = np.linalg.solve(found["M"], found["f"])
    assert np.abs(B @ without + bias).max() > APART
    printed, _ = constrained(found["M"], found["f"], B, -B @ found["u"])
    assert np.abs(found["a"] - printed).max() > APART


def test_eq_49_points_turn_with_the_body():
    """X_A = s + A r_A: its moment is that of the turned lever, not of r_A itself."""
    found = planar()
    angle, F = found["angle"], np.array([3.0, -4.0])
    turned = np.asarray(da.spatial.rotation("z", angle), dtype=float)[:2, :2] @ [0.5, 0.1]
    assert found["f"][2] == pytest.approx(turned[0] * F[1] - turned[1] * F[0], rel=RTOL)
    assert abs(found["f"][2] - (0.5 * F[1] - 0.1 * F[0])) > APART


def test_eq_43_a_planar_body_needs_true_moments_about_all_axes():
    """With J_x = J_y = 0 the mass matrix of six coordinates is singular; with true ones it is not."""
    assert np.linalg.matrix_rank(Solid(2.0, np.zeros(3), np.diag([0.0, 0.0, 0.2])).mass_matrix(Q0)) == 4
    assert np.linalg.matrix_rank(Solid(2.0, np.zeros(3), np.diag([0.1, 0.1, 0.2])).mass_matrix(Q0)) == 6

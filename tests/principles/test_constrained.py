"""Accelerations and multipliers of constrained systems against dense linear algebra, and how drift is removed."""

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import FormulationError
from dalembert.expr.calculus import directional, time_derivative
from dalembert.rows import Baumgarte, Level
from tests.oracles.constrained import everything
from tests.oracles.mechanisms import At

pytestmark = pytest.mark.slow

RTOL = 1e-9
"""Of the largest entry: pivots in a fixed order against a dense solution with pivoting."""


def assert_close(actual: Any, expected: Any, rtol: float = RTOL) -> None:
    actual, expected = np.asarray(actual, dtype=float), np.asarray(expected, dtype=float)
    scale = max(1.0, np.abs(expected).max(initial=0.0))
    np.testing.assert_allclose(actual, expected, rtol=0.0, atol=rtol * scale)


@cache
def system() -> At:
    return everything().at


def augmented(at: At, gamma: Any = None) -> tuple[Any, Any]:
    """a and λ from the whole matrix."""
    eom = at.eom
    M, f, G, J, own = at(eom.M, eom.f, eom.G, eom.J, eom.gamma)
    n, m = len(M), len(J)
    K = np.block([[M, -J.T], [J, np.zeros((m, m))]])
    x = np.linalg.solve(K, np.concatenate([f + G @ at.tau, own if gamma is None else gamma]))
    return x[:n], x[n:]


# ---- the solution


@pytest.mark.covers("F001-13", "F002-18")
def test_accelerations_and_multipliers_solve_the_augmented_system() -> None:
    at = system()
    a, lam = at(at.eom.accelerations, at.eom.multipliers)
    expected_a, expected_lam = augmented(at)
    assert {row.level for row in at.eom.rows} == set(Level)
    assert_close(a, expected_a)
    assert_close(lam, expected_lam)


@pytest.mark.covers("F002-18")
def test_constraint_forces_are_what_the_motion_lacks_and_do_no_virtual_work() -> None:
    at = system()
    eom = at.eom
    M, f, G, J, a, lam = at(eom.M, eom.f, eom.G, eom.J, eom.accelerations, eom.multipliers)
    force = M @ a - f - G @ at.tau
    assert_close(J.T @ lam, force)
    _, s, Vt = np.linalg.svd(J)
    Z = Vt[len(s) :].T
    assert Z.shape[1] == len(a) - len(J) > 0
    assert_close(Z.T @ force, np.zeros(Z.shape[1]))


def test_a_row_left_out_has_no_multiplier_and_the_others_carry_on() -> None:
    """The distance twice: one of the rows is enough."""
    arm = da.rod("arm", length=1.0, mass=1.0, radius=0.1)
    parts = [
        da.Free("free", da.ground, arm),
        da.Distance("bar", da.ground.at(x=0.2), arm["end"], 1.1),
        da.Distance("again", da.ground.at(x=0.2), arm["end"], 1.1),
    ]
    model = da.Model(*parts, gravity=(0.0, 0.0, -9.81))
    whole, single = At(model), At(da.Model(*parts[:2], gravity=(0.0, 0.0, -9.81)))
    one = At(model)
    solution = one.eom.without(["again"])
    whole.q[:] = single.q[:] = one.q[:] = [0.3, 0.2, -0.4, 1.0, 0.0, 0.0, 0.0]
    single = single.consistent()
    one.u[:] = single.u
    assert solution.independent == (0,) and one(solution.multipliers)[1] == 0.0
    assert_close(one(solution.accelerations), single(single.eom.accelerations))
    assert_close(one(solution.multipliers)[:1], single(single.eom.multipliers))
    with pytest.raises(da.errors.ModelError, match="no constraint row 'agian'; did you mean 'again'"):
        _ = whole.eom.without(["agian"]).independent


@pytest.mark.covers("F002-20")
def test_baumgarte_terms_change_the_right_side_only() -> None:
    at = off_by(1e-2)
    m_phi, m_psi = len(at.eom.phi), len(at.eom.psi)
    phi, psi, gamma, J = at(at.eom.phi, at.eom.psi, at.eom.gamma, at.eom.J)
    rng = np.random.default_rng(4)
    A, B = (np.diag(rng.uniform(3.0, 9.0, m_phi)) + 0.3 * rng.standard_normal((m_phi, m_phi)) for _ in range(2))
    C = np.diag(rng.uniform(1.0, 2.0, m_psi - m_phi))
    for stabilization in (Baumgarte(), Baumgarte.critical(3.0), Baumgarte(A, B, C)):
        kept = at.eom.stabilized(stabilization)
        a, lam = at(kept.accelerations, kept.multipliers)
        full = [
            np.array(x) * np.eye(n) if np.ndim(x) == 0 else np.array(x)
            for x, n in gains(stabilization, m_phi, m_psi)
        ]
        wanted = gamma.copy()
        wanted[:m_phi] -= full[0] @ psi[:m_phi] + full[1] @ phi
        wanted[m_phi:m_psi] -= full[2] @ psi[m_phi:]
        assert_close(J @ a, wanted)
        assert_close(np.concatenate([a, lam]), np.concatenate(augmented(at, wanted)))


def gains(stabilization: Baumgarte, m_phi: int, m_psi: int) -> list[tuple[Any, int]]:
    return [
        (stabilization.velocity, m_phi),
        (stabilization.position, m_phi),
        (stabilization.nonholonomic, m_psi - m_phi),
    ]


def test_gains_have_as_many_rows_as_there_are() -> None:
    stabilization = Baumgarte(nonholonomic=np.eye(2))
    with pytest.raises(FormulationError, match=r"'nonholonomic' has the shape \(2, 2\), but there are \d+ rows"):
        _ = system().eom.stabilized(stabilization).gamma


# ---- drift


def off_by(size: float) -> At:
    """The system, moved away from where its rows hold."""
    at, rng = system(), np.random.default_rng(9)
    delta, du = rng.standard_normal((2, len(at.u)))
    return replace(at, q=at(at.eom.motion.moved(size * delta)), u=at.u + size * du, equations=at.eom)


def test_one_correction_leaves_an_error_of_second_order() -> None:
    left = []
    for size in (1e-3, 5e-4):
        at = off_by(size)
        q, u = at(*at.eom.solution.first_order_form.corrected)
        after = replace(at, q=q, u=u, equations=at.eom)
        before, then = (np.abs(x(np.concatenate([at.eom.phi, at.eom.psi]))).max() for x in (at, after))
        assert then < 0.05 * before
        left.append(then)
    assert 3.2 < left[0] / left[1] < 5.0


def test_corrections_are_the_smallest_as_the_mass_matrix_measures_them() -> None:
    at = off_by(1e-4)
    m_phi, m_psi = len(at.eom.phi), len(at.eom.psi)
    M, J, phi = at(at.eom.M, at.eom.J, at.eom.phi)
    q, u = at(*at.eom.solution.first_order_form.corrected)

    def smallest(J: Any, residual: Any) -> Any:
        W = np.linalg.solve(M, J.T)
        return -W @ np.linalg.solve(J @ W, residual)

    delta = smallest(J[:m_phi], phi)
    assert_close(q, at(at.eom.motion.moved(delta)), 1e-12)
    # ψ at the new place, to first order
    moving = dict(zip(at.eom.q, at(at.eom.N) @ delta, strict=True))
    psi = at(at.eom.psi + directional(at.eom.psi, moving))
    assert_close(u - at.u, smallest(J[:m_psi], psi), 1e-11)


def test_corrections_keep_a_valid_state() -> None:
    at = system()
    q, u = at(*at.eom.solution.first_order_form.corrected)
    assert_close(q, at.q, 1e-12)
    assert_close(u, at.u, 1e-11)


# ---- energy


def test_energy_changes_by_the_power_of_drives_moving_and_nonlinear_constraints() -> None:
    at = system()
    eom = at.eom
    moving = dict(zip(eom.q, eom.rates, strict=True)) | dict(zip(eom.u, eom.accelerations, strict=True))
    rate, power = at(np.array([time_derivative(eom.signal("energy"), moving), eom.signal("power")]))
    assert abs(power) > 1.0
    assert_close(rate, power)


# ---- unsolved


def test_the_residual_vanishes_at_the_solution_and_has_exact_derivatives() -> None:
    at = system()
    second = at.eom.solution.second_order
    a, lam = augmented(at)
    known = dict(zip([*at.eom.a, *at.eom.lam], [*a, *lam], strict=True))
    r, damping, stiffness = at(second.residual, second.damping, second.stiffness, values=known)
    assert_close(r, np.zeros(len(a)), 1e-8)

    h = 1e-5
    for k in range(0, len(a), 3):
        step = h * np.eye(len(a))[k]
        up, down = (
            replace(at, u=at.u + s * step, equations=at.eom)(second.residual, values=known) for s in (1, -1)
        )
        assert_close(damping[:, k], (up - down) / (2.0 * h), 1e-7)
        moved = [at(at.eom.motion.moved(s * step)) for s in (1, -1)]
        up, down = (replace(at, q=q, equations=at.eom)(second.residual, values=known) for q in moved)
        assert_close(stiffness[:, k], (up - down) / (2.0 * h), 1e-6)


def test_a_small_motion_moves_the_coordinates_along_their_rates() -> None:
    at, h = system(), 1e-6
    delta = np.random.default_rng(3).standard_normal(len(at.u))
    slope = (at(at.eom.motion.moved(h * delta)) - at(at.eom.motion.moved(-h * delta))) / (2.0 * h)
    assert_close(slope, at(at.eom.N) @ delta, 1e-8)

from itertools import product

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import dalembert as da
from dalembert.spatial.rotations import (
    BRYAN,
    Axes,
    check_rotation,
    coordinate_axis,
    euler,
    euler_angles,
    euler_partials,
    euler_rates,
    euler_rates_dot,
    euler_rates_inverse,
    euler_rates_partials,
    rotation,
)
from dalembert.spatial.vectors import skew, unit
from tests.spatial.one_text import assert_one_text

SEQUENCES = ["".join(s) for s in product("xyz", repeat=3) if s[0] != s[1] != s[2]]
ANGLES = np.array([0.7, -0.4, 1.9])
RATES = np.array([-1.1, 0.3, 2.3])
ATOL = 1e-14
"""A few roundings of entries of size one."""
STEP = 1e-5
ATOL_DIFFERENCES = 1e-9
"""Of central differences with this step: its square, and rounding divided by it."""


def scipy_name(sequence, fixed):
    return sequence.upper() if fixed is Axes.BODY else sequence


def trace(function):
    """A function of the angles and its symbols."""
    q = da.expr.symbols("q", 3)
    return function(q), q


def at_angles(expressions, q, angles=ANGLES):
    return da.expr.evaluate(expressions, dict(zip(q, angles, strict=True)))


# one turn


@pytest.mark.parametrize("axis", ["x", "y", "z", "-x", "-y", "-z", (1.0, -2.0, 0.5), (0.0, 0.6, 0.8)])
@pytest.mark.parametrize("angle", [0.0, 0.3, -2.5, 7.0])
def test_rotation_about_an_axis(axis, angle):
    R = rotation(axis, angle)
    np.testing.assert_allclose(R, Rotation.from_rotvec(angle * unit(axis)).as_matrix(), atol=ATOL)
    assert_one_text(lambda x: rotation(axis, x), angle)


def test_turns_about_coordinate_axes_keep_exact_zeros_and_one():
    x = da.expr.symbol("x")
    s, c = da.sin(x), da.cos(x)
    assert rotation("y", x).tolist() == [[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]]
    assert rotation((0, -2, 0), x).tolist() == [[c, 0.0, -s], [0.0, 1.0, 0.0], [s, 0.0, c]]


def test_axis_may_be_an_expression():
    assert_one_text(lambda n, x: rotation(n, x), [1.0, -2.0, 0.5], 0.8)


def test_coordinate_axis_is_told_by_structure():
    x = da.expr.symbol("x")
    assert [coordinate_axis(rotation(k, x)) for k in ("x", "-y", "z")] == [0, 1, 2]
    assert coordinate_axis(rotation("z", 0.3)) == 2
    assert coordinate_axis(rotation((1, 1, 0), x)) is None
    assert coordinate_axis(euler("xyz", da.expr.symbols("q", 3))) is None


# checks


def test_check_says_how_far_off_a_matrix_is():
    R = rotation((1, 2, 3), 0.4)
    check_rotation(R)
    with pytest.raises(da.errors.ModelError, match=r"off the identity by 0\.00\d+"):
        check_rotation(R + 1e-3 * np.eye(3))
    with pytest.raises(da.errors.ModelError, match="marker 'tip' must be orthonormal"):
        check_rotation(2.0 * R, "marker 'tip'")
    with pytest.raises(da.errors.ModelError, match="reflection"):
        check_rotation(-R)
    with pytest.raises(da.errors.ModelError, match="shape"):
        check_rotation(np.eye(2))
    with pytest.raises(da.errors.ModelError, match="finite"):
        check_rotation(np.full((3, 3), np.nan))


def test_expressions_pass_the_check():
    check_rotation(2.0 * rotation("x", da.expr.symbol("x")))


# Euler angles


@pytest.mark.parametrize("fixed", Axes)
@pytest.mark.parametrize("sequence", SEQUENCES)
def test_euler_rotation_is_that_of_scipy(sequence, fixed):
    R = euler(sequence, ANGLES, fixed=fixed)
    np.testing.assert_allclose(R, Rotation.from_euler(scipy_name(sequence, fixed), ANGLES).as_matrix(), atol=ATOL)
    assert_one_text(lambda x: euler(sequence, x, fixed=fixed), ANGLES)


@pytest.mark.parametrize("seen_in", Axes)
@pytest.mark.parametrize("fixed", Axes)
@pytest.mark.parametrize("sequence", SEQUENCES)
def test_angular_velocity_is_that_of_the_moving_axes(sequence, fixed, seen_in):
    R, q = trace(lambda x: euler(sequence, x, fixed=fixed))
    R_dot = at_angles(da.expr.directional(R, dict(zip(q, RATES, strict=True))), q)
    R = at_angles(R, q)
    w_skew = R.T @ R_dot if seen_in is Axes.BODY else R_dot @ R.T
    Q = euler_rates(sequence, ANGLES, fixed=fixed, seen_in=seen_in)
    np.testing.assert_allclose(skew(Q @ RATES), w_skew, atol=10 * ATOL)
    assert_one_text(lambda x: euler_rates(sequence, x, fixed=fixed, seen_in=seen_in), ANGLES)


@pytest.mark.parametrize("seen_in", Axes)
@pytest.mark.parametrize("fixed", Axes)
@pytest.mark.parametrize("sequence", SEQUENCES)
def test_rates_come_back_from_the_angular_velocity(sequence, fixed, seen_in):
    options = {"fixed": fixed, "seen_in": seen_in}
    Q, Q_inverse = euler_rates(sequence, ANGLES, **options), euler_rates_inverse(sequence, ANGLES, **options)
    np.testing.assert_allclose(Q_inverse @ Q, np.eye(3), atol=10 * ATOL)
    assert_one_text(lambda x: euler_rates_inverse(sequence, x, **options), ANGLES)


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_rates_are_singular_where_first_and_last_axis_are_parallel(sequence):
    expected = np.sin(ANGLES[1]) if sequence[0] == sequence[2] else np.cos(ANGLES[1])
    assert abs(np.linalg.det(euler_rates(sequence, ANGLES))) == pytest.approx(abs(expected), rel=1e-13)


@pytest.mark.parametrize("fixed", Axes)
@pytest.mark.parametrize("sequence", SEQUENCES)
def test_partial_derivatives_are_those_of_our_calculus(sequence, fixed):
    R, q = trace(lambda x: euler(sequence, x, fixed=fixed))
    expected = at_angles(da.expr.jacobian(R, q), q)
    np.testing.assert_allclose(
        np.moveaxis(euler_partials(sequence, ANGLES, fixed=fixed), 0, -1), expected, atol=ATOL
    )
    assert_one_text(lambda x: euler_partials(sequence, x, fixed=fixed), ANGLES)


@pytest.mark.parametrize("seen_in", Axes)
@pytest.mark.parametrize("fixed", Axes)
@pytest.mark.parametrize("sequence", SEQUENCES)
def test_partial_derivatives_of_the_rates_are_those_of_our_calculus(sequence, fixed, seen_in):
    options = {"fixed": fixed, "seen_in": seen_in}
    Q, q = trace(lambda x: euler_rates(sequence, x, **options))
    expected = at_angles(da.expr.jacobian(Q, q), q)
    partials = euler_rates_partials(sequence, ANGLES, **options)
    np.testing.assert_allclose(np.moveaxis(partials, 0, -1), expected, atol=ATOL)
    assert_one_text(lambda x: euler_rates_partials(sequence, x, **options), ANGLES)

    Q_dot = at_angles(da.expr.directional(Q, dict(zip(q, RATES, strict=True))), q)
    np.testing.assert_allclose(euler_rates_dot(sequence, ANGLES, RATES, **options), Q_dot, atol=10 * ATOL)
    assert_one_text(lambda x, v: euler_rates_dot(sequence, x, v, **options), ANGLES, RATES)


@pytest.mark.parametrize("fixed", Axes)
@pytest.mark.parametrize("sequence", SEQUENCES)
def test_euler_angles_come_back_from_the_matrix(sequence, fixed):
    rng = np.random.default_rng(7)
    for R in Rotation.random(20, random_state=rng).as_matrix():
        angles = euler_angles(sequence, R, fixed=fixed)
        np.testing.assert_allclose(euler(sequence, angles, fixed=fixed), R, atol=10 * ATOL)
        expected = Rotation.from_matrix(R).as_euler(scipy_name(sequence, fixed))
        np.testing.assert_allclose(angles, expected, atol=1e-12)


@pytest.mark.parametrize("distance", [0.0, 1e-15, 1e-12, 1e-9, 1e-6])
@pytest.mark.parametrize("fixed", Axes)
@pytest.mark.parametrize("sequence", SEQUENCES)
def test_euler_angles_reproduce_the_matrix_in_and_near_gimbal_lock(sequence, fixed, distance):
    locked = [0.0, np.pi] if sequence[0] == sequence[2] else [np.pi / 2, -np.pi / 2]
    for middle in locked:
        R = euler(sequence, [0.3, middle + distance, 1.1], fixed=fixed)
        angles = euler_angles(sequence, R, fixed=fixed)
        np.testing.assert_allclose(euler(sequence, angles, fixed=fixed), R, atol=1e-12)
        if distance < 1e-14:
            assert angles[2 if fixed is Axes.BODY else 0] == 0.0


@pytest.mark.parametrize("sequence", ["xx", "xxy", "xyy", "XYZ", "abc", "", "xyzx", 123, None])
def test_what_is_no_sequence_is_an_error(sequence):
    with pytest.raises(da.errors.ModelError, match="an Euler sequence"):
        euler(sequence, ANGLES)


def test_errors_name_angles_and_expressions():
    with pytest.raises(da.errors.ModelError, match="Euler angles 'zxz'"):
        euler("zxz", [1.0, 2.0])
    with pytest.raises(da.errors.ModelError, match="numbers only"):
        euler_angles("zxz", rotation("x", da.expr.symbol("x")))


# Bryan angles, by the corrected formulas of the theory


def bryan_formula(psi, theta, phi):
    s1, c1, s2, c2, s3, c3 = (f(x) for x in (psi, theta, phi) for f in (np.sin, np.cos))
    return np.array(
        [
            [c2 * c3, -c2 * s3, s2],
            [s1 * s2 * c3 + c1 * s3, -s1 * s2 * s3 + c1 * c3, -s1 * c2],
            [-c1 * s2 * c3 + s1 * s3, c1 * s2 * s3 + s1 * c3, c1 * c2],
        ]
    )


@pytest.fixture(params=range(5))
def beta(request):
    return np.random.default_rng(request.param).uniform(-1.5, 1.5, 3)


@pytest.mark.covers("F003-1")
def test_bryan_rotation_is_orthogonal_and_as_in_closed_form(beta):
    A = euler(BRYAN, beta)
    np.testing.assert_allclose(A, bryan_formula(*beta), atol=ATOL)
    np.testing.assert_allclose(A.T @ A, np.eye(3), atol=ATOL)
    assert np.linalg.det(A) == pytest.approx(1.0, abs=ATOL)


@pytest.mark.covers("F003-2")
def test_derivatives_of_the_bryan_rotation_agree_with_differences(beta):
    partials = euler_partials(BRYAN, beta)
    for A_k, step in zip(partials, STEP * np.eye(3), strict=True):
        difference = (bryan_formula(*(beta + step)) - bryan_formula(*(beta - step))) / (2 * STEP)
        np.testing.assert_allclose(A_k, difference, atol=ATOL_DIFFERENCES)

    # by the matrices of the axes, and along a motion
    R = [rotation(k, x) for k, x in zip(BRYAN, beta, strict=True)]
    U = [skew(unit(k)) for k in BRYAN]
    expected = [U[0] @ R[0] @ R[1] @ R[2], R[0] @ U[1] @ R[1] @ R[2], R[0] @ R[1] @ U[2] @ R[2]]
    np.testing.assert_allclose(partials, expected, atol=ATOL)
    A_dot = np.tensordot(RATES, partials, 1)
    difference = bryan_formula(*(beta + STEP * RATES)) - bryan_formula(*(beta - STEP * RATES))
    np.testing.assert_allclose(A_dot, difference / (2 * STEP), atol=10 * ATOL_DIFFERENCES)


@pytest.mark.covers("F003-3")
def test_bryan_rates_and_their_derivatives_are_as_in_closed_form(beta):
    _, theta, phi = beta
    s2, c2, s3, c3 = np.sin(theta), np.cos(theta), np.sin(phi), np.cos(phi)
    Q = euler_rates(BRYAN, beta)
    np.testing.assert_allclose(Q, [[c3 * c2, s3, 0], [-s3 * c2, c3, 0], [s2, 0, 1]], atol=ATOL)
    assert np.linalg.det(Q) == pytest.approx(c2, abs=ATOL)

    Q_psi, Q_theta, Q_phi = euler_rates_partials(BRYAN, beta)
    assert not Q_psi.any()
    np.testing.assert_allclose(Q_theta, [[-c3 * s2, 0, 0], [s3 * s2, 0, 0], [c2, 0, 0]], atol=ATOL)
    np.testing.assert_allclose(Q_phi, [[-s3 * c2, c3, 0], [-c3 * c2, -s3, 0], [0, 0, 0]], atol=ATOL)
    Q_dot = euler_rates_dot(BRYAN, beta, RATES)
    np.testing.assert_allclose(Q_dot, RATES[1] * Q_theta + RATES[2] * Q_phi, atol=10 * ATOL)

    # consistent with the rotation: skew(w) = Aᵀ Ȧ
    A, A_dot = euler(BRYAN, beta), np.tensordot(RATES, euler_partials(BRYAN, beta), 1)
    np.testing.assert_allclose(skew(Q @ RATES), A.T @ A_dot, atol=10 * ATOL)

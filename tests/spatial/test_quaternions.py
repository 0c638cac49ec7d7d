import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import dalembert as da
from dalembert.spatial.quaternions import (
    quaternion_conjugate,
    quaternion_exponential,
    quaternion_from_rotation,
    quaternion_product,
    quaternion_rates,
    quaternion_rotation,
    quaternion_turned,
    rotation_vector,
)
from dalembert.spatial.rotations import Axes, rotation
from dalembert.spatial.vectors import skew
from tests.spatial.one_text import assert_one_text

ATOL = 1e-14
"""A few roundings of entries of size one."""
DELTA = np.array([0.3, -0.5, 0.2])


@pytest.fixture(params=range(5))
def e(request):
    e = np.random.default_rng(request.param).normal(size=4)
    return e / np.linalg.norm(e)


def scipy_rotation(e):
    return Rotation.from_quat([e[1], e[2], e[3], e[0]])


def test_rotation_matrix_is_that_of_scipy(e):
    np.testing.assert_allclose(quaternion_rotation(e), scipy_rotation(e).as_matrix(), atol=ATOL)
    assert_one_text(quaternion_rotation, e)


def test_products_turn_one_after_the_other(e):
    a = quaternion_exponential(DELTA)
    R = quaternion_rotation(e) @ quaternion_rotation(a)
    np.testing.assert_allclose(quaternion_rotation(quaternion_product(e, a)), R, atol=ATOL)
    np.testing.assert_allclose(quaternion_product(e, quaternion_conjugate(e)), [1, 0, 0, 0], atol=ATOL)
    np.testing.assert_allclose(quaternion_rotation(quaternion_conjugate(e)), quaternion_rotation(e).T, atol=ATOL)
    assert_one_text(quaternion_product, e, a)
    assert_one_text(quaternion_conjugate, e)


@pytest.mark.parametrize("seen_in", Axes)
def test_rates_agree_with_the_moving_axes(e, seen_in):
    w = np.array([0.4, -1.3, 0.8])
    symbols = da.expr.symbols("e", 4)
    e_dot = quaternion_rates(e, seen_in=seen_in) @ w
    R_dot = da.expr.directional(quaternion_rotation(symbols), dict(zip(symbols, e_dot, strict=True)))
    R_dot = da.expr.evaluate(R_dot, dict(zip(symbols, e, strict=True)))
    R = quaternion_rotation(e)
    w_skew = R.T @ R_dot if seen_in is Axes.BODY else R_dot @ R.T
    np.testing.assert_allclose(w_skew, skew(w), atol=10 * ATOL)

    # and back; the norm stays
    np.testing.assert_allclose(4.0 * quaternion_rates(e, seen_in=seen_in).T @ e_dot, w, atol=10 * ATOL)
    assert e @ e_dot == pytest.approx(0.0, abs=ATOL)
    assert_one_text(lambda x: quaternion_rates(x, seen_in=seen_in), e)


def test_angular_velocity_is_as_in_the_theory(e):
    qt, qx, qy, qz = e
    t, x, y, z = e_dot = np.array([0.1, -0.7, 0.4, 0.9])
    body = [
        2 * (qt * x + qz * y - qy * z - qx * t),
        2 * (-qz * x + qt * y + qx * z - qy * t),
        2 * (qy * x - qx * y + qt * z - qz * t),
    ]
    np.testing.assert_allclose(4.0 * quaternion_rates(e).T @ e_dot, body, atol=ATOL)
    w = np.array([0.3, -1.1, 0.8])
    rates = [
        -(qx * w[0] + qy * w[1] + qz * w[2]) / 2,
        (qt * w[0] - qz * w[1] + qy * w[2]) / 2,
        (qz * w[0] + qt * w[1] - qx * w[2]) / 2,
        (-qy * w[0] + qx * w[1] + qt * w[2]) / 2,
    ]
    np.testing.assert_allclose(quaternion_rates(e) @ w, rates, atol=ATOL)
    space_x = 2 * (qt * x - qz * y + qy * z - qx * t)
    assert (4.0 * quaternion_rates(e, seen_in=Axes.SPACE).T @ e_dot)[0] == pytest.approx(space_x, abs=ATOL)


@pytest.mark.parametrize("size", [0.0, 1e-300, 1e-160, 1e-9, 1e-3, 0.7, 2.0 - 1e-12, 2.0, 2.0 + 1e-12, 3.0, 40.0])
def test_exponential_is_exact_for_any_size(size):
    delta = size * np.array([2.0, -3.0, 6.0]) / 7.0
    e = quaternion_exponential(delta)
    np.testing.assert_allclose(e[0], np.cos(size / 2), rtol=1e-14, atol=ATOL)
    np.testing.assert_allclose(e[1:], np.sinc(size / 2 / np.pi) * delta / 2, rtol=1e-14)
    assert_one_text(quaternion_exponential, delta)


def test_uniform_turn_is_the_exponential():
    rate, t = 1.7, 0.9
    e = quaternion_exponential([0.0, rate * t, 0.0])
    np.testing.assert_allclose(e, [np.cos(rate * t / 2), 0.0, np.sin(rate * t / 2), 0.0], atol=ATOL)


def test_turning_has_the_rates_as_derivative(e):
    delta = da.expr.symbols("delta", 3)
    slope = da.expr.jacobian(quaternion_turned(e, delta), delta)
    np.testing.assert_allclose(da.expr.evaluate(slope, dict.fromkeys(delta, 0.0)), quaternion_rates(e), atol=ATOL)
    R = quaternion_rotation(quaternion_turned(e, DELTA))
    np.testing.assert_allclose(R, quaternion_rotation(e) @ Rotation.from_rotvec(DELTA).as_matrix(), atol=ATOL)
    assert_one_text(quaternion_turned, e, DELTA)


@pytest.mark.parametrize("sweep", da.expr.DerivativeSweep)
def test_derivatives_of_the_exponential_have_no_gap_between_series_and_functions(sweep):
    delta = da.expr.symbols("delta", 3)
    first = da.expr.jacobian(quaternion_exponential(delta), delta, sweep)
    second = da.expr.jacobian(first, delta)
    direction = np.array([2.0, -3.0, 6.0]) / 7.0

    def both(size):
        values = dict(zip(delta, size * direction, strict=True))
        return da.expr.evaluate(first, values), da.expr.evaluate(second, values)

    for inside, outside in zip(both(2.0 - 1e-13), both(2.0 + 1e-13), strict=True):
        np.testing.assert_allclose(inside, outside, atol=1e-12)
    # at zero: cos h = 1 − δ·δ/8, and the vector part is odd
    np.testing.assert_allclose(both(0.0)[1][0], -0.25 * np.eye(3), atol=ATOL)
    np.testing.assert_allclose(both(0.0)[1][1:], 0.0, atol=ATOL)


def test_quaternion_comes_back_from_the_matrix(e):
    expected = e if e[0] > 0.0 else -e
    np.testing.assert_allclose(quaternion_from_rotation(quaternion_rotation(e)), expected, atol=ATOL)


@pytest.mark.parametrize("angle", [0.0, 1e-9, 2.0, np.pi - 1e-9, np.pi])
@pytest.mark.parametrize("axis", ["x", "-y", "z", (1, 2, -3), (-1, 1e-6, 0)])
def test_every_rotation_has_a_unit_quaternion(axis, angle):
    R = rotation(axis, angle)
    e = quaternion_from_rotation(R)
    assert e[0] >= 0.0
    assert np.linalg.norm(e) == pytest.approx(1.0, abs=ATOL)
    np.testing.assert_allclose(quaternion_rotation(e), R, atol=ATOL)

    delta = rotation_vector(R)
    np.testing.assert_allclose(np.linalg.norm(delta), angle, atol=1e-12)
    np.testing.assert_allclose(quaternion_rotation(quaternion_exponential(delta)), R, atol=10 * ATOL)


@pytest.mark.parametrize("size", [0.0, 1e-200, 1e-12, 0.5, 3.1])
def test_rotation_vector_is_that_of_scipy(size):
    delta = size * np.array([2.0, -3.0, 6.0]) / 7.0
    R = quaternion_rotation(quaternion_exponential(delta))
    np.testing.assert_allclose(rotation_vector(R), Rotation.from_matrix(R).as_rotvec(), atol=1e-13)
    np.testing.assert_allclose(rotation_vector(R), delta, rtol=1e-12, atol=1e-15 if size < 1.0 else 0.0)


def test_errors():
    with pytest.raises(da.errors.ModelError, match="a quaternion needs"):
        quaternion_rotation([1.0, 0.0, 0.0])
    with pytest.raises(da.errors.ModelError, match="orthonormal"):
        quaternion_from_rotation(1.1 * np.eye(3))
    with pytest.raises(da.errors.ModelError, match="numbers only"):
        rotation_vector(rotation("x", da.expr.symbol("x")))

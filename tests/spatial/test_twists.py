import numpy as np
import pytest

import dalembert as da
from dalembert.expr.node import operation_count
from dalembert.spatial.pose import Pose
from dalembert.spatial.rotations import euler, rotation
from dalembert.spatial.twists import (
    cross_force,
    cross_motion,
    force_to_child,
    force_to_parent,
    force_transform,
    motion_to_child,
    motion_to_parent,
    motion_transform,
    power,
    twist,
    twist_at,
    wrench,
    wrench_at,
)
from dalembert.spatial.vectors import skew
from tests.spatial.one_text import assert_one_text

ATOL = 1e-13
"""A few roundings of entries of size up to ten."""

pytestmark = pytest.mark.covers("F000-43")


@pytest.fixture
def pose():
    return Pose(euler("zyx", [0.4, -0.9, 1.7]), [1.0, -2.0, 0.5])


@pytest.fixture
def six():
    return np.random.default_rng(11).normal(size=(3, 6))


def test_parts_not_given_are_zero():
    x = da.expr.symbol("x")
    assert twist(linear=(0, 0, x)).tolist() == [0.0, 0.0, 0.0, 0.0, 0.0, x]
    assert twist((1, 2, 3)).dtype == np.float64
    assert wrench((1, 2, 3), (4, 5, 6)).tolist() == [1, 2, 3, 4, 5, 6]
    with pytest.raises(da.errors.ModelError, match="a velocity"):
        twist((1, 2))
    with pytest.raises(da.errors.ModelError, match="a moment or force"):
        wrench(force=5.0)


def test_transforms_are_the_block_matrices_of_the_theory(pose):
    E, r, zero = pose.R, skew(pose.p), np.zeros((3, 3))
    np.testing.assert_allclose(motion_transform(pose.inverse), np.block([[E, zero], [r @ E, E]]), atol=ATOL)
    np.testing.assert_allclose(force_transform(pose.inverse), np.block([[E, r @ E], [zero, E]]), atol=ATOL)


def test_transforms_of_motion_and_force_are_dual(pose, six):
    V, F, _ = six
    np.testing.assert_allclose(force_transform(pose).T @ motion_transform(pose), np.eye(6), atol=ATOL)
    np.testing.assert_allclose(motion_transform(pose.inverse) @ motion_transform(pose), np.eye(6), atol=ATOL)
    seen = power(motion_transform(pose) @ V, force_transform(pose) @ F)
    assert seen == pytest.approx(power(V, F), rel=1e-13)


def test_transforms_chain(pose):
    other = Pose(rotation("x", 0.3), [0.0, 1.0, 2.0])
    for transform in (motion_transform, force_transform):
        np.testing.assert_allclose(transform(pose @ other), transform(other) @ transform(pose), atol=ATOL)


def test_short_forms_are_the_transforms(pose, six):
    V, F, _ = six
    R, p = pose.R, pose.p
    np.testing.assert_allclose(motion_to_child(R, p, V), motion_transform(pose) @ V, atol=ATOL)
    np.testing.assert_allclose(motion_to_parent(R, p, V), motion_transform(pose.inverse) @ V, atol=ATOL)
    np.testing.assert_allclose(force_to_child(R, p, F), force_transform(pose) @ F, atol=ATOL)
    np.testing.assert_allclose(force_to_parent(R, p, F), motion_transform(pose).T @ F, atol=ATOL)


def test_twist_to_child_is_the_velocity_of_its_origin(pose):
    w, v = np.array([0.3, -1.0, 2.0]), np.array([1.0, 0.0, -0.5])
    V = motion_to_child(pose.R, pose.p, twist(w, v))
    np.testing.assert_allclose(V, twist(pose.R.T @ w, pose.R.T @ (v + np.cross(w, pose.p))), atol=ATOL)


def test_change_of_point_keeps_power(six):
    V, F, _ = six
    r = np.array([0.4, -0.2, 0.9])
    np.testing.assert_allclose(twist_at(V, r), [*V[:3], *(V[3:] + np.cross(V[:3], r))], atol=ATOL)
    np.testing.assert_allclose(wrench_at(F, r), [*(F[:3] + np.cross(F[3:], r)), *F[3:]], atol=ATOL)
    assert power(twist_at(V, r), wrench_at(F, r)) == pytest.approx(power(V, F), rel=1e-13)
    np.testing.assert_allclose(wrench_at(wrench_at(F, r), -r), F, atol=ATOL)

    # the same as a change to a frame with the same axes
    np.testing.assert_allclose(twist_at(V, r), motion_transform(Pose(p=r)) @ V, atol=ATOL)
    np.testing.assert_allclose(wrench_at(F, r), force_transform(Pose(p=r)) @ F, atol=ATOL)


def test_cross_products_are_block_matrices_and_dual(six):
    V, W, F = six
    w, v, zero = skew(V[:3]), skew(V[3:]), np.zeros((3, 3))
    np.testing.assert_allclose(cross_motion(V, W), np.block([[w, zero], [v, w]]) @ W, atol=ATOL)
    np.testing.assert_allclose(cross_force(V, F), np.block([[w, v], [zero, w]]) @ F, atol=ATOL)
    assert power(cross_motion(V, W), F) == pytest.approx(-power(W, cross_force(V, F)), rel=1e-13)
    np.testing.assert_allclose(cross_motion(V, V), 0.0, atol=ATOL)


def test_cross_product_of_twists_obeys_jacobi(six):
    U, V, W = six
    total = sum(cross_motion(a, cross_motion(b, c)) for a, b, c in ((U, V, W), (V, W, U), (W, U, V)))
    np.testing.assert_allclose(total, 0.0, atol=ATOL)


def test_cross_product_is_the_rate_of_what_rests_in_a_moving_frame(six):
    # frame B moves from A with V_AB in B's axes; what rests in B changes in A by V × … seen in A
    t, angular, linear = da.expr.symbol("t"), np.array([0.4, 0.7, -0.2]), np.array([1.0, -0.5, 0.3])
    R, p = euler("xyz", angular * t), linear * t
    rest, force = six[0], six[1]
    at = {t: 0.6}
    R_dot, p_dot = da.expr.derivative(R, t), da.expr.derivative(p, t)
    W = da.expr.evaluate(R_dot @ R.T, at)
    w_A = np.array([W[2, 1], W[0, 2], W[1, 0]])
    # twist of B in A, told at the origin of A
    V_A = twist(w_A, da.expr.evaluate(p_dot, at) - np.cross(w_A, da.expr.evaluate(p, at)))
    moving, forced = motion_to_parent(R, p, rest), force_to_parent(R, p, force)
    rate, force_rate = (da.expr.evaluate(da.expr.derivative(x, t), at) for x in (moving, forced))
    np.testing.assert_allclose(cross_motion(V_A, da.expr.evaluate(moving, at)), rate, atol=ATOL)
    np.testing.assert_allclose(cross_force(V_A, da.expr.evaluate(forced, at)), force_rate, atol=ATOL)


@pytest.mark.parametrize("function", [motion_to_child, motion_to_parent, force_to_child, force_to_parent])
def test_transforms_of_numbers_and_symbols_are_one_text(function, pose, six):
    assert_one_text(lambda a, p, V: function(euler("zyx", a), p, V), [0.4, -0.9, 1.7], pose.p, six[0])


@pytest.mark.parametrize("function", [cross_motion, cross_force, power])
def test_products_of_numbers_and_symbols_are_one_text(function, six):
    assert_one_text(function, six[0], six[1])
    assert_one_text(lambda V, r: np.concatenate([twist_at(V, r), wrench_at(V, r)]), six[0], [1.0, 2.0, 3.0])
    assert_one_text(
        lambda p: np.concatenate([motion_transform(Pose(p=p)), force_transform(Pose(p=p))]), [1.0, 2.0, 3.0]
    )


def test_a_turn_about_a_coordinate_axis_costs_four_products_for_each_part():
    R, V = rotation("y", da.expr.symbol("x")), da.expr.symbols("V", 6)
    in_plane = 2 * (4 + 2)  # products and sums of both parts
    assert operation_count([*motion_to_child(R, np.zeros(3), V)]) == in_plane + 2  # and sine and cosine
    shift = 2 * (2 + 1)  # two products, added
    assert operation_count([*force_to_parent(R, np.array([0.0, 0.0, 0.7]), V)]) <= in_plane + 2 + shift

import numpy as np
import pytest

import dalembert as da
from dalembert.expr.node import operation_count
from dalembert.spatial.block_inertia import (
    Blocks,
    added_blocks,
    blocks_to_parent,
    mirrored,
    momentum,
    projected_blocks,
    rotated_block,
    rotated_blocks,
    shifted_blocks,
)
from dalembert.spatial.inertia import Inertia, inertia_matrix
from dalembert.spatial.pose import Pose
from dalembert.spatial.rotations import euler, rotation
from dalembert.spatial.twists import motion_transform
from tests.spatial.one_text import assert_one_text

ATOL = 1e-12
"""A few roundings of entries of size up to a hundred."""


@pytest.fixture
def articulated():
    """A symmetric positive definite inertia of no special form."""
    L = np.random.default_rng(2).normal(size=(6, 6))
    return as_blocks(L @ L.T)


def as_blocks(I):
    return Blocks(I[:3, :3], I[:3, 3:], I[3:, 3:])


def full(I):
    return np.block([[I.A, I.B], [I.B.T, I.M]])


def test_blocks_of_a_body_are_its_spatial_inertia():
    body = Inertia(1.3, [0.1, -0.3, 0.2], inertia_matrix(2.0, 3.0, 4.0, Jxy=0.2))
    np.testing.assert_allclose(full(body.blocks()), body.matrix(), atol=0.0)
    V = np.arange(6.0)
    np.testing.assert_allclose(momentum(body.blocks(), V), body.matrix() @ V, atol=ATOL)
    np.testing.assert_allclose(momentum(body.blocks(), np.eye(6)[:, :2]), body.matrix()[:, :2], atol=ATOL)
    both = added_blocks(body.blocks(), Inertia(2.0, [1.0, 0.0, 0.0]).blocks())
    np.testing.assert_allclose(full(both), (body + Inertia(2.0, [1.0, 0.0, 0.0])).matrix(), atol=ATOL)


@pytest.mark.covers("F000-43")
def test_blocks_move_by_congruence(articulated):
    pose = Pose(euler("zyx", [0.3, -0.8, 1.2]), [1.0, -2.0, 0.5])
    X = motion_transform(pose)
    np.testing.assert_allclose(
        full(blocks_to_parent(pose.R, pose.p, articulated)), X.T @ full(articulated) @ X, atol=ATOL
    )
    T, S = motion_transform(Pose(pose.R)), motion_transform(Pose(p=pose.p))
    np.testing.assert_allclose(full(rotated_blocks(articulated, pose.R)), T.T @ full(articulated) @ T, atol=ATOL)
    np.testing.assert_allclose(full(shifted_blocks(articulated, pose.p)), S.T @ full(articulated) @ S, atol=ATOL)


@pytest.mark.parametrize("axis", ["x", "y", "z", "-y", (1.0, 2.0, 2.0)])
@pytest.mark.parametrize("angle", [0.0, 0.7, np.pi])
def test_rotated_block_is_the_product_of_three(articulated, axis, angle):
    R = rotation(axis, angle)
    for X in articulated:
        np.testing.assert_allclose(rotated_block(X, R), R @ X @ R.T, atol=ATOL)
    assert_one_text(lambda X, x: rotated_block(X, rotation(axis, x)), articulated.B, angle)


@pytest.mark.parametrize("R", [rotation("y", da.expr.symbol("x")), euler("xyz", da.expr.symbols("q", 3))])
def test_rotated_blocks_of_symbols_stay_symmetric(R):
    Y = rotated_block(mirrored(da.expr.symbols("X", (3, 3))), R)
    assert all(Y[i, j] is Y[j, i] for i in range(3) for j in range(3))


def test_turns_about_coordinate_axes_are_cheap():
    X, R = da.expr.symbols("X", (3, 3)), rotation("z", da.expr.symbol("x"))
    trigonometry, plane, rest = 2, 6 + 8, 2 * (4 + 2)
    assert operation_count(rotated_block(X, R).flat) == trigonometry + plane + rest
    assert operation_count(rotated_block(mirrored(X), R).flat) <= trigonometry + plane + rest // 2
    assert rotated_block(X, np.eye(3)) is X


@pytest.mark.parametrize("axes", [[1], [4], [0, 5], [0, 1, 2]])
def test_what_is_felt_through_a_free_joint(articulated, axes):
    I, H = full(articulated), np.eye(6)[:, axes]
    U = momentum(articulated, H)
    W = U @ np.linalg.inv(H.T @ U)
    expected = I - U @ np.linalg.inv(H.T @ U) @ U.T
    felt = projected_blocks(articulated, U, W, axes)
    np.testing.assert_allclose(full(felt), expected, atol=ATOL)
    assert not full(felt)[axes].any() and not full(felt)[:, axes].any()
    np.testing.assert_allclose(full(projected_blocks(articulated, U, W)), expected, atol=ATOL)
    if len(axes) == 1:
        single = projected_blocks(articulated, U[:, 0], W[:, 0], axes)
        np.testing.assert_allclose(full(single), full(felt), atol=0.0)


def test_recursion_steps_of_numbers_and_symbols_are_one_text(articulated):
    def step(A, B, M, angle, p):
        I = Blocks(mirrored(A), B, mirrored(M))
        U = momentum(I, np.eye(6)[1])
        felt = projected_blocks(I, U, U / U[1], [1])
        return full(added_blocks(I, blocks_to_parent(rotation("y", angle), p, felt)))

    assert_one_text(step, *articulated, 0.4, [1.0, -2.0, 0.5])


def test_mirrored_reads_the_lower_triangle():
    X = np.arange(9.0).reshape(3, 3)
    assert mirrored(X).tolist() == [[0, 3, 6], [3, 4, 7], [6, 7, 8]]
    assert X[0, 1] == 1.0

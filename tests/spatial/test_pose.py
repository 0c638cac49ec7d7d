import copy
import pickle

import numpy as np
import pytest

import dalembert as da
from dalembert.spatial.pose import Pose
from dalembert.spatial.rotations import euler, rotation
from tests.spatial.one_text import assert_one_text

ATOL = 1e-14
ANGLES, PLACE, POINT = np.array([0.3, -1.2, 2.0]), np.array([1.0, -2.0, 0.5]), np.array([0.2, 0.7, -0.4])


@pytest.fixture
def X_AB():
    return Pose(euler("zxz", ANGLES), PLACE)


@pytest.fixture
def X_BC():
    return Pose(rotation("y", 0.7), [0.0, 1.0, 3.0])


def homogeneous(X):
    return np.block([[X.R, X.p[:, None]], [np.zeros((1, 3)), np.ones((1, 1))]])


def test_poses_chain_like_homogeneous_matrices(X_AB, X_BC):
    np.testing.assert_allclose(homogeneous(X_AB @ X_BC), homogeneous(X_AB) @ homogeneous(X_BC), atol=ATOL)
    np.testing.assert_allclose(homogeneous(X_AB.inverse), np.linalg.inv(homogeneous(X_AB)), atol=ATOL)


def test_points_move_and_vectors_only_turn(X_AB, X_BC):
    np.testing.assert_allclose(X_AB.point(POINT), X_AB.p + X_AB.R @ POINT, atol=ATOL)
    np.testing.assert_allclose(X_AB.vector(POINT), X_AB.R @ POINT, atol=ATOL)
    np.testing.assert_allclose((X_AB @ X_BC).point(POINT), X_AB.point(X_BC.point(POINT)), atol=ATOL)
    np.testing.assert_allclose(X_AB.inverse.point(X_AB.point(POINT)), POINT, atol=ATOL)


def test_default_is_the_identity(X_AB):
    assert Pose() @ X_AB == X_AB == X_AB @ Pose()
    assert Pose().inverse == Pose()


@pytest.mark.parametrize(
    "function",
    [
        lambda a, p, r: (Pose(euler("xyz", a), p) @ Pose(rotation("z", a[0]), r)).point(r),
        lambda a, p, r: Pose(euler("xyz", a), p).inverse.point(r),
        lambda a, p, r: Pose(euler("xyz", a), p).vector(r),
    ],
)
def test_poses_of_numbers_and_symbols_are_one_text(function):
    assert_one_text(function, ANGLES, PLACE, POINT)


def test_chains_of_turns_about_one_axis_stay_sparse():
    x, y = da.expr.symbols("x y")
    X = Pose(rotation("z", x)) @ Pose(rotation("z", y), [1.0, 0.0, 0.0])
    assert X.R[2].tolist() == [0.0, 0.0, 1.0]
    assert X.p.tolist() == [da.cos(x), da.sin(x), 0.0]


def test_poses_are_values(X_AB):
    same = Pose(euler("zxz", ANGLES), PLACE)
    assert same == X_AB and hash(same) == hash(X_AB)
    assert X_AB not in (Pose(), "pose")
    assert pickle.loads(pickle.dumps(X_AB)) == X_AB == copy.deepcopy(X_AB)
    x = da.expr.symbol("x")
    assert Pose(rotation("x", x)) == Pose(rotation("x", x)) != Pose(rotation("x", -x))


def test_poses_do_not_change():
    place = np.array([1.0, 2.0, 3.0])
    X = Pose(p=place)
    place[0] = 5.0
    assert X.p[0] == 1.0
    with pytest.raises(ValueError, match="read-only"):
        X.p[0] = 2.0


def test_impossible_poses_are_errors(X_AB):
    with pytest.raises(da.errors.ModelError, match="the rotation of a pose must be orthonormal"):
        Pose(np.ones((3, 3)))
    with pytest.raises(da.errors.ModelError, match="reflection"):
        Pose(np.diag([1.0, 1.0, -1.0]))
    with pytest.raises(da.errors.ModelError, match="the position of a pose"):
        Pose(p=[1.0, 2.0])
    with pytest.raises(da.errors.ModelError, match="a point"):
        X_AB.point([1.0])
    with pytest.raises(TypeError):
        X_AB @ np.eye(3)

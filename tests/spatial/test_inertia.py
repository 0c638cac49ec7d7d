import pickle

import numpy as np
import pytest

import dalembert as da
from dalembert.spatial.inertia import Inertia, inertia_matrix, point_inertia
from dalembert.spatial.pose import Pose
from dalembert.spatial.rotations import euler, rotation
from dalembert.spatial.twists import cross_force, force_transform, motion_transform, twist, wrench
from dalembert.spatial.vectors import skew
from tests.spatial.one_text import assert_one_text

RTOL = 1e-12
"""Sums over a dozen points."""

COM = np.array([0.1, -0.3, 0.2])
J = inertia_matrix(2.0, 3.0, 4.0, Jxy=0.2, Jyz=-0.3, Jxz=0.1)


@pytest.fixture
def points():
    """Masses and places of a cloud of points."""
    rng = np.random.default_rng(5)
    return rng.uniform(0.5, 2.0, 12), rng.normal(size=(12, 3))


@pytest.fixture
def body(points):
    """The cloud as a rigid body, summed point by point."""
    masses, places = points
    total = Inertia(masses[0], places[0])
    for mass, place in zip(masses[1:], places[1:], strict=True):
        total = total + Inertia(mass, place)
    return total


def cloud_inertia(masses, places, point):
    return sum(-m * skew(r - point) @ skew(r - point) for m, r in zip(masses, places, strict=True))


# one body


@pytest.mark.covers("F003-4")
def test_products_of_inertia_enter_with_minus(points):
    masses, (x, y, z) = points[0], points[1].T
    entries = [masses @ (y * y + z * z), masses @ (x * x + z * z), masses @ (x * x + y * y)]
    matrix = inertia_matrix(*entries, Jxy=masses @ (x * y), Jyz=masses @ (y * z), Jxz=masses @ (x * z))
    np.testing.assert_allclose(matrix, cloud_inertia(*points, np.zeros(3)), rtol=RTOL)


@pytest.mark.covers("F003-4")
def test_sum_of_points_is_the_body_about_any_point(points, body):
    masses, places = points
    assert body.mass == pytest.approx(masses.sum(), rel=RTOL)
    np.testing.assert_allclose(body.com, masses @ places / masses.sum(), rtol=RTOL)
    for point in (body.com, np.zeros(3), np.array([1.0, -2.0, 3.0])):
        np.testing.assert_allclose(body.about(point), cloud_inertia(masses, places, point), rtol=RTOL)
    np.testing.assert_allclose(body.about(), body.about(np.zeros(3)), rtol=RTOL)


@pytest.mark.covers("F003-4")
def test_inertia_may_be_given_about_the_origin(body):
    same = Inertia.from_origin(body.mass, body.com, body.about())
    np.testing.assert_allclose(same.J, body.J, rtol=RTOL, atol=RTOL)
    point = Inertia.from_origin(2.0, COM, point_inertia(2.0, COM))
    np.testing.assert_allclose(point.J, 0.0, atol=RTOL)


@pytest.mark.covers("F000-43")
def test_spatial_inertia_gives_energy_and_momentum_of_the_points(points, body):
    masses, places = points
    w, v = np.array([0.3, -1.0, 2.0]), np.array([1.0, 0.4, -0.5])
    velocities = v + np.cross(w, places)
    V, I = twist(w, v), body.matrix()
    np.testing.assert_allclose(V @ I @ V, masses @ (velocities**2).sum(axis=1), rtol=RTOL)
    impulses = masses[:, None] * velocities
    expected = wrench(np.cross(places, impulses).sum(axis=0), impulses.sum(axis=0))
    np.testing.assert_allclose(I @ V, expected, rtol=RTOL)
    np.testing.assert_allclose(I[:3, 3:], body.mass * skew(body.com), rtol=RTOL)


@pytest.mark.covers("F000-43")
def test_equation_of_motion_sums_up_the_points(points, body):
    masses, places = points
    w, v, w_dot, v_dot = np.random.default_rng(8).normal(size=(4, 3))
    # rates in body axes; a point is accelerated by v̇ + w × v + ẇ × r + w × (w × r)
    a = v_dot + np.cross(w, v) + np.cross(w_dot, places) + np.cross(w, np.cross(w, places))
    forces = masses[:, None] * a
    V, A, I = twist(w, v), twist(w_dot, v_dot), body.matrix()
    expected = wrench(np.cross(places, forces).sum(axis=0), forces.sum(axis=0))
    np.testing.assert_allclose(I @ A + cross_force(V, I @ V), expected, rtol=RTOL)


# other frames


def test_moving_a_body_moves_its_points(points, body):
    masses, places = points
    X_AB = Pose(euler("zxy", [0.3, 1.1, -0.6]), [1.0, 2.0, -3.0])
    moved = body.moved(X_AB)
    seen = np.array([X_AB.point(r) for r in places])
    np.testing.assert_allclose(moved.com, masses @ seen / masses.sum(), rtol=RTOL)
    np.testing.assert_allclose(moved.J, cloud_inertia(masses, seen, moved.com), rtol=RTOL, atol=RTOL)
    turned = body.rotated(X_AB.R)
    np.testing.assert_allclose(turned.com, X_AB.R @ body.com, rtol=RTOL)
    np.testing.assert_allclose(turned.J, moved.J, rtol=RTOL, atol=RTOL)


@pytest.mark.covers("F000-43")
def test_spatial_inertia_changes_frame_by_congruence(body):
    X_AB = Pose(euler("zxy", [0.3, 1.1, -0.6]), [1.0, 2.0, -3.0])
    X = motion_transform(X_AB)
    np.testing.assert_allclose(body.moved(X_AB).matrix(), X.T @ body.matrix() @ X, rtol=RTOL, atol=1e-11)

    # from the centre of mass, as in the theory
    central = np.block([[body.J, np.zeros((3, 3))], [np.zeros((3, 3)), body.mass * np.eye(3)]])
    to_centre = Pose(p=body.com)
    origin = force_transform(to_centre.inverse) @ central @ motion_transform(to_centre)
    np.testing.assert_allclose(body.matrix(), origin, rtol=RTOL, atol=RTOL)


def test_principal_axes_are_right_handed(body):
    moments, R = body.principal()
    assert (np.diff(moments) >= 0.0).all()
    assert np.linalg.det(R) == pytest.approx(1.0, rel=RTOL)
    np.testing.assert_allclose(R @ np.diag(moments) @ R.T, body.J, rtol=RTOL, atol=RTOL)
    np.testing.assert_allclose(body.rotated(R.T).J, np.diag(moments), atol=1e-11)


# what is possible


@pytest.mark.covers("F003-4")
@pytest.mark.parametrize(
    "moments", [(0, 0, 0), (0, 1, 1), (1, 2, 3), (1, 1, 1), (1e-14, 1, 1), (1e-20, 1e-20, 2e-20)]
)
def test_points_rods_and_plates_are_possible(moments):
    R = euler("zxz", [0.4, 1.0, -0.7])
    Inertia(1.0, COM, np.diag(np.array(moments, dtype=float)))
    Inertia.from_origin(1.0, COM, R @ np.diag(moments) @ R.T + point_inertia(1.0, COM))


@pytest.mark.covers("F003-4")
@pytest.mark.parametrize(
    ("moments", "complaint"),
    [
        ((1.0, 1.0, 2.1), r"1 \+ 1 < 2\.1"),
        ((5.0, 1.0, 2.0), r"1 \+ 2 < 5"),
        ((-0.1, 1.0, 1.0), r"-0\.1 is negative"),
        ((-1.0, -1.0, -1.0), "is negative"),
    ],
)
def test_impossible_moments_are_named(moments, complaint):
    with pytest.raises(da.errors.ModelError, match=rf"principal moments \(.*\) belong to no body: .*{complaint}"):
        Inertia(1.0, COM, np.diag(moments))


@pytest.mark.covers("F003-4")
def test_inertia_about_the_origin_is_checked_at_the_centre():
    J_O = np.diag([1.0, 1.0, 1.0])
    Inertia.from_origin(1.0, [0.5, 0.0, 0.0], J_O)
    with pytest.raises(da.errors.ModelError, match=r"parallel axes .* < 1,"):
        Inertia.from_origin(1.0, [0.8, 0.0, 0.0], J_O)
    with pytest.raises(da.errors.ModelError, match="negative"):
        Inertia.from_origin(1.0, [2.0, 0.0, 0.0], J_O)
    with pytest.raises(da.errors.ModelError, match="about the origin of a body must be symmetric"):
        Inertia.from_origin(1.0, COM, J + np.eye(3, k=1))


@pytest.mark.parametrize("mass", [-1.0, np.nan, np.inf, "1 kg", None, [1.0]])
def test_mass_is_positive_and_finite(mass):
    with pytest.raises(da.errors.ModelError, match="the mass of a body"):
        Inertia(mass, COM, J)
    with pytest.raises(da.errors.ModelError, match=r"^the mass of a body"):
        Inertia.from_origin(mass, COM, J)


def test_a_rotor_may_count_by_its_moments_alone():
    rotor = da.Body("rotor", Inertia(0.0, J=np.diag([0.01, 0.01, 0.02])))
    assert rotor.inertia + rotor.inertia == Inertia(0.0, J=np.diag([0.02, 0.02, 0.04]))
    with pytest.raises(da.errors.ModelError, match="leave the inertia out for a body that resists nothing"):
        Inertia(0.0)
    arm = da.rod("arm", length=1.0, mass=2.0)
    model = da.Model(
        da.Revolute("A", da.ground, arm, axis="z"),
        da.Revolute("R", arm["end"], rotor, axis="z"),
        da.Motor("motor", "R", 0.3),
        gravity=(0.0, -9.81, 0.0),
    )
    # it weighs nothing; the arm carries its torque
    A = -(0.3 + 2.0 * 9.81 * 0.5 * np.cos(0.3)) / (2.0 / 3.0)
    for principle in (da.Recursive(), da.Kane()):
        found = da.as_dynamics(da.derive(model, principle)).accelerations(da.State(q={"A": 0.3}, u={"R": 2.0}))
        assert [found["A.rate"], found["R.rate"]] == pytest.approx([A, 0.3 / 0.02 - A], rel=1e-12)
    with pytest.raises(da.errors.ModelError, match="'rotor' at the end of Free 'f' has no inertia against some"):
        da.Model(da.Free("f", da.ground, rotor))


def test_what_is_no_inertia_is_an_error():
    with pytest.raises(da.errors.ModelError, match=r"must be symmetric, but this is off by 1"):
        Inertia(1.0, COM, J + np.eye(3, k=1))
    with pytest.raises(da.errors.ModelError, match="the inertia matrix"):
        Inertia(1.0, COM, [1.0, 2.0, 3.0])
    with pytest.raises(da.errors.ModelError, match="the centre of mass"):
        Inertia(1.0, [1.0, 2.0], J)
    with pytest.raises(da.errors.ModelError, match="numbers only"):
        Inertia(1.0, COM, np.diag([da.expr.symbol("x"), 1.0, 1.0])).principal()
    with pytest.raises(TypeError):
        Inertia(1.0) + 1.0


def test_only_numbers_are_checked():
    m, x = da.param("m", 1.0), da.expr.symbol("x")
    assert Inertia(m, COM, J).mass is m
    assert Inertia(1.0, [x, 0.0, 0.0], J).com[0] is x
    assert Inertia(1.0, COM, np.diag([x, 1.0, 9.0])).J[0, 0] is x
    with pytest.raises(da.errors.ModelError, match="negative"):
        Inertia(m, COM, -J)
    with pytest.raises(da.errors.ModelError, match="mass"):
        Inertia(-1.0, [x, 0.0, 0.0], np.diag([x, x, x]))


# one text, values


@pytest.mark.parametrize(
    "function",
    [
        lambda m, c, J: Inertia(m, c, J).about([1.0, 2.0, 3.0]),
        lambda m, c, J: Inertia(m, c, J).matrix(),
        lambda m, c, J: Inertia.from_origin(m, c, J).matrix(),
        lambda m, c, J: (Inertia(m, c, J) + Inertia(2.0, [1.0, 0.0, 0.0])).matrix(),
        lambda m, c, J: Inertia(m, c, J).moved(Pose(euler("xyz", c), c)).matrix(),
        lambda m, c, J: Inertia(m, c, J).rotated(rotation("y", m)).matrix(),
    ],
)
def test_inertia_of_numbers_and_symbols_is_one_text(function):
    assert_one_text(function, 1.3, COM, J)


def test_expressions_are_symmetric_by_structure():
    J_open = da.expr.symbols("J", (3, 3))
    moved = Inertia(da.expr.symbol("m"), da.expr.symbols("c", 3), J_open).moved(
        Pose(euler("xyz", da.expr.symbols("q", 3)))
    )
    I = moved.matrix()
    assert all(I[i, j] is I[j, i] for i in range(3) for j in range(3))
    assert I[0, 1] is not J_open[0, 1]


def test_inertias_are_values():
    body = Inertia(1.3, COM, J)
    assert body == Inertia(1.3, COM, J) and hash(body) == hash(Inertia(1.3, COM, J))
    assert body != Inertia(1.4, COM, J) and body != 1.3
    assert pickle.loads(pickle.dumps(body)) == body
    assert type(Inertia(1).mass) is float
    with pytest.raises(ValueError, match="read-only"):
        body.J[0, 0] = 1.0

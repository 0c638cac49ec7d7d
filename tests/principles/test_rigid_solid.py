"""One rigid solid in Bryan angles with any origin: its matrices, and worked examples with their numbers.

The angles "xyz" are Bryan's: about x, then the new y, then the new z. Multipliers act on the body.
"""

from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import dalembert as da
from dalembert.spatial.inertia import inertia_matrix
from tests.oracles.rigid_solid import Solid, constrained, rates, rotation, skew

pytestmark = pytest.mark.slow

G = 9.81

RTOL = 1e-12
"""Of the largest entry: the same matrices by other arithmetic."""

PRINTED = 1e-11
"""Half of the last of the digits in which the numbers of the examples are given, with some room."""

ATOL_RUN = 1e-9
"""Of states after less than two seconds, with steps controlled to 1e-12."""

ATOL_DIFFERENCES = 1e-7
"""Of central differences with steps of 1e-5, beside quantities of about 10."""

STEP = 1e-5
METHOD = da.methods.DOP853(rtol=1e-12, atol=1e-13)

CLOUD = [
    (0.7, (0.3, 0.1, -0.2)),
    (0.4, (-0.2, 0.5, 0.1)),
    (0.9, (0.6, -0.1, 0.4)),
    (0.5, (0.1, 0.2, 0.7)),
    (0.3, (-0.4, -0.3, 0.2)),
]
"""Point masses of a body whose centre of mass is away from its origin, with products of inertia."""

Q0 = np.array([0.3, -0.2, 0.5, 0.4, -0.7, 1.1])
U0 = np.array([0.6, -0.9, 0.2, 1.3, -0.8, 2.1])


def assert_close(found: Any, expected: Any, rtol: float = RTOL) -> None:
    expected = np.asarray(expected)
    scale = max(1.0, np.abs(expected).max(initial=0.0))
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=rtol * scale)


def state_of(eom: da.Equations, q: Any, u: Any, t: float = 0.0) -> da.State:
    """Numbers in the order of the coordinates and speeds."""
    return da.State(
        t=t,
        q=dict(zip(eom.coordinates, map(float, q), strict=True)),
        u=dict(zip(eom.speeds, map(float, u), strict=True)),
    )


def quantities(eom: da.Equations, q: Any, u: Any, t: float = 0.0) -> Any:
    """Everything of one state, natively."""
    outputs = {
        "M": eom.M,
        "f": eom.f,
        "phi": eom.phi,
        "psi": eom.psi,
        "J": eom.J,
        "gamma": eom.gamma,
        "a": eom.accelerations,
        "lam": eom.multipliers,
        "T": eom.signal("kinetic energy"),
        "V": eom.signal("potential energy"),
    }
    return da.as_dynamics(eom).evaluate(outputs, state_of(eom, q, u, t))


def run(eom: da.Equations, q: Any, u: Any, until: float, times: Any = None) -> da.Motion:
    return da.simulate(eom, state_of(eom, q, u), until=until, method=METHOD, times=times)


def cloud() -> da.Body:
    """The point masses as one body."""
    first, *others = (da.Inertia(m, r) for m, r in CLOUD)
    return da.Body("solid", sum(others, first))


def as_solid(body: da.Body) -> Solid:
    assert body.inertia is not None
    return Solid(float(body.inertia.mass), np.asarray(body.inertia.com), np.asarray(body.inertia.about()))


def free(body: da.Body, *parts: Any, gravity: Any = (0.0, 0.0, 0.0)) -> da.Equations:
    """Coordinates x, y, z of the body's origin and its Bryan angles."""
    model = da.Model(da.Free("free", da.ground, body, angles="xyz"), *parts, gravity=gravity)
    return da.derive(model)


# ---- the matrices


@pytest.mark.covers("F003-1", "F003-2", "F003-3")
def test_orientation_of_the_body_is_bryans_with_its_derivatives():
    body = cloud()
    eom = free(body)
    angles = eom.q[3:]
    A = np.asarray(eom.resolve(da.orientation(body)), dtype=object)
    outputs = {
        "A": A,
        "slopes": da.expr.jacobian(A.ravel(), angles),
        "w": A.T @ np.asarray(eom.resolve(da.angular_velocity(body)), dtype=object),
    }
    found = da.as_dynamics(eom).evaluate(outputs, state_of(eom, Q0, U0))
    beta, beta_dot = Q0[3:], U0[3:]
    assert_close(found["A"], rotation(beta))
    assert_close(found["A"].T @ found["A"], np.eye(3))
    differences = [(rotation(beta + STEP * e) - rotation(beta - STEP * e)) / (2 * STEP) for e in np.eye(3)]
    expected = np.reshape(differences, (3, 9)).T
    np.testing.assert_allclose(found["slopes"], expected, rtol=0.0, atol=ATOL_DIFFERENCES)

    # w = Q β̇, and its matrix is Aᵀ Ȧ
    assert_close(found["w"], rates(beta) @ beta_dot)
    A_dot = (found["slopes"] @ beta_dot).reshape(3, 3)
    assert_close(found["A"].T @ A_dot, skew(found["w"]))


@pytest.mark.covers("F003-4", "F003-5")
def test_mass_matrix_about_any_origin_gives_the_kinetic_energy_of_the_points():
    body = cloud()
    solid, found = as_solid(body), quantities(free(body), Q0, U0)
    assert np.linalg.norm(solid.com) > 0.2
    assert abs(solid.J_O[0, 1]) > 0.01
    assert_close(found["M"], solid.mass_matrix(Q0))

    w = rates(Q0[3:]) @ U0[3:]
    A = rotation(Q0[3:])
    energy = sum(0.5 * m * np.sum((U0[:3] + A @ np.cross(w, r)) ** 2) for m, r in CLOUD)
    assert found["T"] == pytest.approx(energy, rel=RTOL)
    assert 0.5 * U0 @ found["M"] @ U0 == pytest.approx(energy, rel=RTOL)


@pytest.mark.covers("F003-4")
def test_products_of_inertia_about_the_origin_are_those_of_the_points():
    m, r = (np.array(x) for x in zip(*CLOUD, strict=True))
    x, y, z = r.T
    J_O = inertia_matrix(
        m @ (y**2 + z**2), m @ (z**2 + x**2), m @ (x**2 + y**2), Jxy=m @ (x * y), Jyz=m @ (y * z), Jxz=m @ (x * z)
    )
    body = da.Body("solid", da.Inertia.from_origin(m.sum(), m @ r / m.sum(), J_O))
    assert_close(quantities(free(body), Q0, U0)["M"], as_solid(cloud()).mass_matrix(Q0))
    with pytest.raises(da.errors.ModelError, match="parallel axes"):
        da.Inertia.from_origin(m.sum(), 5.0 * m @ r / m.sum(), J_O)


@pytest.mark.covers("F003-6")
def test_velocity_forces_equal_lagranges_bias_with_opposite_sign():
    body = cloud()
    found, solid = quantities(free(body), Q0, U0)["f"], as_solid(body)
    assert_close(found, solid.velocity_force(Q0, U0))

    # Ṁ q̇ − ∂T/∂q by differences of the mass matrix
    def slope(along):
        up, down = (solid.mass_matrix(Q0 + sign * STEP * along) for sign in (1.0, -1.0))
        return (up - down) / (2 * STEP)

    bias = slope(U0) @ U0 - np.array([0.5 * U0 @ slope(e) @ U0 for e in np.eye(6)])
    np.testing.assert_allclose(found, -bias, rtol=0.0, atol=ATOL_DIFFERENCES)


R_SPRING, R_FIELD, R_PULL = (np.array(r) for r in ((0.4, 0.1, -0.3), (-0.2, 0.3, 0.5), (0.1, -0.6, 0.2)))
P_SPRING, P_FIELD = np.array([1.0, 0.5, -0.4]), np.array([-0.8, 1.2, 2.0])


def loaded(body: da.Body) -> da.Equations:
    """Weight, a spring with a rest length, an inverse-square attraction, and a uniform force by its gradient."""
    return free(
        body,
        da.Spring("spring", da.ground.at(*P_SPRING), body.at(*R_SPRING), stiffness=40.0, rest_length=0.7),
        da.Potential("planet", -3.0 / da.measures.distance(body.at(*R_FIELD), da.ground.at(*P_FIELD))),
        da.PointForce("pull", body.at(*R_PULL), (1.0, -2.0, 0.5)),
        gravity=(0.0, 0.0, -G),
    )


@pytest.mark.covers("F003-7")
def test_forces_from_potentials_by_given_and_automatic_gradients_add():
    body = cloud()
    solid, eom = as_solid(body), loaded(body)
    found = quantities(eom, Q0, np.zeros(6))

    d = solid.point(Q0, R_SPRING) - P_SPRING
    e = solid.point(Q0, R_FIELD) - P_FIELD
    forces = [
        (solid.com, np.array([0.0, 0.0, -solid.mass * G])),
        (R_SPRING, -40.0 * (1.0 - 0.7 / np.linalg.norm(d)) * d),
        (R_FIELD, -3.0 * e / np.linalg.norm(e) ** 3),
        (R_PULL, np.array([1.0, -2.0, 0.5])),
    ]
    expected = sum(solid.force(Q0, r, F) for r, F in forces)
    assert_close(found["f"], expected)

    # and −∂V/∂q by differences; the uniform force has no energy of the model
    def energy(q):
        return quantities(eom, q, np.zeros(6))["V"] - np.array([1.0, -2.0, 0.5]) @ solid.point(q, R_PULL)

    slopes = [(energy(Q0 + STEP * e) - energy(Q0 - STEP * e)) / (2 * STEP) for e in np.eye(6)]
    np.testing.assert_allclose(found["f"], np.negative(slopes), rtol=0.0, atol=10 * ATOL_DIFFERENCES)


R_HELD = np.array([0.2, -0.3, 0.4])


def held(body: da.Body, moves: bool) -> da.Equations:
    """The heavy body with a point held in a place, or led through space."""
    t = da.time
    place = [0.3 + 0.2 * da.sin(3.0 * t), 0.1 * t**2, -0.4 + 0.5 * t] if moves else [0.3, 0.1, -0.4]
    row = da.Holonomic("held", [x - p for x, p in zip(da.position(body.at(*R_HELD)), place, strict=True)])
    return free(body, row, gravity=(0.0, 0.0, -G))


@pytest.mark.covers("F003-8", "F003-9")
@pytest.mark.parametrize("moves", [False, True])
def test_rows_right_sides_accelerations_and_multipliers_of_a_held_point(moves):
    body, t = cloud(), 0.4
    solid, found = as_solid(body), quantities(held(body, moves), Q0, U0, t)
    s, c = np.sin(3.0 * t), np.cos(3.0 * t)
    place = np.array([0.3 + 0.2 * s, 0.1 * t**2, -0.4 + 0.5 * t]) if moves else np.array([0.3, 0.1, -0.4])
    velocity = np.array([0.6 * c, 0.2 * t, 0.5]) if moves else np.zeros(3)
    acceleration = np.array([-1.8 * s, 0.2, 0.0]) if moves else np.zeros(3)

    B = solid.point_rows(Q0, R_HELD)
    right = acceleration - solid.point_bias(Q0, U0, R_HELD)
    assert_close(found["phi"], solid.point(Q0, R_HELD) - place)
    assert_close(found["psi"], B @ U0 - velocity)
    assert_close(found["J"], B)
    assert_close(found["gamma"], right)

    weight = solid.force(Q0, solid.com, np.array([0.0, 0.0, -solid.mass * G]))
    forces = weight + solid.velocity_force(Q0, U0)
    a, lam = constrained(solid.mass_matrix(Q0), forces, B, right)
    assert_close(found["a"], a)
    assert_close(found["lam"], lam)


@pytest.mark.covers("F003-8")
def test_a_nonholonomic_row_has_the_velocity_of_its_point():
    body = cloud()
    solid = as_solid(body)
    n = np.array([0.2, -1.0, 0.4])
    eom = free(body, da.Nonholonomic("guide", n @ da.velocity(body.at(*R_HELD)) - da.cos(da.time)))
    found = quantities(eom, Q0, U0, t=0.3)
    assert_close(found["J"], [n @ solid.point_rows(Q0, R_HELD)])
    assert_close(found["gamma"], [-np.sin(0.3) - n @ solid.point_bias(Q0, U0, R_HELD)])


@pytest.mark.covers("F003-11")
def test_principal_axes_in_the_centre_of_mass():
    Jx, Jy, Jz = 0.3, 0.5, 0.6
    found = quantities(free(da.Body("solid", da.Inertia(1.7, (0.0, 0.0, 0.0), np.diag([Jx, Jy, Jz])))), Q0, U0)
    _, theta, phi = Q0[3:]
    s2, c2, s3, c3 = np.sin(theta), np.cos(theta), np.sin(phi), np.cos(phi)
    turning = [
        [(Jx * c3**2 + Jy * s3**2) * c2**2 + Jz * s2**2, (Jx - Jy) * s3 * c3 * c2, Jz * s2],
        [(Jx - Jy) * s3 * c3 * c2, Jx * s3**2 + Jy * c3**2, 0.0],
        [Jz * s2, 0.0, Jz],
    ]
    zero = np.zeros((3, 3))
    assert_close(found["M"], np.block([[1.7 * np.eye(3), zero], [zero, np.array(turning)]]))
    assert_close(found["f"][:3], np.zeros(3))


@pytest.mark.covers("F003-10")
def test_motion_does_not_depend_on_the_origin():
    """The same solid by two of its points, pinned elsewhere; places and reactions are the same."""
    body, shift = cloud(), np.array([0.35, -0.2, 0.6])
    assert body.inertia is not None
    other = da.Body("solid", body.inertia.moved(da.spatial.Pose(p=-shift)))
    A, w = rotation(Q0[3:]), rates(Q0[3:]) @ U0[3:]
    q = [np.concatenate([-A @ (R_HELD - r), Q0[3:]]) for r in (0.0 * shift, shift)]
    u = [np.concatenate([-A @ np.cross(w, R_HELD - r), U0[3:]]) for r in (0.0 * shift, shift)]
    systems = [
        free(b, da.Coincident("pin", da.ground, b.at(*(R_HELD - r))), gravity=(0.0, 0.0, -G))
        for b, r in ((body, 0.0 * shift), (other, shift))
    ]
    first, second = (quantities(eom, *start) for eom, *start in zip(systems, q, u, strict=True))
    assert_close(second["a"][3:], first["a"][3:], 1e-11)
    assert_close(second["lam"], first["lam"], 1e-11)
    motions = [run(eom, *start, until=1.0) for eom, *start in zip(systems, q, u, strict=True)]
    names = systems[0].coordinates[3:]
    ends = [[motion[name][-1] for name in names] for motion in motions]
    np.testing.assert_allclose(ends[1], ends[0], rtol=0.0, atol=ATOL_RUN)


# ---- E003-1, 2, 6: a bar in a plane

HALF, MASS, J_BAR, STIFFNESS = 0.5, 2.0, 1.0 / 6.0, 50.0
P = np.array([0.8, 0.6])
DOWN = (0.0, -G, 0.0)
SPACE, PLANE = [0, 1, 5], [0, 1, 2]
"""Numbers of x, y and the angle among all coordinates."""


def bar(Jx: float = 0.01) -> da.Body:
    """Its origin is the mass centre; it is thick enough to be a body in space."""
    return da.Body("bar", da.Inertia(MASS, (0.0, 0.0, 0.0), np.diag([Jx, J_BAR, J_BAR])))


def placed(kind: str, body: da.Body) -> tuple[Any, str, list[int]]:
    """Its joint, the name of the angle in the plane, and the numbers of the coordinates in the plane."""
    if kind == "plane":
        return da.Planar("place", da.ground, body, normal="z"), "place.angle", PLANE
    return da.Free("place", da.ground, body, angles="xyz"), "place.angle3", SPACE


def pinned(body: da.Body) -> da.Holonomic:
    return da.Holonomic("pin", list(da.position(body.at(x=-HALF))[:2]))


def swing(kind: str) -> tuple[da.Equations, list[int]]:
    """Pinned at its left end, with a spring from the right end to P."""
    body = bar(0.0 if kind == "plane" else 0.01)
    joint, _, numbers = placed(kind, body)
    spring = da.Spring("spring", da.ground.at(*P), body.at(x=HALF), stiffness=STIFFNESS)
    return da.derive(da.Model(joint, pinned(body), spring, gravity=DOWN)), numbers


def in_plane(eom: da.Equations, numbers: list[int], x: float, y: float, angle: float) -> np.ndarray:
    values = np.zeros(len(eom.coordinates))
    values[numbers] = x, y, angle
    return values


def on_pin(angle: float) -> tuple[float, float, float]:
    return HALF * np.cos(angle), HALF * np.sin(angle), angle


each_kind = pytest.mark.parametrize("kind", ["space", "plane"])


@pytest.mark.covers("F003-12", "F003-9")
@each_kind
def test_the_pinned_bar_starts_as_given(kind):
    eom, k = swing(kind)
    found = quantities(eom, in_plane(eom, k, HALF, 0.0, 0.0), np.zeros(len(eom.speeds)))
    assert_close(found["M"][np.ix_(k, k)], np.diag([MASS, MASS, J_BAR]))
    assert_close(found["f"][k], [-10.0, 30.0 - MASS * G, 15.0])
    assert_close(found["J"][:, k], [[1.0, 0.0, 0.0], [0.0, 1.0, -HALF]])
    assert_close(found["gamma"], [0.0, 0.0])
    assert_close(found["a"][k], [0.0, 15.1425, 30.285])
    assert_close(found["lam"], [10.0, 19.905])

    # nothing leaves the plane, though in space nothing but symmetry keeps the bar in it
    rest = [n for n in range(len(eom.speeds)) if n not in k]
    assert_close(found["a"][rest], np.zeros(len(rest)))


@pytest.mark.covers("F003-12", "F003-8")
@each_kind
def test_rows_and_right_sides_of_the_turning_bar(kind):
    eom, k = swing(kind)
    angle, rate = 0.7, 1.9
    s, c = np.sin(angle), np.cos(angle)
    speeds = in_plane(eom, k, -HALF * s * rate, HALF * c * rate, rate)
    found = quantities(eom, in_plane(eom, k, *on_pin(angle)), speeds)
    assert_close(found["J"][:, k], [[1.0, 0.0, HALF * s], [0.0, 1.0, -HALF * c]])
    assert_close(found["gamma"], -HALF * rate**2 * np.array([c, s]))
    inertia = J_BAR + MASS * HALF**2
    moment = 2 * STIFFNESS * HALF * (P[1] * c - P[0] * s) - MASS * G * HALF * c
    assert found["a"][k[2]] == pytest.approx(moment / inertia, rel=1e-11)


@pytest.mark.covers("F003-9")
@each_kind
@pytest.mark.parametrize(
    ("angle", "lam"),
    [
        (0.467440384506, (4.636229053536, 12.150136614772)),
        (3.609033038096, (-84.636229053536, -32.910136614772)),
    ],
)
def test_the_pinned_bar_rests_where_it_is_in_balance(kind, angle, lam):
    eom, k = swing(kind)
    exact = np.arctan2(2 * STIFFNESS * P[1] - MASS * G, 2 * STIFFNESS * P[0]) + (np.pi if angle > 1.0 else 0.0)
    assert exact == pytest.approx(angle, abs=PRINTED)
    found = quantities(eom, in_plane(eom, k, *on_pin(exact)), np.zeros(len(eom.speeds)))
    np.testing.assert_allclose(found["a"], 0.0, rtol=0.0, atol=1e-11)
    np.testing.assert_allclose(found["lam"], lam, rtol=0.0, atol=PRINTED)
    if angle < 1.0:
        np.testing.assert_allclose(on_pin(exact)[:2], (0.446362290535, 0.225301366148), rtol=0.0, atol=PRINTED)


@pytest.mark.covers("F003-12", "F003-18")
@each_kind
def test_the_pinned_bar_swings_as_given(kind):
    eom, k = swing(kind)
    times = [0.0, 0.1, 0.25, 0.5, 1.0]
    motion = run(eom, in_plane(eom, k, *on_pin(0.0)), np.zeros(len(eom.speeds)), 1.0, times)
    angle, rate = motion[eom.coordinates[k[2]]], motion[eom.speeds[k[2]]]
    expected = [0.0, 0.143900765991, 0.671854336530, 0.758250892303, 0.575549378995]
    np.testing.assert_allclose(angle, expected, rtol=0.0, atol=ATOL_RUN)
    assert rate[3] == pytest.approx(-2.962415299617, abs=10 * ATOL_RUN)
    lam = motion.evaluate({"lam": eom.multipliers})["lam"]
    np.testing.assert_allclose(lam[3], (3.182115882, 3.976314339), rtol=0.0, atol=1e-7)
    assert motion.energy_drift < ATOL_RUN


@pytest.mark.covers("F003-12")
def test_a_bar_without_thickness_is_no_body_in_space_but_one_in_a_plane():
    joint, _, _ = placed("space", bar(0.0))
    with pytest.raises(
        da.errors.ModelError, match="'bar' at the end of Free 'place' has no inertia against some of its"
    ):
        da.derive(da.Model(joint))
    eom, _ = swing("plane")
    assert_close(quantities(eom, on_pin(0.3), np.zeros(3))["M"], np.diag([MASS, MASS, J_BAR]))


def test_rows_that_depend_on_each_other_are_named():
    body = bar()
    model = da.Model(
        placed("space", body)[0],
        da.Coincident("pin", da.ground, body.at(x=-HALF)),
        da.Distance("rope", da.ground.at(y=1.0), body.at(x=-HALF), 1.0),
        gravity=DOWN,
    )
    found = da.mobility(model, model.state(q={"place.x": HALF}))
    assert (found.rows, found.generic_rank) == (4, 3)
    assert [str(dependence) for dependence in found.redundant] == ["rope depends on pin.y"]


# E003-2


@pytest.mark.covers("F003-12", "F003-13")
@each_kind
def test_the_bar_on_two_springs_without_constraints(kind):
    """X and Y swing with 2k/m = 50, the angle like a pendulum with 2ka²/J = 150."""
    height = 0.4
    body = bar(0.0 if kind == "plane" else 0.01)
    joint, _, k = placed(kind, body)
    springs = [
        da.Spring(name, da.ground.at(x, height), body.at(x=x), stiffness=STIFFNESS)
        for name, x in (("left", -HALF), ("right", HALF))
    ]
    eom = da.derive(da.Model(joint, *springs, gravity=DOWN))
    assert not eom.rows
    level = height - 0.1962
    found = quantities(eom, in_plane(eom, k, 0.0, level, 0.0), np.zeros(len(eom.speeds)))
    np.testing.assert_allclose(found["a"], 0.0, rtol=0.0, atol=RTOL * G)

    x0, y0, angle0, v0, rate0 = 0.1, -0.05, 0.8, 0.3, 2.0
    start = in_plane(eom, k, x0, level + y0, angle0)
    motion = run(eom, start, in_plane(eom, k, v0, 0.0, rate0), 1.5, np.linspace(0.0, 1.5, 16))
    t, w = motion.times, np.sqrt(50.0)
    x, y, angle = (motion[eom.coordinates[n]] for n in k)
    np.testing.assert_allclose(x, x0 * np.cos(w * t) + v0 / w * np.sin(w * t), rtol=0.0, atol=ATOL_RUN)
    np.testing.assert_allclose(y, level + y0 * np.cos(w * t), rtol=0.0, atol=ATOL_RUN)
    pendulum = solve_ivp(
        lambda t, z: [z[1], -150.0 * np.sin(z[0])],
        (0.0, 1.5),
        [angle0, rate0],
        "DOP853",
        t_eval=t,
        rtol=1e-12,
        atol=1e-13,
    )
    np.testing.assert_allclose(angle, pendulum.y[0], rtol=0.0, atol=ATOL_RUN)


# E003-6


@pytest.mark.covers("F003-8", "F003-9")
@each_kind
@pytest.mark.parametrize("as_drive", [False, True])
def test_the_driven_bar_needs_the_given_torque(kind, as_drive):
    body = bar(0.0 if kind == "plane" else 0.01)
    joint, name, k = placed(kind, body)
    law = 1.5 * da.time**2
    row = da.Drive("drive", name, law) if as_drive else da.Holonomic("drive", da.coordinate(name) - law)
    eom = da.derive(da.Model(joint, pinned(body), row, gravity=DOWN))
    t = 0.4
    angle, rate = 1.5 * t**2, 3.0 * t
    s, c = np.sin(angle), np.cos(angle)
    speeds = in_plane(eom, k, -HALF * s * rate, HALF * c * rate, rate)
    found = quantities(eom, in_plane(eom, k, *on_pin(angle)), speeds, t)
    np.testing.assert_allclose(found["phi"], 0.0, rtol=0.0, atol=1e-15)
    np.testing.assert_allclose(found["psi"], 0.0, rtol=0.0, atol=1e-15)
    assert_close(found["J"][:, k], [[1.0, 0.0, HALF * s], [0.0, 1.0, -HALF * c], [0.0, 0.0, 1.0]])
    assert_close(found["gamma"], [-HALF * rate**2 * c, -HALF * rate**2 * s, 3.0])
    np.testing.assert_allclose(found["a"][k], (-1.055917281534, 1.285861071251, 3.0), rtol=0.0, atol=PRINTED)
    expected = (-2.111834563068, 22.191722142501, 11.528825533298)
    np.testing.assert_allclose(found["lam"], expected, rtol=0.0, atol=PRINTED)
    assert expected[2] == pytest.approx((J_BAR + MASS * HALF**2) * 3.0 + MASS * G * HALF * c, abs=PRINTED)


# ---- E003-3: a heavy top

TILT, PRECESSION, ARM = np.pi / 6, 2.0, 0.3
TOP_START = np.array([0.0, TILT, 0.0])
TOP_RATES = np.array([-1.154700538379, 0.0, 82.812604307034])
ABOUT_PIVOT = np.diag([0.1, 0.1, 0.02])


def top(at_pivot: bool, *, has_joint: bool = False) -> tuple[da.Equations, np.ndarray, np.ndarray]:
    """Its equations, and the start, with the origin in the pivot or in the mass centre.

    The pivot is a constraint of the free body, or a joint of which absolute coordinates make one.
    """
    com = np.array([0.0, 0.0, ARM if at_pivot else 0.0])
    inertia = da.Inertia.from_origin(1.0, np.array([0.0, 0.0, ARM]), ABOUT_PIVOT)
    body = da.Body("top", da.Inertia(1.0, com, inertia.J))
    pivot = body.at(z=com[2] - ARM)
    r = np.array([0.0, 0.0, ARM - com[2]])
    A, w = rotation(TOP_START), rates(TOP_START) @ TOP_RATES
    q, u = np.concatenate([A @ r, TOP_START]), np.concatenate([A @ np.cross(w, r), TOP_RATES])
    down = (0.0, 0.0, -G)
    if has_joint:
        model = da.Model(da.Spherical("pin", da.ground, pivot), gravity=down)
        return da.derive(model, coordinates=da.formulations.Absolute(angles="xyz")), q, u
    return free(body, da.Holonomic("pin", list(da.position(pivot))), gravity=down), q, u


each_origin = pytest.mark.parametrize("at_pivot", [True, False])
each_pivot = pytest.mark.parametrize("has_joint", [False, True])


def test_the_spin_of_a_steady_precession():
    spin = (G * ARM + 0.1 * PRECESSION**2 * np.cos(TILT)) / (0.02 * PRECESSION)
    assert spin == pytest.approx(82.235254037844, abs=PRINTED)
    assert spin - PRECESSION * np.cos(TILT) == pytest.approx(80.503203230276, abs=PRINTED)
    inertia = da.Inertia.from_origin(1.0, np.array([0.0, 0.0, ARM]), ABOUT_PIVOT)
    np.testing.assert_allclose(np.diag(inertia.J), (0.01, 0.01, 0.02), rtol=RTOL)
    w = rates(TOP_START) @ TOP_RATES
    assert w[2] == pytest.approx(spin, abs=PRINTED)


@pytest.mark.covers("F003-9", "F003-10")
@each_origin
@each_pivot
def test_the_top_starts_as_given(at_pivot, has_joint):
    eom, q, u = top(at_pivot, has_joint=has_joint)
    found = quantities(eom, q, u)
    np.testing.assert_allclose(found["phi"], 0.0, rtol=0.0, atol=1e-15)
    np.testing.assert_allclose(found["a"][3:], (0.0, -2.309401076759, 0.0), rtol=0.0, atol=1e-9)
    np.testing.assert_allclose(found["lam"], (-0.6, 0.0, 9.81), rtol=0.0, atol=1e-9)
    coupling = np.abs(found["M"][:3, 3:]).max()
    assert coupling > 0.1 if at_pivot else coupling == 0.0
    assert_close(found["J"][:, :3], np.eye(3))
    if at_pivot:
        assert_close(found["J"][:, 3:], np.zeros((3, 3)))


@pytest.mark.covers("F003-10", "F003-18")
@each_origin
@each_pivot
def test_the_top_precesses_steadily_by_either_origin(at_pivot, has_joint):
    eom, q, u = top(at_pivot, has_joint=has_joint)
    motion = run(eom, q, u, 1.0, np.linspace(0.0, 1.0, 11))
    beta = np.stack([motion[name] for name in eom.coordinates[3:]], axis=-1)
    expected = (-0.483433764161, -0.209604853689, 82.451349436956)
    np.testing.assert_allclose(beta[-1], expected, rtol=0.0, atol=1e-8)
    axis = np.array([rotation(b)[:, 2] for b in beta])
    t = motion.times
    circle = np.stack([0.5 * np.cos(2 * t), 0.5 * np.sin(2 * t), np.full(len(t), 0.866025403784)], axis=-1)
    np.testing.assert_allclose(axis, circle, rtol=0.0, atol=1e-9)
    assert motion.energy_drift < 1e-8


# ---- E003-4: nothing acts

PRINCIPAL = np.diag([1.0, 2.0, 3.0])
W0 = np.array([0.1, 2.0, 0.1])


@pytest.mark.covers("F003-11", "F003-13", "F003-18")
def test_a_body_without_forces_turns_as_given():
    eom = free(da.Body("solid", da.Inertia(1.0, (0.0, 0.0, 0.0), PRINCIPAL)))
    assert not eom.rows
    motion = run(eom, np.zeros(6), [0.0, 0.0, 0.0, *W0], 0.6, [0.0, 0.3, 0.6])
    beta = np.stack([motion[name] for name in eom.coordinates[3:]], axis=-1)
    rate = np.stack([motion[name] for name in eom.speeds[3:]], axis=-1)
    w = np.array([rates(b) @ r for b, r in zip(beta, rate, strict=True)])
    expected_w = [
        (0.044823438923, 2.00199671811, 0.085652672028),
        (-0.004943364824, 2.002492337849, 0.081699524388),
    ]
    expected = [(0.0142532215, 0.600522557555, 0.024876487724), (-0.030003642203, 1.200690981883, 0.087587090351)]
    np.testing.assert_allclose(w[1:], expected_w, rtol=0.0, atol=ATOL_RUN)
    np.testing.assert_allclose(beta[1:], expected, rtol=0.0, atol=ATOL_RUN)
    momentum = np.array([rotation(b) @ PRINCIPAL @ x for b, x in zip(beta, w, strict=True)])
    np.testing.assert_allclose(momentum, np.tile(PRINCIPAL @ W0, (3, 1)), rtol=0.0, atol=ATOL_RUN)
    assert motion.energy_drift < ATOL_RUN


def test_a_body_without_forces_turns_close_to_where_the_angles_are_singular():
    """The middle angle comes to 0.038 below a right angle; Euler parameters have no such place."""
    inertia = da.Inertia(1.0, (0.0, 0.0, 0.0), PRINCIPAL)
    times = np.linspace(0.0, 1.2, 1201)
    eom = free(da.Body("solid", inertia))
    by_angles = run(eom, np.zeros(6), [0.0, 0.0, 0.0, *W0], 1.2, times)
    theta = by_angles[eom.coordinates[4]]
    assert theta.max() == pytest.approx(1.532756, abs=1e-5)
    assert times[theta.argmax()] == pytest.approx(0.7836, abs=1e-3)

    body = da.Body("solid", inertia)
    model = da.Model(da.Free("free", da.ground, body))
    start = model.state(u=dict(zip(model.speeds[3:], W0, strict=True)))
    by_parameters = da.simulate(model, start, until=1.2, method=METHOD, times=times)
    found = by_parameters.evaluate({"R": da.orientation(body)})["R"]
    beta = [by_angles[name][-1] for name in eom.coordinates[3:]]
    np.testing.assert_allclose(found[-1], rotation(beta), rtol=0.0, atol=1e-8)


# ---- singular systems have a cause

ANGLES = r"the rates of free\.angle1\.rate, .* have no value there: three angles have none where the first"


def of_a_box(*rows):
    return da.Model(
        da.Free("free", da.ground, da.box("body", size=(1.0, 2.0, 3.0), mass=1.0), angles="xyz"), *rows
    )


@pytest.mark.covers("F003-17")
@pytest.mark.parametrize("coordinates", [None, da.formulations.Absolute("xyz")], ids=repr)
@pytest.mark.parametrize("principle", [da.Recursive(), da.Lagrange(), da.Kane()], ids=repr)
def test_angles_without_a_rate_are_named(principle, coordinates):
    """Where cos θ = 0, det M = 0: the first and the last angle turn about one axis."""
    eom = da.derive(of_a_box(), principle, coordinates=coordinates)
    state = eom.state(q={"free.angle2": np.pi / 2})
    with pytest.raises(da.errors.SolverError, match=ANGLES):
        da.as_dynamics(eom).accelerations(state)
    with pytest.raises((da.errors.ModelError, da.errors.SolverError), match="axis"):
        da.simulate(eom, state, until=1.0)


@pytest.mark.covers("F003-17")
def test_planar_data_in_space_are_refused():
    """J_x = J_y = 0 belong to no body; a plane needs its own three coordinates, or true moments."""
    with pytest.raises(da.errors.ModelError, match=r"principal moments \(0, 0, 1\) belong to no body"):
        da.Inertia(2.0, J=np.diag([0.0, 0.0, 1.0]))


@pytest.mark.covers("F003-17")
def test_motions_without_inertia_are_refused():
    needle = da.Body("needle", da.Inertia(2.0, J=np.diag([0.0, 1.0, 1.0])))
    with pytest.raises(
        da.errors.ModelError, match="'needle' at the end of Free 'free' has no inertia against some"
    ):
        da.Model(da.Free("free", da.ground, needle, angles="xyz"))


@pytest.mark.covers("F003-17")
@pytest.mark.parametrize(
    ("relations", "cause"),
    [
        ((da.coordinate("free.x") ** 2,), "no motion changes row 1"),
        (
            (da.coordinate("free.x") * da.coordinate("free.y"), da.coordinate("free.z")),
            "no motion changes row 1",
        ),
        (
            (da.sin(da.coordinate("free.x")), da.coordinate("free.x") * da.exp(da.coordinate("free.y"))),
            "the rows row 1, row 2 depend on each other",
        ),
    ],
)
def test_rows_that_say_nothing_in_a_state_are_named(relations, cause):
    model = of_a_box(*(da.Holonomic(f"row {k}", relation) for k, relation in enumerate(relations, 1)))
    with pytest.raises(da.errors.SolverError, match=cause):
        da.as_dynamics(model).accelerations(model.state())


def test_a_law_without_a_value_is_told_from_a_singular_matrix():
    body = da.particle("body", mass=1.0)
    model = da.Model(
        da.Prismatic("x", da.ground, body), da.JointForce("pull", "x", da.expr.log(da.coordinate("x")))
    )
    with pytest.raises(da.errors.SolverError, match="the forces are not defined: a law is not everywhere"):
        da.as_dynamics(model).accelerations(model.state(q={"x": -1.0}))

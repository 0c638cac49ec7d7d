"""The library of constraints: rows against tables, definitions and differences, and motions with known numbers."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import dalembert as da
from dalembert.expr.calculus import jacobian
from dalembert.model.bodies import Frame
from dalembert.spatial.vectors import across
from tests.oracles.mechanisms import At, levels
from tests.oracles.trees import frame, sample, tree

pytestmark = pytest.mark.slow

RTOL = 1e-11
"""Of the largest entry: sums of a few hundred products."""

G = 9.81
t = da.time
x, y, z = da.expr.symbols("x y z")
BALL = da.sphere("ball", radius=0.3, mass=2.0)
FINE = da.methods.DOP853(rtol=1e-11, atol=1e-12)


def assert_close(actual: Any, expected: Any, rtol: float = RTOL) -> None:
    actual, expected = np.asarray(actual, dtype=float), np.asarray(expected, dtype=float)
    np.testing.assert_allclose(actual, expected, rtol=0.0, atol=rtol * max(1.0, np.abs(expected).max(initial=0.0)))


def rows_of(at: At, *names: str) -> list[int]:
    index = {row.name: i for i, row in enumerate(at.eom.rows)}
    return [index[name] for name in names]


# ---- every constraint at random states


KINDS_IN_TREE = ["free", "revolute", "cylindrical", "universal", "prismatic", "revolute z", "spherical"]


@cache
def places() -> list[Frame]:
    """Random frames on bodies of a tree, and one on the ground."""
    rng = np.random.default_rng(6)
    return [*(frame(rng, body) for body in bare().bodies), da.ground.at(0.1, 0.2, -0.3)]


@cache
def bare() -> da.Model:
    return tree(KINDS_IN_TREE, seed=8, motors=False)


def surfaces(place: Frame) -> dict[str, da.geometry.Surface]:
    """One of each kind that balls roll on."""
    return {
        "plane": da.geometry.plane(place, (0.2, 0.3, 1.0)),
        "dome": da.geometry.sphere_outside(place, 0.4),
        "bowl": da.geometry.sphere_inside(place, da.param("bowl radius", 9.0)),
        "drum": da.geometry.cylinder_outside(place, 0.3, "x"),
        "pipe": da.geometry.cylinder_inside(place, 8.0, (0.1, 1.0, 0.3)),
        "hill": da.geometry.surface(place, z + 0.04 * x**2 + 0.03 * y**2 - 0.01 * x * y * z),
        "trough": da.geometry.surface(place, z - 0.05 * y**2 + 2.0),
    }


def library() -> list[Any]:
    """Constraints between places of the tree: along branches, across them, to the ground."""
    A, B, C, D, E, F, Z, W = places()
    s = da.coordinate("s")
    helix = (da.cos(s), da.sin(s) + 0.1 * t, 0.3 * s)
    sheet = (s, da.coordinate("w"), s * da.coordinate("w"))
    parts = [
        da.relations.PointOnLine("slot", A, on=da.geometry.line(Z, "y")),
        da.relations.PointOnLine("rail", Z, on=da.geometry.line(W, (0.3, -1.0, 0.4))),
        da.relations.PointOnPlane("table", C, on=da.geometry.plane(F, "-x")),
        da.relations.PointOnCurve("wire", B, on=da.geometry.curve(D, helix)),
        da.relations.PointOnCurve("ellipse", C, on=da.geometry.curve(W, x**2 / 4.0 + y**2 - 1.0)),
        da.relations.PointOnCurve(
            "meeting", D, on=da.geometry.curve(A, (x**2 + y**2 + z**2 - da.param("r", 2.0), x - da.sin(z * t)))
        ),
        da.relations.PointOnCurve("straight", D, on=da.geometry.line(B, "z")),
        da.relations.PointOnSurface("sheet", E, on=da.geometry.surface(W, sheet)),
        *(da.relations.PointOnSurface(f"on {name}", C, on=on) for name, on in surfaces(Z).items()),
        da.relations.Parallel("parallel", da.geometry.line(A, "z"), da.geometry.line(Z, (0.2, 0.1, 1.0))),
        da.relations.Perpendicular("square", da.geometry.line(W, "x"), da.geometry.line(D, (1.0, 2.0, 0.5))),
        da.relations.AngleBetween(
            "leaning", da.geometry.line(B, "x"), da.geometry.line(C, "z"), 0.7 + 0.2 * da.sin(t)
        ),
        da.relations.CoordinateDifference("abscissa", A, Z, "x", da.cos(2.0 * t)),
        da.relations.CoordinateDifference("height", E, B, (0.1, 0.2, 1.0), along=D),
        da.relations.RelativeRotation("turn", A, C, "y", 3.0 * t**2),
        da.relations.RelativeRotation("askew", Z, W, (0.2, 1.0, 0.1)),
        da.Gear("gear", "joint2.angle", "joint1", 2.0, 0.3),
        da.relations.Belt("belt", "joint1", "joint5", (0.1, 0.3), is_crossed=True),
        da.relations.RackAndPinion("rack", "joint4", "joint1", 0.2),
        da.relations.ScrewCoupling("thread", "joint2.slide", "joint2.angle", 0.05, 0.1 * t),
        *(da.Rolling(f"rolls on {name}", BALL, on=on) for name, on in surfaces(F).items()),
    ]
    wheel, drum = (
        da.disc(name, radius=r, mass=1.0, axis=a) for name, r, a in (("wheel", 0.2, "x"), ("hub", 0.4, "y"))
    )
    rng = np.random.default_rng(2)
    egg = da.sphere("egg", radius=0.25, mass=1.0)
    joints = [
        da.extend.extra_coordinate("s"),
        da.extend.extra_coordinate("w"),
        da.Free("carries ball", A, BALL),
        da.Spherical("carries wheel", frame(rng, B.body), wheel),
        da.Universal("carries hub", frame(rng, da.ground), drum),
        da.Free("carries egg", da.ground.at(1.0, 2.0, 0.5), egg),
    ]
    contacts = [
        da.Rolling("wheel on hub", wheel, on=drum),
        da.Rolling("hub in ring", drum, on=da.geometry.cylinder_inside(C, 7.0, "x")),
        da.Rolling("ball on egg", BALL, on=egg),
    ]
    return [*joints, *parts, *contacts]


@cache
def anywhere() -> At:
    """A tree with the whole library, at a state where no row holds, and none needs to."""
    model = da.Model(*bare().parts, *library(), gravity=bare().gravity)
    at = sample(model, seed=4)
    return At(model, at.q, at.u, t=0.6, p={"bowl radius": 8.5, "r": 1.7})


@pytest.mark.covers("F000-58", "F004-8", "F004-9", "F004-10")
def test_each_level_is_the_rate_of_the_one_below() -> None:
    at = anywhere()
    psi, accelerated, rate, slope = levels(at)
    assert np.isfinite(at(at.eom.gamma)).all()
    assert_close(psi[: len(at.eom.phi)], rate)
    assert_close(accelerated, slope)
    assert_close(at(at.eom.J), at(jacobian(at.eom.psi, at.eom.u)))


def moved(at: At, h: float) -> At:
    """The state a short time later, with constant speeds."""
    return replace(at, q=at(at.eom.motion.moved(at.u * h)), t=at.t + h, equations=at.eom)


def test_rows_and_their_rates_agree_with_differences() -> None:
    """By central differences of numbers along a motion with constant speeds: no derivative of ours takes part."""
    at, h = anywhere(), 1e-5
    m_phi = len(at.eom.phi)
    there, back = moved(at, h), moved(at, -h)
    slope = (there(at.eom.phi) - back(at.eom.phi)) / (2.0 * h)
    np.testing.assert_allclose(at(at.eom.psi)[:m_phi], slope, rtol=0.0, atol=1e-7 * np.abs(slope).max())
    change = (there(at.eom.psi) - back(at.eom.psi)) / (2.0 * h)
    np.testing.assert_allclose(-at(at.eom.gamma), change, rtol=0.0, atol=1e-7 * np.abs(change).max())


# ---- what the rows say


def local(at: At, place: Frame, of: Frame) -> Any:
    """Coordinates of a place in the axes of a frame."""
    X = at.pose(of)
    return X.R.T @ (at.pose(place).p - X.p)


def test_points_are_as_far_from_lines_and_planes_as_the_rows_say() -> None:
    at = anywhere()
    phi = at(at.eom.phi)
    A, _, C, D, *_, F, Z, W = places()
    for name, point, of, axis in (
        ("slot", A, Z, "y"),
        ("rail", Z, W, (0.3, -1.0, 0.4)),
        ("straight", D, places()[1], "z"),
    ):
        d = local(at, point, of)
        assert_close(phi[rows_of(at, f"{name}.first", f"{name}.second")], [e @ d for e in across(axis)])
    assert_close(phi[rows_of(at, "table")], [-local(at, C, F)[0]])


def test_points_are_near_curves_and_surfaces_where_the_rows_say() -> None:
    at = anywhere()
    phi = at(at.eom.phi)
    A, B, C, D, E, _, Z, W = places()
    model, values = at.model, dict(zip(at.model.coordinates, at.q, strict=True))
    s, w = values["s"], values["w"]
    assert model.speeds.count("s.rate") == 1
    assert_close(
        phi[rows_of(at, "wire.x", "wire.y", "wire.z")],
        local(at, B, D) - [np.cos(s), np.sin(s) + 0.1 * at.t, 0.3 * s],
    )
    assert_close(phi[rows_of(at, "sheet.x", "sheet.y", "sheet.z")], local(at, E, W) - [s, w, s * w])
    d = local(at, C, W)
    slope = [d[0] / 2.0, 2.0 * d[1]]
    expected = [(d[0] ** 2 / 4.0 + d[1] ** 2 - 1.0) / np.linalg.norm(slope), d[2]]
    assert_close(phi[rows_of(at, "ellipse.first", "ellipse.second")], expected)
    d = local(at, D, A)
    first = (d @ d - 1.7) / (2.0 * np.linalg.norm(d))
    second = (d[0] - np.sin(d[2] * at.t)) / np.hypot(1.0, at.t * np.cos(d[2] * at.t))
    assert_close(phi[rows_of(at, "meeting.first", "meeting.second")], [first, second])
    d = local(at, C, Z)
    expected = [np.linalg.norm(d) - 0.4, 8.5 - np.linalg.norm(d), np.hypot(d[1], d[2]) - 0.3]
    assert_close(phi[rows_of(at, "on dome", "on bowl", "on drum")], expected)


def test_directions_and_differences_are_as_the_rows_say() -> None:
    at = anywhere()
    phi = at(at.eom.phi)
    A, B, C, D, E, _, Z, W = places()
    R = {place: at.pose(place).R for place in places()}
    p = {place: at.pose(place).p for place in places()}

    def unit(*v: float) -> Any:
        return np.array(v) / np.linalg.norm(v)

    b = R[A].T @ R[Z] @ unit(0.2, 0.1, 1.0)
    assert_close(phi[rows_of(at, "parallel.first", "parallel.second")], b[:2])
    assert_close(phi[rows_of(at, "square")], [R[W][:, 0] @ R[D] @ unit(1.0, 2.0, 0.5)])
    angle = 0.7 + 0.2 * np.sin(at.t)
    assert_close(phi[rows_of(at, "leaning")], [(np.cos(angle) - R[B][:, 0] @ R[C][:, 2]) / np.sin(angle)])
    assert_close(phi[rows_of(at, "abscissa")], [(p[Z] - p[A])[0] - np.cos(2.0 * at.t)])
    assert_close(phi[rows_of(at, "height")], [R[D] @ unit(0.1, 0.2, 1.0) @ (p[B] - p[E])])
    turned = R[A].T @ R[C]
    difference = np.arctan2(turned[0, 2], turned[2, 2]) - 3.0 * at.t**2
    assert_close(phi[rows_of(at, "turn")], [np.angle(np.exp(1j * difference))])


def test_a_ball_is_as_far_from_a_surface_as_its_nearest_point() -> None:
    """The nearest point by a search in the coordinates of the surface, not along its normal."""
    from scipy.optimize import minimize

    at = anywhere()
    d, phi = local(at, Frame(BALL), places()[5]), at(at.eom.phi)

    def hill(v: Any) -> Any:
        return np.array([v[0], v[1], -(0.04 * v[0] ** 2 + 0.03 * v[1] ** 2) / (1.0 - 0.01 * v[0] * v[1])])

    def trough(v: Any) -> Any:
        return np.array([v[0], v[1], 0.05 * v[1] ** 2 - 2.0])

    for name, point in (("hill", hill), ("trough", trough)):
        found = minimize(lambda v: np.sum((point(v) - d) ** 2), d[:2], tol=1e-14)  # noqa: B023
        side = np.sign(d[2] - point(d[:2])[2])
        assert_close(phi[rows_of(at, f"rolls on {name}.contact")], [side * np.sqrt(found.fun) - 0.3], rtol=1e-10)


def test_the_touching_point_does_not_move_on_the_surface() -> None:
    """Slip is the velocity of the ball's touching point relative to the surface, along its tangents."""
    at = anywhere()
    psi, jacobian_rows = at(at.eom.psi, at.eom.J)
    S, B = at.pose(places()[5]), at.pose(Frame(BALL))
    (w, v), (w_S, v_S) = at.velocity(Frame(BALL)), at.velocity(places()[5])
    d = S.R.T @ (B.p - S.p)
    for name, n in (("dome", d / np.linalg.norm(d)), ("bowl", -d / np.linalg.norm(d))):
        arm = -0.3 * S.R @ n
        slip = v + np.cross(w, arm) - v_S - np.cross(w_S, B.p + arm - S.p)
        along = slip - (S.R @ n) @ slip * (S.R @ n)
        rows = rows_of(at, f"rolls on {name}.slip first", f"rolls on {name}.slip second")
        assert_close(np.linalg.norm(psi[rows]), np.linalg.norm(along))
        assert np.linalg.matrix_rank(jacobian_rows[rows]) == 2


@pytest.mark.parametrize("n", [(0, 0, 1), (0, 0, -1), (0.6, 0.8, 0.0), (-0.48, 0.6, -0.64), (1, 0, 0)])
def test_tangents_exist_everywhere(n: Any) -> None:
    n = np.array(n, dtype=float)
    for name in ("dome", "bowl", "hill"):
        first, second = surfaces(Frame(da.ground))[name].tangents(n)
        assert_close(np.cross(first, second), n)


def test_unit_multipliers_are_forces_and_moments_as_documented() -> None:
    at = anywhere()
    A, B, C, D, E, F, Z, W = places()
    R = {place: at.pose(place).R for place in places()}
    rows = {row.row.name: row for row in at.eom.constraint_rows}
    a, b = R[B][:, 0], R[C][:, 2]
    n = R[F] @ (-1.0, 0.0, 0.0)
    e = R[D] @ np.array([0.1, 0.2, 1.0]) / np.linalg.norm([0.1, 0.2, 1.0])
    moment, none = np.cross(a, b) / np.sin(0.7 + 0.2 * np.sin(at.t)), np.zeros(3)
    expected = {
        ("table", C): (none, n),
        ("height", B): (none, e),
        ("leaning", C): (moment, none),
        ("parallel.first", Z): (
            np.cross(R[Z] @ (0.2, 0.1, 1.0), R[A][:, 0]) / np.linalg.norm([0.2, 0.1, 1.0]),
            none,
        ),
        ("square", D): (np.cross(R[D] @ (1.0, 2.0, 0.5), R[W][:, 0]) / np.linalg.norm([1.0, 2.0, 0.5]), none),
        ("abscissa", Z): (none, np.array([1.0, 0.0, 0.0])),
    }
    for (name, place), (of_moment, of_force) in expected.items():
        wrench = at(rows[name].exerted.on_frame(place))
        assert_close(R[place] @ wrench[:3], of_moment)
        assert_close(R[place] @ wrench[3:], of_force)
    assert E is not F


# ---- the planar tables


class Plane:
    """Two bodies in a plane at a random state, with points of both; columns (x_i, y_i, φ_i | x_j, y_j, φ_j)."""

    def __init__(self, *parts: Any) -> None:
        self.i, self.j, self.k = (da.disc(name, radius=0.3, mass=1.0) for name in "ijk")
        joints = [da.Planar(f"q{body.name}", da.ground, body) for body in (self.i, self.j, self.k)]
        rng = np.random.default_rng(12)
        self.s_i, self.s_j = rng.uniform(-1.0, 1.0, (2, 2))
        self.at = At(
            da.Model(*joints, *(make(self) for make in parts)), rng.uniform(-1, 1, 9), rng.uniform(-1, 1, 9), t=0.4
        )
        (self.r_i, self.phi_i), (self.r_j, self.phi_j) = ((self.at.q[n : n + 2], self.at.q[n + 2]) for n in (0, 3))
        (self.v_i, self.w_i), (self.v_j, self.w_j) = ((self.at.u[n : n + 2], self.at.u[n + 2]) for n in (0, 3))
        self.a_i, self.a_j = _turn(self.phi_i) @ self.s_i, _turn(self.phi_j) @ self.s_j

    def point_i(self) -> Frame:
        return self.i.at(*self.s_i)

    def point_j(self) -> Frame:
        return self.j.at(*self.s_j)

    @property
    def D(self) -> Any:
        """From the point of j to that of i."""
        return self.r_i + self.a_i - self.r_j - self.a_j

    @property
    def D_rate(self) -> Any:
        return self.v_i + self.w_i * QUARTER @ self.a_i - self.v_j - self.w_j * QUARTER @ self.a_j

    def check(self, name: str, phi: float, row: Any, gamma: float, scale: float = 1.0) -> None:
        """A row against a table, in which it stands times a factor."""
        n = rows_of(self.at, name)[0]
        found = self.at(self.at.eom.phi[n], self.at.eom.J[n], self.at.eom.gamma[n])
        assert_close(scale * found[0], phi)
        assert_close(scale * found[1], np.concatenate([row, np.zeros(9 - len(row))]))
        assert_close(scale * found[2], gamma)


def _turn(angle: float) -> Any:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


QUARTER = _turn(np.pi / 2.0)


@pytest.mark.covers("F004-3")
def test_table_of_the_revolute_joint() -> None:
    p = Plane(lambda p: da.Revolute("A", p.j.at(*p.s_j), p.i.at(*p.s_i)))
    for axis in range(2):
        row = [*np.eye(2)[axis], (QUARTER @ p.a_i)[axis], *-np.eye(2)[axis], -(QUARTER @ p.a_j)[axis]]
        p.check(f"A.{'xy'[axis]}", p.D[axis], row, p.w_i**2 * p.a_i[axis] - p.w_j**2 * p.a_j[axis])


@pytest.mark.covers("F004-4")
def test_table_of_the_prismatic_joint() -> None:
    """A line through two points of i, a point of j on it, and no turning of one against the other."""
    AB = np.array([0.8, -0.5])
    p = Plane(
        lambda p: da.relations.PointOnLine(
            "guide", p.j.at(*p.s_j), on=da.geometry.line(p.i.at(*p.s_i), (*AB, 0.0))
        ),
        lambda p: da.relations.RelativeRotation("angle", p.j, p.i, "z", 0.2),
    )
    n, AC = QUARTER @ _turn(p.phi_i) @ AB, -p.D
    arm_i, along = AC + p.a_i, _turn(p.phi_i) @ AB
    row = [*-n, -along @ arm_i, *n, along @ p.a_j]
    gamma = p.w_i**2 * n @ AC + 2.0 * p.w_i * (QUARTER @ n) @ p.D_rate + n @ (p.w_j**2 * p.a_j - p.w_i**2 * p.a_i)
    effective = [row.name for row in p.at.eom.rows if row.part == "guide"]
    assert len(effective) == 1
    sign = np.sign(p.at(p.at.eom.J[rows_of(p.at, *effective)[0]])[3] * n[0])
    p.check(effective[0], n @ AC, row, gamma, scale=sign * np.linalg.norm(AB))
    p.check("angle", p.phi_i - p.phi_j - 0.2, [0, 0, 1, 0, 0, -1], 0.0)


@pytest.mark.covers("F004-6")
def test_table_of_the_gear_pair() -> None:
    """Ψ = φ_i − φ_i⁰ − τ (φ_j − φ_j⁰) + (τ − 1) (φ_k − φ_k⁰), with τ = −z_j/z_i outside and z_j/z_i inside."""
    start = np.array([0.3, -0.2, 0.5])
    for tau, mesh in (
        (-1.5, da.relations.external_mesh(20, 30)),
        (0.375, da.relations.internal_mesh(80, 30)),
        (0.7, 0.7),
    ):
        weights = np.array([1.0, -tau, tau - 1.0])
        offset = float(weights @ start)
        p = Plane(lambda p: da.Gear("gear", "qi.angle", "qj.angle", mesh, offset, carrier="qk.angle"))  # noqa: B023
        row = np.zeros(9)
        row[2::3] = weights
        p.check("gear", weights @ (p.at.q[2::3] - start), row, 0.0)


@pytest.mark.covers("F004-7")
def test_table_of_the_distance_to_a_fixed_point() -> None:
    """The table is for D·D − d²; here it is divided by 2 d, so the multiplier is the force of the rod."""
    c, d = np.array([0.4, -0.7]), 0.9
    p = Plane(lambda p: da.Distance("rod", da.ground.at(*c), p.i.at(*p.s_i), d))
    D, rate = p.r_i + p.a_i - c, p.v_i + p.w_i * QUARTER @ p.a_i
    row = 2.0 * np.array([*D, (QUARTER @ p.a_i) @ D])
    p.check("rod", D @ D - d**2, row, -2.0 * (rate @ rate - p.a_i @ D * p.w_i**2), scale=2.0 * d)


@pytest.mark.covers("F004-8", "F004-10")
def test_table_of_the_distance_that_follows_a_law() -> None:
    p = Plane(lambda p: da.Distance("jack", p.j.at(*p.s_j), p.i.at(*p.s_i), 0.5 + 0.2 * da.sin(3.0 * t)))
    f, f1, f2 = 0.5 + 0.2 * np.sin(1.2), 0.6 * np.cos(1.2), -1.8 * np.sin(1.2)
    n = rows_of(p.at, "jack")[0]
    phi, psi, J, gamma = p.at(p.at.eom.phi[n], p.at.eom.psi[n], p.at.eom.J[n], p.at.eom.gamma[n])
    D, rate = p.D, p.D_rate
    row = 2.0 * np.array([*D, (QUARTER @ p.a_i) @ D, *-D, -(QUARTER @ p.a_j) @ D, 0, 0, 0])
    table = -2.0 * rate @ rate + 2.0 * p.a_i @ D * p.w_i**2 - 2.0 * p.a_j @ D * p.w_j**2 + 2.0 * (f1**2 + f * f2)

    # Ψ = 2 f φ, so Ψ̇ = 2 f ψ + 2 ḟ φ and Ψ̈ = 2 f (J a − γ) + 4 ḟ ψ + 2 f̈ φ
    assert_close(2.0 * f * phi, D @ D - f**2)
    assert_close(2.0 * f * J, row)
    assert_close(2.0 * f * psi + 2.0 * f1 * phi, row @ p.at.u - 2.0 * f * f1)
    assert_close(2.0 * f * gamma - 4.0 * f1 * psi - 2.0 * f2 * phi, table)


@pytest.mark.covers("F004-9", "F004-10")
def test_tables_of_differences_that_follow_laws() -> None:
    law = 0.3 + da.sin(2.0 * t)
    f, f2 = 0.3 + np.sin(0.8), -4.0 * np.sin(0.8)
    p = Plane(
        *(
            lambda p, axis=axis: da.relations.CoordinateDifference(axis, p.j.at(*p.s_j), p.i.at(*p.s_i), axis, law)
            for axis in "xy"
        ),
        lambda p: da.relations.RelativeRotation("angle", p.j, p.i, "z", law),
        lambda p: da.Drive("drive", "qi.angle", law),
    )
    for axis in range(2):
        row = [*np.eye(2)[axis], (QUARTER @ p.a_i)[axis], *-np.eye(2)[axis], -(QUARTER @ p.a_j)[axis]]
        gamma = p.w_i**2 * p.a_i[axis] - p.w_j**2 * p.a_j[axis] + f2
        p.check("xy"[axis], p.D[axis] - f, row, gamma)
    p.check("angle", p.phi_i - p.phi_j - f, [0, 0, 1, 0, 0, -1], f2)
    p.check("drive", p.phi_i - f, [0, 0, 1], f2)


# ---- numbers of the planar applications


def solved(model: da.Model, q: Mapping[str, float], u: Mapping[str, float] | None = None) -> tuple[Any, Any]:
    at = At(
        model,
        [q.get(name, 0.0) for name in model.coordinates],
        [(u or {}).get(n, 0.0) for n in model.speeds],
        t=0.0,
    )
    assert_close(at(at.eom.phi), np.zeros(len(at.eom.phi)))
    return at(at.eom.accelerations), at(at.eom.multipliers)


@pytest.mark.covers("F004-4", "F004-22")
def test_slider_on_a_rail() -> None:
    """X004-5: 1.5 kg on a rail of 30°."""
    slider = da.Body("slider", da.Inertia(1.5, J=np.diag([1.0, 1.0, 2.0])))
    rail = da.geometry.line(da.ground, (np.cos(np.pi / 6.0), np.sin(np.pi / 6.0), 0.0))
    model = da.Model(
        da.Planar("q", da.ground, slider),
        da.relations.PointOnLine("rail", slider, on=rail),
        da.relations.RelativeRotation("angle", da.ground, slider, "z"),
        gravity=(0, -G, 0),
    )
    a, lam = solved(model, {})
    assert_close(a, [-4.247854605563, -2.4525, 0.0], 1e-12)
    assert_close(np.abs(lam), [12.743563816688, 0.0], 1e-12)
    closed = da.Model(
        da.Planar("q", da.ground, slider),
        da.Prismatic("rail", da.ground, slider, axis=rail.axis),
        gravity=(0, -G, 0),
    )
    assert_close(solved(closed, {})[0], a)


def planetary(*further: Any) -> da.Model:
    """Sun, ring and carrier turn on the ground, the planet on the carrier."""
    sun, planet, ring = (da.disc(name, radius=r, mass=1.0) for name, r in (("s", 0.2), ("p", 0.3), ("r", 0.8)))
    arm = da.rod("carrier", length=0.5, mass=1.0, radius=0.05)
    return da.Model(
        da.Revolute("sun", da.ground, sun),
        da.Revolute("ring", da.ground, ring),
        da.Revolute("arm", da.ground, arm),
        da.Revolute("planet", arm["end"], planet),
        da.Gear("sun and planet", "sun", "planet", da.relations.external_mesh(20, 30), carrier="arm"),
        da.Gear("ring and planet", "ring", "planet", da.relations.internal_mesh(80, 30), carrier="arm"),
        *further,
    )


@pytest.mark.covers("F004-6", "F004-22", "F000-58")
def test_planetary_gear() -> None:
    """X004-7: the sun is held and the carrier turns by one; angles in the table are absolute."""
    state = da.assemble(planetary(da.Drive("hold", "sun", 0.0)), q={"arm": 1.0}, u={"arm": 3.0})
    assert_close([state.q["planet"] + 1.0, state.q["ring"]], [5.0 / 3.0, 1.25], 1e-12)
    assert_close([state.u["planet.rate"] + 3.0, state.u["ring.rate"]], [5.0, 3.75], 1e-12)

    # the same by absolute angles
    bodies = [da.disc(name, radius=0.1, mass=1.0) for name in "abcd"]
    joints = [da.Planar(name, da.ground, body) for name, body in zip(("S", "P", "R", "C"), bodies, strict=True)]
    flat = da.Model(
        *joints,
        da.Gear("sun and planet", "S.angle", "P.angle", da.relations.external_mesh(20, 30), carrier="C.angle"),
        da.Gear("ring and planet", "R.angle", "P.angle", da.relations.internal_mesh(80, 30), carrier="C.angle"),
    )
    state = da.assemble(flat, q={"S.angle": 0.0, "C.angle": 1.0})
    assert_close([state.q["P.angle"], state.q["R.angle"]], [5.0 / 3.0, 1.25], 1e-12)


def test_torques_of_a_planetary_gear_are_in_the_ratio_of_teeth() -> None:
    """λ is the torque on the first wheel; at rest torques on sun, ring and arm are as 20 : 80 : −100."""
    model = planetary(
        *(da.JointForce(f"on {name}", name, f) for name, f in (("sun", 2.0), ("ring", 8.0), ("arm", -10.0)))
    )
    at = At(model)
    a, lam = at(at.eom.accelerations, at.eom.multipliers)
    assert_close(a, np.zeros(4))
    assert_close(lam[rows_of(at, "sun and planet", "ring and planet")], [-2.0, -8.0])


@pytest.mark.parametrize("is_absolute", [False, True])
@pytest.mark.parametrize("order", [("first", "second"), ("second", "first")])
def test_axles_of_a_mesh_with_a_module_feel_its_teeth(order, is_absolute) -> None:
    """A brake of 6 N m on a wheel of 0.4 m is 15 N at the teeth, across the line of the axles; pins rub by it."""
    small, large = (da.disc(name, radius=r, mass=1.0) for name, r in (("small", 0.2), ("large", 0.4)))
    teeth = {"first": 20, "second": 40}
    pin = da.Revolute("first", da.ground, small)
    parts = (
        pin,
        da.Revolute("second", da.ground.at(0.36, 0.48), large),
        da.Gear("gear", *order, da.relations.external_mesh(*(teeth[name] for name in order), module=0.02)),
        da.JointForce("brake", "second", 6.0),
        da.Drive("motor", "first", 3.0 * da.time),
    )
    names = ["motor.torque", *(f"{name}.force.{axis}" for name in ("first", "second") for axis in "xy")]
    model = da.Model(*parts)
    eom = da.derive(model, coordinates=da.formulations.AbsolutePlanar()) if is_absolute else da.derive(model)
    found = da.as_dynamics(eom).signals(names, da.convert_state(da.assemble(model), model, eom))
    assert_close([float(found[name]) for name in names], [3.0, -12.0, 9.0, 12.0, -9.0], 1e-12)

    rough = da.Model(*parts, da.planar.joint_friction("friction", pin, coulomb=0.1, radius=0.01))
    torque = da.as_dynamics(rough).signals(["motor.torque"], da.assemble(rough))["motor.torque"]
    assert_close([float(torque)], [3.0 + 0.1 * 0.01 * 15.0], 1e-12)


@pytest.mark.covers("F004-7", "F004-22")
def test_particle_at_a_distance() -> None:
    """X004-8: 1 kg at 1 m, 30° from the vertical, 2 rad/s. The table's λ is minus ours over 2 d."""
    bob = da.particle("bob", mass=1.0)
    model = da.Model(
        da.Translational("q", da.ground, bob), da.Distance("string", da.ground, bob, 1.0), gravity=(0, -G, 0)
    )
    c, s = np.cos(np.pi / 6.0), np.sin(np.pi / 6.0)
    a, lam = solved(model, {"q.x": s, "q.y": -c}, {"q.x.rate": 2.0 * c, "q.y.rate": 2.0 * s})
    assert_close(a, [-6.247854605563, 1.011601615138, 0.0], 1e-12)
    assert_close(-lam, [12.495709211125], 1e-12)
    assert_close(-lam / 2.0, [6.247854605563], 1e-12)


# ---- transmissions


def test_belts_racks_and_screws_transmit_force() -> None:
    """A unit torque or force at one end is held by what the radius or the lead makes of it at the other."""
    wheel, other = (da.disc(name, radius=0.2, mass=1.0) for name in ("w", "o"))
    nut, rack = (da.particle(name, mass=1.0) for name in ("n", "k"))
    joints = [
        da.Revolute("first", da.ground, wheel),
        da.Revolute("second", da.ground.at(x=1.0), other),
        da.Prismatic("nut", da.ground, nut, axis="z"),
        da.Prismatic("rack", da.ground, rack, axis="x"),
    ]
    cases = {
        da.relations.Belt("b", "first", "second", (0.1, 0.3)): ("first", "second", 3.0),
        da.relations.Belt("b", "first", "second", (0.1, 0.3), is_crossed=True): ("first", "second", -3.0),
        da.relations.RackAndPinion("b", "rack", "first", 0.05): ("rack", "first", 0.05),
        da.relations.ScrewCoupling("b", "nut", "first", 0.01): ("nut", "first", 0.01 / (2.0 * np.pi)),
        da.Gear("b", "first", "second", da.relations.external_mesh(12, 36)): ("first", "second", -3.0),
    }
    for part, (first, second, ratio) in cases.items():
        model = da.Model(*joints, part)
        state = da.assemble(model, q={second: 0.7}, u={second: 2.0})
        assert_close([state.q[first], state.u[f"{first}.rate"]], [ratio * 0.7, ratio * 2.0])
        forces = [da.JointForce("a", first, 1.0), da.JointForce("z", second, -ratio)]
        at = At(da.Model(*joints, part, *forces), state.q)
        assert_close(at(at.eom.accelerations), np.zeros(4))


@pytest.mark.covers("F000-58")
def test_a_pin_in_a_slot_turns_the_wheel_with_the_slot() -> None:
    """A Geneva-like pair: tan of the slot's angle = r sin φ / (a + r cos φ)."""
    crank, wheel = (da.rod(name, length=1.0, mass=1.0, radius=0.05) for name in ("crank", "wheel"))
    model = da.Model(
        da.Revolute("crank joint", da.ground.at(x=2.0), crank),
        da.Revolute("wheel joint", da.ground, wheel),
        da.relations.PointOnLine("pin", crank["end"], on=da.geometry.line(wheel, "x")),
        da.Drive("motor", "crank joint", 0.5 + t),
    )
    motion = da.simulate(model, da.assemble(model), until=6.0)
    phi = 0.5 + motion.times
    np.testing.assert_allclose(motion["wheel joint"], np.arctan2(np.sin(phi), 2.0 + np.cos(phi)), atol=1e-8)
    np.testing.assert_allclose(motion["crank joint"], phi, atol=1e-8)


@pytest.mark.covers("F000-58", "F004-10")
def test_a_constraint_of_ones_own_may_be_a_programme_of_time() -> None:
    """A particle is led along a figure in the plane by expressions of time."""
    bob = da.particle("bob", mass=2.0)
    p = da.position(bob)
    model = da.Model(
        da.Translational("q", da.ground, bob),
        da.Holonomic("path", [p[0] - da.sin(t), p[1] - da.sin(2.0 * t)]),
        gravity=(0, -G, 0),
    )
    motion = da.simulate(model, da.assemble(model), until=3.0)
    np.testing.assert_allclose(motion["q.x"], np.sin(motion.times), atol=1e-8)
    np.testing.assert_allclose(motion["q.y"], np.sin(2.0 * motion.times), atol=1e-8)
    force = motion.evaluate(da.measures.multiplier("path.1"))
    np.testing.assert_allclose(force, -2.0 * np.sin(motion.times), atol=1e-6)


def test_an_angle_may_be_led_through_many_turns() -> None:
    rod = da.rod("rod", length=1.0, mass=1.0, radius=0.05)
    joint = da.Planar("q", da.ground, rod)
    law = da.relations.RelativeRotation("turn", da.ground, rod, "z", 5.0 * t)
    model = da.Model(joint, da.Coincident("pin", da.ground, rod), law, gravity=(0, -G, 0))
    motion = da.simulate(model, da.assemble(model), until=4.0)
    np.testing.assert_allclose(motion["q.angle"], 5.0 * motion.times, atol=1e-7)


# ---- curves and surfaces


BEAD = da.particle("particle", mass=0.5)


def bead(on: Any, *further: Any) -> da.Model:
    """A bead on a curve or surface of the ground."""
    kind = da.relations.PointOnCurve if isinstance(on, da.geometry.Curve) else da.relations.PointOnSurface
    return da.Model(
        da.Translational("bead", da.ground, BEAD), *further, kind("guide", BEAD, on=on), gravity=(0, 0, -G)
    )


@pytest.mark.parametrize("is_parametric", [True, False])
def test_bead_on_a_helix(is_parametric: bool) -> None:
    """Constant acceleration along the wire, given by its parameter without mass or by two equations."""
    pitch, s = 0.2, da.coordinate("s")
    if is_parametric:
        model = bead(
            da.geometry.curve(da.ground, (da.cos(s), da.sin(s), pitch * s)), da.extend.extra_coordinate("s")
        )
    else:
        model = bead(da.geometry.curve(da.ground, (x - da.cos(z / pitch), y - da.sin(z / pitch))))
    start = da.assemble(model, q={"s": 0.0} if is_parametric else {"bead.z": 0.0}, guess={"bead.x": 1.0})
    motion = da.simulate(model, start, until=1.0, method=FINE)
    angle = -0.5 * G * pitch / (1.0 + pitch**2) * motion.times**2
    np.testing.assert_allclose(motion["bead.z"], pitch * angle, atol=1e-9)
    np.testing.assert_allclose(motion["bead.x"], np.cos(angle), atol=1e-9)
    if is_parametric:
        np.testing.assert_allclose(motion["s"], angle, atol=1e-9)


def test_bead_on_a_sphere_however_the_sphere_is_given() -> None:
    """One motion of the spherical pendulum from an equation, a distance, and two angles without mass."""
    a, b = da.coordinate("a"), da.coordinate("b")
    angles = (da.cos(a) * da.cos(b), da.cos(a) * da.sin(b), da.sin(a))
    models = {
        "equation": bead(da.geometry.surface(da.ground, x**2 + y**2 + z**2 - 1.0)),
        "distance": bead(da.geometry.sphere_inside(da.ground, 1.0)),
        "angles": bead(
            da.geometry.surface(da.ground, angles),
            da.extend.extra_coordinate("a"),
            da.extend.extra_coordinate("b"),
        ),
    }
    ends = {}
    for name, model in models.items():
        guess = {"bead.x": 0.8, "bead.z": -0.6, "a": -0.6435, "b": 0.0}
        guess = {key: value for key, value in guess.items() if key in model.coordinates}
        start = da.assemble(model, q={"bead.x": 0.8, "bead.y": 0.0}, u={"bead.y": 1.0, "bead.x": 0.0}, guess=guess)
        motion = da.simulate(model, start, until=1.5, method=FINE)
        assert np.ptp(motion["energy"]) < 1e-9
        ends[name] = [motion[f"bead.{axis}"][-1] for axis in "xyz"]
        if name == "equation":
            # the multiplier is the force along the outward normal: gravity and centrifugal force at the start
            lam = motion.evaluate(da.measures.multiplier("guide"))[0]
            np.testing.assert_allclose(lam, -0.5 * (G * 0.6 + 1.0), rtol=1e-9)
    np.testing.assert_allclose(ends["distance"], ends["equation"], atol=1e-9)
    np.testing.assert_allclose(ends["angles"], ends["equation"], atol=1e-9)


def test_bead_on_a_plane_curve() -> None:
    """A cycloid, on which swings take one time whatever their size: 2π √(4 r / g)."""
    r, s = 0.5, da.coordinate("s")
    cycloid = (r * (s + da.sin(s)), 0.0, -r * da.cos(s))
    model = bead(da.geometry.curve(da.ground, cycloid), da.extend.extra_coordinate("s"))
    period = 2.0 * np.pi * np.sqrt(4.0 * r / G)
    for size in (0.3, 1.5):
        start = da.assemble(model, q={"s": size}, guess={"bead.x": 2.0 * r * size / 2.0})
        motion = da.simulate(model, start, until=period, method=FINE)
        np.testing.assert_allclose(motion["s"][-1], size, atol=1e-7)


# ---- coordinates


@pytest.mark.slow
def test_absolute_and_relative_coordinates_give_the_same_accelerations() -> None:
    """A carrier, a coordinate without mass and a contact that is solved for, with bodies placed by themselves."""
    s = da.coordinate("s")
    wire = bead(da.geometry.curve(da.ground, (da.cos(s), da.sin(s), 0.2 * s)), da.extend.extra_coordinate("s"))
    on = da.geometry.surface(da.ground, z - x**2 / 2.0 + y**2 / 3.0)
    ball = da.Model(da.Free("q", da.ground, BALL), da.Rolling("roll", BALL, on=on), gravity=(0, 0, -G))
    cases = [
        (wire, da.assemble(wire, q={"s": 0.2}, u={"s": 1.0}, guess={"bead.x": 1.0})),
        (ball, da.assemble(ball, q={"q.x": 0.3, "q.y": 0.2}, u={"q.y": 0.4}, guess={"q.z": 0.3})),
        (gear := planetary(da.JointForce("push", "sun", 1.0)), da.assemble(gear, q={"arm": 0.3}, u={"arm": 2.0})),
    ]
    for model, start in cases:
        relative, absolute = (
            da.as_dynamics(model),
            da.as_dynamics(da.derive(model, coordinates=da.formulations.Absolute())),
        )
        found = []
        for dynamics in (relative, absolute):
            state = da.convert_state(start, relative, dynamics)
            motion = da.simulate(dynamics, state, until=0.2, times=[0.0, 0.2], method=FINE)
            found.append([motion.evaluate(da.acceleration(body)) for body in model.bodies])
        assert_close(found[1], found[0], 1e-8)


# ---- starts that are refused


def test_a_surface_without_a_normal_at_the_start_is_refused() -> None:
    """The tip of a cone."""
    with pytest.raises(da.errors.ModelError, match="'guide'"):
        da.simulate(bead(da.geometry.surface(da.ground, x**2 + y**2 - z**2)), until=1.0)


def test_shapes_that_overlap_at_the_start_are_refused() -> None:
    model = da.Model(
        da.Free("q", da.ground, BALL), da.Rolling("contact row", BALL, on=da.geometry.plane(da.ground))
    )
    with pytest.raises(da.errors.ModelError, match=r"'contact row.contact' is -0.2"):
        da.simulate(model, model.state(q={"q.z": 0.1}), until=1.0)

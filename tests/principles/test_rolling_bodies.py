"""Ellipsoids, tori and discs that roll on each other and on curved surfaces, against geometry by optimization."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.spatial.transform import Rotation

import dalembert as da
from tests.oracles.mechanisms import At

pytestmark = pytest.mark.slow

G = 9.81
x, y, z = da.expr.symbols("x y z")
FINE = da.methods.DOP853(rtol=1e-11, atol=1e-12)

RTOL_ROOT = 1e-9
"""Between a contact in closed form and one that is searched for."""

RTOL_ENERGY = 1e-9
"""Beside the energies that are exchanged, for the tolerances of FINE."""

ATOL_OPTIMUM = 1e-6
"""Of the place where an optimizer sees a distance of order one become smallest: √ε, and a margin."""

ATOL_DIFFERENCES = 1e-6
"""Of differences of fourth order over milliseconds."""

BALL, TYRE = da.sphere("ball", radius=0.2, mass=2.0), da.torus("tyre", radius=0.2, tube=0.05, mass=1.0)
COIN, EGG = da.disc("coin", radius=0.2, mass=1.0), da.ellipsoid("egg", radii=(0.1, 0.2, 0.3), mass=2.0)
OTHER = da.ellipsoid("other", radii=(0.5, 0.3, 0.4), mass=3.0)
DOME, BOWL = da.geometry.sphere_outside(da.ground, 1.0), da.geometry.sphere_inside(da.ground, 1.0)
DRUM, PIPE = (
    da.geometry.cylinder_outside(da.ground, 1.0, "y"),
    da.geometry.cylinder_inside(da.ground, 1.0, (1, 0.1, 0)),
)
SADDLE = da.geometry.surface(da.ground, z - x**2 / 2.0 + y**2 / 3.0 - 0.1 * x * y)


def rolling(body: da.Body, on: Any) -> da.Model:
    return da.Model(da.Free("q", da.ground, body), da.Rolling("contact", body, on=on), gravity=(0, 0, -G))


def pair(upper: da.Body, lower: da.Body) -> da.Model:
    """Two bodies that float and roll on each other."""
    return da.Model(
        da.Free("q", da.ground, upper), da.Free("p", da.ground, lower), da.Rolling("contact", upper, on=lower)
    )


def turned(name: str, *rotation: float) -> dict[str, float]:
    """Euler parameters of a free body that is turned by a rotation vector."""
    vector, scalar = np.split(Rotation.from_rotvec(rotation).as_quat(), [3])
    return {f"{name}.e{k}": float(e) for k, e in enumerate((*scalar, *vector))}


TURNED = turned("q", 0.4, -0.3, 0.8)


def at_state(model: da.Model, state: da.State) -> At:
    return At(model, state.q, np.array([state.u[name] for name in model.speeds]), t=0.0)


# ---- the same in other words


@pytest.mark.parametrize(
    ("closed", "searched", "height"),
    [
        (DOME, DOME, 1.1),
        (DOME, da.geometry.surface(da.ground, x**2 + y**2 + z**2 - 1.0), 1.1),
        pytest.param(DRUM, DRUM, 1.1, marks=pytest.mark.slow),
        pytest.param(BOWL, BOWL, -0.7, marks=pytest.mark.slow),
        pytest.param(PIPE, PIPE, -0.7, marks=pytest.mark.slow),
    ],
)
def test_an_ellipsoid_with_equal_axes_rolls_as_a_sphere(closed: Any, searched: Any, height: float) -> None:
    models = [rolling(BALL, closed), rolling(da.ellipsoid("round", radii=(0.2, 0.2, 0.2), mass=2.0), searched)]
    where = {"q.x": 0.3, "q.y": 0.2} | TURNED
    start = da.assemble(models[0], q=where, guess={"q.z": height}, u={"q.y": 0.4, "q.wz": 3.0})
    expected, found = (_answers(model, start) for model in models)
    np.testing.assert_allclose(found, expected, rtol=RTOL_ROOT, atol=RTOL_ROOT)


def _answers(model: da.Model, state: da.State) -> Any:
    """Constraints, accelerations and reactions."""
    at = at_state(model, state)
    return np.concatenate(at(at.eom.phi, at.eom.psi, at.eom.accelerations, at.eom.multipliers))


@pytest.mark.parametrize("body", [EGG, pytest.param(TYRE, marks=pytest.mark.slow), COIN], ids=repr)
def test_a_plane_is_the_same_by_its_normal_and_by_its_equation(body: da.Body) -> None:
    """The tangents are others, the force that friction makes along them is not."""
    models = [
        rolling(body, da.geometry.plane(da.ground, (-0.2, 0.1, 1.0))),
        rolling(body, da.geometry.surface(da.ground, z - 0.2 * x + 0.1 * y)),
    ]
    start = da.assemble(models[0], q={"q.x": 0.3, "q.y": 0.2} | turned("q", 1.1, 0.3, 0.2), u={"q.wz": 3.0})
    found = []
    for model in models:
        at = at_state(model, start)
        a, lam = at(at.eom.accelerations, at.eom.multipliers)
        found.append([*at(at.eom.phi), *a, lam[0], np.linalg.norm(lam[1:])])
    np.testing.assert_allclose(found[1], found[0], rtol=RTOL_ROOT, atol=RTOL_ROOT)


@pytest.mark.slow
def test_a_sphere_rolls_on_an_ellipsoid_as_the_ellipsoid_on_the_sphere() -> None:
    """The roles do not matter: the same motion and the same pressure."""
    models = [pair(EGG, BALL), pair(BALL, EGG)]
    start = da.assemble(models[0], q=turned("q", 0.4, -0.3, 0.8), guess={"q.x": 0.3, "q.y": 0.1}, u={"q.wz": 2.0})
    swapped = da.State(**{kind: _renamed(getattr(start, kind)) for kind in ("q", "u")})
    first, second = (at_state(model, state) for model, state in zip(models, (start, swapped), strict=True))
    a, lam = first(first.eom.accelerations, first.eom.multipliers)
    other, pressure = second(second.eom.accelerations, second.eom.multipliers)
    np.testing.assert_allclose(np.roll(other, 6), a, rtol=RTOL_ROOT, atol=RTOL_ROOT)
    np.testing.assert_allclose(pressure[0], lam[0], rtol=RTOL_ROOT)


def _renamed(values: Any) -> dict[str, float]:
    return {("p" if name[0] == "q" else "q") + name[1:]: value for name, value in values.items()}


# ---- against geometry by optimization


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_rows_of_an_ellipsoid_on_a_sphere_are_those_of_its_point_nearest_to_the_centre(seed: int) -> None:
    """Every row is e · (v + ω × arm): e the normal or a tangent, arm to the nearest point."""
    model, rotation = rolling(EGG, DOME), np.random.default_rng(seed).standard_normal(3)
    start = da.assemble(model, q={"q.x": 0.3, "q.y": 0.2} | turned("q", *rotation), guess={"q.z": 1.1})
    at = at_state(model, start)
    B = at.pose(da.extend.Frame(EGG))
    nearest = _nearest_to_origin(B.R, B.p)
    np.testing.assert_allclose(np.linalg.norm(nearest), 1.0, atol=1e-12)

    W = np.linalg.lstsq(at.body_jacobian([EGG]).T, at(at.eom.J).T, rcond=None)[0].T
    np.testing.assert_allclose(W[0, 3:], nearest, atol=ATOL_OPTIMUM)
    np.testing.assert_allclose(W[:, 3:] @ W[:, 3:].T, np.eye(3), atol=1e-12)
    np.testing.assert_allclose(W[:, :3], np.cross(nearest - B.p, W[:, 3:]), atol=ATOL_OPTIMUM)


def _nearest_to_origin(R: Any, p: Any) -> Any:
    """The nearest point of the egg, placed so."""

    def point(angles: Any) -> Any:
        s, c = np.sin(angles), np.cos(angles)
        return p + R @ (np.array(EGG.shape.radii) * [c[0] * c[1], c[0] * s[1], s[0]])

    tries = [(a, b) for a in (-1.0, 0.0, 1.0) for b in (0.0, 1.5, 3.0, 4.5)]
    found = [minimize(lambda w: point(w) @ point(w), w, method="BFGS", options={"gtol": 1e-10}) for w in tries]
    return point(min(found, key=lambda one: one.fun).x)


def _contact_of(A: Any, B: Any) -> tuple[float, Any, Any]:
    """Distance, normal and point of contact of ellipsoids (radii, R, p), by the direction that separates them."""

    def reach(n: Any, radii: Any, R: Any, p: Any) -> Any:
        return p + R @ (np.array(radii) ** 2 * (R.T @ n)) / np.linalg.norm(radii * (R.T @ n))

    def overlap(m: Any) -> float:
        n = m / np.linalg.norm(m)
        return float(n @ (reach(n, *A) - reach(-n, *B)))

    tries = [B[2] - A[2], *np.eye(3), *-np.eye(3)]
    best = min((minimize(overlap, m, method="BFGS", options={"gtol": 1e-10}) for m in tries), key=lambda s: s.fun)
    n = best.x / np.linalg.norm(best.x)
    return -float(best.fun), n, reach(n, *A)


@pytest.mark.slow
def test_an_ellipsoid_rolls_on_a_moving_ellipsoid() -> None:
    """Contact kept, touching points of both equally fast, energy and momenta constant."""
    model, h = pair(EGG, OTHER), 1e-3
    start = da.assemble(
        model,
        q=TURNED | turned("p", -0.2, 0.5, 0.3),
        guess={"q.x": 0.4, "q.y": 0.3},
        u={"p.wx": 1.0, "p.wz": 2.0, "q.wy": 3.0, "q.wx": -2.0},
    )
    middles = [0.4, 1.1, 2.3, 2.9]
    times = [0.0, *(t + k * h for t in middles for k in (-2, -1, 0, 1, 2)), 3.0]
    motion = da.simulate(model, start, until=3.0, times=times, method=FINE)
    for name in ["energy", *(f"{kind}.{axis}" for kind in ("momentum", "angular momentum") for axis in "xyz")]:
        assert np.ptp(motion[name]) < RTOL_ENERGY * motion["energy"][0]
    np.testing.assert_allclose(motion["contact.contact.residual"], 0.0, atol=1e-10)

    places = {name: _places(motion, name) for name in "pq"}
    for i in range(3, len(times), 5):
        lower, upper = (
            (body.shape.radii, *(v[i] for v in places[name])) for body, name in ((OTHER, "p"), (EGG, "q"))
        )
        distance, _, touching = _contact_of(lower, upper)
        assert abs(distance) < 1e-10
        lower_speed, upper_speed = (_speed_of_material(places[name], touching, i, h) for name in "pq")
        assert np.linalg.norm(lower_speed) > 0.05
        np.testing.assert_allclose(upper_speed, lower_speed, atol=ATOL_DIFFERENCES)


def _places(motion: da.Motion, name: str) -> tuple[Any, Any]:
    """Axes and origin of a free body over time."""
    q = np.stack([motion[f"{name}.{key}"] for key in ("x", "y", "z", "e1", "e2", "e3", "e0")], axis=1)
    return Rotation.from_quat(q[:, 3:]).as_matrix(), q[:, :3]


def _speed_of_material(places: Any, point: Any, i: int, h: float) -> Any:
    """How fast the point of the body that is there now moves, by differences."""
    R, p = places
    local = R[i].T @ (point - p[i])
    path = p[i - 2 : i + 3] + R[i - 2 : i + 3] @ local
    return np.array([1.0, -8.0, 0.0, 8.0, -1.0]) @ path / (12.0 * h)


# ---- motions and derivatives

CASES: dict[str, tuple[da.Body, Any, float]] = {
    "egg on a dome": (EGG, DOME, 1.2),
    "egg in a bowl": (EGG, BOWL, -0.7),
    "egg on a saddle": (EGG, SADDLE, 0.3),
    "tyre on a sphere": (TYRE, da.geometry.sphere_outside(da.ground.at(0.1, 0.2, -0.1), 1.0), 1.2),
    "egg on a drum": (EGG, DRUM, 1.2),
    "egg in a pipe": (EGG, PIPE, -0.7),
    "egg in a trough": (EGG, da.geometry.surface(da.ground, z - y**2 / 2.0), 0.3),
    "coin in a bowl": (COIN, BOWL, -0.7),
    "coin on a dome": (COIN, DOME, 1.2),
    "tyre in a pipe": (TYRE, da.geometry.cylinder_inside(da.ground, 1.0, "x"), -0.7),
}
FEW = ("egg on a dome", "egg on a saddle")
NAMES = [pytest.param(name, marks=[] if name in FEW else [pytest.mark.slow]) for name in CASES]


def case(name: str) -> tuple[da.Model, da.State]:
    body, on, height = CASES[name]
    model, where = rolling(body, on), {"q.x": 0.3, "q.y": 0.2} | turned("q", 1.2, 0.3, 0.4)
    return model, da.assemble(model, q=where, u={"q.y": 0.4, "q.wz": 3.0}, guess={"q.z": height})


@pytest.mark.parametrize("name", NAMES)
def test_energy_is_constant_and_contact_kept(name: str) -> None:
    model, start = case(name)
    motion = da.simulate(model, start, until=0.5, method=FINE)
    exchanged = np.ptp(motion["potential energy"])
    assert exchanged > 0.1
    assert np.ptp(motion["energy"]) < RTOL_ENERGY * max(exchanged, 1.0)
    np.testing.assert_allclose(motion["contact.contact.residual"], 0.0, atol=1e-10)


@pytest.mark.parametrize("name", NAMES)
def test_rows_of_all_levels_agree_with_differences(name: str) -> None:
    """Of any motion, also one that does not keep the contact: ψ is dφ/dt, and J a − γ is dψ/dt."""
    model, start = case(name)
    _assert_levels(at_state(model, start))


def test_rows_between_moving_bodies_agree_with_differences() -> None:
    model = pair(EGG, OTHER)
    where = TURNED | turned("p", -0.2, 0.5, 0.3) | {"q.x": 0.45, "q.y": 0.3, "q.z": 0.3}
    _assert_levels(at_state(model, model.state(q=where)))


def _assert_levels(at: At, h: float = 1e-3) -> None:
    eom, rng = at.eom, np.random.default_rng(4)
    at = replace(at, u=rng.uniform(-1.0, 1.0, len(at.u)), equations=eom)
    a = rng.uniform(-1.0, 1.0, len(at.u))
    psi, J, gamma, rates = at(eom.psi, eom.J, eom.gamma, eom.rates)

    # an even error in the path does no harm to differences that are odd
    path = [replace(at, q=at.q + k * h * rates, u=at.u + k * h * a, equations=eom) for k in (-2, -1, 1, 2)]
    values = np.array([np.concatenate(one(eom.phi, eom.psi)) for one in path])
    found = np.array([1.0, -8.0, 8.0, -1.0]) @ values / (12.0 * h)
    n = len(eom.phi)
    np.testing.assert_allclose(found[:n], psi[:n], atol=ATOL_DIFFERENCES)
    np.testing.assert_allclose(found[n:], J @ a - gamma, atol=10.0 * ATOL_DIFFERENCES)


# ---- where there is no single point


def test_a_coin_that_lies_flat_on_a_dome_is_refused() -> None:
    model = rolling(COIN, DOME)
    with pytest.raises(da.errors.DalembertError, match="contact"):
        da.simulate(model, model.state(q={"q.z": 1.0, "q.x": 0.01}), until=0.1)

"""Bodies that roll on curved surfaces and on each other: closed forms, energies and reference numbers."""

from typing import Any

import numpy as np
import pytest

import dalembert as da
from tests.oracles.mechanisms import At

pytestmark = pytest.mark.slow

G = 9.81
MASS, RADIUS = 2.0, 0.1
x, y, z = da.expr.symbols("x y z")
FINE = da.methods.DOP853(rtol=1e-11, atol=1e-12)

RTOL_ENERGY = 1e-9
"""Beside the energies that are exchanged, for the tolerances of FINE."""


def ball(name: str = "ball", radius: float = RADIUS, mass: float = MASS) -> da.Body:
    return da.sphere(name, radius=radius, mass=mass)


def rolling(on: Any) -> da.Model:
    body = ball()
    return da.Model(da.Free("q", da.ground, body), da.Rolling("contact", body, on=on), gravity=(0, 0, -G))


# a height near which the centre is found for x = 0.3, y = 0.2
SURFACES = {
    "bowl": (da.geometry.sphere_inside(da.ground, 1.0), -0.8),
    "dome": (da.geometry.sphere_outside(da.ground, 1.0), 1.0),
    "pipe": (da.geometry.cylinder_inside(da.ground, 1.0, "x"), -0.8),
    "drum": (da.geometry.cylinder_outside(da.ground, 1.0, "y"), 1.0),
    "trough": (da.geometry.surface(da.ground, z - y**2 / 2.0), 0.1),
    "saddle": (da.geometry.surface(da.ground, z - x**2 / 2.0 + y**2 / 3.0 - 0.1 * x * y), 0.1),
    "egg cup": (da.geometry.surface(da.ground, 1.0 - x**2 / 4.0 - y**2 - z**2), -0.8),
}


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[] if name == "bowl" else [pytest.mark.slow]) for name in SURFACES],
)
def test_energy_is_constant_and_the_touching_point_at_rest(name: str) -> None:
    on, height = SURFACES[name]
    model = rolling(on)
    start = da.assemble(model, q={"q.x": 0.3, "q.y": 0.2}, u={"q.y": 0.4, "q.wz": 3.0}, guess={"q.z": height})
    motion = da.simulate(model, start, until=0.8, method=FINE)
    exchanged = np.ptp(motion["potential energy"])
    assert exchanged > 0.1
    assert np.ptp(motion["energy"]) < RTOL_ENERGY * max(exchanged, 1.0)

    # velocity of the centre = ω × from the touching point to it
    v, w = (motion.evaluate(measure(model.bodies[0])) for measure in (da.velocity, da.angular_velocity))
    n = np.stack([_normal(name, p) for p in np.stack([motion[f"q.{k}"] for k in "xyz"], axis=1)])
    np.testing.assert_allclose(v, RADIUS * np.cross(w, n), atol=1e-8)


def _normal(name: str, p: Any) -> Any:
    """The unit normal where a ball with its centre at p touches; by a search on surfaces that have no formula."""
    if name in ("bowl", "dome"):
        return p / np.linalg.norm(p) * (1.0 if name == "dome" else -1.0)
    if name in ("pipe", "drum"):
        d = p * ([0, 1, 1] if name == "pipe" else [1, 0, 1])
        return d / np.linalg.norm(d) * (1.0 if name == "drum" else -1.0)
    gradients = {
        "trough": lambda p: np.array([0.0, -p[1], 1.0]),
        "saddle": lambda p: np.array([-p[0] - 0.1 * p[1], 2.0 * p[1] / 3.0 - 0.1 * p[0], 1.0]),
        "egg cup": lambda p: -np.array([p[0] / 2.0, 2.0 * p[1], 2.0 * p[2]]),
    }
    foot = p
    for _ in range(200):
        n = gradients[name](foot) / np.linalg.norm(gradients[name](foot))
        foot = p - RADIUS * n
    return n


def test_a_bowl_is_the_same_by_its_radius_and_by_its_equation() -> None:
    ends = []
    for on in (
        da.geometry.sphere_inside(da.ground, 1.0),
        da.geometry.surface(da.ground, 1.0 - x**2 - y**2 - z**2),
    ):
        model = rolling(on)
        start = da.assemble(model, q={"q.x": 0.5, "q.y": 0.1}, u={"q.y": 0.4, "q.wz": 1.0}, guess={"q.z": -0.7})
        motion = da.simulate(model, start, until=1.0, method=FINE)
        ends.append([motion[name][-1] for name in model.coordinates])
    np.testing.assert_allclose(ends[0], ends[1], atol=1e-10)


def test_a_ball_in_a_bowl_swings_as_a_pendulum_of_seven_fifths_its_length() -> None:
    """(7/5) (R − r) θ̈ = −g sin θ; at rest the bowl carries m g cos θ and holds (2/7) m g sin θ by friction."""
    model, theta = rolling(da.geometry.sphere_inside(da.ground, 1.0)), 0.4
    at = At(model, t=0.0)
    at.q[:3] = 0.9 * np.array([np.sin(theta), 0.0, -np.cos(theta)])
    at.q[3] = 1.0
    a, lam = at(at.eom.accelerations, at.eom.multipliers)
    np.testing.assert_allclose(
        a[:3], -5.0 / 7.0 * G * np.sin(theta) * np.array([np.cos(theta), 0.0, np.sin(theta)])
    )
    np.testing.assert_allclose(lam[0], MASS * G * np.cos(theta), rtol=1e-12)
    np.testing.assert_allclose(np.linalg.norm(lam[1:]), 2.0 / 7.0 * MASS * G * np.sin(theta), rtol=1e-12)


def test_a_ball_leaves_a_dome_where_it_is_known_to() -> None:
    """From rest at θ₀ the dome's force vanishes where cos θ = (10/17) cos θ₀."""
    model = rolling(da.geometry.sphere_outside(da.ground, 1.0))
    start = da.assemble(model, q={"q.x": 0.1, "q.y": 0.0}, guess={"q.z": 1.1})
    leaves = da.Event("leaves", da.measures.multiplier("contact.contact"), direction=-1, is_terminal=True)
    motion = da.simulate(model, start, until=5.0, events=[leaves], method=FINE)
    (event,) = motion.events
    np.testing.assert_allclose(event.state.q["q.z"], 10.0 / 17.0 * start.q["q.z"], rtol=1e-9)


def test_a_ball_passes_the_equator_of_a_sphere() -> None:
    """Tangents change sides there; the motion does not notice."""
    body = ball()
    model = da.Model(
        da.Free("q", da.ground, body), da.Rolling("contact", body, on=da.geometry.sphere_inside(da.ground, 1.0))
    )
    start = da.assemble(model, q={"q.x": 0.9, "q.y": 0.0, "q.z": 0.0}, u={"q.z": 1.0, "q.y": 0.0, "q.wx": 0.5})
    motion = da.simulate(model, start, until=8.0, method=FINE)
    assert motion["q.z"].min() < -0.5 and motion["q.z"].max() > 0.5
    assert np.ptp(motion["energy"]) < 1e-9


TROUGH = {
    0.5: (0.0172164, 0.0242741),
    1.0: (0.1393166, -0.0883212),
    2.0: (0.8301529, 0.0559360),
    5.0: (1.8362339, 0.0768416),
    10.0: (4.4768873, 0.0178905),
}


@pytest.mark.covers("F000-57")
def test_a_charged_sphere_in_a_parabolic_trough() -> None:
    """E-4.4: x and y of the touching point, to the digits printed; the field turns the ball by its charge."""
    r, field = 0.01, 1e4 * da.sin(np.pi / 2.0 * da.time)
    body = ball(radius=r, mass=0.05)
    model = da.Model(
        da.Free("q", da.ground, body),
        da.Rolling("trough", body, on=da.geometry.surface(da.ground, z - y**2 / 2.0)),
        da.PointForce("field", body.at(z=-r), [5e-6 * field, 0.0, 0.0]),
        gravity=(0, 0, -9.8),
    )
    touching = np.array([0.0, 0.1, 0.005])
    centre = touching + r * np.array([0.0, -0.1, 1.0]) / np.hypot(0.1, 1.0)
    start = model.state(q=dict(zip(("q.x", "q.y", "q.z"), map(float, centre), strict=True)))
    motion = da.simulate(
        model, start, until=10.0, times=list(TROUGH), method=da.methods.DOP853(rtol=1e-12, atol=1e-13)
    )
    centres = np.stack([motion[f"q.{k}"] for k in "xyz"], axis=1)
    for k, (x_foot, y_foot) in enumerate(TROUGH.values()):
        slope = np.array([0.0, -y_foot, 1.0]) / np.hypot(y_foot, 1.0)
        np.testing.assert_allclose(centres[k] - r * slope, [x_foot, y_foot, y_foot**2 / 2.0], atol=2e-6)


# ---- bodies on bodies


def test_a_sphere_rolls_on_a_free_sphere_with_constant_energy_and_momenta() -> None:
    first, second = ball("first", 0.2, 1.0), ball("second", 0.3, 2.0)
    model = da.Model(
        da.Free("p", da.ground, first), da.Free("q", da.ground, second), da.Rolling("pair", first, on=second)
    )
    start = da.assemble(model, guess={"p.x": 0.5}, u={"q.wz": 2.0, "q.wx": 1.0, "p.wy": 3.0, "p.y": 0.7})
    motion = da.simulate(model, start, until=2.0, method=FINE)
    conserved = ["energy", *(f"{kind}.{axis}" for kind in ("momentum", "angular momentum") for axis in "xyz")]
    for name in conserved:
        assert np.ptp(motion[name]) < 1e-9
    np.testing.assert_allclose(motion.evaluate(da.measures.distance(first, second)), 0.5, atol=1e-10)


def test_a_sphere_rolls_on_a_plank_that_slides() -> None:
    """Pushed with the force F, a plank of mass M under a ball of mass m has the acceleration F / (M + 2 m / 7)."""
    body, plank = ball(), da.box("plank", size=(2.0, 1.0, 0.1), mass=3.0)
    model = da.Model(
        da.Prismatic("slide", da.ground, plank, axis="x"),
        da.Free("q", da.ground, body),
        da.Rolling("contact", body, on=da.geometry.plane(plank.at(z=0.05))),
        da.JointForce("push", "slide", 5.0),
        gravity=(0, 0, -G),
    )
    at = At(model, t=0.0)
    at.q[1:5] = [0.2, 0.3, 0.15, 1.0]
    a = at(at.eom.accelerations)
    np.testing.assert_allclose(a[:2], 5.0 / (3.0 + 2.0 * MASS / 7.0) * np.array([1.0, 2.0 / 7.0]), rtol=1e-12)


def discs(on: Any, first: da.Body, second: da.Body) -> da.Model:
    return da.Model(
        da.Revolute("held", da.ground, second),
        da.Planar("q", da.ground, first),
        da.Rolling("pair", first, on=on),
        gravity=(0, -G, 0),
    )


def test_discs_roll_on_each_other_in_a_plane_with_two_rows() -> None:
    first, second = (da.disc(name, radius=r, mass=1.0) for name, r in (("first", 0.2), ("second", 0.3)))
    model = discs(second, first, second)
    assert [row.name for row in da.derive(model).rows] == ["pair.contact", "pair.slip first"]
    start = da.assemble(model, q={"q.x": 0.1}, guess={"q.y": 0.5})
    motion = da.simulate(model, start, until=0.5, method=FINE)
    assert np.ptp(motion["energy"]) < 1e-9

    # arcs are equal: r₁ (φ₁ − α) = −r₂ (φ₂ − α), where α is the direction of the line of centres
    alpha = np.unwrap(np.arctan2(motion["q.y"], motion["q.x"]))
    arcs = 0.2 * (motion["q.angle"] - alpha) + 0.3 * (motion["held"] - alpha)
    np.testing.assert_allclose(arcs, arcs[0], atol=1e-9)


def test_a_disc_rolls_inside_a_ring() -> None:
    """In a ring that is held fast (3/2) (R − r) θ̈ = −g sin θ, from rest; in one that turns energy is constant."""
    first, ring = da.disc("first", radius=0.2, mass=1.0), da.disc("ring", radius=1.0, mass=1.0)
    model = da.Model(
        da.Planar("q", da.ground, first),
        da.Rolling("pair", first, on=da.geometry.cylinder_inside(da.ground, 1.0)),
        gravity=(0, -G, 0),
    )
    theta = 0.3
    at = At(model, [0.8 * np.sin(theta), -0.8 * np.cos(theta), 0.0], t=0.0)
    a = at(at.eom.accelerations)
    np.testing.assert_allclose(
        a[:2], -G * np.sin(theta) / 1.5 * np.array([np.cos(theta), np.sin(theta)]), rtol=1e-12
    )
    moving = discs(da.geometry.cylinder_inside(ring, 1.0), first, ring)
    start = da.assemble(moving, q={"q.x": 0.3}, guess={"q.y": -0.7}, u={"held": 1.0})
    motion = da.simulate(moving, start, until=1.0, method=FINE)
    assert np.ptp(motion["energy"]) < 1e-9


def test_a_disc_on_a_drum_keeps_its_axis_parallel_in_space() -> None:
    wheel = da.disc("wheel", radius=0.2, mass=1.0)
    model = da.Model(
        da.Free("q", da.ground, wheel),
        da.Rolling("pair", wheel, on=da.geometry.cylinder_inside(da.ground, 1.0)),
        gravity=(0, -G, 0),
    )
    assert [row.name.removeprefix("pair.") for row in da.derive(model).rows] == [
        *("contact", "parallel first", "parallel second", "slip first", "slip second")
    ]
    start = da.assemble(model, q={"q.x": 0.5}, guess={"q.y": -0.6})
    motion = da.simulate(model, start, until=1.0, method=FINE)
    assert np.ptp(motion["energy"]) < 1e-9
    np.testing.assert_allclose(motion["q.z"], 0.0, atol=1e-12)


def test_discs_whose_axes_cannot_be_parallel_are_refused() -> None:
    first, second = da.disc("first", radius=0.2, mass=1.0, axis="x"), da.disc("second", radius=0.3, mass=1.0)
    with pytest.raises(da.errors.AssemblyError, match=r"pair\.parallel"):
        da.assemble(discs(second, first, second), guess={"q.y": 0.5})

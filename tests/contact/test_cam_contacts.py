"""Cams that are touched: points, rollers and flat faces, which may leave them."""

import numpy as np
import pytest
from scipy.optimize import brentq, minimize_scalar

import dalembert as da
from dalembert.contact.contact_system import contact_system
from dalembert.errors import ModelError

g = 9.81
DOWN = (0.0, -g, 0.0)
FINE = da.methods.DOP853(rtol=1e-11, atol=1e-11)


def wheel(name="disc"):
    return da.Body(name, da.Inertia(1.0, J=1e-3 * np.eye(3)))


def oval(s):
    return np.array([0.3 * np.cos(s), 0.2 * np.sin(s) + 0.03 * np.sin(2 * s)])


OVAL = da.planar.profile(lambda s: (0.3 * da.cos(s), 0.2 * da.sin(s) + 0.03 * da.sin(2 * s)), period=2 * np.pi)


def test_the_gap_of_a_ball_and_a_cam_is_their_distance():
    disc, ball = wheel(), da.sphere("ball", radius=0.05, mass=1.0)
    model = da.Model(
        da.Revolute("turn", da.ground, disc),
        da.Planar("p", da.ground, ball, normal="z"),
        da.Contact("hit", ball, da.geometry.cam(disc, OVAL)),
    )
    system, generator = contact_system(da.as_dynamics(model)), np.random.default_rng(2)
    names = system.dynamics.equations.coordinates

    def gap_at(turn, place):
        q = {"turn": turn, "p.x": place[0], "p.y": place[1]}
        x = np.array([q.get(name, 0.0) for name in names] + [0.0] * (system.dynamics.n_states - len(names)))
        return system.at(0.0, x, np.zeros(0), {}).phi[0]

    def distance(place):
        far = lambda s: np.hypot(*(oval(s) - place))  # noqa: E731
        best = min(np.linspace(0, 2 * np.pi, 40), key=far)
        return minimize_scalar(
            far, bounds=(best - 0.2, best + 0.2), method="bounded", options={"xatol": 1e-12}
        ).fun

    for _ in range(20):
        turn, angle, far = generator.uniform(-3, 3), generator.uniform(-np.pi, np.pi), generator.uniform(0.35, 1.0)
        place = far * np.array([np.cos(angle), np.sin(angle)])
        seen = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) @ place
        assert gap_at(turn, place) == pytest.approx(distance(seen) - 0.05, abs=1e-9)


def test_a_roller_leaves_its_cam_where_the_pair_that_cannot_part_begins_to_pull():
    law = da.planar.lift_law(
        [(0, 0), (1, 0), (2.5, 0.02), (3.5, 0.02), (5.5, 0), (2 * np.pi, 0)], by=da.planar.polynomial_345
    )
    profile, speed = da.planar.roller_cam(law, base=0.03, roller=0.01), 100.0

    def engine(contact):
        disc = wheel()
        valve = da.disc("valve", radius=0.01, inertia=da.Inertia(0.2, J=1e-5 * np.eye(3)))
        return da.Model(
            da.Revolute("shaft", da.ground, disc),
            da.Prismatic("lift", da.ground.at(y=0.04), valve, axis="y"),
            contact(disc, valve),
            da.Drive("motor", "shaft", 1.0 + speed * da.time),
            gravity=DOWN,
        )

    pair = engine(
        lambda disc, valve: da.planar.HigherPair(
            "pair", disc, valve, profile=profile, other=da.planar.circle_profile(0.01), default=(0.0, -np.pi / 2)
        )
    )

    model = engine(lambda disc, valve: da.Contact("contact", valve, da.geometry.cam(disc, profile)))
    start = model.state(q={"shaft": 1.0}, u={"shaft": speed})
    motion = da.simulate(model, start, times=np.linspace(0.0, 0.012, 61), method=FINE)
    (first, lifts, word), *_ = motion.phases("contact")
    assert (first, word) == (0.0, "closed")
    # da.planar.lift_off says 1.756 of the shaft; its push vanishes where a polynomial through it does
    near = np.linspace(-1e-4, 1e-4, 7)
    push = da.kinematics(pair, lifts + near)["pair.push"]
    assert push[0] > 0.0 > push[-1]
    roots = np.roots(np.polyfit(near / 1e-4, push, 6))
    assert 1e-4 * np.abs(roots).min() < 1e-8
    assert 1.0 + speed * lifts == pytest.approx(1.756, abs=1e-3)
    assert motion["contact.normal.multiplier"].min() > -1e-9
    assert motion.residuals["penetration"].max() < 1e-9


def test_a_flat_follower_of_an_eccentric_jumps_when_its_weight_is_not_enough():
    """Lift e sin θ: the face leaves where e w² sin θ = g, flies on a parabola, and meets the cam again."""
    e, R, w = 0.02, 0.05, 30.0
    disc, follower = wheel(), da.particle("follower", mass=0.5)
    eccentric = da.planar.circle_profile(R, centre=(e, 0.0))
    model = da.Model(
        da.Revolute("shaft", da.ground, disc),
        da.Prismatic("lift", da.ground, follower, axis="y"),
        da.Drive("motor", "shaft", w * da.time),
        da.Contact("face", da.geometry.plane(follower, "-y"), da.geometry.cam(disc, eccentric)),
        gravity=DOWN,
    )
    start = model.state(q={"lift": R}, u={"shaft": w, "lift": e * w})
    motion = da.simulate(model, start, times=np.linspace(0.0, 0.25, 126), method=FINE)
    (_, leaves, _), (_, meets, word), *_ = motion.phases("face")
    t = np.arcsin(g / (e * w**2)) / w
    assert leaves == pytest.approx(t, abs=1e-10)
    y, v = e * np.sin(w * t), e * w * np.cos(w * t)
    back = brentq(
        lambda x: y + v * (x - t) - g / 2 * (x - t) ** 2 - e * np.sin(w * x), t + 0.03, t + 0.2, xtol=1e-14
    )
    assert (meets, word) == (pytest.approx(back, abs=1e-9), "open")
    assert (motion["lift"] - R - e * np.sin(w * motion.times)).min() > -1e-10
    assert motion["face.normal.multiplier"].min() > -1e-9


def test_a_knife_edge_on_a_cam_with_friction_slides_and_sticks_as_on_a_slope():
    """A bead on a big round cam: it sticks up to tan θ = μ, and slides from there as on a circle."""
    R, mu = 1.0, 0.3
    bead, rail = da.particle("bead", mass=1.0), da.Body("rail")

    def motion(angle):
        model = da.Model(
            da.Prismatic("x", da.ground, rail, axis="x"),
            da.Prismatic("y", rail, bead, axis="y"),
            da.Contact("on", bead, da.geometry.cam(da.ground, da.planar.circle_profile(R)), friction=mu),
            gravity=DOWN,
        )
        start = model.state(q={"x": R * np.sin(angle), "y": R * np.cos(angle)})
        return da.simulate(model, start, times=[0.0, 0.1])

    assert motion(np.arctan(mu) - 1e-6).phases("on") == [(0.0, 0.1, "sticking")]
    slides = motion(np.arctan(mu) + 1e-2)
    assert slides.phases("on") == [(0.0, 0.1, "slipping")]
    assert np.abs(slides.energy_balance).max() < 1e-9


def test_an_oval_rocks_on_the_floor_as_its_small_motions_say():
    """About its flat side, of curvature radius ρ with the centre h above: ω² = m g (ρ − h) / (J + m h²)."""
    a, b, m, J, angle = 0.3, 0.2, 2.0, 0.05, 1e-3
    plate = da.Body("plate", da.Inertia(m, J=J * np.eye(3)))
    outline = da.planar.profile(lambda s: (a * da.cos(s), b * da.sin(s)), period=2 * np.pi)
    model = da.Model(
        da.Planar("p", da.ground, plate, normal="z"),
        da.Contact("floor", da.geometry.plane(da.ground, "y"), da.geometry.cam(plate, outline), friction=0.5),
        gravity=DOWN,
    )
    # at an angle, the centre is √(a² sin² + b² cos²) above the floor
    height = np.hypot(a * np.sin(angle), b * np.cos(angle))
    w = np.sqrt(m * g * (a**2 / b - b) / (J + m * b**2))
    start = model.state(q={"p.y": height, "p.angle": angle})
    motion = da.simulate(model, start, times=[0.0, np.pi / w, 2 * np.pi / w], method=FINE)
    assert motion.phases("floor") == [(0.0, 2 * np.pi / w, "sticking")]
    assert motion["p.angle"] == pytest.approx([angle, -angle, angle], rel=1e-4)
    assert motion["floor.normal.multiplier"] == pytest.approx(m * g, rel=1e-4)
    assert np.abs(motion.energy_balance).max() < 1e-12


def test_what_cams_cannot_be_is_refused_by_name():
    disc, ball = wheel(), da.sphere("ball", radius=0.5, mass=1.0)
    hollow = da.planar.polar_profile(lambda s: 0.3 + 0.1 * da.cos(3 * s))
    with pytest.raises(ModelError, match=r"round profile of .* does not fit into the hollow"):
        da.Contact("hit", ball, da.geometry.cam(disc, hollow))
    with pytest.raises(ModelError, match=r"flat profile of .* does not fit into the hollow"):
        da.Contact("hit", da.geometry.plane(ball, "y"), da.geometry.cam(disc, hollow))
    with pytest.raises(ModelError, match=r"is not closed; give one with a period, or a track"):
        da.geometry.cam(disc, da.planar.straight_profile())
    with pytest.raises(ModelError, match="could meet between their corners"):
        da.Contact("hit", da.box("box", size=(1, 1, 1), mass=1.0), da.geometry.cam(disc, OVAL))
    with pytest.raises(ModelError, match="discs about z and flat faces can"):
        da.Contact("hit", da.disc("other", radius=0.1, mass=1.0, axis="x"), da.geometry.cam(disc, OVAL))
    with pytest.raises(ModelError, match="leave `points` out"):
        da.Contact("hit", da.geometry.plane(ball, "y"), da.geometry.cam(disc, OVAL), points=[(0, 0, 0)])
    with pytest.raises(ModelError, match="a plane touches cams"):
        da.Contact("hit", da.geometry.plane(ball, "y"), da.geometry.plane(disc, "y"))

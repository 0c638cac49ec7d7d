"""Solids that touch each other: their gaps against distances by optimisation, and what they do when they meet."""

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.spatial.transform import Rotation

import dalembert as da
from dalembert.contact.contact_system import contact_system
from dalembert.errors import ModelError, SolverError

g = 9.81
DOWN = (0.0, 0.0, -g)
FLOOR = da.geometry.plane(da.ground, "z")
HALVES = np.array([0.3, 0.2, 0.5])

# bodies, and their cores as places of parameters in bounds with a thickness around them
KINDS = {
    "rod": (lambda name: rod(name, 0.1), lambda s: np.array([s[0], 0.0, 0.0]), [(0, 1)], 0.1),
    "box": (lambda name: da.box(name, size=2 * HALVES, mass=1.0), lambda s: s * HALVES, [(-1, 1)] * 3, 0.0),
    "ball": (lambda name: da.sphere(name, radius=0.3, mass=1.0), lambda s: np.zeros(3), [], 0.3),
    "cylinder": (
        lambda name: da.cylinder(name, radius=0.3, length=0.8, mass=1.0),
        lambda s: np.array([0.3 * s[0] * np.cos(s[1]), 0.3 * s[0] * np.sin(s[1]), 0.4 * s[2]]),
        [(0, 1), (-9, 9), (-1, 1)],
        0.0,
    ),
    "disc": (
        lambda name: da.disc(name, radius=0.5, mass=1.0),
        lambda s: 0.5 * s[0] * np.array([np.cos(s[1]), np.sin(s[1]), 0.0]),
        [(0, 1), (-9, 9)],
        0.0,
    ),
}


def rod(name, radius=0.05):
    return da.rod(name, length=1.0, mass=1.0, radius=radius)


def turned(axis, angle):
    return {"p.e0": np.cos(angle / 2), f"p.e{'xyz'.index(axis) + 1}": np.sin(angle / 2)}


def on_fixed(body, other, **law):
    return da.Model(
        da.Free("p", da.ground, body),
        da.Weld("w", da.ground, other),
        da.Contact("hit", body, other, **law),
        gravity=DOWN,
    )


def smallest_gap(system, state):
    eom = system.dynamics.equations
    rest = np.zeros(len(eom.speeds) + len(eom.states))
    x = np.concatenate([[state.q[name] for name in eom.coordinates], rest])
    return system.at(0.0, x, np.zeros(0), {}).phi.min()


def core_distance(first, second, poses, generator):
    """The least distance of two cores, by minimisation from several places."""
    (_, place_a, bounds_a, _), (_, place_b, bounds_b, _) = first, second
    (R_a, p_a), (R_b, p_b) = poses
    n = len(bounds_a)

    def square(s):
        d = R_a.apply(place_a(s[:n])) + p_a - R_b.apply(place_b(s[n:])) - p_b
        return d @ d

    bounds = [*bounds_a, *bounds_b]
    starts = [[generator.uniform(*bound) for bound in bounds] for _ in range(6)]
    options = {"ftol": 1e-18, "gtol": 1e-14}
    return np.sqrt(min(minimize(square, s, bounds=bounds, options=options).fun for s in starts))


@pytest.mark.parametrize("pair", [("rod", "rod"), ("box", "rod"), ("ball", "cylinder"), ("ball", "disc")])
def test_the_smallest_gap_of_solids_is_their_distance_by_optimisation(pair):
    generator, (first, second) = np.random.default_rng(5), (KINDS[kind] for kind in pair)
    a, b = first[0]("a"), second[0]("b")
    model = da.Model(da.Free("p", da.ground, a), da.Free("s", da.ground, b), da.Contact("hit", a, b))
    system, checked = contact_system(da.as_dynamics(model)), 0
    for _ in range(8):
        poses = [(Rotation.random(random_state=generator), generator.uniform(-1, 1, 3)) for _ in "ab"]
        distance = core_distance(first, second, poses, generator)
        if distance < 1e-3:
            continue
        q = {}
        for name, (R, p) in zip("ps", poses, strict=True):
            e1, e2, e3, e0 = R.as_quat()
            q |= dict(
                zip(
                    (f"{name}.{c}" for c in ("x", "y", "z", "e0", "e1", "e2", "e3")),
                    (*p, e0, e1, e2, e3),
                    strict=True,
                )
            )
        assert smallest_gap(system, model.state(q=q)) == pytest.approx(distance - first[3] - second[3], abs=1e-8)
        checked += 1
    assert checked > 4


def test_a_ball_touches_a_cone_at_its_base_its_slope_and_its_tip():
    """Against places sampled along its outline."""
    cone = da.cone("cone", radius=0.3, length=0.8, mass=1.0)
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    model = on_fixed(ball, cone)
    system, generator, s = (
        contact_system(da.as_dynamics(model)),
        np.random.default_rng(0),
        np.linspace(0, 1, 20001),
    )
    for _ in range(20):
        x = generator.uniform(-1, 1, 3)
        far, above = np.hypot(x[0], x[1]), x[2] + 0.2
        outline = min(np.hypot(far - 0.3 * s, above).min(), np.hypot(far - 0.3 * (1 - s), above - 0.8 * s).min())
        is_inside = above > 0.0 and 0.8 * (far - 0.3) + 0.3 * above < 0.0
        state = model.state(q=dict(zip(("p.x", "p.y", "p.z"), x, strict=True)))
        assert smallest_gap(system, state) == pytest.approx((-outline if is_inside else outline) - 0.1, abs=2e-8)


def test_a_ball_meets_an_ellipsoid_where_it_is_as_near_as_its_radius():
    radii, r, aside = np.array([0.4, 0.3, 0.2]), 0.1, np.array([0.15, 0.1])
    egg, ball = da.ellipsoid("egg", radii=radii, mass=1.0), da.sphere("ball", radius=r, mass=1.0)
    model = on_fixed(ball, egg)
    start = model.state(q={"p.x": aside[0], "p.y": aside[1], "p.z": 1.0})
    (hit, *_) = [event for event in da.simulate(model, start, until=0.5).events if event.what == "impact"]
    centre = np.array([*aside, 1.0 - g / 2 * hit.t**2])
    place = minimize(
        lambda x: np.sum((x * radii - centre) ** 2),
        centre / np.linalg.norm(centre),
        constraints={"type": "eq", "fun": lambda x: x @ x - 1.0},
        options={"ftol": 1e-15},
    )
    assert np.sqrt(place.fun) == pytest.approx(r, abs=1e-9)


def test_a_disc_falls_flat_on_a_ball_and_a_ball_on_a_disc():
    plate, ball = da.disc("plate", radius=0.5, mass=1.0), da.sphere("ball", radius=0.1, mass=1.0)
    for pair in ((plate, ball), (ball, plate)):
        model = on_fixed(*pair, restitution=0.5)
        motion = da.simulate(model, {"p.z": 0.6}, times=[0.0, 0.4])
        hit = np.sqrt(2 * 0.5 / g)
        assert motion.events[0].t == pytest.approx(hit, abs=1e-12)
        assert motion["p.z.rate"][-1] == pytest.approx(0.5 * g * hit - g * (0.4 - hit), rel=1e-10)


def check_sound(motion, names, tolerance=1e-6):
    """No contact pulls or is inside, no impact gives energy, and the balance closes."""
    for name in names:
        assert motion[f"{name}.normal.multiplier"].min() > -1e-9
    assert motion.residuals["penetration"].max() < 1e-9
    assert all(event.work <= 1e-15 for event in motion.events)
    assert np.abs(motion.energy_balance).max() < tolerance


def test_rods_that_cross_spring_back_as_their_inertia_at_the_crossing_says():
    e, v, off = 0.5, 2.0, 0.2
    model = on_fixed(rod("a"), rod("b"), restitution=e)
    start = model.state(q={"p.x": 0.4, "p.y": off - 0.5, "p.z": 0.5, **turned("z", np.pi / 2)}, u={"p.z": -v})
    motion = da.simulate(model, start, times=[0.0, 0.15, 0.25])
    (hit,) = [event for event in motion.events if event.what == "impact"]
    assert hit.t == pytest.approx((np.sqrt(v**2 + 2 * g * 0.4) - v) / g, abs=1e-12)
    # a rod of mass 1 with the inertia across it, hit at `off` from its middle
    across = 1.0 / 12.0 + 0.05**2 / 4.0
    impulse = (1 + e) * np.sqrt(v**2 + 2 * g * 0.4) / (1.0 + off**2 / across)
    assert sum(hit.impulses.values()) == pytest.approx(impulse, rel=1e-10)
    check_sound(motion, [f"hit {k}" for k in range(1, 6)])


def test_a_rod_that_slides_over_the_end_of_another_falls_off_it():
    model = on_fixed(rod("a"), rod("b"), friction=0.2)
    start = model.state(q={"p.x": 0.9, "p.y": -0.5, "p.z": 0.1, **turned("z", np.pi / 2)}, u={"p.x": 1.0})
    motion = da.simulate(model, start, times=np.linspace(0.0, 0.4, 81))
    (_, left, word), *_, (*_, last) = motion.phases("hit")
    assert (word, last) == ("slipping", "open")
    # it is over the end before it lets go
    assert left > 0.1
    assert motion["p.x"][-1] > 1.05
    check_sound(motion, [f"hit {k}" for k in range(1, 6)])


def test_a_rod_lies_on_a_parallel_one_by_two_of_their_ends():
    a, b = rod("a"), rod("b")
    model = da.Model(
        da.Planar("p", da.ground, a, normal="y"),
        da.Weld("w", da.ground, b),
        da.Contact("hit", a, b, restitution=0.3, friction=0.3),
        gravity=DOWN,
    )
    motion = da.simulate(model, {"p.x": 0.3, "p.y": 0.2}, times=[0.0, 0.5, 1.0])
    assert motion.phases("hit")[-1][2] == "sticking"
    assert motion["hit.sum.z"][-1] == pytest.approx(g, rel=1e-9)
    assert motion["p.x"][-1] == pytest.approx(0.1, abs=1e-12)
    # it overhangs by 0.2: its middle is 0.3 from the end of the lower one, 0.5 from its own
    ends = {k: motion[f"hit {k}.normal.multiplier"][-1] for k in range(1, 6)}
    assert sorted(ends.values())[-2:] == pytest.approx([3 / 8 * g, 5 / 8 * g], rel=1e-9)


def test_a_ball_rolls_over_the_rim_of_a_cylinder_and_leaves_it_where_its_weight_says():
    """Without friction: from rest at the rim it would leave where cos θ = 2/3; with v at the edge, of less."""
    R, r, v = 0.3, 0.1, 0.5
    cylinder, ball = da.cylinder("post", radius=R, length=0.4, mass=1.0), da.sphere("ball", radius=r, mass=1.0)
    model = on_fixed(ball, cylinder)
    start = model.state(q={"p.z": 0.2 + r, "p.x": 0.1}, u={"p.x": v})
    motion = da.simulate(
        model, start, times=np.linspace(0.0, 0.8, 161), method=da.methods.DOP853(rtol=1e-10, atol=1e-10)
    )
    assert motion.phases("hit")[-1][2] == "open"
    # N = m g cos θ − m w²/r = 0 with w² = v² + 2 g r (1 − cos θ)
    c = (2 + v**2 / (g * r)) / 3
    leaves = next(event for event in motion.events if event.what == "opens").state
    assert (leaves.q["p.z"] - 0.2) / r == pytest.approx(c, abs=1e-8)
    check_sound(motion, ["hit"])


def test_a_rod_across_a_box_is_carried_where_it_crosses_the_edges():
    box, long = da.box("box", size=(0.6, 0.4, 0.2), mass=1.0), rod("long")
    model = on_fixed(long, box, friction=0.4)
    start = model.state(q={"p.x": -0.45, "p.y": 0.03, "p.z": 0.15, **turned("z", 0.1)})
    motion = da.simulate(model, start, times=[0.0, 0.2, 0.4], method=da.methods.MoreauJean(step=1e-3))
    assert motion.phases("hit") == [(0.0, 0.4, "sticking")]
    assert motion["hit.sum.z"][-1] == pytest.approx(g, rel=1e-8)
    assert motion["p.z"][-1] == pytest.approx(0.15, abs=1e-12)
    carried = [k for k in range(1, 23) if motion[f"hit {k}.normal.multiplier"][-1] > 1e-6]
    # two edges along y, each at half the width of the box
    assert len(carried) == 2
    places = [motion[f"hit {k}.normal.multiplier"][-1] for k in carried]
    middle = -0.45 + 0.5 * np.cos(0.1)
    assert sorted(places) == pytest.approx(sorted([g * (0.3 - middle) / 0.6, g * (0.3 + middle) / 0.6]), rel=1e-6)


def test_a_rim_that_lies_flat_is_named_and_stands_on_points_around_it():
    can = da.cylinder("can", radius=0.1, length=0.3, mass=1.0)

    def standing(**points):
        contact = da.Contact("foot", can, FLOOR, friction=0.3, **points)
        return da.Model(da.Free("p", da.ground, can), contact, gravity=DOWN)

    with pytest.raises(SolverError, match=r"'foot 1', 'foot 2' has no value or no rate at t = 0: .* points=12"):
        da.simulate(standing(), {"p.z": 0.15}, until=1.0)
    motion = da.simulate(
        standing(points=3), {"p.z": 0.15}, times=[0.0, 1.0], method=da.methods.MoreauJean(step=1e-2)
    )
    assert motion.phases("foot") == [(0.0, 1.0, "sticking")]
    assert motion["foot.sum.z"][-1] == pytest.approx(g, rel=1e-10)
    with pytest.raises(ModelError, match="3 or more"):
        standing(points=2)
    with pytest.raises(ModelError, match="has no rims for 4 points"):
        da.Contact("foot", da.sphere("ball", radius=0.1, mass=1.0), FLOOR, points=4)


def test_none_of_six_points_around_a_rim_pulls_though_three_of_them_carry():
    can = da.cylinder("can", radius=0.1, length=0.3, mass=1.0)
    model = da.Model(
        da.Free("p", da.ground, can), da.Contact("foot", can, FLOOR, points=6), gravity=(0.0, 0.0, -g)
    )
    motion = da.simulate(model, {"p.z": 0.15}, times=[0.0, 0.1])
    forces = np.array([motion[f"foot {k}.normal.multiplier"][-1] for k in range(1, 13)])
    assert forces.min() > -1e-12
    assert forces.sum() == pytest.approx(g, rel=1e-12)
    # in balance about the middle
    angles = np.pi / 3.0 * np.arange(6)
    assert [forces[:6] @ np.cos(angles), forces[:6] @ np.sin(angles)] == pytest.approx([0.0, 0.0], abs=1e-9)

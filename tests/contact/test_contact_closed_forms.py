"""Closed forms of impacts that repeat: when they come, and when their rhythm is lost."""

import numpy as np
import pytest
from scipy.integrate import quad

import dalembert as da

g = 9.81
FINE = da.methods.DOP853(rtol=1e-12, atol=1e-12)


def impacts(motion):
    return [event for event in motion.events if event.what == "impact"]


def test_a_pendulum_against_a_wall_comes_back_when_the_integrals_of_its_energy_say():
    """Let go at 1 rad, wall at −0.3, e = 0.8: dt = dθ / √(2 g (cos θ − cos θ_max) / l)."""
    bob = da.particle("bob", mass=1.0)
    model = da.Model(
        da.Revolute("swing", da.ground, bob.at(y=1.0), axis="z"),
        da.Stop("wall", "swing", low=-0.3, restitution=0.8),
        gravity=(0.0, -g, 0.0),
    )
    motion = da.simulate(model, {"swing": 1.0}, until=4.0, method=FINE)

    def time(top):
        # from its highest place to the wall; θ = top (1 − s²) takes the root away
        def slowness(s):
            return 2.0 * top * s / np.sqrt(2.0 * g * (np.cos(top * (1.0 - s * s)) - np.cos(top)))

        return quad(slowness, 0.0, np.sqrt(1.0 + 0.3 / top), epsabs=1e-13, epsrel=1e-13)[0]

    expected, top, t = [], 1.0, time(1.0)
    while t < 4.0:
        expected.append(t)
        speed = 2.0 * g * (np.cos(0.3) - np.cos(top))
        top = np.arccos(np.cos(0.3) - 0.8**2 * speed / (2.0 * g))
        t += 2.0 * time(top)
    assert len(expected) > 2
    assert [event.t for event in impacts(motion)] == pytest.approx(expected, abs=1e-10)


def test_jumps_once_in_a_period_lose_their_stability_where_the_table_shakes_too_much():
    """At Γ = 1.526823700519 a multiplier of the rhythm is −1; the other is then −e²."""
    e, w, strength = 0.5, 20 * np.pi, 1.526823700519
    A, period, phase = strength * g / w**2, 2 * np.pi / w, np.arccos(np.pi * (1 - e) / (strength * (1 + e)))
    ball = da.particle("ball", mass=1.0)
    table = da.contacts.GapContact("table", da.coordinate("z") - A * da.sin(w * da.time), restitution=e)
    model = da.Model(da.Prismatic("z", da.ground, ball, axis="z"), table, gravity=(0.0, 0.0, -g))

    def jumped(t, v):
        """Time and speed after the next impact."""
        start = model.state(t=t, q={"z": A * np.sin(w * t)}, u={"z": v})
        (event, *_) = impacts(da.simulate(model, start, times=[t, t + 1.4 * period]))
        return np.array([event.t - period, event.after.u["z"]])

    rhythm = np.array([phase / w, g * period / 2])
    assert jumped(*rhythm) == pytest.approx(rhythm, rel=1e-10)
    steps = np.diag([1e-6, 1e-6 * rhythm[1] / rhythm[0]])
    columns = [(jumped(*(rhythm + d)) - jumped(*(rhythm - d))) / (2 * np.abs(d).max()) for d in steps]
    multipliers = np.linalg.eigvals(np.column_stack(columns))
    assert np.sort(multipliers) == pytest.approx([-1.0, -(e**2)], abs=1e-6)


@pytest.mark.parametrize(("until", "wave"), [(4.0, False), (3.1, True)])
def test_what_two_frictions_held_to_the_same_instant_lets_go_there(until, wave):
    # both limits are 0.6 g: then the upper one slips, as its friction falls, and the lower one holds
    lower, upper = da.particle("lower", mass=2.0), da.particle("upper", mass=1.0)
    rails = da.Body("first"), da.Body("second")
    force = 12 * da.sin(da.time) if wave else 6 * da.time
    model = da.Model(
        da.Prismatic("x1", da.ground, rails[0], axis="x"),
        da.Prismatic("z1", rails[0], lower, axis="z"),
        da.Prismatic("x2", da.ground, rails[1], axis="x"),
        da.Prismatic("z2", rails[1], upper, axis="z"),
        da.Contact("foot", lower, da.geometry.plane(da.ground, "z"), friction=0.2),
        da.Contact(
            "face",
            upper,
            da.geometry.plane(lower.at(z=0.1), "z"),
            friction=da.Coulomb(static=0.6, kinetic=0.05),
        ),
        da.JointForce("pull", "x2", force),
        gravity=(0, 0, -9.81),
    )
    motion = da.simulate(model, {"z2": 0.1}, until=until)
    begin = np.arcsin(0.6 * 9.81 / 12) if wave else 0.1 * 9.81
    t, friction = until - begin, 0.05 * 9.81
    way = (
        12 * (np.cos(begin) * t - np.sin(until) + np.sin(begin))
        if wave
        else until**3 - begin**3 - 3 * begin**2 * t
    )
    assert motion["x2"][-1] == pytest.approx(way - 0.5 * friction * t**2, rel=1e-6)
    assert motion.phases("foot")[-1][2] == "sticking"
    assert np.abs(motion["x1"]).max() < 1e-12


def test_a_push_between_two_rows_of_a_long_rest_lifts_what_lies():
    ball, push = da.particle("ball", mass=1.0), da.where((da.time - 0.5) ** 2 < 0.02**2, 20.0, 0.0)
    model = da.Model(
        da.Prismatic("z", da.ground, ball, axis="z"),
        da.Contact("floor", ball, da.geometry.plane(da.ground, "z")),
        da.JointForce("push", "z", push),
        gravity=(0, 0, -9.81),
    )
    motion = da.simulate(model, until=10.0)
    v, z = (20 - 9.81) * 0.04, 0.5 * (20 - 9.81) * 0.04**2
    lands = 0.52 + (v + np.sqrt(v**2 + 2 * 9.81 * z)) / 9.81
    _, (begin, end, mode), _ = motion.phases("floor")
    assert mode == "open"
    assert (begin, end) == pytest.approx((0.48, lands), abs=1e-6)
    assert motion["floor.normal.multiplier"].min() >= 0.0


def test_an_event_that_puts_a_body_elsewhere_lets_it_fall_from_there_and_not_into_the_floor():
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    model = da.Model(
        da.Prismatic("z", da.ground, ball, axis="z"),
        da.Contact("floor", ball, da.geometry.plane(da.ground, "z")),
        gravity=(0, 0, -9.81),
    )
    lifted, sunk = (da.Event("hand", da.time - 0.5, action=da.actions.Reset({"z": z})) for z in (0.5, 0.05))
    motion = da.simulate(model, {"z": 0.1}, until=2.0, events=[lifted])
    assert motion.phases("floor")[1] == (0.5, pytest.approx(0.5 + np.sqrt(2 * 0.4 / 9.81), abs=1e-12), "open")
    assert np.abs(motion.energy_balance).max() < 1e-9
    with pytest.raises(
        da.errors.SolverError, match=r"'hand' leaves bodies that overlap at t = 0.5: 'floor' by 0.05"
    ):
        da.simulate(model, {"z": 0.1}, until=2.0, events=[sunk])


def held_by_two_frictions(pull):
    """A block that the floor and its guide hold together."""
    block, rail = da.particle("block", mass=3.0), da.Body("rail")
    return da.Model(
        da.Prismatic("x", da.ground, rail, axis="x"),
        da.Prismatic("z", rail, block, axis="z"),
        da.Contact("foot", block, da.geometry.plane(da.ground, "z"), friction=0.3),
        da.DryFriction("guide", "x", static=4.0, kinetic=2.0),
        da.JointForce("pull", "x", pull),
        gravity=(0, 0, -9.81),
    )


def test_friction_of_two_that_lets_go_early_does_so_in_a_batch_as_alone():
    # who holds how much is not unique: where both let go is located between looks
    model = held_by_two_frictions(1000 * da.time)
    alone = da.simulate(model, until=3.0)
    both = da.batch(model, [model.state(), model.state()], until=3.0)
    assert alone.phases("foot")[0][1] == pytest.approx((0.3 * 3.0 * 9.81 + 4.0) / 1000, abs=1e-8)
    for motion in both:
        assert motion.phases("foot") == alone.phases("foot")
        assert np.array_equal(motion["x"], alone["x"])


def test_a_shaken_block_slips_by_two_frictions_though_every_look_at_them_finds_no_force():
    # sixty-four looks at a force of sixty-four periods find it at zero
    model = held_by_two_frictions(da.where(da.time < 1.0 / 64.0, 20 * da.sin(128 * np.pi * da.time), 0.0))
    motion = da.simulate(model, until=1.0)
    most = 0.3 * 3.0 * 9.81 + 4.0
    assert motion.phases("foot")[0][1] == pytest.approx(np.arcsin(most / 20) / (128 * np.pi), abs=1e-7)

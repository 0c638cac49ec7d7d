"""Laws of friction along runs: in joints by reactions, falling with speed, with spin, rolling, creeping."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import dalembert as da
from dalembert.contact import contact_guards
from dalembert.errors import ModelError
from tests.oracles.contact_law import assert_lawful, findings
from tests.oracles.contact_scenes import scene

g = 9.81
FINE = da.methods.DOP853(rtol=1e-12, atol=1e-12)
DOWN = (0.0, 0.0, -g)


def floor():
    return da.geometry.plane(da.ground, "z")


def times(motion, what):
    return [event.t for event in motion.events if event.what == what]


@pytest.mark.parametrize("friction", [da.Coulomb(0.2, 0.1), da.contacts.Stribeck(0.2, 0.1, 0.01)])
@pytest.mark.parametrize("is_native", [True, False])
def test_a_block_that_lands_sliding_is_braked_by_kinetic_friction(friction, is_native, monkeypatch):
    """5 m/s along and 1 m/s down: it slides on, so that the impulse of friction is 0.1 of the normal one."""
    if not is_native:
        monkeypatch.setattr(contact_guards, "decision_layout", lambda *_: None)
    body, rail = da.particle("block", mass=1.0), da.Body("rail")
    model = da.Model(
        da.Prismatic("x", da.ground, rail, axis="x"),
        da.Prismatic("z", rail, body, axis="z"),
        da.Contact("foot", body, floor(), friction=friction),
    )
    motion = da.simulate(model, model.state(q={"z": 0.1}, u={"x": 5.0, "z": -1.0}), times=[0.0, 0.2])
    assert motion.events[0].impulses == pytest.approx({"foot.normal": 1.0, "foot.slip first": -0.1})
    assert motion["x.rate"][-1] == pytest.approx(4.9)


def test_forces_of_a_contact_are_in_axes_of_its_body_and_slip_along_those_of_the_surface():
    """Turned by a right angle and slid along x: friction is along −x of the surface, and along y of the body."""
    model = spinning_ball(0.5, mass=1.0)
    turned = {"pose.z": 0.1, "pose.e0": np.sqrt(0.5), "pose.e3": np.sqrt(0.5)}
    motion = da.simulate(model, model.state(q=turned, u={"pose.x": 1.0}), times=[0.0, 0.01])
    names = [
        f"lane.{x}" for x in ("force.x", "force.y", "force.z", "slip first.multiplier", "slip second.multiplier")
    ]
    told = [motion[name][0] for name in names]
    assert told == pytest.approx([0.0, 0.5 * g, g, -0.5 * g, 0.0], abs=1e-12)


def two_blocks(creep=None):
    first, second = da.particle("first", mass=0.1), da.particle("second", mass=0.1)
    return da.Model(
        da.Prismatic("q1", da.ground, first, axis="x"),
        da.Prismatic("q2", da.ground, second, axis="x"),
        da.JointSpring("wall", "q1", stiffness=5.0),
        da.Potential("between", 2.5 * (da.coordinate("q2") - da.coordinate("q1")) ** 2),
        da.JointForce("push", "q2", 10 * da.sin(1.5 * da.time)),
        da.DryFriction("f1", "q1", static=0.1 * g, creep=creep),
        da.DryFriction("f2", "q2", static=0.1 * g, creep=creep),
    )


def test_a_guide_holds_its_block_as_a_slope_does_by_its_own_reaction():
    rail = da.Prismatic("x", da.ground, da.particle("block", mass=2.0), axis="x")
    angle = 0.3
    model = da.Model(
        rail,
        da.JointForce("spring", "x", 200 * (0.1 * da.time - da.coordinate("x"))),
        da.contacts.dry_joint_friction("rub", rail, da.Coulomb(static=0.5, kinetic=0.4)),
        gravity=(-g * np.sin(angle), 0.0, -g * np.cos(angle)),
    )
    motion = da.simulate(model, until=1.5, method=FINE)
    phases = motion.phases("rub")
    assert [word for *_, word in phases] == ["sticking", "slipping", "sticking", "slipping"]
    assert [end for _, end, _ in phases[:2]] == pytest.approx([0.758497870651, 1.236219670388], abs=1e-10)
    assert np.abs(motion["x"][motion.times < 0.758]).max() == 0.0
    assert np.abs(motion.energy_balance).max() < 1e-9


def swings(mu, radius, until):
    """Where a rod that falls from the level turns round, with friction in its pin; an independent integration."""
    mass, l, J = 2.0, 0.5, 2.0 / 3.0
    t, angle, sense, found = 0.0, np.pi / 2, -1.0, []

    def rates(_, y):
        alpha = 0.0
        for _ in range(30):
            across = mass * (l * alpha + g * np.sin(y[0])), mass * (l * y[1] ** 2 + g * np.cos(y[0]))
            alpha = (-mass * g * l * np.sin(y[0]) - sense * mu * radius * np.hypot(*across)) / J
        return [y[1], alpha]

    while t < until:
        begun = t

        def stops(time, y, begun=begun, sense=sense):
            return y[1] if time > begun + 1e-3 else sense

        stops.terminal = True
        run = solve_ivp(rates, (t, until), [angle, 0.0], rtol=1e-10, atol=1e-12, events=stops, method="DOP853")
        t, angle, sense = run.t[-1], run.y[0, -1], -sense
        found.append((t, angle))
    return found[:-1]


def test_a_rod_with_friction_in_its_pin_turns_where_another_integration_does_and_stays_where_friction_holds():
    mu, radius = 0.3, 0.05
    pin = da.Revolute("pin", da.ground, da.rod("rod", length=1.0, mass=2.0), axis="y")
    model = da.Model(pin, da.contacts.dry_joint_friction("journal", pin, mu, radius=radius), gravity=DOWN)
    motion = da.simulate(model, times=np.linspace(0.0, 3.0, 7), method=FINE)
    expected = swings(mu, radius, 3.0)
    assert len(expected) == 3
    turns = [event for event in motion.events if event.what == "turns"]
    assert [event.t for event in turns] == pytest.approx([t for t, _ in expected], abs=1e-8)
    assert [np.pi / 2 - event.after.q["pin"] for event in turns] == pytest.approx(
        [x for _, x in expected], abs=1e-8
    )
    # hanging by less than sin θ = μ ρ / l it stays; a little more and it falls
    most = np.arcsin(mu * radius / 0.5)
    held = da.simulate(model, {"pin": np.pi / 2 + 0.999 * most}, until=1.0)
    assert held.phases("journal") == [(0.0, 1.0, "sticking")]
    falls = da.simulate(model, {"pin": np.pi / 2 + 1.001 * most}, until=0.1)
    assert falls.phases("journal")[0][2] == "slipping"


def test_stribecks_friction_stops_a_block_when_its_closed_form_says():
    static, kinetic, speed, v = 0.5, 0.2, 0.3, 2.0
    block, rail = da.particle("block", mass=2.0), da.Body("rail")
    model = da.Model(
        da.Prismatic("x", da.ground, rail, axis="x"),
        da.Prismatic("z", rail, block, axis="z"),
        da.Contact("foot", block, floor(), friction=da.contacts.Stribeck(static, kinetic, speed)),
        gravity=DOWN,
    )
    motion = da.simulate(model, model.state(u={"x": v}), until=1.2, method=FINE)
    stop = speed / (g * kinetic) * np.log((kinetic * np.exp(v / speed) + static - kinetic) / static)
    assert times(motion, "sticks") == pytest.approx([stop], abs=1e-10)


def test_friction_with_a_grain_bends_the_way_of_a_block_as_another_integration_does():
    mu, factor, angle = 0.4, 0.3, 0.5
    frames = [da.Body("x rail"), da.Body("y rail"), da.particle("block", mass=2.0)]
    way = (np.cos(angle), np.sin(angle), 0.0)

    def model(*forces):
        return da.Model(
            da.Prismatic("x", da.ground, frames[0], axis="x"),
            da.Prismatic("y", frames[0], frames[1], axis="y"),
            da.Prismatic("z", frames[1], frames[2], axis="z"),
            da.Contact("foot", frames[2], floor(), friction=mu, grain=da.contacts.Grain(way, factor)),
            *forces,
            gravity=DOWN,
        )

    e, f = np.array(way[:2]), np.array([-way[1], way[0]])

    def rates(_, y):
        v = y[2:]
        slips = np.array([v @ e, v @ f])
        force = -mu * g * np.array([factor**2, 1.0]) * slips / np.hypot(factor * slips[0], slips[1])
        return [*v, *(force[0] * e + force[1] * f)]

    expected = solve_ivp(rates, (0.0, 0.8), [0.0, 0.0, 3.0, 2.5], rtol=1e-11, atol=1e-12).y[:, -1]
    sliding = model()
    motion = da.simulate(sliding, sliding.state(u={"x": 3.0, "y": 2.5}), times=[0.0, 0.8], method=FINE)
    found = [motion[name][-1] for name in ("x", "y", "x.rate", "y.rate")]
    assert found == pytest.approx(expected, abs=1e-8)
    assert np.abs(motion.energy_balance).max() < 1e-9
    # across the grain it holds μ N, along it a part of that; the force on the block is what was pulled
    for direction, holds in ((e, factor * mu), (f, mu)):
        pulled = model(da.PointForce("pull", frames[2], (*(2.0 * da.time * direction), 0.0)))
        motion = da.simulate(pulled, times=[0.0, 1.0, holds * g + 0.1])
        (_, slips, first), (*_, then) = motion.phases("foot")
        assert (slips, first, then) == (pytest.approx(holds * g, abs=1e-9), "sticking", "slipping")
        force = [motion[f"foot.force.{axis}"][1] for axis in "xy"]
        assert force == pytest.approx(-2.0 * direction, rel=1e-9)


def spinning_ball(law, radius=0.1, mass=2.0, **options):
    ball = da.sphere("ball", radius=radius, mass=mass)
    contact = da.Contact("lane", ball, floor(), friction=law, **options)
    return da.Model(da.Free("pose", da.ground, ball), contact, gravity=DOWN)


def test_contensous_law_brakes_spin_and_lets_slip_decay_like_a_viscous_force():
    mu, patch, R, spin = 0.3, 5e-3, 0.1, 200.0
    model = spinning_ball(da.contacts.Contensou(mu, patch))
    still = da.simulate(model, model.state(q={"pose.z": R}, u={"pose.wz": spin}), times=[0.0, 0.5])
    moment = 3 * np.pi / 16 * mu * patch * g / (0.4 * R**2)
    assert still["pose.wz"][-1] == pytest.approx(spin - 0.5 * moment, rel=1e-9)
    # slow slip beside fast spin: rate 7/2 μ g · 3π / (8 ε ω)
    v, end = 1e-7, 1e-3
    slow = da.simulate(model, model.state(q={"pose.z": R}, u={"pose.wz": spin, "pose.x": v}), times=[0.0, end])
    slip = slow["pose.x.rate"][-1] - R * slow["pose.wy"][-1]
    assert slip == pytest.approx(v * np.exp(-3.5 * mu * g * 3 * np.pi / (8 * patch * spin) * end), rel=2e-4)
    assert slow.phases("lane") == [(0.0, end, "slipping")]
    # slip and spin end, by hand at ω over its rate, and then it rests
    ended = da.simulate(model, model.state(q={"pose.z": R}, u={"pose.wz": 0.1}), until=1.0)
    (_, end, _), last = ended.phases("lane")
    assert end == pytest.approx(0.1 / moment, rel=1e-2)
    assert last == (end, 1.0, "sticking")
    assert_lawful(ended)


def test_a_patch_turns_with_its_table_until_the_moment_of_spin_is_more_than_it_can_hold():
    """J α is held up to (3π/16) μ N ε, and that is the moment from then on; α grows as k t."""
    mu, patch, R, k = 0.3, 5e-3, 0.1, 3.0
    ball, band = da.sphere("ball", radius=R, mass=1.0), da.Body("band", da.Inertia(1.0, J=0.1 * np.eye(3)))
    model = da.Model(
        da.Revolute("table", da.ground, band, axis="z"),
        da.Drive("motor", "table", k * da.time**3 / 6.0),
        da.Free("pose", da.ground, ball),
        da.Contact("foot", ball, da.geometry.plane(band, "z"), friction=da.contacts.Contensou(mu, patch)),
        gravity=DOWN,
    )
    motion = da.simulate(model, model.state(q={"pose.z": R}), until=1.5)
    t = 3.0 * np.pi / 16.0 * mu * g * patch / (0.4 * R**2 * k)
    assert [(a, word) for a, _, word in motion.phases("foot")] == [
        (0.0, "sticking"),
        (pytest.approx(t, rel=1e-8), "slipping"),
    ]
    assert motion["pose.wz"][-1] == pytest.approx(0.5 * k * t**2 + k * t * (1.5 - t), rel=1e-5)
    assert_lawful(motion)
    nearly = da.simulate(model, model.state(q={"pose.z": R}), times=[0.0, t * (1.0 - 1e-8)]).state()
    with pytest.raises(da.errors.SolverError, match="'foot' is at the limit of friction, or beyond"):
        da.linearize(model, nearly)


@pytest.mark.parametrize("seed", [330, 1045])
def test_patches_that_come_to_rest_and_begin_to_move_again_obey_their_law(seed):
    # one spins off a table that turns, the other is thrown off a ground that shakes
    one = scene(seed)
    assert not findings(da.simulate(one.model, one.start, until=one.until))


def test_events_at_the_gap_of_a_patch_count_its_impacts():
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    foot = da.Contact("foot", ball, floor(), friction=da.contacts.Contensou(0.3, 0.02), restitution=0.8)
    model = da.Model(da.Free("pose", da.ground, ball), foot, gravity=DOWN)
    closes = da.Event("closes", da.coordinate("pose.z") - 0.1, direction=-1)
    start = da.State(q={"pose.z": 0.2}, u={"pose.x.rate": 0.5, "pose.wz": 3.0})
    names = [event.name for event in da.simulate(model, start, until=1.5, events=[closes]).events]
    assert names.count("closes") == names.count("foot impact") > 50


def tippe_top(law):
    """Leine and Glocker 2003, on its larger sphere."""
    R, a, theta = 0.015, 0.003, 0.1
    top = da.Body("top", da.Inertia(6e-3, (0.0, 0.0, 0.0), np.diag([8e-7, 8e-7, 7e-7])))
    shell = da.sphere("shell", radius=R, mass=1e-12)
    model = da.Model(
        da.Free("pose", da.ground, top),
        da.Weld("cap", top.at(z=a), shell),
        da.Contact("tip", shell, floor(), friction=law),
        gravity=DOWN,
    )
    turned = {"pose.e0": np.cos(theta / 2), "pose.e2": np.sin(theta / 2)}
    return model, model.state(q={"pose.z": R - a * np.cos(theta), **turned}, u={"pose.wz": 180.0})


@pytest.mark.parametrize(("law", "turns_over"), [(da.contacts.Contensou(0.3, 5e-4), True), (0.3, False)])
def test_a_tippe_top_turns_over_by_contensous_friction_and_not_by_that_of_a_point(law, turns_over):
    motion = da.simulate(*tippe_top(law), times=np.linspace(0.0, 1.4, 8))
    e = motion.states[:, 3:7]
    axis = 1.0 - 2.0 * (e[:, 1] ** 2 + e[:, 2] ** 2)
    assert (axis[-1] < 0.0) == turns_over
    # Jellett's integral, angular momentum along the arm to the contact: friction at a point keeps it, the moment
    # about the normal takes from it
    n = np.stack(
        [2 * (e[:, 1] * e[:, 3] - e[:, 0] * e[:, 2]), 2 * (e[:, 2] * e[:, 3] + e[:, 0] * e[:, 1]), axis], 1
    )
    arm = np.array([0.0, 0.0, 0.003]) - 0.015 * n
    L = motion.states[:, 10:13] * np.array([8e-7, 8e-7, 7e-7])
    jellett = (L * arm).sum(axis=1)
    assert (np.abs(jellett / jellett[0] - 1.0).max() < 1e-7) != turns_over
    assert abs(jellett[-1]) <= abs(jellett[0]) * (1.0 + 1e-7)
    assert np.abs(motion.energy_balance).max() < 1e-8


def test_rolling_and_drilling_resistance_bring_a_ball_to_rest_when_their_closed_forms_say():
    R, v, w, rolling, drilling = 0.1, 1.0, 20.0, 0.01, 0.02
    model = spinning_ball(0.3, drilling=drilling, rolling=rolling)
    start = model.state(q={"pose.z": R}, u={"pose.x": v, "pose.wy": v / R, "pose.wz": w})
    motion = da.simulate(model, start, times=[0.0, 2.0], method=FINE)
    slowing = 5 / 7 * rolling * g / R
    assert motion.phases("lane rolling")[0][1] == pytest.approx(v / slowing, abs=2e-7)
    assert motion["pose.x"][-1] == pytest.approx(v**2 / (2 * slowing), abs=1e-8)
    assert times(motion, "sticks")[-2:][0] == pytest.approx(w * 0.4 * R**2 / (drilling * g), abs=1e-10)
    assert np.abs(motion.states[-1, 7:13]).max() < 1e-12
    assert np.abs(motion.energy_balance).max() < 1e-9


def test_slip_and_spin_of_an_impact_follow_contensous_law_on_impulses():
    """Slip 1 m/s, spin 500/s, 1 m/s down: of slip and spin after it, Λ = −μ P v / (|v| + 8 ε |ω| / 3π)."""
    mu, patch, R = 0.3, 5e-3, 0.1
    model = spinning_ball(da.contacts.Contensou(mu, patch), mass=1.0)
    start = model.state(q={"pose.z": R}, u={"pose.x": 1.0, "pose.z": -1.0, "pose.wz": 500.0})
    event = da.simulate(model, start, times=[0.0, 1e-3]).events[0]
    impulse, moment = event.impulses["lane.slip first"], event.impulses["lane.spin"]
    after = event.after.u
    assert (after["pose.x"] - 1.0, after["pose.wz"] - 500.0) == pytest.approx((impulse, moment / (0.4 * R**2)))
    slip, spin = 1.0 + 3.5 * impulse, after["pose.wz"]
    assert impulse == pytest.approx(-0.0769, abs=5e-5)
    assert impulse == pytest.approx(-mu * slip / (slip + 8 * patch * spin / (3 * np.pi)), rel=1e-12)
    rubs = patch * spin + 15 * np.pi / 16 * slip
    assert moment == pytest.approx(-3 * np.pi / 16 * mu * patch**2 * spin / rubs, rel=1e-12)
    # without spin it is Coulomb's law, and ends all slip
    slow = model.state(q={"pose.z": R}, u={"pose.x": 0.5, "pose.z": -1.0})
    motion = da.simulate(model, slow, until=0.1)
    assert motion.events[0].impulses["lane.slip first"] == pytest.approx(-0.5 / 3.5, rel=1e-9)
    assert motion.phases("lane") == [(0.0, 0.1, "sticking")]
    assert_lawful(motion)


def test_arms_resist_spin_and_rolling_in_impacts():
    """Dropped by 1 m, a ball has the impulse P: spin loses arm · P / J, rolling arm · P / (J + m R²)."""
    R, height, arm = 0.1, 1.0, 1e-3
    model = spinning_ball(0.3, mass=1.0, drilling=arm, rolling=arm)
    P, J = np.sqrt(2 * g * height), 0.4 * R**2
    for speeds, name, after in (
        ({"pose.wz": 50.0}, "pose.wz", 50.0 - arm * P / J),
        ({"pose.x": 3.0, "pose.wy": 30.0}, "pose.wy", 30.0 - arm * P / (J + R**2)),
        ({"pose.wz": 0.5}, "pose.wz", 0.0),
    ):
        motion = da.simulate(model, model.state(q={"pose.z": R + height}, u=speeds), times=[0.0, 0.46])
        event = next(event for event in motion.events if event.what == "impact")
        assert event.after.u[name] == pytest.approx(after, abs=1e-11)
        assert event.work < -0.5 * P**2
        assert np.abs(motion.energy_balance).max() < 1e-8
    assert motion.phases("lane drilling")[-1][2] == "sticking"


def test_friction_of_a_pin_takes_part_in_impacts_by_the_impulse_of_its_reaction():
    """A rod strikes a stop with its tip: I Δω = P L cos φ − μ r |R|, and the pin has R = m Δv − P."""
    L, mass, mu, radius, e = 1.0, 2.0, 0.3, 0.05, 0.5
    rod = da.rod("rod", length=L, mass=mass)
    pin = da.Revolute("pin", da.ground, rod["start"], axis="z")
    stop = da.geometry.plane(da.ground.at(y=-0.3), "y")
    model = da.Model(
        pin,
        da.contacts.dry_joint_friction("journal", pin, mu, radius=radius),
        da.Contact("stop", rod["end"], stop, restitution=e),
    )
    motion = da.simulate(model, model.state(u={"pin": -3.0}), times=[0.0, 0.2])
    event = next(event for event in motion.events if event.what == "impact")
    angle, before = event.state.q["pin"], -event.state.u["pin"]
    change, P, M = (1 + e) * before, event.impulses["stop.normal"], event.impulses["journal.slip first"]
    R = mass * L / 2 * change * np.array([-np.sin(angle), np.cos(angle)]) - [0.0, P]
    assert event.after.u["pin"] == pytest.approx(e * before, rel=1e-12)
    assert pytest.approx(-mu * radius * np.linalg.norm(R), rel=1e-9) == M
    assert mass * L**2 / 3 * change == pytest.approx(P * L * np.cos(angle) + M, rel=1e-12)
    assert np.abs(motion.energy_balance).max() < 1e-12


def test_a_ball_that_falls_on_the_floor_is_braked_by_drilling_from_there_on():
    R, w, drilling, height = 0.1, 30.0, 2e-3, 0.5
    model = spinning_ball(0.3, drilling=drilling)
    motion = da.simulate(model, model.state(q={"pose.z": R + height}, u={"pose.wz": w}), times=[0.0, 1.0])
    lands = np.sqrt(2 * height / g)
    # its weight acts for a second, in the impact what it had gathered
    assert motion["pose.wz"][-1] == pytest.approx(w - drilling * g * 1.0 / (0.4 * R**2), rel=1e-7)
    assert [(end, word) for _, end, word in motion.phases("lane drilling")] == [
        (pytest.approx(lands, abs=1e-12), "open"),
        (1.0, "slipping"),
    ]


@pytest.mark.covers("F002-35")
def test_rest_that_creeps_decays_as_it_says_and_tends_to_rest_that_does_not():
    exact = da.simulate(two_blocks(), times=[0.0, 3.0, 6.0], method=FINE)
    model, times = two_blocks(da.contacts.Creep(1e-4, 2.0)), np.linspace(0.0, 6.0, 301)
    creeps = da.simulate(model, times=times, method=FINE)
    # at the end of a segment, friction that creeps may be at its limit: that is no force that pulls
    coarse = da.simulate(model, times=times, method=da.methods.DOP853(rtol=1e-8, atol=1e-8))
    assert [event.name for event in coarse.events] == [event.name for event in creeps.events]
    assert np.abs(creeps.states[[150, 300], :4] - exact.states[1:, :4]).max() < 1e-3
    begin, end = next((b, e) for b, e, word in creeps.phases("f2") if word == "sticking" and b > 0.0)
    inside = (creeps.times > begin) & (creeps.times < end)
    law = 1e-4 * np.exp(-2.0 * (creeps.times[inside] - begin))
    assert inside.sum() > 5
    assert np.abs(creeps["q2.rate"][inside]) == pytest.approx(law, rel=1e-8)


@pytest.mark.covers("F002-38")
def test_stick_and_slip_do_not_chatter_and_are_the_same_alone_and_in_a_batch():
    model, ends = two_blocks(), [0.0, 5.0, 10.0]
    for tolerance in (1e-6, 1e-9):
        motion = da.simulate(model, times=ends, method=da.methods.DOP853(rtol=tolerance, atol=tolerance))
        assert len([event for event in motion.events if event.t > 0.0]) == 21
        assert len(motion.segments) == 1
    starts = [model.state(q={"q1": 0.03 * k}, u={"q2": 0.2 * k}) for k in range(5)]
    lanes = da.batch(model, starts, times=ends)
    for k, start in enumerate(starts):
        alone = da.simulate(model, start, times=ends)
        assert (lanes[k].states == alone.states).all()
        assert [(event.t, event.name) for event in lanes[k].events] == [(e.t, e.name) for e in alone.events]


def test_what_laws_of_friction_cannot_be_is_refused_by_name():
    rail = da.Prismatic("x", da.ground, da.particle("block", mass=2.0), axis="x")
    with pytest.raises(ModelError, match="needs the radius of the pin"):
        da.contacts.dry_joint_friction(
            "f", da.Revolute("pin", da.ground, da.rod("rod", length=1.0, mass=1.0)), 0.1
        )
    with pytest.raises(ModelError, match="depends on reactions, so it acts in a joint"):
        da.DryFriction("f", slip=da.speed("x"), static=0.3 * da.reaction_force("x")[2])
    with pytest.raises(ModelError, match="radius of Contensou's patch is a positive number"):
        da.contacts.Contensou(0.3, 0.0)
    with pytest.raises(ModelError, match="speed of Stribeck's law is a positive number"):
        da.contacts.Stribeck(0.3, 0.2, -1.0)
    with pytest.raises(ModelError, match="kinetic coefficient of friction is from 0 to the static one"):
        da.contacts.Stribeck(0.2, 0.3, 1.0)
    with pytest.raises(ModelError, match="tolerance of Creep is a positive number"):
        da.contacts.Creep(0.0, 1.0)
    with pytest.raises(ModelError, match="along one velocity"):
        da.DryFriction("f", "x", static=1.0, creep=0.1)
    with pytest.raises(ModelError, match="factor of a grain is a positive number"):
        da.contacts.Grain("x", 0.0)
    with pytest.raises(ModelError, match="along the normal of its plane"):
        spinning_ball(0.3, grain=da.contacts.Grain("z", 0.5))
    with pytest.raises(ModelError, match=r"goes with da\.Coulomb"):
        spinning_ball(da.contacts.Contensou(0.3, 1e-3), grain=da.contacts.Grain("x", 0.5))
    with pytest.raises(ModelError, match=r"rolling resistance of .* is an arm in metres"):
        spinning_ball(0.3, rolling=-1.0)
    # other forces by reactions do not know what contacts decide
    law = da.planar.joint_friction("rub", rail, coulomb=0.3)
    model = da.Model(rail, law, da.DryFriction("stop", "x", static=1.0), gravity=(0.0, -g, 0.0))
    with pytest.raises(da.errors.FormulationError, match="the force 'rub' depends on reactions"):
        da.simulate(model, until=1.0)


def test_stribecks_law_begins_at_the_static_coefficient_but_for_rounding():
    # 0.3 + (0.9 − 0.3) and the like may be above their sum
    for static in np.linspace(0.05, 0.9, 200):
        for part in (0.3, 0.55, 0.7):
            assert da.contacts.Stribeck(float(static), part * float(static), 0.1).static == static


def test_friction_that_would_drive_at_some_speed_is_refused():
    with pytest.raises(da.errors.ModelError, match=r"is -0\.7 at a slip of 1 m/s: it is a number from 0 on"):
        da.Coulomb(0.5, kinetic=lambda v: 0.3 - v)

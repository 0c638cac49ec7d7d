"""Runs with contacts: closed forms of bouncing, sticking, sliding, rolling and rocking."""

from itertools import pairwise

import numpy as np
import pytest

import dalembert as da
from dalembert.contact import contact_guards
from dalembert.errors import ModelError, SolverError

g = 9.81
FINE = da.methods.DOP853(rtol=1e-12, atol=1e-12)
DOWN = (0.0, 0.0, -g)


def floor(place=da.ground):
    return da.geometry.plane(place, "z")


def times(motion, what):
    return [event.t for event in motion.events if event.what == what]


def falling(*parts, gravity=DOWN):
    ball = da.particle("ball", mass=1.0)
    return da.Model(da.Prismatic("z", da.ground, ball, axis="z"), *(part(ball) for part in parts), gravity=gravity)


def test_a_bouncing_ball_comes_to_rest_when_its_impacts_accumulate():
    model = falling(lambda ball: da.Contact("floor", ball, floor(), restitution=0.8))
    motion = da.simulate(model, {"z": 1.0}, times=np.linspace(0.0, 5.0, 11))
    first, second, *_ = times(motion, "impact")
    assert (first, second) == pytest.approx((0.451523640986, 1.173961466563), abs=2e-12)
    assert motion["z"][4] == pytest.approx(0.260741728327, abs=1e-12)
    (rest,) = [event for event in motion.events if event.what == "comes to rest"]
    assert rest.accumulation == pytest.approx(4.063712768872, abs=1e-8)
    assert sum(sum(event.impulses.values()) for event in motion.events) == pytest.approx(39.86502226263, abs=1e-9)
    assert [word for *_, word in motion.phases("floor")] == ["open", "closed"]
    # what impacts take away is in the balance; at rest the floor carries the weight, and nothing sinks
    assert np.abs(motion.energy_balance).max() < 1e-12
    assert motion["floor.normal.multiplier"][-1] == pytest.approx(g)
    assert abs(motion["z"][-1]) < 1e-13
    assert motion["floor.normal.residual"].min() > -1e-13
    assert all(residuals.max() < 1e-12 for residuals in motion.residuals.values())


def test_a_ball_on_a_shaken_table_jumps_once_in_a_period():
    e, w, strength, phase = 0.5, 20 * np.pi, 1.3, 0.634215868926
    A, period = strength * g / w**2, 2 * np.pi / w
    height = da.coordinate("z") - A * da.sin(w * da.time)
    model = falling(lambda ball: da.contacts.GapContact("table", height, restitution=e))
    start = model.state(t=phase / w, q={"z": A * np.sin(phase)}, u={"z": g * period / 2})
    motion = da.simulate(model, start, until=(phase + 0.5) / w + 5 * period)
    found = times(motion, "impact")
    assert len(found) == 5
    assert np.array(found) * w % (2 * np.pi) == pytest.approx(np.full(5, phase), abs=1e-10)
    # the table puts in what the impacts take
    assert all(event.work < 0.0 for event in motion.events if event.what == "impact")
    assert np.abs(motion.energy_balance).max() < 1e-12


def test_a_block_on_a_belt_slips_and_sticks_in_turn():
    block = da.particle("block", mass=1.0)
    model = da.Model(
        da.Prismatic("x", da.ground, block, axis="x"),
        da.JointSpring("spring", "x", stiffness=1.0),
        da.DryFriction("belt", slip=da.speed("x") - 0.2, static=1.0, kinetic=0.5),
    )
    motion = da.simulate(model, model.state(q={"x": 0.9}, u={"x": 0.2}), until=19.0, method=FINE)
    (_, end, word), *rest = motion.phases("belt")
    assert (end, word) == (pytest.approx(0.5, abs=1e-12), "sticking")
    spans = [(end - begin, word) for begin, end, word in rest]
    assert [word for _, word in spans] == ["slipping", "sticking", "slipping", "sticking"] + ["slipping"] * (
        len(spans) - 4
    )
    assert [span for span, _ in spans[:4]] == pytest.approx([3.902605407815, 5.0, 3.902605407815, 5.0], abs=1e-10)
    assert np.abs(motion.energy_balance).max() < 1e-10


@pytest.mark.covers("F002-36")
def test_two_blocks_with_springs_stick_and_slip_as_published():
    first, second = da.particle("first", mass=0.1), da.particle("second", mass=0.1)
    model = da.Model(
        da.Prismatic("q1", da.ground, first, axis="x"),
        da.Prismatic("q2", da.ground, second, axis="x"),
        da.JointSpring("wall", "q1", stiffness=5.0),
        da.Potential("between", 2.5 * (da.coordinate("q2") - da.coordinate("q1")) ** 2),
        da.JointForce("push", "q2", 10 * da.sin(1.5 * da.time)),
        da.DryFriction("f1", "q1", static=0.1 * g),
        da.DryFriction("f2", "q2", static=0.1 * g),
    )
    motion = da.simulate(model, times=[0.0, 0.5, 3.0, 5.0, 10.0], method=FINE)
    switches = [event for event in motion.events if event.t > 0.0]
    assert len(switches) == 21
    assert [event.t for event in switches[:4]] == pytest.approx(
        [0.06550535, 0.27272346, 1.1167651, 1.18964524], abs=6e-9
    )
    assert [event.name for event in switches[:4]] == ["f2 slips", "f1 slips", "f2 turns", "f1 turns"]
    table = [
        [0.2862354, 1.2455311, 3.5334331, 6.1825635],
        [-1.7571702, -3.7681409, -0.8216278, -2.3657651],
        [1.9760980, 3.9930419, 0.0, 0.0],
        [1.9375214, 3.6657954, -0.0015535, -2.7595214],
    ]
    assert motion.states[1:, :4] == pytest.approx(np.array(table), abs=6e-8)


def test_a_block_on_a_slope_is_pulled_off_and_sticks_again():
    block, rail = da.particle("block", mass=2.0), da.Body("rail")
    angle = 0.3
    model = da.Model(
        da.Prismatic("x", da.ground, rail, axis="x"),
        da.Prismatic("z", rail, block, axis="z"),
        da.JointForce("spring", "x", 200 * (0.1 * da.time - da.coordinate("x"))),
        da.Contact("foot", block, floor(), friction=da.Coulomb(static=0.5, kinetic=0.4)),
        gravity=(-g * np.sin(angle), 0.0, -g * np.cos(angle)),
    )
    motion = da.simulate(model, until=1.5, method=FINE)
    phases = motion.phases("foot")
    assert [word for *_, word in phases] == ["sticking", "slipping", "sticking", "slipping"]
    assert [end for _, end, _ in phases[:2]] == pytest.approx([0.758497870651, 1.236219670388], abs=1e-10)
    assert phases[3][0] - phases[1][0] == pytest.approx(0.665158818904, abs=1e-10)
    # sticking is sticking; friction takes what the spring gave
    assert np.abs(motion["x"][motion.times < 0.758]).max() == 0.0
    assert np.abs(motion.energy_balance).max() < 1e-10


@pytest.mark.covers("F002-37")
def test_a_bowling_ball_slides_then_rolls():
    ball = da.sphere("ball", radius=0.108, mass=6.8)
    model = da.Model(
        da.Free("pose", da.ground, ball), da.Contact("lane", ball, floor(), friction=0.12), gravity=DOWN
    )
    motion = da.simulate(model, model.state(q={"pose.z": 0.108}, u={"pose.x": 8.0}), until=3.0)
    (_, rolls, slides), (_, _, sticks) = motion.phases("lane")
    assert (slides, sticks) == ("slipping", "sticking")
    assert rolls == pytest.approx(1.941653317800, abs=1e-10)
    (event,) = [event for event in motion.events if event.what == "sticks"]
    assert event.after.q["pose.x"] == pytest.approx(13.314194179201, abs=1e-9)
    assert motion["energy"][0] - motion["energy"][-1] == pytest.approx(62.171428571, abs=1e-8)
    assert motion["pose.x.rate"][-1] == pytest.approx(5 / 7 * 8.0, rel=1e-10)


def rocking_block():
    b, h = 0.25, 1.0
    block = da.box("block", size=(2 * b, 0.5, 2 * h), mass=1.0)
    corners = [block.at(x=s * b, z=-h) for s in (-1, 1)]
    model = da.Model(
        da.Planar("pose", da.ground, block, normal="y"),
        *(da.Contact(name, c, floor(), friction=2.0) for name, c in zip(("left", "right"), corners, strict=True)),
        gravity=DOWN,
    )
    return model, corners[1]


def lifted(model, place, angle):
    """The state at an angle at which a point is on the floor."""
    dynamics = da.as_dynamics(model)
    low = dynamics.evaluate(da.position(place), model.state(q={"pose.angle": angle}))[2]
    for name in ("pose.x", "pose.y"):
        for sign in (1.0, -1.0):
            state = model.state(q={"pose.angle": angle, name: sign * low})
            if abs(dynamics.evaluate(da.position(place), state)[2]) < 1e-12:
                return state
    raise AssertionError("one coordinate is vertical")


def test_the_restitution_of_a_rocking_block_comes_out():
    model, right = rocking_block()
    angle = 0.8 * np.arctan(0.25)
    motion = da.simulate(model, lifted(model, right, angle), until=3.0, method=FINE)
    found = sorted(set(times(motion, "impact")))
    assert found == pytest.approx([0.858639598317, 1.938296086090, 2.795116369198], abs=1e-10)
    rates = [event.after.u["pose.angle"] for event in motion.events if event.what == "impact"]
    energies = [event.work for event in motion.events if event.work]
    # 1 − r² of the energy is lost each time, r = 0.911764705882
    kept = 1.0 - 1.5 * np.sin(np.arctan(0.25)) ** 2
    assert kept == pytest.approx(0.911764705882, abs=1e-12)
    assert [b / a for a, b in pairwise(np.abs(rates))] == pytest.approx([kept] * (len(rates) - 1), abs=1e-9)
    assert all(x < 0.0 for x in energies)


@pytest.mark.parametrize("is_native", [True, False])
def test_the_feet_of_a_rocking_block_share_the_impacts_that_come_to_an_end(is_native, monkeypatch):
    """The sum of its half periods, by an integral in 40 digits, is 9.698025517103."""
    if not is_native:
        monkeypatch.setattr(contact_guards, "decision_layout", lambda *_: None)
    model, right = rocking_block()
    start = lifted(model, right, 0.8 * np.arctan(0.25))
    motion = da.simulate(model, start, times=[0.0, 12.0], method=FINE)
    (rest,) = [event for event in motion.events if event.what == "comes to rest"]
    assert rest.accumulation == pytest.approx(9.698025517103, abs=1e-8)


@pytest.mark.parametrize("is_native", [True, False])
def test_events_tell_the_impulses_of_joints_too(is_native, monkeypatch):
    """Of 1 and 3 kg, x = 2 y: x turns from −2 to 1 m/s, y from −1 to 0.5 m/s, for which 3 · 1.5 = −2 Λ."""
    if not is_native:
        monkeypatch.setattr(contact_guards, "decision_layout", lambda *_: None)
        monkeypatch.setattr(contact_guards.ContactGuards, "bounces", lambda *_: False)
    left, right = da.particle("left", mass=1.0), da.particle("right", mass=3.0)
    model = da.Model(
        da.Prismatic("x", da.ground, left, axis="z"),
        da.Prismatic("y", da.ground, right, axis="z"),
        da.Gear("belt", "x", "y", ratio=2.0),
        da.Contact("floor", left, floor(), restitution=0.5),
    )
    start = model.state(q={"x": 0.2, "y": 0.1}, u={"x": -2.0, "y": -1.0})
    event = da.simulate(model, start, times=[0.0, 0.2]).events[0]
    assert event.impulses == pytest.approx({"floor.normal": 3.0 + 2.25, "belt": -2.25})


def test_a_box_on_a_slope_rests_exactly_or_slides():
    block = da.box("block", size=(0.2, 0.2, 0.1), mass=1.0)

    def motion(mu, until):
        model = da.Model(
            da.Planar("pose", da.ground, block, normal="y"),
            da.Contact("foot", block, floor(), points=[(-0.1, 0.0, -0.05), (0.1, 0.0, -0.05)], friction=mu),
            gravity=(-g * np.sin(0.3), 0.0, -g * np.cos(0.3)),
        )
        return da.simulate(model, lifted(model, block.at(z=-0.05), 0.0), times=np.linspace(0, until, 5))

    # the four forces of the corners depend on each other, but friction can hold
    rests = motion(np.tan(0.3) + 1e-6, 1000.0)
    assert rests.phases("foot") == [(0.0, 1000.0, "sticking")]
    assert np.abs(rests.states[:, :6] - rests.states[0, :6]).max() < 1e-12
    slides = motion(0.29, 1.0)
    assert slides.phases("foot") == [(0.0, 1.0, "slipping")]
    way = np.abs(slides.states[-1, :2] - slides.states[0, :2]).max()
    assert way == pytest.approx(0.5 * g * (np.sin(0.3) - 0.29 * np.cos(0.3)), abs=1e-10)


def test_a_pile_of_boxes_rests_and_its_interfaces_carry_what_is_above():
    parts, heights, below = [], {}, da.ground
    for k in (1, 2, 3):
        block = da.box(f"block {k}", size=(0.2, 0.2, 0.1), mass=1.0)
        corners = [(-0.1, 0.0, -0.05), (0.1, 0.0, -0.05)]
        parts += [
            da.Planar(f"pose {k}", da.ground, block, normal="y"),
            da.Contact(f"face {k}", block, floor(below), points=corners, friction=0.5),
        ]
        heights[f"pose {k}.x"], below = 0.1 * k - 0.05, block.at(z=0.05)
    motion = da.simulate(da.Model(*parts, gravity=DOWN), heights, times=[0.0, 1.0])
    assert np.abs(motion.states[1, :18] - motion.states[0, :18]).max() < 1e-12
    for k in (1, 2, 3):
        carried = sum(motion[f"face {k} {i}.normal.multiplier"][-1] for i in (1, 2))
        assert carried == pytest.approx((4 - k) * g, rel=1e-12)
        assert motion.phases(f"face {k}") == [(0.0, 1.0, "sticking")]


def test_stops_and_cables_hold_on_one_side_only():
    model = falling(
        lambda ball: da.contacts.Cable("cable", da.ground, ball, length=1.0),
        lambda ball: da.Stop("ceiling", "z", high=-0.05, restitution=0.5),
    )
    motion = da.simulate(model, model.state(q={"z": -0.2}, u={"z": 3.0}), times=[0.0, 1.0, 2.0])
    up, taut = times(motion, "impact")
    hit = 9.0 - 2 * g * 0.15
    assert up == pytest.approx((3.0 - np.sqrt(hit)) / g, abs=1e-12)
    back = 0.5 * np.sqrt(hit)
    assert taut - up == pytest.approx((np.sqrt(back**2 + 2 * g * 0.95) - back) / g, abs=1e-12)
    # from then on it hangs
    assert motion.phases("cable")[-1] == (taut, 2.0, "closed")
    assert motion["cable.normal.multiplier"] == pytest.approx([0.0, g, g])
    assert motion["z"][-1] == pytest.approx(-1.0, abs=1e-12)


def test_a_stone_falls_from_where_its_cable_is_fixed_and_is_thrown_back_at_its_end():
    stone = da.sphere("stone", radius=0.05, mass=2.0)
    model = da.Model(
        da.Free("p", da.ground, stone),
        da.contacts.Cable("cable", stone, da.ground, length=1.0, restitution=0.5),
        gravity=DOWN,
    )
    motion = da.simulate(model, times=[0.0, 0.6, 6.0])
    falls = np.sqrt(2.0 / g)
    hit = motion.events[0]
    assert hit.t == pytest.approx(falls, abs=1e-12)
    assert hit.impulses["cable.normal"] == pytest.approx(1.5 * 2.0 * g * falls, rel=1e-12)
    assert motion["p.z"][1] == pytest.approx(
        -1.0 + 0.5 * g * falls * (0.6 - falls) - g / 2 * (0.6 - falls) ** 2, abs=1e-12
    )
    # it comes to rest, and the cable holds it up
    assert motion["p.z"][-1] == pytest.approx(-1.0, abs=1e-12)
    assert [motion[f"cable.force.{axis}"][-1] for axis in "xyz"] == pytest.approx([0.0, 0.0, 2.0 * g], abs=1e-9)


def test_a_batch_has_the_same_bits_and_what_cannot_treat_contacts_says_so():
    model = falling(lambda ball: da.Contact("floor", ball, floor(), restitution=0.8))
    motions = da.batch(model, [{"z": 1.0}, {"z": -1.0e-3 + 1.0}], times=[0.0, 0.4, 1.0])
    alone = da.simulate(model, {"z": 1.0}, times=[0.0, 0.4, 1.0])
    assert (motions[0].states == alone.states).all()
    assert (motions["z"][0] == alone["z"]).all()
    analyses = (
        da.equilibria,
        lambda model: da.kinematics(model, [0.0, 1.0]),
        lambda model: da.stepper(model, step=0.1, method=da.methods.RK4),
    )
    for analysis in analyses:
        with pytest.raises(ModelError, match=r"cannot treat contacts.*da.contacts.with_modes\(model, {'floor'"):
            analysis(model)


def test_runs_that_cannot_go_on_say_why_and_keep_what_was_reached():
    # a rod that is pushed over its tip, with too much friction: no forces fit (Painlevé)
    rod = da.rod("rod", length=1.0, mass=1.0)
    model = da.Model(
        da.Planar("pose", da.ground, rod, normal="y"),
        da.Contact("tip", rod["start"], floor(), friction=1.5),
        gravity=DOWN,
    )
    with pytest.raises(SolverError, match=r"'tip': no forces fit.*Painlevé") as caught:
        da.simulate(model, model.state(q={"pose.angle": -1.1}, u={"pose.y": -2.0}), until=0.5)
    assert len(caught.value.motion) == 1
    # a gap that no motion changes where it closes
    squared = falling(lambda ball: da.contacts.GapContact("square", da.coordinate("z") ** 2))
    with pytest.raises(SolverError, match="gradient of the gap of 'square' vanishes") as caught:
        da.simulate(squared, {"z": 1.0}, until=1.0)
    assert caught.value.motion.times[-1] == pytest.approx(0.4515, abs=1e-3)
    first, second = da.sphere("first", radius=0.1, mass=1.0), da.sphere("second", radius=0.1, mass=1.0)
    welded = da.Model(
        da.Prismatic("z", da.ground, first, axis="z"),
        da.Weld("weld", first, second.at(z=-1.0)),
        da.Contact("touch", second, first),
    )
    with pytest.raises(ModelError, match="'second' and 'first', which are welded together"):
        da.simulate(welded, until=1.0)


def test_a_motion_with_contacts_is_saved_and_opened(tmp_path):
    model = falling(lambda ball: da.Contact("floor", ball, floor(), restitution=0.8))
    motion = da.simulate(model, {"z": 1.0}, times=[0.0, 0.4, 1.0])
    file = motion.save(tmp_path / "bounce")
    opened = da.load_motion(file, model)
    assert da.load_motion(file).phases("floor") == motion.phases("floor")
    assert (opened.states == motion.states).all()
    assert opened.phases("floor") == motion.phases("floor") == [(0.0, 1.0, "open")]
    assert opened.events[0].impulses == motion.events[0].impulses


def test_what_contacts_cannot_be_is_refused_by_name():
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    bare = da.Body("bare", da.Inertia(1.0, (0.0, 0.0, 0.0), np.eye(3)))
    with pytest.raises(ModelError, match=r"cannot touch 'bare': there are contacts of a point"):
        da.Contact("hit", ball, bare)
    with pytest.raises(ModelError, match="touch itself"):
        da.Contact("hit", ball, floor(ball))
    with pytest.raises(ModelError, match="from 0 to 1"):
        da.Contact("hit", ball, floor(), restitution=1.5)
    with pytest.raises(ModelError, match="kinetic coefficient of friction is from 0 to the static one"):
        da.Coulomb(static=0.3, kinetic=0.4)
    with pytest.raises(ModelError, match="more than the static one"):
        da.DryFriction("f", "x", static=1.0, kinetic=2.0)
    for points in ([], [(0.0, 0.0)], (0.0, 0.0, 0.1)):
        with pytest.raises(ModelError, match=r"points of .* are one or more places"):
            da.Contact("hit", ball, floor(), points=points)
    with pytest.raises(ModelError, match="length of Cable 'rope' is a positive number"):
        da.contacts.Cable("rope", ball, da.ground, length=np.inf)
    with pytest.raises(ModelError, match="leaves no way"):
        da.Stop("stop", "x", low=1.0, high=0.0)
    with pytest.raises(ModelError, match="has friction but no `slip`"):
        da.contacts.GapContact("gap", da.coordinate("x"), friction=0.3)
    model = da.Model(da.Free("pose", da.ground, ball), da.Contact("lane", ball, floor()), gravity=DOWN)
    with pytest.raises(ModelError, match=r"overlap at the start: 'lane' by 0\.1 m"):
        da.simulate(model, until=1.0)
    with pytest.raises(ModelError, match="IndexThree cannot treat contacts"):
        da.simulate(model, {"pose.z": 1.0}, until=1.0, method=da.methods.IndexThree(0.01))
    with pytest.raises(ModelError, match="go forwards"):
        da.simulate(model, {"pose.z": 1.0}, until=-1.0)

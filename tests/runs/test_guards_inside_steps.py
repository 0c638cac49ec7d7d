"""Guards are seen inside of steps, and nothing about a motion depends on where it is sampled."""

from dataclasses import replace
from functools import cached_property

import numpy as np
import pytest

import dalembert as da
from dalembert.contact.contact_guards import ContactGuards
from dalembert.errors import SolverError
from dalembert.expr.time_dependence import instants, time_laws
from tests.oracles.contact_scenes import scene

COUNTS = (2, 11, 101, 1001, 5001)
g = 9.81
PUSH = 1.0 + 2.0 * (da.time - 1.0)

# slip ends at 0.553 and 0.776 s, and begins again at 1 s
STOPS = {0.8: 0.526295146, 0.95: 0.624120227}


def rail(*parts, push=PUSH, **options):
    body = da.particle("body", mass=1.0)
    joint = da.Prismatic("x", da.ground, body, axis="x")
    return da.Model(joint, da.JointForce("push", "x", push), *parts, **options)


def rubbed():
    return rail(da.DryFriction("rub", "x", static=1.0))


def on_a_plane():
    slide, body = da.particle("slide", mass=1e-9), da.particle("body", mass=1.0)
    return da.Model(
        da.Prismatic("x", da.ground, slide, axis="x"),
        da.Prismatic("z", slide, body, axis="z"),
        da.JointForce("push", "x", PUSH),
        da.Contact("rub", body, da.geometry.plane(da.ground, "z"), friction=1.0 / g),
        gravity=(0.0, 0.0, -g),
    )


def in_a_guide():
    model = rail(gravity=(0.0, 0.0, -g))
    joint = model.joints[0]
    return da.Model(*model.parts, da.contacts.dry_joint_friction("rub", joint, 1.0 / g), gravity=(0.0, 0.0, -g))


# ---- slip that turns round twice in a step


@pytest.mark.parametrize("made", [rubbed, on_a_plane, in_a_guide])
@pytest.mark.parametrize("speed", STOPS)
def test_a_slip_that_would_turn_round_twice_within_a_step_ends_where_it_first_does(made, speed):
    model = made()
    motion = da.simulate(model, model.state(u={"x": speed}), times=np.linspace(0.0, 2.0, 5))
    assert [event.what for event in motion.events] == ["slips", "sticks", "slips"]
    assert motion["x"][-1] == pytest.approx(STOPS[speed], abs=2e-8)


def test_other_methods_and_batches_see_it_too_and_friction_never_drives():
    model = rubbed()
    starts = [model.state(u={"x": speed}) for speed in STOPS]
    expected = list(STOPS.values())
    for method in (da.methods.RK4(0.5), da.methods.Radau()):
        motions = da.batch(model, starts, times=np.linspace(0.0, 2.0, 21), method=method)
        assert [motion["x"][-1] for motion in motions] == pytest.approx(expected, abs=2e-8)
        assert max(motion["rub.power"].max() for motion in motions) <= 0.0


def test_a_method_of_first_order_begins_to_slip_once():
    model = rubbed()
    for method in (da.methods.ExplicitEuler(1e-3), da.methods.ConstantAcceleration(1e-3)):
        motion = da.simulate(model, model.state(u={"x": 0.5}), times=[0.0, 2.0], method=method)
        assert [event.what for event in motion.events] == ["slips", "sticks", "slips"]


def test_friction_that_would_drive_ends_the_run(monkeypatch):
    seen = ContactGuards.events.func
    blind = cached_property(lambda self: tuple(replace(event, search_inside_steps=False) for event in seen(self)))
    blind.__set_name__(ContactGuards, "events")
    monkeypatch.setattr(ContactGuards, "events", blind)
    model = rubbed()
    with pytest.raises(SolverError, match=r"friction of 'rub' drives at t = 0\.5625: its slip has turned round"):
        da.simulate(model, model.state(u={"x": 0.8}), times=[0.0, 2.0], method=da.methods.RK4(2.0))


# ---- laws of time while nothing moves


def pulse():
    """A push that comes and goes: height, middle and half its width are parameters."""
    height, middle, width = da.param("height", 2.0), da.param("middle", 5.0), da.param("width", 0.005)
    return height * da.exp(-(((da.time - middle) / width) ** 2))


def pulses(count):
    """Parameters of pulses of a thousandth of ten seconds and more."""
    rng = np.random.default_rng(5)
    for _ in range(count):
        yield {"height": rng.uniform(1.2, 5.0), "middle": rng.uniform(0.5, 9.5), "width": rng.uniform(0.005, 0.05)}


def test_what_rests_is_moved_by_pulses_however_short_they_are():
    push = pulse()
    block = rail(da.DryFriction("rub", "x", static=1.0), push=push)
    ball = rail(da.Stop("floor", "x", low=0.0), da.JointForce("weight", "x", -1.0), push=push)
    event = da.Event("strong", push - 1.0)
    for p in pulses(20):
        begins = p["middle"] - p["width"] * np.sqrt(np.log(p["height"]))
        ends = 2.0 * p["middle"] - begins
        slid, lifted = (da.simulate(x, x.state(p=p), times=[0.0, 10.0], events=[event]) for x in (block, ball))
        for motion in (slid, lifted):
            found = [one.t for one in motion.events if one.name == "strong"]
            assert found == pytest.approx([begins, ends], abs=1e-9)
        assert next(one.t for one in slid.events if one.what == "slips") == pytest.approx(begins, abs=1e-8)
        assert next(one.t for one in lifted.events if one.what == "opens") == pytest.approx(begins, abs=1e-8)


AT = 3.1234567


def strike(kind, width):
    """A push of impulse J that is shorter than anything by which a run of 10 s could sample it."""
    t, J = da.time, da.param("J", 2.0)
    if kind == "two comparisons":
        return da.where((t > AT) & (t < AT + width), J / width, 0.0)
    if kind == "size":
        return da.where(da.expr.absolute_value(t - AT - 0.5 * width) < 0.5 * width, J / width, 0.0)
    if kind == "table":
        places = [0.0, AT, AT + width, AT + 2.0 * width, 10.0]
        return J * da.spline(places, np.array([0.0, 0.0, 1.0 / width, 0.0, 0.0]), degree=1)(t)
    if kind == "triangle":
        return J / width * da.maximum(0.0, 1.0 - da.expr.absolute_value((t - AT - width) / width))
    return J / (width * np.sqrt(np.pi)) * da.exp(-(((t - AT) / width) ** 2))


@pytest.mark.parametrize("width", [1e-2, 1e-3, 1e-5])
@pytest.mark.parametrize("kind", ["two comparisons", "size", "table", "triangle", "bell"])
def test_a_strike_is_felt_however_short_it_is(kind, width):
    push = strike(kind, width)
    event = da.Event("fast", da.speed("x") - 1.0)
    free = da.simulate(rail(push=push), until=10.0, events=[event])
    assert free["x.rate"][-1] == pytest.approx(2.0, abs=1e-6)
    assert [one.t for one in free.events] == pytest.approx([AT], abs=2.0 * width)
    found = da.sensitivities(rail(push=push), by=["J"], times=[0.0, 10.0])
    assert found["x.rate", "J"][-1] == pytest.approx(1.0, abs=1e-6)
    back = da.simulate(rail(push=push), da.State(10.0, {"x": 0.0}, {"x": 2.0}), until=0.0)
    assert back["x.rate"][-1] == pytest.approx(0.0, abs=1e-6)
    # at rest nothing but the push tells when: friction of 1 N stops 2 m/s in 2 m, a weight of 1 N in 4 s
    block = rail(da.DryFriction("rub", "x", static=1.0), push=push)
    assert da.simulate(block, until=10.0)["x"][-1] == pytest.approx(2.0, abs=10.0 * width)
    ball = rail(da.Stop("floor", "x", low=0.0), da.JointForce("weight", "x", -1.0), push=push)
    lifted = da.simulate(ball, until=10.0)
    opens, lands = (next(e.t for e in lifted.events if e.what == what) for what in ("opens", "impact"))
    assert lands - opens == pytest.approx(4.0, abs=10.0 * width)


@pytest.mark.parametrize(
    "method", [da.methods.RK4(0.01), da.methods.IndexThree(0.01), da.methods.MoreauJean(0.01)]
)
def test_strikes_within_a_step_of_fixed_length_are_told(method):
    for width, is_told in ((1e-3, True), (0.1, False)):
        model = rail(push=strike("two comparisons", width))
        single = da.simulate(model, until=5.0, method=method)
        assert any("felt by chance" in note for note in single.notes) == is_told
        batch = da.batch(model, [{}, {}], until=5.0, method=method)
        assert any("felt by chance" in note for note in batch[1].notes) == is_told


def test_instants_are_zeros_of_straight_lines_over_time():
    t, p, x = da.time, da.param("p", 2.0), da.coordinate("x")
    size = da.expr.absolute_value

    def found(law):
        return sorted(instants([law]))

    assert found(da.where(2.0 * t - 3.0 < 1.0, 1.0, 0.0)) == [2.0]
    assert found(da.where(size(t - 1.0) < 0.25, 1.0, 0.0)) == [0.75, 1.0, 1.25]
    assert found(da.exp(-((3.0 * (t - 5.0)) ** 2))) == [5.0]
    assert instants([da.where(p * t < 3.0, 1.0, 0.0)]) == (3.0 / p,)
    assert instants([da.sin(p * t), 2.0 * t, x * x, da.where(da.sin(t) > 0.5, 1.0, 0.0)]) == ()


def test_laws_of_time_are_found_as_terms_of_sums():
    x, t, p = da.coordinate("x"), da.time, da.param("p", 1.0)
    wave, bump = da.sin(p * t), da.exp(-(t**2))
    assert set(time_laws([3.0 * x + 2.0 * wave - bump + t, x * bump])) == {wave, bump}
    mixed = da.cos(t + x)
    assert time_laws([x * mixed, x**2]) == (mixed,)
    assert time_laws([x * p]) == ()


@pytest.mark.parametrize("direction", [-1, 0, 1])
def test_a_value_that_goes_through_zero_and_comes_back_in_a_step_has_both_events(direction):
    """Of a wave just above its threshold, at rest: each crest is two events."""
    wave = 0.53 * da.sin(7.0 * da.time) - 0.5
    motion = da.simulate(rail(push=0.0), times=[0.0, 10.0], events=[da.Event("load", wave, direction)])
    rise = np.arcsin(0.5 / 0.53)
    crests = 2.0 * np.pi * np.arange(12)
    expected = {
        1: crests + rise,
        -1: crests + np.pi - rise,
        0: np.sort(np.r_[crests + rise, crests + np.pi - rise]),
    }
    times = expected[direction] / 7.0
    assert [event.t for event in motion.events] == pytest.approx(times[times < 10.0], abs=1e-9)


def test_events_of_speeds_are_seen_inside_of_steps():
    """v = 0.8 − 2 t + t² at rest of all else: below zero from 1 − √0.2 to 1 + √0.2."""
    model = rail(push=-2.0 + 2.0 * da.time)
    events = [da.Event("slow", da.speed("x")), da.Event("back", da.speed("x"), direction=1)]
    motion = da.simulate(model, model.state(u={"x": 0.8}), times=[0.0, 40.0], events=events)
    low, high = 1.0 - np.sqrt(0.2), 1.0 + np.sqrt(0.2)
    assert [(event.name, event.t) for event in motion.events] == [
        ("slow", pytest.approx(low)),
        ("slow", pytest.approx(high)),
        ("back", pytest.approx(high)),
    ]


# ---- wherever it is sampled


def story(model, start, times):
    """All events with what they left, and the last state: numbers as they are."""
    motion = da.simulate(model, start, times=times)
    told = [(event.name, event.t, *event.after.q.values(), *event.after.u.values()) for event in motion.events]
    return [*told, tuple(motion.states[-1])]


@pytest.mark.parametrize(
    ("law", "end"),
    [
        (da.contacts.KelvinVoigtMotion(damping=1.0, stiffness=1000.0), -2.328880),
        (da.contacts.HuntCrossleyMotion(50.0, 1000.0), -1.713061),
    ],
    ids=["Kelvin-Voigt", "Hunt-Crossley"],
)
def test_a_row_that_yields_does_not_act_while_it_would_pull_whatever_is_sampled(law, end):
    """Thrown up to a roof: gravity slows the ball by more than the law asks for at first."""
    ball = da.particle("ball", mass=1.0)
    model = da.Model(
        da.Prismatic("z", da.ground, ball, axis="z"),
        da.contacts.RelativeContact("roof", 1.0 - da.coordinate("z"), law),
        gravity=(0.0, 0.0, -g),
    )
    start = model.state(u={"z": 5.0})
    stories = [story(model, start, np.linspace(0.0, 1.0, n)) for n in COUNTS]
    assert all(one == stories[0] for one in stories)
    assert stories[0][-1][0] == pytest.approx(end, abs=6e-7)
    # it touches where z = 1
    touches = (5.0 - np.sqrt(25.0 - 2.0 * g)) / g
    assert stories[0][0][1] > touches + 1e-3


def test_a_row_that_yields_acts_from_a_start_inside_of_it_or_lets_go():
    law = da.contacts.KelvinVoigtMotion(damping=1.0, stiffness=1000.0)
    ball = da.particle("ball", mass=1.0)
    model = da.Model(
        da.Prismatic("z", da.ground, ball, axis="z"),
        da.contacts.RelativeContact("roof", 1.0 - da.coordinate("z"), law),
        gravity=(0.0, 0.0, -g),
    )
    # k x against g: it acts at 0.1 m and does not at 1 mm
    deep, light = (da.simulate(model, {"z": z}, times=[0.0, 1.0]) for z in (1.1, 1.001))
    assert [event.what for event in deep.events] == ["closes", "opens"]
    assert list(light.events) == []
    assert light["z"][-1] == pytest.approx(1.001 - 0.5 * g)


@pytest.mark.parametrize("seed", [8, 10, 21])
def test_events_and_states_are_the_same_to_the_bit_whatever_is_sampled(seed):
    """Boxes and carts whose forces are not unique, dry friction."""
    one = scene(seed)
    stories = [story(one.model, one.start, np.linspace(0.0, one.until, n)) for n in COUNTS]
    assert all(other == stories[0] for other in stories)


@pytest.mark.parametrize("count", [2, 11, 1001])
def test_the_path_of_a_bouncing_ball_does_not_depend_on_its_samples(count):
    ball = da.particle("ball", mass=1.0)
    floor = da.Contact("floor", ball, da.geometry.plane(da.ground, "z"), restitution=0.8)
    model = da.Model(da.Prismatic("z", da.ground, ball, axis="z"), floor, gravity=(0.0, 0.0, -g))
    motion = da.simulate(model, {"z": 1.0}, times=np.linspace(0.0, 5.0, count))
    path = motion.integral(da.expr.absolute_value(da.speed("z")))[-1]
    assert path == pytest.approx(1.0 + 2.0 * 0.64 / 0.36, abs=1e-11)


def test_integrals_are_divided_where_their_expressions_bend_or_jump():
    model = rail(push=0.0)
    motion = da.simulate(model, model.state(u={"x": 1.0}), times=[0.0, 3.0])
    x = da.coordinate("x")
    found = motion.integral({"half waves": da.maximum(da.sin(20.0 * x), 0.0), "stairs": da.expr.floor(1.3 * x)})
    assert found["half waves"][-1] == pytest.approx(1.0, abs=1e-12)
    assert found["stairs"][-1] == pytest.approx((1.0 + 2.0) / 1.3 + 3.0 * (3.0 - 3.0 / 1.3), abs=1e-12)


def test_a_contact_that_is_hardly_apart_is_open_at_the_start():
    ball = da.particle("ball", mass=1.0)
    floor = da.Contact("floor", ball, da.geometry.plane(da.ground, "z"), restitution=0.5)
    model = da.Model(da.Prismatic("z", da.ground, ball, axis="z"), floor)
    motion = da.simulate(model, model.state(q={"z": 1e-10}, u={"z": -1e-9}), times=[0.0, 1.0])
    assert [event.t for event in motion.events] == pytest.approx([0.1])
    assert motion["z"][-1] == pytest.approx(4.5e-10)


@pytest.mark.parametrize("friction", [True, False], ids=["dry friction", "contact"])
def test_what_sticks_lets_go_in_every_wave_of_a_push(friction):
    """By steps of 2.5e-5 of the run in code of its own: 37 slips of some hundredths of a second each."""
    push, block = 0.2 + 0.9 * da.sin(23.0 * da.time + 2.0), da.particle("block", mass=1.0)
    parts = [da.Prismatic("x", da.ground, block, axis="x"), da.DryFriction("rub", "x", static=1.0)]
    if not friction:
        rail = da.Body("rail")
        guides = [da.Prismatic("x", da.ground, rail, axis="x"), da.Prismatic("z", rail, block, axis="z")]
        parts = [*guides, da.Contact("floor", block, da.geometry.plane(da.ground, "z"), friction=0.1)]
    model = da.Model(*parts, da.JointForce("push", "x", push), gravity=(0, 0, -10.0))
    motion = da.simulate(model, {}, until=10.0)
    assert motion["x"][-1] == pytest.approx(0.00348161, abs=2e-8)


def test_waves_along_a_straight_way_are_all_counted():
    """Five steps of ten seconds, and waves that pass through the middle of a cubic by chance."""
    body = da.particle("body", mass=1.0)
    model = da.Model(da.Prismatic("x", da.ground, body, axis="x"))
    for waves, level, count in ((108.0, 0.34, 344), (60.0, 0.9, 192), (183.2, 0.4, 584)):
        event = da.Event("level", da.sin(waves * da.coordinate("x")) - level)
        motion = da.simulate(model, model.state(u={"x": 1.0}), until=10.0, events=[event])
        assert len(motion.events) == count

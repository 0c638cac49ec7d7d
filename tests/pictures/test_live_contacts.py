"""Contacts on live pages: from event to event as in `simulate`, and where numbers are others."""

from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from dalembert.dynamics.as_dynamics import as_dynamics
from dalembert.errors import ModelError
from dalembert.pictures.live_run import live_departure, live_run
from tests.contact.test_native_runs import belt, thrown_ball, woodpecker
from tests.node import in_node, needs_node
from tests.pictures.test_live_run import EQUAL, live

g = 9.81
METHOD = da.methods.DOP853(1e-10, 1e-10)

PLAYED = """
const run = await LiveRun.of(given.run);
const start = run.set({});
run.depart();
const found = [];
for (const [seconds, values] of given.parts) {
  const refused = Object.entries(values).filter(([name, value]) => !run.change(name, value)).map(([name]) => name);
  const step = run.advance(seconds, 1e4);
  found.push({ step, refused, states: Array.from(run.arrays.states) });
}
console.log(JSON.stringify({ start, found }));
"""


def floor():
    return da.geometry.plane(da.ground, "z")


def of_open_numbers():
    """A ball over a floor, whose restitution is open."""
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    contact = da.Contact("floor", ball, floor(), restitution=da.param("e", 0.8))
    return da.Model(da.Prismatic("z", da.ground, ball, axis="z"), contact, gravity=(0.0, 0.0, -g))


def states_of(found):
    return np.array(found["states"], dtype=float).reshape(found["outcome"]["count"], -1)


def moving(motion):
    """How many of the states move, the others being modes of contacts."""
    eom = motion.dynamics.equations
    return len(eom.coordinates) + len(eom.speeds)


@needs_node
@pytest.mark.parametrize(("make", "until"), [(thrown_ball, 2.0), (belt, 20.0), (woodpecker, 0.4)])
def test_contacts_go_from_event_to_event_as_simulated(make, until, tmp_path):
    model, start, _ = make()
    motion = da.simulate(model, start, times=np.linspace(0.0, until, 101), method=METHOD)
    found = live(model, start, tmp_path, until=until, method=METHOD)
    n = moving(motion)
    assert np.abs(states_of(found)[:, :n] - motion.states[:, :n]).max() < EQUAL
    told = found["outcome"]["events"]
    assert [event["name"] for event in told] == [event.name for event in motion.events]
    assert np.allclose([event["t"] for event in told], [event.t for event in motion.events], atol=1e-9, rtol=0)
    assert found["outcome"].get("missed") is None and found["isSame"]


@needs_node
def test_a_ball_bounces_by_the_restitution_and_from_the_height_that_are_set(tmp_path):
    model = of_open_numbers()
    start = model.state(q={"z": 1.1})
    for e, h in ((0.8, 1.0), (0.5, 0.4), (0.0, 0.4)):
        values = {"e": e, "z": 0.1 + h}
        found = live(model, start, tmp_path, values=values, varied=["e", "z"], method=METHOD)
        # flights of 2 eᵏ v / g
        v = np.sqrt(2.0 * g * h)
        times = v / g + np.concatenate([[0.0], np.cumsum(2.0 * v / g * e ** np.arange(1, 6))])
        impacts = [x["t"] for x in found["outcome"]["events"] if x["name"] == "floor impact"]
        n = min(len(impacts), len(times))
        assert n == (1 if e == 0.0 else 6 if e == 0.5 else 3)
        assert np.allclose(impacts[:n], times[:n], atol=1e-9, rtol=0)
        if e == 0.0:
            assert states_of(found)[-1, :2] == pytest.approx([0.1, 0.0], abs=1e-12)


@needs_node
def test_what_touches_at_the_start_is_decided_there(tmp_path):
    """A block on a slope that friction holds below its angle, and slides down above it; thrown, it slides too."""
    angle, mu = 0.3, da.param("mu", 0.4)
    block = da.box("block", size=(0.2, 0.2, 0.2), mass=2.0)
    slope = da.Contact("slope", block, da.geometry.plane(da.ground, "y"), friction=mu)
    down = (g * np.sin(angle), -g * np.cos(angle), 0.0)
    model = da.Model(da.Planar("pose", da.ground, block), slope, gravity=down)
    start = model.state(q={"pose.y": 0.1})
    t = np.linspace(0.0, 1.0, 101)
    place = as_dynamics(model).equations.coordinates.index("pose.x")
    for coefficient, speed in ((0.4, 0.0), (0.2, 0.0), (0.4, 1.0)):
        values = {"mu": coefficient, "pose.x.rate": speed}
        found = live(model, start, tmp_path, until=1.0, values=values, varied=list(values), method=METHOD)
        assert found["start"]["isValid"]
        a = g * (np.sin(angle) - coefficient * np.cos(angle))
        stops = speed / -a if a < 0.0 else np.inf
        expected = np.where(t < stops, speed * t + 0.5 * a * t**2, speed**2 / -a / 2.0 if a < 0.0 else 0.0)
        expected = expected if speed or a > 0.0 else 0.0
        assert np.abs(states_of(found)[:, place] - expected).max() < 1e-9


@needs_node
def test_dry_friction_begins_as_speeds_and_forces_say(tmp_path):
    """A block on a spring: held up to k x = 2, else it slides; thrown, friction brakes it."""
    block = da.particle("block", mass=1.0)
    model = da.Model(
        da.Prismatic("x", da.ground, block, axis="x"),
        da.JointSpring("spring", "x", stiffness=10.0),
        da.DryFriction("table", slip=da.speed("x"), static=2.0, kinetic=2.0),
    )
    start, t = model.state(), np.linspace(0.0, 0.5, 101)
    for x, speed in ((0.19, 0.0), (0.3, 0.0), (-0.5, 0.0), (0.0, 1.0), (0.0, -1.0)):
        values = {"x": x, "x.rate": speed}
        found = live(model, start, tmp_path, until=0.5, values=values, varied=list(values), method=METHOD)
        w, way = np.sqrt(10.0), np.sign(speed) if speed else -np.sign(x)
        rest = -2.0 * way / 10.0
        expected = rest + (x - rest) * np.cos(w * t) + speed / w * np.sin(w * t)
        slides = speed * way >= 0.0 and (speed != 0.0 or abs(x) > 0.2)
        stop = np.pi / w if not speed else np.arctan2(speed * way / w, (x - rest) * way) / w
        states = states_of(found)[:, 0]
        now = t < stop if slides else t < 0.0
        assert np.abs(states - expected)[now].max(initial=0.0) < 1e-9
        if not slides:
            assert np.abs(states - x).max() < 1e-12


@needs_node
def test_dry_friction_in_loops_begins_as_speeds_and_forces_say(tmp_path):
    """Two gears, the second of which rubs: held, sliding, and begun from rest, as in simulations."""
    small, large = da.disc("small", radius=0.1, mass=1.0), da.disc("large", radius=0.3, mass=4.0)
    model = da.Model(
        da.Revolute("w1", da.ground, small),
        da.Revolute("w2", da.ground.at(x=0.4), large),
        da.Gear("mesh", "w1", "w2", ratio=-3.0),
        da.DryFriction("bearing", static=0.5, kinetic=0.4, slip=da.speed("w2")),
        da.Motor("torque", "w1"),
    )
    times = np.linspace(0.0, 1.0, 101)
    for speed, torque in ((20.0, 0.0), (5.0, -3.0), (0.0, 0.1), (0.0, 0.3), (0.0, -5.0)):
        begin = replace(da.assemble(model, u={"w1": speed}), tau={"torque": torque})
        motion = da.simulate(model, begin, times=times, method=METHOD)
        found = live(model, begin, tmp_path, until=1.0, method=METHOD)
        n = moving(motion)
        assert np.abs(states_of(found)[:, :n] - motion.states[:, :n]).max() < EQUAL
        told = [event["name"] for event in found["outcome"]["events"]]
        assert told == [event.name for event in motion.events]
        assert ("bearing turns" in told) == (torque == -3.0)


@needs_node
def test_friction_lets_go_where_a_hand_pushes_harder_while_it_plays(tmp_path):
    block = da.box("block", size=(0.2, 0.2, 0.2), mass=2.0)
    model = da.Model(
        da.Prismatic("x", da.ground, block, axis="x"),
        da.DryFriction("table", slip=da.speed("x"), static=6.0, kinetic=4.0),
        da.Motor("push", "x"),
    )
    times = np.linspace(0.0, 1.0, 11)
    prepared = live_departure(as_dynamics(model), model.state(), times, METHOD, ())
    run = live_run(prepared, {}, ["push"])
    parts = [(0.5, {"push": 5.0}), (0.5, {"push": 10.0}), (1.0, {"push": 0.0})]
    rest, slides, brakes = (x["states"] for x in in_node(tmp_path, PLAYED, run=run.packed, parts=parts)["found"])
    assert rest[:2] == [0.0, 0.0]
    assert slides[:2] == pytest.approx([0.5 * 3.0 * 0.25, 1.5], abs=1e-10)
    # 4/2 of braking take 0.75 s
    assert brakes[:2] == pytest.approx([0.375 + 1.5**2 / 4.0, 0.0], abs=1e-9)


@needs_node
def test_bodies_that_would_overlap_are_refused_while_it_plays(tmp_path):
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    level = da.geometry.plane(da.ground.at(z=da.param("level", 0.0)), "z")
    model = da.Model(
        da.Prismatic("z", da.ground, ball, axis="z"), da.Contact("floor", ball, level), gravity=(0, 0, -g)
    )
    times = np.linspace(0.0, 1.0, 11)
    prepared = live_departure(as_dynamics(model), model.state(q={"z": 0.1}), times, METHOD, ())
    run = live_run(prepared, {}, ["level"])
    parts = [(0.1, {"level": 0.05}), (0.2, {"level": -0.5})]
    refused, falls = in_node(tmp_path, PLAYED, run=run.packed, parts=parts)["found"]
    assert refused["refused"] == ["level"] and refused["states"][:2] == [0.1, 0.0]
    assert falls["refused"] == [] and falls["states"][0] == pytest.approx(0.1 - 0.5 * g * 0.04, abs=1e-10)


def test_what_is_decided_in_python_is_refused_by_name_and_stepped_unless_asked(tmp_path):
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    soft = da.Contact("mat", ball, floor(), friction=da.contacts.Contensou(0.2, 0.01))
    model = da.Model(da.Prismatic("z", da.ground, ball, axis="z"), soft, gravity=(0, 0, -g))
    start, times = model.state(q={"z": 0.3}), np.linspace(0.0, 0.5, 11)
    with pytest.raises(ModelError, match=r"'mat' do at their events is decided in Python.*MoreauJean"):
        live_departure(as_dynamics(model), start, times, METHOD, ())
    hop = da.Event("hop", da.coordinate("z") - 0.2, action=da.actions.Reset({"z.rate": 1.0}))
    with pytest.raises(ModelError, match="the event 'hop' acts"):
        live_departure(as_dynamics(of_open_numbers()), start, times, METHOD, [hop])

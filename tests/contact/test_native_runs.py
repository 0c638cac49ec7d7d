"""Runs with contacts that native code makes from the first sample to the last, and what happens at one instant."""

from collections import Counter

import numpy as np
import pytest

import dalembert as da
from dalembert.contact.contact_instant import ContactInstant
from dalembert.contact.contact_watch import WatchedCourse
from tests.examples import example

g = 9.81
DOWN = (0.0, 0.0, -g)


def floor():
    return da.geometry.plane(da.ground, "z")


def bouncing_ball():
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    model = da.Model(
        da.Prismatic("z", da.ground, ball, axis="z"),
        da.Contact("floor", ball, floor(), restitution=0.8),
        gravity=DOWN,
    )
    return model, da.State(q={"z": 1.1}), 5.0


def thrown_ball():
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    model = da.Model(
        da.Free("pose", da.ground, ball),
        da.Contact("floor", ball, floor(), friction=0.4, restitution=0.5),
        gravity=DOWN,
    )
    return model, model.state(q={"pose.z": 0.3}, u={"pose.x": 3.0, "pose.wx": 4.0}), 2.0


def belt():
    model = da.Model(
        da.Prismatic("x", da.ground, da.particle("block", mass=1.0), axis="x"),
        da.JointSpring("spring", "x", stiffness=10.0),
        da.DryFriction("belt", slip=da.speed("x") - 0.5, static=4.0, kinetic=2.0),
    )
    return model, model.state(), 20.0


def woodpecker():
    toy = example("woodpecker")
    model = toy.toy()
    return model, toy.start(model), 0.9


def box(**u):
    body = da.box("box", size=(1, 1, 1), mass=2.0)
    model = da.Model(
        da.Free("pose", da.ground, body),
        da.Contact("floor", body, floor(), friction=0.4),
        gravity=(g * np.sin(0.3), 0.0, -g * np.cos(0.3)),
    )
    height = 0.8 if "pose.wz" in u else 0.5
    return model, model.state(q={"pose.z": height}, u=u), 10.0


@pytest.mark.parametrize(
    ("made", "least"),
    [
        (bouncing_ball, 60),
        (thrown_ball, 20),
        (belt, 15),
        (woodpecker, 50),
        (box, 4),
        (lambda: box(**{"pose.x": 2.0, "pose.y": 1.0}), 8),
        (lambda: box(**{"pose.x": 2.0, "pose.y": 1.0, "pose.wz": 2.0}), 9),
    ],
    ids=[
        "ball",
        "thrown ball",
        "belt",
        "woodpecker",
        "box",
        "box that slides",
        "box that lands, slides and spins",
    ],
)
def test_nothing_is_asked_of_python_between_the_first_sample_and_the_last(made, least, monkeypatch):
    calls: Counter[str] = Counter()

    def counted(owner, name):
        asked = getattr(owner, name)

        def wrapped(self, *given, **options):
            calls[name] += 1
            return asked(self, *given, **options)

        monkeypatch.setattr(owner, name, wrapped)

    counted(WatchedCourse, "_launched")
    counted(ContactInstant, "decided")
    model, start, until = made()
    motion = da.simulate(model, start, until=until)
    assert len(motion.events) >= least
    assert calls["_launched"] == 1
    # what touches at the start is decided before
    assert calls["decided"] <= 1 and len(motion.segments) == 1


def test_two_balls_that_land_at_one_instant_are_two_impacts_or_one_to_the_same_end():
    """Alone each would do the same: nothing couples them."""
    drop = []
    for names in (("a",), ("a", "b")):
        balls = [da.sphere(name, radius=0.1, mass=1.0) for name in names]
        model = da.Model(
            *(da.Prismatic(f"z{b.name}", da.ground, b, axis="z") for b in balls),
            *(da.Contact(f"floor {b.name}", b, floor(), restitution=0.5) for b in balls),
            gravity=DOWN,
        )
        motion = da.simulate(model, {f"z{name}": 1.1 for name in names}, until=1.0)
        drop.append(motion)
    alone, both = drop
    assert both["za"] == pytest.approx(alone["za"], abs=1e-13)
    assert both["zb"].tobytes() == both["za"].tobytes()
    first = next(event for event in both.events if event.what == "impact")
    assert {part.point for part in first.parts} == {"floor a", "floor b"}
    assert first.work == pytest.approx(2.0 * next(e for e in alone.events if e.what == "impact").work, rel=1e-12)


@pytest.mark.parametrize("depth", [1e-10, -1e-10])
def test_a_ball_that_passes_a_wall_by_a_hair_meets_it_or_does_not(depth):
    """On a rope it swings past a wall that it misses, or touches, by less than what an eye sees."""
    ball, length = da.particle("ball", mass=1.0), 1.0
    wall = da.geometry.plane(da.ground.at(x=-length + depth), "x")
    model = da.Model(
        da.Revolute("a", da.ground, ball.at(z=length), axis="y"),
        da.Contact("wall", ball, wall, restitution=0.5),
    )
    motion = da.simulate(
        model, model.state(u={"a": 1.0}), until=2.0 * np.pi, method=da.methods.DOP853(1e-12, 1e-12)
    )
    meets = [event for event in motion.events if event.what == "impact"]
    if depth < 0.0:
        assert not meets and motion["a.rate"] == pytest.approx(1.0, abs=1e-9)
        return
    # it comes in at the angle at which its height over the wall is the depth, and leaves with half the approach
    angle = np.pi / 2.0 - np.arccos(1.0 - depth)
    assert meets[0].t == pytest.approx(angle, abs=1e-6)
    assert meets[0].after.u["a"] == pytest.approx(-0.5, abs=1e-6)


def test_boxes_in_different_modes_have_the_bits_of_their_own_runs_in_lanes():
    """On four corners, whose forces are not unique: one rests, one slides, one spins, one lands later."""
    model, rests, _ = box()
    speeds = ({"pose.x": 2.0, "pose.y": 1.0}, {"pose.x": 1.0, "pose.wz": 2.0})
    starts = [rests, *(model.state(q={"pose.z": 0.5}, u=u) for u in speeds), model.state(q={"pose.z": 0.7})]
    times = np.linspace(0.0, 1.0, 6)
    lanes = da.batch(model, starts, times=times)
    assert len({tuple(event.what for event in motion.events) for motion in lanes}) == 3
    for motion, start in zip(lanes, starts, strict=True):
        assert motion.states.tobytes() == da.simulate(model, start, times=times).states.tobytes()


def test_an_event_at_the_very_instant_of_an_impact_acts_after_it_whatever_rounding_says():
    """Thrown up again with 3 m/s at the instant at which it meets the floor, to rounding."""
    model, start, _ = bouncing_ball()
    meets = np.sqrt(2.0 / g)
    for shift in (-1e-15, 0.0, 1e-15):
        kick = da.Event("kick", da.time - (meets + shift), action=da.actions.Reset({"z.rate": 3.0}))
        motion = da.simulate(model, start, times=[0.0, meets + 0.1], events=[kick])
        assert motion["z"][-1] == pytest.approx(0.1 + 3.0 * 0.1 - 0.5 * g * 0.01, abs=1e-9)
        assert "kick" in [event.name for event in motion.events]

"""Runs with contacts that native code makes from the first sample to the last, and what happens at one instant."""

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np
import pytest

import dalembert as da
from dalembert.contact import contact_guards
from dalembert.contact.contact_instant import ContactInstant
from dalembert.contact.contact_watch import WatchedCourse
from tests.contact.test_friction_laws import two_blocks
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


@dataclass(frozen=True)
class Yielding(da.contacts.ImpactLaw):
    """Poisson's law, with restitution that falls with the speed of approach."""

    speed: float = 1.0

    def impulses(self, impact):
        approach = da.maximum(-impact.approach, 0.0)
        e = impact.restitution / (1.0 + approach / self.speed)
        return da.contacts.PoissonImpact().impulses(replace(impact, restitution=e))


@dataclass(frozen=True)
class Oiled(da.contacts.FrictionLaw):
    """Friction that falls with the speed of slip."""

    static: float
    speed: float

    def kinetic_at(self, speed):
        return self.static / (1.0 + speed / self.speed)


def thrown_ball_of(law, friction):
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    model = da.Model(
        da.Free("pose", da.ground, ball),
        da.Contact("floor", ball, floor(), friction=friction, restitution=law),
        gravity=DOWN,
    )
    return model, model.state(q={"pose.z": 0.3}, u={"pose.x": 3.0, "pose.wx": 4.0}), 2.0


def thrown_ball():
    return thrown_ball_of(0.5, 0.4)


def rod_that_falls():
    """In a plane, with one end first, by Stronge's law."""
    slide, rail = da.Body("slide"), da.Body("rail")
    rod = da.rod("rod", length=1.0, mass=1.0)
    model = da.Model(
        da.Prismatic("x", da.ground, slide, axis="x"),
        da.Prismatic("z", slide, rail, axis="z"),
        da.Revolute("tilt", rail, rod, axis="y"),
        da.contacts.GapContact(
            "tip",
            da.position(rod["end"])[2],
            slip=da.velocity(rod["end"])[0],
            friction=0.3,
            restitution=da.contacts.StrongeImpact(0.6),
        ),
        gravity=DOWN,
    )
    return model, model.state(q={"z": 1.2, "tilt": 0.5}, u={"x": 1.0}), 0.55


def cradle():
    """Three balls in line, struck one after the other."""
    balls = [da.sphere(name, radius=0.1, mass=1.0) for name in "abc"]
    law = da.contacts.SequentialImpact(0.9)
    model = da.Model(
        *(da.Prismatic(f"x{ball.name}", da.ground, ball, axis="x") for ball in balls),
        da.Contact("first", balls[0], balls[1], restitution=law),
        da.Contact("second", balls[1], balls[2], restitution=law),
    )
    return model, model.state(q={"xa": -1.0, "xb": 0.0, "xc": 0.2}, u={"xa": 1.0}), 2.0


def two_blocks_that_creep():
    model = two_blocks(da.contacts.Creep(1e-4, 2.0))
    return model, model.state(), 6.0


def kicked_block():
    """On a floor with friction: pushed harder and harder, thrown up, and counted where it lands."""
    push, count = da.param("push", 3.0), da.param("count", 0.0)
    block, rail = da.particle("block", mass=2.0), da.Body("rail")
    model = da.Model(
        da.Prismatic("x", da.ground, rail, axis="x"),
        da.Prismatic("z", rail, block, axis="z"),
        da.JointForce("pull", "x", push),
        da.Contact("foot", block, floor(), friction=0.3, restitution=0.3),
        gravity=DOWN,
    )
    kicks = (
        da.Event("harder", da.time - 0.5, action=da.actions.Set({"push": push + 7.0})),
        da.Event("hop", da.coordinate("x") - 0.3, action=da.actions.Reset({"z.rate": 1.0})),
        da.Event("count", da.coordinate("z"), direction=-1, action=da.actions.Set({"count": count + 1.0})),
        da.Event("ease", da.time - 1.5, action=da.actions.Set({"push": 0.0})),
    )
    return model, model.state(), 3.0, *kicks


def rubbing_blocks():
    """Dry friction of given strength alone: one of two blocks on a spring is pulled and let go."""
    pull = da.param("pull", 0.0)
    first, second = (da.particle(name, mass=1.0) for name in ("first", "second"))
    model = da.Model(
        da.Prismatic("x", da.ground, first, axis="x"),
        da.Prismatic("y", da.ground, second, axis="x"),
        da.JointForce("rope", "x", pull - 30.0 * (da.coordinate("x") - da.coordinate("y"))),
        da.JointForce("spring", "y", 30.0 * (da.coordinate("x") - da.coordinate("y"))),
        da.DryFriction("rub x", "x", static=4.0, kinetic=3.0),
        da.DryFriction("rub y", "y", static=2.0, kinetic=1.5),
    )
    pulls = (
        da.Event("pull", da.time - 0.5, action=da.actions.Set({"pull": 12.0})),
        da.Event("let go", da.time - 1.5, action=da.actions.Set({"pull": 0.0})),
        da.Event("stop", da.time - 1.7, action=da.actions.Reset({"x.rate": 0.0, "y.rate": 0.0})),
    )
    return model, model.state(), 4.0, *pulls


def row_of_balls():
    """More than forty speeds, and as many rows."""
    balls = [da.sphere(f"ball {k}", radius=0.1, mass=1.0) for k in range(42)]
    model = da.Model(
        *(da.Prismatic(f"z{k}", da.ground, ball, axis="z") for k, ball in enumerate(balls)),
        *(da.Contact(f"foot {k}", ball, floor()) for k, ball in enumerate(balls)),
        gravity=DOWN,
    )
    return model, model.state(q={f"z{k}": 0.2 + 0.1 * (k % 3) for k in range(42)}), 0.5


@pytest.mark.parametrize(
    ("made", "least"),
    [
        (bouncing_ball, 60),
        (two_blocks_that_creep, 12),
        (row_of_balls, 6),
        (lambda: thrown_ball_of(Yielding(0.9, 2.0), 0.4), 7),
        (lambda: thrown_ball_of(0.5, Oiled(0.4, 1.0)), 20),
        (rod_that_falls, 1),
        (cradle, 2),
        (thrown_ball, 20),
        (belt, 15),
        (kicked_block, 10),
        (rubbing_blocks, 8),
        (woodpecker, 50),
        (box, 4),
        (lambda: box(**{"pose.x": 2.0, "pose.y": 1.0}), 8),
        (lambda: box(**{"pose.x": 2.0, "pose.y": 1.0, "pose.wz": 2.0}), 9),
    ],
    ids=[
        "ball",
        "creep",
        "42 balls",
        "a law of impact of one's own",
        "a law of friction of one's own",
        "Stronge's law",
        "the sequential law",
        "thrown ball",
        "belt",
        "events that set and reset",
        "events that set and reset beside dry friction",
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
    model, start, until, *events = made()
    motion = da.simulate(model, start, until=until, events=events)
    assert len(motion.events) >= least
    assert calls["_launched"] == 1
    # what touches at the start is decided before
    assert calls["decided"] <= 1 and len(motion.segments) == 1


@pytest.mark.parametrize("made", [kicked_block, rubbing_blocks])
def test_events_of_the_run_that_act_do_so_in_native_code_as_in_python_and_in_lanes(made, monkeypatch):
    model, start, until, *events = made()
    times, method = np.linspace(0.0, until, 9), da.methods.DOP853(1e-11, 1e-11)
    native = da.simulate(model, start, times=times, events=events, method=method)
    names, struck = list(native.discrete), [event for event in native.events if event.what == "impact"]
    assert not struck or native.discrete["count"][-1] == len(struck) > 10
    starts = [model.state(u={"x.rate": speed}) for speed in (0.0, 0.7)]
    lanes = da.batch(model, starts, times=times, events=events, method=method)
    assert lanes[0].states.tobytes() == native.states.tobytes()
    alone = da.simulate(model, starts[1], times=times, events=events, method=method)
    assert lanes[1].states.tobytes() == alone.states.tobytes()
    assert [lanes[1].discrete[name].tolist() for name in names] == [
        alone.discrete[name].tolist() for name in names
    ]
    with monkeypatch.context() as patch:
        patch.setattr(contact_guards.ContactGuards, "takes_actions", False)
        model, start, until, *events = made()
        python = da.simulate(model, start, times=times, events=events, method=method)
    assert len(python.segments) > len(native.segments) == 1
    assert native.states == pytest.approx(python.states, abs=1e-8)


def test_events_see_what_contacts_make_jump_wherever_these_are_decided(monkeypatch):
    """The rate of a ball jumps from below zero to above it at each impact, and never passes zero otherwise."""
    found = []
    for is_native in (True, False):
        with monkeypatch.context() as patch:
            if not is_native:
                patch.setattr(contact_guards, "decision_layout", lambda *_: None)
                patch.setattr(contact_guards.ContactGuards, "bounces", lambda *_: False)
            model, start, _ = bouncing_ball()
            up = da.Event(
                "up", da.speed("z") - 1e-3, direction=1, action=da.actions.Set({"n": da.param("n", 0.0) + 1.0})
            )
            third = da.Event("third", da.param("n", 0.0) - 2.5, is_terminal=True)
            found.append(da.simulate(model, start, until=2.0, events=[up, third]))
    for motion in found:
        assert [event.name for event in motion.events] == ["floor impact", "up"] * 3 + ["third"]
        # the third of the impacts at √(2h/g) (1, 1 + 2e, 1 + 2e + 2e²)
        assert motion.times[-1] == pytest.approx(np.sqrt(2.0 / g) * (1.0 + 2.0 * 0.8 + 2.0 * 0.64), rel=1e-9)


def test_slip_in_space_that_begins_slowly_begins_once():
    """On a turntable that turns ever faster, friction is at its limit where ω⁴ r² + α² r² is (μ g)²."""
    table, block, mu, r = da.Body("table"), da.particle("block", mass=1.0), 0.3, 0.5
    model = da.Model(
        da.Revolute("turn", da.ground, table, axis="z"),
        da.Drive("faster", "turn", 0.5 * da.time**2),
        da.Translational("p", da.ground, block),
        da.Contact("foot", block, da.geometry.plane(table, "z"), friction=mu),
        gravity=DOWN,
    )
    motion = da.simulate(
        model, model.state(q={"p.x": r}), times=[0.0, 3.0], method=da.methods.DOP853(1e-11, 1e-11)
    )
    assert [event.name for event in motion.events] == ["foot sticks", "foot slips"]
    assert motion.events[1].t == pytest.approx(((mu * g / r) ** 2 - 1.0) ** 0.25, abs=1e-8)
    # of SciPy's DOP853 from there on, at 1e-11
    assert (motion["p.x"][-1], motion["p.y"][-1]) == pytest.approx((-0.16136715, -0.56178743), abs=2e-8)


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


def test_depths_by_rounding_do_not_add_up_beside_friction():
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    foot = da.Contact("foot", ball, da.geometry.plane(da.ground), restitution=1.0, friction=0.3)
    model = da.Model(da.Prismatic("z", da.ground, ball, axis="z"), foot, gravity=(0.0, 0.0, -9.81))
    events = da.simulate(model, {"z": 0.101}, times=[0.0, 80.0]).events
    assert len(events) > 2000
    assert min(event.state.q["z"] - 0.1 for event in events[-50:]) > -1e-14

"""Contacts that native code decides about by itself: the same as in Python, in closed forms, and in batches."""

import numpy as np
import pytest

import dalembert as da
from dalembert.contact import contact_guards

g = 9.81
DOWN = (0.0, 0.0, -g)


def floor():
    return da.geometry.plane(da.ground, "z")


def block(*parts, friction, **options):
    body, rail = da.particle("block", mass=2.0), da.Body("rail")
    return da.Model(
        da.Prismatic("x", da.ground, rail, axis="x"),
        da.Prismatic("z", rail, body, axis="z"),
        da.Contact("foot", body, floor(), friction=friction, **options),
        *(part(body) for part in parts),
        gravity=DOWN,
    )


def thrown_rectangle(seed):
    """Four corners above a floor that leans."""
    rng = np.random.default_rng(seed)
    b, h = rng.uniform(0.1, 0.5, 2)
    body, mu = da.box("box", size=(2 * b, 0.2, 2 * h), mass=1.3), rng.uniform(0.1, 0.9)
    law = {"friction": da.Coulomb(mu, 0.8 * mu), "restitution": float(rng.choice([0.0, 0.3, 0.6]))}
    corners = [(s, r) for r in (-1, 1) for s in (-1, 1)]
    lean = rng.uniform(-0.3, 0.3)
    model = da.Model(
        da.Planar("p", da.ground, body, normal="y"),
        *(da.Contact(f"corner {s} {r}", body.at(x=s * b, z=r * h), floor(), **law) for s, r in corners),
        gravity=(g * np.sin(lean), 0.0, -g * np.cos(lean)),
    )
    start = model.state(
        q={"p.x": np.hypot(b, h) + 0.1, "p.angle": rng.uniform(-3, 3)},
        u={"p.y": rng.uniform(-2, 2), "p.angle": rng.uniform(-3, 3)},
    )
    return model, start, 0.8


def double_pendulum_at_a_wall(seed):
    rng = np.random.default_rng(seed)
    upper, lower = da.rod("upper", length=1.0, mass=1.0), da.rod("lower", length=0.7, mass=0.5)
    wall, mu = da.geometry.plane(da.ground.at(x=-0.2), "x"), rng.uniform(0.0, 0.8)
    model = da.Model(
        da.Revolute("a", da.ground, upper["start"], axis="y"),
        da.Revolute("b", upper["end"], lower["start"], axis="y"),
        da.Contact("tip", lower["end"], wall, friction=mu, restitution=0.4),
        da.Contact("knee", upper["end"], wall, friction=mu),
        gravity=DOWN,
    )
    return model, model.state(q={"a": -rng.uniform(0.3, 1.0), "b": rng.uniform(-0.5, 0.5)}), 3.0


def thrown_ball(seed):
    rng = np.random.default_rng(seed)
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    model = da.Model(
        da.Free("pose", da.ground, ball),
        da.Contact("floor", ball, floor(), friction=da.Coulomb(0.4, 0.3), restitution=0.5),
        gravity=(0.5, 0.0, -g),
    )
    names = ("pose.x", "pose.y", "pose.wx", "pose.wy", "pose.wz")
    speeds = dict(zip(names, rng.uniform(-3, 3, 5) * [1, 1, 6, 6, 6], strict=True))
    return model, model.state(q={"pose.z": 0.1 + 0.1 * (seed % 3)}, u=speeds), 1.5


@pytest.mark.covers("F002-38")
@pytest.mark.parametrize("seed", [1, 8])
@pytest.mark.parametrize("made", [thrown_rectangle, double_pendulum_at_a_wall, thrown_ball])
def test_native_code_decides_as_python_does(made, seed, monkeypatch):
    found = []
    for is_native in (True, False):
        with monkeypatch.context() as patch:
            if not is_native:
                patch.setattr(contact_guards, "decision_layout", lambda *_: None)
            model, start, until = made(seed)
            method = da.methods.DOP853(rtol=1e-11, atol=1e-11)
            found.append(da.simulate(model, start, times=[0.0, until], method=method))
    native, python = found
    assert [event.name for event in native.events] == [event.name for event in python.events]
    assert len(native.events) >= 2
    assert [event.t for event in native.events] == pytest.approx([event.t for event in python.events], abs=1e-7)
    assert native.states[-1] == pytest.approx(python.states[-1], abs=1e-6)
    # what an event of several took is told with the first of them
    assert sum(e.work for e in native.events) == pytest.approx(sum(e.work for e in python.events), abs=1e-8)
    assert np.abs(native.energy_balance).max() < 1e-8
    assert len(native.segments) < len(python.segments)


def test_a_block_that_slides_into_a_wall_is_braked_on_its_way_back():
    model = block(
        lambda body: da.Contact("wall", body, da.geometry.plane(da.ground.at(x=0.5), "-x"), restitution=0.5),
        friction=0.2,
    )
    motion = da.simulate(model, model.state(u={"x": 2.0}), times=[0.0, 2.0])
    hit = np.sqrt(4.0 - 2.0 * 0.2 * g * 0.5)
    assert motion["x"][-1] == pytest.approx(0.5 - (0.5 * hit) ** 2 / (2.0 * 0.2 * g), abs=1e-12)
    assert [event.name for event in motion.events] == ["foot slips", "wall impact", "foot sticks"]
    # from the start on, native code is never left
    assert len(motion.segments) == 1


@pytest.mark.parametrize("is_contact", [True, False])
def test_what_a_force_moves_for_a_while_only_does_not_stay_at_rest(is_contact):
    """Nothing moves before, so that steps are long; 6 exp(−τ²) is above 5 around 3.3 s for 0.17 s."""
    push = da.JointForce("push", "x", 6.0 * da.exp(-(((da.time - 3.3) / 0.2) ** 2)))
    if is_contact:
        model = block(lambda _: push, friction=da.Coulomb(5.0 / (2.0 * g), 4.0 / (2.0 * g)))
    else:
        body = da.particle("block", mass=2.0)
        friction = da.DryFriction("foot", "x", static=5.0, kinetic=4.0)
        model = da.Model(da.Prismatic("x", da.ground, body, axis="x"), friction, push)
    motion = da.simulate(model, until=10.0)
    begins = 3.3 - 0.2 * np.sqrt(np.log(6.0 / 5.0))
    assert motion.phases("foot")[0] == (0.0, pytest.approx(begins, abs=1e-12), "sticking")
    assert [word for *_, word in motion.phases("foot")] == ["sticking", "slipping", "sticking"]


def test_lanes_in_different_phases_have_the_bits_of_their_own_runs_on_any_number_of_threads():
    model, _, until = thrown_ball(0)
    starts, times = [thrown_ball(seed)[1] for seed in range(24)], np.linspace(0.0, until, 7)
    alone = [da.simulate(model, start, times=times) for start in starts]
    assert len({tuple(event.name for event in motion.events) for motion in alone}) > 2
    for threads in (1, 2):
        dynamics = da.as_dynamics(model, config=da.kernels.Config(None, threads))
        for one, other in zip(alone, da.batch(dynamics, starts, times=times), strict=True):
            assert one.states.tobytes() == other.states.tobytes()
            assert [(e.name, e.t) for e in one.events] == [(e.name, e.t) for e in other.events]


@pytest.mark.parametrize("is_native", [True, False])
def test_a_corner_that_stuck_slides_after_the_impact_of_another(is_native, monkeypatch):
    """A tumbling box lands on its face: from then on friction brakes it, as on any slope."""
    if not is_native:
        monkeypatch.setattr(contact_guards, "decision_layout", lambda *_: None)
    box, across, along = da.box("box", size=(100.0, 30.0, 60.0), mass=100.0), da.Body("across"), da.Body("along")
    lean, mu = 0.2, 0.4
    model = da.Model(
        da.Prismatic("x", da.ground, along, axis="x"),
        da.Prismatic("z", along, across, axis="z"),
        da.Revolute("turn", across, box, axis="y"),
        da.Contact(
            "foot",
            box,
            floor(),
            points=[(s * 50.0, 0.0, r * 30.0) for r in (-1, 1) for s in (-1, 1)],
            friction=mu,
            restitution=0.0,
        ),
        gravity=(g * np.sin(lean), 0.0, -g * np.cos(lean)),
    )
    start = model.state(
        q={"z": 96.14644842892275, "turn": -0.47080924793313006},
        u={"turn": -1.2598298075420924, "x": 13.615013657632614, "z": -23.16604972889464},
    )
    motion = da.simulate(model, start, until=8.0)
    slides = next(event for event in motion.events if event.what == "slips")
    sticks = next(event for event in motion.events if event.what == "sticks" and event.t > slides.t)
    brake = g * (mu * np.cos(lean) - np.sin(lean))
    assert sticks.t - slides.t == pytest.approx(slides.after.u["x"] / brake, rel=1e-9)
    assert slides.after.u["x"] > 1.0
    assert np.abs(motion.energy_balance).max() < 1e-8 * np.abs(motion["energy"]).max()

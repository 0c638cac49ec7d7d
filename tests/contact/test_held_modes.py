"""Contacts in modes that are held: ordinary equations, with the accelerations and forces of runs."""

import numpy as np
import pytest

import dalembert as da

G = 9.81
DOWN = (0.0, 0.0, -G)
FLOOR = da.geometry.plane(da.ground, "z")


def ball_on(surface, **options):
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    return da.Model(da.Free("pose", da.ground, ball), da.Contact("lane", ball, surface, **options), gravity=DOWN)


def pinned(friction):
    pin = da.Revolute("pin", da.ground, da.rod("rod", length=1.0, mass=2.0), axis="y")
    return da.Model(pin, friction(pin), gravity=DOWN)


def rod_beside(part):
    rod = da.rod("rod", length=1.0, mass=2.0, radius=0.1)
    return da.Model(da.Free("pose", da.ground, rod), part(rod["end"]), gravity=DOWN)


SLIPS = {"q": {"pose.z": 0.1}, "u": {"pose.x": 1.0, "pose.y": 0.4, "pose.wz": 3.0}}
SCENES = {
    "slipping with resistance to turning": (
        lambda: ball_on(FLOOR, friction=0.2, drilling=0.01, rolling=0.002),
        SLIPS,
        0.02,
    ),
    "sticking, rolling": (lambda: ball_on(FLOOR, friction=0.2, rolling=0.002), SLIPS, 1.0),
    "slip and spin together": (lambda: ball_on(FLOOR, friction=da.contacts.Contensou(0.2, 0.01)), SLIPS, 0.02),
    "along a grain": (lambda: ball_on(FLOOR, friction=0.2, grain=da.contacts.Grain("x", 0.3)), SLIPS, 0.02),
    "smooth": (lambda: ball_on(FLOOR), SLIPS, 0.02),
    "on a round surface": (
        lambda: ball_on(da.geometry.sphere_outside(da.ground, 1.0), friction=0.2),
        {"q": {"pose.z": 1.1}, "u": {"pose.x": 1.0, "pose.y": 0.4}},
        0.1,
    ),
    "a journal that slips": (
        lambda: pinned(lambda pin: da.contacts.dry_joint_friction("journal", pin, 0.3, radius=0.05)),
        {},
        0.1,
    ),
    "a journal that sticks": (
        lambda: pinned(lambda pin: da.contacts.dry_joint_friction("journal", pin, 0.3, radius=0.05)),
        {"q": {"pin": np.pi / 2}},
        0.1,
    ),
    "friction of given strength": (
        lambda: rod_beside(lambda end: da.DryFriction("f", slip=0.5 * da.velocity(end)[0], static=0.3)),
        {"u": {"pose.x": 1.0}},
        0.1,
    ),
    "a gap and slips of one's own": (
        lambda: rod_beside(
            lambda end: da.contacts.GapContact(
                "g", da.position(end)[2], slip=[*da.velocity(end)[:2]], friction=0.3
            )
        ),
        {"u": {"pose.x": 1.0}},
        0.05,
    ),
}


@pytest.mark.parametrize("scene", SCENES)
def test_held_modes_have_the_accelerations_and_forces_of_the_run(scene):
    make, start, until = SCENES[scene]
    model = make()
    motion = da.simulate(model, model.state(**start), until=until)
    points = {one.name for one in motion.intervals}
    end = motion.state()
    held = da.contacts.with_modes(model, {name: motion.phases(name)[-1][2] for name in points})
    dynamics = da.as_dynamics(held)
    state = held.state(t=end.t, q=end.q, u=end.u)
    known = set(dynamics.solved.signals) & set(motion.dynamics.solved.signals)
    names = [x for x in known if x.endswith((".acceleration", ".multiplier")) or ".force" in x]
    assert any(x.endswith(".multiplier") or x.endswith(".force") for x in names)
    for name, value in dynamics.signals(names, state).items():
        assert value == pytest.approx(motion[name][-1], abs=1e-9), name

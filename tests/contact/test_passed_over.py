"""Contacts that long steps could pass over: gaps need not be as smooth in time as the motion is."""

import numpy as np
import pytest

import dalembert as da
from tests.oracles.contact_scenes import scene

DOWN = (0.0, 0.0, -9.81)


def follower_and_cam(lift, speed, *more, restitution=0.0):
    """A point above a cam that turns evenly, whose radius is 0.1 m and a lift."""
    cam, point = da.disc("disc", radius=0.1, mass=1.0), da.particle("point", mass=0.5)
    return da.Model(
        da.Revolute("turn", da.ground, cam, axis="y"),
        da.Prismatic("z", da.ground, point, axis="z"),
        da.Drive("motor", "turn", speed * da.time - 3.0),
        da.contacts.GapContact(
            "cam", da.coordinate("z") - 0.1 - lift(da.coordinate("turn")), restitution=restitution
        ),
        *more,
        gravity=DOWN,
    )


def test_a_follower_that_jumps_never_enters_its_cam_however_long_steps_are():
    model = follower_and_cam(lambda angle: 0.02 * da.cos(angle), 40.0, restitution=0.3)
    start = model.state(q={"z": 0.12, "turn": -3.0}, u={"turn": 40.0})
    motion = da.simulate(model, start, times=np.linspace(0.0, 2.0, 2001))
    assert (motion["z"] - 0.1 - 0.02 * np.cos(motion["turn"])).min() > -1e-12
    assert max(event.work for event in motion.events if event.what == "impact") <= 0.0


def test_a_lobe_that_comes_by_while_nothing_else_moves_lifts_its_follower():
    lobe = lambda angle: 0.03 * da.exp(-50.0 * (1.0 - da.cos(angle)))  # noqa: E731
    model = follower_and_cam(lobe, 1.0, da.Stop("seat", "z", low=0.101))
    start = model.state(q={"z": 0.101, "turn": -3.0}, u={"turn": 1.0})
    motion = da.simulate(model, start, times=[0.0, 3.0, 5.0])
    assert motion["z"] == pytest.approx([0.101, 0.13, 0.101], abs=1e-9)
    meets = 3.0 - np.arccos(1.0 - np.log(30.0) / 50.0)
    assert next(event.t for event in motion.events if event.name == "cam impact") == pytest.approx(meets, abs=1e-9)


def test_a_ball_that_falls_back_to_a_thin_wall_does_not_come_out_on_its_other_side():
    x = da.coordinate("x")
    model = da.Model(
        da.Prismatic("x", da.ground, da.particle("ball", mass=1.0), axis="x"),
        da.contacts.GapContact("wall", da.expr.absolute_value(x - 5.0) - 0.001, restitution=0.5),
        gravity=(9.81, 0.0, 0.0),
    )
    motion = da.simulate(model, model.state(u={"x": 1.0}), until=3.0)
    fallen = np.sqrt(1.0 + 2.0 * 9.81 * 4.999)
    # bounces, each half as long as the one before, end three flights' sum after the first impact
    last = (fallen - 1.0) / 9.81 + 2.0 * fallen / 9.81
    assert motion["x"].max() <= 4.999 + 1e-12
    assert motion["x"][-1] == pytest.approx(4.999, abs=1e-12)
    rests = next(event for event in motion.events if event.what == "comes to rest")
    assert rests.accumulation == pytest.approx(last, abs=1e-8)


def test_a_table_that_jerks_once_throws_what_floats_above_it():
    ball, table = da.sphere("ball", radius=0.1, mass=1.0), da.box("table", size=(1, 1, 0.1), mass=1.0)
    model = da.Model(
        da.Prismatic("lift", da.ground, table, axis="z"),
        da.Prismatic("z", da.ground, ball, axis="z"),
        da.Drive("jerk", "lift", 0.5 * da.exp(-(((da.time - 5.0) / 0.1) ** 2))),
        da.Contact("top", ball, da.geometry.plane(table, "z")),
    )
    motion = da.simulate(model, {"z": 0.3}, times=[0.0, 10.0])
    # it leaves where the table is fastest, s before the middle
    s = 0.1 / np.sqrt(2.0)
    fastest, height = 0.5 * np.exp(-0.5) * 2.0 * s / 0.01, 0.5 * np.exp(-0.5) + 0.1
    assert motion["z"][-1] == pytest.approx(height + fastest * (5.0 + s), rel=1e-6)


def test_friction_that_lets_go_at_its_very_limit_does_not_hold_on():
    """Slip in space that begins so slowly that it seems to end: it stuck, with twenty times its limit."""
    one, times = scene(915), np.linspace(0.0, 1.0, 101)
    motion = da.simulate(one.model, one.start, times=times, method=da.methods.DOP853(1e-11, 1e-12))
    assert motion.phases("foot")[-2][2] == "slipping"
    assert motion.residuals["friction"].max() < 1e-12

"""Runs that crawl, chatter or blow up say so early, and what to use; others are left alone."""

from math import pi, sqrt

import numpy as np
import pytest

import dalembert as da

EARLY = 1_000_000
"""Evaluations within which a run has to say that it does not get on."""


def slider(*parts):
    """A particle of 1 kg on the x axis."""
    return da.Model(da.Prismatic("x", da.ground, da.particle("bead", mass=1.0), axis="x"), *parts)


def spring(stiffness):
    return slider(da.JointSpring("spring", "x", stiffness=stiffness))


def friction(law):
    return slider(da.JointForce("friction", "x", -5.0 * law(da.speed("x.rate")) + da.sin(da.time)))


def ends_early(model, start, until, **options):
    with pytest.raises(da.errors.SolverError) as caught:
        da.simulate(model, start, until=until, **options)
    motion = caught.value.motion
    assert motion.statistics["evaluations"] < EARLY
    assert motion.termination == str(caught.value)
    return str(caught.value), motion


# ---- steps that are too short


def test_a_spring_that_is_far_too_stiff_is_named():
    text, motion = ends_early(spring(1e20), da.State(q={"x": 1e-3}), 1.0)
    assert "x.rate, oscillates with 1e+10 rad/s" in text
    assert "da.methods.GeneralizedAlpha(step)" in text
    assert motion["energy"][-1] == pytest.approx(0.5e20 * 1e-6, rel=1e-4)


def test_friction_that_sticks_is_named_and_a_smooth_one_gets_on():
    start = da.State(u={"x.rate": 1.0})
    text, motion = ends_early(friction(da.expr.sign), start, 2.0)
    assert "the rate of x.rate jumps there" in text
    assert "da.tanh(v / eps)" in text
    assert motion.times[-1] == pytest.approx(0.204, abs=0.01)
    held = da.simulate(friction(lambda v: da.tanh(v / 1e-4)), start, until=2.0, method=da.methods.Radau())
    assert np.abs(held["x.rate"][200:]).max() < 1e-4
    assert held["x"][-1] == pytest.approx(motion["x"][-1], abs=1e-3)


def test_stiff_damping_is_named_and_radau_gets_on():
    model = slider(da.JointDamper("damper", "x", 1e10), da.JointSpring("spring", "x", stiffness=1e10))
    start = da.State(q={"x": 1.0})
    text, _ = ends_early(model, start, 1.0)
    assert "x.rate, decays within 1e-10 s: the motion is stiff; take method=da.methods.Radau()" in text
    motion = da.simulate(model, start, until=1.0, method=da.methods.Radau())
    assert motion["x"][-1] == pytest.approx(np.exp(-1.0), rel=1e-6)


def test_a_batch_says_it_of_the_lane_alone():
    k = da.param("k", 1.0)
    starts = [da.State(q={"x": 1e-3}, p={"k": value}) for value in (1.0, 1e20, 4.0)]
    first, second, third = da.batch(spring(k), starts, until=1.0)
    assert "oscillates with 1e+10 rad/s" in second.termination
    assert first["x"][-1] == pytest.approx(1e-3 * np.cos(1.0))
    assert third["x"][-1] == pytest.approx(1e-3 * np.cos(2.0))


# ---- steps that are too long


@pytest.mark.parametrize(
    "method", [da.methods.RK4(1e-2), da.methods.ExplicitEuler(1e-2), da.methods.KuttaMerson(1e-2)], ids=repr
)
def test_a_step_outside_of_stability_is_no_result(method):
    text, motion = ends_early(spring(1e6), da.State(q={"x": 1.0}), 1.0, method=method)
    assert "because the step is too long" in text
    assert "oscillates with 1e+03 rad/s" in text
    assert motion.times[-1] == 1.0


@pytest.mark.parametrize("size", [1.0, 1e-3])
def test_a_slow_explosion_is_no_result_either(size):
    """ẍ = −100 x: each step of Euler's method multiplies it by √1.01, all 2000 of them by 2e4."""
    text, motion = ends_early(spring(100.0), da.State(q={"x": size}), 20.0, method=da.methods.ExplicitEuler(1e-2))
    assert "because the step is too long" in text
    assert "multiplies it by 1.00499" in text
    assert np.abs(motion["x"]).max() > 1e4 * size


def test_growth_is_told_from_explosion():
    """ẍ = 400 x grows by e^20 in a second; so does what RK4 gives."""
    motion = da.simulate(spring(-400.0), da.State(q={"x": 1.0}), until=1.0, method=da.methods.RK4(1e-3))
    assert motion["x"][-1] == pytest.approx(np.cosh(20.0), rel=1e-6)


@pytest.mark.parametrize(
    ("method", "edge"),
    [
        (da.methods.RK4(1.0), 2.0 * sqrt(2.0) * 1j),
        (da.methods.RK4(1.0), -2.785293563),
        (da.methods.ExplicitEuler(1.0), -2.0),
    ],
)
def test_the_growth_of_a_step_is_one_at_the_edge_of_stability(method, edge):
    assert method.growth(edge) == pytest.approx(1.0, abs=1e-8)
    assert method.growth(1.01 * edge) > 1.0 > method.growth(0.99 * edge)


def test_a_motion_that_has_no_end_says_so():
    """ẍ = x³ from x = 1, ẋ = 1/√2 is x = 1 / (1 − t/√2): it is infinite at √2."""
    model = slider(da.JointForce("drive", "x", da.coordinate("x") ** 3))
    start = da.State(q={"x": 1.0}, u={"x.rate": 1.0 / sqrt(2.0)})
    for options in ({}, {"method": da.methods.RK4(1e-3)}):
        text, motion = ends_early(model, start, 3.0, **options)
        assert "the motion grows without bound" in text
        assert "Radau" not in text
        assert motion.times[-1] == pytest.approx(sqrt(2.0), abs=0.01)


# ---- friction under steps of one length


@pytest.mark.parametrize("method", [da.methods.RK4(1e-3), da.methods.ExplicitEuler(1e-3)], ids=repr)
@pytest.mark.parametrize("load", [2.0, 9.0])
def test_chatter_under_fixed_steps_is_noted(method, load, caplog):
    """It sticks where it comes to rest, at v²/2 / (10 − load); steps that chatter creep on."""
    law = -10.0 * da.expr.sign(da.speed("x.rate")) + load
    model = slider(da.JointForce("friction", "x", law))
    motion = da.simulate(model, da.State(u={"x.rate": 1.0}), until=2.0, method=method)
    assert len(motion.notes) == 1
    assert "the rate of x.rate jumps back and forth from step to step" in motion.notes[0]
    assert motion.notes[0] in caplog.text


# ---- no false alarms


def test_forces_that_switch_now_and_then_do_not_chatter():
    """Friction that slides both ways, and a push that switches by time."""
    swinging = slider(
        da.JointSpring("spring", "x", stiffness=100.0),
        da.JointForce("friction", "x", -0.1 * da.expr.sign(da.speed("x.rate"))),
    )
    pushed = slider(da.JointForce("push", "x", da.expr.sign(da.sin(300.0 * da.time))))
    for model in (swinging, pushed):
        assert not da.simulate(model, da.State(q={"x": 1.0}), until=2.0, method=da.methods.RK4(1e-3)).notes


def test_long_ways_by_fixed_steps_are_no_alarm():
    falling = slider(da.JointForce("weight", "x", -9.81))
    motion = da.simulate(falling, da.State(q={"x": 1e-3}), until=20.0, method=da.methods.ExplicitEuler(1e-2))
    assert motion["x.rate"][-1] == pytest.approx(-9.81 * 20.0)


def test_many_steps_alone_are_no_alarm():
    """100 000 turns take about a million steps."""
    motion = da.simulate(spring(1.0), da.State(q={"x": 1.0}), until=2e5 * pi, times=[2e5 * pi])
    assert motion.statistics["accepted"] > 100_000
    assert motion["x"][-1] == pytest.approx(1.0, abs=1e-2)


def test_short_steps_for_a_while_are_no_alarm():
    """Impacts on a stop that is a million times stiffer than what else moves, and stiff damping that dies out."""
    bouncing = slider(
        da.JointStop("stop", "x", lower=0.0, stiffness=1e10, damping=0.0),
        da.JointForce("weight", "x", -9.81),
    )
    motion = da.simulate(bouncing, da.State(q={"x": 1.0}), until=10.0)
    assert motion["energy"][-1] - motion["energy"][0] == pytest.approx(-9.81 * (motion["x"][-1] - 1.0), abs=1e-3)
    damped = slider(da.JointDamper("damper", "x", 1e5))
    assert da.simulate(damped, da.State(u={"x.rate": 1.0}), until=1.0)["x"][-1] == pytest.approx(1e-5)

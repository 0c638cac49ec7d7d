"""Integrals along motions, against closed forms."""

import numpy as np
import pytest

import dalembert as da

METHOD = da.methods.DOP853(rtol=1e-11, atol=1e-13)

ATOL = 1e-9
"""A hundred times the tolerance of each step, for numbers of order one."""


def cart(*parts, mass=2.0):
    return da.Model(da.Prismatic("x", da.ground, da.particle("cart", mass=mass), axis="x"), *parts)


def test_a_low_pass_filter_lags_behind_a_sine():
    T, w = 0.3, 5.0
    model = cart(
        da.StateVariable("lag", rate=(da.sin(w * da.time) - da.measures.state_variable("lag")) / T, start=0.8)
    )
    motion = da.simulate(model, until=3.0, method=METHOD)
    t, gain = motion.times, 1.0 / (1.0 + (w * T) ** 2)
    steady = gain * (np.sin(w * t) - w * T * np.cos(w * t))
    np.testing.assert_allclose(motion["lag"], steady + (0.8 + gain * w * T) * np.exp(-t / T), atol=ATOL)


def test_a_pi_controller_brings_a_cart_to_speed_against_a_constant_load():
    """m v̇ = k (r − v) + m s² z − F with ż = r − v and s = k/2m, a double root: v = r + (α + β t) exp(−s t)."""
    m, r, F, k = 2.0, 1.5, 3.0, 4.0
    s = k / (2.0 * m)
    error = r - da.speed("x")
    model = cart(
        da.StateVariable("error", rate=error),
        da.JointForce("controller", "x", k * error + m * s**2 * da.measures.state_variable("error")),
        da.JointForce("load", "x", -F),
        mass=m,
    )
    motion = da.simulate(model, until=15.0, method=METHOD)
    # v(0) = 0 and m v̇(0) = k r − F
    alpha, slope = -r, (k * r - F) / m
    beta = slope + s * alpha
    expected = r + (alpha + beta * motion.times) * np.exp(-s * motion.times)
    np.testing.assert_allclose(motion["x.rate"], expected, atol=ATOL)
    # at rest the integral alone holds the load
    assert motion["error"][-1] == pytest.approx(F / (m * s**2), abs=1e-4)


def test_the_integral_of_the_power_of_a_damper_is_the_energy_lost():
    c = 0.7
    model = cart(
        da.JointSpring("spring", "x", 9.0),
        da.JointDamper("brake", "x", c),
        da.StateVariable("heat", rate=c * da.speed("x") ** 2),
    )
    motion = da.simulate(model, model.state(q={"x": 1.0}), until=5.0, method=METHOD)
    np.testing.assert_allclose(motion["heat"], motion["energy"][0] - motion["energy"], atol=ATOL)
    np.testing.assert_allclose(
        da.simulate(model, model.state(q={"x": 1.0}), until=5.0).work, -motion["heat"], atol=1e-5
    )


def test_supplied_power_adds_up_to_the_exact_work_in_few_rows():
    arm = da.rod("arm", length=1.0, mass=1.5)
    model = da.Model(
        da.Revolute("hinge", da.ground, arm, axis="z"),
        da.JointDamper("friction", "hinge", 0.2),
        da.Motor("motor", "hinge"),
        da.StateVariable("work", rate=da.measures.supplied_power()),
        gravity=(0.0, -9.81, 0.0),
    )
    motion = da.simulate(
        model, model.state(tau={"motor": 3.0}), until=6.0, times=np.linspace(0.0, 6.0, 7), method=METHOD
    )
    np.testing.assert_allclose(motion["energy"] - motion["energy"][0], motion["work"], atol=1e-8)


def test_an_event_may_watch_a_value():
    model = cart(da.StateVariable("clock", rate=2.0, start=-1.0))
    motion = da.simulate(
        model, until=3.0, events=[da.Event("noon", da.measures.state_variable("clock") - 1.0, is_terminal=True)]
    )
    assert motion.events[0].t == pytest.approx(1.0, abs=1e-12)
    assert motion.events[0].state.z["clock"] == pytest.approx(1.0, abs=1e-12)


def test_a_start_may_be_given_with_each_run():
    model = cart(da.StateVariable("lag", rate=-da.measures.state_variable("lag"), start=1.0))
    for start, z0 in ((None, 1.0), (da.State(), 1.0), (model.state(z={"lag": 3.0}), 3.0)):
        motion = da.simulate(model, start, until=1.0, method=METHOD)
        np.testing.assert_allclose(motion["lag"], z0 * np.exp(-motion.times), atol=ATOL)
    lanes = da.batch(model, [model.state(z={"lag": z0}) for z0 in (1.0, 2.0, 3.0)], until=1.0)
    assert [motion["lag"][0] for motion in lanes] == [1.0, 2.0, 3.0]


@pytest.mark.parametrize(
    "method",
    [da.methods.ConstantAcceleration(step=1e-4), da.methods.RK4(step=1e-2), da.methods.GaussLegendre(step=1e-2)],
    ids=repr,
)
def test_methods_of_fixed_step_carry_integrals_along(method):
    model = cart(da.StateVariable("way", rate=da.speed("x")), da.JointSpring("spring", "x", 2.0))
    motion = da.simulate(model, model.state(u={"x": 1.0}), until=1.0, method=method)
    np.testing.assert_allclose(motion["way"], np.sin(motion.times), atol=2e-4)


def test_integrals_of_a_saved_motion_are_read_back(tmp_path):
    model = cart(da.StateVariable("clock", rate=1.0))
    motion = da.simulate(model, until=2.0)
    again = da.load_motion(motion.save(tmp_path / "run"), da.as_dynamics(model))
    np.testing.assert_array_equal(again["clock"], motion["clock"])
    assert again.state().z["clock"] == pytest.approx(2.0)


def test_a_sampled_controller_sees_integrals():
    model = cart(da.Motor("motor", "x"), da.StateVariable("way", rate=da.coordinate("x"), start=1.0))
    controller = da.control.SampledController(0.1, lambda state: {"motor": -state.z["way"]})
    motion = da.simulate(model, until=0.3, times=[0.0, 0.1, 0.2], controller=controller)
    assert motion["way"][2] < motion["way"][0] == 1.0
    np.testing.assert_allclose(motion.inputs[:, 0], -motion["way"], rtol=1e-14)

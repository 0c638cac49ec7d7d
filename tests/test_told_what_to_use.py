"""Errors that name what does what was asked for."""

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import DalembertError

ARM = da.rod("arm", length=1.0, mass=1.0)
HINGE = da.Revolute("a", da.ground, ARM, axis="y")


def motor():
    """An arm that a current turns, with the voltage as an input."""
    current = da.extend.extra_speed("i", inertia=0.5)
    torque = da.JointForce("torque", "a", 0.3 * da.speed("i"))
    circuit = da.JointForce("circuit", "i", da.Input("u") - 0.3 * da.speed("a") - 1.5 * da.speed("i"))
    return da.Model(HINGE, current, torque, circuit)


def test_a_current_at_rest_is_found_by_what_the_error_names():
    model = da.Model(*motor().parts, gravity=(0.0, 0.0, -9.81))
    with pytest.raises(DalembertError, match=r"at rest i would be zero: da\.steady_motion"):
        da.equilibrium(model, tau={"u": 1.0}, guess={"a": 1.5})
    steady = da.steady_motion(model, tau={"u": 1.0}, guess={"a": 1.5})
    assert steady.u["i"] == pytest.approx(1.0 / 1.5, rel=1e-9)
    assert np.cos(steady.q["a"]) * 9.81 * 0.5 == pytest.approx(-0.3 / 1.5, rel=1e-9)


def test_a_voltage_along_a_law_names_the_servo():
    with pytest.raises(DalembertError, match=r"i is of no coordinate.*da\.Servo"):
        da.inverse_dynamics(motor(), {"a": da.sin(da.time)}, times=[0.0, 0.1])


@pytest.mark.parametrize("rate", ["a", "a.rate"])
def test_rates_are_no_momenta_and_the_error_names_the_conversion(rate):
    model = da.Model(HINGE)
    eom = da.derive(model, da.Hamilton())
    with pytest.raises(DalembertError, match=r"the rate of 'a' is no speed.*a\.momentum.*da\.convert_state"):
        da.simulate(eom, da.State(u={rate: 2.0}), until=0.1)
    state = da.convert_state(model.state(u={"a": 2.0}), model, eom)
    assert state.u["a.momentum"] == pytest.approx(2.0 / 3.0, rel=1e-12)


def test_a_method_of_integration_is_no_solver_of_accelerations():
    with pytest.raises(DalembertError, match=r"a solver is an object such as NullSpace.*method="):
        da.derive(da.Model(HINGE), da.Recursive(solver=da.methods.Radau()))


def test_parts_of_one_name_are_told_apart():
    with pytest.raises(DalembertError, match=r"2 parts are called 'arm'.*Revolute 'arm' and body 'arm'"):
        da.Model(da.Revolute("arm", da.ground, ARM, axis="y"))


def test_a_law_that_an_event_switches_off_stands_beside_a_motor_as_the_error_says():
    with pytest.raises(DalembertError, match=r"Motor 'm' acts on 'a'.*da\.Holonomic"):
        da.Model(HINGE, da.Drive("d", "a", da.time), da.Motor("m", "a"))
    model = da.Model(HINGE, da.Holonomic("d", da.coordinate("a") - da.time), da.Motor("m", "a"))
    off = da.Event("off", da.time - 1.0, action=da.actions.Switch(off=["d"]))
    start = da.assemble(model, tau={"m": 0.5})
    motion = da.simulate(model, start, until=2.0, events=[off])
    # one second of the law, then one with the torque alone: I = 1/3
    assert motion["a"][-1] == pytest.approx(2.0 + 0.5 * 0.5 / (1.0 / 3.0), rel=1e-7)


def test_modes_that_rounding_damps_are_undamped():
    spinning = da.Model(HINGE, da.JointSpring("k", "a", 3.0), da.JointForce("none", "a", 1e-17 * da.speed("a")))
    text = str(da.linearize(spinning, spinning.state()).modes())
    assert "damping ratio 0, 3 rad/s" in text


def test_forces_that_cancel_do_not_count_as_changing_the_energy():
    current, torque = da.extend.extra_speed("i", inertia=0.5), da.JointForce("torque", "a", 0.3 * da.speed("i"))
    emf, losses = (
        da.JointForce(name, "i", law) for name, law in (("emf", -0.3 * da.speed("a")), ("R", -da.speed("i")))
    )
    found = da.diagnostics.invariants(da.Model(HINGE, current, torque, emf, losses))
    assert found["energy"].changed_by == ("R",)
    assert set(found["i.momentum"].changed_by) == {"emf", "R"}


@pytest.mark.parametrize("gravity", [9.81, -9.81])
def test_gravity_as_a_number_names_the_vector(gravity):
    with pytest.raises(DalembertError, match=r"gravity, such as \(0, 0, -9\.81\), needs numbers.*not -?9\.81"):
        da.Model(HINGE, gravity=gravity)


def test_a_time_in_the_place_of_the_start_names_the_argument():
    with pytest.raises(DalembertError, match=r"a state is given by names.*is until=4\.0"):
        da.simulate(da.Model(HINGE), 4.0)


def test_a_wheel_whose_angle_has_no_weight_has_a_regulator_once_it_has_one_as_the_error_says():
    pole, wheel = da.rod("pole", length=0.3, mass=0.2, axis="y"), da.disc("wheel", radius=0.08, mass=0.3)
    tilt, spin = da.Revolute("tilt", da.ground, pole), da.Revolute("spin", pole["end"], wheel)
    linear = da.linearize(da.Model(tilt, spin, da.Motor("torque", "spin"), gravity=(0, -9.81, 0)))
    weights = {"tilt": 10.0, "tilt.rate": 1.0, "spin.rate": 0.01}
    with pytest.raises(DalembertError, match="an angle on which nothing depends; give each state one"):
        da.control.lqr(linear, weights, {"torque": 10.0})
    K = da.control.lqr(linear, {**weights, "spin": 1e-4}, {"torque": 10.0})
    assert np.linalg.eigvals(linear.A - linear.B @ K).real.max() < 0.0

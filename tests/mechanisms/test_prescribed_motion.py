"""Prescribed motion of an arm: positions and velocities that follow laws of time, stabilized or not."""

import numpy as np
import pytest

import dalembert as da

TIMES = np.linspace(0.0, 1.0, 101)

INTEGRATED = 5e-9
"""What the default method, with a relative tolerance of 1e-9, leaves of an error in a second."""

X, Y = 1.2 + 0.3 * da.sin(2.0 * da.time), 0.4 + 0.5 * da.time
"""A path of the tip of two links of 1 m."""


def path(t):
    return 1.2 + 0.3 * np.sin(2.0 * t), 0.4 + 0.5 * t


def inverse_kinematics(x, y):
    """Angles of shoulder and elbow, elbow below, of two links of 1 m with their tip at (x, y)."""
    elbow = np.arccos((x**2 + y**2) / 2.0 - 1.0)
    return np.arctan2(y, x) - elbow / 2.0, elbow


def along_a_path(by_velocity):
    """The arm whose tip follows the path; x is prescribed as a velocity, or as a position too."""
    first, second = (da.rod(name, length=1.0, mass=2.0) for name in ("first", "second"))
    tip, rate = second["end"], 0.6 * da.cos(2.0 * da.time)
    if by_velocity:
        x = da.Nonholonomic("x", da.velocity(tip)[0] - rate)
    else:
        x = da.Holonomic("x", da.position(tip)[0] - X)
    return da.Model(
        da.Revolute("shoulder", da.ground, first, axis="z"),
        da.Revolute("elbow", first["end"], second, axis="z"),
        da.Holonomic("y", da.position(tip)[1] - Y),
        x,
    )


def off_the_path(model, miss):
    """A start that misses what is prescribed a little, in positions and in velocities."""
    shoulder, elbow = inverse_kinematics(*path(0.0))
    start = da.assemble(model, guess={"shoulder": shoulder, "elbow": elbow})
    q = {**start.q, "elbow": start.q["elbow"] + miss}
    return model.state(q=q, u={name: value + miss for name, value in start.u.items()})


@pytest.mark.covers("F000-31", "F004-10")
@pytest.mark.parametrize(
    "drift",
    [None, da.methods.Projection(), da.methods.Baumgarte.critical(10.0), da.methods.NoStabilization()],
    ids=repr,
)
@pytest.mark.parametrize("by_velocity", [False, True], ids=["by position", "by velocity"])
def test_an_arm_follows_a_path_as_inverse_kinematics_say(by_velocity, drift):
    shoulder, elbow = inverse_kinematics(*path(TIMES))
    guess = {"shoulder": shoulder[0], "elbow": elbow[0]}
    motion = da.kinematics(along_a_path(by_velocity), TIMES, guess=guess, stabilization=drift)
    assert motion["shoulder"] == pytest.approx(shoulder, abs=1e-7)
    assert motion["elbow"] == pytest.approx(elbow, abs=1e-7)


@pytest.mark.covers("F000-31")
@pytest.mark.parametrize("rate", [5.0, 20.0])
def test_what_a_start_misses_decays_at_the_rate_of_the_stabilization(rate):
    for by_velocity in (False, True):
        model = along_a_path(by_velocity)
        start = off_the_path(model, 0.01)
        motion = da.kinematics(model, TIMES, start=start, stabilization=da.methods.Baumgarte.critical(rate))
        eom, t = motion.dynamics.equations, motion.times
        phi, psi = motion.evaluate(eom.phi), motion.evaluate(eom.psi)
        assert np.abs(phi[0]).max() > 1e-3

        # φ̈ + 2 r φ̇ + r² φ = 0 for what is given as positions, ψ̇ + r ψ = 0 as velocities
        for k in range(len(eom.phi)):
            expected = (phi[0, k] + (psi[0, k] + rate * phi[0, k]) * t) * np.exp(-rate * t)
            assert phi[:, k] == pytest.approx(expected, abs=INTEGRATED)
        for k in range(len(eom.phi), len(eom.psi)):
            assert psi[:, k] == pytest.approx(psi[0, k] * np.exp(-rate * t), abs=INTEGRATED)


@pytest.mark.covers("F000-31")
def test_with_positions_prescribed_a_stabilized_motion_comes_to_the_path():
    model = along_a_path(False)
    motion = da.kinematics(
        model, TIMES, start=off_the_path(model, 0.01), stabilization=da.methods.Baumgarte.critical(25.0)
    )
    assert [motion["shoulder"][-1], motion["elbow"][-1]] == pytest.approx(inverse_kinematics(*path(1.0)), abs=1e-8)


@pytest.mark.covers("F000-31")
def test_without_stabilization_what_a_start_misses_stays_and_grows():
    model = along_a_path(False)
    start = off_the_path(model, 3e-7)
    drifting = da.kinematics(model, TIMES, start=start, stabilization=da.methods.NoStabilization())
    eom = drifting.dynamics.equations
    phi, psi = drifting.evaluate(eom.phi), drifting.evaluate(eom.psi)
    assert phi == pytest.approx(phi[0] + np.outer(TIMES, psi[0]), abs=INTEGRATED)
    assert np.abs(phi[-1]).max() > 1e-7

    projected = da.kinematics(model, TIMES, start=start)
    assert np.abs(projected.evaluate(eom.phi)).max() < 1e-12


def test_a_start_must_be_at_the_first_time_and_near_unless_it_is_stabilized():
    model = along_a_path(False)
    start = off_the_path(model, 0.01)
    with pytest.raises(da.errors.ModelError, match=r"the start does not satisfy '[xy]'"):
        da.kinematics(model, TIMES, start=start)
    with pytest.raises(da.errors.ModelError, match=r"the start is at t = 0, but the first of the times is 0\.5"):
        da.kinematics(model, [0.5, 1.0], start=start)
    with pytest.raises(da.errors.ModelError, match="at a start as it is, or near a guess; give one of them"):
        da.kinematics(model, TIMES, start=start, guess=start)


def test_a_driven_mechanism_that_closes_nowhere_is_an_assembly_error():
    rod = da.rod("rod", length=1.0, mass=1.0)
    model = da.Model(
        da.Revolute("hinge", da.ground, rod),
        da.Coincident("far", da.ground.at(x=5.0), rod["end"]),
        da.Drive("drive", "hinge", da.time),
    )
    with pytest.raises(da.errors.AssemblyError, match="'far' cannot be closed"):
        da.kinematics(model, [0.0, 1.0])


def test_carts_that_nothing_accelerates_are_followed():
    first, second = da.particle("first", mass=1.0), da.particle("second", mass=1.0)
    model = da.Model(
        da.Prismatic("A", da.ground, first, axis="x"),
        da.Prismatic("B", da.ground, second, axis="y"),
        da.Drive("drive", "A", da.time),
        da.Gear("gear", "A", "B", ratio=2.0),
    )
    assert da.kinematics(model, [0.0, 1.0])["B"] == pytest.approx([0.0, 0.5])
    assert da.simulate(model, da.assemble(model), until=1.0)["B"][-1] == pytest.approx(0.5)


def lifted_rod(**drive):
    """A rod of 1 kg and 1 m on a hinge, with gravity down along y."""
    hinge = da.Revolute("A", da.ground, da.rod("bar", length=1.0, mass=1.0)["start"], axis="z")
    return da.Model(hinge, da.Drive("servo", "A", **drive), gravity=(0, -9.81, 0))


def test_a_drive_accelerates_as_its_input_says_whatever_torque_it_takes():
    model = lifted_rod(acceleration=da.Input("command"))
    start = model.state(q={"A": 0.2}, tau={"command": 2.0})
    motion = da.simulate(model, start, until=1.0, times=[0.0, 1.0])
    np.testing.assert_allclose(motion["A"], [0.2, 1.2], rtol=1e-12)
    np.testing.assert_allclose(motion["servo.torque"], 2.0 / 3.0 + 0.5 * 9.81 * np.cos(motion["A"]), rtol=1e-10)
    np.testing.assert_allclose(motion["command"], 2.0)
    assert da.derive(model).signals.units["servo.torque"] == "N m"
    # the input jumps, the speed does not
    turned = da.control.SampledController(0.25, lambda state: {"command": 1.0 if state.t < 0.4 else -1.0})
    rates = da.simulate(model, model.state(), times=[0.5, 1.0], controller=turned)["A.rate"]
    np.testing.assert_allclose(rates, [0.5, 0.0], atol=1e-12)


def test_a_drive_may_accelerate_by_the_state():
    swing = da.simulate(lifted_rod(acceleration=-4.0 * da.coordinate("A")), {"A": 1.0}, times=[1.0])
    assert swing["A"][0] == pytest.approx(np.cos(2.0), abs=1e-8)

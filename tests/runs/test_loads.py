"""Loads that go with a motion: along the speeds of inputs, at instants and continuously, with friction."""

import numpy as np
import pytest

import dalembert as da
from tests.oracles.linkages import four_bar
from tests.principles.test_reaction_forces import slider_crank_state, spatial_slider_crank

LAW = 0.3 + 0.8 * da.time + 0.2 * da.sin(3.0 * da.time)
GUESS = {"B": 0.5, "D": 1.0}


def bars(*more):
    return four_bar(0.5, 1.2, 0.75, 1.1, *more)


@pytest.mark.covers("F000-28")
def test_inputs_are_what_remains_along_the_speeds_that_belong_to_them():
    """u = −Cᵀ f*, f* = f − M a without inputs, C the identity on the speed of the motor."""
    times = np.linspace(0.0, 1.0, 6)
    loads = da.inverse_dynamics(bars(da.Motor("motor", "A")), {"A": LAW}, times=times, guess=GUESS)
    eom = loads.dynamics.equations
    a = loads.evaluate({"a": eom.accelerations})["a"]
    C = da.solvers.CoordinatePartitioning(("A.rate",), eom.speeds).reduced(eom.M, eom.f, eom.J, eom.gamma)
    found = loads.evaluate({"without": C.along(eom.f), "inertia": C.Z.T @ eom.M})
    np.testing.assert_allclose(loads.evaluate({"C": C.Z[list(eom.speeds).index("A.rate")]})["C"], 1.0, atol=1e-14)
    u = np.einsum("tij,tj->ti", found["inertia"], a) - found["without"]
    np.testing.assert_allclose(loads.inputs, u, rtol=0.0, atol=1e-10 * np.abs(u).max())


@pytest.mark.covers("F000-28")
def test_a_crank_cannot_move_a_slider_across_its_rod():
    """Like the rod of the spatial slider-crank at E₁₁ = 0: the speed of the crank is no independent one there."""
    crank, rod = da.rod("crank", length=1.0, mass=1.0), da.rod("rod", length=0.6, mass=1.0)
    model = da.Model(
        da.Revolute("A", da.ground, crank, axis="z"),
        da.Revolute("B", crank["end"], rod, axis="z"),
        da.Holonomic("guide", da.position(rod["end"])[1]),
        da.Motor("motor", "A"),
    )
    angle = np.arcsin(0.6)
    across = {"A": angle, "B": -angle - np.pi / 2}
    assert da.mobility(model, model.state(q=across)).degrees_of_freedom == 1
    end = da.position(rod["end"])[0]
    sliding = da.Model(
        *(part for part in model.parts if part.name != "motor"), da.Holonomic("pull", end - 0.8 - da.time)
    )
    along = da.kinematics(sliding, [0.0, 0.1], guess=across)
    with pytest.raises(da.errors.SolverError, match="motor"):
        da.inverse_dynamics(model, along)


@pytest.mark.covers("F000-33")
def test_inputs_at_instants_are_interpolated_and_produce_the_motion():
    """Between N instants by a spline: the error of the motion falls with their number."""
    start = da.assemble(bars(da.Drive("law", "A", LAW)), guess=GUESS)
    errors = []
    for n in (11, 41):
        times = np.linspace(0.0, 1.0, n)
        loads = da.inverse_dynamics(bars(da.Motor("motor", "A")), {"A": LAW}, times=times, guess=GUESS)
        torque = da.spline(times, loads.inputs[:, 0])(da.time)
        forward = bars(da.Motor("motor", "A", torque))
        motion = da.simulate(forward, forward.state(q=start.q, u=start.u), until=1.0, times=times)
        errors.append(np.abs(motion["A"] - (0.3 + 0.8 * times + 0.2 * np.sin(3.0 * times))).max())
    assert errors[0] < 5e-3 and errors[1] < errors[0] / 50.0, errors


@pytest.mark.covers("F000-33")
def test_inputs_along_a_run_are_those_at_instants():
    """Continuously: the drive of a run has its torque at every instant that is asked for, however they lie."""
    driven = bars(da.Drive("law", "A", LAW))
    times = np.sort(np.random.default_rng(4).uniform(0.0, 1.0, 12))
    motion = da.simulate(driven, da.assemble(driven, guess=GUESS), until=1.0, times=times)
    loads = da.inverse_dynamics(bars(da.Motor("motor", "A")), {"A": LAW}, times=times, guess=GUESS)
    np.testing.assert_allclose(motion["law.torque"], loads.inputs[:, 0], rtol=0.0, atol=1e-7)


@pytest.mark.covers("F000-30")
def test_friction_of_a_spatial_slider_crank_jumps_where_the_slider_turns_round():
    """The published torques, and their jump at t = 0.25, along a run and in kinematics."""
    model = spatial_slider_crank()
    dynamics = da.as_dynamics(model)
    start = slider_crank_state(dynamics, 0.05)
    times = [0.05, 0.10, 0.20, 0.25 - 1e-7, 0.25 + 1e-7, 0.30, 0.45]
    torque = [27.44449, 6.93901, -24.31863, -49.28, -58.42, -32.43321, 25.09193]
    across = [-5.80370, -8.00520, 24.93702, 33.69, 93.79, 63.34938, -3.44144]
    digits = np.array([5.1e-6, 5.1e-6, 5.1e-6, 5.1e-3, 5.1e-3, 5.1e-6, 5.1e-6])
    method = da.methods.DOP853(rtol=1e-10, atol=1e-12)
    for motion in (
        da.kinematics(dynamics, times, guess=start),
        da.simulate(dynamics, start, until=0.45, times=times, method=method),
    ):
        assert (np.abs(motion["motor.torque"] - torque) < digits).all()
        assert (np.abs(motion["slide.force.y"] - across) < digits).all()

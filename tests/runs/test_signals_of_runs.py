"""Signals of a motion belong to the system that was run, with its stabilization."""

import numpy as np
import pytest

import dalembert as da

DRIFT = da.methods.Baumgarte(4.0, 25.0, 3.0)


def pendulum(*parts):
    """A point mass at the end of a bar of length 1, in coordinates x and y."""
    ball = da.sphere("ball", radius=0.1, mass=2.0)
    slide = da.particle("slide", mass=0.5)
    return da.Model(
        da.Prismatic("x", da.ground, slide, axis="x"),
        da.Prismatic("y", slide, ball, axis="y"),
        da.Distance("bar", da.ground, ball, 1.0),
        *parts,
        gravity=(0.0, -9.81, 0.0),
    )


@pytest.fixture(scope="module")
def run():
    """A run from a start that misses the bar by a tenth."""
    start = da.State(q={"x": 0.9, "y": -0.55}, u={"x.rate": 0.4})
    return da.simulate(pendulum(), start, until=1.0, method=da.methods.DOP853(1e-11, 1e-12), stabilization=DRIFT)


def rate(motion, name):
    return np.gradient(motion[name], motion.times, edge_order=2)


def test_accelerations_are_rates_of_the_speeds_that_were_run(run):
    np.testing.assert_allclose(run["x.acceleration"][2:-2], rate(run, "x.rate")[2:-2], atol=1e-3)


def test_multipliers_and_reactions_balance_the_motion_that_was_run(run):
    # m ẍ = λ ∂φ/∂x by the bar, whose force on the ball is along (x, y)
    fx, fy = 2.5 * run["x.acceleration"], 2.0 * (run["y.acceleration"] + 9.81)
    np.testing.assert_allclose(run["x"] * fy - run["y"] * fx, 0.0, atol=1e-6)
    force = np.hypot(run["bar.force.x"], run["bar.force.y"])
    np.testing.assert_allclose(force, np.hypot(fx, fy), rtol=1e-6)


def test_the_rows_decay_as_the_signals_say(run):
    # φ̈ + A φ̇ + B φ = 0 by the accelerations of the motion
    assert run.residuals["accelerations"].max() < 1e-9
    assert run.residuals["dynamics"].max() < 1e-9
    assert run.residuals["positions"][0] > 1e-3


def test_the_work_of_stabilized_rows_is_in_the_balance(run):
    scale = run["kinetic energy"].max()
    assert np.ptp(run["energy"]) > 0.1 * scale
    assert np.abs(run.energy_balance).max() < 1e-5 * scale


def test_the_work_of_rows_that_drift_is_in_the_balance():
    state = da.State(q={"x": 0.9, "y": -0.55}, u={"x.rate": 0.4, "y.rate": -0.3})
    names = ["power", "x.acceleration", "y.acceleration"]
    power, ax, ay = (
        da.as_dynamics(pendulum()).stabilized(da.methods.NoStabilization()).signals(names, state).values()
    )
    assert power == pytest.approx(2.5 * 0.4 * ax - 2.0 * 0.3 * (ay + 9.81), rel=1e-12)
    assert abs(power) > 0.1


def test_a_saved_motion_keeps_its_stabilization(run, tmp_path):
    again = da.load_motion(run.save(tmp_path / "run"), da.as_dynamics(pendulum()))
    assert again.dynamics.solution.stabilization == DRIFT
    np.testing.assert_array_equal(again["bar.force.x"], run["bar.force.x"])


def test_every_motion_of_a_batch_keeps_its_stabilization(run):
    state = run.state(0)
    motions = da.batch(
        pendulum(),
        [state, state],
        until=1.0,
        method=da.methods.DOP853(1e-11, 1e-12),
        stabilization=DRIFT,
        times=run.times,
    )
    for motion in motions:
        np.testing.assert_array_equal(motion["x.acceleration"], run["x.acceleration"])


def test_events_and_integrals_of_reactions_are_those_of_the_run():
    force = da.reaction_force("bar")[0]
    model = pendulum(da.StateVariable("impulse", rate=force))
    start = da.State(q={"x": 0.9, "y": -0.55})
    event = da.Event("limit", force + 8.0)
    motion = da.simulate(
        model, start, until=1.0, method=da.methods.DOP853(1e-10, 1e-12), stabilization=DRIFT, events=[event]
    )
    momentum = 2.5 * (motion["x.rate"] - motion["x.rate"][0])
    np.testing.assert_allclose(motion["impulse"], momentum, atol=1e-7)
    assert motion.events
    for occurrence in motion.events:
        assert motion.dynamics.evaluate({"f": force}, occurrence.state)["f"] == pytest.approx(-8.0, abs=1e-6)


@pytest.mark.parametrize(
    ("principle", "coordinates"),
    [(da.Kane(), None), (da.Recursive(), da.formulations.AbsolutePlanar())],
    ids=["Kane", "absolute"],
)
def test_signals_of_a_stabilized_run_by_other_principles(run, principle, coordinates):
    model = pendulum()
    eom = da.derive(model, principle, coordinates=coordinates)
    start = da.convert_state(run.state(0), model, eom)
    motion = da.simulate(
        eom, start, until=0.1, method=da.methods.DOP853(1e-10, 1e-12), times=[0.1], stabilization=DRIFT
    )
    assert motion.residuals["accelerations"].max() < 1e-8
    assert motion.residuals["dynamics"].max() < 1e-8


# ---- redundant rows


def three_cranks():
    """A beam on three parallel cranks: one of the rows is redundant where all hold, and only there."""
    a, d, e = (da.rod(name, length=1.0, mass=1.0) for name in "ade")
    beam = da.rod("beam", length=2.0, mass=1.0)
    return da.Model(
        da.Revolute("A", da.ground, a, axis="z"),
        da.Revolute("B", a["end"], beam, axis="z"),
        da.Revolute("D", da.ground.at(x=2.0), d, axis="z"),
        da.Revolute("E", da.ground.at(x=1.0), e, axis="z"),
        da.Revolute("C", d["end"], beam["end"], axis="z"),
        da.Revolute("F", e["end"], beam.at(x=1.0), axis="z"),
        gravity=(0.0, -9.81, 0.0),
        cut=["C", "F"],
    )


@pytest.mark.parametrize("off", [1e-7, 1e-3])
def test_rows_that_are_redundant_are_left_out_also_if_the_start_is_a_little_off(off):
    exact, near = (da.State(q={"A": 0.9 + x, "B": -0.9, "D": 0.9, "E": 0.9 - x}) for x in (0.0, off))
    model, drift = da.as_dynamics(three_cranks()), da.methods.Baumgarte.critical(10.0)
    motion, reference = (
        da.simulate(model, start, until=0.4, times=[0.4], stabilization=drift) for start in (near, exact)
    )
    assert "redundant" in motion.notes[-1]
    assert motion["A"][-1] == pytest.approx(reference["A"][-1], abs=10.0 * off)
    assert motion.residuals["positions"][-1] < 0.7 * off


def test_a_row_left_out_that_does_not_hold_any_more_is_an_error():
    # stabilized, the cranks pass the position in which all are in a line, each its own way
    start = da.State(q={"A": 0.901, "B": -0.9, "D": 0.9, "E": 0.899})
    with pytest.raises(da.errors.SolverError, match=r"the position row 'F\.[xy]' does not hold") as caught:
        da.simulate(three_cranks(), start, until=0.5, stabilization=da.methods.Baumgarte.critical(10.0))
    assert caught.value.motion.times[-1] == 0.5
    (lane,) = da.batch(three_cranks(), [start], until=0.5, stabilization=da.methods.Baumgarte.critical(10.0))
    assert "does not hold" in lane.termination

"""What sweeps ask: numbers along runs, equilibria, eigenvalues, inverse dynamics, events and contacts."""

import sys

import numpy as np
import pytest

import dalembert as da
from tests.studies.systems import GRAVITY, ball_on_a_floor, pendulum, slider_crank


def test_numbers_along_runs_are_those_of_the_motion():
    times = np.linspace(0.0, 2.0, 401)
    what = {
        "peak": da.sweeps.Peak("pin.rate"),
        "largest": da.sweeps.Largest("pin"),
        "smallest": da.sweeps.Smallest("pin"),
        "mean": da.sweeps.Mean(da.sin(da.coordinate("pin"))),
        "rms": da.sweeps.RootMeanSquare("pin"),
        "area": da.sweeps.Integral("pin.rate"),
    }
    table = da.sweep(pendulum(), {"pin": [0.1, 0.5, 1.0]}, what, times=times)
    for k, motion in enumerate(table.motions):
        assert table["peak"][k] == np.abs(motion["pin.rate"]).max()
        assert (table["largest"][k], table["smallest"][k]) == (motion["pin"].max(), motion["pin"].min())
        # the area under a rate is what it changes: trapezoids are wrong by h²/12 · T · max |y″|
        assert table["area"][k] == pytest.approx(motion["pin"][-1] - motion["pin"][0], abs=2e-4)
    # energy: the rod is fastest below, ½ (m l²/3) ω² = m g l (1 − cos A)/2
    np.testing.assert_allclose(table["peak"], np.sqrt(3.0 * GRAVITY * (1.0 - np.cos([0.1, 0.5, 1.0]))), rtol=2e-4)
    # of a harmonic motion the root of the mean square is A/√2, over some periods
    assert table["rms"][0] == pytest.approx(0.1 / np.sqrt(2.0), rel=0.05)


def test_small_motions_and_equilibria_are_asked_of_the_start():
    what = {
        "poles": lambda model, start: np.sort_complex(da.linearize(model, start).poles),
        "rest": lambda model, start: da.equilibrium(model, guess=start, p=start.p).q["pin"],
    }
    lengths = np.array([0.5, 1.0, 2.0])
    table = da.sweep(pendulum(), {"l": lengths}, what, start={"pin": 0.0})
    # ω² = m g (l/2) / (m l²/3)
    np.testing.assert_allclose(table["poles"].imag[:, 1], np.sqrt(1.5 * GRAVITY / lengths), rtol=1e-9)
    assert table["poles"].shape == (3, 2) and not table.failures
    np.testing.assert_allclose(table["rest"], 0.0, atol=1e-9)


def test_functions_that_fail_cost_their_row_alone():
    def clumsy(motion):
        angle = motion["pin"][0]
        if angle == 0.2:
            raise ZeroDivisionError("no angle")
        if angle == 0.6:
            sys.exit("no more")
        return {0.3: "text", 0.4: np.zeros(2)}.get(angle, angle)

    table = da.sweep(pendulum(), {"pin": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]}, {"y": clumsy}, times=[0.0, 0.1])
    np.testing.assert_array_equal(table["y"], [0.1, np.nan, np.nan, np.nan, 0.5, np.nan])
    assert [table.failures[k].reason for k in (1, 2, 3, 5)] == [
        "'y' raised ZeroDivisionError: no angle",
        "'y' gives 'text', which is neither a number nor an array of them",
        "'y' gives an array of the shape (2,), and a number in other cases",
        "'y' raised SystemExit: no more",
    ]


def test_a_case_that_is_impossible_costs_its_row_alone():
    table = da.sweep(pendulum(), {"l": [1.0, -1.0, 2.0]}, "energy", start={"pin": 0.3}, until=0.1)
    assert np.isfinite(table["energy"][[0, 2]]).all() and np.isnan(table["energy"][1])
    assert list(table.failures) == [1] and "'rod' is impossible" in table.failures[1].reason
    # and the others are as if it had not been there
    alone = da.sweep(pendulum(), {"l": [1.0, 2.0]}, "energy", start={"pin": 0.3}, until=0.1)
    assert np.array_equal(table["energy"][[0, 2]], alone["energy"])


def test_a_run_that_blows_up_is_a_row_with_its_reason_and_where_it_came_to():
    blow = da.Model(
        da.Prismatic("slide", da.ground, da.particle("mass", mass=1.0), axis="x"),
        da.JointForce("push", "slide", da.param("c", 1.0) * da.coordinate("slide") ** 3),
    )
    # ẍ = c x³ from 1 at rest: x = 1/cn …, infinite at t = K(½) √(2/c)… = 1.8541 / √c
    table = da.sweep(blow, {"c": [0.0, 4.0]}, {"top": da.sweeps.Peak("slide")}, start={"slide": 1.0}, until=1.0)
    assert table["top"][0] == 1.0 and np.isnan(table["top"][1])
    failure = table.failures[1]
    assert failure.time == pytest.approx(1.8540746773 / 2.0, rel=1e-4) and failure.state[0] > 1e3
    assert "the step became too small" in failure.reason


def test_runs_that_an_event_ends_have_their_answers_there():
    model = pendulum()
    low = da.Event("low", da.coordinate("pin"), direction=-1, is_terminal=True)
    what = {"rate": "pin.rate", "peak": da.sweeps.Peak("pin.rate"), "when": lambda motion: motion.times[-1]}
    table = da.sweep(model, {"pin": [0.1, 0.4]}, what, until=2.0, events=[low])
    np.testing.assert_allclose(table["rate"], -np.sqrt(3.0 * GRAVITY * (1.0 - np.cos([0.1, 0.4]))), rtol=1e-6)
    assert not table.failures and (table["when"] < 1.0).all()


def test_contacts_are_swept_too():
    table = da.sweep(
        ball_on_a_floor(),
        {"e": [0.0, 0.5, 0.8]},
        {"height": "pose.z", "bounces": lambda motion: len(motion.events)},
        start={"pose.z": 1.1},
        times=[0.0, 0.7],
    )
    # it falls 1 m, √(2/g) long, and rises with e times the speed
    t = 0.7 - np.sqrt(2.0 / GRAVITY)
    v = table["e"] * np.sqrt(2.0 * GRAVITY)
    expected = 0.1 + np.maximum(v * t - 0.5 * GRAVITY * t * t, 0.0)
    np.testing.assert_allclose(table["height"][:, 1], expected, atol=1e-6)
    assert (table["bounces"] >= 1).all()


def test_peak_pin_forces_of_driven_slider_cranks():
    model = slider_crank()
    sample = da.sweeps.Random(20, {"r": da.sweeps.Uniform(0.1, 0.2), "m": da.sweeps.LogNormal(1.0, 0.2)}, seed=5)
    times = np.linspace(0.0, 0.2, 41)
    table = da.sweep(model, sample, {"pin": da.sweeps.Peak("slide.force.y")}, times=times)
    for k in (0, 7, 19):
        motion = table.motion(k)
        assert np.array_equal(motion.states, table.motions[k].states)
        driven = da.kinematics(model, times, p=table.case(k))
        assert np.abs(driven["slide.force.y"]).max() == pytest.approx(table["pin"][k], rel=1e-9)

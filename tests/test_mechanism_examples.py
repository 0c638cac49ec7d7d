"""Examples of mechanisms with loops: constraints kept for long, singular positions passed, closed forms."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import dalembert as da
from tests.examples import example, numbers

N_FOUR_BAR_ENERGY = 1e-4
"""What the step of the example keeps of the energy."""

RTOL_SAMPLED = 5e-3
"""A largest speed that is read from samples 0.01 s apart, of a motion by steps of order 2."""


@pytest.mark.slow
@pytest.mark.covers("F000-32", "F002-23")
@pytest.mark.parametrize("name", ["slider_crank", "andrews_mechanism"])
def test_a_mechanism_stays_closed_for_100_s_with_default_settings(name):
    """Residuals are compared with how much the rows change for a unit of the speeds: with lengths, that is."""
    for model, start in example(name).systems().values():
        motion = da.simulate(model, start, until=100.0)
        eom = motion.dynamics.equations
        found = motion.evaluate({"phi": eom.phi, "J": eom.J})
        assert (np.abs(found["phi"]) / np.linalg.norm(found["J"], axis=-1)).max() < 1e-9


@pytest.mark.covers("F001-19")
@pytest.mark.parametrize(("name", "drift"), [("slider_crank", 1e-9), ("andrews_mechanism", 5e-9)])
def test_energy_minus_work_is_constant(name, drift):
    assert numbers(name)["energy drift"] < drift


# ---- N four-bars


@pytest.mark.parametrize("n", [1, 2, 10, pytest.param(40, marks=pytest.mark.slow)])
def test_four_bars_pass_their_flat_positions_and_keep_energy_and_branch(n):
    found = numbers("n_four_bar").get(n) or example("n_four_bar").facts(n)
    assert found["flat positions"] == 10
    assert found["energy drift"] < N_FOUR_BAR_ENERGY
    assert found["residual"] < 1e-9
    assert found["spread"] < 1e-4
    assert found["largest speed"] == pytest.approx(example("n_four_bar").lowest_speed(n), rel=RTOL_SAMPLED)


def pendulum_angle(n, until):
    """Angle of the uprights if they stay parallel: I θ̈ = −w cos θ."""
    I, w = example("n_four_bar").inertia_and_weight(n)
    swing = solve_ivp(
        lambda t, x: [x[1], -w / I * np.cos(x[0])],
        (0.0, until),
        [np.pi / 2, -1.0],
        "DOP853",
        rtol=1e-11,
        atol=1e-12,
    )
    return swing.y[0, -1]


def test_four_bars_turn_like_one_pendulum_to_second_order():
    facts, until = example("n_four_bar").facts, 2.0
    exact = pendulum_angle(1, until)
    errors = [abs(facts(1, step, until)["angle"] - exact) for step in (0.01, 0.005, 0.0025)]
    assert errors[-1] < 1e-4
    np.testing.assert_allclose(np.log2(np.divide(errors[:-1], errors[1:])), 2.0, atol=0.1)


# ---- double wishbone


def four_bar_lean(module, angle):
    """How the line of balls leans, from two circles in the plane of the front view."""
    low = module.LOWER * np.array([np.cos(angle), np.sin(angle)])
    pivot, length = np.array(module.PIVOT), np.hypot(*module.UPRIGHT)
    way = pivot - low
    distance = np.linalg.norm(way)
    along = (distance**2 + length**2 - module.UPPER**2) / (2.0 * distance)
    across = np.sqrt(length**2 - along**2)
    # of the two points where the circles meet, the outer one
    upper = low + (along * way + across * np.array([way[1], -way[0]])) / distance
    designed = np.arctan2(*module.UPRIGHT)
    return np.arctan2(*(upper - low)) - designed


def test_the_wheel_leans_as_the_four_bar_of_the_front_view_says():
    module, found = example("double_wishbone"), numbers("double_wishbone")
    expected = [four_bar_lean(module, angle) for angle in found["angles"]]
    np.testing.assert_allclose(found["lean"], expected, atol=1e-9)
    assert found["lean"][0] > 0.02 > -0.02 > found["lean"][2]
    assert np.abs(found["lean, parallel arms"]).max() < 1e-12


def test_the_suspension_moves_up_and_down_and_keeps_together():
    found = numbers("double_wishbone")
    assert found["mobility"].degrees_of_freedom == 2
    assert found["gap"] < 1e-12
    assert found["energy drift"] < 1e-5

"""Adaptive methods beside those of SciPy."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from dalembert.integrators.adaptive_methods import DOP853, DormandPrince
from tests.integrators.problems import kepler, kepler_position, kepler_start, run


def rate(t, x):
    r = np.hypot(x[0], x[1]) ** 3
    return np.array([x[2], x[3], -x[0] / r, -x[1] / r])


@pytest.mark.parametrize(("method", "name"), [(DOP853, "DOP853"), (DormandPrince, "RK45")])
def test_steps_are_those_of_scipy(method, name, monkeypatch):
    """Same method, same rules, same caution: as long as rounding does not matter, even the steps are the same."""
    monkeypatch.setattr("scipy.integrate._ivp.rk.SAFETY", method.tableau.share)
    start, times = kepler_start(0.6), np.linspace(0.0, 20.0, 77)
    theirs = solve_ivp(rate, (0.0, 20.0), start, method=name, rtol=1e-8, atol=1e-10, t_eval=times)
    ours = run(kepler, method(1e-8, 1e-10), start, times)
    np.testing.assert_allclose(ours.states[0], theirs.y.T, rtol=1e-6, atol=1e-7)
    dense = 3 * ours.accepted[0] if name == "DOP853" else 0
    assert abs(ours.evaluations[0] - theirs.nfev) <= 0.02 * theirs.nfev + dense


def test_order_eight_needs_fewer_evaluations_for_an_error_than_with_the_usual_caution():
    """With a share of 0.9, as SciPy has it, a quarter of the steps are tried in vain."""
    start, exact = kepler_start(0.6), kepler_position(20.0, 0.6)

    def cost(found):
        """Evaluations for an error of 1e-8, along the line through all tolerances."""
        errors, counts = np.log10(np.array(found)).T
        return 10 ** np.polyval(np.polyfit(errors, counts, 1), -8.0)

    ours, theirs = [], []
    for tolerance in np.logspace(-7.0, -11.0, 9):
        one = run(kepler, DOP853(tolerance, tolerance), start, [0.0, 20.0])
        other = solve_ivp(rate, (0.0, 20.0), start, method="DOP853", rtol=tolerance, atol=tolerance)
        ours.append((np.abs(one.final_states[0, :2] - exact).max(), one.evaluations[0]))
        theirs.append((np.abs(other.y[:2, -1] - exact).max(), other.nfev))
        assert one.rejected[0] < 0.25 * one.accepted[0]
    assert cost(ours) < 0.9 * cost(theirs)


@pytest.mark.parametrize(("method", "name"), [(DOP853, "DOP853"), (DormandPrince, "RK45")])
def test_tight_tolerances_agree_with_scipy(method, name):
    start, times = kepler_start(0.3), np.linspace(0.0, 10.0, 41)
    theirs = solve_ivp(rate, (0.0, 10.0), start, method=name, rtol=1e-13, atol=1e-14, t_eval=times)
    ours = run(kepler, method(1e-13, 1e-14), start, times)
    np.testing.assert_allclose(ours.states[0], theirs.y.T, rtol=1e-10, atol=1e-11)


def test_first_and_largest_step_are_respected():
    start = kepler_start(0.3)
    few = run(kepler, DOP853(1e-3, 1e-3), start, [0.0, 10.0])
    many = run(kepler, DOP853(1e-3, 1e-3, largest_step=0.1), start, [0.0, 10.0])
    assert few.accepted[0] < 50
    assert many.accepted[0] == 100
    tiny = run(kepler, DOP853(1e-3, 1e-3, first_step=1e-6), start, [0.0, 1e-6])
    assert tiny.accepted[0] == 1


def test_a_run_goes_on_with_the_step_it_ended_with():
    start = kepler_start(0.3)
    first = run(kepler, DOP853(1e-10, 1e-12), start, [0.0, 5.0])
    second = run(kepler, DOP853(1e-10, 1e-12), first.final_states, [5.0, 10.0], first_step=first.steps)
    fresh = run(kepler, DOP853(1e-10, 1e-12), first.final_states, [5.0, 10.0])
    assert second.evaluations[0] < fresh.evaluations[0]
    np.testing.assert_allclose(second.final_states, fresh.final_states, atol=1e-8)

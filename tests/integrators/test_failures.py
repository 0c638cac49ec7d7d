"""Runs that cannot go on say so, with the time and the last good state."""

import numpy as np
import pytest

from dalembert.errors import SolverError
from dalembert.integrators.adaptive_methods import DOP853, DormandPrince
from dalembert.integrators.constrained_methods import MoreauJean
from dalembert.integrators.fixed_step_methods import RK4, ConstantAcceleration, GaussLegendre, ImplicitMidpoint
from dalembert.integrators.status import Status
from tests.integrators.problems import growth, integrator, kepler, oscillator, pendulum, run


@pytest.mark.parametrize(
    ("method", "status"),
    [
        (RK4(0.01), Status.NOT_FINITE),
        (DormandPrince(), Status.STEP_TOO_SMALL),
        (DOP853(), Status.STEP_TOO_SMALL),
        (ImplicitMidpoint(0.01), Status.NOT_CONVERGED),
        (GaussLegendre(0.01), Status.NOT_CONVERGED),
    ],
)
def test_growth_without_bound_ends_near_its_pole(method, status):
    """ẋ = x² from x₀ is infinite at 1/x₀; its neighbours in other lanes are not disturbed."""
    result = run(growth, method, [[1.0], [-1.0], [0.5], [0.0]], [0.0, 0.5, 3.0], lanes=4)
    assert result.status.tolist() == [status, Status.DONE, status, Status.DONE]
    np.testing.assert_allclose(result.final_times, [1.0, 3.0, 2.0, 3.0], atol=0.03)
    assert np.isfinite(result.final_states).all()
    assert (result.final_states[[0, 2]] > 10.0).all()
    np.testing.assert_allclose(result.states[:, 1, 0], [2.0, -1 / 1.5, 1 / 1.5, 0.0], rtol=1e-4)
    assert np.isnan(result.states[[0, 2], 2]).all()
    assert result.failures.tolist() == [0, 2]
    assert not result.is_complete
    assert status.reason in result.message(0)
    assert "Last good state" in result.message(0)


@pytest.mark.parametrize("method", [RK4(0.01), DormandPrince(), DOP853(), GaussLegendre(0.01)])
def test_states_that_are_not_finite_at_the_start_end_at_once(method):
    result = run(growth, method, [[np.nan], [np.inf], [1e200], [1.0]], [0.0, 0.5], lanes=4)
    assert result.status.tolist() == [Status.NOT_FINITE] * 3 + [Status.DONE]
    assert (result.final_times[:3] == 0.0).all()
    assert result.accepted[:3].tolist() == [0, 0, 0]


@pytest.mark.parametrize("method", [RK4(0.01), DormandPrince(), DOP853(), GaussLegendre(0.01)])
def test_the_limit_of_steps_counts_each_simulation(method):
    result = run(pendulum, method, np.ones((9, 2)), [0.0, 50.0], max_steps=7, lanes=4)
    assert (result.status == Status.TOO_MANY_STEPS).all()
    assert (result.accepted + result.rejected == 7).all()
    assert (result.final_times > 0.0).all()
    again = run(pendulum, method, result.final_states, [], start=result.final_times, end=result.final_times + 0.01)
    assert again.is_complete


def test_a_collision_of_two_bodies_is_found_by_adaptive_methods():
    """Free fall into the centre of attraction from rest at one: at t = π/√8."""
    for method in (DormandPrince(), DOP853()):
        result = run(kepler, method, [1.0, 0.0, 0.0, 0.0], [0.0, 2.0])
        assert result.status[0] in (Status.STEP_TOO_SMALL, Status.NOT_FINITE)
        np.testing.assert_allclose(result.final_times[0], np.pi / np.sqrt(8.0), rtol=1e-6)


def test_implicit_steps_that_are_too_long_do_not_converge():
    result = run(oscillator, ImplicitMidpoint(0.1), [[1.0, 0.0]] * 2, [0.0, 1.0], extra=[[1.0], [30.0]], lanes=4)
    assert result.status.tolist() == [Status.DONE, Status.NOT_CONVERGED]
    assert result.final_states[1].tolist() == [1.0, 0.0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"states": np.zeros((2, 3))}, r"states has shape \(2, 3\); \(2, 2\) is needed"),
        ({"extra": np.zeros((1, 2))}, r"extra has shape \(1, 2\); \(1, 1\) is needed"),
        ({"extra": None}, r"extra has shape \(1, 0\)"),
        ({"times": [0.0, 2.0, 1.0]}, "must rise"),
        ({"times": [0.0, 1.0], "end": -1.0}, "must fall"),
        ({"times": []}, "give start and end"),
        ({"times": [0.0, np.nan]}, "finite numbers"),
        ({"states": np.zeros((2, 2)), "extra": np.ones((2, 1)), "end": [2.0, -2.0]}, "all go backward"),
        ({"start": [0.0, 0.1]}, r"start is one number or one for each simulation: 1, not \(2,\)"),
        ({"p": [1.0, 2.0]}, "read 0 parameters p, not 2"),
        ({"max_steps": 0}, "at least one step"),
        ({"event_capacity": -1}, "room for events"),
        ({"method": DOP853()}, "code of RK4, not of DOP853"),
    ],
)
def test_wrong_arguments_are_named(arguments, message):
    given = {"states": np.zeros((1, 2)), "times": [0.0, 1.0], "extra": np.ones((1, 1)), **arguments}
    with pytest.raises(SolverError, match=message):
        integrator(oscillator, RK4(1e-3)).run(**given)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: RK4(0.0), "RK4: the step is a positive number, not 0.0"),
        (lambda: GaussLegendre(float("nan")), "GaussLegendre: the step is a positive number"),
        (lambda: DOP853(rtol=-1.0), "tolerances are positive"),
        (lambda: DOP853(rtol=0.0, atol=0.0), "tolerances are positive"),
        (lambda: DormandPrince(first_step=0.0), "the first step is a positive number, not 0.0"),
        (lambda: DormandPrince(largest_step=-1.0), "the largest step is a positive number, not -1.0"),
        (lambda: DOP853(rtol="a"), "tolerances are positive numbers, not rtol='a'"),
        (lambda: DOP853(atol=10**400), "tolerances are positive numbers"),
        (lambda: MoreauJean("a"), "MoreauJean: the step is a positive number, not 'a'"),
        (lambda: RK4(10**5000), "RK4: the step is a positive number, not a number of 16610 bits"),
        (lambda: ConstantAcceleration(0.1).procedure(growth()), "positions and their rates"),
    ],
)
def test_wrong_options_are_named(make, message):
    with pytest.raises(SolverError, match=message):
        make()

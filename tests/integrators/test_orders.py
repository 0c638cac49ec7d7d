"""Orders of convergence on a pendulum with large amplitude, at the end and in between."""

import numpy as np
import pytest

from dalembert.integrators.adaptive_methods import DOP853, DormandPrince
from dalembert.integrators.fixed_step_methods import (
    RK4,
    ConstantAcceleration,
    ExplicitEuler,
    GaussLegendre,
    ImplicitMidpoint,
    KuttaMerson,
)
from tests.integrators.problems import (
    AMPLITUDE,
    kepler,
    kepler_position,
    kepler_start,
    pendulum,
    pendulum_motion,
    run,
)

START = [AMPLITUDE, 0.0]
FIXED = [
    (ExplicitEuler, 1, 1 / 400),
    (ConstantAcceleration, 1, 1 / 400),
    (ImplicitMidpoint, 2, 1 / 20),
    (RK4, 4, 1 / 10),
    (KuttaMerson, 4, 1 / 10),
    (GaussLegendre, 4, 1 / 10),
]


def constant_steps(method, step):
    """An adaptive method that takes steps of one length: tolerances are never in the way."""
    return method(rtol=0.1, atol=1e3, first_step=step, largest_step=step)


def end_error(method, times=(0.0, 3.0)):
    result = run(pendulum, method, START, times)
    assert result.is_complete
    return np.abs(result.final_states[0] - pendulum_motion(times[-1])).max()


def orders(errors):
    return np.log2(np.array(errors[:-1]) / np.array(errors[1:]))


@pytest.mark.covers("F001-10", "F002-17")
@pytest.mark.parametrize(("method", "order", "step"), FIXED)
def test_methods_of_fixed_step_have_their_order(method, order, step):
    errors = [end_error(method(step / 2**k)) for k in range(4)]
    np.testing.assert_allclose(orders(errors)[1:], order, atol=0.15)


@pytest.mark.covers("F002-17")
@pytest.mark.parametrize(("method", "order", "step"), [(DormandPrince, 5, 1 / 5), (DOP853, 8, 1.0)])
def test_adaptive_methods_have_their_order_at_constant_steps(method, order, step):
    errors = [end_error(constant_steps(method, step / 2**k)) for k in range(4)]
    np.testing.assert_allclose(orders(errors)[1:], order, atol=0.4)


@pytest.mark.covers("F001-10")
def test_algorithm_3_is_the_stepper_as_defined():
    h, (q, u) = 0.1, START
    for _ in range(10):
        a = -np.sin(q)
        q, u = q + u * h + 0.5 * a * h * h, u + a * h
    result = run(pendulum, ConstantAcceleration(h), START, [0.0, 1.0])
    np.testing.assert_allclose(result.final_states[0], [q, u], rtol=1e-14)
    assert result.evaluations[0] == 11


@pytest.mark.parametrize(
    ("make", "order", "step"),
    [
        (RK4, 4, 1 / 10),
        (lambda h: constant_steps(DormandPrince, h), 5, 1 / 4),
        (lambda h: constant_steps(DOP853, h), 8, 1.0),
    ],
)
def test_outputs_between_steps_lose_no_order_of_the_interpolant(make, order, step):
    """The error of an interpolant over one step is of the order of the step to its own order plus one."""
    times = np.linspace(0.0, 3.0, 1234)
    errors = []
    for k in range(4):
        result = run(pendulum, make(step / 2**k), START, times)
        errors.append(np.abs(result.states[0] - pendulum_motion(times)).max())
    assert orders(errors)[-1] > order - 0.4


@pytest.mark.parametrize("method", [DormandPrince, DOP853])
@pytest.mark.parametrize("rtol", [1e-5, 1e-8, 1e-11])
def test_errors_follow_the_tolerances(method, rtol):
    e = 0.5
    times = np.linspace(0.0, 20.0, 201)
    result = run(kepler, method(rtol, rtol), kepler_start(e), times)
    error = np.abs(result.states[0][:, :2] - kepler_position(times, e)).max()
    assert 1e-2 * rtol < error < 3e3 * rtol


@pytest.mark.parametrize(
    "method", [RK4(1e-3), DormandPrince(1e-11, 1e-12), DOP853(1e-12, 1e-13), GaussLegendre(1e-2)]
)
def test_backward_runs_return(method):
    times = np.linspace(0.0, 3.0, 7)
    there = run(pendulum, method, START, times)
    back = run(pendulum, method, there.final_states, times[::-1])
    np.testing.assert_allclose(back.final_states[0], START, atol=1e-8)
    np.testing.assert_allclose(back.states[0][::-1], there.states[0], atol=1e-8)
    assert back.final_times[0] == 0.0


def test_fixed_steps_land_on_the_end_and_on_their_grid():
    result = run(pendulum, RK4(0.1), START, 0.1 * np.arange(8), end=0.75)
    assert result.final_times[0] == 0.75
    assert result.accepted[0] == 8
    single = [run(pendulum, RK4(0.1), START, [0.0, 0.1 * k]).final_states[0] for k in range(1, 8)]
    np.testing.assert_allclose(result.states[0][1:], single, rtol=1e-14)


@pytest.mark.parametrize("method", [ImplicitMidpoint(0.1), GaussLegendre(0.2)])
def test_symplectic_methods_keep_the_energy_of_long_runs_bounded(method):
    times = np.linspace(0.0, 5000.0, 5001)
    result = run(pendulum, method, START, times)
    q, u = result.states[0].T
    energy = 0.5 * u * u - np.cos(q)
    deviation = np.abs(energy - energy[0])
    assert deviation[-1000:].max() < 1.05 * deviation[:1000].max() < 2e-3


def test_rk4_loses_energy_meanwhile():
    result = run(pendulum, RK4(0.2), START, np.linspace(0.0, 5000.0, 5001))
    q, u = result.states[0].T
    energy = 0.5 * u * u - np.cos(q)
    deviation = np.abs(energy - energy[0])
    assert deviation[-1000:].max() > 3.0 * deviation[:1000].max()

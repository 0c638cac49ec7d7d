"""Events: located to rounding, in order, with direction, and ending a run where they should."""

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import SolverError
from dalembert.integrators.adaptive_methods import DOP853, DormandPrince
from dalembert.integrators.fixed_step_methods import RK4, GaussLegendre
from dalembert.integrators.integration import Integrator
from dalembert.integrators.problem import Event, Problem
from dalembert.integrators.status import Status
from tests.integrators.problems import compiled, oscillator_with_events, program, run

EXACT = DOP853(1e-13, 1e-15)

# of an event's time, where the motion itself is exact: a few roundings
RTOL_EVENT = 4e-16


def falling(*events, guards=None):
    """A ball that falls with g = 2: all methods of order two and more are exact."""
    x = da.expr.symbols("x", 2)
    guard = program(guards(x) if guards else [x[0]] * len(events), x)
    return Problem(program([x[1], -2.0 + 0.0 * x[0]], x), 2, guard=guard, events=events)


def integrate(problem, method, *args, lanes=1, **kwargs):
    return Integrator.make(problem, method, compiled, lanes).run(*args, **kwargs)


@pytest.mark.parametrize(
    "method", [RK4(0.3), DormandPrince(largest_step=0.3), DOP853(largest_step=0.3), GaussLegendre(0.3)]
)
def test_impact_time_is_exact_to_rounding(method):
    heights = np.array([1.0, 2.0, 0.3, 5.0, 0.05, 4e4])
    starts = np.column_stack([heights, np.zeros(6)])
    result = integrate(falling(Event(-1, is_terminal=True)), method, starts, [0.0, 1e3], lanes=4)
    assert (result.status == Status.TERMINAL_EVENT).all()
    assert (result.terminal_events == 0).all()
    # h = t²; adding up steps costs a rounding each
    steps = result.accepted
    np.testing.assert_array_less(np.abs(result.final_times / np.sqrt(heights) - 1.0), RTOL_EVENT * (steps + 1))
    np.testing.assert_allclose(result.final_states[:, 0], 0.0, atol=1e-9)
    np.testing.assert_allclose(result.final_states[:, 0] / heights, 0.0, atol=RTOL_EVENT * (steps.max() + 2))
    np.testing.assert_array_equal(result.event_times[:, 0], result.final_times)
    np.testing.assert_array_equal(result.event_states[:, 0], result.final_states)


def test_zeros_of_an_oscillator_alternate_and_are_accurate():
    result = run(oscillator_with_events, EXACT, [1.0, 0.0], [0.0, 30.0], extra=[1.0])
    count = result.event_counts[0]
    times, numbers = result.event_times[0][:count], result.event_numbers[0][:count]
    quarter = np.pi / 2
    expected = [(k * quarter, (2, 0, 2, 1)[k % 4]) for k in range(1, 13)]
    np.testing.assert_allclose(times[:12], [t for t, _ in expected], rtol=1e-13)
    assert numbers[:12].tolist() == [number for _, number in expected]
    # the last one ends the run
    assert (times[-1], numbers[-1]) == (20.0, 3)
    assert result.status[0] == Status.TERMINAL_EVENT
    assert result.final_times[0] == 20.0
    states = result.event_states[0][:12]
    np.testing.assert_allclose(states, np.stack([np.cos(times[:12]), -np.sin(times[:12])], axis=1), atol=1e-12)
    # the value that changes its sign is zero to half a rounding of time, and some of its own
    np.testing.assert_array_less(np.abs(states).min(axis=1), 0.6 * np.spacing(times[:12]) + 3e-16)


@pytest.mark.parametrize(("direction", "times"), [(-1, [np.pi / 2]), (1, [3 * np.pi / 2]), (0, [1, 3])])
def test_directions_are_respected_both_ways_in_time(direction, times):
    x = da.expr.symbols("x", 2)
    problem = Problem(program([x[1], -x[0]], x), 2, guard=program([x[0]], x), events=(Event(direction),))
    expected = np.array(times) * (np.pi / 2 if direction == 0 else 1.0)
    ahead = integrate(problem, EXACT, [1.0, 0.0], [0.0, 6.0])
    np.testing.assert_allclose(ahead.event_times[0][: ahead.event_counts[0]], expected, rtol=1e-13)
    # cos is even: a run into the past meets the same signs in the same order
    back = integrate(problem, EXACT, [1.0, 0.0], [0.0, -6.0])
    np.testing.assert_allclose(back.event_times[0][: back.event_counts[0]], -expected, rtol=1e-13)


def test_outputs_stop_at_the_terminal_event():
    times = np.linspace(0.0, 2.0, 9)
    result = integrate(falling(Event(-1, is_terminal=True)), RK4(5.0), [1.0, 0.0], times)
    assert result.stop_rows[0] == 5
    np.testing.assert_allclose(result.states[0][:5, 0], 1.0 - times[:5] ** 2, atol=1e-15)
    assert np.isnan(result.states[0][5:]).all()


def test_several_events_of_one_step_come_in_order_of_time():
    problem = falling(
        Event(), Event(), Event(), Event(0, is_terminal=True), Event(),
        guards=lambda x: [x[0] - 0.2, x[0] - 0.8, x[0] - 0.5, x[0] - 0.1, x[0] - 0.05],
    )  # fmt: skip
    result = integrate(problem, RK4(10.0), [1.0, 0.0], [0.0, 10.0])
    assert result.accepted[0] == 1
    assert result.event_numbers[0][:4].tolist() == [1, 2, 0, 3]
    assert result.event_counts[0] == 4
    np.testing.assert_allclose(result.event_times[0][:4] ** 2, [0.2, 0.5, 0.8, 0.9], rtol=1e-14)
    assert result.terminal_events[0] == 3


def test_simultaneous_events_are_all_recorded():
    problem = falling(
        Event(0, is_terminal=True), Event(), Event(1), Event(),
        guards=lambda x: [x[0], 2.0 * x[0], x[0], x[1] + 10.0],
    )  # fmt: skip
    result = integrate(problem, RK4(10.0), [1.0, 0.0], [0.0, 10.0])
    assert result.event_counts[0] == 2
    assert result.event_numbers[0][:2].tolist() == [0, 1]
    assert result.event_times[0][0] == result.event_times[0][1] == result.final_times[0]


def test_an_event_at_the_start_is_not_triggered_again():
    problem = falling(Event(0, is_terminal=True))
    thrown = integrate(problem, RK4(0.01), [0.0, 1.0], [0.0, 3.0])
    np.testing.assert_allclose(thrown.final_times, 1.0, rtol=1e-14)

    # a ball that bounces: each run starts at the place where the last one ended, on either side of zero
    for method in (RK4(0.01), DOP853()):
        t, x, bounces = 0.0, np.array([1.0, 0.0]), []
        for _ in range(5):
            result = integrate(problem, method, x, [t, t + 10.0])
            assert result.status[0] == Status.TERMINAL_EVENT
            t, x = result.final_times[0], result.final_states[0] * [1.0, -0.5]
            bounces.append(t)
        np.testing.assert_allclose(bounces, 1.0 + 2.0 * np.cumsum([0.0, 0.5, 0.25, 0.125, 0.0625]), rtol=1e-14)


def test_a_value_that_reaches_zero_at_the_end_of_a_step_has_one_event():
    x = da.expr.symbols("x", 1)
    problem = Problem(program([1.0 + 0.0 * x[0]], x), 1, guard=program([da.time - 0.5], x), events=(Event(),))
    result = integrate(problem, RK4(0.25), [0.0], [0.0, 1.0])
    assert result.event_counts[0] == 1
    assert result.event_times[0][0] == 0.5


@pytest.mark.parametrize("capacity", [0, 3, 12])
def test_events_without_room_at_first_are_recorded_all_the_same(capacity):
    starts, times, frequencies = [[1.0, 0.0]] * 5, np.linspace(0.0, 30.0, 7), [[1.0], [0.1], [9.0], [0.4], [2.0]]
    full, few = (
        run(oscillator_with_events, EXACT, starts, times, extra=frequencies, lanes=4, event_capacity=room)
        for room in (1000, capacity)
    )
    assert full.event_counts.max() > 100 > 3 > full.event_counts.min() > 0
    for name in ("event_times", "event_numbers", "event_states", "states", "summaries", "final_states"):
        np.testing.assert_array_equal(getattr(few, name), getattr(full, name))


def test_the_ends_of_steps_are_recorded():
    result = run(oscillator_with_events, RK4(0.3), [1.0, 0.0], [0.0, 1.0], extra=[1.0], step_capacity=3)
    np.testing.assert_allclose(result.step_times, [[0.3, 0.6, 0.9]], rtol=1e-15)
    assert run(oscillator_with_events, RK4(0.3), [1.0, 0.0], [0.0, 1.0], extra=[1.0]).step_times.shape == (1, 0)


def test_a_guard_without_value_ends_the_simulation():
    problem = falling(Event(), guards=lambda x: [da.sqrt(x[0])])
    result = integrate(problem, RK4(0.01), [1.0, 0.0], [0.0, 3.0])
    assert result.status[0] == Status.NO_EVENT_VALUE
    assert result.terminal_events[0] == 0
    assert 0.98 < result.final_times[0] <= 1.0
    at_once = integrate(problem, RK4(0.01), [-1.0, 0.0], [0.0, 3.0])
    assert at_once.status[0] == Status.NO_EVENT_VALUE
    assert at_once.accepted[0] == 0


def test_wrong_events_are_refused():
    x = da.expr.symbols("x", 1)
    code = program([x[0]], x)
    with pytest.raises(SolverError, match="direction of an event is -1, 0 or 1, not 2"):
        Event(2)
    with pytest.raises(SolverError, match="has a guard"):
        Problem(code, 1, events=(Event(),))
    with pytest.raises(SolverError, match="has a guard"):
        Problem(code, 1, guard=code)

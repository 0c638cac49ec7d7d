"""Events that act in the loop: per lane, in a stated order, to the bit, and never without end."""

from functools import cache

import numpy as np
import pytest

import dalembert as da
from dalembert.integrators.adaptive_methods import DOP853, DormandPrince
from dalembert.integrators.fixed_step_methods import RK4, GaussLegendre
from dalembert.integrators.integration import Integrator
from dalembert.integrators.problem import Event, Problem
from dalembert.integrators.status import Status
from tests.integrators.problems import compiled, program

G = 9.81
FALL = np.sqrt(2.0 / G)

x, e, d, number = da.expr.symbols("x", 2), da.expr.symbol("e"), da.expr.symbol("d"), da.expr.symbol("number")


def bounces(count, restitution=0.8):
    """Times of the first impacts of a ball from height one."""
    flights = 2.0 * FALL * restitution ** np.arange(1, count)
    return FALL + np.concatenate([[0.0], np.cumsum(flights)])


@cache
def ball(direction=-1):
    """A ball that bounces; the momentum that it gets is recorded."""
    rate, guard = program([x[1], -G + 0.0 * x[0]], x, [e]), program([x[0]], x, [e])
    act = program([x[0], -e * x[1], (1.0 + e) * -x[1]], x, [e, number])
    return Problem(
        rate, 2, n_extra=1, guard=guard, events=(Event(direction, action=0),), actions=(act,), n_recorded=1
    )


USUAL = DOP853()


@cache
def integrator(make, *options, method=USUAL, lanes=1):
    return Integrator.make(make(*options), method, compiled, lanes)


@pytest.mark.parametrize("direction", [-1, 0])
@pytest.mark.parametrize("method", [DOP853(), RK4(0.3), DormandPrince(), GaussLegendre(0.3)])
def test_a_ball_bounces_at_the_times_of_the_closed_form(method, direction):
    result = integrator(ball, direction, method=method).run([[1.0, 0.0]], [0.0, 2.0, 3.0], extra=[[0.8]])
    np.testing.assert_allclose(result.event_times[0], bounces(6), rtol=1e-13)
    assert result.states[0, 1, 0] == pytest.approx(0.260741728327, abs=1e-11)
    before, after, momentum = result.records[0][:, 3], result.records[0][:, 5], result.records[0][:, 6]
    np.testing.assert_array_equal(after, -0.8 * before)
    np.testing.assert_allclose(momentum, after - before, rtol=1e-15)


def test_bounces_that_accumulate_end_the_run_where_they_do():
    result = integrator(ball).run([[1.0, 0.0]], [0.0, 5.0], extra=[[0.8]])
    assert result.status_of() is Status.ENDLESS_EVENTS
    assert result.final_times[0] == pytest.approx(4.063712768872, abs=1e-7)
    assert result.terminal_events[0] == 0


@pytest.mark.parametrize("restitution", [0.5, 0.05, 0.002])
def test_bounces_that_rounding_hides_do_not_lead_through_the_floor(restitution):
    rate = program([x[1], -G + 0.0 * x[0]], x)
    # at a height of 100 the guard has no more than fourteen digits
    guard, act = program([(x[0] + 100.0) - 100.0], x), program([x[0], -restitution * x[1]], x, [number])
    problem = Problem(rate, 2, guard=guard, events=(Event(-1, action=0),), actions=(act,))
    result = Integrator.make(problem, DOP853(), compiled).run([[1.0, 0.0]], [0.0, 5.0])
    assert result.status_of() is Status.ENDLESS_EVENTS
    end = FALL * (1.0 + 2.0 * restitution / (1.0 - restitution))
    assert result.final_times[0] == pytest.approx(end, abs=1e-4)
    assert abs(result.final_states[0, 0]) < 1e-12


def test_lanes_in_different_phases_give_the_bits_of_single_runs():
    es = np.linspace(0.3, 1.0, 13)
    starts = np.column_stack([np.linspace(0.2, 1.7, 13), np.zeros(13)])
    one, four = integrator(ball), integrator(ball, lanes=4)
    apart = [one.run(start[None], [0.0, 0.3, 0.6], extra=[[e]]) for start, e in zip(starts, es, strict=True)]
    together = four.run(starts, [0.0, 0.3, 0.6], extra=es[:, None])
    for k, single in enumerate(apart):
        np.testing.assert_array_equal(single.records[0], together.records[k])
        np.testing.assert_array_equal(single.states[0], together.states[k])
        np.testing.assert_array_equal(single.summaries[0], together.summaries[k])


def test_more_events_than_there_is_room_for_are_all_recorded():
    result = integrator(ball).run([[1.0, 0.0]], [0.0, 60.0], extra=[[1.0]], event_capacity=3)
    assert result.event_counts[0] == len(result.records[0]) > 50
    np.testing.assert_allclose(result.event_times[0], FALL * (1.0 + 2.0 * np.arange(len(result.records[0]))))


def test_an_output_at_the_time_of_an_event_is_what_it_leaves():
    first = float(integrator(ball).run([[1.0, 0.0]], [0.0, 1.0], extra=[[0.8]]).event_times[0, 0])
    result = integrator(ball).run([[1.0, 0.0]], [0.0, first, 1.0], extra=[[0.8]])
    assert result.states[0, 1, 1] == result.records[0][0, 5] > 0.0


@cache
def relay():
    """ẋ₀ = d; d becomes −1 where x₀ reaches one, and 1 where it comes back to zero."""
    rate = program([d, 0.0 * x[1]], x, [d])
    guard = program([x[0] - 1.0, x[0]], x, [d])
    turn = program([x[0], x[1], da.where(number > 0.5, 1.0, -1.0)], x, [d, number])
    events = (Event(1, action=0), Event(-1, action=0))
    return Problem(rate, 2, n_discrete=1, guard=guard, events=events, actions=(turn,))


def test_discrete_values_stay_between_events_and_are_stored():
    result = integrator(relay).run([[0.0, 0.0, 1.0]], [0.0, 0.5, 1.5, 2.5, 3.0], max_steps=10_000)
    np.testing.assert_allclose(result.states[0, :, 0], [0.0, 0.5, 0.5, 0.5, 1.0], atol=1e-12)
    np.testing.assert_array_equal(result.states[0, :4, 2], [1.0, 1.0, -1.0, 1.0])
    assert result.event_numbers[0, :2].tolist() == [0, 1]


def test_discrete_values_change_no_bits_of_the_rest():
    plain = Problem(program([x[1], -da.sin(x[0])], x), 2)
    guard, act = program([x[0] - 9.0], x, [d]), program([*x, d], x, [d, number])
    rate = program([x[1], -da.sin(x[0])], x, [d])
    with_discrete = Problem(rate, 2, n_discrete=1, guard=guard, events=(Event(action=0),), actions=(act,))
    times = np.linspace(0.0, 5.0, 7)
    a = Integrator.make(plain, DOP853(), compiled).run([[1.0, 0.0]], times)
    b = Integrator.make(with_discrete, DOP853(), compiled).run([[1.0, 0.0, 123.0]], times)
    np.testing.assert_array_equal(a.states[0], b.states[0, :, :2])
    assert a.accepted[0] == b.accepted[0]


@cache
def simultaneous():
    """Two events at the same time: the first doubles x₁, the second adds one to it; a third looks at x₁."""
    rate = program([1.0 + 0.0 * x[0], 0.0 * x[1]], x)
    guard = program([x[0] - 1.0, x[0] - 1.0, x[1] - 4.5], x)
    double, add = program([x[0], 2.0 * x[1]], x, [number]), program([x[0], x[1] + 1.0], x, [number])
    events = (Event(1, action=0), Event(1, action=1), Event(1))
    return Problem(rate, 2, guard=guard, events=events, actions=(double, add))


def test_events_at_one_time_act_in_the_order_of_their_list():
    result = integrator(simultaneous).run([[0.0, 2.0]], [0.0, 2.0])
    assert result.event_numbers[0].tolist() == [0, 1, 2]
    assert len({*result.event_times[0]}) == 1
    # 2 · 2 + 1; the value of the third is brought to the other side by the second
    assert result.final_states[0, 1] == 5.0


@cache
def grazing(touches):
    """x₀ = h + (t − 1)²: it reaches zero and turns back if h is zero or less."""
    rate = program([x[1], 2.0 + 0.0 * x[0]], x)
    guard = program([x[0], x[1]] if touches else [x[0]], x)
    return Problem(rate, 2, guard=guard, events=(Event(-1, detect_touch=touches),))


@pytest.mark.parametrize(
    ("height", "times"), [(0.0, [1.0]), (-1e-6, [1.0 - 1e-3]), (1e-6, [])], ids=["touches", "crosses", "misses"]
)
def test_a_value_that_turns_back_inside_a_step_is_seen_where_asked_for(height, times):
    start = [[1.0 + height, -2.0]]
    seen = integrator(grazing, True, method=RK4(2.5)).run(start, [0.0, 2.5])
    np.testing.assert_allclose(seen.event_times[0], times, atol=1e-7)
    assert not integrator(grazing, False, method=RK4(2.5)).run(start, [0.0, 2.5]).event_counts[0]


def test_an_event_that_brings_itself_about_for_ever_ends_the_run():
    rate, guard = program([x[1], 0.0 * x[1]], x), program([x[0], 0.5 - x[0]], x)
    # each throws the state to the other side of the other's limit
    there, back = program([1.0 + 0.0 * x[0], x[1]], x, [number]), program([-1.0 + 0.0 * x[0], x[1]], x, [number])
    events = (Event(-1, action=0), Event(-1, action=1))
    problem = Problem(rate, 2, guard=guard, events=events, actions=(there, back))
    result = Integrator.make(problem, DOP853(), compiled).run([[0.2, -1.0]], [0.0, 1.0])
    assert result.status_of() is Status.ENDLESS_EVENTS
    assert result.final_times[0] == pytest.approx(0.2)


def test_an_action_without_a_finite_result_keeps_the_state_before_it():
    rate, guard = program([x[1], 0.0 * x[1]], x), program([x[0]], x)
    lost = program([x[0], da.sqrt(x[1])], x, [number])
    problem = Problem(rate, 2, guard=guard, events=(Event(-1, action=0),), actions=(lost,))
    result = Integrator.make(problem, DOP853(), compiled).run([[1.0, -2.0]], [0.0, 1.0])
    assert result.status_of() is Status.NO_RESET
    np.testing.assert_allclose(result.final_states[0], [0.0, -2.0], atol=1e-15)


def test_a_value_that_goes_on_after_its_action_does_not_happen_again():
    # a motor is switched off when the speed falls below three; it goes on falling
    rate, guard = program([x[1], -d], x, [d]), program([x[1] - 3.0], x, [d])
    act = program([x[0], x[1], 0.5 * d], x, [d, number])
    problem = Problem(rate, 2, n_discrete=1, guard=guard, events=(Event(-1, action=0),), actions=(act,))
    result = Integrator.make(problem, DOP853(), compiled).run([[0.0, 4.0, 1.0]], [0.0, 3.0])
    assert result.event_counts[0] == 1
    np.testing.assert_allclose(result.final_states[0, 1:], [2.0, 0.5], rtol=1e-14)


def test_an_event_at_the_start_is_past_though_it_acts():
    result = integrator(ball).run([[0.0, -1.0], [0.0, 1.0]], [0.0, 0.3], extra=[[1.0], [1.0]])
    assert [*map(len, result.records)] == [0, 1]
    np.testing.assert_allclose(result.final_states[0], [-0.3 - 0.5 * G * 0.09, -1.0 - 0.3 * G], rtol=1e-14)
    assert result.event_times[1, 0] == pytest.approx(2.0 / G, rel=1e-14)

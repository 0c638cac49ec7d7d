"""Runs under sampled controllers: batches of them, with events that act, and laws that fail."""

import pickle

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import ModelError, SolverError


@pytest.fixture(scope="module")
def cart():
    return da.Model(da.Prismatic("x", da.ground, da.particle("cart", mass=2.0), axis="x"), da.Motor("push", "x"))


def spring(state):
    return {"push": -8.0 * state.q["x"] - 2.0 * state.u["x"]}


def discrete_motion(x, v, period, count):
    """Exact states at the samples: an acceleration is held between them."""
    for _ in range(count):
        yield x, v
        a = (-8.0 * x - 2.0 * v) / 2.0
        x, v = x + v * period + 0.5 * a * period**2, v + a * period
    yield x, v


def test_a_held_law_moves_exactly_as_its_difference_equation_says(cart):
    times = np.linspace(0.0, 2.0, 21)
    motion = da.simulate(cart, {"x": 1.0}, times=times, controller=da.control.SampledController(0.1, spring))
    exact = np.array([*discrete_motion(1.0, 0.0, 0.1, 20)])
    np.testing.assert_allclose(motion.states, exact, atol=1e-13)
    assert len(motion.segments) == 20
    assert motion.energy_drift < 1e-12
    # between the samples too, without asking the law again
    middle = motion.resampled([0.05, 1.95])
    np.testing.assert_allclose(middle["push"], motion["push"][[0, 19]], atol=1e-12)


def test_motions_of_a_batch_under_a_controller_are_those_of_single_runs(cart):
    starts = [da.State(q={"x": 0.1 * k}) for k in range(1, 7)]
    times = [0.0, 0.25, 0.5, 1.0]
    motions = da.batch(cart, starts, times=times, controller=da.control.SampledController(0.1, spring))
    for k, start in enumerate(starts):
        alone = da.simulate(cart, start, times=times, controller=da.control.SampledController(0.1, spring))
        np.testing.assert_array_equal(motions[k].states, alone.states)
        np.testing.assert_array_equal(motions[k].inputs, alone.inputs)
        np.testing.assert_array_equal(motions["push"][k], alone["push"])
        assert motions[k].statistics == alone.statistics
    again = pickle.loads(pickle.dumps(motions))
    np.testing.assert_array_equal(again[2].resampled([0.3]).states, motions[2].resampled([0.3]).states)


def test_each_start_of_a_batch_may_have_its_own_controller(cart):
    def counting(step):
        calls = []
        return lambda state: calls.append(state.t) or {"push": step * len(calls)}

    controllers = [da.control.SampledController(0.5, counting(step)) for step in (1.0, 10.0)]
    motions = da.batch(cart, [da.State(), da.State()], times=[0.0, 0.5, 1.0], controller=controllers)
    np.testing.assert_array_equal(motions["push"], [[1.0, 2.0, 2.0], [10.0, 20.0, 20.0]])
    with pytest.raises(ModelError, match="one for all starts or one for each: 2, not 3"):
        da.batch(cart, [da.State(), da.State()], until=1.0, controller=[*controllers, controllers[0]])


def test_a_law_that_fails_in_a_batch_does_not_disturb_the_others(cart):
    def careful(state):
        assert state.q["x"] < 1.05, "too far"
        return {"push": 1.0}

    starts = [da.State(q={"x": x}) for x in (0.0, 1.0, 0.5)]
    motions = da.batch(cart, starts, times=[0.0, 0.5, 1.0], controller=da.control.SampledController(0.1, careful))
    assert "careful failed at t = 0.5: AssertionError: too far" in motions[1].termination
    assert motions[1].times.tolist() == [0.0, 0.5]
    np.testing.assert_allclose(motions["x"], [[0.0, 0.0625, 0.25], [1.0, 1.0625, np.nan], [0.5, 0.5625, 0.75]])


@pytest.mark.parametrize("wrong", [np.zeros(2), "1", [1.0], 1j])
def test_a_law_that_gives_no_number_is_named(cart, wrong):
    law = da.control.SampledController(0.1, lambda state: {"push": wrong if state.t else 1.0})
    with pytest.raises(
        SolverError, match=r"failed at t = 0\.1: ModelError: the input 'push' is one number"
    ) as found:
        da.simulate(cart, times=[0.0, 0.05, 0.4], controller=law)
    assert found.value.motion.times.tolist() == [0.0, 0.05, 0.1]


def test_events_act_between_the_samples_of_a_controller(cart):
    x, v = da.coordinate("x"), da.speed("x")
    wall = da.Event("wall", x - 1.0, direction=1, action=da.actions.Reset({"x.rate": -v}))
    law = da.control.SampledController(0.25, lambda state: {"push": 2.0})
    motion = da.simulate(cart, cart.state(u={"x": 2.0}), times=[0.0, 0.5, 1.0], events=[wall], controller=law)
    # x = 2 t + t²/2 reaches one, and turns back with the same speed
    t = -2.0 + np.sqrt(6.0)
    assert [event.t for event in motion.events] == pytest.approx([t], abs=1e-12)
    speed = np.sqrt(6.0)
    np.testing.assert_allclose(motion["x"][-1], 1.0 - speed * (1.0 - t) + 0.5 * (1.0 - t) ** 2, atol=1e-12)
    assert motion.energy_drift < 1e-12


def test_more_events_in_a_piece_than_there_is_room_for_are_all_seen(cart):
    x, v = da.coordinate("x"), da.speed("x")
    walls = [
        da.Event("right", x - 0.01, direction=1, action=da.actions.Reset({"x.rate": -v})),
        da.Event("left", x, direction=-1, action=da.actions.Reset({"x.rate": -v})),
    ]
    law = da.control.SampledController(0.5, lambda state: {"push": 0.0})
    start = cart.state(q={"x": 0.005}, u={"x": 1.0})
    motion = da.simulate(cart, start, times=[0.0, 1.0], events=walls, controller=law)
    np.testing.assert_allclose([event.t for event in motion.events], 0.005 + 0.01 * np.arange(100), atol=1e-12)


def test_an_input_may_be_set_by_events_and_by_a_law(cart):
    cut = da.Event("cut", da.time - 0.75, action=da.actions.Set({"push": 0.0}))
    law = da.control.SampledController(0.5, lambda state: {"push": 4.0})
    motion = da.simulate(cart, times=[0.0, 0.6, 0.8, 1.0, 1.2], events=[cut], until=1.2, controller=law)
    np.testing.assert_array_equal(motion["push"], [4.0, 4.0, 0.0, 4.0, 4.0])
    np.testing.assert_allclose(motion["x.rate"], [0.0, 1.2, 1.5, 1.5, 1.9], atol=1e-12)


def test_what_goes_wrong_on_the_way_is_said_of_the_run_and_nothing_is_lost(monkeypatch):
    def lost(*_):
        raise ModelError("the state has no neighbours")

    grown = da.Model(
        da.Prismatic("x", da.ground, da.particle("cart", mass=2.0), axis="x"),
        da.JointForce("blow-up", "x", da.speed("x") ** 2),
    )
    monkeypatch.setattr("dalembert.runs.singular_positions.passed", lost)
    with pytest.raises(SolverError, match=r"behind t = 2 the run cannot go on either: the state has no") as found:
        da.simulate(grown, grown.state(u={"x": 1.0}), until=3.0)
    assert found.value.motion.times[-1] > 1.9


def test_inputs_are_held_later_by_a_delay_and_rounded_by_a_quantum(cart):
    def law(state):
        return {"push": 1.3 + state.t}

    slow = da.control.SampledController(0.5, law, delay=1, quantum=0.5)
    motions = da.batch(cart, [da.State()] * 2, times=[0.0, 0.5, 1.0, 1.5], controller=slow)
    np.testing.assert_array_equal(motions["push"], [[0.0, 1.5, 2.0, 2.0]] * 2)


def test_events_know_the_inputs_that_are_held_when_they_happen(cart):
    law = da.control.SampledController(0.5, lambda state: {"push": 1.0 + state.t})
    passes = [da.Event(f"at {t}", da.time - t) for t in (0.25, 0.75, 1.25)]
    motion = da.simulate(cart, times=[0.0, 1.5], events=passes, controller=law)
    assert [event.state.tau["push"] for event in motion.events] == [1.0, 1.5, 2.0]

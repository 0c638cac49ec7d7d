"""Lanes, threads and the queue change nothing but the time it takes."""

import os
import time
from dataclasses import replace

import numpy as np
import pytest

from dalembert.integrators.adaptive_methods import DOP853, DormandPrince
from dalembert.integrators.fixed_step_methods import RK4, GaussLegendre
from dalembert.integrators.integration_result import IntegrationResult
from tests.integrators.problems import (
    integrator,
    kepler,
    kepler_start,
    oscillator,
    oscillator_with_events,
    pendulum,
    run,
    spinning,
)
from tests.interruption import ctrl_c_after

pytestmark = pytest.mark.slow

METHODS = [RK4(0.01), DormandPrince(1e-8, 1e-10), DOP853(1e-8, 1e-10), GaussLegendre(0.01)]
FIELDS = [name for name in IntegrationResult.__dataclass_fields__ if name != "times"]


def assert_same_bits(a, b):
    for name in FIELDS:
        assert content(a, name).tobytes() == content(b, name).tobytes(), name


def content(result, name):
    """One of the fields as an array; records of all simulations are stacked."""
    return np.concatenate(result.records) if name == "records" else getattr(result, name)


def joined(results):
    return {name: np.concatenate([content(r, name) for r in results]) for name in FIELDS}


def different_lengths(n):
    """Oscillators whose frequencies and ends differ by factors up to a thousand."""
    random = np.random.default_rng(7)
    states = random.normal(size=(n, 2))
    frequencies = np.exp(random.uniform(np.log(0.1), np.log(30.0), size=(n, 1)))
    ends = np.exp(random.uniform(np.log(0.1), np.log(30.0), size=n))
    ends[3] = 0.0
    return states, frequencies, ends


@pytest.mark.parametrize("method", METHODS)
def test_lanes_give_the_bits_of_one_lane(method):
    states, extra, ends = different_lengths(13)
    times = np.linspace(0.0, 30.0, 50)
    results = [
        run(oscillator_with_events, method, states, times, end=ends, extra=extra, lanes=lanes)
        for lanes in (1, 4, 8)
    ]
    assert results[0].event_counts.max() > 10
    for result in results[1:]:
        assert_same_bits(results[0], result)


@pytest.mark.parametrize("method", [RK4(0.01), DOP853(1e-8, 1e-10)])
def test_refilled_lanes_give_what_single_runs_give(method):
    states, extra, ends = different_lengths(37)
    times = np.linspace(0.0, 30.0, 20)
    together = run(oscillator_with_events, method, states, times, end=ends, extra=extra, lanes=4)
    alone = [
        run(oscillator_with_events, method, states[k], times, end=ends[k], extra=extra[k])
        for k in range(len(states))
    ]
    for name, value in joined(alone).items():
        assert value.tobytes() == content(together, name).tobytes(), name


def test_threads_change_nothing():
    states, extra, ends = different_lengths(37)
    code = integrator(oscillator, DOP853(1e-3), 4)
    assert code.native.lanes == 4
    runs = [
        replace(code, threads=threads).run(states, [0.0, 30.0], end=ends, extra=extra) for threads in (1, 2, 3)
    ]
    assert_same_bits(runs[0], runs[1])
    assert_same_bits(runs[0], runs[2])


def test_the_same_call_gives_the_same_bits():
    start = kepler_start(0.5)
    assert_same_bits(*(run(kepler, DOP853(1e-10, 1e-12), start, [0.0, 10.0]) for _ in range(2)))


def test_projection_keeps_quaternions_on_the_sphere_in_every_output():
    start = np.array([[1.0, 0.0, 0.0, 0.0], [0.6, 0.8, 0.0, 0.0]])
    times = np.linspace(0.0, 100.0, 501)
    w = np.array([1.0, -2.0, 0.5])
    for method in (RK4(0.05), DOP853(1e-8, 1e-10), DormandPrince(1e-8, 1e-10)):
        result = run(spinning, method, start, times, lanes=4)
        assert np.abs(np.linalg.norm(result.states, axis=2) - 1.0).max() < 3e-16
        assert np.abs(np.linalg.norm(result.final_states, axis=1) - 1.0).max() < 3e-16
        half = 0.5 * np.linalg.norm(w) * times
        expected = np.column_stack([np.cos(half), np.outer(np.sin(half), w / np.linalg.norm(w))])
        np.testing.assert_allclose(result.states[0], expected, atol=3e-5)


def test_starts_may_differ_and_rows_before_a_start_stay_empty():
    times = np.linspace(0.0, 1.0, 11)
    result = run(oscillator, RK4(0.01), [[1.0, 0.0]] * 2, times, start=[0.0, 0.35], extra=[[1.0]] * 2, lanes=4)
    assert np.isnan(result.states[1][:4]).all()
    np.testing.assert_allclose(result.states[1][4:, 0], np.cos(times[4:] - 0.35), atol=1e-8)
    np.testing.assert_allclose(result.states[0][:, 0], np.cos(times), atol=1e-8)


def test_runs_without_output_give_the_final_state_only():
    result = run(oscillator, DOP853(1e-10, 1e-12), [[1.0, 0.0]], [], start=0.0, end=2.0, extra=[[1.0]])
    assert result.states.shape == (1, 0, 2)
    np.testing.assert_allclose(result.final_states[0], [np.cos(2.0), -np.sin(2.0)], atol=1e-9)


def test_the_order_of_arrays_in_memory_does_not_matter():
    states, extra, _ = different_lengths(6)
    runs = [
        run(oscillator, RK4(0.01), np.array(states, order=order), [0.0, 1.0], extra=extra, lanes=4)
        for order in "CF"
    ]
    assert_same_bits(*runs)


def test_no_simulation_is_no_problem():
    result = run(oscillator, RK4(0.01), np.zeros((0, 2)), [0.0, 1.0], extra=np.zeros((0, 1)))
    assert result.status.shape == (0,)
    assert result.is_complete


# ---- progress and interruption


@pytest.mark.parametrize("threads", [1, 2])
def test_progress_grows_to_one(threads):
    seen: list[float] = []
    code = integrator(pendulum, RK4(1e-3), 4)
    replace(code, threads=threads).run(np.ones((40, 2)), [0.0, 50.0], method=RK4(1e-3), progress=seen.append)
    assert seen == sorted(seen)
    assert 0.0 <= seen[0] < seen[-1] <= 1.0


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_a_run(threads):
    code = integrator(pendulum, RK4(1e-3), 4)
    begin = time.perf_counter()
    with pytest.raises(KeyboardInterrupt), ctrl_c_after(0.2):
        replace(code, threads=threads).run(np.ones((8, 2)), [0.0, 1e6], method=RK4(1e-4), max_steps=10**12)
    assert time.perf_counter() - begin < 5.0


@pytest.mark.parametrize("threads", [1, 2])
def test_progress_can_stop_a_run(threads):
    class EnoughError(Exception):
        pass

    def stop(_):
        raise EnoughError

    code = integrator(pendulum, RK4(1e-3), 4)
    with pytest.raises(EnoughError):
        replace(code, threads=threads).run(
            np.ones((8, 2)), [0.0, 1e6], method=RK4(1e-4), max_steps=10**12, progress=stop
        )

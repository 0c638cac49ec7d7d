"""How fast integrators are here: printed with `pytest -s -m slow`, not asserted."""

import time

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from dalembert.integrators.adaptive_methods import DOP853
from dalembert.integrators.fixed_step_methods import RK4
from tests.integrators.problems import integrator, kepler, kepler_start


def rate(t, x):
    cube = (x[0] * x[0] + x[1] * x[1]) ** 1.5
    return [x[2], x[3], -x[0] / cube, -x[1] / cube]


def fastest(run, count=5):
    times = []
    for _ in range(count):
        begin = time.perf_counter()
        result = run()
        times.append(time.perf_counter() - begin)
    return min(times), result


@pytest.mark.slow
@pytest.mark.parametrize("lanes", [1, 4, 8])
def test_throughput_of_batches(lanes):
    states = np.array([kepler_start(e) for e in np.linspace(0.0, 0.7, 400)])
    for method in (RK4(0.01), DOP853(1e-9, 1e-11)):
        code = integrator(kepler, method, lanes)
        seconds, result = fastest(lambda code=code: code.run(states, [0.0, 20.0]))
        steps = (result.accepted + result.rejected).sum()
        each = seconds / result.evaluations.sum()
        name = type(method).__name__
        print(
            f"\n{name}, {lanes} lanes: {steps / seconds:.3g} steps/s, {each * 1e9:.1f} ns per evaluation", end=""
        )
        assert result.is_complete


@pytest.mark.slow
def test_one_run_beside_scipy():
    start = kepler_start(0.5)
    code = integrator(kepler, DOP853(1e-9, 1e-11))
    ours, result = fastest(lambda: code.run(start, [0.0, 100.0]))
    theirs, other = fastest(lambda: solve_ivp(rate, (0.0, 100.0), start, "DOP853", rtol=1e-9, atol=1e-11), 2)
    print(f"\nDOP853: {ours * 1e6:.0f} µs, SciPy {theirs * 1e6:.0f} µs: {theirs / ours:.0f} times", end="")
    np.testing.assert_allclose(result.final_states[0], other.y[:, -1], atol=1e-5)

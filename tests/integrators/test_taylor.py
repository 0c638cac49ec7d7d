"""Power series as a method: many digits of smooth motions, and names of what is not smooth."""

import mpmath
import numpy as np
import pytest

import dalembert as da
from dalembert.errors import SolverError
from dalembert.expr.rewrite import evaluate
from dalembert.expr.series import time_series
from tests.integrators.problems import pendulum_motion

(X,) = da.expr.symbols("x", 1)

RATES = {
    "sin": lambda x, m: m.sin(x) * x,
    "tan": lambda x, m: m.tan(x),
    "exp": lambda x, m: m.exp(-x * x),
    "log": lambda x, m: m.log(x) / x,
    "sqrt": lambda x, m: m.sqrt(1 + x * x),
    "pow": lambda x, m: x**1.7,
    "atan2": lambda x, m: m.atan2(x, 1 + x * x),
    "asin and acos": lambda x, m: m.asin(x) + m.acos(x) ** 2,
    "hyperbolic": lambda x, m: m.sinh(x) - m.cosh(x) * m.tanh(x),
    "quotient": lambda x, m: 1 / (1 + x) + m.cos(3 * x),
}


class Functions:
    """Functions of expressions, by their names."""

    def __getattr__(self, name):
        return getattr(da, name, None) or getattr(da.expr, name)


@pytest.mark.parametrize("rate", RATES.values(), ids=RATES)
def test_series_are_those_of_the_solution(rate):
    coefficients = time_series([X], [rate(X, Functions())], 14)
    numbers = [float(evaluate(c, {X: 0.6})[0]) for c in coefficients]
    s = 0.03
    with mpmath.workdps(20):
        solution = mpmath.odefun(lambda t, x: [rate(x[0], mpmath)], 0, [mpmath.mpf(0.6)])
        expected = float(solution(mpmath.mpf(s))[0])
    assert 0.6 + sum(c * s ** (k + 1) for k, c in enumerate(numbers)) == pytest.approx(expected, rel=2e-15)


def swing(*parts):
    bob = da.particle("bob", mass=1.0)
    rod = da.Body("rod")
    return da.Model(
        da.Revolute("swing", da.ground, rod),
        da.Weld("end", rod.at(0.0, -1.0, 0.0), bob),
        *parts,
        gravity=(0.0, -1.0, 0.0),
    )


@pytest.mark.parametrize(("rtol", "order"), [(1e-6, None), (1e-12, None), (1e-14, None), (1e-10, 30)])
def test_a_pendulum_meets_its_closed_form(rtol, order):
    method = da.methods.Taylor(rtol, rtol * 1e-2, order=order)
    times = np.linspace(0.0, 20.0, 41)
    motion = da.simulate(swing(), {"swing": 2.0}, times=times, method=method)
    exact = pendulum_motion(times)
    np.testing.assert_allclose(motion["swing"], exact[:, 0], atol=max(100 * rtol, 2e-13))
    np.testing.assert_allclose(motion["swing.rate"], exact[:, 1], atol=max(100 * rtol, 2e-13))


def test_errors_follow_the_order_of_the_series():
    errors = []
    for step in (0.4, 0.2):
        method = da.methods.Taylor(0.1, 1e3, first_step=step, largest_step=step, order=8)
        motion = da.simulate(swing(), {"swing": 2.0}, times=[0.0, 4.0], method=method)
        errors.append(np.abs(motion.states[-1] - pendulum_motion(4.0)).max())
    assert np.log2(errors[0] / errors[1]) == pytest.approx(8.0, abs=0.7)


def test_events_and_loops_and_time_and_lanes_are_those_of_other_methods():
    crank, rod, slider = (
        da.rod("crank", length=0.5, mass=1.0),
        da.rod("rod", length=1.5, mass=1.0),
        da.Body("slider"),
    )
    model = da.Model(
        da.Revolute("A", da.ground, crank),
        da.Revolute("B", crank["end"], rod),
        da.Prismatic("X", da.ground, slider, axis="x"),
        da.Revolute("C", rod["end"], slider),
        da.Motor("drive", "A", 3.0 * da.sin(5.0 * da.time)),
        gravity=(0.0, -9.81, 0.0),
    )
    starts = [da.assemble(model, q={"A": a}, guess={"B": -a / 3, "X": 2.0}) for a in (0.5, 0.9)]
    event = da.Event("level", da.coordinate("A") - 1.2)
    runs = [
        da.simulate(model, starts[0], until=2.0, events=[event], method=method)
        for method in (da.methods.Taylor(1e-13), da.methods.DOP853(1e-13, 1e-14))
    ]
    one, other = ([e.t for e in motion.events if e.name == "level"] for motion in runs)
    assert len(one) == len(other) >= 1
    np.testing.assert_allclose(one, other, atol=1e-11)
    np.testing.assert_allclose(runs[0].states, runs[1].states, atol=1e-10)
    assert np.abs(runs[0].residuals["positions"]).max() < 1e-12
    both = da.batch(model, starts, times=[0.0, 1.0], method=da.methods.Taylor(1e-10))
    alone = da.simulate(model, starts[0], times=[0.0, 1.0], method=da.methods.Taylor(1e-10))
    np.testing.assert_array_equal(both["A"][0], alone["A"])


def test_derivatives_by_a_series_are_those_by_another_method():
    length = da.param("k", 2.0)
    model = swing(da.JointSpring("spring", "swing", length))
    one, other = (
        da.sensitivities(model, {"swing": 1.0}, by=["k"], times=[0.0, 1.5], method=method)
        for method in (da.methods.Taylor(1e-13), da.methods.DOP853(1e-13, 1e-14))
    )
    np.testing.assert_allclose(one["swing", "k"], other["swing", "k"], atol=1e-11)


@pytest.mark.parametrize(
    ("law", "what"),
    [
        (-0.3 * abs(da.speed("swing")), r"abs\(…\)"),
        (da.where(da.coordinate("swing") > 0.1, 1.0, 0.0), "where"),
        (da.where(da.time > 0.1, 1.0, 0.0), "where"),
        (da.spline([0.0, 1.0, 2.0, 3.0], [0.0, 1.0, 0.5, 0.0])(da.coordinate("swing")), "routine"),
        (da.maximum(da.coordinate("swing"), 0.0), r"max\(…\)"),
    ],
)
def test_what_has_no_series_is_refused_by_name(law, what):
    with pytest.raises(SolverError, match=rf"Taylor: the rate of 'swing\.rate' contains .*{what}.*DOP853"):
        da.simulate(swing(da.JointForce("push", "swing", law)), until=1.0, method=da.methods.Taylor())


@pytest.mark.parametrize("order", [3, 41, 12.0, True])
def test_orders_are_whole_numbers_within_bounds(order):
    with pytest.raises(SolverError, match="whole number from 4 to 40"):
        da.methods.Taylor(order=order)

"""Gains of sampled equations as controllers, against powers of the closed loop."""

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import ModelError

PERIOD, STEPS = 0.1, 12


def cart():
    return da.Model(da.Prismatic("x", da.ground, da.particle("cart", mass=2.0), axis="x"), da.Motor("F", "x"))


def test_the_law_of_sampled_gains_is_a_controller_that_moves_as_powers_of_the_closed_loop():
    model = cart()
    sampled = da.linearize(model, model.state()).discrete(PERIOD)
    K = da.control.lqr(sampled, {"x": 1.0, "x.rate": 0.1}, {"F": 0.1})
    controller = da.control.law(sampled, K)
    assert isinstance(controller, da.control.SampledController)
    assert controller.period == PERIOD
    times = PERIOD * np.arange(STEPS + 1)
    start = model.state(q={"x": 1.0}, u={"x": -0.5})
    motion = da.simulate(model, start, times=times, controller=controller)
    # of a mass that is pushed evenly between samples
    h, m = PERIOD, 2.0
    closed = np.array([[1.0, h], [0.0, 1.0]]) - np.array([[h * h / 2 / m], [h / m]]) @ K
    expected = [np.linalg.matrix_power(closed, k) @ [1.0, -0.5] for k in range(STEPS + 1)]
    assert np.allclose(np.stack([motion["x"], motion["x.rate"]], axis=1), expected, rtol=0, atol=1e-9)


def test_sampled_gains_that_do_not_stabilize_are_refused():
    model = cart()
    sampled = da.linearize(model, model.state()).discrete(PERIOD)
    with pytest.raises(ModelError, match="does not stabilize"):
        da.control.law(sampled, [[-5.0, -5.0]])
    # stable in continuous time, but not where it is held for a period
    with pytest.raises(ModelError, match="does not stabilize"):
        da.control.law(sampled, [[1.0, 100.0]])

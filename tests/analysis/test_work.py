"""Work of all that changes the energy, against closed forms: integrated within the steps."""

import numpy as np

import dalembert as da

EXACT = da.DOP853(rtol=1e-11, atol=1e-13)

ATOL = 1e-9
"""A hundred times the tolerance of each step, for numbers of order one."""


def cart(*parts, mass=2.0, gravity=None):
    body = da.particle("cart", mass=mass)
    return da.Model(da.Prismatic("x", da.ground, body, axis="x"), *parts, gravity=gravity)


def test_gravity_that_changes_in_time_does_work():
    """V = −m g(t) x with g = a + b t: x = a t²/2 + b t³/6, and dE/dt = ∂V/∂t = −m b x."""
    a, b, m = 3.0, 0.7, 2.0
    motion = da.simulate(cart(mass=m, gravity=(a + b * da.time, 0.0, 0.0)), until=2.0, times=[0.0, 2.0])
    t = motion.times
    np.testing.assert_allclose(motion["power"], -m * b * (a * t**2 / 2.0 + b * t**3 / 6.0), atol=ATOL)
    np.testing.assert_allclose(
        motion.dynamics.evaluate({"p": da.supplied_power()}, motion.state())["p"], motion["power"][-1]
    )

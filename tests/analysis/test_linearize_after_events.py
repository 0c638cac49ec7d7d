"""Linear equations along a motion have the parameters that held at each of its rows."""

import numpy as np

import dalembert as da


def test_parameters_that_events_change_count_from_then_on():
    bar = da.rod("bar", length=1.0, mass=1.0, axis="-y")
    damper = da.JointDamper("damper", "A", da.param("d", 0.0))
    pendulum = da.Model(da.Revolute("A", da.ground, bar), damper, gravity=(0, -9.81, 0))
    braked = da.Event("braked", da.time - 0.7, then=da.Set({"d": 2.0}))
    motion = da.simulate(pendulum, {"A": 0.3}, times=[0.0, 0.5, 1.0, 1.5], events=[braked])
    # about its end the rod has the inertia 1/3
    assert np.allclose(da.linearize(pendulum, motion).A[:, 1, 1], [0.0, 0.0, -6.0, -6.0])

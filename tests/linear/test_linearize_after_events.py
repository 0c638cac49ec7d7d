"""Linear equations along a motion have the parameters and the constraints that held at each of its rows."""

import numpy as np
import pytest

import dalembert as da


def test_parameters_that_events_change_count_from_then_on():
    bar = da.rod("bar", length=1.0, mass=1.0, axis="-y")
    damper = da.JointDamper("damper", "A", da.param("d", 0.0))
    pendulum = da.Model(da.Revolute("A", da.ground, bar), damper, gravity=(0, -9.81, 0))
    braked = da.Event("braked", da.time - 0.7, action=da.actions.Set({"d": 2.0}))
    motion = da.simulate(pendulum, {"A": 0.3}, times=[0.0, 0.5, 1.0, 1.5], events=[braked])
    # about its end the rod has the inertia 1/3
    assert np.allclose(da.linearize(pendulum, motion).A[:, 1, 1], [0.0, 0.0, -6.0, -6.0])


def test_rows_that_an_event_lets_go_are_a_change_of_structure():
    """A particle slides on a plane until that is taken away: from then on it has two states more."""
    particle = da.particle("particle", mass=1.0)
    joint = da.Translational("place", da.ground, particle)
    held = da.Model(joint, da.Holonomic("plane", da.coordinate("place.z")), gravity=(0.0, 0.0, -9.81))
    gone = da.Event("gone", da.time - 0.5, action=da.actions.Switch(off=["plane"]))
    motion = da.simulate(held, held.state(u={"place.x": 1.0}), times=np.linspace(0.0, 1.0, 5), events=[gone])
    with pytest.raises(da.errors.SolverError, match=r"the row 'plane' of 'plane' is off at t = 0.5, .*\.cut"):
        da.linearize(held, motion)
    before = da.linearize(held, motion.cut(0.0, 0.25))
    assert before.states == ("place.x", "place.y", "place.x.rate", "place.y.rate")

"""Constraints above second order: accelerations are part of the state."""

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import DalembertError, FormulationError
from dalembert.modules import extended

S = da.expr.symbol
G = 9.81


def particle(force_x=0.0, force_y=-G):
    forces = {"x": force_x - S("x.rate'"), "y": force_y - S("y.rate'")}
    return da.modules.subsystem("particle", coordinates="x y", forces=forces)


@pytest.mark.covers("F000-13")
def test_a_prescribed_jerk_is_followed():
    # x''' = 6: along y the particle falls freely
    system = extended(particle(), {"jerk": S("x.rate''") - 6.0})
    equations = system.equations
    start = equations.state(q={"x.rate": 0.5, "y.rate": 1.0}, u={"x.rate'": 2.0, "y.rate'": -G})
    motion = da.simulate(equations, start, times=[0.5, 1.0])
    t = np.array([0.5, 1.0])
    assert np.allclose(motion["x"], 0.5 * t + t**2 + t**3, atol=1e-6)
    assert np.allclose(motion["y"], t - G * t**2 / 2, atol=1e-6)


@pytest.mark.covers("F000-13")
def test_an_acceleration_of_constant_size_points_along_the_force():
    # x''² + y''² = 4, and the force is −3 r: the acceleration is −2 r/|r|
    system = extended(
        particle(-3.0 * S("x"), -3.0 * S("y")), {"size": S("x.rate'") ** 2 + S("y.rate'") ** 2 - 4.0}
    )
    equations = system.equations
    start = equations.state(q={"x": 0.6, "y": 0.8, "x.rate": 0.3}, u={"x.rate'": -1.2, "y.rate'": -1.6})
    motion = da.simulate(equations, start, times=[0.2, 0.4])
    r = np.array([motion["x"], motion["y"]])
    a = np.array([motion["x.rate'"], motion["y.rate'"]])
    assert np.allclose(a, -2.0 * r / np.linalg.norm(r, axis=0), atol=1e-6)


def test_a_run_must_start_with_accelerations_that_balance():
    equations = extended(particle(), {"jerk": S("x.rate''") - 6.0}).equations
    with pytest.raises(DalembertError, match=r"balance along y\.rate"):
        da.simulate(equations, equations.state(u={"y.rate'": 1.0}), until=0.1)


@pytest.mark.parametrize(
    ("constraints", "message"),
    [
        ({}, "no constraint that would need an extended state"),
        ({"c": S("x") - 1.0}, "contains no accelerations"),
        ({"c": S("x.rate''") ** 2 - 1.0}, "is not linear in"),
        ({"c": S("k") - 1.0}, "contains 'k', which is not known"),
    ],
)
def test_what_needs_no_extension_is_named(constraints, message):
    with pytest.raises(FormulationError, match=message):
        extended(particle(), constraints)

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
        ({"c": S("x") - 1.0}, "contains no accelerations"),
        ({"c": S("x.rate''") ** 2 - 1.0}, "is not linear in"),
        ({"c": S("k") - 1.0}, "contains 'k', which is not known"),
    ],
)
def test_what_needs_no_extension_is_named(constraints, message):
    with pytest.raises(FormulationError, match=message):
        extended(particle(), constraints)


@pytest.mark.covers("F000-2")
def test_variables_of_third_order_have_names_and_relations_of_their_own():
    # along and across a turning direction: j = jx cos t + jy sin t, k = −jx sin t + jy cos t
    t = da.time
    jx, jy = S("x.rate''"), S("y.rate''")
    relations = {
        "along": S("j") - jx * da.cos(t) - jy * da.sin(t),
        "across": S("k") + jx * da.sin(t) - jy * da.cos(t),
    }
    system = extended(particle(), {"pushed": S("j") - 6.0}, jerks="j k", relations=relations, independent="y.rate")
    assert system.coordinates == ("x", "y", "x.rate", "y.rate")
    assert system.speeds == ("x.rate'", "y.rate'")
    assert system.labels == ("j", "k")
    assert system.constraint_order == 2
    # the balance across is what is left: a·(−sin t, cos t) = −g cos t, and j is its rate along the direction
    equations = system.equations
    start = equations.state(u={"x.rate'": 2.0, "y.rate'": -G})
    motion = da.simulate(equations, start, times=[0.4, 0.8], method=da.methods.DOP853(1e-10, 1e-12))
    times = np.array([0.4, 0.8])
    across = -np.sin(times) * motion["x.rate'"] + np.cos(times) * motion["y.rate'"]
    assert np.allclose(across, -G * np.cos(times), atol=1e-8)
    # with c = a along, b = a across: c′ = 6 + b, b = −g cos t, so c = 2 + 6 t − g sin t
    along = np.cos(times) * motion["x.rate'"] + np.sin(times) * motion["y.rate'"]
    assert np.allclose(along, 2.0 + 6.0 * times - G * np.sin(times), atol=1e-8)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"jerks": "j"}, "1 jerks for 2 accelerations"),
        ({"jerks": "j x"}, "'x' is a variable already"),
        ({"jerks": "j k", "relations": {"a": S("j") - S("x.rate''")}}, "by 2 relations, not by 1"),
    ],
)
def test_jerks_that_cannot_be_are_named(options, message):
    with pytest.raises(FormulationError, match=message):
        extended(particle(), {"c": S("x.rate''") - 1.0}, **options)


@pytest.mark.covers("F000-23")
def test_a_system_of_third_order_moves_as_that_of_second_order():
    # a pendulum by x, y and an angle: order one suffices, and three gives the same motion
    rows = {"along x": S("x") - da.sin(S("θ")), "along y": S("y") + da.cos(S("θ"))}
    pendulum = da.modules.subsystem(
        "pendulum", [particle()], coordinates="θ", constraints=rows, independent="θ.rate"
    )
    assert pendulum.constraint_order == 1
    start = da.assemble(pendulum, q={"θ": 0.5}, u={"θ": 0.3})
    method = da.methods.DOP853(1e-11, 1e-13)
    times = [0.5, 1.0, 2.0]
    plain = da.simulate(pendulum, start, times=times, method=method)
    raised = extended(pendulum)
    assert len(raised.speeds) == 3
    speeds = [*pendulum.coordinates, *pendulum.speeds]
    at_start = da.simulate(pendulum, start, until=0.1)
    q = {name: at_start[name][0] for name in speeds}
    u = {f"{name}'": at_start[f"{name.removesuffix('.rate')}.acceleration"][0] for name in pendulum.speeds}
    motion = da.simulate(raised, raised.state(q=q, u=u), times=times, method=method)
    for name in speeds:
        assert np.allclose(motion[name], plain[name], atol=1e-8), name
    # A of every order is the same, and so is what is projected: f̄ is that of the system itself
    assert pendulum.matrix_of_order(3).entries.shape == pendulum.full_A.entries.shape
    state = {"θ": 0.4, "θ.rate": 1.1, "x": 0.2, "y": -0.3}
    assert np.allclose(pendulum.matrix_of_order(3).at(state).to_array(), pendulum.full_A.at(state).to_array())
    assert {row.name for row in raised.constraints} == {"along x", "along y", "balance along θ.rate"}

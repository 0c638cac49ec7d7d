"""Passive rows and kinematical equations that contain inputs: these become states, and their rates the inputs."""

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import FormulationError
from dalembert.homes.control import closed_loop, goal_report, with_input_states

FINE = da.methods.DOP853(rtol=1e-10, atol=1e-12)
BELT, PUSH = da.Input("belt"), da.Input("push")
X, Y, V, W = da.expr.symbols("x y v w")


def typed(row):
    """Two masses, 1 and 2, the second pushed, joined by a row."""
    system = da.formulations.TypedSystem(q=[X, Y], u=[V, W], forces={"w": PUSH}, constraints=[("join", row)])
    return system.from_energies(0.5 * V**2 + W**2)


def modelled(row):
    """The same with bodies."""
    one, two = (da.particle(name, mass=mass) for name, mass in (("one", 1.0), ("two", 2.0)))
    return da.Model(
        da.Prismatic("x", da.ground, one, axis="x"),
        da.Prismatic("y", da.ground, two, axis="x"),
        da.Motor("push", "y"),
        row,
    )


FIRST = {
    "typed": typed(V - W - BELT),
    "modelled": modelled(da.Nonholonomic("join", da.speed("x") - da.speed("y") - BELT)),
}
SECOND = {
    "typed": typed(X - Y - BELT**2),
    "modelled": modelled(da.Holonomic("join", da.coordinate("x") - da.coordinate("y") - BELT**2)),
}


@pytest.mark.covers("F002-53")
@pytest.mark.parametrize("kind", FIRST)
def test_the_rate_of_an_input_in_a_row_of_speeds_is_the_control(kind):
    system = with_input_states(FIRST[kind], ["belt"])
    assert (system.states, system.inputs) == (("belt",), ("push", "belt.rate"))
    # v = w + b and v' + 2 w' = 1
    motion = da.simulate(system, da.State(tau={"belt.rate": 0.3, "push": 1.0}), until=2.0, method=FINE)
    x, y, t = motion["x"], motion["y"], motion.times
    np.testing.assert_allclose(x + 2.0 * y, 0.5 * t**2, atol=1e-12)
    np.testing.assert_allclose(x - y, 0.15 * t**2, atol=1e-12)
    np.testing.assert_allclose(motion["join.multiplier"], 1.0 / 3.0 + 0.2, atol=1e-12)
    assert np.abs(motion.energy_balance).max() < 1e-12

    # a goal of the belt and one of the place that it moves
    goals = (
        da.Servo("place", da.coordinate("x") - 0.3 * da.sin(da.time), rate=4.0),
        da.Servo("speed", BELT - 0.2 * da.cos(da.time), rate=4.0),
    )
    loop = closed_loop(system, *goals)
    report = goal_report(loop, {})
    assert (report.kind, report.orders) == ("unique", {"place": 2, "speed": 1})
    motion = da.simulate(loop, {}, until=5.0, method=FINE)
    assert motion["x"][-1] == pytest.approx(0.3 * np.sin(5.0), abs=1e-6)
    assert motion["belt"][-1] == pytest.approx(0.2 * np.cos(5.0), abs=1e-6)
    assert np.abs(motion["join.residual"]).max() < 1e-12


@pytest.mark.covers("F002-53")
@pytest.mark.parametrize("kind", SECOND)
def test_the_second_rate_of_an_input_in_a_row_of_positions_is_the_control(kind):
    once = with_input_states(SECOND[kind], ["belt"])
    for system, name in ((SECOND[kind], "belt"), (once, "belt.rate")):
        with pytest.raises(FormulationError, match=rf"'join' contains the input '{name}', .*with_input_states"):
            da.simulate(system, {}, until=1.0)
    system = with_input_states(once, ["belt.rate"])
    z = {"belt": 0.5, "belt.rate": 0.2}
    start = da.assemble(system, q={"y": 0.0}, u={"y" if kind == "modelled" else "w": 0.0}, z=z)
    start = da.State(q=start.q, u=start.u, z=z, tau={"belt.rate.rate": 0.4, "push": 1.0})
    motion = da.simulate(system, start, until=2.0, method=FINE)
    x, y, t = motion["x"], motion["y"], motion.times
    np.testing.assert_allclose(x - y, (0.5 + 0.2 * t + 0.2 * t**2) ** 2, atol=1e-12)
    np.testing.assert_allclose(x + 2.0 * y, 0.25 + 0.2 * t + 0.5 * t**2, atol=1e-12)
    assert np.abs(motion.energy_balance).max() < 1e-12


@pytest.mark.covers("F002-59")
def test_the_second_rate_of_an_input_in_the_kinematics_is_the_control():
    # a carriage moves by its own speed and by that of a fast belt
    system = da.formulations.TypedSystem(q=[X], u=[V], rates={"x": V + BELT}, forces={"v": -0.5 * V})
    equations = system.from_energies(0.5 * V**2)
    with pytest.raises(FormulationError, match="the rate of 'x' contains the input 'belt'"):
        da.simulate(equations, {}, until=1.0)
    once = with_input_states(equations, ["belt"])
    loop = closed_loop(with_input_states(once, ["belt.rate"]), da.Servo("go", da.coordinate("x") - 1.0, rate=3.0))
    assert (loop.equations.inputs, goal_report(loop, {}).orders) == (("belt.rate.rate",), {"go": 3})
    motion = da.simulate(loop, da.State(u={"v": 1.0}), until=8.0, method=FINE)
    t, rate = motion.times, 3.0
    # e with e(0) = −1, ė(0) = 1, ë(0) = −1/2, of (s + 3)³
    b = 1.0 - rate
    c = 0.5 * (-0.5 + 2.0 * rate * b + rate**2)
    np.testing.assert_allclose(motion["x"] - 1.0, (-1.0 + b * t + c * t**2) * np.exp(-rate * t), atol=1e-8)

    # a potential and an energy in rates that an input moves: as with the law of time that it has
    pulled = system.from_energies(0.5 * V**2, 2.0 * X**2)
    law = da.formulations.TypedSystem(q=[X], u=[V], rates={"x": V + 0.3 * da.time}, forces={"v": -0.5 * V})
    motion = da.simulate(
        with_input_states(pulled, ["belt"]), da.State(tau={"belt.rate": 0.3}), until=2.0, method=FINE
    )
    timed = da.simulate(law.from_energies(0.5 * V**2, 2.0 * X**2), {}, until=2.0, method=FINE)
    np.testing.assert_allclose(motion["x"], timed["x"], atol=1e-10)
    assert max(np.abs(one.energy_balance).max() for one in (motion, timed)) < 1e-9


def test_principles_agree_about_rows_that_contain_inputs_or_refuse_them():
    arm, block = da.rod("arm", length=1.0, mass=2.0), da.box("block", size=(0.1, 0.1, 0.1), mass=1.0)
    row = da.Nonholonomic("slip", da.velocity(arm["end"])[0] - 0.2 * da.speed("x") * BELT - BELT)
    joints = (da.Prismatic("x", da.ground, block, axis="x"), da.Revolute("a", block, arm, axis="z"))
    model = da.Model(*joints, row, gravity=(0.0, -9.81, 0.0))
    found = []
    for principle in (None, da.NewtonEuler(), da.Nonminimal(), da.Hamilton()):
        system = with_input_states(da.derive(model, principle) if principle else model, ["belt"])
        start = da.assemble(system, q={"x": 0.1, "a": 0.7}, u={"x": 0.3}, z={"belt": 0.5}, tau={"belt.rate": 0.4})
        motion = da.simulate(system, start, times=[0.0, 0.4], method=FINE)
        found.append([motion["x"][-1], motion["a"][-1], motion["slip.multiplier"][-1]])
    np.testing.assert_allclose(found, [found[0]] * len(found), rtol=1e-8)
    for form in (da.formulations.MomentumMultipliers(), da.formulations.DiracMultipliers()):
        with pytest.raises(FormulationError, match="cannot treat the row 'slip'"):
            da.derive(model, da.Hamilton(form))


def test_small_motions_follow_states_that_stand_in_rows():
    # x = y + b² about b = 1/2, with a spring of stiffness 2 k at y
    spring = da.formulations.TypedSystem(q=[X, Y], u=[V, W], constraints=[("join", X - Y - BELT**2)])
    system = spring.from_energies(0.5 * V**2 + W**2, da.param("k", 1.0) * Y**2)
    system = with_input_states(with_input_states(system, ["belt"]), ["belt.rate"])
    about = da.State(q={"x": 0.25}, z={"belt": 0.5})
    linear = da.linearize(system, about, independent=["x", "v", "belt", "belt.rate"])
    # 3 x'' = −2 k (x − b²) + …, so ∂x''/∂b = 2 k/3
    expected = [[0, 1, 0, 0], [-2 / 3, 0, 2 / 3, 0], [0, 0, 0, 1], [0, 0, 0, 0]]
    np.testing.assert_allclose(linear.A, expected, atol=1e-12)
    k = da.param("k", 1.0)
    symbolic = da.kernels.compile({"A": linear.expressions.A}, {"k": k})
    np.testing.assert_allclose(symbolic(k=1.0)["A"], expected, atol=1e-12)

    # of a start too: others follow
    start = da.State(q={"x": 0.35, "y": 0.1}, u={"v": 0.5, "w": 0.3}, z={"belt": 0.5, "belt.rate": 0.2})
    held = ["y", "w", "belt", "belt.rate"]
    tangents = da.sensitivities(system, start, by=["belt"], independent=held, times=[0.0, 1.0], method=FINE)
    ends = []
    for b in (0.501, 0.499):
        moved = da.State(
            q={"x": 0.1 + b**2, "y": 0.1}, u={"v": 0.3 + 0.4 * b, "w": 0.3}, z={"belt": b, "belt.rate": 0.2}
        )
        ends.append(da.simulate(system, moved, times=[0.0, 1.0], method=FINE)["x"][-1])
    assert tangents["x"][-1, 0] == pytest.approx((ends[0] - ends[1]) / 0.002, rel=1e-6)


def test_speeds_follow_an_integral_that_stands_in_a_row_where_a_model_is_linearized():
    one, two = (da.particle(name, mass=1.0) for name in ("one", "two"))
    model = da.Model(
        da.Prismatic("x", da.ground, one, axis="x"),
        da.Prismatic("y", da.ground, two, axis="x"),
        da.StateVariable("belt", rate=da.Input("belt rate")),
        da.Nonholonomic("slip", da.speed("x") - da.speed("y") - da.measures.state_variable("belt")),
    )
    linear = da.linearize(model, {}, independent=["x", "y", "x.rate", "belt"])
    # y' = x' − b
    np.testing.assert_allclose(linear.A[1], [0.0, 0.0, 1.0, -1.0], atol=1e-12)

"""Rows of the worked examples of Bajodah (2003), kept by inputs: ideal control does what reactions do."""

import numpy as np
import pytest

import dalembert as da

FINE = da.methods.DOP853(rtol=1e-12, atol=1e-14)
G = 9.81

DIGITS = 6e-9
"""The reference numbers have eight decimals or more."""


def _with_inputs(q, T, V=0.0, forces=None, rates=None):
    """Typed energies with an input along every speed, named like it."""
    speeds = [da.expr.symbol(f"u{k}") for k in range(1, len(q) + 1)]
    given = forces or {}
    pushes = {f"u{k}": given.get(f"u{k}", 0.0) + da.Input(f"F{k}") for k in range(1, len(q) + 1)}
    system = da.formulations.TypedSystem(q=list(q), u=speeds, rates=rates, forces=pushes)
    return system.from_energies(T, V)


def _state(q, u):
    return da.State(q=q, u={f"u{k}": x for k, x in enumerate(u, 1)})


def _exerted(loop, start):
    """What the inputs exert along the speeds, in their order."""
    report = da.control.goal_report(loop, start)
    return [report.tau[0, report.inputs.index(f"F{k}")] for k in range(1, len(start.u) + 1)]


C, U = da.coordinate, da.speed


def _surface():
    """Example 2.1: r φ = c, in the speeds along, around and towards smaller φ."""
    q = r, _, phi = da.expr.symbols("r theta phi")
    u, v, w = da.expr.symbols("u1 u2 u3")
    rates = [u, v / (r * da.sin(phi)), -w / r]
    return _with_inputs(q, u**2 + v**2 + w**2, 2.0 * G * r * da.cos(phi), rates=rates)


@pytest.mark.covers("F002-47")
@pytest.mark.parametrize("level", ["position", "acceleration"])
def test_a_surface_is_kept_by_inputs_as_by_its_reaction(level):
    eom = _surface()
    r, phi, u, w = C("r"), C("phi"), U("u1"), U("u3")
    if level == "position":
        goal = da.Servo("surface", r * phi - 1.0, exact=True)
    else:
        # r φ differentiated twice, in these speeds: d/dt (u φ − w)
        goal = da.Servo("surface", da.acceleration("u1") * phi - u * w / r - da.acceleration("u3"))
    loop = da.control.closed_loop(eom, goal, by=da.control.IdealControl())
    start = _state({"r": 1.25, "theta": 0.3, "phi": 0.8}, (0.4, 0.7, 0.32))
    np.testing.assert_allclose(_exerted(loop, start), [-2.27254743, 0.0, 2.84068429], atol=DIGITS)
    end = da.simulate(loop, start, times=[0.0, 2.0], method=FINE).state()
    np.testing.assert_allclose([*end.q.values()], [0.5900092219, 7.4057462262, 1.6948887624], atol=2e-9)
    np.testing.assert_allclose([*end.u.values()], [2.1632437957, 1.0721029634, 3.6664575997], atol=4e-9)


def _appell_hamel():
    """Example 3.1: wheel M, weight m, wheel behind the weight by ρ."""
    a, rho, m, M, I = 1.0, 5.0, 1.0, 5.0, 1.0
    q = theta, *_ = da.expr.symbols("theta phi x y z")
    u = da.expr.symbols("u1 u2 u3 u4 u5")
    wheel_x, wheel_y = u[2] + rho * u[0] * da.sin(theta), u[3] - rho * u[0] * da.cos(theta)
    T = 0.5 * (
        I * (u[0] ** 2 + u[1] ** 2) + M * (wheel_x**2 + wheel_y**2) + m * (u[2] ** 2 + u[3] ** 2 + u[4] ** 2)
    )
    return _with_inputs(q, T, m * G * q[4] + M * G * a)


@pytest.mark.covers("F002-47")
@pytest.mark.parametrize("is_squared", [False, True])
def test_rolling_is_kept_by_inputs_in_both_wordings(is_squared):
    theta, turn, roll = C("theta"), U("u1"), U("u2")
    x, y = U("u3") + 5.0 * turn * da.sin(theta), U("u4") - 5.0 * turn * da.cos(theta)
    rows = [x - roll * da.cos(theta), y - roll * da.sin(theta)]
    if is_squared:
        rows = [x**2 + y**2 - roll**2, x * da.sin(theta) - y * da.cos(theta)]
    goals = [da.Servo("rolling", rows, exact=True), da.Servo("thread", C("z") + 0.5 * C("phi") - 30.0, exact=True)]
    loop = da.control.closed_loop(_appell_hamel(), *goals, by=da.control.IdealControl())
    start = _state({"z": 30.0}, (1.0, 1.0, 1.0, 5.0, -0.5))
    wanted = [-25.19230769, 1.36620690, 3.19724138, 5.03846154, 9.12689655]
    np.testing.assert_allclose(_exerted(loop, start), wanted, atol=DIGITS)
    end = da.simulate(loop, start, times=[0.0, 1.0], method=FINE).state()
    q = [0.875124914, 1.631845501, -0.417759763, 4.618707983, 29.184077250]
    u = [0.730653133, 2.209016019, -1.388572292, 4.037074284]
    np.testing.assert_allclose([*end.q.values()], q, atol=2e-9)
    np.testing.assert_allclose([*end.u.values()][:4], u, atol=2e-9)


def test_a_wire_is_kept_by_inputs_through_places_where_one_speed_says_nothing_about_the_other():
    """Example 4.1, thrown: full laps, through y = 0."""
    x, y = da.expr.symbols("x y")
    u, v = da.expr.symbols("u1 u2")
    eom = _with_inputs([x, y], 0.5 * (u**2 + v**2), x**2 + y**2)
    loop = da.control.closed_loop(
        eom,
        da.Servo("wire", (C("x") - 0.5) ** 2 + 4.0 * C("y") ** 2 - 4.0, exact=True),
        by=da.control.IdealControl(),
    )
    height = np.sqrt(0.75)
    rest = _state({"x": 1.5, "y": height}, (0.0, 0.0))
    np.testing.assert_allclose(_exerted(loop, rest), [0.69230769, 2.39822420], atol=DIGITS)
    thrown = _state({"x": 1.5, "y": height}, (3.0, -0.75 / height))
    motion = da.simulate(loop, thrown, times=[0.0, 10.0], method=FINE)
    found = [motion["x"][1] - 0.5, motion["y"][1], motion["u1"][1], motion["u2"][1]]
    np.testing.assert_allclose(found, [1.999974062, 0.005092905, 0.018362600, -1.802739670], atol=2e-8)
    np.testing.assert_allclose([motion["F1"][1], motion["F2"][1]], [-1.499786040, -0.015276733], atol=2e-7)
    assert motion["energy"] == pytest.approx(7.875 * np.ones(2), abs=1e-8)


def test_a_pendulum_of_varying_length_is_kept_by_inputs():
    """Example 4.3: y + x² = 1, y downwards."""
    x, y = da.expr.symbols("x y")
    u, v = da.expr.symbols("u1 u2")
    eom = _with_inputs([x, y], 0.5 * (u**2 + v**2), -G * y)
    loop = da.control.closed_loop(
        eom, da.Servo("length", C("y") + C("x") ** 2 - 1.0, gains=(20.0, 100.0)), by=da.control.IdealControl()
    )
    end = da.simulate(loop, _state({"x": 1.0, "y": 0.0}, (0.0, 0.0)), times=[0.0, 10.0], method=FINE).state()
    np.testing.assert_allclose([*end.q.values()], [0.4354191608, 0.8104101544], atol=1e-8)
    np.testing.assert_allclose([*end.u.values()], [-3.0071017060, 2.6186994023], atol=3e-8)


@pytest.mark.covers("F002-47")
def test_the_row_of_an_obstacle_is_imitated_with_its_own_gains():
    """Example 5.1 at its first contact: φ'' + 300 φ' + 100 φ = 0 for the tip of the bar."""
    a, b = da.expr.symbols("a b")
    u, v = da.expr.symbols("u1 u2")
    T = 0.5 * (2.0 * 0.25 + 6.25) * u**2 + 0.5 * (0.5 * 0.25 + 2.0 * 0.25 / 12.0) * v**2
    T = T + 0.5 * 2.0 * 0.25 * u * v * da.cos(a - b)
    V = -2.0 * G * (0.5 * da.cos(a) + 0.25 * da.cos(b))
    eom = _with_inputs([a, b], T, V, forces={"u1": 1.0 - 3.0, "u2": 3.0})
    depth = 0.5 * (da.cos(C("a")) + da.cos(C("b")) - 1.0 - 0.75)
    loop = da.control.closed_loop(
        eom, da.Servo("obstacle", depth, gains=(300.0, 100.0)), by=da.control.IdealControl()
    )
    touch = _state({"a": -0.37042257, "b": 0.61317411}, (-1.37677919, -1.29942279))
    np.testing.assert_allclose(_exerted(loop, touch), [-12.567891, 19.978479], rtol=2e-7)
    # the published two poles, from φ = 0 with the speed 0.12468348 on
    motion = da.simulate(loop, touch, times=[0.0, 0.022717770], method=FINE)
    assert float(motion.evaluate(depth)[1]) == pytest.approx(3.311842726e-3 * 0.12468348, rel=1e-4)


def test_momentum_of_two_carts_follows_its_law_whatever_springs_do_between_them():
    """P = m₁ v₁ + m₂ v₂ of carts joined by a spring, pushed by one input: Ṗ = −r (P − P_f)."""
    first, second = da.particle("first", mass=1.5), da.particle("second", mass=0.5)
    momentum = 1.5 * da.speed("x") + 0.5 * da.speed("y")
    model = da.Model(
        da.Prismatic("x", da.ground, first, axis="x"),
        da.Prismatic("y", da.ground, second, axis="x"),
        da.JointForce("left", "x", 40.0 * (da.coordinate("y") - da.coordinate("x"))),
        da.JointForce("right", "y", 40.0 * (da.coordinate("x") - da.coordinate("y"))),
        da.Motor("push", "x"),
        da.Servo("pace", momentum - 3.0, rate=2.0),
    )
    motion = da.simulate(
        model, model.state(q={"y": 0.1}, u={"x": 0.2}), times=np.linspace(0.0, 3.0, 31), method=FINE
    )
    found = 1.5 * motion["x.rate"] + 0.5 * motion["y.rate"]
    assert found == pytest.approx(3.0 - 2.7 * np.exp(-2.0 * motion.times), abs=1e-9)
    # springs are inner forces: what the input gives is the rate of momentum
    assert motion["push"] == pytest.approx(5.4 * np.exp(-2.0 * motion.times), abs=1e-8)

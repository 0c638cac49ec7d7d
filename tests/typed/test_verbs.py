"""Typed equations are asked like all others."""

import numpy as np
import pytest
import sympy

import dalembert as da
from tests.oracles.typed_systems import GRAVITY, METHOD, RTOL, accelerations, slider_crank


@pytest.mark.slow
def test_typed_equations_are_asked_like_all_others():
    eom = slider_crank()
    start = da.assemble(eom, q={"q1": 1.0}, u={"u1": 0.2}, guess={"q2": -2.0})
    assert start.u["u2"] == pytest.approx(-0.4)
    found = da.mobility(eom, start)
    assert (found.degrees_of_freedom, found.rows) == (1, 1)
    assert "equations from energies" in da.summary(eom, start)
    level = da.Event("level", da.coordinate("q1"), is_terminal=True)
    motion = da.simulate(eom, start, until=2.0, events=[level], method=METHOD)
    assert motion["q1"][-1] == pytest.approx(0.0, abs=1e-12)
    assert motion.evaluate(da.measures.multiplier("tip")) == pytest.approx(motion["tip.multiplier"])
    assert motion.evaluate(da.acceleration("u1")) == pytest.approx(motion["u1.acceleration"])
    assert motion.evaluate(da.speed("q2")) == pytest.approx(motion["u2"])
    assert motion.evaluate(da.energies.kinetic_energy() + da.energies.potential_energy()) == pytest.approx(
        motion["energy"]
    )
    assert motion.evaluate(da.measures.supplied_power()) == pytest.approx(0.0)
    one = da.simulate(eom, start, until=1.0)
    many = da.batch(eom, [start, start], until=1.0)
    assert all((other.states == one.states).all() for other in many)
    assert da.simulate(eom, start, until=1.0, stabilization=da.methods.Baumgarte()).states[-1] == pytest.approx(
        one.states[-1], abs=1e-6
    )
    assert da.simulate(eom, start, until=1.0, method=da.methods.IndexThree(1e-3)).states[-1] == pytest.approx(
        one.states[-1], abs=1e-4
    )
    assert da.simulate(eom, start, until=1.0, method=da.methods.GaussLegendre(1e-2)).states[-1] == pytest.approx(
        one.states[-1], abs=1e-6
    )


@pytest.mark.slow
def test_a_driven_linkage_from_energies_is_followed_and_its_drive_exerts_what_a_motor_must():
    undriven, F = slider_crank(), da.expr.symbol("F")
    q, u, (q1, q2) = undriven.q, undriven.u, undriven.q
    tip = ("tip", da.sin(q1) + da.sin(q1 + q2))
    drive = da.Drive("drive", "q1", 0.3 + da.time**2)
    T, V = undriven.signal("kinetic energy"), undriven.signal("potential energy")
    driven = da.formulations.TypedSystem(q, u, constraints=[drive, tip]).from_energies(T, V)
    motored = da.formulations.TypedSystem(q, u, constraints=[tip], forces={q1: F}, inputs=[F]).from_energies(T, V)
    motion = da.kinematics(driven, np.linspace(0.0, 0.8, 9), guess={"q2": -0.6})
    assert motion["q1"] == pytest.approx(0.3 + motion.times**2)
    assert motion["q2"] == pytest.approx(-2.0 * motion["q1"])
    loads = da.inverse_dynamics(motored, motion)
    assert loads.inputs[:, 0] == pytest.approx(motion["drive.torque"])
    assert motion["drive.power"] == pytest.approx(motion["drive.torque"] * motion["u1"])


def test_redundant_rows_are_left_out_of_typed_equations():
    q, u = da.expr.symbols("x y"), da.expr.symbols("vx vy")
    (x, y) = q
    rows = [("line", x - y), ("again", da.sin(x - y))]
    eom = da.formulations.TypedSystem(q, u, constraints=rows).from_energies(
        0.5 * (u[0] ** 2 + u[1] ** 2), GRAVITY * y
    )
    motion = da.simulate(eom, until=1.0)
    assert motion["y"][-1] == pytest.approx(-GRAVITY / 4.0)
    assert any("again" in note or "line" in note for note in motion.notes)


def test_parameters_stay_open():
    x, v = da.expr.symbols("x v")
    k = da.param("k", 4.0)
    eom = da.formulations.TypedSystem([x], [v], parameters={"m": 1.0}).from_energies(
        0.5 * da.expr.symbol("m") * v**2, 0.5 * k * x**2
    )
    assert eom.parameters == {"m": 1.0, "k": 4.0}
    motions = da.batch(
        eom, [eom.state(q={"x": 1.0}, p={"k": k, "m": 2.0}) for k in (2.0, 8.0)], until=1.0, method=METHOD
    )
    assert [motion["x"][-1] for motion in motions] == pytest.approx([np.cos(1.0), np.cos(2.0)])


def test_accelerations_in_constraints_are_kept():
    q, u = da.expr.symbols("x y"), da.expr.symbols("vx vy")
    row = ("follow", da.acceleration("vy") - 2.0 * da.acceleration("vx") - 1.0)
    eom = da.formulations.TypedSystem(q, u, constraints=[row]).from_energies(0.5 * (u[0] ** 2 + u[1] ** 2))
    found = accelerations(eom, (0.0, 0.0), (0.0, 0.0))
    assert found == pytest.approx([-0.4, 0.2])
    assert eom.rows[0].level == da.extend.Level.ACCELERATION


def test_energies_of_sympy_are_the_same():
    x, theta, v, w, m = sympy.symbols("x theta v w m")
    T = m * (v**2 + 2 * v * w * sympy.cos(theta) + w**2) / 2 + v**2
    V = -m * sympy.Rational(981, 100) * sympy.cos(theta)
    ours = da.formulations.TypedSystem(
        [x, theta], [v, w], parameters={"m": 0.5}, constraints=[("late", x - sympy.Symbol("t") * theta)]
    ).from_energies(T, V)
    assert ours.coordinates == ("x", "theta") and ours.speeds == ("v", "w") and ours.parameters == {"m": 0.5}
    assert ours.rows[0].is_rheonomic
    q, u = da.expr.symbols("x theta"), da.expr.symbols("v w")
    mass = da.param("m", 0.5)
    typed = da.formulations.TypedSystem(q, u, constraints=[("late", q[0] - da.time * q[1])]).from_energies(
        mass * (u[0] ** 2 + 2 * u[0] * u[1] * da.cos(q[1]) + u[1] ** 2) / 2 + u[0] ** 2,
        -mass * GRAVITY * da.cos(q[1]),
    )
    state = (0.3, 0.6), (0.2, 1.0)
    assert accelerations(ours, *state, t=0.5) == pytest.approx(accelerations(typed, *state, t=0.5), rel=RTOL)

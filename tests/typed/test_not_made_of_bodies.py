"""Equations from energies of beams, circuits, fields and relativity, against closed forms."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import dalembert as da
from tests.oracles.typed_systems import GRAVITY, METHOD, RTOL_RUN, RTOL_WORK


def test_two_modes_of_a_beam_swing_with_their_natural_frequencies():
    """A simply supported beam, unit stiffness, mass and length: ω = (k π)², one mode each."""
    q, u = da.expr.symbols("b1 b2"), da.expr.symbols("r1 r2")
    k = np.array([np.pi, 2.0 * np.pi])
    T, V = 0.25 * (u[0] ** 2 + u[1] ** 2), 0.25 * (k[0] ** 4 * q[0] ** 2 + k[1] ** 4 * q[1] ** 2)
    eom = da.formulations.TypedSystem(q, u).from_energies(T, V)
    motion = da.simulate(eom, eom.state(q={"b1": 0.1, "b2": 0.02}), until=1.0, method=METHOD)
    assert motion["b1"] == pytest.approx(0.1 * np.cos(k[0] ** 2 * motion.times), abs=1e-10)
    assert motion["b2"] == pytest.approx(0.02 * np.cos(k[1] ** 2 * motion.times), abs=1e-10)


def test_a_circuit_with_the_charge_as_coordinate_rings_like_its_closed_form():
    Q, i = da.expr.symbols("Q i")
    inductance, resistance, capacity = 0.5, 0.8, 0.1
    eom = da.formulations.TypedSystem([Q], [i], dissipation=0.5 * resistance * i**2).from_lagrangian(
        0.5 * inductance * i**2 - Q**2 / (2.0 * capacity)
    )
    motion = da.simulate(eom, eom.state(q={"Q": 0.3}), until=4.0, method=METHOD)
    decay = resistance / (2.0 * inductance)
    omega = np.sqrt(1.0 / (inductance * capacity) - decay**2)
    expected = np.exp(-decay * motion.times) * (
        np.cos(omega * motion.times) + decay / omega * np.sin(omega * motion.times)
    )
    assert motion["Q"] == pytest.approx(0.3 * expected, abs=1e-10)
    assert motion.energy_drift < RTOL_WORK


@pytest.mark.slow
def test_a_plate_that_moves_in_its_own_field_follows_its_two_equations():
    """A capacitor with a moving plate: charge and place are coupled by the energy of the field."""
    q, u, U = da.expr.symbols("x Q"), da.expr.symbols("v i"), da.expr.symbol("U")
    (x, Q), (v, i) = q, u
    m, c, k, d, L, R = 0.1, 0.3, 20.0, 1.0, 0.4, 2.0
    field = 0.5 * Q**2 * (d - x)
    eom = da.formulations.TypedSystem(
        q, u, dissipation=0.5 * c * v**2 + 0.5 * R * i**2, forces={"Q": U}, inputs=[U]
    ).from_energies(0.5 * m * v**2 + 0.5 * L * i**2, 0.5 * k * x**2 + field)

    def rate(t, y):
        x, Q, v, i = y
        return [v, i, (0.5 * Q**2 - k * x - c * v) / m, (1.5 - R * i - Q * (d - x)) / L]

    motion = da.simulate(eom, eom.state(tau={"U": 1.5}), until=3.0, method=METHOD)
    expected = solve_ivp(rate, (0.0, 3.0), np.zeros(4), method="DOP853", rtol=1e-12, atol=1e-14).y[:, -1]
    assert motion.states[-1] == pytest.approx(expected, abs=RTOL_RUN)
    assert np.abs(motion.energy_balance).max() < RTOL_WORK
    assert motion["U.power"] == pytest.approx(1.5 * motion["i"])


@pytest.mark.slow
def test_a_spring_pendulum_in_polar_coordinates_moves_like_a_ball_on_a_spring():
    m, k, rest = 1.0, 40.0, 0.75
    ball = da.sphere("ball", radius=0.05, mass=m)
    model = da.Model(
        da.Planar("pose", da.ground, ball),
        da.Spring("spring", da.ground, ball, stiffness=k, rest_length=rest),
        gravity=(0.0, -GRAVITY, 0.0),
    )
    q, u = da.expr.symbols("r theta"), da.expr.symbols("v w")
    (r, theta), (v, w) = q, u
    V = 0.5 * k * (r - rest) ** 2 - m * GRAVITY * r * da.cos(theta)
    eom = da.formulations.TypedSystem(q, u).from_energies(0.5 * m * (v**2 + (r * w) ** 2), V)
    by_energies = da.simulate(eom, eom.state(q={"r": 0.9, "theta": 0.7}), until=3.0, method=METHOD)
    start = model.state(q={"pose.x": 0.9 * np.sin(0.7), "pose.y": -0.9 * np.cos(0.7)})
    by_bodies = da.simulate(model, start, until=3.0, method=METHOD)
    x, y = by_energies.evaluate(r * da.sin(theta)), by_energies.evaluate(-r * da.cos(theta))
    assert x == pytest.approx(by_bodies["ball.position.x"], abs=RTOL_RUN)
    assert y == pytest.approx(by_bodies["ball.position.y"], abs=RTOL_RUN)


@pytest.mark.slow
def test_a_particle_near_the_speed_of_light_keeps_its_energy():
    """A Lagrangian that is not quadratic: L = −m c² √(1 − v²/c²) − k x²/2, with c = 2."""
    x, v = da.expr.symbols("x v")
    eom = da.formulations.TypedSystem([x], [v]).from_lagrangian(-4.0 * da.sqrt(1.0 - v**2 / 4.0) - 2.0 * x**2)
    motion = da.simulate(eom, eom.state(q={"x": 1.0}), until=3.0, method=METHOD)
    assert np.ptp(motion["energy"]) < 1e-9
    gamma = 1.0 / np.sqrt(1.0 - motion["v"] ** 2 / 4.0)
    assert motion["kinetic energy"] == pytest.approx(4.0 * (gamma - 1.0), abs=1e-10)
    assert motion["x.momentum"] == pytest.approx(gamma * motion["v"])
    assert np.abs(motion["v"]).max() > 1.2


def test_a_charge_in_a_magnetic_field_circles():
    """A Lagrangian with a part that is linear in speeds: ω = B e/m, and the energy is the kinetic one alone."""
    q, u = da.expr.symbols("x y"), da.expr.symbols("vx vy")
    (x, y), (vx, vy) = q, u
    eom = da.formulations.TypedSystem(q, u).from_lagrangian(0.5 * (vx**2 + vy**2) + 1.5 * (x * vy - y * vx))
    motion = da.simulate(eom, eom.state(u={"vx": 1.0}), until=2.0, method=METHOD)
    assert motion["vx"] == pytest.approx(np.cos(3.0 * motion.times), abs=1e-9)
    assert motion["vy"] == pytest.approx(-np.sin(3.0 * motion.times), abs=1e-9)
    assert motion["energy"] == pytest.approx(0.5)
    assert motion["kinetic energy"] == pytest.approx(0.5)

"""L + λᵀ ψ with velocities in ψ is stationary for motions that no blade makes, as of a knife edge on an incline.

The blade stands at (x, y), along θ, on a plane that falls towards y; G is the part of gravity along the plane.
ψ = ẋ sin θ − ẏ cos θ. Right: m v̇ = m G sin θ, J θ̈ = 0 for the speed v along the blade. With θ = ω t and
v = −(G/ω) cos θ the path is a cycloid, so the blade never gets further down than G/(2 ω²).

Stationary (vakonomic): d/dt (m ẋ + μ sin θ) = 0, d/dt (m ẏ − μ cos θ) = m G, J θ̈ = μ (ẋ cos θ + ẏ sin θ), that is
m v̇ = m G sin θ − μ θ̇, μ̇ = m v θ̇ − m G cos θ, J θ̈ = μ v, with a μ at the start that nothing tells.
"""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import dalembert as da
from tests.oracles.principle_systems import knife_edge_on_an_incline

MASS, INERTIA, G, TURNING, UNTIL = 1.5, 0.2, 9.81 * np.sin(0.4), 2.0, 4.0
"""Of the knife edge, and how fast it turns."""

METHOD = da.methods.DOP853(rtol=1e-12, atol=1e-13)

RIGHT = {
    "Kane": da.Kane(),
    "Lagrange, first kind": da.formulations.LagrangeFirstKind(),
    "Maggi": da.Maggi(),
    "Hamilton A": da.Hamilton(),
    "Hamilton B": da.Hamilton(da.formulations.MomentumMultipliers()),
}


def cycloid(t):
    """x, y and θ of the right motion."""
    R, phi = G / (4.0 * TURNING**2), 2.0 * TURNING * t
    return np.stack([-R * (phi + np.sin(phi)), -R * (1.0 - np.cos(phi)), TURNING * t], axis=-1)


def stationary(t, mu):
    """x, y, θ and v, μ, θ̇ of the motion that makes ∫ (L + μ ψ) dt stationary, and starts like the right one."""

    def rate(_, state):
        _, _, theta, v, mu, turning = state
        s, c = np.sin(theta), np.cos(theta)
        return [v * c, v * s, turning, G * s - mu * turning / MASS, MASS * (v * turning - G * c), mu * v / INERTIA]

    start = [0.0, 0.0, 0.0, -G / TURNING, mu, TURNING]
    return solve_ivp(rate, (t[0], t[-1]), start, "DOP853", t_eval=t, rtol=1e-11, atol=1e-12).y.T


@pytest.mark.parametrize("principle", RIGHT)
def test_a_knife_edge_on_an_incline_runs_along_a_cycloid(principle):
    model, _ = knife_edge_on_an_incline()
    eom = da.derive(model, RIGHT[principle])
    begin = model.state(u={"pose.x": -G / TURNING, "pose.angle": TURNING})
    motion = da.simulate(eom, da.convert_state(begin, model, eom), until=UNTIL, method=METHOD)
    found = np.stack([motion[name] for name in ("pose.x", "pose.y", "pose.angle")], axis=-1)
    np.testing.assert_allclose(found, cycloid(motion.times), rtol=0.0, atol=1e-9)

    # N = m (v ω − G cos θ), across the blade
    force = -2.0 * MASS * G * np.cos(TURNING * motion.times)
    np.testing.assert_allclose(motion["blade.multiplier"], force, rtol=0.0, atol=1e-8)


def test_the_stationary_motion_keeps_constraint_and_energy_and_satisfies_its_equations():
    # so that neither of them tells that it is wrong
    t = np.linspace(0.0, UNTIL, 4001)
    _, y, theta, v, mu, turning = stationary(t, 0.3).T
    energy = 0.5 * MASS * v**2 + 0.5 * INERTIA * turning**2 - MASS * G * y
    np.testing.assert_allclose(energy, energy[0], rtol=0.0, atol=1e-8)

    # its momenta are m ẋ + μ sin θ and m ẏ − μ cos θ; the first is constant, the second grows with m G
    first = MASS * v * np.cos(theta) + mu * np.sin(theta)
    second = MASS * v * np.sin(theta) - mu * np.cos(theta)
    np.testing.assert_allclose(first, first[0], rtol=0.0, atol=1e-8)
    np.testing.assert_allclose(second - second[0], MASS * G * t, rtol=0.0, atol=1e-8)


@pytest.mark.parametrize("mu", [-10.0, -3.0, -1.0, 0.0, 1.0, 3.0, 10.0])
def test_the_stationary_motion_is_another_one_whatever_its_multiplier_is_at_the_start(mu):
    t = np.linspace(0.0, UNTIL, 401)
    path, right = stationary(t, mu)[:, :3], cycloid(t)
    assert np.abs(path[:, :2] - right[:, :2]).max() > 1.0

    # the blade of mechanics turns evenly, as no moment acts on it
    assert np.abs(path[:, 2] - right[:, 2]).max() > 0.5
    assert right[:, 1].min() >= -G / (2.0 * TURNING**2) - 1e-12


def test_where_both_start_they_part_at_once():
    # even without any multiplier at the start, its rate is −2 m G: θ differs with the third power of time
    t = np.array([0.0, 0.01, 0.02])
    path, right = stationary(t, 0.0), cycloid(t)
    apart = path[1:, 2] - right[1:, 2]
    assert apart[1] / apart[0] == pytest.approx(8.0, rel=0.05)
    expected = -2.0 * MASS * G * (-G / TURNING) / INERTIA * t[1] ** 3 / 6.0
    assert apart[0] == pytest.approx(expected, rel=0.02)


@pytest.mark.covers("F001-23")
def test_a_lagrangian_with_the_row_in_it_is_refused():
    model, _ = knife_edge_on_an_incline()
    with pytest.raises(
        da.errors.FormulationError,
        match=r"MultiplierLagrangian cannot treat the row 'blade' of 'blade', which is simple nonholonomic.*"
        r"LagrangeFirstKind, whose forces are Jᵀ λ, can",
    ):
        da.derive(model, da.formulations.MultiplierLagrangian())


def test_a_hamiltonian_with_the_row_in_it_is_refused():
    model, _ = knife_edge_on_an_incline()
    with pytest.raises(
        da.errors.FormulationError,
        match=r"Hamilton cannot treat the row 'blade' of 'blade', which is simple nonholonomic.*"
        r"Hamilton\(ForceMultipliers\(\)\) and Hamilton\(MomentumMultipliers\(\)\) can",
    ):
        da.derive(model, da.Hamilton(da.formulations.DiracMultipliers()))

"""Minimal coordinates as a reference: energies of free bodies with the constraints put in."""

import numpy as np
import pytest

import dalembert as da
from tests.examples import example

METHOD = da.methods.DOP853(rtol=1e-13, atol=1e-14)


@pytest.mark.covers("F002-25")
def test_pendulum_of_varying_length_by_its_abscissa_alone():
    """Bajodah (2003), (326): (1 + 4 x²) ẍ + 4 x ẋ² + 2 g x = 0 and y = 1 − x²."""
    module = example("pendulum_of_varying_length")
    free = da.derive(module.pendulum())
    (x, y), (u, v) = free.q, free.u
    curve = {y: 1.0 - x**2, v: -2.0 * x * u}
    T, V = (
        da.expr.substitute(free.resolve(E), curve)
        for E in (da.energies.kinetic_energy(), da.energies.potential_energy())
    )
    minimal = da.formulations.TypedSystem([x], [u]).from_energies(T, V)

    found = da.as_dynamics(minimal).evaluate(
        {"M": minimal.M, "f": minimal.f}, minimal.state(q={"x": 0.7}, u={"x.rate": 1.3})
    )
    np.testing.assert_allclose(found["M"], [[1.0 + 4.0 * 0.7**2]], rtol=1e-14)
    np.testing.assert_allclose(found["f"], [-4.0 * 0.7 * 1.3**2 - 2.0 * 9.81 * 0.7], rtol=1e-14)

    # the motion of the thesis, and that of the two coordinates with their constraint
    alone = da.simulate(minimal, minimal.state(q={"x": 1.0}), until=10.0, method=METHOD)
    np.testing.assert_allclose(alone.states[-1], [0.4354191608, -3.0071017060], rtol=0.0, atol=1e-9)
    np.testing.assert_allclose(1.0 - alone["x"][-1] ** 2, 0.8104101544, rtol=0.0, atol=1e-9)
    both = module.swing(10.0)
    np.testing.assert_allclose(both["x"], alone["x"], rtol=0.0, atol=1e-9)
    np.testing.assert_allclose(both["y"], 1.0 - alone["x"] ** 2, rtol=0.0, atol=1e-9)


def appell_and_hamels_pair():
    """The mechanism by two speeds: its Gibbs function with the other three put in, positions x and y left out."""
    module = example("appell_hamel")
    model = module.appell_hamel()
    parts = [part for part in model.parts if not isinstance(part, da.Holonomic | da.Nonholonomic)]
    free = da.derive(da.Model(*parts, gravity=model.gravity))
    _, _, angle, z, spin = free.q
    ux, uy, turn, uz, roll = free.u
    rates = turning, rolling = da.expr.symbols("θ'' φ''")
    a, b, rho = module.RADIUS, module.DRUM, module.AHEAD
    dependent = {
        ux: a * roll * da.cos(angle) - rho * turn * da.sin(angle),
        uy: a * roll * da.sin(angle) + rho * turn * da.cos(angle),
        uz: -b * roll,
    }
    moving = {angle: turn, spin: roll, turn: turning, roll: rolling}
    known = {u: da.expr.time_derivative(y, moving) for u, y in dependent.items()} | {turn: turning, roll: rolling}
    S = da.energies.acceleration_energy(free, np.array([known[u] for u in free.u], dtype=object))
    V = da.expr.substitute(free.resolve(da.energies.potential_energy()), {z: module.HEIGHT - b * spin})
    return da.formulations.TypedSystem([angle, spin], [turn, roll], rates).from_gibbs_function(
        da.expr.substitute(S, dependent), V=V
    )


@pytest.mark.covers("F002-25")
@pytest.mark.parametrize("is_squared", [False, True])
def test_appell_and_hamels_mechanism_by_two_speeds(is_squared):
    """(I + m ρ²) θ̈ = −m ρ a θ̇ φ̇ and (I + a² (M + m) + b² m) φ̈ = m ρ a θ̇² + m g b."""
    pair = appell_and_hamels_pair()
    start = pair.state(q={"frame.angle": 0.4}, u={"frame.angle.rate": 1.1, "spin.rate": 0.7})
    found = da.as_dynamics(pair).evaluate({"M": pair.M, "f": pair.f}, start)
    np.testing.assert_allclose(found["M"], np.diag([26.0, 7.25]), rtol=1e-13, atol=1e-13)
    np.testing.assert_allclose(found["f"], [-5.0 * 1.1 * 0.7, 5.0 * 1.1**2 + 9.81 * 0.5], rtol=1e-13)

    times = (1.0, 2.0, 5.0, 10.0)
    one = {"frame.angle.rate": 1.0, "spin.rate": 1.0}
    reduced = da.simulate(pair, pair.state(u=one), until=10.0, times=times, method=METHOD)
    table = {
        "frame.angle": (0.875124914, 1.454184398, 1.993552285, 2.027929567),
        "spin": (1.631845501, 4.317075317, 16.949343624, 51.635845388),
        "frame.angle.rate": (0.730653133, 0.435959124, 0.038408013, 0.000048693),
        "spin.rate": (2.209016019, 3.121868131, 5.245486814, 8.628722231),
    }
    whole = example("appell_hamel").roll(is_squared, times=times)
    for name, expected in table.items():
        np.testing.assert_allclose(reduced[name], expected, rtol=0.0, atol=6e-10, err_msg=name)
        np.testing.assert_allclose(whole[name], reduced[name], rtol=0.0, atol=1e-9, err_msg=name)

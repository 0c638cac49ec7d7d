"""Forces, inputs and time in typed equations, and the work that they do."""

import numpy as np
import pytest

import dalembert as da
from tests.oracles.typed_systems import GRAVITY, METHOD, RTOL, RTOL_WORK, accelerations, numbers, signals


@pytest.mark.slow
def test_a_rayleigh_function_is_its_force():
    q, u = da.expr.symbols("x y"), da.expr.symbols("v w")
    (x, y), (v, w) = q, u
    T, V = 0.5 * v**2 + 0.5 * (1.0 + x**2) * w**2, x**2 + x * y**2
    R = 0.3 * v**2 + 0.1 * da.cos(x) * (v - w) ** 2
    damped = da.formulations.TypedSystem(q, u, dissipation=R).from_energies(T, V)
    forces = {"v": -0.6 * v - 0.2 * da.cos(x) * (v - w), "y": 0.2 * da.cos(x) * (v - w)}
    forced = da.formulations.TypedSystem(q, u, forces=forces).from_lagrangian(T - V)
    state = (0.4, -0.8), (1.2, 0.5)
    assert accelerations(damped, *state) == pytest.approx(accelerations(forced, *state), rel=RTOL)
    assert signals(damped, ["power"], *state) == pytest.approx(signals(forced, ["power"], *state), rel=RTOL)
    start = damped.state(q={"x": 0.4, "y": -0.8}, u={"v": 1.2, "w": 0.5})
    assert da.simulate(damped, start, until=2.0, method=METHOD).energy_drift < RTOL_WORK


def test_one_description_serves_energies_a_lagrangian_and_a_gibbs_function():
    """With dissipation, a force, an input, a constraint, a redundant speed and accelerations by usual names."""
    (x, y), (v, w, s), F = da.expr.symbols("x y"), da.expr.symbols("v w s"), da.expr.symbol("F")
    vd, wd = da.expr.symbols("v' w'")
    system = da.formulations.TypedSystem(
        *([x, y], [v, w, s]),
        rates={"x": v, "y": w},
        definitions={"s": v + 2.0 * w},
        forces={"x": F - y, "s": 0.3},
        dissipation=0.2 * v**2 + 0.1 * s**2,
        inputs=[F],
        constraints=[("curve", y - x**2)],
    )
    T, V = 0.5 * v**2 + w**2, 3.0 * x * y
    made = [
        system.from_energies(T, V),
        system.from_lagrangian(T - V),
        system.from_gibbs_function(0.5 * vd**2 + wd**2, V),
    ]
    state = ([0.4, 0.16], [1.2, 0.96, 3.12])
    one, *others = (accelerations(eom, *state, tau={"F": 0.7}) for eom in made)
    for other in others:
        assert other == pytest.approx(one, rel=RTOL)
    # by hand: along the curve, with forces Q on x and y
    Q = np.array([0.7 - 0.16 + 0.3 - 0.4 * 1.2 - 0.2 * 3.12 - 3.0 * 0.16, 2.0 * (0.3 - 0.2 * 3.12) - 3.0 * 0.4])
    slope, bend = 0.8, 2.0 * 1.2**2
    by_hand = (Q @ [1.0, slope] - 2.0 * slope * bend) / (1.0 + 2.0 * slope**2)
    assert one[0] == pytest.approx(by_hand, rel=RTOL)


def test_forces_along_rates_and_along_speeds_are_told_apart_by_name():
    x, v, F = da.expr.symbols("x v F")
    options = {"rates": {"x": 2.0 * v}, "inputs": [F]}
    along_rate = da.formulations.TypedSystem([x], [v], forces={"x": F}, **options).from_energies(2.0 * v**2)
    along_speed = da.formulations.TypedSystem([x], [v], forces={"v": F}, **options).from_energies(2.0 * v**2)
    assert numbers(along_rate, along_rate.G, [0.0], [0.0]) == pytest.approx(np.array([[2.0]]))
    assert numbers(along_speed, along_speed.G, [0.0], [0.0]) == pytest.approx(np.array([[1.0]]))


def test_a_bead_on_a_hoop_that_is_turned_balances_its_energy():
    """Time stands in the kinetic energy: the power of what turns the hoop is part of the balance."""
    theta, w = da.expr.symbols("theta w")
    turning = 2.0 + da.sin(da.time)
    T = 0.5 * (w**2 + (turning * da.sin(theta)) ** 2)
    eom = da.formulations.TypedSystem([theta], [w]).from_energies(T, -GRAVITY * da.cos(theta))
    motion = da.simulate(eom, eom.state(q={"theta": 1.0}), until=3.0, method=METHOD)
    assert np.ptp(motion["energy"]) > 0.1
    assert np.abs(motion.energy_balance).max() < RTOL_WORK
    assert accelerations(eom, [1.0], [0.0], t=0.0) == pytest.approx(
        [np.sin(1.0) * (4.0 * np.cos(1.0) - GRAVITY)], rel=RTOL
    )


@pytest.mark.slow
def test_a_constraint_that_moves_does_the_work_that_changes_the_energy():
    q, u = da.expr.symbols("x y"), da.expr.symbols("vx vy")
    (x, y) = q
    length = 1.0 + 0.2 * da.sin(3.0 * da.time)
    eom = da.formulations.TypedSystem(q, u, constraints=[("rod", x**2 + y**2 - length**2)]).from_energies(
        0.5 * (u[0] ** 2 + u[1] ** 2), GRAVITY * y
    )
    start = da.assemble(eom, guess={"x": 0.6, "y": -0.8})
    motion = da.simulate(eom, start, until=2.0, method=METHOD)
    assert np.ptp(motion["energy"]) > 0.1
    assert np.abs(motion.energy_balance).max() < RTOL_WORK
    assert eom.rows[0].is_rheonomic


def test_a_row_of_speeds_does_work_where_rates_drift():
    (x, y), (v, w) = da.expr.symbols("x y"), da.expr.symbols("v w")
    drift = da.sin(da.time)
    T, rates = 0.5 * (v + drift) ** 2 + w**2, {"x": v + drift, "y": w}
    eom = da.formulations.TypedSystem([x, y], [v, w], rates=rates, constraints=[("equal", v - w)]).from_energies(
        T, 0.5 * x**2
    )
    motion = da.simulate(eom, eom.state(q={"x": 1.0}), until=2.0, method=METHOD)
    assert np.ptp(motion["energy"]) > 0.1
    assert np.abs(motion.energy_balance).max() < RTOL_WORK

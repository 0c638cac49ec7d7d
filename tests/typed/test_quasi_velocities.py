"""Energies and Gibbs functions in speeds that are no rates, redundant ones too; nonholonomic systems."""

import numpy as np
import pytest

import dalembert as da
from dalembert.expr.rewrite import evaluate
from tests.oracles.typed_systems import GRAVITY, METHOD, RTOL, RTOL_RUN, RTOL_WORK, accelerations, numbers, signals

# ---- one system by all energy-like functions


def spherical_pendulums():
    """A unit mass on a sphere of unit radius, gravity along +x: polar angle theta, azimuth phi."""
    q, u, a = da.expr.symbols("theta phi"), da.expr.symbols("w n"), da.expr.symbols("alpha beta")
    theta, (w, n), (alpha, beta) = q[0], u, a
    s, c = da.sin(theta), da.cos(theta)
    V = -GRAVITY * c

    # accelerations along the meridian and across, for the rates w and n of the angles
    S = 0.5 * (alpha - n**2 * s * c) ** 2 + 0.5 * (s * beta + 2.0 * c * w * n) ** 2

    # quasi-velocities: along the meridian, and across with h = s n
    h = da.expr.symbol("h")
    return {
        "A.1": da.formulations.TypedSystem(q, u, a).from_gibbs_function(S, V=V),
        "A.2": da.formulations.TypedSystem(q, u).from_energies(0.5 * w**2 + 0.5 * (s * n) ** 2, V),
        "A.7": da.formulations.TypedSystem(q, [w, h], rates={"theta": w, "phi": h / s}).from_energies(
            0.5 * w**2 + 0.5 * h**2, V
        ),
        "A.7 redundant": da.formulations.TypedSystem(
            q, [w, n, h], rates={"theta": w, "phi": n}, definitions={"h": s * n}
        ).from_energies(0.5 * w**2 + 0.5 * h**2, V),
    }


@pytest.mark.covers("F000-53")
@pytest.mark.parametrize("form", ["A.1", "A.2", "A.7", "A.7 redundant"])
def test_gibbs_function_and_kinetic_energies_in_any_speeds_give_the_same_accelerations(form):
    eom = spherical_pendulums()[form]
    theta, w, n = 0.8, 0.7, 1.3
    s, c = np.sin(theta), np.cos(theta)
    w_rate, n_rate = s * (c * n**2 - GRAVITY), -2.0 * c * n * w / s
    values = {"w": w, "n": n, "h": s * n}
    rates = {"w": w_rate, "n": n_rate, "h": s * n_rate + c * w * n}
    found = accelerations(eom, (theta, 0.3), [values[name] for name in eom.speeds])
    assert found == pytest.approx([rates[name] for name in eom.speeds], rel=RTOL)


@pytest.mark.covers("F000-53")
def test_a_redundant_speed_that_is_no_linear_function_of_rates_gives_the_same_motion():
    """The square of the velocity as a speed v, with T = m v/2 alone: modular methodology E-4.1 (c), (A.7)."""
    q, (vx, vy, vz, v) = da.expr.symbols("x y z"), da.expr.symbols("vx vy vz v")
    mass = 2.0
    eom = da.formulations.TypedSystem(
        q,
        [vx, vy, vz, v],
        rates=[vx, vy, vz],
        definitions={"v": vx**2 + vy**2 + vz**2},
        constraints=[("sphere", 0.5 * (q[0] ** 2 + q[1] ** 2 + q[2] ** 2 - 1.0))],
    ).from_energies(0.5 * mass * v, -mass * GRAVITY * q[0])
    place, velocity = np.array([0.6, 0.0, 0.8]), np.array([0.4, 0.9, -0.3])
    square = float(velocity @ velocity)
    found = accelerations(eom, place, [*velocity, square])
    expected = np.array([GRAVITY, 0.0, 0.0]) - place * (square + GRAVITY * place[0])
    assert found == pytest.approx([*expected, 2.0 * GRAVITY * velocity[0]], rel=RTOL)
    assert numbers(eom, eom.M, place, [*velocity, square]) == pytest.approx(np.diag([mass, mass, mass, 0.0]))
    start = eom.state(q={"z": 1.0}, u={"vx": 0.5, "vy": 1.0, "v": 1.25})
    motion = da.simulate(eom, start, until=2.0, method=METHOD)
    assert np.ptp(motion["energy"]) < 1e-9
    assert motion["v"] == pytest.approx(motion["vx"] ** 2 + motion["vy"] ** 2 + motion["vz"] ** 2, abs=1e-10)
    assert not eom.rows[1].is_physical and eom.rows[0].is_physical


@pytest.mark.covers("F000-53")
@pytest.mark.parametrize("has_drift", [False, True])
def test_any_kinetic_energy_in_quasi_velocities_gives_what_it_gives_in_rates(has_drift):
    """Boltzmann and Hamel against Lagrange, with rates that depend on coordinates, and on time if they drift."""
    q, v, u = da.expr.symbols("q", 3), da.expr.symbols("v", 3), da.expr.symbols("u", 3)
    W = np.array([[2.0 + da.sin(q[1]), 0.3, 0.0], [q[2], 1.5, 0.2 * q[0]], [0.1, da.cos(q[0]), 1.2]], dtype=object)
    eta = np.array([da.sin(da.time), 0.2 * q[0], 0.3], dtype=object) if has_drift else np.zeros(3)
    A = np.array([[2.0, 0.3, q[0]], [0.3, 1.0 + q[1] ** 2, 0.1], [q[0], 0.1, 5.0 + da.cos(q[2])]], dtype=object)
    T, V = 0.5 * v @ A @ v + 0.4 * da.time * v[0], q[0] ** 2 + q[1] * q[2]
    force = {q[0]: da.sin(q[1]) - v[2]}
    plain = da.formulations.TypedSystem(q, v, forces=force).from_energies(T, V)
    rates = W @ u + eta
    there = dict(zip(v, rates, strict=True))
    quasi = da.formulations.TypedSystem(
        q, u, rates=rates, forces={q[0]: da.expr.substitute(force[q[0]], there)}
    ).from_energies(da.expr.substitute(T, there), V)
    place, speeds, t = [0.4, -0.3, 0.7], [0.5, 1.1, -0.6], 0.8
    values = {**dict(zip(q, place, strict=True)), **dict(zip(u, speeds, strict=True)), da.time: t}
    found = accelerations(quasi, place, speeds, t=t)

    # v̇ = W u̇ + the rest
    motion = {**dict(zip(q, rates, strict=True)), **dict(zip(u, found, strict=True))}
    rates_of_rates = evaluate(da.expr.time_derivative(rates, motion), values)
    expected = accelerations(plain, place, evaluate(rates, values), t=t)
    assert rates_of_rates == pytest.approx(expected, rel=RTOL)

    # functions of energy are the same too
    names = ["hamiltonian", "power", "q[1].momentum"]
    assert signals(quasi, names, place, speeds, t=t) == pytest.approx(
        signals(plain, names, place, evaluate(rates, values), t=t), rel=RTOL
    )


def test_a_free_body_from_its_kinetic_energy_in_body_rates_obeys_eulers_equations():
    """Four Euler parameters, three speeds: fewer speeds than rates will do where they reach a surface."""
    e, w = da.expr.symbols("e0 e1 e2 e3"), da.expr.symbols("wx wy wz")
    E = np.array([[-e[1], -e[2], -e[3]], [e[0], -e[3], e[2]], [e[3], e[0], -e[1]], [-e[2], e[1], e[0]]])
    I = np.array([1.0, 2.0, 3.0])
    eom = da.formulations.TypedSystem(e, w, rates=0.5 * E @ np.array(w)).from_energies(
        0.5 * (I * np.array(w)) @ np.array(w)
    )
    speeds = np.array([0.4, -0.9, 1.3])
    found = accelerations(eom, (0.5, 0.5, -0.5, 0.5), speeds)
    assert found == pytest.approx(-np.cross(speeds, I * speeds) / I, rel=RTOL)
    start = eom.state(q={"e0": 1.0}, u={"wx": 0.1, "wy": 2.0, "wz": 0.1})
    motion = da.simulate(eom, start, until=0.6, method=METHOD)
    assert motion.states[-1, 4:] == pytest.approx([-0.004943364824, 2.002492337849, 0.081699524388], abs=1e-10)
    assert motion.energy_drift < 1e-10


# ---- nonholonomic systems

SLEIGH = {"m": 1.3, "a": 0.4, "I": 0.25}


def sleighs():
    """A sleigh on a blade at P, whose mass centre is a ahead: by Gibbs and Appell, and by Boltzmann and Hamel."""
    m, a, I = SLEIGH.values()
    theta, q = da.expr.symbol("theta"), da.expr.symbols("x y theta")
    v, s, w = da.expr.symbols("v s w")
    vd, wd = da.expr.symbols("vd wd")
    c, n = da.cos(theta), da.sin(theta)
    S = 0.5 * m * ((vd - a * w**2) ** 2 + (a * wd + v * w) ** 2) + 0.5 * I * wd**2
    by_gibbs = da.formulations.TypedSystem(
        q, [v, w], [vd, wd], rates={"x": v * c, "y": v * n, "theta": w}
    ).from_gibbs_function(S)
    T = 0.5 * m * (v**2 + (s + a * w) ** 2) + 0.5 * I * w**2
    rates = {"x": v * c - s * n, "y": v * n + s * c, "theta": w}
    by_hamel = da.formulations.TypedSystem(q, [v, s, w], rates=rates, constraints=[("blade", s)]).from_energies(T)
    (xd, yd), rate = da.expr.symbols("xd yd"), da.expr.symbol("thetad")
    there = {v: xd * c + yd * n, s: -xd * n + yd * c, w: rate}
    by_lagrange = da.formulations.TypedSystem(
        q, [xd, yd, rate], constraints=[("blade", da.expr.substitute(1.0 * s, there))]
    ).from_energies(da.expr.substitute(T, there))
    return by_gibbs, by_hamel, by_lagrange


def test_a_sleigh_on_a_blade_obeys_its_closed_form_by_gibbs_and_by_hamel():
    m, a, I = SLEIGH.values()
    by_gibbs, by_hamel, by_lagrange = sleighs()
    v, w, theta = 0.8, 1.5, 0.6
    expected = np.array([a * w**2, -m * a * v * w / (I + m * a**2)])
    assert accelerations(by_gibbs, (0.1, 0.2, theta), (v, w)) == pytest.approx(expected, rel=RTOL)
    found = accelerations(by_hamel, (0.1, 0.2, theta), (v, 0.0, w))
    assert found == pytest.approx([expected[0], 0.0, expected[1]], rel=RTOL, abs=1e-14)
    sideways = signals(by_hamel, ["blade.multiplier"], (0.1, 0.2, theta), (v, 0.0, w))
    assert sideways == pytest.approx([m * (a * expected[1] + v * w)], rel=RTOL)
    speeds = (v * np.cos(theta), v * np.sin(theta), w)
    assert signals(by_lagrange, ["blade.multiplier"], (0.1, 0.2, theta), speeds) == pytest.approx(
        sideways, rel=RTOL
    )


@pytest.mark.slow
def test_the_sleigh_runs_the_same_way_and_keeps_its_energy():
    by_gibbs, by_hamel, by_lagrange = sleighs()
    first = da.simulate(by_gibbs, by_gibbs.state(u={"v": 0.2, "w": 2.0}), until=4.0, method=METHOD)
    second = da.simulate(by_hamel, by_hamel.state(u={"v": 0.2, "w": 2.0}), until=4.0, method=METHOD)
    third = da.simulate(by_lagrange, by_lagrange.state(u={"xd": 0.2, "thetad": 2.0}), until=4.0, method=METHOD)
    for name in ("x", "y", "theta"):
        assert second[name] == pytest.approx(first[name], abs=RTOL_RUN)
        assert third[name] == pytest.approx(first[name], abs=RTOL_RUN)
    assert second.energy_drift < 1e-9
    assert np.abs(second["blade.residual"]).max() < 1e-13


def test_a_constraint_that_is_not_linear_in_speeds_is_kept_in_the_sense_of_chetaev():
    """A particle whose speed is held by a force along its path: uniform motion, gravity only turns it."""
    q, (vx, vy) = da.expr.symbols("x y"), da.expr.symbols("vx vy")
    eom = da.formulations.TypedSystem(q, [vx, vy], constraints=[("pace", vx**2 + vy**2 - 4.0)]).from_energies(
        0.5 * (vx**2 + vy**2), GRAVITY * q[1]
    )
    assert not eom.rows[0].is_linear
    start = da.assemble(eom, u={"vx": 1.6}, guess=da.State(u={"vy": 1.0}))
    motion = da.simulate(eom, start, until=1.0, method=METHOD)
    assert np.hypot(motion["vx"], motion["vy"]) == pytest.approx(2.0, abs=1e-12)
    assert np.abs(motion.energy_balance).max() < RTOL_WORK

"""Equations that are typed in: from energies, Gibbs functions and rows, against bodies and closed forms."""

import numpy as np
import pytest
import sympy
from scipy.integrate import solve_ivp

import dalembert as da
from dalembert.expr.rewrite import evaluate

RTOL = 1e-10
"""Accelerations by two ways of deriving them: rounding of a small linear system."""

RTOL_RUN = 1e-8
"""States after a few seconds, with steps controlled to 1e-12."""

RTOL_WORK = 1e-7
"""Of energies of about one: the power is integrated over a thousand rows, to fourth order."""

PRINTED = 5e-12
"""Half a unit of the last decimal of reference numbers with twelve of them, and rounding."""

METHOD = da.DOP853(rtol=1e-12, atol=1e-13)
GRAVITY = 9.81

SOLVERS = [
    da.AugmentedMatrix(),
    da.BlockInverse(),
    da.ProjectorForm(),
    da.NullSpace(),
    da.CoordinatePartitioning(),
    da.FullOrderForm(),
    da.WeightedPseudoinverse(),
    da.StackedPseudoinverse(),
    da.OneAtATime(),
]


def accelerations(eom, q, u, **more):
    state = eom.state(
        q=dict(zip(eom.coordinates, q, strict=True)), u=dict(zip(eom.speeds, u, strict=True)), **more
    )
    return np.array([*da.as_dynamics(eom).accelerations(state).values()])


def signals(eom, names, q, u, **more):
    state = eom.state(
        q=dict(zip(eom.coordinates, q, strict=True)), u=dict(zip(eom.speeds, u, strict=True)), **more
    )
    return [*da.as_dynamics(eom).signals(names, state).values()]


def numbers(eom, y, q, u):
    return evaluate(y, {**dict(zip(eom.q, q, strict=True)), **dict(zip(eom.u, u, strict=True))})


# ---- systems that could be made of bodies


def double_pendulum():
    """Two solid cylinders in a vertical plane, the second angle relative: exercises 1 and 5."""
    q, u = da.symbols("q1 q2"), da.symbols("u1 u2")
    (l1, l2), (r1, r2), (m1, m2) = (0.7, 0.6), (0.15, 0.125), (2.5, 1.5)
    places = [l1 / 2 * direction(q[0]), l1 * direction(q[0]) + l2 / 2 * direction(q[0] + q[1])]
    T, V = 0.0, 0.0
    for m, l, r, place, w in zip((m1, m2), (l1, l2), (r1, r2), places, (u[0], u[0] + u[1]), strict=True):
        v = da.time_derivative(place, dict(zip(q, u, strict=True)))
        T, V = T + 0.5 * m * (v @ v) + 0.5 * m * (l**2 / 12 + r**2 / 4) * w**2, V + m * GRAVITY * place[1]
    return da.Equations.from_energies(T, V, q, u)


def direction(angle):
    return np.array([da.cos(angle), da.sin(angle)])


@pytest.mark.covers("F001-20")
def test_energies_of_two_links_give_their_mass_matrix_bias_and_gravity():
    eom = double_pendulum()
    q, u = (0.3, -0.7), (1.0, -2.0)
    M, f = numbers(eom, eom.M, q, u), numbers(eom, eom.f, q, u)
    g = -numbers(eom, eom.f, q, (0.0, 0.0))
    expected = [[1.825105786323, 0.426784663995], [0.426784663995, 0.185859375]]
    assert pytest.approx(np.array(expected), abs=PRINTED) == M
    assert g == pytest.approx([22.106836852796, 4.066023758026], abs=PRINTED)
    assert -f - g == pytest.approx([0.0, -0.20292857148], abs=PRINTED)
    assert accelerations(eom, q, u) == pytest.approx([-15.662357162085, 15.180071773288], abs=1e-11)
    found = signals(eom, ["kinetic energy", "potential energy", "q1.momentum", "u2.momentum", "hamiltonian"], q, u)
    assert found == pytest.approx(
        [0.430702315172, 3.861590190523, 0.971536458333, 0.055065913995, 4.292292505695], abs=PRINTED
    )


@pytest.mark.covers("F001-20")
def test_energies_of_two_links_give_the_motion_of_a_model_of_two_links():
    first = da.rod("first", length=0.7, radius=0.15, mass=2.5)
    second = da.rod("second", length=0.6, radius=0.125, mass=1.5)
    model = da.Model(
        da.Revolute("q1", da.ground, first, axis="z"),
        da.Revolute("q2", first["end"], second, axis="z"),
        gravity=(0.0, -GRAVITY, 0.0),
    )
    typed = double_pendulum()
    by_bodies = da.simulate(model, model.state(q={"q1": 0.3, "q2": -0.7}), until=2.0, method=METHOD)
    by_energies = da.simulate(typed, typed.state(q={"q1": 0.3, "q2": -0.7}), until=2.0, method=METHOD)
    for name in ("q1", "q2", "energy"):
        assert by_energies[name] == pytest.approx(by_bodies[name], abs=RTOL_RUN)
    assert by_energies.energy_drift < 1e-10
    assert by_energies.residuals["dynamics"].max() < 1e-11


def slider_crank(solver=None, **more):
    """Two links of unit length and mass without rotary inertia, the tip on y = 0: exercises 2 and 6."""
    q, u = da.symbols("q1 q2"), da.symbols("u1 u2")
    (q1, q2), (u1, u2) = q, u
    T = ((6 + 4 * da.cos(q2)) * u1**2 + (2 + 4 * da.cos(q2)) * u1 * u2 + u2**2) / 8
    V = GRAVITY / 2 * (3 * da.sin(q1) + da.sin(q1 + q2))
    tip = ("tip", da.sin(q1) + da.sin(q1 + q2))
    return da.Equations.from_energies(T, V, q, u, constraints=[tip], solver=solver, **more)


@pytest.mark.covers("F001-20")
@pytest.mark.parametrize("solver", [None, *SOLVERS], ids=lambda solver: type(solver).__name__)
def test_a_constraint_on_energies_has_its_multiplier_by_every_solver(solver):
    eom = slider_crank(solver)
    state = (np.pi / 3, -2 * np.pi / 3), (0.5, -1.0)
    assert accelerations(eom, *state) == pytest.approx([-2.560753175473, 5.121506350946], abs=PRINTED)
    assert signals(eom, ["tip.multiplier"], *state) == pytest.approx([7.249246824527], abs=PRINTED)


def test_a_constrained_run_has_the_reference_positions_and_multipliers():
    eom = slider_crank()
    start = da.assemble(eom, q={"q1": np.pi / 3}, guess={"q2": -2.0})
    assert start.q["q2"] == pytest.approx(-2 * np.pi / 3)
    times = [0.25, 0.5, 0.75, 1.0]
    motion = da.simulate(eom, start, until=1.0, times=times, method=METHOD)
    assert motion["q1"] == pytest.approx(
        [0.966919924722, 0.664456839470, -0.360141673503, -1.460832869578], abs=1e-9
    )
    assert motion["tip.multiplier"][:3] == pytest.approx([6.9647196357, 4.019499654463, 18.297625702246], abs=1e-8)
    assert np.abs(motion["tip.residual"]).max() < 1e-13


def gyroscope():
    """Yoke, beam and rotor, turning about z, y and x, with all masses one: X001-D."""
    q, u = da.symbols("q1 q2 q3"), da.symbols("u1 u2 u3")
    s2, c2, s3, c3 = da.sin(q[1]), da.cos(q[1]), da.sin(q[2]), da.cos(q[2])
    w2 = np.array([-s2 * u[0], u[1], c2 * u[0]])
    w3 = np.array([u[2] - s2 * u[0], c2 * s3 * u[0] + c3 * u[1], c2 * c3 * u[0] - s3 * u[1]])
    I2, I3 = np.array([0.125, 3.0625, 3.083]), np.array([1 / 2, 1 / 12 + 1 / 4, 1 / 12 + 1 / 4])
    speed2 = (c2 * u[0]) ** 2 + u[1] ** 2
    T = 0.25 * u[0] ** 2 + 0.5 * (I2 * w2) @ w2 + 0.5 * speed2 + 0.5 * (I3 * w3) @ w3 + 4.5 * speed2
    V = GRAVITY * (1.5 + 5.0 - 2.0 * s2)
    return da.Equations.from_energies(T, V, q, u)


@pytest.mark.covers("F001-20")
def test_the_gyroscope_from_its_energies_has_the_reference_motion_and_constant_momenta():
    eom = gyroscope()
    start = eom.state(q={"q2": -np.pi / 6}, u={"u3": np.pi / 4})
    state = [*start.q.values()], [*start.u.values()]
    assert numbers(eom, eom.M, *state) == pytest.approx(
        np.array([[10.7185, 0.0, 0.25], [0.0, 13.395833333333, 0.0], [0.25, 0.0, 0.5]]), abs=PRINTED
    )
    assert accelerations(eom, *state) == pytest.approx([0.0, 1.268410706482, 0.0], abs=PRINTED)
    assert signals(eom, ["kinetic energy", "energy", "q1.momentum", "q3.momentum"], *state) == pytest.approx(
        [0.154212568767, 73.729212568767, 0.196349540849, 0.392699081699], abs=PRINTED
    )
    motion = da.simulate(eom, start, until=5.0, times=[0.5, 1.0, 2.0, 5.0], method=METHOD)
    assert motion.states[:, :3] == pytest.approx(
        np.array(
            [
                [0.000801347782, -0.362753835833, 0.392366464820],
                [0.006028304473, 0.140615198994, 0.784617219365],
                [0.257704678853, 2.020080097149, 1.807084332403],
                [0.318396464874, 2.278184492243, 4.192270428703],
            ]
        ),
        abs=1e-9,
    )
    for name in ("q1.momentum", "q3.momentum", "energy"):
        assert np.ptp(motion[name]) < 1e-9


# ---- one system by all energy-like functions


def spherical_pendulums():
    """A unit mass on a sphere of unit radius, gravity along +x: polar angle theta, azimuth phi."""
    q, u, a = da.symbols("theta phi"), da.symbols("w n"), da.symbols("alpha beta")
    theta, (w, n), (alpha, beta) = q[0], u, a
    s, c = da.sin(theta), da.cos(theta)
    V = -GRAVITY * c

    # accelerations along the meridian and across, for the rates w and n of the angles
    S = 0.5 * (alpha - n**2 * s * c) ** 2 + 0.5 * (s * beta + 2.0 * c * w * n) ** 2

    # quasi-velocities: along the meridian, and across with h = s n
    h = da.symbol("h")
    return {
        "A.1": da.Equations.from_gibbs_function(S, q, u, a, V=V),
        "A.2": da.Equations.from_energies(0.5 * w**2 + 0.5 * (s * n) ** 2, V, q, u),
        "A.7": da.Equations.from_energies(0.5 * w**2 + 0.5 * h**2, V, q, [w, h], rates={"theta": w, "phi": h / s}),
        "A.7 redundant": da.Equations.from_energies(
            0.5 * w**2 + 0.5 * h**2,
            V,
            q,
            [w, n, h],
            rates={"theta": w, "phi": n},
            definitions={"h": s * n},
        ),
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
    q, (vx, vy, vz, v) = da.symbols("x y z"), da.symbols("vx vy vz v")
    mass = 2.0
    eom = da.Equations.from_energies(
        0.5 * mass * v,
        -mass * GRAVITY * q[0],
        q,
        [vx, vy, vz, v],
        rates=[vx, vy, vz],
        definitions={"v": vx**2 + vy**2 + vz**2},
        constraints=[("sphere", 0.5 * (q[0] ** 2 + q[1] ** 2 + q[2] ** 2 - 1.0))],
    )
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
    q, v, u = da.symbols("q", 3), da.symbols("v", 3), da.symbols("u", 3)
    W = np.array([[2.0 + da.sin(q[1]), 0.3, 0.0], [q[2], 1.5, 0.2 * q[0]], [0.1, da.cos(q[0]), 1.2]], dtype=object)
    eta = np.array([da.sin(da.time), 0.2 * q[0], 0.3], dtype=object) if has_drift else np.zeros(3)
    A = np.array([[2.0, 0.3, q[0]], [0.3, 1.0 + q[1] ** 2, 0.1], [q[0], 0.1, 5.0 + da.cos(q[2])]], dtype=object)
    T, V = 0.5 * v @ A @ v + 0.4 * da.time * v[0], q[0] ** 2 + q[1] * q[2]
    force = {q[0]: da.sin(q[1]) - v[2]}
    plain = da.Equations.from_energies(T, V, q, v, forces=force)
    rates = W @ u + eta
    there = dict(zip(v, rates, strict=True))
    quasi = da.Equations.from_energies(
        da.substitute(T, there), V, q, u, rates=rates, forces={q[0]: da.substitute(force[q[0]], there)}
    )
    place, speeds, t = [0.4, -0.3, 0.7], [0.5, 1.1, -0.6], 0.8
    values = {**dict(zip(q, place, strict=True)), **dict(zip(u, speeds, strict=True)), da.time: t}
    found = accelerations(quasi, place, speeds, t=t)

    # v̇ = W u̇ + the rest
    motion = {**dict(zip(q, rates, strict=True)), **dict(zip(u, found, strict=True))}
    rates_of_rates = evaluate(da.time_derivative(rates, motion), values)
    expected = accelerations(plain, place, evaluate(rates, values), t=t)
    assert rates_of_rates == pytest.approx(expected, rel=RTOL)

    # functions of energy are the same too
    names = ["hamiltonian", "power", "q[1].momentum"]
    assert signals(quasi, names, place, speeds, t=t) == pytest.approx(
        signals(plain, names, place, evaluate(rates, values), t=t), rel=RTOL
    )


def test_a_free_body_from_its_kinetic_energy_in_body_rates_obeys_eulers_equations():
    """Four Euler parameters, three speeds: fewer speeds than rates will do where they reach a surface."""
    e, w = da.symbols("e0 e1 e2 e3"), da.symbols("wx wy wz")
    E = np.array([[-e[1], -e[2], -e[3]], [e[0], -e[3], e[2]], [e[3], e[0], -e[1]], [-e[2], e[1], e[0]]])
    I = np.array([1.0, 2.0, 3.0])
    eom = da.Equations.from_energies(0.5 * (I * np.array(w)) @ np.array(w), 0.0, e, w, rates=0.5 * E @ np.array(w))
    speeds = np.array([0.4, -0.9, 1.3])
    found = accelerations(eom, (0.5, 0.5, -0.5, 0.5), speeds)
    assert found == pytest.approx(-np.cross(speeds, I * speeds) / I, rel=RTOL)
    start = eom.state(q={"e0": 1.0}, u={"wx": 0.1, "wy": 2.0, "wz": 0.1})
    motion = da.simulate(eom, start, until=0.6, method=METHOD)
    assert motion.states[-1, 4:] == pytest.approx([-0.004943364824, 2.002492337849, 0.081699524388], abs=1e-10)
    assert motion.energy_drift < 1e-10


# ---- systems that are not made of bodies


def test_two_modes_of_a_beam_swing_with_their_natural_frequencies():
    """A simply supported beam, unit stiffness, mass and length: ω = (k π)², one mode each."""
    q, u = da.symbols("b1 b2"), da.symbols("r1 r2")
    k = np.array([np.pi, 2.0 * np.pi])
    T, V = 0.25 * (u[0] ** 2 + u[1] ** 2), 0.25 * (k[0] ** 4 * q[0] ** 2 + k[1] ** 4 * q[1] ** 2)
    eom = da.Equations.from_energies(T, V, q, u)
    motion = da.simulate(eom, eom.state(q={"b1": 0.1, "b2": 0.02}), until=1.0, method=METHOD)
    assert motion["b1"] == pytest.approx(0.1 * np.cos(k[0] ** 2 * motion.times), abs=1e-10)
    assert motion["b2"] == pytest.approx(0.02 * np.cos(k[1] ** 2 * motion.times), abs=1e-10)


def test_a_circuit_with_the_charge_as_coordinate_rings_like_its_closed_form():
    Q, i = da.symbols("Q i")
    inductance, resistance, capacity = 0.5, 0.8, 0.1
    eom = da.Equations.from_lagrangian(
        0.5 * inductance * i**2 - Q**2 / (2.0 * capacity), [Q], [i], dissipation=0.5 * resistance * i**2
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
    q, u, U = da.symbols("x Q"), da.symbols("v i"), da.symbol("U")
    (x, Q), (v, i) = q, u
    m, c, k, d, L, R = 0.1, 0.3, 20.0, 1.0, 0.4, 2.0
    field = 0.5 * Q**2 * (d - x)
    eom = da.Equations.from_energies(
        0.5 * m * v**2 + 0.5 * L * i**2,
        0.5 * k * x**2 + field,
        q,
        u,
        dissipation=0.5 * c * v**2 + 0.5 * R * i**2,
        forces={"Q": U},
        inputs=[U],
    )

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
    q, u = da.symbols("r theta"), da.symbols("v w")
    (r, theta), (v, w) = q, u
    V = 0.5 * k * (r - rest) ** 2 - m * GRAVITY * r * da.cos(theta)
    eom = da.Equations.from_energies(0.5 * m * (v**2 + (r * w) ** 2), V, q, u)
    by_energies = da.simulate(eom, eom.state(q={"r": 0.9, "theta": 0.7}), until=3.0, method=METHOD)
    start = model.state(q={"pose.x": 0.9 * np.sin(0.7), "pose.y": -0.9 * np.cos(0.7)})
    by_bodies = da.simulate(model, start, until=3.0, method=METHOD)
    x, y = by_energies.evaluate(r * da.sin(theta)), by_energies.evaluate(-r * da.cos(theta))
    assert x == pytest.approx(by_bodies["ball.position.x"], abs=RTOL_RUN)
    assert y == pytest.approx(by_bodies["ball.position.y"], abs=RTOL_RUN)


@pytest.mark.slow
def test_a_particle_near_the_speed_of_light_keeps_its_energy():
    """A Lagrangian that is not quadratic: L = −m c² √(1 − v²/c²) − k x²/2, with c = 2."""
    x, v = da.symbols("x v")
    eom = da.Equations.from_lagrangian(-4.0 * da.sqrt(1.0 - v**2 / 4.0) - 2.0 * x**2, [x], [v])
    motion = da.simulate(eom, eom.state(q={"x": 1.0}), until=3.0, method=METHOD)
    assert np.ptp(motion["energy"]) < 1e-9
    gamma = 1.0 / np.sqrt(1.0 - motion["v"] ** 2 / 4.0)
    assert motion["kinetic energy"] == pytest.approx(4.0 * (gamma - 1.0), abs=1e-10)
    assert motion["x.momentum"] == pytest.approx(gamma * motion["v"])
    assert np.abs(motion["v"]).max() > 1.2


def test_a_charge_in_a_magnetic_field_circles():
    """A Lagrangian with a part that is linear in speeds: ω = B e/m, and the energy is the kinetic one alone."""
    q, u = da.symbols("x y"), da.symbols("vx vy")
    (x, y), (vx, vy) = q, u
    eom = da.Equations.from_lagrangian(0.5 * (vx**2 + vy**2) + 1.5 * (x * vy - y * vx), q, u)
    motion = da.simulate(eom, eom.state(u={"vx": 1.0}), until=2.0, method=METHOD)
    assert motion["vx"] == pytest.approx(np.cos(3.0 * motion.times), abs=1e-9)
    assert motion["vy"] == pytest.approx(-np.sin(3.0 * motion.times), abs=1e-9)
    assert motion["energy"] == pytest.approx(0.5)
    assert motion["kinetic energy"] == pytest.approx(0.5)


# ---- forces, time and inputs


@pytest.mark.slow
def test_a_rayleigh_function_is_its_force():
    q, u = da.symbols("x y"), da.symbols("v w")
    (x, y), (v, w) = q, u
    T, V = 0.5 * v**2 + 0.5 * (1.0 + x**2) * w**2, x**2 + x * y**2
    R = 0.3 * v**2 + 0.1 * da.cos(x) * (v - w) ** 2
    damped = da.Equations.from_energies(T, V, q, u, dissipation=R)
    forces = {"v": -0.6 * v - 0.2 * da.cos(x) * (v - w), "y": 0.2 * da.cos(x) * (v - w)}
    forced = da.Equations.from_lagrangian(T - V, q, u, forces=forces)
    state = (0.4, -0.8), (1.2, 0.5)
    assert accelerations(damped, *state) == pytest.approx(accelerations(forced, *state), rel=RTOL)
    assert signals(damped, ["power"], *state) == pytest.approx(signals(forced, ["power"], *state), rel=RTOL)
    start = damped.state(q={"x": 0.4, "y": -0.8}, u={"v": 1.2, "w": 0.5})
    assert da.simulate(damped, start, until=2.0, method=METHOD).energy_drift < RTOL_WORK


def test_forces_along_rates_and_along_speeds_are_told_apart_by_name():
    x, v, F = da.symbols("x v F")
    options = {"rates": {"x": 2.0 * v}, "inputs": [F]}
    along_rate = da.Equations.from_energies(2.0 * v**2, 0.0, [x], [v], forces={"x": F}, **options)
    along_speed = da.Equations.from_energies(2.0 * v**2, 0.0, [x], [v], forces={"v": F}, **options)
    assert numbers(along_rate, along_rate.G, [0.0], [0.0]) == pytest.approx(np.array([[2.0]]))
    assert numbers(along_speed, along_speed.G, [0.0], [0.0]) == pytest.approx(np.array([[1.0]]))


def test_a_bead_on_a_hoop_that_is_turned_balances_its_energy():
    """Time stands in the kinetic energy: the power of what turns the hoop is part of the balance."""
    theta, w = da.symbols("theta w")
    turning = 2.0 + da.sin(da.time)
    T = 0.5 * (w**2 + (turning * da.sin(theta)) ** 2)
    eom = da.Equations.from_energies(T, -GRAVITY * da.cos(theta), [theta], [w])
    motion = da.simulate(eom, eom.state(q={"theta": 1.0}), until=3.0, method=METHOD)
    assert np.ptp(motion["energy"]) > 0.1
    assert np.abs(motion.energy_balance).max() < RTOL_WORK
    assert accelerations(eom, [1.0], [0.0], t=0.0) == pytest.approx(
        [np.sin(1.0) * (4.0 * np.cos(1.0) - GRAVITY)], rel=RTOL
    )


@pytest.mark.slow
def test_a_constraint_that_moves_does_the_work_that_changes_the_energy():
    q, u = da.symbols("x y"), da.symbols("vx vy")
    (x, y) = q
    length = 1.0 + 0.2 * da.sin(3.0 * da.time)
    eom = da.Equations.from_energies(
        0.5 * (u[0] ** 2 + u[1] ** 2), GRAVITY * y, q, u, constraints=[("rod", x**2 + y**2 - length**2)]
    )
    start = da.assemble(eom, guess={"x": 0.6, "y": -0.8})
    motion = da.simulate(eom, start, until=2.0, method=METHOD)
    assert np.ptp(motion["energy"]) > 0.1
    assert np.abs(motion.energy_balance).max() < RTOL_WORK
    assert eom.rows[0].is_rheonomic


# ---- nonholonomic systems

SLEIGH = {"m": 1.3, "a": 0.4, "I": 0.25}


def sleighs():
    """A sleigh on a blade at P, whose mass centre is a ahead: by Gibbs and Appell, and by Boltzmann and Hamel."""
    m, a, I = SLEIGH.values()
    theta, q = da.symbol("theta"), da.symbols("x y theta")
    v, s, w = da.symbols("v s w")
    vd, wd = da.symbols("vd wd")
    c, n = da.cos(theta), da.sin(theta)
    S = 0.5 * m * ((vd - a * w**2) ** 2 + (a * wd + v * w) ** 2) + 0.5 * I * wd**2
    by_gibbs = da.Equations.from_gibbs_function(S, q, [v, w], [vd, wd], rates={"x": v * c, "y": v * n, "theta": w})
    T = 0.5 * m * (v**2 + (s + a * w) ** 2) + 0.5 * I * w**2
    rates = {"x": v * c - s * n, "y": v * n + s * c, "theta": w}
    by_hamel = da.Equations.from_energies(T, 0.0, q, [v, s, w], rates=rates, constraints=[("blade", s)])
    (xd, yd), rate = da.symbols("xd yd"), da.symbol("thetad")
    there = {v: xd * c + yd * n, s: -xd * n + yd * c, w: rate}
    by_lagrange = da.Equations.from_energies(
        da.substitute(T, there), 0.0, q, [xd, yd, rate], constraints=[("blade", da.substitute(1.0 * s, there))]
    )
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
    q, (vx, vy) = da.symbols("x y"), da.symbols("vx vy")
    eom = da.Equations.from_energies(
        0.5 * (vx**2 + vy**2), GRAVITY * q[1], q, [vx, vy], constraints=[("pace", vx**2 + vy**2 - 4.0)]
    )
    assert not eom.rows[0].is_linear
    start = da.assemble(eom, u={"vx": 1.6}, guess=da.State(u={"vy": 1.0}))
    motion = da.simulate(eom, start, until=1.0, method=METHOD)
    assert np.hypot(motion["vx"], motion["vy"]) == pytest.approx(2.0, abs=1e-12)
    assert np.abs(motion.energy_balance).max() < RTOL_WORK


# ---- rows typed by hand


def test_rows_of_a_motor_give_its_closed_form():
    """Torque and voltage, with a current that has no coordinate."""
    theta, (w, i), (wd, di), U = da.symbol("theta"), da.symbols("w i"), da.symbols("wd di"), da.symbol("U")
    J, k, L, R = 0.02, 0.3, 0.05, 1.2
    rows = [J * wd - k * i, L * di + R * i + k * w - U]
    eom = da.Equations.from_rows(rows, [theta], [w, i], [wd, di], rates={"theta": w}, inputs=[U])
    motion = da.simulate(eom, eom.state(tau={"U": 6.0}), until=0.5, method=METHOD)
    A = np.array([[0.0, k / J], [-k / L, -R / L]])
    values, vectors = np.linalg.eig(A)
    steady = np.array([6.0 / k, 0.0])
    parts = np.linalg.solve(vectors, -steady)
    expected = steady + (vectors @ (parts[:, None] * np.exp(values[:, None] * motion.times))).real.T
    assert motion.states[:, 1:] == pytest.approx(expected, abs=1e-8)


def test_eulers_rows_of_a_rigid_body_turn_it_like_a_model_of_it():
    q, w, a = da.symbols("a1 a2 a3"), da.symbols("wx wy wz"), da.symbols("ax ay az")
    I = np.array([1.0, 2.0, 3.0])
    gyroscopic = np.array(
        [w[1] * I[2] * w[2] - w[2] * I[1] * w[1], (I[0] - I[2]) * w[2] * w[0], (I[1] - I[0]) * w[0] * w[1]]
    )
    rows = I * np.array(a) + gyroscopic
    # Bryan angles, turned about x, then y, then z
    rates = {
        "a1": (w[0] * da.cos(q[2]) - w[1] * da.sin(q[2])) / da.cos(q[1]),
        "a2": w[0] * da.sin(q[2]) + w[1] * da.cos(q[2]),
        "a3": w[2] - da.tan(q[1]) * (w[0] * da.cos(q[2]) - w[1] * da.sin(q[2])),
    }
    eom = da.Equations.from_rows(rows, q, w, a, rates=rates)
    motion = da.simulate(eom, eom.state(u={"wx": 0.1, "wy": 2.0, "wz": 0.1}), until=0.6, method=METHOD)
    assert motion.states[-1] == pytest.approx(
        [-0.030003642203, 1.200690981883, 0.087587090351, -0.004943364824, 2.002492337849, 0.081699524388],
        abs=1e-9,
    )


def shuffled_pendulum(solver=None, scale=-3.0):
    """A particle on a rod, Cartesian: Newton's rows with the rod's force typed in, out of order and scaled."""
    (x, y), (vx, vy), (ax, ay), F = da.symbols("x y"), da.symbols("vx vy"), da.symbols("ax ay"), da.symbol("F")
    m = da.param("m", 2.0)
    rows = [m * ay + m * GRAVITY - y * F, scale * (m * ax - x * F)]
    return da.Equations.from_rows(
        *(rows, [x, y], [vx, vy], [ax, ay]),
        lam=[F],
        constraints=[("rod", 0.5 * (x**2 + y**2 - 1.0))],
        solver=solver,
    )


@pytest.mark.slow
@pytest.mark.parametrize("scale", [-3.0, 1.0, 0.2])
def test_rows_in_any_order_and_scale_give_the_same_motion(scale):
    eom = shuffled_pendulum(scale=scale)
    state = (0.6, -0.8), (0.4, 0.3)
    force = -2.0 * (0.25 + GRAVITY * 0.8)
    assert accelerations(eom, *state) == pytest.approx([0.6 * force / 2.0, -0.8 * force / 2.0 - GRAVITY], rel=RTOL)
    assert signals(eom, ["rod.multiplier"], *state) == pytest.approx([force], rel=RTOL)
    assert "AugmentedMatrix" in eom.description
    assert ("not definite" if scale == 1.0 else "not symmetric") in eom.description
    start = eom.state(q={"x": 0.6, "y": -0.8}, u={"vx": 0.4, "vy": 0.3})
    motion = da.simulate(eom, start, until=3.0, method=METHOD)
    energy = motion.evaluate(da.symbol("vx") ** 2 / 2 + da.symbol("vy") ** 2 / 2 + GRAVITY * da.symbol("y"))
    assert np.ptp(energy) < 1e-10
    assert motion.residuals["positions"].max() < 1e-13
    assert motion.residuals["dynamics"].max() < 1e-12


def test_rows_out_of_order_run_with_stabilized_constraints_but_not_by_the_index_3_rule():
    eom = shuffled_pendulum()
    start = eom.state(q={"x": 0.6, "y": -0.8}, u={"vx": 0.4, "vy": 0.3})
    exact = da.simulate(eom, start, until=1.0, method=METHOD).states[-1]
    stabilized = da.simulate(eom, start, until=1.0, method=METHOD, drift=da.Baumgarte()).states[-1]
    assert stabilized == pytest.approx(exact, abs=1e-9)
    with pytest.raises(da.FormulationError, match="order and scale the rows"):
        da.simulate(eom, start, until=1.0, method=da.IndexThree(1e-3))


def test_a_matrix_whose_symmetric_part_is_definite_measures_corrections_by_it():
    (x, y), u, a = da.symbols("x y"), da.symbols("vx vy"), da.symbols("ax ay")
    rows = [2.0 * a[0] + 0.5 * a[1] + x, 0.1 * a[0] + a[1] + y]
    eom = da.Equations.from_rows(rows, [x, y], u, a)
    assert numbers(eom, eom.metric, (0.0, 0.0), (0.0, 0.0)) == pytest.approx(np.array([[2.0, 0.3], [0.3, 1.0]]))
    assert accelerations(eom, (1.0, -2.0), (0.0, 0.0)) == pytest.approx(
        np.linalg.solve([[2.0, 0.5], [0.1, 1.0]], [-1.0, 2.0])
    )
    indefinite = shuffled_pendulum()
    assert (numbers(indefinite, indefinite.metric, (0.6, -0.8), (0.0, 0.0)) == np.eye(2)).all()


def test_loads_of_rows_out_of_order_are_those_of_rows_in_order():
    (x, y), u, a, (F, P) = da.symbols("x y"), da.symbols("vx vy"), da.symbols("ax ay"), da.symbols("F P")
    rows = [2.0 * a[0] - x * F - P, 2.0 * a[1] + 2.0 * GRAVITY - y * F]
    common = {"lam": [F], "inputs": [P], "constraints": [("rod", x**2 + y**2 - 1.0)]}
    ordered = da.Equations.from_rows(rows, [x, y], u, a, **common)
    shuffled = da.Equations.from_rows([rows[1], -2.0 * rows[0]], [x, y], u, a, **common)
    motion = da.simulate(ordered, ordered.state(q={"y": -1.0}, u={"vx": 1.0}, tau={"P": 3.0}), until=0.5)
    assert da.inverse_dynamics(shuffled, motion).inputs == pytest.approx(3.0)
    assert da.inverse_dynamics(ordered, motion).inputs == pytest.approx(3.0)


# ---- the usual verbs


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
    assert motion.evaluate(da.multiplier("tip")) == pytest.approx(motion["tip.multiplier"])
    assert motion.evaluate(da.acceleration("u1")) == pytest.approx(motion["u1.acceleration"])
    assert motion.evaluate(da.speed("q2")) == pytest.approx(motion["u2"])
    assert motion.evaluate(da.kinetic_energy() + da.potential_energy()) == pytest.approx(motion["energy"])
    assert motion.evaluate(da.supplied_power()) == pytest.approx(0.0)
    one = da.simulate(eom, start, until=1.0)
    many = da.batch(eom, [start, start], until=1.0)
    assert all((other.states == one.states).all() for other in many)
    assert da.simulate(eom, start, until=1.0, drift=da.Baumgarte()).states[-1] == pytest.approx(
        one.states[-1], abs=1e-6
    )
    assert da.simulate(eom, start, until=1.0, method=da.IndexThree(1e-3)).states[-1] == pytest.approx(
        one.states[-1], abs=1e-4
    )
    assert da.simulate(eom, start, until=1.0, method=da.Gauss4(1e-2)).states[-1] == pytest.approx(
        one.states[-1], abs=1e-6
    )


@pytest.mark.slow
def test_a_driven_linkage_from_energies_is_followed_and_its_drive_exerts_what_a_motor_must():
    undriven, F = slider_crank(), da.symbol("F")
    q, u, (q1, q2) = undriven.q, undriven.u, undriven.q
    tip = ("tip", da.sin(q1) + da.sin(q1 + q2))
    drive = da.Drive("drive", "q1", 0.3 + da.time**2)
    T, V = undriven.signal("kinetic energy"), undriven.signal("potential energy")
    driven = da.Equations.from_energies(T, V, q, u, constraints=[drive, tip])
    motored = da.Equations.from_energies(T, V, q, u, constraints=[tip], forces={q1: F}, inputs=[F])
    motion = da.kinematics(driven, np.linspace(0.0, 0.8, 9), guess={"q2": -0.6})
    assert motion["q1"] == pytest.approx(0.3 + motion.times**2)
    assert motion["q2"] == pytest.approx(-2.0 * motion["q1"])
    loads = da.inverse_dynamics(motored, motion)
    assert loads.inputs[:, 0] == pytest.approx(motion["drive.torque"])
    assert motion["drive.power"] == pytest.approx(motion["drive.torque"] * motion["u1"])


def test_redundant_rows_are_left_out_of_typed_equations():
    q, u = da.symbols("x y"), da.symbols("vx vy")
    (x, y) = q
    rows = [("line", x - y), ("again", da.sin(x - y))]
    eom = da.Equations.from_energies(0.5 * (u[0] ** 2 + u[1] ** 2), GRAVITY * y, q, u, constraints=rows)
    motion = da.simulate(eom, until=1.0)
    assert motion["y"][-1] == pytest.approx(-GRAVITY / 4.0)
    assert any("again" in note or "line" in note for note in motion.notes)


def test_parameters_stay_open():
    x, v = da.symbols("x v")
    k = da.param("k", 4.0)
    eom = da.Equations.from_energies(0.5 * da.symbol("m") * v**2, 0.5 * k * x**2, [x], [v], parameters={"m": 1.0})
    assert eom.parameters == {"m": 1.0, "k": 4.0}
    motions = da.batch(
        eom, [eom.state(q={"x": 1.0}, p={"k": k, "m": 2.0}) for k in (2.0, 8.0)], until=1.0, method=METHOD
    )
    assert [motion["x"][-1] for motion in motions] == pytest.approx([np.cos(1.0), np.cos(2.0)])


def test_accelerations_in_constraints_are_kept():
    q, u = da.symbols("x y"), da.symbols("vx vy")
    row = ("follow", da.acceleration("vy") - 2.0 * da.acceleration("vx") - 1.0)
    eom = da.Equations.from_energies(0.5 * (u[0] ** 2 + u[1] ** 2), 0.0, q, u, constraints=[row])
    found = accelerations(eom, (0.0, 0.0), (0.0, 0.0))
    assert found == pytest.approx([-0.4, 0.2])
    assert eom.rows[0].level == da.Level.ACCELERATION


def test_energies_of_sympy_are_the_same():
    x, theta, v, w, m = sympy.symbols("x theta v w m")
    T = m * (v**2 + 2 * v * w * sympy.cos(theta) + w**2) / 2 + v**2
    V = -m * sympy.Rational(981, 100) * sympy.cos(theta)
    ours = da.Equations.from_energies(
        T, V, [x, theta], [v, w], parameters={"m": 0.5}, constraints=[("late", x - sympy.Symbol("t") * theta)]
    )
    assert ours.coordinates == ("x", "theta") and ours.speeds == ("v", "w") and ours.parameters == {"m": 0.5}
    assert ours.rows[0].is_rheonomic
    q, u = da.symbols("x theta"), da.symbols("v w")
    mass = da.param("m", 0.5)
    typed = da.Equations.from_energies(
        mass * (u[0] ** 2 + 2 * u[0] * u[1] * da.cos(q[1]) + u[1] ** 2) / 2 + u[0] ** 2,
        -mass * GRAVITY * da.cos(q[1]),
        q,
        u,
        constraints=[("late", q[0] - da.time * q[1])],
    )
    state = (0.3, 0.6), (0.2, 1.0)
    assert accelerations(ours, *state, t=0.5) == pytest.approx(accelerations(typed, *state, t=0.5), rel=RTOL)


# ---- what is refused

x, y = da.symbols("x y")
v, w = da.symbols("v w")
a, b = da.symbols("a b")
energies = da.Equations.from_energies
lagrangian = da.Equations.from_lagrangian
T2 = 0.5 * v**2 + 0.5 * w**2

REFUSED = {
    "unknown symbol": (
        lambda: energies(T2, 0.5 * da.symbol("k") * x**2, [x, y], [v, w]),
        "the potential energy contains 'k', which is not known; there are coordinates 'x', 'y'; speeds 'v', 'w'",
    ),
    "unknown symbol of SymPy": (
        lambda: energies(sympy.Symbol("m") * sympy.Symbol("v") ** 2, 0, [x], [v]),
        "the kinetic energy contains 'm', which is not known",
    ),
    "singular Hessian": (
        lambda: lagrangian(0.5 * (v + 2.0 * w) ** 2 - x**2, [x, y], [v, w]),
        r"the Hessian ∂²L/∂u² is singular: it does not see the direction \(1, -0.5\) of the speeds \(v, w\)",
    ),
    "linear Lagrangian": (
        lambda: lagrangian(y * v - x**2 - y**2, [x, y], [v, w]),
        "the Hessian ∂²L/∂u² is singular",
    ),
    "speed without inertia": (
        lambda: energies(0.5 * v**2, x * y, [x, y], [v, w]),
        "the Hessian ∂²T/∂u² is singular: it does not see the speed 'w'",
    ),
    "potential with speeds": (
        lambda: energies(T2, x * v, [x, y], [v, w]),
        "the potential energy contains the speed 'v'; what depends on speeds is typed with from_lagrangian",
    ),
    "name twice": (
        lambda: energies(T2, 0.0, [x, v], [v, w]),
        "the name 'v' is given as a coordinate and as a speed",
    ),
    "name of a signal": (
        lambda: energies(T2, 0.0, ["x", "energy"], [v, w]),
        "the name 'energy' is that of a signal",
    ),
    "coordinate twice": (lambda: energies(T2, 0.0, [x, x], [v, w]), "the name 'x' is given twice"),
    "counts": (lambda: energies(T2, 0.0, [x], [v, w]), "1 coordinates and 2 speeds: type what the rates"),
    "accelerations": (
        lambda: da.Equations.from_gibbs_function(a**2, [x, y], [v, w], [a]),
        "2 speeds have 2 accelerations, in the same order, not 1",
    ),
    "number of rows": (
        lambda: da.Equations.from_rows([a - x], [x, y], [v, w], [a, b]),
        "2 speeds need as many rows, not 1",
    ),
    "rows that are not linear": (
        lambda: da.Equations.from_rows([a**2 - x, b - y], [x, y], [v, w], [a, b]),
        "the rows are not linear in a",
    ),
    "Gibbs function that is not quadratic": (
        lambda: da.Equations.from_gibbs_function(a**4 + b**2, [x, y], [v, w], [a, b]),
        "the Gibbs function is not quadratic in a",
    ),
    "singular rows": (
        lambda: da.Equations.from_rows([a + b - x, a + b - y], [x, y], [v, w], [a, b]),
        "the matrix ∂\\(rows\\)/∂a is singular",
    ),
    "rates that are not linear": (
        lambda: energies(T2, 0.0, [x, y], [v, w], rates={"x": v**2, "y": w}),
        "not linear in the speed 'v'",
    ),
    "rates that miss one": (lambda: energies(T2, 0.0, [x, y], [v, w], rates={"x": v}), "what the rate of 'y' is"),
    "rates of another": (
        lambda: energies(T2, 0.0, [x, y], [v, w], rates={"x": v, "Y": w}),
        "no name for rates: 'Y'; there are 'x', 'y'",
    ),
    "redundant speeds": (
        lambda: energies(0.5 * v**2 + 0.5 * w**2, 0.0, [x], [v, w], rates={"x": v + w}),
        "1 rates cannot determine the speeds v, w",
    ),
    "speeds that do the same": (
        lambda: energies(T2, 0.0, [x, y], [v, w], rates={"x": v + w, "y": 2.0 * v + 2.0 * w}),
        "do not change when the speeds 'v', 'w' do in a certain way",
    ),
    "energy after elimination": (
        lambda: energies(
            0.5 * v**2 + 0.5 * w**2,
            0.0,
            da.symbols("x y theta"),
            [v, w],
            rates=[v * da.cos(da.symbol("theta")), v * da.sin(da.symbol("theta")), w],
        ),
        "2 speeds for 3 rates: a nonholonomic constraint is eliminated",
    ),
    "force on nothing": (
        lambda: energies(T2, 0.0, [x, y], [v, w], forces={"z": 1.0}),
        "no name for forces: 'z'; there are 'v', 'w', 'x', 'y'",
    ),
    "input that is not linear": (
        lambda: energies(T2, 0.0, [x, y], [v, w], forces={"x": da.symbol("F") ** 2}, inputs=["F"]),
        "the input 'F' does not stand linearly in the forces",
    ),
    "input in an energy": (
        lambda: energies(T2, x * da.symbol("F"), [x, y], [v, w], inputs=["F"]),
        "the potential energy contains the input 'F'",
    ),
    "constraint without coordinates": (
        lambda: energies(T2, 0.0, [x, y], [v, w], constraints=[("odd", da.time - 1.0)]),
        "no speed changes the constraint 'odd'",
    ),
    "constraint at another level": (
        lambda: energies(T2, 0.0, [x, y], [v, w], constraints=[("odd", v - 1.0, da.Level.POSITION)]),
        "given as one of position, but by what it contains it is one of velocity",
    ),
    "constraint that is none": (
        lambda: energies(T2, 0.0, [x, y], [v, w], constraints=[x - y]),
        "a constraint is typed as \\(name, expression\\)",
    ),
    "constraint that says nothing new": (
        lambda: energies(T2, 0.0, [x, y], [v, w], constraints=[("line", x - y), ("again", 2.0 * y - 2.0 * x)]),
        "the constraint 'again' says nothing that 'line' does not say",
    ),
    "constraint twice": (
        lambda: energies(T2, 0.0, [x, y], [v, w], constraints=[("odd", x - y), ("odd", x)]),
        "the name 'odd' of a constraint is taken",
    ),
    "constraint on a body": (
        lambda: energies(
            T2, 0.0, [x, y], [v, w], constraints=[("odd", da.position(da.particle("dot", mass=1.0))[0])]
        ),
        "know no bodies",
    ),
    "constraint on unordered rows": (
        lambda: da.Equations.from_rows(
            [2.0 * b - x, a - y], [x, y], [v, w], [a, b], constraints=[("line", x - y)]
        ),
        "type their multipliers into the rows",
    ),
    "multiplier without constraint": (
        lambda: da.Equations.from_rows([a - x, b - y - da.symbol("F")], [x, y], [v, w], [a, b], lam=["F"]),
        "1 multipliers belong to as many constraints",
    ),
    "solver that needs symmetry": (
        lambda: da.Equations.from_rows([a + b, b - a], [x, y], [v, w], [a, b], solver=da.BlockInverse()),
        "is not symmetric, which BlockInverse needs; use AugmentedMatrix",
    ),
    "parameter with two values": (
        lambda: energies(T2, da.param("k", 1.0) * x + da.param("k", 2.0) * y, [x, y], [v, w]).parameters,
        "the parameter 'k' has two usual values, 1 and 2",
    ),
    "no expression": (lambda: energies("v**2", 0.0, [x], [v]), "the kinetic energy must be an expression"),
    "two expressions": (lambda: energies([T2, T2], 0.0, [x], [v]), "the kinetic energy must be one expression"),
    "parameter as coordinate": (
        lambda: energies(T2, 0.0, [da.param("x", 1.0), y], [v, w]),
        "coordinates are symbols such as",
    ),
    "no speeds": (lambda: energies(0.0, 0.0, [], []), "equations of motion need speeds"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_makes_no_equations_is_refused_in_words(case):
    make, message = REFUSED[case]
    with pytest.raises(da.FormulationError, match=message):
        make()


def test_motions_of_bodies_say_nothing_about_typed_coordinates():
    eom = slider_crank()
    assert eom.body_motions() == {}
    with pytest.raises(da.FormulationError, match="know no bodies"):
        da.converted(da.State(), eom, eom)


def test_a_coordinate_without_inertia_is_carried_by_a_constraint():
    """A light slider at the end of a heavy one."""
    eom = energies(0.5 * v**2, 0.0, [x, y], [v, w], constraints=[("link", y - x**2)], forces={"y": 3.0})
    assert accelerations(eom, (0.5, 0.25), (1.0, 1.0)) == pytest.approx([3.0, 5.0])
    assert "not definite" in eom.description
    repaired = energies(
        0.5 * v**2,
        0.0,
        [x, y],
        [v, w],
        constraints=[("link", y - x**2)],
        forces={"y": 3.0},
        solver=da.BlockInverse(),
    )
    assert accelerations(repaired, (0.5, 0.25), (1.0, 1.0)) == pytest.approx([3.0, 5.0])

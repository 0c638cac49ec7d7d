"""Examples of planar systems and closed chains: textbook matrices, reduced equations, closed forms, momenta."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import dalembert as da
from tests.examples import example, numbers

WITH_SYSTEMS = ["closed_chains", "planar_systems"]
CHAINS = ["slider-crank", "four-bar", "long slider"]
FORMS = ["differentiated", "by impulses", "by brackets"]

RTOL_FORMULA = 1e-12
"""Formulas of a few dozen operations."""

ATOL_MOTION = 1e-10
"""Motions of a few seconds at relative tolerances of 1e-12."""

GENERAL = {"q": np.array([0.3, -0.7, 1.1]), "u": np.array([1.0, -2.0, 0.5])}
"""A state in which no chain is closed; formulas of open chains hold in it."""


# ---- constraints are kept


@pytest.mark.slow
@pytest.mark.covers("F000-32", "F002-23")
@pytest.mark.parametrize("name", WITH_SYSTEMS)
def test_planar_systems_keep_their_constraints_for_100_s_with_default_settings(name):
    """All of these are about a metre in size, so the rows are scaled as they are."""
    for label, (model, start) in example(name).systems().items():
        motion = da.simulate(model, start, until=100.0)
        rows = [row.name for row in motion.dynamics.equations.rows]
        for row, residual in motion.signals(f"{row}.residual" for row in rows).items():
            assert np.abs(residual).max() < 1e-9, f"{label}: {row}"
        # work of a push is summed over samples, too few here; folded slider-cranks are passed at full speed
        if label != "mass on a spring":
            assert motion.energy_drift < 2e-6, label


@pytest.mark.parametrize("name", WITH_SYSTEMS)
def test_planar_starts_satisfy_the_constraints(name):
    for model, start in example(name).systems().values():
        eom = da.as_dynamics(model).equations
        found = da.as_dynamics(eom).evaluate({"phi": eom.phi, "psi": eom.psi}, start)
        np.testing.assert_allclose(np.concatenate(list(found.values())), 0.0, atol=1e-14)


def test_energy_of_the_falling_slider_crank_is_constant():
    assert numbers("closed_chains")["energy drift"] < 1e-10


# ---- absolute coordinates of the plane


@pytest.mark.covers("F004-22")
@pytest.mark.parametrize(("rate", "torque"), [(0.0, 0.0), (1.2, 3.0), (-4.0, -1.0)])
def test_pendulum_in_three_coordinates_turns_by_its_moment_about_the_pin(rate, torque):
    """(I + m l²) θ̈ + m g l cos θ = T, and the pin exerts what accelerates the centre and holds the weight."""
    module, angle = example("planar_systems"), 0.7
    eom = module.pendulum()
    found = module.in_state(eom, module.bar_at(eom, angle, rate, torque))
    m, l, direction = module.BAR_MASS, module.TO_PIVOT, np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-direction[1], direction[0]])
    turning = (torque - m * module.GRAVITY * l * np.cos(angle)) / (module.BAR_INERTIA + m * l**2)
    centre = l * (turning * across - rate**2 * direction)
    np.testing.assert_allclose(found["a"], [*centre, turning], rtol=RTOL_FORMULA, atol=1e-13)
    pin = m * (centre + np.array([0.0, module.GRAVITY]))
    np.testing.assert_allclose(found["multipliers"], pin, rtol=RTOL_FORMULA, atol=1e-12)


def test_slider_moves_as_in_closed_form_and_its_rail_only_keeps_it_from_turning():
    module = example("planar_systems")
    model, start = module.systems()["mass on a spring"]
    motion = da.simulate(model, start, until=5.0, method=module.METHOD)
    t = motion.times
    np.testing.assert_allclose(motion["slider.x"], module.pushed_slider(t), rtol=0.0, atol=ATOL_MOTION)
    np.testing.assert_allclose(motion["rail.y.multiplier"], 0.0, atol=1e-14)
    moment = module.OFFSET * module.PUSH * np.sin(module.FREQUENCY * t)
    np.testing.assert_allclose(motion["rail.moment.z"], moment, rtol=0.0, atol=1e-13)


@pytest.mark.covers("F004-7")
def test_string_carries_weight_and_turning_of_the_bob():
    """Tension m (l θ̇² + g cos θ), with θ̇² from the energy."""
    module = example("planar_systems")
    model, start = module.systems()["bob on a string"]
    motion = da.simulate(model, start, until=5.0, method=module.METHOD)
    x, y = motion["bob.x"], motion["bob.y"]
    assert np.abs(np.hypot(x, y) - module.STRING).max() < 1e-14
    squared = 4.0 * module.STRING**2 + 2.0 * module.GRAVITY * (y[0] - y)
    tension = module.BOB_MASS * (squared - module.GRAVITY * y) / module.STRING
    np.testing.assert_allclose(-motion["string.multiplier"], tension, rtol=0.0, atol=ATOL_MOTION)
    np.testing.assert_array_equal(motion["bob.angle"], 0.0)


# ---- closed chains


def two_links(q, u):
    """M, b, g, φ and Φ of the open chain of two links for l = m = 1, as in the textbook."""
    c2, s2, (q1, q12) = np.cos(q[1]), np.sin(q[1]), np.cumsum(q)
    M = [[1.5 + c2, (1.0 + 2.0 * c2) / 4.0], [(1.0 + 2.0 * c2) / 4.0, 0.25]]
    b = 0.5 * s2 * np.array([-u[1] * (2.0 * u[0] + u[1]), u[0] ** 2])
    g = 0.5 * 9.81 * np.array([3.0 * np.cos(q1) + np.cos(q12), np.cos(q12)])
    return M, b, g, [np.sin(q1) + np.sin(q12)], [[np.cos(q1) + np.cos(q12), np.cos(q12)]]


def three_links(q, u):
    """M, b and g of the open chain of three links."""
    (c2, c3, c23), (s2, s3, s23) = (f(np.array([q[1], q[2], q[1] + q[2]])) for f in (np.cos, np.sin))
    M = np.array(
        [
            [
                15.0 + 12.0 * c2 + 4.0 * c3 + 4.0 * c23,
                6.0 + 6.0 * c2 + 4.0 * c3 + 2.0 * c23,
                1.0 + 2.0 * (c3 + c23),
            ],
            [0.0, 6.0 + 4.0 * c3, 1.0 + 2.0 * c3],
            [0.0, 0.0, 1.0],
        ]
    )
    M = 0.25 * (np.triu(M) + np.triu(M, 1).T)
    u1, u2, u3 = u
    both, last = 3.0 * s2 + s23, s3 + s23
    b = 0.5 * np.array(
        [
            -(2.0 * u1 * u2 + u2**2) * both - (2.0 * (u1 + u2) * u3 + u3**2) * last,
            u1**2 * both - (2.0 * (u1 + u2) * u3 + u3**2) * s3,
            u1**2 * last + (2.0 * u1 * u2 + u2**2) * s3,
        ]
    )
    c = np.cos(np.cumsum(q))
    return M, b, 0.5 * 9.81 * np.cumsum((c * [5.0, 3.0, 1.0])[::-1])[::-1]


def closing_of_three(name, q):
    """φ and Φ: the end of the third link at (1, 0), or its middle on y = 0 and the sine of its angle zero."""
    (c1, c12, c123), (s1, s12, s123) = (f(np.cumsum(q)) for f in (np.cos, np.sin))
    if name == "four-bar":
        x, y = np.cumsum([-s123, -s12, -s1])[::-1], np.cumsum([c123, c12, c1])[::-1]
        return [c1 + c12 + c123 - 1.0, s1 + s12 + s123], [x, y]
    y = np.cumsum([0.5 * c123, c12, c1])[::-1]
    return [s1 + s12 + 0.5 * s123, s123], [y, np.full(3, c123)]


@pytest.mark.covers("F001-12", "F001-29")
@pytest.mark.parametrize("name", CHAINS)
def test_matrices_of_the_chains_are_those_of_the_textbook(name):
    n = 2 if name == "slider-crank" else 3
    q, u = GENERAL["q"][:n], GENERAL["u"][:n]
    names = [f"q{k}" for k in range(1, n + 1)]
    state = da.State(
        q=dict(zip(names, q, strict=True)), u={f"{key}.rate": x for key, x in zip(names, u, strict=True)}
    )
    found = example("closed_chains").in_state(name, state)
    expected = two_links(q, u) if n == 2 else (*three_links(q, u), *closing_of_three(name, q))
    for key, value in zip(("M", "b", "g", "phi", "J"), expected, strict=True):
        np.testing.assert_allclose(found[key], value, rtol=RTOL_FORMULA, atol=1e-13, err_msg=key)


@pytest.mark.covers("F001-28")
@pytest.mark.parametrize("name", CHAINS)
@pytest.mark.parametrize("angle", [np.pi / 3, -0.4, -1.2])
def test_accelerations_of_the_chains_are_those_of_the_first_angle(name, angle):
    module, rate = example("closed_chains"), 0.5
    found, W = module.in_state(name, module.state(name, angle, rate)), np.array(module.TURNS[name][0])
    M, b, g = module.reduced(name, angle, rate)
    np.testing.assert_allclose(found["J"] @ W, 0.0, atol=1e-14)
    reduced = [W @ found["M"] @ W, W @ found["b"], W @ found["g"]]
    np.testing.assert_allclose(reduced, [M, b, g], rtol=RTOL_FORMULA, atol=1e-13)
    np.testing.assert_allclose(found["a"], -(b + g) / M * W, rtol=1e-11)


@pytest.mark.parametrize("name", CHAINS)
def test_chains_move_like_their_reduced_equation(name):
    module = example("closed_chains")
    model, start = module.systems()[name]
    motion = da.simulate(model, start, until=1.0, method=module.METHOD)

    def rates(t, x):
        M, b, g = module.reduced(name, *x)
        return [x[1], -(b + g) / M]

    x0, t = [start.q["q1"], 0.0], motion.times
    angle = solve_ivp(rates, (0.0, 1.0), x0, "DOP853", t_eval=t, rtol=1e-12, atol=1e-13).y[0]
    for k, (w, q0) in enumerate(zip(*module.TURNS[name], strict=True), 1):
        np.testing.assert_allclose(motion[f"q{k}"], w * angle + q0, rtol=0.0, atol=ATOL_MOTION)


# ---- energies and momenta


@pytest.mark.covers("F001-20")
def test_energies_of_the_slider_crank_by_hand_are_those_of_the_model():
    module, model = example("constrained_hamilton"), example("closed_chains").slider_crank()
    (q1, q2), (u1, u2) = GENERAL["q"][:2], GENERAL["u"][:2]
    outputs = {"T": da.energies.kinetic_energy(), "V": da.energies.potential_energy()}
    found = da.as_dynamics(model).evaluate(outputs, model.state(q={"q1": q1, "q2": q2}, u={"q1": u1, "q2": u2}))
    by_hand = da.kernels.compile({"T": module.T, "V": module.V}, {"q": module.Q, "u": module.U})(
        [q1, q2], [u1, u2]
    )
    assert found == pytest.approx(by_hand, rel=RTOL_FORMULA)


@pytest.mark.covers("F001-23")
@pytest.mark.parametrize("angle", [np.pi / 3, -0.4, -1.2])
def test_energies_and_a_multiplier_give_the_accelerations_of_the_model(angle):
    module, chains = example("constrained_hamilton"), example("closed_chains")
    found = da.kernels.compile(module.by_lagrange(), {"q": module.Q, "u": module.U})(
        [angle, -2.0 * angle], [0.5, -1.0]
    )
    expected = chains.in_state("slider-crank", chains.state("slider-crank", angle, 0.5))
    np.testing.assert_allclose(found["a"], expected["a"], rtol=1e-11)
    assert found["multiplier"] == pytest.approx(expected["multipliers"][0], rel=1e-11)


def test_hamiltonian_of_the_slider_crank_is_that_of_the_textbook():
    module, q, p = example("constrained_hamilton"), GENERAL["q"][:2], np.array([0.4, -0.9])
    c2 = np.cos(q[1])
    kinetic = 2.0 * p[0] ** 2 - 4.0 * (1.0 + 2.0 * c2) * p[0] * p[1] + (12.0 + 8.0 * c2) * p[1] ** 2
    expected = kinetic / (5.0 - 4.0 * c2**2) + 0.5 * 9.81 * (3.0 * np.sin(q[0]) + np.sin(q[0] + q[1]))
    found = da.kernels.compile(module.HAMILTONIAN, {"q": module.Q, "p": module.P})(q, p)
    assert float(found) == pytest.approx(expected, rel=RTOL_FORMULA)


@pytest.mark.parametrize("form", FORMS)
def test_canonical_equations_in_every_form_move_the_slider_crank_as_its_model(form):
    found, fall = numbers("constrained_hamilton")[form], numbers("closed_chains")["fall"]
    np.testing.assert_allclose(found["angle"], fall["angle"], rtol=0.0, atol=ATOL_MOTION)
    # the last time is near the folded position, where Φ is nearly zero and forces show the drift of the rows
    np.testing.assert_allclose(found["force"][:3], fall["guide"][:3], rtol=0.0, atol=10.0 * ATOL_MOTION)


def test_canonical_rows_alone_are_singular_and_brackets_regular():
    found = numbers("constrained_hamilton")
    assert found["rank"] == 4
    brackets = found["by brackets"]["brackets"]
    np.testing.assert_allclose(brackets, -brackets.T, rtol=0.0, atol=1e-14)
    assert np.linalg.matrix_rank(brackets) == 2
    assert abs(found["by brackets"]["multiplier of velocity"]) < 1e-13

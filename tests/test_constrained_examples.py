"""Examples with constraints: closed forms, other solvers, drift, and forces of constraints."""

import mpmath
import numpy as np
import pytest
import sympy
from scipy.integrate import solve_ivp

import dalembert as da
from tests.examples import example, numbers

pytestmark = pytest.mark.slow

CONSTRAINED = [
    "appell_hamel",
    "chaplygin_sleigh",
    "particle_on_a_surface",
    "particle_on_a_wire",
    "pendulum_of_varying_length",
    "restricted_particle",
    "ring_and_disc",
    "rolling_disc",
    "spherical_pendulum",
]
"""Examples that have `systems`: models and starts by name."""

RTOL_FORMULA = 1e-12
"""Formulas of a few dozen operations."""

RTOL_LINEAR = 1e-8
"""Leans of size 1e-5 differ from linear theory by a few times their size squared."""

ATOL_MOTION = 1e-9
"""Motions of a few seconds at relative tolerances of 1e-12."""

DIGITS = 5e-4
"""Relative error of figures given with four digits."""


# ---- constraints are kept


@pytest.mark.slow
@pytest.mark.covers("F002-23")
@pytest.mark.parametrize("name", CONSTRAINED)
def test_constraints_are_kept_for_100_s_with_default_settings(name):
    """All of these are about a metre in size, so the rows are scaled as they are."""
    for label, (model, start) in example(name).systems().items():
        motion = da.simulate(model, start, until=100.0)
        rows = [row.name for row in motion.dynamics.equations.rows if row.level < da.extend.Level.ACCELERATION]
        for row, residual in motion.signals(f"{row}.residual" for row in rows).items():
            assert np.abs(residual).max() < 1e-9, f"{label}: {row}"
        assert motion.energy_drift < 1e-6, label


@pytest.mark.parametrize("name", CONSTRAINED)
def test_the_starts_satisfy_the_constraints(name):
    for model, start in example(name).systems().values():
        eom = da.as_dynamics(model).equations
        found = da.as_dynamics(eom).evaluate({"phi": eom.phi, "psi": eom.psi}, start)
        np.testing.assert_allclose(np.concatenate(list(found.values())), 0.0, atol=1e-14)


@pytest.mark.covers("F001-19")
@pytest.mark.parametrize(
    ("name", "drift"),
    [
        ("pendulum_of_varying_length", 1e-11),
        ("ring_and_disc", 1e-11),
        ("rolling_disc", 1e-11),
        ("chaplygin_sleigh", 1e-11),
    ],
)
def test_constraints_do_no_work(name, drift):
    assert numbers(name)["energy drift"] < drift


# ---- accelerations as formulas


def surface_formulas():
    """The particle on r φ = c under any force, in the components of its velocity."""
    m, F = da.param("m", 2.0), [da.param(name, 1.0) for name in ("F_r", "F_θ", "F_φ")]
    module = example("particle_on_a_surface")
    eom = da.derive(module.spherical(mass=m, gravity=0.0, force=F))
    r, phi = eom.resolve(da.coordinate("r")), eom.resolve(da.coordinate("φ"))
    u1, u2, u3 = module.speeds(eom)
    a = m**2 * (1.0 + phi**2)
    swing = u2**2 + u3**2 - phi * u2**2 / da.tan(phi)
    expected = [
        m / a * (F[0] + phi * F[2]) + m**2 / (a * r) * swing,
        F[1] / m - (u1 * u2 - u2 * u3 / da.tan(phi)) / r,
        m * phi / a * (F[0] + phi * F[2]) + m**2 * phi / (a * r) * swing - u1 * u3 / r,
    ]
    # the formulas hold where the constraint does: φ' = −φ r'/r
    return on_constraint(eom, module.speed_rates(eom) - expected, {"φ.rate": -phi * u1 / r})


def restricted_formulas():
    """The particle with ẏ = z ẋ + sin(t)/2 under any force."""
    m, (X, Y, Z) = da.param("m", 1.5), [da.param(name, 1.0) for name in "XYZ"]
    module = example("restricted_particle")
    eom = da.derive(module.particle(module.by_speeds(0.5 * da.sin(da.time)), m, (X, Y, Z)))
    z, (u1, _, u2) = eom.resolve(da.coordinate("P.z")), eom.u
    a, turn = m * (1.0 + z**2), u1 * u2 + 0.5 * da.cos(da.time)
    expected = [(X + z * Y - m * z * turn) / a, (m * turn + z * (X + z * Y)) / a, Z / m]
    return eom.accelerations - expected


def wire_formulas():
    """The particle on the wire, with any mass and stiffness."""
    m, K = da.param("m", 1.0), da.param("K", 2.0)
    module = example("particle_on_a_wire")
    eom = da.derive(module.particle_on_a_wire(m, K))
    (x, y), (u1, u2) = eom.q, eom.u
    bar = x - module.CENTER
    slope = module.A * bar / (module.B * y)
    e1 = module.A * module.B * u1 * (bar * u2 - y * u1) / (module.B * y) ** 2
    e2, d = K * (x - module.A / module.B * bar), 1.0 + slope**2
    expected = [(m * slope * e1 - e2) / (m * d), (m * e1 + slope * e2) / (m * d)]
    return on_constraint(eom, eom.accelerations - expected, {"y.rate": -slope * u1})


def pendulum_formulas():
    """The pendulum of varying length, l = 1."""
    g = da.param("g", 9.81)
    eom = da.derive(example("pendulum_of_varying_length").pendulum(gravity=g))
    x, u1 = eom.q[0], eom.u[0]
    d = 1.0 + 4.0 * x**2
    return eom.accelerations - [-2.0 * x * (g + 2.0 * u1**2) / d, (4.0 * g * x**2 - 2.0 * u1**2) / d]


def on_constraint(eom, expressions, dependent):
    """Expressions with dependent speeds replaced by what the constraint says they are."""
    return da.expr.substitute(expressions, {da.expr.symbol(name): value for name, value in dependent.items()})


@pytest.mark.slow
@pytest.mark.covers("F002-16")
@pytest.mark.parametrize("formulas", [surface_formulas, restricted_formulas, wire_formulas, pendulum_formulas])
def test_symbolic_accelerations_are_the_known_formulas(formulas):
    for difference in formulas():
        assert sympy.simplify(where_regular(da.expr.to_sympy(difference))) == 0


def where_regular(expression):
    """A formula away from singular positions, against which accelerations are guarded by cases."""
    return expression.replace(lambda x: isinstance(x, sympy.Piecewise), lambda x: x.args[0].expr)


# ---- particles


def test_surface_exerts_no_force_around_the_axis_nor_along_itself():
    module, force = example("particle_on_a_surface"), numbers("particle_on_a_surface")["start"]["force"]
    assert abs(force[1]) < 1e-14
    assert force[0] == pytest.approx(-module.start().q["φ"] * force[2], rel=RTOL_FORMULA)


@pytest.mark.covers("F002-7")
def test_motion_on_the_surface_is_the_same_in_spherical_and_cartesian_coordinates():
    found = numbers("particle_on_a_surface")
    assert found["spherical against Cartesian"] < 1e-11
    assert found["off the surface"] < 1e-14
    assert np.ptp(found["energy"]) < 1e-10
    assert np.ptp(found["angular momentum"]) < 1e-10


@pytest.mark.covers("F002-5", "F000-9")
def test_restricted_particle_moves_as_in_closed_form():
    found = numbers("restricted_particle")
    assert found["off the closed form"] < 1e-11
    assert found["residual"] < 1e-14
    assert found["kind"] == "simple nonholonomic, rheonomic"


@pytest.mark.covers("F002-8")
def test_restriction_of_accelerations_gives_the_motion_of_the_restricted_speeds():
    assert numbers("restricted_particle")["by accelerations"] < 1e-11


@pytest.mark.covers("F002-18")
@pytest.mark.parametrize("name", ["released", "thrown"])
def test_force_of_the_wire_by_balance_by_multiplier_and_in_closed_form(name):
    found = numbers("particle_on_a_wire")[name]
    forces = found["forces"]
    np.testing.assert_allclose(forces["balance"], forces["multiplier"], rtol=0.0, atol=1e-11)
    # the closed form divides by y, which passes through zero
    np.testing.assert_allclose(forces["closed form"], forces["multiplier"], rtol=0.0, atol=1e-9)
    assert found["off the wire"] < 1e-14
    assert found["energy drift"] < 1e-11


def test_thrown_particle_passes_where_the_slope_of_the_wire_is_infinite():
    assert numbers("particle_on_a_wire")["thrown"]["crossings of y = 0"] >= 4


# ---- Appell and Hamel


@pytest.mark.covers("F000-9")
def test_both_wordings_of_rolling_are_classified():
    found = numbers("appell_hamel")
    holonomic, simple, general = (
        f"{kind}, scleronomic" for kind in ("holonomic", "simple nonholonomic", "general nonholonomic")
    )
    assert found["linear"]["kinds"] == [holonomic, simple, simple]
    assert found["squared"]["kinds"] == [holonomic, general, simple]


@pytest.mark.parametrize("wording", ["linear", "squared"])
def test_mass_matrix_of_the_mechanism_and_its_reduced_determinant(wording):
    found = numbers("appell_hamel")[wording]["start"]
    Q = np.diag([126.0, 1.0, 6.0, 6.0, 1.0])
    Q[0, 3] = Q[3, 0] = -25.0
    np.testing.assert_allclose(found["M"], Q, rtol=RTOL_FORMULA, atol=1e-12)

    # dependent speeds x', y', z' by the independent θ', φ'
    J = found["J"]
    Z = np.vstack([np.eye(2), -np.linalg.solve(J[:, 2:], J[:, :2])])
    assert np.linalg.det(Z.T @ found["M"] @ Z) == pytest.approx(188.5, rel=RTOL_FORMULA)
    np.testing.assert_allclose(Z.T @ found["force"], 0.0, atol=1e-12)


@pytest.mark.covers("F002-6")
@pytest.mark.parametrize("is_squared", [False, True])
def test_turning_of_the_mechanism_dies_out_with_the_way_rolled(is_squared):
    """θ̇ = e^(−κ φ) with κ = m ρ a / (I + m ρ²) = 5/26, and (I + a²(M + m) + b² m) φ̈ = m ρ a θ̇² + m g b."""

    def rates(t, x):
        return [np.exp(-5.0 / 26.0 * x[1]), x[2], (5.0 * np.exp(-5.0 / 13.0 * x[1]) + 9.81 * 0.5) / 7.25]

    motion = example("appell_hamel").roll(is_squared)
    turn, spin = motion["frame.angle.rate"], motion["spin"]
    np.testing.assert_allclose(turn, np.exp(-5.0 / 26.0 * spin), rtol=1e-8)
    reduced = solve_ivp(rates, (0.0, 10.0), [0.0, 0.0, 1.0], method="DOP853", rtol=1e-12, atol=1e-13).y[:, -1]
    found = [motion[name][-1] for name in ("frame.angle", "spin", "spin.rate")]
    np.testing.assert_allclose(found, reduced, rtol=ATOL_MOTION)


def test_track_of_the_mechanism_straightens():
    motion = example("appell_hamel").roll(until=30.0)
    assert motion["frame.angle"][-1] == pytest.approx(2.0279576856, abs=2e-10)


@pytest.mark.covers("F002-24")
@pytest.mark.parametrize(
    ("method", "step", "linear", "squared"),
    [
        ("RK4", 0.1, 4.275e-5, 2.951e-5),
        ("RK4", 0.05, 2.606e-6, 1.890e-6),
        ("Kutta–Merson", 0.1, 1.990e-5, 1.126e-5),
        ("Kutta–Merson", 0.05, 1.237e-6, 6.908e-7),
    ],
)
def test_squared_wording_of_rolling_keeps_the_energy_better_by_fixed_steps(method, step, linear, squared):
    found = numbers("appell_hamel")["drift"][method, step]
    assert found.best == "squared"
    assert np.abs(found["linear"].energy).max() == pytest.approx(linear, rel=DIGITS)
    assert np.abs(found["squared"].energy).max() == pytest.approx(squared, rel=DIGITS)

    # the rolling equations themselves: better too by Runge and Kutta, a little worse by Kutta and Merson
    rolling = {name: run.relations["rolling"].max() for name, run in found.runs.items()}
    assert (rolling["squared"] < rolling["linear"]) == (method == "RK4")
    if (method, step) == ("Kutta–Merson", 0.1):
        assert found["linear"].energy[-1] == pytest.approx(-1.99e-5, rel=5e-3)
        assert found["squared"].energy[-1] == pytest.approx(-6.0e-7, rel=1e-2)
        lines = str(found).splitlines()
        assert lines[0].split() == ["form", "energy", "rolling"]
        assert lines[1].split()[:2] == ["linear", "1.990e-05"]


# ---- pendulum of varying length


def test_period_is_that_of_the_elliptic_integral():
    exact = 4.0 / mpmath.sqrt(2.0 * 9.81) * mpmath.ellipe(-4)
    assert numbers("pendulum_of_varying_length")["period"] == pytest.approx(float(exact), rel=1e-12)


@pytest.mark.covers("F002-22", "F002-23")
@pytest.mark.parametrize(
    ("how", "step", "figures", "end"),
    [
        ("drifting", 0.01, (1.805e-4, 9.13e-7, 1.835e-3), [0.85512407, 0.26894334, -1.15907542, 1.98230730]),
        ("stabilized", 0.01, (2.06e-7, 4.8e-6, 3.155e-3), [0.82523654, 0.31898465, -1.29570842, 2.13853183]),
        ("stabilized", 0.001, (1.81e-11, 4.4e-10, 3.03e-7), [0.85572777, 0.26772999, -1.15625214, 1.97887413]),
    ],
)
def test_drift_of_500_s_is_that_of_the_table(how, step, figures, end):
    run = numbers("pendulum_of_varying_length")["drift"][how][step]
    # the last of two to four digits
    np.testing.assert_allclose([run.position, run.velocity, run.energy], figures, rtol=6e-3)
    np.testing.assert_allclose(run.end, end, rtol=0.0, atol=2e-8)


def test_drift_by_small_steps_is_that_of_the_table_up_to_rounding():
    """Half a million steps add up their rounding; the figures are those of 64-bit mantissas."""
    run = numbers("pendulum_of_varying_length")["drift"]["drifting"][0.001]
    assert run.position == pytest.approx(1.936e-10, rel=0.2)
    assert run.velocity == pytest.approx(2.20e-11, rel=0.02)
    assert run.energy == pytest.approx(2.714e-9, rel=0.2)
    np.testing.assert_allclose(run.end, [0.85573052, 0.26772527, -1.15623924, 1.97885842], rtol=0.0, atol=2e-8)


@pytest.mark.covers("F002-22")
def test_stabilization_keeps_the_constraint_and_spoils_the_energy_and_projection_keeps_both():
    drift = numbers("pendulum_of_varying_length")["drift"]
    left, stabilized, projected = (drift[how][0.001] for how in ("drifting", "stabilized", "projected"))
    assert stabilized.position < 2e-11 < left.position
    assert stabilized.energy > 50.0 * left.energy
    assert projected.position < 1e-15
    assert projected.velocity < 1e-14
    assert projected.energy < left.energy


def test_an_hour_by_coarse_steps():
    hour = numbers("pendulum_of_varying_length")["hour"]
    assert hour["drifting"].position == pytest.approx(6.7e4, rel=0.01)
    # the equation for x does not see y: it is that of the minimal coordinate
    assert hour["drifting"].end[0] == pytest.approx(1.015238, abs=1e-6)
    assert hour["stabilized"].position == pytest.approx(6.9e-3, rel=0.01)
    assert hour["stabilized"].energy == pytest.approx(7.9, rel=0.01)


@pytest.mark.slow
def test_an_hour_exactly():
    end = example("pendulum_of_varying_length").swing(3600.0, times=[3600.0]).states[-1]
    np.testing.assert_allclose(end, [0.44177046, 0.80483886, 2.97793593, -2.63112827], rtol=0.0, atol=1e-7)


# ---- spherical pendulum


@pytest.mark.covers("F002-6")
def test_spherical_pendulum_in_three_models():
    found = numbers("spherical_pendulum")
    assert max(found["apart"].values()) < 1e-10
    assert max(found["energy drift"].values()) < 1e-10
    assert found["change of v and x"] < 1e-9
    assert found["force of v"] < 1e-12
    assert found["kinds"] == ["holonomic, scleronomic", "general nonholonomic, scleronomic"]


def test_accelerations_of_the_spherical_pendulum_are_those_of_the_textbook():
    module = example("spherical_pendulum")
    g, l = module.GRAVITY, module.LENGTH
    cases = module.starts(tilt=1.0, turn=0.5, fall=0.3)
    a = {name: da.as_dynamics(model).accelerations(start) for name, (model, start) in cases.items()}
    c, s = np.cos(1.0), np.sin(1.0)
    assert a["by angles"]["φ.rate"] == pytest.approx(-2.0 * c / s * 0.5 * 0.3, rel=RTOL_FORMULA)
    assert a["by angles"]["θ.rate"] == pytest.approx(s * (c * 0.5**2 - g / l), rel=RTOL_FORMULA)
    for name in ("in space", "with squared speed"):
        q, u = (
            np.array([values[f"place.{axis}{end}"] for axis in "xyz"]) for values, end in state(cases[name][1])
        )
        expected = [g, 0.0, 0.0] - q * (u @ u + g * q[0]) / l**2
        found = [a[name][f"place.{axis}.rate"] for axis in "xyz"]
        np.testing.assert_allclose(found, expected, rtol=RTOL_FORMULA, atol=1e-12)
    assert a["with squared speed"]["mark.rate"] == pytest.approx(2.0 * g * u[0], rel=RTOL_FORMULA)


def state(start):
    return (start.q, ""), (start.u, ".rate")


def test_rod_of_the_spherical_pendulum_pulls_with_weight_and_centripetal_force():
    module, found = example("spherical_pendulum"), numbers("spherical_pendulum")
    motion = found["motions"]["in space"]
    x, squared = motion["place.x"], sum(motion[f"place.{axis}.rate"] ** 2 for axis in "xyz")
    expected = module.MASS * (module.GRAVITY * x + squared) / module.LENGTH
    np.testing.assert_allclose(found["pull"], expected, rtol=1e-10)


def test_angles_are_costly_near_the_vertical_and_positions_are_not():
    steps = numbers("spherical_pendulum")["steps near the vertical"]
    assert steps["by angles"] > 3 * steps["in space"]
    assert steps["with squared speed"] < 1.2 * steps["in space"]


# ---- ring and disc


def test_two_models_of_ring_and_disc_agree_and_have_two_degrees_of_freedom():
    assert numbers("ring_and_disc")["models apart"] < 1e-10
    for model, start in example("ring_and_disc").systems().values():
        dynamics = da.as_dynamics(model)
        J = dynamics.evaluate({"J": dynamics.equations.J}, start)["J"]
        assert J.shape[1] - np.linalg.matrix_rank(J) == 2


def test_steady_angles_belong_to_the_mass_ratio_of_the_closed_form():
    module, angles = example("ring_and_disc"), np.radians(numbers("ring_and_disc")["angles"])
    incline = np.radians(module.INCLINES)
    below = 2.0 * np.sin(incline) * np.cos(angles - incline) - 3.0 * np.sin(angles) + np.sin(incline)
    ratios = np.sin(angles) / below - 1.0
    # the lightest disc is a millionth of the ring: six digits less
    np.testing.assert_allclose(ratios, np.repeat(module.RATIOS, 6).reshape(5, 6), rtol=1e-10, atol=1e-9)


# ---- rolling disc


def disc_rates(t, x):
    """Newton and Euler for the disc with its contact force eliminated, in the axes that yaw and lean with it.

    x holds lean, yaw, spin, the place of the centre, and the angular velocity: along the heading, along the disc's
    axis, and up along the disc.
    """
    a, m, g = 0.3, 2.0, 9.81
    C, A, mass = m * a**2 / 2.0, m * a**2 / 4.0, m * a**2
    lean, yaw, _, _, _, w1, w2, w3 = x
    turning = w3 * np.tan(lean)
    heading, left = np.array([np.cos(yaw), np.sin(yaw)]), np.array([-np.sin(yaw), np.cos(yaw)])
    v = a * (w2 * heading - w1 * np.cos(lean) * left)
    rate1 = ((C + mass) * w2 * w3 - A * turning * w3 + m * g * a * np.sin(lean)) / (A + mass)
    rate2 = -mass * w1 * w3 / (C + mass)
    rate3 = (A * turning - C * w2) * w1 / A
    return [w1, w3 / np.cos(lean), w2 - turning, *v, rate1, rate2, rate3]


@pytest.fixture(scope="module")
def textbook_disc():
    """The wobble of the example by these equations, at its times of output."""
    motion = numbers("rolling_disc")["wobble"]
    s, c = np.sin(0.2), np.cos(0.2)
    start = [0.2, 0.0, 0.0, 0.0, -0.3 * s, 0.0, 6.0 + 0.5 * s, 0.5 * c]
    times = motion.times
    return solve_ivp(disc_rates, (0.0, times[-1]), start, t_eval=times, method="DOP853", rtol=1e-12, atol=1e-13).y


def test_wobble_is_that_of_the_equations_of_newton_and_euler(textbook_disc):
    motion = numbers("rolling_disc")["wobble"]
    for name, expected in zip(("lean", "yaw", "spin", "pose.x", "pose.y"), textbook_disc, strict=False):
        np.testing.assert_allclose(motion[name], expected, rtol=0.0, atol=ATOL_MOTION, err_msg=name)


def test_floor_carries_what_the_centre_needs(textbook_disc):
    """Newton's law for the centre, its acceleration by differences of the other solution."""
    forces, motion = numbers("rolling_disc")["forces"], numbers("rolling_disc")["wobble"]
    h = motion.times[1] - motion.times[0]
    place = np.stack([*textbook_disc[3:5], 0.3 * np.cos(textbook_disc[0])])
    a = (-place[:, 4:] + 16 * place[:, 3:-1] - 30 * place[:, 2:-2] + 16 * place[:, 1:-3] - place[:, :-4]) / (
        12 * h**2
    )
    expected = 2.0 * a + np.array([[0.0], [0.0], [2.0 * 9.81]])
    found = [forces[f"tread.{row}.multiplier"][2:-2] for row in ("slip first", "slip second", "contact")]
    # differences of fourth order lose as many digits as rounding by the square of the step
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=1e-5)


def test_disc_circles_steadily():
    found = numbers("rolling_disc")
    assert found["lean of the circle"] < 1e-10
    assert found["off the circle"] < 1e-10


def test_upright_disc_wobbles_or_falls_as_linear_theory_says():
    found = numbers("rolling_disc")
    assert found["frequency"] == pytest.approx(found["frequency of linear theory"], rel=RTOL_LINEAR)
    # the lean ends at about 1e-4, whose square counts
    assert found["growth"] == pytest.approx(found["growth of linear theory"], rel=3 * RTOL_LINEAR)
    assert found["least spin"] == pytest.approx(np.sqrt(9.81 / 0.9), rel=1e-15)
    assert example("rolling_disc").wobble_rate(found["least spin"]) == pytest.approx(0.0, abs=1e-6)


# ---- sleigh


def test_sleigh_moves_as_in_closed_form():
    found = numbers("chaplygin_sleigh")
    for name, off in found["off"].items():
        assert off < 1e-10, name
    assert found["sideways"] < 1e-14


def test_sleigh_turns_round_and_ends_up_straight_ahead_with_its_energy():
    module, found = example("chaplygin_sleigh"), numbers("chaplygin_sleigh")["found"]
    assert found["speed"][0] < 0.0
    full = np.hypot(module.BACKWARDS, module.GYRATION * module.TURN)
    assert found["speed"][-1] == pytest.approx(full, rel=1e-5)
    assert abs(found["turning"][-1]) < 0.01 * np.abs(found["turning"]).max()

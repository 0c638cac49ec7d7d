"""Wheels that mesh, a stone that rolls and turns back, a platform that is moved by computed forces."""

import numpy as np
import pytest
from scipy.integrate import simpson, solve_ivp

import dalembert as da
from tests.examples import example, numbers

# ---- planetary gear


def test_planet_and_ring_turn_as_their_teeth_say():
    """X004-7."""
    found = numbers("planetary_gear")
    assert found["planet"] == pytest.approx(5.0 / 3.0, abs=1e-14)
    assert found["ring"] == pytest.approx(1.25, abs=1e-14)


@pytest.mark.parametrize("name", ["one planet", "three planets"])
def test_the_arm_speeds_up_against_the_inertia_and_the_damper_it_feels(name):
    module, found = example("planetary_gear"), numbers("planetary_gear")[name]
    assert found["acceleration"] == pytest.approx(found["expected acceleration"], rel=1e-13)
    motion, drag = found["motion"], module.DAMPING * 1.25**2
    expected = (
        module.TORQUE / drag * -np.expm1(-drag * found["expected acceleration"] / module.TORQUE * motion.times)
    )
    np.testing.assert_allclose(motion["arm.rate"], expected, rtol=0.0, atol=1e-10)
    np.testing.assert_allclose(motion["ring.rate"], 1.25 * expected, rtol=0.0, atol=1e-10)
    assert found["energy drift"] < 1e-9
    assert found["gap"] < 1e-12


@pytest.mark.parametrize("name", ["one planet", "three planets"])
def test_moments_on_the_whole_gear_make_its_angular_momentum(name):
    """Motor, damper and brake are all that turns it from outside."""
    module, found = example("planetary_gear"), numbers("planetary_gear")[name]
    planets = 1 if name == "one planet" else 3
    disc = module.PLANET_MASS * (module.MODULE * module.PLANET / 2.0) ** 2 / 2.0
    momentum = (
        module.ARM_MASS * module.ARM_LENGTH**2 / 3.0
        + planets * (module.PLANET_MASS * module.ARM_LENGTH**2 + disc * 5.0 / 3.0)
        + module.RING_INERTIA * 1.25
    )
    motion, drag = found["motion"], module.DAMPING * 1.25**2
    rate = (module.TORQUE - drag * motion["arm.rate"]) / module.inertia_at_the_arm(planets)
    brake = momentum * rate - module.TORQUE + module.DAMPING * motion["ring.rate"]
    np.testing.assert_allclose(found["brake"], brake, rtol=0.0, atol=1e-10)


def test_meshes_of_further_planets_are_redundant():
    mobility = numbers("planetary_gear")["mobility of three"]
    assert (mobility.rows, mobility.degrees_of_freedom) == (7, 1)


# ---- rattleback


def rolling_stone(times, spin, roll, pitch, handedness=1):
    """Spin about the vertical by equations in axes of the stone: n is up, r leads from the centre to the contact.

    Without slip v = r × ω; J ω̇ + ω × J ω = r × F with F = m (v̇ + ω × v + g n); ṅ = n × ω.
    """
    module = example("rattleback")
    A = np.diag(np.square(module.HALF_AXES))
    m = module.MASS + 2.0 * module.WEIGHT
    w = np.array([module.ASIDE[0], handedness * module.ASIDE[1], 0.0])
    J = module.MASS / 5.0 * (np.trace(A) * np.eye(3) - A)
    J += 2.0 * module.WEIGHT * (w @ w * np.eye(3) - np.outer(w, w))

    def skew(x):
        return np.array([[0.0, -x[2], x[1]], [x[2], 0.0, -x[0]], [-x[1], x[0], 0.0]])

    def rates(t, x):
        n, omega = x[:3], x[3:]
        h = np.sqrt(n @ A @ n)
        r, dn = -A @ n / h, skew(n) @ omega
        dr = -A @ dn / h + A @ n * (n @ A @ dn) / h**3
        R, W = skew(r), skew(omega)
        rest = skew(dr) @ omega + W @ R @ omega + module.GRAVITY * n
        return np.concatenate([dn, np.linalg.solve(J - m * R @ R, m * R @ rest - W @ J @ omega)])

    # the stone's axes are turned by pitch about y, then by roll about its x
    n = np.array([-np.sin(pitch), np.cos(pitch) * np.sin(roll), np.cos(pitch) * np.cos(roll)])
    x = solve_ivp(rates, (0.0, times[-1]), [*n, *(spin * n)], "DOP853", t_eval=times, rtol=1e-10, atol=1e-11).y
    return (x[:3] * x[3:]).sum(0)


@pytest.mark.parametrize(("name", "sense"), [("left", 1.0), ("right", -1.0)])
def test_the_rattleback_moves_by_the_equations_in_its_own_axes(name, sense):
    module, found = example("rattleback"), numbers("rattleback")[name]
    times = found["motion"].times
    times = times[times <= 2.5]
    expected = rolling_stone(times, sense * module.SPIN, module.ROLL, module.PITCH)
    np.testing.assert_allclose(found["spin"][: len(times)], expected, rtol=0.0, atol=1e-8)


def test_the_rattleback_turns_back_soon_in_one_sense_and_late_in_the_other():
    found = numbers("rattleback")
    late, soon = (found[name]["reversals"][0] for name in ("left", "right"))
    assert soon < 1.0
    assert late > 2.0 * soon
    for name in ("left", "right"):
        spin = found[name]["spin"]
        assert (spin / spin[0]).min() < -0.75
        # it stays on the table
        assert found[name]["normal force"].min() > 0.0


@pytest.mark.parametrize(("name", "more", "less"), [("left", "roll", "pitch"), ("right", "pitch", "roll")])
def test_the_sense_of_the_spin_chooses_how_the_rattleback_rocks(name, more, less):
    """Heights of the centre for small angles, by the radii of curvature: (a²/c − c) θ²/2 along the stone."""
    (a, b, c), found = example("rattleback").HALF_AXES, numbers("rattleback")[name]
    motion = found["motion"]
    before = motion.times < found["reversals"][0]
    radii = {"pitch": a**2 / c, "roll": b**2 / c}
    lift = {angle: (radii[angle] - c) * (motion[angle][before] ** 2).max() / 2.0 for angle in radii}
    assert lift[more] > 2.0 * lift[less]


def test_the_mirror_image_of_a_rattleback_turns_the_other_way():
    found = numbers("rattleback")
    one, other = (found[name] for name in ("right", "mirrored"))
    assert other["reversals"][0] == pytest.approx(one["reversals"][0], rel=1e-9)
    np.testing.assert_allclose(other["spin"], -one["spin"], rtol=0.0, atol=1e-5)


@pytest.mark.parametrize("name", ["left", "right", "mirrored"])
def test_the_rattleback_keeps_energy_contact_and_rolling(name):
    found = numbers("rattleback")[name]
    assert found["energy drift"] < 1e-10
    assert found["gap"] < 1e-12


# ---- Stewart platform

POSE_WAVES = [(0.05, 2.0), (0.04, 3.0), (0.03, 4.0), (0.1, 2.5), (0.08, 3.5), (0.06, 3.0)]
"""Half the stroke of each coordinate of the platform, and its angular frequency."""


def prescribed_pose(t, cos):
    module = example("stewart_platform")
    terms = zip(module.POSE, module.LEVEL, POSE_WAVES, strict=True)
    return {name: level + stroke * (1.0 - cos(rate * t)) for name, level, (stroke, rate) in terms}


@pytest.mark.slow
@pytest.mark.covers("F001-4")
def test_a_platform_with_the_forces_of_inverse_dynamics_moves_as_prescribed():
    module, times = example("stewart_platform"), np.linspace(0.0, 1.0, 401)
    model = module.stewart_platform()
    guess = module.placed(model, module.LEVEL).q
    loads = da.inverse_dynamics(model, prescribed_pose(da.time, da.cos), times=times, guess=guess)

    laws = [da.spline(times, force, degree=5)(da.time) for force in loads.inputs.T]
    forces = [da.JointForce(f"force {k}", f"leg {k}", law) for k, law in zip(module.LEGS, laws, strict=True)]
    begin = loads.state(0)
    forward = da.simulate(
        module.stewart_platform(*forces),
        da.State(q=begin.q, u=begin.u),
        until=1.0,
        times=times,
        method=da.methods.DOP853(rtol=1e-11, atol=1e-12),
    )
    for name, expected in prescribed_pose(times, np.cos).items():
        np.testing.assert_allclose(forward[name], expected, rtol=0.0, atol=1e-9)
    np.testing.assert_allclose(forward.states, loads.states, rtol=0.0, atol=1e-9)
    # the motors pay for the energy of platform and legs
    work = simpson(loads["power"], x=times)
    assert work == pytest.approx(loads["energy"][-1] - loads["energy"][0], rel=1e-7)


# ---- bicycle

PUBLISHED = {
    "M": [[80.81722, 2.31941332208709], [2.31941332208709, 0.29784188199686]],
    "C": [[0.0, 33.86641391492494], [-0.85035641456978, 1.68540397397560]],
    "K0": [[-80.95, -2.59951685249872], [-2.59951685249872, -0.80329488458618]],
    "K2": [[0.0, 76.59734589573222], [0.0, 2.65431523794604]],
}
"""Of the linear equations of the benchmark, by Meijaard, Papadopoulos, Ruina and Schwab (2007)."""

TOLERANCE = 1e-11
"""Of matrices: published with 14 decimals, and M times what is solved for with M."""


@pytest.mark.parametrize("name", PUBLISHED)
def test_small_motions_of_the_bicycle_are_those_of_the_benchmark(name):
    found = numbers("bicycle")["matrices"][name]
    np.testing.assert_allclose(found, PUBLISHED[name], rtol=TOLERANCE, atol=TOLERANCE)


def test_the_bicycle_steers_itself_between_the_published_speeds():
    assert numbers("bicycle")["speeds"] == pytest.approx((4.29238253634111, 6.02426201538837), rel=1e-13)


def test_the_bicycle_has_the_freedom_of_lean_steer_and_speed():
    model, start = example("bicycle").systems()["pushed"]
    mobility = numbers("bicycle")["mobility"]
    assert (mobility.rows, mobility.degrees_of_freedom) == (6, 3)
    assert sum(body.inertia.mass for body in model.bodies) == pytest.approx(94.0)
    assert start.q["pose.z"] == pytest.approx(0.3, abs=1e-12)
    assert start.q["pitch"] == pytest.approx(0.0, abs=1e-12)
    # where the front wheel is follows from the geometry of the fork
    place = da.as_dynamics(model).evaluate({"hub": da.position(model.body("front wheel"))}, start)["hub"]
    np.testing.assert_allclose(place, [1.02, 0.0, 0.35], rtol=0.0, atol=1e-12)


def test_a_pushed_bicycle_returns_upright_and_the_push_becomes_speed():
    """All that is left in the end is rolling straight on: its energy gives the speed."""
    module, found = example("bicycle"), numbers("bicycle")
    lean = np.abs(found["motion"]["lean"])
    thirds = [part.max() for part in np.array_split(lean, 3)]
    assert thirds[0] > 0.1 > 1.6 * thirds[1] > 2.4 * thirds[2]
    moved = 94.0 + 0.12 / module.REAR**2 + 0.28 / module.FRONT**2
    final = np.sqrt(module.SPEED**2 + PUBLISHED["M"][0][0] * module.PUSH**2 / moved)
    assert found["speed"][-1] == pytest.approx(final, abs=5e-4)
    assert found["energy drift"] < 1e-11
    assert found["gap"] < 1e-12


def test_a_small_push_of_the_slow_bicycle_weaves_and_grows_as_the_published_equations_say():
    module, motion = example("bicycle"), numbers("bicycle")["slow"]
    M, C, K0, K2 = map(np.array, PUBLISHED.values())
    v = module.SLOW
    below = -np.linalg.solve(M, np.hstack([module.GRAVITY * K0 + v**2 * K2, v * C]))
    rates, modes = np.linalg.eig(np.vstack([np.eye(2, 4, 2), below]))
    assert rates.real.max() > 0.1
    parts = np.linalg.solve(modes, [0.0, 0.0, module.TOUCH, 0.0])
    expected = (modes * parts @ np.exp(np.outer(rates, motion.times))).real
    for name, row in zip(("lean", "steer"), expected, strict=False):
        np.testing.assert_allclose(motion[name], row, rtol=0.0, atol=1e-5 * np.abs(row).max())

"""Goals whose motions are known: examples 7.1, 7.2 and 8.1 of Bajodah (2003), with the corrected equations."""

import numpy as np
import pytest

import dalembert as da

FINE = da.methods.DOP853(rtol=1e-11, atol=1e-13)

DIGITS = 2e-8
"""The reference numbers have eight or nine digits."""


def arm() -> da.Equations:
    """Two links in a vertical plane, absolute angles; the second motor acts between the links."""
    a, b = da.expr.symbols("a b")
    u, v = da.expr.symbols("u v")
    T = 0.75 * u**2 + (1 / 6) * v**2 + 0.5 * u * v * da.cos(a - b)
    V = 9.81 * (1 - da.cos(a) + 0.5 * (1 - da.cos(b)))
    forces = {"u": da.Input("first") - da.Input("second"), "v": da.Input("second")}
    return da.formulations.TypedSystem(q=[a, b], u=[u, v], forces=forces).from_energies(T, V)


ENERGY = da.Servo("energy", da.energies.kinetic_energy() + da.energies.potential_energy() - 1.0, rate=1.0)
SWING = da.State(q={"a": 0.5, "b": -0.3}, u={"u": 0.6, "v": 0.4})


@pytest.fixture(scope="module")
def equations():
    return arm()


@pytest.mark.covers("F002-44")
def test_energy_decays_by_least_inputs(equations):
    motion = da.simulate(da.control.closed_loop(equations, ENERGY), SWING, times=[0.0, 1.0], method=FINE)
    torques = [motion["first"][0], motion["second"][0]]
    np.testing.assert_allclose(torques, [-1.20039159, 0.40013053], rtol=0, atol=DIGITS)
    np.testing.assert_allclose([motion["a"][1], motion["b"][1]], [0.08174176, -0.18244515], rtol=0, atol=DIGITS)
    np.testing.assert_allclose([motion["u"][1], motion["v"][1]], [-0.10254352, -2.50786127], rtol=0, atol=DIGITS)
    assert motion["energy"][1] - 1.0 == pytest.approx(0.2943995917, abs=1e-10)


def test_z_contains_the_energy_that_is_wanted(equations):
    dynamics, start = da.as_dynamics(equations), SWING
    wanted = da.control.goal_report(da.control.closed_loop(equations, ENERGY), start).tau[0]
    E = dynamics.signals(["energy"], start)["energy"]
    # the shortest torques with the power −E, as printed, and −(E − 1)
    work = np.array([0.6, 0.4 - 0.6])
    for left, torques in ((E, -E * work / (work @ work)), (E - 1.0, wanted)):
        tau = dict(zip(("first", "second"), map(float, torques), strict=True))
        power = dynamics.signals(["power"], da.State(q=start.q, u=start.u, tau=tau))["power"]
        assert power == pytest.approx(-left, abs=1e-12)


def test_energy_and_position_together_are_singular_at_rest_only(equations):
    place = da.Servo("place", da.cos(da.coordinate("a")) + da.sin(da.coordinate("b")), rate=2.0)
    both = da.control.closed_loop(equations, ENERGY, place)
    assert da.control.goal_report(both, SWING).kind == "unique"
    assert da.control.goal_report(both, da.State(q=SWING.q)).kind == "none"


@pytest.mark.covers("F002-47")
def test_ideal_control_takes_the_least_of_gausss_function(equations):
    loop = da.control.closed_loop(equations, ENERGY, by=da.control.IdealControl())
    motion = da.simulate(loop, SWING, times=[0.0, 1.0, 5.0], method=FINE)
    found = np.array([motion["first"], motion["second"]])
    np.testing.assert_allclose(found[:, 0], [-1.45384303, -0.36022377], rtol=0, atol=DIGITS)
    np.testing.assert_allclose(found[:, 2], [-0.00843264, -0.00286734], rtol=0, atol=DIGITS)
    np.testing.assert_allclose([motion["a"][1], motion["b"][1]], [0.10872380, -0.26111548], rtol=0, atol=DIGITS)
    np.testing.assert_allclose([motion["u"][1], motion["v"][1]], [0.00534228, -2.54147618], rtol=0, atol=DIGITS)
    np.testing.assert_allclose(
        motion.states[2], [-0.25638734, 0.26430254, 0.37406091, 1.15450551], rtol=0, atol=2 * DIGITS
    )
    np.testing.assert_allclose(motion["energy"] - 1.0, 0.8002610605 * np.exp(-motion.times), rtol=1e-9, atol=0)

    # Gauss's function at the start: half of the square of what inputs add to the accelerations, by M
    def gauss(by):
        numbers = da.control.goal_report(da.control.closed_loop(equations, ENERGY, by=by), SWING).tau[0]
        forces = np.array([numbers[0] - numbers[1], numbers[1]])
        M = np.array([[1.5, 0.5 * np.cos(0.8)], [0.5 * np.cos(0.8), 1 / 3]])
        return 0.5 * forces @ np.linalg.solve(M, forces)

    assert gauss(da.control.IdealControl()) == pytest.approx(0.42103, abs=1e-5)
    assert gauss(da.control.LeastInputs()) == pytest.approx(2.03384, abs=1e-5)
    assert gauss(da.control.LeastInputs(toward={"first": -1.45, "second": -0.36})) > gauss(
        da.control.IdealControl()
    )


@pytest.mark.covers("F002-44")
def test_goals_decay_alike_whatever_is_given_to_the_inputs(equations):
    loop, times = da.control.closed_loop(equations, ENERGY), np.linspace(0.0, 0.2, 5)
    errors = []
    for given in ({}, {"first": 1.0, "second": -1.0}):
        start = da.State(q=SWING.q, u=SWING.u, tau=given)
        motion = da.simulate(loop, start, times=times, method=FINE)
        errors.append(motion["energy"] - 1.0)
        np.testing.assert_allclose(errors[-1], errors[-1][0] * np.exp(-times), rtol=0, atol=1e-9)
    assert abs(motion["a"][-1] - 0.5) > 1e-3


def test_the_deviation_falls_with_the_tolerance(equations):
    loop, left = da.control.closed_loop(equations, ENERGY), []
    for rtol in (1e-5, 1e-7, 1e-9):
        motion = da.simulate(loop, SWING, times=[0.0, 1.0], method=da.methods.DOP853(rtol=rtol, atol=rtol))
        left.append(abs(motion["energy"][1] - 1.0 - 0.8002610605 * np.exp(-1.0)))
    assert left[0] > 10 * left[1] > 100 * left[2]


@pytest.mark.covers("F002-49")
def test_a_run_stops_before_inputs_grow_without_bound(equations):
    loop = da.control.closed_loop(equations, ENERGY)
    with pytest.raises(da.errors.SolverError, match="lose their hold on the goal 'energy'") as failure:
        da.simulate(loop, SWING, until=5.0, method=FINE)
    reached = failure.value.motion
    assert reached.times[-1] == pytest.approx(1.708436, abs=1e-5)
    assert np.abs(reached["first"]).max() < 1e4

    # with y = (1, −1) it comes to rest sooner
    pushed = da.State(q=SWING.q, u=SWING.u, tau={"first": 1.0, "second": -1.0})
    with pytest.raises(da.errors.SolverError, match="lose their hold on the goal 'energy'") as failure:
        da.simulate(loop, pushed, until=1.0, method=FINE)
    assert np.hypot(*failure.value.motion.states[-1, 2:]) < 2e-3

    # others of a batch are not disturbed
    runs = da.batch(loop, [SWING, da.State(q=SWING.q, u={"u": -0.6, "v": -1.0})], until=1.8, method=FINE)
    assert "lose their hold" in runs[0].termination
    assert runs[1].times[-1] == 1.8


@pytest.mark.covers("F002-49")
def test_a_start_on_which_no_input_acts_is_refused(equations):
    with pytest.raises(da.errors.SolverError, match="at the start: no input acts on the goal 'energy'"):
        da.simulate(da.control.closed_loop(equations, ENERGY), da.State(q=SWING.q), until=1.0)


@pytest.mark.covers("F002-45", "F002-50", "F002-57")
def test_a_particle_is_driven_into_a_plane_and_stays_on_its_surface():
    r, theta, phi = da.expr.symbols("r theta phi")
    u, v, w = da.expr.symbols("u v w")
    system = da.formulations.TypedSystem(
        q=[r, theta, phi],
        u=[u, v, w],
        rates=[u, v / (r * da.sin(phi)), -w / r],
        forces={"v": da.Input("push")},
        constraints=[("surface", r * phi - 1.0)],
    )
    equations = system.from_energies(u**2 + v**2 + w**2)
    loop = da.control.closed_loop(equations, da.Servo("plane", da.coordinate("theta") - 1.0, gains=(2.0, 1.0)))
    start = da.State(q={"r": 1.25, "theta": 0.3, "phi": 0.8}, u={"u": 0.4, "v": 0.7, "w": 0.32})
    motion = da.simulate(loop, start, times=[0.0, 1.0, 5.0], method=FINE)
    assert motion["push"][0] == pytest.approx(-1.3447934667, abs=1e-10)
    np.testing.assert_allclose(motion["theta"][1:] - 1.0, [-0.2278481998, -1.999675147e-3], rtol=0, atol=2e-10)
    np.testing.assert_allclose([motion["r"][1], motion["phi"][1]], [1.684942735, 0.593491980], rtol=0, atol=2e-9)
    np.testing.assert_allclose(motion.states[1, 3:], [0.459428094, 0.242662061, 0.272666889], rtol=0, atol=2e-9)
    np.testing.assert_allclose([motion["r"][2], motion["phi"][2]], [3.672953515, 0.272260456], rtol=0, atol=2e-9)
    assert np.abs(motion["surface.residual"]).max() < 1e-14
    assert da.control.goal_report(motion).kind == "unique"

    # as printed, the first group has the other sign: then errors grow
    psi, rate = da.coordinate("theta") - 1.0, da.speed("v") / (da.coordinate("r") * da.sin(da.coordinate("phi")))
    arm = da.coordinate("r") * da.sin(da.coordinate("phi"))
    turned = da.speed("u") * da.sin(da.coordinate("phi")) - da.speed("w") * da.cos(da.coordinate("phi"))
    right, printed = (
        motion.evaluate(sign * 2.0 * arm * (2.0 * rate + psi) + 4.0 * da.speed("v") * turned / arm)
        for sign in (-1.0, 1.0)
    )
    np.testing.assert_allclose(right, motion["push"], rtol=0, atol=1e-9)
    assert np.abs(printed - motion["push"])[0] > 0.1


INERTIA = (10.0, 6.3, 8.5)


def spacecraft() -> da.Equations:
    """Euler's equations with torques per inertia."""
    u, a = da.expr.symbols("w1 w2 w3"), da.expr.symbols("a1 a2 a3")
    I, J, K = INERTIA
    turning = [(J - K) * u[1] * u[2], (K - I) * u[2] * u[0], (I - J) * u[0] * u[1]]
    forces = {
        f"w{k}": turn + i * da.Input(f"t{k}") for k, (turn, i) in enumerate(zip(turning, INERTIA, strict=True), 1)
    }
    system = da.formulations.TypedSystem(q=[], u=u, a=a, rates={}, forces=forces)
    return system.from_gibbs_function(sum(0.5 * i * x**2 for i, x in zip(INERTIA, a, strict=True)))


@pytest.mark.covers("F002-51", "F002-52")
def test_torques_are_states_whose_rates_keep_the_decay_of_energy():
    equations = da.control.with_input_states(spacecraft(), ["t1", "t2", "t3"])
    w = [da.speed(f"w{k}") for k in (1, 2, 3)]
    energy = sum(0.5 * i * x**2 for i, x in zip(INERTIA, w, strict=True))
    power = sum(i * x * da.acceleration(f"w{k}") for k, (i, x) in enumerate(zip(INERTIA, w, strict=True), 1))
    goal = da.Servo("decay", power + energy, rate=1.0, exact=True)
    damped = da.control.LeastInputs(toward={f"t{k}.rate": -da.Input(f"t{k}") for k in (1, 2, 3)})
    start = da.State(u={f"w{k}": 0.1 for k in (1, 2, 3)}, z={"t1": 0.1, "t2": 0.1})
    expected = {
        1.0: (-0.009281984, 0.036326135, -0.098254857, -0.165384905, -0.149466420, 0.032043877),
        2.0: (-0.037674232, -0.050415719, 0.019872183, 0.088413401, 0.000387674, 0.098574841),
        5.0: (-0.00972600, -0.00877847, 0.00530895, 0.0221429, -0.0133589, 0.0128374),
    }
    free = {
        1.0: (-0.079063829, -0.063096409, -0.020699311, 0.062205855, -0.243088577, 0.528941868),
        2.0: (0.05139247, 0.02067852, -0.02289980, -0.40748919, 0.70509031, -0.51776331),
        5.0: (-0.00787, 0.01132, -0.00535, -2.924, -1.399, 2.886),
    }
    # the last digits that are printed
    digits = {1.0: 2e-9, 2.0: 2e-8, 5.0: 2e-7}, {1.0: 2e-9, 2.0: 2e-8, 5.0: 2e-3}
    largest = []
    for by, table, last in zip((damped, da.control.LeastInputs()), (expected, free), digits, strict=True):
        loop = da.control.closed_loop(equations, goal, by=by)
        begin = da.control.goal_start(loop, start, free=["t3"])
        assert begin.z["t3"] == pytest.approx(-0.287 / 0.85, abs=1e-14)
        motion = da.simulate(loop, begin, times=np.linspace(0.0, 5.0, 20001), method=FINE)
        for t, numbers in table.items():
            state = motion.state(t)
            np.testing.assert_allclose([*state.u.values(), *state.z.values()], numbers, rtol=0, atol=last[t])
        K = sum(0.5 * i * motion[f"w{k}"] ** 2 for k, i in enumerate(INERTIA, 1))
        np.testing.assert_allclose(K, 0.124 * np.exp(-motion.times), rtol=1e-7)
        largest.append(max(np.abs(motion[f"t{k}"]).max() for k in (1, 2, 3)))
    np.testing.assert_allclose(largest, [0.341, 4.31], rtol=2e-3)

    # a start that is not consistent is told
    with pytest.raises(da.errors.ModelError, match=r"the goal .decay. is 0\.287 at the start instead of zero"):
        da.simulate(loop, start, until=1.0)


@pytest.mark.parametrize("is_differentiated", [False, True])
def test_ideal_control_moves_a_particle_as_its_passive_row_does(is_differentiated):
    # example 2.2: ẏ = z ẋ + sin(t)/2, here by inputs along all axes
    x, y, z = da.expr.symbols("x y z")
    u, v, w = da.expr.symbols("u v w")
    forces = {"u": 1.0 + da.Input("along x"), "v": -0.5 + da.Input("along y")}
    forces["w"] = 0.3 * da.cos(da.time) + da.Input("along z")
    equations = da.formulations.TypedSystem(q=[x, y, z], u=[u, v, w], forces=forces).from_energies(
        0.75 * (u**2 + v**2 + w**2)
    )
    row = da.speed("v") - da.coordinate("z") * da.speed("u") - 0.5 * da.sin(da.time)
    if is_differentiated:
        a = {name: da.acceleration(name) for name in "uv"}
        row = a["v"] - da.coordinate("z") * a["u"] - da.speed("w") * da.speed("u") - 0.5 * da.cos(da.time)
    goal = da.Servo("row", row) if is_differentiated else da.Servo("row", row, exact=True)
    loop = da.control.closed_loop(equations, goal, by=da.control.IdealControl())
    start = da.State(q={"z": 0.5}, u={"u": 0.2, "v": 0.1, "w": 0.3})
    assert da.control.goal_report(loop, start).orders == {"row": 0 if is_differentiated else 1}
    end = da.simulate(loop, start, times=[0.0, 5.0], method=FINE).state()
    np.testing.assert_allclose(list(end.q.values()), [2.0425560102, 3.7545554237, 2.1432675629], rtol=0, atol=2e-9)
    np.testing.assert_allclose(list(end.u.values()), [0.5989072014, 0.8041562406, 0.1082151451], rtol=0, atol=2e-9)


def test_gains_come_as_matrices_and_as_a_time_of_settling(equations):
    angles = [da.coordinate("a"), da.coordinate("b")]
    damping, stiffness = np.array([[3.0, 1.0], [-1.0, 4.0]]), np.array([[2.0, 0.0], [0.5, 3.0]])
    loop = da.control.closed_loop(equations, da.Servo("rest", angles, gains=(damping, stiffness)))
    poles = np.linalg.eigvals(da.linearize(loop, da.State()).A)
    companion = np.block([[np.zeros((2, 2)), np.eye(2)], [-stiffness, -damping]])
    np.testing.assert_allclose(np.sort_complex(poles), np.sort_complex(np.linalg.eigvals(companion)), atol=1e-9)
    loop = da.control.closed_loop(equations, da.Servo("rest", angles, settling=1.5))
    motion = da.simulate(loop, da.State(q={"a": 1.0, "b": -0.5}), times=[0.0, 1.5], method=FINE)
    np.testing.assert_allclose([motion["a"][1], motion["b"][1]], [0.02, -0.01], rtol=1e-8)

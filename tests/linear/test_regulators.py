"""Gains, laws in the model, and what linear equations are for control."""

import warnings

import numpy as np
import pytest
import scipy.linalg
import scipy.signal

import dalembert as da


def cart_pendulum(force, *more):
    """A pole on a cart, upright where its angle is zero."""
    cart, pole = da.particle("cart", mass=1.0), da.rod("pole", length=1.0, mass=0.2, axis="y")
    return da.Model(
        da.Prismatic("x", da.ground, cart, axis="x"),
        da.Revolute("tilt", cart, pole, axis="z"),
        da.JointForce("drive", "x", force),
        *more,
        gravity=(0.0, -9.81, 0.0),
    )


WEIGHTS = {"x": 1.0, "tilt": 10.0, "x.rate": 0.5, "tilt.rate": 0.5}


def upright(**more):
    model = cart_pendulum(da.Input("force"))
    return da.linearize(model, model.state(), **more)


def ordered(values):
    return values[np.lexsort((values.imag.round(6), values.real.round(6)))]


def test_the_regulator_solves_riccatis_equation():
    linear = upright()
    Q, R = np.diag([WEIGHTS[name] for name in linear.states]), np.array([[0.1]])
    K = da.control.lqr(linear, WEIGHTS, {"force": 0.1})
    P = scipy.linalg.solve_continuous_are(linear.A, linear.B, Q, R)
    assert pytest.approx(np.linalg.solve(R, linear.B.T @ P)) == K
    # Kalman's inequality: no closed loop is nearer to −1 than 1
    omega = np.geomspace(0.01, 100.0, 50)
    loop = np.array([K @ np.linalg.solve(1j * w * np.eye(4) - linear.A, linear.B) for w in omega])
    assert np.abs(1.0 + loop).min() >= 1.0 - 1e-9


def test_a_law_in_the_model_closes_the_loop():
    linear = upright()
    K = da.control.lqr(linear, WEIGHTS, [0.1])
    closed = cart_pendulum(da.control.law(linear, K)["force"])
    found = da.linearize(closed, closed.state())
    assert not found.inputs
    assert pytest.approx(linear.A - linear.B @ K, abs=1e-9) == found.A
    assert found.modes().is_asymptotically_stable
    motion = da.simulate(closed, closed.state(q={"tilt": 0.3}), until=10.0)
    assert abs(motion["tilt"][-1]) < 1e-4


def test_an_estimator_in_the_model_separates():
    linear = upright(outputs=["x", "tilt"])
    K = da.control.lqr(linear, WEIGHTS, [0.1])
    L = da.control.kalman(linear, {"force": 1.0, "x": 1e-3}, {"x": 1e-2, "tilt": 1e-2})
    outputs = {"x": da.coordinate("x"), "tilt": da.coordinate("tilt")}
    loop = da.control.estimator(linear, L, K, outputs=outputs)
    closed = cart_pendulum(loop.law["force"], *loop.parts)
    found = da.linearize(closed, closed.state()).modes().values
    expected = np.concatenate(
        [np.linalg.eigvals(linear.A - linear.B @ K), np.linalg.eigvals(linear.A - L @ linear.C)]
    )
    assert ordered(found) == pytest.approx(ordered(expected), rel=1e-8)
    motion = da.simulate(closed, closed.state(q={"tilt": 0.05}), until=15.0)
    assert abs(motion["tilt"][-1]) < 1e-3


def test_a_law_follows_a_steady_motion():
    """A disc that spins at 3 rad/s and is to stay where a hand of a clock is."""
    disc = da.disc("disc", radius=0.2, mass=1.0)

    def model(torque):
        return da.Model(da.Revolute("A", da.ground, disc), da.JointForce("drive", "A", torque))

    free = model(da.Input("torque"))
    linear = da.linearize(free, free.state(u={"A": 3.0}))
    assert linear.about == "a steady motion, in which only A change"
    K = da.control.lqr(linear, {"A": 1.0, "A.rate": 0.1}, {"torque": 1.0})
    closed = model(da.control.law(linear, K)["torque"])
    motion = da.simulate(closed, closed.state(q={"A": 0.5}), until=10.0)
    assert motion["A"][-1] == pytest.approx(30.0, abs=1e-4)


def test_discrete_time_holds_inputs():
    linear = upright()
    A, B, *_ = scipy.signal.cont2discrete((linear.A, linear.B, linear.C, linear.D), 0.02)
    discrete = linear.discrete(0.02)
    assert pytest.approx(A) == discrete.A and pytest.approx(B) == discrete.B
    K = da.control.lqr(discrete, WEIGHTS, [0.1])
    assert np.abs(np.linalg.eigvals(discrete.A - discrete.B @ K)).max() < 1.0


def test_sampled_gains_close_the_loop_between_samples():
    """A mass that is pushed for a tenth of a second at a time goes by powers of Φ − Γ K."""
    model = da.Model(da.Prismatic("x", da.ground, da.particle("mass", mass=2.0), axis="x"), da.Motor("push", "x"))
    period = 0.1
    sampled = da.linearize(model).discrete(period)
    K = da.control.lqr(sampled, {"x": 4.0}, {"push": 0.5})
    Phi, Gamma = np.array([[1.0, period], [0.0, 1.0]]), np.array([[0.5 * period**2], [period]]) / 2.0
    P = scipy.linalg.solve_discrete_are(Phi, Gamma, np.diag([4.0, 0.0]), np.array([[0.5]]))
    assert pytest.approx(np.linalg.solve(0.5 + Gamma.T @ P @ Gamma, Gamma.T @ P @ Phi)) == K

    def law(state):
        return {"push": -float(K[0] @ [state.q["x"], state.u["x.rate"]])}

    motion = da.simulate(model, {"x": 1.0}, times=[0.0, 2.0], controller=da.control.SampledController(period, law))
    expected = np.linalg.matrix_power(Phi - Gamma @ K, 20) @ [1.0, 0.0]
    assert motion.states[-1] == pytest.approx(expected, rel=1e-9)


def test_responses_agree_with_scipy():
    linear = upright(outputs=["x", "tilt"])
    system = scipy.signal.StateSpace(linear.A, linear.B, linear.C, linear.D)
    omega = np.array([0.3, 2.0, 15.0])
    one = scipy.signal.StateSpace(linear.A, linear.B, linear.C[1:], linear.D[1:])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", scipy.signal.BadCoefficients)
        _, expected = scipy.signal.freqresp(one, omega)
    assert linear.frequency_response(omega)[:, 1, 0] == pytest.approx(expected)
    times = np.linspace(0.0, 0.5, 26)
    _, expected = scipy.signal.step(system, T=times)
    assert linear.step_response("force", times) == pytest.approx(expected, abs=1e-9)
    numerator, denominator = linear.transfer_function("tilt", "force")
    s = 1j * omega
    ratio = np.polyval(numerator, s) / np.polyval(denominator, s)
    assert ratio == pytest.approx(linear.frequency_response(omega)[:, 1, 0], rel=1e-9)


def test_zeros_are_where_the_output_stays_zero():
    """The cart can stay where it is while the pole falls: s² = 3 g/(2 l)."""
    linear = upright(outputs=["x"])
    found = np.sort(linear.zeros.real)
    assert found == pytest.approx([-np.sqrt(14.715), np.sqrt(14.715)])
    with pytest.raises(da.errors.ModelError, match="as many outputs as inputs"):
        upright().zeros  # noqa: B018


def test_what_inputs_reach_and_outputs_show_is_told_with_its_tolerance():
    linear = upright(outputs=["tilt"])
    assert linear.controllability.is_complete
    shown = linear.observability
    assert shown.rank == 2 and not shown.is_complete
    assert np.abs(shown.missed).max() < 1e-6
    assert str(shown).startswith(
        "outputs show 2 of 4 dimensions (tolerance 1e-09); not modes with the eigenvalues"
    )


def test_units_do_not_change_what_is_reached():
    mass, large = 1e-6, 1e6
    cart, pole = da.particle("cart", mass=mass), da.rod("pole", length=1e-3, mass=0.2 * mass, axis="y")
    model = da.Model(
        da.Prismatic("x", da.ground, cart, axis="x"),
        da.Revolute("tilt", cart, pole, axis="z"),
        da.JointForce("drive", "x", large * da.Input("force")),
        gravity=(0.0, -9.81, 0.0),
    )
    assert da.linearize(model, model.state()).controllability.is_complete


def test_systems_go_to_python_control():
    control = pytest.importorskip("control")
    linear = upright(outputs=["x", "tilt"])
    system = linear.to_control()
    assert system.state_labels == ["x", "tilt", "x_rate", "tilt_rate"]
    assert np.sort(system.poles().real) == pytest.approx(np.sort(linear.poles.real))
    K, _, _ = control.lqr(system, np.diag([WEIGHTS[name] for name in linear.states]), [[0.1]])
    assert da.control.lqr(linear, WEIGHTS, [0.1]) == pytest.approx(K)
    assert linear.discrete(0.1).to_control().dt == 0.1


# ---- bad input


def test_bad_gains_and_weights_are_named():
    linear = upright()
    with pytest.raises(da.errors.ModelError, match="'angle'"):
        da.control.lqr(linear, {"angle": 1.0}, [1.0])
    with pytest.raises(da.errors.ModelError, match="must be positive"):
        da.control.lqr(linear, WEIGHTS, [0.0])
    with pytest.raises(da.errors.ModelError, match="4 numbers or a square matrix"):
        da.control.lqr(linear, [1.0, 2.0], [1.0])
    with pytest.raises(da.errors.ModelError, match=r"need \(1, 4\)"):
        da.control.law(linear, np.zeros((1, 3)))
    with pytest.raises(da.errors.ModelError, match="does not stabilize"):
        da.control.law(linear.discrete(0.1), np.zeros((1, 4)))
    with pytest.raises(da.errors.ModelError, match="give its expression"):
        shown = upright(outputs=["energy"])
        da.control.estimator(shown, np.zeros((4, 1)), np.zeros((1, 4)))


def test_weights_that_mean_nothing_and_gains_that_do_not_stabilize_are_refused():
    linear, shown = upright(), upright(outputs=["x", "tilt"])
    with pytest.raises(da.errors.ModelError, match="of the state 'x' must not be negative"):
        da.control.lqr(linear, {"x": -0.01, "tilt": 1.0}, [1.0])
    with pytest.raises(da.errors.ModelError, match="must not be negative"):
        da.control.lqr(linear, [[1.0, 2.0, 0, 0], [2.0, 1.0, 0, 0], [0] * 4, [0] * 4], [1.0])
    with pytest.raises(da.errors.ModelError, match="finite"):
        da.control.lqr(linear, {"x": np.nan}, [1.0])
    with pytest.raises(da.errors.ModelError, match="finite"):
        da.control.kalman(shown, {"force": 1.0}, {"x": 1.0, "tilt": np.inf})
    with pytest.raises(da.errors.ModelError, match="of the disturbance 'force' must not be negative"):
        da.control.kalman(shown, {"force": -1.0}, [1.0, 1.0])
    K, L = da.control.lqr(linear, WEIGHTS, [0.1]), da.control.kalman(shown, {"force": 1.0}, [1e-4, 1e-4])
    with pytest.raises(da.errors.ModelError, match=r"the law does not stabilize: .* look at its sign"):
        da.control.law(linear, -K)
    with pytest.raises(da.errors.ModelError, match="the estimator does not stabilize"):
        da.control.estimator(shown, -L, K)


def test_a_model_without_inputs_and_one_out_of_reach_are_named():
    free = da.Model(da.Prismatic("x", da.ground, da.particle("mass", mass=1.0), axis="x"))
    with pytest.raises(da.errors.ModelError, match="no input to regulate by"):
        da.control.lqr(da.linearize(free), {"x": 1.0}, [])
    two = da.Model(
        da.Prismatic("x", da.ground, da.particle("mass", mass=1.0), axis="x"),
        da.Prismatic("y", da.ground, da.particle("other", mass=1.0), axis="y"),
        da.Motor("push", "x"),
        da.JointSpring("unstable", "y", -1.0),
    )
    with pytest.raises(da.errors.SolverError, match="not reached"):
        da.control.lqr(da.linearize(two), {"x": 1.0, "y": 1.0}, [1.0])


def test_outputs_that_are_only_called_like_states_need_their_expressions():
    """Twice the place, called x: taken for the place itself, the estimator would be another one."""
    twice = {"x": 2.0 * da.coordinate("x"), "tilt": da.coordinate("tilt")}
    shown = upright(outputs=twice)
    K, L = da.control.lqr(shown, WEIGHTS, [0.1]), da.control.kalman(shown, {"force": 1.0}, [1e-4, 1e-4])
    with pytest.raises(da.errors.ModelError, match="the output 'x' is no state; give its expression"):
        da.control.estimator(shown, L, K)
    estimate = da.control.estimator(shown, L, K, outputs=twice)
    closed = da.linearize(cart_pendulum(estimate.law["force"], *estimate.parts))
    separate = np.linalg.eigvals(shown.A - shown.B @ K), np.linalg.eigvals(shown.A - L @ shown.C)
    assert ordered(closed.poles) == pytest.approx(ordered(np.concatenate(separate)), rel=1e-6)


def test_laws_and_estimators_are_about_what_lasts():
    linear = upright(outputs=["x", "tilt"])
    K, L = da.control.lqr(linear, WEIGHTS, [0.1]), da.control.kalman(linear, {"force": 1.0}, [1e-4, 1e-4])
    with pytest.raises(da.errors.ModelError, match="an estimator in the model acts continuously"):
        da.control.estimator(linear.discrete(0.1), L, K)
    model = cart_pendulum(da.Input("force"))
    leaning = da.linearize(model, model.state(q={"tilt": 0.2}))
    with pytest.raises(da.errors.ModelError, match=r"a law keeps an equilibrium .* give the inputs that hold it"):
        da.control.law(leaning, K)
    with pytest.raises(da.errors.ModelError, match="a positive number of seconds, not 'tenth'"):
        linear.discrete("tenth")
    with pytest.raises(da.errors.ModelError, match=r"write \['tilt'\]"):
        linear.channel(outputs="tilt")


def test_small_turns_are_no_measures():
    body = da.box("body", size=(1.0, 2.0, 3.0), mass=1.0)
    torque = da.Input("torque")
    model = da.Model(da.Spherical("ball", da.ground, body), da.Torque("jet", body, (torque, 0.0, 0.0)))
    linear = da.linearize(model)
    with pytest.raises(da.errors.ModelError, match=r"the small turn 'ball.wx.turn' is no measure"):
        da.control.law(linear, np.ones((1, len(linear.states))))

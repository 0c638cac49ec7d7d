"""Controllers over models, and what they leave moving."""

import numpy as np
import pytest

import dalembert as da


def cart_with_pole(force=None, *extra):
    """The pole stands where its tilt is zero."""
    cart, pole = da.box("cart", size=(0.3, 0.2, 0.2), mass=1.0), da.rod("pole", length=1.0, mass=0.3, axis="y")
    return da.Model(
        da.Prismatic("x", da.ground, cart, axis="x"),
        da.Revolute("tilt", cart, pole, axis="z"),
        da.JointForce("drive", "x", da.Input("push") if force is None else force),
        *extra,
        gravity=(0.0, -9.81, 0.0),
    )


def test_internal_dynamics_tells_what_goals_leave_moving():
    model = cart_with_pole()
    hold = da.control.closed_loop(model, da.Servo("hold", da.coordinate("x"), rate=2.0))
    found = da.control.internal_dynamics(hold, {})
    # a pole on a pivot that stays: λ² = 3 g / (2 l)
    np.testing.assert_allclose(found.eigenvalues, [-np.sqrt(14.715), np.sqrt(14.715)], atol=1e-8)
    assert found.verdict == "unstable"
    assert found.states == ("tilt", "tilt.rate")
    assert da.control.internal_dynamics(hold, {"tilt": np.pi}).verdict == "undamped"
    both = da.control.closed_loop(model, da.Servo("sum", da.coordinate("tilt"), rate=2.0))
    assert da.control.internal_dynamics(both, {}).states == ("x", "x.rate")
    with pytest.raises(da.errors.ModelError, match="but this state moves"):
        da.control.internal_dynamics(hold, {"tilt": 0.1})


def slide(law, *extra):
    block = da.box("block", size=(0.1, 0.1, 0.1), mass=1.0)
    return da.Model(da.Prismatic("x", da.ground, block, axis="x"), da.Motor("motor", "x", law), *extra)


def test_a_limited_pid_does_not_wind_up():
    error, ends, highest = 1.0 - da.coordinate("x"), [], []
    for recovery in (0.1, 1e9):
        pid = da.control.PID(
            "pid",
            error,
            proportional=20.0,
            integral=15.0,
            derivative=9.0,
            rate=-da.speed("x"),
            limits=(-1.0, 1.0),
            recovery=recovery,
        )
        motion = da.simulate(slide(pid.law, pid), {}, until=30.0)
        assert np.abs(motion["pid.law"]).max() == 1.0
        ends.append(motion["x"][-1])
        highest.append(motion["x"].max())
    assert ends[0] == pytest.approx(1.0, abs=1e-9)
    assert highest[0] < 1.01 < 1.3 < highest[1]
    with pytest.raises(da.errors.ModelError, match="give the rate of its error"):
        da.control.PID("pid", error, proportional=1.0, derivative=1.0)


def test_computed_torque_follows_laws_and_operational_space_a_path():
    arm = three_joints()
    start = {"A": 0.3, "B": 0.6, "C": 0.6}
    laws = {
        name: da.control.minimum_jerk(value, value + 0.3, duration=1.0)(da.time) for name, value in start.items()
    }
    motion = da.simulate(
        da.control.closed_loop(arm, *da.control.computed_torque(laws, rate=8.0)), start, until=1.2
    )
    np.testing.assert_allclose([motion[name][-1] for name in "ABC"], [0.6, 0.9, 0.9], atol=1e-6)

    place = arm.body("link 2")["end"]
    tip = da.position(place)
    x, y = (float(da.as_dynamics(arm).evaluate(tip[k], start)) for k in (0, 1))
    path = (da.control.rest_to_rest(x, x - 0.2, duration=1.0), y, None)
    goals = da.control.operational_space(place, path, posture={"A": 0.3}, calm=2.0, rate=8.0)
    motion = da.simulate(da.control.closed_loop(arm, *goals), start, until=2.5)
    end = motion.evaluate({"x": tip[0], "y": tip[1]})
    np.testing.assert_allclose([end["x"][-1], end["y"][-1]], [x - 0.2, y], atol=1e-6)
    assert motion["A"][-1] == pytest.approx(0.3, abs=2e-2)


def three_joints():
    """An arm in a vertical plane, a motor at each joint."""
    links = [da.rod(f"link {k}", length=0.4, radius=0.02, mass=1.0 + k) for k in range(3)]
    places = [da.ground, *(link["end"] for link in links)]
    joints = [da.Revolute(*one, axis="z") for one in zip("ABC", places, links, strict=False)]
    return da.Model(*joints, *(da.Motor(f"motor {name}", name) for name in "ABC"), gravity=(0.0, -9.81, 0.0))


def test_goals_that_choose_all_accelerations_have_the_inputs_of_inverse_dynamics():
    model, state = three_joints(), da.State(q={"A": 0.3, "B": 0.6, "C": -0.4}, u={"A": 1.0, "C": -2.0})
    sums = [
        da.coordinate("A") + da.coordinate("B"),
        da.coordinate("B") - 2.0 * da.coordinate("C"),
        da.coordinate("C"),
    ]
    goal = da.Servo("sums", [x - 0.3 * da.time for x in sums], rate=3.0)
    tau = da.control.goal_report(da.control.closed_loop(model, goal), state).tau[0]
    # e'' = −6 e' − 9 e with e = H q, H the coefficients
    H = np.array([[1.0, 1.0, 0.0], [0.0, 1.0, -2.0], [0.0, 0.0, 1.0]])
    q, u = np.array([0.3, 0.6, -0.4]), np.array([1.0, 0.0, -2.0])
    a = np.linalg.solve(H, -6.0 * (H @ u - 0.3) - 9.0 * H @ q)
    wanted = da.as_dynamics(model).evaluate(da.derive(model).balance.residual(a), state)
    np.testing.assert_allclose(tau, wanted, rtol=1e-12)


@pytest.mark.parametrize("weight", [1.0, 7.0])
def test_a_posture_is_kept_as_well_as_a_path_allows(weight):
    model, state = three_joints(), {"A": 0.3, "B": 0.6, "C": -0.4}
    tip = da.position(model.body("link 2")["end"])
    follow = da.Servo("follow", tip[0] - 0.5, rate=3.0)
    first = da.Servo("first", da.coordinate("A") - 0.1, rate=2.0, priority=1, weight=weight)
    others = da.Servo("others", [da.coordinate("B"), da.coordinate("C")], rate=2.0, priority=1, weight=1.0)
    report = da.control.goal_report(da.control.closed_loop(model, follow, first, others), state)
    S, tau = report.slopes[0], report.tau[0]
    z = S @ tau - report.unmet[0]
    # the least of the weighted squares among torques that follow, by Lagrange's multiplier
    W = np.diag([weight, 1.0, 1.0])
    K = np.block([[S[1:].T @ W @ S[1:], S[:1].T], [S[:1], np.zeros((1, 1))]])
    wanted = np.linalg.solve(K, np.concatenate([S[1:].T @ W @ z[1:], z[:1]]))[:3]
    np.testing.assert_allclose(tau, wanted, rtol=1e-9)
    assert abs(report.unmet[0, 0]) < 1e-10 < np.abs(report.unmet[0, 1:]).max()


def test_soft_goals_of_several_priorities_are_met_in_turn():
    model, state = three_joints(), {"A": 0.3, "B": 0.6, "C": -0.4}
    soft = [
        da.Servo("first", da.coordinate("A") - 1.0, rate=2.0, priority=1, weight=1.0),
        da.Servo("all", [da.coordinate(name) for name in "ABC"], rate=2.0, priority=2, weight=1.0),
    ]
    report = da.control.goal_report(da.control.closed_loop(model, *soft), state)
    assert np.abs(report.unmet[0, [0, 2, 3]]).max() < 1e-9
    # e'' and 4 e of the one that is contradicted: 4 (0.3 − 0) − 4 (0.3 − 1)
    assert report.unmet[0, 1] == pytest.approx(4.0, abs=1e-9)


def test_a_regulator_along_a_motion_brings_back_what_is_off():
    swing = da.Servo("swing", da.coordinate("tilt") - 0.2 * da.sin(2.0 * da.time), rate=3.0, exact=True)
    start = da.State(u={"tilt": 0.4})
    times = np.linspace(0.0, 4.0, 121)
    motion = da.simulate(da.control.closed_loop(cart_with_pole(), swing), start, times=times)
    weights = {"x": 10.0, "tilt": 100.0, "x.rate": 1.0, "tilt.rate": 10.0}
    law = da.control.lqr_along(motion, weights, {"push": 0.05})["push"]
    off = da.State(q={"x": 0.1, "tilt": 0.05}, u={"tilt": 0.4})
    held = da.simulate(cart_with_pole(law), off, times=times)
    assert abs(held["x"][-1] - motion["x"][-1]) < 5e-3
    assert np.abs(held["tilt"] - motion["tilt"]).max() < 0.2
    # along the motion itself the law is that of the goals
    same = da.simulate(cart_with_pole(law), start, times=times)
    np.testing.assert_allclose(same["x"], motion["x"], atol=1e-4)


def test_a_law_of_expressions_is_sampled_delayed_and_quantized():
    model, start = slide(None), da.State(q={"x": 1.0})
    law = {"motor": -4.0 * da.coordinate("x") - 3.0 * da.speed("x")}

    def by_hand(state):
        return {"motor": -4.0 * state.q["x"] - 3.0 * state.u["x.rate"]}

    runs = [
        da.simulate(model, start, until=1.0, controller=da.control.SampledController(0.05, one))
        for one in (law, by_hand)
    ]
    np.testing.assert_allclose(*(run["x"] for run in runs), rtol=1e-13)
    late = da.simulate(model, start, until=1.0, controller=da.control.SampledController(0.05, law, delay=2))
    assert late["x"][100] == 1.0
    assert late["motor"][150] == runs[0]["motor"][0] == -4.0
    rough = da.simulate(model, start, until=1.0, controller=da.control.SampledController(0.05, law, quantum=0.5))
    np.testing.assert_array_equal(rough["motor"], np.round(rough["motor"] / 0.5) * 0.5)
    with pytest.raises(da.errors.ModelError, match="the delay of a controller is a number of periods"):
        da.control.SampledController(0.05, law, delay=0.5)

"""The example of servo goals: what is met, and what nature keeps meanwhile."""

import numpy as np
import pytest

import dalembert as da
from tests.examples import numbers

pytestmark = pytest.mark.slow

MET = 1e-7
"""Errors of paths that are followed exactly, at the tolerance of the runs."""


@pytest.fixture(scope="module")
def found():
    return numbers("servo_goals")


def part_way(t, until, degree):
    """A polynomial from 0 to 1, at rest at both ends, and its first two rates."""
    powers, factors = {5: ((3, 4, 5), (10, -15, 6)), 9: ((5, 6, 7, 8, 9), (126, -420, 540, -315, 70))}[degree]
    coefficients = np.zeros(degree + 1)
    coefficients[list(powers)] = factors
    law = np.polynomial.Polynomial(coefficients)
    return [law.deriv(k)(np.minimum(t / until, 1.0)) / until**k for k in range(3)]


@pytest.mark.covers("F002-50")
def test_parallel_robots_stay_on_their_paths_all_the_way(found):
    circle, heave = found["circle"], found["heave"]
    turn = 2.0 * np.pi * part_way(circle.times, 2.0, 5)[0]
    path = [0.02 * np.sin(turn), 1.25 * np.sqrt(3.0) + 0.02 * (np.cos(turn) - 1.0), np.zeros(len(turn))]
    ways = [circle[name] for name in ("platform.x", "platform.y", "platform.angle")]
    np.testing.assert_allclose(ways, path, atol=MET)
    part = part_way(heave.times, 1.0, 5)[0]
    ways = [heave[name] for name in ("platform.x", "platform.y", "platform.z", "yaw", "pitch", "roll")]
    path = [0.0 * part, 0.0 * part, 0.8 + 0.1 * part, 0.3 * part, 0.0 * part, 0.0 * part]
    np.testing.assert_allclose(ways, path, atol=MET)


@pytest.mark.covers("F002-50")
def test_parallel_robots_follow_paths_and_their_loops_stay_closed(found):
    np.testing.assert_allclose(found["platform"], [0.0, 1.25 * np.sqrt(3.0), 0.0], atol=MET)
    np.testing.assert_allclose(found["legs"], [0.9, 0.3, 0.0], atol=MET)
    assert found["rows"] < 1e-9


def test_the_arm_keeps_its_posture_where_the_path_of_its_tip_allows(found):
    # the flange turns about the axis through the tip: no path of the tip moves it
    assert np.abs(found["reach"]["flange"] - 0.1).max() < 1e-6

    # no other torques that move the tip alike come nearer to the posture
    report = da.control.goal_report(found["reach"])
    for S, unmet, tau in zip(report.slopes[::250], report.unmet[::250], report.tau[::250], strict=True):
        free = np.linalg.svd(S[:3])[2][3:].T
        better = np.linalg.lstsq(S[3:] @ free, unmet[3:], rcond=None)[0]
        assert np.abs(better).max() < 1e-8 * np.abs(tau).max()


def test_the_tip_of_the_arm_stays_on_its_line(found):
    reach = found["reach"]
    tip = reach.evaluate(da.position(reach.dynamics.equations.model.body("flange link")["top"]))
    line = np.outer(part_way(reach.times, 1.5, 5)[0], (0.1, -0.2, 0.1))
    np.testing.assert_allclose(tip - tip[0], line, atol=MET)


def test_the_rope_pulls_as_the_path_of_the_load_wants_it(found):
    load = found["load"]
    part, rate, second = part_way(load.times, 4.0, 9)
    x, y = 3.0 * part, -2.0 + 3.2 * part * (1.0 - part)
    np.testing.assert_allclose([load["load.position.x"], load["load.position.y"]], [x, y], atol=MET)
    across, up = 3.0 * second, 3.2 * (second * (1.0 - 2.0 * part) - 2.0 * rate**2)
    np.testing.assert_allclose(load["winch"], -5.0 * np.hypot(across, up + 9.81), atol=1e-5)
    np.testing.assert_allclose(np.tan(load["swing"]), -across / (up + 9.81), atol=1e-6)


def test_the_load_arrives_without_swing(found):
    load = found["load"]
    end = load.state()
    np.testing.assert_allclose([end.q["x"], end.q["length"], end.q["swing"]], [3.0, 2.0, 0.0], atol=MET)
    np.testing.assert_allclose(list(end.u.values()), 0.0, atol=MET)
    assert load["load.position.y"].max() == pytest.approx(-1.2, abs=1e-3)


def test_wheels_turn_the_spacecraft_and_its_momentum_stays_zero(found):
    craft = found["craft"]
    # half the angle of a quaternion
    assert craft["attitude.e0"][-1] == pytest.approx(np.cos(0.6), abs=1e-4)
    assert found["momentum"] < 1e-9
    # sines of the angle about its axis, which decay like (1 + 0.6 t) e^(−0.6 t)
    t = craft.times
    sine = np.sin(1.2) * (1.0 + 0.6 * t) * np.exp(-0.6 * t)
    angle = 2.0 * np.arccos(np.clip(craft["attitude.e0"], -1.0, 1.0))
    late = t > 0.5
    np.testing.assert_allclose(np.sin(1.2 - angle[late]), sine[late], atol=1e-5)


def test_the_quadcopter_stays_on_its_path_by_the_lift_that_this_takes(found):
    flight = found["flight"]
    part, rate, second = part_way(flight.times, 4.0, 9)
    turn = 2.0 * np.pi * part
    path = [np.sin(turn), 1.0 - np.cos(turn), 1.5 * part]
    np.testing.assert_allclose([flight[f"pose.{axis}"] for axis in "xyz"], path, atol=MET)
    along, inwards = 2.0 * np.pi * second, (2.0 * np.pi * rate) ** 2
    lift = 1.2 * np.sqrt(along**2 + inwards**2 + (1.5 * second + 9.81) ** 2)
    np.testing.assert_allclose(flight["lift"], lift, atol=1e-5)


def test_the_quadcopter_hovers_at_the_end_of_its_path(found):
    flight = found["flight"]
    end = [flight[name][-1] for name in ("pose.x", "pose.y", "pose.z", "yaw", "pitch", "roll", "lift")]
    np.testing.assert_allclose(end, [0.0, 0.0, 1.5, 0.5, 0.0, 0.0, 1.2 * 9.81], atol=MET)


def test_the_pendulum_is_swung_up_within_its_limit_and_held(found):
    up, held = found["up"], found["held"]
    assert np.abs(up["torque"]).max() == pytest.approx(0.06, abs=1e-12)
    assert up.events[-1].name == "near"
    assert abs(held["tilt"][-1]) < 1e-6

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


@pytest.mark.covers("F002-50")
def test_parallel_robots_follow_paths_and_their_loops_stay_closed(found):
    np.testing.assert_allclose(found["platform"], [0.0, 1.25 * np.sqrt(3.0), 0.0], atol=MET)
    np.testing.assert_allclose(found["legs"], [0.9, 0.3, 0.0], atol=MET)
    assert found["rows"] < 1e-9


def test_the_arm_keeps_its_posture_where_the_path_of_its_tip_allows(found):
    # the flange turns about the axis through the tip: no path of the tip moves it
    assert np.abs(found["reach"]["flange"] - 0.1).max() < 1e-6

    # no other torques that move the tip alike come nearer to the posture
    report = da.goal_report(found["reach"])
    for S, unmet, tau in zip(report.slopes[::250], report.unmet[::250], report.tau[::250], strict=True):
        free = np.linalg.svd(S[:3])[2][3:].T
        better = np.linalg.lstsq(S[3:] @ free, unmet[3:], rcond=None)[0]
        assert np.abs(better).max() < 1e-8 * np.abs(tau).max()


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


def test_the_quadcopter_hovers_at_the_end_of_its_path(found):
    flight = found["flight"]
    end = [flight[name][-1] for name in ("pose.x", "pose.y", "pose.z", "yaw", "pitch", "roll", "lift")]
    np.testing.assert_allclose(end, [0.0, 0.0, 1.5, 0.5, 0.0, 0.0, 1.2 * 9.81], atol=MET)


def test_the_pendulum_is_swung_up_within_its_limit_and_held(found):
    up, held = found["up"], found["held"]
    assert np.abs(up["torque"]).max() == pytest.approx(0.06, abs=1e-12)
    assert up.events[-1].name == "near"
    assert abs(held["tilt"][-1]) < 1e-6

"""Axes of several joints that depend on each other, by numbers."""

import numpy as np

from dalembert.equations.joint_axes import dependent_axes
from dalembert.equations.outputs import JointAxes


def turning(*axes: tuple[float, float, float]) -> np.ndarray:
    """Motion axes (6, n) of turns about these."""
    return np.vstack([np.array(axes).T, np.zeros((3, len(axes)))])


def joint(name: str, n: int) -> JointAxes:
    return JointAxes(name, tuple(f"{name}.{k}" for k in range(n)), None)


FREE_TWO, FREE_THREE = turning((1, 0, 0), (0, 1, 0)), turning((1, 0, 0), (0, 1, 0), (0, 0, 1))
LOCKED = turning((1, 0, 0), (0, 1, 0), (1, 0, 0))
"""First and last turn about one axis."""


def test_of_joints_with_as_many_and_with_other_axes_only_the_locked_one_is_found_with_its_two_speeds():
    joints = [joint("fork", 2), joint("gimbal", 3), joint("hook", 2), joint("wrist", 3)]
    values = {"fork": FREE_TWO, "gimbal": FREE_THREE, "hook": FREE_TWO, "wrist": LOCKED}
    (found,) = dependent_axes(joints, values)
    assert (found.joint, found.speeds) == ("wrist", ("wrist.0", "wrist.2"))


def test_joints_are_found_in_their_order_and_in_any_of_many_states():
    joints = [joint("a", 3), joint("b", 2), joint("c", 3)]
    parallel = turning((0, 0, 1), (0, 0, -2))
    values = {
        "a": np.stack([FREE_THREE, FREE_THREE, LOCKED]),
        "b": np.stack([FREE_TWO, parallel, FREE_TWO]),
        "c": np.stack([FREE_THREE] * 3),
    }
    assert [(one.joint, len(one.speeds)) for one in dependent_axes(joints, values)] == [("a", 2), ("b", 2)]


def test_without_joints_nothing_is_found():
    assert dependent_axes([], {}) == ()

"""States in other coordinates: what both have keeps its value."""

import numpy as np
import pytest

import dalembert as da
from dalembert.comparisons.comparable import Comparable

SEQUENCES = ["zxz", "xyz", "zyx"]


def top(angles, spring=0.0):
    """A body on a ball joint, with a law of its angles."""
    body = da.Body("body", da.Inertia(mass=2.0, com=(0.3, 0.1, 0.2), J=np.diag([0.5, 0.7, 0.4])))
    arm = da.rod("arm", length=0.5, mass=0.4, radius=0.05)
    names = ("one", "two", "three")
    laws = [
        da.JointForce(f"spring {k}", f"{name}", -spring * da.coordinate(f"{name}")) for k, name in enumerate(names)
    ]
    return da.Model(
        da.Spherical("ball", da.ground, body, angles=angles, names=names)
        if angles
        else da.Spherical("ball", da.ground, body),
        da.Revolute("hinge", body.at(x=0.4), arm, axis="y"),
        *(laws if angles else []),
        gravity=(0.0, 0.0, -9.81),
    )


def states(model):
    """All branches: middle angles beyond a quarter turn, others beyond half a turn."""
    values = [(0.4, 0.3, -0.2, 0.5), (0.4, 2.6, -0.2, 7.0), (4.0, -2.6, 9.0, -4.0), (-8.0, 4.0, 1.0, 0.1)]
    u = dict(zip(model.speeds, (0.3, -0.2, 0.5, 0.7), strict=True))
    return [da.State(q=dict(zip(model.coordinates, q, strict=True)), u=u) for q in values]


@pytest.mark.parametrize("angles", SEQUENCES)
@pytest.mark.parametrize("principle", [da.Recursive(), da.Kane()], ids=["Recursive", "Kane"])
def test_conversion_to_the_same_coordinates_is_the_identity(angles, principle):
    model = top(angles, spring=3.0)
    for state, found in zip(
        states(model), da.convert_state(states(model), model, da.derive(model, principle)), strict=True
    ):
        assert found.q == dict(state.q)
        assert found.u == pytest.approx(dict(state.u), abs=1e-12)


def test_laws_of_angles_give_the_same_accelerations_after_a_conversion():
    model = top("zxz", spring=3.0)
    dynamics = da.as_dynamics(model)
    for state in states(model):
        expected = dynamics.accelerations(state)
        assert dynamics.accelerations(da.convert_state(state, model, model)) == pytest.approx(expected, rel=1e-10)


def test_principles_are_compared_in_the_states_that_were_given():
    model = top("zxz", spring=3.0)
    compared = Comparable.make("Kane()", da.Kane(), model, da.as_dynamics(model), states(model))
    assert [state.q for state in compared.states] == [state.q for state in states(model)]


def test_a_quaternion_keeps_its_sign_and_gimbal_lock_its_angles():
    model = top(None)
    e = np.array([-0.5, 0.5, -0.1, 0.7]) / np.linalg.norm([-0.5, 0.5, -0.1, 0.7])
    state = da.State(q={**{f"ball.e{k}": x for k, x in enumerate(e)}, "hinge": 0.2})
    assert da.convert_state(state, model, model).q == dict(state.q)
    locked = top("xyz")
    state = da.State(q={"one": 0.3, "two": np.pi / 2, "three": 0.4, "hinge": 0.0}, u={"one.rate": 0.2})
    found = da.convert_state(state, locked, locked)
    assert found.q == dict(state.q)
    assert found.u == pytest.approx({**dict.fromkeys(locked.speeds, 0.0), "one.rate": 0.2}, abs=1e-12)


@pytest.mark.parametrize("angles", SEQUENCES)
def test_angles_stay_on_the_branch_next_to_given_ones(angles):
    joint = da.Spherical("ball", da.ground, da.particle("ball", mass=1.0), angles=angles)
    rng = np.random.default_rng(2)
    for near in rng.uniform(-7.0, 7.0, (20, 3)):
        q = near + rng.uniform(-0.01, 0.01, 3)
        found = joint.nearest(joint.measured(joint.pose(q)), near)
        np.testing.assert_allclose(found, q, rtol=0.0, atol=1e-9)


def test_many_states_are_converted_as_each_of_them():
    model = top("zxz")
    absolute = da.derive(model, coordinates=da.formulations.Absolute())
    found = da.convert_state(states(model), model, absolute)
    assert found == [da.convert_state(state, model, absolute) for state in states(model)]
    assert da.convert_state([], model, absolute) == []

"""Coordinates that are valid by themselves: wherever a state enters, quaternions have unit length."""

import numpy as np
import pytest

import dalembert as da

HALF = np.sqrt(0.5)
NEARLY = (HALF + 1e-8, HALF, 0.0, 0.0)
EXACTLY = np.array(NEARLY) / np.linalg.norm(NEARLY)


def top(*parts):
    """A body on a ball joint under gravity, its mass centre beside the joint."""
    body = da.Body("body", da.Inertia(mass=2.0, com=(0.3, 0.1, 0.2), J=np.diag([0.5, 0.7, 0.4])))
    return da.Model(da.Spherical("ball", da.ground, body), *parts, gravity=(0.0, 0.0, -9.81))


def state(e, prefix="ball"):
    u = {f"{prefix}.wx": 0.3} if prefix == "ball" else {}
    return da.State(q={f"{prefix}.e{k}": x for k, x in enumerate(e)}, u=u)


@pytest.fixture(scope="module")
def dynamics():
    return da.as_dynamics(top())


USES = {
    "simulate": lambda dynamics, x: da.simulate(dynamics, x, until=0.1),
    "index three": lambda dynamics, x: da.simulate(dynamics, x, until=0.1, method=da.methods.IndexThree(0.01)),
    "batch": lambda dynamics, x: da.batch(dynamics, [state(EXACTLY), x], until=0.1),
    "accelerations": lambda dynamics, x: dynamics.accelerations(x),
    "evaluate": lambda dynamics, x: dynamics.evaluate(
        {"p": da.position(dynamics.equations.model.body("body"))}, x
    ),
    "mobility": da.mobility,
    "reaction solutions": da.diagnostics.reaction_solutions,
    "invariants": da.diagnostics.invariants,
    "summary": da.summary,
    "converted": lambda dynamics, x: da.convert_state(x, dynamics, dynamics),
    "compare": lambda dynamics, x: da.compare(dynamics.equations.model, [da.Kane()], states=[x]),
    "reactions": lambda dynamics, x: dynamics.signals(["ball.force.x"], x),
}


@pytest.mark.parametrize("use", USES)
def test_a_quaternion_of_another_length_is_refused(dynamics, use):
    with pytest.raises(
        da.errors.ModelError, match=r"ball\.e0 = 0\.5, .* not valid: .* nearest are 0\.707107, 0\.707107, 0, 0"
    ):
        USES[use](dynamics, state((0.5, 0.5, 0.0, 0.0)))


def test_a_quaternion_without_direction_is_refused(dynamics):
    with pytest.raises(da.errors.ModelError, match="there is no direction in them"):
        dynamics.accelerations(state((0.0, 0.0, 0.0, 0.0)))


def test_a_quaternion_that_is_nearly_right_is_put_right(dynamics):
    expected, found = (dynamics.accelerations(state(e)) for e in (EXACTLY, NEARLY))
    assert found == pytest.approx(expected, rel=1e-13)
    motion, same = (da.simulate(dynamics, state(e), until=0.1) for e in (NEARLY, EXACTLY))
    np.testing.assert_allclose(motion.states, same.states, rtol=0.0, atol=1e-12)
    lane = da.batch(dynamics, [state(EXACTLY), state(NEARLY)], until=0.1)[1]
    np.testing.assert_array_equal(lane.states, motion.states)


def test_absolute_coordinates_are_valid_too():
    eom = da.derive(top(), coordinates=da.formulations.Absolute())
    with pytest.raises(da.errors.ModelError, match=r"body\.e0 = 0\.5, body\.e1 = 0\.5"):
        da.as_dynamics(eom).accelerations(state((0.5, 0.5, 0.0, 0.0), "body"))


def test_a_guess_may_have_another_length(dynamics):
    found = da.assemble(dynamics, guess={"ball.e0": 0.5, "ball.e1": 0.5})
    np.testing.assert_allclose([found.q["ball.e0"], found.q["ball.e1"]], HALF, rtol=1e-12)


def test_inverse_dynamics_begins_at_a_valid_guess():
    laws = {"turn": da.time}
    arm = da.rod("arm", length=1.0, mass=1.0)
    model = top(da.Revolute("turn", da.ground, arm, axis="z"), da.Motor("motor", "turn"))
    drives = [da.Holonomic(f"e{k}", da.coordinate(f"ball.e{k}")) for k in (1, 2, 3)]
    driven = da.Model(*model.parts, *drives, gravity=model.gravity)
    loads = da.inverse_dynamics(driven, laws, times=[0.0, 0.1], guess={"ball.e0": 0.5})
    np.testing.assert_allclose(loads["ball.e0"], 1.0, rtol=1e-12)


def test_a_closing_angle_of_which_only_the_turns_are_known_follows_from_the_others():
    rods = {name: da.rod(name, length=length, mass=1.0) for name, length in (("a", 1.0), ("b", 2.0), ("c", 1.5))}
    a, b, c = rods.values()
    model = da.Model(
        da.Revolute("A", da.ground, a, axis="z"),
        da.Revolute("B", a["end"], b, axis="z"),
        da.Revolute("C", b["end"], c["end"], axis="z"),
        da.Revolute("D", da.ground.at(x=2.0), c, axis="z"),
        da.JointForce("spring", "C", -50.0 * da.coordinate("C")),
        gravity=(0.0, -9.81, 0.0),
        cut=["C"],
    )
    dynamics = da.as_dynamics(model)
    closed = da.assemble(dynamics, q={"A": 1.0}, guess={"B": -0.5, "D": 1.5})
    partly = da.State(q={name: x for name, x in closed.q.items() if name != "C"})
    expected = dynamics.accelerations(closed)
    assert dynamics.accelerations(partly) == pytest.approx(expected, rel=1e-9)
    motion = da.simulate(dynamics, partly, until=0.01, times=[0.0])
    assert motion["A.acceleration"][0] == pytest.approx(expected["A.rate"], rel=1e-9)

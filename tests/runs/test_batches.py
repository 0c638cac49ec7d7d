"""Batches: starts and parameters as arrays, one block of results, motions as views of it."""

import numpy as np
import pytest

import dalembert as da
from dalembert.dynamics.as_dynamics import as_dynamics
from dalembert.runs.chatter import may_chatter

TIMES = np.linspace(0.0, 0.5, 6)


def pendulum():
    length = da.param("l", 1.0)
    rod = da.rod("rod", length=length, mass=1.0)
    return da.Model(da.Revolute("pin", da.ground, rod, axis="z"), gravity=(0.0, -9.81, 0.0))


@pytest.fixture(scope="module")
def model():
    return pendulum()


def test_arrays_are_starts(model):
    angles, lengths = np.linspace(-1.0, 1.0, 40), np.linspace(0.5, 2.0, 40)
    starts = da.States(q={"pin": angles}, u={"pin": 0.5}, p={"l": lengths})
    motions = da.batch(model, starts, times=TIMES)
    assert len(motions) == 40
    assert motions.states.shape == (40, 6, 2)
    assert np.array_equal(motions["pin"][:, 0], angles)
    listed = [
        da.State(q={"pin": a}, u={"pin.rate": 0.5}, p={"l": l}) for a, l in zip(angles, lengths, strict=True)
    ]
    same = da.batch(model, listed, times=TIMES)
    assert np.array_equal(same.states, motions.states)
    for k in (0, 17, -1):
        alone = da.simulate(model, listed[k], times=TIMES)
        assert np.array_equal(motions[k].states, alone.states)
        assert motions[k].parameters == alone.parameters
        assert motions[k].statistics == alone.statistics
        assert motions[k].termination == alone.termination


def test_motions_are_views_of_one_block(model):
    motions = da.batch(model, da.States(q={"pin": [0.1, 0.2, 0.3]}), times=TIMES)
    assert all(np.shares_memory(motion.states, motions.states) for motion in motions)
    assert [motion["pin"][0] for motion in motions[1:]] == [0.2, 0.3]
    first, *others = motions
    assert len(others) == 2
    assert first.work[-1] == 0.0
    with pytest.raises(IndexError):
        motions[3]
    with pytest.raises(da.errors.FormulationError, match="did you mean 'pin'"):
        motions["pi"]
    assert repr(motions) == "<Motions of 2 states: 3 of up to 6 rows>"
    assert len(da.batch(model, [], until=1.0)) == 0


def test_the_block_holds_what_was_reached(model):
    stop = da.Event("low", da.coordinate("pin"), direction=-1, is_terminal=True)
    starts = da.States(q={"pin": [0.1, 0.4]})
    short, long = motions = da.batch(model, starts, times=TIMES, events=[stop])
    assert all(motion.events[-1].t == motion.times[-1] < TIMES[-1] for motion in motions)
    reached = np.isfinite(motions["pin"]).sum(axis=1)
    assert list(reached) == [len(short) - 1, len(long) - 1]


def test_runs_that_fail_do_not_disturb_the_block():
    # ẍ = 3 x³ goes to infinity within a time of about 1/x(0)
    model = da.Model(
        da.Prismatic("slide", da.ground, da.particle("mass", mass=1.0), axis="x"),
        da.JointForce("push", "slide", 3.0 * da.coordinate("slide") ** 3),
    )
    starts = da.States(q={"slide": [0.0, 50.0, 0.1]})
    motions = da.batch(model, starts, times=TIMES)
    assert "the end time is reached" in motions[0].termination
    assert "grows without bound" in motions[1].termination
    assert np.isfinite(motions["slide"][[0, 2]]).all()
    assert np.isnan(motions["slide"][1, -1])


def test_states_are_checked(model):
    for given, text in [
        ({"q": {"pin": [0.1, np.nan]}}, "q\\['pin'\\] of states must be finite, not nan in state 1"),
        ({"q": {"pin": [0.1, 0.2]}, "u": {"pin": [1.0, 2.0, 3.0]}}, "one value for each of them"),
        ({"q": {"pin": "up"}}, "a number or an array of them"),
        ({"q": {"pin": np.zeros((2, 2))}}, "not \\(2, 2\\)"),
        ({"q": [0.1]}, "given by names"),
    ]:
        with pytest.raises(da.errors.ModelError, match=text):
            da.States(**given)
    with pytest.raises(da.errors.ModelError, match="there is no coordinate 'hinge'"):
        da.batch(model, da.States(q={"hinge": [0.1]}), times=TIMES)
    with pytest.raises(da.errors.ModelError, match="body 'rod' is impossible with l = -1"):
        da.batch(model, da.States(p={"l": [1.0, -1.0, 2.0]}), times=TIMES)
    with pytest.raises(da.errors.SolverError, match="there is no open parameter 'k'"):
        da.batch(model, da.States(p={"k": [1.0, 2.0]}), times=TIMES)


def test_an_index_of_states_is_a_state():
    states = da.States(t=1.0, q={"pin": [0.1, 0.2]}, p={"l": 2.0})
    assert states[1] == da.State(t=1.0, q={"pin": 0.2}, p={"l": 2.0})
    assert [state.q["pin"] for state in states] == [0.1, 0.2]
    assert len(da.States(q={"pin": 0.1})) == 1


def test_quaternions_of_many_starts_are_checked():
    body = da.box("box", size=(1.0, 2.0, 3.0), mass=1.0)
    model = da.Model(da.Spherical("ball", da.ground, body))
    names = [name for name in model.coordinates if name.startswith("ball")]
    values = np.array([[1.0, 0.0, 0.0, 0.0], [0.5, 0.5, 0.5, 0.5 + 1e-9]])
    given = dict(zip(names, values.T, strict=True))
    motions = da.batch(model, da.States(q=given), times=[0.1])
    alone = da.simulate(model, da.State(q={name: x[1] for name, x in given.items()}), times=[0.1])
    assert np.array_equal(motions[1].states, alone.states)
    bad = {**given, names[0]: np.array([1.0, 0.9])}
    with pytest.raises(da.errors.ModelError, match="are not valid"):
        da.batch(model, da.States(q=bad), times=[0.1])


def test_a_batch_may_differ_in_what_only_reactions_depend_on():
    """A torque across the axis of a joint moves nothing: the joint bears it."""
    body = da.Body("body", da.Inertia(1.0, (0.3, 0.0, 0.02), 0.1 * np.eye(3)))
    across = da.Torque("across", body, (da.param("k", 1.0), 0.0, 0.0))
    model = da.Model(da.Revolute("A", da.ground, body), across)
    motions = da.batch(model, [da.State(p={"k": k}) for k in (1.0, 2.0)], until=0.1)
    assert [motion["A.moment.x"][-1] for motion in motions] == pytest.approx([-1.0, -2.0], rel=1e-12)
    found = da.sweep(model, {"k": [1.0, 2.0]}, "A.moment.x", until=0.1)
    np.testing.assert_allclose(found["A.moment.x"], [-1.0, -2.0], rtol=1e-12)


@pytest.mark.parametrize(
    "principle", [da.UdwadiaKalaba(), da.Hamilton(da.formulations.MomentumMultipliers())], ids=["motion", "form B"]
)
def test_a_batch_may_differ_in_rows_that_are_left_out(principle):
    P = da.particle("P", mass=2.0)
    x = da.position(P)[0]
    twice = da.Holonomic("g", x), da.Holonomic("h", da.param("k", 1.0) * x)
    equations = da.derive(
        da.Model(da.Translational("T", da.ground, P), *twice, gravity=(0.0, 0.0, -2.0)), principle
    )
    motions = da.batch(equations, [da.State(p={"k": k}) for k in (1.0, 2.0)], until=0.5)
    assert [motion["T.z"][-1] for motion in motions] == pytest.approx([-0.25, -0.25], rel=1e-9)
    with pytest.raises(da.errors.SolverError, match=r"no open parameter 'l'; there are \['k'\]"):
        da.batch(equations, [da.State(p={"l": l}) for l in (1.0, 2.0)], until=0.5)


def test_batches_tell_the_same_of_rates_that_chatter_as_single_runs():
    """Steps of one length are walked for all motions at once, and notes are those of each alone."""
    block = da.particle("block", mass=1.0)
    friction = da.JointForce("friction", "x", -2.0 * da.expr.sign(da.speed("x")))
    model = da.Model(da.Prismatic("x", da.ground, block, axis="x"), friction)
    # at rest within the run, and not
    speeds, times, method = [0.1, 50.0, 0.0, 30.0], np.linspace(0.0, 1.0, 11), da.methods.RK4(1e-2)
    motions = da.batch(model, da.States(u={"x": speeds}), times=times, method=method)
    alone = [da.simulate(model, model.state(u={"x": u}), times=times, method=method) for u in speeds]
    assert [m.notes for m in motions] == [m.notes for m in alone]
    assert [bool(m.notes) for m in motions] == [True, False, False, False]
    assert all((one.states == other.states).all() for one, other in zip(motions, alone, strict=True))


def test_rows_that_are_switched_are_no_rates_that_jump():
    """A loop without friction has nothing that chatters, so nobody looks."""
    rods = [da.rod(name, length=length, mass=1.0) for name, length in (("a", 0.3), ("b", 1.0), ("c", 0.8))]
    loop = da.Model(
        da.Revolute("A", da.ground, rods[0], axis="z"),
        da.Revolute("B", rods[0]["end"], rods[1], axis="z"),
        da.Revolute("C", rods[1]["end"], rods[2]["end"], axis="z"),
        da.Revolute("D", da.ground.at(x=0.9), rods[2], axis="z"),
    )
    assert not may_chatter(as_dynamics(loop), da.methods.RK4(1e-3))

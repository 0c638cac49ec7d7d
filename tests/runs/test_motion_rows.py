"""Rows of motions: at jumps, between rows, joined and continued, in intervals and in tables."""

from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import ModelError

G = 9.81
z, v = da.coordinate("z"), da.speed("z")
FLOOR = da.Event("floor", z, direction=-1, action=da.actions.Reset({"z.rate": -0.5 * v}))
IMPACT = np.sqrt(2.0 / G)


@pytest.fixture(scope="module")
def ball():
    return da.Model(da.Prismatic("z", da.ground, da.particle("ball", mass=1.0), axis="z"), gravity=(0, 0, -G))


@pytest.fixture(scope="module")
def bounce(ball):
    return da.simulate(ball, {"z": 1.0}, times=[0.0, 0.2, 0.7], events=[FLOOR])


def test_rows_at_a_jump_are_before_and_after(bounce):
    rows = bounce.with_jumps()
    assert rows.times.tolist() == [0.0, 0.2, bounce.events[0].t, bounce.events[0].t, 0.7]
    np.testing.assert_allclose(rows["z.rate"][2:4], [-G * IMPACT, 0.5 * G * IMPACT])
    np.testing.assert_allclose(rows["kinetic energy"][3], 0.25 * rows["kinetic energy"][2])
    assert len(bounce.times) == 3


def test_a_state_between_rows_is_that_of_the_run(bounce):
    assert bounce.state(0.3).q["z"] == pytest.approx(1.0 - 0.5 * G * 0.09, abs=1e-14)
    assert bounce.state(bounce.events[0].t).u["z"] > 0.0
    with pytest.raises(ModelError, match=r"no row of the motion is at t = 0\.8"):
        bounce.state(0.8)


def test_dense_states_are_those_of_the_run_and_never_go_across_a_jump(bounce):
    dense = bounce.dense()
    times = np.array([0.0, 0.1, 0.45, 0.4515, bounce.events[0].t, 0.46, 0.7])
    np.testing.assert_allclose(dense(times), bounce.resampled(times).states, atol=1e-12)
    assert dense(0.1).shape == (2,)
    assert dense(bounce.events[0].t)[1] > 0.0
    with pytest.raises(ModelError, match=r"from t = 0 to 0\.7"):
        dense(0.71)


def test_dense_states_keep_the_order_of_the_method():
    bob = da.particle("bob", mass=1.0)
    model = da.Model(da.Revolute("hinge", da.ground, bob.at(y=1.0), axis="z"), gravity=(0, -G, 0))
    motion = da.simulate(model, {"hinge": 1.0}, times=[0.0, 5.0], method=da.methods.DOP853(1e-10, 1e-12))
    times = np.linspace(0.0, 5.0, 101)
    np.testing.assert_allclose(motion.dense()(times), motion.resampled(times).states, atol=1e-12)


def test_motions_that_follow_each_other_are_joined(ball, bounce):
    later = da.simulate(ball, bounce.state(), times=[0.7, 0.9], events=[FLOOR])
    whole = bounce.joined(later)
    assert whole.times.tolist() == [0.0, 0.2, 0.7, 0.9]
    assert len(whole.segments) == 2
    assert whole.energy_drift < 1e-12
    with pytest.raises(ModelError, match=r"begins at t = 0, but this motion ends at 0\.7"):
        bounce.joined(bounce)


def test_a_motion_is_continued_as_it_was_begun(ball, bounce):
    whole = da.resume(bounce, times=[0.8, 0.9], events=[FLOOR])
    direct = da.simulate(ball, {"z": 1.0}, times=[0.0, 0.2, 0.7, 0.8, 0.9], events=[FLOOR])
    assert whole.times.tolist() == direct.times.tolist()
    np.testing.assert_allclose(whole.states, direct.states, atol=1e-13)
    assert len(whole.events) == len(direct.events)
    with pytest.raises(ModelError, match="had events, 'floor'; give those of the rest"):
        da.resume(bounce, until=1.0)
    with pytest.raises(ModelError, match=r"ends at t = 0\.7, so it is not continued until 0\.5"):
        da.resume(bounce, until=0.5, events=())


def test_rows_that_events_switch_have_intervals(tmp_path):
    slide, bob = da.Body("slide"), da.particle("bob", mass=2.0)
    model = da.Model(
        da.Prismatic("x", da.ground, slide, axis="x"),
        da.Prismatic("y", slide, bob, axis="y"),
        da.Distance("string", da.ground, bob, length=1.0),
        gravity=(0, -G, 0),
    )
    cut = da.Event("cut", da.coordinate("x"), direction=1, action=da.actions.Switch(off=["string"]))
    motion = da.simulate(model, {"x": -0.6, "y": -0.8}, times=[0.0, 0.1, 1.5], events=[cut])
    t = motion.events[0].t
    assert motion.phases("string") == [(0.0, t, "on"), (t, 1.5, "off")]
    assert da.load_motion(motion.save(tmp_path / "cut"), model).intervals == motion.intervals
    with pytest.raises(ModelError, match="no intervals of 'strong'; did you mean 'string'"):
        motion.phases("strong")

    # what goes on does so without the string
    longer = da.resume(motion, times=[2.0], events=())
    assert longer["y"][-1] == pytest.approx(-1.0 - 0.5 * G * (2.0 - t) ** 2, rel=1e-7)


def test_columns_are_written_as_parquet(bounce, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    table = parquet.read_table(bounce.to_parquet(tmp_path / "bounce.parquet", ["z", "energy"]))
    assert table.column_names == ["t", "z", "energy"]
    np.testing.assert_array_equal(table["z"], bounce["z"])


def test_a_loaded_motion_knows_parameters_that_stand_in_events_alone(ball, tmp_path):
    floor = da.Event("floor", z, direction=-1, action=da.actions.Reset({"z.rate": -da.param("e", 0.9) * v}))
    start = da.State(q={"z": 1.0}, p={"e": 0.5})
    motion = da.simulate(ball, start, times=[0.0, 0.7], events=[floor])
    again = da.load_motion(motion.save(tmp_path / "bounce"), ball)
    assert again.state().p["e"] == 0.5
    # it would fall through the floor in silence
    with pytest.raises(ModelError, match="the run had events, 'floor'; give those of the rest"):
        da.resume(again, until=1.2)
    rest, direct = (da.resume(x, times=[1.2], events=[floor]) for x in (again, motion))
    np.testing.assert_array_equal(rest.states, direct.states)


@pytest.fixture(scope="module")
def spring():
    k = da.param("k", 100.0)
    force = da.JointForce("force", "z", -k * z)
    return da.Model(da.Prismatic("z", da.ground, da.particle("ball", mass=1.0), axis="z"), force)


def test_motions_of_other_systems_or_parameters_are_not_joined(ball, spring):
    # signals of the earlier rows would be those of the later system
    first = da.simulate(spring, {"z": 1.0}, times=[0.0, 0.5])
    state = first.state()
    with pytest.raises(ModelError, match="the parameter 'k' is 100 in this motion and 50 in the later one"):
        first.joined(da.simulate(spring, da.State(0.5, state.q, state.u, p={"k": 50.0}), times=[0.5, 0.6]))
    with pytest.raises(ModelError, match="a motion of another system cannot follow this one"):
        first.joined(da.simulate(ball, da.State(0.5, state.q, state.u), times=[0.5, 0.6]))


def test_parts_of_a_motion_are_integrated_and_resampled_with_their_own_parameters(spring):
    k, n = da.param("k", 100.0), da.param("n", 5.0)
    stiffer = da.Event("stiffer", da.time - 0.3, action=da.actions.Set({"k": 400.0, "n": n + 1.0}))
    motion = da.simulate(spring, {"z": 1.0}, times=[0.0, 0.2])
    motion = da.resume(motion, times=[0.25, 0.35, 0.4], events=[stiffer])
    motion = da.resume(motion, times=[0.5], events=())
    np.testing.assert_array_equal(motion.discrete["n"], [5.0, 5.0, 5.0, 6.0, 6.0, 6.0])
    assert motion.integral(k)[-1] == pytest.approx(0.3 * 100.0 + 0.2 * 400.0)
    again = motion.resampled([0.1, 0.45])
    np.testing.assert_array_equal([again.discrete["k"], again.discrete["n"]], [[100.0, 400.0], [5.0, 6.0]])


def test_parts_that_are_cut_and_joined_again_are_the_motion(spring):
    whole = da.simulate(spring, {"z": 1.0}, times=np.linspace(0.0, 2.0, 21))
    again = whole.cut(0.0, 1.0).joined(whole.cut(1.0, 2.0))
    assert np.array_equal(again.times, whole.times) and np.array_equal(again.states, whole.states)
    assert again.statistics == whole.statistics
    assert np.array_equal(again.resampled([0.55, 1.55]).states, whole.resampled([0.55, 1.55]).states)
    assert again.dense()(1.55) == pytest.approx(whole.dense()(1.55), abs=1e-12)
    with pytest.raises(ModelError, match=r"begins at t = 1\.2, but this motion ends at 1"):
        whole.cut(0.0, 1.0).joined(whole.cut(1.2, 2.0))
    with pytest.raises(ModelError, match=r"no row of the motion is at t = 0\.5"):
        whole.cut(1.0, 2.0).state(0.5)


@pytest.mark.parametrize("direction", [1.0, -1.0])
def test_what_follows_a_part_of_a_run_replaces_its_rest(spring, direction):
    """The integral of a speed is the way, whatever the run did behind the part, or behind its last row."""
    ends = direction * np.array([0.0, 1.0, 2.0, 3.0])
    whole = da.simulate(spring, {"z": 1.0}, times=np.linspace(ends[0], ends[2], 21))
    early = da.simulate(spring, {"z": 1.0}, until=float(ends[2]), times=np.linspace(ends[0], ends[1], 5))
    for part in (whole.cut(ends[0], ends[1]), early):
        stopped = replace(part.state(), u={"z": 0.0})
        later = da.simulate(spring, stopped, times=np.linspace(ends[1], ends[3], 21))
        both = part.joined(later)
        moved = part["z"][-1] - part["z"][0]
        assert both.integral(da.speed("z"))[-1] == pytest.approx(moved + later["z"][-1] - later["z"][0], abs=1e-7)
        at = float(ends[1] + 0.25 * (ends[2] - ends[1]))
        assert both.state(at).q["z"] == pytest.approx(later.state(at).q["z"], abs=1e-12)
        assert both.dense()(at) == pytest.approx(later.dense()(at), abs=1e-9)

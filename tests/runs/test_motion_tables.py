"""Parts of motions, other rows of them, and tables."""

import numpy as np
import pytest

import dalembert as da

TIMES = np.linspace(0.0, 1.0, 11)


@pytest.fixture(scope="module")
def model():
    rod = da.rod("rod", length=1.0, mass=1.0)
    return da.Model(
        da.Revolute("pin", da.ground, rod, axis="z"),
        da.Motor("motor", "pin"),
        gravity=(0.0, -9.81, 0.0),
    )


@pytest.fixture(scope="module")
def motion(model):
    crossing = da.Event("down", da.coordinate("pin") + 0.5)
    return da.simulate(model, model.state(tau={"motor": 0.5}), times=TIMES, events=[crossing])


def test_a_cut_has_the_rows_between_two_times(motion):
    part = motion.cut(0.2, 0.5)
    assert list(part.times) == list(TIMES[2:6])
    assert np.array_equal(part["pin"], motion["pin"][2:6])
    assert [event.t for event in part.events] == [event.t for event in motion.events if 0.2 <= event.t <= 0.5]
    assert part.work == pytest.approx(motion.work[2:6] - motion.work[2], abs=1e-12)
    with pytest.raises(da.errors.ModelError, match="no row of the motion lies between"):
        motion.cut(0.21, 0.29)


def test_resampled_rows_are_those_of_the_run_itself(model, motion):
    times = np.linspace(0.05, 0.95, 7)
    other = motion.resampled(times)
    asked = da.simulate(model, model.state(tau={"motor": 0.5}), until=1.0, times=times)
    assert np.array_equal(other.states, asked.states)
    assert np.array_equal(other.inputs, asked.inputs)
    # and back
    assert np.array_equal(other.resampled(TIMES).states, motion.states)
    for bad, text in [
        ([0.5, 0.2], "follow each other"),
        ([], "finite numbers"),
        ([0.5, 1.5], "outside of the motion"),
    ]:
        with pytest.raises(da.errors.ModelError, match=text):
            motion.resampled(bad)


def test_motions_back_in_time_are_resampled_too(model):
    back = da.simulate(model, model.state(t=1.0), times=[0.9, 0.5, 0.1])
    times = [0.8, 0.6, 0.2]
    asked = da.simulate(model, model.state(t=1.0), until=0.1, times=times)
    assert np.array_equal(back.resampled(times).states, asked.states)


def test_inputs_that_were_held_are_those_of_their_times(model):
    law = da.control.SampledController(0.1, lambda state: {"motor": state.t})
    motion = da.simulate(model, times=TIMES, controller=law)
    found = motion.resampled([0.05, 0.1, 0.25])
    np.testing.assert_allclose(found.inputs[:, 0], [0.0, 0.1, 0.2], atol=1e-12)


def test_what_has_no_run_is_not_resampled(model, motion, tmp_path):
    loaded = da.load_motion(motion.save(tmp_path / "run"), model)
    with pytest.raises(da.errors.ModelError, match="has no record of its run"):
        loaded.resampled([0.5])


def test_tables_have_the_signals_asked_for(motion):
    table = motion.table(["pin", "energy"])
    assert list(table) == ["t", "pin", "energy"]
    assert np.array_equal(table["energy"], motion["energy"])
    assert list(motion.table()) == ["t", *motion.names]
    assert list(motion.table("energy")) == ["t", "energy"]


def test_tables_are_those_of_pandas(motion):
    pytest.importorskip("pandas")
    frame = motion.to_dataframe(["pin", "energy"])
    assert list(frame.columns) == ["pin", "energy"]
    assert frame.index.name == "t"
    assert np.array_equal(frame["energy"], motion["energy"])
    assert list(motion.to_dataframe().columns) == list(motion.names)
    assert list(motion.to_dataframe("energy").columns) == ["energy"]


def test_text_files_are_read_back_to_the_bit(motion, tmp_path):
    path = motion.to_csv(tmp_path / "run.csv", ["pin", "energy"])
    assert path.read_text().splitlines()[0] == "t,pin,energy"
    numbers = np.loadtxt(path, delimiter=",", skiprows=1)
    assert np.array_equal(numbers, np.stack([motion.times, motion["pin"], motion["energy"]], axis=1))
    with pytest.raises(da.errors.ModelError, match="there is no folder"):
        motion.to_csv(tmp_path / "nowhere" / "run.csv")
    with pytest.raises(da.errors.ModelError, match="is not the name of a file"):
        motion.to_csv("")

"""Motions as files of other programs, read back with their packages."""

import csv
import json

import numpy as np
import pytest

import dalembert as da


@pytest.fixture(scope="module")
def motion():
    rods = [da.rod(name, length=1.0, mass=1.0) for name in ("upper", "lower")]
    model = da.Model(
        da.Revolute("A", da.ground, rods[0], axis="z"),
        da.Revolute("end", rods[0]["end"], rods[1], axis="z"),
        da.Motor("motor", "A"),
        gravity=(0, -da.param("g", 9.81), 0),
    )
    return da.simulate(model, model.state(q={"A": 0.5}, tau={"motor": 1.5}), until=1.0)


SIGNALS = ["A", "A.rate", "A.force.x", "kinetic energy"]


def test_csv_is_read_to_the_bit(motion, tmp_path):
    path = da.save(motion, tmp_path / "run.csv", signals=SIGNALS, units=True)
    head, *rows = csv.reader(path.read_text().splitlines())
    assert head == ["t [s]", "A [rad]", "A.rate [rad/s]", "A.force.x [N]", "kinetic energy [J]"]
    found = np.array(rows, dtype=float)
    assert (found == np.column_stack([motion.times, *(motion[name] for name in SIGNALS)])).all()
    head = da.save(motion, tmp_path / "plain.csv").read_text().splitlines()[0]
    assert head == "t,A,end,A.rate,end.rate,motor"


def test_parquet_has_units_and_the_run_in_its_metadata(motion, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    table = parquet.read_table(da.save(motion, tmp_path / "run.parquet", signals=SIGNALS))
    assert table.column_names == ["t", *SIGNALS]
    for name in SIGNALS:
        assert (table[name].to_numpy() == motion[name]).all()
    assert [table.schema.field(name).metadata[b"unit"] for name in ("t", "A.rate")] == [b"s", b"rad/s"]
    assert json.loads(table.schema.metadata[b"parameters"]) == {"g": 9.81}


def test_netcdf_is_opened_by_xarray(motion, tmp_path):
    xarray = pytest.importorskip("xarray")
    with xarray.open_dataset(da.save(motion, tmp_path / "run.nc", signals=SIGNALS)) as found:
        assert set(found.data_vars) == set(SIGNALS) and found["A"].dims == ("t",)
        for name in SIGNALS:
            assert (found[name].values == motion[name]).all() and found[name].attrs["long_name"] == name
        assert found["A.force.x"].attrs["units"] == "N"
        assert (found["t"].values == motion.times).all()
        assert "end time" in found.attrs["termination"]


def test_mat_has_names_that_matlab_takes(motion, tmp_path):
    loadmat = pytest.importorskip("scipy.io").loadmat
    found = loadmat(da.save(motion, tmp_path / "run.mat"), simplify_cells=True)
    assert (found["A_rate"] == motion["A.rate"]).all() and (found["end_2"] == motion["end"]).all()
    about = found["about"]
    assert list(about["names"]) == ["t", "A", "end", "A.rate", "end.rate", "motor"]
    assert list(about["fields"]) == ["t", "A", "end_2", "A_rate", "end_rate", "motor"]
    assert list(about["units"]) == ["s", "rad", "rad", "rad/s", "rad/s", "N m"]
    assert "g" in about["parameters"]


def test_what_cannot_be_written_is_named(motion, tmp_path):
    with pytest.raises(da.errors.ModelError, match=r"motions are saved as \.npz, \.csv.*not as 'run\.toml'"):
        da.save(motion, tmp_path / "run.toml")
    with pytest.raises(da.errors.DalembertError, match="'B'"):
        da.save(motion, tmp_path / "run.csv", signals=["B"])
    with pytest.raises(da.errors.ModelError, match="'signal' is no option"):
        da.save(motion, tmp_path / "run.mat", signal=["A"])
    again = da.load_motion(da.save(motion, tmp_path / "run.npz"))
    assert (again["A"] == motion["A"]).all()
    assert [*tmp_path.iterdir()] == [tmp_path / "run.npz"]

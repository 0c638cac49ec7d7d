"""Looking at sweeps: statistics with known values, tables for other programs, and pictures."""

import numpy as np
import pytest
from scipy import stats

import dalembert as da
from tests.studies.systems import pendulum


def ishigami(design, count):
    """Ishigami's function sin x + 7 sin² y + 0.1 z⁴ sin x, whose indices are known."""
    x, y, z = (da.param(name, 0.0) for name in "xyz")
    answer = {"f": da.sin(x) + 7.0 * da.sin(y) ** 2 + 0.1 * z**4 * da.sin(x)}
    uniform = da.sweeps.Uniform(-np.pi, np.pi)
    return da.sweep(pendulum(), design(count, dict.fromkeys("xyz", uniform), seed=1), answer)


def test_sobol_indices_are_those_of_ishigami():
    table = ishigami(da.sweeps.Saltelli, 4096)
    assert len(table) == 4096 * 5
    indices = table.sobol_indices("f")
    # a = 7, b = 0.1: V = a²/8 + b π⁴/5 + b² π⁸/18 + ½
    V = 49 / 8 + 0.1 * np.pi**4 / 5 + 0.01 * np.pi**8 / 18 + 0.5
    first = [0.5 * (1 + 0.1 * np.pi**4 / 5) ** 2 / V, 49 / 8 / V, 0.0]
    together = 0.01 * np.pi**8 * (1 / 18 - 1 / 50) / V
    total = [first[0] + together, first[1], together]
    for column, expected in (("first order", first), ("total", total)):
        np.testing.assert_allclose(indices.columns[column], expected, atol=0.015)
        assert (np.abs(indices.columns[column] - expected) < 4.0 * indices.errors[column]).all()
    assert indices["y"]["total"] == indices.columns["total"][1]
    assert str(indices).splitlines()[-1] == "from 4,096 blocks"


def test_effects_of_single_steps_are_those_of_a_line():
    x, y = da.param("x", 0.0), da.param("y", 0.0)
    design = da.sweeps.Morris(10, {"x": da.sweeps.Uniform(0, 3), "y": da.sweeps.Uniform(0, 3)}, levels=4)
    table = da.sweep(pendulum(), design, {"f": 5.0 * x - 2.0 * y})
    effects = table.morris_effects("f")
    # a step is 2 of 3 levels
    np.testing.assert_allclose(effects.columns["mean"], [10.0, -4.0], rtol=1e-12)
    np.testing.assert_allclose(effects.columns["size"], [10.0, 4.0], rtol=1e-12)
    np.testing.assert_allclose(effects.columns["spread"], 0.0, atol=1e-12)


def test_statistics_are_those_of_scipy():
    table = ishigami(da.sweeps.Random, 500)
    f, x = table["f"], table["x"]
    assert table.correlations()["x", "f"] == pytest.approx(np.corrcoef(x, f)[0, 1], rel=1e-12)
    ranked = table.correlations(by_rank=True)
    assert ranked["x", "f"] == pytest.approx(stats.spearmanr(x, f)[0], rel=1e-12)
    assert table.summary["f"]["mean"] == pytest.approx(f.mean())
    assert table.summary["f"]["25%"] == np.quantile(f, 0.25) == table.quantiles("f", [0.25])[0]
    with pytest.raises(da.errors.ModelError, match=r"need a sweep over da\.sweeps\.Saltelli, not over Random"):
        table.sobol_indices("f")
    with pytest.raises(da.errors.ModelError, match="from 0 to 1"):
        table.quantiles("f", [5])


@pytest.fixture(scope="module")
def grid(tmp_path_factory):
    """A sweep in a folder whose rows have numbers, arrays and complex numbers."""
    what = {
        "energy": "energy",
        "place": lambda model, start: np.array([start.q["pin"], start.p["l"]]),
        "poles": lambda model, start: da.linearize(model, {}).poles * start.p["l"],
    }
    over = {"pin": [0.0, 0.5, 1.0], "l": [1.0, -1.0]}
    folder = tmp_path_factory.mktemp("grid")
    da.sweep(pendulum(), over, what, folder=folder)
    return da.open_sweep(folder)


def test_tables_for_other_programs_have_the_numbers(grid):
    pandas, xarray = pytest.importorskip("pandas"), pytest.importorskip("xarray")
    assert grid["poles"].dtype == complex and grid["poles"].shape == (6, 2)
    assert isinstance(grid.to_dataframe(), pandas.DataFrame)
    assert list(grid.to_dataframe()) == ["pin", "l", "energy"]
    arrow = grid.to_arrow()
    assert arrow.column_names == ["case", "pin", "l", "energy", "place", "poles"]
    assert arrow["place"][2].as_py() == [0.5, 1.0]
    data = grid.to_xarray()
    assert isinstance(data, xarray.Dataset)
    assert data["energy"].dims == ("pin", "l") and data["place"].shape == (3, 2, 2)
    # rods of negative length have no energy
    assert float(data["energy"].sel(pin=0.5, l=1.0)) == grid["energy"][2]
    assert np.isnan(data["energy"].sel(l=-1.0)).all() and sorted(grid.failures) == [1, 3, 5]
    assert grid.summary.failed == 3
    with pytest.raises(da.errors.ModelError, match="'poles' has complex numbers, which have no order"):
        grid.quantiles("poles")


def test_sweeps_are_drawn(tmp_path, grid):
    table = ishigami(da.sweeps.Random, 300)
    for names, x, kind in [
        ("f", None, "AxesImage"),
        (["x", "f"], None, "PathCollection"),
        (["f", "z"], "x", "PathCollection"),
        (None, None, "LineCollection"),
    ]:
        figure = da.plot(table, names, x=x, file=tmp_path / "chart.png")
        axis = figure.axes[0]
        kinds = {type(artist).__name__ for artist in (*axis.collections, *axis.patches)}
        assert kind in kinds or kinds == {"Rectangle"}, kinds
    figure = da.plot(grid, "energy")
    assert [type(x).__name__ for x in figure.axes[0].collections] == ["QuadMesh"]
    assert figure.axes[0].get_title(loc="right") == "3 of 6 cases failed"
    with pytest.raises(da.errors.ModelError, match="'poles' has no single real number"):
        da.plot(grid, "poles")
    with pytest.raises(da.errors.ModelError, match="there is no column 'enrgy'"):
        da.plot(grid, "enrgy")

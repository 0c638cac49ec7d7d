"""Sweeps of mechanisms whose lengths vary: the loops of each case are closed near the start."""

import numpy as np
import pytest

import dalembert as da


@pytest.fixture(scope="module")
def four_bar():
    crank = da.rod("crank", length=0.3, mass=1.0)
    coupler = da.rod("coupler", length=da.param("c", 1.0), mass=1.0)
    rocker = da.rod("rocker", length=0.8, mass=1.0)
    return da.Model(
        da.Revolute("A", da.ground, crank, axis="z"),
        da.Revolute("B", crank["end"], coupler, axis="z"),
        da.Revolute("C", coupler["end"], rocker["end"], axis="z"),
        da.Revolute("D", da.ground.at(x=0.9), rocker, axis="z"),
        gravity=(0, -9.81, 0),
    )


def test_each_case_begins_where_assemble_closes_it_near_the_start(four_bar, tmp_path):
    # what is typed holds the crank; lengths and one speed vary
    over = {"c": [0.95, 1.0, 1.06], "A.rate": [0.0, 2.0]}
    what = {"rate": "A.rate", "force": da.sweeps.Peak("C.force.x")}
    options = {"start": {"A": 1.0}, "hold": ["A"], "times": np.linspace(0.0, 0.3, 31)}
    table = da.sweep(four_bar, over, what, **options)
    near = da.assemble(four_bar, q={"A": 1.0})
    for k in range(6):
        c, rate = table["c"][k], table["A.rate"][k]
        start = da.assemble(four_bar, q={"A": 1.0}, u={"A": rate}, guess=near, p={"c": c})
        motion = da.simulate(four_bar, start, times=options["times"])
        assert np.array_equal(motion.states, table.motions[k].states)
        # the rocker's end is where the coupler's is
        crank, rocker = 0.3 * np.exp(1j), 0.9 + 0.8 * np.exp(1j * motion["D"][0])
        assert abs(rocker - crank) == pytest.approx(c, rel=1e-12)
    assert not table.failures
    in_folder = da.sweep(four_bar, over, what, **options, folder=tmp_path)
    opened = da.open_sweep(tmp_path, four_bar)
    assert all(np.array_equal(in_folder[name], table[name]) for name in table.columns)
    assert np.array_equal(opened.motion(5).states, table.motions[5].states)
    with pytest.raises(da.errors.ModelError, match="hold is in the file only"):
        da.sweep(four_bar, over, what, **{**options, "hold": None}, folder=tmp_path)


def test_loops_that_cannot_close_cost_their_rows_alone(four_bar):
    over = {"c": [1.0, 5.0, 1.02, np.nan]}
    table = da.sweep(four_bar, over, {"end": "A"}, start={"A": 1.0}, hold=["A"], until=0.1)
    assert sorted(table.failures) == [1, 3] and "'C' cannot be closed by moving" in table.failures[1].reason
    alone = da.sweep(four_bar, {"c": [1.0, 1.02]}, {"end": "A"}, start={"A": 1.0}, hold=["A"], until=0.1)
    assert np.array_equal(table["end"][[0, 2]], alone["end"])


def test_starts_that_miss_a_row_say_how_loops_are_closed(four_bar):
    start = da.assemble(four_bar, q={"A": 1.0})
    table = da.sweep(four_bar, {"c": [1.0, 1.1]}, {"end": "A"}, start=start, until=0.1)
    assert list(table.failures) == [1] and table.failures[1].reason.endswith(
        "hold=[…]) closes the loops of each case"
    )
    for hold, over, text in [
        (["E"], {"c": [1.0]}, "hold: there is no coordinate or speed 'E'"),
        (["A"], {"A": [1.0]}, "hold: 'A' is varied"),
        ("A", {"c": [1.0]}, "hold is a list of coordinates and speeds"),
    ]:
        with pytest.raises(da.errors.ModelError, match=text):
            da.sweep(four_bar, over, {"end": "A"}, start=start, hold=hold, until=0.1)

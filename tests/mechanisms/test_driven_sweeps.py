"""Sweeps of mechanisms that drives move: positions by Newton's method in lanes."""

import numpy as np
import pytest

import dalembert as da

TIMES = np.linspace(0.0, 1.0, 73)
OUTPUT = {"rocker angle": da.coordinate("D"), "torque": da.measures.multiplier("motor")}


def four_bar(law=2.0 * np.pi * da.time):
    lengths = {"ground": 3.0, "crank": 1.0, "coupler": 3.0, "rocker": 2.5}
    base, *sizes = [da.param(f"length of {name}", value) for name, value in lengths.items()]
    names = ("crank", "coupler", "rocker")
    crank, coupler, rocker = [da.rod(name, length=size, mass=1.0) for name, size in zip(names, sizes, strict=True)]
    return da.Model(
        da.Revolute("A", da.ground, crank),
        da.Revolute("B", crank["end"], coupler, default=0.85),
        da.Revolute("D", da.ground.at(x=base), rocker, default=1.9),
        da.Revolute("C", coupler["end"], rocker["end"]),
        da.Drive("motor", "A", law),
        gravity=(0.0, -9.81, 0.0),
    )


def closed_form(base, crank, coupler, rocker, angle):
    """Angle of the rocker, on the branch on which the coupler lies above."""
    x, y = crank * np.cos(angle) - base, crank * np.sin(angle)
    d = np.hypot(x, y)
    return np.arctan2(y, x) - np.arccos((d**2 + rocker**2 - coupler**2) / (2.0 * d * rocker))


@pytest.mark.covers("F004-11")
def test_geometries_in_lanes_move_as_in_closed_form_and_as_each_by_itself():
    over = {"length of crank": [0.8, 1.0, 1.2], "length of coupler": [2.8, 3.2], "length of rocker": [2.4, 2.6]}
    table = da.sweep(four_bar(), over, OUTPUT, times=TIMES)
    assert table.grid("rocker angle").shape == (3, 2, 2, len(TIMES))
    cases = [table[name][:, None] for name in over]
    expected = closed_form(3.0, *cases, 2.0 * np.pi * TIMES)
    difference = np.mod(table["rocker angle"] - expected + np.pi, 2.0 * np.pi) - np.pi
    np.testing.assert_allclose(difference, 0.0, atol=1e-12)

    # one of them alone
    p = {name: float(table[name][7]) for name in over}
    alone = da.kinematics(four_bar(), TIMES, p=p)
    np.testing.assert_allclose(table.motions[7].states, alone.states, atol=1e-10)
    np.testing.assert_allclose(table["torque"][7], alone["motor.torque"], rtol=1e-8, atol=1e-8)
    assert table.terminations[7] == "at t = 1: all times are reached"


def test_few_instants_are_reached_in_shorter_steps():
    table = da.sweep(four_bar(), {"length of crank": [0.9, 1.1]}, OUTPUT, times=np.linspace(0.0, 1.0, 7))
    fine = da.sweep(four_bar(), {"length of crank": [0.9, 1.1]}, OUTPUT, times=np.linspace(0.0, 1.0, 361))
    np.testing.assert_allclose(table["rocker angle"], fine["rocker angle"][:, ::60], atol=1e-12)


def test_a_crank_that_cannot_turn_is_not_a_number_from_there_on():
    over = {"length of crank": [1.0, 2.6], "length of coupler": [3.0, 0.3]}
    table = da.sweep(four_bar(0.5 + 2.0 * np.pi * da.time), over, OUTPUT, times=TIMES)
    reached = np.isfinite(table["rocker angle"]).sum(axis=1)
    assert reached[0] == len(TIMES)
    assert 0 < reached[2] < len(TIMES)
    assert reached[1] == 0
    assert "comes to a singular position and cannot go on" in table.terminations[2]
    assert "cannot be put together" in table.terminations[1]

    # coupler and rocker are in line where it stops: 3² + 2.6² − 2 · 3 · 2.6 cos A = (3 + 2.5)²
    limit = np.arccos((3.0**2 + 2.6**2 - 5.5**2) / (2.0 * 3.0 * 2.6))
    assert reached[2] == np.count_nonzero(0.5 + 2.0 * np.pi * TIMES < limit)


def test_a_grid_needs_times_that_rise():
    with pytest.raises(da.errors.ModelError, match="finite numbers that rise"):
        da.sweep(four_bar(), {"length of crank": [1.0]}, OUTPUT, times=[1.0, 0.0])
    # drives say where a mechanism is, before its start too
    before = da.sweep(four_bar(), {"length of crank": [1.0]}, OUTPUT, times=[-0.1, 0.0])
    assert np.isfinite(before["rocker angle"]).all()


def test_a_sweep_begins_at_its_first_time_wherever_the_drive_is_then():
    speed = da.param("speed", 1.0)
    table = da.sweep(four_bar(speed * da.time), {"speed": [1.0, 2.0]}, OUTPUT, times=[0.5])
    alone = [da.assemble(four_bar(w * da.time), t=0.5).q["D"] for w in (1.0, 2.0)]
    np.testing.assert_allclose(table["rocker angle"][:, 0], alone, atol=1e-12)


def test_rows_that_are_redundant_in_the_usual_mechanism_only_are_noticed():
    """A third bar of a parallelogram moves with the others if it is as long as these, and not otherwise."""
    size = da.param("size", 1.0)
    bars = [da.rod(name, length=1.0, mass=1.0) for name in ("left", "right")]
    third, top = da.rod("third", length=size, mass=1.0), da.rod("top", length=2.0, mass=1.0)
    model = da.Model(
        da.Revolute("A", da.ground, bars[0], default=1.0),
        da.Revolute("B", bars[0]["end"], top, default=-1.0),
        da.Revolute("D", da.ground.at(x=2.0), bars[1], default=1.0),
        da.Revolute("E", da.ground.at(x=1.0), third, default=1.0),
        da.Revolute("C", top["end"], bars[1]["end"]),
        da.Revolute("F", top["center"], third["end"]),
        da.Drive("motor", "A", 1.0 + 0.5 * da.time),
    )
    table = da.sweep(model, {"size": [1.0, 1.1]}, "D", times=np.linspace(0.0, 1.0, 5))
    np.testing.assert_allclose(table["D"][0], 1.0 + 0.5 * np.linspace(0.0, 1.0, 5), atol=1e-12)
    assert np.isnan(table["D"][1]).all()

"""Sweeps of mechanisms that drives move: positions by Newton's method in lanes."""

import numpy as np
import pytest

import dalembert as da

TIMES = np.linspace(0.0, 1.0, 73)
OUTPUT = {"rocker angle": da.coordinate("D"), "torque": da.multiplier("motor")}


def four_bar(law=2.0 * np.pi * da.time):
    lengths = {"ground": 3.0, "crank": 1.0, "coupler": 3.0, "rocker": 2.5}
    base, *sizes = [da.param(f"length of {name}", value) for name, value in lengths.items()]
    names = ("crank", "coupler", "rocker")
    crank, coupler, rocker = [da.rod(name, length=size, mass=1.0) for name, size in zip(names, sizes, strict=True)]
    return da.Model(
        da.Revolute("A", da.ground, crank),
        da.Revolute("B", crank["end"], coupler, usual=0.85),
        da.Revolute("D", da.ground.at(x=base), rocker, usual=1.9),
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
    assert table.endings[7] == "at t = 1: all times are reached"


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
    assert "comes to a singular position and cannot go on" in table.endings[2]
    assert "cannot be put together" in table.endings[1]

    # coupler and rocker are in line where it stops: 3² + 2.6² − 2 · 3 · 2.6 cos A = (3 + 2.5)²
    limit = np.arccos((3.0**2 + 2.6**2 - 5.5**2) / (2.0 * 3.0 * 2.6))
    assert reached[2] == np.count_nonzero(0.5 + 2.0 * np.pi * TIMES < limit)


def test_a_grid_needs_times_that_rise():
    with pytest.raises(da.errors.ModelError, match="finite numbers that rise"):
        da.sweep(four_bar(), {"length of crank": [1.0]}, OUTPUT, times=[1.0, 0.0])

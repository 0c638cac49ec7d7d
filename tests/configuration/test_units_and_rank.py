"""What depends on what is a property of a mechanism: neither units nor coordinates change it."""

import numpy as np
import pytest

import dalembert as da

UNITS = [(1e-4, 1e-6), (1e3, 1e6)]
"""Lengths and masses of a mechanism, as if metre and kilogram were others."""


RTOL_LIGHT = 1e-6
"""Masses that differ by twelve digits leave a few of sixteen."""


def link(name, length, unit, mass=1.0):
    return da.rod(name, length=length * unit[0], mass=mass * unit[1], radius=0.02 * unit[0])


def flat_four_bar(unit, masses=(1.0, 1.0, 1.0)):
    """A parallelogram."""
    c = unit[0]
    crank, coupler, rocker = (
        link(name, length, unit, mass)
        for name, length, mass in zip(("crank", "coupler", "rocker"), (0.5, 1.0, 0.5), masses, strict=True)
    )
    return da.Model(
        da.Revolute("A", da.ground, crank),
        da.Revolute("B", crank["end"], coupler),
        da.Revolute("D", da.ground.at(x=c), rocker),
        da.Revolute("C", coupler["end"], rocker["end"]),
        gravity=(0.0, -9.81, 0.0),
    )


def slider_crank(unit, *further):
    c, m = unit
    crank, rod = link("crank", 0.2, unit), link("rod", 0.5, unit)
    block = da.box("block", size=(0.1 * c,) * 3, mass=2.0 * m)
    return da.Model(
        da.Revolute("A", da.ground, crank),
        da.Revolute("B", crank["end"], rod),
        da.Prismatic("S", da.ground, block, axis="x"),
        da.Revolute("C", rod["end"], block),
        *further,
    )


def door(unit):
    """Four hinges on one line."""
    c, m = unit
    leaf = da.box("leaf", size=(0.9 * c, 0.04 * c, 2.0 * c), mass=20.0 * m)
    heights = (-0.8, -0.3, 0.3, 0.8)
    return da.Model(
        *(
            da.Revolute(f"hinge{k}", da.ground.at(z=z * c), leaf.at(x=-0.45 * c, z=z * c), axis="z")
            for k, z in enumerate(heights)
        )
    )


def bricard(unit):
    """Six links of equal length, twisted by right angles."""
    parts, place, c = [], da.ground, unit[0]
    for k in range(5):
        rod = link(f"link{k + 1}", 1.0, unit)
        parts.append(da.Revolute(f"R{k + 1}", place, rod))
        place = rod.at(x=c, rotation=da.spatial.rotation("x", (-1) ** k * np.pi / 2))
    base = da.ground.at(x=-c, rotation=da.spatial.rotation("x", np.pi / 2))
    return da.Model(*parts, da.Revolute("R6", place, base))


def guess(model, unit):
    """Near the assembled mechanism."""
    values = {"A": 0.7, "B": -0.7, "D": 0.7} | {f"R{k + 1}": (1.0, 1.929)[k % 2] for k in range(5)}
    values |= {"S": 0.6 * unit[0]}
    return {name: values[name] for name in model.coordinates if name in values}


def assembled(model, unit, coordinates):
    """A mechanism in coordinates of joints or of bodies, and a state in which it is closed."""
    joints = da.as_dynamics(model)
    state = da.assemble(joints, guess=guess(model, unit))
    if coordinates == "joints":
        return joints, state
    bodies = da.as_dynamics(da.derive(model, coordinates=da.formulations.Absolute()))
    return bodies, da.convert_state(state, joints, bodies)


@pytest.mark.parametrize("coordinates", ["joints", "bodies"])
@pytest.mark.parametrize("make", [flat_four_bar, slider_crank, door, bricard])
def test_mobility_does_not_depend_on_the_units_of_length_and_mass(make, coordinates):
    in_si, *others = (da.mobility(*assembled(make(unit), unit, coordinates)) for unit in [(1.0, 1.0), *UNITS])
    assert in_si.degrees_of_freedom == 1
    assert all(found == in_si for found in others)


@pytest.mark.parametrize("unit", [(1.0, 1.0), *UNITS])
def test_hinges_on_one_line_hold_by_geometry_however_it_stands(unit):
    """All rows are zero: what rounding leaves of them has nothing but arms to be compared with."""
    R = da.spatial.rotation("x", 0.4) @ da.spatial.rotation("y", 0.7)
    leaf = da.box("leaf", size=(0.9 * unit[0], 0.04 * unit[0], 2.0 * unit[0]), mass=20.0 * unit[1])
    heights = unit[0] * np.array([-0.8, -0.3, 0.3, 0.8])
    places = [da.ground.at(R @ [0.0, 0.0, z], rotation=R) for z in heights]
    hinges = [
        da.Revolute(f"hinge{k}", place, leaf.at(x=-0.45 * unit[0], z=z))
        for k, (place, z) in enumerate(zip(places, heights, strict=True))
    ]
    found = da.mobility(da.Model(*hinges))
    assert (found.rows, len(found.geometric), found.degrees_of_freedom) == (0, 15, 1)
    assert len(found.not_unique) == 20


@pytest.mark.parametrize("coordinates", ["joints", "bodies"])
@pytest.mark.parametrize("unit", [(1.0, 1.0), UNITS[0]])
def test_a_parallelogram_is_singular_or_nearly_so_by_its_angle_alone(unit, coordinates):
    """In coordinates of joints the row C.x vanishes where in those of bodies it depends on three others."""
    model = flat_four_bar(unit)
    joints = dynamics = da.as_dynamics(model)
    if coordinates == "bodies":
        dynamics = da.as_dynamics(da.derive(model, coordinates=da.formulations.Absolute()))
    for angle, is_singular, is_near in (
        (0.0, True, False),
        (1e-8, True, False),
        (1e-5, False, True),
        (3e-4, False, True),
        (1e-2, False, False),
    ):
        state = da.State(q={"A": angle, "B": -angle, "D": angle})
        found = da.mobility(dynamics, da.convert_state(state, joints, dynamics))
        assert len(found.redundant) == (0 if coordinates == "joints" else 3)
        assert found.generic_rank - found.rank == is_singular
        assert ("C.x" in found.singular, "C.x" in found.nearly_singular) == (is_singular, is_near)
        assert ("nearly depend on each other" in found.report) == is_near


def test_very_different_masses_change_neither_mobility_nor_motion():
    """A coupler of a milligram between cranks of a thousand tons: two equal rods swing together like one alone."""
    unit = (1.0, 1.0)
    dynamics, state = assembled(flat_four_bar(unit, masses=(1e6, 1e-6, 1e6)), unit, "joints")
    assert da.mobility(dynamics, state) == da.mobility(*assembled(flat_four_bar(unit), unit, "joints"))
    expected = -0.25 * 9.81 * np.cos(state.q["A"]) / (0.5**2 / 3.0 + 0.02**2 / 4.0)
    assert dynamics.accelerations(state)["A.rate"] == pytest.approx(expected, rel=RTOL_LIGHT)


@pytest.mark.parametrize("unit", UNITS)
def test_what_an_assembly_leaves_open_does_not_depend_on_units(unit):
    model = slider_crank(unit)
    found = da.assemble(model, guess=guess(model, unit))
    assert found.undetermined == ("A", "B", "S", "A.rate", "B.rate", "S.rate")
    assert da.assemble(model, q={"S": 0.6 * unit[0]}, guess=guess(model, unit)).undetermined == (
        "A.rate",
        "B.rate",
        "S.rate",
    )


@pytest.mark.parametrize("unit", UNITS)
def test_drives_that_are_too_many_are_found_in_any_unit(unit):
    crank, slide = da.Drive("turn", "A", 0.7 + da.time), da.Drive("press", "S", 0.6 * unit[0])
    model = slider_crank(unit, crank, slide)
    with pytest.raises(da.errors.ModelError, match=r"1 drive is too many: press depends on C\.x, C\.y, turn"):
        da.kinematics(model, [0.0, 0.1], guess=guess(model, unit))


@pytest.mark.parametrize("unit", UNITS)
def test_inputs_that_do_the_same_are_found_in_any_unit(unit):
    motors = da.Motor("pull", "S"), da.Motor("turn", "A")
    model = slider_crank(unit, *motors)
    law = {"A": 0.7 + 0.1 * da.time}
    with pytest.raises(da.errors.SolverError, match="the inputs pull, turn depend on each other to rounding"):
        da.inverse_dynamics(model, law, times=[0.0, 0.1], guess=guess(model, unit))
    alone = slider_crank(unit, motors[0])
    found = da.inverse_dynamics(alone, law, times=[0.0, 0.1], guess=guess(alone, unit))
    assert np.isfinite(found["pull"]).all()

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import AssemblyError, ModelError
from tests.oracles.linkages import bennett, bricard, four_bar, parallelogram, slider_crank, three_cranks


def at(model, **given):
    """The mobility of a model at an assembled state."""
    dynamics = da.as_dynamics(model)
    return da.mobility(dynamics, da.assemble(dynamics, **given))


def cranks(angle):
    return {"A": angle, "B": -angle, "D": angle, "E": angle}


# ---- degrees of freedom


@pytest.mark.covers("F001-11")
@pytest.mark.parametrize(
    ("model", "degrees"),
    [
        (four_bar(), 1),
        (slider_crank(), 1),
        (four_bar(0.5, 1.2, 0.75, 1.1, da.Drive("motor", "A", 0.3 + da.time)), 0),
    ],
    ids=["four-bar", "slider-crank", "driven four-bar"],
)
def test_degrees_of_freedom_follow_from_the_rank(model, degrees):
    found = at(model, guess={"A": 0.3, "B": 0.1})
    assert found.degrees_of_freedom == degrees
    assert found.rank == found.generic_rank == found.rows
    assert not found.redundant
    assert not found.is_singular


@pytest.mark.covers("F000-34")
def test_counting_bodies_and_joints_misses_what_is_redundant():
    assert at(four_bar(), q={"A": 0.3}).degrees_by_counting == 6 * 3 - 5 * 4
    rod = da.rod("rod", length=1.0, mass=1.0, radius=0.1)
    spatial = da.Model(
        da.Spherical("ball", da.ground, rod), da.Distance("bar", da.ground.at(z=1.5), rod["end"], 1.2)
    )
    found = at(spatial)
    assert found.degrees_by_counting == found.degrees_of_freedom == 2


@pytest.mark.covers("F000-34")
def test_a_spatial_slider_crank_has_two_degrees_by_counting_of_which_one_is_the_spin_of_its_rod():
    """6 · 3 − (5 · 2 + 3 · 2) = 2; with a universal joint for a spherical one the rod keeps its spin."""
    degrees = []
    for joint in (da.Spherical, da.Universal):
        crank, rod, slider = (
            da.rod(name, length=1.0, mass=1.0, radius=0.1) for name in ("crank", "rod", "slider")
        )
        model = da.Model(
            da.Revolute("A", da.ground, crank, axis="x"),
            joint("B", crank.at(y=-0.5), rod),
            da.Prismatic("slide", da.ground.at(x=1.4, y=-0.5), slider, axis="x"),
            da.Spherical("C", slider, rod.at(x=1.4)),
        )
        found = at(model, q={"A": 0.9})
        assert found.degrees_by_counting == found.degrees_of_freedom
        degrees.append(found.degrees_by_counting)
    assert degrees == [2, 1]


@pytest.mark.covers("F000-34")
def test_in_the_plane_counting_knows_what_planes_hold_but_not_equal_cranks():
    """3 · 3 − 2 · 4 = 1, and 3 · 4 − 2 · 6 = 0 of a linkage that moves, its cranks being equal."""
    assert at(four_bar(), q={"A": 0.3}).degrees_by_counting_in_plane == 1
    found = at(three_cranks(), guess=cranks(1.0))
    assert (found.degrees_by_counting_in_plane, found.degrees_of_freedom) == (0, 1)
    assert "gives -6, in a plane 0" in found.report


def test_a_rolling_disc_has_three_degrees_of_freedom():
    disc = da.disc("disc", radius=0.3, mass=2.0, axis="y")
    model = da.Model(
        da.Free("pose", da.ground, disc, angles="zxy", names=["yaw", "lean", "spin"]),
        da.Rolling("tread", disc, on=da.geometry.plane(da.ground, normal="z")),
    )
    found = at(model, q={"lean": 0.2})
    assert (found.speeds, found.rows, found.degrees_of_freedom) == (6, 3, 3)


# ---- redundant rows


@pytest.mark.covers("F000-8", "F001-11")
@pytest.mark.parametrize(
    ("model", "guess", "rows", "rank"),
    [
        (bennett(), {"R1": 1.0, "R2": 1.0, "R3": 1.0}, 5, 2),
        (bricard(), {f"R{k + 1}": (1.0, 1.929)[k % 2] for k in range(5)}, 5, 4),
        (three_cranks(), cranks(1.0), 4, 3),
    ],
    ids=["Bennett", "Bricard", "three cranks"],
)
def test_overconstrained_linkages_move_with_one_degree_of_freedom(model, guess, rows, rank):
    found = at(model, guess=guess)
    assert (found.rows, found.rank, found.generic_rank) == (rows, rank, rank)
    assert found.degrees_of_freedom == 1
    assert len(found.redundant) == rows - rank


def test_redundant_rows_name_those_they_depend_on():
    (dependence,) = at(three_cranks(), guess=cranks(1.0)).redundant
    assert dependence.row == "F.y"
    assert dependence.part == "F"
    assert set(dependence.on) == {"C.x", "C.y", "F.x"}
    assert str(dependence) == "F.y depends on C.x, C.y, F.x"


def test_a_drive_that_repeats_what_holds_already_is_redundant():
    first, second = da.rod("first", length=1.0, mass=1.0), da.rod("second", length=1.0, mass=1.0)
    model = da.Model(
        da.Revolute("A", da.ground, first),
        da.Revolute("B", da.ground, second),
        da.Drive("one", "A", da.time),
        da.Drive("other", "B", 2.0 * da.time),
        da.Gear("gear", "B", "A", 2.0),
    )
    found = at(model)
    assert found.degrees_of_freedom == 0
    assert len(found.redundant) == 1
    assert {found.redundant[0].row, *found.redundant[0].on} == {"one", "other", "gear"}
    assert {"one.multiplier", "other.multiplier", "gear.multiplier"} <= set(found.not_unique)


@pytest.mark.parametrize("power", [1, 2, 3])
def test_drives_that_contradict_each_other_later_are_refused(power):
    rod, other = da.rod("rod", length=1.0, mass=1.0), da.rod("other", length=1.0, mass=1.0)
    model = da.Model(
        da.Revolute("A", da.ground, rod),
        da.Revolute("B", da.ground, other),
        da.Drive("one", "A", 0.0 * da.time),
        da.Drive("late", "B", da.time**power),
        da.Gear("gear", "B", "A", 1.0),
    )
    dynamics = da.as_dynamics(model)
    with pytest.raises(AssemblyError, match="'late'"):
        da.mobility(dynamics, da.assemble(dynamics))


# ---- singular positions


@pytest.mark.covers("F000-8")
def test_a_flat_parallelogram_is_singular_and_nothing_is_redundant():
    model = parallelogram()
    found = da.mobility(model, model.state())
    assert (found.rank, found.generic_rank) == (1, 2)
    assert found.is_singular
    assert found.redundant == ()
    assert found.singular
    assert "singular" in found.report


@pytest.mark.covers("F000-8")
def test_a_thousandth_of_a_radian_away_it_is_regular():
    found = at(parallelogram(), q={"A": 1e-3}, guess=dict(zip("ABD", (1e-3, -1e-3, 1e-3), strict=True)))
    assert found.rank == found.generic_rank == 2


def test_a_position_may_be_singular_and_have_redundant_rows():
    model = three_cranks()
    found = da.mobility(model, model.state())
    assert (found.rank, found.generic_rank) == (2, 3)
    assert [dependence.row for dependence in found.redundant] == ["F.y"]


def test_a_truss_that_gives_way_to_first_order_only_is_singular():
    bob = da.particle("bob", mass=1.0)
    model = da.Model(
        da.Planar("place", da.ground, da.disc("plate", radius=0.1, mass=1.0)),
        da.Translational("bob place", da.ground, bob),
        da.Distance("left", da.ground.at(x=-1.0), bob, 1.0),
        da.Distance("right", da.ground.at(x=1.0), bob, 1.0),
        da.Distance("top", da.ground.at(z=1.0), bob, 1.0),
    )
    found = da.mobility(model, model.state())
    assert found.redundant == ()
    assert found.is_singular
    assert found.degrees_of_freedom == 3


# ---- reactions


@pytest.mark.covers("F000-8")
def test_reactions_out_of_the_plane_are_not_unique():
    found = at(four_bar(), q={"A": 0.3})
    assert found.geometric == ("C.z", "C.turn y", "C.turn x")
    expected = {f"{name}.{part}" for name in "ABCD" for part in ("force.z", "moment.x", "moment.y")}
    assert set(found.not_unique) == expected


def test_with_a_ball_joint_only_forces_across_the_plane_and_their_moments_are_not_unique():
    rods = [da.rod(name, length=1.0, mass=1.0) for name in ("first", "second")]
    model = da.Model(
        da.Revolute("A", da.ground, rods[0]),
        da.Revolute("B", da.ground.at(x=1.0), rods[1]),
        da.Spherical("C", rods[0]["end"], rods[1]["end"]),
    )
    found = at(model, guess={"A": 1.0, "B": 2.0})
    assert "C.force.z" in found.not_unique
    assert "C.force.x" not in found.not_unique
    assert not any(name.startswith("C.moment") for name in found.not_unique)


def test_reactions_of_spatial_loops_without_redundancy_are_unique():
    rods = [da.rod(name, length=1.0, mass=1.0, radius=0.05) for name in ("first", "second")]
    model = da.Model(
        da.Revolute("A", da.ground, rods[0], axis="x"),
        da.Universal("B", da.ground.at(x=0.7), rods[1]),
        da.Distance("bar", rods[0]["end"], rods[1]["end"], 0.8),
    )
    found = at(model)
    assert found.not_unique == ()


def test_multipliers_that_balance_each_other_leave_unique_reactions_alone():
    """In a parallelogram with three cranks only the forces along the cranks can be shared differently."""
    found = at(three_cranks(), guess=cranks(1.0))
    in_plane = {name for name in found.not_unique if name.endswith(("force.x", "force.y", "moment.z"))}
    assert {"A.force.x", "D.force.x", "E.force.x"} <= in_plane
    assert not {"A.force.y", "D.force.y", "E.force.y", "B.moment.z"} & in_plane


# ---- words


@pytest.mark.covers("F001-11")
def test_the_report_says_it_in_words():
    report = str(at(three_cranks(), guess=cranks(1.0)))
    for text in ("1 degree of freedom", "counting bodies and joints alone gives", "redundant: F.y", "by geometry"):
        assert text in report


def test_the_summary_tells_parts_plane_rows_and_mobility():
    text = da.summary(four_bar())
    for line in ("joints that close loops", "planar: all bodies move across (0, 0, 1)", "1 degree of freedom"):
        assert line in text
    assert "row C.x of C: holonomic, scleronomic" in text
    assert "planar" not in da.summary(bennett(), da.assemble(bennett(), guess={"R1": 1.0, "R2": 2.9, "R3": 5.3}))


def test_the_summary_says_why_there_is_no_state():
    assert "not assembled: 'C' cannot be closed" in da.summary(four_bar(0.1, 0.2, 0.1, 1.1))


def test_a_state_that_is_not_assembled_is_refused():
    model = four_bar()
    with pytest.raises(ModelError, match=r"the state does not satisfy 'C'.*da\.assemble"):
        da.mobility(model, model.state(q={"A": 0.3}))


def test_a_tree_has_as_many_degrees_of_freedom_as_speeds():
    rod = da.rod("rod", length=1.0, mass=1.0, radius=0.1)
    found = da.mobility(da.Model(da.Spherical("ball", da.ground, rod)), da.State())
    assert (found.coordinates, found.speeds, found.degrees_of_freedom) == (4, 3, 3)
    assert np.all([found.rank == 0, not found.not_unique])


def test_one_of_a_kind_is_in_the_singular():
    bar = da.rod("bar", length=1.0, mass=1.0)
    joint = da.Revolute("A", da.ground, bar, axis="z")
    counted = "1 coordinate, 1 speed, 0 rows of constraints, of which 0 are independent: 1 degree of freedom"
    assert da.summary(da.Model(joint)).splitlines()[-1] == counted
    held = da.Model(joint, da.Holonomic("hold", da.coordinate("A")))
    assert "1 row of constraints, of which 1 is independent: 0 degrees of freedom" in da.summary(held)

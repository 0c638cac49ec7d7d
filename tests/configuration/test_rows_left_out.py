"""Rows that a person leaves out: they stay out, and runs find the others that are redundant beside them."""

import numpy as np
import pytest

import dalembert as da
from dalembert.equations.solution import Solution
from dalembert.errors import DalembertError, SolverError

RTOL = 1e-6


def four_bar():
    crank, coupler, rocker = (
        da.rod(name, length=x, mass=1.0) for name, x in (("crank", 0.4), ("coupler", 1.0), ("rocker", 0.8))
    )
    return da.Model(
        da.Revolute("A", da.ground, crank, axis="z"),
        da.Revolute("B", crank["end"], coupler, axis="z"),
        da.Revolute("D", da.ground.at((0.9, 0.0, 0.0)), rocker, axis="z"),
        da.Revolute("C", rocker["end"], coupler["end"], axis="z"),
        gravity=(0.0, -9.81, 0.0),
    )


MODEL = four_bar()
RELATIVE = da.assemble(MODEL, q={"A": 1.0}, guess={"D": 1.5, "B": -0.9})
EQUATIONS = da.derive(MODEL, coordinates=da.formulations.Absolute())
START = da.convert_state(RELATIVE, MODEL, EQUATIONS)


def run(rows, **options):
    return da.simulate(EQUATIONS.without(rows), START, until=0.2, **options)


@pytest.mark.parametrize("rows", [["A.turn y"], ["A.turn y", "A.turn x"], ["B.turn x", "A.z"]], ids=str)
def test_rows_that_are_left_out_stay_out_and_the_rest_is_found_beside_them(rows):
    motion = run(rows)
    found = motion.dynamics.solution.left_out
    assert found > set(rows) and len(found) == 3
    (note,) = motion.notes
    assert f"besides {', '.join(sorted(rows))}, because they are redundant" in note
    assert all(f"{name} depends on" in note for name in found - set(rows))
    assert not any(f"{name} depends on" in note for name in rows)
    # the motion does not depend on the choice: one angle, by energy
    other = da.simulate(MODEL, RELATIVE, until=0.2)
    assert motion["crank.velocity.x"][-1] == pytest.approx(other["crank.velocity.x"][-1], abs=1e-9)
    assert motion["B.force.x"][-1] == pytest.approx(other["B.force.x"][-1], rel=RTOL)


def test_all_redundant_rows_left_out_by_hand_need_no_note():
    motion = run(["A.turn x", "A.turn y", "A.z"])
    assert motion.dynamics.solution.left_out == {"A.turn x", "A.turn y", "A.z"}
    assert not motion.notes


@pytest.mark.parametrize("rows", [["A.x"], ["A.x", "A.turn y"]], ids=str)
def test_a_needed_row_stays_out_too_and_the_run_says_that_it_is_needed(rows):
    with pytest.raises(SolverError, match=r"'A.x' does not hold: it is left out.*do not imply it.*Switch") as told:
        run(rows)
    assert "Projection" not in str(told.value)


@pytest.mark.parametrize(
    "leave", [lambda rows: EQUATIONS.without(rows), lambda rows: Solution(EQUATIONS, left_out=frozenset(rows))]
)
def test_unknown_rows_are_refused_at_once(leave):
    with pytest.raises(DalembertError, match=r"no constraint row 'A\.turn z'"):
        leave(["A.turn z"])


def sliding(*rows):
    """A ball that slides along x and y, pushed along x."""
    slide, ball = (da.particle(name, mass=1.0) for name in ("slide", "ball"))
    return da.Model(
        da.Prismatic("x", da.ground, slide, axis="x"),
        da.Prismatic("y", slide, ball, axis="y"),
        da.JointForce("push", "x", 5.0),
        *rows,
    )


def test_rows_that_cannot_be_solved_for_here_are_replaced_with_a_note():
    # x y = 0 says where y ≠ 0 what x = 0 says everywhere
    x, y = da.coordinate("x"), da.coordinate("y")
    model = sliding(da.Holonomic("wall", x), da.Holonomic("product", x * y))
    solution = da.derive(model).without(["wall"])
    motion = da.simulate(solution, model.state(u={"y": 1.0}), until=0.5)
    assert motion.dynamics.solution.left_out == {"product"}
    assert "instead of wall" in motion.notes[0]
    assert np.allclose(motion["x"], 0.0, atol=1e-12)
    assert motion["wall.multiplier"][-1] == pytest.approx(-5.0, rel=1e-12)
    # elsewhere the choice is kept: λ y = −5
    motion = da.simulate(solution, model.state(q={"y": 1.0}, u={"y": 1.0}), until=0.5)
    assert motion.dynamics.solution.left_out == {"wall"}
    assert motion["product.multiplier"][-1] == pytest.approx(-5.0 / 1.5, rel=1e-9)


def test_a_row_that_is_off_until_an_event_stays_off_beside_redundant_ones():
    x, y = da.coordinate("x"), da.coordinate("y")
    model = sliding(da.Holonomic("wall", x), da.Holonomic("again", 2.0 * x), da.Holonomic("latch", y - 1.0))
    caught = da.Event("caught", y - 1.0, direction=1, action=da.actions.Switch(on=["latch"]))
    with pytest.raises(
        DalembertError, match=r"does not satisfy 'latch'.*begin with the row off.*without\(\['latch'\]\)"
    ):
        da.simulate(model, model.state(u={"y": 1.0}), until=0.5, events=[caught])
    solution = da.derive(model).without(["latch"])
    motion = da.simulate(solution, model.state(u={"y": 1.0}), until=0.5, events=[caught])
    assert motion.dynamics.solution.left_out == {"latch", "again"}
    assert motion["y"][-1] == pytest.approx(0.5, rel=1e-12)

import logging

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import ModelError, SolverError
from tests.oracles.linkages import bricard, four_bar, parallelogram, three_cranks

DRIFT = 1e-12
"""Residuals along a run with projection: rounding of places of about one metre."""


@pytest.fixture(scope="module")
def linkage():
    return da.as_dynamics(four_bar())


@pytest.fixture(scope="module")
def start(linkage):
    return da.assemble(linkage, q={"A": 0.3}, u={"A": 2.0}, guess={"B": 0.5, "D": 1.0})


def largest_residual(motion):
    rows = motion.dynamics.equations.rows
    return max(np.abs(motion[f"{row.name}.residual"]).max() for row in rows)


# ---- residuals


@pytest.mark.covers("F002-15", "F000-26")
def test_a_start_that_is_not_closed_is_refused(linkage):
    with pytest.raises(ModelError, match=r"the start does not satisfy 'C': its position row 'C\.x'.*da\.assemble"):
        da.simulate(linkage, da.State(q={"A": 0.3}), until=1.0)


@pytest.mark.covers("F002-15")
def test_speeds_that_do_not_fit_are_refused(linkage, start):
    with pytest.raises(ModelError, match="its velocity row"):
        da.simulate(linkage, da.State(q=start.q, u={"A.rate": 1.0}), until=1.0)


@pytest.mark.covers("F002-15")
def test_a_start_that_misses_a_little_is_projected_once(linkage, start):
    rounded = da.State(
        q={name: round(x, 8) for name, x in start.q.items()}, u={name: round(x, 8) for name, x in start.u.items()}
    )
    motion = da.simulate(linkage, rounded, until=1.0)
    assert largest_residual(motion) < DRIFT
    np.testing.assert_allclose(motion.states[0], [*rounded.q.values(), *rounded.u.values()], atol=1e-7)


def test_an_assembled_start_is_left_as_it_is(linkage, start):
    motion = da.simulate(linkage, start, until=0.1)
    np.testing.assert_array_equal(motion.states[0], [*start.q.values(), *start.u.values()])


def test_a_start_of_a_batch_that_is_not_closed_is_named_by_its_number(linkage, start):
    with pytest.raises(ModelError, match="start 2 does not satisfy 'C'"):
        da.batch(linkage, [start, da.State(q={"A": 0.3})], until=1.0)


def test_other_lengths_make_a_start_unfit():
    length = da.param("length", 1.2)
    dynamics = da.as_dynamics(four_bar(coupler=length))
    start = da.assemble(dynamics, q={"A": 0.3}, guess={"B": 0.5, "D": 1.0})
    da.simulate(dynamics, start, until=0.1)
    with pytest.raises(ModelError, match="does not satisfy 'C'"):
        da.simulate(dynamics, da.State(q=start.q, p={"length": 1.25}), until=0.1)
    longer = da.assemble(dynamics, q={"A": 0.3}, guess=start, p={"length": 1.25})
    motions = da.batch(dynamics, [da.State(q=start.q, p={"length": 1.2}), longer], until=0.1)
    assert max(map(largest_residual, motions)) < DRIFT


def test_a_wheel_that_does_not_touch_is_named():
    disc = da.disc("disc", radius=0.3, mass=2.0, axis="y")
    model = da.Model(
        da.Free("pose", da.ground, disc, angles="zxy", names=["yaw", "lean", "spin"]),
        da.Rolling("tread", disc, on=da.geometry.plane(da.ground, normal="z")),
        gravity=(0.0, 0.0, -9.81),
    )
    with pytest.raises(ModelError, match=r"does not satisfy 'tread': its position row 'tread\.contact' is 0\.2"):
        da.simulate(model, model.state(q={"pose.z": 0.5}), until=1.0)


def test_every_start_of_a_batch_equals_its_own_run(linkage):
    starts = [da.assemble(linkage, q={"A": x}, guess={"B": 0.5, "D": 1.0}) for x in (0.2, 0.3, 0.4)]
    starts.append(da.State(q={name: round(x, 8) for name, x in starts[0].q.items()}))
    motions = da.batch(linkage, starts, until=0.5)
    for begin, motion in zip(starts, motions, strict=True):
        np.testing.assert_array_equal(motion.states, da.simulate(linkage, begin, until=0.5).states)


# ---- drift


def test_baumgarte_may_start_beside_the_constraints_and_approaches_them(linkage, start):
    beside = da.State(q={**start.q, "B": start.q["B"] + 0.01}, u=start.u)
    motion = da.simulate(linkage, beside, until=2.0, stabilization=da.methods.Baumgarte.critical(10.0))
    assert any("does not satisfy 'C'" in note for note in motion.notes)
    size = np.abs(motion["C.y.residual"])
    assert size[0] > 1e-3
    assert size[-1] < 1e-6


def test_without_projection_residuals_grow_but_stay_small(linkage, start):
    free = da.simulate(linkage, start, until=5.0, stabilization=da.methods.NoStabilization())
    kept = da.simulate(linkage, start, until=5.0, stabilization=da.methods.Projection())
    assert largest_residual(kept) < DRIFT < largest_residual(free) < 1e-4


# ---- redundant rows


@pytest.mark.covers("F000-8")
def test_redundant_rows_are_left_out_noted_and_hold_all_the_same(caplog):
    dynamics = da.as_dynamics(three_cranks())
    start = da.assemble(dynamics, guess={"A": 1.0, "B": -1.0, "D": 1.0, "E": 1.0})
    with caplog.at_level(logging.INFO, logger="dalembert"):
        motion = da.simulate(dynamics, start, until=1.0)
    assert "F.y depends on" in caplog.text
    (note,) = motion.notes
    assert "redundant" in note
    assert "not unique" in note
    assert largest_residual(motion) < DRIFT
    assert motion.energy_drift < 1e-6
    again = da.simulate(dynamics, start, until=1.0)
    assert again.dynamics is motion.dynamics
    assert again.notes == motion.notes
    np.testing.assert_array_equal(again.states, motion.states)


def test_three_cranks_swing_like_one_body_on_parallel_cranks():
    """The coupler translates: (3 I + m l²) α̈ = torque of all weights, in any share between the pins."""
    dynamics = da.as_dynamics(three_cranks())
    start = da.assemble(dynamics, guess={"A": 1.0, "B": -1.0, "D": 1.0, "E": 1.0})
    motion = da.simulate(dynamics, start, until=0.5)
    inertia = 3.0 * 0.5**2 / 3.0 + 0.5**2
    torque = -9.81 * np.cos(motion["A"]) * (3.0 * 0.25 + 0.5)
    np.testing.assert_allclose(motion["A.acceleration"], torque / inertia, rtol=1e-6)


@pytest.mark.covers("F000-8")
def test_a_bricard_linkage_runs():
    dynamics = da.as_dynamics(bricard())
    start = da.assemble(dynamics, guess={f"R{k + 1}": (1.0, 1.929)[k % 2] for k in range(5)}, u={"R1": 0.5})
    motion = da.simulate(dynamics, start, until=1.0)
    assert largest_residual(motion) < DRIFT
    assert motion.energy_drift < 1e-6
    relation = np.cos(motion["R1"]) + np.cos(motion["R2"]) + np.cos(motion["R1"]) * np.cos(motion["R2"])
    np.testing.assert_allclose(relation, 0.0, atol=1e-9)


@pytest.mark.covers("F000-8")
def test_redundancy_is_examined_again_when_parameters_change():
    dynamics = da.as_dynamics(three_cranks(da.param("second", 0.5)))
    parallel = da.assemble(dynamics, guess={"A": 1.0, "B": -1.0, "D": 1.0, "E": 1.0})
    assert "redundant" in da.simulate(dynamics, parallel, until=0.1).notes[0]
    askew = da.assemble(dynamics, guess={"A": 2.0, "B": -1.0, "D": 1.0, "E": 1.0}, p={"second": 0.6})
    motion = da.simulate(dynamics, askew, until=0.1)
    assert motion.notes == ()
    np.testing.assert_allclose(motion.states, motion.states[:1].repeat(len(motion), axis=0), atol=1e-9)


def test_notes_are_saved_and_read(tmp_path):
    dynamics = da.as_dynamics(three_cranks())
    start = da.assemble(dynamics, guess={"A": 1.0, "B": -1.0, "D": 1.0, "E": 1.0})
    motion = da.simulate(dynamics, start, until=0.1)
    again = da.load_motion(motion.save(tmp_path / "swing"), dynamics)
    assert again.notes == motion.notes
    np.testing.assert_allclose(again["F.force.x"], motion["F.force.x"])


# ---- singular starts


def test_a_singular_start_is_refused_where_no_method_may_pass_it():
    model = parallelogram()
    with pytest.raises(SolverError, match=r"the start is singular: only 1 of 2 rows.*C\.x.*IndexThree"):
        da.simulate(model, model.state(), until=1.0, stabilization=da.methods.NoStabilization())


def test_after_a_regular_start_a_singular_one_is_still_noticed():
    dynamics = da.as_dynamics(parallelogram())
    regular = da.assemble(dynamics, q={"A": 1.0}, guess={"B": -1.0, "D": 1.0})
    da.simulate(dynamics, regular, until=0.1, stabilization=da.methods.NoStabilization())
    with pytest.raises(SolverError, match="the start is singular"):
        da.simulate(dynamics, da.State(), until=0.1, stabilization=da.methods.NoStabilization())


def test_parameters_of_some_starts_only_are_refused_with_contacts_too():
    ball = da.sphere("ball", radius=0.1, mass=da.param("m", 1.0))
    slide = da.Prismatic("z", da.ground, ball, axis="z")
    floor = da.Stop("floor", "z", low=0.0, restitution=0.5)
    for parts in ([slide], [slide, floor]):
        eom = da.derive(da.Model(*parts, gravity=(0, 0, -9.81)))
        starts = [eom.state(q={"z": 1.0}, p={"m": 2.0}), eom.state(q={"z": 1.0})]
        with pytest.raises(ModelError, match="'m' is given for some starts of a batch and not for others"):
            da.batch(eom, starts, until=0.1)

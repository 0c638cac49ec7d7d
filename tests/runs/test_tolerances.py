"""Tolerances near rounding, and below; and what they give in true error."""

from functools import cache

import numpy as np
import pytest

import dalembert as da
from benchmarks import tolerances
from tests.examples import example


@cache
def bicycle():
    return example("bicycle").systems()["pushed"]


def test_rounding_of_constraints_shortens_no_step():
    """A state that passes zero is tolerated 1e-16 there, and projection moves it by the rounding of others."""
    model, start = bicycle()
    coarse = da.simulate(model, start, until=5.0, method=da.methods.DOP853(1e-12, 1e-12))
    fine = da.simulate(model, start, until=5.0, method=da.methods.DOP853(1e-12, 1e-16))
    finer = da.simulate(model, start, until=5.0, method=da.methods.DOP853(1e-14, 1e-16))
    assert coarse.statistics["accepted"] < 130
    assert fine.statistics["accepted"] < 220
    assert finer.statistics["accepted"] < 320
    assert not fine.notes
    assert fine["lean"] == pytest.approx(finer["lean"], abs=1e-12)


def test_a_tolerance_below_rounding_is_said_to_be_one():
    model, start = tolerances.orbit(0.6)
    for method in (da.methods.DOP853(0.0, 1e-17), da.methods.DormandPrince(1e-16, 0.0)):
        (note,) = da.simulate(model, start, until=0.1, method=method).notes
        assert note.startswith(
            f"the tolerances of {type(method).__name__}(rtol={method.rtol:g}, atol={method.atol:g}) are"
        )
        assert "below rounding: 'place.y.rate' goes up to 2," in note
        assert da.batch(model, [start], until=0.1, method=method)[0].notes == (note,)
    assert not da.simulate(model, start, until=0.1, method=da.methods.DOP853(1e-14, 1e-16)).notes


def test_what_no_step_can_meet_is_named():
    """Pitch is rounding at first, and nothing is tolerated of it; that is no singular position."""
    model, start = bicycle()
    with pytest.raises(da.errors.SolverError, match=r"atol=0\) are below rounding: 'pitch' is .*larger atol"):
        da.simulate(model, start, until=1.0, method=da.methods.DOP853(1e-15, 0.0))


@pytest.mark.parametrize("method", [da.methods.DOP853, da.methods.DormandPrince, da.methods.Radau])
def test_a_state_that_stays_zero_needs_no_tolerance(method):
    model, start = tolerances.orbit(0.0)
    motion = da.simulate(model, start, until=1.0, method=method(1e-9, 0.0))
    assert motion["place.x"] == pytest.approx(np.cos(motion.times), abs=1e-6)
    assert not motion["place.z"].any()


def test_a_tolerance_gives_half_the_error_that_it_gives_in_scipy():
    """Two pendulums; other problems are in docs/theory/integrators.md."""
    case = tolerances.problems()["two pendulums"]
    ours, theirs = tolerances.errors_and_costs(*case, tolerances=tolerances.TOLERANCES[::8])
    assert tolerances.mean_ratio(ours, theirs) < 0.5
    assert tolerances.cost(ours) < tolerances.cost(theirs)

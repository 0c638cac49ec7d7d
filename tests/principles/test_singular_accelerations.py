"""In and beside a singular position: accelerations are right, or there are none."""

import numpy as np
import pytest

import dalembert as da
from tests.oracles.principle_systems import PRINCIPLES, evaluated
from tests.oracles.solvers import FINDS_RANK, SOLVERS

BESIDE = {1e-3: 1e-11, 1e-5: 1e-9}
"""Angles to the singular position, and what accelerations may be off, beside their size."""

OWN_WAY = ("Gauss by minimizing", "Kane", "Maggi", "nonminimal", "Hamilton A", "Hamilton B", "Hamilton C")

WAYS = {
    "Schur complement": da.Recursive(),
    **{name: da.Recursive(solver=solver) for name, solver in SOLVERS.items()},
    **{name: PRINCIPLES[name] for name in OWN_WAY},
}


def parallelogram() -> da.Model:
    """All links lie in one line where the crank is at zero."""
    crank, rocker = da.rod("crank", length=0.5, mass=0.5), da.rod("rocker", length=0.5, mass=0.7)
    coupler = da.rod("coupler", length=1.0, mass=1.0)
    return da.Model(
        da.Revolute("A", da.ground, crank),
        da.Revolute("B", crank["end"], coupler),
        da.Revolute("D", da.ground.at(x=1.0), rocker),
        da.Revolute("C", coupler["end"], rocker["end"]),
        gravity=(0.0, -9.81, 0.0),
    )


def closed_form(angle: float) -> float:
    """The coupler is only shifted: one degree of freedom."""
    inertia = (0.5 + 0.7) * 0.5**2 / 3.0 + 1.0 * 0.5**2
    return -9.81 * np.cos(angle) * (0.25 * (0.5 + 0.7) + 0.5 * 1.0) / inertia


def crank_acceleration(way: str, angle: float) -> float:
    model = parallelogram()
    state = model.state(q={"A": angle, "B": -angle, "D": angle}, u={"A": 1.0, "B": -1.0, "D": 1.0})
    eom = da.derive(model, WAYS[way])
    state = da.convert_state(state, model, eom)
    return float(evaluated(eom, {"a": eom.resolve(da.acceleration("A.rate"))}, [state])["a"][0])


@pytest.mark.parametrize("angle", BESIDE)
@pytest.mark.parametrize("way", WAYS)
def test_beside_a_singular_position_digits_are_lost_slowly(way: str, angle: float) -> None:
    assert crank_acceleration(way, angle) == pytest.approx(closed_form(angle), rel=BESIDE[angle])


@pytest.mark.parametrize("way", [way for way in WAYS if way not in FINDS_RANK])
def test_in_a_singular_position_there_is_no_result(way: str) -> None:
    assert np.isnan(crank_acceleration(way, 0.0))


@pytest.mark.parametrize("way", ["weighted", "block inverse", "Hamilton C"])
def test_a_run_from_a_singular_position_needs_pivots_to_watch(way: str) -> None:
    model = parallelogram()
    eom = da.derive(model, WAYS[way])
    start = da.convert_state(model.state(u={"A": 1.0, "B": -1.0, "D": 1.0}), model, eom)
    with pytest.raises(da.errors.SolverError, match=r"the start is singular.*IndexThree"):
        da.simulate(eom, start, until=0.1)

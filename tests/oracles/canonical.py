"""What tests of canonical equations share: forms of constraints, a bead in the plane, tolerances."""

import pytest

import dalembert as da
from tests.oracles.principle_systems import evaluated

PRINTED = 1e-11
"""Half of the last of the digits in which numbers of the sources are given, with some room."""

RTOL = 1e-12
"""Of the largest entry: other sums of the same products."""

ATOL_RUN = 1e-9
"""Of states after at most ten seconds, with steps controlled to 1e-13."""

METHOD = da.methods.DOP853(rtol=1e-13, atol=1e-14)
FORMS = {
    "A": da.formulations.ForceMultipliers(),
    "B": da.formulations.MomentumMultipliers(),
    "C": da.formulations.DiracMultipliers(),
}
each_form = pytest.mark.parametrize("form", FORMS)


def of_one(eom, outputs, state):
    """Numbers in one state."""
    return {name: value[0] for name, value in evaluated(eom, outputs, [state]).items()}


def bead(*more, mass=1.5, gravity=9.81):
    """A particle in an upright plane."""
    particle, frame = da.particle("bead", mass=mass), da.Body("frame")
    return da.Model(
        da.Prismatic("x", da.ground, frame, axis="x"),
        da.Prismatic("y", frame, particle, axis="y"),
        *more,
        gravity=(0.0, -gravity, 0.0),
    )


X, Y, PX, PY = da.coordinate("x"), da.coordinate("y"), da.expr.symbol("x.momentum"), da.expr.symbol("y.momentum")


def four_bar(*more):
    """Three links; the last is pinned to the ground by a joint that closes the loop."""
    bars = [da.rod(f"bar {k}", length=length, mass=1.0) for k, length in enumerate((0.5, 1.2, 0.9), 1)]
    return da.Model(
        da.Revolute("A", da.ground, bars[0]),
        da.Revolute("B", bars[0]["end"], bars[1]),
        da.Revolute("D", bars[1]["end"], bars[2]),
        da.Revolute("C", da.ground.at(x=1.0), bars[2]["end"]),
        *more,
        gravity=(0.0, -9.81, 0.0),
        cut=["C"],
    )


def assembled(model):
    """Its first link at one radian."""
    return da.assemble(model, q={"A": 1.0}, guess={"B": -1.0, "D": -1.5})

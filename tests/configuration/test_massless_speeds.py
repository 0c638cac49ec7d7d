"""Speeds without inertia that nothing determines at the start."""

import pytest

import dalembert as da


def wire() -> da.Model:
    """A bead on the curve (s², s³), which has a cusp at s = 0."""
    s, bead = da.coordinate("s"), da.particle("bead", mass=1.0)
    return da.Model(
        da.Translational("place", da.ground, bead),
        da.extend.extra_coordinate("s"),
        da.relations.PointOnCurve("wire", bead, on=da.geometry.curve(da.ground, (s**2, s**3, 0.0 * s))),
        gravity=(0, -9.81, 0),
    )


def test_a_start_at_the_cusp_of_a_curve_names_the_parameter_and_the_curve() -> None:
    model = wire()
    with pytest.raises(da.errors.SolverError, match=r"'s\.rate'.*'wire' does not change"):
        da.simulate(model, da.assemble(model, q={"s": 0.0}), until=0.1)


def test_beside_the_cusp_the_bead_moves_and_keeps_its_energy() -> None:
    model = wire()
    motion = da.simulate(model, da.assemble(model, q={"s": 0.5}), until=0.05)
    assert motion.energy_drift < 1e-6

"""What forward dynamics presupposes is checked, with a diagnosis each: rank, affine equations, start."""

import numpy as np
import pytest

import dalembert as da
from tests.oracles.linkages import four_bar

pytestmark = pytest.mark.covers("F000-26")


def bead(*parts):
    """A particle in space with further parts."""
    return da.Model(da.Translational("p", da.ground, BEAD), *parts)


BEAD = da.particle("bead", mass=1.0)
X, Y, _ = da.position(BEAD)


# ---- rank: accelerations must be determined


def test_a_speed_that_nothing_resists_is_named():
    model = bead(da.extend.extra_coordinate("s"), da.Holonomic("plane", X))
    with pytest.raises(
        da.errors.FormulationError, match=r"nothing resists the speed 's\.rate'.*give it some mass"
    ):
        da.simulate(model, model.state(), until=0.1)


def test_rows_that_lose_their_rank_at_the_start_are_named():
    model = bead(da.extend.extra_coordinate("s"), da.Holonomic("tie", X - da.coordinate("s") ** 2))
    with pytest.raises(
        da.errors.SolverError, match=r"nothing determines 's\.rate'.*'tie' does not change with it there"
    ):
        da.simulate(model, model.state(), until=0.1)


def test_rows_that_depend_on_others_are_left_out_and_noted():
    rows = [da.Holonomic("plane", X - Y**2), da.Holonomic("again", 2.0 * X - 2.0 * Y**2)]
    motion = da.simulate(bead(*rows), da.State(u={"p.y.rate": 1.0}), until=0.2)
    assert any("again" in note for note in motion.notes)
    assert np.abs(motion["again.residual"]).max() < 1e-9


# ---- equations must be affine in accelerations


def test_a_row_that_is_not_affine_in_accelerations_is_refused():
    model = bead(da.relations.AccelerationConstraint("row", da.acceleration("p.x") ** 2 - 1.0))
    with pytest.raises(da.errors.FormulationError, match="'row' is not linear in the accelerations"):
        da.simulate(model, model.state(), until=0.1)


def test_a_force_that_depends_on_accelerations_is_refused():
    with pytest.raises(da.errors.ModelError, match="'push' depends on acceleration"):
        bead(da.PointForce("push", BEAD, (da.acceleration(BEAD)[0] ** 2, 0.0, 0.0)))


def test_a_typed_equation_that_is_not_affine_in_accelerations_is_refused():
    (q,), (u,), (a,) = ([da.expr.symbol(name)] for name in "qua")
    with pytest.raises(da.errors.DalembertError, match="linear"):
        da.formulations.TypedSystem([q], [u], [a]).from_rows([a**2 + q])


# ---- the start must be compatible at each level


@pytest.mark.parametrize(("level", "u"), [("position", {}), ("velocity", {"A.rate": 1.0})])
def test_a_start_that_misses_a_row_names_it_and_its_level(level, u):
    model = four_bar()
    q = {"A": 0.3} if level == "position" else da.assemble(model, q={"A": 0.3}).q
    with pytest.raises(
        da.errors.ModelError, match=rf"does not satisfy 'C': its {level} row 'C\.[xy]' is .*da\.assemble"
    ):
        da.simulate(model, da.State(q=q, u=u), until=0.1)

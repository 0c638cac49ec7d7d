"""The tadpole tricycle from eight modules: what does not depend on how its gaps are read."""

import numpy as np
import pytest

from tests.examples import numbers

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("tricycle")]


@pytest.fixture(scope="module")
def found():
    return numbers("tricycle")


def test_the_printed_data_do_not_close_and_the_gaps_are_named(found):
    expected = {"P R": 0.051, "hub R": 0.055, "arm R": 0.199}
    assert found["gaps"] == pytest.approx(expected, abs=5e-4)


@pytest.mark.covers("F000-66", "F000-74")
def test_the_tricycle_has_three_degrees_of_freedom_in_its_reference(found):
    # 44 rows on 41 columns; two of them are met in the bars
    root = found["linear"].root
    assert root.B.value.shape == (42, 39)
    assert np.linalg.matrix_rank(root.B.value, tol=1e-9) == 36
    assert np.abs(root.B.value @ root.C.value).max() < 1e-13


@pytest.mark.covers("F000-66", "F000-74")
def test_forward_motion_is_apart_and_has_the_effective_mass(found):
    reduced = found["reduced"]
    assert (len(reduced.coordinates), len(reduced.speeds)) == (8, 3)
    M, D, K = reduced.M, reduced.D, reduced.K
    assert M["x.rate", "x.rate"] == pytest.approx(104.718141, abs=1e-6)
    sideways = ["δ.rate", "φ.rate"]
    for X, columns in (
        (M, ["x.rate"]),
        (D, ["x.rate"]),
        (K, ["x", "y", "ψ", "W/angle3", "FR/angle3", "FL/angle3"]),
    ):
        assert np.abs(X.to_array(sideways, columns)).max() < 1e-9
    assert np.abs(np.concatenate([M.to_array(["x.rate"], sideways), D.to_array(["x.rate"])], axis=1)).max() < 1e-9
    assert np.abs(K.to_array(["x.rate"])).max() < 1e-9
    # the order of names is that of who asks
    turned = found["linear"].reduced(reduced.coordinates, ("φ.rate", "x.rate", "δ.rate"))
    assert np.allclose(turned.M.to_array(columns=M.columns), M.to_array(), atol=1e-12)


@pytest.mark.covers("F000-66")
def test_the_lateral_equations_are_powers_of_speed_and_gravity(found):
    # the form itself is checked at another speed while matrices are made
    matrices = found["matrices"]
    assert np.allclose(matrices.M.to_array(), matrices.M.to_array().T, atol=1e-9)
    assert np.linalg.eigvalsh(matrices.M.to_array()).min() > 0.0
    # torques on steering and lean act there alone
    assert len(matrices.E.columns) == 5
    assert np.allclose(matrices.E.to_array(columns=["steering", "leaning"]), np.eye(2), atol=1e-9)


@pytest.mark.covers("F000-66")
def test_a_front_wheels_torque_reacts_on_its_knuckle_and_turns_the_handlebar(found):
    # forward it pushes with u/r; on steer and lean it acts by the wheel's turn less that of the knuckle
    E = found["reduced"].E
    columns = ["torque W", "torque FR", "torque FL"]
    assert E.to_array(["x.rate"], columns)[0] == pytest.approx([1 / 0.253, 1 / 0.255, 1 / 0.255], rel=1e-9)
    lateral = np.array([[0.0, -0.503452, 0.503452], [0.0, -0.358125, 0.358125]])
    assert E.to_array(["δ.rate", "φ.rate"], columns) == pytest.approx(lateral, abs=1e-6)
    # the same by virtual work: how fast the wheel turns in its knuckle with each speed
    C = found["linear"].root.C
    for side, column in (("R", "torque FR"), ("L", "torque FL")):
        knuckle, wheel = C.taken([f"K{side}/wy", f"F{side}/wy"]).value
        turned = dict(zip(C.columns, knuckle - wheel, strict=True))
        assert E.to_array(columns=[column])[:, 0] == pytest.approx([turned[name] for name in E.rows], abs=1e-9)
    assert np.allclose(found["matrices"].E.to_array(columns=columns), lateral, atol=1e-6)


@pytest.mark.covers("F000-66")
def test_the_statements_about_its_modes_are_told(found):
    assert len(found["statements"]) == 5
    assert sum(found["statements"].values()) >= 4

"""The tadpole tricycle from eight modules: what does not depend on how its gaps are read."""

import numpy as np
import pytest

from dalembert.modules import canonical_matrices, linearized
from tests.assembly import tricycle


@pytest.fixture(scope="module")
def system():
    return tricycle.tricycle()


@pytest.fixture(scope="module")
def linear(system):
    return linearized(system, tricycle.straight(3.0))


def test_the_printed_data_do_not_close_and_the_gaps_are_named(linear):
    gap = {
        name: np.linalg.norm([linear.gaps.get(f"{name} R {k}", 0.0) for k in "xyz"])
        for name in ("P", "arm", "hub")
    }
    assert gap["P"] == pytest.approx(0.051, abs=5e-4)
    assert gap["hub"] == pytest.approx(0.055, abs=5e-4)
    assert gap["arm"] == pytest.approx(0.199, abs=5e-4)


@pytest.mark.covers("F000-66", "F000-74")
def test_the_tricycle_has_three_degrees_of_freedom_in_its_reference(linear):
    # 44 rows on 41 columns; two of them are met in the bars
    assert linear.root.B.value.shape == (42, 39)
    assert np.linalg.matrix_rank(linear.root.B.value, tol=1e-9) == 36
    assert np.abs(linear.root.B.value @ linear.root.C.value).max() < 1e-13


@pytest.mark.covers("F000-66", "F000-74")
def test_forward_motion_is_apart_and_has_the_effective_mass(linear):
    reduced = linear.reduced(tricycle.COORDINATES, tricycle.SPEEDS)
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
    # order of names is that of who asks
    turned = linear.reduced(tricycle.COORDINATES, ("φ.rate", "x.rate", "δ.rate"))
    assert np.allclose(turned.M.to_array(columns=M.columns), M.to_array(), atol=1e-12)


@pytest.mark.covers("F000-66")
def test_the_lateral_equations_are_powers_of_speed_and_gravity(system):
    # the form itself is checked at another speed while matrices are made
    matrices = canonical_matrices(
        system,
        tricycle.straight,
        variables=tricycle.LATERAL,
        coordinates=tricycle.COORDINATES,
        speeds=tricycle.SPEEDS,
    )
    assert np.allclose(matrices.M.to_array(), matrices.M.to_array().T, atol=1e-9)
    assert np.linalg.eigvalsh(matrices.M.to_array()).min() > 0.0
    assert len(matrices.E.columns) == 5
    # torques on steering and lean act there alone
    assert np.allclose(matrices.E.to_array(columns=["steering", "leaning"]), np.eye(2), atol=1e-9)

"""Typical sizes of rows."""

import numpy as np
from scipy.sparse import csc_array, csr_array
from scipy.sparse.linalg import splu

import dalembert as da
from dalembert.dynamics.method_systems import SolvedSystem
from dalembert.numerics import row_sizes


def test_sparse_factors_give_the_sizes_that_the_inverse_gives(monkeypatch):
    parts, place = [], da.ground
    for k in range(12):
        link = da.rod(f"link {k}", length=0.1 * (k + 1), mass=1.0 + k)
        parts.append(da.Revolute(f"joint {k}", place, link))
        place = link["end"]
    equations = da.derive(da.Model(*parts), coordinates=da.formulations.AbsolutePlanar())
    system = SolvedSystem(da.as_dynamics(equations).solved).unsolved("a test")
    dense = row_sizes.row_sizes(system)
    monkeypatch.setattr(row_sizes, "_LARGE", 0)
    monkeypatch.setattr(row_sizes, "_BLOCK", 5)
    sparse = row_sizes.row_sizes(system)
    assert len(sparse.weights) == 24
    np.testing.assert_allclose(sparse.weights, dense.weights, rtol=1e-10)
    np.testing.assert_array_equal(sparse.derivatives, dense.derivatives)
    monkeypatch.setattr(row_sizes, "_mobility", lambda J, factors: None)
    np.testing.assert_allclose(row_sizes.row_sizes(system).weights, dense.weights, rtol=1e-10)


def test_entries_of_the_inverse_suffice_for_the_mobility_of_rows():
    generator = np.random.default_rng(2)
    J = np.zeros((30, 60))
    for i in range(30):
        J[i, generator.choice(60, 4, replace=False)] = generator.normal(size=4)
    A = np.diag(generator.uniform(1.0, 2.0, 60)) + 0.3 * J.T @ J
    factors = splu(
        csc_array(A), permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options={"SymmetricMode": True}
    )
    mobility = row_sizes._mobility(csr_array(J), factors)
    assert mobility is not None
    np.testing.assert_allclose(mobility, np.diag(J @ np.linalg.inv(A) @ J.T), rtol=1e-12)

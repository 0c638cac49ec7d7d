"""Typical sizes of rows."""

import numpy as np

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

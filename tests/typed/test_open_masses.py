"""Typed equations whose mass matrix depends on open parameters: these decide nothing before they have values."""

import numpy as np
import pytest

import dalembert as da

X, Y, VX, VY, AX, AY = (da.expr.symbol(name) for name in ("x", "y", "vx", "vy", "ax", "ay"))


def coupled(m: da.expr.Node, solver: da.solvers.AccelerationSolver | None = None) -> da.Equations:
    """[[1, 1], [1, m]] a = (2, 1): definite for m > 1."""
    rows = [AX + AY - 2.0, AX + m * AY - 1.0]
    return da.formulations.TypedSystem([X, Y], [VX, VY], [AX, AY], solver=solver).from_rows(rows)


def accelerations(eom: da.Equations, **p: float) -> list[float]:
    return list(da.as_dynamics(eom).accelerations(eom.state(p=p)).values())


def test_a_mass_that_is_usually_zero_may_be_another() -> None:
    m = da.param("m", 0.0)
    eom = da.formulations.TypedSystem([X, Y], [VX, VY], [AX, AY]).from_rows([AX, m * AY + 9.81])
    assert accelerations(eom, m=2.0) == pytest.approx([0.0, -4.905])
    with pytest.raises(da.errors.SolverError, match="singular"):
        accelerations(eom)


@pytest.mark.parametrize("m", [1e-20, 0.5, -1.0])
def test_a_mass_matrix_that_is_not_definite_is_told_and_solved_with_pivots(m: float) -> None:
    with pytest.raises(da.errors.SolverError, match=r"not positive definite.*AugmentedMatrix"):
        accelerations(coupled(da.param("m", 3.0)), m=m)
    wanted = np.linalg.solve([[1.0, 1.0], [1.0, m]], [2.0, 1.0])
    found = accelerations(coupled(da.param("m", 3.0), da.solvers.AugmentedMatrix()), m=m)
    np.testing.assert_allclose(found, wanted, rtol=1e-14)


def test_a_mass_matrix_that_is_definite_is_solved_as_ever() -> None:
    assert accelerations(coupled(da.param("m", 3.0))) == pytest.approx([2.5, -0.5])

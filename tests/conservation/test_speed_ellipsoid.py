"""Kinetic-energy ellipsoids of whole systems."""

import numpy as np
import pytest

import dalembert as da
from examples import gyroscope


@pytest.mark.covers("F001-22")
def test_axes_and_moments_are_those_of_the_mass_matrix():
    model = gyroscope.gyroscope()
    found = da.energies.speed_ellipsoid(model, gyroscope.start(model), energy=2.0)
    M = np.array([[10.7185, 0.0, 0.25], [0.0, 13.395833333333, 0.0], [0.25, 0.0, 0.5]])
    assert found.names == ("turn.rate", "tilt.rate", "spin.rate")
    np.testing.assert_allclose(found.axes @ np.diag(found.moments) @ found.axes.T, M, atol=1e-12)

    # the end of each axis has the energy
    dynamics = da.as_dynamics(model)
    for k, size in enumerate(found.semi_axes):
        u = dict(zip(found.names, size * found.axes[:, k], strict=True))
        state = da.State(q=gyroscope.start(model).q, u=u)
        assert dynamics.signals(["kinetic energy"], state)["kinetic energy"] == pytest.approx(2.0, rel=1e-12)


def test_with_constraints_only_possible_speeds_count():
    crank, coupler, rocker = (da.rod(name, length=x, mass=x) for name, x in (("a", 0.3), ("b", 0.9), ("c", 0.7)))
    model = da.Model(
        da.Revolute("A", da.ground.at(x=-0.4), crank, axis="z"),
        da.Revolute("B", crank["end"], coupler, axis="z"),
        da.Revolute("D", da.ground.at(x=0.4), rocker, axis="z"),
        da.Revolute("C", coupler["end"], rocker["end"], axis="z"),
    )
    state = da.assemble(model, guess={"A": 1.0, "B": -0.6, "D": 1.4})
    found = da.energies.speed_ellipsoid(model, state, energy=0.5)
    assert found.axes.shape == (len(model.speeds), 1)
    u = dict(zip(found.names, found.semi_axes[0] * found.axes[:, 0], strict=True))
    moving = da.assemble(model, q=state.q, u={"A.rate": u["A.rate"]}, guess=state)
    assert moving.u == pytest.approx(u, rel=1e-9)
    assert da.as_dynamics(model).signals(["kinetic energy"], moving)["kinetic energy"] == pytest.approx(0.5)


def test_matrices_that_are_no_mass_matrices_have_no_ellipsoid():
    (x, y), (v, w), (a, b) = da.expr.symbols("x y"), da.expr.symbols("v w"), da.expr.symbols("a b")
    with pytest.raises(da.errors.FormulationError, match="is not symmetric"):
        da.energies.speed_ellipsoid(
            da.formulations.TypedSystem([x, y], [v, w], [a, b]).from_rows([2.0 * b + x, a + y])
        )
    with pytest.raises(da.errors.ModelError, match="the inertia is negative, -1"):
        da.energies.speed_ellipsoid(
            da.formulations.TypedSystem([x, y], [v, w]).from_energies(0.5 * v**2 - 0.5 * w**2)
        )

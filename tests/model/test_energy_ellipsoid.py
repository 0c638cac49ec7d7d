"""Kinetic-energy ellipsoids of bodies."""

import numpy as np
import pytest

import dalembert as da

CONE = da.Inertia(1.0, (0.0, 0.0, 0.75), np.diag([0.121875, 0.121875, 0.16875]))
"""A solid cone of mass 1, height 1 and radius 0.75, its tip at the origin."""


@pytest.mark.covers("F001-22")
def test_semi_axes_of_a_cone_about_its_mass_centre_and_its_tip_are_those_of_the_textbook():
    centre = da.energies.energy_ellipsoid(CONE, energy=1.0)
    np.testing.assert_allclose(centre.moments, [0.121875, 0.121875, 0.16875], rtol=1e-15)
    np.testing.assert_allclose(centre.semi_axes, [4.050957468335, 4.050957468335, 3.442651863295], rtol=1e-12)
    tip = da.energies.energy_ellipsoid(da.Body("cone", CONE), energy=1.0, about=(0.0, 0.0, 0.0))
    np.testing.assert_allclose(tip.moments, [0.16875, 0.684375, 0.684375], rtol=1e-15)
    np.testing.assert_allclose(tip.semi_axes, [3.442651863295, 1.709495372683, 1.709495372683], rtol=1e-12)
    np.testing.assert_allclose(np.abs(tip.axes[:, 0]), [0.0, 0.0, 1.0], atol=1e-15)


@pytest.mark.covers("F001-22")
def test_every_point_of_the_ellipsoid_has_the_energy():
    generator = np.random.default_rng(4)
    R, _ = np.linalg.qr(generator.standard_normal((3, 3)))
    inertia = da.Inertia(2.0, (0.1, -0.2, 0.3), np.diag([1.0, 2.0, 2.5])).rotated(R * np.sign(np.linalg.det(R)))
    point = np.array([0.5, 0.2, -0.4])
    found = da.energies.energy_ellipsoid(inertia, energy=3.0, about=point)
    directions = generator.standard_normal((20, 3))
    w = (directions / np.linalg.norm(directions, axis=1)[:, None] * found.semi_axes) @ found.axes.T
    np.testing.assert_allclose(0.5 * np.einsum("si,ij,sj->s", w, inertia.about(point), w), 3.0, rtol=1e-13)
    np.testing.assert_allclose(found.axes.T @ found.axes, np.eye(3), atol=1e-14)
    assert np.linalg.det(found.axes) == pytest.approx(1.0)


def test_a_rod_turns_about_itself_without_energy():
    assert da.energies.energy_ellipsoid(da.rod("rod", length=1.0, mass=1.0)).semi_axes[0] == np.inf


def test_what_has_no_ellipsoid_is_refused():
    with pytest.raises(da.errors.ModelError, match="a body with mass"):
        da.energies.energy_ellipsoid(da.ground)
    with pytest.raises(da.errors.ModelError, match="positive"):
        da.energies.energy_ellipsoid(CONE, energy=0.0)
    with pytest.raises(da.errors.ModelError, match="numbers"):
        da.energies.energy_ellipsoid(da.Inertia(1.0, J=da.param("J", 1.0) * np.eye(3)))

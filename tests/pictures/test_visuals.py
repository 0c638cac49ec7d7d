import numpy as np
import pytest

import dalembert as da
from dalembert.errors import ModelError
from dalembert.pictures.shaded_surfaces import Surface

THIN = 0.01

RTOL_ROUND = 0.03
"""A circle of 24 corners has 1.2 % less area than a round one, a ball of them twice that."""


def volume(mesh):
    """By the divergence theorem: positive only if faces are seen from outside counterclockwise."""
    a, b, c = (mesh.points[mesh.faces[:, k]] for k in range(3))
    return float((a * np.cross(b, c)).sum() / 6.0)


def area_of_gear(r, teeth):
    """Between the root circle and the tip circle, less the bore."""
    height = 2.0 * r / teeth
    return np.pi * ((r - 1.1 * height) ** 2 - (0.3 * r) ** 2), np.pi * ((r + 0.9 * height) ** 2 - (0.3 * r) ** 2)


@pytest.mark.parametrize(
    ("solid", "expected"),
    [
        (da.visuals.Box((1.0, 2.0, 3.0)), 6.0),
        (da.visuals.Cylinder(0.5, 2.0, "x"), np.pi * 0.5),
        (da.visuals.Cone(0.5, 2.0, "y"), np.pi * 0.5 / 3.0),
        (da.visuals.Ellipsoid((1.0, 2.0, 3.0)), 8.0 * np.pi),
        (da.visuals.sphere(0.5), np.pi / 6.0),
        (da.visuals.Torus(2.0, 0.5, "z"), 2.0 * np.pi**2 * 2.0 * 0.25),
        (da.visuals.Bar((0.0, 0.0, 0.0), (0.0, 3.0, 4.0), 0.1), np.pi * 0.01 * (5.0 + 0.4 / 3.0)),
        (da.visuals.Plate([(0, 0, 0), (2, 0, 0), (2, 1, 0), (0, 1, 0)], 0.1), 0.2),
    ],
)
def test_surfaces_enclose_the_volume_of_the_solid(solid, expected):
    assert volume(solid.mesh(THIN)) == pytest.approx(expected, rel=2.0 * RTOL_ROUND)


@pytest.mark.parametrize("is_internal", [False, True])
def test_gears_are_closed_and_have_their_teeth(is_internal):
    gear = da.visuals.Gear(1.0, 20, width=0.2, is_internal=is_internal)
    surface = Surface.of(gear.mesh(THIN), "red")
    assert (surface.sides[:, 0] != surface.sides[:, 1]).all()
    assert volume(gear.mesh(THIN)) > 0.0
    radii = np.linalg.norm(surface.points[:, :2], axis=1)
    toothed = radii < 1.2 if is_internal else radii > 0.5
    assert np.sort(np.unique(radii[toothed].round(9))) == pytest.approx(
        [0.91, 1.11] if is_internal else [0.89, 1.09]
    )


@pytest.mark.parametrize(
    "body",
    [
        da.rod("b", length=1.0, mass=1.0, radius=0.1),
        da.box("b", size=(1.0, 2.0, 3.0), mass=1.0),
        da.cylinder("b", radius=1.0, length=2.0, mass=1.0),
        da.cone("b", radius=1.0, length=2.0, mass=1.0),
        da.sphere("b", radius=1.0, mass=1.0),
        da.ellipsoid("b", radii=(1.0, 2.0, 3.0), mass=1.0),
        da.torus("b", radius=1.0, tube=0.2, mass=1.0),
    ],
    ids=lambda body: type(body.visual[0]).__name__,
)
def test_shapes_keep_their_sizes_and_look_as_their_centre_of_mass_says(body):
    (solid,) = body.visual
    mesh = solid.mesh(THIN)
    a, b, c = (mesh.points[mesh.faces[:, k]] for k in range(3))
    parts = (a * np.cross(b, c)).sum(axis=1) / 6.0
    centre = (parts[:, None] * (a + b + c) / 4.0).sum(axis=0) / parts.sum()
    np.testing.assert_allclose(centre, np.array(body.inertia.com, dtype=float), atol=0.02)


def test_bad_looks_are_refused():
    with pytest.raises(ModelError, match="made of solids"):
        da.Body("b", visual="red box")
    with pytest.raises(ModelError, match="must not be negative"):
        da.visuals.Cylinder(-1.0, 1.0)
    with pytest.raises(ModelError, match="colour is text"):
        da.visuals.sphere(1.0, colour=3)
    with pytest.raises(ModelError, match="three corners"):
        da.visuals.Plate([(0, 0, 0), (1, 0, 0)])
    with pytest.raises(ModelError, match="three teeth"):
        da.visuals.Gear(1.0, 2)


# ---- files


TRIANGLE = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])


def test_a_mesh_is_read_from_binary_and_from_text(tmp_path):
    row = np.zeros(1, dtype=[("n", "<f4", 3), ("v", "<f4", (3, 3)), ("rest", "<u2")])
    row["v"] = TRIANGLE
    (tmp_path / "a.stl").write_bytes(b"\0" * 80 + (1).to_bytes(4, "little") + row.tobytes())
    lines = "\n".join(f"vertex {x} {y} {z}" for x, y, z in TRIANGLE)
    (tmp_path / "b.stl").write_text(
        f"solid one\nfacet normal 0 0 1\nouter loop\n{lines}\nendloop\nendfacet\nendsolid"
    )
    for name in ("a.stl", "b.stl"):
        mesh = da.visuals.MeshFile(tmp_path / name, 2.0).mesh(THIN)
        np.testing.assert_allclose(mesh.points[mesh.faces[0]], 2.0 * TRIANGLE)


def test_files_that_are_no_meshes_are_refused(tmp_path):
    with pytest.raises(ModelError, match="cannot be read"):
        da.visuals.MeshFile(tmp_path / "none.stl").mesh(THIN)
    (tmp_path / "c.stl").write_text("vertex one two three")
    with pytest.raises(ModelError, match="not a mesh"):
        da.visuals.MeshFile(tmp_path / "c.stl").mesh(THIN)
    (tmp_path / "d.stl").write_text("hello")
    with pytest.raises(ModelError, match="not a mesh"):
        da.visuals.MeshFile(tmp_path / "d.stl").mesh(THIN)

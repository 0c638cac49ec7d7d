"""Mass properties of what surfaces of triangles enclose: closed forms, and surfaces that enclose nothing."""

from pathlib import Path

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import ModelError
from dalembert.model import visuals
from dalembert.spatial.rotations import rotation


def written(path: Path, mesh: visuals.Mesh) -> Path:
    """A text in the STL format."""
    facets = [
        "facet normal 0 0 0 outer loop "
        + " ".join("vertex {} {} {}".format(*p) for p in mesh.points[face])
        + " endloop"
        for face in mesh.faces
    ]
    path.write_text("solid x " + " endfacet ".join(facets) + " endfacet endsolid x")
    return path


BRICK = visuals.Box((1.0, 2.0, 3.0)).mesh(0.0)


def test_a_box_has_the_moments_of_a_box_wherever_it_stands(tmp_path):
    R, p = rotation("x", 0.3) @ rotation("z", 1.1), np.array([5.0, -2.0, 1.0])
    file = written(tmp_path / "brick.stl", BRICK.moved(R, p))
    body = da.model_files.body_from_mesh("brick", file, density=1000.0, scale=0.1)
    assert body.inertia.mass == pytest.approx(6.0)
    np.testing.assert_allclose(body.inertia.com, 0.1 * p, rtol=1e-12)
    J = 6.0 / 12.0 * 0.01 * np.diag([4 + 9, 1 + 9, 1 + 4])
    np.testing.assert_allclose(body.inertia.J, R @ J @ R.T, atol=1e-14)
    assert da.model_files.body_from_mesh("brick", file, mass=3.0).inertia.mass == 3.0


def test_two_boxes_in_one_file_are_one_body_and_inward_normals_enclose_the_same(tmp_path):
    other = BRICK.moved(np.eye(3), np.array([4.0, 0.0, 0.0]))
    both = visuals.Mesh.joined([BRICK, other])
    body = da.model_files.body_from_mesh("two", written(tmp_path / "two.stl", both), density=1.0)
    assert body.inertia.mass == pytest.approx(12.0)
    np.testing.assert_allclose(body.inertia.com, [2.0, 0.0, 0.0], atol=1e-12)
    np.testing.assert_allclose(np.diag(body.inertia.J), [13.0, 10.0 + 48.0, 5.0 + 48.0], rtol=1e-12)
    inward = visuals.Mesh(both.points, both.faces[:, ::-1])
    same = da.model_files.body_from_mesh("two", written(tmp_path / "in.stl", inward), density=1.0)
    np.testing.assert_allclose(same.inertia.J, body.inertia.J, rtol=1e-12)


def test_other_formats_are_read_by_trimesh(tmp_path):
    trimesh = pytest.importorskip("trimesh")
    mesh = trimesh.creation.icosphere(subdivisions=3, radius=0.5)
    mesh.export(tmp_path / "ball.obj")
    body = da.model_files.body_from_mesh("ball", tmp_path / "ball.obj", density=10.0)
    assert body.inertia.mass == pytest.approx(10.0 * mesh.volume, rel=1e-6)
    np.testing.assert_allclose(body.inertia.J, 10.0 * mesh.moment_inertia, rtol=1e-5, atol=1e-9)


def test_surfaces_that_enclose_nothing_are_refused_by_name(tmp_path):
    def refused(mesh: visuals.Mesh, words: str, **options: float) -> None:
        with pytest.raises(ModelError, match=words):
            da.model_files.body_from_mesh("b", written(tmp_path / "b.stl", mesh), **(options or {"mass": 1.0}))

    refused(visuals.Mesh(BRICK.points, BRICK.faces[1:]), "b.stl is not closed: 3 of its edges")
    turned = BRICK.faces.copy()
    turned[0] = turned[0][::-1]
    refused(visuals.Mesh(BRICK.points, turned), "b.stl has triangles that are turned over")
    refused(visuals.Mesh(BRICK.points, np.concatenate([BRICK.faces, BRICK.faces])), "not closed")
    flat = visuals.Mesh(BRICK.points * [1, 1, 0], BRICK.faces)
    refused(flat, "not closed|encloses no volume|no triangles")
    refused(BRICK, "one of them", mass=1.0, density=1.0)
    refused(BRICK, "positive", density=0.0)
    (tmp_path / "x.stl").write_bytes(b"\0" * 50)
    with pytest.raises(ModelError, match="not a mesh"):
        da.model_files.body_from_mesh("b", tmp_path / "x.stl", mass=1.0)
    with pytest.raises(ModelError, match="there is no mesh"):
        da.model_files.body_from_mesh("b", tmp_path / "y.stl", mass=1.0)
    (tmp_path / "x.obj").write_bytes(b"v nan nan")
    with pytest.raises(ModelError, match=r"x\.obj"):
        da.model_files.body_from_mesh("b", tmp_path / "x.obj", mass=1.0)

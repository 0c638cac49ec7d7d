"""Bodies with the mass properties of what a closed surface of triangles encloses."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import ModelError
from dalembert.model import visuals
from dalembert.model.bodies import Body
from dalembert.number_checks import checked_number
from dalembert.spatial.inertia import Inertia
from dalembert.spatial.vectors import as_array

Points = NDArray[np.float64]
Faces = NDArray[np.int64]


def body_from_mesh(
    name: str,
    file: str | Path,
    *,
    mass: float | None = None,
    density: float | None = None,
    scale: float = 1.0,
) -> Body:
    """Make a homogeneous body of what a closed surface of triangles encloses, exactly.

    The surface must be watertight: every edge belongs to two triangles, which go along it in opposite directions.
    STL files are read without further packages, and the body looks like them; others by trimesh.

    Parameters
    ----------
    name : str
        Name of the body.
    file : str or Path
        The surface, such as `"bracket.stl"`, in the axes of the body.
    mass : float, optional
        Mass in kg; either this or the density.
    density : float, optional
        Density in kg/m³.
    scale : float, optional
        Metres for each unit of the file: 1e-3 for millimetres; default 1.0.

    Returns
    -------
    Body
        A body with its mass, its centre of mass and its inertia matrix.

    Examples
    --------
    >>> from pathlib import Path
    >>> import dalembert as da
    >>> corners, faces = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3))
    >>> lines = []
    >>> for face in faces:
    ...     points = " ".join("vertex {} {} {}".format(*corners[k]) for k in face)
    ...     lines.append(f"facet normal 0 0 0 outer loop {points} endloop endfacet")
    ...
    >>> size = Path("wedge.stl").write_text(" ".join(["solid wedge", *lines, "endsolid wedge"]))
    >>> wedge = da.model_files.body_from_mesh("wedge", "wedge.stl", density=6.0)
    >>> print(wedge.inertia.mass, wedge.inertia.com)
    1.0 [0.25 0.25 0.25]
    """
    path = Path(file)
    if (mass is None) == (density is None):
        raise ModelError(
            f"body {name!r} from {path.name!r} needs its mass in kg or its density in kg/m³, one of them"
        )
    given = mass if mass is not None else density
    size = checked_number(given, f"the {'density' if mass is None else 'mass'} of body {name!r}", least=0.0)
    scale = checked_number(scale, f"the scale of body {name!r}", least=0.0)
    if not size > 0.0 or not scale > 0.0:
        raise ModelError(f"mass, density and scale of body {name!r} are positive")
    points, faces = _surface(path)
    _check_closed(points, faces, path.name)
    volume, com, C = _moments(points * scale, faces)
    if not volume > 0.0:
        raise ModelError(f"{path.name} encloses no volume")
    m = size if mass is not None else size * volume
    J = m / volume * (np.trace(C) * np.eye(3) - C)
    visual = visuals.MeshFile(path, scale) if path.suffix.lower() == ".stl" else None
    return Body(name, Inertia(m, com, as_array(J)), visual=None if visual is None else (visual,))


def _surface(path: Path) -> tuple[Points, Faces]:
    """Corners and triangles of a file, without those that are lines."""
    if not path.is_file():
        raise ModelError(f"there is no mesh {str(path)!r}")
    if path.suffix.lower() == ".stl":
        points, faces = visuals.MeshFile(path).mesh(0.0)
    else:
        points, faces = _by_trimesh(path)
    if not np.isfinite(points).all():
        raise ModelError(f"{path.name} has corners that are not finite numbers")
    a, b, c = faces.T
    return points, faces[(a != b) & (b != c) & (c != a)]


def _by_trimesh(path: Path) -> tuple[Points, Faces]:
    if find_spec("trimesh") is None:
        raise ModelError(
            f"{path.name} is read by trimesh, which is missing: pip install 'dalembert[meshes]', or use STL"
        )
    import trimesh

    try:
        mesh = trimesh.load_mesh(path)
        points, faces = np.array(mesh.vertices, dtype=float), np.array(mesh.faces, dtype=np.int64)
    except Exception as error:
        raise ModelError(f"{path.name} is no surface that trimesh reads: {error}") from None
    # corners of one place are one corner
    points, numbers = np.unique(points, axis=0, return_inverse=True)
    return points, numbers.reshape(-1)[faces]


def _check_closed(points: Points, faces: Faces, name: str) -> None:
    """Raise unless every edge belongs to two triangles that go along it in opposite directions."""
    if not len(faces):
        raise ModelError(f"{name} has no triangles")
    edges = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    sides = np.sort(edges, axis=1)
    unique, of_edge, counts = np.unique(sides, axis=0, return_inverse=True, return_counts=True)
    if (wrong := np.flatnonzero(counts != 2)).size:
        where = ", ".join(f"{x:g}" for x in points[unique[wrong[0]]].mean(axis=0))
        raise ModelError(
            f"{name} is not closed: {wrong.size} of its edges belong to one triangle, or to more than two, one "
            f"near ({where}); repair it in a program for meshes, or give mass properties as numbers"
        )
    forwards = np.bincount(of_edge.reshape(-1), weights=edges[:, 0] < edges[:, 1])
    if (turned := np.flatnonzero(forwards != 1)).size:
        where = ", ".join(f"{x:g}" for x in points[unique[turned[0]]].mean(axis=0))
        raise ModelError(
            f"{name} has triangles that are turned over, the first near ({where}): what is inside is not told; "
            "let a program for meshes make its normals consistent"
        )


def _moments(points: Points, faces: Faces) -> tuple[float, Points, Points]:
    """Volume, centre, and ∫ x xᵀ dV about the centre, of tetrahedra from one point to each triangle."""
    middle = points.mean(axis=0)
    a, b, c = (points[faces[:, k]] - middle for k in range(3))
    d = np.einsum("ij,ij->i", a, np.cross(b, c))
    sums = a + b + c
    volume, first = float(d.sum()) / 6.0, d @ sums / 24.0
    second = sum(np.einsum("i,ij,ik->jk", d, x, x) for x in (a, b, c, sums)) / 120.0
    # a surface whose normals look inwards encloses the same
    volume, first, second = abs(volume), np.sign(volume) * first, np.sign(volume) * second
    com = first / volume if volume > 0.0 else first
    return volume, com + middle, second - volume * np.outer(com, com)

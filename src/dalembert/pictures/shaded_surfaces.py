"""Surfaces ready to be drawn: which edges are creases, which normals are smooth, how light falls on them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Vector
from dalembert.model.visuals import Mesh
from dalembert.pictures.camera import Camera

Numbers = NDArray[np.int64]

CREASE = np.cos(np.radians(35.0))
"""Cosine of the angle between neighbouring faces from which on their edge is seen."""


@dataclass(frozen=True, eq=False)
class Surface:
    """A mesh of one colour with all that follows from it, in the axes of its body."""

    colour: str
    points: Vector
    faces: Numbers
    normals: Vector
    """Of the faces (m, 3)."""

    areas: Vector
    """Normals of the faces, twice as long as their areas."""

    corner_normals: Vector
    """At the corners of the faces (m, 3, 3), mean values where the surface is smooth."""

    edges: Numbers
    """Pairs of points (n, 2)."""

    sides: Numbers
    """Faces on both sides of the edges (n, 2); both the same at a border."""

    is_crease: NDArray[np.bool_]

    @classmethod
    def of(cls, mesh: Mesh, colour: str) -> Surface:
        """Surface of a mesh; points at one place are taken as one, faces without area are left out."""
        points, same = np.unique(mesh.points.round(12), axis=0, return_inverse=True)
        faces = same.ravel()[mesh.faces].reshape(-1, 3)
        triangles = points[faces]
        areas = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
        sizes = np.linalg.norm(areas, axis=1)
        has_area = sizes > 0.0
        faces, areas = faces[has_area], areas[has_area]
        normals = areas / sizes[has_area, None]
        edges, sides = _edges(faces)
        is_crease = (normals[sides[:, 0]] * normals[sides[:, 1]]).sum(axis=1) < CREASE
        is_crease |= sides[:, 0] == sides[:, 1]
        return cls(colour, points, faces, normals, areas, _smooth(faces, normals), edges, sides, is_crease)


def lit(base: Vector, normals: Vector, camera: Camera) -> Vector:
    """Colours (n, 3) of a surface with these normals (n, 3), in a light from above the left shoulder."""
    light = camera.towards + 0.9 * camera.upward - 0.5 * camera.right
    bright = np.clip(normals @ (light / np.linalg.norm(light)), 0.0, 1.0)[:, None]
    colours: Vector = np.clip(base * (0.66 + 0.34 * bright) + 0.16 * (1.0 - base) * bright**4, 0.0, 1.0)
    return colours


def _edges(faces: Numbers) -> tuple[Numbers, Numbers]:
    pairs = np.sort(np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]), axis=1)
    owners = np.tile(np.arange(len(faces)), 3)
    edges, first, number = np.unique(pairs, axis=0, return_index=True, return_inverse=True)
    sides = np.stack([owners[first]] * 2, axis=1)
    sides[number.ravel(), 1] = owners
    return edges, sides


def _smooth(faces: Numbers, normals: Vector) -> Vector:
    """Normals at corners (m, 3, 3): the mean over the faces there that lie in nearly one plane."""
    corners = faces.ravel()
    order = np.argsort(corners, kind="stable")
    starts = np.flatnonzero(np.diff(corners[order], prepend=-1))
    counts = np.diff(starts, append=len(corners))
    smooth = np.empty((len(corners), 3))
    # corners at which equally many faces meet, all at once
    for count in np.unique(counts):
        groups = order[starts[counts == count][:, None] + np.arange(count)]
        around = normals[groups // 3]
        means = (around @ np.swapaxes(around, 1, 2) >= CREASE) @ around
        smooth[groups] = means / np.linalg.norm(means, axis=-1, keepdims=True)
    return smooth.reshape(-1, 3, 3)

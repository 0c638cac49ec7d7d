"""Surfaces and strokes in space, shaded, outlined, and drawn far ones first."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dalembert.looks import Mesh
from dalembert.view.camera import Camera
from dalembert.view.figures import PAPER, rgb

Vector = NDArray[np.float64]

CREASE = np.cos(np.radians(35.0))
"""Cosine of the angle between neighbouring faces from which on their edge is drawn."""

SPLITS = 6
"""How often a long triangle is halved at most, so that it is sorted among others part by part."""


class Outline(NamedTuple):
    """Edges of a mesh (n, 2) with the faces on their two sides (n, 2); both the same at a border."""

    points: Vector
    edges: NDArray[np.int64]
    sides: NDArray[np.int64]

    @classmethod
    def of(cls, mesh: Mesh) -> Outline:
        """Edges of a mesh, points at one place taken as one."""
        points, same = np.unique(mesh.points.round(12), axis=0, return_inverse=True)
        faces = same.ravel()[mesh.faces].reshape(-1, 3)
        pairs = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
        owners = np.tile(np.arange(len(faces)), 3)
        is_edge = pairs[:, 0] != pairs[:, 1]
        pairs, owners = np.sort(pairs[is_edge], axis=1), owners[is_edge]
        edges, first, number = np.unique(pairs, axis=0, return_index=True, return_inverse=True)
        sides = np.stack([owners[first]] * 2, axis=1)
        sides[number.ravel(), 1] = owners
        return cls(points, edges, sides)


class Faces:
    """Triangles and strokes with their colours, collected in layers; later layers cover earlier ones."""

    def __init__(self, camera: Camera, finest: float) -> None:
        self.camera, self.finest = camera, finest
        # strokes lie a little before the surfaces that they are on
        self.lift = 0.15 * finest if np.isfinite(finest) else 0.0
        light = camera.towards + 0.9 * camera.upward - 0.5 * camera.right
        self.light = light / np.linalg.norm(light)
        self._corners: list[Vector] = []
        self._colours: list[Vector] = []
        self._widths: list[Vector] = []
        self._layers: list[Vector] = []
        self.layer = 0

    def mesh(self, mesh: Mesh, outline: Outline | None, R: Vector, p: Vector, colour: str) -> None:
        """The faces of a mesh at a place that are turned to the eye, in the light, and its visible edges."""
        if not len(mesh.faces):
            return
        triangles = (mesh.points @ R.T + p)[mesh.faces]
        normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
        sizes = np.linalg.norm(normals, axis=1, keepdims=True)
        normals = normals / np.where(sizes > 0.0, sizes, 1.0)
        seen = (normals @ self.camera.towards > 1e-9) & (sizes[:, 0] > 0.0)
        base = np.array(rgb(colour))
        lit = np.clip(normals[seen] @ self.light, 0.0, 1.0)[:, None]
        shaded = base * (0.66 + 0.34 * lit) + 0.16 * (1.0 - base) * lit**4
        self._add(*self._split(triangles[seen], np.clip(shaded, 0.0, 1.0)), width=0.35)
        if outline is not None:
            first, second = outline.sides.T
            is_crease = (normals[first] * normals[second]).sum(axis=1) < CREASE
            is_border = first == second
            drawn = (seen[first] != seen[second]) | ((is_crease | is_border) & (seen[first] | seen[second]))
            ends = (outline.points @ R.T + p)[outline.edges[drawn]]
            self.strokes(ends, 0.62 * base, 0.7)

    def strokes(self, ends: Vector, colour: Any, width: float) -> None:
        """Straight strokes (n, 2, 3)."""
        colours = np.broadcast_to(np.asarray(rgb(colour) if isinstance(colour, str) else colour), (len(ends), 3))
        corners = np.stack([ends[:, 0], ends[:, 1], ends[:, 0]], axis=1) + self.lift * self.camera.towards
        self._add(*self._split(corners, colours, is_stroke=True), width=width)

    def curve(self, points: Vector, colour: str, width: float) -> None:
        """A curve through points (n, 3)."""
        self.strokes(np.stack([points[:-1], points[1:]], axis=1), colour, width)

    def _add(self, corners: Vector, colours: Vector, width: float) -> None:
        self._corners.append(corners)
        self._colours.append(colours)
        self._widths.append(np.full(len(corners), width))
        self._layers.append(np.full(len(corners), self.layer))

    def _split(self, corners: Vector, colours: Vector, *, is_stroke: bool = False) -> tuple[Vector, Vector]:
        """Long ones halved across their longest edge, again and again."""
        if not np.isfinite(self.finest):
            return corners, colours
        for _ in range(SPLITS):
            lengths = np.linalg.norm(corners - np.roll(corners, -1, axis=1), axis=2)
            longest = lengths.argmax(axis=1)
            is_long = lengths.max(axis=1, initial=0.0) > self.finest * 4.0
            if not is_long.any():
                break
            rows, k = np.flatnonzero(is_long), longest[is_long]
            a, b, c = (corners[rows, (k + i) % 3] for i in range(3))
            middle = 0.5 * (a + b)
            if is_stroke:
                halves = [np.stack([a, middle, a], axis=1), np.stack([middle, b, middle], axis=1)]
            else:
                halves = [np.stack([a, middle, c], axis=1), np.stack([middle, b, c], axis=1)]
            corners = np.concatenate([corners[~is_long], *halves])
            colours = np.concatenate([colours[~is_long], colours[rows], colours[rows]])
        return corners, colours

    # ---- into a picture

    def shadow(self, up: Vector, level: float) -> Vector:
        """All triangles on the floor at this height, seen from a light nearly above; flat (n, 3, 2)."""
        corners = self._joined(self._corners, (3, 3))
        way = up + 0.22 * self.camera.right - 0.18 * self.camera.towards
        heights = corners @ up - level
        fallen = corners - (heights / (way @ up))[..., None] * way
        return self.camera.flat(fallen[heights.min(axis=1) > -1e-9])

    def draw(self, axes: Any, *, strength: float = 1.0, zorder: float) -> None:
        """Add all to a picture; weak ones are mixed with the paper, so that nothing behind shines through."""
        from matplotlib.collections import PolyCollection

        corners, colours = self._joined(self._corners, (3, 3)), self._joined(self._colours, (3,))
        if not len(corners):
            return
        colours = strength * colours + (1.0 - strength) * np.array(rgb(PAPER))
        layers, widths = np.concatenate(self._layers), np.concatenate(self._widths)
        order = np.lexsort((self.camera.depth(corners).mean(axis=1), layers))
        faces = PolyCollection(
            self.camera.flat(corners)[order],
            facecolors=colours[order],
            edgecolors=colours[order],
            linewidths=widths[order],
            joinstyle="round",
            capstyle="round",
        )
        faces.set_zorder(zorder)
        axes.add_collection(faces, autolim=False)

    @staticmethod
    def _joined(arrays: list[Vector], shape: tuple[int, ...]) -> Vector:
        return np.concatenate([np.zeros((0, *shape)), *arrays])

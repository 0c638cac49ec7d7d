"""Surfaces in a plane: shaded and outlined polygons, one body after the other."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection

from dalembert.arrays import Vector
from dalembert.pictures.camera import Camera
from dalembert.pictures.figures import PAPER, rgb
from dalembert.pictures.shaded_surfaces import Surface, lit


class Faces:
    """Triangles and strokes with their colours, collected in layers; later layers cover earlier ones."""

    def __init__(self, camera: Camera) -> None:
        self.camera = camera
        self._corners: list[Vector] = []
        self._colours: list[Vector] = []
        self._widths: list[Vector] = []
        self._layers: list[Vector] = []
        self.layer = 0

    def add(self, surface: Surface, R: Vector, p: Vector) -> None:
        """The faces of a surface at a place that are turned to the eye, in the light, and its visible edges."""
        self.layer += 1
        points, normals = surface.points @ R.T + p, surface.normals @ R.T
        seen = normals @ self.camera.towards > 1e-9
        base = np.array(rgb(surface.colour))
        self._add(points[surface.faces[seen]], lit(base, normals[seen], self.camera), 0.35)
        # creases that are seen, and edges between a face that is seen and one that is not
        first, second = surface.sides.T
        is_drawn = (seen[first] != seen[second]) | (surface.is_crease & (seen[first] | seen[second]))
        ends = points[surface.edges[is_drawn]]
        colours = np.broadcast_to(0.62 * base, (len(ends), 3))
        self.layer += 1
        self._add(np.stack([ends[:, 0], ends[:, 1], ends[:, 0]], axis=1).reshape(-1, 3, 3), colours, 0.7)

    def _add(self, corners: Vector, colours: Vector, width: float) -> None:
        self._corners.append(corners)
        self._colours.append(colours)
        self._widths.append(np.full(len(corners), width))
        self._layers.append(np.full(len(corners), self.layer))

    def draw(self, axes: Axes, *, strength: float = 1.0, zorder: float) -> None:
        """Add all to a picture; weak ones are mixed with the paper, so that nothing behind shines through."""
        if not self._corners:
            return
        corners, layers, widths = map(np.concatenate, (self._corners, self._layers, self._widths))
        colours = strength * np.concatenate(self._colours) + (1.0 - strength) * np.array(rgb(PAPER))
        order = np.lexsort((self.camera.depth(corners).mean(axis=1), layers))
        faces = PolyCollection(
            list(self.camera.flat(corners)[order]),
            facecolors=colours[order],
            edgecolors=colours[order],
            linewidths=widths[order],
            joinstyle="round",
            capstyle="round",
        )
        faces.set_zorder(zorder)
        axes.add_collection(faces, autolim=False)

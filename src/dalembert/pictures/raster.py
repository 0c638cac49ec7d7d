"""Surfaces in space: the nearest one at every dot of the picture, smoothly shaded, with its edges drawn."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from dalembert.arrays import Vector
from dalembert.pictures.camera import Camera
from dalembert.pictures.figures import PAPER, rgb
from dalembert.pictures.shaded_surfaces import CREASE, Numbers, Surface, lit

Pixels: TypeAlias = NDArray[np.float32]
"""Colours and opacity (height, width, 4), from 0 to 1."""

Limits = tuple[tuple[float, float], tuple[float, float]]

FINER = 2
"""Dots along each side of a dot of the picture, which is their mean."""

SURFACES = 5
"""So many surfaces, one after the other, are drawn as if each lay a dot before the last."""

JUMP = 25.0
"""Difference of depth between neighbours, in dots, from which on there is an edge."""


class Raster:
    """Surfaces at one instant, to be drawn into a picture with these limits, so many dots wide."""

    def __init__(self, camera: Camera, limits: Limits, dots: int) -> None:
        self.camera, self.limits = camera, limits
        (x0, x1), _ = limits
        self.dot = (x1 - x0) / (FINER * dots)
        """Size of a dot in metres."""

        self._triangles: list[Vector] = []
        self._normals: list[Vector] = []
        self._colours: list[Vector] = []
        self._owners: list[Numbers] = []

    def add(self, surface: Surface, R: Vector, p: Vector, stretch: float = 1.0) -> None:
        """A surface at a place, perhaps stretched along its z; of it the faces that are turned to the eye."""
        across = np.array([1.0, 1.0, 1.0 / stretch])
        normals = surface.normals * across @ R.T
        seen = normals @ self.camera.towards > 1e-9
        n = int(seen.sum())
        self._triangles.append((surface.points * [1.0, 1.0, stretch] @ R.T + p)[surface.faces[seen]])
        self._normals.append(surface.corner_normals[seen] * across @ R.T)
        self._colours.append(np.broadcast_to(np.array(rgb(surface.colour)), (n, 3)))
        self._owners.append(np.full(n, len(self._owners) + 1))

    def shadow(self, up: Vector, level: float) -> Vector:
        """All triangles on the floor at this height, by a light nearly above; in the picture (n, 3, 2)."""
        corners = np.concatenate([np.zeros((0, 3, 3)), *self._triangles])
        way = up + 0.22 * self.camera.right - 0.18 * self.camera.towards
        heights = corners @ up - level
        # what reaches a little through the floor, as thick edges do, throws its shadow too
        fallen = corners - (np.maximum(heights, 0.0) / (way @ up))[..., None] * way
        return self.camera.flat(fallen[heights.max(axis=1, initial=-np.inf) > -1e-9])

    def draw(self, axes: Axes, *, strength: float = 1.0, zorder: float) -> None:
        """Add all to a picture; weak ones are mixed with the paper."""
        if not sum(map(len, self._triangles)):
            return
        image, extent = self.image()
        image[..., :3] = strength * image[..., :3] + (1.0 - strength) * np.array(rgb(PAPER), dtype=np.float32)
        axes.imshow(image, extent=extent, origin="lower", zorder=zorder, interpolation="antialiased")
        axes.set_xlim(*self.limits[0])
        axes.set_ylim(*self.limits[1])

    def image(self) -> tuple[Pixels, tuple[float, float, float, float]]:
        """Colours and opacity (height, width, 4), from below to above, and least and largest x and y of it."""
        corners = np.concatenate(self._triangles)
        flat = self.camera.flat(corners)
        # only as large as what is seen, in whole dots of the picture
        step = FINER * self.dot
        least = np.maximum(np.floor(flat.min(axis=(0, 1)) / step) - 1.0, np.floor(self._corner(0) / step)) * step
        largest = np.minimum(np.ceil(flat.max(axis=(0, 1)) / step) + 1.0, np.ceil(self._corner(1) / step)) * step
        width, height = (FINER * max(1, round(x / step)) for x in largest - least)
        page = _Page(width, height)
        page.fill(
            ((flat - least) / self.dot - 0.5),
            self.camera.depth(corners) / self.dot,
            np.concatenate(self._normals),
            np.concatenate(self._owners),
        )
        colours = self._shaded(page)
        extent = (least[0], least[0] + width * self.dot, least[1], least[1] + height * self.dot)
        return page.reduced(colours), extent

    def _corner(self, k: int) -> Vector:
        return np.array([self.limits[0][k], self.limits[1][k]])

    def _shaded(self, page: _Page) -> Vector:
        base = np.concatenate(self._colours).astype(np.float32)[page.number]
        colours = lit(base, page.normal, self.camera)
        return np.where(page.edges()[:, None], 0.55 * colours, colours)


class _Page:
    """Nearest surfaces in each dot; dots are counted row by row."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height

    def fill(self, flat: Vector, heights: Vector, normals: Vector, owners: Numbers) -> None:
        """Find the nearest triangle, in units of dots, and its normal, in all dots that are covered."""
        number, x, y = _dots(flat, self.width, self.height)
        values = np.concatenate([heights[:, :, None], normals], axis=2)
        planes = _planes(flat, values).astype(np.float32)
        fx, fy = x.astype(np.float32), y.astype(np.float32)
        dots = y * self.width + x
        # of two surfaces at one place, one is seen, not some dots of each
        planes[:, 2, 0] += owners % SURFACES
        z = planes[number, 0, 0] * fx + planes[number, 1, 0] * fy + planes[number, 2, 0]
        depth = np.full(self.width * self.height, -np.inf, dtype=np.float32)
        np.maximum.at(depth, dots, z)
        winner = np.full(self.width * self.height, -1)
        is_nearest = z >= depth[dots]
        winner[dots[is_nearest]] = number[is_nearest]
        # from here on, only dots that are covered
        self.dots = np.flatnonzero(winner >= 0)
        self.number, self.depth = winner[self.dots], depth[self.dots]
        self.owner = owners[self.number].astype(np.int32)
        row, column = np.divmod(self.dots, self.width)
        at = np.stack([column, row, np.ones_like(row)], axis=1).astype(np.float32)
        normal = np.einsum("nk,nkc->nc", at, planes[self.number, :, 1:])
        self.normal = normal / np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), np.float32(1e-9))

    def edges(self) -> NDArray[np.bool_]:
        """Which dots are at borders of solids, at creases, or where something stands before a part of itself."""
        place = np.full(self.width * self.height, -1)
        place[self.dots] = np.arange(len(self.dots))
        column = self.dots % self.width
        is_edge = np.zeros(len(self.dots), dtype=bool)
        for step, has_next in ((1, column < self.width - 1), (self.width, self.dots < place.size - self.width)):
            here = np.flatnonzero(has_next)
            there = place[self.dots[here] + step]
            is_edge[here[there < 0]] = True
            here, there = here[there >= 0], there[there >= 0]
            bent = (self.normal[here] * self.normal[there]).sum(axis=1) < CREASE
            gap = np.abs(self.depth[here] - self.depth[there]) > JUMP
            differs = (self.owner[here] != self.owner[there]) | bent | gap
            is_edge[here[differs]] = True
            is_edge[there[differs]] = True
            # the other side of the border to nothing
            before = self.dots - step
            is_first = (before < 0) | (place[before] < 0)
            is_edge[is_first] = True
        return is_edge

    def reduced(self, colours: Vector) -> Pixels:
        """Means over squares of dots, by how much of them is covered."""
        shape = (self.height // FINER, self.width // FINER)
        row, column = np.divmod(self.dots, self.width)
        squares = (row // FINER) * shape[1] + column // FINER
        count = np.bincount(squares, minlength=shape[0] * shape[1])
        image = np.zeros((shape[0] * shape[1], 4), dtype=np.float32)
        for k in range(3):
            total = np.bincount(squares, weights=colours[:, k], minlength=len(count))
            image[:, k] = total / np.maximum(count, 1)
        image[:, 3] = count / FINER**2
        return np.clip(image, 0.0, 1.0).reshape(*shape, 4)


def _dots(flat: Vector, width: int, height: int) -> tuple[Numbers, Numbers, Numbers]:
    """Dots in the rows of triangles (n, 3, 2): number of the triangle, column and row of each."""
    low = np.clip(np.ceil(flat[:, :, 1].min(axis=1)), 0, height).astype(int)
    high = np.clip(np.floor(flat[:, :, 1].max(axis=1)) + 1, 0, height).astype(int)
    number, row = _ranges(low, high)
    # the span of a triangle in a row, from its three edges
    start, end = flat[number], np.roll(flat[number], -1, axis=1)
    rise = end[:, :, 1] - start[:, :, 1]
    with np.errstate(divide="ignore", invalid="ignore"):
        way = (row[:, None] - start[:, :, 1]) / rise
    x = start[:, :, 0] + way * (end[:, :, 0] - start[:, :, 0])
    is_hit = (way >= 0.0) & (way <= 1.0)
    left = np.where(is_hit, x, np.inf).min(axis=1)
    right = np.where(is_hit, x, -np.inf).max(axis=1)
    is_crossed = left <= right
    number, row, left, right = number[is_crossed], row[is_crossed], left[is_crossed], right[is_crossed]
    first = np.clip(np.ceil(left - 1e-9), 0, width).astype(int)
    last = np.clip(np.floor(right + 1e-9) + 1, 0, width).astype(int)
    span, column = _ranges(first, last)
    return number[span], column, row[span]


def _ranges(low: Numbers, high: Numbers) -> tuple[Numbers, Numbers]:
    """All whole numbers from low to high of each pair: number of the pair, and the whole number."""
    counts = np.maximum(high - low, 0)
    number = np.repeat(np.arange(len(counts)), counts)
    starts = np.cumsum(counts) - counts
    return number, np.arange(len(number)) - starts[number] + low[number]


def _planes(flat: Vector, values: Vector) -> Vector:
    """Coefficients (n, 3, k) of x, y and 1 that give values (n, 3, k) at the corners (n, 3, 2) of triangles."""
    first, second = flat[:, 1] - flat[:, 0], flat[:, 2] - flat[:, 0]
    area = first[:, 0] * second[:, 1] - second[:, 0] * first[:, 1]
    safe = np.where(np.abs(area) > 1e-9, area, np.inf)[:, None]
    rise, more = values[:, 1] - values[:, 0], values[:, 2] - values[:, 0]
    by_x = (rise * second[:, 1:] - more * first[:, 1:]) / safe
    by_y = (more * first[:, :1] - rise * second[:, :1]) / safe
    constant = values[:, 0] - by_x * flat[:, 0, :1] - by_y * flat[:, 0, 1:]
    return np.stack([by_x, by_y, constant], axis=1)

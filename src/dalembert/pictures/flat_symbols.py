"""Symbols of joints, springs and dampers as textbooks draw them in a plane."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.patches import Circle, Polygon

from dalembert.arrays import Vector
from dalembert.pictures.figures import PAPER

METAL, GROUND, SUPPORT = "#4a4f57", "#8b9199", "#d7d9dc"

_SQUARE = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])


class FlatSymbols:
    """Symbols of one size `s` in a picture."""

    def __init__(self, axes: Axes, s: float) -> None:
        self.axes, self.s = axes, s

    def pin(self, centre: Vector, *, on_ground: bool) -> None:
        """A ring; with a triangle on hatched ground below it."""
        s = self.s
        if on_ground:
            base = centre + s * np.array([[0.0, 0.0], [-1.9, -3.0], [1.9, -3.0]])
            self._polygon(base, SUPPORT, GROUND, 0.9, 1.5)
            self.hatch(base[1] - [0.7 * s, 0.0], base[2] + [0.7 * s, 0.0])
        self._circle(centre, 1.1 * s, PAPER, METAL, 1.5)
        self._circle(centre, 0.36 * s, METAL, "none", 0.0)

    def dot(self, centre: Vector, colour: str) -> None:
        """A point that something is said about."""
        self._circle(centre, 0.6 * self.s, colour, PAPER, 1.0)

    def weld(self, centre: Vector) -> None:
        """A filled square."""
        self._polygon(centre + 0.9 * self.s * _SQUARE, METAL, "none", 0.0, 4.0)

    def block(self, centre: Vector, along: Vector, zorder: float = 1.7) -> None:
        """A block that slides."""
        normal = np.array([-along[1], along[0]])
        corners = centre + self.s * np.array([2.6 * a * along + 1.5 * b * normal for a, b in _SQUARE])
        self._polygon(corners, "#e9eaec", METAL, 1.3, zorder)

    def guide(self, centre: Vector, along: Vector, ways: tuple[float, float], below: float) -> None:
        """Hatched ground along the way of a slider, so far below it."""
        s, normal = self.s, np.array([-along[1], along[0]])
        start, end = (centre + way * along - below * normal for way in (ways[0] - 1.9 * s, ways[1] + 1.9 * s))
        self.hatch(start, end)

    def wall(self, centre: Vector, inwards: Vector) -> None:
        """A short piece of hatched ground across a direction, in which the free side is."""
        across = np.array([-inwards[1], inwards[0]])
        # hatching is on the right of the way from start to end
        self.hatch(centre - 1.9 * self.s * across * -1.0, centre + 1.9 * self.s * across * -1.0)

    def hatch(self, start: Vector, end: Vector, gone: float = 0.0) -> None:
        """A line with short strokes on its right side: ground, which has gone backwards so far."""
        s, way = self.s, end - start
        length = float(np.linalg.norm(way))
        along = way / length
        right = np.array([along[1], -along[0]])
        count = min(400, max(3, round(length / (0.85 * s)) + 1))
        starts = start - np.mod(gone, length / (count - 1)) * along + np.linspace(0.0, 1.0, count)[:, None] * way
        strokes = [np.array([point, point + 0.8 * s * (right - 0.8 * along)]) for point in starts]
        self.lines(strokes, GROUND, 0.7, 1.3)
        self.lines([np.array([start, end])], GROUND, 1.4, 1.4)

    # ---- between two points

    def spring(self, start: Vector, end: Vector, aside: float) -> None:
        """A zigzag line, drawn aside of the points if something else is between them too."""
        length, along, normal = _directions(start, end)
        coils, s = 7, 1.15 * self.s
        t = np.linspace(0.2, 0.8, 2 * coils + 1) * length
        side = np.array([0.0, *(s * (-1.0) ** k for k in range(2 * coils - 1)), 0.0])
        inner = t[:, None] * along + (side + aside * s)[:, None] * normal
        ends = np.array([[0.0, 0.0], *([[0.1 * length, aside * s]] if aside else [])])
        lead = ends[:, :1] * along + ends[:, 1:] * normal
        tail = (length - ends[::-1, :1]) * along + ends[::-1, 1:] * normal
        self.lines([start + np.concatenate([lead, inner, tail])], METAL, 1.3, 3.0)

    def damper(self, start: Vector, end: Vector, aside: float) -> None:
        """A cup and a piston."""
        length, along, normal = _directions(start, end)
        s = 1.1 * self.s

        def points(*pairs: tuple[float, float]) -> Vector:
            return np.array([start + x * length * along + (y + aside) * s * normal for x, y in pairs])

        first = [(0.0, -aside)] if aside else []
        last = [(1.0, -aside)] if aside else []
        strokes = [
            points(*first, (0.1 if aside else 0.0, 0.0), (0.38, 0.0)),
            points((0.66, 1.0), (0.38, 1.0), (0.38, -1.0), (0.66, -1.0)),
            points((0.53, 0.8), (0.53, -0.8)),
            points((0.53, 0.0), (0.9 if aside else 1.0, 0.0), *last),
        ]
        self.lines(strokes, METAL, 1.3, 3.0)

    def bar(self, start: Vector, end: Vector) -> None:
        """A thin line: something without mass that keeps a distance."""
        self.lines([np.array([start, end])], METAL, 1.6, 1.9)

    # ---- strokes

    def lines(self, lines: Sequence[Vector], colour: str, width: float, zorder: float) -> None:
        """Lines of points (n, 2)."""
        drawn = LineCollection(lines, colors=colour, linewidths=width, capstyle="round", joinstyle="round")
        drawn.set_zorder(zorder)
        self.axes.add_collection(drawn, autolim=False)

    def _circle(self, centre: Vector, radius: float, face: str, edge: str, width: float) -> None:
        middle = (float(centre[0]), float(centre[1]))
        patch = Circle(middle, radius, facecolor=face, edgecolor=edge, linewidth=width, zorder=4.0)
        self.axes.add_patch(patch)

    def _polygon(self, corners: Vector, face: str, edge: str, width: float, zorder: float) -> None:
        patch = Polygon(corners, facecolor=face, edgecolor=edge, linewidth=width, zorder=zorder)
        self.axes.add_patch(patch)


def _directions(start: Vector, end: Vector) -> tuple[float, Vector, Vector]:
    way = end - start
    length = float(np.linalg.norm(way))
    along = way / length
    return length, along, np.array([-along[1], along[0]])

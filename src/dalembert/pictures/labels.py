"""Names in a picture, each where it covers neither another nor what must be seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from dalembert.arrays import Vector
from dalembert.pictures.figures import PAPER, SOFT, any_letters

RINGS, DIRECTIONS = (0.0, 1.2, 2.0, 3.2, 4.6), 12
"""Distances from its place at which a name is tried, in heights of its text, and in how many directions."""

PADDING = 2.5
"""Pixels around a text."""


@dataclass
class Labels:
    """Names with their places, to be placed all at once when everything else is drawn."""

    axes: Axes
    size: float = 8.0
    wanted: list[tuple[Vector, str, str, Vector]] = field(default_factory=list)
    kept_free: list[tuple[Vector, float]] = field(default_factory=list)
    """Points in the picture with radii around them that names should leave free."""

    def add(self, where: Vector, text: str, colour: str, named: Vector | None = None) -> None:
        """A name near a point of the picture; what it names is at that point, or at another."""
        self.wanted.append((where, text, colour, where if named is None else named))

    def keep_free(self, where: Vector, radius: float) -> None:
        """Nothing is written here."""
        self.kept_free.append((where, radius))

    def place(self) -> None:
        """Write the names; one for which there is no room is left out."""
        if not self.wanted:
            return
        canvas: Any = self.axes.figure.canvas
        renderer = canvas.get_renderer()
        to_pixels = self.axes.transData.transform
        scale = float(np.linalg.norm(to_pixels((1.0, 0.0)) - to_pixels((0.0, 0.0))))
        discs = [(to_pixels(where), radius * scale) for where, radius in self.kept_free]
        page = self.axes.get_window_extent(renderer)
        taken: list[tuple[float, float, float, float]] = []
        for where, text, colour, named in self.wanted:
            drawn = self._text(where, text, colour)
            with any_letters():
                extent = drawn.get_window_extent(renderer)
            half = np.array([extent.width, extent.height]) / 2.0 + PADDING
            centre = self._free_place(to_pixels(where), half, taken, discs, page)
            if centre is None:
                drawn.remove()
                continue
            taken.append((*(centre - half), *(centre + half)))
            x, y = self.axes.transData.inverted().transform(centre)
            drawn.set_position((float(x), float(y)))
            self._leader(to_pixels(named), centre, half)

    def _text(self, where: Vector, text: str, colour: str) -> Text:
        box = {"boxstyle": "round,pad=0.18", "facecolor": PAPER, "edgecolor": "none", "alpha": 0.8}
        return self.axes.text(
            float(where[0]),
            float(where[1]),
            text,
            color=colour,
            fontsize=self.size,
            ha="center",
            va="center",
            zorder=9,
            bbox=box,
            parse_math=False,
        )

    def _free_place(
        self,
        start: Vector,
        half: Vector,
        taken: Sequence[tuple[float, float, float, float]],
        discs: Sequence[tuple[Vector, float]],
        page: Bbox,
    ) -> Vector | None:
        """The nearest of some places around where nothing is covered; over a disc if there is no other."""
        covering = None
        for ring in RINGS:
            for k in range(DIRECTIONS if ring else 1):
                angle = np.pi / 2.0 + 2.0 * np.pi * k / DIRECTIONS
                centre = start + ring * 2.0 * half[1] * np.array([np.cos(angle), np.sin(angle)])
                centre = centre + (ring > 0.0) * np.array([np.cos(angle), 0.0]) * half[0]
                low, high = centre - half, centre + half
                if low[0] < page.x0 or low[1] < page.y0 or high[0] > page.x1 or high[1] > page.y1:
                    continue
                if any(low[0] < x1 and x0 < high[0] and low[1] < y1 and y0 < high[1] for x0, y0, x1, y1 in taken):
                    continue
                if all(np.linalg.norm(p - np.clip(p, low, high)) >= r for p, r in discs):
                    return np.array(centre)
                covering = centre if covering is None else covering
        return covering

    def _leader(self, start: Vector, centre: Vector, half: Vector) -> None:
        """A thin line from a name to what it names, if it stands apart."""
        nearest = np.clip(start, centre - half, centre + half)
        if np.linalg.norm(start - nearest) > 2.0 * half[1]:
            ends = self.axes.transData.inverted().transform([start, nearest])
            self.axes.plot(*ends.T, color=SOFT, linewidth=0.6, zorder=8.5)

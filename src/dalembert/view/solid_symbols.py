"""Symbols of joints, springs and dampers as small solids in space."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dalembert.looks import Bar, Box, Cylinder, Mesh, Solid, sphere
from dalembert.spatial.vectors import across
from dalembert.view.flat_symbols import GROUND, METAL
from dalembert.view.raster import Raster
from dalembert.view.surfaces import Surface

Vector = NDArray[np.float64]


class SolidSymbols:
    """Symbols of one size `s` among the surfaces of a picture."""

    def __init__(self, raster: Raster, s: float) -> None:
        self.raster, self.s = raster, s

    def joint(self, kind: str, p: Vector, axis: Vector) -> None:
        """A pin along its axis, a ball, a cross, a sleeve, a block; what slides on another body needs no sign."""
        s = self.s
        if kind == "hinge":
            self._solid(Cylinder(0.95 * s, 3.4 * s, axis), p)
        elif kind == "ball":
            self._solid(sphere(1.25 * s), p)
        elif kind == "cross":
            self._solid(sphere(0.9 * s), p)
            self._solid(Cylinder(0.55 * s, 3.2 * s, axis), p)
            self._solid(Cylinder(0.55 * s, 3.2 * s, across(axis)[0]), p)
        elif kind in ("sleeve", "screw"):
            self._solid(Cylinder(1.5 * s, 3.6 * s, axis), p)
        elif kind == "block":
            frame = np.stack([*across(axis), axis], axis=1)
            self._solid(Box((2.3 * s, 2.3 * s, 3.4 * s)), p, frame)
        elif kind == "weld":
            self._solid(Box((1.4 * s, 1.4 * s, 1.4 * s)), p)

    def way(self, start: Vector, end: Vector) -> None:
        """The rod on which something slides."""
        if np.linalg.norm(end - start) > self.s:
            self._solid(Bar(start, end, 0.45 * self.s), np.zeros(3))

    def foot(self, p: Vector, up: Vector) -> None:
        """A stand under a joint on the ground."""
        s = self.s
        self._solid(Cylinder(1.1 * s, 2.0 * s, up), p - 1.4 * s * up, colour=GROUND)
        self._solid(Cylinder(2.3 * s, 0.7 * s, up), p - 2.6 * s * up, colour=GROUND)

    def spring(self, start: Vector, end: Vector, aside: Vector | float) -> None:
        """A coil."""
        n, e1, e2, length = _along(start, end)
        turns, per_turn = 8, 16
        t = np.linspace(0.0, 1.0, turns * per_turn + 1)
        angle = 2.0 * np.pi * turns * t
        # thin at both ends, where the wire comes from
        radius = 1.3 * self.s * np.minimum(1.0, 12.0 * np.minimum(t, 1.0 - t))
        ring = radius[:, None] * (np.cos(angle)[:, None] * e1 + np.sin(angle)[:, None] * e2)
        coil = start + aside + (0.15 + 0.7 * t)[:, None] * length * n + ring
        mesh = _tube(np.concatenate([[start], coil, [end]]), 0.3 * self.s)
        self.raster.add(Surface.of(mesh, METAL), np.eye(3), np.zeros(3))

    def damper(self, start: Vector, end: Vector, aside: Vector | float) -> None:
        """A cup and a rod."""
        way = end - start
        shift = start + aside
        self._solid(Bar(shift + 0.3 * way, shift + 0.6 * way, 1.0 * self.s), np.zeros(3))
        self._solid(Bar(start, shift + 0.35 * way, 0.35 * self.s), np.zeros(3))
        self._solid(Bar(shift + 0.55 * way, end, 0.35 * self.s), np.zeros(3))

    def bar(self, start: Vector, end: Vector) -> None:
        """A thin rod without mass."""
        self._solid(Bar(start, end, 0.4 * self.s), np.zeros(3))

    def _solid(self, solid: Solid, p: Vector, R: Vector | None = None, colour: str = METAL) -> None:
        self.raster.add(Surface.of(solid.mesh(self.s), colour), np.eye(3) if R is None else R, p)


def _tube(points: Vector, radius: float) -> Mesh:
    """A wire with seven sides through points (n, 3)."""
    sides = 7
    ways = np.gradient(points, axis=0)
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    first = np.cross(ways, across(points[-1] - points[0])[0])
    first /= np.maximum(np.linalg.norm(first, axis=1, keepdims=True), 1e-12)
    second = np.cross(ways, first)
    turns = 2.0 * np.pi * np.arange(sides) / sides
    rings = np.cos(turns)[:, None] * first[:, None] + np.sin(turns)[:, None] * second[:, None]
    rim = np.arange(sides)
    low = (sides * np.arange(len(points) - 1))[:, None] + rim
    next_low = (sides * np.arange(len(points) - 1))[:, None] + (rim + 1) % sides
    faces = [np.stack([low, next_low, next_low + sides], axis=-1), np.stack([low, next_low + sides, low + sides], -1)]
    corners = points[:, None] + radius * rings
    return Mesh(corners.reshape(-1, 3), np.concatenate(faces).reshape(-1, 3))


def _along(start: Vector, end: Vector) -> tuple[Vector, Vector, Vector, float]:
    way = end - start
    length = float(np.linalg.norm(way))
    n = way / length
    e1, e2 = across(n)
    return n, np.asarray(e1), np.asarray(e2), length

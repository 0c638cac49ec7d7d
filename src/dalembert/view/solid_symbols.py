"""Symbols of joints, springs and dampers as small solids in space."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dalembert.looks import Bar, Box, Cylinder, Solid, sphere
from dalembert.spatial.vectors import across
from dalembert.view.faces import Faces, Outline
from dalembert.view.flat_symbols import GROUND, METAL

Vector = NDArray[np.float64]


class SolidSymbols:
    """Symbols of one size `s` among the faces of a picture."""

    def __init__(self, faces: Faces, s: float) -> None:
        self.faces, self.s = faces, s

    def joint(self, kind: str, p: Vector, axis: Vector) -> None:
        """A pin along its axis, a ball, a cross, a sleeve or a block."""
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
        elif kind == "slider":
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
        turns, per_turn = 8, 14
        t = np.linspace(0.0, 1.0, turns * per_turn + 1)
        angle = 2.0 * np.pi * turns * t
        ring = 1.3 * self.s * (np.cos(angle)[:, None] * e1 + np.sin(angle)[:, None] * e2)
        coil = start + aside + (0.16 + 0.68 * t)[:, None] * length * n + ring
        points = np.concatenate([[start], [start + aside + 0.16 * length * n], coil])
        points = np.concatenate([points, [start + aside + 0.84 * length * n], [end]])
        self.faces.curve(points, METAL, 1.5)

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
        mesh = solid.mesh(self.s)
        self.faces.mesh(mesh, Outline.of(mesh), np.eye(3) if R is None else R, p, colour)


def _along(start: Vector, end: Vector) -> tuple[Vector, Vector, Vector, float]:
    way = end - start
    length = float(np.linalg.norm(way))
    n = way / length
    e1, e2 = across(n)
    return n, np.asarray(e1), np.asarray(e2), length

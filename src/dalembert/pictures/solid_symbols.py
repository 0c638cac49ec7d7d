"""Symbols of joints, springs and dampers as small solids in space."""

from __future__ import annotations

import numpy as np

from dalembert.arrays import Vector
from dalembert.model.visuals import Box, Cylinder, Mesh, Solid, sphere
from dalembert.pictures.flat_symbols import GROUND, METAL
from dalembert.pictures.raster import Raster
from dalembert.pictures.shaded_surfaces import Surface
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import across


class SolidSymbols:
    """Surfaces of symbols of one size `s`, along z; what lies between two points has the length one."""

    def __init__(self, s: float) -> None:
        self.s = s
        self.pin = self._of(Cylinder(0.95 * s, 3.4 * s))
        self.ball = self._of(sphere(1.25 * s))
        self.hub = self._of(sphere(0.9 * s))
        self.arm = self._of(Cylinder(0.55 * s, 3.2 * s))
        self.sleeve = self._of(Cylinder(1.5 * s, 3.6 * s))
        self.block = self._of(Box((2.3 * s, 2.3 * s, 3.4 * s)))
        self.cube = self._of(Box((1.4 * s, 1.4 * s, 1.4 * s)))
        self.post = self._of(Cylinder(1.1 * s, 2.0 * s, place=_raised(-1.4 * s)), GROUND)
        self.base = self._of(Cylinder(2.3 * s, 0.7 * s, place=_raised(-2.6 * s)), GROUND)
        self.rod = self._of(Cylinder(0.38 * s, 1.0, place=_raised(0.5)))
        self.cup = self._of(Cylinder(1.0 * s, 1.0, place=_raised(0.5)))
        self.coil = Surface.of(_coil(1.3 * s, 0.24 * s), METAL)

    def _of(self, solid: Solid, colour: str = METAL) -> Surface:
        return Surface.of(solid.mesh(self.s).moved(solid.place.R, solid.place.p), colour)

    # ---- into a picture

    def joint(self, raster: Raster, kind: str, p: Vector, axis: Vector) -> None:
        """A pin along its axis, a ball, a cross, a sleeve, a block; what slides on another body needs no sign."""
        R = _along(axis)
        if kind == "hinge":
            raster.add(self.pin, R, p)
        elif kind == "ball":
            raster.add(self.ball, R, p)
        elif kind == "cross":
            raster.add(self.hub, R, p)
            raster.add(self.arm, R, p)
            raster.add(self.arm, R[:, [1, 2, 0]], p)
        elif kind in ("sleeve", "screw"):
            raster.add(self.sleeve, R, p)
        elif kind == "block":
            raster.add(self.block, R, p)
        elif kind == "weld":
            raster.add(self.cube, R, p)

    def foot(self, raster: Raster, p: Vector, up: Vector) -> None:
        """A stand under a joint on the ground."""
        for surface in (self.post, self.base):
            raster.add(surface, _along(up), p)

    def bar(self, raster: Raster, start: Vector, end: Vector) -> None:
        """A thin rod: something slides on it, or it has no mass."""
        self._between(raster, self.rod, start, end)

    def spring(self, raster: Raster, start: Vector, end: Vector, aside: Vector) -> None:
        """A coil."""
        first, last = (start + aside + part * (end - start) for part in (0.15, 0.85))
        self._between(raster, self.coil, first, last)
        self.bar(raster, start, first)
        self.bar(raster, last, end)

    def damper(self, raster: Raster, start: Vector, end: Vector, aside: Vector) -> None:
        """A cup and a rod."""
        first, last = (start + aside + part * (end - start) for part in (0.3, 0.62))
        self._between(raster, self.cup, first, last)
        self.bar(raster, start, first)
        self.bar(raster, last, end)

    def _between(self, raster: Raster, surface: Surface, start: Vector, end: Vector) -> None:
        length = float(np.linalg.norm(end - start))
        if length > 0.1 * self.s:
            raster.add(surface, _along((end - start) / length), start, stretch=length)


def _raised(z: float) -> Pose:
    return Pose(p=np.array([0.0, 0.0, z]))


def _along(axis: Vector) -> Vector:
    """Axes of a frame whose z is along this direction."""
    return np.stack([*across(axis), axis], axis=1)


def _coil(radius: float, wire: float) -> Mesh:
    """Eight turns of a wire along z from 0 to 1, wound from the axis to the axis."""
    turns, per_turn, sides = 8, 16, 7
    t = np.linspace(0.0, 1.0, turns * per_turn + 1)
    r, angle = radius * np.minimum(1.0, 12.0 * np.minimum(t, 1.0 - t)), 2.0 * np.pi * turns * t
    outwards = np.stack([np.cos(angle), np.sin(angle), 0.0 * t], axis=1)
    centre = r[:, None] * outwards + t[:, None] * [0.0, 0.0, 1.0]
    # across the wire, as if it lay flat; heights will be stretched with the coil, by about ten radii
    turn = 2.0 * np.pi * np.arange(sides) / sides
    upwards = np.array([0.0, 0.0, wire / (10.0 * radius)])
    ring = np.cos(turn)[:, None] * (wire * outwards[:, None]) + np.sin(turn)[:, None] * upwards
    low = (sides * np.arange(len(t) - 1))[:, None] + np.arange(sides)
    high = (sides * np.arange(len(t) - 1))[:, None] + (np.arange(sides) + 1) % sides
    faces = [np.stack([low, high + sides, high], axis=-1), np.stack([low, low + sides, high + sides], axis=-1)]
    return Mesh((centre[:, None] + ring).reshape(-1, 3), np.concatenate(faces).reshape(-1, 3))

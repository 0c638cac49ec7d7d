"""Drawing a scene with polygons and lines, far ones first."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.looks import Box, Cone, Cylinder, Mesh, sphere
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import across
from dalembert.view.camera import Camera
from dalembert.view.figures import PAPER, RULE, SOFT
from dalembert.view.scene import Attached, Places, Scene, SceneJoint, SceneLine

Vector = NDArray[np.float64]

METAL = "#4a4f57"
GROUND = "#9aa0a8"

_HERE = Pose()
"""The frame of a body itself."""


@dataclass
class _Polygons:
    """Polygons in space with their colours, to be drawn far ones first."""

    corners: list[Vector] = field(default_factory=list)
    colours: list[Any] = field(default_factory=list)

    def add(self, triangles: Vector, colours: Vector) -> None:
        self.corners += list(triangles)
        self.colours += list(colours)


class Sketch:
    """A picture in the making."""

    def __init__(self, axes: Any, scene: Scene, camera: Camera) -> None:
        self.axes, self.scene, self.camera = axes, scene, camera
        self.light = camera.towards + 0.9 * camera.upward - 0.5 * camera.right
        self.light = self.light / np.linalg.norm(self.light)
        self.is_flat = scene.normal is not None and abs(camera.towards @ scene.normal) > 1.0 - 1e-9
        self.labels: list[tuple[Vector, str, str]] = []

    # ---- parts of the picture

    def prepare(self) -> None:
        """The frame of the picture around the whole motion, and a floor where there is depth."""
        least, largest = self.scene.box
        corners = np.array([np.where(pattern, largest, least) for pattern in np.ndindex(2, 2, 2)])
        flat = self.camera.flat(corners)
        margin = 4.0 * self.scene.thin + 0.03 * self.scene.size
        (x0, y0), (x1, y1) = flat.min(axis=0) - margin, flat.max(axis=0) + margin
        if not self.is_flat:
            self._floor(least, largest)
        self.axes.set_xlim(x0, x1)
        self.axes.set_ylim(y0 - 0.06 * (y1 - y0), y1)

    def _floor(self, least: Vector, largest: Vector) -> None:
        """A grid under the scene, in steps of one, two or five."""
        up = self.scene.up
        axis = int(np.argmax(np.abs(up)))
        if abs(up[axis]) < 1.0 - 1e-9:
            return
        first, second = (k for k in range(3) if k != axis)
        self.level = float(least[axis] if up[axis] > 0.0 else largest[axis]) - 1.2 * self.scene.thin * up[axis]
        step = round_step(max(self.scene.size / 8.0, 1e-9))
        middle = 0.5 * (least + largest)
        n = int(np.ceil(0.75 * self.scene.size / step))
        start = [step * np.round(middle[k] / step) for k in (first, second)]
        lines = []
        for i in range(-n, n + 1):
            for a, b, along in ((first, second, 0), (second, first, 1)):
                ends = np.full((2, 3), self.level)
                ends[:, a] = start[along] + i * step
                ends[:, b] = start[1 - along] + step * np.array([-n, n])
                lines.append(self.camera.flat(ends))
        self._lines(lines, RULE, 0.7, zorder=0)

    def ghost(self, places: Places, alpha: float) -> None:
        """Bodies at another instant, faintly."""
        self._polygons(self._bodies(places), alpha=alpha, zorder=1)

    def full(self, places: Places, *, names: bool) -> None:
        """Bodies, joints, springs and names at one instant."""
        polygons = self._bodies(places)
        if self.is_flat:
            self._polygons(polygons, zorder=2)
            for joint in self.scene.joints:
                self._flat_joint(joint, places)
        else:
            for joint in self.scene.joints:
                self._solid_joint(polygons, joint, places)
            self._polygons(polygons, zorder=2)
        for line in self.scene.lines:
            self._line(line, places)
        if names:
            self._name_bodies(places)

    def finish(self) -> None:
        """Names, axes and a measure of length."""
        for where, text, colour in _apart(self.labels, 0.035 * self.scene.size):
            outlined = {"boxstyle": "round,pad=0.18", "facecolor": PAPER, "edgecolor": "none", "alpha": 0.78}
            self.axes.text(
                *where, text, color=colour, fontsize=8, ha="center", va="center", zorder=9, bbox=outlined
            )
        self._measure()
        self._triad()

    # ---- bodies

    def _bodies(self, places: Places) -> _Polygons:
        polygons = _Polygons()
        for k in range(len(self.scene.bodies)):
            R, p = places.at(Attached(k, _HERE))
            for mesh, colour in self.scene.meshes(k):
                self._add(polygons, mesh.moved(R[0], p[0]), colour)
        return polygons

    def _add(self, polygons: _Polygons, mesh: Mesh, colour: str) -> None:
        """The faces of a mesh that are turned to the eye, in the light."""
        triangles = mesh.points[mesh.faces]
        normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
        sizes = np.linalg.norm(normals, axis=1, keepdims=True)
        normals = normals / np.where(sizes > 0.0, sizes, 1.0)
        seen = (normals @ self.camera.towards > 0.0) & (sizes[:, 0] > 0.0)
        lit = np.clip(normals[seen] @ self.light, 0.0, 1.0)[:, None]
        base = np.array(_rgb(colour))
        shaded = base * (0.62 + 0.38 * lit) + 0.16 * (1.0 - base) * lit**4
        polygons.add(triangles[seen], np.clip(shaded, 0.0, 1.0))

    def _polygons(self, polygons: _Polygons, *, alpha: float = 1.0, zorder: float) -> None:
        from matplotlib.collections import PolyCollection

        if not polygons.corners:
            return
        corners, colours = np.array(polygons.corners), np.array(polygons.colours)
        if alpha < 1.0:
            # mixed with the paper, so that faces behind do not shine through
            colours = alpha * colours + (1.0 - alpha) * np.array(_rgb(PAPER))
        order = np.argsort(self.camera.depth(corners).mean(axis=1))
        faces = PolyCollection(
            list(self.camera.flat(corners)[order]),
            facecolors=colours[order],
            edgecolors=colours[order],
            linewidths=0.4,
        )
        faces.set_zorder(zorder)
        self.axes.add_collection(faces, autolim=False)

    # ---- joints

    def _flat_joint(self, joint: SceneJoint, places: Places) -> None:
        """Symbols of textbooks: a ring for a pin, a triangle on hatched ground, a block in a guide."""
        from matplotlib.patches import Circle, Polygon

        s = 1.35 * self.scene.thin
        on_ground = joint.parent.body < 0 or joint.child.body < 0
        R, p = places.at(joint.child)
        centre = self.camera.flat(p[0])
        middle = (float(centre[0]), float(centre[1]))
        if joint.kind in ("hinge", "ball", "cross", "sleeve"):
            if on_ground:
                base = centre + s * np.array([[0.0, 0.0], [-1.9, -3.0], [1.9, -3.0]])
                self.axes.add_patch(
                    Polygon(base, facecolor="#d7d9dc", edgecolor=GROUND, linewidth=0.9, zorder=1.5)
                )
                self._hatch(base[1], base[2], s)
            self.axes.add_patch(
                Circle(middle, 1.15 * s, facecolor=PAPER, edgecolor=METAL, linewidth=1.6, zorder=4)
            )
            self.axes.add_patch(Circle(middle, 0.38 * s, facecolor=METAL, edgecolor="none", zorder=4))
        elif joint.kind == "slider":
            along = self.camera.flat((R[0] @ joint.axis)[None])[0]
            if np.linalg.norm(along) > 1e-9:
                along = along / np.linalg.norm(along)
                self._slider(joint, places, centre, along, s, on_ground)
        elif joint.kind == "weld":
            square = centre + s * np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
            self.axes.add_patch(Polygon(square, facecolor=METAL, edgecolor="none", zorder=4))

    def _slider(
        self, joint: SceneJoint, places: Places, centre: Vector, along: Vector, s: float, on_ground: bool
    ) -> None:
        from matplotlib.patches import Polygon

        normal = np.array([-along[1], along[0]])
        block = centre + s * np.array(
            [a * along * 2.6 + b * normal * 1.5 for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        )
        _, travel = self.scene.places.at(joint.child if joint.parent.body < 0 else joint.parent)
        ways = (self.camera.flat(travel) - centre) @ along
        least, largest = float(np.nanmin(ways)) - 4.5 * s, float(np.nanmax(ways)) + 4.5 * s
        if on_ground:
            for side in (-1.0,):
                ends = [centre + way * along + side * 1.75 * s * normal for way in (least, largest)]
                if ends[0][0] > ends[1][0]:
                    ends = ends[::-1]
                self._lines([np.array(ends)], GROUND, 1.4, zorder=1.5)
                self._hatch(ends[0], ends[1], s)
        self.axes.add_patch(Polygon(block, facecolor="#e9eaec", edgecolor=METAL, linewidth=1.3, zorder=1.7))

    def _hatch(self, start: Vector, end: Vector, s: float) -> None:
        """Short strokes under a line: ground."""
        way = end - start
        length = float(np.linalg.norm(way))
        direction = way / length
        below = np.array([direction[1], -direction[0]])
        count = max(2, int(length / (0.9 * s)))
        starts = start + np.linspace(0.0, 1.0, count)[:, None] * way
        strokes = [np.array([point, point + 0.8 * s * (below - 0.8 * direction)]) for point in starts]
        self._lines([np.array([start, end]), *strokes], GROUND, 0.9, zorder=1.4)

    def _solid_joint(self, polygons: _Polygons, joint: SceneJoint, places: Places) -> None:
        """Small solids: a pin, a ball, a block; a foot where the ground is."""
        s = 1.5 * self.scene.thin
        R, p = places.at(joint.child)
        axis = R[0] @ joint.axis
        solid: Any
        if joint.kind in ("hinge", "sleeve", "screw", "cross"):
            solid = Cylinder(1.15 * s, 3.0 * s, axis)
        elif joint.kind == "ball":
            solid = sphere(1.45 * s)
        elif joint.kind == "slider":
            frame = np.stack([*across(axis), axis], axis=1)
            self._add(polygons, Box((2.4 * s, 2.4 * s, 3.4 * s)).mesh(s).moved(frame, p[0]), METAL)
            solid = None
        else:
            solid = Box((2.0 * s, 2.0 * s, 2.0 * s)) if joint.kind == "weld" else None
        if solid is not None:
            self._add(polygons, solid.mesh(s).moved(np.eye(3), p[0]), METAL)
        if (joint.parent.body < 0 or joint.child.body < 0) and joint.kind in ("hinge", "ball", "cross"):
            foot = Cone(2.6 * s, 4.0 * s, self.scene.up).mesh(s)
            self._add(polygons, foot.moved(np.eye(3), p[0] - 3.0 * s * self.scene.up), GROUND)

    # ---- springs and dampers

    def _line(self, line: SceneLine, places: Places) -> None:
        (_, a), (_, b) = (places.at(end) for end in (line.first, line.second))
        start, end = self.camera.flat(np.array([a[0], b[0]]))
        way = end - start
        length = float(np.linalg.norm(way))
        if length < 1e-12:
            return
        along = way / length
        normal, s = np.array([-along[1], along[0]]), 1.6 * self.scene.thin
        if "spring" in line.kind:
            shift = 1.1 * s * normal if line.kind != "spring" else 0.0
            self._lines([start + shift + self._zigzag(along, normal, length, s)], METAL, 1.3, zorder=3)
        if "damper" in line.kind:
            shift = -1.1 * s * normal if line.kind != "damper" else 0.0
            strokes = self._dashpot(along, normal, length, s)
            self._lines([start + shift + stroke for stroke in strokes], METAL, 1.3, zorder=3)

    @staticmethod
    def _zigzag(along: Vector, normal: Vector, length: float, s: float) -> Vector:
        coils = 7
        t = np.linspace(0.18, 0.82, 2 * coils + 1) * length
        side = np.array([0.0, *(s * (-1.0) ** k for k in range(2 * coils - 1)), 0.0])
        inner = t[:, None] * along + side[:, None] * normal
        return np.concatenate([np.zeros((1, 2)), inner, (length * along)[None]])

    @staticmethod
    def _dashpot(along: Vector, normal: Vector, length: float, s: float) -> list[Vector]:
        def points(*pairs: tuple[float, float]) -> Vector:
            return np.array([x * along + y * normal for x, y in pairs])

        low, middle, high = 0.35 * length, 0.52 * length, 0.66 * length
        return [
            points((0.0, 0.0), (low, 0.0)),
            points((high, s), (low, s), (low, -s), (high, -s)),
            points((middle, 0.8 * s), (middle, -0.8 * s)),
            points((middle, 0.0), (length, 0.0)),
        ]

    def _lines(self, lines: Any, colour: str, width: float, *, zorder: float) -> None:
        from matplotlib.collections import LineCollection

        found = LineCollection(lines, colors=colour, linewidths=width, capstyle="round", joinstyle="round")
        found.set_zorder(zorder)
        self.axes.add_collection(found, autolim=False)

    # ---- words

    def _name_bodies(self, places: Places) -> None:
        for k, body in enumerate(self.scene.bodies):
            if body.solids:
                R, p = places.at(Attached(k, _HERE))
                points = np.concatenate([mesh.moved(R[0], p[0]).points for mesh, _ in self.scene.meshes(k)])
                middle = 0.5 * (points.min(axis=0) + points.max(axis=0))
                self.labels.append((self.camera.flat(middle), body.name, _darker(body.colour)))

    def _measure(self) -> None:
        """A length to compare with, at the lower right."""
        (x0, x1), (y0, y1) = self.axes.get_xlim(), self.axes.get_ylim()
        step = round_step(0.16 * (x1 - x0))
        x, y = x1 - 0.04 * (x1 - x0), y0 + 0.035 * (y1 - y0)
        self._lines([np.array([[x - step, y], [x, y]])], SOFT, 1.4, zorder=8)
        self.axes.text(
            x - 0.5 * step,
            y + 0.012 * (y1 - y0),
            length_text(step),
            color=SOFT,
            fontsize=8,
            ha="center",
            va="bottom",
        )

    def _triad(self) -> None:
        """The axes of the world, at the lower left."""
        (x0, x1), (y0, y1) = self.axes.get_xlim(), self.axes.get_ylim()
        unit = 0.07 * min(x1 - x0, y1 - y0)
        origin = np.array([x0 + 1.6 * unit, y0 + 1.4 * unit])
        for axis, colour in zip("xyz", ("#b5443b", "#3a9273", "#3d6fb4"), strict=True):
            tip = self.camera.flat(np.eye(3)["xyz".index(axis)])
            if np.linalg.norm(tip) < 0.1:
                continue
            end = origin + unit * tip
            arrow = {"arrowstyle": "-|>", "color": colour, "linewidth": 1.1, "shrinkA": 0, "shrinkB": 0}
            self.axes.annotate("", end, origin, arrowprops=arrow, zorder=8)
            self.axes.text(*(origin + 1.28 * unit * tip), axis, color=colour, fontsize=8, ha="center", va="center")


# ---- pieces


def round_step(x: float) -> float:
    """The largest of 1, 2, 5 times a power of ten that is not above x."""
    power = 10.0 ** np.floor(np.log10(x))
    return float(power * max(k for k in (1.0, 2.0, 5.0) if k * power <= x * (1.0 + 1e-9)))


def length_text(x: float) -> str:
    """A length in the unit that suits it."""
    for unit, size in (("km", 1e3), ("m", 1.0), ("mm", 1e-3), ("µm", 1e-6)):
        if x >= size:
            return f"{x / size:g} {unit}"
    return f"{x:g} m"


def _rgb(colour: str) -> tuple[float, float, float]:
    from matplotlib.colors import to_rgb

    return to_rgb(colour)


def _darker(colour: str) -> str:
    from matplotlib.colors import to_hex

    r, g, b = _rgb(colour)
    return str(to_hex((0.6 * r, 0.6 * g, 0.6 * b)))


def _apart(labels: list[tuple[Vector, str, str]], distance: float) -> list[tuple[Vector, str, str]]:
    """Labels moved upwards until none stands on another."""
    found: list[tuple[Vector, str, str]] = []
    for where, text, colour in sorted(labels, key=lambda label: label[0][1]):
        place = np.array(where)
        while any(abs(place[1] - p[1]) < distance and abs(place[0] - p[0]) < 3.0 * distance for p, _, _ in found):
            place = place + [0.0, 0.35 * distance]
        found.append((place, text, colour))
    return found

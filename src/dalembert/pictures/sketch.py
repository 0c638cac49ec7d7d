"""Drawing a scene: a frame around it, a floor, bodies, symbols, arrows, names and a measure of length."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.patches import FancyArrowPatch

from dalembert.arrays import Vector
from dalembert.pictures.arrows import Arrow
from dalembert.pictures.camera import Camera
from dalembert.pictures.faces import Faces
from dalembert.pictures.figures import RULE, SOFT, darker, force_text
from dalembert.pictures.flat_symbols import GROUND, METAL, FlatSymbols
from dalembert.pictures.labels import Labels
from dalembert.pictures.raster import Raster
from dalembert.pictures.scene import Attached, BodyPoses, Scene, SceneJoint, SceneLine
from dalembert.pictures.shaded_surfaces import Surface
from dalembert.pictures.solid_symbols import SolidSymbols
from dalembert.spatial.pose import Pose

SHADOW, SHEET, ARROW = "#eeece7", "#f4f2ed", {"reaction": "#b8324a", "force": "#1f6f8b", "weight": "#6b7280"}

PATH = "#b8324a"
"""Of ways of points."""

LETTERS = 2
"""Letters of names of pins that are written beside them."""

LONGEST_ARROW = 0.22
"""Length of the longest arrow beside the size of the scene."""

WIDTH, LEAST_HEIGHT, LARGEST_HEIGHT = 7.2, 3.0, 7.2
"""Of pictures, in inches."""

_HERE = Pose()
"""The frame of a body itself."""


class Canvas:
    """Parts of a picture that are the same at all instants: the frame of the picture and the surfaces of bodies.

    `room` is left around, as a part of the size of the scene.
    """

    def __init__(
        self,
        scene: Scene,
        camera: Camera,
        arrows: Sequence[Arrow] = (),
        room: float = 0.02,
        paths: Sequence[Vector] = (),
    ) -> None:
        self.scene, self.camera, self.arrows, self.room, self.paths = scene, camera, arrows, room, paths
        sizes = [np.linalg.norm(arrow.forces, axis=1) for arrow in arrows]
        finite = np.concatenate([np.zeros(1), *(size[np.isfinite(size)] for size in sizes)])
        self.largest_force = float(finite.max())
        self.is_flat = scene.normal is not None and abs(camera.towards @ scene.normal) > 1.0 - 1e-9
        self.s = 1.3 * scene.thin if self.is_flat else 1.05 * scene.symbol
        self.level = self._level()
        self.limits = self._limits()
        self.surfaces = [
            [Surface.of(mesh, colour) for mesh, colour in scene.meshes(k) if len(mesh.faces)]
            for k in range(len(scene.bodies))
        ]
        self.symbols = SolidSymbols(self.s)

    @property
    def height(self) -> float:
        """Of the picture, in inches."""
        (x0, x1), (y0, y1) = self.limits
        return WIDTH * (y1 - y0) / (x1 - x0)

    def _level(self) -> float:
        """Height of the floor: under everything that moves, and under the feet of joints on the ground."""
        up = self.scene.up
        heights = self.scene.points @ up
        lowest = float(np.nanmin(heights, initial=np.inf))
        for joint in self.scene.joints:
            if _is_footed(joint):
                heights = self.scene.poses.at(joint.child)[1] @ up
                lowest = min(lowest, float(heights.min()) - self.scene.stand(joint) - 2.95 * self.s)
        return lowest if np.isfinite(lowest) else 0.0

    def tip(self, arrow: Arrow, row: int | slice) -> Vector:
        """Where an arrow ends; the longest of all is a fifth as long as the scene."""
        scale = LONGEST_ARROW * min(self.scene.size, 1.5 * self.scene.reach) / (self.largest_force or 1.0)
        return np.asarray(arrow.points[row] + scale * arrow.forces[row])

    def _limits(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Of the picture in metres: around everything, neither very narrow nor very flat."""
        tips = [self.tip(arrow, slice(None)) for arrow in self.arrows]
        patches = [self.scene.patch(plane).corners for plane in self.scene.planes]
        points = np.concatenate([self.scene.points, *tips, *patches, *self.paths])
        points = points[np.isfinite(points).all(axis=1)]
        flat = self.camera.flat(points if len(points) else np.array([[-0.5] * 3, [0.5] * 3]))
        if not self.is_flat:
            up = self.scene.up
            fallen = points + (self.level - points @ up)[:, None] * up
            flat = np.concatenate([flat, self.camera.flat(fallen)])
        margin = 4.5 * self.s + self.room * self.scene.size
        (x0, y0), (x1, y1) = flat.min(axis=0) - margin, flat.max(axis=0) + margin
        # room for axes and a measure below
        y0 -= 0.12 * max(y1 - y0, 0.5 * (x1 - x0))
        height = np.clip(WIDTH * (y1 - y0) / (x1 - x0), LEAST_HEIGHT, LARGEST_HEIGHT)
        scale = max((x1 - x0) / WIDTH, (y1 - y0) / height)
        x, y = 0.5 * (x0 + x1), 0.5 * (y0 + y1)
        half_x, half_y = 0.5 * scale * WIDTH, 0.5 * scale * height
        return (x - half_x, x + half_x), (y - half_y, y + half_y)


class Sketch:
    """A picture in the making."""

    def __init__(self, axes: Axes, canvas: Canvas, dots: int = 1152) -> None:
        self.axes, self.canvas, self.dots = axes, canvas, dots
        self.scene, self.camera, self.is_flat = canvas.scene, canvas.camera, canvas.is_flat
        self.flat = FlatSymbols(axes, canvas.s)
        self.labels = Labels(axes)

    def paths(self) -> None:
        """Ways of points, dashed."""
        for path in self.canvas.paths:
            x, y = self.camera.flat(path).T
            self.axes.plot(x, y, color=PATH, linewidth=1.3, linestyle=(0, (4, 2)), zorder=3.5)

    def points(self, points: Sequence[tuple[Vector, str]]) -> None:
        """Points that go these ways, with their names."""
        for place, name in points:
            centre = self.camera.flat(place)
            self.flat.dot(centre, PATH)
            if len(name) <= LETTERS:
                self.labels.keep_free(centre, 0.7 * self.canvas.s)
                self.labels.add(centre, name, PATH)

    # ---- parts of the picture

    def prepare(self) -> None:
        """The frame of the picture, and a floor where there is depth."""
        self.frame()
        if not self.is_flat:
            self.floor()
        self.planes()

    def planes(self, passed: Vector | None = None) -> None:
        """Planes of the ground: hatched lines where they are seen edge-on, else sheets behind all bodies.

        `passed` is the way (3,) of a picture that moves over them.
        """
        for plane in self.scene.planes:
            patch = self.scene.patch(plane)
            if self.is_flat:
                half = self.camera.flat(max(patch.halves, key=lambda x: np.linalg.norm(self.camera.flat(x))))
                middle, out = self.camera.flat(patch.middle), self.camera.flat(plane.normal)
                # hatching is on the right of the way from start to end
                half = half if half[0] * out[1] - half[1] * out[0] > 0.0 else -half
                gone = 0.0 if passed is None else float(self.camera.flat(passed) @ half / np.linalg.norm(half))
                self.flat.hatch(middle - half, middle + half, gone)
            else:
                sheet = PolyCollection([self.camera.flat(patch.corners)], facecolors=SHEET, edgecolors=GROUND)
                sheet.set(linewidths=0.9, zorder=0.3)
                self.axes.add_collection(sheet, autolim=False)

    def frame(self) -> None:
        """Limits of the picture."""
        self.axes.set_xlim(*self.canvas.limits[0])
        self.axes.set_ylim(*self.canvas.limits[1])

    def ghost(self, poses: BodyPoses, strength: float) -> None:
        """Bodies at another instant, faintly."""
        surfaces = self._surfaces()
        self._bodies(surfaces, poses)
        surfaces.draw(self.axes, strength=strength, zorder=1.0)

    def full(self, poses: BodyPoses) -> None:
        """Bodies, joints, springs and dampers at one instant."""
        surfaces = self._surfaces()
        self._bodies(surfaces, poses)
        if isinstance(surfaces, Raster):
            for joint in self.scene.joints:
                self._solid_joint(surfaces, joint, poses)
            for line in self.scene.lines:
                self._solid_line(surfaces, line, poses)
            if not self.scene.planes:
                # below a slope nobody would see one
                self._shadow(surfaces)
        else:
            for joint in self.scene.joints:
                self._flat_joint(joint, poses)
            for line in self.scene.lines:
                self._flat_line(line, poses)
        surfaces.draw(self.axes, zorder=2.0)

    def names(self, poses: BodyPoses) -> None:
        """A name for each body that is seen, and in a plane for each pin that is called by a letter or two."""
        pins = dict[str, Vector]()
        for joint in self.scene.joints:
            centre = self.camera.flat(poses.at(joint.child)[1][0])
            self.labels.keep_free(centre, 1.2 * self.canvas.s)
            # pins of several links at a point are called by both, "C rocker"
            letter = joint.name.split(" ")[0]
            if self.is_flat and joint.kind == "hinge" and len(letter) <= LETTERS:
                pins.setdefault(letter, centre)
        for letter, centre in pins.items():
            self.labels.add(centre, letter, METAL)
        for k, body in enumerate(self.scene.bodies):
            if self.canvas.surfaces[k]:
                R, p = poses.at(Attached(k, _HERE))
                points = np.concatenate([surface.points for surface in self.canvas.surfaces[k]]) @ R[0].T + p[0]
                middle = 0.5 * (points.min(axis=0) + points.max(axis=0))
                self.labels.add(self.camera.flat(middle), body.name, darker(body.colour))

    def arrows(self, row: int) -> None:
        """Forces at one instant, with their sizes beside the tips."""
        largest = self.canvas.largest_force
        for arrow in self.canvas.arrows:
            force = arrow.forces[row]
            start, end = self.camera.flat(np.array([arrow.points[row], self.canvas.tip(arrow, row)]))
            length = float(np.linalg.norm(end - start))
            # shorter ones are hidden by the sign of the joint
            if np.isfinite(force).all() and length > 1.2 * self.canvas.s:
                self._arrow(start, end, ARROW[arrow.kind])
                self.labels.keep_free(end, 1.5 * self.canvas.s)
                beside = end + 2.5 * self.canvas.s * (end - start) / length
                self.labels.add(
                    beside, f"{arrow.name} {force_text(float(np.linalg.norm(force)))}", ARROW[arrow.kind], end
                )
        if largest:
            where = (float(np.mean(self.canvas.limits[0])), self._foot)
            self.axes.text(*where, f"longest arrow {force_text(largest)}", color=SOFT, fontsize=8, ha="center")

    def finish(self) -> None:
        """Axes, a measure of length, then names where there is room."""
        self._measure()
        self._triad()
        self.labels.place()

    # ---- bodies

    def _surfaces(self) -> Faces | Raster:
        """Collection of surfaces: polygons in a plane, dots in space."""
        return Faces(self.camera) if self.is_flat else Raster(self.camera, self.canvas.limits, self.dots)

    def _bodies(self, surfaces: Faces | Raster, poses: BodyPoses) -> None:
        """All solids; in a plane one body after the other, those in front and small ones last."""
        order: Sequence[int] = range(len(self.scene.bodies))
        if self.is_flat:
            order = sorted(order, key=lambda k: self._layer(k, poses))
        for k in order:
            R, p = poses.at(Attached(k, _HERE))
            for surface in self._nearer(k, R[0]) if self.is_flat else self.canvas.surfaces[k]:
                surfaces.add(surface, R[0], p[0])

    def _nearer(self, k: int, R: Vector) -> list[Surface]:
        """Surfaces of a body, those in front last; equally near ones in their own order."""
        towards, thin = self.camera.towards @ R, self.scene.thin
        return sorted(
            self.canvas.surfaces[k], key=lambda surface: round(float((surface.points @ towards).mean()) / thin)
        )

    def _layer(self, k: int, poses: BodyPoses) -> tuple[float, float]:
        """How near a body is, and how little of the picture it takes."""
        R, p = poses.at(Attached(k, _HERE))
        towards = self.camera.towards @ R[0]
        depths = [surface.points @ towards for surface in self.canvas.surfaces[k]] or [np.zeros(1)]
        depth = float(np.concatenate(depths).min() + np.concatenate(depths).max()) / 2.0 + self.camera.depth(p[0])
        area = sum(float(np.abs(surface.areas @ towards).sum()) for surface in self.canvas.surfaces[k])
        return round(float(depth) / self.scene.thin), -area

    def floor(self, passed: Vector | None = None) -> None:
        """A grid under the scene, in steps of one, two or five, as far as the picture reaches.

        `passed` is the way (3,) of a picture that moves over it.
        """
        up = self.scene.up
        axis = int(np.argmax(np.abs(up)))
        if abs(up[axis]) < 1.0 - 1e-9:
            return
        first, second = (k for k in range(3) if k != axis)
        least, largest = self.scene.box
        step = round_step(max(self.scene.size / 8.0, 1e-12))
        n = int(np.ceil(0.8 * self.scene.size / step))
        start = [step * np.round(0.5 * (least[k] + largest[k]) / step) for k in (first, second)]
        behind = np.zeros(3) if passed is None else np.mod(passed, step)
        lines = []
        for i in range(-n, n + 1):
            for a, b, along in ((first, second, 0), (second, first, 1)):
                ends = np.full((2, 3), self.canvas.level * up[axis])
                ends[:, a] = start[along] + i * step - behind[a]
                ends[:, b] = start[1 - along] + step * np.array([-n, n])
                lines.append(self.camera.flat(ends))
        self.flat.lines(lines, RULE, 0.7, 0.0)

    def _shadow(self, raster: Raster) -> None:
        fallen = raster.shadow(self.scene.up, self.canvas.level)
        if len(fallen):
            dark = PolyCollection(list(fallen), facecolors=SHADOW, edgecolors=SHADOW, linewidths=0.6)
            dark.set_zorder(0.5)
            self.axes.add_collection(dark, autolim=False)

    # ---- joints

    def _flat_joint(self, joint: SceneJoint, poses: BodyPoses) -> None:
        on_ground = joint.parent.body < 0 or joint.child.body < 0
        R, p = poses.at(joint.child)
        centre = self.camera.flat(p[0])
        if joint.slot is not None:
            along = self.camera.flat(poses.at(joint.parent)[0][0] @ joint.slot)
            self._flat_slot(joint, centre, along / np.linalg.norm(along))
        elif joint.kind in ("hinge", "ball", "cross", "sleeve", "screw"):
            self.flat.pin(centre, on_ground=on_ground)
        elif joint.kind == "weld":
            self.flat.weld(centre)
        elif joint.kind == "slider":
            along = self.camera.flat(R[0] @ joint.axis)
            if np.linalg.norm(along) > 1e-9:
                self._flat_slider(joint, poses, along / np.linalg.norm(along))

    def _flat_slider(self, joint: SceneJoint, poses: BodyPoses, along: Vector) -> None:
        """A block, unless the body is larger; on the ground a guide below it, as long as its way."""
        if along[0] < 0.0 or (along[0] == 0.0 and along[1] < 0.0):
            along = -along
        s, normal = self.canvas.s, np.array([-along[1], along[0]])
        moving = joint.child if joint.parent.body < 0 else joint.parent
        centre = self.camera.flat(poses.at(joint.child)[1][0])
        reach = (
            self._points(moving.body, poses) - centre if self.canvas.surfaces[moving.body] else np.zeros((1, 2))
        )
        least, largest = (float(x) for x in (np.min(reach @ along), np.max(reach @ along)))
        below = max(1.6 * s, -float(np.min(reach @ normal)))
        if largest - least < 5.2 * s:
            self.flat.block(centre, along)
        if joint.parent.body < 0 or joint.child.body < 0:
            ways = (self.camera.flat(self.scene.poses.at(moving)[1]) - centre) @ along
            span = (float(np.nanmin(ways)) + min(-2.6 * s, least), float(np.nanmax(ways)) + max(2.6 * s, largest))
            self.flat.guide(centre, along, span, below)

    def _flat_slot(self, joint: SceneJoint, centre: Vector, along: Vector) -> None:
        """A pin on a block that slides on its link; on the ground along a guide."""
        self.flat.block(centre, along, zorder=3.5)
        if joint.parent.body < 0:
            ways = (self.camera.flat(self.scene.poses.at(joint.child)[1]) - centre) @ along
            s = self.canvas.s
            span = (float(np.nanmin(ways)) - 2.6 * s, float(np.nanmax(ways)) + 2.6 * s)
            self.flat.guide(centre, along, span, 1.6 * s)
        self.flat.pin(centre, on_ground=False)

    def _points(self, k: int, poses: BodyPoses) -> Vector:
        """Points of a body's surfaces in the picture (n, 2)."""
        return self.camera.flat(self._in_world(k, poses))

    def _in_world(self, k: int, poses: BodyPoses) -> Vector:
        """Points of a body's surfaces (n, 3)."""
        R, p = poses.at(Attached(k, _HERE))
        points = np.concatenate([surface.points for surface in self.canvas.surfaces[k]])
        return np.asarray(points @ R[0].T + p[0])

    def _solid_joint(self, raster: Raster, joint: SceneJoint, poses: BodyPoses) -> None:
        (_, first), (R, second) = poses.at(joint.parent), poses.at(joint.child)
        on_ground = joint.parent.body < 0 or joint.child.body < 0
        kind = "block" if joint.kind == "slider" and on_ground else joint.kind
        self.canvas.symbols.joint(raster, kind, second[0], R[0] @ joint.axis)
        if joint.kind == "slider":
            self._rail(raster, joint, poses)
        elif joint.kind in ("sleeve", "screw"):
            self.canvas.symbols.bar(raster, first[0], second[0])
        if _is_footed(joint):
            up = self.scene.up
            self.canvas.symbols.foot(raster, second[0] - self.scene.stand(joint) * up, up)

    def _rail(self, raster: Raster, joint: SceneJoint, poses: BodyPoses) -> None:
        """A rod along which something slides: on the ground as long as its way, else from one end to the other."""
        held, moving = (joint.child, joint.parent) if joint.child.body < 0 else (joint.parent, joint.child)
        instants = self.scene.poses if held.body < 0 else poses
        axis = poses.at(joint.child)[0][0] @ joint.axis
        ways = (instants.at(moving)[1] - instants.at(held)[1]) @ axis
        ends = (np.nanmin(ways), np.nanmax(ways)) if held.body < 0 else (min(0.0, ways[0]), max(0.0, ways[0]))
        # out of the body that slides on it
        place = poses.at(moving)[1][0]
        reach = [(self._in_world(moving.body, poses) - place) @ axis] if self.canvas.surfaces[moving.body] else []
        along, more = np.concatenate([np.zeros(1), *reach]), 4.5 * self.canvas.s
        origin = poses.at(held)[1][0]
        start, end = (origin + way * axis for way in (ends[0] + along.min() - more, ends[1] + along.max() + more))
        self.canvas.symbols.bar(raster, start, end)

    # ---- springs and dampers

    def _flat_line(self, line: SceneLine, poses: BodyPoses) -> None:
        start, end = self.camera.flat(np.array([poses.at(at)[1][0] for at in (line.first, line.second)]))
        if np.linalg.norm(end - start) < 1e-9 * self.scene.size:
            return
        both = 1.4 * (line.kind == "spring and damper")
        if "spring" in line.kind:
            self.flat.spring(start, end, both)
        if "damper" in line.kind:
            self.flat.damper(start, end, -both)
        if line.kind == "bar":
            self.flat.bar(start, end)
        way = (end - start) / np.linalg.norm(end - start)
        for at, point, inwards in ((line.first, start, way), (line.second, end, -way)):
            if at.body < 0 and not self._has_support(at, poses):
                self.flat.wall(point, inwards)

    def _has_support(self, at: Attached, poses: BodyPoses) -> bool:
        """Whether the ground is drawn there for a joint already."""
        p = poses.at(at)[1][0]
        joints = [joint for joint in self.scene.joints if _is_footed(joint)]
        return any(np.linalg.norm(poses.at(joint.parent)[1][0] - p) < self.canvas.s for joint in joints)

    def _solid_line(self, raster: Raster, line: SceneLine, poses: BodyPoses) -> None:
        symbols = self.canvas.symbols
        start, end = (poses.at(at)[1][0] for at in (line.first, line.second))
        if np.linalg.norm(end - start) < 1e-9 * self.scene.size:
            return
        aside = 1.4 * self.canvas.s * self.camera.right * (line.kind == "spring and damper")
        if "spring" in line.kind:
            symbols.spring(raster, start, end, aside)
        if "damper" in line.kind:
            symbols.damper(raster, start, end, -aside)
        if line.kind == "bar":
            symbols.bar(raster, start, end)

    # ---- signs and measures

    def _arrow(self, start: Vector, end: Vector, colour: str) -> None:
        patch = FancyArrowPatch(
            tuple(start),
            tuple(end),
            arrowstyle="-|>,head_length=5,head_width=2.6",
            color=colour,
            linewidth=1.7,
            shrinkA=0.0,
            shrinkB=0.0,
            zorder=7.0,
        )
        self.axes.add_patch(patch)

    @property
    def _foot(self) -> float:
        """Where axes and measures stand."""
        y0, y1 = self.canvas.limits[1]
        return y0 + 0.035 * (y1 - y0)

    def _measure(self) -> None:
        """A length to compare with, at the lower right."""
        (x0, x1), (y0, y1) = self.canvas.limits
        step = round_step(0.16 * (x1 - x0))
        x, y = x1 - 0.04 * (x1 - x0), self._foot
        self.flat.lines([np.array([[x - step, y], [x, y]])], SOFT, 1.4, 8.0)
        where = (x - 0.5 * step, y + 0.012 * (y1 - y0))
        self.axes.text(*where, length_text(step), color=SOFT, fontsize=8, ha="center", va="bottom")
        self.labels.keep_free(np.array(where), 0.5 * step)

    def _triad(self) -> None:
        """The axes of the world, at the lower left."""
        (x0, x1), (y0, y1) = self.canvas.limits
        unit = 0.05 * min(x1 - x0, y1 - y0)
        # so far from the corner that all arrows and letters are in the picture
        reach = 1.35 * self.camera.flat(np.eye(3)).min(axis=0, initial=0.0)
        origin = np.array([x0, y0]) + unit * (np.array([0.8, 0.6]) - reach)
        for k, colour in enumerate(("#b5443b", "#3a9273", "#3d6fb4")):
            tip = self.camera.flat(np.eye(3)[k])
            if np.linalg.norm(tip) < 0.1:
                continue
            end = origin + unit * tip
            arrow = {"arrowstyle": "-|>", "color": colour, "linewidth": 1.1, "shrinkA": 0, "shrinkB": 0}
            self.axes.annotate("", end, origin, arrowprops=arrow, zorder=8)
            where = origin + 1.35 * unit * tip
            self.axes.text(
                float(where[0]), float(where[1]), "xyz"[k], color=colour, fontsize=8, ha="center", va="center"
            )
        self.labels.keep_free(origin, 1.6 * unit)


# ---- pieces


def _is_footed(joint: SceneJoint) -> bool:
    """Whether a joint gets a stand on the ground."""
    on_ground = joint.parent.body < 0 or joint.child.body < 0
    return on_ground and joint.kind in ("hinge", "ball", "cross")


def round_step(x: float) -> float:
    """The largest of 1, 2, 5 times a power of ten that is not above x."""
    power = 10.0 ** np.floor(np.log10(x))
    return float(power * max(k for k in (1.0, 2.0, 5.0) if k * power <= x * (1.0 + 1e-9)))


def length_text(x: float) -> str:
    """A length in the unit that suits it."""
    for unit, size in (("km", 1e3), ("m", 1.0), ("mm", 1e-3), ("µm", 1e-6)):
        if x >= size * (1.0 - 1e-9):
            return f"{x / size:g} {unit}"
    return f"{x:g} m"

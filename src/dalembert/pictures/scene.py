"""A model as something to look at: solids of bodies, symbols of joints, lines of springs, which way is up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Vector
from dalembert.expr.node import Node
from dalembert.expr.rewrite import evaluate
from dalembert.expr.symbol_nodes import param, time
from dalembert.model.bodies import Body, Frame, ground
from dalembert.model.drawing_symbols import DrawnLine
from dalembert.model.joint import Joint
from dalembert.model.model import Model
from dalembert.model.part_contents import replaced
from dalembert.model.visuals import Bar, JointSymbol, Mesh, Solid
from dalembert.pictures.guessed_visuals import arms, guessed_visual
from dalembert.pictures.marks import marks
from dalembert.spatial.inertia import Inertia
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import Axis, across, unit

T = TypeVar("T")

Instants: TypeAlias = slice | Sequence[int] | NDArray[np.int64]
"""Some samples, by a slice or by their numbers."""

COLOURS = ("#3d6fb4", "#d98327", "#3a9273", "#8e2f6e", "#84743a", "#9c2f2a", "#4fa3c4", "#c4b2e0", "#c9b458")
"""Of bodies, one after the other; they differ in lightness too, so that they can be told apart in any eye."""

THIN = 0.014
"""Radius of what has no thickness, beside the size of the scene."""

_INSTANTS = 120
"""At so many instants the size of a motion is measured."""

_ROOM = 1.5
"""Beside a mechanism that travels, the size of a picture by which thicknesses are chosen."""

_FINEST = 0.4
"""The least size of symbols, beside what has no thickness."""

_TRAVELS = 3.0
"""A motion so many times as large as its mechanism is followed."""

_SLIDING = ("slider", "sleeve", "plane", "screw")
"""Joints whose two ends part."""

_FLAT = 1e-7
"""Motion out of a plane, in units and radians, that is none."""


@dataclass(frozen=True, eq=False)
class Attached:
    """A place fixed to a body: number of the body, −1 for the ground, and its pose there."""

    body: int
    pose: Pose


@dataclass(frozen=True, eq=False)
class SceneBody:
    """A body with its solids, of numbers."""

    name: str
    mass: float | None
    colour: str
    solids: tuple[Solid, ...]
    marks: tuple[Solid, ...] = ()
    """Spots by which its turning is seen."""


@dataclass(frozen=True, eq=False)
class SceneJoint:
    """A joint's symbol, at the frame of its child; `axis` is in that frame."""

    name: str
    kind: str
    parent: Attached
    child: Attached
    axis: Vector
    slot: Vector | None = None
    """The direction of a slot, in the frame of the parent."""


@dataclass(frozen=True, eq=False)
class SceneLine:
    """A spring or damper between two points."""

    name: str
    kind: str
    first: Attached
    second: Attached


@dataclass(frozen=True, eq=False)
class ScenePlane:
    """A plane of the ground on which something rolls or slides: one of its points, and its normal."""

    name: str
    point: Vector
    normal: Vector


@dataclass(frozen=True, eq=False)
class Patch:
    """The part of a plane that is shown: its middle, and half of each of its sides (2, 3), the first level."""

    middle: Vector
    halves: Vector

    @property
    def corners(self) -> Vector:
        """Around it (4, 3)."""
        a, b = self.halves
        return np.array([self.middle + x * a + y * b for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))])


@dataclass(frozen=True, eq=False)
class BodyPoses:
    """Where bodies are, at one instant or more: axes (n, n_bodies, 3, 3) and origins (n, n_bodies, 3)."""

    R: Vector
    p: Vector

    def __len__(self) -> int:
        return len(self.p)

    def at(self, place: Attached) -> tuple[Vector, Vector]:
        """Axes (n, 3, 3) and origins (n, 3) of something attached."""
        R_in, p_in = np.asarray(place.pose.R, dtype=float), np.asarray(place.pose.p, dtype=float)
        if place.body < 0:
            return np.broadcast_to(R_in, (len(self), 3, 3)), np.broadcast_to(p_in, (len(self), 3))
        R, p = self.R[:, place.body], self.p[:, place.body]
        return R @ R_in, p + R @ p_in

    def moved(self, way: Vector) -> BodyPoses:
        """Places moved by (n, 3)."""
        return BodyPoses(self.R, self.p + way[:, None])

    def some(self, instants: Instants) -> BodyPoses:
        """Places at some of the instants, by a slice or by numbers."""
        return BodyPoses(self.R[instants], self.p[instants])


@dataclass(frozen=True, eq=False)
class Scene:
    """Solids, symbols and lines of a model, with the places of its bodies over some instants."""

    bodies: tuple[SceneBody, ...]
    joints: tuple[SceneJoint, ...]
    lines: tuple[SceneLine, ...]
    poses: BodyPoses
    gravity: Vector
    normal: Vector | None = None
    """Towards the eye, along the coordinate axis across which nothing moves or turns; None if there is none."""

    extra: tuple[Attached, ...] = ()
    """Further points that belong to the picture, such as pivots on the ground."""

    planes: tuple[ScenePlane, ...] = ()
    """Planes of the ground that are seen, besides the floor."""

    @cached_property
    def up(self) -> Vector:
        """Against gravity, as far as it pulls in the plane of a plane model; without it y there, or z."""
        g = self.gravity if self.normal is None else self.gravity - (self.gravity @ self.normal) * self.normal
        return _upwards(g, self.normal)

    @cached_property
    def _clouds(self) -> tuple[Vector, Vector]:
        """Points of the mechanism itself, and those that it leaves behind on the ground; (n, …, 3) each."""
        joints = [(end, joint.kind in _SLIDING) for joint in self.joints for end in (joint.parent, joint.child)]
        poses = [*self.extra, *(end for line in self.lines for end in (line.first, line.second))]
        poses += [end for end, slides in joints if end.body >= 0 or not slides]
        left = [end for end, slides in joints if end.body < 0 and slides]
        some = self.poses.some(np.unique(np.linspace(0, len(self.poses) - 1, _INSTANTS).astype(int)))
        clouds = [some.at(place)[1][:, None] for place in poses]
        for k, body in enumerate(self.bodies):
            R, p = some.R[:, k], some.p[:, k]
            corners = [solid.mesh(0.0).moved(solid.place.R, solid.place.p).points for solid in body.solids]
            points = np.concatenate(corners or [np.zeros((1, 3))])
            clouds.append(points @ np.swapaxes(R, 1, 2) + p[:, None])
        none = np.zeros((len(some), 0, 3))
        return (
            np.concatenate([none, *clouds], axis=1),
            np.concatenate([none, *(some.at(place)[1][:, None] for place in left)], axis=1),
        )

    @cached_property
    def points(self) -> Vector:
        """Points that matter, over all instants (n, 3); finite ones."""
        points = np.concatenate([cloud.reshape(-1, 3) for cloud in self._clouds])
        return np.asarray(points[np.isfinite(points).all(axis=1)])

    @cached_property
    def box(self) -> tuple[Vector, Vector]:
        """Least and largest coordinates of all that matters, over all instants."""
        if not len(self.points):
            return -np.ones(3), np.ones(3)
        return self.points.min(axis=0), self.points.max(axis=0)

    @cached_property
    def size(self) -> float:
        """How large the picture is, in metres."""
        least, largest = self.box
        return float(np.linalg.norm(largest - least)) or 1.0

    @cached_property
    def reach(self) -> float:
        """How large the mechanism is where it is largest, in metres; the picture, for points that have no size."""
        points, _ = self._clouds
        finite = points[np.isfinite(points).all(axis=(1, 2))]
        if not finite.size:
            return self.size
        largest = float(np.linalg.norm(np.ptp(finite, axis=1), axis=1).max())
        return min(self.size, largest) if largest > 1e-9 * self.size else self.size

    @property
    def travels(self) -> bool:
        """Whether the model gets so far that its whole way would show it small."""
        return self.size > _TRAVELS * self.reach

    def way(self) -> Vector | None:
        """How far over the floor the heaviest body has got (n, 3), if it travels and nothing is left behind."""
        ends = [end for joint in self.joints for end in (joint.parent, joint.child)]
        ends += [end for line in self.lines for end in (line.first, line.second)]
        slopes = [plane for plane in self.planes if abs(plane.normal @ self.up) < 1.0 - 1e-9]
        if not self.travels or slopes or any(end.body < 0 for end in ends):
            return None
        p = self.poses.p[:, int(np.argmax([body.mass or 0.0 for body in self.bodies]))]
        way = p - p[0]
        return np.asarray(way - (way @ self.up)[:, None] * self.up)

    @property
    def thin(self) -> float:
        """Radius of what has no thickness."""
        return THIN * min(self.size, _ROOM * self.reach)

    @cached_property
    def symbol(self) -> float:
        """By which symbols are sized: finer where bars in space are."""
        solids = [solid for body in self.bodies for solid in body.solids]
        radii = [float(solid.radius) for solid in solids if isinstance(solid, Bar) and float(solid.radius) > 0.0]
        if self.normal is not None or not radii:
            return self.thin
        return float(np.clip(np.median(radii), _FINEST * self.thin, self.thin))

    def patch(self, plane: ScenePlane) -> Patch:
        """Part of a plane under the points that matter, and a little more."""
        n = plane.normal
        level = np.cross(self.up, n)
        if (size := float(np.linalg.norm(level))) < 1e-9:
            level = np.cross(n, self.normal) if self.normal is not None else across(n)[0]
            size = float(np.linalg.norm(level))
        axes = np.stack([level / size, np.cross(n, level / size)])
        points = self.points if len(self.points) else np.zeros((1, 3))
        along = (points - plane.point) @ axes.T
        least, largest = along.min(axis=0), along.max(axis=0)
        halves = 0.5 * (largest - least) + 0.12 * min(self.size, _ROOM * self.reach)
        return Patch(plane.point + 0.5 * (least + largest) @ axes, halves[:, None] * axes)

    def stand(self, joint: SceneJoint) -> float:
        """How far below a joint on the ground its foot is: what turns about the vertical stands on its end."""
        moving = joint.child if joint.parent.body < 0 else joint.parent
        axis = self.poses.at(joint.child)[0][0] @ joint.axis
        if joint.kind != "hinge" or moving.body < 0 or not abs(axis @ self.up) > 1.0 - 1e-9:
            return 0.0
        R, p = self.poses.R[0, moving.body], self.poses.p[0, moving.body]
        points = np.concatenate([np.zeros((0, 3)), *(mesh.points for mesh, _ in self.meshes(moving.body))])
        from_joint = points @ R.T + p - self.poses.at(moving)[1][0]
        heights = from_joint @ self.up
        near = np.linalg.norm(from_joint - heights[:, None] * self.up, axis=1) < 4.0 * self.thin
        return float(max(0.0, -heights[near].min(initial=0.0)))

    def meshes(self, k: int) -> list[tuple[Mesh, str]]:
        """Surfaces of a body's solids in its axes, with their colours."""
        body = self.bodies[k]
        return [
            (solid.mesh(self.thin).moved(solid.place.R, solid.place.p), solid.colour or body.colour)
            for solid in (*body.solids, *body.marks)
        ]


def scene(model: Model, poses: BodyPoses, parameters: Mapping[str, float] | None = None, t: float = 0.0) -> Scene:
    """The scene of a model whose bodies are at these places."""
    values = {
        param(name, default): (parameters or {}).get(name, default) for name, default in model.parameters.items()
    }
    reader = _Reader(model, {**values, time: t})
    bodies = []
    for k, body in enumerate(model.bodies):
        mass = None if body.inertia is None else float(reader.number(body.inertia.mass))
        solids = reader.solids(body)
        bodies.append(SceneBody(body.name, mass, COLOURS[k % len(COLOURS)], solids, marks(solids)))
    gravity = np.array([float(reader.number(x)) for x in model.gravity])
    normal = _normal(reader, poses, gravity)
    whole = Scene(tuple(bodies), reader.joints(), reader.lines(), poses, gravity, normal)
    # in space the floor shows what is level; the plane of a plane model is the paper
    hidden = whole.up if normal is None else normal
    seen = [plane for plane in reader.planes() if abs(plane.normal @ hidden) < 1.0 - 1e-9]
    return replace(whole, planes=tuple(seen))


def _normal(reader: _Reader, poses: BodyPoses, gravity: Vector) -> Vector | None:
    """Along the coordinate axis across which gravity pulls and all joints move, as far as the instants tell.

    It points to where the other axes point to the right and upwards: for x and z, against y.
    """
    is_known = np.isfinite(poses.p).all(axis=(1, 2)) & np.isfinite(poses.R).all(axis=(1, 2, 3))
    poses = poses.some(np.flatnonzero(is_known)) if is_known.any() else poses
    size = max(1.0, float(np.abs(poses.p).max(initial=0.0)))
    for axis in ("z", "y", "x"):
        n = unit(axis)
        turned = np.abs(poses.R @ n - n).max(initial=0.0)
        along = poses.p @ n
        moved = np.abs(along - along[:1]).max(initial=0.0)
        is_level = abs(gravity @ n) <= _FLAT * np.linalg.norm(gravity)
        if is_level and turned < _FLAT and moved < _FLAT * size and reader.moves_across(n, poses):
            right = np.cross(_upwards(gravity, n), n)
            return -n if axis != "z" and right.sum() < 0.0 else n
    return None


def _upwards(gravity: Vector, normal: Vector | None) -> Vector:
    """Against gravity; without it y of a plane across z, and z otherwise."""
    if (size := np.linalg.norm(gravity)) > 0.0:
        return -gravity / size
    return unit("y") if normal is not None and normal[2] else unit("z")


class _Reader:
    """A model with numbers for its parameters."""

    def __init__(self, model: Model, values: Mapping[Node, float]) -> None:
        self.model, self.values = model, values
        self.number_of = {body: k for k, body in enumerate(model.bodies)} | {ground: -1}

    def number(self, x: T) -> T:
        """A part or an array with numbers in the place of its expressions."""
        return replaced(x, lambda leaf: leaf if isinstance(leaf, Body | Frame) else evaluate(leaf, self.values))

    def attached(self, frame: Frame) -> Attached:
        R, p = (
            np.array(self.number(np.asarray(x, dtype=object)), dtype=float) for x in (frame.pose.R, frame.pose.p)
        )
        return Attached(self.number_of[frame.body], Pose(R, p))

    def moves_across(self, n: Vector, poses: BodyPoses) -> bool:
        """Whether joints turn about n and slide across it.

        Joints that close loops count only if bodies are carried by free ones. Where a free joint leads is seen
        from several instants; of a single one it is not known, unless another joint holds the body.
        """
        closing = self.model.closing
        joints = [joint for joint in self.model.joints if joint.carries_body]
        free = [joint for joint in joints if joint.symbol is None and joint not in closing]
        drawn = [joint for joint in joints if joint.symbol is not None and (free or joint not in closing)]
        held = {frame.body for joint in drawn for frame in (joint.parent_frame, joint.child_frame)}
        asked = drawn if len(poses) > 1 else [*drawn, *(j for j in free if j.child_frame.body not in held)]
        return all(self._moves_across(joint, n, poses) for joint in asked)

    def _moves_across(self, joint: Joint, n: Vector, poses: BodyPoses) -> bool:
        R = poses.at(self.attached(joint.child_frame))[0][0]
        H = np.array(
            self.number(np.asarray(joint.motion(np.array(joint.default_values)), dtype=object)), dtype=float
        )
        w, v = R @ H[:3], R @ H[3:]
        return bool(np.abs(np.cross(n, w.T)).max(initial=0.0) <= _FLAT and np.abs(n @ v).max(initial=0.0) <= _FLAT)

    def solids(self, body: Body) -> tuple[Solid, ...]:
        """Solids of a body; none of one that only carries others, without mass, at one place."""
        held = self._held(body)
        if body.visual is not None:
            solids = tuple(self.number(solid) for solid in body.visual)
            return (*solids, *arms(solids, held))
        markers = self._positions(body.markers.values())
        return guessed_visual(self._inertia(body), np.concatenate([held, markers]))

    def _inertia(self, body: Body) -> Inertia | None:
        if body.inertia is None:
            return None
        return replace(
            body.inertia, **{name: self.number(getattr(body.inertia, name)) for name in ("mass", "com", "J")}
        )

    def _held(self, body: Body) -> Vector:
        """Where joints, constraints and lines hold a body (n, 3)."""
        frames = [frame for joint in self._joined for frame in joint[2:]]
        frames += [end for _, line in self._drawn for end in (line.first, line.second)]
        return self._positions(frame.pose for frame in frames if frame.body is body)

    def _positions(self, poses: Iterable[Pose]) -> Vector:
        positions = [np.array(self.number(np.asarray(pose.p, dtype=object)), dtype=float) for pose in poses]
        return np.array(positions).reshape(-1, 3)

    @property
    def _drawn(self) -> list[tuple[str, DrawnLine]]:
        drawn = [(force.name, force.drawn) for force in self.model.forces]
        drawn += [(constraint.name, constraint.drawn) for constraint in self.model.constraints]
        return [(name, line) for name, line in drawn if line is not None]

    @property
    def _joined(self) -> list[tuple[str, JointSymbol, Frame, Frame]]:
        """Names, symbols and frames of joints, and of constraints that are drawn as such."""
        joined = [
            (joint.name, symbol, joint.parent_frame, joint.child_frame)
            for joint in self.model.joints
            if (symbol := joint.symbol) is not None
        ]
        for part in self.model.constraints:
            if (symbol := part.symbol) is not None and (frames := part.joined) is not None:
                joined.append((part.name, symbol, *frames))
        return joined

    def joints(self) -> tuple[SceneJoint, ...]:
        symbols = []
        for name, symbol, parent, child in self._joined:
            axis = self._direction(symbol.axis)
            slot = None if symbol.slot is None else self._direction(symbol.slot)
            symbols.append(SceneJoint(name, symbol.kind, self.attached(parent), self.attached(child), axis, slot))
        return tuple(symbols)

    def _direction(self, axis: Axis) -> Vector:
        return np.array([float(self.number(x)) for x in unit(axis)])

    def lines(self) -> tuple[SceneLine, ...]:
        return tuple(
            SceneLine(name, line.kind, self.attached(line.first), self.attached(line.second))
            for name, line in self._drawn
        )

    def planes(self) -> tuple[ScenePlane, ...]:
        """Planes of the ground, each once."""
        planes: list[ScenePlane] = []
        for part in self.model.constraints:
            if (drawn := part.drawn_plane) is None or drawn[0].body is not ground:
                continue
            pose = self.attached(drawn[0]).pose
            n = np.asarray(pose.R @ np.array([float(self.number(x)) for x in unit(drawn[1])]), dtype=float)
            point = np.asarray(pose.p, dtype=float)
            if not any(np.allclose(n, x.normal) and abs(n @ (point - x.point)) < 1e-9 for x in planes):
                planes.append(ScenePlane(part.name, point, n))
        return tuple(planes)

"""A scene as the page takes it: solids by their sizes, joints, springs, trails, what to frame."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

import numpy as np

from dalembert.arrays import Vector
from dalembert.model.visuals import Bar, Box, Cone, Cylinder, Ellipsoid, Solid, Torus
from dalembert.pictures.camera import Camera
from dalembert.pictures.packing import PageData, packed_bytes
from dalembert.pictures.scene import Attached, Scene, SceneBody, SceneJoint, ScenePlane
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import Axis, across, unit

WORDS = {
    "hinge": "revolute joint",
    "slider": "prismatic joint",
    "sleeve": "cylindrical joint",
    "cross": "universal joint",
    "ball": "spherical joint",
    "plane": "planar joint",
    "screw": "screw",
    "weld": "weld",
}
"""Names of the symbols of joints."""

STANDING = ("hinge", "ball", "cross", "sleeve", "screw", "weld")
"""Joints that have a foot where they are held by the ground."""

_FOOT = 4.4
_FRAMES = 80
_MOST_POINTS = 60_000

_FEW, _TRAIL_SAMPLES = 60, 400
"""Bodies whose ways are measured in all samples, and samples for more bodies."""

_STRAIGHT = 0.8
"""Cosine of the angle between steps of a trail, in the mean, below which it is a tangle."""


def page_scene(scene: Scene, centres: Vector) -> PageData:
    """The scene without its places; `centres` of mass (n_bodies, 3) are in the axes of the bodies."""
    surfaces = [_surface(scene, k) for k in range(len(scene.bodies))]
    clouds = _Clouds(scene, surfaces, centres)
    least, largest = scene.box
    return {
        "bodies": [_body(scene, body, com) for body, com in zip(scene.bodies, centres, strict=True)],
        "joints": [
            {
                **_joint(joint),
                "depth": _depth(surfaces, joint, 3.0 * scene.symbol),
                "foot": clouds.foot(joint),
                "stand": scene.stand(joint),
            }
            for joint in scene.joints
        ],
        "lines": [
            {"name": x.name, "kind": x.kind, "first": attached(x.first), "second": attached(x.second)}
            for x in scene.lines
        ],
        "planes": [_slab(scene, plane) for plane in scene.planes],
        "up": scene.up.tolist(),
        "normal": None if scene.normal is None else scene.normal.tolist(),
        "towards": Camera.of(scene).towards.tolist(),
        "size": scene.size,
        "reach": scene.reach,
        "symbol": scene.symbol,
        "box": [least.tolist(), largest.tolist()],
        "level": clouds.level(),
        "corners": _corners(clouds.points),
        "travels": clouds.travels(),
        "traces": _traces(scene, surfaces, centres),
    }


def attached(place: Attached) -> PageData:
    """A place on a body: its number, the quaternion of its axes and its origin there."""
    R, p = (np.array(x, dtype=float) for x in (place.pose.R, place.pose.p))
    return {"body": place.body, "q": quaternions(R[None])[0].tolist(), "p": p.tolist()}


def quaternions(R: Vector) -> Vector:
    """Quaternions (n, 4) of rotations (n, 3, 3), the real part last, each next to the one before."""
    xx, yy, zz = (R[:, k, k] for k in range(3))
    squares = np.stack([1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz, 1 + xx + yy + zz], axis=1)
    x, y, z = R[:, 2, 1] - R[:, 1, 2], R[:, 0, 2] - R[:, 2, 0], R[:, 1, 0] - R[:, 0, 1]
    xy, xz, yz = R[:, 1, 0] + R[:, 0, 1], R[:, 0, 2] + R[:, 2, 0], R[:, 2, 1] + R[:, 1, 2]
    # four times the products of the components; the row with the largest square is divided by its root
    products = np.stack(
        [
            np.stack([squares[:, 0], xy, xz, x], axis=1),
            np.stack([xy, squares[:, 1], yz, y], axis=1),
            np.stack([xz, yz, squares[:, 2], z], axis=1),
            np.stack([x, y, z, squares[:, 3]], axis=1),
        ],
        axis=1,
    )
    clear = np.argmax(np.where(np.isfinite(squares), squares, -1.0), axis=1)
    quaternion = products[np.arange(len(R)), clear]
    quaternion = quaternion / np.linalg.norm(quaternion, axis=1, keepdims=True)
    turns = np.where((quaternion[1:] * quaternion[:-1]).sum(axis=1) < 0.0, -1.0, 1.0)
    return np.asarray(quaternion * np.concatenate([[1.0], np.cumprod(turns)])[: len(quaternion), None])


# ---- parts


def _body(scene: Scene, body: SceneBody, com: Vector) -> PageData:
    return {
        "name": body.name,
        "mass": body.mass,
        "colour": (body.solids[0].colour if body.solids else None) or body.colour,
        "com": com.tolist(),
        "solids": [_solid(solid, scene.thin) for solid in (*body.solids, *body.marks)],
    }


def _joint(joint: SceneJoint) -> PageData:
    return {
        "name": joint.name,
        "kind": joint.kind,
        "word": WORDS.get(joint.kind, joint.kind),
        "parent": attached(joint.parent),
        "child": attached(joint.child),
        "axis": joint.axis.tolist(),
    }


def _slab(scene: Scene, plane: ScenePlane) -> PageData:
    """A thin box whose upper side, along y, is the part of a plane that is shown."""
    patch, thick = scene.patch(plane), 1.2 * scene.thin
    first, second = np.linalg.norm(patch.halves, axis=1)
    x = patch.halves[0] / first
    R = np.stack([x, plane.normal, np.cross(x, plane.normal)], axis=1)
    place = attached(Attached(-1, Pose(R, patch.middle - 0.5 * thick * plane.normal)))
    return {"name": plane.name, "place": place, "size": [2.0 * first, thick, 2.0 * second]}


def _surface(scene: Scene, k: int) -> Vector:
    """Some points on a body's surface."""
    points = np.concatenate([np.zeros((0, 3)), *(mesh.points for mesh, _ in scene.meshes(k))])
    return points[:: max(1, len(points) // 600)]


def _depth(surfaces: Sequence[Vector], joint: SceneJoint, near: float) -> float:
    """How far the bodies of a joint reach along its axis, to both sides, near to the axis."""
    reach = [0.0]
    for place in (joint.parent, joint.child):
        if place.body >= 0:
            axis = np.asarray(place.pose.R, dtype=float) @ joint.axis
            points = surfaces[place.body] - np.asarray(place.pose.p, dtype=float)
            along = points @ axis
            along = along[np.linalg.norm(points - along[:, None] * axis, axis=1) < near]
            reach.append(2.0 * float(min(along.max(initial=0.0), -along.min(initial=0.0))))
    return max(reach)


def _solid(solid: Solid, thin: float) -> PageData:
    pose = attached(Attached(-1, solid.place))
    return {**_shape(solid, thin), "place": {"q": pose["q"], "p": pose["p"]}, "colour": solid.colour}


@singledispatch
def _shape(solid: Solid, thin: float) -> PageData:
    mesh = solid.mesh(thin)
    points, faces = mesh.points.astype("<f4"), mesh.faces.astype("<u4")
    return {"kind": "mesh", "points": packed_bytes(points.tobytes()), "faces": packed_bytes(faces.tobytes())}


@_shape.register
def _(solid: Box, thin: float) -> PageData:
    return {"kind": "box", "size": [max(float(x), 1e-3 * thin) for x in solid.size]}


@_shape.register
def _(solid: Cylinder, thin: float) -> PageData:
    radius, length = max(float(solid.radius), 0.5 * thin), max(float(solid.length), 0.5 * thin)
    return {"kind": "cylinder", "radius": radius, "length": length, "axis": _axis(solid.axis)}


@_shape.register
def _(solid: Cone, thin: float) -> PageData:
    return {
        "kind": "cone",
        "radius": float(solid.radius),
        "length": float(solid.length),
        "axis": _axis(solid.axis),
    }


@_shape.register
def _(solid: Ellipsoid, thin: float) -> PageData:
    return {"kind": "ellipsoid", "radii": [float(x) or 1.8 * thin for x in solid.radii]}


@_shape.register
def _(solid: Torus, thin: float) -> PageData:
    tube = max(float(solid.tube), 0.5 * thin)
    return {"kind": "torus", "radius": float(solid.radius), "tube": tube, "axis": _axis(solid.axis)}


@_shape.register
def _(solid: Bar, thin: float) -> PageData:
    start, end = ([float(x) for x in point] for point in (solid.start, solid.end))
    return {"kind": "bar", "start": start, "end": end, "radius": float(solid.radius) or thin}


def _axis(axis: Axis) -> list[float]:
    return [float(x) for x in unit(axis)]


# ---- what to frame


class _Clouds:
    """Points on the surfaces of all bodies, and of symbols, over some instants."""

    def __init__(self, scene: Scene, surfaces: Sequence[Vector], centres: Vector) -> None:
        self.scene, self.centres = scene, centres
        total = sum(map(len, surfaces))
        count = int(np.clip(_MOST_POINTS // max(total, 1), 2, _FRAMES))
        rows = np.unique(np.linspace(0, len(scene.poses) - 1, count).astype(int))
        poses = scene.poses.some(rows)
        self.poses = poses
        moved = [
            poses.p[:, k, None, :] + points @ np.swapaxes(poses.R[:, k], -1, -2)
            for k, points in enumerate(surfaces)
            if len(points)
        ]
        self.moved = np.concatenate([np.zeros((len(poses), 0, 3)), *moved], axis=1)
        points = np.concatenate([self.moved.reshape(-1, 3), self._symbols()])
        self.points = points[np.isfinite(points).all(axis=1)]

    def _symbols(self) -> Vector:
        """Feet of joints, ends of springs."""
        scene, points = self.scene, [np.zeros((0, 3))]
        for joint in scene.joints:
            for place in (joint.parent, joint.child):
                if place.body < 0:
                    point = scene.poses.at(place)[1][:1]
                    below = scene.stand(joint) + self.foot(joint) * _FOOT * scene.symbol
                    points += [point, point - below * scene.up]
        for line in scene.lines:
            points += [scene.poses.at(end)[1][:1] for end in (line.first, line.second) if end.body < 0]
        return np.concatenate(points)

    def foot(self, joint: SceneJoint) -> float:
        """1 for a joint that stands on the ground, −1 for one that hangs from it, 0 without either."""
        if joint.kind not in STANDING or min(joint.parent.body, joint.child.body) >= 0:
            return 0.0
        ground, moving = sorted((joint.parent, joint.child), key=lambda place: place.body)
        if moving.body < 0:
            return 0.0
        if self.scene.stand(joint) > 0.0:
            return 1.0
        way = self.scene.poses.at(Attached(moving.body, Pose(p=self.centres[moving.body])))[1]
        heights = (way - self.scene.poses.at(ground)[1]) @ self.scene.up
        heights = heights[np.isfinite(heights)]
        return -1.0 if len(heights) and heights.mean() < -self.scene.thin else 1.0

    def level(self) -> float:
        """Where the floor is, or the wall behind a model in a plane, along its normal."""
        normal = self.scene.up if self.scene.normal is None else self.scene.normal
        gap = 0.05 if self.scene.normal is None else 2.5
        return (
            float((self.points @ normal).min(initial=0.0 if not len(self.points) else np.inf))
            - gap * self.scene.thin
        )

    def travels(self) -> PageData | None:
        """The body to follow if the mechanism gets far, and the outermost points around its centre of mass."""
        if not self.scene.travels:
            return None
        heaviest = int(np.argmax([body.mass or 0.0 for body in self.scene.bodies]))
        centre = self.poses.at(Attached(heaviest, Pose(p=self.centres[heaviest])))[1]
        around = (self.moved - centre[:, None]).reshape(-1, 3)
        return {"body": heaviest, "corners": _corners(around[np.isfinite(around).all(axis=1)])}


def _corners(points: Vector) -> list[list[float]]:
    """The outermost points in many directions."""
    if not len(points):
        return [(-np.ones(3)).tolist(), np.ones(3).tolist()]
    # evenly on a half sphere (Fibonacci)
    k = np.arange(40)
    z, turn = (k + 0.5) / 40.0, np.pi * (1.0 + np.sqrt(5.0)) * k
    flat = np.sqrt(1.0 - z**2)
    directions = np.concatenate([np.stack([flat * np.cos(turn), flat * np.sin(turn), z], axis=1), np.eye(3)])
    along = points @ directions.T
    numbers = sorted({*along.argmin(axis=0).tolist(), *along.argmax(axis=0).tolist()})
    return [[float(x) for x in point] for point in points[numbers]]


# ---- trails


def _traces(scene: Scene, surfaces: Sequence[Vector], centres: Vector) -> list[PageData]:
    """For each body the point with the longest way that the samples show; the longest of all is shown at first."""
    most = len(scene.poses) if len(scene.bodies) <= _FEW else _TRAIL_SAMPLES
    poses = scene.poses.some(np.unique(np.linspace(0, len(scene.poses) - 1, most).astype(int)))
    traces: list[PageData] = []
    ways: list[float] = []
    for k, body in enumerate(scene.bodies):
        if not body.solids:
            continue
        points = _trail_points(scene, k, body, centres[k], surfaces[k])
        lengths = _ways(poses.p[:, k, None, :] + points @ np.swapaxes(poses.R[:, k], -1, -2))
        best = int(np.argmax(lengths > 0.999 * lengths.max(initial=0.0)))
        traces.append({"body": k, "p": points[best].tolist(), "shown": False})
        ways.append(float(lengths[best]))
    if ways and max(ways) > 1e-6 * scene.size:
        traces[int(np.argmax(ways))]["shown"] = True
    return traces


def _ways(at: Vector) -> Vector:
    """Lengths (m,) of the ways of points (n, m, 3); none for those that turn too fast for the samples."""
    steps = np.nan_to_num(np.diff(at, axis=0))
    lengths = np.linalg.norm(steps, axis=-1)
    cosines = (steps[1:] * steps[:-1]).sum(axis=-1)
    scales = lengths[1:] * lengths[:-1]
    straight = cosines.sum(axis=0) >= _STRAIGHT * scales.sum(axis=0)
    return np.where(straight, lengths.sum(axis=0), 0.0)


def _trail_points(scene: Scene, k: int, body: SceneBody, com: Vector, surface: Vector) -> Vector:
    """Centre of mass, where the body is held, ends of bars, the rim of a wheel; else a corner."""
    ends = [end for joint in scene.joints for end in (joint.parent, joint.child)]
    ends += [end for line in scene.lines for end in (line.first, line.second)]
    points = [com, *(np.asarray(end.pose.p, dtype=float) for end in ends if end.body == k)]
    for solid in body.solids:
        if isinstance(solid, Bar):
            points += [
                np.asarray(solid.place.point(np.array(x, dtype=float)), dtype=float)
                for x in (solid.start, solid.end)
            ]
        if isinstance(solid, Cylinder) and float(solid.radius) > float(solid.length):
            points.append(
                solid.place.p
                + np.asarray(solid.place.R, dtype=float) @ (float(solid.radius) * across(solid.axis)[0])
            )
    if len({tuple(np.round(point, 9)) for point in points}) < 2:
        points.append(surface[np.argmax(np.linalg.norm(surface - com, axis=1))])
    return np.array(points, dtype=float)


def poses(scene: Scene) -> Vector:
    """Quaternions and positions of all bodies over time, (7 n_bodies, n)."""
    channels: list[Vector] = []
    for k in range(len(scene.bodies)):
        channels += [*quaternions(scene.poses.R[:, k]).T, *scene.poses.p[:, k].T]
    return np.array(channels, dtype=float).reshape(-1, len(scene.poses))

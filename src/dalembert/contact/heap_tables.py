"""Heaps as numbers: bodies, shapes and sets of a model in tables, and states of it in theirs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dalembert.arrays import Array, Vector
from dalembert.contact.heap_layout import BALL, BOX, KINDS, PLANE, ROD, Body, Shape, State
from dalembert.contact.heap_points_code import ROUTINES
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import ModelError
from dalembert.expr.node import Scalar
from dalembert.model.bodies import Body as ModelBody
from dalembert.model.bodies import as_frame, ground
from dalembert.model.contacts.between import ContactSet
from dalembert.model.contacts.pieces import solid_surface
from dalembert.model.convex_shapes import Ball
from dalembert.model.joints.free import Free
from dalembert.model.joints.weld import Weld
from dalembert.model.model import flat
from dalembert.model.solid_surfaces import BoxSurface, RodSurface
from dalembert.model.surfaces import FlatSurface
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import across, as_array, is_numeric, unit


@dataclass(frozen=True)
class HeapTables:
    """Bodies, shapes and sets of a model; the ground is the last body."""

    names: tuple[str, ...]
    """Names of the bodies that move."""

    bodies: Array
    shapes: Array
    """Solids first, then planes."""

    sets: Array
    """Friction and restitution of each set."""

    set_names: tuple[str, ...]
    owners: tuple[str, ...]
    """What each shape belongs to, in words."""

    coordinates: Array
    """Where the seven coordinates of each body stand in q."""

    speeds: Array
    """Where its six speeds stand in u."""

    origins: Array
    """Where the joint sits on the ground; (n, 3)."""

    centers: Array
    """From the joint to the centre of mass, in the axes of the body; (n, 3)."""

    gravity: Array

    @property
    def n_solids(self) -> int:
        """How many shapes are no planes."""
        return int((self.shapes[:, Shape.kind] != PLANE).sum())

    @classmethod
    def of(cls, dynamics: Dynamics) -> HeapTables:
        """The tables of a model that is nothing but free bodies, fixed ones, and sets of contacts."""
        model = flat(dynamics.equations.model)
        moving, fixed, sets = _sorted_parts(model)
        eom = dynamics.equations
        q_places = {name: k for k, name in enumerate(eom.coordinates)}
        u_places = {name: k for k, name in enumerate(eom.speeds)}
        missing = [name for joint in moving for name in joint.speeds if name not in u_places]
        missing += [name for joint in moving for name in joint.coordinates if name not in q_places]
        if missing:
            raise ModelError(
                f"contacts of a set need relative coordinates, in which {missing[0]!r} is one; leave out what "
                "gives others"
            )
        n, numbers, rows = len(moving), {}, []
        centers = np.zeros((n, 3))
        for k, joint in enumerate(moving):
            row, centers[k] = _body_row(joint)
            rows.append(row)
            numbers[id(as_frame(joint.child).body)] = k
        placed = {
            id(as_frame(joint.child).body): (numbers[id(as_frame(joint.child).body)], as_frame(joint.child).pose)
            for joint in moving
        }
        fixed_poses = {id(as_frame(joint.child).body): _fixed_pose(joint) for joint in fixed}
        shapes, owners = _shape_rows(sets, placed, fixed_poses, centers, n)
        _check_pairs(shapes, owners, sets, n)
        return cls(
            tuple(as_frame(joint.child).body.name for joint in moving),
            np.array([*rows, np.zeros(Body.size)]),
            shapes,
            np.array([[one.friction, one.restitution] for one in sets]),
            tuple(one.name for one in sets),
            owners,
            np.array([[q_places[name] for name in joint.coordinates] for joint in moving], dtype=int),
            np.array([[u_places[name] for name in joint.speeds] for joint in moving], dtype=int),
            np.array([np.asarray(as_frame(joint.parent).pose.p, dtype=float) for joint in moving]),
            centers,
            _numbers(model.gravity, "gravity"),
        )

    # ---- states of the model, and of the heap

    def states_of(self, q: Vector, u: Vector) -> Array:
        """States of the bodies, the ground last, from coordinates and speeds."""
        n = len(self.names)
        result = np.zeros((n + 1, State.size))
        result[n, State.quaternion] = 1.0
        joints, speeds = q[self.coordinates], u[self.speeds]
        e = joints[:, 3:] / np.linalg.norm(joints[:, 3:], axis=1, keepdims=True)
        R = _rotations(e)
        result[:n, :3] = joints[:, :3] + self.origins + np.einsum("nij,nj->ni", R, self.centers)
        result[:n, 3:7] = e
        swung = np.cross(speeds[:, 3:], self.centers)
        result[:n, 7:10] = speeds[:, :3] + np.einsum("nij,nj->ni", R, swung)
        result[:n, 10:13] = speeds[:, 3:]
        return result

    def write(self, states: Array, q: Vector, u: Vector) -> None:
        """Write coordinates and speeds of such states."""
        own = states[: len(self.names)]
        R = _rotations(own[:, 3:7])
        place = own[:, :3] - self.origins - np.einsum("nij,nj->ni", R, self.centers)
        swung = np.einsum("nij,nj->ni", R, np.cross(own[:, 10:13], self.centers))
        q[self.coordinates] = np.concatenate([place, own[:, 3:7]], axis=1)
        u[self.speeds] = np.concatenate([own[:, 7:10] - swung, own[:, 10:13]], axis=1)


def _sorted_parts(model: Any) -> tuple[list[Free], list[Weld], list[ContactSet]]:
    """Joints that let bodies go, joints that hold them, and sets; anything else is refused."""
    moving, fixed, sets = [], [], []
    for part in model.parts:
        match part:
            case Free() if as_frame(part.parent).body is ground and part.angles is None:
                if not np.allclose(_numbers(as_frame(part.parent).pose.R, part.label), np.eye(3), atol=1e-14):
                    raise ModelError(f"{part.label} sits on a turned frame, which contacts of a set cannot treat")
                moving.append(part)
            case Weld() if as_frame(part.parent).body is ground:
                fixed.append(part)
            case ContactSet():
                sets.append(part)
            case _:
                raise ModelError(
                    f"contacts of a set are between bodies on da.Free joints without `angles`, or da.Weld, to the "
                    f"ground, and nothing else acts but gravity: {part.label} cannot be beside them; name the "
                    "pairs, da.Contact(name, body, other), or leave it out"
                )
    return moving, fixed, sets


def _numbers(values: Any, owner: str) -> Array:
    array = as_array(values)
    if not is_numeric(array.ravel()):
        raise ModelError(f"{owner} has open parameters, which contacts of a set cannot treat; give numbers")
    return np.asarray(array, dtype=float)


def _body_row(joint: Free) -> tuple[Array, Array]:
    """Mass properties in the axes of the joint, and the centre of mass there."""
    child = as_frame(joint.child)
    body, frame = child.body, child.pose
    inertia, owner = body.inertia, f"body {body.name!r}"
    if inertia is None:
        raise ModelError(f"{owner} has no mass, so contacts of a set cannot move it; give it some")
    mass = float(_numbers([inertia.mass], owner)[0])
    R, p = _numbers(frame.R, owner), _numbers(frame.p, owner)
    J = R.T @ _numbers(inertia.J, owner) @ R
    if not mass > 0.0 or not np.linalg.eigvalsh(J)[0] > 0.0:
        raise ModelError(f"{owner} needs mass and moments of inertia about all axes for contacts of a set")
    center = R.T @ (_numbers(inertia.com, owner) - p)
    return np.array([1.0 / mass, *J.ravel(), *np.linalg.inv(J).ravel()]), center


def _fixed_pose(joint: Weld) -> Pose:
    """Where a body is that a joint holds on the ground."""
    parent, child = as_frame(joint.parent).pose, as_frame(joint.child).pose
    R = _numbers(parent.R, joint.label) @ _numbers(child.R, joint.label).T
    return Pose(R, _numbers(parent.p, joint.label) - R @ _numbers(child.p, joint.label))


def _shape_rows(
    sets: Sequence[ContactSet],
    moving: dict[int, tuple[int, Pose]],
    fixed: dict[int, Pose],
    centers: Array,
    n: int,
) -> tuple[Array, tuple[str, ...]]:
    """Rows of all shapes of all sets, planes last, and what each belongs to."""
    solids, planes = [], []
    for number, one in enumerate(sets):
        for member in one.members:
            if isinstance(member, FlatSurface):
                planes.append((_plane_row(member, number, n), f"plane at {member.frame!r}"))
                continue
            kind, place, axes, lengths = _solid(member, one)
            if id(member) in moving:
                k, frame = moving[id(member)]
                R = np.asarray(frame.R, dtype=float)
                place = R.T @ (place - np.asarray(frame.p, dtype=float)) - centers[k]
                axes = R.T @ axes
            elif id(member) in fixed:
                k, pose = n, fixed[id(member)]
                place, axes = pose.p + pose.R @ place, pose.R @ axes
            else:
                raise ModelError(
                    f"{one.label} has {member.name!r}, which no joint carries; let it move by da.Free(name, "
                    "da.ground, body), or fix it by da.Weld"
                )
            solids.append((np.array([kind, k, number, *place, *axes.ravel(), *lengths]), member.name))
    rows = [*solids, *planes]
    return np.array([row for row, _ in rows], dtype=float), tuple(owner for _, owner in rows)


def _plane_row(plane: FlatSurface, number: int, n: int) -> Array:
    owner = f"plane at {plane.frame!r}"
    R, normal = _numbers(plane.frame.pose.R, owner), np.asarray(unit(plane.normal), dtype=float)
    first, second = (np.asarray(x, dtype=float) for x in across(plane.normal))
    axes = R @ np.stack([first, second, normal], axis=1)
    return np.array([PLANE, n, number, *_numbers(plane.frame.pose.p, owner), *axes.ravel(), 0.0, 0.0, 0.0])


def _solid(body: ModelBody, owner: ContactSet) -> tuple[int, Array, Array, Sequence[Scalar]]:
    """Kind, place, axes and lengths of the shape of a body."""
    label = f"body {body.name!r}"
    if isinstance(body.shape, Ball):
        return BALL, np.zeros(3), np.eye(3), (*_numbers([body.shape.radius], label), 0.0, 0.0)
    surface = solid_surface(body)
    if isinstance(surface, BoxSurface):
        pose = surface.frame.pose
        return BOX, _numbers(pose.p, label), _numbers(pose.R, label), tuple(_numbers(surface.halves, label))
    if isinstance(surface, RodSurface) and is_numeric([surface.radius]) and surface.radius > 0.0:
        pose = surface.frame.pose
        R, p = _numbers(pose.R, label), _numbers(pose.p, label)
        start, end = p + R @ np.array(surface.start), p + R @ np.array(surface.end)
        length = float(np.linalg.norm(end - start))
        axis = (end - start) / length
        first, second = (np.asarray(x, dtype=float) for x in across(tuple(axis.tolist())))
        axes = np.stack([first, second, axis], axis=1)
        return ROD, 0.5 * (start + end), axes, (float(surface.radius), 0.0, 0.5 * length)
    raise ModelError(
        f"{owner.label}: the body {body.name!r} is no sphere, box or rod with a radius, which are the shapes that "
        "sets know; name its contacts, da.Contact(name, body, other)"
    )


def _check_pairs(shapes: Array, owners: Sequence[str], sets: Sequence[ContactSet], n: int) -> None:
    """Raise for pairs of shapes that no routine knows, and for bodies that are in two sets together."""
    for number, one in enumerate(sets):
        own = np.flatnonzero(shapes[:, Shape.set] == number)
        examples: dict[tuple[int, bool], list[int]] = {}
        for k in own:
            key = int(shapes[k, Shape.kind]), bool(shapes[k, Shape.body] < n)
            examples.setdefault(key, []).append(int(k))
        for (kind, moves), first in examples.items():
            for (other, other_moves), second in examples.items():
                is_pair = len(first) > 1 if (kind, moves) == (other, other_moves) else True
                if kind <= other and (moves or other_moves) and is_pair and (kind, other) not in ROUTINES:
                    a, b = first[0], second[-1]
                    raise ModelError(
                        f"{one.label}: {owners[a]!r} and {owners[b]!r} are a {KINDS[kind]} and a {KINDS[other]}, "
                        "whose contacts sets do not know; they know spheres with anything, and boxes and rods on "
                        "planes"
                    )
    members: dict[str, set[int]] = {}
    for row, owner in zip(shapes, owners, strict=True):
        members.setdefault(owner, set()).add(int(row[Shape.set]))
    shared: dict[frozenset[int], str] = {}
    for owner, numbers in members.items():
        for i in numbers:
            for j in numbers - {i}:
                other_owner = shared.setdefault(frozenset([i, j]), owner)
                if other_owner != owner:
                    raise ModelError(
                        f"{other_owner!r} and {owner!r} are together in {sets[i].label} and in {sets[j].label}; "
                        "their contact belongs to one set"
                    )


def _rotations(e: Array) -> Array:
    """Matrices of unit quaternions; (n, 3, 3)."""
    w, x, y, z = e.T
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), 2, 0)

"""Models and worlds in SDF, the format of Gazebo and Drake, loops included."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import pi
from pathlib import Path

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.expr.node import Scalar
from dalembert.files.mesh_paths import Folders
from dalembert.files.part_names import PartNames, part_name, some
from dalembert.files.sdf_scopes import WORLD, Scope, SdfFiles, raw_pose, version_numbers
from dalembert.files.strange_parts import strange_parts
from dalembert.files.urdf import LoadOptions, given_inertia, is_odd
from dalembert.files.xml_elements import Element
from dalembert.model import visuals
from dalembert.model.bodies import Body, Frame, ground
from dalembert.model.constraints.expressions import Holonomic
from dalembert.model.contacts.dry_friction import DryFriction
from dalembert.model.contacts.gaps import Stop
from dalembert.model.forces.applied import PointForce
from dalembert.model.forces.joint_forces import JointDamper, JointSpring
from dalembert.model.joint import Joint
from dalembert.model.joints.free import Free
from dalembert.model.joints.prismatic import Prismatic
from dalembert.model.joints.revolute import Revolute
from dalembert.model.joints.screw import Screw
from dalembert.model.joints.spherical import Spherical
from dalembert.model.joints.universal import Universal
from dalembert.model.joints.weld import Weld
from dalembert.model.measure import coordinate
from dalembert.model.model import Model
from dalembert.model.motors import Motor
from dalembert.model.part import Part
from dalembert.name_checks import closest
from dalembert.spatial.inertia import Inertia
from dalembert.spatial.pose import Pose
from dalembert.spatial.quaternions import quaternion_from_rotation
from dalembert.state import StateValues

ALONG = ("revolute", "continuous", "prismatic", "screw")
"""Types of joints with one coordinate."""

KNOWN = (*ALONG, "fixed", "ball", "universal", "revolute2", "gearbox")

UNLIMITED = 1e16
"""Ends of a way from which on there is none."""

GRAVITY = (0.0, 0.0, -9.8)
"""Gravity of a world that says nothing of it."""

UNDERSTOOD = {
    "model": {"static", "link", "joint", "frame", "model", "include", "pose"},
    "world": {"gravity", "model", "include", "frame", "joint"},
    "link": {"pose", "inertial", "visual", "collision", "gravity"},
    "inertial": {"pose", "mass", "inertia"},
    "inertia": {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"},
    "include": {"uri", "name", "pose", "static", "placement_frame"},
    "joint": {"pose", "parent", "child", "axis", "axis2", "thread_pitch", "screw_thread_pitch"}
    | {"gearbox_ratio", "gearbox_reference_body"},
    "axis": {"xyz", "limit", "dynamics", "mimic", "use_parent_model_frame"},
    "axis2": {"xyz", "limit", "dynamics", "use_parent_model_frame"},
    "dynamics": {"damping", "friction", "spring_reference", "spring_stiffness"},
    "limit": {"lower", "upper", "effort", "velocity"},
    "mimic": {"multiplier", "offset", "reference"},
}
"""Tags that are read, by the element they stand in; all others are told."""

ATTRIBUTES = {
    "model": {"name", "canonical_link", "placement_frame"},
    "link": {"name"},
    "joint": {"name", "type"},
    "frame": {"name", "attached_to"},
    "pose": {"relative_to", "degrees", "rotation_format", "frame"},
    "xyz": {"expressed_in"},
    "inertial": {"auto"},
    "mimic": {"joint", "axis"},
    "include": {"merge"},
    **{key: set[str]() for key in ("axis", "axis2", "limit", "dynamics", "mass", "inertia", "parent", "child")},
}
"""Attributes that are read; all others are told."""


def sdf_model(file: Path, root: Element, options: LoadOptions) -> Model:
    """The model that an SDF file describes; what it leaves out stands in the model's notes."""
    version = version_numbers(root, root.attributes.get("version", ""))
    worlds = [child for child in root.children if child.tag in ("world", "model")]
    if len(worlds) != 1:
        root.fail(f"an SDF file that is read has one <world> or one <model>, not {len(worlds)}")
    path = file.resolve()
    files = SdfFiles(path.parent, options, open_files=[path])
    top = Scope(worlds[0], worlds[0].attributes.get("name", ""), version, path).read(files)
    if top.element.tag == WORLD and len(top.models) == 1 and not top.of_kind("joint"):
        # the only model of a world gives its names as they are
        next(iter(top.models.values())).name = ""
    return _World(top, options).model()


@dataclass(eq=False)
class _World:
    top: Scope
    options: LoadOptions
    left_out: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        scopes = list(self.top.walked())
        self.links = {
            f"{scope.prefix}{name}": (scope, name, element)
            for scope in scopes
            for name, element in scope.of_kind("link").items()
        }
        self.joints = {
            f"{scope.prefix}{name}": (scope, name, element)
            for scope in scopes
            if not scope.is_static
            for name, element in scope.of_kind("joint").items()
        }
        if not self.links:
            self.top.element.fail(f"the {self.top.element.tag} has no link")
        self.names = PartNames()
        # joints give coordinates their names: these come first
        self.joint_names = {name: self.names.new(name, "joint") for name in self.joints}
        self.body_names = {name: self.names.new(name, "link") for name in self.links}
        for scope in scopes:
            self._count_unknown(scope.element)

    def _count_unknown(self, element: Element) -> None:
        if element.tag in ("visual", "collision") or not element.children:
            return
        known = UNDERSTOOD.get(element.tag, {"pose"})
        once = known - {"link", "joint", "frame", "model", "include", "visual", "collision", "mimic"}
        counts = Counter(child.tag for child in element.children)
        for child in element.children:
            if child.tag in once and counts[child.tag] > 1:
                child.fail(f"<{element.tag}> has two <{child.tag}>")
            if child.tag not in known and ":" not in child.tag:
                self.left_out[child.tag] += 1
                continue
            known_here = ATTRIBUTES.get(child.tag, child.attributes)
            unread = (x for x in child.attributes if x not in known_here and ":" not in x)
            self.left_out.update(f"{child.tag} {x}=…" for x in unread)
            # models are scopes of their own, which come by themselves
            if child.tag != "model":
                self._count_unknown(child)

    # ---- the model

    def model(self) -> Model:
        """The model, with notes on what it leaves out."""
        parts: list[Part] = []
        joints = [self._joint(name) for name in self.joints if self._kind(name) != "gearbox"]
        bases, starts = self._bases(joints)
        parts += [*bases, *joints]
        for name in self.joints:
            parts += self._in_joint(name)
        parts += [part for name in self.joints for part in self._mimics(name)]
        parts += [self._gearbox(name) for name in self.joints if self._kind(name) == "gearbox"]
        parts += [part for name in self.links for part in self._weightless(name)]
        notes = (*self._told(), *strange_parts(parts))
        return Model(*parts, gravity=self.gravity, notes=notes, starts=starts)

    @cached_property
    def gravity(self) -> tuple[float, ...] | None:
        """Gravity as given, or that of the world; none if the file has no world."""
        if self.options.gravity is not None:
            return tuple(self.options.gravity)
        return self.top.element.values("gravity", 3, GRAVITY) if self.top.element.tag == WORLD else None

    @cached_property
    def bodies(self) -> dict[str, Body]:
        """Bodies of all links."""
        return {name: self._body(name) for name in self.links}

    def _body(self, name: str) -> Body:
        scope, own, element = self.links[name]
        solids = [solid for visual in element.all("visual") for solid in self._solids(visual, scope)]
        return Body(
            self.body_names[name], self._inertia(name), self._markers(scope, own), visual=tuple(solids) or None
        )

    def _markers(self, scope: Scope, link: str) -> dict[str, Pose]:
        """Frames of the file that a link carries, as markers of its body."""
        markers = {}
        for name, element in scope.of_kind("frame").items():
            if scope.link_of(name, element) == (scope, link):
                markers[name] = scope.place(link, element).inverse @ scope.place(name, element)
        return markers

    def _inertia(self, name: str) -> Inertia | None:
        """Mass properties of a link: those of the file, or one kilogram and one kilogram square metre."""
        element = self.links[name][2].first("inertial")
        if element is None:
            return Inertia(1.0, np.zeros(3), np.eye(3))
        if element.attributes.get("auto", "false") not in ("false", "0"):
            element.fail(f"the inertia of {name!r} is to be found from collision shapes; write its numbers")
        own = element.first("pose")
        if own is not None and own.attributes.get("relative_to"):
            own.fail("the pose of <inertial> is in the frame of its link, always; leave relative_to out")
        X = raw_pose(own) if own is not None else Pose()
        moments = element.first("inertia")
        J: Matrix = np.eye(3)
        if moments is not None:
            unit = {False: 0.0, True: 1.0}
            J = np.array([[moments.value(f"i{min(i, j)}{max(i, j)}", unit[i == j]) for j in "xyz"] for i in "xyz"])
        return given_inertia(element, f"link {name!r}", element.value("mass", 1.0), X, J, self.options)

    # ---- joints

    def _kind(self, name: str) -> str:
        joint = self.joints[name][2]
        kind = joint.text("type")
        if kind not in KNOWN:
            joint.fail(f"the joint {name!r} is of type {kind!r}; {closest(kind, KNOWN)}")
        return kind

    def _carrier(self, scope: Scope, name: str, user: Element) -> tuple[Body, Pose]:
        """The body that carries a frame, and where that is in the world."""
        if (found := scope.link_of(name, user)) is None:
            return ground, Pose()
        inner, link = found
        return self.bodies[f"{inner.prefix}{link}"], inner.in_world @ inner.place(link, user)

    def _ends(self, name: str) -> tuple[Frame, Frame]:
        """Frames of a joint on the bodies that it joins, which are one place as the file has them."""
        scope, own, element = self.joints[name]
        X = scope.in_world @ scope.place(own, element)
        ends = [self._carrier(scope, element.word(end), element.one(end)) for end in ("parent", "child")]
        if ends[0][0] is ends[1][0]:
            element.fail(f"the joint {name!r} joins {ends[0][0].name!r} to itself")
        if ends[1][0] is ground:
            element.one("child").fail(
                f"the joint {name!r} carries the world; turn it round: the world is a parent"
            )
        parent, child = (Frame(body, X_W.inverse @ X, part_name(own)) for body, X_W in ends)
        return parent, child

    def _joint(self, name: str) -> Joint:
        kind, element, title = self._kind(name), self.joints[name][2], self.joint_names[name]
        parent, child = self._ends(name)
        if kind == "fixed":
            return Weld(title, parent, child)
        if kind == "ball":
            return Spherical(title, parent, child)
        axis = self._axis(name, "axis")
        if kind in ("universal", "revolute2"):
            return Universal(title, parent, child, axis, self._axis(name, "axis2"))
        if kind == "prismatic":
            return Prismatic(title, parent, child, axis)
        if kind == "screw":
            return Screw(title, parent, child, axis, lead=_lead(element))
        return Revolute(title, parent, child, axis)

    def _axis(self, name: str, tag: str) -> tuple[float, ...]:
        """An axis of a joint, in the frame of the joint."""
        scope, own, joint = self.joints[name]
        element = joint.one(tag)
        given = element.first("xyz")
        axis: Vector = np.array(element.values("xyz", 3, (0.0, 0.0, 1.0)))
        if not np.linalg.norm(axis) > 0.0:
            element.fail("the axis of a joint has a direction, not (0, 0, 0)")
        frame = given.attributes.get("expressed_in", "") if given is not None else ""
        in_model = scope.version < (1, 5) or element.is_true("use_parent_model_frame")
        if frame or in_model:
            R = scope.place(own, joint).R.T
            axis = R @ (scope.place(frame, element).R @ axis if frame else axis)
        return tuple((axis / np.linalg.norm(axis)).tolist())

    def _bases(self, joints: list[Joint]) -> tuple[list[Joint], dict[str, StateValues]]:
        """Joints of links that nothing else carries: static ones, and free ones with the places of the file."""
        below: dict[Body, list[Body]] = {}
        for joint in joints:
            below.setdefault(joint.parent_frame.body, []).append(joint.child_frame.body)
        children = {body for bodies in below.values() for body in bodies}
        reached = _reached([ground], below)
        bases: list[Joint] = []
        values: dict[str, float] = {}
        is_static = {name: scope.is_static for name, (scope, _, _) in self.links.items()}
        # static links, then those that are nobody's child, then one of every circle
        order = sorted(self.bodies, key=lambda name: (not is_static[name], self.bodies[name] in children))
        for name in order:
            scope, own, element = self.links[name]
            body, X = self.bodies[name], scope.in_world @ scope.place(own, element)
            if body in reached and not is_static[name]:
                continue
            title = self.names.new(f"{self.body_names[name]} base")
            if is_static[name]:
                bases.append(Weld(title, Frame(ground, X, f"{name} base"), body))
            else:
                free = Free(title, ground, body)
                bases.append(free)
                values |= dict(zip(free.coordinates, _placed(X), strict=True))
            reached |= _reached([body], below)
        return bases, {"initial": {"q": values}} if values else {}

    def _in_joint(self, name: str) -> Iterator[Part]:
        """Springs, dampers, friction, stops and a motor along the coordinate of a joint."""
        kind, (_, _, element), title = self._kind(name), self.joints[name], self.joint_names[name]
        coordinates = {"axis": title} if kind in ALONG else {}
        if kind in ("universal", "revolute2"):
            coordinates = {"axis": f"{title}.first", "axis2": f"{title}.second"}
        for tag, q in coordinates.items():
            axis, word = element.one(tag), q.replace(".", " ")
            if (dynamics := axis.first("dynamics")) is not None:
                stiffness, rest = dynamics.value("spring_stiffness", 0.0), dynamics.value("spring_reference", 0.0)
                if stiffness:
                    yield JointSpring(self.names.new(f"{word} spring"), q, stiffness, rest)
                if damping := dynamics.value("damping", 0.0):
                    yield JointDamper(self.names.new(f"{word} damping"), q, damping)
                if self.options.friction and (force := dynamics.value("friction", 0.0)):
                    yield DryFriction(self.names.new(f"{word} friction"), q, static=force)
            low, high = _way(axis)
            if self.options.stops and (low is not None or high is not None) and kind != "continuous":
                yield Stop(self.names.new(f"{word} stop"), q, low=low, high=high)
            if self.options.motors and axis.first("mimic") is None:
                yield Motor(self.names.new(f"{word} motor"), q)

    def _mimics(self, name: str) -> Iterator[Part]:
        """The coordinate of a joint that mimics another: q = multiplier (q_other − reference) + offset."""
        scope, _, element = self.joints[name]
        axis = element.first("axis")
        for mimic in axis.all("mimic") if axis is not None else ():
            leader = mimic.text("joint")
            holder, own = scope.holder(leader, mimic)
            other = f"{holder.prefix}{own}"
            movable = [x for x in self.joints if self._kind(x) in ALONG and x != name]
            if (
                self._kind(name) not in ALONG
                or other not in movable
                or mimic.attributes.get("axis", "axis") != "axis"
            ):
                mimic.fail(f"{name!r} mimics {leader!r}, no other joint of one axis; {closest(other, movable)}")
            factor, offset = mimic.value("multiplier", 1.0), mimic.value("offset", 0.0)
            led = coordinate(self.joint_names[other]) - mimic.value("reference", 0.0)
            relation = coordinate(self.joint_names[name]) - factor * led - offset
            yield Holonomic(self.names.new(f"{self.joint_names[name]} mimics {other}"), relation)

    def _gearbox(self, name: str) -> Part:
        """The relation of a gearbox: θ₂ = −ratio θ₁ of its two links, beside the body that both turn on."""
        scope, _, element = self.joints[name]
        reference, _ = self._carrier(scope, element.word("gearbox_reference_body"), element)
        angles: list[Scalar] = []
        for end, tag in (("parent", "axis"), ("child", "axis2")):
            body, _ = self._carrier(scope, element.word(end), element.one(end))
            hinges = [
                x
                for x in self.joints
                if self._kind(x) in ("revolute", "continuous")
                and [frame.body for frame in self._ends(x)] == [reference, body]
            ]
            if len(hinges) != 1:
                element.fail(
                    f"the gearbox {name!r} needs one revolute joint from {reference.name!r} to {body.name!r}"
                )
            along = np.dot(self._axis_in_world(name, tag), self._axis_in_world(hinges[0], "axis"))
            if not abs(abs(along) - 1.0) < 1e-6:
                element.fail(f"<{tag}> of the gearbox {name!r} is not the axis of the joint {hinges[0]!r}")
            angles.append(float(np.sign(along)) * coordinate(self.joint_names[hinges[0]]))
        ratio = element.value("gearbox_ratio", 1.0)
        return Holonomic(self.joint_names[name], angles[1] + ratio * angles[0])

    def _axis_in_world(self, name: str, tag: str) -> Vector:
        scope, own, element = self.joints[name]
        R: Matrix = scope.in_world.R @ scope.place(own, element).R
        return R @ np.array(self._axis(name, tag))

    def _weightless(self, name: str) -> Iterator[Part]:
        """The force that holds a link on which gravity does not act."""
        body, element = self.bodies[name], self.links[name][2]
        if self.gravity is None or body.inertia is None or element.first("gravity") is None:
            return
        if not element.is_true("gravity") and any(self.gravity):
            force = tuple(-float(body.inertia.mass) * g for g in self.gravity)
            yield PointForce(self.names.new(f"{body.name} weightless"), body.at(body.inertia.com), force)

    # ---- what it looks like

    def _solids(self, visual: Element, scope: Scope) -> Iterator[visuals.Solid]:
        own = visual.first("pose")
        if own is not None and own.attributes.get("relative_to"):
            self.left_out["visual pose relative_to=…"] += 1
            return
        X, colour = raw_pose(own) if own is not None else Pose(), _colour(visual)
        for shape in visual.one("geometry").children:
            match shape.tag:
                case "box":
                    yield visuals.Box(shape.values("size", 3), place=X, colour=colour)
                case "sphere":
                    yield visuals.sphere(shape.value("radius"), place=X, colour=colour)
                case "cylinder":
                    sizes = shape.value("radius"), shape.value("length")
                    yield visuals.Cylinder(*sizes, axis="z", place=X, colour=colour)
                case "capsule":
                    half = 0.5 * shape.value("length")
                    ends = ((0.0, 0.0, -half), (0.0, 0.0, half))
                    yield visuals.Bar(*ends, shape.value("radius"), place=X, colour=colour)
                case "ellipsoid":
                    yield visuals.Ellipsoid(shape.values("radii", 3), place=X, colour=colour)
                case "mesh":
                    yield from self._mesh(shape, X, colour, scope)
                case "empty":
                    pass
                case _:
                    self.left_out[shape.tag] += 1

    def _mesh(self, shape: Element, X: Pose, colour: str | None, scope: Scope) -> Iterator[visuals.Solid]:
        name = shape.word("uri")
        scale = shape.values("scale", 3, (1.0, 1.0, 1.0))
        folders = Folders(scope.file, self.options.packages)
        solid = folders.mesh(name.replace("model://", "package://"), scale, X, colour)
        if isinstance(solid, str):
            self.notes.append(f"the mesh {Path(name).name!r} is not drawn: {solid}")
            return
        yield solid

    # ---- what is told

    def _told(self) -> Iterator[str]:
        if self.gravity is None:
            yield "the file says nothing of gravity, so there is none: da.load(…, gravity=(0, 0, -9.81))"
        yield from dict.fromkeys(self.notes)
        if self.names.note:
            yield self.names.note
        without = [name for name, (_, _, element) in self.links.items() if element.first("inertial") is None]
        if moving := [name for name in without if not self.links[name][0].is_static]:
            yield f"{some(moving)} say nothing of inertia: 1 kg and 1 kg m², as SDF has it"
        joints = {name: element for name, (_, _, element) in self.joints.items()}
        axes = {name: [x for tag in ("axis", "axis2") for x in joint.all(tag)] for name, joint in joints.items()}
        limited = [name for name, found in axes.items() if any(_way(axis) != (None, None) for axis in found)]
        if limited and not self.options.stops:
            yield f"limits of {some(limited)} stop nothing; da.load(…, stops=True) makes hard stops of them"
        locked = [name for name, found in axes.items() if any(_is_locked(axis) for axis in found)]
        if locked:
            yield f"limits of {some(locked)} leave no way between them, and make no stops"
        limits = [limit for found in axes.values() for axis in found for limit in axis.all("limit")]
        if any(limit.first("effort") or limit.first("velocity") for limit in limits):
            yield "limits of force and speed are not kept"
        dry = [
            name
            for name, found in axes.items()
            if any(x.value("friction", 0.0) for axis in found for x in axis.all("dynamics"))
        ]
        if dry and not self.options.friction:
            yield f"dry friction of {some(dry)} is left out; da.load(…, friction=True) has it"
        if acting := [x for x in joints if axes[x] and self._kind(x) in ("ball", "fixed")]:
            yield f"axes of {some(acting)}, which have none, are left out"
        if solid := [name for name, (_, _, link) in self.links.items() if link.first("collision") is not None]:
            yield f"collision shapes of {some(solid)} make no contacts; add da.Contact parts for those that touch"
        if self.options.inertia != "checked" and (odd := [x for x in self.links if is_odd(self._inertia(x))]):
            yield f"inertias of {some(odd)} belong to no possible body; they are as given"
        free = [x for x in self.links if f"{self.body_names[x]} base" in self.names.taken]
        if any(not self.links[x][0].is_static for x in free):
            yield "states begin with free bodies at the origin; where the file has them is model.state('initial')"
        for tag, count in sorted(self.left_out.items()):
            yield f"<{tag}> is not understood and left out, {count} times"


def _reached(start: list[Body], below: Mapping[Body, list[Body]]) -> set[Body]:
    """Bodies, and all that joints carry from them on."""
    reached, waiting = set(start), list(start)
    while waiting:
        new = [body for body in below.get(waiting.pop(), ()) if body not in reached]
        reached.update(new)
        waiting += new
    return reached


def _lead(joint: Element) -> float:
    """How far a screw goes in a turn."""
    if joint.first("screw_thread_pitch") is not None:
        return joint.value("screw_thread_pitch")
    pitch = joint.value("thread_pitch", 1.0)
    if pitch == 0.0:
        joint.one("thread_pitch").fail("the thread_pitch of a screw, radians for a metre, is not zero")
    return -2.0 * pi / pitch


def _way(axis: Element) -> tuple[float | None, float | None]:
    """Ends of the way along an axis; None where there is none."""
    limit = axis.first("limit")
    if limit is None:
        return None, None
    ends = [_end(limit, tag) for tag in ("lower", "upper")]
    low, high = ends
    if low is not None and high is not None and low > high:
        limit.fail(f"the way ends at {low:g} below and {high:g} above, which leaves none")
    return (None, None) if low == high and low is not None else (low, high)


def _is_locked(axis: Element) -> bool:
    """Whether limits leave no way."""
    limit = axis.first("limit")
    ends = [None, None] if limit is None else [_end(limit, tag) for tag in ("lower", "upper")]
    return ends[0] is not None and ends[0] == ends[1]


def _end(limit: Element, tag: str) -> float | None:
    if limit.first(tag) is None or limit.word(tag).strip("+-").lower() in ("inf", "infinity"):
        return None
    value = limit.value(tag)
    return value if abs(value) < UNLIMITED else None


def _placed(X: Pose) -> list[float]:
    """Coordinates of a free body at a place."""
    return [*map(float, X.p), *map(float, quaternion_from_rotation(np.asarray(X.R, dtype=float)))]


def _colour(visual: Element) -> str | None:
    material = visual.first("material")
    if material is None or material.first("diffuse") is None:
        return None
    numbers = material.one("diffuse").content.split()
    rgb = material.one("diffuse").parsed(4)[:3] if len(numbers) == 4 else material.one("diffuse").parsed(3)
    return "#" + "".join(f"{round(255 * min(max(x, 0.0), 1.0)):02x}" for x in rgb)

"""Robots in URDF, the Unified Robot Description Format of ROS, as models."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from dalembert.arrays import Matrix
from dalembert.errors import ModelError
from dalembert.files.mesh_paths import Folders
from dalembert.files.part_names import PartNames, part_name, some
from dalembert.files.strange_parts import strange_parts
from dalembert.files.xml_elements import Element
from dalembert.model import visuals
from dalembert.model.bodies import Body, Frame, ground
from dalembert.model.checks import RESERVED
from dalembert.model.constraints.expressions import Holonomic
from dalembert.model.contacts.dry_friction import DryFriction
from dalembert.model.contacts.gaps import Stop
from dalembert.model.forces.joint_forces import JointDamper
from dalembert.model.joint import Joint
from dalembert.model.joints.free import Free
from dalembert.model.joints.planar_joint import Planar
from dalembert.model.joints.prismatic import Prismatic
from dalembert.model.joints.revolute import Revolute
from dalembert.model.joints.weld import Weld
from dalembert.model.measure import coordinate
from dalembert.model.model import Model
from dalembert.model.motors import Motor
from dalembert.model.part import Part
from dalembert.name_checks import closest
from dalembert.spatial.inertia import Inertia
from dalembert.spatial.pose import Pose
from dalembert.spatial.rotations import rotation

WITH_AXIS: Mapping[str, Callable[..., Joint]] = {
    "revolute": Revolute,
    "continuous": Revolute,
    "prismatic": Prismatic,
    "planar": Planar,
}
"""Types of joints with an axis; the others are fixed and floating."""

UNDERSTOOD = {
    "robot": {"link", "joint", "material"},
    "link": {"inertial", "visual", "collision"},
    "joint": {"origin", "parent", "child", "axis", "limit", "dynamics", "mimic"},
}
"""Tags that are read, by the element they stand in; all others are told."""

ATTRIBUTES = {
    "origin": {"xyz", "rpy"},
    "axis": {"xyz"},
    "dynamics": {"damping", "friction"},
    "limit": {"lower", "upper", "effort", "velocity"},
    "mimic": {"joint", "multiplier", "offset"},
    "inertial": set[str](),
    "mass": {"value"},
    "inertia": {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"},
}
"""Attributes that are read of elements that stand once in another; all others are told."""

ALONG = ("revolute", "continuous", "prismatic")
"""Types of joints with one coordinate, along which forces act."""


@dataclass(frozen=True)
class LoadOptions:
    """Options for the contents of a file that become parts of the model; `da.load` explains each."""

    gravity: Sequence[float] | None = None
    free_base: bool = False
    motors: bool = True
    stops: bool = False
    friction: bool = False
    merge_fixed: bool = False
    contacts: str = "none"
    inertia: str = "checked"
    packages: Mapping[str, Path] = field(default_factory=dict)


def urdf_model(file: Path, root: Element, options: LoadOptions) -> Model:
    """The model that a URDF file describes; what it leaves out stands in the model's notes."""
    if (macro := _first_macro(root)) is not None:
        macro.fail("this is xacro, a language that writes URDF; run `xacro in.xacro > out.urdf`, and load that")
    if root.tag != "robot":
        root.fail(f"a URDF file has a <robot> outermost, SDF has <sdf>, MJCF <mujoco>, not <{root.tag}>")
    return _Robot(root, Folders(file, options.packages), options).model()


def _first_macro(element: Element) -> Element | None:
    """The first element that only xacro understands, if there is one."""
    if element.tag.startswith("xacro:") or any("${" in text for text in element.attributes.values()):
        return element
    return next(filter(None, map(_first_macro, element.children)), None)


def pose_of(element: Element | None) -> Pose:
    """The pose of an <origin>: x y z, then turned by roll, pitch and yaw about fixed axes."""
    if element is None:
        return Pose()
    roll, pitch, yaw = element.numbers("rpy", 3, (0.0, 0.0, 0.0))
    R = rotation("z", yaw) @ rotation("y", pitch) @ rotation("x", roll)
    return Pose(R, np.array(element.numbers("xyz", 3, (0.0, 0.0, 0.0))))


@dataclass(eq=False)
class _Robot:
    root: Element
    folders: Folders
    options: LoadOptions
    left_out: Counter[str] = field(default_factory=Counter)
    """Tags that are not understood."""

    meshes: dict[str, str] = field(default_factory=dict)
    """Reasons why meshes are not drawn, by file name."""

    def __post_init__(self) -> None:
        self.links = self._named("link")
        self.joints = self._named("joint")
        colours = {
            material.attributes.get("name", ""): _colour(material) for material in self.root.all("material")
        }
        self.materials = {name: colour for name, colour in colours.items() if colour}
        if not self.links:
            self.root.fail("the robot has no link")
        for name, joint in self.joints.items():
            if name in RESERVED:
                joint.fail(f"a joint cannot be called {name!r}, a result that every model has; rename it")
        self.names = PartNames(self.joints)
        self.bodies = {link: self.names.new(link, "link") for link in self.links}
        for element in (self.root, *self.links.values(), *self.joints.values()):
            known = UNDERSTOOD[element.tag]
            self.left_out.update(child.tag for child in element.children if child.tag not in known)
            self._check_details(element)

    def _check_details(self, element: Element) -> None:
        """Raise if something is said twice; attributes that are not understood are counted."""
        for tag, attributes in ATTRIBUTES.items():
            children = list(element.all(tag))
            if len(children) > 1:
                children[1].fail(f"<{element.tag}> has two <{tag}>")
            for child in children:
                self.left_out.update(f"{tag} {name}=…" for name in child.attributes if name not in attributes)
                self._check_details(child)

    def _named(self, tag: str) -> dict[str, Element]:
        """Elements right inside the robot by their names."""
        elements: dict[str, Element] = {}
        for element in self.root.all(tag):
            if not (name := part_name(element.text("name"))):
                element.fail(f"a {tag} needs a name")
            if name in elements:
                element.fail(f"there is another {tag} {name!r}, line {elements[name].line}; `_` stands for a dot")
            elements[name] = element
        return elements

    # ---- the tree of links

    def _link_of(self, joint: Element, end: str) -> str:
        """The link that is the parent or the child of a joint."""
        element = joint.one(end)
        name = part_name(element.text("link"))
        if name not in self.links:
            element.fail(f"there is no link {name!r}; {closest(name, self.links)}")
        return name

    def _ordered(self) -> Iterator[tuple[str, Element, str, str]]:
        """Joints with their elements, parents and children, from the root to the tips; the root first, alone."""
        carried: dict[str, str] = {}
        below: dict[str, list[tuple[str, Element, str]]] = {name: [] for name in self.links}
        for name, joint in self.joints.items():
            parent, child = (self._link_of(joint, end) for end in ("parent", "child"))
            if child in carried:
                joint.fail(
                    f"the link {child!r} is the child of {carried[child]!r} already; URDF has no loops, SDF has"
                )
            carried[child] = name
            below[parent].append((name, joint, child))
        roots = [name for name in self.links if name not in carried]
        if len(roots) != 1:
            self.root.fail(f"a robot has one link that is no child of a joint, not {roots or 'none'}")
        yield "", self.root, "", roots[0]
        waiting = [roots[0]]
        n_reached = 1
        while waiting:
            parent = waiting.pop(0)
            for name, joint, child in below[parent]:
                yield name, joint, parent, child
                waiting.append(child)
                n_reached += 1
        if n_reached < len(self.links):
            self.root.fail("some links are children of each other in a circle, so nothing carries them")

    # ---- the model

    def model(self) -> Model:
        """The model, with notes on what it leaves out."""
        bodies: dict[str, Frame] = {}
        parts: list[Part] = []
        order = list(self._ordered())
        merged = self._merged(order) if self.options.merge_fixed else {}
        inertias, solids = self._contents(order, merged)
        for name, joint, parent, child in order:
            if child in merged:
                link, pose = merged[child]
                bodies[child] = Frame(bodies[link].body, pose, child)
                continue
            markers = {marker: pose for marker, (link, pose) in merged.items() if link == child}
            body = Body(self.bodies[child], inertias[child], markers, visual=tuple(solids[child]) or None)
            bodies[child] = Frame(body)
            if not name:
                parts.append(self._base(child, body))
            else:
                parts += self._joint_parts(name, joint, bodies[parent], body)
        parts += self._couplings()
        return Model(*parts, gravity=self.options.gravity, notes=(*self._notes(), *strange_parts(parts)))

    def _base(self, link: str, body: Body) -> Joint:
        name = self.names.new(f"{link} base")
        return Free(name, ground, body) if self.options.free_base else Weld(name, ground, body)

    def _merged(self, order: Iterable[tuple[str, Element, str, str]]) -> dict[str, tuple[str, Pose]]:
        """Links behind fixed joints: the link that they are part of, and where they are on it."""
        merged: dict[str, tuple[str, Pose]] = {}
        for name, joint, parent, child in order:
            if name and joint.text("type") == "fixed":
                link, pose = merged.get(parent, (parent, Pose()))
                merged[child] = (link, pose @ pose_of(joint.first("origin")))
        return merged

    def _contents(
        self, order: Iterable[tuple[str, Element, str, str]], merged: Mapping[str, tuple[str, Pose]]
    ) -> tuple[dict[str, Inertia | None], dict[str, list[visuals.Solid]]]:
        """Inertias and solids of links, those of merged ones with the link that they are part of."""
        inertias: dict[str, Inertia | None] = {}
        solids: dict[str, list[visuals.Solid]] = {}
        for *_, child in order:
            inertia, shapes = self._inertia(child), list(self._solids(child))
            link, pose = merged.get(child, (child, None))
            if pose is not None:
                inertia = inertia and inertia.moved(pose)
                shapes = [_placed(solid, pose) for solid in shapes]
            whole = inertias.get(link)
            inertias[link] = whole + inertia if whole and inertia else whole or inertia
            solids.setdefault(link, []).extend(shapes)
        return inertias, solids

    def _inertia(self, link: str) -> Inertia | None:
        """Mass properties of a link; None if it has none."""
        element = self.links[link].first("inertial")
        if element is None:
            return None
        X = pose_of(element.first("origin"))
        mass = element.one("mass").number("value")
        given = element.one("inertia")
        J: Matrix = np.array([[given.number(f"i{min(i, j)}{max(i, j)}", 0.0) for j in "xyz"] for i in "xyz"])
        return given_inertia(element, f"link {link!r}", mass, X, J, self.options)

    # ---- joints

    def _joint_parts(self, name: str, joint: Element, parent: Frame, body: Body) -> Iterator[Part]:
        """A joint, and what acts in it."""
        kind = joint.text("type")
        X = pose_of(joint.first("origin"))
        place = Frame(parent.body, parent.pose @ X, f"{name}")
        if kind in WITH_AXIS:
            yield WITH_AXIS[kind](name, place, body, self._axis(joint))
        elif kind == "fixed":
            yield Weld(name, place, body)
        elif kind == "floating":
            yield Free(name, place, body)
        else:
            known = (*WITH_AXIS, "fixed", "floating")
            joint.fail(f"the joint {name!r} is of type {kind!r}; {closest(kind, known)}")
        if kind in ALONG:
            yield from self._along(name, joint, kind)

    def _axis(self, joint: Element) -> tuple[float, ...]:
        element = joint.first("axis")
        axis = (1.0, 0.0, 0.0) if element is None else element.numbers("xyz", 3)
        if not np.linalg.norm(axis) > 0.0:
            (element or joint).fail("the axis of a joint has a direction, not (0, 0, 0)")
        return tuple(np.array(axis) / np.linalg.norm(axis))

    def _along(self, name: str, joint: Element, kind: str) -> Iterator[Part]:
        """Springs, dampers, friction, stops and motors along the coordinate of a joint."""
        if (dynamics := joint.first("dynamics")) is not None:
            if damping := dynamics.number("damping", 0.0):
                yield JointDamper(self.names.new(f"{name} damping"), name, damping)
            if self.options.friction and (force := dynamics.number("friction", 0.0)):
                yield DryFriction(self.names.new(f"{name} friction"), name, static=force)
        limit = joint.first("limit")
        has_stop = self.options.stops and limit is not None and kind != "continuous"
        if has_stop and (ends := self._range(name)):
            yield Stop(self.names.new(f"{name} stop"), name, low=ends[0], high=ends[1])
        if self.options.motors and joint.first("mimic") is None:
            yield Motor(self.names.new(f"{name} motor"), name)

    def _range(self, name: str) -> tuple[float, float] | None:
        """Ends of the way of a joint; None if they leave none."""
        limit = self.joints[name].one("limit")
        low, high = limit.number("lower", 0.0), limit.number("upper", 0.0)
        return (low, high) if low < high else None

    def _couplings(self) -> Iterator[Part]:
        """Joints that mimic others: q = multiplier q_other + offset."""
        for name, joint in self.joints.items():
            if (mimic := joint.first("mimic")) is None or joint.text("type") not in ALONG:
                continue
            other = part_name(mimic.text("joint"))
            movable = [x for x, element in self.joints.items() if element.text("type") in ALONG and x != name]
            if other not in movable:
                mimic.fail(f"{name!r} mimics {other!r}, no other joint that moves; {closest(other, movable)}")
            if name in self._followed(other):
                mimic.fail(f"{name!r} mimics {other!r}, which mimics it in turn")
            factor, offset = mimic.number("multiplier", 1.0), mimic.number("offset", 0.0)
            relation = coordinate(name) - factor * coordinate(other) - offset
            yield Holonomic(self.names.new(f"{name} mimics {other}"), relation)

    def _followed(self, joint: str) -> set[str]:
        """Joints that one mimics, directly and by others."""
        followed: set[str] = set()
        while joint in self.joints and (mimic := self.joints[joint].first("mimic")) is not None:
            joint = part_name(mimic.text("joint"))
            if joint in followed:
                break
            followed.add(joint)
        return followed

    # ---- what it looks like

    def _solids(self, link: str) -> Iterator[visuals.Solid]:
        for visual in self.links[link].all("visual"):
            X = pose_of(visual.first("origin"))
            material = visual.first("material")
            colour = None
            if material is not None:
                colour = _colour(material) or self.materials.get(material.attributes.get("name", ""))
            for shape in visual.one("geometry").children:
                if (solid := self._solid(shape, X, colour)) is not None:
                    yield solid

    def _solid(self, shape: Element, X: Pose, colour: str | None) -> visuals.Solid | None:
        match shape.tag:
            case "box":
                return visuals.Box(shape.numbers("size", 3), place=X, colour=colour)
            case "cylinder":
                radius, length = shape.number("radius"), shape.number("length")
                return visuals.Cylinder(radius, length, axis="z", place=X, colour=colour)
            case "sphere":
                return visuals.sphere(shape.number("radius"), place=X, colour=colour)
            case "mesh":
                return self._mesh(shape, X, colour)
        self.left_out[shape.tag] += 1
        return None

    def _mesh(self, shape: Element, X: Pose, colour: str | None) -> visuals.Solid | None:
        name = shape.text("filename")
        scale = shape.numbers("scale", 3, (1.0, 1.0, 1.0))
        solid = self.folders.mesh(name, scale, X, colour)
        if isinstance(solid, str):
            self.meshes[name] = solid
            return None
        return solid

    # ---- what is told

    def _notes(self) -> Iterator[str]:
        joints, options = self.joints, self.options
        if options.gravity is None:
            yield "the file says nothing of gravity, so there is none: da.load(…, gravity=(0, 0, -9.81))"
        with_limits = ("revolute", "prismatic")
        limited = [x for x, e in joints.items() if e.first("limit") is not None and e.text("type") in with_limits]
        if limited and not options.stops:
            yield f"limits of {some(limited)} stop nothing; da.load(…, stops=True) makes hard stops of them"
        empty = [x for x in limited if not self._range(x)]
        if empty and options.stops:
            yield f"limits of {some(empty)} leave no way between them, and make no stops"
        if any(e.first("limit") is not None for e in joints.values()):
            yield "limits of force and speed are not kept"
        several = [x for x, e in joints.items() if e.text("type") in ("planar", "floating")]
        acting = [x for x in several if any(joints[x].first(tag) for tag in ("dynamics", "limit"))]
        if acting:
            yield f"damping, friction and limits of the planar and floating joints {some(acting)} are left out"
        dynamics = {name: element for name, joint in joints.items() for element in joint.all("dynamics")}
        dry = [name for name, element in dynamics.items() if element.number("friction", 0.0)]
        if dry and not options.friction:
            yield f"dry friction of {some(dry)} is left out; da.load(…, friction=True) has it"
        if self.names.note:
            yield self.names.note
        told = [element.text("name") for element in (*self.links.values(), *self.joints.values())]
        if dotted := [name for name in told if part_name(name) != name]:
            yield f"`_` stands for a dot, and blanks around are left out, in the names {some(dotted)}"
        if idle := [x for x, e in joints.items() if e.first("mimic") and e.text("type") not in ALONG]:
            yield f"{some(idle)} cannot mimic another joint, having no coordinate or several"
        solid = [name for name, link in self.links.items() if link.first("collision") is not None]
        if solid:
            yield f"collision shapes of {some(solid)} make no contacts; add da.Contact parts for those that touch"
        if self.options.inertia != "checked":
            odd = [name for name in self.links if is_odd(self._inertia(name))]
            if odd:
                yield f"inertias of {some(odd)} belong to no possible body; they are as given"
        for tag, count in sorted(self.left_out.items()):
            yield f"<{tag}> is not understood and left out, {count} times"
        for reason in dict.fromkeys(self.meshes.values()):
            names = [Path(name).name for name, why in self.meshes.items() if why == reason]
            yield f"meshes {some(names)} are not drawn: {reason}"


def given_inertia(
    element: Element, owner: str, mass: float, X: Pose, J: Matrix, options: LoadOptions
) -> Inertia | None:
    """Mass properties about a centre, checked as the options say; None if there are none."""
    if mass == 0.0 and not J.any():
        return None
    try:
        return Inertia(mass, X.p, X.R @ J @ X.R.T, check=options.inertia == "checked")
    except ModelError as error:
        words, may_be_taken, _ = str(error).partition("; to take published")
        element.fail(f"{owner}: {words}" + ("; inertia='as given' takes them" if may_be_taken else ""))


def is_odd(inertia: Inertia | None) -> bool:
    """Whether principal moments violate the triangle inequality."""
    if inertia is None:
        return False
    try:
        Inertia(inertia.mass, inertia.com, inertia.J)
    except ModelError:
        return True
    return False


def _placed(solid: visuals.Solid, pose: Pose) -> visuals.Solid:
    return replace(solid, place=pose @ solid.place)


def _colour(material: Element) -> str | None:
    element = material.first("color")
    if element is None or "rgba" not in element.attributes:
        return None
    r, g, b, _ = element.numbers("rgba", 4)
    return "#" + "".join(f"{round(255 * min(max(x, 0.0), 1.0)):02x}" for x in (r, g, b))

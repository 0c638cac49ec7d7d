"""Robots as URDF, the Unified Robot Description Format of ROS."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

import numpy as np

from dalembert.dynamics.as_dynamics import Subject
from dalembert.errors import ModelError
from dalembert.files.export.robot_parts import GROUND, Robot, RobotLink, numbers_text
from dalembert.files.export.solids import plain_solid
from dalembert.model.joints.free import Free
from dalembert.model.joints.prismatic import Prismatic
from dalembert.model.joints.revolute import Revolute
from dalembert.model.joints.weld import Weld
from dalembert.spatial.pose import Pose
from dalembert.spatial.rotations import rotation
from dalembert.whole_files import write_file

_FAR = 1e9
"""End of a way, greatest force and speed where nothing limits them: a sliding joint must have a limit."""

_SIZES = {"box": ("size",), "cylinder": ("radius", "length"), "sphere": ("radius",)}
"""Attributes of shapes."""


def save_urdf(subject: Subject, path: str | Path) -> Path:
    """Write a model as URDF: a tree of links with turning, sliding, fixed and free joints.

    Dampers, dry friction, stops and couplings of joints are kept, parameters have their default values. Gravity is
    not part of the format, motors are every joint's own. Loops, springs, contacts, forces and constraints of other
    kinds are refused by name.
    """
    robot = Robot.of(subject, "URDF")
    instead = "save it as MJCF (.xml), or as .toml"
    robot.refuse("URDF", closing=instead, coincident=instead, springs=instead, rotors=instead)
    for motor in robot.motors:
        if [x.coordinate for x in robot.motors].count(motor.coordinate) > 1:
            raise ModelError(f"URDF has one motor in each joint; {motor.coordinate!r} has two")
    root = Element("robot", name=Path(path).stem)
    SubElement(root, "link", name=GROUND)
    if any(link.name == GROUND for link in robot.links):
        raise ModelError(f"a body is called {GROUND!r}, as the ground of a URDF file is; rename it")
    for link in robot.links:
        _write_link(root, link)
    for link in robot.links:
        _write_joint(root, link, robot)
    ElementTree.indent(root)
    return write_file(Path(path), ElementTree.tostring(root, encoding="UTF-8", xml_declaration=True))


def _write_link(root: Element, link: RobotLink) -> None:
    element = SubElement(root, "link", name=link.name)
    if (inertia := link.inertia) is not None:
        inertial = SubElement(element, "inertial")
        SubElement(inertial, "origin", xyz=numbers_text(inertia.com), rpy="0 0 0")
        SubElement(inertial, "mass", value=repr(float(inertia.mass)))
        entries = {f"i{'xyz'[i]}{'xyz'[j]}": repr(float(inertia.J[i, j])) for i in range(3) for j in range(i, 3)}
        SubElement(inertial, "inertia", entries)
    for solid in link.solids:
        drawn = plain_solid(solid)
        if drawn is None or drawn.kind not in _SIZES:
            continue
        visual = SubElement(element, "visual")
        _write_origin(visual, link.frame.inverse @ drawn.pose)
        named = dict(zip(_SIZES[drawn.kind], map(repr, drawn.sizes), strict=False))
        sizes = {"size": numbers_text(drawn.sizes)} if drawn.kind == "box" else named
        SubElement(SubElement(visual, "geometry"), drawn.kind, sizes)


def _write_joint(root: Element, link: RobotLink, robot: Robot) -> None:
    joint, name = link.joint, link.joint.name
    stop = robot.stops.get(name)
    match joint:
        case Revolute():
            kind = "continuous" if stop is None else "revolute"
        case Prismatic():
            kind = "prismatic"
        case Weld():
            kind = "fixed"
        case Free() if joint.angles is None:
            kind = "floating"
        case _:
            raise ModelError(
                f"URDF has no joint like the {type(joint).__name__} {name!r}; build it of turning and sliding "
                "joints with bodies without mass between them"
            )
    element = SubElement(root, "joint", name=name, type=kind)
    _write_origin(element, link.offset)
    SubElement(element, "parent", link=link.parent)
    SubElement(element, "child", link=link.name)
    if (axis := link.axis) is not None:
        SubElement(element, "axis", xyz=numbers_text(axis))
    if kind in ("revolute", "prismatic"):
        low, high = stop or (None, None)
        ends = {"lower": -_FAR if low is None else low, "upper": _FAR if high is None else high}
        told = {key: repr(float(x)) for key, x in (ends | {"effort": _FAR, "velocity": _FAR}).items()}
        SubElement(element, "limit", told)
    dynamics = {"damping": robot.dampers.get(name), "friction": robot.frictions.get(name)}
    if found := {key: repr(x) for key, x in dynamics.items() if x is not None}:
        SubElement(element, "dynamics", found)
    followed = [one for one in robot.followers if one.follower == name]
    if len(followed) > 1:
        raise ModelError(
            f"the joint {name!r} follows two others, by {followed[0].name!r} and {followed[1].name!r}, and "
            "mimics one alone in URDF; write one of them with the other joint first"
        )
    for one in followed:
        given = {"multiplier": repr(one.factor), "offset": repr(one.offset)}
        SubElement(element, "mimic", given, joint=one.leader)


def _write_origin(element: Element, pose: Pose) -> None:
    SubElement(element, "origin", xyz=numbers_text(pose.p), rpy=numbers_text(roll_pitch_yaw(pose.R)))


def roll_pitch_yaw(R: np.ndarray) -> tuple[float, float, float]:
    """Angles with R = Rz(yaw) Ry(pitch) Rx(roll), to rounding also where the pitch is a right angle."""
    # there any yaw will do, as long as the others fit it
    yaw = np.arctan2(R[1, 0], R[0, 0])
    rest = np.asarray(rotation("z", -float(yaw)), dtype=float) @ R
    return float(np.arctan2(-rest[1, 2], rest[1, 1])), float(np.arctan2(-rest[2, 0], rest[0, 0])), float(yaw)

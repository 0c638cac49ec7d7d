"""Models as MJCF, the format of MuJoCo."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

import numpy as np

from dalembert.arrays import Vector
from dalembert.dynamics.as_dynamics import Subject
from dalembert.errors import ModelError
from dalembert.expr.rewrite import evaluate
from dalembert.files.export.robot_parts import GROUND, Robot, RobotLink, numbers_text
from dalembert.files.export.solids import plain_solid
from dalembert.model.bodies import Frame, as_frame
from dalembert.model.joint import Joint
from dalembert.model.joints.cylindrical import Cylindrical
from dalembert.model.joints.free import Free
from dalembert.model.joints.planar_joint import Planar
from dalembert.model.joints.prismatic import Prismatic
from dalembert.model.joints.revolute import Revolute
from dalembert.model.joints.spherical import Spherical
from dalembert.model.joints.universal import Universal
from dalembert.model.joints.weld import Weld
from dalembert.model.model import Model
from dalembert.spatial.pose import Pose
from dalembert.spatial.quaternions import quaternion_from_rotation
from dalembert.spatial.vectors import unit
from dalembert.whole_files import write_file

_LEAST = 1e-14
"""Mass and moments of a moving body that MuJoCo takes."""


def save_mjcf(subject: Subject, path: str | Path) -> Path:
    """Write a model as MJCF: bodies within bodies, with hinges, slides, balls and free joints.

    Universal, cylindrical and planar joints are several of these. Springs, dampers, rotors, dry friction and stops
    of joints are kept, motors are actuators. Couplings of two joints, points that coincide and joints that close
    loops are equalities, which MuJoCo holds softly. Parameters have their default values. Contacts, other forces
    and constraints, and moving bodies without mass are refused by name.
    """
    robot = Robot.of(subject, "MJCF")
    robot.refuse("MJCF")
    assert isinstance(subject, Model)
    root = Element("mujoco", model=Path(path).stem)
    compiler = {"angle": "radian", "autolimits": "true", "inertiafromgeom": "false", "balanceinertia": "false"}
    SubElement(root, "compiler", compiler)
    option = SubElement(root, "option", gravity=numbers_text(evaluate(np.array(subject.gravity, dtype=object))))
    SubElement(option, "flag", contact="disable")
    elements = {GROUND: SubElement(root, "worldbody")}
    for link in robot.links:
        if link.name in elements:
            raise ModelError(f"a body is called {link.name!r}, as the ground or another body is; rename it")
        elements[link.name] = _write_body(elements[link.parent], link, robot)
    _write_equalities(root, robot, elements)
    if robot.motors:
        actuators = SubElement(root, "actuator")
        for motor in robot.motors:
            SubElement(actuators, "motor", name=motor.name, joint=motor.coordinate)
    ElementTree.indent(root)
    return write_file(Path(path), ElementTree.tostring(root, encoding="UTF-8", xml_declaration=True))


def _write_body(parent: Element, link: RobotLink, robot: Robot) -> Element:
    if link.joint.is_free:
        _check_free(link)
    element = SubElement(parent, "body", _placed(link.offset), name=link.name)
    _write_inertia(element, link)
    for kind, name, details in _joints(link.joint):
        joint = SubElement(element, kind, details, name=name)
        if (spring := robot.springs.get(name)) is not None:
            joint.set("stiffness", repr(spring[0]))
            joint.set("springref", repr(spring[1]))
        if (damping := robot.dampers.get(name)) is not None:
            joint.set("damping", repr(damping))
        if (inertia := robot.rotors.get(name)) is not None:
            joint.set("armature", repr(inertia))
        if (friction := robot.frictions.get(name)) is not None:
            joint.set("frictionloss", repr(friction))
        if (stop := robot.stops.get(name)) is not None:
            joint.set(
                "range", numbers_text([-1e9 if stop[0] is None else stop[0], 1e9 if stop[1] is None else stop[1]])
            )
    for solid in link.solids:
        if (drawn := plain_solid(solid)) is not None:
            half = {"box": [0.5] * 3, "cylinder": [1.0, 0.5]}.get(drawn.kind, [1.0] * len(drawn.sizes))
            sizes = numbers_text(np.array(drawn.sizes) * half)
            geom = {"type": drawn.kind, "size": sizes, "contype": "0", "conaffinity": "0"}
            SubElement(element, "geom", geom | _placed(link.frame.inverse @ drawn.pose))
    return element


def _write_inertia(element: Element, link: RobotLink) -> None:
    inertia = link.inertia
    if inertia is None or float(inertia.mass) < _LEAST:
        if not link.joint.speeds and inertia is None:
            return
        raise ModelError(f"MuJoCo takes no moving body without mass, such as {link.name!r}; save as .toml")
    least = float(np.linalg.eigvalsh(inertia.J)[0])
    if least < _LEAST:
        raise ModelError(
            f"MuJoCo takes no body without moment of inertia about some axis, such as the thin {link.name!r}; "
            "give it a radius, or save as .toml"
        )
    J = inertia.J
    entries = [J[0, 0], J[1, 1], J[2, 2], J[0, 1], J[0, 2], J[1, 2]]
    given = {"mass": repr(float(inertia.mass)), "pos": numbers_text(inertia.com)}
    SubElement(element, "inertial", given, fullinertia=numbers_text(entries))


def _check_free(link: RobotLink) -> None:
    """A free joint counts from the world in MuJoCo."""
    X = link.offset
    if link.parent != GROUND or X.p.any() or not np.array_equal(X.R, np.eye(3)):
        raise ModelError(
            f"in MJCF a free joint is between the ground's origin and a body, unlike "
            f"{link.joint.name!r}; place it there"
        )


def _joints(joint: Joint) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Elements for a joint: tag, name and attributes of each."""

    def along(kind: str, axis: object) -> dict[str, str]:
        return {"type": kind, "axis": numbers_text(unit(axis))}  # type: ignore[arg-type]

    match joint:
        case Weld():
            return
        case Revolute():
            yield "joint", joint.name, along("hinge", joint.axis)
        case Prismatic():
            yield "joint", joint.name, along("slide", joint.axis)
        case Spherical() if joint.angles is None:
            yield "joint", joint.name, {"type": "ball"}
        case Free() if joint.angles is None:
            yield "freejoint", joint.name, {}
        case Cylindrical():
            angle, slide = joint.coordinates
            yield "joint", angle, along("hinge", joint.axis)
            yield "joint", slide, along("slide", joint.axis)
        case Universal():
            first, second = joint.coordinates
            yield "joint", first, along("hinge", joint.first)
            yield "joint", second, along("hinge", joint.second)
        case Planar():
            x, y, angle = joint.coordinates
            ways = np.asarray(joint.motion(np.zeros(3)), dtype=float)[3:, :2].T
            yield "joint", x, along("slide", tuple(ways[0]))
            yield "joint", y, along("slide", tuple(ways[1]))
            yield "joint", angle, along("hinge", joint.normal)
        case _:
            raise ModelError(
                f"MJCF has no joint like the {type(joint).__name__} {joint.name!r}; use hinges, slides, "
                "balls and free joints with quaternions"
            )


def _write_equalities(root: Element, robot: Robot, bodies: Mapping[str, Element]) -> None:
    if not (robot.closing or robot.coincident or robot.followers):
        return
    element = SubElement(root, "equality")
    for one in robot.followers:
        polynomial = numbers_text([one.offset, one.factor, 0.0, 0.0, 0.0])
        names = {"joint1": one.follower, "joint2": one.leader}
        SubElement(element, "joint", names, name=one.name, polycoef=polynomial)

    def connect(name: str, frames: Sequence[Frame], offset: Vector) -> None:
        """Two points, each given on its own body: they need not coincide where all coordinates are zero."""
        sites = {}
        for k, frame in enumerate(frames, start=1):
            body, pose = robot.place(frame)
            sites[f"site{k}"] = f"{name} {k}"
            SubElement(bodies[body], "site", name=f"{name} {k}", pos=numbers_text(pose.point(offset)))
        SubElement(element, "connect", sites, name=name)

    for part in robot.coincident:
        connect(part.name, [as_frame(part.first), as_frame(part.second)], np.zeros(3))
    for joint in robot.closing:
        for word, point in _held_points(joint).items():
            connect(f"{joint.name}{word}", [joint.parent_frame, joint.child_frame], point)


def _held_points(joint: Joint) -> dict[str, Vector]:
    """Points at which a joint that closes a loop holds its bodies together, by what is added to its name."""
    match joint:
        case Spherical():
            return {"": np.zeros(3)}
        case Revolute():
            return {"": np.zeros(3), " axis": np.asarray(unit(joint.axis), dtype=float)}
    raise ModelError(
        f"MJCF closes loops by points that coincide; the {type(joint).__name__} {joint.name!r} is none, so close "
        "the loop by a Revolute or a Spherical joint"
    )


def _placed(pose: Pose) -> dict[str, str]:
    """Attributes of a place."""
    return {"pos": numbers_text(pose.p), "quat": numbers_text(quaternion_from_rotation(pose.R))}

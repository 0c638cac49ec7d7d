"""Models as robots: links in a tree, and what acts in their joints, as numbers; what is none of it is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from dalembert.arrays import Array, Matrix, Vector
from dalembert.errors import ModelError
from dalembert.expr.calculus import derivative
from dalembert.expr.node import Node, Scalar, inputs_of
from dalembert.expr.rewrite import evaluate, substitute
from dalembert.expr.symbol_nodes import symbol
from dalembert.model.bodies import Frame
from dalembert.model.constraints.expressions import Holonomic
from dalembert.model.constraints.gears import Gear, GearMesh
from dalembert.model.constraints.points import Coincident
from dalembert.model.contacts.dry_friction import DryFriction
from dalembert.model.contacts.gaps import Stop
from dalembert.model.contacts.impacts import NewtonImpact
from dalembert.model.forces.joint_forces import JointDamper, JointSpring
from dalembert.model.joint import Joint
from dalembert.model.joints.cylindrical import Cylindrical
from dalembert.model.joints.planar_joint import Planar
from dalembert.model.joints.prismatic import Prismatic
from dalembert.model.joints.revolute import Revolute
from dalembert.model.joints.universal import Universal
from dalembert.model.measure import Coordinate, coordinate
from dalembert.model.model import Model
from dalembert.model.motors import Motor
from dalembert.model.part import Part, measures_in
from dalembert.model.visuals import Solid
from dalembert.spatial.inertia import Inertia
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import unit

T = TypeVar("T")

GROUND = "world"


@dataclass(frozen=True, eq=False)
class RobotLink:
    """A body in the frame of its joint's child, and that joint."""

    name: str
    parent: str
    joint: Joint
    offset: Pose
    """Pose of the joint's parent frame in the frame of the parent link."""

    inertia: Inertia | None
    frame: Pose
    """Pose of the link's frame on the body as the model has it."""

    solids: Sequence[Solid]

    @property
    def axis(self) -> Vector | None:
        """The axis that the joint turns about or slides along, in the frames of both links; None of others."""
        match self.joint:
            case Revolute(axis=axis) | Prismatic(axis=axis):
                return np.asarray(unit(axis), dtype=float)
        return None


@dataclass(frozen=True)
class Follower:
    """A coordinate that is `factor` times another one, plus `offset`."""

    name: str
    follower: str
    leader: str
    factor: float
    offset: float


@dataclass(eq=False)
class Robot:
    """Links from the ground to the tips, and parts by their kind; what is left has no place in robot formats."""

    links: list[RobotLink]
    springs: dict[str, tuple[float, float]] = field(default_factory=dict)
    """Stiffness and rest by joint."""

    dampers: dict[str, float] = field(default_factory=dict)
    rotors: dict[str, float] = field(default_factory=dict)
    """Inertia of what follows coordinates."""

    frictions: dict[str, float] = field(default_factory=dict)
    stops: dict[str, tuple[float | None, float | None]] = field(default_factory=dict)
    motors: list[Motor] = field(default_factory=list)
    followers: list[Follower] = field(default_factory=list)
    coincident: list[Coincident] = field(default_factory=list)
    closing: list[Joint] = field(default_factory=list)
    others: list[Part] = field(default_factory=list)

    @classmethod
    def of(cls, model: object, what: str) -> Robot:
        """The parts of a model, with the default values of its parameters."""
        if not isinstance(model, Model):
            raise ModelError(f"{what} describes a Model, not {type(model).__name__}")
        names = [GROUND, *(link.body.name for link in model.tree.links)]
        links, rotors = [], dict[str, float]()
        for link in model.tree.links:
            if link.joint.follows is not None:
                name = link.joint.follows
                rotors[name] = rotors.get(name, 0.0) + number(link.joint.speed_inertia)
                continue
            if not link.joint.carries_body:
                raise ModelError(f"{link.joint.name!r} is a coordinate of no body, which {what} does not have")
            inertia = None if link.body.inertia is None else _numeric_inertia(link.inertia)
            solids = link.body.visual or ()
            links.append(
                RobotLink(
                    link.body.name,
                    names[link.parent + 1],
                    link.joint,
                    numeric_pose(link.offset),
                    inertia,
                    numeric_pose(link.joint.child_frame.pose),
                    solids if isinstance(solids, Sequence) else (solids,),
                )
            )
        robot = cls(links, rotors=rotors, closing=[*model.closing])
        if lost := [name for name in rotors if name not in robot.along]:
            raise ModelError(f"{what} has rotors along turning and sliding joints, not along {lost[0]!r}")
        for part in model.flat_parts:
            if not part.joints:
                robot._sort(part)
        return robot

    def place(self, frame: Frame) -> tuple[str, Pose]:
        """The link that a frame is on, and its pose there."""
        for link in self.links:
            if link.name == frame.body.name:
                return link.name, link.frame.inverse @ numeric_pose(frame.pose)
        return GROUND, numeric_pose(frame.pose)

    def refuse(self, what: str, **parts: str) -> None:
        """Raise if there are parts that a format does not have, by the name of their list."""
        if self.others:
            raise ModelError(
                f"{_told(self.others[0])} has no place in {what}; leave it out, or save the model as .toml"
            )
        for name, remedy in parts.items():
            if not (found := getattr(self, name)):
                continue
            example = found[0] if isinstance(found, list) else f"that of {next(iter(found))!r}"
            raise ModelError(f"{what} has no {_WORDS[name]}, such as {_told(example)}; {remedy}")

    @property
    def along(self) -> set[str]:
        """Coordinates of turning and sliding joints."""
        along = {x.joint.name for x in self.links if x.axis is not None}
        return along | {name for x in self.links for name in _coordinates(x.joint)}

    def _sort(self, part: Part) -> None:
        """Put a part where its kind stands; numbers that change are of no such kind."""
        along, is_sorted = self.along, True
        match part:
            case JointSpring(coordinate=name) if name in along:
                is_sorted = _once(self.springs, name, (number(part.stiffness), number(part.rest)))
            case JointDamper(coordinate=name) if name in along:
                is_sorted = _once(self.dampers, name, number(part.damping))
            case DryFriction(joint=str(name), creep=None) if name in along:
                is_one = number(part.kinetic) == number(part.static)
                is_sorted = is_one and _once(self.frictions, name, number(part.static))
            case Stop(joint=name, restitution=NewtonImpact(restitution=0.0)) if name in along:
                is_sorted = _once(self.stops, name, (part.low, part.high))
            case Motor(coordinate=name, law=None) if name in along:
                self.motors.append(part)
            case Coincident():
                self.coincident.append(part)
            case Holonomic() if (found := _following(part.name, part.expression, along)) is not None:
                self.followers.append(found)
            case Gear(carrier=None) if (found := _following(part.name, _relation(part), along)) is not None:
                self.followers.append(found)
            case _:
                is_sorted = False
        if not is_sorted:
            self.others.append(part)


_WORDS: Mapping[str, str] = {
    "springs": "springs in joints",
    "coincident": "points that coincide",
    "closing": "joints that close loops",
    "rotors": "rotors",
}


def _coordinates(joint: Joint) -> tuple[str, ...]:
    """Coordinates of a joint that is several turning and sliding ones, one after the other."""
    match joint:
        case Cylindrical() | Planar() | Universal():
            return joint.coordinates
    return ()


def number(x: Scalar) -> float:
    """A number, of an expression that with default values of parameters; not a number if it depends on more."""
    return float(evaluate(x)) if all(node.op == "parameter" for node in inputs_of([x])) else np.nan


def numeric_pose(pose: Pose) -> Pose:
    """A pose with the default values of parameters."""
    return Pose(_numbers(pose.R), _numbers(pose.p))


def numbers_text(values: Array | Sequence[float]) -> str:
    """Numbers with all their digits, as XML has them."""
    return " ".join(repr(float(x) + 0.0) for x in np.asarray(values, dtype=float).ravel())


def _numbers(x: Array) -> Matrix:
    return np.asarray(evaluate(x), dtype=float)


def _numeric_inertia(inertia: Inertia) -> Inertia:
    return Inertia(float(evaluate(inertia.mass)), _numbers(inertia.com), _numbers(inertia.J), check=False)


def _once(table: dict[str, T], name: str, value: T) -> bool:
    """Keep what a part says of a joint, if it is numbers and the first of its kind."""
    values = [x for x in (value if isinstance(value, tuple) else (value,)) if x is not None]
    if name in table or not np.isfinite(np.array(values, dtype=float)).all():
        return False
    table[name] = value
    return True


def _relation(gear: Gear) -> Scalar:
    """What a gear on fixed axles keeps at zero; where its teeth press is no matter of motion."""
    ratio = gear.ratio.ratio if isinstance(gear.ratio, GearMesh) else gear.ratio
    return coordinate(gear.first) - ratio * coordinate(gear.second) - gear.offset


def _following(name: str, relation: object, along: set[str]) -> Follower | None:
    """A relation between two coordinates that is linear; None if it is another one."""
    if not isinstance(relation, Node):
        return None
    measures = list(dict.fromkeys(measures_in(relation)))
    names = [x.args[0].name for x in measures if isinstance(x.args[0], Coordinate)]
    if len(measures) != 2 or len(names) != 2 or not {*names} <= along:
        return None
    first, second = symbol("first"), symbol("second")
    relation = substitute(relation, dict(zip(measures, (first, second), strict=True)))
    a, b = (number(derivative(relation, x)) for x in (first, second))
    rest = number(substitute(relation, {first: 0.0, second: 0.0}))
    # what is written first follows
    factors = -b / a if a else np.nan, -rest / a if a else np.nan
    return Follower(name, names[0], names[1], *factors) if np.isfinite(factors).all() else None


def _told(thing: object) -> str:
    return f"{type(thing).__name__} {thing.name!r}" if isinstance(thing, Part) else str(thing)

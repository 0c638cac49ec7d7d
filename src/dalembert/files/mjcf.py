"""Models in MJCF, the format of MuJoCo, by MuJoCo's own compiler: defaults and inertias are exactly its own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.errors import ModelError
from dalembert.expr.node import Scalar
from dalembert.files.compiled_mjcf import compiled_mjcf
from dalembert.files.mjcf_geoms import MOST_CONTACTS, Geom, Geoms, Pair
from dalembert.files.part_names import MOST_NAMED, PartNames, part_name, some
from dalembert.files.strange_parts import strange_parts
from dalembert.files.urdf import LoadOptions
from dalembert.model.bodies import Body, Frame, ground
from dalembert.model.checks import RESERVED, inputs_named
from dalembert.model.constraints.expressions import Holonomic
from dalembert.model.constraints.points import Coincident
from dalembert.model.contacts.dry_friction import DryFriction
from dalembert.model.contacts.gaps import Stop
from dalembert.model.forces.applied import PointForce, Torque
from dalembert.model.forces.joint_forces import JointDamper, JointForce, JointSpring
from dalembert.model.forces.potential import Potential
from dalembert.model.joint import Joint
from dalembert.model.joints.extra_variables import rotor
from dalembert.model.joints.free import Free
from dalembert.model.joints.prismatic import Prismatic
from dalembert.model.joints.revolute import Revolute
from dalembert.model.joints.spherical import Spherical
from dalembert.model.joints.weld import Weld
from dalembert.model.measure import Input, angular_velocity, coordinate, speed, velocity
from dalembert.model.model import Model
from dalembert.model.part import Part
from dalembert.spatial.inertia import Inertia
from dalembert.spatial.pose import Pose
from dalembert.spatial.quaternions import quaternion_rotation
from dalembert.spatial.rotations import rotation
from dalembert.state import StateValues

FREE, BALL, SLIDE, HINGE = range(4)
CONNECT, WELD, OF_JOINTS, OF_TENDONS = range(4)
JOINT_WRAP = 1
FIXED_GAIN, NO_BIAS, AFFINE_BIAS, NO_STATE = 0, 0, 1, 0
OF_JOINT, OF_JOINT_IN_PARENT, OF_TENDON = 0, 1, 3
SITE, SAME_FRAME = 6, 1
"""Numbers of MuJoCo's kinds of joints, equalities, wraps, actuators and objects, and of places of inertia."""


def mjcf_model(file: Path, data: bytes, options: LoadOptions) -> Model:
    """The model that an MJCF file describes; what it leaves out stands in the model's notes."""
    return _Described(compiled_mjcf(file, data), options).model()


@dataclass(eq=False)
class _Described:
    """Arrays of a compiled model as parts of ours."""

    arrays: Mapping[str, np.ndarray]
    options: LoadOptions
    notes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        told = json.loads(str(self.arrays["told"]))
        self.gravity, self.medium = told["gravity"], told["medium"]
        self.off, self.idle_actuators = set(told["off"]), set(told["off actuators"])
        if "gravity" in self.off:
            self.gravity = [0.0, 0.0, 0.0]
        self.notes += [f"{what} are left out" for what in told["beyond"]]
        taken = set(RESERVED)
        self.names = {kind: _unique(kind, names, taken) for kind, names in told["names"].items()}
        self.made = PartNames(taken)
        if "constraint" in self.off:
            self.off |= {"equality", "limit", "frictionloss", "contact"}
        pairs = [pair for kind in self.names for pair in zip(told["names"][kind], self.names[kind], strict=True)]
        if renamed := [f"{old!r} is {new!r}" for old, new in pairs if old and new != old]:
            self.notes.append(f"names that others have, or with dots, are changed: {', '.join(renamed[:6])}")

    def __getattr__(self, name: str) -> np.ndarray:
        try:
            return self.arrays[name]
        except KeyError:
            raise AttributeError(name) from None

    def model(self) -> Model:
        """The model, with notes on what it leaves out."""
        pairs = self._pairs()
        self.touching = {g for pair in pairs for g in (pair.first, pair.second)}
        joints = [joint for k in range(1, len(self.body_parentid)) for joint in self._joints_of(k)]
        if not joints:
            raise ModelError("the file describes no body")
        self.of_file = {joint.name: joint for joint in joints}
        parts: list[Part] = [*joints]
        parts += [part for j in range(len(self.jnt_type)) for part in self._in_joint(j)]
        parts += self._tendons()
        parts += self._equalities()
        parts += self._actuators()
        contacts, left = self.geoms.contacts(pairs, self.frames, self.made.new)
        gravity = self.gravity if self.options.gravity is None else self.options.gravity
        notes = (*self._told(), *strange_parts(parts), *self.geoms.notes(pairs, left))
        return Model(*parts, *contacts, gravity=gravity, notes=notes, starts=self._starts(parts))

    # ---- contacts and starts

    @cached_property
    def geoms(self) -> Geoms:
        """All geoms."""
        poses = [_pose(p, quaternion) for p, quaternion in zip(self.geom_pos, self.geom_quat, strict=True)]
        return Geoms(self.arrays, self.names["geom"], poses, "filterparent" not in self.off)

    def _pairs(self) -> list[Pair]:
        """Pairs of geoms that make contacts, as the options say."""
        if self.options.contacts == "none" or "contact" in self.off:
            return []
        pairs = self.geoms.pairs(self.options.contacts == "all")
        if isinstance(pairs, int):
            remedy = "; contacts='ground' leaves out those of two that move" * (self.options.contacts == "all")
            raise ModelError(f"{pairs} pairs of geoms may touch, at most {MOST_CONTACTS} are read{remedy}")
        return pairs

    def _starts(self, parts: Sequence[Part]) -> dict[str, StateValues]:
        """Keyframes as values of states by name, and the places where the file has free bodies."""
        of_file = [self.of_file[name] for name in self.names["joint"]]
        coordinates = [name for joint in of_file for name in joint.coordinates]
        speeds = [name for joint in of_file for name in joint.speeds]
        inputs = {part for each in parts for part in inputs_named(each)}
        starts: dict[str, StateValues] = {}
        if np.any(self.jnt_type == FREE) and "initial" not in self.names["key"]:
            starts["initial"] = {"q": dict(zip(coordinates, map(float, self.qpos0), strict=True))}
        for k, name in enumerate(self.names["key"]):
            u = dict(zip(speeds, map(float, self.key_qvel[k]), strict=True))
            values: StateValues = {"t": float(self.key_time[k])}
            values["q"] = dict(zip(coordinates, map(float, self.key_qpos[k]), strict=True))
            values["u"] = u
            controls = zip(self.names["actuator"], map(float, self.key_ctrl[k]), strict=True)
            values["tau"] = {name: x for name, x in controls if name in inputs}
            starts[name] = values
        return starts

    # ---- bodies and joints

    @cached_property
    def frames(self) -> list[Frame]:
        """Frames of all bodies, the ground first."""
        return [Frame(ground), *(Frame(self._body(k)) for k in range(1, len(self.body_parentid)))]

    def _body(self, k: int) -> Body:
        J = np.diag(self.body_inertia[k])
        X = _pose(self.body_ipos[k], self.body_iquat[k])
        if self.body_sameframe[k] == SAME_FRAME:
            # nanometres beside it are none for the file's own engine
            X = Pose()
        mass = float(self.body_mass[k])
        has_mass = mass > 0.0 or J.any()
        try:
            with np.errstate(all="ignore"):
                inertia = Inertia(mass, X.p, X.R @ J @ X.R.T, check=False) if has_mass else None
        except ModelError as error:
            raise ModelError(f"body {self.names['body'][k]!r}: {error}") from None
        sites = np.flatnonzero(self.site_bodyid == k)
        markers = {self.names["site"][s]: _pose(self.site_pos[s], self.site_quat[s]) for s in sites}
        geoms = [int(g) for g in np.flatnonzero(self.geom_bodyid == k) if g not in self.touching]
        solids = [solid for g in geoms if (solid := self.geoms.solid(g)) is not None]
        return Body(self.names["body"][k], inertia, markers, visual=tuple(solids) or None)

    def _joints_of(self, k: int) -> Iterator[Joint]:
        """Joints of a body one after the other, with bodies without mass between them."""
        place = self.frames[self.body_parentid[k]]
        start = Frame(place.body, place.pose @ _pose(self.body_pos[k], self.body_quat[k]), self.names["body"][k])
        first, count = int(self.body_jntadr[k]), int(self.body_jntnum[k])
        body = self.frames[k].body
        if count == 0:
            yield Weld(self.made.new(f"{body.name} mount"), start, body)
            return
        for j in range(first, first + count):
            child = body if j == first + count - 1 else Body(self.made.new(f"{self.names['joint'][j]} carrier"))
            yield self._joint(j, start, child)
            start = Frame(child)

    def _joint(self, j: int, parent: Frame, body: Body) -> Joint:
        """A joint about its anchor; its coordinate is that of MuJoCo, which counts from a reference."""
        name, kind, p = self.names["joint"][j], int(self.jnt_type[j]), self.jnt_pos[j]
        if kind == FREE:
            return Free(name, ground, body)
        anchor, on_child = Pose(p=p), Frame(body, Pose(p=p), name)
        if kind == BALL:
            return Spherical(name, Frame(parent.body, parent.pose @ anchor, name), on_child)
        axis, reference = self.jnt_axis[j], float(self.qpos0[self.jnt_qposadr[j]])
        if kind == HINGE:
            back_to_zero = Pose(rotation(tuple(axis), -reference))
            return Revolute(
                name, Frame(parent.body, parent.pose @ anchor @ back_to_zero, name), on_child, tuple(axis)
            )
        back_to_zero = Pose(p=-reference * axis)
        return Prismatic(
            name, Frame(parent.body, parent.pose @ anchor @ back_to_zero, name), on_child, tuple(axis)
        )

    def _in_joint(self, j: int) -> Iterator[Part]:
        """Springs, dampers, friction and stops along the coordinate of a joint."""
        name, dof, at = self.names["joint"][j], self.jnt_dofadr[j], self.jnt_qposadr[j]
        if self.jnt_type[j] not in (SLIDE, HINGE):
            if "damper" not in self.off and (damping := float(self.dof_damping[dof])):
                yield from self._damping_in_space(name, damping)
            return
        if "spring" not in self.off and (stiffness := float(self.jnt_stiffness[j])):
            yield JointSpring(self.made.new(f"{name} spring"), name, stiffness, float(self.qpos_spring[at]))
        if "damper" not in self.off and (damping := float(self.dof_damping[dof])):
            yield JointDamper(self.made.new(f"{name} damping"), name, damping)
        if armature := float(self.dof_armature[dof]):
            yield rotor(self.made.new(f"{name} rotor"), name, inertia=armature)
        has_friction = self.options.friction and "frictionloss" not in self.off
        if has_friction and (friction := float(self.dof_frictionloss[dof])):
            yield DryFriction(self.made.new(f"{name} friction"), name, static=friction)
        if self.options.stops and "limit" not in self.off and self.jnt_limited[j]:
            low, high = map(float, self.jnt_range[j])
            yield Stop(self.made.new(f"{name} stop"), name, low=low, high=high)

    def _damping_in_space(self, name: str, damping: float) -> Iterator[Part]:
        """The damper of a ball or a free body: alike in all directions."""
        joint = self.of_file[name]
        child, parent = joint.child_frame, joint.parent_frame
        rates = angular_velocity(child.body)
        if parent.body is not ground:
            rates = rates - angular_velocity(parent.body)
        moment = damping * rates
        yield Torque(self.made.new(f"{name} damping"), child.body, -moment)
        if parent.body is not ground:
            yield Torque(self.made.new(f"{name} damping on {parent.body.name}"), parent.body, moment)
        if joint.is_free:
            force = -damping * velocity(child.body)
            yield PointForce(self.made.new(f"{name} damping of {child.body.name}"), child.body, force)

    # ---- constraints

    def _equalities(self) -> Iterator[Part]:
        """Constraints, unless the file switches them off."""
        if "equality" in self.off:
            return
        for k, kind in enumerate(self.eq_type):
            name, first, second = self.names["equality"][k], int(self.eq_obj1id[k]), int(self.eq_obj2id[k])
            data, is_of_bodies = self.eq_data[k], self.eq_objtype[k] == 1
            if not self.eq_active0[k]:
                self.notes.append(f"the equality {name!r} is not active, and left out")
            elif kind == CONNECT and is_of_bodies:
                frames = [self.frames[b].at(p) for b, p in ((first, data[:3]), (second, data[3:6]))]
                yield Coincident(name, *frames)
            elif kind == CONNECT and self.eq_objtype[k] == SITE:
                yield Coincident(name, *(self._site(s) for s in (first, second)))
            elif kind == WELD and is_of_bodies:
                # the pose of the anchor, as the compiler keeps it
                X = _pose(data[3:6], data[6:10])
                yield Weld(name, Frame(self.frames[first].body, X, name), self.frames[second].at(data[:3]))
            elif kind == OF_JOINTS:
                yield Holonomic(name, self._joint_equality(first, second, data))
            elif kind == OF_TENDONS and (ways := self._tendon_ways(first, second)) is not None:
                yield Holonomic(name, _polynomial(ways, data))
            else:
                self.notes.append(f"the equality {name!r} is of a kind that is not understood, and left out")

    def _site(self, s: int) -> Frame:
        """The frame of a site."""
        return self.frames[self.site_bodyid[s]].at(self.site_pos[s])

    def _joint_equality(self, first: int, second: int, data: Vector) -> Scalar:
        """A relation between two joints, or of one, each counted from its reference."""
        joints = [j for j in (first, second) if j >= 0]
        ways = [coordinate(self.names["joint"][j]) - float(self.qpos0[self.jnt_qposadr[j]]) for j in joints]
        return _polynomial(ways, data)

    # ---- tendons

    def _coefficients(self, tendon: int) -> dict[str, float] | None:
        """Joints of a fixed tendon with their factors; None if it is a tendon in space."""
        wraps = range(self.tendon_adr[tendon], self.tendon_adr[tendon] + self.tendon_num[tendon])
        if any(self.wrap_type[w] != JOINT_WRAP for w in wraps):
            return None
        return {self.names["joint"][self.wrap_objid[w]]: float(self.wrap_prm[w]) for w in wraps}

    def _tendon_ways(self, first: int, second: int) -> list[Scalar] | None:
        """Lengths of one or two fixed tendons, from those in the reference; None if one is in space."""
        ways: list[Scalar] = []
        for tendon in (k for k in (first, second) if k >= 0):
            if (joints := self._coefficients(tendon)) is None:
                return None
            ways.append(_length(joints) - float(self.tendon_length0[tendon]))
        return ways

    def _tendons(self) -> Iterator[Part]:
        """Springs and dampers of fixed tendons."""
        for k, name in enumerate(self.names["tendon"]):
            joints = self._coefficients(k)
            stiffness = 0.0 if "spring" in self.off else self.tendon_stiffness[k]
            damping = 0.0 if "damper" in self.off else self.tendon_damping[k]
            low, high = map(float, self.tendon_lengthspring[k])
            if joints is None or (stiffness and low != high):
                if stiffness or damping:
                    self.notes.append(f"spring and damper of the tendon {name!r} are left out")
                continue
            if stiffness:
                yield Potential(
                    self.made.new(f"{name} spring"), 0.5 * float(stiffness) * (_length(joints) - low) ** 2
                )
            if damping:
                rate = sum(c * speed(joint) for joint, c in joints.items())
                for joint, c in joints.items():
                    yield JointForce(
                        self.made.new(f"{name} damping on {joint}"), joint, -float(damping) * c * rate
                    )

    # ---- inputs

    def _actuators(self) -> Iterator[Part]:
        """Inputs with the gains of actuators: force = gain · input + b₀ + b₁ length + b₂ velocity."""
        for k, name in enumerate(self.names["actuator"]):
            if (along := self._along(k)) is None or not self._has_plain_gain(k):
                self.notes.append(f"the actuator {name!r} is of a kind that is not understood, and left out")
                continue
            if not self.options.motors or "actuation" in self.off or k in self.idle_actuators:
                continue
            length = _length(along)
            velocity = sum(c * speed(joint) for joint, c in along.items())
            b = self.actuator_biasprm[k] if self.actuator_biastype[k] == AFFINE_BIAS else np.zeros(3)
            force = float(self.actuator_gainprm[k][0]) * Input(name)
            force = force + float(b[0]) + float(b[1]) * length + float(b[2]) * velocity
            for joint, c in along.items():
                yield JointForce(self.made.new(f"{name} on {joint}"), joint, c * force)

    def _along(self, k: int) -> dict[str, float] | None:
        """Joints that an actuator moves with their factors; None if it acts otherwise."""
        gear, target = float(self.actuator_gear[k][0]), int(self.actuator_trnid[k][0])
        if self.actuator_trntype[k] in (OF_JOINT, OF_JOINT_IN_PARENT):
            return {self.names["joint"][target]: gear} if self.jnt_type[target] in (SLIDE, HINGE) else None
        if self.actuator_trntype[k] != OF_TENDON:
            return None
        joints = self._coefficients(target)
        return None if joints is None else {joint: gear * c for joint, c in joints.items()}

    def _has_plain_gain(self, k: int) -> bool:
        return (
            self.actuator_plugin[k] < 0
            and self.actuator_gaintype[k] == FIXED_GAIN
            and self.actuator_biastype[k] in (NO_BIAS, AFFINE_BIAS)
            and self.actuator_dyntype[k] == NO_STATE
        )

    # ---- what is told

    def _told(self) -> Iterator[str]:
        joints, options = self.names["joint"], self.options
        yield from self.notes
        if self.made.note:
            yield self.made.note
        moving = [j for j in range(len(joints)) if self.jnt_type[j] in (SLIDE, HINGE)]
        limited = [joints[j] for j in moving if self.jnt_limited[j]]
        if limited and not options.stops and "limit" not in self.off:
            yield f"limits of {some(limited)} stop nothing; da.load(…, stops=True) makes hard stops of them"
        free = [j for j in range(len(joints)) if self.jnt_type[j] == FREE]
        places = [(joints[j], self.qpos0[self.jnt_qposadr[j] :][:3]) for j in free]
        if moved := [f"{name!r} at ({', '.join(f'{x:g}' for x in p)})" for name, p in places if np.any(p)]:
            where = f"in the file {', '.join(moved[:MOST_NAMED])}: model.state('initial')"
            yield f"states begin with free bodies at the origin, {where}"
        if balls := [joints[j] for j in range(len(joints)) if self.jnt_type[j] == BALL and self.jnt_limited[j]]:
            yield f"limits of the balls {some(balls)} are left out"
        dry = [joints[j] for j in moving if self.dof_frictionloss[self.jnt_dofadr[j]]]
        if dry and not options.friction and "frictionloss" not in self.off:
            yield f"dry friction of {some(dry)} is left out; da.load(…, friction=True) has it"
        others = [j for j in range(len(joints)) if j not in moving]
        widths = {FREE: 6, BALL: 3}
        acting = [
            joints[j]
            for j in others
            for dofs in [slice(self.jnt_dofadr[j], self.jnt_dofadr[j] + widths[int(self.jnt_type[j])])]
            if self.jnt_stiffness[j]
            or any(array[dofs].any() for array in (self.dof_armature, self.dof_frictionloss))
        ]
        if acting:
            yield f"springs, armature and friction of balls and free bodies {some(acting)} are left out"
        if "contact" not in self.off and (unread := self._unread_pairs()):
            yield unread
        if self.key_act.any():
            yield "activations of keyframes are left out"
        if np.any(self.geom_type > Geom.BOX):
            yield "meshes and fields are not drawn"
        if any(self.arrays[f"tendon_{kind}"].any() for kind in ("limited", "frictionloss", "armature")):
            yield "limits, friction and armature of tendons are left out"
        if np.any(self.actuator_ctrllimited.astype(bool) | self.actuator_forcelimited.astype(bool)):
            yield "limits of inputs and forces of actuators are not kept"
        if any(self.medium):
            yield "the medium (density, viscosity, wind) is left out"
        if self.body_gravcomp.any():
            yield "compensation of gravity is left out"
        if np.any(self.body_mocapid >= 0):
            yield "mocap bodies are fixed"

    def _unread_pairs(self) -> str:
        """A sentence about pairs of geoms that touch in the file alone; empty if there are none."""
        found, choice = [self.geoms.pairs(x) for x in (True, False)], self.options.contacts
        n, n_fixed = (x if isinstance(x, int) else len(x) for x in found)
        if choice == "none" and n:
            which = "'ground'" if n_fixed == n else "'all'" if not n_fixed else "'ground' or 'all'"
            return f"geoms make no contacts; da.load(…, contacts={which}) has them"
        if choice == "ground" and n > n_fixed:
            return f"{n - n_fixed} pairs of moving geoms make no contacts; da.load(…, contacts='all') has them"
        return ""


def _length(joints: Mapping[str, float]) -> Scalar:
    """The length of a fixed tendon: a sum of coordinates."""
    return sum((c * coordinate(joint) for joint, c in joints.items()), 0.0)


def _polynomial(ways: Sequence[Scalar], data: Vector) -> Scalar:
    """s₁ − Σ cₖ s₂ᵏ, or s₁ − c₀ of one way alone."""
    powers = [ways[1] ** n if n else 1.0 for n in range(5)] if len(ways) > 1 else [1.0]
    return ways[0] - sum((float(c) * power for c, power in zip(data, powers, strict=False)), 0.0)


def _pose(p: Vector, quaternion: Vector) -> Pose:
    R: Matrix = np.asarray(quaternion_rotation(np.asarray(quaternion, dtype=float)), dtype=float)
    return Pose(R, np.array(p, dtype=float))


def _unique(kind: str, names: Sequence[str], taken: set[str]) -> list[str]:
    """Names of parts: those of the file, with the kind behind names that something else has."""
    unique = []
    for k, name in enumerate(names):
        part = part_name(name) or f"{kind} {k}"
        if kind in ("site", "geom", "key"):
            # markers of bodies, shapes that only contacts name, and starts
            unique.append(part)
            continue
        while part in taken:
            part = f"{part} {kind}"
        taken.add(part)
        unique.append(part)
    return unique

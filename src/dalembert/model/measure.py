"""Measures: what expressions about a model are written over.

A law, an event or an output is an ordinary expression of measures such as `coordinate("elbow")` or
`position(arm["end"])`. Names belong to the model; each formulation says what they are in its own states.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Protocol, TypeVar, overload

import numpy as np

from dalembert.arrays import Array, ArrayLike
from dalembert.errors import ModelError
from dalembert.expr.functions import atan2, sqrt
from dalembert.expr.node import Expression, Node, Scalar, make
from dalembert.expr.rewrite import substitute
from dalembert.model.bodies import Body, Frame, Place, as_frame, ground
from dalembert.model.part import checked_name, measures_in
from dalembert.name_checks import checked_names
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import cross, dot, norm

_XYZ = "xyz"

_Expressions = TypeVar("_Expressions", Scalar, Expression, Array, Scalar | Array)


@dataclass(frozen=True)
class Names:
    """Names of the variables, reactions and forces of a model."""

    coordinates: frozenset[str]
    speeds: frozenset[str]
    states: frozenset[str]
    """First-order states."""

    inputs: frozenset[str]

    reactions: frozenset[str]
    """Names of joints, and of constraints whose reaction has a place."""

    constraints: frozenset[str]
    """Names of constraints and of joints that close loops: these have multipliers."""

    coordinate_free_speeds: frozenset[str]
    """Speeds of no coordinate."""

    forces: Mapping[str, bool]
    """Names of force elements and motors, and whether one number describes each."""


class Kinematics(Protocol):
    """Positions, velocities, reactions and energies of a model, as a formulation expresses them in its states."""

    def coordinate(self, name: str) -> Scalar:
        """A joint coordinate."""

    def speed(self, name: str) -> Scalar:
        """A generalized speed, by its own name or that of the coordinate it is the rate of."""

    def value(self, name: str) -> Scalar:
        """A first-order state."""

    def input(self, name: str) -> Scalar:
        """An input, whose value comes from outside."""

    def speed_rate(self, name: str) -> Scalar:
        """The rate of a generalized speed."""

    def pose(self, frame: Frame) -> Pose:
        """Place of a frame in the world."""

    def velocity(self, frame: Frame) -> tuple[Array, Array]:
        """Angular velocity and velocity of the origin of a frame, in world axes."""

    def acceleration(self, frame: Frame) -> tuple[Array, Array]:
        """Angular acceleration and acceleration of the origin of a frame, in world axes."""

    def reaction(self, measure: Measure) -> Scalar:
        """The value of a measure of reactions."""

    def force(self, name: str) -> Scalar:
        """The number that describes a force element or motor."""

    def kinetic_energy(self) -> Scalar:
        """T of all bodies."""

    def potential_energy(self) -> Scalar:
        """V of gravity and of all forces that have a potential."""

    def supplied_power(self) -> Scalar:
        """Power by which the energy changes."""


@dataclass(frozen=True)
class Measure(ABC):
    """A quantity of a model, which each formulation expresses in its own states."""

    names_in: ClassVar[tuple[str, ...]] = ()
    """Fields that hold names of the model: in a submodel they get its prefix."""

    needs_forces: ClassVar[bool] = False
    """Whether the quantity follows from the forces, so that none of them may depend on it."""

    is_variable: ClassVar[bool] = False
    """Whether the quantity is a variable in all equations of the model, and never a function of others."""

    @abstractmethod
    def resolve(self, kinematics: Kinematics) -> Scalar:
        """The quantity in the states of a formulation."""

    def check(self, names: Names, owner: str) -> None:
        """Raise if the measure names a variable that the model does not have; `owner` says where it stands."""
        return


def measure_node(measure: Measure) -> Node:
    """The measure as an input of expressions."""
    return make("measure", (measure,))


def resolved(expression: _Expressions, kinematics: Kinematics) -> _Expressions:
    """An expression, or an array of them, whose measures are expressed in the states of a formulation."""
    measures = measures_in(expression)
    return substitute(expression, {x: x.args[0].resolve(kinematics) for x in measures}) if measures else expression


@dataclass(frozen=True)
class Coordinate(Measure):
    """A joint coordinate."""

    names_in: ClassVar[tuple[str, ...]] = ("name",)

    name: str

    def resolve(self, kinematics: Kinematics) -> Scalar:
        return kinematics.coordinate(self.name)

    def check(self, names: Names, owner: str) -> None:
        speeds = {f"a speed: write speed({self.name!r})": names.speeds}
        checked_names([self.name], names.coordinates, f"coordinate for {owner}:", speeds)

    def __repr__(self) -> str:
        return f"coordinate({self.name!r})"


@dataclass(frozen=True)
class Speed(Measure):
    """A generalized speed."""

    names_in: ClassVar[tuple[str, ...]] = ("name",)

    name: str

    def resolve(self, kinematics: Kinematics) -> Scalar:
        return kinematics.speed(self.name)

    def check(self, names: Names, owner: str) -> None:
        # each speed has two names
        both = names.speeds | {name.removesuffix(".rate") for name in names.speeds}
        checked_names([self.name], both, f"speed for {owner}:")

    def __repr__(self) -> str:
        return f"speed({self.name!r})"


@dataclass(frozen=True)
class StateVariableValue(Measure):
    """A first-order state."""

    names_in: ClassVar[tuple[str, ...]] = ("name",)
    is_variable: ClassVar[bool] = True

    name: str

    def resolve(self, kinematics: Kinematics) -> Scalar:
        return kinematics.value(self.name)

    def check(self, names: Names, owner: str) -> None:
        checked_names([self.name], names.states, f"state variable for {owner}:")

    def __repr__(self) -> str:
        return f"state_variable({self.name!r})"


def instead_of(measure: Node, otherwise: str) -> str:
    """The end of a message about positions that depend on a measure: `otherwise`, or advice about an input."""
    if not isinstance(measure.args[0], InputValue):
        return f"depends on {measure!r}; {otherwise}"
    return (
        f"depends on the input {measure.args[0].name!r}, which may jump, and positions with it; use a law of "
        "time, or an AccelerationConstraint"
    )


@dataclass(frozen=True)
class InputValue(Measure):
    """An input."""

    names_in: ClassVar[tuple[str, ...]] = ("name",)

    name: str

    def resolve(self, kinematics: Kinematics) -> Scalar:
        return kinematics.input(self.name)

    def check(self, names: Names, owner: str) -> None:
        checked_names([self.name], names.inputs, f"input for {owner}:")

    def __repr__(self) -> str:
        return f"Input({self.name!r})"


@dataclass(frozen=True)
class Position(Measure):
    """A component of the position of a place relative to another frame, in the axes of that one."""

    place: Frame
    origin: Frame
    component: int

    def resolve(self, kinematics: Kinematics) -> Scalar:
        p_WP = kinematics.pose(self.place).p
        if self.origin == Frame(ground):
            return p_WP[self.component]
        X_WO = kinematics.pose(self.origin)
        return dot(X_WO.R[:, self.component], p_WP - X_WO.p)

    def __repr__(self) -> str:
        return f"position({self.place!r}, {self.origin!r}).{_XYZ[self.component]}"


@dataclass(frozen=True)
class Orientation(Measure):
    """An entry of the rotation matrix of a place relative to another frame: column j is its axis j, seen there."""

    place: Frame
    origin: Frame
    row: int
    column: int

    def resolve(self, kinematics: Kinematics) -> Scalar:
        axis = kinematics.pose(self.place).R[:, self.column]
        if self.origin == Frame(ground):
            return axis[self.row]
        return dot(kinematics.pose(self.origin).R[:, self.row], axis)

    def __repr__(self) -> str:
        return f"orientation({self.place!r}, {self.origin!r})[{self.row}, {self.column}]"


@dataclass(frozen=True)
class Velocity(Measure):
    """A component of the velocity or angular velocity of a place, in world axes."""

    place: Frame
    component: int
    is_angular: bool

    def resolve(self, kinematics: Kinematics) -> Scalar:
        w, v = kinematics.velocity(self.place)
        return (w if self.is_angular else v)[self.component]

    def __repr__(self) -> str:
        kind = "angular_velocity" if self.is_angular else "velocity"
        return f"{kind}({self.place!r}).{_XYZ[self.component]}"


@dataclass(frozen=True)
class SpeedRate(Measure):
    """The rate of a generalized speed."""

    names_in: ClassVar[tuple[str, ...]] = ("name",)
    needs_forces: ClassVar[bool] = True

    name: str

    def resolve(self, kinematics: Kinematics) -> Scalar:
        return kinematics.speed_rate(self.name)

    def check(self, names: Names, owner: str) -> None:
        Speed(self.name).check(names, owner)

    def __repr__(self) -> str:
        return f"acceleration({self.name!r})"


@dataclass(frozen=True)
class Acceleration(Measure):
    """A component of the acceleration or angular acceleration of a place, in world axes."""

    needs_forces: ClassVar[bool] = True

    place: Frame
    component: int
    is_angular: bool

    def resolve(self, kinematics: Kinematics) -> Scalar:
        alpha, a = kinematics.acceleration(self.place)
        return (alpha if self.is_angular else a)[self.component]

    def __repr__(self) -> str:
        kind = "angular_acceleration" if self.is_angular else "acceleration"
        return f"{kind}({self.place!r}).{_XYZ[self.component]}"


@dataclass(frozen=True)
class RotationAngle(Measure):
    """The angle between two frames about a coordinate axis of the first."""

    first: Frame
    second: Frame
    axis: int

    def resolve(self, kinematics: Kinematics) -> Scalar:
        R = kinematics.pose(self.first).R.T @ kinematics.pose(self.second).R
        i, j = (self.axis + 1) % 3, (self.axis + 2) % 3
        return atan2(R[j, i], R[i, i])

    def __repr__(self) -> str:
        return f"rotation_angle({self.first!r}, {self.second!r}, {_XYZ[self.axis]!r})"


@dataclass(frozen=True)
class Energy(Measure):
    """The kinetic or potential energy of the model."""

    is_kinetic: bool

    def resolve(self, kinematics: Kinematics) -> Scalar:
        return kinematics.kinetic_energy() if self.is_kinetic else kinematics.potential_energy()

    def __repr__(self) -> str:
        return "kinetic energy" if self.is_kinetic else "potential energy"


@dataclass(frozen=True)
class ElementForce(Measure):
    """The tension of a line, or the force or torque on a coordinate, of a force element or motor."""

    names_in: ClassVar[tuple[str, ...]] = ("name",)
    needs_forces: ClassVar[bool] = True

    name: str

    def resolve(self, kinematics: Kinematics) -> Scalar:
        return kinematics.force(self.name)

    def check(self, names: Names, owner: str) -> None:
        reactions = {f"a joint or constraint: write reaction_force({self.name!r})": names.reactions}
        checked_names([self.name], names.forces, f"force element for {owner}:", reactions)
        if not names.forces[self.name]:
            more = "force.first" if self.name in names.constraints else "on.<speed>"
            raise ModelError(
                f"{owner} refers to the force of {self.name!r}, which is more than one number; signals such as "
                f"'{self.name}.power' and '{self.name}.{more}' say what it does"
            )

    def __repr__(self) -> str:
        return f"force({self.name!r})"


@dataclass(frozen=True)
class SuppliedPower(Measure):
    """The power of inputs and of all forces without potential."""

    needs_forces: ClassVar[bool] = True

    def resolve(self, kinematics: Kinematics) -> Scalar:
        return kinematics.supplied_power()

    def __repr__(self) -> str:
        return "supplied power"


def coordinate(name: str) -> Node:
    """A joint coordinate, by its name.

    Parameters
    ----------
    name : str
        Name of the coordinate, that of its joint as a rule.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> motion = da.simulate(pendulum, {"hinge": 0.1}, until=1.0)
    >>> print(f"{motion.evaluate(da.sin(da.coordinate('hinge')))[0]:.4f}")
    0.0998
    """
    return measure_node(Coordinate(name))


def speed(name: str) -> Node:
    """A generalized speed, by its own name or that of the coordinate it is the rate of.

    Parameters
    ----------
    name : str
        Name of the speed, or of the coordinate it is the rate of.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> motion = da.simulate(pendulum, da.State(u={"hinge": 2.0}), until=1.0)
    >>> print(motion.evaluate(da.speed("hinge") ** 2)[0])
    4.0
    """
    return measure_node(Speed(name))


def state_variable(name: str) -> Node:
    """The value of a `StateVariable`, by its name.

    Parameters
    ----------
    name : str
        State variable by name.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> way = da.StateVariable("way", rate=da.speed("hinge") ** 2)
    >>> model = da.Model(da.Revolute("hinge", da.ground, rod), way)
    >>> motion = da.simulate(model, da.State(u={"hinge": 2.0}), until=1.0)
    >>> print(f"{motion.evaluate(da.measures.state_variable('way'))[-1]:.3f}")
    4.000
    """
    return measure_node(StateVariableValue(name))


def force(name: str) -> Node:
    """The force or torque of a force element or motor, by its name; no force may depend on it.

    The tension of a spring or damper between two points, positive if it pulls them together; the force or torque
    along its coordinate of one on a joint.

    Parameters
    ----------
    name : str
        Force element or motor by name; the force is in N or N m.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> spring = da.JointSpring("spring", "x", 20.0)
    >>> motion = da.simulate(da.Model(slide, spring), {"x": 0.5}, until=1.0)
    >>> print(motion.evaluate(da.measures.force("spring"))[0])
    -10.0
    """
    return measure_node(ElementForce(name))


def Input(name: str) -> Node:
    """An input of the model, wherever an expression may stand; its value comes from a state or a controller.

    Parameters
    ----------
    name : str
        Name of the input, which states and controllers give: `state(tau={name: 1.0})`.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> torque = da.JointForce("torque", "hinge", 2.0 * da.Input("valve"))
    >>> model = da.Model(da.Revolute("hinge", da.ground, rod), torque)
    >>> motion = da.simulate(model, model.state(tau={"valve": 1.0}), until=1.0)
    >>> print(f"{motion['hinge.acceleration'][0]:.3f} rad/s²")
    6.000 rad/s²
    """
    return input_value(checked_name(name, "an input"))


def input_value(name: str) -> Node:
    """An input of any name, such as one with a dot for the force at a port."""
    return measure_node(InputValue(name))


def position(place: Place, relative_to: Place = ground) -> Array:
    """Position (3,) of a frame's origin relative to another frame, in the axes of that one.

    Parameters
    ----------
    place : Body or Frame
        Frame whose origin is meant.
    relative_to : Body or Frame, optional
        Frame from which, and in whose axes, it is seen; default the ground.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> motion = da.simulate(pendulum, until=1.0)
    >>> print(motion.evaluate(da.position(rod["end"]))[0])
    [1. 0. 0.]
    """
    target, origin = as_frame(place, "position"), as_frame(relative_to, "position")
    return _vector(Position(target, origin, k) for k in range(3))


def orientation(place: Place, relative_to: Place = ground) -> Array:
    """Rotation matrix (3, 3) of a frame relative to another one: its columns are the frame's axes, seen there.

    Parameters
    ----------
    place : Body or Frame
        Frame that is turned.
    relative_to : Body or Frame, optional
        Frame in whose axes it is seen; default the ground.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> motion = da.simulate(pendulum, {"hinge": 1.0}, until=1.0)
    >>> print(motion.evaluate(da.orientation(rod))[0].round(4))
    [[ 0.5403 -0.8415  0.    ]
     [ 0.8415  0.5403  0.    ]
     [ 0.      0.      1.    ]]
    """
    target, origin = as_frame(place, "orientation"), as_frame(relative_to, "orientation")
    return _vector(Orientation(target, origin, i, j) for i in range(3) for j in range(3)).reshape(3, 3)


def velocity(place: Place, *, axes: Place | None = None) -> Array:
    """Velocity (3,) of a frame's origin, in world axes or those of another frame.

    Parameters
    ----------
    place : Body or Frame
        Frame whose origin moves.
    axes : Body or Frame, optional
        Axes in which the vector is seen; default world axes.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> motion = da.simulate(pendulum, da.State(u={"hinge": 2.0}), until=1.0)
    >>> print(motion.evaluate(da.velocity(rod["end"])[1])[0])
    2.0
    """
    frame = as_frame(place, "velocity")
    return _in_axes(_vector(Velocity(frame, k, False) for k in range(3)), axes)


def angular_velocity(place: Place, *, axes: Place | None = None) -> Array:
    """Angular velocity (3,) of a frame, in world axes or those of another: `axes=body` for its own.

    Parameters
    ----------
    place : Body or Frame
        Frame that turns.
    axes : Body or Frame, optional
        Axes in which the vector is seen; default world axes.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> motion = da.simulate(pendulum, da.State(u={"hinge": 2.0}), until=1.0)
    >>> print(motion.evaluate(da.angular_velocity(rod))[0])
    [0. 0. 2.]
    """
    frame = as_frame(place, "angular_velocity")
    return _in_axes(_vector(Velocity(frame, k, True) for k in range(3)), axes)


@overload
def acceleration(subject: str) -> Node: ...


@overload
def acceleration(subject: Place, *, axes: Place | None = None) -> Array: ...


def acceleration(subject: str | Place, *, axes: Place | None = None) -> Node | Array:
    """The rate of a speed, by name; or the acceleration (3,) of a frame's origin, in world axes or others.

    Parameters
    ----------
    subject : str, Body or Frame
        Speed by name, or a frame whose origin is meant.
    axes : Body or Frame, optional
        Axes in which a vector is seen; default world axes.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> motion = da.simulate(pendulum, until=1.0)
    >>> print(f"{motion.evaluate(da.acceleration('hinge'))[0]:.4f} rad/s²")
    -14.7150 rad/s²
    """
    if isinstance(subject, str):
        return measure_node(SpeedRate(subject))
    frame = as_frame(subject, "acceleration")
    return _in_axes(_vector(Acceleration(frame, k, False) for k in range(3)), axes)


def angular_acceleration(place: Place, *, axes: Place | None = None) -> Array:
    """Angular acceleration (3,) of a frame, in world axes or those of another.

    Parameters
    ----------
    place : Body or Frame
        Frame that turns.
    axes : Body or Frame, optional
        Axes in which the vector is seen; default world axes.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> motion = da.simulate(pendulum, until=1.0)
    >>> print(f"{motion.evaluate(da.measures.angular_acceleration(rod)[2])[0]:.4f} rad/s²")
    -14.7150 rad/s²
    """
    frame = as_frame(place, "angular_acceleration")
    return _in_axes(_vector(Acceleration(frame, k, True) for k in range(3)), axes)


def rotation_angle(first: Place, second: Place, about: str = "z") -> Node:
    """Angle by which the second frame is turned against the first about a coordinate axis of it, in (−π, π].

    Parameters
    ----------
    first : Body or Frame
        Frames, which share the axis.
    second : Body or Frame
        Frames, which share the axis.
    about : "x", "y" or "z", optional
        Axis of both; default "z".

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> motion = da.simulate(pendulum, {"hinge": 1.0}, until=1.0)
    >>> print(f"{motion.evaluate(da.measures.rotation_angle(da.ground, rod, about='z'))[0]:.3f}")
    1.000
    """
    if about not in tuple(_XYZ):
        raise ModelError(f"an angle is measured about x, y or z, not {about!r}")
    return measure_node(RotationAngle(as_frame(first, "angle"), as_frame(second, "angle"), _XYZ.index(about)))


def orientation_error(place: Place, wanted: ArrayLike | Place) -> Array:
    """How far a frame is turned from wanted axes, (3,): 2 sin(α/2) n for an angle α about n, in world axes.

    All three are zero where the axes agree, and only there; so they are goals of orientation for `Servo`, laws for
    `inverse_dynamics`, and `where=` of `assemble`. Half a turn away they jump, and are not a number: begin nearer.

    Parameters
    ----------
    place : Body or Frame
        Frame that should be turned.
    wanted : matrix (3, 3) of numbers or expressions of time, or Body or Frame
        Its axes as columns in world axes, such as `da.spatial.euler("zyx", (yaw, pitch, roll))`, or a frame whose
        axes it should have.

    Returns
    -------
    array (3,)
        Expressions of measures.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> error = da.measures.orientation_error(rod, da.spatial.rotation("z", 0.5))
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod))
    >>> print(f"{da.assemble(pendulum, where=[(error[2], 0.0)]).q['hinge']:.4f} rad")
    0.5000 rad
    """
    actual = orientation(place)
    if isinstance(wanted, Body | Frame):
        axes = orientation(wanted)
    else:
        axes = np.asarray(wanted, dtype=object)
        if axes.shape != (3, 3):
            raise ModelError(f"a wanted orientation is a matrix (3, 3), or a frame, not {wanted!r}")
    pairs = [(axes[:, k], actual[:, k]) for k in range(3)]
    sine = 0.5 * np.sum([cross(a, b) for a, b in pairs], axis=0)  # sin α n
    half = 0.5 * sqrt(1.0 + sum(dot(a, b) for a, b in pairs))  # cos(α/2)
    return np.array([x / half for x in sine], dtype=object)


def distance(first: Place, second: Place) -> Scalar:
    """Distance between the origins of two frames.

    Parameters
    ----------
    first : Body or Frame
        Frames whose origins are meant; the distance is in m.
    second : Body or Frame
        Frames whose origins are meant; the distance is in m.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> motion = da.simulate(pendulum, until=1.0)
    >>> print(motion.evaluate(da.measures.distance(rod["end"], da.ground.at(x=3.0)))[0])
    2.0
    """
    return norm(position(second, relative_to=first))


def kinetic_energy() -> Node:
    """Kinetic energy T of the model.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> motion = da.simulate(pendulum, da.State(u={"hinge": 2.0}), until=1.0)
    >>> print(f"{motion.evaluate(da.energies.kinetic_energy())[0]:.4f} J")
    0.6667 J
    """
    return measure_node(Energy(True))


def potential_energy() -> Node:
    """Potential energy V of the model.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> motion = da.simulate(pendulum, {"hinge": 1.0}, until=1.0)
    >>> print(f"{motion.evaluate(da.energies.potential_energy())[0]:.4f} J")
    4.1274 J
    """
    return measure_node(Energy(False))


def supplied_power() -> Node:
    """Power by which the energy changes; no force may depend on it.

    Of inputs, of all forces without potential, dampers included, of constraints that move, and ∂V/∂t where
    potentials or gravity depend on time.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> damper = da.JointDamper("damper", "x", 3.0)
    >>> motion = da.simulate(da.Model(slide, damper), da.State(u={"x": 2.0}), until=1.0)
    >>> print(f"{motion.evaluate(da.measures.supplied_power())[0]:.1f} W")
    -12.0 W
    """
    return measure_node(SuppliedPower())


def _in_axes(vector: Array, axes: Place | None) -> Array:
    """Components along the axes of a frame of a vector in world axes."""
    return vector if axes is None else orientation(axes).T @ vector


def _vector(measures: Iterable[Measure]) -> Array:
    return np.array([measure_node(measure) for measure in measures], dtype=object)

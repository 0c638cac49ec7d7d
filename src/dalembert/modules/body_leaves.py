"""Bodies as leaves of trees of systems: free, planar, rolling; and their frames, for constraints between them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import FormulationError
from dalembert.expr.functions import cos, sin
from dalembert.expr.node import Expression, Node, Scalar
from dalembert.expr.scalar import is_zero
from dalembert.expr.symbol_nodes import symbol
from dalembert.modules.complements import Complement
from dalembert.modules.elimination import solved
from dalembert.modules.nodal_body import nodal_body
from dalembert.modules.placed_bodies import PlacedBody
from dalembert.modules.places import Components, Place
from dalembert.modules.rotation_angles import RotationAngles
from dalembert.modules.subsystem import Subsystem
from dalembert.modules.subsystem_reader import subsystem
from dalembert.number_checks import is_number, told
from dalembert.spatial.quaternions import quaternion_rates, quaternion_rotation
from dalembert.spatial.rotations import Axes, euler, euler_rates, euler_rates_inverse, rotation
from dalembert.spatial.vectors import as_array, as_shape, cross, dot
from dalembert.typed.vocabulary import VariableNames

QUATERNION = "quaternion"
AXES = "xyz"

Orientation: TypeAlias = str | RotationAngles | None
"""Orientation of a body: turns about body axes, "quaternion", one's own angles; None for a position only."""


@dataclass(frozen=True)
class BodyFrame:
    """Position, orientation and velocity of a body of a tree, in the variables of its leaf.

    Parameters
    ----------
    prefix : str, optional
        Name of the body in the tree, which stands before its variables; default empty, for a leaf by
        itself.
    orientation : str, RotationAngles or None, optional
        Sequence of turns about body axes, "quaternion", or angles of your own; None for a body that has a
        position only. That of the leaf, since angles have the same names for all turns. Default "zxy".
    seen_in : Axes, optional
        Axes in which the variables of the angular velocity are, `da.spatial.Axes.BODY` or `SPACE`; default
        those of the body.

    Examples
    --------
    >>> import dalembert as da
    >>> frame = da.modules.BodyFrame("arm")
    >>> print(frame.point((0.0, 0.0, 1.0)).shape, type(frame.place((0.0, 0.0, 1.0))).__name__)
    (3,) Place
    """

    prefix: str = ""
    orientation: Orientation = "zxy"
    seen_in: Axes = Axes.BODY

    def variable(self, name: str) -> Node:
        """A variable of the leaf."""
        return symbol(f"{self.prefix}/{name}" if self.prefix else name)

    def _vector(self, names: Sequence[str]) -> Array:
        return np.array([self.variable(name) for name in names], dtype=object)

    @cached_property
    def orientation_names(self) -> tuple[str, ...]:
        """Names of the coordinates of orientation."""
        if self.orientation is None:
            return ()
        if isinstance(self.orientation, RotationAngles):
            return self.orientation.names
        return (
            tuple(f"e{k}" for k in range(4)) if self.orientation == QUATERNION else ("angle1", "angle2", "angle3")
        )

    @property
    def p(self) -> Array:
        """Position of the mass centre in the world."""
        return self._vector(AXES)

    @property
    def v(self) -> Array:
        """Velocity of the mass centre, in world axes."""
        return self._vector(("vx", "vy", "vz"))

    @property
    def w(self) -> Array:
        """Angular velocity of the body: variables of the leaf, in body axes unless `seen_in` says otherwise."""
        return self._vector(("wx", "wy", "wz"))

    @property
    def w_world(self) -> Array:
        """Angular velocity of the body, in world axes."""
        return self.w if self.seen_in is Axes.SPACE else as_array(self.R @ self.w)

    @cached_property
    def R(self) -> Array:
        """Rotation matrix: body axes in the world."""
        angles = self._vector(self.orientation_names)
        if self.orientation is None:
            raise FormulationError(
                f"the body {self.prefix!r} has a position only, so its axes are not known; give it an orientation"
            )
        if isinstance(self.orientation, RotationAngles):
            return self.orientation.rotation(angles)
        return quaternion_rotation(angles) if self.orientation == QUATERNION else euler(self.orientation, angles)

    @property
    def rates(self) -> Array:
        """Rates of the coordinates of orientation, by the angular velocity."""
        angles = self._vector(self.orientation_names)
        if self.orientation is None:
            return np.zeros(0)
        if isinstance(self.orientation, RotationAngles):
            return solved(self.orientation.rate_matrix(angles, self.seen_in), self.w[:, None])[:, 0]
        if self.orientation == QUATERNION:
            return as_array(quaternion_rates(angles, seen_in=self.seen_in) @ self.w)
        return as_array(euler_rates_inverse(self.orientation, angles, seen_in=self.seen_in) @ self.w)

    def point(self, local: Components) -> Array:
        """Position in the world of a point of the body; `local` is from the mass centre, in body axes."""
        return self.p + self.R @ _array(local)

    def velocity(self, local: Components) -> Array:
        """Velocity of a point of the body, in world axes; `local` is from the mass centre, in body axes."""
        if self.seen_in is Axes.SPACE:
            return self.v + cross(self.w, self.R @ _array(local))
        return self.v + self.R @ cross(self.w, _array(local))

    def axis(self, local: Components) -> Array:
        """Direction in the world of an axis of the body; `local` is in body axes."""
        return self.R @ _array(local)

    def place(self, local: Components = (0.0, 0.0, 0.0), *, R: Array | None = None) -> Place:
        """Place on the body for joints: `local` from the mass centre and axes R (3, 3), both in body axes.

        A body with a position only has a place at its mass centre, without axes.
        """
        name = self.prefix or "body"
        if self.orientation is None and R is None and not np.any(_array(local) != 0.0):
            return Place(name, self.p, self.v, None, self.w if self.seen_in is Axes.SPACE else None)
        turned = self.R if R is None else as_array(self.R @ as_shape(_array(R), (3, 3), "axes of a place"))
        return Place(name, self.point(local), self.velocity(local), turned, self.w_world)


def rigid_body(
    name: str,
    *,
    mass: Scalar,
    inertia: Scalar | Components | Sequence[Components],
    orientation: Orientation = "zxy",
    seen_in: Axes = Axes.BODY,
    keeps_rates: bool = False,
    gravity: Components = (0.0, 0.0, 0.0),
    force: Components = (0.0, 0.0, 0.0),
    torque: Components = (0.0, 0.0, 0.0),
    constraints: Mapping[str, Scalar] | None = None,
    independent: Complement | VariableNames = None,
) -> Subsystem:
    """A rigid body in space by Newton and Euler: position `x y z` of its mass centre, orientation, `v`, `w`.

    Parameters
    ----------
    name : str
        Name of the body.
    mass : float or expression
        Mass in kg.
    inertia : float, sequence (3,) or (3, 3)
        Inertia about the mass centre in kg m²: one number for a sphere, three in central axes, or a
        matrix.
    orientation : str, RotationAngles or None, optional
        Sequence of turns about body axes, "quaternion", or angles of your own; with None the body has a
        position and the speeds `wx wy wz`, but no coordinates of orientation. Default "zxy".
    seen_in : Axes, optional
        Axes of `w` and of `torque`, `da.spatial.Axes.BODY` or `SPACE`; default those of the body.
    keeps_rates : bool, optional
        Whether rates of the orientation, `angle1.rate` and so on, are redundant speeds, tied to `w` by
        rows `wx is`, `wy is`, `wz is`; of a quaternion, its length is a constraint too. Default False.
    gravity : sequence (3,), optional
        Acceleration of free fall in world axes, in m/s²; default zero.
    force : sequence (3,), optional
        Force at the mass centre in world axes, in N: numbers, expressions or inputs; default zero.
    torque : sequence (3,), optional
        Torque in N m: numbers, expressions or inputs; default zero.
    constraints : dict of expressions, optional
        Expressions that stay zero, by name, as in `da.modules.subsystem`; default none.
    independent : Complement, or names, optional
        Independent variables, as in `da.modules.subsystem`; default chosen by pivots.

    Examples
    --------
    >>> import dalembert as da
    >>> body = da.modules.rigid_body("body", mass=1.0, inertia=(1.0, 2.0, 2.5), orientation="zxy")
    >>> print(body.coordinates)
    ('x', 'y', 'z', 'angle1', 'angle2', 'angle3')
    """
    _checked_mass(name, mass)
    frame = BodyFrame("", orientation, seen_in)
    J = _inertia_matrix(inertia, name)
    if seen_in is Axes.SPACE and not _is_sphere(J):
        J = as_array(frame.R @ J @ frame.R.T)
    by_quaternion = orientation == QUATERNION
    names = ("vx", "vy", "vz", "wx", "wy", "wz")
    acceleration, alpha = ([symbol(f"{x}'") for x in group] for group in (names[:3], names[3:]))
    w = frame.w
    F = _array(force) + mass * (_array(gravity) - _array(acceleration))
    T = _array(torque) - J @ _array(alpha) - cross(w, J @ w)
    kept = tuple(f"{x}.rate" for x in frame.orientation_names) if keeps_rates else ()
    rates = frame._vector(kept) if keeps_rates else frame.rates
    rows = _rate_rows(frame, name) if keeps_rates else {}
    turns = frame.orientation_names if isinstance(orientation, str) and not by_quaternion else ()
    if keeps_rates and not constraints and independent is None:
        independent = names
    body = subsystem(
        name,
        coordinates=(*AXES, *frame.orientation_names),
        speeds=(*names, *kept),
        rates=dict(zip((*AXES, *frame.orientation_names), (*frame.v, *rates), strict=True)),
        constraints={**rows, **(constraints or {})},
        forces=dict(zip(names, (*F, *T), strict=True)),
        independent=independent,
        default_values={"e0": 1.0} if by_quaternion else {},
    )
    body = replace(body, usual_units=_units(m=AXES, rad=turns, **{"m/s": names[:3], "rad/s": names[3:]}))
    if orientation is not None:
        # without its axes a body is not drawn
        placed = PlacedBody(name, mass, _inertia_matrix(inertia, name), frame.p, frame.R, _array(gravity))
        body = replace(body, own_bodies=(placed,))
    if not by_quaternion or keeps_rates:
        return body
    # rates keep the length of the quaternion
    angles = frame._vector(frame.orientation_names)
    relation = (f"{name}: length", dot(angles, angles) - 1.0)
    return replace(body, own_kinematics=replace(body.own_kinematics, kept=(relation,)))


def _checked_mass(name: str, mass: Scalar) -> None:
    """Refuse a mass that is no number and no expression, or not positive."""
    if isinstance(mass, Expression):
        return
    if not is_number(mass) or not mass > 0.0:
        raise FormulationError(
            f"the mass of {name!r} is a positive number in kg, or an expression, not {told(mass)}"
        )


def _rate_rows(frame: BodyFrame, name: str) -> dict[str, Scalar]:
    """Rows that tie rates of orientation, as speeds, to the angular velocity."""
    if frame.orientation is None:
        raise FormulationError(f"the body {name!r} has a position only, so it has no rates of orientation to keep")
    q = frame._vector(frame.orientation_names)
    rates = frame._vector([f"{x}.rate" for x in frame.orientation_names])
    rows: dict[str, Scalar] = {}
    if isinstance(frame.orientation, RotationAngles):
        Q = frame.orientation.rate_matrix(q, frame.seen_in)
    elif frame.orientation == QUATERNION:
        # ė = W ω with WᵀW = 1/4 for a unit quaternion
        Q = 4.0 * quaternion_rates(q, seen_in=frame.seen_in).T
        rows["length"] = dot(q, q) - 1.0
    else:
        Q = euler_rates(frame.orientation, q, seen_in=frame.seen_in)
    return {**{f"w{k} is": x for k, x in zip(AXES, frame.w - Q @ rates, strict=True)}, **rows}


def rolling_wheel(
    name: str,
    *,
    radius: Scalar,
    mass: Scalar,
    axial: Scalar,
    radial: Scalar,
    gravity: Scalar = 0.0,
    slope: Scalar = 0.0,
    torque: Scalar = 0.0,
    slips: bool = False,
) -> Subsystem:
    """A thin wheel that rolls on the plane z = 0, z downwards: heading, lean and spin are `angle1` to `angle3`.

    The wheel rolls without slip.

    Parameters
    ----------
    name : str
        Name of the wheel.
    radius : float or expression
        Radius in m.
    mass : float or expression
        Mass in kg.
    axial : float or expression
        Moment of inertia about the axle, the y axis of the wheel, in kg m².
    radial : float or expression
        Moment of inertia across the axle, in kg m².
    gravity : float or expression, optional
        Vertical acceleration of free fall in m/s²; default 0.
    slope : float or expression, optional
        Angle in rad by which the plane falls along x; default 0.
    torque : float or expression, optional
        Torque about the axle in N m; default 0.
    slips : bool, optional
        Whether it may slip sideways; default False.

    Examples
    --------
    >>> import dalembert as da
    >>> wheel = da.modules.rolling_wheel("wheel", radius=0.3, mass=2.0, axial=0.18, radial=0.09, gravity=9.81)
    >>> print(wheel.coordinates, wheel.degrees_of_freedom)
    ('x', 'y', 'z', 'angle1', 'angle2', 'angle3') 3
    """
    frame = BodyFrame("", "zxy")
    heading, lean, spin = frame._vector(frame.orientation_names)
    forward, sideways = (cos(heading), sin(heading)), (-sin(heading), cos(heading))
    wx, wy, wz = frame.w
    # angular velocity in axes that lean with the wheel but do not spin
    across = cos(spin) * wx + sin(spin) * wz
    rows = {
        "touches": frame.variable("z") + radius * cos(lean),
        "rolls": forward[0] * frame.v[0] + forward[1] * frame.v[1] + radius * wy,
    }
    if not slips:
        rows["grips"] = sideways[0] * frame.v[0] + sideways[1] * frame.v[1] - radius * across * cos(lean)
    wheel = rigid_body(
        name,
        mass=mass,
        inertia=(radial, axial, radial),
        gravity=(gravity * sin(slope), 0.0, gravity * cos(slope)),
        torque=(0.0, torque, 0.0),
        constraints=rows,
        independent=("wx", "wy", "wz") if not slips else ("vy", "wx", "wy", "wz"),
    )
    return replace(wheel, own_bodies=tuple(replace(body, radius=radius) for body in wheel.own_bodies))


def planar_body(
    name: str,
    *,
    mass: Scalar,
    inertia: Scalar,
    gravity: Components = (0.0, 0.0),
    nodes: Mapping[str, Components] | None = None,
    by_nodes: bool = False,
) -> Subsystem:
    """A body in the plane: position `x y` of its mass centre and its angle; nodes are extra points, in body axes.

    `inertia` is the moment of inertia about the mass centre, in kg m². A node `a` has the coordinates `ax`, `ay`
    and their rates as redundant variables, for constraints with others. With `by_nodes`, positions of two nodes or
    more are the only coordinates, and `vx vy w` of the body are speeds beside the rates of the nodes.

    Parameters
    ----------
    name : str
        Name of the body.
    mass : float or expression
        Mass in kg.
    inertia : float or expression
        Moment of inertia about the mass centre, in kg m².
    gravity : sequence (2,), optional
        Acceleration of free fall in m/s²; default zero.
    nodes : dict of sequences (2,), optional
        Places of extra points in body axes, in m, by name. A node `a` has the coordinates `ax`, `ay` and
        their rates as redundant variables, for constraints with other bodies. Default none.
    by_nodes : bool, optional
        Whether positions of two nodes or more are the only coordinates, and `vx vy w` of the body are
        speeds beside the rates of the nodes; default False.

    Examples
    --------
    >>> import dalembert as da
    >>> nodes = {"a": (0.5, 0.0)}
    >>> link = da.modules.planar_body("link", mass=1.0, inertia=0.1, gravity=(0.0, -9.81), nodes=nodes)
    >>> print(link.coordinates)
    ('x', 'y', 'angle', 'ax', 'ay')
    """
    _checked_mass(name, mass)
    if by_nodes:
        return nodal_body(name, mass, inertia, gravity, dict(nodes or {}))
    angle, points = symbol("angle"), dict(nodes or {})
    c, s = cos(angle), sin(angle)
    rows: dict[str, Scalar] = {}
    for key, (a, b) in points.items():
        rows[f"{key} along x"] = symbol(f"{key}x") - symbol("x") - c * a + s * b
        rows[f"{key} along y"] = symbol(f"{key}y") - symbol("y") - s * a - c * b
    redundant = [f"{key}{axis}" for key in points for axis in "xy"]
    names = ("x", "y", "angle", *redundant)
    body = subsystem(
        name,
        coordinates=names,
        constraints=rows,
        forces={
            "x": mass * (gravity[0] - symbol("x.rate'")),
            "y": mass * (gravity[1] - symbol("y.rate'")),
            "angle": -inertia * symbol("angle.rate'"),
        },
        independent=("x.rate", "y.rate", "angle.rate") if rows else None,
    )
    placed = PlacedBody(
        name,
        mass,
        _inertia_matrix((inertia, inertia, inertia), name),
        _array((symbol("x"), symbol("y"), 0.0)),
        rotation("z", angle),
        _array((*gravity, 0.0)),
        points=np.array([(a, b, 0.0) for a, b in points.values()], dtype=object).reshape(-1, 3),
    )
    units = _with_rates(_units(m=("x", "y", *redundant), rad=("angle",)))
    return replace(body, own_bodies=(placed,), usual_units=units)


def point_mass(name: str, *, mass: Scalar, gravity: Components = (0.0, 0.0, 0.0)) -> Subsystem:
    """A particle with coordinates `x y z`, or as many of them as gravity has components.

    Parameters
    ----------
    name : str
        Name of the particle.
    mass : float or expression
        Mass in kg.
    gravity : sequence (1 to 3,), optional
        Acceleration of free fall in m/s², with as many components as the particle has coordinates; default
        three zeros.

    Examples
    --------
    >>> import dalembert as da
    >>> bob = da.modules.point_mass("bob", mass=2.0, gravity=(0.0, -9.81))
    >>> print(bob)
    -2 ẍ = 0
    -2 ÿ - 19.62 = 0
    """
    _checked_mass(name, mass)
    axes = AXES[: len(gravity)]
    forces = {k: mass * (g - symbol(f"{k}.rate'")) for k, g in zip(axes, gravity, strict=True)}
    particle = subsystem(name, coordinates=tuple(axes), forces=forces)
    missing = (0.0,) * (3 - len(axes))
    p, R = _array((*map(symbol, axes), *missing)), np.eye(3).astype(object)
    placed = PlacedBody(name, mass, np.zeros((3, 3), dtype=object), p, R, _array((*gravity, *missing)))
    return replace(particle, own_bodies=(placed,), usual_units=_with_rates(_units(m=axes)))


def dc_motor(
    name: str,
    *,
    torque_constant: Scalar,
    back_emf: Scalar,
    inertia: Scalar,
    damping: Scalar,
    inductance: Scalar,
    resistance: Scalar,
    voltage: Scalar,
) -> Subsystem:
    """A motor with its current: speeds `ω` of the rotor and `i`, one balance of torques and one of voltages.

    Parameters
    ----------
    name : str
        Name of the motor.
    torque_constant : float or expression
        Torque for a unit of current, in N m/A.
    back_emf : float or expression
        Voltage for a unit of speed, in V s.
    inertia : float or expression
        Inertia of the rotor in kg m².
    damping : float or expression
        Damping of the rotor in N m s.
    inductance : float or expression
        Inductance in H.
    resistance : float or expression
        Resistance in Ω.
    voltage : float, expression or da.Input
        Voltage at the terminals, in V.

    Examples
    --------
    >>> import dalembert as da
    >>> constants = {"torque_constant": 0.3, "back_emf": 0.3, "inertia": 0.01, "damping": 0.0}
    >>> motor = da.modules.dc_motor("motor", **constants, inductance=0.5, resistance=1.5, voltage=6.0)
    >>> motion = da.simulate(motor, until=20.0)
    >>> print(f"{motion['ω'][-1]:.3f} rad/s")
    20.000 rad/s
    """
    w, i = symbol("ω"), symbol("i")
    motor = subsystem(
        name,
        speeds=("ω", "i"),
        forces={
            "ω": torque_constant * i - inertia * symbol("ω'") - damping * w,
            "i": voltage - inductance * symbol("i'") - resistance * i - back_emf * w,
        },
    )
    return replace(motor, usual_units={"ω": "rad/s", "i": "A"})


def _units(**names: Iterable[str]) -> dict[str, str]:
    """Units by name, from names by unit."""
    return {name: unit for unit, group in names.items() for name in group}


def _with_rates(units: Mapping[str, str]) -> dict[str, str]:
    """Units of coordinates, with those of their rates."""
    return {**units, **{f"{name}.rate": f"{unit}/s" for name, unit in units.items()}}


def coincident(name: str, p: Array, q: Array) -> dict[str, Scalar]:
    """Constraints that hold two points p and q (3,) together, named `<name> x` and so on.

    Parameters
    ----------
    name : str
        Name of the constraints.
    p : array (3,)
        One point, as expressions.
    q : array (3,)
        The other point.

    Examples
    --------
    >>> import dalembert as da
    >>> p = da.modules.BodyFrame("a").point((0.0, 0.0, 1.0))
    >>> q = da.modules.BodyFrame("b").point((0.0, 0.0, 0.0))
    >>> print(list(da.modules.coincident("pin", p, q)))
    ['pin x', 'pin y', 'pin z']
    """
    return {f"{name} {axis}": a - b for axis, a, b in zip(AXES, p, q, strict=True)}


def _array(entries: Components) -> Array:
    return np.array(entries, dtype=object)


def _is_sphere(J: Array) -> bool:
    """Whether a matrix of inertia is the same in all axes."""
    return all(
        J[i, j] is J[0, 0] or J[i, j] == J[0, 0] if i == j else is_zero(J[i, j]) for i, j in np.ndindex(3, 3)
    )


def _inertia_matrix(inertia: Scalar | Components | Sequence[Components], owner: str) -> Array:
    J = np.array(inertia, dtype=object)
    if J.shape == ():
        J = np.array([inertia] * 3, dtype=object)
    if J.shape == (3,):
        diagonal = np.full((3, 3), 0.0, dtype=object)
        diagonal[range(3), range(3)] = J
        return diagonal
    mirrored = J.shape == (3, 3) and all(J[i, j] == J[j, i] for i in range(3) for j in range(i))
    if not mirrored:
        raise FormulationError(
            f"{owner}: inertia is a number, three of them, or a symmetric matrix, not of shape {J.shape}"
        )
    return J

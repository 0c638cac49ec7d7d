"""Bodies as leaves of trees of systems: free, planar, rolling; and their frames, for constraints between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import FormulationError
from dalembert.expr.functions import cos, sin
from dalembert.expr.node import Node, Scalar
from dalembert.expr.symbol_nodes import symbol
from dalembert.modules.complements import Complement
from dalembert.modules.subsystem import Subsystem
from dalembert.modules.subsystem_reader import subsystem
from dalembert.spatial.quaternions import quaternion_rates, quaternion_rotation
from dalembert.spatial.rotations import euler, euler_rates_inverse
from dalembert.spatial.vectors import cross, dot
from dalembert.typed.vocabulary import VariableNames

QUATERNION = "quaternion"
AXES = "xyz"

Components: TypeAlias = Sequence[Scalar] | Array
"""Components of a vector."""


@dataclass(frozen=True)
class BodyFrame:
    """Position, orientation and velocity of a body of a tree, in the variables of its leaf.

    `prefix` is the name of the body in the tree. Orientation is by a sequence of turns about body axes, such as
    "zxy", or by a "quaternion".
    """

    prefix: str = ""
    orientation: str = "zxy"

    def variable(self, name: str) -> Node:
        """A variable of the leaf."""
        return symbol(f"{self.prefix}/{name}" if self.prefix else name)

    def _vector(self, names: Sequence[str]) -> Array:
        return np.array([self.variable(name) for name in names], dtype=object)

    @cached_property
    def orientation_names(self) -> tuple[str, ...]:
        """Names of the coordinates of orientation."""
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
        """Angular velocity of the body, in body axes."""
        return self._vector(("wx", "wy", "wz"))

    @cached_property
    def R(self) -> Array:
        """Rotation matrix: body axes in the world."""
        angles = self._vector(self.orientation_names)
        return quaternion_rotation(angles) if self.orientation == QUATERNION else euler(self.orientation, angles)

    def point(self, local: Components) -> Array:
        """Position in the world of a point of the body; `local` is from the mass centre, in body axes."""
        return self.p + self.R @ _array(local)

    def velocity(self, local: Components) -> Array:
        """Velocity of a point of the body, in world axes; `local` is from the mass centre, in body axes."""
        return self.v + self.R @ cross(self.w, _array(local))

    def axis(self, local: Components) -> Array:
        """Direction in the world of an axis of the body; `local` is in body axes."""
        return self.R @ _array(local)


def rigid_body(
    name: str,
    *,
    mass: Scalar,
    inertia: Scalar | Components | Sequence[Components],
    orientation: str = "zxy",
    gravity: Components = (0.0, 0.0, 0.0),
    force: Components = (0.0, 0.0, 0.0),
    torque: Components = (0.0, 0.0, 0.0),
    constraints: Mapping[str, Scalar] | None = None,
    independent: Complement | VariableNames = None,
) -> Subsystem:
    """A rigid body in space by Newton and Euler: position `x y z` of its mass centre, orientation, `v`, `w`.

    - `inertia` about the mass centre, in kg m²: a number for a sphere, three numbers in central axes, or a matrix.
    - `orientation`: a sequence of turns about body axes, or "quaternion".
    - `gravity`: acceleration of free fall in world axes, in m/s².
    - `force` at the mass centre in world axes, in N; `torque` in body axes, in N m: expressions, or inputs.
    - `constraints`, `independent`: as in `subsystem`.
    """
    frame = BodyFrame("", orientation)
    J = _inertia_matrix(inertia, name)
    names = ("vx", "vy", "vz", "wx", "wy", "wz")
    acceleration, alpha = ([symbol(f"{x}'") for x in group] for group in (names[:3], names[3:]))
    w = frame.w
    F = _array(force) + mass * (_array(gravity) - _array(acceleration))
    T = _array(torque) - J @ _array(alpha) - cross(w, J @ w)
    angles = frame._vector(frame.orientation_names)
    by_quaternion = orientation == QUATERNION
    to_rates = quaternion_rates(angles) if by_quaternion else euler_rates_inverse(orientation, angles)
    body = subsystem(
        name,
        coordinates=(*AXES, *frame.orientation_names),
        speeds=names,
        rates=dict(zip((*AXES, *frame.orientation_names), (*frame.v, *(to_rates @ w)), strict=True)),
        constraints=constraints or {},
        forces=dict(zip(names, (*F, *T), strict=True)),
        independent=independent,
        default_values={"e0": 1.0} if by_quaternion else {},
    )
    if not by_quaternion:
        return body
    # rates keep the length of the quaternion
    relation = (f"{name}: length", dot(angles, angles) - 1.0)
    return replace(body, own_kinematics=replace(body.own_kinematics, kept=(relation,)))


def rolling_wheel(
    name: str,
    *,
    radius: Scalar,
    mass: Scalar,
    axial: Scalar,
    radial: Scalar,
    gravity: Scalar = 0.0,
    torque: Scalar = 0.0,
    slips: bool = False,
) -> Subsystem:
    """A thin wheel that rolls on the plane z = 0, z downwards: heading, lean and spin are `angle1` to `angle3`.

    `axial` and `radial` are the moments of inertia about the axle, the y axis of the wheel, and across it, in
    kg m². `gravity` is downwards, in m/s²; `torque` acts about the axle, in N m. The wheel rolls without slip;
    with `slips` it may slip sideways.
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
    return rigid_body(
        name,
        mass=mass,
        inertia=(radial, axial, radial),
        gravity=(0.0, 0.0, gravity),
        torque=(0.0, torque, 0.0),
        constraints=rows,
        independent=("wx", "wy", "wz") if not slips else ("vy", "wx", "wy", "wz"),
    )


def planar_body(
    name: str,
    *,
    mass: Scalar,
    inertia: Scalar,
    gravity: Components = (0.0, 0.0),
    nodes: Mapping[str, Components] | None = None,
) -> Subsystem:
    """A body in the plane: position `x y` of its mass centre and its angle; nodes are extra points, in body axes.

    `inertia` is the moment of inertia about the mass centre, in kg m². A node `a` has the coordinates `ax`, `ay`
    and their rates as redundant variables, for constraints with others.
    """
    angle, points = symbol("angle"), dict(nodes or {})
    c, s = cos(angle), sin(angle)
    rows: dict[str, Scalar] = {}
    for key, (a, b) in points.items():
        rows[f"{key} along x"] = symbol(f"{key}x") - symbol("x") - c * a + s * b
        rows[f"{key} along y"] = symbol(f"{key}y") - symbol("y") - s * a - c * b
    redundant = [f"{key}{axis}" for key in points for axis in "xy"]
    names = ("x", "y", "angle", *redundant)
    return subsystem(
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


def point_mass(name: str, *, mass: Scalar, gravity: Components = (0.0, 0.0, 0.0)) -> Subsystem:
    """A particle with coordinates `x y z`, or as many of them as gravity has components."""
    axes = AXES[: len(gravity)]
    forces = {k: mass * (g - symbol(f"{k}.rate'")) for k, g in zip(axes, gravity, strict=True)}
    return subsystem(name, coordinates=tuple(axes), forces=forces)


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

    Constants are in SI units: N m/A, V s, kg m², N m s, H, Ω, V; the voltage may be a `da.Input`.
    """
    w, i = symbol("ω"), symbol("i")
    return subsystem(
        name,
        speeds=("ω", "i"),
        forces={
            "ω": torque_constant * i - inertia * symbol("ω'") - damping * w,
            "i": voltage - inductance * symbol("i'") - resistance * i - back_emf * w,
        },
    )


def coincident(name: str, p: Array, q: Array) -> dict[str, Scalar]:
    """Constraints that hold two points p and q (3,) together, named `<name> x` and so on."""
    return {f"{name} {axis}": a - b for axis, a, b in zip(AXES, p, q, strict=True)}


def _array(entries: Components) -> Array:
    return np.array(entries, dtype=object)


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

"""Bodies as leaves of trees of systems: free, planar, rolling, and where they are for who ties them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import FormulationError
from dalembert.expr.functions import cos, sin
from dalembert.expr.symbol_nodes import symbol
from dalembert.modules.subsystem import Subsystem
from dalembert.modules.subsystem_reader import subsystem
from dalembert.spatial.quaternions import quaternion_rates, quaternion_rotation
from dalembert.spatial.rotations import euler, euler_rates_inverse
from dalembert.spatial.vectors import cross

QUATERNION = "quaternion"
AXES = "xyz"


@dataclass(frozen=True)
class BodyFrame:
    """Where a body of a tree is and how it moves, in the variables of its leaf; `prefix` is its name in the tree.

    Orientation is by a sequence of turns about body axes, such as "zxy", or by a quaternion.
    """

    prefix: str = ""
    orientation: str = "zxy"

    def variable(self, name: str) -> Any:
        """A variable of the leaf."""
        return symbol(f"{self.prefix}/{name}" if self.prefix else name)

    def _vector(self, names: Sequence[str]) -> Array:
        return np.array([self.variable(name) for name in names], dtype=object)

    @cached_property
    def turning(self) -> tuple[str, ...]:
        """Names of the coordinates of orientation."""
        return (
            tuple(f"e{k}" for k in range(4)) if self.orientation == QUATERNION else ("angle1", "angle2", "angle3")
        )

    @property
    def p(self) -> Array:
        """BodyFrame of the mass centre in the world."""
        return self._vector(AXES)

    @property
    def v(self) -> Array:
        """Its velocity, in world axes."""
        return self._vector(("vx", "vy", "vz"))

    @property
    def w(self) -> Array:
        """Angular velocity, in body axes."""
        return self._vector(("wx", "wy", "wz"))

    @cached_property
    def R(self) -> Array:
        """Body axes in the world."""
        angles = self._vector(self.turning)
        return quaternion_rotation(angles) if self.orientation == QUATERNION else euler(self.orientation, angles)

    def point(self, local: Sequence[Any]) -> Array:
        """A point of the body, given from the mass centre in body axes, in the world."""
        return self.p + self.R @ _array(local)

    def velocity(self, local: Sequence[Any]) -> Array:
        """The velocity of a point of the body, in world axes."""
        return self.v + self.R @ cross(self.w, _array(local))

    def axis(self, local: Sequence[Any]) -> Array:
        """A direction of the body in the world."""
        return self.R @ _array(local)


def rigid_body(
    name: str,
    *,
    mass: Any,
    inertia: Any,
    orientation: str = "zxy",
    gravity: Sequence[Any] = (0.0, 0.0, 0.0),
    force: Sequence[Any] = (0.0, 0.0, 0.0),
    torque: Sequence[Any] = (0.0, 0.0, 0.0),
    constraints: Mapping[str, Any] | None = None,
    independent: Any = None,
) -> Subsystem:
    """A rigid body in space by Newton and Euler: place `x y z` of its mass centre, orientation, `v`, `w`.

    Inertia about the mass centre is a number for a sphere, three numbers in central axes, or a matrix. A force is
    given in world axes, a torque in body axes; both may be expressions, and inputs. Constraints may be added.
    """
    place = BodyFrame("", orientation)
    J = _inertia_matrix(inertia, name)
    names = ("vx", "vy", "vz", "wx", "wy", "wz")
    acceleration, alpha = ([symbol(f"{x}'") for x in group] for group in (names[:3], names[3:]))
    w = place.w
    F = _array(force) + mass * (_array(gravity) - _array(acceleration))
    T = _array(torque) - J @ _array(alpha) - cross(w, J @ w)
    turning = place._vector(place.turning)
    by_quaternion = orientation == QUATERNION
    to_rates = quaternion_rates(turning) if by_quaternion else euler_rates_inverse(orientation, turning)
    body = subsystem(
        name,
        coordinates=(*AXES, *place.turning),
        speeds=names,
        rates=dict(zip((*AXES, *place.turning), (*place.v, *(to_rates @ w)), strict=True)),
        constraints=constraints or {},
        forces=dict(zip(names, (*F, *T), strict=True)),
        independent=independent,
        default_values={"e0": 1.0} if by_quaternion else {},
    )
    if not by_quaternion:
        return body
    # rates keep the length of the quaternion
    return replace(
        body, own_kinematics=replace(body.own_kinematics, kept=((f"{name}: length", turning @ turning - 1.0),))
    )


def rolling_wheel(
    name: str,
    *,
    radius: Any,
    mass: Any,
    axial: Any,
    radial: Any,
    gravity: Any = 0.0,
    torque: Any = 0.0,
    slips: bool = False,
) -> Subsystem:
    """A thin wheel that rolls on the plane z = 0, z downwards: heading, lean and spin are `angle1` to `angle3`.

    `axial` and `radial` are its moments of inertia about its axle, which is its y axis, and across it. It does not
    slip, or may do so sideways. The torque acts about the axle.
    """
    place = BodyFrame("", "zxy")
    heading, lean, spin = place._vector(place.turning)
    forward, sideways = (cos(heading), sin(heading)), (-sin(heading), cos(heading))
    wx, wy, wz = place.w
    # angular velocity in axes that lean with the wheel but do not spin
    across = cos(spin) * wx + sin(spin) * wz
    rows = {
        "touches": place.variable("z") + radius * cos(lean),
        "rolls": forward[0] * place.v[0] + forward[1] * place.v[1] + radius * wy,
    }
    if not slips:
        rows["grips"] = sideways[0] * place.v[0] + sideways[1] * place.v[1] - radius * across * cos(lean)
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
    mass: Any,
    inertia: Any,
    gravity: Sequence[Any] = (0.0, 0.0),
    nodes: Mapping[str, Sequence[Any]] | None = None,
) -> Subsystem:
    """A body in the plane: place `x y` of its mass centre and its angle; nodes are extra points, in body axes.

    A node `a` has the coordinates `ax`, `ay` and their rates as redundant variables, for who ties bodies there.
    """
    angle, points = symbol("angle"), dict(nodes or {})
    c, s = cos(angle), sin(angle)
    rows: dict[str, Any] = {}
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


def point_mass(name: str, *, mass: Any, gravity: Sequence[Any] = (0.0, 0.0, 0.0)) -> Subsystem:
    """A particle: `x y z`, or as many of them as gravity has components."""
    axes = AXES[: len(gravity)]
    forces = {k: mass * (g - symbol(f"{k}.rate'")) for k, g in zip(axes, gravity, strict=True)}
    return subsystem(name, coordinates=tuple(axes), forces=forces)


def dc_motor(
    name: str,
    *,
    torque_constant: Any,
    back_emf: Any,
    inertia: Any,
    damping: Any,
    inductance: Any,
    resistance: Any,
    voltage: Any,
) -> Subsystem:
    """A motor with its current: speeds `ω` of the rotor and `i`, one balance of torques and one of voltages."""
    w, i = symbol("ω"), symbol("i")
    return subsystem(
        name,
        speeds=("ω", "i"),
        forces={
            "ω": torque_constant * i - inertia * symbol("ω'") - damping * w,
            "i": voltage - inductance * symbol("i'") - resistance * i - back_emf * w,
        },
    )


def coincident(name: str, p: Array, q: Array) -> dict[str, Any]:
    """Constraints that keep two points together."""
    return {f"{name} {axis}": a - b for axis, a, b in zip(AXES, p, q, strict=True)}


def _array(entries: Sequence[Any]) -> Array:
    return np.array(entries, dtype=object)


def _inertia_matrix(inertia: Any, owner: str) -> Array:
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

"""Places of a tree of systems: points of its bodies, with axes, between which joints are written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import FormulationError
from dalembert.expr.functions import cos, sin
from dalembert.expr.node import Scalar
from dalembert.expr.symbol_nodes import symbol
from dalembert.spatial.rotations import rotation
from dalembert.spatial.vectors import Axis, as_array, as_shape, as_vector, dot, unit

Components: TypeAlias = Sequence[Scalar] | Array
"""Components of a vector."""


@dataclass(frozen=True, eq=False, repr=False)
class Place:
    """A point of a body of a tree, with its velocity, axes and angular velocity, all in world axes.

    A place of a particle has neither axes nor an angular velocity.

    Parameters
    ----------
    name : str
        Name for messages.
    p : array (3,)
        Position in world axes, in m.
    v : array (3,)
        Velocity in world axes, in m/s.
    R : array (3, 3), optional
        Axes of the place in the world, as columns; default none, as of a particle.
    w : array (3,), optional
        Angular velocity in world axes, in rad/s; default none, as of a particle.

    Examples
    --------
    >>> import dalembert as da
    >>> place = da.modules.Place.on_planar_body("a", (0.5, 0.0))
    >>> print(type(place).__name__, place.p[0])
    Place (a/x + (cos(a/angle) * 0.5))
    """

    name: str
    p: Array
    """Position; (3,)."""

    v: Array
    """Velocity; (3,)."""

    R: Array | None = None
    """Axes of the place in the world, as columns; (3, 3)."""

    w: Array | None = None
    """Angular velocity; (3,)."""

    def axis(self, direction: Axis) -> Array:
        """Direction in the world of an axis of the place, "x" or a vector; (3,)."""
        return as_array(self._axes @ unit(direction))

    @property
    def _axes(self) -> Array:
        if self.R is None:
            raise FormulationError(f"{self.name!r} is a place without axes, which only spherical joints can hold")
        return self.R

    @property
    def angular_velocity(self) -> Array:
        """Angular velocity in world axes, of a place with axes; (3,)."""
        if self.w is None:
            raise FormulationError(f"{self.name!r} is a place without an angular velocity, so nothing rolls there")
        return self.w

    def turn_rate(self, other: Place, *, axis: Axis = "z") -> Scalar:
        """Angular speed of another place relative to this one, about an axis of this one, in rad/s."""
        return dot(self.axis(axis), other.angular_velocity - self.angular_velocity)

    def __repr__(self) -> str:
        return f"<Place {self.name!r}>"

    @classmethod
    def on_ground(cls, p: Components = (0.0, 0.0, 0.0), *, R: Array | None = None) -> Place:
        """Place at rest, at p (3,) in the world and with axes R (3, 3), those of the world by default."""
        axes = np.eye(3) if R is None else as_shape(np.array(R, dtype=object), (3, 3), "axes of a place")
        return cls("ground", as_vector(p, "a position"), np.zeros(3), axes, np.zeros(3))

    @classmethod
    def on_particle(cls, prefix: str = "") -> Place:
        """Place of a leaf `point_mass` in space, by its name in the tree."""
        p, v = ([symbol(_named(prefix, f"{axis}{end}")) for axis in "xyz"] for end in ("", ".rate"))
        return cls(prefix or "particle", as_array(p), as_array(v))

    @classmethod
    def on_planar_body(cls, prefix: str = "", local: Components = (0.0, 0.0), *, angle: Scalar = 0.0) -> Place:
        """Place of a leaf `planar_body`, in the plane z = 0; `local` is from the mass centre, in body axes.

        The axes of the place are those of the body, turned about z by `angle` in rad.
        """
        x, y, turn = (symbol(_named(prefix, name)) for name in ("x", "y", "angle"))
        vx, vy, w = (symbol(_named(prefix, f"{name}.rate")) for name in ("x", "y", "angle"))
        a, b = local
        c, s = cos(turn), sin(turn)
        dx, dy = c * a - s * b, s * a + c * b
        return cls(
            prefix or "planar body",
            as_array([x + dx, y + dy, 0.0]),
            as_array([vx - w * dy, vy + w * dx, 0.0]),
            rotation("z", turn + angle),
            as_array([0.0, 0.0, w]),
        )


def _named(prefix: str, name: str) -> str:
    return f"{prefix}/{name}" if prefix else name

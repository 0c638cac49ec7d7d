"""Bodies of simple shapes, with the mass properties that go with them.

All are homogeneous. A shape stands in its body's axes as its docstring says; markers name the places where
joints usually sit.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dalembert.errors import ModelError
from dalembert.expr.node import Expression
from dalembert.model.bodies import Body
from dalembert.spatial.inertia import Inertia
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import unit


def particle(name: str, *, mass: Any) -> Body:
    """A point mass at the origin."""
    return Body(name, Inertia(_positive(name, "mass", mass), np.zeros(3), np.zeros((3, 3))))


def rod(name: str, *, length: Any, mass: Any, radius: Any = 0.0) -> Body:
    """A straight rod along x from the origin; thin unless a radius is given. Markers: start, center, end."""
    m, l = _positive(name, "mass", mass), _positive(name, "length", length)
    across = m * l**2 / 12.0 + m * radius**2 / 4.0
    J = np.diag([m * radius**2 / 2.0, across, across])
    middle, end = np.array([l / 2.0, 0.0, 0.0]), np.array([l, 0.0, 0.0])
    markers = {"start": Pose(), "center": Pose(p=middle), "end": Pose(p=end)}
    return Body(name, Inertia(m, middle, J), markers)


def cylinder(name: str, *, radius: Any, length: Any, mass: Any, axis: Any = "z") -> Body:
    """A solid cylinder about the origin, its axis along a coordinate axis. Markers: bottom, top."""
    m, r, l = (_positive(name, what, x) for what, x in (("mass", mass), ("radius", radius), ("length", length)))
    return _about_axis(name, m, axis, m * r**2 / 2.0, m * (3.0 * r**2 + l**2) / 12.0, l / 2.0)


def disc(name: str, *, radius: Any, mass: Any, axis: Any = "z") -> Body:
    """A thin disc about the origin, its normal along a coordinate axis."""
    m, r = _positive(name, "mass", mass), _positive(name, "radius", radius)
    return _about_axis(name, m, axis, m * r**2 / 2.0, m * r**2 / 4.0)


def torus(name: str, *, radius: Any, tube: Any, mass: Any, axis: Any = "z") -> Body:
    """A solid torus about the origin: radius of the centre line, radius of the tube."""
    m, R, r = (_positive(name, what, x) for what, x in (("mass", mass), ("radius", radius), ("tube", tube)))
    return _about_axis(name, m, axis, m * (R**2 + 0.75 * r**2), m * (0.5 * R**2 + 0.625 * r**2))


def box(name: str, *, size: Any, mass: Any) -> Body:
    """A solid box about the origin with edges (x, y, z)."""
    m = _positive(name, "mass", mass)
    x, y, z = (_positive(name, "size", edge) for edge in size)
    J = np.diag([m * (y**2 + z**2) / 12.0, m * (z**2 + x**2) / 12.0, m * (x**2 + y**2) / 12.0])
    return Body(name, Inertia(m, np.zeros(3), J))


def sphere(name: str, *, radius: Any, mass: Any) -> Body:
    """A solid sphere about the origin."""
    m, r = _positive(name, "mass", mass), _positive(name, "radius", radius)
    return Body(name, Inertia(m, np.zeros(3), np.diag([0.4 * m * r**2] * 3)))


def ellipsoid(name: str, *, radii: Any, mass: Any) -> Body:
    """A solid ellipsoid about the origin with half-axes (x, y, z)."""
    m = _positive(name, "mass", mass)
    x, y, z = (_positive(name, "radii", r) for r in radii)
    J = np.diag([m * (y**2 + z**2) / 5.0, m * (z**2 + x**2) / 5.0, m * (x**2 + y**2) / 5.0])
    return Body(name, Inertia(m, np.zeros(3), J))


def _about_axis(name: str, mass: Any, axis: Any, along: Any, across: Any, half: Any = None) -> Body:
    """A body of revolution about a coordinate axis."""
    n = unit(axis)
    if np.count_nonzero(n) != 1:
        raise ModelError(f"body {name!r}: the axis of a shape is x, y or z, not {axis!r}")
    J = np.diag([along if n[k] else across for k in range(3)])
    markers = {} if half is None else {"bottom": Pose(p=-half * n), "top": Pose(p=half * n)}
    return Body(name, Inertia(mass, np.zeros(3), J), markers)


def _positive(name: str, what: str, value: Any) -> Any:
    if not isinstance(value, Expression) and not (np.isfinite(value) and value > 0.0):
        raise ModelError(f"body {name!r}: {what} must be positive, not {value!r}")
    return value

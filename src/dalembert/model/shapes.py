"""Bodies of simple shapes, with the mass properties that go with them.

All are homogeneous. A shape stands in its body's axes as its docstring says; markers name the places where
joints usually sit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from dalembert.errors import ModelError
from dalembert.model.bodies import ORIGIN, Body
from dalembert.model.shape import Ball, Ellipsoid, Ring, Shape
from dalembert.spatial.inertia import Inertia
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import as_shape, as_vector, is_numeric, unit


def particle(name: str, *, mass: Any) -> Body:
    """A point mass at the origin."""
    return Body(name, Inertia(_positive(name, "mass", mass)))


def rod(name: str, *, length: Any, mass: Any, radius: Any = 0.0) -> Body:
    """A straight rod along x from the origin; thin unless a radius is given. Markers: start, center, end."""
    m, l = _positive(name, "mass", mass), _positive(name, "length", length)
    if not (is_numeric(radius) and radius == 0.0):
        radius = _positive(name, "radius", radius)
    across = m * l**2 / 12.0 + m * radius**2 / 4.0
    J = np.diag([m * radius**2 / 2.0, across, across])
    middle, end = np.array([l / 2.0, 0.0, 0.0]), np.array([l, 0.0, 0.0])
    markers = {"start": ORIGIN, "center": Pose(p=middle), "end": Pose(p=end)}
    return Body(name, Inertia(m, middle, J), markers)


def cylinder(name: str, *, radius: Any, length: Any, mass: Any, axis: str = "z") -> Body:
    """A solid cylinder about the origin, its axis along a coordinate axis. Markers: bottom, top."""
    m, r, l = (_positive(name, what, x) for what, x in (("mass", mass), ("radius", radius), ("length", length)))
    return _about_axis(
        name, m, axis, m * r**2 / 2.0, m * (3.0 * r**2 + l**2) / 12.0, {"bottom": -l / 2.0, "top": l / 2.0}
    )


def cone(name: str, *, radius: Any, length: Any, mass: Any, axis: str = "z") -> Body:
    """A solid circular cone about its centre of mass, its axis along a coordinate axis. Markers: bottom, top.

    The base is a quarter of the length below the origin; the top is the tip.
    """
    m, r, l = (_positive(name, what, x) for what, x in (("mass", mass), ("radius", radius), ("length", length)))
    across = m * (4.0 * r**2 + l**2) * 3.0 / 80.0
    return _about_axis(name, m, axis, 0.3 * m * r**2, across, {"bottom": -l / 4.0, "top": 0.75 * l})


def disc(name: str, *, radius: Any, mass: Any, axis: str = "z") -> Body:
    """A thin disc about the origin, its normal along a coordinate axis."""
    m, r = _positive(name, "mass", mass), _positive(name, "radius", radius)
    return _about_axis(name, m, axis, m * r**2 / 2.0, m * r**2 / 4.0, shape=Ring(r, axis))


def torus(name: str, *, radius: Any, tube: Any, mass: Any, axis: str = "z") -> Body:
    """A solid torus about the origin: radius of the centre line, radius of the tube."""
    m, R, r = (_positive(name, what, x) for what, x in (("mass", mass), ("radius", radius), ("tube", tube)))
    if is_numeric([R, r]) and r > R:
        raise ModelError(f"the tube of body {name!r} must not be thicker than its radius, unlike {r:g} and {R:g}")
    shape = Ring(R, axis, r)
    return _about_axis(name, m, axis, m * (R**2 + 0.75 * r**2), m * (0.5 * R**2 + 0.625 * r**2), shape=shape)


def box(name: str, *, size: Any, mass: Any) -> Body:
    """A solid box about the origin with edges (x, y, z)."""
    m = _positive(name, "mass", mass)
    x, y, z = _three_positive(name, "size", size)
    J = np.diag([m * (y**2 + z**2) / 12.0, m * (z**2 + x**2) / 12.0, m * (x**2 + y**2) / 12.0])
    return Body(name, Inertia(m, J=J))


def sphere(name: str, *, radius: Any, mass: Any) -> Body:
    """A solid sphere about the origin."""
    m, r = _positive(name, "mass", mass), _positive(name, "radius", radius)
    return Body(name, Inertia(m, J=np.diag([0.4 * m * r**2] * 3)), shape=Ball(r))


def ellipsoid(name: str, *, radii: Any, mass: Any) -> Body:
    """A solid ellipsoid about the origin with half-axes (x, y, z)."""
    m = _positive(name, "mass", mass)
    x, y, z = _three_positive(name, "radii", radii)
    J = np.diag([m * (y**2 + z**2) / 5.0, m * (z**2 + x**2) / 5.0, m * (x**2 + y**2) / 5.0])
    return Body(name, Inertia(m, J=J), shape=Ellipsoid((x, y, z)))


def _about_axis(
    name: str,
    mass: Any,
    axis: Any,
    along: Any,
    across: Any,
    heights: Mapping[str, Any] | None = None,
    shape: Shape | None = None,
) -> Body:
    """A body of revolution about a coordinate axis, with markers at these heights along it."""
    if axis not in ("x", "y", "z"):
        raise ModelError(f"body {name!r}: the axis of a shape is 'x', 'y' or 'z', not {axis!r}")
    n = unit(axis)
    J = np.diag([along if n[k] else across for k in range(3)])
    markers = {key: Pose(p=height * n) for key, height in (heights or {}).items()}
    return Body(name, Inertia(mass, J=J), markers, shape)


def _positive(name: str, what: str, value: Any) -> Any:
    number = as_shape(value, (), f"{what} of body {name!r}").item()
    if is_numeric(number) and not number > 0.0:
        raise ModelError(f"{what} of body {name!r} must be positive, not {number:g}")
    return number


def _three_positive(name: str, what: str, values: Any) -> list[Any]:
    return [_positive(name, what, x) for x in as_vector(values, f"{what} of body {name!r}")]

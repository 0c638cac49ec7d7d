"""Bodies of simple shapes, with the mass properties that go with them.

With a `mass` they are homogeneous; with an `inertia` instead, mass properties are as given, and the shape says
where markers and surface are. A shape stands in its body's axes as its docstring says; markers name the places
where joints usually sit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from dalembert.errors import ModelError
from dalembert.expr.node import Scalar
from dalembert.model import visuals
from dalembert.model.bodies import ORIGIN, Body
from dalembert.model.convex_shapes import Ball, Ellipsoid, Ring, Shape
from dalembert.model.part import checked_axis
from dalembert.spatial.inertia import Inertia
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import Axis, VectorLike, as_array, as_shape, as_vector, is_numeric, unit


def particle(name: str, *, mass: Scalar) -> Body:
    """A point mass at the origin.

    Parameters
    ----------
    name : str
        Name of the body.
    mass : float or parameter
        Mass in kg.

    Examples
    --------
    >>> import dalembert as da
    >>> bob = da.particle("bob", mass=0.5)
    >>> print(bob.inertia.mass, bob.inertia.J.any())
    0.5 False
    """
    return Body(name, Inertia(_positive(name, "mass", mass)), visual=visuals.sphere(0.0))


def rod(
    name: str,
    *,
    length: Scalar,
    mass: Scalar | None = None,
    radius: Scalar = 0.0,
    axis: Axis = "x",
    inertia: Inertia | None = None,
) -> Body:
    """A straight rod from the origin along an axis; thin unless a radius is given. Markers: start, center, end.

    Parameters
    ----------
    name : str
        Name of the body.
    length : float or parameter
        Length in m, from the marker "start" at the origin to "end".
    mass : float or parameter, optional
        Mass in kg; default none.
    radius : float, optional
        Radius in m, with which it has inertia about itself; default 0, a thin rod.
    axis : "x", "y" or "z", optional
        Direction from its start to its end; default "x".
    inertia : Inertia, optional
        Mass properties in place of those of a homogeneous rod; default by length and mass.

    Examples
    --------
    >>> import dalembert as da
    >>> link = da.rod("link", length=0.5, mass=1.2, axis="x")
    >>> print(sorted(link.markers), f"{link.inertia.J[2, 2]:.3f} kg m² about its centre")
    ['center', 'end', 'start'] 0.025 kg m² about its centre
    """
    l, n = _positive(name, "length", length), unit(checked_axis(axis, f"the axis of body {name!r}"))
    if not (is_numeric(radius) and radius == 0.0):
        radius = _positive(name, "radius", radius)
    middle, end = as_array(n * (l / 2.0)), as_array(n * l)

    def homogeneous(m: Scalar) -> Inertia:
        across, along = m * l**2 / 12.0 + m * radius**2 / 4.0, m * radius**2 / 2.0
        parallel = np.outer(n, n)
        return Inertia(m, middle, as_array((np.eye(3) - parallel) * across + parallel * along))

    markers = {"start": ORIGIN, "center": Pose(p=middle), "end": Pose(p=end)}
    visual = visuals.Bar((0.0, 0.0, 0.0), end, radius)
    return _body(name, mass, inertia, homogeneous, {"length": l, "radius": radius}, markers, visual=visual)


def cylinder(
    name: str,
    *,
    radius: Scalar,
    length: Scalar,
    mass: Scalar | None = None,
    axis: str = "z",
    inertia: Inertia | None = None,
) -> Body:
    """A solid cylinder about the origin, its axis along a coordinate axis. Markers: bottom, top.

    Parameters
    ----------
    name : str
        Name of the body.
    radius : float
        Radius and length, in m.
    length : float
        Radius and length, in m.
    mass : float, optional
        Mass in kg; default none.
    axis : "x", "y" or "z", optional
        Axis of the cylinder; default "z".
    inertia : Inertia, optional
        Mass properties in place of those of a solid; default by shape and mass.

    Examples
    --------
    >>> import dalembert as da
    >>> drum = da.cylinder("drum", radius=0.1, length=0.3, mass=2.0, axis="y")
    >>> print(sorted(drum.markers), f"{drum.inertia.J[1, 1]:.4f} kg m²")
    ['bottom', 'top'] 0.0100 kg m²
    """
    r, l = _positive(name, "radius", radius), _positive(name, "length", length)
    about = _about_axis(name, axis, lambda m: (m * r**2 / 2.0, m * (3.0 * r**2 + l**2) / 12.0))
    ends = _along(axis, {"bottom": -l / 2.0, "top": l / 2.0})
    return _body(name, mass, inertia, about, {"radius": r, "length": l}, ends, visual=visuals.Cylinder(r, l, axis))


def cone(
    name: str,
    *,
    radius: Scalar,
    length: Scalar,
    mass: Scalar | None = None,
    axis: str = "z",
    inertia: Inertia | None = None,
) -> Body:
    """A solid circular cone about its centre of mass, its axis along a coordinate axis. Markers: bottom, top.

    The base is a quarter of the length below the origin; the top is the tip.

    Parameters
    ----------
    name : str
        Name of the body.
    radius : float
        Radius of the base and height, in m.
    length : float
        Radius of the base and height, in m.
    mass : float, optional
        Mass in kg; default none.
    axis : "x", "y" or "z", optional
        Axis of the cone; default "z".
    inertia : Inertia, optional
        Mass properties in place of those of a solid; default by shape and mass.

    Examples
    --------
    >>> import dalembert as da
    >>> top = da.cone("top", radius=0.1, length=0.2, mass=0.5)
    >>> print(sorted(top.markers), f"{top.inertia.J[2, 2]:.4f} kg m²")
    ['bottom', 'top'] 0.0015 kg m²
    """
    r, l = _positive(name, "radius", radius), _positive(name, "length", length)
    about = _about_axis(name, axis, lambda m: (0.3 * m * r**2, m * (4.0 * r**2 + l**2) * 3.0 / 80.0))
    ends = _along(axis, {"bottom": -l / 4.0, "top": 0.75 * l})
    return _body(name, mass, inertia, about, {"radius": r, "length": l}, ends, visual=visuals.Cone(r, l, axis))


def disc(
    name: str, *, radius: Scalar, mass: Scalar | None = None, axis: str = "z", inertia: Inertia | None = None
) -> Body:
    """A thin disc about the origin, its normal along a coordinate axis.

    Parameters
    ----------
    name : str
        Name of the body.
    radius : float
        Radius in m.
    mass : float, optional
        Mass in kg; default none.
    axis : "x", "y" or "z", optional
        Normal of the disc; default "z".
    inertia : Inertia, optional
        Mass properties in place of those of a thin disc; default by shape and mass.

    Examples
    --------
    >>> import dalembert as da
    >>> wheel = da.disc("wheel", radius=0.3, mass=2.0, axis="y")
    >>> print(f"{wheel.inertia.J[1, 1]:.4f} kg m²")
    0.0900 kg m²
    """
    r = _positive(name, "radius", radius)
    about = _about_axis(name, axis, lambda m: (m * r**2 / 2.0, m * r**2 / 4.0))
    return _body(
        name, mass, inertia, about, {"radius": r}, shape=Ring(r, axis), visual=visuals.Cylinder(r, 0.0, axis)
    )


def torus(
    name: str,
    *,
    radius: Scalar,
    tube: Scalar,
    mass: Scalar | None = None,
    axis: str = "z",
    inertia: Inertia | None = None,
) -> Body:
    """A solid torus about the origin: radius of the centre line, radius of the tube.

    Parameters
    ----------
    name : str
        Name of the body.
    radius : float
        Radius of the centre line and of the tube, in m.
    tube : float
        Radius of the centre line and of the tube, in m.
    mass : float, optional
        Mass in kg; default none.
    axis : "x", "y" or "z", optional
        Axis of the ring; default "z".
    inertia : Inertia, optional
        Mass properties in place of those of a solid; default by shape and mass.

    Examples
    --------
    >>> import dalembert as da
    >>> ring = da.torus("ring", radius=0.2, tube=0.02, mass=1.0)
    >>> print(f"{ring.inertia.J[2, 2]:.4f} kg m²")
    0.0403 kg m²
    """
    R, r = _positive(name, "radius", radius), _positive(name, "tube", tube)
    if is_numeric([R, r]) and r > R:
        raise ModelError(f"the tube of body {name!r} must not be thicker than its radius, unlike {r:g} and {R:g}")
    about = _about_axis(name, axis, lambda m: (m * (R**2 + 0.75 * r**2), m * (0.5 * R**2 + 0.625 * r**2)))
    lengths = {"radius": R, "tube": r, "radius minus tube": R - r}
    return _body(name, mass, inertia, about, lengths, shape=Ring(R, axis, r), visual=visuals.Torus(R, r, axis))


def box(name: str, *, size: VectorLike, mass: Scalar | None = None, inertia: Inertia | None = None) -> Body:
    """A solid box about the origin with edges (x, y, z).

    Parameters
    ----------
    name : str
        Name of the body.
    size : vector (3,)
        Edges along x, y and z, in m.
    mass : float, optional
        Mass in kg; default none, for a body that only carries others.
    inertia : Inertia, optional
        Mass properties in place of those of a solid; default by shape and mass.

    Examples
    --------
    >>> import dalembert as da
    >>> brick = da.box("brick", size=(0.2, 0.1, 0.05), mass=1.2)
    >>> print(brick.inertia.mass, f"{brick.inertia.J[2, 2]:.4f} kg m²")
    1.2 0.0050 kg m²
    """
    x, y, z = _three_positive(name, "size", size)
    squares = (y**2 + z**2, z**2 + x**2, x**2 + y**2)

    def homogeneous(m: Scalar) -> Inertia:
        return Inertia(m, J=np.diag([m * s / 12.0 for s in squares]))

    return _body(
        name, mass, inertia, homogeneous, {"size.x": x, "size.y": y, "size.z": z}, visual=visuals.Box((x, y, z))
    )


def sphere(name: str, *, radius: Scalar, mass: Scalar | None = None, inertia: Inertia | None = None) -> Body:
    """A solid sphere about the origin.

    Parameters
    ----------
    name : str
        Name of the body.
    radius : float or parameter
        Radius in m.
    mass : float, optional
        Mass in kg; default none.
    inertia : Inertia, optional
        Mass properties in place of those of a solid; default by shape and mass.

    Examples
    --------
    >>> import dalembert as da
    >>> ball = da.sphere("ball", radius=0.1, mass=1.0)
    >>> print(f"{ball.inertia.J[0, 0]:.4f} kg m²")
    0.0040 kg m²
    """
    r = _positive(name, "radius", radius)

    def homogeneous(m: Scalar) -> Inertia:
        return Inertia(m, J=np.diag([0.4 * m * r**2] * 3))

    return _body(name, mass, inertia, homogeneous, {"radius": r}, shape=Ball(r), visual=visuals.sphere(r))


def ellipsoid(name: str, *, radii: VectorLike, mass: Scalar | None = None, inertia: Inertia | None = None) -> Body:
    """A solid ellipsoid about the origin with half-axes (x, y, z).

    Parameters
    ----------
    name : str
        Name of the body.
    radii : vector (3,)
        Half-axes along x, y and z, in m.
    mass : float, optional
        Mass in kg; default none.
    inertia : Inertia, optional
        Mass properties in place of those of a solid; default by shape and mass.

    Examples
    --------
    >>> import dalembert as da
    >>> egg = da.ellipsoid("egg", radii=(0.03, 0.02, 0.02), mass=0.06)
    >>> print(f"{egg.inertia.J[0, 0]:.3g} kg m²")
    9.6e-06 kg m²
    """
    x, y, z = _three_positive(name, "radii", radii)
    squares = (y**2 + z**2, z**2 + x**2, x**2 + y**2)

    def homogeneous(m: Scalar) -> Inertia:
        return Inertia(m, J=np.diag([m * s / 5.0 for s in squares]))

    visual = visuals.Ellipsoid((x, y, z))
    lengths = {"radii.x": x, "radii.y": y, "radii.z": z}
    return _body(name, mass, inertia, homogeneous, lengths, shape=Ellipsoid((x, y, z)), visual=visual)


def _body(
    name: str,
    mass: Scalar | None,
    inertia: Inertia | None,
    homogeneous: Callable[[Scalar], Inertia],
    lengths: Mapping[str, Scalar],
    markers: Mapping[str, Pose] | None = None,
    shape: Shape | None = None,
    visual: visuals.Solid | None = None,
) -> Body:
    """A body with this inertia, or with that of its mass spread evenly."""
    if (mass is None) == (inertia is None):
        raise ModelError(f"body {name!r} needs a mass, spread evenly, or an inertia; give one of them")
    if inertia is None:
        inertia = homogeneous(_positive(name, "mass", mass))
    open_lengths = {key: x for key, x in lengths.items() if not is_numeric(x)}
    return Body(name, inertia, markers or {}, shape, visual, open_lengths)


def _about_axis(
    name: str, axis: str, moments: Callable[[Scalar], tuple[Scalar, Scalar]]
) -> Callable[[Scalar], Inertia]:
    """The inertia of a body of revolution about a coordinate axis, from its moments along and across it."""
    if axis not in ("x", "y", "z"):
        raise ModelError(f"body {name!r}: the axis of a shape is 'x', 'y' or 'z', not {axis!r}")

    def homogeneous(m: Scalar) -> Inertia:
        along, across = moments(m)
        return Inertia(m, J=np.diag([along if n else across for n in unit(axis)]))

    return homogeneous


def _along(axis: str, heights: Mapping[str, Scalar]) -> dict[str, Pose]:
    """Markers at these heights along an axis."""
    return {key: Pose(p=height * unit(axis)) for key, height in heights.items()}


def _positive(name: str, what: str, value: Scalar | None) -> Scalar:
    number = as_shape(value, (), f"{what} of body {name!r}").item()
    if is_numeric(number) and not number > 0.0:
        raise ModelError(f"{what} of body {name!r} must be positive, not {number:g}")
    return number


def _three_positive(name: str, what: str, values: VectorLike) -> list[Scalar]:
    return [_positive(name, what, x) for x in as_vector(values, f"{what} of body {name!r}")]

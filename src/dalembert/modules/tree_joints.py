"""Joints as constraints between places of a tree of systems: rows by name, for `subsystem(constraints=…)`."""

from __future__ import annotations

from collections.abc import Sequence

from dalembert.arrays import Array
from dalembert.errors import FormulationError
from dalembert.expr.node import Scalar
from dalembert.modules.body_leaves import coincident
from dalembert.modules.places import Components, Place
from dalembert.spatial.vectors import Axis, across, as_vector, cross, dot, unit


def spherical(name: str, a: Place, b: Place) -> dict[str, Scalar]:
    """Three rows of a ball joint: both places have the same position.

    Parameters
    ----------
    name : str
        Name of the rows.
    a : Place
        One place.
    b : Place
        The other place.

    Examples
    --------
    >>> import dalembert as da
    >>> a, b = da.modules.BodyFrame("a").place((0, 0, 1)), da.modules.BodyFrame("b").place((0, 0, 0))
    >>> print(list(da.modules.spherical("pin", a, b)))
    ['pin x', 'pin y', 'pin z']
    """
    _check(name, a, b)
    return coincident(name, a.p, b.p)


def revolute(name: str, a: Place, b: Place, *, axis: Axis = "z") -> dict[str, Scalar]:
    """Five rows of a hinge: both places have the same position, and their axes of this name are parallel.

    Parameters
    ----------
    name : str
        Name of the rows.
    a : Place
        One place.
    b : Place
        The other place.
    axis : "x", "y", "z" or vector (3,), optional
        Axis of both places about which they turn; default "z".

    Examples
    --------
    >>> import dalembert as da
    >>> a, b = da.modules.BodyFrame("a").place((0, 0, 1)), da.modules.BodyFrame("b").place((0, 0, 0))
    >>> print(len(da.modules.revolute("hinge", a, b, axis="y")))
    5
    """
    rows = spherical(name, a, b)
    for k, direction in enumerate(across(axis), 1):
        rows[f"{name} across {k}"] = dot(a.axis(direction), b.axis(axis))
    return rows


def universal(name: str, a: Place, b: Place, *, axes: tuple[Axis, Axis] = ("x", "y")) -> dict[str, Scalar]:
    """Four rows of a universal joint: the same position, and an axis of a is perpendicular to one of b.

    Parameters
    ----------
    name : str
        Name of the rows.
    a : Place
        One place.
    b : Place
        The other place.
    axes : pair of axes, optional
        Axis of a, and axis of b, which stay at right angles; default ("x", "y").

    Examples
    --------
    >>> import dalembert as da
    >>> a, b = da.modules.BodyFrame("a").place((0, 0, 1)), da.modules.BodyFrame("b").place((0, 0, 0))
    >>> print(len(da.modules.universal("cross", a, b)))
    4
    """
    if abs(float(dot(unit(axes[0]), unit(axes[1])))) > _PARALLEL:
        raise FormulationError(f"the universal joint {name!r} has two axes that are perpendicular, not {axes}")
    return {**spherical(name, a, b), f"{name} cross": dot(a.axis(axes[0]), b.axis(axes[1]))}


def prismatic(name: str, a: Place, b: Place, *, axis: Axis = "x") -> dict[str, Scalar]:
    """Five rows of a slider: b moves along an axis of a, and does not turn.

    Parameters
    ----------
    name : str
        Name of the rows.
    a : Place
        Place along whose axis the other one moves.
    b : Place
        The other place.
    axis : "x", "y", "z" or vector (3,), optional
        Axis of both places; default "x".

    Examples
    --------
    >>> import dalembert as da
    >>> a, b = da.modules.BodyFrame("a").place((0, 0, 1)), da.modules.BodyFrame("b").place((0, 0, 0))
    >>> print(len(da.modules.prismatic("slide", a, b, axis="x")))
    5
    """
    _check(name, a, b)
    first, second = across(axis)
    offset = b.p - a.p
    return {
        f"{name} across 1": dot(a.axis(first), offset),
        f"{name} across 2": dot(a.axis(second), offset),
        f"{name} turn 1": dot(a.axis(first), b.axis(axis)),
        f"{name} turn 2": dot(a.axis(second), b.axis(axis)),
        f"{name} turn 3": dot(a.axis(first), b.axis(second)),
    }


def gear(name: str, driving: Scalar, driven: Scalar, *, ratio: Scalar) -> dict[str, Scalar]:
    """The row of a gear: `driving` is `ratio` times `driven`.

    Both are angles or angular speeds: variables of the tree, or `Place.turn_rate` between two places.

    Parameters
    ----------
    name : str
        Name of the row.
    driving : expression
        Angle in rad, or angular speed in rad/s, that is `ratio` times the other: a variable of the tree,
        or `Place.turn_rate` between two places.
    driven : expression
        The other angle, or angular speed.
    ratio : float or expression
        Ratio of the driving to the driven one.

    Examples
    --------
    >>> import dalembert as da
    >>> S = da.expr.symbol
    >>> print(list(da.modules.gear("mesh", S("a/angle"), S("b/angle"), ratio=2.0)))
    ['mesh']
    """
    return {name: driving - ratio * driven}


def rolling(
    name: str,
    a: Place,
    b: Place,
    at: Components,
    *,
    along: Sequence[Axis | Components] | None = None,
    gap: Scalar | None = None,
) -> dict[str, Scalar]:
    """Rows of two bodies that roll on each other: at the point where they touch, both have the same velocity.

    Parameters
    ----------
    name : str
        Name of the rows.
    a : Place
        Place on one body.
    b : Place
        Place on the other body.
    at : sequence (3,)
        Position in the world of the point where they touch, in m.
    along : sequence of axes or vectors (3,), optional
        Directions in the world along which velocities agree; default x, y and z. With a `gap`, leave out
        the normal.
    gap : expression, optional
        Distance between the bodies, which stays zero; its rate stands for the row along the normal.
        Default none.

    Examples
    --------
    >>> import dalembert as da
    >>> a, b = da.modules.BodyFrame("a").place((0, 0, 1)), da.modules.Place.on_ground()
    >>> print(len(da.modules.rolling("roll", a, b, at=a.p)))
    3
    """
    _check(name, a, b)
    point = as_vector(at, "the point where bodies touch")
    slip = _velocity(b, point) - _velocity(a, point)
    rows: dict[str, Scalar] = {} if gap is None else {f"{name} gap": gap}
    if along is None:
        return rows | {f"{name} slip {axis}": x for axis, x in zip("xyz", slip, strict=True)}
    directions = [unit(x) if isinstance(x, str) else as_vector(x, "a direction") for x in along]
    return rows | {f"{name} slip {k}": dot(direction, slip) for k, direction in enumerate(directions, 1)}


_PARALLEL = 1e-12


def _velocity(place: Place, point: Array) -> Array:
    """Velocity of the point of a body that is at a position in the world."""
    return place.v + cross(place.angular_velocity, point - place.p)


def _check(name: str, *places: Place) -> None:
    for place in places:
        if not isinstance(place, Place):
            raise FormulationError(
                f"the joint {name!r} is between two places, such as da.modules.BodyFrame('arm').place((0, 0, 1)), "
                f"not {place!r}"
            )

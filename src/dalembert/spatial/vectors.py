"""Vectors of three numbers or expressions.

Arrays hold `float64` where all entries are numbers, otherwise objects: expressions next to plain floats. A zero
that is known without any values is the float 0.0, so products with it vanish while text is traced.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TypeAlias, cast

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.expr.functions import sqrt
from dalembert.expr.jets import Jet
from dalembert.expr.node import NUMBERS, Node, Scalar
from dalembert.number_checks import told

VectorLike: TypeAlias = Sequence[Scalar] | Array
"""A vector as users write it: a list, a tuple or an array of numbers and expressions."""

Axis: TypeAlias = str | VectorLike
"""A direction: "x", "y", "z", "-x", "-y", "-z", or a vector of any length but zero."""

READABLE = 1e-12
"""Size of a number, beside the largest with it, that nobody wants to read."""

LEAST = 1e-15
"""Size of lengths and accelerations that nobody wants to read."""

COORDINATE_AXES = {
    "x": (1, 0, 0),
    "y": (0, 1, 0),
    "z": (0, 0, 1),
    "-x": (-1, 0, 0),
    "-y": (0, -1, 0),
    "-z": (0, 0, -1),
}


def as_array(entries: object) -> Array:
    """Entries as `float64` if all of them are numbers, otherwise as objects; −0.0 among numbers becomes 0.0."""
    try:
        array = np.asarray(entries)
    except ValueError:
        raise ModelError(f"{told(entries)} is no array: its rows differ in length") from None
    if array.dtype != object or all(isinstance(x, NUMBERS) for x in array.flat):
        try:
            return array.astype(float) + 0.0
        except OverflowError:
            raise ModelError(f"{told(entries)} is beyond the range of numbers, which ends at 1.8e308") from None
    return array


def shape_of(entries: object) -> tuple[int, ...] | None:
    """Shape of an array or of nested lists; None if their lengths differ."""
    try:
        return np.shape(cast("ArrayLike", entries))
    except ValueError:
        return None


def read_only(array: Array) -> Array:
    """A copy that cannot be changed, for values that hold arrays."""
    copy = np.array(array)
    copy.flags.writeable = False
    return copy


def is_numeric(array: object) -> bool:
    """Whether all entries are numbers: branching on this is branching on structure."""
    return as_array(array).dtype != object


def as_vector(x: object, what: str = "a vector") -> Array:
    """Three numbers or expressions as an array; `what` begins the message about anything else."""
    return as_shape(x, (3,), what)


def as_shape(x: object, shape: tuple[int, ...], what: str) -> Array:
    """Finite numbers or expressions as an array of this shape; `what` begins the message about anything else."""
    try:
        array = np.asarray(x)
        is_complete = array.shape == shape and array.dtype.kind in "biufO" and all(map(_is_scalar, array.flat))
    except ValueError:
        is_complete = False
    if not is_complete:
        raise ModelError(f"{what} needs numbers or expressions in the shape {shape}, not {x!r}")
    array = as_array(array)
    if array.dtype != object and not np.isfinite(array).all():
        raise ModelError(f"{what} needs finite numbers, not {array.tolist()}")
    return array


def _is_scalar(x: object) -> bool:
    return isinstance(x, (Node, Jet, *NUMBERS)) and not isinstance(x, np.complexfloating)


def tidy(values: VectorLike, least: float = 0.0) -> list[Scalar]:
    """Entries for reading: those that are rounding beside the largest, or below the least, are zero."""
    sizes = [abs(float(x)) if isinstance(x, NUMBERS) else inf for x in values]
    limit = max([least, *(READABLE * size for size in sizes if size < inf)])
    return [0.0 if size <= limit else x for x, size in zip(values, sizes, strict=True)]


def written(entries: Scalar | Array, least: float = 0.0) -> str:
    """Numbers and expressions in one line, tidy, for short texts."""
    array = np.asarray(entries, dtype=object)
    clean = np.empty(array.size, dtype=object)
    clean[:] = tidy(array.ravel(), least)
    return _written(clean.reshape(array.shape).tolist())


def _written(entries: object) -> str:
    if isinstance(entries, list):
        return f"({', '.join(map(_written, entries))})"
    return f"{entries:.6g}" if isinstance(entries, NUMBERS) else repr(entries)


def zero_vector() -> Array:
    """The vector (0, 0, 0)."""
    return np.zeros(3)


def dot(a: Array, b: Array) -> Scalar:
    """Scalar product a · b."""
    return cast("Scalar", a @ b)


def norm(v: Array) -> Scalar:
    """Length √(v · v)."""
    return sqrt(dot(v, v))


def cross(a: Array, b: Array) -> Array:
    """Vector product a × b."""
    return as_array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])


def skew(v: Array) -> Array:
    """The matrix of v × …: of a product with v from the left; (3, 3)."""
    return as_array([[0.0, -v[2], v[1]], [v[2], 0.0, -v[0]], [-v[1], v[0], 0.0]])


def unit(axis: Axis) -> Array:
    """Unit vector along an axis, which is a name or any vector along it; (3,).

    >>> unit("-y")
    array([ 0., -1.,  0.])
    """
    if isinstance(axis, str):
        if axis not in COORDINATE_AXES:
            raise ModelError(f"an axis is one of {', '.join(COORDINATE_AXES)} or three numbers, not {axis!r}")
        return as_array(COORDINATE_AXES[axis])
    v = as_vector(axis, "an axis")
    if is_numeric(v):
        # first to a size whose square is no problem
        if (size := np.abs(v).max()) == 0.0:
            raise ModelError("an axis needs a direction, which the zero vector does not have")
        v = v / size
    return as_array(v / norm(v))


def across(axis: Axis) -> tuple[Array, Array]:
    """Two unit vectors that make a right-handed basis with an axis of numbers: e₁ × e₂ = axis.

    For "z" they are x and y, for "x" y and z, for "y" z and x. In general they are along e × n and n × (e × n),
    where n is the axis and e the coordinate axis two after the one nearest to it.
    """
    n = unit(axis)
    if not is_numeric(n):
        raise ModelError(f"this axis must be numbers, since they choose the directions across it, not {axis!r}")
    nearest = int(np.argmax(np.abs(n)))
    first = unit(cross(np.sign(n[nearest]) * np.eye(3)[(nearest + 2) % 3], n))
    return first, cross(n, first)

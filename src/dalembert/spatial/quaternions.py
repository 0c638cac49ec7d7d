"""Unit quaternions e = (e₀, e₁, e₂, e₃), scalar first: orientation without a singular position.

e = (cos α/2, n sin α/2) turns by α about n; e and −e are the same orientation.
"""

from __future__ import annotations

from math import factorial

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.functions import atan2, cos, sin, sqrt, where
from dalembert.expr.node import Scalar
from dalembert.spatial.rotations import Axes, numeric_rotation
from dalembert.spatial.vectors import as_array, as_shape, as_vector, dot, norm

SERIES_LENGTH = 10
"""Terms of the power series for half angles up to one: enough for second derivatives in full precision."""


def quaternion_rotation(e: Array) -> Array:
    """Rotation matrix of a unit quaternion; (3, 3).

    R = (e₀² − v · v) 1 + 2 v vᵀ + 2 e₀ skew(v)  with  v = (e₁, e₂, e₃)

    Of any other quaternion it is |e|² times a rotation.
    """
    e0, e1, e2, e3 = _quaternion(e)
    a, b, c = 2.0 * e1, 2.0 * e2, 2.0 * e3
    difference, spread = e0 * e0 - e3 * e3, e1 * e1 - e2 * e2
    return as_array(
        [
            [difference + spread, e1 * b - e0 * c, e1 * c + e0 * b],
            [e1 * b + e0 * c, difference - spread, e2 * c - e0 * a],
            [e1 * c - e0 * b, e2 * c + e0 * a, (e0 * e0 + e3 * e3) - (e1 * e1 + e2 * e2)],
        ]
    )


def quaternion_product(a: Array, b: Array) -> Array:
    """The turn a, then b about the axes reached: quaternion_rotation(a ⊗ b) = R(a) @ R(b); (4,)."""
    a0, a1, a2, a3 = _quaternion(a)
    b0, b1, b2, b3 = _quaternion(b)
    return as_array(
        [
            a0 * b0 - a1 * b1 - a2 * b2 - a3 * b3,
            a0 * b1 + a1 * b0 + a2 * b3 - a3 * b2,
            a0 * b2 - a1 * b3 + a2 * b0 + a3 * b1,
            a0 * b3 + a1 * b2 - a2 * b1 + a3 * b0,
        ]
    )


def quaternion_conjugate(e: Array) -> Array:
    """The opposite turn (e₀, −e₁, −e₂, −e₃); (4,)."""
    e0, e1, e2, e3 = _quaternion(e)
    return as_array([e0, -e1, -e2, -e3])


def quaternion_rates(e: Array, *, seen_in: Axes = Axes.BODY) -> Array:
    """Matrix N with ė = N w and w = 4 Nᵀ ė, for w in axes of the body or of space; (4, 3).

    N = ½ E(e): the factor one half is in it.
    """
    e0, e1, e2, e3 = 0.5 * _quaternion(e)
    if seen_in is Axes.BODY:
        return as_array([[-e1, -e2, -e3], [e0, -e3, e2], [e3, e0, -e1], [-e2, e1, e0]])
    return as_array([[-e1, -e2, -e3], [e0, e3, -e2], [-e3, e0, e1], [e2, -e1, e0]])


def quaternion_exponential(delta: Array) -> Array:
    """exp(δ/2): the turn by the angle |δ| about δ, for δ of any size, zero included; (4,).

    (cos h, ½ sin h / h · δ) with h = |δ|/2; below h = 1 by power series in h², which have no root at δ = 0.
    """
    delta = as_vector(delta, "a rotation vector")
    square = dot(delta, delta) * 0.25
    is_small = square < 1.0
    h = sqrt(where(is_small, 1.0, square))
    scalar = where(is_small, _series(square, 0), cos(h))
    factor = where(is_small, _series(square, 1), sin(h) / h)
    return as_array([scalar, *(0.5 * factor * delta)])


def _series(square: Scalar, first: int) -> Scalar:
    """Σ (−h²)ᵏ / (2k + first)!: cos h for first = 0, sin h / h for first = 1."""
    result: Scalar = 0.0
    for k in reversed(range(SERIES_LENGTH)):
        result = result * square + (-1.0) ** k / factorial(2 * k + first)
    return result


def quaternion_turned(e: Array, delta: Array) -> Array:
    """e ⊗ exp(δ/2): turned by a vector δ in axes of the body; (4,).

    Its derivative by δ at δ = 0 is the matrix N of `quaternion_rates`.
    """
    return quaternion_product(e, quaternion_exponential(delta))


def quaternion_from_rotation(R: Array) -> Array:
    """The unit quaternion of a rotation matrix of numbers, with e₀ ≥ 0; (4,).

    4 e eᵀ is linear in R; its column with the largest diagonal entry is the most exact one (Shepperd 1978).
    """
    R = numeric_rotation(R)
    S, D = R + R.T, R - R.T
    outer = np.array(
        [
            [1.0 + R[0, 0] + R[1, 1] + R[2, 2], D[2, 1], D[0, 2], D[1, 0]],
            [D[2, 1], 1.0 + R[0, 0] - R[1, 1] - R[2, 2], S[0, 1], S[0, 2]],
            [D[0, 2], S[0, 1], 1.0 - R[0, 0] + R[1, 1] - R[2, 2], S[1, 2]],
            [D[1, 0], S[0, 2], S[1, 2], 1.0 - R[0, 0] - R[1, 1] + R[2, 2]],
        ]
    )
    e = outer[:, np.argmax(outer.diagonal())]
    return as_array(np.copysign(1.0, e[0] + 0.0) * e / norm(e))


def rotation_vector(R: Array) -> Array:
    """The vector δ along the axis of a rotation matrix of numbers, as long as its angle in [0, π]; (3,).

    Near π the axis is known up to its sign, which is arbitrary. Inverse of quaternion_exponential.
    """
    e = quaternion_from_rotation(R)
    length = norm(e[1:])
    return as_array(e[1:] * (2.0 * atan2(length, e[0]) / length if length > 0.0 else 2.0))


def _quaternion(e: Array) -> Array:
    return as_shape(e, (4,), "a quaternion")

"""Rotation matrices and their descriptions by Euler angles.

R_AB holds the axes of B, seen in A, as columns: R_AB @ v_B = v_A. Three turns about coordinate axes reach every
rotation. Turns about axes fixed in the body multiply from the right, R = R₁ R₂ R₃; about axes fixed in space
from the left, R = R₃ R₂ R₁, which is the same as the reversed turns about axes of the body.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.expr.functions import atan2, cos, sin, sqrt
from dalembert.expr.node import Scalar
from dalembert.expr.scalar import is_one, is_zero
from dalembert.spatial.vectors import Axis, as_array, as_shape, as_vector, cross, dot, is_numeric, skew, unit

ROTATION_TOLERANCE = 1e-8
"""Largest error of entries of Rᵀ R: far more than rounding, less than six written digits."""

GIMBAL_TOLERANCE = 1e-13
"""Below this sine of the angle to the singular position, Euler angles are not told apart."""

BRYAN: Final = "xyz"
"""The sequence of Bryan's angles β = (ψ, θ, φ): about x, the new y, the new z.

    R = [ cθcφ            −cθsφ            sθ   ]      Q = [  cφcθ  sφ  0 ]
        [ sψsθcφ + cψsφ   −sψsθsφ + cψcφ  −sψcθ ]          [ −sφcθ  cφ  0 ]      w = Q β̇,  det Q = cos θ
        [ −cψsθcφ + sψsφ   cψsθsφ + sψcφ   cψcθ ]          [  sθ    0   1 ]
"""


class Axes(Enum):
    """The body or space, in which axes are fixed or a vector is expressed.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> body = da.spatial.euler("zxy", (0.3, 0.2, 0.1))
    >>> space = da.spatial.euler("yxz", (0.1, 0.2, 0.3), fixed=da.spatial.Axes.SPACE)
    >>> print(np.allclose(body, space))
    True
    """

    BODY = "body"
    """Axes that turn with the body; turns about them are called intrinsic."""

    SPACE = "space"
    """Axes that stay; turns about them are called extrinsic."""


def rotation(axis: Axis, angle: Scalar) -> Array:
    """Rotation about a fixed axis; (3, 3).

    R = c 1 + (1 − c) n nᵀ + s skew(n)   (Rodrigues 1840), with exact zeros and one about a coordinate axis.

    Parameters
    ----------
    axis : "x", "y", "z" or vector (3,)
        Axis n; a vector is taken by its direction.
    angle : float or expression
        Angle in rad.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> print(np.round(da.spatial.rotation("z", np.pi / 2) @ (1.0, 0.0, 0.0), 12))
    [0. 1. 0.]
    """
    n, s, c = unit(axis), sin(angle), cos(angle)
    along = [k for k in range(3) if not is_zero(n[k])]
    if len(along) > 1 or not is_numeric(n):
        return as_array(c * np.eye(3) + (1.0 - c) * np.outer(n, n) + s * skew(n))

    # about a coordinate axis, in the plane of the next two
    k = along[0]
    i, j = (k + 1) % 3, (k + 2) % 3
    R = np.eye(3).astype(object)
    R[i, i] = R[j, j] = c
    R[j, i] = s * n[k]
    R[i, j] = -R[j, i]
    return as_array(R)


def coordinate_axis(R: Array) -> int | None:
    """Index of the coordinate axis that R turns about, by its structural zeros and one; None if there is none."""
    for k in range(3):
        i, j = (k + 1) % 3, (k + 2) % 3
        if is_one(R[k, k]) and all(map(is_zero, (R[k, i], R[k, j], R[i, k], R[j, k]))):
            return k
    return None


def check_rotation(R: Array, what: str = "a rotation matrix") -> None:
    """Raise unless the numbers in R are orthonormal with determinant +1; expressions pass."""
    R = as_shape(R, (3, 3), what)
    if not is_numeric(R):
        return
    deviation = np.abs(R.T @ R - np.eye(3)).max()
    if not deviation <= ROTATION_TOLERANCE:
        raise ModelError(
            f"{what} must be orthonormal, but Rᵀ R is off the identity by {deviation:.3g} in\n{R}\n"
            "give more digits, or build it by rotation(axis, angle)"
        )
    if np.linalg.det(R) < 0.0:
        raise ModelError(f"{what} must be a rotation, but this is a reflection, determinant −1:\n{R}")


class _Turns(NamedTuple):
    """Three turns in the order of body-fixed axes: axes as rows, matrices."""

    n: Array
    R: list[Array]

    def outer(self, seen_in: Axes) -> Array:
        """The turn that all columns of Q = outer @ inner share."""
        return self.R[2].T if seen_in is Axes.BODY else self.R[0]

    def inner(self, seen_in: Axes) -> Array:
        """The axes of all turns in Q = outer @ inner, seen from within the shared turn."""
        n1, n2, n3 = self.n
        columns = [self.R[1].T @ n1, n2, n3] if seen_in is Axes.BODY else [n1, n2, self.R[1] @ n3]
        return np.column_stack(columns)

    def varied(self, k: int) -> _Turns:
        """The turns with the matrix of turn k replaced by its derivative by the angle, skew(n) R."""
        return self._replace(R=[skew(self.n[k]) @ R if i == k else R for i, R in enumerate(self.R)])


def _turns(sequence: str, angles: Array, fixed: Axes) -> _Turns:
    order = _body_order(sequence, fixed)
    angles = as_vector(angles, f"Euler angles {sequence!r}")
    if fixed is Axes.SPACE:
        angles = angles[::-1]
    return _Turns(np.array([unit(k) for k in order]), [rotation(k, x) for k, x in zip(order, angles, strict=True)])


def _body_order(sequence: str, fixed: Axes) -> str:
    is_known = isinstance(sequence, str) and len(sequence) == 3 and set(sequence) <= set("xyz")
    if not is_known or sequence[1] in (sequence[0], sequence[2]):
        raise ModelError(
            f"an Euler sequence has three of the letters x, y, z without equal neighbours, "
            f"such as 'zxz' or 'xyz', not {sequence!r}"
        )
    return sequence if fixed is Axes.BODY else sequence[::-1]


def _user_order(items: Array, fixed: Axes) -> Array:
    """Entries for the three turns, along the first dimension, in the order of the user's sequence."""
    return items if fixed is Axes.BODY else items[::-1]


def euler(sequence: str, angles: Array, *, fixed: Axes = Axes.BODY) -> Array:
    """Rotation by three turns about axes fixed in the body, R₁ R₂ R₃, or in space, R₃ R₂ R₁; (3, 3).

    Parameters
    ----------
    sequence : str
        Axes of the three turns in their order, such as "zxz".
    angles : array (3,)
        Angles in rad: numbers or expressions.
    fixed : Axes, optional
        Whether the axes turn with the body, `Axes.BODY`, or stay, `Axes.SPACE`; default those of the body.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> R = da.spatial.euler("zxz", (0.3, 0.0, 0.2))
    >>> print(np.allclose(R, da.spatial.rotation("z", 0.5)))
    True
    """
    R1, R2, R3 = _turns(sequence, angles, fixed).R
    return as_array(R1 @ R2 @ R3)


def euler_partials(sequence: str, angles: Array, *, fixed: Axes = Axes.BODY) -> Array:
    """Derivatives of the rotation: entry k is ∂R/∂angleₖ; (3, 3, 3).

    By the matrices of the axes, ∂R/∂angle₂ = R₁ skew(n₂) R₂ R₃. So Ṙ = Σ ∂R/∂angleₖ · rateₖ.
    """
    turns = _turns(sequence, angles, fixed)
    partials = []
    for k in range(3):
        R1, R2, R3 = turns.varied(k).R
        partials.append(R1 @ R2 @ R3)
    return _user_order(as_array(partials), fixed)


def euler_rates(sequence: str, angles: Array, *, fixed: Axes = Axes.BODY, seen_in: Axes = Axes.BODY) -> Array:
    """Matrix Q from rates of the angles to angular velocity, w = Q @ rates, in axes of the body or space; (3, 3).

    Column k is the axis of turn k: Q = [R₃ᵀR₂ᵀn₁ | R₃ᵀn₂ | n₃] in the body, R Q = [n₁ | R₁n₂ | R₁R₂n₃] in space.
    |det Q| is |sin| of the middle angle if the first and last letter agree, else |cos| of it.
    """
    turns = _turns(sequence, angles, fixed)
    Q = turns.outer(seen_in) @ turns.inner(seen_in)
    return as_array(_user_order(Q.T, fixed).T)


def euler_rates_inverse(
    sequence: str, angles: Array, *, fixed: Axes = Axes.BODY, seen_in: Axes = Axes.BODY
) -> Array:
    """Q⁻¹: rates of the angles = Q⁻¹ @ w; (3, 3).

    It is singular where the first and the last axis are parallel (gimbal lock): with equal first and last letter,
    such as "zxz", at a middle angle of 0 and π, otherwise at ±π/2. Nothing is caught there: entries grow
    without bound.
    """
    turns = _turns(sequence, angles, fixed)
    b1, b2, b3 = turns.inner(seen_in).T
    rows = as_array([cross(b2, b3), cross(b3, b1), cross(b1, b2)]) / dot(b1, cross(b2, b3))
    return as_array(_user_order(rows @ turns.outer(seen_in).T, fixed))


def euler_rates_partials(
    sequence: str, angles: Array, *, fixed: Axes = Axes.BODY, seen_in: Axes = Axes.BODY
) -> Array:
    """Derivatives of Q: entry k is ∂Q/∂angleₖ; (3, 3, 3). In body axes none depends on the first angle."""
    turns = _turns(sequence, angles, fixed)
    outermost, moving = (2, 0) if seen_in is Axes.BODY else (0, 2)
    inner_partial = np.full((3, 3), 0.0, dtype=object)
    inner_partial[:, moving] = turns.varied(1).inner(seen_in)[:, moving]

    partials = np.full((3, 3, 3), 0.0, dtype=object)
    partials[outermost] = turns.varied(outermost).outer(seen_in) @ turns.inner(seen_in)
    partials[1] = turns.outer(seen_in) @ inner_partial
    if fixed is Axes.SPACE:
        partials = partials[::-1, :, ::-1]
    return as_array(partials)


def euler_rates_dot(
    sequence: str, angles: Array, rates: Array, *, fixed: Axes = Axes.BODY, seen_in: Axes = Axes.BODY
) -> Array:
    """Q̇ = Σ ∂Q/∂angleₖ · rateₖ, so that ẇ = Q @ second derivatives + Q̇ @ rates; (3, 3)."""
    partials = euler_rates_partials(sequence, angles, fixed=fixed, seen_in=seen_in)
    rates = as_vector(rates, "rates of Euler angles")
    return as_array(sum(partial * rate for partial, rate in zip(partials, rates, strict=True)))


def euler_angles(sequence: str, R: Array, *, fixed: Axes = Axes.BODY) -> Array:
    """Angles of the three turns that make up a rotation, of numbers only; (3,).

    The middle angle is in [0, π] if the first and last letter agree, else in [−π/2, π/2]; the others in [−π, π].
    In gimbal lock only the sum or difference of the first and last angle is determined: there the last one is 0,
    or with axes fixed in space the first one. Close to it the angles are poorly known, but always reproduce R.
    """
    order = _body_order(sequence, fixed)
    R = numeric_rotation(R)

    # in the right-handed basis (n₁, n₂, n₁ × n₂), the turns are X Y X or X Y Z
    n1, n2, n3 = (unit(k) for k in order)
    F = np.column_stack([n1, n2, cross(n1, n2)])
    M, last_axis = F.T @ R @ F, F.T @ n3
    if order[0] == order[2]:
        side = sqrt(M[0, 1] ** 2 + M[0, 2] ** 2)
        middle, last = atan2(side, M[0, 0]), atan2(M[0, 1], M[0, 2])
    else:
        side = sqrt(M[0, 0] ** 2 + M[0, 1] ** 2)
        middle, last = atan2(M[0, 2], side), atan2(-M[0, 1], M[0, 0]) * last_axis[2]
    last = last if side > GIMBAL_TOLERANCE else 0.0

    # what remains without the last turn is X Y
    rest = M @ rotation(last_axis, last).T
    return _user_order(as_array([atan2(rest[2, 1], rest[1, 1]), middle, last]), fixed)


def other_angles(sequence: str, q: Array) -> Array:
    """The other three angles about body axes, but for whole turns, that make up the same rotation; (3,)."""
    middle = -q[1] if sequence[0] == sequence[2] else np.pi - q[1]
    return np.array([q[0] + np.pi, middle, q[2] + np.pi])


def numeric_rotation(R: Array) -> Array:
    """A checked rotation matrix of numbers."""
    check_rotation(R)
    R = as_array(R)
    if not is_numeric(R):
        raise ModelError(f"angles can be taken from a rotation matrix of numbers only, not from\n{R}")
    return R

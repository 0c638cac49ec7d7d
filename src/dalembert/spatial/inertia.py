"""Inertia of rigid bodies: mass, centre of mass and inertia matrix."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.expr.node import Scalar
from dalembert.spatial.block_inertia import Blocks, mirrored, rotated_block
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import (
    VectorLike,
    as_array,
    as_shape,
    as_vector,
    is_numeric,
    read_only,
    shape_of,
    skew,
    written,
    zero_vector,
)

INERTIA_TOLERANCE = 1e-9
"""Largest error of a possible inertia, relative to the largest moment about centre or origin."""


def inertia_matrix(
    Jx: Scalar, Jy: Scalar, Jz: Scalar, *, Jxy: Scalar = 0.0, Jyz: Scalar = 0.0, Jxz: Scalar = 0.0
) -> Array:
    """Inertia matrix from moments and products of inertia; (3, 3).

    Moments are Jx = ∫(y² + z²) dm …, products Jxy = ∫xy dm …, which enter the matrix with a minus.
    """
    return as_array([[Jx, -Jxy, -Jxz], [-Jxy, Jy, -Jyz], [-Jxz, -Jyz, Jz]])


def point_inertia(mass: Scalar, r: Array) -> Array:
    """Inertia matrix of a point mass at r about the origin, m (r · r 1 − r rᵀ); (3, 3)."""
    h = mass * r
    xx, yy, zz = h * r
    xy, yz, zx = -h[0] * r[1], -h[1] * r[2], -h[2] * r[0]
    return as_array([[yy + zz, xy, zx], [xy, zz + xx, yz], [zx, yz, xx + yy]])


@dataclass(frozen=True, eq=False, repr=False)
class Inertia:
    """Mass properties of a body: mass, centre of mass (3,), inertia matrix J about it (3, 3), in axes of the body.

    Numbers must belong to a possible body: a positive mass, and principal moments none of which is greater than
    the sum of the two others. Rods and point masses, with moments that vanish, are possible, and so is a rotor
    that counts by its moments alone, with a mass of zero.
    Of a matrix with expressions the lower triangle counts.

    Parameters
    ----------
    mass : float or parameter
        Mass in kg.
    com : vector (3,), optional
        Centre of mass in axes of the body, in m; default its origin.
    J : matrix (3, 3), optional
        Inertia matrix about the centre of mass, in kg m²; default zero, a point mass.
    check : bool, optional
        Whether numbers must belong to a possible body; default True.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> inertia = da.Inertia(2.0, com=(0.1, 0.0, 0.0), J=np.diag([0.02, 0.03, 0.05]))
    >>> print(inertia.mass, inertia.J.diagonal())
    2.0 [0.02 0.03 0.05]
    """

    mass: Scalar
    com: Array = field(default_factory=zero_vector)
    J: Array = field(default_factory=lambda: np.zeros((3, 3)))
    _: KW_ONLY
    check: bool = True
    """Whether a moment that exceeds the sum of the others is refused.

    No body has one, but some are published so.
    """

    def __post_init__(self) -> None:
        J = _symmetric(_checked_matrix(self.J), "the inertia matrix of a body")
        mass = _mass(self.mass, J)
        object.__setattr__(self, "mass", mass)
        object.__setattr__(self, "com", read_only(as_vector(self.com, "the centre of mass of a body")))
        object.__setattr__(self, "J", read_only(J))
        self.check_possible()

    @classmethod
    def from_origin(cls, mass: Scalar, com: VectorLike, J_O: Array, *, check: bool = True) -> Inertia:
        """Inertia from the matrix J_O about the origin of the body's frame: J = J_O − m (c · c 1 − c cᵀ)."""
        c = as_vector(com, "the centre of mass of a body")
        J_O = _symmetric(J_O, "the inertia matrix about the origin of a body")
        mass = _mass(mass, J_O)
        try:
            return cls(mass, c, as_array(J_O - point_inertia(mass, c)), check=check)
        except ModelError as error:
            raise ModelError(f"about the centre of mass, by the parallel axes from the origin: {error}") from None

    def check_possible(self) -> None:
        """Raise if the numbers belong to no possible body; expressions pass."""
        _mass(self.mass, self.J)
        if is_numeric(self.J):
            # what was taken off a matrix about the origin sets the size of rounding
            transfer = point_inertia(self.mass, self.com)
            scale = transfer.trace() if is_numeric(transfer) else 0.0
            _check_moments(np.linalg.eigvalsh(self.J), scale, self.check)

    def about(self, point: VectorLike | None = None) -> Array:
        """Inertia matrix about a point, by default the origin: J + m (r · r 1 − r rᵀ), r = c − point; (3, 3)."""
        r = self.com if point is None else self.com - as_vector(point, "a point")
        return as_array(self.J + point_inertia(self.mass, r))

    def rotated(self, R: Array) -> Inertia:
        """Inertia of the body in other axes: from those of B to those of A, R = R_AB."""
        return self.moved(Pose(R))

    def moved(self, pose: Pose) -> Inertia:
        """Inertia of the body in another frame: from B to A, pose X_AB."""
        return Inertia(self.mass, pose.point(self.com), rotated_block(self.J, pose.R), check=self.check)

    def __add__(self, other: Inertia) -> Inertia:
        """Two bodies of the same frame as one."""
        if not isinstance(other, Inertia):
            return NotImplemented
        mass = self.mass + other.mass
        # of rotors without mass any point may be the centre
        has_mass = not (is_numeric(mass) and mass == 0.0)
        com = as_array((self.mass * self.com + other.mass * other.com) / mass) if has_mass else self.com
        J = as_array(self.about(com) + other.about(com))
        return Inertia(mass, com, J, check=self.check and other.check)

    def matrix(self) -> Array:
        """Spatial inertia about the origin, from twist to momentum; (6, 6).

        I = [[J_O, S], [Sᵀ, m 1]]  with  S = m skew(c).
        """
        A, B, M = self.blocks()
        return as_array(np.block([[A, B], [B.T, M]]))

    def blocks(self) -> Blocks:
        """Spatial inertia about the origin as blocks, for recursions."""
        return Blocks(
            self.about(),
            skew(self.mass * self.com),
            as_array([[self.mass if i == j else 0.0 for j in range(3)] for i in range(3)]),
        )

    def principal(self) -> tuple[Array, Array]:
        """Principal moments in rising order (3,) and right-handed axes R (3, 3); of numbers only.

        J = R diag(moments) Rᵀ
        """
        if not is_numeric(self.J):
            raise ModelError(f"principal axes can be found for numbers only, not for\n{self.J}")
        moments, R = np.linalg.eigh(self.J)
        return moments, R * np.array([1.0, 1.0, np.sign(np.linalg.det(R))])

    def __repr__(self) -> str:
        unchecked = "" if self.check else ", check=False"
        return f"Inertia({written(self.mass)}, {written(self.com)}, {written(self.J)}{unchecked})"

    def _entries(self) -> tuple[Scalar, ...]:
        return (self.mass, *self.com.tolist(), *self.J.ravel().tolist())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Inertia) and self._entries() == other._entries()

    def __hash__(self) -> int:
        return hash(self._entries())


def _mass(mass: Scalar, J: Array) -> Scalar:
    """A mass as float, or an expression; zero is one of a body that has moments of inertia."""
    x: Scalar = as_shape(mass, (), "the mass of a body").item()
    if is_numeric(x) and not x > 0.0 and (x < 0.0 or x != x or (is_numeric(J) and not J.any())):
        remedy = "; leave the inertia out for a body that resists nothing" if x == 0.0 else ""
        raise ModelError(f"the mass of a body must be positive, not {x:g}{remedy}")
    return x


def _checked_matrix(J: Array) -> Array:
    """The inertia matrix of a body; three moments alone are refused."""
    if shape_of(J) == (3,):
        raise ModelError(
            f"the inertia matrix of a body needs the shape (3, 3), not {J!r}; moments about its axes are the "
            "diagonal: np.diag([Jx, Jy, Jz])"
        )
    return J


def _symmetric(J: Array, what: str) -> Array:
    """The matrix its lower triangle says; numbers above must agree."""
    J = as_shape(J, (3, 3), what)
    if is_numeric(J) and (asymmetry := np.abs(J - J.T).max()) > INERTIA_TOLERANCE * np.abs(J).max():
        raise ModelError(f"{what} must be symmetric, but this is off by {asymmetry:.3g}:\n{J}")
    return mirrored(J)


def _check_moments(moments: Array, scale: float, check: bool) -> None:
    """Principal moments in rising order must be possible; the tolerance grows with the highest and `scale`."""
    low, middle, high = moments
    slack = INERTIA_TOLERANCE * max(high, scale)
    named = f"principal moments ({low:.6g}, {middle:.6g}, {high:.6g}) belong to no body"
    if low < -slack:
        raise ModelError(f"{named}: {low:.6g} is negative")
    if low + middle < high - slack and check:
        raise ModelError(
            f"{named}: {low:.6g} + {middle:.6g} < {high:.6g}, but none may exceed the sum of the two others; "
            "check the signs of the products of inertia and the point the matrix refers to; to take published "
            "numbers as they are, check=False"
        )

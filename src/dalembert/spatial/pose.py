"""Poses: where a frame is and how it is turned, seen from another."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.node import Scalar
from dalembert.spatial.rotations import check_rotation
from dalembert.spatial.vectors import (
    LEAST,
    as_array,
    as_shape,
    as_vector,
    is_numeric,
    read_only,
    written,
    zero_vector,
)


@dataclass(frozen=True, eq=False, repr=False)
class Pose:
    """Place of a frame B in a frame A: axes R_AB (3, 3) and origin p_AB (3,), of numbers or expressions.

    Poses chain where letters match: X_AB @ X_BC = X_AC. Numbers in R are checked to be a rotation.

    Parameters
    ----------
    R : array (3, 3), optional
        Axes of B in those of A, as columns; default the unit matrix.
    p : array (3,), optional
        Origin of B from that of A, in axes of A, in m; default zero.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> turned = da.spatial.Pose(R=da.spatial.rotation("z", np.pi / 2))
    >>> shifted = da.spatial.Pose(p=(1.0, 0.0, 0.0))
    >>> print(np.round((turned @ shifted).p, 12))
    [0. 1. 0.]
    """

    # with an array it has no product: say so instead of trying entry by entry
    __array_ufunc__ = None

    R: Array = field(default_factory=lambda: np.eye(3))
    p: Array = field(default_factory=zero_vector)

    def __post_init__(self) -> None:
        R = as_shape(self.R, (3, 3), "the rotation of a pose")
        check_rotation(R, "the rotation of a pose")
        object.__setattr__(self, "R", read_only(R))
        object.__setattr__(self, "p", read_only(as_vector(self.p, "the position of a pose")))

    @property
    def inverse(self) -> Pose:
        """The pose of A in B: R_BA = R_ABᵀ, p_BA = −R_ABᵀ p_AB."""
        return _composed(self.R.T, as_array(-(self.R.T @ self.p)))

    def __matmul__(self, other: Pose) -> Pose:
        """R_AC = R_AB R_BC, p_AC = p_AB + R_AB p_BC."""
        if not isinstance(other, Pose):
            return NotImplemented
        return _composed(as_array(self.R @ other.R), self.point(other.p))

    def point(self, p: Array) -> Array:
        """Position in A of a point of B: p_AP = p_AB + R_AB p_BP; (3,)."""
        return as_array(self.p + self.R @ as_vector(p, "a point"))

    def vector(self, v: Array) -> Array:
        """Components in A of a free vector of B: v_A = R_AB v_B; (3,)."""
        return as_array(self.R @ as_vector(v))

    def __repr__(self) -> str:
        turned = "" if is_numeric(self.R) and np.array_equal(self.R, np.eye(3)) else f"R={written(self.R)}, "
        return f"Pose({turned}p={written(self.p, LEAST)})"

    def _entries(self) -> tuple[Scalar, ...]:
        return (*self.R.ravel().tolist(), *self.p.tolist())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pose) and self._entries() == other._entries()

    def __hash__(self) -> int:
        return hash(self._entries())


def _composed(R: Array, p: Array) -> Pose:
    """A pose composed of others, whose rotations are checked already."""
    pose = object.__new__(Pose)
    object.__setattr__(pose, "R", read_only(R))
    object.__setattr__(pose, "p", read_only(p))
    return pose

"""Elastic bearings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.expr.node import Scalar
from dalembert.expr.scalar import is_zero
from dalembert.model.bodies import Place, as_frame
from dalembert.model.force import BodyLoad, Force, Loads
from dalembert.model.measure import Kinematics
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import as_array, cross, dot, is_numeric, shape_of

SYMMETRY = 1e-9
"""Largest difference of a stiffness from its transpose, relative to its largest entry."""


@dataclass(frozen=True)
class Bushing(Force):
    """An elastic bearing between two frames: stiffness and damping (6, 6), or (6,) if diagonal, angles first.

    The displacement of the second frame, in axes of the first, is x = (θ, p): position p and rotation
    θ = ½ vee(R − Rᵀ), which is the rotation vector for small angles (for an angle α about n it is n sin α). With
    ẋ = A V for the relative velocity V, the wrench on the second frame is −Aᵀ (K x + C ẋ), so that K has the exact
    potential ½ xᵀ K x.

    Parameters
    ----------
    name : str
        Name of the bushing and of its signals.
    first : Body or Frame
        Frames that it joins; it is relaxed where they coincide.
    second : Body or Frame
        Frames that it joins; it is relaxed where they coincide.
    stiffness : matrix (6, 6) or vector (6,)
        Stiffness, angles first: N m/rad, then N/m.
    damping : matrix (6, 6) or vector (6,), optional
        Damping, angles first: N m s/rad, then N s/m; default none.

    Examples
    --------
    >>> import dalembert as da
    >>> ball = da.sphere("ball", radius=0.1, mass=1.0)
    >>> up = da.Prismatic("z", da.ground, ball, axis="z")
    >>> free = da.Free("pose", da.ground, ball)
    >>> mount = da.Bushing("mount", da.ground, ball, stiffness=(5, 5, 5, 400, 400, 400))
    >>> modes = da.linearize(da.Model(free, mount)).modes()
    >>> print(f"{modes.frequencies.max() * 2 * da.pi:.2f} rad/s" if hasattr(modes, "frequencies") else modes)
    222.14 rad/s
    """

    first: Place
    second: Place
    stiffness: Array | Sequence[Scalar] | Sequence[Sequence[Scalar]]
    damping: Array | Sequence[Scalar] | Sequence[Sequence[Scalar]] | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        first, second = (as_frame(place, f"an end of {self.label}") for place in (self.first, self.second))
        if first.body is second.body:
            raise ModelError(f"{self.label} has both ends on the body {first.body.name!r}, where it does nothing")
        for field in ("stiffness", "damping"):
            matrix = np.zeros((6, 6)) if getattr(self, field) is None else getattr(self, field)
            object.__setattr__(self, field, np.diag(np.asarray(matrix)) if shape_of(matrix) == (6,) else matrix)
        self.keep((6, 6), "stiffness", "damping")
        self.refuse_measures("stiffness")
        K = np.array(self.stiffness)
        if is_numeric(K) and np.abs(K - K.T).max() > SYMMETRY * np.abs(K).max():
            raise ModelError(f"the stiffness of {self.label} must be symmetric to have a potential, unlike\n{K}")

    def loads(self, kinematics: Kinematics) -> Loads:
        _, relative = self._poses(kinematics)
        felt = as_array(self.stiffness) @ _displacement(relative)
        return self._loads(kinematics, felt + self._damping(kinematics) if self._is_damped else felt)

    def loads_without_potential(self, kinematics: Kinematics) -> Loads:
        return self._loads(kinematics, self._damping(kinematics)) if self._is_damped else Loads()

    @property
    def _is_damped(self) -> bool:
        return not all(map(is_zero, as_array(self.damping).flat))

    def _damping(self, kinematics: Kinematics) -> Array:
        """C ẋ (6,)."""
        R_W1, relative = self._poses(kinematics)
        w, v = self._relative_velocity(kinematics, R_W1, relative)
        return as_array(self.damping) @ np.concatenate([_rotation_rates(relative.R) @ w, v])

    def _loads(self, kinematics: Kinematics, felt: Array) -> Loads:
        """The wrench that goes with what the bearing feels (6,), all in axes of the first frame."""
        first, second = as_frame(self.first), as_frame(self.second)
        R_W1, relative = self._poses(kinematics)
        B = _rotation_rates(relative.R)
        moment, force = -(B.T @ felt[:3]), -felt[3:]

        # the opposite acts on the first frame, at the place of the second
        back = -(moment + cross(relative.p, force))
        return Loads(
            [
                BodyLoad(second, R_W1 @ force, R_W1 @ moment),
                BodyLoad(first, R_W1 @ -force, R_W1 @ back),
            ]
        )

    def potential(self, kinematics: Kinematics) -> Scalar:
        x = _displacement(self._poses(kinematics)[1])
        return 0.5 * dot(x, as_array(self.stiffness) @ x)

    def _poses(self, kinematics: Kinematics) -> tuple[Array, Pose]:
        """Axes of the first frame in the world, and place of the second frame in the first."""
        X_W1 = kinematics.pose(as_frame(self.first))
        return X_W1.R, X_W1.inverse @ kinematics.pose(as_frame(self.second))

    def _relative_velocity(self, kinematics: Kinematics, R_W1: Array, relative: Pose) -> tuple[Array, Array]:
        """Angular and linear velocity of the second frame seen from the first, in its axes."""
        w1, v1 = kinematics.velocity(as_frame(self.first))
        w2, v2 = kinematics.velocity(as_frame(self.second))
        return R_W1.T @ (w2 - w1), R_W1.T @ (v2 - v1) - cross(R_W1.T @ w1, relative.p)


def _displacement(relative: Pose) -> Array:
    R = relative.R
    twice = as_array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])
    return np.concatenate([0.5 * twice, relative.p])


def _rotation_rates(R: Array) -> Array:
    """B with θ̇ = B w:  ½ (tr R 1 − R), since skew(w) R + Rᵀ skew(w) = skew((tr R 1 − R) w)."""
    return as_array(0.5 * ((R[0, 0] + R[1, 1] + R[2, 2]) * np.eye(3) - R))

"""Terms of a balance, which a principle makes of the bodies of a model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.coordinate_motion import CoordinateMotion
from dalembert.equations.equations import Equations
from dalembert.equations.level_rows import LevelRow
from dalembert.equations.solvers.solver import AccelerationSolver
from dalembert.expr.calculus import sparse_jacobian
from dalembert.expr.node import Scalar
from dalembert.expr.rewrite import substitute
from dalembert.expr.sparse_matrix import SparseMatrix, sparse
from dalembert.model.model import Model
from dalembert.rows import Row
from dalembert.spatial.vectors import cross
from dalembert.tree.moving_bodies import MovingBodies
from dalembert.tree.speeds import SpeedChoice


@dataclass(frozen=True, eq=False)
class Terms:
    """M a = forces, without constraints.

    Parameters
    ----------
    M : SparseMatrix or array (nu, nu)
        Mass matrix.
    forces : array (nu,)
        All forces that contain no accelerations, those of inputs among them, and loads by reactions as
        variables.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> terms = da.formulations.Terms(np.array([[2.0]]), np.array([-9.81]))
    >>> print(terms.M.shape, terms.forces)
    (1, 1) [-9.81]
    """

    M: SparseMatrix
    """Mass matrix (nu, nu); it may be given as an array."""

    forces: Array
    """All that contains no accelerations (nu,): inputs too, and loads by reactions as variables."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "M", sparse(self.M))

    @classmethod
    def of_balance(cls, inertia: Array, forces: Array | float, a: Array) -> Terms:
        """Terms of the balance inertia = forces (nu,), whose left side is linear in the variables a."""
        still = np.asarray(substitute(inertia, dict.fromkeys(a, 0.0)))
        return cls(sparse_jacobian(inertia, a), forces - still)


class MakesTerms(Protocol):
    """A principle, as equations ask it for terms."""

    @property
    def acceleration_solver(self) -> AccelerationSolver | None:
        """Solver of accelerations and multipliers where there are constraints; the Schur complement if None."""

    @property
    def chosen_speeds(self) -> SpeedChoice | None:
        """Speeds instead of the model's."""

    def terms(self, bodies: MovingBodies) -> Terms:
        """M and all forces."""

    def check(self, model: Model, rows: Sequence[Row]) -> None:
        """Raise if it cannot treat a model with these rows."""

    def constraint_matrix(self, rows: Sequence[LevelRow], motion: CoordinateMotion) -> Array | None:
        """Matrix J of the constraint forces Jᵀ λ in the principle's own way; None for that of the rows."""

    def written(self, equations: Equations) -> tuple[Array, Array] | None:
        """Left and right sides of the equations as they are read; None for M a − f and the other forces."""


@dataclass(frozen=True, eq=False)
class VirtualMotion:
    """How one body moves by each speed, how it accelerates without them, and what acts on it.

    Angular quantities are in the axes of the body, linear ones in any axes, the same for all.
    """

    mass: Any
    I: Array
    w: Array
    angular: Mapping[int, Array]
    """Angular velocity for a unit of a speed, by number."""

    linear: Mapping[int, Array]
    """Velocity of the mass centre for a unit of a speed."""

    alpha: Array
    """Angular acceleration while all speeds are constant."""

    a: Array
    """Acceleration of the mass centre while all speeds are constant."""

    F: Array
    """Force of all that is applied (3,)."""

    T: Array
    """Moment of all that is applied about the mass centre (3,)."""

    @property
    def inertia_force(self) -> Array:
        """−m a while all speeds are constant."""
        return -self.mass * self.a

    @property
    def inertia_moment(self) -> Array:
        """−I α − ω × I ω while all speeds are constant."""
        return -(self.I @ self.alpha) - cross(self.w, self.I @ self.w)


def virtual_power(
    n: int, motions: Iterable[VirtualMotion], joint_forces: Array, inertia: Mapping[int, Scalar] | None = None
) -> Terms:
    """M and forces (n,) by which applied and inertia forces have no power in any motion of n speeds.

    `inertia` is that of speeds which move no place, by number.
    """
    lower: dict[tuple[int, int], Scalar] = {(k, k): x for k, x in (inertia or {}).items()}
    forces = np.array(joint_forces, dtype=object)
    for motion in motions:
        F, T = motion.F + motion.inertia_force, motion.T + motion.inertia_moment
        momenta = {k: (motion.mass * motion.linear[k], motion.I @ w) for k, w in motion.angular.items()}
        for k, w in motion.angular.items():
            v = motion.linear[k]
            forces[k] = forces[k] + (v @ F + w @ T)
            for l, (p, h) in momenta.items():
                if l <= k:
                    lower[k, l] = lower.get((k, l), 0.0) + (v @ p + w @ h)
    return Terms(SparseMatrix.symmetric(lower, n), forces)

"""Complementarity of contacts with Coulomb friction: forces and relative motion that fit together.

Of n contacts with d tangents each, vectors are (n (1 + d),): normal first, then tangents, contact by contact.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Matrix, Vector
from dalembert.errors import SolverError

ROUNDED = 1e-4
"""Part of forces whose rounding a residual allows for: times what is taken for solved, a few last digits."""


@dataclass(frozen=True, eq=False)
class ConeProblem:
    """w = W λ + c of n contacts; 0 ≤ λ_n − floor ⟂ w_n ≥ 0, and λ_t opposes w_t within the disc of radius μ λ_n.

    w are velocities and λ impulses, or w are accelerations and λ forces. A contact that slides already has a known
    direction: there λ_t = −μ λ_n direction, whatever w_t is.
    """

    W: Matrix
    """Motions by unit forces; symmetric, not negative."""

    c: Vector
    mu: Vector
    """Coefficients of friction (n,)."""

    tangents: int
    """d: none, one (in a plane) or two."""

    floor: Vector = field(default_factory=lambda: np.zeros(0))
    """Least normal forces (n,); zero unless given."""

    direction: Matrix = field(default_factory=lambda: np.zeros((0, 0)))
    """Unit vectors of slip (n, d); not numbers where a contact does not slide. None slides unless given."""

    def __post_init__(self) -> None:
        n, d = self.n, self.tangents
        if not self.floor.size:
            object.__setattr__(self, "floor", np.zeros(n))
        if self.direction.shape != (n, d):
            object.__setattr__(self, "direction", np.full((n, d), np.nan))

    @property
    def n(self) -> int:
        """Number of contacts."""
        return len(self.mu)

    @property
    def normals(self) -> NDArray[np.intp]:
        """Positions of the normal components."""
        return np.arange(self.n) * (1 + self.tangents)

    @cached_property
    def slides(self) -> NDArray[np.bool_]:
        """Which contacts have a direction of slip (n,)."""
        if not self.tangents:
            return np.zeros(self.n, dtype=bool)
        return np.asarray(np.isfinite(self.direction).all(axis=1))

    def motions(self, lam: Vector) -> Vector:
        """w for forces λ."""
        return self.W @ lam + self.c

    @cached_property
    def motion_size(self) -> float:
        """Size with which motions are compared."""
        return float(np.abs(self.c).max(initial=0.0)) or 1.0

    @cached_property
    def force_size(self) -> float:
        """Size with which forces are compared."""
        W = float(np.abs(np.diag(self.W)).max(initial=0.0)) or 1.0
        return max(self.motion_size / W, float(np.abs(self.floor).max(initial=0.0)))

    def residual(self, lam: Vector) -> float:
        """How far forces are from a solution, relative to the motions and forces at hand; zero if they are one."""
        # forces may be far larger than motions ask for, where a light body is pressed by a heavy one
        size = max(self.force_size, ROUNDED * float(np.abs(lam).max(initial=0.0)))
        return float(np.abs(self.natural_map(lam)).max(initial=0.0)) / size

    def natural_map(self, lam: Vector) -> Vector:
        """λ less its projection along the motion onto admissible forces: zero for solutions (Alart, Curnier)."""
        shape = (self.n, 1 + self.tangents)
        forces, w = lam.reshape(shape), self.motions(lam).reshape(shape)
        r, mu = self.steps, self.mu[:, None]
        residuals = np.empty(shape)
        residuals[:, 0] = forces[:, 0] - np.maximum(forces[:, 0] - self.floor - r * w[:, 0], 0.0) - self.floor
        aim = forces[:, 1:] - r[:, None] * w[:, 1:]
        residuals[:, 1:] = forces[:, 1:] - in_discs(aim, self.mu * np.maximum(forces[:, 0], 0.0))
        if self.slides.any():
            opposed = forces[:, 1:] + mu * forces[:, :1] * self.direction
            residuals[self.slides, 1:] = opposed[self.slides]
        return residuals.ravel()

    @cached_property
    def steps(self) -> Vector:
        """How far forces are moved for a unit of motion (n,)."""
        sizes = np.diag(self.W).reshape(self.n, 1 + self.tangents).sum(axis=1)
        typical = float(sizes.max(initial=0.0)) or 1.0
        return np.asarray(1.0 / np.where(sizes > 1e-12 * typical, sizes, typical))


@dataclass(frozen=True, eq=False)
class ConeSolution:
    """Forces λ and motions w that fit together, and whether there are others."""

    lam: Vector
    w: Vector
    others: tuple[Vector, ...] = ()
    """Forces λ of other solutions that were found, which move otherwise."""

    is_complete: bool = False
    """Whether all solutions were looked for: then one without others is the only one."""

    residual: float = 0.0


def in_discs(x: Matrix, radii: Vector) -> Matrix:
    """The nearest vectors (n, d) of at most these lengths."""
    sizes = np.sqrt(np.einsum("ij,ij->i", x, x))
    return x * np.where(sizes > radii, radii / np.where(sizes > 0.0, sizes, 1.0), 1.0)[:, None]


class NoSolutionError(SolverError):
    """No forces fit."""

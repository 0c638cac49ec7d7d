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
    """What a unit of each force adds to the motions; symmetric, not negative."""

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
        """How many contacts there are."""
        return len(self.mu)

    @property
    def normals(self) -> NDArray[np.intp]:
        """Where normal components stand."""
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
        """What motions are compared with."""
        return float(np.abs(self.c).max(initial=0.0)) or 1.0

    @cached_property
    def force_size(self) -> float:
        """What forces are compared with."""
        W = float(np.abs(np.diag(self.W)).max(initial=0.0)) or 1.0
        return max(self.motion_size / W, float(np.abs(self.floor).max(initial=0.0)))

    def residual(self, lam: Vector) -> float:
        """How far forces are from a solution, relative to the motions and forces at hand; zero if they are one."""
        # forces may be far larger than motions ask for, where a light body is pressed by a heavy one
        size = max(self.force_size, ROUNDED * float(np.abs(lam).max(initial=0.0)))
        return float(np.abs(self.natural_map(lam)).max(initial=0.0)) / size

    def natural_map(self, lam: Vector) -> Vector:
        """λ less its projection along the motion onto what is allowed: zero for solutions (Alart, Curnier)."""
        shape = (self.n, 1 + self.tangents)
        own, w = lam.reshape(shape), self.motions(lam).reshape(shape)
        r, mu = self.steps, self.mu[:, None]
        found = np.empty(shape)
        found[:, 0] = own[:, 0] - np.maximum(own[:, 0] - self.floor - r * w[:, 0], 0.0) - self.floor
        aim = own[:, 1:] - r[:, None] * w[:, 1:]
        found[:, 1:] = own[:, 1:] - in_discs(aim, self.mu * np.maximum(own[:, 0], 0.0))
        if self.slides.any():
            opposed = own[:, 1:] + mu * own[:, :1] * self.direction
            found[self.slides, 1:] = opposed[self.slides]
        return found.ravel()

    @cached_property
    def steps(self) -> Vector:
        """How far forces are moved for a unit of motion (n,)."""
        sizes = np.diag(self.W).reshape(self.n, 1 + self.tangents).sum(axis=1)
        typical = float(sizes.max(initial=0.0)) or 1.0
        return np.asarray(1.0 / np.where(sizes > 1e-12 * typical, sizes, typical))


@dataclass(frozen=True, eq=False)
class ConeSolution:
    """Forces that fit, what they do, and whether there are others."""

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

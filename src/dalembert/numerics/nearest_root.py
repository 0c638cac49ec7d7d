"""Roots near a guess: r(x) = 0 with fewer rows than unknowns, or with rows that depend on each other.

Where many x satisfy the rows, the one at the smallest distance from the guess is wanted: first a root by a damped
Gauss–Newton method, then along the roots towards the guess while the distance shrinks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.rank import ROUNDING, row_scales

SOLVED = 1e-10
"""Largest scaled residual of a root: rounding leaves far less, except where the derivatives vanish."""

EXACT = 1e-15
"""Scaled residual below which another step is rounding only."""

MAX_STEPS = 60
"""Largest number of steps of a search for a root."""

_MAX_APPROACHES = 40
_NEAR_ENOUGH = 1e-7
"""Part of the distance to the guess by which the nearest root may be missed."""

DAMPINGS = (0.0, 1e-4, 1e-3, 1e-2, 1e-1, 1.0, 1e1, 1e2)
"""Factors of Levenberg and Marquardt, in squares of the largest singular value."""


class Unknowns(Protocol):
    """Equations r(x) = 0: residuals, their derivative A along small motions δ of x, and x after these."""

    def rows(self, x: Vector) -> tuple[Vector, Matrix]:
        """r (m,) and A (m, n)."""

    def moved(self, x: Vector, delta: Vector) -> Vector:
        """x after a small motion δ (n,)."""

    def measured(self, x: Vector) -> Vector:
        """The entries of x in units of residuals that are scaled: parameters of any size are not among them."""

    def displacement(self, x: Vector) -> Vector:
        """The small motion (n,) by which x differs from the guess, to first order at least."""


@dataclass(frozen=True, eq=False)
class Point:
    """Some x with its residuals and their derivative."""

    x: Vector
    r: Vector
    A: Matrix
    size: float = 1.0
    """Size of x, where it is larger than one: rounding is measured by it."""

    @cached_property
    def scales(self) -> Vector:
        """Sizes of the rows (m,): r divided by them is a motion of x."""
        return row_scales(self.A)

    @cached_property
    def scaled(self) -> Vector:
        """r in units of x (m,)."""
        return self.r / self.scales

    @property
    def gap(self) -> float:
        """The largest scaled residual."""
        largest = float(np.abs(self.scaled).max(initial=0.0))
        return largest if np.isfinite(largest) else np.inf

    @property
    def has_derivative(self) -> bool:
        """Whether all rows have a slope; a distance has none where it is zero."""
        return bool(np.isfinite(self.A).all())

    @property
    def is_root(self) -> bool:
        """Whether the residuals are zero but for rounding, relative to the size of x or one."""
        return self.gap <= SOLVED * max(1.0, self.size)

    @cached_property
    def decomposition(self) -> tuple[Matrix, Vector, Matrix]:
        """Singular values of the scaled derivative: U (m, k), s (k,), V (n, k)."""
        U, s, Vt = np.linalg.svd(self.A / self.scales[:, None], full_matrices=False)
        return U, s, Vt.T

    def allowed(self, delta: Vector) -> Vector:
        """The part of a motion δ that leaves r unchanged to first order."""
        _, s, V = self.decomposition
        V = V[:, s > ROUNDING.distance * s.max(initial=0.0)]
        return delta - V @ (V.T @ delta)

    def step(self, damping: float) -> Vector:
        """The smallest motion with A δ = −r; with damping, a shorter one that turns towards descent."""
        U, s, V = self.decomposition
        largest = s.max(initial=0.0)
        kept = s > ROUNDING.distance * largest
        weights = np.where(kept, s / np.where(kept, s**2 + damping * largest**2, 1.0), 0.0)
        delta: Vector = -V @ (weights * (U.T @ self.scaled))
        longest = max(1.0, 0.5 * float(np.abs(self.x).max(initial=0.0)))
        length = float(np.abs(delta).max(initial=0.0))
        return delta if length <= longest else delta * (longest / length)


def _unwatched(here: Point) -> None:
    """Look at none of the points on the way."""


def point(unknowns: Unknowns, x: Vector) -> Point:
    """Residuals and derivative at x."""
    return Point(x, *unknowns.rows(x), size=float(np.abs(unknowns.measured(x)).max(initial=0.0)))


def root(unknowns: Unknowns, x: Vector, watch: Callable[[Point], None] = _unwatched) -> Point:
    """A root that Gauss–Newton steps lead to, or where they end; `gap` says which. `watch` sees every point."""
    here = point(unknowns, x)
    watch(here)
    level = 0
    for _ in range(MAX_STEPS):
        if here.gap <= EXACT or here.gap == np.inf or not here.has_derivative:
            break
        improved = _improved(unknowns, here, max(level - 1, 0))
        if improved is None:
            break
        here, level = improved
        watch(here)
    return here


def _improved(unknowns: Unknowns, here: Point, level: int) -> tuple[Point, int] | None:
    """A point with smaller residuals, and the level of damping that it took."""
    # close to a root steps are worth their while as long as they halve what is left
    goal = (0.5 if here.is_root else 0.99999) * np.linalg.norm(here.scaled)
    for k in range(level, len(DAMPINGS)):
        trial = point(unknowns, unknowns.moved(here.x, here.step(DAMPINGS[k])))
        if np.linalg.norm(trial.r / here.scales) < goal:
            return trial, k
        if here.is_root:
            return None
    return None


def nearest_root(unknowns: Unknowns, x: Vector, watch: Callable[[Point], None] = _unwatched) -> Point:
    """A root from x on, moved along the roots to where its distance from the guess is smallest.

    `watch` sees every point on the way to the first root.
    """
    here = root(unknowns, x, watch)
    if not here.is_root or not here.has_derivative:
        return here
    for _ in range(_MAX_APPROACHES):
        distance = unknowns.displacement(here.x)
        excess = here.allowed(distance)
        if np.linalg.norm(excess) <= _NEAR_ENOUGH * np.linalg.norm(distance):
            break
        closer = _closer(unknowns, here, excess)
        if closer is None:
            break
        here = closer
    return here


def _closer(unknowns: Unknowns, here: Point, excess: Vector) -> Point | None:
    """A root at a smaller distance from the guess, by a part of the motion that is in excess."""
    distance = np.linalg.norm(unknowns.displacement(here.x))
    for part in (1.0, 0.5, 0.25, 0.125):
        trial = root(unknowns, unknowns.moved(here.x, -part * excess))
        if trial.is_root and np.linalg.norm(unknowns.displacement(trial.x)) < distance:
            return trial
    return None

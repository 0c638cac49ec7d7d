"""The law of one point of contact, evaluated on what forces and velocities are: how far they are from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Matrix, Vector
from dalembert.model.contacts.friction import FrictionLaw, PatchFriction
from dalembert.model.contacts.impacts import ImpactLaw
from dalembert.model.contacts.open_laws import with_values

STRAIGHT = 1e-6
"""Change of the direction of slip in an impact that is none."""


@dataclass(frozen=True)
class PointLaw:
    """Friction and impacts of a point, and the rows whose forces obey them."""

    normal: str
    """Name of the row of its gap; dry friction without one has none of this name."""

    slips: tuple[str, ...]
    """Names that rows of slip have, where there are any."""

    spin: str
    friction: FrictionLaw
    impact: ImpactLaw
    strength: tuple[Any, Any] | None = None
    """Greatest forces of dry friction at rest and in motion, where no normal force of its own is behind them."""

    is_stepped: bool = False
    """Whether forces are means of steps: then slip, which is that at their ends, does not tell their direction."""

    def with_values(self, p: Mapping[str, float]) -> PointLaw:
        """The law with numbers for its parameters."""
        return replace(self, friction=with_values(self.friction, p), impact=with_values(self.impact, p))

    @property
    def rows(self) -> tuple[str, ...]:
        """Names of all of its rows."""
        return (self.normal, *self.slips, self.spin)

    def kinetic_friction(self, v: Matrix, spin: Vector) -> Matrix:
        """Friction beside the normal force while it slips, or beside that of dry friction (n, d)."""
        speed = np.sqrt(np.einsum("ij,ij->i", v, v))
        if isinstance(self.friction, PatchFriction):
            return np.asarray(-self.friction.static * self.friction.slip_factor(speed, spin)[:, None] * v)
        mu = np.array([1.0 if self.strength else float(self.friction.kinetic_at(float(x))) for x in speed])
        return np.asarray(-(mu / np.where(speed > 0.0, speed, 1.0))[:, None] * v)

    def off(self, most: Vector, N: Vector, T: Matrix, v: Matrix, spin: Vector, least: float) -> Vector:
        """By how much friction is not what the law says, in N (n,); slip from a least speed on is slip.

        While it slips, friction is against it and as large as the law says for N; else `most` is the most of it.
        """
        size = np.sqrt(np.einsum("ij,ij->i", T, T))
        beyond = np.maximum(size - np.maximum(most, 0.0), 0.0)
        if self.is_stepped:
            return np.asarray(beyond)
        aside = T - N[:, None] * self.kinetic_friction(v, spin)
        slides = self.moves(v, spin, least)
        return np.asarray(np.where(slides, np.sqrt(np.einsum("ij,ij->i", aside, aside)), beyond))

    def moves(self, v: Matrix, spin: Vector, least: float) -> NDArray[np.bool_]:
        """Whether it slips, faster than a least speed; friction of a patch also where it spins (n,)."""
        speed = np.sqrt(np.einsum("ij,ij->i", v, v))
        if isinstance(self.friction, PatchFriction):
            speed = np.array([float(self.friction.motion_left([s], w)) for s, w in zip(speed, spin, strict=True)])
        return np.asarray(speed > least)

    def rebounds(self, before: float, after: float, *, is_alone: bool) -> float:
        """By how much a speed of parting is not what its restitution says, in m/s.

        Where its law does not tell that, bodies part, at least.
        """
        e = self.impact.rebound(is_alone and not self.friction.static)
        if e is not None:
            return abs(after + float(e) * min(before, 0.0))
        return max(-after, 0.0)

    def braking(self, P: float, Q: Vector, before: Vector, after: Vector, spin: float, least: float) -> float:
        """By how much friction of an impact is not what its law says, in N s, where that can be told; else zero.

        It is μ P where slip, from a least speed on, has one direction all the while; by that of a patch it is that
        of slip and spin after an impact without restitution. What a law of one's own does is its own business.
        """
        if self.impact.rebound(True) is None:
            return 0.0
        if isinstance(self.friction, PatchFriction):
            moves = self.moves(after[None], np.array([spin]), least)[0]
            aside = Q - P * self.kinetic_friction(after[None], np.array([spin]))[0]
            return float(np.linalg.norm(aside)) if moves and not self.impact.restitution else 0.0
        u, w = float(np.linalg.norm(before)), float(np.linalg.norm(after))
        if self.impact.tangential or min(u, w) <= least or np.linalg.norm(before / u - after / w) > STRAIGHT:
            return 0.0
        low, high = sorted(float(self.friction.kinetic_at(size)) * P for size in (u, w))
        along = -float(Q @ after) / w
        return max(low - along, along - high, 0.0)

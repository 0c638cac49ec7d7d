"""Surfaces with a grain: friction along one direction is another than across it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.model.contacts.friction import Contensou, Coulomb
from dalembert.model.part import checked_axis
from dalembert.number_checks import checked_number
from dalembert.spatial.vectors import Axis, as_array, cross, norm, unit


@dataclass(frozen=True)
class Grain:
    """A direction of a surface along which friction is `factor` times what it is across.

    The direction is in the axes of the surface. Forces lie in an ellipse, (F₁ / factor)² + F₂² ≤ (μ N)², and the
    one of sliding takes most work: −μ N (factor² v₁, v₂) / √(factor² v₁² + v₂²).
    """

    direction: Axis
    factor: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "direction", checked_axis(self.direction, "the direction of a grain"))
        checked_number(self.factor, "the factor of a grain", is_positive=True)

    def tangents(self, n: Array) -> tuple[Array, Array]:
        """Directions of slip along it and across it, the first as long as the factor.

        In these slips, and in the forces along them, the ellipse is a circle.
        """
        d = unit(self.direction)
        aside = d - (n @ d) * n
        along = as_array(aside / norm(aside))
        return as_array(self.factor * along), cross(n, along)

    def check_law(self, friction: Coulomb | Contensou, owner: str) -> None:
        """Raise if it does not go with a law of friction."""
        if not isinstance(friction, Coulomb) or callable(friction.kinetic):
            raise ModelError(f"the grain of {owner} goes with da.Coulomb(…) of one or two numbers")
        if not friction.acts:
            raise ModelError(f"{owner} has a grain but no friction")


def check_grain(grain: Any, normal: Axis | None, friction: Coulomb | Contensou, owner: str) -> None:
    """Raise if a grain is none, stands upright on a plane with this normal, or has no friction to direct."""
    if grain is None:
        return
    if not isinstance(grain, Grain):
        raise ModelError(f"the grain of {owner} is da.contacts.Grain(direction, factor), not {grain!r}")
    grain.check_law(friction, owner)
    if normal is not None and norm(cross(unit(normal), unit(grain.direction))) < 1e-9:
        raise ModelError(f"the grain of {owner} is along the normal of its plane; it lies in the surface")

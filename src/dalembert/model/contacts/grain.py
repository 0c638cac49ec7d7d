"""Surfaces with a grain: friction along one direction is another than across it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.model.contacts.friction import FrictionLaw, PatchFriction
from dalembert.model.part import checked_axis
from dalembert.number_checks import checked_number
from dalembert.spatial.vectors import Axis, as_array, cross, norm, unit


@dataclass(frozen=True)
class Grain:
    """A direction of a surface along which friction is `factor` times what it is across.

    The direction is in the axes of the surface. Forces lie in an ellipse, (F₁ / factor)² + F₂² ≤ (μ N)², and the
    one of sliding takes most work: −μ N (factor² v₁, v₂) / √(factor² v₁² + v₂²).

    Parameters
    ----------
    direction : "x", "y", "z" or vector (3,)
        Direction of the grain in the axes of the surface.
    factor : float
        Friction along the grain beside that across it, above 0.

    Examples
    --------
    >>> import dalembert as da
    >>> brick = da.particle("brick", mass=1.0)
    >>> free = da.Translational("p", da.ground, brick)
    >>> grain, floor = da.contacts.Grain("x", factor=0.5), da.geometry.plane(da.ground)
    >>> foot = da.Contact("foot", brick, floor, friction=da.Coulomb(0.4), grain=grain)
    >>> model = da.Model(free, foot, gravity=(0, 0, -9.81))
    >>> motion = da.simulate(model, da.State(u={"p.x": 1.0}), until=0.2)
    >>> print(f"{motion['p.x.rate'][-1]:.4f} m/s, by hand {1.0 - 0.5 * 0.4 * 9.81 * 0.2:.4f}")
    0.6076 m/s, by hand 0.6076
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

    def check_law(self, friction: FrictionLaw, owner: str) -> None:
        """Raise if it does not go with a law of friction."""
        if isinstance(friction, PatchFriction) or friction.depends_on_speed:
            raise ModelError(f"the grain of {owner} goes with da.Coulomb(…) of one or two numbers")
        if not friction.acts:
            raise ModelError(f"{owner} has a grain but no friction")


def check_grain(grain: Any, normal: Axis | None, friction: FrictionLaw, owner: str) -> None:
    """Raise if a grain is none, stands upright on a plane with this normal, or has no friction to direct."""
    if grain is None:
        return
    if not isinstance(grain, Grain):
        raise ModelError(f"the grain of {owner} is da.contacts.Grain(direction, factor), not {grain!r}")
    grain.check_law(friction, owner)
    if normal is not None and norm(cross(unit(normal), unit(grain.direction))) < 1e-9:
        raise ModelError(f"the grain of {owner} is along the normal of its plane; it lies in the surface")

"""Coulomb's friction: coefficients at rest and in motion."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dalembert.errors import ModelError


@dataclass(frozen=True)
class Coulomb:
    """Dry friction: it sticks up to μ_s times the normal force, and slides against μ_k times it.

    `kinetic` is the same as `static` unless it is given: a smaller number, or a function of the speed of slip, as
    of Stribeck, `lambda v: 0.2 + 0.1 * da.exp(-v / 0.1)`, which begins at `static` or below.
    """

    static: float
    kinetic: float | Callable[[Any], Any] | None = None

    def __post_init__(self) -> None:
        mu = self.static
        if isinstance(mu, bool) or not isinstance(mu, int | float) or not 0.0 <= mu < float("inf"):
            raise ModelError(f"a coefficient of friction is a number from 0 on, not {mu!r}")
        at_rest = self.kinetic_at(0.0)
        if isinstance(at_rest, bool) or not isinstance(at_rest, int | float) or not 0.0 <= at_rest <= mu:
            raise ModelError(
                f"the kinetic coefficient of friction is from 0 to the static one, {mu:g}, not {self.kinetic!r}"
                + (f", which begins at {at_rest!r}" if callable(self.kinetic) else "")
            )

    def kinetic_at(self, speed: Any) -> Any:
        """μ_k at a speed of slip, a number or an expression."""
        if self.kinetic is None:
            return float(self.static)
        if callable(self.kinetic):
            return self.kinetic(speed)
        return self.kinetic


NO_FRICTION = Coulomb(0.0)
"""Smooth bodies."""


def as_friction(given: Any, owner: str) -> Coulomb:
    """A number as Coulomb's law, None as no friction."""
    if given is None:
        return NO_FRICTION
    if isinstance(given, Coulomb):
        return given
    if isinstance(given, bool) or not isinstance(given, int | float):
        raise ModelError(f"the friction of {owner} is da.Coulomb(static=…, kinetic=…) or a number, not {given!r}")
    try:
        return Coulomb(float(given))
    except ModelError as error:
        raise ModelError(f"{owner}: {error}") from None

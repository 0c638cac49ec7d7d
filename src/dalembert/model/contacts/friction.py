"""Laws of friction: Coulomb's with coefficients at rest and in motion, Stribeck's, and Contensou's with spin."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi
from typing import Any

from dalembert.errors import ModelError
from dalembert.expr.functions import absolute_value, exp, sqrt
from dalembert.expr.node import Expression
from dalembert.model.contacts.open_laws import check_of_parameters, default_number, is_positive
from dalembert.number_checks import checked_number, is_number, told


@dataclass(frozen=True)
class Coulomb:
    """Dry friction: it sticks up to μ_s times the normal force, and slips against μ_k times it.

    `kinetic` is the same as `static` unless it is given: a smaller number, or a function of the speed of slip, as
    of Stribeck, `lambda v: 0.2 + 0.1 * da.exp(-v / 0.1)`, which begins at `static` or below. Numbers may be open
    parameters, `da.param("mu", 0.3)`.
    """

    static: Any
    kinetic: Any = None

    def __init_subclass__(cls) -> None:
        # native code asks for the coefficients alone
        raise TypeError(
            "a law of friction of your own is da.Coulomb(static, kinetic=function of the speed of slip)"
        )

    def __post_init__(self) -> None:
        check_of_parameters(self.static, "a coefficient of friction")
        check_of_parameters(self.kinetic, "the kinetic coefficient of friction")
        mu = checked_number(default_number(self.static), "a coefficient of friction", least=0.0)
        at_rest = self.kinetic_at(0.0)
        if callable(self.kinetic) and isinstance(at_rest, Expression):
            raise ModelError(
                f"a function of the slip gives numbers for numbers, not {at_rest!r}: open parameters of friction "
                "are numbers of da.Coulomb(static, kinetic)"
            )
        at_rest = default_number(at_rest)
        if not is_number(at_rest) or not 0.0 <= at_rest <= mu * (1.0 + ROUNDING):
            raise ModelError(
                f"the kinetic coefficient of friction is from 0 to the static one, {mu:g}, not {self.kinetic!r}"
                + (f", which begins at {at_rest!r}" if callable(self.kinetic) else "")
            )

        if callable(self.kinetic):
            for speed in SPEEDS:
                if not is_number(mu_k := self.kinetic_at(speed)) or mu_k < 0.0:
                    raise ModelError(
                        f"the kinetic coefficient of friction is {told(mu_k)} at a slip of {speed:g} m/s: it is a "
                        "number from 0 on, or friction would drive; let it end at zero, as da.maximum(…, 0.0) does"
                    )

    @property
    def acts(self) -> bool:
        """Whether there is any friction, or may be for some values of parameters."""
        return is_positive(self.static)

    def kinetic_at(self, speed: Any) -> Any:
        """μ_k at a speed of slip, a number or an expression."""
        if self.kinetic is None:
            return self.static
        if callable(self.kinetic):
            return self.kinetic(speed)
        return self.kinetic


def stribeck(static: float, kinetic: float, speed: float) -> Coulomb:
    """Friction that falls from μ_s at rest to μ_k: μ(v) = μ_k + (μ_s − μ_k) exp(−v / speed)."""
    checked_number(speed, "the speed of Stribeck's law", is_positive=True)
    Coulomb(static, checked_number(kinetic, "the kinetic coefficient of Stribeck's law", least=0.0))
    return Coulomb(static, lambda v: kinetic + (static - kinetic) * exp(-1.0 * v / speed))


@dataclass(frozen=True)
class Contensou:
    """Friction of slip and spin together over a round patch of this radius ε (Contensou; Zhuravlev's Padé form).

    F = −μ N v / (|v| + 8 ε |ω| / 3π), and about the normal M = −(3π/16) μ N ε · ε ω / (ε |ω| + 15π |v| / 16).
    While it spins nothing sticks, the smallest push moves it. Where slip and spin end together the run stops.
    """

    static: float
    """μ."""

    radius: float
    """ε, in metres."""

    def __init_subclass__(cls) -> None:
        raise TypeError(
            "Contensou's law is as it is; friction of your own is da.Coulomb(static, kinetic=function)"
        )

    def __post_init__(self) -> None:
        Coulomb(checked_number(self.static, "the coefficient of Contensou's law", least=0.0))
        checked_number(self.radius, "the radius of Contensou's patch", is_positive=True)

    @property
    def acts(self) -> bool:
        """Whether there is any friction."""
        return self.static > 0.0

    def kinetic_at(self, speed: Any) -> Any:
        """μ."""
        return float(self.static)

    def slip_factor(self, speed: Any, spin: Any) -> Any:
        """What multiplies −μ N v."""
        return 1.0 / (speed + (8.0 * self.radius / (3.0 * pi)) * absolute_value(spin) + TINY)

    def spin_factor(self, speed: Any, spin: Any) -> Any:
        """What multiplies −μ N ω."""
        whole = self.radius * absolute_value(spin) + (15.0 * pi / 16.0) * speed + TINY
        return (3.0 * pi / 16.0) * self.radius**2 / whole

    def motion_left(self, slip: Any, spin: Any) -> Any:
        """Greatest speed of the patch, by slip and spin."""
        return sqrt(sum((v * v for v in slip), (self.radius * spin) ** 2))


@dataclass(frozen=True)
class Creep:
    """Rest that creeps: friction that can hold does so from a speed δ on, and lets v̇ = −a v instead of stopping.

    Where it cannot hold below δ, it opposes what would move.
    """

    tolerance: float
    """δ, in units of the speed."""

    damping: float
    """a, in 1/s."""

    def __post_init__(self) -> None:
        for value, what in ((self.tolerance, "tolerance"), (self.damping, "damping")):
            checked_number(value, f"the {what} of Creep", is_positive=True)


SPEEDS = (1e-3, 1e-2, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0)
"""Speeds of slip, in m/s, at which coefficients are looked at that depend on it."""

ROUNDING = 1e-14
"""By how much a law of friction may begin above the static coefficient."""

TINY = 1e-300
"""What keeps fractions finite at rest."""

NO_FRICTION = Coulomb(0.0)
"""Smooth bodies."""


def as_contact_friction(given: Any, owner: str) -> Coulomb | Contensou:
    """A law of friction between bodies; a number as Coulomb's, None as no friction."""
    return given if isinstance(given, Contensou) else as_friction(given, owner)


def as_friction(given: Any, owner: str) -> Coulomb:
    """A number as Coulomb's law, None as no friction."""
    if given is None:
        return NO_FRICTION
    if isinstance(given, Coulomb):
        return given
    if not is_number(given) and not isinstance(given, Expression):
        raise ModelError(
            f"the friction of {owner} is da.Coulomb(static=…, kinetic=…) or a number, not {told(given)}"
        )
    try:
        return Coulomb(given if isinstance(given, Expression) else float(given))
    except ModelError as error:
        raise ModelError(f"{owner}: {error}") from None

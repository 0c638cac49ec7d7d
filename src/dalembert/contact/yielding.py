"""Laws of contacts that yield: rows of relative motion, and forces, each with its greatest penetration."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from math import atan2, exp, inf, log, log1p, sin, sinh, sqrt
from typing import Any

from dalembert.errors import ModelError
from dalembert.expr.functions import maximum, pow, where


def _check(law: Any, *positive: str, from_zero: tuple[str, ...] = ()) -> None:
    """Raise if a number of a law is missing or has the wrong sign."""
    for name in (*positive, *from_zero):
        value = getattr(law, name)
        least = "from 0 on" if name in from_zero else "positive"
        is_number = isinstance(value, int | float) and not isinstance(value, bool) and value < inf
        if not is_number or value < 0.0 or (name in positive and value == 0.0):
            raise ModelError(f"the {name} of {type(law).__name__} is a number, {least}, not {value!r}")


@dataclass(frozen=True)
class MotionLaw(ABC):
    """How penetration x > 0 moves while a contact is closed, whatever the rest of the system does."""

    @abstractmethod
    def acceleration(self, x: Any, v: Any) -> Any:
        """ẍ for a penetration x and its rate v, numbers or expressions."""

    @abstractmethod
    def greatest_penetration(self, speed: float) -> float:
        """The largest x after closing with this speed."""


@dataclass(frozen=True)
class KelvinVoigtMotion(MotionLaw):
    """ẍ + c ẋ + k x = 0, with damping c and stiffness k for a unit of mass."""

    damping: float
    stiffness: float

    def __post_init__(self) -> None:
        _check(self, "stiffness", from_zero=("damping",))

    def acceleration(self, x: Any, v: Any) -> Any:
        return -self.damping * v - self.stiffness * x

    def greatest_penetration(self, speed: float) -> float:
        t = self.time_of_greatest()
        c, w = 0.5 * self.damping, self.stiffness - 0.25 * self.damping**2
        return speed * exp(-c * t) * _sine(w, t)

    def time_of_greatest(self) -> float:
        """When it is, after closing: whatever the speed."""
        c, w = 0.5 * self.damping, self.stiffness - 0.25 * self.damping**2
        if w > 0.0:
            return atan2(sqrt(w), c) / sqrt(w)
        if w == 0.0:
            return 1.0 / c
        r = sqrt(-w)
        # poles −c ± r; their product is the stiffness
        return log((c + r) ** 2 / self.stiffness) / (2.0 * r)


def _sine(w: float, t: float) -> float:
    """sin(√w t)/√w, for negative w too."""
    if w > 0.0:
        return sin(sqrt(w) * t) / sqrt(w)
    return sinh(sqrt(-w) * t) / sqrt(-w) if w < 0.0 else t


@dataclass(frozen=True)
class HuntCrossleyMotion(MotionLaw):
    """ẍ + (λ xⁿ) ẋ + k xⁿ = 0, with damping λ and stiffness k for a unit of mass."""

    damping: float
    stiffness: float
    exponent: float = 1.5

    def __post_init__(self) -> None:
        _check(self, "damping", "stiffness", "exponent")

    def acceleration(self, x: Any, v: Any) -> Any:
        return -(self.damping * v + self.stiffness) * pow(maximum(x, 0.0), self.exponent)

    def greatest_penetration(self, speed: float) -> float:
        l, k, n = self.damping, self.stiffness, self.exponent
        rest = speed / l - k / l**2 * log1p(l * speed / k)
        return float(((n + 1.0) * rest) ** (1.0 / (n + 1.0)))


@dataclass(frozen=True)
class Relaxation:
    """ẋ = −rate x, of a limit of velocities: by how much it is exceeded decays, from zero it stays there."""

    rate: float

    def __post_init__(self) -> None:
        _check(self, "rate")


@dataclass(frozen=True)
class ForceLaw(ABC):
    """The normal force of bodies that yield where they touch."""

    @abstractmethod
    def force(self, x: Any, v: Any) -> Any:
        """The force for a penetration x and its rate v, zero where they do not touch; it never pulls."""

    @abstractmethod
    def greatest_penetration(self, speed: float, mass: float) -> float:
        """The largest x of a mass that meets a fixed place with this speed, no other force acting."""


@dataclass(frozen=True)
class HertzForce(ForceLaw):
    """F = k xⁿ; n = 3/2 for round bodies (Hertz 1881)."""

    stiffness: float
    exponent: float = 1.5

    def __post_init__(self) -> None:
        _check(self, "stiffness", "exponent")

    def force(self, x: Any, v: Any) -> Any:
        return self.stiffness * pow(maximum(x, 0.0), self.exponent)

    def greatest_penetration(self, speed: float, mass: float) -> float:
        n = self.exponent
        return float((0.5 * (n + 1.0) * mass * speed**2 / self.stiffness) ** (1.0 / (n + 1.0)))


@dataclass(frozen=True)
class HuntCrossleyForce(ForceLaw):
    """F = k xⁿ (1 + d ẋ), not below zero (Hunt, Crossley 1975)."""

    stiffness: float
    damping: float
    """d, in s/m."""

    exponent: float = 1.5

    def __post_init__(self) -> None:
        _check(self, "stiffness", "exponent", "damping")

    def force(self, x: Any, v: Any) -> Any:
        return self.stiffness * pow(maximum(x, 0.0), self.exponent) * maximum(1.0 + self.damping * v, 0.0)

    def greatest_penetration(self, speed: float, mass: float) -> float:
        k = self.stiffness / mass
        return HuntCrossleyMotion(k * self.damping, k, self.exponent).greatest_penetration(speed)


@dataclass(frozen=True)
class KelvinVoigtForce(ForceLaw):
    """F = k x + c ẋ while x > 0, not below zero: it does not pull before the bodies part."""

    stiffness: float
    damping: float = 0.0

    def __post_init__(self) -> None:
        _check(self, "stiffness", from_zero=("damping",))

    def force(self, x: Any, v: Any) -> Any:
        return where(x > 0.0, maximum(self.stiffness * x + self.damping * v, 0.0), 0.0)

    def greatest_penetration(self, speed: float, mass: float) -> float:
        return KelvinVoigtMotion(self.damping / mass, self.stiffness / mass).greatest_penetration(speed)

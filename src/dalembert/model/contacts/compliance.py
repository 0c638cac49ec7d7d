"""Laws of compliant contacts: rows of relative motion, and forces, each with its greatest penetration."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from math import atan2, exp, log, log1p, sin, sinh, sqrt
from typing import Any

from dalembert.contract_help import ContractClass
from dalembert.errors import ModelError
from dalembert.expr.functions import maximum, pow, where
from dalembert.expr.node import Expression
from dalembert.model.contacts.open_laws import default_number, has_parameters
from dalembert.number_checks import is_number, told


def _check(law: Any, *positive: str, from_zero: tuple[str, ...] = ()) -> None:
    """Raise if a number of a law is missing or has the wrong sign.

    Parameters are judged by their default values.
    """
    for name in (*positive, *from_zero):
        given = getattr(law, name)
        least = "from 0 on" if name in from_zero else "positive"
        value = default_number(given)
        if not is_number(value) or value < 0.0 or (name in positive and value == 0.0):
            is_known = isinstance(given, Expression) and is_number(value)
            instead = f"{given!r}, which is {value:g}" if is_known else told(given)
            raise ModelError(f"the {name} of {type(law).__name__} is a number, {least}, not {instead}")


def _numbers(law: Any) -> Any:
    """The law itself, if its numbers are known."""
    if has_parameters(law):
        raise ModelError(
            f"{type(law).__name__} has open parameters, so its greatest penetration is no number; ask a law with "
            "numbers instead of da.param"
        )
    return law


@dataclass(frozen=True)
class MotionLaw(metaclass=ContractClass):
    """How penetration x > 0 moves while a contact is closed, whatever the rest of the system does.

    A law of one's own is a frozen dataclass with `acceleration`, written with functions of `da`; its fields may be
    parameters. `greatest_penetration` is for laws that know it in closed form.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> import dalembert as da
    >>> @dataclass(frozen=True)
    ... class Soft(da.contacts.MotionLaw):
    ...     stiffness: float
    ...
    ...     def acceleration(self, x, v):
    ...         return -self.stiffness * x
    ...
    >>> ball = da.sphere("ball", radius=0.1, mass=1.0)
    >>> up = da.Prismatic("z", da.ground, ball, axis="z")
    >>> law = da.contacts.RelativeContact("floor", da.coordinate("z") - 0.1, Soft(1e4))
    >>> motion = da.simulate(da.Model(up, law, gravity=(0, 0, -9.81)), {"z": 0.3}, until=0.3)
    >>> print(f"{motion['z.rate'][-1]:.4f} m/s")
    1.3270 m/s
    """

    @abstractmethod
    def acceleration(self, x: Any, v: Any) -> Any:
        """ẍ for a penetration x and its rate v, numbers or expressions."""

    def greatest_penetration(self, speed: float) -> float:
        """The largest x after closing with this speed."""
        raise ModelError(f"{type(self).__name__} knows its greatest penetration in no closed form; simulate it")


@dataclass(frozen=True)
class KelvinVoigtMotion(MotionLaw):
    """ẍ + c ẋ + k x = 0, with damping c and stiffness k for a unit of mass.

    Parameters
    ----------
    damping : float or parameter
        Damping c for a unit of mass, in 1/s.
    stiffness : float or parameter
        Stiffness k for a unit of mass, in 1/s².

    Examples
    --------
    >>> import dalembert as da
    >>> ball = da.sphere("ball", radius=0.1, mass=1.0)
    >>> up = da.Prismatic("z", da.ground, ball, axis="z")
    >>> law = da.contacts.KelvinVoigtMotion(damping=20.0, stiffness=1e4)
    >>> floor = da.contacts.RelativeContact("floor", da.coordinate("z") - 0.1, law)
    >>> motion = da.simulate(da.Model(up, floor, gravity=(0, 0, -9.81)), {"z": 0.3}, until=0.3)
    >>> print(f"{motion['z.rate'][-1]:.4f} m/s")
    0.8051 m/s
    """

    damping: Any
    stiffness: Any

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
        _numbers(self)
        c, w = 0.5 * float(self.damping), float(self.stiffness) - 0.25 * float(self.damping) ** 2
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
    """ẍ + (λ xⁿ) ẋ + k xⁿ = 0, with damping λ and stiffness k for a unit of mass.

    Of a material with α, in s/m, λ = n α k: `HuntCrossleyMotion.of_material(alpha=…, stiffness=…)`.

    Parameters
    ----------
    damping : float or parameter
        Damping λ for a unit of mass, in 1/(s mⁿ).
    stiffness : float or parameter
        Stiffness k for a unit of mass, in m/(s² mⁿ).
    exponent : float or parameter, optional
        Exponent n; default 1.5.

    Examples
    --------
    >>> import dalembert as da
    >>> ball = da.sphere("ball", radius=0.1, mass=1.0)
    >>> up = da.Prismatic("z", da.ground, ball, axis="z")
    >>> law = da.contacts.HuntCrossleyMotion.of_material(alpha=0.1, stiffness=1e6)
    >>> floor = da.contacts.RelativeContact("floor", da.coordinate("z") - 0.1, law)
    >>> motion = da.simulate(da.Model(up, floor, gravity=(0, 0, -9.81)), {"z": 0.3}, until=0.3)
    >>> print(f"{motion['z.rate'][-1]:.4f} m/s")
    0.8024 m/s
    """

    damping: Any
    stiffness: Any
    exponent: Any = 1.5

    @classmethod
    def of_material(cls, *, alpha: Any, stiffness: Any, exponent: Any = 1.5) -> HuntCrossleyMotion:
        """The law with λ = n α k (Hunt, Crossley 1975)."""
        return cls(exponent * alpha * stiffness, stiffness, exponent)

    def __post_init__(self) -> None:
        _check(self, "damping", "stiffness", "exponent")

    def acceleration(self, x: Any, v: Any) -> Any:
        return -(self.damping * v + self.stiffness) * pow(maximum(x, 0.0), self.exponent)

    def greatest_penetration(self, speed: float) -> float:
        _numbers(self)
        l, k, n = float(self.damping), float(self.stiffness), float(self.exponent)
        rest = speed / l - k / l**2 * log1p(l * speed / k)
        return float(((n + 1.0) * rest) ** (1.0 / (n + 1.0)))


@dataclass(frozen=True)
class Relaxation:
    """ẋ = −rate x, of a limit of velocities: by how much it is exceeded decays, from zero it stays there.

    Parameters
    ----------
    rate : float or parameter
        Rate of decay in 1/s.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> limit = da.contacts.RelativeContact("limit", 1.0 - da.speed("x"), da.contacts.Relaxation(rate=50.0))
    >>> push = da.JointForce("push", "x", 2.0)
    >>> motion = da.simulate(da.Model(slide, push, limit), until=2.0)
    >>> print(f"{motion['x.rate'][-1]:.4f} m/s")
    1.0000 m/s
    """

    rate: Any

    def __post_init__(self) -> None:
        _check(self, "rate")


@dataclass(frozen=True)
class ForceLaw(metaclass=ContractClass):
    """The normal force of compliant bodies that touch; laws of one's own are written as those of motion.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> import dalembert as da
    >>> @dataclass(frozen=True)
    ... class Cubic(da.contacts.ForceLaw):
    ...     stiffness: float
    ...
    ...     def force(self, x, v):
    ...         return self.stiffness * x**3
    ...
    >>> ball = da.sphere("ball", radius=0.1, mass=1.0)
    >>> up = da.Prismatic("z", da.ground, ball, axis="z")
    >>> pad = da.contacts.CompliantContact("pad", ball, da.geometry.plane(da.ground), Cubic(1e6))
    >>> rest = da.equilibrium(da.Model(up, pad, gravity=(0, 0, -9.81)), guess={"z": 0.08})
    >>> print(f"{0.1 - rest.q['z']:.6f} m deep, by hand {(9.81 / 1e6) ** (1 / 3):.6f}")
    0.021407 m deep, by hand 0.021407
    """

    @abstractmethod
    def force(self, x: Any, v: Any) -> Any:
        """The force for a penetration x and its rate v, zero where they do not touch; it never pulls."""

    def greatest_penetration(self, speed: float, mass: float) -> float:
        """The largest x of a mass that meets a fixed place with this speed, no other force acting."""
        raise ModelError(f"{type(self).__name__} knows its greatest penetration in no closed form; simulate it")


@dataclass(frozen=True)
class HertzForce(ForceLaw):
    """F = k xⁿ; n = 3/2 for round bodies (Hertz 1881).

    Parameters
    ----------
    stiffness : float or parameter
        Stiffness k in N/mⁿ.
    exponent : float or parameter, optional
        Exponent n; default 1.5.

    Examples
    --------
    >>> import dalembert as da
    >>> ball = da.sphere("ball", radius=0.1, mass=1.0)
    >>> up = da.Prismatic("z", da.ground, ball, axis="z")
    >>> law = da.contacts.HertzForce(stiffness=1e6)
    >>> pad = da.contacts.CompliantContact("pad", ball, da.geometry.plane(da.ground), law)
    >>> rest = da.equilibrium(da.Model(up, pad, gravity=(0, 0, -9.81)), guess={"z": 0.099})
    >>> print(f"{0.1 - rest.q['z']:.6f} m deep")
    0.000458 m deep
    """

    stiffness: Any
    exponent: Any = 1.5

    def __post_init__(self) -> None:
        _check(self, "stiffness", "exponent")

    def force(self, x: Any, v: Any) -> Any:
        return self.stiffness * pow(maximum(x, 0.0), self.exponent)

    def greatest_penetration(self, speed: float, mass: float) -> float:
        n = _numbers(self).exponent
        return float((0.5 * (n + 1.0) * mass * speed**2 / self.stiffness) ** (1.0 / (n + 1.0)))


@dataclass(frozen=True)
class HuntCrossleyForce(ForceLaw):
    """F = k xⁿ (1 + d ẋ), not below zero (Hunt, Crossley 1975).

    Parameters
    ----------
    stiffness : float or parameter
        Stiffness k in N/mⁿ.
    damping : float or parameter
        Damping d in s/m.
    exponent : float or parameter, optional
        Exponent n; default 1.5.

    Examples
    --------
    >>> import dalembert as da
    >>> ball = da.sphere("ball", radius=0.1, mass=1.0)
    >>> up = da.Prismatic("z", da.ground, ball, axis="z")
    >>> law = da.contacts.HuntCrossleyForce(stiffness=1e6, damping=0.5)
    >>> pad = da.contacts.CompliantContact("pad", ball, da.geometry.plane(da.ground), law)
    >>> motion = da.simulate(da.Model(up, pad, gravity=(0, 0, -9.81)), {"z": 0.3}, until=0.3)
    >>> print(f"{motion['z.rate'][-1]:.3f} m/s")
    0.306 m/s
    """

    stiffness: Any
    damping: Any
    """d, in s/m."""

    exponent: Any = 1.5

    def __post_init__(self) -> None:
        _check(self, "stiffness", "exponent", "damping")

    def force(self, x: Any, v: Any) -> Any:
        return self.stiffness * pow(maximum(x, 0.0), self.exponent) * maximum(1.0 + self.damping * v, 0.0)

    def greatest_penetration(self, speed: float, mass: float) -> float:
        k = _numbers(self).stiffness / mass
        return HuntCrossleyMotion(k * self.damping, k, self.exponent).greatest_penetration(speed)


@dataclass(frozen=True)
class KelvinVoigtForce(ForceLaw):
    """F = k x + c ẋ while x > 0, not below zero: it does not pull before the bodies part.

    Parameters
    ----------
    stiffness : float or parameter
        Stiffness k in N/m.
    damping : float or parameter, optional
        Damping c in N s/m; default 0.

    Examples
    --------
    >>> import dalembert as da
    >>> ball = da.sphere("ball", radius=0.1, mass=1.0)
    >>> up = da.Prismatic("z", da.ground, ball, axis="z")
    >>> law = da.contacts.KelvinVoigtForce(stiffness=1e4, damping=20.0)
    >>> pad = da.contacts.CompliantContact("pad", ball, da.geometry.plane(da.ground), law)
    >>> motion = da.simulate(da.Model(up, pad, gravity=(0, 0, -9.81)), {"z": 0.3}, until=0.3)
    >>> print(f"{motion['z.rate'][-1]:.3f} m/s")
    0.797 m/s
    """

    stiffness: Any
    damping: Any = 0.0

    def __post_init__(self) -> None:
        _check(self, "stiffness", from_zero=("damping",))

    def force(self, x: Any, v: Any) -> Any:
        return where(x > 0.0, maximum(self.stiffness * x + self.damping * v, 0.0), 0.0)

    def greatest_penetration(self, speed: float, mass: float) -> float:
        _numbers(self)
        return KelvinVoigtMotion(self.damping / mass, self.stiffness / mass).greatest_penetration(speed)

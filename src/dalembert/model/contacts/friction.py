"""Laws of friction: Coulomb's with coefficients at rest and in motion, Stribeck's, and Contensou's with spin."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, fields
from math import pi
from typing import Any

from dalembert.contract_help import ContractClass
from dalembert.errors import DalembertError, ModelError
from dalembert.expr.functions import absolute_value, exp, less, sqrt, where
from dalembert.expr.node import Expression, inputs_of, name_of
from dalembert.expr.symbol_nodes import symbol
from dalembert.model.contacts.open_laws import check_of_parameters, default_number, is_positive, parameters_of
from dalembert.number_checks import checked_number, is_number, told


@dataclass(frozen=True)
class FrictionLaw(metaclass=ContractClass):
    """Dry friction: it sticks up to `static` times N, and slips against `kinetic_at(speed)` times N.

    N is the normal force. A law of one's own is a frozen dataclass with `static`, a field or a property, and
    `kinetic_at`, written with functions of `da`. Its fields may be parameters.

    Parameters
    ----------
    static : float or parameter
        Coefficient of friction μ_s at rest, from 0 on.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> import dalembert as da
    >>> @dataclass(frozen=True)
    ... class Oiled(da.contacts.FrictionLaw):
    ...     static: float
    ...
    ...     def kinetic_at(self, speed):
    ...         return self.static / (1.0 + speed)
    ...
    >>> law = Oiled(0.3)
    >>> print(f"{law.kinetic_at(0.5):.3f}")
    0.200
    """

    static: Any
    """μ_s."""

    def __post_init__(self) -> None:
        who = type(self).__name__
        for own in fields(self):
            what = "a coefficient of friction" if own.name == "static" else f"the {own.name} of {who}"
            check_of_parameters(getattr(self, own.name), what)
        mu = checked_number(default_number(self.static), "a coefficient of friction", least=0.0)
        if self.depends_on_speed:
            self._check_written()
        at_rest = default_number(self.kinetic_at(0.0))
        if not is_number(at_rest) or not 0.0 <= at_rest <= mu * (1.0 + ROUNDING):
            raise ModelError(
                f"the kinetic coefficient of friction is from 0 to the static one, {mu:g}, but that of {who} "
                f"begins at {told(at_rest)}"
            )
        for speed in SPEEDS if self.depends_on_speed else ():
            if not is_number(mu_k := default_number(self.kinetic_at(speed))) or mu_k < 0.0:
                raise ModelError(
                    f"the kinetic coefficient of friction is {told(mu_k)} at a slip of {speed:g} m/s: it is a "
                    "number from 0 on, or friction would drive; let it end at zero, as da.maximum(…, 0.0) does"
                )

    def _check_written(self) -> None:
        """Raise if the kinetic coefficient is no expression of the speed of slip and of the law's parameters."""
        who, speed = type(self).__name__, symbol("speed of slip")
        try:
            found = self.kinetic_at(speed)
        except (DalembertError, TypeError, ValueError, AttributeError) as error:
            raise ModelError(
                f"the kinetic coefficient of {who} cannot be written with expressions, as functions of da do: "
                f"{error}"
            ) from error
        inside = inputs_of([found]) if isinstance(found, Expression) else []
        own = parameters_of(self)
        if wrong := [x for x in inside if x is not speed and not (x.op == "parameter" and name_of(x) in own)]:
            raise ModelError(
                f"the kinetic coefficient of {who} contains {wrong[0]!r}; it is an expression of the speed of "
                "slip and of numbers, and open parameters are fields of the law"
            )

    @property
    def acts(self) -> bool:
        """Whether there is any friction, or may be for some values of parameters."""
        return is_positive(self.static)

    @property
    def depends_on_speed(self) -> bool:
        """Whether the kinetic coefficient is another at another slip."""
        return True

    @abstractmethod
    def kinetic_at(self, speed: Any) -> Any:
        """μ_k at a speed of slip, a number or an expression."""


@dataclass(frozen=True)
class Coulomb(FrictionLaw):
    """Dry friction: it sticks up to μ_s times the normal force, and slips against μ_k times it.

    `kinetic` is the same as `static` unless it is given: a smaller number, or a function of the speed of slip, as
    of Stribeck, `lambda v: 0.2 + 0.1 * da.exp(-v / 0.1)`, which begins at `static` or below. Numbers may be open
    parameters, `da.param("mu", 0.3)`.

    Parameters
    ----------
    static : float, parameter or expression
        Coefficient μ_s that holds at rest.
    kinetic : float, parameter or function of the speed, optional
        Coefficient μ_k of slip, which begins at μ_s or below; default μ_s.

    Examples
    --------
    >>> import dalembert as da
    >>> brick = da.box("brick", size=(0.2, 0.2, 0.1), mass=1.0)
    >>> floor, friction = da.geometry.plane(da.ground), da.Coulomb(static=0.5, kinetic=0.4)
    >>> foot = da.Contact("foot", brick, floor, friction=friction)
    >>> model = da.Model(da.Free("pose", da.ground, brick), foot, gravity=(0, 0, -9.81))
    >>> start = da.State(q={"pose.z": 0.05}, u={"pose.x.rate": 1.0})
    >>> motion = da.simulate(model, start, until=1.0)
    >>> print(f"{motion['pose.x'][-1]:.4f} m")
    0.1274 m
    """

    kinetic: Any = None

    def __init_subclass__(cls) -> None:
        raise TypeError(
            "Coulomb is as it is: friction of your own is da.Coulomb(static, kinetic=function of the speed), or "
            "a class of da.contacts.FrictionLaw"
        )

    @property
    def depends_on_speed(self) -> bool:
        return callable(self.kinetic)

    def kinetic_at(self, speed: Any) -> Any:
        if self.kinetic is None:
            return self.static
        if callable(self.kinetic):
            return self.kinetic(speed)
        return self.kinetic


@dataclass(frozen=True)
class Stribeck(FrictionLaw):
    """Friction that falls from μ_s at rest to μ_k: μ(v) = μ_k + (μ_s − μ_k) exp(−v / speed).

    Coefficients and speed may be open parameters.

    Parameters
    ----------
    static : float or parameter
        Coefficient of friction μ_s at rest.
    kinetic : float or parameter
        Coefficient of friction μ_k that it tends to, μ_s or less.
    speed : float or parameter
        Speed of slip in m/s at which 1/e of the fall is left.

    Examples
    --------
    >>> import dalembert as da
    >>> friction = da.contacts.Stribeck(static=0.4, kinetic=0.2, speed=0.1)
    >>> print(f"{friction.kinetic_at(0.0):.3f} {friction.kinetic_at(1.0):.3f}")
    0.400 0.200
    """

    kinetic: Any
    """μ_k, which it tends to."""

    speed: Any
    """Speed of slip in m/s at which 1/e of the fall is left."""

    def __post_init__(self) -> None:
        Coulomb(self.static, self.kinetic)
        check_of_parameters(self.speed, "the speed of Stribeck's law")
        checked_number(default_number(self.speed), "the speed of Stribeck's law", is_positive=True)
        super().__post_init__()

    def kinetic_at(self, speed: Any) -> Any:
        return self.kinetic + (self.static - self.kinetic) * exp(-1.0 * speed / self.speed)


@dataclass(frozen=True)
class PatchFriction(FrictionLaw):
    """Friction of slip and spin together: −μ N `slip_factor` v, and −μ N `spin_factor` ω about the normal.

    While it spins nothing sticks, the smallest push moves it. Where slip and spin end together it sticks until
    what holds it is more than friction of slip and spin along it.

    Parameters
    ----------
    static : float or parameter
        Coefficient of friction μ, from 0 on.

    Examples
    --------
    >>> import dalembert as da
    >>> law = da.contacts.Contensou(0.3, radius=0.02)
    >>> print(isinstance(law, da.contacts.PatchFriction), law.static)
    True 0.3
    """

    @property
    def depends_on_speed(self) -> bool:
        return False

    def kinetic_at(self, speed: Any) -> Any:
        """μ."""
        return self.static

    @abstractmethod
    def slip_factor(self, speed: Any, spin: Any) -> Any:
        """The factor of −μ N v in the friction force, by the speed of slip and the spin."""

    @abstractmethod
    def spin_factor(self, speed: Any, spin: Any) -> Any:
        """The factor of −μ N ω in the friction torque."""

    @abstractmethod
    def motion_left(self, slip: Any, spin: Any) -> Any:
        """Greatest speed of the patch, by slip and spin: where it is none there is no direction."""

    def resisting_motion(self, force: Any, moment: Any) -> tuple[Any, Any]:
        """Sizes of slip and spin, up to a common factor, whose friction is along this force and moment."""
        turn = 1.0 / self.motion_left([0.0], 1.0)
        low: Any = 0.0
        high: Any = 1.0
        for _ in range(_HALVINGS):
            part = 0.5 * (low + high)
            F, about = self._friction(1.0 - part, part * turn)
            turns_more = less(about * force, F * moment)
            low, high = where(turns_more, part, low), where(turns_more, high, part)
        return 1.0 - high, high * turn

    def hold_left(self, force: Any, moment: Any, normal: Any) -> Any:
        """By how much it can hold more than this force and moment, as a force; where it cannot, below zero."""
        turn = 1.0 / self.motion_left([0.0], 1.0)
        F, about = self._friction(*self.resisting_motion(force, moment))
        return self.static * normal * (F + turn * about) - (force + turn * moment)

    def _friction(self, speed: Any, spin: Any) -> tuple[Any, Any]:
        """Sizes of force and moment of a motion, beside μ N."""
        return self.slip_factor(speed, spin) * speed, self.spin_factor(speed, spin) * spin


@dataclass(frozen=True)
class Contensou(PatchFriction):
    """Friction of slip and spin together over a round patch of this radius ε (Contensou; Zhuravlev's Padé form).

    F = −μ N v / (|v| + 8 ε |ω| / 3π), and about the normal M = −(3π/16) μ N ε · ε ω / (ε |ω| + 15π |v| / 16).

    Parameters
    ----------
    static : float
        Coefficient of friction μ, from 0 on.
    radius : float
        Radius ε of the patch in m.

    Examples
    --------
    >>> import dalembert as da
    >>> ball = da.sphere("ball", radius=0.1, mass=1.0)
    >>> friction = da.contacts.Contensou(0.3, radius=0.02)
    >>> floor = da.Contact("floor", ball, da.geometry.plane(da.ground), friction=friction)
    >>> model = da.Model(da.Free("pose", da.ground, ball), floor, gravity=(0, 0, -9.81))
    >>> motion = da.simulate(model, da.State(q={"pose.z": 0.1}, u={"pose.wz": 20.0}), until=0.5)
    >>> print(f"{motion['pose.wz'][-1]:.3f} rad/s")
    15.666 rad/s
    """

    static: float
    """μ."""

    radius: float
    """ε, in metres."""

    def __init_subclass__(cls) -> None:
        raise TypeError("Contensou's law is as it is: one of your own is a class of da.contacts.PatchFriction")

    def __post_init__(self) -> None:
        checked_number(self.static, "the coefficient of Contensou's law", least=0.0)
        checked_number(self.radius, "the radius of Contensou's patch", is_positive=True)

    def slip_factor(self, speed: Any, spin: Any) -> Any:
        """The factor of −μ N v in the friction force."""
        return 1.0 / (speed + (8.0 * self.radius / (3.0 * pi)) * absolute_value(spin) + TINY)

    def spin_factor(self, speed: Any, spin: Any) -> Any:
        """The factor of −μ N ω in the friction torque."""
        whole = self.radius * absolute_value(spin) + (15.0 * pi / 16.0) * speed + TINY
        return (3.0 * pi / 16.0) * self.radius**2 / whole

    def motion_left(self, slip: Any, spin: Any) -> Any:
        """Greatest speed of the patch, by slip and spin."""
        return sqrt(sum((v * v for v in slip), (self.radius * spin) ** 2))


@dataclass(frozen=True)
class Creep:
    """Rest that creeps: friction that can hold does so from a speed δ on, and lets v̇ = −a v instead of stopping.

    Where it cannot hold below δ, it opposes what would move.

    Parameters
    ----------
    tolerance : float
        Speed δ below which friction holds, in m/s or rad/s.
    damping : float
        Rate a in 1/s at which the speed decays there.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> creep = da.contacts.Creep(tolerance=1e-3, damping=100.0)
    >>> friction = da.DryFriction("friction", "x", static=3.0, creep=creep)
    >>> motion = da.simulate(da.Model(slide, friction), da.State(u={"x": 1.0}), until=1.0)
    >>> print(f"{motion['x'][-1]:.4f} m")
    0.1667 m
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

_HALVINGS = 36
"""Of the range of motions among which that of a force and a moment is found."""

NO_FRICTION = Coulomb(0.0)
"""Smooth bodies."""


def as_contact_friction(given: Any, owner: str) -> FrictionLaw:
    """A law of friction between bodies; a number as Coulomb's, None as no friction."""
    return given if isinstance(given, PatchFriction) else as_friction(given, owner)


def as_friction(given: Any, owner: str) -> FrictionLaw:
    """A law of slip alone; a number as Coulomb's, None as no friction."""
    if given is None:
        return NO_FRICTION
    if isinstance(given, FrictionLaw) and not isinstance(given, PatchFriction):
        return given
    if not is_number(given) and not isinstance(given, Expression):
        raise ModelError(
            f"the friction of {owner} is da.Coulomb(static=…, kinetic=…) or a number, not {told(given)}"
        )
    try:
        return Coulomb(given if isinstance(given, Expression) else float(given))
    except ModelError as error:
        raise ModelError(f"{owner}: {error}") from None

"""Laws of impact: what becomes of relative velocities in no time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from functools import reduce
from operator import add
from typing import Any, ClassVar

import numpy as np

from dalembert.arrays import Array
from dalembert.contract_help import ContractClass
from dalembert.errors import ModelError
from dalembert.expr.functions import absolute_value, less, less_equal, maximum, minimum, sqrt, where
from dalembert.model.contacts.open_laws import check_of_parameters, default_number, is_positive, number_with
from dalembert.number_checks import checked_number
from dalembert.numerics.contact_levels import MOVES


@dataclass(frozen=True, eq=False)
class Impact(ABC):
    """Contacts that meet at one instant, as a law of impact sees them: v⁺ = v⁻ + W Λ for impulses Λ.

    All n contacts of the model are in it, with d tangents each; vectors are (n (1 + d),), normal first, and
    approach is negative. One that takes no part has no velocity and no coupling, and W of one of its own.

    Attributes
    ----------
    W : array (n (1 + d), n (1 + d))
        Change of the velocities by unit impulses, J M⁻¹ Jᵀ of the contacts, all other rows being kept.
    v : array (n (1 + d),)
        Velocities before the impact, in m/s.
    mu : array (n,)
        Coefficients of friction at rest.
    restitution : array (n,)
        Coefficients of restitution, of velocities, impulses or the root of energy, as the law says.
    tangents : int
        Number d of tangents of a contact: 0, 1 in a plane, or 2.
    tangential : array (n,)
        Coefficients of restitution along the tangents.
    kinetic : array (n,)
        Coefficients of friction at the slip before the impact.
    slides : array (n,)
        1 for contacts that slip before the impact, else 0.
    approach : array (n,)
        Normal velocities before the impact, which restitution refers to; those in v unless other friction
        has changed them.
    active : array (n,)
        1 for contacts that take part, else 0.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> import dalembert as da
    >>> @dataclass(frozen=True)
    ... class Stopping(da.contacts.ImpactLaw):
    ...     def impulses(self, impact):
    ...         return da.contacts.PoissonImpact().impulses(impact)
    ...
    >>> ball = da.sphere("ball", radius=0.1, mass=1.0)
    >>> up = da.Prismatic("z", da.ground, ball, axis="z")
    >>> floor = da.Contact("floor", ball, da.geometry.plane(da.ground), restitution=Stopping(0.5))
    >>> motion = da.simulate(da.Model(up, floor, gravity=(0, 0, -9.81)), {"z": 1.1}, until=0.5)
    >>> print(f"{motion.events[0].after.u['z.rate']:.4f} m/s")
    2.2147 m/s
    """

    W: Array
    """J M⁻¹ Jᵀ of the contacts, all other rows being kept."""

    v: Array
    """Before."""

    mu: Array
    """Coefficients of friction at rest (n,)."""

    restitution: Array
    """Of normal velocities or impulses, or the root of the energy's, as the law says; (n,)."""

    tangents: int
    """d: none, one (in a plane) or two."""

    tangential: Array
    """Restitution of tangential velocities (n,)."""

    kinetic: Array
    """Coefficients of friction at the slip before (n,)."""

    slides: Array
    """One for contacts that slip before, else zero (n,)."""

    approach: Array
    """Normal velocities before (n,), which restitution is about; of v, unless other friction has changed it."""

    active: Array
    """One for contacts that take part, else zero (n,)."""

    @property
    def n(self) -> int:
        """How many contacts there are."""
        return len(self.mu)

    @property
    def normals(self) -> Array:
        """Where normal components stand."""
        return np.arange(self.n) * (1 + self.tangents)

    def slip_speeds(self, v: Array) -> Array:
        """How fast contacts slip by velocities (n,)."""
        d = self.tangents
        slips = v.reshape(self.n, 1 + d)[:, 1:]
        sizes = [sqrt(reduce(add, [x * x for x in slip])) if d else 0.0 for slip in slips]
        return np.array(sizes, dtype=object)

    def moving(self, v: Array) -> Array:
        """One for contacts that slip by velocities, more than by rounding of those before, else zero (n,)."""
        least = MOVES * reduce(maximum, [absolute_value(x) for x in self.v], 0.0)
        return np.array([where(less(least, speed), 1.0, 0.0) for speed in self.slip_speeds(v)], dtype=object)

    @abstractmethod
    def solved(self, c: Array, before: Array, slides: Array, floor: Array | None = None) -> tuple[Array, Array]:
        """Least impulses Λ with which no contact goes on approaching, in v = W Λ + c, and these v.

        Friction is Coulomb's, from velocities before, where some contacts slide already. Slip has the kinetic one;
        where that ends it or turns it round, or where there was none, static friction holds if it can. With a
        `floor` normal impulses are as large at least, and there are none where no floor is positive.
        """

    @abstractmethod
    def one_by_one(self, law: ImpactLaw) -> Array:
        """Impulses Λ of one contact after the other by a law, the fastest first, until none approaches."""


@dataclass(frozen=True)
class ImpactLaw(metaclass=ContractClass):
    """How bodies part after an impact: a coefficient of restitution, and what it multiplies.

    A law of one's own is a frozen dataclass with `impulses`, written with functions of `da`: it is traced once and
    asked in native code at every impact, whatever its coefficients are. Its fields may be parameters.

    Parameters
    ----------
    restitution : float or parameter, optional
        Coefficient of restitution e, from 0 to 1; default 0.
    tangential : float or parameter, optional
        Restitution of the tangential velocity, as of rubber; only Newton's law has it. Default 0.
    jams : bool, optional
        Whether an impact without collision may stop slip where no forces fit (Painlevé); default False.

    Examples
    --------
    >>> from dataclasses import dataclass, replace
    >>> import dalembert as da
    >>> @dataclass(frozen=True)
    ... class Yielding(da.contacts.ImpactLaw):
    ...     def impulses(self, impact):
    ...         e = impact.restitution / (1.0 + da.maximum(-impact.approach, 0.0))
    ...         return da.contacts.PoissonImpact().impulses(replace(impact, restitution=e))
    ...
    >>> ball = da.sphere("ball", radius=0.1, mass=1.0)
    >>> up = da.Prismatic("z", da.ground, ball, axis="z")
    >>> floor = da.Contact("floor", ball, da.geometry.plane(da.ground), restitution=Yielding(0.9))
    >>> motion = da.simulate(da.Model(up, floor, gravity=(0, 0, -9.81)), {"z": 1.1}, until=0.5)
    >>> print(f"{motion.events[0].after.u['z.rate']:.4f} m/s")
    0.7342 m/s
    """

    restitution: Any = 0.0
    """From 0 to 1; it may be an open parameter."""

    _: KW_ONLY
    tangential: Any = 0.0
    """Restitution of tangential velocity, as of rubber; only Newton's law has it."""

    jams: bool = False
    """Whether slip may be stopped by an impact without collision, where no forces fit (Painlevé)."""

    has_tangential: ClassVar[bool] = False

    def __post_init__(self) -> None:
        for value, what in ((self.restitution, "restitution"), (self.tangential, "tangential restitution")):
            check_of_parameters(value, f"the {what} of {type(self).__name__}")
            number = default_number(value)
            checked_number(number, f"the {what} of {type(self).__name__}", least=0.0, most=1.0)
        if is_positive(self.tangential) and not self.has_tangential:
            raise ModelError(
                f"{type(self).__name__} knows no tangential restitution; "
                "da.contacts.NewtonImpact(e, tangential=…) does"
            )

    @property
    def springs_back(self) -> bool:
        """Whether bodies part, or may for some values of parameters."""
        return is_positive(self.restitution) or is_positive(self.tangential)

    def with_coefficients(self, p: Mapping[str, float]) -> ImpactLaw:
        """The law with numbers for its coefficients; other fields stay as they are."""
        e, tangential = (number_with(x, p) for x in (self.restitution, self.tangential))
        return replace(self, restitution=e, tangential=tangential)

    @abstractmethod
    def impulses(self, impact: Impact) -> Array:
        """Λ of an impact (n (1 + d),), not finite where the law has none; coefficients are those of the impact."""

    def refusal(self, who: str, n: int, tangents: int) -> str:
        """Why there are no impulses for n contacts with so many tangents, in words; `who` are their names."""
        return f"{type(self).__name__} has no impulses for the impact of {who}"

    def rebound(self, is_simple: bool) -> Any:
        """e of v⁺ = −e v⁻ along normals, in simple impacts (one smooth contact) or others; None if unknown."""
        return None

    @property
    def is_plastic(self) -> bool:
        """Whether it is the law without restitution on which all laws here agree."""
        return False


class _KnownLaw(ImpactLaw):
    """A law of this file: it is as it is."""

    def __init_subclass__(cls) -> None:
        if cls.__module__ != __name__:
            raise TypeError(
                f"{cls.__bases__[0].__name__} is as it is; a law of impact of your own derives from "
                "da.contacts.ImpactLaw, and may ask others: NewtonImpact().impulses(impact)"
            )

    def rebound(self, is_simple: bool) -> Any:
        return self.restitution if is_simple else None

    @property
    def is_plastic(self) -> bool:
        return not self.springs_back


@dataclass(frozen=True)
class NewtonImpact(_KnownLaw):
    """Newton's law: normal velocities after are −e times those before, where there is an impulse.

    With friction it may increase the energy; this is found and refused.

    Parameters
    ----------
    restitution : float or parameter, optional
        Coefficient of restitution e of normal velocities, from 0 to 1; default 0.
    tangential : float or parameter, optional
        Restitution of the tangential velocity, as of rubber; default 0.
    jams : bool, optional
        Whether an impact without collision may stop slip where no forces fit (Painlevé); default False.

    Examples
    --------
    >>> import dalembert as da
    >>> ball = da.sphere("ball", radius=0.1, mass=1.0)
    >>> up = da.Prismatic("z", da.ground, ball, axis="z")
    >>> law = da.contacts.NewtonImpact(0.5)
    >>> floor = da.Contact("floor", ball, da.geometry.plane(da.ground), restitution=law)
    >>> motion = da.simulate(da.Model(up, floor, gravity=(0, 0, -9.81)), {"z": 1.1}, until=0.5)
    >>> print(f"{motion.events[0].after.u['z.rate']:.4f} m/s")
    2.2147 m/s
    """

    has_tangential: ClassVar[bool] = True

    def impulses(self, impact: Impact) -> Array:
        c = impact.v.copy()
        c[impact.normals] += impact.restitution * minimum(impact.approach, 0.0)
        for i, k in enumerate(impact.normals):
            own = slice(k + 1, k + 1 + impact.tangents)
            c[own] += impact.tangential[i] * impact.v[own]
        return impact.solved(c, impact.v, impact.slides)[0]

    def rebound(self, is_simple: bool) -> Any:
        return self.restitution


@dataclass(frozen=True)
class PoissonImpact(_KnownLaw):
    """Poisson's law: impulses of expansion are e times those of compression, or more where bodies would overlap.

    Compression and expansion have Coulomb friction each (Glocker 2001). The default law of contacts with friction.

    Parameters
    ----------
    restitution : float or parameter, optional
        Coefficient of restitution e of normal impulses, from 0 to 1; default 0.
    tangential : float or parameter, optional
        Must stay 0: only Newton's law has tangential restitution. Default 0.
    jams : bool, optional
        Whether an impact without collision may stop slip where no forces fit (Painlevé); default False.

    Examples
    --------
    >>> import dalembert as da
    >>> ball = da.sphere("ball", radius=0.1, mass=1.0)
    >>> up = da.Prismatic("z", da.ground, ball, axis="z")
    >>> law = da.contacts.PoissonImpact(0.5)
    >>> floor = da.Contact("floor", ball, da.geometry.plane(da.ground), restitution=law, friction=0.3)
    >>> model = da.Model(da.Free("pose", da.ground, ball), floor, gravity=(0, 0, -9.81))
    >>> start = da.State(q={"pose.z": 1.1}, u={"pose.x.rate": 1.0})
    >>> motion = da.simulate(model, start, until=0.5)
    >>> print(f"{motion.events[0].after.u['pose.wy']:.4f} rad/s after it rubbed on the floor")
    7.1429 rad/s after it rubbed on the floor
    """

    def impulses(self, impact: Impact) -> Array:
        pressed, v = impact.solved(impact.v, impact.v, impact.slides)
        floor = impact.restitution * pressed[impact.normals]
        return pressed + impact.solved(v, v, impact.moving(v), floor)[0]


@dataclass(frozen=True)
class StrongeImpact(_KnownLaw):
    """Stronge's law: normal forces give back e² of the energy that they took; one contact in the plane.

    The impulse grows, and slip may end or turn round meanwhile (Routh's method), in straight pieces.

    Parameters
    ----------
    restitution : float or parameter, optional
        Coefficient of restitution e, whose square is the energy that is given back, from 0 to 1; default
        0.
    tangential : float or parameter, optional
        Must stay 0: only Newton's law has tangential restitution. Default 0.
    jams : bool, optional
        Whether an impact without collision may stop slip where no forces fit (Painlevé); default False.

    Examples
    --------
    >>> import dalembert as da
    >>> ball = da.sphere("ball", radius=0.1, mass=1.0)
    >>> up = da.Prismatic("z", da.ground, ball, axis="z")
    >>> law = da.contacts.StrongeImpact(0.5)
    >>> floor = da.Contact("floor", ball, da.geometry.plane(da.ground, "y"), restitution=law, friction=0.3)
    >>> model = da.Model(da.Planar("p", da.ground, ball), floor, gravity=(0, -9.81, 0))
    >>> motion = da.simulate(model, da.State(q={"p.y": 1.1}, u={"p.x": 1.0}), until=0.5)
    >>> print(f"{motion.events[0].after.u['p.y.rate']:.4f} m/s")
    2.2147 m/s
    """

    def impulses(self, impact: Impact) -> Array:
        return routh_impulses(impact, impact.restitution)

    def refusal(self, who: str, n: int, tangents: int) -> str:
        if n == 1 and tangents < 2:
            return f"the impact of {who} never ends: friction presses the bodies together"
        return (
            f"StrongeImpact is for one contact in a plane, but {who} meet at once or in space; use "
            "da.contacts.PoissonImpact(e), or da.contacts.SequentialImpact(e)"
        )


@dataclass(frozen=True)
class SequentialImpact(_KnownLaw):
    """One contact after the other, the fastest approach first, each by Poisson's law, until none approaches.

    Parameters
    ----------
    restitution : float or parameter, optional
        Coefficient of restitution e of normal impulses, from 0 to 1; default 0.
    tangential : float or parameter, optional
        Must stay 0: only Newton's law has tangential restitution. Default 0.
    jams : bool, optional
        Whether an impact without collision may stop slip where no forces fit (Painlevé); default False.

    Examples
    --------
    >>> import dalembert as da
    >>> ball = da.sphere("ball", radius=0.1, mass=1.0)
    >>> up = da.Prismatic("z", da.ground, ball, axis="z")
    >>> law = da.contacts.SequentialImpact(0.5)
    >>> floor = da.Contact("floor", ball, da.geometry.plane(da.ground), restitution=law)
    >>> motion = da.simulate(da.Model(up, floor, gravity=(0, 0, -9.81)), {"z": 1.1}, until=0.5)
    >>> print(f"{motion.events[0].after.u['z.rate']:.4f} m/s")
    2.2147 m/s
    """

    def impulses(self, impact: Impact) -> Array:
        return impact.one_by_one(PoissonImpact())

    def refusal(self, who: str, n: int, tangents: int) -> str:
        return f"the sequence of impacts of {who} has no end; use da.contacts.PoissonImpact(e)"


def common_law(laws: Sequence[ImpactLaw]) -> ImpactLaw | None:
    """The one law of an impact; None if there are several.

    Those without restitution fit to every law. Laws are one if they differ in coefficients only, which are those
    of the impact.
    """
    deciding = [law for law in laws if not law.is_plastic]
    first = next(iter(deciding), laws[0])
    return first if all(kind_of(law) == kind_of(first) for law in deciding) else None


def kind_of(law: ImpactLaw) -> ImpactLaw:
    """A law without its coefficients, which are those of contacts: what tells laws apart."""
    return replace(law, restitution=0.0, tangential=0.0, jams=False)


ENDLESS = 1e300
"""An impulse that is never reached."""

_PIECES = 10
"""How often slip or compression may end in one impact."""

_NONE = 1e-12
"""Velocity beside those before, and mobility beside that without friction, that are rounding."""


def routh_impulses(impact: Impact, e: Any, *, jams: bool = False) -> Array:
    """Impulses of the one contact that takes part, in the plane: while they grow, slip changes in straight pieces.

    Restitutions (n,) are roots of the part of the energy that is given back. What jams is pressed by its own
    friction until slip ends, though it does not approach (Lecornu 1905).
    """
    d, parts = min(impact.tangents, 1), list(impact.active)
    # several contacts are no single one, two tangents no plane
    is_one = less(absolute_value(reduce(add, parts) - 1.0), 0.5 if impact.tangents < 2 else -1.0)
    own = [list(range(k, k + 1 + d)) for k in impact.normals]

    def of_it(value: Any) -> Any:
        return reduce(add, [part * value(i) for i, part in enumerate(parts)])

    W = [[of_it(lambda i, r=r, c=c: impact.W[own[i][r], own[i][c]]) for c in range(1 + d)] for r in range(1 + d)]
    v = [of_it(lambda i, r=r: impact.v[own[i][r]]) for r in range(1 + d)]
    static, kinetic, root = (of_it(lambda i, x=x: x[i]) for x in (impact.mu, impact.kinetic, e))
    if not d:
        W, v = [[W[0][0], 0.0], [0.0, 1.0]], [v[0], 0.0]
        static, kinetic = 0.0, 0.0
    impulse, fails = _routh(W, v, static, kinetic, root, 0.0 if jams else where(less(v[0], 0.0), 0.0, 1.0))
    answers = where(is_one, 1.0 - fails, 0.0)
    found = np.full(len(impact.v), 0.0, dtype=object)
    for i, k in enumerate(impact.normals):
        for r in range(1 + d):
            found[k + r] = parts[i] * impulse[r] / answers
    return found


def _routh(W: Any, v: Any, static: Any, kinetic: Any, e: Any, is_over: Any) -> tuple[list[Any], Any]:
    """The impulse, normal first, and one if it never ends.

    What friction holds fast, as a guided point whose slip and approach are one motion, gives nothing back.
    """
    v_n, v_t = v
    P_n, P_t, taken, given = 0.0, 0.0, 0.0, 0.0
    least_n = _NONE * absolute_value(v_n)
    least_t = _NONE * (absolute_value(v_t) + sqrt(W[1][1] / W[0][0]) * absolute_value(v_n))
    is_pressed: Any = 1.0
    for _ in range(_PIECES):
        # until slip ends, compression ends, or the energy is given back
        friction = _friction(W, static, kinetic, v_t)
        slope_n, slope_t = (row[0] + row[1] * friction for row in W)
        slope_n = _or_zero(slope_n, _NONE * W[0][0])
        is_held = less_equal(maximum(absolute_value(v_n), absolute_value(slope_n)), 0.0)
        slip_ends = _until(less(v_t * slope_t, 0.0), -v_t, slope_t)
        returned = _given_back(v_n, slope_n, e * e * taken - given)
        phase_ends = where(less(0.5, is_pressed), _until(less(0.0, slope_n), -v_n, slope_n), returned)
        phase_ends = where(is_held, 0.0, phase_ends)
        p = where(less(0.5, is_over), 0.0, minimum(slip_ends, phase_ends))
        work = p * (v_n + 0.5 * slope_n * p)
        taken, given = taken - is_pressed * work, given + (1.0 - is_pressed) * work
        P_n, P_t = P_n + p, P_t + p * friction
        changes = where(less_equal(phase_ends, p), 1.0 - is_over, 0.0)
        v_t = where(less_equal(slip_ends, p), 0.0, _or_zero(v_t + p * slope_t, least_t))
        v_n = where(less(0.5, changes * is_pressed), 0.0, _or_zero(v_n + p * slope_n, least_n))
        # compression is followed by expansion, if anything is given back
        springs_back = is_pressed * where(less(0.0, e), 1.0, 0.0)
        is_over = maximum(is_over, changes * (1.0 - springs_back))
        is_pressed = is_pressed * (1.0 - changes)
    return [P_n, P_t], where(less(P_n, 0.5 * ENDLESS), 1.0 - is_over, 1.0)


def _or_zero(value: Any, least: Any) -> Any:
    """Zero where a value is rounding."""
    return where(less_equal(absolute_value(value), least), 0.0, value)


def _until(happens: Any, way: Any, slope: Any) -> Any:
    """The impulse after which something happens; endless if it does not."""
    return where(happens, way / where(happens, slope, 1.0), ENDLESS)


def _friction(W: Any, static: Any, kinetic: Any, slip: Any) -> Any:
    """dΛ_t/dΛ_n: against slip, or what holds where there is none, if static friction can."""
    can_move = less(0.0, W[1][1])
    holding = where(can_move, -W[1][0] / where(can_move, W[1][1], 1.0), 0.0)
    begun = where(less(holding, 0.0), -kinetic, kinetic)
    at_rest = where(less_equal(absolute_value(holding), static), holding, begun)
    return where(less(0.0, slip), -kinetic, where(less(slip, 0.0), kinetic, at_rest))


def _given_back(v: Any, slope: Any, energy: Any) -> Any:
    """The impulse p with v p + ½ slope p² = energy; endless if it is not reached."""
    square = v * v + 2.0 * slope * energy
    rate = v + sqrt(maximum(square, 0.0))
    return _until(less(0.0, where(less(square, 0.0), 0.0, rate)), 2.0 * energy, rate)

"""Laws of impact: what becomes of relative velocities in no time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import inf, sqrt
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Matrix, Vector
from dalembert.errors import ModelError, SolverError
from dalembert.model.contacts.open_laws import check_of_parameters, default_number, is_positive
from dalembert.number_checks import checked_number
from dalembert.numerics.complementarity import ConeProblem, ConeSolution, NoSolutionError
from dalembert.numerics.contact_levels import GAIN, MOVES
from dalembert.numerics.contact_solving import solve_contacts

MOST_BLOWS = 100_000
"""Impacts of a sequence after which it is taken to be endless."""


@dataclass(frozen=True, eq=False)
class Impact:
    """Contacts that meet at one instant: v⁺ = v⁻ + W Λ for relative velocities v and impulses Λ.

    Of n contacts with d tangents each, vectors are (n (1 + d),), normal first; approach is negative.
    """

    W: Matrix
    """J M⁻¹ Jᵀ of the contacts, all other rows being kept."""

    v: Vector
    """Before."""

    mu: Vector
    """Coefficients of friction at rest (n,)."""

    restitution: Vector
    """Of normal velocities or impulses, or the root of the energy's, as the law says; (n,)."""

    tangents: int
    tangential: Vector = field(default_factory=lambda: np.zeros(0))
    """Restitution of tangential velocities (n,); none unless given."""

    names: tuple[str, ...] = ()
    """For messages."""

    kinetic: Vector = field(default_factory=lambda: np.zeros(0))
    """Coefficients of friction at the slip before (n,); those at rest unless given."""

    slides: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, dtype=bool))
    """Which contacts slip before (n,); as velocities say unless given."""

    approach: Vector = field(default_factory=lambda: np.zeros(0))
    """Normal velocities before (n,), which restitution is about; of v, unless other friction has changed it."""

    def __post_init__(self) -> None:
        if not self.tangential.size:
            object.__setattr__(self, "tangential", np.zeros(self.n))
        if not self.kinetic.size:
            object.__setattr__(self, "kinetic", self.mu)
        if not self.slides.size:
            object.__setattr__(self, "slides", self.moving(self.v))
        if not self.approach.size:
            object.__setattr__(self, "approach", self.v[self.normals])

    @property
    def n(self) -> int:
        """How many contacts there are."""
        return len(self.mu)

    @property
    def normals(self) -> NDArray[np.intp]:
        """Where normal components stand."""
        return np.arange(self.n) * (1 + self.tangents)

    def slips(self, v: Vector) -> Matrix:
        """Tangential velocities (n, d)."""
        return v.reshape(self.n, 1 + self.tangents)[:, 1:]

    def moving(self, v: Vector) -> NDArray[np.bool_]:
        """Which contacts slip by velocities, more than by rounding of those before (n,)."""
        slips = self.slips(v)
        return np.asarray(np.sqrt(np.einsum("ij,ij->i", slips, slips)) > MOVES * np.abs(self.v).max(initial=0.0))

    def solved(
        self, c: Vector, before: Vector, slides: NDArray[np.bool_], floor: Vector | None = None
    ) -> ConeSolution:
        """Impulses and velocities of w = W Λ + c, from velocities before where some contacts slide already.

        Slip has kinetic friction. Where that ends it or turns it round, or where there was none, static friction
        holds if it can; what it does not hold slips, with the kinetic one.
        """
        mu, may_hold = np.where(slides, self.kinetic, self.mu), slides.copy()
        for _ in range(2 * self.n + 1):
            found = solve_contacts(ConeProblem(self.W, c, mu, self.tangents, self._floor(floor)))
            moves = self.moving(found.w) & (self.kinetic != self.mu) & (found.lam[self.normals] > 0.0)
            onwards = np.einsum("ij,ij->i", self.slips(before), self.slips(found.w)) > 0.0
            turned = moves & may_hold & ~onwards
            begins = moves & ~may_hold & (mu != self.kinetic)
            if not (turned | begins).any():
                break
            mu = np.where(turned, self.mu, np.where(begins, self.kinetic, mu))
            may_hold &= ~turned
        return found

    def _floor(self, given: Vector | None) -> Vector:
        return np.zeros(self.n) if given is None else given

    def of_contact(self, i: int, v: Vector) -> Impact:
        """One of the contacts alone, with velocities of all before."""
        k, d = self.normals[i], self.tangents
        own = slice(k, k + 1 + d)
        one = slice(i, i + 1)
        names = self.names[one]
        return Impact(
            self.W[own, own],
            v[own],
            self.mu[one],
            self.restitution[one],
            d,
            self.tangential[one],
            names,
            self.kinetic[one],
        )

    @property
    def who(self) -> str:
        """The contacts in words."""
        return ", ".join(map(repr, self.names)) or "the contacts"


@dataclass(frozen=True)
class ImpactLaw(ABC):
    """How bodies part after an impact: a coefficient of restitution, and what it multiplies.

    A law of one's own says `impulses`, and is asked at every impact, whatever its coefficients are.
    """

    restitution: Any = 0.0
    """From 0 to 1; it may be an open parameter."""

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

    @abstractmethod
    def impulses(self, impact: Impact) -> Vector:
        """Λ of an impact whose contacts all follow this law; coefficients are those of the impact."""


@dataclass(frozen=True)
class NewtonImpact(ImpactLaw):
    """Newton's law: normal velocities after are −e times those before, where there is an impulse.

    With friction it may increase the energy; this is found and refused.
    """

    has_tangential: ClassVar[bool] = True

    def impulses(self, impact: Impact) -> Vector:
        c = impact.v.copy()
        c[impact.normals] += impact.restitution * np.minimum(impact.approach, 0.0)
        for i, k in enumerate(impact.normals):
            own = slice(k + 1, k + 1 + impact.tangents)
            c[own] += impact.tangential[i] * impact.v[own]
        return impact.solved(c, impact.v, impact.slides).lam


@dataclass(frozen=True)
class PoissonImpact(ImpactLaw):
    """Poisson's law: impulses of expansion are e times those of compression, or more where bodies would overlap.

    Compression and expansion have Coulomb friction each (Glocker 2001). The default law of contacts with friction.
    """

    def impulses(self, impact: Impact) -> Vector:
        pressed = impact.solved(impact.v, impact.v, impact.slides)
        floor = impact.restitution * pressed.lam[impact.normals]
        if not (floor > 0.0).any():
            return pressed.lam
        return pressed.lam + impact.solved(pressed.w, pressed.w, impact.moving(pressed.w), floor).lam


@dataclass(frozen=True)
class StrongeImpact(ImpactLaw):
    """Stronge's law: normal forces give back e² of the energy that they took; one contact in the plane.

    The impulse grows, and slip may end or turn round meanwhile (Routh's method), in straight pieces.
    """

    def impulses(self, impact: Impact) -> Vector:
        if impact.n != 1 or impact.tangents > 1:
            raise SolverError(
                f"StrongeImpact is for one contact in a plane, but {impact.who} meet at once or in space; use "
                "da.contacts.PoissonImpact(e), or da.contacts.SequentialImpact(e)"
            )
        if impact.v[0] >= 0.0:
            return np.zeros_like(impact.v)
        return _routh(impact, float(impact.restitution[0]))


@dataclass(frozen=True)
class SequentialImpact(ImpactLaw):
    """One contact after the other, the fastest approach first, each by Poisson's law, until none approaches."""

    def impulses(self, impact: Impact) -> Vector:
        single, d = PoissonImpact(), impact.tangents
        v, total = impact.v.copy(), np.zeros_like(impact.v)
        rest = 1e-13 * float(np.abs(v).max(initial=0.0))
        for _ in range(MOST_BLOWS):
            i = int(np.argmin(v[impact.normals]))
            k = impact.normals[i]
            if v[k] >= -rest:
                return total
            own = slice(k, k + 1 + d)
            blow = single.impulses(impact.of_contact(i, v))
            total[own] += blow
            v = v + impact.W[:, own] @ blow
        raise SolverError(
            f"the sequence of impacts of {impact.who} has no end after {MOST_BLOWS} blows; "
            "use da.contacts.PoissonImpact(e)"
        )


def known_law(law: ImpactLaw) -> type[ImpactLaw] | None:
    """Which of the laws here has the impulses of a law; None for one's own mathematics, which is always asked."""
    laws = (NewtonImpact, PoissonImpact, StrongeImpact, SequentialImpact)
    return next((kind for kind in laws if type(law).impulses is kind.impulses), None)


def common_law(laws: Sequence[ImpactLaw]) -> ImpactLaw | None:
    """The one law of an impact; None if there are several.

    Those of the laws here that have no restitution fit to every law. Laws of one's own are one if they differ in
    coefficients only, which are those of the impact.
    """
    deciding = [law for law in laws if law.springs_back or known_law(law) is None]
    first = next(iter(deciding), laws[0])
    return first if all(_is_alike(law, first) for law in deciding) else None


def _is_alike(law: ImpactLaw, other: ImpactLaw) -> bool:
    """Whether laws have the same impulses for the same impact."""
    if (kind := known_law(law)) is not None:
        return kind is known_law(other)
    names = ("restitution", "tangential", "jams")
    return type(law) is type(other) and replace(law, **{name: getattr(other, name) for name in names}) == other


def after_impact(law: ImpactLaw, impact: Impact) -> Vector:
    """Impulses Λ of an impact by a law: their work ½ Λ · (v⁺ + v⁻) is not positive, or the law is refused."""
    impulses = impulses_by(law, impact)
    check_work(law, impact, impact_work(impact, impulses), float(np.abs(impulses) @ np.abs(impact.v)))
    return impulses


def impulses_by(law: ImpactLaw, impact: Impact) -> Vector:
    """Impulses Λ of an impact by a law, whatever they do."""
    try:
        impulses = law.impulses(impact)
    except NoSolutionError as error:
        raise SolverError(
            f"{type(law).__name__} has no impulses for the impact of {impact.who}: {error}"
        ) from None
    return _checked_impulses(law, impact, impulses)


def _checked_impulses(law: ImpactLaw, impact: Impact, impulses: Any) -> Vector:
    """What a law answers, one finite number for each row; those of one's own may forget some."""
    try:
        array = np.asarray(impulses, dtype=float)
    except (TypeError, ValueError):
        array = np.zeros(0)
    if array.shape != impact.v.shape or not np.isfinite(array).all():
        raise SolverError(
            f"{type(law).__name__}.impulses answers {impulses!r} for the impact of {impact.who}; it is an array "
            f"of {len(impact.v)} finite numbers, an impulse along each velocity of impact.v"
        )
    return array


def check_work(law: ImpactLaw, impact: Impact, work: float, size: float) -> None:
    """Raise if impulses increase the energy, beside velocities and impulses that make it."""
    if work > GAIN * size:
        raise SolverError(
            f"{type(law).__name__} would increase the energy in the impact of {impact.who}, by {work:.4g} J; use "
            "da.contacts.PoissonImpact(e) or da.contacts.StrongeImpact(e), which do not with friction"
        )


def jam_impulses(impact: Impact) -> Vector:
    """Impulses of one sliding contact in the plane that is pressed by its own friction, until slip ends.

    An impact without collision: normal velocity is zero before and after (Lecornu 1905).
    """
    return _routh(impact, 0.0)


def impact_work(impact: Impact, impulses: Vector) -> float:
    """½ Λ · (v⁺ + v⁻)."""
    return 0.5 * float(impulses @ (2.0 * impact.v + impact.W @ impulses))


def _routh(impact: Impact, e: float) -> Vector:
    """Impulses of one contact in the plane: along the growing impulse, slip changes in straight pieces."""
    W, v = np.eye(2), np.zeros(2)
    static, kinetic = (float(impact.mu[0]), float(impact.kinetic[0])) if impact.tangents else (0.0, 0.0)
    size = 1 + impact.tangents
    W[:size, :size], v[:size] = impact.W, impact.v
    impulse, taken, given, is_pressed = np.zeros(2), 0.0, 0.0, True
    for _ in range(10):
        # until slip ends, compression ends, or the energy is given back
        friction = _friction(W, static, kinetic, v[1])
        slope = W @ np.array([1.0, friction])
        slip_ends = -v[1] / slope[1] if v[1] * slope[1] < 0.0 else inf
        if is_pressed:
            phase_ends = -v[0] / slope[0] if slope[0] > 0.0 else inf
        else:
            phase_ends = _given_back(v[0], slope[0], e**2 * taken - given)
        p = min(slip_ends, phase_ends)
        if p == inf:
            raise SolverError(f"the impact of {impact.who} never ends: friction presses the bodies together")
        work = p * (v[0] + 0.5 * slope[0] * p)
        taken, given = (taken - work, given) if is_pressed else (taken, given + work)
        impulse, v = impulse + p * np.array([1.0, friction]), v + p * slope
        if p == slip_ends:
            v[1] = 0.0
        if p == phase_ends:
            if not is_pressed or e == 0.0:
                break
            is_pressed, v[0] = False, 0.0
    return impulse[:size]


def _friction(W: Matrix, static: float, kinetic: float, slip: float) -> float:
    """dΛ_t/dΛ_n: against slip, or what holds where there is none, if static friction can."""
    if abs(slip) > 0.0:
        return -kinetic if slip > 0.0 else kinetic
    holding = -W[1, 0] / W[1, 1]
    return float(holding if abs(holding) <= static else np.copysign(kinetic, holding))


def _given_back(v: float, slope: float, energy: float) -> float:
    """The impulse p with v p + ½ slope p² = energy; infinite if it is not reached."""
    square = v * v + 2.0 * slope * energy
    rate = v + sqrt(square) if square >= 0.0 else 0.0
    return 2.0 * energy / rate if rate > 0.0 else inf

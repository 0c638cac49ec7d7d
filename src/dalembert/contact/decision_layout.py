"""Contacts as native decisions see them: rows, laws, and where the numbers of an instant stand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from dalembert.contact.cone_code import ConeShape, Fields
from dalembert.model.contacts.impacts import ImpactLaw

STATES = ("mode", "touches", "shared", "watched", "lift", "press", "undecided", "plane")
"""States of a point that are one number each."""

WAYS = ("stick", "slip")
"""States that are one for each tangent."""

KINDS = ("gap", "force", "cone", "slip", "bounce", "undecided", "deep", "shares", "meets")
"""Why an instant is one, of each point in turn; see `GUARDS` of runs with contacts."""


MEETS, UNDECIDED = 1.0, 2.0
"""What is left to decide about a point at an instant: what it does as it touches, or what it left open."""


ACTED, LET_GO = 0.5, -1.0
"""Number of an instant, beside those of kinds, at which an event of the run has acted; and the mode of points then
that have been closed."""


@dataclass(frozen=True)
class DecidedPoint:
    """One point: its rows; the normal one is −1 if it has none."""

    normal: int
    tangents: tuple[int, ...]
    law: int = -1
    """Number of its law of impact; −1 if it fits to every law, or if the point has no impacts."""

    creeps: bool = False
    """Whether it creeps while it sticks."""

    jams: bool = False
    """Whether slip may end in an impact without collision, where no forces fit."""


@dataclass(frozen=True)
class DecisionLayout:
    """A system with contacts: how many speeds and rows it has, which rows always hold, and its points."""

    nu: int
    rows: int
    bilateral: tuple[int, ...]
    points: tuple[DecidedPoint, ...]
    laws: tuple[ImpactLaw, ...] = ()
    """Laws of impact, without their coefficients; that of impacts of points that fit to every law is the first."""

    @property
    def n(self) -> int:
        """Points."""
        return len(self.points)

    @cached_property
    def d(self) -> int:
        """The largest number of tangents of a point."""
        return max((len(point.tangents) for point in self.points), default=0)

    @cached_property
    def shape(self) -> ConeShape:
        """The shape of the cone problem of these points."""
        return ConeShape(tuple(point.normal >= 0 for point in self.points), self.d)

    @cached_property
    def slots(self) -> tuple[int, ...]:
        """Rows of all points, normal first; −1 where a point has none."""
        return tuple(
            row for p in self.points for row in (p.normal, *p.tangents, *[-1] * (self.d - len(p.tangents)))
        )

    @cached_property
    def key(self) -> str:
        """A key that tells code written around this layout apart."""
        return sha256(repr(self).encode()).hexdigest()[:16]

    @cached_property
    def matrices(self) -> Fields:
        """Matrices that give accelerations by forces: M, J."""
        return Fields(M=self.nu * self.nu, J=self.rows * self.nu)

    @cached_property
    def responses(self) -> Fields:
        """Accelerations by a unit of force along each row, along each speed, and by what each fixed row asks."""
        nu = self.nu
        return Fields(R=self.rows * nu, P=nu * nu, G=len(self.bilateral) * nu)

    @cached_property
    def instant(self) -> Fields:
        """Operands of decisions at an instant, with speeds before or after an impact, `sliding` before."""
        nu, n = self.nu, self.n
        own = {**self.responses.sizes, **self.matrices.sizes, "f": nu, "gamma": self.rows, "psi": self.rows}
        own |= {"u": nu, "phi": n, "rate": n, "mode": n, "touches": n, "shared": n, "number": 1, "span": 1, "t": 1}
        own |= {"static": n, "sliding": n, "restitution": n, "tangential": n}
        return Fields(**own)

    @cached_property
    def impact(self) -> Fields:
        """Results of an impact: change of speeds, impulses, their work, speeds of approach, closed points.

        The verdict is zero where there was none, one after one, two if it is not decided here.
        """
        n = self.n
        return Fields(du=self.nu, impulses=self.shape.size, work=1, verdict=1, closed=n, approach=n)

    @cached_property
    def choice(self) -> Fields:
        """Operands of the choice of modes: an instant after its impact, friction, and states."""
        n, d = self.n, self.d
        states = {name: n for name in STATES[3:]} | {name: n * d for name in WAYS}
        own = {"held": n * d, "strength": 2 * n, "kinetic": n, "q_size": 1, "tolerance": n, "damping": n}
        return Fields(**self.instant.sizes, **self.impact.sizes, **own, **states)

    @cached_property
    def outcome(self) -> Fields:
        """Results of the choice: change of speeds, impulses, their work, and states.

        Of points whose bouncing ends it also gives what all further impacts would exert, and when they would end;
        and whether one has jammed.
        """
        n, d = self.n, self.d
        states = dict.fromkeys(STATES, n) | {name: n * d for name in WAYS}
        return Fields(du=self.nu, impulses=self.shape.size, work=1, rest=n, until=n, jams=1, **states)

    @cached_property
    def record(self) -> Fields:
        """Results of the choice that are recorded."""
        sizes = self.outcome.sizes
        return Fields(**{name: sizes[name] for name in ("impulses", "work", "rest", "until", "jams")})

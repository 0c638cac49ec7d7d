"""Friction in impacts that is no cone at a point: slip and spin together, resistance to turning, joints."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.contact.impact_laws import StruckContacts
from dalembert.errors import SolverError
from dalembert.model.contacts.friction import PatchFriction as PatchLaw
from dalembert.numerics.contact_levels import NOISE

ROUNDS, AHEAD, SETTLED, EXERTED = 2000, 8, 1e-13, 1e-12
"""How often resistances are computed anew at most, how many times before it is looked ahead, and changes of
velocities and of impulses, beside these, that are none."""


@dataclass(frozen=True)
class FrictionImpulse(ABC):
    """Friction along some rows by an impulse P that presses: Λ = −d(w) P w, with velocities w after."""

    rows: tuple[int, ...]
    """Numbers of its rows in the system."""

    @property
    def contact(self) -> int | None:
        """Number of the contact in the impact that presses; None if it is no contact."""
        return None

    @abstractmethod
    def press(self, impact: StruckContacts, lam: Vector, beside: Vector) -> float:
        """P, by impulses of contacts and of all friction beside them."""

    @abstractmethod
    def compliances(self, w: Vector) -> Vector:
        """1/d at velocities, zero where these are none; one for each row."""


@dataclass(frozen=True)
class ContactFriction(FrictionImpulse):
    """Friction by the normal impulse of a contact."""

    number: int

    @property
    def contact(self) -> int:
        return self.number

    def press(self, impact: StruckContacts, lam: Vector, beside: Vector) -> float:
        return float(lam[impact.normals[self.number]])


@dataclass(frozen=True)
class JointFriction(FrictionImpulse):
    """Friction of a joint as strong as impulses of its reactions say."""

    strength: Callable[[Vector, Vector], float]

    def press(self, impact: StruckContacts, lam: Vector, beside: Vector) -> float:
        return self.strength(lam, beside)

    def compliances(self, w: Vector) -> Vector:
        return np.full(len(w), float(np.linalg.norm(w)))


@dataclass(frozen=True)
class PatchFriction(ContactFriction):
    """Slip and spin over a patch, by the law of a patch."""

    law: PatchLaw

    def compliances(self, w: Vector) -> Vector:
        speed, spin = float(np.linalg.norm(w[:-1])), float(w[-1])
        slip, turn = self.law.slip_factor(speed, spin), self.law.spin_factor(speed, spin)
        return np.array([*[1.0 / slip] * (len(w) - 1), 1.0 / turn]) / self.law.static


@dataclass(frozen=True)
class TurningFriction(ContactFriction):
    """Turning against an arm times the normal impulse."""

    arm: float

    def compliances(self, w: Vector) -> Vector:
        return np.full(len(w), float(np.linalg.norm(w)) / self.arm)


def friction_impulses(
    impulses_of: Callable[[StruckContacts], Vector],
    impact: StruckContacts,
    across: Matrix,
    own: Matrix,
    v: Vector,
    resistances: Sequence[FrictionImpulse],
) -> tuple[Vector, Vector]:
    """Impulses of contacts by their law, and those of friction beside them, along k rows with velocities v before.

    W of contacts and these rows is `across` (N, k), of these rows `own` (k, k). With d as it was found last,
    friction is a resistance that is linear in velocities after. It is eliminated, the contacts are solved with
    what is left, and d follows, until it stays: friction that holds becomes an endless resistance so.
    """
    lam, beside = impulses_of(impact), np.zeros(len(v))
    w = v + across.T @ lam
    # in units in which all rows are alike: the roots of their mobilities
    unit = np.sqrt(np.maximum(np.diag(own), 1e-300))
    size, force = float(((np.abs(v) + np.abs(w)) / unit).max()), 0.0
    moved = np.zeros(len(v))
    for k in range(1, ROUNDS):
        resisting, compliances = _resistances(impact, lam, beside, w, resistances)
        shared = own[np.ix_(resisting, resisting)] + np.diag(compliances)
        solved = _solved(shared, np.column_stack([v[resisting], across[:, resisting].T]))
        lent = across[:, resisting]
        lam = impulses_of(replace(impact, W=impact.W - lent @ solved[:, 1:], v=impact.v - lent @ solved[:, 0]))
        beside, resisted = np.zeros(len(v)), beside
        beside[resisting] = -(solved[:, 0] + solved[:, 1:] @ lam)
        w, last = v + across.T @ lam + own @ beside, w
        size, force = max(size, float(np.abs(w / unit).max())), max(force, float(np.abs(beside * unit).max()))
        before, moved = moved, (w - last) / unit
        if np.abs(moved).max() <= SETTLED * size and np.abs((beside - resisted) * unit).max() <= EXERTED * force:
            return lam, beside
        ratio = float(np.linalg.norm(moved)) / max(float(np.linalg.norm(before)), 1e-300)
        if k % AHEAD == 0 and ratio < 1.0:
            # changes become smaller evenly: all that are to come are taken at once
            w = w + ratio / (1.0 - ratio) * (w - last)
    raise SolverError(
        f"the impulses of spin, rolling, drilling or friction of joints beside {impact.who} were not found"
    )


def _solved(A: Matrix, b: Matrix) -> Matrix:
    """The least x with A x = b, whatever the units of rows are."""
    size = np.sqrt(np.diag(A))
    unit = 1.0 / np.where(size > 0.0, size, 1.0)
    x = np.linalg.lstsq(A * np.outer(unit, unit), unit[:, None] * b, rcond=1e-13)[0] if len(A) else b
    return np.asarray(unit[:, None] * x)


def _resistances(
    impact: StruckContacts, lam: Vector, beside: Vector, w: Vector, resistances: Sequence[FrictionImpulse]
) -> tuple[list[int], Vector]:
    """Rows along which there is friction now, and how little each resists."""
    rows: list[int] = []
    compliances: list[float] = []
    first = 0
    for friction in resistances:
        own = list(range(first, first + len(friction.rows)))
        first += len(own)
        press = friction.press(impact, lam, beside)
        if press > NOISE * float(np.abs(lam).max()):
            rows += own
            compliances += list(friction.compliances(w[own]) / press)
    return rows, np.array(compliances)

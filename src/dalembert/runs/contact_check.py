"""How well a motion obeys the laws of contact, from its own gaps, velocities, forces and impulses.

Nothing that was decided along the run is asked for: not the modes of contacts, nor whether forces are unique.
Where forces of single points do not fit, others that do the same may: then what they exert together is judged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.equations.equations import Equations
from dalembert.equations.solution import Solution
from dalembert.model.contacts.point_law import PointLaw
from dalembert.numerics.feasibility import cone_distance
from dalembert.rows import Role

Evaluate = Callable[[Mapping[str, Any]], Mapping[str, Any]]

FITS, SLIPS, SLOW = 1e-9, 1e-9, 1e-6
"""Force beside the largest that fits; speed of slip beside the largest that is none, and that of an impact."""


def point_laws(eom: Equations) -> list[PointLaw]:
    """Laws of all points of contact that equations have rows of."""
    parts = () if eom.model is None else eom.model.parts
    names = {row.name for row in eom.rows}
    found = [law for part in parts if (law := part.point_law) is not None]
    return [law for law in found if names & set(law.rows)]


@dataclass(frozen=True, eq=False)
class Touching:
    """Gaps, velocities and forces of one point in many states; zeros of what it does not have."""

    law: PointLaw
    gap: Vector
    rate: Vector
    N: Vector
    T: Matrix
    v: Matrix
    spin: Vector
    most: Vector
    """The most that friction can hold."""


class ContactCheck:
    """Points of contact in many states; `evaluate` gives expressions there."""

    def __init__(
        self, solved: Solution, evaluate: Evaluate, span: float = 0.0, p: Mapping[str, float] | None = None
    ) -> None:
        self.eom, self.solved, self.evaluate, self.span = solved.equations, solved, evaluate, span
        self.laws = [law.with_values(p or {}) for law in point_laws(self.eom)]
        self.rows = {row.name: k for k, row in enumerate(self.eom.rows)}

    @cached_property
    def points(self) -> list[Touching]:
        """The touching state of all points: gap, forces and slip of each."""
        eom, lam = self.eom, self.solved.multipliers
        wanted: dict[str, Any] = {}
        for i, law in enumerate(self.laws):
            slips = self._slips(law)
            found = {"T": [lam[k] for k in slips], "v": [eom.psi[k] for k in slips]}
            if (k := self.rows.get(law.normal)) is not None:
                found |= {"gap": [eom.constraint_rows[k].phi], "rate": [eom.psi[k]], "N": [lam[k]]}
            if (k := self.rows.get(law.spin)) is not None:
                found["spin"] = [eom.psi[k]]
            if law.strength is not None:
                found["strength"] = [self.solved.resolve(x) for x in law.strength]
            wanted |= {f"{i} {what}": np.array(x, dtype=object) for what, x in found.items() if x}
        values = self.evaluate({"inertia": np.diag(eom.M), **wanted})
        n = len(values["inertia"])

        def told(i: int, what: str, k: int | None = 0) -> Any:
            y = values.get(f"{i} {what}", np.zeros((n, 1 if k is not None else 0)))
            return y if k is None else y[:, k]

        self._inertia = float(np.max(values["inertia"], initial=0.0))
        points = []
        for i, law in enumerate(self.laws):
            N, most = told(i, "N"), law.friction.static * told(i, "N")
            if law.strength is not None:
                most, N = told(i, "strength"), told(i, "strength", 1)
            own = (told(i, "gap"), told(i, "rate"), N, told(i, "T", None), told(i, "v", None), told(i, "spin"))
            points.append(Touching(law, *own, most))
        return points

    def _slips(self, law: PointLaw) -> list[int]:
        return [self.rows[name] for name in law.slips if name in self.rows]

    @cached_property
    def force(self) -> float:
        """The largest force of a contact."""
        return max((float(np.abs(x).max(initial=0.0)) for p in self.points for x in (p.N, p.T)), default=0.0)

    @cached_property
    def speed(self) -> float:
        """The largest speed of a contact, or that which the largest force gives to the largest mass in the run."""
        own = max((float(np.abs(x).max(initial=0.0)) for p in self.points for x in (p.rate, p.v)), default=0.0)
        return max(own, self.span * self.force / self.inertia if self.inertia else 0.0)

    @property
    def inertia(self) -> float:
        """The largest entry of M."""
        assert self.points is not None
        return self._inertia

    def residuals(self) -> dict[str, Matrix]:
        """Penetration, complementarity and friction, (n, points) each."""
        touching = [p for p in self.points if p.law.strength is None]
        deep = np.array([np.minimum(p.gap, 0.0) for p in touching]).T
        press = np.array([np.minimum(p.gap, p.N) for p in touching]).T
        off = np.array([p.law.off(p.most, p.N, p.T, p.v, p.spin, SLIPS * self.speed) for p in self.points]).T
        wrong = (off > FITS * self.force).any(axis=1)
        if touching:
            wrong |= (press < -FITS * self.force).any(axis=1)
        for k in np.flatnonzero(wrong):
            if (left := self._left(int(k))) <= FITS * self.force:
                # other shares fit; what slips against dry friction has none
                free = np.array([p.law.strength is None or self._rests(p, int(k)) for p in self.points])
                off[k, free] = left
                if touching:
                    press[k] = np.maximum(press[k], 0.0)
        told = {"penetration": deep, "complementarity": press, "friction": off}
        return {name: values for name, values in told.items() if values.size}

    def _rests(self, point: Touching, k: int) -> bool:
        """Whether a point may stick and does not slip in a state."""
        return not point.law.moves(point.v[k : k + 1], point.spin[k : k + 1], SLIPS * self.speed)[0]

    def impacts(self, after: ContactCheck, change: Matrix, impulses: Sequence[Mapping[str, float]]) -> Vector:
        """By how much each of many impacts is not as its law says, in m/s; these are the states before them.

        Impulses press, lie in the cone, and make the change of speeds (n, nu) with those of the other rows; bodies
        part as restitution says.
        """
        found = [self._impact(k, after, change[k], own) for k, own in enumerate(impulses)]
        return np.array(found, dtype=float)

    def _impact(self, k: int, after: ContactCheck, change: Vector, impulses: Mapping[str, float]) -> float:
        M, J = self._matrices["M"][k], self._matrices["J"][k]
        # what a unit of impulse along each row does, other rows being kept
        n, fixed = len(M), J[self._fixed]
        K = np.block([[M, fixed.T], [fixed, np.zeros((len(fixed), len(fixed)))]])
        R = np.linalg.lstsq(K, np.vstack([J.T, np.zeros((len(fixed), len(J)))]), rcond=1e-12)[0][:n]
        told = np.zeros(len(J))
        for name, value in impulses.items():
            told[self.rows[name]] = value
        rest = change - R @ told
        worst = float(np.sqrt(abs(rest @ M @ rest) / self.inertia)) if self.inertia else 0.0
        struck = [i for i, law in enumerate(self.laws) if any(name in impulses for name in law.rows)]
        W, least = np.einsum("ij,ji->i", J, R), SLOW * max(self.speed, after.speed)
        for i in struck:
            law, before, then = self.laws[i], self.points[i], after.points[i]
            if law.strength is not None:
                continue
            row, slips = self.rows[law.normal], self._slips(law)
            P, Q = told[row], told[slips]
            beyond = float(np.linalg.norm(Q)) - law.friction.static * max(P, 0.0)
            worst = max(worst, -P * W[row], beyond * max(W[slips], default=0.0))
            rates = float(before.rate[k]), float(then.rate[k])
            if P > 0.0:
                worst = max(worst, law.rebounds(*rates, is_alone=len(struck) == 1))
            if len(struck) == 1 and slips:
                worst = max(
                    worst, law.braking(P, Q, before.v[k], then.v[k], float(then.spin[k]), least) * max(W[slips])
                )
        return worst

    @property
    def _fixed(self) -> list[int]:
        """Rows that last."""
        return [i for i, row in enumerate(self.eom.rows) if row.role not in (Role.UNILATERAL, Role.FRICTION)]

    @cached_property
    def _matrices(self) -> Mapping[str, Any]:
        return self.evaluate({"M": self.eom.M, "J": self.eom.J})

    def _left(self, k: int) -> float:
        """By how much what points exert together exceeds all that they could, in N."""
        M, J = self._matrices["M"][k], self._matrices["J"][k]
        # in units of accelerations, as far as rows that last leave them free
        inertia = np.diag(M)
        J = J / np.sqrt(np.where(inertia > 0.0, inertia, 1.0))
        _, sizes, ways = np.linalg.svd(J[self._fixed])
        Z = ways[np.count_nonzero(sizes > 1e-10 * sizes.max(initial=0.0)) :]
        # dry friction that holds has a place of its own, where its parts and the rest of it make its strength
        dry = [p for p in self.points if p.law.strength is not None and self._rests(p, k)]
        n = len(Z)
        told, edges, discs = np.zeros(n + len(dry)), [], []
        for p in self.points:
            a, B = np.zeros(n + len(dry)), np.zeros((n + len(dry), p.T.shape[1]))
            B[:n] = Z @ J[self._slips(p.law)].T
            if p in dry:
                a[n + dry.index(p)] = np.linalg.norm(B)
                told += p.most[k] * a + B @ p.T[k]
                discs.append((a, B))
            elif p.law.strength is None:
                a[:n] = Z @ J[self.rows[p.law.normal]]
                told += p.N[k] * a + B @ p.T[k]
                if p.gap[k] > FITS and not p.N[k]:
                    continue
                if self._rests(p, k):
                    discs.append((a, p.law.friction.static * B))
                else:
                    edges.append(a + B @ p.law.kinetic_friction(p.v[k : k + 1], p.spin[k : k + 1])[0])
        size = float(np.linalg.norm(told))
        whole = sum(float(np.linalg.norm([p.N[k], *p.T[k]])) for p in self.points)
        if size == 0.0:
            return 0.0
        return whole * cone_distance(told / size, np.array(edges).reshape(-1, len(told)).T, discs)

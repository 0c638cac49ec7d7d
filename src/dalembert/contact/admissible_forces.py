"""Forces of contacts that stay as they are: some that press and lie in the cones of friction, if there are any."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.contact.bearable_forces import bearable_forces
from dalembert.contact.held_modes import OPEN, static_limit
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import ModelError
from dalembert.model.contacts.contact_rows import ContactRows, geometry_measures
from dalembert.model.contacts.dry_friction_force import TANGENTS
from dalembert.model.contacts.open_laws import number_with
from dalembert.model.contacts.touching import Touching
from dalembert.model.model import Model, touching_parts
from dalembert.numerics.contact_levels import DEPENDENT, FITS
from dalembert.numerics.feasibility import largest_entry
from dalembert.state import State

UNIQUE = 1e-9
"""Change of a force, beside one that leaves the balance as it is, that is none."""

ROUNDED = 1e-11
"""Force, beside the largest at places around, that may be rounding of coordinates."""


@dataclass(frozen=True, eq=False)
class HeldPoint:
    """A point of contact that is closed and does not slip, and where its forces stand among the unknowns."""

    rows: ContactRows
    normal: int
    """Number of its normal force; of friction that no normal force of its own is behind, of the limit."""

    tangents: tuple[int, ...]
    mu: float
    """Coefficient of static friction; an arm against turning; one where the limit is a force."""

    lengths: tuple[float, ...]
    """How long the directions of slip are, one for each tangent: another than one along a grain."""

    @property
    def name(self) -> str:
        """Name of the point."""
        return self.rows.name

    def excess(self, lam: Vector) -> float:
        """By how much forces exceed what the point can bear; negative if it could bear more."""
        if self.mu == 0.0 and not self.tangents:
            return -float(lam[self.normal])
        return float(np.linalg.norm(lam[list(self.tangents)])) - self.mu * float(lam[self.normal])

    def force_per_multiplier(self, lam: Vector) -> float:
        """Friction in newtons per multiplier of rows of slip, along the friction that acts; if none, the least."""
        if not self.tangents:
            return 1.0
        along = lam[list(self.tangents)]
        size = float(np.linalg.norm(along))
        return float(np.linalg.norm(along * self.lengths)) / size if size else min(self.lengths)


@dataclass(frozen=True, eq=False)
class HeldForces:
    """The balance of forces with contacts closed as modes say, none of which slips: E λ = M a − f."""

    held: Dynamics
    """Dynamics with contacts in these modes."""

    model: Model
    """The model with contacts."""

    modes: Mapping[str, str]
    state: State
    accelerations: Vector | None = None
    """Rates of the speeds; zero if None."""

    @cached_property
    def _numbers(self) -> Mapping[str, Any]:
        eom, a = self.held.equations, self.accelerations
        f = eom.f + eom.G @ eom.tau if len(eom.tau) else eom.f
        outputs = {"f": f if a is None else f - eom.M @ a}
        if eom.rows:
            outputs["E"] = eom.constraint_force_matrix
        return self.held.evaluate(outputs, self.state)

    @cached_property
    def _rows(self) -> dict[str, int]:
        """Numbers of rows by name."""
        return {row.name: k for k, row in enumerate(self.held.equations.rows)}

    @cached_property
    def _laws(self) -> dict[str, Any]:
        """Friction by reactions, by the name of its point."""
        return {force.rows: force for part in touching_parts(self.model) for force in part.contact_friction()}

    @cached_property
    def points(self) -> tuple[HeldPoint, ...]:
        """Points that are closed; their unknowns are the multipliers of their rows, then limits of friction."""
        points: list[HeldPoint] = []
        extra = len(self._rows)
        for part in touching_parts(self.model):
            for rows in part.contact_points():
                if self.modes[rows.name] == OPEN:
                    continue
                tangents = [self._rows.get(f"{rows.name}.slip {which}") for which in TANGENTS]
                numbers = tuple(k for k in tangents if k is not None)
                grain = rows.geometry.grain if isinstance(rows.geometry, Touching) else None
                of_slips = (1.0 if grain is None else grain.factor, 1.0)
                lengths = tuple(s for s, k in zip(of_slips, tangents, strict=True) if k is not None)
                if rows.strength is None:
                    normal = self._rows.get(f"{rows.name}.normal")
                    if normal is None:
                        raise ModelError(
                            f"no motion of the model changes the gap of {rows.name!r}; leave the contact out"
                        )
                    mu = number_with(rows.friction.static, self.state.p)
                    points.append(HeldPoint(rows, normal, numbers, mu, lengths))
                else:
                    points.append(HeldPoint(rows, extra, numbers, 1.0, lengths))
                    extra += 1
        return tuple(points)

    @cached_property
    def _contact_columns(self) -> list[int]:
        """Numbers of the unknowns of contacts, point by point, the normal force of each first."""
        return [k for point in self.points for k in (point.normal, *point.tangents)]

    @cached_property
    def _bilateral(self) -> list[int]:
        columns = set(self._contact_columns)
        return [k for k in range(len(self._rows)) if k not in columns]

    @cached_property
    def _balance(self) -> tuple[Matrix, Vector]:
        """A and c of A λ = −c for the unknowns of contacts, without what other rows exert."""
        E, f = np.asarray(self._numbers.get("E", np.zeros((len(self._numbers["f"]), 0)))), self._numbers["f"]
        Z = _left_null_space(E[:, self._bilateral])
        n = len(self._rows) + sum(point.rows.strength is not None for point in self.points)
        whole = np.zeros((len(f), n))
        whole[:, : E.shape[1]] = E
        A, c = [*(Z.T @ whole)], [*(Z.T @ f)]
        for point in self.points:
            if point.rows.strength is not None:
                row, limit = self._limit_row(point, n)
                A.append(row)
                c.append(-limit)
        return np.array(A)[:, self._contact_columns], np.array(c)

    def _limit_row(self, point: HeldPoint, n: int) -> tuple[Vector, float]:
        """The equation for a limit of friction: so large, or an arm times the normal force of another point."""
        row, law = np.zeros(n), self._laws.get(point.name)
        row[point.normal] = 1.0
        if law is not None and law.impulse_arm is not None:
            of, arm = law.impulse_arm
            row[self._rows[f"{of}.normal"]] = -arm
            return row, 0.0
        limit = static_limit(point.rows, law)
        return row, float(limit if isinstance(limit, int | float) else self.held.evaluate(limit, self.state))

    def _places(self, point: HeldPoint) -> list[int]:
        """Where forces of a point stand among the unknowns of contacts."""
        return [self._contact_columns.index(k) for k in (point.normal, *point.tangents)]

    @cached_property
    def least(self) -> Vector:
        """The smallest forces of contacts that balance, admissible or not."""
        A, c = self._balance
        return np.asarray(-np.linalg.lstsq(A, c, rcond=DEPENDENT)[0])

    @cached_property
    def size(self) -> float:
        """Size of the forces, which others are compared with."""
        c = self._balance[1]
        return max(float(np.abs(c).max(initial=0.0)), float(np.abs(self.least).max(initial=0.0)), 1e-300)

    def excess(self, lam: Vector) -> dict[str, float]:
        """By how much multipliers of each point are more than it can bear."""
        whole = self._whole(lam)
        return {point.name: point.excess(whole) for point in self.points}

    def forces_per_multiplier(self, lam: Vector) -> dict[str, float]:
        """Friction of each point in newtons or newton metres per multiplier, along the friction that acts."""
        whole = self._whole(lam)
        return {point.name: point.force_per_multiplier(whole) for point in self.points}

    def without_force(self, size: float) -> tuple[str, ...]:
        """Names of closed points that cannot press, beside rounding of forces of this size, however they share."""
        least, (A, c) = max(ROUNDED * size, FITS * self.size), self._balance
        names = []
        for point in self.points:
            if point.rows.strength is not None:
                continue
            place = self._places(point)[0]
            N = self.least[place]
            if point.name in self.shared:
                normals = [self._places(other)[0] for other in self.points]
                N = largest_entry(place, A, -c, normals, max(size, self.size))
            if least >= N:
                names.append(point.name)
        return tuple(names)

    @cached_property
    def admissible(self) -> Vector | None:
        """Forces that all points can bear; None if there are none."""
        if not self.points:
            return np.zeros(0)
        if max(self.excess(self.least).values()) <= FITS * self.size:
            return self.least
        lam = self.bearable(1.0)
        # where all points are just at their limits, rounding decides
        return self.bearable(1.0 + FITS) if lam is None else lam

    def bearable(self, part: float) -> Vector | None:
        """Forces that all points could bear if coefficients of friction were this part of what they are."""
        A, c = self._balance
        return bearable_forces(A, c, [(1 + len(point.tangents), part * point.mu) for point in self.points])

    def _whole(self, lam: Vector) -> Vector:
        """Unknowns of contacts by their numbers, zeros elsewhere."""
        whole = np.zeros(len(self._rows) + len(self.points))
        whole[self._contact_columns] = lam
        return whole

    def multipliers(self, lam: Vector) -> dict[str, float]:
        """Multipliers of all rows by name; those of other rows follow, the smallest if they are not unique."""
        E, f, whole = np.asarray(self._numbers.get("E", np.zeros((0, 0)))), self._numbers["f"], self._whole(lam)
        values = whole[: len(self._rows)].copy()
        if self._bilateral:
            rest = -f - E @ values
            values[self._bilateral] = np.linalg.lstsq(E[:, self._bilateral], rest, rcond=None)[0]
        return {name: float(values[k]) for name, k in self._rows.items()}

    @cached_property
    def _free(self) -> Matrix:
        """Changes of forces of contacts that leave the balance as it is, as columns."""
        return _left_null_space(self._balance[0].T)

    @cached_property
    def shared_totals(self) -> tuple[str, ...]:
        """Names of contacts of which the sum of forces is not unique either."""
        changes = [self.totals(way) for way in self._free.T]
        return tuple({name: None for totals in changes for name, F in totals.items() if np.abs(F).max() > UNIQUE})

    @cached_property
    def shared(self) -> tuple[str, ...]:
        """Names of points whose single forces are not unique."""
        free = self._free
        return tuple(
            point.name for point in self.points if np.abs(free[self._places(point)]).max(initial=0.0) > UNIQUE
        )

    def totals(self, lam: Vector) -> dict[str, Vector]:
        """Force of each contact on its first body in world axes, summed over its points; of those with a place."""
        wholes: list[Any] = [whole for part in touching_parts(self.model) for whole in part.contact_parts()]
        on_second = {name for whole in wholes for name in whole.on_second}
        totals: dict[str, Vector] = {}
        for point in self.points:
            geometry = point.rows.geometry
            if isinstance(geometry, Touching):
                force = self._axes(geometry) @ self.along(point, lam)
                force = -force if point.name in on_second else force
                totals[point.rows.contact] = totals.get(point.rows.contact, np.zeros(3)) + force
        return totals

    def along(self, point: HeldPoint, lam: Vector) -> Vector:
        """Normal force and friction along both tangents."""
        values = dict(zip((point.normal, *point.tangents), lam[self._places(point)], strict=True))
        names = (f"{point.name}.normal", *(f"{point.name}.slip {which}" for which in TANGENTS))
        return np.array([values.get(self._rows.get(name, -1), 0.0) for name in names])

    def _axes(self, geometry: Touching) -> Matrix:
        """Normal and tangents of a contact in world axes, as columns (3, 3)."""
        entries = np.array(geometry_measures(geometry, Touching.axes, 9), dtype=object).reshape(3, 3)
        return np.asarray(self.held.evaluate(entries, self.state), dtype=float)


def _left_null_space(A: Matrix) -> Matrix:
    """Columns that are at right angles to those of a matrix."""
    if not A.size:
        return np.eye(A.shape[0])
    U, values, _ = np.linalg.svd(A)
    return np.asarray(U[:, np.count_nonzero(values > DEPENDENT * values[0]) :])

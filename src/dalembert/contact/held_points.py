"""Which points stick, slide or let go at an instant, by the forces that fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.contact.contact_impacts import Impacts, number_of
from dalembert.contact.contact_system import SLIPPING, STICKING, ContactNumbers, Point
from dalembert.contact.stick_or_slip import Chosen, choose_modes
from dalembert.numerics.complementarity import NoSolutionError
from dalembert.numerics.contact_levels import DEPENDENT, IMMOBILE, SLIPS

PRESSES = 1e-8
"""Acceleration into the other body, beside the largest, of a point that follows without force: it should not."""


class HeldPoints(Impacts):
    """Points that are held at one instant of a run, and the choice of their modes."""

    def _held_rows(self, held: Sequence[int], chosen: Chosen) -> list[int]:
        """Rows that are on among points that are held."""
        found = []
        for i, k in enumerate(held):
            point = self.system.points[k]
            if chosen.is_closed[i]:
                found += [] if point.normal is None else [point.normal]
                found += [] if chosen.slips[i] else list(point.tangents)
        return found

    def _chosen(
        self,
        numbers: ContactNumbers,
        x: Vector,
        held: Sequence[int],
        slip_directions: Mapping[int, Vector],
        resting: frozenset[int],
        sees_all: bool,
    ) -> tuple[Chosen, Matrix]:
        """What points do that neither approach nor part."""
        points = [self.system.points[k] for k in held]
        n, d = len(points), numbers.tangents_of(points)
        static, kinetic, floor = np.zeros(n), np.zeros(n), np.zeros(n)
        direction = np.full((n, d), np.nan)
        for i, (k, point) in enumerate(zip(held, points, strict=True)):
            slip, m = numbers.slips(point), len(point.tangents)
            speed = float(np.sqrt(slip @ slip))
            static[i], kinetic[i] = point.rows.friction.static, 0.0
            if point.normal is None:
                most, sliding = numbers.strength(point, self.strengths)
                floor[i], static[i], kinetic[i] = most, 1.0, sliding / most if most > 0.0 else 0.0
            else:
                kinetic[i] = number_of(point.rows.friction.kinetic_at(speed))
            way = self._way(numbers, x, k, point, slip, speed, slip_directions, resting)
            if way is not None:
                direction[i, :m], direction[i, m:] = way, 0.0
        c = numbers.vector(numbers.free, points)
        c[numbers.slots(points) < 0] = 0.0
        for i, point in enumerate(points):
            if point.rows.creep is not None:
                # what rest means there: v̇ = −a v
                c[i * (1 + d) + 1] += point.rows.creep.damping * numbers.slips(point)[0]
            if point.normal is None:
                c[i * (1 + d)] = max(float(np.abs(c).max(initial=0.0)), 1.0)
        names = tuple(point.name for point in points)
        square = numbers.square(points)
        slots = numbers.slots(points)
        for i, point in enumerate(points):
            if point.combined is not None and point.spin is not None:
                # the moment of spin goes with the normal force
                law, spin = point.combined, float(numbers.psi[point.spin])
                factor = -law.static * law.spin_factor(float(np.linalg.norm(numbers.slips(point))), spin) * spin
                square[:, i * (1 + d)] += np.where(slots < 0, 0.0, numbers.W[slots, point.spin]) * factor
        return choose_modes(square, c, static, kinetic, direction, floor, names, sees_all=sees_all), direction

    def _carried(
        self,
        numbers: ContactNumbers,
        x: Vector,
        held: list[int],
        chosen: Chosen,
        direction: Matrix,
        slip_directions: Mapping[int, Vector],
        resting: frozenset[int],
    ) -> tuple[Chosen, Matrix, list[int], list[int]]:
        """The same where fewer points than touch carry a body that slides: the others follow, without force.

        How forces share the load is not unique, but says how friction brakes. So it is chosen, once for the choice
        of modes and for the motion after it: those with the largest forces carry.
        """
        points = self.system.points
        closed = [
            (i, k, row)
            for i, k in enumerate(held)
            if chosen.is_closed[i] and (row := points[k].normal) is not None
        ]
        if not any(chosen.slips[i] for i, *_ in closed):
            return chosen, direction, held, []
        lam = chosen.lam.reshape(len(held), -1)
        forces = {row: float(lam[i, 0]) for i, _, row in closed}
        loads = carried_by_few(self._with_friction(numbers, held, chosen), forces)
        carrying = independent_rows(
            numbers.W, [(-1.0 if k in self.released else loads[row], row) for _, k, row in closed]
        )
        following = [k for _, k, row in closed if row not in carrying]
        kept = [k for k in held if k not in following]
        if not following:
            return chosen, direction, held, []
        try:
            again, ways = self._chosen(numbers, x, kept, slip_directions, resting, True)
        except NoSolutionError:
            return chosen, direction, held, []
        slots = numbers.slots([points[k] for k in kept])
        w = numbers.free + numbers.W[:, slots[slots >= 0]] @ again.lam[slots >= 0]
        least = min(float(w[row]) for k in following if (row := points[k].normal) is not None)
        if least < -PRESSES * float(np.abs(numbers.free).max(initial=0.0)):
            return chosen, direction, held, []
        return again, ways, kept, following

    def _with_friction(self, numbers: ContactNumbers, held: Sequence[int], chosen: Chosen) -> Matrix:
        """W whose columns of normal forces have the friction with them of points that slide."""
        W = numbers.W.copy()
        for i, k in enumerate(held):
            point = self.system.points[k]
            if chosen.slips[i] and point.normal is not None and point.tangents:
                slip = numbers.slips(point)
                mu = number_of(point.rows.friction.kinetic_at(float(np.sqrt(slip @ slip))))
                way = chosen.direction[i, : len(point.tangents)]
                W[:, point.normal] -= mu * numbers.W[:, list(point.tangents)] @ way
        return W

    def _way(
        self,
        numbers: ContactNumbers,
        x: Vector,
        k: int,
        point: Point,
        slip: Vector,
        speed: float,
        slip_directions: Mapping[int, Vector],
        resting: frozenset[int],
    ) -> Vector | None:
        """The direction in which a point slides; None if it rests."""
        if k in slip_directions:
            return slip_directions[k]
        if point.rows.creep is not None and speed > point.rows.creep.tolerance:
            return slip / speed
        if point.combined is not None and point.spin is not None:
            factor: Vector = point.combined.slip_factor(speed, float(numbers.psi[point.spin])) * slip
            return factor
        if k in resting or not point.tangents:
            return None
        z = x[self.system.z_start :]
        if point.mode(z) == SLIPPING and len(point.tangents) == 1 and not self.is_struck:
            begun = float(z[point.states[self.system.along(point)]])
            if begun:
                return np.array([begun])
            # a follower has no direction yet: its slip says whether it has one
        size = self._typical_speed(numbers, x, point.tangents)
        if point.rows.creep is not None:
            return None
        stuck = point.mode(z) == STICKING and not self.is_struck
        return None if stuck or speed <= SLIPS * size else slip / speed


def independent_rows(
    W: Matrix, wanted: Sequence[tuple[float, int]], normals: Mapping[int, int] | None = None
) -> frozenset[int]:
    """Rows that do not depend on others before them, those with the largest forces first.

    `normals` has the normal rows of tangential ones, beside which these may be immobile.
    """
    rows = [row for _, row in sorted(wanted, key=lambda one: -one[0])]
    if not rows:
        return frozenset()
    S = W[np.ix_(rows, rows)].copy()
    mobility, found = np.diag(W), []
    sizes = [max(mobility[row], IMMOBILE * mobility[(normals or {}).get(row, row)]) for row in rows]
    for i, row in enumerate(rows):
        if S[i, i] <= DEPENDENT * sizes[i]:
            continue
        found.append(row)
        S = S - np.outer(S[:, i], S[i]) / S[i, i]
    return frozenset(found)


def carried_by_few(W: Matrix, forces: Mapping[int, float]) -> dict[int, float]:
    """Other forces of rows that press and do the same, by as few of them as can: none of these depends on others.

    From forces that fit one goes along what changes nothing until one of them vanishes (Carathéodory).
    """
    rows, lam = list(forces), np.maximum(np.array(list(forces.values())), 0.0)
    for _ in rows:
        on = np.flatnonzero(lam > 0.0)
        if not len(on):
            break
        own = [rows[i] for i in on]
        size = np.sqrt(np.abs(np.diag(W)[own]))
        _, values, ways = np.linalg.svd(W[np.ix_(own, own)] / np.outer(size, size))
        if values[-1] > DEPENDENT * len(on):
            break
        way = ways[-1] / size
        way = way if way.min() < -way.max() else -way
        falls = np.flatnonzero(way < 0.0)
        first = falls[np.argmin(lam[on[falls]] / -way[falls])]
        lam[on] = np.maximum(lam[on] + lam[on[first]] / -way[first] * way, 0.0)
        lam[on[first]] = 0.0
    return dict(zip(rows, lam.tolist(), strict=True))

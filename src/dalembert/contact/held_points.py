"""Which points stick, slide or let go at an instant, by the forces that fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.contact.contact_impacts import Impacts, number_of
from dalembert.contact.contact_system import SLIPPING, STICKING, ContactNumbers, Point
from dalembert.contact.stick_or_slip import Chosen, choose_modes
from dalembert.numerics.contact_levels import SLIPS


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

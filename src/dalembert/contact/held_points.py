"""Which points stick, slide or let go at an instant, by the forces that fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np

from dalembert.arrays import Vector
from dalembert.contact.contact_impacts import Impacts, number_of
from dalembert.contact.contact_system import SLIPPING, STICKING, ContactNumbers, Point
from dalembert.contact.patch_rest import (
    Motion,
    PatchProblem,
    axis_sizes,
    friction_of,
    motion_of,
    size_of,
    unit_motion,
)
from dalembert.contact.stick_or_slip import Chosen, choose_modes
from dalembert.errors import SolverError
from dalembert.numerics.contact_levels import SLIP_ENDS, SLIPS
from dalembert.numerics.few_unknowns import zero_near

SETTLED = 1e-10
"""How exactly patches accelerate in the direction in which they begin."""


class HeldPoints(Impacts):
    """Points that are held at one instant of a run, and the choice of their modes."""

    def _held_rows(self, held: Sequence[int], chosen: Chosen) -> list[int]:
        """Rows that are on among points that are held."""
        found = []
        for i, k in enumerate(held):
            point = self.system.points[k]
            if chosen.is_closed[i]:
                found += [] if point.normal is None else [point.normal]
                found += [] if chosen.slips[i] else list(point.slip_rows)
        return found

    def _chosen(
        self,
        numbers: ContactNumbers,
        x: Vector,
        held: Sequence[int],
        slip_directions: Mapping[int, Vector],
        resting: frozenset[int],
        sees_all: bool,
    ) -> tuple[Chosen, Mapping[int, Motion]]:
        """What points do that neither approach nor part, and motions of size one of patches that slip and spin."""
        points = [self.system.points[k] for k in held]
        moving, at_rest, forced = {}, [], set()
        for i, (k, point) in enumerate(zip(held, points, strict=True)):
            if point.has_patch_friction:
                motion = motion_of(numbers, point)
                if k in resting or k in slip_directions or size_of(point, motion) <= SLIP_ENDS:
                    at_rest.append(i)
                    forced |= {i} & {held.index(k) for k in slip_directions}
                else:
                    moving[i] = unit_motion(point, motion)
        choose = partial(self._chosen_beside, numbers, x, held, slip_directions, resting, sees_all)
        problem = PatchProblem(numbers, points, moving)
        if at_rest:
            problem.check_unique(self.t)
        chosen = choose(problem)
        begins = {
            i: problem.begin(i, chosen.lam)
            for i in at_rest
            if i in forced or (chosen.is_closed[i] and (chosen.slips[i] or not problem.holds(i, chosen.lam)))
        }
        free = [i for i in begins if i not in forced]
        sizes = np.array([axis_sizes(points[i]) for i in free])

        def with_motions(unknown: Vector) -> tuple[PatchProblem, Chosen]:
            rows = sizes * unknown.reshape(sizes.shape)
            own = {**moving, **begins, **{i: unit_motion(points[i], e) for i, e in zip(free, rows, strict=True)}}
            problem = PatchProblem(numbers, points, own)
            return problem, choose(problem)

        def missing(unknown: Vector) -> Vector:
            """How far accelerations of patches are from those whose directions their friction has."""
            problem, chosen = with_motions(unknown)
            own = [problem.accelerations(i, chosen.lam) for i in free]
            return np.ravel(np.array(own) / sizes) - unknown

        unknown = np.ravel(np.array([begins[i] for i in free]) / sizes)
        if free:
            unknown = zero_near(missing, unknown, SETTLED)
            if not np.abs(missing(unknown)).max() <= SETTLED * np.abs(unknown).max():
                names = ", ".join(repr(points[i].name) for i in free)
                raise SolverError(f"how {names} begins to slip and spin at t = {self.t:.9g} was not found")
        problem, chosen = with_motions(unknown) if begins else (problem, chosen)
        return chosen, {held[i]: e for i, e in problem.motions.items()}

    def _chosen_beside(
        self,
        numbers: ContactNumbers,
        x: Vector,
        held: Sequence[int],
        slip_directions: Mapping[int, Vector],
        resting: frozenset[int],
        sees_all: bool,
        problem: PatchProblem,
    ) -> Chosen:
        """The same with given motions of patches."""
        points = problem.points
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
            if point.has_patch_friction:
                is_moving = i in problem.motions
                way = -friction_of(point, problem.motions[i])[:-1] / static[i] if is_moving else None
            else:
                way = self._way(numbers, x, k, point, slip, speed, slip_directions, resting)
            if way is not None:
                direction[i, :m], direction[i, m:] = way, 0.0
        square, c = problem.reduced()
        for i, point in enumerate(points):
            if point.rows.creep is not None:
                # what rest means there: v̇ = −a v
                c[i * (1 + d) + 1] += point.rows.creep.damping * numbers.slips(point)[0]
            if point.normal is None:
                c[i * (1 + d)] = max(float(np.abs(c).max(initial=0.0)), 1.0)
        names = tuple(point.name for point in points)
        return choose_modes(square, c, static, kinetic, direction, floor, names, sees_all=sees_all)

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

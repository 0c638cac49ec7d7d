"""States that satisfy the constraints near a given one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dalembert.arrays import Arguments, Matrix, Vector
from dalembert.configuration.assembly_failures import cannot_close
from dalembert.configuration.constraint_unknowns import Positions
from dalembert.dynamics.dynamics import Dynamics
from dalembert.numerics.nearest_root import point, root
from dalembert.rank import free_motions

STEPS = (0.05, 0.005, 0.0005)
"""How far neighbours lie from the given position, in rad and arms: as far as free motions can be followed."""

FOLLOWED = 0.3
"""Part of a step by which a neighbour may lie beside the free motion that leads to it."""

LATER = (0.1, 0.01, 0.001)
"""Seconds after which rows that change with time must still hold; the longer ones may lead to a dead end."""

_SAMPLES = 6


@dataclass(frozen=True, eq=False)
class _Pushed:
    """Positions that satisfy the constraints at a distance from the given ones, measured along a direction.

    Without the distance, a singular position would draw them back to itself.
    """

    positions: Positions
    direction: Vector
    """Distance that a motion covers along it, for each speed (nu,)."""

    distance: float

    def rows(self, x: Vector) -> tuple[Vector, Matrix]:
        r, A = self.positions.rows(x)
        covered = self.direction @ self.displacement(x)
        return np.append(r, covered - self.distance), np.vstack([A, self.direction])

    def moved(self, x: Vector, delta: Vector) -> Vector:
        return self.positions.moved(x, delta)

    def measured(self, x: Vector) -> Vector:
        """All numbers of x."""
        return x

    def displacement(self, x: Vector) -> Vector:
        return self.positions.displacement(x)


@dataclass(frozen=True, eq=False)
class Neighbours:
    """States near one that is given as numbers and satisfies the constraints."""

    dynamics: Dynamics
    arguments: Arguments
    p: Mapping[str, float]
    sizes: Vector
    """Sizes of speeds (nu,) that count alike in distances."""

    @property
    def positions(self) -> list[Arguments]:
        """States at other positions, at the same time."""
        return self._explored[0]

    @property
    def is_smooth(self) -> bool:
        """Whether every motion that is free to first order can be followed: not so where branches meet or end."""
        return self._explored[1]

    @cached_property
    def _explored(self) -> tuple[list[Arguments], bool]:
        first: list[Arguments] = []
        for step in STEPS:
            states = [self._at_distance(delta, step) for delta in self.ways]
            if all(is_followed for _, is_followed in states):
                return [state for state, _ in states if state is not None], True
            first = first or [state for state, _ in states if state is not None]
        return first, False

    def at_distance(self, delta: Vector, distance: float) -> Arguments | None:
        """The state at a distance along a direction, if there is one."""
        return self._at_distance(delta, distance)[0]

    def _at_distance(self, delta: Vector, distance: float) -> tuple[Arguments | None, bool]:
        problem = self._problem(self.arguments)
        pushed = _Pushed(problem, delta / self.sizes**2, distance)
        solution = root(pushed, problem.moved(problem.guess, distance * delta))
        if not solution.is_root:
            return None, False
        beside = np.linalg.norm((problem.displacement(solution.x) - distance * delta) / self.sizes)
        return {**self.arguments, "q": solution.x}, bool(beside <= FOLLOWED * abs(distance))

    def _problem(self, arguments: Arguments) -> Positions:
        q: Vector = arguments["q"]
        return Positions(self.dynamics, (), (), arguments, self.p, q, np.zeros(0))

    @cached_property
    def ways(self) -> list[Vector]:
        """Some motions of length one, by these sizes, that are free to first order."""
        free = free_motions(point(self._problem(self.arguments), self.arguments["q"]).A * self.sizes)
        generator, n = np.random.default_rng(5), free.shape[1]
        motions = [free @ generator.standard_normal(n) for _ in range(_SAMPLES if n else 0)]
        return [self.sizes * delta / np.linalg.norm(delta) for delta in motions]

    @property
    def beside(self) -> list[Arguments]:
        """Positions next to the given one, whether they satisfy the constraints or not."""
        problem = self._problem(self.arguments)
        return [{**self.arguments, "q": problem.moved(problem.guess, STEPS[0] * delta)} for delta in self.ways]

    def later(self) -> list[Arguments]:
        """The state a little later if rows change with time; there must be one."""
        if not any(row.is_rheonomic for row in self.dynamics.equations.rows):
            return []
        for seconds in LATER:
            arguments = {**self.arguments, "t": self.arguments["t"] + seconds}
            problem = self._problem(arguments)
            solution = root(problem, self.arguments["q"])
            if solution.is_root:
                return [{**arguments, "q": solution.x}]
        way = f"{LATER[-1]:g} s after the given state, in which they hold"
        raise cannot_close(problem.records, solution, self.dynamics.equations.speeds, [way])

"""Unknowns of a trajectory: their numbers, bounds and guesses, and the points of a phase that they belong to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any

import numpy as np

from dalembert.arrays import Vector
from dalembert.optimal_control.phase_system import PhaseSystem


@dataclass(eq=False)
class Unknowns:
    """Unknowns while they are collected."""

    _lower: list[Vector] = field(default_factory=list)
    _upper: list[Vector] = field(default_factory=list)
    _guess: list[Vector] = field(default_factory=list)
    names: list[str] = field(default_factory=list)

    def new(self, names: Sequence[str], count: int, guess: Any = 0.0) -> Any:
        """Numbers (n, count) of new unknowns, without bounds."""
        n, first = len(names), len(self.names)
        size = n * count
        self._lower.append(np.full(size, -inf))
        self._upper.append(np.full(size, inf))
        self._guess.append(np.broadcast_to(np.asarray(guess, dtype=float), (n, count)).ravel(order="F").copy())
        self.names += list(names) * count
        return np.arange(first, first + size).reshape((n, count), order="F")

    def arrays(self) -> tuple[Vector, Vector, Vector]:
        """Lower bounds, upper bounds and guess of all."""
        return np.concatenate(self._lower), np.concatenate(self._upper), np.concatenate(self._guess)


@dataclass(frozen=True, eq=False)
class Points:
    """Points of a phase in the order of time, and the numbers of their unknowns; −1 for what a point has not."""

    system: PhaseSystem
    mesh: Vector
    """Fractions of the phase where intervals end, 0 to 1; 0 alone for an instant."""

    fractions: Vector
    """Fractions of all points (P,)."""

    x: Any
    """(nx, P)."""

    tau: Any
    """(n_tau, P)."""

    y: Any
    """(n_y, P)."""

    slack: Any
    """Corrections that keep constraints, (n, S)."""

    knots: Any
    """Numbers of the points where intervals end."""

    t0: int
    duration: int

    @property
    def has_inputs(self) -> Any:
        """Points with inputs and accelerations of their own."""
        return (np.concatenate([self.tau, self.y]) >= 0).all(axis=0)

    @property
    def times(self) -> Any:
        """Numbers of the start and the duration, (2, 1)."""
        return np.array([[self.t0], [self.duration]])

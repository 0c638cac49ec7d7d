"""Jumps of derivatives at an event, whose time changes with what they are taken by.

With a guard g(t, x, θ) = 0, rates F⁻ before and F⁺ after, and a map x⁺ = R(t, x⁻, θ) of the states,

    ∂t*/∂θ = −(∂g/∂x S⁻ + ∂g/∂θ) / (∂g/∂t + ∂g/∂x F⁻)
    S⁺ = ∂R/∂x S⁻ + ∂R/∂θ + (∂R/∂x F⁻ + ∂R/∂t − F⁺) ∂t*/∂θ

(Aizerman, Gantmacher 1958). Where nothing is mapped, R = x, and S jumps only if rates do.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.errors import SolverError

GRAZING = 1e-9
"""Rate of a guard beside the largest it could have, below which it touches zero rather than passes it."""


@dataclass(frozen=True, eq=False)
class Guard:
    """Derivatives of a guard at its event."""

    name: str
    by_states: Vector
    """∂g/∂x (n,)."""

    by_time: float
    by_directions: Vector
    """∂g/∂θ with constant states (k,)."""

    def rate(self, rates: Vector) -> float:
        """Rate of the guard, given ẋ (n,) before the event; an error where the guard only touches zero."""
        rate = float(self.by_time + self.by_states @ rates)
        size = abs(self.by_time) + np.abs(self.by_states) @ np.abs(rates)
        if not abs(rate) > GRAZING * size:
            raise SolverError(
                f"the event {self.name!r} only touches its value: there its time has no derivative, because next "
                "to it the event does not happen at all"
            )
        return rate

    def event_time(self, S: Matrix, rates: Vector) -> Vector:
        """∂t*/∂θ (k,), given ∂x/∂θ (n, k) and ẋ (n,) before the event."""
        return np.asarray(-(self.by_states @ S + self.by_directions) / self.rate(rates))


@dataclass(frozen=True, eq=False)
class Map:
    """Derivatives of a map x⁺ = R(t, x⁻, θ) at an event."""

    by_states: Matrix
    by_time: Vector
    by_directions: Matrix

    @classmethod
    def identity(cls, n: int, k: int) -> Map:
        """The map of n states that stay as they are, by k directions."""
        return cls(np.eye(n), np.zeros(n), np.zeros((n, k)))


def after_event(S: Matrix, time: Vector, before: Vector, after: Vector, mapped: Map) -> Matrix:
    """∂x/∂θ (n, k) after an event, from that before it, ∂t*/∂θ (k,), and rates (n,) before and after."""
    left_over = mapped.by_states @ before + mapped.by_time - after
    return np.asarray(mapped.by_states @ S + mapped.by_directions + np.outer(left_over, time))


@dataclass(frozen=True, eq=False)
class Before:
    """Sensitivities of a number before an event."""

    by_states: Vector
    """λ (n,)."""

    by_directions: Vector
    """What the event has of the directions, (k,)."""


def before_event(lam: Vector, by_time: float, guard: Guard, before: Vector, after: Vector, mapped: Map) -> Before:
    """λ (n,) before an event, from that after it: the transpose of `after_event`.

    `by_time` is the derivative of the number by the time of the event itself. Rates `after` are zero where the
    number is looked at as the event happens, not at a time that stays.
    """
    left_over = mapped.by_states @ before + mapped.by_time - after
    share = float(left_over @ lam + by_time) / guard.rate(before)
    return Before(
        mapped.by_states.T @ lam - share * guard.by_states,
        mapped.by_directions.T @ lam - share * guard.by_directions,
    )


def at_event(S: Matrix, time: Vector, rates: Vector) -> Matrix:
    """Derivatives (n, k) of the states in which the event happens, whose time changes too."""
    return np.asarray(S + np.outer(rates, time))

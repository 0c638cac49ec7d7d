"""Why a run with contacts could not go on, where contacts are the reason: kinks of gaps, forces that cancel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from dalembert.arrays import Vector
from dalembert.contact.contact_system import OPEN, ContactSystem
from dalembert.errors import ModelError, SolverError
from dalembert.numerics.contact_levels import EPSILON

NEAR, BENT = 1e-6, 1e-3
"""How far coordinates are moved to see a kink of a gap, and the change of its slope, beside its slopes, that is
one: curvature alone changes slopes by about the motion."""

CANCELLED = 1e-8
"""Rounding of what forces of contacts do, beside accelerations without them, from which on steps follow it."""


class OverlapError(ModelError, SolverError):
    """Bodies overlap at a start: there is no motion from it, whatever becomes of other starts."""

    @classmethod
    def of(cls, depths: Iterable[tuple[str, float]]) -> OverlapError:
        """The error for points of contact by name, and how deep each is."""
        words = ", ".join(f"{name!r} by {depth:.3g} m" for name, depth in depths)
        return cls(f"contacts overlap at the start: {words}; move the bodies apart at the start")


def contact_reason(system: ContactSystem, t: float, x: Vector, tau: Vector, p: Mapping[str, float]) -> str:
    """The part of contacts in steps that became too small; empty if none is known."""
    return _kinks(system, t, x, tau, p) or _cancelled(system, t, x, tau, p)


def _kinks(system: ContactSystem, t: float, x: Vector, tau: Vector, p: Mapping[str, float]) -> str:
    """Gaps that are next to none and whose slope jumps next to a state, as where a rim lies flat."""
    nq = len(system.dynamics.equations.coordinates)
    if all(point.normal is None for point in system.points):
        return ""
    states = np.repeat(system.opened(x)[None], 1 + 2 * nq, axis=0)
    for j in range(nq):
        states[1 + 2 * j, j] += NEAR
        states[2 + 2 * j, j] -= NEAR
    gaps = system.open_gaps(np.full(len(states), t), states, tau, p)
    there, up, down = gaps[0], gaps[1::2], gaps[2::2]
    bends = np.abs(up + down - 2.0 * there).max(axis=0) / NEAR
    slopes = np.maximum(np.abs(up - there), np.abs(down - there)).max(axis=0) / NEAR
    bent = [
        point.name
        for point, gap, bend, slope in zip(system.points, there, bends, slopes, strict=True)
        if abs(gap) <= NEAR and bend > BENT * slope
    ]
    if not bent:
        return ""
    return (
        f"; the gap of {', '.join(map(repr, bent))} has a kink there: a rim that lies flat has no lowest place; "
        "give as many places as touch there, such as points=12"
    )


def _cancelled(system: ContactSystem, t: float, x: Vector, tau: Vector, p: Mapping[str, float]) -> str:
    """Forces of contacts so large beside the bodies that they press that their rounding moves these."""
    z = x[system.z_start :]
    closed = [point for point in system.points if point.mode(z) != OPEN and point.normal is not None]
    if not closed:
        return ""
    solved, numbers = system.dynamics.solved, system.at(t, x, tau, p)
    function = system.dynamics.function({"lam": np.array([solved.multipliers[k.normal] for k in closed])})
    lam = np.abs(np.asarray(system.values(function, t, x, tau, p)["lam"], dtype=float))
    moves = EPSILON * lam * np.array([abs(numbers.W[k.normal, k.normal]) for k in closed])
    typical = float(np.abs(numbers.free).max(initial=0.0))
    worst = int(np.argmax(moves))
    if not moves[worst] > CANCELLED * typical:
        return ""
    return (
        f"; {closed[worst].name!r} presses with {lam[worst]:.3g} N, whose rounding moves what it presses: masses "
        "differ too much for rigid contacts; let the light body be heavier, or leave it out"
    )

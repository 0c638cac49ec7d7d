"""Equilibrium: positions at which all can stay at rest, from what is held and a guess of the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from dalembert.arrays import Vector
from dalembert.configuration.assemble import Values
from dalembert.configuration.contact_overlaps import has_contacts
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.errors import ModelError
from dalembert.number_checks import is_count, told
from dalembert.numerics.finite_differences import CentralDifferences
from dalembert.state import State, as_state
from dalembert.statics.resting import Equilibria, Equilibrium, resting, resting_near
from dalembert.statics.resting_contacts import resting_on_contacts
from dalembert.statics.steady_lanes import approaches
from dalembert.statics.targets import Wanted

_MOST_STARTS = 10**6
"""That are drawn."""

SAME = 1e-6
"""Distance of bodies, in metres and as entries of rotations, below which two positions of rest are one."""


def equilibrium(
    subject: Subject,
    *,
    q: Values | None = None,
    guess: Values | State | None = None,
    where: Iterable[tuple[Any, float]] = (),
    unknown: Sequence[str] = (),
    p: Values | None = None,
    tau: Values | None = None,
    z: Values | None = None,
    derivatives: CentralDifferences | None = None,
) -> Equilibrium:
    """A state of rest that holds what is given and is otherwise near the guess, with its loads and its stability.

    Newton's method on f + G τ + Jᵀ λ = 0 and φ = 0 at u = 0 (with damped steps, where full ones lead away), with
    the coordinates `q` held, and the measures in `where`, pairs of an expression and its value. Inputs and open
    parameters in `unknown` are solved for too: a trim, weights carried by motors, the preload of a spring. What
    nothing determines is nearest to the guess, and reported as `undetermined`.

    Derivatives are exact, or by `derivatives`. Where forces vanish only because three angles are singular, there
    is no rest: such roots are rejected. Angles are by whole turns as near to the guess as the forces allow.

    With contacts, modes and forces are found together: points that are closed press, and friction is at most
    static. What friction holds is undetermined. The result has `modes`, `contact_forces`, `margins` and `notes`.

    If there is no such state, `SolverError` says what is left, and `AssemblyError` which rows cannot hold.
    """
    wanted, dynamics = Wanted(q, None, guess, where, unknown, p, tau, z), as_dynamics(subject)
    if has_contacts(dynamics.equations.model):
        return resting_on_contacts(dynamics, wanted, derivatives)
    return resting_near(dynamics, wanted, derivatives)


def equilibria(
    subject: Subject,
    *,
    starts: int | Sequence[Values | State] = 32,
    q: Values | None = None,
    guess: Values | State | None = None,
    where: Iterable[tuple[Any, float]] = (),
    unknown: Sequence[str] = (),
    p: Values | None = None,
    tau: Values | None = None,
    z: Values | None = None,
    derivatives: CentralDifferences | None = None,
) -> Equilibria:
    """The different states of rest that are reached from many starts; the rest is as in `equilibrium`.

    `starts` are guesses, or how many are drawn about `guess`: angles all around, lengths by about one. Always the
    same ones. There may be more equilibria than are found: `chance_of_more` is about which part of further starts
    would lead to others, and `report` says whether that is worth it. Which starts led nowhere, and why, is in
    `failures`.
    """
    near = _guesses(starts)
    _check_alike(near, unknown)
    wanted = Wanted(q, None, near[0] if near else guess, where, unknown, p, tau, z)
    task = resting(as_dynamics(subject), wanted, derivatives)
    found: list[tuple[Vector, Equilibrium]] = []
    failures: list[str] = []
    reached: list[int] = []
    begins = [task.numbers(one) for one in near] if near else task.drawn(starts)
    for begin in approaches(task.unknowns, begins):
        here = task.attempt(begin.x, "from one of many starts")
        here = replace(here, steps=(*begin.steps, *here.steps))
        if not here.is_found:
            failures.append(here.failure)
            continue
        place = task.place(here)
        known = next((k for k, (other, _) in enumerate(found) if _are_same(place, other)), None)
        if known is None:
            found.append((place, task.result(here)))
            reached.append(1)
        else:
            reached[known] += 1
    order = sorted(range(len(found)), key=lambda k: found[k][1].potential_energy or 0.0)
    return Equilibria(
        tuple(found[k][1] for k in order),
        tuple(failures),
        len(begins),
        tuple(reached[k] for k in order),
        not near,
    )


def _guesses(starts: Any) -> list[State]:
    """The guesses that were given; none if it is a number how many shall be drawn."""
    if is_count(starts, 1, _MOST_STARTS):
        return []
    if (
        isinstance(starts, bool | str | Mapping | State)
        or not isinstance(starts, Iterable)
        or not (given := [*starts])
    ):
        raise ModelError(f"starts is a number of starts, or a list of guesses, not {told(starts)}")
    return [as_state(one) for one in given]


def _check_alike(starts: Sequence[State], released: Sequence[str]) -> None:
    """Raise if starts differ in what is no unknown: they would be starts of different systems."""
    for kind, noun in (("p", "parameter"), ("tau", "input")):
        values = [dict(getattr(one, kind)) for one in starts]
        names = {name for one in values for name in one if name not in released}
        differing = sorted(name for name in names if len({one.get(name) for one in values}) > 1)
        if differing:
            raise ModelError(
                f"the starts differ in the {noun} {differing[0]!r}: give it once, {kind}={{{differing[0]!r}: …}}, "
                "and ask for each value by itself, or follow a family along it with da.continuation"
            )


def _are_same(one: Vector, other: Vector) -> bool:
    return bool((np.abs(one - other) <= SAME * np.maximum(1.0, np.abs(one))).all())

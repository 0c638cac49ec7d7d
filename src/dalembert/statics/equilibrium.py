"""Equilibrium: positions at which all can stay at rest, from what is held and a guess of the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import cast

import numpy as np

from dalembert.arrays import Vector
from dalembert.configuration.assemble import Values
from dalembert.configuration.contact_overlaps import has_contacts
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.errors import ModelError
from dalembert.expr.node import Scalar
from dalembert.number_checks import is_count, told
from dalembert.numerics.finite_differences import CentralDifferences
from dalembert.state import State, as_state
from dalembert.statics.equilibrium_search import Equilibria, Equilibrium, resting, resting_near
from dalembert.statics.resting_contacts import resting_on_contacts
from dalembert.statics.steady_lanes import approaches
from dalembert.statics.targets import Targets
from dalembert.tolerances import SAME_SOLUTION

_MOST_STARTS = 10**6
"""Largest number of starts that are drawn."""


def equilibrium(
    subject: Subject,
    *,
    q: Values | None = None,
    guess: Values | State | None = None,
    where: Iterable[tuple[Scalar, float]] = (),
    unknown: Sequence[str] = (),
    p: Values | None = None,
    tau: Values | None = None,
    z: Values | None = None,
    derivatives: CentralDifferences | None = None,
) -> Equilibrium:
    """State of rest that holds what is given and is otherwise near the guess, with its loads and its stability.

    Newton's method on f + G τ + Jᵀ λ = 0 and φ = 0 at u = 0, with damped steps where full ones lead away. What
    nothing determines is nearest to the guess, and reported as `undetermined`.

    Where forces vanish only because three angles are singular, there is no rest: such roots are rejected.
    Angles are by whole turns as near to the guess as the forces allow.

    With contacts, modes and forces are found together: points that are closed press, and friction is at most
    static. What friction holds is undetermined. The result has `modes`, `contact_forces`, `margins` and `notes`.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is asked.
    q : dict of float, optional
        Coordinates that are held, in rad or m; default none.
    guess : State or dict of coordinates, optional
        Position near which the answer is looked for; default values of the model unless given.
    where : pairs of an expression and a float, optional
        Measures that are held at given values, such as `[(da.position(tip)[1], 0.3)]`; default none.
    unknown : sequence of str, optional
        Names of inputs and open parameters that are solved for too; default none.
    p : dict of float, optional
        Values of open parameters; their defaults unless given.
    tau : dict of float, optional
        Values of inputs, in N or N m; zero unless given.
    z : dict of float, optional
        Values of state variables; their starts unless given.
    derivatives : CentralDifferences, optional
        Derivatives by differences; default exact ones.

    Returns
    -------
    Equilibrium
        State with loads, multipliers, potential energy and stability; `rest["A.force.x"]` is any signal.

    Raises
    ------
    SolverError
        There is no such state; the message says what is left.
    AssemblyError
        Rows cannot hold; the message says which.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=2.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod, axis="z"), gravity=(0, -9.81, 0))
    >>> rest = da.equilibrium(pendulum, guess={"hinge": -1.0})
    >>> print(f"{rest.q['hinge']:.6f} rad, {rest.stability.split(':')[0]}")
    -1.570796 rad, stable
    """
    wanted, dynamics = Targets(q, None, guess, where, unknown, p, tau, z), as_dynamics(subject)
    if has_contacts(dynamics.equations.model):
        return resting_on_contacts(dynamics, wanted, derivatives)
    return resting_near(dynamics, wanted, derivatives)


def equilibria(
    subject: Subject,
    *,
    starts: int | Sequence[Values | State] = 32,
    q: Values | None = None,
    guess: Values | State | None = None,
    where: Iterable[tuple[Scalar, float]] = (),
    unknown: Sequence[str] = (),
    p: Values | None = None,
    tau: Values | None = None,
    z: Values | None = None,
    derivatives: CentralDifferences | None = None,
) -> Equilibria:
    """Different states of rest that are reached from many starts.

    There may be more equilibria than are listed: `chance_of_more` estimates the part of further starts that
    would lead to others, and `report` says whether that is worth it. `failures` tell which starts led nowhere,
    and why.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is asked.
    starts : int, or sequence of State or dict of coordinates, optional
        Guesses, or how many are drawn about `guess`, angles all around and lengths by about one, always the
        same ones; default 32.
    q : dict of float, optional
        Coordinates that are held, in rad or m; default none.
    guess : State or dict of coordinates, optional
        Position near which the answer is looked for; default values of the model unless given.
    where : pairs of an expression and a float, optional
        Measures that are held at given values, such as `[(da.position(tip)[1], 0.3)]`; default none.
    unknown : sequence of str, optional
        Names of inputs and open parameters that are solved for too; default none.
    p : dict of float, optional
        Values of open parameters; their defaults unless given.
    tau : dict of float, optional
        Values of inputs, in N or N m; zero unless given.
    z : dict of float, optional
        Values of state variables; their starts unless given.
    derivatives : CentralDifferences, optional
        Derivatives by differences; default exact ones.

    Returns
    -------
    Equilibria
        States of rest, those of the least potential energy first.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> rests = da.equilibria(pendulum, starts=8)
    >>> print([f"{rest.q['hinge']:.3f}" for rest in rests])
    ['-1.571', '1.571']
    """
    near = _guesses(starts)
    _check_alike(near, unknown)
    wanted = Targets(q, None, near[0] if near else guess, where, unknown, p, tau, z)
    task = resting(as_dynamics(subject), wanted, derivatives, "equilibria")
    states: list[tuple[Vector, Equilibrium]] = []
    failures: list[str] = []
    reached: list[int] = []
    begins = [task.numbers(state) for state in near] if near else task.drawn(cast(int, starts))
    for begin in approaches(task.unknowns, begins):
        here = task.attempt(begin.x, "from one of many starts")
        here = replace(here, steps=(*begin.steps, *here.steps))
        if not here.is_solution:
            failures.append(here.failure)
            continue
        place = task.place(here)
        number = next((k for k, (other, _) in enumerate(states) if _are_same(place, other)), None)
        if number is None:
            states.append((place, task.result(here)))
            reached.append(1)
        else:
            reached[number] += 1
    order = sorted(range(len(states)), key=lambda k: states[k][1].potential_energy or 0.0)
    return Equilibria(
        tuple(states[k][1] for k in order),
        tuple(failures),
        len(begins),
        tuple(reached[k] for k in order),
        not near,
    )


def _guesses(starts: object) -> list[State]:
    """The guesses that were given; none if it is a number how many shall be drawn."""
    if is_count(starts, 1, _MOST_STARTS):
        return []
    if (
        isinstance(starts, bool | str | Mapping | State)
        or not isinstance(starts, Iterable)
        or not (guesses := [*starts])
    ):
        raise ModelError(f"starts is a number of starts, or a list of guesses, not {told(starts)}")
    return [as_state(guess) for guess in guesses]


def _check_alike(starts: Sequence[State], released: Sequence[str]) -> None:
    """Raise if starts differ in what is no unknown: they would be starts of different systems."""
    for kind, noun in (("p", "parameter"), ("tau", "input")):
        values = [dict(getattr(start, kind)) for start in starts]
        names = {name for start in values for name in start if name not in released}
        differing = sorted(name for name in names if len({start.get(name) for start in values}) > 1)
        if differing:
            raise ModelError(
                f"the starts differ in the {noun} {differing[0]!r}: give it once, {kind}={{{differing[0]!r}: …}}, "
                "and ask for each value by itself, or follow a family along it with da.continuation"
            )


def _are_same(place: Vector, other: Vector) -> bool:
    return bool((np.abs(place - other) <= SAME_SOLUTION * np.maximum(1.0, np.abs(place))).all())

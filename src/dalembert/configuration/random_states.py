"""States in which nothing is aligned by chance, and which satisfy the constraints."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dalembert.configuration.assemble import assemble
from dalembert.configuration.constraint_unknowns import Native, native
from dalembert.configuration.starts import Starts
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import AssemblyError, SolverError
from dalembert.memo import Key
from dalembert.rank import free_motions
from dalembert.rows import Level
from dalembert.state import State, checked_names

DISTANCES = (0.7, 0.7, 0.3, 0.3, 0.1, 0.03)
"""How far from the given state coordinates are tried, in rad and m, until one assembles."""


@dataclass(frozen=True, eq=False)
class RandomStates:
    """Several states as arrays with a row for each, and the dynamics that can be evaluated there."""

    dynamics: Dynamics
    states: list[State]
    arguments: dict[str, Any]

    def evaluate(self, outputs: dict[str, Any]) -> dict[str, Any]:
        """Expressions of the equations' variables in all states."""
        known = self.dynamics.known_parameters(outputs, self.states[0].p)
        found = self.dynamics.function(outputs)(**self.arguments, parameters=known)
        return {name: np.asarray(y) for name, y in found.items()}


def random_states(
    dynamics: Dynamics, n: int, *, near: State | None = None, seed: int = 11, draws_inputs: bool = False
) -> RandomStates:
    """Admissible states around a given one, always the same ones for a seed: other times, coordinates and speeds.

    Inputs are those of the given state, or drawn about zero.
    """
    near = near or State()
    checked_names(near.p, dynamics.equations.parameters, "parameter")
    generator = np.random.default_rng(seed)
    begin = _begin(dynamics, near)
    found = [_random_start(dynamics, begin, generator, draws_inputs) for _ in range(n)]
    arguments = {kind: np.concatenate([getattr(one, kind) for one in found]) for kind in ("q", "u", "z", "tau")}
    arguments["t"] = np.array([one.t for one in found])
    states = [dynamics.state(one.t, one.states[0], one.tau[0], begin.p) for one in found]
    return RandomStates(found[0].dynamics, states, arguments)


def _begin(dynamics: Dynamics, near: State) -> State:
    eom = dynamics.equations
    if not eom.rows and not eom.constraints.geometric and not eom.constraints.state_rows:
        return near
    return assemble(dynamics, guess=near, t=near.t, p=near.p, tau=near.tau, z=near.z)


def _random_start(dynamics: Dynamics, begin: State, generator: np.random.Generator, draws_inputs: bool) -> Starts:
    failure: Exception = AssemblyError("no state was tried")
    for guess in _guesses(dynamics, begin, generator, draws_inputs):
        try:
            state = _begin(dynamics, guess)
            found = _start(dynamics, state).ready(None, passes_singular=False)
            return _as_in_a_run(found, generator)
        except (AssemblyError, SolverError) as error:
            failure = error
    raise failure


def _as_in_a_run(start: Starts, generator: np.random.Generator) -> Starts:
    """The same with other speeds where rows of the states fix what a run leaves to change."""
    if all(row.is_kept for row in start.dynamics.equations.constraints.state_rows):
        return start
    return replace(start, u=start.u + generator.uniform(-1.0, 1.0, start.u.shape))


_MOVED: Key[Native] = Key("coordinates moved by speeds")


def _guesses(
    dynamics: Dynamics, begin: State, generator: np.random.Generator, draws_inputs: bool
) -> Iterator[State]:
    """States reached by random motions that the constraints leave free, to first order."""
    eom, given = dynamics.equations, dynamics.arguments(begin)
    # each level is free of the rows below it only: what accelerations satisfy restricts no state
    Zq, Zu = (_left_free(dynamics, begin, level) for level in (Level.POSITION, Level.VELOCITY))
    # speeds stand for the small motion here
    moved = dynamics.memo.get(_MOVED, lambda: native(dynamics, {"q": eom.motion.moved(eom.u)}))
    for distance in DISTANCES:
        delta, rate = (Z @ (distance * generator.uniform(-1.0, 1.0, Z.shape[1])) for Z in (Zq, Zu))
        q, u = moved({**given, "u": delta}, begin.p)["q"], given["u"] + rate
        z = given["z"] + distance * generator.uniform(-1.0, 1.0, len(given["z"]))
        tau = generator.standard_normal(len(given["tau"])) if draws_inputs else given["tau"]
        t = begin.t + generator.uniform(0.1, 0.9)
        yield dynamics.state(t, np.concatenate([q, u, z]), tau, begin.p)


def _left_free(dynamics: Dynamics, begin: State, level: Level) -> Any:
    """Columns (nu, n) of motions that rows up to a level allow."""
    eom = dynamics.equations
    rows = [i for i, row in enumerate(eom.rows) if row.level <= level]
    if not rows:
        return np.eye(len(eom.speeds))
    return free_motions(dynamics.evaluate({"J": eom.while_on(eom.gradients)[rows]}, begin)["J"])


def _start(dynamics: Dynamics, state: State) -> Starts:
    """The state as a start."""
    given = dynamics.arguments(state)
    q, u, z, tau = (given[kind][None] for kind in ("q", "u", "z", "tau"))
    return Starts(dynamics, state.t, q, u, z, tau, [state.p])

"""States in which nothing is aligned by chance, and which satisfy the constraints."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from dalembert.arrays import Array, Matrix, Vector
from dalembert.configuration.assemble import assemble
from dalembert.configuration.constraint_unknowns import Native, native
from dalembert.configuration.starts import Starts
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import AssemblyError, SolverError
from dalembert.memo import Key
from dalembert.name_checks import checked_names
from dalembert.rank import free_motions
from dalembert.rows import Level
from dalembert.state import State

DISTANCES = (0.7, 0.7, 0.3, 0.3, 0.1, 0.03)
"""How far from the given state coordinates are tried, in rad and m, until one assembles."""


@dataclass(frozen=True, eq=False)
class RandomStates:
    """Several states as arrays with a row for each, and the dynamics that can be evaluated there."""

    dynamics: Dynamics
    states: list[State]
    arguments: dict[str, Vector]

    def evaluate(self, outputs: dict[str, Array]) -> dict[str, Vector]:
        """Expressions of the equations' variables in all states."""
        values = self.dynamics.known_parameters(outputs, self.states[0].p)
        numbers = self.dynamics.function(outputs)(**self.arguments, parameters=values)
        return {name: np.asarray(y) for name, y in numbers.items()}


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
    starts = [_random_start(dynamics, begin, generator, draws_inputs) for _ in range(n)]
    arguments = {
        kind: np.concatenate([getattr(start, kind) for start in starts]) for kind in ("q", "u", "z", "tau")
    }
    arguments["t"] = np.array([start.t for start in starts])
    states = [dynamics.state(start.t, start.states[0], start.tau[0], begin.p) for start in starts]
    return RandomStates(starts[0].dynamics, states, arguments)


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
            start = _start(dynamics, state).ready(None, passes_singular=False)
            return _as_in_a_run(start, generator)
        except (AssemblyError, SolverError) as error:
            failure = error
    raise failure


def _as_in_a_run(start: Starts, generator: np.random.Generator) -> Starts:
    """A start with other speeds where rows of the states fix what a run leaves to change."""
    if all(row.is_kept for row in start.dynamics.equations.constraints.state_rows):
        return start
    return replace(start, u=start.u + generator.uniform(-1.0, 1.0, start.u.shape))


_MOVED: Key[Native] = Key("coordinates moved by speeds")


def _guesses(
    dynamics: Dynamics, begin: State, generator: np.random.Generator, draws_inputs: bool
) -> Iterator[State]:
    """States reached by random motions that the constraints leave free, to first order."""
    eom, numbers = dynamics.equations, dynamics.arguments(begin)
    # each level is free of the rows below it only: what accelerations satisfy restricts no state
    Zq, Zu = (_left_free(dynamics, begin, level) for level in (Level.POSITION, Level.VELOCITY))
    # speeds stand for the small motion here
    moved = dynamics.memo.get(_MOVED, lambda: native(dynamics, {"q": eom.motion.moved(eom.u)}))
    for distance in DISTANCES:
        delta, rate = (Z @ (distance * generator.uniform(-1.0, 1.0, Z.shape[1])) for Z in (Zq, Zu))
        q, u = moved({**numbers, "u": delta}, begin.p)["q"], numbers["u"] + rate
        z = numbers["z"] + distance * generator.uniform(-1.0, 1.0, len(numbers["z"]))
        tau = generator.standard_normal(len(numbers["tau"])) if draws_inputs else numbers["tau"]
        t = begin.t + generator.uniform(0.1, 0.9)
        yield dynamics.state(t, np.concatenate([q, u, z]), tau, begin.p)


def _left_free(dynamics: Dynamics, begin: State, level: Level) -> Matrix:
    """Columns (nu, n) of motions that rows up to a level allow."""
    eom = dynamics.equations
    rows = [i for i, row in enumerate(eom.rows) if row.level <= level]
    if not rows:
        return np.eye(len(eom.speeds))
    return free_motions(dynamics.evaluate({"J": eom.while_on(eom.gradients)[rows]}, begin)["J"])


def _start(dynamics: Dynamics, state: State) -> Starts:
    """The state as a start."""
    numbers = dynamics.arguments(state)
    q, u, z, tau = (numbers[kind][None] for kind in ("q", "u", "z", "tau"))
    return Starts(dynamics, state.t, q, u, z, tau, [state.p])

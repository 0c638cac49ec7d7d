"""The same state in other coordinates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, overload

import numpy as np

from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.outputs import BodyMotion
from dalembert.errors import FormulationError, SolverError
from dalembert.memo import Key
from dalembert.state import State, Values, as_state, checked_names

_FIELDS = ("p", "R", "w", "v")


@overload
def convert_state(state: State | Values, source: Subject, target: Subject) -> State: ...


@overload
def convert_state(state: Sequence[State], source: Subject, target: Subject) -> list[State]: ...


def convert_state(
    state: State | Values | Sequence[State], source: Subject, target: Subject
) -> State | list[State]:
    """A state of one formulation in the coordinates and speeds of another one of the same model; or many states.

    Bodies are placed and moved as they are in the source; inputs, state variables and parameters are the same, but
    for parameters that only the speeds of the source have. Coordinates that both have keep their values: turns of
    angles, which of two triples of angles, the sign of a quaternion. Other angles are in (−π, π].
    """
    given, wanted = as_dynamics(source), as_dynamics(target)
    if isinstance(state, State | Mapping):
        return _converted([as_state(state)], given, wanted)[0]
    found: list[State] = []
    for _, group in groupby(state, key=lambda one: one.p):
        found += _converted(list(group), given, wanted)
    return found


def _converted(states: Sequence[State], given: Dynamics, wanted: Dynamics) -> list[State]:
    """States with the same parameters."""
    rows = [given.arguments(state) for state in states]
    placed = _motions(given, {name: np.array([row[name] for row in rows]) for name in rows[0]}, states[0].p)
    if not all(np.isfinite(getattr(motion, field)).all() for motion in placed.values() for field in _FIELDS):
        for state in states:
            # one state by itself says why it has no rates
            given.evaluate({"rates": given.equations.rates}, state)
        raise SolverError("bodies have no places or velocities in a state that is to be converted")
    eom, names = wanted.equations, given.equations.coordinates
    if not placed and (bodies := list(eom.outputs.body_motions())):
        raise FormulationError(
            f"equations that know no bodies do not say where {bodies[0]!r} is; give the state by its own names"
        )
    near = [
        replace(state, q=dict(zip(names, row["q"], strict=True))) for state, row in zip(states, rows, strict=True)
    ]
    q, u = eom.outputs.numbers_for(placed, states[0].p, near)
    return [
        State(
            t=state.t,
            q=dict(zip(eom.coordinates, map(float, own_q), strict=True)),
            u=dict(zip(eom.speeds, map(float, own_u), strict=True)),
            z=state.z,
            tau=state.tau,
            p={name: value for name, value in state.p.items() if name in eom.parameters},
        )
        for state, own_q, own_u in zip(states, q, u, strict=True)
    ]


_BODY_MOTIONS: Key[tuple[tuple[str, ...], Any]] = Key("body motions")


def _motions(dynamics: Dynamics, arguments: Mapping[str, Any], p: Mapping[str, float]) -> dict[str, BodyMotion]:
    """Places and velocities of all bodies in several states."""
    bodies, kernel = dynamics.memo.get(_BODY_MOTIONS, lambda: _kernel(dynamics))
    checked_names(
        [name for name in p if name not in kernel.parameters], dynamics.equations.parameters, "parameter"
    )
    known = {name: value for name, value in p.items() if name in kernel.parameters}
    # for a few states, native code takes longer to make
    numbers = kernel.interpret(**arguments, parameters=known)
    return {name: BodyMotion(*(numbers[f"{name}/{field}"] for field in _FIELDS)) for name in bodies}


def _kernel(dynamics: Dynamics) -> tuple[tuple[str, ...], Any]:
    """Names of the bodies, and the function for their motions."""
    motions = dynamics.equations.outputs.body_motions()
    outputs = {
        f"{name}/{field}": np.asarray(getattr(motion, field), dtype=object)
        for name, motion in motions.items()
        for field in _FIELDS
    }
    return tuple(motions), dynamics.function(outputs)

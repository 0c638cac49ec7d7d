"""States in the coordinates of another formulation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import cast, overload

import numpy as np

from dalembert.arrays import Arguments
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.outputs import BodyMotion
from dalembert.errors import FormulationError, SolverError
from dalembert.memo import Key
from dalembert.name_checks import checked_names
from dalembert.native.kernel import Kernel
from dalembert.state import State, Values, as_state

_FIELDS = ("p", "R", "w", "v")


@overload
def convert_state(state: State | Values, source: Subject, target: Subject) -> State: ...


@overload
def convert_state(state: Sequence[State], source: Subject, target: Subject) -> list[State]: ...


def convert_state(
    state: State | Values | Sequence[State], source: Subject, target: Subject
) -> State | list[State]:
    """State of one formulation in the coordinates and speeds of another one of the same model.

    Bodies are placed and moved as they are in the source; inputs, state variables and parameters are the same,
    but for parameters that only the speeds of the source have. Coordinates that both have keep their values:
    turns of angles, which of two triples of angles, the sign of a quaternion. Other angles are in (−π, π].

    Parameters
    ----------
    state : State, dict of coordinates, or sequence of State
        State or states of the source.
    source : Model, Equations, Solution or Dynamics
        System that the state belongs to.
    target : Model, Equations, Solution or Dynamics
        System in whose variables it is wanted.

    Returns
    -------
    State or list of State
        One for each state that was given.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=2.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod, axis="z"), gravity=(0, -9.81, 0))
    >>> eom = da.derive(pendulum, da.Hamilton())
    >>> da.convert_state(pendulum.state(u={"hinge": 3.0}), pendulum, eom).u
    {'hinge.momentum': 2}
    """
    from_system, to_system = as_dynamics(source), as_dynamics(target)
    if isinstance(state, State | Mapping):
        return _converted([as_state(state)], from_system, to_system)[0]
    states: list[State] = []
    for _, group in groupby(state, key=lambda member: member.p):
        states += _converted(list(group), from_system, to_system)
    return states


def _converted(states: Sequence[State], from_system: Dynamics, to_system: Dynamics) -> list[State]:
    """States with the same parameters."""
    arguments = [from_system.arguments(state) for state in states]
    placed = _motions(
        from_system,
        {name: np.array([numbers[name] for numbers in arguments]) for name in arguments[0]},
        states[0].p,
    )
    if not all(np.isfinite(getattr(motion, field)).all() for motion in placed.values() for field in _FIELDS):
        for state in states:
            # one state by itself says why it has no rates
            from_system.evaluate({"rates": from_system.equations.rates}, state)
        raise SolverError("bodies have no places or velocities in a state that is to be converted")
    eom, names = to_system.equations, from_system.equations.coordinates
    if not placed and (bodies := list(eom.outputs.body_motions())):
        raise FormulationError(
            f"equations that know no bodies do not say where {bodies[0]!r} is; give the state by its own names"
        )
    near = [
        replace(state, q=dict(zip(names, numbers["q"], strict=True)))
        for state, numbers in zip(states, arguments, strict=True)
    ]
    q, u = eom.outputs.numbers_for(placed, states[0].p, near)
    return [
        State(
            t=state.t,
            q=dict(zip(eom.coordinates, map(float, q_k), strict=True)),
            u=dict(zip(eom.speeds, map(float, u_k), strict=True)),
            z=state.z,
            tau=state.tau,
            p={name: value for name, value in state.p.items() if name in eom.parameters},
        )
        for state, q_k, u_k in zip(states, q, u, strict=True)
    ]


_BODY_MOTIONS: Key[tuple[tuple[str, ...], Kernel]] = Key("body motions")


def _motions(dynamics: Dynamics, arguments: Arguments, p: Mapping[str, float]) -> dict[str, BodyMotion]:
    """Places and velocities of all bodies in several states."""
    bodies, kernel = dynamics.memo.get(_BODY_MOTIONS, lambda: _kernel(dynamics))
    checked_names(
        [name for name in p if name not in kernel.parameters], dynamics.equations.parameters, "parameter"
    )
    values = {name: value for name, value in p.items() if name in kernel.parameters}
    # for a few states, native code takes longer to make
    numbers = kernel.interpret(**arguments, parameters=values)
    return {name: BodyMotion(*(numbers[f"{name}/{field}"] for field in _FIELDS)) for name in bodies}


def _kernel(dynamics: Dynamics) -> tuple[tuple[str, ...], Kernel]:
    """Names of the bodies, and the function for their motions."""
    motions = dynamics.equations.outputs.body_motions()
    outputs = {
        f"{name}/{field}": np.asarray(getattr(motion, field), dtype=object)
        for name, motion in motions.items()
        for field in _FIELDS
    }
    # motions of bodies depend on no switches of rows, so the function has no settings
    return tuple(motions), cast(Kernel, dynamics.function(outputs))
